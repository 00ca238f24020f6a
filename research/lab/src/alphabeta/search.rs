//! The state of a search, and what the rules say in it.

use std::cell::Cell;
use std::time::Instant;

use threefold_game::{History, Leaf};
use threefold_search::{Limits, Reason};

use super::evaluate::{Evaluate, Horizon};
use super::options::{COMPLETE, DraftRule, Options};
use super::ordering::Ordering;
use super::path::Path;
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
    /// The number of the move.
    pub number: u32,
}

impl Arrival {
    /// A root, which nothing makes illegal.
    pub const ROOT: Arrival = Arrival { irreversible: false, pass: true, number: 0 };
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
            path: Path::new(game, history, rules.rule, rules.tree),
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
            number: self.game.encode_move(&self.position, m),
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

    pub(super) fn check_limits(&mut self) -> Result<(), Reason> {
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

    /// Whether at most one of the moves of the position at hand does not lose at once.
    pub(super) fn is_forced(&mut self, moves: &[(i64, u32, G::Move)]) -> bool {
        let mover = self.game.player_to_move(&self.position);
        let mut left = 0;
        for &(.., m) in moves {
            let undo = self.game.make(&mut self.position, m);
            let loses = match self.game.terminal(&self.position) {
                Some(outcome) => outcome.is_win_of(mover.opponent()),
                None => {
                    let leaf = self.game.leaf(&mut self.position, mover);
                    let other_moves = self.game.player_to_move(&self.position) != mover;
                    match leaf {
                        Leaf::Over(outcome) => outcome.is_win_of(mover.opponent()),
                        Leaf::WinsBy(_) => other_moves,
                        Leaf::LosesAtOnce => !other_moves,
                        Leaf::Estimate { .. } => false,
                    }
                }
            };
            self.game.undo(&mut self.position, m, undo);
            left += u32::from(!loses);
            if left > 1 {
                return false;
            }
        }
        true
    }

    /// Whether a move repeats a position of the path, or gives a reply that repeats the one before
    /// the player's last move.
    pub(super) fn brings_or_offers_repetition(&mut self, m: G::Move) -> bool {
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
    pub(super) fn extend_line(&mut self, ply: usize, m: G::Move) {
        let (before, after) = self.line.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(m);
        line.extend_from_slice(&after[0]);
    }
}
