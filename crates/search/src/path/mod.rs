//! The current path: which positions are on it, and its codes.
//!
//! ```text
//!   level     0         1       2       3        4        5
//!           history | root -- P1 ---- P2 ==!== P3 ----- P4       ! irreversible
//!   segment   0         0       0       0        4        4
//! ```
//! A *segment* begins after each irreversible move: nothing before it can recur, so the chain
//! code restarts there and two paths with the same reversible tail have the same code.

mod lifo_index;

use lifo_index::LifoIndex;

use crate::mix::mix;
use crate::name::Name;
use crate::options::PathCodeKind;

/// Constants that keep the codes of chains, moves and histories apart.
const CHAIN: u64 = 0x6A09_E667_F3BC_C908;
const MOVE: u64 = 0xBB67_AE85_84CA_A73B;
const HISTORY: u64 = 0x3C6E_F372_FE94_F82B;
const SET: u64 = 0xA54F_F53A_5F1D_36F1;

/// One position of the path.
#[derive(Clone, Copy, Debug)]
struct Ply {
    repetition_key: u64,
    code: u64,
    /// The level at which the segment begins.
    segment: u32,
}

/// The positions from the root to the current one, and those of the history that count.
#[derive(Debug)]
pub(crate) struct Path {
    kind: PathCodeKind,
    plies: Vec<Ply>,
    index: LifoIndex,
    /// Where mirrored situations come to the same: the keys that they share, by ply, and an index.
    images: Option<(Vec<u64>, LifoIndex)>,
    /// Where players hold pieces: the keys and hands of the positions, by ply, and an index of the
    /// keys.
    boards: Option<(Vec<(u64, u32)>, LifoIndex)>,
    /// Code of the history, with which the root's begins.
    seed: u64,
    /// The bits of the situations, those of the history first, where they are kept.
    bits: Vec<u64>,
    /// Words of one of them.
    bit_words: usize,
    /// Words of those of the history.
    history_words: usize,
}

impl Path {
    /// An empty path. `history` are the repetition keys before the root that still matter, in
    /// order; `banned` those of them that are repetitions when they occur again.
    pub fn new(
        kind: PathCodeKind,
        history: impl Iterator<Item = u64>,
        banned: impl Iterator<Item = u64>,
    ) -> Self {
        let mut index = LifoIndex::new();
        for key in banned {
            index.push(key, 0);
        }
        let (mut seed, mut seen) = (HISTORY, std::collections::HashSet::new());
        for key in history {
            seed = match kind {
                PathCodeKind::Set if seen.insert(key) => seed ^ mix(SET ^ key),
                PathCodeKind::Set => seed,
                _ => mix(seed ^ key),
            };
        }
        let plies = Vec::new();
        let (images, boards, bits) = (None, None, Vec::new());
        Path { kind, plies, index, images, boards, seed, bits, bit_words: 0, history_words: 0 }
    }

    /// From now on the bits of each situation are kept, `words` of them; `history` are those of
    /// the positions before the root that still matter.
    pub fn keep_bits(&mut self, words: usize, history: Vec<u64>) {
        debug_assert!(self.plies.is_empty());
        (self.bit_words, self.history_words, self.bits) = (words, history.len(), history);
    }

    /// From now on the key is kept that each situation shares with its mirror images; `history` are
    /// those of the positions before the root that still matter.
    pub fn keep_images(&mut self, history: impl Iterator<Item = u64>) {
        debug_assert!(self.plies.is_empty());
        let mut index = LifoIndex::new();
        for key in history {
            index.push(key, 0);
        }
        self.images = Some((Vec::new(), index));
    }

    /// From now on the keys and hands of positions are kept by which the table knows them.
    pub fn keep_boards(&mut self) {
        debug_assert!(self.plies.is_empty());
        self.boards = Some((Vec::new(), LifoIndex::new()));
    }

    /// Whether these are kept.
    #[inline]
    pub fn keeps_boards(&self) -> bool {
        self.boards.is_some()
    }

    /// Key and hand of the position that has just been added.
    pub fn push_board(&mut self, key: u64, hand: u32) {
        let level = self.level();
        let (boards, index) = self.boards.as_mut().expect("boards are kept");
        boards.push((key, hand));
        index.push(key, level);
    }

    /// Levels and hands of the positions of the path that have this key.
    #[inline]
    pub fn with_board(&self, key: u64) -> impl Iterator<Item = (u32, u32)> {
        self.boards.iter().flat_map(move |(boards, index)| {
            index.find_all(key).map(|level| (level, boards[level as usize - 1].1))
        })
    }

    /// The name of the position at this level, if names are kept and the level is not the history.
    #[inline]
    pub fn board(&self, level: u32) -> Option<Name> {
        let (boards, _) = self.boards.as_ref()?;
        let &(key, hand) = boards.get(level.checked_sub(1)? as usize)?;
        Some(Name { key, hand })
    }

    /// Whether such keys are kept.
    #[inline]
    pub fn keeps_images(&self) -> bool {
        self.images.is_some()
    }

    /// Whether bits are kept.
    #[inline]
    pub fn keeps_bits(&self) -> bool {
        self.bit_words > 0
    }

    /// The shared key of the position that has just been added.
    pub fn push_image(&mut self, key: u64) {
        let level = self.level();
        let (keys, index) = self.images.as_mut().expect("images are kept");
        keys.push(key);
        index.push(key, level);
    }

    /// Room for the bits of the position that has just been added.
    pub fn push_bits(&mut self) -> &mut [u64] {
        let start = self.history_words + (self.plies.len() - 1) * self.bit_words;
        debug_assert_eq!(start, self.bits.len());
        self.bits.resize(start + self.bit_words, 0);
        &mut self.bits[start..]
    }

    /// The bits of the situations that can still recur.
    #[inline]
    pub fn recurring_bits(&self) -> &[u64] {
        match self.plies.last().map_or(0, |ply| ply.segment as usize) {
            0 => &self.bits,
            segment => &self.bits[self.history_words + (segment - 1) * self.bit_words..],
        }
    }

    /// How many positions are on the path; the level of the last one.
    #[inline]
    pub fn level(&self) -> u32 {
        self.plies.len() as u32
    }

    /// The level at which a position with this repetition key is on the path, the shallowest if
    /// there are several; 0 for the history.
    #[inline]
    pub fn find(&self, repetition_key: u64) -> Option<u32> {
        self.index.find(repetition_key)
    }

    /// Whether a situation is on the path whose key, the one it shares with its mirror images where
    /// it has any, has this lower half.
    #[inline]
    pub fn contains_half(&self, half: u32) -> bool {
        match &self.images {
            None => self.index.contains_half(half),
            Some((_, images)) => images.contains_half(half),
        }
    }

    /// Repetition key of the position at `level`, which must be at least 1 and on the path.
    #[inline]
    pub fn repetition_key(&self, level: u32) -> u64 {
        self.plies[level as usize - 1].repetition_key
    }

    /// The code that the path would have after one more move.
    #[inline]
    pub fn code_after(&self, repetition_key: u64, move_code: u32, irreversible: bool) -> u64 {
        let parent = self.plies.last().map_or(self.seed, |ply| ply.code);
        match self.kind {
            // The root counts as a move to it, so that two roots never share a code.
            PathCodeKind::MoveDepth if self.plies.is_empty() => mix(parent ^ repetition_key),
            PathCodeKind::MoveDepth => {
                let step = u64::from(self.level()) << 32 | u64::from(move_code);
                parent ^ mix(MOVE ^ mix(step))
            }
            PathCodeKind::Set if irreversible => HISTORY ^ mix(SET ^ repetition_key),
            PathCodeKind::Set if self.find(repetition_key).is_some() => parent,
            PathCodeKind::Set => parent ^ mix(SET ^ repetition_key),
            PathCodeKind::Chain if irreversible => mix(CHAIN ^ repetition_key),
            PathCodeKind::Chain => mix(parent.rotate_left(1) ^ repetition_key),
        }
    }

    /// Adds a position, reached by a move with this number.
    pub fn push(&mut self, repetition_key: u64, move_code: u32, irreversible: bool) {
        let code = self.code_after(repetition_key, move_code, irreversible);
        let level = self.level() + 1;
        let segment = match self.plies.last() {
            Some(_) if irreversible => level,
            Some(parent) => parent.segment,
            None => 0,
        };
        self.plies.push(Ply { repetition_key, code, segment });
        self.index.push(repetition_key, level);
    }

    /// Removes the last position.
    pub fn pop(&mut self) {
        let level = self.level();
        let ply = self.plies.pop().expect("pop without push");
        self.index.pop(ply.repetition_key, level);
        if let Some((keys, index)) = &mut self.images {
            index.pop(keys.pop().expect("an image per position"), level);
        }
        if let Some((boards, index)) = &mut self.boards {
            let (key, _) = boards.pop().expect("a board per position");
            index.pop(key, level);
        }
        if self.bit_words > 0 {
            self.bits.truncate(self.history_words + self.plies.len() * self.bit_words);
        }
    }

    /// The code of the path down to `level` (0: of the history), and the place of that level in a
    /// form that is the same on every path that [`Path::has_prefix`] accepts.
    pub fn prefix(&self, level: u32) -> (u64, u32) {
        let code = if level == 0 { self.seed } else { self.plies[level as usize - 1].code };
        (code, level - self.segment_base())
    }

    /// Whether codes cover this level. Not if an irreversible move comes after it: what is behind
    /// that relies on nothing before it, unless the path begins with a way that is none of moves
    /// ([`Below`](crate::Below)).
    pub fn has_place(&self, level: u32) -> bool {
        level >= self.segment_base()
    }

    /// Whether the path down to the given place has this code.
    pub fn has_prefix(&self, code: u64, place: u32) -> bool {
        let level = self.segment_base() + place;
        match level {
            0 => code == self.seed,
            _ if level <= self.level() => self.plies[level as usize - 1].code == code,
            _ => false,
        }
    }

    /// The levels that a result relies on which is bound to the prefix down to `place`: nothing
    /// before the segment can recur. `None` if the prefix ends before it, so that the result
    /// cannot belong here.
    pub fn prefix_levels(&self, place: u32) -> Option<(u32, u32)> {
        let min = self.plies.last().map_or(0, |ply| ply.segment);
        let max = self.segment_base() + place;
        (min <= max).then_some((min, max))
    }

    /// Places of a prefix count from here: the segment for chains, which restart, the history
    /// otherwise.
    fn segment_base(&self) -> u32 {
        match self.kind {
            PathCodeKind::MoveDepth => 0,
            PathCodeKind::Chain | PathCodeKind::Set => {
                self.plies.last().map_or(0, |ply| ply.segment)
            }
        }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.plies.capacity() * size_of::<Ply>() + self.index.bytes() + self.bits.capacity() * 8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn index_agrees_with_a_list_through_growth_and_duplicates() {
        let mut path = Path::new(PathCodeKind::Chain, [].into_iter(), [].into_iter());
        let mut list: Vec<u64> = Vec::new();
        let mut state = 1;
        for step in 0..20_000u64 {
            state = mix(state ^ step);
            // Few distinct keys, low bits alike: long runs and duplicates.
            if state % 5 < 3 || list.is_empty() {
                let key = (state >> 8) % 700 * 64;
                path.push(key, 0, false);
                list.push(key);
            } else {
                path.pop();
                list.pop();
            }
            let wanted = (state >> 40) % 700 * 64;
            let expected = list.iter().position(|&key| key == wanted).map(|i| i as u32 + 1);
            assert_eq!(path.find(wanted), expected);
            assert_eq!(path.contains_half(wanted as u32), expected.is_some());
        }
    }

    #[test]
    fn chains_with_the_same_reversible_tail_have_the_same_code() {
        let tail = |first: &[u64]| {
            let mut path = Path::new(PathCodeKind::Chain, [].into_iter(), [].into_iter());
            for &key in first {
                path.push(key, 0, false);
            }
            path.push(50, 0, true);
            path.push(51, 0, false);
            path
        };
        let (a, b) = (tail(&[1, 2, 3]), tail(&[4]));
        assert_eq!(a.prefix(a.level()), b.prefix(b.level()));
        let (code, place) = a.prefix(a.level() - 1);
        assert!(b.has_prefix(code, place));
        assert_eq!(b.prefix_levels(place), Some((2, b.level() - 1)));
    }

    #[test]
    fn codes_of_sets_depend_on_the_set_alone() {
        let code = |history: &[u64], keys: &[u64]| {
            let kind = PathCodeKind::Set;
            let mut path = Path::new(kind, history.iter().copied(), history.iter().copied());
            keys.iter().for_each(|&key| path.push(key, 0, false));
            path.prefix(path.level()).0
        };
        assert_eq!(code(&[], &[1, 2, 3, 4]), code(&[], &[3, 1, 2, 4]));
        assert_eq!(code(&[], &[1, 2, 3, 2]), code(&[], &[1, 2, 3]), "a pass repeats");
        assert_eq!(code(&[9, 8, 9], &[1, 9, 2]), code(&[8, 9], &[2, 1]));
        assert_ne!(code(&[9], &[1, 2]), code(&[], &[1, 2]));
        assert_ne!(code(&[], &[1, 2]), code(&[], &[1, 3]));
    }

    #[test]
    fn bits_follow_the_path() {
        let mut path = Path::new(PathCodeKind::Set, [1].into_iter(), [1].into_iter());
        path.keep_bits(2, vec![10, 11]);
        for i in 2..5 {
            path.push(i, 0, i == 4);
            path.push_bits().copy_from_slice(&[i, i]);
        }
        assert_eq!(path.recurring_bits(), [4, 4], "since the irreversible move");
        path.pop();
        assert_eq!(path.recurring_bits(), [10, 11, 2, 2, 3, 3]);
    }

    #[test]
    fn codes_depend_on_order_and_history() {
        for kind in [PathCodeKind::Chain, PathCodeKind::MoveDepth] {
            let code = |history: &[u64], keys: &[u64]| {
                let mut path = Path::new(kind, history.iter().copied(), [].into_iter());
                for &key in keys {
                    path.push(key, key as u32, false);
                }
                path.prefix(path.level()).0
            };
            assert_ne!(code(&[], &[1, 2, 3, 4]), code(&[], &[1, 3, 2, 4]));
            assert_ne!(code(&[], &[1, 2]), code(&[9], &[1, 2]));
        }
    }
}
