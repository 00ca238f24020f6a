//! Pages of the proofs that wrong answers contradict, beside the report.

use std::path::Path;

use threefold::certificate::write_block;
use threefold::session::registry::{Subject, Task};
use threefold_explorer::page_beside;
use threefold_files::Kind;

use super::model::Group;
use crate::files::{Desk, Wanted, complain_not_written, write};

/// Games that a page knows.
const KNOWN: [&str; 6] = ["chess", "checkers", "go", "go-problem", "graph", "tsume"];

/// Writes them as `REPORT.1.html` and so on, and notes where they are. Whether all were written.
pub fn write_all(groups: &mut [Group], tasks: &[Task], report: &Path, desk: &mut Desk) -> bool {
    let name = report.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let stem = name.strip_suffix(".html").unwrap_or(&name).to_owned();
    let (mut number, mut all) = (0, true);
    for group in groups {
        for story in &mut group.stories {
            let Some(block) = story.proof.as_ref() else { continue };
            if !KNOWN.contains(&block.header.game.as_str()) {
                continue;
            }
            number += 1;
            let graph = match &tasks[group.labels[story.number].task].subject {
                Subject::Graph(file) => Some(file.to_string()),
                _ => None,
            };
            let mut text = Vec::new();
            let made = write_block(&mut text, &block.header, block.moves.iter())
                .map_err(|error| error.to_string())
                .and_then(|()| String::from_utf8(text).map_err(|error| error.to_string()));
            let page = format!("{stem}.{number}.html");
            let path = report.with_file_name(&page);
            let wanted = Wanted { flag: "--explore", path: &path, kind: Kind::Page };
            let written = made.and_then(|text| {
                let output = desk.file(wanted)?;
                write(&output, &page_beside(&text, graph.as_deref(), &story.beside()))
            });
            match written {
                Ok(_) => story.page = Some(page),
                Err(error) => {
                    complain_not_written(&error);
                    all = false;
                }
            }
        }
    }
    all
}
