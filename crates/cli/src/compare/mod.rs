//! `threefold compare`.

mod json;
mod positions;
mod random;
mod report;
mod story;
mod text;

use threefold::search::Limits;
use threefold_lab::compare::{Arbiter, Budget};

use crate::args::CompareArgs;
use crate::exit::Exit;
use crate::output::Stop;

pub fn run(args: &CompareArgs) -> Result<Exit, Stop> {
    match args.random.random {
        Some(games) => random::run(args, games),
        None => positions::run(args),
    }
}

/// Nodes and time of the arbiter, in those of a treatment.
const ARBITER_FACTOR: u32 = 10;

/// What each treatment may spend.
fn budget(args: &CompareArgs, memory: usize) -> Budget {
    let limits = Limits { nodes: args.nodes, time: args.time, ..Limits::default() };
    Budget { limits, memory_bytes: args.memory.unwrap_or(memory) }
}

/// Who says what is true, if `oracles` can with their help.
fn arbiter(args: &CompareArgs, budget: &Budget, oracles: bool) -> Arbiter {
    let nodes = args.nodes.saturating_mul(u64::from(ARBITER_FACTOR));
    let time = args.time.map(|time| time.saturating_mul(ARBITER_FACTOR));
    let usual = Arbiter::default();
    Arbiter {
        limits: Limits {
            nodes: args.arbiter_nodes.unwrap_or(nodes),
            time: args.arbiter_time.or(time),
            ..Limits::default()
        },
        memory_bytes: budget.memory_bytes.max(usual.memory_bytes),
        retrograde_positions: if oracles { usual.retrograde_positions } else { 0 },
        exhaustive_nodes: if oracles { usual.exhaustive_nodes } else { 0 },
    }
}
