//! Which positions of the path lie on a cycle.

use crate::alphabeta::path::Met;

/// One flag per level of the path.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flags(Vec<bool>);

impl Flags {
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The position at `level` is entered: it lies on no cycle yet.
    pub fn enter(&mut self, level: u32) {
        self.0.resize(level as usize + 1, false);
        self.0[level as usize] = false;
    }

    /// A position that was at `met.level` occurs again after the position at `level`: what lies
    /// between them is on a cycle. The origin is not: wherever it is met, it is its own ancestor.
    /// Unless `strict`, the root and the history flag nothing: they are on every path.
    pub fn cycle(&mut self, met: Met, level: u32, strict: bool) {
        if met.level > 1 || strict {
            self.0[met.level as usize + 1..=level as usize].fill(true);
        }
    }

    pub fn is_flagged(&self, level: u32) -> bool {
        self.0[level as usize]
    }
}
