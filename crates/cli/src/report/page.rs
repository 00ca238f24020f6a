//! The page.

use std::fmt::Write;
use std::time::Duration;

use threefold::search::INFINITY;
use threefold::session::words::positions;
use threefold_terminal::html::escape;

use super::chart::{Scale, Series, chart, time};
use super::course::{Course, End, Point, Search};
use threefold_terminal::progress::number;
use threefold_terminal::units::{bytes, count, grouped, seconds};

const PAGE: &str = include_str!("page.html");
/// Rows of the table below the charts.
const ROWS: usize = 24;

/// The page about searches.
pub fn page(course: &Course) -> String {
    let searches = match course.searches.len() {
        0 => "<p>No search has taken long enough to be written down yet.</p>\n".to_owned(),
        _ => course.searches.iter().map(search).collect(),
    };
    let title = match course.searches.len() {
        0 | 1 => "a search".to_owned(),
        many => format!("searches of {}", positions(many)),
    };
    let threads = count(u64::from(course.threads), "thread");
    let table = bytes(course.table_bytes);
    let version = escape(&course.version);
    let setting = format!("threefold {version}, {threads}, a table of {table}");
    threefold_explorer::filled(PAGE, |name| match name {
        "version" => &version,
        "title" => &title,
        "setting" => &setting,
        "searches" => &searches,
        _ => unreachable!("the template has no such place: {name}"),
    })
}

fn search(search: &Search) -> String {
    let mut out = format!("<section>\n<h2>{}</h2>\n", escape(&search.input));
    out.push_str(&match &search.end {
        Some(end) => ended(end),
        None => "<p><span class=\"verdict unknown\">not finished</span></p>\n".to_owned(),
    });
    let points = &search.points;
    if points.is_empty() {
        out.push_str("<p class=\"soft\">Over before anything was written down.</p>\n</section>\n");
        return out;
    }
    let began = points[0].at_s;
    let series = |name, class, value: fn(&Point) -> Option<f64>| Series {
        name,
        class,
        points: points.iter().map(|point| (point.at_s - began, value(point))).collect(),
    };
    out.push_str("<div class=\"cards\">\n");
    out.push_str(&chart(
        "Proof and disproof number of the root",
        Scale::Logarithmic,
        &[
            series("proof number: down means towards a win", "one", |point| numbered(point.pn)),
            series("disproof number", "two", |point| numbered(point.dn)),
        ],
    ));
    out.push_str(&chart(
        "Nodes a second, in thousands",
        Scale::Linear(plain),
        &[series("positions expanded", "one", |point| Some(point.rate / 1000.0))],
    ));
    out.push_str(&chart(
        "Table",
        Scale::Linear(|value| format!("{} %", plain(value))),
        &[series("share in use", "one", |point| Some(100.0 * point.table_fill))],
    ));
    out.push_str(&chart(
        "Depth",
        Scale::Linear(plain),
        &[series("plies from the root to the position at hand", "one", |point| {
            Some(f64::from(point.depth))
        })],
    ));
    if points.iter().any(|point| point.memory_bytes.is_some()) {
        out.push_str(&chart(
            "Memory of the process, in MB",
            Scale::Linear(plain),
            &[series("resident", "one", |point| {
                point.memory_bytes.map(|bytes| bytes as f64 / 1e6)
            })],
        ));
    }
    out.push_str("</div>\n");
    out.push_str(&table(points));
    out.push_str("</section>\n");
    out
}

/// `None` where it is infinite, which is no height.
fn numbered(n: u32) -> Option<f64> {
    (n < INFINITY).then(|| f64::from(n))
}

fn plain(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}

fn ended(end: &End) -> String {
    let mut out = format!(
        "<p><span class=\"verdict {}\">{}</span>",
        match end.verdict.as_str() {
            "proven" => "proven",
            "disproven" => "disproven",
            _ => "unknown",
        },
        escape(&end.verdict)
    );
    if let Some(reason) = &end.reason {
        let _ = write!(out, " ({})", escape(reason));
    }
    let time = Duration::try_from_secs_f64(end.time_s).unwrap_or_default();
    // Without an answer the claim is a question.
    let mark = if matches!(end.verdict.as_str(), "proven" | "disproven") { '.' } else { '?' };
    let (claim, nodes) = (escape(&end.claim), count(end.nodes, "node"));
    let _ = write!(out, ": {claim}{mark} {nodes} in {}", seconds(time));
    if let Some(positions) = end.certificate_positions {
        let _ = write!(out, ", a certificate of {}", count(positions, "position"));
    }
    out.push_str(".</p>\n");
    out
}

/// The same in figures, as far as there is room.
fn table(points: &[Point]) -> String {
    let mut out = String::from(
        "<details><summary>In figures</summary><div class=\"scroll\"><table>\n<thead><tr>\
         <th scope=\"col\">time</th><th scope=\"col\">nodes</th><th scope=\"col\">nodes/s</th>\
         <th scope=\"col\">proof number</th><th scope=\"col\">disproof number</th>\
         <th scope=\"col\">depth</th><th scope=\"col\">table</th><th scope=\"col\">memory</th>\
         </tr></thead>\n<tbody>\n",
    );
    let step = points.len().div_ceil(ROWS).max(1);
    let began = points[0].at_s;
    for point in points.iter().rev().step_by(step).collect::<Vec<_>>().into_iter().rev() {
        let _ = writeln!(
            out,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>\
             <td>{:.0} %</td><td>{}</td></tr>",
            time(point.at_s - began),
            grouped(point.nodes),
            grouped(point.rate.max(0.0) as u64),
            number(point.pn),
            number(point.dn),
            point.depth,
            100.0 * point.table_fill,
            point.memory_bytes.map(bytes).unwrap_or_default(),
        );
    }
    out.push_str("</tbody></table></div></details>\n");
    out
}
