//! Closed sets: many results that lean on each other's repetitions become results that hold on
//! every path, all at once.
//!
//! Under `AttackerLoses` a set of positions is *closed* if
//!
//! - each move of the attacker from one of his positions, and
//! - some move of the defender from each of hers
//!
//! leads into the set, or to a position that is disproven on every path. From such a set the
//! attacker cannot win, whatever the path: play leaves it for a disproven position or stays until
//! it repeats. So all its positions are disproven, unconditionally. A depth-first search that looks
//! for repetitions on its own path finds the same thing path by path: in a drawn ending it meets
//! each position below many sets of ancestors, and stores as many twins.
//!
//! ```text
//!      A1 ---> d1 ---> A2 ---> d2 ---> A1     {A1, d1, A2, d2} is closed: four base entries, where
//!       \               \                     the search has a twin for d2 that relies on A1,
//!        +---> d3: disproven, on every path   one for A2 that does, one for A1 below A2 ...
//! ```
//! The positions that such a set might consist of are in the table: those that have been expanded,
//! and are not proven. From the position behind the last irreversible move of the path a set is
//! grown: one reply at each position of the defender, every move at each of the attacker's. A
//! position from which that does not succeed is dropped, and so is what needs it; a defender who
//! needs it tries her next reply. No position is looked at twice, and what is left in the end is
//! closed. If the first position is among it, everything is stored.
//!
//! A move to a position that has not been expanded is followed for one more ply ([`BEYOND`]): the
//! search has looked at all positions of the set long before it has expanded each of them.
//!
//! Under `AttackerWins` the same holds with the players exchanged, and the set is proven. Under
//! superko there is no such thing: a repetition is not a result there.
//!
//! A set of positions as a claim about all paths: Thompson 1986 (retrograde analysis ends with
//! one). To look for it among the entries of a df-pn table was worked out here.

use hashbrown::HashTable;
use threefold_game::{Outcome, Searchable};

use crate::memory::Known;
use crate::name::Name;
use crate::options::Policy;
use crate::stack::Stack;
use crate::table::{NO_MOVE, Solved};
use crate::task::Keeping;
use crate::worker::Worker;

/// Nodes between two attempts, per position that the last one looked at: a quarter of a look per
/// node. Failed attempts cost time, and those that succeed sooner save it. Nodes and time divided
/// by the plain table's, on 48 won and 48 drawn pawn endings: without sets 0.99, 1.05 and 1.82,
/// 2.4; with a factor of 2 0.99, 1.49 and 0.62, 1.00; of 4 0.99, 1.33 and 0.80, 1.15.
const NODES_PER_POSITION: u64 = 4;

/// No attempt is made from a position whose number for the side that would succeed is not that many
/// times smaller than the other.
const LIKELY: u32 = 8;

/// How many plies beyond what was expanded a set may reach. On drawn pawn endings 0 took 20 % more
/// nodes, and 2 as many and 15 % more time; 4 took twice the time.
const BEYOND: u8 = 1;

/// An attempt is made if there was a twin in as many nodes, on average. Drawn endings of pawns or
/// kings store one in 30 to 70 nodes; mate problems one in 115, checkers with many pieces one in
/// 300, and no set was found there.
const NODES_PER_TWIN: u64 = 80;

/// What a position of a set counts when entries compete for a place: more than a leaf, less than
/// the root of a subtree.
const WORK: u64 = 8;

/// The share of the table's memory that a set may take while it grows.
const SHARE_OF_TABLE: usize = 2;

/// What is kept from one set to the next, at most, in bytes.
const KEPT_BYTES: usize = 1 << 20;

/// No link.
const NONE: u32 = u32::MAX;

/// What a position needs to be in the set.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Need {
    /// Every child in the set.
    All,
    /// The chosen child in the set.
    One,
    /// Nothing: a move, or each, leads to a result that holds on every path.
    Nothing,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Not looked at yet.
    New,
    /// In the set, as far as is known.
    In,
    Out,
}

/// A position that something needs, or needed.
struct Member<P> {
    position: P,
    /// The parts of its name, which take less room one by one.
    key: u64,
    hand: u32,
    state: State,
    need: Need,
    /// Plies since the last position that the search has expanded.
    beyond: u8,
    /// With `Need::One` its children in `ClosedSets::children`, and which of them is chosen.
    chosen: u32,
    last: u32,
    /// The last of those that need this one, in `ClosedSets::needed_by`.
    needed_by: u32,
    /// The move of a claimant's position with `Need::Nothing`.
    mv: u32,
}

/// A move that may stay in the set.
struct Child<M> {
    m: M,
    key: u64,
    hand: u32,
    /// How far it seems from being in the set: 0 if a result of the right sign is known on some
    /// path, else the number of the side that would succeed.
    doubt: u32,
    /// The search has expanded it.
    expanded: bool,
}

impl<P> Member<P> {
    #[inline]
    fn name(&self) -> Name {
        Name { key: self.key, hand: self.hand }
    }
}

impl<M> Child<M> {
    #[inline]
    fn name(&self) -> Name {
        Name { key: self.key, hand: self.hand }
    }
}

/// A set that grows, and when to grow the next one.
pub(crate) struct ClosedSets<G: Searchable> {
    members: Vec<Member<G::Position>>,
    /// Numbers of members by key.
    index: HashTable<u32>,
    children: Vec<Child<G::Move>>,
    /// Scratch space for moves.
    moves: Vec<G::Move>,
    /// Chains of (member, next).
    needed_by: Vec<(u32, u32)>,
    todo: Vec<u32>,
    dropped: Vec<u32>,
    /// The node count at which the next attempt is due.
    due: u64,
    /// Node count and twins stored at the last one.
    last_nodes: u64,
    last_twins: u64,
}

/// What the table says of a move.
enum Behind {
    /// A result that holds on every path, of the right sign or not.
    Solved(bool),
    /// A position that may be in the set, its doubt, and whether it has been expanded.
    Open(u32, bool),
}

impl<G: Searchable> ClosedSets<G> {
    pub fn new(worker: &Worker<'_, G>) -> Self {
        let (task, stats) = (worker.task(), worker.stats_so_far());
        let interval = u64::from(task.options().closed_set_interval);
        let wanted = interval > 0
            && task.keeping() == Keeping::Levels
            && task.options().policy == Policy::BaseTwin
            && task.question().repetition_succeeds().is_some();
        let (nodes, twins) = (stats.nodes, stats.twin_stores);
        ClosedSets {
            members: Vec::new(),
            index: HashTable::new(),
            children: Vec::new(),
            moves: Vec::new(),
            needed_by: Vec::new(),
            todo: Vec::new(),
            dropped: Vec::new(),
            due: if wanted { nodes + interval } else { u64::MAX },
            last_nodes: nodes,
            last_twins: twins,
        }
    }

    /// Looks for a set, if it is time for that, around the part of the path where the search has
    /// been since the last time: from the position behind the deepest irreversible move below which
    /// it has spent half of its nodes. `root`: the position of the first frame.
    #[inline]
    pub fn look(&mut self, worker: &mut Worker<'_, G>, stack: &Stack<G>, root: &G::Position) {
        if worker.nodes() >= self.due {
            self.look_now(worker, stack, root);
        }
    }

    #[cold]
    fn look_now(&mut self, worker: &mut Worker<'_, G>, stack: &Stack<G>, root: &G::Position) {
        let Some(since) = self.begin(worker) else { return };
        let before = worker.nodes() - since / 2;
        let frames = stack.frames();
        let start = (1..frames.len()).rev().find(|&i| {
            frames[i].entered_at <= before && stack.selected(i - 1).arrival.irreversible
        });
        let start = start.unwrap_or(0);
        let numbers = stack.numbers(start, worker);
        let is_likely = match worker.task().question().repetition_succeeds() {
            Some(true) => numbers.pn.saturating_mul(LIKELY) <= numbers.dn,
            Some(false) => numbers.dn.saturating_mul(LIKELY) <= numbers.pn,
            None => false,
        };
        if !is_likely {
            return;
        }
        let mut position = root.clone();
        for i in 0..start {
            worker.task().game().make(&mut position, stack.selected(i).m);
        }
        self.attempt(worker, position, stack.bytes());
    }

    /// Nodes since the last attempt; `None` if too few twins have been stored in them, and the
    /// attempt is put off.
    fn begin(&mut self, worker: &Worker<'_, G>) -> Option<u64> {
        let (nodes, twins) = (worker.nodes(), worker.stats_so_far().twin_stores);
        let (since, stored) = (nodes - self.last_nodes, twins - self.last_twins);
        (self.last_nodes, self.last_twins) = (nodes, twins);
        self.due = nodes + u64::from(worker.task().options().closed_set_interval);
        (stored >= since.div_ceil(NODES_PER_TWIN)).then_some(since)
    }

    /// Grows a set from `start` and stores its positions as solved, if `start` is among them.
    /// `beside`: bytes of the search's stack.
    fn attempt(&mut self, worker: &mut Worker<'_, G>, mut start: G::Position, beside: usize) {
        let Some(proven) = worker.task().question().repetition_succeeds() else { return };
        let limit = worker.task().options().table_bytes / SHARE_OF_TABLE;
        let before = worker.stats().closed_set_positions;
        let root = self.add(start.clone(), worker.task().name(&start), 0);
        worker.swap_position(&mut start);
        self.todo.push(root);
        let complete = loop {
            if self.members[root as usize].state == State::Out {
                break false;
            }
            let Some(number) = self.todo.pop() else { break true };
            if self.members[number as usize].state == State::New
                && (number == root || self.is_needed(number))
            {
                // A large set must not keep the search beyond its time.
                let looked_at = worker.stats().closed_set_positions - before;
                let is_late = looked_at & 255 == 255 && worker.check_clock().is_err();
                if self.bytes() > limit || is_late || !worker.has_room(beside + self.bytes()) {
                    break false;
                }
                self.look_at(worker, number, proven);
                self.settle(worker.task().game());
            }
        };
        worker.swap_position(&mut start);
        if complete {
            worker.stats().closed_sets += 1;
            self.store(worker, proven);
        }
        let looked_at = worker.stats().closed_set_positions - before;
        self.due = self.due.max(worker.nodes() + NODES_PER_POSITION * looked_at);
        self.clear();
    }

    /// Forgets the set. A large one gives its memory back.
    fn clear(&mut self) {
        if self.bytes() > KEPT_BYTES {
            (self.members, self.index) = (Vec::new(), HashTable::new());
            (self.children, self.needed_by) = (Vec::new(), Vec::new());
        }
        self.members.clear();
        self.index.clear();
        self.children.clear();
        self.needed_by.clear();
        self.todo.clear();
        self.dropped.clear();
    }

    fn bytes(&self) -> usize {
        // A number in the index takes 4 bytes, a byte of tags, and the room that is kept free.
        self.members.len() * (size_of::<Member<G::Position>>() + 8)
            + self.children.len() * size_of::<Child<G::Move>>()
            + self.needed_by.len() * size_of::<(u32, u32)>()
    }

    /// Stores what is in the set, which is complete.
    fn store(&self, worker: &mut Worker<'_, G>, proven: bool) {
        for member in self.members.iter().filter(|member| member.state == State::In) {
            debug_assert!(self.is_supported(member), "a set that is not closed");
            let mv = match member.need {
                Need::One => {
                    let m = self.children[member.chosen as usize].m;
                    worker.task().game().encode_move(&member.position, m)
                }
                _ => member.mv,
            };
            worker.store_base(member.name(), Solved { proven, mv, length: 0 }, WORK);
            worker.stats().closed_set_stores += 1;
        }
    }

    /// Whether the choice of a claimant's position is in the set.
    fn is_supported(&self, member: &Member<G::Position>) -> bool {
        member.need != Need::One || {
            let child = &self.children[member.chosen as usize];
            self.find(child.name())
                .is_some_and(|number| self.members[number as usize].state == State::In)
        }
    }

    /// Generates the moves of a member, and finds out what it needs.
    fn look_at(&mut self, worker: &mut Worker<'_, G>, number: u32, proven: bool) {
        let (task, game) = (worker.task(), worker.task().game());
        worker.stats().closed_set_positions += 1;
        let member = &mut self.members[number as usize];
        member.state = State::In;
        let beyond = member.beyond;
        worker.stand_at(&member.position);
        let claimant = worker.is_or_node() == proven;
        game.moves(worker.position(), &mut self.moves);
        let first = self.children.len();
        let stuck = self.moves.is_empty();
        let mut out = stuck && task.is_success_stuck(worker.position()) != proven;
        let mut decides = None;
        // First what the rules say of each child; the table's part of memory is on its way
        // meanwhile.
        for m in self.moves.drain(..) {
            match ahead(worker, m) {
                Err(outcome) => {
                    let right = task.is_success(outcome) == proven;
                    decides = decides.or((claimant && right).then_some(m));
                    out |= !claimant && !right;
                }
                Ok(Name { key, hand }) => {
                    worker.memory().prefetch_base(Name { key, hand });
                    self.children.push(Child { m, key, hand, doubt: 0, expanded: false });
                }
            }
            if out || decides.is_some() {
                break;
            }
        }
        // Then what the table says of the others.
        let mut kept = first;
        for i in first..self.children.len() {
            if out || decides.is_some() {
                break;
            }
            let child = &mut self.children[i];
            match behind(worker, child.name(), proven) {
                Behind::Solved(true) if claimant => decides = Some(child.m),
                Behind::Solved(true) => {}
                Behind::Open(doubt, expanded) if expanded || beyond < BEYOND => {
                    (child.doubt, child.expanded) = (doubt, expanded);
                    self.children.swap(kept, i);
                    kept += 1;
                }
                Behind::Solved(false) | Behind::Open(..) => out |= !claimant,
            }
        }
        self.children.truncate(if out || decides.is_some() { first } else { kept });
        let last = self.children.len();
        let mv = decides.map_or(NO_MOVE, |m| game.encode_move(worker.position(), m));
        let member = &mut self.members[number as usize];
        (member.mv, member.chosen, member.last) = (mv, first as u32, last as u32);
        if out {
            self.drop_out(number);
        } else if decides.is_some() || stuck || first == last && !claimant {
            member.need = Need::Nothing;
        } else if claimant {
            member.need = Need::One;
            self.sort_choices(first);
            self.choose(game, number, first as u32);
        } else {
            member.need = Need::All;
            // The least likely is looked at first: if it is out, the others are not needed.
            self.children[first..].sort_unstable_by_key(|child| (!child.expanded, child.doubt));
            for child in first..last {
                self.need(game, number, child as u32);
            }
            self.children.truncate(first);
        }
    }

    fn find(&self, name: Name) -> Option<u32> {
        let same = |&number: &u32| self.members[number as usize].name() == name;
        self.index.find(name.key, same).copied()
    }

    fn add(&mut self, position: G::Position, name: Name, beyond: u8) -> u32 {
        let number = self.members.len() as u32;
        self.members.push(Member {
            position,
            key: name.key,
            hand: name.hand,
            state: State::New,
            need: Need::Nothing,
            beyond,
            chosen: 0,
            last: 0,
            needed_by: NONE,
            mv: NO_MOVE,
        });
        let members = &self.members;
        self.index.insert_unique(name.key, number, |&other| members[other as usize].key);
        number
    }

    /// The most promising first: towards what is in the set already, which keeps it small; then
    /// what has been expanded; then by doubt.
    fn sort_choices(&mut self, first: usize) {
        let mut children = std::mem::take(&mut self.children);
        children[first..].sort_by_cached_key(|child| {
            let known = self.find(child.name());
            let state = known.map(|number| self.members[number as usize].state);
            (state != Some(State::In), !child.expanded, child.doubt)
        });
        self.children = children;
    }

    /// A claimant's position takes the first child from `from` on that is not out.
    fn choose(&mut self, game: &G, number: u32, from: u32) {
        for i in from..self.members[number as usize].last {
            let child = &self.children[i as usize];
            let known = self.find(child.name());
            if known.is_none_or(|child| self.members[child as usize].state != State::Out) {
                self.members[number as usize].chosen = i;
                self.need(game, number, i);
                return;
            }
        }
        self.drop_out(number);
    }

    /// `number` needs the child.
    fn need(&mut self, game: &G, number: u32, child: u32) {
        let child = &self.children[child as usize];
        let known = match self.find(child.name()) {
            Some(known) => known,
            None => {
                let (m, name, expanded) = (child.m, child.name(), child.expanded);
                let parent = &self.members[number as usize];
                let beyond = if expanded { 0 } else { parent.beyond + 1 };
                let mut position = parent.position.clone();
                game.make(&mut position, m);
                self.add(position, name, beyond)
            }
        };
        let member = &mut self.members[known as usize];
        self.needed_by.push((number, member.needed_by));
        member.needed_by = self.needed_by.len() as u32 - 1;
        match member.state {
            // Also if it is waiting there already: it may be passed over when no one needs it.
            State::New => self.todo.push(known),
            State::In => {}
            State::Out => self.drop_out(number),
        }
    }

    /// Whether something in the set needs this position at present.
    fn is_needed(&self, number: u32) -> bool {
        let mut link = self.members[number as usize].needed_by;
        while link != NONE {
            let (parent, next) = self.needed_by[link as usize];
            let member = &self.members[parent as usize];
            if member.state == State::In
                && (member.need != Need::One || self.chooses(member, number))
            {
                return true;
            }
            link = next;
        }
        false
    }

    fn chooses(&self, member: &Member<G::Position>, number: u32) -> bool {
        self.children[member.chosen as usize].name() == self.members[number as usize].name()
    }

    fn drop_out(&mut self, number: u32) {
        let member = &mut self.members[number as usize];
        if member.state != State::Out {
            member.state = State::Out;
            self.dropped.push(number);
        }
    }

    /// Drops what needs something that was dropped.
    fn settle(&mut self, game: &G) {
        while let Some(out) = self.dropped.pop() {
            let mut link = self.members[out as usize].needed_by;
            while link != NONE {
                let (number, next) = self.needed_by[link as usize];
                link = next;
                let member = &self.members[number as usize];
                if member.state == State::Out {
                    continue;
                }
                match member.need {
                    Need::Nothing => {}
                    Need::All => self.drop_out(number),
                    Need::One if self.chooses(member, out) => {
                        let next = member.chosen + 1;
                        self.choose(game, number, next);
                    }
                    Need::One => {}
                }
            }
        }
    }
}

/// The name of the position behind a move of the position at hand, or the outcome if the game is
/// over there.
#[inline]
fn ahead<G: Searchable>(worker: &mut Worker<'_, G>, m: G::Move) -> Result<Name, Outcome> {
    let task = worker.task();
    if let Some(id) = task.id_after(worker.position(), m) {
        return Ok(id.name);
    }
    let undo = worker.make(m);
    let outcome = task.game().terminal(worker.position());
    let outcome = outcome.or_else(|| task.knows(worker.position()));
    let behind = outcome.map_or_else(|| Ok(task.name(worker.position())), Err);
    worker.undo(m, undo);
    behind
}

/// What the table says of a position on every path.
fn behind<G: Searchable>(worker: &mut Worker<'_, G>, name: Name, proven: bool) -> Behind {
    let task = worker.task();
    let (known, twins) = worker.memory().known(task, name, u32::MAX);
    match known {
        Known::Base(found) => Behind::Solved(found.is_proven() == proven),
        Known::Leaf(found) if found.is_solved() => Behind::Solved(found.is_proven() == proven),
        _ if twins => Behind::Open(0, true),
        Known::Bounds(found) => Behind::Open(if proven { found.pn } else { found.dn }, true),
        Known::Leaf(found) => Behind::Open(if proven { found.pn } else { found.dn }, false),
        Known::Nothing => Behind::Open(u32::MAX, false),
    }
}
