//! The best first move of a problem, and what is known of all of them while they are solved.

use threefold_game::Game;
use threefold_go::problem::CellSet;

use crate::first_moves::{FirstMove, MoveQuestion};
use crate::grade::Grader;
use crate::kept::Kept;
use crate::solution::{ProblemRequest, Solution, grader};
use crate::subject::{ProblemSubject, SizedProblem};
use crate::with_subject;

/// Why there is no best move.
#[derive(Debug)]
pub enum Refused {
    /// A limit was reached.
    Open(String),
    /// An answer is wrong.
    Fault(String),
}

/// A first move that keeps what there is to get, `pass` where none is needed; `None` where there is
/// nothing to get. `kept` is what earlier searches have found out.
///
/// # Errors
/// A limit was reached, or an answer is wrong.
pub fn best_move(
    problem: &SizedProblem,
    request: &ProblemRequest,
    kept: Option<&Kept>,
) -> Result<Option<String>, Refused> {
    with_subject!(problem, |subject| {
        let grader = Grader { kept, ..grader(subject, &request.effort) };
        of_sets(&grader, subject, request)
    })
}

/// A first move that keeps what there is to get in a problem.
fn of_sets<S: CellSet>(
    grader: &Grader<'_, S>,
    subject: &ProblemSubject<S>,
    request: &ProblemRequest,
) -> Result<Option<String>, Refused> {
    let grader = &grader.together();
    let (ko, most) = (subject.question.first_ko(), request.more_threats);
    let posed = &subject.at_hand.posed;
    let quick = ProblemRequest { verdict_only: true, ..request.clone() };
    let mut solution = Solution::verdict_of(*grader, &[ko], &quick, &mut ());
    if let Some(fault) = solution.fault() {
        return Err(Refused::Fault(format!("wrong answer: {fault}")));
    }
    let (grader, graded) = grader.judged(&solution.graded[0]);
    let Some(fate) = graded.fate else { return Err(Refused::Open(solution.verdict())) };
    let question = grader.move_question(graded, fate);
    let best = |question| {
        let (mut right, mut open) = (None, false);
        grader.each_first_move(graded, question, &mut (), &mut |first| {
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
        if by_ko.is_none() {
            // Nobody gives up because of where a frame stands.
            solution.compare_frames(&mut ());
            if solution.depends_on_frame() {
                return Err(Refused::Open(solution.verdict()));
            }
        }
        return Ok(by_ko);
    };
    // What withstands the most ko threats of the other player is best.
    let other = posed.to_play.opponent();
    let mut is_open = false;
    for number in (0..=grader.cap(graded, most)).rev() {
        let more = (number > 0).then_some((other, number));
        let (right, open) = best(MoveQuestion { more, ..question });
        if let Some(text) = right {
            return Ok(Some(text));
        }
        is_open |= open;
        // He gets it as long as he does not touch it.
        if !open && grader.may_tenuki(graded, keep, number, &mut ()) == Some(true) {
            return Ok(Some("pass".to_owned()));
        }
    }
    if is_open {
        let what = "no first move is proved to be right: a limit was reached";
        return Err(Refused::Open(what.to_owned()));
    }
    Ok(Some("pass".to_owned()))
}

/// What is known of a first move.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// The move.
    pub text: String,
    /// What it is worth for displays: 1 for what is best, less for what is got by ko, a half for
    /// what is open, 0 for what fails.
    pub share: f64,
    /// Positions that were expanded for it.
    pub nodes: u64,
}

/// The share of a win, for displays, of a move that needs a ko threat.
const BY_KO: f64 = 0.25;

/// Solves each first move in turn, until the search is interrupted; `show` has all that are known
/// so far, the best first.
pub fn first_moves(
    problem: &SizedProblem,
    request: &ProblemRequest,
    kept: Option<&Kept>,
    show: &mut dyn FnMut(&[Known]),
) {
    with_subject!(problem, |subject| {
        let grader = Grader { kept, ..grader(subject, &request.effort) };
        each_of_sets(grader, subject, request, show);
    });
}

fn each_of_sets<S: CellSet>(
    grader: Grader<'_, S>,
    subject: &ProblemSubject<S>,
    request: &ProblemRequest,
    show: &mut dyn FnMut(&[Known]),
) {
    let problem = &subject.at_hand.posed.problem;
    let root = grader.root(None);
    let grader = grader.together();
    let quick = ProblemRequest { verdict_only: true, ..request.clone() };
    let solution = Solution::verdict_of(grader, &subject.question.kos(), &quick, &mut ());
    let (grader, graded) = grader.judged(&solution.graded[0]);
    let Some(fate) = graded.fate else { return };
    let question = grader.move_question(graded, fate);
    let most = request.more_threats;
    let mut known: Vec<Known> = Vec::new();
    grader.each_first_move(graded, question, &mut (), &mut |mut first: FirstMove| {
        if request.effort.interrupt.is_raised() {
            return false;
        }
        let share = match first.is_right {
            Some(true) if question.more.is_some() => BY_KO,
            Some(true) => match grader.withstands(&mut first, graded, most) {
                Some(true) => 1.0,
                _ => 1.0 - BY_KO,
            },
            Some(false) => 0.0,
            None => 0.5,
        };
        let nodes = first.asked.as_ref().map_or(0, |asked| asked.stats.nodes);
        let (text, nodes) = (problem.move_text(&root, first.m), nodes + first.extra.nodes);
        known.push(Known { text, share, nodes });
        known.sort_by(|a, b| b.share.total_cmp(&a.share));
        show(&known);
        true
    });
}
