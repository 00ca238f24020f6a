//! Named endings, and problems of which books say the wrong thing: solved with the database of four
//! pieces, every answer certified.

use std::sync::OnceLock;

use crate::common::{RULES, position};
use threefold_certificate::{Certificate, CertificateReader, Checker, decompressed, write_file};
use threefold_checkers::egdb::{Database, Value};
use threefold_checkers::{CheckersMove, CheckersPosition};
use threefold_game::{Game, History, Player, Question, RepetitionRule};
use threefold_search::{Limits, Options, Solver};

/// Four pieces; five in the tests that are not run by default.
fn database(pieces: u8) -> &'static Database {
    static FOUR: OnceLock<Database> = OnceLock::new();
    static FIVE: OnceLock<Database> = OnceLock::new();
    let cell = if pieces == 4 { &FOUR } else { &FIVE };
    cell.get_or_init(|| Database::in_memory(pieces))
}

/// Asks whether each player wins, until one does.
#[track_caller]
fn solves(database: &Database, fen: &str, nodes: u64, expected: Value) {
    let position = position(fen);
    let history = History::new(position);
    let mover = RULES.player_to_move(&position);
    let wins = |attacker: Player| {
        let question = Question::new(attacker, RepetitionRule::Draw);
        let options = Options { table_bytes: 16 << 20, ..Options::default() };
        let mut solver = Solver::new(&RULES, question, options).knowledge(database);
        solver.limit(Limits::nodes(nodes));
        let answer = solver.solve(&history);
        let proven = answer.verdict.decided().unwrap_or_else(|| panic!("{fen}: {answer:?}"));
        let certificate = solver.certificate(&history, proven, RepetitionRule::Draw).unwrap();
        assert!(certificate.block.header.database.is_some());
        let checked = Checker::new(&RULES).knowledge(database).block(&certificate.block);
        checked.unwrap_or_else(|refuted| panic!("{fen}: {refuted}"));
        proven
    };
    let value = if wins(mover) {
        Value::Win
    } else if wins(mover.opponent()) {
        Value::Loss
    } else {
        Value::Draw
    };
    assert_eq!(value, expected, "{fen}");
}

#[test]
fn three_kings_against_two() {
    for fen in [
        "W:WK10,K15,K19:BK9,K27",  // opposite corners
        "W:WK22,K23,K24:BK31,K32", // the double corner
        "W:WK18,K19,K20:BK27,K28", // the other one
        "W:WK13,K14,K15:BK21,K22", // the single corner
    ] {
        solves(database(4), fen, 1_000_000, Value::Win);
    }
    solves(database(4), "B:WK22,K23,K24:BK31,K32", 1_000_000, Value::Loss);
}

#[test]
fn second_position() {
    solves(database(4), "B:W12,13,K28:BK6,K11,15", 1_000_000, Value::Win);
}

#[test]
fn grey() {
    solves(database(4), "B:W20,16,K2:BK25,K10", 1_000_000, Value::Draw);
}

#[test]
fn shardlow_1938() {
    solves(database(4), "W:WK15,K20:B8,10,16", 1_000_000, Value::Win);
}

#[test]
fn where_books_are_wrong() {
    // "Draw".
    solves(database(4), "W:W11,K13,27:B6,K14", 1_000_000, Value::Win);
    solves(database(4), "W:WK27,32:BK18,K19,28", 1_000_000, Value::Loss);
}

/// With the database of five pieces, which takes 20 seconds to build.
#[test]
#[ignore = "builds the database of five pieces"]
fn with_five_pieces() {
    let database = database(5);
    solves(database, "B:W30,29,K24:B27,23,22", 1_000_000, Value::Draw); // Hennigan
    solves(database, "B:W12,13,K28:BK6,K11,15", 1_000_000, Value::Win); // Second Position
    solves(database, "B:WK14,K22:B5,K13,K21", 1_000_000, Value::Win); // Third Position
    // What books say of these is wrong.
    solves(database, "B:W11,21,30:B1,3,18", 1_000_000, Value::Win);
    solves(database, "B:WK12,K15,21:B13,14,K27", 1_000_000, Value::Loss);
}

/// Where the database is not believed, what it says is played out: a strategy that goes round in
/// circles, or lets the win slip, is refuted.
#[test]
fn the_database_need_not_be_believed() {
    let database = database(4);
    let history = History::new(position("W:WK10,K15,K19:BK9,K27"));
    let question = Question::new(Player::Second, RepetitionRule::Draw);
    let mut solver = Solver::new(&RULES, question, Options::default()).knowledge(database);
    assert_eq!(solver.solve(&history).verdict.decided(), Some(true));
    let block = solver.certificate(&history, true, RepetitionRule::Draw).unwrap().block;

    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("win.cert");
    write_file(&path, &Certificate::new(vec![block.clone()])).unwrap();
    let expand = |best: &mut dyn FnMut(&CheckersPosition) -> Option<CheckersMove>| {
        let file = std::fs::File::open(&path).unwrap();
        let mut reader = CertificateReader::new(decompressed(file).unwrap());
        reader.next_block().unwrap().unwrap();
        Checker::new(&RULES).knowledge(database).expanding(best).stream(&mut reader)
    };
    let believed = Checker::new(&RULES).knowledge(database).block(&block).unwrap();
    let expanded = expand(&mut |position| database.best_move(position)).unwrap();
    assert!(expanded.positions > believed.positions);
    // The first move there is, and none.
    let first = |position: &CheckersPosition| {
        let mut moves = Vec::new();
        RULES.moves(position, &mut moves);
        moves.first().copied()
    };
    assert!(expand(&mut |position| first(position)).is_err());
    assert!(expand(&mut |_| None).is_err());
}
