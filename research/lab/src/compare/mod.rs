//! The comparison: treatments on the same positions in turn, and an arbiter that knows better.
//!
//! Of every position the [`Arbiter`] finds out what is true, by means that share nothing with the
//! treatment in question: an oracle where the game is small enough, else a certificate that has
//! been checked. A claim that contradicts it is [`Finding::Wrong`]. Where the arbiter knows
//! nothing, a claim is [`Finding::Unverified`], which is not the same as right.
//!
//! ```
//! use threefold_lab::Treatment;
//! use threefold_lab::compare::{Arbiter, Budget, Comparison, Finding, Position, try_position};
//! use threefold_search::Interrupt;
//!
//! // Figure 2 of Kishimoto and Mueller (2004), C before B.
//! let file = threefold_graph::parse("\
//! threefold game 1
//! rule: situational-superko
//! root: A
//! A first: C B
//! B second: D
//! C second: D
//! D first: C
//! ").unwrap();
//! let treatments = [Treatment::DfpnIgnore, Treatment::DfpnBaseTwin];
//! let position = Position::of_file(&file);
//! let (budget, arbiter) = (Budget::default(), Arbiter::default());
//! let trial = try_position(&position, &treatments, 0, &budget, &arbiter, &Interrupt::default());
//! assert_eq!([trial.finding(0), trial.finding(1)], [Finding::Wrong, Finding::Right]);
//!
//! let (rule, treatments, trials) = (file.rule, treatments.into(), vec![trial]);
//! let comparison = Comparison { rule, treatments, trials };
//! assert_eq!(comparison.tally(0).wrong, 1);
//! ```

mod arbiter;
mod comparison;
mod culprit;
mod explain;
mod position;
mod trial;

pub use arbiter::{Arbiter, Source, Truth};
pub use comparison::{Comparison, Ratio, Tally};
pub use culprit::{Culprit, culprit};
pub use explain::{Contradiction, End, Explanation, Step, explain};
pub use position::Position;
pub use trial::{Budget, Finding, Trial, try_position};
