//! A count with what it proves.

/// Of the normal distribution: 95 % of it lie within this many deviations.
const Z: f64 = 1.959_964;

/// How often something happened in clusters (games, searches), and between which rates the true one
/// lies with 95 % confidence.
///
/// What happens in one game is not independent, so that the interval is Wilson's for as many
/// independent cases as have the variance that is seen from game to game; never for more than there
/// are cases. Where nothing happened that variance is not seen: the upper end is the rule of three
/// (`3 / n`), and all cases of a game are taken for one.
///
/// ```
/// use threefold_lab::study::Rate;
/// let of = |games: &[(u64, u64)]| {
///     let mut all = Rate::default();
///     games.iter().for_each(|&(of, happened)| all.add(&Rate::game(of, happened)));
///     all
/// };
/// // A hundred games of one case each, ten of which happened.
/// let single = of(&[[(1, 1); 10].to_vec(), [(1, 0); 90].to_vec()].concat());
/// assert_eq!(single.text(), "10 (5.5-17 %)");
/// // The same in ten games, where it is all or nothing.
/// let together = of(&[[(10, 10); 1].to_vec(), [(10, 0); 9].to_vec()].concat());
/// assert_eq!(together.text(), "10 (1.8-40 %)");
/// assert_eq!(of(&[(1, 0); 3000]).text(), "0 (< 0.10 %)");
/// assert_eq!(of(&[(2, 0); 3000]).text(), "0 (< 0.10 %)");
/// assert_eq!(Rate::default().text(), "-");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rate {
    /// How often it could have happened.
    pub of: u64,
    /// How often it did.
    pub happened: u64,
    /// The sums over games of the squares of both, and of their product.
    squares: [u64; 3],
}

impl Rate {
    /// What happened in one game.
    pub fn game(of: u64, happened: u64) -> Self {
        Rate { of, happened, squares: [of * of, of * happened, happened * happened] }
    }

    /// What happened in cases that have nothing to do with one another.
    pub fn independent(of: u64, happened: u64) -> Self {
        Rate { of, happened, squares: [of, happened, happened] }
    }

    /// Adds what happened in other games.
    pub fn add(&mut self, other: &Rate) {
        self.of += other.of;
        self.happened += other.happened;
        self.squares.iter_mut().zip(other.squares).for_each(|(sum, more)| *sum += more);
    }

    /// The interval; from 0 to 1 if it could never have happened.
    pub fn interval(self) -> (f64, f64) {
        if self.of == 0 {
            return (0.0, 1.0);
        }
        let [of, both, happened] = self.squares.map(|sum| sum as f64);
        let (cases, p) = (self.of as f64, self.happened as f64 / self.of as f64);
        if self.happened == 0 {
            return (0.0, (3.0 * of / (cases * cases)).min(1.0));
        }
        // The variance of the sum over what it would be if all cases were independent.
        let effect = (happened - 2.0 * p * both + p * p * of) / (cases * p * (1.0 - p));
        let n = cases / if effect.is_finite() { effect.max(1.0) } else { 1.0 };
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
