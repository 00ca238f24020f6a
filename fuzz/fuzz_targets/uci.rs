//! Any text as what an interface says to the engine. Every `go` has one best move, which is legal
//! where there is one, and nothing is said that the protocol does not have.
#![no_main]

use std::cell::RefCell;
use std::io::Cursor;

use threefold::chess::{Chess, ChessPosition};
use threefold::game::Game;
use threefold_protocols::uci;

/// Commands of a session that are answered.
const COMMANDS: usize = 12;
/// What lines that the engine says begin with.
const WORDS: [&str; 6] = ["id ", "option ", "uciok", "readyok", "info ", "bestmove "];

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    // A small table is quickly made, and a search quickly over.
    let mut input = "setoption name Hash value 1\n".to_owned();
    let mut searches = 0;
    for line in text.lines().take(COMMANDS) {
        let lower = line.to_ascii_lowercase();
        // Files are not written, and memory is not asked for.
        if lower.contains("certificatedir") || lower.contains("hash") || lower.contains("quit") {
            continue;
        }
        input += line;
        // What is neither space nor a sign separates words, too.
        let mut words = line.split(|c: char| c.is_whitespace() || c.is_control());
        if words.find(|word| !word.is_empty()) == Some("go") {
            searches += 1;
            input += " nodes 30 movetime 200";
        }
        input += "\n";
    }
    let said = RefCell::new(String::new());
    let print = |text: &str| {
        said.borrow_mut().push_str(text);
        Ok(())
    };
    uci::run(Cursor::new(input.clone().into_bytes()), &print).expect("somebody listens");
    let said = said.into_inner();
    let mut best = 0;
    for line in said.lines() {
        assert!(WORDS.iter().any(|word| line.starts_with(word)), "{input}\n{line}");
        assert!(!line.contains(char::is_control), "{input}\n{line:?}");
        if let Some(rest) = line.strip_prefix("bestmove ") {
            best += 1;
            assert!(rest.len() >= 4, "{input}\n{line}");
        }
        // A mate that is claimed is there by the rules, where one move shows it.
        if let Some((_, rest)) = line.split_once(" score mate 1 ")
            && let Some((_, line)) = rest.split_once(" pv ")
            && let Some(position) = only_position(&text)
        {
            assert!(mates(&position, line), "{input}\n{line}");
        }
    }
    assert!(best <= searches, "{input}\n{said}");
});

/// The position of the session, if it has but one, without moves.
fn only_position(text: &str) -> Option<ChessPosition> {
    let mut positions = text.lines().filter(|line| line.trim_start().starts_with("position"));
    let only = positions.next()?;
    let fen = only.trim_start().strip_prefix("position")?.trim_start().strip_prefix("fen ")?;
    (positions.next().is_none() && !fen.contains("moves")).then_some(())?;
    let fields: Vec<_> = fen.split_whitespace().take(4).collect();
    Chess.parse_position(&fields.join(" ")).ok()
}

/// Whether the first move of the line mates; what is not read as a move is not judged.
fn mates(position: &ChessPosition, line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    let Ok(m) = Chess.parse_move(position, first) else { return true };
    let after = position.after(m);
    let mut moves = Vec::new();
    Chess.moves(&after, &mut moves);
    moves.is_empty() && Chess.stuck(&after) != threefold::game::Outcome::Draw
}
