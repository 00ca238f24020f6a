//! Unconditional life inside a region (Benson 1976): stones that cannot be captured even if their
//! owner always passes, whatever has been played before and whatever is banned.

use super::local::{CellSet, Local};
use crate::Colour;
use crate::benson::{Eyes, Plane, has_two_parts};

impl<S: CellSet> Plane<S> for Local<S> {
    #[inline]
    fn around(&self, set: S) -> S {
        Local::around(self, set)
    }

    #[inline]
    fn connected(&self, seed: S, within: S) -> S {
        Local::connected(self, seed, within)
    }
}

/// The stones of `colour` that are unconditionally alive.
///
/// A chain lives if it is connected to a safe stone outside, or if two regions are vital to it: a
/// region is a connected set of cells without stones of the colour, and it is vital to a chain if
/// all its empty cells are liberties of that chain. Regions next to safe stones of the other colour
/// outside go on there and are vital to nobody; a region next to a chain that does not live does
/// not count.
pub fn alive<S: CellSet>(local: &Local<S>, stones: [S; 2], colour: Colour) -> S {
    let safe = local.connected(local.beside_safe(colour), stones[colour.index()]);
    eyes(local, stones, colour).alive(local, safe)
}

/// Whether there are two regions that may be vital to one of the chains: all else that it takes to
/// live without safe stones is left open.
#[inline]
pub(super) fn may_have_eyes<S: CellSet>(
    local: &Local<S>,
    stones: [S; 2],
    colour: Colour,
    chains: S,
) -> bool {
    has_two_parts(local, eyes(local, stones, colour).regions(local, chains))
}

#[inline]
pub(super) fn eyes<S: CellSet>(local: &Local<S>, stones: [S; 2], colour: Colour) -> Eyes<S> {
    let [own, other] = [colour, colour.opponent()].map(|colour| stones[colour.index()]);
    let free = local.all() & !own;
    Eyes { own, free, fill: free & !other, open: local.beside_safe(colour.opponent()) }
}

/// The cells that may belong to an eye of the other player, given `living` stones of the attacker.
#[inline]
pub(super) fn eye_cells<S: CellSet>(local: &Local<S>, living: S, attacker: Colour) -> S {
    local.all() & !(living | local.around(living) | local.beside_safe(attacker))
}

/// Whether two cells of the set are not neighbours.
#[inline]
pub(super) fn two_apart<S: CellSet>(local: &Local<S>, set: S) -> bool {
    set.cells().any(|cell| !set.is_within(local.beside(cell) | S::cell(cell)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A rectangle at the edge of the board; rows from the top. `wall` says that white's safe
    /// stones are below it.
    pub fn rectangle(rows: &[&str], wall: bool) -> (Local<u64>, [u64; 2]) {
        let (height, width) = (rows.len(), rows[0].len());
        let bit = |row: usize, column: usize| 1u64 << (row * width + column);
        let mut around = Vec::new();
        let mut stones = [0, 0];
        let mut below = 0;
        for (row, line) in rows.iter().enumerate() {
            for column in 0..width {
                let mut set = 0;
                if row > 0 {
                    set |= bit(row - 1, column);
                }
                if column > 0 {
                    set |= bit(row, column - 1);
                }
                if row + 1 < height {
                    set |= bit(row + 1, column);
                } else {
                    below |= bit(row, column);
                }
                if column + 1 < width {
                    set |= bit(row, column + 1);
                }
                around.push(set);
                match line.as_bytes()[column] {
                    b'X' => stones[0] |= bit(row, column),
                    b'O' => stones[1] |= bit(row, column),
                    _ => {}
                }
            }
        }
        let all = u64::first_cells(height * width);
        (Local::new(all, &around, [0, if wall { below } else { 0 }]), stones)
    }

    fn is_black_alive(rows: &[&str]) -> bool {
        let (local, stones) = rectangle(rows, true);
        alive(&local, stones, Colour::Black) == stones[0] && stones[0] != 0
    }

    #[test]
    fn two_vital_regions_live() {
        assert!(is_black_alive(&[".X.X.", "XXXXX", "....."]));
        assert!(is_black_alive(&[".X.XX", "XX.X.", ".XXXX", "XX..."]));
        // A stone inside does no harm while all empty cells are liberties.
        assert!(is_black_alive(&[".XO.X", "XXXXX", "....."]));
    }

    #[test]
    fn one_region_or_a_hole_does_not() {
        assert!(!is_black_alive(&["XX...", "XXXXX", "....."]));
        assert!(!is_black_alive(&[".X.X.", "XX.X.", "....."]));
        // The cell in the middle of the large region is no liberty.
        assert!(!is_black_alive(&[".X...X", "XX.O.X", "XXX.XX", "XXXXXX"]));
    }

    #[test]
    fn stones_connected_to_safe_ones_live() {
        let (local, stones) = rectangle(&["....", ".O.O", ".O.."], true);
        let first_column: u64 = 1 << 5 | 1 << 9;
        assert_eq!(alive(&local, stones, Colour::White), first_column);
    }
}
