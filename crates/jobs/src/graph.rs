//! The graph of positions, and what follows from what in it.
//!
//! *Won* is a least fixpoint: a position is won if a certificate says so, if its winner is to move
//! to a won position, or if all moves lead to won ones. What is won stays so, and the order in
//! which it was found is one in which everything rests on earlier things only.
//!
//! *Held* is a greatest fixpoint: of all positions that are not known to be won, those are dropped,
//! one after the other, that nothing supports. What is left supports each other, possibly in a
//! circle: going round is what a repetition is.
//!
//! Under superko a node is a position together with the situations on the way to it
//! ([`ways`](crate::ways)). There are no circles then, and holding is found like winning: what a
//! certificate says of a position on its own way is also tried on all others.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet, VecDeque};

use threefold_certificate::Lemmas;
use threefold_game::{Game, History, Knowledge, Leaf, Outcome, Player, Searchable};

use crate::facts::{FactId, Id};
use crate::lemmas::{LemmaId, OnWays};
use crate::numbers::{Numbers, TENTATIVE};
use crate::rules::Rules;
use crate::ways::{Way, Ways};

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Open,
    Won(Why),
    Held(Why),
}

/// What it rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// The game is over there.
    Over,
    /// What its moves lead to.
    Moves,
    /// A certificate.
    Lemma(LemmaId),
}

pub(crate) struct Node<G: Game> {
    pub position: G::Position,
    pub way: Way,
    /// Where it was first met: from which position, and by which move. `None` for the root.
    pub from: Option<(Id, G::Move)>,
    pub parents: Vec<Id>,
    /// Different positions that its moves lead to, if it is expanded.
    pub children: Vec<Id>,
    pub is_expanded: bool,
    pub status: Status,
    /// When it was won, if it is; under superko also when it was found to be held.
    pub solved_at: u32,
    /// It is held if all that these rest on is; none of that is won.
    pub lemmas: Vec<LemmaId>,
    /// Positions with a lemma that rests on this one.
    pub users: Vec<Id>,
    /// Its own if it is no longer a leaf: what its children come to.
    pub numbers: Numbers,
    /// Nodes for the next job about it.
    pub budget: u64,
    /// How often what came of a job was of no use.
    pub refusals: u8,
}

/// A certificate about a position that was verified.
#[derive(Clone, Debug)]
pub(crate) struct Lemma {
    pub node: Id,
    pub wins: bool,
    /// What was assumed and met.
    pub used: Vec<Id>,
    /// What was solved and met.
    pub solved: Vec<FactId>,
    /// The lines of the certificate, each with its `\n`.
    pub moves: String,
    /// When it was taken.
    pub at: u32,
}

pub(crate) struct Graph<'g, G: Searchable> {
    game: &'g G,
    /// An endgame database: what it knows is over.
    pub knowledge: Option<&'g dyn Knowledge<G>>,
    attacker: Player,
    winner: Player,
    pub nodes: Vec<Node<G>>,
    ids: HashMap<(G::Position, Way), Id>,
    /// Under superko: the situations of ways.
    pub ways: Option<Ways<G>>,
    /// Under superko: the nodes of a position.
    on_ways: HashMap<G::Position, Vec<Id>>,
    /// Under superko: what the certificates say.
    pub proven: OnWays<G>,
    pub lemmas: Vec<Lemma>,
    /// How often something was solved, or a certificate taken.
    clock: u32,
    /// What may have become held since the last look at everything.
    pub unsettled: u32,
    /// Whether something has been solved since that was last asked.
    pub has_solved: bool,
    /// Positions that were solved and are no facts yet ([`Facts`](crate::facts::Facts)).
    pub news: Vec<Id>,
    /// Positions whose numbers those above them have not seen yet.
    changed: Vec<Id>,
}

impl<'g, G: Searchable> Graph<'g, G> {
    pub const ROOT: Id = 0;

    pub fn new(
        Rules { game, knowledge }: Rules<'g, G>,
        attacker: Player,
        winner: Player,
        ways: Option<Ways<G>>,
    ) -> Self {
        Graph {
            game,
            knowledge,
            attacker,
            winner,
            nodes: Vec::new(),
            ids: HashMap::new(),
            ways,
            on_ways: HashMap::new(),
            proven: OnWays::new(),
            lemmas: Vec::new(),
            clock: 0,
            unsettled: 0,
            has_solved: false,
            news: Vec::new(),
            changed: Vec::new(),
        }
    }

    pub fn node(&self, id: Id) -> &Node<G> {
        &self.nodes[id as usize]
    }

    pub fn node_mut(&mut self, id: Id) -> &mut Node<G> {
        &mut self.nodes[id as usize]
    }

    pub fn is_open(&self, id: Id) -> bool {
        self.node(id).status == Status::Open
    }

    pub fn winner(&self) -> Player {
        self.winner
    }

    pub fn winner_moves(&self, id: Id) -> bool {
        self.game.player_to_move(&self.node(id).position) == self.winner
    }

    /// Where the question begins.
    pub fn intern_root(&mut self, position: &G::Position, budget: u64) -> Id {
        let root = (position.clone(), Some([].into()));
        let way = self.way_to(&root, position);
        self.intern(position, way, None, budget)
    }

    /// The way that goes on from a position to another.
    fn way_to(&mut self, (_, way): &(G::Position, Way), position: &G::Position) -> Way {
        let (ways, way) = (self.ways.as_mut()?, way.as_ref()?);
        Some(ways.to(self.game, way, position))
    }

    /// The position's number; it is new if there has been none. `from` is where it is met.
    pub fn intern(
        &mut self,
        position: &G::Position,
        way: Way,
        from: Option<(Id, G::Move)>,
        budget: u64,
    ) -> Id {
        let next = Id::try_from(self.nodes.len()).expect("fewer than 2^32 positions fit in memory");
        match self.ids.entry((position.clone(), way.clone())) {
            Entry::Occupied(known) => return *known.get(),
            Entry::Vacant(place) => place.insert(next),
        };
        let (outcome, numbers) = self.look(position, &way);
        let (mut status, mut solved_at) = match outcome {
            None => (Status::Open, 0),
            Some(outcome) if outcome.is_win_of(self.winner) => (Status::Won(Why::Over), 0),
            Some(_) => (Status::Held(Why::Over), 0),
        };
        if let Some(ways) = &self.ways {
            let path = || ways.path(way.as_deref().unwrap_or_default());
            if status == Status::Open
                && let Some(id) = self.proven.find(position, path)
            {
                let (why, lemma) = (Why::Lemma(id), &self.lemmas[id as usize]);
                status = if lemma.wins { Status::Won(why) } else { Status::Held(why) };
                solved_at = lemma.at;
            }
            self.on_ways.entry(position.clone()).or_default().push(next);
        }
        self.nodes.push(Node {
            position: position.clone(),
            way,
            from,
            parents: Vec::new(),
            children: Vec::new(),
            is_expanded: false,
            status,
            solved_at,
            lemmas: Vec::new(),
            users: Vec::new(),
            numbers,
            budget,
            refusals: 0,
        });
        next
    }

    /// The same of a position that a move leads to, as it is written; `None` if it does not.
    pub fn intern_below(&mut self, above: Id, m: &str, position: &G::Position) -> Option<Id> {
        let node = self.nodes.get(above as usize)?;
        let here = (node.position.clone(), node.way.clone());
        if self.game.terminal(&here.0).is_some() {
            return None;
        }
        let m = self.game.parse_move(&here.0, m).ok()?;
        let behind = self.behind(&here.0, &here.1);
        behind.iter().find(|(one, behind)| *one == m && behind == position)?;
        let way = self.way_to(&here, position);
        Some(self.intern(position, way, Some((above, m)), 0))
    }

    /// The number of a position on a way, if it has one.
    pub fn find(&self, position: &G::Position, way: Way) -> Option<Id> {
        self.ids.get(&(position.clone(), way)).copied()
    }

    /// The legal moves of a position on a way, in the game's order, and where they lead.
    pub fn behind(&self, position: &G::Position, way: &Way) -> Vec<(G::Move, G::Position)> {
        let mut position = position.clone();
        let mut moves = Vec::new();
        self.game.moves(&position, &mut moves);
        let mut behind = Vec::with_capacity(moves.len());
        for m in moves {
            let is_exempt = self.ways.is_none() || self.game.is_pass(&position, m);
            let undo = self.game.make(&mut position, m);
            let is_banned = !is_exempt
                && (self.ways.as_ref().zip(way.as_ref()))
                    .is_some_and(|(ways, way)| ways.has(self.game, way, &position));
            if !is_banned {
                behind.push((m, position.clone()));
            }
            self.game.undo(&mut position, m, undo);
        }
        behind
    }

    /// The moves that lead to a position where it was first met, behind those before the root.
    pub fn history(&self, root: &History<G>, id: Id) -> History<G> {
        let (mut moves, mut at) = (Vec::new(), id);
        while let Some((above, m)) = self.node(at).from {
            moves.push(m);
            at = above;
        }
        let mut history = root.clone();
        moves.into_iter().rev().for_each(|m| history.push(self.game, m));
        history
    }

    /// The end of the game by its rules, and else what the game thinks of the position.
    fn look(&self, position: &G::Position, way: &Way) -> (Option<Outcome>, Numbers) {
        let known = || self.knowledge.and_then(|knowledge| knowledge.probe(position));
        if let Some(outcome) = self.game.terminal(position).or_else(known) {
            return (Some(outcome), Numbers::open(1, 1));
        }
        let is_stuck = match way {
            Some(_) => self.behind(position, way).is_empty(),
            None => {
                let mut moves = Vec::new();
                self.game.moves(position, &mut moves);
                moves.is_empty()
            }
        };
        if is_stuck {
            return (Some(self.game.stuck(position)), Numbers::open(1, 1));
        }
        let numbers = match self.game.leaf(&mut position.clone(), self.attacker) {
            Leaf::Estimate { pn, dn } if self.attacker == self.winner => Numbers::open(pn, dn),
            Leaf::Estimate { pn, dn } => Numbers::open(dn, pn),
            // A job sees it, too.
            Leaf::Over(_) | Leaf::WinsBy(_) | Leaf::LosesAtOnce => Numbers::open(1, 1),
        };
        (None, numbers)
    }

    /// What the numbers of a position are worth to those above it.
    pub fn numbers(&self, id: Id) -> Numbers {
        let node = self.node(id);
        match node.status {
            Status::Won(_) => Numbers::WON,
            Status::Held(_) => Numbers::HELD,
            Status::Open if !node.lemmas.is_empty() => TENTATIVE,
            Status::Open => node.numbers,
        }
    }

    /// Adds what the moves of an open position lead to.
    pub fn expand(&mut self, id: Id, budget: u64) {
        if self.node(id).is_expanded || !self.is_open(id) {
            return;
        }
        let here = (self.node(id).position.clone(), self.node(id).way.clone());
        let mut children = Vec::new();
        for (m, position) in self.behind(&here.0, &here.1) {
            let way = self.way_to(&here, &position);
            let child = self.intern(&position, way, Some((id, m)), budget);
            if !children.contains(&child) {
                children.push(child);
                self.node_mut(child).parents.push(id);
            }
        }
        let node = self.node_mut(id);
        node.is_expanded = true;
        node.children = children;
        self.unsettled += u32::from(self.ways.is_none());
        self.follow(id);
        self.changed.push(id);
        self.refresh();
    }

    /// Where the moves of an expanded position lead, in the game's order.
    pub fn children_by_move(&self, id: Id) -> Vec<Id> {
        let node = self.node(id);
        if !node.is_expanded {
            return Vec::new();
        }
        let behind = self.behind(&node.position, &node.way).into_iter();
        // From here a position is reached on one way only.
        let child = |(_, position)| {
            node.children.iter().find(|&&child| self.node(child).position == position).copied()
        };
        behind.filter_map(child).collect()
    }

    /// A certificate that was verified. Whether it has said anything new.
    pub fn add(&mut self, lemma: Lemma) -> bool {
        let id = lemma.node;
        let is_alive = lemma.used.iter().all(|&u| !matches!(self.node(u).status, Status::Won(_)));
        if !self.is_open(id) || !is_alive {
            return false;
        }
        let (wins, used) = (lemma.wins, lemma.used.clone());
        let number = self.take(lemma);
        if wins {
            self.win(id, Why::Lemma(number));
            for parent in self.node(id).parents.clone() {
                self.follow(parent);
            }
        } else {
            for &one in &used {
                if !self.node(one).users.contains(&id) {
                    self.node_mut(one).users.push(id);
                }
            }
            self.node_mut(id).lemmas.push(number);
            self.unsettled += 1;
            self.follow(id);
        }
        self.changed.push(id);
        self.refresh();
        true
    }

    fn take(&mut self, lemma: Lemma) -> LemmaId {
        let number = self.lemmas.len() as LemmaId;
        let at = self.tick();
        self.lemmas.push(Lemma { at, ..lemma });
        number
    }

    fn tick(&mut self) -> u32 {
        self.clock += 1;
        self.clock
    }

    /// Under superko: a certificate that was verified, and what it says of positions on whatever
    /// ways.
    pub fn add_on_ways(&mut self, lemma: Lemma, lemmas: Lemmas<G>) {
        if !self.is_open(lemma.node) {
            return;
        }
        let wins = lemma.wins;
        let number = self.take(lemma);
        for (position, place) in self.proven.add(number, lemmas) {
            for id in self.on_ways.get(&position).cloned().unwrap_or_default() {
                if !self.is_open(id) {
                    continue;
                }
                let (ways, way) = (self.ways.as_ref(), self.node(id).way.as_deref());
                let path = ways.zip(way).map(|(ways, way)| ways.path(way)).unwrap_or_default();
                if self.proven.applies(number, place, &path) {
                    match wins {
                        true => drop(self.win(id, Why::Lemma(number))),
                        false => self.hold(id, Why::Lemma(number)),
                    }
                    for parent in self.node(id).parents.clone() {
                        self.follow(parent);
                    }
                }
            }
        }
        self.refresh();
    }

    /// When it was found out what a position comes to, or that from which it was known at once:
    /// what it rests on was found earlier.
    pub fn order(&self, id: Id) -> u32 {
        let node = self.node(id);
        match node.status {
            Status::Won(Why::Lemma(lemma)) | Status::Held(Why::Lemma(lemma)) => {
                self.lemmas[lemma as usize].at
            }
            _ => node.solved_at,
        }
    }

    /// Notes that a position is held, for certain.
    fn hold(&mut self, id: Id, why: Why) {
        self.has_solved = true;
        self.news.push(id);
        self.changed.push(id);
        let at = self.tick();
        let node = self.node_mut(id);
        node.status = Status::Held(why);
        node.solved_at = at;
    }

    /// Notes that a position is won, and says whose lemmas rest on it no longer.
    fn win(&mut self, id: Id, why: Why) -> Vec<Id> {
        self.has_solved = true;
        self.news.push(id);
        let at = self.tick();
        let node = self.node_mut(id);
        node.status = Status::Won(why);
        node.solved_at = at;
        node.lemmas = Vec::new();
        let users = std::mem::take(&mut node.users);
        let Graph { nodes, lemmas, .. } = self;
        for &user in &users {
            let rests_on = |&lemma: &LemmaId| lemmas[lemma as usize].used.contains(&id);
            nodes[user as usize].lemmas.retain(|lemma| !rests_on(lemma));
        }
        self.changed.push(id);
        self.changed.extend(&users);
        users
    }

    /// What follows for a position from what is known for certain, and for others from that.
    fn follow(&mut self, from: Id) {
        // Chains of forced moves are long: no recursion.
        let mut list = vec![from];
        while let Some(id) = list.pop() {
            if !self.is_open(id) {
                continue;
            }
            if self.is_won_by_moves(id) {
                self.win(id, Why::Moves);
                list.extend(&self.node(id).parents);
            } else if let Some(why) =
                self.support(id, |graph, one| matches!(graph.node(one).status, Status::Held(_)))
            {
                self.hold(id, why);
                let node = self.node(id);
                list.extend(node.parents.iter().chain(&node.users));
            }
        }
    }

    fn is_won_by_moves(&self, id: Id) -> bool {
        let node = self.node(id);
        let won = |&child: &Id| matches!(self.node(child).status, Status::Won(_));
        node.is_expanded
            && match self.winner_moves(id) {
                true => node.children.iter().any(won),
                false => node.children.iter().all(won),
            }
    }

    /// Why a position is held if those are that `holds` says, if it is.
    fn support(&self, id: Id, holds: impl Fn(&Self, Id) -> bool) -> Option<Why> {
        let node = self.node(id);
        let by_lemma = node
            .lemmas
            .iter()
            .find(|&&lemma| self.lemmas[lemma as usize].used.iter().all(|&one| holds(self, one)));
        if let Some(&lemma) = by_lemma {
            return Some(Why::Lemma(lemma));
        }
        let mut children = node.children.iter();
        let by_moves = node.is_expanded
            && match self.winner_moves(id) {
                true => children.all(|&child| holds(self, child)),
                false => children.any(|&child| holds(self, child)),
            };
        by_moves.then_some(Why::Moves)
    }

    /// The greatest fixpoint: what supports each other is held. In time proportional to the size of
    /// the graph.
    pub fn settle(&mut self) {
        self.unsettled = 0;
        let mut stays: Vec<bool> = self
            .nodes
            .iter()
            .map(|node| match node.status {
                Status::Won(_) => false,
                Status::Held(_) => true,
                Status::Open => node.is_expanded || !node.lemmas.is_empty(),
            })
            .collect();
        let mut list: Vec<Id> = (0..self.nodes.len() as Id).collect();
        while let Some(id) = list.pop() {
            if !stays[id as usize] || !self.is_open(id) {
                continue;
            }
            if self.support(id, |_, one| stays[one as usize]).is_none() {
                stays[id as usize] = false;
                let node = self.node(id);
                list.extend(node.parents.iter().chain(&node.users));
            }
        }
        let new: Vec<Id> = (0..self.nodes.len() as Id)
            .filter(|&id| stays[id as usize] && self.is_open(id))
            .collect();
        // All at once: they support each other.
        let whys: Vec<Option<Why>> =
            new.iter().map(|&id| self.support(id, |_, one| stays[one as usize])).collect();
        for (&id, why) in new.iter().zip(whys) {
            if let Some(why) = why {
                self.node_mut(id).status = Status::Held(why);
            }
        }
        self.has_solved |= !new.is_empty();
        self.news.extend(&new);
        self.changed.extend(new);
        self.refresh();
    }

    /// Brings the numbers above what has changed up to date, each once: in circles they would grow
    /// without end.
    fn refresh(&mut self) {
        let mut list: VecDeque<Id> = VecDeque::new();
        let mut seen: HashSet<Id> = HashSet::new();
        for id in std::mem::take(&mut self.changed) {
            let above = self.node(id).parents.iter().copied().chain([id]);
            list.extend(above.filter(|&one| self.is_open(one) && seen.insert(one)));
        }
        while let Some(id) = list.pop_front() {
            if !self.node(id).is_expanded {
                continue;
            }
            let children = self.node(id).children.iter().map(|&child| self.numbers(child));
            let Numbers { pn, dn } = Numbers::combined(children, self.winner_moves(id));
            // Solved numbers of what is not: a circle that has not been looked at.
            let numbers = Numbers::open(pn, dn);
            if numbers != std::mem::replace(&mut self.node_mut(id).numbers, numbers) {
                let above = self.node(id).parents.iter().copied();
                list.extend(above.filter(|&one| self.is_open(one) && seen.insert(one)));
            }
        }
    }

    /// New numbers for a position that is a leaf.
    pub fn estimate(&mut self, id: Id, numbers: Numbers) {
        self.node_mut(id).numbers = numbers;
        self.changed.push(id);
        self.refresh();
    }

    /// Where to look for what decides an open position: what its lemma rests on, else its moves.
    pub fn continuations(&self, id: Id) -> Vec<Id> {
        let node = self.node(id);
        let open = |&&one: &&Id| self.is_open(one);
        match node.lemmas.last() {
            Some(&lemma) => self.lemmas[lemma as usize].used.iter().filter(open).copied().collect(),
            None => node.children.iter().filter(open).copied().collect(),
        }
    }

    /// Whether a job about the position would tell something: it is open, and nothing says yet what
    /// it depends on.
    pub fn is_leaf(&self, id: Id) -> bool {
        let node = self.node(id);
        node.status == Status::Open && !node.is_expanded && node.lemmas.is_empty()
    }

    /// The open positions that the answer may depend on.
    pub fn needed(&self) -> Vec<bool> {
        let mut needed = vec![false; self.nodes.len()];
        let mut list = vec![Self::ROOT];
        while let Some(id) = list.pop() {
            if !needed[id as usize] && self.is_open(id) {
                needed[id as usize] = true;
                list.extend(self.continuations(id));
            }
        }
        needed
    }
}
