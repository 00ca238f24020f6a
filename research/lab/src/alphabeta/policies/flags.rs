//! Which positions of the path lie on a cycle: Campbell's flags.

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

    /// A position that was at `met.level` (the origin) occurs again after the position at `level`:
    /// the origin and what lies between are on a cycle; `inner`: what lies between only. Unless
    /// `strict`, a cycle from the root or from the history flags nothing: they are on every path.
    pub fn cycle(&mut self, met: Met, level: u32, inner: bool, strict: bool) {
        if met.level > 1 || strict {
            let first = met.level as usize + usize::from(inner);
            self.0[first..=level as usize].fill(true);
        }
    }

    pub fn is_flagged(&self, level: u32) -> bool {
        self.0[level as usize]
    }
}

/// The parts of a [`Simple`](super::simple::Simple) treatment that keep these flags. What is done
/// with a flag is said in `kept`.
macro_rules! flagged {
    () => {
        fn begin(&mut self) {
            self.flags.clear();
        }

        fn enter(&mut self, ask: &Ask) {
            self.flags.enter(ask.level);
        }

        fn cycle(&mut self, met: Met, level: u32) {
            self.flags.cycle(met, level, INNER, STRICT);
        }
    };
}

pub(super) use flagged;
