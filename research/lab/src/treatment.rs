//! The registry: every treatment under its name.

use std::fmt;
use std::str::FromStr;

use threefold_game::{History, Question, RepetitionRule};
use threefold_search::{Interrupt, Limits};

use crate::{Claim, Informed, Query};
use crate::{alphabeta, dfpn, pns};

/// Makes the enum, its names and the dispatch from one list.
macro_rules! treatments {
    ($($name:ident, $($search:ident)::+, $text:literal, $summary:literal;)*) => {
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
            $(#[doc = $summary] $name,)*
            /// [`alphabeta`], by iterative deepening.
            AlphaBeta(alphabeta::Treatment),
        }

        /// Those that are not alpha-beta.
        const OTHERS: &[Treatment] = &[$(Treatment::$name),*];

        impl Treatment {
            /// The name used in options and output (search, slash, treatment), and where it comes
            /// from and what it does, in one line.
            const fn described(self) -> (&'static str, &'static str) {
                match self {
                    $(Treatment::$name => ($text, $summary),)*
                    Treatment::AlphaBeta(treatment) => treatment.described(),
                }
            }

            /// Answers the question for the root of `history` with an empty table or tree of at
            /// most `memory_bytes`. A limit that is hit makes the claim
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
            /// let (game, question, history) = (&file.game, file.question(), &file.history);
            /// let ask = |treatment: Treatment| {
            ///     let claim =
            ///         treatment.answer(game, question, history, &limits, 1 << 16, &interrupt);
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
                let query = Query { game, question, history, limits, memory_bytes, interrupt };
                match self {
                    $(Treatment::$name => $($search)::+::answer(&query),)*
                    Treatment::AlphaBeta(treatment) => {
                        let claim = treatment.claim_unless(
                            game, history, question, limits, memory_bytes, interrupt,
                        );
                        claim.expect("the treatment supports the rule")
                    }
                }
            }
        }
    };
}

treatments! {
    DfpnIgnore, dfpn::ignore, "dfpn/ignore",
        "the plain table: one entry per position, whatever the path";
    DfpnPlain, dfpn::plain, "dfpn/plain",
        "the same in the df-pn of kishimoto-mueller and the others of the laboratory";
    DfpnNoStore, dfpn::no_store, "dfpn/no-store",
        "Seo et al. 2001 and earlier: results that met a repetition are not stored";
    DfpnNagai, dfpn::nagai, "dfpn/nagai",
        "Nagai 2002: repeating moves are the last resort; where nothing else is left, the \
         position is searched again with them decided";
    DfpnNagaiAsPrinted, dfpn::nagai_as_printed, "dfpn/nagai-as-printed",
        "Nagai 2002, as told in 2004: a repeating move returns to its parent, which is searched \
         again when its numbers have grown to the largest";
    DfpnNagaiNoStore, dfpn::nagai_no_store, "dfpn/nagai-no-store",
        "nagai extended for superko: what met a repetition is not stored there";
    DfpnLoopDepth, dfpn::loop_depth, "dfpn/loop-depth",
        "tsume-shogi solvers: results carry the depth of the shallowest ancestor they rely on; \
         reused on exactly the same path only";
    DfpnExactPath, dfpn::exact_path, "dfpn/exact-path",
        "loop-depth repaired for superko: what may not hold on every path is reused on exactly \
         the same path only";
    DfpnKishimotoMueller, dfpn::kishimoto_mueller, "dfpn/kishimoto-mueller",
        "Kishimoto and Mueller 2004, as printed: base and twin entries, every twin simulated";
    DfpnBaseTwin, dfpn::base_twin, "dfpn/base-twin",
        "Kishimoto and Mueller 2004 extended: circles closed, one twin of either sign simulated";
    DfpnClosedSets, dfpn::closed_sets, "dfpn/closed-sets",
        "base and twin entries, and sets of positions that play cannot leave, solved at once";
    DfpnConditional, dfpn::conditional, "dfpn/conditional",
        "results with the situations that must, and must not, be on the path";
    PnsTree, pns::tree, "pns/tree", "Allis et al. 1994: the game tree, no position shared";
    PnsDag, pns::dag, "pns/dag",
        "Schijf, Allis and Uiterwijk 1994: positions shared behind the same positions only";
    PnsDagShared, pns::dag_shared, "pns/dag-shared",
        "dag with all positions shared; a move to an ancestor in the graph counts as a \
         repetition for good";
    PnsDcg, pns::dcg, "pns/dcg",
        "Schijf, Allis and Uiterwijk 1994: positions shared, with circles; a move that once \
         repeated does so for good";
    PnsBta, pns::bta, "pns/bta",
        "Breuker et al. 2001: base and twin nodes; possible draws with their depth, decided \
         where the circle closes";
    PnsSplit, pns::split, "pns/split",
        "Palay 1983, Baum and Smith 1995: positions shared, and split where the interaction is \
         recognised";
    PnsThompson, pns::thompson, "pns/thompson",
        "Thompson: a full tree search with history selects, the shared values know none";
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
    pub const ALL: &[Treatment] = &{
        let alphabeta = alphabeta::Treatment::ALL;
        let mut all = [OTHERS[0]; OTHERS.len() + alphabeta::Treatment::ALL.len()];
        let mut i = 0;
        while i < all.len() {
            all[i] = match i < OTHERS.len() {
                true => OTHERS[i],
                false => Treatment::AlphaBeta(alphabeta[i - OTHERS.len()]),
            };
            i += 1;
        }
        all
    };

    /// The name used in options and output: search, slash, treatment.
    pub const fn name(self) -> &'static str {
        self.described().0
    }

    /// Where it comes from and what it does, in one line.
    pub const fn summary(self) -> &'static str {
        self.described().1
    }

    /// Whether it claims to be right about every game under `rule`. What it claims is tested: one
    /// that is sound has not been seen to be wrong, one that is not has a game in `fixtures/` on
    /// which it is. Under situational superko the claim of those that trust results which met no
    /// repetition (`dfpn/no-store`, `dfpn/nagai-no-store`, `dfpn/kishimoto-mueller`,
    /// `pns/thompson`) is for games in which what repeats is the whole position
    /// ([`repetition_is_exact`](threefold_game::Searchable::repetition_is_exact)).
    pub const fn is_sound(self, rule: RepetitionRule) -> bool {
        match self {
            Treatment::DfpnIgnore
            | Treatment::DfpnPlain
            | Treatment::PnsDagShared
            | Treatment::PnsDcg => false,
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
            Treatment::DfpnNagai
            | Treatment::DfpnNagaiAsPrinted
            | Treatment::DfpnLoopDepth
            | Treatment::PnsBta => !rule.is_superko(),
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
