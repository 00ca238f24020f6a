//! How certificates enter a library.

use std::slice;

use threefold::session::check::Checker;
use threefold::session::words;
use threefold_library::{Added, Checked, Entry, Error, Library};
use threefold_terminal::database;
use threefold_terminal::output::{Stop, complain};

use super::args::Means;
use crate::check::limits;

/// The line about a library that does not do what it should.
pub fn stop(error: impl Into<Error>) -> Stop {
    Stop::Message(error.into().to_string())
}

/// The ordinary checker.
pub fn checker(means: &Means) -> Checker<'_> {
    Checker::new()
        .limits(limits(means.memory, means.time))
        .databases(|declaration: &str| database::declared(means.egdb.as_deref(), declaration))
        .telling(words::tell_growth(complain))
}

/// Adds what was checked. What is there, and claims the same or the contrary without proving it,
/// makes room for it.
pub fn enter(
    library: &Library,
    checked: &[Checked],
    checker: &mut Checker<'_>,
) -> Result<Vec<Added>, Stop> {
    let mut added = Vec::new();
    while added.len() < checked.len() {
        let rest = &checked[added.len()..];
        match library.add(rest) {
            Ok(more) => added.extend(more),
            Err(Error::Conflict(conflict)) => {
                added.extend(&conflict.added);
                if holds(library, &conflict.there, checker)? {
                    let both = format!("{conflict}; both were checked again just now");
                    return Err(Stop::Failed(both));
                }
            }
            Err(error) => return Err(stop(error)),
        }
    }
    for (one, added) in checked.iter().zip(&mut added) {
        let Added::Known(hash) = *added else { continue };
        // The same claim by another certificate.
        if hash == one.entry().hash {
            continue;
        }
        let entries = library.entries(hash).map_err(stop)?;
        let known = entries.iter().find(|other| {
            other.position == one.entry().position && other.claims_the_same(one.entry())
        });
        if !known.map_or(Ok(false), |known| holds(library, known, checker))? {
            library.add(slice::from_ref(one)).map_err(stop)?;
            *added = Added::Replaced(one.entry().hash);
        }
    }
    Ok(added)
}

/// Whether an entry of the library holds, as far as can be found out; if not, it is forgotten.
pub fn holds(library: &Library, entry: &Entry, checker: &mut Checker<'_>) -> Result<bool, Stop> {
    let Err(fault) = library.look_at(entry, Some(checker)) else { return Ok(true) };
    complain(format_args!("library: certificate {}: {}; it is replaced", fault.hash, fault.what));
    retire(library, entry, checker)?;
    Ok(false)
}

/// Forgets an entry. Whatever the index has said of it, a certificate that is whole and holds is
/// kept.
pub fn retire(library: &Library, entry: &Entry, checker: &mut Checker<'_>) -> Result<(), Stop> {
    let read = library.block(entry.hash, &checker.limits_of_checks());
    let own = read.ok().and_then(|block| Checked::new(&block, checker).ok());
    library.forget(entry).map_err(stop)?;
    match own {
        Some(own) => enter(library, &[own], checker).map(|_| ()),
        None => Ok(()),
    }
}
