//! `threefold dot`.

use threefold::graph::to_dot;
use threefold_terminal::inputs::read_graph;

use crate::args::DotArgs;
use threefold_terminal::exit::Exit;
use threefold_terminal::output::{Stop, print};

pub fn run(args: &DotArgs) -> Result<Exit, Stop> {
    let file = read_graph(&args.file).map_err(|error| Stop::Message(error.to_string()))?;
    print(&to_dot(&file))?;
    Ok(Exit::Fine)
}
