//! What to solve: files, standard input, and positions on the command line.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use threefold::chess::{Chess, EpdRecord, epd};
use threefold::game::{Game, Player};
use threefold::graph::{self, GraphFile};

use crate::args::GameName;

/// A position with the question that its source asks.
pub struct Task {
    /// Where it comes from: `FILE:LINE`, `FILE`, `-:LINE`, or the text on the command line.
    pub input: String,
    /// The name that the source gives it.
    pub id: Option<String>,
    /// What its certificate is called in a directory, without the ending.
    pub stem: String,
    pub subject: Subject,
}

/// The position itself.
pub enum Subject {
    Chess(Box<EpdRecord>),
    Graph(Box<GraphFile>),
}

/// All that was read: what can be solved and what is wrong with the rest.
#[derive(Default)]
pub struct Tasks {
    pub tasks: Vec<Task>,
    /// One line each: `FILE:LINE:COLUMN: what is wrong`.
    pub errors: Vec<String>,
}

/// Reads all inputs.
pub fn read(inputs: &[String], game: Option<GameName>) -> Tasks {
    let mut tasks = Tasks::default();
    for (i, input) in inputs.iter().enumerate() {
        tasks.read(i + 1, input, game);
    }
    tasks
}

/// A graph game from a file, or from standard input for `-`.
pub fn read_graph(path: &Path) -> Result<GraphFile, String> {
    let name = path.display().to_string();
    let text = if name == "-" { read_stdin() } else { read_file(path) }?;
    graph::parse(&text).map_err(|error| graph_error(&name, &error))
}

impl Tasks {
    fn read(&mut self, number: usize, input: &str, game: Option<GameName>) {
        let path = Path::new(input);
        let (text, stem) = if input == "-" {
            (read_stdin(), "stdin".to_owned())
        } else if path.exists() {
            let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
            (read_file(path), stem.unwrap_or_default())
        } else if looks_like_position(input) {
            return self.position(number, input, game);
        } else {
            let message = format!("{input}: no such file, and not a position (a FEN in quotes)");
            return self.errors.push(message);
        };
        match text {
            Err(error) => self.errors.push(error),
            Ok(text) => match game.unwrap_or_else(|| recognise(path, &text)) {
                GameName::Graph => self.graph(input, stem, &text),
                GameName::Chess => self.chess(input, &stem, &text),
            },
        }
    }

    fn position(&mut self, number: usize, text: &str, game: Option<GameName>) {
        if game == Some(GameName::Graph) {
            let message = format!("{text}: a graph game comes from a file");
            return self.errors.push(message);
        }
        match epd::parse_line(text) {
            Ok(record) => self.tasks.push(Task {
                input: text.to_owned(),
                id: record.id().map(str::to_owned),
                stem: format!("position-{number}"),
                subject: Subject::Chess(Box::new(record)),
            }),
            Err(error) => {
                let (line, column, kind) = (error.line(), error.column(), error.kind());
                self.errors.push(format!("position {number}:{line}:{column}: {kind}"));
            }
        }
    }

    fn graph(&mut self, input: &str, stem: String, text: &str) {
        match graph::parse(text) {
            Ok(file) => self.tasks.push(Task {
                input: input.to_owned(),
                id: None,
                stem,
                subject: Subject::Graph(Box::new(file)),
            }),
            Err(error) => self.errors.push(graph_error(input, &error)),
        }
    }

    fn chess(&mut self, input: &str, stem: &str, text: &str) {
        if text.starts_with("threefold certificate") {
            let message = format!("{input}: a certificate; `threefold check` reads it");
            return self.errors.push(message);
        }
        let mut is_empty = true;
        for (line, record) in epd::read(text) {
            is_empty = false;
            match record {
                Ok(record) => self.tasks.push(Task {
                    input: format!("{input}:{line}"),
                    id: record.id().map(str::to_owned),
                    stem: format!("{stem}-{line}"),
                    subject: Subject::Chess(Box::new(record)),
                }),
                Err(error) => {
                    let (column, kind) = (error.column(), error.kind());
                    self.errors.push(format!("{input}:{line}:{column}: {kind}"));
                }
            }
        }
        if is_empty {
            self.errors.push(format!("{input}: no position in it"));
        }
    }
}

/// Whose mate a record asks about: the side to move's, unless it says that that side is mated.
pub fn default_attacker(record: &EpdRecord) -> Player {
    let mover = Chess.player_to_move(record.position());
    let is_mated = record.mate().is_some_and(|moves| moves < 0);
    if is_mated { mover.opponent() } else { mover }
}

fn graph_error(name: &str, error: &graph::ParseError) -> String {
    format!("{name}:{}:{}: {}", error.line, error.column, error.kind)
}

/// Eight ranks and more than one field.
fn looks_like_position(text: &str) -> bool {
    let mut fields = text.split_whitespace();
    let ranks = fields.next().map_or(0, |board| board.split('/').count());
    ranks >= 2 && fields.next().is_some()
}

fn recognise(path: &Path, text: &str) -> GameName {
    let is_game = path.extension().is_some_and(|extension| extension == "game");
    let says_so = text
        .trim_start_matches('\u{feff}')
        .lines()
        .find(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
        .is_some_and(|line| line.trim_start().starts_with("threefold game"));
    if is_game || says_so { GameName::Graph } else { GameName::Chess }
}

/// Files of positions are old and come from everywhere: a byte that is no UTF-8 in a comment does
/// no harm, and elsewhere the reader refuses what it becomes.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn read_file(path: &Path) -> Result<String, String> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(text(&bytes))
}

fn read_stdin() -> Result<String, String> {
    let mut bytes = Vec::new();
    let read = io::stdin().lock().read_to_end(&mut bytes);
    read.map_err(|error| format!("standard input: {error}"))?;
    Ok(text(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_told_from_file_names() {
        assert!(looks_like_position("4k3/Q7/3K4/8/8/8/8/8 w - -"));
        assert!(!looks_like_position("mates/two.epd"));
        assert!(!looks_like_position("4k3"));
        assert!(!looks_like_position(""));
    }

    #[test]
    fn games_are_recognised_by_name_and_content() {
        let chess = "4k3/Q7/3K4/8/8/8/8/8 w - -\n";
        let graph = "\n# a comment\nthreefold game 1\n";
        assert_eq!(recognise(Path::new("a.game"), chess), GameName::Graph);
        assert_eq!(recognise(Path::new("-"), graph), GameName::Graph);
        assert_eq!(recognise(Path::new("-"), chess), GameName::Chess);
    }
}
