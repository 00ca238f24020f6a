//! `low-links`: each of the two bounds of a value leans on ancestors of its own.
//!
//! No author's: what an engine could do that knows the literature, built from three remarks in it.
//! A score that met no repetition holds on every path, and one whose cycles all close at or below
//! the position does as well (Kishimoto and Mueller's shortcut, and what is called loop closing
//! here); and a value is two claims, *at least* and *at most*, that need not lean on the same
//! positions (Muller's shadow scores, Campbell's bounds). As in Tarjan's search for strongly
//! connected components, a *low link* travels up with each claim: the shallowest ancestor whose
//! repetition it used.
//!
//! | | leans on |
//! |---|---|
//! | a repetition of the position at level `k` | `k`, both claims |
//! | end of the game, horizon, entry of the table | nothing |
//! | *at least* where the maximizing player moves | what the best move's *at least* leans on |
//! | *at least* where the minimizing player moves | the shallowest of all moves |
//! | *at most* | the mirror image |
//!
//! When a position is left, a claim that leans above it is not stored; one that leans on the
//! position itself or below it leans on nothing from here on. So a table entry is two tests more
//! than an engine's, and a note is two numbers.
//!
//! A repetition is worth the draw, so that *at least more than a draw* and *at most less than one*
//! lean on nothing by construction. What is stored is true in the game without history, if no path
//! is cut by a horizon: the strategy for *at least the draw* may go round a cycle for ever, and is
//! closed under the moves of the other player. That cures *draw-first*. As in
//! [`ShadowReset`](super::ShadowReset), *draw-last* remains with a horizon, and with a table
//! kept over the moves of a game.
//!
//! Under superko a repetition is a move that is missing, and the treatment means nothing.

use threefold_game::RepetitionRule;
use threefold_search::Reason;

use super::one_table;
use crate::Informed;
use crate::alphabeta::evaluate::Evaluate;
use crate::alphabeta::path::Met;
use crate::alphabeta::policy::{Ask, Bound, Policy, Probe, Searched, probe_bound, store_bound};
use crate::alphabeta::score::Score;
use crate::alphabeta::search::Core;
use crate::alphabeta::table::{Kind, Table};

/// Leans on no ancestor: deeper than every level.
const NOTHING: u32 = u32::MAX;

/// What travels up beside a score: the levels that its two claims lean on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Links {
    /// The score that the claims are about.
    score: Score,
    /// The shallowest level that *at least the score* leans on; [`NOTHING`] for none.
    at_least: u32,
    /// The same for *at most the score*.
    at_most: u32,
}

impl Links {
    fn none(score: Score) -> Self {
        Links { score, at_least: NOTHING, at_most: NOTHING }
    }
}

/// See the [module](self).
#[derive(Clone, Debug)]
pub struct LowLinks {
    table: Table<Bound>,
}

impl Policy for LowLinks {
    one_table!();

    type Note = Links;

    type Questions = Self;

    fn supports(rule: RepetitionRule) -> bool {
        !rule.is_superko()
    }

    fn repeated(&mut self, met: Met, _level: u32, score: Score) -> Links {
        Links { score, at_least: met.level, at_most: met.level }
    }

    fn leaf(&mut self, score: Score, _kind: Kind, _horizon: bool) -> Links {
        Links::none(score)
    }

    fn probe<G: Informed, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        ask: &Ask,
    ) -> Result<Probe<Links>, Reason> {
        let nothing = Links::none(0);
        Ok(match probe_bound(&self.table, core, ask.key, ask, nothing) {
            Probe::Hit(score, kind, _) => Probe::Hit(score, kind, Links::none(score)),
            missed => missed,
        })
    }

    fn fold(&mut self, before: Option<Links>, child: Links, ask: &Ask, _decides: bool) -> Links {
        // A score that has aged a ply is still the child's.
        let child = Links { score: ask.aging.aged(child.score, ask.maximizing), ..child };
        let Some(before) = before else { return child };
        // The claim of the player to move needs one move, and that against him all of them. Of two
        // moves with the same score the later one may have failed to be better, in a window that
        // asked for no more: it does not claim to be as good.
        let is_better =
            if ask.maximizing { child.score > before.score } else { child.score < before.score };
        let needed = if is_better { child } else { before };
        let score = needed.score;
        if ask.maximizing {
            let at_most = before.at_most.min(child.at_most);
            Links { score, at_least: needed.at_least, at_most }
        } else {
            let at_least = before.at_least.min(child.at_least);
            Links { score, at_least, at_most: needed.at_most }
        }
    }

    fn leave<G: Informed, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        ask: &Ask,
        searched: &Searched,
        note: Option<Links>,
    ) -> Links {
        let links = note.unwrap_or(Links::none(searched.score));
        // Leaning on the position itself is a cycle that closes here.
        let above = |level: u32| if level < ask.level { level } else { NOTHING };
        let (at_least, at_most) = (above(links.at_least), above(links.at_most));
        let holds = (
            searched.kind != Kind::Upper && at_least == NOTHING,
            searched.kind != Kind::Lower && at_most == NOTHING,
        );
        let kind = match holds {
            (true, true) => Some(Kind::Exact),
            (true, false) => Some(Kind::Lower),
            (false, true) => Some(Kind::Upper),
            (false, false) => None,
        };
        if let Some(kind) = kind {
            store_bound(&mut self.table, core, ask.key, ask, searched, kind);
        }
        Links { score: searched.score, at_least, at_most }
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

    /// Every entry that a complete search leaves is true of its position without history, exact
    /// ones included, and far more is stored than draws would allow without links.
    #[test]
    fn what_is_stored_is_true_without_history() {
        let (mut right, mut wrong, mut draws) = (0, 0, 0);
        for index in 0..3000 {
            let setting = Setting::Complete { levels: 5 };
            let rule = RepetitionRule::Draw;
            let case = ScoredCase::random(47, index, 10, rule, setting, TableUse::Cleared);
            let options = Options { draft: DraftRule::AtLeast, ..case.options() };
            let limits = Limits::nodes(100_000);
            let (game, scores, rules) = (&case.game, &case.scores, case.rules());
            let mut search = AlphaBeta::<_, _, LowLinks>::new(game, scores, rules, &options);
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
                draws += u32::from(Some(entry.score) == rules.repetition());
                if holds { right += 1 } else { wrong += 1 }
            }
        }
        assert!(right > 3000 && draws > 300 && wrong == 0, "{right} {draws} {wrong}");
    }

    fn ask(maximizing: bool) -> Ask {
        Ask {
            key: 0,
            repetition_key: 0,
            irreversible: false,
            code: 0,
            moves_code: 0,
            level: 3,
            draft: 1,
            alpha: -1,
            beta: 1,
            repeated: false,
            maximizing,
            aging: crate::alphabeta::Aging::Off,
        }
    }

    #[test]
    fn the_claim_of_the_player_to_move_leans_on_one_move_and_the_other_on_all() {
        let mut policy = LowLinks::new(1 << 12);
        let low = Links { score: 0, at_least: 1, at_most: 1 };
        let high = Links { score: 5, at_least: 4, at_most: 2 };
        let max = policy.fold(Some(low), high, &ask(true), false);
        assert_eq!(max, Links { score: 5, at_least: 4, at_most: 1 });
        let min = policy.fold(Some(low), high, &ask(false), false);
        assert_eq!(min, Links { score: 0, at_least: 1, at_most: 1 });
        let min = policy.fold(Some(high), Links::none(0), &ask(false), false);
        assert_eq!(min, Links { score: 0, at_least: 4, at_most: NOTHING });
        let equal = policy.fold(Some(low), Links::none(0), &ask(true), false);
        assert_eq!(equal, Links { score: 0, at_least: 1, at_most: 1 });
    }
}
