//! Random games with many ways round in a circle.

use std::collections::HashMap;

use threefold_game::{Game, History, Outcome, Player, RepetitionRule, SplitMix};

use crate::builder::number_boards;
use crate::components::components;
use crate::{Edge, GraphGame, Node, NodeId, Status};

/// A kind of random game: the parameters of the generator.
///
/// The same parameters and the same seed give the same game for ever. The game's first position
/// is the one to ask about ([`RandomGraph::ROOT`]). The standard values of
/// [`RandomGraph::new`] were chosen so that repetition matters: a table with one entry per
/// position gives wrong answers in more than 0.3 % of the games of 12 positions under superko.
///
/// ```
/// use threefold_graph::RandomGraph;
/// let kind = RandomGraph { shared_boards: 40, ..RandomGraph::new(12) };
/// assert_eq!(kind.generate(7), kind.generate(7));
/// assert_ne!(kind.generate(7), kind.generate(8));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomGraph {
    /// How many positions, results included; at least 1.
    pub positions: u32,
    /// The fewest successors of a position that is not over.
    pub min_moves: u32,
    /// The most. A position never has more successors than there are others to go to.
    pub max_moves: u32,
    /// How many in a hundred positions have a result. The first position never has one.
    pub results: u32,
    /// How many in a hundred results are draws.
    pub draws: u32,
    /// Whether the players take turns, instead of the player to move being random everywhere.
    pub alternating: bool,
    /// How many in a hundred positions share their board with another one.
    pub shared_boards: u32,
    /// How many in a hundred moves that could be a pass are one (those to a later position, so
    /// that passes do not go round in a circle).
    pub passes: u32,
    /// How many in a hundred moves from which no way leads back are marked as irreversible.
    pub irreversible: u32,
}

impl RandomGraph {
    /// The number of the position to ask about.
    pub const ROOT: NodeId = NodeId(0);

    /// Games of `positions` positions with the standard parameters: 1 to 3 moves each, the
    /// player to move random, every eighth position a win of one player, no draws, no
    /// shared boards, no passes, nothing marked.
    pub fn new(positions: u32) -> Self {
        RandomGraph {
            positions,
            min_moves: 1,
            max_moves: 3,
            results: 12,
            draws: 0,
            alternating: false,
            shared_boards: 0,
            passes: 0,
            irreversible: 0,
        }
    }

    /// The game with this seed.
    pub fn generate(&self, seed: u64) -> GraphGame {
        let mut random = SplitMix::new(seed);
        let count = self.positions.max(1) as usize;
        let status: Vec<Status> = (0..count).map(|i| self.status(i, &mut random)).collect();
        let board = self.boards(count, &mut random);
        let mut edges = self.edges(&status, &mut random);
        self.mark(&board, &mut edges, &mut random);

        // Not by the builder, which could refuse: here nothing can be wrong.
        let mut nodes: Vec<Node> = (0..count)
            .map(|i| Node { name: name(i), status: status[i], board: 0, edges: Vec::new() })
            .collect();
        for (from, edge) in edges {
            nodes[from.index()].edges.push(edge);
        }
        let labels: Vec<Option<String>> =
            board.iter().map(|&board| Some(name(board as usize))).collect();
        let boards = number_boards(&mut nodes, &labels);
        let names = (0..count).map(|i| (name(i), NodeId(i as u32))).collect();
        GraphGame::from_parts(nodes, names, boards)
    }

    fn status(&self, i: usize, random: &mut SplitMix) -> Status {
        if i > 0 && random.percent(self.results) {
            if random.percent(self.draws) {
                return Status::Over(Outcome::Draw);
            }
            return Status::Over(Outcome::Win(Player::ALL[random.index(2)]));
        }
        let player = if self.alternating { i % 2 } else { random.index(2) };
        Status::Turn(Player::ALL[player])
    }

    /// For each position the one whose name labels its board.
    fn boards(&self, count: usize, random: &mut SplitMix) -> Vec<u32> {
        let mut board: Vec<u32> = (0..count as u32).collect();
        for i in 1..count {
            if random.percent(self.shared_boards) {
                board[i] = board[random.index(i)];
            }
        }
        board
    }

    fn edges(&self, status: &[Status], random: &mut SplitMix) -> Vec<(NodeId, Edge)> {
        let (least, most) = (self.min_moves as usize, self.max_moves as usize);
        let mut edges = Vec::new();
        for (i, &from) in status.iter().enumerate() {
            let Status::Turn(mover) = from else { continue };
            let mut targets: Vec<usize> = (0..status.len())
                .filter(|&to| to != i)
                .filter(|&to| !self.alternating || status[to] != Status::Turn(mover))
                .collect();
            let wanted = least + random.index((most + 1).saturating_sub(least));
            for _ in 0..wanted.min(targets.len()) {
                let to = targets.swap_remove(random.index(targets.len()));
                edges.push((NodeId(i as u32), Edge::new(NodeId(to as u32))));
            }
        }
        edges
    }

    /// Marks passes and irreversible moves, where that is true.
    fn mark(&self, board: &[u32], edges: &mut [(NodeId, Edge)], random: &mut SplitMix) {
        let board = |id: NodeId| board[id.index()];
        let between: Vec<(u32, u32)> =
            edges.iter().map(|&(from, edge)| (board(from), board(edge.to))).collect();
        let component = components(self.positions.max(1) as usize, &between);
        for ((from, edge), (here, there)) in edges.iter_mut().zip(between) {
            edge.pass = edge.to > *from && random.percent(self.passes);
            edge.irreversible = component[here as usize] != component[there as usize]
                && random.percent(self.irreversible);
        }
    }
}

/// Plays up to `moves` random moves from `start` and returns the game so far.
///
/// No move is one that the rule calls a repetition, none ends the game, and the root has a move:
/// the walk stops earlier where it cannot go on like that. Made for questions with a history, in
/// which a position occurs twice where the game ends with the third occurrence
/// ([`OccurrenceRule`](crate::OccurrenceRule)).
///
/// ```
/// use threefold_game::RepetitionRule;
/// use threefold_graph::{RandomGraph, random_history};
/// let game = RandomGraph::new(12).generate(3);
/// let rule = RepetitionRule::SituationalSuperko;
/// let history = random_history(&game, RandomGraph::ROOT, rule, 4, 1);
/// assert!(history.moves().len() <= 4);
/// ```
pub fn random_history(
    game: &GraphGame,
    start: NodeId,
    rule: RepetitionRule,
    moves: u32,
    seed: u64,
) -> History<GraphGame> {
    let mut random = SplitMix::new(seed);
    let mut history = History::new(start);
    let mut met = HashMap::from([(game.situation(&start, rule), 1)]);
    let enough = if rule.is_superko() { 1 } else { game.occurrences() - 1 };
    for _ in 0..moves {
        let here = *history.root();
        let mut choice: Vec<NodeId> = Vec::new();
        game.moves(&here, &mut choice);
        choice.retain(|to| {
            let repeats = met.get(&game.situation(to, rule)).is_some_and(|&times| times >= enough);
            let exempt = rule.is_superko() && game.is_pass(&here, *to);
            (!repeats || exempt) && !game.node(*to).edges.is_empty()
        });
        if choice.is_empty() {
            break;
        }
        let to = choice[random.index(choice.len())];
        *met.entry(game.situation(&to, rule)).or_insert(0) += 1;
        history.push(game, to);
    }
    history
}

/// A to Z, then A1 to Z1, and so on.
fn name(i: usize) -> String {
    let letter = char::from(b'A' + (i % 26) as u8);
    match i / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn all_parameters_at_once_give_valid_games() {
        for seed in 0..2000 {
            let kind = RandomGraph {
                min_moves: 0,
                max_moves: 4,
                draws: 30,
                alternating: seed % 2 == 0,
                shared_boards: 40,
                passes: 30,
                irreversible: 80,
                ..RandomGraph::new(1 + seed as u32 % 30)
            };
            let game = kind.generate(seed);
            assert_eq!(game.nodes().len(), kind.positions as usize);
        }
    }

    /// A seed stands for the same game for ever: reports quote seeds.
    #[test]
    fn seeds_keep_their_meaning() {
        let kind = RandomGraph { draws: 30, shared_boards: 30, passes: 30, ..RandomGraph::new(6) };
        let game = RandomGraph { irreversible: 80, ..kind }.generate(6);
        let history = History::new(RandomGraph::ROOT);
        let (rule, attacker, notes) = (RepetitionRule::Draw, Player::First, Vec::new());
        let file = crate::GraphFile { game, rule, attacker, history, notes };
        let text = file.to_string();
        let (_, positions) = text.split_once("\n\n").unwrap();
        assert_eq!(
            positions,
            "A second: F~\nB first: E! A\nC win-second\nD first board=B: \
             C\nE win-first\nF first: D E\n"
        );
    }

    #[test]
    fn strange_parameters_do_no_harm() {
        let kind = RandomGraph { min_moves: 9, max_moves: 2, results: 200, ..RandomGraph::new(0) };
        assert_eq!(kind.generate(1).nodes().len(), 1);
        let kind = RandomGraph { positions: 5, max_moves: u32::MAX, ..kind };
        assert_eq!(kind.generate(1).nodes().len(), 5);
    }

    #[test]
    fn a_history_keeps_the_rule() {
        let rule = RepetitionRule::PositionalSuperko;
        for seed in 0..500 {
            let game = RandomGraph { shared_boards: 40, ..RandomGraph::new(12) }.generate(seed);
            let history = random_history(&game, RandomGraph::ROOT, rule, 6, seed);
            let all = history.positions().iter().chain([history.root()]);
            let boards: HashSet<&str> = all.clone().map(|&id| game.board(id)).collect();
            assert_eq!(boards.len(), all.count());
        }
    }
}
