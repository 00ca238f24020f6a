//! The output for people: the tables of Kishimoto and Mueller (2004), for any treatments.

use std::fmt::Write;

use threefold_lab::Treatment;
use threefold_lab::compare::{Comparison, Ratio, Source, Tally};

use super::json::REFERENCES;
use super::model::Group;
use crate::columns::Columns;
use crate::units::{bytes, grouped, short_time};
use threefold::session::words::positions;

/// Everything about the positions of one rule.
pub fn group(group: &Group) -> String {
    let comparison = &group.comparison;
    let mut out = format!("{}: {}\n", comparison.rule, positions(comparison.trials.len()));
    let _ = writeln!(out, "  truth: {}\n", sources(comparison));
    let assumed: String = group.assumptions().map(|line| format!("  {line}\n")).collect();
    if !assumed.is_empty() {
        let _ = writeln!(out, "{assumed}");
    }
    out += &solved(comparison).to_text();
    let common = comparison.solved_by_all();
    if !common.is_empty() && comparison.treatments.len() > 1 {
        let _ = writeln!(out, "\n  On the {} that every policy solved:", positions(common.len()));
        out += &on_common(comparison, &common).to_text();
    }
    for reference in REFERENCES {
        if let Some(place) = comparison.place(reference).filter(|_| comparison.treatments.len() > 1)
        {
            let _ = writeln!(out, "\n  Divided by {reference}, on the positions that both solved:");
            out += &ratios(comparison, place).to_text();
        }
    }
    if !group.stories.is_empty() {
        out += "\n  The first wrong answer of each policy:\n";
    }
    for story in &group.stories {
        let title = &group.labels[story.number].title();
        let _ = writeln!(out, "\n  {}: {title}", story.treatment);
        let _ = writeln!(out, "    says   {}", story.says);
        let _ = writeln!(out, "    truth  {} ({})", story.truth, story.source);
        if !story.steps.is_empty() {
            let _ = writeln!(out, "    line   {}", story.line());
        }
        if let Some(contradiction) = &story.contradiction {
            let _ = writeln!(out, "           {contradiction}");
        }
        let _ = writeln!(out, "           {}", story.end);
    }
    out.push('\n');
    out
}

/// Who says what is true, and how often.
pub fn sources(comparison: &Comparison) -> String {
    let mut parts = Vec::new();
    for source in [Source::Retrograde, Source::Exhaustive, Source::Certificate] {
        let count =
            comparison.trials.iter().filter(|trial| trial.truth.source == Some(source)).count();
        if count > 0 {
            parts.push(format!("{count} by {}", source.name()));
        }
    }
    let unknown = comparison.trials.iter().filter(|trial| trial.truth.answer.is_none()).count();
    if unknown > 0 {
        parts.push(format!("{unknown} not known"));
    }
    parts.join(", ")
}

/// `134 + 2`: right and wrong answers.
pub fn right_and_wrong(tally: &Tally) -> String {
    match tally.wrong {
        0 => grouped(tally.solved),
        wrong => format!("{} + {}", grouped(tally.solved), grouped(wrong)),
    }
}

fn solved(comparison: &Comparison) -> Columns {
    let mut columns = Columns::new([
        "policy",
        "solved + wrong",
        "unknown",
        "unverified",
        "nodes",
        "time",
        "memory",
    ]);
    for (i, policy) in comparison.treatments.iter().enumerate() {
        let tally = comparison.tally(i);
        columns.row([
            policy.name().to_owned(),
            right_and_wrong(&tally),
            grouped(tally.unknown),
            grouped(tally.unverified),
            grouped(tally.cost.nodes),
            short_time(tally.cost.time),
            bytes(tally.cost.memory_bytes),
        ]);
    }
    columns
}

fn on_common(comparison: &Comparison, common: &[usize]) -> Columns {
    let mut columns =
        Columns::new(["policy", "nodes", "simulations", "failed", "nodes in simulation", "time"]);
    for (i, policy) in comparison.treatments.iter().enumerate() {
        let cost = comparison.tally_over(i, common.iter().copied()).cost;
        columns.row([
            policy.name().to_owned(),
            grouped(cost.nodes),
            grouped(cost.simulations),
            grouped(cost.simulations_failed),
            grouped(cost.simulation_nodes),
            short_time(cost.time),
        ]);
    }
    columns
}

fn ratios(comparison: &Comparison, reference: usize) -> Columns {
    let mut columns = Columns::new(["policy", "both solved", "nodes", "time"]);
    for (i, policy) in comparison.treatments.iter().enumerate() {
        if i != reference {
            columns.row(ratio_cells(*policy, comparison.ratio(i, reference)));
        }
    }
    columns
}

fn ratio_cells(policy: Treatment, ratio: Option<Ratio>) -> [String; 4] {
    let cells = match ratio {
        None => ["0".to_owned(), "-".to_owned(), "-".to_owned()],
        Some(ratio) => [grouped(ratio.positions), factor(ratio.nodes), factor(ratio.time)],
    };
    let [both, nodes, time] = cells;
    [policy.name().to_owned(), both, nodes, time]
}

/// A ratio with three digits that matter.
pub fn factor(ratio: f64) -> String {
    match ratio {
        _ if !ratio.is_finite() => "-".to_owned(),
        _ if ratio >= 100.0 => grouped(ratio.round() as u64),
        _ if ratio >= 10.0 => format!("{ratio:.1}"),
        _ => format!("{ratio:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_answers_are_shown_beside_the_right_ones() {
        let tally = Tally { solved: 134, wrong: 2, ..Tally::default() };
        assert_eq!(right_and_wrong(&tally), "134 + 2");
        assert_eq!(right_and_wrong(&Tally { wrong: 0, ..tally }), "134");
    }

    #[test]
    fn ratios_have_three_digits() {
        assert_eq!(factor(0.976), "0.98");
        assert_eq!(factor(12.34), "12.3");
        assert_eq!(factor(12345.6), "12,346");
        assert_eq!(factor(f64::INFINITY), "-");
    }
}
