//! What is solved for certain, position by position: what jobs are told, and may rest on.
//!
//! A certificate proves every position in it, not its root alone. Once the leader has taken a
//! node's win for granted, or knows that it is held and nothing is assumed any more, the positions
//! of the strategy are facts, too: all those in which the claimant moves and enough lies below.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

use threefold_certificate::Terms;
use threefold_game::{Game, History};

use crate::assumed::Assumed;
use crate::lemma::replay;

/// A position has to have so many of the claimant's moves below it: what has fewer is found again
/// for less than being told of it costs.
const LEAST: u32 = 4;
/// No more facts than that, for memory; nodes of the graph are facts all the same.
const MOST: usize = 2_000_000;

/// The number of a position.
pub(crate) type Id = u32;
/// The number of a fact.
pub(crate) type FactId = u32;

pub(crate) struct Fact<P> {
    pub position: P,
    /// What it follows from: the certificate of this node, or its moves.
    pub node: Id,
    /// Whether the winner wins.
    pub wins: bool,
    size: u32,
}

/// Positions that are solved on every path.
pub(crate) struct Facts<P> {
    list: Vec<Fact<P>>,
    index: HashMap<P, FactId>,
    /// The largest of them, by size.
    largest: BTreeSet<(u32, FactId)>,
    /// How many of these are kept.
    share: usize,
}

impl<P: Clone + Eq + Hash> Facts<P> {
    pub fn new(share: usize) -> Self {
        Facts { list: Vec::new(), index: HashMap::new(), largest: BTreeSet::new(), share }
    }

    pub fn get(&self, number: FactId) -> &Fact<P> {
        &self.list[number as usize]
    }

    pub fn find(&self, position: &P) -> Option<FactId> {
        self.index.get(position).copied()
    }

    pub fn size(&self, position: &P) -> u32 {
        self.find(position).map_or(1, |number| self.get(number).size)
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Adds what a node's position, or one of its certificate, comes to. The first reason stays.
    pub fn add(&mut self, position: P, node: Id, wins: bool, size: u32) {
        let Ok(number) = FactId::try_from(self.list.len()) else { return };
        if self.index.contains_key(&position) {
            return;
        }
        self.index.insert(position.clone(), number);
        self.list.push(Fact { position, node, wins, size });
        self.largest.insert((size, number));
        if self.largest.len() > self.share {
            self.largest.pop_first();
        }
    }

    /// Adds the positions of a strategy in which the claimant moves.
    pub fn add_strategy<G: Game<Position = P>>(
        &mut self,
        game: &G,
        (node, wins): (Id, bool),
        history: &History<G>,
        terms: Terms,
        assumed: &Assumed<'_, G>,
        moves: &str,
    ) -> Result<(), String> {
        // What comes before the next line that is no deeper is below a position.
        let mut found: Vec<(P, u32)> = Vec::new();
        let mut open: Vec<(usize, usize)> = Vec::new();
        replay(game, history, terms, assumed, moves, |position, depth, _| {
            close(&mut open, &mut found, depth);
            open.push((found.len(), depth));
            found.push((position.clone(), 0));
        })?;
        close(&mut open, &mut found, 0);
        let size = size_of_lines(found.len());
        for (position, size) in found {
            if size >= LEAST && self.len() < MOST {
                self.add(position, node, wins, size);
            }
        }
        self.add(history.root().clone(), node, wins, size);
        Ok(())
    }

    /// What a job is told: the largest and the newest.
    pub fn told(&self) -> impl Iterator<Item = &Fact<P>> {
        let newest = self.list.len().saturating_sub(self.share);
        let largest = self.largest.iter().map(|&(_, number)| number as usize);
        let largest = largest.filter(move |&number| number < newest);
        largest.chain(newest..self.list.len()).map(|number| &self.list[number])
    }
}

/// Those of the open positions, given by place and depth, that are not above `depth` have all their
/// lines.
fn close<P>(open: &mut Vec<(usize, usize)>, found: &mut [(P, u32)], depth: usize) {
    while let Some((place, _)) = open.pop_if(|&mut (_, at)| at >= depth) {
        found[place].1 = size_of_lines(found.len() - place);
    }
}

fn size_of_lines(lines: usize) -> u32 {
    u32::try_from(lines).unwrap_or(u32::MAX).max(1)
}
