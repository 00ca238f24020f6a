//! `--explore` of `solve` and `go board`: the page of an answer, made of its certificates.

use std::path::Path;

use threefold::certificate::{Block, Certificate, write_block};
use threefold::session::registry::Subject;
use threefold_files::{Kind, Output};

use crate::files::{Desk, Names, Wanted, write};

/// A page holds its certificate two thirds again as large, and a browser has to read all of it.
pub const LARGEST: usize = 256 << 20;

/// What is said of an answer that has no certificate.
const NOTHING: &str = "none: nothing is certified";

/// Where the page of an answer goes: one file, whatever the number of certificates in it.
pub struct PageOutput {
    output: Output,
    /// The text of the game, where the page cannot know it.
    graph: Option<String>,
}

/// What became of a page.
pub type Paged = Result<String, String>;

/// What is wanted of a path.
pub const fn wanted(path: &Path) -> Wanted<'_> {
    Wanted { flag: "--explore", path, kind: Kind::Page }
}

/// Where the page of each position goes: `NAME.html` in a directory, where there are several.
pub fn outputs<'n>(
    path: Option<&Path>,
    desk: &mut Desk,
    names: impl ExactSizeIterator<Item = Names<'n>>,
) -> Result<Vec<Option<PageOutput>>, String> {
    let outputs = desk.file_or_directory(path.map(wanted), false, names)?;
    Ok(outputs.into_iter().map(|output| output.map(PageOutput::new)).collect())
}

impl PageOutput {
    pub fn new(output: Output) -> Self {
        PageOutput { output, graph: None }
    }

    /// The same for a position: a graph game is in its page.
    pub fn about(self, subject: &Subject) -> Self {
        let graph = match subject {
            Subject::Graph(file) => Some(file.to_string()),
            _ => None,
        };
        PageOutput { graph, ..self }
    }

    /// Writes the page of an answer's certificates, whole or not at all, and says where it is.
    pub fn write(&self, blocks: &[Block]) -> Paged {
        let failed = |why: String| format!("{}: {why}", self.output);
        let mut certificates = Vec::new();
        for certificate in Certificate::of_each_question(blocks.to_vec()) {
            let mut text = Vec::new();
            for block in &certificate.blocks {
                write_block(&mut text, &block.header, block.moves.iter())
                    .map_err(|error| failed(error.to_string()))?;
            }
            certificates.push(String::from_utf8(text).map_err(|error| failed(error.to_string()))?);
        }
        if certificates.iter().map(String::len).sum::<usize>() > LARGEST {
            return Err(failed(too_large("threefold explore --serve")));
        }
        write(&self.output, &threefold_explorer::page(&certificates, self.graph.as_deref()))
    }
}

/// Why a certificate has no page, and what shows it.
pub fn too_large(instead: &str) -> String {
    format!("larger than {} MB, too much for a page; {instead} shows it", LARGEST >> 20)
}

/// The row about a page for people; `None` if there was to be none.
pub fn row(wanted: bool, paged: Option<&Paged>) -> Option<String> {
    match paged {
        Some(Ok(place)) => Some(place.clone()),
        // What was not written is said apart.
        Some(Err(_)) => None,
        None => wanted.then(|| NOTHING.to_owned()),
    }
}
