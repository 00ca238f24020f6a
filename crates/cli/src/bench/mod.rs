//! `threefold bench`.

mod set;

use std::fmt::Write;
use std::hint::black_box;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Instant;

use serde::Serialize;
use threefold::checkers::egdb::Database;
use threefold::checkers::{CheckersPosition, perft};
use threefold::chess::ChessPosition;
use threefold::chess::cozy_chess::Board;
use threefold::game::{History, NotationError, Player, RepetitionRule};
use threefold::graph::{GraphFile, RandomGraph};
use threefold::search::{Limits, Options, Stats, Verdict};
use threefold::session::registry::{GameName, Subject, Tasks, read_position};
use threefold::session::solve::{Request, solve};
use threefold::session::{Databases, Effort};

use crate::args::BenchArgs;
use threefold_terminal::exit::Exit;
use threefold_terminal::output::{Stop, json_line, print};
use threefold_terminal::units::grouped;

/// The size of every table.
const TABLE: usize = 16 << 20;

/// What became of a group of positions.
#[derive(Default, Serialize)]
struct Row {
    game: &'static str,
    group: String,
    positions: u64,
    proven: u64,
    disproven: u64,
    unknown: u64,
    nodes: u64,
    lookups: u64,
    time_s: f64,
}

/// The result; `docs/json.md` describes it.
#[derive(Serialize)]
struct Bench {
    groups: Vec<Row>,
    /// The sums of the groups of each game: a change in one shows.
    games: Vec<Row>,
    /// The nodes of all searches but those of tsume-shogi, which came later.
    signature: u64,
    /// The rates are those of the chess positions.
    nodes_per_s: f64,
    lookups_per_s: f64,
    /// Moves that cozy-chess makes per second on the same positions (perft without bulk counting).
    moves_per_s: f64,
    /// Look-ups per made move.
    share: f64,
    /// Move sequences of checkers, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    perft: Option<Vec<Perft>>,
}

/// Move sequences of checkers from the start.
#[derive(Serialize)]
struct Perft {
    plies: u32,
    sequences: u64,
    published: u64,
    time_s: f64,
}

impl Perft {
    fn all() -> Vec<Self> {
        let count = |(plies, published)| {
            let started = Instant::now();
            let sequences = perft::count(&CheckersPosition::startpos(), plies);
            Perft { plies, sequences, published, time_s: started.elapsed().as_secs_f64() }
        };
        (1..).zip(perft::PUBLISHED).map(count).collect()
    }

    fn to_text(&self) -> String {
        let Perft { plies, sequences, published, time_s } = self;
        let is_published = if sequences == published {
            "as published".to_owned()
        } else {
            format!("WRONG: {} are published", grouped(*published))
        };
        let rate = *sequences as f64 / time_s.max(1e-9) / 1e6;
        format!(
            "checkers, perft {plies:>2}: {:>11} {is_published}, {time_s:.3} s, {rate:.1} M/s\n",
            grouped(*sequences)
        )
    }
}

pub fn run(args: &BenchArgs) -> Result<Exit, Stop> {
    let mut groups: Vec<Row> = Vec::new();
    let mut moves_per_s: f64 = move_rate()?;
    for group in &set::CHESS {
        let mut row = Row::new("chess", group.name);
        for fen in group.positions {
            row.solve(&position(fen, GameName::Chess)?, &Databases::default())?;
        }
        groups.push(row);
    }
    // The faster of two: others may be using the machine.
    moves_per_s = moves_per_s.max(move_rate()?);
    for rule in set::RULES {
        let mut row = Row::new("graphs", &format!("graphs, {rule}"));
        for seed in 0..set::GRAPHS {
            let history = History::new(RandomGraph::ROOT);
            let (game, attacker, notes) = (set::graph(seed, rule), Player::First, Vec::new());
            let file = GraphFile { game, rule, attacker, history, notes };
            row.solve(&Subject::Graph(Box::new(file)), &Databases::default())?;
        }
        groups.push(row);
    }
    for rule in [RepetitionRule::SituationalSuperko, RepetitionRule::PositionalSuperko] {
        let mut row = Row::new("go", &format!("go, {rule}"));
        for (rows, columns, value) in set::GO {
            for at_least in [value, value + 1] {
                let board = format!("{rows}x{columns} at-least {at_least} rule {rule}");
                row.solve(&position(&board, GameName::Board)?, &Databases::default())?;
            }
        }
        groups.push(row);
    }
    let database = Arc::new(Database::in_memory(set::CHECKERS_PIECES));
    let databases = Databases { checkers: Some(database), ..Databases::default() };
    let pieces = set::CHECKERS_PIECES;
    let mut row = Row::new("checkers", &format!("checkers, {pieces} pieces known"));
    for fen in set::CHECKERS {
        row.solve(&position(fen, GameName::Checkers)?, &databases)?;
    }
    groups.push(row);
    let mut row = Row::new("tsume", "tsume-shogi");
    for sfen in set::TSUME {
        row.solve(&position(sfen, GameName::Tsume)?, &Databases::default())?;
    }
    groups.push(row);
    let games = ["chess", "graphs", "go", "checkers", "tsume"].map(|game| Row::sum(game, &groups));
    let chess = &games[0];
    let perft = args.perft.then(Perft::all);
    let is_published = perft.iter().flatten().all(|row| row.sequences == row.published);
    let rate = |count: u64| count as f64 / chess.time_s.max(1e-9);
    let bench = Bench {
        signature: groups.iter().filter(|row| row.game != "tsume").map(|row| row.nodes).sum(),
        nodes_per_s: rate(chess.nodes),
        lookups_per_s: rate(chess.lookups),
        moves_per_s,
        share: rate(chess.lookups) / moves_per_s,
        perft,
        groups,
        games: games.into(),
    };
    print(&if args.json { json_line(&bench)? } else { bench.to_text() })?;
    Ok(if is_published { Exit::Fine } else { Exit::Failed })
}

impl Row {
    fn new(game: &'static str, group: &str) -> Self {
        Row { game, group: group.to_owned(), ..Row::default() }
    }

    /// The groups of a game together.
    fn sum(game: &'static str, groups: &[Row]) -> Self {
        let mut sum = Row::new(game, &format!("all of {game}"));
        groups.iter().filter(|row| row.game == game).for_each(|row| sum.add(row));
        sum
    }

    fn solve(&mut self, subject: &Subject, databases: &Databases) -> Result<(), Stop> {
        let options = Options { table_bytes: TABLE, ..Options::default() };
        let limits = Limits::nodes(set::NODES);
        let effort = Effort { options, limits, check: false, ..Effort::for_positions() };
        let request = Request { effort, ..Request::default() };
        let answer = solve(subject, databases, &request, &mut ())
            .map_err(|error| Stop::Message(error.to_string()))?;
        let Stats { nodes, lookups, time, .. } = answer.stats;
        self.positions += 1;
        match answer.verdict {
            Verdict::Proven => self.proven += 1,
            Verdict::Disproven => self.disproven += 1,
            Verdict::Unknown(_) => self.unknown += 1,
        }
        self.nodes += nodes;
        self.lookups += lookups;
        self.time_s += time.as_secs_f64();
        Ok(())
    }

    fn add(&mut self, other: &Row) {
        self.positions += other.positions;
        self.proven += other.proven;
        self.disproven += other.disproven;
        self.unknown += other.unknown;
        self.nodes += other.nodes;
        self.lookups += other.lookups;
        self.time_s += other.time_s;
    }
}

impl Bench {
    fn to_text(&self) -> String {
        let mut out = format!(
            "{:<28} {:>9} {:>7} {:>9} {:>8} {:>11} {:>8} {:>9}\n",
            "", "positions", "proven", "disproven", "unknown", "nodes", "time", "nodes/s"
        );
        for row in self.groups.iter().chain(&self.games) {
            let rate = row.nodes as f64 / row.time_s.max(1e-9);
            let _ = writeln!(
                out,
                "{:<28} {:>9} {:>7} {:>9} {:>8} {:>11} {:>6.3} s {:>8.0}k",
                row.group,
                row.positions,
                row.proven,
                row.disproven,
                row.unknown,
                grouped(row.nodes),
                row.time_s,
                rate / 1e3,
            );
        }
        let _ = writeln!(out, "signature: {}", self.signature);
        let _ = writeln!(
            out,
            "chess: {:.0} k nodes/s, {:.1} M child look-ups/s; cozy-chess makes {:.1} M moves/s; \
             share {:.2}",
            self.nodes_per_s / 1e3,
            self.lookups_per_s / 1e6,
            self.moves_per_s / 1e6,
            self.share,
        );
        for row in self.perft.iter().flatten() {
            out.push_str(&row.to_text());
        }
        out
    }
}

fn parse<P: FromStr<Err = NotationError>>(fen: &str) -> Result<P, Stop> {
    fen.parse().map_err(|error| Stop::Message(format!("{fen}: {error}")))
}

/// A position of the set.
fn position(text: &str, game: GameName) -> Result<Subject, Stop> {
    let Tasks { tasks, errors } = read_position(1, text, Some(game));
    let task = tasks.into_iter().next().ok_or_else(|| match errors.first() {
        Some(error) => Stop::Message(error.to_string()),
        None => Stop::Message(format!("{text}: no position")),
    })?;
    Ok(task.subject)
}

/// Moves that the move generator makes per second, on the positions of the set.
fn move_rate() -> Result<f64, Stop> {
    /// Moves that are enough to measure the rate on one position.
    const ENOUGH: u64 = 300_000;
    let (mut all, mut time) = (0, 0.0);
    for fen in set::CHESS.iter().flat_map(|group| group.positions) {
        let fen = format!("{} 0 1", parse::<ChessPosition>(fen)?);
        let board = fen.parse::<Board>().expect("a position of two kings");
        for depth in 1.. {
            let started = Instant::now();
            let made = moves_made(&board, depth);
            if made >= ENOUGH || made == 0 {
                all += made;
                time += started.elapsed().as_secs_f64();
                break;
            }
        }
    }
    Ok(all as f64 / time)
}

/// Makes every move to that depth, those at the leaves too; how many there were.
fn moves_made(board: &Board, depth: u32) -> u64 {
    let mut made = 0;
    board.generate_moves(|moves| {
        for m in moves {
            let mut after = board.clone();
            after.play_unchecked(m);
            made += 1;
            if depth > 1 {
                made += moves_made(&after, depth - 1);
            } else {
                black_box(&after);
            }
        }
        false
    });
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_is_counted() {
        // 20 + 400 + 8902.
        assert_eq!(moves_made(&Board::startpos(), 3), 9322);
    }
}
