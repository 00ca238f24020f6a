//! Positions as FEN, as PDN 3.0 has it: `W:W18,K22:B5,K13`.

use std::fmt::{self, Write};
use std::str::FromStr;

use threefold_game::{NotationError, Player, quote};

use crate::board::bits;
use crate::position::CheckersPosition;

const COLOURS: [(Player, char, &str); 2] =
    [(Player::Second, 'W', "white"), (Player::First, 'B', "black")];

/// Appends the position: side to move, white's pieces, black's pieces, squares in ascending order,
/// no ranges. Equal positions are written equally.
pub(crate) fn write(position: &CheckersPosition, out: &mut String) {
    out.push(letter(position.turn));
    for (player, letter, _) in COLOURS {
        out.push(':');
        out.push(letter);
        for (i, bit) in bits(position.pieces(player)).enumerate() {
            if i > 0 {
                out.push(',');
            }
            if position.kings & bit != 0 {
                out.push('K');
            }
            // Writing to a string does not fail.
            let _ = write!(out, "{}", bit.trailing_zeros() + 1);
        }
    }
}

fn letter(player: Player) -> char {
    match player {
        Player::First => 'B',
        Player::Second => 'W',
    }
}

/// Reads a position. White space around it and between its parts and a dot at its end mean nothing;
/// sides and kings may be written with small letters.
pub(crate) fn parse(text: &str) -> Result<CheckersPosition, NotationError> {
    let start = text.len() - text.trim_start().len();
    let body = text.trim();
    let body = body.strip_suffix('.').unwrap_or(body).trim_end();
    let mut reader = Reader { text: &text[..start + body.len()], at: start };
    let turn = reader.colour("the side to move")?;
    reader.skip_space();
    let mut men = [0; 2];
    let mut kings = [0; 2];
    // An empty list before the true one, as some programs write it, says nothing.
    let mut is_listed = [false; 2];
    if reader.is_at_end() {
        return Err(reader.error("expected ':' and the pieces of a side"));
    }
    while !reader.is_at_end() {
        reader.expect(':')?;
        reader.skip_space();
        if reader.counter() {
            continue;
        }
        let place = reader.at;
        let player = reader.colour("the colour of the pieces")?;
        let side = player.index();
        if is_listed[side] {
            let name = COLOURS[1 - side].2;
            return Err(NotationError::at(place, format!("the {name} pieces are given twice")));
        }
        reader.skip_space();
        if reader.peek().is_none_or(|c| c == ':') {
            continue;
        }
        is_listed[side] = true;
        loop {
            reader.range(side, &mut men, &mut kings)?;
            reader.skip_space();
            match reader.peek() {
                Some(',') => {
                    reader.at += 1;
                    reader.skip_space();
                }
                None | Some(':') => break,
                Some(c) => {
                    let c = quote(c.encode_utf8(&mut [0; 4]));
                    return Err(reader.error(&format!("expected ',' or ':', found {c}")));
                }
            }
        }
    }
    // Everything that has a place in the text has been refused already.
    CheckersPosition::new(men, kings, turn)
        .map_err(|error| NotationError::at(start, error.to_string()))
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    fn error(&self, message: &str) -> NotationError {
        NotationError::at(self.at, message)
    }

    fn is_at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// A piece is one word: there is none between its letters.
    fn skip_space(&mut self) {
        self.at = self.text.len() - self.text[self.at..].trim_start().len();
    }

    fn found(&self) -> String {
        match self.peek() {
            Some(c) => quote(c.encode_utf8(&mut [0; 4])),
            None => "the end".to_owned(),
        }
    }

    fn expect(&mut self, wanted: char) -> Result<(), NotationError> {
        if self.peek() != Some(wanted) {
            return Err(self.error(&format!("expected '{wanted}', found {}", self.found())));
        }
        self.at += wanted.len_utf8();
        Ok(())
    }

    fn colour(&mut self, what: &str) -> Result<Player, NotationError> {
        for (player, letter, _) in COLOURS {
            if self.peek().is_some_and(|found| found.eq_ignore_ascii_case(&letter)) {
                self.at += 1;
                return Ok(player);
            }
        }
        Err(self.error(&format!("expected {what}, W or B, found {}", self.found())))
    }

    /// Passes over `H0` and `F1`, the clock and the number of the move: nothing that is asked
    /// depends on them.
    fn counter(&mut self) -> bool {
        let rest = self.text[self.at..].strip_prefix(['H', 'F']);
        let len = rest.map_or(0, |rest| {
            rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len()
        });
        if len > 0 {
            self.at += 1 + len;
            self.skip_space();
        }
        len > 0
    }

    /// `18`, `K18`, `21-32` or `K1-4`.
    fn range(
        &mut self,
        side: usize,
        men: &mut [u32; 2],
        kings: &mut [u32; 2],
    ) -> Result<(), NotationError> {
        let is_king = matches!(self.peek(), Some('K' | 'k'));
        if is_king {
            self.at += 1;
        }
        let place = self.at;
        let first = self.square()?;
        let last = match self.peek() {
            Some('-') => {
                self.at += 1;
                let at = self.at;
                let last = self.square()?;
                if last < first {
                    return Err(NotationError::at(
                        at,
                        format!("the range ends with {last}, before it begins with {first}"),
                    ));
                }
                last
            }
            _ => first,
        };
        for square in first..=last {
            let bit = 1 << (square - 1);
            let taken = men[0] | men[1] | kings[0] | kings[1];
            if taken & bit != 0 {
                return Err(NotationError::at(
                    place,
                    format!("there is already a piece on square {square}"),
                ));
            }
            if is_king {
                kings[side] |= bit;
                continue;
            }
            men[side] |= bit;
            let (_, _, name) = COLOURS[1 - side];
            if bit & crate::board::crown_row(side == 1) != 0 {
                return Err(NotationError::at(
                    place,
                    format!(
                        "a {name} man stands on square {square}, where he would be a king \
                         (K{square})"
                    ),
                ));
            }
        }
        Ok(())
    }

    fn square(&mut self) -> Result<u32, NotationError> {
        let digits = self.text[self.at..].bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return Err(self.error(&format!(
                "expected a square (1 to 32, a king with K before it), found {}",
                self.found()
            )));
        }
        let text = &self.text[self.at..self.at + digits];
        match text.parse() {
            Ok(square @ 1..=32) => {
                self.at += digits;
                Ok(square)
            }
            _ => Err(self.error(&format!("the squares are 1 to 32, found {}", quote(text)))),
        }
    }
}

impl FromStr for CheckersPosition {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        parse(text)
    }
}

impl fmt::Display for CheckersPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::with_capacity(80);
        write(self, &mut out);
        f.write_str(&out)
    }
}
