//! Positions for the tests: games of random moves and random placements.
#![allow(dead_code)] // each test file uses its own part

use proptest::prelude::*;
use threefold_checkers::{Checkers, CheckersMove, CheckersPosition};
use threefold_game::{Game, Player};

pub const RULES: Checkers = Checkers::new();

/// The position, which must be one.
pub fn position(fen: &str) -> CheckersPosition {
    RULES.parse_position(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The legal moves.
pub fn moves(position: &CheckersPosition) -> Vec<CheckersMove> {
    let mut moves = Vec::new();
    RULES.moves(position, &mut moves);
    moves
}

/// The legal moves in PDN, in the order of their notation.
pub fn texts(fen: &str) -> Vec<String> {
    let position = position(fen);
    let mut moves = moves(&position);
    RULES.sort_by_notation(&position, &mut moves);
    moves.into_iter().map(|m| RULES.move_text(&position, m)).collect()
}

/// Any position: up to `most` pieces of each side on random squares.
pub fn placement(most: usize) -> impl Strategy<Value = CheckersPosition> {
    let squares =
        prop::sample::subsequence((0..32u32).collect::<Vec<_>>(), 1..=2 * most).prop_shuffle();
    (squares, any::<[u32; 2]>(), any::<bool>()).prop_map(move |(squares, [sides, kings], black)| {
        let mut men = [0u32; 2];
        let mut crowned = [0u32; 2];
        for (i, &square) in squares.iter().enumerate() {
            let mut side = (sides >> i & 1) as usize;
            if (men[side] | crowned[side]).count_ones() as usize == most {
                side = 1 - side;
            }
            let crown_row = if side == 0 { square >= 28 } else { square < 4 };
            if crown_row || kings >> i & 1 == 1 {
                crowned[side] |= 1 << square;
            } else {
                men[side] |= 1 << square;
            }
        }
        let turn = if black { Player::First } else { Player::Second };
        CheckersPosition::new(men, crowned, turn).expect("the placement is legal")
    })
}

/// The start and the choices of a random game.
pub fn game() -> impl Strategy<Value = (CheckersPosition, Vec<u16>)> {
    let start = prop_oneof![2 => Just(CheckersPosition::startpos()), 1 => placement(5)];
    (start, prop::collection::vec(any::<u16>(), 0..120))
}

/// Calls `visit` in each position of the game, with the move played next where there is one.
pub fn replay(
    (mut position, choices): (CheckersPosition, Vec<u16>),
    mut visit: impl FnMut(&CheckersPosition, Option<CheckersMove>) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    for choice in choices {
        let moves = moves(&position);
        if moves.is_empty() {
            break;
        }
        let m = moves[usize::from(choice) % moves.len()];
        visit(&position, Some(m))?;
        RULES.make(&mut position, m);
    }
    visit(&position, None)
}

/// Positions of random games and random placements.
pub fn any_position() -> impl Strategy<Value = CheckersPosition> {
    let from_game = game().prop_map(|(mut position, choices)| {
        for choice in choices {
            let moves = moves(&position);
            if moves.is_empty() {
                break;
            }
            RULES.make(&mut position, moves[usize::from(choice) % moves.len()]);
        }
        position
    });
    prop_oneof![from_game, placement(12)]
}
