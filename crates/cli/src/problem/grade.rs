//! The fate of a target, and how many ko threats would change it: every step is a search of its own.

use threefold::game::{Game, History, Player, Question, RepetitionRule};
use threefold::go::Colour;
use threefold::go::problem::{Aim, Posed, Problem, ProblemGoal, ProblemMove, ProblemPosition};
use threefold::search::{Monitor, Solver, Stats, Verdict};

use super::args::KoName;
use super::played::AtHand;
use crate::solve::{Asked, Fault, Settings, ask};

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

impl KoName {
    pub const fn rule(self) -> RepetitionRule {
        match self {
            KoName::Ssk => RepetitionRule::SituationalSuperko,
            KoName::Psk => RepetitionRule::PositionalSuperko,
            KoName::Basic => RepetitionRule::Draw,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            KoName::Ssk => "situational superko",
            KoName::Psk => "positional superko",
            KoName::Basic => "basic ko",
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

/// All that was found out under one ko rule.
pub struct Graded {
    pub ko: KoName,
    /// `None` if a limit was hit.
    pub fate: Option<Fate>,
    /// The searches that it rests on.
    pub asked: Vec<Asked>,
    /// Of a dead target with threats of the defender, of a living one with those of the attacker.
    pub unless: Unless,
    /// Work on threats.
    pub stats: Stats,
    /// What is wrong with one of the answers.
    pub fault: Option<String>,
}

/// A posed problem with what the flags say about how to solve it.
pub struct Grader<'a> {
    pub at_hand: &'a AtHand,
    pub settings: &'a Settings,
    pub threats: [u8; 2],
}

/// A move at the root.
pub struct FirstMove {
    pub m: ProblemMove,
    /// Whether it keeps what its player can get; `None` if a limit was hit.
    pub is_right: Option<bool>,
    pub asked: Asked,
}

impl<'a> Grader<'a> {
    pub fn posed(&self) -> &'a Posed {
        &self.at_hand.posed
    }

    pub fn defender(&self) -> Colour {
        self.posed().problem.definition().defender
    }

    /// The game that decides about a goal of the defender, under a ko rule.
    pub fn problem(&self, goal: ProblemGoal, ko: KoName) -> Problem {
        self.posed().problem.with_goal(goal).with_basic_ko(ko == KoName::Basic)
    }

    /// The game so far, with more threats for a player.
    pub fn history(&self, problem: &Problem, more: Option<(Colour, u8)>) -> History<Problem> {
        let mut threats = self.threats;
        if let Some((colour, number)) = more {
            threats[colour.index()] += number;
        }
        self.at_hand.history(problem, threats)
    }

    /// The root.
    pub fn root(&self) -> ProblemPosition {
        self.posed().problem.root(self.posed().to_play, self.threats)
    }

    /// Whether the player whose goal it is succeeds: the defender lives, the attacker captures.
    pub fn ask(
        &self,
        problem: &Problem,
        history: &History<Problem>,
        ko: KoName,
        monitor: Monitor<'_>,
    ) -> Asked {
        let defender = self.defender();
        let asker: Player = match problem.definition().goal {
            ProblemGoal::Live => defender,
            ProblemGoal::Survive => defender.opponent(),
        }
        .into();
        let question = Question::new(asker, ko.rule());
        let mut solver = Solver::new(problem, question, self.settings.options.clone());
        solver.limit(self.settings.limits.clone()).interrupt_by(self.settings.interrupt.clone());
        ask(problem, &mut solver, history, ko.rule(), true, self.settings.check, monitor)
    }

    fn ask_goal(
        &self,
        goal: ProblemGoal,
        ko: KoName,
        more: Option<(Colour, u8)>,
        monitor: Monitor<'_>,
    ) -> Asked {
        let problem = self.problem(goal, ko);
        self.ask(&problem, &self.history(&problem, more), ko, monitor)
    }

    /// The fate of the target under a ko rule; with up to `more` more threats.
    pub fn grade(&self, ko: KoName, more: u8, monitor: Monitor<'_>) -> Graded {
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
            stats: Stats::default(),
            fault: None,
        };
        for (goal, fate) in questions {
            let asked = self.ask_goal(goal, ko, None, &mut *monitor);
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
            self.add_threats(&mut graded, fate, more, monitor);
        }
        graded
    }

    /// How many more threats change the fate.
    fn add_threats(&self, graded: &mut Graded, fate: Fate, more: u8, monitor: Monitor<'_>) {
        let defender = self.defender();
        // The question whose answer makes the fate what it is, and who would have another answer.
        let (goal, is_proven, who) = match (self.posed().aim, fate) {
            (_, Fate::Seki) => return,
            (Aim::Eye, Fate::Dead) => (ProblemGoal::Live, false, defender),
            (Aim::Capture, Fate::Alive) => (ProblemGoal::Survive, false, defender.opponent()),
            (_, Fate::Dead) => (ProblemGoal::Survive, true, defender),
            (_, Fate::Alive) => (ProblemGoal::Live, true, defender.opponent()),
        };
        for number in 1..=more {
            let more = Some((who, number));
            let asked = self.ask_goal(goal, graded.ko, more, &mut *monitor);
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

    /// Asks about every move at the root, stones only, in the order of the board.
    pub fn first_moves(
        &self,
        ko: KoName,
        asked: (ProblemGoal, bool),
        monitor: Monitor<'_>,
    ) -> Vec<FirstMove> {
        let mut moves = Vec::new();
        self.each_first_move(ko, asked, monitor, &mut |first| {
            moves.push(first);
            true
        });
        moves
    }

    /// The same, one by one; `found` says whether to go on.
    pub fn each_first_move(
        &self,
        ko: KoName,
        (goal, keeps): (ProblemGoal, bool),
        monitor: Monitor<'_>,
        found: &mut dyn FnMut(FirstMove) -> bool,
    ) {
        let problem = self.problem(goal, ko);
        for m in self.legal_first_moves(&problem, ko) {
            let mut history = self.history(&problem, None);
            history.push(&problem, m);
            let asked = self.ask(&problem, &history, ko, &mut *monitor);
            let is_right = asked.verdict.decided().map(|proven| proven == keeps);
            if !found(FirstMove { m, is_right, asked }) {
                return;
            }
        }
    }

    /// The stones that may be played at the root, those that repeat left out.
    pub fn legal_first_moves(&self, problem: &Problem, ko: KoName) -> Vec<ProblemMove> {
        let history = self.history(problem, None);
        let root = *history.root();
        let mut moves = Vec::new();
        if problem.terminal(&root).is_none() {
            problem.moves(&root, &mut moves);
        }
        let rule = ko.rule();
        moves.retain(|&m| problem.point(m).is_some() && !history.is_banned(problem, m, rule));
        moves
    }

    /// Whether the player to move can play elsewhere first and still get what there is to get.
    pub fn may_tenuki(
        &self,
        ko: KoName,
        (goal, keeps): (ProblemGoal, bool),
        monitor: Monitor<'_>,
    ) -> Option<bool> {
        let problem = self.problem(goal, ko);
        let root = problem.root(self.posed().to_play.opponent(), self.threats);
        let asked = self.ask(&problem, &History::new(root), ko, monitor);
        asked.verdict.decided().map(|proven| proven == keeps)
    }
}

impl Graded {
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
