//! Tables of endings: in how many plies each position with up to four men is won, castling aside.
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
mod syzygy;
mod verify;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use cozy_chess::{Color, Move, Square};
use threefold_game::{
    Components, Game, Knowledge, Look, Outcome, Player, Shape, SolvedComponents, Turn,
};
use threefold_tables::cache::Cache;
use threefold_tables::output::{self, Packed};
use threefold_tables::{About, FileError, Header, Stored};

pub use error::TablesError;
pub use material::Material;

use crate::components::{self, Endings, Men};
use crate::game::Chess;
use crate::position::ChessPosition;
use build::{Behind, ILLEGAL, LONGEST, NO_WIN, Row};
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
}

/// Tables of all positions with up to so many men. As for any database of files, **who has used
/// them asks [`Tables::damage`] before he believes an answer.**
#[derive(Debug)]
pub struct Tables {
    men: u8,
    slices: HashMap<Material, Slice>,
    cache: Cache,
    /// Instead of slices of our own.
    syzygy: Option<Syzygy>,
    damage: OnceLock<TablesError>,
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

impl Tables {
    /// Men of the largest tables, kings included.
    pub const MOST: u8 = 4;

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

    /// Opens the files in a directory: those with up to `men` men, or as many as are all there.
    ///
    /// # Errors
    /// There are none, or a file is missing, damaged, or cannot be read.
    pub fn open(directory: &Path, men: Option<u8>) -> Result<Self, TablesError> {
        output::remove_left_behind(directory);
        let mut tables = Tables::empty();
        for count in 3..=men.unwrap_or(Self::MOST) {
            let all = Material::all(count);
            let path = |material: &Material| directory.join(material.name());
            if let Some(path) = all.iter().map(path).find(|path| !path.exists()) {
                match men {
                    Some(men) if count > 3 => return Err(TablesError::Missing { path, men }),
                    _ => break,
                }
            }
            for material in all {
                let stored = Stored::open(directory, material)?;
                let (header, data) = (stored.header, Data::File(stored));
                tables.slices.insert(material, Slice { header, data });
            }
            tables.men = count;
        }
        if tables.men < 3 {
            std::fs::read_dir(directory).map_err(|error| FileError::io(directory, error))?;
            return Err(TablesError::Nothing(directory.to_owned()));
        }
        Ok(tables)
    }

    /// Builds what is missing or damaged in a directory, which is made if it is not there, and
    /// opens the result. `goes_on` hears of each slice before it is built; the next build begins
    /// where it has said no.
    ///
    /// # Errors
    /// A file cannot be read or written, or it does not go on.
    pub fn build(
        directory: &Path,
        men: u8,
        goes_on: &mut dyn FnMut(Material, u64) -> bool,
    ) -> Result<Self, TablesError> {
        std::fs::create_dir_all(directory).map_err(|error| FileError::io(directory, error))?;
        let lock = output::lock(directory);
        output::remove_unfinished(directory, lock.is_some());
        let mut known = Numbers::default();
        for material in (3..=men).flat_map(Material::all) {
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
            known.need(material, directory)?;
            let bytes = known.solve(material);
            let (header, blocks) = packed(material, &bytes)
                .map_err(|error| FileError::io(&directory.join(material.name()), error))?;
            output::write(directory, header, &blocks)?;
            known.0.insert(material, bytes);
        }
        Tables::open(directory, Some(men))
    }

    /// The same in memory, up to so many men: 3 in less than a second.
    ///
    /// # Panics
    /// If the memory for a few megabytes of compressed blocks cannot be had.
    pub fn in_memory(men: u8) -> Self {
        let (mut known, mut tables) = (Numbers::default(), Tables::empty());
        for material in (3..=men).flat_map(Material::all) {
            let bytes = known.solve(material);
            let (header, _) = packed(material, &bytes).expect("there is memory for blocks");
            known.0.insert(material, bytes);
            let data = Data::Memory(Vec::new());
            tables.slices.insert(material, Slice { header, data });
        }
        for (material, bytes) in known.0 {
            if let Some(slice) = tables.slices.get_mut(&material) {
                slice.data = Data::Memory(bytes);
            }
        }
        tables.men = men.max(2);
        tables
    }

    /// Up to how many men, kings included, positions are known.
    pub fn men(&self) -> u8 {
        self.men
    }

    /// What was wrong when something was looked up.
    pub fn damage(&self) -> Option<&TablesError> {
        self.damage.get()
    }

    fn slices(&self) -> impl Iterator<Item = (Material, &Slice)> {
        let all = (3..=self.men).flat_map(Material::all);
        all.filter_map(|material| Some((material, self.slices.get(&material)?)))
    }

    /// What certificates say of them: `chess-dtm 4 blake3:<hash>`, over the hashes of all slices.
    ///
    /// Of Syzygy files those that have been used so far.
    pub fn declaration(&self) -> String {
        if let Some(syzygy) = &self.syzygy {
            return syzygy.declaration();
        }
        let mut hasher = blake3::Hasher::new();
        for (_, slice) in self.slices() {
            hasher.update(slice.header.hash().as_bytes());
        }
        format!("chess-dtm {} blake3:{}", self.men, hasher.finalize().to_hex())
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
        let info = |(material, Slice { header, data }): (Material, &Slice)| {
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
        match &self.slices.get(&place.material)?.data {
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
        let spot = components::spot(board, crate::position::color(attacker))?;
        if Endings.look(&spot.shape) == Look::Hopeless {
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
        if let Some(syzygy) = &self.syzygy {
            let board = &position.board;
            let has_kings = || Color::ALL.into_iter().all(|color| board.king(color).is_some());
            let is_known = board.occupied().len() <= u32::from(self.men)
                && board.castling().is_empty()
                && has_kings();
            return if is_known { syzygy.outcome(position, &self.damage) } else { None };
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
            None => Tables::declaration(self) == name,
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
        Some(place.word(won) & Endings.legal(shape, turn, row))
    }
}

/// Slices while others are built on them, a byte a position, illegal ones marked.
#[derive(Default)]
struct Numbers(HashMap<Material, Vec<u8>>);

impl Numbers {
    /// Reads what captures and promotions lead to, if that is not here already.
    fn need(&mut self, material: Material, directory: &Path) -> Result<(), FileError> {
        let before = (3..=material.count()).flat_map(Material::all);
        for other in before.take_while(|&other| other != material) {
            if let Entry::Vacant(place) = self.0.entry(other) {
                place.insert(read(&Stored::open(directory, other)?)?);
            }
        }
        Ok(())
    }

    fn solve(&self, material: Material) -> Vec<u8> {
        let placements = material.placements();
        let progress = |[own, other]: [u64; 2]| {
            let ranks =
                |word: u64| (0..8).map(move |rank| rank * (word >> (8 * rank) & 255).count_ones());
            ranks(own).sum::<u32>() + 7 * other.count_ones() - ranks(other).sum::<u32>()
        };
        let mut order: Vec<usize> = (0..placements.len()).collect();
        order.sort_by_key(|&number| std::cmp::Reverse(progress(placements[number])));
        let mut bytes = vec![ILLEGAL; material.positions() as usize];
        let each = bytes.len() / placements.len();
        // Positions after a double step, which are not stored.
        let mut passed = HashMap::new();
        for number in order {
            let shape = material.shape(number);
            for after in after_double_steps(&shape) {
                if !passed.contains_key(&after) {
                    let known = Known { all: &self.0, material, bytes: &bytes, passed: &passed };
                    let found = build::solve(&after, &known);
                    passed.insert(after, found);
                }
            }
            let known = Known { all: &self.0, material, bytes: &bytes, passed: &passed };
            let found = build::solve(&shape, &known);
            bytes[number * each..(number + 1) * each].copy_from_slice(&found);
        }
        bytes
    }
}

/// The components of one position each to which a double step leads beside an enemy pawn.
fn after_double_steps(shape: &Shape) -> Vec<Shape> {
    let (mut exits, mut all) = (Vec::new(), Vec::new());
    for turn in Turn::BOTH {
        for row in 0..Endings.rows(shape) {
            exits.clear();
            Endings.exits(shape, turn, row, &mut exits);
            let shapes = exits.iter().filter_map(|exit| exit.shape);
            all.extend(shapes.filter(|shape| shape[2] >> 16 != 0));
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// What is known while a component is solved.
struct Known<'a> {
    all: &'a HashMap<Material, Vec<u8>>,
    material: Material,
    bytes: &'a [u8],
    passed: &'a HashMap<Shape, Vec<u8>>,
}

impl Behind for Known<'_> {
    fn row(&self, shape: &Shape, turn: Turn, row: u32) -> Row<'_> {
        if let Some(bytes) = self.passed.get(shape) {
            let rows = if turn == Turn::Attacker { 0 } else { bytes.len() / 128 };
            let at = (rows + row as usize) * 64;
            return Row::Plies(&bytes[at..at + 64], false);
        }
        let at = Material::place(shape);
        let bytes = match &at {
            Some(at) if at.material == self.material => Some(self.bytes),
            Some(at) => self.all.get(&at.material).map(Vec::as_slice),
            None => None,
        };
        match (at, bytes) {
            (Some(at), Some(bytes)) => {
                let first = at.row(turn, row);
                Row::Plies(&bytes[first..first + 64], at.mirrored)
            }
            // Nobody can win there; whether it is legal matters all the same.
            _ => Row::NoWin(Endings.legal(shape, turn, row)),
        }
    }
}

/// The header and the blocks of a slice. Illegal positions have the number of the one before, which
/// compresses well.
fn packed(material: Material, bytes: &[u8]) -> std::io::Result<(Header<Material>, Vec<Packed>)> {
    let sides = bytes.len() / material.placements().len() / 2;
    let (mut wins, mut losses, mut draws, mut longest) = (0, 0, 0, 0);
    for (number, side) in bytes.chunks(sides).enumerate() {
        for &plies in side {
            match plies {
                NO_WIN => draws += 1,
                ILLEGAL => {}
                plies => {
                    longest = longest.max(plies);
                    *(if number % 2 == 0 { &mut wins } else { &mut losses }) += 1;
                }
            }
        }
    }
    let payload_hash = [0; 32];
    let header = Header { about: material, longest, wins, draws, losses, payload_hash };
    let blocks = output::pack(&header, bytes, |_, block| {
        let mut last = NO_WIN;
        let each = block.iter().map(|&plies| {
            last = if plies == ILLEGAL { last } else { plies };
            last
        });
        each.collect()
    })?;
    Ok((output::with_hash(header, &blocks), blocks))
}

/// A slice from its file, with the illegal positions marked.
fn read(stored: &Stored<Material>) -> Result<Vec<u8>, FileError> {
    let mut bytes = stored.all()?;
    let material = stored.header.about;
    let each = bytes.len() / material.placements().len();
    for (number, bytes) in bytes.chunks_mut(each).enumerate() {
        let shape = material.shape(number);
        let rows = Endings.rows(&shape);
        let slots = Turn::BOTH.into_iter().flat_map(|turn| (0..rows).map(move |row| (turn, row)));
        for ((turn, row), bytes) in slots.zip(bytes.chunks_mut(64)) {
            let legal = Endings.legal(&shape, turn, row);
            let illegal = bytes.iter_mut().enumerate().filter(|(at, _)| legal >> at & 1 == 0);
            illegal.for_each(|(_, byte)| *byte = ILLEGAL);
        }
    }
    Ok(bytes)
}
