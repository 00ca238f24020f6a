//! Positions that a job may take for held, and those that are solved.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use threefold_game::{Game, Knowledge, Outcome, Player};

/// What a job may rest on beside the rules: positions that count as drawn wherever they are met,
/// and positions that are solved ([`Job`](crate::Job)).
///
/// For who wants to win a draw is a failure, as coming back to a position of the path would be; so
/// what is *won* beside assumptions is won without them. What is *held* is held if they are, and
/// which of them it rests on is noted, as it is of the solved ones.
///
/// Beside these there may be an endgame database, which the job names.
pub struct Assumed<'k, G: Game> {
    database: Option<&'k dyn Knowledge<G>>,
    places: HashMap<G::Position, usize>,
    met: Vec<AtomicBool>,
    /// Whether the winner wins, and its place.
    solved: HashMap<G::Position, (bool, usize)>,
    met_solved: Vec<AtomicBool>,
    winner: Player,
}

impl<'k, G: Game> Assumed<'k, G> {
    /// These positions, by their places.
    pub fn new(positions: impl IntoIterator<Item = G::Position>) -> Self {
        let places: HashMap<_, _> =
            positions.into_iter().enumerate().map(|(place, position)| (position, place)).collect();
        let size = places.values().max().map_or(0, |last| last + 1);
        let (solved, met_solved) = (HashMap::new(), Vec::new());
        let (database, met) = (None, flags(size));
        Assumed { database, places, met, solved, met_solved, winner: Player::First }
    }

    /// And what this knows, if there is something.
    pub fn with_database(self, database: Option<&'k dyn Knowledge<G>>) -> Self {
        Assumed { database, ..self }
    }

    /// And these, each with whether `winner` wins there. What is solved is not assumed.
    pub fn with_solved(
        self,
        winner: Player,
        positions: impl IntoIterator<Item = (G::Position, bool)>,
    ) -> Self {
        let places = positions.into_iter().enumerate();
        let solved: HashMap<_, _> =
            places.map(|(place, (position, wins))| (position, (wins, place))).collect();
        let size = solved.values().map(|&(_, place)| place + 1).max().unwrap_or(0);
        Assumed { solved, met_solved: flags(size), winner, ..self }
    }

    /// Which of the assumed positions have been met, by their places in the order in which they
    /// were given.
    pub fn met(&self) -> Vec<usize> {
        raised(&self.met)
    }

    /// Which of the solved ones have.
    pub fn met_solved(&self) -> Vec<usize> {
        raised(&self.met_solved)
    }

    /// What the certificate of a job declares that rests on so many positions, beside a database
    /// that is declared so. It is none of the game, and says so.
    pub fn declared(database: Option<String>, assumed: usize, solved: usize) -> Option<String> {
        let positions = match (assumed, solved) {
            (0, 0) => return database,
            (_, 0) => format!("assumed-to-hold {assumed}"),
            _ => format!("assumed-to-hold {assumed}, solved {solved}"),
        };
        Some(database.into_iter().chain([positions]).collect::<Vec<_>>().join(", "))
    }

    /// Forgets which of them have been met.
    pub fn forget(&self) {
        let all = self.met.iter().chain(&self.met_solved);
        all.for_each(|met| met.store(false, Ordering::Relaxed));
    }
}

fn flags(size: usize) -> Vec<AtomicBool> {
    (0..size).map(|_| AtomicBool::new(false)).collect()
}

fn raised(flags: &[AtomicBool]) -> Vec<usize> {
    (0..flags.len()).filter(|&place| flags[place].load(Ordering::Relaxed)).collect()
}

impl<G: Game> Knowledge<G> for Assumed<'_, G> {
    fn probe(&self, position: &G::Position) -> Option<Outcome> {
        if let Some(&(wins, place)) = self.solved.get(position) {
            self.met_solved[place].store(true, Ordering::Relaxed);
            return Some(if wins { Outcome::Win(self.winner) } else { Outcome::Draw });
        }
        if let Some(&place) = self.places.get(position) {
            self.met[place].store(true, Ordering::Relaxed);
            return Some(Outcome::Draw);
        }
        self.database.probe(position)
    }

    fn declaration(&self) -> Option<String> {
        Self::declared(self.database.declaration(), self.places.len(), self.solved.len())
    }
}
