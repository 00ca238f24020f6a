//! Several searches for one answer, one after another: by one thread first and then by several, or
//! with other numbers after these have saturated. They have one limit and one monitor.

use crate::limits::Limits;
use crate::progress::{Monitor, Progress};
use crate::stats::Stats;

/// The searches so far.
pub(crate) struct Phases<'m> {
    stats: Stats,
    monitor: Option<Monitor<'m>>,
}

impl<'m> Phases<'m> {
    /// There has been none. The monitor is told of all of them together.
    pub fn new(monitor: Option<Monitor<'m>>) -> Self {
        Phases { stats: Stats::default(), monitor }
    }

    /// What they have done; the time is that on the clock, also where threads searched side by
    /// side.
    pub fn stats(&mut self) -> &mut Stats {
        &mut self.stats
    }

    /// One more, which has what the others have left of the limits: it returns what it has found,
    /// and what each of its threads has done.
    pub fn search<R>(
        &mut self,
        limits: &Limits,
        search: impl FnOnce(&Limits, Option<Monitor<'_>>) -> (R, Vec<Stats>),
    ) -> R {
        let (nodes, elapsed) = (self.stats.nodes, self.stats.time);
        let time = limits.time.map(|time| time.saturating_sub(elapsed));
        let left = Limits { nodes: limits.nodes.saturating_sub(nodes), time, ..limits.clone() };
        let (result, of_threads) = match &mut self.monitor {
            None => search(&left, None),
            Some(monitor) => {
                let mut from_the_beginning = |progress: &Progress| {
                    let (nodes, elapsed) = (nodes + progress.nodes, elapsed + progress.elapsed);
                    monitor(&Progress { nodes, elapsed, ..*progress });
                };
                search(&left, Some(&mut from_the_beginning))
            }
        };
        let time = elapsed + of_threads.iter().map(|one| one.time).max().unwrap_or_default();
        of_threads.iter().for_each(|one| self.stats.add(one));
        self.stats.time = time;
        result
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_further_search_has_what_the_others_have_left() {
        let seconds = Duration::from_secs;
        let limits = Limits { nodes: 1000, time: Some(seconds(5)), ..Limits::default() };
        let mut told = Vec::new();
        let mut tell = |progress: &Progress| told.push((progress.nodes, progress.elapsed));
        let mut phases = Phases::new(Some(&mut tell));
        for (nodes, time) in [(1000, 5), (700, 2), (400, 0)] {
            phases.search(&limits, |limits, monitor| {
                assert_eq!((limits.nodes, limits.time), (nodes, Some(seconds(time))));
                let (pn, dn, depth, table_fill) = (1, 1, 1, 0.0);
                let elapsed = seconds(1);
                let progress = Progress { nodes: 10, pn, dn, depth, table_fill, elapsed };
                monitor.expect("there is one")(&progress);
                // Two threads, side by side.
                let one = |time| Stats { nodes: 150, time, ..Stats::default() };
                ((), vec![one(seconds(3)), one(seconds(2))])
            });
        }
        let Stats { nodes, time, .. } = *phases.stats();
        assert_eq!((nodes, time), (900, seconds(9)));
        assert_eq!(told, [(10, seconds(1)), (310, seconds(4)), (610, seconds(7))]);
    }
}
