//! `threefold report`: the course of long searches as a web page.

mod chart;
pub mod course;
mod page;

use std::path::PathBuf;

use clap::Args;
use threefold_files::Kind;
use threefold_terminal::inputs;

use self::course::Course;
use crate::files::{Desk, Wanted, write};
use threefold_terminal::exit::Exit;
use threefold_terminal::output::{Stop, complain, print};

/// Make a web page of the metrics of searches: proof and disproof number over time, rate, depth,
/// table, memory.
///
/// One file without a network. It can be made while the search is running.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ReportArgs {
    /// What `solve --metrics` has written; - for standard input
    #[arg(value_name = "FILE.jsonl")]
    pub metrics: PathBuf,

    /// Where the page goes; by default to the name of the file with .html, beside it
    ///
    /// - is standard output.
    #[arg(long, short, value_name = "FILE.html")]
    pub output: Option<PathBuf>,

    /// Overwrite files that are no such page
    #[arg(long)]
    pub force: bool,
}

const EXAMPLES: &str = "\
Examples:
  threefold solve --metrics night.jsonl hard.epd
  threefold report night.jsonl                         Writes night.html";

pub fn run(args: &ReportArgs) -> Result<Exit, Stop> {
    let name = args.metrics.display().to_string();
    let stop = |what: String| Stop::Message(format!("{name}: {what}"));
    let bytes = inputs::contents(&name).map_err(|error| Stop::Message(error.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|_| stop("not UTF-8".to_owned()))?;
    let course = Course::read(&text).map_err(stop)?;
    let path = match &args.output {
        Some(path) => path.clone(),
        None if name == "-" => PathBuf::from("-"),
        None => args.metrics.with_extension("html"),
    };
    let mut desk = Desk::new([args.metrics.as_path()], args.force);
    let wanted = Wanted { flag: "--output", path: &path, kind: Kind::Course };
    let output = desk.file(wanted).map_err(Stop::Message)?;
    if let Err(error) = write(&output, &page::page(&course)) {
        complain(error);
        return Ok(Exit::BadInput);
    }
    if !output.is_standard_output() {
        print(&format!("{output}\n"))?;
    }
    Ok(Exit::Fine)
}
