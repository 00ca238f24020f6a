//! Numbers of move sequences against published figures.

use threefold_shogi::{Position, perft};

const MATSURI: &str = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";
const MAX_MOVES: &str = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1";

fn counts(text: &str, depth: u32) -> Vec<u64> {
    let mut position: Position = text.parse().unwrap();
    (1..=depth).map(|depth| perft::legal(&mut position, depth)).collect()
}

#[test]
fn the_starting_position_has_the_published_counts() {
    assert_eq!(counts("startpos", 5), [30, 900, 25_470, 719_731, 19_861_490]);
}

#[test]
fn matsuri_has_the_published_counts() {
    assert_eq!(counts(MATSURI, 3), [207, 28_684, 4_809_015]);
}

#[test]
fn the_position_with_593_moves_has_the_published_counts() {
    assert_eq!(counts(MAX_MOVES, 3), [593, 105_677, 53_393_368]);
}
