//! What the session has to know of a game.

use threefold_certificate::Header;
use threefold_chess::{Aim, AttackerMoves};
use threefold_game::Question;
use threefold_graph::GraphFile;

use crate::any::{AnyDistant, AnyMade, AnyPosed};
use crate::convention::Drawing;
use crate::error::Error;
use crate::record::Operation;
use crate::task::{Document, Tasks};
use crate::under::{AnyDatabase, Under};
use crate::words::Idiom;

/// A row of the registry: how texts about a game are recognised and read, what is asked where
/// nothing else is said, and how the game is made from what a certificate says of it.
pub trait Row {
    /// A position as it was read, with what its source says about it.
    type Subject: Send + Sync;

    /// The name in certificates and in requests.
    const NAME: &'static str;
    /// Whether a request may name it for texts that do not show their game. The files of a game
    /// that cannot be named are always its own.
    const IS_NAMED: bool = true;
    /// What of the game is read where its name alone does not say so.
    const HELP: Option<&'static str> = None;
    /// How the names of its files end, after the dot.
    const ENDINGS: &'static [&'static str] = &[];
    /// Whether its files hold games with moves, so that `FILE#3:24` is a position in them.
    const HAS_PLACES: bool = false;
    /// Whether a certificate of it may rely on a database.
    const HAS_DATABASES: bool = false;
    /// How people speak of it.
    const IDIOM: Idiom = Idiom::PLAIN;

    /// Whether a text is a position of the game; `is_named` says that a request calls it one.
    fn is_position(text: &str, is_named: bool) -> bool;

    /// Whether a file is about the game, by its first line that says something.
    fn begins(line: &str) -> bool;

    /// Reads position `number` of a request.
    fn read_position(number: usize, text: &str, tasks: &mut Tasks<Self::Subject>);

    /// Reads a file.
    fn read_file(document: &Document<'_>, tasks: &mut Tasks<Self::Subject>);

    /// Hands a position to `then`, under the rule and with the databases that are wanted.
    ///
    /// # Errors
    /// The position cannot have come up under that rule, or what `then` says.
    fn pose(subject: &Self::Subject, under: &Under<'_>, then: &mut Posing<'_>)
    -> Result<(), Error>;

    /// The same, where can be asked how far a win is. No endgame database is used for that. What of
    /// `distant` is about chess is only asked of chess.
    ///
    /// # Errors
    /// It cannot be asked in this game, or the position cannot have come up under that rule.
    fn pose_distances(
        subject: &Self::Subject,
        under: &Under<'_>,
        distant: &Distant,
        then: &mut PosingDistances<'_>,
    ) -> Result<(), Error> {
        let _ = (subject, under, distant, then);
        Err(Error::NoDistance(Self::NAME))
    }

    /// What the position looks like; `None` if the game has no picture.
    fn diagram(subject: &Self::Subject, drawing: Drawing) -> Option<String> {
        let _ = (subject, drawing);
        None
    }

    /// What a record says about the position, in order; `None` if its source has no records.
    fn operations(subject: &Self::Subject) -> Option<&[Operation]> {
        let _ = subject;
        None
    }

    /// Every game that decides the question about a position, with the header that a certificate
    /// about it has.
    ///
    /// # Errors
    /// As for [`pose`](Row::pose), or the game has no such player.
    fn headers(
        subject: &Self::Subject,
        under: &Under<'_>,
    ) -> Result<Vec<(Header, Question)>, Error> {
        let attacker = under.attacker;
        let mut headers = Vec::new();
        Self::pose(subject, under, &mut |posed| {
            headers.push(posed.header(attacker)?);
            Ok(())
        })?;
        Ok(headers)
    }

    /// Hands the game that a certificate is about to `then`.
    ///
    /// # Errors
    /// The certificate says something that is no such game, or relies on what is not at hand, or
    /// what `then` says.
    fn made(header: &Header, known: &mut Known<'_>, then: &mut Making<'_>) -> Result<(), Error>;

    /// What a certificate about the game takes for granted.
    ///
    /// # Errors
    /// As for [`made`](Row::made).
    fn assumptions(header: &Header) -> Result<Option<String>, Error> {
        let _ = header;
        Ok(None)
    }
}

/// What of chess is otherwise in a question about the length of a win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Distant {
    /// Chess: what the attacker wants.
    pub aim: Aim,
    /// Chess: the moves with which the attacker is content, if that is not all of them.
    pub attacker_moves: Option<AttackerMoves>,
}

/// Finds the endgame database of a declaration: as many pieces of the one at hand as it says.
/// `None` if it declares something that is no database: the checker will say that it is not the one
/// at hand. The error says what is missing.
pub type FindDatabase<'d> = dyn FnMut(&str) -> Result<Option<AnyDatabase>, Error> + 'd;

/// What the header of a certificate does not hold itself.
pub struct Known<'k> {
    /// The graph game that certificates are about.
    pub graph: Option<&'k GraphFile>,
    /// Where databases come from.
    pub databases: &'k mut FindDatabase<'k>,
}

/// What is done with a position.
pub type Posing<'t> = dyn FnMut(&dyn AnyPosed) -> Result<(), Error> + 't;

/// What is done with a position of a game in which can be asked how far a win is.
pub type PosingDistances<'t> = dyn FnMut(&dyn AnyDistant) -> Result<(), Error> + 't;

/// What is done with the game of a certificate.
pub type Making<'t> = dyn FnMut(&mut dyn AnyMade) -> Result<(), Error> + 't;
