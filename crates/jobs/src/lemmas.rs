//! Superko: what the certificates that were taken say of positions on other ways than their own.

use std::collections::{HashMap, HashSet};

use threefold_certificate::Lemmas;
use threefold_game::Game;

/// What needs fewer lines than that is not looked up: it is found again for less.
const LEAST: u64 = 2;
/// No more positions than that are looked up, for memory.
const MOST: usize = 2_000_000;

/// The number of a lemma.
pub(crate) type LemmaId = u32;

/// Certificates of jobs under superko, position by position.
pub(crate) struct OnWays<G: Game> {
    certificates: HashMap<LemmaId, Lemmas<G>>,
    /// By position: certificates, and the numbers of their lemmas.
    about: HashMap<G::Position, Vec<(LemmaId, usize)>>,
    count: usize,
}

impl<G: Game> OnWays<G> {
    pub fn new() -> Self {
        OnWays { certificates: HashMap::new(), about: HashMap::new(), count: 0 }
    }

    /// Adds a certificate, and says of which positions it tells something: with the numbers of its
    /// lemmas.
    pub fn add(&mut self, id: LemmaId, lemmas: Lemmas<G>) -> Vec<(G::Position, usize)> {
        let mut told = Vec::new();
        for number in 0..lemmas.len() {
            let is_root = number + 1 == lemmas.len();
            let Some(lemma) = lemmas.get(number) else { continue };
            if is_root || lemma.lines >= LEAST && self.count < MOST {
                self.count += 1;
                let about = self.about.entry(lemma.position.clone()).or_default();
                about.push((id, number));
                told.push((lemma.position.clone(), number));
            }
        }
        self.certificates.insert(id, lemmas);
        told
    }

    /// The earliest certificate that says what a position comes to on a path.
    pub fn find(
        &self,
        position: &G::Position,
        path: impl FnOnce() -> HashSet<G::Situation>,
    ) -> Option<LemmaId> {
        let about = self.about.get(position)?;
        let path = path();
        let found = about.iter().find(|&&(id, number)| self.applies(id, number, &path));
        found.map(|&(id, _)| id)
    }

    pub fn applies(&self, id: LemmaId, number: usize, path: &HashSet<G::Situation>) -> bool {
        self.certificates.get(&id).is_some_and(|lemmas| lemmas.applies(number, path))
    }

    pub fn get(&self, id: LemmaId) -> Option<&Lemmas<G>> {
        self.certificates.get(&id)
    }
}
