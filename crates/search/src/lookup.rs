//! What is known about a position on the path at hand: the order of the look-up.
//!
//! ```text
//! the move repeats, under superko              -> illegal
//! the game is over                             -> exact
//! repetition with the path or the history      -> by the rule, noting which ancestor
//! endgame database                             -> exact
//! base entry solved                            -> exact on every path
//! twin that holds on this path                 -> exact on this path
//! another twin, of either sign                 -> simulation; success is stored
//! base entry unsolved                          -> its numbers
//! nothing                                      -> the game's estimate of a leaf
//! ```

use threefold_game::{Leaf, Outcome, Searchable};

use crate::dependency::Dependencies;
use crate::mix::mix;
use crate::search::{Arrival, Found, Id, Search};
use crate::simulation::Failure;
use crate::table::{Entry, Kind, NO_MOVE};

/// What base entry and leaf say of a position.
pub(crate) enum Known {
    /// Solved on every path.
    Base(Found),
    /// The numbers of an unsolved position that has been expanded.
    Bounds(Found),
    /// What the game said of one that has not.
    Leaf(Found),
    Nothing,
}

impl<G: Searchable> Search<'_, G> {
    /// Looks the position at hand up, which the path (to its parent) reaches by `arrival`.
    /// `None`: under superko the move is illegal.
    #[inline]
    pub fn look_up(&mut self, arrival: Arrival) -> Option<Found> {
        self.stats.lookups += 1;
        let id = self.id(arrival);
        if let Some(found) = self.by_rules(id, arrival)? {
            return Some(found);
        }
        Some(self.beyond_rules(id, arrival))
    }

    /// What table and game say of the position at hand, of which the rules say nothing.
    #[inline]
    pub fn beyond_rules(&mut self, id: Id, arrival: Arrival) -> Found {
        self.note_collision(id);
        let (known, twins) = self.base(id);
        if twins && let Some(found) = self.in_twins(id, arrival) {
            return found;
        }
        if let Some(found) = self.counted(known) {
            return found;
        }
        let found = self.leaf();
        let leaf = Entry::leaf(id.key, id.hand, found.pn, found.dn, found.mv, found.length);
        self.table.store_leaf(leaf);
        found
    }

    /// The same as far as it can be said without having the position at hand: `None` where there
    /// is no entry, or twins, which may have to be simulated.
    #[inline]
    pub fn without_position(&mut self, id: Id) -> Option<Found> {
        if self.positions.is_some() {
            return None; // Collisions are found by looking at the position.
        }
        match self.base(id) {
            (_, true) => None,
            (known, false) => self.counted(known),
        }
    }

    /// What rules, path and database say. `None`: the move is illegal; `Some(None)`: nothing.
    #[inline]
    pub fn by_rules(&mut self, id: Id, arrival: Arrival) -> Option<Option<Found>> {
        let repeats = if arrival.irreversible { None } else { self.path.find(id.repetition_key) };
        if self.superko && !arrival.pass && repeats.is_some() {
            self.stats.repetitions += 1;
            return None;
        }
        if let Some(outcome) = self.game.terminal(&self.position) {
            self.stats.terminals += 1;
            return Some(Some(self.over(outcome)));
        }
        if let (Some(level), Some(succeeds)) = (repeats, self.question.repetition_succeeds()) {
            self.stats.repetitions += 1;
            return Some(Some(Found::solved(succeeds, Dependencies::on(level), NO_MOVE, 0)));
        }
        if let Some(outcome) = self.known() {
            self.stats.database_hits += 1;
            return Some(Some(self.over(outcome)));
        }
        Some(None)
    }

    /// The result of the position at hand, if it is known from beside the game.
    #[inline]
    pub fn known(&self) -> Option<Outcome> {
        self.knowledge?.probe(&self.position)
    }

    /// A finished game.
    pub fn over(&self, outcome: Outcome) -> Found {
        Found::solved(self.question.is_success(outcome), Dependencies::NONE, NO_MOVE, 0)
    }

    /// The game's estimate, or the result that it sees.
    pub fn leaf(&mut self) -> Found {
        match self.game.leaf(&mut self.position, self.question.attacker) {
            Leaf::Estimate { pn, dn } => {
                debug_assert!(pn > 0 && dn > 0, "a leaf's numbers are at least 1");
                Found::bounds(pn, dn, None)
            }
            Leaf::Over(outcome) => {
                self.stats.terminals += 1;
                self.over(outcome)
            }
            Leaf::WinsBy(m) => {
                self.stats.terminals += 1;
                let mover = self.game.player_to_move(&self.position);
                let succeeds = self.question.is_success(Outcome::Win(mover));
                let mv = self.game.encode_move(&self.position, m);
                Found::solved(succeeds, Dependencies::NONE, mv, 1)
            }
        }
    }

    /// Begins to fetch what will be looked at to find out what is known of a position.
    #[inline]
    pub fn prefetch(&self, id: Id) {
        self.table.prefetch(id.key);
        if self.conditional {
            self.conditional_store.prefetch(Self::twin_key(id));
        }
    }

    /// What base entry and leaf say, and whether there may be twins, which go before unsolved ones.
    #[inline]
    pub fn base(&self, id: Id) -> (Known, bool) {
        let mut known = Known::Nothing;
        let mut twins = id.hand != 0
            || self.conditional && self.conditional_store.may_contain(Self::twin_key(id));
        for entry in self.table.find(id.key) {
            match entry.kind() {
                Kind::Base if self.covers(&entry, id.hand) => {
                    let (proven, mv) = (entry.is_proven(), entry.mv());
                    let found = Found::solved(proven, Dependencies::NONE, mv, entry.length());
                    return (Known::Base(found), false);
                }
                Kind::Bounds if entry.hand() == id.hand => {
                    let depth = Some(entry.min_depth());
                    known = Known::Bounds(Found::bounds(entry.pn(), entry.dn(), depth));
                }
                Kind::Leaf if entry.hand() == id.hand => {
                    let found = Found::bounds(entry.pn(), entry.dn(), None);
                    known = Known::Leaf(Found { mv: entry.mv(), length: entry.length(), ..found });
                }
                Kind::Ancestors | Kind::Prefix | Kind::Candidate => twins = true,
                _ => {}
            }
        }
        (known, twins)
    }

    /// Counts the kind of answer.
    #[inline]
    fn counted(&mut self, known: Known) -> Option<Found> {
        match known {
            Known::Base(found) => {
                self.stats.base_hits += 1;
                Some(found)
            }
            Known::Bounds(found) => {
                self.stats.bound_hits += 1;
                Some(found)
            }
            Known::Leaf(found) => {
                self.stats.leaf_hits += 1;
                Some(found)
            }
            Known::Nothing => None,
        }
    }

    /// Whether a solved base entry with the hand of `entry` says something about `hand`.
    #[inline]
    pub fn covers(&self, entry: &Entry, hand: u32) -> bool {
        entry.hand() == hand
            || self.by_dominance
                && if entry.is_proven() {
                    self.game.dominates(hand, entry.hand())
                } else {
                    self.game.dominates(entry.hand(), hand)
                }
    }

    /// The key under which twins are stored: they are valid for one hand only.
    #[inline]
    pub fn twin_key(id: Id) -> u64 {
        if id.hand == 0 { id.key } else { id.key ^ mix(u64::from(id.hand)) }
    }

    /// The key of a twin that is valid on one path only, and for no mirrored position.
    #[inline]
    pub fn exact_key(id: Id, code: u64) -> u64 {
        Self::twin_key(id) ^ mix(code ^ u64::from(id.frame) << 56)
    }

    #[inline(never)]
    fn in_twins(&mut self, id: Id, arrival: Arrival) -> Option<Found> {
        if let Some(found) = self.valid_twin(id, arrival) {
            return Some(found);
        }
        if self.simulation_budget == 0 {
            return None;
        }
        let code = self.code(id, arrival);
        if self.conditional
            && let Some(found) = self.simulate_conditional(id, arrival, code)
        {
            return Some(found);
        }
        for entry in self.table.find_copied(Self::twin_key(id)) {
            if matches!(entry.kind(), Kind::Ancestors | Kind::Prefix | Kind::Candidate)
                && let Some(found) = self.try_simulation(id, arrival, code, &entry)
            {
                return Some(found);
            }
        }
        None
    }

    /// Tries the newest conditional result of either sign.
    fn simulate_conditional(&mut self, id: Id, arrival: Arrival, code: u64) -> Option<Found> {
        for proven in [true, false] {
            let Some(entry) = self.conditional_candidate(id, proven) else { continue };
            if let Some(found) = self.try_simulation(id, arrival, code, &entry) {
                return Some(found);
            }
        }
        None
    }

    /// Simulates, unless that has failed before: on the same path, or because there was too much to
    /// replay. Under superko there will be too much on any other path as well.
    fn try_simulation(
        &mut self,
        id: Id,
        arrival: Arrival,
        code: u64,
        entry: &Entry,
    ) -> Option<Found> {
        let what = mix(entry.0[1] ^ entry.0[3]);
        let here = mix(id.key ^ code ^ what);
        let anywhere = mix(!id.key ^ what);
        if self.failed.contains(here) || self.superko && self.failed.contains(anywhere) {
            return None;
        }
        match self.simulate(id, arrival, entry) {
            Ok(found) => return Some(found),
            Err(Failure::Budget) if self.superko => self.failed.insert(anywhere),
            Err(_) => self.failed.insert(here),
        }
        None
    }

    /// The newest conditional result of this sign, be it about a mirrored position, in the form of
    /// a candidate for simulation.
    pub fn conditional_candidate(&self, id: Id, proven: bool) -> Option<Entry> {
        let key = Self::twin_key(id);
        let record = self.conditional_store.find(key).find(|record| record.proven == proven)?;
        let words = [record.place, 0];
        Some(Entry::solved(key, Kind::Candidate, proven, words, record.mv, record.length))
    }

    /// A conditional result that holds on the path at hand.
    #[inline]
    fn conditional(&mut self, id: Id, arrival: Arrival) -> Option<Found> {
        let mut records = self.conditional_store.find(Self::twin_key(id));
        let record = records.find(|record| {
            let mirrored = record.frame != id.frame;
            (!mirrored || record.condition.is_frameless())
                && self.holds(&record.condition, mirrored, arrival)
        })?;
        let (place, proven, mirrored) = (record.place, record.proven, record.frame != id.frame);
        let (mv, length) = (record.mv, record.length);
        drop(records);
        let dependencies = Dependencies::on_conditions(self.take_over(place, mirrored));
        let found = Found::solved(proven, dependencies, mv, length);
        self.conditional_store.touch(place);
        self.stats.conditional_hits += 1;
        Some(found)
    }

    /// The result of a twin that holds on the path at hand. One whose ancestors have all been
    /// solved since becomes a base entry.
    pub fn valid_twin(&mut self, id: Id, arrival: Arrival) -> Option<Found> {
        if self.conditional
            && let Some(found) = self.conditional(id, arrival)
        {
            return Some(found);
        }
        if !self.ancestor_twins {
            let code = self.code(id, arrival);
            let mut entries = self.table.find(Self::exact_key(id, code));
            let entry = entries.find(|entry| entry.kind() == Kind::ExactPath)?;
            self.stats.twin_hits += 1;
            let path = Dependencies::PATH;
            return Some(Found::solved(entry.is_proven(), path, entry.mv(), entry.length()));
        }
        for entry in self.table.find_copied(Self::twin_key(id)) {
            if let Some(dependencies) = self.holds_here(&entry, arrival) {
                let found =
                    Found::solved(entry.is_proven(), dependencies, entry.mv(), entry.length());
                if dependencies.is_none() {
                    self.stats.twins_promoted += 1;
                    self.store_base(id, &found, 1);
                } else {
                    self.stats.twin_hits += 1;
                }
                return Some(found);
            }
        }
        None
    }

    /// If the twin holds on the path at hand: the ancestors it relies on there.
    fn holds_here(&self, entry: &Entry, arrival: Arrival) -> Option<Dependencies> {
        match entry.kind() {
            Kind::Ancestors => {
                let mut dependencies = Dependencies::NONE;
                for &ancestor in entry.0[1..3].iter().filter(|&&key| key != 0) {
                    let level = if arrival.irreversible { None } else { self.path.find(ancestor) };
                    match level {
                        Some(level) => dependencies.merge(&Dependencies::on(level)),
                        // An ancestor that has itself been solved the same way, on every path,
                        // need not be on this one.
                        None if self.is_base(ancestor, entry.is_proven()) => {}
                        None => return None,
                    }
                }
                Some(dependencies)
            }
            Kind::Prefix if !arrival.irreversible => {
                let place = entry.0[2] as u32;
                if !self.path.has_prefix(entry.0[1], place) {
                    return None;
                }
                self.path.prefix_levels(place).map(|(min, max)| Dependencies::between(min, max))
            }
            _ => None,
        }
    }

    /// Whether the position with this key, in a game without hands, is solved on every path.
    fn is_base(&self, key: u64, proven: bool) -> bool {
        self.table.find(key).any(|entry| {
            entry.kind() == Kind::Base && entry.hand() == 0 && entry.is_proven() == proven
        })
    }

    /// In the mode that detects collisions: counts look-ups of a key that stands for two positions.
    #[inline]
    fn note_collision(&mut self, id: Id) {
        if let Some(positions) = &mut self.positions {
            let known = positions.entry((id.key, id.hand)).or_insert_with(|| self.position.clone());
            // Mirrored positions have one key on purpose.
            if *known != self.position && self.game.symmetry(known) == id.frame {
                self.stats.collisions += 1;
            }
        }
    }
}
