//! Certificates: reading, writing, checking, playing against.

use std::io::{self, BufReader, Read};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Value, json};
use threefold::certificate::{
    Block, CertificateFile, CertificateReader, CheckError, CheckLimits, Checker as Walker,
    decompressed_within, write_block,
};
use threefold::checkers::egdb;
use threefold::chess::tables::Tables;
use threefold::graph::GraphFile;
use threefold::search;
use threefold::session::check::Checker;
use threefold::session::check::finding::{Finding, Outcome};
use threefold::session::check::questions::Questions;
use threefold::session::error::Error;
use threefold::session::games::row::{AnyDatabase, Known};
use threefold::session::registry::{Subject, Tasks};
use threefold::session::strategy::{Node, Strategy, strategy};
use threefold_files::{Files, Kind, input};
use threefold_report::check::{Checked, game_of};

use crate::convert::{attacker_named, of_keys, to_python};
use crate::databases::Database;
use crate::faults::{fault, unanswerable};
use crate::games::{Mirror, Rules};
use crate::positions::Position;
use crate::waiting::{Interrupt, waiting};
use crate::watching::Raised;

/// What a certificate is about and does not hold itself.
#[derive(Clone, Default)]
pub struct About {
    graph: Option<Arc<GraphFile>>,
    database: Option<AnyDatabase>,
    /// A game in Python, and what has been seen of it.
    python: Option<Arc<(Py<PyAny>, Py<Mirror>)>>,
}

impl About {
    /// What certificates about a position are about.
    pub fn of_subject(subject: &Subject, database: Option<&Database>) -> Self {
        let graph = match subject {
            Subject::Graph(file) => Some(Arc::new((**file).clone())),
            _ => None,
        };
        About { graph, database: database.map(|one| one.tables.clone()), python: None }
    }

    /// A game in Python.
    pub fn of_mirror(game: &Bound<'_, PyAny>, mirror: &Bound<'_, Mirror>) -> Self {
        let python = Some(Arc::new((game.clone().unbind(), mirror.clone().unbind())));
        About { python, ..About::default() }
    }

    fn rules(
        &self,
        py: Python<'_>,
        interrupt: &Interrupt,
        raised: &Raised,
    ) -> PyResult<Option<Rules>> {
        let Some(python) = &self.python else { return Ok(None) };
        let (game, mirror) = &**python;
        let flag = interrupt.flag.clone();
        Rules::new(game.bind(py), mirror.bind(py), flag, raised.clone()).map(Some)
    }
}

/// The blocks of a certificate.
#[pyclass(frozen, module = "threefold._threefold")]
pub struct Certificate {
    blocks: Arc<Vec<Block>>,
    about: About,
}

impl Certificate {
    /// Blocks about something.
    pub fn new(blocks: Vec<Block>, about: About) -> Self {
        Certificate { blocks: Arc::new(blocks), about }
    }
}

#[pymethods]
impl Certificate {
    /// What each block says of itself.
    fn headers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let header = |block: &Block| {
            let header = &block.header;
            json!({
                "game": game_of(header),
                "root": header.root,
                "history": header.history,
                "repetition": header.repetition.name(),
                "attacker": header.attacker,
                "database": header.database,
                "claim": header.claim_text(),
                "player": header.claim.player,
                "goal": header.claim.goal.name(),
                "plies": header.plies,
                "moves": header.moves,
            })
        };
        to_python(py, &Value::Array(self.blocks.iter().map(header).collect()))
    }

    /// The whole text.
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        let blocks = self.blocks.clone();
        let text = py.detach(move || text(&blocks));
        text.map_err(|error| fault(py, "CertificateError", error, None))
    }

    /// The BLAKE3 hash of the text, in hexadecimal digits.
    fn hash(&self, py: Python<'_>) -> PyResult<String> {
        let text = self.text(py)?;
        Ok(blake3::hash(text.as_bytes()).to_hex().to_string())
    }

    /// The moves of a block, in the order of the file.
    fn moves(&self, block: usize) -> Vec<&str> {
        self.blocks.get(block).map(|block| block.moves.iter().collect()).unwrap_or_default()
    }

    /// Writes it, whole or not at all; compressed where the path ends in `.zst`.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let blocks = self.blocks.clone();
        py.detach(move || -> io::Result<()> {
            let mut file = CertificateFile::create(&path)?;
            for block in blocks.iter() {
                write_block(&mut file, &block.header, block.moves.iter())
                    .map_err(io::Error::other)?;
            }
            file.commit()
        })?;
        Ok(())
    }

    /// Checks it, from its text: what `threefold check --json` prints, block by block.
    #[pyo3(signature = (
        interrupt, time_s=None, memory=None, question=None, attacker=None, expand=false
    ))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn check<'py>(
        &self,
        py: Python<'py>,
        interrupt: &Interrupt,
        time_s: Option<f64>,
        memory: Option<usize>,
        question: Option<&Position>,
        attacker: Option<&str>,
        expand: bool,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let time = time_s.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let limits = CheckLimits { memory, time };
        let attacker = attacker_named(py, attacker)?;
        let questions = match question {
            None => None,
            Some(position) => {
                let task = (*position.task).clone();
                let tasks = Tasks { tasks: vec![task], errors: Vec::new() };
                let name = position.task.input.clone();
                Some(
                    Questions::new(tasks, &name, attacker, false, None)
                        .map_err(|e| unanswerable(py, &e))?,
                )
            }
        };
        let raised = Raised::default();
        let rules = self.about.rules(py, interrupt, &raised)?;
        let (graph, database) = (self.about.graph.clone(), self.about.database.clone());
        let (blocks, flag) = (self.blocks.clone(), interrupt.flag.clone());
        let findings = waiting(py, &interrupt.flag, false, move || {
            let text = text(&blocks)?;
            let input = Stoppable { bytes: text.as_bytes(), flag };
            let input = BufReader::with_capacity(1 << 12, input);
            match rules {
                Some(rules) => by_rules(&rules, input, limits),
                None => {
                    let mut checker = Checker::new()
                        .limits(limits)
                        .graph(graph.map(|graph| (*graph).clone()))
                        .questions(questions)
                        .expanding(expand)
                        .databases(|declared: &str| at_hand(database.as_ref(), declared));
                    checker.file("", input).map_err(|error| error.to_string())
                }
            }
        })?;
        raised.check()?;
        let findings = findings.map_err(|error| fault(py, "CertificateError", error, None))?;
        let checked = findings.iter().map(|one| of_keys(py, &Checked { file: None, finding: one }));
        checked.collect()
    }

    /// The strategy of a block as a graph of at most so many positions.
    fn strategy(
        &self,
        py: Python<'_>,
        interrupt: &Interrupt,
        block: usize,
        most: usize,
    ) -> PyResult<Graph> {
        let raised = Raised::default();
        let rules = self.about.rules(py, interrupt, &raised)?;
        let (graph, database) = (self.about.graph.clone(), self.about.database.clone());
        let (blocks, flag) = (self.blocks.clone(), interrupt.flag.clone());
        if block >= blocks.len() {
            let message = format!("there is no block {block}");
            return Err(fault(py, "CertificateError", message, None));
        }
        let made = waiting(py, &interrupt.flag, false, move || {
            let block = &blocks[block];
            if let Some(rules) = rules {
                return Strategy::of(&rules, &(), block, most, &flag);
            }
            let mut databases = |declared: &str| at_hand(database.as_ref(), declared);
            let mut known = Known { graph: graph.as_deref(), databases: &mut databases };
            strategy(block, &mut known, most, &flag)
        })?;
        raised.check()?;
        match made {
            Ok(strategy) => Ok(Graph { strategy }),
            Err(error) => Err(fault(py, "CertificateError", error.to_string(), None)),
        }
    }
}

/// The lines of a certificate that is read take at most so many bytes, and reading it so long.
const MOST_READ: usize = 4 << 30;
const LONGEST_READ: Duration = Duration::from_secs(600);

/// Reads a certificate from bytes or a file, compressed or not.
///
/// # Errors
/// It cannot be read, or is none.
#[pyfunction]
#[pyo3(signature = (data=None, path=None, graph=None, database=None, game=None, mirror=None))]
pub fn read_certificate(
    py: Python<'_>,
    data: Option<Vec<u8>>,
    path: Option<PathBuf>,
    graph: Option<&Position>,
    database: Option<&Database>,
    game: Option<&Bound<'_, PyAny>>,
    mirror: Option<&Bound<'_, Mirror>>,
) -> PyResult<Certificate> {
    let about = match (game, mirror) {
        (Some(game), Some(mirror)) => About::of_mirror(game, mirror),
        _ => match graph {
            Some(position) => About::of_subject(&position.task.subject, database),
            None => About { database: database.map(|one| one.tables.clone()), ..About::default() },
        },
    };
    let input: Box<dyn Read + Send> = match (data, path) {
        (Some(data), _) => Box::new(io::Cursor::new(data)),
        (None, Some(path)) => Box::new(input::given(&path)?),
        (None, None) => Box::new(io::empty()),
    };
    let read = py.detach(move || {
        // Whoever has sent it: as `threefold check` reads it.
        let limits = CheckLimits { memory: Some(MOST_READ), time: Some(LONGEST_READ) };
        let input = decompressed_within(input, &limits).map_err(|e| e.to_string())?;
        let read = threefold::certificate::Certificate::read_within(input, &limits);
        read.map_err(|error| error.to_string())
    });
    match read {
        Ok(certificate) => Ok(Certificate::new(certificate.blocks, about)),
        Err(error) => {
            let hint = "a certificate begins with 'threefold certificate 1'";
            Err(fault(py, "CertificateError", error, Some(hint)))
        }
    }
}

/// The page of `threefold explore`, of certificates about one position: one file that checks them
/// and plays them.
///
/// # Errors
/// A page does not know the rules of the game.
#[pyfunction]
pub fn page(py: Python<'_>, certificates: Vec<PyRef<'_, Certificate>>) -> PyResult<String> {
    if certificates.iter().any(|one| one.about.python.is_some()) {
        let message = "a page knows no rules that are in Python".to_owned();
        let hint = "threefold.graph_file(game, position) writes the game down";
        return Err(fault(py, "CertificateError", message, Some(hint)));
    }
    let is_graph = |one: &Certificate| one.blocks.iter().any(|block| block.header.game == "graph");
    let mut graph = None;
    for one in certificates.iter().filter(|one| is_graph(one)) {
        graph = one.about.graph.clone();
        if graph.is_none() {
            return Err(unanswerable(py, &Error::NoGraph));
        }
    }
    let texts: Vec<String> =
        certificates.iter().map(|one| one.text(py)).collect::<Result<_, _>>()?;
    Ok(py.detach(move || {
        let graph = graph.map(|graph| graph.to_string());
        threefold_explorer::page(&texts, graph.as_deref())
    }))
}

/// Writes such a page to a file, whole or not at all. Files that are no such pages are not
/// replaced.
///
/// # Errors
/// As for [`page`], or it cannot be written there.
#[pyfunction]
pub fn explore(
    py: Python<'_>,
    certificates: Vec<PyRef<'_, Certificate>>,
    path: PathBuf,
) -> PyResult<()> {
    let page = page(py, certificates)?;
    py.detach(move || -> io::Result<()> {
        let output = Files::new()
            .output(&path, Kind::Page)
            .map_err(|refusal| io::Error::other(format!("{}: {refusal}", path.display())))?;
        output.write(&page)
    })?;
    Ok(())
}

/// A strategy as a graph: positions are numbers, the root is 0.
#[pyclass(frozen, module = "threefold._threefold")]
pub struct Graph {
    strategy: Strategy,
}

#[pymethods]
impl Graph {
    fn __len__(&self) -> usize {
        self.strategy.nodes().len()
    }

    /// A position: `{position, by_claimant, moves, ending, plies}`.
    fn node<'py>(&self, py: Python<'py>, number: usize) -> PyResult<Bound<'py, PyDict>> {
        let Some(node) = self.strategy.nodes().get(number) else {
            return Err(fault(py, "CertificateError", format!("no position {number}"), None));
        };
        let Node { position, by_claimant, moves, ending, plies } = node;
        let dict = PyDict::new(py);
        dict.set_item("position", position)?;
        dict.set_item("by_claimant", by_claimant)?;
        dict.set_item("moves", moves.clone())?;
        dict.set_item("ending", ending.map(|ending| ending.name()))?;
        dict.set_item("plies", plies)?;
        Ok(dict)
    }
}

/// The text of blocks, one after the other.
fn text(blocks: &[Block]) -> Result<String, String> {
    let mut text = Vec::new();
    for block in blocks {
        write_block(&mut text, &block.header, block.moves.iter())
            .map_err(|error| error.to_string())?;
    }
    String::from_utf8(text).map_err(|error| error.to_string())
}

/// An input that ends in an error when the flag is raised.
struct Stoppable<'b> {
    bytes: &'b [u8],
    flag: search::Interrupt,
}

impl Read for Stoppable<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.flag.is_raised() {
            return Err(io::Error::other("interrupted"));
        }
        self.bytes.read(buffer)
    }
}

/// The database at hand, if it is of as many pieces as are declared.
fn at_hand(database: Option<&AnyDatabase>, declared: &str) -> Result<Option<AnyDatabase>, Error> {
    if Tables::is_syzygy(declared) {
        return Err(Error::Other(format!("relies on {declared}: `threefold check` reads it")));
    }
    let pieces = egdb::Database::declared_pieces(declared);
    if pieces.or(Tables::declared_men(declared)).is_none() {
        return Ok(None);
    }
    match database {
        Some(database) if database.is_as_large(declared) => Ok(Some(database.clone())),
        Some(database) => Err(Error::Other(format!(
            "relies on {declared}, and the database at hand is {}: not of as many pieces",
            database.declaration()
        ))),
        None => Err(Error::Other(format!("relies on {declared}: pass it as database="))),
    }
}

/// What the ordinary checker finds by the rules of a game in Python.
fn by_rules(
    rules: &Rules,
    input: impl io::BufRead,
    limits: CheckLimits,
) -> Result<Vec<Finding>, String> {
    let mut reader = CertificateReader::new(input);
    let mut findings: Vec<Finding> = Vec::new();
    while let Some(header) = reader.next_block().map_err(|error| error.to_string())? {
        let checked = Walker::new(rules).limits(limits).stream(&mut reader);
        let outcome = match checked {
            Ok(verified) => Outcome::Verified(verified),
            Err(CheckError::Refuted(refuted)) => Outcome::Refuted(refuted),
            Err(CheckError::Limit(limit)) => Outcome::Limit(limit),
            Err(error) => return Err(error.to_string()),
        };
        let ends = !matches!(outcome, Outcome::Verified(_));
        findings.push(Finding { file: String::new(), header, outcome, assuming: None });
        if ends {
            break;
        }
    }
    Ok(findings)
}
