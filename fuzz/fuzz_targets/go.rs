//! Any text as a position of Go, a move, or the parameters of a board: no panic, and what is read is written
//! and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use threefold::game::Game;
use threefold::go::{Go, Terms};

fuzz_target!(|text: &str| {
    if let Ok(terms) = text.parse::<Terms>() {
        assert_eq!(terms.to_string().parse(), Ok(terms), "{terms}");
    }
    for size in ["1x5", "2x3", "9x9"] {
        let size = size.parse().unwrap_or_else(|error| panic!("{error}"));
        let game = Go::<u128>::new(Terms::new(size, 1)).unwrap_or_else(|error| panic!("{error}"));
        let _ = game.parse_move(&game.start(), text);
        let Ok(position) = game.parse_position(text) else { continue };
        let written = game.position_text(&position);
        assert_eq!(game.parse_position(&written).as_ref(), Ok(&position), "{written}");
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        for m in moves {
            let text = game.move_text(&position, m);
            assert_eq!(game.parse_move(&position, &text), Ok(m), "{written}: {text}");
            let code = game.encode_move(&position, m);
            assert_eq!(game.decode_move(&position, code), Some(m), "{written}: {text}");
        }
    }
});
