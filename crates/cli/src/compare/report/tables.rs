//! The tables of the page.

use std::fmt::Write;

use threefold_lab::compare::{Comparison, Finding, Tally};

use super::html::{escape, table};
use crate::compare::json::REFERENCES;
use crate::compare::positions::Group;
use crate::compare::text::{factor, right_and_wrong};
use crate::units::{bytes, grouped, short_time};
use crate::words::positions;

/// As in Tables 1 to 4 of Kishimoto and Mueller (2004).
pub fn all(group: &Group) -> String {
    let comparison = &group.comparison;
    let mut out = table(&results(comparison));
    out += "<p class=\"soft\">Right answers, and + wrong ones.</p>\n";
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
            out += &table(&ratios(comparison, &places));
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

fn ratios(comparison: &Comparison, places: &[usize]) -> Vec<Vec<String>> {
    let mut rows = vec![row(["policy"])];
    for &place in places {
        let name = comparison.treatments[place].name();
        let heads = ["both solved", "nodes", "time"];
        rows[0].extend(heads.map(|head| match head {
            "both solved" => format!("with {name}"),
            head => format!("{head} ÷ {name}"),
        }));
    }
    for (i, policy) in comparison.treatments.iter().enumerate() {
        let mut row = vec![policy.name().to_owned()];
        for &place in places {
            row.extend(match comparison.ratio(i, place) {
                None => row_of_none(),
                Some(ratio) => [grouped(ratio.positions), factor(ratio.nodes), factor(ratio.time)],
            });
        }
        rows.push(row);
    }
    rows
}

fn row_of_none() -> [String; 3] {
    ["0", "-", "-"].map(str::to_owned)
}

/// Every answer of every policy, folded.
pub fn details(group: &Group) -> String {
    let comparison = &group.comparison;
    let mut out = String::from(
        "<details><summary>Every position</summary>\n<p class=\"soft\">Nodes of each policy: ✓ right, \
         ✗ wrong, – no answer, ? unverified.</p>\n<div class=\"scroll\"><table>\n<thead><tr><th \
         scope=\"col\">position</th><th scope=\"col\">truth</th>",
    );
    for policy in &comparison.treatments {
        let _ = write!(out, "<th scope=\"col\">{}</th>", escape(policy.name()));
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
    out + "</tbody></table></div></details>\n"
}
