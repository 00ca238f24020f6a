//! Campbell's pawn ending (1985), reconstructed: the truth by retrograde analysis, where a
//! promotion wins ([`PawnGame`]), and which treatments find it how deep, with Kb5 tried first.
//!
//! `cargo run --release -p threefold-lab -F measure --example campbell_oracle -- 28 40000000`:
//! plies, and nodes for each search; then optionally another move to try first, names of treatments
//! (`a4a5 ignore cycle-skip`), and `deepened` for iterative deepening to all the plies.

use std::env;

use threefold_game::{Game, History, Outcome, Player};
use threefold_lab::alphabeta::{Depth, Options, Rules, Treatment, WIN};
use threefold_lab::{PawnGame, PawnScores};
use threefold_oracle::Retrograde;
use threefold_search::Limits;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let number =
        |i: usize, default: u64| args.get(i).and_then(|t| t.parse().ok()).unwrap_or(default);
    let (plies, nodes) = (number(0, 24) as u32, number(1, 20_000_000));
    for fen in ["8/8/8/2p1k3/K7/1P1P4/8/8 w - -", "8/8/8/4k3/K5pP/6P1/8/8 w - -"] {
        let root = PawnGame.parse_position(fen)?;
        let solved = Retrograde::solve(&PawnGame, [root.clone()], 20_000_000)?;
        println!("{fen}: {} positions", solved.len());
        let mut moves = Vec::new();
        PawnGame.moves(&root, &mut moves);
        for &m in &moves {
            let mut after = root.clone();
            PawnGame.make(&mut after, m);
            let value = match solved.value(&after) {
                Some(Outcome::Win(Player::First)) => "wins",
                Some(Outcome::Draw) => "draws",
                _ => "loses",
            };
            let plies = solved.plies(&after).map_or(String::new(), |n| format!(" in {}", n + 1));
            print!("  {} {value}{plies}", PawnGame.move_text(&root, m));
        }
        println!();
        let first = PawnGame.parse_move(&root, args.get(2).map_or("a4b5", String::as_str))?;
        let scores = PawnScores { first: Some((root.clone(), first)) };
        let history = History::new(root.clone());
        for &treatment in Treatment::ALL {
            if args.len() > 3 && !args[3..].iter().any(|name| name == treatment.name()) {
                continue;
            }
            print!("  {:<25}", treatment.name());
            let mut last = None;
            let deepened = args.iter().any(|arg| arg == "deepened");
            for depth in (if deepened { plies } else { 2 }..=plies).step_by(2) {
                let limits = Limits::nodes(nodes);
                let report = treatment
                    .search(
                        (&PawnGame, &scores, Rules::draw()),
                        &history,
                        if deepened { Depth::Plies(depth) } else { Depth::Fixed(depth) },
                        &limits,
                        &Options::default(),
                    )
                    .expect("all of them work under the draw rule");
                let Some(score) = report.score else { break };
                let best = report.best.map_or("-".to_owned(), |m| PawnGame.move_text(&root, m));
                let shown = match score {
                    0 => "draw".to_owned(),
                    score if score > 0 => format!("{best} wins in {}", WIN - score),
                    score => format!("{best} loses in {}", WIN + score),
                };
                last = Some((depth, report.cost.nodes, shown.clone()));
                if score != 0 {
                    break;
                }
            }
            match last {
                Some((depth, nodes, shown)) => println!("{depth} plies, {nodes} nodes: {shown}"),
                None => println!("no answer"),
            }
        }
    }
    Ok(())
}
