//! How far is the win? Mate in N, the shortest mate, every key.
//!
//! A win is counted in plies here, moves of either player from the root on; [`Length`] takes moves
//! of the attacker as well, as in "mate in 3".
//!
//! | question | request |
//! |---|---|
//! | does the stipulation hold? | [`Goal::Within`], [`Goal::Stated`] |
//! | how short is the shortest mate? | [`Goal::Shortest`]: a bracket, both ends proved |
//! | which first moves do it? | [`Request::keys`] |
//! | and then: tries, threats, variations, duals, set play? | [`Request::solution`] |
//! | who mates at all? | [`Whose::Either`] |
//!
//! # Example
//!
//! ```
//! use threefold_session::mate::{Goal, Length, Request, mate};
//! use threefold_session::registry::read_position;
//!
//! # fn main() -> Result<(), threefold_session::Error> {
//! // Morphy: 1. Ra6!
//! let tasks = read_position(1, "kbK5/pp6/1P6/8/8/8/8/R7 w - -", None);
//! let goal = Goal::Within(Length::Moves(2));
//! let request = Request { keys: true, ..Request::new(goal) };
//! let answer = mate(&tasks.tasks[0].subject, &request, &mut ())?;
//! let white = &answer.sides[0];
//! assert_eq!(white.words, "mate in at most 2 moves");
//! assert_eq!(white.keys().collect::<Vec<_>>(), ["a1a6"]);
//! // The certificate says how many plies are enough, and was checked. That no other move mates is
//! // said by the search alone.
//! assert!(white.proofs.iter().all(|proof| proof.checked));
//! assert_eq!(white.checked, None);
//! # Ok(())
//! # }
//! ```

pub use threefold_answer::mate::*;

use crate::error::Error;
use crate::games::row::{Databases, Distant, Under};
use crate::observer::Observer;
use crate::registry::Subject;

/// Answers a question about the length of a win in a position of a game in the registry.
///
/// # Errors
/// The game has no such questions, or the position cannot be asked about so.
pub fn mate(
    subject: &Subject,
    request: &Request,
    observer: &mut dyn Observer,
) -> Result<Answer, Error> {
    let attacker = match request.whose {
        Whose::Source => None,
        Whose::One(named) => Some(named),
        Whose::Either if request.attacker_moves.is_some() => {
            return Err(Error::field("attacker-moves", "whose? One attacker has to be named"));
        }
        Whose::Either => None,
    };
    let Request { aim, attacker_moves, .. } = *request;
    let databases = Databases::default();
    let fifty_moves = request.effort.fifty_moves;
    let under = Under { attacker, fifty_moves, ..Under::new(&databases) };
    let distant = Distant { aim, attacker_moves };
    subject.pose_distances(&under, &distant, |posed| posed.mate(request, observer))
}
