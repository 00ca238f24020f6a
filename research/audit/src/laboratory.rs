//! The laboratory's alpha-beta as an engine: with a treatment known to be wrong, the auditor
//! can be tested.

use std::io::{self, BufRead, Write};

use threefold_chess::{Chess, ChessPosition};
use threefold_game::{Game, History, RepetitionRule};
use threefold_lab::alphabeta::policy::Policy;
use threefold_lab::alphabeta::{
    AlphaBeta, ChessScores, DECIDED, Depth, DraftRule, Options, Report, Rules, Treatment, WIN,
};
use threefold_lab::{WithPolicy, with_treatment};
use threefold_search::Limits;

use crate::client::Go;

/// Plies of the deepest iteration, where only nodes are limited.
const DEEPEST: u32 = 40;
/// What a search may spend if it is not said.
const NODES: u64 = 100_000;
/// The table in mebibytes, at first and at most.
const HASH: (usize, usize) = (16, 1024);

/// Speaks UCI until the input ends or says `quit`: what a graphical program and the auditor need,
/// and not more. A search is not interrupted, which its limits make unnecessary.
///
/// # Errors
/// The output is closed.
pub fn speak(
    treatment: Treatment,
    draft: DraftRule,
    input: impl BufRead,
    output: impl Write,
) -> io::Result<()> {
    with_treatment(treatment, Talk { name: treatment.name(), draft, input, output })
}

struct Talk<I, O> {
    name: &'static str,
    draft: DraftRule,
    input: I,
    output: O,
}

impl<I: BufRead, O: Write> WithPolicy for Talk<I, O> {
    type Output = io::Result<()>;

    fn run<P: Policy>(self) -> io::Result<()> {
        let Talk { name, draft, input, mut output } = self;
        let mut lines = input.lines();
        let mut hash = HASH.0;
        // A table of another size is another search.
        'table: loop {
            let options = Options { table_bytes: hash << 20, draft, ..Options::default() };
            let mut search =
                AlphaBeta::<_, _, P>::new(&Chess, &ChessScores, Rules::draw(), &options);
            let mut history = History::new(ChessPosition::startpos());
            for line in lines.by_ref() {
                let line = line?;
                let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
                match word {
                    "uci" => {
                        writeln!(output, "id name threefold-lab {name}")?;
                        writeln!(output, "id author the threefold authors")?;
                        let (first, most) = HASH;
                        writeln!(
                            output,
                            "option name Hash type spin default {first} min 1 max {most}"
                        )?;
                        writeln!(output, "uciok")?;
                    }
                    "isready" => writeln!(output, "readyok")?,
                    "setoption" => {
                        if let Some(size) = rest.strip_prefix("name Hash value ")
                            && let Ok(size) = size.trim().parse::<usize>()
                        {
                            hash = size.clamp(1, HASH.1);
                            continue 'table;
                        }
                    }
                    "ucinewgame" => search.clear(),
                    "position" => match position(rest) {
                        Ok(found) => history = found,
                        Err(message) => writeln!(output, "info string {message}")?,
                    },
                    "go" => {
                        let go = go(rest);
                        let (depth, limits) = match go {
                            Go::Nodes(nodes) => (Depth::Plies(DEEPEST), Limits::nodes(nodes)),
                            Go::Depth(plies) => (Depth::Plies(plies), Limits::default()),
                        };
                        let report = search.search(&history, depth, &limits);
                        write!(output, "{}", answer(&history, &report))?;
                    }
                    "quit" => return Ok(()),
                    _ => {}
                }
                output.flush()?;
            }
            return Ok(());
        }
    }
}

/// Reads what stands after `position`.
fn position(text: &str) -> Result<History<Chess>, String> {
    let (start, moves) = text.split_once("moves").unwrap_or((text, ""));
    let start = match start.trim().strip_prefix("fen ") {
        Some(fen) => fen.parse().map_err(|error| format!("{error}"))?,
        None if start.trim() == "startpos" => ChessPosition::startpos(),
        None => return Err(format!("'{}': expected startpos or fen", start.trim())),
    };
    let moves = moves.split_whitespace();
    History::from_notation(&Chess, start, moves, RepetitionRule::Draw)
        .map_err(|error| error.to_string())
}

/// Reads what stands after `go`; what it does not know it leaves out.
fn go(text: &str) -> Go {
    let words: Vec<&str> = text.split_whitespace().collect();
    let number = |name: &str| {
        let place = words.iter().position(|&word| word == name)?;
        words.get(place + 1)?.parse::<u64>().ok()
    };
    match (number("nodes"), number("depth")) {
        (Some(nodes), _) => Go::Nodes(nodes),
        (None, Some(plies)) => Go::Depth(plies.clamp(1, u64::from(DEEPEST)) as u32),
        (None, None) => Go::Nodes(NODES),
    }
}

/// The lines `info` and `bestmove`.
fn answer(history: &History<Chess>, report: &Report<threefold_chess::Move>) -> String {
    let mut moves = Vec::new();
    if !Chess.is_over(history.root()) {
        Chess.moves(history.root(), &mut moves);
    }
    let mut text = String::new();
    if let Some(score) = report.score {
        let white = Chess.player_to_move(history.root()) == threefold_game::Player::First;
        let score = if white { score } else { -score };
        let plies = WIN - score.abs();
        let score = match score {
            score if score >= DECIDED => format!("mate {}", ((plies + 1) / 2).max(1)),
            score if score <= -DECIDED => format!("mate {}", -((plies + 1) / 2)),
            score => format!("cp {score}"),
        };
        let (depth, nodes) = (report.depth, report.cost.nodes);
        text = format!("info depth {depth} score {score} nodes {nodes}");
        let mut at = history.root().clone();
        for (place, &m) in report.line.iter().enumerate() {
            text.push_str(if place == 0 { " pv " } else { " " });
            Chess.write_move(&at, m, &mut text);
            Chess.make(&mut at, m);
        }
        text.push('\n');
    }
    // Without a single finished iteration any move is as good.
    let best = report.best.or(moves.first().copied());
    let best = best.map_or("(none)".to_owned(), |m| Chess.move_text(history.root(), m));
    format!("{text}bestmove {best}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(input: &str) -> String {
        let mut output = Vec::new();
        speak(Treatment::BaseTwin, DraftRule::AtLeast, input.as_bytes(), &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn it_finds_a_mate_and_says_so() {
        let said = said("uci\nisready\nposition fen 4k3/Q7/3K4/8/8/8/8/8 w - - 0 1\ngo depth 3\n");
        assert!(said.contains("uciok\nreadyok\n"), "{said}");
        assert!(said.contains("score mate 1 "), "{said}");
        assert!(said.ends_with("bestmove a7e7\n"), "{said}");
    }

    #[test]
    fn a_mated_side_has_no_move() {
        let said = said("position fen 4k3/4Q3/3K4/8/8/8/8/8 b - - 0 1\ngo nodes 100\n");
        assert!(said.contains("score mate 0 "), "{said}");
        assert!(said.ends_with("bestmove (none)\n"), "{said}");
    }

    #[test]
    fn what_cannot_be_read_is_one_line() {
        for bad in ["position fen x", "position nowhere", "position startpos moves e2e5"] {
            let said = said(&format!("{bad}\nquit\n"));
            assert!(said.starts_with("info string "), "{said}");
            assert_eq!(said.lines().count(), 1);
        }
    }
}
