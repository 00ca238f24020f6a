//! A second set of one-eye problems, of the size of the experiment of Kishimoto and Mueller (2004):
//! each takes the plain table 10,000 nodes at least.
//!
//! Regions of random shapes with random stones are tried one after the other, and the first in
//! which both problems take as many nodes as a position of its number has to is kept. Nothing but
//! the nodes of the plain table decides, no other treatment and no result, so that the set favours
//! nobody but those who are slow where the plain table is fast. What is drawn does not depend on
//! what the searches say: a position is its number and that of the try, and a run that was stopped
//! goes on from its checkpoint.

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use threefold_certificate::{Terms, check};
use threefold_game::{History, Player, Question, RepetitionRule, SplitMix};
use threefold_go::problem::Problem;
use threefold_search::{Limits, Options, Policy, Solver};

use super::failure::Failure;
use super::features::Features;
use super::one_eye::{Candidate, Results, as_sgf, candidate, posed};
use super::one_eye_shape::{PLACES, Shape};
use super::random::random;

#[derive(Debug, Args)]
pub struct OneEyeHard {
    /// How many positions; each gives two problems
    #[arg(long, default_value_t = 70)]
    count: usize,
    /// Which positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Nodes that each problem takes the plain table at least
    #[arg(long, default_value_t = 10_000)]
    least: u64,
    /// Of these numbers of nodes each is the most for as many positions
    #[arg(
        long,
        value_delimiter = ',',
        default_values_t = [60_000, 150_000, 400_000, 1_000_000, 3_000_000]
    )]
    most: Vec<u64>,
    /// Tries for each position
    #[arg(long, default_value_t = 400)]
    tries: usize,
    /// Where they go: one file with all of them
    #[arg(long)]
    out: PathBuf,
    /// What has been made so far: a run that was stopped goes on from there
    #[arg(long)]
    checkpoint: Option<PathBuf>,
    /// Only what the checkpoint has is written, nothing new is made
    #[arg(long, requires = "checkpoint")]
    known: bool,
}

const RULE: RepetitionRule = RepetitionRule::SituationalSuperko;
/// For the counts that decide what is taken.
const TABLE_BYTES: usize = 64 << 20;
/// Plies in which what a position is about has to show.
const PLIES: usize = 8;

/// A try that was taken: its number, and the nodes of both problems.
#[derive(Clone, Copy)]
struct Taken {
    number: usize,
    nodes: [u64; 2],
}

pub fn run(args: &OneEyeHard) -> Result<(), Failure> {
    let failure = |path: &PathBuf, error: &std::io::Error| {
        Failure::usage(format!("{}: {error}", path.display()))
    };
    if args.most.is_empty() || args.most.iter().any(|&most| most < 2 * args.least) {
        let message = format!("--most: expected numbers of twice --least ({}) or more", args.least);
        return Err(Failure::usage(message));
    }
    let known = match &args.checkpoint {
        Some(path) if path.exists() => {
            std::fs::read_to_string(path).map_err(|error| failure(path, &error))?
        }
        _ => String::new(),
    };
    let known: HashMap<usize, Option<Taken>> = known.lines().filter_map(read).collect();
    let mut checkpoint = match &args.checkpoint {
        None => None,
        Some(path) => {
            let file = OpenOptions::new().create(true).append(true).open(path);
            Some(file.map_err(|error| failure(path, &error))?)
        }
    };
    let mut text = String::new();
    let mut all_nodes = Vec::new();
    let mut in_place = [0; PLACES.len()];
    let (mut features, mut results) = ([0; 5], [0; 3]);
    let mut number = 0;
    let mut positions = 0;
    // More than enough: where nothing can be found any more, something is wrong with the limits.
    while positions < args.count && number < 10 * args.count {
        let i = number;
        number += 1;
        let taken = match known.get(&i) {
            Some(taken) => *taken,
            None if args.known => continue,
            None => {
                let taken = find(args, i);
                if let Some(file) = &mut checkpoint {
                    let line = match taken {
                        Some(Taken { number, nodes: [a, b] }) => format!("{i} {number} {a} {b}"),
                        None => format!("{i} none"),
                    };
                    // Without it only time is lost.
                    let _ = writeln!(file, "{line}");
                }
                taken
            }
        };
        let Some(taken) = taken else { continue };
        let Some(candidate) = tried(args, i, taken.number) else { continue };
        // What the right table says, with a certificate.
        let Some((eyes, about)) = answers(&candidate) else {
            eprintln!("{i}: not solved by the table that is right about repetition: left out");
            continue;
        };
        positions += 1;
        let place = i % PLACES.len();
        in_place[place] += 1;
        results[eyes.iter().filter(|&&eye| eye).count()] += 1;
        let title = format!("hard {}-{}", PLACES[place], in_place[place]);
        for (i, turn) in candidate.turns().into_iter().enumerate() {
            let words: Vec<&str> =
                about[i].list().iter().filter(|(_, has)| *has).map(|(name, _)| *name).collect();
            let words = if words.is_empty() { "reading".to_owned() } else { words.join(", ") };
            let result = if eyes[i] { "an eye" } else { "no eye" };
            text += &as_sgf(&candidate, &title, turn, &words, result);
            all_nodes.push(taken.nodes[i]);
            for (sum, (_, has)) in features.iter_mut().zip(about[i].list()) {
                *sum += usize::from(has);
            }
        }
        eprintln!("{i}: try {}, {:?} nodes, eyes {eyes:?}", taken.number, taken.nodes);
    }
    std::fs::write(&args.out, text).map_err(|error| failure(&args.out, &error))?;
    all_nodes.sort_unstable();
    let sum: u64 = all_nodes.iter().sum();
    println!(
        "{positions} of {} positions from {number} numbers, {} problems: {sum} nodes of the plain \
         table, {} to {}, median {}",
        args.count,
        all_nodes.len(),
        all_nodes.first().unwrap_or(&0),
        all_nodes.last().unwrap_or(&0),
        all_nodes.get(all_nodes.len() / 2).unwrap_or(&0),
    );
    for (place, count) in PLACES.iter().zip(in_place) {
        println!("{place}: {count}");
    }
    println!(
        "no eye in any case: {}, the player to move first decides, or who moves second: {}, an \
              eye in any case: {}",
        results[0], results[1], results[2]
    );
    for ((name, _), count) in Features::default().list().iter().zip(features) {
        println!("{name}: {count} problems");
    }
    Ok(())
}

/// A line of the checkpoint.
fn read(line: &str) -> Option<(usize, Option<Taken>)> {
    let (i, rest) = line.split_once(' ')?;
    let numbers: Vec<u64> = rest.split(' ').filter_map(|word| word.parse().ok()).collect();
    let taken = match numbers[..] {
        [number, a, b] => Some(Taken { number: number as usize, nodes: [a, b] }),
        _ if rest == "none" => None,
        _ => return None,
    };
    Some((i.parse().ok()?, taken))
}

/// The most nodes that a problem of the position with this number may take.
fn most(args: &OneEyeHard, i: usize) -> u64 {
    args.most[i / PLACES.len() % args.most.len()]
}

/// The first try of a position that is hard enough.
fn find(args: &OneEyeHard, i: usize) -> Option<Taken> {
    let most = most(args, i);
    let mut random = random(args.seed, i as u64);
    for number in 0..args.tries {
        let Some(candidate) = draw(i, most, &mut random) else { continue };
        if let Some(nodes) = hard(&candidate, args.least, most) {
            return Some(Taken { number, nodes });
        }
    }
    None
}

/// A try by its number.
fn tried(args: &OneEyeHard, i: usize, number: usize) -> Option<Candidate> {
    let mut random = random(args.seed, i as u64);
    // Those before it are drawn as well, since they come from the same numbers.
    for _ in 0..number {
        draw(i, most(args, i), &mut random);
    }
    draw(i, most(args, i), &mut random)
}

/// Stones in a region; the more nodes there may be, the larger it is.
fn draw(i: usize, most: u64, random: &mut SplitMix) -> Option<Candidate> {
    let more = if most < 200_000 { 2 } else { 4 } + random.below(4) as usize;
    let kos = random.below(3) as u32;
    let shape = Shape::random(i % PLACES.len(), more, random)?;
    let content = shape.fill(kos, random);
    candidate(&shape, &content)
}

/// The nodes that the plain table takes for both problems, if neither is too easy or too hard, and
/// one is near to what is allowed.
fn hard(candidate: &Candidate, least: u64, most: u64) -> Option<[u64; 2]> {
    let problems = candidate.turns().map(|turn| Some((posed(candidate, turn)?.problem, turn)));
    let [Some(first), Some(second)] = problems else { return None };
    let nodes = |problem: &Problem, turn, limit: u64, table_bytes| {
        let options = Options { table_bytes, policy: Policy::Ignore, ..Options::default() };
        let mut solver = asking(problem, options);
        solver.limit(Limits::nodes(limit));
        let answer = solver.solve(&History::new(problem.root(turn, [0, 0])));
        answer.verdict.decided().map(|_| answer.stats.nodes)
    };
    // Most are easy, which a small table tells at once.
    let is_easy = |(problem, turn): &(Problem, _)| nodes(problem, *turn, least, 1 << 20).is_some();
    if is_easy(&first) || is_easy(&second) {
        return None;
    }
    let mut found = [0; 2];
    for (found, (problem, turn)) in found.iter_mut().zip([first, second]) {
        *found = nodes(&problem, turn, most, TABLE_BYTES).filter(|&nodes| nodes >= least)?;
    }
    (found.into_iter().max()? >= most / 10).then_some(found)
}

/// Whether there is an eye, and what the strategies that show it are about.
fn answers(candidate: &Candidate) -> Option<(Results, [Features; 2])> {
    let mut eyes = [false; 2];
    let mut about = [Features::default(); 2];
    for (i, turn) in candidate.turns().into_iter().enumerate() {
        let problem = posed(candidate, turn)?.problem;
        let options = Options { table_bytes: 4 * TABLE_BYTES, ..Options::default() };
        let mut solver = asking(&problem, options);
        solver.limit(Limits::nodes(20_000_000));
        let history = History::new(problem.root(turn, [0, 0]));
        eyes[i] = solver.solve(&history).verdict.decided()?;
        let extracted = solver.certificate(&history, eyes[i], RULE).ok()?;
        check(&problem, &extracted.block).ok()?;
        let terms = Terms::of(solver.question(), eyes[i]);
        about[i] = Features::of(&problem, &history, terms, &extracted.block, PLIES);
    }
    Some((eyes, about))
}

/// Asks whether the defender makes an eye.
fn asking(problem: &Problem, options: Options) -> Solver<'_, Problem> {
    let defender: Player = problem.definition().defender.into();
    Solver::new(problem, Question::new(defender, RULE), options)
}
