//! `check --verified`: the checker that is made from the proof in `proof/`, a program of its own.

use std::path::{Path, PathBuf};
use std::process::Command;

use threefold_terminal::exit::Exit;
use threefold_terminal::output::Stop;

const PROGRAM: &str = "threefold-verified";

/// Runs it with these files. It prints the verdicts, and its exit status is that of `check`.
pub fn run(graph: Option<&Path>, files: &[PathBuf]) -> Result<Exit, Stop> {
    if files.iter().any(|file| file.as_os_str() == "-") {
        return Err(Stop::Message("--verified reads files, not standard input".to_owned()));
    }
    let mut command = Command::new(PROGRAM);
    if let Some(graph) = graph {
        command.arg("--graph").arg(graph);
    }
    if files.len() > 1 {
        command.arg("--names");
    }
    // A name that begins with a dash is no option.
    command.args(files.iter().map(|file| Path::new(".").join(file)));
    let status = command.status().map_err(|error| {
        Stop::Message(format!(
            "{PROGRAM}: {error}; `make -C proof install` builds it (docs/proof.md)"
        ))
    })?;
    match status.code() {
        Some(0) => Ok(Exit::Fine),
        Some(1) => Ok(Exit::Failed),
        Some(2) => Ok(Exit::BadInput),
        Some(3) => Ok(Exit::Unknown),
        _ => Err(Stop::Message(format!("{PROGRAM}: {status}"))),
    }
}
