//! Which game of a file, and which position of it.

/// What stands behind the name of a file: `#3`, or `#3:24`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The number of the game, from 1.
    pub game: usize,
    /// After so many plies.
    pub ply: Option<usize>,
}

/// `FILE#3` or `FILE#3:24` as a file and a place in it; `None` where the text ends in no place.
pub fn parse(input: &str) -> Option<(&str, Place)> {
    let (path, place) = input.rsplit_once('#')?;
    let (game, ply) = match place.split_once(':') {
        Some((game, ply)) => (game, Some(ply.parse().ok()?)),
        None => (place, None),
    };
    let game = game.parse().ok().filter(|&game| game > 0)?;
    Some((path, Place { game, ply }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_in_games_have_names() {
        let place = |text| parse(text).map(|(path, p)| (path, p.game, p.ply));
        assert_eq!(place("a.pdn#3"), Some(("a.pdn", 3, None)));
        assert_eq!(place("a#b.pdn#3:24"), Some(("a#b.pdn", 3, Some(24))));
        for text in ["a.pdn", "a.pdn#", "a.pdn#0", "a.pdn#x", "a.pdn#1:", "a.pdn#1:-1"] {
            assert_eq!(place(text), None, "{text}");
        }
    }
}
