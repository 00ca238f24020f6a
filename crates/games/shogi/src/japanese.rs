//! Moves as Japanese books write them: `▲２三銀不成`, `△同玉`, `▲５二金打`.
//!
//! After the rules of the Japan Shogi Association (棋譜の表記方法): where several pieces of a kind can go
//! to a square, the piece is told apart by its movement (上 forward, 寄 sideways, 引 back), else by
//! its side (右, 左, and 直 for gold, silver and what moves like gold straight up from below), else by
//! both. A drop is marked with 打 only where a piece on the board could go there.

use crate::{Color, Kind, Move, Piece, Position, Square, attacks};

pub(crate) const FILES: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
pub(crate) const RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// The names of the kinds, by [`Kind::index`] through [`name`].
const NAMES: [(Kind, &str); 14] = [
    (Kind::Pawn, "歩"),
    (Kind::Lance, "香"),
    (Kind::Knight, "桂"),
    (Kind::Silver, "銀"),
    (Kind::Gold, "金"),
    (Kind::Bishop, "角"),
    (Kind::Rook, "飛"),
    (Kind::King, "玉"),
    (Kind::ProPawn, "と"),
    (Kind::ProLance, "成香"),
    (Kind::ProKnight, "成桂"),
    (Kind::ProSilver, "成銀"),
    (Kind::Horse, "馬"),
    (Kind::Dragon, "竜"),
];

/// Other names that are read: of the board's diagram, and older ones.
const OTHER_NAMES: [(Kind, &str); 6] = [
    (Kind::King, "王"),
    (Kind::Dragon, "龍"),
    (Kind::ProLance, "杏"),
    (Kind::ProKnight, "圭"),
    (Kind::ProSilver, "全"),
    (Kind::ProPawn, "个"),
];

/// The kind as it is written in moves.
pub(crate) fn name(kind: Kind) -> &'static str {
    NAMES.iter().find(|(other, _)| *other == kind).map_or("", |(_, name)| name)
}

/// The kind at the beginning of a text, and what follows.
pub(crate) fn read_name(text: &str) -> Option<(Kind, &str)> {
    let names = NAMES.iter().rev().chain(&OTHER_NAMES);
    names.into_iter().find_map(|&(kind, name)| Some((kind, text.strip_prefix(name)?)))
}

/// The square at the beginning of a text, in digits of any width and kanji, and what follows.
pub(crate) fn read_square(text: &str) -> Option<(Square, &str)> {
    let mut chars = text.chars();
    let (file, rank) = (number(chars.next()?)?, number(chars.next()?)?);
    Some((Square::at(file, rank)?, chars.as_str()))
}

/// The value of a digit of any width, or of a kanji from one to nine.
pub(crate) fn number(c: char) -> Option<u8> {
    let place = |digits: &[char; 9]| digits.iter().position(|&digit| digit == c);
    let found = place(&FILES).or_else(|| place(&RANKS)).map(|place| place as u8 + 1);
    found.or_else(|| c.to_digit(10).map(|digit| digit as u8))
}

/// Appends the destination: `２三`.
pub(crate) fn write_square(square: Square, out: &mut String) {
    out.push(FILES[usize::from(square.file()) - 1]);
    out.push(RANKS[usize::from(square.rank()) - 1]);
}

/// The move in Japanese notation, `last` being where the move before it led: the same square is 同.
///
/// ```
/// use threefold_shogi::{Position, japanese, Square};
/// let position: Position = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse()?;
/// let mut moves = Vec::new();
/// position.legal_moves(&mut moves);
/// let m = moves.into_iter().find(|m| m.to_string() == "G*5b").unwrap();
/// assert_eq!(japanese::move_text(&position, m, None), "▲５二金");
/// assert_eq!(japanese::move_text(&position, m, Square::at(5, 2)), "▲同金");
/// # Ok::<(), threefold_game::NotationError>(())
/// ```
pub fn move_text(position: &Position, m: Move, last: Option<Square>) -> String {
    let mut out = String::new();
    out.push(mark(position.side_to_move()));
    if last == Some(m.to()) {
        out.push('同');
    } else {
        write_square(m.to(), &mut out);
    }
    write_piece(position, m, &mut out);
    out
}

/// The moves of a line, each in Japanese notation, from the position on; `last` as in
/// [`move_text`].
///
/// They have to be legal, one after the other.
pub fn line(position: &Position, moves: &[Move], last: Option<Square>) -> Vec<String> {
    let (mut position, mut last) = (position.clone(), last);
    let mut texts = Vec::new();
    for &m in moves {
        texts.push(move_text(&position, m, last));
        position.make(m);
        last = Some(m.to());
    }
    texts
}

/// The mark of a side: ▲ or △.
pub(crate) const fn mark(color: Color) -> char {
    match color {
        Color::Black => '▲',
        Color::White => '△',
    }
}

/// Appends what stands behind the destination: kind, which of several, promotion, drop.
pub(crate) fn write_piece(position: &Position, m: Move, out: &mut String) {
    let us = position.side_to_move();
    if let Some(kind) = m.dropped() {
        out.push_str(name(kind));
        if !origins(position, Piece { color: us, kind }, m.to()).is_empty() {
            out.push('打');
        }
        return;
    }
    let Some(from) = m.from() else { return };
    let Some(piece) = position.piece_at(from) else { return };
    out.push_str(name(piece.kind));
    write_which(position, piece, from, m.to(), out);
    if m.promotes() {
        out.push('成');
    } else if piece.kind.promoted().is_some() {
        let zone = attacks::ZONE[us.index()];
        if zone.has(from) || zone.has(m.to()) {
            out.push_str("不成");
        }
    }
}

/// The squares of pieces like this one that can go to a square, their king's safety apart.
fn origins(position: &Position, piece: Piece, to: Square) -> Vec<Square> {
    let occupied = position.occupied();
    let attackers = position.attackers(piece.color, to, occupied);
    attackers.into_iter().filter(|&from| position.piece_at(from) == Some(piece)).collect()
}

/// How far forward and how far to its right a piece stands of a square, from its own side's view;
/// behind and left are negative.
pub(crate) fn offset(color: Color, from: Square, to: Square) -> (i8, i8) {
    let sign = if color == Color::Black { 1 } else { -1 };
    let forward = to.rank() as i8 - from.rank() as i8;
    let right = to.file() as i8 - from.file() as i8;
    (forward * sign, right * sign)
}

fn write_which(position: &Position, piece: Piece, from: Square, to: Square, out: &mut String) {
    let origins = origins(position, piece, to);
    if origins.len() < 2 {
        return;
    }
    let (ahead, right) = offset(piece.color, from, to);
    let movement = match ahead.signum() {
        -1 => '上',
        0 => '寄',
        _ => '引',
    };
    let moves_alike = |&other: &Square| offset(piece.color, other, to).0.signum() == ahead.signum();
    if origins.iter().filter(|other| moves_alike(other)).count() == 1 {
        out.push(movement);
        return;
    }
    let steps = matches!(
        piece.kind,
        Kind::Gold
            | Kind::Silver
            | Kind::ProPawn
            | Kind::ProLance
            | Kind::ProKnight
            | Kind::ProSilver
    );
    if steps {
        if right == 0 && ahead < 0 {
            out.push('直');
            return;
        }
        out.push(if right > 0 { '右' } else { '左' });
        let on_this_side =
            |&other: &Square| offset(piece.color, other, to).1.signum() == right.signum();
        if origins.iter().filter(|other| on_this_side(other)).count() > 1 {
            out.push(movement);
        }
        return;
    }
    // Lances are never in doubt; of the others there are two at most, or four knights on two
    // squares.
    let leftmost = origins.iter().all(|&other| offset(piece.color, other, to).1 >= right);
    out.push(if leftmost { '左' } else { '右' });
}
