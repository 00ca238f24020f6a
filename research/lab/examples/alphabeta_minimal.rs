//! The smallest game found on which a treatment for alpha-beta is wrong, as a `.game` file.
//!
//! `cargo run --release -p threefold-lab -F measure --example alphabeta_minimal -- cycle-skip draw
//! depth-6 cleared 20000 8 1 at-least tree:2,game:3`: treatment, rule, setting, table, games to
//! try, positions of each, seed, and, if they are to be others than `equal` and `tree:2,game:2`,
//! drafts and occurrences. `base-twin` has to be right on the result, unless it is what is asked
//! for.

use std::env;

use threefold_graph::OccurrenceRule;
use threefold_lab::alphabeta::{DraftRule, Treatment};
use threefold_lab::shrink;
use threefold_lab::study::{Plan, ScoredCase, Setting, TableUse};

fn main() {
    let args: Vec<String> = env::args().skip(1).collect();
    if let Err(message) = run(&args) {
        eprintln!("{message}");
        std::process::exit(2);
    }
}

fn run(args: &[String]) -> Result<(), String> {
    let [treatment, rule, setting, table, games, positions, seed, more @ ..] = args else {
        return Err(
            "expected: TREATMENT RULE SETTING TABLE GAMES POSITIONS SEED [DRAFTS [OCCURRENCES]]"
                .to_owned(),
        );
    };
    let drafts = match more.first().map(String::as_str) {
        None | Some("equal") => DraftRule::Exact,
        Some("at-least") => DraftRule::AtLeast,
        Some(other) => return Err(format!("'{other}': expected equal or at-least")),
    };
    let occurrences = match more.get(1) {
        Some(text) => text.parse().map_err(|e| format!("{e}"))?,
        None => OccurrenceRule::default(),
    };
    let treatment: Treatment = treatment.parse().map_err(|e| format!("{e}"))?;
    let setting = match setting.as_str() {
        "complete-3" => Setting::Complete { levels: 3 },
        "complete-5" => Setting::Complete { levels: 5 },
        other => match other.strip_prefix("depth-").and_then(|plies| plies.parse().ok()) {
            Some(plies) => Setting::DepthLimited { plies },
            None => return Err(format!("'{other}': expected complete-3, complete-5 or depth-N")),
        },
    };
    let table = match table.as_str() {
        "cleared" => TableUse::Cleared,
        "kept" => TableUse::Kept,
        other => return Err(format!("'{other}': expected cleared or kept")),
    };
    let number =
        |text: &String| text.parse::<u64>().map_err(|_| format!("'{text}' is not a number"));
    let plan = Plan {
        seed: number(seed)?,
        positions: number(positions)? as u32,
        rule: rule.parse().map_err(|e| format!("{e}"))?,
        occurrences,
        setting,
        table,
        treatments: vec![treatment],
    };
    let fails = |case: &ScoredCase| {
        case.is_wrong(treatment)
            && (treatment == Treatment::BaseTwin || !case.is_wrong(Treatment::BaseTwin))
    };
    let size = |case: &ScoredCase| {
        let moves: usize = case.game.nodes().iter().map(|node| node.edges().len()).sum();
        (case.game.nodes().len() + case.played.moves().len(), moves, case.to_file(&[]).to_string())
    };
    let mut smallest: Option<(_, ScoredCase)> = None;
    let mut failing = 0;
    for index in 0..number(games)? {
        let case = ScoredCase { drafts, ..plan.case(index) };
        // What fails in one root may be shortened to the game up to that root.
        for root in case.roots() {
            let case = ScoredCase { played: root, ..case.clone() };
            if !fails(&case) {
                continue;
            }
            failing += 1;
            let case = shrink(case, fails);
            let size = size(&case);
            if smallest.as_ref().is_none_or(|(other, _)| size < *other) {
                smallest = Some((size, case));
            }
            break;
        }
    }
    match smallest {
        Some((_, case)) => print!("{}", case.to_file(&[format!("fails: {treatment}")])),
        None => println!("none of the games fails"),
    }
    eprintln!("{failing} games fail");
    Ok(())
}
