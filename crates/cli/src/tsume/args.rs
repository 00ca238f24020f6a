//! The flags about mate problems of shogi.

use clap::{Args, ValueEnum};

/// The heading of these flags.
pub const HEADING: &str = "Shogi";

/// Flags that are about mate problems of shogi alone.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = HEADING)]
pub struct TsumeArgs {
    /// Which interpositions the printed line leaves out at its end
    ///
    /// The verdict, --mate, --shortest, certificates and --json are always literal: every move
    /// counts.
    #[arg(
        long,
        value_enum,
        value_name = "SENSE",
        default_value = "literal",
        hide_short_help = true
    )]
    pub mudaai: Mudaai,

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
pub enum Mudaai {
    /// None: every move counts
    Literal,
    /// Drops that the checking piece takes at once, where nothing else can be played and it is mate
    /// all the same
    Narrow,
}
