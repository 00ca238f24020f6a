//! Certificates from the table.
//!
//! The certificate's own [`Walk`] runs from the root and asks for the claimant's moves; they are
//! read from the table, on the walk's real path. Two things can go wrong, because entries were
//! evicted or replaced since the answer was found:
//!
//! - **a hole**: nothing is known about the position any more. It is searched again, on its path.
//! - **a fault**: the moves in the table go round in a circle. Each of them was right when it was
//!   stored, but one was found again later by way of another:
//!   ```text
//!      P proven by m, to Q.  Q is evicted, and proven again by a line that ends in P.
//!   ```
//!   Then the walk is rolled back to one of the claimant's choices on the path, and everything
//!   below is searched anew in a table of its own; where that fails on the path at hand, one choice
//!   further up. At the root it cannot fail, unless the answer was wrong.

use thiserror::Error;
use threefold_certificate::{Block, Event, Header, MoveLines, Terms, Walk};
use threefold_game::{History, RepetitionRule, Searchable};

use crate::conditional::{ConditionalStore, note_situation};
use crate::dfpn;
use crate::limits::Reason;
use crate::options::{Options, Policy, Verify};
use crate::search::{Arrival, FailedSimulations, Found, Search, is_conditional};
use crate::solver::Solver;
use crate::stats::Stats;
use crate::table::{NO_MOVE, Table};

/// Why there is no certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ExtractError {
    /// Searching a hole again hit a limit.
    #[error(
        "no certificate: {0}, while a part of the table that had been evicted was searched again"
    )]
    Limit(Reason),
    /// The position was solved anew and the answer was the other one: it had been wrong.
    #[error("no certificate: the answer is wrong")]
    Wrong,
    /// Faults kept coming: the answer is wrong in too many places, or every table was too small.
    #[error("no certificate: after {0} repairs there were still faults")]
    TooManyRepairs(u32),
}

/// A certificate and what it took to write it.
#[derive(Clone, Debug)]
pub struct Extracted {
    /// One block of a certificate file.
    pub block: Block,
    /// Different positions in it.
    pub positions: u64,
    /// How often the walk was rolled back and a part of the proof searched anew, because what the
    /// table said did not hold together. Holes, where it says nothing, are in `stats`.
    pub repairs: u32,
    /// Work spent on holes, the holes themselves and the time for everything.
    pub stats: Stats,
}

/// A table that replaces the solver's below a depth of the walk.
struct Overlay {
    depth: usize,
    table: Table,
    conditional: ConditionalStore,
}

/// Repairs before giving up. Each one doubles the table, so that a handful suffices; a solver
/// that needs more is wrong, and must not run for ever.
const MAX_REPAIRS: u32 = 40;
/// The smallest table for a repair. It comes on top of the solver's.
const REPAIR_BYTES: usize = 16 << 20;

impl<G: Searchable> Solver<'_, G> {
    /// The certificate of an answer that [`Solver::solve`] has just given for the same history:
    /// `proven` or not. `rule` is what the header says: the rule of the game where that is
    /// [`RepetitionRule::Draw`], else the question's.
    ///
    /// Limits count anew for the search of holes. Besides the table this needs memory linear in the
    /// positions of the certificate.
    ///
    /// # Errors
    /// [`ExtractError::Limit`] if a limit was hit; [`ExtractError::Wrong`] if the answer was wrong,
    /// which only [`Policy::Ignore`] or a collision of keys can bring about.
    pub fn certificate(
        &mut self,
        history: &History<G>,
        proven: bool,
        rule: RepetitionRule,
    ) -> Result<Extracted, ExtractError> {
        let game = self.game;
        let mut terms = Terms::of(self.question, proven);
        if rule == RepetitionRule::Draw && !terms.rule.is_superko() {
            terms.rule = rule;
        }
        let knowledge = self.relies_on();
        terms.database = knowledge.declaration().is_some();
        let mut overlays: Vec<Overlay> = Vec::new();
        let mut failed = FailedSimulations::new();
        let repair_options = self.repair_options();
        let conditional = is_conditional(self.question, &repair_options);
        let repair_bytes = self.options.table_bytes.max(REPAIR_BYTES);
        let mut extraction = Extraction {
            walk: Walk::new(game, history, terms).knowledge(knowledge).with_rollback(),
            moves: MoveLines::new(),
            proven,
            arrivals: Vec::new(),
        };
        let mut repairs = 0;
        let mut text = String::new();
        let mut search = self.search(history);
        loop {
            let event = extraction.walk.step();
            if event == Event::Done {
                break;
            }
            while overlays.last().is_some_and(|top| extraction.walk.depth() < top.depth) {
                overlays.pop();
            }
            let choice = if event == Event::NeedMove {
                extraction.follow(&mut search);
                match overlays.last_mut() {
                    None => extraction.choose(&mut search)?,
                    Some(overlay) => {
                        // The same path, another table and no trust in what is not verified.
                        let mut inner =
                            overlay_search(&mut search, &repair_options, overlay, &mut failed);
                        let choice = extraction.choose(&mut inner);
                        give_back(&mut search, inner);
                        choice?
                    }
                }
            } else {
                None
            };
            if let Some(m) = choice {
                text.clear();
                game.write_move(extraction.walk.position(), m, &mut text);
                if extraction.walk.play(m).is_ok() {
                    extraction.moves.push(&text);
                    continue;
                }
            }

            // A fault, or a hole that cannot be filled on this path.
            let mut depth = match event {
                Event::Cycle { depth } => depth + 1,
                _ => extraction.walk.depth() + 1,
            };
            if let Event::Cycle { depth: first } = event {
                // Somewhere on the circle a choice has to be another one; the first that can be.
                let on_circle = extraction.walk.path().skip(first).position(|step| step.is_choice);
                depth = on_circle.map_or(first, |i| first + i + 1);
            }
            loop {
                repairs += 1;
                if repairs > MAX_REPAIRS {
                    return Err(ExtractError::TooManyRepairs(MAX_REPAIRS));
                }
                let up = extraction.walk.path().take(depth).rposition(|step| step.is_choice);
                let Some(up) = up else { return Err(ExtractError::Wrong) };
                depth = up;
                extraction.walk.rollback_to(up).expect("a choice on the path");
                extraction.moves.truncate(extraction.walk.lines());
                overlays.retain(|overlay| overlay.depth < up);
                let bytes = repair_bytes.saturating_mul(1 << overlays.len().min(6));
                overlays.push(Overlay {
                    depth: up,
                    table: Table::new(bytes, 0),
                    conditional: ConditionalStore::new(if conditional { bytes } else { 0 }, 0),
                });
                let overlay = overlays.last_mut().expect("just pushed");
                extraction.walk.step();
                extraction.follow(&mut search);
                failed.clear();
                let mut inner = overlay_search(&mut search, &repair_options, overlay, &mut failed);
                let (found, reason) = extraction.search_again(&mut inner);
                give_back(&mut search, inner);
                if let Some(reason) = reason {
                    return Err(ExtractError::Limit(reason));
                }
                if found.is_proven() == proven {
                    break;
                }
            }
        }
        let mut stats = std::mem::take(&mut search.stats);
        stats.time = search.started.elapsed();
        let header = Header::new(game, history, terms).relying_on(knowledge, terms);
        let block = Block::new(header, extraction.moves);
        Ok(Extracted { block, positions: extraction.walk.positions(), repairs, stats })
    }

    /// Repairs are searched with everything that makes an answer right.
    fn repair_options(&self) -> Options {
        Options {
            policy: Policy::BaseTwin,
            // The path of the walk keeps what conditions are tested against only if the solver's
            // results have any.
            conditional: is_conditional(self.question, &self.options),
            verify: Verify::WhereNeeded,
            threshold_control: true,
            drop_256ths: 0,
            ..self.options.clone()
        }
    }
}

/// A search that shares path and position with `search` but has a table of its own.
fn overlay_search<'a, 's: 'a, G: Searchable>(
    search: &mut Search<'s, G>,
    options: &'a Options,
    overlay: &'a mut Overlay,
    failed: &'a mut FailedSimulations,
) -> Search<'a, G> {
    let nothing = History::new(search.position.clone());
    let mut inner = Search::new(
        search.game,
        search.knowledge,
        search.question,
        options,
        search.limits,
        search.interrupt,
        &mut overlay.table,
        &mut overlay.conditional,
        failed,
        None,
        &nothing,
    );
    std::mem::swap(&mut inner.path, &mut search.path);
    std::mem::swap(&mut inner.position, &mut search.position);
    // Limits count over the whole extraction.
    inner.stats = std::mem::take(&mut search.stats);
    inner.started = search.started;
    // That the path is another one does not show in the history, which is empty.
    inner.by_dominance = search.by_dominance;
    if inner.superko {
        // A base result gives the root its right value, but its strategy may be banned on the path
        // of the walk. A repair has to find one that is not: every reuse is verified.
        inner.trust_base = false;
    }
    inner
}

/// Returns path and position after [`overlay_search`].
fn give_back<G: Searchable>(search: &mut Search<'_, G>, mut inner: Search<'_, G>) {
    std::mem::swap(&mut inner.path, &mut search.path);
    std::mem::swap(&mut inner.position, &mut search.position);
    search.stats = inner.stats;
}

/// The walk, and how far the search's path follows it.
struct Extraction<'g, G: Searchable> {
    walk: Walk<'g, G>,
    moves: MoveLines,
    proven: bool,
    /// How each position of the path is reached, the last one included; the search's path holds all
    /// but the last.
    arrivals: Vec<Arrival>,
}

impl<G: Searchable> Extraction<'_, G> {
    /// Leads the search to where the walk is.
    fn follow(&mut self, search: &mut Search<'_, G>) {
        let unchanged = self.walk.take_unchanged().min(self.arrivals.len());
        self.arrivals.truncate(unchanged);
        let length = self.walk.depth() + 1;
        // The path of the search ends one position before that of the walk.
        while search.path.level() as usize > unchanged.min(length - 1) {
            search.path.pop();
        }
        let new = length - unchanged;
        // One more than is new: to know how the first new one was reached, its parent is needed.
        let steps: Vec<_> = self.walk.path().rev().take(new + 1).collect();
        for i in (0..new).rev() {
            let step = &steps[i];
            let arrival = match (step.entered_by, steps.get(i + 1)) {
                (Some(m), Some(parent)) => Arrival {
                    mv: search.game.encode_move(parent.position, m),
                    irreversible: search.game.is_irreversible(parent.position, m),
                    pass: search.superko && search.game.is_pass(parent.position, m),
                },
                _ => Arrival { mv: NO_MOVE, irreversible: false, pass: true },
            };
            self.arrivals.push(arrival);
        }
        // Push what is missing of the path before the last position.
        for level in search.path.level() as usize..length - 1 {
            let step = &steps[length - 1 - level];
            let key = search.game.repetition_key(step.position, search.question.rule);
            let arrival = self.arrivals[level];
            search.path.push(key, arrival.mv, arrival.irreversible);
            if search.conditional {
                let (game, rule) = (search.game, search.question.rule);
                note_situation(game, rule, step.position, &mut search.path);
            }
        }
        search.position = steps[0].position.clone();
    }

    /// The claimant's move in the position at hand: from the table, or by searching the hole.
    fn choose(&mut self, search: &mut Search<'_, G>) -> Result<Option<G::Move>, ExtractError> {
        let arrival = *self.arrivals.last().expect("the root is on the path");
        if let Some(m) = self.known(search, arrival) {
            return Ok(Some(m));
        }
        search.stats.holes += 1;
        let (found, reason) = self.search_again(search);
        match reason {
            Some(reason) => Err(ExtractError::Limit(reason)),
            None => Ok(self.decode(search, &found)),
        }
    }

    fn known(&self, search: &mut Search<'_, G>, arrival: Arrival) -> Option<G::Move> {
        let id = search.id(arrival);
        search.conditions.truncate(0);
        let found = search.beyond_rules(id, arrival);
        self.decode(search, &found)
    }

    fn decode(&self, search: &Search<'_, G>, found: &Found) -> Option<G::Move> {
        let fits = found.is_solved() && found.is_proven() == self.proven && found.mv != NO_MOVE;
        if fits { search.game.decode_move(&search.position, found.mv) } else { None }
    }

    /// Solves the position at hand on the path of the walk.
    fn search_again(&self, search: &mut Search<'_, G>) -> (Found, Option<Reason>) {
        let arrival = *self.arrivals.last().expect("the root is on the path");
        dfpn::solve(search, arrival, None)
    }
}
