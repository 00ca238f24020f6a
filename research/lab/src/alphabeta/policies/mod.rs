//! The treatments, one file each; [`base_twin`], which replays what it knows, is a folder.

pub mod base_twin;
pub mod base_twin_as_printed;
pub mod cycle_bounds;
pub mod cycle_skip;
mod flags;
pub mod ignore;
pub mod low_links;
pub mod no_draws;
pub mod no_draws_bounds;
pub mod no_table;
pub mod path_keyed;
pub mod second_occurrence;
pub mod shadow;
pub mod simple;
pub mod third_occurrence;

pub use base_twin::{BaseTwin, BaseTwinQuestions};
pub use base_twin_as_printed::{BaseTwinAsPrinted, BaseTwinAsPrintedQuestions};
pub use cycle_bounds::{
    CycleBounds, CycleBoundsAll, CycleBoundsInner, CycleBoundsMoves, CycleBoundsStrict,
};
pub use cycle_skip::{CycleSkip, CycleSkipAll, CycleSkipInner, CycleSkipStrict};
pub use ignore::Ignore;
pub use low_links::LowLinks;
pub use no_draws::NoDraws;
pub use no_draws_bounds::NoDrawsBounds;
pub use no_table::NoTable;
pub use path_keyed::PathKeyed;
pub use second_occurrence::{SecondOccurrence, SecondOccurrenceLookup, SecondOccurrenceUnaged};
pub use shadow::{Shadow, ShadowOneBound, ShadowReset, ShadowUnedited};
pub use third_occurrence::{ThirdOccurrence, ThirdOccurrenceRepaired};

/// The parts of a [`Policy`](super::policy::Policy) that keeps a table and nothing else.
macro_rules! one_table {
    () => {
        fn new(table_bytes: usize) -> Self {
            Self { table: Table::new(table_bytes) }
        }

        fn without_table(&self) -> Self {
            Self { table: Table::disabled() }
        }

        fn clear(&mut self) {
            self.table.clear();
        }

        fn bytes(&self) -> u64 {
            self.table.bytes()
        }
    };
}

pub(crate) use one_table;
