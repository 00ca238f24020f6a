//! Drawings of positions.

use crate::{Color, Hand, Kind, Piece, Position, Square, japanese};

/// The order of hands in a diagram.
const HAND_ORDER: [Kind; 7] =
    [Kind::Rook, Kind::Bishop, Kind::Gold, Kind::Silver, Kind::Knight, Kind::Lance, Kind::Pawn];

/// One sign a piece.
fn sign(kind: Kind) -> &'static str {
    match kind {
        Kind::ProLance => "杏",
        Kind::ProKnight => "圭",
        Kind::ProSilver => "全",
        Kind::Dragon => "龍",
        other => japanese::name(other),
    }
}

fn count(number: u32) -> String {
    let digit = |n: u32| japanese::RANKS[n as usize - 1].to_string();
    match number {
        0 | 1 => String::new(),
        10 => "十".to_owned(),
        11.. => format!("十{}", digit(number - 10)),
        number => digit(number),
    }
}

/// A hand as KIF has it: `飛二　歩`, or `なし`.
pub fn hand(hand: Hand) -> String {
    let held = HAND_ORDER.into_iter().filter(|&kind| hand.has(kind));
    let texts: Vec<String> =
        held.map(|kind| japanese::name(kind).to_owned() + &count(hand.count(kind))).collect();
    if texts.is_empty() { "なし".to_owned() } else { texts.join("　") }
}

/// The board and the hands as KIF draws them.
///
/// ```
/// use threefold_shogi::{Position, diagram};
/// let position: Position = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse()?;
/// let drawing = diagram::japanese(&position);
/// assert!(drawing.starts_with("後手の持駒：飛二　角二　金三　銀四　桂四　香四　歩十七\n"));
/// assert!(drawing.contains("| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n"));
/// assert!(drawing.ends_with("先手の持駒：金\n"));
/// # Ok::<(), threefold_game::NotationError>(())
/// ```
pub fn japanese(position: &Position) -> String {
    let mut out = format!("後手の持駒：{}\n", hand(position.hand(Color::White)));
    out.push_str("  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n");
    for (rank, name) in (1..).zip(japanese::RANKS) {
        out.push('|');
        for file in (1..=9).rev() {
            match Square::at(file, rank).and_then(|square| position.piece_at(square)) {
                None => out.push_str(" ・"),
                Some(Piece { color, kind }) => {
                    out.push(if color == Color::Black { ' ' } else { 'v' });
                    out.push_str(sign(kind));
                }
            }
        }
        out.push_str(&format!("|{name}\n"));
    }
    out.push_str("+---------------------------+\n");
    out.push_str(&format!("先手の持駒：{}\n", hand(position.hand(Color::Black))));
    out
}

/// The board in the letters of SFEN, capitals for Black, with the hands above and below it.
///
/// ```
/// use threefold_shogi::{Position, diagram};
/// let position: Position = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse()?;
/// let drawing = diagram::letters(&position);
/// assert_eq!(drawing.lines().next(), Some("White in hand: r2 b2 g3 s4 n4 l4 p17"));
/// assert_eq!(drawing.lines().nth(2), Some("  .  .  .  .  k  .  .  .  .  a"));
/// # Ok::<(), threefold_game::NotationError>(())
/// ```
pub fn letters(position: &Position) -> String {
    let letter = |piece: Piece| {
        let letter = piece.kind.letter();
        (if piece.color == Color::Black { letter } else { letter.to_ascii_lowercase() }) as char
    };
    let hand = |color: Color| {
        let hand = position.hand(color);
        let mut texts = Vec::new();
        for kind in HAND_ORDER.into_iter().filter(|&kind| hand.has(kind)) {
            let letter = letter(Piece { color, kind });
            let count = hand.count(kind);
            texts.push(if count == 1 { letter.to_string() } else { format!("{letter}{count}") });
        }
        if texts.is_empty() { "nothing".to_owned() } else { texts.join(" ") }
    };
    let mut out = format!("White in hand: {}\n", hand(Color::White));
    out.push_str("  9  8  7  6  5  4  3  2  1\n");
    for (rank, name) in (1..).zip('a'..='i') {
        for file in (1..=9).rev() {
            match Square::at(file, rank).and_then(|square| position.piece_at(square)) {
                None => out.push_str("  ."),
                Some(piece) => {
                    out.push_str(if piece.kind.is_promoted() { " +" } else { "  " });
                    out.push(letter(piece));
                }
            }
        }
        out.push_str(&format!("  {name}\n"));
    }
    out.push_str(&format!("Black in hand: {}\n", hand(Color::Black)));
    out
}
