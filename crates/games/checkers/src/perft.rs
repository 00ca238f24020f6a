//! Counting move sequences, to compare the move generator with others.

use crate::movegen;
use crate::moves::CheckersMove;
use crate::position::CheckersPosition;

/// Move sequences from the start by length, 1 to 12 plies, as published (OEIS A133046, Aart Bik).
pub const PUBLISHED: [u64; 12] = [
    7,
    49,
    302,
    1_469,
    7_361,
    36_768,
    179_740,
    845_931,
    3_963_680,
    18_391_564,
    85_242_128,
    388_623_673,
];

/// How many move sequences of `plies` plies there are. Jumps that differ in their path alone count
/// as different. The last ply is counted, not played.
///
/// ```
/// use threefold_checkers::{CheckersPosition, perft};
/// assert_eq!(perft::count(&CheckersPosition::startpos(), 4), perft::PUBLISHED[3]);
/// ```
pub fn count(position: &CheckersPosition, plies: u32) -> u64 {
    if plies == 0 { 1 } else { below(position, plies, &mut Vec::new()) }
}

fn below(position: &CheckersPosition, plies: u32, moves: &mut Vec<CheckersMove>) -> u64 {
    let first = moves.len();
    movegen::generate(position, moves);
    let mut count = 0;
    if plies == 1 {
        count = (moves.len() - first) as u64;
    } else {
        for i in first..moves.len() {
            let mut after = *position;
            movegen::make(&mut after, moves[i]);
            count += below(&after, plies - 1, moves);
        }
    }
    moves.truncate(first);
    count
}
