//! What is asked, and how it is to be answered: the part that all workers read and none changes.

use threefold_game::{
    History, Knowledge, Occurrences, Outcome, Player, Question, Searchable, key_with_hands,
};

use crate::found::{Arrival, Id};
use crate::limits::{Interrupt, Limits};
use crate::name::Name;
use crate::options::{Options, PathCodeKind, Policy, TwinKind, Verify};
use crate::path::Path;
use crate::table::Entry;

/// In which form it is kept what a result relies on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keeping {
    /// As levels of ancestors, which are struck off as they are left: loop closing. Only where a
    /// repetition is a result, and the situation is the position.
    Levels,
    /// As conditions. Only under superko.
    Conditions,
    /// Not at all: what relies on anything is bound to its whole path.
    WholePath,
}

/// A question about the root of a history, and what options make of it.
pub(crate) struct Task<'t, G: Searchable> {
    game: &'t G,
    /// What may be taken for granted beside the rules.
    knowledge: Option<&'t dyn Knowledge<G>>,
    question: Question,
    options: &'t Options,
    limits: &'t Limits,
    interrupt: &'t Interrupt,
    history: &'t History<G>,
    /// The repetition keys of the history that can recur, in order, and those of them that are
    /// repetitions if they do, ascending.
    keys: Vec<u64>,
    banned: Vec<u64>,
    keeping: Keeping,
    bans_repetition: bool,
    trusts_base: bool,
    twins: TwinKind,
}

impl<'t, G: Searchable> Task<'t, G> {
    pub fn new(
        game: &'t G,
        knowledge: Option<&'t dyn Knowledge<G>>,
        question: Question,
        options: &'t Options,
        limits: &'t Limits,
        interrupt: &'t Interrupt,
        history: &'t History<G>,
    ) -> Self {
        let bans_repetition = question.rule.is_superko();
        // A mirrored path is another path, even where the situation is the whole position.
        let is_exact = game.repetition_is_exact(question.rule) && game.symmetries() == 1;
        let keeping = if keeps_conditions(question, options) {
            Keeping::Conditions
        } else if !bans_repetition && is_exact && options.loop_closing {
            Keeping::Levels
        } else {
            Keeping::WholePath
        };
        let trusts_base = match (options.policy, options.verify) {
            (Policy::Ignore | Policy::PathKeyed, _) => true,
            (_, Verify::Always) if bans_repetition => false,
            (_, Verify::Never) if bans_repetition => true,
            _ => is_exact,
        };
        let twins = if bans_repetition || !is_exact { TwinKind::ExactPath } else { options.twins };
        let (keys, banned) = history_keys(game, question, history);
        Task {
            game,
            knowledge,
            question,
            options,
            limits,
            interrupt,
            history,
            keys,
            banned,
            keeping,
            bans_repetition,
            trusts_base,
            twins,
        }
    }

    /// The same question with other limits: a further search for the same answer.
    pub fn with_limits<'a>(&'a self, limits: &'a Limits) -> Task<'a, G> {
        Task { limits, keys: self.keys.clone(), banned: self.banned.clone(), ..*self }
    }

    #[inline]
    pub fn game(&self) -> &'t G {
        self.game
    }

    #[inline]
    pub fn question(&self) -> Question {
        self.question
    }

    #[inline]
    pub fn options(&self) -> &'t Options {
        self.options
    }

    #[inline]
    pub fn limits(&self) -> &'t Limits {
        self.limits
    }

    #[inline]
    pub fn interrupt(&self) -> &'t Interrupt {
        self.interrupt
    }

    /// In which form it is kept what a result relies on.
    #[inline]
    pub fn keeping(&self) -> Keeping {
        self.keeping
    }

    /// Whether a repeating move is illegal, rather than the end of the game.
    #[inline]
    pub fn bans_repetition(&self) -> bool {
        self.bans_repetition
    }

    /// Whether a solved base entry is taken to hold on every path, without being verified there.
    #[inline]
    pub fn trusts_base(&self) -> bool {
        self.trusts_base
    }

    /// Whether what was found of a position with this hand, proven or not, holds of one with
    /// another: of more, or less, in hand. Not if something of the history is a repetition, which
    /// the other position could be.
    #[inline]
    pub fn covers(&self, found: u32, proven: bool, hand: u32) -> bool {
        found == hand
            || self.uses_hands()
                && if proven {
                    self.game.dominates(hand, found)
                } else {
                    self.game.dominates(found, hand)
                }
    }

    /// Whether what was said of a leaf is said of the position with this hand.
    #[inline]
    pub fn leaf_answers(&self, leaf: &Entry, hand: u32) -> bool {
        leaf.hand() == hand
            || G::HANDS
                && (leaf.pn() == 0 || leaf.dn() == 0)
                && self.covers(leaf.bound(), leaf.pn() == 0, hand)
    }

    /// Whether results hold for other hands than those with which they were found.
    #[inline]
    pub fn uses_hands(&self) -> bool {
        G::HANDS && !self.bans_repetition && self.banned.is_empty()
    }

    /// [`Searchable::bound_before`], where results hold for other hands, else the hand itself.
    #[inline]
    pub fn bound_before(
        &self,
        position: &G::Position,
        m: G::Move,
        bound: u32,
        proven: bool,
    ) -> u32 {
        let player = self.question.attacker;
        if self.uses_hands() {
            self.game.bound_before(position, player, m, bound, proven)
        } else {
            self.game.hand(position, player)
        }
    }

    /// [`Searchable::bound_of_moves`], where results hold for other hands, else the hand itself.
    #[inline]
    pub fn bound_of_moves(&self, position: &G::Position, proven: bool) -> u32 {
        let player = self.question.attacker;
        if self.uses_hands() {
            self.game.bound_of_moves(position, player, proven)
        } else {
            self.game.hand(position, player)
        }
    }

    /// [`Searchable::tighter`].
    #[inline]
    pub fn tighter(&self, one: u32, other: u32, proven: bool) -> u32 {
        if self.uses_hands() { self.game.tighter(one, other, proven) } else { one }
    }

    /// The root.
    pub fn root(&self) -> &'t G::Position {
        self.history.root()
    }

    /// What twins are valid for.
    #[inline]
    pub fn twins(&self) -> TwinKind {
        self.twins
    }

    /// The result of a position, if it is known from beside the game.
    #[inline]
    pub fn knows(&self, position: &G::Position) -> Option<Outcome> {
        self.knowledge?.probe(position)
    }

    /// Whether the attacker has what he wants with this outcome.
    #[inline]
    pub fn is_success(&self, outcome: Outcome) -> bool {
        self.question.is_success(outcome)
    }

    /// Whether the attacker has what he wants if there is no legal move.
    #[inline]
    pub fn is_success_stuck(&self, position: &G::Position) -> bool {
        self.is_success(self.game.stuck(position))
    }

    /// Whether the attacker is to move.
    #[inline]
    pub fn is_or_node(&self, position: &G::Position) -> bool {
        self.game.player_to_move(position) == self.question.attacker
    }

    /// The position's name in the table.
    #[inline]
    pub fn name(&self, position: &G::Position) -> Name {
        Name {
            key: self.game.key(position),
            hand: self.game.hand(position, self.question.attacker),
        }
    }

    /// The position at the end of a path; what the path adds to its name is missing
    /// ([`Policy::PathKeyed`]).
    #[inline]
    pub fn id(&self, position: &G::Position) -> Id {
        Id {
            name: self.name(position),
            repetition_key: self.game.repetition_key(position, self.question.rule),
            symmetry: self.game.symmetry(position),
        }
    }

    /// The position behind `m`, if the game says without playing it what it is called and that
    /// nothing ends there.
    #[inline]
    pub fn id_after(&self, position: &G::Position, m: G::Move) -> Option<Id> {
        // A database would have to be shown the position; a path has its part in some names.
        if self.knowledge.is_some() || self.options.policy == Policy::PathKeyed {
            return None;
        }
        let key = self.game.key_after(position, m)?;
        if !G::HANDS {
            return Some(Id { name: Name { key, hand: 0 }, repetition_key: key, symmetry: 0 });
        }
        let hands = self.game.hands_after(position, m);
        let hand = hands[usize::from(self.question.attacker == Player::Second)];
        let repetition_key = key_with_hands(key, hands);
        Some(Id { name: Name { key, hand }, repetition_key, symmetry: 0 })
    }

    /// The same where the game may be over behind the move. Only where a repetition is illegal:
    /// elsewhere it matters which of the two is seen first.
    #[inline]
    pub fn id_after_or_over(&self, position: &G::Position, m: G::Move) -> Option<Id> {
        let is_asked = self.knowledge.is_some() || self.options.policy == Policy::PathKeyed;
        if is_asked || !self.bans_repetition {
            return None;
        }
        let [key, repetition_key] = self.game.keys_after(position, m, self.question.rule)?;
        Some(Id { name: Name { key, hand: 0 }, repetition_key, symmetry: 0 })
    }

    /// How a path reaches the position behind `m`.
    #[inline]
    pub fn arrival(&self, position: &G::Position, m: G::Move) -> Arrival {
        Arrival {
            mv: self.game.encode_move(position, m),
            irreversible: self.game.is_irreversible(position, m),
            pass: self.bans_repetition && self.game.is_pass(position, m),
        }
    }

    /// The repetition keys of the history's positions that can recur, in order.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// The repetition keys of the history's positions that are repetitions when they occur again.
    pub fn banned(&self) -> &[u64] {
        &self.banned
    }

    /// Whether superko bans anything because of the history.
    pub fn has_banned(&self) -> bool {
        self.bans_repetition && !self.banned.is_empty()
    }

    /// Whether superko bans moves to the position because of the history.
    pub fn is_banned(&self, position: &G::Position) -> bool {
        let key = || self.game.repetition_key(position, self.question.rule);
        self.has_banned() && self.banned.binary_search(&key()).is_ok()
    }

    /// An empty path after the history. It keeps what conditions are tested against, if results
    /// have any.
    pub fn path(&self) -> Path {
        let kind = match self.options.path_code {
            PathCodeKind::Set if !self.bans_repetition => PathCodeKind::Chain,
            kind => kind,
        };
        let mut path = Path::new(kind, self.keys.iter().copied(), self.banned.iter().copied());
        if self.uses_hands() {
            path.keep_boards();
        }
        if self.keeping != Keeping::Conditions {
            return path;
        }
        let (rule, before) = (self.question.rule, self.history.recurring());
        if self.game.symmetries() > 1 {
            path.keep_images(before.iter().map(|it| self.game.repetition_image(it, rule)));
        }
        if G::SITUATION_WORDS > 0 {
            let mut bits = vec![0; before.len() * G::SITUATION_WORDS];
            for (position, bits) in before.iter().zip(bits.chunks_exact_mut(G::SITUATION_WORDS)) {
                self.game.situation_bits(position, rule, bits);
            }
            path.keep_bits(G::SITUATION_WORDS, bits);
        }
        path
    }

    /// Adds a position to the path.
    #[inline]
    pub fn push(&self, path: &mut Path, key: u64, arrival: Arrival, position: &G::Position) {
        path.push(key, arrival.mv, arrival.irreversible);
        if path.keeps_boards() {
            let name = self.name(position);
            path.push_board(name.key, name.hand);
        }
        if path.keeps_images() {
            path.push_image(self.game.repetition_image(position, self.question.rule));
        }
        if path.keeps_bits() {
            self.game.situation_bits(position, self.question.rule, path.push_bits());
        }
    }
}

/// Whether results are stored with their conditions.
pub(crate) fn keeps_conditions(question: Question, options: &Options) -> bool {
    question.rule.is_superko() && options.policy == Policy::BaseTwin && options.conditional
}

/// The repetition keys of the history that can recur, in order, and those of them that are
/// repetitions if they do, ascending: under superko all, otherwise those that have occurred so
/// often that the rules of the game call the next time a repetition.
fn history_keys<G: Searchable>(
    game: &G,
    question: Question,
    history: &History<G>,
) -> (Vec<u64>, Vec<u64>) {
    let key = |position: &G::Position| game.repetition_key(position, question.rule);
    let keys: Vec<u64> = history.recurring().iter().map(key).collect();
    let before = Occurrences::count(game, question.rule, keys.iter().copied());
    let mut banned: Vec<u64> = before.deciding().copied().collect();
    banned.sort_unstable();
    (keys, banned)
}
