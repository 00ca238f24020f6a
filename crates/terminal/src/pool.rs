//! Several positions at once, with the output in the order of the input.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use threefold_search::Interrupt;

use crate::output::Stop;

/// Calls `work` with 0 to `count - 1` on `jobs` threads, and `output` with the results in order.
/// Returns how many there were: fewer than `count` after an interrupt, which lets nothing new
/// begin.
pub fn in_order<T: Send>(
    jobs: usize,
    count: usize,
    interrupt: &Interrupt,
    work: impl Fn(usize) -> T + Sync,
    mut output: impl FnMut(T) -> Result<(), Stop>,
) -> Result<usize, Stop> {
    let next = AtomicUsize::new(0);
    let stopped = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..jobs {
            let sender = sender.clone();
            let (next, stopped, work) = (&next, &stopped, &work);
            scope.spawn(move || {
                while !stopped.load(Ordering::Relaxed) && !interrupt.is_raised() {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count || sender.send((number, work(number))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut written = 0;
        for (number, result) in receiver {
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&written) {
                if let Err(stop) = output(result) {
                    // Nobody listens: what is being solved need not be finished.
                    stopped.store(true, Ordering::Relaxed);
                    interrupt.raise();
                    return Err(stop);
                }
                written += 1;
            }
        }
        Ok(written)
    })
}

/// How many threads are meant: 0 is one for every processor.
pub fn jobs(wanted: usize) -> usize {
    match wanted {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        jobs => jobs,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn results_come_in_order() {
        for jobs in [1, 3] {
            let mut seen = Vec::new();
            let work = |number: usize| {
                thread::sleep(Duration::from_millis(5 * (number as u64 % 3)));
                number
            };
            let result = in_order(jobs, 10, &Interrupt::default(), work, |number| {
                seen.push(number);
                Ok(())
            });
            assert!(matches!(result, Ok(10)));
            assert_eq!(seen, (0..10).collect::<Vec<_>>());
        }
    }

    #[test]
    fn nothing_begins_after_an_interrupt() {
        let interrupt = Interrupt::default();
        let work = |number: usize| {
            if number == 2 {
                interrupt.raise();
            }
        };
        let result = in_order(1, 10, &interrupt, work, |()| Ok(()));
        assert!(matches!(result, Ok(3)));
    }

    #[test]
    fn a_stop_ends_the_work() {
        let result = in_order(
            2,
            100,
            &Interrupt::default(),
            |number| number,
            |number| {
                if number == 3 { Err(Stop::BrokenPipe) } else { Ok(()) }
            },
        );
        assert!(matches!(result, Err(Stop::BrokenPipe)));
    }
}
