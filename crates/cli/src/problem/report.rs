//! What is said of a problem.

use std::fmt::Write;
use std::time::Duration;

use threefold::session::problem::report::Report;
use threefold::session::words::capital;

use crate::page::{self, Paged};
use threefold_terminal::exit::Exit;
use threefold_terminal::units::{count, seconds};

/// The report of a problem, and what became of its files.
#[derive(Debug)]
pub struct Told {
    pub report: Report,
    pub page_row: Option<String>,
    pub not_written: Vec<String>,
    /// Whether the beginning of the text has been printed.
    pub is_begun: bool,
}

impl Told {
    /// Before anything is written.
    pub fn new(report: Report) -> Self {
        Told { report, page_row: None, not_written: Vec::new(), is_begun: false }
    }

    /// Notes what became of the page, if one was wanted.
    pub fn take_page(&mut self, wanted: bool, paged: Option<Paged>) {
        self.page_row = page::row(wanted, paged.as_ref());
        match paged {
            Some(Ok(place)) => self.report.page = Some(place),
            Some(Err(error)) => self.not_written.push(error),
            None => {}
        }
    }

    pub fn exit(&self) -> Exit {
        let Report { fault, is_open, open, .. } = &self.report;
        if fault.is_some() {
            Exit::Failed
        } else if !self.not_written.is_empty() {
            Exit::BadInput
        } else if *is_open || !open.is_empty() {
            Exit::Unknown
        } else {
            Exit::Fine
        }
    }

    /// The output for people, without what has been printed of it.
    pub fn text(&self) -> String {
        let Told { report, .. } = self;
        let mut out = if self.is_begun { String::new() } else { beginning(report) };
        if let Some(fault) = &report.fault {
            row(&mut out, "", &format!("WRONG: {fault}"));
        }
        if let Some(right) = &report.right {
            let text = if right.is_empty() { "none".to_owned() } else { right.join(" ") };
            let under = if report.depends_on_rule {
                format!(" under {}", report.ko)
            } else {
                String::new()
            };
            let fail = report.wrong.len();
            row(&mut out, "right moves", &format!("{text} ({fail} fail){under}"));
            if !report.by_ko.is_empty() {
                let each = report.by_ko.iter().map(|m| format!("{} ({})", m.text, m.words));
                row(&mut out, "", &format!("by ko: {}", each.collect::<Vec<_>>().join(", ")));
            }
            if !report.open.is_empty() {
                row(&mut out, "", &format!("unknown: {}", report.open.join(" ")));
            }
            if !report.not_asked.is_empty() {
                let moves = count(report.not_asked.len() as u64, "move");
                row(&mut out, "", &format!("not asked: {moves} elsewhere"));
            }
        }
        if report.may_play_elsewhere == Some(true) {
            row(&mut out, "", &format!("{} need not move here", report.to_play));
        }
        let time = seconds(Duration::from_secs_f64(report.time_s));
        row(&mut out, "search", &format!("{}, {time}", count(report.nodes, "node")));
        if let Some(positions) = report.certificate_positions {
            let checked = match report.checked {
                Some(true) => "VERIFIED",
                Some(false) => "FAILED",
                None => "not checked:",
            };
            let claims = report.claims.join(" and ");
            let mut text = format!("{}, {checked} {claims}", count(positions, "position"));
            if !report.certificates.is_empty() {
                let _ = write!(text, ", in {}", report.certificates.join(", "));
            }
            row(&mut out, "certificate", &text);
        }
        if let Some(path) = &report.tree {
            row(&mut out, "tree", path);
        }
        if let Some(page) = &self.page_row {
            row(&mut out, "page", page);
        }
        for error in &self.not_written {
            row(&mut out, "", &format!("not written: {error}"));
        }
        out.push('\n');
        out
    }
}

/// What is said before first moves are asked about: the question and the verdict.
pub fn beginning(report: &Report) -> String {
    let mut out = String::new();
    if let Some(frame) = &report.frame {
        let _ = writeln!(out, "Assuming that {frame},");
    }
    if let Some(assuming) = &report.assuming {
        let _ = writeln!(out, "{}:", capital(assuming));
    }
    out += &report.input;
    if let Some(title) = &report.title {
        let _ = write!(out, "  {title}");
    }
    out.push('\n');
    for line in report.diagram.lines() {
        let _ = writeln!(out, "    {line}");
    }
    let (goal, other) = match report.goal {
        "eye" => ("one more eye for", String::new()),
        "live" => ("life for", String::new()),
        "kill" => ("death of", String::new()),
        "race" => ("race of", format!(" and {}", report.to_play)),
        _ => ("capture of", String::new()),
    };
    let Report { defender, to_play, ko, .. } = report;
    let question = format!("{goal} {defender}{other}, {to_play} moves first, {ko}");
    row(&mut out, "question", &question);
    if report.history > 0 {
        let plies = count(report.history as u64, "move");
        row(&mut out, "", &format!("{plies} before it; their positions may not recur"));
    }
    row(&mut out, "verdict", &report.verdict);
    if let Some(zone) = &report.zone {
        let (points, region, names) = (zone.len(), report.region, zone.join(" "));
        let text = format!("in {points} of {region} points, whatever is played elsewhere: {names}");
        row(&mut out, "", &text);
    }
    // A verdict that depends on the frame says so itself.
    for other in report.other_frames.iter().filter(|_| !report.depends_on_frame) {
        row(&mut out, "", other);
    }
    // Where the rules disagree the verdict has said it.
    for (rule, verdict) in report.by_rule.iter().filter(|_| !report.depends_on_rule) {
        row(&mut out, "", &format!("{rule}: {verdict}"));
    }
    out
}

fn row(out: &mut String, label: &str, text: &str) {
    let _ = writeln!(out, "  {label:<12} {text}");
}
