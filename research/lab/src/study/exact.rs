//! The exact value of a graph game under the draw rule, history included, at any size.

use threefold_game::{Game, History, Outcome, Player};
use threefold_graph::{GraphGame, NodeId, Status};

/// Who wins from the root of `history`, if going back to a position of the history is a draw.
///
/// Positions of the history are taken for finished, drawn games, and the rest is solved backwards.
/// A player who wins this game wins it by the quickest way, on which no position occurs twice; one
/// who does not win it cannot win with repetitions counted as draws either. So this is the value
/// under the rule, found in time linear in the game where a search tries every path.
pub(super) fn exact_value(game: &GraphGame, history: &History<GraphGame>) -> Outcome {
    let positions = history.positions();
    value_beyond(game, positions, *history.root())
}

/// The value of `root` with all of `before` drawn.
pub(super) fn value_beyond(game: &GraphGame, before: &[NodeId], root: NodeId) -> Outcome {
    if before.contains(&root) {
        return Outcome::Draw;
    }
    let winner_is = |player: Player| wins(game, before, player)[root.index()];
    match [Player::First, Player::Second].into_iter().find(|&player| winner_is(player)) {
        Some(player) => Outcome::Win(player),
        None => Outcome::Draw,
    }
}

/// Where `player` wins, by position.
fn wins(game: &GraphGame, before: &[NodeId], player: Player) -> Vec<bool> {
    let mut won = vec![false; game.nodes().len()];
    loop {
        let mut changed = false;
        for id in game.ids() {
            if won[id.index()] || before.contains(&id) {
                continue;
            }
            let edges = game.node(id).edges();
            let reached = |edge: &threefold_graph::Edge| won[edge.to().index()];
            let wins = match game.node(id).status() {
                Status::Over(outcome) => outcome == Outcome::Win(player),
                Status::Turn(_) if edges.is_empty() => game.stuck(&id) == Outcome::Win(player),
                Status::Turn(mover) if mover == player => edges.iter().any(reached),
                Status::Turn(_) => edges.iter().all(reached),
            };
            won[id.index()] = wins;
            changed |= wins;
        }
        if !changed {
            return won;
        }
    }
}

#[cfg(test)]
mod tests {
    use threefold_game::RepetitionRule;
    use threefold_oracle::exhaustive_value;

    use super::*;
    use crate::study::{ScoredCase, Setting, TableUse};

    #[test]
    fn solving_backwards_with_the_history_drawn_agrees_with_trying_every_path() {
        let (mut wins, mut with_history) = (0, 0);
        for index in 0..2000 {
            let setting = Setting::Complete { levels: 3 };
            let rule = RepetitionRule::Draw;
            let case = ScoredCase::random(11, index, 9, rule, setting, TableUse::Cleared);
            for root in case.roots() {
                let Some(value) = exhaustive_value(&case.game, &root, 100_000) else { continue };
                assert_eq!(exact_value(&case.game, &root), value, "case {index}");
                wins += u32::from(value != Outcome::Draw);
                with_history += u32::from(root.moves().len() > 1);
            }
        }
        assert!(wins > 500 && with_history > 500, "{wins} {with_history}");
    }
}
