//! `threefold check`.

use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;
use threefold::certificate::{
    CertificateReader, CheckError, Header, Verified, check_stream, check_stream_expanding,
    decompressed,
};
use threefold::checkers::Checkers;
use threefold::checkers::egdb::Database;
use threefold::chess::Chess;
use threefold::go::problem::Problem;
use threefold::go::{Go, Points, Terms, Wide};
use threefold::graph::GraphFile;

use crate::args::CheckArgs;
use crate::database;
use crate::exit::Exit;
use crate::input::read_graph;
use crate::output::{Stop, complain, json_line, print};

/// One claim, for programs; `docs/json.md` describes it.
#[derive(Serialize)]
struct Checked<'a> {
    file: &'a str,
    game: String,
    claim: String,
    repetition: String,
    verified: bool,
    line: Option<u64>,
    kind: Option<&'static str>,
    detail: Option<&'a str>,
    positions: Option<u64>,
    moves: Option<u64>,
}

pub fn run(args: &CheckArgs) -> Result<Exit, Stop> {
    let graph = match &args.graph {
        Some(path) => Some(read_graph(path).map_err(Stop::Message)?),
        None => None,
    };
    let mut checker = Checker { args, graph, checkers: Vec::new(), exit: Exit::Fine };
    for path in &args.files {
        let name = path.display().to_string();
        if let Err(message) = checker.file(path, &name)? {
            complain(format_args!("{name}: {message}"));
            checker.exit = checker.exit.max(Exit::BadInput);
        }
    }
    Ok(checker.exit)
}

struct Checker<'a> {
    args: &'a CheckArgs,
    graph: Option<GraphFile>,
    /// The databases that certificates have asked for so far, by number of pieces.
    checkers: Vec<Checkers>,
    exit: Exit,
}

impl Checker<'_> {
    /// The inner error is about the file, the outer one about the output.
    fn file(&mut self, path: &Path, name: &str) -> Result<Result<(), String>, Stop> {
        let input: Result<Box<dyn Read>, io::Error> = match name {
            "-" => Ok(Box::new(io::stdin().lock())),
            _ => File::open(path).map(|file| Box::new(file) as Box<dyn Read>),
        };
        let reader = match input.and_then(decompressed) {
            Ok(input) => CertificateReader::new(input),
            Err(error) => return Ok(Err(error.to_string())),
        };
        self.blocks(reader, name)
    }

    fn blocks(
        &mut self,
        mut reader: CertificateReader<impl BufRead>,
        name: &str,
    ) -> Result<Result<(), String>, Stop> {
        loop {
            let header = match reader.next_block() {
                Ok(Some(header)) => header,
                Ok(None) => return Ok(Ok(())),
                Err(error) => return Ok(Err(error.to_string())),
            };
            let result = match (header.game.as_str(), &self.graph) {
                ("chess", _) => check_stream(&Chess, &mut reader),
                ("checkers", _) => {
                    let game = match self.checkers(header.database.as_deref()) {
                        Ok(game) => game,
                        Err(message) => return Ok(Err(message)),
                    };
                    let result = match game.endgames().filter(|_| self.args.expand_database) {
                        Some(database) => {
                            let mut best = |position: &_| database.best_move(position);
                            check_stream_expanding(&game, &mut reader, &mut best)
                        }
                        None => check_stream(&game, &mut reader),
                    };
                    // Neither verified nor refuted: the database did not say what it knows.
                    if let Some(damage) = database::damage(&game) {
                        return Ok(Err(damage));
                    }
                    result
                }
                ("go", _) => match go(&header.parameters, &mut reader) {
                    Ok(result) => result,
                    Err(message) => return Ok(Err(message)),
                },
                ("go-problem", _) => match go_problem(&header) {
                    Ok(problem) => check_stream(&problem, &mut reader),
                    Err(message) => return Ok(Err(message)),
                },
                ("graph", Some(file)) => check_stream(&file.game, &mut reader),
                ("graph", None) => {
                    return Ok(
                        Err("about a graph game: give it with --graph FILE.game".to_owned()),
                    );
                }
                (game, _) => return Ok(Err(format!("about the game '{game}', unknown here"))),
            };
            match result {
                Err(CheckError::Read(error)) => return Ok(Err(error.to_string())),
                Err(CheckError::Refuted(refuted)) => {
                    self.exit = self.exit.max(Exit::Failed);
                    self.show(&refuted, &header, name, || Checked {
                        file: name,
                        game: game_of(&header),
                        claim: header.claim.to_string(),
                        repetition: header.repetition.to_string(),
                        verified: false,
                        line: Some(refuted.line),
                        kind: Some(refuted.kind.name()),
                        detail: (!refuted.detail.is_empty()).then_some(&refuted.detail),
                        positions: None,
                        moves: None,
                    })?;
                    if !self.args.json && !refuted.detail.is_empty() {
                        complain(format_args!("{name}: line {}: {}", refuted.line, refuted.detail));
                    }
                }
                Ok(verified) => {
                    self.show(&verified, &header, name, || fine(&header, &verified, name))?
                }
            }
        }
    }

    /// The rules with the database that a certificate declares: as many pieces of the one at hand.
    fn checkers(&mut self, declaration: Option<&str>) -> Result<Checkers, String> {
        let Some(declaration) = declaration else { return Ok(Checkers::new()) };
        let pieces = Database::declared_pieces(declaration);
        let is_it = |game: &&Checkers| {
            game.endgames().is_some_and(|database| pieces.is_none_or(|n| n == database.pieces()))
        };
        if let Some(game) = self.checkers.iter().find(is_it) {
            return Ok(game.clone());
        }
        let database = database::declared(self.args.egdb.as_deref(), declaration)?;
        let Some(database) = database else { return Ok(Checkers::new()) };
        let game = Checkers::with_database(Arc::new(database));
        self.checkers.push(game.clone());
        Ok(game)
    }

    fn show<'c>(
        &self,
        line: &impl ToString,
        header: &Header,
        name: &str,
        json: impl FnOnce() -> Checked<'c>,
    ) -> Result<(), Stop> {
        if self.args.json {
            return print(&json_line(&json())?);
        }
        // What a claim says may depend on the game's parameters, and on the superko rule.
        let game = (!header.parameters.is_empty()).then(|| game_of(header));
        let rule = Some(header.repetition).filter(|rule| rule.is_superko());
        let about: Vec<String> =
            game.into_iter().chain(rule.map(|rule| rule.to_string())).collect();
        let mut line = line.to_string();
        if !about.is_empty() {
            line = format!("{line} ({})", about.join(", "));
        }
        if self.args.files.len() > 1 {
            print(&format!("{name}: {line}\n"))
        } else {
            print(&format!("{line}\n"))
        }
    }
}

/// Checks a block about Go with the smallest sets of points that hold the board.
fn go(
    parameters: &str,
    reader: &mut CertificateReader<impl BufRead>,
) -> Result<Result<Verified, CheckError>, String> {
    fn with<P: Points>(
        terms: Terms,
        reader: &mut CertificateReader<impl BufRead>,
    ) -> Result<Result<Verified, CheckError>, String> {
        let game = Go::<P>::new(terms).map_err(|error| error.to_string())?;
        Ok(check_stream(&game, reader))
    }
    let terms: Terms = parameters.parse().map_err(|error| format!("about go: {error}"))?;
    match terms.size.points() {
        0..=64 => with::<u64>(terms, reader),
        65..=128 => with::<u128>(terms, reader),
        _ => with::<Wide>(terms, reader),
    }
}

/// The game with its parameters, as the header has it: `go 3x3 at-least 4`.
fn game_of(header: &Header) -> String {
    format!("{} {}", header.game, header.parameters).trim_end().to_owned()
}

/// The problem of Go that a block is about: its parameters, and the stones outside its region.
fn go_problem(header: &Header) -> Result<Problem, String> {
    let start = header.history.as_deref().unwrap_or(&header.root);
    Problem::parse(&header.parameters, start).map_err(|error| format!("about go-problem: {error}"))
}

fn fine<'a>(header: &Header, verified: &Verified, name: &'a str) -> Checked<'a> {
    Checked {
        file: name,
        game: game_of(header),
        claim: header.claim.to_string(),
        repetition: header.repetition.to_string(),
        verified: true,
        line: None,
        kind: None,
        detail: None,
        positions: Some(verified.positions),
        moves: Some(verified.lines),
    }
}
