//! The output for people.

use std::fmt::Write;
use std::time::Duration;

use super::report::{MoveReport, Report};
use crate::units::{count, seconds};

/// All that is said about a board.
pub fn block(report: &Report) -> String {
    let mut out = String::new();
    match report.value {
        Some(value) => row(&mut out, "value", &value.to_string()),
        None if report.people.asked => {}
        None if report.no_result => {
            row(&mut out, "value", &no_result(report.lower, report.upper));
        }
        None => {
            let (lower, upper) = (report.lower, report.upper);
            row(&mut out, "value", &format!("unknown, {lower} to {upper}"));
        }
    }
    let suicide = if report.suicide { ", suicide allowed" } else { "" };
    let cycle = report.cycle.map(|cycle| format!(", {}", cycle_words(cycle))).unwrap_or_default();
    row(&mut out, "board", &format!("{}, {}{cycle}{suicide}", report.root, report.rule));
    if let Some(history) = &report.history {
        row(&mut out, "history", history);
    }
    if let Some(best) = &report.best {
        let none_keeps_both = report.no_result && best.is_empty();
        let all = best.join(" ");
        row(&mut out, "best", if none_keeps_both { "none keeps both bounds" } else { &all });
    }
    for m in report.moves.iter().flatten() {
        row(&mut out, "", &format!("{:<5} {}", m.text, worth(m)));
    }
    for question in &report.questions {
        let mut text = format!(
            "at least {}{}: {}",
            question.at_least,
            question.cycle.map(|cycle| format!(", {}", cycle_words(cycle))).unwrap_or_default(),
            match (question.verdict, question.reason) {
                ("proven", _) => "yes".to_owned(),
                ("disproven", _) => "no".to_owned(),
                (_, reason) => format!("unknown ({})", reason.unwrap_or("unknown")),
            }
        );
        let time = seconds(Duration::from_secs_f64(question.time_s));
        let _ = write!(text, ", {}, {time}", count(question.nodes, "node"));
        if let Some(positions) = question.certificate_positions {
            let checked = match question.checked {
                Some(true) => "VERIFIED",
                Some(false) => "FAILED",
                None => "not checked",
            };
            let _ = write!(text, "; certificate of {}: {checked}", count(positions, "position"));
        }
        row(&mut out, "question", &text);
        if let Some(fault) = &question.fault {
            row(&mut out, "", &format!("WRONG: {fault}"));
        }
    }
    let time = seconds(Duration::from_secs_f64(report.time_s));
    row(&mut out, "search", &format!("{}, {time}", count(report.nodes, "node")));
    if !report.certificates.is_empty() {
        row(&mut out, "written", &report.certificates.join(", "));
    }
    if let Some(page) = &report.people.page {
        row(&mut out, "page", page);
    }
    if let Some(error) = &report.people.not_written {
        row(&mut out, "", &format!("not written: {error}"));
    }
    out
}

fn worth(m: &MoveReport) -> String {
    match m.value {
        Some(value) => value.to_string(),
        None if m.no_result => no_result(m.lower, m.upper),
        None => format!("unknown, {} to {}", m.lower, m.upper),
    }
}

/// What the players can force where neither can force a result.
fn no_result(lower: i32, upper: i32) -> String {
    format!(
        "no result: Black can force {lower} at least, White {upper} at most, \
         and a cycle keeps them from more"
    )
}

/// What a cycle counts for, in words.
fn cycle_words(name: &str) -> &'static str {
    match name {
        "black-loses" => "a cycle is lost for Black",
        "white-loses" => "a cycle is lost for White",
        "tie" => "a cycle is a tie",
        _ => "a cycle has no result",
    }
}

fn row(out: &mut String, label: &str, text: &str) {
    let label = if label.is_empty() { String::new() } else { format!("{label}:") };
    let _ = writeln!(out, "{label:<9} {text}");
}
