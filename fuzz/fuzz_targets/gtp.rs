//! Any text as a session of the Go Text Protocol; what stands from a line with `(` on is the SGF
//! file that `loadsgf` reads, whatever it is called. Every command has one response, of the form
//! that the protocol wants.
#![no_main]

// The program is no library. These are the modules of it that its engine needs.
#[allow(dead_code)]
#[path = "../../crates/cli/src/args.rs"]
mod args;
#[allow(dead_code)]
#[path = "../../crates/cli/src/database.rs"]
mod database;
#[allow(dead_code)]
#[path = "../../crates/cli/src/egdb/mod.rs"]
mod egdb;
#[allow(dead_code)]
#[path = "../../crates/cli/src/files.rs"]
mod files;
#[allow(dead_code)]
#[path = "../../crates/cli/src/go/mod.rs"]
mod go;
#[allow(dead_code)]
#[path = "../../crates/cli/src/input.rs"]
mod input;
#[allow(dead_code)]
#[path = "../../crates/cli/src/names.rs"]
mod names;
#[allow(dead_code)]
#[path = "../../crates/cli/src/place.rs"]
mod place;
#[allow(dead_code)]
#[path = "../../crates/cli/src/problem/mod.rs"]
mod problem;
#[allow(dead_code)]
#[path = "../../crates/cli/src/solve/mod.rs"]
mod solve;
#[allow(dead_code)]
#[path = "../../crates/cli/src/words.rs"]
mod words;

#[path = "../../crates/cli/src/gtp/engine.rs"]
mod engine;
#[allow(dead_code)]
#[path = "../../crates/cli/src/gtp/protocol.rs"]
mod protocol;

use std::path::PathBuf;

use threefold::search::Interrupt;
use threefold_terminal::{exit, interrupt, output, pool, progress, units};

use crate::engine::Engine;
use crate::protocol::{head, parse, response};

/// Commands of a session that are answered.
const COMMANDS: usize = 12;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let (commands, file) = match text.find("\n(") {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (&*text, None),
    };
    // What is searched is small, and a flag that is given twice is refused: no command can change
    // that.
    let flags =
        ["--nodes", "20", "--memory", "64k", "--more-threats", "0", "--simulation-budget", "5"];
    let mut engine = Engine::new(flags.map(str::to_owned).into(), Interrupt::default());
    for line in commands.lines().take(COMMANDS) {
        let Some(mut command) = parse(line) else { continue };
        let result = match command.name.as_str() {
            "loadsgf" => {
                if let (Some(path), Some(file)) = (command.arguments.first_mut(), file) {
                    *path = saved(file);
                    engine.run(&command.name, &command.arguments)
                } else {
                    continue;
                }
            }
            name @ ("lz-analyze" | "kata-analyze") => {
                let is_kata = name == "kata-analyze";
                let shown = &mut |line: &str| assert!(line.starts_with("info move "), "{line}");
                engine
                    .analyze(is_kata, &command.arguments, &Interrupt::default(), shown)
                    .map(|()| head(&command, true))
            }
            name => engine.run(name, &command.arguments),
        };
        let answer = response(&command, &result);
        assert!(answer.starts_with(if result.is_ok() { '=' } else { '?' }), "{line}: {answer}");
        assert_eq!(answer.find("\n\n"), Some(answer.len() - 2), "{line}: {answer}");
        let is_bad = |c: char| c.is_control() && c != '\n';
        assert!(!answer.contains(is_bad), "{line}: {answer:?}");
        if let Err(message) = result {
            assert!(!message.starts_with("wrong answer"), "{line}: {message}");
        }
    }
});

/// The file that this process reads its games from.
fn saved(file: &str) -> String {
    let place = PathBuf::from("/dev/shm");
    let place = if place.is_dir() { place } else { std::env::temp_dir() };
    let path = place.join(format!("threefold-fuzz-{}.sgf", std::process::id()));
    std::fs::write(&path, file).expect("the file can be written");
    path.display().to_string()
}
