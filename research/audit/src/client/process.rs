//! A process that is talked to in lines, and never waited for without a limit.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::ClientError;

/// Bytes of a line that are read; the rest of a longer one is thrown away.
const LONGEST_LINE: u64 = 1 << 16;
/// Lines that wait to be read. An engine that floods is held up by the full pipe behind them.
const QUEUE: usize = 256;
/// Lines that are read while one answer is waited for.
const MOST_LINES: u64 = 200_000;

/// A running engine. It is killed, with all that it has started, when this is dropped.
#[derive(Debug)]
pub struct Process {
    command: String,
    child: Child,
    /// To a thread that writes: an engine that does not read must not hold up who writes to it.
    input: Sender<String>,
    lines: Receiver<String>,
}

impl Process {
    /// Starts a program with its arguments, separated by blanks; double quotes keep blanks.
    ///
    /// # Errors
    /// There is no command, or it cannot be started.
    pub fn start(command: &str) -> Result<Process, ClientError> {
        let words = words(command);
        let (program, arguments) = words.split_first().ok_or(ClientError::Empty)?;
        let mut start = Command::new(program);
        start.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut start, 0);
        let failed = |reason| ClientError::Start { command: command.to_owned(), reason };
        let mut child = start.spawn().map_err(failed)?;
        let missing = || failed(std::io::Error::other("it has no input or output"));
        let mut stdin = child.stdin.take().ok_or_else(missing)?;
        let stdout = child.stdout.take().ok_or_else(missing)?;
        let (input, to_write) = channel::<String>();
        thread::spawn(move || {
            for line in to_write {
                if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        });
        let (sender, lines) = sync_channel(QUEUE);
        thread::spawn(move || read_lines(BufReader::new(stdout), &sender));
        Ok(Process { command: command.to_owned(), child, input, lines })
    }

    /// The command that was run.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// Sends a line. Whether it arrives shows when the answer is waited for.
    pub fn send(&self, line: &str) {
        // Without a reader the engine has ended, which `wait` says.
        let _ = self.input.send(format!("{line}\n"));
    }

    /// Reads lines until `wanted` makes something of one.
    ///
    /// # Errors
    /// It said nothing of the kind in time or at all. The process is killed then.
    pub fn wait<T>(
        &mut self,
        expected: &'static str,
        patience: Duration,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, ClientError> {
        let until = Instant::now() + patience;
        for _ in 0..MOST_LINES {
            let left = until.saturating_duration_since(Instant::now());
            // A line that is there already is read even when the time is over, but a flood is not.
            let line = match self.lines.recv_timeout(left) {
                Ok(line) if !left.is_zero() => line,
                Ok(_) | Err(RecvTimeoutError::Timeout) => {
                    self.kill();
                    let (command, waited) = (self.command.clone(), patience);
                    return Err(ClientError::Silent { command, expected, waited });
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let status = self.end();
                    let command = self.command.clone();
                    return Err(ClientError::Ended { command, expected, status });
                }
            };
            if let Some(found) = wanted(line.trim()) {
                return Ok(found);
            }
        }
        self.kill();
        let command = self.command.clone();
        Err(ClientError::Flood { command, expected, lines: MOST_LINES })
    }

    /// How it ended; it is given a moment, because its output closes first.
    fn end(&mut self) -> String {
        for _ in 0..50 {
            if let Ok(Some(status)) = self.child.try_wait() {
                return status.to_string();
            }
            thread::sleep(Duration::from_millis(10));
        }
        self.kill();
        "its output is closed".to_owned()
    }

    fn kill(&mut self) {
        if matches!(self.child.try_wait(), Ok(Some(_))) {
            return;
        }
        // What a script has started belongs to the same group.
        #[cfg(unix)]
        let _ = Command::new("sh")
            .args(["-c", &format!("kill -KILL -{}", self.child.id())])
            .stderr(Stdio::null())
            .status();
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

fn read_lines(mut from: impl BufRead, to: &SyncSender<String>) {
    loop {
        let mut line = Vec::new();
        match from.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let is_cut = line.last() != Some(&b'\n') && line.len() as u64 == LONGEST_LINE;
        if is_cut && !skip_line(&mut from) {
            return;
        }
        if to.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
            return;
        }
    }
}

/// Reads to the end of the line, without keeping it. False at the end of all lines.
fn skip_line(from: &mut impl BufRead) -> bool {
    loop {
        let Ok(buffer) = from.fill_buf() else { return false };
        if buffer.is_empty() {
            return false;
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(buffer.len(), |end| end + 1);
        from.consume(used);
        if end.is_some() {
            return true;
        }
    }
}

fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (place, part) in command.split('"').enumerate() {
        if place % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_keep_blanks() {
        assert_eq!(words("\"/my engines/a\" --x  \"b c\""), ["/my engines/a", "--x", "b c"]);
        assert!(words("  ").is_empty());
    }

    #[test]
    fn of_a_line_that_is_too_long_the_beginning_is_read() {
        let (sender, lines) = sync_channel(4);
        let text = format!("{}\nshort\n", "x".repeat(3 * LONGEST_LINE as usize));
        read_lines(text.as_bytes(), &sender);
        drop(sender);
        let lines: Vec<usize> = lines.iter().map(|line| line.trim().len()).collect();
        assert_eq!(lines, [LONGEST_LINE as usize, 5]);
    }
}
