//! A position with the question that its source asks, of one game.

use threefold_game::{Game, History, Knowledge, Player, RepetitionRule};

use crate::attacker::Attacker;
use crate::convention::Convention;
use crate::error::{Damage, Error};
use crate::record::Expected;
use crate::words::Idiom;

/// What can be asked about: a game, a position with its history, and what its source says.
///
/// Rows of the registry make these of what they have read; who has a game of his own makes one
/// himself and asks [`position`](crate::solve::position).
pub struct Posed<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The position and the game so far.
    pub history: &'a History<G>,
    /// The rules with all moves, where the attacker has fewer in `game`: what he wins there he wins
    /// by these, and of what he does not win nothing follows.
    pub unrestricted: Option<&'a G>,
    /// What a repeated position counts as.
    pub rule: RepetitionRule,
    /// Whose win is in question where nothing else is said.
    pub attacker: Player,
    /// Whether the rules are made for that player's win, so that nobody else's can be in question:
    /// whom a request names has been heeded when the game was made.
    pub is_one_sided: bool,
    /// How people speak of the game.
    pub idiom: Idiom,
    /// What the source says about the answer: `bm #3`.
    pub said: Option<String>,
    /// The same, as far as it can be compared with an answer.
    pub expected: Option<&'a Expected>,
    /// How people write the game, where that is another notation.
    pub convention: Option<&'a dyn Convention<G>>,
    /// What is known from beside the game.
    pub knowledge: &'a dyn Knowledge<G>,
    /// The database that this comes from, if there is one.
    pub endings: Option<&'a dyn Endings<G>>,
}

impl<'a, G: Game> Posed<'a, G> {
    /// A position about which nothing more is known.
    pub fn new(
        game: &'a G,
        history: &'a History<G>,
        rule: RepetitionRule,
        attacker: Player,
    ) -> Self {
        Posed {
            game,
            history,
            unrestricted: None,
            rule,
            attacker,
            is_one_sided: false,
            idiom: Idiom::PLAIN,
            said: None,
            expected: None,
            convention: None,
            knowledge: &(),
            endings: None,
        }
    }

    /// The player whom a request names.
    ///
    /// # Errors
    /// There is none.
    pub fn player(&self, named: Attacker) -> Result<Player, Error> {
        match self.is_one_sided {
            true => Ok(self.attacker),
            false => named.player(self.game, self.history.root()),
        }
    }
}

/// What an endgame database can say besides the value of a position.
pub trait Endings<G: Game> {
    /// How the game goes on from a position that the database knows.
    fn line(&self, position: &G::Position) -> Vec<G::Move>;

    /// The plies to the end of a won or lost game if the winner hurries and the loser delays;
    /// `None` where that is not known.
    fn plies(&self, position: &G::Position) -> Option<u32> {
        let _ = position;
        None
    }

    /// What is wrong with the database, as far as it has been used.
    fn damage(&self) -> Option<Damage>;
}
