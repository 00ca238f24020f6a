//! `threefold-lab play`: a game played move by move, and why.

mod scores;
mod text;

use clap::{Args, ValueEnum};
use threefold::chess::Chess;
use threefold::game::{Game, History, Player, RepetitionRule};
use threefold::search::Limits;
use threefold::session::error::Error;
use threefold::session::problem::question::ProblemQuestion;
use threefold::session::registry::{Subject, Task};
use threefold_lab::alphabeta::{
    Depth, DraftRule, GraphScores, Options, Rules, Treatment, WinScores,
};
use threefold_lab::play::{Conduct, Opponent, Told, play};
use threefold_lab::study::{ScoredCase, Setting, TableUse};
use threefold_lab::{Informed, PawnGame};
use threefold_oracle::Retrograde;
use threefold_terminal::inputs;

use crate::any_game::{self, AnyGame, AnyMove, AnyPosition};
use crate::exit::Exit;
use crate::interrupt;
use crate::output::{Stop, complain, print};
use crate::units::{count, grouped, parse_bytes, parse_count};
use scores::{Known, Scores};
use text::Telling;

const EXAMPLES: &str = "\
Examples:
  threefold-lab play eppstein --scores plain         Winning moves for ever
  threefold-lab play eppstein --scores ply           Mate at once
  threefold-lab play \"4k3/8/4K3/8/8/8/8/R7 w - -\" --scores unconverted --plies 7 --told position
  threefold-lab play campbell --treatment ignore --length 1     A win hidden behind stored draws
  threefold-lab play campbell --treatment cycle-skip-inner --plies 22 --length 1
  threefold-lab play research/lab/fixtures/cycle-skip-kept.game --treatment cycle-skip

eppstein is 4k3/Q7/3K4/8/8/8/8/8 w: White searches five plies and is told nothing of the game so
far, Black plays its first legal move. campbell is 8/8/8/2p1k3/K7/1P1P4/8/8 w with kings and pawns
only, where a promotion wins: 28 plies, Kb5 tried first. A graph game that names a setting is
searched in it. What is true is found by solving the game backwards, where it is small enough.";

/// Play a game, every move by a search with a treatment, and say why each was chosen.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct PlayArgs {
    /// eppstein, campbell, a chess position in quotes, or a file (.epd, .fen, .pgn, .game)
    #[arg(value_name = "GAME")]
    input: String,

    /// The treatment: a name as in compare, without alphabeta/
    #[arg(long, short, value_name = "NAME", default_value = "ignore", value_parser = treatment)]
    treatment: Treatment,

    /// How a win says when it comes
    #[arg(long, value_enum, default_value = "ply")]
    scores: ScoresName,

    /// Plies that are searched for each move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    plies: Option<u32>,

    /// Search 1, 2, 3 ... plies before that, instead of once
    #[arg(long)]
    deepen: bool,

    /// Which entries of the table may replace a search
    #[arg(long, value_enum, value_name = "RULE")]
    draft: Option<DraftName>,

    /// What happens to the table between the moves
    #[arg(long, value_enum)]
    table: Option<TableName>,

    /// What the search is told: the game so far, or the position alone
    #[arg(long, value_enum, value_name = "WHAT")]
    told: Option<ToldName>,

    /// How the player who does not begin chooses
    #[arg(long, value_enum, value_name = "HOW")]
    opponent: Option<OpponentName>,

    /// What is known of positions at the horizon; a graph game says it in its notes
    #[arg(long, value_enum, value_name = "WHAT")]
    evaluation: Option<EvaluationName>,

    /// A move to try first in the first position
    #[arg(long, value_name = "MOVE")]
    first: Option<String>,

    /// Kings and pawns only, and who promotes has won
    #[arg(long)]
    promotion_wins: bool,

    /// Plies to play at most
    #[arg(long, value_name = "N", default_value_t = 40)]
    length: usize,

    /// Nodes for each search
    #[arg(long, short, value_name = "N", default_value = "40M", value_parser = parse_count)]
    nodes: u64,

    /// Memory for the table
    #[arg(long, short, value_name = "SIZE", default_value = "64M", value_parser = parse_bytes)]
    memory: usize,

    /// Positions that are solved backwards at most, to say what is true; 0 for none
    #[arg(long, value_name = "N", default_value = "3M", value_parser = count_or_none)]
    oracle: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ScoresName {
    /// A win is a win
    Plain,
    /// A win counts its plies: from the root in the search, from the position in the table
    Ply,
    /// A win counts its plies from the root, and is stored as it is
    Unconverted,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum DraftName {
    /// Those of at least the draft asked for, as in engines
    AtLeast,
    /// Those of exactly the draft asked for
    Equal,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TableName {
    /// It is kept
    Kept,
    /// It is cleared before each
    Cleared,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ToldName {
    /// The game so far
    Game,
    /// The position alone
    Position,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OpponentName {
    /// By the same search with the same table
    Searches,
    /// The first legal move
    First,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum EvaluationName {
    /// Nothing: 0
    Neutral,
    /// What a small chess program knows
    Heuristic,
}

fn count_or_none(text: &str) -> Result<u64, String> {
    if text == "0" { Ok(0) } else { parse_count(text) }
}

fn treatment(name: &str) -> Result<Treatment, String> {
    name.parse().map_err(|error: threefold::game::NotationError| error.to_string())
}

/// A game to play, and what is usual for it.
struct Match {
    title: String,
    game: AnyGame,
    history: History<AnyGame>,
    rule: RepetitionRule,
    known: Known,
    depth: Depth,
    draft: DraftRule,
    table: TableUse,
    told: Told,
    opponent: Opponent,
    first: Option<&'static str>,
}

const EPPSTEIN: &str = "4k3/Q7/3K4/8/8/8/8/8 w - -";
const CAMPBELL: &str = "8/8/8/2p1k3/K7/1P1P4/8/8 w - -";

impl Match {
    fn read(args: &PlayArgs) -> Result<Match, String> {
        let named = match args.input.as_str() {
            "eppstein" => Some((EPPSTEIN, false)),
            "campbell" => Some((CAMPBELL, true)),
            _ => None,
        };
        let Some((position, pawns)) = named else {
            let task = one_task(&args.input)?;
            return Match::of_task(task, args.promotion_wins);
        };
        if args.promotion_wins && !pawns {
            return Err(format!("{}: --promotion-wins is for kings and pawns only", args.input));
        }
        let mut all = Match::of_task(one_task(position)?, pawns)?;
        all.title = format!("{}: {position}", args.input);
        if pawns {
            // Nothing is known before somebody promotes, and the treatments go where they like.
            (all.known, all.depth) = (Known::Nothing, Depth::Fixed(28));
            all.first = Some("a4b5");
        } else {
            (all.depth, all.told) = (Depth::Fixed(5), Told::Position);
            all.opponent = Opponent::FirstMove;
        }
        Ok(all)
    }

    fn of_task(task: Task, pawns: bool) -> Result<Match, String> {
        let title = task.input.clone();
        let usual = |game: AnyGame, history: History<AnyGame>, rule, known| Match {
            title: title.clone(),
            game,
            history,
            rule,
            known,
            depth: Depth::Fixed(6),
            draft: DraftRule::AtLeast,
            table: TableUse::Kept,
            told: Told::Game,
            opponent: Opponent::Searches,
            first: None,
        };
        match &task.subject {
            Subject::Chess(subject) if pawns => {
                let own = any_game::pawns(subject.history());
                let own = own.map_err(|message| format!("{title}: {message}"))?;
                let game = AnyGame::Pawns(PawnGame);
                let history = any_game::history(&game, &own, AnyPosition::Pawns, AnyMove::Pawns);
                Ok(usual(game, history, RepetitionRule::Draw, Known::Chess))
            }
            _ if pawns => Err(format!("{title}: --promotion-wins is for chess only")),
            Subject::Chess(subject) => {
                let game = AnyGame::Chess(Chess);
                let own = subject.history();
                let history = any_game::history(&game, own, AnyPosition::Chess, AnyMove::Chess);
                Ok(usual(game, history, RepetitionRule::Draw, Known::Chess))
            }
            Subject::Graph(file) => {
                let scores = GraphScores::from_notes(&file.game, &file.notes);
                let scores = scores.map_err(|error| format!("{title}: {error}"))?;
                let game = AnyGame::Graph(file.game.clone());
                let named = ScoredCase::from_file(file).ok();
                // The moves of the game are searched one after the other, where the table is kept.
                let kept = named.as_ref().is_some_and(|case| case.table == TableUse::Kept);
                let own = match kept {
                    true => History::new(*file.history.start()),
                    false => file.history.clone(),
                };
                let history = any_game::history(&game, &own, AnyPosition::Graph, AnyMove::Graph);
                let mut all = usual(game, history, file.rule, Known::Graph(scores));
                all.depth = Depth::Complete;
                if let Some(case) = named {
                    all.draft = DraftRule::Exact;
                    all.table = case.table;
                    if let Setting::DepthLimited { plies } = case.setting {
                        all.depth = Depth::Plies(plies);
                    }
                }
                Ok(all)
            }
            _ => Err(format!("{title}: expected a chess position or a graph game")),
        }
    }

    /// What was asked for in place of what is usual.
    fn with(&mut self, args: &PlayArgs) -> Result<(), String> {
        let depth = |plies| if args.deepen { Depth::Plies(plies) } else { Depth::Fixed(plies) };
        match (args.plies, self.depth) {
            (Some(plies), _) => self.depth = depth(plies),
            (None, Depth::Fixed(plies)) => self.depth = depth(plies),
            (None, Depth::Plies(_)) => {}
            (None, Depth::Complete) if args.deepen => {
                return Err("--deepen: expected --plies with it".to_owned());
            }
            (None, Depth::Complete) => {}
        }
        if let Some(draft) = args.draft {
            self.draft = match draft {
                DraftName::AtLeast => DraftRule::AtLeast,
                DraftName::Equal => DraftRule::Exact,
            };
        }
        if let Some(table) = args.table {
            self.table = match table {
                TableName::Kept => TableUse::Kept,
                TableName::Cleared => TableUse::Cleared,
            };
        }
        if let Some(told) = args.told {
            self.told = match told {
                ToldName::Game => Told::Game,
                ToldName::Position => Told::Position,
            };
        }
        if let Some(opponent) = args.opponent {
            self.opponent = match opponent {
                OpponentName::Searches => Opponent::Searches,
                OpponentName::First => Opponent::FirstMove,
            };
        }
        match (args.evaluation, &self.known) {
            (Some(_), Known::Graph(_)) => {
                return Err("--evaluation: a graph game says it in its notes".to_owned());
            }
            (Some(EvaluationName::Neutral), _) => self.known = Known::Nothing,
            (Some(EvaluationName::Heuristic), _) => self.known = Known::Chess,
            (None, _) => {}
        }
        Ok(())
    }

    fn conditions(&self, args: &PlayArgs) -> String {
        let depth = match self.depth {
            Depth::Complete => "searches to the end".to_owned(),
            Depth::Plies(plies) => format!("searches to 1 ... {}", count(plies.into(), "ply")),
            Depth::Fixed(plies) => format!("searches of {}", count(plies.into(), "ply")),
        };
        let scores = match args.scores {
            ScoresName::Plain => "plain scores",
            ScoresName::Ply => "ply scores",
            ScoresName::Unconverted => "unconverted ply scores",
        };
        let draft = match self.draft {
            DraftRule::AtLeast | DraftRule::Iteration => "entries at least as deep",
            DraftRule::Exact => "entries of equal draft",
        };
        let told = match self.told {
            Told::Game => "told the game so far",
            Told::Position => "told the position alone",
        };
        let beginner = self.game.player_to_move(self.history.root());
        let opponent = match self.opponent {
            Opponent::Searches => "both players search".to_owned(),
            Opponent::FirstMove => {
                let other = self.game.player_name(beginner.opponent());
                format!("{other} plays its first legal move")
            }
        };
        format!(
            "{}, {scores}, {depth}, {draft}, table {}, {told}; {opponent}",
            args.treatment,
            self.table.name()
        )
    }
}

fn one_task(input: &str) -> Result<Task, String> {
    let read = inputs::read(&[input.to_owned()], None, &ProblemQuestion::default());
    if let Some(error) = read.errors.first() {
        return Err(Error::with_flags(error));
    }
    let mut tasks = read.tasks;
    match tasks.len() {
        1 => Ok(tasks.remove(0)),
        0 => Err(format!("{input}: no position in it")),
        many => Err(format!("{input}: {many} positions, expected one: {input}#1 is the first")),
    }
}

/// What is true, if the game is small enough.
fn oracle(all: &Match, most: u64) -> Result<Option<Retrograde<AnyGame>>, String> {
    if most == 0 || all.rule != RepetitionRule::Draw {
        return Ok(None);
    }
    let roots = [all.history.root().clone()];
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    match Retrograde::solve(&all.game, roots, most) {
        Ok(solved) => Ok(Some(solved)),
        Err(error) => Err(error.to_string()),
    }
}

pub fn run(args: &PlayArgs) -> Result<Exit, Stop> {
    let mut all = Match::read(args).map_err(Stop::Message)?;
    all.with(args).map_err(Stop::Message)?;
    if all.game.is_over(all.history.root()) {
        return Err(Stop::Message(format!("{}: the game is over", all.title)));
    }
    if !args.treatment.supports(all.rule) {
        let message = format!("{} means nothing under {}", args.treatment, all.rule);
        return Err(Stop::Message(message));
    }
    let first = match args.first.as_deref().or(all.first) {
        None => None,
        Some(text) => {
            let root = all.history.root();
            let m = all.game.parse_move(root, text);
            let m = m.map_err(|error| Stop::Message(format!("--first: {error}")))?;
            Some((root.clone(), m))
        }
    };
    let options = Options {
        table_bytes: args.memory,
        draft: all.draft,
        win_scores: match args.scores {
            ScoresName::Plain => WinScores::Plain,
            ScoresName::Ply => WinScores::NodeRelative,
            ScoresName::Unconverted => WinScores::RootRelative,
        },
        interrupt: interrupt::install(),
        ..Options::default()
    };
    print(&format!("{}\n{}\n", all.title, all.conditions(args)))?;
    let solved = match oracle(&all, args.oracle) {
        Ok(solved) => solved,
        Err(message) => {
            complain(format_args!("what is true is not known: {message}"));
            None
        }
    };
    match &solved {
        Some(solved) => {
            let positions = grouped(solved.len() as u64);
            print(&format!("{positions} positions solved backwards\n\n"))?;
        }
        None => print("\n")?,
    }
    let conduct = Conduct {
        depth: all.depth,
        limits: Limits::nodes(args.nodes),
        table: all.table,
        told: all.told,
        opponent: all.opponent,
        plies: args.length,
    };
    let rules = Rules { rule: all.rule, player: Player::First, tree: all.game.tree_occurrences() };
    let scores = Scores { known: all.known, first };
    let root = (&all.game, &scores, rules);
    let played = play(args.treatment, root, &all.history, &conduct, &options, solved.as_ref());
    let played = played.expect("the treatment was asked whether it works under the rule");
    let telling = Telling { game: &all.game, history: &all.history, scores: options.win_scores };
    print(&telling.text(&played))?;
    Ok(if options.interrupt.is_raised() { Exit::Unknown } else { Exit::Fine })
}
