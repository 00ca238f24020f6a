//! The command line of `threefold library`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use threefold::session::registry::GameName;
use threefold_library::Hash;
use threefold_terminal::names::{AttackerName, game_parser};

use threefold_terminal::units::{parse_bytes, parse_count, parse_duration};

/// A store of proofs: add certificates, find them again.
///
/// `threefold solve --library DIR` looks there before it searches, and adds what it proves.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct LibraryArgs {
    #[command(subcommand)]
    pub command: LibraryCommand,
}

const EXAMPLES: &str = "\
Examples:
  threefold solve mates.epd --library proofs.lib
  threefold library add proofs.lib proofs/
  threefold library find proofs.lib \"4k3/Q7/3K4/8/8/8/8/8 w - -\"
  threefold library export proofs.lib --certificate mate.cert \"4k3/Q7/3K4/8/8/8/8/8 w - -\"
  threefold library check proofs.lib --certificates
  threefold library repair proofs.lib

Exit status: 0, 1 a certificate is refuted, damaged or contradicts another, 2 bad input or one that
may not enter, 3 not checked because of a limit, or a position that is not known.";

#[derive(Debug, Subcommand)]
pub enum LibraryCommand {
    Add(AddArgs),
    Find(FindArgs),
    Check(CheckArgs),
    Export(ExportArgs),
    Repair(RepairArgs),
    Stats(StatsArgs),
}

/// Check certificates and add those that hold.
///
/// What depends on more than the position does not enter: certificates with a history, under
/// superko, of graph games, and of problems of Go that take something for granted. A draw is two
/// claims, which enter one by one. What contradicts a claim that is there ends the run with both
/// hashes.
#[derive(Debug, Args)]
pub struct AddArgs {
    /// The library; it is made if it is not there
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,

    /// Certificates, compressed or not, or directories with them at any depth
    #[arg(required = true, value_name = "FILE|DIR")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub means: Means,

    /// Print one JSON object per claim
    #[arg(long)]
    pub json: bool,
}

/// What a check may take.
#[derive(Debug, Args)]
pub struct Means {
    /// Give up a check that holds more memory than this (64M, 1G)
    ///
    /// By default half of what is available, at most 4 GiB.
    #[arg(long, short, value_name = "SIZE", value_parser = parse_bytes)]
    pub memory: Option<usize>,

    /// Give up a claim after this time (10s, 2m; seconds without a unit)
    #[arg(long, short, value_name = "T", value_parser = parse_duration, default_value = "10m")]
    pub time: Duration,

    /// Directory of the endgame database that certificates of checkers rely on, or none
    #[arg(long, value_name = "DIR|none")]
    pub egdb: Option<PathBuf>,
}

/// What is known of positions, each certificate checked.
#[derive(Debug, Args)]
pub struct FindArgs {
    /// The library
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,

    #[command(flatten)]
    pub positions: Positions,

    /// Print one JSON object per position
    #[arg(long)]
    pub json: bool,
}

/// Positions, as solve reads them.
#[derive(Debug, Args)]
pub struct Positions {
    /// Files, - for standard input, or positions in quotes, as for solve
    ///
    /// What is known is known of the position, whatever was played before.
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<String>,

    /// The game, where the input does not show it
    #[arg(long, value_parser = game_parser())]
    pub game: Option<GameName>,

    /// Whose win is in question, in games whose rules depend on it
    #[arg(long, value_enum, value_name = "PLAYER")]
    pub attacker: Option<AttackerName>,

    #[command(flatten)]
    pub means: Means,
}

/// Compare every certificate with its hash, and remove what killed processes have left.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The library
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,

    /// Check every certificate again as well
    #[arg(long)]
    pub certificates: bool,

    #[command(flatten)]
    pub means: Means,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Check every certificate, and search again for what a damaged or missing one proved.
///
/// What is found is put in its place. What is not found within the limits is removed, and said: the
/// library does not know it any more (exit status 3).
#[derive(Debug, Args)]
pub struct RepairArgs {
    /// The library
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,

    #[command(flatten)]
    pub means: Means,

    /// Give up a search after so many nodes (100k, 10M)
    #[arg(long, short, value_name = "N", value_parser = parse_count)]
    pub nodes: Option<u64>,

    /// Print one JSON object per claim
    #[arg(long)]
    pub json: bool,
}

/// Write certificates out of the library.
///
/// Of the positions that are named, or all. What is known of one position goes into one file, a
/// draw with both its claims.
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// The library
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,

    #[command(flatten)]
    pub positions: Positions,

    /// The certificate with this hash
    #[arg(long, value_name = "HASH", conflicts_with = "inputs")]
    pub hash: Option<Hash>,

    /// Where they go: to FILE for one, into DIR for several
    #[arg(long, short, value_name = "FILE|DIR", required = true)]
    pub certificate: PathBuf,

    /// Compress them
    #[arg(long)]
    pub compress: bool,

    /// Overwrite files that are no certificates
    #[arg(long)]
    pub force: bool,
}

/// How much is in a library.
#[derive(Debug, Args)]
pub struct StatsArgs {
    /// The library
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
