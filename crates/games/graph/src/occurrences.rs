//! How often a position occurs until it counts as a repetition.

use std::fmt;
use std::str::FromStr;

use threefold_game::NotationError;

/// From which occurrence of a position on it counts as a repetition, under the rules that give
/// repetitions a value.
///
/// The two numbers differ in most engines: a search gives up a line at the *second* occurrence
/// after its root, while the rules of chess want the *third* in the game. What a position is worth
/// depends on `game` alone; `tree` is for searches to a horizon ([`Game`](threefold_game::Game)
/// takes it for 2).
///
/// ```
/// use threefold_graph::OccurrenceRule;
/// let chess: OccurrenceRule = "tree:2,game:3".parse()?;
/// assert_eq!((chess.tree, chess.game), (2, 3));
/// assert_eq!(OccurrenceRule::default().to_string(), "tree:2,game:2");
/// assert!("tree:3,game:2".parse::<OccurrenceRule>().is_err());
/// # Ok::<(), threefold_game::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OccurrenceRule {
    /// Counted from the root of a search on: 2 or 3.
    pub tree: u32,
    /// Counted in the whole game, the moves before the root included: `tree` to 3.
    pub game: u32,
}

impl OccurrenceRule {
    /// The second occurrence of the tree, the third of the game: what chess engines do.
    pub const CHESS: Self = OccurrenceRule { tree: 2, game: 3 };
}

impl Default for OccurrenceRule {
    /// The second occurrence, wherever the first one was.
    fn default() -> Self {
        OccurrenceRule { tree: 2, game: 2 }
    }
}

impl fmt::Display for OccurrenceRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tree:{},game:{}", self.tree, self.game)
    }
}

impl FromStr for OccurrenceRule {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let numbers = text.strip_prefix("tree:").and_then(|text| text.split_once(",game:"));
        match numbers {
            Some(("2", "2")) => Ok(OccurrenceRule::default()),
            Some(("2", "3")) => Ok(OccurrenceRule::CHESS),
            Some(("3", "3")) => Ok(OccurrenceRule { tree: 3, game: 3 }),
            _ => Err(NotationError::new(format!(
                "{} counts no occurrences, expected tree:2,game:2 or tree:2,game:3 or \
                 tree:3,game:3",
                threefold_game::quote(text)
            ))),
        }
    }
}
