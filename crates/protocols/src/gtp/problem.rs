//! The problem on the board, of any size: what it is, what becomes of it, and the move for it.

use std::fmt::Write;

use threefold_game::Game;
use threefold_go::Points;
use threefold_go::Wide;
use threefold_go::problem::{CellSet, Problem};
use threefold_session::problem::first_moves::{FirstMove, MoveQuestion};
use threefold_session::problem::grade::Grader;
use threefold_session::problem::played::AtHand;
use threefold_session::problem::solution::{ProblemRequest, solve_with};
use threefold_session::problem::subject::ProblemSubject;

use super::engine::RESIGN;

/// Why there is no best move.
pub(super) enum Refused {
    /// There is no problem on the board, and it is not small.
    NoProblem(String),
    /// A limit was reached.
    Open(String),
    /// An answer is wrong.
    Fault(String),
}

/// What is assumed, each on a line of its own.
fn assumed<S: CellSet>(at_hand: &AtHand<S>) -> String {
    at_hand.assumptions().iter().map(|assuming| format!("{assuming}\n")).collect()
}

/// The response to `threefold-region`.
pub(super) fn described<S: CellSet>(at_hand: &AtHand<S>) -> String {
    let AtHand { posed, before, .. } = at_hand;
    let size = posed.problem.size();
    let list = |set: Wide| {
        let names = set.iter().map(|point| size.coordinates(point).to_string());
        names.collect::<Vec<_>>().join(" ")
    };
    let definition = posed.problem.definition();
    let mut out = assumed(at_hand);
    let _ = write!(
        out,
        "goal {}\ndefender {}\nto_play {}\nregion {}\ntarget {}",
        posed.aim.name(),
        definition.defender,
        posed.to_play,
        list(posed.problem.region()),
        list(definition.target),
    );
    for (name, set) in [("eyes", definition.eyes), ("trusted", posed.problem.trusted())] {
        if !set.is_empty() {
            let _ = write!(out, "\n{name} {}", list(set));
        }
    }
    let _ = write!(out, "\nhistory {}", before.len());
    out
}

/// The response to `threefold-solve`.
pub(super) fn solved<S: CellSet>(
    grader: Grader<'_, S>,
    subject: &ProblemSubject<S>,
    request: &ProblemRequest,
) -> Result<String, String> {
    let solution = solve_with(grader, subject, request, &mut ());
    let (grader, posed) = (solution.grader, &subject.at_hand.posed);
    let problem: &Problem<S> = &posed.problem;
    let root = grader.root(None);
    let mut out = assumed(&subject.at_hand);
    let _ = write!(out, "verdict {}", solution.verdict());
    if let Some(fault) = solution.fault() {
        return Err(format!("wrong answer: {fault}"));
    }
    if let Some(moves) = &solution.first_moves {
        let name = |first: &FirstMove| problem.move_text(&root, first.m);
        for (title, value) in [("right", Some(true)), ("wrong", Some(false)), ("unknown", None)] {
            let is_one = |first: &&FirstMove| {
                first.is_right == value && (value == Some(true) || first.by_ko.is_none())
            };
            let names: Vec<String> = moves.iter().filter(is_one).map(name).collect();
            if !names.is_empty() || value == Some(true) {
                let _ = write!(out, "\n{title} {}", names.join(" "));
            }
        }
        let by_ko = solution.moves_by_ko().into_iter().filter_map(|first| {
            let words = first.by_ko?.words(posed.to_play, grader.threats);
            Some(format!("{} ({words})", name(first)))
        });
        let by_ko: Vec<String> = by_ko.collect();
        if !by_ko.is_empty() {
            let _ = write!(out, "\nby_ko {}", by_ko.join(", "));
        }
    }
    let _ = write!(out, "\nnodes {}", solution.stats().nodes);
    Ok(out)
}

/// A first move that keeps what there is to get in a problem.
pub(super) fn solving_move<S: CellSet>(
    grader: &Grader<'_, S>,
    subject: &ProblemSubject<S>,
    request: &ProblemRequest,
) -> Result<String, Refused> {
    let grader = &grader.together();
    let (ko, most) = (subject.question.first_ko(), request.more_threats);
    let posed = &subject.at_hand.posed;
    let graded = grader.grade(ko, most, &mut ());
    if let Some(fault) = &graded.fault {
        return Err(Refused::Fault(format!("wrong answer: {fault}")));
    }
    let Some(fate) = graded.fate else {
        let words = graded.words(posed.aim, grader.defender(), grader.threats);
        return Err(Refused::Open(words));
    };
    let question = grader.move_question(&graded, fate);
    let best = |question| {
        let (mut right, mut open) = (None, false);
        grader.each_first_move(&graded, question, &mut (), &mut |first| {
            open |= first.is_right.is_none();
            right = (first.is_right == Some(true)).then_some(first.m);
            right.is_none()
        });
        let text = |m| posed.problem.move_text(&grader.root(None), m);
        (right.map(text), open)
    };
    let Some(keep) = grader.to_keep(fate) else {
        // There is something to get by ko, or nothing.
        let by_ko = question.more.and_then(|_| best(question).0);
        return Ok(by_ko.unwrap_or_else(|| RESIGN.to_owned()));
    };
    // What withstands the most ko threats of the other player is best.
    let other = posed.to_play.opponent();
    let mut is_open = false;
    for number in (0..=graded.withstands(most)).rev() {
        let more = (number > 0).then_some((other, number));
        let (right, open) = best(MoveQuestion { more, ..question });
        if let Some(text) = right {
            return Ok(text);
        }
        is_open |= open;
        // He gets it as long as he does not touch it.
        if !open && grader.may_tenuki(&graded, keep, number, &mut ()) == Some(true) {
            return Ok("pass".to_owned());
        }
    }
    if is_open {
        let what = "no first move is proved to be right: a limit was reached";
        return Err(Refused::Open(what.to_owned()));
    }
    Ok("pass".to_owned())
}
