//! Campbell's pawn ending (1985), reconstructed: which treatments find Ka5, and how deep.
//!
//! `cargo run --release -p threefold-lab -F measure --example alphabeta_campbell -- 16 20000000`:
//! plies, and nodes for each treatment; then optionally names of treatments.

use std::env;

use threefold_chess::{Chess, ChessPosition};
use threefold_game::{Game, History};
use threefold_lab::alphabeta::{ChessScores, Depth, Options, Rules, Treatment};
use threefold_search::Limits;

fn main() {
    let args: Vec<String> = env::args().skip(1).collect();
    let number =
        |i: usize, default: u64| args.get(i).and_then(|t| t.parse().ok()).unwrap_or(default);
    let (plies, nodes) = (number(0, 14) as u32, number(1, 5_000_000));
    for fen in ["8/8/8/2p1k3/K7/1P1P4/8/8 w - -", "8/8/8/4k3/K5pP/6P1/8/8 w - -"] {
        println!("{fen}");
        let position: ChessPosition = fen.parse().expect("a position");
        let history = History::new(position.clone());
        for &treatment in Treatment::ALL {
            if args.len() > 2 && !args[2..].iter().any(|name| name == treatment.name()) {
                continue;
            }
            print!("  {:<25}", treatment.name());
            let options = Options::default();
            for depth in (2..=plies).step_by(2) {
                let root = (&Chess, &ChessScores, Rules::draw());
                let limits = Limits::nodes(nodes);
                let report =
                    treatment.search(root, &history, Depth::Plies(depth), &limits, &options);
                let report = report.expect("all of them work under the draw rule");
                if report.stopped_by.is_some() {
                    break;
                }
                let best = report.best.map_or("-".to_owned(), |m| Chess.move_text(&position, m));
                print!(" {depth}:{best}{:+}", report.score.unwrap_or(0));
                if depth + 2 > plies {
                    print!(" ({} nodes)", report.cost.nodes);
                }
            }
            println!();
        }
    }
}
