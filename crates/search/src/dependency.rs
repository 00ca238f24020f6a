//! The ancestors that a result relies on.
//!
//! ```text
//!   level 0            the history before the root: never left
//!   level 1            the root
//!   level k            the position k-1 plies below the root
//! ```
//! A disproof under `AttackerLoses` relies on the ancestors that its lines return to. It holds on
//! every path that contains them. When the search leaves the position at level k, that position is
//! struck off; a result that relies on nothing any more is unconditional (loop closing).
//!
//! Up to [`INLINE`] levels are kept one by one. More become a range, which says less: "on some of
//! the ancestors from level `min` to level `max`".

/// How many levels are kept exactly. On drawn pawn endings more than half of the twins rely on a
/// single ancestor and three quarters on at most four; a larger set makes every child of every open
/// position larger.
const INLINE: usize = 4;
const RANGE: u8 = u8::MAX;
/// The only item is a number of [`Conditions`](crate::conditional::Conditions).
const CONDITIONS: u8 = u8::MAX - 1;

/// A set of levels of the current path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dependencies {
    /// `RANGE`, `CONDITIONS`, or the number of levels in `items`.
    len: u8,
    /// Levels in descending order; for a range: `[max, min, ..]`.
    items: [u32; INLINE],
}

impl Dependencies {
    /// Relies on nothing.
    pub const NONE: Dependencies = Dependencies { len: 0, items: [0; INLINE] };

    /// Relies on the path as a whole: under superko every result that met a repetition.
    pub const PATH: Dependencies = Dependencies { len: RANGE, items: [u32::MAX, 0, 0, 0] };

    /// Relies on one ancestor.
    pub fn on(level: u32) -> Self {
        let mut items = [0; INLINE];
        items[0] = level;
        Dependencies { len: 1, items }
    }

    /// Relies on any of the ancestors from level `min` down to level `max`.
    pub fn between(min: u32, max: u32) -> Self {
        debug_assert!(min <= max);
        Dependencies { len: RANGE, items: [max, min, 0, 0] }
    }

    /// Relies on the conditions with this number, under superko.
    pub fn on_conditions(number: u32) -> Self {
        Dependencies { len: CONDITIONS, items: [number, 0, 0, 0] }
    }

    /// The number of the conditions it relies on, if it is of that sort.
    pub fn conditions(&self) -> Option<u32> {
        (self.len == CONDITIONS).then_some(self.items[0])
    }

    pub fn is_none(&self) -> bool {
        self.len == 0
    }

    /// The deepest level relied on.
    pub fn deepest(&self) -> u32 {
        self.items[0]
    }

    /// The levels, deepest first, if they are known one by one.
    pub fn exact(&self) -> Option<&[u32]> {
        (self.len < CONDITIONS).then(|| &self.items[..self.len as usize])
    }

    fn shallowest(&self) -> u32 {
        match self.len {
            0 => u32::MAX,
            RANGE | CONDITIONS => self.items[1],
            n => self.items[n as usize - 1],
        }
    }

    /// How much a result is worth less for relying on this: fewer levels first, deeper first.
    pub fn weight(&self) -> (u8, u32) {
        (self.len, u32::MAX - self.shallowest())
    }

    /// The union.
    pub fn merge(&mut self, other: &Dependencies) {
        debug_assert!(self.len != CONDITIONS && other.len != CONDITIONS, "gathered elsewhere");
        if other.len == 0 {
            return;
        }
        if self.len == 0 {
            *self = *other;
            return;
        }
        if let (Some(a), Some(b)) = (self.exact(), other.exact()) {
            let mut items = [0; INLINE];
            let (mut i, mut j, mut n) = (0, 0, 0);
            while i < a.len() || j < b.len() {
                let next = match (a.get(i), b.get(j)) {
                    (Some(&x), Some(&y)) => x.max(y),
                    (Some(&x), None) => x,
                    (None, Some(&y)) => y,
                    (None, None) => unreachable!("the loop ends before"),
                };
                i += usize::from(a.get(i) == Some(&next));
                j += usize::from(b.get(j) == Some(&next));
                if n == INLINE {
                    break;
                }
                items[n] = next;
                n += 1;
                if i == a.len() && j == b.len() {
                    *self = Dependencies { len: n as u8, items };
                    return;
                }
            }
        }
        let max = self.deepest().max(other.deepest());
        let min = self.shallowest().min(other.shallowest());
        *self = Dependencies { len: RANGE, items: [max, min, 0, 0] };
    }

    /// Strikes off the position at `level`, which is being left; nothing deeper may be left.
    pub fn leave(&mut self, level: u32) {
        match self.len {
            0 | CONDITIONS => {}
            RANGE => {
                if self.items[0] >= level && self.items[0] != u32::MAX {
                    if self.items[1] >= level {
                        *self = Dependencies::NONE;
                    } else {
                        self.items[0] = level - 1;
                    }
                }
            }
            n => {
                debug_assert!(self.items[0] <= level, "a result relies on a position below it");
                if self.items[0] == level {
                    self.items.copy_within(1.., 0);
                    self.items[INLINE - 1] = 0;
                    self.len = n - 1;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(levels: &[u32]) -> Dependencies {
        let mut all = Dependencies::NONE;
        for &level in levels {
            all.merge(&Dependencies::on(level));
        }
        all
    }

    #[test]
    fn small_sets_are_exact() {
        let all = set(&[3, 7, 3, 5]);
        assert_eq!(all.exact(), Some(&[7, 5, 3][..]));
        let mut four = all;
        four.merge(&set(&[1, 3, 7]));
        assert_eq!(four.exact(), Some(&[7, 5, 3, 1][..]));
    }

    #[test]
    fn large_sets_become_a_range_that_covers_them() {
        let all = set(&[2, 4, 6, 8, 10]);
        assert_eq!(all.exact(), None);
        assert_eq!((all.deepest(), all.shallowest()), (10, 2));
    }

    #[test]
    fn leaving_strikes_off_the_position_itself() {
        let mut all = set(&[3, 5]);
        all.leave(6);
        all.leave(5);
        assert_eq!(all.exact(), Some(&[3][..]));
        all.leave(4);
        all.leave(3);
        assert!(all.is_none());

        let mut range = set(&[4, 5, 6, 7, 8]);
        range.leave(8);
        assert_eq!((range.deepest(), range.shallowest()), (7, 4));
        for level in (4..8).rev() {
            range.leave(level);
        }
        assert!(range.is_none());
    }

    #[test]
    fn history_and_whole_path_are_never_left() {
        let mut history = Dependencies::on(0);
        history.leave(1);
        assert!(!history.is_none());
        let mut path = Dependencies::PATH;
        path.leave(1);
        assert_eq!(path, Dependencies::PATH);
        let mut below = Dependencies::between(0, 5);
        for level in (1..=5).rev() {
            below.leave(level);
        }
        assert!(!below.is_none());
    }
}
