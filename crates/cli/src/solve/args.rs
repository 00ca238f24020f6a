//! The command line of `threefold solve`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use threefold::search::{Limits, MOST_THREADS, Options, PathCodeKind, Policy, TwinKind};
use threefold::session::effort::Effort;
use threefold::session::registry::GameName;
use threefold_terminal::memory;
use threefold_terminal::names::{AttackerName, game_parser};
use threefold_terminal::pool::jobs;

use crate::mate::args::{LENGTHS, MateArgs};
use crate::problem::args::ProblemArgs;
use crate::tsume::args::{Sense, TsumeArgs};
use threefold_terminal::units::{parse_bytes, parse_count, parse_duration};

const SOLVE_EXAMPLES: &str = "\
Examples:
  threefold solve \"8/8/8/8/8/1k6/7r/K7 w - -\" --attacker black
  threefold solve mates.epd --nodes 1M --jobs 4
  threefold solve corner.sgf --goal live --tree solution.sgf
  threefold solve --shortest --explore mate.html \"kbK5/pp6/1P6/8/8/8/8/R7 w - -\"
  threefold solve --value --certificate draw.cert \"8/8/8/8/8/1k6/1p6/1K6 w - -\"
  threefold solve \"k1r5/8/K1R5/8/8/8/8/8 w - - 0 1 moves c6b6 c8b8 b6c6\"
  threefold solve --diagram --notation san \"startpos moves f2f3 e7e5 g2g4\"
  threefold solve games.pgn#3:24
  threefold solve --mate 2 --keys \"kbK5/pp6/1P6/8/8/8/8/R7 w - -\"
  threefold solve --shortest --nodes 1M mates.epd
  threefold solve --mate record --tries --set-play problems.epd
  threefold solve --diagram \"4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\"
  cat mates.epd | threefold solve --json - | jq .verdict

In chess the question is whether a mate can be forced, in any number of moves: a repeated position
counts as a draw, and the fifty-move rule is not applied. In shogi it is whether the side to move
mates by checks alone (tsume): a repeated position is its failure.

Exit status: 0 every position answered, 3 some unknown, 2 bad input or usage, 1 an answer's own
certificate failed its check.";

const TOPICS: &str = "\
Examples:
  threefold solve --value \"8/8/8/8/8/1k6/1p6/1K6 w - -\"
  threefold solve --shortest --explore mate.html \"kbK5/pp6/1P6/8/8/8/8/R7 w - -\"
  threefold solve corner.sgf --goal live

More flags: threefold help mate, go, shogi, limits, search or output; all: threefold solve --help";

/// What is several questions, and so has no one search that could be kept in a file.
const SEVERAL: [&str; 2 + LENGTHS.len()] = {
    let mut all = ["value"; 2 + LENGTHS.len()];
    all[1] = "moves";
    let mut number = 0;
    while number < LENGTHS.len() {
        all[number + 2] = LENGTHS[number];
        number += 1;
    }
    all
};

/// The heading of flags about what may be spent.
pub const LIMITS: &str = "Limits, threads, long searches";
/// The heading of flags about how it is searched.
pub const SEARCH: &str = "How the search works, and what it knows";
/// The heading of flags about files and what is printed.
pub const OUTPUT: &str = "Output";

/// Solve positions: can the attacker win?
#[derive(Debug, Args)]
#[command(
    after_help = TOPICS,
    after_long_help = SOLVE_EXAMPLES,
    args_override_self = true
)]
pub struct SolveArgs {
    /// Files (.epd, .fen, .pgn, .game, .pdn, .sgf, .sfen, .tsv, .kif, .ki2, .csa, .jkf), - for
    /// standard input, or a position in quotes
    ///
    /// A position is a FEN, with or without its clocks, or `startpos`, and may be followed by
    /// `moves e2e4 ...` or `1. e4 ...`: the game goes on from there, and the earlier positions
    /// count as repetitions. What UCI has is read as well: `position startpos moves ...`. EPD and
    /// FEN files hold one position per line. A PGN file holds games of chess, a PDN file games of
    /// checkers; the position in question is the one after the last move, FILE.pgn#3 is game 3
    /// alone, and FILE.pgn#3:24 the position after 24 of its plies. An SGF file holds problems of
    /// Go; FILE.sgf#3 is number 3, and FILE.sgf#3:24 the position after 24 moves of its main line.
    /// A question about a small board of Go is a line: "go 3x3 at-least 4". A mate problem of shogi
    /// is an SFEN, with or without `sfen` or `position sfen` before it; .sfen and .tsv files hold
    /// one per line, alone or behind a name and a tab. Of a record (KIF, KI2, CSA or JKF)
    /// the position in question is the one with which it begins, and FILE.kif#1:24 the
    /// one after 24 plies.
    #[arg(required_unless_present = "resume", value_name = "INPUT")]
    pub inputs: Vec<String>,

    /// The game, where the input does not show it
    #[arg(long, value_parser = game_parser())]
    pub game: Option<GameName>,

    /// Whose win is in question
    ///
    /// By default the side to move in chess (or its opponent, where an EPD record says with
    /// `bm #-N` that the side to move is mated), the side to move in shogi, and what a .game file
    /// says. In shogi the other side is the one that has to be mated by checks.
    #[arg(long, value_enum, value_name = "PLAYER")]
    pub attacker: Option<AttackerName>,

    /// Find the value for the side to move: win, draw or loss
    ///
    /// Two questions instead of one: can the side to move win, and can the other side? The
    /// certificate of a draw has two blocks. --nodes applies to each question.
    #[arg(long, conflicts_with = "attacker")]
    pub value: bool,

    /// Also give the verdict of every legal move
    ///
    /// Each move is played and the question asked again, with limits of its own. The certificate
    /// that is written is that of the position itself. Of one position the verdict is printed as
    /// soon as it is known, and then each move when it is finished, the promising ones first and
    /// the hard ones last.
    #[arg(long)]
    pub moves: bool,

    /// With --moves and --json: an object also for each thing as soon as it is known
    ///
    /// They have a key `event`, `position` or `move`; the object of the position follows them.
    #[arg(
        long,
        requires = "moves",
        requires = "json",
        help_heading = OUTPUT,
        hide_short_help = true
    )]
    pub events: bool,

    /// Chess: the fifty-move rule counts
    ///
    /// With the halfmove clock of the FEN or of `hmvc`, or 0 if there is none: a position whose
    /// clock reaches 100 is a draw, unless it is mate. Certificates are about `chess fifty-moves`.
    /// Tables of endings are not used.
    #[arg(long, help_heading = crate::mate::args::HEADING, hide_short_help = true)]
    pub fifty_moves: bool,

    /// How the table stores results that depend on a repetition
    #[arg(
        long,
        value_enum,
        default_value = "base-twin",
        help_heading = SEARCH,
        hide_short_help = true
    )]
    pub policy: PolicyName,

    /// Give up a question after this many nodes (10k, 5M, 1G)
    #[arg(
        long,
        short,
        value_name = "N",
        value_parser = parse_count,
        default_value = "unlimited",
        help_heading = LIMITS
    )]
    pub nodes: u64,

    /// The longest that a position may take (10s, 2m, 500ms; seconds without a unit)
    ///
    /// It covers the whole answer: all its questions (both sides of --value, each of --moves, the
    /// lengths and keys of --shortest and --mate, a Go problem with its first moves, ko threats
    /// and other frames), its certificates and their checks. What is open then is unknown. --nodes
    /// counts for each search.
    #[arg(long, short, value_name = "T", value_parser = parse_duration, help_heading = LIMITS)]
    pub time: Option<Duration>,

    /// Memory for each question that is being answered (64K, 64M, 1G)
    ///
    /// For everything that grows: the table, paths, sets of positions, the certificate in the
    /// making and its check. The table has most of it, and gets smaller where others need more;
    /// what does not fit at all is unknown (memory). Below 24M only the table gets smaller. What
    /// the program takes anyway comes on top, some 15M, and an endgame database. Any size gives the
    /// same answers, sooner or later. If left out: a quarter of what is free on this machine,
    /// divided by --jobs, at most 1G and at least 64M; 64M with --keys,
    /// --solution and --threads.
    #[arg(long, short, value_name = "SIZE", value_parser = parse_bytes, help_heading = LIMITS)]
    pub memory: Option<usize>,

    /// Write certificates: to FILE for one position, into DIR for several
    ///
    /// In a directory they are named after the position's id, or else after its file and line, and
    /// end in .cert. A FILE that ends in .zst is compressed. - is standard output: what is said
    /// otherwise goes to standard error then, and --json cannot be asked for. Pipes and devices
    /// are written to, links are followed, and a file gets its name when it is complete and on the
    /// disk.
    #[arg(long, short, value_name = "FILE|DIR", help_heading = OUTPUT)]
    pub certificate: Option<PathBuf>,

    /// Compress the certificates, in a directory as NAME.cert.zst
    #[arg(long, requires = "certificate", help_heading = OUTPUT, hide_short_help = true)]
    pub compress: bool,

    /// Write web pages to play against the proofs: FILE.html, or in DIR
    ///
    /// The pages check the answers' certificates: FILE.html for one position, DIR for several.
    /// One page a position, whatever the number of its certificates: of a shortest mate it has the
    /// mate, and that there is none sooner. In a directory they are named as certificates are. It
    /// is the page of `threefold explore`; without an answer there is none.
    #[arg(long, value_name = "FILE.html|DIR", help_heading = OUTPUT)]
    pub explore: Option<PathBuf>,

    /// Save the search of one position to a file, every ten minutes and when it ends without an
    /// answer
    ///
    /// After an interrupt, a limit or a crash --resume continues from there. A new file replaces
    /// the old one when it is complete and on the disk.
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = SEVERAL,
        help_heading = LIMITS,
        hide_short_help = true
    )]
    pub checkpoint: Option<PathBuf>,

    /// How often the checkpoint is saved
    #[arg(
        long,
        value_name = "T",
        value_parser = parse_duration,
        default_value = "10m",
        requires = "checkpoint",
        hide_short_help = true,
        help_heading = LIMITS
    )]
    pub checkpoint_every: Duration,

    /// Continue from the file of an earlier --checkpoint
    ///
    /// The file knows its position; only a graph game needs its .game file. The options of the
    /// search stay the same; memory and threads may change, and limits start again. The answer's
    /// certificate is checked as always.
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = SEVERAL,
        conflicts_with = "no_check",
        help_heading = LIMITS
    )]
    pub resume: Option<PathBuf>,

    /// Write the progress of the search to a file, as lines of JSON
    ///
    /// Nodes and their rate, proof and disproof number, depth, table, memory, age of the
    /// checkpoint. `threefold report FILE.jsonl` makes a page of it. What was in FILE is replaced
    /// at the beginning.
    #[arg(
        long,
        value_name = "FILE.jsonl",
        conflicts_with_all = LENGTHS,
        help_heading = LIMITS,
        hide_short_help = true
    )]
    pub metrics: Option<PathBuf>,

    /// How often
    #[arg(
        long,
        value_name = "T",
        value_parser = parse_duration,
        default_value = "1s",
        requires = "metrics",
        hide_short_help = true,
        help_heading = LIMITS
    )]
    pub metrics_every: Duration,

    /// Look into this library before searching, and add what is proved
    ///
    /// What is there is the answer, with its certificate. Else its positions are leaves of the
    /// search, and their strategies become a part of the certificate, which needs no library to be
    /// checked. The library is made if it is not there; `threefold library` looks after it. Under
    /// superko, of graph games and of problems of Go nothing is known and nothing added.
    #[arg(
        long,
        value_name = "DIR",
        conflicts_with_all = LENGTHS,
        conflicts_with_all = ["no_check", "fifty_moves", "detect_collisions"],
        help_heading = SEARCH,
        hide_short_help = true
    )]
    pub library: Option<PathBuf>,

    /// How many positions of the library a search may know of (100k, 10M)
    ///
    /// They are kept beside the table, 100 to 300 bytes each, and read for every question. The
    /// largest certificates come first; what is left over is known by its root alone.
    #[arg(
        long,
        value_name = "N",
        value_parser = parse_count,
        default_value = "1M",
        requires = "library",
        hide_short_help = true,
        help_heading = SEARCH
    )]
    pub library_positions: u64,

    /// Overwrite files that are inputs as well, or are not of the kind that is written
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    pub force: bool,

    /// Do not check the answers' own certificates
    ///
    /// Without --certificate or --explore none is made then, and so there is no line to show.
    #[arg(long, help_heading = SEARCH, hide_short_help = true)]
    pub no_check: bool,

    /// Print one JSON object per position
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,

    /// How moves are written in the output for people
    ///
    /// By default as players write on a terminal, and as engines do elsewhere. Other games than
    /// chess and shogi have one notation, and so has --json.
    #[arg(long, value_enum, value_name = "NOTATION", help_heading = OUTPUT, hide_short_help = true)]
    pub notation: Option<NotationName>,

    /// Show what a position of chess, checkers or shogi looks like
    ///
    /// On a terminal with figurines, and in colours unless NO_COLOR is set; shogi in letters, or
    /// with the signs of its pieces on a terminal and with --notation kif.
    #[arg(long, conflicts_with = "json", help_heading = OUTPUT, hide_short_help = true)]
    pub diagram: bool,

    /// Solve this many positions at once; 0 for one per processor
    ///
    /// The output keeps the order of the input.
    #[arg(long, short, value_name = "N", default_value_t = 1, help_heading = LIMITS)]
    pub jobs: usize,

    /// Threads that search each question together, with one table; 0 for one per processor
    ///
    /// For one hard question; for many questions --jobs answers more in the same time. Answers are
    /// as reliable as with one thread, but nodes and lines vary from run to run (see
    /// --deterministic). A win within a length (--mate) is searched with one thread, and of
    /// --shortest only the search for any win with all. Where flags ask for more, a line says so.
    #[arg(
        long,
        short = 'T',
        value_name = "N",
        value_parser = clap::value_parser!(u16).range(0..=MOST_THREADS as i64),
        default_value_t = 1,
        help_heading = LIMITS
    )]
    pub threads: u16,

    /// With --threads: in rounds, so that every run takes the same nodes
    ///
    /// On any machine and any number of processors, for the same --threads, as long as no limit of
    /// time ends it. Slower than threads that share everything.
    #[arg(long, help_heading = LIMITS, hide_short_help = true)]
    pub deterministic: bool,

    /// Directory of the endgame database for checkers or chess, or none
    ///
    /// By default the one in the user's cache directory (`threefold egdb info` says where), built
    /// when it is needed for the first time: of checkers 5 pieces at once; of chess up to 4 men
    /// where a position of at most 7 is not solved within 200,000 nodes. Certificates name the
    /// database that they rely on, and checking them needs as many pieces. With none they rest on
    /// the rules alone.
    #[arg(long, value_name = "DIR|none", help_heading = SEARCH, hide_short_help = true)]
    pub egdb: Option<PathBuf>,

    /// Directories of Syzygy tables for chess (.rtbw), instead of tables of our own
    ///
    /// Up to seven men; several directories as in PATH. Not under the fifty-move rule.
    #[arg(
        long,
        value_name = "DIR[:DIR]",
        conflicts_with_all = ["fifty_moves", "checkpoint", "resume"],
        help_heading = SEARCH,
        hide_short_help = true
    )]
    pub syzygy: Option<OsString>,

    #[command(flatten)]
    pub mate: MateArgs,

    #[command(flatten)]
    pub problem: ProblemArgs,

    #[command(flatten)]
    pub tsume: TsumeArgs,

    #[command(flatten)]
    pub advanced: AdvancedArgs,
}

/// How the search works: for comparisons.
#[derive(Debug, Args)]
#[command(next_help_heading = SEARCH)]
pub struct AdvancedArgs {
    /// How paths are turned into codes
    #[arg(long, value_enum, default_value = "chain", hide = true)]
    pub path_code: PathCodeName,

    /// Which paths a path-dependent result is used on
    #[arg(long, value_enum, default_value = "ancestors", hide = true)]
    pub twins: TwinsName,

    /// Positions that one simulation may visit; 0 switches simulation off
    #[arg(long, value_name = "N", default_value_t = 30, hide = true)]
    pub simulation_budget: u32,

    /// Positions that may be visited when the refutation of a move is tried on another; 0 switches
    /// it off
    ///
    /// By default 50 for problems of Go, where it pays, and 0 for other games.
    #[arg(long, value_name = "N", hide_short_help = true)]
    pub sibling_budget: Option<u32>,

    /// Whether a move that looks unlikely counts for more than its numbers say
    ///
    /// By default on for problems of Go, the one game that knows which moves do; elsewhere it
    /// changes nothing.
    #[arg(long, value_enum, value_name = "on|off", hide_short_help = true)]
    pub move_factors: Option<Switch>,

    /// With --threads: nodes that the first of them searches alone
    ///
    /// Most questions are answered by then, with a small table.
    #[arg(long, value_name = "N", default_value_t = 65536, hide_short_help = true)]
    pub alone: u64,

    /// Give up a question when a path gets longer than this many plies
    #[arg(
        long,
        value_name = "PLIES",
        default_value_t = 1_000_000,
        value_parser = clap::value_parser!(u32).range(1..),
        hide_short_help = true,
        help_heading = LIMITS
    )]
    pub depth: u32,

    /// Compare positions whose keys are equal and count collisions (slow)
    #[arg(long, hide = true)]
    pub detect_collisions: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    On,
    Off,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum NotationName {
    /// As chess players write: Nf3, exd8=Q#
    San,
    /// As engines write: g1f3, e7d8q
    Uci,
    /// As players of shogi write: ▲５二金
    Kif,
    /// As engines of shogi write: G*5b
    Usi,
}

impl NotationName {
    /// Whether moves are written as players of the game write them.
    pub const fn is_of_players(self) -> bool {
        matches!(self, NotationName::San | NotationName::Kif)
    }
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

impl SolveArgs {
    /// Whether the flags ask for the length of a win.
    pub fn asks_for_length(&self) -> bool {
        self.mate.is_asked() || self.tsume.kenshou || self.is_conventional()
    }

    /// The bytes for each question.
    pub fn memory(&self) -> usize {
        // A question for each first move has a table anew, and threads want one of the whole size
        // at once: large ones take seconds to make, which no limit of time sees.
        let is_made_at_once =
            self.mate.keys || self.mate.wants_solution() || jobs(self.threads.into()) > 1;
        let usual = || match is_made_at_once {
            true => Options::default().table_bytes,
            false => memory::by_default(jobs(self.jobs)),
        };
        self.memory.unwrap_or_else(usual)
    }

    /// Whether futile interpositions do not count.
    pub fn is_conventional(&self) -> bool {
        self.tsume.length == Sense::Conventional
    }

    /// Whether certificates are wanted, checked or not.
    pub const fn keeps(&self) -> bool {
        self.certificate.is_some() || self.explore.is_some() || self.library.is_some()
    }

    /// What may be spent on each question: what the flags say, and else what is usual.
    pub fn effort(&self, usual: Effort) -> Effort {
        let advanced = &self.advanced;
        Effort {
            options: Options {
                table_bytes: self.memory(),
                policy: self.policy.policy(),
                path_code: advanced.path_code.kind(),
                twins: advanced.twins.kind(),
                simulation_budget: advanced.simulation_budget,
                sibling_budget: advanced.sibling_budget.unwrap_or(usual.options.sibling_budget),
                move_factors: match advanced.move_factors {
                    Some(said) => said == Switch::On,
                    None => usual.options.move_factors,
                },
                threads: jobs(self.threads.into()),
                deterministic: self.deterministic,
                alone: advanced.alone,
                detect_collisions: advanced.detect_collisions,
                ..usual.options
            },
            limits: Limits {
                nodes: self.nodes,
                time: self.time,
                depth: advanced.depth,
                ..usual.limits
            },
            check: !self.no_check,
            fifty_moves: self.fifty_moves,
            ..usual
        }
    }
}
