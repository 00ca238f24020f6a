//! Any text as a file of checkers games: no panic, and every game can be played again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use threefold::checkers::{Checkers, pdn};
use threefold::game::{Game, History};

fuzz_target!(|text: &str| {
    let rules = Checkers::new();
    for game in pdn::read(text).chain([pdn::parse_line(text)]) {
        let Ok(game) = game else { continue };
        let history = game.history();
        let moves = history.notation(&rules);
        let again = History::from_notation(&rules, *history.start(), moves.split_whitespace(), threefold::game::RepetitionRule::Draw)
            .unwrap_or_else(|error| panic!("{moves}: {error}"));
        assert_eq!(again.root(), history.root(), "{moves}");
        let written = rules.position_text(history.root());
        assert_eq!(rules.parse_position(&written).as_ref(), Ok(history.root()), "{written}");
    }
});
