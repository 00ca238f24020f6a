//! What is known of the first moves, while they are solved: `lz-analyze`, `kata-analyze`, and
//! `genmove` with them.

use std::time::Instant;

use threefold_search::Interrupt;
use threefold_session::problem::best_move::{Known, first_moves};

use super::clock::Alarm;
use super::engine::{Engine, Flags, colour_of, line, note_frame};

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
        note_frame(&sized);
        first_moves(&sized, &request, Some(&self.kept), &mut |known| {
            let infos = known.iter().enumerate().map(|(order, known)| {
                let Known { text, share, nodes } = known;
                let winrate = match is_kata {
                    true => format!("{share}"),
                    false => format!("{}", (share * 10_000.0) as u32),
                };
                format!(
                    "info move {text} visits {} winrate {winrate} prior 0 order {order} pv {text}",
                    (*nodes).max(1)
                )
            });
            show(&infos.collect::<Vec<_>>().join(" "));
        });
        Ok(())
    }
}

/// The flags at the end, after an interval and whatever else clients send.
fn flags_among(words: &[String]) -> &[String] {
    let first = words.iter().position(|word| word.starts_with("--"));
    &words[first.unwrap_or(words.len())..]
}
