//! The question about one player's wins, while it is being answered.

use threefold_certificate::Checker;
use threefold_game::{Distances, Player};
use threefold_search::distance::{DistanceOptions, DistanceProgress, DistanceSolver};
use threefold_search::{ExtractError, Limits, Reason, Verdict};

use super::answer::{Key, Side, words};
use super::branch::Branch;
use super::request::{Goal, Request};
use crate::asked::{Fault, Proof};
use crate::effort::Effort;
use crate::observer::{Distance, Observer};
use crate::posed::Posed;

/// One player, and what is known of his wins.
pub(super) struct Asking<'a, G: Distances> {
    posed: &'a Posed<'a, G>,
    request: &'a Request,
    player: Player,
    pub moves_first: bool,
    /// The plies that are asked for.
    asked: Option<u32>,
    solver: DistanceSolver<'a, G>,
    /// One without a move, or one for each of the moves to which the question is confined.
    branches: Vec<Branch<G>>,
    /// The bounds that the observer knows.
    told: (Option<u32>, Option<u32>),
}

impl<'a, G: Distances> Asking<'a, G> {
    /// `table_bytes` are for all searches of this player.
    pub fn new(
        posed: &'a Posed<'a, G>,
        request: &'a Request,
        player: Player,
        moves: Option<&[G::Move]>,
        table_bytes: usize,
    ) -> Self {
        let Posed { game, history, .. } = *posed;
        let moves_first = game.player_to_move(history.root()) == player;
        let asked = match request.goal {
            Goal::Within(length) => Some(length.plies(moves_first)),
            Goal::Shortest => None,
        };
        // The search for any win has as large a table as that for a distance.
        let table_bytes = if asked.is_some() { table_bytes } else { table_bytes / 2 };
        let options = DistanceOptions { table_bytes, ..DistanceOptions::default() };
        let mut solver = DistanceSolver::new(game, player, options);
        solver.interrupt_by(request.effort.interrupt.clone());
        let branches = match moves {
            None => vec![Branch::new(history.clone(), None)],
            Some(moves) => moves
                .iter()
                .map(|&m| {
                    let mut after = history.clone();
                    after.push(game, m);
                    Branch::new(after, Some(m))
                })
                .collect(),
        };
        let told = (Some(0), None);
        Asking { posed, request, player, moves_first, asked, solver, branches, told }
    }

    fn game(&self) -> &'a G {
        self.posed.game
    }

    /// There is no win within fewer plies. `None`: there is none at all.
    fn at_least(&self) -> Option<u32> {
        let one = |branch: &Branch<G>| branch.at_least.map(|plies| plies + branch.offset());
        if self.moves_first {
            self.branches.iter().filter_map(one).min()
        } else {
            self.branches.iter().map(one).try_fold(0, |most, one| Some(most.max(one?)))
        }
    }

    /// There is a win within so many.
    pub fn at_most(&self) -> Option<u32> {
        self.best().and_then(|branch| branch.at_most.map(|plies| plies + branch.offset()))
    }

    /// Both.
    pub fn bounds(&self) -> (Option<u32>, Option<u32>) {
        (self.at_least(), self.at_most())
    }

    /// The branch that decides how long a win takes, if a win is known.
    fn best(&self) -> Option<&Branch<G>> {
        if self.moves_first {
            let won = self.branches.iter().filter(|branch| branch.at_most.is_some());
            won.min_by_key(|branch| branch.at_most)
        } else if self.branches.iter().all(|branch| branch.at_most.is_some()) {
            self.branches.iter().max_by_key(|branch| branch.at_most)
        } else {
            None
        }
    }

    /// Whether the question has no answer yet, and more nodes can give one.
    pub fn is_open(&self) -> bool {
        self.verdict_of_bounds().is_none() && self.branches.iter().any(Branch::is_open)
    }

    /// The answer, if the bounds give one: with [`Goal::Shortest`] only when they have met.
    fn verdict_of_bounds(&self) -> Option<bool> {
        let (at_least, at_most) = (self.at_least(), self.at_most());
        match (self.asked, at_least, at_most) {
            (_, None, _) => Some(false),
            (Some(asked), _, Some(at_most)) if at_most <= asked => Some(true),
            (Some(asked), Some(at_least), _) if at_least > asked => Some(false),
            (None, Some(at_least), Some(at_most)) if at_least >= at_most => Some(true),
            _ => None,
        }
    }

    /// That the other player can win has become known.
    pub fn rule_out(&mut self) {
        self.branches.iter_mut().for_each(Branch::rule_out);
    }

    /// Whether nothing is gained by asking in turn: what is left is one question that is searched
    /// as a whole.
    pub fn is_one_search(&self) -> bool {
        self.asked.is_some() && self.branches.iter().filter(|branch| branch.is_open()).count() == 1
    }

    /// Spends about so many nodes on the question. Says how many it were.
    pub fn spend(
        &mut self,
        limits: &Limits,
        nodes_before: u64,
        observer: &mut dyn Observer,
    ) -> u64 {
        let name = self.game().player_name(self.player);
        let open = self.branches.iter().filter(|branch| branch.is_open()).count() as u64;
        let share = limits.nodes.div_ceil(open.max(1));
        let mut nodes = 0;
        for i in 0..self.branches.len() {
            if self.verdict_of_bounds().is_some() {
                break;
            }
            if !self.branches[i].is_open() {
                continue;
            }
            let (asked, moves_first) = (self.asked, self.moves_first);
            let bounds = self.bounds();
            let branch = &mut self.branches[i];
            let offset = branch.offset();
            let mut tell = |progress: &DistanceProgress| {
                // What is known of one of several moves says little of the whole.
                let (at_least, at_most) = match offset == 0 && asked.is_none() {
                    true => (progress.at_least, progress.at_most),
                    false => bounds,
                };
                observer.distance(&Distance {
                    attacker: name,
                    moves_first,
                    at_least,
                    at_most,
                    line: &[],
                    plies: progress.plies.map(|plies| plies + offset),
                    pn: progress.pn,
                    dn: progress.dn,
                    nodes: nodes_before + nodes + progress.nodes,
                    table_fill: progress.table_fill,
                });
            };
            let within = asked.map(|plies| plies.saturating_sub(offset));
            let limits = Limits { nodes: share, ..limits.clone() };
            nodes += branch.ask(&mut self.solver, within, limits, &mut tell);
        }
        let bounds = self.bounds();
        if bounds != self.told {
            self.told = bounds;
            self.tell(nodes_before + nodes, observer);
        }
        nodes
    }

    /// Tells what is known now.
    fn tell(&mut self, nodes: u64, observer: &mut dyn Observer) {
        let (line, (pn, dn)) = (self.line(), self.numbers());
        observer.distance(&Distance {
            attacker: self.game().player_name(self.player),
            moves_first: self.moves_first,
            at_least: self.at_least(),
            at_most: self.at_most(),
            line: &line,
            plies: self.asked,
            pn,
            dn,
            nodes,
            table_fill: self.solver.table_fill(),
        });
    }

    fn numbers(&self) -> (u32, u32) {
        let branch = self.branches.iter().find(|branch| branch.reason.is_some());
        let branch = branch.or(self.best()).unwrap_or(&self.branches[0]);
        (branch.pn, branch.dn)
    }

    /// A line of a win within what is known, in the game's notation.
    fn line(&mut self) -> Vec<String> {
        /// The table knows nearly all of it.
        const NODES: u64 = 100_000;
        let Some(best) = self.best() else { return Vec::new() };
        let (m, at_most) = (best.m, best.at_most);
        let place = self.branches.iter().position(|one| one.m == m && one.at_most == at_most);
        let branch = &self.branches[place.expect("it is one of them")];
        self.solver.limit(Limits::nodes(NODES));
        let line = branch.line(&mut self.solver);
        let (game, mut position) = (self.posed.game, self.posed.history.root().clone());
        let moves = m.into_iter().chain(line);
        let text = moves.map(|m| {
            let text = game.move_text(&position, m);
            game.make(&mut position, m);
            text
        });
        text.collect()
    }

    /// Every first move, if the attacker is to move and a length is known.
    fn first_moves(&mut self, observer: &mut dyn Observer) -> (Option<Vec<Key>>, u64) {
        let plies = self.asked.or(self.at_most());
        let (true, Some(plies)) = (self.moves_first, plies) else { return (None, 0) };
        let Posed { game, history, .. } = *self.posed;
        let name = game.player_name(self.player);
        let bounds = self.bounds();
        self.solver.limit(self.request.effort.limits.clone());
        let keys = self.solver.keys_monitored(
            history,
            plies,
            Some(&mut |progress| {
                observer.distance(&Distance {
                    attacker: name,
                    moves_first: true,
                    at_least: bounds.0,
                    at_most: bounds.1,
                    line: &[],
                    plies: Some(plies),
                    pn: progress.pn,
                    dn: progress.dn,
                    nodes: progress.nodes,
                    table_fill: progress.table_fill,
                });
            }),
        );
        let is_meant = |m| {
            let mut confined = self.branches.iter().filter_map(|branch| branch.m);
            self.request.moves.is_none() || confined.any(|one| one == m)
        };
        let keys_of = keys.moves.iter().filter(|first| is_meant(first.m)).map(|first| {
            let mut after = history.root().clone();
            game.make(&mut after, first.m);
            Key {
                text: game.move_text(history.root(), first.m),
                verdict: first.verdict,
                at_least: first.at_least.map(|plies| plies + 1),
                at_most: first.at_most.map(|plies| plies + 1),
                refutation: first.refutation.map(|m| game.move_text(&after, m)),
            }
        });
        (Some(keys_of.collect()), keys.stats.nodes)
    }

    /// The certificates of what is known, checked if that is asked for. Nothing where the question
    /// was confined to some moves.
    fn certify(&mut self) -> (Vec<Proof>, Option<Fault>) {
        let Effort { check, keep, ref limits, .. } = self.request.effort;
        let mut proofs = Vec::new();
        if !check && !keep || self.request.moves.is_some() {
            return (proofs, None);
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
        for (plies, proven) in wanted.into_iter().flatten() {
            match self.certificate(plies, proven) {
                Ok(proof) => proofs.extend(proof),
                Err(fault) => return (proofs, Some(fault)),
            }
        }
        (proofs, None)
    }

    fn certificate(&mut self, plies: u32, proven: bool) -> Result<Option<Proof>, Fault> {
        let Posed { game, history, rule, .. } = *self.posed;
        let check = self.request.effort.check;
        let (block, positions) = match self.solver.certificate(history, plies, proven, rule) {
            Ok(certificate) => (certificate.block, certificate.positions),
            Err(ExtractError::Limit(_)) => match self.branches[0].any.take() {
                // It says nothing of the distance, and that there is a win.
                Some(any) if proven => (any.block, 0),
                _ => return Ok(None),
            },
            Err(ExtractError::Wrong) => return Err(Fault::Wrong),
            Err(error) => return Err(Fault::NoCertificate(error)),
        };
        let mut proof = Proof { block, positions, checked: false };
        if check {
            let verified = Checker::new(game).block(&proof.block).map_err(Fault::Refuted)?;
            (proof.positions, proof.checked) = (verified.positions, true);
        }
        Ok(Some(proof))
    }

    /// What was found out, and how many nodes the rest of it took.
    pub fn finish(mut self, observer: &mut dyn Observer) -> (Side, u64) {
        let (first_moves, nodes) = match self.request.keys {
            true => self.first_moves(observer),
            false => (None, 0),
        };
        let line = self.line();
        let (proofs, fault) = self.certify();
        if fault.is_none() && !proofs.is_empty() {
            let blocks: Vec<_> = proofs.iter().map(|proof| proof.block.clone()).collect();
            observer.certificate(&blocks);
        }
        let (game, bounds) = (self.posed.game, self.bounds());
        let open = self.branches.iter().find_map(|branch| branch.reason);
        let verdict = match (self.verdict_of_bounds(), self.asked, bounds.1) {
            (Some(proven), ..) => {
                if proven {
                    Verdict::Proven
                } else {
                    Verdict::Disproven
                }
            }
            (None, None, Some(_)) => Verdict::Proven,
            (None, ..) => Verdict::Unknown(open.unwrap_or(Reason::Incomplete)),
        };
        let is_decided = self.verdict_of_bounds().is_some();
        let best = if self.moves_first { line.first().cloned() } else { None };
        let (pn, dn) = self.numbers();
        let checked = match (&fault, self.request.effort.check && !proofs.is_empty()) {
            (Some(_), _) => Some(false),
            (None, true) => Some(proofs.iter().all(|proof| proof.checked)),
            (None, false) => None,
        };
        let side = Side {
            attacker: game.player_name(self.player).to_owned(),
            moves_first: self.moves_first,
            asked: self.asked,
            verdict,
            at_least: bounds.0,
            at_most: bounds.1,
            best,
            line,
            pn,
            dn,
            first_moves,
            proofs,
            checked,
            reason: match &fault {
                Some(fault) => Some(fault.name()),
                None => open.filter(|_| !is_decided).map(Reason::name),
            },
            fault: fault.map(|fault| fault.words()),
            words: words(self.request.goal, self.moves_first, bounds, self.posed.idiom),
        };
        (side, nodes)
    }
}
