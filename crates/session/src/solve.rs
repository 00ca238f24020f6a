//! One position of the registry: its questions, its moves, its certificate.

use threefold_game::RepetitionRule;

pub use threefold_answer::answer::{Answer, MoveAnswer};
pub use threefold_answer::solve::{Goal, Request, position, position_with};

use crate::error::Error;
use crate::games::row::{Databases, Under};
use crate::observer::Observer;
use crate::registry::Subject;

/// Answers a question about a position of a game in the registry.
///
/// # Errors
/// The position cannot be asked about so, or the database is not what it should be.
pub fn solve(
    subject: &Subject,
    databases: &Databases,
    request: &Request,
    observer: &mut dyn Observer,
) -> Result<Answer, Error> {
    solve_under(subject, None, databases, request, observer)
}

/// Answers a question about a position of a game in the registry, under another rule of repetition
/// than its source says.
///
/// # Errors
/// As for [`solve`], or the game is never played under the rule.
pub fn solve_under(
    subject: &Subject,
    rule: Option<RepetitionRule>,
    databases: &Databases,
    request: &Request,
    observer: &mut dyn Observer,
) -> Result<Answer, Error> {
    let attacker = match request.goal {
        Goal::Win(named) => named,
        Goal::Value => None,
    };
    let library = databases.library.as_deref().map(|library| (library, databases.room));
    let fifty_moves = request.effort.fifty_moves;
    let under = Under { rule, attacker, fifty_moves, databases };
    subject.pose(&under, |posed| posed.solve(request, library, observer))
}
