//! `threefold check`.

mod asked;
mod report;

use std::fs::{self, File};
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use threefold::certificate::{
    CertificateReader, CheckError, CheckLimits, Header, RefutationKind, Refuted, Verified,
    decompressed,
};
use threefold::checkers::Checkers;
use threefold::checkers::egdb::Database;
use threefold::chess::Chess;
use threefold::game::Game;
use threefold::go::problem::Problem;
use threefold::go::{Go, Points, Terms, Wide};
use threefold::graph::GraphFile;

use crate::args::CheckArgs;
use crate::check::asked::Asked;
use crate::check::report::{Finding, Outcome};
use crate::database;
use crate::exit::Exit;
use crate::input::read_graph;
use crate::memory;
use crate::output::{Stop, complain};
use crate::problem::args::QuestionArgs;
use crate::words;

/// What a walk may hold where nothing else is said, if there is twice as much: the certificates of
/// the largest boards that were ever solved take less.
const USUAL_MEMORY: u64 = 4 << 30;
/// If nothing says how much memory there is.
const LITTLE_MEMORY: u64 = 1 << 30;

pub fn run(args: &CheckArgs) -> Result<Exit, Stop> {
    let graph = match &args.graph {
        Some(path) => Some(read_graph(path).map_err(Stop::Message)?),
        None => None,
    };
    if args.question.is_none() && args.problem != QuestionArgs::default() {
        let message = "--goal, --region and the like are about a problem; name it with --question";
        return Err(Stop::Message(message.to_owned()));
    }
    let asked = match &args.question {
        Some(input) => Some(asked::read(input, args).map_err(Stop::Message)?),
        None => None,
    };
    let memory = args.memory.map_or_else(
        || memory::available().map_or(LITTLE_MEMORY, |bytes| bytes / 2).min(USUAL_MEMORY),
        |bytes| bytes as u64,
    );
    let limits = CheckLimits { memory: usize::try_from(memory).ok(), time: Some(args.time) };
    let mut files = Vec::new();
    for path in &args.files {
        certificates(path, &mut files).map_err(Stop::Message)?;
    }
    let mut checker =
        Checker { args, limits, graph, asked, checkers: Vec::new(), exit: Exit::Fine };
    for path in &files {
        // A name is no place for lines that look like a verdict.
        let name = words::one_line(&path.display().to_string());
        match checker.file(path, &name) {
            Ok(findings) => {
                for finding in &findings {
                    checker.exit = checker.exit.max(finding.outcome.exit());
                    report::show(finding, args, files.len() > 1)?;
                }
                if let Some(asked) = &mut checker.asked {
                    asked.note(&findings);
                }
            }
            Err(message) => {
                // The reader says it where it meets it.
                let is_late = message.ends_with("not checked: time");
                let exit = if is_late { Exit::Unknown } else { Exit::BadInput };
                complain(format_args!("{name}: {message}"));
                checker.exit = checker.exit.max(exit);
            }
        }
    }
    if let Some(asked) = &checker.asked {
        let exit = if asked.are_answered() { Exit::Fine } else { Exit::Unknown };
        checker.exit = checker.exit.max(exit);
        report::show_questions(asked, args)?;
    }
    Ok(checker.exit)
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

/// An input that ends in an error when the time is over: a compressed file can go on for ever
/// without a line in it.
struct Timed<R> {
    input: R,
    deadline: Option<Instant>,
}

impl<R: Read> Read for Timed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(io::Error::new(io::ErrorKind::TimedOut, "not checked: time"));
        }
        self.input.read(buffer)
    }
}

struct Checker<'a> {
    args: &'a CheckArgs,
    limits: CheckLimits,
    graph: Option<GraphFile>,
    /// The questions that certificates have to answer.
    asked: Option<Asked>,
    /// The databases that certificates have asked for so far, by number of pieces.
    checkers: Vec<Arc<Database>>,
    exit: Exit,
}

impl Checker<'_> {
    /// What is found out about the claims of a file: nothing if it cannot be read to its end. What
    /// follows a refutation is not read.
    fn file(&mut self, path: &Path, name: &str) -> Result<Vec<Finding>, String> {
        let input: io::Result<Box<dyn Read>> = match path.as_os_str() == "-" {
            true => Ok(Box::new(io::stdin().lock())),
            false => File::open(path).map(|file| Box::new(file) as Box<dyn Read>),
        };
        let timed = |input| Timed { input, deadline: Instant::now().checked_add(self.args.time) };
        let input = input.map(timed).and_then(decompressed).map_err(|error| error.to_string())?;
        let mut reader = CertificateReader::new(input);
        let mut findings: Vec<Finding> = Vec::new();
        while let Some(header) = reader.next_block().map_err(|error| error.to_string())? {
            let wanted = self.asked.as_ref().map(|asked| asked.closest(&header).clone());
            let outcome = match self.block(&header, wanted.as_ref(), &mut reader)? {
                Ok(verified) => Outcome::Verified(verified),
                Err(CheckError::Refuted(refuted)) => Outcome::Refuted(refuted),
                Err(CheckError::Limit(limit)) => Outcome::Limit(limit),
                Err(error) => return Err(error.to_string()),
            };
            let ends = !matches!(outcome, Outcome::Verified(_));
            let assuming = assumptions(&header)?;
            findings.push(Finding { file: name.to_owned(), header, outcome, assuming });
            if ends {
                break;
            }
        }
        self.must_answer(&mut findings);
        Ok(findings)
    }

    /// Of the claims of a file one has to answer the question; of a draw it is one of the two.
    fn must_answer(&self, findings: &mut Vec<Finding>) {
        let Some(asked) = &self.asked else { return };
        let verified = |finding: &Finding| match &finding.outcome {
            Outcome::Verified(verified) => Some(asked.answer(&finding.header, verified)),
            _ => None,
        };
        let answers: Option<Vec<_>> = findings.iter().map(verified).collect();
        if let Some(answers) = answers
            && answers.iter().all(Option::is_none)
            && let Some(Finding { header, outcome: Outcome::Verified(verified), .. }) =
                findings.first()
        {
            let refuted = Refuted {
                line: verified.claim_line,
                kind: RefutationKind::OtherQuestion,
                detail: format!("'{}' is no answer", header.claim),
            };
            findings[0].outcome = Outcome::Refuted(refuted);
            findings.truncate(1);
        }
    }

    /// Checks a block. The outer error says why it is not about anything that is known here.
    fn block(
        &mut self,
        header: &Header,
        wanted: Option<&Header>,
        reader: &mut CertificateReader<impl BufRead>,
    ) -> Result<Result<Verified, CheckError>, String> {
        if header.database.is_some() && header.game != "checkers" {
            return Err(format!("about {}, which has no database", header.game));
        }
        match header.game.as_str() {
            "chess" => self.with(&Chess, header, wanted, reader),
            "checkers" => {
                let (game, endgames) = (Checkers::new(), self.endgames(header)?);
                exactly(&game, header)?;
                let checker = self.checker(&game, wanted).knowledge(&endgames);
                let result = match endgames.as_ref().filter(|_| self.args.expand_database) {
                    Some(database) => {
                        let mut best = |position: &_| database.best_move(position);
                        checker.expanding(&mut best).stream(reader)
                    }
                    None => checker.stream(reader),
                };
                // Neither verified nor refuted: the database did not say what it knows.
                match database::damage(endgames.as_deref()) {
                    Some(damage) => Err(damage),
                    None => Ok(result),
                }
            }
            "go" => {
                let terms: Terms =
                    (header.parameters.parse()).map_err(|error| format!("about go: {error}"))?;
                // With the smallest sets of points that hold the board.
                match terms.size.points() {
                    0..=64 => self.with(&board::<u64>(terms)?, header, wanted, reader),
                    65..=128 => self.with(&board::<u128>(terms)?, header, wanted, reader),
                    _ => self.with(&board::<Wide>(terms)?, header, wanted, reader),
                }
            }
            "go-problem" => self.with(&problem(header)?, header, wanted, reader),
            "graph" => {
                let file = self.asked.as_ref().and_then(|asked| asked.graph.as_ref());
                let Some(file) = self.graph.as_ref().or(file) else {
                    return Err("about a graph game: give it with --graph FILE.game".to_owned());
                };
                let own = wanted.is_none().then(|| asked::of_graph(file));
                self.with(&file.game, header, wanted.or(own.as_ref()), reader)
            }
            game => Err(format!("about the game '{game}', unknown here")),
        }
    }

    fn with<G: Game>(
        &self,
        game: &G,
        header: &Header,
        wanted: Option<&Header>,
        reader: &mut CertificateReader<impl BufRead>,
    ) -> Result<Result<Verified, CheckError>, String> {
        exactly(game, header)?;
        Ok(self.checker(game, wanted).stream(reader))
    }

    fn checker<'c, G: Game>(
        &self,
        game: &'c G,
        wanted: Option<&'c Header>,
    ) -> threefold::certificate::Checker<'c, G> {
        let checker = threefold::certificate::Checker::new(game).limits(self.limits);
        match wanted {
            Some(wanted) => checker.about(wanted),
            None => checker,
        }
    }

    /// The database that a certificate declares: as many pieces of the one at hand.
    fn endgames(&mut self, header: &Header) -> Result<Option<Arc<Database>>, String> {
        let Some(declaration) = &header.database else { return Ok(None) };
        let pieces = Database::declared_pieces(declaration);
        let is_it =
            |database: &&Arc<Database>| pieces.is_none_or(|pieces| pieces == database.pieces());
        if let Some(database) = self.checkers.iter().find(is_it) {
            return Ok(Some(Arc::clone(database)));
        }
        let database = database::declared(self.args.egdb.as_deref(), declaration)?;
        Ok(database.map(|database| {
            self.checkers.push(Arc::new(database));
            Arc::clone(&self.checkers[self.checkers.len() - 1])
        }))
    }
}

/// What a question takes for granted: that stones around a problem never die.
fn assumptions(header: &Header) -> Result<Option<String>, String> {
    if header.game != "go-problem" {
        return Ok(None);
    }
    let sentence = problem(header)?.assumptions();
    Ok(sentence.map(|text| text.trim_start_matches("assuming that ").to_owned()))
}

/// The game was made from the header's parameters: they must be written as the game writes them, so
/// that every reader accepts the same files.
fn exactly<G: Game>(game: &G, header: &Header) -> Result<(), String> {
    let written = game.parameters();
    if header.parameters == written {
        return Ok(());
    }
    let (name, said) = (game.name(), &header.parameters);
    Err(match written.is_empty() {
        true => format!("about {name}, which has no parameters, with '{said}'"),
        false => format!("about {name}: '{said}' is written '{written}'"),
    })
}

fn board<P: Points>(terms: Terms) -> Result<Go<P>, String> {
    Go::new(terms).map_err(|error| error.to_string())
}

/// The problem of Go that a block is about: its parameters, and the stones outside its region, which
/// are as the root has them. There the wall has to be safe: what it was before is of no use.
fn problem(header: &Header) -> Result<Problem, String> {
    Problem::parse(&header.parameters, &header.root)
        .map_err(|error| format!("about go-problem: {error}"))
}
