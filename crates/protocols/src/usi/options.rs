//! The options of the engine.

use std::path::PathBuf;

use threefold_search::MOST_THREADS;
use threefold_session::Attacker;

/// What the options say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Bytes for the tables of a search.
    pub hash: usize,
    /// Threads that search for any mate: one all the same, as long as pieces are in hand.
    pub threads: usize,
    /// Who has to give the checks.
    pub attacker: Attacker,
    /// Whether the shortest mate is wanted, and not just any.
    pub shortest: bool,
    /// Whether futile interpositions are left out of the line that is told.
    pub conventional: bool,
    /// Where certificates go.
    pub certificates: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Self {
        let attacker = Attacker::Mover;
        let (shortest, conventional) = (false, false);
        let certificates = None;
        Options { hash: 256 << 20, threads: 1, attacker, shortest, conventional, certificates }
    }
}

/// What the options are called, and what they may be, as `usi` lists them.
pub fn lines() -> String {
    format!(
        "\
option name USI_Hash type spin default 256 min 1 max 65536
option name USI_Ponder type check default false
option name Threads type spin default 1 min 1 max {MOST_THREADS}
option name Attacker type combo default mover var mover var black var white
option name Shortest type check default false
option name Length type combo default literal var literal var conventional
option name CertificateDir type string default <empty>
"
    )
}

impl Options {
    /// Sets an option.
    ///
    /// # Errors
    /// One line: what is wrong with the name or the value, and what was expected.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let wrong =
            |expected: &str| Err(format!("setoption {name}: '{value}'; expected {expected}"));
        let number = value.parse().ok().filter(|number| (1..=65536).contains(number));
        match (name.to_ascii_lowercase().as_str(), number) {
            ("usi_hash", Some(number)) => self.hash = number << 20,
            ("threads", Some(number @ 1..=MOST_THREADS)) => self.threads = number,
            ("threads", _) => return wrong(&format!("a number from 1 to {MOST_THREADS}")),
            ("usi_hash", None) => return wrong("a number from 1 to 65536"),
            // The interface decides whether it ponders.
            ("usi_ponder", _) => {}
            ("shortest", _) => {
                self.shortest = match value {
                    "true" => true,
                    "false" => false,
                    _ => return wrong("true or false"),
                };
            }
            ("length", _) => {
                self.conventional = match value.to_ascii_lowercase().as_str() {
                    "conventional" => true,
                    "literal" => false,
                    _ => return wrong("literal or conventional"),
                };
            }
            ("attacker", _) => {
                self.attacker = match value.to_ascii_lowercase().as_str() {
                    "mover" => Attacker::Mover,
                    "black" => Attacker::Black,
                    "white" => Attacker::White,
                    _ => return wrong("mover, black or white"),
                };
            }
            ("certificatedir", _) => {
                let is_empty = value.is_empty() || value == "<empty>";
                self.certificates = (!is_empty).then(|| PathBuf::from(value));
            }
            _ => return Err(format!("setoption: no option '{name}'")),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_what_they_were_set_to_or_as_before() {
        let mut options = Options::default();
        assert_eq!(options.set("USI_Hash", "2"), Ok(()));
        assert_eq!(options.hash, 2 << 20);
        let error = "setoption usi_hash: '0'; expected a number from 1 to 65536";
        assert_eq!(options.set("usi_hash", "0"), Err(error.to_owned()));
        assert_eq!(options.hash, 2 << 20);
        assert_eq!(options.set("Threads", "2"), Ok(()));
        assert_eq!(options.threads, 2);
        assert!(options.set("Threads", "257").is_err());
        assert_eq!(options.set("Attacker", "White"), Ok(()));
        assert_eq!(options.attacker, Attacker::White);
        assert!(options.set("Shortest", "yes").is_err());
        assert_eq!(options.set("Shortest", "true"), Ok(()));
        assert!(options.shortest);
        assert_eq!(options.set("Length", "conventional"), Ok(()));
        assert!(options.conventional && options.set("Length", "short").is_err());
        assert_eq!(options.set("Style", "Risky"), Err("setoption: no option 'Style'".to_owned()));
    }

    #[test]
    fn every_listed_option_can_be_set_to_its_default() {
        for line in lines().lines() {
            let name = line.split_whitespace().nth(2).unwrap();
            let default = line.split_whitespace().skip_while(|&word| word != "default").nth(1);
            let mut options = Options::default();
            assert_eq!(options.set(name, default.unwrap()), Ok(()), "{line}");
            assert_eq!(options, Options::default(), "{line}");
        }
    }
}
