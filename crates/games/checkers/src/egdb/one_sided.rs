//! The values of one placement of the men where at most one side has kings.
//!
//! Nothing goes round there: a king's quiet move is answered by a move of a man, or not at all. So
//! the positions of the side without kings come first, and those of the other follow from them.
//! There is one position to a set of kings, each side to move.

use super::pair::Pair;
use super::placement::{Cell, Lists, NEVER_LOST, Side, Writer, list};
use super::value::{DRAW_BITS, LOSS_BITS, UNKNOWN, WIN_BITS, bits_of};

/// What is known by the numbers of the kings' sets, on the board as Black sees it: the bits of a
/// value, or one of these.
pub(super) type Values = Vec<u8>;

/// No capture is due, and no move of a man wins.
const OPEN: u8 = 3;
/// And each one loses.
const BARE: u8 = 4;

/// What irreversible moves say of a position.
#[inline]
fn said(cell: Cell) -> u8 {
    match (cell.value, cell.floor) {
        (UNKNOWN, NEVER_LOST) => OPEN,
        (UNKNOWN, _) => BARE,
        (value, _) => bits_of(value),
    }
}

impl<const DEPTHS: bool> Pair<'_, DEPTHS> {
    /// Whether one of the sides has no kings.
    pub(super) fn is_one_sided(&self) -> bool {
        self.kings(0) == 0 || self.kings(1) == 0
    }

    /// Solves a placement of the men.
    pub(super) fn one_sided<'s>(
        &'s self,
        sides: &[Side<'s>; 2],
        values: &mut [Values; 2],
        lists: &mut Lists<'s>,
    ) {
        let crowned = usize::from(self.kings(0) == 0);
        let other = 1 - crowned;
        let sets = &self.sets[crowned];
        let men = sides.each_ref().map(|side| side.own_men | side.their_men);
        let Lists { targets, own, .. } = lists;
        values.iter_mut().for_each(|values| values.resize(sets.len(), DRAW_BITS));
        let [black, white] = values;
        let (values, others) = if crowned == 0 { (black, white) } else { (white, black) };

        list(own, &self.sets[other].squares, men[other]);
        let rows = (0..sets.len()).map(|n| self.as_black_sees(other, crowned, n));
        self.rows(other, &sides[other], own, rows, targets, &mut |row, _, cell| {
            others[row] = match said(cell) {
                OPEN => DRAW_BITS,
                // There is no king to move.
                BARE => LOSS_BITS,
                value => value,
            };
        });

        list(own, &sets.squares, men[crowned]);
        self.rows(crowned, &sides[crowned], own, 0..1, targets, &mut |_, number, cell| {
            values[self.as_black_sees(crowned, crowned, number as usize)] = said(cell);
        });
        // As Black sees them.
        let men = men[0];
        for (n, value) in values.iter_mut().enumerate() {
            if (*value != OPEN && *value != BARE) || sets.squares[n] & men != 0 {
                continue;
            }
            let (mut wins, mut loses) = (false, *value == BARE);
            for step in sets.steps(n).iter().filter(|&step| men >> (step & 31) & 1 == 0) {
                match others[(step >> 5) as usize] {
                    LOSS_BITS => wins = true,
                    WIN_BITS => {}
                    _ => loses = false,
                }
            }
            *value = match (wins, loses) {
                (true, _) => WIN_BITS,
                (_, true) => LOSS_BITS,
                _ => DRAW_BITS,
            };
        }
    }

    /// Writes the values of a placement for the side `x` to move.
    pub(super) fn store_one_sided(
        &self,
        x: usize,
        number: u64,
        men: u32,
        values: &[Values; 2],
        lists: &mut Lists<'_>,
    ) {
        let crowned = usize::from(self.kings(0) == 0);
        let own = &mut lists.own;
        // As the side to move sees them, in the order of the slice.
        list(own, &self.sets[crowned].squares, men);
        let mut writer = Writer::new(self, x, number * self.layouts[x].kings);
        for kings in &*own {
            writer.write_bits(values[x][self.as_black_sees(x, crowned, kings.number as usize)]);
        }
        writer.finish();
    }
}
