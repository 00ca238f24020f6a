//! Libraries, from outside.

mod common;
mod conflicts;
mod damage;
mod processes;
mod refusals;
mod searches;
