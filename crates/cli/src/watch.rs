//! What is seen of a request while it is answered: a line of progress; and where its certificate
//! goes.

use std::io::BufRead;
use std::time::Duration;

use threefold::certificate::Block;
use threefold::search::Progress;
use threefold::session::observer::{Observer, Save};

use crate::files::CertificateOutput;
use crate::output::complain;
use crate::page::{PageOutput, Paged};
use crate::progress::{Bars, Line};
use crate::solve::checkpoint::Checkpoints;

/// Draws the progress of one request, and writes its certificate as soon as it is there.
pub struct Watch<'b> {
    bars: &'b Bars,
    line: Line<'b>,
    output: Option<&'b CertificateOutput>,
    written: Option<Result<Vec<String>, String>>,
    page: Option<&'b PageOutput>,
    paged: Option<Paged>,
    checkpoints: Option<&'b Checkpoints>,
}

impl<'b> Watch<'b> {
    pub fn new(bars: &'b Bars, name: &str, output: Option<&'b CertificateOutput>) -> Self {
        let line = bars.line(name);
        Watch { bars, line, output, written: None, page: None, paged: None, checkpoints: None }
    }

    /// The same, and a page is made of the certificates.
    pub fn paging(self, page: Option<&'b PageOutput>) -> Self {
        Watch { page, ..self }
    }

    /// The same, and the search is kept in a file.
    pub fn keeping(self, checkpoints: &'b Checkpoints) -> Self {
        Watch { checkpoints: Some(checkpoints), ..self }
    }

    /// Where the certificates are; the error says where they are not, and why. `None` if none were
    /// to be written, or there are none.
    pub fn written(&mut self) -> Option<Result<Vec<String>, String>> {
        self.written.take()
    }

    /// Where the page is, in the same way.
    pub fn paged(&mut self) -> Option<Paged> {
        self.paged.take()
    }
}

impl Observer for Watch<'_> {
    fn question(&mut self, name: &str) {
        self.line = self.bars.line(name);
    }

    fn progress(&mut self, progress: &Progress) {
        self.line.update(progress);
    }

    fn certificate(&mut self, blocks: &[Block]) {
        self.written = self.output.map(|output| output.write(blocks.to_vec()));
        self.paged = self.page.map(|page| page.write(blocks));
    }

    fn checkpoint_every(&self) -> Option<Duration> {
        self.checkpoints?.every()
    }

    fn checkpoint(&mut self, save: Save<'_>) {
        if let Some(checkpoints) = self.checkpoints
            && let Err(message) = checkpoints.write(save)
        {
            complain(message);
        }
    }

    fn resumes_from(&mut self) -> Option<Box<dyn BufRead>> {
        self.checkpoints?.take_input()
    }

    fn resumed(&mut self, nodes: u64) {
        complain(format_args!("the search goes on after {nodes} nodes"));
    }
}
