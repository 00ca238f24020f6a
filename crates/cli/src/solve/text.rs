//! The output for people.

use std::fmt::Write;
use std::time::Duration;

use threefold::search::Verdict;
use threefold::session::record::Recorded;
use threefold::session::solve::{Answer, MoveAnswer};
use threefold::session::words::{Value, one_line, positions};
use threefold_report::Source;
use threefold_report::solve::OfLibrary;

use super::report::Told;
use threefold_terminal::progress::number;
use threefold_terminal::units::{count, grouped, seconds};

/// Moves of a line that are shown.
const SHOWN: usize = 24;
/// Where lists of moves are broken.
const WIDTH: usize = 96;
/// Where the text of a row begins.
const MARGIN: usize = 15;

/// All that is said about one position; with `of_players` moves are written as players write them.
pub fn block(told: &Told<'_>, of_players: bool) -> String {
    let mut out = about(told, of_players);
    further(&mut out, told);
    search(&mut out, told);
    of_library(&mut out, told);
    certificate(&mut out, told);
    page(&mut out, told);
    if let Some(list) = &told.report.answer.moves {
        moves(&mut out, list, of_players);
    }
    out.push('\n');
    out
}

/// What is known before anything is asked about the moves.
pub fn beginning(told: &Told<'_>, of_players: bool) -> String {
    let mut out = about(told, of_players);
    search(&mut out, told);
    certificate(&mut out, told);
    out
}

/// What is left to say when everything has been asked about them, too.
pub fn rest(told: &Told<'_>, of_players: bool) -> String {
    let mut out = String::new();
    if let Some(list) = &told.report.answer.moves {
        moves(&mut out, list, of_players);
    }
    further(&mut out, told);
    page(&mut out, told);
    search(&mut out, told);
    of_library(&mut out, told);
    out.push('\n');
    out
}

/// The position, and the answer.
fn about(told: &Told<'_>, of_players: bool) -> String {
    let answer = &told.report.answer;
    let mut out = Head {
        source: told.report.source,
        said: answer.said.as_deref(),
        root: &answer.root,
        diagram: told.diagram.as_deref(),
    }
    .text();
    let open = if answer.value == Some(None) { " (the value is open)" } else { "" };
    row(&mut out, "verdict", &format!("{}{open}", answer.words));
    if let Some(alone) = &answer.alone {
        row(&mut out, "", &alone.text());
    }
    if let Some(fault) = &answer.fault {
        row(&mut out, "", &format!("WRONG: {fault}"));
    }
    if let Some(advice) = &told.advice {
        row(&mut out, "", advice);
    }
    if !answer.is_answered() {
        let (pn, dn) = (number(answer.pn), number(answer.dn));
        row(&mut out, "", &format!("pn {pn}, dn {dn} at the root"));
    }
    let line = answer.written.as_deref().filter(|_| of_players).or(answer.line.as_deref());
    if let Some(line) = line.filter(|line| !line.is_empty()) {
        moves_row(&mut out, if answer.bound.is_some() { "line" } else { "move" }, &shown(line));
    }
    if let Some(bound) = &answer.bound {
        row(&mut out, "", bound);
    }
    out
}

/// What is made of the answer.
fn further(out: &mut String, told: &Told<'_>) {
    told.further.rows.iter().for_each(|(label, text)| row(out, label, text));
    if let Some(recorded) = &told.report.answer.recorded {
        record(out, recorded);
    }
}

fn search(out: &mut String, told: &Told<'_>) {
    let Answer { stats, time, .. } = &told.report.answer;
    let mut search = format!("{}, {}", count(stats.nodes, "node"), seconds(*time));
    if told.collisions {
        let _ = write!(search, ", {}", count(stats.collisions, "collision"));
    }
    row(out, "search", &search);
}

/// A move of which everything is known, while others are still being asked about.
pub fn one_move(finished: usize, of: usize, m: &MoveAnswer, of_players: bool) -> String {
    let mut out = String::new();
    let text = m.written.as_ref().filter(|_| of_players).unwrap_or(&m.text);
    let plies =
        m.plies.map_or(String::new(), |plies| format!(" in {}", count(plies.into(), "ply")));
    let work = format!("{}, {}", count(m.nodes, "node"), seconds(m.time));
    let why = m.reason.map_or(String::new(), |reason| format!(": {reason}"));
    let said = format!("{text:<7} {}{why}{plies} ({work})", m.words);
    row(&mut out, &format!("{finished} of {of}"), &said);
    out
}

fn of_library(out: &mut String, told: &Told<'_>) {
    if let Some(owed) = &told.report.library {
        row(out, "library", &library(owed));
    }
}

/// What an answer owes to a library, and what the library has of it.
fn library(OfLibrary { owed, added }: &OfLibrary) -> String {
    let mut text = match &owed.answer {
        Some(hash) => format!("the answer is there: {hash}"),
        None if owed.known == 0 => "nothing known of use".to_owned(),
        None => {
            format!("{} known, {}", positions(owed.known as usize), count(owed.hits, "hit"))
        }
    };
    if owed.answer.is_none() && owed.positions > 0 {
        let _ = write!(text, ", {} of the certificate from there", grouped(owed.positions));
    }
    if !added.is_empty() {
        let _ = write!(text, "; added {}", added.join(", "));
    }
    text
}

/// What every answer about a position begins with.
pub struct Head<'r> {
    pub source: Source<'r>,
    /// What the source says of it.
    pub said: Option<&'r str>,
    pub root: &'r str,
    pub diagram: Option<&'r str>,
}

impl Head<'_> {
    pub fn text(&self) -> String {
        let mut out = String::new();
        let Source { input, id, .. } = self.source;
        let mut title = input.to_owned();
        if let Some(id) = id {
            let _ = write!(title, "  {id}");
        }
        if let Some(said) = self.said {
            let _ = write!(title, "  [{said}]");
        }
        let _ = writeln!(out, "{}", one_line(&title));
        if !input.starts_with(self.root) {
            row(&mut out, "position", self.root);
        }
        if let Some(diagram) = self.diagram {
            out.push('\n');
            diagram.lines().for_each(|line| indented(&mut out, line));
            out.push('\n');
        }
        out
    }
}

/// A line of an answer: what it is about, and what is said.
pub fn row(out: &mut String, label: &str, text: &str) {
    let _ = writeln!(out, "  {label:<12} {text}");
}

/// A line of moves, gone on with below its beginning where it is too long for a screen.
pub fn moves_row(out: &mut String, label: &str, moves: &str) {
    let (mut label, mut line) = (label, String::new());
    for m in moves.split(' ') {
        if line.len() + m.len() >= WIDTH - MARGIN {
            row(out, label, line.trim_end());
            (label, line) = ("", String::new());
        }
        line += m;
        line.push(' ');
    }
    row(out, label, line.trim_end());
}

/// A line of a diagram, below the texts of the rows.
fn indented(out: &mut String, line: &str) {
    let margin = if line.is_empty() { 0 } else { MARGIN };
    let _ = writeln!(out, "{:margin$}{line}", "");
}

/// What the answer says of what the record says, as far as it decides it.
pub fn record(out: &mut String, recorded: &Recorded) {
    let Recorded { mate, best, avoid } = *recorded;
    for (name, part) in [("mate", mate), ("bm", best), ("am", avoid)] {
        if let Some(finding) = part.flatten() {
            row(out, "record", &format!("{name}: {}", finding.words()));
        }
    }
}

fn shown(line: &[String]) -> String {
    let rest = line.len().saturating_sub(SHOWN);
    let mut text = line[..line.len() - rest].join(" ");
    if rest > 0 {
        let _ = write!(text, " ... ({} more)", grouped(rest as u64));
    }
    text
}

fn certificate(out: &mut String, told: &Told<'_>) {
    let answer = &told.report.answer;
    if let Some(size) = answer.certificate_positions() {
        let claims = answer.proofs.iter().map(|proof| proof.block.header.claim.to_string());
        let claims = claims.collect::<Vec<_>>().join(" and ");
        let checked = match answer.checked {
            Some(true) => "VERIFIED",
            Some(false) => "FAILED",
            None => "not checked:",
        };
        let mut text = format!("{}, {checked} {claims}", count(size, "position"));
        if let Some(path) = &told.report.certificate {
            let _ = write!(text, ", in {path}");
        }
        row(out, "certificate", &text);
    } else if answer.is_answered() && answer.checked.is_none() {
        row(out, "certificate", "none: not checked");
    }
    if let Some(error) = &told.not_written {
        row(out, "", &format!("not written: {error}"));
    }
}

fn page(out: &mut String, told: &Told<'_>) {
    if let Some(page) = &told.further.page_row {
        row(out, "page", page);
    }
}

fn moves(out: &mut String, list: &[MoveAnswer], of_players: bool) {
    let text =
        |m: &MoveAnswer| m.written.as_ref().filter(|_| of_players).unwrap_or(&m.text).clone();
    let has_plies = list.iter().any(|m| m.plies.is_some());
    let note = if has_plies { ", with plies to the end of the game by the database" } else { "" };
    row(out, "moves", &format!("{} legal{note}", list.len()));
    let mut words: Vec<&str> = Vec::new();
    for word in ["win", "wins", "draw", "does not lose", "does not win", "loss", "loses", "unknown"]
    {
        if list.iter().any(|m| m.words == word) {
            words.push(word);
        }
    }
    for word in words {
        let mut of_word: Vec<&MoveAnswer> = list.iter().filter(|m| m.words == word).collect();
        // The best first: who wins hurries, who loses delays.
        let plies = |m: &&MoveAnswer| m.plies.map_or(i64::MAX, i64::from);
        match word {
            "win" | "wins" => of_word.sort_by_key(plies),
            _ => of_word.sort_by_key(|m| m.plies.map_or(i64::MIN, |plies| -i64::from(plies))),
        }
        let label = format!("    {word} ({}):", of_word.len());
        let mut line = format!("{label:<24}");
        for m in of_word {
            let mut text = text(m);
            if let Some(plies) = m.plies {
                let _ = write!(text, " ({plies})");
            }
            if line.len() + text.len() >= WIDTH {
                let _ = writeln!(out, "{line}");
                line = " ".repeat(24);
            }
            let _ = write!(line, " {text}");
        }
        let _ = writeln!(out, "{line}");
    }
    for m in list {
        if let Some(fault) = &m.fault {
            row(out, "", &format!("{} WRONG: {fault}", text(m)));
        }
    }
}

/// Counts over all positions.
#[derive(Default)]
pub struct Summary {
    positions: usize,
    proven: usize,
    disproven: usize,
    values: [usize; 3],
    unknown: usize,
    wrong: usize,
    nodes: u64,
    time: Duration,
    /// What of the games' laws is left out.
    notes: Vec<&'static str>,
}

impl Summary {
    pub fn add(&mut self, answer: &Answer) {
        self.positions += 1;
        if !answer.is_answered() {
            self.unknown += 1;
        } else if let Some(Some(value)) = answer.value {
            self.values[value as usize] += 1;
        } else if answer.verdict == Verdict::Proven {
            self.proven += 1;
        } else {
            self.disproven += 1;
        }
        self.wrong += usize::from(answer.checked == Some(false));
        self.nodes += answer.stats.nodes;
        self.time += answer.time;
        let note = answer.idiom.note.filter(|note| !self.notes.contains(note));
        self.notes.extend(note);
    }

    pub fn is_empty(&self) -> bool {
        self.positions == 0
    }

    /// The last lines of the output.
    pub fn to_text(&self, values: bool) -> String {
        let mut out = String::new();
        if self.positions > 1 {
            let _ = write!(out, "{}: ", positions(self.positions));
            if values {
                for value in [Value::Win, Value::Draw, Value::Loss] {
                    let _ = write!(out, "{} {}, ", self.values[value as usize], value.name());
                }
            } else {
                let _ = write!(out, "{} proven, {} disproven, ", self.proven, self.disproven);
            }
            let _ = write!(out, "{} unknown", self.unknown);
            if self.wrong > 0 {
                let _ = write!(out, ", {} WRONG", self.wrong);
            }
            let _ = writeln!(out, "; {}, {}", count(self.nodes, "node"), seconds(self.time));
        }
        for note in &self.notes {
            let _ = writeln!(out, "({note})");
        }
        out
    }
}
