//! `threefold go board`: the exact value of a position.

use std::path::Path;

use threefold::search::{Interrupt, Limits, Options};
use threefold::session::effort::Effort;
use threefold::session::error::Error;
use threefold::session::go::board::{BoardGoal, BoardRequest, Moves};
use threefold::session::go::history::joined;
use threefold::session::go::value::value;
use threefold_files::Kind;
use threefold_report::Object;
use threefold_terminal::files::complain_not_written;
use threefold_terminal::inputs;
use threefold_terminal::memory::can_allocate;
use threefold_terminal::pool::jobs;

use super::args::{BoardArgs, CycleName};
use super::report::Told;
use super::text;
use crate::files::{self, CertificateOutput, Wanted};
use crate::page::{self, PageOutput};
use crate::watch::Watch;
use threefold_terminal::exit::Exit;
use threefold_terminal::interrupt;
use threefold_terminal::output::{Stop, complain, json_line};
use threefold_terminal::progress::Bars;

/// Empty boards for which the usual memory is not enough, and the MiB that are (docs/go.md).
const NEEDS: [(&str, usize); 6] =
    [("4x4", 1024), ("2x8", 2048), ("1x13", 3072), ("1x12", 4096), ("2x9", 4096), ("3x6", 4096)];

pub fn run(args: &BoardArgs) -> Result<Exit, Stop> {
    can_allocate(args.memory, 1)?;
    let board = args.size.to_string();
    let needs = NEEDS.iter().find(|(name, mib)| *name == board && args.memory < mib << 20);
    if let Some((_, mib)) = needs.filter(|_| args.position.is_none()) {
        complain(format_args!("{board} wants more memory: -m {}G is enough", mib >> 10));
    }
    let mut desk = files::desk(&args.position, args.force);
    let wanted = |path| Wanted { flag: "--certificate", path, kind: Kind::Certificate };
    let output = match args.certificate.as_deref() {
        Some(path) => Some(desk.file(wanted(path)).map_err(Stop::Message)?),
        None => None,
    };
    let output = output.map(|output| CertificateOutput::new(output, false));
    // A value has a bound from below and one from above, each a question of its own.
    if let Some(output) = &output
        && args.at_least.is_none()
    {
        output.can_be_several().map_err(Stop::Message)?;
    }
    let page = match args.explore.as_deref() {
        Some(path) => Some(desk.file(page::wanted(path)).map_err(Stop::Message)?),
        None => None,
    };
    let page = page.map(PageOutput::new);
    let channel = desk.channel(args.json)?;
    let interrupt = interrupt::install();
    let request = request(args, interrupt).map_err(Stop::Message)?;
    let bars = Bars::new(1);
    let mut watch =
        Watch::new(&bars, &args.size.to_string(), output.as_ref()).paging(page.as_ref());
    let answer = value(&request, &mut watch).map_err(|error| Stop::Message(line(&error, args)))?;
    let told = Told::new(answer, watch.written(), page.is_some(), watch.paged());
    bars.clear();
    let json = || json_line(&Object(&told.report));
    channel.print(&if args.json { json()? } else { text::block(&told) })?;
    told.not_written.iter().for_each(complain_not_written);
    Ok(told.exit())
}

/// The request that the flags make.
pub fn request(args: &BoardArgs, interrupt: Interrupt) -> Result<BoardRequest, String> {
    let usual = Effort::for_boards();
    Ok(BoardRequest {
        size: args.size,
        ko: args.rule.ko(),
        cycle: args.cycle.map(CycleName::cycle),
        suicide: args.suicide,
        played_out: args.played_out,
        position: args.position.as_deref().map(position).transpose()?,
        moves_before: args.history.clone(),
        goal: match args.at_least {
            Some(scores) => BoardGoal::AtLeast(scores),
            None if args.value_only => BoardGoal::Value(Moves::Nothing),
            None if args.moves => BoardGoal::Value(Moves::All),
            None => BoardGoal::Value(Moves::Best),
        },
        effort: Effort {
            options: Options {
                table_bytes: args.memory,
                policy: args.policy.policy(),
                threads: jobs(args.threads.into()),
                alone: args.alone,
                ..usual.options
            },
            limits: Limits { nodes: args.nodes, time: args.time, ..usual.limits },
            interrupt,
            check: !args.no_check,
            keep: args.certificate.is_some() || args.explore.is_some(),
            ..usual
        },
    })
}

/// A position from a file, or the text itself.
fn position(text: &str) -> Result<String, String> {
    if !Path::new(text).exists() {
        return Ok(text.to_owned());
    }
    let bytes = inputs::contents(text).map_err(|error| error.to_string())?;
    Ok(joined(&String::from_utf8_lossy(&bytes)))
}

/// What is wrong, with the file that it is wrong in.
fn line(error: &Error, args: &BoardArgs) -> String {
    match (error, &args.position) {
        (Error::Field { field: "position", what }, Some(path)) if Path::new(path).exists() => {
            format!("{path}: {what}")
        }
        _ => error.with_flags(),
    }
}
