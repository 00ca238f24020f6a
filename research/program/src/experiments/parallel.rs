//! The same work for many numbers, on several threads, with a result that does not depend on
//! which thread did what.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::progress::bar;

/// Numbers that a thread takes at a time.
const CHUNK: u64 = 64;

/// Calls `work` for every number below `count`, with a tally of the thread's own, and merges the
/// tallies. `merge` must not depend on the order.
pub fn for_each<T: Default + Send>(
    count: u64,
    threads: usize,
    what: &str,
    work: impl Fn(u64, &mut T) + Sync,
    merge: impl Fn(&mut T, T),
) -> T {
    let next = AtomicU64::new(0);
    let bar = bar(count, what);
    let chunk = CHUNK.min(count / (4 * threads as u64)).max(1);
    let tallies = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1))
            .map(|_| {
                scope.spawn(|| {
                    let mut tally = T::default();
                    loop {
                        let first = next.fetch_add(chunk, Ordering::Relaxed);
                        if first >= count {
                            return tally;
                        }
                        let end = (first + chunk).min(count);
                        (first..end).for_each(|i| work(i, &mut tally));
                        bar.inc(end - first);
                    }
                })
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().expect("a worker panicked")).collect()
    });
    bar.finish_and_clear();
    let tallies: Vec<T> = tallies;
    tallies.into_iter().fold(T::default(), |mut all, tally| {
        merge(&mut all, tally);
        all
    })
}
