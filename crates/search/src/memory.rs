//! What has been found out so far: the part that all workers read and write, each through a handle
//! of its own where there are several.
//!
//! Everything here is looked up by value: no reference to what is stored outlives a call,
//! conditions apart ([`Memory::conditional_results`]), which a worker copies to its own stack at
//! once.
//!
//! What the search keeps beside it is counted against the same budget ([`Memory::has_room`]):
//! ```text
//!   budget   |======= table, conditional results =======|.. room ..|
//!             <- the table gets smaller if others need more         paths, children, closed sets,
//!                                                                   the certificate in the making
//! ```
//! A table that several threads share keeps its size, and each of them has its part of the room.

use std::collections::HashMap;

use threefold_game::{Game, Searchable};

use crate::conditional::{AnyConditional, Condition, Record};
use crate::found::{Found, Id};
use crate::name::Name;
use crate::options::{LEAST_BUDGET, Options};
use crate::reliance::Reliance;
use crate::table::{AnyTable, Drops, Entry, Filter, Kind, Solved};
use crate::task::Task;

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

/// What is known of an unsolved position under a bound on the plies (`bounded.rs`).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Within {
    pub pn: u32,
    pub dn: u32,
    /// The bound that the numbers belong to.
    pub plies: u32,
    /// The largest within which the attacker does not win, as far as is known.
    pub refuted: u32,
}

/// What several threads have beside their table at least: so much and a tenth of the budget, up to
/// the least budget.
const LEAST_SHARED: usize = 8 << 20;
/// The table does not get smaller than this share of its size for others.
const LEAST_SHARE: usize = 8;

/// What keeps the names of bounded questions apart from those of positions.
const WITHIN: u64 = 0x510E_527F_ADE6_82D1;

/// Positions behind names, in the mode that detects collisions.
type Positions<G> = HashMap<Name, <G as Game>::Position>;

/// The table, the conditional results, and in one mode the positions behind the names.
pub(crate) struct Memory<G: Searchable> {
    table: AnyTable,
    conditional_store: AnyConditional,
    /// Where players hold pieces: the keys under which twins have been stored, and those of further
    /// buckets.
    further: Filter,
    positions: Option<Positions<G>>,
    drop_256ths: u32,
    /// Bytes for everything, and what of them is left beside table and conditional results: this
    /// handle's part of that, one of so many.
    budget: usize,
    room: usize,
    parts: usize,
    /// The least that the table may have to be content with, in bytes.
    least: usize,
}

impl<G: Searchable> Memory<G> {
    /// At most this many bytes for the table, and for the conditional results.
    pub fn new(table_bytes: usize, conditional_bytes: usize, options: &Options) -> Self {
        let drops = |seed| Drops::new(options.drop_256ths, seed);
        let table = AnyTable::new(table_bytes, drops(1));
        let mut memory = Memory {
            least: table.max_bytes() / LEAST_SHARE,
            table,
            conditional_store: AnyConditional::new(conditional_bytes, drops(2)),
            further: Filter::new(),
            positions: options.detect_collisions.then(Positions::<G>::new),
            drop_256ths: options.drop_256ths,
            budget: (table_bytes.saturating_add(conditional_bytes)).max(LEAST_BUDGET),
            room: 0,
            parts: 1,
        };
        memory.count_room();
        memory
    }

    /// The same memory with another budget for it and for everything beside it.
    pub fn with_budget(mut self, bytes: usize) -> Self {
        self.budget = bytes;
        self.count_room();
        self
    }

    /// Bytes for everything, and those that table and conditional results may take of them.
    pub fn budget(&self) -> (usize, usize) {
        (self.budget, self.table.max_bytes() + self.conditional_store.bytes())
    }

    /// Reckons what is left beside table and conditional results.
    fn count_room(&mut self) {
        let (budget, own) = self.budget();
        let mut room = budget.saturating_sub(own);
        if self.is_shared() {
            // Such a table keeps its size: what is left must be enough for paths.
            room = room.max(LEAST_BUDGET.min(LEAST_SHARED + self.budget / 10));
        }
        self.room = room / self.parts;
    }

    /// Whether several threads may have it.
    const fn is_shared(&self) -> bool {
        matches!(self.table, AnyTable::Shared(_))
    }

    /// From now on, of what is shared, so many threads have a part of the room each, and this
    /// handle and those that are made of it know theirs. With 1 all others wait.
    pub fn part_among(&mut self, threads: usize) {
        if self.is_shared() {
            self.parts = threads.max(1);
            self.count_room();
        }
    }

    /// Whether what the search keeps beside the table fits into the budget: so many bytes. If need
    /// be, the table gets smaller, until it is cleared.
    #[inline]
    pub fn has_room(&mut self, bytes: usize) -> bool {
        bytes <= self.room || self.make_room(bytes)
    }

    #[cold]
    fn make_room(&mut self, bytes: usize) -> bool {
        // It cannot get smaller, and the rest of the room belongs to other threads.
        if self.is_shared() {
            return false;
        }
        let conditional = self.conditional_store.bytes();
        let for_table = |bytes: usize| self.budget.checked_sub(bytes.saturating_add(conditional));
        // A quarter more than is needed now, so that it does not happen often.
        let wanted = for_table(bytes.saturating_add(bytes / 4)).unwrap_or(0).max(self.least);
        let fits = for_table(bytes).is_some_and(|most| most >= wanted);
        if !fits || !self.table.limit_to(wanted) {
            return false;
        }
        self.count_room();
        bytes <= self.room
    }

    /// From now on so many threads may have it. What is known is kept.
    pub fn open_to_threads(&mut self, threads: usize) {
        let drop_256ths = self.drop_256ths;
        self.table.open_to_threads(Drops::new(drop_256ths, 1));
        if G::HANDS {
            self.further.open_to_threads();
        }
        self.conditional_store.open_to_threads(|seed| Drops::new(drop_256ths, 2 + seed));
        self.part_among(threads);
    }

    /// From now on one thread has it, after all others have ended: then the table can get smaller.
    pub fn close_to_threads(&mut self) {
        if self.is_shared() {
            self.table.close_to_threads();
            self.parts = 1;
            self.count_room();
        }
    }

    /// A handle for another thread, the one with this number; `None` of what is not shared.
    /// Counters of evictions begin anew.
    pub fn share(&self, number: usize) -> Option<Self> {
        let drops = Drops::new(self.drop_256ths, !(number as u64));
        Some(Memory {
            table: self.table.share(drops)?,
            conditional_store: self.conditional_store.share()?,
            further: self.further.share(),
            positions: None,
            drop_256ths: self.drop_256ths,
            budget: self.budget,
            room: self.room,
            parts: self.parts,
            least: self.least,
        })
    }

    /// A memory of its own over this one, which it only reads: a table of so many bytes, no
    /// conditional results, and as much room for paths as each thread has. `None` over what is not
    /// shared.
    pub fn over(&self, number: usize, bytes: usize) -> Option<Self> {
        let drops = |seed: u64| Drops::new(self.drop_256ths, !(number as u64) ^ seed << 32);
        Some(Memory {
            table: self.table.over(bytes, drops(0))?,
            conditional_store: AnyConditional::new(0, drops(1)),
            further: Filter::new(),
            positions: None,
            drop_256ths: self.drop_256ths,
            budget: bytes + self.room,
            room: self.room,
            parts: 1,
            least: self.least,
        })
    }

    /// Takes over what is in such a memory.
    pub fn keep_all(&mut self, other: &Self) {
        self.table.keep_all(&other.table);
    }

    /// Hands over every entry, leaves apart, which only save asking the game again.
    pub fn each_entry<E>(&self, take: &mut dyn FnMut(Entry) -> Result<(), E>) -> Result<(), E> {
        self.table.each(&mut |entry| match entry.kind() {
            Kind::Leaf | Kind::Empty => Ok(()),
            _ => take(entry),
        })
    }

    /// Hands over every conditional result, with the key of its position for twins.
    pub fn each_conditional<E>(
        &self,
        take: &mut dyn FnMut(u64, Record<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.conditional_store.each(take)
    }

    /// Takes over an entry from elsewhere.
    pub fn take_over(&mut self, entry: Entry) {
        self.note_twin(&entry);
        self.table.store(entry);
    }

    /// All entries from elsewhere have been taken over.
    pub fn has_taken_over(&mut self) {
        if G::HANDS {
            self.table.note_linked(&mut self.further);
        }
    }

    /// Takes over a conditional result from elsewhere.
    pub fn take_over_conditional(
        &mut self,
        twin_key: u64,
        symmetry: u8,
        solved: Solved,
        condition: &Condition<'_>,
    ) {
        self.conditional_store.store(twin_key, symmetry, solved, condition);
    }

    /// Tells the other handles what has been counted here.
    pub fn tell(&mut self) {
        self.table.tell();
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
        self.further.clear();
        self.conditional_store.clear();
        if matches!(self.table, AnyTable::Private(_)) {
            self.count_room();
        }
    }

    /// Forgets the numbers of unsolved positions and keeps what is solved.
    pub fn forget_bounds(&mut self) {
        self.table.forget_bounds();
    }

    /// Bytes allocated.
    pub fn bytes(&self) -> usize {
        self.table.bytes() + self.further.bytes() + self.conditional_store.bytes()
    }

    /// Bytes in use: of what is allocated for conditional results those that have been written to.
    pub fn used_bytes(&self) -> usize {
        self.table.bytes() + self.further.bytes() + self.conditional_store.used_bytes()
    }

    /// Entries of the table in use, and entries it may have room for.
    pub fn used(&self) -> u64 {
        self.table.used()
    }

    pub fn capacity(&self) -> u64 {
        self.table.max_capacity()
    }

    /// Results of other positions that were overwritten.
    pub fn evictions(&self) -> u64 {
        self.table.evictions() + self.conditional_store.evictions()
    }

    /// The positions whose base entry is solved, with "proven" or not, where positions are
    /// remembered.
    pub fn base_results(&self) -> impl Iterator<Item = (&G::Position, bool)> {
        self.positions.iter().flatten().filter_map(|(name, position)| {
            let mut entries = self.table.find(name.key);
            let base =
                entries.find(|entry| entry.kind() == Kind::Base && entry.hand() == name.hand)?;
            Some((position, base.is_proven()))
        })
    }

    /// Whether positions are remembered: then collisions are found by looking at them.
    #[inline]
    pub fn detects_collisions(&self) -> bool {
        self.positions.is_some()
    }

    /// Remembers the position behind a name. `true` if another one is known by it.
    #[inline]
    pub fn is_collision(&mut self, game: &G, id: Id, position: &G::Position) -> bool {
        let Some(positions) = &mut self.positions else { return false };
        let known = positions.entry(id.name).or_insert_with(|| position.clone());
        // Mirrored positions have one name on purpose.
        *known != *position && game.symmetry(known) == id.symmetry
    }

    /// Hands over the entries of a position, with whatever hands.
    #[inline]
    fn visit(&self, key: u64, visit: impl FnMut(Entry)) {
        if G::HANDS {
            self.table.look_up_linked(key, &self.further, visit);
        } else {
            self.table.look_up(key, visit);
        }
    }

    /// The first of them that is as wanted.
    fn first(&self, key: u64, is_wanted: impl Fn(&Entry) -> bool) -> Option<Entry> {
        let mut first = None;
        self.visit(key, |entry| first = first.or(is_wanted(&entry).then_some(entry)));
        first
    }

    /// Stores an entry of a position.
    fn store(&mut self, entry: Entry, replaces: impl Fn(&Entry) -> bool) {
        if G::HANDS {
            self.table.store_linked(entry, replaces, &mut self.further);
        } else {
            self.table.store_over(entry, replaces);
        }
    }

    /// Begins to fetch what will be looked at to find out what is known of a position.
    #[inline]
    pub fn prefetch(&self, name: Name) {
        self.prefetch_base(name);
        if G::HANDS {
            self.further.prefetch(name.twin_key());
            self.further.prefetch(name.board_twin_key());
        }
        self.conditional_store.prefetch(name.twin_key());
    }

    /// Begins to fetch what base entry and leaf say.
    #[inline]
    pub fn prefetch_base(&self, name: Name) {
        if G::HANDS {
            self.table.prefetch_linked(name.key, &self.further);
        } else {
            self.table.prefetch(name.key);
        }
    }

    /// What base entry and leaf say, and whether there may be twins, which go before unsolved ones.
    ///
    /// The numbers of other hands bound those of this one: with less in hand it is no easier to
    /// prove, with more no easier to disprove. Only those count that were found `depth` plies from
    /// the root or farther, where the position at hand is: an ancestor's own numbers come from it
    /// and must not come back to it.
    ///
    /// Of several base entries, for different hands, the one with the shortest proof: what its move
    /// leads to had a shorter proof still, and so on down to the end. With any other choice moves
    /// that are right one by one can go round in a circle, from hand to hand.
    #[inline]
    pub fn known(&self, task: &Task<'_, G>, name: Name, depth: u32) -> (Known, bool) {
        let mut known = Known::Nothing;
        let mut least = (0, 0);
        let mut base: Option<(Solved, u32)> = None;
        let mut twins = name.hand != 0 && self.further.may_contain(name.twin_key())
            || G::HANDS && self.further.may_contain(name.board_twin_key())
            || self.conditional_store.may_contain(name.twin_key());
        self.visit(name.key, |entry| match entry.kind() {
            Kind::Base if task.covers(entry.hand(), entry.is_proven(), name.hand) => {
                let solved = entry.says();
                if base.is_none_or(|(other, _)| solved.length < other.length) {
                    base = Some((solved, entry.hand()));
                }
            }
            Kind::Bounds if entry.hand() == name.hand => {
                let depth = Some(entry.min_depth());
                known = Known::Bounds(Found::bounds(entry.pn(), entry.dn(), depth));
            }
            Kind::Bounds if G::HANDS && entry.min_depth() >= depth => {
                if task.covers(entry.hand(), false, name.hand) {
                    least.0 = least.0.max(entry.pn());
                }
                if task.covers(entry.hand(), true, name.hand) {
                    least.1 = least.1.max(entry.dn());
                }
            }
            Kind::Leaf if task.leaf_answers(&entry, name.hand) => {
                let found = Found::bounds(entry.pn(), entry.dn(), None);
                let (mv, length, hand) = (entry.mv(), entry.length(), entry.bound());
                known = Known::Leaf(Found { mv, length, hand, ..found });
            }
            _ => twins |= entry.is_twin(),
        });
        match base {
            Some((solved, hand)) => {
                (Known::Base(Found::solved(solved, hand, Reliance::Nothing)), false)
            }
            None => {
                if let Known::Bounds(found) = &mut known {
                    found.pn = found.pn.max(least.0);
                    found.dn = found.dn.max(least.1);
                }
                (known, twins)
            }
        }
    }

    /// What is known of a position under a bound on the plies. No result is stored there.
    #[inline]
    pub fn within(&self, name: Name) -> Option<Within> {
        let is_it = |entry: &Entry| entry.kind() == Kind::Bounds && entry.hand() == name.hand;
        let entry = self.table.find(name.key ^ WITHIN).find(is_it)?;
        Some(Within {
            pn: entry.pn(),
            dn: entry.dn(),
            plies: entry.min_depth(),
            refuted: u32::from(entry.length()),
        })
    }

    /// Stores it.
    pub fn store_within(&mut self, name: Name, known: Within, work: u64) {
        let Within { pn, dn, plies, refuted } = known;
        let refuted = u16::try_from(refuted).unwrap_or(u16::MAX);
        let entry = Entry::within(name.key ^ WITHIN, name.hand, pn, dn, plies, refuted);
        self.table.store(entry.with_work(work));
    }

    /// Whether the position with this key, in a game without hands, is solved on every path.
    pub fn is_base(&self, key: u64, proven: bool) -> bool {
        self.table.find(key).any(|entry| {
            entry.kind() == Kind::Base && entry.hand() == 0 && entry.is_proven() == proven
        })
    }

    /// What is said on every path of a position, or of one with a hand that says as much, if it has
    /// this sign: by a base entry, or by the game of a leaf.
    pub fn solved_anywhere(&self, task: &Task<'_, G>, name: Name, proven: bool) -> Option<Solved> {
        let entry = self.first(name.key, |entry| match entry.kind() {
            Kind::Base => {
                entry.is_proven() == proven && task.covers(entry.hand(), proven, name.hand)
            }
            Kind::Leaf => {
                let number = if proven { entry.pn() } else { entry.dn() };
                number == 0 && task.leaf_answers(entry, name.hand)
            }
            _ => false,
        })?;
        Some(Solved { proven, ..entry.says() })
    }

    /// The twins of a position, valid or not.
    #[inline]
    pub fn twins(&self, name: Name) -> impl Iterator<Item = Entry> + use<G> {
        self.table.find(name.twin_key()).filter(Entry::is_twin)
    }

    /// The twins of a board that answer for this hand, valid or not.
    #[inline]
    pub fn board_twins(&self, task: &Task<'_, G>, name: Name) -> impl Iterator<Item = Entry> {
        let is_there = task.uses_hands() && self.further.may_contain(name.board_twin_key());
        let twins = is_there.then(|| self.table.find(name.board_twin_key()));
        twins.into_iter().flatten().filter(move |twin| {
            twin.kind() == Kind::Ancestors && task.covers(twin.hand(), twin.is_proven(), name.hand)
        })
    }

    /// The twin of the one path whose code makes this key ([`Id::exact_key`]).
    pub fn exact_twin(&self, exact_key: u64) -> Option<Solved> {
        let entry = self.table.find(exact_key).find(|entry| entry.kind() == Kind::ExactPath)?;
        Some(entry.says())
    }

    /// The conditional results of a position, newest first.
    #[inline]
    pub fn conditional_results(&mut self, name: Name) -> impl Iterator<Item = Record<'_>> {
        self.conditional_store.find(name.twin_key())
    }

    /// Notes that a conditional result of a position was of use.
    pub fn touch(&mut self, name: Name, place: u64) {
        self.conditional_store.touch(name.twin_key(), place);
    }

    /// Stores a result that holds on every path. It replaces everything known about the position,
    /// and what is said of other hands for which it answers, too, unless that is a shorter proof.
    pub fn store_base(&mut self, task: &Task<'_, G>, name: Name, solved: Solved, work: u64) {
        // While a position is searched the same board may be solved below it, with another hand. A
        // longer proof must not take the place of one on whose length others rest.
        let is_better = |old: &Entry| {
            old.kind() == Kind::Base
                && old.is_proven() == solved.proven
                && old.length() <= solved.length
                && task.covers(old.hand(), solved.proven, name.hand)
        };
        if G::HANDS && self.first(name.key, is_better).is_some() {
            return;
        }
        let entry = Entry::base(name.key, name.hand, solved).with_work(work);
        self.store(entry, |old| {
            let may_go = match old.kind() {
                Kind::Bounds | Kind::Leaf => true,
                Kind::Base => old.is_proven() == solved.proven && old.length() >= solved.length,
                _ => false,
            };
            entry.replaces(old)
                || G::HANDS && may_go && task.covers(name.hand, solved.proven, old.hand())
        });
    }

    /// Stores the numbers of an unsolved position.
    pub fn store_bounds(&mut self, name: Name, pn: u32, dn: u32, min_depth: u32, work: u64) {
        debug_assert!(pn > 0 && dn > 0);
        let entry = Entry::bounds(name.key, name.hand, pn, dn, min_depth).with_work(work);
        self.store(entry, |old| entry.replaces(old));
    }

    /// Nodes of the last search of an unsolved position; 0 if nothing is left of it.
    pub fn work_on(&self, name: Name) -> u64 {
        let mut work = 0;
        self.visit(name.key, |entry| {
            if entry.kind() == Kind::Bounds && entry.hand() == name.hand {
                work = entry.work();
            }
        });
        work
    }

    /// Stores what the game said of a leaf, of which there is no entry.
    #[inline]
    pub fn store_leaf(&mut self, name: Name, found: &Found) {
        let Found { pn, dn, mv, length, hand, .. } = *found;
        let entry = Entry::leaf(name.key, name.hand, pn, dn, mv, length);
        self.table.store_leaf(entry.with_bound(hand));
    }

    /// Stores a twin.
    pub fn store_twin(&mut self, twin: Entry, work: u64) {
        debug_assert!(twin.is_twin() || twin.kind() == Kind::ExactPath);
        self.note_twin(&twin);
        self.table.store(twin.with_work(work));
    }

    /// Stores a twin of a board that answers for this hand and others, relying on an ancestor. It
    /// takes the place of those that say less: for fewer hands, relying on the same board with a
    /// hand that fewer ancestors match.
    pub fn store_board_twin(
        &mut self,
        task: &Task<'_, G>,
        name: Name,
        solved: Solved,
        ancestor: Name,
        work: u64,
    ) {
        let twin = Entry::board_ancestor(name.board_twin_key(), name.hand, solved, ancestor);
        self.note_twin(&twin);
        let (proven, relied_on) = (solved.proven, ancestor);
        self.table.store_over(twin.with_work(work), |old| {
            let other = old.board_relied_on();
            old.kind() == Kind::Ancestors
                && old.is_proven() == proven
                && other.key == relied_on.key
                && task.covers(name.hand, proven, old.hand())
                && task.covers(other.hand, proven, relied_on.hand)
        });
    }

    /// Notes the key of a twin.
    #[inline]
    fn note_twin(&mut self, twin: &Entry) {
        if G::HANDS && twin.is_twin() {
            self.further.add(twin.key());
        }
    }

    /// Stores a result with its conditions.
    pub fn store_conditional(&mut self, id: Id, solved: Solved, condition: &Condition<'_>) {
        self.conditional_store.store(id.name.twin_key(), id.symmetry, solved, condition);
    }

    /// The unsolved base entry of a position that has just been solved on one path. Kishimoto and
    /// Mueller return it to (1, 1). But what was disproven here will probably be disproven
    /// elsewhere: with a proof number of 1 the attacker would try it first on every other path. So
    /// only the number of the side that has succeeded returns to 1.
    pub fn reset_bounds(&mut self, name: Name, proven: bool) {
        let is_bounds = |old: &Entry| old.kind() == Kind::Bounds && old.hand() == name.hand;
        let Some(old) = self.first(name.key, is_bounds) else { return };
        let (pn, dn) = if proven { (1, old.dn()) } else { (old.pn(), 1) };
        self.store_bounds(name, pn, dn, old.min_depth(), 1);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use threefold_graph::GraphGame;

    use super::*;

    const BUDGET: usize = 64 << 20;
    /// What threads have beside a table of that budget.
    const SHARED: usize = LEAST_SHARED + BUDGET / 10;

    fn memory() -> Memory<GraphGame> {
        Memory::new(BUDGET, 0, &Options::default())
    }

    /// The most that there is room for.
    fn most(memory: &mut Memory<GraphGame>) -> usize {
        let (mut fits, mut does_not) = (0, 2 * BUDGET);
        while does_not - fits > 1 {
            let bytes = fits + (does_not - fits) / 2;
            *(if memory.has_room(bytes) { &mut fits } else { &mut does_not }) = bytes;
        }
        fits
    }

    #[test]
    fn threads_have_a_part_of_the_room_each_whatever_they_ask_for() {
        for threads in [2, 5, 16] {
            let mut first = memory();
            first.open_to_threads(threads);
            let others = (1..threads).map(|number| first.share(number).expect("it is shared"));
            let mut handles: Vec<_> = others.collect();
            handles.push(first);
            let parts: Vec<usize> = handles.iter_mut().map(most).collect();
            assert!(parts.iter().all(|&part| part == SHARED / threads), "{parts:?}");
            // What did not fit once does not fit later.
            assert!(handles.iter_mut().all(|handle| !handle.has_room(LEAST_BUDGET)));
        }
    }

    #[test]
    fn while_the_others_wait_one_thread_has_all_of_the_room() {
        let mut memory = memory();
        memory.open_to_threads(4);
        memory.part_among(1);
        assert_eq!(most(&mut memory), SHARED);
        memory.part_among(4);
        assert_eq!(most(&mut memory), SHARED / 4);
        memory.close_to_threads();
        // Of one thread's the table gets smaller.
        assert!(memory.has_room(BUDGET / 2));
    }

    #[test]
    fn beside_a_large_table_the_parts_are_of_what_is_left() {
        let mut memory = Memory::<GraphGame>::new(512 << 20, 0, &Options::default());
        memory.open_to_threads(8);
        let (budget, own) = memory.budget();
        assert!(budget - own > LEAST_BUDGET);
        assert!(memory.has_room((budget - own) / 8) && !memory.has_room((budget - own) / 8 + 1));
    }
}
