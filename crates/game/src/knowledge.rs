//! What is known of positions from beside the game.

use std::sync::Arc;

use crate::{Game, History, Occurrences, Outcome, RepetitionRule, SolvedComponents};

/// Facts about the positions of a game that do not follow from its rules alone, or not at once: an
/// endgame database, a store of solved positions. Solver and checker are given it beside the game;
/// who gives none ([`()`](unit), or `None`) has answers that rest on the rules.
///
/// ```
/// # use threefold_game::{ExactFootprint, Game, NotationError, Player, RepetitionRule};
/// use threefold_game::{Knowledge, Outcome};
/// # struct Swing;
/// # impl Game for Swing {
/// #     type Position = bool; type Move = bool; type Undo = bool; type Situation = bool;
/// #     type Footprint = ExactFootprint;
/// #     fn name(&self) -> &str { "swing" }
/// #     fn player_name(&self, player: Player) -> &str { ["first", "second"][player.index()] }
/// #     fn repetition_rules(&self) -> &[RepetitionRule] { &RepetitionRule::ALL }
/// #     fn player_to_move(&self, _: &bool) -> Player { Player::First }
/// #     fn terminal(&self, _: &bool) -> Option<Outcome> { None }
/// #     fn moves(&self, at: &bool, moves: &mut Vec<bool>) { moves.push(!at); }
/// #     fn stuck(&self, _: &bool) -> Outcome { Outcome::Draw }
/// #     fn make(&self, at: &mut bool, m: bool) -> bool { std::mem::replace(at, m) }
/// #     fn undo(&self, at: &mut bool, _: bool, undo: bool) { *at = undo; }
/// #     fn situation(&self, at: &bool, _: RepetitionRule) -> bool { *at }
/// #     fn write_move(&self, _: &bool, m: bool, out: &mut String) {
/// #         out.push_str(if m { "on" } else { "off" });
/// #     }
/// #     fn write_position(&self, at: &bool, out: &mut String) {
/// #         out.push_str(if *at { "on" } else { "off" });
/// #     }
/// #     fn parse_position(&self, text: &str) -> Result<bool, NotationError> { Ok(text == "on") }
/// # }
/// /// Whoever is to move at "on" has no way to win.
/// struct DrawnAtOn;
///
/// impl Knowledge<Swing> for DrawnAtOn {
///     fn probe(&self, position: &bool) -> Option<Outcome> {
///         position.then_some(Outcome::Draw)
///     }
///     fn declaration(&self) -> Option<String> {
///         Some("swing 1".to_owned())
///     }
/// }
///
/// let known: &dyn Knowledge<Swing> = &DrawnAtOn;
/// assert_eq!(known.probe(&true), Some(Outcome::Draw));
/// let nothing: &dyn Knowledge<Swing> = &();
/// assert_eq!(nothing.probe(&true), None);
/// ```
pub trait Knowledge<G: Game>: Sync {
    /// The exact result of the position without a history, on which no path to it has any
    /// influence; `None` if it is not known.
    fn probe(&self, position: &G::Position) -> Option<Outcome>;

    /// Whether it knows no position at all: then a search does not ask.
    fn is_empty(&self) -> bool {
        false
    }

    /// What certificates call the knowledge, in the line `database:` of their headers:
    /// `checkers-wld 5 blake3:<hash>`. A checker takes its leaves from knowledge with the same
    /// declaration only. `None` if there is none that a certificate could rely on.
    fn declaration(&self) -> Option<String>;

    /// Whether a certificate may declare it by this name: its [declaration](Self::declaration), or
    /// another that stands for the same results.
    fn is_called(&self, name: &str) -> bool {
        self.declaration().is_some_and(|declaration| declaration == name)
    }

    /// The same results by components, in games that have them: a search by components asks for no
    /// single position.
    fn components(&self) -> Option<&dyn SolvedComponents> {
        None
    }

    /// Whether a game from the root of `history` can be left to the knowledge: not if a position
    /// that it knows has occurred so often that it is a repetition when it occurs again. Nothing is
    /// known of that here, and its wins might have to go through it.
    fn holds_after(&self, game: &G, history: &History<G>) -> bool {
        let recurring = history.recurring().iter();
        let before = Occurrences::count(game, RepetitionRule::Draw, recurring);
        before.deciding().all(|position| self.probe(position).is_none())
    }
}

/// Nothing is known.
impl<G: Game> Knowledge<G> for () {
    fn probe(&self, _position: &G::Position) -> Option<Outcome> {
        None
    }

    fn is_empty(&self) -> bool {
        true
    }

    fn declaration(&self) -> Option<String> {
        None
    }
}

/// `None`: nothing is known.
impl<G: Game, K: Knowledge<G>> Knowledge<G> for Option<K> {
    fn probe(&self, position: &G::Position) -> Option<Outcome> {
        self.as_ref()?.probe(position)
    }

    fn is_empty(&self) -> bool {
        self.as_ref().is_none_or(Knowledge::is_empty)
    }

    fn declaration(&self) -> Option<String> {
        self.as_ref()?.declaration()
    }

    fn is_called(&self, name: &str) -> bool {
        self.as_ref().is_some_and(|knowledge| knowledge.is_called(name))
    }

    fn components(&self) -> Option<&dyn SolvedComponents> {
        self.as_ref()?.components()
    }

    fn holds_after(&self, game: &G, history: &History<G>) -> bool {
        self.as_ref().is_none_or(|knowledge| knowledge.holds_after(game, history))
    }
}

impl<G: Game, K: Knowledge<G> + ?Sized> Knowledge<G> for &K {
    fn probe(&self, position: &G::Position) -> Option<Outcome> {
        (**self).probe(position)
    }

    fn is_empty(&self) -> bool {
        (**self).is_empty()
    }

    fn declaration(&self) -> Option<String> {
        (**self).declaration()
    }

    fn is_called(&self, name: &str) -> bool {
        (**self).is_called(name)
    }

    fn components(&self) -> Option<&dyn SolvedComponents> {
        (**self).components()
    }

    fn holds_after(&self, game: &G, history: &History<G>) -> bool {
        (**self).holds_after(game, history)
    }
}

impl<G: Game, K: Knowledge<G> + Send + ?Sized> Knowledge<G> for Arc<K> {
    fn probe(&self, position: &G::Position) -> Option<Outcome> {
        (**self).probe(position)
    }

    fn is_empty(&self) -> bool {
        (**self).is_empty()
    }

    fn declaration(&self) -> Option<String> {
        (**self).declaration()
    }

    fn is_called(&self, name: &str) -> bool {
        (**self).is_called(name)
    }

    fn components(&self) -> Option<&dyn SolvedComponents> {
        (**self).components()
    }

    fn holds_after(&self, game: &G, history: &History<G>) -> bool {
        (**self).holds_after(game, history)
    }
}
