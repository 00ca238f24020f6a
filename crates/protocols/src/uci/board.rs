//! Positions and moves as the protocol writes them.

use std::cmp::Reverse;

use threefold_chess::cozy_chess::{Move, Piece};
use threefold_chess::{Board, Chess, ChessPosition, mate_in_one};
use threefold_game::{Game, History, HistoryReader, NotationError, RepetitionRule};

/// The position in question.
#[derive(Clone, Debug)]
pub struct Root {
    /// The game so far.
    pub history: History<Chess>,
    /// Plies since the last capture or move of a pawn.
    pub clock: u32,
}

/// Reads the position and the moves of `position`.
///
/// # Errors
/// One line: what is wrong, and where.
pub fn read(fen: Option<&str>, moves: &[String]) -> Result<Root, String> {
    let start = match fen {
        None => ChessPosition::startpos(),
        Some(fen) => fen.parse().map_err(|error| format!("position fen: {error}"))?,
    };
    let clock = fen.and_then(|fen| fen.split_whitespace().nth(4)?.parse().ok());
    let mut clock: u32 = clock.unwrap_or(0);
    let mut reader = HistoryReader::new(&Chess, start, RepetitionRule::Draw);
    for (number, text) in (1..).zip(moves) {
        let root = reader.history().root();
        let m =
            read_move(root, text).map_err(|error| format!("position: move {number}: {error}"))?;
        clock = if Chess.resets_clock(root, m) { 0 } else { clock.saturating_add(1) };
        if Chess.is_over(root) {
            // Interfaces play on where nobody can mate any more. What was before does not matter
            // then.
            reader = HistoryReader::new(&Chess, root.after(m), RepetitionRule::Draw);
        } else {
            let pushed = reader.push(m);
            pushed.map_err(|error| format!("position: {error}"))?;
        }
    }
    Ok(Root { history: reader.finish(), clock })
}

/// Reads a legal move: castling as `e1g1`, or as the king taking his rook, as interfaces write it
/// with `UCI_Chess960`.
///
/// # Errors
/// It is no legal move.
pub fn read_move(position: &ChessPosition, text: &str) -> Result<Move, NotationError> {
    Chess.parse_move(position, text).or_else(|error| {
        let board = position.board();
        let to_rook = text.parse::<Move>().ok().filter(|&m| {
            let takes_own = board.colors(board.side_to_move()).has(m.to);
            takes_own && board.is_legal(m)
        });
        to_rook.ok_or(error)
    })
}

/// Writes a line of moves that the game's own notation gives, for an interface.
///
/// # Panics
/// If it is no line of legal moves.
pub fn write_line(position: &ChessPosition, line: &[String], chess960: bool) -> Vec<String> {
    let mut position = position.clone();
    let mut texts = Vec::with_capacity(line.len());
    for text in line {
        let m = Chess.parse_move(&position, text).expect("the search plays legal moves");
        texts.push(if chess960 { m.to_string() } else { text.clone() });
        position = position.after(m);
    }
    texts
}

/// What is played where no mate is known: the legal move that is worth most, if there is one, and
/// after which the opponent does not mate at once, if there is such a one. Threefold proves mates,
/// and does not play chess.
pub fn any_move(
    position: &ChessPosition,
    among: &[String],
    worth: impl Fn(Move) -> i8,
) -> Option<String> {
    let mut moves: Vec<Move> =
        among.iter().filter_map(|text| read_move(position, text).ok()).collect();
    if moves.is_empty() {
        legal_moves(position.board(), &mut moves);
    }
    let is_safe = |m| mate_in_one(position.after(m).board()).is_none();
    let m = moves.into_iter().min_by_key(|&m| Reverse((worth(m), is_safe(m))))?;
    Some(Chess.move_text(position, m))
}

/// All legal moves, captures of the greatest men first.
fn legal_moves(board: &Board, moves: &mut Vec<Move>) {
    board.generate_moves(|piece_moves| {
        moves.extend(piece_moves);
        false
    });
    let enemy = board.colors(!board.side_to_move());
    moves.sort_by_key(|m| {
        let taken = board.piece_on(m.to).filter(|_| enemy.has(m.to));
        Reverse(taken.map_or(0, |piece: Piece| 1 + piece as usize))
    });
}

/// Reads the moves to which a search is confined, into the game's own notation; `None` for all.
///
/// # Errors
/// One of them is not legal.
pub fn read_search_moves(
    position: &ChessPosition,
    texts: &[String],
) -> Result<Option<Vec<String>>, String> {
    if texts.is_empty() {
        return Ok(None);
    }
    let read = |text: &String| {
        let m = read_move(position, text).map_err(|error| format!("go searchmoves: {error}"))?;
        Ok(Chess.move_text(position, m))
    };
    let mut moves: Vec<String> = texts.iter().map(read).collect::<Result<_, String>>()?;
    moves.sort();
    moves.dedup();
    Ok(Some(moves))
}
