//! What a result relies on.
//!
//! Where a repetition is a result, on the ancestors that its lines return to:
//!
//! ```text
//!   level 0            the history before the root: never left
//!   level 1            the root
//!   level k            the position k-1 plies below the root
//! ```
//! A disproof under `AttackerLoses` holds on every path that contains them. When the search leaves
//! the position at level k, that position is struck off; a result that relies on nothing any more
//! is unconditional (loop closing). Up to [`INLINE`] levels are kept one by one. More become a
//! range, which says less: "on some of the ancestors from level `min` to level `max`".
//!
//! Under superko, on conditions or on the path as a whole ([`conditional`](crate::conditional)).

/// How many levels are kept exactly. On drawn pawn endings more than half of the twins rely on a
/// single ancestor and three quarters on at most four; a larger set makes every child of every open
/// position larger.
const INLINE: usize = 4;

/// What a result relies on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reliance {
    /// It holds on every path.
    Nothing,
    /// These ancestors: the first `len` of `items`, in descending order; the others are 0.
    Levels { len: u8, items: [u32; INLINE] },
    /// Any of the ancestors from level `min` down to level `max`.
    Range { min: u32, max: u32 },
    /// The conditions with this number, under superko.
    Conditions(u32),
    /// The path as a whole: under superko every result that met a repetition and has no conditions.
    Path,
}

/// Every child of every open position has one.
const _: () = assert!(size_of::<Reliance>() == 20);

impl Reliance {
    /// Relies on one ancestor.
    #[inline]
    pub fn on(level: u32) -> Self {
        let mut items = [0; INLINE];
        items[0] = level;
        Reliance::Levels { len: 1, items }
    }

    #[inline]
    pub fn is_nothing(&self) -> bool {
        matches!(self, Reliance::Nothing)
    }

    /// The number of the conditions it relies on, if it is of that sort.
    pub fn conditions(&self) -> Option<u32> {
        match *self {
            Reliance::Conditions(number) => Some(number),
            _ => None,
        }
    }

    /// The levels, deepest first, if they are known one by one.
    fn exact(&self) -> Option<&[u32]> {
        match self {
            Reliance::Nothing => Some(&[]),
            Reliance::Levels { len, items } => Some(&items[..*len as usize]),
            _ => None,
        }
    }

    /// The shallowest and the deepest level. Of what is no ancestor there are none; what relies on
    /// the path may rely on all.
    pub fn ends(&self) -> (u32, u32) {
        match *self {
            Reliance::Nothing | Reliance::Conditions(_) => (u32::MAX, 0),
            Reliance::Levels { len, items } => (items[len as usize - 1], items[0]),
            Reliance::Range { min, max } => (min, max),
            Reliance::Path => (0, u32::MAX),
        }
    }

    /// How much a result is worth less for relying on this: fewer levels first, deeper first.
    /// Conditions have a weight of their own.
    pub fn weight(&self) -> (usize, usize) {
        let shallow = |level: u32| (u32::MAX - level) as usize;
        match *self {
            Reliance::Nothing => (0, 0),
            Reliance::Levels { len, items } => (len.into(), shallow(items[len as usize - 1])),
            Reliance::Range { min, .. } => (usize::MAX, shallow(min)),
            Reliance::Conditions(_) | Reliance::Path => (usize::MAX, shallow(0)),
        }
    }

    /// The union. Conditions are no part of it: they lie on a stack
    /// ([`Conditions`](crate::conditional::Conditions)), where they are gathered.
    #[inline]
    pub fn merge(&mut self, other: &Reliance) {
        match (&*self, other) {
            (_, Reliance::Nothing | Reliance::Conditions(_)) => {}
            (Reliance::Nothing, _) => *self = *other,
            (Reliance::Path, _) => {}
            _ => self.unite(other),
        }
    }

    fn unite(&mut self, other: &Reliance) {
        if matches!(other, Reliance::Path) {
            *self = Reliance::Path;
            return;
        }
        if let (Some(a), Some(b)) = (self.exact(), other.exact())
            && let Some(union) = union(a, b)
        {
            *self = union;
            return;
        }
        let ((min, max), (others_min, others_max)) = (self.ends(), other.ends());
        *self = Reliance::Range { min: min.min(others_min), max: max.max(others_max) };
    }

    /// Strikes off the position at `level`, which is being left; nothing deeper may be left.
    pub fn leave(&mut self, level: u32) {
        match self {
            Reliance::Nothing | Reliance::Conditions(_) | Reliance::Path => {}
            Reliance::Range { min, max } if *max >= level => {
                if *min >= level {
                    *self = Reliance::Nothing;
                } else {
                    *max = level - 1;
                }
            }
            Reliance::Range { .. } => {}
            Reliance::Levels { len, items } => {
                debug_assert!(items[0] <= level, "a result relies on a position below it");
                if items[0] != level {
                } else if *len == 1 {
                    *self = Reliance::Nothing;
                } else {
                    items.copy_within(1.., 0);
                    items[INLINE - 1] = 0;
                    *len -= 1;
                }
            }
        }
    }
}

/// The union of two sets of levels in descending order, if it is small enough.
fn union(a: &[u32], b: &[u32]) -> Option<Reliance> {
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
        *items.get_mut(n)? = next;
        n += 1;
    }
    Some(Reliance::Levels { len: n as u8, items })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(levels: &[u32]) -> Reliance {
        let mut all = Reliance::Nothing;
        for &level in levels {
            all.merge(&Reliance::on(level));
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
        assert_eq!(set(&[2, 4, 6, 8, 10]), Reliance::Range { min: 2, max: 10 });
    }

    #[test]
    fn leaving_strikes_off_the_position_itself() {
        let mut all = set(&[3, 5]);
        all.leave(6);
        all.leave(5);
        assert_eq!(all.exact(), Some(&[3][..]));
        all.leave(4);
        all.leave(3);
        assert!(all.is_nothing());

        let mut range = set(&[4, 5, 6, 7, 8]);
        range.leave(8);
        assert_eq!(range, Reliance::Range { min: 4, max: 7 });
        for level in (4..8).rev() {
            range.leave(level);
        }
        assert!(range.is_nothing());
    }

    #[test]
    fn history_and_whole_path_are_never_left() {
        let mut history = Reliance::on(0);
        history.leave(1);
        assert!(!history.is_nothing());
        let mut path = Reliance::Path;
        path.leave(1);
        assert_eq!(path, Reliance::Path);
        let mut below = Reliance::Range { min: 0, max: 5 };
        for level in (1..=5).rev() {
            below.leave(level);
        }
        assert!(!below.is_nothing());
    }

    #[test]
    fn the_whole_path_swallows_everything_and_weighs_most() {
        let mut all = set(&[3, 5]);
        all.merge(&Reliance::Path);
        all.merge(&set(&[2]));
        assert_eq!(all, Reliance::Path);
        let weights = [Reliance::Nothing, set(&[9]), set(&[2]), set(&[2, 9]), Reliance::Path];
        assert!(weights.is_sorted_by(|a, b| a.weight() < b.weight()));
    }
}
