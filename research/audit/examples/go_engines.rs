//! Engines of Go over GTP on small square boards, compared with certified scores.
//!
//! ```sh
//! cargo run --release -p threefold-audit --example go_engines -- \
//!     "gnugo --mode gtp --chinese-rules --never-resign --situational-superko" \
//!     situational-superko 2 3
//! ```
//! Arguments: the command of the engine, the rule of superko, rows of the boards; then optionally
//! `games=20 plies=5 seed=1 nodes=300000`. Prints a line for each board and condition, and the
//! candidates; one JSON object for each board with `json` as the last argument.

use std::error::Error;
use std::time::Duration;

use threefold_audit::go::{GoAudit, GoReport, GoSettings, Scores};
use threefold_game::RepetitionRule;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [engine, rule, rest @ ..] = arguments.as_slice() else {
        return Err("expected the command of an engine and a rule of superko".into());
    };
    let rule: RepetitionRule = rule.parse()?;
    if !rule.is_superko() {
        return Err(format!("{rule}: expected situational-superko or positional-superko").into());
    }
    let mut settings = GoSettings {
        engine: engine.clone(),
        patience: Duration::from_secs(60),
        games: 20,
        plies: 5,
        seed: 1,
        repeats: 3,
    };
    let (mut nodes, mut rows, mut json) = (300_000, Vec::new(), false);
    for word in rest {
        match word.split_once('=') {
            Some(("games", number)) => settings.games = number.parse()?,
            Some(("plies", number)) => settings.plies = number.parse()?,
            Some(("seed", number)) => settings.seed = number.parse()?,
            Some(("nodes", number)) => nodes = number.parse()?,
            Some((name, _)) => return Err(format!("{name}: expected games, plies, seed").into()),
            None if word == "json" => json = true,
            None => rows.push(word.parse::<usize>()?),
        }
    }
    for rows in rows {
        if !(1..=5).contains(&rows) {
            return Err(format!("{rows}: expected a board of 1 to 5 rows").into());
        }
        let size = format!("{rows}x{rows}").parse()?;
        let mut scores = Scores::new(size, rule, nodes);
        let report = GoAudit { settings: &settings, scores: &mut scores }.run()?;
        if scores.faulty() > 0 {
            return Err(format!("{} certificates did not hold", scores.faulty()).into());
        }
        if json {
            println!("{}", serde_json::to_string(&report)?);
        } else {
            print(&report);
        }
    }
    Ok(())
}

fn print(report: &GoReport) {
    println!(
        "{}, {} under {}: {} games, {} positions certified ({} where the game changes the score), \
         {} left out; {} caused by history",
        report.engine,
        report.size,
        report.rule,
        report.games,
        report.positions,
        report.changed_by_history,
        report.left_out,
        report.caused_by_history()
    );
    for (name, counts) in &report.conditions {
        println!(
            "  {name:<8} {:>4} answers, {:>3} wrong ({} against superko, {} illegal), {} unjudged, \
             {} without an answer",
            counts.answered,
            counts.wrong,
            counts.superko,
            counts.illegal,
            counts.unjudged,
            counts.unanswered
        );
    }
    let paired = report.paired;
    println!(
        "  kept against cleared: {} pairs, only kept wrong {}, only cleared wrong {}, p {:.3}",
        paired.pairs,
        paired.only_first_wrong,
        paired.only_second_wrong,
        paired.p_value()
    );
    for candidate in &report.candidates {
        println!(
            "  candidate [{}] certified {:+}: kept {}, cleared {}; shown by {} of {}",
            candidate.moves,
            candidate.truth,
            candidate.with_memory,
            candidate.cleared,
            candidate.repeated.only_first_wrong,
            candidate.repeated.pairs
        );
    }
    for failure in report.failures.iter().take(5) {
        println!("  failed  {failure}");
    }
}
