//! Ctrl-C.

use threefold_search::Interrupt;

/// Ends the program at the first Ctrl-C, after a line.
pub fn exit_saying(line: String) {
    let result = ctrlc::set_handler(move || {
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
