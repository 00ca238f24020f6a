//! How fast a large library is: so many certificates without a move are checked, added a thousand
//! at a time, and looked up again.
//!
//! ```sh
//! cargo run --release -p threefold-library -F measure --example many -- 1000000 /tmp/many.lib
//! ```

use std::path::Path;
use std::time::{Duration, Instant};

use threefold_certificate::{Block, Claim, Goal, Header, MoveLines, Omitted};
use threefold_game::RepetitionRule;
use threefold_library::{Checked, Library};
use threefold_session::check::Checker;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(number), Some(directory)) = (args.next(), args.next()) else {
        return Err("expected a number and a directory".into());
    };
    let number: usize = number.parse()?;
    let library = Library::create(Path::new(&directory))?;
    let (mut checking, mut adding) = (Duration::ZERO, Duration::ZERO);
    let mut roots = Vec::new();
    let mut batch = Vec::new();
    let mut checker = Checker::new();
    let mut positions = positions().take(number).peekable();
    while let Some(root) = positions.next() {
        let started = Instant::now();
        batch.push(Checked::new(&dead(&root), &mut checker)?);
        checking += started.elapsed();
        roots.push(root);
        if batch.len() == 1000 || positions.peek().is_none() {
            let started = Instant::now();
            library.add(&batch)?;
            adding += started.elapsed();
            batch.clear();
        }
    }
    let added = roots.len();
    let rate = |time: Duration| added as f64 / time.as_secs_f64();
    println!("{} entries", library.count()?);
    println!("checked {:.0} a second, added {:.0} a second", rate(checking), rate(adding));
    for round in ["first", "again"] {
        let mut times: Vec<Duration> = (0..added.min(20_000))
            // All over the place: a step without a factor in common with most numbers.
            .map(|n| &roots[n * 7919 % added])
            .map(|root| {
                let started = Instant::now();
                let found = library.find("chess", "", root).expect("the library");
                assert_eq!(found.len(), 1);
                started.elapsed()
            })
            .collect();
        times.sort_unstable();
        let at =
            |share: f64| times[(share * (times.len() - 1) as f64) as usize].as_secs_f64() * 1e6;
        println!("look-up, {round}: median {:.1} µs, 99 of 100 within {:.1} µs", at(0.5), at(0.99));
    }
    Ok(())
}

/// King and knight or bishop against king: nobody can win, and who has the piece does not lose.
fn positions() -> impl Iterator<Item = String> {
    (0..64 * 64 * 64 * 8).filter_map(|n: usize| {
        let (white, black, piece) = (n % 64, n / 64 % 64, n / 4096 % 64);
        let kind = ["N", "B", "n", "b"][n / (4096 * 64) % 4];
        let side = ["w", "b"][n / (4096 * 64 * 4)];
        let near = |a: usize, b: usize| (a / 8).abs_diff(b / 8) < 2 && (a % 8).abs_diff(b % 8) < 2;
        // Nobody is in check, more or less.
        let line = |a: usize, b: usize| {
            let (rows, files) = ((a / 8).abs_diff(b / 8), (a % 8).abs_diff(b % 8));
            match kind {
                "N" | "n" => rows.min(files) == 1 && rows.max(files) == 2,
                _ => rows == files,
            }
        };
        let clash = near(white, black)
            || piece == white
            || piece == black
            || line(piece, white)
            || line(piece, black);
        if clash {
            return None;
        }
        let mut board = [None; 64];
        (board[white], board[black], board[piece]) = (Some("K"), Some("k"), Some(kind));
        let rows: Vec<String> = board.chunks(8).map(row).collect();
        Some(format!("{} {side} - -", rows.join("/")))
    })
}

fn row(squares: &[Option<&str>]) -> String {
    let (mut out, mut empty) = (String::new(), 0);
    for square in squares {
        match square {
            None => empty += 1,
            Some(piece) => {
                if empty > 0 {
                    out.push_str(&empty.to_string());
                }
                (empty, out) = (0, out + piece);
            }
        }
    }
    if empty > 0 { out + &empty.to_string() } else { out }
}

fn dead(root: &str) -> Block {
    let header = Header {
        game: "chess".to_owned(),
        parameters: String::new(),
        claim: Claim { player: "white".to_owned(), goal: Goal::Holds },
        plies: None,
        omitted: Omitted::NOTHING,
        repetition: RepetitionRule::Draw,
        attacker: None,
        footprints: None,
        root: root.to_owned(),
        history: None,
        database: None,
        moves: 0,
    };
    Block::new(header, MoveLines::new())
}
