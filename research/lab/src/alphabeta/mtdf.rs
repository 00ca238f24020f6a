//! MTD(f): a score by a sequence of null windows.
//!
//! Plaat, Schaeffer, Pijls and de Bruin, "A new paradigm for minimax search" (1994): each null
//! window says on which side of it the value lies, and the next one is put where the last one came
//! back. With fail-soft scores this converges in a few steps. It needs a table, and it is what
//! turns a treatment of yes-or-no questions into one of scores.
//!
//! A treatment that gives nothing but the bound itself back would creep up by one point at a time,
//! so that after some steps the interval that is left is halved instead.

use threefold_search::Reason;

use super::evaluate::Evaluate;
use super::policy::Policy;
use super::score::{INFINITE, Score, WIN};
use super::search::{Arrival, Core};
use super::visit::{Visit, visit};
use crate::Informed;

/// Steps before the interval is halved.
const STEPS: u32 = 8;

/// The score of the position at hand, a root, and its best line, starting from a guess.
pub(crate) fn search<G: Informed, E: Evaluate<G>, P: Policy>(
    core: &mut Core<'_, G, E>,
    policy: &mut P,
    draft: u32,
    guess: Score,
) -> Result<(Score, Vec<G::Move>), Reason> {
    // The move is known where a window shows that the player to move can get the score, which for
    // the one who wants low scores is the window above it.
    let maximizing = core.is_maximizing();
    let (mut lower, mut upper) = (-INFINITE, INFINITE);
    let mut score = guess;
    let mut line = None;
    let mut steps = 0;
    while lower < upper {
        let beta = if steps < STEPS {
            if score == lower { score + 1 } else { score }
        } else {
            let (from, to) = (lower.max(-WIN - 1), upper.min(WIN + 1));
            from + (to - from + 1) / 2
        };
        steps += 1;
        score = null_window(core, policy, draft, beta)?;
        let holds = score >= beta;
        if holds {
            lower = score;
        } else {
            upper = score;
        }
        if holds == maximizing {
            line = Some((score, core.line[0].clone()));
        }
    }
    if line.as_ref().is_none_or(|&(of, _)| of != score) {
        null_window(core, policy, draft, if maximizing { score } else { score + 1 })?;
        line = Some((score, core.line[0].clone()));
    }
    Ok((score, line.map_or(Vec::new(), |(_, line)| line)))
}

fn null_window<G: Informed, E: Evaluate<G>, P: Policy>(
    core: &mut Core<'_, G, E>,
    policy: &mut P,
    draft: u32,
    beta: Score,
) -> Result<Score, Reason> {
    match visit(core, policy, Arrival::ROOT, draft, beta - 1, beta)? {
        Visit::Value(score, _) => Ok(score),
        Visit::Illegal(_) => unreachable!("a root is never illegal"),
    }
}
