//! The comparison on given positions.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use threefold::checkers::Checkers;
use threefold::checkers::egdb::Database;
use threefold::chess::Chess;
use threefold::game::{Game, History, Knowledge, Player, Question, RepetitionRule};
use threefold::go::Wide;
use threefold::go::problem::{CellSet, Problem};
use threefold::search::{Interrupt, Limits};
use threefold::session::Databases;
use threefold::session::attacker::Attacker;
use threefold::session::error::Error;
use threefold::session::go::ko::Ko;
use threefold::session::problem::subject::{ProblemSubject, SizedProblem};
use threefold::session::registry::{Subject, Task};
use threefold::session::with_subject;
use threefold::session::words::{self, Idiom, Words};
use threefold_lab::compare::{
    Arbiter, Budget, Comparison, Position, Trial, culprit, explain, try_position,
};
use threefold_lab::{PawnGame, Treatment};
use threefold_terminal::names::AttackerName;
use threefold_terminal::{database, inputs};

use super::assumed::Assumed;
use super::model::Group;
use super::settings;
use super::story::{Entry, Label, Story};
use super::{json, text};
use super::{pages, report};
use crate::any_game::{self, AnyGame, AnyMove, AnyPosition};
use crate::args::{CompareArgs, RuleChoice};
use crate::exit::Exit;
use crate::files::{self, Desk, complain_not_written};
use crate::interrupt;
use crate::memory::can_allocate;
use crate::output::{Stop, complain, json_line};
use crate::pool::{self, jobs};
use crate::progress::Bars;

/// What each answer may spend, unless something else is said.
const NODES: u64 = 1_000_000;
const MEMORY: usize = 64 << 20;
/// Positions of a pawn ending that are solved backwards at most.
const PAWN_POSITIONS: usize = 3_000_000;
/// Nodes and time of the arbiter, in those of a treatment.
const ARBITER_FACTOR: u32 = 10;

/// The flags, checked against each other.
struct Settings<'a> {
    policies: &'a [Treatment],
    rule: Option<RepetitionRule>,
    attacker: Option<Attacker>,
    /// For problems of Go.
    ko: Option<RepetitionRule>,
    /// Of chess: kings and pawns only, where a promotion wins.
    promotion_wins: bool,
    budget: Budget,
    /// For graph games, and for all others.
    arbiters: [Arbiter; 2],
    interrupt: Interrupt,
    /// The endgames of checkers, if there is a database.
    endgames: Option<Arc<Database>>,
}

/// What became of a task.
struct Outcome {
    rule: RepetitionRule,
    treatments: Vec<Treatment>,
    label: Label,
    trial: Trial,
}

pub fn run(args: &CompareArgs) -> Result<Exit, Stop> {
    let rule = match args.rule {
        None => None,
        Some(RuleChoice::One(rule)) => Some(rule),
        Some(RuleChoice::All) => {
            let message = "--rule all: for random games only; expected one rule".to_owned();
            return Err(Stop::Message(message));
        }
    };
    let mut desk =
        Desk::new(args.inputs.iter().map(|input| Path::new(inputs::split(input).0)), args.force);
    let page = report::plan(args.report.as_deref(), &mut desk).map_err(Stop::Message)?;
    if args.explore && page.as_ref().is_some_and(|page| !page.is_file()) {
        let message = "--explore: pages go beside the report, which has to be a file";
        return Err(Stop::Message(message.to_owned()));
    }
    let channel = desk.channel(args.json)?;
    let question = args.problem.question_of_diagrams();
    let read = inputs::read(&args.inputs, args.game, &question);
    let mut tasks = read.tasks;
    let mut errors: Vec<String> = read.errors.iter().map(Error::with_flags).collect();
    if let Some(rule) = rule.filter(|rule| rule.is_superko()) {
        let all = tasks.len();
        tasks.retain(|task| {
            matches!(task.subject, Subject::Graph(_) | Subject::Problem(_) | Subject::Board(_))
        });
        if tasks.len() < all {
            let others = words::positions(all - tasks.len());
            errors.push(format!("--rule {rule}: for graph games and Go only; {others} left out"));
        }
    }
    if let Some(occurrences) = args.occurrences {
        let all = tasks.len();
        tasks.retain_mut(|task| match &mut task.subject {
            Subject::Graph(file) => {
                file.game = file.game.clone().with_occurrences(occurrences);
                true
            }
            _ => false,
        });
        if tasks.len() < all {
            let others = words::positions(all - tasks.len());
            errors.push(format!("--occurrences: for graph games only; {others} left out"));
        }
    }
    let mut exit = if errors.is_empty() { Exit::Fine } else { Exit::BadInput };
    errors.iter().for_each(complain);
    any_game::FORCED_MOVES.store(!args.no_forced_moves, Ordering::Relaxed);
    let budget = budget(args);
    let jobs = jobs(args.jobs.unwrap_or(1)).min(tasks.len());
    can_allocate(budget.memory_bytes, jobs.max(1))?;
    let settings = Settings {
        policies: &args.policies.0,
        rule,
        attacker: args.attacker.map(AttackerName::attacker),
        ko: question.ko.map(Ko::rule),
        promotion_wins: args.promotion_wins,
        arbiters: [true, false].map(|oracles| arbiter(args, &budget, oracles)),
        budget,
        // Before Ctrl-C is caught: building a database can be interrupted.
        endgames: database::for_tasks(args.egdb.as_deref(), &tasks)?,
        interrupt: interrupt::install(),
    };

    let databases = Databases { checkers: settings.endgames.clone(), ..Databases::default() };
    database::interrupt_on_damage(&databases, &settings.interrupt);

    let bars = Bars::new(tasks.len());
    let mut outcomes = Vec::new();
    let try_task = |number: usize| {
        // All of what was compared is worth nothing, and the end says so.
        if let Some(damage) = database::damage(settings.endgames.as_deref()) {
            return Err(format!("{}: {damage}", tasks[number].input));
        }
        let _spinner = bars.spinner(&tasks[number].input);
        settings.visit(&tasks[number], Try { settings: &settings, task: &tasks[number], number })
    };
    let result = pool::in_order(jobs, tasks.len(), &settings.interrupt, try_task, |result| {
        match result.and_then(|inner| inner) {
            Err(message) => {
                exit = exit.max(Exit::BadInput);
                bars.finished(|| {
                    complain(message);
                    Ok(())
                })
            }
            Ok(outcome) => {
                // What was interrupted is no comparison.
                if outcome.trial.is_complete() {
                    outcomes.push(outcome);
                }
                bars.finished(|| Ok(()))
            }
        }
    });
    result?;
    let interrupted = settings.interrupt.is_raised();
    let mut groups: Vec<Group> =
        groups(outcomes).into_iter().map(|group| settings.with_stories(group, &tasks)).collect();
    bars.clear();
    if let Some(damage) = database::damage(settings.endgames.as_deref()) {
        return Err(Stop::Message(format!("nothing was compared: {damage}")));
    }
    if interrupted {
        exit = exit.max(Exit::Unknown);
        let done: usize = groups.iter().map(|group| group.labels.len()).sum();
        let (done, all) = (words::positions(done), tasks.len());
        complain(format_args!("interrupted: {done} of {all} compared"));
    }
    if is_faulty(&groups) {
        exit = exit.max(Exit::Failed);
    }
    if let Some(report) = args.report.as_deref().filter(|_| args.explore)
        && !pages::write_all(&mut groups, &tasks, report, &mut desk)
    {
        exit = exit.max(Exit::BadInput);
    }
    // First: nobody may be reading the rest.
    if let Some(output) = &page {
        if groups.is_empty() {
            complain("nothing was compared, and no report is written");
        } else {
            let conditions = report::Conditions {
                budget: &settings.budget,
                positions: tasks.len(),
                interrupted,
            };
            let page = report::page(&groups, &tasks, &conditions);
            if let Err(error) = files::write(output, &page) {
                exit = exit.max(Exit::BadInput);
                complain_not_written(&error);
            }
        }
    }
    settings::print(&tasks, &args.policies.0, rule, args.json, channel)?;
    for group in &groups {
        if args.json {
            for row in json::rows(group) {
                channel.print(&json_line(&row)?)?;
            }
        } else {
            channel.print(&text::group(group))?;
        }
    }
    Ok(exit)
}

/// What each treatment may spend.
fn budget(args: &CompareArgs) -> Budget {
    let limits =
        Limits { nodes: args.nodes.unwrap_or(NODES), time: Some(args.time), ..Limits::default() };
    Budget { limits, memory_bytes: args.memory.unwrap_or(MEMORY) }
}

/// Who says what is true, if `oracles` can with their help.
fn arbiter(args: &CompareArgs, budget: &Budget, oracles: bool) -> Arbiter {
    let nodes = budget.limits.nodes.saturating_mul(u64::from(ARBITER_FACTOR));
    let time = args.time.saturating_mul(ARBITER_FACTOR);
    let usual = Arbiter::default();
    Arbiter {
        limits: Limits {
            nodes: args.arbiter_nodes.unwrap_or(nodes),
            time: Some(args.arbiter_time.unwrap_or(time)),
            ..Limits::default()
        },
        memory_bytes: budget.memory_bytes.max(usual.memory_bytes),
        retrograde_positions: match oracles {
            // A pawn ending has some million positions.
            true if args.promotion_wins => PAWN_POSITIONS,
            true => usual.retrograde_positions,
            false => 0,
        },
        exhaustive_nodes: if oracles { usual.exhaustive_nodes } else { 0 },
    }
}

/// Whether the arbiter had an answer whose certificate does not hold; complains about it.
fn is_faulty(groups: &[Group]) -> bool {
    let mut is_faulty = false;
    for group in groups {
        for (trial, label) in group.comparison.trials.iter().zip(&group.labels) {
            if trial.truth.is_faulty {
                is_faulty = true;
                complain(format_args!(
                    "{}: the certificate of the arbiter's own answer failed its check",
                    label.input
                ));
            }
        }
    }
    is_faulty
}

/// Groups by rule, in the order in which the rules occur.
fn groups(outcomes: Vec<Outcome>) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for Outcome { rule, treatments, label, trial } in outcomes {
        let place = groups.iter().position(|group| group.comparison.rule == rule);
        let place = place.unwrap_or_else(|| {
            let comparison = Comparison { rule, treatments, trials: Vec::new() };
            groups.push(Group { comparison, labels: Vec::new(), stories: Vec::new() });
            groups.len() - 1
        });
        groups[place].comparison.trials.push(trial);
        groups[place].labels.push(label);
    }
    groups
}

/// The game that decides what a problem asks, the game so far, and who asks.
fn posed<S: CellSet>(
    subject: &ProblemSubject<S>,
    rule: RepetitionRule,
) -> (Problem<S>, History<Problem<S>>, Player) {
    let at_hand = &subject.at_hand;
    let posed = &at_hand.posed;
    let problem = posed.problem.with_basic_ko(!rule.is_superko());
    // As in the tables of one-eye problems: the positions that it sees are some that treatments
    // differ in.
    let mut knowledge = problem.definition().knowledge;
    knowledge.at_once = false;
    let problem = problem.with_knowledge(knowledge);
    let defender = problem.definition().defender;
    let asker = if posed.aim.is_defenders() { defender } else { defender.opponent() };
    let history = at_hand.history(&problem, subject.question.threats);
    (problem, history, asker.into())
}

/// The same problem and game with the sets of a whole board.
fn widened<S: CellSet>(
    problem: &Problem<S>,
    history: &History<Problem<S>>,
) -> (Problem<Wide>, History<Problem<Wide>>) {
    let wide: Problem<Wide> = problem.with_sets().expect("a region is on a board");
    let start = wide.parse_position(&problem.position_text(history.start()));
    let mut widened = History::new(start.expect("the same problem has the same positions"));
    history.moves().iter().for_each(|&m| widened.push(&wide, m));
    (wide, widened)
}

/// Something to do with a position.
trait Visitor {
    type Output;
    fn visit(self, position: &Position<'_, AnyGame>, arbiter: &Arbiter) -> Self::Output;
}

impl Settings<'_> {
    /// The question about a task. The error is one line about what cannot be asked.
    fn visit<V: Visitor>(&self, task: &Task, visitor: V) -> Result<V::Output, String> {
        let [oracles, certificates] = &self.arbiters;
        let usual = |rule| self.rule.unwrap_or(rule);
        let (game, history, attacker, rule, arbiter) = match &task.subject {
            Subject::Chess(subject) if self.promotion_wins => {
                let own = any_game::pawns(subject.history());
                let own = own.map_err(|message| format!("{}: {message}", task.input))?;
                let attacker = self.attacker(task, &PawnGame, &own, subject.attacker())?;
                let game = AnyGame::Pawns(PawnGame);
                let history = any_game::history(&game, &own, AnyPosition::Pawns, AnyMove::Pawns);
                (game, history, attacker, usual(RepetitionRule::Draw), oracles)
            }
            Subject::Chess(subject) => {
                let game = AnyGame::Chess(Chess);
                let own = subject.history();
                let history = any_game::history(&game, own, AnyPosition::Chess, AnyMove::Chess);
                let attacker = self.attacker(task, &Chess, own, subject.attacker())?;
                (game, history, attacker, usual(RepetitionRule::Draw), certificates)
            }
            Subject::Checkers(subject) => {
                let own = &subject.history;
                let checkers = Checkers::new();
                let mover = checkers.player_to_move(own.root());
                let attacker = self.attacker(task, &checkers, own, mover)?;
                let endgames = self.endgames.clone();
                let endgames = endgames.filter(|database| database.holds_after(&checkers, own));
                let game = AnyGame::Checkers(checkers, endgames);
                let history =
                    any_game::history(&game, own, AnyPosition::Checkers, AnyMove::Checkers);
                (game, history, attacker, usual(RepetitionRule::Draw), certificates)
            }
            Subject::Problem(subject) => {
                // Without superko, basic ko is in force.
                let rule = self.ko.unwrap_or(usual(RepetitionRule::SituationalSuperko));
                let (game, history, attacker) = match &**subject {
                    SizedProblem::Small(subject) => {
                        let (problem, own, asker) = posed(subject, rule);
                        let attacker = self.attacker(task, &problem, &own, asker)?;
                        let game = AnyGame::Problem(Box::new(problem));
                        let history =
                            any_game::history(&game, &own, AnyPosition::Problem, AnyMove::Problem);
                        (game, history, attacker)
                    }
                    // All larger ones with the sets of a whole board.
                    larger => with_subject!(larger, |subject| {
                        let (problem, own, asker) = posed(subject, rule);
                        let attacker = self.attacker(task, &problem, &own, asker)?;
                        let (problem, own) = widened(&problem, &own);
                        let game = AnyGame::LargeProblem(Box::new(problem));
                        let boxed = |position| AnyPosition::LargeProblem(Box::new(position));
                        let history = any_game::history(&game, &own, boxed, AnyMove::LargeProblem);
                        (game, history, attacker)
                    }),
                };
                (game, history, attacker, rule, certificates)
            }
            Subject::Board(asked) => {
                let rule = self.rule.unwrap_or(asked.rule());
                let (own_game, own) =
                    asked.under(rule).map_err(|message| format!("{}: {message}", task.input))?;
                let attacker = self.attacker(task, &own_game, &own, Player::First)?;
                let game = AnyGame::Board(Box::new(own_game.with_symmetry(false)));
                let history = any_game::history(&game, &own, AnyPosition::Board, AnyMove::Board);
                (game, history, attacker, rule, certificates)
            }
            Subject::Graph(file) => {
                let rule = usual(file.rule);
                let attacker = self.attacker(task, &file.game, &file.history, file.attacker)?;
                let game = AnyGame::Graph(file.game.clone());
                let history =
                    any_game::history(&game, &file.history, AnyPosition::Graph, AnyMove::Graph);
                (game, history, attacker, rule, oracles)
            }
            Subject::Tsume(subject) => {
                let own = subject
                    .game(self.attacker)
                    .map_err(|error| error.at(&task.input).to_string())?;
                let game = AnyGame::Tsume(own);
                let history = History::new(AnyPosition::Tsume(subject.position().clone()));
                let rule = usual(RepetitionRule::AttackerLoses);
                (game, history, Player::First, rule, certificates)
            }
        };
        if !game.has_rule(rule) {
            let input = &task.input;
            return Err(format!("{input}: {} is never played under {rule}", game.name()));
        }
        history.is_legal_under(&game, rule).map_err(|error| format!("{}: {error}", task.input))?;
        let question = Question::new(attacker, rule);
        let position = Position { game: &game, history: &history, question, rule };
        Ok(visitor.visit(&position, arbiter))
    }

    fn attacker<G: Game>(
        &self,
        task: &Task,
        game: &G,
        history: &History<G>,
        usual: Player,
    ) -> Result<Player, String> {
        match self.attacker {
            None => Ok(usual),
            Some(named) => named
                .player(game, history.root())
                .map_err(|message| format!("{}: {message}", task.input)),
        }
    }

    /// How people speak of the game.
    fn idiom(&self, task: &Task) -> Idiom {
        match &task.subject {
            Subject::Chess(_) if self.promotion_wins => Idiom::PLAIN,
            subject => subject.game().idiom(),
        }
    }

    /// The treatments that make sense under a rule.
    fn treatments(&self, rule: RepetitionRule) -> Vec<Treatment> {
        self.policies.iter().copied().filter(|policy| policy.supports(rule)).collect()
    }

    /// Explains the first wrong answer of every policy.
    fn with_stories(&self, mut group: Group, tasks: &[Task]) -> Group {
        let comparison = &group.comparison;
        for (place, &treatment) in comparison.treatments.iter().enumerate() {
            let Some(number) = comparison.first_wrong(place) else { continue };
            let (trial, label) = (&comparison.trials[number], &group.labels[number]);
            let task = &tasks[label.task];
            let tell = Tell { settings: self, task, treatment, trial, place, number, label };
            // It has been asked before, so that this is no error.
            if let Ok(Some(story)) = self.visit(task, tell) {
                group.stories.push(story);
            }
        }
        group
    }
}

/// Asks every treatment.
struct Try<'a> {
    settings: &'a Settings<'a>,
    task: &'a Task,
    number: usize,
}

impl Visitor for Try<'_> {
    type Output = Result<Outcome, String>;

    fn visit(self, position: &Position<'_, AnyGame>, arbiter: &Arbiter) -> Self::Output {
        let Try { settings, task, number } = self;
        let idiom = settings.idiom(task);
        let treatments = settings.treatments(position.rule);
        if treatments.is_empty() {
            let (input, rule) = (&task.input, position.rule);
            return Err(format!("{input}: none of the policies is made for {rule}"));
        }
        let words = Words::new(position.game, idiom);
        let label = Label {
            task: number,
            input: task.input.clone(),
            id: task.id.as_deref().map(words::one_line),
            root: position.game.position_text(position.history.root()),
            answers: [false, true].map(|proven| words.answer(position.question, proven)),
            assumed: Assumed::of(&task.subject),
        };
        let (budget, interrupt) = (&settings.budget, &settings.interrupt);
        let trial = try_position(position, &treatments, number, budget, arbiter, interrupt);
        Ok(Outcome { rule: position.rule, treatments, label, trial })
    }
}

/// Explains a wrong answer.
struct Tell<'a> {
    settings: &'a Settings<'a>,
    task: &'a Task,
    treatment: Treatment,
    trial: &'a Trial,
    place: usize,
    number: usize,
    label: &'a Label,
}

impl Visitor for Tell<'_> {
    type Output = Option<Story>;

    fn visit(self, position: &Position<'_, AnyGame>, arbiter: &Arbiter) -> Option<Story> {
        let Tell { settings, task, treatment, trial, place, number, label } = &self;
        let (treatment, place, number) = (*treatment, *place, *number);
        let explanation = explain(
            position,
            treatment,
            &trial.claims[place],
            &trial.truth,
            &settings.budget,
            arbiter,
            &settings.interrupt,
        )?;
        let source = trial.truth.source?;
        let words = Words::new(position.game, settings.idiom(task));
        let question = position.question;
        let mut story =
            Story::new(treatment, number, label, source, &words, question, &explanation);
        story.culprit = self.entry(question);
        Some(story)
    }
}

impl Tell<'_> {
    /// The entry that the answer comes from: of graph games, which are small enough for it.
    fn entry(&self, question: Question) -> Option<Entry> {
        let Subject::Graph(file) = &self.task.subject else { return None };
        let position = Position { question, rule: question.rule, ..Position::of_file(file) };
        let culprit = culprit(&position, self.treatment, self.trial.truth.answer?)?;
        Some(Entry::new(self.treatment, &culprit, &self.label.answers))
    }
}
