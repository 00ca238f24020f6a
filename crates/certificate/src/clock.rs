//! Wins under a rule like the fifty-move rule of chess: after so many moves without progress the
//! game is drawn.
//!
//! What is walked does not know of the rule. A strategy stands under it if its longest way without
//! progress is short enough, which is found out from the strategy as a graph: a position, and how
//! long it may take from there until the clock is set back or the game is over.

use std::collections::HashMap;

use threefold_game::{Game, Player};

/// Plies without progress that draw the game: fifty moves of each player. A win on the last of them
/// comes first.
const LIMIT: u32 = 100;

/// Whether a win that was verified stands under the fifty-move rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FiftyMoves {
    /// It does if the clock of the root, plies since the last capture or move of a pawn, is at most
    /// this.
    UpTo(u32),
    /// This strategy is too slow whatever the clock. A faster one may stand.
    TooSlow,
}

impl FiftyMoves {
    /// Whether the win stands with that clock.
    ///
    /// ```
    /// use threefold_certificate::FiftyMoves;
    /// assert!(FiftyMoves::UpTo(90).stands_with(90) && !FiftyMoves::UpTo(90).stands_with(91));
    /// assert!(!FiftyMoves::TooSlow.stands_with(0));
    /// ```
    pub fn stands_with(self, clock: u32) -> bool {
        matches!(self, FiftyMoves::UpTo(most) if clock <= most)
    }
}

/// The claimant's moves of a strategy that wins.
pub(crate) type Choices<G> = HashMap<<G as Game>::Position, <G as Game>::Move>;

/// Bytes that a position of a strategy takes here.
pub(crate) const fn bytes_of<G: Game>() -> usize {
    2 * (2 * size_of::<G::Position>() + size_of::<G::Move>() + 32)
}

/// A position on the way through the strategy.
struct Frame<G: Game> {
    position: G::Position,
    moves: Vec<G::Move>,
    next: usize,
    /// The largest clock among the positions below that are not over, if it is 0 here.
    largest: u32,
}

/// Looks through a verified strategy. `None` if the game has no such rule.
pub(crate) fn fifty_moves<G: Game>(
    game: &G,
    root: &G::Position,
    claimant: Player,
    choices: &Choices<G>,
) -> Option<FiftyMoves> {
    // Of positions that are not over; the others have `None`.
    let mut known: HashMap<G::Position, Option<u32>> = HashMap::new();
    let mut frames: Vec<Frame<G>> = Vec::new();
    let enter = |position: &G::Position| -> Option<Frame<G>> {
        let mut moves = Vec::new();
        if game.terminal(position).is_none() {
            if game.player_to_move(position) == claimant {
                moves.extend(choices.get(position));
            } else {
                game.moves(position, &mut moves);
            }
        }
        let position = position.clone();
        (!moves.is_empty()).then_some(Frame { position, moves, next: 0, largest: 0 })
    };
    match enter(root) {
        Some(frame) => frames.push(frame),
        // The win is there: no clock takes it away.
        None => return Some(FiftyMoves::UpTo(u32::MAX)),
    }
    let mut slow = false;
    loop {
        let frame = frames.last_mut().expect("the root leaves by returning");
        let Some(&m) = frame.moves.get(frame.next) else {
            let Frame { position, largest, .. } = frames.pop().expect("it was there");
            slow |= largest >= LIMIT;
            known.insert(position, Some(largest));
            if frames.is_empty() {
                return Some(match slow {
                    true => FiftyMoves::TooSlow,
                    false => FiftyMoves::UpTo(LIMIT - 1 - largest),
                });
            }
            continue;
        };
        let resets = game.resets_clock(&frame.position, m)?;
        let mut after = frame.position.clone();
        game.make(&mut after, m);
        match known.get(&after) {
            Some(below) => {
                if let (Some(below), false) = (below, resets) {
                    frame.largest = frame.largest.max(below.saturating_add(1));
                }
                frame.next += 1;
            }
            None => match enter(&after) {
                // It is looked at again when it is known.
                Some(next) => frames.push(next),
                None => {
                    known.insert(after, None);
                }
            },
        }
    }
}
