//! `threefold puzzles`: collections of mates, each move of the solver looked into.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;
use threefold::certificate::Block;
use threefold::search::{Interrupt, Limits, Options};
use threefold::session::effort::Effort;
use threefold::session::games::chess::puzzle::{Audit, Puzzle, read};
use threefold::session::task::{Document, Task, Tasks};
use threefold_terminal::exit::Exit;
use threefold_terminal::inputs;
use threefold_terminal::interrupt;
use threefold_terminal::output::{Stop, complain, json_line, print};
use threefold_terminal::pool::jobs;
use threefold_terminal::progress::Bars;
use threefold_terminal::units::{count, parse_bytes, parse_count, parse_duration};

use crate::batch::{Schedule, interrupted};
use crate::files;

const EXAMPLES: &str = "\
Examples:
  threefold puzzles lichess_db_puzzle.csv --jobs 0
  threefold puzzles mates.epd --certificate proofs/

Read are the table of lichess.org (CSV), and EPD with `bm #N`. Of a puzzle is said whether there is
a mate in as many moves and in no fewer, and whether every move of the solver is the only one that
mates in time: in the table of all moves but a mate in one, in EPD of those that `bm` names. Puzzles
about something else are counted.

Exit status: 0 nothing wrong found, 1 something is wrong, 3 something is not known, 2 bad input.";

/// Collections of mates: is each there, as long as it says, and the solver's moves the only ones?
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct PuzzlesArgs {
    /// Tables and files of positions; - is standard input
    #[arg(required = true, value_name = "INPUT")]
    pub inputs: Vec<String>,

    /// Give up a position after this many nodes (10k, 5M, 1G)
    #[arg(long, short, value_name = "N", value_parser = parse_count, default_value = "1M")]
    pub nodes: u64,

    /// Give up a position after this time (10s, 2m, 500ms; seconds without a unit)
    #[arg(long, short, value_name = "T", value_parser = parse_duration)]
    pub time: Option<Duration>,

    /// Size of the table (64K, 64M, 1G) of each position that is being looked into
    #[arg(long, short, value_name = "SIZE", value_parser = parse_bytes, default_value = "16M")]
    pub memory: usize,

    /// So many puzzles at once; 0 for as many as there are processors
    #[arg(long, short, value_name = "N", default_value_t = 1)]
    pub jobs: usize,

    /// Write certificates of each mate, and that there is no shorter one, to this directory
    #[arg(long, short, value_name = "DIR")]
    pub certificate: Option<PathBuf>,

    /// Overwrite files that are no certificates
    #[arg(long)]
    pub force: bool,

    /// Do not make and check a certificate of each mate
    #[arg(long, conflicts_with = "certificate")]
    pub no_check: bool,

    /// Print one JSON object per puzzle
    #[arg(long)]
    pub json: bool,
}

/// What is said of a puzzle.
#[derive(Serialize)]
struct Report<'t> {
    input: &'t str,
    id: Option<&'t str>,
    root: Option<String>,
    mate: Option<u32>,
    /// `right`, `wrong`, `unknown`, or `no-mate`: it is about something else.
    verdict: &'static str,
    faults: Vec<String>,
    open: Vec<String>,
    nodes: u64,
    time_s: f64,
    certificates: Vec<String>,
    #[serde(skip)]
    failed: Option<String>,
    #[serde(skip)]
    blocks: Option<Vec<Block>>,
}

pub fn run(args: &PuzzlesArgs) -> Result<Exit, Stop> {
    let mut tasks = Tasks::default();
    for name in &args.inputs {
        match inputs::contents(name) {
            Ok(bytes) => tasks.extend(read(&Document::new(name, &bytes))),
            Err(error) => tasks.errors.push(error),
        }
    }
    let Tasks { tasks, errors } = tasks;
    errors.iter().for_each(complain);
    let mut desk = files::desk(&args.inputs, args.force);
    let names = tasks.iter().map(|task| (task.id.as_deref(), task.stem.as_str()));
    let outputs = files::certificates(args.certificate.as_deref(), false, &mut desk, names);
    let outputs = outputs.map_err(Stop::Message)?;
    let interrupt = interrupt::install();
    let effort = effort(args, &interrupt);
    let bars = Bars::new(tasks.len());
    let work = |number: usize| {
        let task = &tasks[number];
        let started = Instant::now();
        let audit = task.subject.audit(&effort, &mut ());
        let audit = audit.map_err(|error| format!("{}: {error}", task.input))?;
        let mut report = Report::new(task, audit, started.elapsed());
        if let (Some(output), Some(blocks)) = (&outputs[number], report.blocks.take()) {
            match output.write(blocks) {
                Ok(places) => report.certificates = places,
                Err(error) => report.failed = Some(error),
            }
        }
        Ok(report)
    };
    let mut verdicts = [0_u64; VERDICTS.len()];
    let show = |report: Report<'_>| {
        let place = VERDICTS.iter().position(|(verdict, ..)| *verdict == report.verdict);
        let place = place.expect("all are in the list");
        verdicts[place] += 1;
        if args.json {
            print(&json_line(&report)?)?;
        } else if !report.faults.is_empty() || !report.open.is_empty() {
            print(&report.line())?;
        }
        if let Some(failed) = &report.failed {
            complain(format_args!("{}: {failed}", report.input));
            return Ok(Exit::Failed);
        }
        Ok(VERDICTS[place].2)
    };
    let (count_of, jobs) = (tasks.len(), jobs(args.jobs).min(tasks.len()));
    let schedule = Schedule { count: count_of, jobs, interrupt: &interrupt, bars: &bars };
    let exit = schedule.run(work, show, interrupted)?;
    if !args.json {
        print(&sum(count_of, verdicts))?;
    }
    Ok(if errors.is_empty() { exit } else { exit.max(Exit::BadInput) })
}

/// What each puzzle may take.
fn effort(args: &PuzzlesArgs, interrupt: &Interrupt) -> Effort {
    let usual = Effort::for_positions();
    Effort {
        options: Options { table_bytes: args.memory, ..usual.options },
        limits: Limits { nodes: args.nodes, time: args.time, ..usual.limits },
        interrupt: interrupt.clone(),
        check: !args.no_check,
        ..usual
    }
}

/// How many there were of each verdict.
fn sum(puzzles: usize, verdicts: [u64; VERDICTS.len()]) -> String {
    let parts = VERDICTS.iter().zip(verdicts).filter(|(_, number)| *number > 0);
    let parts: Vec<_> = parts.map(|((_, words, _), number)| format!("{number} {words}")).collect();
    format!("{}: {}\n", count(puzzles as u64, "puzzle"), parts.join(", "))
}

/// The verdicts, their words in the sum, and what the program says of them at its end.
const VERDICTS: [(&str, &str, Exit); 4] = [
    ("right", "right", Exit::Fine),
    ("wrong", "wrong", Exit::Failed),
    ("unknown", "unknown", Exit::Unknown),
    ("no-mate", "about something else", Exit::Fine),
];

impl<'t> Report<'t> {
    fn new(task: &'t Task<Puzzle>, audit: Audit, time: Duration) -> Self {
        let Audit { faults, open, proofs, refuted, nodes } = audit;
        let verdict = match (task.subject.mate, faults.is_empty(), open.is_empty()) {
            (None, ..) => "no-mate",
            (_, false, _) => "wrong",
            (_, _, false) => "unknown",
            _ => "right",
        };
        Report {
            input: &task.input,
            id: task.id.as_deref(),
            root: task.subject.root(),
            mate: task.subject.mate,
            verdict,
            faults,
            open,
            nodes,
            time_s: time.as_secs_f64(),
            certificates: Vec::new(),
            failed: refuted,
            blocks: (!proofs.is_empty()).then(|| proofs.into_iter().map(|one| one.block).collect()),
        }
    }

    fn line(&self) -> String {
        let id = self.id.map(|id| format!(" {id}")).unwrap_or_default();
        let what: Vec<_> = self.faults.iter().chain(&self.open).map(String::as_str).collect();
        format!("{}{id}: {}: {}\n", self.input, self.verdict, what.join("; "))
    }
}
