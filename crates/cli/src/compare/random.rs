use crate::args::CompareArgs;
use crate::exit::Exit;
use crate::output::Stop;

pub fn run(_args: &CompareArgs, _games: u64) -> Result<Exit, Stop> {
    Err(Stop::Message("not yet".into()))
}
