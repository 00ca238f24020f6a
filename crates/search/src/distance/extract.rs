//! Certificates of answers with a distance.
//!
//! A win within so many plies is a strategy in which every position has one move, and the longest
//! way is short enough. The table may know a move for a position with 7 plies left that wins in 7,
//! while another way leads there with 5 left: then a shorter win has to be found for it. So the
//! strategy is made first, in which every position wins within the fewest plies that anybody asked
//! for, and the walk of the certificate reads its moves.
//!
//! A position in which the attacker does not win in time is walked with the plies that are left, as
//! the checker does; a move that refutes with more plies left refutes with fewer.
//!
//! Where an entry was evicted, the hole is searched again.

use std::collections::HashMap;

use threefold_certificate::{Block, Event, Header, MoveLines, Omitted, Terms, Walk};
use threefold_game::{Distances, Game, History, Question, RepetitionRule};

use super::dfpn;
use super::options::DistanceOptions;
use super::search::Search;
use super::solver::{DistanceSolver, clamp};
use super::stats::DistanceStats;
use super::table::{Known, NO_MOVE, Table};
use crate::extract::may_omit_hands;
use crate::extracted::{ExtractError, STEPS};
use crate::limits::Reason;
use crate::solver::Solver;

/// What checkers look through by themselves, for as much time as lines would cost a search that
/// has to find them again. With five the leaves have tens of thousands of positions.
const LEAF_PLIES: u32 = 3;

/// A certificate and what it took to write it.
#[derive(Clone, Debug)]
pub struct DistanceCertificate {
    /// One block of a certificate file.
    pub block: Block,
    /// Different positions in it.
    pub positions: u64,
    /// Bytes that its walk has taken, and that of a checker will take.
    pub walk_bytes: usize,
    /// Work spent on what the table did not know any more.
    pub stats: DistanceStats,
}

/// The attacker's moves, and how many plies are enough for a win from here.
type Strategy<G> = HashMap<<G as Game>::Position, (u16, Option<<G as Game>::Move>)>;

/// Bytes of a strategy; where it is about to grow, with those of the larger table.
fn bytes_of<G: Game>(strategy: &Strategy<G>) -> usize {
    let each = size_of::<(G::Position, (u16, Option<G::Move>), u8)>();
    let bytes = strategy.capacity() * 8 / 7 * each;
    if strategy.len() + 1024 > strategy.capacity() { 3 * bytes } else { bytes }
}

/// Whether so many bytes fit beside the table: what the search for any win knows is forgotten for
/// them, and then the table gets smaller.
fn make_room<G: Distances>(
    table: &mut Table,
    any: &mut Option<Solver<'_, G>>,
    options: &DistanceOptions,
    bytes: usize,
) -> bool {
    /// The table does not get smaller than this share of its size.
    const LEAST_SHARE: usize = 8;
    let most = options.memory_bytes;
    let of_any = any.as_ref().map_or(0, Solver::table_bytes);
    if bytes.saturating_add(table.bytes() + of_any) <= most {
        return true;
    }
    *any = None;
    while bytes.saturating_add(table.bytes()) > most {
        if !table.halve(options.table_bytes / LEAST_SHARE) {
            return false;
        }
    }
    true
}

impl<G: Distances> DistanceSolver<'_, G> {
    /// The certificate of an answer that was just given: that the attacker wins within `plies`
    /// (`proven`), with the header `within`, or that the other player holds so long, with the
    /// header `plies`. `rule` is what the header says, `draw` or `attacker-loses`. That a win is
    /// the shortest is said by two files: one within n plies, one that holds for n - 1.
    ///
    /// Limits count anew, but for the deadline. Besides the table this needs memory linear in the
    /// positions of the certificate, within [`DistanceOptions::memory_bytes`].
    ///
    /// # Errors
    /// [`ExtractError::Limit`] if a limit was hit; [`ExtractError::Wrong`] if the answer was
    /// another, or the rule cannot be that of the question.
    pub fn certificate(
        &mut self,
        history: &History<G>,
        plies: u32,
        proven: bool,
        rule: RepetitionRule,
    ) -> Result<DistanceCertificate, ExtractError> {
        if !matches!(rule, RepetitionRule::Draw | RepetitionRule::AttackerLoses) {
            return Err(ExtractError::Wrong);
        }
        let question = Question::new(self.attacker, RepetitionRule::AttackerLoses);
        let plies = clamp(plies);
        let terms = Terms::of(question, proven);
        let mut terms = Terms { rule, plies: Some(u32::from(plies)), ..terms };
        terms.omitted = Omitted {
            leaf_plies: if proven { 0 } else { LEAF_PLIES },
            hands: may_omit_hands(history, &terms),
        };
        let mut any = self.any.take();
        let made = self.extract(history, plies, proven, terms, &mut any);
        self.any = any;
        made
    }

    /// Whether so many bytes that the caller keeps fit into [`DistanceOptions::memory_bytes`]. If
    /// need be, less is remembered of what was searched.
    pub fn has_room(&mut self, bytes: usize) -> bool {
        make_room(&mut self.table, &mut self.any, &self.options, bytes)
    }

    /// Bytes that are left beside what is remembered.
    pub fn room(&self) -> usize {
        let of_any = self.any.as_ref().map_or(0, Solver::table_bytes);
        self.options.memory_bytes.saturating_sub(self.table.bytes() + of_any)
    }

    fn extract(
        &mut self,
        history: &History<G>,
        plies: u16,
        proven: bool,
        terms: Terms,
        any: &mut Option<Solver<'_, G>>,
    ) -> Result<DistanceCertificate, ExtractError> {
        let mut search = self.search(history);
        search.knowledge = None;
        let strategy = match proven {
            true => search.strategy(plies, any)?,
            false => HashMap::new(),
        };
        let beside = bytes_of::<G>(&strategy);
        let game = search.game;
        let mut walk = Walk::new(game, history, terms).believing_leaves();
        let mut moves = MoveLines::new();
        loop {
            search.end_in_time(walk.lines())?;
            let event = walk.step();
            let bytes = walk.memory() + moves.memory() + beside;
            if !make_room(search.table, any, search.options, bytes) {
                return Err(ExtractError::Limit(Reason::Memory));
            }
            match event {
                Event::Done => break,
                Event::NeedMove => {
                    let m = match walk.plies_left() {
                        None => strategy.get(walk.position()).and_then(|&(_, m)| m),
                        Some(left) => {
                            search.position = walk.position().clone();
                            let known = search.decided(clamp(left), false)?;
                            search.game.decode_move(&search.position, known.mv)
                        }
                    };
                    let m = m.ok_or(ExtractError::Wrong)?;
                    moves.push(&game.move_text(walk.position(), m));
                    walk.play(m).map_err(|_| ExtractError::Wrong)?;
                }
                _ => return Err(ExtractError::Wrong),
            }
        }
        if walk.plies().is_some_and(|longest| longest > u32::from(plies)) {
            return Err(ExtractError::Wrong);
        }
        let block = Block::new(Header::new(game, history, terms), moves);
        let stats = search.finished_stats();
        let (positions, walk_bytes) = (walk.positions(), walk.memory());
        Ok(DistanceCertificate { block, positions, walk_bytes, stats })
    }
}

impl<G: Distances> Search<'_, G> {
    /// What is known of the position at hand, in which the attacker wins within so many plies, or
    /// does not, as `proven` says: from the table, or by another search. It comes with a move
    /// if it is the turn of who succeeds.
    pub(super) fn decided(&mut self, plies: u16, proven: bool) -> Result<Known, ExtractError> {
        let plies = self.normal(plies);
        let chooses = self.or_node() == proven;
        if let Some(known) = self.table.find(self.key(plies))
            && known.decides(plies) == Some(proven)
            && (!chooses || self.game.decode_move(&self.position, known.mv).is_some())
        {
            return Ok(known);
        }
        let finding = dfpn::solve(self, plies);
        match (finding.known.decides(plies), finding.reason) {
            (Some(found), _) if found == proven => {
                let known = finding.known;
                if !chooses || known.mv != NO_MOVE || self.by_rules().is_some() {
                    return Ok(known);
                }
                // The table has a bound without its move, or one that is no move here.
                Ok(self.chosen(plies, proven)?)
            }
            (None, Some(reason)) => Err(ExtractError::Limit(reason)),
            _ => Err(ExtractError::Wrong),
        }
    }

    /// Fails at the deadline, at which is looked every so many steps.
    fn end_in_time(&self, steps: u64) -> Result<(), ExtractError> {
        match steps.is_multiple_of(STEPS) && self.limits.is_late() {
            true => Err(ExtractError::Limit(Reason::Time)),
            false => Ok(()),
        }
    }

    /// The same, found by asking of every move.
    fn chosen(&mut self, plies: u16, proven: bool) -> Result<Known, ExtractError> {
        let mut moves = Vec::new();
        self.game.moves(&self.position, &mut moves);
        if moves.is_empty() {
            // Whoever cannot move may have won by it, as in a selfmate.
            return Ok(self.over(self.game.stuck(&self.position)));
        }
        for m in moves {
            let mv = self.game.encode_move(&self.position, m);
            let undo = self.make(m);
            let finding = dfpn::solve(self, plies.saturating_sub(1));
            self.undo(m, undo);
            let known = finding.known;
            match known.decides(plies.saturating_sub(1)) {
                Some(found) if found == proven => {
                    return Ok(match proven {
                        true => Known::proven(known.hi + 1, mv),
                        false => Known::disproven(known.lo.saturating_add(1), mv),
                    });
                }
                Some(_) => {}
                None => return Err(ExtractError::Limit(finding.reason.expect("not decided"))),
            }
        }
        Err(ExtractError::Wrong)
    }

    /// A strategy that wins the position at hand within so many plies.
    fn strategy(
        &mut self,
        plies: u16,
        any: &mut Option<Solver<'_, G>>,
    ) -> Result<Strategy<G>, ExtractError> {
        let mut strategy: Strategy<G> = HashMap::new();
        let mut open = vec![(self.position.clone(), plies)];
        let mut moves = Vec::new();
        while let Some((position, plies)) = open.pop() {
            self.end_in_time(strategy.len() as u64)?;
            if strategy.get(&position).is_some_and(|&(enough, _)| enough <= plies) {
                continue;
            }
            let bytes =
                bytes_of::<G>(&strategy) + open.capacity() * size_of::<(G::Position, u16)>();
            if !make_room(self.table, any, self.options, bytes) {
                return Err(ExtractError::Limit(Reason::Memory));
            }
            self.position = position;
            if let Some(known) = self.by_rules() {
                match known.decides(plies) {
                    Some(true) => continue,
                    _ => return Err(ExtractError::Wrong),
                }
            }
            if self.or_node() {
                let known = self.decided(plies, true)?;
                let m = self.game.decode_move(&self.position, known.mv);
                strategy.insert(self.position.clone(), (known.hi, m));
                // Without a move the game is over.
                if let Some(m) = m {
                    self.make(m);
                    open.push((self.position.clone(), known.hi - 1));
                }
                continue;
            }
            strategy.insert(self.position.clone(), (plies, None));
            moves.clear();
            self.game.moves(&self.position, &mut moves);
            if plies == 0 && !moves.is_empty() {
                return Err(ExtractError::Wrong);
            }
            for &m in &moves {
                let undo = self.make(m);
                open.push((self.position.clone(), plies - 1));
                self.undo(m, undo);
            }
        }
        Ok(strategy)
    }
}
