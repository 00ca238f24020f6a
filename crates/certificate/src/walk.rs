//! The depth-first walk that a certificate is the record of.

use std::collections::HashSet;

use thiserror::Error;
use threefold_game::{Game, History, Knowledge, Occurrences, Outcome};

use crate::hands::Hands;
use crate::header::{Goal, Terms};
use crate::leaf::{Around, Look};
use crate::lemmas::Lemmas;
use crate::limits::growing;
use crate::positions::Positions;
use crate::store::{Id, Meeting, Store};
use crate::superko::Superko;
use crate::trace::{Met, Trace, Tracing};

/// Positions of a leaf that are looked at in one step: each takes as long as a step does.
const LOOKS: u32 = 16;

/// With fewer replies than this the positions behind them are looked for one by one.
const FEW: usize = 8;

/// Why a position without a line is a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LeafKind {
    /// [`Game::terminal`]: the game is over.
    Terminal,
    /// [`Game::stuck`]: the player to move has no legal move.
    Stuck,
    /// [`Knowledge::probe`]: the declared database covers the position.
    Database,
}

/// Where a [`Walk`] has stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The claimant is to move in [`Walk::position`], a position that has to be walked, and has
    /// at least one legal move ([`Walk::legal_moves`]): choose one with [`Walk::play`].
    NeedMove,
    /// The last position of the path equals its position number `depth` (0 is the root), and
    /// the claimant claims to win: the strategy goes round in circles. Under superko
    /// this happens only where nothing but passes was played in between, whatever the claim.
    Cycle {
        /// The place of the first occurrence on the path.
        depth: usize,
    },
    /// The game ends in the last position of the path, with an outcome that does not support
    /// the claim.
    BadLeaf {
        /// How it ends.
        outcome: Outcome,
        /// Why it ends.
        kind: LeafKind,
    },
    /// The last position of the path is a leaf ([`Omitted::leaf_plies`]), and from there the
    /// opponent wins within the plies that are left.
    ///
    /// [`Omitted::leaf_plies`]: crate::Omitted::leaf_plies
    Lost,
    /// The claimant claims to win, and the last position of the path has occurred so often before
    /// the root that meeting it again is a draw. Or it is a leaf of the database, but the game
    /// may return from there to such a position, of which a database knows nothing.
    HistoryRepetition,
    /// The walk is complete, and so is the certificate.
    Done,
}

/// Why a move was not played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The walk has not stopped with [`Event::NeedMove`].
    #[error("no move was asked for")]
    NotAsked,
    /// The move is not legal in the position.
    #[error("the move is not legal")]
    Illegal,
    /// The move recreates a situation of the path, which is illegal under superko.
    #[error("the move repeats a situation of the path")]
    Repeating,
}

/// Why a walk was not rolled back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RollbackError {
    /// The claimant has not been asked for a move at that depth of the path.
    #[error("the path has no choice of the claimant at depth {0}")]
    NoChoice(usize),
    /// A walk under superko goes back only after [`Walk::with_rollback`], and one of a player who
    /// holds for a number of plies never, nor one after [`Walk::tracing`] or
    /// [`Walk::keeping_lemmas`].
    #[error("the walk keeps no trail to go back on")]
    NotRecorded,
}

/// One position of a walk's path.
#[derive(Debug)]
pub struct PathStep<'w, G: Game> {
    /// The position.
    pub position: &'w G::Position,
    /// The move that led to it; `None` at the root.
    pub entered_by: Option<G::Move>,
    /// Whether the claimant was asked for a move here: the walk can be rolled back to it.
    pub is_choice: bool,
}

/// The move that led to a position, and what takes it back; the root has none.
type Entry<G> = Option<(<G as Game>::Move, <G as Game>::Undo)>;

/// An open position.
struct Frame<G: Game> {
    entry: Entry<G>,
    id: Id,
    /// Whether a pass led here; only known under superko, where alone it matters.
    by_pass: bool,
    is_choice: bool,
    /// What the claimant has played here.
    answer: Option<G::Move>,
    /// How many positions were known when this one had been opened.
    store_len: Id,
    /// The plies from here to the end of the longest way that has been walked.
    height: u32,
    /// Where this position's moves begin in the walk's stack of moves, and the next to visit.
    moves_from: usize,
    next: usize,
    /// How many moves the claimant had chosen when this position was entered.
    lines: u64,
    /// The number of the claimant's last choice on the path to here, from 1; 0 if there is none.
    choice: u64,
}

enum Status {
    /// The root has not been looked at.
    Begun,
    /// The last frame is open: go on to its next reply, or close it.
    Open,
    /// The last frame is a leaf that is being looked through.
    Looking,
    /// Nothing to do until the caller acts.
    Stopped(Event),
}

/// The depth-first walk from the root that a certificate records
/// (`docs/certificate.md`, section 3).
///
/// Writer and checker of certificates run the same machine, so that they cannot disagree on what
/// is visited, in which order, and what is skipped; they differ in where the claimant's moves
/// come from. A run looks like this:
///
/// ```text
/// loop {
///     match walk.step() {
///         Event::NeedMove => walk.play(/* the next line, or what the search says */)?,
///         Event::Done     => break,
///         fault           => /* the checker refutes; the writer rolls back, tries another */
///     }
/// }
/// ```
///
/// - The opponent's moves are visited in the order of [`Game::sort_by_notation`].
/// - A position that is finished is skipped. One that is open is an [`Event::Cycle`] for
///   [`Goal::Wins`] and skipped for [`Goal::Holds`].
/// - Under superko, moves that repeat a situation of the path, history included, do not exist, and
///   a finished position is skipped on those paths on which it is still proven (a *lemma*); on
///   others it is walked again, and the new lemma replaces the old one. A position of the path that
///   is met again (by a pass) has no lemma of this visit yet and is walked again.
/// - A position that has occurred so often before the root that meeting it again is a draw
///   ([`Game::occurrences`]) is an [`Event::HistoryRepetition`] for [`Goal::Wins`] and a leaf that
///   supports [`Goal::Holds`]. (Superko needs no such rule.)
/// - With [`Terms::plies`] and [`Goal::Holds`] the walk is one on positions and the plies that are
///   left: without any left what is not lost supports the claim, and a position is skipped if it
///   has been met, open or finished, with at least as many. With as few left as
///   [`Omitted::leaf_plies`](crate::Omitted::leaf_plies) says, it is looked through what the
///   opponent can do, without lines. With [`Goal::Wins`] the walk is the same as without, and
///   [`Walk::plies`] says how long the win takes.
/// - Where [`Omitted::hands`](crate::Omitted::hands) says so, a position is skipped as well if a
///   finished one has the same board and no more in the claimant's hand; with [`Goal::Holds`], if
///   one that was met has the same board and no less in the opponent's.
/// - Leaves are recognised before a move is asked for: [`Game::terminal`], then
///   [`Knowledge::probe`] if [`Terms::database`] is set, then no legal move ([`Game::stuck`]).
///
/// After a fault ([`Event::Cycle`], [`Event::BadLeaf`], [`Event::HistoryRepetition`])
/// the offending position is the last of the path; [`Walk::step`] returns the same
/// event until [`Walk::rollback_to`] is called.
///
/// The walk uses no recursion; its memory is linear in the number of positions (under superko also
/// in the size of the sets that the lemmas carry).
pub struct Walk<'g, G: Game> {
    game: &'g G,
    terms: Terms,
    current: G::Position,
    frames: Vec<Frame<G>>,
    /// The open positions, if somebody may ask for the path.
    copies: Option<Vec<G::Position>>,
    /// The moves still to be visited of all open positions, the root's first.
    moves: Vec<G::Move>,
    store: Positions<G>,
    /// By position number; under superko the lemmas say it.
    closed: Vec<bool>,
    /// What leaves may rely on, if there is something.
    knowledge: Option<&'g dyn Knowledge<G>>,
    /// Positions that draw when they are met: they have occurred often enough before the root.
    drawn: HashSet<G::Position>,
    /// Those of them that can be met at all.
    drawn_again: Vec<G::Position>,
    /// Whether one of them is covered by the database, so that play from a leaf may get there.
    drawn_in_database: bool,
    superko: Option<Superko<G>>,
    /// By position number, where the claim has a number of plies: for a win the plies to the end of
    /// the longest way from a finished position, else the most that were left when it was met.
    distances: Vec<u32>,
    status: Status,
    lines: u64,
    /// What was met, if that is wanted.
    tracing: Option<Tracing<G>>,
    /// How many positions of the path have not changed since [`Walk::take_unchanged`].
    unchanged: usize,
    look: Look<G>,
    /// The positions behind the replies at hand; kept for its room.
    behind: Vec<G::Position>,
    believes_leaves: bool,
}

impl<'g, G: Game> Walk<'g, G> {
    /// A walk from the root of `history` that has not begun.
    pub fn new(game: &'g G, history: &History<G>, terms: Terms) -> Self {
        let superko =
            terms.rule.is_superko().then(|| Superko::new(game, terms.rule, history.positions()));
        let drawn = match superko {
            None => {
                let before = Occurrences::count(game, terms.rule, history.positions());
                before.deciding().map(|&position| position.clone()).collect()
            }
            Some(_) => HashSet::new(),
        };
        let can_recur = history.recurring().iter();
        let drawn_again = can_recur.filter(|&position| drawn.contains(position)).cloned().collect();
        let is_kept = terms.goal == Goal::Holds && terms.plies.is_some();
        let has_hands = terms.omitted.hands && !is_kept && superko.is_none();
        let hands = has_hands.then(|| Hands::new(terms.claimant, terms.goal));
        let store = match superko {
            Some(_) => Positions::Whole(Store::new()),
            None => Positions::new(game, history.root(), hands),
        };
        Walk {
            game,
            terms,
            current: history.root().clone(),
            frames: Vec::new(),
            copies: Some(Vec::new()),
            moves: Vec::new(),
            store,
            closed: Vec::new(),
            knowledge: None,
            drawn,
            drawn_again,
            drawn_in_database: false,
            superko,
            distances: Vec::new(),
            status: Status::Begun,
            lines: 0,
            tracing: None,
            unchanged: 0,
            look: Look::new(),
            behind: Vec::new(),
            believes_leaves: false,
        }
    }

    /// The same walk, whose leaves may rely on `knowledge` if [`Terms::database`] is set. To be
    /// called before the first step.
    pub fn knowledge(mut self, knowledge: &'g dyn Knowledge<G>) -> Self {
        self.drawn_in_database = self.terms.database
            && self.terms.goal == Goal::Wins
            && self.drawn_again.iter().any(|position| knowledge.probe(position).is_some());
        self.knowledge = Some(knowledge);
        self
    }

    /// The same walk, which can be rolled back under superko too. To be called before the
    /// first step. Without superko every walk can go back, at no cost.
    pub fn with_rollback(mut self) -> Self {
        if let Some(superko) = &mut self.superko {
            superko.record();
        }
        self
    }

    /// The same walk, which notes what it meets ([`Walk::into_trace`]). It cannot be rolled back.
    /// To be called before the first step.
    pub fn tracing(mut self) -> Self {
        self.tracing = Some(Tracing::new(self.superko.is_some()));
        self
    }

    /// What the walk has met, when it is done; `None` if it is not, or was not
    /// [`tracing`](Walk::tracing).
    pub fn into_trace(self) -> Option<Trace<G>> {
        let is_done = matches!(self.status, Status::Stopped(Event::Done));
        self.tracing.filter(|_| is_done).map(|tracing| tracing.finish())
    }

    /// The same walk, which does not look through leaves: for a writer who knows them to hold. To
    /// be called before the first step.
    pub fn believing_leaves(mut self) -> Self {
        self.believes_leaves = true;
        self
    }

    /// The same walk for a checker, who asks for no position of the path but the last.
    pub(crate) fn checking(mut self) -> Self {
        self.copies = None;
        self
    }

    /// The same walk, which under superko keeps what it proves ([`Walk::into_lemmas`]). It cannot
    /// be rolled back. To be called before the first step.
    pub fn keeping_lemmas(mut self) -> Self {
        if let Some(superko) = &mut self.superko {
            superko.keep();
        }
        self
    }

    /// What the walk has proven, when it is done; `None` if it is not, or not under superko, or was
    /// not [`keeping_lemmas`](Walk::keeping_lemmas).
    pub fn into_lemmas(self) -> Option<Lemmas<G>> {
        let is_done = matches!(self.status, Status::Stopped(Event::Done));
        let Positions::Whole(store) = self.store else { return None };
        self.superko.filter(|_| is_done).and_then(|superko| superko.into_lemmas(store))
    }

    /// Goes on until something is needed from the caller.
    pub fn step(&mut self) -> Event {
        loop {
            if let Some(event) = self.advance_once() {
                return event;
            }
        }
    }

    /// The same, but no more than so many positions are entered or left: `None` if nothing is
    /// needed by then. For who has limits.
    pub fn step_within(&mut self, most: u32) -> Option<Event> {
        (0..most).find_map(|_| self.advance_once())
    }

    /// One position entered or left; what the caller has to do, if it is his turn. Between two
    /// events lies more work than any limit allows, in the worst case.
    pub(crate) fn advance_once(&mut self) -> Option<Event> {
        self.status = match self.status {
            Status::Begun => self.arrive(None, false, 0),
            Status::Open => self.advance(),
            Status::Looking => self.look_on(),
            Status::Stopped(event) => return Some(event),
        };
        None
    }

    /// Plays the claimant's move: the next line of the certificate.
    ///
    /// # Errors
    /// The move is not legal, repeats, or was not asked for. The walk is as before and still
    /// asks.
    pub fn play(&mut self, m: G::Move) -> Result<(), PlayError> {
        if !matches!(self.status, Status::Stopped(Event::NeedMove)) {
            return Err(PlayError::NotAsked);
        }
        let from = self.frames.last().expect("a position is open").moves_from;
        if !self.moves[from..].contains(&m) {
            return Err(self.why_not(m));
        }
        self.moves.truncate(from);
        self.frames.last_mut().expect("a position is open").answer = Some(m);
        self.lines += 1;
        if let Some(tracing) = &mut self.tracing {
            tracing.choose(self.lines);
        }
        if let Some(superko) = &mut self.superko {
            superko.choose(m);
        }
        self.status = self.make(m, self.lines);
        Ok(())
    }

    /// Plays the lines of a block that was verified, to the end of the walk. `None` if they are not
    /// its lines.
    pub fn follow<'b>(&mut self, mut lines: impl Iterator<Item = &'b str>) -> Option<()> {
        loop {
            match self.step() {
                Event::Done => return Some(()),
                Event::NeedMove => {
                    let m = self.game.parse_move(self.position(), lines.next()?).ok()?;
                    self.play(m).ok()?;
                }
                _ => return None,
            }
        }
    }

    /// Goes back to the position at `depth` of the path, where the claimant has chosen a move
    /// ([`PathStep::is_choice`]), and asks for another: [`Walk::step`] returns
    /// [`Event::NeedMove`] again. Everything since is undone: [`Walk::lines`] is what it was, and
    /// positions finished since then are no longer finished. The cost is that of the part
    /// undone.
    ///
    /// # Errors
    /// There is no such choice on the path, or the walk is one under superko without
    /// [`Walk::with_rollback`]. The walk is as before.
    pub fn rollback_to(&mut self, depth: usize) -> Result<(), RollbackError> {
        if !self.frames.get(depth).is_some_and(|frame| frame.is_choice) {
            return Err(RollbackError::NoChoice(depth));
        }
        let cannot = |superko: &Superko<G>| !superko.is_recording() || superko.is_keeping();
        if self.superko.as_ref().is_some_and(cannot)
            || self.holds_for().is_some()
            || self.tracing.is_some()
        {
            return Err(RollbackError::NotRecorded);
        }
        while self.frames.len() > depth + 1 {
            self.pop();
            if let Some(superko) = &mut self.superko {
                superko.abandon();
            }
        }
        if let Some(superko) = &mut self.superko {
            superko.rollback();
        }
        let frame = &mut self.frames[depth];
        // The choice is the only way on.
        frame.height = 0;
        self.lines = frame.lines;
        self.moves.truncate(frame.moves_from);
        // Positions are numbered as they are opened. While this one was open, those with smaller
        // numbers were finished or open above it and stayed so: only the later ones change.
        self.store.truncate(frame.store_len as usize);
        self.closed.truncate(frame.store_len as usize);
        self.distances.truncate(frame.store_len as usize);
        self.generate(true);
        self.status = Status::Stopped(Event::NeedMove);
        Ok(())
    }

    /// The last position of the path: the one in which the claimant has to move, or the
    /// offending one. The root when the walk is done.
    pub fn position(&self) -> &G::Position {
        &self.current
    }

    /// The claimant's legal moves after [`Event::NeedMove`], without those that repeat under
    /// superko, in the game's order; empty after other events.
    pub fn legal_moves(&self) -> &[G::Move] {
        match (&self.status, self.frames.last()) {
            (Status::Stopped(Event::NeedMove), Some(frame)) => &self.moves[frame.moves_from..],
            _ => &[],
        }
    }

    /// The depth of [`Walk::position`]: 0 at the root.
    pub fn depth(&self) -> usize {
        self.frames.len().saturating_sub(1)
    }

    /// The open positions from the root to [`Walk::position`], both included, after
    /// [`Walk::step`]; empty when the walk is done.
    pub fn path(&self) -> impl DoubleEndedIterator<Item = PathStep<'_, G>> + ExactSizeIterator {
        let positions = self.copies.as_deref().unwrap_or_default();
        self.frames.iter().zip(positions).map(|(frame, position)| PathStep {
            position,
            entered_by: frame.entry.as_ref().map(|&(m, _)| m),
            is_choice: frame.is_choice,
        })
    }

    /// How many positions at the beginning of [`Walk::path`] are the same as at the last call (0
    /// at the first): what a caller who follows the path need not look at again.
    pub fn take_unchanged(&mut self) -> usize {
        let unchanged = self.unchanged;
        self.unchanged = self.frames.len();
        unchanged
    }

    /// How many moves the claimant has chosen so far: the lines of the certificate.
    pub fn lines(&self) -> u64 {
        self.lines
    }

    /// The number of the claimant's last choice on the path to [`Walk::position`], counted
    /// from 1 in the order of the lines; `None` if he has not moved on it.
    pub fn last_choice(&self) -> Option<u64> {
        self.frames.last().map(|frame| frame.choice).filter(|&choice| choice > 0)
    }

    /// When the walk is done: after how many plies at most, from the root on, the win that is
    /// claimed is there. `None` if the claim is none of a win within a number of plies.
    pub fn plies(&self) -> Option<u32> {
        (self.wins_within().is_some()).then(|| self.distances.first().copied().unwrap_or(0))
    }

    /// The plies left in [`Walk::position`], where the claimant holds for a number of them.
    pub fn plies_left(&self) -> Option<u32> {
        self.left_at(self.depth())
    }

    /// The same at a depth of the path.
    fn left_at(&self, depth: usize) -> Option<u32> {
        let depth = u32::try_from(depth).unwrap_or(u32::MAX);
        self.holds_for().map(|plies| plies.saturating_sub(depth))
    }

    fn holds_for(&self) -> Option<u32> {
        self.terms.plies.filter(|_| self.terms.goal == Goal::Holds && self.superko.is_none())
    }

    fn wins_within(&self) -> Option<u32> {
        self.terms.plies.filter(|_| self.terms.goal == Goal::Wins && self.superko.is_none())
    }

    /// What the part of the strategy that is finished says of a position, where more in hand is
    /// never worse ([`Omitted::hands`](crate::Omitted::hands)): the claimant's move, if it is his
    /// turn, and after how many plies at most he has won, which falls with every move.
    pub fn finished(&self, position: &G::Position) -> Option<(Option<G::Move>, u32)> {
        match &self.store {
            Positions::Boards(hands) => hands.answer(self.game, position),
            _ => None,
        }
    }

    /// How many different positions have been met.
    pub fn positions(&self) -> u64 {
        self.closed.len() as u64
    }

    /// How often a finished position was skipped under superko because it is proven on the
    /// path at hand. What was rolled back counts too.
    pub fn lemmas_reused(&self) -> u64 {
        self.superko.as_ref().map_or(0, |superko| superko.reused)
    }

    /// How often a finished position had to be walked again under superko. What was rolled back
    /// counts too.
    pub fn lemmas_rewalked(&self) -> u64 {
        self.superko.as_ref().map_or(0, |superko| superko.rewalked)
    }

    /// Whether the walk would skip the position, needing no line for it, if it were met now as
    /// the next one of the path.
    pub fn would_skip(&mut self, position: &G::Position) -> bool {
        if self.finished(position).is_some() {
            return true;
        }
        let Some(id) = self.store.find(self.game, position) else { return false };
        let left = self.plies_left();
        match &mut self.superko {
            Some(superko) => superko.would_reuse(self.game, id, position),
            None if left.is_some() => {
                self.distances[id as usize] >= left.unwrap_or(0).saturating_sub(1)
            }
            None => self.closed[id as usize] || self.terms.goal == Goal::Holds,
        }
    }

    /// Bytes that the walk holds at the moment; where a table is about to grow, with those of the
    /// larger one. Positions that own memory of their own are counted without it.
    pub fn memory(&self) -> usize {
        growing(&self.frames)
            + growing(&self.moves)
            + self.store.bytes()
            + growing(&self.closed)
            + growing(&self.distances)
            + growing(&self.behind)
            + self.superko.as_ref().map_or(0, Superko::bytes)
            + self.tracing.as_ref().map_or(0, Tracing::bytes)
    }

    /// Whether the opponent is to move with one ply left, and the game sees that he does not win
    /// with it: most positions of a walk for a number of plies, of which nothing is kept.
    fn is_quiet(&mut self, left: Option<u32>) -> bool {
        left == Some(1)
            && self.tracing.is_none()
            && self.game.player_to_move(&self.current) != self.terms.claimant
            && self.game.terminal(&self.current).is_none()
            && (self.believes_leaves || self.game.wins_at_once(&mut self.current) == Some(false))
    }

    /// Whether a position, met with so many plies left, need not be walked: its number, and the
    /// plies to the end where they count.
    fn is_skipped(&self, meeting: &Meeting, left: Option<u32>) -> Option<(Id, u32)> {
        let id = match *meeting {
            Meeting::AnsweredFor(id, plies) => return Some((id, plies)),
            Meeting::Known(id) if self.superko.is_none() => id,
            _ => return None,
        };
        let is_skipped = match left {
            // Met with at least as many plies left, open or finished.
            Some(left) => self.distances[id as usize] >= left,
            None => self.closed[id as usize] || self.terms.goal == Goal::Holds,
        };
        let is_counted = self.wins_within().is_some();
        let plies = if is_counted { self.distances[id as usize] } else { 0 };
        is_skipped.then_some((id, plies))
    }

    /// Takes the replies out that lead to positions that need no walk any more; to look for all of
    /// these one right after the other takes less time. In a trace they have their places.
    fn take_out_finished(&mut self, left: Option<u32>) {
        let frame = self.frames.last().expect("a position was entered");
        let (from, mut height) = (frame.moves_from, frame.height);
        if self.moves.len() - from < FEW
            || self.superko.is_some()
            || self.tracing.is_some()
            || matches!(self.store, Positions::Boards(_))
        {
            return;
        }
        for &m in &self.moves[from..] {
            let undo = self.game.make(&mut self.current, m);
            self.behind.push(self.current.clone());
            self.game.undo(&mut self.current, m, undo);
        }
        let behind = std::mem::take(&mut self.behind);
        let left = left.map(|left| left.saturating_sub(1));
        let mut kept = from;
        for (i, position) in behind.iter().enumerate() {
            let id = self.store.find(self.game, position);
            match id.and_then(|id| self.is_skipped(&Meeting::Known(id), left)) {
                Some((_, plies)) => height = height.max(plies.saturating_add(1)),
                None => {
                    self.moves[kept] = self.moves[from + i];
                    kept += 1;
                }
            }
        }
        self.moves.truncate(kept);
        self.behind = behind;
        self.behind.clear();
        self.frames.last_mut().expect("a position was entered").height = height;
    }

    /// Meets the position that a move has led to. One that need not be walked is left again; any
    /// other becomes the last of the path.
    fn arrive(&mut self, entry: Entry<G>, by_pass: bool, choice: u64) -> Status {
        let left = self.left_at(self.frames.len());
        if self.is_quiet(left) {
            return self.pass_by(entry, None, 0);
        }
        let meeting = self.store.meet(self.game, &self.current);
        if let Some((id, plies)) = self.is_skipped(&meeting, left) {
            return self.pass_by(entry, Some(id), plies);
        }
        let (id, is_new) = match meeting {
            Meeting::New(id) => (id, true),
            Meeting::Known(id) | Meeting::AnsweredFor(id, _) => (id, false),
        };
        if is_new {
            self.closed.push(false);
            if self.terms.plies.is_some() {
                self.distances.push(0);
            }
            if let Some(tracing) = &mut self.tracing {
                tracing.keep(&self.current);
            }
        }
        self.push(entry, id, by_pass, choice);
        self.examine(is_new, left)
    }

    /// Leaves a position that a move has led to and that is not on the path. From there it takes so
    /// many plies to the end.
    fn pass_by(&mut self, entry: Entry<G>, id: Option<Id>, plies: u32) -> Status {
        let Some((m, undo)) = entry else { return Status::Stopped(Event::Done) };
        if let (Some(tracing), Some(id)) = (&mut self.tracing, id) {
            tracing.skip(id, Some(m));
        }
        let parent = self.frames.last_mut().expect("a move led here");
        parent.height = parent.height.max(plies.saturating_add(1));
        self.game.undo(&mut self.current, m, undo);
        Status::Open
    }

    /// Looks at the position that was entered last.
    fn examine(&mut self, is_new: bool, left: Option<u32>) -> Status {
        let frame = self.frames.last().expect("a position was entered");
        let (id, by_pass) = (frame.id, frame.by_pass);
        if let Some(superko) = &mut self.superko {
            superko.enter(self.game, &self.current, by_pass);
            if superko.reuse(id) {
                return self.skip(id);
            }
            // Non-pass moves never repeat, so a walk ends unless passes alone go round.
            let passes = superko.passes();
            let deepest = self.frames.len() - 1;
            let run = deepest.saturating_sub(passes)..deepest;
            if let Some(depth) = run.rev().find(|&depth| self.frames[depth].id == id) {
                return Status::Stopped(Event::Cycle { depth });
            }
        } else if let Some(left) = left {
            self.distances[id as usize] = left;
            if self.drawn.contains(&self.current) {
                self.trace(id);
                return self.close(Met::History);
            }
        } else if !is_new {
            let depth = self.frames.iter().position(|frame| frame.id == id);
            return Status::Stopped(Event::Cycle { depth: depth.expect("the position is open") });
        } else if !self.drawn.is_empty() && self.drawn.contains(&self.current) {
            return match self.terms.goal {
                Goal::Wins => Status::Stopped(Event::HistoryRepetition),
                Goal::Holds => {
                    self.trace(id);
                    self.close(Met::History)
                }
            };
        }
        self.trace(id);
        if let Some(outcome) = self.game.terminal(&self.current) {
            return self.leaf(outcome, LeafKind::Terminal);
        }
        if self.terms.database
            && let Some(outcome) = self.knowledge.and_then(|known| known.probe(&self.current))
        {
            if self.drawn_in_database {
                return Status::Stopped(Event::HistoryRepetition);
            }
            return self.leaf(outcome, LeafKind::Database);
        }
        let claimant = self.game.player_to_move(&self.current) == self.terms.claimant;
        self.generate(claimant);
        let frame = self.frames.last_mut().expect("a position was entered");
        if self.moves.len() == frame.moves_from {
            let outcome = self.game.stuck(&self.current);
            return self.leaf(outcome, LeafKind::Stuck);
        }
        if left == Some(0) {
            return self.close(Met::Horizon);
        }
        if let Some(left) = left
            && !claimant
            && left <= self.terms.omitted.leaf_plies
        {
            if self.believes_leaves {
                return self.close(Met::Leaf);
            }
            let around = Around { game: self.game, terms: &self.terms, drawn: &self.drawn };
            self.look.begin(&around, &mut self.current, left);
            return self.look_on();
        }
        if claimant {
            frame.is_choice = true;
            return Status::Stopped(Event::NeedMove);
        }
        let from = frame.moves_from;
        self.take_out_finished(left);
        self.game.sort_by_notation(&self.current, &mut self.moves[from..]);
        Status::Open
    }

    /// Goes on looking through the leaf that the last position is.
    fn look_on(&mut self) -> Status {
        let around = Around { game: self.game, terms: &self.terms, drawn: &self.drawn };
        match self.look.go_on(&around, &mut self.current, LOOKS) {
            None => Status::Looking,
            Some(true) => self.close(Met::Leaf),
            Some(false) => Status::Stopped(Event::Lost),
        }
    }

    /// Appends the legal moves of the last position to the stack of moves.
    fn generate(&mut self, claimant: bool) {
        let from = self.moves.len();
        self.game.moves(&self.current, &mut self.moves);
        if let Some(superko) = &mut self.superko {
            let supports = self.terms.is_supported_by(self.game.stuck(&self.current));
            superko.ban(self.game, &mut self.current, &mut self.moves, from, claimant, supports);
        }
    }

    fn leaf(&mut self, outcome: Outcome, kind: LeafKind) -> Status {
        if self.terms.is_supported_by(outcome) {
            let is_database = kind == LeafKind::Database;
            self.close(if is_database { Met::Database } else { Met::End })
        } else {
            Status::Stopped(Event::BadLeaf { outcome, kind })
        }
    }

    /// Goes on to the next reply in the last position, or closes it.
    fn advance(&mut self) -> Status {
        let frame = self.frames.last_mut().expect("a position is open");
        // After the claimant's choice the list is empty: its one child is finished.
        let Some(&m) = self.moves.get(frame.next) else { return self.close(Met::Walked) };
        frame.next += 1;
        let choice = frame.choice;
        self.make(m, choice)
    }

    /// Notes that the position that was entered last is walked.
    fn trace(&mut self, id: Id) {
        let left = self.plies_left().unwrap_or(0);
        if let Some(tracing) = &mut self.tracing {
            let by = self.frames.last().and_then(|frame| frame.entry.as_ref());
            tracing.enter(id, by.map(|&(m, _)| m), left);
        }
    }

    /// Leaves the position that was entered last, on whose path a lemma applies.
    fn skip(&mut self, id: Id) -> Status {
        if let Some(tracing) = &mut self.tracing {
            let by = self.frames.last().and_then(|frame| frame.entry.as_ref());
            tracing.skip(id, by.map(|&(m, _)| m));
        }
        self.pop()
    }

    fn close(&mut self, met: Met) -> Status {
        if let Some(tracing) = &mut self.tracing {
            tracing.close(met);
        }
        let frame = self.frames.last().expect("a position is open");
        let id = frame.id;
        self.closed[id as usize] = true;
        if self.wins_within().is_some() {
            self.distances[id as usize] = frame.height;
        }
        if let Positions::Boards(hands) = &mut self.store
            && self.terms.goal == Goal::Wins
        {
            hands.finish(id, frame.height, frame.answer);
        }
        let lines = self.lines - frame.lines;
        if let Some(superko) = &mut self.superko {
            superko.close(id, lines);
        }
        self.pop()
    }

    /// Takes the last position off the path and returns to the one before.
    fn pop(&mut self) -> Status {
        let frame = self.frames.pop().expect("a position is open");
        self.unchanged = self.unchanged.min(self.frames.len());
        self.moves.truncate(frame.moves_from);
        if let Some(copies) = &mut self.copies {
            copies.pop();
        }
        if let Some(parent) = self.frames.last_mut() {
            parent.height = parent.height.max(frame.height.saturating_add(1));
        }
        match frame.entry {
            Some((m, undo)) => {
                self.game.undo(&mut self.current, m, undo);
                Status::Open
            }
            None => Status::Stopped(Event::Done),
        }
    }

    /// Plays a move in the last position.
    fn make(&mut self, m: G::Move, choice: u64) -> Status {
        let by_pass = self.superko.is_some() && self.game.is_pass(&self.current, m);
        let undo = self.game.make(&mut self.current, m);
        let by_claimant = self.frames.last().is_some_and(|frame| frame.is_choice);
        if let Some(superko) = &mut self.superko
            && by_claimant
            && !by_pass
        {
            superko.create(self.game, &self.current);
        }
        self.arrive(Some((m, undo)), by_pass, choice)
    }

    fn push(&mut self, entry: Entry<G>, id: Id, by_pass: bool, choice: u64) {
        if let Some(copies) = &mut self.copies {
            copies.push(self.current.clone());
        }
        self.frames.push(Frame {
            entry,
            id,
            by_pass,
            is_choice: false,
            answer: None,
            store_len: self.closed.len() as Id,
            height: 0,
            moves_from: self.moves.len(),
            next: self.moves.len(),
            lines: self.lines,
            choice,
        });
    }

    /// Why a move that is not among the legal moves is not.
    fn why_not(&self, m: G::Move) -> PlayError {
        let mut moves = Vec::new();
        self.game.moves(&self.current, &mut moves);
        if moves.contains(&m) { PlayError::Repeating } else { PlayError::Illegal }
    }
}
