//! Rectangles of a board.

use crate::{Point, Points, Size, Wide};

/// Rows and columns, from first to last.
#[derive(Clone, Copy)]
pub(super) struct Rectangle {
    pub rows: [usize; 2],
    pub columns: [usize; 2],
}

impl Rectangle {
    pub fn of(size: Size, stones: Wide) -> Option<Self> {
        let first = stones.first()?;
        let (row, column) = (size.row(first), size.column(first));
        let mut found = Rectangle { rows: [row; 2], columns: [column; 2] };
        for point in stones.iter() {
            let (row, column) = (size.row(point), size.column(point));
            found.rows = [found.rows[0].min(row), found.rows[1].max(row)];
            found.columns = [found.columns[0].min(column), found.columns[1].max(column)];
        }
        Some(found)
    }

    pub fn contains(&self, size: Size, point: Point) -> bool {
        let within = |[first, last]: [usize; 2], at: usize| first <= at && at <= last;
        within(self.rows, size.row(point)) && within(self.columns, size.column(point))
    }

    pub fn points(&self, size: Size) -> Wide {
        let [left, right] = self.columns;
        let points = (self.rows[0]..=self.rows[1])
            .flat_map(|row| (left..=right).map(move |column| size.at(row, column)));
        points.fold(Wide::EMPTY, |all, point| all | Wide::single(point))
    }
}

/// The points that are at most so many rows and columns from one.
pub(super) fn square(size: Size, point: Point, steps: usize) -> Wide {
    let (row, column) = (size.row(point), size.column(point));
    Rectangle {
        rows: [row.saturating_sub(steps), (row + steps).min(size.rows() - 1)],
        columns: [column.saturating_sub(steps), (column + steps).min(size.columns() - 1)],
    }
    .points(size)
}
