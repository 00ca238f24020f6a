//! Positions that a job may take for held.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use threefold_game::{Game, Knowledge, Outcome};

/// Positions that count as drawn wherever they are met: what a [`Job`](crate::Job) may assume.
///
/// For who wants to win a draw is a failure, as coming back to a position of the path would be; so
/// what is *won* beside them is won without them. What is *held* is held if they are, and which of
/// them it rests on is noted.
#[derive(Debug)]
pub struct Assumed<G: Game> {
    places: HashMap<G::Position, usize>,
    met: Vec<AtomicBool>,
}

impl<G: Game> Assumed<G> {
    /// These positions.
    pub fn new(positions: impl IntoIterator<Item = G::Position>) -> Self {
        let places: HashMap<_, _> =
            positions.into_iter().enumerate().map(|(place, position)| (position, place)).collect();
        let size = places.values().max().map_or(0, |last| last + 1);
        Assumed { places, met: (0..size).map(|_| AtomicBool::new(false)).collect() }
    }

    /// Which of them have been met, by their places in the order in which they were given.
    pub fn met(&self) -> Vec<usize> {
        (0..self.met.len()).filter(|&place| self.met[place].load(Ordering::Relaxed)).collect()
    }

    /// Forgets which of them have been met.
    pub fn forget(&self) {
        self.met.iter().for_each(|met| met.store(false, Ordering::Relaxed));
    }
}

impl<G: Game> Knowledge<G> for Assumed<G> {
    fn probe(&self, position: &G::Position) -> Option<Outcome> {
        let &place = self.places.get(position)?;
        self.met[place].store(true, Ordering::Relaxed);
        Some(Outcome::Draw)
    }

    /// What stands in the certificate of a job is no certificate of the game, and says so.
    fn declaration(&self) -> Option<String> {
        let count = self.places.len();
        (count > 0).then(|| format!("assumed-to-hold {count}"))
    }
}
