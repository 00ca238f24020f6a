//! A long search in slices: after each what is known is written down.
//!
//! A search that a limit has ended goes on where it was when the same is asked again, so that a
//! slice is a search with a limit of time, and nothing runs while a checkpoint is written.

use threefold_game::clock::Instant;

use threefold_game::{History, Searchable};
use threefold_search::{Answer, Limits, Progress, Reason, Solver, Stats, Verdict};

use crate::error::Error;
use crate::observer::Observer;

/// Takes up what an earlier search has written down, if the observer has that. How many nodes it
/// took.
///
/// # Errors
/// It is not about this search, or damaged.
pub fn resume<G: Searchable>(
    solver: &mut Solver<'_, G>,
    history: &History<G>,
    observer: &mut dyn Observer,
) -> Result<u64, Error> {
    let Some(mut input) = observer.resumes_from() else { return Ok(0) };
    match solver.resume(history, &mut input) {
        Ok(resumed) => {
            observer.resumed(resumed.nodes);
            Ok(resumed.nodes)
        }
        Err(error) => Err(Error::Field { field: "resume", what: error.to_string() }),
    }
}

/// Searches within the limits of the solver, and has the observer write down what is known, as
/// often as it wants to and when the search ends without an answer. `before`: nodes of earlier
/// searches.
pub fn search<G: Searchable>(
    solver: &mut Solver<'_, G>,
    history: &History<G>,
    before: u64,
    observer: &mut dyn Observer,
) -> Answer {
    let Some(every) = observer.checkpoint_every() else {
        return solver.solve_monitored(history, Some(&mut |progress| observer.progress(progress)));
    };
    let (whole, started) = (solver.limits().clone().together(), Instant::now());
    let mut stats = Stats::default();
    let mut answer = loop {
        let is_last = whole.time_left().is_some_and(|left| left <= every);
        let (nodes, time) = (whole.nodes - stats.nodes, Some(every));
        solver.limit(Limits { nodes, time, ..whole.clone() });
        let (nodes, elapsed) = (stats.nodes, started.elapsed());
        let answer = solver.solve_monitored(
            history,
            Some(&mut |progress| {
                let (nodes, elapsed) = (nodes + progress.nodes, elapsed + progress.elapsed);
                observer.progress(&Progress { nodes, elapsed, ..*progress });
            }),
        );
        stats.add(&answer.stats);
        let Verdict::Unknown(reason) = answer.verdict else { break answer };
        let nodes = before + stats.nodes;
        observer.checkpoint(&|out| solver.save(history, nodes, out));
        if is_last || reason != Reason::Time {
            break answer;
        }
    };
    solver.limit(whole);
    answer.stats = stats;
    answer
}
