//! `threefold library repair`: what is damaged is searched again.

use threefold::certificate::{Block, Goal, Header};
use threefold::chess::{Chess, FiftyMoves};
use threefold::game::Game;
use threefold::search::Limits;
use threefold::session::attacker::Attacker;
use threefold::session::check::Checker;
use threefold::session::effort::Effort;
use threefold::session::games::row::Databases;
use threefold::session::registry::{GameName, Subject, read_position};
use threefold::session::solve::{self, Request, solve};
use threefold_library::{Checked, Entry, Hash, Library};
use threefold_terminal::database;

use super::args::RepairArgs;
use super::entering::{checker, enter, retire, stop};
use super::report::{Mended, mended};
use threefold_terminal::exit::Exit;
use threefold_terminal::output::{Stop, complain, print};

pub fn run(args: &RepairArgs) -> Result<Exit, Stop> {
    let library = Library::open(&args.directory).map_err(stop)?;
    let mut checker = checker(&args.means);
    let bar = threefold_terminal::progress::bar(library.count().map_err(stop)?, "certificates");
    let found = library.check(Some(&mut checker), &mut |number| bar.set_position(number));
    bar.finish_and_clear();
    let found = found.map_err(stop)?;
    for path in &found.removed {
        print(&format!("removed {}, of which the index does not know\n", path.display()))?;
    }
    found.unchecked.iter().for_each(complain);
    let mut exit = if found.unchecked.is_empty() { Exit::Fine } else { Exit::Unknown };
    for entry in &found.wrong {
        retire(&library, entry, &mut checker)?;
    }
    for (entry, fault) in found.wrong.iter().zip(&found.faults) {
        let (became, why) = match again(&library, entry, args, &mut checker)? {
            Again::Known(hash) => (Mended::Replaced(hash), None),
            Again::Otherwise(claim) => {
                exit = exit.max(Exit::Unknown);
                (Mended::Removed, Some(format!("what holds is: {claim}")))
            }
            Again::Open(why) => {
                exit = exit.max(Exit::Unknown);
                (Mended::Removed, Some(why))
            }
        };
        print(&mended(entry, &fault.what, &became, why.as_deref(), args.json)?)?;
    }
    let count = found.entries;
    if !args.json {
        print(&match found.wrong.len() {
            0 => format!(
                "{}: nothing to repair\n",
                threefold_terminal::units::count(count, "certificate")
            ),
            n => format!(
                "{}: {} repaired\n",
                threefold_terminal::units::count(count, "certificate"),
                threefold_terminal::units::grouped(n as u64)
            ),
        })?;
    }
    Ok(exit)
}

/// What became of a claim whose certificate was of no use.
enum Again {
    /// The library has another certificate of it.
    Known(Hash),
    /// The contrary is proved, or less, and the library knows it now.
    Otherwise(String),
    /// It is not known any more.
    Open(String),
}

/// Looks for a claim in the library, and searches for it if it is not there.
fn again(
    library: &Library,
    entry: &Entry,
    args: &RepairArgs,
    checker: &mut Checker<'_>,
) -> Result<Again, Stop> {
    let find = |library: &Library| -> Result<Option<Hash>, Stop> {
        let there = library.find(&entry.game, &entry.parameters, &entry.position);
        let there = there.map_err(stop)?.into_iter();
        Ok(there.filter(|other| other.claims_the_same(entry)).map(|other| other.hash).next())
    };
    if let Some(hash) = find(library)? {
        return Ok(Again::Known(hash));
    }
    if entry.plies.is_some() {
        let why = "claims with a number of plies are not searched again";
        return Ok(Again::Open(why.to_owned()));
    }
    let Some((subject, attacker)) = subject_of(entry) else {
        return Ok(Again::Open("the position cannot be read".to_owned()));
    };
    let found = match &entry.database {
        Some(declared) => match database::declared(args.means.egdb.as_deref(), declared) {
            Ok(database) => database,
            Err(error) => return Ok(Again::Open(error.with_flags())),
        },
        None => None,
    };
    let databases = Databases::only(found);
    let mut request = request(args, attacker);
    request.effort.fifty_moves = has_clock(entry);
    let answer = match solve(&subject, &databases, &request, &mut ()) {
        Ok(answer) => answer,
        Err(error) => return Ok(Again::Open(error.with_flags())),
    };
    let nodes = answer.stats.nodes;
    let proofs = answer.proofs.iter().filter(|proof| proof.checked);
    let blocks = proofs.map(|proof| {
        let header = Header { history: None, ..proof.block.header.clone() };
        Block::new(header, proof.block.moves.clone())
    });
    let checked = blocks.filter_map(|block| Checked::new(&block, checker).ok());
    let checked: Vec<Checked> = checked.map(|one| one.found_in(Some(nodes))).collect();
    enter(library, &checked, checker)?;
    Ok(match (find(library)?, checked.first()) {
        (Some(hash), _) => Again::Known(hash),
        (None, Some(other)) => Again::Otherwise(other.entry().claim_text()),
        (None, None) => {
            let reason = answer.reason.unwrap_or("no certificate");
            Again::Open(format!("not found again ({reason}, {nodes} nodes)"))
        }
    })
}

/// What is asked about a position whose certificate was of no use.
fn request(args: &RepairArgs, attacker: Attacker) -> Request {
    let usual = Effort::for_positions();
    let mut options = usual.options.clone();
    options.table_bytes = args.means.memory.unwrap_or(options.table_bytes);
    let limits = Limits {
        nodes: args.nodes.unwrap_or(u64::MAX),
        time: Some(args.means.time),
        ..Limits::default()
    };
    let interrupt = threefold_terminal::interrupt::install();
    Request {
        goal: solve::Goal::Win(Some(attacker)),
        moves: false,
        effort: Effort { options, limits, interrupt, ..usual },
    }
}

/// Whether an entry is about chess under the fifty-move rule.
fn has_clock(entry: &Entry) -> bool {
    entry.game == Chess.name() && entry.parameters == FiftyMoves::PARAMETERS
}

/// The position of an entry, and who is asked about: whom the claim says something about.
fn subject_of(entry: &Entry) -> Option<(Subject, Attacker)> {
    let game = GameName::of(&entry.game)?;
    let fifty_moves = has_clock(entry);
    // A FEN has the number of the move behind the clock.
    let text = if fifty_moves { format!("{} 1", entry.position) } else { entry.position.clone() };
    let subject = read_position(1, &text, Some(game)).tasks.into_iter().next()?.subject;
    let players = [Attacker::White, Attacker::Black, Attacker::First, Attacker::Second];
    let wins = entry.claim.goal == Goal::Wins;
    let is_it = |attacker: &Attacker| {
        let is_his = attacker.name() == entry.claim.player;
        let headers = subject.headers(Some(*attacker), fifty_moves);
        let is_about = |header: &Header| {
            (&header.game, &header.parameters, &header.root)
                == (&entry.game, &entry.parameters, &entry.position)
        };
        is_his == wins && headers.is_ok_and(|all| all.iter().any(|(header, _)| is_about(header)))
    };
    let attacker = players.into_iter().find(is_it)?;
    Some((subject, attacker))
}
