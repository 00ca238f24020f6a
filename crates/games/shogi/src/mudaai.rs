//! Interpositions that can be taken at once with check: candidates for being futile (mudaai).

use crate::{Color, Kind, Move, Position, Square};

/// A drop between a king and the only piece that gives check, from a distance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interposition {
    /// The drop.
    pub drop: Move,
    /// The captures of it by a piece that gives check from there, and what there is behind each if
    /// what was taken is put back into the defender's hand. With more to drop there are only more
    /// defences, so that what the attacker reaches here he reaches without the piece.
    pub taken_for_nothing: Vec<(Move, Position)>,
    /// How far from the king it is.
    pub distance: u8,
}

impl Interposition {
    /// What there is behind a capture, with what was taken put back.
    pub fn without(&self, by: Move) -> Option<Position> {
        let mut taken = self.taken_for_nothing.iter();
        taken.find(|&&(take, _)| take == by).map(|(_, behind)| behind.clone())
    }
}

/// The drops that can be taken with check, those beside the king first. Whether one of them is
/// futile is another question: whether taking it for nothing leads to mate as soon as what the
/// defender could have done without it.
///
/// ```
/// use threefold_shogi::{Position, interpositions};
/// let position: Position = "R7k/7pp/6N2/9/9/9/9/9/9 w p 1".parse()?;
/// let found = interpositions(&position);
/// assert_eq!(found.len(), 6); // no second pawn on file 2
/// assert_eq!((found[0].drop.to_string(), found[0].distance), ("P*3a".to_owned(), 2));
/// let taken = &found[0].taken_for_nothing;
/// let (_, behind) = taken.iter().find(|(m, _)| m.to_string() == "9a3a+").unwrap();
/// assert_eq!(behind.to_string(), "6+R1k/7pp/6N2/9/9/9/9/9/9 w p 1");
/// # Ok::<(), threefold_game::NotationError>(())
/// ```
pub fn interpositions(position: &Position) -> Vec<Interposition> {
    let Some(king) = checked_from_afar(position) else { return Vec::new() };
    let mut drops = Vec::new();
    position.legal_moves(&mut drops);
    drops.retain(|reply| reply.dropped().is_some());
    drops.sort_by_key(|drop| (distance(king, drop.to()), drop.to()));
    let mut found: Vec<Interposition> = Vec::new();
    for drop in drops {
        // What is taken is put back, so that it does not matter what it was.
        let same = found.last().filter(|one| one.drop.to() == drop.to());
        let taken_for_nothing = match same {
            Some(one) => one.taken_for_nothing.clone(),
            None => taken_for_nothing(position, drop, king),
        };
        found.push(Interposition { drop, taken_for_nothing, distance: distance(king, drop.to()) });
    }
    found.retain(|one| !one.taken_for_nothing.is_empty());
    found
}

fn taken_for_nothing(position: &Position, drop: Move, king: Square) -> Vec<(Move, Position)> {
    let mut dropped = position.clone();
    dropped.make(drop);
    let mut moves = Vec::new();
    dropped.legal_moves(&mut moves);
    let takes = moves.into_iter().filter(|m| m.to() == drop.to());
    let behind = takes.filter_map(|take| {
        let mut after = dropped.clone();
        after.make(take);
        after.share_out(Color::ALL.map(|color| position.hand(color)));
        let checkers = after.attackers(position.side_to_move().opponent(), king, after.occupied());
        // It stands nearer to the king than what gave check before, so that this comes to an end.
        checkers.has(take.to()).then_some((take, after))
    });
    behind.collect()
}

/// The king that is to move, if one piece gives check, and from a distance.
fn checked_from_afar(position: &Position) -> Option<Square> {
    let side = position.side_to_move();
    let king = position.king(side)?;
    let checkers = position.attackers(side.opponent(), king, position.occupied());
    let mut checkers = checkers.into_iter();
    let (checker, None) = (checkers.next()?, checkers.next()) else { return None };
    let kind = position.piece_at(checker)?.kind;
    let slides = matches!(kind.unpromoted(), Kind::Lance | Kind::Bishop | Kind::Rook);
    (slides && distance(king, checker) > 1).then_some(king)
}

fn distance(a: Square, b: Square) -> u8 {
    a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank()))
}
