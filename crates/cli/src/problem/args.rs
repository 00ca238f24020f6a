//! The flags about what is to be found out of problems of Go.

use std::path::PathBuf;

use clap::Args;
use threefold::session::effort::Effort;
use threefold::session::problem::solution::ProblemRequest;
use threefold_terminal::problem::{HEADING, QuestionArgs};

/// What is asked about a problem, and what is to be found out.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = HEADING)]
pub struct ProblemArgs {
    #[command(flatten)]
    pub question: QuestionArgs,

    /// How many more ko threats are tried, for the verdict and for each right first move
    #[arg(
        long,
        value_name = "N",
        default_value_t = 2,
        value_parser = clap::value_parser!(u8).range(0..=8),
        hide_short_help = true
    )]
    pub more_threats: u8,

    /// Only find the verdict, not which first moves are right
    #[arg(long, hide_short_help = true)]
    pub verdict_only: bool,

    /// Write the solutions as variations: to FILE or - for one problem, into DIR for several
    ///
    /// Problems of Go as SGF, problems of shogi as KIF in UTF-8: the defender's longest resistance
    /// in the certificate, and his other replies.
    #[arg(long, value_name = "FILE|DIR", hide_short_help = true)]
    pub tree: Option<PathBuf>,

    /// Nodes of each tree
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1000,
        requires = "tree",
        hide_short_help = true
    )]
    pub tree_nodes: usize,
}

impl ProblemArgs {
    /// What they ask for.
    pub fn request(&self, effort: Effort) -> ProblemRequest {
        let (more_threats, verdict_only) = (self.more_threats, self.verdict_only);
        ProblemRequest { more_threats, verdict_only, effort }
    }
}
