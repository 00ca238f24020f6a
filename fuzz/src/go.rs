//! Readers of Go.

use threefold::game::{Game, NotationError};
use threefold::go::problem::{Problem, Request, Safe, pose};
use threefold::go::{Go, Points, Terms, Wide, sgf};

use crate::positions;

/// Any bytes as an SGF file if they begin with `(`; otherwise as a line `go <parameters>` or
/// `go-problem <parameters>`, as in the header of a certificate, and a line with a position or a
/// history.
pub fn read(bytes: &[u8]) {
    if bytes.trim_ascii_start().starts_with(b"(") {
        return smart_game_format(bytes);
    }
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let (game, position) = text.split_once('\n').unwrap_or((text, ""));
    let position = position.lines().next().unwrap_or_default();
    match game.split_once(' ') {
        Some(("go", parameters)) => board(parameters, position),
        Some(("go-problem", parameters)) => problem(parameters, position),
        _ => {}
    }
}

fn board(parameters: &str, position: &str) {
    fn with<P: Points>(terms: Terms, position: &str) -> Result<(), NotationError> {
        let game = Go::<P>::new(terms)?;
        let _ = game.parse_move(&game.start(), position);
        positions::history(&game, position);
        Ok(())
    }
    let terms = match parameters.parse::<Terms>() {
        Ok(terms) => terms,
        Err(error) => return positions::one_line(error),
    };
    assert_eq!(terms.to_string().parse(), Ok(terms), "{terms}");
    let made = match terms.size.points() {
        0..=64 => with::<u64>(terms, position),
        65..=128 => with::<u128>(terms, position),
        _ => with::<Wide>(terms, position),
    };
    made.unwrap_or_else(|error| panic!("{terms}: {error}"));
}

fn problem(parameters: &str, position: &str) {
    let problem = match Problem::<u64>::parse(parameters, position) {
        Ok(problem) => problem,
        Err(error) => return positions::one_line(error),
    };
    problem_again(&problem, position);
    positions::history(&problem, position);
}

/// The parameters that are written are those of the same problem.
fn problem_again(problem: &Problem, start: &str) {
    let written = problem.parameters();
    let again = Problem::<u64>::parse(&written, start)
        .unwrap_or_else(|error| panic!("{written}\n{start}: {error}"));
    assert_eq!(again.parameters(), written);
    assert_eq!(again.region(), problem.region(), "{written}");
    assert_eq!(again.trusted(), problem.trusted(), "{written}");
}

fn smart_game_format(bytes: &[u8]) {
    let games = match sgf::read(bytes) {
        Ok(games) => games,
        Err(error) => return positions::one_line(error),
    };
    for game in games.into_iter().take(4) {
        for safe in [None, Some(Safe::Wall)] {
            let posed = match pose(&game, &Request { safe, ..Request::default() }) {
                Ok(posed) => posed,
                Err(error) => {
                    positions::one_line(error);
                    continue;
                }
            };
            let root = posed.problem.root(posed.to_play, [0, 0]);
            let text = posed.problem.position_text(&root);
            problem_again(&posed.problem, &text);
            positions::read_again(&posed.problem, &root);
            positions::safe_to_play(&posed.problem, &root);
        }
    }
}
