//! Numbers of legal positions and of games, against published figures (J. Tromp and G. Farnebäck,
//! *Combinatorics of Go*, 2007).

use std::collections::HashMap;

use crate::common::{geometry, legal_boards};
use threefold_go::{Board, Colour, Geometry, Points, Suicide};

#[test]
fn legal_positions() {
    for (rows, columns, count) in [
        (1, 1, 1),
        (1, 2, 5),
        (1, 3, 15),
        (1, 4, 41),
        (1, 5, 113),
        (1, 6, 313),
        (2, 1, 5),
        (2, 2, 57),
        (2, 3, 489),
        (3, 2, 489),
        (3, 3, 12_675),
    ] {
        assert_eq!(legal_boards(&geometry(rows, columns)).len(), count, "{rows}x{columns}");
    }
}

/// The number of simple paths from the empty board, the empty path included. Passes are free, so
/// that either colour may move next: these are the games under positional superko.
fn games(geometry: &Geometry<u64>, suicide: Suicide) -> u64 {
    let boards = legal_boards(geometry);
    let numbers: HashMap<Board<u64>, usize> =
        boards.iter().enumerate().map(|(i, &board)| (board, i)).collect();
    let next: Vec<Vec<usize>> = boards
        .iter()
        .map(|board| {
            let mut next: Vec<usize> = Colour::ALL
                .into_iter()
                .flat_map(|colour| {
                    let legal = board.legal(geometry, colour, suicide);
                    Points::iter(legal).map(move |point| (colour, point))
                })
                .map(|(colour, point)| {
                    let mut after = *board;
                    after.play(geometry, colour, point);
                    numbers[&after]
                })
                .collect();
            // Different moves to the same board are different games.
            next.sort_unstable();
            next
        })
        .collect();
    fn count(next: &[Vec<usize>], at: usize, seen: &mut [bool]) -> u64 {
        seen[at] = true;
        let mut paths = 1;
        for &to in &next[at] {
            if !seen[to] {
                paths += count(next, to, seen);
            }
        }
        seen[at] = false;
        paths
    }
    count(&next, numbers[&Board::EMPTY], &mut vec![false; boards.len()])
}

#[test]
fn games_under_positional_superko() {
    assert_eq!(games(&geometry(1, 1), Suicide::Forbidden), 1);
    assert_eq!(games(&geometry(1, 2), Suicide::Forbidden), 9);
    assert_eq!(games(&geometry(1, 3), Suicide::Forbidden), 907);
    assert_eq!(games(&geometry(3, 1), Suicide::Forbidden), 907);
}

#[test]
#[ignore = "719 million and 2,098 million games"]
fn games_on_four_points() {
    assert_eq!(games(&geometry(1, 4), Suicide::Forbidden), 719_178_893);
    assert_eq!(games(&geometry(1, 4), Suicide::Allowed), 2_098_407_841);
}
