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
        None => {
            let (lower, upper) = (report.lower, report.upper);
            row(&mut out, "value", &format!("unknown, {lower} to {upper}"));
        }
    }
    let suicide = if report.suicide { ", suicide allowed" } else { "" };
    row(&mut out, "board", &format!("{}, {}{suicide}", report.root, report.rule));
    if let Some(history) = &report.history {
        row(&mut out, "history", history);
    }
    if let Some(best) = &report.best {
        row(&mut out, "best", &best.join(" "));
    }
    for m in report.moves.iter().flatten() {
        row(&mut out, "", &format!("{:<5} {}", m.text, worth(m)));
    }
    for question in &report.questions {
        let mut text = format!(
            "at least {}: {}",
            question.at_least,
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
    if let Some(path) = &report.certificate {
        row(&mut out, "written", path);
    }
    if let Some(error) = &report.people.not_written {
        row(&mut out, "", &format!("not written: {error}"));
    }
    out
}

fn worth(m: &MoveReport) -> String {
    match m.value {
        Some(value) => value.to_string(),
        None => format!("unknown, {} to {}", m.lower, m.upper),
    }
}

fn row(out: &mut String, label: &str, text: &str) {
    let label = if label.is_empty() { String::new() } else { format!("{label}:") };
    let _ = writeln!(out, "{label:<9} {text}");
}
