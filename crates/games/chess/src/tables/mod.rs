//! Tables of endings: in how many plies each position with few men is won, castling aside. Up to
//! four men there are all or none; of five those endings that somebody has built.
//!
//! ```
//! use threefold_chess::tables::Tables;
//! use threefold_game::Player;
//!
//! // All positions with up to three men, built in memory.
//! let tables = Tables::in_memory(3);
//! let plies = |fen: &str| tables.plies(&fen.parse().unwrap(), Player::First);
//! assert_eq!(plies("8/8/8/3k4/8/8/8/K5Q1 w - -"), Some(Some(17)));
//! assert_eq!(plies("8/8/8/4k3/8/8/4P3/4K3 b - -"), Some(None)); // no win
//! assert_eq!(plies("8/8/8/4k3/8/8/3PP3/4K3 b - -"), None); // four men
//! ```
//!
//! A slice says of positions with the same men in how many plies one side, the *attacker*, mates.
//! It is made a component at a time, pawns that are further on first, by the same moves that solve
//! endings by components. Files are those of [`threefold_tables`].

mod build;
mod error;
mod material;
mod numbers;
mod syzygy;
mod verify;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use cozy_chess::{Color, Move, Square};
use threefold_game::{
    Components, Game, Knowledge, Look, Outcome, Player, Shape, SolvedComponents, Turn,
};
use threefold_tables::cache::Cache;
use threefold_tables::output;
use threefold_tables::{FileError, Header, Stored};

pub use error::TablesError;
pub use material::Material;
pub use threefold_tables::About;

use crate::components::{Men, STORED};
use crate::game::Chess;
use crate::position::ChessPosition;
use build::{LONGEST, TooLong};
use numbers::{Numbers, packed};
use syzygy::Syzygy;

/// The numbers of a slice.
#[derive(Debug)]
enum Data {
    Memory(Vec<u8>),
    File(Stored<Material>),
}

/// A slice that is there.
#[derive(Debug)]
struct Slice {
    header: Header<Material>,
    data: Data,
    /// Whether something was looked up in it.
    is_used: AtomicBool,
}

impl Slice {
    fn new(header: Header<Material>, data: Data) -> Self {
        Slice { header, data, is_used: AtomicBool::new(false) }
    }
}

/// Tables of all positions with up to so many men, and some with five. As for any database of
/// files, **who has used them asks [`Tables::damage`] before he believes an answer.**
#[derive(Debug)]
pub struct Tables {
    men: u8,
    slices: HashMap<Material, Slice>,
    cache: Cache,
    /// Instead of slices of our own.
    syzygy: Option<Syzygy>,
    damage: OnceLock<TablesError>,
}

fn missing_in(directory: &Path, material: Material) -> TablesError {
    TablesError::Missing { path: directory.join(material.name()), material }
}

/// The slices that a declaration names: of five men.
fn names_in(declaration: &str) -> Vec<Material> {
    let names = declaration.split(' ').nth(2).filter(|names| !names.starts_with("blake3:"));
    names
        .into_iter()
        .flat_map(|names| names.split(','))
        .filter_map(|one| one.parse().ok())
        .collect()
}

/// What [`Tables::info`] says of a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SliceInfo {
    /// The men of both sides.
    pub material: Material,
    /// Positions with the attacker to move that he wins.
    pub wins: u64,
    /// Positions with the defender to move that he loses.
    pub losses: u64,
    /// All others that are legal.
    pub others: u64,
    /// Plies of the longest win.
    pub longest: u8,
    /// Bytes that it takes.
    pub bytes: u64,
}

/// The same only if it is the same one.
impl PartialEq for Tables {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Tables {
    /// Men of the largest tables, kings included.
    pub const MOST: u8 = 5;

    /// Up to so many there are all of them or none.
    pub const WHOLE: u8 = material::WHOLE;

    /// Bytes of unpacked blocks that are kept in memory.
    const CACHE: u64 = 64 << 20;

    /// The [declarations](Tables::declaration) of the tables of 3 and of 4 men. They follow from
    /// the rules: everybody who builds them gets the same.
    pub const KNOWN: [&str; 2] = [
        "chess-dtm 3 blake3:d7694132c715148d8f9d253b603aa4b8d07616abc47620fbbdb11f8b45cc8203",
        "chess-dtm 4 blake3:14a22ebfab873b8dfd909ae7c2dd82cdc81c134e7c3e39ea06c7824a18043fbb",
    ];

    fn empty() -> Self {
        let (slices, cache) = (HashMap::new(), Cache::new(Self::CACHE));
        Tables { men: 2, slices, cache, syzygy: None, damage: OnceLock::new() }
    }

    /// The Syzygy files (`KQvKR.rtbw`) in some directories; only those that a declaration names, if
    /// there is one. They know who wins, and nothing of plies and moves.
    ///
    /// # Errors
    /// There are none, or what there is is none.
    pub fn syzygy(directories: &[PathBuf], declared: Option<&str>) -> Result<Self, TablesError> {
        let syzygy = Syzygy::open(directories, declared)?;
        Ok(Tables { men: syzygy.men, syzygy: Some(syzygy), ..Tables::empty() })
    }

    /// Whether a declaration is about Syzygy files.
    pub fn is_syzygy(declaration: &str) -> bool {
        Syzygy::is_declared(declaration)
    }

    /// Opens the files in a directory: those with up to `men` men, or as many as are all there;
    /// with four men also what there is of five, if what that leads to is there.
    ///
    /// # Errors
    /// There are none, or a file is missing, damaged, or cannot be read.
    pub fn open(directory: &Path, men: Option<u8>) -> Result<Self, TablesError> {
        output::remove_left_behind(directory);
        let mut tables = Tables::empty();
        for count in 3..=men.unwrap_or(Self::WHOLE) {
            let all = Material::all(count);
            if let Some(&missing) = all.iter().find(|one| !one.is_in(directory)) {
                match men {
                    Some(_) if count > 3 => return Err(missing_in(directory, missing)),
                    _ => break,
                }
            }
            for material in all {
                tables.load(directory, material)?;
            }
            tables.men = count;
        }
        if tables.men < 3 {
            std::fs::read_dir(directory).map_err(|error| FileError::io(directory, error))?;
            return Err(TablesError::Nothing(directory.to_owned()));
        }
        if tables.men == Self::WHOLE {
            for material in Material::all(Self::MOST) {
                let is_founded =
                    material.behind().iter().all(|one| tables.slices.contains_key(one));
                if is_founded && material.is_in(directory) {
                    tables.load(directory, material)?;
                    tables.men = Self::MOST;
                }
            }
        }
        Ok(tables)
    }

    /// Opens the files that a declaration is about, and no others; `None` if it is about none of
    /// these.
    ///
    /// # Errors
    /// As for [`Tables::open`].
    pub fn declared(directory: &Path, declaration: &str) -> Result<Option<Self>, TablesError> {
        let Some(men) = Self::declared_men(declaration) else { return Ok(None) };
        let mut tables = Self::open(directory, Some(men.min(Self::WHOLE)))?;
        let names = names_in(declaration);
        let is_named = |one: &Material| one.count() <= Self::WHOLE || names.contains(one);
        tables.slices.retain(|one, _| is_named(one));
        let all = Material::behind_all(&names);
        if let Some(&one) = all.iter().find(|one| !tables.slices.contains_key(one)) {
            return Err(missing_in(directory, one));
        }
        // All that is named is believed, used or not.
        names.iter().for_each(|one| tables.slices[one].is_used.store(true, Ordering::Relaxed));
        tables.men = men;
        Ok(Some(tables))
    }

    fn load(&mut self, directory: &Path, material: Material) -> Result<(), FileError> {
        let stored = Stored::open(directory, material)?;
        self.slices.insert(material, Slice::new(stored.header, Data::File(stored)));
        Ok(())
    }

    /// Builds what is missing or damaged of these slices, [in order](Material::with_behind), in a
    /// directory, which is made if it is not there; opens the result. With 0 threads there is one
    /// for each processor. `goes_on` hears of each slice before it is built; the next build begins
    /// where it has said no.
    ///
    /// # Errors
    /// A file cannot be read or written, a win is too long for one, or it does not go on.
    pub fn build(
        directory: &Path,
        slices: &[Material],
        threads: usize,
        goes_on: &mut (dyn FnMut(Material, u64) -> bool + Send),
    ) -> Result<Self, TablesError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| FileError::io(directory, std::io::Error::other(error)))?;
        pool.install(|| Self::build_here(directory, slices, goes_on))
    }

    fn build_here(
        directory: &Path,
        slices: &[Material],
        goes_on: &mut (dyn FnMut(Material, u64) -> bool + Send),
    ) -> Result<Self, TablesError> {
        std::fs::create_dir_all(directory).map_err(|error| FileError::io(directory, error))?;
        let lock = output::lock(directory);
        output::remove_unfinished(directory, lock.is_some());
        let mut known = Numbers::default();
        for &material in slices {
            let is_whole = match Stored::open(directory, material).and_then(|file| file.verify()) {
                Ok(()) => true,
                Err(error) if error.is_not_found() || error.is_mended_by_building() => false,
                Err(error) => return Err(error.into()),
            };
            if is_whole {
                continue;
            }
            if !goes_on(material, material.positions()) {
                return Err(TablesError::Interrupted);
            }
            let needed = material.memory(0);
            if let Some(available) = output::available_memory().filter(|&had| had < needed) {
                return Err(TablesError::Memory { material, needed, available });
            }
            known.need(material, directory)?;
            let bytes = known.solve(material).map_err(|TooLong| TablesError::TooLong(material))?;
            let (header, blocks) = packed(material, &bytes)
                .map_err(|error| FileError::io(&directory.join(material.name()), error))?;
            output::write(directory, header, &blocks)?;
            known.0.insert(material, bytes);
        }
        let men = slices.iter().map(Material::count).max().unwrap_or(Self::WHOLE);
        Tables::open(directory, Some(men.min(Self::WHOLE)))
    }

    /// The same in memory, up to so many men: 3 in less than a second.
    ///
    /// # Panics
    /// If there are more men than [`Tables::WHOLE`], or the memory for a few megabytes of
    /// compressed blocks cannot be had.
    pub fn in_memory(men: u8) -> Self {
        let (mut known, mut tables) = (Numbers::default(), Tables::empty());
        for material in Material::up_to(men) {
            let bytes = known.solve(material).expect("with few men wins are short");
            let (header, _) = packed(material, &bytes).expect("there is memory for blocks");
            known.0.insert(material, bytes);
            tables.slices.insert(material, Slice::new(header, Data::Memory(Vec::new())));
        }
        for (material, bytes) in known.0 {
            if let Some(slice) = tables.slices.get_mut(&material) {
                slice.data = Data::Memory(bytes);
            }
        }
        tables.men = men.max(2);
        tables
    }

    /// Men of the largest slice or file, kings included.
    pub fn men(&self) -> u8 {
        self.men
    }

    /// What was wrong when something was looked up.
    pub fn damage(&self) -> Option<&TablesError> {
        self.damage.get()
    }

    fn slices(&self) -> impl Iterator<Item = (Material, &Slice)> {
        Material::up_to(Self::MOST)
            .into_iter()
            .filter_map(|material| Some((material, self.slices.get(&material)?)))
    }

    /// What certificates say of them: `chess-dtm 4 blake3:<hash>`, over the hashes of all slices,
    /// or `chess-dtm 5 KRPvKR,... blake3:<hash>` with those of five men that have been used so far
    /// and those to which they lead. Of Syzygy files those that have been used so far.
    pub fn declaration(&self) -> String {
        if let Some(syzygy) = &self.syzygy {
            return syzygy.declaration();
        }
        let is_used = |slice: &Slice| slice.is_used.load(Ordering::Relaxed);
        let used = self.slices().filter(|(_, slice)| is_used(slice)).map(|(one, _)| one);
        self.named(&used.collect::<Vec<_>>())
    }

    /// The declaration of all slices up to four men, and these of five with those behind them.
    fn named(&self, five: &[Material]) -> String {
        let (mut hasher, mut names) = (blake3::Hasher::new(), String::new());
        let named = Material::behind_all(five);
        for (material, slice) in self.slices() {
            if material.count() > Self::WHOLE {
                if !named.contains(&material) {
                    continue;
                }
                names += if names.is_empty() { " " } else { "," };
                names += &material.to_string();
            }
            hasher.update(slice.header.hash().as_bytes());
        }
        let men = if names.is_empty() { self.men.min(Self::WHOLE) } else { Self::MOST };
        format!("chess-dtm {men}{names} blake3:{}", hasher.finalize().to_hex())
    }

    /// How many men a [declaration](Tables::declaration) speaks of.
    pub fn declared_men(declaration: &str) -> Option<u8> {
        let mut words = declaration.split(' ');
        let number = (words.next() == Some("chess-dtm")).then(|| words.next())??;
        number.parse().ok().filter(|men| (3..=Self::MOST).contains(men))
    }

    /// The one of [`Tables::KNOWN`] with so many men.
    pub fn known(men: u8) -> Option<&'static str> {
        Self::KNOWN.into_iter().find(|known| Self::declared_men(known) == Some(men))
    }

    /// Whether a declaration is one of [`Tables::KNOWN`].
    pub fn is_known(declaration: &str) -> bool {
        Self::KNOWN.contains(&declaration)
    }

    /// What is there, slice by slice.
    pub fn info(&self) -> Vec<SliceInfo> {
        let info = |(material, Slice { header, data, .. }): (Material, &Slice)| {
            let bytes = match data {
                Data::Memory(bytes) => bytes.len() as u64,
                Data::File(stored) => stored.length(),
            };
            let Header { wins, losses, draws: others, longest, .. } = *header;
            SliceInfo { material, wins, losses, others, longest, bytes }
        };
        self.slices().map(info).collect()
    }

    /// Compares every file with its hashes, and every value with those of the positions to which
    /// the moves lead, by the rules alone: values that pass follow from the rules, since each win
    /// leads to a shorter one.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn verify(&self, tell: &mut dyn FnMut(Material, u64)) -> Result<(), TablesError> {
        for (material, slice) in self.slices() {
            tell(material, material.positions());
            if let Data::File(stored) = &slice.data {
                stored.verify()?;
            }
            self.verify_slice(material)?;
        }
        Ok(())
    }

    /// The row of a component: plies, or [`NO_WIN`]. What is illegal may say anything.
    fn row(&self, place: &material::Place, turn: Turn, row: u32) -> Option<[u8; 64]> {
        let at = place.row(turn, row);
        let slice = self.slices.get(&place.material)?;
        if place.material.count() > Self::WHOLE && !slice.is_used.load(Ordering::Relaxed) {
            slice.is_used.store(true, Ordering::Relaxed);
        }
        match &slice.data {
            Data::Memory(bytes) => bytes.get(at..at + 64)?.try_into().ok(),
            // Nothing is believed any more: it would be read in vain.
            Data::File(_) if self.damage.get().is_some() => None,
            Data::File(stored) => match self.cache.read(stored, at) {
                Ok(row) => Some(row),
                Err(error) => {
                    let _ = self.damage.set(error.into());
                    None
                }
            },
        }
    }

    /// In how many plies a player mates, if he can; `None` where that is not known.
    pub fn plies(&self, position: &ChessPosition, attacker: Player) -> Option<Option<u8>> {
        let board = &position.board;
        if board.occupied().len() > u32::from(self.men) {
            return None;
        }
        let spot = STORED.spot(board, crate::position::color(attacker))?;
        if STORED.look(&spot.shape) == Look::Hopeless {
            return Some(None);
        }
        let Some(place) = Material::place(&spot.shape) else {
            return self.plies_by_moves(position, attacker);
        };
        let row = self.row(&place, spot.turn, spot.row)?;
        Some(Some(row[place.place(spot.place)]).filter(|&plies| plies <= LONGEST))
    }

    /// The same by what each move leads to: of what is not stored, where a pawn may be captured en
    /// passant.
    fn plies_by_moves(&self, position: &ChessPosition, attacker: Player) -> Option<Option<u8>> {
        let mut moves = Vec::new();
        Chess.moves(position, &mut moves);
        let is_attackers = Chess.player_to_move(position) == attacker;
        if moves.is_empty() {
            let is_mate = Chess.stuck(position).is_win_of(attacker);
            return Some(is_mate.then_some(0));
        }
        let after = moves.into_iter().map(|m| self.plies(&position.after(m), attacker));
        let all: Vec<Option<u8>> = after.collect::<Option<_>>()?;
        let best = match is_attackers {
            true => all.into_iter().flatten().min(),
            false => {
                all.into_iter().collect::<Option<Vec<u8>>>().and_then(|all| all.into_iter().max())
            }
        };
        Some(best.map(|plies| plies + 1))
    }

    /// Who wins; `None` where that is not known.
    pub fn outcome(&self, position: &ChessPosition) -> Option<Outcome> {
        self.outcome_under(position, false)
    }

    /// The same; under the fifty-move rule, of which Syzygy files alone know, with a clock at 0.
    pub fn outcome_under(&self, position: &ChessPosition, fifty_moves: bool) -> Option<Outcome> {
        if let Some(syzygy) = &self.syzygy {
            let board = &position.board;
            let has_kings = || Color::ALL.into_iter().all(|color| board.king(color).is_some());
            let is_known = board.occupied().len() <= u32::from(self.men)
                && board.castling().is_empty()
                && has_kings();
            let value = is_known.then(|| syzygy.value(position, &self.damage))??;
            let mover = Chess.player_to_move(position);
            return Some(match value / (1 + i8::from(fifty_moves)) {
                0 => Outcome::Draw,
                value => Outcome::Win(if value > 0 { mover } else { mover.opponent() }),
            });
        }
        for player in [Player::First, Player::Second] {
            if self.plies(position, player)?.is_some() {
                return Some(Outcome::Win(player));
            }
        }
        Some(Outcome::Draw)
    }

    /// A move that keeps the result: one that wins soonest or loses latest, or any that holds.
    /// `None` if the position is not known or has no move, or plies are not known.
    pub fn best_move(&self, position: &ChessPosition) -> Option<Move> {
        let outcome = self.outcome(position).filter(|_| self.syzygy.is_none())?;
        let mut moves = Vec::new();
        Chess.moves(position, &mut moves);
        let mover = Chess.player_to_move(position);
        let plies = |m: &Move, player| self.plies(&position.after(*m), player).flatten();
        match outcome {
            Outcome::Draw => moves.into_iter().find(|m| {
                plies(m, mover.opponent()).is_none() && self.outcome(&position.after(*m)).is_some()
            }),
            Outcome::Win(player) if player == mover => moves
                .into_iter()
                .filter(|m| plies(m, mover).is_some())
                .min_by_key(|m| plies(m, mover)),
            Outcome::Win(player) => moves.into_iter().max_by_key(|m| plies(m, player)),
        }
    }

    /// The game from a won position to its end, both sides playing [`Tables::best_move`]; nothing
    /// for a draw.
    pub fn line(&self, position: &ChessPosition) -> Vec<Move> {
        let mut line = Vec::new();
        let Some(Outcome::Win(winner)) = self.outcome(position) else { return line };
        let mut position = position.clone();
        let Some(mut left) = self.plies(&position, winner).flatten() else { return line };
        while let Some(m) = self.best_move(&position) {
            position = position.after(m);
            line.push(m);
            match self.plies(&position, winner).flatten() {
                Some(plies) if plies < left => left = plies,
                _ => return Vec::new(),
            }
        }
        line
    }
}

impl Knowledge<Chess> for Tables {
    fn probe(&self, position: &ChessPosition) -> Option<Outcome> {
        self.outcome(position)
    }

    fn declaration(&self) -> Option<String> {
        Some(Tables::declaration(self))
    }

    fn is_called(&self, name: &str) -> bool {
        match &self.syzygy {
            Some(syzygy) => syzygy.is_called(name),
            None => self.named(&names_in(name)) == name,
        }
    }

    fn components(&self) -> Option<&dyn SolvedComponents> {
        Some(self)
    }
}

impl SolvedComponents for Tables {
    fn has(&self, shape: &Shape) -> bool {
        if let Some(syzygy) = &self.syzygy {
            return syzygy.has(&Men::of_shape(shape));
        }
        Material::place(shape).is_some_and(|place| self.slices.contains_key(&place.material))
    }

    fn won(&self, shape: &Shape, turn: Turn, row: u32) -> Option<u64> {
        if self.syzygy.is_some() {
            let men = Men::of_shape(shape).at(row);
            let mut won = 0;
            for king in Square::ALL {
                let Some(position) = men.position(king, turn) else { continue };
                won |= u64::from(self.outcome(&position)?.is_win_of(Player::First)) << king as u8;
            }
            return Some(won);
        }
        let place = Material::place(shape)?;
        let bytes = self.row(&place, turn, row)?;
        let won = (0..64).filter(|&at| bytes[at] <= LONGEST).fold(0, |won, at| won | 1 << at);
        Some(place.word(won) & STORED.legal(shape, turn, row))
    }
}
