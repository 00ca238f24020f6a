//! The fate of a target, and how many ko threats would change it: every step is a search of its
//! own.

use threefold_game::clock::Instant;

use threefold_game::{History, Player, Question};
use threefold_go::Colour;
use threefold_go::problem::{Aim, CellSet, Posed, Problem, ProblemGoal, ProblemPosition};
use threefold_search::{Limits, Stats, Verdict};

use crate::at_hand::AtHand;
use crate::kept::Kept;
use crate::zones::{Asking, ask_with_zones};
use threefold_answer::ask::{ask, solver};
use threefold_answer::asked::{Asked, Fault, Wanted};
use threefold_answer::effort::Effort;
use threefold_answer::observer::Observer;
use threefold_answer_go::ko::Ko;

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

/// All that was found out under one ko rule.
#[derive(Debug)]
pub struct Graded {
    /// The rule.
    pub ko: Ko,
    /// `None` if a limit was hit.
    pub fate: Option<Fate>,
    /// The searches that it rests on.
    pub asked: Vec<Asked>,
    /// Of a dead target with threats of the defender, else with those of the attacker.
    pub unless: Unless,
    /// The game and the answer to its question that those threats would give.
    pub other: Option<(ProblemGoal, bool)>,
    /// Work on threats.
    pub stats: Stats,
    /// What is wrong with one of the answers.
    pub fault: Option<String>,
    /// In a race, the same about the stones of the player to move.
    pub rival: Option<Box<Graded>>,
}

/// A problem with what is said about how to solve it.
#[derive(Debug)]
pub struct Grader<'a, S: CellSet = u64> {
    /// The problem, with the moves before it.
    pub at_hand: &'a AtHand<S>,
    /// What may be spent on each search.
    pub effort: &'a Effort,
    /// When all of them have to end, if they share their time ([`Grader::together`]).
    pub deadline: Option<Instant>,
    /// Ko threats that black and white have elsewhere.
    pub threats: [u8; 2],
    /// What earlier searches have found out.
    pub kept: Option<&'a Kept>,
}

impl<S: CellSet> Clone for Grader<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: CellSet> Copy for Grader<'_, S> {}

impl<'a, S: CellSet> Grader<'a, S> {
    /// The same, whose searches share the time of one from now on.
    pub fn together(self) -> Self {
        Grader { deadline: self.limits().deadline, ..self }
    }

    /// The same, for what has to leave the rest of that time to others.
    pub fn part(self, part: f64) -> Self {
        match self.deadline {
            None => self,
            Some(_) => Grader { deadline: self.limits().part(part).deadline, ..self },
        }
    }

    /// Those of a search that begins now, with its certificate and check.
    fn limits(&self) -> Limits {
        Limits { deadline: self.deadline, ..self.effort.limits.clone() }.together()
    }

    /// The problem.
    pub fn posed(&self) -> &'a Posed<S> {
        &self.at_hand.posed
    }

    /// In a race, what answers questions about the stones of the player to move.
    pub fn rival(&self) -> Option<Self> {
        let at_hand = self.at_hand.rival.as_deref()?;
        Some(Grader { at_hand, ..*self })
    }

    /// What the first moves are about: the target, or in a race in which it is not captured the
    /// player's own stones.
    pub fn judged<'g>(&self, graded: &'g Graded) -> (Self, &'g Graded) {
        match (self.rival(), &graded.rival) {
            (Some(rival), Some(own)) if graded.fate != Some(Fate::Dead) => (rival, own),
            _ => (*self, graded),
        }
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
        self.at_hand.history(problem, self.threats_and(more))
    }

    /// The root, with more threats for a player.
    pub fn root(&self, more: Option<(Colour, u8)>) -> ProblemPosition<S> {
        self.posed().problem.root(self.posed().to_play, self.threats_and(more))
    }

    /// The threats that are given, and more for a player.
    fn threats_and(&self, more: Option<(Colour, u8)>) -> [u8; 2] {
        let mut threats = self.threats;
        if let Some((colour, number)) = more {
            threats[colour.index()] += number;
        }
        threats
    }

    /// Whose goal it is: the defender lives, the attacker captures.
    pub fn asker(&self, goal: ProblemGoal) -> Player {
        match goal {
            ProblemGoal::Live => self.defender(),
            ProblemGoal::Survive => self.defender().opponent(),
        }
        .into()
    }

    /// Whether the player whose goal it is succeeds: the defender lives, the attacker captures.
    pub fn ask(
        &self,
        problem: &Problem<S>,
        history: &History<Problem<S>>,
        ko: Ko,
        observer: &mut dyn Observer,
    ) -> Asked {
        let question = Question::new(self.asker(problem.definition().goal), ko.rule());
        // The tree and the collection show strategies.
        let wanted = Wanted { check: self.effort.check, keep: true };
        let effort = &Effort { limits: self.limits(), ..self.effort.clone() };
        let asking = Asking { question, ko, effort, wanted, kept: self.kept };
        if let Some(asked) = ask_with_zones(problem, history, asking, observer) {
            return asked;
        }
        let mut solver = solver(problem, question, effort);
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
        let Some(rival) = self.rival() else { return self.grade_target(ko, more, observer) };
        let mut graded = self.part(0.5).grade_target(ko, more, &mut *observer);
        graded.rival = Some(Box::new(rival.grade_target(ko, more, observer)));
        graded
    }

    fn grade_target(&self, ko: Ko, more: u8, observer: &mut dyn Observer) -> Graded {
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
            rival: None,
        };
        let count = questions.len();
        for (number, (goal, fate)) in questions.into_iter().enumerate() {
            // The mover mostly gets what he is after: a quarter of the time is left to the other.
            let part = if number + 1 < count { 0.75 } else { 1.0 };
            let asked = self.part(part).ask_goal(goal, ko, None, &mut *observer);
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
            (Aim::Eye, Fate::Dead) => (ProblemGoal::Live, false, defender),
            (Aim::Capture, Fate::Alive) => (ProblemGoal::Survive, false, defender.opponent()),
            (_, Fate::Dead) => (ProblemGoal::Survive, true, defender),
            (_, Fate::Seki) => (ProblemGoal::Survive, false, defender.opponent()),
            (_, Fate::Alive) => (ProblemGoal::Live, true, defender.opponent()),
        };
        graded.other = Some((goal, !is_proven));
        // Whoever lives in a zone does so whatever is played elsewhere.
        let of = self.answer(graded, goal).filter(|_| fate != Fate::Dead);
        if of.is_some_and(|asked| self.zone(asked).is_some()) {
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

    /// What was found out about each target: one, or in a race two.
    pub fn each(&self) -> impl Iterator<Item = &Graded> {
        std::iter::once(self).chain(self.rival.as_deref())
    }

    /// What becomes of the target, or of the stones of the player to move's opponent in a race:
    /// alive if only the others are captured, seki if none are.
    pub fn outcome(&self) -> Option<Fate> {
        let Some(own) = &self.rival else { return self.fate };
        match (self.fate, own.fate) {
            (Some(Fate::Dead), _) => Some(Fate::Dead),
            (Some(_), Some(Fate::Dead)) => Some(Fate::Alive),
            (Some(_), Some(_)) => Some(Fate::Seki),
            _ => None,
        }
    }

    /// The verdict in words, as in `dead unless black has 1 ko threat`, or of a race `seki: white
    /// not captured, black not captured`.
    pub fn words(&self, aim: Aim, defender: Colour, threats: [u8; 2]) -> String {
        let Some(own) = &self.rival else { return self.words_of_target(aim, defender, threats) };
        let mover = defender.opponent();
        let each = format!(
            "{defender} {}, {mover} {}",
            self.words_of_target(aim, defender, threats),
            own.words_of_target(aim, mover, threats)
        );
        let is_captured = [self, own].map(|graded| graded.fate.map(|fate| fate == Fate::Dead));
        match is_captured {
            [Some(true), Some(true)] => format!("each captures the other: {each}"),
            [Some(true), Some(false)] => format!("{mover} wins the race: {each}"),
            [Some(false), Some(true)] => format!("{defender} wins the race: {each}"),
            [Some(false), Some(false)] => format!("seki: {each}"),
            _ => each,
        }
    }

    fn words_of_target(&self, aim: Aim, defender: Colour, threats: [u8; 2]) -> String {
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
