//! What an engine says while it thinks: `info depth 9 score cp 31 pv e2e4 e7e5`.

/// A score for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i64),
    /// Mate in so many moves of the side to move; against it if negative or 0.
    Mate(i64),
}

/// What a score says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the score.
    Exact,
    /// The score is at least this.
    Lower,
    /// The score is at most this.
    Upper,
}

/// A line that cannot be understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the line makes no sense")]
pub struct Nonsense;

/// An `info` line with a score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// The score.
    pub score: Score,
    /// Whether it is one.
    pub bound: Bound,
    /// Plies, if it says so.
    pub depth: Option<u32>,
    /// The line, as it was written.
    pub line: Vec<String>,
}

impl Info {
    /// Reads the words after `info`. `Ok(None)` for a line without a score, and for the second best
    /// lines of an engine that tells several.
    ///
    /// # Errors
    /// The line makes no sense: a score that is no number or both bounds at once.
    pub fn parse(text: &str) -> Result<Option<Info>, Nonsense> {
        let mut words = text.split_whitespace();
        let (mut score, mut depth, mut line) = (None, None, Vec::new());
        let (mut lower, mut upper) = (false, false);
        while let Some(word) = words.next() {
            match word {
                // The rest is for people.
                "string" => break,
                "depth" => depth = Some(words.next().and_then(|n| n.parse().ok()).ok_or(Nonsense)?),
                "multipv" if words.next() != Some("1") => return Ok(None),
                "score" => {
                    let kind = words.next().ok_or(Nonsense)?;
                    let number = words.next().and_then(|n| n.parse().ok()).ok_or(Nonsense)?;
                    score = Some(match kind {
                        "cp" => Score::Centipawns(number),
                        "mate" => Score::Mate(number),
                        _ => return Err(Nonsense),
                    });
                }
                "lowerbound" => lower = true,
                "upperbound" => upper = true,
                "pv" => line.extend(words.by_ref().map(str::to_owned)),
                _ => {}
            }
        }
        let bound = match (lower, upper) {
            (false, false) => Bound::Exact,
            (true, false) => Bound::Lower,
            (false, true) => Bound::Upper,
            (true, true) => return Err(Nonsense),
        };
        Ok(score.map(|score| Info { score, bound, depth, line }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_bounds_and_lines() {
        let info =
            Info::parse("depth 9 seldepth 12 multipv 1 score cp -31 upperbound nodes 5 pv a b");
        let info = info.unwrap().unwrap();
        assert_eq!(info.score, Score::Centipawns(-31));
        assert_eq!((info.bound, info.depth), (Bound::Upper, Some(9)));
        assert_eq!(info.line, ["a", "b"]);
        let mate = Info::parse("score mate -2").unwrap().unwrap();
        assert_eq!((mate.score, mate.bound), (Score::Mate(-2), Bound::Exact));
    }

    #[test]
    fn what_says_nothing_about_the_best_line_is_left_out() {
        assert_eq!(Info::parse("multipv 2 score cp 5"), Ok(None));
        assert_eq!(Info::parse("currmove e2e4"), Ok(None));
        assert_eq!(Info::parse("string score cp 5"), Ok(None));
    }

    #[test]
    fn nonsense_is_an_error() {
        for text in [
            "score cp",
            "score cp 1e9",
            "score cp 99999999999999999999",
            "score wdl 1 2 3",
            "depth x score cp 1",
            "score cp 1 lowerbound upperbound",
        ] {
            assert_eq!(Info::parse(text), Err(Nonsense), "{text}");
        }
    }
}
