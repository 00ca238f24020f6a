//! Small Go boards against exhaustive search with the whole history: every threshold of every
//! position, certificates verified.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use threefold_certificate::check;
use threefold_game::{Game, History, Player, Question, RepetitionRule, SplitMix};
use threefold_go::exhaustive::Exhaustive;
use threefold_go::{Board, Colour, Geometry, Go, GoMove, GoPosition, Size, Suicide, Terms};
use threefold_search::{Limits, Options, Solver};

use super::failure::Failure;
use super::parallel::for_each;
use super::policies::PolicyName;
use super::random::random;
use crate::columns::Columns;
use crate::units::parse_bytes;

#[derive(Debug, Args)]
pub struct GoOracle {
    /// Values from a file instead: lines of `root`, board, PSK or SSK, 0 or 1 for suicide,
    /// position, B or W to move, and value, between tabs
    ///
    /// Other lines are skipped.
    #[arg(long)]
    file: Option<PathBuf>,
    /// What to ask about
    #[arg(long, value_enum, default_value_t = Positions::Games)]
    positions: Positions,
    /// The boards
    #[arg(long, value_delimiter = ',', default_value = "1x3,1x4,1x5,2x2,2x3")]
    boards: Vec<Size>,
    /// How many games on each board
    #[arg(long, default_value_t = 200)]
    games: u64,
    /// The shortest games, in plies; the longest have four times the points of the board more
    ///
    /// The longer the history, the smaller what is left for the exhaustive search: on 2x3 it takes
    /// long games to get through.
    #[arg(long, default_value_t = 1)]
    plies: u64,
    /// Which games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Nodes of the exhaustive search; positions that need more are skipped
    #[arg(long, default_value_t = 2_000_000)]
    oracle_nodes: u64,
    /// Nodes for each question
    #[arg(long, default_value_t = 1_000_000)]
    nodes: u64,
    /// Memory for the table of each thread
    #[arg(long, default_value = "1M", value_parser = parse_bytes)]
    table: usize,
    #[arg(long, value_enum, default_value_t = PolicyName::BaseTwin)]
    policy: PolicyName,
    /// Allow suicide
    #[arg(long)]
    suicide: bool,
    /// End games by two passes only, not by unconditional life
    #[arg(long)]
    played_out: bool,
    /// Do not let mirrored positions share what is known
    #[arg(long)]
    no_symmetry: bool,
    /// Threads
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Positions {
    /// Positions of random games, with the games as their history
    Games,
    /// All legal positions of the boards, for both sides to move, without a history
    All,
}

const RULES: [RepetitionRule; 2] =
    [RepetitionRule::SituationalSuperko, RepetitionRule::PositionalSuperko];

/// A position with its game.
struct Case {
    size: Size,
    rule: RepetitionRule,
    suicide: Suicide,
    start: GoPosition<u64>,
    moves: Vec<GoMove>,
    /// The score with best play, if it is known already.
    value: Option<i32>,
}

#[derive(Clone, Default)]
struct Row {
    positions: u64,
    skipped: u64,
    /// Positions whose value would be another one without their history.
    history: u64,
    asked: u64,
    wrong: u64,
    /// Positions with a wrong answer.
    wrong_positions: u64,
    unknown: u64,
    certified: u64,
    not_certified: u64,
    nodes: u64,
    simulation_nodes: u64,
    time: Duration,
}

impl Row {
    fn add(&mut self, other: &Row) {
        self.positions += other.positions;
        self.skipped += other.skipped;
        self.history += other.history;
        self.asked += other.asked;
        self.wrong += other.wrong;
        self.wrong_positions += other.wrong_positions;
        self.unknown += other.unknown;
        self.certified += other.certified;
        self.not_certified += other.not_certified;
        self.nodes += other.nodes;
        self.simulation_nodes += other.simulation_nodes;
        self.time += other.time;
    }
}

/// By name of board and rule, in the order of the cases; and the first problem.
#[derive(Default)]
struct Tally {
    rows: Vec<(u64, String, Row)>,
    first: Option<(u64, String)>,
}

impl Tally {
    fn row(&mut self, index: u64, name: String) -> &mut Row {
        let place = self.rows.iter().position(|row| row.1 == name).unwrap_or_else(|| {
            self.rows.push((index, name, Row::default()));
            self.rows.len() - 1
        });
        self.rows[place].0 = self.rows[place].0.min(index);
        &mut self.rows[place].2
    }
}

pub fn run(args: &GoOracle) -> Result<(), Failure> {
    let started = Instant::now();
    for size in &args.boards {
        Geometry::<u64>::new(*size).map_err(|error| Failure::usage(error.to_string()))?;
    }
    let (cases, skipped) = match &args.file {
        Some(path) => read(path)?,
        None => (Vec::new(), 0),
    };
    let boards = args.boards.len() as u64;
    let count = match (&args.file, args.positions) {
        (Some(_), _) => cases.len() as u64,
        (None, Positions::Games) => 2 * boards * args.games,
        (None, Positions::All) => boards,
    };
    let tally = for_each(
        count,
        args.threads,
        "positions",
        |index, tally: &mut Tally| match (&args.file, args.positions) {
            (Some(_), _) => ask_all(args, &cases[index as usize], index, tally),
            (None, Positions::Games) => {
                let board = args.boards[(index / (2 * args.games)) as usize];
                let rule = RULES[(index / args.games % 2) as usize];
                ask_all(args, &random_game(args, board, rule, index), index, tally);
            }
            (None, Positions::All) => {
                for case in all_positions(args, args.boards[index as usize]) {
                    ask_all(args, &case, index, tally);
                }
            }
        },
        |all: &mut Tally, tally: Tally| {
            for (index, name, row) in tally.rows {
                all.row(index, name).add(&row);
            }
            all.first = [all.first.take(), tally.first].into_iter().flatten().min();
        },
    );
    show(tally.rows);
    if skipped > 0 {
        println!("{skipped} lines of the file skipped");
    }
    println!("{:.1} s", started.elapsed().as_secs_f64());
    match tally.first {
        Some((_, problem)) => Err(Failure::check(problem)),
        None => Ok(()),
    }
}

fn show(mut rows: Vec<(u64, String, Row)>) {
    rows.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
    let mut total = Row::default();
    rows.iter().for_each(|(_, _, row)| total.add(row));
    rows.push((0, "all".to_owned(), total));
    let mut columns = Columns::new([
        "board and rule",
        "positions",
        "skipped",
        "by history",
        "questions",
        "wrong",
        "in positions",
        "unknown",
        "certified",
        "not certified",
        "nodes",
        "simulated",
        "CPU s",
    ]);
    for (_, name, row) in rows {
        columns.row([
            name,
            row.positions.to_string(),
            row.skipped.to_string(),
            row.history.to_string(),
            row.asked.to_string(),
            row.wrong.to_string(),
            row.wrong_positions.to_string(),
            row.unknown.to_string(),
            row.certified.to_string(),
            row.not_certified.to_string(),
            row.nodes.to_string(),
            row.simulation_nodes.to_string(),
            format!("{:.2}", row.time.as_secs_f64()),
        ]);
    }
    print!("{}", columns.to_text());
}

fn game(args: &GoOracle, case: &Case, at_least: i32) -> Go<u64> {
    let (suicide, played_out) = (case.suicide, args.played_out);
    Go::new(Terms { suicide, played_out, ..Terms::new(case.size, at_least) })
        .expect("the size was checked")
        .with_symmetry(!args.no_symmetry)
}

/// Asks for every threshold of a position.
fn ask_all(args: &GoOracle, case: &Case, index: u64, tally: &mut Tally) {
    let geometry = Geometry::<u64>::new(case.size).expect("the size was checked");
    let name = format!("{} {}", case.size, case.rule);
    let rules = game(args, case, 0);
    let mut past = History::new(case.start);
    case.moves.iter().for_each(|&m| past.push(&rules, m));
    let mut oracle =
        Exhaustive::new(&geometry, case.rule, case.suicide).with_limit(args.oracle_nodes);
    let value = case.value.or_else(|| oracle.value(past.root(), past.positions()));
    let Some(value) = value else {
        tally.row(index, name).skipped += 1;
        return;
    };
    let row = tally.row(index, name);
    row.positions += 1;
    if !past.moves().is_empty() {
        row.history +=
            u64::from(oracle.value(past.root(), &[]).is_some_and(|fresh| fresh != value));
    }
    let mut problem = None;
    let wrong_before = row.wrong;
    let points = case.size.points() as i32;
    for at_least in 1 - points..=points {
        let asked = Asked { args, case, at_least, expected: value >= at_least };
        if let Err(text) = asked.ask(row)
            && problem.is_none()
        {
            problem = Some(format!(
                "{text}: {} {}, moves [{}], value {value}",
                asked.game().parameters(),
                case.start.text(&geometry),
                past.notation(&rules)
            ));
        }
    }
    row.wrong_positions += u64::from(row.wrong > wrong_before);
    if let Some(problem) = problem {
        tally.first = [tally.first.take(), Some((index, problem))].into_iter().flatten().min();
    }
}

/// One question.
struct Asked<'a> {
    args: &'a GoOracle,
    case: &'a Case,
    at_least: i32,
    expected: bool,
}

impl Asked<'_> {
    fn game(&self) -> Go<u64> {
        game(self.args, self.case, self.at_least)
    }

    fn ask(&self, row: &mut Row) -> Result<(), String> {
        let (args, case) = (self.args, self.case);
        let game = self.game();
        let mut history = History::new(case.start);
        case.moves.iter().for_each(|&m| history.push(&game, m));
        let options =
            Options { table_bytes: args.table, policy: args.policy.into(), ..Options::default() };
        let mut solver = Solver::new(&game, Question::new(Player::First, case.rule), options);
        solver.limit(Limits::nodes(args.nodes));
        let answer = solver.solve(&history);
        row.asked += 1;
        row.nodes += answer.stats.nodes;
        row.simulation_nodes += answer.stats.simulation_nodes;
        row.time += answer.stats.time;
        let Some(proven) = answer.verdict.decided() else {
            row.unknown += 1;
            return Ok(());
        };
        if proven != self.expected {
            row.wrong += 1;
            return Err("wrong".to_owned());
        }
        let certificate = solver
            .certificate(&history, proven, case.rule)
            .map_err(|error| error.to_string())
            .and_then(|extracted| {
                check(&game, &extracted.block).map_err(|refuted| refuted.to_string())
            });
        match certificate {
            Ok(_) => {
                row.certified += 1;
                Ok(())
            }
            Err(error) => {
                row.not_certified += 1;
                Err(error)
            }
        }
    }
}

/// A game of random length that has not ended. One move in eight is a pass.
fn random_game(args: &GoOracle, size: Size, rule: RepetitionRule, index: u64) -> Case {
    let suicide = if args.suicide { Suicide::Allowed } else { Suicide::Forbidden };
    let start = GoPosition::new(Board::EMPTY, Colour::Black);
    let mut case = Case { size, rule, suicide, start, moves: Vec::new(), value: None };
    let game = game(args, &case, 0);
    let mut random = random(args.seed, index);
    let plies = args.plies + random.below(4 * size.points() as u64);
    case.moves = random_history(&game, rule, plies, &mut random).moves().to_vec();
    case
}

/// A game from the empty board that has not ended, of so many plies or less. One move in eight is a
/// pass.
pub fn random_history(
    game: &Go<u64>,
    rule: RepetitionRule,
    plies: u64,
    random: &mut SplitMix,
) -> History<Go<u64>> {
    let mut history = History::new(GoPosition::new(Board::EMPTY, Colour::Black));
    for _ in 0..plies {
        let root = *history.root();
        let mut moves = Vec::new();
        game.moves(&root, &mut moves);
        moves.retain(|&m| {
            let mut next = root;
            game.make(&mut next, m);
            !next.is_over() && !history.is_banned(game, m, rule)
        });
        if moves.len() > 1 && random.below(8) > 0 {
            moves.retain(|&m| m != GoMove::Pass);
        }
        if moves.is_empty() {
            break;
        }
        history.push(game, random.choose(&moves));
    }
    history
}

fn all_positions(args: &GoOracle, size: Size) -> Vec<Case> {
    let suicide = if args.suicide { Suicide::Allowed } else { Suicide::Forbidden };
    let geometry = Geometry::<u64>::new(size).expect("the size was checked");
    let n = size.points() as u32;
    let mut cases = Vec::new();
    for number in 0..3u64.pow(n) {
        let digit = |i| number / 3u64.pow(i) % 3;
        let set = |wanted| (0..n).filter(|&i| digit(i) == wanted).fold(0, |set, i| set | 1u64 << i);
        let Ok(board) = Board::new(&geometry, set(1), set(2)) else { continue };
        for rule in RULES {
            for colour in Colour::ALL {
                let start = GoPosition::new(board, colour);
                let moves = Vec::new();
                cases.push(Case { size, rule, suicide, start, moves, value: None });
            }
        }
    }
    cases
}

/// The cases of a file, and how many of its lines say something else.
fn read(path: &Path) -> Result<(Vec<Case>, u64), Failure> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::usage(format!("{}: {error}", path.display())))?;
    let (mut cases, mut skipped) = (Vec::new(), 0);
    for (number, line) in text.lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match read_line(line) {
            Ok(Some(case)) => cases.push(case),
            Ok(None) => skipped += 1,
            Err(message) => {
                let place = format!("{}:{}", path.display(), number + 1);
                return Err(Failure::usage(format!("{place}: {message}")));
            }
        }
    }
    Ok((cases, skipped))
}

fn read_line(line: &str) -> Result<Option<Case>, String> {
    let fields: Vec<&str> = line.split('\t').collect();
    let ["root", size, rule, suicide, position, side, value, ..] = fields[..] else {
        return Ok(None);
    };
    let rule = match rule {
        "PSK" => RepetitionRule::PositionalSuperko,
        "SSK" => RepetitionRule::SituationalSuperko,
        _ => return Ok(None),
    };
    let suicide = match suicide {
        "0" => Suicide::Forbidden,
        "1" => Suicide::Allowed,
        _ => return Err(format!("expected 0 or 1 for suicide, found '{suicide}'")),
    };
    let size: Size = size.parse().map_err(|error| format!("{error}"))?;
    let geometry = Geometry::<u64>::new(size).map_err(|error| error.to_string())?;
    let start = GoPosition::parse(&format!("{position} {side}"), &geometry)
        .map_err(|error| error.to_string())?;
    let value = value.parse().map_err(|_| format!("expected a value, found '{value}'"))?;
    Ok(Some(Case { size, rule, suicide, start, moves: Vec::new(), value: Some(value) }))
}
