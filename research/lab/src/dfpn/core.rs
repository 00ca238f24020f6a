//! A df-pn of the laboratory's own, for treatments that the solver has no options for.
//!
//! The loop is that of the solver (explicit stack, threshold control, numbers that take the
//! largest child instead of the sum, see `threefold_search`), without any of its machinery for
//! repetition. What a [`Keeping`] does with results that met a repetition is all that differs
//! between the treatments.
//!
//! It is a second loop on purpose. The treatments of others are to be compared in a search that has
//! nothing but them: no circles closed, no closed sets, no simulation, and a table whose hits can
//! be judged one by one ([`plain`](super::plain)). And the solver is not to carry them: its own
//! policies without storing and with a plain table are there for what they share with the rest of
//! it, for random tests of the whole and for what each part brings (`threefold-lab go-options`). So
//! "no store" and "plain" stand in both: as treatments here ([`Keeping::Never`]; of the plain table
//! [`ignore`](super::ignore) asks the solver's, and only its causes are found out here), as options
//! there.

mod replay;
mod twins;

use threefold_game::Question;
use threefold_search::{INFINITY, LARGEST, Reason, Verdict};

use self::twins::Twins;
use super::judge::Judge;
use super::table::{Stored, Table};
use crate::mix::{mix, path_code};
use crate::rules::{Arrival, Clock, Estimate, HISTORY, Path, Rules};
use crate::{Claim, Cost, Informed, Query};

/// The level of a result that relies on no ancestor.
pub(crate) const NOTHING: u32 = u32::MAX;

/// Bytes for table and twins that are always granted: small budgets are rounded up.
const LEAST_BYTES: usize = 1 << 20;

/// The level of the root.
const ROOT: u32 = 1;

/// What is done with results that met a repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keeping {
    /// They are stored like all others, for every path: wrong, see [`super::plain`].
    Always,
    /// They are not stored.
    Never,
    /// They are stored for exactly the path at hand, with the shallowest level they rely on;
    /// where that is not above the position itself, for every path.
    ExactPath,
    /// The same, but nothing is stored for every path that might not hold there: under superko a
    /// circle that closes does not make a result unconditional, and where the repetition rule
    /// compares less than the position, no result is.
    ExactPathRepaired,
    /// A repeating move is neither proven nor disproven, but the last resort, until everything
    /// else has been tried; then the position is searched again with the moves that repeat it or
    /// what is below decided. Results that rely on what is above are not stored.
    Postpone,
    /// The same, but under superko no result that met a repetition is stored at all.
    PostponeNoStore,
    /// The same as [`Keeping::Postpone`], but a repeating move has the numbers that the table has
    /// of the position it leads to: the thresholds with which that is being searched, which are
    /// stored before it is expanded.
    SavedThresholds,
    /// They are stored for exactly the path at hand ([`twins`](self::twins)), and
    /// elsewhere used after they have been replayed there. No circle is ever closed.
    Twins,
}

impl Keeping {
    /// Whether repeating moves are the last resort.
    fn postpones(self) -> bool {
        matches!(self, Keeping::Postpone | Keeping::PostponeNoStore | Keeping::SavedThresholds)
    }
}

/// What is known about a position on the path at hand.
#[derive(Clone, Copy, Debug)]
struct Found {
    pn: u32,
    dn: u32,
    /// The shallowest level that a solved position relies on.
    relies_on: u32,
    /// The least distance from the root at which it was expanded, if it was.
    expanded_at: Option<u32>,
}

impl Found {
    fn solved(proven: bool, relies_on: u32) -> Self {
        let (pn, dn) = if proven { (0, INFINITY) } else { (INFINITY, 0) };
        Found { pn, dn, relies_on, expanded_at: None }
    }

    fn numbers(pn: u32, dn: u32, expanded_at: Option<u32>) -> Self {
        Found { pn, dn, relies_on: NOTHING, expanded_at }
    }

    fn is_solved(&self) -> bool {
        self.pn == 0 || self.dn == 0
    }
}

struct Child<M> {
    m: M,
    /// The number of the move.
    number: u32,
    found: Found,
}

struct Frame<G: Informed> {
    key: u64,
    or_node: bool,
    /// Where its children begin.
    first: usize,
    selected: usize,
    undo: Option<G::Undo>,
    th_pn: u32,
    th_dn: u32,
    /// Threshold control (Kishimoto 2010).
    control: bool,
    fresh: bool,
    /// The shallowest level that made a move of this position illegal.
    banned_by: u32,
    min_depth: u32,
    /// Code of the path down to the position.
    code: u64,
    /// [`Keeping::Twins`]: code of the moves down to it.
    moves_code: u64,
    /// [`Keeping::Postpone`]: repetitions from this level on are decided.
    decided_from: u32,
    entered_at: u64,
}

struct Numbers {
    pn: u32,
    dn: u32,
    best: usize,
    second: u32,
    /// Unsolved children.
    unsolved: u32,
}

struct Dfpn<'a, G: Informed> {
    rules: Rules<'a, G>,
    keeping: Keeping,
    clock: Clock<'a>,
    table: Table,
    path: Path,
    position: G::Position,
    frames: Vec<Frame<G>>,
    children: Vec<Child<G::Move>>,
    moves: Vec<G::Move>,
    judge: Option<&'a dyn Judge<G::Move>>,
    twins: Twins,
    /// Bytes that the table and the twins may take.
    most_bytes: usize,
    /// The thresholds of the root, which no number of an unsolved position exceeds.
    most: u32,
    /// What repeats is the whole position.
    exact: bool,
    nodes: u64,
    lookups: u64,
}

/// Answers the question with an empty table; results in it that `judge` rejects are as if they were
/// not there.
pub(crate) fn ask_judged<G: Informed>(
    query: &Query<'_, G>,
    keeping: Keeping,
    judge: Option<&dyn Judge<G::Move>>,
) -> Claim {
    let mut search = Dfpn::new(query, keeping, judge, LARGEST);
    let verdict = match search.run() {
        Ok(found) if found.pn == 0 => Verdict::Proven,
        Ok(found) if found.dn == 0 => Verdict::Disproven,
        Ok(_) => Verdict::Unknown(Reason::Saturated),
        Err(reason) => Verdict::Unknown(reason),
    };
    let cost = Cost {
        nodes: search.nodes,
        lookups: search.lookups,
        simulations: search.twins.simulations,
        simulations_failed: search.twins.failed,
        simulation_nodes: search.twins.visited,
        memory_bytes: (search.table.bytes() + search.twins.bytes()) as u64,
        time: search.clock.started.elapsed(),
    };
    Claim { verdict, cost }
}

/// The numbers of the root by a search with these thresholds there: [`LARGEST`], or [`INFINITY`] as
/// in the first df-pn.
#[cfg(test)]
pub(crate) fn root_numbers<G: Informed>(
    query: &Query<'_, G>,
    thresholds: u32,
) -> Result<(u32, u32), Reason> {
    let found = Dfpn::new(query, Keeping::SavedThresholds, None, thresholds).run()?;
    Ok((found.pn, found.dn))
}

impl<'a, G: Informed> Dfpn<'a, G> {
    fn new(
        query: &Query<'a, G>,
        keeping: Keeping,
        judge: Option<&'a dyn Judge<G::Move>>,
        most: u32,
    ) -> Self {
        let Query { game, question, history, limits, memory_bytes, interrupt } = *query;
        Dfpn {
            rules: Rules::new(game, question, history),
            keeping,
            clock: Clock::new(limits, interrupt),
            // The table leaves room for the twins.
            table: Table::new(memory_bytes / if keeping == Keeping::Twins { 2 } else { 1 }),
            path: Path::default(),
            position: history.root().clone(),
            frames: Vec::new(),
            children: Vec::new(),
            moves: Vec::new(),
            judge,
            twins: Twins::default(),
            most_bytes: memory_bytes.max(LEAST_BYTES),
            exact: game.repetition_is_exact(Question::new(question.attacker, question.rule).rule),
            nodes: 0,
            lookups: 0,
            most,
        }
    }

    fn run(&mut self) -> Result<Found, Reason> {
        let (pn, dn) = self.rules.root(&mut self.position);
        let root = Found::numbers(pn, dn, None);
        if root.is_solved() {
            return Ok(root);
        }
        self.enter(&root, self.most, self.most, false, NOTHING)?;
        loop {
            if let Some(reason) = self.twins.stopped_by.take() {
                return Err(reason);
            }
            let frame = self.frames.last().expect("the root leaves by returning");
            let numbers = self.numbers(frame);
            let level = self.path.level();
            let frame = self.frames.last_mut().expect("as above");
            let solved = numbers.pn == 0 || numbers.dn == 0;
            if !solved && frame.fresh {
                frame.fresh = false;
                if frame.control {
                    frame.th_pn = frame.th_pn.max(numbers.pn.saturating_add(1)).min(LARGEST);
                    frame.th_dn = frame.th_dn.max(numbers.dn.saturating_add(1)).min(LARGEST);
                }
            }
            if solved || numbers.pn >= frame.th_pn || numbers.dn >= frame.th_dn {
                let postponed = self.most == LARGEST && numbers.pn.max(numbers.dn) >= LARGEST;
                if !solved && postponed && self.keeping.postpones() && frame.decided_from > level {
                    // Only repeating moves are left: search again with those that close a circle
                    // here or below decided.
                    frame.decided_from = level;
                    let first = frame.first;
                    self.children.truncate(first);
                    self.clock.check(self.nodes, level - 1)?;
                    self.nodes += 1;
                    self.expand(true);
                    continue;
                }
                let found = self.leave(&numbers);
                if self.frames.is_empty() {
                    return Ok(found);
                }
                self.back_to_parent(found);
                continue;
            }
            self.descend(&numbers)?;
        }
    }

    /// Enters the best child, unless the table knows better by now.
    fn descend(&mut self, numbers: &Numbers) -> Result<(), Reason> {
        let frame = self.frames.last_mut().expect("there is a position at hand");
        frame.selected = numbers.best;
        let found = self.children[numbers.best].found;
        let Child { m, number, .. } = self.children[numbers.best];
        let beyond = second_best(numbers.second).min(self.most);
        let others = numbers.unsolved.saturating_sub(1);
        // The largest stays so: to exceed it is what the second search waits for.
        let stays = |th| self.keeping == Keeping::SavedThresholds && th == self.most;
        let rest = |th: u32| if stays(th) { th } else { th.saturating_sub(others).max(1) };
        let (th_pn, th_dn) = if frame.or_node {
            (frame.th_pn.min(beyond), rest(frame.th_dn))
        } else {
            (rest(frame.th_pn), frame.th_dn.min(beyond))
        };
        let (control, decided_from) = (frame.control, frame.decided_from);
        let pass = self.rules.superko() && self.rules.game.is_pass(&self.position, m);
        let undo = self.rules.game.make(&mut self.position, m);
        let fresh =
            self.look_up((m, number), pass, decided_from).expect("legal when it was expanded");
        let changed = (fresh.pn, fresh.dn) != (found.pn, found.dn);
        if changed && (fresh.is_solved() || fresh.expanded_at.is_some()) {
            self.children[numbers.best].found = fresh;
            self.rules.game.undo(&mut self.position, m, undo);
            return Ok(());
        }
        self.frames.last_mut().expect("as above").undo = Some(undo);
        self.enter(&found, th_pn, th_dn, control, decided_from)
    }

    /// What is known about the position at hand, behind the move `m` of the last frame.
    /// `Err`: the move is illegal, because of what is at this level.
    fn look_up(
        &mut self,
        (m, number): (G::Move, u32),
        pass: bool,
        decided_from: u32,
    ) -> Result<Found, u32> {
        self.lookups += 1;
        let repetition_key = self.rules.repetition_key(&self.position);
        let level = self.rules.in_history(repetition_key);
        let level = level.or_else(|| self.path.find(repetition_key));
        // Positions before the root are on every path: what repeats them relies on nothing.
        let relies_on = |level| if level == HISTORY { NOTHING } else { level };
        let postponed =
            |level| self.keeping.postpones() && level != HISTORY && level < decided_from;
        match self.rules.arrive(&self.position, pass, level) {
            Arrival::Banned(level) => {
                if postponed(level) {
                    // Who moves here has the other player's move behind him.
                    let frame = self.frames.last().expect("a child has a parent");
                    return Ok(self.undecided(level, !frame.or_node));
                }
                return Err(relies_on(level));
            }
            Arrival::Over(succeeds) => return Ok(Found::solved(succeeds, NOTHING)),
            Arrival::Repeats(level) => {
                let succeeds = self.rules.repetition_succeeds();
                if postponed(level) {
                    return Ok(self.undecided(level, succeeds));
                }
                return Ok(Found::solved(succeeds, relies_on(level)));
            }
            Arrival::Open => {}
        }
        let key = self.rules.key(&self.position);
        let mut numbers = None;
        match self.table.find(key) {
            Some(Stored::Solved { proven, relies_on }) if self.accepts(m, proven, relies_on) => {
                return Ok(Found::solved(proven, relies_on));
            }
            Some(Stored::Numbers { pn, dn, min_depth }) => {
                numbers = Some(Found::numbers(pn, dn, Some(min_depth)));
            }
            _ => {}
        }
        if self.stores_for_paths()
            && let Some(frame) = self.frames.last()
            && let Some(Stored::Solved { proven, relies_on }) =
                self.table.find(key ^ mix(extend(frame.code, key)))
        {
            return Ok(Found::solved(proven, relies_on));
        }
        if self.keeping == Keeping::Twins
            && let Some(frame) = self.frames.last()
        {
            let code = path_code(frame.moves_code, number, self.path.level());
            if let Some(found) = self.by_twins(key, code) {
                return Ok(found);
            }
        }
        Ok(numbers.unwrap_or_else(|| match self.rules.estimate(&mut self.position) {
            Estimate::Decided(succeeds) => Found::solved(succeeds, NOTHING),
            Estimate::Numbers(pn, dn) => Found::numbers(pn, dn, None),
        }))
    }

    /// The numbers of a repeating move that is not decided yet.
    fn undecided(&self, level: u32, succeeds: bool) -> Found {
        if self.keeping != Keeping::SavedThresholds {
            return last_resort(succeeds);
        }
        let repeated = &self.frames[level as usize - 1];
        Found::numbers(repeated.th_pn, repeated.th_dn, None)
    }

    fn stores_for_paths(&self) -> bool {
        matches!(self.keeping, Keeping::ExactPath | Keeping::ExactPathRepaired)
    }

    /// Whether the judge, if there is one, lets a result from the table pass.
    fn accepts(&self, m: G::Move, proven: bool, relies_on: u32) -> bool {
        self.judge.is_none_or(|judge| {
            let (_, above) = self.frames.split_last().expect("a child has a parent");
            let mut line = self.line(above);
            line.push(m);
            judge.accepts(proven, relies_on != NOTHING, &line)
        })
    }

    /// The moves that were made in these positions.
    fn line(&self, frames: &[Frame<G>]) -> Vec<G::Move> {
        frames.iter().map(|frame| self.children[frame.selected].m).collect()
    }

    /// Makes a frame of the position at hand.
    fn enter(
        &mut self,
        found: &Found,
        th_pn: u32,
        th_dn: u32,
        control: bool,
        decided_from: u32,
    ) -> Result<(), Reason> {
        let depth = self.path.level();
        self.clock.check(self.nodes, depth)?;
        self.nodes += 1;
        let key = self.rules.key(&self.position);
        let code = extend(self.frames.last().map_or(0, |frame| frame.code), key);
        let moves_code = self.frames.last().map_or(0, |frame| {
            path_code(frame.moves_code, self.children[frame.selected].number, depth)
        });
        self.path.push(self.rules.repetition_key(&self.position));
        let bytes = self.frames.capacity() * size_of::<Frame<G>>()
            + self.children.capacity() * size_of::<Child<G::Move>>()
            + depth as usize * Path::PLY_BYTES;
        let stored = self.table.bytes() + self.twins.bytes();
        if bytes > self.clock.path_bytes()
            || self.keeping == Keeping::Twins && stored > self.most_bytes
        {
            return Err(Reason::Memory);
        }
        self.frames.push(Frame {
            key,
            or_node: self.rules.is_or_node(&self.position),
            first: self.children.len(),
            selected: self.children.len(),
            undo: None,
            th_pn,
            th_dn,
            control,
            fresh: true,
            banned_by: NOTHING,
            min_depth: found.expanded_at.map_or(depth, |before| before.min(depth)),
            code,
            moves_code,
            decided_from,
            entered_at: self.nodes,
        });
        self.expand(found.expanded_at.is_some());
        Ok(())
    }

    /// Looks the children of the last frame up. Threshold control goes on below positions that
    /// have been expanded before (`known`), and begins where one of them has an old child.
    fn expand(&mut self, known: bool) {
        let game = self.rules.game;
        let frame = self.frames.last().expect("there is a position at hand");
        let (or_node, decided_from, min_depth) =
            (frame.or_node, frame.decided_from, frame.min_depth);
        // Saved thresholds came before threshold control, which would raise what they bound.
        let known = known && self.keeping != Keeping::SavedThresholds;
        let mut control = frame.control && known;
        let mut banned_by = NOTHING;
        let mut moves = std::mem::take(&mut self.moves);
        game.moves(&self.position, &mut moves);
        for &m in &moves {
            let pass = self.rules.superko() && game.is_pass(&self.position, m);
            let number = game.encode_move(&self.position, m);
            let undo = game.make(&mut self.position, m);
            let child = self.look_up((m, number), pass, decided_from);
            game.undo(&mut self.position, m, undo);
            match child {
                Ok(found) => {
                    let old = found.expanded_at.is_some_and(|before| before <= min_depth);
                    control |= old && known && !found.is_solved();
                    self.children.push(Child { m, number, found });
                    let proven = found.pn == 0;
                    if found.is_solved() && proven == or_node && found.relies_on == NOTHING {
                        break;
                    }
                }
                Err(level) => banned_by = banned_by.min(level),
            }
        }
        moves.clear();
        self.moves = moves;
        let frame = self.frames.last_mut().expect("as above");
        frame.control = control;
        frame.banned_by = banned_by;
    }

    fn numbers(&self, frame: &Frame<G>) -> Numbers {
        let children = &self.children[frame.first..];
        if children.is_empty() {
            let found = Found::solved(self.rules.stuck(&self.position), NOTHING);
            let best = frame.first;
            return Numbers { pn: found.pn, dn: found.dn, best, second: INFINITY, unsolved: 0 };
        }
        let (mut best, mut smallest, mut second) = (frame.first, INFINITY, INFINITY);
        let (mut largest, mut unsolved, mut tie) = (0, 0, u32::MAX);
        for (i, child) in children.iter().enumerate() {
            let (choice, other) = if frame.or_node {
                (child.found.pn, child.found.dn)
            } else {
                (child.found.dn, child.found.pn)
            };
            largest = largest.max(other);
            unsolved += u32::from(other != 0);
            if choice < smallest || choice == smallest && other < tie {
                second = second.min(smallest);
                (smallest, tie, best) = (choice, other, frame.first + i);
            } else {
                second = second.min(choice);
            }
        }
        // Weak numbers (Ueda et al. 2008): a sum would count positions twice and saturate.
        let added = match largest {
            _ if smallest == 0 => INFINITY,
            0 => 0,
            INFINITY => INFINITY,
            _ => (largest + unsolved - 1).min(LARGEST),
        };
        let (pn, dn) = if frame.or_node { (smallest, added) } else { (added, smallest) };
        Numbers { pn, dn, best, second, unsolved }
    }

    /// Removes the last frame: keeps what it has found out, as the treatment does, and returns it.
    fn leave(&mut self, numbers: &Numbers) -> Found {
        let level = self.path.level();
        let frame = self.frames.pop().expect("there is a position at hand");
        let work = self.nodes + 1 - frame.entered_at;
        let found = if numbers.pn == 0 || numbers.dn == 0 {
            let proven = numbers.pn == 0;
            let mut relies_on = self.relies_on(&frame, proven);
            let closes = match self.keeping {
                Keeping::Always | Keeping::Never | Keeping::Twins => false,
                Keeping::ExactPath | Keeping::Postpone | Keeping::SavedThresholds => true,
                // Under superko what is below may be legal elsewhere and illegal here.
                Keeping::PostponeNoStore | Keeping::ExactPathRepaired => !self.rules.superko(),
            };
            if closes && relies_on >= level {
                relies_on = NOTHING;
            }
            if self.keeping == Keeping::ExactPathRepaired && !self.exact {
                relies_on = relies_on.min(ROOT);
            }
            let solved = Stored::Solved { proven, relies_on };
            if relies_on == NOTHING || self.keeping == Keeping::Always {
                self.table.store(frame.key, solved, work);
                if let Some(judge) = self.judge {
                    judge.stored(proven, &self.line(&self.frames));
                }
            } else if self.stores_for_paths() || self.keeping == Keeping::Twins {
                if self.keeping == Keeping::Twins {
                    let best = self.best_move(&frame, proven);
                    self.twins.store(frame.key, frame.moves_code, level - 1, proven, best);
                } else {
                    self.table.store(frame.key ^ mix(frame.code), solved, work);
                }
                // What was counted on this path is not trusted on others.
                let fresh = Stored::Numbers { pn: 1, dn: 1, min_depth: frame.min_depth };
                self.table.store(frame.key, fresh, 1);
            }
            Found::solved(proven, relies_on)
        } else {
            let (pn, dn) = (numbers.pn.min(self.most), numbers.dn.min(self.most));
            if !self.keeping.postpones() || pn.max(dn) < LARGEST {
                let min_depth = frame.min_depth;
                self.table.store(frame.key, Stored::Numbers { pn, dn, min_depth }, work);
            }
            Found::numbers(pn, dn, Some(frame.min_depth))
        };
        self.children.truncate(frame.first);
        self.path.pop();
        found
    }

    /// The shallowest level that a solved frame relies on.
    fn relies_on(&self, frame: &Frame<G>, proven: bool) -> u32 {
        let solved = self.children[frame.first..]
            .iter()
            .filter(|child| child.found.is_solved() && (child.found.pn == 0) == proven)
            .map(|child| child.found.relies_on);
        if frame.or_node == proven && self.children.len() > frame.first {
            // One child decides: the one that relies on least.
            solved.max().unwrap_or(NOTHING)
        } else {
            solved.min().unwrap_or(NOTHING).min(frame.banned_by)
        }
    }

    /// The number of the move that shows a solved frame's result, where one move does.
    fn best_move(&self, frame: &Frame<G>, proven: bool) -> Option<u32> {
        if frame.or_node != proven {
            return None;
        }
        let solved = self.children[frame.first..]
            .iter()
            .filter(|child| child.found.is_solved() && (child.found.pn == 0) == proven);
        solved.max_by_key(|child| child.found.relies_on).map(|child| child.number)
    }

    fn back_to_parent(&mut self, found: Found) {
        let frame = self.frames.last_mut().expect("there is a parent");
        let child = &mut self.children[frame.selected];
        let undo = frame.undo.take().expect("the child was entered by a move");
        self.rules.game.undo(&mut self.position, child.m, undo);
        child.found = found;
    }
}

/// The numbers of a repeating move that is not decided yet: as bad as unsolved numbers get for
/// the player whom it will fail.
fn last_resort(succeeds: bool) -> Found {
    let (pn, dn) = if succeeds { (1, LARGEST) } else { (LARGEST, 1) };
    Found::numbers(pn, dn, None)
}

/// Code of a path with one more position; depends on the order.
fn extend(code: u64, key: u64) -> u64 {
    mix(code.rotate_left(1) ^ key)
}

/// 1+epsilon (Pawlewicz and Lew 2007), epsilon 3/16 as in the solver.
fn second_best(second: u32) -> u32 {
    let share = u64::from(second) * 19 / 16;
    (share.min(u64::from(LARGEST)) as u32).max(second.saturating_add(1)).min(LARGEST)
}
