//! `threefold-lab audit --gtp`: engines of Go on small boards, compared with certified scores.

use std::fmt::Write;

use threefold::go::Size;
use threefold_audit::go::{GoAudit, GoReport, GoSettings, Scores};

use crate::audit::AuditArgs;
use crate::exit::Exit;
use crate::output::{self, Stop, complain, json_line};

/// Boards if none is named.
const BOARDS: [&str; 2] = ["2x2", "3x3"];
/// Moves of a game before the questions end, at most.
const PLIES: u64 = 5;
/// Larger boards are not solved within the nodes that are asked for.
const LARGEST: usize = 5;

/// Audits the engines that `--gtp` names.
pub fn run(args: &AuditArgs) -> Result<Exit, Stop> {
    let named: Vec<&str> = match args.positions.is_empty() {
        true => BOARDS.to_vec(),
        false => args.positions.iter().map(String::as_str).collect(),
    };
    let boards: Vec<Size> = named.into_iter().map(board).collect::<Result<_, _>>()?;
    let mut exit = Exit::BadInput;
    for engine in &args.gtp {
        for &size in &boards {
            let settings = GoSettings {
                engine: engine.clone(),
                patience: args.patience,
                games: args.count,
                plies: PLIES,
                seed: args.seed,
                repeats: args.repeats,
            };
            let mut scores = Scores::new(size, args.ko.rule(), args.truth_nodes);
            match (GoAudit { settings: &settings, scores: &mut scores }).run() {
                Ok(report) => {
                    output::print(&if args.json { json_line(&report)? } else { text(&report) })?;
                    exit = Exit::Fine;
                }
                // The same on the other boards.
                Err(error) if error.is_missing() => {
                    complain(format!("{error}; skipped"));
                    break;
                }
                Err(error) => complain(error),
            }
            if scores.faulty() > 0 {
                let faulty = scores.faulty();
                complain(format!(
                    "{faulty} certificates of threefold did not hold: please report this"
                ));
                return Ok(Exit::Failed);
            }
        }
    }
    Ok(exit)
}

fn board(name: &str) -> Result<Size, Stop> {
    let is_small = |size: &Size| size.rows() <= LARGEST && size.rows() == size.columns();
    name.parse().ok().filter(is_small).ok_or_else(|| {
        let most = format!("{LARGEST}x{LARGEST}");
        Stop::Message(format!("{name}: expected a square board of at most {most}, as in 3x3"))
    })
}

fn text(report: &GoReport) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{}, {} under {}\n  {} games, {} positions certified ({} where the game changes the \
         score), {} left out; {} caused by history",
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
        let _ = writeln!(
            out,
            "  {name:<8} {:>4} answers, {:>3} wrong ({} against superko, {} illegal), \
             {} unjudged, {} without an answer",
            counts.answered,
            counts.wrong,
            counts.superko,
            counts.illegal,
            counts.unjudged,
            counts.unanswered
        );
    }
    let paired = report.paired;
    let _ = writeln!(
        out,
        "  kept against cleared: {} pairs, only kept wrong {}, only cleared wrong {}, p {:.3}",
        paired.pairs,
        paired.only_first_wrong,
        paired.only_second_wrong,
        paired.p_value()
    );
    for candidate in &report.candidates {
        let _ = writeln!(
            out,
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
        let _ = writeln!(out, "  failed  {failure}");
    }
    out.push('\n');
    out
}
