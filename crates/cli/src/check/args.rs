//! The command line of `threefold check`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use threefold::chess::Stipulation;
use threefold::session::registry::GameName;
use threefold_terminal::names::{AttackerName, game_parser};
use threefold_terminal::problem::QuestionArgs;
use threefold_terminal::units::{parse_bytes, parse_duration};

use crate::mate::args::{Moves, parse_moves};

/// Check certificates.
///
/// Prints `VERIFIED <claim>` with the question that is answered, or `REFUTED line N: <kind>`, for
/// each claim in each file.
#[derive(Debug, Args)]
#[command(after_help = CHECK_EXAMPLES)]
pub struct CheckArgs {
    /// Certificates, compressed or not, or directories of them; - for standard input
    #[arg(required = true, value_name = "FILE|DIR")]
    pub files: Vec<PathBuf>,

    /// The question that the certificates have to answer: a file or a position, as for solve
    ///
    /// A verified certificate about another question is refuted (`other-question`). Of a file with
    /// many positions each is listed with the certificates that answer it, and those that none
    /// answers. For how many plies the defender holds, the other end of a length, is a part of an
    /// answer.
    #[arg(long, short, value_name = "INPUT")]
    pub question: Option<String>,

    /// The game of the question, where the input does not show it
    #[arg(long, value_parser = game_parser(), requires = "question")]
    pub game: Option<GameName>,

    /// Whose win is in question, as for solve
    #[arg(long, value_enum, value_name = "PLAYER", requires = "question")]
    pub attacker: Option<AttackerName>,

    /// Chess: what the question asks for, as for solve: #N mate, s#N selfmate, =N stalemate
    ///
    /// With a number of moves a win has to come in time, and so does `holds plies`; without one
    /// nothing is said of the length.
    #[arg(long, value_name = "TEXT", requires = "question", conflicts_with = "mate")]
    pub stipulation: Option<Stipulation>,

    /// The question is whether there is a mate in N, as for solve; `record`: as the record says
    ///
    /// In shogi N counts the moves of both sides. A win has to come in time; that the defender
    /// holds for N plies or more says that there is none.
    #[arg(long, value_name = "N|record", value_parser = parse_moves, requires = "question")]
    pub mate: Option<Moves>,

    /// The game that certificates of graph games are about
    ///
    /// The rule, the attacker, the root and the history of a certificate have to be those of the
    /// file.
    #[arg(long, value_name = "FILE.game", conflicts_with = "question")]
    pub graph: Option<PathBuf>,

    /// Give up a check that holds more memory than this (64M, 1G)
    ///
    /// By default half of what is available, at most 4 GiB. A limit is no answer: "not checked".
    #[arg(long, short, value_name = "SIZE", value_parser = parse_bytes)]
    pub memory: Option<usize>,

    /// Give up a claim after this time (10s, 2m; seconds without a unit)
    #[arg(long, short, value_name = "T", value_parser = parse_duration, default_value = "10m")]
    pub time: Duration,

    /// Print the verdicts alone, without the questions that they are about
    #[arg(long)]
    pub quiet: bool,

    /// Directory of the endgame database that certificates rely on, or none
    ///
    /// By default the one in the user's cache directory, as for solve. Its files are compared with
    /// their checksums first.
    #[arg(long, value_name = "DIR|none")]
    pub egdb: Option<PathBuf>,

    /// Directories of the Syzygy tables that certificates rely on
    #[arg(long, value_name = "DIR[:DIR]")]
    pub syzygy: Option<OsString>,

    /// Do not believe the database: play its part of the game out as well, move by move
    ///
    /// Wins need its depths for that, which are there up to 5 pieces unless asked for otherwise
    /// (`egdb build --depths`).
    #[arg(long)]
    pub expand_database: bool,

    /// With --question: the positions of chess are asked about under the fifty-move rule
    #[arg(long, requires = "question")]
    pub fifty_moves: bool,

    /// Run the verified checker, `threefold-verified`, which is made from a machine-checked proof
    ///
    /// It has to be on the path; docs/proof.md says how it is built. It has no databases.
    #[arg(long, conflicts_with_all = [
        "question", "memory", "time", "quiet", "egdb", "syzygy", "expand_database", "fifty_moves",
        "json",
    ])]
    pub verified: bool,

    #[command(flatten)]
    pub problem: QuestionArgs,

    /// Print one JSON object per claim
    #[arg(long)]
    pub json: bool,
}

const CHECK_EXAMPLES: &str = "\
Examples:
  threefold check mate.cert draw.cert.zst
  threefold check --question mates.epd proofs/       Which positions are answered?
  threefold check --graph figure2.game figure2.cert
  threefold check --expand-database ending.cert

Exit status: 0 everything verified (and every question answered), 1 something refuted, 2 a file
could not be read or is about something that its game does not define, 3 not checked because of a
limit, or a question without an answer.";
