//! A game that was played, for people.

use std::fmt::Write;

use threefold::game::{Game, History, Outcome};
use threefold_lab::alphabeta::{DECIDED, Kind, Score, WIN, WinScores};
use threefold_lab::play::{Because, End, FromTable, Played, StoredBy, Thought, Turn, Value};

use crate::any_game::{AnyGame, AnyMove};
use crate::columns::Columns;
use crate::units::{count, grouped};

/// What is needed to say a game.
pub struct Telling<'a> {
    pub game: &'a AnyGame,
    pub history: &'a History<AnyGame>,
    pub scores: WinScores,
}

impl Telling<'_> {
    /// The moves, one a line, and how the game ended.
    pub fn text(&self, played: &Played<AnyMove>) -> String {
        let mut columns = Columns::new(["", "move", "nodes", "score", "in truth", ""]);
        let mut reasons = String::new();
        let mut history = self.history.clone();
        let mut texts = Vec::new();
        for (number, turn) in (1..).zip(&played.turns) {
            let text = self.game.move_text(history.root(), turn.m);
            let name = format!("{number}. {}", self.game.player_name(turn.player));
            let (nodes, score) = match &turn.thought {
                Some(thought) => (grouped(thought.nodes), self.score(thought.score)),
                None => ("-".to_owned(), "-".to_owned()),
            };
            let truth = turn.before.map_or("-".to_owned(), |value| self.value(turn, value));
            columns.row([name, text.clone(), nodes, score, truth, self.faults(turn)]);
            if let Some(thought) = &turn.thought {
                let because = self.because(&history, &texts, thought);
                let _ = writeln!(reasons, "  {number}. {text}: {because}.");
            }
            texts.push(text);
            history.push(self.game, turn.m);
        }
        let end = self.end(&history, &texts, played);
        format!("{}\nWhy:\n{reasons}\n{end}\n", columns.to_text())
    }

    /// A score of the player who moves.
    fn score(&self, score: Score) -> String {
        let plies = WIN - score.abs();
        let what = match score {
            score if score >= DECIDED => "wins",
            score if score <= -DECIDED => "loses",
            score => return format!("{score:+}").replace("+0", "0"),
        };
        match self.scores {
            WinScores::Plain => what.to_owned(),
            _ if plies < 0 => format!("{what} before it began"),
            _ => format!("{what} in {plies}"),
        }
    }

    fn value(&self, turn: &Turn<AnyMove>, value: Value) -> String {
        let what = match value.outcome {
            Outcome::Draw => return "draw".to_owned(),
            Outcome::Win(player) if player == turn.player => "wins",
            Outcome::Win(_) => "loses",
        };
        value.plies.map_or(what.to_owned(), |plies| format!("{what} in {plies}"))
    }

    fn faults(&self, turn: &Turn<AnyMove>) -> String {
        let mut faults = Vec::new();
        if turn.claims_wrongly() {
            faults.push("false");
        }
        if turn.promises_too_much() && self.scores != WinScores::Plain {
            faults.push("too soon");
        }
        if turn.throws_win() {
            faults.push("throws the win away");
        }
        faults.join(", ")
    }

    /// The moves of a line from the root of `history` on, in the game's notation.
    fn line(&self, history: &History<AnyGame>, line: &[AnyMove]) -> String {
        let mut here = history.root().clone();
        let mut text = String::new();
        for &m in line {
            if !text.is_empty() {
                text.push(' ');
            }
            self.game.write_move(&here, m, &mut text);
            self.game.make(&mut here, m);
        }
        text
    }

    fn because(
        &self,
        history: &History<AnyGame>,
        played: &[String],
        thought: &Thought<AnyMove>,
    ) -> String {
        let line = self.line(history, &thought.line);
        let depth = count(u64::from(thought.line.len() as u32), "ply");
        let mut text = match &thought.because {
            Because::Over => format!("the game is over after {line}"),
            Because::Repetition => format!("a position has occurred before after {line}"),
            Because::Horizon => format!("what it looks like after {line}, {depth}"),
            Because::Table(said) => self.table(history, played, &line, said),
            Because::Unseen => format!("after {line} the treatment answers by itself"),
        };
        if let Some(reason) = thought.stopped_by {
            let _ = write!(text, " (stopped at {} plies: {reason})", thought.depth);
        }
        text
    }

    fn table(
        &self,
        history: &History<AnyGame>,
        played: &[String],
        line: &str,
        said: &FromTable<AnyMove>,
    ) -> String {
        let bound = match said.kind {
            Kind::Exact => "",
            Kind::Lower => "at least ",
            Kind::Upper => "at most ",
        };
        let score = self.score(said.score);
        let stored = match &said.stored {
            None => "stored for this path alone".to_owned(),
            Some(stored) => self.stored(history, played, stored),
        };
        format!("the table says \"{bound}{score}\" of the position after {line}, {stored}")
    }

    fn stored(
        &self,
        history: &History<AnyGame>,
        played: &[String],
        stored: &StoredBy<AnyMove>,
    ) -> String {
        let StoredBy { played: plies, line, entry, .. } = stored;
        let mut root = self.history.clone();
        let own = &history.moves()[self.history.moves().len()..];
        own[..*plies].iter().for_each(|&m| root.push(self.game, m));
        let line = self.line(&root, line);
        let by = match played.len() == *plies {
            true => "by this search".to_owned(),
            false => format!("by the search for move {}", plies + 1),
        };
        let on = match line.is_empty() {
            true => "at its root".to_owned(),
            false => format!("after {line}"),
        };
        let draft = match entry.draft {
            threefold_lab::alphabeta::COMPLETE => "to the end".to_owned(),
            draft => format!("{} deep", count(u64::from(draft), "ply")),
        };
        format!("stored {by} {on}, {draft}")
    }

    fn end(
        &self,
        history: &History<AnyGame>,
        texts: &[String],
        played: &Played<AnyMove>,
    ) -> String {
        let plies = count(texts.len() as u64, "ply");
        let here = self.game.position_text(history.root());
        let times = count(played.most_often as u64, "time");
        match played.end {
            End::Over(outcome) | End::Stuck(outcome) => {
                let what = match outcome {
                    Outcome::Win(player) => format!("{} has won", self.game.player_name(player)),
                    Outcome::Draw => "a draw".to_owned(),
                };
                format!("The game is over after {plies}: {what}.")
            }
            End::Repetition => {
                format!("A draw after {plies}: the position has come {times}, {here}.")
            }
            End::ForEver(first) => {
                let again = texts[first..].join(" ");
                format!(
                    "For ever: the position after {} is back, the table is empty again, and \
                     {again} comes next once more.",
                    count(first as u64, "ply")
                )
            }
            End::BrokenOff => {
                format!("Broken off after {plies}, nobody has won; one position has come {times}.")
            }
            End::NoMove(reason) => match reason {
                Some(reason) => format!("No move after {plies}: {reason}."),
                None => format!("No move after {plies}."),
            },
        }
    }
}
