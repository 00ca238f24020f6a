//! Turned and mirrored boards.

use crate::{Board, Colour, Point, Points, Size, zobrist};

/// The keys of a board's images, by symmetry: first the board's own. As many as there are
/// symmetries count.
pub(crate) type Images = [u64; 8];

/// The symmetries of a board: 8 for a square, 4 for a rectangle, 2 for a row, 1 for a point. The
/// first one changes nothing.
#[derive(Clone, Debug)]
pub(crate) struct Symmetries {
    maps: Vec<Map>,
    /// By colour and point, the keys of the stone's images: a cache line each.
    keys: [Vec<Images>; 2],
}

/// One symmetry.
#[derive(Clone, Debug)]
struct Map {
    /// Where each point goes.
    images: Vec<Point>,
    /// What goes to each point.
    origins: Vec<Point>,
}

impl Symmetries {
    /// Those of a board of this size.
    pub fn of(size: Size) -> Self {
        let (rows, columns) = (size.rows(), size.columns());
        let mut maps: Vec<Vec<Point>> = Vec::new();
        for transpose in [false, true] {
            if transpose && rows != columns {
                continue;
            }
            for (flip_rows, flip_columns) in
                [(false, false), (false, true), (true, false), (true, true)]
            {
                let image = |index| {
                    let point = Point::from_index(index);
                    let (row, column) = (size.row(point), size.column(point));
                    let row = if flip_rows { rows - 1 - row } else { row };
                    let column = if flip_columns { columns - 1 - column } else { column };
                    if transpose { size.at(column, row) } else { size.at(row, column) }
                };
                let map = (0..size.points()).map(image).collect();
                if !maps.contains(&map) {
                    maps.push(map);
                }
            }
        }
        let maps: Vec<Map> = maps.into_iter().map(Map::new).collect();
        let keys = Colour::ALL.map(|colour| {
            let images = |index: usize| {
                let mut keys = [0; 8];
                for (key, map) in keys.iter_mut().zip(&maps) {
                    *key = zobrist::stone(colour, map.images[index]);
                }
                keys
            };
            (0..size.points()).map(images).collect()
        });
        Symmetries { maps, keys }
    }

    /// How many there are.
    #[inline]
    pub fn count(&self) -> usize {
        self.maps.len()
    }

    /// The keys of the images of `board`, given those of another one, if that is what `images` are.
    /// Few points differ from one position to the next; anew it takes a sixth of the time of a
    /// search.
    #[inline]
    pub fn images<P: Points>(&self, other: &Board<P>, images: &Images, board: &Board<P>) -> Images {
        let is_known = images[0] == other.key();
        let (mut keys, other) = if is_known { (*images, other) } else { ([0; 8], &Board::EMPTY) };
        for colour in Colour::ALL {
            for point in (board.stones(colour) ^ other.stones(colour)).iter() {
                let of_stone = &self.keys[colour.index()][point.index()];
                keys.iter_mut().zip(of_stone).for_each(|(key, of_stone)| *key ^= of_stone);
            }
        }
        debug_assert_eq!(keys[0], board.key());
        keys
    }

    /// The smallest of the keys, `ko` being a point of the board that counts as well, and the first
    /// symmetry that leads to it.
    #[inline]
    pub fn smallest(&self, images: &Images, ko: Option<Point>) -> (u64, u8) {
        let mut smallest = (u64::MAX, 0);
        for (i, map) in self.maps.iter().enumerate() {
            let key = images[i] ^ ko.map_or(0, |point| zobrist::ko(map.images[point.index()]));
            if key < smallest.0 {
                smallest = (key, i as u8);
            }
        }
        smallest
    }

    /// Where the point goes under a symmetry.
    #[inline]
    pub fn image(&self, symmetry: u8, point: Point) -> Point {
        self.maps[symmetry as usize].images[point.index()]
    }

    /// What goes to the point under a symmetry.
    #[inline]
    pub fn origin(&self, symmetry: u8, point: Point) -> Point {
        self.maps[symmetry as usize].origins[point.index()]
    }
}

impl Map {
    fn new(images: Vec<Point>) -> Self {
        let mut origins = images.clone();
        for (index, image) in images.iter().enumerate() {
            origins[image.index()] = Point::from_index(index);
        }
        Map { images, origins }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Geometry;

    #[test]
    fn boards_have_as_many_symmetries_as_they_should() {
        for (size, count) in [("1x1", 1), ("1x2", 2), ("5x1", 2), ("2x3", 4), ("3x3", 8)] {
            assert_eq!(Symmetries::of(size.parse().unwrap()).count(), count, "{size}");
        }
    }

    /// All images of a board have the same smallest key, and their symmetries lead to the same
    /// board.
    #[test]
    fn images_have_one_key() {
        for size in ["1x5", "2x3", "3x3"] {
            let size: Size = size.parse().unwrap();
            let geometry = Geometry::<u64>::new(size).unwrap();
            let symmetries = Symmetries::of(size);
            let image = |set: u64, i| {
                Points::iter(set)
                    .fold(0, |all, point| all | u64::single(symmetries.image(i, point)))
            };
            for number in 0..3u64.pow(size.points() as u32) {
                let digit = |i: usize| number / 3u64.pow(i as u32) % 3;
                let set = |wanted| {
                    (0..size.points()).filter(|&i| digit(i) == wanted).fold(0, |s, i| s | 1 << i)
                };
                let Ok(board) = Board::new(&geometry, set(1), set(2)) else { continue };
                let start = (Board::EMPTY, [0; 8]);
                let keys = symmetries.images(&start.0, &start.1, &board);
                let (key, symmetry) = symmetries.smallest(&keys, None);
                let canonical = [set(1), set(2)].map(|set| image(set, symmetry));
                for i in 0..symmetries.count() as u8 {
                    let [black, white] = [set(1), set(2)].map(|set| image(set, i));
                    let other = Board::new(&geometry, black, white).unwrap();
                    // From one board to another, and from what is none of its own.
                    let other_keys = symmetries.images(&board, &keys, &other);
                    assert_eq!(symmetries.images(&board, &[1; 8], &other), other_keys);
                    let (other_key, other_symmetry) = symmetries.smallest(&other_keys, None);
                    assert_eq!(other_key, key);
                    assert_eq!([black, white].map(|set| image(set, other_symmetry)), canonical);
                }
            }
        }
    }
}
