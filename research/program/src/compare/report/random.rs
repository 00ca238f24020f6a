//! The page about random games: how often each policy is wrong, and the smallest game on which.

use std::fmt::Write;

use threefold_terminal::html::escape;

use super::drawing::draw;
use super::html::table;
use super::{command_line, filled, legend};
use crate::compare::section::{Rate, Section, Smallest};
use crate::units::{count, grouped};

/// A drawing that is wider gets the whole width of the page.
const COLUMN: f64 = 520.0;

/// The page. `asked` says how many games there were to be.
pub fn page(sections: &[Section], asked: u64, interrupted: bool) -> String {
    let mut body = format!(
        "<p class=\"soft\">{} of each rule, the same for every policy. Every answer was compared \
         with that of a search without a table.</p>\n",
        count(asked, "random game")
    );
    if interrupted {
        body += "<p class=\"notice\">The run was interrupted: the last rule is not complete.</p>\n";
    }
    if sections.len() > 1 {
        body += &overview(sections);
    }
    for section in sections {
        body += &one(section);
    }
    let footer = format!(
        "Made by <code>{}</code>, threefold {}. Nodes are positions \
         expanded (proof-number searches) or visited (alpha-beta), re-visits included.",
        escape(&command_line()),
        env!("CARGO_PKG_VERSION")
    );
    let title = "Treatments of repetition on random games";
    filled(title, &body, &footer)
}

/// The share of wrong answers of each policy under each rule.
fn overview(sections: &[Section]) -> String {
    let mut policies = Vec::new();
    for rate in sections.iter().flat_map(|section| &section.rates) {
        if !policies.contains(&rate.policy) {
            policies.push(rate.policy);
        }
    }
    let mut rows = vec![vec!["wrong answers".to_owned()]];
    rows[0].extend(sections.iter().map(|section| section.rule.name().to_owned()));
    for policy in policies {
        let cell = |section: &Section| {
            let rate = section.rates.iter().find(|rate| rate.policy == policy);
            rate.map_or_else(|| "-".to_owned(), |rate| marked(rate, rate.text()))
        };
        let mut row = vec![policy.name().to_owned()];
        row.extend(sections.iter().map(cell));
        rows.push(row);
    }
    table(&rows)
}

/// A cell of a policy that is wrong stands out.
fn marked(rate: &Rate, text: String) -> String {
    if rate.wrong > 0 { format!("!{text}") } else { text }
}

fn one(section: &Section) -> String {
    let mut out = format!(
        "<section>\n<h2>Rule <em>{}</em></h2>\n<p class=\"soft\">{}</p>\n{}",
        escape(section.rule.name()),
        escape(&section.summary),
        table(&section.table)
    );
    out += "<h3>Share of wrong answers</h3>\n<p class=\"soft\">On a logarithmic scale. A policy \
            without a bar was never wrong; nodes are those of one answer, on average.</p>\n";
    out += &bars(&section.rates);
    out += &strips(&section.rates);
    if !section.smallest.is_empty() {
        out += "<h3>The smallest game found that a policy gets wrong</h3>\n<p class=\"soft\">Made \
                from random games by taking away what is not needed. Given to \
                <code>threefold-lab compare FILE --report</code>, a file of a yes-or-no question \
                is explained move by move.</p>\n";
        for smallest in &section.smallest {
            out += &story(smallest);
        }
    }
    out + "</section>\n"
}

const NAME: f64 = 250.0;
const BAR: f64 = 430.0;
const WIDTH: f64 = NAME + BAR + 250.0;
const ROW: f64 = 22.0;

/// The smallest share that has a place, as a power of ten: one wrong answer in all that were given.
fn lowest(rates: &[Rate]) -> f64 {
    let most = rates.iter().map(|rate| rate.answers).max().unwrap_or(0).max(10);
    -(most as f64).log10().ceil()
}

/// What stands beside a bar.
fn beside(rate: &Rate) -> String {
    match rate.answers {
        0 => "no answer".to_owned(),
        _ => format!(
            "{} wrong of {}, {:.1} nodes",
            grouped(rate.wrong),
            grouped(rate.answers),
            rate.nodes
        ),
    }
}

/// The same bars for narrow windows: each as long as the window allows, below its name.
fn strips(rates: &[Rate]) -> String {
    let low = lowest(rates);
    let mut out = format!(
        "<div class=\"strips\"><p class=\"soft\">The whole width is 100 %, a {} part of it a \
         factor of 10.</p>\n",
        match -low as u32 {
            1 => "whole".to_owned(),
            2 => "second".to_owned(),
            3 => "third".to_owned(),
            more => format!("{more}th"),
        }
    );
    for rate in rates {
        let name = rate.policy.name();
        let _ = write!(
            out,
            "<div class=\"strip\"><span{}>{}</span> <span class=\"soft\">{}</span>",
            legend::title(name),
            escape(name),
            beside(rate)
        );
        if let (Some(share), true) = (rate.share(), rate.wrong > 0) {
            let width = 100.0 * (1.0 - share.log10() / low).clamp(0.005, 1.0);
            let _ = write!(out, "<i style=\"width:{width:.1}%\"></i>");
        }
        out += "</div>\n";
    }
    out + "</div>\n"
}

/// A bar for each policy, from one wrong answer in all that were given up to every answer.
fn bars(rates: &[Rate]) -> String {
    let low = lowest(rates);
    let place = |share: f64| NAME + BAR * (1.0 - share.log10() / low).clamp(0.0, 1.0);
    let height = rates.len() as f64 * ROW + 26.0;
    let mut out = format!(
        "<div class=\"scroll wide-only\"><svg class=\"bars\" width=\"{WIDTH}\" height=\"{height}\" \
         viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"share of wrong answers\">"
    );
    let bottom = rates.len() as f64 * ROW + 4.0;
    for decade in (low as i32)..=0 {
        let x = place(10_f64.powi(decade));
        let _ = write!(out, "<path class=\"grid\" d=\"M{x:.1} 0V{bottom:.1}\"/>");
        let label = match decade {
            -2..=0 => format!("{} %", 10_i32.pow((decade + 2) as u32)),
            _ => format!("{} %", 10_f64.powi(decade + 2)),
        };
        let y = bottom + 14.0;
        let _ =
            write!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{label}</text>");
    }
    for (i, rate) in rates.iter().enumerate() {
        let y = i as f64 * ROW + 4.0;
        let text_y = y + 12.0;
        let _ = write!(
            out,
            "<text class=\"name\" x=\"{:.1}\" y=\"{text_y:.1}\" text-anchor=\"end\">{}</text>",
            NAME - 10.0,
            escape(rate.policy.name())
        );
        let mut end = NAME;
        if let (Some(share), true) = (rate.share(), rate.wrong > 0) {
            end = place(share).max(NAME + 2.0);
            let width = end - NAME;
            let _ = write!(
                out,
                "<rect class=\"bar\" x=\"{NAME:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" \
                 height=\"15\"/>"
            );
        }
        let what = beside(rate);
        let _ = write!(
            out,
            "<text class=\"name\" x=\"{:.1}\" y=\"{text_y:.1}\">{what}</text>",
            end + 8.0
        );
    }
    out + "</svg></div>\n"
}

fn story(smallest: &Smallest) -> String {
    let Smallest { policy, file, index, path } = smallest;
    let size = count(file.game.nodes().len() as u64, "position");
    let mut out = format!(
        "<article class=\"story\"><header><h4>{}</h4><span class=\"soft\">{size}, from game \
         #{index}</span></header>\n",
        escape(policy.name())
    );
    if let Some(path) = path {
        let _ = writeln!(out, "<p class=\"mono soft\">{}</p>", escape(path));
    }
    if let Some(drawing) = draw(file, &[]) {
        let wide = if drawing.width > COLUMN { " wide" } else { "" };
        let _ = writeln!(
            out,
            "<figure class=\"drawing{wide}\">{}<figcaption>First moves in boxes with corners, \
             second in round ones; filled boxes are won or drawn.</figcaption></figure>",
            drawing.svg
        );
    }
    let _ = writeln!(
        out,
        "<details><summary>The file</summary><pre>{}</pre></details></article>",
        lines(&file.to_string())
    );
    out
}

/// Text of several lines: breaks are kept.
fn lines(text: &str) -> String {
    text.lines().map(escape).collect::<Vec<_>>().join("\n")
}
