//! A game of Go as far as it was played, and the problem that it has come to.

use threefold_go::problem::{CellSet, ProblemError, Request, pose_on_as};
use threefold_go::sgf::{Mark, SgfGame};
use threefold_go::{Board, Colour, Geometry, GoMove, Points, Size, Suicide, Wide};

use crate::at_hand::AtHand;
use crate::question::ProblemQuestion;
use crate::subject::{Find, SizedProblem};
use crate::with_subject;
use threefold_answer::error::Error;
use threefold_answer_go::ko::Ko;

/// A move that was played, and the board before it.
#[derive(Clone, Debug)]
struct Played {
    before: Board<Wide>,
    colour: Colour,
    m: GoMove,
}

/// The board, with the moves that can be taken back and the marks of a file.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    geometry: Geometry<Wide>,
    board: Board<Wide>,
    to_play: Colour,
    moves: Vec<Played>,
    marks: [Wide; 5],
}

impl PlayedGame {
    /// An empty board.
    ///
    /// # Panics
    /// Never: every size has a board.
    pub fn new(size: Size) -> Self {
        PlayedGame {
            geometry: Geometry::new(size).expect("every board fits"),
            board: Board::EMPTY,
            to_play: Colour::Black,
            moves: Vec::new(),
            marks: [Wide::EMPTY; 5],
        }
    }

    /// Of the board.
    pub fn size(&self) -> Size {
        self.geometry.size()
    }

    /// Says who moves next.
    pub fn set_to_play(&mut self, colour: Colour) {
        self.to_play = colour;
    }

    /// Whether no stone is on the board, and none was played.
    pub fn is_new(&self) -> bool {
        self.moves.is_empty() && self.board.occupied().is_empty()
    }

    /// Puts black stones on an empty board, as part of its first position; white moves next.
    ///
    /// # Errors
    /// There are stones already, or no more would have a liberty.
    pub fn put_handicap(&mut self, stones: Wide) -> Result<(), Error> {
        if !self.is_new() {
            return Err(Error::other("board not empty"));
        }
        self.board = Board::new(&self.geometry, stones, Wide::EMPTY).map_err(Error::other)?;
        self.to_play = Colour::White;
        Ok(())
    }

    /// Black's area minus White's, every stone as it stands.
    pub fn score(&self) -> i32 {
        self.board.score(&self.geometry)
    }

    /// Whether two passes have ended the game.
    pub fn is_over(&self) -> bool {
        let is_pass = |played: &Played| played.m == GoMove::Pass;
        matches!(&self.moves[..], [.., one, other]
            if is_pass(one) && is_pass(other) && one.colour != other.colour)
    }

    /// Plays a move of either colour that is legal under the ko rule.
    ///
    /// # Errors
    /// It is illegal.
    pub fn play(&mut self, colour: Colour, m: GoMove, ko: Ko) -> Result<(), Error> {
        if self.is_over() {
            return Err(Error::other("illegal move: two passes have ended the game"));
        }
        let before = self.board;
        if let GoMove::Play(point) = m {
            if !before.is_legal(&self.geometry, colour, point, Suicide::Forbidden) {
                return Err(Error::other("illegal move"));
            }
            let mut after = before;
            after.play(&self.geometry, colour, point);
            let next = colour.opponent();
            let repeats = |old: &Played| match ko {
                Ko::Situational => old.before == after && old.colour == next,
                Ko::Positional => old.before == after,
                Ko::Basic => false,
            };
            if self.moves.iter().any(repeats) {
                return Err(Error::Other(format!("illegal move: superko ({})", ko.words())));
            }
            // What is retaken at once makes the board before the last move.
            let last = self.moves.last().filter(|last| last.colour == next);
            if ko == Ko::Basic && last.is_some_and(|last| last.before == after) {
                return Err(Error::other("illegal move: it retakes a ko (basic ko)"));
            }
            self.board = after;
        }
        self.moves.push(Played { before, colour, m });
        self.to_play = colour.opponent();
        Ok(())
    }

    /// Takes the last move back.
    ///
    /// # Errors
    /// There is none.
    pub fn undo(&mut self) -> Result<(), Error> {
        let last = self.moves.pop().ok_or_else(|| Error::other("cannot undo"))?;
        self.board = last.before;
        self.to_play = last.colour;
        Ok(())
    }

    /// The main line of a file's game, as far as its first `most` moves. The marks are those of its
    /// first position: further on, files mark the last move, or what a comment is about.
    ///
    /// # Errors
    /// A move is illegal under the ko rule, or stones are put on the board in between.
    pub fn of_file(file: &SgfGame, most: usize, ko: Ko) -> Result<Self, Error> {
        let mut game = PlayedGame::new(file.size());
        let root = file.root();
        let [black, white] = Colour::ALL.map(|colour| root.stones(colour));
        game.board = Board::new(&game.geometry, black, white).map_err(Error::other)?;
        game.marks = Mark::ALL.map(|mark| root.marked(mark));
        game.to_play = file.to_play().unwrap_or(file.usual_turn());
        for node in file.main_line() {
            let node = file.node(node);
            let number = game.moves.len();
            if node.is_setup() && node.parent().is_some() {
                let what = format!("stones are put on the board after move {number}");
                return Err(Error::Other(what));
            }
            let Some((colour, m)) = node.played() else { continue };
            if number == most {
                break;
            }
            let numbered = |error: Error| error.at(format!("move {}", number + 1));
            game.play(colour, m, ko).map_err(numbered)?;
        }
        Ok(game)
    }

    /// Moves so far.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// The board as `threefold go board` reads it, with the moves after it as far as the players
    /// took turns up to `to_play`; `None` if two passes have ended the game.
    pub fn position_and_moves(&self, to_play: Colour) -> Option<(String, String)> {
        let mut turn = to_play;
        let mut first = self.moves.len();
        while first > 0 && self.moves[first - 1].colour == turn.opponent() {
            first -= 1;
            turn = turn.opponent();
        }
        let moves = &self.moves[first..];
        if moves.windows(2).any(|two| two.iter().all(|played| played.m == GoMove::Pass)) {
            return None;
        }
        let size = self.size();
        let board = moves.first().map_or(self.board, |played| played.before);
        let rows: Vec<String> = (0..size.rows())
            .map(|row| {
                let at = |column| board.at(size.at(row, column)).map_or('.', Colour::stone);
                (0..size.columns()).map(at).collect()
            })
            .collect();
        let names: Vec<String> =
            moves.iter().map(|played| played.m.text(size).to_string()).collect();
        Some((format!("{} {}", rows.join("/"), turn.letter()), names.join(" ")))
    }

    /// The stones of a colour.
    pub fn stones(&self, colour: Colour) -> Wide {
        self.board.stones(colour)
    }

    /// All chains, of both colours.
    pub fn chains(&self) -> Vec<Wide> {
        let of = |colour| self.board.chains(&self.geometry, colour);
        Colour::ALL.into_iter().flat_map(of).collect()
    }

    /// The board with coordinates.
    pub fn show(&self) -> String {
        let size = self.size();
        let columns: String = (0..size.columns())
            .map(|column| {
                let name = size.coordinates(size.at(0, column)).to_string();
                format!(" {}", &name[..1])
            })
            .collect();
        let mut out = format!("   {columns}\n");
        for row in 0..size.rows() {
            let stones: String = (0..size.columns())
                .map(|column| match self.board.at(size.at(row, column)) {
                    Some(colour) => format!(" {}", colour.stone()),
                    None => " .".to_owned(),
                })
                .collect();
            out += &format!("{:>3}{stones}\n", size.rows() - row);
        }
        out + &format!("{} to move", self.to_play)
    }

    /// The problem on the board, which can have come up under the rule that is asked about. Moves
    /// that were played in its region are its history, back to the last pass or move elsewhere.
    ///
    /// # Errors
    /// There is none, or the question says something that is none, or the game is illegal under
    /// its rule.
    pub fn subject(&self, question: &ProblemQuestion) -> Result<SizedProblem, Error> {
        let request = question.request(self.size())?;
        let sized = SizedProblem::of(question, &OnBoard { game: self, request: &request })?;
        let ko = question.first_ko();
        with_subject!(&sized, |subject| subject.at_hand.could_be(ko)?);
        Ok(sized)
    }

    fn problem_as_asked<S: CellSet>(&self, request: &Request) -> Result<AtHand<S>, ProblemError> {
        let to_play = request.to_play.unwrap_or(self.to_play);
        let marked = |mark: Mark| self.marks[mark as usize];
        let posed = pose_on_as(&self.geometry, &self.board, to_play, marked, request)?;
        let problem = &posed.problem;
        let mut before = Vec::new();
        let mut start = None;
        let mut turn = to_play;
        for played in self.moves.iter().rev() {
            let GoMove::Play(point) = played.m else { break };
            let (Some(m), true) = (problem.move_at(point), played.colour == turn.opponent()) else {
                break;
            };
            // The boards before had no frame either.
            let board = match &posed.frame {
                Some(frame) => frame.around(&self.geometry, &played.before),
                None => Some(played.before),
            };
            let position = board.and_then(|board| problem.position_on(&board, played.colour));
            let Some(position) = position else { break };
            turn = played.colour;
            before.push(m);
            start = Some(position);
        }
        before.reverse();
        Ok(AtHand::after(posed, start, before))
    }
}

/// The problem on the board that a request means.
struct OnBoard<'a> {
    game: &'a PlayedGame,
    request: &'a Request,
}

impl Find for OnBoard<'_> {
    fn find<S: CellSet>(&self) -> Result<AtHand<S>, ProblemError> {
        AtHand::find(self.request, |request| self.game.problem_as_asked(request))
    }
}
