//! How certificates enter a library.

use std::slice;

use threefold::session::check::Checker;
use threefold_library::{Added, Checked, Error, Hash, Library};
use threefold_terminal::database;
use threefold_terminal::output::{Stop, complain};

use super::args::Means;
use crate::check::{limits, tell_growth};

/// The line about a library that does not do what it should.
pub fn stop(error: impl Into<Error>) -> Stop {
    Stop::Message(error.into().to_string())
}

/// The ordinary checker.
pub fn checker(means: &Means) -> Checker<'_> {
    Checker::new()
        .limits(limits(means.memory, means.time))
        .databases(|declaration: &str| database::declared(means.egdb.as_deref(), declaration))
        .telling(tell_growth())
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
                if holds(library, conflict.there.hash, checker)? {
                    let both = format!("{conflict}; both were checked again just now");
                    return Err(Stop::Failed(both));
                }
            }
            Err(error) => return Err(stop(error)),
        }
    }
    for (one, added) in checked.iter().zip(&mut added) {
        // The same claim by another certificate.
        if let Added::Known(hash) = *added
            && hash != one.entry().hash
            && !holds(library, hash, checker)?
        {
            library.add(slice::from_ref(one)).map_err(stop)?;
            *added = Added::Replaced(one.entry().hash);
        }
    }
    Ok(added)
}

/// Whether a certificate of the library holds, as far as can be found out; if not, it is forgotten.
pub fn holds(library: &Library, hash: Hash, checker: &mut Checker<'_>) -> Result<bool, Stop> {
    let what = match library.verify(hash, checker) {
        Ok(Ok(_)) => return Ok(true),
        Ok(Err(refused)) if refused.is_about_means() => return Ok(true),
        Ok(Err(refused)) => refused.to_string(),
        Err(fault) => fault.what,
    };
    complain(format_args!("library: certificate {hash}: {what}; it is replaced"));
    library.forget(hash).map_err(stop)?;
    Ok(false)
}
