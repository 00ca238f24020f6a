//! What is on the board in a slice, and the numbers of its positions.
//!
//! ```text
//! number   placement of the pawns | attacker or defender to move | row | attacker's king (64)
//! ```
//! Rows and places are those of the components. Of a placement and its mirror image one is stored.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::LazyLock;

use threefold_game::{Shape, Turn};
use threefold_tables::About;

use crate::components::{Kind, Men};

/// Up to so many men, kings included, there are all slices or none.
pub(super) const WHOLE: u8 = 4;
/// Men beside the kings, at most.
const MOST: usize = 3;
/// Bytes 12 of the header: plies of the attacker's wins.
const PLIES: u8 = 2;
const LETTERS: &str = "QRBNP";
const PAWN: u8 = 4;
const DEFENDER: u8 = 8;

/// The men of both sides, kings apart: queen 0, rook, bishop, knight, pawn 4, the defender's 8
/// more; the attacker's first, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material {
    count: u8,
    men: [u8; MOST],
}

/// Where a component is stored.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub material: Material,
    pub placement: usize,
    /// Whether files are exchanged there.
    pub mirrored: bool,
    rows: usize,
    /// Of a row what changes with the files.
    files: u32,
}

impl Place {
    /// The number of the first position of a row.
    #[inline]
    pub fn row(&self, turn: Turn, row: u32) -> usize {
        let row = if self.mirrored { row ^ self.files } else { row } as usize;
        let turn = usize::from(turn == Turn::Defender);
        ((self.placement * 2 + turn) * self.rows + row) * 64
    }

    /// The place in that row.
    #[inline]
    pub fn place(&self, place: u8) -> usize {
        usize::from(if self.mirrored { place ^ 7 } else { place })
    }

    /// A word of such a row as it is asked for.
    #[inline]
    pub fn word(&self, word: u64) -> u64 {
        if self.mirrored { mirrored(word) } else { word }
    }
}

#[inline]
const fn mirrored(word: u64) -> u64 {
    word.reverse_bits().swap_bytes()
}

/// The stored placements of so many pawns of each side, ascending.
static PLACEMENTS: LazyLock<[[Vec<[u64; 2]>; MOST + 1]; MOST + 1]> = LazyLock::new(|| {
    let all = |count: usize| -> Vec<u64> {
        let more = |sets: Vec<u64>| -> Vec<u64> {
            let beyond = |set: u64| (8..56).map(|at| 1u64 << at).filter(move |&one| one > set);
            sets.into_iter().flat_map(|set| beyond(set).map(move |one| set | one)).collect()
        };
        (0..count).fold(vec![0], |sets, _| more(sets))
    };
    std::array::from_fn(|own| {
        std::array::from_fn(|other| {
            if own + other > MOST {
                return Vec::new();
            }
            let pairs = all(own)
                .into_iter()
                .flat_map(|own| all(other).into_iter().map(move |other| [own, other]));
            let is_first = |pawns: &[u64; 2]| *pawns <= pawns.map(mirrored);
            let mut pairs: Vec<_> =
                pairs.filter(|[own, other]| own & other == 0).filter(is_first).collect();
            pairs.sort_unstable();
            pairs
        })
    })
});

impl Material {
    fn of(men: &[u8]) -> Self {
        let mut material = Material { count: men.len() as u8, men: [0; MOST] };
        material.men[..men.len()].copy_from_slice(men);
        material.men[..men.len()].sort_unstable();
        material
    }

    fn men(&self) -> &[u8] {
        &self.men[..usize::from(self.count)]
    }

    /// All slices with so many men, kings included, in the order in which they are built: the
    /// attacker has something to win with, and what promotions and captures lead to comes before.
    pub fn all(men: u8) -> Vec<Self> {
        let codes = || (0..=PAWN).chain(DEFENDER..=DEFENDER + PAWN);
        let mut all: Vec<Vec<u8>> = vec![Vec::new()];
        for _ in 2..men.min(MOST as u8 + 2) {
            let with = |men: Vec<u8>| {
                let least = men.last().copied().unwrap_or_default();
                codes().filter(move |&man| man >= least).map(move |man| [&men[..], &[man]].concat())
            };
            all = all.into_iter().flat_map(with).collect();
        }
        let all = all.into_iter().map(|men| Material::of(&men)).filter(Material::is_stored);
        let mut all: Vec<_> = all.collect();
        all.sort_by_key(|one| one.pawns().iter().sum::<usize>());
        all
    }

    /// All slices with up to so many men, in the same order.
    pub fn up_to(men: u8) -> Vec<Self> {
        (3..=men).flat_map(Material::all).collect()
    }

    /// Slices from which it is known who wins these endings, in the same order: all up to four men,
    /// and of five these, how they look from the other side, and what they lead to.
    pub fn with_behind(wanted: &[Self]) -> Vec<Self> {
        let both = wanted.iter().flat_map(|one| [*one, one.exchanged()]);
        let mut all = Material::up_to(WHOLE);
        all.extend(
            Material::behind_all(&both.collect::<Vec<_>>())
                .iter()
                .filter(|one| one.count() > WHOLE),
        );
        all
    }

    /// These, and all that they lead to, in the order in which they are built.
    pub(super) fn behind_all(these: &[Self]) -> Vec<Self> {
        let (mut open, mut all) = (these.to_vec(), Vec::<Self>::new());
        while let Some(one) = open.pop() {
            if one.is_stored() && !all.contains(&one) {
                all.push(one);
                open.extend(one.behind());
            }
        }
        all.sort_by_key(|one| (one.count, one.pawns().iter().sum::<usize>(), *one));
        all
    }

    /// Whether there is such a slice: the attacker has something to win with.
    fn is_stored(&self) -> bool {
        !matches!(self.men(), [] | [2 | 3]) && self.men[0] < DEFENDER
    }

    /// The attacker becomes the defender.
    fn exchanged(&self) -> Self {
        let men: Vec<u8> = self.men().iter().map(|man| man ^ DEFENDER).collect();
        Material::of(&men)
    }

    /// The slices to which a capture or a promotion leads, or both at once.
    pub(super) fn behind(&self) -> Vec<Self> {
        let without = |men: &[u8], number: usize| [&men[..number], &men[number + 1..]].concat();
        let mut all = Vec::new();
        for (number, &man) in self.men().iter().enumerate() {
            let others = without(self.men(), number);
            if man & 7 == PAWN {
                for piece in 0..PAWN {
                    all.push([&others[..], &[man & DEFENDER | piece]].concat());
                    for (at, &other) in others.iter().enumerate() {
                        if (other ^ man) & DEFENDER != 0 {
                            let after = without(&others, at);
                            all.push([&after[..], &[man & DEFENDER | piece]].concat());
                        }
                    }
                }
            }
            all.push(others);
        }
        let mut all: Vec<Self> = all.iter().map(|men| Material::of(men)).collect();
        all.retain(Material::is_stored);
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Whether there is a file of it in a directory.
    pub fn is_in(&self, directory: &Path) -> bool {
        directory.join(self.name()).exists()
    }

    /// Bytes that are needed to build it, at most: its numbers and those behind, a component that
    /// is solved for each thread, and its lists. 0 threads are as many as there are processors.
    pub fn memory(&self, threads: usize) -> u64 {
        let threads = if threads == 0 { rayon::current_num_threads() } else { threads };
        let behind: u64 = self.behind().iter().map(About::positions).sum();
        let own = self.positions();
        let component = own / self.placements().len() as u64;
        let at_once = (threads.min(self.placements().len()) as u64).max(1);
        behind + own + 3 * component * at_once
    }

    /// Kings included.
    pub fn count(&self) -> u8 {
        self.count + 2
    }

    fn pawns(&self) -> [usize; 2] {
        [PAWN, DEFENDER + PAWN].map(|pawn| self.men().iter().filter(|&&man| man == pawn).count())
    }

    /// Where the pawns may stand.
    pub(super) fn placements(&self) -> &'static [[u64; 2]] {
        let [own, other] = self.pawns();
        &PLACEMENTS[own][other]
    }

    /// A component of it.
    pub(super) fn shape(&self, placement: usize) -> Shape {
        let mut men = Men::of_pawns(self.placements()[placement]);
        for &man in self.men().iter().filter(|&&man| man & 7 != PAWN) {
            men.add_piece(usize::from(man / DEFENDER), Kind::ALL[usize::from(man & 7)]);
        }
        men.place().shape
    }

    fn rows(&self) -> usize {
        Men::of_shape(&self.shape(0)).rows() as usize
    }

    /// Where a component is stored; `None` if it has too many men, or can be captured en passant
    /// in, which lasts for one move.
    #[inline]
    pub(super) fn place(shape: &Shape) -> Option<Place> {
        let men = Men::of_shape(shape);
        let [own, other] = men.pawns;
        let count = (own | other).count_ones() as usize + men.pieces().len();
        if count > MOST || men.passed.is_some() {
            return None;
        }
        let mut all = [0; MOST];
        let mut at = 0;
        let mut add = |man| {
            all[at] = man;
            at += 1;
        };
        men.pieces().iter().for_each(|man| add(man.side() as u8 * DEFENDER + man.kind() as u8));
        (0..own.count_ones()).for_each(|_| add(PAWN));
        (0..other.count_ones()).for_each(|_| add(DEFENDER + PAWN));
        let material = Material::of(&all[..count]);
        let pawns = men.pawns.min(men.pawns.map(mirrored));
        let placement = material.placements().binary_search(&pawns).ok()?;
        // Without pawns the rows are turned as they are.
        let files = (0..=men.pieces().len()).fold(0, |files, man| files | 7 << (6 * man));
        let (mirrored, rows) = (pawns != men.pawns, men.rows() as usize);
        Some(Place { material, placement, mirrored, rows, files })
    }
}

impl fmt::Display for Material {
    /// `KQvKR`: the attacker's men, and the defender's.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |first: u8| -> String {
            let men = self.men().iter().filter(|&&man| man / DEFENDER == first);
            men.map(|man| &LETTERS[usize::from(man & 7)..][..1]).collect()
        };
        write!(f, "K{}vK{}", side(0), side(1))
    }
}

impl FromStr for Material {
    type Err = String;

    /// `KQvKR`, either side first, at most five men.
    fn from_str(text: &str) -> Result<Self, String> {
        let men = |side: &str, first: u8| -> Option<Vec<u8>> {
            let letters = side.strip_prefix('K')?.chars();
            letters.map(|one| Some(first + LETTERS.find(one)? as u8)).collect()
        };
        let both = text.split_once('v').and_then(|(attacker, defender)| {
            Some([men(attacker, 0)?, men(defender, DEFENDER)?].concat())
        });
        match both {
            Some(men) if (1..=MOST).contains(&men.len()) => Ok(Material::of(&men)),
            _ => Err("expected an ending of 3 to 5 men like KQvKR".to_owned()),
        }
    }
}

impl About for Material {
    fn name(&self) -> String {
        format!("{self}.dtm")
    }

    fn bytes(&self) -> [u8; 5] {
        [PLIES, self.count, self.men[0], self.men[1], self.men[2]]
    }

    fn positions(&self) -> u64 {
        (self.placements().len() * 2 * self.rows() * 64) as u64
    }

    fn payload(&self) -> u64 {
        self.positions()
    }

    fn pieces(&self) -> u8 {
        self.count()
    }

    fn code(&self) -> u64 {
        self.men.iter().fold(u64::from(self.count), |code, &man| code << 4 | u64::from(man))
    }
}
