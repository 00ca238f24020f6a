//! `--time` is what a user waits for a position, whatever is asked about it.

use std::time::{Duration, Instant};

use crate::common::{fixture, run};

/// A limit, and what other tests on the same machine may add to it.
const LIMIT: Duration = Duration::from_secs(1);
const MARGIN: Duration = Duration::from_millis(1500);

#[track_caller]
fn in_time(args: &[&str]) {
    let started = Instant::now();
    let time = format!("{}ms", LIMIT.as_millis());
    let ran = run(&[args, &["--time", &time]].concat());
    let took = started.elapsed();
    assert!(took < LIMIT + MARGIN, "{args:?}: {took:?}\n{ran:#?}");
    assert!(matches!(ran.code, 0 | 3), "{args:?}: {ran:#?}");
}

/// Nothing is proved here for a long time.
const CHESS: &str = "r3k2r/pppq1ppp/2n5/8/8/2N5/PPPQ1PPP/R3K2R w KQkq -";
const CHECKERS: &str = "W:W21,22,23,24,25,26,27,28:B1,2,3,4,5,6,7,8";
const MICROCOSMOS: &str = "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/\
                           4+P1P1L/+B5G1g b - 1";
/// A win of which the shortest takes longer, and a draw.
const PAWN: &str = "8/8/8/8/8/4k3/4P3/4K3 w - -";
const QUEEN: &str = "6k1/8/8/8/8/8/1Q6/K7 w - -";

#[test]
fn positions_take_their_time_with_all_their_questions() {
    in_time(&["solve", "--value", CHESS]);
    in_time(&["solve", "--value", "--moves", CHESS]);
    in_time(&["solve", "--moves", QUEEN]);
    in_time(&["solve", "--value", "--moves", "--egdb", "none", CHECKERS]);
    in_time(&["solve", "--threads", "2", "--value", CHESS]);
    in_time(&["solve", "--value", &fixture("figure2")]);
}

#[test]
fn lengths_take_their_time_with_keys_and_certificates() {
    for position in [CHESS, PAWN, QUEEN] {
        in_time(&["solve", "--shortest", position]);
        in_time(&["solve", "--shortest", "--keys", position]);
    }
    in_time(&["solve", "--mate", "9", "--keys", QUEEN]);
    in_time(&["solve", "--mate", "4", "--solution", CHESS]);
    in_time(&["solve", "--shortest", "--keys", MICROCOSMOS]);
    in_time(&["solve", MICROCOSMOS]);
}

#[test]
fn problems_and_boards_of_go_take_their_time() {
    let example = |name: &str| format!("{}/../../examples/{name}", env!("CARGO_MANIFEST_DIR"));
    in_time(&["solve", &example("open-board.sgf")]);
    in_time(&["solve", "--ko", "ssk", &example("corner.sgf"), "--safe", "wall"]);
    in_time(&["go", "board", "3x4"]);
    in_time(&["go", "board", "3x3", "--moves"]);
    in_time(&["go", "board", "3x4", "--rule", "basic-ko"]);
    in_time(&["go", "board", "3x4", "--at-least", "1..4"]);
}
