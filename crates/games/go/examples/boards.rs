//! The values of empty boards, with the work that each question takes.
//!
//! ```sh
//! cargo run --release -p threefold-go -F measure --example boards -- ssk 1x8 3x3
//! cargo run --release -p threefold-go -F measure --example boards -- psk 4x4:2..3 --nodes 10M
//! ```

use std::env;
use std::ops::RangeInclusive;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use threefold_certificate::check;
use threefold_game::{History, Player, Question, RepetitionRule};
use threefold_go::{Go, Size, Terms};
use threefold_search::{Combine, Limits, Options, Policy, Solver};

struct Settings {
    rule: RepetitionRule,
    options: Options,
    limits: Limits,
    certify: bool,
    played_out: bool,
    symmetry: bool,
}

fn main() {
    let mut settings = Settings {
        rule: RepetitionRule::SituationalSuperko,
        options: Options { table_bytes: 256 << 20, ..Options::default() },
        limits: Limits::default(),
        certify: false,
        played_out: false,
        symmetry: true,
    };
    let mut boards = Vec::new();
    let mut args = env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut number = || -> u64 { args.next().and_then(|n| n.parse().ok()).expect("a number") };
        match arg.as_str() {
            "ssk" => settings.rule = RepetitionRule::SituationalSuperko,
            "psk" => settings.rule = RepetitionRule::PositionalSuperko,
            "--certify" => settings.certify = true,
            "--no-symmetry" => settings.symmetry = false,
            "--created" => settings.options.max_created = number() as u32,
            "--no-conditional" => settings.options.conditional = false,
            "--epsilon" => settings.options.epsilon_16ths = number() as u32,
            "--sum" => settings.options.pn_combine = Combine::Sum,
            "--played-out" => settings.played_out = true,
            "--ignore" => settings.options.policy = Policy::Ignore,
            "--budget" => settings.options.superko_simulation_budget = number() as u32,
            "--mib" => settings.options.table_bytes = (number() as usize) << 20,
            "--nodes" => settings.limits.nodes = number(),
            "--seconds" => settings.limits.time = Some(Duration::from_secs(number())),
            board => boards.push(board.to_owned()),
        }
    }
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for board in &boards {
        let (size, asked) = board.split_once(':').unwrap_or((board, ""));
        let size: Size = size.parse().expect("a size");
        let n = size.points() as i32;
        let asked = asked.split_once("..").map(|(a, b)| {
            let number = |text: &str| text.parse().expect("a threshold");
            RangeInclusive::new(number(a), number(b))
        });
        let mut ask = |at_least| {
            let (answer, work, spent) = question(size, at_least, &settings);
            nodes += work;
            time += spent;
            answer
        };
        match asked {
            Some(range) => range.for_each(|at_least| {
                ask(at_least);
            }),
            None => {
                // It holds at `low` and not at `high`.
                let (mut low, mut high) = (-n, n + 1);
                while high - low > 1 {
                    let middle = (low + high).div_euclid(2);
                    match ask(middle) {
                        Some(true) => low = middle,
                        Some(false) => high = middle,
                        None => break,
                    }
                }
                println!("{size} {}: value {low}..{}", settings.rule, high - 1);
            }
        }
    }
    println!("together {nodes} nodes, {time:.2?}");
}

/// Time that this thread has spent on a processor: the first number of `schedstat`. Where the
/// kernel does not tell, the wall clock has to do.
fn on_cpu() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let nanoseconds = || {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
    };
    nanoseconds().unwrap_or_else(|| START.elapsed())
}

fn question(size: Size, at_least: i32, settings: &Settings) -> (Option<bool>, u64, Duration) {
    let terms = Terms { played_out: settings.played_out, ..Terms::new(size, at_least) };
    let game = Go::<u64>::new(terms).expect("a small board").with_symmetry(settings.symmetry);
    let history = History::new(game.start());
    let question = Question::new(Player::First, settings.rule);
    let mut solver = Solver::new(&game, question, settings.options.clone());
    solver.limit(settings.limits.clone());
    let before = on_cpu();
    let answer = solver.solve(&history);
    let spent = on_cpu() - before;
    let stats = &answer.stats;
    print!(
        "  {size} >= {at_least}: {} {} nodes, {:.2?}, {} simulations, {} failed, {} simulated",
        answer.verdict.name(),
        stats.nodes,
        spent,
        stats.simulations(),
        stats.simulations_failed,
        stats.simulation_nodes
    );
    let answer = answer.verdict.decided();
    if let Some(proven) = answer
        && settings.certify
    {
        let started = Instant::now();
        match solver.certificate(&history, proven, settings.rule) {
            Ok(certificate) => {
                let checked = check(&game, &certificate.block);
                print!(
                    "; certificate {} positions, {} lines, {}, {:.2?}",
                    certificate.positions,
                    certificate.block.header.moves,
                    checked.map_or_else(|refuted| refuted.to_string(), |fine| fine.to_string()),
                    started.elapsed()
                );
            }
            Err(error) => print!("; {error}"),
        }
    }
    println!();
    (answer, stats.nodes, spent)
}
