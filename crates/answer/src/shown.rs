//! A verified certificate as something that is asked about one position after the other: for
//! proofs that are too large to be handed over whole.
//!
//! [`AnyMade::shown`](crate::any::AnyMade::shown) verifies each block with the ordinary checker,
//! walks it once more and keeps what was met. What a reader asks then ([`Shown`]) is answered from
//! that alone.

use threefold_certificate::{
    Block, CheckError, CheckLimits, Checker, Event, Header, Met, Terms, Trace, Traced, Walk,
    unfolded,
};
use threefold_game::{Game, History, NotationError, Player};
use threefold_search::Interrupt;

use crate::error::Error;
use crate::made::Made;
use crate::strategy::history;

/// Between two looks at the interrupt.
const STEPS: u64 = 1024;
/// No position.
const NONE: u32 = u32::MAX;
/// The way to a position is told move by move up to so many plies.
const LONGEST_WAY: u32 = 60;
/// Rows of a map.
const ROWS: u32 = 12;
/// Positions of a map that have their moves told.
const MOST_PLACES: usize = 1500;
/// Narrower moves of a map are not told.
const NARROWEST: f64 = 3.0;
/// Places where lines meet: so many, with at least so many moves to each.
const MOST_MEETINGS: usize = 6;
const FEWEST_MOVES: u32 = 3;

/// What there is to know of a whole proof.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Its positions, those that are walked several times counted several times.
    pub nodes: usize,
    /// Different positions.
    pub positions: usize,
    /// Those at which it ends.
    pub leaves: usize,
    /// And of them, those that a database knows.
    pub database_leaves: usize,
    /// How many positions are so many plies away from the root.
    pub by_ply: Vec<u32>,
    /// The positions to which most moves lead, and how many do.
    pub meetings: Vec<(u32, u32)>,
}

/// What is known of a position of a proof.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Its number.
    pub number: u32,
    /// What it is, and how far the end is.
    pub traced: Traced,
    /// What the claimant plays there.
    pub answer: Option<String>,
    /// The position before it on a shortest line from the root (under superko on the line by which
    /// it was met); `None` at the root.
    pub before: Option<u32>,
    /// Plies on that line.
    pub plies: u32,
    /// For how many positions it stands on a map: itself and those to which such lines lead
    /// through it.
    pub weight: u32,
    /// The moves of that line, unless they are many.
    pub way: Option<Vec<String>>,
}

/// A position with its moves.
#[derive(Clone, Debug)]
pub struct Look {
    /// The position, if it is one of the proof.
    pub here: Option<Seen>,
    /// Moves, and the positions of the proof to which they lead.
    pub moves: Vec<(String, Option<Seen>)>,
}

/// A position of a map, with the moves that are wide enough to be shown, the widest first: each
/// with the position that it leads to, and the weight of that.
#[derive(Clone, Debug)]
pub struct Place {
    /// The position.
    pub number: u32,
    /// Its weight.
    pub weight: u32,
    /// The moves.
    pub moves: Vec<(String, u32, u32)>,
    /// Whether there are narrower ones.
    pub has_more: bool,
}

/// A proof that can be asked about. Numbers are of positions; the root is 0.
pub trait Shown: Sync {
    /// What it proves, without its moves.
    fn header(&self) -> &Header;

    /// How many moves of the claimant it has.
    fn lines(&self) -> u64;

    /// The whole of it.
    fn summary(&self) -> &Summary;

    /// A position with the moves that are walked from it.
    fn look(&self, number: u32) -> Option<Look>;

    /// A position of the game, whether the proof has it or not, with all legal moves. Under superko
    /// nothing of what it leads to is known: that depends on the way.
    ///
    /// # Errors
    /// The text is no position.
    fn look_at(&self, position: &str) -> Result<Look, NotationError>;

    /// How many positions can arise below one.
    fn below(&self, number: u32) -> Option<u64>;

    /// The moves of a line from the root.
    fn way(&self, number: u32) -> Option<Vec<String>>;

    /// The moves of the longest line from a position to the end of the game, where there is one.
    fn longest(&self, number: u32) -> Option<Vec<String>>;

    /// What lies below a position, for a drawing of so many units.
    fn map(&self, number: u32, width: f64) -> Option<Vec<Place>>;
}

/// What was met on the walk of a block.
pub(crate) struct Kept<'g, G: Game> {
    game: &'g G,
    header: Header,
    lines: u64,
    claimant: Player,
    trace: Trace<G>,
    before: Vec<u32>,
    plies: Vec<u32>,
    weights: Vec<u32>,
    summary: Summary,
}

impl<'g, G: Game> Kept<'g, G> {
    pub(crate) fn of(
        made: &Made<'g, G>,
        block: &Block,
        limits: CheckLimits,
        interrupt: &Interrupt,
    ) -> Result<Self, Error> {
        let Made { game, own, knowledge, .. } = made;
        let (game, knowledge) = (*game, *knowledge);
        let mut checker = Checker::new(game).knowledge(knowledge).limits(limits);
        if let Some(own) = own {
            checker = checker.about(own);
        }
        let verified = checker.block(block).map_err(|error: CheckError| Error::other(error))?;
        let mut terms = verified.terms;
        let history: History<G> = history(game, block)?;
        let mut has_room =
            |bytes| !interrupt.is_raised() && limits.memory.is_none_or(|memory| bytes <= memory);
        let block = unfolded(game, &history, terms, block, &mut has_room);
        let block = &block.ok_or_else(|| Error::other("no room for all positions of the proof"))?;
        terms.omitted.hands = false;
        let mut walk = Walk::new(game, &history, terms).tracing();
        if terms.database {
            walk = walk.knowledge(knowledge);
        }
        let mut lines = block.moves.iter();
        loop {
            match walk.step() {
                Event::Done => break,
                Event::NeedMove => {
                    if walk.lines().is_multiple_of(STEPS) && interrupt.is_raised() {
                        return Err(Error::other("interrupted"));
                    }
                    let text = lines.next().unwrap_or_default();
                    let m = game.parse_move(walk.position(), text).map_err(Error::other)?;
                    walk.play(m).map_err(Error::other)?;
                }
                fault => {
                    return Err(Error::other(format!("the strategy does not hold: {fault:?}")));
                }
            }
        }
        let trace = walk.into_trace().ok_or_else(|| Error::other("the walk is not complete"))?;
        Ok(Self::with(game, block, terms, trace))
    }

    fn with(game: &'g G, block: &Block, terms: Terms, trace: Trace<G>) -> Self {
        let (header, lines) = (Header { moves: 0, ..block.header.clone() }, block.header.moves);
        let count = trace.len();
        let numbers = || 0..count as u32;
        let is_superko = terms.rule.is_superko();
        let (mut before, mut plies) = (vec![NONE; count], vec![0; count]);
        // The order in which lines come to the positions: never one before the one before it.
        let mut order: Vec<u32> = Vec::with_capacity(count);
        if is_superko {
            for number in numbers() {
                if let Some(parent) = trace.node(number).and_then(|node| node.parent) {
                    before[number as usize] = parent;
                    plies[number as usize] = plies[parent as usize] + 1;
                }
            }
            order.extend(numbers());
        } else {
            order.push(0);
            let mut next = 0;
            while let Some(&at) = order.get(next) {
                next += 1;
                for &(_, child) in trace.moves(at) {
                    if child != 0 && before[child as usize] == NONE {
                        before[child as usize] = at;
                        plies[child as usize] = plies[at as usize] + 1;
                        order.push(child);
                    }
                }
            }
        }
        let mut weights = vec![0; count];
        let mut by_ply = Vec::new();
        for &number in order.iter().rev() {
            let weight = weights[number as usize] + 1;
            weights[number as usize] = weight;
            if let Some(parent) = weights.get_mut(before[number as usize] as usize) {
                *parent += weight;
            }
            let ply = plies[number as usize] as usize;
            if by_ply.len() <= ply {
                by_ply.resize(ply + 1, 0);
            }
            by_ply[ply] += 1;
        }
        let leaves = numbers().filter_map(|number| Some(trace.node(number)?.met));
        let leaves: Vec<Met> = leaves.filter(|&met| met != Met::Walked).collect();
        let summary = Summary {
            nodes: count,
            positions: trace.positions(),
            leaves: leaves.len(),
            database_leaves: leaves.iter().filter(|&&met| met == Met::Database).count(),
            by_ply,
            meetings: if is_superko { Vec::new() } else { meetings(&trace) },
        };
        Kept {
            game,
            header,
            lines,
            claimant: terms.claimant,
            trace,
            before,
            plies,
            weights,
            summary,
        }
    }

    fn has(&self, number: u32) -> bool {
        (number as usize) < self.trace.len()
    }

    /// The position before one, if it is not the root.
    fn before(&self, number: u32) -> Option<u32> {
        self.before.get(number as usize).copied().filter(|&before| before != NONE)
    }

    /// The text of the move with which a position is entered.
    fn entered_by(&self, number: u32) -> Option<String> {
        let before = self.before(number)?;
        let &(m, _) = self.trace.moves(before).iter().find(|&&(_, child)| child == number)?;
        Some(self.game.move_text(self.trace.position(before)?, m))
    }

    fn seen(&self, number: u32) -> Option<Seen> {
        let traced = *self.trace.node(number)?;
        let position = self.trace.position(number)?;
        let own = self.game.player_to_move(position) == self.claimant;
        let played = self.trace.moves(number).first().filter(|_| own);
        let plies = self.plies[number as usize];
        Some(Seen {
            number,
            traced,
            answer: played.map(|&(m, _)| self.game.move_text(position, m)),
            before: self.before(number),
            plies,
            weight: self.weights[number as usize],
            way: (plies <= LONGEST_WAY).then(|| self.way(number)).flatten(),
        })
    }
}

/// The positions to which most moves lead, the most first.
fn meetings<G: Game>(trace: &Trace<G>) -> Vec<(u32, u32)> {
    let mut moves = vec![0u32; trace.len()];
    for number in 0..trace.len() as u32 {
        for &(_, child) in trace.moves(number) {
            moves[child as usize] += 1;
        }
    }
    let mut found: Vec<(u32, u32)> = Vec::new();
    for (number, &moves) in moves.iter().enumerate().skip(1) {
        let worst = found.get(MOST_MEETINGS - 1).map_or(0, |&(_, worst)| worst);
        if moves < FEWEST_MOVES || moves <= worst {
            continue;
        }
        let place = found.partition_point(|&(_, others)| others >= moves);
        found.insert(place, (number as u32, moves));
        found.truncate(MOST_MEETINGS);
    }
    found
}

impl<G: Game> Shown for Kept<'_, G> {
    fn header(&self) -> &Header {
        &self.header
    }

    fn lines(&self) -> u64 {
        self.lines
    }

    fn summary(&self) -> &Summary {
        &self.summary
    }

    fn look(&self, number: u32) -> Option<Look> {
        let here = self.seen(number)?;
        let position = self.trace.position(number)?;
        let moves = self.trace.moves(number).iter();
        let moves = moves.map(|&(m, child)| (self.game.move_text(position, m), self.seen(child)));
        Some(Look { here: Some(here), moves: moves.collect() })
    }

    fn look_at(&self, position: &str) -> Result<Look, NotationError> {
        let mut position = self.game.parse_position(position)?;
        let here = self.trace.find(&position).and_then(|number| self.seen(number));
        let mut moves = Vec::new();
        if self.game.terminal(&position).is_none() {
            self.game.moves(&position, &mut moves);
        }
        let is_superko = self.header.repetition.is_superko();
        let mut found = Vec::with_capacity(moves.len());
        for m in moves {
            let text = self.game.move_text(&position, m);
            let undo = self.game.make(&mut position, m);
            let number = self.trace.find(&position).filter(|_| !is_superko);
            self.game.undo(&mut position, m, undo);
            found.push((text, number.and_then(|number| self.seen(number))));
        }
        Ok(Look { here, moves: found })
    }

    fn below(&self, number: u32) -> Option<u64> {
        let mut seen = vec![0u64; self.trace.len().div_ceil(64)];
        let mut todo = self.has(number).then(|| vec![number])?;
        let mut is_new = |number: u32| {
            let (word, bit) = (number as usize / 64, 1 << (number % 64));
            let is_new = seen[word] & bit == 0;
            seen[word] |= bit;
            is_new
        };
        is_new(number);
        let mut found = 0;
        while let Some(at) = todo.pop() {
            for &(_, child) in self.trace.moves(at) {
                if is_new(child) {
                    found += 1;
                    todo.push(child);
                }
            }
        }
        Some(found)
    }

    fn way(&self, number: u32) -> Option<Vec<String>> {
        let mut at = self.has(number).then_some(number)?;
        let mut way = Vec::new();
        while let Some(before) = self.before(at) {
            way.push(self.entered_by(at)?);
            at = before;
        }
        way.reverse();
        Some(way)
    }

    fn longest(&self, number: u32) -> Option<Vec<String>> {
        let mut at = number;
        let mut line = Vec::new();
        self.trace.node(at)?.height?;
        loop {
            let position = self.trace.position(at)?;
            let mut best: Option<(G::Move, u32, u32)> = None;
            for &(m, child) in self.trace.moves(at) {
                let height = self.trace.node(child)?.height?;
                if best.is_none_or(|(_, _, highest)| height > highest) {
                    best = Some((m, child, height));
                }
            }
            let Some((m, child, _)) = best else { return Some(line) };
            line.push(self.game.move_text(position, m));
            at = child;
        }
    }

    fn map(&self, number: u32, width: f64) -> Option<Vec<Place>> {
        let mut todo = self.has(number).then(|| vec![(number, width, 0)])?;
        let mut places = Vec::new();
        let mut next = 0;
        while let Some(&(from, wide, row)) = todo.get(next) {
            next += 1;
            if row == ROWS || places.len() == MOST_PLACES {
                continue;
            }
            let weight = self.weights[from as usize];
            let position = self.trace.position(from)?;
            let mut moves: Vec<(G::Move, u32, u32)> = Vec::new();
            for &(m, child) in self.trace.moves(from) {
                let is_new = !moves.iter().any(|&(_, other, _)| other == child);
                if self.before(child) == Some(from) && is_new {
                    moves.push((m, child, self.weights[child as usize]));
                }
            }
            moves.sort_by_key(|&(_, _, weight)| std::cmp::Reverse(weight));
            let share = |own: u32| wide * f64::from(own) / f64::from(weight.max(2) - 1);
            let shown = moves.iter().take_while(|&&(_, _, own)| share(own) >= NARROWEST).count();
            let has_more = shown < moves.len();
            moves.truncate(shown);
            todo.extend(moves.iter().map(|&(_, child, own)| (child, share(own), row + 1)));
            let text = |m: G::Move| self.game.move_text(position, m);
            let moves = moves.into_iter().map(|(m, child, own)| (text(m), child, own)).collect();
            places.push(Place { number: from, weight, moves, has_more });
        }
        Some(places)
    }
}
