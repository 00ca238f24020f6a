//! Backwards through one component, from its exits and mates.

use threefold_game::{Components, Shape, Step, Turn};

use super::watch::Watch;
use crate::limits::Reason;

/// The positions of a component that are won so far, and what it takes to win more of them.
pub(super) struct Flood<'a> {
    pub game: &'a dyn Components,
    pub shape: Shape,
    pub rows: usize,
    pub alive: &'a [u64],
    /// Nothing else can be won.
    pub within: Vec<u64>,
    pub won: Vec<u64>,
    /// By position the round in which it was won; empty if nobody wants to know.
    pub ranks: Vec<u8>,
    steps: Vec<Step>,
    /// Of the attacker's rows what to add, of the defender's what is new.
    words: Vec<u64>,
    is_marked: Vec<bool>,
}

impl<'a> Flood<'a> {
    pub fn new(
        game: &'a dyn Components,
        shape: Shape,
        alive: &'a [u64],
        (within, won): (Vec<u64>, Vec<u64>),
        ranks: Vec<u8>,
    ) -> Self {
        let rows = alive.len() / 2;
        let (words, is_marked) = (vec![0; 2 * rows], vec![false; rows]);
        Flood { game, shape, rows, alive, within, won, ranks, steps: Vec::new(), words, is_marked }
    }

    /// Wins what can be won: `exits` are the attacker's positions from which a won exit leads, and
    /// the defender's from which one leads that is not. In rounds, so that whoever plays to what
    /// was won in an earlier one makes progress.
    pub fn rise(
        &mut self,
        exits: &[u64],
        watch: &mut Watch<'_, '_>,
        bytes: usize,
    ) -> Result<(), Reason> {
        let rows = self.rows;
        // The attacker's rows in which something is new; the defender's to be looked at; his in
        // which something is.
        let mut risen: Vec<u32> = Vec::new();
        let mut marked: Vec<u32> = Vec::new();
        let mut fresh: Vec<u32> = Vec::new();
        for row in 0..rows {
            if self.win(row, exits[row], 0) != 0 {
                risen.push(row as u32);
            }
            let slot = rows + row;
            if self.within[slot] & !self.won[slot] & !exits[slot] != 0 {
                self.is_marked[row] = true;
                marked.push(row as u32);
            }
        }
        let mut steps = std::mem::take(&mut self.steps);
        for round in 1.. {
            watch.check(bytes)?;
            let rank = u8::try_from(round).unwrap_or(u8::MAX);
            for row in risen.drain(..) {
                watch.count();
                steps.clear();
                self.game.steps(&self.shape, Turn::Defender, row, &mut steps);
                for step in &steps {
                    if !std::mem::replace(&mut self.is_marked[step.row as usize], true) {
                        marked.push(step.row);
                    }
                }
            }
            for row in marked.drain(..) {
                self.is_marked[row as usize] = false;
                let slot = rows + row as usize;
                let mut lost = self.within[slot] & !self.won[slot] & !exits[slot];
                if lost == 0 {
                    continue;
                }
                watch.count();
                steps.clear();
                self.game.steps(&self.shape, Turn::Defender, row, &mut steps);
                for step in &steps {
                    let behind = step.row as usize;
                    let held = self.alive[behind] & !self.won[behind];
                    lost &= !step.before(self.game, held);
                    if lost == 0 {
                        break;
                    }
                }
                self.words[slot] = self.win(slot, lost, rank);
                if self.words[slot] != 0 {
                    fresh.push(row);
                }
            }
            for row in fresh.drain(..) {
                watch.count();
                let lost = std::mem::take(&mut self.words[rows + row as usize]);
                steps.clear();
                self.game.steps(&self.shape, Turn::Attacker, row, &mut steps);
                for step in &steps {
                    // Steps lead back as they lead there.
                    let word = &mut self.words[step.row as usize];
                    if *word == 0 {
                        risen.push(step.row);
                    }
                    *word |= step.before(self.game, lost);
                }
            }
            // A row may be there more than once, if nothing was added at first.
            risen.retain(|&row| {
                let new = std::mem::take(&mut self.words[row as usize]);
                self.win(row as usize, new, rank) != 0
            });
            if risen.is_empty() {
                break;
            }
        }
        self.steps = steps;
        Ok(())
    }

    /// Adds what is new of these, and returns it.
    #[inline]
    fn win(&mut self, slot: usize, word: u64, rank: u8) -> u64 {
        let new = word & self.within[slot] & !self.won[slot];
        self.won[slot] |= new;
        if !self.ranks.is_empty() {
            let mut left = new;
            while left != 0 {
                self.ranks[slot * 64 + left.trailing_zeros() as usize] = rank;
                left &= left - 1;
            }
        }
        new
    }
}
