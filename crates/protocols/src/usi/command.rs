//! The lines of the Universal Shogi Interface.

use std::time::Duration;

/// What a graphical interface wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `usi`: who is there, and which options there are?
    Usi,
    /// `isready`
    IsReady,
    /// `setoption name NAME value VALUE`
    SetOption {
        /// Its name.
        name: String,
        /// What it shall be; empty if the line has none.
        value: String,
    },
    /// `position`: what follows the word.
    Position(String),
    /// `go mate`
    GoMate(Duration),
    /// `go mate infinite`
    GoMateInfinite,
    /// Any other `go`: lines of play are wanted, and a move at the end. Without a time, as of `go
    /// infinite`, the move is wanted after `stop`.
    Analyse(Option<Duration>),
    /// `stop`
    Stop,
    /// `quit`
    Quit,
    /// `usinewgame`
    NewGame,
    /// What is allowed and means nothing here: `gameover`, `ponderhit`.
    Nothing,
}

/// Reads a line. `Ok(None)` for an empty one.
///
/// # Errors
/// One line: what is wrong, and what was expected.
pub fn parse(line: &str) -> Result<Option<Command>, String> {
    let clean: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let words: Vec<&str> = clean.split_whitespace().collect();
    let Some((&name, rest)) = words.split_first() else { return Ok(None) };
    Ok(Some(match name {
        "usi" => Command::Usi,
        "isready" => Command::IsReady,
        "stop" => Command::Stop,
        "quit" => Command::Quit,
        "usinewgame" => Command::NewGame,
        "gameover" | "ponderhit" => Command::Nothing,
        "setoption" => set_option(rest)?,
        "position" => Command::Position(rest.join(" ")),
        "go" => go(rest)?,
        _ => {
            let name: String = name.chars().take(40).collect();
            return Err(format!("unknown command '{name}'"));
        }
    }))
}

fn set_option(words: &[&str]) -> Result<Command, String> {
    let Some((&"name", rest)) = words.split_first() else {
        return Err("setoption: expected 'name NAME value VALUE'".to_owned());
    };
    let end = rest.iter().position(|&word| word == "value").unwrap_or(rest.len());
    let value = rest.get(end + 1..).unwrap_or_default().join(" ");
    Ok(Command::SetOption { name: rest[..end].join(" "), value })
}

fn go(words: &[&str]) -> Result<Command, String> {
    const EXPECTED: &str = "go mate: expected milliseconds or infinite";
    match words {
        // Some interfaces leave the time out and mean no limit.
        ["mate"] | ["mate", "infinite"] => Ok(Command::GoMateInfinite),
        ["mate", time] => {
            let millis = time.parse().map_err(|_| EXPECTED.to_owned())?;
            Ok(Command::GoMate(Duration::from_millis(millis)))
        }
        ["mate", ..] => Err(EXPECTED.to_owned()),
        _ => Ok(Command::Analyse(time_for_a_move(words))),
    }
}

/// What a clock leaves for a move, some of it kept back; `None` without a clock.
fn time_for_a_move(words: &[&str]) -> Option<Duration> {
    /// Between the answer and the end of the time.
    const MARGIN: u64 = 200;
    if words.iter().any(|word| matches!(*word, "infinite" | "ponder")) {
        return None;
    }
    let of = |name| {
        let at = words.iter().position(|&word| word == name)?;
        words.get(at + 1)?.parse::<u64>().ok()
    };
    // Of what is left of a game's time nothing is used but where there is nothing else.
    let each = ["byoyomi", "movetime", "binc"].into_iter().filter_map(of).max();
    let whole = ["btime", "wtime"].into_iter().filter_map(of).min().map(|millis| millis / 40);
    let millis = each.filter(|&millis| millis > 0).or(whole)?;
    Some(Duration::from_millis(millis.saturating_sub(MARGIN).max(millis / 2)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_as_the_protocol_has_them() {
        let read = |line| parse(line).unwrap().unwrap();
        assert_eq!(read("  usi \r"), Command::Usi);
        assert_eq!(parse(" \t "), Ok(None));
        assert_eq!(read("position startpos moves 7g7f").clone(), {
            Command::Position("startpos moves 7g7f".to_owned())
        });
        assert_eq!(read("go mate 3000"), Command::GoMate(Duration::from_secs(3)));
        assert_eq!(read("go mate infinite"), Command::GoMateInfinite);
        assert_eq!(read("go mate"), Command::GoMateInfinite);
        for (line, millis) in [
            ("go btime 0 wtime 0 byoyomi 1000", Some(800)),
            ("go btime 60000 wtime 40000", Some(800)),
            ("go movetime 100", Some(50)),
            ("go infinite", None),
            ("go ponder btime 1000 wtime 1000", None),
            ("go", None),
        ] {
            assert_eq!(read(line), Command::Analyse(millis.map(Duration::from_millis)), "{line}");
        }
        assert_eq!(read("gameover win"), Command::Nothing);
        assert_eq!(
            read("setoption name CertificateDir value /tmp/a b"),
            Command::SetOption { name: "CertificateDir".into(), value: "/tmp/a b".into() }
        );
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        for (line, what) in [
            ("uci", "unknown command 'uci'"),
            ("go mate soon", "go mate: expected milliseconds or infinite"),
            ("go mate 1 2", "go mate: expected milliseconds or infinite"),
            ("setoption USI_Hash 3", "setoption: expected 'name NAME value VALUE'"),
        ] {
            assert_eq!(parse(line), Err(what.to_owned()), "{line}");
        }
    }
}
