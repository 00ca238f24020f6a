//! Where the cells of a region are on the board: first and second line, corners, diagonals.

use super::local::CellSet;
use crate::{Geometry, Point, Points, Wide};

/// The places of the cells of a region.
#[derive(Clone, Debug)]
pub(super) struct Lines<S> {
    /// Corners of the board.
    pub corner: S,
    /// Points next to a corner.
    pub beside_corner: S,
    /// Points of the first line, corners left out.
    pub first: S,
    /// Points next to the first line.
    pub second: S,
    /// The cells diagonal to each.
    diagonal: Vec<S>,
}

impl<S: CellSet> Lines<S> {
    /// Of the cells at those of these points that are in the region.
    pub fn new(geometry: &Geometry<Wide>, points: &[Point], region: Wide) -> Self {
        let cells = |wanted: &dyn Fn(Point) -> bool| {
            let wanted = |&cell: &usize| region.contains(points[cell]) && wanted(points[cell]);
            (0..points.len()).filter(wanted).fold(S::EMPTY, |set, cell| set | S::cell(cell))
        };
        let neighbours = |point: Point| geometry.around(point).count();
        let beside = |point: Point, count: u32| {
            geometry.around(point).iter().any(|next| neighbours(next) == count)
        };
        let diagonal = |&point: &Point| {
            let around = geometry.around(point);
            let second = geometry.neighbours(around) & !Wide::single(point);
            cells(&|other| second.contains(other) && (geometry.around(other) & around).count() == 2)
        };
        Lines {
            corner: cells(&|point| neighbours(point) == 2),
            beside_corner: cells(&|point| neighbours(point) == 3 && beside(point, 2)),
            first: cells(&|point| neighbours(point) == 3),
            second: cells(&|point| neighbours(point) == 4 && beside(point, 3)),
            diagonal: points.iter().map(diagonal).collect(),
        }
    }

    /// The cells diagonal to one, those outside the region left out.
    #[inline]
    pub fn diagonal(&self, cell: usize) -> S {
        self.diagonal[cell]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;

    #[test]
    fn cells_know_their_place_on_the_board() {
        let size = Size::new(5, 6).unwrap();
        let geometry = Geometry::<Wide>::new(size).unwrap();
        let points: Vec<Point> = (0..30).map(Point::from_index).collect();
        let lines = Lines::<u64>::new(&geometry, &points, geometry.board());
        let set = |text: &str| {
            text.split(' ').fold(0, |set, name| set | 1u64 << size.point(name).unwrap().index())
        };
        assert_eq!(lines.corner, set("A1 F1 A5 F5"));
        assert_eq!(lines.beside_corner, set("A2 B1 A4 B5 E1 F2 E5 F4"));
        assert_eq!(lines.first, set("B1 C1 D1 E1 B5 C5 D5 E5 A2 A3 A4 F2 F3 F4"));
        assert_eq!(lines.second, set("B2 C2 D2 E2 B4 C4 D4 E4 B3 E3"));
        let at = |name: &str| lines.diagonal(size.point(name).unwrap().index());
        assert_eq!(at("C3"), set("B2 D2 B4 D4"));
        assert_eq!(at("A1"), set("B2"));
        assert_eq!(at("A3"), set("B2 B4"));
    }
}
