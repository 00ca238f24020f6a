//! The search itself: fail-soft alpha-beta with a treatment of repetitions.
//!
//! ```text
//! the move repeats, under superko      -> illegal; the treatment is told
//! the game is over, database           -> its score
//! the position has occurred before     -> what the treatment says: a score, or a search after all
//! horizon                              -> quiescence search, which never meets a repetition
//! table                                -> what the treatment knows
//! otherwise                            -> its moves
//! ```

use std::cell::Cell;
use std::time::Instant;

use threefold_game::History;
use threefold_search::{Limits, Reason};

use super::evaluate::{Evaluate, Horizon};
use super::options::{COMPLETE, DraftRule, Options};
use super::ordering::Ordering;
use super::path::Path;
use super::policy::{Ask, Policy, Probe, Repetition, Searched};
use super::rules::Rules;
use super::score::{Aging, DECIDED, INFINITE, Score, WinScores};
use super::table::Kind;
use super::watch::{Stored, Watch};
use crate::Cost;
use crate::Informed;
use crate::mix::keyed;

/// Nodes between two looks at the clock. A power of two.
const CLOCK: u64 = 1 << 10;

/// Paths may not become longer than this: the search recurses, and a ply takes up to some 600
/// bytes of the machine's stack. A longer path ends the search with [`Reason::Depth`].
pub const LONGEST_PATH: u32 = 1500;

/// The state of a search: all but the treatment.
pub struct Core<'a, G: Informed, E> {
    /// The rules.
    pub game: &'a G,
    /// The scores.
    pub evaluate: &'a E,
    /// What a repetition is worth.
    pub rules: Rules,
    /// What was chosen.
    pub options: &'a Options,
    /// How wins count plies: as chosen, but [`WinScores::Plain`] where a repetition is a win or a
    /// loss. Such a win has no distance.
    pub(crate) win_scores: WinScores,
    /// Scores age, as chosen or as the treatment wants.
    pub(crate) aging: Aging,
    /// The position at hand.
    pub position: G::Position,
    /// The path to it.
    pub path: Path,
    /// Number of the iteration, counted over all roots.
    pub(crate) iteration: u32,
    /// What it took so far.
    pub cost: Cost,
    /// What it may take.
    pub(crate) limits: Limits,
    pub(crate) started: Instant,
    pub(crate) ordering: Ordering,
    /// By ply: the best line from there.
    pub(crate) line: Vec<Vec<G::Move>>,
    /// Who is told what is stored.
    pub(crate) watch: Option<&'a dyn Watch<G>>,
    /// What was stored last for all paths, until somebody takes it.
    pub(crate) told: Cell<Option<Stored>>,
}

/// How a position is reached.
#[derive(Clone, Copy)]
pub(crate) struct Arrival {
    pub irreversible: bool,
    pub pass: bool,
}

impl Arrival {
    /// A root, which nothing makes illegal.
    pub const ROOT: Arrival = Arrival { irreversible: false, pass: true };
}

/// What a visit came to.
pub(crate) enum Visit<N> {
    Value(Score, N),
    /// The move is illegal here.
    Illegal(Option<N>),
}

impl<'a, G: Informed, E: Evaluate<G>> Core<'a, G, E> {
    pub(crate) fn new(
        game: &'a G,
        evaluate: &'a E,
        rules: Rules,
        options: &'a Options,
        history: &History<G>,
        limits: Limits,
        aging: Aging,
    ) -> Self {
        let aging = if options.aging == Aging::Off { aging } else { options.aging };
        Core {
            game,
            evaluate,
            rules,
            options,
            win_scores: match rules.repetition() {
                Some(score) if score.abs() >= DECIDED => WinScores::Plain,
                _ if aging != Aging::Off => WinScores::Plain,
                _ => options.win_scores,
            },
            aging,
            position: history.root().clone(),
            path: Path::new(game, history, rules.rule),
            iteration: 0,
            cost: Cost::default(),
            limits,
            started: Instant::now(),
            ordering: Ordering::new(),
            line: Vec::new(),
            watch: None,
            told: Cell::new(None),
        }
    }

    /// A search of its own from the position at hand, on a path of the caller's choice.
    pub(crate) fn fork(&self, path: Path) -> Core<'a, G, E> {
        Core {
            game: self.game,
            evaluate: self.evaluate,
            rules: self.rules,
            options: self.options,
            win_scores: self.win_scores,
            aging: self.aging,
            position: self.position.clone(),
            path,
            iteration: self.iteration,
            cost: Cost::default(),
            limits: self.limits.clone(),
            started: self.started,
            ordering: Ordering::new(),
            line: Vec::new(),
            watch: None,
            told: Cell::new(None),
        }
    }

    /// Tells who watches that the position at hand is stored with this.
    pub(crate) fn tell(&self, at_least: Option<Score>, at_most: Option<Score>, draft: u32) {
        let stored = Stored { at_least, at_most, draft };
        self.told.set(Some(stored));
        if let Some(watch) = self.watch {
            watch.stored(&self.position, stored);
        }
    }

    /// Whether the player to move wants high scores.
    #[inline]
    pub fn is_maximizing(&self) -> bool {
        self.game.player_to_move(&self.position) == self.rules.player
    }

    pub(crate) fn arrival(&self, m: G::Move) -> Arrival {
        Arrival {
            irreversible: self.game.is_irreversible(&self.position, m),
            pass: self.game.is_pass(&self.position, m),
        }
    }

    /// Where an entry of this draft is kept: with [`DraftRule::Exact`] each draft has its own.
    #[inline]
    pub(crate) fn draft_key(&self, key: u64, draft: u32) -> u64 {
        match self.options.draft {
            DraftRule::AtLeast | DraftRule::Iteration => key,
            DraftRule::Exact => keyed(key, u64::from(draft)),
        }
    }

    /// The move of the entry one draft shallower, if those are kept apart.
    pub(crate) fn shallower_move(
        &self,
        key: u64,
        draft: u32,
        best: impl Fn(u64) -> Option<u32>,
    ) -> Option<u32> {
        match self.options.draft {
            DraftRule::Exact if draft != COMPLETE && draft > 0 => {
                best(self.draft_key(key, draft - 1))
            }
            _ => None,
        }
    }

    /// Whether an entry may replace a search of draft `wanted`: `draft` is the entry's, `score` and
    /// `kind` are what it says, `iteration` when it was made.
    #[inline]
    pub(crate) fn is_deep_enough(
        &self,
        (draft, iteration): (u32, u32),
        wanted: u32,
        score: Score,
        kind: Kind,
    ) -> bool {
        let proven =
            score >= DECIDED && kind != Kind::Upper || score <= -DECIDED && kind != Kind::Lower;
        self.is_usable((draft, iteration), wanted, proven)
    }

    /// As [`is_deep_enough`](Core::is_deep_enough), if it is known whether the entry is `proven`.
    #[inline]
    pub(crate) fn is_usable(
        &self,
        (draft, iteration): (u32, u32),
        wanted: u32,
        proven: bool,
    ) -> bool {
        match self.options.draft {
            DraftRule::Exact => draft == wanted,
            DraftRule::AtLeast => draft >= wanted || proven,
            DraftRule::Iteration => draft >= wanted && iteration == self.iteration || proven,
        }
    }

    fn check_limits(&mut self) -> Result<(), Reason> {
        if self.cost.nodes >= self.limits.nodes {
            return Err(Reason::Nodes);
        }
        self.cost.nodes += 1;
        if self.cost.nodes.is_multiple_of(CLOCK) {
            if self.options.interrupt.is_raised() {
                return Err(Reason::Interrupted);
            }
            if self.limits.time.is_some_and(|time| self.started.elapsed() >= time) {
                return Err(Reason::Time);
            }
        }
        if self.path.level() >= self.limits.depth.min(LONGEST_PATH) {
            return Err(Reason::Depth);
        }
        Ok(())
    }

    /// The score of the position at hand if the rules or a database say it; it is not on the path
    /// yet.
    #[inline]
    pub(crate) fn by_rules(&self) -> Option<Score> {
        let outcome = self
            .game
            .terminal(&self.position)
            .or_else(|| self.game.knowledge().probe(&self.position))?;
        Some(self.ended(outcome, self.path.level()))
    }

    pub(crate) fn ended(&self, outcome: threefold_game::Outcome, ply: u32) -> Score {
        let score = self.evaluate.outcome(self.game, &self.position, outcome, self.rules.player);
        self.win_scores.ended(score, ply)
    }

    /// The score at the horizon, and what it says.
    pub(crate) fn horizon(&mut self, alpha: Score, beta: Score) -> Result<(Score, Kind), Reason> {
        self.quiescence(alpha, beta, self.options.quiescence)
    }

    fn quiescence(
        &mut self,
        mut alpha: Score,
        mut beta: Score,
        left: u32,
    ) -> Result<(Score, Kind), Reason> {
        let (lower, upper) = (alpha, beta);
        let maximizing = self.is_maximizing();
        let stand = self.evaluate.score(self.game, &self.position);
        let stand = if maximizing { stand } else { -stand };
        let mut moves = Vec::new();
        let horizon = self.evaluate.quiescence(self.game, &self.position, &mut moves);
        if horizon == Horizon::Quiet || left == 0 || moves.is_empty() {
            return Ok((stand, Kind::Exact));
        }
        let mut best = match horizon {
            Horizon::Forced if maximizing => -INFINITE,
            Horizon::Forced => INFINITE,
            _ => stand,
        };
        if maximizing {
            alpha = alpha.max(best)
        } else {
            beta = beta.min(best)
        }
        moves.sort_by_cached_key(|&m| {
            std::cmp::Reverse(self.evaluate.promise(self.game, &self.position, m))
        });
        for m in moves {
            if alpha >= beta {
                break;
            }
            if self.cost.nodes >= self.limits.nodes {
                return Err(Reason::Nodes);
            }
            self.cost.nodes += 1;
            let undo = self.game.make(&mut self.position, m);
            let score = match self.game.terminal(&self.position) {
                Some(outcome) => Ok(self.ended(outcome, self.path.level() + 1)),
                None => self.quiescence(alpha, beta, left - 1).map(|(score, _)| score),
            };
            self.game.undo(&mut self.position, m, undo);
            let score = score?;
            if maximizing {
                best = best.max(score);
                alpha = alpha.max(best);
            } else {
                best = best.min(score);
                beta = beta.min(best);
            }
        }
        Ok((best, Kind::of(best, lower, upper)))
    }

    /// Whether a move repeats a position of the path, or gives a reply that repeats the one before
    /// the player's last move.
    fn brings_or_offers_repetition(&mut self, m: G::Move) -> bool {
        let arrival = self.arrival(m);
        let before_last = self.path.level().checked_sub(2);
        let offered = before_last.and_then(|level| self.path.recurring_key(level));
        let undo = self.game.make(&mut self.position, m);
        let key = self.game.repetition_key(&self.position, self.rules.rule);
        let brings = self.path.met(key, arrival.irreversible).is_some();
        let offers = !brings
            && !arrival.irreversible
            && offered.is_some_and(|offered| self.has_reply_to(offered));
        self.game.undo(&mut self.position, m, undo);
        brings || offers
    }

    /// Whether a move that can be undone leads to a position with this key.
    fn has_reply_to(&mut self, wanted: u64) -> bool {
        let mut replies = Vec::new();
        if self.game.terminal(&self.position).is_none() {
            self.game.moves(&self.position, &mut replies);
        }
        replies.into_iter().any(|reply| {
            let reversible = !self.game.is_irreversible(&self.position, reply);
            let undo = self.game.make(&mut self.position, reply);
            let key = self.game.repetition_key(&self.position, self.rules.rule);
            self.game.undo(&mut self.position, reply, undo);
            reversible && key == wanted
        })
    }

    /// The line at `ply` becomes `m` and the line after it.
    fn extend_line(&mut self, ply: usize, m: G::Move) {
        let (before, after) = self.line.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(m);
        line.extend_from_slice(&after[0]);
    }
}

/// Searches the position at hand, which the path (to its parent) reaches by `arrival`.
pub(crate) fn visit<G: Informed, E: Evaluate<G>, P: Policy>(
    core: &mut Core<'_, G, E>,
    policy: &mut P,
    arrival: Arrival,
    mut draft: u32,
    alpha: Score,
    beta: Score,
) -> Result<Visit<P::Note>, Reason> {
    debug_assert!(alpha < beta);
    let ply = core.path.level() as usize;
    while core.line.len() < ply + 2 {
        core.line.push(Vec::new());
    }
    core.line[ply].clear();
    let repetition_key = core.game.repetition_key(&core.position, core.rules.rule);
    let met = core.path.met(repetition_key, arrival.irreversible);
    let superko = core.rules.repetition().is_none();
    if superko
        && !arrival.pass
        && let Some(met) = met
    {
        return Ok(Visit::Illegal(policy.banned(met, core.path.level())));
    }
    if let Some(score) = core.by_rules() {
        return Ok(Visit::Value(score, policy.leaf(score, Kind::Exact, false)));
    }
    let mut repeated = false;
    if let (Some(met), Some(score)) = (met, core.rules.repetition()) {
        match policy.repetition(met, &core.path) {
            Repetition::Scored => {
                let note = policy.repeated(met, core.path.level(), score);
                return Ok(Visit::Value(score, note));
            }
            Repetition::Again(again) => (draft, repeated) = (again, true),
            Repetition::NotYet => repeated = true,
        }
    }
    core.check_limits()?;
    if draft == 0 {
        let (score, kind) = core.horizon(alpha, beta)?;
        return Ok(Visit::Value(score, policy.leaf(score, kind, true)));
    }
    let ask = ask(core, repetition_key, arrival.irreversible, draft, repeated, (alpha, beta));
    // The root is always searched, because a move is wanted.
    let from_table = match policy.probe(core, &ask)? {
        Probe::Hit(score, _, note) if ply > 0 => return Ok(Visit::Value(score, note)),
        Probe::Hit(..) => None,
        Probe::Move(code) => code,
    };
    core.path.push(repetition_key, arrival.irreversible, draft);
    policy.enter(&ask);
    let result = expand(core, policy, &ask, from_table);
    core.path.pop();
    let (score, note) = result?;
    Ok(Visit::Value(score, note))
}

/// The exact value of the position that is asked about, at hand but not on the path yet, by a
/// search of its own on a path of the caller's choice.
///
/// # Errors
/// A limit was hit: the search has the limits of `core` to itself.
pub(crate) fn position_value<G: Informed, E: Evaluate<G>, P: Policy>(
    core: &Core<'_, G, E>,
    policy: &mut P,
    path: Path,
    asked: &Ask,
) -> Result<Score, Reason> {
    let mut core = core.fork(path);
    let key = asked.repetition_key;
    let window = (-INFINITE, INFINITE);
    let ask = ask(&core, key, asked.irreversible, asked.draft, asked.repeated, window);
    core.path.push(key, asked.irreversible, asked.draft);
    while core.line.len() <= ask.level as usize {
        core.line.push(Vec::new());
    }
    policy.enter(&ask);
    expand(&mut core, policy, &ask, None).map(|(score, _)| score)
}

/// What is asked about the position at hand, which is not on the path yet.
fn ask<G: Informed, E: Evaluate<G>>(
    core: &Core<'_, G, E>,
    repetition_key: u64,
    irreversible: bool,
    draft: u32,
    repeated: bool,
    (alpha, beta): (Score, Score),
) -> Ask {
    Ask {
        key: core.game.key(&core.position),
        repetition_key,
        irreversible,
        code: core.path.code_after(repetition_key, irreversible),
        level: core.path.level() + 1,
        draft,
        alpha,
        beta,
        repeated,
        maximizing: core.is_maximizing(),
        aging: core.aging,
    }
}

/// Puts the position at hand, a root, on the path, so that its moves can be visited one by one.
pub(crate) fn enter_root<G: Informed, E: Evaluate<G>, P: Policy>(
    core: &mut Core<'_, G, E>,
    policy: &mut P,
    draft: u32,
) {
    let key = core.game.repetition_key(&core.position, core.rules.rule);
    let ask = ask(core, key, false, draft, false, (-INFINITE, INFINITE));
    core.path.push(key, false, draft);
    policy.enter(&ask);
}

/// Searches the moves of the position at hand, which is on the path.
fn expand<G: Informed, E: Evaluate<G>, P: Policy>(
    core: &mut Core<'_, G, E>,
    policy: &mut P,
    ask: &Ask,
    from_table: Option<u32>,
) -> Result<(Score, P::Note), Reason> {
    let ply = ask.ply() as usize;
    let mut generated = Vec::new();
    core.game.moves(&core.position, &mut generated);
    let mut moves: Vec<(i64, u32, G::Move)> =
        generated.into_iter().map(|m| (0, core.game.encode_move(&core.position, m), m)).collect();
    let order = (ask.ply(), ask.maximizing, from_table);
    core.ordering.sort(core.game, core.evaluate, &core.position, &mut moves, order);
    if P::REPETITIONS_LAST {
        moves.sort_by_cached_key(|&(.., m)| core.brings_or_offers_repetition(m));
    }

    let (mut alpha, mut beta) = (ask.alpha, ask.beta);
    let mut best: Option<(Score, u32)> = None;
    let mut note: Option<P::Note> = None;
    let (mut banned, mut all, mut moves_left) = (false, true, false);
    let next = if ask.draft == COMPLETE { COMPLETE } else { ask.draft - 1 };
    for (i, &(_, code, m)) in moves.iter().enumerate() {
        let arrival = core.arrival(m);
        let aging = core.aging;
        let window = (aging.alpha(alpha, ask.maximizing), aging.beta(beta, ask.maximizing));
        let undo = core.game.make(&mut core.position, m);
        let visited = visit(core, policy, arrival, next, window.0, window.1);
        core.game.undo(&mut core.position, m, undo);
        let (score, child) = match visited? {
            Visit::Value(score, child) => (score, child),
            Visit::Illegal(child) => {
                banned = true;
                note = child.map(|child| policy.fold(note, child, ask, false)).or(note);
                continue;
            }
        };
        let score = aging.aged(score, ask.maximizing);
        if best.is_none_or(|(best, _)| if ask.maximizing { score > best } else { score < best }) {
            best = Some((score, code));
            core.extend_line(ply, m);
        }
        if ask.maximizing {
            alpha = alpha.max(score)
        } else {
            beta = beta.min(score)
        }
        let cut = alpha >= beta;
        note = Some(policy.fold(note, child, ask, cut));
        if cut {
            (all, moves_left) = (false, i + 1 < moves.len());
            core.ordering.cutoff(ask.ply(), ask.maximizing, code, ask.draft);
            break;
        }
    }
    let searched = match best {
        Some((score, code)) => Searched {
            score,
            kind: Kind::of(score, ask.alpha, ask.beta),
            best: Some(code),
            banned,
            all,
            moves_left,
        },
        None => {
            let outcome = core.game.stuck(&core.position);
            let score = core.ended(outcome, ask.ply());
            let leaf = policy.leaf(score, Kind::Exact, false);
            note = Some(policy.fold(note, leaf, ask, false));
            Searched { score, kind: Kind::Exact, best: None, banned, all: true, moves_left: false }
        }
    };
    let note = policy.leave(core, ask, &searched, note);
    Ok((searched.score, note))
}
