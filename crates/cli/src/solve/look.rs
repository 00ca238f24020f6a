//! What the output for people looks like.

use std::env;
use std::io::{self, IsTerminal};

use threefold::session::convention::Drawing;

use super::args::{NotationName, SolveArgs};
use crate::tsume::japanese;
use threefold_terminal::output::Channel;

/// Choices that depend on the flags, and on who reads.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Whether moves are written as players write them.
    pub of_players: bool,
    /// Whether the labels are those of Japanese players, too.
    pub in_japanese: bool,
    drawing: Option<Drawing>,
}

impl Look {
    /// What was asked for, and else what suits a terminal or a file.
    pub fn of(args: &SolveArgs, channel: Channel) -> Self {
        let is_terminal = match channel {
            Channel::Out => io::stdout().is_terminal(),
            Channel::Err => io::stderr().is_terminal(),
        };
        let figurines = is_terminal && env::var_os("TERM").is_none_or(|term| term != "dumb");
        let no_colour = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let drawing = Drawing {
            figurines: figurines || args.notation == Some(NotationName::Kif),
            colours: figurines && !no_colour,
        };
        Look {
            of_players: args.notation.map_or(is_terminal, NotationName::is_of_players),
            in_japanese: args.notation == Some(NotationName::Kif),
            drawing: args.diagram.then_some(drawing),
        }
    }

    /// The text of an answer, with the labels that are asked for.
    pub fn translated(self, text: String) -> String {
        if self.in_japanese { japanese::labelled(&text) } else { text }
    }

    /// How positions are drawn, if they are.
    pub fn drawing(self) -> Option<Drawing> {
        self.drawing
    }
}
