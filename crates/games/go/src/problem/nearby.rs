//! The cells around a set of cells that is one word: what life and death are seen by.
//!
//! Where cells are numbered row by row and rows are equally long, the cells around all cells of a
//! set are the set moved by one and by the length of a row, without what would leave its row:
//!
//! ```text
//!   0  1  2  3  4      {1, 8} moved by one    to the right {2, 9}, to the left {0, 7}
//!   5  6  7  8  9                  by a row   down {6, 13}, up {3}
//!  10 11 12 13 14
//! ```
//!
//! So a region gets the numbers of the rectangle around it ([`places`]), if those of all its points
//! are in one word. Points outside the region have numbers then, and are in no set.

use super::rectangle::Rectangle;
use crate::{Point, Points, Size, Wide};

/// The points whose cells are those of a set of points, in their order: the points of the set,
/// among those of the rectangle around it where that has one word.
pub(super) fn places(size: Size, set: Wide) -> Vec<Point> {
    let around = Rectangle::of(size, set).map(|rectangle| rectangle.points(size));
    let fits = around.filter(|around| around.count() as usize <= u64::CAPACITY);
    fits.unwrap_or(set).iter().collect()
}

/// What makes the cells around a set of one word quick to find.
#[derive(Clone, Debug)]
pub struct Nearby {
    /// How far apart a cell and the one below are, if that is the same for all.
    below: Option<u32>,
    /// The cells that have one to the right, and those that have one below.
    right: u64,
    down: u64,
    /// Else: the cells around for each byte of a set.
    bytes: Box<[[u64; 256]]>,
}

impl Nearby {
    /// Of cells each of which is next to the cells `each[cell]`.
    pub(super) fn of(each: &[u64]) -> Nearby {
        let later = |cell: usize| each[cell] & (u64::MAX << cell << 1 << 1);
        let below = (0..each.len()).find_map(|cell| Some(later(cell).first()?.index() - cell));
        let below = below.unwrap_or(1) as u32;
        let with = |distance: u32| {
            let has = |&cell: &usize| each[cell] >> cell >> distance & 1 != 0;
            (0..each.len()).filter(has).fold(0, |set, cell| set | 1 << cell)
        };
        let moved =
            Nearby { below: Some(below), right: with(1), down: with(below), bytes: Box::default() };
        // Both are unions over the cells of a set, so that they are the same for all sets if they
        // are for all cells.
        if each.iter().enumerate().all(|(cell, &around)| moved.around(1 << cell) == around) {
            return moved;
        }
        let table = |byte: usize| {
            std::array::from_fn(|bits: usize| {
                let near =
                    |bit: Point| each.get(8 * byte + bit.index()).copied().unwrap_or_default();
                (bits as u64).iter().fold(0, |set, bit| set | near(bit))
            })
        };
        Nearby { below: None, bytes: (0..each.len().div_ceil(8)).map(table).collect(), ..moved }
    }

    /// The cells next to a cell of the set.
    #[inline]
    pub(super) fn around(&self, set: u64) -> u64 {
        if let Some(below) = self.below {
            let beside = (set & self.right) << 1 | set >> 1 & self.right;
            return beside | (set & self.down) << below | set >> below & self.down;
        }
        let mut around = 0;
        let mut left = set;
        for table in &self.bytes {
            around |= table[(left & 255) as usize];
            left >>= 8;
        }
        around
    }
}

#[cfg(test)]
mod tests {
    use super::super::local::CellSet;
    use super::*;
    use crate::Geometry;

    /// Points by their names, and the cells of their places.
    fn nearby(size: Size, set: Wide) -> (Vec<Point>, Nearby) {
        let geometry = Geometry::<Wide>::new(size).unwrap();
        let places = places(size, set);
        let each: Vec<u64> = places
            .iter()
            .map(|&point| {
                let near = geometry.around(point) & set;
                let is_near = |&i: &usize| set.contains(point) && near.contains(places[i]);
                (0..places.len()).filter(is_near).fold(0, |cells, i| cells | u64::cell(i))
            })
            .collect();
        let nearby = Nearby::of(&each);
        for (cell, &around) in each.iter().enumerate() {
            assert_eq!(nearby.around(u64::cell(cell)), around);
        }
        let all = (0..each.len()).fold(0, |all, cell| all | each[cell]);
        assert_eq!(nearby.around(u64::first_cells(each.len())), all);
        (places, nearby)
    }

    fn points(size: Size, names: &str) -> Wide {
        let single = |name| Wide::single(size.point(name).unwrap());
        names.split(' ').fold(Wide::EMPTY, |set, name| set | single(name))
    }

    #[test]
    fn a_region_with_gaps_has_the_cells_of_its_rectangle() {
        let size = Size::new(19, 19).unwrap();
        // A diamond: five points among nine.
        let (places, nearby) = nearby(size, points(size, "C5 B4 C4 D4 C3"));
        assert_eq!(places.len(), 9);
        assert_eq!(nearby.below, Some(3));
        assert_eq!(nearby.around(1 << 4), 1 << 1 | 1 << 3 | 1 << 5 | 1 << 7);
        assert_eq!(nearby.around(1 << 1 | 1 << 3), 1 << 4);
    }

    #[test]
    fn rows_columns_and_whole_words_are_moved() {
        let size = Size::new(8, 8).unwrap();
        let geometry = Geometry::<Wide>::new(size).unwrap();
        assert_eq!(nearby(size, geometry.board()).1.below, Some(8));
        for (names, cells) in [("A1 B1 C1 D1", 4), ("E2 E3 E4", 3), ("B7", 1), ("A1 A2 B1 B2", 4)] {
            let (places, nearby) = nearby(size, points(size, names));
            assert_eq!(places.len(), cells);
            assert!(nearby.below.is_some());
        }
    }

    #[test]
    fn what_has_no_room_for_its_rectangle_is_looked_up() {
        let size = Size::new(19, 19).unwrap();
        // A comb: the first row, and four points below every second one of it.
        let tooth = |i: usize| size.at(1 + i % 4, 2 * (i / 4));
        let points = (0..19).map(|column| size.at(0, column)).chain((0..40).map(tooth));
        let comb = points.fold(Wide::EMPTY, |set, point| set | Wide::single(point));
        let (places, nearby) = nearby(size, comb);
        assert_eq!(places.len(), 59);
        assert_eq!(nearby.below, None);
    }
}
