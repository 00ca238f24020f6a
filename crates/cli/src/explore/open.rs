//! A page in the browser of the desktop.

use std::env;
use std::path::Path;
use std::process::{Command, Stdio};

use threefold_terminal::output::Stop;

/// What opens files where no `BROWSER` is named.
const OPENER: &str = if cfg!(windows) {
    "explorer"
} else if cfg!(target_os = "macos") {
    "open"
} else {
    "xdg-open"
};

/// Opens a page, and does not wait for what opens it.
pub fn open(page: &Path) -> Result<(), Stop> {
    let named = env::var_os("BROWSER").filter(|name| !name.is_empty());
    let program = named.unwrap_or_else(|| OPENER.into());
    let mut command = Command::new(&program);
    command.arg(page).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().map(drop).map_err(|error| {
        let (page, program) = (page.display(), program.display());
        Stop::Message(format!("{page} is written, but {program} does not open it: {error}"))
    })
}
