//! The certificates of an answer about the length of a win.

use std::rc::Rc;

use threefold_certificate::{Block, CheckError, Checker, Header, Terms};
use threefold_game::{Distances, Question, RepetitionRule};
use threefold_search::{ExtractError, Limits};

use super::side::Asking;
use crate::asked::{Fault, Proof, check_limits};
use crate::effort::Effort;
use crate::posed::Posed;

/// The certificates of an answer.
#[derive(Default)]
pub(super) struct Certified {
    pub proofs: Vec<Proof>,
    /// What is proved, and has no certificate because of a limit.
    pub uncertified: Vec<String>,
    pub fault: Option<Fault>,
}

/// Why there is no certificate.
enum NoProof {
    Limit,
    Fault(Fault),
}

impl<G: Distances> Asking<'_, G> {
    /// The certificates of what is known, checked if that is asked for. Nothing where the question
    /// was confined to some moves. So many nodes have been spent on the answer.
    pub(super) fn certify(&mut self, spent: u64) -> Certified {
        let request = Rc::clone(&self.request);
        let Effort { check, keep, ref limits, .. } = request.effort;
        let mut certified = Certified::default();
        let is_wanted = check || keep || self.request.effort.fifty_moves;
        if !is_wanted || self.request.moves.is_some() {
            return certified;
        }
        self.solver.limit(limits.clone());
        let wanted = [
            self.at_most().map(|plies| (plies, true)),
            // Of zero plies nothing has to be said.
            match (self.asked, self.at_least()) {
                (Some(asked), None) => Some((asked, false)),
                (_, Some(at_least)) if at_least > 0 => Some((at_least - 1, false)),
                _ => None,
            },
        ];
        // That there is no win at any distance is certified by the question without one, or by
        // the win of the other player.
        if self.is_ruled_out {
            let is_open = self.asked.is_none().then(|| self.claim(None, false));
            certified.uncertified.extend(is_open);
        } else if self.at_least().is_none() {
            /// Nodes in any case, and times as many as have been spent: without a length it may be
            /// the harder search, and where it is not the answer it may not have been asked yet.
            const LEAST: u64 = 100_000;
            const TIMES: u64 = 4;
            let most = LEAST.saturating_add(TIMES.saturating_mul(spent));
            let nodes = limits.nodes.min(most);
            self.solver.limit(Limits { nodes, ..limits.clone() });
            match self.certificate_of_none() {
                Ok(proof) => {
                    certified.proofs.push(proof);
                    return certified;
                }
                Err(NoProof::Limit) => {
                    certified.uncertified.push(self.claim(None, false));
                    self.solver.limit(limits.clone());
                }
                Err(NoProof::Fault(fault)) => {
                    certified.fault = Some(fault);
                    return certified;
                }
            }
        }
        for (plies, proven) in wanted.into_iter().flatten() {
            match self.certificate(plies, proven) {
                Ok(proof) => certified.proofs.push(proof),
                Err(NoProof::Limit) => {
                    certified.uncertified.push(self.claim(Some(plies), proven));
                    // The win that was found first says nothing of the distance.
                    let any = self.branches[0].any.clone().filter(|_| proven);
                    let any = any.map(|any| self.checked(any.block, 0));
                    match any {
                        None | Some(Err(NoProof::Limit)) => {}
                        Some(Ok(proof)) => certified.proofs.push(proof),
                        Some(Err(NoProof::Fault(fault))) => certified.fault = Some(fault),
                    }
                }
                Err(NoProof::Fault(fault)) => certified.fault = Some(fault),
            }
            if certified.fault.is_some() {
                break;
            }
        }
        certified
    }

    /// What a certificate would claim.
    fn claim(&self, plies: Option<u32>, proven: bool) -> String {
        let Posed { game, history, rule, .. } = *self.posed;
        let question = Question::new(self.player, RepetitionRule::AttackerLoses);
        let terms = Terms { rule, plies, ..Terms::of(question, proven) };
        Header::new(game, history, terms).claim_text()
    }

    fn certificate(&mut self, plies: u32, proven: bool) -> Result<Proof, NoProof> {
        let Posed { history, rule, .. } = *self.posed;
        let made = self.solver.certificate(history, plies, proven, rule);
        self.proof(made.map(|made| (made.block, made.positions)))
    }

    /// That there is no win at any distance.
    fn certificate_of_none(&mut self) -> Result<Proof, NoProof> {
        let Posed { history, rule, .. } = *self.posed;
        let made = self.solver.certificate_of_none(history, rule);
        match made.map(|made| (made.block, made.positions)) {
            // What is said of a length is certified without it.
            Err(error) if !matches!(error, ExtractError::Wrong) => Err(NoProof::Limit),
            made => self.proof(made),
        }
    }

    fn proof(&mut self, made: Result<(Block, u64), ExtractError>) -> Result<Proof, NoProof> {
        match made {
            Ok((block, positions)) => self.checked(block, positions),
            Err(ExtractError::Limit(_)) => Err(NoProof::Limit),
            Err(ExtractError::Wrong) => Err(NoProof::Fault(Fault::Wrong)),
            Err(error) => Err(NoProof::Fault(Fault::NoCertificate(error))),
        }
    }

    /// The certificate, checked if that is asked for.
    fn checked(&mut self, block: Block, positions: u64) -> Result<Proof, NoProof> {
        let Effort { check, fifty_moves, .. } = self.request.effort;
        let mut proof = Proof { block, positions, checked: false };
        if check || fifty_moves {
            let rules = self.posed.unrestricted.unwrap_or(self.game());
            let limits = check_limits(&self.request.effort.limits);
            let checker = Checker::new(rules).limits(limits).fifty_moves(fifty_moves);
            let verified = checker.block(&proof.block).map_err(|error| match error {
                CheckError::Limit(_) => NoProof::Limit,
                error => NoProof::Fault(Fault::Refuted(error)),
            })?;
            (proof.positions, proof.checked) = (verified.positions, true);
            self.fifty_moves = self.fifty_moves.or(verified.fifty_moves);
        }
        Ok(proof)
    }
}
