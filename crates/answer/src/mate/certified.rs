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
    /// The certificates of what is known, checked if that is asked for. Where the question was
    /// confined to some moves they are about the positions after those that it depends on. So many
    /// nodes have been spent on the answer.
    pub(super) fn certify(&mut self, spent: u64) -> Certified {
        let request = Rc::clone(&self.request);
        let Effort { check, keep, ref limits, .. } = request.effort;
        let mut certified = Certified::default();
        if !check && !keep {
            return certified;
        }
        self.solver.limit(limits.clone());
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
            for place in self.places_relied_on(false) {
                let kept = bytes_of(&certified.proofs);
                match self.certificate_of_none(place, kept) {
                    Ok(proof) => certified.proofs.push(proof),
                    Err(NoProof::Limit) => {
                        certified.uncertified.push(self.claim(None, false));
                        break;
                    }
                    Err(NoProof::Fault(fault)) => {
                        certified.fault = Some(fault);
                        return certified;
                    }
                }
            }
            if certified.uncertified.is_empty() {
                return certified;
            }
            self.solver.limit(limits.clone());
        }
        let mut wanted = Vec::new();
        let is_believed = self.posed.knowledge.declaration().is_some();
        for (plies, proven) in self.lengths().into_iter().flatten() {
            if is_believed && !proven {
                // A certificate of a length cannot name a database.
                certified.uncertified.push(self.claim(Some(plies), proven));
                continue;
            }
            // Of zero plies nothing has to be said.
            let says = |place: &usize| proven || plies > self.branches[*place].offset();
            let places = self.places_relied_on(proven).into_iter().filter(says);
            wanted.extend(places.map(|place| (place, plies, proven)));
        }
        for (place, plies, proven) in wanted {
            let kept = bytes_of(&certified.proofs);
            match self.certificate(place, plies, proven, kept) {
                Ok(proof) => certified.proofs.push(proof),
                Err(NoProof::Limit) => {
                    certified.uncertified.push(self.claim(Some(plies), proven));
                    // The win that was found first says nothing of the distance.
                    let any = self.branches[place].any.clone().filter(|_| proven);
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

    /// The branches that an answer depends on: where the other player chooses all of them, and
    /// otherwise the one that is chosen.
    pub(super) fn places_relied_on(&self, proven: bool) -> Vec<usize> {
        let all = 0..self.branches.len();
        if self.moves_first != proven {
            return all.collect();
        }
        let longest = |&place: &usize| self.branches[place].at_least.unwrap_or(u32::MAX);
        let chosen = if proven { self.place_of_best() } else { all.max_by_key(longest) };
        chosen.into_iter().collect()
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

    /// Of a length from the root on, beside certificates of so many bytes.
    fn certificate(
        &mut self,
        place: usize,
        plies: u32,
        proven: bool,
        kept: usize,
    ) -> Result<Proof, NoProof> {
        let branch = &self.branches[place];
        let plies = plies.saturating_sub(branch.offset());
        let made = self.solver.certificate(&branch.history, plies, proven, self.posed.rule);
        if let Ok(made) = &made
            && !self.solver.has_room(made.walk_bytes + made.block.moves.memory() + kept)
        {
            return Err(NoProof::Limit);
        }
        self.proof(made.map(|made| (made.block, made.positions)), kept)
    }

    /// That there is no win at any distance.
    fn certificate_of_none(&mut self, place: usize, kept: usize) -> Result<Proof, NoProof> {
        let history = &self.branches[place].history;
        let made = self.solver.certificate_of_none(history, self.posed.rule);
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
        let Effort { check, .. } = self.request.effort;
        let mut proof = Proof { block, positions, checked: false };
        if check {
            let rules = self.posed.unrestricted.unwrap_or(self.game());
            let room = self.solver.room().saturating_sub(proof.block.moves.memory() + kept);
            let limits = check_limits(&self.request.effort.limits);
            let limits = CheckLimits { memory: Some(room), ..limits };
            let checker = Checker::new(rules).limits(limits);
            let verified = checker.block(&proof.block).map_err(|error| match error {
                CheckError::Limit(_) => NoProof::Limit,
                error => NoProof::Fault(Fault::Refuted(error)),
            })?;
            (proof.positions, proof.checked) = (verified.positions, true);
        }
        Ok(proof)
    }
}

/// Bytes of the moves of certificates.
fn bytes_of(proofs: &[Proof]) -> usize {
    proofs.iter().map(|proof| proof.block.moves.memory()).sum()
}
