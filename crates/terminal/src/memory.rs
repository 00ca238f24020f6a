//! How much memory there is for this process.

use std::fs;
use std::sync::OnceLock;

use crate::allocator;
use crate::output::Stop;

/// Bytes that this process may still take without driving the machine, its container or its own
/// limit (`ulimit -v`) to the end; `None` where nothing says so.
pub fn available() -> Option<u64> {
    [of_machine(), of_container(), of_process()].into_iter().flatten().min()
}

/// What each of so many questions at a time may take where nobody says it: a quarter of what was
/// free when this was asked first, between 64 MiB and 1 GiB.
pub fn by_default(jobs: usize) -> usize {
    static QUARTER: OnceLock<usize> = OnceLock::new();
    let quarter = *QUARTER
        .get_or_init(|| available().map_or(0, |free| usize::try_from(free / 4).unwrap_or(LARGEST)));
    (quarter / jobs.max(1)).clamp(SMALLEST, LARGEST)
}

const SMALLEST: usize = 64 << 20;
const LARGEST: usize = 1 << 30;

/// Bytes of this process that are in memory; `None` where nothing says so.
pub fn resident() -> Option<u64> {
    kilobytes(&fs::read_to_string("/proc/self/status").ok()?, "VmRSS:")
}

fn of_machine() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    kilobytes(&text, "MemAvailable:")
}

/// The limit of a control group, less what it uses.
fn of_container() -> Option<u64> {
    let number = |name: &str| {
        let text = fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?;
        text.trim().parse::<u64>().ok()
    };
    Some(number("memory.max")?.saturating_sub(number("memory.current").unwrap_or(0)))
}

/// The limit on the address space, less what is in use.
fn of_process() -> Option<u64> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    let soft: u64 = line.split_whitespace().next()?.parse().ok()?;
    let status = fs::read_to_string("/proc/self/status").ok()?;
    Some(soft.saturating_sub(kilobytes(&status, "VmSize:").unwrap_or(0)))
}

fn kilobytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let number: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(number * 1024)
}

/// A table that does not fit in memory ends the program without a word: better to try.
pub fn can_allocate(bytes: usize, jobs: usize) -> Result<(), Stop> {
    let all = bytes.saturating_mul(jobs);
    let mut trial: Vec<u8> = Vec::new();
    allocator::asking(|| trial.try_reserve_exact(all)).map_err(|_| {
        Stop::Message(format!(
            "not enough memory for {jobs} table(s) of {bytes} bytes; see --memory"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read() {
        assert_eq!(kilobytes("A: 1 kB\nMemAvailable:   20 kB\n", "MemAvailable:"), Some(20 << 10));
        assert_eq!(kilobytes("MemAvailable: much\n", "MemAvailable:"), None);
    }
}
