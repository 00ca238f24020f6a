//! Campbell's theorems and corollaries (1985, section 3) on random trees, as printed and with "at
//! most" where the scan may hide it.
//!
//! In both theorems one tree is the other one with draws: some positions are worth the draw, and
//! what is below them is gone. Theorem 1 says what the tree with draws tells of the one without,
//! Theorem 2 the reverse. Values are seen from Max, the draw is 0.

use proptest::prelude::*;

#[derive(Clone, Debug)]
enum Tree {
    Over(i32),
    Max(Vec<Tree>),
    Min(Vec<Tree>),
}

impl Tree {
    fn value(&self) -> i32 {
        let values = |children: &[Tree]| children.iter().map(Tree::value).collect::<Vec<_>>();
        match self {
            Tree::Over(value) => *value,
            Tree::Max(children) => values(children).into_iter().max().expect("no empty position"),
            Tree::Min(children) => values(children).into_iter().min().expect("no empty position"),
        }
    }

    /// The same tree with a draw in place of each position where `coins` has a 0, in order.
    fn with_draws(&self, coins: &mut impl Iterator<Item = u8>) -> Tree {
        if coins.next() == Some(0) {
            return Tree::Over(0);
        }
        let mut all = |children: &[Tree]| children.iter().map(|t| t.with_draws(coins)).collect();
        match self {
            Tree::Over(value) => Tree::Over(*value),
            Tree::Max(children) => Tree::Max(all(children)),
            Tree::Min(children) => Tree::Min(all(children)),
        }
    }
}

fn tree() -> impl Strategy<Value = Tree> {
    (-3..=3).prop_map(Tree::Over).prop_recursive(5, 64, 3, |inner| {
        let children = prop::collection::vec(inner, 1..=3);
        (any::<bool>(), children)
            .prop_map(|(max, children)| if max { Tree::Max(children) } else { Tree::Min(children) })
    })
}

/// Values of a tree without the draws and with them.
fn pair() -> impl Strategy<Value = (i32, i32)> {
    (tree(), prop::collection::vec(0_u8..6, 200)).prop_map(|(tree, coins)| {
        let drawn = tree.with_draws(&mut coins.into_iter());
        (tree.value(), drawn.value())
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 4000,
        failure_persistence: None,
        ..Default::default()
    })]

    /// Theorem 1, cases 1 and 3, with "at most" and "at least".
    #[test]
    fn a_value_below_the_draw_is_an_upper_bound_without_the_draws((plain, drawn) in pair()) {
        prop_assert!(drawn >= 0 || plain <= drawn);
        prop_assert!(drawn <= 0 || plain >= drawn);
    }

    /// Theorem 2, with the draw itself allowed in cases 1 and 3.
    #[test]
    fn draws_move_a_value_towards_the_draw_and_not_past_it((plain, drawn) in pair()) {
        prop_assert!(plain >= 0 || plain <= drawn && drawn <= 0);
        prop_assert!(plain != 0 || drawn == 0);
        prop_assert!(plain <= 0 || plain >= drawn && drawn >= 0);
    }

    /// The corollaries, if "no difficulties" means that the question "at least a draw?" has the
    /// same answer: draw-first where the value with the draws is below the draw, draw-last where
    /// the value without them is not.
    #[test]
    fn the_side_of_the_draw_is_kept_where_the_corollaries_say((plain, drawn) in pair()) {
        prop_assert!(drawn >= 0 || plain < 0);
        prop_assert!(plain < 0 || drawn >= 0);
    }
}

fn max<const N: usize>(children: [i32; N]) -> Tree {
    Tree::Max(children.map(Tree::Over).into())
}

/// As printed, with "less than" in Theorem 1 and without the draw in Theorem 2, both are false: a
/// draw that decides nothing changes nothing, and one that decides makes the value the draw.
#[test]
fn strictly_less_is_false_in_both_theorems() {
    // Theorem 1, cases 1 and 3. The second child of a position of Min becomes a draw.
    let (plain, drawn) =
        (Tree::Min(vec![max([-1]), max([2])]), Tree::Min(vec![max([-1]), max([0])]));
    assert_eq!((plain.value(), drawn.value()), (-1, -1));
    let (plain, drawn) = (max([1, -2]), max([1, 0]));
    assert_eq!((plain.value(), drawn.value()), (1, 1));
    // Theorem 2, cases 1 and 3. The only child becomes a draw.
    for value in [-1, 1] {
        assert_eq!((max([value]).value(), max([0]).value()), (value, 0));
    }
}

/// Theorem 1, case 2: with the draws the value is the draw, and without them it is anything. The
/// corollaries do not hold one case further, nor for the value itself.
#[test]
fn nothing_more_holds_than_the_theorems_say() {
    for value in [-2, 0, 2] {
        assert_eq!((max([value]).value(), max([0]).value()), (value, 0));
    }
    // Draw-first with a value below the draw: the side is the same, the value is not.
    let (plain, drawn) =
        (Tree::Min(vec![max([-1]), max([-2])]), Tree::Min(vec![max([-1]), max([0])]));
    assert_eq!((plain.value(), drawn.value()), (-2, -1));
    // Draw-last with a value above the draw: the same, and a win may be gone.
    assert_eq!((max([2]).value(), max([0]).value()), (2, 0));
    // Draw-first with the draw, draw-last with a value below it: not even the side.
    assert_eq!((max([-2]).value() >= 0, max([0]).value() >= 0), (false, true));
}
