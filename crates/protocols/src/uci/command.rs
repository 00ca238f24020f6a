//! The lines of the Universal Chess Interface.

use std::time::Duration;

/// What a graphical interface wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `uci`: who is there, and which options there are?
    Uci,
    /// `isready`
    IsReady,
    /// `ucinewgame`
    NewGame,
    /// `setoption name NAME value VALUE`
    SetOption {
        /// Its name.
        name: String,
        /// What it shall be; empty if the line has none.
        value: String,
    },
    /// `position`
    Position {
        /// The FEN; `None` for the position in which every game starts.
        fen: Option<String>,
        /// The moves from there on.
        moves: Vec<String>,
    },
    /// `go`
    Go(Go),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `quit`
    Quit,
    /// What is allowed and means nothing here: `debug`, `register`.
    Nothing,
}

/// What is searched for, and how long.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// The moves to which the search is confined; all if there are none.
    pub search_moves: Vec<String>,
    /// Whether the position is one that the opponent has yet to reach.
    pub ponder: bool,
    /// Whether the search goes on until `stop`.
    pub infinite: bool,
    /// Mate in so many moves, by either side.
    pub mate: Option<u32>,
    /// Win within so many plies, by either side.
    pub depth: Option<u32>,
    /// At most so many nodes.
    pub nodes: Option<u64>,
    /// Exactly this time.
    pub move_time: Option<Duration>,
    /// The time that White and Black have left.
    pub clock: [Option<Duration>; 2],
    /// What each has added for every move.
    pub increment: [Duration; 2],
    /// The moves until there is more time.
    pub moves_to_go: Option<u32>,
}

/// Reads a line. `Ok(None)` for an empty one.
///
/// # Errors
/// One line: what is wrong, and what was expected.
pub fn parse(line: &str) -> Result<Option<Command>, String> {
    let clean: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let words: Vec<&str> = clean.split_whitespace().collect();
    let Some((&name, rest)) = words.split_first() else { return Ok(None) };
    let command = match name {
        "uci" => Command::Uci,
        "isready" => Command::IsReady,
        "ucinewgame" => Command::NewGame,
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" => Command::Quit,
        "debug" | "register" => Command::Nothing,
        "setoption" => set_option(rest)?,
        "position" => position(rest)?,
        "go" => Command::Go(go(rest)?),
        _ => {
            let name: String = name.chars().take(40).collect();
            return Err(format!("unknown command '{name}'"));
        }
    };
    Ok(Some(command))
}

fn set_option(words: &[&str]) -> Result<Command, String> {
    let Some((&"name", rest)) = words.split_first() else {
        return Err("setoption: expected 'name NAME value VALUE'".to_owned());
    };
    let end = rest.iter().position(|&word| word == "value").unwrap_or(rest.len());
    let value = rest.get(end + 1..).unwrap_or_default().join(" ");
    Ok(Command::SetOption { name: rest[..end].join(" "), value })
}

fn position(words: &[&str]) -> Result<Command, String> {
    let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let fen = match words[..end].split_first() {
        Some((&"startpos", [])) => None,
        Some((&"fen", fields)) => Some(fields.join(" ")),
        _ => return Err("position: expected 'startpos' or 'fen FEN', then moves".to_owned()),
    };
    let moves = words.get(end + 1..).unwrap_or_default();
    Ok(Command::Position { fen, moves: moves.iter().map(|&text| text.to_owned()).collect() })
}

fn go(words: &[&str]) -> Result<Go, String> {
    const WORDS: &str = "searchmoves, ponder, infinite, mate, depth, nodes, movetime, wtime, \
                         btime, winc, binc, movestogo";
    let is_known = |word: &str| WORDS.split(", ").any(|known| known == word);
    let mut go = Go::default();
    let mut words = words.iter().copied().peekable();
    while let Some(word) = words.next() {
        match word {
            "ponder" => go.ponder = true,
            "infinite" => go.infinite = true,
            "searchmoves" => {
                while let Some(text) = words.next_if(|word| !is_known(word)) {
                    go.search_moves.push(text.to_owned());
                }
            }
            _ if !is_known(word) => {
                let word: String = word.chars().take(40).collect();
                return Err(format!("go: unknown '{word}'; expected one of {WORDS}"));
            }
            _ => {
                let number = words.next().and_then(|text| text.parse::<i64>().ok());
                let number = number.ok_or_else(|| format!("go: expected a number after {word}"))?;
                if word == "mate" && number < 1 {
                    return Err("go: expected a number of moves after mate, at least 1".to_owned());
                }
                // Clocks run out, and interfaces say so.
                let number = number.max(0).unsigned_abs();
                let small = u32::try_from(number).unwrap_or(u32::MAX);
                let time = Duration::from_millis(number);
                match word {
                    "mate" => go.mate = Some(small),
                    "depth" => go.depth = Some(small),
                    "nodes" => go.nodes = Some(number),
                    "movetime" => go.move_time = Some(time),
                    "wtime" => go.clock[0] = Some(time),
                    "btime" => go.clock[1] = Some(time),
                    "winc" => go.increment[0] = time,
                    "binc" => go.increment[1] = time,
                    _ => go.moves_to_go = Some(small),
                }
            }
        }
    }
    Ok(go)
}

impl Go {
    /// The time for the search of the player to move, 0 for White.
    ///
    /// A proof that is found is found early: of a clock a twentieth is enough, or its share of the
    /// moves until there is more.
    pub fn budget(&self, mover: usize) -> Option<Duration> {
        /// What the answer takes on its way.
        const OVERHEAD: Duration = Duration::from_millis(20);
        if let Some(time) = self.move_time {
            return Some(time.saturating_sub(OVERHEAD / 2));
        }
        let clock = self.clock[mover]?;
        let moves = self.moves_to_go.unwrap_or(20).clamp(1, 40);
        let share = clock / moves + self.increment[mover] * 3 / 4;
        Some(share.min(clock.saturating_sub(OVERHEAD) * 4 / 5))
    }

    /// Whether the search surely ends by itself.
    pub fn is_limited(&self, mover: usize) -> bool {
        !self.infinite && (self.nodes.is_some() || self.budget(mover).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Command {
        parse(line).unwrap().unwrap()
    }

    #[test]
    fn lines_as_the_protocol_has_them() {
        assert_eq!(read("  uci \r"), Command::Uci);
        assert_eq!(parse(" \t "), Ok(None));
        let option = |name: &str, value: &str| Command::SetOption {
            name: name.to_owned(),
            value: value.to_owned(),
        };
        assert_eq!(read("setoption name Hash value 128"), option("Hash", "128"));
        assert_eq!(read("setoption name Clear Hash"), option("Clear Hash", ""));
        assert_eq!(
            read("setoption name CertificateDir value /tmp/a b"),
            option("CertificateDir", "/tmp/a b")
        );
        assert_eq!(
            read("position fen 8/8/8/8/8/1k6/7r/K7 w - - moves a1b1"),
            Command::Position {
                fen: Some("8/8/8/8/8/1k6/7r/K7 w - -".to_owned()),
                moves: vec!["a1b1".to_owned()],
            }
        );
        assert_eq!(
            read("go searchmoves e2e4 d2d4 mate 3 wtime -5"),
            Command::Go(Go {
                search_moves: vec!["e2e4".to_owned(), "d2d4".to_owned()],
                mate: Some(3),
                clock: [Some(Duration::ZERO), None],
                ..Go::default()
            })
        );
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        for (line, what) in [
            ("xyzzy", "unknown command 'xyzzy'"),
            ("position", "position: expected 'startpos' or 'fen FEN', then moves"),
            ("position startpos e2e4", "position: expected 'startpos' or 'fen FEN', then moves"),
            ("go nodes", "go: expected a number after nodes"),
            ("go mate two", "go: expected a number after mate"),
            ("setoption Hash 3", "setoption: expected 'name NAME value VALUE'"),
        ] {
            assert_eq!(parse(line), Err(what.to_owned()), "{line}");
        }
        assert!(parse("go perft 3").unwrap_err().starts_with("go: unknown 'perft'; expected"));
    }

    #[test]
    fn a_clock_is_never_overdrawn() {
        for millis in [0, 1, 30, 1000, 60_000] {
            for to_go in [None, Some(0), Some(1), Some(40)] {
                let clock = Duration::from_millis(millis);
                let go = Go {
                    clock: [Some(clock), None],
                    increment: [Duration::from_secs(10); 2],
                    moves_to_go: to_go,
                    ..Go::default()
                };
                assert!(go.budget(0).unwrap() <= clock, "{go:?}");
                assert_eq!(go.budget(1), None);
            }
        }
    }
}
