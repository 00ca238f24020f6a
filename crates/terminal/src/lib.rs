//! What threefold's programs have in common at the terminal: numbers with units, exit statuses,
//! Ctrl-C, progress, where what is found is told, and the files that a run reads and writes.
//!
//! Nothing here knows a subcommand. What is asked and answered is in `threefold-session`; here is
//! how the flags and files that both programs read become its values, and where the endgame
//! database is kept for the user.

pub mod allocator;
pub mod columns;
pub mod database;
pub mod exit;
pub mod files;
pub mod html;
pub mod inputs;
pub mod interrupt;
pub mod memory;
pub mod names;
pub mod output;
pub mod pool;
pub mod problem;
pub mod progress;
pub mod units;
