//! What is going on while a request is answered.

use threefold_certificate::Block;
use threefold_search::Progress;

/// Is told how far an answer has come; every method may be left out. `()` observes nothing.
pub trait Observer {
    /// A search begins, about a part of the request that has a name: `3x3 at least 4`.
    fn question(&mut self, name: &str) {
        let _ = name;
    }

    /// A search goes on; called every few thousand nodes.
    fn progress(&mut self, progress: &Progress) {
        let _ = progress;
    }

    /// The number in question, of the position or of the move that began last, is known to be at
    /// least `lower` and at most `upper`.
    fn bounds(&mut self, lower: i32, upper: i32) {
        let _ = (lower, upper);
    }

    /// Move `number`, from 1, of `of` is looked at.
    fn begins_move(&mut self, number: usize, of: usize, text: &str) {
        let _ = (number, of, text);
    }

    /// The certificate of the answer is there, checked if that was asked for; what is asked about
    /// its moves comes later. Nothing is handed over that failed its check.
    fn certificate(&mut self, blocks: &[Block]) {
        let _ = blocks;
    }
}

impl Observer for () {}

/// Calls the same observer.
impl<O: Observer + ?Sized> Observer for &mut O {
    fn question(&mut self, name: &str) {
        (**self).question(name);
    }

    fn progress(&mut self, progress: &Progress) {
        (**self).progress(progress);
    }

    fn bounds(&mut self, lower: i32, upper: i32) {
        (**self).bounds(lower, upper);
    }

    fn begins_move(&mut self, number: usize, of: usize, text: &str) {
        (**self).begins_move(number, of, text);
    }

    fn certificate(&mut self, blocks: &[Block]) {
        (**self).certificate(blocks);
    }
}
