//! How often positions have occurred before the root.

use std::collections::HashMap;
use std::hash::Hash;

use crate::{Game, RepetitionRule};

/// How often each position has occurred before the root, and of which of them another occurrence is
/// a repetition. Positions are counted under whatever name the caller gives them: the position
/// itself, a key, a situation.
///
/// The rules of a game may want more than two occurrences before they speak of a repetition
/// ([`Game::occurrences`]). From the root on the second occurrence decides, which leaves the value
/// of the root the same; but a position of the history decides only if it has been there one time
/// less than the rules want. Under superko each one does.
///
/// ```
/// # use threefold_game::{ExactFootprint, Game, NotationError, Outcome, Player};
/// use threefold_game::{Occurrences, RepetitionRule};
/// # struct Swing;
/// # impl Game for Swing {
/// #     type Position = bool; type Move = bool; type Undo = bool; type Situation = bool;
/// #     type Footprint = ExactFootprint;
/// #     fn name(&self) -> &str { "swing" }
/// #     fn player_name(&self, player: Player) -> &str { ["first", "second"][player.index()] }
/// #     fn repetition_rules(&self) -> &[RepetitionRule] { &RepetitionRule::ALL }
/// #     fn occurrences(&self) -> u32 { 3 }
/// #     fn player_to_move(&self, _: &bool) -> Player { Player::First }
/// #     fn terminal(&self, _: &bool) -> Option<Outcome> { None }
/// #     fn moves(&self, at: &bool, moves: &mut Vec<bool>) { moves.push(!at); }
/// #     fn stuck(&self, _: &bool) -> Outcome { Outcome::Draw }
/// #     fn make(&self, at: &mut bool, m: bool) -> bool { std::mem::replace(at, m) }
/// #     fn undo(&self, at: &mut bool, _: bool, undo: bool) { *at = undo; }
/// #     fn situation(&self, at: &bool, _: RepetitionRule) -> bool { *at }
/// #     fn write_move(&self, _: &bool, _: bool, _: &mut String) {}
/// #     fn write_position(&self, _: &bool, _: &mut String) {}
/// #     fn parse_position(&self, text: &str) -> Result<bool, NotationError> { Ok(text == "on") }
/// # }
/// // A game in which the third occurrence is a draw.
/// let before = Occurrences::count(&Swing, RepetitionRule::Draw, ["on", "off", "on"]);
/// assert_eq!((before.times(&"on"), before.times(&"off")), (2, 1));
/// assert!(before.decides(&"on") && !before.decides(&"off"));
/// assert_eq!(before.deciding().collect::<Vec<_>>(), [&"on"]);
///
/// let before = Occurrences::count(&Swing, RepetitionRule::PositionalSuperko, ["on", "off"]);
/// assert!(before.decides(&"off") && !before.decides(&"between"));
/// ```
#[derive(Clone, Debug)]
pub struct Occurrences<P> {
    times: HashMap<P, u32>,
    enough: u32,
}

impl<P> Default for Occurrences<P> {
    /// Nothing has occurred.
    fn default() -> Self {
        Occurrences { times: HashMap::new(), enough: 1 }
    }
}

impl<P: Eq + Hash> Occurrences<P> {
    /// Counts the positions of a history: those that can recur ([`History::recurring`]), or all.
    ///
    /// [`History::recurring`]: crate::History::recurring
    pub fn count<G: Game>(
        game: &G,
        rule: RepetitionRule,
        positions: impl IntoIterator<Item = P>,
    ) -> Self {
        let mut times = HashMap::new();
        for position in positions {
            *times.entry(position).or_insert(0) += 1;
        }
        // A rule under which a first occurrence decides would be none.
        let enough = if rule.is_superko() { 1 } else { game.occurrences().max(2) - 1 };
        Occurrences { times, enough }
    }

    /// How often the position has occurred.
    #[inline]
    pub fn times(&self, position: &P) -> u32 {
        self.times.get(position).copied().unwrap_or(0)
    }

    /// Whether it is a repetition if the position occurs again.
    #[inline]
    pub fn decides(&self, position: &P) -> bool {
        !self.times.is_empty() && self.times(position) >= self.enough
    }

    /// The positions that are repetitions when they occur again, each once, in no particular order.
    pub fn deciding(&self) -> impl Iterator<Item = &P> {
        let enough = self.enough;
        self.times.iter().filter(move |&(_, &times)| times >= enough).map(|(position, _)| position)
    }
}
