//! Conditions of the results on the current path, on a stack.

use super::LARGEST;

/// In place of the words of created situations: only the interval is known.
const WIDE: u32 = u32::MAX;

/// What a result is valid for. See the [module](super).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Condition<'a> {
    /// D: repetition keys, ascending.
    pub needed: &'a [u64],
    /// F: the lower halves of [repetition images](threefold_game::Searchable::repetition_image),
    /// ascending, two to a word ([`pairs`]); `None` if there are too many. A half may stand for
    /// another situation, too; that only makes the set wider.
    pub created: Option<&'a [u64]>,
    /// The AND, then the OR, of the bits of the created situations. Empty in games without such
    /// bits and where nothing is created.
    pub interval: &'a [u64],
}

impl<'a> Condition<'a> {
    /// Nothing is needed and nothing created.
    pub fn is_empty(&self) -> bool {
        self.needed.is_empty() && self.created == Some(&[])
    }

    /// What [`Condition::parts`] gave: words of D, and of F where it is kept one by one.
    pub fn from_parts(words: &'a [u64], needed: usize, created: Option<usize>) -> Self {
        let (needed, rest) = words.split_at(needed);
        let (created, interval) = match created {
            Some(count) => {
                let (created, interval) = rest.split_at(count);
                (Some(created), interval)
            }
            None => (None, rest),
        };
        Condition { needed, created, interval }
    }

    /// Words that [`Condition::from_parts`] reads.
    pub fn words(&self) -> usize {
        self.needed.len() + self.created.map_or(0, <[u64]>::len) + self.interval.len()
    }

    /// Those words.
    pub fn parts(&self) -> [&'a [u64]; 3] {
        [self.needed, self.created.unwrap_or(&[]), self.interval]
    }

    /// Whether this one asks no more of a path than the other, as far as it is easily seen.
    pub fn is_weaker(&self, other: &Condition<'_>) -> bool {
        if !is_subset(self.needed, other.needed) {
            return false;
        }
        match (self.created, other.created) {
            (Some(mine), Some(others)) => mine.len() <= others.len() && are_among(mine, others),
            (Some([]), None) => true,
            (None, None) => self.interval == other.interval,
            _ => false,
        }
    }

    /// Whether it says the same of mirrored positions.
    pub fn is_frameless(&self) -> bool {
        self.needed.is_empty() && self.created.is_some()
    }

    /// How much a result is worth less for it.
    pub fn weight(&self) -> (usize, usize) {
        (self.needed.len(), self.created.map_or(usize::MAX, <[u64]>::len))
    }
}

/// Both ascending.
fn is_subset(small: &[u64], large: &[u64]) -> bool {
    small.len() <= large.len() && small.iter().all(|key| large.binary_search(key).is_ok())
}

/// The halves of keys in such words, ascending.
pub(crate) fn pairs(words: &[u64]) -> impl Iterator<Item = u32> {
    words.iter().flat_map(|&word| [word as u32, (word >> 32) as u32])
}

/// Both ascending.
fn are_among(small: &[u64], large: &[u64]) -> bool {
    let mut large = pairs(large).peekable();
    pairs(small).all(|half| {
        while large.next_if(|&other| other < half).is_some() {}
        large.peek() == Some(&half)
    })
}

/// Where a condition lies on the stack.
#[derive(Clone, Copy, Debug)]
struct Slot {
    start: usize,
    needed: u32,
    created: u32,
}

/// A stack of conditions, and one that is being put together.
///
/// The children of every position on the path have theirs here; a position that is left takes the
/// conditions of its children off and puts its own on.
#[derive(Debug)]
pub(crate) struct Conditions {
    slots: Vec<Slot>,
    words: Vec<u64>,
    /// Words of a situation's bits; 0 if the game has none.
    bits: usize,
    max_needed: usize,
    max_created: usize,
    needed: Vec<u64>,
    created: Vec<u32>,
    /// `created` lacks some.
    wide: bool,
    /// AND and OR; meaningless if nothing has been created.
    interval: Vec<u64>,
    any_created: bool,
    /// Something is not known: the result is bound to the path.
    lost: bool,
}

impl Conditions {
    /// For situations of `bits` words; a result that needs more than `max_needed` situations is
    /// bound to its path, of more than `max_created` created ones only the interval is kept.
    pub fn new(bits: usize, max_needed: u32, max_created: u32) -> Self {
        Conditions {
            slots: Vec::new(),
            words: Vec::new(),
            bits,
            max_needed: (max_needed as usize).min(LARGEST),
            max_created: (max_created as usize).min(LARGEST),
            needed: Vec::new(),
            created: Vec::new(),
            wide: false,
            interval: Vec::new(),
            any_created: false,
            lost: false,
        }
    }

    /// The height of the stack.
    pub fn mark(&self) -> u32 {
        self.slots.len() as u32
    }

    /// Takes everything above the mark off.
    pub fn truncate(&mut self, mark: u32) {
        if let Some(slot) = self.slots.get(mark as usize) {
            self.words.truncate(slot.start);
            self.slots.truncate(mark as usize);
        }
    }

    /// Puts a condition on the stack and returns its number.
    pub fn push(&mut self, condition: &Condition<'_>) -> u32 {
        let start = self.words.len();
        for part in condition.parts() {
            self.words.extend_from_slice(part);
        }
        let created = condition.created.map_or(WIDE, |created| created.len() as u32);
        self.slots.push(Slot { start, needed: condition.needed.len() as u32, created });
        self.mark() - 1
    }

    /// The condition with this number.
    pub fn get(&self, number: u32) -> Condition<'_> {
        let number = number as usize;
        let slot = self.slots[number];
        let end = self.slots.get(number + 1).map_or(self.words.len(), |next| next.start);
        let created = (slot.created != WIDE).then_some(slot.created as usize);
        Condition::from_parts(&self.words[slot.start..end], slot.needed as usize, created)
    }

    /// The interval of the last condition of the stack, which has this number.
    pub fn interval_mut(&mut self, number: u32) -> &mut [u64] {
        debug_assert_eq!(number + 1, self.mark());
        let words = self.get(number).interval.len();
        let end = self.words.len();
        &mut self.words[end - words..]
    }

    /// Begins to put a condition together.
    pub fn begin(&mut self) {
        self.needed.clear();
        self.created.clear();
        self.interval.clear();
        (self.wide, self.any_created, self.lost) = (false, false, false);
    }

    /// It is not known what the result relies on.
    pub fn lose(&mut self) {
        self.lost = true;
    }

    /// Adds to D.
    pub fn need(&mut self, keys: &[u64]) {
        self.needed.extend_from_slice(keys);
    }

    /// Adds one situation to F.
    pub fn create(&mut self, key: u64, bits: &[u64]) {
        debug_assert_eq!(bits.len(), self.bits);
        self.created.push(key as u32);
        self.widen(bits, bits);
    }

    /// Adds all that the condition with this number asks for.
    pub fn add(&mut self, number: u32) {
        let number = number as usize;
        let slot = self.slots[number];
        let end = self.slots.get(number + 1).map_or(self.words.len(), |next| next.start);
        let needed = slot.start + slot.needed as usize;
        self.needed.extend_from_slice(&self.words[slot.start..needed]);
        let created = if slot.created == WIDE { 0 } else { slot.created as usize };
        self.created.extend(pairs(&self.words[needed..needed + created]));
        self.wide |= slot.created == WIDE;
        if slot.created > 0 {
            // Borrowing the stack and the interval together.
            let words = std::mem::take(&mut self.words);
            let (and, or) = words[needed + created..end].split_at(self.bits);
            self.widen(and, or);
            self.words = words;
        }
    }

    fn widen(&mut self, and: &[u64], or: &[u64]) {
        if !self.any_created {
            self.interval.extend_from_slice(and);
            self.interval.extend_from_slice(or);
            self.any_created = true;
            return;
        }
        let (all, any) = self.interval.split_at_mut(self.bits);
        all.iter_mut().zip(and).for_each(|(all, and)| *all &= and);
        any.iter_mut().zip(or).for_each(|(any, or)| *any |= or);
    }

    /// Takes the stack down to the mark and puts the condition on it, which is that of a position
    /// with the repetition key `own`. `None` if it is too large to be kept.
    pub fn finish(&mut self, mark: u32, own: u64) -> Option<u32> {
        self.truncate(mark);
        self.needed.sort_unstable();
        self.needed.dedup();
        // Whoever reaches the position again has it on his path, too.
        self.needed.retain(|&key| key != own);
        if self.wide {
            self.created.clear();
        } else {
            // It consists of ascending runs, which this sort merges.
            self.created.sort();
            self.created.dedup();
            if self.created.len() > self.max_created {
                self.wide = true;
                self.created.clear();
            }
        }
        if self.lost || self.needed.len() > self.max_needed || self.wide && self.bits == 0 {
            return None;
        }
        let start = self.words.len();
        self.words.extend_from_slice(&self.needed);
        // An odd one out stands twice.
        let pair = |pair: &[u32]| u64::from(pair[0]) | u64::from(pair[pair.len() - 1]) << 32;
        self.words.extend(self.created.chunks(2).map(pair));
        self.words.extend_from_slice(&self.interval);
        let created = if self.wide { WIDE } else { self.created.len().div_ceil(2) as u32 };
        self.slots.push(Slot { start, needed: self.needed.len() as u32, created });
        Some(mark)
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.words.capacity() * 8 + self.slots.capacity() * size_of::<Slot>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn built(conditions: &mut Conditions, needed: &[u64], created: &[(u64, u64)]) -> u32 {
        conditions.begin();
        conditions.need(needed);
        created.iter().for_each(|&(key, bits)| conditions.create(key, &[bits]));
        conditions.finish(conditions.mark(), 0).expect("small")
    }

    #[test]
    fn a_condition_gathers_what_its_parts_ask_for() {
        let mut conditions = Conditions::new(1, 9, 9);
        let mark = conditions.mark();
        let a = built(&mut conditions, &[5, 3, 5], &[(8, 0b0110)]);
        let b = built(&mut conditions, &[7], &[(9, 0b0011), (8, 0b0110)]);
        assert_eq!(conditions.get(a).needed, [3, 5]);
        assert_eq!(conditions.get(b).interval, [0b0010, 0b0111]);
        conditions.begin();
        conditions.add(a);
        conditions.add(b);
        let all = conditions.finish(mark, 7).expect("small");
        assert_eq!((all, conditions.mark()), (mark, mark + 1));
        let all = conditions.get(all);
        assert_eq!(all.needed, [3, 5], "without the position itself");
        assert_eq!(pairs(all.created.expect("few")).collect::<Vec<_>>(), [8, 9]);
        assert_eq!(all.interval, [0b0010, 0b0111]);
    }

    #[test]
    fn what_creates_too_much_is_wide_or_lost() {
        let many: Vec<_> = (0..10).map(|key| (key, key | 1 << 20)).collect();
        let mut conditions = Conditions::new(1, 9, 9);
        let wide = built(&mut conditions, &[], &many);
        assert_eq!(conditions.get(wide).created, None);
        assert_eq!(conditions.get(wide).interval[0], 1 << 20);
        conditions.begin();
        conditions.add(wide);
        conditions.create(1, &[0]);
        let wider = conditions.finish(0, 0).expect("has an interval");
        assert_eq!((conditions.get(wider).created, conditions.get(wider).interval[0]), (None, 0));

        let mut exact = Conditions::new(0, 9, 9);
        exact.begin();
        many.iter().for_each(|&(key, _)| exact.create(key, &[]));
        assert_eq!(exact.finish(0, 0), None);
    }

    #[test]
    fn a_condition_survives_the_way_through_its_parts() {
        let mut conditions = Conditions::new(1, 9, 9);
        let a = built(&mut conditions, &[1, 2], &[(3, 4)]);
        let condition = conditions.get(a);
        let words = condition.parts().concat();
        assert_eq!(condition.words(), words.len());
        let created = condition.created.map(<[u64]>::len);
        assert_eq!(Condition::from_parts(&words, condition.needed.len(), created), condition);
        assert!(!condition.is_empty() && condition.is_weaker(&condition));
    }
}
