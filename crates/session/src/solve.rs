//! One position of the registry: its questions, its moves, its certificate.

use std::sync::Arc;
use std::time::Duration;

use threefold_chess::tables::Tables;
use threefold_game::RepetitionRule;
use threefold_search::{Limits, Policy, Progress};

pub use threefold_answer::answer::{Answer, MoveAnswer};
pub use threefold_answer::solve::{Goal, Request, position, position_with};

use crate::error::Error;
use crate::games::row::{Databases, OnNeed, Under};
use crate::observer::Observer;
use crate::registry::Subject;

/// Nodes of each question before tables of chess are used: what is found until then rests on the
/// rules alone.
const BEFORE_TABLES: u64 = 200_000;
/// Memory for that: a certificate that needs more is long, and by tables it is short.
const BYTES_BEFORE_TABLES: usize = 64 << 20;
/// From more men than these hardly any line comes to so few as tables know.
const MOST_MEN: u32 = 7;
/// Tables of four men are made if a request has at least as much time as they take.
const TIME_FOR_TABLES: Duration = Duration::from_secs(30);

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
    let Some((on_need, men)) = needed(subject, databases, request, observer) else {
        return answered(subject, rule, databases, request, observer);
    };
    let mut first = request.clone();
    first.effort.limits.nodes = BEFORE_TABLES;
    let options = &mut first.effort.options;
    options.memory_bytes = Some(options.budget().min(BYTES_BEFORE_TABLES));
    options.table_bytes = options.table_bytes.min(BYTES_BEFORE_TABLES);
    let answer = answered(subject, rule, databases, &first, &mut First(observer))?;
    let Limits { nodes, time, .. } = request.effort.limits;
    let interrupt = &request.effort.interrupt;
    if interrupt.is_raised() || answer.fault.is_some() || is_whole(&answer) {
        tell(&answer, observer);
        return Ok(answer);
    }
    let has_time = time.is_none_or(|time| time >= TIME_FOR_TABLES);
    // With no time left the rest says so at once.
    let is_late = time.is_some_and(|time| answer.time >= time);
    let chess = if is_late { None } else { on_need.chess(men, has_time, interrupt) };
    let databases = Databases { chess, ..databases.clone() };
    let mut rest = request.clone();
    rest.effort.limits.nodes = nodes.saturating_sub(BEFORE_TABLES);
    rest.effort.limits.time = time.map(|time| time.saturating_sub(answer.time));
    let mut found = answered(subject, rule, &databases, &rest, observer)?;
    let time = found.time + answer.time;
    found.stats.add(&answer.stats);
    (found.stats.time, found.time) = (time, time);
    Ok(found)
}

/// Who has tables of chess for a request that takes long without, and with how many men.
fn needed<'d>(
    subject: &Subject,
    databases: &'d Databases,
    request: &Request,
    observer: &dyn Observer,
) -> Option<(&'d Arc<dyn OnNeed>, u8)> {
    let Subject::Chess(chess) = subject else { return None };
    let on_need = databases.on_need.as_ref().filter(|_| databases.chess.is_none())?;
    let men = chess.history().root().board().occupied().len();
    let effort = &request.effort;
    // An ordinary table is to show what it does alone, and tables count no clock.
    let is_plain = effort.options.policy == Policy::BaseTwin && !effort.fifty_moves;
    // What goes on later goes on under the same.
    let is_once = !observer.may_ask_again() && observer.checkpoint_every().is_none();
    let is_long = effort.limits.nodes > BEFORE_TABLES;
    let men = (is_plain && is_once && is_long && men <= MOST_MEN).then_some(men)?;
    Some((on_need, (men as u8).clamp(3, Tables::WHOLE)))
}

/// Whether everything that was asked is known.
fn is_whole(answer: &Answer) -> bool {
    let moves = answer.moves.iter().flatten();
    answer.is_answered() && moves.into_iter().all(MoveAnswer::is_answered)
}

/// Hears of an answer that may have to be looked for once more: what it says is told later.
struct First<'o>(&'o mut dyn Observer);

impl Observer for First<'_> {
    fn question(&mut self, name: &str) {
        self.0.question(name);
    }

    fn warning(&mut self, what: &str) {
        self.0.warning(what);
    }

    fn progress(&mut self, progress: &Progress) {
        self.0.progress(progress);
    }

    fn begins_move(&mut self, number: usize, of: usize, text: &str) {
        self.0.begins_move(number, of, text);
    }
}

/// Tells what [`First`] has not.
fn tell(answer: &Answer, observer: &mut dyn Observer) {
    if answer.fault.is_none() && !answer.proofs.is_empty() {
        let blocks: Vec<_> = answer.proofs.iter().map(|proof| proof.block.clone()).collect();
        observer.certificate(&blocks);
    }
    let Some(moves) = &answer.moves else { return };
    observer.answered(&Answer { moves: None, recorded: None, ..answer.clone() });
    for (number, one) in moves.iter().enumerate() {
        observer.finished_move(number + 1, moves.len(), one);
    }
}

fn answered(
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
