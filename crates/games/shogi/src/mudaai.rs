//! Futile interpositions (mudaai), in the narrow sense.

use std::collections::HashMap;

use crate::{Color, Kind, Move, Position, Square};

/// How many plies at the end of a line are futile interpositions in the narrow sense: from the
/// first position on that is mate but for them.
///
/// A position is *mate but for futile interpositions* if it is mate, or if the side to move is in
/// check by one lance, bishop or rook (promoted or not) from a distance, has no legal move but
/// drops between the two, and on whichever square it drops something, the checking piece can take
/// that at once so that the position is again mate but for futile interpositions. What was dropped
/// is taken to be still in hand then: with more to drop there are only more defences.
///
/// There is no rule that all players agree on; of those in use this one calls the fewest moves
/// futile. Interpositions in the middle of a line, with moves of the pieces on the board, or that
/// give the attacker a piece that he needs, are never futile here.
///
/// The line has to be one of legal moves; 0 if it does not end in mate.
///
/// ```
/// use threefold_shogi::{Position, futile_tail};
/// // The rook gives check from afar, whatever is put between is taken, and it is mate.
/// let start: Position = "8k/7pp/6N2/9/9/9/9/9/R8 b p 1".parse()?;
/// let (mut position, mut line) = (start.clone(), Vec::new());
/// for text in ["9i9a", "P*5a", "9a5a"] {
///     let mut moves = Vec::new();
///     position.legal_moves(&mut moves);
///     let m = moves.into_iter().find(|m| m.to_string() == text).unwrap();
///     position.make(m);
///     line.push(m);
/// }
/// assert_eq!(futile_tail(&start, &line), 2);
/// assert_eq!(futile_tail(&start, &line[..1]), 0);
/// # Ok::<(), threefold_game::NotationError>(())
/// ```
pub fn futile_tail(start: &Position, line: &[Move]) -> usize {
    let mut positions = vec![start.clone()];
    for &m in line {
        let mut next = positions[positions.len() - 1].clone();
        next.make(m);
        positions.push(next);
    }
    let Some(last) = positions.last().filter(|last| last.is_mate()) else { return 0 };
    let mated = last.side_to_move();
    let mut tail = 0;
    for (back, position) in positions.iter().rev().enumerate() {
        if position.side_to_move() == mated {
            if !is_mate_but_for_futile(position, &mut HashMap::new()) {
                break;
            }
            tail = back;
        }
    }
    tail
}

/// See [`futile_tail`]. Below one position only the place of the checking piece changes, and its
/// kind: `known` has what was found out.
fn is_mate_but_for_futile(position: &Position, known: &mut HashMap<(Square, Kind), bool>) -> bool {
    if position.is_mate() {
        return true;
    }
    let Some((checker, kind)) = far_checker(position) else { return false };
    if let Some(&is_known) = known.get(&(checker, kind)) {
        return is_known;
    }
    let mut replies = Vec::new();
    position.legal_moves(&mut replies);
    let is_futile = replies.iter().all(|reply| reply.dropped().is_some())
        && replies.iter().all(|&reply| is_taken_for_nothing(position, reply, checker, known));
    known.insert((checker, kind), is_futile);
    is_futile
}

/// Whether the checking piece can take what is dropped, and it is mate all the same.
fn is_taken_for_nothing(
    position: &Position,
    reply: Move,
    checker: Square,
    known: &mut HashMap<(Square, Kind), bool>,
) -> bool {
    let mut dropped = position.clone();
    dropped.make(reply);
    [false, true].into_iter().any(|promotes| {
        let take = Move::board(checker, reply.to(), promotes);
        dropped.is_legal(take) && {
            let mut taken = dropped.clone();
            taken.make(take);
            // What was taken is gone, so that there are as many pieces as before.
            taken.set_hands([Color::Black, Color::White].map(|color| position.hand(color)));
            is_mate_but_for_futile(&taken, known)
        }
    })
}

/// The one piece that gives check, and its kind, if it does so from a distance.
fn far_checker(position: &Position) -> Option<(Square, Kind)> {
    let side = position.side_to_move();
    let king = position.king(side)?;
    let checkers = position.attackers(side.opponent(), king, position.occupied());
    let mut checkers = checkers.into_iter();
    let (checker, None) = (checkers.next()?, checkers.next()) else { return None };
    let kind = position.piece_at(checker)?.kind;
    let is_beside =
        checker.file().abs_diff(king.file()) <= 1 && checker.rank().abs_diff(king.rank()) <= 1;
    let slides = matches!(kind.unpromoted(), Kind::Lance | Kind::Bishop | Kind::Rook);
    (slides && !is_beside).then_some((checker, kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tail of a line of USI.
    fn tail(root: &str, line: &str) -> usize {
        let start: Position = root.parse().unwrap();
        let mut position = start.clone();
        let moves = line.split_whitespace().map(|text| {
            let m = Move::from_usi(text).filter(|&m| position.is_legal(m)).unwrap();
            position.make(m);
            m
        });
        futile_tail(&start, &moves.collect::<Vec<_>>())
    }

    #[test]
    fn what_can_be_answered_in_another_way_is_not_futile() {
        let line = "9i9a P*5a 9a5a";
        assert_eq!(tail("8k/7pp/6N2/9/9/9/9/9/R8 b p 1", line), 2);
        // The king has a square.
        assert_eq!(tail("8k/7p1/6N2/9/9/9/9/9/R8 b p 1", "9i9a 1a1b"), 0);
        // A gold on the board can go between as well.
        let with_gold = "9i9a 6b6a 9a6a P*4a 6a4a";
        assert_eq!(tail("8k/3g3pp/6N2/9/9/9/9/9/R8 b p 1", with_gold), 2);
        // Nothing guards the last square: what is dropped there cannot be taken for nothing, but
        // from the moment on at which only the pawn's other squares are left it is futile.
        assert_eq!(tail("8k/7pp/9/9/9/9/9/9/R8 b p 1", line), 2);
        assert_eq!(tail("8k/7pp/9/9/9/9/9/9/R8 b ps 1", "9i9a P*5a 9a5a S*4a 5a4a"), 0);
    }

    #[test]
    fn a_chain_of_interpositions_is_one_tail() {
        let line = "9i9a S*8a 9a8a P*5a 8a5a G*2a 5a2a";
        assert_eq!(tail("8k/7pp/6N2/9/9/9/9/9/R8 b pgs 1", line), 6);
    }
}
