//! Positions of checkers in which repetition decides, with values from a database that the search
//! may not use, and what treatments of repetition make of them.
//!
//! In positions from games hardly a search meets a repetition before it is over. Here positions
//! have kings on both sides and more pieces than the database of the search, and are kept if they
//! are not solved at once. What is true is known beforehand, so that an answer is right or wrong
//! and needs no arbiter.

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use rayon::prelude::*;
use threefold::search::Interrupt;
use threefold_checkers::egdb::{BuildOptions, Database, EgdbError, Value};
use threefold_checkers::{Checkers, CheckersPosition};
use threefold_game::{Game, History, Player, Question, RepetitionRule};
use threefold_lab::study::Rate;
use threefold_lab::{Claim, Treatment};
use threefold_search::Limits;

use super::failure::Failure;
use super::random::random;
use super::whole::write_whole;
use crate::any_game::{self, AnyGame, AnyMove, AnyPosition};
use crate::progress::bar;
use crate::units::parse_bytes;

/// What is known, and what a search may know.
#[derive(Debug, Args)]
pub struct Databases {
    /// Where the database is, or is built
    #[arg(long, default_value = "egdb")]
    dir: PathBuf,
    /// Pieces of the positions: the database of so many says what is true
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(3..=8))]
    pieces: u8,
    /// The search has the database of so many; 1 for none
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=7))]
    search: u8,
    /// Memory for the table
    #[arg(long, default_value = "64M", value_parser = parse_bytes)]
    table: usize,
}

#[derive(Debug, Args)]
pub struct CheckersRepetition {
    #[command(flatten)]
    databases: Databases,
    /// How many positions: half of them won for the side to move, half drawn
    #[arg(long, default_value_t = 200)]
    count: u64,
    /// Which positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Positions that `dfpn/base-twin` solves with fewer nodes are left out
    #[arg(long, default_value_t = 8_000)]
    least: u64,
    /// Of those that it does not solve with so many, at most a quarter of the positions are taken
    #[arg(long, default_value_t = 100_000)]
    most: u64,
    /// Where they go: a FEN per line, its value in a comment before it
    #[arg(long)]
    out: PathBuf,
}

#[derive(Debug, Args)]
pub struct CheckersKnown {
    /// Positions: a FEN per line
    file: PathBuf,
    #[command(flatten)]
    databases: Databases,
    /// Nodes for each question
    #[arg(long, default_value_t = 300_000)]
    nodes: u64,
    /// Which treatments; the positions are shared out to all processors
    #[arg(long, value_delimiter = ',', default_value = "dfpn/ignore,dfpn/nagai,dfpn/base-twin")]
    policies: Vec<Treatment>,
}

/// A position, and what is to be found out.
struct Known {
    position: CheckersPosition,
    /// Whether the side to move wins.
    is_won: bool,
}

/// Both databases, opened.
struct Opened {
    truth: Database,
    game: AnyGame,
    table: usize,
}

impl Databases {
    fn open(&self) -> Result<Opened, Failure> {
        if self.search >= self.pieces {
            let what = "--search: the database of the search must have fewer pieces than --pieces";
            return Err(Failure::usage(what.to_owned()));
        }
        let failure = |error: EgdbError| Failure::usage(error.to_string());
        let options = BuildOptions { pieces: self.pieces, depths: 0, threads: 0 };
        Database::build(&self.dir, &options, &()).map_err(failure)?;
        let truth = Database::open(&self.dir, Some(self.pieces)).map_err(failure)?;
        let search = match self.search {
            1 => None,
            pieces => Some(Arc::new(Database::open(&self.dir, Some(pieces)).map_err(failure)?)),
        };
        Ok(Opened { truth, game: AnyGame::Checkers(Checkers::new(), search), table: self.table })
    }
}

impl Opened {
    fn ask(&self, treatment: Treatment, known: &Known, nodes: u64) -> Claim {
        let position = known.position;
        let own: History<Checkers> = History::new(position);
        let history = any_game::history(&self.game, &own, AnyPosition::Checkers, AnyMove::Checkers);
        let question = Question::new(position.turn(), RepetitionRule::Draw);
        let limits = Limits::nodes(nodes);
        treatment.answer(&self.game, question, &history, &limits, self.table, &Interrupt::default())
    }

    fn undamaged(&self) -> Result<(), Failure> {
        match self.truth.damage() {
            Some(damage) => Err(Failure::usage(damage.to_string())),
            None => Ok(()),
        }
    }
}

pub fn make(args: &CheckersRepetition) -> Result<(), Failure> {
    let opened = args.databases.open()?;
    let Databases { pieces, search, .. } = args.databases;
    let all = opened.truth.count_of(pieces);
    let mut text = format!(
        "# {} positions of checkers with {pieces} pieces, seed {}: {} to {} nodes with the \
         database of {search} pieces, or more\n",
        args.count, args.seed, args.least, args.most
    );
    // Won and drawn; of each, those that were not solved.
    let (mut kept, mut open) = ([0_u64; 2], [0_u64; 2]);
    let mut number = 0;
    while kept.iter().sum::<u64>() < args.count {
        let position = opened.truth.position(pieces, random(args.seed, number).below(all));
        number += 1;
        if !has_kings_and_no_captures(&position) {
            continue;
        }
        let is_won = match opened.truth.probe(&position) {
            Some(Value::Win) => true,
            Some(Value::Draw) => false,
            _ => continue,
        };
        let kind = usize::from(is_won);
        if kept[kind] >= (args.count + kind as u64) / 2 {
            continue;
        }
        let known = Known { position, is_won };
        let claim = opened.ask(Treatment::DfpnBaseTwin, &known, args.most);
        let is_open = claim.verdict.decided().is_none();
        if claim.cost.nodes < args.least || is_open && (open[kind] + 1) * 8 > args.count {
            continue;
        }
        kept[kind] += 1;
        open[kind] += u64::from(is_open);
        let value = if is_won { "win" } else { "draw" };
        // Writing to a string does not fail.
        let _ = writeln!(text, "# {value}\n{position}");
        eprintln!("{} of {}: {position} {value}", kept[0] + kept[1], args.count);
    }
    opened.undamaged()?;
    write_whole(&args.out, &text)?;
    let ([draws, wins], [open_draws, open_wins]) = (kept, open);
    println!(
        "{wins} wins, {open_wins} of them not solved with {} nodes; {draws} draws, {open_draws} of \
         them; {number} positions tried",
        args.most
    );
    Ok(())
}

/// Both sides have a king, and neither can capture.
fn has_kings_and_no_captures(position: &CheckersPosition) -> bool {
    let (men, kings) =
        (Player::ALL.map(|p| position.men(p)), Player::ALL.map(|p| position.kings(p)));
    let can_capture = |position: &CheckersPosition| {
        let mut moves = Vec::new();
        Checkers::new().moves(position, &mut moves);
        moves.first().is_some_and(|m| m.is_capture())
    };
    let other = CheckersPosition::new(men, kings, position.turn().opponent());
    kings.iter().all(|&kings| kings != 0)
        && !can_capture(position)
        && other.is_ok_and(|other| !can_capture(&other))
}

/// What became of the positions with one treatment.
#[derive(Clone, Debug, Default)]
struct Row {
    /// Drawn and won, rightly.
    right: [u64; 2],
    wrong: [u64; 2],
    nodes: u64,
    seconds: f64,
    /// Nodes of each position, if it was answered rightly.
    solved: Vec<Option<u64>>,
}

pub fn compare(args: &CheckersKnown) -> Result<(), Failure> {
    let opened = args.databases.open()?;
    let file = std::fs::read_to_string(&args.file);
    let text = file.map_err(|error| Failure::usage(format!("{}: {error}", args.file.display())))?;
    let mut all = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let position = Checkers::new().parse_position(line);
        let position = position.map_err(|error| Failure::usage(format!("{line}: {error}")))?;
        match opened.truth.probe(&position) {
            Some(value) => all.push(Known { position, is_won: value == Value::Win }),
            None => return Err(Failure::usage(format!("{line}: not in the larger database"))),
        }
    }
    let bar = bar(all.len() as u64, "positions");
    let claims: Vec<Vec<Claim>> = all
        .par_iter()
        .map(|known| {
            let claims = args.policies.iter().map(|&t| opened.ask(t, known, args.nodes)).collect();
            bar.inc(1);
            claims
        })
        .collect();
    bar.finish_and_clear();
    let mut rows = vec![Row::default(); args.policies.len()];
    for (known, claims) in all.iter().zip(&claims) {
        for ((row, treatment), claim) in rows.iter_mut().zip(&args.policies).zip(claims) {
            let (kind, answer) = (usize::from(known.is_won), claim.verdict.decided());
            row.nodes += claim.cost.nodes;
            row.seconds += claim.cost.time.as_secs_f64();
            row.solved.push((answer == Some(known.is_won)).then_some(claim.cost.nodes));
            match answer {
                None => {}
                Some(answer) if answer == known.is_won => row.right[kind] += 1,
                Some(_) => {
                    row.wrong[kind] += 1;
                    let word = if known.is_won { "no win" } else { "a win" };
                    println!("{}: {word} by {}", known.position, treatment.name());
                }
            }
        }
    }
    opened.undamaged()?;
    print!("{}", table(&all, &args.policies, &rows));
    Ok(())
}

fn table(all: &[Known], policies: &[Treatment], rows: &[Row]) -> String {
    let wins = all.iter().filter(|known| known.is_won).count();
    let common: Vec<usize> =
        (0..all.len()).filter(|&i| rows.iter().all(|row| row.solved[i].is_some())).collect();
    let mut out = format!(
        "{} positions: {wins} won for the side to move, {} not; {} answered rightly by all\n\
         | policy | won | not won | wrong of those that have an answer | of the won | no answer | \
         nodes | nodes where all are right | s |\n|---|---|---|---|---|---|---|---|---|\n",
        all.len(),
        all.len() - wins,
        common.len()
    );
    for (policy, row) in policies.iter().zip(rows) {
        let answered = |kind: usize| row.right[kind] + row.wrong[kind];
        let wrong = row.wrong[0] + row.wrong[1];
        let of_all = Rate::independent(answered(0) + answered(1), wrong);
        let of_won = Rate::independent(answered(1), row.wrong[1]);
        let shared: u64 = common.iter().filter_map(|&i| row.solved[i]).sum();
        let open = all.len() as u64 - of_all.of;
        let _ = writeln!(
            out,
            "| `{}` | {} | {} | {} | {} | {open} | {} | {shared} | {:.1} |",
            policy.name(),
            row.right[1],
            row.right[0],
            of_all.text(),
            of_won.text(),
            row.nodes,
            row.seconds
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_with_kings_and_without_captures() {
        let is_one =
            |text: &str| has_kings_and_no_captures(&Checkers::new().parse_position(text).unwrap());
        assert!(is_one("W:WK19,K23:B12,K28"));
        assert!(!is_one("W:WK19:B12,28"), "no king of Black");
        assert!(!is_one("W:WK18:BK14"), "White captures");
        assert!(!is_one("B:W32,K18:BK14,K5"), "and Black");
    }

    /// A wrong answer is counted where it belongs, and nothing but what all solve is compared.
    #[test]
    fn rows_of_the_table() {
        let position = Checkers::new().parse_position("W:WK19,K23:B12,K28").unwrap();
        let all = [true, false].map(|is_won| Known { position, is_won });
        let first = Row {
            right: [1, 0],
            wrong: [0, 1],
            nodes: 30,
            solved: vec![None, Some(10)],
            ..Row::default()
        };
        let second =
            Row { right: [1, 1], nodes: 50, solved: vec![Some(20), Some(30)], ..Row::default() };
        let text = table(&all, &[Treatment::DfpnIgnore, Treatment::DfpnBaseTwin], &[first, second]);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].ends_with("1 won for the side to move, 1 not; 1 answered rightly by all"));
        assert!(lines[3].starts_with("| `dfpn/ignore` | 0 | 1 | 1 ("), "{}", lines[3]);
        assert!(lines[3].ends_with("| 0 | 30 | 10 | 0.0 |"), "{}", lines[3]);
        assert!(lines[4].contains("| 1 | 1 | 0 (<"), "{}", lines[4]);
        assert!(lines[4].ends_with("| 0 | 50 | 30 | 0.0 |"), "{}", lines[4]);
    }
}
