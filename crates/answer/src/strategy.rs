//! The strategy of a certificate as a graph: what can be reached, and what is played there.
//!
//! A certificate is a list of moves in the order of a walk, which says what to play in a position
//! only to who has walked there. Here the positions are numbered, each with its moves: those of the
//! player whose strategy it is are one each, those of the other player all that are legal. So it
//! can be played against, drawn, and counted.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use threefold_certificate::{
    Block, CheckError, Checker, Event, Goal, Terms, Walk, leaf_reply, unfolded,
};
use threefold_game::{Game, History, HistoryReader, Knowledge, Occurrences, Outcome};
use threefold_search::Interrupt;

use crate::error::Error;

/// Between two looks at the interrupt.
const STEPS: usize = 1024;

/// All positions that can be reached while the claimant of a certificate plays as it says.
#[derive(Clone, Debug)]
pub struct Strategy {
    nodes: Vec<Node>,
}

/// A position of a strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The position, in the game's notation.
    pub position: String,
    /// Whether the player to move is the one whose strategy it is.
    pub by_claimant: bool,
    /// Moves, and the numbers of the positions they lead to: the one that the strategy plays, or
    /// all that the other player has, in the order of their notation. None where nothing more has
    /// to be shown.
    pub moves: Vec<(String, usize)>,
    /// Why nothing more has to be shown.
    pub ending: Option<Ending>,
    /// If a win is claimed: the plies to the end of the longest way from here.
    pub plies: Option<u32>,
}

/// Why nothing more has to be shown of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The game is over.
    Over(Outcome),
    /// It has occurred so often before the root that meeting it again is a draw.
    Repetition,
    /// The database that the certificate relies on knows it.
    Database,
    /// The plies for which the claimant holds are over.
    Plies,
}

impl Ending {
    /// The name in output.
    pub const fn name(self) -> &'static str {
        match self {
            Ending::Over(Outcome::Draw) => "draw",
            Ending::Over(Outcome::Win(_)) => "win",
            Ending::Repetition => "repetition",
            Ending::Database => "database",
            Ending::Plies => "plies",
        }
    }
}

impl Strategy {
    /// The strategy of a block about any game, of at most so many positions. The block is checked
    /// before.
    ///
    /// # Errors
    /// The block does not hold, there are more positions, the rule is superko, or the interrupt was
    /// raised.
    pub fn of<G: Game>(
        game: &G,
        knowledge: &dyn Knowledge<G>,
        block: &Block,
        most: usize,
        interrupt: &Interrupt,
    ) -> Result<Self, Error> {
        if block.header.repetition.is_superko() {
            let what = "under superko what is played in a position depends on the way to it: a \
                        strategy is no graph of positions";
            return Err(Error::other(what));
        }
        let verified = Checker::new(game).knowledge(knowledge).block(block);
        let mut terms = verified.map_err(|error: CheckError| Error::other(error))?.terms;
        let history = history(game, block)?;
        let block = unfolded(game, &history, terms, block, &mut |_| !interrupt.is_raised());
        let block = &block.ok_or_else(|| Error::other("interrupted"))?;
        terms.omitted.hands = false;
        let before = Occurrences::count(game, terms.rule, history.positions());
        let mut drawing = Drawing {
            game,
            terms,
            drawn: before.deciding().map(|&position| position.clone()).collect(),
            knowledge: Some(knowledge).filter(|_| terms.database),
            replies: HashMap::new(),
            most,
            interrupt,
        };
        drawing.walk(&history, block)?;
        let mut nodes = drawing.nodes(history.root().clone())?;
        if terms.goal == Goal::Wins {
            lengths(&mut nodes);
        }
        Ok(Strategy { nodes })
    }

    /// The positions; the root is number 0.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }
}

/// The root and how the game came there, of a block that was verified.
pub(crate) fn history<G: Game>(game: &G, block: &Block) -> Result<History<G>, Error> {
    let header = &block.header;
    let (start, moves) = match &header.history {
        None => (header.root.as_str(), ""),
        Some(text) => text.split_once(" moves ").unwrap_or((text, "")),
    };
    let start = game.parse_position(start).map_err(Error::other)?;
    let mut reader = HistoryReader::new(game, start, header.repetition);
    for text in moves.split_whitespace() {
        reader.play(text).map_err(Error::other)?;
    }
    Ok(reader.finish())
}

/// What the graph is made with.
struct Drawing<'a, G: Game> {
    game: &'a G,
    terms: Terms,
    /// Positions that draw when they are met.
    drawn: HashSet<G::Position>,
    knowledge: Option<&'a dyn Knowledge<G>>,
    /// What the claimant plays, and with how many plies left that was said.
    replies: HashMap<G::Position, (G::Move, u32)>,
    most: usize,
    interrupt: &'a Interrupt,
}

impl<G: Game> Drawing<'_, G> {
    fn go_on(&self, step: usize) -> Result<(), Error> {
        match step.is_multiple_of(STEPS) && self.interrupt.is_raised() {
            true => Err(Error::other("interrupted")),
            false => Ok(()),
        }
    }

    /// Walks as the checker does, and notes what is played where.
    fn walk(&mut self, history: &History<G>, block: &Block) -> Result<(), Error> {
        let mut walk = Walk::new(self.game, history, self.terms).believing_leaves();
        if let Some(knowledge) = self.knowledge {
            walk = walk.knowledge(knowledge);
        }
        let mut lines = block.moves.iter();
        loop {
            match walk.step() {
                Event::Done => return Ok(()),
                Event::NeedMove => {
                    self.go_on(self.replies.len())?;
                    let text = lines.next().unwrap_or_default();
                    let m = self.game.parse_move(walk.position(), text).map_err(Error::other)?;
                    let left = walk.plies_left().unwrap_or(0);
                    // Who holds for more plies holds for fewer.
                    match self.replies.entry(walk.position().clone()) {
                        Entry::Occupied(mut known) if known.get().1 < left => {
                            known.insert((m, left));
                        }
                        Entry::Occupied(_) => {}
                        Entry::Vacant(place) => {
                            place.insert((m, left));
                        }
                    }
                    walk.play(m).map_err(Error::other)?;
                }
                fault => {
                    return Err(Error::other(format!("the strategy does not hold: {fault:?}")));
                }
            }
        }
    }

    /// All positions from the root on, in the order of their distance from it.
    fn nodes(&self, root: G::Position) -> Result<Vec<Node>, Error> {
        let mut numbers: HashMap<G::Position, usize> = HashMap::from([(root.clone(), 0)]);
        let mut positions = vec![root];
        // The most plies that are left in each: the first way to it is a shortest one.
        let mut plies = vec![self.terms.plies.unwrap_or(0)];
        let mut nodes: Vec<Node> = Vec::new();
        while let Some(position) = positions.get(nodes.len()).cloned() {
            self.go_on(nodes.len())?;
            let left = plies[nodes.len()];
            let (moves, ending) = self.moves(&position, left);
            let mut numbered = Vec::with_capacity(moves.len());
            for m in moves {
                let text = self.game.move_text(&position, m);
                let mut after = position.clone();
                self.game.make(&mut after, m);
                let next = positions.len();
                let number = *numbers.entry(after.clone()).or_insert(next);
                if number == next {
                    if next >= self.most {
                        let what = format!("a strategy of more than {} positions", self.most);
                        return Err(Error::Other(what));
                    }
                    positions.push(after);
                    plies.push(left.saturating_sub(1));
                }
                numbered.push((text, number));
            }
            nodes.push(Node {
                by_claimant: self.game.player_to_move(&position) == self.terms.claimant,
                position: self.game.position_text(&position),
                moves: numbered,
                ending,
                plies: None,
            });
        }
        Ok(nodes)
    }

    /// What is played in a position, or why nothing more has to be shown.
    fn moves(&self, position: &G::Position, left: u32) -> (Vec<G::Move>, Option<Ending>) {
        let game = self.game;
        let over = |ending| (Vec::new(), Some(ending));
        if self.drawn.contains(position) {
            return over(Ending::Repetition);
        }
        if let Some(outcome) = game.terminal(position) {
            return over(Ending::Over(outcome));
        }
        if self.knowledge.is_some_and(|known| known.probe(position).is_some()) {
            return over(Ending::Database);
        }
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        if moves.is_empty() {
            return over(Ending::Over(game.stuck(position)));
        }
        if game.player_to_move(position) != self.terms.claimant {
            game.sort_by_notation(position, &mut moves);
            return (moves, None);
        }
        let line = self.replies.get(position).copied();
        let is_for_a_while = self.terms.plies.is_some() && self.terms.goal == Goal::Holds;
        // What has a line may be met with more plies left inside a leaf.
        let reply = match line.filter(|&(_, plies)| !is_for_a_while || plies >= left) {
            Some((m, _)) => Some(m),
            None => leaf_reply(game, &self.terms, &self.drawn, position, left),
        };
        match reply.or(line.map(|(m, _)| m)) {
            Some(m) => (vec![m], None),
            None => over(Ending::Plies),
        }
    }
}

/// The plies to the end of the longest way from each position of a strategy that wins, which has no
/// circles.
fn lengths(nodes: &mut [Node]) {
    let mut open = vec![(0, 0)];
    while let Some((number, next)) = open.last_mut() {
        let node = &nodes[*number];
        if let Some(&(_, child)) = node.moves.get(*next) {
            *next += 1;
            if nodes[child].plies.is_none() {
                open.push((child, 0));
            }
            continue;
        }
        let children = node.moves.iter().filter_map(|&(_, child)| nodes[child].plies);
        let plies = children.max().map_or(0, |plies| plies + 1);
        nodes[*number].plies = Some(plies);
        open.pop();
    }
}
