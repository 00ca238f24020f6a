//! Progress on a terminal: a bar over the positions and a line per search. Neither is shown where
//! standard error is no terminal, nor for what is over at once.

use std::cell::Cell;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use threefold_search::{INFINITY, Progress};

use crate::output::Stop;
use crate::units::grouped;

/// How long something takes before it is worth a line.
const PATIENCE: Duration = Duration::from_millis(500);
/// How often a line is written anew.
const EVERY: Duration = Duration::from_millis(100);
/// Over how long a rate and a trend are taken, at least.
const WHILE: Duration = Duration::from_secs(10);

/// A bar over many small things; hidden where standard error is no terminal.
pub fn bar(count: u64, what: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(count).with_message(what.to_owned());
    bar.with_style(style("{msg} {bar:40} {pos}/{len}  {per_sec}  eta {eta}"))
}

/// All that is shown of a run.
pub struct Bars {
    multi: MultiProgress,
    positions: Option<ProgressBar>,
    started: Instant,
    is_terminal: bool,
}

impl Bars {
    /// For that many positions.
    pub fn new(positions: usize) -> Self {
        let is_terminal = io::stderr().is_terminal();
        let multi = MultiProgress::with_draw_target(if is_terminal {
            ProgressDrawTarget::stderr_with_hz(10)
        } else {
            ProgressDrawTarget::hidden()
        });
        let positions = (is_terminal && positions > 1).then(|| {
            // Hidden until it is added to the others.
            let hidden = ProgressDrawTarget::hidden();
            let bar = ProgressBar::with_draw_target(Some(positions as u64), hidden);
            bar.with_style(style("{bar:40} {pos}/{len} positions  {elapsed}  eta {eta}"))
        });
        Bars { multi, positions, started: Instant::now(), is_terminal }
    }

    /// One position more is finished; `print` writes about it to standard output.
    pub fn finished(&self, print: impl FnOnce() -> Result<(), Stop>) -> Result<(), Stop> {
        let result = self.multi.suspend(print);
        if let Some(bar) = &self.positions {
            bar.inc(1);
        }
        self.show_positions();
        result
    }

    /// Writes to standard output while a search goes on.
    pub fn beside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.multi.suspend(print)
    }

    fn show_positions(&self) {
        if let Some(bar) = &self.positions
            && self.started.elapsed() > PATIENCE
            && bar.is_hidden()
        {
            self.multi.add(bar.clone());
        }
    }

    /// Takes everything off the screen.
    pub fn clear(&self) {
        if let Some(bar) = &self.positions {
            bar.finish_and_clear();
        }
        // The screen may be gone; then there is nothing to clear.
        let _ = self.multi.clear();
    }

    /// A line for something that takes its time without saying how far it is. It goes when it is
    /// dropped.
    pub fn spinner(&self, text: &str) -> Spinner<'_> {
        let bar = self.is_terminal.then(|| {
            let bar = self.multi.add(ProgressBar::new_spinner());
            bar.set_style(style("{spinner} {elapsed}  {wide_msg}"));
            bar.set_message(text.to_owned());
            bar.enable_steady_tick(EVERY);
            bar
        });
        self.show_positions();
        Spinner { bars: self, bar }
    }

    /// The line of one search.
    pub fn line(&self, name: &str) -> Line<'_> {
        Line {
            bars: self,
            name: name.to_owned(),
            bar: None,
            drawn: Cell::new(Duration::ZERO),
            before: [Sample::default(); 2],
        }
    }
}

/// A line that shows that something is going on.
pub struct Spinner<'b> {
    bars: &'b Bars,
    bar: Option<ProgressBar>,
}

impl Drop for Spinner<'_> {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
            self.bars.multi.remove(&bar);
        }
    }
}

/// The progress of one search.
pub struct Line<'b> {
    bars: &'b Bars,
    name: String,
    bar: Option<ProgressBar>,
    drawn: Cell<Duration>,
    /// How it was a while ago, and since then.
    before: [Sample; 2],
}

/// What a trend is compared with.
#[derive(Clone, Copy, Default)]
struct Sample {
    elapsed: Duration,
    nodes: u64,
    pn: u32,
    dn: u32,
}

impl Sample {
    fn new(progress: &Progress) -> Self {
        let Progress { elapsed, nodes, pn, dn, .. } = *progress;
        Sample { elapsed, nodes, pn, dn }
    }
}

/// Whether a number has grown; nothing before there is one.
fn trend(before: u32, now: u32) -> &'static str {
    match (before, now) {
        (0, _) => "",
        _ if now > before => "↑",
        _ if now < before => "↓",
        _ => "→",
    }
}

impl Line<'_> {
    /// To be called by the search. `aside` is what else there is to say, with two blanks before
    /// each part; only called where the line is drawn.
    pub fn update(&mut self, progress: &Progress, aside: impl FnOnce() -> String) {
        let elapsed = progress.elapsed;
        if !self.bars.is_terminal || elapsed < PATIENCE || elapsed < self.drawn.get() + EVERY {
            return;
        }
        self.drawn.set(elapsed);
        self.bars.show_positions();
        let bar = self.bar.get_or_insert_with(|| {
            let bar = self.bars.multi.add(ProgressBar::new_spinner());
            bar.set_style(style("{spinner} {wide_msg}"));
            bar
        });
        // Another question began.
        if elapsed < self.before[1].elapsed {
            self.before = [Sample::default(); 2];
        }
        if elapsed >= self.before[1].elapsed + WHILE {
            self.before = [self.before[1], Sample::new(progress)];
        }
        let before = self.before[0];
        let since = (elapsed - before.elapsed).as_secs_f64();
        let rate = progress.nodes.saturating_sub(before.nodes) as f64 / since / 1000.0;
        bar.set_message(format!(
            "{} nodes  {rate:.0} k/s  proof {}{} disproof {}{}  depth {}  table {:.0} %{}  \
             {:.1} s  {}",
            grouped(progress.nodes),
            number(progress.pn),
            trend(before.pn, progress.pn),
            number(progress.dn),
            trend(before.dn, progress.dn),
            progress.depth,
            100.0 * progress.table_fill,
            aside(),
            elapsed.as_secs_f64(),
            self.name,
        ));
        bar.tick();
    }
}

impl Drop for Line<'_> {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
            self.bars.multi.remove(&bar);
        }
    }
}

/// A proof or disproof number for people.
pub fn number(n: u32) -> String {
    if n >= INFINITY { "infinite".to_owned() } else { grouped(u64::from(n)) }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template is fixed")
}
