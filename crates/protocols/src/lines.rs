//! Lines that come while something else goes on.

use std::io::BufRead;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

/// The lines of an input, read by a thread of their own until there are no more, or nobody wants
/// them.
pub fn lines(input: impl BufRead + Send + 'static) -> Receiver<String> {
    let (sender, lines) = channel();
    thread::spawn(move || {
        for line in input.split(b'\n') {
            let Ok(line) = line else { break };
            if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                break;
            }
        }
    });
    lines
}
