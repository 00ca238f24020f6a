//! An observer that writes down what it is told.

use threefold_certificate::Block;
use threefold_search::Progress;
use threefold_session::observer::Observer;

/// What an observer was told.
#[derive(Debug, PartialEq, Eq)]
pub enum Told {
    Question(String),
    Progress { nodes: u64 },
    Bounds(i32, i32),
    Move(usize, usize, String),
    Certificate { blocks: usize },
}

/// All of it, in order.
#[derive(Debug, Default)]
pub struct Notes(pub Vec<Told>);

impl Notes {
    pub fn count(&self, is_meant: impl Fn(&Told) -> bool) -> usize {
        self.0.iter().filter(|told| is_meant(told)).count()
    }

    pub fn place(&self, is_meant: impl Fn(&Told) -> bool) -> Option<usize> {
        self.0.iter().position(is_meant)
    }
}

impl Observer for Notes {
    fn question(&mut self, name: &str) {
        self.0.push(Told::Question(name.to_owned()));
    }

    fn progress(&mut self, progress: &Progress) {
        self.0.push(Told::Progress { nodes: progress.nodes });
    }

    fn bounds(&mut self, lower: i32, upper: i32) {
        self.0.push(Told::Bounds(lower, upper));
    }

    fn begins_move(&mut self, number: usize, of: usize, text: &str) {
        self.0.push(Told::Move(number, of, text.to_owned()));
    }

    fn certificate(&mut self, blocks: &[Block]) {
        self.0.push(Told::Certificate { blocks: blocks.len() });
    }
}
