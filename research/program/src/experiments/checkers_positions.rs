//! A set of middle and endgame positions of checkers, made by self-play: for the experiment of
//! Kishimoto and Mueller (2004), who took 200 positions.

use std::collections::HashSet;
use std::fmt::Write;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;
use threefold_checkers::egdb::Database;
use threefold_checkers::{Checkers, CheckersMove, CheckersPosition};
use threefold_game::{Game, History, Knowledge, Player, Question, RepetitionRule, SplitMix};
use threefold_search::{Limits, Options, Solver};

use super::failure::Failure;
use super::random::random;
use super::whole::write_whole;
use crate::units::parse_bytes;

#[derive(Debug, Args)]
pub struct CheckersPositions {
    /// How many positions
    #[arg(long, default_value_t = 200)]
    count: usize,
    /// Which games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where they go: a FEN per line, its value in a comment before it
    #[arg(long)]
    out: PathBuf,
    /// The endgame database for solving them
    #[arg(long)]
    egdb: Option<PathBuf>,
    /// Nodes for each of the two questions; at least half of the positions are solved with them
    #[arg(long, default_value_t = 1_000_000)]
    nodes: u64,
    /// Memory for the table
    #[arg(long, default_value = "64M", value_parser = parse_bytes)]
    table: usize,
}

/// Pieces on the board. How many the positions of the experiment have, its paper does not say.
const PIECES: RangeInclusive<u32> = 8..=14;
/// Of positions that have to be solved: with more pieces hardly one in a hundred is.
const PIECES_OF_SOLVED: RangeInclusive<u32> = 8..=10;
/// Plies that the players look ahead, so that nothing is given away for nothing.
const LOOK_AHEAD: u32 = 4;
/// Plies of a game.
const LONGEST_GAME: u32 = 160;

pub fn run(args: &CheckersPositions) -> Result<(), Failure> {
    let database = match &args.egdb {
        None => None,
        Some(directory) => {
            let database = Database::open(directory, None);
            Some(database.map_err(|error| Failure::usage(error.to_string()))?)
        }
    };
    let openings = openings();
    let mut seen = HashSet::new();
    let (mut solved, mut open) = (0, 0);
    let mut text = format!(
        "# {} positions of checkers, seed {}, {} nodes, {}\n",
        args.count,
        args.seed,
        args.nodes,
        database.declaration().as_deref().unwrap_or("no database"),
    );
    let mut number = 0;
    while solved + open < args.count {
        let mut random = random(args.seed, number);
        let opening = openings[number as usize % openings.len()];
        // Every number of pieces in turn, with every opening.
        let is_full = 2 * (open + 1) > args.count;
        let pieces = if is_full { PIECES_OF_SOLVED } else { PIECES };
        let turn = number + number / openings.len() as u64;
        let wanted = pieces.start() + (turn % pieces.clone().count() as u64) as u32;
        number += 1;
        let Some(position) = play(opening, wanted, &mut random) else { continue };
        if !seen.insert(position) {
            continue;
        }
        let value = value(&database, &position, args);
        match value {
            Some(_) => solved += 1,
            // Not more than half.
            None if is_full => continue,
            None => open += 1,
        }
        let value = value.unwrap_or("open");
        // Writing to a string does not fail.
        let _ = writeln!(text, "# {value}\n{position}");
        eprintln!("{} of {}: {position} {value}", solved + open, args.count);
    }
    write_whole(&args.out, &text)?;
    println!("{} positions, {solved} solved, {number} games", solved + open);
    Ok(())
}

/// The positions after every three plies.
fn openings() -> Vec<CheckersPosition> {
    let mut positions = vec![CheckersPosition::startpos()];
    for _ in 0..3 {
        positions = positions
            .iter()
            .flat_map(|position| legal(position).into_iter().map(|m| after(position, m)))
            .collect();
    }
    positions
}

fn legal(position: &CheckersPosition) -> Vec<CheckersMove> {
    let mut moves = Vec::new();
    Checkers::new().moves(position, &mut moves);
    moves
}

fn after(position: &CheckersPosition, m: CheckersMove) -> CheckersPosition {
    let mut after = *position;
    Checkers::new().make(&mut after, m);
    after
}

/// The first quiet, balanced position with so many pieces in a game of players who look a few plies
/// ahead and otherwise do what they like.
fn play(start: CheckersPosition, pieces: u32, random: &mut SplitMix) -> Option<CheckersPosition> {
    let mut position = start;
    for _ in 0..LONGEST_GAME {
        if position.count() == pieces && is_quiet(&position) && material(&position) == 0 {
            return Some(position);
        }
        if position.count() < pieces {
            return None;
        }
        let mut moves = legal(&position);
        random.shuffle(&mut moves);
        // Of equally good moves the first: any.
        let best = |m: &CheckersMove| -look_ahead(&after(&position, *m), LOOK_AHEAD - 1);
        let values: Vec<i32> = moves.iter().map(best).collect();
        let highest = *values.iter().max()?;
        let chosen = values.iter().position(|&value| value == highest)?;
        position = after(&position, moves[chosen]);
    }
    None
}

/// Neither side can capture.
fn is_quiet(position: &CheckersPosition) -> bool {
    let captures =
        |position: &CheckersPosition| legal(position).first().is_some_and(|m| m.is_capture());
    let men = Player::ALL.map(|player| position.men(player));
    let kings = Player::ALL.map(|player| position.kings(player));
    let other = CheckersPosition::new(men, kings, position.turn().opponent());
    !captures(position) && other.is_ok_and(|other| !captures(&other))
}

/// Men count 2 and kings 3, for the side to move.
fn material(position: &CheckersPosition) -> i32 {
    let worth = |player: Player| {
        2 * position.men(player).count_ones() as i32
            + 3 * position.kings(player).count_ones() as i32
    };
    worth(position.turn()) - worth(position.turn().opponent())
}

fn look_ahead(position: &CheckersPosition, depth: u32) -> i32 {
    let moves = legal(position);
    if moves.is_empty() {
        return -1000;
    }
    // Captures are followed to their end.
    if depth == 0 && !moves[0].is_capture() {
        return material(position);
    }
    let depth = depth.saturating_sub(1);
    moves.into_iter().map(|m| -look_ahead(&after(position, m), depth)).max().unwrap_or_default()
}

/// The value for the side to move, if both questions are answered or one is proven.
fn value(
    knowledge: &dyn Knowledge<Checkers>,
    position: &CheckersPosition,
    args: &CheckersPositions,
) -> Option<&'static str> {
    let history = History::new(*position);
    let asks = |attacker: Player| {
        let question = Question::new(attacker, RepetitionRule::Draw);
        let options = Options { table_bytes: args.table, ..Options::default() };
        let rules = Checkers::new();
        let mut solver = Solver::new(&rules, question, options).knowledge(knowledge);
        solver.limit(Limits::nodes(args.nodes));
        solver.solve(&history).verdict.decided()
    };
    let mover = position.turn();
    match asks(mover) {
        Some(true) => Some("win"),
        first => match (first, asks(mover.opponent())) {
            (_, Some(true)) => Some("loss"),
            (Some(false), Some(false)) => Some("draw"),
            _ => None,
        },
    }
}
