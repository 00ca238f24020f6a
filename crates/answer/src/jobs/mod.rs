//! One question, divided into jobs that run anywhere: leaders, and what a worker does.

mod desk;
mod lead;
mod work;

pub use desk::{Desk, work_on};
pub use lead::{Campaign, Lead};
pub use work::{Asked, Said, rule};
