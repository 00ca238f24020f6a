//! The fate of a target, and how many ko threats would change it: every step is a search of its
//! own.

use std::ops::RangeInclusive;

use threefold_game::{Game, History, Player, Question};
use threefold_go::Colour;
use threefold_go::problem::{
    Aim, CellSet, Knowledge, Posed, Problem, ProblemGoal, ProblemMove, ProblemPosition,
};
use threefold_search::{Stats, Verdict};

use crate::asked::{Asked, Fault, Wanted, ask, solver};
use crate::effort::Effort;
use crate::go::ko::Ko;
use crate::observer::Observer;
use crate::problem::kept::Kept;
use crate::problem::played::AtHand;
use crate::problem::zones::{Asking, ask_with_zones, zone_of};

/// What becomes of the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// Captured; for the one-eye problem, without another eye.
    Dead,
    /// Neither captured nor unconditionally alive.
    Seki,
    /// Unconditionally alive, or never captured where nothing else is asked.
    Alive,
}

impl Fate {
    /// In the words of a question.
    pub const fn words(self, aim: Aim) -> &'static str {
        match (aim, self) {
            (Aim::Eye, Fate::Alive) => "an eye",
            (Aim::Eye, _) => "no eye",
            (Aim::Capture, Fate::Dead) => "captured",
            (Aim::Capture, _) => "not captured",
            (_, Fate::Dead) => "dead",
            (_, Fate::Seki) => "seki",
            (_, Fate::Alive) => "alive",
        }
    }
}

/// A fate that needs so many more ko threats of a player to be another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unless {
    /// Not with as many as were tried.
    Never,
    /// With so many.
    Threats(u8),
    /// A search with that many hit a limit.
    Unknown(u8),
}

/// How a first move succeeds that is not one of the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByKo {
    /// With so many more ko threats of its player.
    Needs(u8),
    /// As long as the other player has not so many more.
    Unless(u8),
}

impl ByKo {
    /// Less for what is worth more: what withstands more threats of the other player, then what
    /// needs fewer of one's own.
    pub fn rank(self) -> i16 {
        match self {
            ByKo::Unless(more) => -i16::from(more),
            ByKo::Needs(more) => i16::from(more),
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
            ByKo::Unless(more) => {
                let other = player.opponent();
                let number = threats[other.index()] + more;
                format!("unless {other} has {number} ko {}", with(number))
            }
        }
    }
}

/// All that was found out under one ko rule.
#[derive(Debug)]
pub struct Graded {
    /// The rule.
    pub ko: Ko,
    /// `None` if a limit was hit.
    pub fate: Option<Fate>,
    /// The searches that it rests on.
    pub asked: Vec<Asked>,
    /// Of a dead target with threats of the defender, of a living one with those of the attacker.
    pub unless: Unless,
    /// The game and the answer to its question that those threats would give.
    pub other: Option<(ProblemGoal, bool)>,
    /// Work on threats.
    pub stats: Stats,
    /// What is wrong with one of the answers.
    pub fault: Option<String>,
}

/// A problem with what is said about how to solve it.
#[derive(Debug)]
pub struct Grader<'a, S: CellSet = u64> {
    /// The problem, with the moves before it.
    pub at_hand: &'a AtHand<S>,
    /// What may be spent on each search.
    pub effort: &'a Effort,
    /// Ko threats that black and white have elsewhere.
    pub threats: [u8; 2],
    /// What earlier searches have found out.
    pub kept: Option<&'a Kept>,
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
    /// The question that it is judged by.
    pub asked: Asked,
    /// Threats that the question was asked with, besides those that are given.
    pub more: Option<(Colour, u8)>,
    /// Work on further threats.
    pub extra: Stats,
    /// What is wrong with one of the answers about those.
    pub fault: Option<String>,
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

impl<S: CellSet> Clone for Grader<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: CellSet> Copy for Grader<'_, S> {}

impl<'a, S: CellSet> Grader<'a, S> {
    /// The problem.
    pub fn posed(&self) -> &'a Posed<S> {
        &self.at_hand.posed
    }

    /// Whose target it is.
    pub fn defender(&self) -> Colour {
        self.posed().problem.definition().defender
    }

    /// The game that decides about a goal of the defender, under a ko rule.
    pub fn problem(&self, goal: ProblemGoal, ko: Ko) -> Problem<S> {
        self.posed().problem.with_goal(goal).with_basic_ko(ko == Ko::Basic)
    }

    /// The game so far, with more threats for a player.
    pub fn history(&self, problem: &Problem<S>, more: Option<(Colour, u8)>) -> History<Problem<S>> {
        let mut threats = self.threats;
        if let Some((colour, number)) = more {
            threats[colour.index()] += number;
        }
        self.at_hand.history(problem, threats)
    }

    /// The root.
    pub fn root(&self) -> ProblemPosition<S> {
        self.posed().problem.root(self.posed().to_play, self.threats)
    }

    /// Whether the player whose goal it is succeeds: the defender lives, the attacker captures.
    pub fn ask(
        &self,
        problem: &Problem<S>,
        history: &History<Problem<S>>,
        ko: Ko,
        observer: &mut dyn Observer,
    ) -> Asked {
        let defender = self.defender();
        let asker: Player = match problem.definition().goal {
            ProblemGoal::Live => defender,
            ProblemGoal::Survive => defender.opponent(),
        }
        .into();
        let question = Question::new(asker, ko.rule());
        // The tree and the collection show strategies.
        let wanted = Wanted { check: self.effort.check, keep: true, clock: None };
        let asking = Asking { question, ko, effort: self.effort, wanted, kept: self.kept };
        if let Some(asked) = ask_with_zones(problem, history, asking, observer) {
            return asked;
        }
        let mut solver = solver(problem, question, self.effort);
        let Some(kept) = self.kept else {
            return ask(problem, &mut solver, history, ko.rule(), wanted, observer);
        };
        let before = kept.take_up(&mut solver, history);
        let asked = ask(problem, &mut solver, history, ko.rule(), wanted, observer);
        kept.keep(&solver, history, before + asked.stats.nodes);
        asked
    }

    fn ask_goal(
        &self,
        goal: ProblemGoal,
        ko: Ko,
        more: Option<(Colour, u8)>,
        observer: &mut dyn Observer,
    ) -> Asked {
        let problem = self.problem(goal, ko);
        self.ask(&problem, &self.history(&problem, more), ko, observer)
    }

    /// The fate of the target under a ko rule; with up to `more` more threats.
    pub fn grade(&self, ko: Ko, more: u8, observer: &mut dyn Observer) -> Graded {
        let aim = self.posed().aim;
        let live = (ProblemGoal::Live, Fate::Alive);
        let kill = (ProblemGoal::Survive, Fate::Dead);
        // The questions, each with what a success of the asker means, and what is left.
        let (questions, rest) = match aim {
            Aim::Eye => (vec![live], Fate::Dead),
            Aim::Capture => (vec![kill], Fate::Alive),
            _ if self.posed().to_play == self.defender() => (vec![live, kill], Fate::Seki),
            _ => (vec![kill, live], Fate::Seki),
        };
        let mut graded = Graded {
            ko,
            fate: Some(rest),
            asked: Vec::new(),
            unless: Unless::Never,
            other: None,
            stats: Stats::default(),
            fault: None,
        };
        for (goal, fate) in questions {
            let asked = self.ask_goal(goal, ko, None, &mut *observer);
            let verdict = asked.verdict;
            graded.note(asked.fault.as_ref());
            graded.asked.push(asked);
            match verdict {
                Verdict::Proven => {
                    graded.fate = Some(fate);
                    break;
                }
                Verdict::Disproven => {}
                Verdict::Unknown(_) => graded.fate = None,
            }
        }
        if let Some(fate) = graded.fate {
            self.add_threats(&mut graded, fate, more, observer);
        }
        graded
    }

    /// How many more threats change the fate.
    fn add_threats(&self, graded: &mut Graded, fate: Fate, more: u8, observer: &mut dyn Observer) {
        let defender = self.defender();
        // The question whose answer makes the fate what it is, and who would have another answer.
        let (goal, is_proven, who) = match (self.posed().aim, fate) {
            (_, Fate::Seki) => return,
            (Aim::Eye, Fate::Dead) => (ProblemGoal::Live, false, defender),
            (Aim::Capture, Fate::Alive) => (ProblemGoal::Survive, false, defender.opponent()),
            (_, Fate::Dead) => (ProblemGoal::Survive, true, defender),
            (_, Fate::Alive) => (ProblemGoal::Live, true, defender.opponent()),
        };
        graded.other = Some((goal, !is_proven));
        // Whoever lives in a zone does so whatever is played elsewhere.
        let last = graded.asked.last().and_then(|asked| asked.proof.as_ref());
        if fate == Fate::Alive && last.is_some_and(|proof| zone_of(&proof.block).is_some()) {
            return;
        }
        for number in 1..=more {
            let more = Some((who, number));
            let asked = self.ask_goal(goal, graded.ko, more, &mut *observer);
            graded.note(asked.fault.as_ref());
            graded.stats.add(&asked.stats);
            match asked.verdict.decided() {
                Some(proven) if proven == is_proven => {}
                Some(_) => {
                    graded.unless = Unless::Threats(number);
                    return;
                }
                None => {
                    graded.unless = Unless::Unknown(number);
                    return;
                }
            }
        }
    }

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

    /// Asks about every move at the root, stones only, in the order of the board; and how many
    /// ko threats, up to `most`, each of them needs or withstands. Those that get the most are
    /// right.
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
        self.each_first_move(ko, question, &mut *observer, &mut |first| {
            moves.push(first);
            true
        });
        if let Some((_, number)) = question.more {
            for first in &mut moves {
                first.by_ko = match first.is_right {
                    Some(true) => Some(ByKo::Needs(number)),
                    Some(false) => {
                        self.needs(first, question, number + 1..=most, ko, &mut *observer)
                    }
                    None => None,
                };
            }
            return moves;
        }
        let player = self.posed().to_play;
        if self.to_keep(fate).is_none() {
            return moves;
        }
        // `None` where a limit was hit.
        let mut withstands: Vec<Option<u8>> = vec![Some(0); moves.len()];
        let cap = graded.withstands(most);
        for (first, level) in moves.iter_mut().zip(&mut withstands) {
            match first.is_right {
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
        moves
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
        let cap = graded.withstands(most);
        if cap == 0 || fate == Fate::Seki {
            return Some(true);
        }
        let more = Some((self.posed().to_play.opponent(), cap));
        let question = MoveQuestion { more, ..self.move_question(graded, fate) };
        self.after_first_move(first, question, graded.ko, &mut ())
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

    /// Asks about every move at the root, one by one; `found` says whether to go on.
    pub fn each_first_move(
        &self,
        ko: Ko,
        question: MoveQuestion,
        observer: &mut dyn Observer,
        found: &mut dyn FnMut(FirstMove) -> bool,
    ) {
        let MoveQuestion { goal, keeps, more } = question;
        let problem = self.problem(goal, ko);
        for m in self.legal_first_moves(&problem, ko) {
            let mut history = self.history(&problem, more);
            history.push(&problem, m);
            let asked = self.ask(&problem, &history, ko, &mut *observer);
            let is_right = asked.verdict.decided().map(|proven| proven == keeps);
            let (extra, fault) = (Stats::default(), None);
            if !found(FirstMove { m, is_right, by_ko: None, asked, more, extra, fault }) {
                return;
            }
        }
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
        ko: Ko,
        (goal, keeps): (ProblemGoal, bool),
        against: u8,
        observer: &mut dyn Observer,
    ) -> Option<bool> {
        let problem = self.problem(goal, ko);
        let other = self.posed().to_play.opponent();
        let mut threats = self.threats;
        threats[other.index()] += against;
        let root = problem.root(other, threats);
        let asked = self.ask(&problem, &History::new(root), ko, observer);
        asked.verdict.decided().map(|proven| proven == keeps)
    }
}

impl Graded {
    /// How many more ko threats of the other player, up to `most`, the player who succeeds is known
    /// or hoped to withstand.
    pub fn withstands(&self, most: u8) -> u8 {
        match self.unless {
            Unless::Never => most,
            Unless::Threats(number) | Unless::Unknown(number) => number - 1,
        }
    }

    fn note(&mut self, fault: Option<&Fault>) {
        if let Some(fault) = fault {
            self.fault.get_or_insert_with(|| fault.words());
        }
    }

    /// The verdict in words, as in `dead unless black has 1 ko threat`.
    pub fn words(&self, aim: Aim, defender: Colour, threats: [u8; 2]) -> String {
        let Some(fate) = self.fate else {
            let reason = self.asked.iter().find_map(Asked::open);
            return match reason {
                Some(reason) => format!("unknown: {reason}"),
                None => "unknown".to_owned(),
            };
        };
        let base = fate.words(aim);
        let who = if fate == Fate::Dead { defender } else { defender.opponent() };
        let threat = |number: u8| {
            let all = number + threats[who.index()];
            let ending = if all == 1 { "" } else { "s" };
            format!("{who} has {all} ko threat{ending}")
        };
        match self.unless {
            Unless::Never => base.to_owned(),
            Unless::Threats(number) => format!("{base} unless {}", threat(number)),
            Unless::Unknown(number) => format!("{base} (unknown if {})", threat(number)),
        }
    }
}
