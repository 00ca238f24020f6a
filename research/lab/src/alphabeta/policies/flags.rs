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

/// The parts of a [`Policy`](crate::alphabeta::policy::Policy) that keeps a table of bounds and
/// these flags, and passes nothing up. What is done with a flag is said in `leave`.
macro_rules! cycle_flags {
    () => {
        type Note = ();

        fn new(table_bytes: usize) -> Self {
            Self { table: Table::new(table_bytes), flags: Flags::default() }
        }

        fn without_table(&self) -> Self {
            Self { table: Table::disabled(), flags: self.flags.clone() }
        }

        fn clear(&mut self) {
            self.table.clear();
        }

        fn bytes(&self) -> u64 {
            self.table.bytes()
        }

        fn begin(&mut self, _same_history: bool) {
            self.flags.clear();
        }

        fn enter(&mut self, ask: &Ask) {
            self.flags.enter(ask.level);
        }

        fn repeated(&mut self, met: Met, level: u32, _score: Score) {
            self.flags.cycle(met, level, INNER, STRICT);
        }

        fn leaf(&mut self, _score: Score, _kind: Kind, _horizon: bool) {}

        fn fold(&mut self, _before: Option<()>, _child: (), _ask: &Ask, _decides: bool) {}
    };
}

pub(super) use cycle_flags;
