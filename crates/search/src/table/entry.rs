//! One entry of the table: 32 bytes, two to a cache line.
//!
//! ```text
//!   word 0   key                                     64   (0: the entry is empty)
//!   word 1   unsolved, leaf: pn 32 | dn 32          twin: first ancestor's key, or prefix's code
//!   word 2   base, leaf:     hand 32 | min depth 32  twin: second ancestor's key, or place
//!   word 3   move 32 | length 16 | work 12 | kind 4
//! ```
//! Keys stand first because a look-up reads them first; the words a kind does not need are shared
//! between kinds, so that two entries fill a line exactly.

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

/// An entry, as it lies in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Entry(pub [u64; 4]);

const _: () = assert!(size_of::<Entry>() == 32);

/// A move number that no game uses.
pub(crate) const NO_MOVE: u32 = u32::MAX;

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

    /// What the game said of a leaf; solved if one of the numbers is 0.
    pub fn leaf(key: u64, hand: u32, pn: u32, dn: u32, mv: u32, length: u16) -> Self {
        Entry([
            key,
            u64::from(pn) << 32 | u64::from(dn),
            u64::from(hand) << 32,
            u64::from(mv) << 32 | u64::from(length) << 16 | Kind::Leaf as u64,
        ])
    }

    /// A solved entry; `words` are what the kind says they are.
    pub fn solved(
        key: u64,
        kind: Kind,
        proven: bool,
        words: [u64; 2],
        mv: u32,
        length: u16,
    ) -> Self {
        let kind = kind as u64 | if proven { PROVEN } else { 0 };
        Entry([key, words[0], words[1], u64::from(mv) << 32 | u64::from(length) << 16 | kind])
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

    /// What the entry is worth when a place is needed: leaves go first, then bounds, then twins,
    /// base results last, and within a class what took the least work.
    #[inline]
    pub fn value(&self) -> u32 {
        let class = match self.kind() {
            Kind::Empty => return 0,
            Kind::Leaf => return 1,
            Kind::Bounds => 1,
            Kind::Candidate => 2,
            Kind::Ancestors | Kind::Prefix | Kind::ExactPath => 3,
            Kind::Base => 4,
        };
        class << 12 | (self.0[3] >> 4 & WORK_MAX) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_do_not_touch_each_other() {
        let entry = Entry::bounds(7, 0xFFFF_FFFF, 1, 0xFFFF_FFFF, 3).with_work(1 << 40);
        assert_eq!((entry.pn(), entry.dn()), (1, 0xFFFF_FFFF));
        assert_eq!((entry.hand(), entry.min_depth()), (0xFFFF_FFFF, 3));
        assert_eq!(entry.kind(), Kind::Bounds);
        let entry =
            Entry::solved(7, Kind::Candidate, true, [1, 2], NO_MOVE - 1, 0xFFFF).with_work(9);
        assert_eq!((entry.mv(), entry.length()), (NO_MOVE - 1, 0xFFFF));
        assert!(entry.is_proven());
        assert_eq!(entry.kind(), Kind::Candidate);
    }

    #[test]
    fn value_orders_by_class_and_then_by_work() {
        let bounds = Entry::bounds(1, 0, 1, 1, 0).with_work(1 << 30);
        let twin = Entry::solved(1, Kind::Prefix, false, [0, 0], 0, 0).with_work(1);
        let base = Entry::solved(1, Kind::Base, false, [0, 0], 0, 0).with_work(1);
        assert!(bounds.value() < twin.value() && twin.value() < base.value());
        assert!(base.value() < base.with_work(5).value());
    }
}
