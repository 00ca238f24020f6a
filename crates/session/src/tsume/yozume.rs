//! Other solutions along a line: what composers call yozume.

use threefold_game::{Game, History, Player};
use threefold_search::distance::{DistanceOptions, DistanceSolver};
use threefold_search::{Limits, Verdict};

use super::played;
use super::strategy::after;
use crate::attacker::Attacker;
use crate::effort::Effort;
use crate::error::Error;
use crate::games::tsume::TsumeSubject;

/// What else mates in time at a move of the attacker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Yozume {
    /// The number of the move in the line, from 1.
    pub ply: usize,
    /// The attacker's move of the line.
    pub played: String,
    /// Other moves with which he mates within the plies that are left.
    pub others: Vec<String>,
    /// Moves of which it is not known.
    pub open: Vec<String>,
}

/// Asks at every move of the attacker in a line that mates which other moves mate within as many
/// plies as the line has left, `plies` in all. Only moves at which there is something to say are
/// listed. No `Yozume` and nothing open means that the line is the attacker's only way to mate in
/// time against these replies; what is proved comes from the search, and has no certificate.
///
/// `None` if the line is none that mates within that many plies.
///
/// # Errors
/// The position has no such attacker.
pub fn yozume(
    subject: &TsumeSubject,
    attacker: Option<Attacker>,
    line: &[String],
    plies: u32,
    effort: &Effort,
) -> Result<Option<Vec<Yozume>>, Error> {
    let game = subject.game(attacker)?;
    let Some((moves, last)) = played(subject.position(), line) else { return Ok(None) };
    if !last.is_mate() || moves.len() > plies as usize {
        return Ok(None);
    }
    let options =
        DistanceOptions { table_bytes: effort.options.table_bytes, ..DistanceOptions::default() };
    let mut solver = DistanceSolver::new(&game, Player::First, options);
    solver.interrupt_by(effort.interrupt.clone());
    let started = std::time::Instant::now();
    let mut nodes = effort.limits.nodes;
    let mut found = Vec::new();
    let mut position = subject.position().clone();
    for (done, &m) in moves.iter().enumerate() {
        if game.player_to_move(&position) == Player::First {
            let time = effort.limits.time.map(|time| time.saturating_sub(started.elapsed()));
            solver.limit(Limits { nodes, time, ..effort.limits.clone() });
            let keys = solver.keys(&History::new(position.clone()), plies - done as u32);
            nodes = nodes.saturating_sub(keys.stats.nodes);
            let of = |is_wanted: fn(Verdict) -> bool| {
                let moves = keys.moves.iter().filter(|key| key.m != m && is_wanted(key.verdict));
                moves.map(|key| game.move_text(&position, key.m)).collect::<Vec<_>>()
            };
            let others = of(|verdict| verdict == Verdict::Proven);
            let open = of(|verdict| verdict.decided().is_none());
            if !others.is_empty() || !open.is_empty() {
                found.push(Yozume { ply: done + 1, played: line[done].clone(), others, open });
            }
        }
        position = after(&position, m);
    }
    Ok(Some(found))
}
