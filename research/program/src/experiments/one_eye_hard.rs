//! A second set of one-eye problems, of the size of the experiment of Kishimoto and Mueller (2004):
//! each takes the plain table 10,000 nodes at least.
//!
//! Every number has a plan of its own: a place, who makes an eye when, how many nodes, and perhaps
//! what it is to be about. [`super::one_eye_climb`] makes a position to it, or gives up. The set
//! are the first numbers that came to something, so that it does not depend on the order in which
//! they were made, on threads, or on a run that was stopped and went on.

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Args;

use super::failure::Failure;
use super::features::Features;
use super::one_eye::as_sgf;
use super::one_eye_climb::{Hard, Plan, climb};
use super::one_eye_shape::PLACES;
use super::random::random;

#[derive(Debug, Args)]
pub struct OneEyeHard {
    /// How many positions; each gives two problems
    #[arg(long, default_value_t = 70)]
    count: usize,
    /// Numbers of positions that are tried: not all come to something
    #[arg(long)]
    numbers: Option<usize>,
    /// Which positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Nodes that each problem takes the plain table at least
    #[arg(long, default_value_t = 10_000)]
    least: u64,
    /// Nodes that each problem takes the plain table at most
    #[arg(long, default_value_t = 3_000_000)]
    most: u64,
    /// Where they go: one file with all of them
    #[arg(long)]
    out: PathBuf,
    /// Threads; the result does not depend on them
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// What has been made so far with this seed and these limits: a run that was stopped goes on
    /// from there
    #[arg(long)]
    checkpoint: Option<PathBuf>,
    /// Only what the checkpoint has is written, nothing new is made
    #[arg(long, requires = "checkpoint")]
    known: bool,
}

/// A position that was made: its nodes, results and games.
#[derive(Clone)]
struct Made {
    nodes: [u64; 2],
    eyes: [bool; 2],
    about: [Vec<String>; 2],
    /// Without their number.
    games: [String; 2],
}

/// What stands for the number in a title.
const TITLE: &str = "TITLE";
/// Between the parts of a line of the checkpoint.
const BETWEEN: char = '\t';

pub fn run(args: &OneEyeHard) -> Result<(), Failure> {
    let failure = |path: &PathBuf, error: &std::io::Error| {
        Failure::usage(format!("{}: {error}", path.display()))
    };
    if args.most < 4 * args.least {
        let message = format!("--most: expected four times --least ({}) or more", args.least);
        return Err(Failure::usage(message));
    }
    let known = match &args.checkpoint {
        Some(path) if path.exists() => {
            std::fs::read_to_string(path).map_err(|error| failure(path, &error))?
        }
        _ => String::new(),
    };
    let made: HashMap<usize, Option<Made>> = known.lines().filter_map(read).collect();
    let checkpoint = match &args.checkpoint {
        None => None,
        Some(path) => {
            let file = OpenOptions::new().create(true).append(true).open(path);
            Some(Mutex::new(file.map_err(|error| failure(path, &error))?))
        }
    };
    let all = args.numbers.unwrap_or(2 * args.count);
    let made = Mutex::new(made);
    if !args.known {
        make(args, all, &made, checkpoint.as_ref());
    }
    let made = made.into_inner().expect("no thread panics");
    let chosen: Vec<(usize, &Made)> =
        (0..all).filter_map(|i| Some((i, made.get(&i)?.as_ref()?))).take(args.count).collect();
    let mut text = String::new();
    let mut in_place = [0; PLACES.len()];
    for (i, made) in &chosen {
        let place = i % PLACES.len();
        in_place[place] += 1;
        let title = format!("hard {}-{}", PLACES[place], in_place[place]);
        for game in &made.games {
            text += &game.replacen(TITLE, &title, 1);
        }
    }
    std::fs::write(&args.out, text).map_err(|error| failure(&args.out, &error))?;
    report(args, &chosen);
    for (place, count) in PLACES.iter().zip(in_place) {
        println!("{place}: {count}");
    }
    Ok(())
}

/// Makes the positions with numbers below `all` that are not there yet, the first before the
/// others, as long as there are not enough.
fn make(
    args: &OneEyeHard,
    all: usize,
    made: &Mutex<HashMap<usize, Option<Made>>>,
    checkpoint: Option<&Mutex<std::fs::File>>,
) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..args.threads.max(1) {
            scope.spawn(|| {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    let (is_known, have) = {
                        let made = made.lock().expect("no thread panics");
                        let before = made.iter().filter(|(j, made)| **j < i && made.is_some());
                        (made.contains_key(&i), before.count())
                    };
                    // Numbers that are still being made may be missing from those before it: then
                    // more are made than needed, which changes nothing in the set.
                    if i >= all || have >= args.count {
                        return;
                    }
                    if is_known {
                        continue;
                    }
                    let plan = Plan::number(i, args.least, args.most);
                    let hard = climb(&plan, &mut random(args.seed, i as u64));
                    let words = match &hard {
                        Some(hard) => format!("{:?} nodes, eyes {:?}", hard.nodes, hard.eyes),
                        None => "nothing".to_owned(),
                    };
                    let spent = hard.as_ref().map_or(0, |hard| hard.spent);
                    eprintln!("{i}: {words}, {spent} spent; {plan:?}");
                    let hard = hard.map(|hard| Made::of(&hard));
                    if let Some(file) = checkpoint {
                        let line = match &hard {
                            Some(made) => made.line(i),
                            None => i.to_string(),
                        };
                        // Without it only time is lost.
                        let _ = writeln!(file.lock().expect("no thread panics"), "{line}");
                    }
                    made.lock().expect("no thread panics").insert(i, hard);
                }
            });
        }
    });
}

/// What the set is like.
fn report(args: &OneEyeHard, chosen: &[(usize, &Made)]) {
    let mut nodes: Vec<u64> = chosen.iter().flat_map(|(_, made)| made.nodes).collect();
    nodes.sort_unstable();
    let sum: u64 = nodes.iter().sum();
    println!(
        "{} of {} positions from {} numbers, {} problems: {sum} nodes of the plain table, {} to \
         {}, median {}",
        chosen.len(),
        args.count,
        chosen.last().map_or(0, |(i, _)| i + 1),
        nodes.len(),
        nodes.first().unwrap_or(&0),
        nodes.last().unwrap_or(&0),
        nodes.get(nodes.len() / 2).unwrap_or(&0),
    );
    for (from, to) in [(10_000, 30_000), (30_000, 100_000), (100_000, 300_000)]
        .into_iter()
        .chain([(300_000, 1_000_000), (1_000_000, u64::MAX)])
    {
        let count = nodes.iter().filter(|nodes| (from..to).contains(*nodes)).count();
        println!("{from} nodes and more: {count} problems");
    }
    for (eyes, words) in
        [(0, "no eye in any case"), (1, "the first move decides"), (2, "an eye in any case")]
    {
        let is = |made: &Made| made.eyes.into_iter().filter(|&eye| eye).count() == eyes;
        println!("{words}: {} positions", chosen.iter().filter(|(_, made)| is(made)).count());
    }
    for (name, _) in Features::default().list() {
        let has = |words: &&Vec<String>| words.iter().any(|word| word == name);
        let count = chosen.iter().flat_map(|(_, made)| &made.about).filter(has).count();
        println!("{name}: {count} problems");
    }
}

impl Made {
    fn of(hard: &Hard) -> Self {
        let Hard { candidate, nodes, eyes, about, .. } = hard;
        let about = about.map(|about| {
            let shown = about.list().into_iter().filter(|(_, has)| *has);
            shown.map(|(name, _)| name.to_owned()).collect::<Vec<_>>()
        });
        let turns = candidate.turns();
        let games = [0, 1].map(|i| {
            let words =
                if about[i].is_empty() { "reading".to_owned() } else { about[i].join(", ") };
            let result = if eyes[i] { "an eye" } else { "no eye" };
            as_sgf(candidate, TITLE, turns[i], &words, result)
        });
        Made { nodes: *nodes, eyes: *eyes, about, games }
    }

    /// A line of the checkpoint.
    fn line(&self, i: usize) -> String {
        let mut parts = vec![i.to_string()];
        for i in 0..2 {
            parts.push(self.nodes[i].to_string());
            parts.push(self.eyes[i].to_string());
            parts.push(self.about[i].join(","));
            parts.push(self.games[i].replace('\n', "|"));
        }
        parts.join(&BETWEEN.to_string())
    }
}

/// Reads a line of the checkpoint.
fn read(line: &str) -> Option<(usize, Option<Made>)> {
    let parts: Vec<&str> = line.split(BETWEEN).collect();
    let i = parts[0].parse().ok()?;
    if parts.len() == 1 {
        return Some((i, None));
    }
    let [_, nodes_0, eye_0, about_0, game_0, nodes_1, eye_1, about_1, game_1] = parts[..] else {
        return None;
    };
    let words = |text: &str| {
        text.split(',').filter(|word| !word.is_empty()).map(str::to_owned).collect::<Vec<_>>()
    };
    Some((
        i,
        Some(Made {
            nodes: [nodes_0.parse().ok()?, nodes_1.parse().ok()?],
            eyes: [eye_0.parse().ok()?, eye_1.parse().ok()?],
            about: [words(about_0), words(about_1)],
            games: [game_0, game_1].map(|game| game.replace('|', "\n")),
        }),
    ))
}
