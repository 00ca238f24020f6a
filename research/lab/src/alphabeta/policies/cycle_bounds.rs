//! `cycle-bounds`: in positions on a cycle, values are stored as bounds on the safe side.
//!
//! Campbell, "The graph-history interaction: on ignoring position history" (1985), his fourth
//! option. Positions are flagged as in [`CycleSkip`](super::CycleSkip). For a flagged position
//!
//! | the search found | stored |
//! |---|---|
//! | a value or an upper bound below the draw | upper bound |
//! | a value or a lower bound above the draw | lower bound |
//! | the draw | nothing |
//! | a lower bound below the draw, an upper bound above it | nothing |
//!
//! The last row is the rule of the paper that a value whose kind contradicts the rule "cannot be
//! safely used". It can be read in two ways: nothing is stored, as here; or there is an entry,
//! whose value is not used, so that its move is ([`CycleBoundsMoves`], `cycle-bounds-moves`). Seen
//! from one fixed player or from the player to move, the table is the same.
//!
//! What is stored in this way is true of the position by itself, without history, in searches
//! without a horizon *if cycles from the root are flagged like all others*: a property test below.
//! With the exemption of the root, entries are true below this root only. Theorem 1 of the paper,
//! from which the rules follow, is about trees; `tests/all/campbell.rs` holds it. It does not say
//! that the bound may be *used* on every path: with a horizon, or with a table kept over the moves
//! of a game, it may not (draw-last, as drawn in [`CycleSkip`](super::CycleSkip);
//! `fixtures/draw-last-*.game`).
//!
//! The four forms differ in which positions are flagged, as those of
//! [`CycleSkip`](super::CycleSkip) do.

use super::flags::{Flags, flagged};
use super::simple::{OneTable, Simple};
use crate::alphabeta::path::Met;
use crate::alphabeta::policy::{Ask, Searched};
use crate::alphabeta::score::Score;
use crate::alphabeta::table::Kind;

/// As Campbell describes it: the origin is flagged as well, but no cycle from the root is.
pub type CycleBounds = OneTable<Bounds<false, false, false>>;

/// The same where the move of what cannot be used is kept.
pub type CycleBoundsMoves = OneTable<Bounds<false, false, true>>;

/// The origin is not flagged.
pub type CycleBoundsInner = OneTable<Bounds<true, false, false>>;

/// The origin is not flagged, and cycles from the root are like all others.
pub type CycleBoundsStrict = OneTable<Bounds<true, true, false>>;

/// The origin is flagged, and cycles from the root are like all others.
pub type CycleBoundsAll = OneTable<Bounds<false, true, false>>;

/// See the [module](self).
#[derive(Clone, Debug, Default)]
pub struct Bounds<const INNER: bool, const STRICT: bool, const MOVES: bool> {
    flags: Flags,
}

/// As what a value may be stored if it may have met a repetition worth `draw`.
pub(super) fn one_sided(searched: &Searched, draw: Score) -> Option<Kind> {
    match searched.kind {
        Kind::Exact | Kind::Upper if searched.score < draw => Some(Kind::Upper),
        Kind::Exact | Kind::Lower if searched.score > draw => Some(Kind::Lower),
        _ => None,
    }
}

impl<const INNER: bool, const STRICT: bool, const MOVES: bool> Simple
    for Bounds<INNER, STRICT, MOVES>
{
    flagged!();

    const MOVES_KEPT: bool = MOVES;

    const SUPERKO: bool = false;

    fn kept(&mut self, ask: &Ask, searched: &Searched, draw: Option<Score>) -> Option<Kind> {
        match draw {
            Some(draw) if self.flags.is_flagged(ask.level) => one_sided(searched, draw),
            _ => Some(searched.kind),
        }
    }
}

#[cfg(test)]
mod tests {
    use threefold_game::{History, RepetitionRule, Searchable};
    use threefold_search::Limits;

    use super::*;
    use crate::alphabeta::policies::NoTable;
    use crate::alphabeta::{AlphaBeta, Depth, DraftRule, Options};
    use crate::study::{ScoredCase, Setting, TableUse};

    /// How many entries that a search from the root leaves are true of their positions in the game
    /// without history, and how many are false.
    fn entries<const INNER: bool, const STRICT: bool>(seed: u64, games: u64) -> (u32, u32) {
        let (mut right, mut wrong) = (0, 0);
        for index in 0..games {
            let setting = Setting::Complete { levels: 5 };
            let rule = RepetitionRule::Draw;
            let case = ScoredCase::random(seed, index, 10, rule, setting, TableUse::Cleared);
            let options = Options { draft: DraftRule::AtLeast, ..case.options() };
            let limits = Limits::nodes(100_000);
            let (game, scores, rules) = (&case.game, &case.scores, case.rules());
            let mut search = AlphaBeta::<_, _, OneTable<Bounds<INNER, STRICT, false>>>::new(
                game, scores, rules, &options,
            );
            let mut truth = AlphaBeta::<_, _, NoTable>::new(game, scores, rules, &options);
            search.search(&case.roots()[0], Depth::Complete, &limits);
            for id in game.ids() {
                let Some(entry) = search.policy.table.get(game.key(&id)) else { continue };
                let report = truth.search(&History::new(id), Depth::Complete, &limits);
                let Some(value) = report.score else { continue };
                let holds = match entry.kind {
                    Kind::Exact => value == entry.score,
                    Kind::Lower => value >= entry.score,
                    Kind::Upper => value <= entry.score,
                };
                if holds { right += 1 } else { wrong += 1 }
            }
        }
        (right, wrong)
    }

    /// With the origin flagged or not.
    #[test]
    fn what_is_stored_is_true_without_history() {
        for (right, wrong) in [entries::<true, true>(31, 3000), entries::<false, true>(31, 3000)] {
            assert!(right > 3000 && wrong == 0, "{right} {wrong}");
        }
    }

    /// The exemption of the root: true below this root, and not of the positions by themselves.
    #[test]
    fn the_exemption_of_the_root_is_good_for_one_root_only() {
        for (right, wrong) in [entries::<true, false>(31, 3000), entries::<false, false>(31, 3000)]
        {
            assert!(right > 3000 && wrong > 0, "{right} {wrong}");
        }
    }
}
