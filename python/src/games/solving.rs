//! Questions about games in Python.

use std::time::Instant;

use pyo3::prelude::*;
use threefold::game::{Game, HistoryReader, RepetitionRule};
use threefold::search::{Policy, Reason};
use threefold::session::error::Error;
use threefold::session::leaves::is_usable;
use threefold::session::library::Library;
use threefold::session::listed::Listed;
use threefold::session::posed::Posed;
use threefold::session::solve::{Answer, Request, position as solve, position_with};
use threefold::session::{Effort as Session, mate};
use threefold_report::Source;
use threefold_report::solve::Report;

use super::mirror::Mirror;
use super::rules::Rules;
use crate::asking::{self, Answered, goal, rule_named};
use crate::certificates::About;
use crate::effort::Effort;
use crate::faults::{fault, unanswerable};
use crate::mates;
use crate::waiting::{Interrupt, waiting};
use crate::watching::{Raised, Watch};

/// A position of a game in Python, with the moves that were played from there.
struct Start {
    number: u32,
    moves: Vec<String>,
}

impl Start {
    /// Asks something about the position to which the moves lead.
    fn ask<T>(
        &self,
        rules: &Rules,
        rule: RepetitionRule,
        ask: impl FnOnce(&Posed<'_, Rules>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        if !rules.has_rule(rule) && !rules.has_boards() {
            let what = "positional superko compares boards, and the game has no board(position)";
            return Err(Error::field("rule", what));
        }
        let mut reader = HistoryReader::new(rules, self.number, rule);
        for text in &self.moves {
            reader.play(text).map_err(|error| Error::field("history", error))?;
        }
        let history = reader.finish();
        let mover = rules.player_to_move(history.root());
        ask(&Posed::new(rules, &history, rule, mover))
    }
}

/// Answers a question about a position of the game.
///
/// # Errors
/// The exceptions of the package, and whatever the game raises.
#[pyfunction]
#[pyo3(signature = (
    this, game, position, effort, interrupt, attacker=None, rule=None, value=false, moves=false,
    history=Vec::new(), progress=None
))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub fn solve_game<'py>(
    this: &Bound<'py, Mirror>,
    game: &Bound<'py, PyAny>,
    position: &Bound<'py, PyAny>,
    effort: &Effort,
    interrupt: &Interrupt,
    attacker: Option<&str>,
    rule: Option<&str>,
    value: bool,
    moves: bool,
    history: Vec<String>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answered<'py>> {
    let py = this.py();
    let goal = goal(py, attacker, value)?;
    let rule = rule_named(py, rule)?.unwrap_or(RepetitionRule::Draw);
    let effort = effort.of(Session::for_positions(), interrupt)?;
    let request = Request { goal, moves, effort };
    let start = Start { number: this.get().number(position)?, moves: history };
    let raised = Raised::default();
    let flag = interrupt.flag.clone();
    let rules = Rules::new(game, this, flag.clone(), raised.clone())?;
    let mut watch = Watch::new(progress, flag.clone(), raised.clone());
    let answer = waiting(py, &flag, false, move || {
        start.ask(&rules, rule, |posed| answer(posed, &request, &mut watch))
    })?;
    raised.check()?;
    let answer = answer.map_err(|error| unanswerable(py, &error))?;
    let input = &*answer.root.clone();
    let source = Source { input, id: None, operations: None };
    asking::answered(py, Report::new(source, answer), About::of_mirror(game, this))
}

/// Nodes of a search before all positions are listed: what is answered within them is so sooner.
const FIRST_NODES: u64 = 1 << 14;
/// So many positions are listed at most for every node of that search.
const LISTED_PER_NODE: u64 = 16;

/// Searches for a little, and if that is not enough lists all positions. If these are few, the
/// answer follows from the ends backwards; each costs Python once, whoever asks, so that a long
/// search, which looks at positions again and again, costs more. Else the search goes on.
fn answer(posed: &Posed<'_, Rules>, request: &Request, watch: &mut Watch) -> Result<Answer, Error> {
    // All moves at once are asked about one by one, and what came before may count.
    let is_plain = !request.moves && is_usable(posed.game, posed.history, posed.rule);
    let Session { limits, options, interrupt, .. } = &request.effort;
    if !is_plain || options.policy != Policy::BaseTwin {
        return solve(posed, request, watch);
    }
    let mut first = request.clone();
    first.effort.limits.nodes = limits.nodes.min(FIRST_NODES);
    let found = solve(posed, &first, watch)?;
    if found.reason != Some(Reason::Nodes.name()) || limits.nodes <= FIRST_NODES {
        return Ok(found);
    }
    let most = (limits.nodes - FIRST_NODES).min(FIRST_NODES * LISTED_PER_NODE);
    // A position, its place and its moves.
    let bytes_each = 128;
    let most = usize::try_from(most).unwrap_or(usize::MAX).min(options.table_bytes / bytes_each);
    let time = limits.time.map(|time| time.saturating_sub(found.time));
    let mut rest = request.clone();
    rest.effort.limits.nodes = limits.nodes.saturating_sub(found.stats.nodes);
    let (root, began) = (posed.history.root(), Instant::now());
    // The search has half of what is left.
    let stop = || interrupt.is_raised() || time.is_some_and(|time| began.elapsed() > time / 2);
    let listed = Listed::new(posed.game, root, posed.rule, most, stop);
    let listing = began.elapsed();
    rest.effort.limits.time = time.map(|time| time.saturating_sub(listing));
    let mut answer = match listed {
        Some(listed) => {
            let library: &dyn Library = &listed;
            let mut answer = position_with(posed, &rest, Some((library, usize::MAX)), watch)?;
            // It is nobody's library: what was looked at are the positions.
            answer.owed.clear();
            answer.stats.nodes = listed.positions().len() as u64;
            answer
        }
        None => solve(posed, &rest, watch)?,
    };
    answer.stats.nodes += found.stats.nodes;
    answer.time += found.time + listing;
    Ok(answer)
}

/// Answers how far the win of a player is.
///
/// # Errors
/// The exceptions of the package, and whatever the game raises.
#[pyfunction]
#[pyo3(signature = (
    this, game, position, effort, interrupt, within=None, attacker=None, rule=None, keys=false,
    history=Vec::new(), progress=None
))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub fn mate_game<'py>(
    this: &Bound<'py, Mirror>,
    game: &Bound<'py, PyAny>,
    position: &Bound<'py, PyAny>,
    effort: &Effort,
    interrupt: &Interrupt,
    within: Option<u32>,
    attacker: Option<&str>,
    rule: Option<&str>,
    keys: bool,
    history: Vec<String>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answered<'py>> {
    let py = this.py();
    let rule = rule_named(py, rule)?.unwrap_or(RepetitionRule::Draw);
    let request = mates::request(py, effort, interrupt, within, attacker, keys)?;
    let start = Start { number: this.get().number(position)?, moves: history };
    let raised = Raised::default();
    let flag = interrupt.flag.clone();
    let rules = Rules::new(game, this, flag.clone(), raised.clone())?;
    let mut watch = Watch::new(progress, flag.clone(), raised.clone());
    let answer = waiting(py, &flag, false, move || {
        start.ask(&rules, rule, |posed| mate::position(posed, &request, &mut watch))
    })?;
    raised.check()?;
    let answer = answer.map_err(|error| unanswerable(py, &error))?;
    if answer.sides.is_empty() {
        return Err(fault(py, "QuestionError", "nobody was asked about".to_owned(), None));
    }
    let input = &*answer.root.clone();
    let source = Source { input, id: None, operations: None };
    mates::answered(py, source, answer, About::of_mirror(game, this))
}
