//! What a page may ask.

use serde::Deserialize;

/// A question about what stands in a text.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// A position, or the contents of a file: whatever the program reads.
    pub text: String,
    /// What the file is called, if it is one.
    #[serde(default)]
    pub name: Option<String>,
    /// The game, where the text does not show it.
    #[serde(default)]
    pub game: Option<String>,
    /// Which position of a file, from 0.
    #[serde(default)]
    pub number: usize,
    /// What is asked.
    #[serde(default)]
    pub ask: Ask,
    /// Whose win is in question; whose the source asks about, if nothing is said.
    #[serde(default)]
    pub attacker: Option<String>,
    /// Within how many moves.
    #[serde(default)]
    pub within: Option<u32>,
    /// Whether every move is asked about as well; of mates, the first moves that mate.
    #[serde(default)]
    pub moves: bool,
    /// Whether the ordinary transposition table is used, which is wrong where the history decides.
    #[serde(default)]
    pub ordinary: bool,
    /// Nodes of each question at most.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// Seconds at most.
    #[serde(default)]
    pub time_s: Option<f64>,
    /// Bytes of the transposition table.
    #[serde(default)]
    pub memory: Option<usize>,
}

/// What is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ask {
    /// What is in the text: nothing is searched.
    Read,
    /// Can a player win? Of a problem of Go: what becomes of the group?
    #[default]
    Win,
    /// Win, draw or loss for the side to move; of a board of Go, points.
    Value,
    /// A mate within so many moves, or the shortest one.
    Mate,
}
