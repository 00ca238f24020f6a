//! The certificates of an answer about the length of a win.

use std::rc::Rc;

use threefold_certificate::{Block, CheckError, CheckLimits, Checker, Goal, Header, Terms};
use threefold_game::{Distances, Question, RepetitionRule};
use threefold_search::{ExtractError, Limits};

use super::answer::Key;
use super::side::{Asking, Certified};
use crate::ask::check_limits;
use crate::asked::{Fault, Proof};
use crate::effort::Effort;
use crate::posed::Posed;
use crate::standing::{Claimed, Standing};

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
        let wanted = self.lengths();
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
            match self.certificate_of_none(0) {
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
            let kept = certified.proofs.iter().map(|proof| proof.block.moves.memory()).sum();
            match self.certificate(plies, proven, kept) {
                Ok(proof) => certified.proofs.push(proof),
                Err(NoProof::Limit) => {
                    certified.uncertified.push(self.claim(Some(plies), proven));
                    // The win that was found first says nothing of the distance.
                    let any = self.branches[0].any.clone().filter(|_| proven);
                    let any = any.map(|any| self.checked(any.block, 0, kept));
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

    /// What is known of the length: within how many plies he wins, for how many he does not. Of a
    /// ply that makes no difference nothing is said: it would take a line for each position.
    fn lengths(&self) -> [Option<(u32, bool)>; 2] {
        [
            self.at_most().map(|plies| (plies, true)),
            // Of zero plies nothing has to be said.
            match (self.asked, self.at_least()) {
                (Some(asked), None) => Some((self.decisive(asked), false)),
                (_, Some(at_least)) if at_least > 0 => Some((self.decisive(at_least - 1), false)),
                _ => None,
            },
        ]
    }

    fn decisive(&self, plies: u32) -> u32 {
        self.game().decisive_plies(plies, self.moves_first)
    }

    /// All that the answer claims; with `is_open` also the question, which has no answer. `keys`
    /// are the first moves, and within how many plies they were asked to win.
    pub(super) fn claims(
        &self,
        certified: &Certified,
        is_open: bool,
        keys: Option<(u32, &[Key])>,
    ) -> Vec<Claimed> {
        let searched = |claim| Claimed::new(claim, Standing::Searched);
        let mut claims: Vec<_> = certified.proofs.iter().map(Claimed::of).collect();
        claims.extend(certified.uncertified.iter().cloned().map(searched));
        if claims.is_empty() && certified.fault.is_none() {
            // No certificate was wanted, or there can be none: of fewer moves than the rules allow.
            let none = self.at_least().is_none().then(|| self.claim(None, false));
            let lengths = self.lengths().into_iter().flatten();
            let lengths = lengths.map(|(plies, proven)| self.claim(Some(plies), proven));
            claims.extend(none.into_iter().chain(lengths).map(searched));
        }
        if is_open {
            let fifty_moves = self.request.effort.fifty_moves;
            let rule = if fifty_moves { " under the fifty-move rule" } else { "" };
            let question = format!("{}{rule}", self.claim(self.asked, true));
            claims.push(Claimed::new(question, Standing::Unknown));
        }
        let (plies, keys) = keys.unwrap_or_default();
        claims.extend(keys.iter().map(|key| self.claim_of_key(key, plies, &certified.proofs)));
        claims
    }

    /// What is claimed of a first move that was asked to win within so many plies.
    fn claim_of_key(&self, key: &Key, plies: u32, proofs: &[Proof]) -> Claimed {
        let (length, proven) = match key.verdict.decided() {
            Some(true) => (key.at_most.or(Some(plies)), true),
            Some(false) => (key.at_least.map(|_| self.decisive(plies)), false),
            None => (Some(plies), true),
        };
        // The certificates are about the root: of a move they say whether the strategy plays it, or
        // that no move wins.
        let says_so = |proof: &Proof| {
            let Block { header, moves, .. } = &proof.block;
            proof.checked
                && match (header.claim.goal, proven) {
                    (Goal::Wins, true) => {
                        header.plies <= length
                            && header.plies.is_some()
                            && moves.iter().next() == Some(&key.text)
                    }
                    (Goal::Holds, false) => header.plies.is_none_or(|held| Some(held) >= length),
                    _ => false,
                }
        };
        let standing = match key.verdict.decided() {
            None => Standing::Unknown,
            Some(_) if proofs.iter().any(says_so) => Standing::Certified,
            Some(_) => Standing::Searched,
        };
        Claimed::new(format!("{}: {}", key.text, self.claim(length, proven)), standing)
    }

    /// What a certificate would claim.
    fn claim(&self, plies: Option<u32>, proven: bool) -> String {
        let Posed { game, history, rule, .. } = *self.posed;
        let question = Question::new(self.player, RepetitionRule::AttackerLoses);
        let terms = Terms { rule, plies, ..Terms::of(question, proven) };
        Header::new(game, history, terms).claim_text()
    }

    /// Beside certificates of so many bytes.
    fn certificate(&mut self, plies: u32, proven: bool, kept: usize) -> Result<Proof, NoProof> {
        let Posed { history, rule, .. } = *self.posed;
        let made = self.solver.certificate(history, plies, proven, rule);
        if let Ok(made) = &made
            && !self.solver.has_room(made.walk_bytes + made.block.moves.memory() + kept)
        {
            return Err(NoProof::Limit);
        }
        self.proof(made.map(|made| (made.block, made.positions)), kept)
    }

    /// That there is no win at any distance.
    fn certificate_of_none(&mut self, kept: usize) -> Result<Proof, NoProof> {
        let Posed { history, rule, .. } = *self.posed;
        let made = self.solver.certificate_of_none(history, rule);
        match made.map(|made| (made.block, made.positions)) {
            // What is said of a length is certified without it.
            Err(error) if !matches!(error, ExtractError::Wrong) => Err(NoProof::Limit),
            made => self.proof(made, kept),
        }
    }

    fn proof(
        &mut self,
        made: Result<(Block, u64), ExtractError>,
        kept: usize,
    ) -> Result<Proof, NoProof> {
        match made {
            Ok((block, positions)) => self.checked(block, positions, kept),
            Err(ExtractError::Limit(_)) => Err(NoProof::Limit),
            Err(ExtractError::Wrong) => Err(NoProof::Fault(Fault::Wrong)),
            Err(error) => Err(NoProof::Fault(Fault::NoCertificate(error))),
        }
    }

    /// The certificate, checked if that is asked for, in the room and the time that are left.
    fn checked(&mut self, block: Block, positions: u64, kept: usize) -> Result<Proof, NoProof> {
        let Effort { check, fifty_moves, .. } = self.request.effort;
        let mut proof = Proof { block, positions, checked: false };
        if check || fifty_moves {
            let rules = self.posed.unrestricted.unwrap_or(self.game());
            let room = self.solver.room().saturating_sub(proof.block.moves.memory() + kept);
            let limits = check_limits(&self.request.effort.limits);
            let limits = CheckLimits { memory: Some(room), ..limits };
            let checker = Checker::new(rules).fifty_moves(fifty_moves).limits(limits);
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
