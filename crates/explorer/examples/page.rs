//! Writes the page of a certificate to standard output:
//!
//! ```sh
//! cargo run -p threefold-explorer --example page -- proof.cert > proof.html
//! cargo run -p threefold-explorer --example page -- proof.cert figure2.game > proof.html
//! ```

use std::io::{self, Write};
use std::{env, fs};

fn main() -> io::Result<()> {
    let mut files = env::args().skip(1);
    let Some(certificate) = files.next() else {
        return Err(io::Error::other("expected a certificate, and for a graph game its file"));
    };
    let graph_game = files.next().map(fs::read_to_string).transpose()?;
    let page = threefold_explorer::page(&[fs::read_to_string(certificate)?], graph_game.as_deref());
    io::stdout().write_all(page.as_bytes())
}
