//! What is on the board in a slice, and the numbers of its positions.
//!
//! ```text
//! number   placement of the pawns | attacker or defender to move | row | attacker's king (64)
//! ```
//! Rows and places are those of the components. Of a placement and its mirror image one is stored.

use std::fmt;
use std::sync::LazyLock;

use threefold_game::{Shape, Turn};
use threefold_tables::About;

use crate::components::{Kind, Men};

/// Men beside the kings, at most.
const MOST: usize = 2;
/// Bytes 12 of the header: plies of the attacker's wins.
const PLIES: u8 = 2;
const LETTERS: [char; 5] = ['Q', 'R', 'B', 'N', 'P'];
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
static PLACEMENTS: LazyLock<[[Vec<[u64; 2]>; 3]; 3]> = LazyLock::new(|| {
    let all = |count: usize| -> Vec<u64> {
        let squares = || (8..56).map(|square| 1u64 << square);
        match count {
            0 => vec![0],
            1 => squares().collect(),
            _ => squares()
                .flat_map(|one| squares().filter(move |&two| two > one).map(move |two| one | two))
                .collect(),
        }
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
        let own = 0..=PAWN;
        let mut all: Vec<Self> = match men {
            3 => own.map(|man| Material::of(&[man])).collect(),
            4 => own
                .flat_map(|man| {
                    let others = (man..=PAWN).chain(DEFENDER..=DEFENDER + PAWN);
                    others.map(move |other| Material::of(&[man, other]))
                })
                .collect(),
            _ => Vec::new(),
        };
        all.retain(|one| !matches!(one.men(), [2 | 3]));
        all.sort_by_key(|one| one.men().iter().filter(|&&man| man & 7 == PAWN).count());
        all
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
        men.place().expect("few men are a component").shape
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
            men.map(|man| LETTERS[usize::from(man & 7)]).collect()
        };
        write!(f, "K{}vK{}", side(0), side(1))
    }
}

impl About for Material {
    fn name(&self) -> String {
        format!("{self}.dtm")
    }

    fn bytes(&self) -> [u8; 5] {
        [PLIES, self.count, self.men[0], self.men[1], 0]
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
        u64::from(self.men[0]) | u64::from(self.men[1]) << 4 | u64::from(self.count) << 8
    }
}
