//! The rules of a game in Python, as the search and the checker want them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::prelude::*;
use threefold::game::{
    Distances, ExactFootprint, Game, Leaf, NotationError, Outcome, Player, RepetitionRule,
    Searchable, splitmix,
};
use threefold::search::Interrupt;
use threefold::session::registry::GameName;

use super::mirror::{Edge, Mirror, Status};
use crate::faults::fault;
use crate::watching::Raised;

/// A game in Python, for one request. What it raises ends the request: from then on nothing that
/// the rules say counts.
pub struct Rules {
    game: Py<PyAny>,
    mirror: Arc<Py<Mirror>>,
    name: String,
    players: [String; 2],
    has_boards: bool,
    interrupt: Interrupt,
    raised: Raised,
    failed: AtomicBool,
}

impl Rules {
    /// The rules of a game of which `mirror` is what has been seen of it.
    ///
    /// # Errors
    /// Its name, or those of its players, are none.
    pub fn new(
        game: &Bound<'_, PyAny>,
        mirror: &Bound<'_, Mirror>,
        interrupt: Interrupt,
        raised: Raised,
    ) -> PyResult<Self> {
        let py = game.py();
        let name: Option<String> =
            game.getattr_opt("name")?.map(|name| name.extract()).transpose()?.flatten();
        let name = match name {
            Some(name) => name,
            None => game.get_type().name()?.to_string().to_lowercase(),
        };
        let players = game.getattr_opt("players")?.map(|players| players.extract()).transpose()?;
        let players: (String, String) =
            players.unwrap_or_else(|| ("first".to_owned(), "second".to_owned()));
        let players = [players.0, players.1];
        let is_word = |word: &str| {
            !word.is_empty()
                && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        };
        if let Some(word) = players.iter().chain([&name]).find(|word| !is_word(word)) {
            let message = format!("{word:?} cannot be the name of a game or a player");
            let hint = "expected a word of lower-case letters, digits and '_'";
            return Err(fault(py, "GameError", message, Some(hint)));
        }
        if GameName::of(&name).is_some() {
            let message = format!("'{name}' is the name of a game that is known here");
            return Err(fault(py, "GameError", message, Some("set another name")));
        }
        if players[0] == players[1] {
            let message = format!("both players are called '{}'", players[0]);
            return Err(fault(py, "GameError", message, Some("set players to two names")));
        }
        Ok(Rules {
            has_boards: game.hasattr("board")?,
            game: game.clone().unbind(),
            mirror: Arc::new(mirror.clone().unbind()),
            name,
            players,
            interrupt,
            raised,
            failed: AtomicBool::new(false),
        })
    }

    /// Whether positions have boards of their own, so that positional superko can be asked about.
    pub fn has_boards(&self) -> bool {
        self.has_boards
    }

    fn mirror(&self) -> &Mirror {
        self.mirror.get()
    }

    /// What Python says; without it if it raises something, now or before.
    fn ask<T>(&self, ask: impl FnOnce(Python<'_>, &Bound<'_, PyAny>) -> PyResult<T>) -> Option<T> {
        if self.failed.load(Ordering::Relaxed) {
            return None;
        }
        // Python may have ended while a search goes on that nobody waits for.
        match Python::try_attach(|py| ask(py, self.game.bind(py))) {
            Some(Ok(said)) => return Some(said),
            Some(Err(error)) => self.raised.keep(error),
            None => {}
        }
        self.failed.store(true, Ordering::Relaxed);
        self.interrupt.raise();
        None
    }

    fn status(&self, position: u32) -> Status {
        let known = self.mirror().node(position).known_status();
        let status =
            known.or_else(|| self.ask(|py, game| self.mirror().status(py, game, position)));
        status.unwrap_or(Status::Over(Outcome::Draw))
    }

    fn edges(&self, position: u32) -> &[Edge] {
        let known = self.mirror().node(position).known_moves();
        let asked = || self.ask(|py, game| self.mirror().moves(py, game, position).map(|_| ()));
        match known {
            Some(moves) => moves,
            None => asked()
                .and_then(|()| self.mirror().node(position).known_moves())
                .unwrap_or_default(),
        }
    }

    fn board(&self, position: u32) -> u32 {
        if !self.has_boards {
            return position;
        }
        let known = self.mirror().node(position).known_board();
        known
            .or_else(|| self.ask(|py, game| self.mirror().board(py, game, position)))
            .unwrap_or_default()
    }

    fn edge(&self, position: u32, place: u32) -> Option<&Edge> {
        self.edges(position).get(place as usize)
    }
}

impl Game for Rules {
    /// A number of the mirror.
    type Position = u32;
    /// The place among the moves of the position.
    type Move = u32;
    type Undo = u32;
    /// The number of the board under positional superko, of the position otherwise.
    type Situation = u32;
    type Footprint = ExactFootprint;

    fn name(&self) -> &str {
        &self.name
    }

    fn player_name(&self, player: Player) -> &str {
        &self.players[player.index()]
    }

    fn repetition_rules(&self) -> &[RepetitionRule] {
        // Without boards nobody knows what positional superko compares.
        const WITHOUT_BOARDS: [RepetitionRule; 4] = [
            RepetitionRule::Draw,
            RepetitionRule::AttackerLoses,
            RepetitionRule::AttackerWins,
            RepetitionRule::SituationalSuperko,
        ];
        if self.has_boards { &RepetitionRule::ALL } else { const { &WITHOUT_BOARDS } }
    }

    fn player_to_move(&self, position: &u32) -> Player {
        match self.status(*position) {
            Status::Turn(player) => player,
            Status::Over(_) => Player::First,
        }
    }

    fn terminal(&self, position: &u32) -> Option<Outcome> {
        match self.status(*position) {
            Status::Turn(_) => None,
            Status::Over(outcome) => Some(outcome),
        }
    }

    fn moves(&self, position: &u32, moves: &mut Vec<u32>) {
        moves.extend(0..self.edges(*position).len() as u32);
    }

    /// Who cannot move has lost.
    fn stuck(&self, position: &u32) -> Outcome {
        Outcome::Win(self.player_to_move(position).opponent())
    }

    fn make(&self, position: &mut u32, m: u32) -> u32 {
        let to = self.edge(*position, m).map_or(*position, |edge| edge.to);
        std::mem::replace(position, to)
    }

    fn undo(&self, position: &mut u32, _m: u32, undo: u32) {
        *position = undo;
    }

    fn situation(&self, position: &u32, rule: RepetitionRule) -> u32 {
        match rule {
            RepetitionRule::PositionalSuperko => self.board(*position),
            _ => *position,
        }
    }

    fn write_move(&self, position: &u32, m: u32, out: &mut String) {
        out.push_str(self.edge(*position, m).map_or("?", |edge| &edge.text));
    }

    fn parse_move(&self, position: &u32, text: &str) -> Result<u32, NotationError> {
        let place = self.edges(*position).iter().position(|edge| edge.text == text);
        place
            .map(|place| place as u32)
            .ok_or_else(|| NotationError::new(format!("'{text}' is not a legal move here")))
    }

    fn sort_by_notation(&self, position: &u32, moves: &mut [u32]) {
        let edges = self.edges(*position);
        let text = |m: u32| edges.get(m as usize).map(|edge| edge.text.as_str());
        moves.sort_unstable_by(|&a, &b| text(a).cmp(&text(b)));
    }

    fn write_position(&self, position: &u32, out: &mut String) {
        let text = self
            .ask(|py, game| self.mirror().text(py, game, *position).map(|text| out.push_str(text)));
        if text.is_none() {
            out.push('?');
        }
    }

    fn parse_position(&self, text: &str) -> Result<u32, NotationError> {
        let found = self.ask(|py, _| self.mirror().find(py, text)).flatten();
        found.ok_or_else(|| {
            NotationError::new(format!("no position that has been met is written '{text}'"))
        })
    }
}

impl Searchable for Rules {
    fn key(&self, position: &u32) -> u64 {
        splitmix(u64::from(*position))
    }

    fn repetition_key(&self, position: &u32, rule: RepetitionRule) -> u64 {
        match rule {
            // Boards are numbered above all positions, lest a board's key be a position's.
            RepetitionRule::PositionalSuperko => {
                splitmix((1 << 32) | u64::from(self.board(*position)))
            }
            _ => self.key(position),
        }
    }

    fn repetition_is_exact(&self, rule: RepetitionRule) -> bool {
        rule != RepetitionRule::PositionalSuperko
    }

    const SITUATION_WORDS: usize = 1;

    fn situation_bits(&self, position: &u32, rule: RepetitionRule, bits: &mut [u64]) {
        bits[0] = self.situation(position, rule).into();
    }

    fn leaf(&self, position: &mut u32, attacker: Player) -> Leaf<u32> {
        let _ = (position, attacker);
        // The number of moves would be a better guess, and would have to be asked for.
        Leaf::Estimate { pn: 1, dn: 1 }
    }

    fn encode_move(&self, _position: &u32, m: u32) -> u32 {
        m
    }

    fn decode_move(&self, position: &u32, code: u32) -> Option<u32> {
        (code < self.edges(*position).len() as u32).then_some(code)
    }
}

impl Distances for Rules {}
