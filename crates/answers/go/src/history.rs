//! The position in question and the game that led to it.

use threefold_game::{History, RepetitionRule};
use threefold_go::{Go, GoPosition, Points};

use threefold_answer::error::Error;

/// The game that went on from a position with these moves, separated by blanks or commas.
///
/// # Errors
/// One of them cannot be played.
pub fn played<P: Points>(
    game: &Go<P>,
    rule: RepetitionRule,
    start: GoPosition<P>,
    moves: &str,
) -> Result<History<Go<P>>, Error> {
    let words = moves.split([' ', ',', '\t', '\n']).filter(|word| !word.is_empty());
    History::from_notation(game, start, words, rule).map_err(Error::other)
}

/// A position in one line, from a diagram: rows on lines of their own, with or without blanks
/// between the points; lines that begin with `#` are comments.
pub fn joined(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if line.starts_with('#') {
            continue;
        }
        let row: String = line.chars().filter(|c| !c.is_whitespace()).collect();
        let is_row = row.chars().all(|c| matches!(c, '.' | 'X' | 'O' | 'x' | 'o'));
        let after_row = out.ends_with(['.', 'X', 'O', 'x', 'o']) && !out.contains(' ');
        if !out.is_empty() {
            out.push(if is_row && after_row { '/' } else { ' ' });
        }
        out.push_str(if is_row { &row } else { line });
    }
    out
}

#[cfg(test)]
mod tests {
    use threefold_go::Terms;

    use super::*;

    #[test]
    fn diagrams_become_one_line() {
        assert_eq!(joined("# a\n. X .\n\nO . .\nW pass\n"), ".X./O.. W pass");
        assert_eq!(joined(".X./O.. W\n"), ".X./O.. W");
        assert_eq!(joined("X.\nO.\nX\n"), "X./O./X");
    }

    #[test]
    fn a_history_obeys_superko() {
        let game = Go::<u64>::new(Terms::new("1x2".parse().unwrap(), 1)).unwrap();
        let psk = RepetitionRule::PositionalSuperko;
        let ssk = RepetitionRule::SituationalSuperko;
        let read = |rule, moves| played(&game, rule, game.start(), moves).map(|_| ());
        assert_eq!(read(ssk, "A1, B1"), Ok(()));
        let error = read(psk, "A1 B1 A1").unwrap_err().to_string();
        assert_eq!(
            error,
            "move 3 of the history, 'A1', repeats an earlier position, that after move \
             1, which positional-superko forbids"
        );
        assert_eq!(read(psk, "A1 B1 pass"), Ok(()));
        assert!(
            read(psk, "pass pass A1")
                .unwrap_err()
                .to_string()
                .contains("after the end of the game")
        );
        assert!(read(psk, "C1").unwrap_err().to_string().contains("no point of a board"));
    }
}
