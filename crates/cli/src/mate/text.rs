//! The output for people.

use threefold::search::Verdict;
use threefold::session::mate::{Key, Solution, Soundness};
use threefold::session::standing::{Claimed, Standing};
use threefold_report::mate::Report;

use super::report::Told;
use super::tree;
use crate::solve::text::{Head, moves_row, record, row};
use threefold_terminal::units::{count, seconds};

/// Refuted first moves that are shown with their refutations.
const SHOWN: usize = 60;

/// All that is said about one position; with `of_players` moves are written as players write them.
pub fn block(told: &Told<'_>, of_players: bool) -> String {
    let Told { report, further, .. } = told;
    let Report { source, root, side, .. } = report;
    let (said, diagram) = (report.said.as_deref(), told.diagram.as_deref());
    let mut out = Head { source: *source, said, root, diagram }.text();
    let verdict = further.verdict.as_ref().unwrap_or(&side.words);
    row(&mut out, "verdict", &format!("{}: {verdict}", side.attacker));
    if let Some(alone) = &side.alone {
        row(&mut out, "", &alone.text());
    }
    if let Some(fault) = &side.fault {
        row(&mut out, "", &format!("WRONG: {fault}"));
    }
    if let Some(reason) = side.reason {
        row(&mut out, "", &format!("not all is known: {reason}"));
    }
    if let Some(soundness) = side.soundness {
        row(&mut out, "problem", words(soundness));
    }
    if let Some(recorded) = &side.recorded {
        record(&mut out, recorded);
    }
    let line = match &further.line {
        Some((line, written)) => {
            if of_players {
                written
            } else {
                line
            }
        }
        None => side.written.as_ref().filter(|_| of_players).unwrap_or(&side.line),
    };
    if !line.is_empty() {
        moves_row(&mut out, "line", &line.join(" "));
    }
    further.rows.iter().for_each(|(label, text)| row(&mut out, label, text));
    if let Some(list) = &side.first_moves {
        keys(&mut out, list, of_players, told.refutations);
    }
    let (nodes, time) = (count(report.nodes, "node"), seconds(report.time));
    row(&mut out, "search", &format!("{nodes}, {time}"));
    proofs(&mut out, report);
    if let Some(page) = &further.page_row {
        row(&mut out, "page", page);
    }
    if let Some(solution) = &side.solution {
        solved(&mut out, solution);
    }
    out.push('\n');
    out
}

/// What is proved and where it is written, and what nothing but the search says.
fn proofs(out: &mut String, report: &Report<'_>) {
    let side = &report.side;
    for (i, proof) in side.proofs.iter().enumerate() {
        let claim = proof.block.header.claim_text();
        let checked = if proof.checked { "VERIFIED" } else { "not checked:" };
        let place = report.certificates.get(i).map(|path| format!(", in {path}"));
        let text = format!("{checked} {claim}{}", place.unwrap_or_default());
        row(out, if i == 0 { "certificate" } else { "" }, &text);
    }
    for (i, claim) in side.uncertified.iter().enumerate() {
        let text = format!("{claim}: by the search alone, its certificate hit a limit");
        row(out, if i == 0 { "uncertified" } else { "" }, &text);
    }
    let is_further = |one: &&Claimed| {
        one.standing == Standing::Searched && !side.uncertified.contains(&one.claim)
    };
    if side.proofs.iter().any(|proof| proof.checked)
        && side.claims.iter().any(|one| is_further(&one))
    {
        let label = if side.uncertified.is_empty() { "uncertified" } else { "" };
        row(out, label, "single moves and variations: by the search alone");
    }
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
fn keys(out: &mut String, list: &[Key], of_players: bool, refutations: bool) {
    let of = |wanted: fn(Verdict) -> bool| list.iter().filter(move |key| wanted(key.verdict));
    let text = |key: &Key| key.written.as_ref().filter(|_| of_players).unwrap_or(&key.text).clone();
    let texts = |keys: Vec<&Key>| keys.into_iter().map(text).collect::<Vec<_>>().join(" ");
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
