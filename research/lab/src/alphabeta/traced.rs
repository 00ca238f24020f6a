//! Who stored what is read from a table.
//!
//! ```text
//! search 1   root - A - B - C      stores C: "at most a draw"
//! search 2   root' - D - C         reads it: the entry, the search and the path that made it
//! ```

use std::collections::HashMap;
use std::rc::Rc;

use threefold_game::{History, RepetitionRule, Searchable};
use threefold_search::Reason;

use super::evaluate::Evaluate;
use super::path::{Met, Path};
use super::policy::{Ask, Policy, Probe, Repetition, Searched, as_inner};
use super::score::{Aging, Score};
use super::search::Core;
use super::table::Kind;
use super::watch::Stored;
use crate::Informed;

/// An entry of a table, and where it comes from. Positions are given by what the repetition rule
/// compares; [`moves_along`] makes moves of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The number of the search that stored it, from 1.
    pub search: u32,
    /// The path from the root of that search to the position, both included.
    pub path: Rc<[u64]>,
    /// What it says.
    pub stored: Stored,
}

/// A use of the table in place of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// The number of the search that used it, from 1.
    pub search: u32,
    /// The path from the root to the position, both included.
    pub path: Vec<u64>,
    /// What the table says, counted from the root.
    pub score: Score,
    /// As a value or as a bound.
    pub kind: Kind,
    /// The entry; `None` if none is known that is stored for all paths and says this.
    pub entry: Option<Entry>,
}

/// What has been stored for all paths, and by whom.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    /// How many searches have begun.
    pub searches: u32,
    /// By key of the position, the newest last.
    entries: HashMap<u64, Vec<Entry>>,
}

/// Entries that are kept of one position: more than the drafts that are searched.
const ENTRIES: usize = 64;

impl Log {
    pub fn clear(&mut self) {
        self.entries.clear();
    }

    /// What the treatment has just stored of the position at hand, which is still on the path.
    pub fn take<G: Informed, E: Evaluate<G>>(&mut self, core: &Core<'_, G, E>, ask: &Ask) {
        let Some(stored) = core.told.take() else { return };
        let entry = Entry { search: self.searches, path: core.path.keys().collect(), stored };
        let entries = self.entries.entry(ask.key).or_default();
        if entries.len() == ENTRIES {
            entries.remove(0);
        }
        entries.push(entry);
    }

    /// The newest entry of the position that says so.
    pub fn entry<G: Informed, E: Evaluate<G>>(
        &self,
        core: &Core<'_, G, E>,
        ask: &Ask,
        score: Score,
        kind: Kind,
    ) -> Option<Entry> {
        let score = core.win_scores.to_table(score, ask.ply());
        let says = |Stored { at_least, at_most, .. }: Stored| match kind {
            Kind::Exact => at_least == Some(score) && at_most == Some(score),
            Kind::Lower => at_least == Some(score),
            Kind::Upper => at_most == Some(score),
        };
        self.entries.get(&ask.key)?.iter().rev().find(|entry| says(entry.stored)).cloned()
    }
}

/// A treatment with a log of what its table is filled by, and used for.
///
/// It changes no answer. The log takes more memory than the table: it is for games that are shown,
/// not for measurements.
#[derive(Clone, Debug)]
pub struct Traced<P> {
    inner: P,
    log: Log,
    /// By path: the last use there in this search.
    reads: HashMap<Vec<u64>, Read>,
}

impl<P> Traced<P> {
    /// The number of the search at hand, from 1.
    pub fn searches(&self) -> u32 {
        self.log.searches
    }

    /// What the table said in the last search at the end of a path from its root.
    pub fn read(&self, path: &[u64]) -> Option<&Read> {
        self.reads.get(path)
    }
}

impl<P: Policy> Policy for Traced<P> {
    as_inner!();

    type Questions = Traced<P::Questions>;

    fn new(table_bytes: usize) -> Self {
        Traced { inner: P::new(table_bytes), log: Log::default(), reads: HashMap::new() }
    }

    fn without_table(&self) -> Self {
        Traced {
            inner: self.inner.without_table(),
            log: Log { searches: self.log.searches, ..Log::default() },
            reads: HashMap::new(),
        }
    }

    fn clear(&mut self) {
        self.inner.clear();
        self.log.clear();
    }

    fn begin(&mut self, same_history: bool) {
        self.log.searches += 1;
        self.reads.clear();
        self.inner.begin(same_history);
    }

    fn probe<G: Informed, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        ask: &Ask,
    ) -> Result<Probe<P::Note>, Reason> {
        let probe = self.inner.probe(core, ask)?;
        let path: Vec<u64> = core.path.keys().chain([ask.repetition_key]).collect();
        match probe {
            Probe::Hit(score, kind, _) => {
                let entry = self.log.entry(core, ask, score, kind);
                let search = self.log.searches;
                self.reads.insert(path.clone(), Read { search, path, score, kind, entry });
            }
            // An earlier iteration may have read here what this one searches.
            Probe::Move(_) => drop(self.reads.remove(&path)),
        }
        Ok(probe)
    }

    fn rejected(&mut self, before: &Self) {
        self.inner.rejected(&before.inner);
    }

    fn leave<G: Informed, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        ask: &Ask,
        searched: &Searched,
        note: Option<P::Note>,
    ) -> P::Note {
        core.told.set(None);
        let note = self.inner.leave(core, ask, searched, note);
        self.log.take(core, ask);
        note
    }
}

/// The moves that lead from the root of `history` through the positions of `path`, the first of
/// which is the root. Ends where no move leads on.
pub fn moves_along<G: Searchable>(
    game: &G,
    history: &History<G>,
    rule: RepetitionRule,
    path: &[u64],
) -> Vec<G::Move> {
    let mut here = history.root().clone();
    let mut line = Vec::new();
    let mut moves = Vec::new();
    for &key in path.iter().skip(1) {
        moves.clear();
        if game.terminal(&here).is_none() {
            game.moves(&here, &mut moves);
        }
        let next = moves.iter().copied().find_map(|m| {
            let mut after = here.clone();
            game.make(&mut after, m);
            (game.repetition_key(&after, rule) == key).then_some((m, after))
        });
        let Some((m, after)) = next else { break };
        line.push(m);
        here = after;
    }
    line
}

/// What the repetition rule compares of each position of a line, its root included.
pub fn keys_along<G: Searchable>(
    game: &G,
    history: &History<G>,
    rule: RepetitionRule,
    line: &[G::Move],
) -> Vec<u64> {
    let mut here = history.root().clone();
    let mut keys = vec![game.repetition_key(&here, rule)];
    for &m in line {
        game.make(&mut here, m);
        keys.push(game.repetition_key(&here, rule));
    }
    keys
}
