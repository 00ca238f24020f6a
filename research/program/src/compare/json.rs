//! The output for programs, which `docs/json.md` describes; its keys do not change.

use std::collections::BTreeMap;

use serde::Serialize;
use threefold_lab::Treatment;
use threefold_lab::compare::{Finding, Tally};

use super::model::Group;

/// The policies with which the others are compared.
pub const REFERENCES: [Treatment; 2] = [Treatment::DfpnIgnore, Treatment::DfpnBaseTwin];

/// One policy under one rule.
#[derive(Serialize)]
pub struct Row<'a> {
    policy: &'static str,
    rule: &'static str,
    #[serde(flatten)]
    counts: Counts,
    /// On the positions that every policy solved.
    common: Counts,
    /// By reference.
    ratios: BTreeMap<&'static str, Option<JsonRatio>>,
    wrong_inputs: Vec<&'a str>,
    assuming: Vec<JsonAssumed<'a>>,
}

/// What is assumed of a position.
#[derive(Serialize)]
struct JsonAssumed<'a> {
    input: &'a str,
    frame: Option<&'a str>,
    assuming: Option<&'a str>,
}

/// What became of the answers of a policy.
#[derive(Serialize)]
pub struct Counts {
    positions: u64,
    solved: u64,
    wrong: u64,
    wrong_proofs: u64,
    unverified: u64,
    unknown: u64,
    nodes: u64,
    time_s: f64,
    lookups: u64,
    simulations: u64,
    simulations_failed: u64,
    simulation_nodes: u64,
    memory_bytes: u64,
}

#[derive(Serialize)]
struct JsonRatio {
    positions: u64,
    nodes: f64,
    time: f64,
}

impl From<&Tally> for Counts {
    fn from(tally: &Tally) -> Self {
        let cost = &tally.cost;
        Counts {
            positions: tally.positions,
            solved: tally.solved,
            wrong: tally.wrong,
            wrong_proofs: tally.wrong_proofs,
            unverified: tally.unverified,
            unknown: tally.unknown,
            nodes: cost.nodes,
            time_s: cost.time.as_secs_f64(),
            lookups: cost.lookups,
            simulations: cost.simulations,
            simulations_failed: cost.simulations_failed,
            simulation_nodes: cost.simulation_nodes,
            memory_bytes: cost.memory_bytes,
        }
    }
}

/// One row for each policy.
pub fn rows(group: &Group) -> Vec<Row<'_>> {
    let comparison = &group.comparison;
    let common = comparison.solved_by_all();
    let row = |(i, policy): (usize, &Treatment)| Row {
        policy: policy.name(),
        rule: comparison.rule.name(),
        counts: Counts::from(&comparison.tally(i)),
        common: Counts::from(&comparison.tally_over(i, common.iter().copied())),
        ratios: REFERENCES
            .into_iter()
            .map(|reference| {
                let place = comparison.place(reference);
                let ratio = place.and_then(|place| comparison.ratio(i, place));
                let json = ratio.map(|ratio| JsonRatio {
                    positions: ratio.positions,
                    nodes: ratio.nodes,
                    time: ratio.time,
                });
                (reference.name(), json)
            })
            .collect(),
        wrong_inputs: (0..comparison.trials.len())
            .filter(|&trial| comparison.trials[trial].finding(i) == Finding::Wrong)
            .map(|trial| group.labels[trial].input.as_str())
            .collect(),
        assuming: group
            .assumed()
            .map(|(label, assumed)| JsonAssumed {
                input: &label.input,
                frame: assumed.frame.as_deref(),
                assuming: assumed.assuming.as_deref(),
            })
            .collect(),
    };
    comparison.treatments.iter().enumerate().map(row).collect()
}
