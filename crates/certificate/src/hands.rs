//! Positions that answer for others: more in hand is never worse.
//!
//! Where a header says so ([`Omitted::hands`](crate::Omitted::hands)) a position is covered by
//! every finished one with the same board and no more in the claimant's hand, and needs no line
//! (`docs/certificate.md`, section 3). Of those that cover it, the one counts from which play is
//! over soonest: along a strategy that plays what is played there this number falls with every ply.
//! Who holds may go round in circles: there every position that was met, finished or not, covers
//! those with no more in the opponent's hand.

use threefold_game::{Game, Player};

use crate::header::Goal;
use crate::limits::growing;
use crate::store::{Id, Line, Meeting, Pieces, Store};

/// In place of the plies of a position that answers for none.
const OPEN: u32 = u32::MAX;

/// A position that was met, on its board.
struct Met {
    /// What both players hold: with the board, the position.
    hands: [u32; 2],
    id: Id,
    /// The most plies that play can last, if it answers for others.
    plies: u32,
}

/// All positions of a walk, by their boards.
pub(crate) struct Hands<G: Game> {
    /// Whose win is claimed, or prevented: whose hand counts.
    player: Player,
    goal: Goal,
    boards: Store<Line>,
    /// By board.
    met: Vec<Vec<Met>>,
    /// By position: its board, and what the claimant plays if it is his turn.
    positions: Pieces<(Id, Option<G::Move>)>,
    /// Whether of those that answer for a position the one counts from which play is over soonest.
    soonest: bool,
}

impl<G: Game> Hands<G> {
    pub(crate) fn new(claimant: Player, goal: Goal) -> Self {
        let player = if goal == Goal::Wins { claimant } else { claimant.opponent() };
        let (boards, met, positions) = (Store::new(), Vec::new(), Pieces::new());
        Hands { player, goal, boards, met, positions, soonest: true }
    }

    /// From now on it does not matter what answers for a position.
    pub(crate) fn take_any(&mut self) {
        self.soonest = false;
    }

    pub(crate) fn len(&self) -> usize {
        self.positions.len()
    }

    /// The position on a board with these hands, if it was met; and the plies of what answers for
    /// it, with its number.
    fn look(&self, game: &G, board: Id, hands: [u32; 2]) -> (Option<Id>, Option<(u32, Id)>) {
        let (mut same, mut covering) = (None, None);
        let own = hands[self.player.index()];
        for one in self.met[board as usize].iter().rev() {
            if one.hands == hands {
                same = Some(one.id);
            }
            let other = one.hands[self.player.index()];
            let covers = match self.goal {
                Goal::Wins => one.plies != OPEN && game.dominates(own, other),
                Goal::Holds => game.dominates(other, own),
            };
            if covers {
                let this = (one.plies, one.id);
                covering = Some(covering.map_or(this, |best| this.min(best)));
                if !self.soonest {
                    break;
                }
            }
        }
        (same, covering)
    }

    /// What the claimant plays, if it is his turn, where the position is answered for, and after
    /// how many plies play is over then.
    pub(crate) fn answer(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Option<(Option<G::Move>, u32)> {
        let board = self.boards.find(&board(game, position))?;
        let (plies, id) = self.look(game, board, hands(game, position)).1?;
        Some((self.positions.get(id).1, plies))
    }

    pub(crate) fn meet(&mut self, game: &G, position: &G::Position) -> Meeting {
        let (board, is_new) = self.boards.intern(&board(game, position));
        if is_new {
            self.met.push(Vec::new());
        }
        let hands = hands(game, position);
        match self.look(game, board, hands) {
            (_, Some((plies, id))) => return Meeting::AnsweredFor(id, plies),
            (Some(id), None) => return Meeting::Known(id),
            (None, None) => {}
        }
        let id = self.positions.len() as Id;
        let plies = if self.goal == Goal::Holds { 0 } else { OPEN };
        self.met[board as usize].push(Met { hands, id, plies });
        self.positions.push((board, None));
        Meeting::New(id)
    }

    /// From now on a position answers for others.
    pub(crate) fn finish(&mut self, id: Id, plies: u32, answer: Option<G::Move>) {
        let position = self.positions.get_mut(id);
        position.1 = answer;
        let list = &mut self.met[position.0 as usize];
        if let Some(one) = list.iter_mut().rfind(|one| one.id == id) {
            one.plies = plies;
        }
    }

    /// Forgets all but the first `len` positions.
    pub(crate) fn truncate(&mut self, len: usize) {
        for id in len..self.positions.len() {
            let board = self.positions.get(id as Id).0;
            self.met[board as usize].pop();
        }
        self.positions.truncate(len);
        // Boards are numbered in the order of their first positions.
        let boards = self.met.iter().rposition(|list| !list.is_empty()).map_or(0, |last| last + 1);
        self.met.truncate(boards);
        self.boards.truncate(boards);
    }

    /// Bytes in use; where a table is about to grow, with those of the larger one.
    pub(crate) fn bytes(&self) -> usize {
        // The smallest list has room for four.
        let lists = (2 * self.len() + 4 * self.met.len()) * size_of::<Met>();
        self.boards.bytes() + self.positions.bytes() + lists + growing(&self.met)
    }
}

fn board<G: Game>(game: &G, position: &G::Position) -> Line {
    Line(game.board(position).expect("all positions of a game have boards, or none"))
}

fn hands<G: Game>(game: &G, position: &G::Position) -> [u32; 2] {
    Player::ALL.map(|player| game.hand(position, player))
}
