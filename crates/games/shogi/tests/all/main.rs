//! All tests of the crate from outside, in one program.

mod common;
mod conventional;
mod hands;
mod japanese;
mod nets;
mod notation;
mod oracle;
mod perft;
mod properties;
mod records;
mod solve;
