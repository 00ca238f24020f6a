//! The command line of `threefold go`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};
use threefold::go::Size;
use threefold::search::{Limits, Options};
use threefold::session::effort::Effort;
use threefold::session::go::board::Scores;
use threefold::session::go::ko::Ko;
use threefold::session::go::ruling::Cycle;
use threefold_terminal::problem::QuestionArgs;

use crate::solve::args::PolicyName;
use threefold_terminal::units::{parse_bytes, parse_count, parse_duration};

/// Go: exact values of small boards.
#[derive(Debug, Args)]
#[command(after_help = GO_EXAMPLES)]
pub struct GoArgs {
    #[command(subcommand)]
    pub command: GoCommand,
}

#[derive(Debug, Subcommand)]
pub enum GoCommand {
    Board(Box<BoardArgs>),
    /// Check solution trees of problems: marked solutions that fail, others that are not marked
    #[command(after_help = CHECK_SGF_EXAMPLES)]
    CheckSgf(Box<CheckSgfArgs>),
}

const GO_EXAMPLES: &str = "\
Examples:
  threefold go board 3x3
  threefold go board 2x3 --rule psk --position \"OO./... B\"
  threefold go board 1x9 --certificate 1x9.cert";

const CHECK_SGF_EXAMPLES: &str = "\
Examples:
  threefold go check-sgf --goal kill --safe wall collection.sgf
  threefold go check-sgf --all-rules --alternatives all collection.sgf

The player who moves first solves. A move is taken as right if the file says so (TE, GB or GW, a
comment that begins or ends with RIGHT or correct) or if a right end follows; without any such mark
the main line is the solution. What is asked is said as for `threefold solve`.

Exit status: 0 nothing wrong found, 1 something is wrong, 3 something is not known, 2 bad input.";

/// Solution trees to be checked.
#[derive(Debug, Args)]
pub struct CheckSgfArgs {
    /// Files with solution trees; FILE.sgf#3 is game 3 alone, - is standard input
    #[arg(required = true, value_name = "INPUT")]
    pub inputs: Vec<String>,

    /// How many moves of the solver deep other solutions are looked for: 1, or all
    ///
    /// 1 looks at first moves only: further down a tree need not show every way to win. 0 does not
    /// look for moves that are not in the tree.
    #[arg(long, value_name = "N|all", default_value = "1", value_parser = parse_alternatives)]
    pub alternatives: usize,

    /// Check under situational superko, positional superko and basic ko
    #[arg(long, conflicts_with = "ko")]
    pub all_rules: bool,

    /// How many more ko threats are tried to see which moves work by ko only
    #[arg(
        long,
        value_name = "N",
        default_value_t = 2,
        value_parser = clap::value_parser!(u8).range(0..=8)
    )]
    pub more_threats: u8,

    /// Give up a question after this many nodes (10k, 5M, 1G); every move is a question
    #[arg(long, short, value_name = "N", value_parser = parse_count, default_value = "unlimited")]
    pub nodes: u64,

    /// Give up a question after this time (10s, 2m, 500ms; seconds without a unit); every move is a
    /// question
    #[arg(long, short, value_name = "T", value_parser = parse_duration)]
    pub time: Option<Duration>,

    /// Memory for each question (64K, 64M, 1G): see `threefold solve --help`
    #[arg(long, short, value_name = "SIZE", value_parser = parse_bytes, default_value = "256M")]
    pub memory: usize,

    /// Print one JSON object per tree and rule
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub question: QuestionArgs,
}

impl CheckSgfArgs {
    /// What may be spent on each question.
    pub fn effort(&self) -> Effort {
        let usual = Effort::for_problems();
        Effort {
            options: Options { table_bytes: self.memory, ..usual.options },
            limits: Limits { nodes: self.nodes, time: self.time, ..usual.limits },
            ..usual
        }
    }
}

fn parse_alternatives(text: &str) -> Result<usize, String> {
    match text {
        "all" => Ok(usize::MAX),
        _ => text.parse().map_err(|_| "expected a number or 'all'".to_owned()),
    }
}

const BOARD_EXAMPLES: &str = "\
Examples:
  threefold go board 3x3
  threefold go board 2x3 --rule psk --position \"OO./... B\"
  threefold go board 2x2 --history \"A1 B2 A2\" --moves
  threefold go board 2x3 --rule basic-ko --cycle tie
  threefold go board 1x9 --certificate 1x9.cert && threefold check 1x9.cert

The value is Black's area minus White's with best play: stones, and empty regions that touch one
colour only; nothing is removed as dead. Two passes end the game. It is found by questions that are
answered yes or no: does Black score at least so many points? Under basic ko a game may go on for
ever; --cycle says what that counts for.

Exit status: 0 answered, 3 the value or a move is not known, 2 bad input or usage, 1 an answer's own
certificate failed its check.";

/// The exact value of a position on a small board, and the best moves.
#[derive(Debug, Args)]
#[command(after_help = BOARD_EXAMPLES)]
pub struct BoardArgs {
    /// Rows and columns, as in 3x4
    #[arg(value_name = "SIZE")]
    pub size: Size,

    /// The repetition rule
    #[arg(long, value_enum, default_value = "ssk")]
    pub rule: GoRule,

    /// Under basic ko: what a game counts for that goes round in circles for ever
    ///
    /// By default no-result: what each player can force then, and if that is the same, the value.
    #[arg(long, value_enum)]
    pub cycle: Option<CycleName>,

    /// The position, or a file with it; the empty board if left out
    ///
    /// Rows from the top with `/` between them, or on lines of their own: `X` black, `O` white, `.`
    /// empty; then B or W, the side to move, and `pass` if the last move was one:
    /// ".X./OX. W pass". Black is to move if nothing is said.
    #[arg(long, value_name = "FILE|TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,

    /// Moves that were played from there, in GTP coordinates: "B2 pass A1"
    ///
    /// The position in question is the one after them. The earlier ones may not be repeated.
    #[arg(long, value_name = "MOVES")]
    pub history: Option<String>,

    /// Find the value of every legal move, not only which are best
    #[arg(long)]
    pub moves: bool,

    /// Do not look for the best moves
    #[arg(long, conflicts_with = "moves")]
    pub value_only: bool,

    /// Only ask whether Black scores at least these points: 4, or 2..5
    #[arg(
        long,
        value_name = "N|N..M",
        value_parser = parse_scores,
        conflicts_with_all = ["moves", "value_only"],
        allow_hyphen_values = true
    )]
    pub at_least: Option<Scores>,

    /// Allow moves that take the last liberty of their own chain
    #[arg(long)]
    pub suicide: bool,

    /// End games by two passes only, not where unconditional life has decided them
    #[arg(long)]
    pub played_out: bool,

    /// How the table stores results that depend on a repetition
    #[arg(long, value_enum, default_value = "base-twin")]
    pub policy: PolicyName,

    /// Give up a question after this many nodes (10k, 5M, 1G)
    #[arg(long, short, value_name = "N", value_parser = parse_count, default_value = "unlimited")]
    pub nodes: u64,

    /// The longest that a board may take (10s, 2m, 500ms; seconds without a unit)
    ///
    /// It covers all its questions, certificates and checks. What is open then is unknown.
    #[arg(long, short, value_name = "T", value_parser = parse_duration)]
    pub time: Option<Duration>,

    /// Memory for each question (64K, 64M, 1G): see `threefold solve --help`
    #[arg(long, short, value_name = "SIZE", value_parser = parse_bytes, default_value = "256M")]
    pub memory: usize,

    /// Threads that search each question together, with one table; 0 for one per processor
    #[arg(
        long,
        short = 'T',
        value_name = "N",
        value_parser = clap::value_parser!(u16).range(0..=256),
        default_value_t = 1
    )]
    pub threads: u16,

    /// With --threads: nodes that the first of them searches alone
    #[arg(long, value_name = "N", default_value_t = 65536, hide_short_help = true)]
    pub alone: u64,

    /// Write the certificates of both bounds to a file; one that ends in .zst is compressed
    ///
    /// - is standard output: what is said otherwise goes to standard error then.
    #[arg(long, short, value_name = "FILE")]
    pub certificate: Option<PathBuf>,

    /// Write a web page that checks the certificates and lets one play against them
    ///
    /// One page with the strategies of both bounds: that of `threefold explore`.
    #[arg(long, value_name = "FILE.html")]
    pub explore: Option<PathBuf>,

    /// Overwrite files that are inputs as well, or are not of the kind that is written
    #[arg(long)]
    pub force: bool,

    /// Do not check the answers' own certificates
    #[arg(long)]
    pub no_check: bool,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GoRule {
    /// Situational superko: a board with the same side to move may not be recreated
    Ssk,
    /// Positional superko: a board may not be recreated
    Psk,
    /// Basic ko: only a ko may not be retaken by the next move; see --cycle
    #[value(alias = "basic")]
    BasicKo,
}

impl GoRule {
    pub const fn ko(self) -> Ko {
        match self {
            GoRule::Ssk => Ko::Situational,
            GoRule::Psk => Ko::Positional,
            GoRule::BasicKo => Ko::Basic,
        }
    }
}

/// What a game counts for that goes on for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CycleName {
    /// Nothing: what each of the players can force
    NoResult,
    /// As if White owned the whole board
    BlackLoses,
    /// As if Black owned the whole board
    WhiteLoses,
    /// As a score of 0
    Tie,
}

impl CycleName {
    pub const fn cycle(self) -> Cycle {
        match self {
            CycleName::NoResult => Cycle::NoResult,
            CycleName::BlackLoses => Cycle::BlackLoses,
            CycleName::WhiteLoses => Cycle::WhiteLoses,
            CycleName::Tie => Cycle::Tie,
        }
    }
}

fn parse_scores(text: &str) -> Result<Scores, String> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    match (least.parse(), most.parse()) {
        (Ok(least), Ok(most)) if -361 <= least && least <= most && most <= 361 => {
            Ok(Scores { least, most })
        }
        _ => Err("expected N or N..M, scores from -361 to 361".to_owned()),
    }
}
