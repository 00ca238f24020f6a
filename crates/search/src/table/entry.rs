//! One entry of the table: 32 bytes, two to a cache line.
//!
//! ```text
//!   word 0   key                                     64   (0: the entry is empty)
//!   word 1   unsolved, leaf: pn 32 | dn 32          twin: first ancestor's key, or prefix's code
//!   word 2   base, leaf:     hand 32 | min depth 32  twin: second ancestor's key, or place
//!            solved leaf:    hand 32 | bound 32      of a board: hand 32 | the ancestor's hand 32
//!   word 3   move 32 | length 16 | work 12 | kind 4
//! ```
//! Keys stand first because a look-up reads them first; the words a kind does not need are shared
//! between kinds, so that two entries fill a line exactly. No one but the table sees the words.

use crate::name::Name;

/// What an entry says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Kind {
    /// Nothing.
    Empty = 0,
    /// Base entry, unsolved: proof and disproof number.
    Bounds = 1,
    /// Base entry, proven or disproven on every path.
    Base = 2,
    /// Twin: valid where one or two ancestors, given by key, are on the path.
    Ancestors = 3,
    /// Twin: valid where the path down to a place has a code.
    Prefix = 4,
    /// Twin: valid on the one path whose code is mixed into the key.
    ExactPath = 5,
    /// Not valid by itself: the move of some twin of this position, for simulation.
    Candidate = 6,
    /// What the game said of a position that has not been expanded: an estimate, or a result that
    /// the rules show. Only saves asking again; fills places that nothing else needs.
    Leaf = 7,
}

const KINDS: [Kind; 8] = [
    Kind::Empty,
    Kind::Bounds,
    Kind::Base,
    Kind::Ancestors,
    Kind::Prefix,
    Kind::ExactPath,
    Kind::Candidate,
    Kind::Leaf,
];

/// The bit of the kind nibble that says "proven" (else disproven).
const PROVEN: u64 = 8;
/// Work saturates here.
const WORK_MAX: u64 = (1 << 12) - 1;

/// Words of an entry.
pub(super) const WORDS: usize = 4;

/// A copy of an entry, as it lies in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Entry([u64; WORDS]);

const _: () = assert!(size_of::<Entry>() == 32);

/// A move number that no game uses.
pub(crate) const NO_MOVE: u32 = u32::MAX;

/// What is said of a solved position, whatever it relies on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Solved {
    pub proven: bool,
    /// The move, if the player to move is the one who succeeds.
    pub mv: u32,
    /// Of a proven position: an upper bound of the plies to the end.
    pub length: u16,
}

impl Entry {
    /// An unsolved base entry.
    pub fn bounds(key: u64, hand: u32, pn: u32, dn: u32, min_depth: u32) -> Self {
        Entry([
            key,
            u64::from(pn) << 32 | u64::from(dn),
            u64::from(hand) << 32 | u64::from(min_depth),
            Kind::Bounds as u64,
        ])
    }

    /// An unsolved position under a bound on the plies: the numbers, the bound they belong to, and
    /// the largest within which there is no win.
    pub fn within(key: u64, hand: u32, pn: u32, dn: u32, plies: u32, refuted: u16) -> Self {
        let mut entry = Self::bounds(key, hand, pn, dn, plies);
        entry.0[3] |= u64::from(refuted) << 16;
        entry
    }

    /// What the game said of a leaf; solved if one of the numbers is 0.
    pub fn leaf(key: u64, hand: u32, pn: u32, dn: u32, mv: u32, length: u16) -> Self {
        Entry([
            key,
            u64::from(pn) << 32 | u64::from(dn),
            u64::from(hand) << 32,
            u64::from(mv) << 32 | u64::from(length) << 16 | Kind::Leaf as u64,
        ])
    }

    /// A solved position, on every path.
    pub fn base(key: u64, hand: u32, solved: Solved) -> Self {
        Self::solved(key, Kind::Base, solved, [0, u64::from(hand) << 32])
    }

    /// A twin that is valid where these ancestors are on the path, given by their repetition keys;
    /// 0 stands for none.
    pub fn ancestors(key: u64, solved: Solved, ancestors: [u64; 2]) -> Self {
        Self::solved(key, Kind::Ancestors, solved, ancestors)
    }

    /// A twin of a board: valid with up to `hand`, where a position with the ancestor's board and
    /// at least its hand is on the path (`docs/ghi-hands.md`; where a repetition is a success, it
    /// is "at least" and "up to"). It lies under a key of its own ([`Name::board_twin_key`]).
    pub fn board_ancestor(key: u64, hand: u32, solved: Solved, ancestor: Name) -> Self {
        let hands = u64::from(hand) << 32 | u64::from(ancestor.hand);
        Self::solved(key, Kind::Ancestors, solved, [ancestor.key, hands])
    }

    /// A twin that is valid where the path has this code down to this place.
    pub fn prefix(key: u64, solved: Solved, code: u64, place: u32) -> Self {
        Self::solved(key, Kind::Prefix, solved, [code, u64::from(place)])
    }

    /// A twin that is valid on the one path whose code is mixed into the key.
    pub fn exact_path(key: u64, solved: Solved) -> Self {
        Self::solved(key, Kind::ExactPath, solved, [0, 0])
    }

    /// The move of such a twin, for simulation on other paths.
    pub fn candidate(key: u64, solved: Solved) -> Self {
        Self::solved(key, Kind::Candidate, solved, [0, 0])
    }

    /// A solved entry; `words` are what the kind says they are.
    fn solved(key: u64, kind: Kind, solved: Solved, words: [u64; 2]) -> Self {
        let kind = kind as u64 | if solved.proven { PROVEN } else { 0 };
        let last = u64::from(solved.mv) << 32 | u64::from(solved.length) << 16 | kind;
        Entry([key, words[0], words[1], last])
    }

    /// The entry in these words.
    #[inline]
    pub(super) fn from_words(words: &[u64]) -> Self {
        Entry([words[0], words[1], words[2], words[3]])
    }

    /// Its words.
    #[inline]
    pub(super) fn words(&self) -> &[u64; WORDS] {
        &self.0
    }

    /// Its words, the key first, for a file.
    pub fn to_words(self) -> [u64; WORDS] {
        self.0
    }

    /// An entry from a file; `None` if no entry has such words.
    pub fn of_file(words: [u64; WORDS]) -> Option<Self> {
        let entry = Entry(words);
        (entry.key() != 0 && entry.kind() != Kind::Empty).then_some(entry)
    }

    /// The same under another key.
    #[inline]
    pub(super) fn with_key(mut self, key: u64) -> Self {
        self.0[0] = key;
        self
    }

    /// The same with the work it stands for, in nodes.
    pub fn with_work(mut self, nodes: u64) -> Self {
        // Logarithmic, in quarters: entries are compared by order of magnitude.
        let n = nodes.max(1);
        let log = u64::from(n.ilog2());
        let quarter = if log >= 2 { (n >> (log - 2)) & 3 } else { 0 };
        self.0[3] = self.0[3] & !(WORK_MAX << 4) | (log * 4 + quarter).min(WORK_MAX) << 4;
        self
    }

    /// The work it stands for, in nodes: not more than it was, and more than half of it.
    pub fn work(&self) -> u64 {
        let work = self.0[3] >> 4 & WORK_MAX;
        // No search takes longer; a damaged checkpoint may say so.
        let (log, quarter) = ((work / 4).min(61), work % 4);
        if log >= 2 { (4 + quarter) << (log - 2) } else { 1 << log }
    }

    #[inline]
    pub fn key(&self) -> u64 {
        self.0[0]
    }

    #[inline]
    pub fn kind(&self) -> Kind {
        KINDS[(self.0[3] & 7) as usize]
    }

    #[inline]
    pub fn is_proven(&self) -> bool {
        self.0[3] & PROVEN != 0
    }

    #[inline]
    pub fn pn(&self) -> u32 {
        (self.0[1] >> 32) as u32
    }

    #[inline]
    pub fn dn(&self) -> u32 {
        self.0[1] as u32
    }

    #[inline]
    pub fn hand(&self) -> u32 {
        (self.0[2] >> 32) as u32
    }

    #[inline]
    pub fn min_depth(&self) -> u32 {
        self.0[2] as u32
    }

    #[inline]
    pub fn mv(&self) -> u32 {
        (self.0[3] >> 32) as u32
    }

    #[inline]
    pub fn length(&self) -> u16 {
        (self.0[3] >> 16) as u16
    }

    /// Of a solved [`Kind::Leaf`]: the hand up to which it has the result.
    #[inline]
    pub fn bound(&self) -> u32 {
        self.0[2] as u32
    }

    /// The same leaf with that hand.
    #[inline]
    pub fn with_bound(mut self, hand: u32) -> Self {
        self.0[2] |= u64::from(hand);
        self
    }

    /// What a solved entry says.
    #[inline]
    pub fn says(&self) -> Solved {
        Solved { proven: self.is_proven(), mv: self.mv(), length: self.length() }
    }

    /// A result that is valid on some paths only, of which a look-up of the position has to find
    /// out whether it holds on the one at hand; or the move of such a result.
    #[inline]
    pub fn is_twin(&self) -> bool {
        matches!(self.kind(), Kind::Ancestors | Kind::Prefix | Kind::Candidate)
    }

    /// Of [`Kind::Ancestors`]: their repetition keys.
    pub fn relied_on(&self) -> impl Iterator<Item = u64> {
        [self.0[1], self.0[2]].into_iter().filter(|&key| key != 0)
    }

    /// Of a twin of a board: the ancestor.
    pub fn board_relied_on(&self) -> Name {
        Name { key: self.0[1], hand: self.0[2] as u32 }
    }

    /// Of [`Kind::Prefix`]: the code, and the place.
    pub fn code_and_place(&self) -> (u64, u32) {
        (self.0[1], self.0[2] as u32)
    }

    /// A number by which entries of one position are told apart.
    pub fn fingerprint(&self) -> u64 {
        self.0[1] ^ self.0[3]
    }

    /// Whether this entry takes the place of `old`, which has the same key. A base result makes
    /// twins superfluous, unless they might be about another hand.
    pub fn replaces(&self, old: &Entry) -> bool {
        let same_hand = self.hand() == old.hand();
        match (self.kind(), old.kind()) {
            (Kind::Base, Kind::Base | Kind::Bounds | Kind::Leaf) => same_hand,
            (Kind::Base, _) => self.hand() == 0,
            (Kind::Bounds, Kind::Bounds | Kind::Leaf) => same_hand,
            (Kind::Ancestors, Kind::Ancestors) | (Kind::Prefix, Kind::Prefix) => {
                self.0[1..3] == old.0[1..3]
            }
            (Kind::ExactPath, Kind::ExactPath) => true,
            (Kind::Candidate, Kind::Candidate) => self.is_proven() == old.is_proven(),
            _ => false,
        }
    }

    /// What the entry is worth when a place is needed: leaves go first, then bounds, then twins,
    /// base results last, and within a class what took the least work.
    #[inline]
    pub fn value(&self) -> u32 {
        value(self.0[3])
    }
}

/// The same of an entry with this last word: whoever looks for a place reads no more of it.
#[inline]
pub(super) fn value(last: u64) -> u32 {
    CLASS[(last & 7) as usize] + (last >> 4 & WORK_MAX) as u32
}

/// What the kinds are worth, the work apart, which leaves do not have.
const CLASS: [u32; 8] = {
    let mut class = [0; 8];
    class[Kind::Leaf as usize] = 1;
    class[Kind::Bounds as usize] = 1 << 12;
    class[Kind::Candidate as usize] = 2 << 12;
    class[Kind::Ancestors as usize] = 3 << 12;
    class[Kind::Prefix as usize] = 3 << 12;
    class[Kind::ExactPath as usize] = 3 << 12;
    class[Kind::Base as usize] = 4 << 12;
    class
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_do_not_touch_each_other() {
        let entry = Entry::bounds(7, 0xFFFF_FFFF, 1, 0xFFFF_FFFF, 3).with_work(1 << 40);
        assert_eq!((entry.pn(), entry.dn()), (1, 0xFFFF_FFFF));
        assert_eq!((entry.hand(), entry.min_depth()), (0xFFFF_FFFF, 3));
        assert_eq!(entry.kind(), Kind::Bounds);
        let solved = Solved { proven: true, mv: NO_MOVE - 1, length: 0xFFFF };
        let entry = Entry::prefix(7, solved, u64::MAX, 2).with_work(9);
        assert_eq!(entry.says(), solved);
        assert_eq!(entry.code_and_place(), (u64::MAX, 2));
        assert_eq!(entry.kind(), Kind::Prefix);
    }

    #[test]
    fn work_is_kept_by_order_of_magnitude() {
        for nodes in (1..1000).chain([1 << 18, (1 << 40) - 1, 1 << 40]) {
            let work = Entry::bounds(7, 0, 1, 1, 0).with_work(nodes).work();
            assert!(work <= nodes && 2 * work > nodes, "{nodes} {work}");
        }
    }

    #[test]
    fn value_orders_by_class_and_then_by_work() {
        let bounds = Entry::bounds(1, 0, 1, 1, 0).with_work(1 << 30);
        let solved = Solved { proven: false, mv: 0, length: 0 };
        let twin = Entry::prefix(1, solved, 0, 0).with_work(1);
        let base = Entry::base(1, 0, solved).with_work(1);
        assert!(bounds.value() < twin.value() && twin.value() < base.value());
        assert!(base.value() < base.with_work(5).value());
    }

    #[test]
    fn what_holds_on_every_path_takes_the_place_of_all_that_is_known_of_the_hand() {
        let solved = |proven| Solved { proven, mv: 0, length: 0 };
        let (base, in_hand) = (Entry::base(1, 0, solved(true)), Entry::base(1, 3, solved(true)));
        let twins = [
            Entry::ancestors(1, solved(true), [5, 0]),
            Entry::prefix(1, solved(false), 5, 0),
            Entry::candidate(1, solved(true)),
        ];
        for twin in &twins {
            assert!(base.replaces(twin) && !in_hand.replaces(twin) && !twin.replaces(&base));
            assert!(twins.iter().all(|old| twin.replaces(old) == (twin == old)));
        }
        let bounds = |hand| Entry::bounds(1, hand, 2, 2, 0);
        assert!(base.replaces(&bounds(0)) && !base.replaces(&bounds(3)));
        assert!(in_hand.replaces(&bounds(3)) && bounds(3).replaces(&bounds(3)));
        assert!(!bounds(0).replaces(&base) && !bounds(0).replaces(&bounds(3)));
    }
}
