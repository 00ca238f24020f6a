//! What a shrinker takes away.

use threefold_graph::GraphGame;
use threefold_lab::{Shrink, shrink, smaller_games};

struct Game(GraphGame);

impl Shrink for Game {
    fn smaller(&self) -> Box<dyn Iterator<Item = Self> + '_> {
        Box::new(smaller_games(&self.0).map(|smaller| Game(smaller.game)))
    }
}

#[test]
fn positions_moves_and_marks_are_taken_away() {
    let text = "threefold game 1\nrule: draw\nroot: A\nA first: B! C\nB second: C D!\n\
                C win-first\nD draw\n";
    let file = threefold_graph::parse(text).unwrap();
    let marks = |game: &GraphGame| {
        let edges = game.nodes().iter().flat_map(|node| node.edges());
        edges.filter(|edge| edge.is_irreversible()).count()
    };
    assert_eq!(marks(&file.game), 2);
    let has = |game: &Game, name| game.0.find(name).is_some();
    let small = shrink(Game(file.game.clone()), |game| has(game, "A") && has(game, "D"));
    assert_eq!((small.0.nodes().len(), marks(&small.0)), (2, 0));
    assert!(small.0.nodes().iter().all(|node| node.edges().is_empty()));
    // A mark alone.
    let needed = |game: &Game| game.0.nodes().iter().map(|node| node.edges().len()).sum::<usize>();
    let small = shrink(Game(file.game), |game| needed(game) == 4 && marks(&game.0) > 0);
    assert_eq!((small.0.nodes().len(), marks(&small.0)), (4, 1));
}
