//! The shortest game that shows a wrong answer.

use threefold_chess::Chess;
use threefold_game::History;

use crate::asking::{Audit, Case};
use crate::client::{ClientError, Engine};

/// Leaves out questions and the beginning of the game, as long as the answer is wrong with memory
/// and right without.
pub(crate) fn shrink(
    audit: &mut Audit<'_>,
    engine: &mut Engine,
    mut case: Case,
) -> Result<Case, ClientError> {
    // Everything but the last question at once, then one by one, the first ones first.
    let mut number = 0;
    if case.before.len() > 1 {
        let last = case.before.split_off(case.before.len() - 1);
        let short = Case { before: last, ..case.clone() };
        if shows(audit, engine, &short)? {
            case = short;
        } else {
            case.before.extend(short.before);
        }
    }
    while number < case.before.len() && case.before.len() > 1 {
        let mut short = case.clone();
        short.before.remove(number);
        if shows(audit, engine, &short)? {
            case = short;
        } else {
            number += 1;
        }
    }
    let longest = case.before.iter().map(|game| game.moves().len()).min().unwrap_or(0);
    for plies in (1..=longest.min(case.asked.moves().len())).rev() {
        let start = case.asked.position(plies);
        if case.before.iter().any(|game| game.position(plies) != start) {
            continue;
        }
        let before = case.before.iter().map(|game| without(game, plies)).collect();
        let asked = without(&case.asked, plies);
        let Some(truth) = audit.truths.value(&asked) else { continue };
        let short = Case { before, asked, truth };
        if shows(audit, engine, &short)? {
            return Ok(short);
        }
    }
    Ok(case)
}

fn shows(audit: &mut Audit<'_>, engine: &mut Engine, case: &Case) -> Result<bool, ClientError> {
    let wrong = audit.answer(engine, case, true)?.is_some_and(|said| !said.faults.is_empty());
    Ok(wrong && audit.answer(engine, case, false)?.is_some_and(|said| said.faults.is_empty()))
}

/// The game as if it had begun after so many plies.
fn without(game: &History<Chess>, plies: usize) -> History<Chess> {
    let mut short = History::new(game.position(plies).clone());
    for &m in &game.moves()[plies..] {
        short.push(&Chess, m);
    }
    short
}
