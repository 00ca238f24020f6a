//! The exhaustive search against the rules, written down a second time as plainly as possible.

use threefold_game::{Game, History, Outcome, Player, Question, RepetitionRule};
use threefold_graph::{Edge, GraphBuilder, GraphGame, NodeId, RandomGraph, Status, random_history};
use threefold_oracle::{Retrograde, exhaustive, exhaustive_value, plain_table};

/// Whether the attacker succeeds from the last of `seen`, before which the others have occurred.
fn succeeds(game: &GraphGame, seen: &mut Vec<NodeId>, question: Question) -> bool {
    let (&here, before) = seen.split_last().expect("the root is there");
    let player = match game.node(here).status() {
        Status::Over(outcome) => return question.is_success(outcome),
        Status::Turn(player) => player,
    };
    match question.rule {
        RepetitionRule::Draw | RepetitionRule::AttackerLoses if before.contains(&here) => {
            return false;
        }
        RepetitionRule::AttackerWins if before.contains(&here) => return true,
        _ => {}
    }
    let mut answers = Vec::new();
    for edge in game.node(here).edges() {
        let banned = match question.rule {
            RepetitionRule::SituationalSuperko => seen.contains(&edge.to()),
            RepetitionRule::PositionalSuperko => {
                seen.iter().any(|&id| game.board(id) == game.board(edge.to()))
            }
            _ => false,
        };
        if !banned || edge.is_pass() {
            seen.push(edge.to());
            answers.push(succeeds(game, seen, question));
            seen.pop();
        }
    }
    match player == question.attacker {
        true => answers.contains(&true),
        false => !answers.contains(&false),
    }
}

#[test]
fn the_exhaustive_search_keeps_the_rules() {
    let mut answers = [0; 2];
    for positions in 4..=9 {
        let kinds = [
            RandomGraph { shared_boards: 30, ..RandomGraph::new(positions) },
            RandomGraph { min_moves: 0, passes: 40, draws: 30, ..RandomGraph::new(positions) },
            RandomGraph { shared_boards: 50, passes: 40, ..RandomGraph::new(positions) },
        ];
        for (kind, seed) in kinds.iter().flat_map(|kind| (0..200).map(move |seed| (kind, seed))) {
            let game = kind.generate(seed);
            for rule in RepetitionRule::ALL {
                let moves = seed as u32 % 5;
                let history = random_history(&game, RandomGraph::ROOT, rule, moves, seed);
                for attacker in Player::ALL {
                    let question = Question::new(attacker, rule);
                    let mut seen = history.positions().to_vec();
                    seen.push(*history.root());
                    let expected = succeeds(&game, &mut seen, question);
                    assert_eq!(
                        exhaustive(&game, &history, question, u64::MAX),
                        Some(expected),
                        "{kind:?} seed {seed} {question:?}"
                    );
                    answers[usize::from(expected)] += 1;
                }
            }
        }
    }
    assert!(answers.iter().all(|&times| times > 5000), "{answers:?}");
}

/// A path of `length` moves to a win of First, from every second position of which Second can go
/// back to the beginning.
fn long_path(length: u32) -> (GraphGame, NodeId) {
    let mut builder = GraphBuilder::new();
    let ids: Vec<NodeId> = (0..length)
        .map(|i| builder.turn(&format!("n{i}"), Player::ALL[i as usize % 2]).unwrap())
        .collect();
    let won = builder.over("won", Outcome::Win(Player::First)).unwrap();
    for (i, &id) in ids.iter().enumerate() {
        let next = ids.get(i + 1).copied().unwrap_or(won);
        builder.edge(id, Edge::new(next)).unwrap();
        if i % 2 == 1 {
            builder.edge(id, Edge::new(ids[0])).unwrap();
        }
    }
    (builder.build().unwrap(), ids[0])
}

#[test]
fn long_paths_need_no_machine_stack() {
    let (game, root) = long_path(100_001);
    let history = History::new(root);
    let loses = Question::new(Player::First, RepetitionRule::AttackerLoses);
    let superko = Question::new(Player::First, RepetitionRule::SituationalSuperko);
    assert_eq!(exhaustive(&game, &history, loses, 1_000_000), Some(false));
    assert_eq!(exhaustive(&game, &history, superko, 1_000_000), Some(true));
    assert_eq!(plain_table(&game, &history, superko, 1_000_000), Some(true));
    assert_eq!(exhaustive_value(&game, &history, 1_000_000), Some(Outcome::Draw));
    let solved = Retrograde::solve(&game, [root], usize::MAX).unwrap();
    assert_eq!(solved.value(&root), Some(Outcome::Draw));
    // From the last position on which Second had a choice there is no way back any more.
    let last = game.find("n100000").unwrap();
    assert_eq!(solved.plies(&last), Some(1));
    assert_eq!(solved.moves(), 150_001);
}

#[test]
fn superko_is_not_answered_by_retrograde_analysis() {
    let game = RandomGraph::new(8).generate(1);
    let solved = Retrograde::solve(&game, [RandomGraph::ROOT], 8).unwrap();
    for rule in RepetitionRule::ALL {
        let answer = solved.answer(&RandomGraph::ROOT, Question::new(Player::First, rule));
        assert_eq!(answer.is_none(), rule.is_superko());
    }
}

/// A position that occurred in the history is a repetition from the third occurrence on, if
/// that is the rule of the game.
#[test]
fn the_history_counts_by_the_rule_of_the_game() {
    let text = "threefold game 1\nrule: draw\nroot: A\nA first: B\nB second: C\nC first: D won\n\
                D second: A\nwon win-first\n";
    let file = threefold_graph::parse(text).unwrap();
    let round = ["B", "C", "D", "A"];
    for (occurrences, rounds, expected) in
        [(2, 0, true), (2, 1, false), (3, 0, true), (3, 1, true), (3, 2, false), (4, 2, true)]
    {
        let game = Counting { graph: file.game.clone(), occurrences };
        let start = *file.root();
        let moves = round.into_iter().cycle().take(4 * rounds);
        let history = History::from_notation(&game, start, moves, file.rule).unwrap();
        let answer = exhaustive(&game, &history, file.question(), 1000);
        assert_eq!(answer, Some(expected), "{occurrences} occurrences, {rounds} rounds");
    }
}

/// A graph game with another number of occurrences.
struct Counting {
    graph: GraphGame,
    occurrences: u32,
}

impl Game for Counting {
    type Position = NodeId;
    type Move = NodeId;
    type Undo = NodeId;
    type Situation = u32;
    type Footprint = threefold_game::ExactFootprint;

    fn name(&self) -> &str {
        "counting"
    }
    fn player_name(&self, player: Player) -> &str {
        self.graph.player_name(player)
    }
    fn repetition_rules(&self) -> &[RepetitionRule] {
        self.graph.repetition_rules()
    }
    fn player_to_move(&self, position: &NodeId) -> Player {
        self.graph.player_to_move(position)
    }
    fn terminal(&self, position: &NodeId) -> Option<Outcome> {
        self.graph.terminal(position)
    }
    fn moves(&self, position: &NodeId, moves: &mut Vec<NodeId>) {
        self.graph.moves(position, moves);
    }
    fn stuck(&self, position: &NodeId) -> Outcome {
        self.graph.stuck(position)
    }
    fn make(&self, position: &mut NodeId, m: NodeId) -> NodeId {
        self.graph.make(position, m)
    }
    fn undo(&self, position: &mut NodeId, m: NodeId, undo: NodeId) {
        self.graph.undo(position, m, undo);
    }
    fn situation(&self, position: &NodeId, rule: RepetitionRule) -> u32 {
        self.graph.situation(position, rule)
    }
    fn occurrences(&self) -> u32 {
        self.occurrences
    }
    fn write_move(&self, position: &NodeId, m: NodeId, out: &mut String) {
        self.graph.write_move(position, m, out);
    }
    fn write_position(&self, position: &NodeId, out: &mut String) {
        self.graph.write_position(position, out);
    }
    fn parse_position(&self, text: &str) -> Result<NodeId, threefold_game::NotationError> {
        self.graph.parse_position(text)
    }
}
