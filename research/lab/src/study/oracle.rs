//! Rejecting false hits of the table, to see which kind does the harm.

use threefold_game::{History, Question, RepetitionRule};
use threefold_search::{Interrupt, Limits, Reason};

use crate::Case;
use crate::Informed;
use crate::alphabeta::policy::{Ask, Policy, Probe, Repetition, Searched, as_inner};
use crate::alphabeta::{
    Aging, COMPLETE, Core, DECIDED, Evaluate, Kind, Log, Met, Path, Read, Score, Treatment,
    position_value, solve_by, with_policy,
};
use crate::cause::{Cause, GhiError};

/// Bytes for the table of a watched treatment: more than enough for a random game.
const TABLE: usize = 1 << 20;

/// A treatment whose table is watched by an oracle, which rejects the false hits of one kind.
///
/// Each hit is compared with a search without a table of the same position to the same draft:
/// once on the path at hand, which tells whether the hit is false, and once on no path at
/// all, which tells of what kind: an entry that is false there, too, leaned on a repetition
/// (draw-first); one that is true there is false because of repetitions below it on this path
/// (draw-last).
#[derive(Clone, Debug)]
pub struct Vetted<P> {
    inner: P,
    /// What is rejected; `None` for nothing.
    pub reject: Option<GhiError>,
    /// Whether entries are claims about the end of the game, whatever their draft: the answers to
    /// yes-or-no questions. What they say of a horizon is no claim then.
    pub decides: bool,
    /// What is done about false hits one by one.
    pub(crate) suspicion: Option<Suspicion>,
}

/// Rejects the first false hits, and notes the next one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Suspicion {
    /// How many are rejected.
    pub rejects: u32,
    /// How many were found so far.
    found: u32,
    /// The first that was let through, and of what kind it is.
    pub let_through: Option<(Read, GhiError)>,
    log: Log,
}

impl<P: Policy> Vetted<P> {
    /// A hit's kind of falsehood, or `None` if it is true.
    fn fault<G: Informed, E: Evaluate<G>>(
        &self,
        core: &Core<'_, G, E>,
        ask: &Ask,
        score: Score,
        kind: Kind,
    ) -> Result<Option<GhiError>, Reason> {
        let ask = &Ask { draft: if self.decides { COMPLETE } else { ask.draft }, ..*ask };
        let claims = match kind {
            Kind::Exact => score.abs() >= DECIDED,
            Kind::Lower => score >= DECIDED,
            Kind::Upper => score <= -DECIDED,
        };
        if self.decides && !claims {
            return Ok(None);
        }
        let agrees = |value: Score| match kind {
            Kind::Exact => value == score,
            Kind::Lower => value >= score,
            Kind::Upper => value <= score,
        };
        let mut bare = self.inner.without_table();
        let here = position_value(core, &mut bare, core.path.clone(), ask)?;
        if agrees(here) {
            return Ok(None);
        }
        let mut bare = self.inner.without_table();
        bare.begin(false);
        let scores = core.win_scores;
        let alone = position_value(core, &mut bare, core.path.fresh(), ask)?;
        let alone = scores.to_search(alone, ask.ply());
        Ok(Some(if agrees(alone) { GhiError::DrawLast } else { GhiError::DrawFirst }))
    }
}

impl<P: Policy> Policy for Vetted<P> {
    as_inner!();

    type Questions = Vetted<P::Questions>;

    fn new(table_bytes: usize) -> Self {
        Vetted { inner: P::new(table_bytes), reject: None, decides: false, suspicion: None }
    }

    fn without_table(&self) -> Self {
        let Vetted { reject, decides, .. } = *self;
        Vetted { inner: self.inner.without_table(), reject, decides, suspicion: None }
    }

    fn clear(&mut self) {
        self.inner.clear();
    }

    fn begin(&mut self, same_history: bool) {
        if let Some(suspicion) = &mut self.suspicion {
            suspicion.log.searches += 1;
        }
        self.inner.begin(same_history);
    }

    fn probe<G: Informed, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        ask: &Ask,
    ) -> Result<Probe<P::Note>, Reason> {
        // The treatment may note that a hit ends something that a rejected one does not.
        let before = self.inner.without_table();
        let probe = self.inner.probe(core, ask)?;
        if self.reject.is_none() && self.suspicion.is_none() {
            return Ok(probe);
        }
        if let Probe::Hit(score, kind, _) = probe {
            let (decides, suspicion) = (self.decides, None);
            let watched = Vetted { inner: before, reject: None, decides, suspicion };
            let Some(fault) = watched.fault(core, ask, score, kind)? else { return Ok(probe) };
            let mut rejected = self.reject == Some(fault);
            if let Some(suspicion) = &mut self.suspicion {
                suspicion.found += 1;
                rejected |= suspicion.found <= suspicion.rejects;
                if !rejected && suspicion.let_through.is_none() {
                    let path = core.path.keys().chain([ask.repetition_key]).collect();
                    let entry = suspicion.log.entry(core, ask, score, kind);
                    let search = suspicion.log.searches;
                    suspicion.let_through =
                        Some((Read { search, path, score, kind, entry }, fault));
                }
            }
            if rejected {
                self.inner.rejected(&watched.inner);
                return Ok(Probe::Move(None));
            }
        }
        Ok(probe)
    }

    fn leave<G: Informed, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        ask: &Ask,
        searched: &Searched,
        note: Option<P::Note>,
    ) -> P::Note {
        core.told.set(None);
        let note = self.inner.leave(core, ask, searched, note);
        if let Some(suspicion) = &mut self.suspicion {
            suspicion.log.take(core, ask);
        }
        note
    }
}

/// Why a treatment is wrong about a yes-or-no question whose answer is `truth`; `None` if it is
/// right.
pub(crate) fn cause(
    treatment: Treatment,
    case: &Case,
    truth: bool,
    limits: &Limits,
) -> Option<Cause> {
    with_policy!(treatment, P => {
        let ask = |reject: Option<GhiError>| {
            let prepare = |policy: &mut Vetted<<P as Policy>::Questions>| {
                policy.reject = reject;
                policy.decides = true;
            };
            let never = Interrupt::default();
            let (game, history, question) = (&case.game, &case.history, case.question());
            solve_by(game, history, question, limits, TABLE, &never, prepare)?.0.verdict.decided()
        };
        if ask(None)? == truth {
            return None;
        }
        let [without_first, without_last] =
            [GhiError::DrawFirst, GhiError::DrawLast].map(|kind| ask(Some(kind)));
        Some(Cause::of(truth, without_first, without_last))
    })
}

/// An answer, and the first false hit that was let through on the way to it.
pub(crate) type Suspected = (Option<bool>, Option<(Read, GhiError)>);

/// What an answer owes to the false hits of a table: the answer where the first `rejects` of them
/// are rejected, and the next one. `None` if the treatment means nothing under the rule.
pub(crate) fn suspect<G: Informed>(
    treatment: Treatment,
    (game, history, question): (&G, &History<G>, Question),
    limits: &Limits,
    rejects: u32,
) -> Option<Suspected> {
    with_policy!(treatment, P => {
        let prepare = |policy: &mut Vetted<<P as Policy>::Questions>| {
            policy.decides = true;
            policy.suspicion = Some(Suspicion { rejects, ..Suspicion::default() });
        };
        let never = Interrupt::default();
        let (claim, policy) = solve_by(game, history, question, limits, TABLE, &never, prepare)?;
        let next = policy.suspicion.and_then(|suspicion| suspicion.let_through);
        Some((claim.verdict.decided(), next))
    })
}
