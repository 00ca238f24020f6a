//! Where there are no files there are no tables: what takes them is compiled all the same.

use std::fmt;

use cozy_chess::Move;
use threefold_game::{Knowledge, Outcome, Player};

use crate::game::Chess;
use crate::position::ChessPosition;

/// Tables: there are none.
#[derive(Clone, Copy, Debug)]
pub enum Tables {}

/// What can be wrong with them: nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TablesError {}

impl Tables {
    /// Up to so many men there are all tables where there are files.
    pub const WHOLE: u8 = 4;

    /// Up to how many men positions are known.
    pub fn men(&self) -> u8 {
        match *self {}
    }

    /// What is wrong with them.
    pub fn damage(&self) -> Option<&TablesError> {
        match *self {}
    }

    /// In how many plies a player mates.
    pub fn plies(&self, _: &ChessPosition, _: Player) -> Option<Option<u8>> {
        match *self {}
    }

    /// Whether a declaration is about Syzygy files.
    pub fn is_syzygy(_: &str) -> bool {
        false
    }

    /// A move that keeps the result.
    pub fn best_move(&self, _: &ChessPosition) -> Option<Move> {
        match *self {}
    }

    /// The shortest win.
    pub fn line(&self, _: &ChessPosition) -> Vec<Move> {
        match *self {}
    }

    /// Who wins.
    pub fn outcome(&self, _: &ChessPosition) -> Option<Outcome> {
        match *self {}
    }

    /// How many men a declaration says: none is known here.
    pub fn declared_men(_: &str) -> Option<u8> {
        None
    }

    /// What tables of so many men are called.
    pub fn known(_: u8) -> Option<&'static str> {
        None
    }

    /// Whether what a declaration says is built into this program.
    pub fn is_known(_: &str) -> bool {
        false
    }
}

impl Knowledge<Chess> for Tables {
    fn probe(&self, _: &ChessPosition) -> Option<Outcome> {
        match *self {}
    }

    fn declaration(&self) -> Option<String> {
        match *self {}
    }
}

impl fmt::Display for TablesError {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl std::error::Error for TablesError {}
