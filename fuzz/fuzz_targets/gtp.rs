//! Any text as a session of the Go Text Protocol; what stands from a line with `(` on is the SGF
//! file that `loadsgf` reads, whatever it is called. Every command has one response, of the form
//! that the protocol wants.
#![no_main]

use std::path::PathBuf;

use threefold::go::Colour;
use threefold::go::problem::Aim;
use threefold::search::{Interrupt, Limits, Options};
use threefold::session::effort::Effort;
use threefold::session::go::ko::Ko;
use threefold::session::problem::question::ProblemQuestion;
use threefold::session::problem::solution::ProblemRequest;
use threefold_protocols::gtp::command::{head, parse, response};
use threefold_protocols::gtp::engine::{Engine, Flags};

/// Commands of a session that are answered.
const COMMANDS: usize = 12;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let (commands, file) = match text.find("\n(") {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (&*text, None),
    };
    let mut engine = Engine::new(Box::new(read_flags));
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

/// Flags of commands in the way of the program, as far as they say what the problem is. What is
/// searched is small: no command can change that.
fn read_flags(flags: &[String]) -> Result<Flags, String> {
    let mut question = ProblemQuestion::default();
    for pair in flags.chunks(2) {
        let [name, value] = pair else { return Err(format!("{}: expected a value", pair[0])) };
        let unknown = || format!("{name}: '{value}' is unknown");
        let text = Some(value.clone());
        match name.as_str() {
            "--region" => question.region = text,
            "--target" => question.target = text,
            "--eye" => question.eye = text,
            "--safe" => question.safe = text,
            "--goal" => {
                let mut aims = [Aim::Eye, Aim::Live, Aim::Kill, Aim::Capture].into_iter();
                question.aim = Some(aims.find(|aim| aim.name() == value).ok_or_else(unknown)?);
            }
            "--ko" => {
                let names =
                    [("ssk", Ko::Situational), ("psk", Ko::Positional), ("basic", Ko::Basic)];
                let found = names.into_iter().find(|(name, _)| name == value);
                question.ko = Some(found.ok_or_else(unknown)?.1);
            }
            "--to-play" => {
                let mut colours = Colour::ALL.into_iter();
                let found = colours.find(|colour| colour.name() == value);
                question.to_play = Some(found.ok_or_else(unknown)?);
            }
            _ => return Err(format!("unexpected argument '{name}' found")),
        }
    }
    let usual = Effort::for_problems();
    let options = Options { table_bytes: 64 << 10, simulation_budget: 5, ..usual.options };
    let effort = Effort { options, limits: Limits::nodes(20), ..usual };
    let request = ProblemRequest { more_threats: 0, verdict_only: false, effort };
    Ok(Flags { question, request, ..Flags::default() })
}

/// The file that this process reads its games from.
fn saved(file: &str) -> String {
    let place = PathBuf::from("/dev/shm");
    let place = if place.is_dir() { place } else { std::env::temp_dir() };
    let path = place.join(format!("threefold-fuzz-{}.sgf", std::process::id()));
    std::fs::write(&path, file).expect("the file can be written");
    path.display().to_string()
}
