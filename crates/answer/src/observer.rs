//! What is going on while a request is answered.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use threefold_certificate::Block;
use threefold_search::{Interrupt, Limits, Progress};

use crate::answer::{Answer, MoveAnswer};
use crate::mate;

/// Writes down what a search knows.
pub type Save<'s> = &'s dyn Fn(&mut dyn Write) -> io::Result<()>;

/// How far the answer about the length of a win has come.
#[derive(Clone, Copy, Debug)]
pub struct Distance<'d> {
    /// Whose win is in question.
    pub attacker: &'d str,
    /// Whether he is to move in the root.
    pub moves_first: bool,
    /// It is proved that there is no win within fewer plies than this. `None`: none at all.
    pub at_least: Option<u32>,
    /// It is proved that there is a win within so many plies.
    pub at_most: Option<u32>,
    /// The line of such a win, if it has just become known.
    pub line: &'d [String],
    /// The plies that are being asked about; `None` while any win is looked for.
    pub plies: Option<u32>,
    /// Proof number of what is being asked.
    pub pn: u32,
    /// Its disproof number.
    pub dn: u32,
    /// Nodes of the whole request so far.
    pub nodes: u64,
    /// Share of the table in use, 0 to 1.
    pub table_fill: f64,
}

/// With what a question is asked once more ([`Observer::again`]).
#[derive(Clone, Debug)]
pub struct Again {
    /// What may be spent from now on; what has been spent does not count.
    pub limits: Limits,
    /// Ends it from another thread.
    pub interrupt: Interrupt,
}

/// Is told how far an answer has come; every method may be left out. `()` observes nothing.
pub trait Observer {
    /// A search begins, about a part of the request that has a name: `3x3 at least 4`.
    fn question(&mut self, name: &str) {
        let _ = name;
    }

    /// Something that the request relies on is not as it should be, and it goes on without: a line
    /// for people.
    fn warning(&mut self, what: &str) {
        let _ = what;
    }

    /// A search goes on; called every few thousand nodes.
    fn progress(&mut self, progress: &Progress) {
        let _ = progress;
    }

    /// A search for the length of a win goes on, or has found out more.
    fn distance(&mut self, distance: &Distance<'_>) {
        let _ = distance;
    }

    /// The number in question, of the position or of the move that began last, is known to be at
    /// least `lower` and at most `upper`.
    fn bounds(&mut self, lower: i32, upper: i32) {
        let _ = (lower, upper);
    }

    /// Move `number`, from 1, of `of` is looked at. A move that is put off is looked at again.
    fn begins_move(&mut self, number: usize, of: usize, text: &str) {
        let _ = (number, of, text);
    }

    /// The answer about the position is there, and its moves are asked about now: nothing is said
    /// of them yet, and nothing of what a record says.
    fn answered(&mut self, answer: &Answer) {
        let _ = answer;
    }

    /// So many moves of `of` are finished, this one the last.
    fn finished_move(&mut self, finished: usize, of: usize, answer: &MoveAnswer) {
        let _ = (finished, of, answer);
    }

    /// The certificate of the answer is there, checked if that was asked for; what is asked about
    /// its moves comes later. Nothing is handed over that failed its check.
    fn certificate(&mut self, blocks: &[Block]) {
        let _ = blocks;
    }

    /// Whether [`Observer::again`] may ask for more: then nothing is forgotten that it would need.
    fn may_ask_again(&self) -> bool {
        false
    }

    /// The answer is there, or a limit has ended the search for it. With `Some` the same question
    /// is asked once more, and goes on with all that has been found out; the next answer counts its
    /// own nodes. Of requests about the position alone, not about its moves.
    fn again(&mut self, answer: &Answer) -> Option<Again> {
        let _ = answer;
        None
    }

    /// The same about the length of a win.
    fn mate_again(&mut self, answer: &mate::Answer) -> Option<Again> {
        let _ = answer;
        None
    }

    /// How often what the search knows is to be written down ([`Observer::checkpoint`]); `None`:
    /// never. Of requests that consist of one question.
    fn checkpoint_every(&self) -> Option<Duration> {
        None
    }

    /// It is time to write it down, or the search has ended without an answer.
    fn checkpoint(&mut self, save: Save<'_>) {
        let _ = save;
    }

    /// What an earlier search for the same has written down; asked for once.
    fn resumes_from(&mut self) -> Option<Box<dyn BufRead>> {
        None
    }

    /// The search goes on from what has been read, which took so many nodes.
    fn resumed(&mut self, nodes: u64) {
        let _ = nodes;
    }
}

impl Observer for () {}

/// Calls the same observer.
impl<O: Observer + ?Sized> Observer for &mut O {
    fn question(&mut self, name: &str) {
        (**self).question(name);
    }

    fn warning(&mut self, what: &str) {
        (**self).warning(what);
    }

    fn progress(&mut self, progress: &Progress) {
        (**self).progress(progress);
    }

    fn distance(&mut self, distance: &Distance<'_>) {
        (**self).distance(distance);
    }

    fn bounds(&mut self, lower: i32, upper: i32) {
        (**self).bounds(lower, upper);
    }

    fn begins_move(&mut self, number: usize, of: usize, text: &str) {
        (**self).begins_move(number, of, text);
    }

    fn answered(&mut self, answer: &Answer) {
        (**self).answered(answer);
    }

    fn finished_move(&mut self, finished: usize, of: usize, answer: &MoveAnswer) {
        (**self).finished_move(finished, of, answer);
    }

    fn certificate(&mut self, blocks: &[Block]) {
        (**self).certificate(blocks);
    }

    fn may_ask_again(&self) -> bool {
        (**self).may_ask_again()
    }

    fn again(&mut self, answer: &Answer) -> Option<Again> {
        (**self).again(answer)
    }

    fn mate_again(&mut self, answer: &mate::Answer) -> Option<Again> {
        (**self).mate_again(answer)
    }

    fn checkpoint_every(&self) -> Option<Duration> {
        (**self).checkpoint_every()
    }

    fn checkpoint(&mut self, save: Save<'_>) {
        (**self).checkpoint(save);
    }

    fn resumes_from(&mut self) -> Option<Box<dyn BufRead>> {
        (**self).resumes_from()
    }

    fn resumed(&mut self, nodes: u64) {
        (**self).resumed(nodes);
    }
}
