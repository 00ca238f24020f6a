//! What holds for the positions, moves and histories of every game.

use std::fmt::Display;

use threefold::game::{History, Player, RepetitionRule, Searchable};

/// Moves of a position that are looked at.
const MOVES: usize = 48;

/// What is said about bad input is one line, whatever control characters are in it.
pub fn one_line(error: impl Display) {
    let text = error.to_string();
    assert!(!text.is_empty());
    assert!(!text.contains(char::is_control), "{text:?}");
}

/// Reads `<position>` or `<position> moves <move> <move> ...`, as a certificate's header has it.
pub fn history<G: Searchable>(game: &G, text: &str) {
    let (start, moves) = text.split_once(" moves ").unwrap_or((text, ""));
    let start = match game.parse_position(start) {
        Ok(start) => start,
        Err(error) => return one_line(error),
    };
    read_again(game, &start);
    safe_to_play(game, &start);
    for &rule in game.repetition_rules() {
        let words = moves.split_whitespace();
        match History::from_notation(game, start.clone(), words, rule) {
            Ok(history) => {
                history_again(game, &history, rule);
                safe_to_play(game, history.root());
            }
            Err(error) => one_line(error),
        }
    }
}

/// What is written of a history is read as the same history.
pub fn history_again<G: Searchable>(game: &G, history: &History<G>, rule: RepetitionRule) {
    let written = history.notation(game);
    let words = written.split_whitespace();
    let again = History::from_notation(game, history.start().clone(), words, rule)
        .unwrap_or_else(|error| panic!("{written}: {error}"));
    assert_eq!(again.root(), history.root(), "{written}");
    assert_eq!(again.notation(game), written);
    read_again(game, history.root());
}

/// What is written of a position is read as the same position, and written so again.
pub fn read_again<G: Searchable>(game: &G, position: &G::Position) {
    let written = game.position_text(position);
    let again = game.parse_position(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
    assert_eq!(&again, position, "{written}");
    assert_eq!(game.key(&again), game.key(position), "{written}");
    assert_eq!(game.position_text(&again), written);
}

/// Whatever is read can be played from: moves have their own text and number, are read back, lead
/// to positions that can be written, and are undone.
pub fn safe_to_play<G: Searchable>(game: &G, position: &G::Position) {
    if game.is_over(position) {
        return;
    }
    let text = game.position_text(position);
    let mut moves = Vec::new();
    let mut at = position.clone();
    if game.terminal(position).is_none() {
        for attacker in Player::ALL {
            game.leaf(&mut at, attacker);
            assert_eq!(&at, position, "{text}");
        }
    }
    game.moves(position, &mut moves);
    let mut texts: Vec<String> = moves.iter().map(|&m| game.move_text(position, m)).collect();
    let mut codes: Vec<u32> = moves.iter().map(|&m| game.encode_move(position, m)).collect();
    let mut sorted = moves.clone();
    game.sort_by_notation(position, &mut sorted);
    let sorted: Vec<String> = sorted.iter().map(|&m| game.move_text(position, m)).collect();
    for &m in moves.iter().step_by(moves.len().div_ceil(MOVES).max(1)) {
        let written = game.move_text(position, m);
        let again = game.parse_move(position, &written);
        assert!(again.as_ref().is_ok_and(|&again| again == m), "{text}: {written}: {again:?}");
        let decoded = game.decode_move(position, game.encode_move(position, m));
        assert!(decoded.is_none_or(|decoded| decoded == m), "{text}: {written}");
        let undo = game.make(&mut at, m);
        read_again(game, &at);
        game.undo(&mut at, m, undo);
        assert_eq!(&at, position, "{text}: {written}");
        assert_eq!(game.key(&at), game.key(position), "{text}: {written}");
    }
    texts.sort_unstable();
    assert_eq!(texts, sorted, "{text}");
    assert!(texts.windows(2).all(|pair| pair[0] != pair[1]), "{text}: {texts:?}");
    codes.sort_unstable();
    assert!(codes.windows(2).all(|pair| pair[0] != pair[1]), "{text}: {codes:?}");
}
