//! What to solve: files, standard input, and positions on the command line.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use threefold::checkers::Checkers;
use threefold::checkers::pdn::{self, PdnGame};
use threefold::chess::{Chess, EpdRecord, epd};
use threefold::game::{Game, History, Player};
use threefold::graph::{self, GraphFile};

use crate::args::GameName;
use crate::go::question::BoardQuestion;
use crate::place::{self, Place};
use crate::problem;
use crate::problem::args::QuestionArgs;
use crate::problem::played::AtHand;

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
    /// The game so far, and what the file says of its result.
    Checkers(Box<History<Checkers>>, Option<String>),
    Graph(Box<GraphFile>),
    /// A problem of Go.
    Problem(Box<AtHand>),
    /// Whether Black scores enough on a board of Go.
    Board(Box<BoardQuestion>),
}

/// All that was read: what can be solved and what is wrong with the rest.
#[derive(Default)]
pub struct Tasks {
    pub tasks: Vec<Task>,
    /// One line each: `FILE:LINE:COLUMN: what is wrong`.
    pub errors: Vec<String>,
}

/// Reads all inputs.
pub fn read(inputs: &[String], game: Option<GameName>, problem: &QuestionArgs) -> Tasks {
    let mut tasks = Tasks::default();
    for (i, input) in inputs.iter().enumerate() {
        if problem::input::is_sgf(input) {
            tasks.problems(input, problem);
            continue;
        }
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
        let (path, place) = place::split(input);
        let path = Path::new(path);
        let (text, stem) = if input == "-" {
            (read_stdin(), "stdin".to_owned())
        } else if path.exists() {
            let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
            (read_file(path), stem.unwrap_or_default())
        } else if looks_like_position(input) || game == Some(GameName::Go) {
            return self.position(number, input, game);
        } else {
            let message = format!("{input}: no such file, and not a position (a FEN in quotes)");
            return self.errors.push(message);
        };
        let game = if place.is_some() { Some(GameName::Checkers) } else { game };
        match text {
            Err(error) => self.errors.push(error),
            Ok(text) => match game.unwrap_or_else(|| recognise(path, &text)) {
                GameName::Graph => self.graph(input, stem, &text),
                GameName::Go => self.boards(input, &stem, &text),
                GameName::Chess => self.chess(input, &stem, &text),
                GameName::Checkers if begins_with_position(&text) => {
                    self.checkers_lines(input, &stem, &text);
                }
                GameName::Checkers => {
                    self.checkers(&path.display().to_string(), &stem, &text, place);
                }
            },
        }
    }

    fn problems(&mut self, input: &str, args: &QuestionArgs) {
        let (tasks, errors) = problem::input::read(&[input.to_owned()], args);
        self.errors.extend(errors);
        self.tasks.extend(tasks.into_iter().map(|task| Task {
            input: task.input,
            id: task.title,
            stem: task.stem,
            subject: Subject::Problem(Box::new(task.at_hand)),
        }));
    }

    fn position(&mut self, number: usize, text: &str, game: Option<GameName>) {
        if game == Some(GameName::Graph) {
            let message = format!("{text}: a graph game comes from a file");
            return self.errors.push(message);
        }
        if game == Some(GameName::Checkers) || game.is_none() && is_checkers_position(text) {
            let name = format!("position {number}:");
            return self.checkers_line(text.to_owned(), format!("position-{number}"), text, &name);
        }
        if game == Some(GameName::Go) || game.is_none() && BoardQuestion::is_one(text) {
            let place = format!("position {number}");
            return self.board(text.to_owned(), format!("position-{number}"), text, &place);
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

    /// The lines of a file that has a position on each, with their numbers: all but blank ones and
    /// comments. That there is none is an error.
    fn position_lines<'t>(&mut self, input: &str, text: &'t str) -> Vec<(usize, &'t str)> {
        let is_position =
            |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
        let lines: Vec<_> = (1..).zip(text.lines()).filter(|(_, line)| is_position(line)).collect();
        if lines.is_empty() {
            self.errors.push(format!("{input}: no position in it"));
        }
        lines
    }

    /// A file with a FEN of checkers on every line.
    fn checkers_lines(&mut self, input: &str, stem: &str, text: &str) {
        for (number, line) in self.position_lines(input, text) {
            let place = format!("{input}:{number}");
            self.checkers_line(place.clone(), format!("{stem}-{number}"), line, &place);
        }
    }

    fn checkers_line(&mut self, input: String, stem: String, line: &str, place: &str) {
        match pdn::parse_line(line) {
            Ok(game) => self.tasks.push(checkers_task(input, stem, &game, game.history().clone())),
            Err(error) => {
                let place = place.trim_end_matches(':');
                self.errors.push(format!("{place}:{}: {}", error.column(), error.kind()));
            }
        }
    }

    /// A file with a question about a board of Go on every line.
    fn boards(&mut self, input: &str, stem: &str, text: &str) {
        for (number, line) in self.position_lines(input, text) {
            let place = format!("{input}:{number}");
            self.board(place.clone(), format!("{stem}-{number}"), line, &place);
        }
    }

    fn board(&mut self, input: String, stem: String, line: &str, place: &str) {
        match BoardQuestion::parse(line) {
            Ok(asked) => {
                let subject = Subject::Board(Box::new(asked));
                self.tasks.push(Task { input, id: None, stem, subject });
            }
            Err((at, message)) => self.errors.push(format!("{place}:{}: {message}", at + 1)),
        }
    }

    /// Games, or the one game and position that `place` names.
    fn checkers(&mut self, input: &str, stem: &str, text: &str, place: Option<Place>) {
        let mut number = 0;
        for game in pdn::read(text) {
            number += 1;
            if place.as_ref().is_some_and(|place| place.game != number) {
                continue;
            }
            let game = match game {
                Ok(game) => game,
                Err(error) => {
                    let (line, column, kind) = (error.line(), error.column(), error.kind());
                    self.errors.push(format!("{input}:{line}:{column}: {kind}"));
                    continue;
                }
            };
            let name = format!("{input}#{number}");
            let stem = format!("{stem}-{number}");
            let Some(ply) = place.as_ref().and_then(|place| place.ply) else {
                let history = game.history().clone();
                self.tasks.push(checkers_task(name, stem, &game, history));
                continue;
            };
            match game.after(ply) {
                Some(history) => self.tasks.push(checkers_task(
                    format!("{name}:{ply}"),
                    format!("{stem}-{ply}"),
                    &game,
                    history,
                )),
                None => {
                    let plies = game.history().moves().len();
                    self.errors.push(format!("{name}:{ply}: the game has {plies} plies"));
                }
            }
        }
        match place {
            Some(place) if place.game > number => {
                let wanted = place.game;
                self.errors.push(format!("{input}#{wanted}: there are {number} games in the file"));
            }
            None if number == 0 => self.errors.push(format!("{input}: no game in it")),
            _ => {}
        }
    }
}

fn checkers_task(input: String, stem: String, game: &PdnGame, history: History<Checkers>) -> Task {
    Task {
        input,
        id: game.tag("Event").map(str::to_owned),
        stem,
        subject: Subject::Checkers(
            Box::new(history),
            game.result().map(|result| format!("result {result}")),
        ),
    }
}

/// `W:` or `B:`, and not only that: Windows has drives of these names.
fn is_checkers_position(text: &str) -> bool {
    let text = text.trim_start();
    (text.starts_with("W:") || text.starts_with("B:")) && text[2..].starts_with(['W', 'B'])
}

/// The first line that says something is a position of checkers.
fn begins_with_position(text: &str) -> bool {
    first_line(text).is_some_and(is_checkers_position)
}

fn first_line(text: &str) -> Option<&str> {
    let lines = text.trim_start_matches('\u{feff}').lines();
    lines.map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'))
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

/// Eight ranks and more than one field, a position of checkers, or a question about a board of Go.
fn looks_like_position(text: &str) -> bool {
    if is_checkers_position(text) || BoardQuestion::is_one(text) {
        return true;
    }
    let mut fields = text.split_whitespace();
    let ranks = fields.next().map_or(0, |board| board.split('/').count());
    ranks >= 2 && fields.next().is_some()
}

fn recognise(path: &Path, text: &str) -> GameName {
    let is = |wanted: &str| path.extension().is_some_and(|extension| extension == wanted);
    let line = first_line(text).unwrap_or_default();
    if is("game") || line.starts_with("threefold game") {
        GameName::Graph
    } else if is("pdn") || line.starts_with('[') || is_checkers_position(line) {
        GameName::Checkers
    } else if BoardQuestion::is_one(line) {
        GameName::Go
    } else {
        GameName::Chess
    }
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
        assert!(looks_like_position("W:WK1:BK32"));
        assert!(!looks_like_position("B:games.pdn"));
        assert!(looks_like_position("go 2x3 at-least 1"));
        assert!(!looks_like_position("go.pdn"));
    }

    #[test]
    fn games_are_recognised_by_name_and_content() {
        let chess = "4k3/Q7/3K4/8/8/8/8/8 w - -\n";
        let graph = "\n# a comment\nthreefold game 1\n";
        assert_eq!(recognise(Path::new("a.game"), chess), GameName::Graph);
        assert_eq!(recognise(Path::new("-"), graph), GameName::Graph);
        assert_eq!(recognise(Path::new("-"), chess), GameName::Chess);
        assert_eq!(recognise(Path::new("a.txt"), "# b\ngo 1x5 at-least 1\n"), GameName::Go);
        let pdn = "[Event \"a\"]\n1. 9-13 *\n";
        assert_eq!(recognise(Path::new("-"), pdn), GameName::Checkers);
        assert_eq!(recognise(Path::new("a.pdn"), ""), GameName::Checkers);
        assert_eq!(recognise(Path::new("a.fen"), "# a\nW:WK1:BK32\n"), GameName::Checkers);
    }
}
