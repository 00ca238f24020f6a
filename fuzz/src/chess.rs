//! Readers of chess.

use threefold::chess::{Chess, epd};
use threefold::game::RepetitionRule;

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
        positions::history_again(&Chess, record.history(), RepetitionRule::Draw);
    }
}
