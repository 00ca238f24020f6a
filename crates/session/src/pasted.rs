//! Positions as they come out of a page, a mail or a shell: what stands around the text, or looks
//! like what a notation wants, goes before it is read.
//!
//! | pasted | read as |
//! |---|---|
//! | `"8/8/... w - -"`, also with curved quotation marks | without them |
//! | `[FEN "8/8/... w - -"]`, alone | what the tag says |
//! | `https://lichess.org/analysis/8/8/..._w_-_-`, `...?fen=8%2F8...` | the position in it |
//! | `8/8/... W – –` | `8/8/... w - -` |

use std::borrow::Cow;

/// Quotation marks that open, and those that close.
const QUOTES: [(char, char); 5] =
    [('"', '"'), ('\'', '\''), ('\u{201c}', '\u{201d}'), ('\u{201e}', '\u{201c}'), ('`', '`')];

/// The text without what stands around it.
///
/// ```
/// use threefold_session::pasted::mended;
///
/// let fen = "8/8/8/8/8/k1K5/8/7R w - -";
/// for text in [
///     "\"8/8/8/8/8/k1K5/8/7R w - -\"",
///     "[FEN \"8/8/8/8/8/k1K5/8/7R w - -\"]",
///     "https://lichess.org/analysis/standard/8/8/8/8/8/k1K5/8/7R_w_-_-",
///     "https://www.example.com/board?fen=8%2F8%2F8%2F8%2F8%2Fk1K5%2F8%2F7R+w+-+-&flip=no",
///     "8/8/8/8/8/k1K5/8/7R W \u{2013} \u{2013}",
/// ] {
///     assert_eq!(mended(text), fen);
/// }
/// assert_eq!(mended("8/8/8/8/8/k1K5/8/7R w - - id \"a\""), "8/8/8/8/8/k1K5/8/7R w - - id \"a\"");
/// ```
pub fn mended(text: &str) -> Cow<'_, str> {
    let text = text.trim();
    // Several lines are a file, each line a position of its own.
    if text.contains('\n') {
        return Cow::Borrowed(text);
    }
    let text = unquoted(text);
    let tag = text.strip_prefix("[FEN \"").or_else(|| text.strip_prefix("[SFEN \""));
    let tag = tag.and_then(|rest| rest.strip_suffix("\"]")).filter(|rest| !rest.contains('"'));
    let text = tag.unwrap_or(text);
    let of_address = ["https://", "http://"].iter().find_map(|scheme| text.strip_prefix(scheme));
    let text = of_address.and_then(in_address).map_or(Cow::Borrowed(text), Cow::Owned);
    let mut words = text.split_whitespace().map(dashed);
    let (Some(board), Some(turn)) = (words.next(), words.next()) else { return text };
    let turn = match turn {
        "W" => "w",
        "B" => "b",
        other => other,
    };
    let is_board = board.matches('/').count() >= 2 && !board.contains(':');
    let is_odd = |word: &str| dashed(word) != word || word == "W" || word == "B";
    if !is_board || !text.split_whitespace().take(4).any(is_odd) {
        return text;
    }
    // Only what stands before clocks and operations: texts keep their dashes.
    let head: Vec<&str> = [board, turn].into_iter().chain(words.take(2)).collect();
    let rest = text.split_whitespace().skip(4);
    Cow::Owned(head.into_iter().chain(rest).collect::<Vec<_>>().join(" "))
}

fn unquoted(text: &str) -> &str {
    let inner = QUOTES.iter().find_map(|&(open, close)| {
        let inner = text.strip_prefix(open)?.strip_suffix(close)?;
        (!inner.contains([open, close])).then_some(inner)
    });
    inner.map_or(text, str::trim)
}

/// A dash that a word processor has made longer.
fn dashed(word: &str) -> &str {
    if matches!(word, "\u{2010}" | "\u{2011}" | "\u{2013}" | "\u{2014}" | "\u{2212}") {
        "-"
    } else {
        word
    }
}

/// The position in an address, behind its scheme.
fn in_address(address: &str) -> Option<String> {
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let fen = query.split(['&', '#']).find_map(|pair| pair.strip_prefix("fen="));
    if let Some(fen) = fen {
        return unescaped(&fen.replace('+', " "));
    }
    let path = unescaped(path.split('#').next()?)?.replace('_', " ");
    let is_board = |text: &&str| {
        let board = text.split(' ').next().unwrap_or_default();
        let (ranks, width) = (board.split('/').count() as u32, |c: char| match c {
            '+' => 0,
            c => c.to_digit(10).unwrap_or(1),
        });
        let is_rank = |rank: &str| rank.chars().map(width).sum::<u32>() == ranks;
        matches!(ranks, 8 | 9) && board.split('/').all(is_rank)
    };
    let mut starts = path.match_indices('/').map(|(at, _)| &path[at + 1..]);
    starts.find(is_board).map(str::to_owned)
}

/// `%2F` and the like as the characters they stand for; `None` if they stand for none.
fn unescaped(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut parts = text.split('%');
    bytes.extend(parts.next()?.bytes());
    for part in parts {
        let code = part.get(..2)?;
        bytes.push(u8::from_str_radix(code, 16).ok()?);
        bytes.extend(part[2..].bytes());
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_needs_no_mending_stays_as_it_is() {
        for text in [
            "8/8/8/8/8/k1K5/8/7R w - - id \"a\u{2013}b\"; c0 \"W\"",
            "W:WK1:BK32",
            "startpos moves e2e4",
            "https://example.com/",
            "https://example.com/%zz",
            "\"\"",
            "\"",
            "'a'b'",
            "",
            "go 3x3 at-least 1",
            "8/8/8/8/8/k1K5/8/7R W - -\nstartpos",
        ] {
            let wanted = if text == "\"\"" { "" } else { text };
            assert_eq!(mended(text), wanted);
        }
    }

    #[test]
    fn shogi_in_an_address_and_texts_behind_a_position_are_kept() {
        let sfen = "9/6R2/7kS/9/9/9/5R3/9/9 b 2b4g3s4n4l18p 1";
        let address = format!("https://example.com/board/{}", sfen.replace(' ', "_"));
        assert_eq!(mended(&address), sfen);
        let text = "8/8/8/8/8/k1K5/8/7R W \u{2014} - c0 \"mate \u{2013} soon\";";
        assert_eq!(mended(text), "8/8/8/8/8/k1K5/8/7R w - - c0 \"mate \u{2013} soon\";");
    }
}
