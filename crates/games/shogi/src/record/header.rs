//! What KIF and KI2 have in common: headers, the drawing of the board, hands.

use threefold_game::quote;

use super::RecordError;
use crate::{Color, Kind, Piece, Position, Setup, Square, japanese, sfen};

/// What stands before the moves.
#[derive(Default)]
pub(super) struct Header {
    pub pairs: Vec<(String, String)>,
    hands: [Option<(usize, String)>; 2],
    board: Vec<(usize, String)>,
    side: Option<Color>,
    handicap: Option<(usize, String)>,
}

/// How a handicap game begins, as SFEN. White moves first in it, unless it is said who does.
pub(super) fn handicap(name: &str, side: Option<Color>) -> Option<String> {
    let board = match name {
        "平手" => "lnsgkgsnl/1r5b1/ppppppppp",
        "香落ち" => "lnsgkgsn1/1r5b1/ppppppppp",
        "右香落ち" => "1nsgkgsnl/1r5b1/ppppppppp",
        "角落ち" => "lnsgkgsnl/1r7/ppppppppp",
        "飛車落ち" => "lnsgkgsnl/7b1/ppppppppp",
        "飛香落ち" => "lnsgkgsn1/7b1/ppppppppp",
        "二枚落ち" => "lnsgkgsnl/9/ppppppppp",
        "三枚落ち" => "lnsgkgsn1/9/ppppppppp",
        "四枚落ち" => "1nsgkgsn1/9/ppppppppp",
        "五枚落ち" => "2sgkgsn1/9/ppppppppp",
        "左五枚落ち" => "1nsgkgs2/9/ppppppppp",
        "六枚落ち" => "2sgkgs2/9/ppppppppp",
        "左七枚落ち" => "2sgkg3/9/ppppppppp",
        "右七枚落ち" => "3gkgs2/9/ppppppppp",
        "八枚落ち" => "3gkg3/9/ppppppppp",
        "十枚落ち" => "4k4/9/ppppppppp",
        _ => return None,
    };
    let usual = if name == "平手" { Color::Black } else { Color::White };
    let side = if side.unwrap_or(usual) == Color::Black { 'b' } else { 'w' };
    Some(format!("{board}/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL {side} -"))
}

impl Header {
    /// Takes a line, if it is one of a header.
    pub fn take(&mut self, number: usize, line: &str) -> bool {
        let trimmed = line.trim();
        if trimmed.starts_with('|') {
            self.board.push((number, trimmed.to_owned()));
            return true;
        }
        // Frames, the number of the move in BOD, and from which side a program showed the board: it
        // is drawn from Black's all the same.
        const NOTHING: [&str; 7] =
            ["+", "９ ８", "手数-", "手数＝", "手数=", "盤面回転", "盤面反転"];
        if NOTHING.iter().any(|word| trimmed.starts_with(word)) {
            return true;
        }
        match trimmed {
            "先手番" | "下手番" | "攻方番" => self.side = Some(Color::Black),
            "後手番" | "上手番" | "玉方番" => self.side = Some(Color::White),
            _ => return self.take_pair(number, trimmed),
        }
        true
    }

    fn take_pair(&mut self, number: usize, line: &str) -> bool {
        let Some((key, value)) = line.split_once(['：', ':']) else { return false };
        let (key, value) = (key.trim(), value.trim());
        match key {
            "先手の持駒" | "下手の持駒" | "攻方の持駒" | "先手の持ち駒" => {
                self.hands[0] = Some((number, value.to_owned()));
            }
            "後手の持駒" | "上手の持駒" | "玉方の持駒" | "後手の持ち駒" => {
                self.hands[1] = Some((number, value.to_owned()));
            }
            "手合割" => self.handicap = Some((number, value.to_owned())),
            "手番" => {
                let white = value.starts_with(['後', '上']);
                self.side = Some(if white { Color::White } else { Color::Black });
            }
            _ => self.pairs.push((key.to_owned(), value.to_owned())),
        }
        true
    }

    /// The position that the header describes.
    pub fn position(&self) -> Result<Position, RecordError> {
        let at = |line: usize| move |error| RecordError { line, error };
        if self.board.is_empty() {
            let (line, name) = match &self.handicap {
                Some((line, name)) => (*line, name.as_str()),
                None => (1, "平手"),
            };
            let handicap = handicap(name, self.side);
            let handicap = handicap.ok_or_else(|| {
                let name = quote(name);
                RecordError::new(line, format!("no board is drawn, and {name} is no handicap"))
            })?;
            return sfen::parse(&handicap).map_err(at(line));
        }
        let mut setup = Setup::new(self.side.unwrap_or(Color::Black));
        let first = self.board[0].0;
        if self.board.len() != 9 {
            let message = format!("the board has {} ranks, not 9", self.board.len());
            return Err(RecordError::new(first, message));
        }
        for (rank, (line, text)) in (1u8..).zip(&self.board) {
            read_rank(*line, text, rank, &mut setup)?;
        }
        for (color, hand) in Color::ALL.into_iter().zip(&self.hands) {
            if let Some((line, text)) = hand {
                read_hand(*line, text, color, &mut setup)?;
            }
        }
        // What nobody speaks of is White's; where Black has the rest, White is who mates.
        let has_rest = |color: Color| {
            let hand = self.hands[color.index()].as_ref();
            hand.filter(|(_, text)| is_rest(text)).map(|&(line, _)| line)
        };
        match (has_rest(Color::Black), has_rest(Color::White)) {
            (Some(_), Some(line)) => {
                return Err(RecordError::new(line, "the rest cannot be in both hands"));
            }
            (Some(_), None) => {
                setup.rest_in_hand(Color::Black);
            }
            (None, Some(_)) => {
                setup.rest_in_hand(Color::White);
            }
            (None, None) if self.hands[1].is_none() => {
                setup.rest_in_hand(Color::White);
            }
            (None, None) => {}
        }
        setup.position().map_err(at(first))
    }
}

fn is_rest(text: &str) -> bool {
    text.starts_with("残り") || text.starts_with("残")
}

/// A line as `| ・ ・v玉 歩 ...|一`.
fn read_rank(line: usize, text: &str, rank: u8, setup: &mut Setup) -> Result<(), RecordError> {
    let inner = text.trim_start_matches('|').split('|').next().unwrap_or("");
    let mut file = 9;
    let mut color = Color::Black;
    let mut rest = inner;
    while let Some(c) = rest.chars().next() {
        match c {
            ' ' | '　' | '^' => color = Color::Black,
            'v' | 'V' => color = Color::White,
            '・' | '.' | '．' => file = u8::wrapping_sub(file, 1),
            _ => {
                let Some((kind, behind)) = japanese::read_name(rest) else {
                    let what = quote(&c.to_string());
                    return Err(RecordError::new(line, format!("{what} is no piece")));
                };
                if let Some(square) = Square::at(file, rank) {
                    setup.put(square, Piece { color, kind });
                }
                (rest, color) = (behind, Color::Black);
                file = file.wrapping_sub(1);
                if file > 9 {
                    break;
                }
                continue;
            }
        }
        if file > 9 {
            break;
        }
        rest = &rest[c.len_utf8()..];
    }
    if file != 0 {
        return Err(RecordError::new(line, "a rank of the board has not nine squares"));
    }
    Ok(())
}

/// `飛二　金　歩十八`, `なし`.
fn read_hand(line: usize, text: &str, color: Color, setup: &mut Setup) -> Result<(), RecordError> {
    if is_rest(text) || text.starts_with("なし") {
        return Ok(());
    }
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let in_hand = |kind: Kind| Kind::IN_HAND.contains(&kind);
        let Some((kind, behind)) = japanese::read_name(rest).filter(|&(kind, _)| in_hand(kind))
        else {
            let message = format!("{} is no piece in hand", quote(rest));
            return Err(RecordError::new(line, message));
        };
        let end = behind.find(char::is_whitespace).unwrap_or(behind.len());
        let digits = behind[..end].chars().take_while(|&c| read_digit(c).is_some()).count();
        let (count, behind) = split_chars(behind, digits);
        let count = if count.is_empty() { Some(1) } else { read_count(count) };
        let Some(count) = count else {
            return Err(RecordError::new(line, format!("{} is no number of pieces", quote(rest))));
        };
        setup.add_to_hand(color, kind, count);
        rest = behind.trim_start();
    }
    Ok(())
}

fn split_chars(text: &str, count: usize) -> (&str, &str) {
    let at = text.char_indices().nth(count).map_or(text.len(), |(at, _)| at);
    text.split_at(at)
}

fn read_digit(c: char) -> Option<u32> {
    match c {
        '十' => Some(10),
        '０' | '0' => Some(0),
        c => japanese::number(c).map(u32::from),
    }
}

/// `二`, `十`, `十八`, `18`.
pub(super) fn read_count(text: &str) -> Option<u32> {
    let mut value = 0u32;
    for c in text.chars() {
        let digit = read_digit(c)?;
        value = match (c, value) {
            ('十', 0) => 10,
            ('十', tens) => tens.checked_mul(10)?,
            (_, 10) if text.contains('十') => 10 + digit,
            (_, before) => before.checked_mul(10)?.checked_add(digit)?,
        };
    }
    (value <= 99).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_in_kanji_and_in_digits() {
        for (text, count) in [("二", 2), ("十", 10), ("十八", 18), ("18", 18), ("１０", 10)] {
            assert_eq!(read_count(text), Some(count), "{text}");
        }
        assert_eq!(read_count("x"), None);
        assert_eq!(read_count("999999999999"), None);
    }
}
