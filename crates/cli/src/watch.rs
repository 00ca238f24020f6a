//! What is seen of a request while it is answered: a line of progress; and where its certificate
//! goes.

use std::fmt::Write;
use std::io::{self, BufRead, IsTerminal};
use std::time::{Duration, Instant};

use threefold::certificate::Block;
use threefold::search::Progress;
use threefold::session::observer::{Observer, Save};
use threefold::session::solve::{Answer, MoveAnswer};
use threefold_terminal::memory::resident;

use crate::files::CertificateOutput;
use crate::page::{PageOutput, Paged};
use crate::solve::checkpoint::Checkpoints;
use crate::solve::live::Live;
use crate::solve::metrics::{Meter, Metrics};
use threefold_terminal::output::complain;
use threefold_terminal::progress::{Bars, Line};
use threefold_terminal::units::{bytes, short_time};

/// Draws the progress of one request, and writes its certificate as soon as it is there.
pub struct Watch<'b> {
    bars: &'b Bars,
    line: Line<'b>,
    output: Option<&'b CertificateOutput>,
    written: Option<Result<Vec<String>, String>>,
    page: Option<&'b PageOutput>,
    paged: Option<Paged>,
    checkpoints: Option<&'b Checkpoints>,
    live: Option<&'b Live<'b>>,
    /// When the search was last written down, or began.
    saved: Instant,
    meter: Option<Meter<'b>>,
    threads: usize,
    /// What is said once of a search that takes long.
    hint: Option<&'static str>,
}

/// How long a search takes before somebody may wonder whether it will end.
const LONG: Duration = Duration::from_secs(5);

impl<'b> Watch<'b> {
    pub fn new(bars: &'b Bars, name: &str, output: Option<&'b CertificateOutput>) -> Self {
        let (written, page, paged) = (None, None, None);
        let line = bars.line(name);
        Watch {
            bars,
            line,
            output,
            written,
            page,
            paged,
            checkpoints: None,
            live: None,
            saved: Instant::now(),
            meter: None,
            threads: 1,
            hint: None,
        }
    }

    /// The same, and this is said if it takes long, to whom sees its progress.
    pub fn hinting(self, hint: Option<&'static str>) -> Self {
        Watch { hint: hint.filter(|_| io::stderr().is_terminal()), ..self }
    }

    /// The same search by so many threads, which is also written down line by line.
    pub fn measuring(self, metrics: Option<&'b Metrics>, name: &str, threads: usize) -> Self {
        Watch { meter: metrics.map(|metrics| Meter::new(metrics, name)), threads, ..self }
    }

    /// How old the checkpoint is, if there are any.
    fn checkpoint_age(&self) -> Option<Duration> {
        self.checkpoints?.every().map(|_| self.saved.elapsed())
    }

    /// The same, and a page is made of the certificates.
    pub fn paging(self, page: Option<&'b PageOutput>) -> Self {
        Watch { page, ..self }
    }

    /// The same, and the search is kept in a file.
    pub fn keeping(self, checkpoints: &'b Checkpoints) -> Self {
        Watch { checkpoints: Some(checkpoints), ..self }
    }

    /// The same, and what becomes known is printed.
    pub fn telling(self, live: Option<&'b Live<'b>>) -> Self {
        Watch { live, ..self }
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

    fn warning(&mut self, what: &str) {
        complain(what);
    }

    fn progress(&mut self, progress: &Progress) {
        if progress.elapsed > LONG
            && let Some(hint) = self.hint.take()
        {
            self.bars.beside(|| complain(hint));
        }
        let age = self.checkpoint_age();
        if let Some(meter) = &mut self.meter {
            meter.progress(progress, age);
        }
        self.line.update(progress, || {
            let mut aside = String::new();
            if self.threads > 1 {
                let _ = write!(aside, "  {} threads", self.threads);
            }
            if let Some(memory) = resident() {
                let _ = write!(aside, "  {}", bytes(memory));
            }
            if let Some(age) = age {
                let _ = write!(aside, "  checkpoint {} old", short_time(age));
            }
            aside
        });
    }

    fn certificate(&mut self, blocks: &[Block]) {
        self.written = self.output.map(|output| output.write(blocks.to_vec()));
        self.paged = self.page.map(|page| page.write(blocks));
    }

    fn answered(&mut self, answer: &Answer) {
        if let Some(live) = self.live {
            live.answered(answer, self.written.clone());
        }
    }

    fn finished_move(&mut self, finished: usize, of: usize, answer: &MoveAnswer) {
        if let Some(live) = self.live {
            live.finished_move(finished, of, answer);
        }
    }

    fn checkpoint_every(&self) -> Option<Duration> {
        self.checkpoints?.every()
    }

    fn checkpoint(&mut self, save: Save<'_>) {
        match self.checkpoints.map(|checkpoints| checkpoints.write(save)) {
            Some(Err(message)) => complain(message),
            Some(Ok(())) => self.saved = Instant::now(),
            None => {}
        }
    }

    fn resumes_from(&mut self) -> Option<Box<dyn BufRead>> {
        self.checkpoints?.take_input()
    }

    fn resumed(&mut self, nodes: u64) {
        complain(format_args!("the search goes on after {nodes} nodes"));
    }
}
