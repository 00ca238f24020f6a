//! The command line as it is written. Everything here is text turned into values, one flag at a
//! time; what flags mean together is decided by the subcommand.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use threefold::game::{Game, Player, RepetitionRule};
use threefold_lab::Treatment;

use crate::egdb::args::EgdbArgs;
use crate::go::args::GoArgs;
use crate::problem::args::{ProblemArgs, QuestionArgs};
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
    Compare(Box<CompareArgs>),
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
    #[arg(long, value_enum)]
    pub game: Option<GameName>,

    /// Whose win is in question
    ///
    /// By default the side to move in chess (or its opponent, where an EPD record says with
    /// `bm #-N` that the side to move is mated), and what a .game file says.
    #[arg(long, value_enum, value_name = "PLAYER")]
    pub attacker: Option<Attacker>,

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

const COMPARE_EXAMPLES: &str = "\
Examples:
  threefold compare figure2.game                     Every treatment on Figure 2
  threefold compare pawns.epd --policies dfpn --nodes 1M --report pawns.html
  threefold compare mates.epd --policies dfpn/ignore,dfpn/base-twin --json | jq .wrong
  threefold compare \"go 2x3 at-least 1 rule psk\" -n 100k -t 3s
  threefold compare --random 10k --size 12 --rule situational-superko --seed 1
  threefold compare --random 10k --save-failures minimal/ --report random.html
  threefold compare --random 1k --setting depth-limited --table kept --rule draw

What is true is found out apart from the treatments: for graph games by retrograde analysis or
exhaustive search, else by a certificate that has been checked. A claim on a position of which the
truth was not found is counted as unverified.

Exit status: 0 compared (wrong answers are a result, not a failure), 3 interrupted, 2 bad input or
usage, 1 the certificate of the arbiter's own answer failed its check.";

/// Compare treatments of repetition: which answers are wrong, and what does it cost?
///
/// Every treatment answers the same questions in turn, with an empty table each time, and every
/// claim is checked.
#[derive(Debug, Args)]
#[command(after_help = COMPARE_EXAMPLES)]
pub struct CompareArgs {
    /// Files (.epd, .fen, .pdn, .sgf, .game), - for standard input, or a position in quotes
    #[arg(required_unless_present = "random", conflicts_with = "random", value_name = "INPUT")]
    pub inputs: Vec<String>,

    /// The game, where the input does not show it
    #[arg(long, value_enum, conflicts_with = "random")]
    pub game: Option<GameName>,

    /// The treatments: names, or families of them (dfpn), separated by commas; or all
    #[arg(long, short, value_name = "NAMES", default_value = "all", value_parser = parse_policies)]
    pub policies: Policies,

    /// The repetition rule, instead of the one that the input says; for random games also all
    #[arg(long, value_name = "RULE", value_parser = parse_rule)]
    pub rule: Option<RuleChoice>,

    /// Whose win is in question, as for solve
    #[arg(long, value_enum, value_name = "PLAYER", conflicts_with = "random")]
    pub attacker: Option<Attacker>,

    /// Nodes for each answer (10k, 5M, 1G); 1M, for random games 20k, if left out
    #[arg(long, short, value_name = "N", value_parser = parse_count)]
    pub nodes: Option<u64>,

    /// Time for each answer (10s, 2m, 500ms; seconds without a unit)
    #[arg(
        long,
        short,
        value_name = "T",
        value_parser = parse_duration,
        default_value = "1m",
        conflicts_with = "random"
    )]
    pub time: Duration,

    /// Directory of the endgame database for checkers, or none, as for solve
    #[arg(long, value_name = "DIR|none")]
    pub egdb: Option<PathBuf>,

    /// Memory for the table or tree of each answer; 64M, for random games 64K, if left out
    #[arg(long, short, value_name = "SIZE", value_parser = parse_bytes)]
    pub memory: Option<usize>,

    /// Nodes for finding out what is true where no oracle can; ten times --nodes if left out
    ///
    /// For random games these are the nodes of the exhaustive search, 200k if left out; games that
    /// need more are skipped.
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub arbiter_nodes: Option<u64>,

    /// Time for the same; ten times --time if left out
    #[arg(long, value_name = "T", value_parser = parse_duration, conflicts_with = "random")]
    pub arbiter_time: Option<Duration>,

    /// Write a page with tables, plots and the first wrong answers explained
    ///
    /// For random games: with error rates and the smallest games that each policy gets wrong. - is
    /// standard output: the tables go to standard error then.
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,

    /// Overwrite files that are inputs as well, or are not of the kind that is written
    #[arg(long)]
    pub force: bool,

    /// Print one JSON object per policy and rule
    #[arg(long)]
    pub json: bool,

    /// Compare on this many positions or random games at once; 0 for one per processor
    ///
    /// One position, and as many random games as there are processors, if left out. With more than
    /// one the times are those of searches that disturb each other.
    #[arg(long, short, value_name = "N")]
    pub jobs: Option<usize>,

    #[command(flatten)]
    pub problem: QuestionArgs,

    #[command(flatten)]
    pub random: RandomArgs,
}

/// Random games instead of inputs.
#[derive(Debug, Args)]
#[command(next_help_heading = "Random games")]
pub struct RandomArgs {
    /// Compare on this many random games of every rule
    #[arg(long, value_name = "GAMES", value_parser = parse_count)]
    pub random: Option<u64>,

    /// Positions in each game: N, or A..B, both included; 12, or 8 for values, if left out
    #[arg(long, value_name = "N", value_parser = parse_sizes, conflicts_with = "inputs")]
    pub size: Option<Sizes>,

    /// Where the games come from: the same seed gives the same games
    #[arg(long, value_name = "S", default_value_t = 1, conflicts_with = "inputs")]
    pub seed: u64,

    /// Values of positions instead of yes-or-no questions: policies of alpha-beta only
    ///
    /// Every position of a short game is asked about in turn, and its value and its move are
    /// compared with those of a search without a table to the same depth.
    #[arg(
        long,
        value_name = "SETTING",
        value_enum,
        conflicts_with_all = ["inputs", "nodes", "memory", "arbiter_nodes"]
    )]
    pub setting: Option<SettingName>,

    /// What happens to the table between the positions of a game
    #[arg(long, value_name = "TABLE", value_enum, default_value = "cleared", requires = "setting")]
    pub table: TableName,

    /// Save the smallest game that each policy gets wrong, made as small as it gets
    #[arg(long, value_name = "DIR", conflicts_with = "inputs")]
    pub save_failures: Option<PathBuf>,
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
    #[arg(long, value_enum, requires = "question")]
    pub game: Option<GameName>,

    /// Whose win is in question, as for solve
    #[arg(long, value_enum, value_name = "PLAYER", requires = "question")]
    pub attacker: Option<Attacker>,

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
pub enum GameName {
    Chess,
    Checkers,
    /// Questions about boards: "3x3 at-least 4"
    Go,
    Graph,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Attacker {
    White,
    Black,
    First,
    Second,
    /// The side to move
    Mover,
}

impl Attacker {
    pub const fn name(self) -> &'static str {
        match self {
            Attacker::White => "white",
            Attacker::Black => "black",
            Attacker::First => "first",
            Attacker::Second => "second",
            Attacker::Mover => "mover",
        }
    }

    /// The player of a game who is meant. The error says that there is none.
    pub fn player<G: Game>(self, game: &G, root: &G::Position) -> Result<Player, String> {
        match self {
            Attacker::Mover => Ok(game.player_to_move(root)),
            Attacker::First => Ok(Player::First),
            Attacker::Second => Ok(Player::Second),
            named => Player::ALL
                .into_iter()
                .find(|&player| game.player_name(player) == named.name())
                .ok_or_else(|| format!("{} has no player '{}'", game.name(), named.name())),
        }
    }
}

/// How far values are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SettingName {
    /// Every line to its end; a finished game is won, drawn or lost
    Complete,
    /// The same with five values of finished games
    #[value(name = "complete-5")]
    CompleteFive,
    /// Iterative deepening to a few plies, with random values at the horizon
    DepthLimited,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableName {
    /// It is cleared before each
    Cleared,
    /// It is kept
    Kept,
}

/// The treatments to compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policies(pub Vec<Treatment>);

/// `all`, and names or families of treatments (what stands before the slash) between commas. Each
/// treatment once, in the order in which they are named.
fn parse_policies(text: &str) -> Result<Policies, String> {
    let mut policies: Vec<Treatment> = Vec::new();
    for name in text.split(',').map(str::trim) {
        let is_meant = |treatment: &Treatment| {
            let family = treatment.name().split('/').next();
            name == "all" || family == Some(name) || treatment.name() == name
        };
        let meant: Vec<Treatment> = Treatment::ALL.iter().copied().filter(is_meant).collect();
        if meant.is_empty() {
            return Err(match name.parse::<Treatment>() {
                Ok(_) => String::new(),
                Err(error) => error.to_string(),
            });
        }
        policies.extend(
            meant.into_iter().filter(|policy| !policies.contains(policy)).collect::<Vec<_>>(),
        );
    }
    Ok(Policies(policies))
}

/// One rule, or all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleChoice {
    All,
    One(RepetitionRule),
}

fn parse_rule(text: &str) -> Result<RuleChoice, String> {
    match text {
        "all" => Ok(RuleChoice::All),
        name => name.parse().map(RuleChoice::One).map_err(|error| format!("{error}, or all")),
    }
}

/// From so many to so many positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    pub least: u32,
    pub most: u32,
}

/// Exhaustive search tries every path: beyond this there is no truth to compare with.
const LARGEST_RANDOM_GAME: u32 = 40;

fn parse_sizes(text: &str) -> Result<Sizes, String> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    match (least.parse(), most.parse()) {
        (Ok(least), Ok(most)) if 1 <= least && least <= most && most <= LARGEST_RANDOM_GAME => {
            Ok(Sizes { least, most })
        }
        _ => Err(format!("expected N or A..B, from 1 to {LARGEST_RANDOM_GAME}")),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PolicyName {
    /// Base and twin entries: right
    BaseTwin,
    /// One plain entry per position, whatever the path: sometimes wrong
    Ignore,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PathCodeName {
    /// A chain over the positions since the last irreversible move
    Chain,
    /// A number per move and depth (Kishimoto and Mueller 2004)
    MoveDepth,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TwinsName {
    /// Every path that contains the ancestors it relies on
    Ancestors,
    /// The one path it was found on (Kishimoto and Mueller 2004)
    ExactPath,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_well_defined() {
        Cli::command().debug_assert();
    }

    #[test]
    fn advanced_flags_follow_the_defaults_of_the_library() {
        let cli = Cli::parse_from(["threefold", "solve", "-"]);
        let Command::Solve(solve) = cli.command else { panic!() };
        let options = threefold::search::Options::default();
        let limits = threefold::search::Limits::default();
        assert_eq!(solve.advanced.simulation_budget, options.simulation_budget);
        assert_eq!(solve.advanced.closed_set_interval, options.closed_set_interval);
        assert_eq!(solve.memory, options.table_bytes);
        assert_eq!(solve.advanced.depth, limits.depth);
        assert_eq!(solve.nodes, limits.nodes);
    }
}
