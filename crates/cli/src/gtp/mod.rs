//! `threefold gtp`: the solver of Go problems as an engine for boards with a user interface.

mod engine;
mod protocol;

use std::io::{self, BufRead};
use std::sync::mpsc;
use std::thread;

use threefold::search::Interrupt;

use self::engine::Engine;
use self::protocol::{head, parse, response};
use crate::args::GtpArgs;
use crate::exit::Exit;
use crate::output::{Stop, print};

/// Answers commands until `quit` or the end of the input.
pub fn run(args: &GtpArgs) -> Result<Exit, Stop> {
    let flags = args.flags.clone();
    let mut engine = Engine::new(flags, Interrupt::default());
    // Analysis goes on until the next line comes, so that lines are read beside it.
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        for line in io::stdin().lock().split(b'\n') {
            let Ok(line) = line else { break };
            if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                break;
            }
        }
    });
    let mut waiting: Option<String> = None;
    loop {
        let line = match waiting.take() {
            Some(line) => line,
            None => match lines.recv() {
                Ok(line) => line,
                Err(_) => return Ok(Exit::Fine),
            },
        };
        let Some(command) = parse(&line) else { continue };
        if matches!(command.name.as_str(), "lz-analyze" | "kata-analyze") {
            let is_kata = command.name == "kata-analyze";
            let interrupt = Interrupt::default();
            let engine = &mut engine;
            let (finished, next) = thread::scope(|scope| {
                let stop = interrupt.clone();
                let analysis = scope.spawn(|| {
                    let mut begun = false;
                    let mut output = Ok(());
                    let result =
                        engine.analyze(is_kata, &command.arguments, &interrupt, &mut |line| {
                            let head = if begun {
                                String::new()
                            } else {
                                format!("{}\n", head(&command, true))
                            };
                            begun = true;
                            if output.is_ok() {
                                output = print(&format!("{head}{line}\n"));
                            }
                        });
                    match result {
                        Err(error) => print(&response(&command, &Err(error))).map(|()| false),
                        Ok(()) if !begun => {
                            print(&format!("{}\n", head(&command, true))).map(|()| true)
                        }
                        Ok(()) => output.map(|()| true),
                    }
                });
                // An analysis that is refused has its response at once; one that has begun ends
                // with the next line.
                loop {
                    match lines.recv_timeout(std::time::Duration::from_millis(20)) {
                        Ok(next) => {
                            stop.raise();
                            return (analysis.join(), Some(next));
                        }
                        Err(mpsc::RecvTimeoutError::Disconnected) => {
                            return (analysis.join(), None);
                        }
                        Err(mpsc::RecvTimeoutError::Timeout) => {
                            if analysis.is_finished() {
                                return (analysis.join(), None);
                            }
                        }
                    }
                }
            });
            let is_open = match finished {
                Ok(result) => result?,
                Err(_) => return Err(Stop::Message("the analysis stopped".to_owned())),
            };
            waiting = next;
            if is_open {
                if waiting.is_none() {
                    waiting = lines.recv().ok();
                }
                print("\n")?;
            }
            continue;
        }
        let result = engine.run(&command.name, &command.arguments);
        print(&response(&command, &result))?;
        if command.name == "quit" {
            return Ok(Exit::Fine);
        }
    }
}
