//! The analysis itself.

use threefold_game::{Game, Outcome, Player};

use super::graph::{Lists, Reachable, Start};

/// Values and distances by the positions' numbers.
pub(super) struct Solved {
    /// `None` as long as nobody is known to win, and for ever where nobody does.
    winner: Vec<Option<Player>>,
    plies: Vec<u32>,
    pub(super) moves: usize,
}

impl Solved {
    /// Won positions are worked off in the order of their distance. The position before one is won
    /// for its mover if he is the winner, at once; otherwise when all his moves have
    /// turned out to lose, the last of them being the longest resistance.
    pub(super) fn new<G: Game>(reachable: &Reachable<G>, forward: Lists) -> Self {
        let count = reachable.positions.len();
        let predecessors = forward.reversed();
        // How many moves of the position are not yet known to lose.
        let mut left: Vec<u32> = (0..count).map(|i| forward.degree(i)).collect();
        let moves = forward.targets.len();
        drop(forward);

        let mut winner = vec![None; count];
        let mut plies = vec![0; count];
        let mut queue = Vec::new();
        for (i, &start) in reachable.start.iter().enumerate() {
            if let Start::Ended(Outcome::Win(player)) = start {
                winner[i] = Some(player);
                queue.push((i as u32, player));
            }
        }
        let mut next = 0;
        while let Some(&(won, player)) = queue.get(next) {
            next += 1;
            for &before in predecessors.of(won) {
                let i = before as usize;
                let Start::Turn(mover) = reachable.start[i] else { continue };
                if winner[i].is_some() {
                    continue;
                }
                left[i] -= 1;
                if mover == player || left[i] == 0 {
                    winner[i] = Some(player);
                    plies[i] = plies[won as usize] + 1;
                    queue.push((before, player));
                }
            }
        }
        Solved { winner, plies, moves }
    }

    pub(super) fn value(&self, i: u32) -> Outcome {
        self.winner[i as usize].map_or(Outcome::Draw, Outcome::Win)
    }

    pub(super) fn plies(&self, i: u32) -> Option<u32> {
        self.winner[i as usize].map(|_| self.plies[i as usize])
    }
}
