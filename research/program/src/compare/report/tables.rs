//! The tables of the page.

use std::fmt::Write;

use threefold_lab::Treatment;
use threefold_lab::compare::{Comparison, Finding, Tally};

use super::html::table;
use super::legend;
use crate::compare::json::REFERENCES;
use crate::compare::model::Group;
use crate::compare::text::{factor, right_and_wrong};
use crate::units::{bytes, grouped, short_time};
use threefold::session::words::positions;
use threefold_terminal::html::escape;

/// As in Tables 1 to 4 of Kishimoto and Mueller (2004).
pub fn all(group: &Group) -> String {
    let comparison = &group.comparison;
    let mut out = table(&results(comparison));
    let common = comparison.solved_by_all();
    if comparison.treatments.len() > 1 && !common.is_empty() {
        let _ =
            writeln!(out, "<h3>On the {} that every policy solved</h3>", positions(common.len()));
        out += &table(&on_common(comparison, &common));
    }
    if comparison.treatments.len() > 1 {
        let places: Vec<usize> =
            REFERENCES.iter().filter_map(|&policy| comparison.place(policy)).collect();
        if !places.is_empty() {
            out += "<h3>Nodes and time as multiples</h3>\n<p class=\"soft\">On the positions that \
                    both solved.</p>\n";
            out += &ratios(comparison, &places);
        }
    }
    out
}

fn row<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_owned).to_vec()
}

fn results(comparison: &Comparison) -> Vec<Vec<String>> {
    let head = ["policy", "solved", "unknown", "unverified", "nodes", "time", "memory"];
    let mut rows = vec![row(head)];
    for (i, policy) in comparison.treatments.iter().enumerate() {
        let tally = comparison.tally(i);
        rows.push(vec![
            policy.name().to_owned(),
            solved(&tally),
            grouped(tally.unknown),
            grouped(tally.unverified),
            grouped(tally.cost.nodes),
            short_time(tally.cost.time),
            bytes(tally.cost.memory_bytes),
        ]);
    }
    rows
}

fn solved(tally: &Tally) -> String {
    let bad = if tally.wrong > 0 { "!" } else { "" };
    format!("{bad}{}", right_and_wrong(tally))
}

fn on_common(comparison: &Comparison, common: &[usize]) -> Vec<Vec<String>> {
    let head = ["policy", "nodes", "nodes in simulation", "simulations", "failed", "time"];
    let mut rows = vec![row(head)];
    for (i, policy) in comparison.treatments.iter().enumerate() {
        let cost = comparison.tally_over(i, common.iter().copied()).cost;
        rows.push(vec![
            policy.name().to_owned(),
            grouped(cost.nodes),
            grouped(cost.simulation_nodes),
            grouped(cost.simulations),
            grouped(cost.simulations_failed),
            short_time(cost.time),
        ]);
    }
    rows
}

/// Two rows of heads: the references, and what is compared with each.
fn ratios(comparison: &Comparison, references: &[usize]) -> String {
    let mut out = String::from(
        "<div class=\"scroll\"><table>\n<thead><tr><th rowspan=\"2\" scope=\"col\">policy</th>",
    );
    for &place in references {
        let name = escape(comparison.treatments[place].name());
        let _ = write!(out, "<th class=\"group\" colspan=\"3\" scope=\"colgroup\">÷ {name}</th>");
    }
    out += "</tr>\n<tr>";
    for _ in references {
        out += "<th scope=\"col\">both solved</th><th scope=\"col\">nodes</th><th \
                scope=\"col\">time</th>";
    }
    out += "</tr></thead>\n<tbody>\n";
    for (i, policy) in comparison.treatments.iter().enumerate() {
        let name = policy.name();
        let _ = write!(out, "<tr><td{}>{}</td>", legend::title(name), escape(name));
        for &place in references {
            let cells = match comparison.ratio(i, place) {
                None => ["0", "-", "-"].map(str::to_owned),
                Some(ratio) => [grouped(ratio.positions), factor(ratio.nodes), factor(ratio.time)],
            };
            let _ = write!(out, "<td>{}</td>", cells.join("</td><td>"));
        }
        out += "</tr>\n";
    }
    out += "</tbody></table></div>\n";
    let names = comparison.treatments.iter().map(|policy| policy.name());
    out + &legend::below(["both solved"], names)
}

/// How often each policy is right and wrong under each rule.
pub fn overview(groups: &[Group]) -> String {
    let mut policies: Vec<Treatment> = Vec::new();
    for policy in groups.iter().flat_map(|group| &group.comparison.treatments) {
        if !policies.contains(policy) {
            policies.push(*policy);
        }
    }
    let mut rows = vec![vec!["policy".to_owned()]];
    rows[0].extend(groups.iter().map(|group| group.comparison.rule.name().to_owned()));
    for policy in policies {
        let cell = |group: &Group| {
            let place = group.comparison.place(policy);
            place.map_or_else(|| "-".to_owned(), |place| solved(&group.comparison.tally(place)))
        };
        let mut row = vec![policy.name().to_owned()];
        row.extend(groups.iter().map(cell));
        rows.push(row);
    }
    table(&rows)
}

/// Every answer of every policy, folded.
pub fn details(group: &Group) -> String {
    let comparison = &group.comparison;
    let mut out = String::from(
        "<details><summary>Every position</summary>\n<p class=\"soft\">Nodes of each policy: \
         ✓ right, ✗ wrong, – no answer, ? unverified.</p>\n<div class=\"scroll\"><table>\n\
         <thead><tr><th scope=\"col\">position</th><th scope=\"col\">truth</th>",
    );
    for policy in &comparison.treatments {
        let name = policy.name();
        let _ = write!(out, "<th scope=\"col\"{}>{}</th>", legend::title(name), escape(name));
    }
    out += "</tr></thead>\n<tbody>\n";
    for (trial, label) in comparison.trials.iter().zip(&group.labels) {
        let truth = trial.truth.answer.map_or("not known", |answer| label.answer(answer));
        let _ = write!(
            out,
            "<tr><td title=\"{}\">{}</td><td>{}</td>",
            escape(&label.root),
            escape(&label.title()),
            escape(truth)
        );
        for (i, claim) in trial.claims.iter().enumerate() {
            let finding = trial.finding(i);
            let sign = match finding {
                Finding::Right => "✓",
                Finding::Wrong => "✗",
                Finding::Unverified => "?",
                Finding::Unknown => "–",
            };
            let nodes = grouped(claim.cost.nodes);
            let _ = write!(out, "<td class=\"cell-{}\">{nodes} {sign}</td>", finding.name());
        }
        out += "</tr>\n";
    }
    out += "</tbody></table></div>\n";
    let names = comparison.treatments.iter().map(|policy| policy.name());
    out + &legend::below([], names) + "</details>\n"
}
