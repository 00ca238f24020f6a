//! What threefold's programs have in common at the terminal: numbers with units, exit statuses,
//! Ctrl-C, progress, where what is found is told, and the files that a run reads and writes.
//!
//! Nothing here knows a subcommand, or a game. What reads flags and what solves is elsewhere.

pub mod allocator;
pub mod columns;
pub mod exit;
pub mod files;
pub mod interrupt;
pub mod memory;
pub mod output;
pub mod pool;
pub mod progress;
pub mod units;
pub mod words;
