//! The attacker's strategy in a certificate, position by position.

use std::collections::HashMap;

use threefold_certificate::{Block, Event, Goal, Terms, Walk, unfolded};
use threefold_game::{Game, History, Player, Question};
use threefold_shogi::{Color, Move, Position, Tsume};

/// What the attacker plays, and how long it takes at most.
pub(super) struct Strategy<'g> {
    game: &'g Tsume,
    moves: HashMap<Position, Move>,
    /// Plies to mate if the defender resists as long as he can.
    plies: HashMap<Position, u32>,
}

impl<'g> Strategy<'g> {
    /// The strategy of a certificate that was verified; `None` if it is no mate.
    pub fn of(game: &'g Tsume, root: &Position, block: &Block) -> Option<Self> {
        if block.header.claim.goal != Goal::Wins {
            return None;
        }
        let history = History::new(root.clone());
        let question = Question { attacker: Player::First, rule: block.header.repetition };
        let terms = Terms { omitted: block.header.omitted, ..Terms::of(question, true) };
        let block = unfolded(game, &history, terms, block, &mut |_| true)?;
        let mut walk = Walk::new(game, &history, Terms::of(question, true));
        let mut moves = HashMap::new();
        let mut lines = block.moves.iter();
        while walk.step() == Event::NeedMove {
            let position = walk.position().clone();
            let m = game.parse_move(&position, lines.next()?).ok()?;
            moves.insert(position, m);
            walk.play(m).ok()?;
        }
        let mut strategy = Strategy { game, moves, plies: HashMap::new() };
        strategy.measure(root)?;
        Some(strategy)
    }

    /// The attacker's colour.
    pub fn attacker(&self) -> Color {
        self.game.attacker()
    }

    /// The moves that can follow: one of the attacker, all of the defender.
    pub fn moves(&self, position: &Position) -> Vec<Move> {
        match self.game.player_to_move(position) {
            Player::First => self.moves.get(position).copied().into_iter().collect(),
            Player::Second => {
                let mut replies = Vec::new();
                self.game.moves(position, &mut replies);
                self.game.sort_by_notation(position, &mut replies);
                replies
            }
        }
    }

    /// Plies to mate; 0 where it is mate.
    pub fn plies(&self, position: &Position) -> u32 {
        self.plies.get(position).copied().unwrap_or(0)
    }

    /// Measures all positions, the last ones first. A strategy that mates goes nowhere in a circle.
    fn measure(&mut self, root: &Position) -> Option<()> {
        let mut open = vec![(root.clone(), false)];
        while let Some((position, is_seen)) = open.pop() {
            if self.plies.contains_key(&position) {
                continue;
            }
            let next: Vec<Position> =
                self.moves(&position).iter().map(|&m| after(&position, m)).collect();
            if is_seen {
                let longest = next
                    .iter()
                    .map(|next| self.plies.get(next))
                    .try_fold(None, |most, plies| Some(most.max(Some(*plies?))))?;
                self.plies.insert(position, longest.map_or(0, |plies: u32| plies + 1));
                continue;
            }
            open.push((position, true));
            open.extend(next.into_iter().map(|next| (next, false)));
        }
        Some(())
    }
}

/// The position after a move.
pub(super) fn after(position: &Position, m: Move) -> Position {
    let mut after = position.clone();
    after.make(m);
    after
}
