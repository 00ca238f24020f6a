//! Error rates of the treatments for alpha-beta on random loopy games, as a table.
//!
//! `cargo run --release -p threefold-lab --example alphabeta_study -- 10000 8 1`: games, positions of
//! each, seed; then optionally `RULE SETTING TABLE` to run some of the settings only, with `all` for any
//! (`draw depth-6 kept`), and the names of treatments.

use std::env;

use threefold_game::RepetitionRule;
use threefold_lab::alphabeta::Treatment;
use threefold_lab::study::{Plan, Setting, TableUse};

fn main() {
    let args: Vec<String> = env::args().skip(1).collect();
    let number = |i: usize, default| args.get(i).map_or(Some(default), |text| text.parse().ok());
    let (Some(games), Some(positions), Some(seed)) =
        (number(0, 10_000), number(1, 8), number(2, 1))
    else {
        eprintln!("expected three numbers: games, positions of a game, seed");
        std::process::exit(2);
    };
    let wanted =
        |i: usize, name: &str| args.get(i).is_none_or(|text| text == name || text == "all");
    let chosen = |treatment: Treatment| {
        args.len() <= 6 || args[6..].iter().any(|name| name == treatment.name())
    };
    let settings = [
        ("complete-3", Setting::Complete { levels: 3 }),
        ("complete-5", Setting::Complete { levels: 5 }),
        ("depth-6", Setting::DepthLimited { plies: 6 }),
    ];
    for rule in RepetitionRule::ALL {
        for (name, setting) in settings {
            for table in [TableUse::Cleared, TableUse::Kept] {
                if wanted(3, rule.name()) && wanted(4, name) && wanted(5, table.name()) {
                    let treatments: Vec<Treatment> = Treatment::ALL
                        .iter()
                        .copied()
                        .filter(|&t| t.supports(rule) && chosen(t))
                        .collect();
                    let positions = positions as u32;
                    let plan = Plan { seed, positions, rule, setting, table, treatments };
                    print(&plan, name, games);
                }
            }
        }
    }
}

fn print(plan: &Plan, name: &str, games: u64) {
    let mut total = plan.tallies();
    for index in 0..games {
        total.iter_mut().zip(plan.run(index)).for_each(|(total, tally)| total.add(&tally));
    }
    let (rule, table, positions) = (plan.rule, plan.table.name(), plan.positions);
    println!("{rule}, {name}, table {table}, {games} games of {positions} positions");
    println!(
        "  {:<22}{:>9}{:>9}{:>9}{:>8}{:>8}{:>8}{:>9}{:>11}",
        "treatment", "roots", "value", "move", "first", "last", "mixed", "unknown", "nodes/root"
    );
    for tally in total {
        println!(
            "  {:<22}{:>9}{:>9}{:>9}{:>8}{:>8}{:>8}{:>9}{:>11.1}",
            tally.treatment.name(),
            tally.roots,
            tally.wrong_value,
            tally.wrong_move,
            tally.draw_first,
            tally.draw_last,
            tally.mixed,
            tally.unknown,
            tally.nodes as f64 / tally.roots.max(1) as f64,
        );
    }
}
