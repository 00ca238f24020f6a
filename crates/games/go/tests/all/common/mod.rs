//! The rules once more, on arrays, without bits.

use threefold_go::{Board, Colour, Geometry, Point, Points, Size};

/// A board as an array.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Plain {
    pub size: Size,
    pub points: Vec<Option<Colour>>,
}

impl Plain {
    pub fn empty(size: Size) -> Self {
        Plain { size, points: vec![None; size.points()] }
    }

    pub fn of<P: Points>(board: &Board<P>, geometry: &Geometry<P>) -> Self {
        let size = geometry.size();
        let points = (0..size.points()).map(|i| board.at(Point::from_index(i))).collect();
        Plain { size, points }
    }

    pub fn around(&self, at: usize) -> Vec<usize> {
        let (rows, columns) = (self.size.rows(), self.size.columns());
        let (row, column) = (at / columns, at % columns);
        let mut all = Vec::new();
        if row > 0 {
            all.push(at - columns);
        }
        if row + 1 < rows {
            all.push(at + columns);
        }
        if column > 0 {
            all.push(at - 1);
        }
        if column + 1 < columns {
            all.push(at + 1);
        }
        all
    }

    /// The connected points with the same content, and the contents of their neighbours.
    pub fn group(&self, at: usize) -> (Vec<usize>, Vec<usize>) {
        let mut group = vec![at];
        let mut border = Vec::new();
        let mut seen = vec![false; self.points.len()];
        seen[at] = true;
        let mut next = 0;
        while next < group.len() {
            for other in self.around(group[next]) {
                if std::mem::replace(&mut seen[other], true) {
                    continue;
                }
                let same = self.points[other] == self.points[at];
                if same { &mut group } else { &mut border }.push(other);
            }
            next += 1;
        }
        (group, border)
    }

    pub fn has_liberty(&self, at: usize) -> bool {
        self.group(at).1.into_iter().any(|border| self.points[border].is_none())
    }

    /// Plays; returns how many stones of the opponent and of one's own were removed.
    pub fn play(&mut self, colour: Colour, at: usize) -> (usize, usize) {
        self.points[at] = Some(colour);
        let mut captured = 0;
        for other in self.around(at) {
            if self.points[other] == Some(colour.opponent()) && !self.has_liberty(other) {
                let (group, _) = self.group(other);
                captured += group.len();
                group.into_iter().for_each(|point| self.points[point] = None);
            }
        }
        if self.has_liberty(at) {
            return (captured, 0);
        }
        let (group, _) = self.group(at);
        let own = group.len();
        group.into_iter().for_each(|point| self.points[point] = None);
        (captured, own)
    }

    pub fn score(&self) -> i32 {
        let mut score = 0;
        for at in 0..self.points.len() {
            let counts_for = |colour| match self.points[at] {
                Some(stone) => stone == colour,
                None => {
                    let border = self.group(at).1;
                    !border.is_empty() && border.iter().all(|&b| self.points[b] == Some(colour))
                }
            };
            score += i32::from(counts_for(Colour::Black)) - i32::from(counts_for(Colour::White));
        }
        score
    }
}

/// Every legal position of a board: colourings in which every chain has a liberty.
pub fn legal_boards(geometry: &Geometry<u64>) -> Vec<Board<u64>> {
    let n = geometry.size().points();
    let mut all = Vec::new();
    let mut digits = vec![0u8; n];
    loop {
        let set =
            |digit: u8| (0..n).filter(|&i| digits[i] == digit).fold(0, |set, i| set | 1u64 << i);
        all.extend(Board::new(geometry, set(1), set(2)));
        let Some(i) = digits.iter().position(|&digit| digit < 2) else { return all };
        digits[..i].fill(0);
        digits[i] += 1;
    }
}

pub fn geometry(rows: usize, columns: usize) -> Geometry<u64> {
    Geometry::new(Size::new(rows, columns).unwrap()).unwrap()
}
