//! The output for people.

use std::time::Duration;

use threefold::search::Verdict;
use threefold::session::mate::{Solution, Soundness};
use threefold::session::standing::{Claimed, Standing};

use super::report::{KeyReport, Report};
use super::tree;
use crate::solve::text::{Head, record, row};
use crate::units::{count, seconds};

/// Refuted first moves that are shown with their refutations.
const SHOWN: usize = 60;

/// All that is said about one position; with `of_players` moves are written as players write them.
pub fn block(report: &Report, of_players: bool) -> String {
    let people = &report.people;
    let mut out = Head {
        input: &report.input,
        id: report.id.as_deref(),
        said: people.said.as_deref(),
        root: &report.root,
        diagram: people.diagram.as_deref(),
    }
    .text();
    row(&mut out, "verdict", &format!("{}: {}", report.attacker, people.words));
    if let Some(fault) = &people.fault {
        row(&mut out, "", &format!("WRONG: {fault}"));
    }
    if let Some(reason) = report.reason {
        row(&mut out, "", &format!("not all is known: {reason}"));
    }
    if let Some(soundness) = report.soundness {
        row(&mut out, "problem", words(soundness));
    }
    if let Some(recorded) = &report.recorded {
        record(&mut out, recorded);
    }
    let further = &report.further;
    let line = people.written.as_ref().filter(|_| of_players).unwrap_or(&report.line);
    let shown = line.len().saturating_sub(further.hidden);
    if !line.is_empty() {
        row(&mut out, "line", &line[..shown].join(" "));
    }
    further.rows.iter().for_each(|(label, text)| row(&mut out, label, text));
    if let Some(list) = &report.keys {
        keys(&mut out, list, of_players, people.refutations);
    }
    let time = seconds(Duration::from_secs_f64(report.time_s));
    row(&mut out, "search", &format!("{}, {time}", count(report.nodes, "node")));
    for (i, (claim, is_checked)) in people.certified.iter().enumerate() {
        let checked = if *is_checked { "VERIFIED" } else { "not checked:" };
        let place = report.certificates.get(i).map(|path| format!(", in {path}"));
        let text = format!("{checked} {claim}{}", place.unwrap_or_default());
        row(&mut out, if i == 0 { "certificate" } else { "" }, &text);
    }
    for (i, claim) in report.uncertified.iter().enumerate() {
        let text = format!("{claim}: by the search alone, its certificate hit a limit");
        row(&mut out, if i == 0 { "uncertified" } else { "" }, &text);
    }
    let is_further = |one: &&Claimed| {
        one.standing == Standing::Searched && !report.uncertified.contains(&one.claim)
    };
    if people.certified.iter().any(|(_, checked)| *checked)
        && report.claims.iter().any(|one| is_further(&one))
    {
        let label = if report.uncertified.is_empty() { "uncertified" } else { "" };
        row(&mut out, label, "single moves and variations: by the search alone");
    }
    if let Some(page) = &further.page_row {
        row(&mut out, "page", page);
    }
    if let Some(solution) = &people.solution {
        solved(&mut out, solution);
    }
    out.push('\n');
    out
}

fn words(soundness: Soundness) -> &'static str {
    match soundness {
        Soundness::Sound => "sound: one key, and no shorter mate",
        Soundness::Cooked => "cooked: there is more than one key",
        Soundness::NoSolution => "no solution",
        Soundness::Short => "short: there is a mate in fewer moves",
    }
}

/// The tree, and what is wrong with it.
fn solved(out: &mut String, solution: &Solution) {
    let duals = tree::duals(solution);
    for (i, dual) in duals.iter().take(SHOWN).enumerate() {
        row(out, if i == 0 { "duals" } else { "" }, dual);
    }
    if duals.len() > SHOWN {
        row(out, "", &format!("and {} more", duals.len() - SHOWN));
    }
    if !solution.complete {
        row(out, "", "the tree is not complete: a limit was reached");
    }
    let text = tree::text(solution);
    if !text.is_empty() {
        out.push('\n');
        out.push_str(text.strip_suffix('\n').unwrap_or(&text));
    }
}

/// The keys, what each other move is refuted by, and what is open.
fn keys(out: &mut String, list: &[KeyReport], of_players: bool, refutations: bool) {
    let of = |wanted: fn(Verdict) -> bool| list.iter().filter(move |key| wanted(key.verdict));
    let text =
        |key: &KeyReport| key.written.as_ref().filter(|_| of_players).unwrap_or(&key.text).clone();
    let texts = |keys: Vec<&KeyReport>| keys.into_iter().map(text).collect::<Vec<_>>().join(" ");
    let right: Vec<_> = of(|verdict| verdict == Verdict::Proven).collect();
    let is_open = list.iter().any(|key| key.verdict.decided().is_none());
    let label = match right.len() {
        0 if is_open => "unknown".to_owned(),
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
    if !refutations {
        return;
    }
    for (i, key) in refuted.iter().take(SHOWN).enumerate() {
        let reply =
            key.refutation_written.as_ref().filter(|_| of_players).or(key.refutation.as_ref());
        let reply = reply.map(|reply| format!("? {reply}!"));
        let text = format!("{}{}", text(key), reply.unwrap_or_default());
        row(out, if i == 0 { "refuted" } else { "" }, &text);
    }
    if refuted.len() > SHOWN {
        row(out, "", &format!("and {} more", refuted.len() - SHOWN));
    }
}
