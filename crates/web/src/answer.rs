//! From a request to its answer.

use std::time::Duration;

use serde_json::{Value, json};
use threefold_certificate::{Block, write_block};
use threefold_go::Size;
use threefold_report::mate::Report as MateReport;
use threefold_report::solve::Report as SolveReport;
use threefold_report::tsume::Further;
use threefold_report::{Object, Source, board};
use threefold_search::{Interrupt, Policy};
use threefold_session::convention::Drawing;
use threefold_session::error::Error;
use threefold_session::go::board::{BoardGoal, BoardRequest, Moves};
use threefold_session::go::value::value;
use threefold_session::mate::{self, Length, Whose};
use threefold_session::problem::question::ProblemQuestion;
use threefold_session::problem::report as problems;
use threefold_session::problem::solution::ProblemRequest;
use threefold_session::registry::{self, GameName, Subject, Task, Tasks};
use threefold_session::solve::{self, Goal};
use threefold_session::{Attacker, Databases, Effort};

use crate::request::{Ask, Request};
use crate::tell::Teller;

/// How large a tree of a solution of a problem may be.
const TREE_NODES: usize = 5_000;
/// How many threats of the player who does not succeed are tried.
const MORE_THREATS: u8 = 2;

/// With what requests are answered, beside what they say.
#[derive(Clone, Debug)]
pub struct Means {
    /// The databases that may be used.
    pub databases: Databases,
    /// Threads of a search.
    pub threads: usize,
    /// Ends a search from another thread.
    pub interrupt: Interrupt,
}

impl Default for Means {
    fn default() -> Self {
        Means { databases: Databases::default(), threads: 1, interrupt: Interrupt::default() }
    }
}

/// Answers a request, both as JSON; `tell` hears how far the answer is.
///
/// The answer has either `error`, a line for people, or what the request asks for: `tasks` of what
/// is to be read, else `report` with the keys that the program prints with `--json`, `words`,
/// `fault` and the texts of the `certificates`, which the page checks.
pub fn answer(request: &str, means: &Means, tell: &mut dyn FnMut(&str)) -> String {
    let answer = serde_json::from_str(request)
        .map_err(|error| Error::Other(format!("the request: {error}")))
        .and_then(|request: Request| answered(&request, means, tell));
    answer.unwrap_or_else(|error| json!({ "error": error.to_string() })).to_string()
}

fn answered(request: &Request, means: &Means, tell: &mut dyn FnMut(&str)) -> Result<Value, Error> {
    let mut observer = Teller::new(tell);
    let game = request.game.as_deref().map(game_named).transpose()?;
    if request.ask == Ask::Value
        && let Ok(size) = request.text.trim().parse()
    {
        let effort = effort(request, Effort::for_boards(), means)?;
        let moves = if request.moves { Moves::All } else { Moves::Nothing };
        let asked =
            BoardRequest { goal: BoardGoal::Value(moves), effort, ..BoardRequest::new(size) };
        let answer = value(&asked, &mut observer)?;
        let blocks: Vec<_> = answer.proofs.iter().map(|proof| vec![proof.block.clone()]).collect();
        let fault = answer.questions.iter().find_map(|asked| asked.fault.clone());
        let report = board::Report::new(answer);
        return Ok(json!({
            "kind": "board",
            "report": Object(&report),
            "fault": fault,
            "certificates": texts(&blocks)?,
        }));
    }
    if request.ask == Ask::Read && request.text.trim().parse::<Size>().is_ok() {
        let board = json!({ "input": request.text.trim(), "game": GameName::Board.name() });
        return Ok(json!({ "tasks": [board], "errors": [] }));
    }
    let tasks = read(request, game);
    if request.ask == Ask::Read {
        return Ok(shown(&tasks));
    }
    let Some(task) = tasks.tasks.get(request.number) else {
        return Err(tasks.errors.into_iter().next().unwrap_or_else(|| {
            Error::other(format!("there is no position {} in it", request.number + 1))
        }));
    };
    let answer = match (&task.subject, request.ask) {
        (Subject::Problem(_), _) => problem(task, request, means, &mut observer)?,
        (_, Ask::Mate) => mate(task, request, means, &mut observer)?,
        _ => position(task, request, means, &mut observer)?,
    };
    Ok(answer)
}

fn read(request: &Request, game: Option<GameName>) -> Tasks {
    registry::read_text(&request.text, request.name.as_deref(), game, &ProblemQuestion::default())
}

/// What is in a text, for people to look at before anything is asked.
fn shown(tasks: &Tasks) -> Value {
    let one = |task: &Task| {
        let headers = task.subject.headers(None, false).ok();
        let header = headers.and_then(|headers| headers.into_iter().next());
        json!({
            "input": task.input,
            "id": task.id,
            "game": task.subject.game().name(),
            "scored": task.subject.game() == GameName::Board,
            "root": header.as_ref().map(|(header, _)| &*header.root),
            "attacker": header.as_ref().and_then(|(header, _)| header.attacker.as_deref()),
            "diagram": task.subject.diagram(Drawing { figurines: true, colours: false }),
        })
    };
    json!({
        "tasks": tasks.tasks.iter().map(one).collect::<Vec<_>>(),
        "errors": tasks.errors.iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}

fn position(
    task: &Task,
    request: &Request,
    means: &Means,
    observer: &mut Teller<'_>,
) -> Result<Value, Error> {
    let attacker = request.attacker.as_deref().map(attacker_named).transpose()?;
    let goal = match request.ask {
        Ask::Value => Goal::Value,
        _ => Goal::Win(attacker),
    };
    let effort = effort(request, Effort::for_positions(), means)?;
    let asked = solve::Request { goal, moves: request.moves, effort };
    let answer = solve::solve(&task.subject, &means.databases, &asked, observer)?;
    let report = SolveReport::new(Source::of(task), answer);
    let blocks: Vec<_> = report.answer.proofs.iter().map(|proof| proof.block.clone()).collect();
    // The claims of a draw belong together.
    let blocks = if blocks.is_empty() { Vec::new() } else { vec![blocks] };
    let moves = report.answer.moves.iter().flatten();
    Ok(json!({
        "kind": "solve",
        "report": Object(&report),
        "words": report.answer.words,
        "within": report.answer.within,
        "fault": report.answer.fault,
        "written": report.answer.written,
        "move_words": moves.map(|one| json!([one.written, one.words])).collect::<Vec<_>>(),
        "certificates": texts(&blocks)?,
        "graph": graph(task, request),
    }))
}

fn mate(
    task: &Task,
    request: &Request,
    means: &Means,
    observer: &mut Teller<'_>,
) -> Result<Value, Error> {
    let goal = request
        .within
        .map_or(mate::Goal::Shortest, |moves| mate::Goal::Within(Length::Moves(moves)));
    let attacker = request.attacker.as_deref().map(attacker_named).transpose()?;
    let whose = attacker.map_or(Whose::Source, Whose::One);
    let effort = effort(request, Effort::for_positions(), means)?;
    let asked = mate::Request {
        whose,
        keys: request.moves,
        shorter: true,
        effort,
        ..mate::Request::new(goal)
    };
    let answer = mate::mate(&task.subject, &asked, observer)?;
    let report = MateReport::new(Source::of(task), answer, Further::default());
    // Two claims that are no draw: a file each.
    let blocks: Vec<_> = report.side.proofs.iter().map(|proof| vec![proof.block.clone()]).collect();
    Ok(json!({
        "kind": "mate",
        "report": Object(&report),
        "words": report.side.words,
        "fault": report.side.fault,
        "certificates": texts(&blocks)?,
        "graph": graph(task, request),
    }))
}

fn problem(
    task: &Task,
    request: &Request,
    means: &Means,
    observer: &mut Teller<'_>,
) -> Result<Value, Error> {
    let Subject::Problem(subject) = &task.subject else { unreachable!("it was looked at") };
    let effort = effort(request, Effort::for_problems(), means)?;
    let asked = ProblemRequest { more_threats: MORE_THREATS, verdict_only: !request.moves, effort };
    let named = (&*task.input, task.id.as_deref());
    let solved =
        problems::solve(subject, named, &asked, None, Some(TREE_NODES), observer, &mut |_| {});
    let blocks: Vec<_> = solved.blocks.iter().map(|block| vec![block.clone()]).collect();
    Ok(json!({
        "kind": "problem",
        "words": solved.report.verdict,
        "fault": solved.report.fault,
        "diagram": solved.report.diagram,
        "report": solved.report,
        "tree": solved.tree,
        "certificates": texts(&blocks)?,
    }))
}

/// The text of a game that its certificates do not hold.
fn graph<'r>(task: &Task, request: &'r Request) -> Option<&'r str> {
    matches!(task.subject, Subject::Graph(_)).then_some(&*request.text)
}

/// Files, of some blocks each.
fn texts(files: &[Vec<Block>]) -> Result<Vec<String>, Error> {
    let text = |blocks: &Vec<Block>| {
        let mut bytes = Vec::new();
        for block in blocks {
            write_block(&mut bytes, &block.header, block.moves.iter()).map_err(Error::other)?;
        }
        String::from_utf8(bytes).map_err(Error::other)
    };
    files.iter().map(text).collect()
}

fn effort(request: &Request, usual: Effort, means: &Means) -> Result<Effort, Error> {
    let bytes = request.memory.unwrap_or(usual.options.table_bytes);
    let interrupt = means.interrupt.clone();
    let mut effort = Effort { keep: true, interrupt, ..usual.with_table(bytes)? };
    effort.limits.nodes = request.nodes.unwrap_or(effort.limits.nodes);
    if let Some(seconds) = request.time_s {
        let time = Duration::try_from_secs_f64(seconds);
        effort.limits.time = Some(time.map_err(|error| Error::field("time_s", error))?);
    }
    effort.options.threads = means.threads;
    if request.ordinary {
        effort.options.policy = Policy::Ignore;
    }
    Ok(effort)
}

fn game_named(name: &str) -> Result<GameName, Error> {
    GameName::of(name).ok_or_else(|| Error::field("game", format!("there is no game '{name}'")))
}

fn attacker_named(name: &str) -> Result<Attacker, Error> {
    Attacker::named(name)
        .ok_or_else(|| Error::field("attacker", format!("there is no player '{name}'")))
}
