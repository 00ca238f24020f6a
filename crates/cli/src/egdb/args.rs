//! The command line of `threefold egdb`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use threefold::checkers::egdb::Material;

/// Build, verify and ask endgame databases of checkers.
#[derive(Debug, Args)]
#[command(after_help = EGDB_EXAMPLES)]
pub struct EgdbArgs {
    #[command(subcommand)]
    pub command: EgdbCommand,
}

const EGDB_EXAMPLES: &str = "\
Examples:
  threefold egdb build --pieces 6
  threefold egdb verify
  threefold egdb probe \"W:WK19,K23:B12,K28\"
  threefold solve --value \"B:W30,K31,K32:BK20,21,K22,K23\"

Up to 5 pieces are built when solve needs them for the first time; what is built here without --dir
is what solve, compare and check use. A build that was interrupted goes on where it was when it is
started again.";

#[derive(Debug, Subcommand)]
pub enum EgdbCommand {
    /// Build what is missing
    Build {
        /// All positions with up to so many pieces (36 MB for 5, 640 MB for 6)
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=8))]
        pieces: u8,

        /// Up to how many pieces the plies to the end are stored too (140 MB for 5)
        #[arg(
            long,
            value_name = "N",
            default_value_t = 5,
            value_parser = clap::value_parser!(u8).range(0..=8)
        )]
        depths: u8,

        #[command(flatten)]
        place: EgdbPlace,

        /// Threads; 0 for one per processor
        #[arg(long, value_name = "T", default_value_t = 0)]
        threads: usize,
    },
    /// Check everything: files, counts, and every value against the rules
    ///
    /// A minute of processor time with 5 pieces, a quarter of an hour with 6.
    Verify {
        /// Only this slice (2m1k-1m0k, a line of info) and the same with the other side to move
        #[arg(long, value_name = "SLICE")]
        slice: Option<Material>,

        #[command(flatten)]
        place: EgdbPlace,

        /// Threads; 0 for one per processor
        #[arg(long, value_name = "T", default_value_t = 0)]
        threads: usize,
    },
    /// Show what is there
    Info {
        #[command(flatten)]
        place: EgdbPlace,
    },
    /// Look positions up, and show how the game ends
    Probe {
        /// Positions (FEN)
        #[arg(required = true, value_name = "FEN")]
        positions: Vec<String>,

        #[command(flatten)]
        place: EgdbPlace,
    },
}

#[derive(Debug, Args)]
pub struct EgdbPlace {
    /// The directory of the database; that in the user's cache directory if left out
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
}
