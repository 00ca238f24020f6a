//! Policies on the command line.

use clap::ValueEnum;
use threefold_search::Policy;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PolicyName {
    /// Base and twin entries
    BaseTwin,
    /// One plain entry per position: wrong now and then
    Ignore,
}

impl From<PolicyName> for Policy {
    fn from(name: PolicyName) -> Policy {
        match name {
            PolicyName::BaseTwin => Policy::BaseTwin,
            PolicyName::Ignore => Policy::Ignore,
        }
    }
}
