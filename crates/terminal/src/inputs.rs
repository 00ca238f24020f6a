//! What the command line names: files, standard input, and positions.

use std::io::{self, Read};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use threefold_files::input;
use threefold_graph::GraphFile;
use threefold_session::error::Error;
use threefold_session::games::graph;
use threefold_session::place::{self, Place};
use threefold_session::problem::question::ProblemQuestion;
use threefold_session::registry::{
    GameName, Tasks, game_of_file, is_file as is_text_of_file, is_position, read_file,
    read_position, read_text,
};
use threefold_session::task::Document;

/// Reads all inputs.
pub fn read(inputs: &[String], game: Option<GameName>, question: &ProblemQuestion) -> Tasks {
    let mut tasks = Tasks::default();
    for (number, input) in (1..).zip(inputs) {
        let (path, place) = split(input);
        let is_file = || Path::new(path).exists() || GameName::of_file_alone(path).is_some();
        if input == "-" || is_file() {
            match contents(path) {
                Ok(bytes) => {
                    let document = Document { name: path, bytes: &bytes, place };
                    tasks.extend(read_file(&document, game, question));
                }
                Err(error) => tasks.errors.push(error),
            }
        } else if is_position(input, game) {
            tasks.extend(read_position(number, input, game));
        } else if input.contains(' ') && is_text_of_file(input, game) {
            // A game, as `1. e4 e5`.
            tasks.extend(read_text(input, None, game, question));
        } else {
            let what = "no such file, and not a position (a FEN or SFEN in quotes)";
            tasks.errors.push(Error::other(what).at(input));
        }
    }
    tasks
}

/// `FILE#3` or `FILE#3:24` as a file and a place in it. A file of just that name is meant itself.
pub fn split(input: &str) -> (&str, Option<Place>) {
    match place::parse(input).filter(|_| !Path::new(input).exists()) {
        Some((path, place)) => (path, Some(place)),
        None => (input, None),
    }
}

/// The game as which an input is read, if it is a file or standard input; `game` is what the
/// request calls it.
///
/// # Errors
/// It cannot be read.
pub fn game_of(input: &str, game: Option<GameName>) -> Result<Option<GameName>, Error> {
    /// The first line that says something is in it, except behind a long comment.
    const BEGINNING: u64 = 1 << 16;
    let (path, place) = split(input);
    let of = |bytes: &[u8]| Some(game_of_file(&Document { name: path, bytes, place }, game));
    if path == "-" {
        return contents(path).map(|bytes| of(&bytes));
    }
    if GameName::of_file_alone(path).or(game).is_some() || !Path::new(path).is_file() {
        return Ok(GameName::of_file_alone(path));
    }
    let mut bytes = Vec::new();
    let read =
        input::given(Path::new(path)).and_then(|file| file.take(BEGINNING).read_to_end(&mut bytes));
    read.map(|_| of(&bytes)).map_err(|error| Error::other(error).at(path))
}

/// What is in a file, or for `-` in standard input, which is the same whenever it is asked for.
///
/// # Errors
/// It cannot be read, is no regular file, or larger than [`input::LARGEST`].
pub fn contents(path: &str) -> Result<Vec<u8>, Error> {
    static STDIN: Mutex<Option<Vec<u8>>> = Mutex::new(None);
    let whole = |input: &mut dyn Read| input::whole(input, input::LARGEST);
    if path != "-" {
        let read = input::given(Path::new(path)).and_then(|mut file| whole(&mut file));
        return read.map_err(|error| Error::other(error).at(path));
    }
    let mut known = STDIN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(bytes) = &*known {
        return Ok(bytes.clone());
    }
    let bytes =
        whole(&mut io::stdin().lock()).map_err(|error| Error::other(error).at("standard input"))?;
    Ok(known.insert(bytes).clone())
}

/// A graph game from a file, or from standard input for `-`.
///
/// # Errors
/// It cannot be read.
pub fn read_graph(path: &Path) -> Result<GraphFile, Error> {
    let name = path.display().to_string();
    graph::read(&Document::new(&name, &contents(&name)?))
}
