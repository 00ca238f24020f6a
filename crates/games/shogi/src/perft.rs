//! Counting move sequences, to compare a move generator with others.

use crate::{Move, Position, movegen};

/// Sequences of `depth` legal moves.
pub fn legal(position: &mut Position, depth: u32) -> u64 {
    count(position, depth, &|_, position, moves| movegen::legal(position, |m| moves.push(m)))
}

/// Sequences of `depth` moves in which the side that is to move gives check with every one of its
/// moves, and the other side answers with any legal move. Shorter sequences, which end in mate or
/// where there is no check, do not count.
pub fn tsume(position: &mut Position, depth: u32) -> u64 {
    count(position, depth, &|depth_left, position, moves| {
        if depth_left % 2 == depth % 2 {
            movegen::checks(position, |m| moves.push(m));
        } else {
            movegen::legal(position, |m| moves.push(m));
        }
    })
}

fn count(
    position: &mut Position,
    depth: u32,
    generate: &impl Fn(u32, &Position, &mut Vec<Move>),
) -> u64 {
    let mut moves: Vec<Vec<Move>> = (0..depth).map(|_| Vec::with_capacity(256)).collect();
    below(position, depth, &mut moves, generate)
}

fn below(
    position: &mut Position,
    depth: u32,
    lists: &mut [Vec<Move>],
    generate: &impl Fn(u32, &Position, &mut Vec<Move>),
) -> u64 {
    let Some((moves, rest)) = lists.split_first_mut() else { return 1 };
    moves.clear();
    generate(depth, position, moves);
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut sum = 0;
    for &m in moves.iter() {
        let undo = position.make(m);
        sum += below(position, depth - 1, rest, generate);
        position.undo(m, undo);
    }
    sum
}
