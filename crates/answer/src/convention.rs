//! How people write a game, where that is not how certificates do.

use threefold_game::Game;

/// The notation of a game's players, beside the one that [`Game`] reads and writes.
pub trait Convention<G: Game> {
    /// A legal move.
    fn move_text(&self, position: &G::Position, m: G::Move) -> String;

    /// A legal move as the solution of a problem has it, with the square that it starts from.
    fn long_text(&self, position: &G::Position, m: G::Move) -> String {
        self.move_text(position, m)
    }

    /// A line of legal moves, each with its number where one is written.
    fn line(&self, start: &G::Position, moves: &[G::Move]) -> Vec<String>;

    /// Why the game is over here, in a word or two; `None` if it goes on.
    fn ending(&self, position: &G::Position) -> Option<&'static str>;
}

/// How a position is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// Men as figurines; otherwise as letters.
    pub figurines: bool,
    /// Squares and men in colours, by ANSI escapes.
    pub colours: bool,
}
