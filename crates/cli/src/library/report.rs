//! What `threefold library` prints. The serialised fields are the output for programs, which
//! `docs/json.md` describes; they do not change.

use std::fmt::Write;

use serde::Serialize;
use threefold::certificate::Header;
use threefold::session::registry::Task;
use threefold::session::words::one_line;
use threefold_library::{Added, Count, Entry, Fault, Hash, Inspection, Library};

use super::args::CheckArgs;
use threefold_terminal::exit::Exit;
use threefold_terminal::output::{Stop, complain, json_line, print};
use threefold_terminal::units::{bytes, count, grouped};

/// A certificate of the library, for programs.
#[derive(Serialize)]
struct Proof<'e> {
    claim: String,
    plies: Option<u32>,
    database: Option<&'e str>,
    hash: String,
    bytes: u64,
    moves: u64,
    positions: u64,
    nodes: Option<u64>,
    version: &'e str,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<String>,
}

impl<'e> Proof<'e> {
    fn new(entry: &'e Entry) -> Self {
        Proof {
            claim: entry.claim.to_string(),
            plies: entry.plies,
            database: entry.database.as_deref(),
            hash: entry.hash.to_string(),
            bytes: entry.bytes,
            moves: entry.lines,
            positions: entry.positions,
            nodes: entry.nodes,
            version: &entry.version,
            certificate: None,
        }
    }
}

/// What is known of a position, for programs.
#[derive(Serialize)]
pub struct Known<'e> {
    input: &'e str,
    game: String,
    root: &'e str,
    known: Vec<Proof<'e>>,
}

impl<'e> Known<'e> {
    pub fn new(
        library: &Library,
        task: &'e Task,
        header: &'e Header,
        entries: &'e [Entry],
    ) -> Self {
        let proof = |entry: &'e Entry| {
            let path = library.certificate_path(entry.hash);
            Proof { certificate: Some(path.display().to_string()), ..Proof::new(entry) }
        };
        let known = entries.iter().map(proof).collect();
        Known { input: &task.input, game: game_line(header), root: &header.root, known }
    }
}

fn game_line(header: &Header) -> String {
    match header.parameters.is_empty() {
        true => header.game.clone(),
        false => format!("{} {}", header.game, header.parameters),
    }
}

/// The same, for people.
pub fn known(task: &Task, header: &Header, entries: &[Entry]) -> String {
    let mut out = one_line(&task.input);
    if !task.input.starts_with(&header.root) {
        let _ = write!(out, "  {}", header.root);
    }
    out.push('\n');
    if entries.is_empty() {
        out.push_str("  not known\n");
    }
    for entry in entries {
        let _ = write!(out, "  {:<22} {}", entry.claim_text(), size(entry));
        if let Some(database) = &entry.database {
            let _ = write!(out, ", relies on {database}");
        }
        let _ = writeln!(out, "\n    {}", entry.hash);
    }
    out
}

fn size(entry: &Entry) -> String {
    let mut text = count(entry.positions, "position");
    if let Some(nodes) = entry.nodes {
        let _ = write!(text, ", found in {}", count(nodes, "node"));
    }
    text
}

/// What became of a claim that was to enter.
pub fn addition(name: &str, entry: &Entry, added: Added, json: bool) -> Result<String, Stop> {
    #[derive(Serialize)]
    struct Addition<'a> {
        file: &'a str,
        game: String,
        root: &'a str,
        added: bool,
        /// What was there claimed the same, and was not whole.
        replaced: bool,
        #[serde(flatten)]
        proof: Proof<'a>,
    }
    let replaced = matches!(added, Added::Replaced(_));
    let (is_new, hash) = (matches!(added, Added::New(_)), hash_of(added).to_string());
    if json {
        return json_line(&Addition {
            file: name,
            game: entry.game_line(),
            root: &entry.position,
            added: is_new,
            replaced,
            proof: Proof { hash, ..Proof::new(entry) },
        });
    }
    let word = match added {
        Added::New(_) => "added",
        Added::Known(_) => "known",
        Added::Replaced(_) => "replaced",
    };
    let (claim, position) = (entry.claim_text(), &entry.position);
    Ok(format!("{word}  {claim}: {} {position}  {hash}  {name}\n", entry.game_line()))
}

/// What became of a claim whose certificate was of no use.
pub enum Mended {
    /// This certificate is in its place.
    Replaced(Hash),
    /// The library does not know it any more.
    Removed,
}

/// The same in words: which claim, what was wrong with its certificate, and what became of it.
pub fn mended(
    entry: &Entry,
    what: &str,
    became: &Mended,
    why: Option<&str>,
    json: bool,
) -> Result<String, Stop> {
    #[derive(Serialize)]
    struct Repaired<'a> {
        game: String,
        root: &'a str,
        claim: String,
        hash: String,
        fault: &'a str,
        replaced: Option<String>,
        why: Option<&'a str>,
    }
    let replaced = match became {
        Mended::Replaced(hash) => Some(hash.to_string()),
        Mended::Removed => None,
    };
    if json {
        return json_line(&Repaired {
            game: entry.game_line(),
            root: &entry.position,
            claim: entry.claim_text(),
            hash: entry.hash.to_string(),
            fault: what,
            replaced,
            why,
        });
    }
    let word = if replaced.is_some() { "replaced" } else { "removed" };
    let (claim, game, position) = (entry.claim_text(), entry.game_line(), &entry.position);
    let mut out = format!("{word}  {claim}: {game} {position}  {}: {what}", entry.hash);
    if let Some(hash) = replaced {
        let _ = write!(out, "; now {hash}");
    }
    if let Some(why) = why {
        let _ = write!(out, "; {why}");
    }
    out.push('\n');
    Ok(out)
}

/// What a look through a library has found.
pub fn inspection(found: &Inspection, args: &CheckArgs) -> Result<Exit, Stop> {
    #[derive(Serialize)]
    struct Wrong<'f> {
        hash: String,
        file: String,
        what: &'f str,
    }
    #[derive(Serialize)]
    struct Inspected<'f> {
        entries: u64,
        certificates_checked: bool,
        faults: Vec<Wrong<'f>>,
        not_checked: Vec<Wrong<'f>>,
        removed: Vec<String>,
    }
    fn wrong(faults: &[Fault]) -> Vec<Wrong<'_>> {
        let wrong = |fault: &'_ Fault| (fault.hash.to_string(), fault.path.display().to_string());
        let named = faults.iter().map(|fault| (wrong(fault), fault.what.as_str()));
        named.map(|((hash, file), what)| Wrong { hash, file, what }).collect()
    }
    let exit = if !found.faults.is_empty() {
        Exit::Failed
    } else if !found.unchecked.is_empty() {
        Exit::Unknown
    } else {
        Exit::Fine
    };
    if args.json {
        print(&json_line(&Inspected {
            entries: found.entries,
            certificates_checked: args.certificates,
            faults: wrong(&found.faults),
            not_checked: wrong(&found.unchecked),
            removed: found.removed.iter().map(|path| path.display().to_string()).collect(),
        })?)?;
        return Ok(exit);
    }
    found.faults.iter().chain(&found.unchecked).for_each(complain);
    for path in &found.removed {
        print(&format!("removed {}, of which the index does not know\n", path.display()))?;
    }
    let what = if args.certificates { "whole, and verified again" } else { "whole" };
    let wrong = (found.faults.len() + found.unchecked.len()) as u64;
    let entries = count(found.entries, "certificate");
    print(&match wrong {
        0 => format!("{entries}: {what}\n"),
        _ => format!("{entries}: {} not {what}\n", grouped(wrong)),
    })?;
    Ok(exit)
}

/// How much there is.
pub fn stats(counts: &[Count], json: bool) -> Result<String, Stop> {
    #[derive(Serialize)]
    struct OfGame<'c> {
        game: &'c str,
        goal: &'c str,
        proofs: u64,
        bytes: u64,
        positions: u64,
        nodes: u64,
    }
    #[derive(Serialize)]
    struct Stats<'c> {
        proofs: u64,
        games: Vec<OfGame<'c>>,
    }
    let proofs = counts.iter().map(|count| count.proofs).sum();
    if json {
        let of = |c: &Count| (c.proofs, c.bytes, c.positions, c.nodes);
        let games = counts.iter().map(|c| {
            let (proofs, bytes, positions, nodes) = of(c);
            OfGame { game: &c.game, goal: &c.goal, proofs, bytes, positions, nodes }
        });
        return json_line(&Stats { proofs, games: games.collect() });
    }
    let mut out = format!("{}\n", count(proofs, "certificate"));
    for one in counts {
        let _ = writeln!(
            out,
            "  {:<12} {:<6} {:>12}  {} in {}, {} of text",
            one.game,
            one.goal,
            grouped(one.proofs),
            count(one.positions, "position"),
            count(one.nodes, "node"),
            bytes(one.bytes),
        );
    }
    Ok(out)
}

/// The hash under which a certificate is there now.
const fn hash_of(added: Added) -> threefold_library::Hash {
    match added {
        Added::New(hash) | Added::Known(hash) | Added::Replaced(hash) => hash,
    }
}
