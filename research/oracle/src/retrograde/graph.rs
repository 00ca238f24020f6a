//! All positions that can be reached, and the moves between them.

use std::hash::BuildHasher;

use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashTable};
use thiserror::Error;
use threefold_game::{Game, Outcome, Player};

/// Why a game could not be solved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RetrogradeError {
    /// More positions can be reached than were allowed.
    #[error("more than {limit} positions can be reached")]
    TooManyPositions {
        /// How many were allowed.
        limit: usize,
    },
    /// More moves than can be numbered.
    #[error("more than {} moves", u32::MAX)]
    TooManyMoves,
}

/// The positions, numbered in the order in which they were found.
pub(super) struct Reachable<G: Game> {
    pub(super) positions: Vec<G::Position>,
    /// The numbers by the position's hash. The positions themselves are kept once, in the vector:
    /// a position of a real game has a hundred bytes.
    numbers: HashTable<u32>,
    hasher: DefaultHashBuilder,
    pub(super) start: Vec<Start>,
}

/// What is known of a position before anything was solved.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Start {
    /// The game ends here.
    Ended(Outcome),
    /// It is the player's turn, and he has a move.
    Turn(Player),
}

/// The moves, as lists of numbers one after the other.
pub(super) struct Lists {
    /// Where the list of each position starts; one more at the end.
    pub(super) starts: Vec<u32>,
    pub(super) targets: Vec<u32>,
}

impl Lists {
    pub(super) fn of(&self, i: u32) -> &[u32] {
        &self.targets[self.starts[i as usize] as usize..self.starts[i as usize + 1] as usize]
    }

    pub(super) fn degree(&self, i: usize) -> u32 {
        self.starts[i + 1] - self.starts[i]
    }

    /// The same moves, listed where they lead to.
    pub(super) fn reversed(&self) -> Lists {
        let count = self.starts.len() - 1;
        // First the lengths, one place to the right; then their sums, which are the starts,
        // again one place to the right; filling the lists moves each to where it belongs.
        let mut starts = vec![0; count + 2];
        for &to in &self.targets {
            starts[to as usize + 2] += 1;
        }
        for i in 2..count + 2 {
            starts[i] += starts[i - 1];
        }
        let mut targets = vec![0; self.targets.len()];
        for from in 0..count as u32 {
            for &to in self.of(from) {
                let place = &mut starts[to as usize + 1];
                targets[*place as usize] = from;
                *place += 1;
            }
        }
        starts.pop();
        Lists { starts, targets }
    }
}

impl<G: Game> Reachable<G> {
    pub(super) fn explore(
        game: &G,
        roots: impl IntoIterator<Item = G::Position>,
        limit: usize,
    ) -> Result<(Self, Lists), RetrogradeError> {
        let mut reachable: Self = Reachable {
            positions: Vec::new(),
            numbers: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
            start: Vec::new(),
        };
        let limit = limit.min(u32::MAX as usize - 1);
        for root in roots {
            reachable.number(&root, limit)?;
        }
        let mut lists = Lists { starts: vec![0], targets: Vec::new() };
        let mut moves = Vec::new();
        // Every position is expanded in the order of the numbers, so that the lists of moves
        // come out in that order as well.
        while let Some(position) = reachable.positions.get(reachable.start.len()) {
            let mut position = position.clone();
            let start = match game.terminal(&position) {
                Some(outcome) => Start::Ended(outcome),
                None => {
                    moves.clear();
                    game.moves(&position, &mut moves);
                    for &m in &moves {
                        let undo = game.make(&mut position, m);
                        lists.targets.push(reachable.number(&position, limit)?);
                        game.undo(&mut position, m, undo);
                    }
                    match moves.is_empty() {
                        true => Start::Ended(game.stuck(&position)),
                        false => Start::Turn(game.player_to_move(&position)),
                    }
                }
            };
            reachable.start.push(start);
            let end = u32::try_from(lists.targets.len());
            lists.starts.push(end.map_err(|_| RetrogradeError::TooManyMoves)?);
        }
        Ok((reachable, lists))
    }

    pub(super) fn find(&self, position: &G::Position) -> Option<u32> {
        let hash = self.hasher.hash_one(position);
        self.numbers.find(hash, |&i| self.positions[i as usize] == *position).copied()
    }

    /// The number of the position, a new one if it has none.
    fn number(&mut self, position: &G::Position, limit: usize) -> Result<u32, RetrogradeError> {
        let Reachable { positions, numbers, hasher, .. } = self;
        let entry = numbers.entry(
            hasher.hash_one(position),
            |&i| positions[i as usize] == *position,
            |&i| hasher.hash_one(&positions[i as usize]),
        );
        match entry {
            Entry::Occupied(entry) => Ok(*entry.get()),
            Entry::Vacant(_) if positions.len() >= limit => {
                Err(RetrogradeError::TooManyPositions { limit })
            }
            Entry::Vacant(entry) => {
                let number = positions.len() as u32;
                entry.insert(number);
                positions.push(position.clone());
                Ok(number)
            }
        }
    }
}
