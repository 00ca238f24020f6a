//! One question about one position: search, certificate, check.

use threefold_certificate::{Block, CheckError, CheckLimit, CheckLimits, Checker, Course};
use threefold_game::{History, Question, RepetitionRule, Searchable};
use threefold_search::{Answer, ExtractError, INFINITY, Limits, Reason, Solver, Stats, Verdict};

use crate::asked::{Asked, Fault, Proof, Wanted};
use crate::effort::Effort;
use crate::error::Error;
use crate::leaves::Leaves;
use crate::library::Owed;
use crate::observer::Observer;
use crate::slices;
use crate::words;

/// Something that answers one question about positions, with the table that it has filled.
pub fn solver<'a, G: Searchable>(
    game: &'a G,
    question: Question,
    effort: &Effort,
) -> Solver<'a, G> {
    let mut solver = Solver::new(game, question, effort.options.clone());
    solver.limit(effort.limits.clone()).interrupt_by(effort.interrupt.clone());
    solver
}

/// Answers the question of `solver`. `rule` is the rule of the game.
pub fn ask<G: Searchable>(
    game: &G,
    solver: &mut Solver<'_, G>,
    history: &History<G>,
    rule: RepetitionRule,
    wanted: Wanted,
    observer: &mut dyn Observer,
) -> Asked {
    go_on(game, solver, history, rule, wanted, 0, None, observer)
}

/// The same after earlier searches for it that took so many nodes, with what a library has proved:
/// the solver knows of it, too.
#[expect(clippy::too_many_arguments, reason = "all of them belong to the question")]
pub fn go_on<G: Searchable>(
    game: &G,
    solver: &mut Solver<'_, G>,
    history: &History<G>,
    rule: RepetitionRule,
    wanted: Wanted,
    before: u64,
    leaves: Option<&Leaves<'_, G>>,
    observer: &mut dyn Observer,
) -> Asked {
    let Wanted { check: certify, keep } = wanted;
    let known = leaves.and_then(|leaves| leaves.answer(history.root()));
    let hits = leaves.map_or(0, Leaves::hits);
    let answer = match known {
        Some((succeeds, _)) => already_known(succeeds),
        None => slices::search(solver, history, before, observer),
    };
    let mut asked = Asked {
        question: solver.question(),
        verdict: answer.verdict,
        pn: answer.pn,
        dn: answer.dn,
        stats: answer.stats,
        proof: None,
        fault: None,
        uncertified: None,
        owed: leaves.map(|leaves| Owed {
            answer: known.and_then(|(_, name)| name).map(str::to_owned),
            known: leaves.len() as u64,
            hits: leaves.hits() - hits,
            positions: 0,
            damaged: Vec::new(),
        }),
    };
    let Some(proven) = answer.verdict.decided() else { return asked };
    if !certify && !keep {
        return asked;
    }
    let extracted = match known {
        Some(_) => Ok(None),
        None => solver.certificate(history, proven, rule).map(Some),
    };
    match extracted {
        Ok(extracted) => {
            if let Some(extracted) = &extracted {
                asked.stats.add(&extracted.stats);
            }
            let of_search = extracted.map(|extracted| (extracted.block, extracted.positions));
            let base = leaves.map_or_else(|| solver.relies_on(), Leaves::base);
            let own =
                of_search.as_ref().map_or(0, |(block, _): &(Block, u64)| block.moves.memory());
            let mut has_room = |bytes: usize| solver.has_room(bytes + own);
            let whole = match leaves.filter(|leaves| !leaves.is_empty()) {
                None => Ok(of_search),
                Some(leaves) => {
                    let block = of_search.as_ref().map(|(block, _)| block);
                    leaves.splice(history, proven, rule, block, &mut has_room).map(|spliced| {
                        if let Some(owed) = &mut asked.owed {
                            owed.positions = spliced.owed;
                        }
                        Some((spliced.block, spliced.positions))
                    })
                }
            };
            let (block, mut positions) = match whole {
                Ok(Some(whole)) => whole,
                Ok(None) => return asked,
                Err(Error::Limit(_)) => {
                    asked.verdict = Verdict::Unknown(Reason::Memory);
                    asked.uncertified = Some(proven);
                    return asked;
                }
                Err(error) => {
                    asked.fault = Some(Fault::Library(error));
                    return asked;
                }
            };
            // As much as the certificate has had in the making.
            let room = solver.options().budget().saturating_sub(solver.table_bytes());
            let memory = Some(room.saturating_sub(block.moves.memory()));
            let limits = CheckLimits { memory, ..check_limits(solver.limits()) };
            let mut growth = words::tell_growth(|line| observer.warning(&line));
            let mut tell = |course: &Course| growth("certificate", course);
            let checker = Checker::new(game).knowledge(base).limits(limits).telling(&mut tell);
            let checked = certify.then(|| checker.block(&block));
            match checked {
                Some(Err(CheckError::Limit(limit))) => {
                    asked.verdict = Verdict::Unknown(match limit {
                        CheckLimit::Memory => Reason::Memory,
                        _ => Reason::Time,
                    });
                    asked.uncertified = Some(proven);
                    return asked;
                }
                Some(Err(refuted)) => asked.fault = Some(Fault::Refuted(refuted)),
                Some(Ok(verified)) => positions = verified.positions,
                None => {}
            }
            let checked = certify && asked.fault.is_none();
            asked.proof = Some(Proof { block, positions, checked });
        }
        Err(ExtractError::Limit(reason)) => {
            asked.verdict = Verdict::Unknown(reason);
            asked.uncertified = Some(proven);
        }
        Err(ExtractError::Wrong) => asked.fault = Some(Fault::Wrong),
        Err(error) => asked.fault = Some(Fault::NoCertificate(error)),
    }
    asked
}

/// What is left of the time for an answer, to check its certificate.
pub fn check_limits(limits: &Limits) -> CheckLimits {
    CheckLimits { time: limits.time_left(), ..CheckLimits::default() }
}

/// An answer that took nothing.
fn already_known(succeeds: bool) -> Answer {
    let (verdict, pn, dn) = match succeeds {
        true => (Verdict::Proven, 0, INFINITY),
        false => (Verdict::Disproven, INFINITY, 0),
    };
    Answer { verdict, pn, dn, stats: Stats::default() }
}
