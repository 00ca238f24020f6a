//! What the rules, the path and the history say about a move: the same for every treatment.

use std::collections::HashMap;
use std::time::Instant;

use threefold_game::{History, Leaf, Occurrences, Outcome, Question};
use threefold_search::{INFINITY, Interrupt, Limits, Reason};

use crate::Informed;
use crate::mix::mix;

/// The level of the positions before the root, which every path of a search contains.
pub(crate) const HISTORY: u32 = 0;

/// What is known of the position behind a move without searching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrival {
    /// Superko: the move recreates what is on the path at this level and is illegal.
    Banned(u32),
    /// The game is over, or a database knows: whether the attacker has succeeded.
    Over(bool),
    /// The position is on the path at this level, which decides.
    Repeats(u32),
    /// Nothing.
    Open,
}

/// What a game says about a position that is to be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Estimate {
    /// Whether the attacker succeeds.
    Decided(bool),
    /// Initial proof and disproof number.
    Numbers(u32, u32),
}

/// The rules of one question.
pub(crate) struct Rules<'g, G: Informed> {
    pub game: &'g G,
    pub question: Question,
    /// The repetition keys before the root.
    before: Occurrences<u64>,
}

impl<'g, G: Informed> Rules<'g, G> {
    pub fn new(game: &'g G, question: Question, history: &History<G>) -> Self {
        let question = Question::new(question.attacker, question.rule);
        let key = |position| game.repetition_key(position, question.rule);
        let keys = history.recurring().iter().map(key);
        let before = Occurrences::count(game, question.rule, keys);
        Rules { game, question, before }
    }

    /// Whether a repeating move is illegal.
    #[inline]
    pub fn superko(&self) -> bool {
        self.question.rule.is_superko()
    }

    /// What a repetition counts as; not under superko.
    #[inline]
    pub fn repetition_succeeds(&self) -> bool {
        self.question.repetition_succeeds().expect("asked under rules that decide repetitions only")
    }

    /// Transposition key, with what the attacker holds in hand.
    #[inline]
    pub fn key(&self, position: &G::Position) -> u64 {
        let hand = self.game.hand(position, self.question.attacker);
        let key = self.game.key(position);
        if hand == 0 { key } else { key ^ mix(u64::from(hand)) }
    }

    #[inline]
    pub fn repetition_key(&self, position: &G::Position) -> u64 {
        self.game.repetition_key(position, self.question.rule)
    }

    /// Whether the attacker is to move.
    #[inline]
    pub fn is_or_node(&self, position: &G::Position) -> bool {
        self.game.player_to_move(position) == self.question.attacker
    }

    /// Whether the player to move, who has no legal move, makes this a success of the attacker.
    pub fn stuck(&self, position: &G::Position) -> bool {
        self.question.is_success(self.game.stuck(position))
    }

    /// What is known of `position`, behind a move that is a pass or not. `level` tells at which
    /// level of the path its repetition key is, if it is.
    #[inline]
    pub fn arrive(&self, position: &G::Position, pass: bool, level: Option<u32>) -> Arrival {
        if let (true, false, Some(level)) = (self.superko(), pass, level) {
            return Arrival::Banned(level);
        }
        if let Some(outcome) = self.game.terminal(position) {
            return Arrival::Over(self.question.is_success(outcome));
        }
        if let (false, Some(level)) = (self.superko(), level) {
            return Arrival::Repeats(level);
        }
        match self.game.knowledge().probe(position) {
            Some(outcome) => Arrival::Over(self.question.is_success(outcome)),
            None => Arrival::Open,
        }
    }

    /// [`HISTORY`] if the key is a repetition of a position before the root.
    #[inline]
    pub fn in_history(&self, repetition_key: u64) -> Option<u32> {
        self.before.decides(&repetition_key).then_some(HISTORY)
    }

    /// What is known of the root before a search, as proof and disproof number. The root is never
    /// illegal, but it may have occurred in the history.
    pub fn root(&self, position: &mut G::Position) -> (u32, u32) {
        let level = self.in_history(self.repetition_key(position));
        let succeeds = match self.arrive(position, true, level) {
            Arrival::Over(succeeds) => succeeds,
            Arrival::Repeats(_) => self.repetition_succeeds(),
            Arrival::Banned(_) | Arrival::Open => match self.estimate(position) {
                Estimate::Decided(succeeds) => succeeds,
                Estimate::Numbers(pn, dn) => return (pn, dn),
            },
        };
        if succeeds { (0, INFINITY) } else { (INFINITY, 0) }
    }

    /// The game's estimate of a position that is not over.
    pub fn estimate(&self, position: &mut G::Position) -> Estimate {
        match self.game.leaf(position, self.question.attacker) {
            Leaf::Estimate { pn, dn } => Estimate::Numbers(pn.max(1), dn.max(1)),
            Leaf::Over(outcome) => Estimate::Decided(self.question.is_success(outcome)),
            Leaf::WinsBy(_) => {
                let mover = self.game.player_to_move(position);
                Estimate::Decided(self.question.is_success(Outcome::Win(mover)))
            }
            Leaf::LosesAtOnce => {
                let other = self.game.player_to_move(position).opponent();
                Estimate::Decided(self.question.is_success(Outcome::Win(other)))
            }
        }
    }
}

/// Where repetition keys are on the current path. Level 1 is the root.
#[derive(Default)]
pub(crate) struct Path {
    keys: Vec<u64>,
    /// For each key on the path the shallowest level, and how often it is there (a pass may
    /// repeat under superko).
    levels: HashMap<u64, (u32, u32)>,
}

impl Path {
    /// Bytes that one position of the path takes, about: both tables, with room to grow.
    pub const PLY_BYTES: usize = 2 * (size_of::<u64>() + size_of::<(u64, (u32, u32))>());

    /// The number of positions, which is the level of the last one.
    #[inline]
    pub fn level(&self) -> u32 {
        self.keys.len() as u32
    }

    /// The shallowest level with this key.
    #[inline]
    pub fn find(&self, key: u64) -> Option<u32> {
        self.levels.get(&key).map(|&(level, _)| level)
    }

    pub fn push(&mut self, key: u64) {
        self.keys.push(key);
        let level = self.level();
        self.levels.entry(key).or_insert((level, 0)).1 += 1;
    }

    pub fn pop(&mut self) {
        let key = self.keys.pop().expect("pop without push");
        let times = &mut self.levels.get_mut(&key).expect("it was pushed").1;
        *times -= 1;
        if *times == 0 {
            self.levels.remove(&key);
        }
    }
}

/// Limits of one search.
pub(crate) struct Clock<'a> {
    limits: &'a Limits,
    interrupt: &'a Interrupt,
    pub started: Instant,
}

impl<'a> Clock<'a> {
    pub fn new(limits: &'a Limits, interrupt: &'a Interrupt) -> Self {
        Clock { limits, interrupt, started: Instant::now() }
    }

    /// Whether a bound has been hit, with `nodes` positions expanded so far, one of them `depth`
    /// plies from the root. The clock itself is read now and then.
    #[inline]
    pub fn check(&self, nodes: u64, depth: u32) -> Result<(), Reason> {
        if nodes >= self.limits.nodes {
            return Err(Reason::Nodes);
        }
        if depth >= self.limits.depth {
            return Err(Reason::Depth);
        }
        if nodes & 255 == 0 { self.read() } else { Ok(()) }
    }

    /// Reads the clock and the interrupt.
    #[cold]
    pub fn read(&self) -> Result<(), Reason> {
        if self.interrupt.is_raised() {
            return Err(Reason::Interrupted);
        }
        match self.limits.time {
            Some(time) if self.started.elapsed() >= time => Err(Reason::Time),
            _ => Ok(()),
        }
    }

    /// Positions that may be expanded.
    pub fn most_nodes(&self) -> u64 {
        self.limits.nodes
    }

    /// Bytes that a path may take.
    pub fn path_bytes(&self) -> usize {
        self.limits.path_bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_keeps_the_shallowest_level_of_a_key() {
        let mut path = Path::default();
        for key in [5, 7, 5] {
            path.push(key);
        }
        assert_eq!((path.find(5), path.find(7), path.find(9)), (Some(1), Some(2), None));
        path.pop();
        assert_eq!(path.find(5), Some(1));
        path.pop();
        path.pop();
        assert_eq!((path.level(), path.find(5)), (0, None));
    }
}
