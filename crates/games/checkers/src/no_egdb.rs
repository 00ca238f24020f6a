//! Where there are no files there are no endgame databases: what takes one is compiled all the
//! same, and never has one.

use std::fmt;
use std::path::Path;

use crate::moves::CheckersMove;
use crate::position::CheckersPosition;

// How values are stored stands in the same file.
#[allow(dead_code)]
#[path = "egdb/value.rs"]
mod value;

pub use value::Value;

/// A database: there is none.
#[derive(Clone, Copy, Debug)]
pub enum Database {}

/// What can be wrong with a database: nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EgdbError {}

impl Database {
    /// The value of a position.
    pub fn probe(&self, _: &CheckersPosition) -> Option<Value> {
        match *self {}
    }

    /// What a certificate says of it.
    pub fn declaration(&self) -> String {
        match *self {}
    }

    /// Whether a declaration is about it.
    pub fn is_called(&self, _: &str) -> bool {
        match *self {}
    }

    /// A move that keeps the value of a position.
    pub fn best_move(&self, _: &CheckersPosition) -> Option<CheckersMove> {
        match *self {}
    }

    /// The shortest win.
    pub fn line(&self, _: &CheckersPosition) -> Vec<CheckersMove> {
        match *self {}
    }

    /// Plies to the end.
    pub fn depth(&self, _: &CheckersPosition) -> Option<u8> {
        match *self {}
    }

    /// How many pieces its positions have.
    pub fn pieces(&self) -> u8 {
        match *self {}
    }

    /// What is wrong with it.
    pub fn damage(&self) -> Option<&EgdbError> {
        match *self {}
    }

    /// How many pieces a declaration says: none is known here.
    pub fn declared_pieces(_: &str) -> Option<u8> {
        None
    }

    /// Whether what a declaration says is built into this program.
    pub fn is_known(_: &str) -> bool {
        false
    }
}

impl EgdbError {
    /// What to build.
    pub fn rebuild(&self) -> Option<(&Path, u8)> {
        match *self {}
    }
}

impl fmt::Display for EgdbError {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl std::error::Error for EgdbError {}
