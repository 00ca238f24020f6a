//! What is next to what on a board.

use threefold_game::NotationError;

use crate::{Point, Points, Size};

/// The shape of a board: which points are neighbours, and sets that are connected.
///
/// Neighbours of a whole set are four shifts. Masks for the outermost columns keep a shift by one
/// from going round the edge:
///
/// ```text
///    . . . a        a shifted up by one would be b; the mask of all but
///    b . . .        the first column takes it off
/// ```
#[derive(Clone, Debug)]
pub struct Geometry<P> {
    size: Size,
    board: P,
    all_but_first_column: P,
    all_but_last_column: P,
    neighbours: Vec<P>,
}

impl<P: Points> Geometry<P> {
    /// The geometry of a board.
    ///
    /// # Errors
    /// A set `P` does not hold so many points.
    pub fn new(size: Size) -> Result<Self, NotationError> {
        if size.points() > P::CAPACITY {
            return Err(NotationError::new(format!(
                "a board of {size} has more than {} points",
                P::CAPACITY
            )));
        }
        let set = |wanted: &dyn Fn(Point) -> bool| {
            (0..size.points())
                .map(Point::from_index)
                .filter(|&point| wanted(point))
                .fold(P::EMPTY, |all, point| all | P::single(point))
        };
        let mut geometry = Geometry {
            size,
            board: set(&|_| true),
            all_but_first_column: set(&|point| size.column(point) > 0),
            all_but_last_column: set(&|point| size.column(point) + 1 < size.columns()),
            neighbours: Vec::new(),
        };
        geometry.neighbours = (0..size.points())
            .map(|i| geometry.neighbours(P::single(Point::from_index(i))))
            .collect();
        Ok(geometry)
    }

    /// Rows and columns.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// All points of the board.
    #[inline]
    pub fn board(&self) -> P {
        self.board
    }

    /// The neighbours of a point, 1 to 4 of them (none on a board of one point).
    #[inline]
    pub fn around(&self, point: Point) -> P {
        self.neighbours[point.index()]
    }

    /// The points next to a point of the set; points of the set are among them where they have
    /// neighbours in it.
    #[inline]
    pub fn neighbours(&self, set: P) -> P {
        let columns = self.size.columns() as u32;
        let beside = set.up(1) & self.all_but_first_column | set.down(1) & self.all_but_last_column;
        (beside | set.up(columns) | set.down(columns)) & self.board
    }

    /// The points of `within` that are connected, through `within`, to a point of `seed` in it.
    #[inline]
    pub fn connected(&self, seed: P, within: P) -> P {
        let mut set = seed & within;
        loop {
            let more = (set | self.neighbours(set)) & within;
            if more == set {
                return set;
            }
            set = more;
        }
    }

    /// The connected parts of a set, ordered by their first points.
    pub fn parts(&self, set: P) -> impl Iterator<Item = P> + '_ {
        let mut left = set;
        std::iter::from_fn(move || {
            let part = self.connected(P::single(left.first()?), left);
            left ^= part;
            Some(part)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Wide;

    fn naive(size: Size, point: Point) -> Vec<Point> {
        let (row, column) = (size.row(point) as isize, size.column(point) as isize);
        let mut all: Vec<Point> = [(-1, 0), (0, -1), (0, 1), (1, 0)]
            .into_iter()
            .map(|(r, c)| (row + r, column + c))
            .filter(|&(r, c)| {
                (0..size.rows() as isize).contains(&r) && (0..size.columns() as isize).contains(&c)
            })
            .map(|(r, c)| size.at(r as usize, c as usize))
            .collect();
        all.sort();
        all
    }

    fn neighbours_are_those_of_coordinates<P: Points>() {
        for rows in 1..=19 {
            for columns in 1..=19 {
                let size = Size::new(rows, columns).unwrap();
                let Ok(geometry) = Geometry::<P>::new(size) else { continue };
                assert_eq!(geometry.board().count() as usize, size.points());
                for i in 0..size.points() {
                    let point = Point::from_index(i);
                    let found: Vec<Point> = geometry.around(point).iter().collect();
                    assert_eq!(found, naive(size, point));
                }
                assert_eq!(geometry.parts(geometry.board()).count(), 1);
            }
        }
    }

    #[test]
    fn neighbours_are_those_of_coordinates_in_every_width() {
        neighbours_are_those_of_coordinates::<u64>();
        neighbours_are_those_of_coordinates::<u128>();
        neighbours_are_those_of_coordinates::<Wide>();
    }

    #[test]
    fn too_large_for_the_word() {
        let error = Geometry::<u64>::new(Size::new(9, 8).unwrap()).unwrap_err();
        assert_eq!(error.to_string(), "a board of 9x8 has more than 64 points");
        assert!(Geometry::<u64>::new(Size::new(8, 8).unwrap()).is_ok());
        assert!(Geometry::<u128>::new(Size::new(11, 12).unwrap()).is_err());
        assert!(Geometry::<Wide>::new(Size::new(19, 19).unwrap()).is_ok());
    }
}
