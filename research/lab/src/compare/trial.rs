//! One position, asked of every treatment.

use threefold_game::History;
use threefold_search::{Interrupt, Limits, Reason, Verdict};

use super::arbiter::{Arbiter, Truth};
use super::position::Position;
use crate::Informed;
use crate::{Claim, Treatment};

/// What each treatment may spend on one position.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Nodes, time and depth.
    pub limits: Limits,
    /// Bytes for its table or tree.
    pub memory_bytes: usize,
}

impl Default for Budget {
    /// A million nodes and 64 MiB.
    fn default() -> Self {
        Budget { limits: Limits::nodes(1_000_000), memory_bytes: 64 << 20 }
    }
}

/// What became of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Finding {
    /// The arbiter says the same.
    Right,
    /// The arbiter says the contrary.
    Wrong,
    /// The arbiter does not know.
    Unverified,
    /// Nothing was claimed.
    Unknown,
}

impl Finding {
    /// The name used in output.
    pub const fn name(self) -> &'static str {
        match self {
            Finding::Right => "right",
            Finding::Wrong => "wrong",
            Finding::Unverified => "unverified",
            Finding::Unknown => "unknown",
        }
    }

    fn new(verdict: Verdict, truth: Option<bool>) -> Self {
        match (verdict.decided(), truth) {
            (None, _) => Finding::Unknown,
            (Some(_), None) => Finding::Unverified,
            (Some(claimed), Some(truth)) if claimed == truth => Finding::Right,
            (Some(_), Some(_)) => Finding::Wrong,
        }
    }
}

/// What every treatment claims about one position, and what is true.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The claims, in the order of the treatments.
    pub claims: Vec<Claim>,
    /// What the arbiter says.
    pub truth: Truth,
}

impl Trial {
    /// What became of the claim of treatment number `i`.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn finding(&self, i: usize) -> Finding {
        Finding::new(self.claims[i].verdict, self.truth.answer)
    }

    /// Whether every treatment was given its whole budget: not so if the run was interrupted.
    pub fn is_complete(&self) -> bool {
        let interrupted = Verdict::Unknown(Reason::Interrupted);
        self.claims.iter().all(|claim| claim.verdict != interrupted)
            && self.truth.reason != Some(Reason::Interrupted)
    }
}

/// Asks the treatments one after the other and then the arbiter.
///
/// The treatment number `first` (modulo their number) begins. With another one at each position
/// what the machine is doing besides hits all of them alike, and none has always the memory that
/// the one before has just given back.
///
/// The arbiter is asked only if something is claimed. After `interrupt` nothing new is begun, and
/// the trial is not complete ([`Trial::is_complete`]).
pub fn try_position<G: Informed>(
    position: &Position<'_, G>,
    treatments: &[Treatment],
    first: usize,
    budget: &Budget,
    arbiter: &Arbiter,
    interrupt: &Interrupt,
) -> Trial {
    let count = treatments.len();
    let mut claims = vec![None; count];
    for i in 0..count {
        let i = (first % count + i) % count;
        claims[i] = Some(if interrupt.is_raised() {
            Claim { verdict: Verdict::Unknown(Reason::Interrupted), cost: Default::default() }
        } else {
            ask(position, position.history, treatments[i], budget, interrupt)
        });
    }
    let claims: Vec<Claim> = claims.into_iter().flatten().collect();
    let is_claimed = claims.iter().any(|claim| claim.verdict.decided().is_some());
    let truth = match is_claimed && !interrupt.is_raised() {
        true => arbiter.decide(position, position.history, interrupt),
        false => Truth::unknown(interrupt.is_raised().then_some(Reason::Interrupted)),
    };
    Trial { claims, truth }
}

/// Asks one treatment, with a table of its own, about a position of the same game.
pub(super) fn ask<G: Informed>(
    position: &Position<'_, G>,
    history: &History<G>,
    treatment: Treatment,
    budget: &Budget,
    interrupt: &Interrupt,
) -> Claim {
    let Budget { limits, memory_bytes } = budget;
    treatment.answer(position.game, position.question, history, limits, *memory_bytes, interrupt)
}
