//! Positions and moves as the protocol writes them.

use std::fmt::Write;

use threefold_checkers::{Checkers, CheckersMove, CheckersPosition};
use threefold_game::{Game, Player};

/// Squares of the board.
const SQUARES: u32 = 32;

/// How positions say which side is which.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colours {
    /// As PDN does: Black begins, on squares 1 to 12.
    #[default]
    Pdn,
    /// As in other draughts, and as some programs hand over the English kind, too: who begins is
    /// white, and squares count from the other end. Moves are those of PDN all the same.
    Swapped,
}

/// A position: the side to move, and a letter for each square.
///
/// # Errors
/// What is wrong with it.
pub fn position(text: &str, colours: Colours) -> Result<CheckersPosition, String> {
    let mut letters = text.chars();
    let is_white = |letter: char| match letter {
        'W' | 'w' => Some(true),
        'B' | 'b' => Some(false),
        _ => None,
    };
    let turn = letters.next().filter(char::is_ascii_uppercase).and_then(is_white);
    let turn = turn.ok_or("a position begins with W or B, who is to move")?;
    let (mut men, mut kings) = ([0; 2], [0; 2]);
    let player = |is_white: bool| match is_white == (colours == Colours::Pdn) {
        true => Player::Second,
        false => Player::First,
    };
    let mut count = 0;
    for letter in letters {
        count += 1;
        if letter == 'e' || count > SQUARES {
            continue;
        }
        let square = if colours == Colours::Pdn { count } else { SQUARES + 1 - count };
        let side =
            is_white(letter).ok_or_else(|| format!("{letter:?} is none of w, b, W, B, e"))?;
        let set = if letter.is_ascii_uppercase() { &mut kings } else { &mut men };
        set[player(side).index()] |= 1 << (square - 1);
    }
    if count != SQUARES {
        return Err(format!("a position of English draughts has 32 squares, found {count}"));
    }
    CheckersPosition::new(men, kings, player(turn)).map_err(|error| error.to_string())
}

/// The legal moves of a position.
pub fn legal(position: &CheckersPosition) -> Vec<CheckersMove> {
    let mut moves = Vec::new();
    Checkers::new().moves(position, &mut moves);
    moves
}

/// A move: `11-15`, or `9x25x14x22`, the squares of what is captured behind the last one.
pub fn move_text(m: CheckersMove) -> String {
    let number = |set: u32| set.trailing_zeros() + 1;
    let (to, captured) = m.effect();
    let sign = if m.is_capture() { 'x' } else { '-' };
    let mut out = format!("{}{sign}{}", number(m.from()), number(to));
    for square in (0..SQUARES).filter(|square| captured >> square & 1 == 1) {
        // Writing to a string does not fail.
        let _ = write!(out, "x{}", square + 1);
    }
    out
}

/// The legal move that is meant. What is captured may be left out where that leaves one move.
///
/// # Errors
/// There is none, or there are several.
pub fn find_move(position: &CheckersPosition, text: &str) -> Result<CheckersMove, String> {
    let squares: Option<Vec<u32>> =
        text.split(['-', 'x']).map(|square| square.parse().ok()).collect();
    let legal = legal(position);
    let matching: Vec<CheckersMove> = match squares.as_deref() {
        Some([from, to, captured @ ..]) => {
            let set = |squares: &[u32]| {
                squares.iter().try_fold(0, |set: u32, &square| {
                    let bit = 1_u32.checked_shl(square.checked_sub(1)?)?;
                    // Nothing is captured twice.
                    (set & bit == 0).then_some(set | bit)
                })
            };
            let wanted = set(captured);
            let numbers = |m: &CheckersMove| {
                let (end, over) = m.effect();
                let is_all = captured.is_empty() || wanted == Some(over);
                let number = |set: u32| set.trailing_zeros() + 1;
                number(m.from()) == *from && number(end) == *to && is_all
            };
            legal.into_iter().filter(numbers).collect()
        }
        _ => Vec::new(),
    };
    let same = |m: &CheckersMove| m.effect() == matching[0].effect();
    match matching.as_slice() {
        [] => Err(format!("{text} is not a legal move here")),
        // The same pieces in another order make no difference.
        [first, ..] if matching.iter().all(same) => Ok(*first),
        _ => Err(format!("{text} could be several moves: name what is captured")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fen(text: &str) -> CheckersPosition {
        Checkers::new().parse_position(text).unwrap()
    }

    const START: &str = "bbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

    #[test]
    fn positions_in_both_manners() {
        assert_eq!(position(&format!("B{START}"), Colours::Pdn), Ok(CheckersPosition::startpos()));
        let swapped = position(&format!("W{START}"), Colours::Swapped);
        assert_eq!(swapped, Ok(CheckersPosition::startpos()));
        let first = fen("W:WK19,K23:B12,K28");
        let pdn = "WeeeeeeeeeeebeeeeeeWeeeWeeeeBeeee";
        assert_eq!(position(pdn, Colours::Pdn), Ok(first));
        let swapped = "BeeeeWeeeeBeeeBeeeeeeweeeeeeeeeee";
        assert_eq!(position(swapped, Colours::Swapped), Ok(first));
        for (text, message) in [
            ("", "begins with W or B"),
            ("wbbbb", "begins with W or B"),
            (&format!("W{START}e"), "32 squares, found 33"),
            (&"B".repeat(51), "32 squares, found 50"),
            (&format!("B{}x", &START[1..]), "none of"),
            (&format!("Bw{}", &START[1..]), ""),
        ] {
            let error = position(text, Colours::Pdn).unwrap_err();
            assert!(error.contains(message), "{text}: {error}");
        }
    }

    #[test]
    fn moves_with_what_they_capture() {
        let double = fen("B:W14,22:B9");
        assert_eq!(move_text(legal(&double)[0]), "9x25x14x22");
        for text in ["9x25x14x22", "9x25x22x14", "9x25"] {
            assert_eq!(find_move(&double, text), Ok(legal(&double)[0]), "{text}");
        }
        for text in ["9x25x14", "9x25x14x14", "9-13", "x", "0-0", "9x99x14x0", ""] {
            assert!(find_move(&double, text).is_err(), "{text}");
        }
        for m in legal(&CheckersPosition::startpos()) {
            assert_eq!(find_move(&CheckersPosition::startpos(), &move_text(m)), Ok(m));
        }
    }
}
