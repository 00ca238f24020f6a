//! Syzygy tables (`KQvKR.rtbw`): who wins, of up to seven men, castling aside.
//!
//! The rules here have no clock: the format's *cursed win*, which the fifty-move rule spoils, is a
//! win. A file knows every position with its men. What it says of a position where a capture is
//! best may be anything not better, so a look-up follows the captures; files that are not there
//! with those behind their captures are left alone.
//!
//! Files are read, not mapped, and hashed when they are first used; they stay open.

mod number;
mod unpack;

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use cozy_chess::{Board, Color, Piece};
use threefold_game::{Game, Outcome};
use threefold_tables::FileError;
use threefold_tables::file::open_regular;

use super::TablesError;
use crate::components::Men as Components;
use crate::game::Chess;
use crate::position::ChessPosition;
use number::Numbering;
use unpack::{Packed, Source};

/// What a declaration begins with.
const NAME: &str = "syzygy";
const ENDING: &str = ".rtbw";
const MAGIC: [u8; 4] = [0x71, 0xe8, 0x23, 0x5d];
/// Kings included.
const MOST: usize = 7;
const LETTERS: [char; 5] = ['Q', 'R', 'B', 'N', 'P'];
const PIECES: [Piece; 5] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn];
const PAWN: usize = 4;

/// How many of each kind a side has, kings apart.
type Side = [u8; 5];
/// Of White and Black, or of a file's first side and its second.
type Men = [Side; 2];

fn count(men: &Men) -> usize {
    2 + men.iter().flatten().map(|&count| usize::from(count)).sum::<usize>()
}

fn exchanged([white, black]: Men) -> Men {
    [black, white]
}

fn men_of(board: &Board) -> Men {
    [Color::White, Color::Black]
        .map(|color| PIECES.map(|piece| board.colored_pieces(color, piece).len() as u8))
}

/// `KQvKR`.
fn read_name(name: &str) -> Option<Men> {
    let side = |text: &str| -> Option<Side> {
        let mut men = Side::default();
        for letter in text.strip_prefix('K')?.chars() {
            men[LETTERS.iter().position(|&one| one == letter)?] += 1;
        }
        Some(men)
    };
    let (one, other) = name.split_once('v')?;
    let men = [side(one)?, side(other)?];
    (3..=MOST).contains(&count(&men)).then_some(men)
}

/// The men behind each capture, promotions included.
fn behind_captures(men: &Men) -> Vec<Men> {
    let mut all = Vec::new();
    for side in 0..2 {
        for taken in (0..LETTERS.len()).filter(|&kind| men[1 - side][kind] > 0) {
            let mut after = *men;
            after[1 - side][taken] -= 1;
            all.push(after);
            if after[side][PAWN] > 0 && taken != PAWN {
                after[side][PAWN] -= 1;
                all.extend((0..PAWN).map(|kind| {
                    let mut after = after;
                    after[side][kind] += 1;
                    after
                }));
            }
        }
    }
    all
}

/// Files of several directories.
#[derive(Debug)]
pub(super) struct Syzygy {
    tables: Vec<Table>,
    /// By the men of White and Black; whether Black is the first side.
    by_men: HashMap<Men, (usize, bool)>,
    men: u8,
    pages: Pages,
}

#[derive(Debug)]
struct Table {
    name: String,
    path: PathBuf,
    men: Men,
    is_used: AtomicBool,
    opened: OnceLock<Option<Opened>>,
}

/// A file that has been hashed.
#[derive(Debug)]
struct Opened {
    file: Mutex<File>,
    bytes: u64,
    hash: [u8; 32],
    /// By the file of the leading pawn (one without pawns), and the side to move.
    parts: Vec<[(Numbering, Packed); 2]>,
}

impl Syzygy {
    /// Whether a declaration is about such files.
    pub fn is_declared(declaration: &str) -> bool {
        declared_names(declaration).is_some()
    }

    /// All files in some directories, or those that a declaration names.
    ///
    /// # Errors
    /// There are none, or one that is named is missing, or the name or size of one is none of the
    /// format.
    pub fn open(directories: &[PathBuf], declared: Option<&str>) -> Result<Self, TablesError> {
        let mut found: Vec<Table> = Vec::new();
        for directory in directories {
            let io = |error| FileError::io(directory, error);
            for entry in std::fs::read_dir(directory).map_err(io)? {
                let path = entry.map_err(io)?.path();
                let name = path.file_name().and_then(|name| name.to_str());
                let Some(name) = name.and_then(|name| name.strip_suffix(ENDING)) else { continue };
                let wrong = |what| TablesError::Syzygy { path: path.clone(), what };
                let men = read_name(name).ok_or_else(|| wrong("no name like KQvKR.rtbw"))?;
                let bytes = path.metadata().map_err(|error| FileError::io(&path, error))?.len();
                // Blocks of 64 bytes, and a checksum.
                if bytes < 80 || bytes % 64 != 16 {
                    return Err(wrong("has not the size of a Syzygy file"));
                }
                if found.iter().any(|one| one.men == men || one.men == exchanged(men)) {
                    continue;
                }
                let (name, is_used, opened) = (name.to_owned(), false.into(), OnceLock::new());
                found.push(Table { name, path, men, is_used, opened });
            }
        }
        let nothing = || {
            let all: Vec<String> =
                directories.iter().map(|one| one.display().to_string()).collect();
            TablesError::NoSyzygy(all.join(", "))
        };
        if found.is_empty() {
            return Err(nothing());
        }
        let names = declared.and_then(declared_names);
        if let Some(names) = &names {
            found.retain(|table| names.contains(&table.name.as_str()));
            if found.len() < names.len() {
                let is_there = |name: &&&str| found.iter().any(|table| table.name == **name);
                let missing = names.iter().find(|name| !is_there(name)).unwrap_or(&"");
                return Err(TablesError::NoSyzygy(format!("{missing}{ENDING}")));
            }
            found.iter_mut().for_each(|table| table.is_used = true.into());
        }
        found.sort_by(|one, other| {
            count(&one.men).cmp(&count(&other.men)).then_with(|| one.name.cmp(&other.name))
        });
        let mut by_men: HashMap<Men, (usize, bool)> = HashMap::new();
        found.retain(|table| {
            let mut behind = behind_captures(&table.men).into_iter();
            let is_whole = behind.all(|men| count(&men) == 2 || by_men.contains_key(&men));
            if is_whole {
                let number = by_men.values().map(|(number, _)| number + 1).max().unwrap_or(0);
                by_men.insert(exchanged(table.men), (number, true));
                by_men.insert(table.men, (number, false));
            }
            is_whole
        });
        if names.is_some_and(|names| names.len() > found.len()) || found.is_empty() {
            return Err(nothing());
        }
        let men = found.iter().map(|table| count(&table.men) as u8).max().unwrap_or(0);
        Ok(Syzygy { tables: found, by_men, men, pages: Pages::default() })
    }

    /// Men of the largest.
    pub fn men(&self) -> u8 {
        self.men
    }

    /// Names and hash of the files that were used so far, with those behind their captures.
    pub fn declaration(&self, damage: &OnceLock<TablesError>) -> String {
        let is_used = |table: &&Table| table.is_used.load(Ordering::Relaxed);
        let mut used: Vec<usize> = Vec::new();
        let mut todo: Vec<Men> = self.tables.iter().filter(is_used).map(|one| one.men).collect();
        while let Some(men) = todo.pop() {
            if let Some(&(number, _)) = self.by_men.get(&men)
                && !used.contains(&number)
            {
                used.push(number);
                todo.extend(behind_captures(&men));
            }
        }
        self.declared(used.into_iter().map(|number| &self.tables[number]).collect(), damage)
    }

    /// Whether a declaration names files that are here.
    pub fn is_called(&self, declaration: &str, damage: &OnceLock<TablesError>) -> bool {
        let Some(names) = declared_names(declaration) else { return false };
        let is_named = |table: &&Table| names.contains(&table.name.as_str());
        let named: Vec<&Table> = self.tables.iter().filter(is_named).collect();
        named.len() == names.len() && self.declared(named, damage) == declaration
    }

    fn declared(&self, mut tables: Vec<&Table>, damage: &OnceLock<TablesError>) -> String {
        tables.sort_by_key(|table| &table.name);
        let mut hasher = blake3::Hasher::new();
        for table in &tables {
            if let Some(opened) = table.opened(damage) {
                hasher.update(table.name.as_bytes()).update(&[0]);
                hasher.update(&opened.bytes.to_le_bytes()).update(&opened.hash);
            }
        }
        let names: Vec<&str> = tables.iter().map(|table| &*table.name).collect();
        let names = if names.is_empty() { "none".to_owned() } else { names.join(",") };
        format!("{NAME} {names} blake3:{}", hasher.finalize().to_hex())
    }

    /// Who wins a position that no right to castle is in.
    pub fn outcome(
        &self,
        position: &ChessPosition,
        damage: &OnceLock<TablesError>,
    ) -> Option<Outcome> {
        let mover = Chess.player_to_move(position);
        Some(match self.value(position, damage)? {
            0 => Outcome::Draw,
            value => Outcome::Win(if value > 0 { mover } else { mover.opponent() }),
        })
    }

    /// Whether a component is known, and small enough to be read position by position.
    pub fn has(&self, men: &Components) -> bool {
        let mut all = Men::default();
        men.pieces().iter().for_each(|man| all[man.side()][man.kind() as usize] += 1);
        for (side, pawns) in all.iter_mut().zip(men.pawns) {
            side[PAWN] = pawns.count_ones() as u8;
        }
        men.passed.is_none() && men.pieces().len() < 2 && self.by_men.contains_key(&all)
    }

    /// What the side to move gets: 2 a win, 1 one that takes too long with a clock, -1 and -2 the
    /// same for the other side.
    fn value(&self, position: &ChessPosition, damage: &OnceLock<TablesError>) -> Option<i8> {
        let board = &position.board;
        let men = men_of(board);
        if count(&men) == 2 {
            return Some(0);
        }
        let &(number, is_exchanged) = self.by_men.get(&men)?;
        let mut moves = Vec::new();
        Chess.moves(position, &mut moves);
        let (mut best, mut has_others) = (None, moves.is_empty());
        for m in moves {
            let is_pawn = || board.pieces(Piece::Pawn).has(m.from);
            let is_capture =
                board.occupied().has(m.to) || m.from.file() != m.to.file() && is_pawn();
            has_others |= !is_capture;
            if is_capture {
                let value = -self.value(&position.after(m), damage)?;
                if value == 2 {
                    return Some(2);
                }
                best = best.max(Some(value));
            }
        }
        match best {
            // The files know nothing of captures en passant, which might be the only moves.
            Some(best) if !has_others => Some(best),
            best => {
                let stored = self.stored(number, is_exchanged, board, damage)?;
                Some(best.map_or(stored, |best: i8| best.max(stored)))
            }
        }
    }

    fn stored(
        &self,
        number: usize,
        is_exchanged: bool,
        board: &Board,
        damage: &OnceLock<TablesError>,
    ) -> Option<i8> {
        // Nothing is believed any more.
        if damage.get().is_some() {
            return None;
        }
        let table = &self.tables[number];
        table.is_used.store(true, Ordering::Relaxed);
        let opened = table.opened(damage)?;
        let is_white = board.side_to_move() == Color::White;
        let is_symmetric = table.men == exchanged(table.men);
        // The side to move is the first one of symmetric files.
        let turned = if is_symmetric { !is_white } else { is_exchanged };
        let side = usize::from(!is_symmetric && is_white == is_exchanged);
        let found = Numbering::part(&opened.parts, board, turned).and_then(|(part, men)| {
            let (numbering, packed) = &opened.parts.get(part)?[side];
            let place = numbering.place(board, turned, men)?;
            packed.value(place, &mut Reader { pages: &self.pages, number, opened })
        });
        match found {
            Some(value @ 0..=4) => Some(value as i8 - 2),
            _ => {
                let _ = damage.set(table.wrong("is damaged"));
                None
            }
        }
    }
}

/// The names in a declaration.
fn declared_names(declaration: &str) -> Option<Vec<&str>> {
    let mut words = declaration.split(' ');
    if words.next() != Some(NAME) {
        return None;
    }
    match words.next()? {
        "none" => Some(Vec::new()),
        names => Some(names.split(',').collect()),
    }
}

impl Table {
    fn wrong(&self, what: &'static str) -> TablesError {
        TablesError::Syzygy { path: self.path.clone(), what }
    }

    fn opened(&self, damage: &OnceLock<TablesError>) -> Option<&Opened> {
        let opened = self.opened.get_or_init(|| match self.open() {
            Ok(opened) => Some(opened),
            Err(error) => {
                let _ = damage.set(error);
                None
            }
        });
        opened.as_ref()
    }

    fn open(&self) -> Result<Opened, TablesError> {
        let io = |error| FileError::io(&self.path, error);
        let mut file = open_regular(&self.path).map_err(io)?;
        let mut hasher = blake3::Hasher::new();
        let (mut start, mut chunk, mut bytes) = (Vec::new(), vec![0; 1 << 18], 0);
        loop {
            let read = file.read(&mut chunk).map_err(io)?;
            if read == 0 {
                break;
            }
            hasher.update(&chunk[..read]);
            bytes += read as u64;
            // Everything but the indexes and the blocks, whatever the file.
            if start.len() < 1 << 18 {
                start.extend_from_slice(&chunk[..read]);
            }
        }
        if !start.starts_with(&MAGIC) {
            return Err(self.wrong("no Syzygy file: it begins otherwise"));
        }
        let parts = self.parts(&start, bytes).ok_or_else(|| {
            self.wrong("is damaged, has not the size that it says, or other men than its name")
        })?;
        Ok(Opened { file: Mutex::new(file), bytes, hash: hasher.finalize().into(), parts })
    }

    /// What the first bytes say. Numbers are those of all positions, then how they are packed, then
    /// where the parts of that are: indexes, sizes of blocks, blocks.
    fn parts(&self, start: &[u8], bytes: u64) -> Option<Vec<[(Numbering, Packed); 2]>> {
        let is_split = start.get(4)? & 1 == 1;
        let has_pawns = self.men.iter().any(|side| side[PAWN] > 0);
        if is_split == (self.men == exchanged(self.men)) || (start[4] >> 1 & 1 == 1) != has_pawns {
            return None;
        }
        let mut rest = Source::new(start, 5);
        let sides = if is_split { 2 } else { 1 };
        let mut all = Vec::new();
        for file in 0..if has_pawns { 4 } else { 1 } {
            let head = rest.take(Numbering::bytes(&self.men))?;
            for side in 0..sides {
                all.push(Numbering::read(&self.men, head, 4 * side, file)?);
            }
        }
        rest.align(2);
        let mut packed = all
            .iter()
            .map(|numbering| Packed::read(&mut rest, numbering.count()))
            .collect::<Option<Vec<Packed>>>()?;
        let mut at = rest.at as u64;
        packed.iter_mut().for_each(|one| one.put_index(&mut at));
        packed.iter_mut().for_each(|one| one.put_sizes(&mut at));
        packed.iter_mut().for_each(|one| one.put_blocks(&mut at));
        if at.next_multiple_of(64) + 16 != bytes {
            return None;
        }
        let mut both = all.into_iter().zip(packed);
        let mut parts = Vec::new();
        while let Some(one) = both.next() {
            let other = if is_split { both.next()? } else { one.clone() };
            parts.push([one, other]);
        }
        Some(parts)
    }
}

/// Bytes of a page.
const PAGE: usize = 1 << 12;
/// How many are kept: 32 MB.
const PAGES: usize = 1 << 13;

/// Pages of files, each in the place that its number says.
#[derive(Debug)]
struct Pages(Vec<Mutex<(u64, Vec<u8>)>>);

impl Default for Pages {
    fn default() -> Self {
        Pages((0..PAGES).map(|_| Mutex::new((u64::MAX, Vec::new()))).collect())
    }
}

/// Reads from a file that is open.
struct Reader<'a> {
    pages: &'a Pages,
    number: usize,
    opened: &'a Opened,
}

impl unpack::Bytes for Reader<'_> {
    fn read(&mut self, mut at: u64, mut bytes: &mut [u8]) -> Option<()> {
        while !bytes.is_empty() {
            let (page, from) = (at / PAGE as u64, (at % PAGE as u64) as usize);
            let key = (self.number as u64) << 40 | page;
            let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 51;
            let mut place =
                self.pages.0[mixed as usize].lock().unwrap_or_else(PoisonError::into_inner);
            if place.0 != key {
                *place = (key, self.page(page * PAGE as u64).ok()?);
            }
            let there = place.1.get(from..).filter(|there| !there.is_empty())?;
            let length = there.len().min(bytes.len());
            bytes[..length].copy_from_slice(&there[..length]);
            bytes = &mut bytes[length..];
            at += length as u64;
        }
        Some(())
    }
}

impl Reader<'_> {
    fn page(&self, at: u64) -> io::Result<Vec<u8>> {
        let mut file = self.opened.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(at))?;
        let mut page = Vec::with_capacity(PAGE);
        Read::by_ref(&mut *file).take(PAGE as u64).read_to_end(&mut page)?;
        Ok(page)
    }
}
