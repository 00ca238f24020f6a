//! Whether the values of one placement of the men, with all placements of the kings and both sides
//! to move, follow from the rules.
//!
//! What is known of a position is what [`Database::lookup`] says of it, and the moves are those of
//! the move generator. The values of the placement itself are looked up once and kept, because most
//! moves of kings lead to them.

use super::database::Database;
use super::error::EgdbError;
use super::slice::{Material, rank};
use super::value::{DRAW, Depth, Value, value_of};
use crate::board::{bits, step};
use crate::movegen;
use crate::moves::CheckersMove;
use crate::position::CheckersPosition;
use threefold_game::Player;

/// Sets of so many squares, in the order of the sets as binary numbers.
pub(super) fn sets(size: u32, among: u32) -> Vec<u32> {
    let mut sets = vec![0];
    for _ in 0..size {
        let larger = |&set: &u32| {
            let above = if set == 0 { u32::MAX } else { !(u32::MAX >> set.leading_zeros()) };
            bits(among & above).map(move |bit| set | bit)
        };
        sets = sets.iter().flat_map(larger).collect();
    }
    sets.sort_unstable();
    sets
}

/// What a slice and its mirror image have in common.
pub(super) struct Consistency<'a> {
    pub database: &'a Database,
    /// Seen by Black.
    pub material: Material,
    pub has_depths: bool,
    /// The sets of Black's and of White's kings on the whole board.
    kings: [Vec<u32>; 2],
}

/// Memory for one placement after the other, by side to move: by the number of Black's kings, then
/// of White's.
#[derive(Default)]
pub(super) struct Memory {
    known: [Vec<Known>; 2],
    depths: [Vec<Depth>; 2],
    /// Losses: moves of kings to wins that are not known to be founded.
    open: [Vec<u8>; 2],
    founded: Vec<(Player, u32, u32)>,
    moves: Vec<CheckersMove>,
}

impl Memory {
    /// A position, whose moves are in `moves` then.
    #[inline]
    fn enter(&mut self, men: [u32; 2], kings: [u32; 2], turn: Player) -> CheckersPosition {
        let position = position(men, kings, turn);
        self.moves.clear();
        movegen::generate(&position, &mut self.moves);
        position
    }
}

/// Makes `best` the best value so far, after a move to a position with `value` for the other side.
#[inline]
fn consider(best: &mut Value, value: Value) {
    match value {
        Value::Loss => *best = Value::Win,
        Value::Draw if *best == Value::Loss => *best = Value::Draw,
        _ => {}
    }
}

/// A position: its value, whether it is founded, and whether a capture is due.
#[derive(Clone, Copy)]
struct Known(u8);

impl Known {
    const FOUNDED: u8 = 4;
    const CAPTURE: u8 = 8;
    /// No position.
    const NOTHING: Self = Known(Self::FOUNDED | Self::CAPTURE);

    fn new(value: Value) -> Self {
        Known(value as u8)
    }

    #[inline]
    fn value(self) -> Value {
        match self.0 & 3 {
            0 => Value::Win,
            1 => Value::Draw,
            _ => Value::Loss,
        }
    }

    #[inline]
    fn is_founded(self) -> bool {
        self.0 & Self::FOUNDED != 0
    }
}

/// The numbers of Black's kings and of White's.
#[derive(Clone, Copy)]
struct Place([usize; 2]);

impl Place {
    /// Where a placement is in which one side's kings stand elsewhere.
    #[inline]
    fn with(mut self, x: usize, kings: u32) -> Self {
        self.0[x] = rank(kings) as usize;
        self
    }
}

/// Wins, draws and losses.
pub(super) type Counts = [u64; 3];

impl<'a> Consistency<'a> {
    pub fn new(database: &'a Database, material: Material, has_depths: bool) -> Self {
        let kings = [material.own_kings, material.their_kings].map(|k| sets(k.into(), u32::MAX));
        Consistency { database, material, has_depths, kings }
    }

    /// Verifies the placement of Black's and White's men; the values with Black and with White to
    /// move.
    pub fn verify(&self, men: [u32; 2], memory: &mut Memory) -> Result<[Counts; 2], EgdbError> {
        let counts = self.load(men, memory)?;
        memory.founded.clear();
        for turn in Player::ALL {
            self.each(men, |kings, place| {
                if self.has_depths {
                    self.verify_depth(turn, men, kings, place, memory)
                } else {
                    self.verify_value(turn, men, kings, place, memory)
                }
            })?;
        }
        if !self.has_depths {
            self.spread(men, memory);
            for turn in Player::ALL {
                self.each(men, |kings, place| {
                    if memory.known[turn.index()][self.at(place)].is_founded() {
                        return Ok(());
                    }
                    let what = "a win or loss without foundation".to_owned();
                    Err(self.wrong(what, &position(men, kings, turn)))
                })?;
            }
        }
        Ok(counts)
    }

    /// Visits the placements of the kings, Black's and White's.
    fn each(
        &self,
        men: [u32; 2],
        mut visit: impl FnMut([u32; 2], Place) -> Result<(), EgdbError>,
    ) -> Result<(), EgdbError> {
        let men = men[0] | men[1];
        for (row, &black) in self.kings[0].iter().enumerate().filter(|(_, set)| *set & men == 0) {
            for (column, &white) in self.kings[1].iter().enumerate() {
                if white & (men | black) == 0 {
                    visit([black, white], Place([row, column]))?;
                }
            }
        }
        Ok(())
    }

    #[inline]
    fn at(&self, place: Place) -> usize {
        place.0[0] * self.kings[1].len() + place.0[1]
    }

    /// Looks everything up.
    fn load(&self, men: [u32; 2], memory: &mut Memory) -> Result<[Counts; 2], EgdbError> {
        let size = self.kings[0].len() * self.kings[1].len();
        let mut counts = [[0; 3]; 2];
        for turn in Player::ALL {
            let x = turn.index();
            memory.known[x].resize(size, Known::NOTHING);
            memory.open[x].resize(if self.has_depths { 0 } else { size }, 0);
            memory.depths[x].resize(if self.has_depths { size } else { 0 }, DRAW);
            self.each(men, |kings, place| {
                let at = self.at(place);
                let position = position(men, kings, turn);
                let Some(value) = self.database.lookup(&position) else {
                    return Err(self.wrong("a value that is none".to_owned(), &position));
                };
                counts[x][value as usize] += 1;
                memory.known[x][at] = Known::new(value);
                if self.has_depths {
                    memory.depths[x][at] = self.database.depth_byte(&position).unwrap_or(DRAW);
                }
                Ok(())
            })?;
        }
        Ok(counts)
    }

    /// Where a move leads within the placement, if it is a quiet move of a king.
    #[inline]
    fn quiet(&self, kings: [u32; 2], place: Place, turn: Player, m: CheckersMove) -> Option<usize> {
        let mine = kings[turn.index()];
        if m.is_capture() || mine & m.from() == 0 {
            return None;
        }
        Some(self.at(place.with(turn.index(), mine ^ m.from() ^ m.to())))
    }

    /// A value against those of the successors.
    fn verify_value(
        &self,
        turn: Player,
        men: [u32; 2],
        kings: [u32; 2],
        place: Place,
        memory: &mut Memory,
    ) -> Result<(), EgdbError> {
        let (x, y) = (turn.index(), turn.opponent().index());
        let at = self.at(place);
        let value = memory.known[x][at].value();
        let position = memory.enter(men, kings, turn);
        let mut best = Value::Loss;
        let mut flags = 0;
        let mut open = 0;
        for &m in &memory.moves {
            match self.quiet(kings, place, turn, m) {
                Some(after) => {
                    open += 1;
                    consider(&mut best, memory.known[y][after].value());
                }
                None => {
                    let after = self.value_after(&position, m)?;
                    consider(&mut best, after);
                    if m.is_capture() {
                        flags |= Known::CAPTURE;
                    }
                    if after == Value::Loss {
                        flags |= Known::FOUNDED;
                    }
                }
            }
            // A win needs one move that is right, and rather one that cannot be taken back.
            if value == Value::Win && flags & Known::FOUNDED != 0 {
                break;
            }
        }
        self.compare(value, best, &position)?;
        match value {
            Value::Draw => flags |= Known::FOUNDED,
            Value::Loss if open == 0 => flags |= Known::FOUNDED,
            _ => {}
        }
        if flags & Known::FOUNDED != 0 && value != Value::Draw {
            memory.founded.push((turn, kings[0], kings[1]));
        }
        memory.known[x][at].0 |= flags;
        memory.open[x][at] = open;
        Ok(())
    }

    fn value_after(
        &self,
        position: &CheckersPosition,
        m: CheckersMove,
    ) -> Result<Value, EgdbError> {
        let mut after = *position;
        movegen::make(&mut after, m);
        self.database
            .lookup(&after)
            .ok_or_else(|| self.wrong(format!("no value after a move to {after}"), position))
    }

    /// Founds wins on lost successors, and losses on nothing but won ones. A position from which a
    /// quiet move of a king leads here is found by taking one back.
    fn spread(&self, men: [u32; 2], memory: &mut Memory) {
        while let Some((turn, black, white)) = memory.founded.pop() {
            let kings = [black, white];
            let x = turn.index();
            let y = 1 - x;
            let place = Place(kings.map(|kings| rank(kings) as usize));
            let value = memory.known[x][self.at(place)].value();
            let empty = !(men[0] | men[1] | black | white);
            for to in bits(kings[y]) {
                for from in (0..4).map(|d| step(to, d) & empty).filter(|&from| from != 0) {
                    let mut before = kings;
                    before[y] ^= from | to;
                    let at = self.at(place.with(y, before[y]));
                    let known = &mut memory.known[y][at];
                    if known.0 & (Known::CAPTURE | Known::FOUNDED) != 0 {
                        continue;
                    }
                    let is_founded = match (known.value(), value) {
                        (Value::Win, Value::Loss) => true,
                        (Value::Loss, Value::Win) => {
                            // As many as the move generator has counted.
                            memory.open[y][at] -= 1;
                            memory.open[y][at] == 0
                        }
                        _ => false,
                    };
                    if is_founded {
                        known.0 |= Known::FOUNDED;
                        memory.founded.push((turn.opponent(), before[0], before[1]));
                    }
                }
            }
        }
    }

    /// A value and a depth against those of the successors. Depths rule circles out.
    fn verify_depth(
        &self,
        turn: Player,
        men: [u32; 2],
        kings: [u32; 2],
        place: Place,
        memory: &mut Memory,
    ) -> Result<(), EgdbError> {
        let (x, y) = (turn.index(), turn.opponent().index());
        let at = self.at(place);
        let (value, depth) = (memory.known[x][at].value(), memory.depths[x][at]);
        let position = memory.enter(men, kings, turn);
        let mut best = Value::Loss;
        // The depth that follows: of the quickest win, or of the slowest loss.
        let (mut win, mut loss): (Option<Depth>, Depth) = (None, 0);
        for &m in &memory.moves {
            let (value, depth) = match self.quiet(kings, place, turn, m) {
                Some(after) => (memory.known[y][after].value(), memory.depths[y][after]),
                None => {
                    let mut after = position;
                    movegen::make(&mut after, m);
                    let depth = self.database.depth_byte(&after).unwrap_or(DRAW);
                    (self.value_after(&position, m)?, depth)
                }
            };
            consider(&mut best, value);
            match value_of(depth) {
                Some(Value::Loss) => win = Some(win.unwrap_or(DRAW).min(depth + 1)),
                Some(Value::Win) => loss = loss.max(depth + 1),
                _ => {}
            }
        }
        self.compare(value, best, &position)?;
        let expected = match best {
            Value::Win => win.unwrap_or(DRAW),
            Value::Draw => DRAW,
            Value::Loss => loss,
        };
        if depth != expected || value_of(depth) != Some(value) {
            return Err(self.wrong(format!("depth {depth} instead of {expected}"), &position));
        }
        Ok(())
    }

    fn compare(
        &self,
        value: Value,
        best: Value,
        position: &CheckersPosition,
    ) -> Result<(), EgdbError> {
        if value == best {
            return Ok(());
        }
        Err(self.wrong(format!("{} instead of {}", value.name(), best.name()), position))
    }

    fn wrong(&self, what: String, position: &CheckersPosition) -> EgdbError {
        let black = position.turn == Player::First;
        let slice = if black { self.material } else { self.material.mirrored() };
        EgdbError::Wrong { slice: slice.to_string(), what, position: position.to_string() }
    }
}

fn position(men: [u32; 2], kings: [u32; 2], turn: Player) -> CheckersPosition {
    let pieces = [men[0] | kings[0], men[1] | kings[1]];
    CheckersPosition { pieces, kings: kings[0] | kings[1], turn }
}
