//! All treatments, by name.

use std::fmt;
use std::str::FromStr;

use threefold_game::{History, NotationError, Question, RepetitionRule};
use threefold_search::{Interrupt, Limits};

use super::deepening::{AlphaBeta, Depth, Report};
use super::evaluate::Evaluate;
use super::options::Options;
use super::policies::*;
use super::policy::Policy;
use super::rules::Rules;
use super::solve;
use crate::Claim;
use crate::Informed;

/// Makes the enum, its names and the dispatch from one list.
macro_rules! treatments {
    ($($name:ident, $text:literal, $summary:literal;)*) => {
        /// A treatment of the graph-history interaction for alpha-beta.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Treatment {
            $(#[doc = $summary] $name,)*
        }

        impl Treatment {
            /// All of them.
            pub const ALL: &'static [Treatment] = &[$(Treatment::$name),*];

            /// The name in options and output.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Treatment::$name => $text,)*
                }
            }

            /// The name with that of the search before it, and what the treatment does.
            pub(crate) const fn described(self) -> (&'static str, &'static str) {
                match self {
                    $(Treatment::$name => (concat!("alphabeta/", $text), $summary),)*
                }
            }

            /// Whether the treatment means anything under the rule.
            pub fn supports(self, rule: RepetitionRule) -> bool {
                match self {
                    $(Treatment::$name => <$name as Policy>::supports(rule),)*
                }
            }

            /// Answers a question ([`solve`](super::solve()), with a table of at most
            /// `table_bytes`). `None` if the treatment means nothing under the rule.
            pub fn claim<G: Informed>(
                self,
                game: &G,
                history: &History<G>,
                question: Question,
                limits: &Limits,
                table_bytes: usize,
            ) -> Option<Claim> {
                let never = Interrupt::default();
                self.claim_unless(game, history, question, limits, table_bytes, &never)
            }

            /// The same, unless `interrupt` is raised before.
            pub fn claim_unless<G: Informed>(
                self,
                game: &G,
                history: &History<G>,
                question: Question,
                limits: &Limits,
                table_bytes: usize,
                interrupt: &Interrupt,
            ) -> Option<Claim> {
                let solve = match self {
                    $(Treatment::$name => solve::solve::<G, $name>,)*
                };
                solve(game, history, question, limits, table_bytes, interrupt)
            }

            /// Searches one root with an empty table, for a score, a move and a line.
            /// `None` if the treatment means nothing under the rule.
            pub fn search<G: Informed, E: Evaluate<G>>(
                self,
                (game, evaluate, rules): (&G, &E, Rules),
                history: &History<G>,
                depth: Depth,
                limits: &Limits,
                options: &Options,
            ) -> Option<Report<G::Move>> {
                if !self.supports(rules.rule) {
                    return None;
                }
                Some(match self {
                    $(Treatment::$name => {
                        AlphaBeta::<G, E, $name>::new(game, evaluate, rules, options)
                            .search(history, depth, limits)
                    })*
                })
            }
        }

        /// Calls a function that is generic in the policy with that of a treatment.
        #[allow(unused_macros)]
        macro_rules! with_policy {
            ($treatment:expr, $policy:ident => $body:expr) => {
                match $treatment {
                    $($crate::alphabeta::Treatment::$name => {
                        type $policy = $crate::alphabeta::policies::$name;
                        $body
                    })*
                }
            };
        }
        #[allow(unused_imports)]
        pub(crate) use with_policy;
    };
}

treatments! {
    NoTable, "no-table", "the ground truth: nothing is stored";
    Ignore, "ignore", "the plain table: one entry per position, whatever the path";
    PathKeyed, "path-keyed", "van der Werf et al. 2003: one entry per path";
    NoDraws, "no-draws", "Slate, in Nuchess: values equal to that of a repetition are not stored";
    NoDrawsBounds, "no-draws-bounds",
        "a repair of no-draws: other values are stored as bounds only";
    CycleSkip, "cycle-skip", "Campbell 1985, option 3: nothing is stored for positions on a cycle";
    CycleSkipInner, "cycle-skip-inner", "the same with the first position of the cycle left out";
    CycleSkipAll, "cycle-skip-all", "a repair of cycle-skip: cycles from the root count, too";
    CycleSkipStrict, "cycle-skip-strict",
        "a repair of cycle-skip-inner: cycles from the root count, too";
    CycleBounds, "cycle-bounds",
        "Campbell 1985, option 4: positions on a cycle are stored as bounds on the safe side";
    CycleBoundsInner, "cycle-bounds-inner",
        "the same with the first position of the cycle left out";
    CycleBoundsAll, "cycle-bounds-all",
        "a repair of cycle-bounds: cycles from the root count, too";
    CycleBoundsStrict, "cycle-bounds-strict",
        "a repair of cycle-bounds-inner: cycles from the root count, too";
    CycleBoundsMoves, "cycle-bounds-moves",
        "another reading of cycle-bounds: of what cannot be used the move is kept";
    ThirdOccurrence, "third-occurrence",
        "Muller, in Joker: only the third occurrence counts; no table at the second";
    ThirdOccurrenceRepaired, "third-occurrence-repaired",
        "a repair of third-occurrence: nothing is stored below a repeated position";
    SecondOccurrence, "second-occurrence",
        "Muller 2007: at the second occurrence the position is searched again";
    SecondOccurrenceUnaged, "second-occurrence-unaged", "the same without score aging";
    SecondOccurrenceLookup, "second-occurrence-lookup",
        "another reading of second-occurrence: repeated positions are looked up";
    Shadow, "shadow",
        "Muller 2007, as printed: with each score the range in which it would be without the \
         repetitions";
    ShadowUnedited, "shadow-unedited", "the same before its author's edit";
    ShadowOneBound, "shadow-one-bound",
        "shadow in a table with room for one of the two bounds";
    ShadowReset, "shadow-reset",
        "a repair of shadow in one line: a bound closes one end of the range only";
    LowLinks, "low-links", "no author's: each bound is stored unless it leans on a position above";
    BaseTwin, "base-twin",
        "Kishimoto and Mueller 2004 extended: circles closed, every doubtful reuse simulated";
    BaseTwinAsPrinted, "base-twin-as-printed",
        "Kishimoto and Mueller 2004, as printed: base and twin entries, every twin simulated";
}

impl fmt::Display for Treatment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Treatment {
    type Err = NotationError;

    /// Reads a [`name`](Treatment::name).
    ///
    /// ```
    /// use threefold_lab::alphabeta::Treatment;
    /// assert_eq!("cycle-skip".parse(), Ok(Treatment::CycleSkip));
    /// assert!("skip".parse::<Treatment>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Self, NotationError> {
        Treatment::ALL.iter().copied().find(|treatment| treatment.name() == text).ok_or_else(|| {
            let names: Vec<&str> = Treatment::ALL.iter().map(|t| t.name()).collect();
            let names = names.join(", ");
            NotationError::new(format!("unknown treatment '{text}', expected one of {names}"))
        })
    }
}
