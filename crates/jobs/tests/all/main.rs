//! Tests of the leader from outside.

mod chaos;
mod positions;
mod random_games;
mod saved;
