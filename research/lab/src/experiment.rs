//! The cause of a wrong answer, found out by asking again.

use threefold_search::Limits;

use crate::cause::Cause;
use crate::dfpn::{Keeping, plain};
use crate::{Case, Treatment, study};

impl Treatment {
    /// What the laboratory's own df-pn keeps under this name; `None` if there is no such search.
    /// That of `dfpn/ignore` stands in for the solver's.
    pub(crate) fn keeping(self) -> Option<Keeping> {
        Some(match self {
            Treatment::DfpnIgnore | Treatment::DfpnPlain => Keeping::Always,
            Treatment::DfpnNoStore => Keeping::Never,
            Treatment::DfpnNagai => Keeping::Postpone,
            Treatment::DfpnNagaiAsPrinted => Keeping::SavedThresholds,
            Treatment::DfpnNagaiNoStore => Keeping::PostponeNoStore,
            Treatment::DfpnLoopDepth => Keeping::ExactPath,
            _ => return None,
        })
    }

    /// Why the treatment is wrong about a case, whose answer is `truth`: it is asked again with an
    /// oracle at its table that rejects false hits of one kind. `None` if that cannot be found out:
    /// the treatment has no table whose hits could be rejected (the best-first searches), no false
    /// hits of its own (`dfpn/base-twin`), or is right. Instead of `dfpn/ignore`, whose table is
    /// the solver's, the laboratory's own plain table is asked ([`plain`](crate::dfpn::plain)),
    /// which need not be wrong about the same games.
    ///
    /// What draw-first means differs a little: of df-pn, that the entry leaned on a repetition when
    /// it was stored; of alpha-beta, that it is false without any path, too ([`study::Vetted`]).
    pub fn cause(
        self,
        case: &Case,
        truth: bool,
        limits: &Limits,
        oracle_nodes: u64,
    ) -> Option<Cause> {
        let keeping = match self {
            Treatment::AlphaBeta(treatment) => return study::cause(treatment, case, truth, limits),
            treatment => treatment.keeping()?,
        };
        let (game, history) = (&case.game, &case.history);
        plain::cause_with(keeping, game, case.question(), history, truth, limits, oracle_nodes)
    }
}
