//! Turned and mirrored boards.

use crate::{Board, Colour, Point, Points, Size, Wide, zobrist};

/// The keys of a board's images, by symmetry: first the board's own. As many as there are
/// symmetries count.
type Images = [u64; 8];

/// The symmetries of a board: 8 for a square, 4 for a rectangle, 2 for a row, 1 for a point. The
/// first one changes nothing.
#[derive(Clone, Debug)]
pub(crate) struct Symmetries {
    maps: Vec<Map>,
    /// By colour, and for each four points after one another, the keys of the images of each set of
    /// stones on them: a cache line each.
    keys: [Vec<[Images; 16]>; 2],
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
            let key = |map: &Map, index| {
                map.images.get(index).map_or(0, |&image| zobrist::stone(colour, image))
            };
            let images = |first: usize, stones: usize| {
                let mut keys = [0; 8];
                for (keys, map) in keys.iter_mut().zip(&maps) {
                    for i in (0..4).filter(|i| stones >> i & 1 != 0) {
                        *keys ^= key(map, first + i);
                    }
                }
                keys
            };
            let four = |i| std::array::from_fn(|stones| images(4 * i, stones));
            (0..size.points().div_ceil(4)).map(four).collect()
        });
        Symmetries { maps, keys }
    }

    /// How many there are.
    #[inline]
    pub fn count(&self) -> usize {
        self.maps.len()
    }

    /// The keys of the images of a board. Keeping them with every position to change them stone by
    /// stone is no faster, and positions are three times as large.
    #[inline]
    fn images<P: Points>(&self, board: &Board<P>) -> Images {
        let mut keys = [0; 8];
        for colour in Colour::ALL {
            let mut words = [0; Wide::WORDS];
            board.stones(colour).write_words(&mut words[..P::WORDS]);
            for (i, four) in self.keys[colour.index()].iter().enumerate() {
                let of_stones = &four[(words[i / 16] >> (4 * (i % 16)) & 15) as usize];
                keys.iter_mut().zip(of_stones).for_each(|(key, of_stones)| *key ^= of_stones);
            }
        }
        debug_assert_eq!(keys[0], board.key());
        keys
    }

    /// The smallest key of an image of a board, `ko` being a point of it that counts as well, and
    /// the first symmetry that leads to it.
    #[inline]
    pub fn smallest<P: Points>(&self, board: &Board<P>, ko: Option<Point>) -> (u64, u8) {
        let images = self.images(board);
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
                let (key, symmetry) = symmetries.smallest(&board, None);
                let canonical = [set(1), set(2)].map(|set| image(set, symmetry));
                for i in 0..symmetries.count() as u8 {
                    let [black, white] = [set(1), set(2)].map(|set| image(set, i));
                    let other = Board::new(&geometry, black, white).unwrap();
                    let (other_key, other_symmetry) = symmetries.smallest(&other, None);
                    assert_eq!(other_key, key);
                    assert_eq!([black, white].map(|set| image(set, other_symmetry)), canonical);
                }
            }
        }
    }
}
