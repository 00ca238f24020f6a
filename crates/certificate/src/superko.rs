//! What a walk under superko keeps besides the positions: the situations of the real path, and
//! for each finished position the lemma that says on which other paths it holds.

use std::collections::{HashMap, HashSet};

use threefold_game::{Footprint, Game, RepetitionRule};

use crate::store::Id;

/// A finished position and the two sets that say where else it is proven.
struct Lemma<G: Game> {
    /// D: the situations of the path that made a move of the opponent illegal below, without
    /// those entered at or below the position.
    needed: HashSet<G::Situation>,
    /// F: the situations that the claimant's own moves create below.
    created: G::Footprint,
}

/// An open position.
struct Level<G: Game> {
    situation: G::Situation,
    /// Whether a pass led here.
    by_pass: bool,
    /// D and F as far as they are known.
    needed: HashSet<G::Situation>,
    created: G::Footprint,
    /// The length of the trail when the position was opened.
    trail: usize,
}

/// The superko half of a walk's state. Its levels run parallel to the walk's frames.
pub(crate) struct Superko<G: Game> {
    rule: RepetitionRule,
    /// How often each situation is on the path, history included; never 0.
    path: HashMap<G::Situation, u32>,
    levels: Vec<Level<G>>,
    /// By position number.
    lemmas: Vec<Option<Lemma<G>>>,
    /// Lemmas that were replaced, in order, if they may have to come back.
    trail: Option<Vec<(Id, Option<Lemma<G>>)>>,
    /// How often a lemma was used.
    pub(crate) reused: u64,
    /// How often a position with a lemma was walked again.
    pub(crate) rewalked: u64,
}

impl<G: Game> Superko<G> {
    /// A path that consists of the positions before the root.
    pub(crate) fn new(game: &G, rule: RepetitionRule, history: &[G::Position]) -> Self {
        let mut path = HashMap::new();
        for position in history {
            *path.entry(game.situation(position, rule)).or_insert(0) += 1;
        }
        Superko {
            rule,
            path,
            levels: Vec::new(),
            lemmas: Vec::new(),
            trail: None,
            reused: 0,
            rewalked: 0,
        }
    }

    /// From now on keeps what [`Superko::rollback`] needs.
    pub(crate) fn record(&mut self) {
        self.trail.get_or_insert_default();
    }

    pub(crate) fn is_recording(&self) -> bool {
        self.trail.is_some()
    }

    /// Puts a position on the path.
    pub(crate) fn enter(&mut self, game: &G, position: &G::Position, by_pass: bool) {
        let situation = game.situation(position, self.rule);
        *self.path.entry(situation.clone()).or_insert(0) += 1;
        self.levels.push(Level {
            situation,
            by_pass,
            needed: HashSet::new(),
            created: G::Footprint::default(),
            trail: self.trail.as_ref().map_or(0, Vec::len),
        });
    }

    /// Takes the last position off the path.
    fn leave(&mut self) -> Level<G> {
        let level = self.levels.pop().expect("a position is on the path");
        remove(&mut self.path, &level.situation);
        level
    }

    /// Forgets the last position: nothing is learnt from it.
    pub(crate) fn abandon(&mut self) {
        self.leave();
    }

    /// If the position that was entered last is finished and holds on this path too, takes it
    /// off the path again, hands what it relies on to the position before, and says so.
    pub(crate) fn reuse(&mut self, id: Id) -> bool {
        let Some(Some(lemma)) = self.lemmas.get(id as usize) else { return false };
        if !applies(lemma, &self.path) {
            self.rewalked += 1;
            return false;
        }
        self.reused += 1;
        let level = self.levels.pop().expect("the position was entered");
        remove(&mut self.path, &level.situation);
        if let Some(parent) = self.levels.last_mut() {
            parent.needed.extend(lemma.needed.iter().cloned());
            parent.created.merge(&lemma.created);
        }
        true
    }

    /// Whether [`Superko::reuse`] would succeed if the position were entered now.
    pub(crate) fn would_reuse(&mut self, game: &G, id: Id, position: &G::Position) -> bool {
        let Some(Some(lemma)) = self.lemmas.get(id as usize) else { return false };
        let situation = game.situation(position, self.rule);
        *self.path.entry(situation.clone()).or_insert(0) += 1;
        let applies = applies(lemma, &self.path);
        remove(&mut self.path, &situation);
        applies
    }

    pub(crate) fn has_lemma(&self, id: Id) -> bool {
        matches!(self.lemmas.get(id as usize), Some(Some(_)))
    }

    /// How many of the last positions of the path were reached by passes, one after the other.
    pub(crate) fn passes(&self) -> usize {
        self.levels.iter().rev().take_while(|level| level.by_pass).count()
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
        let level = self.levels.last_mut().expect("the position is on the path");
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
                if self.path.contains_key(&situation) {
                    banned.push(situation);
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
        if !claimant_to_move || kept == from {
            level.needed.extend(banned);
        }
        if !pass {
            allowed.iter().for_each(|situation| level.created.insert(situation));
        }
    }

    /// Notes that the claimant's move at the last position, no pass, led to `position`.
    pub(crate) fn create(&mut self, game: &G, position: &G::Position) {
        let situation = game.situation(position, self.rule);
        self.levels.last_mut().expect("the claimant's position").created.insert(&situation);
    }

    /// The last position is finished: makes a lemma of it.
    pub(crate) fn close(&mut self, id: Id) {
        let Level { situation, mut needed, created, .. } = self.leave();
        // Whoever reaches the position again enters its situation, too.
        needed.remove(&situation);
        if let Some(parent) = self.levels.last_mut() {
            parent.needed.extend(needed.iter().cloned());
            parent.created.merge(&created);
        }
        let id = id as usize;
        if self.lemmas.len() <= id {
            self.lemmas.resize_with(id + 1, || None);
        }
        let old = self.lemmas[id].replace(Lemma { needed, created });
        if let Some(trail) = &mut self.trail {
            trail.push((id as Id, old));
        }
    }

    /// Restores the lemmas as they were when the last position was opened, and forgets what
    /// was found out since.
    pub(crate) fn rollback(&mut self) {
        let level = self.levels.last_mut().expect("the position is on the path");
        level.needed.clear();
        level.created = G::Footprint::default();
        if let Some(trail) = &mut self.trail {
            for (id, old) in trail.drain(level.trail..).rev() {
                self.lemmas[id as usize] = old;
            }
        }
    }
}

/// Whether the lemma holds on the path: every reply that was banned still is, and every move of
/// the claimant is still legal. Further bans only take replies away.
fn applies<G: Game>(lemma: &Lemma<G>, path: &HashMap<G::Situation, u32>) -> bool {
    lemma.needed.iter().all(|situation| path.contains_key(situation)) && !lemma.created.meets(path)
}

fn remove<S: Eq + std::hash::Hash>(path: &mut HashMap<S, u32>, situation: &S) {
    let count = path.get_mut(situation).expect("the situation is on the path");
    *count -= 1;
    if *count == 0 {
        path.remove(situation);
    }
}
