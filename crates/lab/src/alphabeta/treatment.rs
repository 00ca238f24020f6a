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
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {
        /// A treatment of the graph-history interaction for alpha-beta.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Treatment {
            $($(#[$doc])* $name,)*
        }

        impl Treatment {
            /// All of them.
            pub const ALL: &'static [Treatment] = &[$(Treatment::$name),*];

            /// The name in options and output.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Treatment::$name => <$name as Policy>::NAME,)*
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
    /// [`NoTable`].
    NoTable,
    /// [`Ignore`].
    Ignore,
    /// [`PathKeyed`].
    PathKeyed,
    /// [`NoDraws`].
    NoDraws,
    /// [`NoDrawsBounds`], a repair.
    NoDrawsBounds,
    /// [`CycleSkip`].
    CycleSkip,
    /// [`CycleSkipInner`].
    CycleSkipInner,
    /// [`CycleSkipAll`], a repair.
    CycleSkipAll,
    /// [`CycleSkipStrict`], a repair.
    CycleSkipStrict,
    /// [`CycleBounds`].
    CycleBounds,
    /// [`CycleBoundsInner`].
    CycleBoundsInner,
    /// [`CycleBoundsAll`], a repair.
    CycleBoundsAll,
    /// [`CycleBoundsStrict`], a repair.
    CycleBoundsStrict,
    /// [`ThirdOccurrence`].
    ThirdOccurrence,
    /// [`SecondOccurrence`].
    SecondOccurrence,
    /// [`SecondOccurrenceUnaged`].
    SecondOccurrenceUnaged,
    /// [`SecondOccurrenceLookup`], another reading.
    SecondOccurrenceLookup,
    /// [`SecondOccurrenceClosed`].
    SecondOccurrenceClosed,
    /// [`SecondOccurrenceClosedUnaged`].
    SecondOccurrenceClosedUnaged,
    /// [`Shadow`].
    Shadow,
    /// [`ShadowUnedited`].
    ShadowUnedited,
    /// [`ShadowReset`], a repair.
    ShadowReset,
    /// [`ShadowRepaired`], a repair.
    ShadowRepaired,
    /// [`BaseTwin`].
    BaseTwin,
    /// [`BaseTwinAsPrinted`].
    BaseTwinAsPrinted,
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
