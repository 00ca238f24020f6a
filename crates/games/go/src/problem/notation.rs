//! Problems, positions and moves as text.
//!
//! ```text
//! 19x19 live black region:A1,B1,C1 target:C1 eyes:A1 declared:D1 basic-ko without:eye-space
//! ```

use threefold_game::{Game, NotationError};

use super::definition::{Definition, Knowledge, ProblemGoal};
use super::game::{MOST_THREATS, Problem};
use super::position::{NO_KO, ProblemMove, ProblemPosition};
use crate::{Board, Colour, Geometry, Point, Points, Size, Wide};

const PASS: &str = "pass";
const THREAT: &str = "threat";

pub(super) fn write_move(problem: &Problem, m: ProblemMove, out: &mut String) {
    match problem.point(m) {
        Some(point) => out.push_str(&problem.size().coordinates(point).to_string()),
        None => out.push_str(if m == ProblemMove::PASS { PASS } else { THREAT }),
    }
}

pub(super) fn parse_move(problem: &Problem, text: &str) -> Result<ProblemMove, NotationError> {
    match text {
        PASS => Ok(ProblemMove::PASS),
        THREAT => Ok(ProblemMove::THREAT),
        _ => {
            let size = problem.size();
            let point = size.point(text)?;
            // One spelling for each move: certificates are compared byte by byte.
            if size.coordinates(point).to_string() != text {
                return Err(NotationError::new(format!("'{text}': expected capital letters")));
            }
            let outside = || NotationError::new(format!("{text} is not in the region"));
            problem.move_at(point).ok_or_else(outside)
        }
    }
}

/// The points in GTP coordinates, separated by commas, in the order of the board.
pub(super) fn write_points(size: Size, set: Wide) -> String {
    set.iter().map(|point| size.coordinates(point).to_string()).collect::<Vec<_>>().join(",")
}

/// Reads points separated by commas.
///
/// # Errors
/// Something between two commas is no point of the board.
pub fn parse_points(size: Size, text: &str) -> Result<Wide, NotationError> {
    text.split(',')
        .try_fold(Wide::EMPTY, |set, word| Ok(set | Wide::single(size.point(word.trim())?)))
}

pub(super) fn parameters(problem: &Problem) -> String {
    let Definition { goal, defender, target, eyes, declared, basic_ko, knowledge, .. } =
        *problem.definition();
    let size = problem.size();
    let mut out = format!(
        "{size} {} {defender} region:{} target:{}",
        goal.name(),
        write_points(size, problem.region()),
        write_points(size, target)
    );
    for (name, set) in [("eyes", eyes), ("declared", declared)] {
        if !set.is_empty() {
            out += &format!(" {name}:{}", write_points(size, set));
        }
    }
    if basic_ko {
        out += " basic-ko";
    }
    for (known, name) in [(knowledge.eye_space, "eye-space"), (knowledge.life, "life")] {
        if !known {
            out += &format!(" without:{name}");
        }
    }
    out
}

impl Problem {
    /// The problem that the header of a certificate is about: its parameters ([`Game::parameters`])
    /// and the position that it starts from.
    ///
    /// # Errors
    /// What cannot be read, or why it is no problem: a wall that is not safe, for example.
    pub fn parse(parameters: &str, start: &str) -> Result<Problem, NotationError> {
        let mut words = parameters.split_ascii_whitespace();
        let mut next = |what| {
            words
                .next()
                .ok_or_else(|| NotationError::new(format!("expected {what}, found the end")))
        };
        let size: Size = next("the size of the board, as in 19x19")?.parse()?;
        let geometry = Geometry::<Wide>::new(size)?;
        let word = next("'live' or 'survive'")?;
        let goal = ProblemGoal::ALL.into_iter().find(|goal| goal.name() == word);
        let goal = goal.ok_or_else(|| expected("'live' or 'survive'", word))?;
        let word = next("the defender, 'black' or 'white'")?;
        let defender = Colour::ALL.into_iter().find(|colour| colour.name() == word);
        let defender = defender.ok_or_else(|| expected("'black' or 'white'", word))?;
        let mut definition = Definition {
            goal,
            defender,
            target: Wide::EMPTY,
            region: None,
            eyes: Wide::EMPTY,
            declared: Wide::EMPTY,
            basic_ko: false,
            knowledge: Knowledge::default(),
        };
        for word in words {
            match word.split_once(':') {
                Some(("region", list)) => definition.region = Some(parse_points(size, list)?),
                Some(("target", list)) => definition.target = parse_points(size, list)?,
                Some(("eyes", list)) => definition.eyes = parse_points(size, list)?,
                Some(("declared", list)) => definition.declared = parse_points(size, list)?,
                Some(("without", "eye-space")) => definition.knowledge.eye_space = false,
                Some(("without", "life")) => definition.knowledge.life = false,
                None if word == "basic-ko" => definition.basic_ko = true,
                _ => return Err(expected("region:, target:, eyes:, declared:, basic-ko", word)),
            }
        }
        let diagram = start.split_ascii_whitespace().next().unwrap_or_default();
        let [black, white] = stones(size, diagram)?;
        let board = Board::new(&geometry, black, white)?;
        let problem = Problem::new(geometry, &board, definition)
            .map_err(|error| NotationError::new(error.to_string()))?;
        Ok(problem)
    }
}

fn expected(what: &str, found: &str) -> NotationError {
    NotationError::new(format!("expected {what}, found '{found}'"))
}

/// The stones of a diagram: rows from the top, separated by `/`.
fn stones(size: Size, diagram: &str) -> Result<[Wide; 2], NotationError> {
    let mut stones = [Wide::EMPTY; 2];
    let mut rows = 0;
    for (row, line) in diagram.split('/').enumerate() {
        rows += 1;
        if row >= size.rows() || line.chars().count() != size.columns() {
            break;
        }
        for (column, c) in line.chars().enumerate() {
            let colour = match c {
                'X' => Colour::Black,
                'O' => Colour::White,
                '.' => continue,
                _ => return Err(expected("'.', 'X' or 'O'", &c.to_string())),
            };
            stones[colour.index()] |= Wide::single(size.at(row, column));
        }
    }
    let is_whole = rows == size.rows()
        && diagram.split('/').all(|line| line.chars().count() == size.columns());
    if is_whole {
        return Ok(stones);
    }
    Err(NotationError::new(format!("expected {size} points, rows separated by '/'")))
}

pub(super) fn write_position(problem: &Problem, position: &ProblemPosition, out: &mut String) {
    let size = problem.size();
    let [black, white] = Colour::ALL.map(|colour| problem.stones(position, colour));
    for row in 0..size.rows() {
        if row > 0 {
            out.push('/');
        }
        for column in 0..size.columns() {
            let point = size.at(row, column);
            out.push(if black.contains(point) {
                'X'
            } else if white.contains(point) {
                'O'
            } else {
                '.'
            });
        }
    }
    out.push(' ');
    out.push(position.turn.letter());
    if position.threats != [0, 0] {
        let [black, white] = position.threats;
        *out += &format!(" threats:{black}/{white}");
    }
    if position.ko != NO_KO {
        let point: Point = problem.region.points[position.ko as usize];
        *out += &format!(" ko:{}", size.coordinates(point));
    }
}

pub(super) fn parse_position(
    problem: &Problem,
    text: &str,
) -> Result<ProblemPosition, NotationError> {
    let size = problem.size();
    let mut words = text.split_ascii_whitespace();
    let stones = stones(size, words.next().unwrap_or_default())?;
    for colour in Colour::ALL {
        let outside = stones[colour.index()] & !problem.region();
        let differs = outside ^ problem.outside[colour.index()];
        if let Some(point) = differs.first() {
            let point = size.coordinates(point);
            return Err(NotationError::new(format!(
                "{point} is outside the region and not as the problem has it"
            )));
        }
    }
    let turn = match words.next() {
        Some("B") => Colour::Black,
        Some("W") => Colour::White,
        found => return Err(expected("the side to move, 'B' or 'W'", found.unwrap_or("the end"))),
    };
    let cells = stones.map(|set| problem.region.cells(set));
    let mut threats = [0, 0];
    let mut ko = NO_KO;
    for word in words {
        match word.split_once(':') {
            Some(("threats", numbers)) => {
                let wrong = || expected("two numbers, as in threats:1/0", word);
                let (black, white) = numbers.split_once('/').ok_or_else(wrong)?;
                threats =
                    [black.parse().map_err(|_| wrong())?, white.parse().map_err(|_| wrong())?];
                if threats.iter().any(|&n| n > MOST_THREATS) {
                    return Err(wrong());
                }
            }
            Some(("ko", point)) if problem.definition().basic_ko => {
                let cell = problem.region.cell(size.point(point)?);
                let empty = |cell: &usize| (cells[0] | cells[1]) >> cell & 1 == 0;
                let cell = cell.filter(empty).ok_or_else(|| expected("an empty point", point))?;
                ko = cell as u8;
            }
            _ => return Err(expected("threats: or the end", word)),
        }
    }
    let local = &problem.region.local;
    let mut position = ProblemPosition::new(local, cells, turn, threats);
    position.ko = ko;
    for colour in Colour::ALL {
        let own = position.stones[colour.index()] & !position.safe[colour.index()];
        for chain in local.parts(own) {
            if local.around(chain) & position.empty(local) == 0 {
                let point = problem.region.points[chain.trailing_zeros() as usize];
                let point = size.coordinates(point);
                let message = format!("the {colour} chain at {point} has no liberty");
                return Err(NotationError::new(message));
            }
        }
    }
    Ok(position)
}

/// A move of a problem as SGF writes it: two letters, nothing for a pass and for a threat.
pub fn sgf_point(size: Size, point: Point) -> String {
    let letter = |i: usize| char::from(b'a' + i as u8);
    [letter(size.column(point)), letter(size.row(point))].iter().collect()
}

impl Problem {
    /// A diagram of the region and what is around it, for people.
    pub fn diagram(&self, position: &ProblemPosition) -> String {
        let mut out = self.position_text(position);
        out.truncate(out.find(' ').unwrap_or(out.len()));
        out.replace('/', "\n")
    }
}
