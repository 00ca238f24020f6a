//! `--metrics`: how a search goes, line by line while it runs.

use std::fs::File;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;
use threefold::search::Progress;
use threefold::session::solve::Answer;
use threefold_files::{Kind, Output};
use threefold_terminal::memory::resident;

use super::args::SolveArgs;
use crate::files::{Desk, Wanted};
use crate::report::course::FORMAT;
use threefold_terminal::output::complain;

/// Where it is written to.
pub struct Metrics {
    file: Mutex<Option<File>>,
    name: String,
    every: Duration,
    began: Instant,
}

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
enum Line<'l> {
    Begin {
        format: &'static str,
        version: &'static str,
        threads: u16,
        table_bytes: usize,
        positions: usize,
    },
    Progress {
        input: &'l str,
        at_s: f64,
        time_s: f64,
        nodes: u64,
        rate: f64,
        pn: u32,
        dn: u32,
        depth: u32,
        table_fill: f64,
        memory_bytes: Option<u64>,
        checkpoint_age_s: Option<f64>,
    },
    End {
        input: &'l str,
        at_s: f64,
        time_s: f64,
        claim: &'l str,
        verdict: &'l str,
        reason: Option<&'static str>,
        nodes: u64,
        pn: u32,
        dn: u32,
        certificate_positions: Option<u64>,
        memory_bytes: Option<u64>,
    },
}

impl Metrics {
    /// What the flags say.
    ///
    /// # Errors
    /// A line: the file cannot be written.
    pub fn new(
        args: &SolveArgs,
        positions: usize,
        desk: &mut Desk,
    ) -> Result<Option<Self>, String> {
        let Some(path) = &args.metrics else { return Ok(None) };
        let output = desk.file(Wanted { flag: "--metrics", path, kind: Kind::Metrics })?;
        let file = open(&output).map_err(|error| format!("--metrics {output}: {error}"))?;
        let metrics = Metrics {
            file: Mutex::new(Some(file)),
            name: output.to_string(),
            every: args.metrics_every,
            began: Instant::now(),
        };
        metrics.write(&Line::Begin {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION"),
            threads: args.threads,
            table_bytes: args.memory(),
            positions,
        });
        Ok(Some(metrics))
    }

    /// A line, whole and at once, for whoever reads along. A file that cannot be written any more
    /// is given up, and the search goes on.
    fn write(&self, line: &Line<'_>) {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(open) = file.as_mut() else { return };
        let written = serde_json::to_string(line)
            .map_err(io::Error::from)
            .and_then(|text| open.write_all(format!("{text}\n").as_bytes()));
        if let Err(error) = written {
            complain(format_args!("--metrics {}: {error}; given up", self.name));
            *file = None;
        }
    }

    /// Says how an answer has come out.
    pub fn end(&self, input: &str, answer: &Answer) {
        self.write(&Line::End {
            input,
            at_s: self.began.elapsed().as_secs_f64(),
            time_s: answer.time.as_secs_f64(),
            claim: &answer.claim,
            verdict: answer.verdict.name(),
            reason: answer.reason,
            nodes: answer.stats.nodes,
            pn: answer.pn,
            dn: answer.dn,
            certificate_positions: answer.certificate_positions(),
            memory_bytes: resident(),
        });
    }
}

/// Not a draft: it is read while it grows.
fn open(output: &Output) -> io::Result<File> {
    match output.is_standard_output() {
        true => Err(io::Error::other("expected the name of a file or a pipe")),
        false => File::create(output.path()),
    }
}

/// The lines of one search.
pub struct Meter<'m> {
    metrics: &'m Metrics,
    input: String,
    written: Option<(Duration, u64)>,
}

impl<'m> Meter<'m> {
    pub fn new(metrics: &'m Metrics, input: &str) -> Self {
        Meter { metrics, input: input.to_owned(), written: None }
    }

    /// To be called by the search.
    pub fn progress(&mut self, progress: &Progress, checkpoint: Option<Duration>) {
        let now = progress.elapsed;
        let (then, nodes) = match self.written {
            // Another question began.
            Some((then, _)) if now < then => (Duration::ZERO, 0),
            Some((then, _)) if now < then + self.metrics.every => return,
            Some(last) => last,
            None => (Duration::ZERO, 0),
        };
        self.written = Some((now, progress.nodes));
        let since = (now - then).as_secs_f64();
        let rate = progress.nodes.saturating_sub(nodes) as f64 / since.max(1e-6);
        self.metrics.write(&Line::Progress {
            input: &self.input,
            at_s: self.metrics.began.elapsed().as_secs_f64(),
            time_s: now.as_secs_f64(),
            nodes: progress.nodes,
            rate: rate.round(),
            pn: progress.pn,
            dn: progress.dn,
            depth: progress.depth,
            table_fill: progress.table_fill,
            memory_bytes: resident(),
            checkpoint_age_s: checkpoint.map(|age| age.as_secs_f64()),
        });
    }
}
