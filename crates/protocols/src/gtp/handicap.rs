//! Where handicap stones stand (GTP version 2, section 4.1.1).

use threefold_go::{Point, Size};

/// The points of `fixed_handicap`; nothing if the board has no such handicap.
pub(super) fn fixed(size: Size, stones: usize) -> Option<Vec<Point>> {
    let (rows, columns) = (size.rows(), size.columns());
    // Smaller boards have none, sides of even length no middle, and 7x7 no more than corners.
    let has_middle = rows % 2 == 1 && columns % 2 == 1 && rows.min(columns) >= 9;
    let most = if has_middle { 9 } else { 4 };
    if rows.min(columns) < 7 || !(2..=most).contains(&stones) {
        return None;
    }
    let line = |length: usize| if length >= 13 { 3 } else { 2 };
    // Rows are counted from the top.
    let [top, middle, bottom] = [line(rows), rows / 2, rows - 1 - line(rows)];
    let [left, centre, right] = [line(columns), columns / 2, columns - 1 - line(columns)];
    let corners = [(bottom, left), (top, right), (top, left), (bottom, right)];
    let sides = [(middle, left), (middle, right), (bottom, centre), (top, centre)];
    let (of_corners, of_sides) = (stones.min(4), stones.saturating_sub(4));
    let mut places = corners[..of_corners].to_vec();
    // An odd number has the centre.
    places.extend(&sides[..of_sides & !1]);
    places.extend((of_sides % 2 == 1).then_some((middle, centre)));
    Some(places.into_iter().map(|(row, column)| size.at(row, column)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_points_are_those_of_the_protocol() {
        let names = |rows, columns, stones| {
            let size = Size::new(rows, columns).unwrap();
            let points = fixed(size, stones)?;
            let names: Vec<String> =
                points.into_iter().map(|point| size.coordinates(point).to_string()).collect();
            Some(names.join(" "))
        };
        let is = |rows, columns, stones, expected: &str| {
            assert_eq!(names(rows, columns, stones).as_deref(), Some(expected));
        };
        is(19, 19, 2, "D4 Q16");
        is(19, 19, 5, "D4 Q16 D16 Q4 K10");
        is(19, 19, 6, "D4 Q16 D16 Q4 D10 Q10");
        is(19, 19, 7, "D4 Q16 D16 Q4 D10 Q10 K10");
        is(19, 19, 9, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10");
        is(9, 9, 3, "C3 G7 C7");
        is(8, 8, 4, "C3 F6 C6 F3");
        for (rows, columns, stones) in
            [(19, 19, 1), (19, 19, 10), (8, 8, 5), (7, 7, 5), (6, 6, 2), (19, 3, 2)]
        {
            assert_eq!(names(rows, columns, stones), None, "{rows}x{columns} {stones}");
        }
    }
}
