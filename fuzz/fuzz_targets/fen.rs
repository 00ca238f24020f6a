//! Any text as a position of chess: no panic, and what is read is written as it was read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use threefold::chess::Chess;
use threefold::game::{Game, Player};

fuzz_target!(|text: &str| {
    let Ok(mut position) = Chess.parse_position(text) else { return };
    let written = Chess.position_text(&position);
    assert_eq!(Chess.parse_position(&written).as_ref(), Ok(&position), "{written}");
    // Whatever is accepted must be safe to play from.
    if Chess.terminal(&position).is_some() {
        return;
    }
    let before = position.clone();
    for attacker in Player::ALL {
        Chess.leaf(&mut position, attacker);
    }
    let mut moves = Vec::new();
    Chess.moves(&position, &mut moves);
    for m in moves {
        let notation = Chess.move_text(&position, m);
        assert_eq!(Chess.parse_move(&position, &notation), Ok(m));
        assert_eq!(Chess.decode_move(&position, Chess.encode_move(&position, m)), Some(m));
        let undo = Chess.make(&mut position, m);
        Chess.undo(&mut position, m, undo);
        assert_eq!(position, before);
        assert_eq!(Chess.key(&position), Chess.key(&before));
    }
});
