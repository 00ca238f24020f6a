//! A zone that grows by what a proof would need.
//!
//! Zones that hold everything near the target have many points that no proof depends on, and each
//! costs time: a problem whose first such zone in which the defender wins has 36 points, and takes
//! seconds, is solved in a fifth of a second in one of 23. Which points those are is found out by
//! asking the attacker to stay where the defender has failed:
//!
//! 1. The zone is searched. If the defender wins, that is the answer.
//! 2. If not, he gets the points around it, and the attacker goes on playing in the zone only
//!    ([`Problem::relaxed`]). If the defender fails there as well, he gets more points.
//! 3. If he wins, what his strategy depends on ([`Problem::used_by`]) joins the zone, which is
//!    searched again.
//!
//! Nothing that is found out about a relaxed game is an answer to anything: it only says which
//! zones to ask about. Where it takes many more nodes than the zone took, another one is tried, and
//! after some all points around join.
//!
//! Most problems that are solved so take a tenth of a second, if the zone has grown the right way,
//! and very long if it has not. So one zone after the other grows, from different points and in two
//! ways, each for about a second; then all of them again, for eight times as long, and so on.

use std::cell::{Cell, OnceCell};

use threefold_game::{History, splitmix};
use threefold_go::problem::{CellSet, Problem};
use threefold_go::{Points, Wide};
use threefold_search::{Limits, Reason, Stats, Verdict};

use crate::asked::Asked;
use crate::observer::Observer;
use crate::problem::searched::{Asking, Game, Search, SearchOfZone, is_defenders};

/// A relaxed game gets so many nodes, and some times as many as the zone took. Of eight problems of
/// study-LD-RZ that one zone with these does not solve in 10 s, none is solved with 20,000 and 16,
/// or with 200,000 and 8, and one with 5,000 and 2.
const RELAXED_NODES: u64 = 20_000;
const TIMES: u64 = 4;

/// Of a hundred points, so many remain to an attacker who has fewer.
const MANY: u64 = 92;
const FEWER: u64 = 85;

/// What the first attempts may cost, in positions times points: about a second. Nine of ten that
/// succeed on study-LD-RZ do so within that.
const FIRST_BUDGET: u64 = 10_000_000;

/// What those of each round may cost in comparison with the round before.
const MORE: u64 = 8;

/// Zones that are tried, and relaxed games, before nothing grows any more: each takes some memory.
const MOST_GAMES: usize = 2000;

/// Room for the games, which live as long as their searches do.
pub(super) struct Games {
    games: Vec<OnceCell<Game>>,
    used: Cell<usize>,
}

impl Default for Games {
    fn default() -> Self {
        Games { games: (0..MOST_GAMES).map(|_| OnceCell::new()).collect(), used: Cell::new(0) }
    }
}

impl Games {
    /// `None` where there is no more room.
    fn add(&self, game: Game) -> Option<&Game> {
        let room = self.games.get(self.used.get())?;
        self.used.set(self.used.get() + 1);
        Some(room.get_or_init(|| game))
    }
}

/// What is done where the defender neither wins nor loses a relaxed game within its nodes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// He gets a step more, once; then all points around the zone join it.
    Wider,
    /// The attacker plays on most points of the zone only, chosen at random, twice; then the
    /// defender gets a step more, and the attacker has fewer points once more.
    Fewer,
}

impl Way {
    /// So many relaxed games are given up before all points around the zone join it.
    fn tries(self) -> u32 {
        match self {
            Way::Wider => 2,
            Way::Fewer => 5,
        }
    }
}

/// What is searched at the moment.
enum Stage {
    /// The zone, on which so many nodes were spent.
    Zone { nodes: u64 },
    /// A relaxed game.
    Relaxed(Relaxed),
}

/// A relaxed game.
#[derive(Clone, Copy)]
struct Relaxed {
    /// Where the defender plays.
    around: Wide,
    /// Where the attacker plays.
    attacked: Wide,
    /// What each relaxed game of the zone gets, and what is left of it for this one.
    budget: u64,
    left: u64,
    /// Games that were given up.
    tries: u32,
}

/// A zone that grows.
struct Attempt<'a> {
    zone: Wide,
    way: Way,
    stage: Stage,
    search: SearchOfZone<'a>,
}

/// The search in zones that grow.
pub(super) struct Growing<'a, S: CellSet> {
    problem: &'a Problem<S>,
    history: &'a History<Problem<S>>,
    asking: Asking<'a>,
    /// Its search has one of so many parts of the table.
    parts: usize,
    games: &'a Games,
    /// What they begin with.
    seeds: Vec<Wide>,
    /// The place of the next one.
    place: usize,
    round: u32,
    /// What the attempt has cost.
    cost: u64,
    /// Whether one of this round was given up for its cost.
    is_open: bool,
    /// Where the numbers at random come from.
    random: u64,
    attempt: Attempt<'a>,
}

impl<'a, S: CellSet> Growing<'a, S> {
    /// Begins with the target and the points around it. `None` where there is no such zone.
    pub fn new(
        problem: &'a Problem<S>,
        history: &'a History<Problem<S>>,
        asking: Asking<'a>,
        parts: usize,
        games: &'a Games,
    ) -> Option<Self> {
        let zone = problem.zone_around(problem.definition().target, 1);
        // In both ways from there.
        let mut seeds = vec![zone, zone];
        seeds.extend(problem.zones());
        let game = games.add(Game::of_zone(problem, zone, None)?)?;
        let search = game.search(problem, history, asking, parts)?;
        let attempt = Attempt { zone, way: Way::Wider, stage: Stage::Zone { nodes: 0 }, search };
        Some(Growing {
            problem,
            history,
            asking,
            parts,
            games,
            seeds,
            place: 1,
            round: 0,
            cost: 0,
            is_open: false,
            random: 0,
            attempt,
        })
    }

    fn search(&self, zone: Wide, attacked: Option<Wide>) -> Option<SearchOfZone<'a>> {
        let game = self.games.add(Game::of_zone(self.problem, zone, attacked)?)?;
        game.search(self.problem, self.history, self.asking, self.parts)
    }

    /// The next attempt. `None` where no more time would help any of them.
    fn begin(&mut self) -> Option<()> {
        loop {
            if self.place == self.seeds.len() {
                if !std::mem::take(&mut self.is_open) {
                    return None;
                }
                self.place = 0;
                self.round += 1;
            }
            let zone = self.seeds[self.place];
            let way = match (self.place + self.round as usize) % 2 {
                0 => Way::Wider,
                _ => Way::Fewer,
            };
            self.place += 1;
            self.cost = 0;
            if let Some(search) = self.search(zone, None) {
                self.attempt = Attempt { zone, way, stage: Stage::Zone { nodes: 0 }, search };
                return Some(());
            }
        }
    }

    /// Goes on with a larger zone. `None` where there is none, as from all that follows.
    fn grow(&mut self, zone: Wide) -> Option<()> {
        let before = self.attempt.zone;
        let larger = if zone == before { self.problem.zone_around(zone, 1) } else { zone };
        if larger == before {
            return None;
        }
        self.attempt.search = self.search(larger, None)?;
        self.attempt.stage = Stage::Zone { nodes: 0 };
        self.attempt.zone = larger;
        Some(())
    }

    /// Goes on with another relaxed game.
    fn relax(&mut self, relaxed: Relaxed) -> Option<()> {
        self.attempt.search = self.search(relaxed.around, Some(relaxed.attacked))?;
        self.attempt.stage = Stage::Relaxed(Relaxed { left: relaxed.budget, ..relaxed });
        Some(())
    }

    /// The same in which the defender has a step more.
    fn widen(&mut self, relaxed: Relaxed) -> Option<()> {
        let around = self.problem.zone_around(relaxed.around, 1);
        (around != relaxed.around).then(|| self.relax(Relaxed { around, ..relaxed }))?
    }

    /// The same in which the attacker has these of a hundred points of the zone.
    fn thin_out(&mut self, relaxed: Relaxed, of_hundred: u64) -> Option<()> {
        let mut attacked = Wide::EMPTY;
        for point in self.attempt.zone.iter() {
            self.random += 1;
            if splitmix(self.random) % 100 < of_hundred {
                attacked |= Wide::single(point);
            }
        }
        self.relax(Relaxed { attacked, ..relaxed })
    }

    /// What comes after a search in which the defender has not won the zone; `None` where nothing
    /// does. With the work on finding out what a strategy uses.
    fn next(&mut self, verdict: Verdict, observer: &mut dyn Observer) -> (Option<()>, Stats) {
        let goal = self.problem.definition().goal;
        let Attempt { zone, way, stage, search } = &mut self.attempt;
        let (zone, way) = (*zone, *way);
        match stage {
            Stage::Zone { .. } if verdict.decided().is_none() => (None, Stats::default()),
            Stage::Zone { nodes } => {
                let budget = RELAXED_NODES + *nodes * TIMES;
                let first = Relaxed { around: zone, attacked: zone, budget, left: 0, tries: 0 };
                (self.widen(first), Stats::default())
            }
            Stage::Relaxed(relaxed) if is_defenders(goal, verdict) => {
                let mut relaxed = *relaxed;
                let (used, stats) = search.used(observer);
                let larger = self.problem.zone_around(zone | used.unwrap_or(Wide::EMPTY), 0);
                relaxed.tries += 1;
                let again = larger == zone && relaxed.attacked != zone;
                if again && relaxed.tries < way.tries() {
                    return (self.thin_out(relaxed, MANY), stats);
                }
                (self.grow(larger), stats)
            }
            Stage::Relaxed(relaxed) => {
                let mut relaxed = *relaxed;
                let next = match verdict.decided() {
                    Some(_) => self.widen(relaxed),
                    None => {
                        relaxed.tries += 1;
                        let whole = Relaxed { attacked: zone, ..relaxed };
                        match (way, relaxed.tries) {
                            (Way::Wider, 1) | (Way::Fewer, 3) => {
                                self.widen(whole).or_else(|| self.grow(zone))
                            }
                            (Way::Fewer, 1) => self.thin_out(relaxed, MANY),
                            (Way::Fewer, 2 | 4) => self.thin_out(relaxed, FEWER),
                            _ => self.grow(zone),
                        }
                    }
                };
                (next, Stats::default())
            }
        }
    }
}

impl<S: CellSet> Search for Growing<'_, S> {
    /// One search goes on, and the next one may begin. Unless the defender has won, or nothing can
    /// follow, that is as if the nodes were used up.
    fn go_on(&mut self, mut limits: Limits, observer: &mut dyn Observer) -> Asked {
        let goal = self.problem.definition().goal;
        let points = u64::from(self.points());
        let Attempt { stage, search, .. } = &mut self.attempt;
        if let Stage::Relaxed(relaxed) = stage {
            limits.nodes = limits.nodes.min(relaxed.left);
        }
        let mut asked = search.go_on(limits, observer);
        let is_done = match stage {
            Stage::Zone { nodes } => {
                *nodes += asked.stats.nodes;
                if is_defenders(goal, asked.verdict) {
                    return asked;
                }
                false
            }
            Stage::Relaxed(relaxed) => {
                relaxed.left = relaxed.left.saturating_sub(asked.stats.nodes);
                relaxed.left == 0
            }
        };
        let goes_on = match asked.verdict {
            Verdict::Unknown(Reason::Nodes) => !is_done,
            Verdict::Unknown(reason) => reason != Reason::Memory,
            _ => false,
        };
        let mut next = Some(());
        if !goes_on {
            let stats;
            (next, stats) = self.next(asked.verdict, observer);
            asked.stats.add(&stats);
            asked.verdict = Verdict::Unknown(Reason::Nodes);
        }
        self.cost += asked.stats.positions() * points;
        let budget = FIRST_BUDGET.saturating_mul(MORE.saturating_pow(self.round));
        if self.cost > budget {
            self.is_open = true;
            next = None;
        }
        if next.or_else(|| self.begin()).is_none() {
            asked.verdict = Verdict::Unknown(Reason::Memory);
        }
        asked
    }

    fn points(&self) -> u32 {
        self.attempt.search.points()
    }

    fn used(&mut self, _: &mut dyn Observer) -> (Option<Wide>, Stats) {
        (None, Stats::default())
    }

    fn keep(&self) {
        self.attempt.search.keep();
    }
}
