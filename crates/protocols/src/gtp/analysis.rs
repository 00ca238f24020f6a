//! What is known of the first moves, while they are solved: `lz-analyze`, `kata-analyze`, and
//! `genmove` with them.

use std::time::Instant;

use threefold_game::Game;
use threefold_go::problem::CellSet;
use threefold_search::Interrupt;
use threefold_session::problem::first_moves::FirstMove;
use threefold_session::problem::grade::Grader;
use threefold_session::problem::solution::{ProblemRequest, Solution};
use threefold_session::problem::subject::ProblemSubject;
use threefold_session::with_subject;

use super::clock::Alarm;
use super::engine::{Engine, Flags, colour_of, line};

/// The share of a win, for displays, of a move that needs a ko threat.
const BY_KO: f64 = 0.25;

impl Engine {
    /// Plays the best move, as `genmove` does; before it, `show` has the lines of an analysis,
    /// which takes half of the time for the move.
    ///
    /// # Errors
    /// Those of `genmove`.
    pub fn generate_with_analysis(
        &mut self,
        is_kata: bool,
        arguments: &[String],
        show: &mut dyn FnMut(&str),
    ) -> Result<String, String> {
        let Some((colour, rest)) = arguments.split_first() else {
            return Err("expected a colour".to_owned());
        };
        let budget = self.budget(colour_of(colour)?, &self.flags(flags_among(rest))?);
        let interrupt = Interrupt::default();
        let half = budget.map(|time| time / 2);
        let alarm = Alarm::set(half, &interrupt);
        let started = Instant::now();
        // Where there is nothing to analyse, there may be a move all the same.
        let _ = self.analyze(is_kata, arguments, &interrupt, show);
        drop(alarm);
        let left = budget.map(|time| time.saturating_sub(started.elapsed()));
        let colour = std::slice::from_ref(colour);
        self.generate(&[colour, flags_among(rest)].concat(), left)
    }

    /// Solves each first move in turn and hands the lines of `lz-analyze` or `kata-analyze` to
    /// `show`, each with all moves known so far.
    ///
    /// # Errors
    /// There is no problem on the board, or the flags are wrong.
    pub fn analyze(
        &mut self,
        is_kata: bool,
        arguments: &[String],
        interrupt: &Interrupt,
        show: &mut dyn FnMut(&str),
    ) -> Result<(), String> {
        // Colour, interval and what else clients send; the interval does not matter here.
        let mut flags: &[String] = arguments;
        if let [first, ..] = arguments
            && let Ok(colour) = colour_of(first)
        {
            self.game.set_to_play(colour);
            flags = &arguments[1..];
        }
        let Flags { question, mut request, .. } = self.flags(flags_among(flags))?;
        request.effort.interrupt = interrupt.clone();
        let sized = self.at_hand(&question).map_err(line)?;
        with_subject!(&sized, |subject| {
            first_moves(self.grader(subject, &request), is_kata, subject, &request, show);
        });
        Ok(())
    }
}

/// Solves each first move in turn, until the search is interrupted.
fn first_moves<S: CellSet>(
    grader: Grader<'_, S>,
    is_kata: bool,
    subject: &ProblemSubject<S>,
    request: &ProblemRequest,
    show: &mut dyn FnMut(&str),
) {
    let problem = &subject.at_hand.posed.problem;
    let root = grader.root(None);
    let grader = grader.together();
    let quick = ProblemRequest { verdict_only: true, ..request.clone() };
    let solution = Solution::find(grader, &subject.question.kos(), &quick, &mut ());
    let graded = &solution.graded[0];
    let Some(fate) = graded.fate else { return };
    let question = grader.move_question(graded, fate);
    let most = request.more_threats;
    // By move: what it is worth, 1 for what is best, less for what is got by ko.
    let mut known: Vec<(f64, FirstMove)> = Vec::new();
    grader.each_first_move(graded, question, &mut (), &mut |mut first| {
        if request.effort.interrupt.is_raised() {
            return false;
        }
        let share = match first.is_right {
            Some(true) if question.more.is_some() => BY_KO,
            Some(true) => match grader.withstands(&mut first, graded, most) {
                Some(true) => 1.0,
                _ => 1.0 - BY_KO,
            },
            Some(false) => 0.0,
            None => 0.5,
        };
        known.push((share, first));
        known.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        let line: Vec<String> = known
            .iter()
            .enumerate()
            .map(|(order, (share, first))| {
                let name = problem.move_text(&root, first.m);
                let winrate = match is_kata {
                    true => format!("{share}"),
                    false => format!("{}", (share * 10_000.0) as u32),
                };
                let nodes = first.asked.as_ref().map_or(0, |asked| asked.stats.nodes);
                let visits = (nodes + first.extra.nodes).max(1);
                format!(
                    "info move {name} visits {visits} winrate {winrate} prior 0 order {order} \
                     pv {name}"
                )
            })
            .collect();
        show(&line.join(" "));
        true
    });
}

/// The flags at the end, after an interval and whatever else clients send.
fn flags_among(words: &[String]) -> &[String] {
    let first = words.iter().position(|word| word.starts_with("--"));
    &words[first.unwrap_or(words.len())..]
}
