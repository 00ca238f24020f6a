//! Error rates of the treatments for alpha-beta, on random loopy games.
//!
//! Two settings behave differently and are kept apart:
//!
//! - *complete*: every line is followed to the end of the game or to a repetition; finished games
//!   have three or five values. The truth is the value of the game.
//! - *depth-limited*: iterative deepening, random evaluation at the horizon. Entries of the table
//!   count only for the very draft they were made with, so that a table cannot see further than the
//!   search without one to the same depth, which is the truth here.
//!
//! Each with a table that is cleared before each root, and with one that is kept over the moves of
//! a game. Wrong values and wrong moves of the root are counted apart, and each error is traced to
//! draw-first or draw-last by an oracle that rejects the false hits of one kind ([`Vetted`]).
//!
//! Everything is deterministic: case number `index` of a [`Plan`] is the same on every machine and
//! thread, so that cases can be run in parallel and their [`Tally`]s added up in any order.
//!
//! ```
//! use threefold_lab::alphabeta::Treatment;
//! use threefold_lab::study::{Plan, Setting, TableUse, Tally};
//! use threefold_game::RepetitionRule;
//! use threefold_graph::OccurrenceRule;
//!
//! let plan = Plan {
//!     seed: 1,
//!     positions: 8,
//!     rule: RepetitionRule::Draw,
//!     occurrences: OccurrenceRule::default(),
//!     setting: Setting::Complete { levels: 3 },
//!     table: TableUse::Cleared,
//!     treatments: vec![Treatment::Ignore, Treatment::BaseTwin],
//! };
//! let mut total = plan.tallies();
//! for index in 0..100 {
//!     total.iter_mut().zip(plan.run(index)).for_each(|(total, tally)| total.add(&tally));
//! }
//! assert_eq!(total[1].wrong_value, 0);
//! ```

mod case;
mod drafts;
mod endings;
mod exact;
mod oracle;
mod plan;
mod random;
mod rate;
mod shrink;

pub use case::{CaseError, ScoredCase, Setting, TableUse};
pub use drafts::{DraftTally, Drafts, Way};
pub use endings::{EndingStudy, EndingTally, EndingWay};
pub use oracle::Vetted;
pub(crate) use oracle::{cause, suspect};
pub use plan::{Plan, Tally, Verdicts};
pub use rate::Rate;
