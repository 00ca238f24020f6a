//! `threefold jobs`: searches as lines of JSON, which any engine carries.

use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use threefold::jobs::{Job, JobId, JobResult, Report, Settings};
use threefold::session::jobs::{Campaign, whole, work_through};
use threefold::session::problem::question::ProblemQuestion;
use threefold::session::registry::GameName;
use threefold_files::input;
use threefold_terminal::names::{AttackerName, game_parser};
use threefold_terminal::{database, inputs};

use threefold_terminal::exit::Exit;
use threefold_terminal::interrupt;
use threefold_terminal::output::{Stop, complain, json_line, print};
use threefold_terminal::units::{parse_bytes, parse_count};

/// Searches as lines of text, for Slurm arrays, HyperQueue and your own engine.
///
/// A job is one line of JSON that says all that a worker needs; what comes of it is another one,
/// with its certificate. To divide one hard position: python -m threefold.cluster prove.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct JobsArgs {
    #[command(subcommand)]
    command: JobsCommand,
}

const EXAMPLES: &str = "\
Examples:
  threefold jobs list --nodes 10M mates.epd > jobs        A job for every position
  threefold jobs work jobs > reports                      All of them, one after the other
  threefold jobs work --line 3 jobs                       The third of them
  sbatch --array=1-200 --wrap \\
      'threefold jobs work --line $SLURM_ARRAY_TASK_ID jobs > report-$SLURM_ARRAY_TASK_ID'
  hq submit --each-line jobs sh -c 'echo \"$HQ_ENTRY\" | threefold jobs work'
Work exits with 3 where a limit has ended a job: || [ $? = 3 ] behind it says that
this is no failure.";

#[derive(Debug, Subcommand)]
enum JobsCommand {
    List(ListArgs),
    Work(WorkArgs),
}

/// Print a job for every position.
#[derive(Debug, Args)]
struct ListArgs {
    /// Positions and files, as for solve
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<String>,

    /// The game, where the input does not show it
    #[arg(long, value_parser = game_parser())]
    game: Option<GameName>,

    /// Whose win is in question, as for solve
    #[arg(long, value_enum, value_name = "PLAYER")]
    attacker: Option<AttackerName>,

    /// Positions that each job may expand (10k, 1M)
    #[arg(long, short, value_name = "N", value_parser = parse_count, default_value = "10M")]
    nodes: u64,

    /// Memory for the table of each job (64M, 1G)
    #[arg(long, short, value_name = "SIZE", value_parser = parse_bytes, default_value = "64M")]
    memory: usize,

    /// Jobs for each position, which differ in their search
    #[arg(long, value_name = "K", default_value_t = 1)]
    seeds: u64,

    /// Checkers or chess: the endgame database that workers have to have, too; the one in this
    /// directory
    #[arg(long, value_name = "DIR")]
    egdb: Option<PathBuf>,
}

/// Do jobs, and print what comes of them.
#[derive(Debug, Args)]
struct WorkArgs {
    /// Jobs, one on each line; without it, or with -, standard input
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,

    /// Only the job on this line, from 1
    #[arg(long, value_name = "N")]
    line: Option<u64>,

    /// Where the endgame databases are that jobs name; without it where egdb build puts them
    #[arg(long, value_name = "DIR")]
    egdb: Option<PathBuf>,
}

pub fn run(args: &JobsArgs) -> Result<Exit, Stop> {
    match &args.command {
        JobsCommand::List(args) => list(args),
        JobsCommand::Work(args) => do_jobs(args),
    }
}

fn list(args: &ListArgs) -> Result<Exit, Stop> {
    let read = inputs::read(&args.inputs, args.game, &ProblemQuestion::default());
    let mut exit = Exit::Fine;
    for error in &read.errors {
        complain(error.with_flags());
        exit = Exit::BadInput;
    }
    let settings =
        Settings { nodes: args.nodes, memory: args.memory as u64, ..Settings::default() };
    let attacker = args.attacker.map(AttackerName::attacker);
    let database = match &args.egdb {
        Some(directory) => database::named(directory, &read.tasks)?,
        None => None,
    };
    let campaign = Campaign { rule: None, attacker, settings, database };
    let mut number = 0;
    for task in &read.tasks {
        for seed in 0..args.seeds {
            match whole(&task.subject, &campaign, seed) {
                Ok(job) => {
                    number += 1;
                    show(&Job { id: JobId(number), ..job })?;
                }
                Err(error) => {
                    complain(error.at(task.input.clone()).with_flags());
                    exit = Exit::BadInput;
                    break;
                }
            }
        }
    }
    Ok(exit)
}

fn show(value: &impl serde::Serialize) -> Result<(), Stop> {
    print(&json_line(value)?)
}

fn do_jobs(args: &WorkArgs) -> Result<Exit, Stop> {
    let name = args.file.display();
    let message = |what: &dyn std::fmt::Display| Stop::Message(format!("{name}: {what}"));
    let mut file: Box<dyn BufRead> = match args.file == Path::new("-") {
        true => Box::new(BufReader::new(io::stdin())),
        false => Box::new(BufReader::new(input::given(&args.file).map_err(|e| message(&e))?)),
    };
    let interrupt = interrupt::install();
    let (mut exit, mut found, mut stopped) = (Exit::Fine, false, None);
    let mut lines = (1u64..).zip(std::iter::from_fn(|| input::line(&mut file).transpose()));
    // The job that is being done: its line, and its number.
    let mut current = (0, JobId(0));
    let mut databases = |declaration: &str| database::declared(args.egdb.as_deref(), declaration);
    work_through(&mut databases, &mut |said| {
        if let Some(said) = said {
            let (number, job) = current;
            let result = said.unwrap_or_else(|error| {
                complain(format_args!("{name}:{number}: {error}"));
                exit = Exit::BadInput;
                JobResult::Failed { reason: error.to_string() }
            });
            if matches!(result, JobResult::Open { .. }) {
                exit = exit.max(Exit::Unknown);
            }
            if let Err(stop) = show(&Report { job, result }) {
                stopped = Some(stop);
                return None;
            }
            if interrupt.is_raised() {
                return None;
            }
        }
        loop {
            let (number, line) = lines.next()?;
            let line = match line {
                Ok(line) => line,
                Err(error) => {
                    stopped = Some(message(&error));
                    return None;
                }
            };
            if line.trim().is_empty() || args.line.is_some_and(|wanted| wanted != number) {
                continue;
            }
            found = true;
            match serde_json::from_str::<Job>(&line) {
                Ok(job) => {
                    current = (number, job.id);
                    return Some((job, interrupt.clone()));
                }
                Err(error) => {
                    complain(format_args!("{name}:{number}: no job: {error}"));
                    exit = Exit::BadInput;
                }
            }
        }
    });
    if let Some(stop) = stopped {
        return Err(stop);
    }
    match args.line {
        Some(line) if !found => Err(message(&format_args!("there is no job on line {line}"))),
        _ => Ok(exit),
    }
}
