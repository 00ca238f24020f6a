//! What is reported of a problem. The serialised fields are the output for programs, which
//! `docs/json.md` describes.

use std::fmt::Write;
use std::time::Duration;

use serde::Serialize;
use threefold::search::Stats;

use crate::exit::Exit;
use crate::units::{count, seconds};

#[derive(Debug, Default, Serialize)]
pub struct Report {
    pub input: String,
    pub game: &'static str,
    pub title: Option<String>,
    pub root: String,
    pub goal: &'static str,
    pub defender: &'static str,
    pub to_play: &'static str,
    /// Moves before the position that count.
    pub history: usize,
    /// The ko rule of the verdict, and of the first moves.
    pub ko: &'static str,
    /// In words; `unknown: ...` if a limit was hit.
    pub verdict: String,
    /// `alive`, `seki`, `dead`, or nothing if it is unknown or depends on the rule.
    pub fate: Option<&'static str>,
    /// How many more ko threats of the player who does not succeed change the fate.
    pub threats_needed: Option<u8>,
    /// The verdicts by ko rule, where something is unknown or they disagree.
    pub by_rule: Vec<(&'static str, String)>,
    /// The right first moves; nothing if they were not asked for.
    pub right: Option<Vec<String>>,
    pub wrong: Vec<String>,
    /// First moves of which nothing is known.
    pub open: Vec<String>,
    /// Whether the player to move need not move here.
    pub may_play_elsewhere: Option<bool>,
    /// Points on which may be played.
    pub region: u32,
    /// Stones of the wall that are only declared safe.
    pub trusted: Vec<String>,
    pub nodes: u64,
    pub time_s: f64,
    pub certificates: Vec<String>,
    pub certificate_positions: Option<u64>,
    pub checked: Option<bool>,
    pub tree: Option<String>,
    pub stats: Stats,
    #[serde(skip)]
    pub diagram: String,
    #[serde(skip)]
    pub is_open: bool,
    #[serde(skip)]
    pub depends_on_rule: bool,
    #[serde(skip)]
    pub fault: Option<String>,
    #[serde(skip)]
    pub not_written: Vec<String>,
    #[serde(skip)]
    pub claims: Vec<String>,
}

impl Report {
    pub fn exit(&self) -> Exit {
        if self.fault.is_some() {
            Exit::Failed
        } else if !self.not_written.is_empty() {
            Exit::BadInput
        } else if self.is_open || !self.open.is_empty() {
            Exit::Unknown
        } else {
            Exit::Fine
        }
    }

    /// The output for people.
    pub fn text(&self) -> String {
        let mut out = self.input.clone();
        if let Some(title) = &self.title {
            let _ = write!(out, "  {title}");
        }
        out.push('\n');
        for line in self.diagram.lines() {
            let _ = writeln!(out, "    {line}");
        }
        let goal = match self.goal {
            "eye" => "one more eye for",
            "live" => "life for",
            "kill" => "death of",
            _ => "capture of",
        };
        let question =
            format!("{goal} {}, {} moves first, {}", self.defender, self.to_play, self.ko);
        row(&mut out, "question", &question);
        if self.history > 0 {
            let plies = count(self.history as u64, "move");
            row(&mut out, "", &format!("{plies} before it: what they repeat is banned"));
        }
        row(&mut out, "verdict", &self.verdict);
        // Where the rules disagree the verdict has said it.
        for (rule, verdict) in self.by_rule.iter().filter(|_| !self.depends_on_rule) {
            row(&mut out, "", &format!("{rule}: {verdict}"));
        }
        if let Some(fault) = &self.fault {
            row(&mut out, "", &format!("WRONG: {fault}"));
        }
        if let Some(right) = &self.right {
            let text = if right.is_empty() { "none".to_owned() } else { right.join(" ") };
            let under =
                if self.depends_on_rule { format!(" under {}", self.ko) } else { String::new() };
            let fail = self.wrong.len();
            row(&mut out, "right moves", &format!("{text} ({fail} fail){under}"));
            if !self.open.is_empty() {
                row(&mut out, "", &format!("unknown: {}", self.open.join(" ")));
            }
        }
        if self.may_play_elsewhere == Some(true) {
            row(&mut out, "", &format!("{} need not move here", self.to_play));
        }
        if !self.trusted.is_empty() {
            let stones = self.trusted.join(" ");
            row(&mut out, "wall", &format!("only declared safe: {stones}"));
        }
        let time = seconds(Duration::from_secs_f64(self.time_s));
        row(&mut out, "search", &format!("{}, {time}", count(self.nodes, "node")));
        if let Some(positions) = self.certificate_positions {
            let checked = match self.checked {
                Some(true) => "VERIFIED",
                Some(false) => "FAILED",
                None => "not checked:",
            };
            let claims = self.claims.join(" and ");
            let mut text = format!("{}, {checked} {claims}", count(positions, "position"));
            if !self.certificates.is_empty() {
                let _ = write!(text, ", in {}", self.certificates.join(", "));
            }
            row(&mut out, "certificate", &text);
        }
        if let Some(path) = &self.tree {
            row(&mut out, "tree", path);
        }
        for error in &self.not_written {
            row(&mut out, "", &format!("not written: {error}"));
        }
        out.push('\n');
        out
    }
}

fn row(out: &mut String, label: &str, text: &str) {
    let _ = writeln!(out, "  {label:<12} {text}");
}
