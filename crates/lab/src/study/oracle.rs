//! Rejecting false hits of the table, to see which kind does the harm.

use threefold_game::{Game, RepetitionRule};
use threefold_search::Reason;

use crate::alphabeta::policy::{Ask, Policy, Probe, Repetition, Searched};
use crate::alphabeta::{Core, Evaluate, Kind, Met, Path, Score, position_value};

/// The two kinds of the graph-history interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// The entry rests on a repetition that there is not on this path: it is false of the
    /// position by itself, too.
    DrawFirst,
    /// The entry is true of the position by itself, but on this path there are repetitions below
    /// it.
    DrawLast,
}

/// A treatment whose table is watched by an oracle, which rejects the false hits of one kind.
///
/// Each hit is compared with a search without a table of the same position to the same draft:
/// once on the path at hand, which tells whether the hit is false, and once on no path at
/// all, which tells of what kind.
#[derive(Clone, Debug)]
pub struct Vetted<P> {
    inner: P,
    /// What is rejected; `None` for nothing.
    pub reject: Option<Fault>,
}

impl<P: Policy> Vetted<P> {
    /// A hit's kind of falsehood, or `None` if it is true.
    fn fault<G: Game, E: Evaluate<G>>(
        &self,
        core: &Core<'_, G, E>,
        ask: &Ask,
        score: Score,
        kind: Kind,
    ) -> Result<Option<Fault>, Reason> {
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
        Ok(Some(if agrees(alone) { Fault::DrawLast } else { Fault::DrawFirst }))
    }
}

impl<P: Policy> Policy for Vetted<P> {
    type Note = P::Note;

    const NAME: &'static str = P::NAME;

    const NULL_WINDOWS: bool = P::NULL_WINDOWS;

    const AGING: bool = P::AGING;

    const OWN_REPETITIONS: bool = P::OWN_REPETITIONS;

    fn supports(rule: RepetitionRule) -> bool {
        P::supports(rule)
    }

    fn new(table_bytes: usize) -> Self {
        Vetted { inner: P::new(table_bytes), reject: None }
    }

    fn without_table(&self) -> Self {
        Vetted { inner: self.inner.without_table(), reject: self.reject }
    }

    fn clear(&mut self) {
        self.inner.clear();
    }

    fn bytes(&self) -> u64 {
        self.inner.bytes()
    }

    fn begin(&mut self, same_history: bool) {
        self.inner.begin(same_history);
    }

    fn repetition(&mut self, met: Met, path: &Path) -> Repetition {
        self.inner.repetition(met, path)
    }

    fn repeated(&mut self, met: Met, level: u32, score: Score) -> P::Note {
        self.inner.repeated(met, level, score)
    }

    fn banned(&mut self, met: Met, level: u32) -> Option<P::Note> {
        self.inner.banned(met, level)
    }

    fn leaf(&mut self, score: Score, kind: Kind, horizon: bool) -> P::Note {
        self.inner.leaf(score, kind, horizon)
    }

    fn probe<G: Game, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        ask: &Ask,
    ) -> Result<Probe<P::Note>, Reason> {
        // The treatment may note that a hit ends something that a rejected one does not.
        let before = self.inner.without_table();
        let probe = self.inner.probe(core, ask)?;
        if let (Probe::Hit(score, kind, _), Some(reject)) = (probe, self.reject) {
            let watched = Vetted { inner: before, reject: None };
            if watched.fault(core, ask, score, kind)? == Some(reject) {
                self.inner.rejected(&watched.inner);
                return Ok(Probe::Move(None));
            }
        }
        Ok(probe)
    }

    fn enter(&mut self, ask: &Ask) {
        self.inner.enter(ask);
    }

    fn fold(
        &mut self,
        before: Option<P::Note>,
        child: P::Note,
        ask: &Ask,
        decides: bool,
    ) -> P::Note {
        self.inner.fold(before, child, ask, decides)
    }

    fn leave<G: Game, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        ask: &Ask,
        searched: &Searched,
        note: Option<P::Note>,
    ) -> P::Note {
        self.inner.leave(core, ask, searched, note)
    }
}
