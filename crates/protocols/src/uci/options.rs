//! The options of the engine.

use std::path::PathBuf;
use std::sync::Arc;

use threefold_chess::tables::Tables;
use threefold_search::MOST_THREADS;
use threefold_session::Attacker;
use threefold_session::mate::Whose;

/// What the options say.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Bytes for the tables of a search.
    pub hash: usize,
    /// Threads that search for any mate.
    pub threads: usize,
    /// At most so many keys are shown.
    pub multi_pv: usize,
    /// Whose mate is looked for.
    pub whose: Whose,
    /// Where certificates go.
    pub certificates: Option<PathBuf>,
    /// Syzygy tables.
    pub syzygy: Option<Arc<Tables>>,
    /// Whether a mate counts only if it stands under the fifty-move rule.
    pub fifty_moves: bool,
    /// Whether castling is written as the king taking his rook.
    pub chess960: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            hash: 64 << 20,
            threads: 1,
            multi_pv: 1,
            whose: Whose::Either,
            certificates: None,
            syzygy: None,
            fifty_moves: true,
            chess960: false,
        }
    }
}

/// What the options are called, and what they may be, as `uci` lists them.
pub fn lines() -> String {
    format!(
        "\
option name Hash type spin default 64 min 1 max 65536
option name Threads type spin default 1 min 1 max {MOST_THREADS}
option name MultiPV type spin default 1 min 1 max 256
option name Ponder type check default false
option name Attacker type combo default both var both var mover var white var black
option name CertificateDir type string default <empty>
option name SyzygyPath type string default <empty>
option name UCI_FiftyMoves type check default true
option name UCI_Chess960 type check default false
"
    )
}

impl Options {
    /// Sets an option. What is returned is to be said, but nothing is wrong.
    ///
    /// # Errors
    /// One line: what is wrong with the name or the value, and what was expected.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Option<String>, String> {
        let spin = |least: usize, most: usize| {
            let number = value.parse().ok().filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| wrong(name, value, &format!("a number from {least} to {most}")))
        };
        let check = || match value {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(wrong(name, value, "true or false")),
        };
        let is_empty = value.is_empty() || value == "<empty>";
        match name.to_ascii_lowercase().as_str() {
            "hash" => self.hash = spin(1, 65536)? << 20,
            "threads" => {
                self.threads = spin(1, MOST_THREADS)?;
                if self.threads > 1 {
                    let note = format!(
                        "Threads: {} search for any mate; lengths (go mate, go depth) are searched \
                         by one",
                        self.threads
                    );
                    return Ok(Some(note));
                }
            }
            "multipv" => self.multi_pv = spin(1, 256)?,
            // The interface decides whether it says `go ponder`.
            "ponder" => {
                check()?;
            }
            "attacker" => {
                self.whose = match value.to_ascii_lowercase().as_str() {
                    "both" => Whose::Either,
                    "mover" => Whose::One(Attacker::Mover),
                    "white" => Whose::One(Attacker::White),
                    "black" => Whose::One(Attacker::Black),
                    _ => return Err(wrong(name, value, "both, mover, white or black")),
                };
            }
            "certificatedir" => self.certificates = (!is_empty).then(|| PathBuf::from(value)),
            "syzygypath" if is_empty => self.syzygy = None,
            "syzygypath" => {
                let all: Vec<_> = std::env::split_paths(value).collect();
                let tables = Tables::syzygy(&all, None)
                    .map_err(|error| format!("setoption {name}: {error}"))?;
                let found = format!("found Syzygy tables of up to {} men", tables.men());
                self.syzygy = Some(Arc::new(tables));
                return Ok(Some(found));
            }
            "uci_fiftymoves" => self.fifty_moves = check()?,
            "uci_chess960" => self.chess960 = check()?,
            _ => return Err(format!("setoption: no option '{name}'")),
        }
        Ok(None)
    }
}

fn wrong(name: &str, value: &str, expected: &str) -> String {
    format!("setoption {name}: '{value}'; expected {expected}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_what_they_were_set_to_or_as_before() {
        let mut options = Options::default();
        assert_eq!(options.set("Hash", "2"), Ok(None));
        assert_eq!(options.hash, 2 << 20);
        assert_eq!(
            options.set("hash", "0"),
            Err("setoption hash: '0'; expected a number from 1 to 65536".to_owned())
        );
        assert_eq!(options.hash, 2 << 20);
        assert!(options.set("Threads", "8").unwrap().is_some_and(|note| note.contains("by one")));
        assert!(options.set("Threads", "0").is_err());
        assert_eq!(options.threads, 8);
        assert_eq!(options.set("Attacker", "black"), Ok(None));
        assert_eq!(options.whose, Whose::One(Attacker::Black));
        assert_eq!(options.set("CertificateDir", "a"), Ok(None));
        assert_eq!(options.set("CertificateDir", "<empty>"), Ok(None));
        assert_eq!(options.certificates, None);
        assert!(options.set("UCI_Chess960", "yes").is_err());
        assert_eq!(options.set("Style", "Risky"), Err("setoption: no option 'Style'".to_owned()));
    }

    #[test]
    fn every_listed_option_can_be_set_to_its_default() {
        for line in lines().lines() {
            let name = line.split_whitespace().nth(2).unwrap();
            let default = line.split_whitespace().skip_while(|&word| word != "default").nth(1);
            assert_eq!(Options::default().set(name, default.unwrap()), Ok(None), "{line}");
        }
    }
}
