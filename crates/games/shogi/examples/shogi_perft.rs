//! How fast moves are generated: `cargo run --release -p threefold-shogi --example shogi_perft`.

use std::time::Instant;

use threefold_shogi::{Position, perft};

const MATSURI: &str = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";
const MAX_MOVES: &str = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1";

fn main() {
    for (name, text, depth) in
        [("start", "startpos", 5), ("matsuri", MATSURI, 3), ("max moves", MAX_MOVES, 3)]
    {
        let mut position: Position = text.parse().expect("a position");
        let start = Instant::now();
        let count = perft::legal(&mut position, depth);
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{name} {depth}: {count} in {seconds:.2} s, {:.1} M/s",
            count as f64 / seconds / 1e6
        );
    }
}
