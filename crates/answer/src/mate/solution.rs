//! The solution of a problem as text, move by move.

use threefold_game::Distances;
use threefold_search::distance as search;

use crate::posed::Posed;

/// A move of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// In the game's notation.
    pub text: String,
    /// As composers write it, where that is another notation.
    pub long: Option<String>,
}

/// A move of the attacker, and what follows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// The move.
    pub m: Written,
    /// The plies of the shortest win by way of it, the move included.
    pub plies: u32,
    /// What is threatened: nothing where it is empty. `None` where the other player cannot pass.
    pub threats: Option<Vec<Attack>>,
    /// One for each reply.
    pub variations: Vec<Variation>,
}

/// A reply, and what the attacker plays then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// The reply.
    pub reply: Written,
    /// The moves that win in time; more than one are duals, if the reply meets the threat. Empty
    /// where the tree ends, and where the reply is the win.
    pub attacks: Vec<Attack>,
}

/// A first move that only few replies refute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Try {
    /// The move.
    pub m: Written,
    /// As of an [`Attack`].
    pub threats: Option<Vec<Attack>>,
    /// One for each reply that does not refute.
    pub variations: Vec<Variation>,
    /// All replies that refute.
    pub refutations: Vec<Written>,
}

/// The solution of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Within how many plies the keys win.
    pub plies: u32,
    /// What would be played if the other player were to move; `None` if that was not asked for, or
    /// cannot be.
    pub set_play: Option<Vec<Variation>>,
    /// The tries.
    pub tries: Vec<Try>,
    /// The keys.
    pub keys: Vec<Attack>,
    /// Whether everything that was asked for is there.
    pub complete: bool,
}

impl Variation {
    /// Whether the reply does something about what is threatened: nothing that is threatened wins
    /// after it, or it ends the game.
    ///
    /// ```
    /// # use threefold_answer::mate::{Attack, Variation, Written};
    /// let written = |text: &str| Written { text: text.to_owned(), long: None };
    /// let attack =
    ///     |text| Attack { m: written(text), plies: 1, threats: None, variations: vec![] };
    /// let variation = Variation { reply: written("a7a6"), attacks: vec![attack("h1h8")] };
    /// assert!(!variation.meets(&[attack("h1h8")]));
    /// assert!(variation.meets(&[attack("h1h7")]) && variation.meets(&[]));
    /// ```
    pub fn meets(&self, threats: &[Attack]) -> bool {
        !self.attacks.iter().any(|attack| threats.iter().any(|threat| threat.m == attack.m))
    }
}

/// A solution in the words of its game.
pub(super) fn written<G: Distances>(
    posed: &Posed<'_, G>,
    plies: u32,
    solution: &search::Solution<G::Move>,
) -> Solution {
    let mut writer = Writer { posed, position: posed.history.root().clone() };
    let tries = solution.tries.iter().map(|one| writer.try_of(one)).collect();
    let keys = solution.keys.iter().map(|key| writer.attack(key)).collect();
    let set_play = solution.set_play.as_ref().and_then(|variations| {
        writer.position = posed.game.passed(posed.history.root())?;
        Some(variations.iter().map(|one| writer.variation(one)).collect())
    });
    Solution { plies, set_play, tries, keys, complete: solution.complete }
}

struct Writer<'p, 'a, G: Distances> {
    posed: &'p Posed<'a, G>,
    position: G::Position,
}

impl<G: Distances> Writer<'_, '_, G> {
    fn written(&self, m: G::Move) -> Written {
        let long = self.posed.convention.map(|one| one.long_text(&self.position, m));
        Written { text: self.posed.game.move_text(&self.position, m), long }
    }

    /// Does something in the position after a move.
    fn after<T>(&mut self, m: G::Move, what: impl FnOnce(&mut Self) -> T) -> T {
        let undo = self.posed.game.make(&mut self.position, m);
        let result = what(self);
        self.posed.game.undo(&mut self.position, m, undo);
        result
    }

    fn threats(&mut self, threats: Option<&Vec<search::Attack<G::Move>>>) -> Option<Vec<Attack>> {
        let passed = self.posed.game.passed(&self.position)?;
        let threats = threats?;
        let before = std::mem::replace(&mut self.position, passed);
        let written = threats.iter().map(|threat| self.attack(threat)).collect();
        self.position = before;
        Some(written)
    }

    fn attack(&mut self, attack: &search::Attack<G::Move>) -> Attack {
        let m = self.written(attack.m);
        let (threats, variations) = self.after(attack.m, |writer| {
            let threats = writer.threats(attack.threats.as_ref());
            (threats, attack.variations.iter().map(|one| writer.variation(one)).collect())
        });
        Attack { m, plies: attack.plies, threats, variations }
    }

    fn variation(&mut self, variation: &search::Variation<G::Move>) -> Variation {
        let reply = self.written(variation.reply);
        let attacks = self.after(variation.reply, |writer| {
            variation.attacks.iter().map(|attack| writer.attack(attack)).collect()
        });
        Variation { reply, attacks }
    }

    fn try_of(&mut self, one: &search::Try<G::Move>) -> Try {
        let m = self.written(one.m);
        self.after(one.m, |writer| Try {
            m,
            threats: writer.threats(one.threats.as_ref()),
            variations: one.variations.iter().map(|one| writer.variation(one)).collect(),
            refutations: one.refutations.iter().map(|&m| writer.written(m)).collect(),
        })
    }
}
