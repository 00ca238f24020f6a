//! With the endgame database of n pieces the search finds the values of n + 1 pieces, and proves
//! them. The whole of it is `threefold-nets checkers-oracle`.

use crate::common::{RULES, position};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use threefold_certificate::Checker;
use threefold_checkers::egdb::{Database, Value};
use threefold_checkers::{Checkers, CheckersPosition};
use threefold_game::{History, Knowledge, Player, Question, RepetitionRule};
use threefold_search::{Limits, Options, Solver};

/// What the search says of both players' wins.
struct Asked<'g> {
    knowledge: &'g dyn Knowledge<Checkers>,
    solvers: [Solver<'g, Checkers>; 2],
}

impl<'g> Asked<'g> {
    fn new(knowledge: &'g dyn Knowledge<Checkers>, nodes: u64) -> Self {
        let solvers = Player::ALL.map(|player| {
            let question = Question::new(player, RepetitionRule::Draw);
            let options = Options { table_bytes: 8 << 20, ..Options::default() };
            let mut solver = Solver::new(&RULES, question, options).knowledge(knowledge);
            solver.limit(Limits::nodes(nodes));
            solver
        });
        Asked { knowledge, solvers }
    }

    /// Compares the answers, and every certificate, with the truth; how many there are.
    fn compare(&mut self, position: &CheckersPosition, truth: Value) -> u32 {
        let history = History::new(*position);
        let mut answers = 0;
        for player in Player::ALL {
            let solver = &mut self.solvers[player.index()];
            let wins = match truth {
                Value::Win => player == position.turn(),
                Value::Draw => false,
                Value::Loss => player != position.turn(),
            };
            let Some(proven) = solver.solve(&history).verdict.decided() else { continue };
            assert_eq!(proven, wins, "{position}: does {player:?} win?");
            let certificate = solver.certificate(&history, proven, RepetitionRule::Draw);
            if let Ok(certificate) = certificate {
                let checker = Checker::new(&RULES).knowledge(self.knowledge);
                let verified = checker.block(&certificate.block);
                assert!(verified.is_ok(), "{position}: {verified:?}");
            }
            answers += 1;
        }
        answers
    }
}

fn sample(count: usize, pieces: u32) -> Vec<CheckersPosition> {
    let mut runner = TestRunner::deterministic();
    let placement = crate::common::placement(3);
    let positions = std::iter::repeat_with(|| placement.new_tree(&mut runner).unwrap().current());
    let fits = |position: &CheckersPosition| {
        position.count() == pieces && Player::ALL.iter().all(|&p| position.pieces(p) != 0)
    };
    positions.filter(fits).take(count).collect()
}

#[test]
fn four_pieces_with_the_database_of_three() {
    let truth = Database::in_memory(4);
    let database = Database::in_memory(3);
    let mut asked = Asked::new(&database, 5_000);
    let positions = sample(2_000, 4);
    let answers: u32 = positions
        .iter()
        .map(|position| asked.compare(position, truth.probe(position).unwrap()))
        .sum();
    println!("{answers} of {} questions answered", 2 * positions.len());
    assert!(answers as usize > positions.len());
}

/// Three pieces without any database: the search does everything itself.
#[test]
fn three_pieces_without_a_database() {
    let truth = Database::in_memory(3);
    let mut asked = Asked::new(&(), 20_000);
    let positions = sample(200, 3);
    let answers: u32 = positions
        .iter()
        .map(|position| asked.compare(position, truth.probe(position).unwrap()))
        .sum();
    println!("{answers} of {} questions answered", 2 * positions.len());
    assert!(answers as usize > positions.len() / 2);
}

/// Wins that go through a position that has occurred twice before the root are not taken from the
/// database.
#[test]
fn the_history_counts_against_the_database() {
    let database = Database::in_memory(3);
    let moves = ["6-1", "15-18", "1-6", "18-15"];
    let start = position("W:WK6,K9:BK15");
    let once = History::from_notation(&RULES, start, moves, RepetitionRule::Draw).unwrap();
    assert!(database.holds_after(&RULES, &once));
    let twice =
        History::from_notation(&RULES, start, moves.into_iter().chain(moves), RepetitionRule::Draw)
            .unwrap();
    assert!(!database.holds_after(&RULES, &twice));
}
