//! A count with what it proves.

/// Of the normal distribution: 95 % of it lie within this many deviations.
const Z: f64 = 1.959_964;

/// How often something happened, and between which rates the true one lies with 95 % confidence.
///
/// Wilson's score interval. Where nothing happened at all, the upper end is the rule of three
/// (`3 / n`), which is a little wider than Wilson's for few and what Clopper and Pearson come to
/// for many. Roots of one game are not independent, so that the intervals are a little too narrow.
///
/// ```
/// use threefold_lab::study::Rate;
/// let rate = Rate { of: 100, happened: 10 };
/// let (low, high) = rate.interval();
/// assert!((low - 0.0552).abs() < 1e-4 && (high - 0.1744).abs() < 1e-4);
/// assert_eq!(rate.text(), "10 (5.5-17 %)");
/// assert_eq!(Rate { of: 3000, happened: 0 }.text(), "0 (< 0.10 %)");
/// assert_eq!(Rate { of: 0, happened: 0 }.text(), "-");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rate {
    /// How often it could have happened.
    pub of: u64,
    /// How often it did.
    pub happened: u64,
}

impl Rate {
    /// The interval; from 0 to 1 if it could never have happened.
    pub fn interval(self) -> (f64, f64) {
        let n = self.of as f64;
        if self.of == 0 {
            return (0.0, 1.0);
        }
        if self.happened == 0 {
            return (0.0, (3.0 / n).min(1.0));
        }
        let p = self.happened as f64 / n;
        let scale = 1.0 + Z * Z / n;
        let middle = (p + Z * Z / (2.0 * n)) / scale;
        let half = Z / scale * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        ((middle - half).max(0.0), (middle + half).min(1.0))
    }

    /// `10 (5.5-17 %)`, `0 (< 0.10 %)`, or `-`.
    pub fn text(self) -> String {
        let (low, high) = self.interval();
        match (self.of, self.happened) {
            (0, _) => "-".to_owned(),
            (_, 0) => format!("0 (< {} %)", percent(high)),
            (_, happened) => format!("{happened} ({}-{} %)", percent(low), percent(high)),
        }
    }
}

/// Two digits that count.
fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    match percent {
        p if p >= 9.95 => format!("{p:.0}"),
        p if p >= 0.995 => format!("{p:.1}"),
        p if p >= 0.0995 => format!("{p:.2}"),
        p => format!("{p:.3}"),
    }
}
