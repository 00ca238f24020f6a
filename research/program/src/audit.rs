//! `threefold-lab audit`: other people's engines, compared with certified values.

use std::fmt::Write;
use std::time::Duration;

use clap::{Args, ValueEnum};
use serde::Serialize;
use threefold::chess::epd;
use threefold::game::RepetitionRule;
use threefold_audit::client::Go;
use threefold_audit::suites::Suite;
use threefold_audit::{Audit, Candidate, Line, Margins, Report, Settings, Truths};
use threefold_terminal::inputs;

use crate::exit::Exit;
use crate::output::{self, Stop, complain, json_line};
use crate::units::{parse_count, parse_duration};

const EXAMPLES: &str = "\
Examples:
  threefold-lab audit --engine stockfish                        The bundled suites
  threefold-lab audit --engine stockfish --option Threads=1 pawns traps --count 40 --seed 2
  threefold-lab audit --engine \"threefold-lab engine --treatment ignore\" traps --depth 6
  threefold-lab audit --engine stockfish my.epd --nodes 100k --json > audit.json
  threefold-lab audit --gtp \"gnugo --mode gtp --chinese-rules --situational-superko\" 2x2 3x3

Every game is asked about after every ply, under five conditions: kept (the table of the game so
far), cleared (ucinewgame before each question), minimal (kept, with the smallest table), bare (the
position without its game), reordered (after the same position with its moves in another order).
Positions that threefold cannot certify are left out and counted. The fifty-move rule is no part of
it: clocks start at 0, and the endings of the suites are decided sooner.

Exit status: 0 audited (wrong answers are a result, not a failure; an engine that is not installed
is skipped with a message), 2 bad input or usage or no engine could be audited, 1 a certificate of
threefold did not hold.";

/// Audit engines: which answers are wrong, and which of them because of what they remember?
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct AuditArgs {
    /// A UCI engine: a program and its arguments, in one word; may be repeated
    #[arg(long, required_unless_present = "gtp", value_name = "COMMAND")]
    engine: Vec<String>,

    /// An engine of Go instead, over GTP; may be repeated
    #[arg(
        long,
        value_name = "COMMAND",
        conflicts_with_all = ["engine", "nodes", "depth", "option"]
    )]
    pub gtp: Vec<String>,

    /// The rule of superko of the games of Go
    #[arg(long, value_enum, default_value = "ssk", requires = "gtp")]
    pub ko: Superko,

    /// Suites (pawns, fortresses, traps, campbell, public) and EPD files; all suites if left out.
    /// With --gtp boards: 2x2 and 3x3 if left out
    #[arg(value_name = "POSITIONS")]
    pub positions: Vec<String>,

    /// Games of each suite that is made, and on each board
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub count: usize,

    /// Where they come from: the same seed gives the same games
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// Nodes of each search of the engine
    #[arg(long, short, value_name = "N", value_parser = parse_count, default_value = "20k")]
    nodes: u64,

    /// Plies of each search instead
    #[arg(long, value_name = "PLIES", conflicts_with = "nodes")]
    depth: Option<u32>,

    /// An option of the engine; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_option)]
    option: Vec<(String, String)>,

    /// How long the engine may take for each of its answers
    #[arg(long, value_name = "T", value_parser = parse_duration, default_value = "30s")]
    pub patience: Duration,

    /// How often a candidate is repeated
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub repeats: u32,

    /// Nodes of threefold for each of the two questions that a value consists of
    #[arg(long, value_name = "N", value_parser = parse_count, default_value = "1M")]
    pub truth_nodes: u64,

    /// Scores up to this, in hundredths of a pawn, claim a draw
    #[arg(long, value_name = "CP", default_value_t = Margins::default().draw)]
    draw_margin: i64,

    /// Scores beyond this claim a win or a loss
    #[arg(long, value_name = "CP", default_value_t = Margins::default().decided)]
    decided_margin: i64,

    /// Print one JSON object per engine
    #[arg(long)]
    pub json: bool,

    /// Say on standard error what is being done
    #[arg(long, short)]
    verbose: bool,
}

/// A rule of superko.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Superko {
    /// Situational
    Ssk,
    /// Positional
    Psk,
}

impl Superko {
    /// The rule that is meant.
    pub const fn rule(self) -> RepetitionRule {
        match self {
            Superko::Ssk => RepetitionRule::SituationalSuperko,
            Superko::Psk => RepetitionRule::PositionalSuperko,
        }
    }
}

fn parse_option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

/// A report with everything that is needed to make it again.
#[derive(Serialize)]
struct Whole<'a> {
    positions_from: &'a [String],
    count: usize,
    seed: u64,
    truth_nodes: u64,
    repeats: u32,
    #[serde(flatten)]
    report: &'a Report,
}

pub fn run(args: &AuditArgs) -> Result<Exit, Stop> {
    if args.draw_margin < 0 || args.decided_margin <= args.draw_margin {
        let message = "--decided-margin: expected more than --draw-margin, and that 0 or more";
        return Err(Stop::Message(message.to_owned()));
    }
    let mut truths = Truths::new(args.truth_nodes);
    let (names, lines) = lines(args, &mut truths).map_err(Stop::Message)?;
    let mut reports = Vec::new();
    for engine in &args.engine {
        let settings = Settings {
            engine: engine.clone(),
            options: args.option.clone(),
            budget: args.depth.map_or(Go::Nodes(args.nodes), Go::Depth),
            patience: args.patience,
            margins: Margins { draw: args.draw_margin, decided: args.decided_margin },
            repeats: args.repeats,
        };
        let mut tell = |message: &str| {
            if args.verbose {
                complain(message);
            }
        };
        let audit = Audit { settings: &settings, truths: &mut truths, tell: &mut tell };
        match audit.run(&lines) {
            Ok(report) => reports.push(report),
            Err(error) if error.is_missing() => complain(format!("{error}; skipped")),
            Err(error) => complain(error),
        }
    }
    for report in &reports {
        if args.json {
            let (seed, count) = (args.seed, args.count);
            let (truth_nodes, repeats) = (args.truth_nodes, args.repeats);
            let positions_from = &names;
            let whole = Whole { positions_from, count, seed, truth_nodes, repeats, report };
            output::print(&json_line(&whole)?)?;
        }
    }
    if !args.json && !reports.is_empty() {
        output::print(&text(&reports))?;
    }
    if truths.faulty() > 0 {
        let faulty = truths.faulty();
        complain(format!("{faulty} certificates of threefold did not hold: please report this"));
        return Ok(Exit::Failed);
    }
    let is_skipped = reports.is_empty();
    Ok(if is_skipped { Exit::BadInput } else { Exit::Fine })
}

/// The games, and where they come from.
fn lines(args: &AuditArgs, truths: &mut Truths) -> Result<(Vec<String>, Vec<Line>), String> {
    let names: Vec<String> = match args.positions.is_empty() {
        true => Suite::ALL.iter().map(|suite| suite.name().to_owned()).collect(),
        false => args.positions.clone(),
    };
    let mut lines = Vec::new();
    for name in &names {
        match Suite::named(name) {
            Some(suite) => lines.extend(suite.lines(args.count, args.seed, truths)),
            None => lines.extend(from_file(name)?),
        }
    }
    Ok((names, lines))
}

fn from_file(name: &str) -> Result<Vec<Line>, String> {
    let bytes = inputs::contents(name).map_err(|error| {
        let suites: Vec<&str> = Suite::ALL.iter().map(|suite| suite.name()).collect();
        format!("{error}; expected an EPD file or a suite ({})", suites.join(", "))
    })?;
    let mut lines = Vec::new();
    for (number, record) in epd::read(&String::from_utf8_lossy(&bytes)) {
        let record = record.map_err(|error| format!("{name}: {error}"))?;
        let history = record.history();
        lines.push(Line {
            suite: name.to_owned(),
            id: record.id().map_or_else(|| format!("line {number}"), str::to_owned),
            start: history.start().clone(),
            moves: history.moves().to_vec(),
        });
    }
    Ok(lines)
}

fn text(reports: &[Report]) -> String {
    let mut text = String::from(
        "engine                          positions  wrong answers  of which caused by history\n",
    );
    for report in reports {
        let (name, positions) = (&report.engine, report.positions);
        let (wrong, caused) = (report.wrong_when_kept(), report.caused_by_history());
        let _ = writeln!(text, "{name:<32}{positions:>9}  {wrong:>13}  {caused:>26}");
    }
    for report in reports {
        let _ = write!(text, "\n{}", details(report));
    }
    text
}

fn details(report: &Report) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{}  ({}, {})", report.engine, report.command, report.go);
    let _ = writeln!(
        text,
        "  {} games, {} positions certified ({} where the game changes the value), {} left out",
        report.games, report.positions, report.changed_by_history, report.left_out
    );
    for (name, counts) in &report.conditions {
        let faults: Vec<String> =
            counts.faults.iter().map(|(fault, times)| format!("{fault} {times}")).collect();
        let _ =
            write!(text, "  {name:<10} {:>5} answers, {:>4} wrong", counts.answered, counts.wrong);
        if let Some(test) = report.pairs.get(name) {
            let _ = write!(
                text,
                "; of {} pairs only here wrong {}, only cleared wrong {}, p {:.3}",
                test.paired.pairs,
                test.paired.only_first_wrong,
                test.paired.only_second_wrong,
                test.p
            );
        }
        if counts.unanswered > 0 {
            let _ = write!(text, "; {} without an answer", counts.unanswered);
        }
        let separator = if faults.is_empty() { "" } else { "  " };
        let _ = writeln!(text, "{separator}{}", faults.join(", "));
    }
    for candidate in &report.candidates {
        text.push_str(&case(candidate));
    }
    for failure in &report.failures {
        let _ = writeln!(text, "  failed  {failure}");
    }
    if report.nonsense > 0 {
        let _ = writeln!(text, "  {} lines made no sense", report.nonsense);
    }
    text
}

fn case(candidate: &Candidate) -> String {
    let mut text = String::new();
    let Candidate { suite, id, condition, repeated, .. } = candidate;
    let name = |faults: &[threefold_audit::Fault]| {
        let names: Vec<&str> = faults.iter().map(|fault| fault.name()).collect();
        names.join(", ")
    };
    let _ = writeln!(
        text,
        "  candidate  {suite} {id}, {}: {}; shown by {} of {} repetitions, p {:.3}",
        condition.name(),
        name(&candidate.with_memory.faults),
        repeated.only_first_wrong,
        repeated.pairs,
        repeated.p_value()
    );
    let without = candidate.truth_without_game.map_or("unknown", |value| value.name());
    let truth = candidate.truth.name();
    let _ = writeln!(text, "    certified {truth}, without the game before it {without}");
    for (label, said) in [("kept", &candidate.with_memory), ("cleared", &candidate.cleared)] {
        let none = "none";
        let (best, score) =
            (said.best.as_deref().unwrap_or(none), said.score.as_deref().unwrap_or(none));
        let depth = said.depth.map_or_else(String::new, |depth| format!(" depth {depth}"));
        let _ = writeln!(text, "    {label:<8} {best}  {score}{depth}  {}", said.line);
    }
    for line in &candidate.script {
        let _ = writeln!(text, "    > {line}");
    }
    text
}
