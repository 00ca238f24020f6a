//! Any bytes as an SGF file: no panic, and what is a problem can be written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use threefold::game::Game;
use threefold::go::problem::{Problem, Request, Safe, pose};
use threefold::go::sgf;

fuzz_target!(|bytes: &[u8]| {
    for game in sgf::read(bytes).into_iter().flatten() {
        let request = Request { safe: Some(Safe::Wall), ..Request::default() };
        let Ok(posed) = pose(&game, &request) else { continue };
        let root = posed.problem.root(posed.to_play, [0, 0]);
        let text = posed.problem.position_text(&root);
        let again = Problem::parse(&posed.problem.parameters(), &text)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(again.parse_position(&text).as_ref(), Ok(&root), "{text}");
    }
});
