//! Readers of shogi.

use threefold::game::Game;
use threefold::shogi::record::{self, Record};
use threefold::shogi::{Color, Position, Tsume, diagram, japanese, list};

use crate::positions;

/// Any bytes as a position with moves, as a list of positions, and as a record in every format.
pub fn read(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        if let Some(line) = text.lines().next() {
            Color::ALL.into_iter().for_each(|color| positions::history(&Tsume::new(color), line));
        }
        for item in list::read(text).take(8) {
            match item {
                Ok(item) => drawn(&item.position),
                Err(error) => positions::one_line(error),
            }
        }
    }
    match record::read(bytes) {
        Ok(record) => written(&record),
        Err(error) => positions::one_line(error),
    }
}

/// A position is written as it is read, and has both drawings.
fn drawn(position: &Position) {
    let text = position.to_string();
    assert_eq!(text.parse::<Position>().as_ref(), Ok(position), "{text}");
    assert_eq!(diagram::letters(position).lines().count(), 12, "{text}");
    assert_eq!(diagram::japanese(position).lines().count(), 14, "{text}");
}

/// What is written of a record as KIF is read as the same positions and moves.
fn written(record: &Record) {
    drawn(&record.start);
    // Headers may hold anything; what is compared is the game.
    let plain = Record { headers: Vec::new(), ..record.clone() };
    let text = record::write_kif(&plain);
    let again = record::read(text.as_bytes()).unwrap_or_else(|error| panic!("{text}\n{error}"));
    assert_eq!((&again.start, &again.lines), (&plain.start, &plain.lines), "{text}");
    for line in record.lines.iter().take(4) {
        let texts = japanese::line(&record.start, &line.moves, None);
        assert_eq!(texts.len(), line.moves.len());
        let mut position = record.start.clone();
        for &m in &line.moves {
            assert!(position.is_legal(m), "{position}: {m}");
            let game = Tsume::of(&position);
            let is_check = game.parse_move(&position, &m.to_string()).is_ok();
            let undo = position.make(m);
            let waiting = position.side_to_move();
            assert_eq!(is_check, position.is_in_check(waiting), "{position}: {m}");
            position.undo(m, undo);
            position.make(m);
        }
    }
}
