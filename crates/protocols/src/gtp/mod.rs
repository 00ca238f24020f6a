//! The Go Text Protocol: the solver of Go problems as an engine for boards with a user interface.
//!
//! What searches have found out is kept until another game begins: asked the same once more, with
//! more time or nodes, they go on where they were.

mod analysis;
mod clock;
pub mod command;
pub mod engine;
mod handicap;

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use threefold_search::Interrupt;

use self::command::{Command, head, parse, response};
use self::engine::Engine;

/// Answers commands until `quit` or the end of the lines. `print` writes what is said, and shows it
/// at once.
///
/// # Errors
/// Nobody listens any more.
pub fn run(
    engine: &mut Engine,
    lines: &Receiver<String>,
    print: &(dyn Fn(&str) -> io::Result<()> + Sync),
) -> io::Result<()> {
    // Analysis goes on until the next line comes, so that lines are read beside it.
    let mut waiting: Option<String> = None;
    loop {
        let line = match waiting.take() {
            Some(line) => line,
            None => match lines.recv() {
                Ok(line) => line,
                Err(_) => return Ok(()),
            },
        };
        let Some(command) = parse(&line) else { continue };
        if matches!(command.name.as_str(), "lz-analyze" | "kata-analyze") {
            let (is_open, next) = analyse(engine, &command, lines, print)?;
            waiting = next;
            if is_open {
                if waiting.is_none() {
                    waiting = lines.recv().ok();
                }
                print("\n")?;
            }
            continue;
        }
        if matches!(command.name.as_str(), "lz-genmove_analyze" | "kata-genmove_analyze") {
            generate_with_analysis(engine, &command, print)?;
            continue;
        }
        let result = engine.run(&command.name, &command.arguments);
        print(&response(&command, &result))?;
        if command.name == "quit" {
            return Ok(());
        }
    }
}

/// Analyses until the next line comes, which is returned: whether its response is still open, to be
/// ended by an empty line.
fn analyse(
    engine: &mut Engine,
    command: &Command,
    lines: &Receiver<String>,
    print: &(dyn Fn(&str) -> io::Result<()> + Sync),
) -> io::Result<(bool, Option<String>)> {
    let is_kata = command.name == "kata-analyze";
    let interrupt = Interrupt::default();
    let (finished, next) = thread::scope(|scope| {
        let stop = interrupt.clone();
        let analysis = scope.spawn(|| {
            let mut begun = false;
            let mut output = Ok(());
            let result = engine.analyze(is_kata, &command.arguments, &interrupt, &mut |line| {
                let head = if begun { String::new() } else { format!("{}\n", head(command, true)) };
                begun = true;
                if output.is_ok() {
                    output = print(&format!("{head}{line}\n"));
                }
            });
            match result {
                Err(error) => print(&response(command, &Err(error))).map(|()| false),
                Ok(()) if !begun => print(&format!("{}\n", head(command, true))).map(|()| true),
                Ok(()) => output.map(|()| true),
            }
        });
        // An analysis that is refused has its response at once; one that has begun ends
        // with the next line.
        loop {
            match lines.recv_timeout(Duration::from_millis(20)) {
                Ok(next) => {
                    stop.raise();
                    return (analysis.join(), Some(next));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return (analysis.join(), None);
                }
                Err(RecvTimeoutError::Timeout) => {
                    if analysis.is_finished() {
                        return (analysis.join(), None);
                    }
                }
            }
        }
    });
    match finished {
        Ok(result) => Ok((result?, next)),
        Err(_) => Err(io::Error::other("the analysis stopped")),
    }
}

/// A response in parts: lines of the analysis, and at the end `play` and the move.
fn generate_with_analysis(
    engine: &mut Engine,
    command: &Command,
    print: &(dyn Fn(&str) -> io::Result<()> + Sync),
) -> io::Result<()> {
    let is_kata = command.name == "kata-genmove_analyze";
    let (mut begun, mut output) = (false, Ok(()));
    let mut say = |line: &str| {
        let first = if begun { String::new() } else { format!("{}\n", head(command, true)) };
        begun = true;
        if output.is_ok() {
            output = print(&format!("{first}{line}\n"));
        }
    };
    let result = engine.generate_with_analysis(is_kata, &command.arguments, &mut say);
    match result {
        Ok(text) => say(&format!("play {text}\n")),
        // What has begun cannot become an error any more: it ends without a move.
        Err(_) if begun => return output.and_then(|()| print("\n")),
        Err(error) => return print(&response(command, &Err(error))),
    }
    output
}
