//! What a walk under superko keeps besides the positions: the situations of the real path, and
//! for each finished position the lemma that says on which other paths it holds.

use threefold_game::{Footprint, Game, RepetitionRule};

use crate::lemmas::{Kept, Lemmas};
use crate::limits::growing;
use crate::sets::{Gathered, Set, Sets};
use crate::store::{Id, Pieces, Store};

/// F: the situations that the claimant's own moves create.
struct Created<G: Game> {
    /// One by one, up to [`Footprint::MOST`] of them.
    set: Set,
    /// Of more than that, something that contains them all; `set` is empty then.
    wide: Option<Box<G::Footprint>>,
}

/// A finished position and the two sets that say where else it is proven.
struct Lemma<G: Game> {
    /// D: the situations of the path that made a move of the opponent illegal below, without
    /// those entered at or below the position.
    needed: Set,
    /// F.
    created: Created<G>,
}

/// The lemmas in the order in which they were made.
struct Trail<G: Game> {
    /// The positions.
    made: Vec<Id>,
    /// The lemmas that were there before, few as they are, by their places in `made`.
    replaced: Vec<(usize, Lemma<G>)>,
}

/// An open position.
struct Level<G: Game> {
    situation: Id,
    /// Whether a pass led here.
    by_pass: bool,
    /// What [`Path::leave`] wants to know.
    slot: usize,
    /// D and F as far as they are known.
    needed: Set,
    created: Creating<G>,
    /// The claimant's move, once it is chosen.
    choice: Option<G::Move>,
    /// The length of the trail when the position was opened.
    trail: usize,
}

/// Of a path of 100 situations one move in 20 is looked up that need not be; more slots would take
/// the room of something else in the fastest memory.
const SLOTS: usize = 1 << 11;

fn slot(hash: u64) -> usize {
    hash as usize % SLOTS
}

/// The situations on the path, history included.
struct Path<G: Game> {
    /// Every situation that was ever met, by number.
    known: Store<G::Situation>,
    /// How often each is on the path, by number.
    counts: Vec<u32>,
    /// How many there are on the path in each slot, which its hash says. Nearly every move leads
    /// to a situation whose slot is empty, and needs no look at all that were ever met.
    slots: Box<[u32; SLOTS]>,
    /// Those before the root.
    history: Vec<Id>,
}

/// The superko half of a walk's state. Its levels run parallel to the walk's frames.
pub(crate) struct Superko<G: Game> {
    rule: RepetitionRule,
    path: Path<G>,
    levels: Vec<Level<G>>,
    /// By position number.
    lemmas: Pieces<Option<Lemma<G>>>,
    sets: Sets,
    /// What was replaced, if it may have to come back.
    trail: Option<Trail<G>>,
    /// All lemmas, in order, if they are wanted.
    kept: Option<Vec<Kept<G>>>,
    /// Bytes of the wide sets of F of lemmas, those that are kept included.
    wide_bytes: usize,
    /// How often a lemma was used.
    pub(crate) reused: u64,
    /// How often a position with a lemma was walked again.
    pub(crate) rewalked: u64,
}

/// F of an open position, as far as it is known.
struct Creating<G: Game> {
    /// As in [`Created`].
    set: Gathered,
    wide: Option<Box<G::Footprint>>,
}

impl<G: Game> Creating<G> {
    fn new(sets: &Sets) -> Self {
        Creating { set: Gathered::new(sets), wide: None }
    }

    fn insert(&mut self, sets: &mut Sets, situations: &Store<G::Situation>, situation: Id) {
        match &mut self.wide {
            Some(wide) => wide.insert(situations.get(situation)),
            None => self.set.insert(sets, situation),
        }
    }

    fn merge(&mut self, sets: &mut Sets, situations: &Store<G::Situation>, other: &Created<G>) {
        match (&mut self.wide, &other.wide) {
            (None, None) => self.set.merge(sets, other.set),
            (Some(mine), Some(theirs)) => mine.merge(theirs),
            (Some(mine), None) => put_in(&mut **mine, sets, situations, other.set),
            (None, Some(theirs)) => {
                let mut wide = theirs.clone();
                let set = self.set.finish(sets);
                put_in(&mut *wide, sets, situations, set);
                self.wide = Some(wide);
            }
        }
    }

    /// All of it. A set that is too large becomes a wide one: which it is depends on what is in it
    /// alone, and not on when that is looked at.
    fn finish(mut self, sets: &mut Sets, situations: &Store<G::Situation>) -> Created<G> {
        let set = self.set.finish(sets);
        if self.wide.is_some() {
            return Created { set, wide: self.wide };
        }
        if sets.len(set) <= G::Footprint::MOST {
            return Created { set, wide: None };
        }
        let mut wide = Box::<G::Footprint>::default();
        put_in(&mut *wide, sets, situations, set);
        Created { set: Set::EMPTY, wide: Some(wide) }
    }
}

fn put_in<S: Clone + Eq + std::hash::Hash>(
    footprint: &mut impl Footprint<S>,
    sets: &Sets,
    situations: &Store<S>,
    set: Set,
) {
    sets.all(set, |id| {
        footprint.insert(situations.get(id));
        true
    });
}

impl<G: Game> Path<G> {
    /// The number of a situation, which may be on the path or not.
    fn intern(&mut self, situation: &G::Situation) -> Id {
        let hash = self.known.hash(situation);
        self.intern_hashed(situation, hash)
    }

    fn intern_hashed(&mut self, situation: &G::Situation, hash: u64) -> Id {
        let (id, is_new) = self.known.intern_hashed(situation, hash);
        if is_new {
            self.counts.push(0);
        }
        id
    }

    /// Puts a situation on the path: its number, and what it leaves with.
    fn enter(&mut self, situation: &G::Situation) -> (Id, usize) {
        let hash = self.known.hash(situation);
        let (id, slot) = (self.intern_hashed(situation, hash), slot(hash));
        self.counts[id as usize] += 1;
        self.slots[slot] += 1;
        (id, slot)
    }

    fn leave(&mut self, id: Id, slot: usize) {
        self.counts[id as usize] -= 1;
        self.slots[slot] -= 1;
    }

    /// The number of a situation that is on the path.
    fn find(&self, situation: &G::Situation) -> Option<Id> {
        let hash = self.known.hash(situation);
        if self.slots[slot(hash)] == 0 {
            return None;
        }
        self.known.find_hashed(situation, hash).filter(|&id| self.has(id))
    }

    fn has(&self, id: Id) -> bool {
        self.counts[id as usize] > 0
    }
}

impl<G: Game> Superko<G> {
    /// A path that consists of the positions before the root.
    pub(crate) fn new(game: &G, rule: RepetitionRule, history: &[G::Position]) -> Self {
        let slots = Box::new([0; SLOTS]);
        let mut path = Path { known: Store::new(), counts: Vec::new(), slots, history: Vec::new() };
        for position in history {
            let (id, _) = path.enter(&game.situation(position, rule));
            path.history.push(id);
        }
        Superko {
            rule,
            path,
            levels: Vec::new(),
            lemmas: Pieces::new(),
            sets: Sets::new(),
            trail: None,
            kept: None,
            wide_bytes: 0,
            reused: 0,
            rewalked: 0,
        }
    }

    /// From now on keeps what [`Superko::rollback`] needs.
    pub(crate) fn record(&mut self) {
        self.trail.get_or_insert(Trail { made: Vec::new(), replaced: Vec::new() });
    }

    pub(crate) fn is_recording(&self) -> bool {
        self.trail.is_some()
    }

    /// From now on keeps all lemmas.
    pub(crate) fn keep(&mut self) {
        self.kept.get_or_insert_default();
    }

    pub(crate) fn is_keeping(&self) -> bool {
        self.kept.is_some()
    }

    /// The lemmas that were kept, of these positions.
    pub(crate) fn into_lemmas(self, positions: Store<G::Position>) -> Option<Lemmas<G>> {
        let Superko { kept, path, sets, .. } = self;
        kept.map(|kept| Lemmas::new(kept, positions, path.known, sets))
    }

    /// Puts a position on the path.
    pub(crate) fn enter(&mut self, game: &G, position: &G::Position, by_pass: bool) {
        let (situation, slot) = self.path.enter(&game.situation(position, self.rule));
        self.levels.push(Level {
            situation,
            by_pass,
            slot,
            needed: Set::EMPTY,
            created: Creating::new(&self.sets),
            choice: None,
            trail: self.trail.as_ref().map_or(0, |trail| trail.made.len()),
        });
    }

    /// Takes the last position off the path.
    fn leave(&mut self) -> Level<G> {
        let level = self.levels.pop().expect("a position is on the path");
        self.path.leave(level.situation, level.slot);
        level
    }

    /// Forgets the last position: nothing is learnt from it.
    pub(crate) fn abandon(&mut self) {
        self.leave().created.set.clear(&mut self.sets);
    }

    /// If the position that was entered last is finished and holds on this path too, takes it
    /// off the path again, hands what it relies on to the position before, and says so.
    pub(crate) fn reuse(&mut self, id: Id) -> bool {
        let Some(lemma) = self.lemma(id) else { return false };
        if !self.applies(lemma) {
            self.rewalked += 1;
            return false;
        }
        self.reused += 1;
        self.abandon();
        let (sets, situations) = (&mut self.sets, &self.path.known);
        if let Some(parent) = self.levels.last_mut()
            && let Some(lemma) = self.lemmas.get(id)
        {
            parent.needed = sets.union(parent.needed, lemma.needed);
            parent.created.merge(sets, situations, &lemma.created);
        }
        true
    }

    /// Whether [`Superko::reuse`] would succeed if the position were entered now.
    pub(crate) fn would_reuse(&mut self, game: &G, id: Id, position: &G::Position) -> bool {
        if !self.has_lemma(id) {
            return false;
        }
        self.enter(game, position, false);
        let applies = self.lemma(id).is_some_and(|lemma| self.applies(lemma));
        self.abandon();
        applies
    }

    pub(crate) fn has_lemma(&self, id: Id) -> bool {
        self.lemma(id).is_some()
    }

    fn lemma(&self, id: Id) -> Option<&Lemma<G>> {
        if (id as usize) < self.lemmas.len() { self.lemmas.get(id).as_ref() } else { None }
    }

    /// How many of the last positions of the path were reached by passes, one after the other.
    pub(crate) fn passes(&self) -> usize {
        self.levels.iter().rev().take_while(|level| level.by_pass).count()
    }

    /// Whether the lemma holds on the path: every reply that was banned still is, and every move of
    /// the claimant is still legal. Further bans only take replies away.
    fn applies(&self, lemma: &Lemma<G>) -> bool {
        self.sets.all(lemma.needed, |id| self.path.has(id)) && self.avoids(&lemma.created)
    }

    /// Whether nothing of F is on the path.
    fn avoids(&self, created: &Created<G>) -> bool {
        let mut path = {
            let history = self.path.history.iter().copied();
            history.chain(self.levels.iter().map(|level| level.situation))
        };
        match &created.wide {
            Some(wide) => path.all(|id| !wide.contains(self.path.known.get(id))),
            // Whichever is shorter.
            None if self.sets.len(created.set) > self.path.history.len() + self.levels.len() => {
                path.all(|id| !self.sets.contains(created.set, id))
            }
            None => self.sets.all(created.set, |id| !self.path.has(id)),
        }
    }

    /// Removes the moves from `from` on that repeat a situation of the path.
    ///
    /// At a node of the opponent, what banned them is noted: on a path without it he could play
    /// them. The two other sets cover games in which not being able to move is no loss:
    /// a claimant who is stuck to his advantage needs his bans too, and an opponent who would be
    /// stuck to *his* advantage must not lose his last reply to a further ban.
    pub(crate) fn ban(
        &mut self,
        game: &G,
        position: &mut G::Position,
        moves: &mut Vec<G::Move>,
        from: usize,
        claimant_to_move: bool,
        stuck_supports: bool,
    ) {
        let mut banned = Vec::new();
        let mut allowed = Vec::new();
        let mut pass = false;
        let mut kept = from;
        for i in from..moves.len() {
            let m = moves[i];
            if game.is_pass(position, m) {
                pass = true;
            } else {
                let undo = game.make(position, m);
                let situation = game.situation(position, self.rule);
                game.undo(position, m, undo);
                if let Some(id) = self.path.find(&situation) {
                    banned.push(id);
                    continue;
                }
                if !claimant_to_move && !stuck_supports {
                    allowed.push(situation);
                }
            }
            moves[kept] = m;
            kept += 1;
        }
        moves.truncate(kept);
        let level = self.levels.last_mut().expect("the position is on the path");
        if !claimant_to_move || kept == from {
            for id in banned {
                level.needed = self.sets.insert(level.needed, id);
            }
        }
        if !pass {
            for situation in allowed {
                let id = self.path.intern(&situation);
                level.created.insert(&mut self.sets, &self.path.known, id);
            }
        }
    }

    /// Notes that the claimant's move at the last position, no pass, led to `position`.
    pub(crate) fn create(&mut self, game: &G, position: &G::Position) {
        let id = self.path.intern(&game.situation(position, self.rule));
        let level = self.levels.last_mut().expect("the claimant's position");
        level.created.insert(&mut self.sets, &self.path.known, id);
    }

    /// The claimant plays this move in the last position.
    pub(crate) fn choose(&mut self, m: G::Move) {
        if let Some(level) = self.levels.last_mut() {
            level.choice = Some(m);
        }
    }

    /// The last position is finished, after so many lines of its own: makes a lemma of it.
    pub(crate) fn close(&mut self, id: Id, lines: u64) {
        let Level { situation, needed, created, choice, .. } = self.leave();
        // Whoever reaches the position again enters its situation, too.
        let needed = self.sets.remove(needed, situation);
        let created = created.finish(&mut self.sets, &self.path.known);
        if let Some(parent) = self.levels.last_mut() {
            parent.needed = self.sets.union(parent.needed, needed);
            parent.created.merge(&mut self.sets, &self.path.known, &created);
        }
        if let Some(kept) = &mut self.kept {
            let (created, wide) = (created.set, created.wide.clone());
            if wide.is_some() {
                self.wide_bytes += size_of::<G::Footprint>();
            }
            kept.push(Kept { id, needed, created, wide, choice, lines });
        }
        while self.lemmas.len() <= id as usize {
            self.lemmas.push(None);
        }
        if created.wide.is_some() {
            self.wide_bytes += size_of::<G::Footprint>();
        }
        let old = self.lemmas.get_mut(id).replace(Lemma { needed, created });
        if let Some(Trail { made, replaced }) = &mut self.trail {
            replaced.extend(old.map(|old| (made.len(), old)));
            made.push(id);
        } else if old.is_some_and(|old| old.created.wide.is_some()) {
            self.wide_bytes -= size_of::<G::Footprint>();
        }
        self.collect();
    }

    /// Restores the lemmas as they were when the last position was opened, and forgets what
    /// was found out since.
    pub(crate) fn rollback(&mut self) {
        let level = self.levels.last_mut().expect("the position is on the path");
        level.needed = Set::EMPTY;
        level.created.set.clear(&mut self.sets);
        level.created.wide = None;
        if let Some(trail) = &mut self.trail {
            for place in (level.trail..trail.made.len()).rev() {
                let id = trail.made[place];
                let old = trail.replaced.pop_if(|(of, _)| *of == place);
                let old = old.map(|(_, lemma)| lemma);
                let lemma = std::mem::replace(self.lemmas.get_mut(id), old);
                if lemma.is_some_and(|lemma| lemma.created.wide.is_some()) {
                    self.wide_bytes -= size_of::<G::Footprint>();
                }
            }
            trail.made.truncate(level.trail);
        }
        self.collect();
    }

    /// Forgets sets that nothing refers to, now and then.
    fn collect(&mut self) {
        if !self.sets.wants_collection() {
            return;
        }
        let Superko { lemmas, levels, trail, kept, sets, .. } = self;
        sets.collect(|see| {
            let replaced = trail.iter_mut().flat_map(|trail| &mut trail.replaced);
            let replaced = replaced.map(|(_, lemma)| lemma);
            for lemma in lemmas.iter_mut().flatten().chain(replaced) {
                see(&mut lemma.needed);
                see(&mut lemma.created.set);
            }
            for lemma in kept.iter_mut().flatten() {
                see(&mut lemma.needed);
                see(&mut lemma.created);
            }
            for level in levels.iter_mut() {
                see(&mut level.needed);
            }
        });
    }

    /// Bytes in use; while a table grows, with those of the new one.
    pub(crate) fn bytes(&self) -> usize {
        self.path.known.bytes()
            + growing(&self.path.counts)
            + growing(&self.levels)
            + self.lemmas.bytes()
            + self.trail.as_ref().map_or(0, |t| growing(&t.made) + growing(&t.replaced))
            + self.kept.as_ref().map_or(0, growing)
            + self.sets.bytes()
            + self.wide_bytes
            + self.levels.len() * size_of::<G::Footprint>()
    }
}
