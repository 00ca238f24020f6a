//! Ctrl-C.

use std::io::{self, IsTerminal, Write};

use threefold_search::Interrupt;

/// Takes a line of progress off the screen: what has drawn it does not get to it any more.
fn clear_line() {
    if io::stderr().is_terminal() {
        // The screen may be gone; then there is nothing to clear.
        let _ = io::stderr().write_all(b"\r\x1b[2K");
    }
}

/// Ends the program at the first Ctrl-C, after a line.
pub fn exit_saying(line: String) {
    let result = ctrlc::set_handler(move || {
        clear_line();
        crate::output::complain(&line);
        std::process::exit(130);
    });
    if let Err(error) = result {
        crate::output::complain(format_args!("Ctrl-C will say nothing: {error}"));
    }
}

/// The flag that the first Ctrl-C raises. The second one ends the program at once.
pub fn install() -> Interrupt {
    let interrupt = Interrupt::default();
    let handle = interrupt.clone();
    let result = ctrlc::set_handler(move || {
        if handle.is_raised() {
            clear_line();
            // As shells report a program that was ended by the signal.
            std::process::exit(130);
        }
        handle.raise();
    });
    if let Err(error) = result {
        crate::output::complain(format_args!("Ctrl-C will not finish cleanly: {error}"));
    }
    interrupt
}
