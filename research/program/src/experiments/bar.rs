//! A progress bar, on a terminal only.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar of `length` steps on standard error; invisible if that is no terminal.
pub fn bar(length: u64, what: &str) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::hidden());
    }
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {per_sec} eta {eta}")
        .expect("the template is well formed");
    ProgressBar::new(length).with_style(style).with_message(what.to_owned())
}
