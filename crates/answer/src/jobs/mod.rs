//! One question, divided into jobs that run anywhere: leaders, and what a worker does.

mod desk;
mod lead;
mod work;

pub use desk::Desk;
pub use lead::{Campaign, Lead};
pub use work::{Asked, Said, rule, work_on};
