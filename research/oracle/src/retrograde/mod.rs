//! Backwards from the ends of the game.

mod graph;
mod solve;

use threefold_game::{Game, Outcome, Player, Question, RepetitionRule};

pub use graph::RetrogradeError;

use graph::Reachable;
use solve::Solved;

/// The value of every position that can be reached from some roots, by retrograde analysis.
///
/// It solves the game *without a history*, in which infinite play is a draw. Its values are
/// those of the game with a repetition rule, for a root without a history:
///
/// - under [`Draw`](RepetitionRule::Draw), [`Retrograde::value`];
/// - under [`AttackerLoses`](RepetitionRule::AttackerLoses), the attacker succeeds where he wins;
/// - under [`AttackerWins`](RepetitionRule::AttackerWins), where he does not lose.
///
/// A player who can win at all wins without repeating a position; and against a player who cannot
/// win, the other one can repeat until the rule ends the game. Under superko none of this
/// holds: use [`exhaustive`](crate::exhaustive).
///
/// Time and memory are linear in positions and moves: a chess ending with three men has some
/// million positions. Endgame databases ([`threefold_game::Knowledge`]) are not asked.
///
/// ```
/// use threefold_game::{Outcome, Player};
/// use threefold_oracle::Retrograde;
///
/// let file = threefold_graph::parse("\
/// threefold game 1
/// rule: draw
/// root: A
/// A first: B C
/// B second: A
/// C second: D
/// D first: won
/// won win-first
/// ").unwrap();
/// let solved = Retrograde::solve(&file.game, [*file.root()], 1000).unwrap();
/// assert_eq!(solved.value(file.root()), Some(Outcome::Win(Player::First)));
/// assert_eq!(solved.plies(file.root()), Some(3));
/// ```
pub struct Retrograde<G: Game> {
    reachable: Reachable<G>,
    solved: Solved,
}

impl<G: Game> Retrograde<G> {
    /// Enumerates every position that can be reached from `roots` and solves them all.
    /// A root may be given twice, and be reachable from another one.
    ///
    /// # Errors
    /// [`RetrogradeError::TooManyPositions`] if there are more than `limit`.
    pub fn solve(
        game: &G,
        roots: impl IntoIterator<Item = G::Position>,
        limit: usize,
    ) -> Result<Self, RetrogradeError> {
        let (reachable, forward) = Reachable::explore(game, roots, limit)?;
        let solved = Solved::new(&reachable, forward);
        Ok(Retrograde { reachable, solved })
    }

    /// How many positions were reached.
    pub fn len(&self) -> usize {
        self.reachable.positions.len()
    }

    /// Whether there were no roots.
    pub fn is_empty(&self) -> bool {
        self.reachable.positions.is_empty()
    }

    /// How many moves there are between the positions.
    pub fn moves(&self) -> usize {
        self.solved.moves
    }

    /// The value of the position: who wins, with infinite play as a draw. `None` if the position
    /// was not reached.
    pub fn value(&self, position: &G::Position) -> Option<Outcome> {
        self.reachable.find(position).map(|i| self.solved.value(i))
    }

    /// In how many plies the game ends if the winner hurries and the loser holds out; `None` if
    /// nobody wins or the position was not reached.
    pub fn plies(&self, position: &G::Position) -> Option<u32> {
        self.reachable.find(position).and_then(|i| self.solved.plies(i))
    }

    /// Whether `player` can force a win; `None` if the position was not reached.
    pub fn attacker_wins(&self, position: &G::Position, player: Player) -> Option<bool> {
        self.value(position).map(|value| value.is_win_of(player))
    }

    /// The answer to the question, asked about a position without a history. `None` if the position
    /// was not reached, and under superko, where this solver does not know it.
    pub fn answer(&self, position: &G::Position, question: Question) -> Option<bool> {
        match question.rule {
            RepetitionRule::SituationalSuperko | RepetitionRule::PositionalSuperko => None,
            _ => self.value(position).map(|value| question.is_success(value)),
        }
    }

    /// All positions with their values, and the plies to the end where somebody wins.
    ///
    /// ```
    /// # let game = threefold_graph::RandomGraph::new(12).generate(1);
    /// let solved = threefold_oracle::Retrograde::solve(&game, game.ids(), 100).unwrap();
    /// for (position, value, plies) in solved.iter() {
    ///     assert_eq!(plies.is_none(), value == threefold_game::Outcome::Draw, "{position:?}");
    /// }
    /// ```
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&G::Position, Outcome, Option<u32>)> {
        self.reachable.positions.iter().enumerate().map(|(i, position)| {
            let i = i as u32;
            (position, self.solved.value(i), self.solved.plies(i))
        })
    }
}
