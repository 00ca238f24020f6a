//! What a treatment of the graph-history interaction decides, as a trait.

use threefold_game::RepetitionRule;
use threefold_search::Reason;

use super::evaluate::Evaluate;
use super::path::{Met, Path};
use super::score::{Aging, Score};
use super::search::Core;
use super::table::{Kind, Table, Worth};
use crate::Informed;

/// A position about to be searched, and for what.
#[derive(Clone, Copy, Debug)]
pub struct Ask {
    /// Key of the position in the table.
    pub key: u64,
    /// What the repetition rule compares.
    pub repetition_key: u64,
    /// The move to it cannot be undone by others.
    pub irreversible: bool,
    /// Code of the positions of the path down to this one, itself included.
    pub code: u64,
    /// Code of its moves.
    pub moves_code: u64,
    /// Its level; the root's is 1.
    pub level: u32,
    /// How many plies remain to the horizon, or [`COMPLETE`](super::COMPLETE).
    pub draft: u32,
    /// The window, from the root as all scores of the search.
    pub alpha: Score,
    /// See `alpha`.
    pub beta: Score,
    /// The position is on the path already.
    pub repeated: bool,
    /// Whether the player to move wants high scores.
    pub maximizing: bool,
    /// How scores age.
    pub aging: Aging,
}

impl Ask {
    /// Plies from the root.
    #[inline]
    pub fn ply(&self) -> u32 {
        self.level - 1
    }
}

/// What the table knows.
#[derive(Clone, Copy, Debug)]
pub enum Probe<N> {
    /// This settles the window.
    Hit(Score, Kind, N),
    /// This does not, but the move (its number in the game) is worth trying first.
    Move(Option<u32>),
}

/// A searched position.
#[derive(Clone, Copy, Debug)]
pub struct Searched {
    /// Its score.
    pub score: Score,
    /// What the score says.
    pub kind: Kind,
    /// The number of the move that gave it; `None` without a legal move.
    pub best: Option<u32>,
    /// A move was illegal because it repeats.
    pub banned: bool,
    /// All moves have been searched: there was no cutoff.
    pub all: bool,
    /// There was a cutoff, and it left out moves.
    pub moves_left: bool,
}

/// What to do with a position that has occurred before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// It has the score of a repetition.
    Scored,
    /// It is searched once more, to this draft.
    Again(u32),
    /// It is searched as if it had not occurred.
    NotYet,
}

/// A treatment of the graph-history interaction.
///
/// The search tells it about every repetition it meets and asks it before and after each position.
/// What has to travel up with a score (which ancestors it relies on, a second score) is the
/// [`Note`](Policy::Note).
pub trait Policy: Sized {
    /// What comes with a score.
    type Note: Copy + std::fmt::Debug;

    /// The treatment when yes-or-no questions are asked ([`solve`](super::solve())).
    type Questions: Policy;

    /// The treatment works with null windows only; scores are found by a sequence of them.
    const NULL_WINDOWS: bool = false;

    /// The treatment gives repetitions other scores than the rule says, so that with a horizon
    /// its values are its own: to be compared with itself without a table.
    const OWN_REPETITIONS: bool = false;

    /// Score aging is part of the treatment.
    const AGING: Aging = Aging::Off;

    /// Moves that repeat a position, or let the other player do so, are tried last.
    const REPETITIONS_LAST: bool = false;

    /// Whether the treatment means anything under the rule.
    fn supports(rule: RepetitionRule) -> bool {
        let _ = rule;
        true
    }

    /// With an empty table of at most `table_bytes`.
    fn new(table_bytes: usize) -> Self;

    /// The same treatment of repetitions in the same state, with a table that keeps nothing: what
    /// its answers would be if there were no interaction.
    fn without_table(&self) -> Self;

    /// Forgets everything that was stored.
    fn clear(&mut self);

    /// The most memory its table has occupied, in bytes.
    fn bytes(&self) -> u64;

    /// A search from a new root begins. `same_history`: the positions before the root are those
    /// of the search before.
    fn begin(&mut self, same_history: bool) {
        let _ = same_history;
    }

    /// What a position that has occurred before is worth. Not asked under superko.
    fn repetition(&mut self, met: Met, path: &Path) -> Repetition {
        let _ = path;
        if met.repeats { Repetition::Scored } else { Repetition::NotYet }
    }

    /// The note of a repetition that was given its score.
    fn repeated(&mut self, met: Met, level: u32, score: Score) -> Self::Note;

    /// A move was illegal, since it would have repeated a position; `level` is that of the
    /// position in which it was to be made. The note is folded into the position's.
    fn banned(&mut self, met: Met, level: u32) -> Option<Self::Note> {
        let _ = (met, level);
        None
    }

    /// The note of a score that the rules, a database or the evaluation (`horizon`) gave, and what
    /// it says: a quiescence search may come back with a bound.
    fn leaf(&mut self, score: Score, kind: Kind, horizon: bool) -> Self::Note;

    /// Before a position is searched: what is known.
    ///
    /// # Errors
    /// A limit was hit.
    fn probe<G: Informed, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        ask: &Ask,
    ) -> Result<Probe<Self::Note>, Reason>;

    /// The hit that [`probe`](Policy::probe) has just given is not used after all; `before` is a
    /// copy from before.
    fn rejected(&mut self, before: &Self) {
        let _ = before;
    }

    /// The position is put on the path.
    fn enter(&mut self, ask: &Ask) {
        let _ = ask;
    }

    /// Takes the note of one more child in. `decides`: it caused a cutoff.
    fn fold(
        &mut self,
        before: Option<Self::Note>,
        child: Self::Note,
        ask: &Ask,
        decides: bool,
    ) -> Self::Note;

    /// The position has been searched and is still on the path: stores what is to be stored, and
    /// gives the note that its parent is to see. `note` is `None` if no child had one.
    fn leave<G: Informed, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        ask: &Ask,
        searched: &Searched,
        note: Option<Self::Note>,
    ) -> Self::Note;
}

/// The parts of a [`Policy`] around another one, `inner`, that are those of the other one.
macro_rules! as_inner {
    () => {
        type Note = P::Note;

        const NULL_WINDOWS: bool = P::NULL_WINDOWS;

        const OWN_REPETITIONS: bool = P::OWN_REPETITIONS;

        const AGING: Aging = P::AGING;

        const REPETITIONS_LAST: bool = P::REPETITIONS_LAST;

        fn supports(rule: RepetitionRule) -> bool {
            P::supports(rule)
        }

        fn bytes(&self) -> u64 {
            self.inner.bytes()
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
    };
}

pub(crate) use as_inner;

/// An entry of the tables of most treatments: one score with what it says.
#[derive(Clone, Copy, Debug)]
pub struct Bound {
    /// The score, relative to the position where [`WinScores`](super::WinScores) says so.
    pub score: Score,
    /// What it says.
    pub kind: Kind,
    /// The draft of the search that found it.
    pub draft: u32,
    /// The iteration of that search.
    pub iteration: u32,
    /// The best move.
    pub best: Option<u32>,
}

impl Worth for Bound {
    fn worth(&self) -> u64 {
        u64::from(self.draft) << 1 | u64::from(self.kind == Kind::Exact)
    }
}

/// Looks a bound up as every engine does: draft deep enough, window settled.
pub(crate) fn probe_bound<G: Informed, E: Evaluate<G>, N>(
    table: &Table<Bound>,
    core: &mut Core<'_, G, E>,
    key: u64,
    ask: &Ask,
    note: N,
) -> Probe<N> {
    core.cost.lookups += 1;
    let Some(entry) = table.get(core.draft_key(key, ask.draft)) else {
        return Probe::Move(
            core.shallower_move(key, ask.draft, |key| table.get(key).and_then(|entry| entry.best)),
        );
    };
    let score = core.win_scores.to_search(entry.score, ask.ply());
    let deep = core.is_deep_enough((entry.draft, entry.iteration), ask.draft, score, entry.kind);
    if deep && entry.kind.settles(score, ask.alpha, ask.beta) {
        Probe::Hit(score, entry.kind, note)
    } else {
        Probe::Move(entry.best)
    }
}

/// Stores a bound.
pub(crate) fn store_bound<G: Informed, E: Evaluate<G>>(
    table: &mut Table<Bound>,
    core: &Core<'_, G, E>,
    key: u64,
    ask: &Ask,
    searched: &Searched,
    kind: Kind,
) {
    let score = core.win_scores.to_table(searched.score, ask.ply());
    let entry =
        Bound { score, kind, draft: ask.draft, iteration: core.iteration, best: searched.best };
    // A key with a path in it makes a claim about that path only.
    if key == ask.key {
        core.tell(
            (kind != Kind::Upper).then_some(score),
            (kind != Kind::Lower).then_some(score),
            ask.draft,
        );
    }
    table.put(core.draft_key(key, ask.draft), entry);
}
