//! `threefold check`.

pub mod args;
mod report;
mod verified;

use std::fs;
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};
use std::slice;
use std::time::Duration;

use threefold::certificate::{CheckLimits, decompressed_within};
use threefold::session::check::Checker;
use threefold::session::check::questions::{Questions, Wanted};
use threefold::session::error::Error;
use threefold::session::words;
use threefold_files::input;
use threefold_terminal::database;
use threefold_terminal::inputs::{self, read_graph};
use threefold_terminal::names::AttackerName;
use threefold_terminal::problem::QuestionArgs;

use self::args::CheckArgs;
use crate::mate::args::Moves;
use threefold_terminal::exit::Exit;
use threefold_terminal::memory;
use threefold_terminal::output::{Stop, complain};

impl CheckArgs {
    /// How long a win may take, if something is said of it.
    fn wanted(&self) -> Option<Wanted> {
        let mate = self.mate.map(|moves| match moves {
            Moves::Number(number) => Wanted::Mate(number),
            Moves::Record => Wanted::Stated,
        });
        mate.or(self.stipulation.map(Wanted::Stipulation))
    }
}

/// What a walk may hold where nothing else is said, if there is twice as much: the certificates of
/// the largest boards that were ever solved take less.
const USUAL_MEMORY: u64 = 4 << 30;
/// If nothing says how much memory there is.
const LITTLE_MEMORY: u64 = 1 << 30;

pub fn run(args: &CheckArgs) -> Result<Exit, Stop> {
    let stop = |error: Error| Stop::Message(error.with_flags());
    if args.verified {
        return verified::run(args.graph.as_deref(), &files(args)?);
    }
    let graph = match &args.graph {
        Some(path) => Some(read_graph(path).map_err(stop)?),
        None => None,
    };
    if args.question.is_none() && args.problem != QuestionArgs::default() {
        let message = "--goal, --region and the like are about a problem; name it with --question";
        return Err(Stop::Message(message.to_owned()));
    }
    let asked = args.question.as_ref().map(|input| questions(args, input)).transpose();
    let asked = asked.map_err(stop)?;
    let limits = limits(args.memory, args.time);
    let files = files(args)?;
    let (egdb, syzygy) = (args.egdb.as_deref(), args.syzygy.as_deref());
    let databases = |declaration: &str| database::declared_with(egdb, syzygy, declaration);
    let mut checker = Checker::new()
        .limits(limits)
        .graph(graph)
        .questions(asked)
        .parts(true)
        .expanding(args.expand_database)
        .databases(databases)
        .telling(words::tell_growth(complain));
    let mut exit = Exit::Fine;
    for path in &files {
        // A name is no place for lines that look like a verdict.
        let name = words::one_line(&path.display().to_string());
        match opened(path, &limits).and_then(|input| checker.file(&name, input)) {
            Ok(findings) => {
                for finding in &findings {
                    exit = exit.max(report::exit(&finding.outcome));
                    report::show(finding, args, files.len() > 1)?;
                }
            }
            Err(error) => {
                complain(format_args!("{name}: {}", database::error_line(&error)));
                exit = exit.max(match error {
                    Error::Limit(_) => Exit::Unknown,
                    _ => Exit::BadInput,
                });
            }
        }
    }
    if let Some(asked) = checker.asked() {
        exit = exit.max(if asked.are_answered() { Exit::Fine } else { Exit::Unknown });
        report::show_questions(asked, args)?;
    }
    Ok(exit)
}

/// The certificates that are to be checked.
fn files(args: &CheckArgs) -> Result<Vec<PathBuf>, Stop> {
    let mut files = Vec::new();
    for path in &args.files {
        certificates(path, &mut files).map_err(Stop::Message)?;
    }
    Ok(files)
}

/// What they have to answer.
fn questions(args: &CheckArgs, input: &String) -> Result<Questions, Error> {
    let tasks =
        inputs::read(slice::from_ref(input), args.game, &args.problem.question_of_diagrams());
    let attacker = args.attacker.map(AttackerName::attacker);
    Questions::new(tasks, input, attacker, args.fifty_moves, args.wanted())
}

/// What a check may take: what was asked for, and else what is usual.
pub fn limits(memory: Option<usize>, time: Duration) -> CheckLimits {
    let memory = memory.map_or_else(
        || memory::available().map_or(LITTLE_MEMORY, |bytes| bytes / 2).min(USUAL_MEMORY),
        |bytes| bytes as u64,
    );
    CheckLimits { memory: usize::try_from(memory).ok(), time: Some(time) }
}

/// The certificates that a path names: itself, or those in it if it is a directory.
fn certificates(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let error = |error: io::Error| format!("{}: {error}", path.display());
    let before = files.len();
    for entry in fs::read_dir(path).map_err(error)? {
        let path = entry.map_err(error)?.path();
        let name = path.to_string_lossy();
        // A pipe would wait for somebody who writes to it.
        if (name.ends_with(".cert") || name.ends_with(".cert.zst")) && path.is_file() {
            files.push(path);
        }
    }
    files[before..].sort();
    if files.len() == before {
        return Err(format!("{}: no certificate in it (.cert, .cert.zst)", path.display()));
    }
    Ok(())
}

/// The text of a certificate, compressed or not; - is standard input. Whoever reads certificates
/// opens them here, with the limits of a check.
pub fn opened(path: &Path, limits: &CheckLimits) -> Result<Box<dyn BufRead>, Error> {
    let open = || match path.as_os_str() == "-" {
        true => decompressed_within(io::stdin().lock(), limits),
        false => decompressed_within(input::given(path)?, limits),
    };
    open().map_err(Error::other)
}
