//! The leader of many searches: one question, divided into jobs that run anywhere.
//!
//! ```text
//!             next(free) -> jobs                            worker: any process, anywhere
//!   Leader  ----------------------->  whoever drives it  --------------------------->  search
//!           <-----------------------                     <---------------------------
//!             report(job, result) -> jobs to cancel         certificate, or numbers
//! ```
//!
//! The [`Leader`] is a state machine: it does no input or output, reads no clock and starts no
//! thread. It holds a graph of positions. A [`Job`] is a position to be searched within limits;
//! what comes back is a certificate, which is verified before it is believed, or numbers, upon
//! which the position is looked at move by move.
//!
//! What may be passed on from one job to another, although repetitions make results depend on the
//! way: a win rests on no repetition and holds on every path; that a position is *held* may rest on
//! coming back to positions of the way to it, and is then remembered as what it is, a lemma with
//! assumptions. Wins are solved for as a least fixpoint, and holding as a greatest one
//! (`docs/jobs.md`). Under superko a position has a node for each set of situations on the way to
//! it, a job carries its way, and its certificate says by itself on which other ways it holds.

mod assumed;
mod error;
mod facts;
mod graph;
mod job;
mod leader;
mod lemma;
mod lemmas;
mod numbers;
mod rules;
mod save;
mod select;
mod splice;
mod ways;

pub use assumed::Assumed;
pub use error::LeaderError;
pub use job::{Job, JobId, JobResult, Part, Report};
pub use leader::{Account, Answer, Leader, Settings};
pub use rules::Rules;
