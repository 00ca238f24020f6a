//! Readers of chess.

use threefold::chess::{Chess, ChessPosition, Diagram, epd, pgn, san};
use threefold::game::{Game, RepetitionRule};

use crate::positions;

/// Any bytes as a FEN, as a history and as a file of EPD records.
pub fn read(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Some(line) = text.lines().next() {
        positions::history(&Chess, line);
    }
    for (_, record) in epd::read(text).take(8) {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                positions::one_line(error);
                continue;
            }
        };
        let written = record.to_string();
        let again = epd::parse_line(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
        assert_eq!(again.position(), record.position(), "{written}");
        assert_eq!(again.operations(), record.operations(), "{written}");
        match (record.expected(), again.expected()) {
            (Ok(expected), Ok(again)) => assert_eq!(expected, again, "{written}"),
            (Err(error), Err(_)) => positions::one_line(error),
            _ => panic!("{written}: expected moves only once"),
        }
        record.halfmove_clock();
        positions::history_again(&Chess, record.history(), RepetitionRule::Draw);
    }
}

/// Any bytes as a file of games: what is read is written, with numbers, and read as the same.
pub fn games(bytes: &[u8]) {
    let text = pgn::decode(bytes);
    for (number, game) in (1..).zip(pgn::read(&text)).take(8) {
        let skipped_to = pgn::read(&text).nth(number - 1).expect("the game that was just read");
        let game = match game {
            Ok(game) => game,
            Err(error) => {
                assert_eq!(error.game(), number);
                assert_eq!(skipped_to.expect_err("an error"), error);
                positions::one_line(error);
                continue;
            }
        };
        let skipped_to = skipped_to.expect("a game");
        assert_eq!((game.number(), skipped_to.number()), (number, number));
        assert_eq!(skipped_to.line(), game.line());
        let history = game.history();
        assert_eq!(skipped_to.history(), history);
        let plies = history.moves().len();
        assert!(game.after(plies).is_some_and(|all| &all == history));
        assert!(game.after(plies + 1).is_none());
        let start = history.start();
        let line = san::line(start, history.moves());
        let written = format!("[FEN \"{start}\"]\n{line} *");
        let again = pgn::read(&written).next().expect("a game").unwrap_or_else(|error| {
            panic!("{written}: {error}");
        });
        assert_eq!(again.history(), history, "{written}");
        positions::history_again(&Chess, history, RepetitionRule::Draw);
    }
}

/// Any bytes as a position on the first line, and texts of moves on the others.
pub fn moves(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut lines = text.lines();
    let Some(first) = lines.next() else { return };
    let mut position = match epd::parse_line(first) {
        Ok(record) => record.position().clone(),
        Err(error) => return positions::one_line(error),
    };
    written_moves(&position);
    for line in lines.take(64) {
        match san::parse(&position, line) {
            Ok(m) => {
                let written = san::text(&position, m);
                assert_eq!(san::parse(&position, &written), Ok(m), "{position}: {written}");
                assert!(position.board().is_legal(m), "{position}: {line}");
                position = position.after(m);
                written_moves(&position);
            }
            Err(error) => positions::one_line(error),
        }
    }
}

/// Every legal move is read as it is written, in both notations; there are none exactly where the
/// game is over by mate or stalemate.
fn written_moves(position: &ChessPosition) {
    let mut moves = Vec::new();
    Chess.moves(position, &mut moves);
    for &m in &moves {
        for written in [san::text(position, m), Chess.move_text(position, m)] {
            assert_eq!(san::parse(position, &written), Ok(m), "{position}: {written}");
        }
    }
    let ending = position.ending();
    match Chess.terminal(position) {
        Some(outcome) => assert_eq!(ending.map(|ending| ending.outcome()), Some(outcome)),
        None if moves.is_empty() => {
            assert_eq!(ending.map(|ending| ending.outcome()), Some(Chess.stuck(position)));
        }
        None => assert_eq!(ending, None),
    }
    assert_eq!(position.diagram(Diagram::default()).lines().count(), 10);
}
