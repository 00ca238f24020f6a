//! The command line as it is written. Everything here is text turned into values, one flag at a
//! time; what flags mean together is decided by the subcommand.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;

use crate::check::args::CheckArgs;
use crate::egdb::args::EgdbArgs;
use crate::explore::ExploreArgs;
use crate::go::args::GoArgs;
use crate::jobs::JobsArgs;
use crate::library::args::LibraryArgs;
use crate::puzzles::PuzzlesArgs;
use crate::report::ReportArgs;
use crate::solve::args::SolveArgs;
use crate::web::WebArgs;

/// Solves games whose positions repeat, and proves its answers.
///
/// threefold answers "who wins from here?" for games in which a position can occur again, and
/// writes a certificate of each answer that a program without any search can check.
#[derive(Debug, Parser)]
#[command(
    name = "threefold",
    version,
    max_term_width = 100,
    after_help = EXAMPLES,
    disable_help_subcommand = true,
    override_usage = "threefold INPUT [FLAGS]    solves it, as `threefold solve` does\n       \
        threefold <COMMAND>"
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Solve(Box<SolveArgs>),
    Check(CheckArgs),
    Explore(ExploreArgs),
    Web(WebArgs),
    Bench(BenchArgs),
    Jobs(JobsArgs),
    Egdb(EgdbArgs),
    Go(GoArgs),
    Library(LibraryArgs),
    Puzzles(PuzzlesArgs),
    Report(ReportArgs),
    Dot(DotArgs),
    Gtp(GtpArgs),
    Uci(UciArgs),
    Usi(UsiArgs),
    Hub(HubArgs),
    Help(HelpArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

const EXAMPLES: &str = "\
Examples:
  threefold \"4k3/Q7/3K4/8/8/8/8/8 w - -\"             Does White mate?
  threefold solve --moves --value endings.epd        Win, draw or loss, for every move
  threefold solve --certificate proofs/ mates.epd    Write the proofs
  threefold check proofs/*.cert                      Check them
  threefold explore proof.cert                       A page that checks one, to play against
  threefold solve --value \"W:WK19,K23:B12,K28\"        Checkers: First Position
  threefold go board 3x3                             Go: the value of a small board
  threefold solve --policy ignore figure2.game       The wrong answer of a plain table, caught";

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

const UCI_EXAMPLES: &str = "\
Example, what an interface says:
  position fen kbK5/pp6/1P6/8/8/8/8/R7 w - -
  go mate 2

Options: Hash, MultiPV (keys), Attacker, CertificateDir, UCI_FiftyMoves, UCI_Chess960. `score mate
N` is printed only where it is proved, and `score cp 0` everywhere else: threefold does not play
chess.";

/// Answer in the Universal Chess Interface: proofs of mates on the board of a client.
#[derive(Debug, Args)]
#[command(after_help = UCI_EXAMPLES)]
pub struct UciArgs {}

const USI_EXAMPLES: &str = "\
Example, what an interface says:
  position sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1
  go mate 5000

Options: USI_Hash, Attacker, Shortest, CertificateDir. `checkmate <moves>` and `checkmate nomate`
are printed only where they are proved, with a certificate that was checked.";

/// Answer in the Universal Shogi Interface: mate problems on the board of a client.
#[derive(Debug, Args)]
#[command(after_help = USI_EXAMPLES)]
pub struct UsiArgs {}

const HUB_EXAMPLES: &str = "\
Example, what a program says:
  hub
  init
  pos pos=WeeeeeeeeeeebeeeeeeWeeeWeeeeBeeee
  level move-time=5
  go think

Parameters: variant (english), colours (pdn, swapped), hash, threads, certificates. `info` says
proved=win, draw or loss where a certificate was checked; with proved=unknown there is no score, and
the move of `done` is any that the database does not call lost.";

/// Answer in the Hub protocol of draughts: proved moves of checkers.
#[derive(Debug, Args)]
#[command(after_help = HUB_EXAMPLES)]
pub struct HubArgs {
    /// The directory of the endgame database, or `none`
    ///
    /// By default the one in the user's cache directory, which is built at `init` if it is not
    /// there.
    #[arg(long, value_name = "DIR")]
    pub egdb: Option<PathBuf>,
}

/// Print the help of a subcommand, or the flags of solve about one thing: mate, go, shogi, limits,
/// search, output
#[derive(Debug, Args)]
pub struct HelpArgs {
    /// A subcommand (solve, or go board), or mate, go, shogi, limits, search or output
    pub topic: Vec<String>,
}

/// Print completions for a shell.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  threefold completions bash > /etc/bash_completion.d/threefold")]
pub struct CompletionsArgs {
    pub shell: Shell,
}

/// Print a man page: of the program, or of a subcommand
#[derive(Debug, Args)]
#[command(after_help = MAN_EXAMPLES)]
pub struct ManArgs {
    /// The subcommand: solve, or go board
    pub command: Vec<String>,
}

const MAN_EXAMPLES: &str = "\
Examples:
  threefold man > threefold.1
  threefold man go board > threefold-go-board.1";

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use threefold::search::{Interrupt, Options};
    use threefold::session::effort::Effort;
    use threefold::session::go::board::BoardRequest;
    use threefold::session::problem::question::ProblemQuestion;
    use threefold::session::problem::solution::ProblemRequest;

    use super::*;
    use crate::go::args::GoCommand;
    use crate::go::board;

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
            let made = solve_args().effort(usual.clone());
            // The table is as large as the machine has room for.
            let table_bytes = made.options.table_bytes;
            let options = Options { table_bytes, ..usual.options.clone() };
            assert_eq!(written(&made), written(&Effort { options, ..usual }));
        }
    }

    #[test]
    fn factors_of_moves_are_as_the_flag_says_whatever_is_usual() {
        for usual in [Effort::for_positions(), Effort::for_problems()] {
            for (said, is_on) in [("on", true), ("off", false)] {
                let words = ["threefold", "solve", "-", "--move-factors", said];
                let Command::Solve(args) = Cli::parse_from(words).command else { panic!() };
                assert_eq!(args.effort(usual.clone()).options.move_factors, is_on, "{said}");
            }
        }
        let words = ["threefold", "solve", "-", "--move-factors", "maybe"];
        assert!(Cli::try_parse_from(words).is_err());
    }

    #[test]
    fn flags_of_problems_follow_the_defaults_of_the_session() {
        let mut usual = ProblemRequest::default();
        let args = solve_args();
        let request = args.problem.request(args.effort(usual.effort.clone()));
        usual.effort.options.table_bytes = request.effort.options.table_bytes;
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
