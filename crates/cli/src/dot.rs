//! `threefold dot`.

use threefold::graph::to_dot;

use crate::args::DotArgs;
use crate::exit::Exit;
use crate::input::read_graph;
use crate::output::{Stop, print};

pub fn run(args: &DotArgs) -> Result<Exit, Stop> {
    let file = read_graph(&args.file).map_err(Stop::Message)?;
    print(&to_dot(&file))?;
    Ok(Exit::Fine)
}
