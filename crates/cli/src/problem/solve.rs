//! `threefold solve` for problems of Go.

use std::time::Instant;

use threefold::certificate::{Block, Terms};
use threefold::game::Game;
use threefold::go::problem::{Aim, Problem};
use threefold::go::{Points, Wide};
use threefold::search::{Monitor, Stats, Verdict};
use threefold_files::{Kind, Output};

use super::args::{KoName, ProblemArgs};
use super::grade::{Fate, FirstMove, Graded, Grader, Unless};
use super::input::{self, Task};
use super::report::{KoMove, Report};
use super::tree::{Sgf, Strategy};
use crate::args::SolveArgs;
use crate::exit::Exit;
use crate::files::{self, CertificateOutput, Wanted};
use crate::interrupt;
use crate::output::{Stop, complain, json_line};
use crate::pool;
use crate::progress::Bars;
use crate::solve::{Fault, Settings, can_allocate, certificates, complain_not_written, jobs};
use crate::words;

/// Where files go.
#[derive(Clone, Copy)]
struct Outputs<'a> {
    certificate: Option<&'a CertificateOutput>,
    tree: Option<&'a Output>,
}

/// Solves the problems of all inputs.
pub fn run(args: &SolveArgs) -> Result<Exit, Stop> {
    if let Some(other) = args.inputs.iter().find(|input| !input::is_sgf(input)) {
        let message = format!("{other}: problems of Go (.sgf) are solved apart from other games");
        return Err(Stop::Message(message));
    }
    for (given, flag) in
        [(args.attacker.is_some(), "--attacker"), (args.value, "--value"), (args.moves, "--moves")]
    {
        if given {
            let message = format!("{flag} is not for problems of Go; see --goal");
            return Err(Stop::Message(message));
        }
    }
    let (tasks, errors) = input::read(&args.inputs, &args.problem.question);
    let mut exit = if errors.is_empty() { Exit::Fine } else { Exit::BadInput };
    errors.iter().for_each(complain);
    let mut desk = files::desk(&args.inputs, args.force);
    let names = || tasks.iter().map(|task| (None, task.stem.as_str()));
    let certificates = certificates(args, &mut desk, names()).map_err(Stop::Message)?;
    for output in certificates.iter().flatten() {
        output.can_be_several().map_err(Stop::Message)?;
    }
    let tree = args.problem.tree.as_deref();
    let tree = tree.map(|path| Wanted { flag: "--tree", path, kind: Kind::Tree });
    let trees = desk.file_or_directory(tree, false, names()).map_err(Stop::Message)?;
    let channel = desk.channel(args.json)?;
    let jobs = jobs(args.jobs).min(tasks.len());
    can_allocate(args.memory, jobs.max(1))?;
    let settings = Settings::of_problems(args, interrupt::install());
    let bars = Bars::new(tasks.len());
    let solve = |number: usize| {
        let task = &tasks[number];
        let outputs =
            Outputs { certificate: certificates[number].as_ref(), tree: trees[number].as_ref() };
        let mut line = bars.line(&task.input);
        solve_task(task, &args.problem, &settings, outputs, &mut |progress| line.update(progress))
    };
    let result = pool::in_order(jobs, tasks.len(), &settings.interrupt, solve, |report: Report| {
        exit = exit.max(report.exit());
        bars.finished(|| {
            channel.print(&if args.json { json_line(&report)? } else { report.text() })?;
            report.not_written.iter().for_each(complain_not_written);
            Ok(())
        })
    });
    bars.clear();
    let finished = result?;
    if finished < tasks.len() {
        exit = exit.max(Exit::Unknown);
        let left = words::positions(tasks.len() - finished);
        complain(format_args!("interrupted: {left} not tried"));
    }
    Ok(exit)
}

fn solve_task(
    task: &Task,
    args: &ProblemArgs,
    settings: &Settings,
    outputs: Outputs<'_>,
    monitor: Monitor<'_>,
) -> Report {
    let started = Instant::now();
    let threats = args.question.threats();
    let grader = Grader { at_hand: &task.at_hand, settings, threats };
    let solution = Solution::find(&grader, args, monitor);
    let mut report = solution.report(&grader, task);
    if let Some(output) = outputs.certificate {
        let blocks: Vec<Block> = solution.blocks();
        if !blocks.is_empty() && report.fault.is_none() {
            match output.write(blocks) {
                Ok(places) => report.certificates = places,
                Err(error) => report.not_written.push(error),
            }
        }
    }
    if let Some(output) = outputs.tree
        && report.fault.is_none()
    {
        match files::write(output, &solution.sgf(&grader, &report, args.tree_nodes)) {
            Ok(place) => report.tree = Some(place),
            Err(error) => report.not_written.push(error),
        }
    }
    report.time_s = started.elapsed().as_secs_f64();
    report
}

/// All that was found out about a problem.
pub struct Solution {
    /// By rule; the first is that of the verdict.
    pub graded: Vec<Graded>,
    /// A rule under which the moves before the position could not have been played, and why.
    pub refused: Option<(KoName, String)>,
    pub first_moves: Option<Vec<FirstMove>>,
    pub may_tenuki: Option<bool>,
}

impl Solution {
    pub fn find(grader: &Grader<'_>, args: &ProblemArgs, monitor: Monitor<'_>) -> Self {
        let mut rules = match args.question.ko {
            Some(ko) => vec![ko],
            None => vec![KoName::Ssk, KoName::Psk],
        };
        // The first one has been checked. Under the second one the game may not have been possible.
        let mut refused = None;
        if let [first, second] = rules[..]
            && let Err(error) = grader.at_hand.could_be(second)
        {
            refused = Some((second, error));
            rules = vec![first];
        }
        let mut graded: Vec<Graded> = Vec::new();
        for (i, &ko) in rules.iter().enumerate() {
            // The second rule is only to see whether it says the same.
            let more = if i == 0 { args.more_threats } else { 0 };
            graded.push(grader.grade(ko, more, &mut *monitor));
        }
        let mut solution = Solution { graded, refused, first_moves: None, may_tenuki: None };
        let Some(fate) = solution.graded[0].fate.filter(|_| !args.verdict_only) else {
            return solution;
        };
        let most = args.more_threats;
        let graded = &solution.graded[0];
        let moves = grader.first_moves(graded, fate, most, &mut *monitor);
        if let Some(keep) = grader.to_keep(fate) {
            // As good as moving: what life or death withstands; for seki, what the best move does.
            let against = match fate {
                Fate::Seki => 0,
                _ => graded.withstands(most),
            };
            solution.may_tenuki = grader.may_tenuki(rules[0], keep, against, monitor);
        }
        solution.first_moves = Some(moves);
        solution
    }

    /// Whether the rules disagree.
    pub fn depends_on_rule(&self) -> bool {
        let fates: Vec<Fate> = self.graded.iter().filter_map(|graded| graded.fate).collect();
        fates.windows(2).any(|two| two[0] != two[1])
    }

    /// The verdict in words.
    pub fn verdict(&self, grader: &Grader<'_>) -> String {
        let words =
            |graded: &Graded| graded.words(grader.posed().aim, grader.defender(), grader.threats);
        if self.depends_on_rule() {
            let each: Vec<String> = self
                .graded
                .iter()
                .map(|graded| format!("{} under {}", words(graded), graded.ko.name()))
                .collect();
            return format!("depends on the rule: {}", each.join(", "));
        }
        words(&self.graded[0])
    }

    /// What is wrong with one of the answers.
    pub fn fault(&self) -> Option<String> {
        let of_moves =
            self.first_moves.iter().flatten().find_map(|first| first.asked.fault.as_ref());
        let of_grades = self.graded.iter().find_map(|graded| graded.fault.clone());
        let of_threats = self.first_moves.iter().flatten().find_map(|first| first.fault.clone());
        of_grades.or_else(|| of_moves.map(Fault::words)).or(of_threats)
    }

    /// The work of all searches.
    pub fn stats(&self) -> Stats {
        let mut stats = Stats::default();
        for graded in &self.graded {
            stats.add(&graded.stats);
            graded.asked.iter().for_each(|asked| stats.add(&asked.stats));
        }
        for first in self.first_moves.iter().flatten() {
            stats.add(&first.asked.stats);
            stats.add(&first.extra);
        }
        stats
    }

    /// What the verdict rests on: the answers under one rule, or under each where they disagree.
    fn answers(&self) -> &[Graded] {
        if self.depends_on_rule() { &self.graded } else { &self.graded[..1] }
    }

    fn blocks(&self) -> Vec<Block> {
        let asked = self.answers().iter().flat_map(|graded| &graded.asked);
        asked.filter_map(|asked| Some(asked.proof.as_ref()?.block.clone())).collect()
    }

    fn report(&self, grader: &Grader<'_>, task: &Task) -> Report {
        let posed = grader.posed();
        let problem = &posed.problem;
        let first = &self.graded[0];
        let depends = self.depends_on_rule();
        let root = grader.root();
        let size = problem.size();
        let mut report = Report {
            assuming: problem.assumptions(),
            input: task.input.clone(),
            game: "go-problem",
            title: task.title.clone(),
            root: problem.position_text(&root),
            goal: posed.aim.name(),
            defender: grader.defender().name(),
            to_play: posed.to_play.name(),
            ko: first.ko.name(),
            verdict: self.verdict(grader),
            region: problem.region().count(),
            trusted: {
                let name = |point| size.coordinates(point).to_string();
                problem.trusted().iter().map(name).collect()
            },
            diagram: diagram(problem, &root, size),
            is_open: self.graded.iter().any(|graded| graded.fate.is_none()),
            may_play_elsewhere: self.may_tenuki,
            history: grader.at_hand.before.len(),
            depends_on_rule: depends,
            ..Report::default()
        };
        if self.graded.len() > 1 && (report.is_open || depends) {
            for graded in &self.graded {
                let words = graded.words(posed.aim, grader.defender(), grader.threats);
                report.by_rule.push((graded.ko.name(), words));
            }
        }
        if let Some((rule, error)) = &self.refused {
            report.by_rule.push((rule.name(), format!("not asked: {error}")));
        }
        if !depends {
            report.fate = first.fate.map(|fate| fate.words(Aim::Live));
            if let Unless::Threats(number) = first.unless {
                report.threats_needed = Some(number);
            }
        }
        report.fault = self.fault();
        report.stats = self.stats();
        report.nodes = report.stats.nodes;
        report.is_open |=
            self.graded.iter().any(|graded| matches!(graded.unless, Unless::Unknown(_)));
        let (mut positions, mut checked) = (0, true);
        for graded in self.answers() {
            for proof in graded.asked.iter().filter_map(|asked| asked.proof.as_ref()) {
                positions += proof.positions;
                checked &= proof.checked;
                let header = &proof.block.header;
                let game = header.parameters.split(' ').nth(1).unwrap_or_default();
                let under = if depends { graded.ko.name() } else { "" };
                let separator = if depends { ", " } else { "" };
                report.claims.push(format!("{} ({game}{separator}{under})", header.claim));
            }
        }
        if !report.claims.is_empty() {
            report.certificate_positions = Some(positions);
            report.checked = grader.settings.check.then_some(checked);
        }
        if let Some(moves) = &self.first_moves {
            let mut right = Vec::new();
            for first in moves {
                let text = problem.move_text(&root, first.m);
                if let Some(by_ko) = first.by_ko {
                    report.by_ko.push(KoMove::new(
                        text.clone(),
                        by_ko,
                        posed.to_play,
                        grader.threats,
                    ));
                }
                match (first.is_right, first.by_ko) {
                    (Some(true), _) => right.push(text),
                    (Some(false), None) => report.wrong.push(text),
                    (Some(false), Some(_)) => {}
                    (None, _) => report.open.push(text),
                }
            }
            report.right = Some(right);
        }
        report
    }

    /// The solutions as variations.
    fn sgf(&self, grader: &Grader<'_>, report: &Report, most: usize) -> String {
        let ko = self.graded[0].ko;
        let fate = self.graded[0].fate;
        let root = grader.root();
        let question = fate.map(|fate| grader.move_question(&self.graded[0], fate));
        let goal = question.map_or_else(|| grader.shows_failure().0, |question| question.goal);
        let problem = grader.problem(goal, ko);
        let title = report.title.as_deref().unwrap_or(&report.input);
        let mut sgf = Sgf::new(&problem, &root, title);
        let definition = problem.definition();
        sgf.points("MA", definition.target);
        sgf.points("CR", definition.eyes);
        let moves = self.first_moves.as_deref().unwrap_or_default();
        let right: Vec<_> =
            moves.iter().filter(|m| m.is_right == Some(true)).map(|m| m.m).collect();
        sgf.labels(&problem, &right);
        let mut comment = match &report.assuming {
            Some(assuming) => format!("{}.\n", crate::words::capital(assuming)),
            None => String::new(),
        };
        comment += &format!(
            "{}: {}.\nKo rule: {}. Certificate: {} positions.",
            report.to_play,
            report.verdict,
            report.ko,
            report.certificate_positions.unwrap_or(0)
        );
        if report.history > 0 {
            let moves = grader.history(&problem, None).notation(&problem);
            comment += &format!("\nPlayed before: {moves}. What that repeats is banned.");
        }
        if report.may_play_elsewhere == Some(true) {
            comment += &format!("\n{} need not move here.", report.to_play);
        }
        sgf.text("C", &comment);
        let share = most / moves.len().max(1);
        let by_worth = [Some(true), Some(false), None];
        for worth in by_worth {
            for first in moves.iter().filter(|first| first.is_right == worth) {
                let name = problem.move_text(&root, first.m);
                let by_ko = first.by_ko.map(|by_ko| {
                    format!(" By ko: {}.", by_ko.words(grader.posed().to_play, grader.threats))
                });
                let by_ko = by_ko.unwrap_or_default();
                let (judgement, words) = match worth {
                    Some(true) => ("TE[1]", format!("Right: {name}.{by_ko}")),
                    Some(false) => ("BM[1]", format!("Wrong: {name}.{by_ko}")),
                    None => ("", format!("Unknown: {name}.")),
                };
                let strategy = first.asked.proof.as_ref().map(|proof| {
                    let mut history = grader.history(&problem, first.more);
                    history.push(&problem, first.m);
                    let proven = first.asked.verdict == Verdict::Proven;
                    let mut terms = Terms::of(first.asked.question, proven);
                    terms.rule = ko.rule();
                    let mut strategy = Strategy::of(&problem, &history, terms, &proof.block);
                    strategy.cut(share);
                    strategy
                });
                sgf.variation(&problem, &root, first.m, judgement, &words, strategy.as_ref());
            }
        }
        sgf.finish()
    }
}

/// The part of the board around the region, with coordinates.
fn diagram(
    problem: &Problem,
    root: &threefold::go::problem::ProblemPosition,
    size: threefold::go::Size,
) -> String {
    let region = problem.region();
    let range = |at: &dyn Fn(threefold::go::Point) -> usize, most: usize| {
        let least = region.iter().map(at).min().unwrap_or(0).saturating_sub(2);
        let last = region.iter().map(at).max().unwrap_or(0) + 2;
        least..=last.min(most - 1)
    };
    let rows = range(&|point| size.row(point), size.rows());
    let columns = range(&|point| size.column(point), size.columns());
    let text = problem.diagram(root);
    let lines: Vec<&str> = text.lines().collect();
    let mut out = String::new();
    for row in rows {
        out.push_str(&format!("{:>2} ", size.rows() - row));
        for column in columns.clone() {
            let at = Wide::single(size.at(row, column));
            let c = lines[row].as_bytes()[column];
            // Empty points where nobody may play are blank.
            let c = if c == b'.' && !region.meets(at) { ' ' } else { char::from(c) };
            out.push(' ');
            out.push(c);
        }
        out.push('\n');
    }
    out.push_str("   ");
    for column in columns {
        let name = size.coordinates(size.at(0, column)).to_string();
        out.push(' ');
        out.push_str(&name[..1]);
    }
    out.push('\n');
    out
}
