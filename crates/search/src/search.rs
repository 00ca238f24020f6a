//! The state that look-up, simulation and df-pn share while a question is being answered.

use std::collections::HashMap;
use std::time::Instant;

use threefold_game::{Game, History, Knowledge, Occurrences, Question, Searchable};

use crate::conditional::{ConditionalStore, Conditions};
use crate::dependency::Dependencies;
use crate::limits::{Interrupt, Limits, Reason};
use crate::mix::mix;
use crate::numbers::INFINITY;
use crate::options::{Combine, Options, PathCodeKind, Policy, TwinKind, Verify};
use crate::path::Path;
use crate::stats::Stats;
use crate::table::{NO_MOVE, Table};

/// What is known about a position on the path at hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub pn: u32,
    pub dn: u32,
    /// The ancestors a solved position relies on.
    pub dependencies: Dependencies,
    /// The move of a solved position, if the player to move is the one who succeeds.
    pub mv: u32,
    /// Of a proven position: an upper bound of the plies to the end, as the proof stands now.
    pub length: u16,
    /// The smallest distance from the root at which the position was expanded, if it was.
    pub expanded_at: Option<u32>,
}

impl Found {
    pub fn bounds(pn: u32, dn: u32, expanded_at: Option<u32>) -> Self {
        Found { pn, dn, dependencies: Dependencies::NONE, mv: NO_MOVE, length: 0, expanded_at }
    }

    pub fn solved(proven: bool, dependencies: Dependencies, mv: u32, length: u16) -> Self {
        let (pn, dn) = if proven { (0, INFINITY) } else { (INFINITY, 0) };
        Found { pn, dn, dependencies, mv, length, expanded_at: None }
    }

    #[inline]
    pub fn is_solved(&self) -> bool {
        self.pn == 0 || self.dn == 0
    }

    #[inline]
    pub fn is_proven(&self) -> bool {
        self.pn == 0
    }
}

/// How the path reaches a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival {
    pub mv: u32,
    pub irreversible: bool,
    pub pass: bool,
}

/// The position's names in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Id {
    pub key: u64,
    pub hand: u32,
    pub repetition_key: u64,
    pub frame: u8,
}

/// What the search is doing, for a progress line.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Positions expanded so far.
    pub nodes: u64,
    /// Proof number of the root.
    pub pn: u32,
    /// Disproof number of the root.
    pub dn: u32,
    /// Plies from the root to the position at hand.
    pub depth: u32,
    /// Share of the table in use, 0 to 1.
    pub table_fill: f64,
    /// Since the search began.
    pub elapsed: std::time::Duration,
}

/// Called every few thousand nodes with the state of the search.
pub type Monitor<'m> = &'m mut dyn FnMut(&Progress);

/// Positions behind (key, hand), in the mode that detects collisions.
pub(crate) type Positions<G> = HashMap<(u64, u32), <G as Game>::Position>;

/// One search, or the extraction of a certificate.
pub(crate) struct Search<'a, G: Searchable> {
    pub game: &'a G,
    pub knowledge: Option<&'a dyn Knowledge<G>>,
    pub question: Question,
    pub options: &'a Options,
    pub limits: &'a Limits,
    pub interrupt: &'a Interrupt,
    pub table: &'a mut Table,
    pub conditional_store: &'a mut ConditionalStore,
    pub failed: &'a mut FailedSimulations,
    pub path: Path,
    /// The position the path leads to (or a child of it, while that is looked up).
    pub position: G::Position,
    pub stats: Stats,
    pub started: Instant,
    /// A repeating move is illegal.
    pub superko: bool,
    /// A solved base entry holds on every path.
    pub trust_base: bool,
    /// What was found with other hands may hold: nothing of the history is a repetition, which a
    /// position with more in hand could be.
    pub by_dominance: bool,
    /// Results are stored with their conditions.
    pub conditional: bool,
    /// Positions that one simulation may visit.
    pub simulation_budget: u32,
    /// Each path has entries of its own.
    path_keyed: bool,
    /// Twins are valid by ancestors rather than by the whole path.
    pub ancestor_twins: bool,
    /// Results are freed of the position they are stored for.
    pub loop_closing: bool,
    /// How numbers add up, for `pn` and `dn`: as the options say, until they saturate.
    pub pn_combine: Combine,
    pub dn_combine: Combine,
    /// Scratch space for moves; used as a stack.
    pub moves: Vec<G::Move>,
    /// Repetition keys of the situations to which illegal moves of the path lead; used as a stack.
    pub banned: Vec<u64>,
    /// Conditions of the results at hand.
    pub conditions: Conditions,
    /// Scratch space for the bits of a situation.
    pub bits: Vec<u64>,
    /// Positions behind keys, if collisions are to be detected.
    pub positions: Option<&'a mut Positions<G>>,
}

impl<'a, G: Searchable> Search<'a, G> {
    #[expect(clippy::too_many_arguments, reason = "the parts of a solver, borrowed one by one")]
    pub fn new(
        game: &'a G,
        knowledge: Option<&'a dyn Knowledge<G>>,
        question: Question,
        options: &'a Options,
        limits: &'a Limits,
        interrupt: &'a Interrupt,
        table: &'a mut Table,
        conditional_store: &'a mut ConditionalStore,
        failed: &'a mut FailedSimulations,
        positions: Option<&'a mut Positions<G>>,
        history: &History<G>,
    ) -> Self {
        let superko = question.rule.is_superko();
        let exact = game.repetition_is_exact(question.rule) && game.symmetries() == 1;
        let trust_base = trusts_base(game, question, options);
        let conditional = is_conditional(question, options);
        let kind = match options.path_code {
            PathCodeKind::Set if !superko => PathCodeKind::Chain,
            kind => kind,
        };
        let (keys, banned) = history_keys(game, question, history);
        let by_dominance = !superko && banned.is_empty();
        let mut path = Path::new(kind, keys.into_iter(), banned.into_iter());
        let before = history.recurring();
        if conditional && game.symmetries() > 1 {
            let image = |position| game.repetition_image(position, question.rule);
            path.keep_images(before.iter().map(image));
        }
        if conditional && G::SITUATION_WORDS > 0 {
            let mut bits = vec![0; before.len() * G::SITUATION_WORDS];
            for (position, bits) in before.iter().zip(bits.chunks_exact_mut(G::SITUATION_WORDS)) {
                game.situation_bits(position, question.rule, bits);
            }
            path.keep_bits(G::SITUATION_WORDS, bits);
        }
        let stats = Stats { table_capacity: table.max_capacity(), ..Stats::default() };
        Search {
            game,
            knowledge,
            question,
            options,
            limits,
            interrupt,
            table,
            conditional_store,
            failed,
            path,
            position: history.root().clone(),
            stats,
            started: Instant::now(),
            superko,
            trust_base,
            by_dominance,
            conditional,
            simulation_budget: if superko {
                options.superko_simulation_budget
            } else {
                options.simulation_budget
            },
            path_keyed: options.policy == Policy::PathKeyed,
            ancestor_twins: !superko && exact && options.twins == TwinKind::Ancestors,
            loop_closing: !superko && exact && options.loop_closing,
            pn_combine: options.pn_combine,
            dn_combine: options.dn_combine,
            moves: Vec::new(),
            banned: Vec::new(),
            conditions: Conditions::new(
                G::SITUATION_WORDS,
                options.max_needed,
                options.max_created,
            ),
            bits: Vec::new(),
            positions,
        }
    }

    /// The names of the position at hand, which the path (to its parent) reaches by `arrival`.
    #[inline]
    pub fn id(&self, arrival: Arrival) -> Id {
        let mut id = Id {
            key: self.game.key(&self.position),
            hand: self.game.hand(&self.position, self.question.attacker),
            repetition_key: self.game.repetition_key(&self.position, self.question.rule),
            frame: self.game.symmetry(&self.position),
        };
        if self.path_keyed {
            id.key ^= mix(self.code(id, arrival));
        }
        id
    }

    /// The code of the path that leads to the position at hand by `arrival`.
    #[inline]
    pub fn code(&self, id: Id, arrival: Arrival) -> u64 {
        self.path.code_after(id.repetition_key, arrival.mv, arrival.irreversible)
    }

    /// Whether the attacker is to move.
    #[inline]
    pub fn is_or_node(&self) -> bool {
        self.game.player_to_move(&self.position) == self.question.attacker
    }

    /// How the path would reach the position behind `m`.
    #[inline]
    pub fn arrival(&self, m: G::Move) -> Arrival {
        Arrival {
            mv: self.game.encode_move(&self.position, m),
            irreversible: self.game.is_irreversible(&self.position, m),
            pass: self.superko && self.game.is_pass(&self.position, m),
        }
    }

    /// Whether a bound has been hit. Cheap for nodes; the clock is read now and then.
    #[inline]
    pub fn check_limits(&self) -> Result<(), Reason> {
        if self.stats.nodes >= self.limits.nodes {
            return Err(Reason::Nodes);
        }
        if self.stats.nodes & 255 == 0 {
            self.check_clock()?;
        }
        Ok(())
    }

    /// Whether the time is up, or the search has been interrupted.
    #[cold]
    pub fn check_clock(&self) -> Result<(), Reason> {
        if self.interrupt.is_raised() {
            return Err(Reason::Interrupted);
        }
        match self.limits.time {
            Some(time) if self.started.elapsed() >= time => Err(Reason::Time),
            _ => Ok(()),
        }
    }
}

/// Whether a solved base entry is taken to hold on every path, without being verified there.
pub(crate) fn trusts_base<G: Searchable>(game: &G, question: Question, options: &Options) -> bool {
    match (options.policy, options.verify) {
        (Policy::Ignore | Policy::PathKeyed, _) => true,
        (_, Verify::Always) if question.rule.is_superko() => false,
        (_, Verify::Never) if question.rule.is_superko() => true,
        // A mirrored path is another path, even where the situation is the whole position.
        _ => game.repetition_is_exact(question.rule) && game.symmetries() == 1,
    }
}

/// Whether results are stored with their conditions.
pub(crate) fn is_conditional(question: Question, options: &Options) -> bool {
    question.rule.is_superko() && options.policy == Policy::BaseTwin && options.conditional
}

/// The repetition keys of the history that can recur, in order, and those of them that are
/// repetitions if they do, ascending: under superko all, otherwise those that have occurred so
/// often that the rules of the game call the next time a repetition.
pub(crate) fn history_keys<G: Searchable>(
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

/// Simulations that failed, so that they are not run again at each visit: a direct-mapped set of
/// hashes of (position, path, entry). Forgetting one costs time only.
pub(crate) struct FailedSimulations {
    slots: Vec<u64>,
}

impl FailedSimulations {
    /// Slots: 128 KiB. Larger did not help; much smaller, and simulations repeat.
    const SLOTS: usize = 1 << 14;

    pub fn new() -> Self {
        FailedSimulations { slots: vec![0; Self::SLOTS] }
    }

    pub fn clear(&mut self) {
        self.slots.fill(0);
    }

    #[inline]
    pub fn contains(&self, hash: u64) -> bool {
        self.slots[hash as usize % Self::SLOTS] == hash
    }

    pub fn insert(&mut self, hash: u64) {
        self.slots[hash as usize % Self::SLOTS] = hash;
    }
}
