//! Searches with what a library has proved, against retrograde analysis.

use std::sync::Mutex;

use threefold_certificate::{Block, CheckError, CheckLimits, Claim, check};
use threefold_game::{Game, History, Player, Question, RepetitionRule};
use threefold_graph::{GraphGame, RandomGraph};
use threefold_oracle::Retrograde;
use threefold_search::{Limits, Options};
use threefold_session::effort::Effort;
use threefold_session::error::Error;
use threefold_session::library::{About, Kept, Library};
use threefold_session::posed::Posed;
use threefold_session::solve::{Goal, Request, position_with};

/// A library in memory.
#[derive(Debug, Default)]
struct Shelf {
    kept: Mutex<Vec<(Kept, Block)>>,
}

impl Shelf {
    fn add(&self, block: &Block, positions: u64) {
        let header = &block.header;
        let mut kept = self.kept.lock().unwrap();
        let (name, position) = (kept.len().to_string(), header.root.clone());
        let (claim, plies) = (header.claim.clone(), header.plies);
        assert_eq!((&header.history, &header.database), (&None, &None));
        kept.push((Kept { name, position, claim, plies, positions }, block.clone()));
    }

    fn claims(&self) -> Vec<Claim> {
        self.kept.lock().unwrap().iter().map(|(kept, _)| kept.claim.clone()).collect()
    }
}

impl Library for Shelf {
    fn find(&self, _: &About<'_>, position: &str) -> Result<Vec<Kept>, Error> {
        let kept = self.kept.lock().unwrap();
        let about = kept.iter().map(|(kept, _)| kept).filter(|kept| kept.position == position);
        Ok(about.cloned().collect())
    }

    fn each(&self, _: &About<'_>, each: &mut dyn FnMut(Kept) -> bool) -> Result<(), Error> {
        let all: Vec<Kept> =
            self.kept.lock().unwrap().iter().map(|(kept, _)| kept.clone()).collect();
        let _ = all.into_iter().all(each);
        Ok(())
    }

    fn block(&self, name: &str, _: &CheckLimits) -> Result<Block, Error> {
        Ok(self.kept.lock().unwrap()[name.parse::<usize>().unwrap()].1.clone())
    }
}

fn request() -> Request {
    let usual = Effort::for_positions();
    let options = Options { table_bytes: 1 << 16, ..usual.options };
    let limits = Limits { nodes: 100_000, ..Limits::default() };
    Request { goal: Goal::Win(None), moves: false, effort: Effort { options, limits, ..usual } }
}

/// Asks about every position of a game, in an order of its own, with a library that grows: how many
/// answers owe it something, and how many it has given itself.
fn all_right(game: &GraphGame, rule: RepetitionRule, seed: u64, room: usize) -> (u64, u64) {
    let truth = Retrograde::solve(game, game.ids(), 1000).unwrap();
    let shelf = Shelf::default();
    let mut ids: Vec<_> = game.ids().collect();
    let n = ids.len();
    // Later ones first, beginning anywhere; then all of them once more.
    ids.rotate_left(seed as usize % n);
    let (mut owing, mut answered) = (0, 0);
    for id in ids.into_iter().rev().chain(game.ids()) {
        for attacker in Player::ALL {
            let history = History::new(id);
            let posed = Posed::new(game, &history, rule, attacker);
            let library: &dyn Library = &shelf;
            let answer = position_with(&posed, &request(), Some((library, room)), &mut ()).unwrap();
            let what = format!("{rule}, seed {seed}, {id:?}, {attacker:?}, room {room}");
            let expected = truth.answer(&id, Question::new(attacker, rule)).unwrap();
            assert_eq!(answer.fault, None, "{what}");
            assert_eq!(answer.verdict.decided(), Some(expected), "{what}");
            let [proof] = &answer.proofs[..] else { panic!("{what}: no certificate") };
            // Without the library.
            let verified =
                check(game, &proof.block).unwrap_or_else(|e: CheckError| panic!("{what}: {e}"));
            let terms = verified.terms;
            assert_eq!(terms.answer(Question::new(attacker, rule)), Some(expected), "{what}");
            let [owed] = &answer.owed[..] else { panic!("{what}: owes nothing?") };
            owing += u64::from(owed.positions > 0);
            answered += u64::from(owed.answer.is_some());
            if owed.answer.is_none() {
                shelf.add(&proof.block, verified.positions);
            }
        }
    }
    assert!(!shelf.claims().is_empty());
    (owing, answered)
}

/// Games per rule; more with `LIBRARY_GAMES`.
fn games() -> u64 {
    std::env::var("LIBRARY_GAMES").map_or(60, |games| games.parse().expect("a number"))
}

fn many(rule: RepetitionRule) {
    let (mut owing, mut answered) = (0, 0);
    for seed in 0..games() {
        let kind = RandomGraph::new(8 + (seed % 20) as u32);
        let game = kind.generate(seed);
        // Everything that is known, some of it, roots alone.
        let room = [1000, 20, 6, 1][seed as usize % 4];
        let (more, own) = all_right(&game, rule, seed, room);
        owing += more;
        answered += own;
    }
    assert!(owing > answered && answered > 0, "{rule}: {owing}, {answered}");
}

#[test]
fn a_growing_library_gives_right_answers_where_repetition_draws() {
    many(RepetitionRule::Draw);
}

#[test]
fn and_where_it_is_the_attackers_failure() {
    many(RepetitionRule::AttackerLoses);
}

#[test]
fn and_where_it_is_his_success() {
    many(RepetitionRule::AttackerWins);
}

#[test]
fn superko_has_no_use_for_a_library() {
    let rule = RepetitionRule::SituationalSuperko;
    let game = RandomGraph::new(8).generate(1);
    let shelf = Shelf::default();
    let history = History::new(RandomGraph::ROOT);
    let posed = Posed::new(&game, &history, rule, Player::First);
    let answer = position_with(&posed, &request(), Some((&shelf, 1000)), &mut ()).unwrap();
    assert!(answer.owed.is_empty() && answer.is_answered());
}

#[test]
fn a_history_that_makes_repetitions_is_not_overlooked() {
    // First wins from A by way of B only; coming to B again is a draw.
    let file = threefold_graph::parse(
        "threefold game 1\nrule: draw\nattacker: first\nroot: B\n\
         A first: B\nB second: A C\nC first: W A\nW win-first\n",
    )
    .unwrap();
    let game = &file.game;
    let shelf = Shelf::default();
    let rule = RepetitionRule::Draw;
    let ask = |history: &History<GraphGame>, library| {
        let posed = Posed::new(game, history, rule, Player::First);
        position_with(&posed, &request(), library, &mut ()).unwrap()
    };
    let at = |name: &str| game.parse_position(name).unwrap();
    let fresh = ask(&History::new(at("C")), Some((&shelf as &dyn Library, 100)));
    shelf.add(&fresh.proofs[0].block, fresh.proofs[0].positions);
    // B, A: the history makes B and A repetitions, which decides in this game.
    let mut history = History::new(at("B"));
    let to_a = {
        let mut moves = Vec::new();
        game.moves(history.root(), &mut moves);
        moves.into_iter().find(|&m| game.move_text(history.root(), m) == "A").unwrap()
    };
    history.push(game, to_a);
    let (with, without) = (ask(&history, Some((&shelf, 100))), ask(&history, None));
    assert_eq!(with.verdict, without.verdict);
    assert!(with.owed.is_empty());
}
