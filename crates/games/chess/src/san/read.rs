//! Moves read as people write them.

use cozy_chess::{File, Move, Piece, Rank, Square};
use threefold_game::{HistoryError, HistoryReader, NotationError, quote};

use super::text as san_text;
use crate::{Board, Chess, ChessPosition, movegen};

/// Reads a legal move of the position, in SAN or UCI notation, as the [module](super) describes.
///
/// # Errors
/// The text is no move, no legal one, or more than one.
///
/// ```
/// use threefold_chess::{ChessPosition, san};
/// let position: ChessPosition = "4k3/8/8/8/8/5N2/8/1N2K2R w K -".parse()?;
/// for castling in ["O-O", "0-0", "o-o+", "e1g1", "e1h1"] {
///     assert_eq!(san::text(&position, san::parse(&position, castling)?), "O-O");
/// }
/// let error = san::parse(&position, "Nd2").unwrap_err();
/// assert_eq!(error.to_string(), "'Nd2' is more than one move: Nbd2 or Nfd2");
/// # Ok::<(), threefold_game::NotationError>(())
/// ```
pub fn parse(position: &ChessPosition, text: &str) -> Result<Move, NotationError> {
    let written = Written::parse(text).ok_or_else(|| {
        let text = quote(text);
        NotationError::new(format!(
            "{text} is not a move (expected like Nf3, exd5, e8=Q, O-O or e2e4)"
        ))
    })?;
    let board = &position.board;
    let mut moves = Vec::new();
    movegen::generate(board, |piece_moves| moves.extend(piece_moves));
    moves.retain(|&m| written.goes_like(board, m));
    let promotes = moves.iter().any(|m| m.promotion.is_some());
    if promotes && written.promotion.is_none() {
        let text = quote(text);
        return Err(NotationError::new(format!(
            "{text} needs the piece that the pawn becomes (like e8=Q)"
        )));
    }
    moves.retain(|m| m.promotion == written.promotion);
    if written.captures && !moves.is_empty() {
        moves.retain(|&m| is_capture(board, m));
        if moves.is_empty() {
            return Err(NotationError::new(format!("{} captures nothing", quote(text))));
        }
    }
    match moves[..] {
        [] => Err(NotationError::new(format!("{} is not a legal move here", quote(text)))),
        [m] => Ok(m),
        _ => {
            let all: Vec<String> = moves.iter().map(|&m| san_text(position, m)).collect();
            let (text, all) = (quote(text), all.join(" or "));
            Err(NotationError::new(format!("{text} is more than one move: {all}")))
        }
    }
}

/// Plays the next move of a history, in SAN or UCI notation: [`HistoryReader::play`] for what
/// people write.
///
/// # Errors
/// Why it cannot have been played. The history is as before.
///
/// ```
/// use threefold_chess::{Chess, ChessPosition, san};
/// use threefold_game::{HistoryReader, RepetitionRule};
/// let mut reader = HistoryReader::new(&Chess, ChessPosition::startpos(), RepetitionRule::Draw);
/// for text in ["e4", "e7e5", "Nf3"] {
///     san::play(&mut reader, text)?;
/// }
/// let error = san::play(&mut reader, "Nf3").unwrap_err();
/// assert_eq!(error.index(), 4);
/// assert_eq!(reader.finish().notation(&Chess), "e2e4 e7e5 g1f3");
/// # Ok::<(), threefold_game::HistoryError>(())
/// ```
pub fn play(reader: &mut HistoryReader<'_, Chess>, text: &str) -> Result<(), HistoryError> {
    let history = reader.history();
    let index = history.moves().len() + 1;
    // Of a finished game there are no moves to read the text as.
    if history.root().ending().is_some() {
        return Err(HistoryError::Over { index });
    }
    let m = parse(history.root(), text).map_err(|error| HistoryError::Move {
        index,
        text: text.to_owned(),
        error,
    })?;
    reader.push(m)
}

/// What a text says about a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Written {
    kind: Kind,
    from_file: Option<File>,
    from_rank: Option<Rank>,
    to_file: Option<File>,
    to_rank: Option<Rank>,
    captures: bool,
    promotion: Option<Piece>,
}

/// Which man moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kind {
    #[default]
    Pawn,
    Piece(Piece),
    /// The man on the square that is named.
    Anyone,
    CastlesShort,
    CastlesLong,
}

impl Written {
    fn parse(text: &str) -> Option<Written> {
        let text = without_marks(text);
        // Nothing longer is a move, and what follows takes room for all of it.
        if text.len() > 24 {
            return None;
        }
        let chars: Vec<char> = text.chars().map(without_figurine).collect();
        if let Some(kind) = castling(&chars) {
            return Some(Written { kind, ..Written::default() });
        }
        let mut rest = &chars[..];
        let mut kind = Kind::Pawn;
        if let [first, behind @ ..] = rest
            && let Some(piece) = piece(*first).filter(|_| *first != 'b')
        {
            rest = behind;
            kind = if piece == Piece::Pawn { Kind::Pawn } else { Kind::Piece(piece) };
        }
        let named = rest.len() < chars.len();
        let promotion = if matches!(kind, Kind::Pawn) { promotion(&mut rest) } else { None };
        let mut written = squares(rest, kind)?;
        if !named && written.from_file.is_some() && written.from_rank.is_some() {
            written.kind = Kind::Anyone;
        }
        written.promotion = promotion;
        Some(written)
    }

    /// Whether the move is the one that is written, as far as squares and men say it.
    fn goes_like(&self, board: &Board, m: Move) -> bool {
        let castles = board.colors(board.side_to_move()).has(m.to);
        let to_h = m.to.file() > m.from.file();
        match self.kind {
            Kind::CastlesShort => return castles && to_h,
            Kind::CastlesLong => return castles && !to_h,
            Kind::Piece(piece) if castles || board.piece_on(m.from) != Some(piece) => return false,
            Kind::Pawn => {
                // Without a file to come from, and without an x, a pawn goes straight on.
                let sideways = self.from_file.is_some() || self.captures;
                if board.piece_on(m.from) != Some(Piece::Pawn)
                    || !(sideways || m.from.file() == m.to.file())
                {
                    return false;
                }
            }
            _ => {}
        }
        self.from_file.is_none_or(|file| m.from.file() == file)
            && self.from_rank.is_none_or(|rank| m.from.rank() == rank)
            && (self.goes_to(m.to) || castles && self.goes_to(castled_king(m, to_h)))
    }

    fn goes_to(&self, to: Square) -> bool {
        self.to_file.is_none_or(|file| to.file() == file)
            && self.to_rank.is_none_or(|rank| to.rank() == rank)
    }
}

/// Where UCI has a king from e1 castle to; for other kings, who may step there, his rook's square.
fn castled_king(m: Move, to_h: bool) -> Square {
    match (m.from.file(), to_h) {
        (File::E, true) => Square::new(File::G, m.from.rank()),
        (File::E, false) => Square::new(File::C, m.from.rank()),
        _ => m.to,
    }
}

fn is_capture(board: &Board, m: Move) -> bool {
    let en_passant = || board.piece_on(m.from) == Some(Piece::Pawn) && m.from.file() != m.to.file();
    board.colors(!board.side_to_move()).has(m.to) || en_passant()
}

/// Without what may follow a move and says nothing about it.
fn without_marks(text: &str) -> &str {
    let mut text = text.trim();
    loop {
        let mut shorter = text.trim_end_matches(['!', '?', '+', '#']).trim_end();
        for mark in ["e.p.", "e.p", "ep"] {
            shorter = shorter.strip_suffix(mark).unwrap_or(shorter).trim_end();
        }
        if shorter.len() == text.len() {
            return text;
        }
        text = shorter;
    }
}

/// A figurine as the letter it stands for.
fn without_figurine(c: char) -> char {
    const LETTERS: [char; 6] = ['K', 'Q', 'R', 'B', 'N', 'P'];
    match c {
        '\u{2654}'..='\u{265f}' => LETTERS[(c as usize - 0x2654) % 6],
        c => c,
    }
}

fn castling(chars: &[char]) -> Option<Kind> {
    let is_o = |c: &char| matches!(c, 'O' | '0' | 'o');
    let side = |text: &[char]| match text {
        [a, b] if is_o(a) && is_o(b) => Some(Kind::CastlesShort),
        [a, b, c] if is_o(a) && is_o(b) && is_o(c) => Some(Kind::CastlesLong),
        _ => None,
    };
    match chars {
        [a, '-', b] => side(&[*a, *b]),
        [a, '-', b, '-', c] => side(&[*a, *b, *c]),
        others => side(others),
    }
}

/// The piece of a letter; small letters too, of which `b` is a file in most places.
fn piece(letter: char) -> Option<Piece> {
    Some(match letter {
        'K' | 'k' => Piece::King,
        'Q' | 'q' => Piece::Queen,
        'R' | 'r' => Piece::Rook,
        'B' | 'b' => Piece::Bishop,
        'N' | 'n' => Piece::Knight,
        'P' => Piece::Pawn,
        _ => return None,
    })
}

/// Takes a promotion from the end: `=Q`, `Q`, `(Q)`, `/Q`; a small letter behind a square or a
/// sign.
fn promotion(rest: &mut &[char]) -> Option<Piece> {
    let text = *rest;
    let text = match text {
        [before @ .., '(', letter, ')'] => return take(rest, before, *letter),
        [text @ .., _] if text.ends_with(&['=']) || text.ends_with(&['/']) => {
            &text[..text.len() - 1]
        }
        [text @ .., letter] if letter.is_ascii_uppercase() => text,
        [text @ .., _] if text.last().is_some_and(char::is_ascii_digit) => text,
        _ => return None,
    };
    let letter = rest[rest.len() - 1];
    take(rest, text, letter)
}

fn take<'a>(rest: &mut &'a [char], before: &'a [char], letter: char) -> Option<Piece> {
    let piece = piece(letter).filter(|piece| !matches!(piece, Piece::Pawn | Piece::King))?;
    *rest = before;
    Some(piece)
}

/// Reads the squares, with what stands between them.
fn squares(rest: &[char], kind: Kind) -> Option<Written> {
    let is_sign = |c: &char| matches!(c, 'x' | 'X' | ':' | '\u{d7}' | '-');
    let sign = rest.iter().position(is_sign);
    // `ed`, `exd`: the file that a pawn captures on is enough.
    let (from, to) = match (sign, rest) {
        (Some(at), _) => (&rest[..at], &rest[at + 1..]),
        (None, [_, b]) if kind == Kind::Pawn && file(*b).is_some() => rest.split_at(1),
        (None, _) => rest.split_at(rest.len().checked_sub(2)?),
    };
    let captures = sign.is_some_and(|at| rest[at] != '-');
    let (from_file, from_rank) = match from {
        [] => (None, None),
        [a] => match (file(*a), rank(*a)) {
            (None, None) => return None,
            place => place,
        },
        [a, b] => (Some(file(*a)?), Some(rank(*b)?)),
        _ => return None,
    };
    let (to_file, to_rank) = match to {
        [a] if kind == Kind::Pawn && from_file.is_some() => (file(*a)?, None),
        [a, b] => (file(*a)?, Some(rank(*b)?)),
        _ => return None,
    };
    let captures = captures || to_rank.is_none();
    let to_file = Some(to_file);
    Some(Written { kind, from_file, from_rank, to_file, to_rank, captures, promotion: None })
}

fn file(c: char) -> Option<File> {
    ('a'..='h').contains(&c).then(|| File::index(c as usize - 'a' as usize))
}

fn rank(c: char) -> Option<Rank> {
    ('1'..='8').contains(&c).then(|| Rank::index(c as usize - '1' as usize))
}
