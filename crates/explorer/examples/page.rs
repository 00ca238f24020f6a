//! Writes a page to standard output: that of a certificate, or with the solver as WebAssembly the
//! page that solves.
//!
//! ```sh
//! cargo run -p threefold-explorer --example page -- proof.cert > proof.html
//! cargo run -p threefold-explorer --example page -- proof.cert figure2.game > proof.html
//! cargo run -p threefold-explorer --example page -- threefold.wasm > threefold.html
//! ```

use std::io::{self, Write};
use std::{env, fs};

fn main() -> io::Result<()> {
    let mut files = env::args().skip(1);
    let Some(file) = files.next() else {
        let what = "expected a certificate, and for a graph game its file, or threefold.wasm";
        return Err(io::Error::other(what));
    };
    let page = if file.ends_with(".wasm") {
        threefold_explorer::solving_page(&fs::read(file)?)
    } else {
        let graph_game = files.next().map(fs::read_to_string).transpose()?;
        threefold_explorer::page(&[fs::read_to_string(file)?], graph_game.as_deref())
    };
    io::stdout().write_all(page.as_bytes())
}
