//! One question, divided into jobs that run anywhere: leaders of positions of the registry, and
//! what a worker does.

mod lead;
mod work;

pub use lead::{lead, whole};
pub use threefold_answer::jobs::{Asked, Campaign, Desk, Lead, Said, work_on};
pub use work::{work, work_through};
