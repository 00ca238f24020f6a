//! The flags about mate problems of shogi.

use clap::{Args, ValueEnum};

/// The heading of these flags.
pub const HEADING: &str = "Shogi";

/// Flags that are about mate problems of shogi alone.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = HEADING)]
pub struct TsumeArgs {
    /// How a mate's length is counted: literally, or without futile interpositions as players do
    ///
    /// With `conventional` a drop does not count (無駄合) that is taken at once by a piece that
    /// gives check from there, if the attacker then mates, without what he took, as soon as the
    /// defender could have been mated without the drop. --mate and --shortest answer by that; what
    /// shows that a drop is futile is in --json. Certificates are about the literal length.
    #[arg(
        long,
        value_enum,
        value_name = "SENSE",
        default_value = "literal",
        conflicts_with_all = ["keys", "value", "moves", "policy"],
        hide_short_help = true
    )]
    pub length: Sense,

    /// Is the problem sound? Every other move along the line is judged (検証)
    ///
    /// The line is that of the record, or else the one that is found. Whether another check mates
    /// is asked at every move of the attacker, however long it would take (余詰, 成不成), and how
    /// long every other reply of the defender lasts, futile interpositions apart (変長, 変同,
    /// 駒余り). Each answer about a move of the attacker has a certificate, made and checked.
    /// --nodes counts for each move, 1M unless it is said; what is open then is called so. --tree
    /// writes what was found as KIF.
    #[arg(
        long,
        visible_alias = "sound",
        conflicts_with_all = ["value", "moves", "policy"],
        hide_short_help = true
    )]
    pub kenshou: bool,

    /// Lines of the record that --tree writes, at most
    #[arg(
        long,
        value_name = "N",
        default_value_t = 10_000,
        value_parser = clap::value_parser!(u32).range(1..),
        requires = "tree",
        hide_short_help = true
    )]
    pub tree_lines: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Sense {
    /// Every move counts
    Literal,
    /// Futile interpositions do not
    Conventional,
}
