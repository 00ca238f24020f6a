//! One question about one position: search, certificate, check.

use threefold::certificate::{Block, CheckError, Checker};
use threefold::game::{History, Question, RepetitionRule, Searchable};
use threefold::search::{ExtractError, Monitor, Reason, Solver, Stats, Verdict};

/// What became of a question.
pub struct Asked {
    pub question: Question,
    /// Unknown also if the answer's certificate hit a limit: what is not certified is not claimed.
    pub verdict: Verdict,
    pub pn: u32,
    pub dn: u32,
    pub stats: Stats,
    pub proof: Option<Proof>,
    /// What is wrong with the answer.
    pub fault: Option<Fault>,
    /// The answer that has no certificate because of a limit.
    pub uncertified: Option<bool>,
}

/// A certificate, and how many positions it is about.
pub struct Proof {
    pub block: Block,
    pub positions: u64,
    pub checked: bool,
}

/// An answer that its own certificate does not bear out.
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

/// Answers the question of `solver`. `rule` is the rule of the game; the certificate is made if it
/// is to be checked or `keep` says that it is wanted all the same.
pub fn ask<G: Searchable>(
    game: &G,
    solver: &mut Solver<'_, G>,
    history: &History<G>,
    rule: RepetitionRule,
    keep: bool,
    certify: bool,
    monitor: Monitor<'_>,
) -> Asked {
    let answer = solver.solve_monitored(history, Some(monitor));
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
            let checked = certify.then(|| checker.block(&block));
            match checked {
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

impl Asked {
    /// Why there is no answer.
    pub fn open(&self) -> Option<Reason> {
        match self.verdict {
            Verdict::Unknown(reason) => Some(reason),
            _ => None,
        }
    }
}
