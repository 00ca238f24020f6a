//! Counters of a search for a distance.

use std::time::Duration;

/// What a search did.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct DistanceStats {
    /// Positions whose moves were generated, or that were looked at for a win in one.
    pub nodes: u64,
    /// Positions that were looked up in the table.
    pub lookups: u64,
    /// Those of them that the table knew something about.
    pub hits: u64,
    /// Entries of other positions that were overwritten.
    pub evictions: u64,
    /// Entries in use at the end.
    pub table_entries: u64,
    /// Searches begun again because the proof numbers had saturated.
    pub restarts: u64,
    /// Nodes of the search for any win, without a bound on its length.
    pub unbounded_nodes: u64,
    /// Time spent searching.
    #[serde(serialize_with = "seconds", rename = "time_s")]
    pub time: Duration,
}

fn seconds<S: serde::Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}
