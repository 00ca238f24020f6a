//! What is known, and how it is looked up.

use std::path::Path;
use std::sync::OnceLock;

use super::FileError;
use super::cache::Cache;
use super::error::EgdbError;
use super::file::{self, Kind};
use super::known;
use super::opened::{self, Data, Slice};
use super::output;
use super::slice::{Layout, MOST, Material, Relative};
use super::value::{Depth, UNKNOWN, Value, depth_of, value_of};
use crate::movegen;
use crate::moves::CheckersMove;
use crate::position::CheckersPosition;

/// An opened endgame database: win, draw or loss of every position with few pieces.
///
/// Looking up may be done from any number of threads, and allocates nothing but blocks of 32 KiB
/// when it comes to them, which stay in memory as long as there is room for them:
/// [`Database::CACHE`] bytes unless [`Database::with_cache`] says otherwise. Every position has a
/// value: one in which a capture is due has that of the best position after it.
///
/// The values are those of the game without a history: a position that repeats is a draw.
///
/// # Damage
/// No value is used before the bytes it comes from have been compared with the hash by which the
/// database is [declared](Database::declaration), which is done block by block when a block is
/// needed for the first time. A block that is damaged cannot be
/// reported by [`Database::probe`], which has no errors: a search asks it a million times a second
/// from deep within, through a trait that also games without files implement. Instead the database
/// remembers the first damage, and knows no position in a file from then on. So nothing wrong is
/// ever said, but a search may end with nothing, or take the long way: **who has used a database
/// asks [`Database::damage`] before he believes an answer.**
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
    /// A file that is missing while others with as many pieces are there.
    incomplete: Option<EgdbError>,
    cache: Cache,
    /// The first thing that was wrong when it was read.
    damage: OnceLock<EgdbError>,
}

impl Database {
    /// A database that knows nothing.
    pub(crate) fn empty() -> Self {
        Database {
            pieces: 1,
            slices: (0..4096).map(|_| None).collect(),
            incomplete: None,
            cache: Cache::new(Self::CACHE),
            damage: OnceLock::new(),
        }
    }

    /// The version of the files: others are refused. A directory named after it is not met by a
    /// program that cannot read it.
    pub const VERSION: u32 = file::VERSION;

    /// Bytes of unpacked blocks that are kept in memory.
    pub const CACHE: u64 = 256 << 20;

    /// The same database with room for other than [`Database::CACHE`] bytes of unpacked blocks.
    #[must_use]
    pub fn with_cache(mut self, bytes: u64) -> Self {
        self.cache = Cache::new(bytes);
        self
    }

    /// Opens the files in a directory: those with up to `pieces` pieces, or, without a number,
    /// everything up to the largest number of pieces for which all slices are there. In the latter
    /// case [`Database::incomplete`] tells of slices that are missing beyond that.
    ///
    /// Headers and sizes of the files are verified now, their contents when they are used. A file
    /// whose hash is not the one that is built into the program is refused.
    ///
    /// # Errors
    /// The directory cannot be read, or holds no complete database; a file is missing, damaged or
    /// false.
    pub fn open(directory: &Path, pieces: Option<u8>) -> Result<Self, EgdbError> {
        output::remove_left_behind(directory);
        let mut database = Database::empty();
        let most = pieces.unwrap_or(MOST as u8).min(MOST as u8);
        for n in 2..=most {
            let all = Material::all(n);
            let path = |&material: &Material| file::path(directory, material, Kind::Values);
            let mut paths = all.iter().map(path);
            if let Some(path) = paths.clone().find(|path| !path.exists()) {
                let is_begun = paths.any(|path| path.exists());
                let missing = EgdbError::Missing { path, pieces: n };
                if pieces.is_some() && (n > 2 || is_begun) {
                    return Err(missing);
                }
                database.incomplete = is_begun.then_some(missing);
                break;
            }
            for material in all {
                let slice = opened::open(directory, material);
                database.insert(slice.map_err(|error| all_earlier(directory, error))?);
            }
            database.pieces = n;
        }
        if database.pieces < 2 {
            std::fs::read_dir(directory).map_err(|error| EgdbError::io(directory, error))?;
            let nothing = || EgdbError::Nothing(directory.to_owned());
            return Err(database.incomplete.take().unwrap_or_else(nothing));
        }
        Ok(database)
    }

    /// The file whose absence keeps the database from having more pieces, if there are some files
    /// with more pieces: an [`EgdbError::Missing`].
    pub fn incomplete(&self) -> Option<&EgdbError> {
        self.incomplete.as_ref()
    }

    /// What was wrong when a value was looked up. Nothing that was found out with the help of a
    /// database holds before this was asked, and said `None`.
    pub fn damage(&self) -> Option<&EgdbError> {
        self.damage.get()
    }

    pub(crate) fn into_damage(self) -> Option<EgdbError> {
        self.damage.into_inner()
    }

    /// The same files, of which nothing is in memory; `None` if there are none.
    pub(crate) fn unread(&self) -> Option<Self> {
        let mut unread = Database::empty();
        for slice in self.slices() {
            let depths = match &slice.depths {
                Some((header, depths)) => Some((*header, depths.unread()?)),
                None => None,
            };
            let values = slice.values.unread()?;
            unread.insert(Slice { layout: slice.layout, header: slice.header, values, depths });
        }
        unread.pieces = self.pieces;
        Some(unread)
    }

    #[inline]
    fn byte(&self, data: &Data, at: usize) -> Option<u8> {
        match data {
            Data::Memory(bytes) => bytes.get(at).copied(),
            // Nothing is believed any more: it would be read in vain.
            Data::File(_) if self.damage.get().is_some() => None,
            Data::File(stored) => match self.cache.byte(stored, at) {
                Ok(byte) => Some(byte),
                Err(error) => {
                    let _ = self.damage.set(error.into());
                    None
                }
            },
        }
    }

    /// A file has its checksums, and yet something in it is no value.
    #[cold]
    fn no_value(&self, data: &Data) -> Option<Depth> {
        if let Data::File(stored) = data {
            let _ =
                self.damage.set(stored.damaged("what stands for a position is no value").into());
        }
        None
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
        self.find(&Relative::of(position), false).and_then(value_of)
    }

    /// The depth of a position as its slice has it, or, without `depths`, its value as a depth that
    /// says no more.
    #[inline]
    pub(super) fn find(&self, position: &Relative, depths: bool) -> Option<Depth> {
        if position.own_men | position.own_kings == 0 {
            return Some(0);
        }
        let slice = self.slice(position.material())?;
        let data = if depths { &slice.depths.as_ref()?.1 } else { &slice.values };
        if matches!(data, Data::File(_)) && position.has_captures() {
            return self.find_after_captures(position, depths);
        }
        let index = slice.layout.index(position);
        if depths {
            let depth = self.byte(data, index as usize)?;
            return if depth == UNKNOWN { self.no_value(data) } else { Some(depth) };
        }
        let byte = self.byte(data, (index / 4) as usize)?;
        depth_of(byte, index).or_else(|| self.no_value(data))
    }

    fn find_after_captures(&self, position: &Relative, depths: bool) -> Option<Depth> {
        position.after_captures(depths, |after| self.find(after, depths))
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
        self.find(&Relative::of(position), true)
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
                // What is not known comes last.
                won.min_by_key(|&m| self.depth(&after(m)).unwrap_or(u8::MAX))
            }
            Value::Draw => moves.into_iter().find(|&m| self.probe(&after(m)) == Some(Value::Draw)),
            Value::Loss => moves.into_iter().max_by_key(|&m| self.depth(&after(m))),
        }
    }

    /// The game from a won or lost position to its end, both sides playing [`Database::best_move`].
    /// Nothing for a draw, where depths are not known, or where a part of the database cannot be
    /// read on the way: the depth falls with every move, and play that does not get nearer to its
    /// end is none.
    pub fn line(&self, position: &CheckersPosition) -> Vec<CheckersMove> {
        let mut position = *position;
        let mut line = Vec::new();
        let Some(mut depth) = self.depth(&position) else { return line };
        while let Some(m) = self.best_move(&position) {
            movegen::make(&mut position, m);
            line.push(m);
            match self.depth(&position) {
                Some(next) if next < depth => depth = next,
                _ => return Vec::new(),
            }
        }
        line
    }

    /// What certificates say of the database: `checkers-wld 5 blake3:<hash>`. The hash is over
    /// those of all slices up to that number of pieces, and these are over all blocks, each of
    /// which is compared with it when it is read: nothing else is looked up under this name.
    pub fn declaration(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        for slice in self.slices() {
            hasher.update(slice.header.hash().as_bytes());
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

    /// Reads every file and compares it with its hash.
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
                bytes: slice.values.bytes()
                    + slice.depths.as_ref().map_or(0, |(_, depths)| depths.bytes()),
                hash: slice.header.hash().into(),
                depths_hash: slice.depths.as_ref().map(|(header, _)| header.hash().into()),
            })
            .collect()
    }

    /// The [declarations](Database::declaration) of the databases up to 7 pieces, by number of
    /// pieces. They follow from the rules: everybody who builds them gets the same values, and
    /// [`Database::verify`] compares every one with the rules.
    pub const KNOWN: [&str; 5] = [
        "checkers-wld 2 blake3:4e6396ed5614747927185dfda7e5a009c667218ba28b5d2476d37bb2a439ffc0",
        "checkers-wld 3 blake3:0c911c1e8ff48cbe4b28828508943ba2b1d8e12a104e573eaabe70821cc1784e",
        "checkers-wld 4 blake3:2ed25c5e6d0ef6dbb275a0a9726fd4f27928924a9759be3e451de0880735cc6a",
        "checkers-wld 5 blake3:6281d486b41995300d5518ad30dc27bf68144a42c645020d03ab26a3d544360d",
        "checkers-wld 6 blake3:1d94824ffaac1f47d262ec895227e2fe3e7688ce7ef5a8912a71f97d7bc505d1",
    ];

    /// What the same databases were called up to version 3 of the files, by a hash of the values as
    /// they are, which a search cannot compare with the blocks that it reads.
    pub(super) const EARLIER: [&str; 6] = [
        "checkers-wld 2 blake3:aa0d6244e1321f15a300f9a6750ec1888632c767f34d3445d502d0f315e1c6c6",
        "checkers-wld 3 blake3:4885f35dab62b683ba7644ed7da87c805c80122296844d45c02c6951098e4366",
        "checkers-wld 4 blake3:646288522d52b9b7f678e63edaad3f1e7eccf738ac2c985af791b750aa2b4265",
        "checkers-wld 5 blake3:70448ed58cb77b62730a43dd0e13cac996b149a0ce0545be9ff1386f1df3b105",
        "checkers-wld 6 blake3:e25276c55e6fdbd6b94d4ce904bf677c33cf7871c1e183447e467495b44e508b",
        "checkers-wld 7 blake3:200f275a30bbb40c3121bce6d05abcc894f26b1d4e36989627dfd1b2e648e3d4",
    ];

    /// Whether a declaration is one of [`Database::KNOWN`], or one by which an earlier version of
    /// the program called the same values.
    ///
    /// ```
    /// use threefold_checkers::egdb::Database;
    /// assert!(Database::is_known(&Database::in_memory(3).declaration()));
    /// assert!(!Database::is_known("checkers-wld 3 blake3:00"));
    /// ```
    pub fn is_known(declaration: &str) -> bool {
        Database::names().any(|names| names.contains(&declaration))
    }

    /// Whether certificates declare it by this name: its [declaration](Database::declaration), or
    /// the one by which an earlier version of the program called the same values.
    pub fn is_called(&self, name: &str) -> bool {
        let own = self.declaration();
        name == own || Database::names().any(|names| names == [&*own, name])
    }

    /// What each known database is called, and was called.
    fn names() -> impl Iterator<Item = [&'static str; 2]> {
        Database::KNOWN.into_iter().zip(Database::EARLIER).map(|(now, before)| [now, before])
    }

    /// Whether the hashes of all depths are built into the program.
    pub fn has_known_depths(&self) -> bool {
        self.slices()
            .filter_map(|slice| slice.depths.as_ref())
            .all(|(header, _)| known::is_true(header))
    }
}

/// Of a file of an earlier version: how many pieces there are of that version, so that all of them
/// are converted at once.
fn all_earlier(directory: &Path, error: EgdbError) -> EgdbError {
    match error {
        EgdbError::File(FileError::Earlier { path, pieces }) => {
            let is_there = |&n: &u8| {
                let mut all = Material::all(n).into_iter();
                all.all(|material| file::path(directory, material, Kind::Values).exists())
            };
            let most = (pieces..=MOST as u8).take_while(is_there).last();
            EgdbError::File(FileError::Earlier { path, pieces: most.unwrap_or(pieces) })
        }
        error => error,
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
    /// The hash of its values, of which that of the database is made.
    pub hash: [u8; 32],
    /// The hash of its depths, if it has any.
    pub depths_hash: Option<[u8; 32]>,
}
