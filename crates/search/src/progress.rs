//! What a search says of itself while it runs.

/// How often the monitor is called, in nodes. A power of two.
pub(crate) const MONITOR_INTERVAL: u64 = 1 << 12;

/// What the search is doing, for a progress line.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Positions expanded so far.
    pub nodes: u64,
    /// Proof number of the root.
    pub pn: u32,
    /// Disproof number of the root.
    pub dn: u32,
    /// Plies from the root to the position at hand.
    pub depth: u32,
    /// Share of the table in use, 0 to 1.
    pub table_fill: f64,
    /// Since the search began.
    pub elapsed: std::time::Duration,
}

/// Called every few thousand nodes with the state of the search.
pub type Monitor<'m> = &'m mut dyn FnMut(&Progress);
