//! The first wrong answer of each policy, with its line and, for a graph game, a drawing.

use std::fmt::Write;

use super::board;
use super::drawing::draw;
use crate::compare::model::Group;
use crate::compare::story::{Entry, Story, StoryStep};
use threefold::session::registry::{Subject, Task};
use threefold_terminal::html::escape;

/// A drawing that is wider gets the whole width of the page.
const COLUMN: f64 = 520.0;

/// All of them; nothing if no answer is wrong.
pub fn all(group: &Group, tasks: &[Task]) -> String {
    if group.stories.is_empty() {
        return String::new();
    }
    let mut out = String::from(
        "<h3>The first wrong answer of each policy</h3>\n<p class=\"soft\">The player whom the \
         claim wrongs follows a strategy that is known to be right; the other one plays what the \
         policy believes in. After each move the policy is asked about the position alone, with an \
         empty table and the moves so far as history.</p>\n",
    );
    for story in &group.stories {
        out += &one(story, group, tasks);
    }
    out
}

fn one(story: &Story, group: &Group, tasks: &[Task]) -> String {
    let label = &group.labels[story.number];
    let mut out = format!(
        "<article class=\"story\"><header><h4>{}</h4><span>{}</span></header>\n\
         <p>It says <span class=\"says\">{}</span>. The truth is <span \
         class=\"truth\">{}</span> ({}).</p>\n",
        escape(story.treatment.name()),
        escape(&label.title()),
        escape(&story.says),
        escape(&story.truth),
        story.source
    );
    if !label.input.starts_with(&label.root) {
        let _ = writeln!(out, "<p class=\"mono soft\">{}</p>", escape(&label.root));
    }
    out += "<div class=\"columns\"><div>\n<ol class=\"line\">\n";
    // Past the contradiction the moves only show how the game ends.
    let told = story.steps.iter().rposition(|step| step.says.is_some() || step.is_contradiction);
    let told = told.map_or(story.steps.len(), |last| last + 1);
    for (i, step) in story.steps[..told].iter().enumerate() {
        out += &line(i + 1, step, story);
    }
    out += "</ol>\n";
    if let Some(contradiction) = &story.contradiction {
        let _ = writeln!(out, "<p>{}</p>", escape(contradiction));
    }
    let rest: Vec<&str> = story.steps[told..].iter().map(|step| step.text.as_str()).collect();
    if !rest.is_empty() {
        let _ = writeln!(
            out,
            "<p>It goes on with <span class=\"mono\">{}</span>.</p>",
            escape(&rest.join(" "))
        );
    }
    let _ = writeln!(out, "<p>{}</p>", escape(&story.end));
    if let Some(page) = &story.page {
        let _ = writeln!(
            out,
            "<p><a href=\"{}\">The proof, at this place</a>: it checks itself, and can be played \
             against.</p>",
            escape(page)
        );
    }
    if let Some(culprit) = &story.culprit {
        out += &entry(culprit);
    }
    out += "</div>\n";
    let kind = match &tasks[label.task].subject {
        Subject::Chess(_) => Some(board::Kind::Chess),
        Subject::Checkers(_) => Some(board::Kind::Checkers),
        _ => None,
    };
    if let Some(kind) = kind {
        out += &boards(kind, story, &label.root);
    }
    if let Subject::Graph(file) = &tasks[label.task].subject {
        let moves: Vec<&str> = story.steps.iter().map(|step| step.text.as_str()).collect();
        if let Some(drawing) = draw(file, &moves) {
            let wide = if drawing.width > COLUMN { " wide" } else { "" };
            let svg = drawing.svg;
            let _ = writeln!(
                out,
                "<figure class=\"drawing{wide}\">{svg}<figcaption>First moves in \
                 boxes with corners, second in round ones; filled boxes are won or drawn. The line \
                 is numbered.</figcaption></figure>"
            );
        }
    }
    out + "</div></article>\n"
}

fn line(number: usize, step: &StoryStep, story: &Story) -> String {
    let says = match &step.says {
        None => String::new(),
        Some(says) if *says == story.says => {
            format!("<span class=\"claim\">still: {}</span>", escape(says))
        }
        Some(says) => format!("<span class=\"turn\">now: {}</span>", escape(says)),
    };
    let class = if step.is_contradiction { " class=\"break\"" } else { "" };
    format!(
        "<li{class} title=\"from {} to {}\"><span class=\"n\">{number}</span><span \
         class=\"soft\">{}</span><span class=\"mono\">{}</span><span>{says}</span></li>\n",
        escape(&step.before),
        escape(&step.after),
        escape(&step.player),
        escape(&step.text)
    )
}

/// The stored entry: what it says, who stored it on which path, who read it.
fn entry(entry: &Entry) -> String {
    let Entry { position, says, stored, read, why, proof } = entry;
    let mut out = String::from("<h5>The entry that this comes from</h5>\n<dl class=\"entry\">");
    for (name, text) in [
        ("position", position),
        ("says", says),
        ("stored by", stored),
        ("read by", read),
        ("wrong", why),
    ] {
        let _ = write!(out, "<dt>{name}</dt><dd>{}</dd>", escape(text));
    }
    let _ = writeln!(out, "</dl>\n<p class=\"soft\">{}</p>", escape(proof));
    out
}

/// Boards of the root, of the position where the treatment contradicts itself, and of the last one.
fn boards(kind: board::Kind, story: &Story, root: &str) -> String {
    let steps = &story.steps;
    let after = |number: usize| {
        let step = &steps[number - 1];
        (format!("after {}. {}", number, step.text), step.after.as_str(), Some(step.text.as_str()))
    };
    let mut shown = vec![("the root".to_owned(), root, None)];
    let contradiction = steps.iter().position(|step| step.is_contradiction);
    shown.extend(contradiction.map(|place| after(place + 1)));
    if contradiction.is_none_or(|place| place + 1 < steps.len()) && !steps.is_empty() {
        shown.push(after(steps.len()));
    }
    let mut out = String::from("<div class=\"boards\">");
    for (caption, position, last) in shown {
        if let Some(svg) = board::draw(kind, position, last) {
            let caption = escape(&caption);
            let _ = write!(out, "<figure>{svg}<figcaption>{caption}</figcaption></figure>");
        }
    }
    out + "</div>\n"
}
