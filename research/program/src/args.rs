//! The flags of `threefold-lab compare`: text turned into values, one flag at a time.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use threefold::game::RepetitionRule;
use threefold::graph::OccurrenceRule;
use threefold::session::registry::GameName;
use threefold_lab::Treatment;
use threefold_terminal::names::{AttackerName, game_parser};
use threefold_terminal::problem::QuestionArgs;

use threefold_terminal::units::{parse_bytes, parse_count, parse_duration};

const COMPARE_EXAMPLES: &str = "\
Examples:
  threefold-lab compare figure2.game                     Every treatment on Figure 2
  threefold-lab compare pawns.epd --policies dfpn --nodes 1M --report pawns.html
  threefold-lab compare mates.epd --policies dfpn/ignore,dfpn/base-twin --json | jq .wrong
  threefold-lab compare \"go 2x3 at-least 1 rule psk\" -n 100k -t 3s
  threefold-lab compare --random 10k --size 12 --rule situational-superko --seed 1
  threefold-lab compare --random 10k --save-failures minimal/ --report random.html
  threefold-lab compare --random 1k --setting depth-limited --table kept --rule draw

What is true is found out apart from the treatments: for graph games by retrograde analysis or
exhaustive search, else by a certificate that has been checked. A claim on a position of which the
truth was not found is counted as unverified.

Exit status: 0 compared (wrong answers are a result, not a failure), 3 interrupted, 2 bad input or
usage, 1 the certificate of the arbiter's own answer failed its check.";

/// The examples, and every treatment in a line or two.
fn long_help() -> String {
    let mut help = format!("{COMPARE_EXAMPLES}\n\nTreatments:");
    for treatment in Treatment::ALL {
        let _ = write!(help, "\n  {treatment:<40}");
        let mut column = 42;
        for word in treatment.summary().split_whitespace() {
            column += 1 + word.len();
            if column > 100 {
                let _ = write!(help, "\n{:<42}", "");
                column = 43 + word.len();
            }
            let _ = write!(help, " {word}");
        }
    }
    help
}

/// Compare treatments of repetition: which answers are wrong, and what does it cost?
///
/// Every treatment answers the same questions in turn, with an empty table each time, and every
/// claim is checked.
#[derive(Debug, Args)]
#[command(after_help = COMPARE_EXAMPLES, after_long_help = long_help())]
pub struct CompareArgs {
    /// Files (.epd, .fen, .pdn, .sgf, .game), - for standard input, or a position in quotes
    #[arg(required_unless_present = "random", conflicts_with = "random", value_name = "INPUT")]
    pub inputs: Vec<String>,

    /// The game, where the input does not show it
    #[arg(long, value_parser = game_parser(), conflicts_with = "random")]
    pub game: Option<GameName>,

    /// The treatments: names, or families of them (dfpn), separated by commas; or all
    #[arg(
        long,
        short,
        visible_alias = "treatments",
        value_name = "NAMES",
        default_value = "all",
        value_parser = parse_policies
    )]
    pub policies: Policies,

    /// The repetition rule, instead of the one that the input says; for random games also all
    #[arg(long, value_name = "RULE", value_parser = parse_rule)]
    pub rule: Option<RuleChoice>,

    /// From which occurrence on a position repeats: tree:T counts from the root, game:N all
    ///
    /// For graph games instead of what their files say, and for random games (tree:2,game:2 if left
    /// out). tree:2,game:3 is what chess engines do: random games then have longer histories, in
    /// which positions occur twice. tree:3,game:3 is the rule of chess to the letter; T is for
    /// alpha-beta.
    #[arg(long, value_name = "tree:T,game:N")]
    pub occurrences: Option<OccurrenceRule>,

    /// Whose win is in question, as for solve
    #[arg(long, value_enum, value_name = "PLAYER", conflicts_with = "random")]
    pub attacker: Option<AttackerName>,

    /// Of chess: kings and pawns only, and who promotes has won
    #[arg(long, conflicts_with = "random")]
    pub promotion_wins: bool,

    /// Of problems of Go: alpha-beta does not follow forced moves beyond its depth
    #[arg(long, conflicts_with = "random")]
    pub no_forced_moves: bool,

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

    /// With --report: pages of the proofs that the first wrong answer of each policy contradicts
    ///
    /// REPORT.1.html and so on beside the report, which links to them. They check the proof
    /// themselves, and open where the policy errs, with its moves beside the right ones.
    #[arg(long, requires = "report", conflicts_with = "random")]
    pub explore: bool,

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

pub fn parse_sizes(text: &str) -> Result<Sizes, String> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    match (least.parse(), most.parse()) {
        (Ok(least), Ok(most)) if 1 <= least && least <= most && most <= LARGEST_RANDOM_GAME => {
            Ok(Sizes { least, most })
        }
        _ => Err(format!("expected N or A..B, from 1 to {LARGEST_RANDOM_GAME}")),
    }
}
