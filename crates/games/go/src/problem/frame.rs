//! A frame around a diagram that shows no wall: a line of the attacker's stones that are declared
//! safe, as close to the stones as their place allows.
//!
//! ```text
//!   . O X . . . X .     the stones' box reaches to F16: outside it X gets a line of stones,
//!   O O O X X . X .     which are declared safe. The edge of the board needs none, nor do up to
//!   . X X . . . X .     three lines between it and the box, which belong to the problem.
//!   . . . . . . X .
//!   X X X X X X X .
//!   . . . . . . . .
//! ```
//!
//! That is the frame for a number of lines. One that nobody has asked for follows the stones,
//! inside such a rectangle: what the defender's stones reach in two steps around the attacker's
//! belongs to the problem, with those chains of the attacker that would have less than three
//! liberties behind it, and their liberties. Where the attacker's stones are a wall but for a few
//! gaps, everything inside it belongs to the problem ([`completed`]). Behind that is the frame, and
//! the attacker's other chains on that line are declared safe with it.
//!
//! In the middle of a game a target that is named gets the same around it ([`in_game`]).
//!
//! It is an assumption, and a strong one: the defender can neither run away nor connect to
//! anything, and the attacker has stones that cannot be captured all around. How far from the
//! stones the frame is can decide the question, so what is answered says where it is.
//! The framed board is the root of the certificate, and its stones are among the declared ones.
//!
//! Where a number of *outside liberties* is asked for, the frame is next to the stones, and of its
//! points next to the target so many stay empty, with a stone of the attacker behind each of them:
//! the attacker can fill such a point at any time, and it can never be an eye.

use super::definition::ProblemError;
use super::in_game::{STEPS, STRONG};
use super::local::MOST_CELLS;
use super::rectangle::{Rectangle, square};
use super::{completed, in_game};
use crate::{Board, Colour, Geometry, Point, Points, Size, Wide};

/// Whether a diagram gets a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Framing {
    /// Never.
    #[default]
    Never,
    /// Where nothing is marked or declared, and no stones enclose the target safely.
    Auto,
    /// Always, with so many lines between the stones' box and the frame.
    Lines(u8),
    /// Always, along the points that are so many steps from the defender's stones.
    Steps(u8),
}

impl Framing {
    /// As flags have it: `none`, `auto`, `steps:3`, or a number of lines.
    ///
    /// # Errors
    /// What is expected instead.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        let (number, kind): (&str, fn(u8) -> Framing) = match text {
            "none" => return Ok(Framing::Never),
            "auto" => return Ok(Framing::Auto),
            _ => match text.strip_prefix("steps:") {
                Some(number) => (number, Framing::Steps),
                None => (text, Framing::Lines),
            },
        };
        match number.parse() {
            Ok(number @ 0..=9) => Ok(kind(number)),
            _ => Err("expected none, auto, steps:N, or a number of lines up to 9"),
        }
    }
}

/// A frame that was put around the stones of a diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Whose stones it is made of.
    pub attacker: Colour,
    /// The stones that were added.
    pub added: Wide,
    /// All stones that are declared safe: those, and others of the attacker in their line.
    pub(super) declared: Wide,
    /// The outside liberties of the target, where a number of them was asked for: points in the
    /// line that stay empty.
    pub liberties: Option<Wide>,
    /// Stones far from the others that were taken off, since the frame stands there.
    pub removed: Wide,
    /// Lines between the stones and the frame, where most are.
    lines: u8,
    /// How far from the defender's stones it is, if it follows them.
    steps: Option<u8>,
    /// Whether it completes a wall that stands there.
    is_completed: bool,
    /// The defender's stones that are declared safe, in a game.
    friends: Wide,
    /// The target and the largest group that it is not, where nobody has said which is meant.
    guessed: Option<[Wide; 2]>,
    /// Whether the target borders on a frame without lines between.
    touches: bool,
    /// The first and the last row and column inside.
    inside: [usize; 4],
    size: Size,
}

impl Frame {
    /// Another board of the same game with this frame; `None` if it cannot stand there, because
    /// other stones do, or because it would leave a chain without liberties.
    pub fn around(&self, geometry: &Geometry<Wide>, board: &Board<Wide>) -> Option<Board<Wide>> {
        let attacker = self.attacker.index();
        let mut stones = Colour::ALL.map(|colour| board.stones(colour));
        stones[1 - attacker] &= !self.removed;
        if (stones[0] | stones[1]).meets(self.added) {
            return None;
        }
        stones[attacker] |= self.added;
        Board::new(geometry, stones[0], stones[1]).ok()
    }

    /// The same kind of frame, much further out, and less so.
    pub fn further(&self) -> impl Iterator<Item = Framing> + use<> {
        let (steps, lines) = (self.steps, self.lines);
        (1..=FURTHER).rev().map(move |more| match steps {
            Some(steps) => Framing::Steps(steps + more),
            None => Framing::Lines(lines + more),
        })
    }

    /// Whether the target would border on a frame next to the stones, and could have liberties
    /// there.
    pub const fn touches_target(&self) -> bool {
        self.touches
    }

    /// In words: `black is safe outside A1-H7 (a frame of 15 stones is added)`.
    pub fn words(&self) -> String {
        let [top, bottom, left, right] = self.inside;
        let name = |row, column| self.size.coordinates(self.size.at(row, column)).to_string();
        let stones = |count: u32| format!("{count} stone{}", if count == 1 { "" } else { "s" });
        let liberties = self.liberties.map(|liberties| {
            let point = |point| format!(" {}", self.size.coordinates(point));
            let names: String = liberties.iter().map(point).collect();
            match liberties.count() {
                0 => ", without outside liberties".to_owned(),
                1 => format!(", with 1 outside liberty at{names}"),
                number => format!(", with {number} outside liberties at{names}"),
            }
        });
        let place = match self.steps {
            Some(_) if self.is_completed => {
                format!("behind the wall around {}", self.attacker.opponent())
            }
            Some(steps) => {
                format!("farther than {steps} steps from {}", self.attacker.opponent())
            }
            None => format!("outside {}-{}", name(bottom, left), name(top, right)),
        };
        let added = match self.added.count() {
            0 => "no stone is".to_owned(),
            count => format!("a frame of {} is", stones(count)),
        };
        let mut text = format!(
            "{} is safe {place}{} ({added} added",
            self.attacker,
            liberties.unwrap_or_default(),
        );
        if !self.removed.is_empty() {
            text += &format!(", {} far away taken off", stones(self.removed.count()));
        }
        text += ")";
        if let Some(friend) = self.friends.first() {
            let friend = self.size.coordinates(friend);
            let (defender, number) = (self.attacker.opponent(), stones(self.friends.count()));
            text += &format!(", and {number} of {defender} around it ({friend})");
        }
        if let Some([Some(meant), Some(other)]) = self.guessed.map(|two| two.map(Points::first)) {
            let [meant, other] = [meant, other].map(|point| self.size.coordinates(point));
            let defender = self.attacker.opponent();
            text += &format!(", and the group of {defender} {meant} is meant, not that of {other}");
        }
        text
    }
}

/// Lines between the edge of the board and the box that belong to the problem.
const MOST_TO_EDGE: usize = 3;
/// So many steps, or lines, more has a frame that a verdict is tried with again.
pub(super) const FURTHER: u8 = 3;
/// Stones in a box of more points are those of a game.
const LARGEST_DIAGRAM: u32 = 130;
/// Stones that are further apart, in rows or columns, have nothing to do with each other.
const FURTHEST: usize = 4;

/// A first move is at most so many rows and columns from the stones that it is about.
const NEAR_SOLUTION: usize = 3;

/// The largest of several sets of stones, of those near the solution if there are any: the first of
/// them, so that the same diagram gives the same question.
fn largest(size: Size, mut sets: Vec<Wide>, solution: Option<Point>) -> Option<Wide> {
    if let Some(point) = solution {
        let near = square(size, point, NEAR_SOLUTION);
        if sets.iter().any(|set| set.meets(near)) {
            sets.retain(|set| set.meets(near));
        }
    }
    sets.into_iter().rev().max_by_key(|set| set.count())
}

/// The stones in question: of several groups that are far from each other the one with the target,
/// if it is known, else the largest, of those near the solution if there are any.
fn together(size: Size, stones: Wide, target: Option<Wide>, solution: Option<Point>) -> Wide {
    let is_near = |a: Point, b: Point| {
        size.row(a).abs_diff(size.row(b)) <= FURTHEST
            && size.column(a).abs_diff(size.column(b)) <= FURTHEST
    };
    let mut left = stones;
    let mut parts = Vec::new();
    while let Some(first) = left.first() {
        let mut part = Wide::EMPTY;
        let mut new = Wide::single(first);
        while let Some(point) = new.first() {
            part |= Wide::single(point);
            let near = left.iter().filter(|&other| is_near(point, other));
            new |= near.fold(Wide::EMPTY, |all, other| all | Wide::single(other));
            new &= !part;
        }
        if target.is_some_and(|target| target.meets(part)) {
            return part;
        }
        parts.push(part);
        left &= !part;
    }
    largest(size, parts, solution).unwrap_or_default()
}

/// Who attacks, by where the stones are: his stand further from the edges that the problem leans
/// on. Black if there are none to tell by.
pub(super) fn attacker(size: Size, board: &Board<Wide>, solution: Option<Point>) -> Colour {
    let ours = together(size, board.occupied(), None, solution);
    let Some(shape) = Rectangle::of(size, ours) else { return Colour::Black };
    let open = open_sides(size, shape);
    let out = |stones: Wide| {
        let mut sum = 0.0;
        let near = stones.iter().filter(|&point| shape.contains(size, point));
        for point in near {
            let along = |[first, last]: [usize; 2], at: usize, open: [bool; 2]| {
                let length = (last - first).max(1) as f64;
                let (low, high) = ((last - at) as f64 / length, (at - first) as f64 / length);
                f64::max(if open[0] { low } else { 0.0 }, if open[1] { high } else { 0.0 })
            };
            let row = along(shape.rows, size.row(point), open[0]);
            let column = along(shape.columns, size.column(point), open[1]);
            sum += row.max(column);
        }
        sum / f64::from(stones.count().max(1))
    };
    let [black, white] = Colour::ALL.map(|colour| out(board.stones(colour)));
    if white > black { Colour::White } else { Colour::Black }
}

/// Whether there is a side to run to: up and down, left and right.
fn open_sides(size: Size, shape: Rectangle) -> [[bool; 2]; 2] {
    let open = |[first, last]: [usize; 2], all: usize| {
        [first > MOST_TO_EDGE, all - 1 - last > MOST_TO_EDGE]
    };
    [open(shape.rows, size.rows()), open(shape.columns, size.columns())]
}

/// What is asked of a frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    /// Lines between the stones and the frame; as few as there can be if nothing is said.
    pub lines: Option<u8>,
    /// Whether the frame follows the defender's stones instead, so many steps from them.
    pub steps: Option<u8>,
    /// Outside liberties of the target: then there is no line between them.
    pub liberties: Option<u8>,
    /// The target, if it is known.
    pub target: Option<Wide>,
    /// Where the solution begins, if it is known.
    pub solution: Option<Point>,
}

/// The board with a frame of `attacker`, and what belongs to the problem: the target, or the
/// largest group of the defender's stones inside, of those near the solution if there are any.
///
/// # Errors
/// There is no room for a frame, no stone of the defender, or no place for the outside liberties.
pub(super) fn framed(
    geometry: &Geometry<Wide>,
    board: &Board<Wide>,
    attacker: Colour,
    wanted: Wanted,
) -> Result<(Board<Wide>, Frame, Wide), ProblemError> {
    let size = geometry.size();
    let defender = attacker.opponent();
    let lines = if wanted.liberties.is_some() { Some(0) } else { wanted.lines };
    let ours = together(size, board.occupied(), wanted.target, wanted.solution);
    let shape = Rectangle::of(size, ours).ok_or(ProblemError::NoFrame)?;
    let open = open_sides(size, shape);
    let own = board.stones(defender) & ours;
    let edge =
        |rows: [usize; 2], columns: [usize; 2]| Rectangle { rows, columns }.points(size).meets(own);
    let ([top, bottom], [left, right]) = (shape.rows, shape.columns);
    // A stone of the defender needs a line more, or the frame would take its liberties.
    let further = usize::from(wanted.steps.unwrap_or(STEPS).saturating_sub(STEPS));
    let between = |meets: bool| lines.map_or(usize::from(meets) + further, usize::from);
    let meets_rows = [edge([top; 2], shape.columns), edge([bottom; 2], shape.columns)];
    let meets_columns = [edge(shape.rows, [left; 2]), edge(shape.rows, [right; 2])];
    let sides = [(meets_rows, open[0]), (meets_columns, open[1])];
    let most = sides.iter().flat_map(|(meets, open)| meets.iter().zip(open));
    let most = most.filter(|&(_, &open)| open).map(|(&meets, _)| between(meets)).max();
    let grown =
        |[first, last]: [usize; 2], [low, high]: [bool; 2], all: usize, lines: [usize; 2]| {
            // Where nothing would be outside the frame, the edge takes its place.
            let [low_lines, high_lines] = lines;
            let begin = if low && first > low_lines + 1 { first - low_lines } else { 0 };
            let is_open = high && last + high_lines + 2 < all;
            let end = if is_open { last + high_lines } else { all - 1 };
            [begin, end]
        };
    let inside = Rectangle {
        rows: grown(shape.rows, open[0], size.rows(), meets_rows.map(between)),
        columns: grown(shape.columns, open[1], size.columns(), meets_columns.map(between)),
    };
    let set = inside.points(size);
    // Corners of the frame as well, so that it is one chain.
    let around =
        |[first, last]: [usize; 2], all: usize| [first.saturating_sub(1), (last + 1).min(all - 1)];
    let outer = Rectangle {
        rows: around(inside.rows, size.rows()),
        columns: around(inside.columns, size.columns()),
    };
    let ring = outer.points(size) & !set;
    let inner = board.stones(defender) & set;
    let groups = groups(geometry, inner, board.stones(attacker));
    let target = wanted.target.or_else(|| largest(size, groups.clone(), wanted.solution));
    let target = target.ok_or(ProblemError::NoFrame)?;
    // Which of several groups is meant is a guess.
    let is_other = |group: &&Wide| group.count() > 1 && !group.meets(target);
    let other = groups.iter().filter(is_other).max_by_key(|group| group.count());
    let guessed = other.filter(|_| wanted.target.is_none()).map(|other| [target, *other]);
    // Stones all over the board are a game, where a group has to be named.
    let is_wide = ring.is_empty() || shape.points(size).count() > LARGEST_DIAGRAM;
    let is_game = is_wide && wanted.target.is_some() && wanted.steps.is_some();
    if ring.is_empty() && !is_game {
        return Err(ProblemError::NoFrame);
    }
    let chains = geometry.connected(target, inner);
    let closest = Rectangle {
        rows: grown(shape.rows, open[0], size.rows(), [0; 2]),
        columns: grown(shape.columns, open[1], size.columns(), [0; 2]),
    };
    let touches = !is_game && !geometry.neighbours(chains).is_within(closest.points(size));
    let liberties = match wanted.liberties {
        Some(number) => {
            let free = ring & !board.stones(attacker);
            Some(first_of(geometry.neighbours(chains) & free, number)?)
        }
        None => None,
    };
    // There is a line behind the frame everywhere, or it would be the edge.
    let empty = liberties.unwrap_or_default();
    let mut is_completed = false;
    let declared = match wanted.steps {
        Some(steps) => {
            let within = if is_game {
                in_game::around(geometry, board, chains, attacker, steps)
            } else {
                let within = near(geometry, board, attacker, set, chains, steps, Wide::EMPTY);
                let walled = walled(geometry, board, attacker, set, chains, steps, within);
                is_completed = walled.is_some();
                walled.unwrap_or(within)
            };
            geometry.neighbours(within) & !within
        }
        None => (ring & !empty) | (geometry.neighbours(empty) & !outer.points(size)),
    };
    let friends = if is_game { declared & board.stones(defender) } else { Wide::EMPTY };
    let removed = (declared | empty) & board.stones(defender) & !friends;
    let added = declared & !board.stones(attacker) & !friends;
    let mut stones = Colour::ALL.map(|colour| board.stones(colour) & !removed);
    stones[attacker.index()] |= added;
    let framed = Board::new(geometry, stones[0], stones[1]).map_err(|_| match liberties {
        Some(_) => ProblemError::NeedsLiberties,
        None => ProblemError::NoFrame,
    })?;
    let inside = [inside.rows[0], inside.rows[1], inside.columns[0], inside.columns[1]];
    let lines = most.unwrap_or(0) as u8;
    let steps = wanted.steps;
    let frame = Frame {
        attacker,
        added,
        declared,
        liberties,
        removed,
        lines,
        steps,
        is_completed,
        friends,
        guessed,
        touches,
        inside,
        size,
    };
    Ok((framed, frame, target))
}

/// The part of a rectangle that belongs to a problem with a frame that follows the defender's
/// stones: what is reached from them in so many steps, around the attacker's stones; his chains
/// that would have few liberties left, with all of theirs; and what all that encloses.
fn near(
    geometry: &Geometry<Wide>,
    board: &Board<Wide>,
    attacker: Colour,
    rectangle: Wide,
    target: Wide,
    steps: u8,
    inside: Wide,
) -> Wide {
    let theirs = board.stones(attacker) & rectangle;
    let free = rectangle & !theirs;
    let mut set = board.stones(attacker.opponent()) & rectangle;
    for _ in 0..steps {
        set |= geometry.neighbours(set) & free;
    }
    set |= inside;
    loop {
        let before = set;
        for chain in board.chains(geometry, attacker) {
            let behind = board.liberties(geometry, chain) & !set;
            let is_weak = behind.count() < STRONG && (chain | behind).is_within(rectangle);
            if is_weak && geometry.neighbours(chain).meets(set) {
                set |= chain | behind;
            }
        }
        // What is not connected with the board outside is no place for a frame.
        let outside = geometry.connected(geometry.board() & !rectangle, geometry.board() & !set);
        set |= geometry.board() & !outside;
        if set == before {
            return geometry.connected(target, set);
        }
    }
}

/// The same with everything inside the attacker's wall, where that is complete but for a few
/// stones; `None` where it is not, or where that leads to a region that nobody has asked for.
fn walled(
    geometry: &Geometry<Wide>,
    board: &Board<Wide>,
    attacker: Colour,
    rectangle: Wide,
    target: Wide,
    steps: u8,
    within: Wide,
) -> Option<Wide> {
    let wall = board.stones(attacker) & !within;
    let inside = completed::inside(geometry, within, wall, geometry.board() & !rectangle)?;
    let walled = near(geometry, board, attacker, rectangle, target, steps, inside);
    (walled != within && walled.count() as usize <= MOST_CELLS).then_some(walled)
}

/// So many of the places for outside liberties, the first on the board.
fn first_of(places: Wide, number: u8) -> Result<Wide, ProblemError> {
    if places.count() < u32::from(number) {
        return Err(ProblemError::FewLiberties { places: places.count(), number });
    }
    let first = places.iter().take(usize::from(number));
    Ok(first.fold(Wide::EMPTY, |all, point| all | Wide::single(point)))
}

/// The stones that stand together: side by side, or diagonally where not both points between them
/// are the attacker's.
fn groups(geometry: &Geometry<Wide>, stones: Wide, theirs: Wide) -> Vec<Wide> {
    let size = geometry.size();
    let beside = |point: Point| {
        let near = square(size, point, 1) & stones;
        let is_linked = |other: &Point| {
            let between = geometry.around(point) & geometry.around(*other);
            geometry.around(point).contains(*other) || !between.is_within(theirs)
        };
        near.iter().filter(is_linked).fold(Wide::EMPTY, |all, other| all | Wide::single(other))
    };
    let mut groups: Vec<Wide> = Vec::new();
    let mut left = stones;
    while let Some(first) = left.first() {
        let mut part = Wide::EMPTY;
        let mut new = Wide::single(first);
        while let Some(point) = new.first() {
            part |= Wide::single(point);
            new = (new | beside(point)) & !part;
        }
        groups.push(part);
        left &= !part;
    }
    groups
}
