//! First moves: which of them get what there is to get, and how many ko threats they need or
//! withstand.
//!
//! In a small region every move is asked about with a search of its own. In a large one the answer
//! to the question of the verdict says a part of it (`said`), and the rest gets limited searches:
//! nearly every move there is one that fails and of which that is as hard to show as of a pass.

use std::ops::RangeInclusive;

use threefold_certificate::Terms;
use threefold_game::{Game, History};
use threefold_go::problem::{
    Aim, CellSet, Knowledge, Problem, ProblemGoal, ProblemMove, parse_points,
};
use threefold_go::{Colour, Points, Wide};
use threefold_search::{Stats, Verdict};

use crate::grade::{Fate, Graded, Grader, Unless};
use crate::tree::Strategy;
use crate::zones::{is_large, zone_of};
use threefold_answer::asked::Asked;
use threefold_answer::effort::Effort;
use threefold_answer::observer::Observer;
use threefold_answer_go::ko::Ko;

/// Nodes of the search of a first move in a large region, if the verdict took less than half of
/// that. Of the other 13 moves in the zone of `examples/open-board.sgf` 8 are right, which 100,000
/// are enough to find out; of the last 5 nothing is known with twice as many.
const FIRST_MOVE_NODES: u64 = 200_000;

/// How a first move succeeds that is not one of the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByKo {
    /// With so many more ko threats of its player.
    Needs(u8),
    /// As long as the other player has not so many more.
    Unless(u8),
    /// In seki: with so many more of its player the target is captured.
    Kills(u8),
}

impl ByKo {
    /// Less for what is worth more: what withstands more threats of the other player, then what
    /// needs fewer of one's own.
    pub fn rank(self) -> i16 {
        match self {
            ByKo::Unless(more) => -i16::from(more),
            ByKo::Needs(more) | ByKo::Kills(more) => i16::from(more),
        }
    }

    /// In words: `needs 1 ko threat`, `unless white has 1 ko threat`.
    pub fn words(self, player: Colour, threats: [u8; 2]) -> String {
        let with = |number: u8| if number == 1 { "threat" } else { "threats" };
        match self {
            ByKo::Needs(more) => {
                let number = threats[player.index()] + more;
                format!("needs {number} ko {}", with(number))
            }
            ByKo::Kills(more) => {
                let number = threats[player.index()] + more;
                format!("kills with {number} ko {}", with(number))
            }
            ByKo::Unless(more) => {
                let other = player.opponent();
                let number = threats[other.index()] + more;
                format!("unless {other} has {number} ko {}", with(number))
            }
        }
    }
}

/// A move at the root.
#[derive(Debug)]
pub struct FirstMove {
    /// The move.
    pub m: ProblemMove,
    /// Whether it is one of the best: it gets what its player can get, and no other move does so
    /// against more ko threats, or with fewer. `None` if a limit was hit.
    pub is_right: Option<bool>,
    /// How it succeeds if it is none of them, or if all of them need threats.
    pub by_ko: Option<ByKo>,
    /// The question that it is judged by; `None` where the answer to the question of the verdict
    /// says it already ([`Grader::answer`]).
    pub asked: Option<Asked>,
    /// Threats that the question was asked with, besides those that are given.
    pub more: Option<(Colour, u8)>,
    /// Work on further threats.
    pub extra: Stats,
    /// What is wrong with one of the answers about those.
    pub fault: Option<String>,
}

impl FirstMove {
    /// Right moves come first, then those that succeed by ko, those that fail, those of which
    /// nothing is known.
    pub(crate) fn rank(&self) -> (u8, i16) {
        match (self.is_right, self.by_ko) {
            (Some(true), by_ko) => (0, by_ko.map_or(0, ByKo::rank)),
            (Some(false), Some(by_ko)) => (1, by_ko.rank()),
            (Some(false), None) => (2, 0),
            (None, _) => (3, 0),
        }
    }

    /// The mark of a variation that begins with it, and what is said there.
    pub(crate) fn judged(
        &self,
        name: &str,
        player: Colour,
        threats: [u8; 2],
    ) -> (&'static str, String) {
        let by_ko = self.by_ko.map(|by_ko| format!(" By ko: {}.", by_ko.words(player, threats)));
        let (judgement, words) = match (self.is_right, &by_ko) {
            (Some(true), _) => ("TE[1]", "Right"),
            // It gets something, and less than it could: not a bad move, a doubtful one.
            (Some(false), Some(_)) => ("DO[]", "Not best"),
            (Some(false), None) => ("BM[1]", "Wrong"),
            (None, _) => ("", "Unknown"),
        };
        (judgement, format!("{words}: {name}.{}", by_ko.unwrap_or_default()))
    }
}

/// What is asked about a first move: the game, the answer that it has to keep, and more threats of
/// a player.
#[derive(Clone, Copy, Debug)]
pub struct MoveQuestion {
    /// The game.
    pub goal: ProblemGoal,
    /// The answer to keep.
    pub keeps: bool,
    /// More threats of a player.
    pub more: Option<(Colour, u8)>,
}

impl<S: CellSet> Grader<'_, S> {
    /// What the player to move can get at best of `fate`: the game and the answer to its question
    /// that a right move keeps. `None` if there is nothing left to get.
    pub fn to_keep(&self, fate: Fate) -> Option<(ProblemGoal, bool)> {
        let is_defender = self.posed().to_play == self.defender();
        match (self.posed().aim, is_defender, fate) {
            (_, true, Fate::Dead) | (_, false, Fate::Alive) => None,
            (Aim::Capture, true, _) | (_, true, Fate::Seki) => Some((ProblemGoal::Survive, false)),
            (_, true, Fate::Alive) => Some((ProblemGoal::Live, true)),
            (Aim::Eye, false, _) | (_, false, Fate::Seki) => Some((ProblemGoal::Live, false)),
            (_, false, Fate::Dead) => Some((ProblemGoal::Survive, true)),
        }
    }

    /// The game whose question the first moves are asked about where there is nothing left to get:
    /// the one that shows why each of them fails.
    pub fn shows_failure(&self) -> (ProblemGoal, bool) {
        let is_defender = self.posed().to_play == self.defender();
        match (self.posed().aim, is_defender) {
            (Aim::Capture, true) => (ProblemGoal::Survive, false),
            (_, true) => (ProblemGoal::Live, true),
            (Aim::Eye, false) => (ProblemGoal::Live, false),
            (_, false) => (ProblemGoal::Survive, true),
        }
    }

    /// What the first moves are asked about: what there is to get, without more threats; or where
    /// there is nothing to get without them, with those that the player to move needs.
    pub fn move_question(&self, graded: &Graded, fate: Fate) -> MoveQuestion {
        if let Some((goal, keeps)) = self.to_keep(fate) {
            return MoveQuestion { goal, keeps, more: None };
        }
        if let (Unless::Threats(number), Some((goal, keeps))) = (graded.unless, graded.other) {
            return MoveQuestion { goal, keeps, more: Some((self.posed().to_play, number)) };
        }
        let (goal, keeps) = self.shows_failure();
        MoveQuestion { goal, keeps, more: None }
    }

    /// Asks about the moves at the root, stones only, and how many ko threats, up to `most`, each
    /// of them needs or withstands. Those that get the most are right. They are in the order of the
    /// board, without those that are left out ([`Grader::left_out`]).
    ///
    /// Each move that keeps the result is asked about once more, against as many threats as any
    /// can withstand; each that fails once more with as many threats of its own as are tried, and
    /// where that helps, with fewer.
    pub fn first_moves(
        &self,
        graded: &Graded,
        fate: Fate,
        most: u8,
        observer: &mut dyn Observer,
    ) -> Vec<FirstMove> {
        let (ko, question) = (graded.ko, self.move_question(graded, fate));
        let mut moves = Vec::new();
        // Ko threats have a quarter of the time.
        self.part(0.75).each_first_move(graded, question, &mut *observer, &mut |first| {
            moves.push(first);
            true
        });
        let effort = self.effort_of_moves(graded);
        let limited = Grader { effort: &effort, ..*self };
        let problem = self.problem(question.goal, ko);
        let on_board = self.legal_first_moves(&problem, ko);
        moves.sort_by_key(|first| on_board.iter().position(|&m| m == first.m));
        if let Some((_, number)) = question.more {
            for first in &mut moves {
                first.by_ko = match first.is_right {
                    Some(true) => Some(ByKo::Needs(number)),
                    Some(false) => {
                        limited.needs(first, question, number + 1..=most, ko, &mut *observer)
                    }
                    None => None,
                };
            }
            return moves;
        }
        if self.to_keep(fate).is_none() {
            return moves;
        }
        limited.compare(&mut moves, graded, question, most, &mut *observer);
        if let Some(question) = self.kills_by_ko(graded, fate) {
            for first in &mut moves {
                if limited.after_first_move(first, question, ko, &mut *observer) == Some(true) {
                    first.by_ko = question.more.map(|(_, number)| ByKo::Kills(number));
                }
            }
        }
        moves
    }

    /// Of moves that keep the result those that withstand most threats stay right; of those that
    /// fail, with how many threats of his own they succeed.
    fn compare(
        &self,
        moves: &mut [FirstMove],
        graded: &Graded,
        question: MoveQuestion,
        most: u8,
        observer: &mut dyn Observer,
    ) {
        let (ko, player) = (graded.ko, self.posed().to_play);
        // `None` where a limit was hit.
        let mut withstands: Vec<Option<u8>> = vec![Some(0); moves.len()];
        let cap = self.cap(graded, most);
        for (first, level) in moves.iter_mut().zip(&mut withstands) {
            match first.is_right {
                Some(true) if self.needs_no_threats(first, graded) => {
                    *level = Some(cap);
                    continue;
                }
                Some(true) => {}
                Some(false) => {
                    first.by_ko = self.needs(first, question, 1..=most, ko, &mut *observer);
                    continue;
                }
                None => continue,
            }
            for number in (1..=cap).rev() {
                let more = Some((player.opponent(), number));
                let question = MoveQuestion { more, ..question };
                match self.after_first_move(first, question, ko, &mut *observer) {
                    Some(true) => *level = Some(number),
                    Some(false) => continue,
                    None => *level = None,
                }
                break;
            }
        }
        let right = |first: &FirstMove| first.is_right == Some(true);
        let levels = moves.iter().zip(&withstands).filter(|(first, _)| right(first));
        let best = levels.filter_map(|(_, &level)| level).max().unwrap_or(0);
        for (first, level) in moves.iter_mut().zip(withstands) {
            match level {
                _ if !right(first) => {}
                None => first.is_right = None,
                Some(level) if level < best => {
                    first.is_right = Some(false);
                    first.by_ko = Some(ByKo::Unless(level + 1));
                }
                Some(_) => {}
            }
        }
    }

    /// How many more ko threats of the other player the first moves are tried against. In seki
    /// those of the attacker decide, which are his own where he moves.
    pub fn cap(&self, graded: &Graded, most: u8) -> u8 {
        let is_attackers = self.posed().to_play != self.defender();
        match graded.fate {
            Some(Fate::Seki) if is_attackers => most,
            _ => graded.withstands(most),
        }
    }

    /// What is asked about the attacker's first moves where the target lives in seki, and does not
    /// where he has ko threats.
    fn kills_by_ko(&self, graded: &Graded, fate: Fate) -> Option<MoveQuestion> {
        let Unless::Threats(number) = graded.unless else { return None };
        let attacker = self.defender().opponent();
        let is_his = fate == Fate::Seki && self.posed().to_play == attacker;
        let (goal, keeps) = graded.other.filter(|_| is_his)?;
        Some(MoveQuestion { goal, keeps, more: Some((attacker, number)) })
    }

    /// The fewest ko threats of its player, of these numbers, with which a first move succeeds that
    /// fails without them. Whoever has more threats need not use them, so that the most that are
    /// tried say whether any number does.
    fn needs(
        &self,
        first: &mut FirstMove,
        question: MoveQuestion,
        numbers: RangeInclusive<u8>,
        ko: Ko,
        observer: &mut dyn Observer,
    ) -> Option<ByKo> {
        let mut holds = |number: u8| {
            let more = Some((self.posed().to_play, number));
            self.after_first_move(first, MoveQuestion { more, ..question }, ko, &mut *observer)
        };
        let (least, most) = numbers.into_inner();
        if least > most {
            return None;
        }
        // Where a limit was hit with the most, fewer may still be known to be enough.
        let with_most = holds(most);
        if with_most == Some(false) {
            return None;
        }
        for number in least..most {
            match holds(number) {
                Some(true) => return Some(ByKo::Needs(number)),
                Some(false) => {}
                None => return None,
            }
        }
        with_most.map(|_| ByKo::Needs(most))
    }

    /// Whether a first move that keeps the result does so against as many ko threats, up to `most`,
    /// as the verdict does.
    pub fn withstands(&self, first: &mut FirstMove, graded: &Graded, most: u8) -> Option<bool> {
        let fate = graded.fate?;
        let cap = self.cap(graded, most);
        if cap == 0 || fate == Fate::Seki || self.needs_no_threats(first, graded) {
            return Some(true);
        }
        let more = Some((self.posed().to_play.opponent(), cap));
        let question = MoveQuestion { more, ..self.move_question(graded, fate) };
        let effort = self.effort_of_moves(graded);
        let limited = Grader { effort: &effort, ..*self };
        limited.after_first_move(first, question, graded.ko, &mut ())
    }

    /// Asks about a first move again, with other threats.
    fn after_first_move(
        &self,
        first: &mut FirstMove,
        question: MoveQuestion,
        ko: Ko,
        observer: &mut dyn Observer,
    ) -> Option<bool> {
        let problem = self.problem(question.goal, ko);
        let mut history = self.history(&problem, question.more);
        history.push(&problem, first.m);
        let asked = self.ask(&problem, &history, ko, observer);
        first.extra.add(&asked.stats);
        if let Some(fault) = &asked.fault {
            first.fault.get_or_insert_with(|| fault.words());
        }
        asked.verdict.decided().map(|proven| proven == question.keeps)
    }

    /// Asks about the moves at the root, one by one; `found` says whether to go on. In a large
    /// region the one that the strategy of the verdict plays is the first; the others come in the
    /// order of the board, without those that are left out ([`Grader::left_out`]).
    pub fn each_first_move(
        &self,
        graded: &Graded,
        question: MoveQuestion,
        observer: &mut dyn Observer,
        found: &mut dyn FnMut(FirstMove) -> bool,
    ) {
        let MoveQuestion { goal, keeps, more } = question;
        let ko = graded.ko;
        let problem = self.problem(goal, ko);
        let own = self.own_move(graded, question, &problem);
        let left_out = self.left_out(graded, question);
        let effort = self.effort_of_moves(graded);
        let limited = Grader { effort: &effort, ..*self };
        let mut moves = self.legal_first_moves(&problem, ko);
        moves.retain(|m| !left_out.contains(m));
        moves.sort_by_key(|&m| Some(m) != own);
        let count = moves.len();
        for (number, m) in moves.into_iter().enumerate() {
            // Each has its share of the time that those before it have left.
            let limited = limited.part(1.0 / (count - number) as f64);
            let said = self.said(graded, question, Some(m) == own);
            let asked = said.is_none().then(|| {
                let mut history = self.history(&problem, more);
                history.push(&problem, m);
                limited.ask(&problem, &history, ko, &mut *observer)
            });
            let is_right = match &asked {
                Some(asked) => asked.verdict.decided().map(|proven| proven == keeps),
                None => said,
            };
            let (extra, fault) = (Stats::default(), None);
            if !found(FirstMove { m, is_right, by_ko: None, asked, more, extra, fault }) {
                return;
            }
        }
    }

    /// Whether a first move is right, as far as the answer to the question of the verdict says it,
    /// which in a large region saves a search: the move that its strategy plays is right, and where
    /// it is a strategy against the player who moves, none of his moves is.
    fn said(&self, graded: &Graded, question: MoveQuestion, is_own: bool) -> Option<bool> {
        let answer = self.answer(graded, question.goal)?;
        if !is_large(&self.posed().problem) || answer.proof.is_none() {
            return None;
        }
        let withstands = |colour| colour != self.posed().to_play && self.zone(answer).is_some();
        let holds = question.more.is_none_or(|(colour, _)| withstands(colour));
        let fails = || graded.fate.is_some_and(|fate| self.to_keep(fate).is_none());
        match is_own && holds {
            true => Some(true),
            false => (question.more.is_none() && fails()).then_some(false),
        }
    }

    /// The first moves that are not asked about: where the defender lives in a zone of a large
    /// region, those that are neither in it nor next to it.
    pub fn left_out(&self, graded: &Graded, question: MoveQuestion) -> Vec<ProblemMove> {
        let keeps = graded.fate.is_some_and(|fate| self.to_keep(fate).is_some());
        let answer = self.answer(graded, question.goal).filter(|_| keeps);
        let Some(zone) = answer.and_then(|asked| self.zone(asked)) else { return Vec::new() };
        let problem = self.problem(question.goal, graded.ko);
        // The zone is no larger than its proof needs. Other proofs need other points.
        let near = problem.zone_around(zone, 1);
        let mut moves = self.legal_first_moves(&problem, graded.ko);
        moves.retain(|&m| problem.point(m).is_some_and(|point| !near.contains(point)));
        moves
    }

    /// The answer to the question about the game of a goal, if the verdict rests on it.
    pub fn answer<'g>(&self, graded: &'g Graded, goal: ProblemGoal) -> Option<&'g Asked> {
        let asker = self.asker(goal);
        graded.asked.iter().find(|asked| asked.question.attacker == asker)
    }

    /// The points of the zone that the certificate of an answer is about, if it is about one.
    pub fn zone(&self, asked: &Asked) -> Option<Wide> {
        let points = zone_of(&asked.proof.as_ref()?.block)?;
        parse_points(self.posed().problem.size(), points).ok()
    }

    /// What the strategy of the verdict's answer begins with, in a large region.
    fn own_move(
        &self,
        graded: &Graded,
        question: MoveQuestion,
        problem: &Problem<S>,
    ) -> Option<ProblemMove> {
        let fate = graded.fate.filter(|_| is_large(&self.posed().problem))?;
        self.to_keep(fate)?;
        let asked = self.answer(graded, question.goal)?;
        strategy(problem, &self.history(problem, None), asked, graded.ko)?.first_move()
    }

    /// Whether a right first move is known to be right against any number of ko threats.
    fn needs_no_threats(&self, first: &FirstMove, graded: &Graded) -> bool {
        let Some(fate) = graded.fate.filter(|_| first.is_right == Some(true)) else { return false };
        let of_verdict = || self.answer(graded, self.move_question(graded, fate).goal);
        first.asked.as_ref().or_else(of_verdict).is_some_and(|asked| self.zone(asked).is_some())
    }

    /// What may be spent on a first move: in a large region twice the nodes of the verdict, since
    /// that a move fails is as hard to show there as that a pass does, and without a limit of the
    /// user's own the search would not end.
    fn effort_of_moves(&self, graded: &Graded) -> Effort {
        let mut effort = self.effort.clone();
        if is_large(&self.posed().problem) {
            let nodes: u64 = graded.asked.iter().map(|asked| asked.stats.nodes).sum();
            let most = nodes.saturating_mul(2).max(FIRST_MOVE_NODES);
            effort.limits.nodes = effort.limits.nodes.min(most);
        }
        effort
    }

    /// The stones that may be played at the root, those that repeat left out: none of a target that
    /// is captured or alive, and where it is just known to be dead those that show it.
    pub fn legal_first_moves(&self, problem: &Problem<S>, ko: Ko) -> Vec<ProblemMove> {
        let history = self.history(problem, None);
        let root = *history.root();
        let mut moves = Vec::new();
        let knowledge = Knowledge { death: false, miai: false, ..problem.definition().knowledge };
        if problem.with_knowledge(knowledge).terminal(&root).is_none() {
            problem.moves(&root, &mut moves);
        }
        let rule = ko.rule();
        moves.retain(|&m| problem.point(m).is_some() && !history.is_banned(problem, m, rule));
        moves
    }

    /// Whether the player to move can play elsewhere first and still get what there is to get,
    /// against so many more ko threats of the other player.
    pub fn may_tenuki(
        &self,
        graded: &Graded,
        (goal, keeps): (ProblemGoal, bool),
        against: u8,
        observer: &mut dyn Observer,
    ) -> Option<bool> {
        let ko = graded.ko;
        let problem = self.problem(goal, ko);
        let other = self.posed().to_play.opponent();
        let mut threats = self.threats;
        threats[other.index()] += against;
        let root = problem.root(other, threats);
        let effort = self.effort_of_moves(graded);
        let limited = Grader { effort: &effort, ..*self };
        let asked = limited.ask(&problem, &History::new(root), ko, observer);
        asked.verdict.decided().map(|proven| proven == keeps)
    }
}

/// What is played as the certificate of an answer about the root of `history` says.
pub(super) fn strategy<S: CellSet>(
    problem: &Problem<S>,
    history: &History<Problem<S>>,
    asked: &Asked,
    ko: Ko,
) -> Option<Strategy> {
    let proof = asked.proof.as_ref()?;
    let mut terms = Terms::of(asked.question, asked.verdict == Verdict::Proven);
    terms.rule = ko.rule();
    Some(Strategy::in_zone_of(problem, history, terms, &proof.block))
}
