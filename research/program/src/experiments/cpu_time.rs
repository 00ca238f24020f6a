//! Time that this thread has spent on a processor: what others do on the machine does not count.

use std::time::{Duration, Instant};

/// A clock that begins at 0.
pub struct CpuClock {
    /// Where the kernel does not tell, the wall clock has to do.
    wall: Instant,
    cpu: Option<Duration>,
}

impl CpuClock {
    pub fn start() -> Self {
        CpuClock { wall: Instant::now(), cpu: on_cpu() }
    }

    pub fn elapsed(&self) -> Duration {
        match (self.cpu, on_cpu()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.wall.elapsed(),
        }
    }
}

/// The first number of `schedstat`: nanoseconds on a processor.
fn on_cpu() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}
