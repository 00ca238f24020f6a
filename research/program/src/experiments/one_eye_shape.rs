//! Regions for one-eye problems: a chain with an eye, empty points beside it, and a wall around
//! both that lives unconditionally.

use std::fmt;
use std::ops::Range;
use threefold_game::SplitMix;

use threefold_go::{Colour, Points, Size, Wide};

/// Where a region can be.
pub const PLACES: [&str; 3] = ["corner", "side", "centre"];

/// A region on 19x19, and the walls around it.
#[derive(Clone)]
pub struct Shape {
    pub defender: Colour,
    size: Size,
    eye: Cell,
    /// The stones around the eye.
    body: Vec<Cell>,
    /// Where the other eye may be.
    space: Vec<Cell>,
    /// Rows and columns in which it is.
    bounds: (Range<i32>, Range<i32>),
    wall: Vec<Cell>,
    /// Which way the board is turned or mirrored.
    turned: u8,
}

/// Row and column, from the top left corner.
type Cell = (i32, i32);

/// The stones in the space of a shape: nothing, the defender, the attacker.
#[derive(Clone)]
pub struct Content(Vec<u8>);

impl fmt::Display for Content {
    /// A digit for each cell.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|stone| write!(f, "{stone}"))
    }
}

impl Content {
    /// One stone more, less, or elsewhere; in half of the cases in favour of a player (1 the
    /// defender, 2 the attacker), if one is given.
    pub fn changed(&self, favour: Option<u8>, random: &mut SplitMix) -> Self {
        let mut content = self.clone();
        let cells = content.0.len() as u64;
        let at = random.below(cells) as usize;
        match (random.below(4), favour) {
            (0 | 1, Some(player)) => {
                content.0[at] = if content.0[at] == 0 { player } else { 0 };
                // His own stones stay.
                if self.0[at] == player {
                    content.0[at] = player;
                    content.0.swap(at, random.below(cells) as usize);
                }
            }
            (0 | 2, _) => content.0.swap(at, random.below(cells) as usize),
            _ => content.0[at] = random.choose(&[0, 0, 1, 2]),
        }
        content
    }
}

fn on_board((row, column): Cell) -> bool {
    (0..19).contains(&row) && (0..19).contains(&column)
}

fn beside((row, column): Cell) -> [Cell; 4] {
    [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
}

/// The cell and its eight neighbours.
fn around((row, column): Cell) -> impl Iterator<Item = Cell> {
    (row - 1..row + 2).flat_map(move |row| (column - 1..column + 2).map(move |c| (row, c)))
}

/// All that is around a region, diagonals too, so that it is one chain; its two eyes are below it.
fn walled(eye: Cell, body: &[Cell], space: &[Cell]) -> Option<Vec<Cell>> {
    let region = |cell: &Cell| *cell == eye || body.contains(cell) || space.contains(cell);
    let mut wall: Vec<Cell> = body.iter().chain(space).flat_map(|&cell| around(cell)).collect();
    wall.sort_unstable();
    wall.dedup();
    wall.retain(|cell| on_board(*cell) && !region(cell));
    let lowest = wall.iter().map(|cell| cell.0).max()?;
    let first = wall.iter().filter(|cell| cell.0 == lowest).map(|cell| cell.1).min()?;
    let eyes = [(lowest + 1, first + 1), (lowest + 1, first + 3)];
    let base = (lowest..lowest + 3).flat_map(|row| (first..first + 5).map(move |c| (row, c)));
    wall.extend(base.filter(|cell| !eyes.contains(cell)));
    wall.iter().all(|&cell| on_board(cell)).then_some(wall)
}

impl Shape {
    /// A region at a place (a number of [`PLACES`]), with so many cells more than usual, and a wall
    /// that has two eyes of its own.
    pub fn random(place: usize, more: usize, random: &mut SplitMix) -> Option<Self> {
        // The eye, where the space begins, and where it may grow.
        let (eye, seed, (rows, columns)): (Cell, Cell, (Range<i32>, Range<i32>)) =
            match (place, random.below(2)) {
                (0, 0) => ((0, 0), (0, 2), (0..5, 0..8)),
                // Towards the corner.
                (0, _) => {
                    let column = 5 + random.below(2) as i32;
                    ((0, column), (0, column - 2), (0..5, 0..column))
                }
                (1, _) => ((0, 6), (0, 8), (0..5, 6..15)),
                _ => ((8, 5), (8, 7), (5..12, 5..14)),
            };
        let body: Vec<Cell> = around(eye).filter(|&cell| on_board(cell) && cell != eye).collect();
        // Cells next to the wall are no eyes: away from the edge it takes more of them.
        let cells = more + [8, 8, 11][place] + random.below([9, 9, 10][place]) as usize;
        let mut space = vec![seed];
        while space.len() < cells {
            let is_free = |cell: &Cell| {
                rows.contains(&cell.0)
                    && columns.contains(&cell.1)
                    && !space.contains(cell)
                    && !body.contains(cell)
                    && *cell != eye
            };
            // A cell is in the list once for each neighbour that belongs to the space, which makes
            // the space compact.
            let next: Vec<Cell> =
                space.iter().flat_map(|&cell| beside(cell)).filter(is_free).collect();
            if next.is_empty() {
                return None;
            }
            space.push(random.choose(&next));
        }
        Some(Shape {
            wall: walled(eye, &body, &space)?,
            defender: random.choose(&Colour::ALL),
            size: Size::new(19, 19).expect("19x19"),
            eye,
            body,
            space,
            bounds: (rows, columns),
            turned: random.below(8) as u8,
        })
    }

    /// The region with one cell more, and the wall moved for it; what the cell has is the last of
    /// `content`. `None` if there is no room for it.
    pub fn grown(&self, content: &Content, random: &mut SplitMix) -> Option<(Self, Content)> {
        let (rows, columns) = &self.bounds;
        let is_free = |cell: &Cell| {
            (rows.start..rows.end + 1).contains(&cell.0)
                && columns.contains(&cell.1)
                && !self.space.contains(cell)
                && !self.body.contains(cell)
                && *cell != self.eye
        };
        let next: Vec<Cell> =
            self.space.iter().flat_map(|&cell| beside(cell)).filter(is_free).collect();
        if next.is_empty() {
            return None;
        }
        let (mut shape, mut content) = (self.clone(), content.clone());
        shape.space.push(random.choose(&next));
        shape.wall = walled(shape.eye, &shape.body, &shape.space)?;
        content.0.push(random.choose(&[0, 0, 1, 2]));
        Some((shape, content))
    }

    /// SplitMix stones in the space, and over them so many kos as far as they fit.
    pub fn fill(&self, kos: u32, random: &mut SplitMix) -> Content {
        let [own, other] = [(); 2].map(|()| 2 + random.below(4));
        let stones = self.space.iter().map(|_| match random.below(16) {
            n if n < own => 1,
            n if n < own + other => 2,
            _ => 0,
        });
        let mut content = Content(stones.collect());
        (0..kos).for_each(|_| self.put_ko(&mut content, random));
        content
    }

    fn put(&self, content: &mut Content, cell: Cell, stone: u8) {
        if let Some(i) = self.space.iter().position(|&at| at == cell) {
            content.0[i] = stone;
        }
    }

    /// Puts a ko somewhere, as far as it fits.
    pub fn put_ko(&self, content: &mut Content, random: &mut SplitMix) {
        let taken = random.choose(&self.space);
        let taker = random.choose(&beside(taken));
        let (player, other) = random.choose(&[(1, 2), (2, 1)]);
        // The stone that is taken has the player's around it, the empty point the other's.
        beside(taken).into_iter().for_each(|cell| self.put(content, cell, player));
        beside(taker).into_iter().for_each(|cell| self.put(content, cell, other));
        self.put(content, taken, other);
        self.put(content, taker, 0);
    }

    /// Puts two empty points with a player's stones around them somewhere, as far as they fit: a
    /// stone thrown in there, and taken, is what a snapback begins with.
    pub fn put_snapback(&self, content: &mut Content, random: &mut SplitMix) {
        let first = random.choose(&self.space);
        let second = random.choose(&beside(first));
        let player = random.choose(&[1, 2]);
        for cell in around(first).chain(around(second)) {
            let is_beside = beside(first).contains(&cell) || beside(second).contains(&cell);
            if is_beside || random.below(2) == 0 {
                self.put(content, cell, player);
            }
        }
        self.put(content, first, 0);
        self.put(content, second, 0);
    }

    /// The eye on the board.
    pub fn eye(&self) -> Wide {
        self.point(self.eye)
    }

    /// The stones of black and white.
    pub fn stones(&self, content: &Content) -> [Wide; 2] {
        let mut stones = [Wide::EMPTY; 2];
        let mut put = |colour: Colour, cell: Cell| stones[colour.index()] |= self.point(cell);
        self.body.iter().for_each(|&cell| put(self.defender, cell));
        self.wall.iter().for_each(|&cell| put(self.defender.opponent(), cell));
        for (&cell, &stone) in self.space.iter().zip(&content.0) {
            match stone {
                1 => put(self.defender, cell),
                2 => put(self.defender.opponent(), cell),
                _ => {}
            }
        }
        stones
    }

    fn point(&self, (row, column): Cell) -> Wide {
        let mirrored = |i: i32, bit: u8| if self.turned & bit == 0 { i } else { 18 - i };
        let (row, column) = (mirrored(row, 1), mirrored(column, 2));
        let (row, column) = if self.turned & 4 == 0 { (row, column) } else { (column, row) };
        Wide::single(self.size.at(row as usize, column as usize))
    }
}
