//! Files of chess positions with a question about each.

use std::path::Path;

use threefold_chess::{Chess, EpdRecord, epd};
use threefold_game::{Game, History, Player, Question, RepetitionRule};
use threefold_terminal::inputs;

use super::failure::Failure;

/// A position of a file.
pub struct Item {
    pub record: EpdRecord,
    /// The side to move; the other one if the side to move is mated (`bm #-N`).
    pub attacker: Player,
    /// Whether the attacker wins: said by `c0 "won"` or `"drawn"`, or by a mate (`bm #N`, `dm N`).
    pub truth: Option<bool>,
}

impl Item {
    pub fn history(&self) -> &History<Chess> {
        self.record.history()
    }

    pub fn question(&self) -> Question {
        Question::new(self.attacker, RepetitionRule::Draw)
    }
}

/// Reads a file.
pub fn read(path: &Path) -> Result<Vec<Item>, Failure> {
    let fail = |what: String| Failure::usage(format!("{}: {what}", path.display()));
    let name = path.display().to_string();
    let bytes = inputs::contents(&name).map_err(|error| Failure::usage(error.to_string()))?;
    let mut items = Vec::new();
    for (_, record) in epd::read(&String::from_utf8_lossy(&bytes)) {
        let record = record.map_err(|error| fail(error.to_string()))?;
        let mover = Chess.player_to_move(record.position());
        let mated = record.mate().is_some_and(|mate| mate < 0);
        let attacker = if mated { mover.opponent() } else { mover };
        let truth = match record.comment() {
            Some("won") => Some(true),
            Some("drawn") => Some(false),
            _ if record.mate().is_some() || record.direct_mate().is_some() => Some(true),
            _ => None,
        };
        items.push(Item { record, attacker, truth });
    }
    if items.is_empty() {
        return Err(fail("no position in it".to_owned()));
    }
    Ok(items)
}
