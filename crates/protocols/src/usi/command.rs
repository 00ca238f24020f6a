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
    /// Any other `go`: a move of a game is wanted.
    GoElse,
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
        _ => Ok(Command::GoElse),
    }
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
        assert_eq!(read("go btime 0 wtime 0 byoyomi 1000"), Command::GoElse);
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
