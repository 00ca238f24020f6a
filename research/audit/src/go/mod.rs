//! Engines of Go over GTP: their moves on small boards, compared with certified scores.
//!
//! A game of random moves is asked about after every ply. A move is wrong if it is illegal under
//! the rule of superko, or if the certified score after it is worse for who makes it.

mod truth;

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;
use threefold_game::{Game, History, SplitMix};
use threefold_go::{Colour, Go, GoMove, GoPosition, Points};

pub use truth::Scores;
use truth::legal;

use crate::client::{ClientError, GtpEngine};
use crate::statistics::Paired;

/// What the engine remembers when it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum GoCondition {
    /// The game, and what it was asked before about it.
    Kept,
    /// The game; its caches are cleared before every question, or it is started anew where it has
    /// no command for that.
    Cleared,
    /// Nothing: the stones are set up without the game.
    Bare,
}

impl GoCondition {
    /// All of them.
    pub const ALL: [GoCondition; 3] = [GoCondition::Kept, GoCondition::Cleared, GoCondition::Bare];

    /// The name used in output.
    pub const fn name(self) -> &'static str {
        match self {
            GoCondition::Kept => "kept",
            GoCondition::Cleared => "cleared",
            GoCondition::Bare => "bare",
        }
    }
}

/// What is to be done.
#[derive(Clone, Debug)]
pub struct GoSettings {
    /// The command that starts the engine.
    pub engine: String,
    /// How long each of its answers may take.
    pub patience: Duration,
    /// Games on each board.
    pub games: usize,
    /// The most plies of each.
    pub plies: u64,
    /// Where they come from.
    pub seed: u64,
    /// How often a candidate is repeated.
    pub repeats: u32,
}

/// Answers under one condition.
#[derive(Clone, Debug, Default, Serialize)]
pub struct GoCounts {
    /// Questions that were answered.
    pub answered: u64,
    /// Questions that the engine refused or did not answer.
    pub unanswered: u64,
    /// Moves that are wrong.
    pub wrong: u64,
    /// Of them those that superko forbids.
    pub superko: u64,
    /// Of them those that are illegal by themselves.
    pub illegal: u64,
    /// Moves whose score could not be certified.
    pub unjudged: u64,
}

/// A move that is wrong with what the engine remembers and right without.
#[derive(Clone, Debug, Serialize)]
pub struct GoCandidate {
    /// The board.
    pub size: String,
    /// The moves before the question.
    pub moves: String,
    /// The certified score of the position, for Black.
    pub truth: i32,
    /// The move with memory, and without.
    pub with_memory: String,
    /// See `with_memory`.
    pub cleared: String,
    /// The repetitions: first with memory, second without.
    pub repeated: Paired,
}

/// What was found on one board.
#[derive(Clone, Debug, Serialize)]
pub struct GoReport {
    /// What the engine calls itself, with its version.
    pub engine: String,
    /// The command that was run.
    pub command: String,
    /// The board.
    pub size: String,
    /// The rule of superko.
    pub rule: &'static str,
    /// Games.
    pub games: usize,
    /// Positions whose score is certified.
    pub positions: usize,
    /// Positions that were left out, because it was not.
    pub left_out: usize,
    /// Positions whose score with the game is not that without.
    pub changed_by_history: usize,
    /// By condition.
    pub conditions: BTreeMap<&'static str, GoCounts>,
    /// With memory against cleared.
    pub paired: Paired,
    /// The moves that are wrong with memory only.
    pub candidates: Vec<GoCandidate>,
    /// Why the engine did not answer, each time.
    pub failures: Vec<String>,
}

impl GoReport {
    /// Candidates that every repetition has shown again.
    pub fn caused_by_history(&self) -> usize {
        let shown = |candidate: &&GoCandidate| {
            let Paired { pairs, only_first_wrong, .. } = candidate.repeated;
            pairs > 0 && only_first_wrong == pairs
        };
        self.candidates.iter().filter(shown).count()
    }
}

type GoHistory = History<Go<u64>>;

/// Failures of one engine after which it is not asked any more.
const MOST_FAILURES: usize = 3;

/// An audit of one engine on one board.
pub struct GoAudit<'a> {
    /// What is to be done.
    pub settings: &'a GoSettings,
    /// What is true.
    pub scores: &'a mut Scores,
}

/// What became of a move.
#[derive(Clone, Debug)]
struct Judged {
    text: String,
    wrong: bool,
}

impl GoAudit<'_> {
    /// Asks the engine about every position of the games whose score is certified.
    ///
    /// # Errors
    /// The engine cannot be started, or does not speak GTP.
    pub fn run(mut self) -> Result<GoReport, ClientError> {
        let engine = self.start()?;
        let size = self.scores.game().terms().size;
        let mut report = GoReport {
            engine: engine.name().to_owned(),
            command: self.settings.engine.clone(),
            size: size.to_string(),
            rule: self.scores.rule().name(),
            games: self.settings.games,
            positions: 0,
            left_out: 0,
            changed_by_history: 0,
            conditions: BTreeMap::new(),
            paired: Paired::default(),
            candidates: Vec::new(),
            failures: Vec::new(),
        };
        drop(engine);
        let games = self.questions(&mut report);
        let mut answers: BTreeMap<GoCondition, Vec<Vec<Option<Judged>>>> = BTreeMap::new();
        for condition in GoCondition::ALL {
            let said = self.ask_all(condition, &games, &mut report)?;
            answers.insert(condition, said);
        }
        let (kept, cleared) = (&answers[&GoCondition::Kept], &answers[&GoCondition::Cleared]);
        for ((game, kept), cleared) in games.iter().zip(kept).zip(cleared) {
            for (number, pair) in kept.iter().zip(cleared).enumerate() {
                let (Some(with), Some(without)) = pair else { continue };
                report.paired.add(with.wrong, without.wrong);
                if with.wrong && !without.wrong {
                    let candidate = self.candidate(&game[..=number], with, without)?;
                    report.candidates.push(candidate);
                }
            }
        }
        Ok(report)
    }

    fn start(&self) -> Result<GtpEngine, ClientError> {
        GtpEngine::start(&self.settings.engine, self.settings.patience)
    }

    /// Games of random moves, every position of which has a certified score.
    fn questions(&mut self, report: &mut GoReport) -> Vec<Vec<GoHistory>> {
        let game = self.scores.game().clone();
        let rule = self.scores.rule();
        let mut games = Vec::new();
        for number in 0..self.settings.games {
            let mut random =
                SplitMix::new(self.settings.seed.wrapping_mul(1_000_003) + number as u64);
            let mut history = History::new(game.start());
            let mut questions = Vec::new();
            for _ in 0..=self.settings.plies {
                if game.is_over(history.root()) {
                    break;
                }
                match self.scores.value(&history) {
                    Some(value) => {
                        let alone = self.scores.value(&History::new(*history.root()));
                        let is_changed = alone.is_some_and(|alone| alone != value);
                        report.changed_by_history += usize::from(is_changed);
                        questions.push(history.clone());
                    }
                    None => report.left_out += 1,
                }
                let mut moves = legal(&game, &history, rule);
                // A pass where there is a stone to play brings the game to nothing.
                if moves.len() > 1 {
                    moves.retain(|&m| m != GoMove::Pass);
                }
                history.push(&game, random.choose(&moves));
            }
            report.positions += questions.len();
            games.push(questions);
        }
        games
    }

    fn ask_all(
        &mut self,
        condition: GoCondition,
        games: &[Vec<GoHistory>],
        report: &mut GoReport,
    ) -> Result<Vec<Vec<Option<Judged>>>, ClientError> {
        let mut engine = Some(self.start()?);
        let mut counts = GoCounts::default();
        let mut failures = 0;
        let mut answers = Vec::new();
        for game in games {
            let mut said = Vec::new();
            for (number, history) in game.iter().enumerate() {
                let Some(running) = &mut engine else {
                    counts.unanswered += 1;
                    said.push(None);
                    continue;
                };
                let before = number.checked_sub(1).map(|last| &game[last]);
                match self.ask(running, condition, before, history) {
                    Ok(Ok(text)) => {
                        said.push(self.judge(condition, history, &text, &mut counts));
                    }
                    Ok(Err(refused)) => {
                        counts.unanswered += 1;
                        report.failures.push(format!("{}: {refused}", condition.name()));
                        said.push(None);
                    }
                    Err(error) => {
                        counts.unanswered += 1;
                        failures += 1;
                        report.failures.push(format!("{}: {error}", condition.name()));
                        said.push(None);
                        let again = failures < MOST_FAILURES;
                        engine = if again { self.start().ok() } else { None };
                    }
                }
            }
            answers.push(said);
        }
        report.conditions.insert(condition.name(), counts);
        Ok(answers)
    }

    /// The move, or why there is none. `before` is the question asked before about the same game.
    fn ask(
        &self,
        engine: &mut GtpEngine,
        condition: GoCondition,
        before: Option<&GoHistory>,
        history: &GoHistory,
    ) -> Result<Result<String, String>, ClientError> {
        let game = self.scores.game();
        let root = history.root();
        let mut lines = Vec::new();
        match (condition, before) {
            (GoCondition::Kept, Some(before)) => {
                lines.extend(self.moves(history, before.moves().len()));
            }
            (GoCondition::Kept | GoCondition::Cleared, _) => {
                lines.extend(self.empty_board());
                lines.extend(self.moves(history, 0));
            }
            (GoCondition::Bare, _) => {
                lines.extend(self.empty_board());
                lines.extend(set_up(game, root));
            }
        }
        for line in lines {
            if let Err(refused) = engine.send(&line)? {
                return Ok(Err(format!("{line}: {refused}")));
            }
        }
        // Who has no such command keeps less than one may think, or nothing.
        if condition != GoCondition::Kept {
            let _ = engine.send("clear_cache")?;
        }
        let command = format!("reg_genmove {}", root.turn().name());
        let reply = engine.send(&command)?;
        Ok(reply.map_err(|refused| format!("{command}: {refused}")))
    }

    fn empty_board(&self) -> [String; 3] {
        let rows = self.scores.game().terms().size.rows();
        [format!("boardsize {rows}"), "clear_board".to_owned(), "komi 0".to_owned()]
    }

    /// The moves of a game from one on, as commands.
    fn moves(&self, history: &GoHistory, first: usize) -> Vec<String> {
        let size = self.scores.game().terms().size;
        let numbered = history.moves().iter().enumerate().skip(first);
        numbered
            .map(|(number, m)| {
                let colour = history.position(number).turn().name();
                format!("play {colour} {}", m.text(size))
            })
            .collect()
    }

    /// Whether a move is wrong; `None` if that is not known.
    fn judge(
        &mut self,
        condition: GoCondition,
        history: &GoHistory,
        text: &str,
        counts: &mut GoCounts,
    ) -> Option<Judged> {
        counts.answered += 1;
        let alone = History::new(*history.root());
        let history = if condition == GoCondition::Bare { &alone } else { history };
        let (wrong, kind) = match self.fault(history, text) {
            None => {
                counts.unjudged += 1;
                return None;
            }
            Some(found) => found,
        };
        counts.wrong += u64::from(wrong);
        counts.superko += u64::from(kind == Kind::Superko);
        counts.illegal += u64::from(kind == Kind::Illegal);
        Some(Judged { text: text.to_owned(), wrong })
    }

    fn fault(&mut self, history: &GoHistory, text: &str) -> Option<(bool, Kind)> {
        let game = self.scores.game().clone();
        let black = history.root().turn() == Colour::Black;
        let before = self.scores.value(history)?;
        if text.eq_ignore_ascii_case("resign") {
            // The whole board is lost.
            let points = game.terms().size.points() as i32;
            return Some((before != if black { -points } else { points }, Kind::Loses));
        }
        let text = if text.eq_ignore_ascii_case("pass") { "pass" } else { text };
        let Ok(m) = game.parse_move(history.root(), text) else {
            return Some((true, Kind::Illegal));
        };
        if history.is_banned(&game, m, self.scores.rule()) {
            return Some((true, Kind::Superko));
        }
        let mut after = history.clone();
        after.push(&game, m);
        let after = self.scores.value(&after)?;
        Some((if black { after < before } else { after > before }, Kind::Loses))
    }

    /// Repeats a candidate: the questions of the game up to it, with memory and cleared.
    fn candidate(
        &mut self,
        game: &[GoHistory],
        with: &Judged,
        without: &Judged,
    ) -> Result<GoCandidate, ClientError> {
        let last = game.last().expect("the question itself");
        let mut repeated = Paired::default();
        for _ in 0..self.settings.repeats {
            let mut engine = self.start()?;
            let mut counts = GoCounts::default();
            let mut kept = None;
            for (number, history) in game.iter().enumerate() {
                let before = number.checked_sub(1).map(|last| &game[last]);
                let said = self.ask(&mut engine, GoCondition::Kept, before, history)?;
                kept = said
                    .ok()
                    .and_then(|text| self.judge(GoCondition::Kept, history, &text, &mut counts));
            }
            let said = self.ask(&mut engine, GoCondition::Cleared, None, last)?;
            let cleared = said
                .ok()
                .and_then(|text| self.judge(GoCondition::Cleared, last, &text, &mut counts));
            if let (Some(kept), Some(cleared)) = (kept, cleared) {
                repeated.add(kept.wrong, cleared.wrong);
            }
        }
        let board = self.scores.game().clone();
        Ok(GoCandidate {
            size: board.terms().size.to_string(),
            moves: last.notation(&board),
            truth: self.scores.value(last).unwrap_or_default(),
            with_memory: with.text.clone(),
            cleared: without.text.clone(),
            repeated,
        })
    }
}

/// What a judged move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Legal; it may lose points.
    Loses,
    Superko,
    Illegal,
}

/// The stones of a position as commands: every chain has a liberty, so that nothing is taken on the
/// way.
fn set_up(game: &Go<u64>, position: &GoPosition<u64>) -> Vec<String> {
    let size = game.terms().size;
    let mut lines = Vec::new();
    for colour in Colour::ALL {
        for point in position.board().stones(colour).iter() {
            lines.push(format!("play {} {}", colour.name(), GoMove::Play(point).text(size)));
        }
    }
    lines
}
