//! Where results go: base entry or twin.

use threefold_game::Searchable;

use super::Worker;
use crate::found::{Found, Id};
use crate::name::Name;
use crate::options::{Policy, TwinKind};
use crate::path::Path;
use crate::reliance::Reliance;
use crate::table::{Entry, Solved};
use crate::task::Keeping;

impl<G: Searchable> Worker<'_, G> {
    /// Stores a solved position, the last one of the path, and returns what its parent may know:
    /// the same result, freed of the position itself.
    pub fn store_solved(&mut self, id: Id, mut found: Found, work: u64) -> Found {
        let trusted = match self.task.keeping() {
            Keeping::Levels => {
                found.reliance.leave(self.place.path.level());
                self.task.trusts_base()
            }
            Keeping::WholePath => {
                if !found.reliance.is_nothing() {
                    found.reliance = Reliance::Path;
                }
                self.task.trusts_base()
            }
            // The position has been struck off as its conditions were put together. What has none
            // left holds on every path.
            Keeping::Conditions => true,
        };
        let holds_on_every_path = trusted && found.reliance.is_nothing();
        let name = Name { hand: found.hand, ..id.name };
        match self.task.options().policy {
            Policy::Ignore | Policy::PathKeyed => self.store_base(name, found.says(), work),
            _ if holds_on_every_path => self.store_base(name, found.says(), work),
            Policy::NoStore => self.memory.reset_bounds(id.name, found.is_proven()),
            Policy::BaseTwin => self.store_twin(id, &found, work),
        }
        found
    }

    /// Stores a result that holds on every path, and for all hands that its name's answers for.
    pub fn store_base(&mut self, name: Name, solved: Solved, work: u64) {
        self.account.stats.base_stores += 1;
        self.memory.store_base(self.task, name, solved, work);
    }

    /// Stores a result that holds on some paths.
    fn store_twin(&mut self, id: Id, found: &Found, work: u64) {
        let (key, solved) = (id.name.twin_key(), found.says());
        self.memory.reset_bounds(id.name, solved.proven);
        if let Reliance::Conditions(number) = found.reliance {
            self.account.stats.conditional_stores += 1;
            self.memory.store_conditional(id, solved, &self.conditions.get(number));
            return;
        }
        self.account.stats.twin_stores += 1;
        let path = &self.place.path;
        if let Reliance::Levels { len: 1, items: [level, ..] } = found.reliance
            && self.task.twins() == TwinKind::Ancestors
            && let Some(ancestor) = path.board(level)
        {
            let name = Name { hand: found.hand, ..id.name };
            self.memory.store_board_twin(self.task, name, solved, ancestor, work);
            return;
        }
        if self.task.twins() == TwinKind::Ancestors && found.reliance != Reliance::Path {
            if let Some(twin) = twin_of_ancestors(key, solved, &found.reliance, path) {
                self.memory.store_twin(twin, work);
            }
        } else {
            let (code, _) = path.prefix(path.level());
            self.memory.store_twin(Entry::exact_path(id.exact_key(code), solved), work);
            self.memory.store_twin(Entry::candidate(key, solved), work);
        }
    }
}

/// The twin of a result of the last position of the path. One or two ancestors are given by key,
/// more by the code of the path down to the deepest, if there is one.
fn twin_of_ancestors(key: u64, solved: Solved, reliance: &Reliance, path: &Path) -> Option<Entry> {
    let deepest = match *reliance {
        Reliance::Levels { len, items: [a, b, ..] } => match len {
            // The history, level 0, has no single key; the code of the path covers it.
            1 if a > 0 => {
                return Some(Entry::ancestors(key, solved, [path.repetition_key(a), 0]));
            }
            2 if b > 0 => {
                let ancestors = [path.repetition_key(a), path.repetition_key(b)];
                return Some(Entry::ancestors(key, solved, ancestors));
            }
            _ => a,
        },
        Reliance::Range { max, .. } => max,
        Reliance::Nothing | Reliance::Conditions(_) | Reliance::Path => 0,
    };
    // The position itself is no ancestor: the code must not reach down to it.
    let deepest = deepest.min(path.level() - 1);
    // The code has to cover all of them.
    if !path.has_place(reliance.ends().0.min(deepest)) {
        return None;
    }
    let (code, place) = path.prefix(deepest);
    Some(Entry::prefix(key, solved, code, place))
}
