//! The certificate of the whole answer, from those of the jobs.
//!
//! What is won rests on what was won earlier. A position may be met in several certificates, with
//! different moves: it is given that of the earliest, so that along the strategy the number of the
//! certificate never grows, and while it stays the same one and the same certificate is followed,
//! which has no circle. What is held needs no order: every position that a certificate of the
//! answer meets is in it, and has a move there or in the certificate that it rests on.
//!
//! Under superko the move depends on the way to a position. A certificate has moves for all ways on
//! which its lemmas apply ([`Lemmas`]), the graph for those of its nodes; of all that is known, the
//! earliest is played, so that what is played along a way is known from earlier and earlier on.

use std::collections::{HashMap, HashSet};

use threefold_certificate::{
    Block, Checker, Event, Header, Lemmas, MoveLines, PlayError, Terms, Walk,
};
use threefold_game::{Game, History, Knowledge, Searchable};

use crate::assumed::Assumed;
use crate::error::LeaderError;
use crate::facts::{FactId, Facts, Id};
use crate::graph::{Graph, Status, Why};
use crate::lemma::replay;
use crate::lemmas::LemmaId;

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
    parts.sort_by_key(|&id| graph.order(id));
    if graph.ways.is_some() {
        let known = KnownOnWays::new(game, graph, history, &parts, terms);
        return written(game, &(), history, terms, |walk| known.choice(walk));
    }
    let mut strategy: HashMap<G::Position, G::Move> = HashMap::new();
    for id in parts {
        let node = graph.node(id);
        match node.status {
            Status::Won(Why::Lemma(lemma)) | Status::Held(Why::Lemma(lemma)) => {
                add_lemma(game, graph, facts, lemma, terms, &mut strategy)?;
            }
            _ if game.player_to_move(&node.position) == terms.claimant => {
                if let Some(m) = move_to_solved(graph, id) {
                    strategy.entry(node.position.clone()).or_insert(m);
                }
            }
            _ => {}
        }
    }
    let knowledge: &dyn Knowledge<G> = graph.knowledge.unwrap_or(&());
    written(game, knowledge, history, terms, |walk| strategy.get(walk.position()).copied())
}

/// The certificate whose moves are these; verified.
fn written<G: Game>(
    game: &G,
    knowledge: &dyn Knowledge<G>,
    history: &History<G>,
    terms: Terms,
    choice: impl Fn(&Walk<'_, G>) -> Option<G::Move>,
) -> Result<Block, LeaderError> {
    let mut walk = Walk::new(game, history, terms).knowledge(knowledge);
    let mut moves = MoveLines::new();
    let fault = |what: String| LeaderError::Splice(what);
    loop {
        match walk.step() {
            Event::Done => break,
            Event::NeedMove => {
                let here = walk.position();
                let Some(m) = choice(&walk) else {
                    return Err(fault(format!("no move for {}", game.position_text(here))));
                };
                moves.push(&game.move_text(here, m));
                walk.play(m).map_err(|error: PlayError| fault(error.to_string()))?;
            }
            event => {
                let here = game.position_text(walk.position());
                return Err(fault(format!("{event:?} at {here}")));
            }
        }
    }
    let header = Header::new(game, history, terms).relying_on(knowledge, terms);
    let block = Block::new(header, moves);
    Checker::new(game).knowledge(knowledge).block(&block).map_err(LeaderError::Refuted)?;
    Ok(block)
}

/// When a certificate was taken, the number of one of its lemmas, and the certificate.
type About<'a, G> = (u32, usize, &'a Lemmas<G>);

/// What is known of positions on ways, by when it was found out.
struct KnownOnWays<'a, 'g, G: Searchable> {
    game: &'g G,
    graph: &'a Graph<'g, G>,
    history: &'a History<G>,
    /// By position, ascending.
    lemmas: HashMap<&'a G::Position, Vec<About<'a, G>>>,
    /// Nodes where what is played follows from what the moves lead to.
    moves: HashMap<Id, G::Move>,
}

impl<'a, 'g, G: Searchable> KnownOnWays<'a, 'g, G> {
    /// `parts` by when they were solved.
    fn new(
        game: &'g G,
        graph: &'a Graph<'g, G>,
        history: &'a History<G>,
        parts: &[Id],
        terms: Terms,
    ) -> Self {
        let (mut lemmas, mut moves) = (HashMap::<_, Vec<_>>::new(), HashMap::new());
        let mut seen = HashSet::new();
        for &id in parts {
            let node = graph.node(id);
            match node.status {
                Status::Won(Why::Lemma(lemma)) | Status::Held(Why::Lemma(lemma)) => {
                    let Some(proven) = graph.proven.get(lemma) else { continue };
                    let at = graph.lemmas[lemma as usize].at;
                    if !seen.insert(lemma) {
                        continue;
                    }
                    for number in 0..proven.len() {
                        if let Some(one) = proven.get(number).filter(|one| one.choice.is_some()) {
                            let about = lemmas.entry(one.position).or_default();
                            about.push((at, number, proven));
                        }
                    }
                }
                _ if game.player_to_move(&node.position) == terms.claimant => {
                    moves.extend(move_to_solved(graph, id).map(|m| (id, m)));
                }
                _ => {}
            }
        }
        KnownOnWays { game, graph, history, lemmas, moves }
    }

    fn choice(&self, walk: &Walk<'_, G>) -> Option<G::Move> {
        let (game, graph, here) = (self.game, self.graph, walk.position());
        let ways = graph.ways.as_ref()?;
        let path = || walk.path().map(|step| step.position);
        let by_moves = ways.of(game, path()).and_then(|way| {
            let id = graph.find(here, Some(way))?;
            Some((graph.order(id), *self.moves.get(&id)?))
        });
        let by_lemma = self.lemmas.get(here).and_then(|about| {
            let before = self.history.positions().iter();
            let situations: HashSet<G::Situation> =
                before.chain(path()).map(|position| ways.situation(game, position)).collect();
            let applies = |&&(_, number, lemmas): &&(u32, usize, &Lemmas<G>)| {
                lemmas.applies(number, &situations)
            };
            let &(at, number, lemmas) = about.iter().find(applies)?;
            Some((at, lemmas.get(number)?.choice?))
        });
        let earliest = by_moves.into_iter().chain(by_lemma).min_by_key(|&(at, _)| at);
        earliest.map(|(_, m)| m)
    }
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
    node.children.iter().filter(same).min_by_key(|&&child| graph.order(child)).copied()
}

fn move_to_solved<G: Searchable>(graph: &Graph<'_, G>, id: Id) -> Option<G::Move> {
    let (node, target) = (graph.node(id), &graph.node(chosen(graph, id)?).position);
    let mut behind = graph.behind(&node.position, &node.way).into_iter();
    behind.find(|(_, position)| position == target).map(|(m, _)| m)
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
    let assumed: Assumed<'_, G> = given(graph, facts, &lemma.used, &lemma.solved);
    let root = History::new(graph.node(lemma.node).position.clone());
    replay(game, &root, terms, &assumed, &lemma.moves, |position, _, m| {
        strategy.entry(position.clone()).or_insert(m);
    })
    .map_err(LeaderError::Splice)
}

/// What a certificate may rest on: positions of the graph as assumptions, and facts.
pub(crate) fn given<'g, G: Searchable>(
    graph: &Graph<'g, G>,
    facts: &Facts<G::Position>,
    assumed: &[Id],
    solved: &[FactId],
) -> Assumed<'g, G> {
    let solved = solved.iter().map(|&fact| facts.get(fact));
    Assumed::new(assumed.iter().map(|&id| graph.node(id).position.clone()))
        .with_database(graph.knowledge)
        .with_solved(graph.winner(), solved.map(|fact| (fact.position.clone(), fact.wins)))
}
