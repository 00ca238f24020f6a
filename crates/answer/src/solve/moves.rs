//! Every move of a position, each asked about: the most promising first, and the hard ones last.
//!
//! The moves are asked in rounds with budgets that grow, so that one that is hard does not keep the
//! others waiting: each is told as soon as nothing is open about it, or its limits are reached.
//! A search about another position forgets numbers, and keeps results: what the rounds before the
//! last take is a small part of the whole.

use std::time::Duration;

use threefold_game::clock::Instant;

use threefold_game::{History, Player, Question, Searchable};
use threefold_search::{Limits, Reason, Solver, Stats, Verdict};

use super::{Asking, Findings, MoveAnswer, Sitting, is_settled};
use crate::answer::positions;
use crate::ask::go_on;
use crate::asked::{Asked, Wanted};
use crate::effort::Effort;
use crate::leaves::is_usable;
use crate::observer::Observer;
use crate::standing::{Claimed, Standing};
use crate::words::{Value, count};

/// Nodes for each question in the first round.
const FIRST_BUDGET: u64 = 100_000;
/// How many times as many in each further one.
const GROWTH: u64 = 8;

/// A move, while it is being asked about.
struct Candidate<G: Searchable> {
    m: G::Move,
    text: String,
    after: History<G>,
    wanted: Wanted,
    /// Of the last time that each question was asked.
    asked: Vec<Asked>,
    /// Nodes that each question has taken.
    spent: Vec<u64>,
    stats: Stats,
    time: Duration,
}

impl<G: Searchable> Sitting<'_, G> {
    /// The verdict of every move that can be played in the root, in the order of the notation.
    pub(super) fn moves<'s>(
        &'s self,
        questions: &[Question],
        mut asking: Vec<Asking<'s, G>>,
        limits: &Limits,
        observer: &mut dyn Observer,
        stats: &mut Stats,
    ) -> Vec<MoveAnswer> {
        let mut open = self.candidates(&asking);
        let (game, rule) = (self.posed.game, self.posed.rule);
        // What a library knows holds where nothing was before: after each move, or after none.
        if asking.iter().any(|one| one.leaves.is_some())
            && open.iter().any(|(_, candidate)| !is_usable(game, &candidate.after, rule))
        {
            asking = self.asking(questions, &[]);
        }
        let of = open.len();
        let mut finished: Vec<(usize, MoveAnswer)> = Vec::with_capacity(of);
        let mut budget = FIRST_BUDGET;
        while !open.is_empty() {
            let mut left = Vec::new();
            let waiting = open.len();
            for (number, (place, mut candidate)) in open.into_iter().enumerate() {
                observer.begins_move(finished.len() + 1, of, &candidate.text);
                // Each has its share of the time that those before it have left.
                let limits = limits.part(1.0 / (waiting - number) as f64);
                if self.ask(&mut asking, &mut candidate, &limits, budget, observer) {
                    stats.add(&candidate.stats);
                    let answer = self.move_answer(candidate, asking.len());
                    observer.finished_move(finished.len() + 1, of, &answer);
                    finished.push((place, answer));
                } else {
                    left.push((place, candidate));
                }
            }
            open = left;
            budget = budget.saturating_mul(GROWTH);
        }
        finished.sort_by_key(|&(place, _)| place);
        finished.into_iter().map(|(_, answer)| answer).collect()
    }

    /// The moves with their places in the order of the notation, the most promising for who makes
    /// them first: by what the search of the root knows of the positions behind them.
    fn candidates(&self, asking: &[Asking<'_, G>]) -> Vec<(usize, Candidate<G>)> {
        let game = self.posed.game;
        let history = self.posed.history;
        let Effort { check, .. } = self.request.effort;
        let mover = self.mover();
        let candidate = |m| {
            let mut after = history.clone();
            after.push(game, m);
            Candidate {
                m,
                text: game.move_text(history.root(), m),
                wanted: Wanted { check, keep: false },
                asked: Vec::new(),
                spent: vec![0; asking.len()],
                stats: Stats::default(),
                time: Duration::ZERO,
                after,
            }
        };
        let mut candidates: Vec<_> =
            self.legal_moves().into_iter().map(candidate).enumerate().collect();
        candidates.sort_by_cached_key(|(_, candidate)| {
            let hope = |one: &Asking<'_, G>| hope(&one.solver, &candidate.after, mover);
            asking.iter().map(hope).collect::<Vec<_>>()
        });
        candidates
    }

    /// Asks what is open about a move, each question with a budget. Whether that is all.
    fn ask(
        &self,
        asking: &mut [Asking<'_, G>],
        candidate: &mut Candidate<G>,
        limits: &Limits,
        budget: u64,
        observer: &mut dyn Observer,
    ) -> bool {
        let (game, rule) = (self.posed.game, self.posed.rule);
        let questions = asking.len();
        let Candidate { after, wanted, asked, spent, stats, time, .. } = candidate;
        let mut is_all = true;
        for (number, Asking { solver, leaves }) in asking.iter_mut().enumerate() {
            let is_over =
                |one: &Asked| one.open() != Some(Reason::Nodes) || spent[number] >= limits.nodes;
            if asked.get(number).is_some_and(is_over) {
                continue;
            }
            let (nodes, is_last) = slice(budget, spent[number], limits.nodes);
            let limits = limits.part(1.0 / (questions - number) as f64);
            solver.limit(Limits { nodes, ..limits });
            let started = Instant::now();
            let one = go_on(game, solver, after, rule, *wanted, 0, *leaves, observer);
            *time += started.elapsed();
            stats.add(&one.stats);
            spent[number] = spent[number].saturating_add(one.stats.nodes);
            is_all &= is_last || one.open() != Some(Reason::Nodes);
            match asked.get_mut(number) {
                Some(before) => *before = one,
                None => asked.push(one),
            }
            if is_settled(&asked[..=number]) {
                asked.truncate(number + 1);
                return true;
            }
        }
        is_all
    }

    fn move_answer(&self, candidate: Candidate<G>, questions: usize) -> MoveAnswer {
        let Candidate { m, text, after, asked, stats, time, .. } = candidate;
        let findings = Findings::new(asked, questions);
        let (pn, dn) = findings.numbers();
        let root = self.posed.history.root();
        let plies = self.plies(&findings, after.root());
        let mut claims = self.claims(&findings);
        claims.extend(plies.map(|plies| {
            let length = count(u64::from(plies), "ply");
            Claimed::new(format!("the game is over in {length}"), Standing::Searched)
        }));
        MoveAnswer {
            text,
            written: self.posed.convention.map(|convention| convention.move_text(root, m)),
            verdict: findings.verdict(),
            value: findings.value,
            reason: findings.reason(),
            pn,
            dn,
            nodes: stats.nodes,
            time,
            certificate_positions: positions(findings.proofs()),
            checked: findings.checked(self.request.effort.check, &claims),
            claims,
            plies,
            words: findings.words_for_move(self.mover()),
            fault: findings.fault(),
        }
    }

    /// What a database says of how long it takes after a move, if that is known to win or to lose.
    fn plies(&self, findings: &Findings, after: &G::Position) -> Option<u32> {
        let is_over = match findings.value {
            Some(value) => matches!(value, Some(Value::Win | Value::Loss)),
            None => findings.verdict() == Verdict::Proven,
        };
        // Not where what was played before keeps the game from being left to the database.
        let is_known = is_over && self.posed.knowledge.probe(after).is_some();
        let endings = self.posed.endings.filter(|_| is_known)?;
        Some(endings.plies(after)? + 1)
    }

    /// The legal moves of the root in the order of their notation; under superko without those
    /// that repeat.
    fn legal_moves(&self) -> Vec<G::Move> {
        let (game, history, rule) = (self.posed.game, self.posed.history, self.posed.rule);
        let root = history.root();
        let mut moves = Vec::new();
        if game.terminal(root).is_some() {
            return moves;
        }
        game.moves(root, &mut moves);
        game.sort_by_notation(root, &mut moves);
        moves.retain(|&m| !history.is_banned(game, m, rule));
        moves
    }
}

/// How much is missing until `mover` has what he wants of the question: the smaller the better.
fn hope<G: Searchable>(solver: &Solver<'_, G>, after: &History<G>, mover: Player) -> u32 {
    let (pn, dn) = solver.numbers(after);
    if solver.question().attacker == mover { pn } else { dn }
}

/// The nodes of the next search of a question of which so many have been spent, and whether it is
/// the last one. That has nearly all of the limit: what comes before it is not worth more.
fn slice(budget: u64, spent: u64, limit: u64) -> (u64, bool) {
    if limit == u64::MAX {
        return (budget, budget == u64::MAX);
    }
    let is_last = spent.saturating_add(budget) > limit / (GROWTH - 1);
    (if is_last { limit.saturating_sub(spent) } else { budget }, is_last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_search_has_nearly_all_of_the_limit() {
        assert_eq!(slice(FIRST_BUDGET, 0, 20_000), (20_000, true));
        assert_eq!(slice(FIRST_BUDGET, 0, 1_000_000), (FIRST_BUDGET, false));
        assert_eq!(slice(8 * FIRST_BUDGET, FIRST_BUDGET, 1_000_000), (900_000, true));
        assert_eq!(slice(FIRST_BUDGET, 0, u64::MAX), (FIRST_BUDGET, false));
        assert_eq!(slice(u64::MAX, FIRST_BUDGET, u64::MAX), (u64::MAX, true));
        assert_eq!(slice(FIRST_BUDGET, 5, 3), (0, true));
    }
}
