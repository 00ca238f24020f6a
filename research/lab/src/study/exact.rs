//! The exact value of a graph game under the draw rule, history included, at any size.

use threefold_game::{Game, History, Occurrences, Outcome, Player, RepetitionRule};
use threefold_graph::{GraphGame, NodeId, Status};

/// Who wins from the root of `history`, if going back to a position of the history is a draw, or
/// going back to one that has been there as often as the game wants
/// ([`OccurrenceRule`](threefold_graph::OccurrenceRule)).
///
/// Such positions are taken for finished, drawn games, and the rest is solved backwards.
/// A player who wins this game wins it by the quickest way, on which no position occurs twice; one
/// who does not win it cannot win with repetitions counted as draws either. So this is the value
/// under the rule, found in time linear in the game where a search tries every path.
pub(super) fn exact_value(game: &GraphGame, history: &History<GraphGame>) -> Outcome {
    value_beyond(game, &drawn(game, history), *history.root())
}

/// The positions before the root whose next occurrence is a draw.
pub(super) fn drawn(game: &GraphGame, history: &History<GraphGame>) -> Vec<NodeId> {
    let before = history.positions().iter().copied();
    Occurrences::count(game, RepetitionRule::Draw, before).deciding().copied().collect()
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
    use threefold_graph::OccurrenceRule;
    use threefold_oracle::exhaustive_value;

    use super::*;
    use crate::study::{ScoredCase, Setting, TableUse};

    #[test]
    fn solving_backwards_with_the_history_drawn_agrees_with_trying_every_path() {
        for occurrences in [OccurrenceRule::default(), OccurrenceRule::CHESS] {
            let (mut wins, mut with_history, mut changed) = (0, 0, 0);
            for index in 0..2000 {
                let setting = Setting::Complete { levels: 3 };
                let kind = (RepetitionRule::Draw, occurrences);
                let case = ScoredCase::random_by(11, index, 9, kind, setting, TableUse::Cleared);
                for root in case.roots() {
                    let value = exhaustive_value(&case.game, &root, 100_000);
                    let Some(value) = value else { continue };
                    assert_eq!(exact_value(&case.game, &root), value, "case {index}");
                    wins += u32::from(value != Outcome::Draw);
                    with_history += u32::from(root.moves().len() > 1);
                    let alone = exact_value(&case.game, &History::new(*root.root()));
                    changed += u32::from(alone != value);
                }
            }
            assert!(wins > 500 && with_history > 500, "{wins} {with_history}");
            assert!(changed > 10, "the history decides now and then: {changed}");
        }
    }
}
