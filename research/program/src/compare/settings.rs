//! Graph games that name a setting: their values, in that setting.
//!
//! The fixtures of the laboratory say for which search they are made: with or without a horizon,
//! with a table that is kept or not. The yes-or-no question alone does not show what they are
//! about.

use serde::Serialize;
use threefold::game::RepetitionRule;
use threefold::session::registry::{Subject, Task};
use threefold_lab::Treatment;
use threefold_lab::alphabeta::Treatment as AlphaBeta;
use threefold_lab::study::{ScoredCase, Setting, Tally};

use super::values::setting_name;
use crate::columns::Columns;
use crate::output::{Channel, Stop, complain, json_line};
use crate::units::count;

/// One policy in the setting of one file; `docs/json.md` describes it.
#[derive(Serialize)]
struct Row<'a> {
    input: &'a str,
    policy: &'static str,
    rule: &'static str,
    occurrences: String,
    setting: &'static str,
    plies: Option<u32>,
    table: &'static str,
    drafts: &'static str,
    positions: u64,
    wrong_values: u64,
    wrong_moves: u64,
    /// Whether the value of the last position is wrong.
    last_is_wrong: bool,
    draw_first: u64,
    draw_last: u64,
    mixed: u64,
    unknown: u64,
    nodes: u64,
}

/// Prints what the policies make of the files that name a setting. A file asked about under another
/// rule than its own is left to the yes-or-no question.
pub fn print(
    tasks: &[Task],
    policies: &[Treatment],
    rule: Option<RepetitionRule>,
    json: bool,
    channel: Channel,
) -> Result<(), Stop> {
    for task in tasks {
        let Subject::Graph(file) = &task.subject else { continue };
        let case = match ScoredCase::from_file(file) {
            Ok(case) => case,
            // Most graph games name none.
            Err(_) if !file.notes.iter().any(|note| note.starts_with("setting:")) => continue,
            Err(error) => {
                complain(format_args!("{}: {error}", task.input));
                continue;
            }
        };
        if rule.is_some_and(|rule| rule != case.rule) {
            continue;
        }
        let treatments = policies.iter().filter_map(|policy| match policy {
            Treatment::AlphaBeta(treatment) if treatment.supports(case.rule) => Some(*treatment),
            _ => None,
        });
        let treatments: Vec<AlphaBeta> = treatments.collect();
        if treatments.is_empty() {
            continue;
        }
        if json {
            for treatment in treatments {
                channel.print(&json_line(&row(&task.input, &case, treatment))?)?;
            }
        } else {
            channel.print(&text(&task.input, &case, &treatments))?;
        }
    }
    Ok(())
}

fn plies(case: &ScoredCase) -> Option<u32> {
    match case.setting {
        Setting::Complete { .. } => None,
        Setting::DepthLimited { plies } => Some(plies),
    }
}

fn row<'a>(input: &'a str, case: &ScoredCase, treatment: AlphaBeta) -> Row<'a> {
    let tally = case.tally(treatment);
    Row {
        input,
        policy: Treatment::AlphaBeta(treatment).name(),
        rule: case.rule.name(),
        occurrences: case.game.occurrence_rule().to_string(),
        setting: setting_name(case.setting),
        plies: plies(case),
        table: case.table.name(),
        drafts: case.drafts.name(),
        positions: tally.roots,
        wrong_values: tally.wrong_value,
        wrong_moves: tally.wrong_move,
        last_is_wrong: case.is_wrong(treatment),
        draw_first: tally.draw_first,
        draw_last: tally.draw_last,
        mixed: tally.mixed,
        unknown: tally.unknown,
        nodes: tally.nodes,
    }
}

fn text(input: &str, case: &ScoredCase, treatments: &[AlphaBeta]) -> String {
    let setting = match plies(case) {
        Some(plies) => format!("{plies} plies"),
        None => setting_name(case.setting).to_owned(),
    };
    let roots = count(case.roots().len() as u64, "position");
    let mut columns = Columns::new([
        "policy",
        "value of the last",
        "wrong values",
        "wrong moves",
        "draw-first",
        "draw-last",
        "mixed",
        "unknown",
        "nodes",
    ]);
    for &treatment in treatments {
        let tally: Tally = case.tally(treatment);
        columns.row([
            Treatment::AlphaBeta(treatment).name().to_owned(),
            if case.is_wrong(treatment) { "wrong" } else { "right" }.to_owned(),
            tally.wrong_value.to_string(),
            tally.wrong_move.to_string(),
            tally.draw_first.to_string(),
            tally.draw_last.to_string(),
            tally.mixed.to_string(),
            tally.unknown.to_string(),
            tally.nodes.to_string(),
        ]);
    }
    let (rule, table, drafts) = (case.rule, case.table.name(), case.drafts.name());
    let occurrences = case.game.occurrence_rule();
    format!(
        "{input} in its setting, {rule}, occurrences {occurrences}, {setting}, table {table}, \
         drafts {drafts}: {roots}\n\n{}\n",
        columns.to_text()
    )
}
