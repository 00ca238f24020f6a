//! The registry: every treatment under its name.

use std::fmt;
use std::str::FromStr;

use threefold_game::{History, Question, RepetitionRule};
use threefold_search::{Interrupt, Limits};

use crate::Claim;
use crate::Informed;
use crate::{alphabeta, dfpn, pns};

/// A treatment of the graph-history interaction, as a complete search.
///
/// ```
/// use threefold_game::RepetitionRule;
/// use threefold_lab::Treatment;
///
/// let treatment: Treatment = "dfpn/base-twin".parse().unwrap();
/// assert!(treatment.is_sound(RepetitionRule::PositionalSuperko));
/// assert!("dfpn/magic".parse::<Treatment>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Treatment {
    /// [`dfpn::ignore`]
    DfpnIgnore,
    /// [`dfpn::no_store`]
    DfpnNoStore,
    /// [`dfpn::nagai`]
    DfpnNagai,
    /// [`dfpn::nagai_no_store`]
    DfpnNagaiNoStore,
    /// [`dfpn::loop_depth`]
    DfpnLoopDepth,
    /// [`dfpn::exact_path`]
    DfpnExactPath,
    /// [`dfpn::kishimoto_mueller`]
    DfpnKishimotoMueller,
    /// [`dfpn::base_twin`]
    DfpnBaseTwin,
    /// [`dfpn::closed_sets`]
    DfpnClosedSets,
    /// [`dfpn::conditional`]
    DfpnConditional,
    /// [`pns::tree`]
    PnsTree,
    /// [`pns::dag`]
    PnsDag,
    /// [`pns::dag_shared`]
    PnsDagShared,
    /// [`pns::dcg`]
    PnsDcg,
    /// [`pns::bta`]
    PnsBta,
    /// [`pns::split`]
    PnsSplit,
    /// [`pns::thompson`]
    PnsThompson,
    /// [`alphabeta`], by iterative deepening
    AlphaBeta(alphabeta::Treatment),
}

/// A name that no treatment has. The message lists those that there are.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown treatment '{name}', expected one of {}", names())]
pub struct UnknownTreatment {
    /// What was asked for.
    pub name: String,
}

fn names() -> String {
    Treatment::ALL.iter().map(|treatment| treatment.name()).collect::<Vec<_>>().join(", ")
}

impl Treatment {
    /// Every treatment, in the order of a report.
    pub const ALL: &[Treatment] = &[
        Treatment::DfpnIgnore,
        Treatment::DfpnNoStore,
        Treatment::DfpnNagai,
        Treatment::DfpnNagaiNoStore,
        Treatment::DfpnLoopDepth,
        Treatment::DfpnExactPath,
        Treatment::DfpnKishimotoMueller,
        Treatment::DfpnBaseTwin,
        Treatment::DfpnClosedSets,
        Treatment::DfpnConditional,
        Treatment::PnsTree,
        Treatment::PnsDag,
        Treatment::PnsDagShared,
        Treatment::PnsDcg,
        Treatment::PnsBta,
        Treatment::PnsSplit,
        Treatment::PnsThompson,
        Treatment::AlphaBeta(alphabeta::Treatment::NoTable),
        Treatment::AlphaBeta(alphabeta::Treatment::Ignore),
        Treatment::AlphaBeta(alphabeta::Treatment::PathKeyed),
        Treatment::AlphaBeta(alphabeta::Treatment::NoDraws),
        Treatment::AlphaBeta(alphabeta::Treatment::NoDrawsBounds),
        Treatment::AlphaBeta(alphabeta::Treatment::CycleSkip),
        Treatment::AlphaBeta(alphabeta::Treatment::CycleSkipInner),
        Treatment::AlphaBeta(alphabeta::Treatment::CycleSkipAll),
        Treatment::AlphaBeta(alphabeta::Treatment::CycleSkipStrict),
        Treatment::AlphaBeta(alphabeta::Treatment::CycleBounds),
        Treatment::AlphaBeta(alphabeta::Treatment::CycleBoundsInner),
        Treatment::AlphaBeta(alphabeta::Treatment::CycleBoundsAll),
        Treatment::AlphaBeta(alphabeta::Treatment::CycleBoundsStrict),
        Treatment::AlphaBeta(alphabeta::Treatment::ThirdOccurrence),
        Treatment::AlphaBeta(alphabeta::Treatment::ThirdOccurrenceRepaired),
        Treatment::AlphaBeta(alphabeta::Treatment::SecondOccurrence),
        Treatment::AlphaBeta(alphabeta::Treatment::SecondOccurrenceUnaged),
        Treatment::AlphaBeta(alphabeta::Treatment::SecondOccurrenceLookup),
        Treatment::AlphaBeta(alphabeta::Treatment::SecondOccurrenceClosed),
        Treatment::AlphaBeta(alphabeta::Treatment::SecondOccurrenceClosedUnaged),
        Treatment::AlphaBeta(alphabeta::Treatment::Shadow),
        Treatment::AlphaBeta(alphabeta::Treatment::ShadowUnedited),
        Treatment::AlphaBeta(alphabeta::Treatment::ShadowReset),
        Treatment::AlphaBeta(alphabeta::Treatment::ShadowRepaired),
        Treatment::AlphaBeta(alphabeta::Treatment::LowLinks),
        Treatment::AlphaBeta(alphabeta::Treatment::BaseTwin),
        Treatment::AlphaBeta(alphabeta::Treatment::BaseTwinAsPrinted),
    ];

    /// The name used in options and output: search, slash, treatment.
    pub const fn name(self) -> &'static str {
        match self {
            Treatment::DfpnIgnore => "dfpn/ignore",
            Treatment::DfpnNoStore => "dfpn/no-store",
            Treatment::DfpnNagai => "dfpn/nagai",
            Treatment::DfpnNagaiNoStore => "dfpn/nagai-no-store",
            Treatment::DfpnLoopDepth => "dfpn/loop-depth",
            Treatment::DfpnExactPath => "dfpn/exact-path",
            Treatment::DfpnKishimotoMueller => "dfpn/kishimoto-mueller",
            Treatment::DfpnBaseTwin => "dfpn/base-twin",
            Treatment::DfpnClosedSets => "dfpn/closed-sets",
            Treatment::DfpnConditional => "dfpn/conditional",
            Treatment::PnsTree => "pns/tree",
            Treatment::PnsDag => "pns/dag",
            Treatment::PnsDagShared => "pns/dag-shared",
            Treatment::PnsDcg => "pns/dcg",
            Treatment::PnsBta => "pns/bta",
            Treatment::PnsSplit => "pns/split",
            Treatment::PnsThompson => "pns/thompson",
            Treatment::AlphaBeta(treatment) => alphabeta_name(treatment),
        }
    }

    /// Where it comes from and what it does, in one line.
    pub const fn summary(self) -> &'static str {
        match self {
            Treatment::DfpnIgnore => "the plain table: one entry per position, whatever the path",
            Treatment::DfpnNoStore => {
                "Seo et al. 2001 and earlier: results that met a repetition are not stored"
            }
            Treatment::DfpnNagai => {
                "Nagai 2002: repeating moves are the last resort; where nothing else is left, the \
                 position is searched again with them decided"
            }
            Treatment::DfpnNagaiNoStore => {
                "nagai extended for superko: what met a repetition is not stored there"
            }
            Treatment::DfpnLoopDepth => {
                "tsume-shogi solvers: results carry the depth of the shallowest ancestor they rely \
                 on; reused on exactly the same path only"
            }
            Treatment::DfpnExactPath => {
                "loop-depth repaired for superko: what may not hold on every path is reused on \
                 exactly the same path only"
            }
            Treatment::DfpnKishimotoMueller => {
                "Kishimoto and Mueller 2004, as printed: base and twin entries, every twin \
                 simulated"
            }
            Treatment::DfpnBaseTwin => {
                "Kishimoto and Mueller 2004 extended: circles closed, one twin of either sign \
                 simulated"
            }
            Treatment::DfpnClosedSets => {
                "base and twin entries, and sets of positions that play cannot leave, solved at \
                 once"
            }
            Treatment::DfpnConditional => {
                "results with the situations that must, and must not, be on the path"
            }
            Treatment::PnsTree => "Allis et al. 1994: the game tree, no position shared",
            Treatment::PnsDag => {
                "Schijf, Allis and Uiterwijk 1994: positions shared behind the same positions only"
            }
            Treatment::PnsDagShared => {
                "dag with all positions shared; a move to an ancestor in the graph counts as a \
                 repetition for good"
            }
            Treatment::PnsDcg => {
                "Schijf, Allis and Uiterwijk 1994: positions shared, with circles; a move \
                 that once repeated does so for good"
            }
            Treatment::PnsBta => {
                "Breuker et al. 2001: base and twin nodes; possible draws with their depth, \
                 decided where the circle closes"
            }
            Treatment::PnsSplit => {
                "Palay 1983, Baum and Smith 1995: positions shared, and split where the \
                 interaction is recognised"
            }
            Treatment::PnsThompson => {
                "Thompson: a full tree search with history selects, the shared values know none"
            }
            Treatment::AlphaBeta(treatment) => alphabeta_summary(treatment),
        }
    }

    /// Whether it claims to be right about every game under `rule`. What it claims is tested: one
    /// that is sound has not been seen to be wrong, one that is not has a game in `fixtures/` on
    /// which it is. Under situational superko the claim of those that trust results which met no
    /// repetition (`dfpn/no-store`, `dfpn/nagai-no-store`, `dfpn/kishimoto-mueller`,
    /// `pns/thompson`) is for games in which what repeats is the whole position
    /// ([`repetition_is_exact`](threefold_game::Searchable::repetition_is_exact)).
    pub const fn is_sound(self, rule: RepetitionRule) -> bool {
        match self {
            Treatment::DfpnIgnore | Treatment::PnsDagShared | Treatment::PnsDcg => false,
            Treatment::DfpnExactPath
            | Treatment::DfpnBaseTwin
            | Treatment::DfpnClosedSets
            | Treatment::DfpnConditional
            | Treatment::PnsTree
            | Treatment::PnsDag
            | Treatment::PnsSplit => true,
            Treatment::DfpnNoStore
            | Treatment::DfpnNagaiNoStore
            | Treatment::DfpnKishimotoMueller
            | Treatment::PnsThompson => !matches!(rule, RepetitionRule::PositionalSuperko),
            Treatment::DfpnNagai | Treatment::DfpnLoopDepth | Treatment::PnsBta => {
                !rule.is_superko()
            }
            Treatment::AlphaBeta(treatment) => alphabeta_is_sound(treatment, rule),
        }
    }

    /// Whether the treatment makes sense under `rule`. [`Treatment::answer`] panics where it does
    /// not.
    pub fn supports(self, rule: RepetitionRule) -> bool {
        match self {
            Treatment::DfpnConditional => rule.is_superko(),
            Treatment::AlphaBeta(treatment) => treatment.supports(rule),
            _ => true,
        }
    }

    /// Of the searches that keep their tree in memory: bytes that a node takes, and bytes that a
    /// move of an expanded node takes on top. `None` for those with a table, which take what they
    /// are given.
    pub fn node_bytes<G: Informed>(self) -> Option<(usize, usize)> {
        match self {
            Treatment::PnsTree => Some((pns::tree::node_bytes::<G>(), 0)),
            Treatment::PnsSplit => Some(pns::split::node_bytes::<G>()),
            Treatment::PnsDag
            | Treatment::PnsDagShared
            | Treatment::PnsDcg
            | Treatment::PnsBta
            | Treatment::PnsThompson => Some(pns::graph::node_bytes::<G>()),
            _ => None,
        }
    }

    /// Answers the question for the root of `history` with an empty table or tree of at most
    /// `memory_bytes`. A limit that is hit makes the claim
    /// [`Unknown`](threefold_search::Verdict::Unknown).
    ///
    /// ```
    /// use threefold_lab::Treatment;
    /// use threefold_search::{Interrupt, Limits};
    ///
    /// // Figure 2 of Kishimoto and Mueller (2004), C before B.
    /// let file = threefold_graph::parse("\
    /// threefold game 1
    /// rule: situational-superko
    /// root: A
    /// A first: C B
    /// B second: D
    /// C second: D
    /// D first: C
    /// ").unwrap();
    /// let (limits, interrupt) = (Limits::nodes(1000), Interrupt::default());
    /// let ask = |treatment: Treatment| {
    ///     let question = file.question();
    ///     let claim =
    ///         treatment.answer(&file.game, question, &file.history, &limits, 1 << 16, &interrupt);
    ///     claim.verdict.decided()
    /// };
    /// assert_eq!(ask(Treatment::DfpnIgnore), Some(false)); // wrong
    /// assert_eq!(ask(Treatment::DfpnBaseTwin), Some(true));
    /// ```
    pub fn answer<G: Informed>(
        self,
        game: &G,
        question: Question,
        history: &History<G>,
        limits: &Limits,
        memory_bytes: usize,
        interrupt: &Interrupt,
    ) -> Claim {
        let answer = match self {
            Treatment::DfpnIgnore => dfpn::ignore::answer,
            Treatment::DfpnNoStore => dfpn::no_store::answer,
            Treatment::DfpnNagai => dfpn::nagai::answer,
            Treatment::DfpnNagaiNoStore => dfpn::nagai_no_store::answer,
            Treatment::DfpnKishimotoMueller => dfpn::kishimoto_mueller::answer,
            Treatment::DfpnLoopDepth => dfpn::loop_depth::answer,
            Treatment::DfpnExactPath => dfpn::exact_path::answer,
            Treatment::DfpnBaseTwin => dfpn::base_twin::answer,
            Treatment::DfpnClosedSets => dfpn::closed_sets::answer,
            Treatment::DfpnConditional => dfpn::conditional::answer,
            Treatment::PnsTree => pns::tree::answer,
            Treatment::PnsDag => pns::dag::answer,
            Treatment::PnsDagShared => pns::dag_shared::answer,
            Treatment::PnsDcg => pns::dcg::answer,
            Treatment::PnsBta => pns::bta::answer,
            Treatment::PnsSplit => pns::split::answer,
            Treatment::PnsThompson => pns::thompson::answer,
            Treatment::AlphaBeta(treatment) => {
                let claim = treatment.claim_unless(
                    game,
                    history,
                    question,
                    limits,
                    memory_bytes,
                    interrupt,
                );
                return claim.expect("the treatment supports the rule");
            }
        };
        answer(game, question, history, limits, memory_bytes, interrupt)
    }
}

/// The name of a treatment for alpha-beta with that of the search before it.
const fn alphabeta_name(treatment: alphabeta::Treatment) -> &'static str {
    use alphabeta::Treatment as T;
    match treatment {
        T::NoTable => "alphabeta/no-table",
        T::Ignore => "alphabeta/ignore",
        T::PathKeyed => "alphabeta/path-keyed",
        T::NoDraws => "alphabeta/no-draws",
        T::NoDrawsBounds => "alphabeta/no-draws-bounds",
        T::CycleSkip => "alphabeta/cycle-skip",
        T::CycleSkipInner => "alphabeta/cycle-skip-inner",
        T::CycleSkipAll => "alphabeta/cycle-skip-all",
        T::CycleSkipStrict => "alphabeta/cycle-skip-strict",
        T::CycleBounds => "alphabeta/cycle-bounds",
        T::CycleBoundsInner => "alphabeta/cycle-bounds-inner",
        T::CycleBoundsAll => "alphabeta/cycle-bounds-all",
        T::CycleBoundsStrict => "alphabeta/cycle-bounds-strict",
        T::ThirdOccurrence => "alphabeta/third-occurrence",
        T::ThirdOccurrenceRepaired => "alphabeta/third-occurrence-repaired",
        T::SecondOccurrence => "alphabeta/second-occurrence",
        T::SecondOccurrenceUnaged => "alphabeta/second-occurrence-unaged",
        T::SecondOccurrenceLookup => "alphabeta/second-occurrence-lookup",
        T::SecondOccurrenceClosed => "alphabeta/second-occurrence-closed",
        T::SecondOccurrenceClosedUnaged => "alphabeta/second-occurrence-closed-unaged",
        T::Shadow => "alphabeta/shadow",
        T::ShadowUnedited => "alphabeta/shadow-unedited",
        T::ShadowReset => "alphabeta/shadow-reset",
        T::ShadowRepaired => "alphabeta/shadow-repaired",
        T::LowLinks => "alphabeta/low-links",
        T::BaseTwin => "alphabeta/base-twin",
        T::BaseTwinAsPrinted => "alphabeta/base-twin-as-printed",
    }
}

const fn alphabeta_summary(treatment: alphabeta::Treatment) -> &'static str {
    use alphabeta::Treatment as T;
    match treatment {
        T::NoTable => "the ground truth: nothing is stored",
        T::Ignore => "the plain table: one entry per position, whatever the path",
        T::PathKeyed => "van der Werf et al. 2003: one entry per path",
        T::NoDraws => "Slate, in Nuchess: values equal to that of a repetition are not stored",
        T::NoDrawsBounds => "a repair of no-draws: other values are stored as bounds only",
        T::CycleSkip => "Campbell 1985, option 3: nothing is stored for positions on a cycle",
        T::CycleSkipInner => "the same with the first position of the cycle left out",
        T::CycleSkipAll => "a repair of cycle-skip: cycles from the root count, too",
        T::CycleSkipStrict => "a repair of cycle-skip-inner: cycles from the root count, too",
        T::CycleBounds => {
            "Campbell 1985, option 4: positions on a cycle are stored as bounds on the safe side"
        }
        T::CycleBoundsInner => "the same with the first position of the cycle left out",
        T::CycleBoundsAll => "a repair of cycle-bounds: cycles from the root count, too",
        T::CycleBoundsStrict => "a repair of cycle-bounds-inner: cycles from the root count, too",
        T::ThirdOccurrence => {
            "Muller, in Joker: only the third occurrence counts; no table at the second"
        }
        T::ThirdOccurrenceRepaired => {
            "a repair of third-occurrence: nothing is stored below a repeated position"
        }
        T::SecondOccurrence => {
            "Muller 2007: at the second occurrence the position is searched again"
        }
        T::SecondOccurrenceUnaged => "the same without score aging",
        T::SecondOccurrenceLookup => {
            "another reading of second-occurrence: repeated positions are looked up"
        }
        T::SecondOccurrenceClosed => {
            "a simpler second-occurrence: in the second search every return is a draw, and nothing \
             is stored"
        }
        T::SecondOccurrenceClosedUnaged => "the same without score aging",
        T::Shadow => {
            "Muller 2007, as printed: with each score the range in which it would be without the \
             repetitions"
        }
        T::ShadowUnedited => "the same before its author's edit",
        T::ShadowReset => "shadow with one line repaired: a bound closes one end of the range only",
        T::ShadowRepaired => "another repair of shadow: closed where the circle closes",
        T::LowLinks => "no author's: each bound is stored unless it leans on a position above",
        T::BaseTwin => "Kishimoto and Mueller 2004 for alpha-beta",
        T::BaseTwinAsPrinted => "the same with base entries trusted always, as the paper does",
    }
}

/// As far as yes-or-no questions by iterative deepening go, with an empty table.
const fn alphabeta_is_sound(treatment: alphabeta::Treatment, rule: RepetitionRule) -> bool {
    use alphabeta::Treatment as T;
    let _ = rule;
    matches!(treatment, T::NoTable | T::PathKeyed | T::BaseTwin)
}

impl fmt::Display for Treatment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Treatment {
    type Err = UnknownTreatment;

    /// Reads a [`name`](Treatment::name).
    fn from_str(name: &str) -> Result<Self, UnknownTreatment> {
        let found = Treatment::ALL.iter().copied().find(|treatment| treatment.name() == name);
        found.ok_or_else(|| UnknownTreatment { name: name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct_and_read_back() {
        for &treatment in Treatment::ALL {
            assert_eq!(treatment.name().parse(), Ok(treatment));
            assert!(!treatment.summary().contains('\n'));
        }
    }

    #[test]
    fn every_treatment_of_alpha_beta_is_here_under_its_own_name() {
        for &treatment in alphabeta::Treatment::ALL {
            let here = Treatment::AlphaBeta(treatment);
            assert!(Treatment::ALL.contains(&here));
            assert_eq!(here.name(), format!("alphabeta/{}", treatment.name()));
        }
    }

    #[test]
    fn bytes_per_node_and_move() {
        let bytes = |treatment: Treatment| treatment.node_bytes::<threefold_graph::GraphGame>();
        assert_eq!(bytes(Treatment::DfpnIgnore), None);
        assert_eq!(bytes(Treatment::PnsTree), Some((28, 0)));
        for treatment in [
            Treatment::PnsDag,
            Treatment::PnsDagShared,
            Treatment::PnsDcg,
            Treatment::PnsBta,
            Treatment::PnsThompson,
        ] {
            assert_eq!(bytes(treatment), Some((80, 28)), "{treatment}");
        }
        assert_eq!(bytes(Treatment::PnsSplit), Some((116, 28)));
    }

    #[test]
    fn an_unknown_name_gets_one_line_with_all_names() {
        let error = "pns/none".parse::<Treatment>().unwrap_err().to_string();
        assert!(error.starts_with("unknown treatment 'pns/none', expected one of dfpn/ignore, "));
        assert_eq!(error.lines().count(), 1);
    }
}
