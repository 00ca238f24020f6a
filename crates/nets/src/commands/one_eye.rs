//! A set of one-eye problems, made at random and kept if they are not trivial: for the experiment of
//! Kishimoto and Mueller (2004, 2005), who had 70 positions, each with either player to move first.

use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;
use threefold_game::{History, Player, Question, RepetitionRule};
use threefold_go::problem::{Posed, Problem, Request, pose_on, sgf_point};
use threefold_go::sgf::Mark;
use threefold_go::{Board, Colour, Geometry, Point, Points, Size, Wide};
use threefold_search::{Limits, Options, Solver};

use crate::failure::Failure;
use crate::random::Random;

#[derive(Args)]
pub struct OneEye {
    /// How many positions; each gives two problems
    #[arg(long, default_value_t = 70)]
    count: usize,
    /// Which positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where they go: one file with all of them
    #[arg(long)]
    out: PathBuf,
    /// Fewer nodes than this, for both players together, and a position is trivial
    #[arg(long, default_value_t = 1_500)]
    least: u64,
    /// More nodes than this for one of the players, and it is left out
    #[arg(long, default_value_t = 60_000)]
    most: u64,
}

/// Candidates that are tried for a ko.
const PATIENCE: u64 = 300;

const NAMES: [&str; 3] = ["corner", "side", "centre"];

/// A position with what is known of it.
struct Candidate {
    geometry: Geometry<Wide>,
    board: Board<Wide>,
    defender: Colour,
    target: Wide,
    eye: Wide,
}

/// What a position turned out to be.
#[derive(Clone, Copy)]
struct Kept {
    nodes: [u64; 2],
    /// By the side to move first, the defender's first.
    eye: [bool; 2],
    /// Ko threats that the loser needs, up to 2, by the same.
    ko: [Option<u8>; 2],
}

pub fn run(args: &OneEye) -> Result<(), Failure> {
    // One thread for each place, with random numbers of its own.
    let found = std::thread::scope(|scope| {
        let threads = [0, 1, 2].map(|place| scope.spawn(move || positions(place, args)));
        threads.map(|thread| thread.join().expect("a thread that searches does not panic"))
    });
    let mut text = String::new();
    let (mut kos, mut candidates) = (0, 0);
    for i in 0..args.count {
        let (candidate, kept, tried) = &found[i % 3][i / 3];
        let title = format!("{}-{}", NAMES[i % 3], i / 3 + 1);
        kos += usize::from(kept.ko.iter().any(Option::is_some));
        candidates += tried;
        for (i, turn) in [candidate.defender, candidate.defender.opponent()].into_iter().enumerate()
        {
            text.push_str(&sgf(candidate, &title, turn, kept, i));
        }
    }
    std::fs::write(&args.out, text)
        .map_err(|error| Failure::usage(format!("{}: {error}", args.out.display())))?;
    println!("{} positions, {kos} with a ko, {candidates} candidates", args.count);
    Ok(())
}

/// The positions of a place, with how many candidates each took.
fn positions(place: usize, args: &OneEye) -> Vec<(Candidate, Kept, u64)> {
    let wanted = (args.count + 2 - place) / 3;
    let mut all: Vec<(Candidate, Kept, u64)> = Vec::new();
    let (mut number, mut since, mut kos) = (0, 0, 0);
    while all.len() < wanted {
        let mut random = Random::new(args.seed, (place as u64) << 32 | number);
        number += 1;
        let Some(candidate) = candidate(place, &mut random) else { continue };
        // Half of them are to be kos: they are what the interaction is about. Where none comes soon,
        // anything else has to do.
        let wants_ko = kos * 2 < all.len() && number - since < PATIENCE;
        let Some(found) = judge(&candidate, args, wants_ko) else { continue };
        kos += usize::from(found.ko.iter().any(Option::is_some));
        eprintln!(
            "{}-{}: candidate {number}, {:?} nodes, eye {:?}, ko {:?}",
            NAMES[place],
            all.len() + 1,
            found.nodes,
            found.eye,
            found.ko
        );
        all.push((candidate, found, number - since));
        since = number;
    }
    all
}

/// A region at the place (0 the corner, 1 the side, 2 the centre) with a wall around it that has two
/// eyes of its own, and a chain with one eye.
fn candidate(place: usize, random: &mut Random) -> Option<Candidate> {
    let size = Size::new(19, 19).expect("19x19");
    let geometry = Geometry::<Wide>::new(size).expect("every board fits");
    let defender = random.choose(&Colour::ALL);
    // The eye, the stones around it, and beside them a rectangle to make another one in.
    let (eye_row, eye_column) = [(0, 0), (0, 7), (8, 5)][place];
    let at = |row: isize, column: isize| {
        let inside = (0..19).contains(&row) && (0..19).contains(&column);
        inside.then(|| Wide::single(size.at(row as usize, column as usize)))
    };
    let rectangle = |rows: std::ops::Range<isize>, columns: std::ops::Range<isize>| {
        rows.flat_map(|row| columns.clone().map(move |column| (row, column)))
            .filter_map(|(row, column)| at(row, column))
            .fold(Wide::EMPTY, |all, point| all | point)
    };
    let eye = at(eye_row, eye_column)?;
    let body = rectangle(eye_row - 1..eye_row + 2, eye_column - 1..eye_column + 2);
    // Cells next to the wall are no eyes: away from the edge it takes more of them.
    let height = if place == 2 { 3 + random.below(2) } else { 2 + random.below(3) } as isize;
    let width = 3 + random.below(4) as isize;
    if !(8..=18).contains(&(height * width)) {
        return None;
    }
    let first_row = match place {
        2 => eye_row + 1 - random.below(height as u64) as isize,
        _ => 0,
    };
    let mut space =
        rectangle(first_row..first_row + height, eye_column + 2..eye_column + 2 + width);
    // Corners of the rectangle may go to the wall.
    for (row, column) in [
        (first_row, eye_column + 1 + width),
        (first_row + height - 1, eye_column + 1 + width),
        (first_row + height - 1, eye_column + 2),
    ] {
        if random.below(2) == 0 {
            space &= !at(row, column)?;
        }
    }
    let region = body | space;
    // The wall is all that is around the region, diagonals too, so that it is one chain; its two
    // eyes are below it.
    let around = |set: Wide| {
        set.iter().fold(Wide::EMPTY, |all, point| {
            let (row, column) = (size.row(point) as isize, size.column(point) as isize);
            all | rectangle(row - 1..row + 2, column - 1..column + 2)
        })
    };
    let wall = around(region) & !region;
    let lowest = wall.iter().map(|point| size.row(point)).max()? as isize;
    let column =
        wall.iter().filter(|&p| size.row(p) as isize == lowest).map(|p| size.column(p)).min()?
            as isize;
    let eyes = at(lowest + 1, column + 1)? | at(lowest + 1, column + 3)?;
    let wall = wall | rectangle(lowest..lowest + 3, column..column + 5) & !eyes;
    let mut stones = [Wide::EMPTY; 2];
    stones[defender.index()] = body & !eye;
    stones[defender.opponent().index()] = wall;
    let [own, other] = [(); 2].map(|()| 2 + random.below(4));
    for point in space.iter() {
        match random.below(16) {
            n if n < own => stones[defender.index()] |= Wide::single(point),
            n if n < own + other => stones[defender.opponent().index()] |= Wide::single(point),
            _ => {}
        }
    }
    let board = Board::new(&geometry, stones[0], stones[1]).ok()?;
    let target = geometry.connected(geometry.neighbours(eye), board.stones(defender));
    Some(Candidate { geometry, board, defender, target, eye })
}

/// The problem with a side to move first.
fn posed(candidate: &Candidate, turn: Colour) -> Option<Posed> {
    let marked = |mark| match mark {
        Mark::Cross => candidate.target,
        Mark::Circle => candidate.eye,
        _ => Wide::EMPTY,
    };
    pose_on(&candidate.geometry, &candidate.board, turn, marked, &Request::default()).ok()
}

/// Solves a candidate both ways; `None` if it is trivial, too hard, or not of the kind wanted.
fn judge(candidate: &Candidate, args: &OneEye, wants_ko: bool) -> Option<Kept> {
    let turns = [candidate.defender, candidate.defender.opponent()];
    let mut kept = Kept { nodes: [0; 2], eye: [false; 2], ko: [None; 2] };
    for (i, turn) in turns.into_iter().enumerate() {
        let problem = posed(candidate, turn)?.problem;
        let (eye, nodes) = solve(&problem, turn, [0, 0], args.most)?;
        kept.nodes[i] = nodes;
        kept.eye[i] = eye;
        if nodes < args.least / 10 {
            return None;
        }
    }
    if kept.nodes.iter().sum::<u64>() < args.least {
        return None;
    }
    for (i, turn) in turns.into_iter().enumerate() {
        let problem = posed(candidate, turn)?.problem;
        let loser = if kept.eye[i] { candidate.defender.opponent() } else { candidate.defender };
        for k in 1..=2 {
            let mut threats = [0, 0];
            threats[loser.index()] = k;
            let (eye, _) = solve(&problem, turn, threats, 2 * args.most)?;
            if eye != kept.eye[i] {
                kept.ko[i] = Some(k);
                break;
            }
        }
    }
    if wants_ko && kept.ko == [None, None] {
        return None;
    }
    Some(kept)
}

/// Whether the defender makes an eye, and how many nodes that took; `None` beyond the limit.
fn solve(problem: &Problem, turn: Colour, threats: [u8; 2], nodes: u64) -> Option<(bool, u64)> {
    let attacker: Player = problem.definition().defender.into();
    let question = Question::new(attacker, RepetitionRule::SituationalSuperko);
    let mut solver = Solver::new(problem, question, Options::default());
    solver.limit(Limits::nodes(nodes));
    let answer = solver.solve(&History::new(problem.root(turn, threats)));
    Some((answer.verdict.decided()?, answer.stats.nodes))
}

/// One problem as a game of a file.
fn sgf(candidate: &Candidate, title: &str, turn: Colour, found: &Kept, i: usize) -> String {
    let size = candidate.geometry.size();
    let list = |name: &str, set: Wide| {
        set.iter().fold(name.to_owned(), |mut out, point: Point| {
            let _ = write!(out, "[{}]", sgf_point(size, point));
            out
        })
    };
    let result = if found.eye[i] { "an eye" } else { "no eye" };
    let who = if found.eye[i] { candidate.defender.opponent() } else { candidate.defender };
    let ko = match found.ko[i] {
        None => String::new(),
        Some(1) => format!(" unless {who} has 1 ko threat"),
        Some(k) => format!(" unless {who} has {k} ko threats"),
    };
    let target = candidate.target.first().expect("the target is not empty");
    format!(
        "(;GM[1]FF[4]CA[UTF-8]SZ[19]GN[{title} {turn} first]\n{}\n{}\nPL[{}]{}{}\nC[{} has an eye and wants \
         another one; {turn} moves first.\nSituational superko: {result}{ko}.])\n",
        list("AB", candidate.board.stones(Colour::Black)),
        list("AW", candidate.board.stones(Colour::White)),
        turn.letter(),
        list("MA", Wide::single(target)),
        list("CR", candidate.eye),
        candidate.defender,
    )
}
