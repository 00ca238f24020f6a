//! One question about one position: search, certificate, check.

use threefold_certificate::{Block, CheckError, Checker, FiftyMoves, write_block};
use threefold_game::{History, Question, RepetitionRule, Searchable};
use threefold_search::{ExtractError, Reason, Solver, Stats, Verdict};

use crate::effort::Effort;
use crate::observer::Observer;
use crate::slices;

/// What became of a question.
#[derive(Debug)]
pub struct Asked {
    /// Whose win, under which rule.
    pub question: Question,
    /// Unknown also if the answer's certificate hit a limit: what is not certified is not claimed.
    pub verdict: Verdict,
    /// The proof number of the root.
    pub pn: u32,
    /// Its disproof number.
    pub dn: u32,
    /// The work, that on the certificate included.
    pub stats: Stats,
    /// The certificate, if one was made.
    pub proof: Option<Proof>,
    /// What is wrong with the answer.
    pub fault: Option<Fault>,
    /// The answer that has no certificate because of a limit.
    pub uncertified: Option<bool>,
}

/// A certificate, and how many positions it is about.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The certificate: one claim and the strategy that proves it.
    pub block: Block,
    /// Different positions in it.
    pub positions: u64,
    /// Whether it was checked, and holds.
    pub checked: bool,
}

impl Proof {
    /// The text of the certificate, as a file of its own would have it.
    ///
    /// # Panics
    /// Never: what was extracted can be written.
    pub fn text(&self) -> String {
        let Block { header, moves, .. } = &self.block;
        let mut text = Vec::new();
        write_block(&mut text, header, moves.iter()).expect("it goes to memory");
        String::from_utf8(text).expect("certificates are text")
    }
}

/// An answer that its own certificate does not bear out.
#[derive(Debug)]
pub enum Fault {
    /// Solved anew, the position has the other answer.
    Wrong,
    /// There is no certificate, for a reason that is no limit.
    NoCertificate(ExtractError),
    /// The checker refused the certificate.
    Refuted(CheckError),
}

impl Fault {
    /// The name in the output for programs.
    pub const fn name(&self) -> &'static str {
        match self {
            Fault::Wrong => "wrong",
            Fault::NoCertificate(_) => "no-certificate",
            Fault::Refuted(_) => "refuted",
        }
    }

    /// What is wrong, in words.
    pub fn words(&self) -> String {
        match self {
            Fault::Wrong => {
                "this answer has no certificate; solved anew, the position has the other answer"
                    .to_owned()
            }
            Fault::NoCertificate(error) => error.to_string(),
            Fault::Refuted(error) => format!("its own certificate is not verified: {error}"),
        }
    }
}

/// Whether the certificate of an answer is made, and whether it is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// It is made and checked.
    pub check: bool,
    /// It is made, checked or not.
    pub keep: bool,
    /// Chess: the clock with which a win has to stand under the fifty-move rule, if it has to.
    pub clock: Option<u32>,
}

impl Wanted {
    /// Neither.
    pub const NOTHING: Wanted = Wanted { check: false, keep: false, clock: None };
}

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
    go_on(game, solver, history, rule, wanted, 0, observer)
}

/// The same after earlier searches for it that took so many nodes.
pub fn go_on<G: Searchable>(
    game: &G,
    solver: &mut Solver<'_, G>,
    history: &History<G>,
    rule: RepetitionRule,
    wanted: Wanted,
    before: u64,
    observer: &mut dyn Observer,
) -> Asked {
    let Wanted { check: certify, keep, clock } = wanted;
    // Only a certificate that was checked says how it stands.
    let certify = certify || clock.is_some();
    let answer = slices::search(solver, history, before, observer);
    let mut asked = Asked {
        question: solver.question(),
        verdict: answer.verdict,
        pn: answer.pn,
        dn: answer.dn,
        stats: answer.stats,
        proof: None,
        fault: None,
        uncertified: None,
    };
    let Some(proven) = answer.verdict.decided() else { return asked };
    if !certify && !keep {
        return asked;
    }
    match solver.certificate(history, proven, rule) {
        Ok(extracted) => {
            asked.stats.add(&extracted.stats);
            let (block, mut positions) = (extracted.block, extracted.positions);
            let checker = Checker::new(game).knowledge(solver.relies_on());
            let checker = checker.fifty_moves(clock.is_some());
            let checked = certify.then(|| checker.block(&block));
            match checked {
                Some(Err(refuted)) => asked.fault = Some(Fault::Refuted(refuted)),
                Some(Ok(verified)) => {
                    positions = verified.positions;
                    let stands = |found: FiftyMoves| clock.is_none_or(|now| found.stands_with(now));
                    if verified.fifty_moves.is_some_and(|found| !stands(found)) {
                        asked.verdict = Verdict::Unknown(Reason::FiftyMoves);
                    }
                }
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

impl Asked {
    /// Why there is no answer.
    pub fn open(&self) -> Option<Reason> {
        match self.verdict {
            Verdict::Unknown(reason) => Some(reason),
            _ => None,
        }
    }
}
