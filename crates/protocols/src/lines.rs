//! Lines that come while something else goes on.

use std::io::{self, BufRead, Read};
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

/// Bytes of a line: a game of ten thousand moves has fewer.
const LONGEST: u64 = 1 << 20;

/// Hands over line after line while they are wanted. One that is longer than any is cut short; what
/// is left of it is no command of a protocol.
fn each(mut input: impl BufRead, mut take: impl FnMut(String) -> bool) {
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        if line.last() == Some(&b'\n') {
            line.pop();
        } else if line.len() as u64 == LONGEST {
            let is_word = |&c: &u8| !c.is_ascii_whitespace();
            line = line.into_iter().take_while(is_word).take(LONGEST_WORD).collect();
            line.extend_from_slice(format!(" (more than {LONGEST} bytes)").as_bytes());
            if skip_line(&mut input).is_err() {
                break;
            }
        }
        if !take(String::from_utf8_lossy(&line).into_owned()) {
            break;
        }
    }
}

/// Bytes that are shown of a command that is too long.
const LONGEST_WORD: usize = 40;

/// Reads up to the end of a line, and keeps nothing of it.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let bytes = input.fill_buf()?;
        let end = bytes.iter().position(|&c| c == b'\n');
        let (length, is_all) = (bytes.len(), bytes.is_empty() || end.is_some());
        input.consume(end.map_or(length, |end| end + 1));
        if is_all {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_without_end_takes_no_memory_and_is_none_of_a_protocol() {
        let long = "x".repeat(3 << 20);
        let text = format!("uci\nposition {long}\r\nisready\n\nquit");
        let all: Vec<String> = lines(io::Cursor::new(text)).iter().collect();
        assert_eq!(all, ["uci", "position (more than 1048576 bytes)", "isready", "", "quit"]);
        // What has no end is read, and not kept.
        let endless = io::BufReader::new(io::repeat(b'x').take(100 << 20));
        assert_eq!(lines(endless).iter().count(), 1);
    }
}
