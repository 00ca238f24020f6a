//! What is read: texts and files become tasks.

use std::path::Path;

use crate::error::Error;
use crate::place::Place;

/// A position with the question that its source asks.
#[derive(Clone, Debug)]
pub struct Task<S> {
    /// Where it comes from: `FILE:LINE`, `FILE`, `-:LINE`, or the text itself.
    pub input: String,
    /// The name that the source gives it.
    pub id: Option<String>,
    /// What its certificate is called in a directory, without the ending.
    pub stem: String,
    /// The position itself.
    pub subject: S,
}

/// All that was read: what can be asked and what is wrong with the rest.
#[derive(Clone, Debug)]
pub struct Tasks<S> {
    /// In the order of the source.
    pub tasks: Vec<Task<S>>,
    /// One line each: `FILE:LINE:COLUMN: what is wrong`.
    pub errors: Vec<Error>,
}

impl<S> Default for Tasks<S> {
    fn default() -> Self {
        Tasks { tasks: Vec::new(), errors: Vec::new() }
    }
}

impl<S> Tasks<S> {
    /// Adds a position.
    pub fn push(&mut self, input: String, id: Option<String>, stem: String, subject: S) {
        self.tasks.push(Task { input, id, stem, subject });
    }

    /// Adds what is wrong at a place.
    pub fn error(&mut self, place: impl Into<String>, what: impl ToString) {
        self.errors.push(Error::other(what).at(place));
    }

    /// Adds what was read elsewhere.
    pub fn extend(&mut self, other: Self) {
        self.tasks.extend(other.tasks);
        self.errors.extend(other.errors);
    }

    /// The same with subjects of another kind.
    pub fn map<T>(self, subject: impl Fn(S) -> T) -> Tasks<T> {
        let tasks = self.tasks.into_iter().map(|task| Task {
            input: task.input,
            id: task.id,
            stem: task.stem,
            subject: subject(task.subject),
        });
        Tasks { tasks: tasks.collect(), errors: self.errors }
    }
}

/// The contents of a file, and what it is called.
#[derive(Clone, Copy, Debug)]
pub struct Document<'d> {
    /// As in messages: the path, or `-` for standard input.
    pub name: &'d str,
    /// What is in it.
    pub bytes: &'d [u8],
    /// The game and the position in it that are meant; all if left out.
    pub place: Option<Place>,
}

impl<'d> Document<'d> {
    /// All of a file.
    pub fn new(name: &'d str, bytes: &'d [u8]) -> Self {
        Document { name, bytes, place: None }
    }

    /// The name with the place in it.
    pub fn input(&self) -> String {
        match self.place {
            None => self.name.to_owned(),
            Some(Place { game, ply: None }) => format!("{}#{game}", self.name),
            Some(Place { game, ply: Some(ply) }) => format!("{}#{game}:{ply}", self.name),
        }
    }

    /// The text. Files of positions are old and come from everywhere: a byte that is no UTF-8 in a
    /// comment does no harm, and elsewhere the reader refuses what it becomes.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(self.bytes).into_owned()
    }

    /// What files about it are called, without the ending.
    pub fn stem(&self) -> String {
        if self.name == "-" {
            return "stdin".to_owned();
        }
        let stem = Path::new(self.name).file_stem();
        stem.map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
    }

    /// What the name ends in, after the dot.
    pub fn ending(&self) -> &str {
        Path::new(self.name).extension().and_then(|ending| ending.to_str()).unwrap_or_default()
    }
}

/// The first line of a text that says something: neither blank nor a comment.
pub fn first_line(text: &str) -> Option<&str> {
    let lines = text.trim_start_matches('\u{feff}').lines();
    lines.map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The lines of a file that has a position on each, with their numbers: all but blank ones and
/// comments. That there is none is an error.
pub fn position_lines<'t, S>(
    tasks: &mut Tasks<S>,
    document: &Document<'_>,
    text: &'t str,
) -> Vec<(usize, &'t str)> {
    let is_position = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let lines: Vec<_> = (1..).zip(text.lines()).filter(|(_, line)| is_position(line)).collect();
    if lines.is_empty() {
        tasks.error(document.input(), "no position in it");
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_named_as_they_were_given() {
        let place = |game, ply| Document {
            place: Some(Place { game, ply }),
            ..Document::new("a/b.pdn", b"")
        };
        assert_eq!(place(3, None).input(), "a/b.pdn#3");
        assert_eq!(place(3, Some(24)).input(), "a/b.pdn#3:24");
        assert_eq!((place(3, None).stem(), place(3, None).ending()), ("b".to_owned(), "pdn"));
        assert_eq!(Document::new("-", b"").stem(), "stdin");
    }
}
