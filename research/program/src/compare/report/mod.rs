//! The page: one HTML file with everything in it.

mod board;
mod drawing;
mod html;
mod layout;
mod legend;
mod plot;
pub mod random;
mod stories;
mod tables;

use std::fmt::Write;
use std::path::Path;

use threefold::search::Limits;
use threefold_files::{Kind, Output};
use threefold_lab::Treatment;
use threefold_lab::compare::{Budget, Comparison, Finding, Trial};

use super::json::REFERENCES;
use super::model::Group;
use super::text::sources;
use crate::files::{Desk, Wanted};
use crate::units::{bytes, grouped, seconds};
use threefold::session::registry::Task;
use threefold::session::words::positions;

use plot::{Point, Scale, Unit};
use threefold_terminal::html::escape;

const PAGE: &str = include_str!("page.html");

/// How the comparison was made.
pub struct Conditions<'a> {
    pub budget: &'a Budget,
    /// How many positions there were to compare.
    pub positions: usize,
    pub interrupted: bool,
}

/// Where the page goes.
pub fn plan(path: Option<&Path>, desk: &mut Desk) -> Result<Option<Output>, String> {
    let wanted = |path| Wanted { flag: "--report", path, kind: Kind::Report };
    path.map(|path| desk.file(wanted(path))).transpose()
}

/// The page.
pub fn page(groups: &[Group], tasks: &[Task], conditions: &Conditions<'_>) -> String {
    let mut body = introduction(groups, conditions);
    if groups.len() > 1 {
        body += &tables::overview(groups);
    }
    for group in groups {
        body += &section(group, tasks);
    }
    let version = env!("CARGO_PKG_VERSION");
    let footer = format!(
        "Made by <code>{}</code>, threefold {version}. Nodes are positions \
         expanded (proof-number searches) or visited (alpha-beta), re-visits included. Memory is \
         the most that the table or tree of one answer occupied.",
        escape(&command_line())
    );
    let title = "Treatments of repetition, compared";
    filled(title, &body, &footer)
}

/// The command that makes the page, to be pasted.
fn command_line() -> String {
    let quoted = |word: String| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_./,:=+@%#".contains(c);
        match !word.is_empty() && word.chars().all(plain) {
            true => word,
            false => format!("'{}'", word.replace('\'', "'\\''")),
        }
    };
    let words = std::env::args_os().skip(1).map(|word| quoted(word.to_string_lossy().into_owned()));
    ["threefold-lab".to_owned()].into_iter().chain(words).collect::<Vec<_>>().join(" ")
}

/// The page with its title, body and footer.
fn filled(title: &str, body: &str, footer: &str) -> String {
    threefold_explorer::filled(PAGE, |name| match name {
        "title" => title,
        "body" => body,
        "footer" => footer,
        _ => unreachable!("the template has no such place: {name}"),
    })
}

fn introduction(groups: &[Group], conditions: &Conditions<'_>) -> String {
    let Budget { limits, memory_bytes } = conditions.budget;
    let done: usize = groups.iter().map(|group| group.labels.len()).sum();
    let mut out = format!(
        "<p class=\"soft\">{}. For each answer {}, {} of memory. Every claim was checked by an \
         oracle or against a verified certificate; an answer of which the truth was not found is \
         <em>unverified</em>, not right.</p>\n",
        positions(done),
        limits_words(limits),
        bytes(*memory_bytes as u64)
    );
    if conditions.interrupted {
        let _ = writeln!(
            out,
            "<p class=\"notice\">The run was interrupted: {done} of {} positions were \
             compared.</p>",
            conditions.positions
        );
    }
    out
}

fn limits_words(limits: &Limits) -> String {
    let nodes = match limits.nodes {
        u64::MAX => "any number of nodes".to_owned(),
        nodes => format!("{} nodes", grouped(nodes)),
    };
    match limits.time {
        None => nodes,
        Some(time) => format!("{nodes}, {}", seconds(time)),
    }
}

/// All about the positions of one rule.
fn section(group: &Group, tasks: &[Task]) -> String {
    let comparison = &group.comparison;
    let mut out = format!(
        "<section>\n<h2>Rule <em>{}</em>: {}</h2>\n<p class=\"soft\">Truth: {}.</p>\n",
        escape(comparison.rule.name()),
        positions(comparison.trials.len()),
        sources(comparison)
    );
    for line in group.assumptions() {
        let _ = writeln!(out, "<p class=\"soft\">{}.</p>", escape(&line));
    }
    out += &tables::all(group);
    if comparison.trials.len() > 1 {
        out += &curves(comparison);
    }
    if comparison.treatments.len() > 1 {
        out += &scatters(group);
    }
    out += &stories::all(group, tasks);
    out += &tables::details(group);
    out + "</section>\n"
}

fn cost(trial: &Trial, place: usize, unit: Unit) -> f64 {
    let cost = &trial.claims[place].cost;
    match unit {
        Unit::Nodes => cost.nodes as f64,
        Unit::Seconds => cost.time.as_secs_f64(),
    }
}

fn scale(comparison: &Comparison, unit: Unit) -> Scale {
    let all = (0..comparison.treatments.len())
        .flat_map(|place| comparison.trials.iter().map(move |trial| cost(trial, place, unit)));
    Scale::over(all, unit)
}

/// The policy that the others are plotted against.
fn reference(comparison: &Comparison) -> usize {
    REFERENCES.iter().rev().find_map(|&policy| comparison.place(policy)).unwrap_or(0)
}

fn curves(comparison: &Comparison) -> String {
    let mut out = String::from(
        "<h3>Solved within a budget</h3>\n<p class=\"soft\">How many positions each policy had \
         solved, rightly, when that many nodes, or that much time, had been spent on each. The \
         thin lines are the other policies.</p>\n",
    );
    for unit in [Unit::Nodes, Unit::Seconds] {
        let scale = scale(comparison, unit);
        let all = comparison.trials.len();
        let curves: Vec<Vec<f64>> = (0..comparison.treatments.len())
            .map(|place| {
                let solved = comparison.trials.iter();
                let solved = solved.filter(|trial| trial.finding(place) == Finding::Right);
                solved.map(|trial| cost(trial, place, unit)).collect()
            })
            .collect();
        out += "<div class=\"cards\">\n";
        for (place, policy) in comparison.treatments.iter().enumerate() {
            let svg = plot::solved_within(&curves, place, all, scale, unit, policy.name());
            out += &card(*policy, &format!("{} of {all}", curves[place].len()), &svg);
        }
        out += "</div>\n";
    }
    out
}

fn scatters(group: &Group) -> String {
    let comparison = &group.comparison;
    let reference = reference(comparison);
    let x_name = comparison.treatments[reference].name();
    let mut out = format!(
        "<h3>Position by position, against {}</h3>\n<p class=\"soft\">Above the broken line a \
         policy took more, below it less.</p>\n{}",
        escape(x_name),
        legend()
    );
    for unit in [Unit::Nodes, Unit::Seconds] {
        let scale = scale(comparison, unit);
        out += "<div class=\"cards\">\n";
        for (place, policy) in comparison.treatments.iter().enumerate() {
            if place == reference {
                continue;
            }
            let points: Vec<Point> = comparison
                .trials
                .iter()
                .zip(&group.labels)
                .map(|(trial, label)| Point {
                    x: cost(trial, reference, unit),
                    y: cost(trial, place, unit),
                    finding: trial.finding(place),
                    title: label.title(),
                })
                .collect();
            let svg = plot::scatter(&points, scale, unit, x_name, policy.name());
            out += &card(*policy, unit.name(), &svg);
        }
        out += "</div>\n";
    }
    out
}

fn card(policy: Treatment, what: &str, svg: &str) -> String {
    format!(
        "<figure class=\"card\"><h4>{} <span class=\"soft\">{}</span></h4>{svg}</figure>\n",
        escape(policy.name()),
        escape(what)
    )
}

fn legend() -> String {
    let mut out = String::from("<p class=\"legend\">");
    for finding in [Finding::Right, Finding::Wrong, Finding::Unknown, Finding::Unverified] {
        let name = match finding {
            Finding::Unknown => "no answer",
            other => other.name(),
        };
        let mark = plot::mark(finding, 7.0, 7.0);
        let _ = write!(
            out,
            "<span><svg viewBox=\"0 0 14 14\" aria-hidden=\"true\">{mark}</svg>{name}</span>"
        );
    }
    out + "</p>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_has_the_places_that_are_filled_and_asks_for_nothing_from_outside() {
        assert_eq!(PAGE.matches("{{").count(), 4);
        for place in ["{{title}}", "{{body}}", "{{footer}}"] {
            assert!(PAGE.contains(place), "{place}");
        }
        for outside in ["http:", "https:", "src=", "@import", "<script", "<link"] {
            assert!(!PAGE.contains(outside), "{outside}");
        }
    }
}
