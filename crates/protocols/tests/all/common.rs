//! An engine behind a pipe, as an interface has it.

use std::io::{self, BufReader, PipeReader, PipeWriter, Write, pipe};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// A protocol: its loop.
pub type Run = fn(BufReader<PipeReader>, &dyn Fn(&str) -> io::Result<()>) -> io::Result<()>;

/// An engine that runs, and what it has said.
pub struct Engine {
    /// How the line begins that ends an answer.
    last: &'static str,
    input: Option<PipeWriter>,
    output: Receiver<String>,
    thread: Option<JoinHandle<io::Result<()>>>,
}

impl Engine {
    pub fn start(last: &'static str, run: Run) -> Self {
        let (reader, input) = pipe().unwrap();
        let (sender, output) = channel();
        let thread = thread::spawn(move || {
            run(BufReader::new(reader), &|text| {
                assert!(text.ends_with('\n'), "{text:?}");
                text.lines().for_each(|line| drop(sender.send(line.to_owned())));
                Ok(())
            })
        });
        Engine { last, input: Some(input), output, thread: Some(thread) }
    }

    pub fn tell(&mut self, lines: &str) {
        let input = self.input.as_mut().unwrap();
        input.write_all(format!("{lines}\n").as_bytes()).unwrap();
    }

    /// The lines up to the first one that begins so.
    #[track_caller]
    pub fn until(&self, begin: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            match self.output.recv_timeout(Duration::from_secs(60)) {
                Ok(line) => lines.push(line),
                Err(error) => panic!("{error} after {lines:#?}"),
            }
            if lines.last().unwrap().starts_with(begin) {
                return lines;
            }
        }
    }

    #[track_caller]
    pub fn answer(&mut self, lines: &str) -> Vec<String> {
        self.tell(lines);
        self.until(self.last)
    }

    /// Ends the input, or says `quit`, and waits for the end of the engine.
    pub fn end(mut self) -> Vec<String> {
        drop(self.input.take());
        self.thread.take().unwrap().join().unwrap().unwrap();
        self.output.try_iter().collect()
    }
}

#[track_caller]
pub fn has(lines: &[String], text: &str) {
    assert!(lines.iter().any(|line| line.contains(text)), "{text} is not in {lines:#?}");
}
