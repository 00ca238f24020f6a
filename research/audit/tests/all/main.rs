//! The auditor against engines that are wrong in a known way.
#![cfg(unix)]

mod audits;
mod client;
mod fake;
mod go;
