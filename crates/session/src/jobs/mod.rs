//! One question, divided into jobs that run anywhere: leaders of positions of the registry, and
//! what a worker does.

mod lead;
mod work;

pub use lead::{Campaign, Lead, lead, whole};
pub use work::{work, work_on};
