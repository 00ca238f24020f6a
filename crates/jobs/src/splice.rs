//! The certificate of the whole answer, from those of the jobs.
//!
//! What is won rests on what was won earlier. A position may be met in several certificates, with
//! different moves: it is given that of the earliest, so that along the strategy the number of the
//! certificate never grows, and while it stays the same one and the same certificate is followed,
//! which has no circle. What is held needs no order: every position that a certificate of the
//! answer meets is in it, and has a move there or in the certificate that it rests on.

use std::collections::{HashMap, HashSet};

use threefold_certificate::{Block, Checker, Event, Header, MoveLines, Terms, Walk};
use threefold_game::{History, Searchable};

use crate::assumed::Assumed;
use crate::error::LeaderError;
use crate::facts::{FactId, Facts};
use crate::graph::{Graph, Id, LemmaId, Status, Why};
use crate::lemma::replay;

/// The certificate of what is known of the root.
///
/// # Errors
/// Nothing is known of it; or what was put together is not verified, which must not happen.
pub(crate) fn splice<G: Searchable>(
    game: &G,
    graph: &Graph<'_, G>,
    facts: &Facts<G::Position>,
    history: &History<G>,
    terms: Terms,
) -> Result<Block, LeaderError> {
    let root = Graph::<G>::ROOT;
    if graph.is_open(root) {
        return Err(LeaderError::Open);
    }
    let mut parts: Vec<Id> = parts(graph, facts, root);
    parts.sort_unstable_by_key(|&id| graph.node(id).won_at);
    let mut strategy: HashMap<G::Position, G::Move> = HashMap::new();
    for id in parts {
        let node = graph.node(id);
        match node.status {
            Status::Won(Why::Lemma(lemma)) | Status::Held(Why::Lemma(lemma)) => {
                add_lemma(game, graph, facts, lemma, terms, &mut strategy)?;
            }
            _ if game.player_to_move(&node.position) == terms.claimant => {
                if let Some(m) = move_to_solved(game, graph, id) {
                    strategy.entry(node.position.clone()).or_insert(m);
                }
            }
            _ => {}
        }
    }
    let mut walk = Walk::new(game, history, terms);
    let mut moves = MoveLines::new();
    let fault = |what: String| LeaderError::Splice(what);
    loop {
        match walk.step() {
            Event::Done => break,
            Event::NeedMove => {
                let here = walk.position();
                let Some(&m) = strategy.get(here) else {
                    return Err(fault(format!("no move for {}", game.position_text(here))));
                };
                moves.push(&game.move_text(here, m));
                walk.play(m).map_err(|error| fault(error.to_string()))?;
            }
            event => {
                let here = game.position_text(walk.position());
                return Err(fault(format!("{event:?} at {here}")));
            }
        }
    }
    let block = Block::new(Header::new(game, history, terms), moves);
    Checker::new(game).block(&block).map_err(LeaderError::Refuted)?;
    Ok(block)
}

/// The positions whose certificates or moves the answer consists of.
fn parts<G: Searchable>(graph: &Graph<'_, G>, facts: &Facts<G::Position>, root: Id) -> Vec<Id> {
    let (mut seen, mut list) = (HashSet::from([root]), vec![root]);
    let mut parts = Vec::new();
    while let Some(id) = list.pop() {
        let node = graph.node(id);
        let next: Vec<Id> = match node.status {
            Status::Open | Status::Won(Why::Over) | Status::Held(Why::Over) => continue,
            Status::Won(Why::Lemma(lemma)) | Status::Held(Why::Lemma(lemma)) => {
                let lemma = &graph.lemmas[lemma as usize];
                let solved = lemma.solved.iter().map(|&fact| facts.get(fact).node);
                lemma.used.iter().copied().chain(solved).collect()
            }
            Status::Won(Why::Moves) | Status::Held(Why::Moves) => match chosen(graph, id) {
                Some(child) => vec![child],
                None => node.children.clone(),
            },
        };
        parts.push(id);
        list.extend(next.into_iter().filter(|&one| seen.insert(one)));
    }
    parts
}

/// The child that the player who succeeds goes to, where he moves: of those that are won the
/// earliest.
fn chosen<G: Searchable>(graph: &Graph<'_, G>, id: Id) -> Option<Id> {
    let node = graph.node(id);
    let is_won = matches!(node.status, Status::Won(_));
    if graph.winner_moves(id) != is_won {
        return None;
    }
    let same = |&&child: &&Id| match graph.node(child).status {
        Status::Open => false,
        Status::Won(_) => is_won,
        Status::Held(_) => !is_won,
    };
    node.children.iter().filter(same).min_by_key(|&&child| graph.node(child).won_at).copied()
}

fn move_to_solved<G: Searchable>(game: &G, graph: &Graph<'_, G>, id: Id) -> Option<G::Move> {
    let target = &graph.node(chosen(graph, id)?).position;
    let mut position = graph.node(id).position.clone();
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    moves.into_iter().find(|&m| {
        let undo = game.make(&mut position, m);
        let leads_there = position == *target;
        game.undo(&mut position, m, undo);
        leads_there
    })
}

fn add_lemma<G: Searchable>(
    game: &G,
    graph: &Graph<'_, G>,
    facts: &Facts<G::Position>,
    lemma: LemmaId,
    terms: Terms,
    strategy: &mut HashMap<G::Position, G::Move>,
) -> Result<(), LeaderError> {
    let lemma = &graph.lemmas[lemma as usize];
    let assumed: Assumed<G> = given(graph, facts, &lemma.used, &lemma.solved);
    let root = &graph.node(lemma.node).position;
    replay(game, root, terms, &assumed, &lemma.moves, |position, _, m| {
        strategy.entry(position.clone()).or_insert(m);
    })
    .map_err(LeaderError::Splice)
}

/// What a certificate may rest on: positions of the graph as assumptions, and facts.
pub(crate) fn given<G: Searchable>(
    graph: &Graph<'_, G>,
    facts: &Facts<G::Position>,
    assumed: &[Id],
    solved: &[FactId],
) -> Assumed<G> {
    let solved = solved.iter().map(|&fact| facts.get(fact));
    Assumed::new(assumed.iter().map(|&id| graph.node(id).position.clone()))
        .with_solved(graph.winner(), solved.map(|fact| (fact.position.clone(), fact.wins)))
}
