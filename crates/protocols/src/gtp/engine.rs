//! The commands.

use std::fmt::{self, Debug, Formatter, Write};
use std::io::{self, Write as _};
use std::path::Path;
use std::time::{Duration, Instant};

use threefold_files::input;
use threefold_go::problem::Framing;
use threefold_go::{Board, Colour, Geometry, GoMove, Life, Point, Points, Size, Suicide, Wide};
use threefold_search::{Interrupt, Limits, Options};
use threefold_session::effort::Effort;
use threefold_session::error::Error;
use threefold_session::games::problem::games;
use threefold_session::go::board::BoardRequest;
use threefold_session::go::ko::Ko;
use threefold_session::go::value::value;
use threefold_session::problem::best_move::{self, best_move};
use threefold_session::problem::kept::Kept;
use threefold_session::problem::played::PlayedGame;
use threefold_session::problem::question::ProblemQuestion;
use threefold_session::problem::report::{self, Report};
use threefold_session::problem::solution::ProblemRequest;
use threefold_session::problem::subject::{Description, SizedProblem};
use threefold_session::task::Document;

use super::clock::{Alarm, Clock};
use super::handicap;

/// What the commands are called.
pub const COMMANDS: [&str; 34] = [
    "boardsize",
    "clear_board",
    "final_score",
    "final_status_list",
    "fixed_handicap",
    "genmove",
    "gogui-analyze_commands",
    "kata-analyze",
    "kata-genmove_analyze",
    "known_command",
    "komi",
    "list_commands",
    "list_stones",
    "loadsgf",
    "lz-analyze",
    "lz-genmove_analyze",
    "name",
    "place_free_handicap",
    "play",
    "protocol_version",
    "query_boardsize",
    "quit",
    "rectangular_board",
    "rectangular_boardsize",
    "reg_genmove",
    "set_free_handicap",
    "showboard",
    "threefold-alive",
    "threefold-region",
    "threefold-solve",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

/// Points of boards that are solved as a whole: 4x4 takes seconds, the next larger ones minutes and
/// more.
const SMALL: usize = 16;
pub(super) const RESIGN: &str = "resign";
/// Bytes of what earlier searches have found out: a few million positions.
const KEPT_BYTES: usize = 128 << 20;

/// Bytes of a file of SGF. A collection of ten thousand games has as many.
const LARGEST_FILE: u64 = 16 << 20;

/// What an error ends with where the board has no wall, and would be a problem with a frame.
const FRAME_WOULD_HELP: &str = "; --frame auto would put a frame of safe stones around it";

/// The commands of `gogui-analyze_commands`: kind, label, command.
const FOR_GOGUI: &str = "\
string/Threefold Solve/threefold-solve
string/Threefold Solve With Flags/threefold-solve %s
string/Threefold Problem/threefold-region
string/Threefold Alive/threefold-alive %p";

/// What `genmove` answers where there is nothing to solve, or the time was too short.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unsolved {
    /// An error that says why.
    #[default]
    Error,
    /// A pass.
    Pass,
    /// The end of the game.
    Resign,
}

/// What the flags of a command ask for.
#[derive(Clone, Debug, Default)]
pub struct Flags {
    /// About the problem on the board.
    pub question: ProblemQuestion,
    /// How it is solved.
    pub request: ProblemRequest,
    /// What `genmove` answers otherwise.
    pub unsolved: Unsolved,
}

/// Reads the flags of a command, `--goal kill --ko psk`, with those that hold for all commands. The
/// error is one line.
pub type ReadFlags = dyn Fn(&[String]) -> Result<Flags, String> + Send + Sync;

/// The state of the engine.
pub struct Engine {
    pub(super) game: PlayedGame,
    komi: f64,
    clock: Clock,
    /// Asked once more, with more time or nodes, a search goes on.
    pub(super) kept: Kept,
    /// A stone of the group that was asked about last: analysis of a game is about it.
    group: Option<String>,
    read_flags: Box<ReadFlags>,
}

impl Debug for Engine {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("game", &self.game).finish_non_exhaustive()
    }
}

impl Engine {
    /// An empty board of 19x19.
    ///
    /// # Panics
    /// Never: there is such a board.
    pub fn new(read_flags: Box<ReadFlags>) -> Self {
        let size = Size::new(19, 19).expect("19x19");
        let (komi, clock, kept) = (0.0, Clock::default(), Kept::new(KEPT_BYTES));
        Engine { game: PlayedGame::new(size), komi, clock, kept, group: None, read_flags }
    }

    /// Runs a command that has one response.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn run(&mut self, name: &str, arguments: &[String]) -> Result<String, String> {
        match name {
            "protocol_version" => Ok("2".to_owned()),
            "name" => Ok("threefold".to_owned()),
            "version" => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            "known_command" => {
                let known = arguments.first().is_some_and(|name| COMMANDS.contains(&name.as_str()));
                Ok(known.to_string())
            }
            "list_commands" => Ok(COMMANDS.join("\n")),
            "quit" => Ok(String::new()),
            "boardsize" | "rectangular_board" | "rectangular_boardsize" => {
                self.board_size(arguments)
            }
            "query_boardsize" => Ok(sides(self.game.size())),
            "clear_board" => {
                self.begin(PlayedGame::new(self.game.size()));
                Ok(String::new())
            }
            "komi" => match arguments.first().map(|text| text.parse::<f64>()) {
                // Life and death do not depend on it.
                Some(Ok(komi)) if komi.is_finite() => {
                    self.komi = komi;
                    Ok(String::new())
                }
                _ => Err("komi not a float".to_owned()),
            },
            "play" => self.play(arguments),
            "undo" => self.game.undo().map(|()| String::new()).map_err(line),
            "loadsgf" => self.load(arguments),
            "showboard" => Ok(format!("\n{}", self.game.show())),
            "fixed_handicap" | "place_free_handicap" => self.handicap(name, arguments),
            "set_free_handicap" => self.free_handicap(arguments),
            "time_settings" => self.clock.set(arguments).map(|()| String::new()),
            "time_left" => self.time_left(arguments),
            "final_score" => self.final_score(),
            "final_status_list" => self.final_status_list(arguments),
            "list_stones" => match arguments {
                [colour] => Ok(names(self.game.size(), self.game.stones(colour_of(colour)?))),
                _ => Err("expected a colour".to_owned()),
            },
            "gogui-analyze_commands" => Ok(FOR_GOGUI.to_owned()),
            "genmove" => self.generate(arguments, None),
            "reg_genmove" => self.best_move(arguments, None).map(|(_, text)| text),
            "threefold-alive" => self.alive(arguments),
            "threefold-region" => self.region(arguments),
            "threefold-solve" => self.solve(arguments),
            _ => Err("unknown command".to_owned()),
        }
    }

    /// Another game: what was found out about the last one is of no use.
    fn begin(&mut self, game: PlayedGame) {
        self.game = game;
        self.kept.forget();
        self.group = None;
    }

    /// Columns and rows; one number is both.
    fn board_size(&mut self, arguments: &[String]) -> Result<String, String> {
        let (columns, rows) = match arguments {
            [side] => (side, side),
            [columns, rows] => (columns, rows),
            _ => return Err("expected one side, or columns and rows".to_owned()),
        };
        let (Ok(columns), Ok(rows)) = (columns.parse(), rows.parse()) else {
            return Err("boardsize not an integer".to_owned());
        };
        let size = Size::new(rows, columns).map_err(|_| "unacceptable size".to_owned())?;
        self.begin(PlayedGame::new(size));
        Ok(String::new())
    }

    fn play(&mut self, arguments: &[String]) -> Result<String, String> {
        let [colour, m] = arguments else {
            return Err("expected a colour and a point".to_owned());
        };
        let colour = colour_of(colour)?;
        let m = GoMove::parse(m, self.game.size()).map_err(|error| error.to_string())?;
        self.game.play(colour, m, self.ko()).map(|()| String::new()).map_err(line)
    }

    fn handicap(&mut self, name: &str, arguments: &[String]) -> Result<String, String> {
        let [number] = arguments else { return Err("expected a number of stones".to_owned()) };
        let number: usize = number.parse().map_err(|_| "handicap not an integer".to_owned())?;
        let size = self.game.size();
        // Where the engine has the choice, more stones than there are places for may be fewer.
        let choices = match name {
            "fixed_handicap" => number..=number,
            _ => 2..=number,
        };
        let points = choices.rev().take(9).find_map(|stones| handicap::fixed(size, stones));
        let points = points.ok_or("invalid handicap")?;
        self.put_handicap(&points)?;
        let names = points.iter().map(|&point| size.coordinates(point).to_string());
        Ok(names.collect::<Vec<_>>().join(" "))
    }

    fn free_handicap(&mut self, arguments: &[String]) -> Result<String, String> {
        let size = self.game.size();
        let point = |text: &String| match GoMove::parse(text, size) {
            Ok(GoMove::Play(point)) => Ok(point),
            _ => Err("bad vertex list".to_owned()),
        };
        let points: Vec<Point> = arguments.iter().map(point).collect::<Result<_, _>>()?;
        if points.len() < 2 {
            return Err("bad vertex list".to_owned());
        }
        self.put_handicap(&points).map(|()| String::new())
    }

    fn put_handicap(&mut self, points: &[Point]) -> Result<(), String> {
        let single = |set: Wide, &point: &Point| set | Wide::single(point);
        let stones = points.iter().fold(Wide::EMPTY, single);
        if stones.count() as usize != points.len() {
            return Err("bad vertex list".to_owned());
        }
        self.game.put_handicap(stones).map_err(line)
    }

    fn time_left(&mut self, arguments: &[String]) -> Result<String, String> {
        let (colour, rest) = arguments.split_first().ok_or("expected a colour")?;
        self.clock.set_left(colour_of(colour)?, rest).map(|()| String::new())
    }

    /// By area, where two passes have ended the game: nothing is taken off as dead.
    fn final_score(&self) -> Result<String, String> {
        if !self.game.is_over() {
            return Err("cannot score: two passes have not ended the game".to_owned());
        }
        let score = f64::from(self.game.score()) - self.komi;
        Ok(match score {
            0.0 => "0".to_owned(),
            _ if score > 0.0 => format!("B+{score}"),
            _ => format!("W+{}", -score),
        })
    }

    /// As the score has it: once two passes have ended the game no stone is taken off.
    fn final_status_list(&self, arguments: &[String]) -> Result<String, String> {
        let is_alive = match arguments {
            [status] if status == "alive" => true,
            [status] if status == "dead" || status == "seki" => false,
            _ => return Err("expected alive, seki or dead".to_owned()),
        };
        if !self.game.is_over() {
            return Err("cannot score: two passes have not ended the game".to_owned());
        }
        let chains = self.game.chains().into_iter().filter(|_| is_alive);
        let lines = chains.map(|chain| names(self.game.size(), chain));
        Ok(lines.collect::<Vec<_>>().join("\n"))
    }

    /// The ko rule that the program was started with; situational superko bans no more than
    /// positional superko does.
    fn ko(&self) -> Ko {
        let flags = self.flags(&[]).ok();
        flags.map_or(Ko::Situational, |flags| flags.question.first_ko())
    }

    /// The problem on the board, which can have come up under the rule that is asked about.
    ///
    /// Nothing is framed unasked, but for a group that was asked about: a game is no diagram, and
    /// what is far away may be alive. But an error says so where a frame would make a problem of
    /// the board.
    pub(super) fn at_hand(&self, question: &ProblemQuestion) -> Result<SizedProblem, Error> {
        let refused = match self.game.subject(question) {
            Err(refused) if question.framing == Framing::Never => refused,
            subject => return subject,
        };
        let framed = ProblemQuestion { framing: Framing::Auto, ..question.clone() };
        if let Some(group) = self.group.as_ref().filter(|_| !question.is_specific())
            && let Ok(of_group) = self.game.subject(&about(&framed, group))
        {
            return Ok(of_group);
        }
        Err(match self.game.subject(&framed) {
            Ok(_) => Error::other(format!("{}{FRAME_WOULD_HELP}", line(refused))),
            Err(_) => refused,
        })
    }

    fn load(&mut self, arguments: &[String]) -> Result<String, String> {
        // A path may have blanks in it, and even end like a move number.
        let whole = arguments.join(" ");
        let (path, until) = match arguments {
            [] => return Err("expected a file, and perhaps a move number".to_owned()),
            [path @ .., last] if !path.is_empty() && !Path::new(&whole).exists() => {
                match last.parse() {
                    Ok(until) => (path.join(" "), Some(until)),
                    Err(_) => (whole, None),
                }
            }
            _ => (whole, None),
        };
        let game = loaded(path.trim_matches('"'), until, self.ko());
        self.begin(game.map_err(|error| format!("cannot load file: {error}"))?);
        Ok(String::new())
    }

    /// The flags of the program and of a command.
    pub(super) fn flags(&self, arguments: &[String]) -> Result<Flags, String> {
        (self.read_flags)(arguments)
    }

    /// Whether a group lives, whoever moves first.
    fn alive(&mut self, arguments: &[String]) -> Result<String, String> {
        let (group, flags) = arguments.split_first().ok_or("expected a point")?;
        if self.lives_unconditionally(group)? {
            return Ok("status alive\nunconditionally".to_owned());
        }
        let Flags { mut question, mut request, .. } = self.flags(flags)?;
        if question.framing == Framing::Never {
            question.framing = Framing::Auto;
        }
        request.verdict_only = true;
        let question = about(&question, group);
        let (mut lines, mut fates) = (String::new(), Vec::new());
        let mut said = String::new();
        for colour in Colour::ALL {
            let question = ProblemQuestion { to_play: Some(colour), ..question.clone() };
            let sized = self.game.subject(&question).map_err(line)?;
            let report = self.solved(&sized, &request);
            if let Some(fault) = &report.fault {
                return Err(format!("wrong answer: {fault}"));
            }
            said = assumed(&sized);
            let _ = write!(lines, "\n{colour}_first {}", report.verdict);
            fates.push(report.fate.filter(|_| !report.depends_on_frame));
        }
        let status = match fates[..] {
            [Some(one), Some(other)] if one == other => one,
            [Some(_), Some(_)] => "critical",
            _ => "unknown",
        };
        self.group = Some(group.clone());
        Ok(format!("{said}status {status}{lines}"))
    }

    /// Whether the stone on a point lives whatever is played.
    fn lives_unconditionally(&self, point: &str) -> Result<bool, String> {
        let size = self.game.size();
        let point = size.point(point).map_err(|error| error.to_string())?;
        let geometry = Geometry::<Wide>::new(size).expect("every board fits");
        let [black, white] = Colour::ALL.map(|colour| self.game.stones(colour));
        let board = Board::new(&geometry, black, white).map_err(|error| error.to_string())?;
        let life = |colour| Life::of(&board, &geometry, colour, Suicide::Forbidden).stones;
        Ok(Colour::ALL.into_iter().any(|colour| life(colour).contains(point)))
    }

    fn region(&self, arguments: &[String]) -> Result<String, String> {
        let Flags { question, .. } = self.flags(arguments)?;
        let sized = self.at_hand(&question).map_err(line)?;
        Ok(described(&sized))
    }

    fn solve(&self, arguments: &[String]) -> Result<String, String> {
        let Flags { question, request, .. } = self.flags(arguments)?;
        let sized = self.at_hand(&question).map_err(line)?;
        solved(&sized, &self.solved(&sized, &request))
    }

    /// The solution of a problem, with what earlier questions have found out.
    fn solved(&self, problem: &SizedProblem, request: &ProblemRequest) -> Report {
        let (named, kept) = (("", None), Some(&self.kept));
        report::solve(problem, named, request, kept, None, &mut (), &mut |_| {}).report
    }

    /// Plays the best move, with what is left of its time if some of it has been spent.
    pub(super) fn generate(
        &mut self,
        arguments: &[String],
        left: Option<Duration>,
    ) -> Result<String, String> {
        let (colour, text) = self.best_move(arguments, left)?;
        if self.game.is_over() {
            // A stone would be on the client's board, and not on this one.
            return Ok("pass".to_owned());
        }
        if text != RESIGN {
            let m = GoMove::parse(&text, self.game.size()).map_err(|error| error.to_string())?;
            self.game.play(colour, m, self.ko()).map_err(line)?;
        }
        Ok(text)
    }

    /// The best move of a colour in the problem on the board or, where there is none, on a small
    /// board; or `resign`. Within the time that its clock or `--time` leaves it for all of this.
    fn best_move(
        &self,
        arguments: &[String],
        left: Option<Duration>,
    ) -> Result<(Colour, String), String> {
        let Some((colour, flags)) = arguments.split_first() else {
            return Err("expected a colour".to_owned());
        };
        let colour = colour_of(colour)?;
        let flags = self.flags(flags)?;
        let budget = self.budget(colour, &flags);
        let Flags { mut question, mut request, unsolved } = flags;
        question.to_play = Some(colour);
        let interrupt = Interrupt::default();
        request.effort.interrupt = interrupt.clone();
        // The time is for certificates and checks as well, which no interrupt ends.
        let time = left.or(budget);
        request.effort.limits.time = time;
        let (alarm, started) = (Alarm::set(time, &interrupt), Instant::now());
        let found = self.solved_move(colour, &question, &request);
        let is_late = time.is_some_and(|time| started.elapsed() >= time);
        drop(alarm);
        let text = match (found, unsolved, budget) {
            (Ok(text), ..) => text,
            // A wrong answer of the search is never made into a move.
            (Err(Refused::Fault(fault)), ..) => return Err(fault),
            (Err(_), Unsolved::Pass, _) => "pass".to_owned(),
            (Err(_), Unsolved::Resign, _) => RESIGN.to_owned(),
            (Err(Refused::Open(_)), Unsolved::Error, Some(budget)) if is_late => {
                return Err(format!(
                    "no move is proved to be best within {} s",
                    budget.as_secs_f64()
                ));
            }
            (Err(Refused::Open(reason) | Refused::NoProblem(reason)), Unsolved::Error, _) => {
                return Err(reason);
            }
        };
        Ok((colour, text))
    }

    /// For a whole answer: what the flags say, or else the clock.
    pub(super) fn budget(&self, colour: Colour, flags: &Flags) -> Option<Duration> {
        let limits = &flags.request.effort.limits;
        match (limits.time, limits.nodes) {
            (Some(time), _) => Some(time),
            (None, u64::MAX) => self.clock.budget(colour),
            (None, _) => None,
        }
    }

    fn solved_move(
        &self,
        colour: Colour,
        question: &ProblemQuestion,
        request: &ProblemRequest,
    ) -> Result<String, Refused> {
        let is_small = self.game.size().points() <= SMALL;
        match self.at_hand(question) {
            // On a small board a group that could be a target makes no problem of the game yet.
            Ok(_) if is_small && !question.is_specific() => {
                self.optimal_move(colour, question.first_ko(), &request.effort)
            }
            Ok(sized) => {
                note_frame(&sized);
                match best_move(&sized, request, Some(&self.kept)) {
                    Ok(text) => Ok(text.unwrap_or_else(|| RESIGN.to_owned())),
                    Err(best_move::Refused::Open(reason)) => Err(Refused::Open(reason)),
                    Err(best_move::Refused::Fault(fault)) => Err(Refused::Fault(fault)),
                }
            }
            Err(_) if is_small => self.optimal_move(colour, question.first_ko(), &request.effort),
            Err(reason) => Err(Refused::NoProblem(line(reason))),
        }
    }

    /// A move that keeps the exact value of a small board.
    fn optimal_move(&self, colour: Colour, ko: Ko, effort: &Effort) -> Result<String, Refused> {
        let Some((position, moves)) = self.game.position_and_moves(colour) else {
            return Ok("pass".to_owned());
        };
        let usual = BoardRequest::new(self.game.size());
        let (Limits { nodes, time, .. }, Options { table_bytes, .. }) =
            (effort.limits.clone(), effort.options.clone());
        let request = BoardRequest {
            ko,
            position: Some(position),
            moves_before: Some(moves.clone()),
            effort: Effort {
                options: Options { table_bytes, ..usual.effort.options },
                limits: Limits { nodes, time, ..usual.effort.limits },
                interrupt: effort.interrupt.clone(),
                ..usual.effort
            },
            ..usual
        };
        let answer = value(&request, &mut ()).map_err(|error| Refused::NoProblem(line(error)))?;
        if answer.checked == Some(false) {
            let fault = "wrong answer: its certificate failed the check";
            return Err(Refused::Fault(fault.to_owned()));
        }
        let unknown = || {
            let reason = answer.reason.unwrap_or("no answer");
            Refused::Open(format!("the value of the board is unknown: {reason}"))
        };
        let best = answer.best.as_ref().ok_or_else(unknown)?;
        // Passing ends the game if the other one has passed.
        let wanted = |text: &&String| (*text == "pass") == moves.ends_with("pass");
        best.iter().find(wanted).or(best.first()).cloned().ok_or_else(unknown)
    }
}

/// The first game of a file, up to move number `until`, which is left out; without one a problem is
/// loaded as its first position.
fn loaded(path: &str, until: Option<usize>, ko: Ko) -> Result<PlayedGame, String> {
    // Elsewhere `-` is standard input, which is where the commands come from.
    if path == "-" {
        return Err("expected the name of a file, found '-'".to_owned());
    }
    let bytes = read(path).map_err(|what| format!("{path}: {what}"))?;
    let games = games(&Document::new(path, &bytes)).map_err(line)?;
    let (_, file) = games.into_iter().next().ok_or("no game in it")?;
    let is_problem = Colour::ALL.iter().any(|&colour| !file.root().stones(colour).is_empty());
    let most = match until {
        Some(number) => number.saturating_sub(1),
        None if is_problem => 0,
        None => usize::MAX,
    };
    PlayedGame::of_file(&file, most, ko).map_err(|error| format!("{path}: {error}"))
}

/// Why there is no best move.
enum Refused {
    /// There is no problem on the board, and it is not small.
    NoProblem(String),
    /// A limit was reached.
    Open(String),
    /// An answer is wrong.
    Fault(String),
}

/// The question about the group of a stone.
fn about(question: &ProblemQuestion, group: &str) -> ProblemQuestion {
    ProblemQuestion { target: Some(group.to_owned()), ..question.clone() }
}

/// Says what an answer rests on where that is a frame and the answer has no place for it: where
/// programs show what an engine says beside its answers.
pub(super) fn note_frame(problem: &SizedProblem) {
    if problem.description().frame.is_some() {
        // Nobody may listen.
        let _ = io::stderr().write_all(assumed(problem).as_bytes());
    }
}

/// Points in GTP coordinates.
fn names(size: Size, set: Wide) -> String {
    set.iter().map(|point| size.coordinates(point).to_string()).collect::<Vec<_>>().join(" ")
}

/// The sides of a board as `boardsize` takes them.
fn sides(size: Size) -> String {
    match (size.columns(), size.rows()) {
        (columns, rows) if columns == rows => columns.to_string(),
        (columns, rows) => format!("{columns} {rows}"),
    }
}

/// What is assumed, each on a line of its own.
fn assumed(problem: &SizedProblem) -> String {
    problem.assumptions().iter().map(|assuming| format!("{assuming}\n")).collect()
}

/// The response to `threefold-region`.
fn described(problem: &SizedProblem) -> String {
    let Description { goal, defender, to_play, region, target, eyes, trusted, history, .. } =
        problem.description();
    let mut out = assumed(problem);
    let _ = write!(
        out,
        "goal {goal}\ndefender {defender}\nto_play {to_play}\nregion {}\ntarget {}",
        region.join(" "),
        target.join(" "),
    );
    for (name, points) in [("eyes", eyes), ("trusted", trusted)] {
        if !points.is_empty() {
            let _ = write!(out, "\n{name} {}", points.join(" "));
        }
    }
    let _ = write!(out, "\nhistory {history}");
    out
}

/// The response to `threefold-solve`.
fn solved(problem: &SizedProblem, report: &Report) -> Result<String, String> {
    if let Some(fault) = &report.fault {
        return Err(format!("wrong answer: {fault}"));
    }
    let mut out = assumed(problem);
    let _ = write!(out, "verdict {}", report.verdict);
    // A verdict that depends on the frame says so itself.
    for other in report.other_frames.iter().filter(|_| !report.depends_on_frame) {
        let _ = write!(out, "\nframe {other}");
    }
    if let Some(right) = &report.right {
        let _ = write!(out, "\nright {}", right.join(" "));
        for (title, moves) in [("wrong", &report.wrong), ("unknown", &report.open)] {
            if !moves.is_empty() {
                let _ = write!(out, "\n{title} {}", moves.join(" "));
            }
        }
        let by_ko = report.by_ko.iter().map(|m| format!("{} ({})", m.text, m.words));
        let by_ko: Vec<String> = by_ko.collect();
        if !by_ko.is_empty() {
            let _ = write!(out, "\nby_ko {}", by_ko.join(", "));
        }
    }
    let _ = write!(out, "\nnodes {}", report.nodes);
    Ok(out)
}

/// The bytes of a file.
fn read(path: &str) -> Result<Vec<u8>, String> {
    let read = input::open(Path::new(path)).and_then(|file| input::whole(file, LARGEST_FILE));
    read.map_err(|error| error.to_string())
}

/// What is wrong, in a line; fields of requests are called as the flags of commands are.
pub(super) fn line(error: Error) -> String {
    error.with_flags()
}

pub(super) fn colour_of(text: &str) -> Result<Colour, String> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Colour::Black),
        "w" | "white" => Ok(Colour::White),
        _ => Err(format!("'{text}' is no colour; expected B or W")),
    }
}
