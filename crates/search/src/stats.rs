//! Counters of a search.

use std::time::Duration;

/// What a search did. All counters add up over the searches of one [`Answer`](crate::Answer),
/// holes of the certificate that were searched again included.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct Stats {
    /// Positions expanded: their moves generated, every child looked up. Re-expansions included.
    pub nodes: u64,
    /// Expansions of positions that had been expanded before.
    pub re_expansions: u64,
    /// Children looked up: at each expansion all of them, and the chosen one before it is entered.
    pub lookups: u64,
    /// Look-ups answered by a solved base entry.
    pub base_hits: u64,
    /// Look-ups answered by a twin entry that holds on the path at hand.
    pub twin_hits: u64,
    /// Look-ups answered by a conditional result that holds on the path at hand.
    pub conditional_hits: u64,
    /// Twins whose ancestors have all been solved since, and that became base entries.
    pub twins_promoted: u64,
    /// Look-ups answered by the proof numbers of a base entry.
    pub bound_hits: u64,
    /// Look-ups answered by what the game had said of the position as a leaf before.
    pub leaf_hits: u64,
    /// Look-ups that met a repetition with the path or the history.
    pub repetitions: u64,
    /// Look-ups answered by an endgame database.
    pub database_hits: u64,
    /// Look-ups answered by the rules: the game is over, or won by the next move.
    pub terminals: u64,
    /// Simulations that verified a stored result on the path at hand.
    pub simulations_succeeded: u64,
    /// Simulations that did not.
    pub simulations_failed: u64,
    /// Those of the failed ones that only ran out of their budget.
    pub simulations_over_budget: u64,
    /// Positions visited in simulations.
    pub simulation_nodes: u64,
    /// Refutations that were replayed against a sibling move and held
    /// ([`Options::sibling_budget`](crate::Options::sibling_budget)).
    pub sibling_simulations_succeeded: u64,
    /// Those that did not.
    pub sibling_simulations_failed: u64,
    /// Positions that they visited.
    pub sibling_simulation_nodes: u64,
    /// Results stored as base entries, by loop closing or without any repetition.
    pub base_stores: u64,
    /// Results stored as twin entries.
    pub twin_stores: u64,
    /// Closed sets that were found.
    pub closed_sets: u64,
    /// Positions looked at for them: their moves generated, every child looked up. They do not
    /// count as `nodes`.
    pub closed_set_positions: u64,
    /// Results stored as base entries because they belong to a closed set.
    pub closed_set_stores: u64,
    /// Results stored as conditional ones.
    pub conditional_stores: u64,
    /// Results whose conditions were too large to be kept, stored as twin entries.
    pub conditions_too_large: u64,
    /// Entries of other positions that were overwritten.
    pub evictions: u64,
    /// Look-ups in which an entry had the key of the position but another position
    /// ([`Options::detect_collisions`](crate::Options::detect_collisions) only).
    pub collisions: u64,
    /// Longest path, in plies from the root.
    pub max_depth: u32,
    /// Entries in use at the end.
    pub table_entries: u64,
    /// Entries the table has room for.
    pub table_capacity: u64,
    /// Searches begun again because the proof numbers had saturated: for a win within a bound on
    /// the plies where that can be asked, then with numbers that do not add up
    /// ([`Combine::Weak`](crate::Combine::Weak)). Under superko also those begun again because
    /// paths had become far longer than those of searches that end.
    pub restarts: u64,
    /// Turns that were over before anything was found: a search that goes by factors of moves
    /// ([`Options::move_factors`](crate::Options::move_factors)) and takes long goes without them
    /// for a while, and then with them again.
    pub turns: u64,
    /// How often a thread went back to a position of its path that another had solved
    /// ([`Options::threads`](crate::Options::threads)).
    pub unwound: u64,
    /// How often a thread that expanded nothing new waited for the first one.
    pub waits: u64,
    /// Holes of the certificate that were searched again.
    pub holes: u64,
    /// Time spent searching.
    #[serde(serialize_with = "seconds", rename = "time_s")]
    pub time: Duration,
}

fn seconds<S: serde::Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}

impl Stats {
    /// The share of the table that is in use, 0 to 1.
    pub fn table_fill(&self) -> f64 {
        if self.table_capacity == 0 {
            0.0
        } else {
            self.table_entries as f64 / self.table_capacity as f64
        }
    }

    /// Positions looked at: those of simulations take as long as nodes do.
    pub fn positions(&self) -> u64 {
        self.nodes + self.simulation_nodes + self.sibling_simulation_nodes
    }

    /// Simulations run.
    pub fn simulations(&self) -> u64 {
        self.simulations_succeeded + self.simulations_failed
    }

    /// Refutations replayed against a sibling move.
    pub fn sibling_simulations(&self) -> u64 {
        self.sibling_simulations_succeeded + self.sibling_simulations_failed
    }

    /// Adds the counters of another search; of depth and table the larger.
    pub fn add(&mut self, other: &Stats) {
        self.nodes += other.nodes;
        self.re_expansions += other.re_expansions;
        self.lookups += other.lookups;
        self.base_hits += other.base_hits;
        self.twin_hits += other.twin_hits;
        self.conditional_hits += other.conditional_hits;
        self.twins_promoted += other.twins_promoted;
        self.bound_hits += other.bound_hits;
        self.leaf_hits += other.leaf_hits;
        self.repetitions += other.repetitions;
        self.database_hits += other.database_hits;
        self.terminals += other.terminals;
        self.simulations_succeeded += other.simulations_succeeded;
        self.simulations_failed += other.simulations_failed;
        self.simulations_over_budget += other.simulations_over_budget;
        self.simulation_nodes += other.simulation_nodes;
        self.sibling_simulations_succeeded += other.sibling_simulations_succeeded;
        self.sibling_simulations_failed += other.sibling_simulations_failed;
        self.sibling_simulation_nodes += other.sibling_simulation_nodes;
        self.base_stores += other.base_stores;
        self.twin_stores += other.twin_stores;
        self.closed_sets += other.closed_sets;
        self.closed_set_positions += other.closed_set_positions;
        self.closed_set_stores += other.closed_set_stores;
        self.conditional_stores += other.conditional_stores;
        self.conditions_too_large += other.conditions_too_large;
        self.evictions += other.evictions;
        self.collisions += other.collisions;
        self.max_depth = self.max_depth.max(other.max_depth);
        self.table_entries = self.table_entries.max(other.table_entries);
        self.table_capacity = self.table_capacity.max(other.table_capacity);
        self.restarts += other.restarts;
        self.turns += other.turns;
        self.unwound += other.unwound;
        self.waits += other.waits;
        self.holes += other.holes;
        self.time += other.time;
    }
}
