//! Where results go: base entry or twin.

use threefold_game::Searchable;

use crate::conditional::Solved;
use crate::dependency::Dependencies;
use crate::options::Policy;
use crate::search::{Found, Id, Search};
use crate::table::{Entry, Kind};

impl<G: Searchable> Search<'_, G> {
    /// Stores a solved position, the last one of the path, and returns what its parent may know:
    /// the same result, freed of the position itself.
    pub fn store_solved(&mut self, id: Id, mut found: Found, work: u64) -> Found {
        debug_assert!(found.is_solved());
        if self.conditional {
            return self.store_with_conditions(id, found, work);
        }
        let level = self.path.level();
        if self.loop_closing {
            found.dependencies.leave(level);
        } else if !found.dependencies.is_none() {
            // Without loop closing a result that met any repetition is bound to its whole path.
            found.dependencies = Dependencies::PATH;
        }
        let free = self.trust_base && found.dependencies.is_none();
        match self.options.policy {
            Policy::Ignore | Policy::PathKeyed => self.store_base(id, &found, work),
            _ if free => self.store_base(id, &found, work),
            Policy::NoStore => self.reset_bounds(id, found.is_proven()),
            Policy::BaseTwin => self.store_twin(id, &found, work),
        }
        found
    }

    /// The same where results have conditions.
    fn store_with_conditions(&mut self, id: Id, found: Found, work: u64) -> Found {
        if found.dependencies.is_none() {
            self.store_base(id, &found, work);
        } else if let Some(number) = found.dependencies.conditions() {
            self.stats.conditional_stores += 1;
            self.reset_bounds(id, found.is_proven());
            let condition = self.conditions.get(number);
            let key = Self::twin_key(id);
            let (proven, mv, length) = (found.is_proven(), found.mv, found.length);
            let what = Solved { proven, frame: id.frame, mv, length };
            self.conditional_store.store(key, what, &condition);
        } else {
            self.store_twin(id, &found, work);
        }
        found
    }

    /// Stores a result that holds on every path. It replaces everything known about the position.
    pub fn store_base(&mut self, id: Id, found: &Found, work: u64) {
        self.stats.base_stores += 1;
        let words = [0, u64::from(id.hand) << 32];
        let entry =
            Entry::solved(id.key, Kind::Base, found.is_proven(), words, found.mv, found.length);
        self.table.store(entry.with_work(work), |old| match old.kind() {
            Kind::Base | Kind::Bounds | Kind::Leaf => old.hand() == id.hand,
            _ => id.hand == 0,
        });
    }

    /// Stores a result that holds on some paths.
    fn store_twin(&mut self, id: Id, found: &Found, work: u64) {
        self.stats.twin_stores += 1;
        self.reset_bounds(id, found.is_proven());
        let key = Self::twin_key(id);
        let entry = |key, kind, words| {
            Entry::solved(key, kind, found.is_proven(), words, found.mv, found.length)
                .with_work(work)
        };
        if self.ancestor_twins && found.dependencies != Dependencies::PATH {
            let ancestors = match found.dependencies.exact() {
                // The history has no single key; the code of the path covers it.
                Some(levels) if !levels.contains(&0) => match *levels {
                    [a] => Some([self.path.repetition_key(a), 0]),
                    [a, b] => Some([self.path.repetition_key(a), self.path.repetition_key(b)]),
                    _ => None,
                },
                _ => None,
            };
            let (kind, words) = match ancestors {
                Some(words) => (Kind::Ancestors, words),
                None => {
                    // The position itself is no ancestor: the code must not reach down to it.
                    let deepest = found.dependencies.deepest().min(self.path.level() - 1);
                    let (code, place) = self.path.prefix(deepest);
                    (Kind::Prefix, [code, u64::from(place)])
                }
            };
            let twin = entry(key, kind, words);
            self.table.store(twin, |old| old.0[1..3] == twin.0[1..3] && old.kind() == twin.kind());
        } else {
            let (code, _) = self.path.prefix(self.path.level());
            let exact = entry(Self::exact_key(id, code), Kind::ExactPath, [0, 0]);
            self.table.store(exact, |old| old.kind() == Kind::ExactPath);
            let candidate = entry(key, Kind::Candidate, [0, 0]);
            self.table.store(candidate, |old| {
                old.kind() == Kind::Candidate && old.is_proven() == candidate.is_proven()
            });
        }
    }

    /// The unsolved base entry of a position that has just been solved on one path. Kishimoto and
    /// Mueller return it to (1, 1). But what was disproven here will probably be disproven
    /// elsewhere: with a proof number of 1 the attacker would try it first on every other path. So
    /// only the number of the side that has succeeded returns to 1.
    fn reset_bounds(&mut self, id: Id, proven: bool) {
        let old = self
            .table
            .find(id.key)
            .find(|entry| entry.kind() == Kind::Bounds && entry.hand() == id.hand);
        if let Some(old) = old {
            let (pn, dn) = if proven { (1, old.dn()) } else { (old.pn(), 1) };
            self.store_bounds(id, pn, dn, old.min_depth(), 1);
        }
    }

    /// Stores the numbers of an unsolved position.
    pub fn store_bounds(&mut self, id: Id, pn: u32, dn: u32, min_depth: u32, work: u64) {
        debug_assert!(pn > 0 && dn > 0);
        let entry = Entry::bounds(id.key, id.hand, pn, dn, min_depth).with_work(work);
        self.table.store(entry, |old| {
            matches!(old.kind(), Kind::Bounds | Kind::Leaf) && old.hand() == id.hand
        });
    }
}
