//! Any text as a session of the Universal Shogi Interface. Every `go` has one answer, whatever
//! comes between, and a mate that is told is one of legal moves.
#![no_main]

use std::cell::RefCell;
use std::io::Cursor;

use threefold::shogi::{Position, list};
use threefold_protocols::usi;

/// Commands of a session that are answered, and searches among them.
const COMMANDS: usize = 16;
const SEARCHES: usize = 4;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let mut session = "setoption name USI_Hash value 1\n".to_owned();
    let mut searches = 0;
    // What is asked about, search by search, where it can be read.
    let mut position = Some(Position::startpos());
    let mut asked = Vec::new();
    for line in text.lines().take(COMMANDS) {
        let clean: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let mut words = clean.split_whitespace();
        match words.next() {
            // Nothing may be written here, and memory is kept small.
            Some("setoption") if clean.to_lowercase().contains("dir") => continue,
            Some("setoption") if clean.to_lowercase().contains("usi_hash") => continue,
            // What is answered after a stop depends on the time.
            Some("stop" | "quit") => continue,
            Some("go") => {
                if searches == SEARCHES {
                    break;
                }
                searches += 1;
                asked.push(position.clone());
                session += "go mate 20\n";
                continue;
            }
            Some("position") => {
                let rest = words.collect::<Vec<_>>().join(" ");
                position = list::position_with_moves(&rest).ok().map(|(position, _)| position);
            }
            _ => {}
        }
        session += line;
        session.push('\n');
    }
    let said = RefCell::new(String::new());
    let print = |text: &str| {
        said.borrow_mut().push_str(text);
        Ok(())
    };
    usi::run(Cursor::new(session.into_bytes()), &print).expect("somebody listens");
    let said = said.into_inner();
    let is_bad = |c: char| c.is_control() && c != '\n';
    assert!(said.is_empty() || said.ends_with('\n') && !said.contains(is_bad), "{said:?}");
    let answers: Vec<&str> = said.lines().filter(|line| line.starts_with("checkmate")).collect();
    assert_eq!(answers.len(), asked.len(), "{said}");
    for (answer, position) in answers.into_iter().zip(asked) {
        let Some(moves) = answer.strip_prefix("checkmate ") else { panic!("{answer}") };
        match (moves, position) {
            ("timeout" | "notimplemented" | "nomate", _) => {}
            (_, None) => panic!("{answer} without a position"),
            (moves, Some(position)) => {
                let text = format!("{position} moves {moves}");
                let (last, _) = list::position_with_moves(&text).expect("legal moves");
                assert!(last.is_mate(), "{text}");
            }
        }
    }
    assert!(!said.contains("fault of threefold"), "{said}");
});
