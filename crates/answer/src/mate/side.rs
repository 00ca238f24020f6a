//! The question about one player's wins, while it is being answered.

use std::rc::Rc;

use threefold_game::{Distances, Player};
use threefold_search::distance::{DistanceOptions, DistanceProgress, DistanceSolver, FirstMove};
use threefold_search::{INFINITY, Limits, Options, Reason, Verdict};

use super::answer::{Key, Side, Soundness, words};
use super::branch::Branch;
use super::request::{Goal, Length, Request};
use super::solution::{self, Solution};
use crate::asked::{Fault, Proof};
use crate::observer::{Distance, Observer};
use crate::posed::Posed;
use crate::record::{ProvedLength, Recorded};
use crate::standing::{Claimed, Standing, all_certified};

/// Nodes for a line: the table knows nearly all of it.
const NODES_OF_LINE: u64 = 100_000;

/// The certificates of an answer.
#[derive(Default)]
pub(super) struct Certified {
    pub proofs: Vec<Proof>,
    /// What is proved, and has no certificate because of a limit.
    pub uncertified: Vec<String>,
    pub fault: Option<Fault>,
}

/// One player, and what is known of his wins.
pub(super) struct Asking<'a, G: Distances> {
    pub posed: &'a Posed<'a, G>,
    pub request: Rc<Request>,
    pub player: Player,
    pub moves_first: bool,
    /// The plies that are asked for.
    pub asked: Option<u32>,
    pub solver: DistanceSolver<'a, G>,
    /// One without a move, or one for each of the moves to which the question is confined.
    pub branches: Vec<Branch<G>>,
    /// The bounds that the observer knows.
    told: (Option<u32>, Option<u32>),
    /// Whether the other player can win.
    pub is_ruled_out: bool,
}

impl<'a, G: Distances> Asking<'a, G> {
    /// Of `sides` players whose wins are in question one: each has its part of the memory.
    pub fn new(
        posed: &'a Posed<'a, G>,
        request: &Rc<Request>,
        player: Player,
        moves: Option<&[G::Move]>,
        sides: usize,
    ) -> Self {
        let Posed { game, history, .. } = *posed;
        let moves_first = game.player_to_move(history.root()) == player;
        let asked = match request.goal {
            Goal::Within(length) => Some(length.plies_in(moves_first, posed.idiom)),
            // A length that the source says has been looked up.
            Goal::Shortest | Goal::Stated => None,
        };
        let options = &request.effort.options;
        let Options { threads, deterministic, .. } = *options;
        /// Certificates have to fit somewhere beside the smallest tables.
        const LEAST: usize = 16 << 20;
        let memory_bytes = options.memory_bytes.unwrap_or(options.table_bytes.max(LEAST));
        let (table_bytes, memory_bytes) = (options.table_bytes / sides, memory_bytes / sides);
        // The search for any win has as large a table as that for a distance.
        let table_bytes = if asked.is_some() { table_bytes } else { table_bytes / 2 };
        let usual = DistanceOptions::default();
        let options =
            DistanceOptions { table_bytes, memory_bytes, threads, deterministic, ..usual };
        let mut solver = DistanceSolver::new(game, player, options).knowledge(posed.knowledge);
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
        let is_ruled_out = false;
        Asking {
            posed,
            request: Rc::clone(request),
            player,
            moves_first,
            asked,
            solver,
            branches,
            told,
            is_ruled_out,
        }
    }

    /// Asks the same with other limits. What is known stays so, and what a limit has left open may
    /// be found out now.
    pub fn ask_again(&mut self, request: &Rc<Request>) {
        self.request = Rc::clone(request);
        self.solver.interrupt_by(request.effort.interrupt.clone());
        self.branches.iter_mut().for_each(Branch::reopen);
    }

    pub fn game(&self) -> &'a G {
        self.posed.game
    }

    /// There is no win within fewer plies. `None`: there is none at all.
    pub fn at_least(&self) -> Option<u32> {
        if self.posed.unrestricted.is_some() {
            // With his other moves the attacker may win at once.
            return Some(0);
        }
        self.searched_at_least()
    }

    /// The same of the game that is searched, in which the attacker may have fewer moves.
    fn searched_at_least(&self) -> Option<u32> {
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
        self.place_of_best().map(|place| &self.branches[place])
    }

    /// Where it is.
    pub(super) fn place_of_best(&self) -> Option<usize> {
        let at_most = |&place: &usize| self.branches[place].at_most;
        let mut places = 0..self.branches.len();
        if self.moves_first {
            places.filter(|place| at_most(place).is_some()).min_by_key(at_most)
        } else if places.all(|place| at_most(&place).is_some()) {
            (0..self.branches.len()).max_by_key(at_most)
        } else {
            None
        }
    }

    /// Whether the question has no answer yet, and more nodes can give one.
    pub fn is_open(&self) -> bool {
        self.verdict_of(self.searched_at_least()).is_none()
            && self.branches.iter().any(Branch::is_open)
    }

    /// The answer, if the bounds give one: with [`Goal::Shortest`] only when they have met.
    fn verdict_of_bounds(&self) -> Option<bool> {
        self.verdict_of(self.at_least())
    }

    fn verdict_of(&self, at_least: Option<u32>) -> Option<bool> {
        let at_most = self.at_most();
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
        self.is_ruled_out = true;
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
            if self.verdict_of(self.searched_at_least()).is_some() {
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
        if self.bounds() != self.told {
            self.tell(nodes_before + nodes, observer);
            self.told = self.bounds();
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

    /// A line of a win within what is known, which may come to know of a shorter one by it.
    fn moves_of_line(&mut self) -> Vec<G::Move> {
        while let Some(place) = self.place_of_best() {
            self.solver.limit(Limits::nodes(NODES_OF_LINE));
            let branch = &mut self.branches[place];
            let line = branch.m.into_iter().chain(branch.line(&mut self.solver)).collect();
            if self.place_of_best() == Some(place) {
                return line;
            }
        }
        Vec::new()
    }

    /// The move of the other player that holds, if he moves first and can.
    fn holding_move(&mut self) -> Option<String> {
        if self.moves_first || self.is_ruled_out {
            return None;
        }
        let (asked, solver) = (self.asked, &mut self.solver);
        solver.limit(self.request.effort.limits.clone());
        let within = |branch: &Branch<G>| asked.map(|plies| plies.saturating_sub(branch.offset()));
        let mut moves = self.branches.iter().map(|one| one.holding_move(solver, within(one)));
        let m = moves.find_map(|m| m)?;
        Some(self.posed.game.move_text(self.posed.history.root(), m))
    }

    /// The same in the game's notation.
    fn line(&mut self) -> Vec<String> {
        let moves = self.moves_of_line();
        self.texts(&moves)
    }

    fn texts(&self, moves: &[G::Move]) -> Vec<String> {
        let (game, mut position) = (self.posed.game, self.posed.history.root().clone());
        let text = moves.iter().map(|&m| {
            let text = game.move_text(&position, m);
            game.make(&mut position, m);
            text
        });
        text.collect()
    }

    /// Looks for a win that is shorter than the one within the length that was asked for, so that
    /// the bounds may meet. Says how many nodes it took.
    fn look_for_shorter(
        &mut self,
        spent: u64,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> u64 {
        /// Nodes in any case, and times as many as have been spent, where nothing else is said.
        const LEAST: u64 = 20_000;
        const TIMES: u64 = 4;
        let is_meant = self.request.shorter && self.asked.is_some() && self.branches.len() == 1;
        if !is_meant || self.request.moves.is_some() || self.posed.unrestricted.is_some() {
            return 0;
        }
        let request = Rc::clone(&self.request);
        let interrupt = &request.effort.interrupt;
        // As of the nodes, half of the time is for the first moves.
        let limits = if self.request.asks_keys() { limits.part(0.5) } else { limits.clone() };
        let left = self.request.left(spent);
        let left = match self.request.asks_keys() {
            // The other half is for the first moves.
            true => left.div_ceil(2),
            false => left.min(LEAST.saturating_add(TIMES.saturating_mul(spent))),
        };
        let (name, moves_first) = (self.game().player_name(self.player), self.moves_first);
        let reason = self.branches[0].reason;
        let mut nodes = 0;
        while let (Some(at_least), Some(at_most)) = (self.searched_at_least(), self.at_most())
            && at_least < at_most
            && nodes < left
            && !interrupt.is_raised()
        {
            let limits = Limits { nodes: left - nodes, ..limits.clone() };
            let mut tell = |progress: &DistanceProgress| {
                observer.distance(&Distance {
                    attacker: name,
                    moves_first,
                    at_least: Some(at_least),
                    at_most: Some(at_most),
                    line: &[],
                    plies: progress.plies,
                    pn: progress.pn,
                    dn: progress.dn,
                    nodes: spent + nodes + progress.nodes,
                    table_fill: progress.table_fill,
                });
            };
            let shorter = Some(at_most - 1);
            nodes += self.branches[0].ask(&mut self.solver, shorter, limits, &mut tell);
            if self.branches[0].reason.is_some() {
                break;
            }
        }
        // What was asked is answered all the same.
        self.branches[0].reason = reason;
        nodes
    }

    /// Whether it is known within which length the first moves of the attacker are to win.
    pub fn can_ask_first_moves(&self) -> bool {
        self.plies_of_first_moves().is_some()
    }

    fn plies_of_first_moves(&self) -> Option<u32> {
        self.asked.or(self.at_most()).filter(|_| self.moves_first)
    }

    /// Every first move, if the attacker is to move and a length is known, and the solution if it
    /// was asked for. Says how many nodes it took.
    fn first_moves(
        &mut self,
        spent: u64,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> (FirstMoves, u64) {
        let Some(plies) = self.plies_of_first_moves() else { return (None, 0) };
        let posed = self.posed;
        let name = posed.game.player_name(self.player);
        let bounds = self.bounds();
        let nodes = self.request.left(spent);
        self.solver.limit(Limits { nodes, ..limits.clone() });
        let mut monitor = |progress: &DistanceProgress| {
            observer.distance(&Distance {
                attacker: name,
                moves_first: true,
                at_least: bounds.0,
                at_most: bounds.1,
                line: &[],
                plies: Some(plies),
                pn: progress.pn,
                dn: progress.dn,
                nodes: spent + progress.nodes,
                table_fill: progress.table_fill,
            });
        };
        let (first, solution, nodes) = match &self.request.solution {
            None => {
                let keys = self.solver.keys_monitored(posed.history, plies, Some(&mut monitor));
                (keys.moves, None, keys.stats.nodes)
            }
            Some(options) => {
                let solution = self.solver.solution_monitored(
                    posed.history,
                    plies,
                    options,
                    Some(&mut monitor),
                );
                let written = solution::written(posed, plies, &solution);
                (solution.first_moves, Some(written), solution.stats.nodes)
            }
        };
        let is_meant = |m| {
            let mut confined = self.branches.iter().filter_map(|branch| branch.m);
            self.request.moves.is_none() || confined.any(|one| one == m)
        };
        let first: Vec<_> = first.into_iter().filter(|first| is_meant(first.m)).collect();
        let mut keys: Vec<_> = first.iter().map(|first| key(posed, first)).collect();
        self.lines_of_keys(&first, &mut keys);
        (Some((plies, keys, solution)), nodes)
    }

    /// Lines of the shortest keys, of as many as were asked for.
    fn lines_of_keys(&mut self, first: &[FirstMove<G::Move>], keys: &mut [Key]) {
        let is_key = |&i: &usize| keys[i].verdict == Verdict::Proven;
        let mut shortest: Vec<usize> = (0..keys.len()).filter(is_key).collect();
        shortest.sort_by_key(|&i| keys[i].at_most);
        for i in shortest.into_iter().take(self.request.key_lines) {
            let (m, Some(at_most)) = (first[i].m, first[i].at_most) else { continue };
            let mut after = self.posed.history.clone();
            after.push(self.game(), m);
            self.solver.limit(Limits::nodes(NODES_OF_LINE));
            let line = self.solver.line(&after, at_most);
            if line.is_whole {
                keys[i].at_most = Some(line.moves.len() as u32 + 1);
            }
            let moves: Vec<_> = std::iter::once(m).chain(line.moves).collect();
            keys[i].line = self.texts(&moves);
        }
    }

    /// What was found out, and how many nodes the rest of it took. `limits` are those of all but
    /// certificates.
    pub fn finish(
        &mut self,
        spent: u64,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> (Side, u64) {
        let mut nodes = self.look_for_shorter(spent, limits, observer);
        let mut first = None;
        if self.request.asks_keys() {
            let more;
            (first, more) = self.first_moves(spent + nodes, limits, observer);
            nodes += more;
        }
        let moves = self.moves_of_line();
        let line = self.texts(&moves);
        let written = self.posed.convention.map(|one| one.line(self.posed.history.root(), &moves));
        let certified = self.certify(spent + nodes);
        if certified.fault.is_none() && !certified.proofs.is_empty() {
            let blocks: Vec<_> = certified.proofs.iter().map(|proof| proof.block.clone()).collect();
            observer.certificate(&blocks);
        }
        let (game, bounds) = (self.posed.game, self.bounds());
        let open = self.branches.iter().find_map(|branch| branch.reason);
        let open = open.or(self.posed.unrestricted.map(|_| Reason::Restricted));
        let decided = self.verdict_of_bounds();
        let verdict = match (decided, self.asked, bounds.1) {
            (Some(true), ..) => Verdict::Proven,
            (Some(false), ..) => Verdict::Disproven,
            (None, None, Some(_)) => Verdict::Proven,
            (None, ..) => Verdict::Unknown(open.unwrap_or(Reason::Incomplete)),
        };
        let is_decided = decided.is_some();
        let holds = self.holding_move();
        let best = if self.moves_first { line.first().cloned() } else { None };
        let (pn, dn) = match (verdict, self.numbers()) {
            (Verdict::Proven, _) => (0, INFINITY),
            (Verdict::Disproven, _) => (INFINITY, 0),
            // What was solved is another question: of a part, or with fewer moves.
            (Verdict::Unknown(_), (0, _) | (_, 0)) => (1, 1),
            (Verdict::Unknown(_), numbers) => numbers,
        };
        let keys = first.as_ref().map(|(plies, keys, _)| (*plies, keys.as_slice()));
        let is_open = certified.fault.is_some() || verdict.decided().is_none();
        let mut claims = self.claims(&certified, is_open, keys);
        if let Some((_, _, Some(solution))) = &first {
            let standing = if solution.complete { Standing::Searched } else { Standing::Unknown };
            claims.push(Claimed::new("the solution", standing));
        }
        let Certified { proofs, uncertified, fault } = certified;
        let is_checked = self.request.effort.check && !proofs.is_empty();
        let checked = match fault {
            Some(_) => Some(false),
            None => (is_checked && all_certified(&claims)).then_some(true),
        };
        let is_whole = self.request.moves.is_none() && fault.is_none();
        let soundness = self.soundness(keys).filter(|_| is_whole);
        let recorded = if is_whole { self.recorded(keys) } else { None };
        let (first_moves, solution) = match first {
            None => (None, None),
            Some((_, keys, solution)) => (Some(keys), solution),
        };
        let side = Side {
            attacker: game.player_name(self.player).to_owned(),
            moves_first: self.moves_first,
            asked: self.asked,
            verdict,
            at_least: bounds.0,
            at_most: bounds.1,
            best,
            holds,
            line,
            written,
            pn,
            dn,
            first_moves,
            solution,
            soundness,
            recorded,
            proofs,
            uncertified,
            claims,
            checked,
            alone: None,
            reason: match &fault {
                Some(fault) => Some(fault.name()),
                None => open.filter(|_| !is_decided).map(Reason::name),
            },
            fault: fault.map(|fault| fault.words()),
            words: words(self.request.goal, self.moves_first, bounds, self.posed.idiom),
        };
        (side, nodes)
    }

    /// What the answer says of the problem. `keys` are the first moves, and within how many plies
    /// they were asked to win.
    fn soundness(&self, keys: Option<(u32, &[Key])>) -> Option<Soundness> {
        let asked = self.asked.filter(|_| self.moves_first)?;
        let (at_least, at_most) = self.bounds();
        match (self.verdict_of_bounds(), at_most) {
            (Some(false), _) => return Some(Soundness::NoSolution),
            (_, Some(at_most)) if at_most < asked => return Some(Soundness::Short),
            _ => {}
        }
        let (_, keys) = keys?;
        let of = |verdict| keys.iter().filter(move |key| key.verdict == verdict).count();
        let (right, wrong) = (of(Verdict::Proven), of(Verdict::Disproven));
        if at_least < Some(asked) {
            return None;
        }
        match right {
            0 => None,
            1 => (right + wrong == keys.len()).then_some(Soundness::Sound),
            _ => Some(Soundness::Cooked),
        }
    }

    /// What the source says beside what is proved.
    fn recorded(&self, keys: Option<(u32, &[Key])>) -> Option<Recorded> {
        let expected = self.posed.expected?;
        let (at_least, at_most) = self.bounds();
        let idiom = self.posed.idiom;
        let moves = |plies: u32| match idiom.in_plies {
            true => plies,
            false => Length::moves(plies, self.moves_first),
        };
        // Keys are right moves only where they are those of the shortest win, or of the record.
        let wanted = expected.mate.map(|length| Length::counted(length.unsigned_abs(), idiom));
        let wanted = wanted
            .map(|length| length.plies_in(true, idiom))
            .or(at_most.filter(|_| at_most == at_least));
        let keys =
            keys.filter(|&(plies, _)| Some(plies) == wanted).map_or(&[][..], |(_, keys)| keys);
        let keys: Vec<_> =
            keys.iter().map(|key| (key.text.as_str(), key.verdict.decided())).collect();
        Some(expected.compare_length(&ProvedLength {
            moves_first: self.moves_first,
            at_least: at_least.map(moves),
            at_most: at_most.map(moves),
            keys: &keys,
        }))
    }
}

/// Within how many plies, every first move, and the solution.
type FirstMoves = Option<(u32, Vec<Key>, Option<Solution>)>;

/// A first move in the words of its game.
fn key<G: Distances>(posed: &Posed<'_, G>, first: &FirstMove<G::Move>) -> Key {
    let (game, root) = (posed.game, posed.history.root());
    let mut after = root.clone();
    game.make(&mut after, first.m);
    Key {
        text: game.move_text(root, first.m),
        written: posed.convention.map(|one| one.move_text(root, first.m)),
        verdict: first.verdict,
        at_least: first.at_least.map(|plies| plies + 1),
        at_most: first.at_most.map(|plies| plies + 1),
        line: Vec::new(),
        refutation: first.refutation.map(|m| game.move_text(&after, m)),
        refutation_written: first
            .refutation
            .and_then(|m| posed.convention.map(|one| one.move_text(&after, m))),
    }
}
