//! The command line as it is written. Everything here is text turned into values, one flag at a
//! time; what flags mean together is decided by the subcommand.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use threefold::search::{PathCodeKind, Policy, TwinKind};
use threefold::session::registry::GameName;
use threefold_terminal::names::{AttackerName, game_parser};
use threefold_terminal::problem::QuestionArgs;

use crate::egdb::args::EgdbArgs;
use crate::go::args::GoArgs;
use crate::problem::args::ProblemArgs;
use crate::units::{parse_bytes, parse_count, parse_duration};

/// Solves games whose positions repeat, and proves its answers.
///
/// threefold answers "who wins from here?" for games in which a position can occur again, and
/// writes a certificate of each answer that a program without any search can check.
#[derive(Debug, Parser)]
#[command(name = "threefold", version, max_term_width = 100, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Solve(Box<SolveArgs>),
    /// Where the comparison went
    #[command(hide = true, disable_help_flag = true)]
    Compare(MovedArgs),
    Check(CheckArgs),
    Bench(BenchArgs),
    Egdb(EgdbArgs),
    Go(GoArgs),
    Dot(DotArgs),
    Gtp(GtpArgs),
    Completions(CompletionsArgs),
}

const EXAMPLES: &str = "\
Examples:
  threefold solve \"4k3/Q7/3K4/8/8/8/8/8 w - -\"       Does White mate?
  threefold solve --moves --value endings.epd        Win, draw or loss, for every move
  threefold solve --certificate proofs/ mates.epd    Write the proofs
  threefold check proofs/*.cert                      Check them
  threefold solve --value \"W:WK19,K23:B12,K28\"        Checkers: First Position
  threefold go board 3x3                             Go: the value of a small board
  threefold solve --policy ignore figure2.game       The wrong answer of a plain table, caught";

const SOLVE_EXAMPLES: &str = "\
Examples:
  threefold solve \"8/8/8/8/8/1k6/7r/K7 w - -\" --attacker black
  threefold solve mates.epd --nodes 1M --jobs 4
  threefold solve corner.sgf --goal live --tree solution.sgf
  threefold solve --value --certificate draw.cert \"8/8/8/8/8/1k6/1p6/1K6 w - -\"
  threefold solve \"k1r5/8/K1R5/8/8/8/8/8 w - - 0 1 moves c6b6 c8b8 b6c6\"
  cat mates.epd | threefold solve --json - | jq .verdict

In chess the question is whether a mate can be forced, in any number of moves: a repeated position
counts as a draw, and the fifty-move rule is not applied.

Exit status: 0 every position answered, 3 some unknown, 2 bad input or usage, 1 an answer's own
certificate failed its check.";

/// Solve positions: can the attacker win?
#[derive(Debug, Args)]
#[command(after_help = SOLVE_EXAMPLES, args_override_self = true)]
pub struct SolveArgs {
    /// Files (.epd, .fen, .game, .pdn, .sgf), - for standard input, or a position in quotes
    ///
    /// A position is a FEN, with or without its clocks, and may be followed by `moves e2e4 ...`:
    /// the game goes on from there, and the earlier positions count as repetitions. EPD and FEN
    /// files hold one position per line. A PDN file holds games of checkers; the position in
    /// question is the one after the last move, FILE.pdn#3 is game 3 alone, and FILE.pdn#3:24 the
    /// position after 24 of its plies. An SGF file holds problems of Go; FILE.sgf#3 is number 3,
    /// and FILE.sgf#3:24 the position after 24 moves of its main line. A question about a small
    /// board of Go is a line: "go 3x3 at-least 4".
    #[arg(required = true, value_name = "INPUT")]
    pub inputs: Vec<String>,

    /// The game, where the input does not show it
    #[arg(long, value_parser = game_parser())]
    pub game: Option<GameName>,

    /// Whose win is in question
    ///
    /// By default the side to move in chess (or its opponent, where an EPD record says with
    /// `bm #-N` that the side to move is mated), and what a .game file says.
    #[arg(long, value_enum, value_name = "PLAYER")]
    pub attacker: Option<AttackerName>,

    /// Find the value for the side to move: win, draw or loss
    ///
    /// Two questions instead of one: can the side to move win, and can the other side? The
    /// certificate of a draw has two blocks. Limits apply to each question.
    #[arg(long, conflicts_with = "attacker")]
    pub value: bool,

    /// Also give the verdict of every legal move
    ///
    /// Each move is played and the question asked again, with limits of its own. The certificate
    /// that is written is that of the position itself.
    #[arg(long)]
    pub moves: bool,

    /// What the table stores of results that met a repetition
    #[arg(long, value_enum, default_value = "base-twin")]
    pub policy: PolicyName,

    /// Give up a question after this many nodes (10k, 5M, 1G)
    #[arg(long, short, value_name = "N", value_parser = parse_count, default_value = "unlimited")]
    pub nodes: u64,

    /// Give up a question after this time (10s, 2m, 500ms; seconds without a unit)
    #[arg(long, short, value_name = "T", value_parser = parse_duration)]
    pub time: Option<Duration>,

    /// Size of the table (64K, 64M, 1G); each question that is being answered has its own
    ///
    /// Any size gives the same answers, sooner or later.
    #[arg(long, short, value_name = "SIZE", value_parser = parse_bytes, default_value = "64M")]
    pub memory: usize,

    /// Write certificates: to FILE for one position, into DIR for several
    ///
    /// In a directory they are named after the position's id, or else after its file and line, and
    /// end in .cert. A FILE that ends in .zst is compressed. - is standard output: what is said
    /// otherwise goes to standard error then, and --json cannot be asked for. Pipes and devices
    /// are written to, links are followed, and a file gets its name when it is complete and on the
    /// disk.
    #[arg(long, short, value_name = "FILE|DIR")]
    pub certificate: Option<PathBuf>,

    /// Compress the certificates, in a directory as NAME.cert.zst
    #[arg(long, requires = "certificate")]
    pub compress: bool,

    /// Overwrite files that are inputs as well, or are not of the kind that is written
    #[arg(long)]
    pub force: bool,

    /// Do not check the answers' own certificates
    ///
    /// Without --certificate none is made then, and so there is no line to show.
    #[arg(long)]
    pub no_check: bool,

    /// Print one JSON object per position
    #[arg(long)]
    pub json: bool,

    /// Solve this many positions at once; 0 for one per processor
    ///
    /// The output keeps the order of the input.
    #[arg(long, short, value_name = "N", default_value_t = 1)]
    pub jobs: usize,

    /// Directory of the endgame database for checkers, or none
    ///
    /// By default the one in the user's cache directory (`threefold egdb info` says where), which
    /// is built with 5 pieces when it is needed for the first time. Certificates rely on the
    /// database, and checking them needs the same number of pieces.
    #[arg(long, value_name = "DIR|none")]
    pub egdb: Option<PathBuf>,

    #[command(flatten)]
    pub problem: ProblemArgs,

    #[command(flatten)]
    pub advanced: AdvancedArgs,
}

/// How the search works: for comparisons.
#[derive(Debug, Args)]
#[command(next_help_heading = "Advanced")]
pub struct AdvancedArgs {
    /// How paths are turned into codes
    #[arg(long, value_enum, default_value = "chain", hide_short_help = true)]
    pub path_code: PathCodeName,

    /// Which paths a path-dependent result is used on
    #[arg(long, value_enum, default_value = "ancestors", hide_short_help = true)]
    pub twins: TwinsName,

    /// Positions that one simulation may visit; 0 switches simulation off
    #[arg(long, value_name = "N", default_value_t = 30, hide_short_help = true)]
    pub simulation_budget: u32,

    /// Positions that may be visited when the refutation of a move is tried on another; 0 switches
    /// it off
    ///
    /// By default 50 for problems of Go, where it pays, and 0 for other games.
    #[arg(long, value_name = "N", hide_short_help = true)]
    pub sibling_budget: Option<u32>,

    /// Nodes between attempts to find positions that can be solved together; 0 switches it off
    ///
    /// A closed set: positions that the side which a repetition favours need not leave.
    #[arg(long, value_name = "N", default_value_t = 1024, hide_short_help = true)]
    pub closed_set_interval: u32,

    /// Give up a question when a path gets longer than this many plies
    #[arg(
        long,
        value_name = "PLIES",
        default_value_t = 1_000_000,
        value_parser = clap::value_parser!(u32).range(1..),
        hide_short_help = true
    )]
    pub depth: u32,

    /// Compare positions whose keys are equal and count collisions (slow)
    #[arg(long, hide_short_help = true)]
    pub detect_collisions: bool,
}

/// What `threefold compare` was given.
#[derive(Debug, Args)]
pub struct MovedArgs {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub flags: Vec<String>,
}

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
    /// answers.
    #[arg(long, short, value_name = "INPUT")]
    pub question: Option<String>,

    /// The game of the question, where the input does not show it
    #[arg(long, value_parser = game_parser(), requires = "question")]
    pub game: Option<GameName>,

    /// Whose win is in question, as for solve
    #[arg(long, value_enum, value_name = "PLAYER", requires = "question")]
    pub attacker: Option<AttackerName>,

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

    /// Directory of the endgame database that certificates of checkers rely on, or none
    ///
    /// By default the one in the user's cache directory, as for solve. Its files are compared with
    /// their checksums first.
    #[arg(long, value_name = "DIR|none")]
    pub egdb: Option<PathBuf>,

    /// Do not believe the database: play its part of the game out as well, move by move
    ///
    /// Wins need its depths for that, which are there up to 5 pieces unless asked for otherwise
    /// (`egdb build --depths`).
    #[arg(long)]
    pub expand_database: bool,

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

/// Measure speed on a fixed set of positions.
///
/// The signature (the number of nodes of all searches) depends on nothing but the version of the
/// program.
///
/// Exit status: 0, or 1 if a number of move sequences is not the published one.
#[derive(Debug, Args)]
pub struct BenchArgs {
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,

    /// Also count the move sequences of checkers from the start, up to 12 plies
    ///
    /// Their numbers are compared with the published ones. Takes 15 seconds.
    #[arg(long)]
    pub perft: bool,
}

/// Draw a graph game: prints it in the DOT language of Graphviz.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  threefold dot figure2.game | dot -Tsvg > figure2.svg")]
pub struct DotArgs {
    /// The game; - for standard input
    #[arg(value_name = "FILE.game")]
    pub file: PathBuf,
}

const GTP_EXAMPLES: &str = "\
Example, as an engine in Sabaki:
  path: threefold    arguments: gtp --safe wall --time 30s

The commands threefold-solve and threefold-region take flags of `threefold solve` too:
  threefold-solve --goal kill --ko psk";

/// Answer in the Go Text Protocol: problems of Go on the board of a client.
#[derive(Debug, Args)]
#[command(after_help = GTP_EXAMPLES)]
pub struct GtpArgs {
    /// Flags of `threefold solve` that hold for every problem
    #[arg(value_name = "FLAGS", trailing_var_arg = true, allow_hyphen_values = true)]
    pub flags: Vec<String>,
}

/// Print completions for a shell.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  threefold completions bash > /etc/bash_completion.d/threefold")]
pub struct CompletionsArgs {
    pub shell: Shell,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PolicyName {
    /// Base and twin entries: right
    BaseTwin,
    /// One plain entry per position, whatever the path: sometimes wrong
    Ignore,
}

impl PolicyName {
    pub const fn policy(self) -> Policy {
        match self {
            PolicyName::BaseTwin => Policy::BaseTwin,
            PolicyName::Ignore => Policy::Ignore,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PathCodeName {
    /// A chain over the positions since the last irreversible move
    Chain,
    /// A number per move and depth (Kishimoto and Mueller 2004)
    MoveDepth,
}

impl PathCodeName {
    pub const fn kind(self) -> PathCodeKind {
        match self {
            PathCodeName::Chain => PathCodeKind::Chain,
            PathCodeName::MoveDepth => PathCodeKind::MoveDepth,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TwinsName {
    /// Every path that contains the ancestors it relies on
    Ancestors,
    /// The one path it was found on (Kishimoto and Mueller 2004)
    ExactPath,
}

impl TwinsName {
    pub const fn kind(self) -> TwinKind {
        match self {
            TwinsName::Ancestors => TwinKind::Ancestors,
            TwinsName::ExactPath => TwinKind::ExactPath,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use threefold::search::Interrupt;
    use threefold::session::effort::Effort;
    use threefold::session::go::board::BoardRequest;
    use threefold::session::problem::question::ProblemQuestion;
    use threefold::session::problem::solution::ProblemRequest;

    use super::*;
    use crate::go::args::GoCommand;
    use crate::go::board;
    use crate::solve::effort;

    #[test]
    fn the_command_line_is_well_defined() {
        Cli::command().debug_assert();
    }

    /// All of what a question may spend, and how, field by field.
    fn written(effort: &Effort) -> String {
        format!("{effort:?}")
    }

    fn solve_args() -> SolveArgs {
        let cli = Cli::parse_from(["threefold", "solve", "-"]);
        let Command::Solve(args) = cli.command else { panic!() };
        *args
    }

    #[test]
    fn flags_of_solve_follow_the_defaults_of_the_session() {
        for usual in [Effort::for_positions(), Effort::for_problems()] {
            assert_eq!(written(&effort(&solve_args(), usual.clone())), written(&usual));
        }
    }

    #[test]
    fn flags_of_problems_follow_the_defaults_of_the_session() {
        let usual = ProblemRequest::default();
        let args = solve_args();
        let request = args.problem.request(effort(&args, usual.effort.clone()));
        assert_eq!(format!("{request:?}"), format!("{usual:?}"));
        assert_eq!(args.problem.question.question(), ProblemQuestion::default());
    }

    #[test]
    fn flags_of_boards_follow_the_defaults_of_the_session() {
        let cli = Cli::parse_from(["threefold", "go", "board", "3x3"]);
        let Command::Go(GoArgs { command: GoCommand::Board(args) }) = cli.command else { panic!() };
        let usual = BoardRequest::new(args.size);
        let request = board::request(&args, Interrupt::default()).unwrap();
        assert_eq!(format!("{request:?}"), format!("{usual:?}"));
    }
}
