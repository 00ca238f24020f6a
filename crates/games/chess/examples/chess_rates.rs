//! How fast the rules are:
//! `cargo run --release -p threefold-chess -F measure --example chess_rates`.
//!
//! First what the move generator does alone (perft that plays the moves at the leaves instead of
//! counting them in bulk), then the same walk through the `Game` trait with what a search asks of
//! each new position.

use std::hint::black_box;
use std::time::Instant;

use threefold_chess::cozy_chess::Board;
use threefold_chess::{Chess, ChessPosition};
use threefold_game::{Game, Leaf, Player, Searchable};

const WALKS: [(&str, &str, u32); 4] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 5),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", 4),
    ("KRvK", "8/8/8/3k4/8/8/1R6/1K6 w - -", 6),
    ("rook ending", "8/5pk1/4p1p1/7p/1R5P/r4PP1/5K2/8 w - -", 5),
];

/// Plays every move, those at the leaves too; the number of moves played.
fn cozy(board: &Board, depth: u32) -> u64 {
    let mut played = 0;
    board.generate_moves(|moves| {
        for m in moves {
            let mut after = board.clone();
            after.play_unchecked(m);
            played += 1;
            if depth > 1 {
                played += cozy(&after, depth - 1);
            } else {
                black_box(&after);
            }
        }
        false
    });
    played
}

/// The same walk through the trait, with `visit` called in each position that is reached.
fn walk<T>(
    position: &mut ChessPosition,
    depth: u32,
    stack: &mut Vec<threefold_chess::Move>,
    visit: &mut impl FnMut(&mut ChessPosition) -> T,
) -> u64 {
    let first = stack.len();
    Chess.moves(position, stack);
    let mut played = 0;
    for i in first..stack.len() {
        let m = stack[i];
        let undo = Chess.make(position, m);
        played += 1;
        black_box(visit(position));
        if depth > 1 {
            played += walk(position, depth - 1, stack, visit);
        }
        Chess.undo(position, m, undo);
    }
    stack.truncate(first);
    played
}

fn rate(mut run: impl FnMut() -> u64) -> f64 {
    // The best of three: others may be using the machine.
    (0..3)
        .map(|_| {
            let start = Instant::now();
            let played = run();
            played as f64 / start.elapsed().as_secs_f64() / 1e6
        })
        .fold(0.0, f64::max)
}

fn main() {
    println!("million moves per second, best of three");
    println!(
        "{:12} {:>8} {:>10} {:>10} {:>10} {:>10} {:>10}",
        "", "cozy", "make", "+key", "+attacker", "+defender", "+both"
    );
    for (name, fen, depth) in WALKS {
        let mut position: ChessPosition = fen.parse().expect("the list holds positions");
        let board: Board = format!("{fen} 0 1").parse().expect("a position of two kings");
        let mut stack = Vec::new();
        let plain = rate(|| cozy(&board, depth));
        let make = rate(|| walk(&mut position, depth, &mut stack, &mut |_| ()));
        let key = rate(|| walk(&mut position, depth, &mut stack, &mut |p| Chess.key(p)));
        let mut leaf = |attacker: fn(Player) -> Player| {
            rate(|| {
                walk(&mut position, depth, &mut stack, &mut |p| {
                    let leaf = Chess.leaf(p, attacker(Chess.player_to_move(p)));
                    (Chess.key(p), matches!(leaf, Leaf::WinsBy(_)))
                })
            })
        };
        let attacker = leaf(|mover| mover);
        let defender = leaf(|mover| mover.opponent());
        let both = leaf(|_| Player::First);
        println!(
            "{name:12} {plain:8.1} {make:10.1} {key:10.1} {attacker:10.1} \
             {defender:10.1} {both:10.1}"
        );
    }
}
