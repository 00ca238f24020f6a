//! What has been seen of a game: its positions, numbered, with their moves.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock};

use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyDict, PyString};
use threefold::game::{Outcome, Player};

use super::arena::Arena;
use crate::faults::fault;

/// What is known of a position.
pub struct Node {
    object: Py<PyAny>,
    /// How it is written.
    text: OnceLock<String>,
    status: OnceLock<Status>,
    moves: OnceLock<Box<[Edge]>>,
    /// The number of its board.
    board: OnceLock<u32>,
}

/// Whether the game goes on.
#[derive(Clone, Copy)]
pub enum Status {
    /// The player is to move.
    Turn(Player),
    /// It is over.
    Over(Outcome),
}

/// A move: what it is called, and where it leads.
pub struct Edge {
    /// One word.
    pub text: String,
    /// The number of the position.
    pub to: u32,
}

/// All that has been seen of a game in Python. It does not hold the game itself, which holds it.
#[pyclass(frozen, module = "threefold._threefold")]
pub struct Mirror {
    nodes: Arena<Node>,
    len: AtomicU32,
    /// From positions to numbers: Python says which of them are equal.
    numbers: Py<PyDict>,
    /// The same by how they are written.
    texts: Py<PyDict>,
    boards: Py<PyDict>,
    /// Held while a position is looked for and put in: what Python's comparison does may let
    /// another thread in.
    adding: Mutex<()>,
}

#[pymethods]
impl Mirror {
    #[new]
    fn new(py: Python<'_>) -> Self {
        Mirror {
            nodes: Arena::default(),
            len: AtomicU32::new(0),
            numbers: PyDict::new(py).unbind(),
            texts: PyDict::new(py).unbind(),
            boards: PyDict::new(py).unbind(),
            adding: Mutex::new(()),
        }
    }

    fn __len__(&self) -> usize {
        self.len() as usize
    }

    /// The position that was written so, if one has been met that is.
    fn object(&self, py: Python<'_>, text: &str) -> PyResult<Option<Py<PyAny>>> {
        Ok(self.find(py, text)?.map(|number| self.node(number).object.clone_ref(py)))
    }

    /// Makes a position known, so that what is written as it is can be read.
    fn meet(
        &self,
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        position: &Bound<'_, PyAny>,
    ) -> PyResult<u32> {
        let number = self.number(position)?;
        self.text(py, game, number)?;
        Ok(number)
    }

    /// Lists what can be reached from a position, at most so many positions: how many there are.
    fn list(
        &self,
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        position: &Bound<'_, PyAny>,
        most: usize,
    ) -> PyResult<Vec<u32>> {
        let root = self.number(position)?;
        let mut seen = vec![root];
        let mut is_seen = std::collections::HashSet::from([root]);
        let mut next = 0;
        while let Some(&number) = seen.get(next) {
            next += 1;
            py.check_signals()?;
            if let Status::Over(_) = self.status(py, game, number)? {
                continue;
            }
            for edge in self.moves(py, game, number)? {
                if is_seen.insert(edge.to) {
                    seen.push(edge.to);
                }
            }
            if seen.len() > most {
                let message = format!("more than {most} positions can be reached");
                return Err(fault(py, "GameError", message, Some("raise most=")));
            }
        }
        Ok(seen)
    }

    /// A position with its number: the object, its status and its moves, as far as they are known.
    fn known<'py>(&self, py: Python<'py>, number: u32) -> PyResult<Bound<'py, PyAny>> {
        if number >= self.len() {
            return Err(fault(py, "GameError", format!("no position number {number}"), None));
        }
        let node = self.node(number);
        let status = node.status.get().map(|status| match *status {
            Status::Turn(player) => format!("turn-{}", player.index()),
            Status::Over(Outcome::Draw) => "draw".to_owned(),
            Status::Over(Outcome::Win(player)) => format!("win-{}", player.index()),
        });
        let moves = node
            .moves
            .get()
            .map(|moves| moves.iter().map(|edge| (edge.text.clone(), edge.to)).collect::<Vec<_>>());
        (node.object.clone_ref(py), status, moves).into_pyobject(py).map(Bound::into_any)
    }
}

impl Mirror {
    /// How many positions have been met.
    pub fn len(&self) -> u32 {
        self.len.load(Ordering::Acquire)
    }

    /// What is known of a position.
    #[inline]
    pub fn node(&self, number: u32) -> &Node {
        self.nodes.get(number)
    }

    /// The number of a position, a new one if it has not been met.
    ///
    /// # Errors
    /// It cannot be hashed, or there are too many.
    pub fn number(&self, position: &Bound<'_, PyAny>) -> PyResult<u32> {
        let py = position.py();
        let numbers = self.numbers.bind(py);
        let _adding = self.adding.lock_py_attached(py);
        let found = numbers.get_item(position).map_err(|error| unhashable(py, position, error))?;
        if let Some(number) = found {
            return number.extract();
        }
        let number = self.len();
        if number == u32::MAX - 1 {
            return Err(fault(py, "GameError", "more positions than 32 bits count".into(), None));
        }
        let node = Node {
            object: position.clone().unbind(),
            text: OnceLock::new(),
            status: OnceLock::new(),
            moves: OnceLock::new(),
            board: OnceLock::new(),
        };
        self.nodes.put(number, node);
        self.len.store(number + 1, Ordering::Release);
        numbers.set_item(position, number)?;
        Ok(number)
    }

    /// The position that is written so, of those whose text has been asked for.
    ///
    /// # Errors
    /// None that Python could explain.
    pub fn find(&self, py: Python<'_>, text: &str) -> PyResult<Option<u32>> {
        self.texts.bind(py).get_item(text)?.map(|number| number.extract()).transpose()
    }

    /// How a position is written.
    ///
    /// # Errors
    /// The game says nothing that can stand in a certificate, or the same of two positions.
    pub fn text(&self, py: Python<'_>, game: &Bound<'_, PyAny>, number: u32) -> PyResult<&str> {
        let node = self.node(number);
        if let Some(text) = node.text.get() {
            return Ok(text);
        }
        let object = node.object.bind(py);
        let method = game.getattr_opt("text")?;
        let text: String = match method {
            Some(method) => method.call1((object,))?.extract()?,
            None => object.repr()?.extract()?,
        };
        let is_plain = !text.is_empty()
            && text.trim() == text
            && !text.contains(char::is_control)
            && ![" #", " moves "].iter().any(|part| text.contains(part));
        if !is_plain {
            let message = format!("{text:?} cannot be the text of a position");
            let hint = "define text(position): one line, without ' #' and ' moves '";
            return Err(fault(py, "GameError", message, Some(hint)));
        }
        let other = self.find(py, &text)?.filter(|&other| other != number);
        if other.is_some() {
            let message = format!("two positions are written {text:?}");
            let hint = "define text(position), different for different positions";
            return Err(fault(py, "GameError", message, Some(hint)));
        }
        self.texts.bind(py).set_item(&text, number)?;
        Ok(node.text.get_or_init(|| text))
    }

    /// Whether the game goes on in a position. Asks `result`, and `to_move` where that is needed.
    ///
    /// # Errors
    /// What the game raises, or that it says something else than is expected.
    pub fn status(&self, py: Python<'_>, game: &Bound<'_, PyAny>, number: u32) -> PyResult<Status> {
        let node = self.node(number);
        if let Some(&status) = node.status.get() {
            return Ok(status);
        }
        let object = node.object.bind(py);
        let result = game.call_method1(pyo3::intern!(py, "result"), (object,))?;
        let to_move = || {
            let player = game.call_method1(pyo3::intern!(py, "to_move"), (object,))?;
            player_named(&player)
        };
        let status = if result.is_none() {
            Status::Turn(to_move()?)
        } else {
            let word = result.cast::<PyString>().ok().map(|word| word.to_str()).transpose()?;
            Status::Over(match word {
                Some("draw") => Outcome::Draw,
                Some("win") => Outcome::Win(to_move()?),
                Some("loss") => Outcome::Win(to_move()?.opponent()),
                Some("first") => Outcome::Win(Player::First),
                Some("second") => Outcome::Win(Player::Second),
                _ => {
                    let message = format!("result({}) is {}", object.repr()?, result.repr()?);
                    let hint = "expected None while the game goes on, 'win', 'loss' or 'draw' for \
                                the player to move, or who has won: 'first' or 'second'";
                    return Err(fault(py, "GameError", message, Some(hint)));
                }
            })
        };
        Ok(*node.status.get_or_init(|| status))
    }

    /// The moves of a position in which the game goes on.
    ///
    /// # Errors
    /// What the game raises, or that it says something else than is expected.
    pub fn moves(&self, py: Python<'_>, game: &Bound<'_, PyAny>, number: u32) -> PyResult<&[Edge]> {
        let node = self.node(number);
        if let Some(moves) = node.moves.get() {
            return Ok(moves);
        }
        let object = node.object.bind(py);
        let mut edges: Vec<Edge> = Vec::new();
        let listed = game.call_method1(pyo3::intern!(py, "moves"), (object,))?;
        for one in listed.try_iter()? {
            let one = one?;
            let Ok((text, to)) = one.extract::<(Bound<'_, PyString>, Bound<'_, PyAny>)>() else {
                let message = format!("moves({}) gives {}", object.repr()?, one.repr()?);
                let hint = "expected pairs of a name and a position";
                return Err(fault(py, "GameError", message, Some(hint)));
            };
            let text = text.to_str()?.to_owned();
            if text.is_empty() || text.contains(|c: char| c.is_whitespace() || c.is_control()) {
                let message = format!("a move of {} is called {text:?}", object.repr()?);
                let hint = "expected a word: a certificate has a move on each line";
                return Err(fault(py, "GameError", message, Some(hint)));
            }
            edges.push(Edge { text, to: self.number(&to)? });
        }
        let mut names: Vec<&str> = edges.iter().map(|edge| edge.text.as_str()).collect();
        names.sort_unstable();
        if let Some(twice) = names.windows(2).find(|two| two[0] == two[1]) {
            let message = format!("two moves of {} are called '{}'", object.repr()?, twice[0]);
            return Err(fault(py, "GameError", message, Some("expected names of their own")));
        }
        Ok(node.moves.get_or_init(|| edges.into_boxed_slice()))
    }

    /// The number of a position's board.
    ///
    /// # Errors
    /// What the game raises.
    pub fn board(&self, py: Python<'_>, game: &Bound<'_, PyAny>, number: u32) -> PyResult<u32> {
        let node = self.node(number);
        if let Some(&board) = node.board.get() {
            return Ok(board);
        }
        let board = game.call_method1(pyo3::intern!(py, "board"), (node.object.bind(py),))?;
        let boards = self.boards.bind(py);
        let _adding = self.adding.lock_py_attached(py);
        let found = boards.get_item(&board).map_err(|error| unhashable(py, &board, error))?;
        let known = match found {
            Some(known) => known.extract()?,
            None => {
                let next = u32::try_from(boards.len()).unwrap_or(u32::MAX);
                boards.set_item(&board, next)?;
                next
            }
        };
        Ok(*node.board.get_or_init(|| known))
    }
}

impl Node {
    /// The status, if it has been asked for.
    #[inline]
    pub fn known_status(&self) -> Option<Status> {
        self.status.get().copied()
    }

    /// The moves, if they have been asked for.
    #[inline]
    pub fn known_moves(&self) -> Option<&[Edge]> {
        self.moves.get().map(AsRef::as_ref)
    }

    /// The board, if it has been asked for.
    #[inline]
    pub fn known_board(&self) -> Option<u32> {
        self.board.get().copied()
    }
}

fn unhashable(py: Python<'_>, position: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    if !error.is_instance_of::<pyo3::exceptions::PyTypeError>(py) {
        return error;
    }
    let name = position.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string());
    let hint = "positions are tuples, strings, frozen dataclasses: what can be a key of a dict";
    let message = format!("a position cannot be hashed: it is a {name} ({})", error.value(py));
    fault(py, "GameError", message, Some(hint))
}

/// A player, as 0 or 1, or by name.
fn player_named(player: &Bound<'_, PyAny>) -> PyResult<Player> {
    if let Ok(number) = player.extract::<u32>() {
        match number {
            0 => return Ok(Player::First),
            1 => return Ok(Player::Second),
            _ => {}
        }
    }
    match player.extract::<String>().as_deref() {
        Ok("first") => Ok(Player::First),
        Ok("second") => Ok(Player::Second),
        _ => {
            let message = format!("to_move is {}", player.repr()?);
            let hint = "expected 0 or 'first', 1 or 'second'";
            Err(fault(player.py(), "GameError", message, Some(hint)))
        }
    }
}
