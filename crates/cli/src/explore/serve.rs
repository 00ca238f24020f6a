//! `threefold explore --serve`: proofs that are too large for one file, page by page.

use std::collections::HashMap;
use std::path::PathBuf;

use serde_json::{Value, json};
use threefold::certificate::{Block, CheckLimits, Header, Met, write_block};
use threefold::graph::GraphFile;
use threefold::session::check::Checker;
use threefold::session::check::finding::Outcome;
use threefold::session::shown::{Look, Place, Seen, Shown, shown};
use threefold::session::words;
use threefold_explorer::asking_page;
use threefold_explorer::serve::{Server, Source};
use threefold_terminal::{database, inputs};

use super::{ExploreArgs, TIME, about_the_same, given_graph};
use crate::check::{limits, opened};
use threefold_terminal::exit::Exit;
use threefold_terminal::interrupt;
use threefold_terminal::output::{Stop, complain, print};

/// Drawings are no wider than this.
const WIDEST: f64 = 10_000.0;

pub fn run(args: &ExploreArgs) -> Result<Exit, Stop> {
    let stop = |what: String| Stop::Message(what);
    let (mut blocks, mut names): (Vec<Block>, Vec<PathBuf>) = (Vec::new(), Vec::new());
    let graph = match &args.graph {
        Some(path) => Some(inputs::read_graph(path).map_err(|error| stop(error.to_string()))?),
        None => None,
    };
    // As for a check, and the same again for what is kept.
    let limits = limits(None, TIME);
    // Nothing is held before the check has asked for it.
    for path in &args.certificates {
        let name = path.display().to_string();
        let mut checker = Checker::new()
            .limits(limits)
            .graph(graph.clone())
            .databases(|declared: &str| database::declared(args.egdb.as_deref(), declared))
            .telling(words::tell_growth(complain));
        let mut heading = None;
        let mut first = |header: &Header| {
            heading.get_or_insert_with(|| header.clone());
            true
        };
        let read = opened(path, &limits).and_then(|input| checker.read(&name, input, &mut first));
        // A graph game that is missing is said with the flag that gives it.
        if let Some(heading) = &heading {
            given_graph(args, path, heading)?;
        }
        let (findings, read) =
            read.map_err(|error| stop(format!("{name}: {}", database::error_line(&error))))?;
        for finding in findings {
            match finding.outcome {
                Outcome::Verified(_) => {}
                Outcome::Refuted(refuted) => return Err(stop(format!("{name}: {refuted}"))),
                Outcome::Limit(limit) => return Err(stop(format!("{name}: {limit}"))),
            }
        }
        names.extend(read.iter().map(|_| path.clone()));
        blocks.extend(read);
    }
    let headers: Vec<Header> = blocks.iter().map(|block| block.header.clone()).collect();
    about_the_same(&names, &headers)?;
    let interrupt = interrupt::install();
    let mut databases = |declaration: &str| database::declared(args.egdb.as_deref(), declaration);
    let limits = CheckLimits { time: None, ..limits };
    let all: Vec<String> =
        args.certificates.iter().map(|path| path.display().to_string()).collect();
    let mut served: Result<Exit, Stop> = Ok(Exit::Fine);
    let mut serve =
        |proofs: &[&dyn Shown]| served = serve(args, graph.as_ref(), proofs, &interrupt);
    shown(&blocks, graph.as_ref(), &mut databases, limits, &interrupt, &mut serve)
        .map_err(|error| stop(format!("{}: {}", all.join(", "), database::error_line(&error))))?;
    served
}

/// Serves proofs until Ctrl-C.
fn serve(
    args: &ExploreArgs,
    graph: Option<&GraphFile>,
    proofs: &[&dyn Shown],
    interrupt: &threefold::search::Interrupt,
) -> Result<Exit, Stop> {
    let port = args.port;
    let server =
        Server::bind(port).map_err(|error| Stop::Message(format!("--port {port}: {error}")))?;
    for proof in proofs {
        let (claim, summary) = (proof.header().claim_text(), proof.summary());
        complain(format_args!("VERIFIED {claim}: {} positions", summary.positions));
    }
    complain("the proof is served to this machine alone, until Ctrl-C");
    print(&format!("{}\n", server.address()))?;
    let page = asking_page(graph.map(GraphFile::to_string).as_deref());
    let served = server.run(&page, &Proofs { proofs }, &|| interrupt.is_raised());
    served.map_err(|error| Stop::Message(format!("not served any more: {error}")))?;
    Ok(Exit::Fine)
}

/// What the page asks about.
struct Proofs<'p> {
    proofs: &'p [&'p dyn Shown],
}

impl Source for Proofs<'_> {
    fn answer(&self, question: &str, about: &[(String, String)]) -> Option<String> {
        let about: HashMap<&str, &str> =
            about.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        if question == "about" {
            return Some(
                json!(self.proofs.iter().map(|&proof| summary(proof)).collect::<Vec<_>>())
                    .to_string(),
            );
        }
        let proof = *self.proofs.get(about.get("proof")?.parse::<usize>().ok()?)?;
        let node = || about.get("node")?.parse::<u32>().ok();
        let answer = match question {
            "look" => match about.get("position") {
                Some(position) => look(&proof.look_at(position).ok()?),
                None => look(&proof.look(node()?)?),
            },
            "below" => json!(proof.below(node()?)?),
            "way" => json!(proof.way(node()?)?),
            "longest" => json!(proof.longest(node()?)?),
            "map" => {
                let width = about.get("width")?.parse::<f64>().ok()?;
                let width = (width >= 1.0).then_some(width.min(WIDEST))?;
                json!(proof.map(node()?, width)?.iter().map(place).collect::<Vec<_>>())
            }
            _ => return None,
        };
        Some(answer.to_string())
    }
}

fn text_of(header: &Header) -> String {
    let mut text = Vec::new();
    // What was read can be written.
    let _ = write_block(&mut text, header, std::iter::empty::<&str>());
    String::from_utf8(text).unwrap_or_default()
}

fn summary(proof: &dyn Shown) -> Value {
    let whole = proof.summary();
    let meeting = |&(node, moves)| Some(json!([seen(&proof.look(node)?.here?), moves]));
    let meetings: Vec<_> = whole.meetings.iter().filter_map(meeting).collect();
    json!({
        "header": text_of(proof.header()),
        "nodes": whole.nodes,
        "positions": whole.positions,
        "lines": proof.lines(),
        "leaves": whole.leaves,
        "databaseLeaves": whole.database_leaves,
        "byPly": whole.by_ply,
        "meetings": meetings,
        "root": proof.look(0).and_then(|root| root.here).as_ref().map(seen),
    })
}

fn look(look: &Look) -> Value {
    let Look { here, moves } = look;
    let moves: Vec<_> =
        moves.iter().map(|(text, to)| json!([text, to.as_ref().map(seen)])).collect();
    json!({ "here": here.as_ref().map(seen), "moves": moves })
}

fn seen(seen: &Seen) -> Value {
    let Seen { number, traced, answer, before, plies, weight, way } = seen;
    // The numbers of `checker/proof.js`.
    let state = match traced.met {
        Met::Open => 0,
        Met::Walked => 1,
        Met::End => 2,
        Met::History => 3,
        Met::Database => 4,
        Met::Horizon => 5,
        Met::Leaf => 6,
    };
    json!({
        "node": number,
        "state": state,
        "height": traced.height,
        "left": traced.left,
        "line": traced.line,
        "answer": answer,
        "before": before,
        "plies": plies,
        "weight": weight,
        "way": way,
    })
}

fn place(place: &Place) -> Value {
    let Place { number, weight, moves, has_more } = place;
    json!({ "node": number, "weight": weight, "moves": moves, "more": has_more })
}
