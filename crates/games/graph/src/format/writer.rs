//! Writing `.game` files.

use std::fmt::{Formatter, Result};

use threefold_game::{Game, Outcome};

use super::GraphFile;
use crate::game::player_name;
use crate::{OccurrenceRule, Status};

pub(super) fn write(file: &GraphFile, f: &mut Formatter<'_>) -> Result {
    let game = &file.game;
    writeln!(f, "threefold game 1")?;
    for line in file.notes.iter().flat_map(|note| note.split('\n')) {
        writeln!(f, "{}", format!("note: {}", line.trim()).trim_end())?;
    }
    writeln!(f, "rule: {}", file.rule)?;
    writeln!(f, "attacker: {}", player_name(file.attacker))?;
    if game.occurrence_rule() != OccurrenceRule::default() {
        writeln!(f, "occurrences: {}", game.occurrence_rule())?;
    }
    writeln!(f, "root: {}", game.position_text(file.root()))?;
    if !file.history.moves().is_empty() {
        let start = game.position_text(file.history.start());
        writeln!(f, "history: {start} {}", file.history.notation(game))?;
    }
    writeln!(f)?;
    for (id, node) in game.ids().zip(game.nodes()) {
        write!(f, "{} {}", node.name(), status_text(node.status()))?;
        if game.board(id) != node.name() {
            write!(f, " board={}", game.board(id))?;
        }
        if let Status::Turn(_) = node.status() {
            write!(f, ":")?;
        }
        for edge in node.edges() {
            write!(f, " {}", game.node(edge.to()).name())?;
            for (marked, mark) in [(edge.is_irreversible(), "!"), (edge.is_pass(), "~")] {
                write!(f, "{}", if marked { mark } else { "" })?;
            }
        }
        writeln!(f)?;
    }
    Ok(())
}

fn status_text(status: Status) -> String {
    match status {
        Status::Turn(player) => player_name(player).to_owned(),
        Status::Over(Outcome::Win(player)) => format!("win-{}", player_name(player)),
        Status::Over(Outcome::Draw) => "draw".to_owned(),
    }
}
