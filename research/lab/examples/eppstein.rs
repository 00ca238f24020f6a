//! Three ways to score a win (after Eppstein), played out: White is to win with queen against king.
//!
//! ```sh
//! cargo run --release -p threefold-lab --example eppstein
//! cargo run --release -p threefold-lab --example eppstein -- "8/8/8/8/8/1K6/4Q3/k7 w - -" 7 40
//! ```
//! Arguments: position, plies that White searches at each turn, moves at most. The table is kept
//! from move to move; Black plays his first legal move. Where all wins are alike White may go round
//! for ever; with the plies to the win in the score he does not; distances that are stored as they
//! are counted from the root, not converted, come back wrong at another ply.

use std::error::Error;

use threefold_chess::{Chess, ChessPosition};
use threefold_game::{Game, History};
use threefold_lab::alphabeta::{
    AlphaBeta, ChessScores, Depth, Options, Rules, Score, WIN, WinScores, policies,
};
use threefold_search::Limits;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let fen = arguments.first().map_or("4k3/Q7/3K4/8/8/8/8/8 w - -", String::as_str);
    let plies: u32 = arguments.get(1).map_or("5", String::as_str).parse()?;
    let most: u32 = arguments.get(2).map_or("20", String::as_str).parse()?;
    for (name, win_scores) in [
        ("plain: a win is a win", WinScores::Plain),
        ("unconverted: plies from the root, stored as they are", WinScores::RootRelative),
        (
            "converted: plies from the root in the search, from the position in the table",
            WinScores::NodeRelative,
        ),
    ] {
        println!("{name}");
        play(fen.parse()?, plies, most, win_scores);
    }
    Ok(())
}

fn play(mut position: ChessPosition, plies: u32, most: u32, win_scores: WinScores) {
    let options = Options { win_scores, table_bytes: 16 << 20, ..Options::default() };
    let mut search =
        AlphaBeta::<_, _, policies::Ignore>::new(&Chess, &ChessScores, Rules::draw(), &options);
    for number in 1..=most {
        let history = History::new(position.clone());
        let report = search.search(&history, Depth::Fixed(plies), &Limits::nodes(5_000_000));
        let (Some(score), Some(best)) = (report.score, report.best) else { return };
        let truth = distance(&position, plies);
        print!("  {number}. {} {}", Chess.move_text(&position, best), shown(score));
        println!(
            "{}",
            if truth == score || win_scores == WinScores::Plain { "" } else { "   wrong" }
        );
        Chess.make(&mut position, best);
        let mut replies = Vec::new();
        Chess.moves(&position, &mut replies);
        let Some(&reply) = replies.first() else {
            println!("  mate");
            return;
        };
        Chess.make(&mut position, reply);
    }
    println!("  no mate in {most} moves");
}

/// The score with an empty table and a key for each path.
fn distance(position: &ChessPosition, plies: u32) -> Score {
    let options = Options::default();
    let mut search =
        AlphaBeta::<_, _, policies::PathKeyed>::new(&Chess, &ChessScores, Rules::draw(), &options);
    let history = History::new(position.clone());
    search.search(&history, Depth::Fixed(plies), &Limits::nodes(5_000_000)).score.unwrap_or(0)
}

fn shown(score: Score) -> String {
    match score {
        WIN => "wins".to_owned(),
        score if score > WIN - 1000 => format!("wins in {} plies", WIN - score),
        score => format!("score {score}"),
    }
}
