//! The output for people.

use std::fmt::Write;
use std::time::Duration;

use threefold::search::Verdict;
use threefold::session::words::one_line;

use super::report::{KeyReport, Report};
use crate::units::{count, seconds};

/// Refuted first moves that are shown with their refutations.
const SHOWN: usize = 60;

/// All that is said about one position.
pub fn block(report: &Report) -> String {
    let mut out = String::new();
    let mut title = report.input.clone();
    if let Some(id) = &report.id {
        let _ = write!(title, "  {id}");
    }
    if let Some(said) = &report.said {
        let _ = write!(title, "  [{said}]");
    }
    let _ = writeln!(out, "{}", one_line(&title));
    if !report.input.starts_with(&report.root) {
        row(&mut out, "position", &report.root);
    }
    row(&mut out, "verdict", &format!("{}: {}", report.attacker, report.words));
    if let Some(fault) = &report.fault {
        row(&mut out, "", &format!("WRONG: {fault}"));
    }
    if let Some(reason) = report.reason {
        row(&mut out, "", &format!("not all is known: {reason}"));
    }
    let further = &report.further;
    let shown = report.line.len().saturating_sub(further.hidden);
    if !report.line.is_empty() {
        row(&mut out, "line", &report.line[..shown].join(" "));
    }
    further.rows.iter().for_each(|(label, text)| row(&mut out, label, text));
    if let Some(list) = &report.keys {
        keys(&mut out, list);
    }
    let time = seconds(Duration::from_secs_f64(report.time_s));
    row(&mut out, "search", &format!("{}, {time}", count(report.nodes, "node")));
    let checked = match report.checked {
        Some(true) => "VERIFIED",
        Some(false) => "FAILED",
        None => "not checked:",
    };
    for (i, claim) in report.claims.iter().enumerate() {
        let place = report.certificates.get(i).map(|path| format!(", in {path}"));
        let text = format!("{checked} {claim}{}", place.unwrap_or_default());
        row(&mut out, if i == 0 { "certificate" } else { "" }, &text);
    }
    out.push('\n');
    out
}

fn row(out: &mut String, label: &str, text: &str) {
    let _ = writeln!(out, "  {label:<12} {text}");
}

/// The keys, what each other move is refuted by, and what is open.
fn keys(out: &mut String, list: &[KeyReport]) {
    let of = |wanted: fn(Verdict) -> bool| list.iter().filter(move |key| wanted(key.verdict));
    let texts = |keys: Vec<&KeyReport>| {
        keys.iter().map(|key| key.text.as_str()).collect::<Vec<_>>().join(" ")
    };
    let right: Vec<_> = of(|verdict| verdict == Verdict::Proven).collect();
    let label = match right.len() {
        0 => "no key".to_owned(),
        1 => texts(right),
        // A composer calls every key but his own a cook.
        several => format!("{} ({several} keys: all but one are cooks)", texts(right)),
    };
    row(out, "key", &label);
    let open: Vec<_> = of(|verdict| verdict.decided().is_none()).collect();
    if !open.is_empty() {
        row(out, "open", &texts(open));
    }
    let refuted: Vec<_> = of(|verdict| verdict == Verdict::Disproven).collect();
    for (i, key) in refuted.iter().take(SHOWN).enumerate() {
        let reply = key.refutation.as_deref().map(|reply| format!("? {reply}!"));
        let text = format!("{}{}", key.text, reply.unwrap_or_default());
        row(out, if i == 0 { "refuted" } else { "" }, &text);
    }
    if refuted.len() > SHOWN {
        row(out, "", &format!("and {} more", refuted.len() - SHOWN));
    }
}
