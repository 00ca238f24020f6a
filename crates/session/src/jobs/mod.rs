//! One question, divided into jobs that run anywhere: leaders of positions of the registry, and
//! what a worker does.

mod desk;
mod lead;
mod work;

pub use desk::Desk;
pub use lead::{Campaign, Lead, lead, whole};
pub use work::{Asked, Said, work, work_on, work_through};
