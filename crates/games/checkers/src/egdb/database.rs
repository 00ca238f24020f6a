//! What is known, and how it is looked up.

use std::path::Path;

use super::error::EgdbError;
use super::file::{self, Header, Kind};
use super::map::Bytes;
use super::slice::{Layout, MOST, Material, Relative};
use super::value::{Depth, Value, unpack};
use crate::movegen;
use crate::moves::CheckersMove;
use crate::position::CheckersPosition;

/// One slice that is there.
#[derive(Debug)]
pub(crate) struct Slice {
    pub layout: Layout,
    /// What its file says of itself.
    pub header: Header,
    pub values: Data,
    pub depths: Option<(Header, Data)>,
}

/// The numbers of a slice, behind the header of the file if it is one.
#[derive(Debug)]
pub(crate) struct Data {
    pub bytes: Bytes,
    pub from: usize,
}

impl Data {
    #[inline]
    pub fn payload(&self) -> &[u8] {
        &self.bytes[self.from..]
    }
}

/// An opened endgame database: win, draw or loss of every position with few pieces.
///
/// Looking up allocates nothing and may be done from any number of threads. All positions are
/// stored, those in which a capture is due included, so that a value never depends on where in a
/// sequence of captures it is asked for.
///
/// The values are those of the game without a history: a position that repeats is a draw.
///
/// ```
/// use threefold_checkers::egdb::{Database, Value};
///
/// // All positions with two and three pieces, built in memory.
/// let database = Database::in_memory(3);
/// let probe = |fen: &str| database.probe(&fen.parse().unwrap());
/// assert_eq!(probe("W:WK6,K9:BK15"), Some(Value::Win));
/// assert_eq!(probe("W:WK18:BK29,K30"), Some(Value::Draw));
/// assert_eq!(probe("W:WK19,K23:B12,K28"), None); // four pieces
/// ```
#[derive(Debug)]
pub struct Database {
    pieces: u8,
    /// By [`Material::code`].
    slices: Vec<Option<Box<Slice>>>,
}

impl Database {
    /// A database that knows nothing.
    pub(crate) fn empty() -> Self {
        Database { pieces: 1, slices: (0..4096).map(|_| None).collect() }
    }

    /// The version of the files: others are refused. A directory named after it is not met by a
    /// program that cannot read it.
    pub const VERSION: u32 = file::VERSION;

    /// Opens the files in a directory: everything up to the largest number of pieces for which all
    /// slices are there, but not more than `most`. Headers and sizes of the files are verified,
    /// their contents are not ([`Database::verify_checksums`]).
    ///
    /// # Errors
    /// The directory cannot be read, or holds no complete database; a file is damaged.
    pub fn open(directory: &Path, most: Option<u8>) -> Result<Self, EgdbError> {
        let mut database = Database::empty();
        let most = most.unwrap_or(MOST as u8).min(MOST as u8);
        for pieces in 2..=most {
            let all = Material::all(pieces);
            if !all.iter().all(|&m| file::path(directory, m, Kind::Values).exists()) {
                break;
            }
            for material in all {
                database.insert(file::open(directory, material)?);
            }
            database.pieces = pieces;
        }
        if database.pieces < 2 {
            std::fs::read_dir(directory).map_err(|error| EgdbError::io(directory, error))?;
            return Err(EgdbError::Nothing(directory.to_owned()));
        }
        Ok(database)
    }

    pub(crate) fn insert(&mut self, slice: Slice) {
        let code = slice.layout.material.code();
        self.slices[code] = Some(Box::new(slice));
    }

    pub(crate) fn complete(&mut self, pieces: u8) {
        self.pieces = pieces;
    }

    /// Up to how many pieces every position is known.
    pub fn pieces(&self) -> u8 {
        self.pieces
    }

    /// Up to how many pieces the depth of every win is known as well; 1 if of none.
    pub fn depth_pieces(&self) -> u8 {
        let has =
            |material: Material| self.slice(material).is_some_and(|slice| slice.depths.is_some());
        (2..=self.pieces)
            .take_while(|&pieces| Material::all(pieces).into_iter().all(has))
            .last()
            .unwrap_or(1)
    }

    #[inline]
    pub(crate) fn slice(&self, material: Material) -> Option<&Slice> {
        self.slices[material.code()].as_deref()
    }

    /// The slices up to [`Database::pieces`], in the order in which they are built.
    pub(crate) fn slices(&self) -> impl Iterator<Item = &Slice> {
        (2..=self.pieces).flat_map(Material::all).filter_map(|material| self.slice(material))
    }

    /// The value for the side to move; `None` if there are more pieces than the database holds, or
    /// only pieces of the side to move, which no game leads to.
    #[inline]
    pub fn probe(&self, position: &CheckersPosition) -> Option<Value> {
        if position.count() > u32::from(self.pieces) {
            return None;
        }
        self.lookup(position)
    }

    /// The same, wherever the slice is there.
    #[inline]
    pub(crate) fn lookup(&self, position: &CheckersPosition) -> Option<Value> {
        if position.count() > MOST as u32 {
            return None;
        }
        let us = position.turn;
        if position.pieces(us) == 0 {
            return Some(Value::Loss);
        }
        if position.pieces(us.opponent()) == 0 {
            // Cannot come up in a game, and his own pieces may block each other.
            return None;
        }
        let relative = Relative::of(position);
        let slice = self.slice(relative.material())?;
        unpack(slice.values.payload(), slice.layout.index(&relative))
    }

    /// Plies to the end of the game if the winner hurries and the loser delays: odd if the side to
    /// move wins, even if it loses. `None` for draws, and where depths are not known.
    pub fn depth(&self, position: &CheckersPosition) -> Option<u8> {
        self.depth_byte(position).filter(|&depth| depth <= super::value::LONGEST)
    }

    /// The depth as it is stored, draws included.
    #[inline]
    pub(crate) fn depth_byte(&self, position: &CheckersPosition) -> Option<Depth> {
        if position.count() > MOST as u32 {
            return None;
        }
        if position.pieces(position.turn) == 0 {
            return Some(0);
        }
        if position.pieces(position.turn.opponent()) == 0 {
            return None;
        }
        let relative = Relative::of(position);
        let slice = self.slice(relative.material())?;
        let (_, depths) = slice.depths.as_ref()?;
        Some(depths.payload()[slice.layout.index(&relative) as usize])
    }

    /// A move that keeps the value: of a win, one that wins soonest, or where depths are not known
    /// any that wins; of a draw, one that leads to a draw; of a loss, one that delays it longest,
    /// or any. `None` if the position is not known or has no move.
    pub fn best_move(&self, position: &CheckersPosition) -> Option<CheckersMove> {
        let value = self.probe(position)?;
        let mut moves = Vec::new();
        movegen::generate(position, &mut moves);
        let after = |m: CheckersMove| {
            let mut after = *position;
            movegen::make(&mut after, m);
            after
        };
        match value {
            Value::Win => {
                let won = moves.into_iter().filter(|&m| self.probe(&after(m)) == Some(Value::Loss));
                won.min_by_key(|&m| self.depth(&after(m)))
            }
            Value::Draw => moves.into_iter().find(|&m| self.probe(&after(m)) == Some(Value::Draw)),
            Value::Loss => moves.into_iter().max_by_key(|&m| self.depth(&after(m))),
        }
    }

    /// The game from a won or lost position to its end, both sides playing [`Database::best_move`].
    /// Nothing for a draw, or where depths are not known.
    pub fn line(&self, position: &CheckersPosition) -> Vec<CheckersMove> {
        let mut position = *position;
        let mut line = Vec::new();
        while let Some(depth) = self.depth(&position) {
            let Some(m) = self.best_move(&position) else { break };
            debug_assert!(depth > 0);
            movegen::make(&mut position, m);
            line.push(m);
        }
        line
    }

    /// What certificates say of the database: `checkers-wld 5 blake3:<hash>`. The hash is over the
    /// values of all slices up to that number of pieces.
    pub fn declaration(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        for slice in self.slices() {
            let m = slice.layout.material;
            hasher.update(&[m.own_men, m.own_kings, m.their_men, m.their_kings]);
            hasher.update(&slice.header.payload_hash);
        }
        format!("checkers-wld {} blake3:{}", self.pieces, hasher.finalize().to_hex())
    }

    /// How many pieces a [declaration](Database::declaration) speaks of.
    ///
    /// ```
    /// use threefold_checkers::egdb::Database;
    /// assert_eq!(Database::declared_pieces("checkers-wld 5 blake3:00"), Some(5));
    /// assert_eq!(Database::declared_pieces("another 5 blake3:00"), None);
    /// ```
    pub fn declared_pieces(declaration: &str) -> Option<u8> {
        let mut words = declaration.split(' ');
        let number = (words.next() == Some("checkers-wld")).then(|| words.next())??;
        number.parse().ok().filter(|&pieces| (2..=MOST as u8).contains(&pieces))
    }

    /// How many positions there are with exactly so many pieces and at least one for each side, the
    /// side to move counted as Black.
    pub fn count_of(&self, pieces: u8) -> u64 {
        Material::all(pieces).into_iter().map(Material::positions).sum()
    }

    /// One of them, Black to move: the slices in the order in which they are built.
    ///
    /// # Panics
    /// If `number` is not below [`Database::count_of`].
    pub fn position(&self, pieces: u8, mut number: u64) -> CheckersPosition {
        for material in Material::all(pieces) {
            let layout = Layout::new(material);
            if number < layout.size {
                return layout.position(number).position();
            }
            number -= layout.size;
        }
        panic!("there are not so many positions with {pieces} pieces");
    }

    /// Reads every file and compares it with its checksum.
    ///
    /// # Errors
    /// The first file that has changed since it was written.
    pub fn verify_checksums(&self) -> Result<(), EgdbError> {
        for slice in self.slices() {
            slice.verify_checksums()?;
        }
        Ok(())
    }

    /// What is there, slice by slice.
    pub fn info(&self) -> Vec<SliceInfo> {
        self.slices()
            .map(|slice| SliceInfo {
                material: slice.layout.material,
                positions: slice.layout.size,
                wins: slice.header.wins,
                draws: slice.header.draws,
                losses: slice.header.losses,
                longest_win: slice.depths.as_ref().map(|(header, _)| header.longest),
                bytes: (slice.values.bytes.len()
                    + slice.depths.as_ref().map_or(0, |(_, data)| data.bytes.len()))
                    as u64,
            })
            .collect()
    }
}

impl Slice {
    pub(crate) fn verify_checksums(&self) -> Result<(), EgdbError> {
        let depths = self.depths.as_ref().map(|(header, data)| (header, data));
        for (header, data) in [(&self.header, &self.values)].into_iter().chain(depths) {
            if blake3::hash(data.payload()).as_bytes() != &header.payload_hash {
                return Err(EgdbError::Checksum(file::name(header.material, header.kind)));
            }
        }
        Ok(())
    }
}

/// What [`Database::info`] says of a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SliceInfo {
    /// The material, the side to move first.
    pub material: Material,
    /// How many positions there are.
    pub positions: u64,
    /// Positions that the side to move wins.
    pub wins: u64,
    /// Drawn positions.
    pub draws: u64,
    /// Positions that the side to move loses.
    pub losses: u64,
    /// Plies of the longest win, where depths are known; 0 if there is no win.
    pub longest_win: Option<u8>,
    /// The size of its files.
    pub bytes: u64,
}
