//! Lines that come while something else goes on.

use std::io::BufRead;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// The lines of an input, read by a thread of their own until there are no more, or nobody wants
/// them.
pub fn lines(input: impl BufRead + Send + 'static) -> Receiver<String> {
    let (sender, lines) = channel();
    thread::spawn(move || each(input, |line| sender.send(line).is_ok()));
    lines
}

/// The same among other events of a channel: `Some` of a line, and `None` after the last one.
pub fn send_lines<E: Send + 'static>(
    input: impl BufRead + Send + 'static,
    sender: Sender<E>,
    event: impl Fn(Option<String>) -> E + Send + 'static,
) {
    thread::spawn(move || {
        each(input, |line| sender.send(event(Some(line))).is_ok());
        // Nobody may be there any more.
        let _ = sender.send(event(None));
    });
}

/// Hands over line after line while they are wanted.
fn each(input: impl BufRead, mut take: impl FnMut(String) -> bool) {
    for line in input.split(b'\n') {
        let Ok(line) = line else { break };
        if !take(String::from_utf8_lossy(&line).into_owned()) {
            break;
        }
    }
}
