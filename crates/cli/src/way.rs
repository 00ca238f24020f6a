//! What a command line asks for: a subcommand, or an input to be solved.

use std::env;
use std::ffi::OsString;
use std::path::Path;
use std::process;

use clap::error::ErrorKind;
use clap::{Parser, Subcommand};
use threefold::session::registry::is_position;
use threefold_terminal::inputs::split;
use threefold_terminal::output::complain;

use crate::args::{Cli, Command};

/// The subcommand of this run; does not return where there is none, or where help is asked for.
pub fn command() -> Command {
    match Cli::try_parse_from(words(env::args_os().collect())) {
        Ok(cli) => cli.command,
        Err(error) => {
            let is_unknown = error.kind() == ErrorKind::InvalidSubcommand;
            if is_unknown && env::args().nth(1).as_deref() == Some("mate") {
                complain("flags ask for a mate: threefold solve --mate N POSITION, or --shortest");
                process::exit(error.exit_code());
            }
            // Nobody may be there to read it.
            let _ = error.print();
            if is_unknown {
                complain("comparisons and measurements of solvers are in threefold-lab");
            }
            process::exit(error.exit_code());
        }
    }
}

/// The words, with `solve` before an input that has no subcommand, `board` before the size of a
/// board of Go, and a FEN that the shell has taken apart in one piece.
fn words(words: Vec<OsString>) -> Vec<OsString> {
    let mut words = joined(words);
    let is_go = words.get(1).is_some_and(|word| word == "go");
    let board = words.get(2).map(|size| format!("go {}", size.to_string_lossy()));
    if is_go && board.is_some_and(|board| is_position(&board, None)) {
        words.insert(2, "board".into());
    }
    let is_flag = |word: &&OsString| word.to_string_lossy().starts_with('-') && *word != "-";
    let is_known = |word: &str| is_subcommand(word) || is_input(word);
    let first = match words.get(1) {
        // Flags may have values, which are neither.
        Some(first) if is_flag(&first) => {
            words[1..].iter().find(|word| !is_flag(word) && is_known(&word.to_string_lossy()))
        }
        first => first,
    };
    if first.map(|word| word.to_string_lossy()).is_some_and(|word| is_input(&word)) {
        words.insert(1, "solve".into());
    }
    words
}

/// The fields of a FEN or SFEN that nobody has put in quotes, as one word.
fn joined(words: Vec<OsString>) -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::new();
    let mut words = words.into_iter().peekable();
    while let Some(mut word) = words.next() {
        let ranks = word.to_string_lossy().matches('/').count() + 1;
        let is_turn = |next: &OsString| matches!(next.to_str(), Some("w" | "b" | "W" | "B"));
        if matches!(ranks, 8 | 9) && words.peek().is_some_and(is_turn) {
            let is_field = |next: &OsString| {
                let next = next.to_string_lossy();
                next == "-" || next.len() <= 40 && next.chars().all(|c| c.is_ascii_alphanumeric())
            };
            // The side to move, castling and en passant or the hands, clocks or a move's number.
            for _ in 0..if ranks == 8 { 5 } else { 3 } {
                let Some(field) = words.next_if(is_field) else { break };
                word.push(" ");
                word.push(field);
            }
        }
        joined.push(word);
    }
    joined
}

fn is_subcommand(word: &str) -> bool {
    Command::has_subcommand(word)
}

/// Whether a word is meant as a file or a position: it is one, or no name of a subcommand, however
/// misspelt.
fn is_input(word: &str) -> bool {
    let path = Path::new(split(word).0);
    let is_name = |c: char| c.is_ascii_alphabetic() || c == '-';
    !is_subcommand(word)
        && (word == "-"
            || is_position(word, None)
            || path.exists() && !path.is_dir()
            || !word.chars().all(is_name) && !path.is_dir())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_solved(line: &[&str]) -> bool {
        let all: Vec<OsString> = ["threefold"].iter().chain(line).map(Into::into).collect();
        let read = words(all.clone());
        assert!(read == all || read[1] == "solve" && read[2..] == all[1..]);
        read != all
    }

    #[test]
    fn what_the_shell_has_taken_apart_is_one_position() {
        let of = |line: &str| words(line.split(' ').map(Into::into).collect());
        let fen = "8/8/8/8/8/k1K5/8/7R w - -";
        assert_eq!(of(&format!("threefold {fen} -n 1k")), ["threefold", "solve", fen, "-n", "1k"]);
        let whole = format!("{fen} 0 1");
        assert_eq!(of(&format!("threefold check --question {whole} a.cert"))[3], whole.as_str());
        let sfen = "9/6R2/7kS/9/9/9/5R3/9/9 b 2b4g3s4n4l18p 1";
        assert_eq!(of(&format!("threefold solve {sfen} --mate 3"))[2], sfen);
        assert_eq!(of("threefold go 3x3"), ["threefold", "go", "board", "3x3"]);
        assert_eq!(of("threefold go check-sgf"), ["threefold", "go", "check-sgf"]);
    }

    #[test]
    fn inputs_are_solved_and_subcommands_are_not() {
        let fen = "4k3/Q7/3K4/8/8/8/8/8 w - -";
        for line in [
            &[fen][..],
            &["startpos"],
            &["-"],
            &["go 3x3 at-least 4"],
            &["nowhere.epd"],
            &["Cargo.toml", "--json"],
            &["--nodes", "1M", fen],
            &["--json", fen],
        ] {
            assert!(is_solved(line), "{line:?}");
        }
        for line in [
            &[][..],
            &["solve", fen],
            &["solv", fen],
            &["slove", "Cargo.toml"],
            &["check", "Cargo.toml"],
            &["help", "go"],
            &["go", "board", "3x3"],
            &["--help"],
            &["--version"],
            &["--frobnicate"],
            &["--json", "check", fen],
            &["src"],
        ] {
            assert!(!is_solved(line), "{line:?}");
        }
    }
}
