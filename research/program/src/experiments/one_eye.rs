//! One-eye problems, as in the experiment of Kishimoto and Mueller (2004, 2005): positions, each
//! with either player to move first.

use std::fmt::Write as _;

use threefold_go::problem::{Knowledge, Posed, Request, pose_on, sgf_point};
use threefold_go::sgf::Mark;
use threefold_go::{Board, Colour, Geometry, Point, Points, Size, Wide};

use super::one_eye_shape::{Content, Shape};

/// Whether there is an eye if the defender moves first, and if the attacker does.
pub(super) type Results = [bool; 2];

/// A position with what is known of it.
pub(super) struct Candidate {
    geometry: Geometry<Wide>,
    board: Board<Wide>,
    pub(super) defender: Colour,
    target: Wide,
    eye: Wide,
}

impl Candidate {
    /// The players, the one who moves first in the first problem before the other.
    pub(super) fn turns(&self) -> [Colour; 2] {
        [self.defender, self.defender.opponent()]
    }
}

pub(super) fn candidate(shape: &Shape, content: &Content) -> Option<Candidate> {
    let geometry = Geometry::<Wide>::new(Size::new(19, 19).ok()?).ok()?;
    let stones = shape.stones(content);
    let board = Board::new(&geometry, stones[0], stones[1]).ok()?;
    let (defender, eye) = (shape.defender, shape.eye());
    let target = geometry.connected(geometry.neighbours(eye), board.stones(defender));
    Some(Candidate { geometry, board, defender, target, eye })
}

/// The problem with a side to move first.
pub(super) fn posed(candidate: &Candidate, turn: Colour) -> Option<Posed> {
    let marked = |mark| match mark {
        Mark::Cross => candidate.target,
        Mark::Circle => candidate.eye,
        _ => Wide::EMPTY,
    };
    pose_on(&candidate.geometry, &candidate.board, turn, marked, &request()).ok()
}

/// What is asked about one-eye problems. What the next moves decide is found by the search, so that
/// the shipped sets stay as hard as they were made.
pub fn request() -> Request {
    let knowledge = Knowledge { at_once: false, ..Knowledge::default() };
    Request { knowledge, ..Request::default() }
}

/// One problem as a game of a file, with words on what it is about and on its result.
pub(super) fn as_sgf(
    candidate: &Candidate,
    title: &str,
    turn: Colour,
    themes: &str,
    result: &str,
) -> String {
    let size = candidate.geometry.size();
    let list = |name: &str, set: Wide| {
        set.iter().fold(name.to_owned(), |mut out, point: Point| {
            let _ = write!(out, "[{}]", sgf_point(size, point));
            out
        })
    };
    let target = candidate.target.first().expect("the target is not empty");
    format!(
        "(;GM[1]FF[4]CA[UTF-8]SZ[19]GN[{title} {turn} first]\n{}\n{}\nPL[{}]{}{}\nC[{} has an eye \
         and wants another one; {turn} moves first.\nTheme: {themes}.\n\
         Situational superko: {result}.])\n",
        list("AB", candidate.board.stones(Colour::Black)),
        list("AW", candidate.board.stones(Colour::White)),
        turn.letter(),
        list("MA", Wide::single(target)),
        list("CR", candidate.eye),
        candidate.defender,
    )
}
