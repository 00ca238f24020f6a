//! Does iterative deepening avoid the graph-history interaction (Campbell 1985, section 6)?
//!
//! ```sh
//! cargo run --release -p threefold-lab -F measure --example deepening -- 20000 12 10 1
//! ```
//! Games, positions of each, plies, seed; then names of treatments. Random loopy games with win,
//! draw and loss, nothing known at the horizon, the table cleared before each root. *Missed*: the
//! search without a table to the same depth sees a result, this one does not. *False*: it claims a
//! result that is none. A table that sees further is never counted as wrong. Entries count if they
//! are at least as deep as wanted (what engines do), or of exactly that depth.
//!
//! *Scores*: the same with random evaluations at the horizon: wrong values of the root, entries of
//! exactly the depth, so that the search without a table is the truth. Treatments that count the
//! third occurrence have another one, and are left out.

use std::env;

use threefold_game::RepetitionRule;
use threefold_lab::alphabeta::policies::NoTable;
use threefold_lab::alphabeta::{AlphaBeta, Depth, DraftRule, Options, Score, Treatment};
use threefold_lab::study::{ScoredCase, Setting, TableUse};
use threefold_search::Limits;

fn main() {
    let args: Vec<String> = env::args().skip(1).collect();
    let number =
        |i: usize, default: u64| args.get(i).and_then(|t| t.parse().ok()).unwrap_or(default);
    let (games, positions, plies, seed) =
        (number(0, 20_000), number(1, 12) as u32, number(2, 10) as u32, number(3, 1));
    let chosen = |treatment: Treatment| match args.get(4..) {
        Some(names) if !names.is_empty() => names.iter().any(|name| name == treatment.name()),
        _ => !matches!(treatment, Treatment::NoTable | Treatment::PathKeyed),
    };
    let treatments: Vec<Treatment> =
        Treatment::ALL.iter().copied().filter(|&treatment| chosen(treatment)).collect();
    println!("{games} games of {positions} positions, {plies} plies, seed {seed}");
    println!(
        "{:<32}{:>10}{:>10}{:>10}{:>10}{:>10}{:>10}{:>10}{:>10}",
        "", "at least", "", "", "", "exactly", "", "", ""
    );
    println!(
        "{:<32}{:>10}{:>10}{:>10}{:>10}{:>10}{:>10}{:>10}{:>10}",
        "treatment", "fixed:", "", "deepened:", "", "fixed:", "", "deepened:", ""
    );
    for &treatment in &treatments {
        print!("{:<32}", treatment.name());
        let mut decided = 0;
        for draft in [DraftRule::AtLeast, DraftRule::Exact] {
            for depth in [Depth::Fixed(plies), Depth::Plies(plies)] {
                let (missed, wrong, seen) =
                    count(treatment, draft, depth, (games, positions, plies, seed));
                decided = seen;
                print!("{missed:>10}{wrong:>10}");
            }
        }
        println!("   of {decided} decided");
    }
    println!("{:<32}{:>10}{:>10}", "scores", "fixed", "deepened");
    for treatment in treatments.into_iter().filter(|t| !t.name().contains("occurrence")) {
        let [fixed, deepened] = [false, true]
            .map(|deepened| wrong_scores(treatment, deepened, (games, positions, plies, seed)));
        let roots = fixed.1;
        println!("{:<32}{:>10}{:>10}   of {roots} roots", treatment.name(), fixed.0, deepened.0);
    }
}

/// Roots with a wrong score, and roots.
fn wrong_scores(
    treatment: Treatment,
    deepened: bool,
    (games, positions, plies, seed): (u64, u32, u32, u64),
) -> (u64, u64) {
    let (mut wrong, mut roots) = (0, 0);
    for index in 0..games {
        let setting = Setting::DepthLimited { plies };
        let rule = RepetitionRule::Draw;
        let case = ScoredCase::random(seed, index, positions, rule, setting, TableUse::Cleared);
        let (options, limits) = (case.options(), Limits::nodes(200_000));
        let root = (&case.game, &case.scores, case.rules());
        for history in case.roots() {
            let depth = if deepened { Depth::Plies(plies) } else { Depth::Fixed(plies) };
            let ask = |treatment: Treatment, depth| {
                treatment.search(root, &history, depth, &limits, &options)?.score
            };
            let truth = ask(Treatment::NoTable, Depth::Fixed(plies));
            let (Some(truth), Some(score)) = (truth, ask(treatment, depth)) else { continue };
            roots += 1;
            wrong += u64::from(score != truth);
        }
    }
    (wrong, roots)
}

/// Roots at which a result is missed, at which a false one is claimed, and at which there is one to
/// be seen at this depth.
fn count(
    treatment: Treatment,
    draft: DraftRule,
    depth: Depth,
    (games, positions, plies, seed): (u64, u32, u32, u64),
) -> (u64, u64, u64) {
    let (mut missed, mut wrong, mut decided) = (0, 0, 0);
    for index in 0..games {
        let setting = Setting::Complete { levels: 3 };
        let rule = RepetitionRule::Draw;
        let case = ScoredCase::random(seed, index, positions, rule, setting, TableUse::Cleared);
        let options = Options { draft, ..case.options() };
        let limits = Limits::nodes(200_000);
        let root = (&case.game, &case.scores, case.rules());
        for history in case.roots() {
            let mut bare = AlphaBeta::<_, _, NoTable>::new(root.0, root.1, root.2, &options);
            let Some(seen) = bare.search(&history, Depth::Fixed(plies), &limits).score else {
                continue;
            };
            let Some(value) = bare.search(&history, Depth::Complete, &limits).score else {
                continue;
            };
            let report = treatment.search(root, &history, depth, &limits, &options);
            let Some(score) = report.and_then(|report| report.score) else { continue };
            decided += u64::from(seen != 0);
            missed += u64::from(score == 0 && seen != 0 && seen.signum() == value.signum());
            wrong += u64::from(score != 0 && Score::signum(score) != value.signum());
        }
    }
    (missed, wrong, decided)
}
