//! Other ways to mate in time along a line.

use threefold_certificate::{CheckError, CheckLimits, Checker};
use threefold_game::{Game, History, Player, RepetitionRule};
use threefold_search::Limits;
use threefold_search::distance::{DistanceOptions, DistanceSolver};
use threefold_shogi::{Position, Tsume, japanese};

use super::played;
use super::strategy::after;
use crate::row::TsumeSubject;
use threefold_answer::ask::check_limits;
use threefold_answer::attacker::Attacker;
use threefold_answer::effort::Effort;
use threefold_answer::error::Error;

/// What was found out about the moves that are not in the line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Yozumes {
    /// The moves at which there is something to say.
    pub found: Vec<Yozume>,
    /// How many answers, "mates in time" or "does not", have a certificate that was checked; those
    /// about the moves of the line are counted as well.
    pub certified: u32,
    /// The others: `ply 3, G*5b`. They come from the search alone.
    pub uncertified: Vec<String>,
    /// First moves whose answer has such a certificate: what a certificate about the position would
    /// claim, behind the move.
    pub first_moves: Vec<String>,
}

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
    /// The three as players write them.
    pub written: [Vec<String>; 3],
}

/// Asks at every move of the attacker in a line that mates which other moves mate within as many
/// plies as the line has left, `plies` in all. Only moves at which there is something to say are
/// listed. No [`Yozume`] and nothing open means that the line is the attacker's only way to mate in
/// time against these replies.
///
/// With [`Effort::check`] there is a certificate of each answer, made and checked here and not
/// kept: of the position behind the move, that the attacker mates within the plies that are left
/// then, or that he does not. An answer that its certificate does not bear out counts as open.
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
) -> Result<Option<Yozumes>, Error> {
    let game = subject.game(attacker)?;
    let Some((moves, last)) = played(subject.position(), line) else { return Ok(None) };
    if !last.is_mate() || moves.len() > plies as usize {
        return Ok(None);
    }
    let options = DistanceOptions {
        table_bytes: effort.options.table_bytes,
        memory_bytes: effort.options.budget(),
        ..DistanceOptions::default()
    };
    let mut solver = DistanceSolver::new(&game, Player::First, options);
    solver.interrupt_by(effort.interrupt.clone());
    let limits = effort.limits.clone().together();
    let mut nodes = limits.nodes;
    let mut all = Yozumes::default();
    let mut position = subject.position().clone();
    for (done, &m) in moves.iter().enumerate() {
        if game.player_to_move(&position) == Player::First {
            let left = plies - done as u32;
            solver.limit(Limits { nodes, ..limits.clone() });
            let keys = solver.keys(&History::new(position.clone()), left);
            nodes = nodes.saturating_sub(keys.stats.nodes);
            let (mut others, mut open) = (Vec::new(), Vec::new());
            let mut written = [Vec::new(), Vec::new(), Vec::new()];
            let last = done.checked_sub(1).map(|before| moves[before].to());
            let japanese = |m| japanese::move_text(&position, m, last);
            written[0].push(japanese(m));
            for key in &keys.moves {
                let text = game.move_text(&position, key.m);
                let mut verdict = key.verdict.decided();
                if let (Some(proven), true) = (verdict, effort.check) {
                    let after = after(&position, key.m);
                    match certified(&mut solver, &game, &limits, &after, left - 1, proven) {
                        Certified::Yes => {
                            all.certified += 1;
                            if done == 0 {
                                all.first_moves.push(first_move(&game, &text, plies, proven));
                            }
                        }
                        Certified::No => {
                            all.uncertified.push(format!("ply {}, {text}", done + 1));
                        }
                        Certified::Refuted => verdict = None,
                    }
                }
                match verdict {
                    _ if key.m == m => {}
                    Some(true) => {
                        written[1].push(japanese(key.m));
                        others.push(text);
                    }
                    Some(false) => {}
                    None => {
                        written[2].push(japanese(key.m));
                        open.push(text);
                    }
                }
            }
            if !others.is_empty() || !open.is_empty() {
                let (ply, played) = (done + 1, line[done].clone());
                all.found.push(Yozume { ply, played, others, open, written });
            }
        }
        position = after(&position, m);
    }
    Ok(Some(all))
}

/// What is claimed of a first move.
fn first_move(game: &Tsume, text: &str, plies: u32, proven: bool) -> String {
    let (player, goal) = match proven {
        true => (Player::First, "wins within"),
        false => (Player::Second, "holds plies"),
    };
    format!("{text}: {} {goal} {plies}", game.player_name(player))
}

/// Whether an answer has a certificate.
enum Certified {
    Yes,
    /// None within the limits.
    No,
    /// There is one, and it does not hold.
    Refuted,
}

/// Makes and checks the certificate of an answer about a position: mate within so many plies or
/// not.
fn certified(
    solver: &mut DistanceSolver<'_, Tsume>,
    game: &Tsume,
    limits: &Limits,
    position: &Position,
    plies: u32,
    proven: bool,
) -> Certified {
    let history = History::new(position.clone());
    match solver.certificate(&history, plies, proven, RepetitionRule::AttackerLoses) {
        Err(_) => Certified::No,
        Ok(made) => {
            let lines = made.block.moves.memory();
            if !solver.has_room(made.walk_bytes + lines) {
                return Certified::No;
            }
            let memory = Some(solver.room().saturating_sub(lines));
            let checker = Checker::new(game).limits(CheckLimits { memory, ..check_limits(limits) });
            match checker.block(&made.block) {
                Ok(_) => Certified::Yes,
                Err(CheckError::Limit(_)) => Certified::No,
                Err(_) => Certified::Refuted,
            }
        }
    }
}
