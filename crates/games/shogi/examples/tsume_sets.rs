//! Solves every position of lists, one thread, cold, and verifies each certificate:
//! `cargo run --release -p threefold-shogi -F measure --example tsume_sets -- 1000000 muso.tsv`.
//!
//! A line has a position as SFEN, alone or between tabs behind a name. Side to move attacks. Behind
//! the nodes there may be, in this order, `--table SIZE` (`256K`, `4G`; `256M` if left out), and
//! `--certificates DIR`, so that each certificate becomes a file, `DIR/NAME.cert`, or
//! `--search-only`, so that none is made.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use threefold_certificate::{Certificate, check, write_file};
use threefold_game::{History, Player, Question, RepetitionRule};
use threefold_search::{Limits, Options, Solver, Verdict};
use threefold_shogi::{Position, Tsume};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let nodes = arguments.next().and_then(|nodes| nodes.parse().ok());
    let Some(nodes) = nodes else {
        eprintln!("expected: NODES FILE...");
        return ExitCode::from(2);
    };
    let mut arguments = arguments.peekable();
    let table_bytes = match arguments.next_if(|word| word == "--table") {
        Some(_) => arguments.next().and_then(|text| size(&text)),
        None => Some(256 << 20),
    };
    let Some(table_bytes) = table_bytes else {
        eprintln!("--table: expected a size, as in 256K, 64M or 4G");
        return ExitCode::from(2);
    };
    let directory = match arguments.next_if(|word| word == "--certificates") {
        Some(_) => arguments.next().map(PathBuf::from),
        None => None,
    };
    let searches_only = arguments.next_if(|word| word == "--search-only").is_some();
    let (mut solved, mut all, mut sum, mut wrong) = (0, 0, 0, 0);
    let start = Instant::now();
    for path in arguments {
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("{path}: {error}");
                return ExitCode::from(2);
            }
        };
        for line in text.lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            let name = if fields.len() > 1 { fields[0] } else { "" };
            let Some(position) = fields.iter().find_map(|field| field.parse::<Position>().ok())
            else {
                println!("{name}\tno position");
                continue;
            };
            let game = Tsume::of(&position);
            let question = Question::new(Player::First, RepetitionRule::AttackerLoses);
            let options = Options { table_bytes, ..Options::default() };
            let mut solver = Solver::new(&game, question, options);
            solver.limit(Limits::nodes(nodes));
            let history = History::new(position.clone());
            let answer = solver.solve(&history);
            all += 1;
            let (verdict, stats) = (answer.verdict, &answer.stats);
            let mut certificate = "-".to_owned();
            if verdict.decided().is_some() {
                solved += 1;
                sum += stats.nodes;
            }
            if let Some(proven) = verdict.decided().filter(|_| !searches_only) {
                certificate = match solver.certificate(&history, proven, question.rule) {
                    Err(error) => {
                        wrong += 1;
                        format!("NONE: {error}")
                    }
                    Ok(extracted) => match check(&game, &extracted.block) {
                        Ok(_) => {
                            let lines = extracted.block.moves.len();
                            if let Some(directory) = &directory {
                                let path = directory.join(format!("{name}.cert"));
                                let certificate = Certificate::new(vec![extracted.block]);
                                if let Err(error) = write_file(&path, &certificate) {
                                    eprintln!("{}: {error}", path.display());
                                    return ExitCode::from(2);
                                }
                            }
                            format!("{lines} lines")
                        }
                        Err(refuted) => {
                            wrong += 1;
                            refuted.to_string()
                        }
                    },
                };
            }
            let seconds = stats.time.as_secs_f64();
            let reason = match verdict {
                Verdict::Unknown(reason) => {
                    format!("unknown ({reason:?}) pn {} dn {}", answer.pn, answer.dn)
                }
                verdict => verdict.name().to_owned(),
            };
            println!(
                "{name}\t{reason}\t{} nodes\t{} look-ups\t{seconds:.2} s\t{certificate}",
                stats.nodes, stats.lookups
            );
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{solved} of {all} solved with {sum} nodes, {wrong} without a proof, {seconds:.1} s");
    ExitCode::from(u8::from(wrong > 0))
}

/// Bytes: a number and a letter.
fn size(text: &str) -> Option<usize> {
    let (number, shift) = match text.char_indices().next_back()? {
        (end, 'K') => (&text[..end], 10),
        (end, 'M') => (&text[..end], 20),
        (end, 'G') => (&text[..end], 30),
        _ => return None,
    };
    number.parse::<usize>().ok()?.checked_mul(1 << shift).filter(|&bytes| bytes > 0)
}
