//! The command line of `threefold egdb`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use threefold::checkers::egdb::Material;
use threefold::chess::tables::Material as Ending;

/// Build, verify and ask endgame databases of checkers and chess.
#[derive(Debug, Args)]
#[command(after_help = EGDB_EXAMPLES)]
pub struct EgdbArgs {
    #[command(subcommand)]
    pub command: EgdbCommand,
}

const EGDB_EXAMPLES: &str = "\
Examples:
  threefold egdb build --pieces 6
  threefold egdb build --game chess --ending KRPvKR
  threefold egdb verify
  threefold egdb probe \"W:WK19,K23:B12,K28\"
  threefold solve --value \"B:W30,K31,K32:BK20,21,K22,K23\"

Up to 5 pieces, and 4 men of chess, are built when solve needs them for the first time; what is
built here without --dir is what solve, compare and check use. A build that was interrupted goes on
where it was when it is started again.";

#[derive(Debug, Subcommand)]
pub enum EgdbCommand {
    /// Build what is missing
    Build {
        /// All positions with up to so many pieces
        #[arg(
            long,
            value_name = "N",
            value_parser = clap::value_parser!(u8).range(2..=8)
        )]
        pieces: Option<u8>,

        /// Of which game: chess has --men instead of --pieces
        #[arg(long, value_enum, default_value = "checkers")]
        game: EgdbGame,

        /// Chess: plies to mate of all positions with up to so many men, kings included
        #[arg(
            long,
            value_name = "N",
            value_parser = clap::value_parser!(u8).range(3..=5),
            conflicts_with_all = ["pieces", "slice", "from"]
        )]
        men: Option<u8>,

        /// Chess: this ending of five men (KRPvKR) and all that it leads to; may be repeated
        #[arg(
            long,
            value_name = "ENDING",
            conflicts_with_all = ["pieces", "slice", "from", "men"]
        )]
        ending: Vec<Ending>,

        /// Only this slice and its mirror image: a task of `egdb plan`
        ///
        /// What it is built on has to be there, and is verified and only read; several slices may
        /// be built in one directory at once.
        #[arg(long, value_name = "SLICE", conflicts_with = "pieces")]
        slice: Option<Material>,

        /// Up to how many pieces the plies to the end are stored too
        #[arg(
            long,
            value_name = "N",
            default_value_t = 5,
            value_parser = clap::value_parser!(u8).range(0..=8)
        )]
        depths: u8,

        /// A database that an earlier version of this program has built: what is in it is taken
        /// rather than built again
        ///
        /// In the user's cache directory it is found without this.
        #[arg(long, value_name = "DIR", conflicts_with = "slice")]
        from: Option<PathBuf>,

        #[command(flatten)]
        place: EgdbPlace,

        /// Threads; 0 for one per processor
        #[arg(long, value_name = "T", default_value_t = 0)]
        threads: usize,
    },
    /// Cut a build into tasks, for make, Slurm, HyperQueue or another engine
    ///
    /// Nothing is built. A task is `threefold egdb build --slice`: it reads the files of others and
    /// writes its own, so that tasks run at once, on one machine or on several with one directory.
    #[command(after_help = PLAN_EXAMPLES)]
    Plan {
        /// All positions with up to so many pieces
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=8))]
        pieces: u8,

        /// Up to how many pieces the plies to the end are stored too
        #[arg(
            long,
            value_name = "N",
            default_value_t = 5,
            value_parser = clap::value_parser!(u8).range(0..=8)
        )]
        depths: u8,

        /// What runs the tasks
        #[arg(long, value_enum, value_name = "FORMAT", default_value = "json")]
        format: PlanFormat,

        /// The directory of the database, as the tasks will see it
        #[arg(long, value_name = "DIR", default_value = "egdb")]
        dir: PathBuf,

        /// Threads of each task
        #[arg(
            long,
            value_name = "T",
            default_value_t = 1,
            value_parser = clap::value_parser!(u16).range(1..)
        )]
        threads: u16,
    },
    /// Check everything: files, counts, and every value against the rules
    ///
    /// A minute of processor time with 5 pieces, a quarter of an hour with 6.
    Verify {
        /// Of which game
        #[arg(long, value_enum, default_value = "checkers")]
        game: EgdbGame,

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
        /// Of which game
        #[arg(long, value_enum, default_value = "checkers", conflicts_with = "json")]
        game: EgdbGame,

        #[command(flatten)]
        place: EgdbPlace,

        /// One JSON object
        #[arg(long)]
        json: bool,
    },
    /// Look positions up, and show how the game ends
    Probe {
        /// Of which game
        #[arg(long, value_enum, default_value = "checkers")]
        game: EgdbGame,

        /// Positions (FEN)
        #[arg(required = true, value_name = "FEN")]
        positions: Vec<String>,

        #[command(flatten)]
        place: EgdbPlace,

        /// One JSON object a position
        #[arg(long)]
        json: bool,
    },
}

const PLAN_EXAMPLES: &str = "\
Examples:
  threefold egdb plan --pieces 5 --format make > egdb.mk && make -f egdb.mk -j 2
  threefold egdb plan --pieces 8 --depths 0 --format slurm > egdb.sh && sh egdb.sh
  threefold egdb plan --pieces 8 --format hyperqueue > egdb.toml && hq job submit-file egdb.toml
  threefold egdb plan --pieces 7 | jq 'map(.seconds) | add / 3600'

Memory is what a task needs at most. Seconds of processor time are estimated, by the rate on one
machine.";

/// A game that has endgame databases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EgdbGame {
    /// Win, draw, loss, and plies to the end
    Checkers,
    /// Plies to mate
    Chess,
}

/// What runs the tasks of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PlanFormat {
    /// An array of tasks
    Json,
    /// A makefile
    Make,
    /// A shell script that submits one job a task
    Slurm,
    /// A job file
    Hyperqueue,
}

#[derive(Debug, Args)]
pub struct EgdbPlace {
    /// The directory of the database; that in the user's cache directory if left out
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
}
