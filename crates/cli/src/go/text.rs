//! The output for people.

use std::fmt::Write;
use threefold::search::Verdict;
use threefold::session::go::board::{BoardAsked, BoardMove};

use super::report::Told;
use threefold_terminal::units::{count, seconds};

/// All that is said about a board.
pub fn block(told: &Told) -> String {
    let answer = &told.report.answer;
    let mut out = String::new();
    match answer.value {
        Some(value) => row(&mut out, "value", &value.to_string()),
        None if answer.single_scores => {}
        None if answer.no_result => {
            row(&mut out, "value", &no_result(answer.lower, answer.upper));
        }
        None => {
            let (lower, upper) = (answer.lower, answer.upper);
            row(&mut out, "value", &format!("unknown, {lower} to {upper}"));
        }
    }
    let suicide = if answer.suicide { ", suicide allowed" } else { "" };
    let cycle =
        answer.cycle.map(|cycle| format!(", {}", cycle_words(cycle.name()))).unwrap_or_default();
    row(&mut out, "board", &format!("{}, {}{cycle}{suicide}", answer.root, answer.ko.name()));
    if let Some(history) = &answer.history {
        row(&mut out, "history", history);
    }
    if let Some(best) = &answer.best {
        let none_keeps_both = answer.no_result && best.is_empty();
        let all = best.join(" ");
        row(&mut out, "best", if none_keeps_both { "none keeps both bounds" } else { &all });
    }
    for m in answer.moves.iter().flatten() {
        row(&mut out, "", &format!("{:<5} {}", m.text, worth(m)));
    }
    answer.questions.iter().for_each(|question| asked(&mut out, question));
    let (nodes, time) = (count(answer.stats.nodes, "node"), seconds(answer.time));
    row(&mut out, "search", &format!("{nodes}, {time}"));
    if !told.report.certificates.is_empty() {
        row(&mut out, "written", &told.report.certificates.join(", "));
    }
    if let Some(page) = &told.page_row {
        row(&mut out, "page", page);
    }
    if let Some(error) = &told.not_written {
        row(&mut out, "", &format!("not written: {error}"));
    }
    out
}

/// A question that the value was found by, and what became of it.
fn asked(out: &mut String, question: &BoardAsked) {
    let mut text = format!(
        "at least {}{}: {}",
        question.at_least,
        question.cycle.map(|cycle| format!(", {}", cycle_words(cycle))).unwrap_or_default(),
        match (question.verdict, question.reason) {
            (Verdict::Proven, _) => "yes".to_owned(),
            (Verdict::Disproven, _) => "no".to_owned(),
            (_, reason) => format!("unknown ({})", reason.unwrap_or("unknown")),
        }
    );
    let _ = write!(text, ", {}, {}", count(question.nodes, "node"), seconds(question.time));
    if let Some(positions) = question.certificate_positions {
        let checked = match question.checked {
            Some(true) => "VERIFIED",
            Some(false) => "FAILED",
            None => "not checked",
        };
        let _ = write!(text, "; certificate of {}: {checked}", count(positions, "position"));
    }
    row(out, "question", &text);
    if let Some(fault) = &question.fault {
        row(out, "", &format!("WRONG: {fault}"));
    }
}

fn worth(m: &BoardMove) -> String {
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
