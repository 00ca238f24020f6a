//! How often each treatment is wrong about random loopy games, and the smallest game on which it is.
//!
//! ```sh
//! cargo run --release -p threefold-lab --example error_rates -- --games 100000
//! cargo run --release -p threefold-lab --example error_rates -- --games 20000 --rule attacker-loses \
//!     --treatments pns/dag,pns/dcg --shrink out/
//! ```
//! Options: `--games N`, `--first N`, `--seed N`, `--sizes A..B`, `--nodes N`, `--threads N`,
//! `--rule RULE|all`, `--treatments A,B|all`, `--shrink DIRECTORY`.

use std::collections::HashMap;
use std::error::Error as StdError;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use threefold_game::RepetitionRule;
use threefold_lab::{Case, RandomStudy, Row, Treatment, shrink};

/// Games in which a treatment was wrong that are made smaller, to keep the smallest.
const SHRUNK: usize = 60;

fn main() -> Result<(), Box<dyn StdError>> {
    let mut options: HashMap<String, String> = HashMap::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
        options.insert(name, value);
    }
    let mut take =
        |name: &str, default: &str| options.remove(name).unwrap_or_else(|| default.to_owned());
    let games: u64 = take("--games", "10000").parse()?;
    let first: u64 = take("--first", "0").parse()?;
    let seed: u64 = take("--seed", "1").parse()?;
    let threads: usize = take("--threads", "1").parse()?;
    let nodes: u64 = take("--nodes", "20000").parse()?;
    let sizes = take("--sizes", "4..12");
    let (least, most) = sizes.split_once("..").ok_or("--sizes: expected A..B")?;
    let sizes: (u32, u32) = (least.parse()?, most.parse()?);
    let rules = match take("--rule", "all").as_str() {
        "all" => RepetitionRule::ALL[1..].to_vec(),
        name => vec![name.parse()?],
    };
    let treatments = match take("--treatments", "all").as_str() {
        "all" => Treatment::ALL.to_vec(),
        names => names.split(',').map(str::parse).collect::<Result<_, _>>()?,
    };
    let directory = take("--shrink", "");
    if let Some(name) = options.keys().next() {
        return Err(format!("unknown option '{name}'").into());
    }
    for rule in rules {
        let study = RandomStudy { nodes, ..RandomStudy::new(rule, sizes, seed) };
        let treatments: Vec<Treatment> =
            treatments.iter().copied().filter(|treatment| treatment.supports(rule)).collect();
        let started = Instant::now();
        let (rows, failures) = run(&study, &treatments, first..first + games, threads);
        println!("{rule}: {games} games, {:.0} s", started.elapsed().as_secs_f64());
        print(&treatments, &rows);
        if !directory.is_empty() {
            for (&treatment, failures) in treatments.iter().zip(&failures) {
                save(&study, treatment, failures, Path::new(&directory))?;
            }
        }
    }
    Ok(())
}

/// Rows, and for each treatment the first games it was wrong about.
fn run(
    study: &RandomStudy,
    treatments: &[Treatment],
    games: std::ops::Range<u64>,
    threads: usize,
) -> (Vec<Row>, Vec<Vec<u64>>) {
    let next = AtomicU64::new(games.start);
    let work = || {
        let mut rows = vec![Row::default(); treatments.len()];
        let mut failures = vec![Vec::new(); treatments.len()];
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= games.end {
                return (rows, failures);
            }
            for (i, row) in study.game(treatments, index).iter().enumerate() {
                rows[i].add(row);
                failures[i].extend(row.first_wrong);
            }
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        let mut rows = vec![Row::default(); treatments.len()];
        let mut failures = vec![Vec::new(); treatments.len()];
        for worker in workers {
            let (more_rows, more_failures) = worker.join().expect("a worker panicked");
            rows.iter_mut().zip(&more_rows).for_each(|(row, more)| row.add(more));
            for (all, more) in failures.iter_mut().zip(more_failures) {
                all.extend(more);
                all.sort_unstable();
            }
        }
        (rows, failures)
    })
}

fn print(treatments: &[Treatment], rows: &[Row]) {
    println!(
        "{:<16} {:>7} {:>7} {:>7} {:>7} {:>10} {:>9} {:>7} {:>7} {:>9} {:>6} {:>8} {:>8}",
        "treatment",
        "games",
        "proofs-",
        "dispr.-",
        "wrong %",
        "draw-first",
        "draw-last",
        "other",
        "unknown",
        "nodes",
        "sim.",
        "KiB",
        "time s"
    );
    for (treatment, row) in treatments.iter().zip(rows) {
        println!(
            "{:<16} {:>7} {:>7} {:>7} {:>7.4} {:>10} {:>9} {:>7} {:>7} {:>9} {:>6} {:>8} {:>8.2}",
            treatment.name(),
            row.games,
            row.wrong_proofs,
            row.wrong_disproofs,
            100.0 * row.wrong() as f64 / row.games.max(1) as f64,
            row.causes.draw_first,
            row.causes.draw_last,
            row.causes.mixed + row.causes.unclassified,
            row.unknown,
            row.cost.nodes,
            row.cost.simulations,
            row.cost.memory_bytes >> 10,
            row.cost.time.as_secs_f64(),
        );
    }
    println!();
}

/// Writes the smallest game on which the treatment was found to be wrong.
fn save(
    study: &RandomStudy,
    treatment: Treatment,
    failures: &[u64],
    directory: &Path,
) -> Result<(), Box<dyn StdError>> {
    let fails = |case: &Case| study.fails(treatment, case);
    let small = failures
        .iter()
        .take(SHRUNK)
        .map(|&index| (index, study.case(index)))
        .filter(|(_, case)| fails(case))
        .map(|(index, case)| (index, shrink(case, fails)))
        .min_by_key(|(_, case)| {
            let edges: usize = case.game.nodes().iter().map(|node| node.edges().len()).sum();
            (case.game.nodes().len(), edges, case.history.moves().len())
        });
    let Some((index, case)) = small else { return Ok(()) };
    let truth = if study.truth(&case) == Some(true) { "proven" } else { "disproven" };
    let claim = if truth == "proven" { "disproven" } else { "proven" };
    let notes = vec![
        format!("truth: {truth}"),
        format!("{treatment}: {claim}"),
        format!(
            "from game {index} of seed {}, {} to {} positions",
            study.seed, study.sizes.0, study.sizes.1
        ),
    ];
    let name = format!("{}.{}.game", treatment.name().replace('/', "-"), study.rule);
    std::fs::create_dir_all(directory)?;
    std::fs::write(directory.join(&name), case.file(notes).to_string())?;
    println!("{name}: {} positions", case.game.nodes().len());
    Ok(())
}
