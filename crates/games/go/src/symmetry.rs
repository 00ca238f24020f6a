//! Turned and mirrored boards.

use crate::{Board, Colour, Point, Points, Size, zobrist};

/// The symmetries of a board: 8 for a square, 4 for a rectangle, 2 for a row, 1 for a point. The
/// first one changes nothing.
#[derive(Clone, Debug)]
pub(crate) struct Symmetries {
    maps: Vec<Map>,
}

/// One symmetry.
#[derive(Clone, Debug)]
struct Map {
    /// Where each point goes.
    images: Vec<Point>,
    /// What goes to each point.
    origins: Vec<Point>,
    /// By colour and point, the key of the stone's image.
    keys: [Vec<u64>; 2],
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
        Symmetries { maps: maps.into_iter().map(Map::new).collect() }
    }

    /// How many there are.
    #[inline]
    pub fn count(&self) -> usize {
        self.maps.len()
    }

    /// The smallest key of the board's images, and the first symmetry that leads to it.
    #[inline]
    pub fn smallest<P: Points>(&self, board: &Board<P>) -> (u64, u8) {
        let mut smallest = (board.key(), 0);
        for (i, map) in self.maps.iter().enumerate().skip(1) {
            let mut key = 0;
            for colour in Colour::ALL {
                for point in board.stones(colour).iter() {
                    key ^= map.keys[colour.index()][point.index()];
                }
            }
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
        let keys = Colour::ALL
            .map(|colour| images.iter().map(|&image| zobrist::stone(colour, image)).collect());
        Map { images, origins, keys }
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
                let (key, frame) = symmetries.smallest(&board);
                let canonical = [set(1), set(2)].map(|set| image(set, frame));
                for i in 0..symmetries.count() as u8 {
                    let [black, white] = [set(1), set(2)].map(|set| image(set, i));
                    let other = Board::new(&geometry, black, white).unwrap();
                    let (other_key, other_frame) = symmetries.smallest(&other);
                    assert_eq!(other_key, key);
                    assert_eq!([black, white].map(|set| image(set, other_frame)), canonical);
                }
            }
        }
    }
}
