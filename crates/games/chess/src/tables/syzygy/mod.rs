//! Syzygy tables (`KQvKR.rtbw`): who wins, castling aside.
//!
//! The rules here have no clock: the format's *cursed win*, which the fifty-move rule spoils, is a
//! win. A file knows every position with its men. What it says where a capture is best may be
//! anything not better, so that a look-up follows the captures. A file is in memory from its first
//! use on: what has been hashed is what is believed.

mod men;
mod number;
mod unpack;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::OnceLock;

use cozy_chess::{Color, Piece};
use threefold_game::Game;
use threefold_tables::FileError;

use super::error::TablesError;
use crate::board::Board;
use crate::components::Men as Components;
use crate::game::Chess;
use crate::position::ChessPosition;
use men::{Men, PAWN, PIECES, count, exchanged, read_name};
use number::Numbering;
use unpack::{Packed, Source};

const MAGIC: [u8; 4] = [0x71, 0xe8, 0x23, 0x5d];

/// The names in a declaration.
fn names_in(declaration: &str) -> Option<Vec<&str>> {
    let names = declaration.strip_prefix("syzygy ")?.split(' ').next()?;
    Some(names.split(',').filter(|&name| name != "none").collect())
}

/// Files of several directories.
#[derive(Debug)]
pub(super) struct Syzygy {
    /// By name.
    tables: Vec<Table>,
    /// By the men of White and Black; whether Black is the first side.
    by_men: HashMap<Men, (usize, bool)>,
    /// Men of the largest.
    pub men: u8,
}

#[derive(Debug)]
struct Table {
    name: String,
    path: PathBuf,
    men: Men,
    opened: OnceLock<Option<Opened>>,
}

#[derive(Debug)]
struct Opened {
    bytes: Vec<u8>,
    hash: blake3::Hash,
    /// By the file of the leading pawn (one without pawns), and the side to move.
    parts: Vec<[(Numbering, Packed); 2]>,
}

/// What is wrong, once something is: nothing is believed any more.
type Damage = OnceLock<TablesError>;

impl Syzygy {
    /// Whether a declaration is about such files.
    pub fn is_declared(declaration: &str) -> bool {
        names_in(declaration).is_some()
    }

    /// All files in some directories, or those that a declaration names.
    ///
    /// # Errors
    /// There are none, or one that is named is missing, or one has not the name or size of any.
    pub fn open(directories: &[PathBuf], declared: Option<&str>) -> Result<Self, TablesError> {
        let mut tables: Vec<Table> = Vec::new();
        for directory in directories {
            let io = |error| FileError::io(directory, error);
            for entry in std::fs::read_dir(directory).map_err(io)? {
                let path = entry.map_err(io)?.path();
                let name = path.file_name().and_then(|name| name.to_str()?.strip_suffix(".rtbw"));
                let Some(name) = name.map(str::to_owned) else { continue };
                let bytes = path.metadata().map_err(|error| FileError::io(&path, error))?.len();
                let wrong = |what| TablesError::Syzygy { path: path.clone(), what };
                let men = read_name(&name).ok_or_else(|| wrong("no name like KQvKR.rtbw"))?;
                // Blocks of 64 bytes, and a checksum.
                if bytes < 80 || bytes % 64 != 16 {
                    return Err(wrong("has not the size of a Syzygy file"));
                }
                if !tables.iter().any(|one| one.men == men || one.men == exchanged(men)) {
                    tables.push(Table { name, path, men, opened: OnceLock::new() });
                }
            }
        }
        if let Some(names) = declared.and_then(names_in) {
            let is_there = |name: &&&str| tables.iter().any(|table| table.name == **name);
            if let Some(missing) = names.iter().find(|name| !is_there(name)) {
                return Err(TablesError::NoSyzygy(format!("{missing}.rtbw")));
            }
            tables.retain(|table| names.contains(&&*table.name));
        } else if tables.is_empty() {
            let all: Vec<_> = directories.iter().map(|one| one.display().to_string()).collect();
            return Err(TablesError::NoSyzygy(all.join(", ")));
        }
        tables.sort_by(|one, other| one.name.cmp(&other.name));
        let numbered = tables.iter().enumerate();
        let by_men = numbered.flat_map(|(number, table)| {
            [(exchanged(table.men), (number, true)), (table.men, (number, false))]
        });
        let by_men = by_men.collect();
        let men = tables.iter().map(|table| count(&table.men) as u8).max().unwrap_or(2);
        let syzygy = Syzygy { tables, by_men, men };
        // All that a declaration names is believed, used or not.
        let damage = Damage::new();
        if declared.is_some() {
            syzygy.tables.iter().for_each(|table| _ = table.opened(&damage));
        }
        damage.into_inner().map_or(Ok(syzygy), Err)
    }

    /// Names and hash of the files that were used so far.
    pub fn declaration(&self) -> String {
        self.declared(|_| true)
    }

    /// Whether a declaration names files that were used here.
    pub fn is_called(&self, declaration: &str) -> bool {
        let names = names_in(declaration).unwrap_or_default();
        self.declared(|table| names.contains(&&*table.name)) == declaration
    }

    fn declared(&self, is_named: impl Fn(&Table) -> bool) -> String {
        let (mut names, mut hasher) = (Vec::new(), blake3::Hasher::new());
        for table in self.tables.iter().filter(|table| is_named(table)) {
            if let Some(Some(Opened { bytes, hash, .. })) = table.opened.get() {
                names.push(&*table.name);
                hasher.update(table.name.as_bytes()).update(&[0]);
                hasher.update(&(bytes.len() as u64).to_le_bytes()).update(hash.as_bytes());
            }
        }
        let names = if names.is_empty() { "none".to_owned() } else { names.join(",") };
        format!("syzygy {names} blake3:{}", hasher.finalize().to_hex())
    }

    /// Whether a component is known, and of so few positions that looking each of them up takes
    /// less time than solving it: pawns alone.
    pub fn has(&self, men: &Components) -> bool {
        let mut all = Men::default();
        all.iter_mut().zip(men.pawns).for_each(|(side, set)| side[PAWN] = set.count_ones() as u8);
        men.passed.is_none() && men.pieces().is_empty() && self.by_men.contains_key(&all)
    }

    /// What the side to move gets where nobody may castle: 2 a win, 1 one that takes too long with
    /// a clock, -1 and -2 the same for the other side.
    pub fn value(&self, position: &ChessPosition, damage: &Damage) -> Option<i8> {
        let board = &position.board;
        let men = [Color::White, Color::Black]
            .map(|color| PIECES.map(|piece| board.colored_pieces(color, piece).len() as u8));
        if count(&men) == 2 {
            return Some(0);
        }
        let &(number, is_exchanged) = self.by_men.get(&men)?;
        let table = &self.tables[number];
        let mut moves = Vec::new();
        Chess.moves(position, &mut moves);
        let (mut best, mut has_others) = (None, moves.is_empty());
        for m in moves {
            let is_capture = board.occupied().has(m.to)
                || m.from.file() != m.to.file() && board.pieces(Piece::Pawn).has(m.from);
            has_others |= !is_capture;
            if is_capture {
                let Some(value) = self.value(&position.after(m), damage) else {
                    return table.fault("needs the files behind its captures", damage);
                };
                best = best.max(Some(-value));
            }
        }
        match best {
            // Files know nothing of captures en passant, which may be the only moves.
            Some(best) if best == 2 || !has_others => Some(best),
            best => {
                let stored = table.value(is_exchanged, board, damage)?;
                Some(best.map_or(stored, |best: i8| best.max(stored)))
            }
        }
    }
}

impl Table {
    fn wrong(&self, what: &'static str) -> TablesError {
        TablesError::Syzygy { path: self.path.clone(), what }
    }

    fn fault<T>(&self, what: &'static str, damage: &Damage) -> Option<T> {
        let _ = damage.set(self.wrong(what));
        None
    }

    fn opened(&self, damage: &Damage) -> Option<&Opened> {
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
        let bytes = std::fs::read(&self.path);
        let bytes = bytes.map_err(|error| FileError::io(&self.path, error))?;
        if !bytes.starts_with(&MAGIC) {
            return Err(self.wrong("no Syzygy file: it begins otherwise"));
        }
        let what = "is damaged, has not the size that it says, or other men than its name";
        let parts = self.parts(&bytes).ok_or_else(|| self.wrong(what))?;
        Ok(Opened { hash: blake3::hash(&bytes), bytes, parts })
    }

    /// What the file says: how positions are numbered, how values are packed, then the indexes,
    /// sizes of blocks, and blocks of all parts.
    fn parts(&self, bytes: &[u8]) -> Option<Vec<[(Numbering, Packed); 2]>> {
        let is_split = bytes.get(4)? & 1 == 1;
        let has_pawns = self.men.iter().any(|side| side[PAWN] > 0);
        if is_split == (self.men == exchanged(self.men)) {
            return None;
        }
        let mut rest = Source { bytes, at: 5 };
        let mut all = Vec::new();
        for file in 0..if has_pawns { 4 } else { 1 } {
            let head = rest.take(Numbering::bytes(&self.men))?;
            for side in 0..=u8::from(is_split) {
                all.push(Numbering::read(&self.men, head, 4 * side, file)?);
            }
        }
        rest.align(2);
        let packed = all.iter().map(|numbering| Packed::read(&mut rest, numbering.count));
        let mut packed = packed.collect::<Option<Vec<Packed>>>()?;
        for what in 0..3 {
            packed.iter_mut().try_for_each(|one| one.put(what, &mut rest))?;
        }
        rest.align(64);
        if rest.at + 16 != bytes.len() {
            return None;
        }
        let mut all = all.into_iter().zip(packed);
        std::iter::from_fn(|| {
            let one = all.next()?;
            let other = if is_split { all.next() } else { Some(one.clone()) };
            Some(other.map(|other| [one, other]))
        })
        .collect()
    }

    fn value(&self, is_exchanged: bool, board: &Board, damage: &Damage) -> Option<i8> {
        if damage.get().is_some() {
            return None;
        }
        let opened = self.opened(damage)?;
        let is_white = board.side_to_move() == Color::White;
        // In symmetric files the side to move is the first one.
        let is_symmetric = self.men == exchanged(self.men);
        let turned = if is_symmetric { !is_white } else { is_exchanged };
        let side = usize::from(!is_symmetric && is_white == is_exchanged);
        let value = Numbering::part(&opened.parts, board, turned).and_then(|(part, leading)| {
            let (numbering, packed) = &opened.parts[part][side];
            packed.value(numbering.place(board, turned, leading)?, &opened.bytes)
        });
        match value {
            Some(value @ 0..=4) => Some(value as i8 - 2),
            _ => self.fault("is damaged", damage),
        }
    }
}
