//! The schedule: budgets in turn for the players whose wins are in question.

use std::ops::Range;
use std::rc::Rc;
use threefold_game::clock::Instant;

use threefold_chess::Aim;
use threefold_game::{Distances, RepetitionRule};
use threefold_search::{Limits, Verdict};

use super::answer::Answer;
use super::request::{Goal, Length, Request, Whose};
use super::side::Asking;
use crate::alone::{self, Alone};
use crate::error::Error;
use crate::observer::{Again, Observer};
use crate::posed::Posed;

/// Nodes for each side in the first round; twice as many in each further one.
const FIRST_BUDGET: u64 = 2000;

/// Answers a question about the length of a win in a position of any game.
///
/// # Errors
/// The game has no such questions, or the position cannot be asked about so.
pub fn position<G: Distances>(
    posed: &Posed<'_, G>,
    request: &Request,
    observer: &mut dyn Observer,
) -> Result<Answer, Error> {
    let Posed { game, history, .. } = *posed;
    if !matches!(posed.rule, RepetitionRule::Draw | RepetitionRule::AttackerLoses) {
        return Err(Error::NoDistance(posed.rule.name()));
    }
    let mut request = Request { goal: stated(posed, request)?, ..request.clone() };
    request.effort.limits = request.effort.limits.together();
    let mut request = Rc::new(request);
    if posed.unrestricted.is_some() && request.asks_keys() {
        let what = "with fewer moves nothing is refuted: no keys and no solution";
        return Err(Error::field("attacker-moves", what));
    }
    let moves = confined(posed, &request)?;
    let mover = game.player_to_move(history.root());
    let players = match request.whose {
        Whose::Source => vec![posed.attacker],
        Whose::One(named) => vec![posed.player(named)?],
        Whose::Either if posed.is_one_sided => vec![posed.attacker],
        Whose::Either => vec![mover, mover.opponent()],
    };
    let count = players.len();
    let asking = |player| Asking::new(posed, &request, player, moves.as_deref(), count);
    let mut sides: Vec<Asking<'_, G>> = players.into_iter().map(asking).collect();
    loop {
        let mut answer = turn(posed, &mut sides, &request, observer);
        compare_with_alone(posed, &sides, &request, &mut answer);
        let Some(Again { limits, interrupt }) = observer.mate_again(&answer) else {
            return Ok(answer);
        };
        let mut again = Request::clone(&request);
        (again.effort.limits, again.effort.interrupt) = (limits.together(), interrupt);
        request = Rc::new(again);
        sides.iter_mut().for_each(|side| side.ask_again(&request));
    }
}

/// Asks about the wins that are not there without the moves before the position, where these could
/// have prevented them.
fn compare_with_alone<G: Distances>(
    posed: &Posed<'_, G>,
    sides: &[Asking<'_, G>],
    request: &Request,
    answer: &mut Answer,
) {
    let Some(history) = alone::history(posed).filter(|_| request.moves.is_none()) else { return };
    let posed = posed.with_history(&history);
    let spent = answer.nodes;
    for (asked, side) in sides.iter().zip(&mut answer.sides) {
        if side.verdict != Verdict::Disproven || side.fault.is_some() {
            continue;
        }
        let mut request = Request { keys: false, solution: None, ..request.clone() };
        request.effort.limits = alone::limits(&request.effort.limits, spent);
        let request = Rc::new(request);
        let mut asking = [Asking::new(&posed, &request, asked.player, None, 1)];
        let limits = request.limits_of_searches();
        let nodes = search(&mut asking, &request, 0..limits.nodes, &limits, &mut ());
        let (found, more) = asking[0].finish(nodes, &limits, &mut ());
        answer.nodes += nodes + more;
        let is_won = found.verdict == Verdict::Proven && found.fault.is_none();
        let words = format!("{} by {}", found.words, found.attacker);
        side.alone = is_won.then_some(Alone { verdict: found.verdict, value: None, words });
    }
}

/// Asks all sides, within the limits of the request.
fn turn<G: Distances>(
    posed: &Posed<'_, G>,
    sides: &mut [Asking<'_, G>],
    request: &Request,
    observer: &mut dyn Observer,
) -> Answer {
    let started = Instant::now();
    let Posed { game, history, .. } = *posed;
    let most = request.nodes_for_the_length();
    let work = request.limits_of_searches();
    // As of the nodes, half of the time is kept for the first moves.
    let length = if request.asks_keys() { work.part(0.5) } else { work.clone() };
    let mut nodes = search(sides, request, 0..most, &length, observer);
    // What was kept for the first moves is of no use to them where they cannot be asked about.
    let all = request.effort.limits.nodes;
    if most < all && !sides.iter().any(Asking::can_ask_first_moves) {
        nodes = search(sides, request, nodes..all, &work, observer);
    }
    let finished = sides.iter_mut().map(|side| {
        let (side, more) = side.finish(nodes, &work, observer);
        nodes += more;
        side
    });
    let sides = finished.collect();
    Answer {
        game: game.name().to_owned(),
        idiom: posed.idiom,
        root: game.position_text(history.root()),
        said: posed.said.clone(),
        sides,
        nodes,
        time: started.elapsed(),
    }
}

/// The question, with the length that the source says if that is the one.
fn stated<G: Distances>(posed: &Posed<'_, G>, request: &Request) -> Result<Goal, Error> {
    let Goal::Stated = request.goal else { return Ok(request.goal) };
    let length = Length::stated(posed);
    if length.is_err() && request.aim != Aim::Mate {
        let what = "in how many moves? Expected one like s#3 or =2";
        return Err(Error::field("stipulation", what));
    }
    length.map(Goal::Within).map_err(|_| {
        let what = "in how many moves? Expected --mate N or --shortest, or a record with `bm #N`";
        Error::field("mate", what)
    })
}

/// The moves of the root to which the question is confined.
fn confined<G: Distances>(
    posed: &Posed<'_, G>,
    request: &Request,
) -> Result<Option<Vec<G::Move>>, Error> {
    let Some(texts) = &request.moves else { return Ok(None) };
    let Posed { game, history, .. } = *posed;
    if texts.is_empty() {
        return Err(Error::field("moves", "expected at least one"));
    }
    if game.is_over(history.root()) {
        return Err(Error::field("moves", "the game is over"));
    }
    let read = |text: &String| game.parse_move(history.root(), text);
    let moves: Result<Vec<_>, _> = texts.iter().map(read).collect();
    moves.map(Some).map_err(|error| Error::field("moves", error))
}

/// Asks the open questions in turn, until all are answered or the limits are reached. `spent` says
/// how many nodes have been spent, and how many may be; returns how many it were in the end. What
/// else `limits` say holds for all of them together.
fn search<G: Distances>(
    sides: &mut [Asking<'_, G>],
    request: &Request,
    spent: Range<u64>,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> u64 {
    let limits = &Limits { nodes: spent.end, ..limits.clone() };
    let is_out_of_time = || limits.is_late() || request.effort.interrupt.is_raised();
    let mut nodes = spent.start;
    let mut budget = FIRST_BUDGET.max(nodes);
    // What is seen at a glance is said however late it is.
    let mut is_first = true;
    let is_late = |is_first: bool| !is_first && is_out_of_time();
    while sides.iter().any(Asking::is_open) && nodes < limits.nodes && !is_late(is_first) {
        let (before, mut is_closer) = (nodes, false);
        for i in 0..sides.len() {
            if !sides[i].is_open() || nodes >= limits.nodes || is_late(is_first) {
                continue;
            }
            let is_alone = sides.iter().filter(|side| side.is_open()).count() == 1;
            let budget = if is_alone && sides[i].is_one_search() { u64::MAX } else { budget };
            let part = Limits { nodes: budget.min(limits.nodes - nodes), ..limits.clone() };
            let known = sides[i].bounds();
            nodes += sides[i].spend(&part, nodes, observer);
            is_closer |= sides[i].bounds() != known;
            if sides[i].at_most().is_some() {
                for other in (0..sides.len()).filter(|&other| other != i) {
                    sides[other].rule_out();
                }
            }
        }
        // More of the same would find out nothing either.
        if nodes == before && !is_closer {
            break;
        }
        budget = budget.saturating_mul(2);
        is_first = false;
    }
    nodes
}
