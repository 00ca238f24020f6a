//! Numbers with units, as flags take them.

use std::time::Duration;

pub use threefold_session::words::{count, grouped};

/// `unlimited`, or a number with k, M or G for thousands, millions and billions.
pub fn parse_count(text: &str) -> Result<u64, String> {
    if text == "unlimited" {
        return Ok(u64::MAX);
    }
    let (number, unit) = split(text);
    let factor = match unit {
        "" => 1,
        "k" | "K" => 1_000,
        "m" | "M" => 1_000_000,
        "g" | "G" => 1_000_000_000,
        _ => return Err(format!("unknown unit '{unit}', expected k, M or G")),
    };
    match scaled(number, factor)? {
        0 => Err("must be more than 0".to_owned()),
        count => Ok(count),
    }
}

/// A number of bytes, with K, M, G or T for powers of 1024.
pub fn parse_bytes(text: &str) -> Result<usize, String> {
    let (number, unit) = split(text);
    let power = match unit.to_ascii_lowercase().trim_end_matches('b').trim_end_matches('i') {
        "" => 0,
        "k" => 1,
        "m" => 2,
        "g" => 3,
        "t" => 4,
        _ => return Err(format!("unknown unit '{unit}', expected K, M, G or T")),
    };
    let bytes = scaled(number, 1 << (10 * power))?;
    match usize::try_from(bytes) {
        Ok(0) => Err("must be more than 0".to_owned()),
        Ok(bytes) => Ok(bytes),
        Err(_) => Err("more than this machine can address".to_owned()),
    }
}

/// A time with ms, s, m or h; seconds without a unit.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text);
    let factor = match unit {
        "ms" => 1,
        "" | "s" => 1_000,
        "m" | "min" => 60_000,
        "h" => 3_600_000,
        _ => return Err(format!("unknown unit '{unit}', expected ms, s, m or h")),
    };
    match scaled(number, factor)? {
        0 => Err("must be at least a millisecond".to_owned()),
        millis => Ok(Duration::from_millis(millis)),
    }
}

fn split(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    (text[..end].trim(), text[end..].trim())
}

/// The number, which may have decimals, times `factor`, rounded down.
fn scaled(number: &str, factor: u64) -> Result<u64, String> {
    let error = || format!("'{number}' is not a number");
    let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_digits(whole) || !is_digits(decimals) || whole.is_empty() || decimals.len() > 9 {
        return Err(error());
    }
    let fraction = match decimals {
        "" => 0,
        digits => {
            let digits_value: u64 = digits.parse().map_err(|_| error())?;
            let scale = 10u128.pow(decimals.len() as u32);
            (u128::from(digits_value) * u128::from(factor) / scale) as u64
        }
    };
    let whole: u64 = whole.parse().map_err(|_| format!("{number} is too large"))?;
    whole
        .checked_mul(factor)
        .and_then(|product| product.checked_add(fraction))
        .ok_or_else(|| format!("{number} is too large"))
}

/// A time for people, however short.
pub fn short_time(time: Duration) -> String {
    let micros = time.as_secs_f64() * 1e6;
    match micros {
        _ if micros < 1e3 => format!("{micros:.0} µs"),
        _ if micros < 1e4 => format!("{:.1} ms", micros / 1e3),
        _ if micros < 1e6 => format!("{:.0} ms", micros / 1e3),
        _ => seconds(time),
    }
}

/// A size for people: 1.5 MiB.
pub fn bytes(bytes: u64) -> String {
    const UNITS: [&str; 5] = ["KiB", "MiB", "GiB", "TiB", "PiB"];
    if bytes < 1 << 10 {
        return format!("{bytes} B");
    }
    let mut size = bytes as f64 / 1024.0;
    let mut unit = 0;
    while size >= 1024.0 && unit + 1 < UNITS.len() {
        size /= 1024.0;
        unit += 1;
    }
    if size < 10.0 {
        format!("{size:.1} {}", UNITS[unit])
    } else {
        format!("{size:.0} {}", UNITS[unit])
    }
}

/// A time for people.
pub fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 10.0 {
        format!("{seconds:.3} s")
    } else if seconds < 600.0 {
        format!("{seconds:.1} s")
    } else {
        format!("{} min {:02} s", time.as_secs() / 60, time.as_secs() % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts() {
        assert_eq!(parse_count("1500"), Ok(1500));
        assert_eq!(parse_count("10k"), Ok(10_000));
        assert_eq!(parse_count("1.5M"), Ok(1_500_000));
        assert_eq!(parse_count("2G"), Ok(2_000_000_000));
        assert_eq!(parse_count("unlimited"), Ok(u64::MAX));
        for bad in ["", "k", "0", "-1", "1x", "1e3", "1..5", "20000000000G", "1.0000000001"] {
            assert!(parse_count(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn sizes() {
        assert_eq!(parse_bytes("64K"), Ok(64 << 10));
        assert_eq!(parse_bytes("64MiB"), Ok(64 << 20));
        assert_eq!(parse_bytes("1.5g"), Ok(3 << 29));
        assert_eq!(parse_bytes("4096"), Ok(4096));
        for bad in ["", "0", "M", "1X", "99999999999T"] {
            assert!(parse_bytes(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn times() {
        assert_eq!(parse_duration("10s"), Ok(Duration::from_secs(10)));
        assert_eq!(parse_duration("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(parse_duration("1h"), Ok(Duration::from_secs(3600)));
        for bad in ["", "0", "s", "1d", "0.1ms"] {
            assert!(parse_duration(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn numbers_for_people() {
        assert_eq!(seconds(Duration::from_millis(1234)), "1.234 s");
        assert_eq!(seconds(Duration::from_secs(601)), "10 min 01 s");
        assert_eq!(short_time(Duration::from_nanos(12_345)), "12 µs");
        assert_eq!(short_time(Duration::from_micros(1_234)), "1.2 ms");
        assert_eq!(short_time(Duration::from_millis(123)), "123 ms");
        assert_eq!(short_time(Duration::from_millis(2500)), "2.500 s");
        assert_eq!(bytes(1000), "1000 B");
        assert_eq!(bytes(3 << 19), "1.5 MiB");
        assert_eq!(bytes(64 << 10), "64 KiB");
    }
}
