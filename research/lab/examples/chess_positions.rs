//! Every treatment on the chess positions of an EPD file: can the player to move win?
//!
//! ```sh
//! cargo run --release -p threefold-lab -F measure --example chess_positions -- examples/mates.epd
//! ```
//! The second argument is the time for each answer in seconds.

use std::error::Error;
use std::fs;
use std::time::Duration;

use threefold_chess::Chess;
use threefold_game::{Game, History, Question, RepetitionRule};
use threefold_lab::Treatment;
use threefold_search::{Interrupt, Limits, Verdict};

/// Bytes for a table or tree.
const MEMORY: usize = 256 << 20;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("expected an EPD file")?;
    let seconds: u64 = arguments.next().unwrap_or("3".to_owned()).parse()?;
    let text = fs::read_to_string(&file)?;
    for (number, line) in text.lines().enumerate() {
        let fields: Vec<&str> = line.split_whitespace().take(4).collect();
        if fields.len() < 4 || line.starts_with('#') {
            continue;
        }
        let root = Chess
            .parse_position(&format!("{} 0 1", fields.join(" ")))
            .map_err(|error| format!("{file}:{}: {error}", number + 1))?;
        let question = Question::new(Chess.player_to_move(&root), RepetitionRule::Draw);
        let history = History::new(root);
        println!("{line}");
        for &treatment in Treatment::ALL {
            let time = Some(Duration::from_secs(seconds));
            let (limits, interrupt) = (Limits { time, ..Limits::default() }, Interrupt::default());
            let claim = treatment.answer(&Chess, question, &history, &limits, MEMORY, &interrupt);
            let verdict = match claim.verdict {
                Verdict::Unknown(reason) => format!("unknown ({})", reason.name()),
                decided => decided.name().to_owned(),
            };
            println!(
                "  {:<16} {verdict:<18} {:>9} nodes {:>9} look-ups {:>6} KiB {:>6.2} s",
                treatment.name(),
                claim.cost.nodes,
                claim.cost.lookups,
                claim.cost.memory_bytes >> 10,
                claim.cost.time.as_secs_f64()
            );
        }
    }
    Ok(())
}
