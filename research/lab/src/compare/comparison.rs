//! Sums and ratios over many positions.

use threefold_game::RepetitionRule;

use super::trial::{Finding, Trial};
use crate::{Cost, Treatment};

/// Trials of the same treatments under the same rule.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The rule of all these positions.
    pub rule: RepetitionRule,
    /// The treatments, in the order of the claims.
    pub treatments: Vec<Treatment>,
    /// One for each position.
    pub trials: Vec<Trial>,
}

/// What became of the claims of one treatment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// Positions that it was asked about.
    pub positions: u64,
    /// Claims that are right.
    pub solved: u64,
    /// Claims that are wrong.
    pub wrong: u64,
    /// Those of the wrong ones that say "proven".
    pub wrong_proofs: u64,
    /// Claims of which nobody knows.
    pub unverified: u64,
    /// Positions without a claim.
    pub unknown: u64,
    /// What it took, for all of them.
    pub cost: Cost,
}

impl Tally {
    /// Adds one position.
    pub fn add(&mut self, trial: &Trial, treatment: usize) {
        let claim = &trial.claims[treatment];
        self.positions += 1;
        match trial.finding(treatment) {
            Finding::Right => self.solved += 1,
            Finding::Wrong => {
                self.wrong += 1;
                self.wrong_proofs += u64::from(claim.verdict.decided() == Some(true));
            }
            Finding::Unverified => self.unverified += 1,
            Finding::Unknown => self.unknown += 1,
        }
        self.cost.add(&claim.cost);
    }

    /// Adds the positions of another tally.
    pub fn merge(&mut self, other: &Tally) {
        self.positions += other.positions;
        self.solved += other.solved;
        self.wrong += other.wrong;
        self.wrong_proofs += other.wrong_proofs;
        self.unverified += other.unverified;
        self.unknown += other.unknown;
        self.cost.add(&other.cost);
    }

    /// The share of the answers that are wrong, of those of which the truth is known; `None` if
    /// there are none.
    pub fn error_rate(&self) -> Option<f64> {
        let known = self.solved + self.wrong;
        (known > 0).then(|| self.wrong as f64 / known as f64)
    }
}

/// What a treatment took on the positions that it and another one solved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// How many positions that are; more than 0.
    pub positions: u64,
    /// Its nodes, divided by those of the other.
    pub nodes: f64,
    /// Its time, divided by that of the other.
    pub time: f64,
}

impl Comparison {
    /// What became of the claims of a treatment.
    pub fn tally(&self, treatment: usize) -> Tally {
        self.tally_over(treatment, 0..self.trials.len())
    }

    /// The same for some of the positions only.
    pub fn tally_over(
        &self,
        treatment: usize,
        positions: impl IntoIterator<Item = usize>,
    ) -> Tally {
        let mut tally = Tally::default();
        for i in positions {
            tally.add(&self.trials[i], treatment);
        }
        tally
    }

    /// The positions about which every treatment is right.
    pub fn solved_by_all(&self) -> Vec<usize> {
        self.solved_by(&(0..self.treatments.len()).collect::<Vec<_>>())
    }

    fn solved_by(&self, treatments: &[usize]) -> Vec<usize> {
        let is_right =
            |i: usize| treatments.iter().all(|&t| self.trials[i].finding(t) == Finding::Right);
        (0..self.trials.len()).filter(|&i| is_right(i)).collect()
    }

    /// What a treatment took, compared with another one, on the positions about which both are
    /// right. `None` if there are none.
    pub fn ratio(&self, treatment: usize, reference: usize) -> Option<Ratio> {
        let both = self.solved_by(&[treatment, reference]);
        if both.is_empty() {
            return None;
        }
        let [mine, other] =
            [treatment, reference].map(|t| self.tally_over(t, both.iter().copied()).cost);
        // A position can be decided at once: no nodes, and a time below the clock's resolution.
        let ratio = |a: f64, b: f64| if a == b { 1.0 } else { a / b };
        Some(Ratio {
            positions: both.len() as u64,
            nodes: ratio(mine.nodes as f64, other.nodes as f64),
            time: ratio(mine.time.as_secs_f64(), other.time.as_secs_f64()),
        })
    }

    /// The place of a treatment among the treatments.
    pub fn place(&self, treatment: Treatment) -> Option<usize> {
        self.treatments.iter().position(|&other| other == treatment)
    }

    /// The first position about which a treatment is wrong.
    pub fn first_wrong(&self, treatment: usize) -> Option<usize> {
        self.trials.iter().position(|trial| trial.finding(treatment) == Finding::Wrong)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use threefold_search::{Reason, Verdict};

    use super::super::{Source, Truth};
    use super::*;
    use crate::Claim;

    fn trial(truth: Option<bool>, claims: &[(Verdict, u64)]) -> Trial {
        let claim = |&(verdict, nodes): &(Verdict, u64)| Claim {
            verdict,
            cost: Cost { nodes, time: Duration::from_millis(nodes), ..Cost::default() },
        };
        let truth = Truth {
            answer: truth,
            source: truth.map(|_| Source::Retrograde),
            ..Truth::unknown(None)
        };
        Trial { claims: claims.iter().map(claim).collect(), truth }
    }

    /// Wrong answers and answers of which nobody knows are never counted as solved, and ratios are
    /// over what both solved.
    #[test]
    fn only_right_answers_count() {
        let (yes, no) = (Verdict::Proven, Verdict::Disproven);
        let open = Verdict::Unknown(Reason::Nodes);
        let comparison = Comparison {
            rule: RepetitionRule::Draw,
            treatments: vec![Treatment::DfpnIgnore, Treatment::DfpnBaseTwin],
            trials: vec![
                trial(Some(true), &[(yes, 10), (yes, 20)]),
                trial(Some(true), &[(no, 1), (yes, 1000)]),
                trial(None, &[(no, 100), (no, 100)]),
                trial(Some(false), &[(no, 30), (open, 500)]),
                trial(Some(false), &[(yes, 7), (no, 7)]),
                trial(Some(false), &[(no, 5), (no, 10)]),
            ],
        };
        let tally = comparison.tally(0);
        assert_eq!((tally.positions, tally.solved, tally.wrong), (6, 3, 2));
        assert_eq!((tally.wrong_proofs, tally.unverified, tally.unknown), (1, 1, 0));
        assert_eq!(tally.cost.nodes, 153);
        assert_eq!(tally.error_rate(), Some(0.4));
        let tally = comparison.tally(1);
        assert_eq!((tally.solved, tally.wrong, tally.unknown), (4, 0, 1));
        assert_eq!(comparison.solved_by_all(), [0, 5]);
        let ratio = comparison.ratio(1, 0).unwrap();
        assert_eq!((ratio.positions, ratio.nodes, ratio.time), (2, 2.0, 2.0));
        assert_eq!(comparison.first_wrong(0), Some(1));
        assert_eq!(comparison.first_wrong(1), None);
    }

    #[test]
    fn nothing_in_common_has_no_ratio() {
        let open = Verdict::Unknown(Reason::Nodes);
        let comparison = Comparison {
            rule: RepetitionRule::Draw,
            treatments: vec![Treatment::DfpnIgnore, Treatment::DfpnBaseTwin],
            trials: vec![trial(Some(true), &[(Verdict::Proven, 10), (open, 20)])],
        };
        assert_eq!(comparison.ratio(1, 0), None);
        assert_eq!(comparison.ratio(0, 0).map(|ratio| ratio.nodes), Some(1.0));
    }
}
