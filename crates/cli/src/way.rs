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
            // Nobody may be there to read it.
            let _ = error.print();
            if is_unknown {
                complain("comparisons and measurements of solvers are in threefold-lab");
            }
            process::exit(error.exit_code());
        }
    }
}

/// The words, with `solve` before an input that has no subcommand.
fn words(mut words: Vec<OsString>) -> Vec<OsString> {
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
