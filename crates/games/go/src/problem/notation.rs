//! Problems, positions and moves as text.
//!
//! ```text
//! 19x19 live black region:A1,B1,C1 target:C1 eyes:A1 declared:D1 basic-ko without:eye-space
//! 19x19 survive black region:A1,B1,C1 target:C1 declared:D1 with:death with:miai
//! 19x19 live black region:A1,B1,C1,D1 target:C1 declared:E1 with:miai zone:B1,C1
//! ```

use threefold_game::{Game, NotationError};

use super::definition::{Definition, Knowledge, ProblemGoal};
use super::local::{CellSet, Local};
use super::model::{MOST_THREATS, Problem};
use super::position::{NO_KO, ProblemMove, ProblemPosition};
use crate::{Board, Colour, Geometry, Point, Points, Size, Wide};

const PASS: &str = "pass";
const THREAT: &str = "threat";
const WITH_DEATH: &str = "'with:death' is for 'survive' under superko, without marked eyes";
const WITH_MIAI: &str = "'with:miai' is for superko, without marked eyes";

pub(super) fn write_move<S: CellSet>(problem: &Problem<S>, m: ProblemMove, out: &mut String) {
    match problem.point(m) {
        Some(point) => out.push_str(&problem.size().coordinates(point).to_string()),
        None => out.push_str(if m == ProblemMove::PASS { PASS } else { THREAT }),
    }
}

pub(super) fn parse_move<S: CellSet>(
    problem: &Problem<S>,
    text: &str,
) -> Result<ProblemMove, NotationError> {
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

pub(super) fn parameters<S: CellSet>(problem: &Problem<S>) -> String {
    let Definition { goal, defender, target, eyes, declared, basic_ko, knowledge, .. } =
        *problem.definition();
    let size = problem.size();
    let mut out = format!(
        "{size} {} {defender} region:{} target:{}",
        goal.name(),
        write_points(size, problem.whole_region()),
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
    // What is newer than certificates that are there is named where it is used.
    if problem.definition().sees_death() {
        out += " with:death";
    }
    if problem.definition().sees_miai() {
        out += " with:miai";
    }
    if let Some(zone) = problem.zone() {
        out += &format!(" zone:{}", write_points(size, zone));
    }
    out
}

impl<S: CellSet> Problem<S> {
    /// The problem that the header of a certificate is about: its parameters ([`Game::parameters`])
    /// and the position that it was posed about: its root or, if that is none (a target that has
    /// been captured, say), the start of its history. Which of them makes no other game, since what
    /// lives unconditionally in one of them lives at the root.
    ///
    /// There is one way to write each problem, and no other one is read: each part once and in its
    /// place, points in the order of the board, all points of the region, of the declared stones
    /// those that border on it.
    ///
    /// # Errors
    /// What cannot be read, or why it is no problem: a wall that is not safe, for example; or how
    /// the problem is written.
    pub fn parse(parameters: &str, position: &str) -> Result<Problem<S>, NotationError> {
        let mut words = parameters.split(' ').peekable();
        let mut next = |what| {
            let end = || NotationError::new(format!("expected {what}, found the end"));
            words.next().ok_or_else(end)
        };
        let size: Size = next("the size of the board, as in 19x19")?.parse()?;
        let geometry = Geometry::<Wide>::new(size)?;
        let word = next("'live' or 'survive'")?;
        let goal = ProblemGoal::ALL.into_iter().find(|goal| goal.name() == word);
        let goal = goal.ok_or_else(|| expected("'live' or 'survive'", word))?;
        let word = next("the defender, 'black' or 'white'")?;
        let defender = Colour::ALL.into_iter().find(|colour| colour.name() == word);
        let defender = defender.ok_or_else(|| expected("'black' or 'white'", word))?;
        // Each part is there once at most, in this order.
        let mut list = |name: &str| {
            let is_it = |word: &&str| word.split_once(':').is_some_and(|(found, _)| found == name);
            let Some(word) = words.next_if(is_it) else { return Ok(None) };
            each_once(size, &word[name.len() + 1..]).map(Some)
        };
        let region = list("region")?;
        let target = list("target")?;
        let (eyes, declared) = (list("eyes")?, list("declared")?);
        let missing = |what: &str| NotationError::new(format!("expected '{what}' and points"));
        let mut flag = |name: &str| words.next_if_eq(&name).is_some();
        let mut definition = Definition {
            goal,
            defender,
            region: Some(region.ok_or_else(|| missing("region:"))?),
            target: target.ok_or_else(|| missing("target:"))?,
            eyes: eyes.unwrap_or_default(),
            declared: declared.unwrap_or_default(),
            basic_ko: flag("basic-ko"),
            knowledge: Knowledge {
                eye_space: !flag("without:eye-space"),
                life: !flag("without:life"),
                death: flag("with:death"),
                miai: flag("with:miai"),
                ..Knowledge::default()
            },
        };
        if !definition.admits_death() {
            if definition.knowledge.death {
                return Err(NotationError::new(WITH_DEATH));
            }
            // As in a problem of the kind that is posed.
            definition.knowledge.death = true;
        }
        if !definition.admits_miai() {
            if definition.knowledge.miai {
                return Err(NotationError::new(WITH_MIAI));
            }
            definition.knowledge.miai = true;
        }
        let zone = words.next_if(|word| word.starts_with("zone:"));
        let zone = zone.map(|word| each_once(size, &word["zone:".len()..])).transpose()?;
        if let Some(word) = words.next() {
            let what = "region:, target:, eyes:, declared:, basic-ko, without:eye-space, \
                        without:life, with:death, with:miai, zone:, each once and in this order";
            return Err(expected(what, word));
        }
        let diagram = position.split(' ').next().unwrap_or_default();
        let [black, white] = stones(size, diagram)?;
        let board = Board::new(&geometry, black, white)?;
        let problem = match zone {
            None => Problem::new(geometry, &board, definition),
            // The region around a zone has any size, whatever sets the zone has.
            Some(zone) => Problem::<Wide>::new(geometry, &board, definition)
                .and_then(|problem| problem.within(zone)),
        };
        let problem = problem.map_err(|error| NotationError::new(error.to_string()))?;
        let written = problem.parameters();
        if written != parameters {
            return Err(NotationError::new(format!("this problem is written '{written}'")));
        }
        Ok(problem)
    }
}

/// Points separated by commas, none of them twice.
fn each_once(size: Size, text: &str) -> Result<Wide, NotationError> {
    text.split(',').try_fold(Wide::EMPTY, |set, word| {
        let point = size.point(word)?;
        if set.contains(point) {
            return Err(NotationError::new(format!("{word} is named twice")));
        }
        Ok(set | Wide::single(point))
    })
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

pub(super) fn write_position<S: CellSet>(
    problem: &Problem<S>,
    position: &ProblemPosition<S>,
    out: &mut String,
) {
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

pub(super) fn parse_position<S: CellSet>(
    problem: &Problem<S>,
    text: &str,
) -> Result<ProblemPosition<S>, NotationError> {
    let size = problem.size();
    let mut words = text.split(' ').peekable();
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
    if problem.zone().is_some() {
        // In the zone, what has a liberty elsewhere is not known to have one.
        Board::new(&problem.geometry, stones[0], stones[1])?;
    }
    let cells = stones.map(|set| problem.region.cells(set));
    let mut threats = [0, 0];
    if let Some(word) = words.next_if(|word| word.starts_with("threats:")) {
        let wrong = || {
            let what = format!("two numbers up to {MOST_THREATS}, not both 0, as in threats:1/0");
            expected(&what, word)
        };
        let number = |text: &str| {
            let number = text.parse().ok().filter(|&n: &u8| n <= MOST_THREATS);
            number.filter(|n| n.to_string() == text).ok_or_else(wrong)
        };
        let (black, white) = word["threats:".len()..].split_once('/').ok_or_else(wrong)?;
        threats = [number(black)?, number(white)?];
        if threats == [0, 0] {
            return Err(wrong());
        }
    }
    let mut ko = None;
    if problem.definition().basic_ko {
        ko = words.next_if(|word| word.starts_with("ko:"));
    }
    if let Some(word) = words.next() {
        let what = "threats:, ko: under basic ko, or the end";
        return Err(expected(what, word));
    }
    let local = &problem.region.local;
    let mut position = ProblemPosition::new(local, cells, turn, threats);
    if let Some((colour, chain)) = without_liberties(local, &position) {
        let cell = chain.first_cell().expect("a chain has stones");
        let point = problem.region.points[cell];
        let point = size.coordinates(point);
        return Err(NotationError::new(format!("the {colour} chain at {point} has no liberty")));
    }
    if let Some(word) = ko {
        let name = &word["ko:".len()..];
        let point = size.point(name)?;
        let cell = problem.region.cell(point);
        let cell = cell.filter(|&cell| can_be_retaken(problem, &position, cell));
        let wrong = || NotationError::new(format!("{turn} has not just lost a ko at {name}"));
        position.ko = cell.ok_or_else(wrong)? as u16;
    }
    // Two spellings of one position would be two roots.
    let written = problem.position_text(&position);
    if written != text {
        return Err(NotationError::new(format!("this position is written '{written}'")));
    }
    Ok(position)
}

/// A chain that no move leaves behind.
fn without_liberties<S: CellSet>(
    local: &Local<S>,
    position: &ProblemPosition<S>,
) -> Option<(Colour, S)> {
    Colour::ALL.into_iter().find_map(|colour| {
        let own = position.stones[colour.index()] & !position.safe[colour.index()];
        let is_taken = |chain: &S| !local.around(*chain).meets(position.empty(local));
        local.parts(own).find(is_taken).map(|chain| (colour, chain))
    })
}

/// Whether the last move can have taken a single stone on the cell in a ko: there is a stone beside
/// it that could have been put there, took that stone and nothing else, and could be taken back.
fn can_be_retaken<S: CellSet>(
    problem: &Problem<S>,
    position: &ProblemPosition<S>,
    cell: usize,
) -> bool {
    let local = &problem.region.local;
    let (turn, bit) = (position.turn, S::cell(cell));
    if !position.empty(local).meets(bit) {
        return false;
    }
    let theirs = local.beside(cell) & position.stones[turn.opponent().index()];
    theirs.cells().any(|taker| {
        let mut stones = position.stones;
        stones[turn.index()] |= bit;
        stones[turn.opponent().index()] &= !S::cell(taker);
        let mut before = ProblemPosition::new(local, stones, turn.opponent(), position.threats);
        let m = ProblemMove(taker as u16);
        if without_liberties(local, &before).is_some() || !problem.is_legal(&before, m) {
            return false;
        }
        before.play(local, m, true);
        before.stones == position.stones && usize::from(before.ko) == cell
    })
}

/// A move of a problem as SGF writes it: two letters, nothing for a pass and for a threat.
pub fn sgf_point(size: Size, point: Point) -> String {
    let letter = |i: usize| char::from(b'a' + i as u8);
    [letter(size.column(point)), letter(size.row(point))].iter().collect()
}

impl<S: CellSet> Problem<S> {
    /// A diagram of the region and what is around it, for people.
    pub fn diagram(&self, position: &ProblemPosition<S>) -> String {
        let mut out = self.position_text(position);
        out.truncate(out.find(' ').unwrap_or(out.len()));
        out.replace('/', "\n")
    }
}
