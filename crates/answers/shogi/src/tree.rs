//! The solution as a record: the longest line, and every other reply as a variation.

use std::collections::HashSet;

use threefold_shogi::record::{Line, Record, write_kif};
use threefold_shogi::{Move, Position, japanese};

use super::strategy::{Strategy, after};
use crate::row::TsumeSubject;
use threefold_answer::asked::Proof;
use threefold_answer::attacker::Attacker;
use threefold_answer::error::Error;

/// A solution as KIF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The text of the record.
    pub kif: String,
    /// The main line and the variations in it.
    pub lines: usize,
    /// Whether every reply of the defender is in it, up to positions that are in it already.
    pub is_complete: bool,
}

/// The mate of a certificate as a record: the defender's longest resistance is the main line, his
/// other replies are variations. A position that is in it already is not continued again. With more
/// than `most` lines the rest is left out. `None` without a certificate of a mate.
///
/// # Errors
/// The position has no such attacker.
pub fn tree(
    subject: &TsumeSubject,
    attacker: Option<Attacker>,
    title: Option<&str>,
    proofs: &[Proof],
    most: usize,
) -> Result<Option<Tree>, Error> {
    let game = subject.game(attacker)?;
    let root = subject.position();
    let mut strategies = proofs.iter().filter_map(|proof| Strategy::of(&game, root, &proof.block));
    let Some(strategy) = strategies.next() else { return Ok(None) };
    let mut writer = Writer { strategy, root, lines: Vec::new(), shown: HashSet::new(), most };
    writer.shown.insert(root.clone());
    let is_complete = writer.write();
    let lines = writer.lines;
    let count = lines.len();
    let name = title.filter(|title| !title.chars().any(char::is_control));
    let headers = name.map(|title| ("作品名".to_owned(), title.to_owned())).into_iter().collect();
    let record = Record { start: root.clone(), lines, headers };
    let kif = format!(
        "#KIF version=2.0 encoding=UTF-8\n# threefold {}\n{}",
        env!("CARGO_PKG_VERSION"),
        write_kif(&record)
    );
    Ok(Some(Tree { kif, lines: count, is_complete }))
}

struct Writer<'s> {
    strategy: Strategy<'s>,
    root: &'s Position,
    lines: Vec<Line>,
    /// Positions with the attacker to move that have been continued.
    shown: HashSet<Position>,
    most: usize,
}

impl Writer<'_> {
    /// Writes all lines. Says whether there was room for them.
    fn write(&mut self) -> bool {
        // Beginnings of variations, the next one last. A variation stands behind the line with
        // which it shares the most, so that those that leave a line late come first.
        let mut begun: Vec<Vec<Move>> = vec![Vec::new()];
        while let Some(beginning) = begun.pop() {
            if self.lines.len() == self.most {
                return false;
            }
            let shared = beginning.len().saturating_sub(1);
            let mut moves = beginning;
            let mut position = self.root.clone();
            for &m in &moves {
                position.make(m);
            }
            let mut is_known = !moves.is_empty() && !self.continues(&position);
            while !is_known {
                let next = self.strategy.moves(&position);
                let length = |m: &Move| self.strategy.plies(&after(&position, *m));
                // Of equals the first.
                let Some(&m) = next.iter().rev().max_by_key(|m| length(m)) else { break };
                for &other in next.iter().rev().filter(|&&other| other != m) {
                    let mut other_line = moves.clone();
                    other_line.push(other);
                    begun.push(other_line);
                }
                moves.push(m);
                position.make(m);
                is_known = !self.continues(&position);
            }
            let joined = (is_known && !moves.is_empty()).then(|| {
                let next = self.strategy.moves(&position);
                let last = moves.last().map(|m| m.to());
                next.first().map(|&m| {
                    (moves.len(), format!("{}以下同", japanese::move_text(&position, m, last)))
                })
            });
            let comments = joined.flatten().into_iter().collect();
            self.lines.push(Line { moves, shared, comments });
        }
        true
    }

    /// Whether a position is to be continued: not again where the attacker is to move.
    fn continues(&mut self, position: &Position) -> bool {
        let is_attacker = position.side_to_move() == self.strategy.attacker();
        !is_attacker || self.shown.insert(position.clone())
    }
}
