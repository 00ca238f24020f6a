//! Counts sequences of checks and evasions from every position of lists, also by the rules of
//! another program: `... --example tsume_perft -- 4 tanuki.tsv`.

use std::process::ExitCode;
use std::time::Instant;

use shogi_core::PartialPosition;
use shogi_legality_lite::{all_legal_moves_partial, is_in_check_partial_lite};
use shogi_usi_parser::FromUsi;
use threefold_shogi::{Position, perft};

/// The other program's count.
fn theirs(position: &PartialPosition, depth: u32, attack: bool) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut sum = 0;
    for m in all_legal_moves_partial(position) {
        let mut after = position.clone();
        after.make_move(m).expect("a legal move");
        if !attack || is_in_check_partial_lite(&after) {
            sum += if depth == 1 { 1 } else { theirs(&after, depth - 1, !attack) };
        }
    }
    sum
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let depth = arguments.next().and_then(|depth| depth.parse().ok());
    let Some(depth) = depth else {
        eprintln!("expected: DEPTH FILE...");
        return ExitCode::from(2);
    };
    let mut different = 0;
    for path in arguments {
        let Ok(text) = std::fs::read_to_string(&path) else {
            eprintln!("{path}: cannot be read");
            return ExitCode::from(2);
        };
        let (mut positions, mut leaves, mut ours_s, mut theirs_s) = (0, 0, 0.0, 0.0);
        for line in text.lines() {
            let Some(mut position) =
                line.split('\t').find_map(|field| field.parse::<Position>().ok())
            else {
                println!("no position: {line}");
                continue;
            };
            let start = Instant::now();
            let count = perft::tsume(&mut position, depth);
            ours_s += start.elapsed().as_secs_f64();
            let start = Instant::now();
            let other = PartialPosition::from_usi(&format!("sfen {position}")).expect("SFEN");
            let expected = theirs(&other, depth, true);
            theirs_s += start.elapsed().as_secs_f64();
            if count != expected {
                println!("{position}: {count}, the other program {expected}");
                different += 1;
            }
            positions += 1;
            leaves += count;
        }
        println!("{path}: {positions} positions, {leaves} leaves");
        println!("  {ours_s:.2} s, the other program {theirs_s:.2} s");
    }
    println!("{different} different");
    ExitCode::from(u8::from(different > 0))
}
