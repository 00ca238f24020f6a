//! Why a treatment was wrong: the two kinds of the graph-history interaction.

use threefold_game::RepetitionRule;

/// What went wrong (Campbell 1985).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GhiError {
    /// A result that leaned on a repetition was used on a path without it.
    DrawFirst,
    /// A result without a repetition was used on a path where it would repeat.
    DrawLast,
}

impl GhiError {
    /// The kind of a wrong answer, where its sign tells. A repetition that fails the attacker can
    /// only support disproofs: a wrong disproof leaned on one that is not there, a wrong proof
    /// missed one. The other way round where repetition is a success. Under superko a
    /// repetition takes a move from either player, so that the sign says nothing: `None`, and
    /// [`Treatment::cause`](crate::Treatment::cause) finds out by experiment.
    ///
    /// ```
    /// use threefold_game::RepetitionRule;
    /// use threefold_lab::GhiError;
    /// assert_eq!(GhiError::of(RepetitionRule::AttackerLoses, false), Some(GhiError::DrawFirst));
    /// assert_eq!(GhiError::of(RepetitionRule::AttackerWins, false), Some(GhiError::DrawLast));
    /// assert_eq!(GhiError::of(RepetitionRule::PositionalSuperko, true), None);
    /// ```
    pub fn of(rule: RepetitionRule, claimed: bool) -> Option<GhiError> {
        let repetition_succeeds = match rule {
            RepetitionRule::AttackerWins => true,
            RepetitionRule::AttackerLoses | RepetitionRule::Draw => false,
            RepetitionRule::SituationalSuperko | RepetitionRule::PositionalSuperko => return None,
        };
        Some(if claimed == repetition_succeeds { GhiError::DrawFirst } else { GhiError::DrawLast })
    }
}

/// Why an answer is wrong, by what makes it right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cause {
    /// Without the wrong hits of this kind the answer is right, without those of the other kind
    /// it is wrong.
    Only(GhiError),
    /// Either kind has to be rejected, whichever: both are steps to the same wrong answer.
    Either,
    /// Both kinds have to be rejected.
    Both,
    /// A search of the experiment ran into its limit.
    Unknown,
}

impl Cause {
    /// The cause of a wrong answer to a question whose answer is `truth`, from the answers when
    /// wrong hits of one kind are rejected.
    pub(crate) fn of(
        truth: bool,
        without_first: Option<bool>,
        without_last: Option<bool>,
    ) -> Cause {
        let (Some(without_first), Some(without_last)) = (without_first, without_last) else {
            return Cause::Unknown;
        };
        match (without_first == truth, without_last == truth) {
            (true, true) => Cause::Either,
            (true, false) => Cause::Only(GhiError::DrawFirst),
            (false, true) => Cause::Only(GhiError::DrawLast),
            (false, false) => Cause::Both,
        }
    }
}

/// Wrong answers by their cause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Causes {
    /// [`GhiError::DrawFirst`] alone.
    pub draw_first: u64,
    /// [`GhiError::DrawLast`] alone.
    pub draw_last: u64,
    /// [`Cause::Either`] and [`Cause::Both`].
    pub mixed: u64,
    /// No experiment was possible, or it hit a limit.
    pub unclassified: u64,
}

impl Causes {
    /// One wrong answer.
    pub(crate) fn one(cause: Option<Cause>) -> Self {
        let mut causes = Causes::default();
        let counter = match cause {
            Some(Cause::Only(GhiError::DrawFirst)) => &mut causes.draw_first,
            Some(Cause::Only(GhiError::DrawLast)) => &mut causes.draw_last,
            Some(Cause::Either | Cause::Both) => &mut causes.mixed,
            Some(Cause::Unknown) | None => &mut causes.unclassified,
        };
        *counter = 1;
        causes
    }

    /// Adds those of other games.
    pub fn add(&mut self, other: &Causes) {
        self.draw_first += other.draw_first;
        self.draw_last += other.draw_last;
        self.mixed += other.mixed;
        self.unclassified += other.unclassified;
    }

    /// All of them.
    pub fn total(&self) -> u64 {
        self.draw_first + self.draw_last + self.mixed + self.unclassified
    }
}
