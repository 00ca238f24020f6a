//! The reader of graph games.

use threefold::graph::{parse, to_dot};

use crate::positions;

/// Any bytes as a `.game` file.
pub fn read(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let file = match parse(text) {
        Ok(file) => file,
        Err(error) => return positions::one_line(error),
    };
    let written = file.to_string();
    let again = parse(&written).unwrap_or_else(|error| panic!("{written}\n{error}"));
    assert_eq!(again.to_string(), written);
    assert_eq!(again.game, file.game);
    assert_eq!((again.rule, again.attacker), (file.rule, file.attacker));
    assert_eq!(again.history.moves(), file.history.moves());
    to_dot(&file);
    for id in file.game.ids().take(16) {
        positions::read_again(&file.game, &id);
        positions::safe_to_play(&file.game, &id);
    }
}
