//! A zone that is improved point by point, by how hard it is to defeat the defender in it.
//!
//! Zones that hold everything near the target have many points that no proof depends on, and each
//! costs time: a problem whose first such zone in which the defender wins has 35 points, and takes
//! five seconds, is solved in a twentieth of a second in one of 22. Which points matter cannot be
//! seen, but it can be measured. Where the defender fails, the attacker's proof takes some
//! positions, and a point that helps the defender makes it several times as long, long before he
//! wins; other points change little. So from a zone in which he fails:
//!
//! 1. Points are taken away one after the other, where the proof without them is not much shorter.
//! 2. Each point around the zone is tried by itself, and those that make the proof much longer join
//!    it; if none does, all of them.
//! 3. Again from there, until he wins or it takes too long.
//!
//! This is hill climbing, and like all of it can end where it does not lead on. So there are
//! several attempts, from different points, in different orders and with different ideas of what is
//! much longer, first for some seconds each, then for four times as long, and so on.
//!
//! All of these are zones as any others: what the defender wins in one, he has won.

use threefold_game::{History, splitmix};
use threefold_go::problem::{CellSet, Problem};
use threefold_go::{Point, Points, Wide};
use threefold_search::{Limits, Reason, Verdict};

use crate::searched::{Asking, Game, Search, is_defenders};
use threefold_answer::asked::Asked;
use threefold_answer::observer::Observer;

/// What decides whether a point belongs to the zone, in percent of the attacker's proof in the zone
/// as it is.
#[derive(Clone, Copy)]
struct Measure {
    /// A point goes where the proof without it is this long at least.
    without: u64,
    /// A point joins where the proof with it is this long at least.
    with: u64,
}

/// Of 13 problems of study-LD-RZ that zones of other kinds solve late or not at all, the first
/// solves 7 in ten million positions each, the second 6 of these; 75 and 140 solve 5, 75 and 120
/// solve 4.
const MEASURES: [Measure; 2] =
    [Measure { without: 60, with: 200 }, Measure { without: 90, with: 140 }];

/// Points that join at once, at most: those that help the most.
const JOIN: usize = 4;

/// A proof with fewer positions measures nothing: all points around the zone join it.
const FEWEST_POSITIONS: u64 = 20;

/// Nodes that a zone without a point gets for each position of the proof, and some more; and one
/// with another point. A search that is cut has taken long enough: with twice as many each, about
/// as many problems are solved.
const TIMES_WITHOUT: u64 = 1;
const MORE_WITHOUT: u64 = 200;
const TIMES_WITH: u64 = 3;
const MORE_WITH: u64 = 1_000;

/// What the first attempts may cost, in positions times points: some seconds.
const FIRST_BUDGET: u64 = 30_000_000;

/// What those of each round may cost in comparison with the round before.
const MORE: u64 = 4;

/// Attempts of each round that begin with the target and the points around it, and those that begin
/// with larger zones ([`Problem::zones`]). Most problems of study-LD-RZ are solved by the first
/// attempt; with more of either, those that need a second round wait too long for it.
const FROM_TARGET: usize = 2;
const FROM_ZONES: usize = 2;

/// A node has about so many positions, those of searches among siblings the most: a search ends
/// about where what the attempt may cost is spent.
const POSITIONS_OF_NODE: u64 = 3;

/// What it costs to set up the game of a zone, in positions.
const SET_UP: u64 = 100;

/// In which order points are taken up: of two that do for each other, the first goes and the last
/// stays.
enum Order {
    /// As their numbers are, or the other way round.
    Forwards,
    Backwards,
    /// At random, after so many numbers at random.
    Random(u64),
}

impl Order {
    /// A different one for each attempt.
    fn new(attempt: u64) -> Self {
        match attempt {
            0 => Order::Forwards,
            1 => Order::Backwards,
            // No two attempts come to the same numbers.
            _ => Order::Random(attempt << 32),
        }
    }

    /// The points, the first one last.
    fn stack(&mut self, points: Wide) -> Vec<Point> {
        let mut points: Vec<Point> = points.iter().collect();
        match self {
            Order::Forwards => points.reverse(),
            Order::Backwards => {}
            Order::Random(number) => {
                for last in (1..points.len()).rev() {
                    *number += 1;
                    let other = splitmix(*number) % (last as u64 + 1);
                    points.swap(last, other as usize);
                }
            }
        }
        points
    }
}

/// What is searched next.
enum Stage {
    /// The zone.
    Zone,
    /// The zone without each of these points.
    Without { waiting: Vec<Point> },
    /// The zone with each of these points; how long the proof was with those before, and the zones.
    With { waiting: Vec<Point>, tried: Vec<(u64, Wide)> },
}

/// An attempt.
struct Climb {
    zone: Wide,
    measure: Measure,
    order: Order,
    /// Positions of the attacker's proof, once there is one.
    proof: u64,
    stage: Stage,
    /// The zone that all points around it joined the last time, and so many steps of them.
    joined: Option<Wide>,
    steps: usize,
}

impl Climb {
    fn new(zone: Wide, measure: Measure, order: Order) -> Self {
        Climb { zone, measure, order, proof: 0, stage: Stage::Zone, joined: None, steps: 0 }
    }

    /// The zone that is searched next, and the nodes that it gets.
    fn next<S: CellSet>(&self, problem: &Problem<S>) -> (Wide, u64) {
        match &self.stage {
            Stage::Without { waiting } if let Some(&point) = waiting.last() => {
                let nodes = MORE_WITHOUT + TIMES_WITHOUT * self.proof;
                (self.zone & !Wide::single(point), nodes)
            }
            Stage::With { waiting, .. } if let Some(&point) = waiting.last() => {
                let zone = problem.zone_around(self.zone | Wide::single(point), 0);
                (zone, MORE_WITH + TIMES_WITH * self.proof)
            }
            _ => (self.zone, u64::MAX),
        }
    }

    /// Goes on after that search, which has taken so many positions; `None` if there is no such
    /// game. Whether anything follows.
    fn go_on<S: CellSet>(
        &mut self,
        problem: &Problem<S>,
        searched: Wide,
        found: Option<(Verdict, u64)>,
    ) -> bool {
        match &mut self.stage {
            Stage::Zone => {
                let Some((verdict, positions)) = found else { return false };
                if verdict.decided().is_none() {
                    return false;
                }
                self.proof = positions;
                if positions < FEWEST_POSITIONS {
                    return self.all_join(problem);
                }
                let target = problem.definition().target;
                let waiting = self.order.stack(self.zone & !target);
                if waiting.is_empty() {
                    return self.try_around(problem);
                }
                self.stage = Stage::Without { waiting };
                true
            }
            Stage::Without { waiting } => {
                waiting.pop();
                if let Some((verdict, positions)) = found {
                    let is_decided = verdict.decided().is_some();
                    if !is_decided || positions * 100 >= self.proof * self.measure.without {
                        self.zone = searched;
                    }
                    if is_decided && self.zone == searched {
                        self.proof = positions;
                    }
                }
                if !waiting.is_empty() {
                    return true;
                }
                self.try_around(problem)
            }
            Stage::With { waiting, tried } => {
                waiting.pop();
                tried.extend(found.map(|(_, positions)| (positions, searched)));
                !waiting.is_empty() || self.some_join(problem)
            }
        }
    }

    /// Tries the points around the zone. Whether there are any.
    fn try_around<S: CellSet>(&mut self, problem: &Problem<S>) -> bool {
        let around = problem.zone_around(self.zone, 1) & !self.zone;
        let waiting = self.order.stack(around);
        let is_some = !waiting.is_empty();
        self.stage = Stage::With { waiting, tried: Vec::new() };
        is_some
    }

    /// The points that help join the zone.
    fn some_join<S: CellSet>(&mut self, problem: &Problem<S>) -> bool {
        let Stage::With { tried, .. } = &mut self.stage else { return false };
        tried.sort_by_key(|&(positions, _)| std::cmp::Reverse(positions));
        let help = tried.iter().take(JOIN);
        let help = help.filter(|(positions, _)| positions * 100 >= self.proof * self.measure.with);
        let larger = help.fold(self.zone, |all, &(_, zone)| all | zone);
        if larger == self.zone {
            return self.all_join(problem);
        }
        self.zone = larger;
        self.stage = Stage::Zone;
        true
    }

    /// All points around the zone join it; where that has led back to it before, those around them
    /// as well. Whether there are any more.
    fn all_join<S: CellSet>(&mut self, problem: &Problem<S>) -> bool {
        self.steps = if self.joined == Some(self.zone) { self.steps + 1 } else { 1 };
        self.joined = Some(self.zone);
        let larger = problem.zone_around(self.zone, self.steps);
        let before = match self.steps {
            1 => self.zone,
            steps => problem.zone_around(self.zone, steps - 1),
        };
        self.zone = larger;
        self.stage = Stage::Zone;
        larger != before
    }
}

/// The search in zones that are improved.
pub(super) struct Climbing<'a, S: CellSet> {
    problem: &'a Problem<S>,
    history: &'a History<Problem<S>>,
    asking: Asking<'a>,
    /// Its searches have one of so many parts of the memory.
    parts: usize,
    /// What the attempts begin with.
    seeds: Vec<Wide>,
    /// Attempts before this one.
    attempts: u64,
    round: u32,
    /// Whether one of this round was given up for its cost.
    is_open: bool,
    /// Whether no more time would help any of them.
    is_over: bool,
    climb: Climb,
    /// What the attempt has cost, in positions times points.
    spent: u64,
    /// What all of them have cost.
    cost: u64,
}

impl<'a, S: CellSet> Climbing<'a, S> {
    /// Begins with the target and the points around it; `zones` are those of the problem
    /// ([`Problem::zones`]).
    pub fn new(
        problem: &'a Problem<S>,
        history: &'a History<Problem<S>>,
        asking: Asking<'a>,
        parts: usize,
        zones: &[Wide],
    ) -> Self {
        let seed = problem.zone_around(problem.definition().target, 1);
        let mut seeds = vec![seed; FROM_TARGET];
        seeds.extend(zones.iter().take(FROM_ZONES));
        Climbing {
            problem,
            history,
            // Nothing is kept of these searches, so that there is nothing to take up.
            asking: Asking { kept: None, ..asking },
            parts,
            seeds,
            attempts: 0,
            round: 0,
            is_open: false,
            is_over: false,
            climb: Climb::new(seed, MEASURES[0], Order::new(0)),
            spent: 0,
            cost: 0,
        }
    }

    /// What all of it has cost, in positions times points.
    pub fn cost(&self) -> u64 {
        self.cost
    }

    /// Searches the next zone, within the limits, and as long as the attempt may. The answer if the
    /// defender wins; otherwise a search of which nothing follows. `None` where no more time would
    /// help.
    pub fn go_on(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Option<Asked> {
        while !self.is_over {
            let (zone, nodes) = self.climb.next(self.problem);
            let points = u64::from(zone.count());
            let left = self.left() / (points * POSITIONS_OF_NODE) + 1;
            let nodes = nodes.min(left).min(limits.nodes);
            let asked = self.search(zone, nodes, limits, observer);
            let positions = asked.as_ref().map_or(0, |asked| asked.stats.positions());
            let cost = (SET_UP + positions) * points;
            self.spent += cost;
            self.cost += cost;
            let verdict = asked.as_ref().map(|asked| asked.verdict);
            let goal = self.problem.definition().goal;
            match verdict {
                Some(verdict) if is_defenders(goal, verdict) => return asked,
                Some(Verdict::Unknown(Reason::Interrupted | Reason::Time)) => return asked,
                _ => {}
            }
            let goes_on = self.climb.go_on(self.problem, zone, verdict.map(|v| (v, positions)));
            let is_given_up =
                self.left() == 0 || (!goes_on && verdict == Some(Verdict::Unknown(Reason::Nodes)));
            self.is_open |= is_given_up;
            if is_given_up || !goes_on {
                self.is_over = self.begin().is_none();
            }
            if asked.is_some() {
                return asked;
            }
        }
        None
    }

    /// Searches a zone for so many nodes; where the defender wins, the certificate has the limits
    /// of the whole question. `None` where there is no such game.
    fn search(
        &self,
        zone: Wide,
        nodes: u64,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Option<Asked> {
        let game = Game::of_zone(self.problem, zone)?;
        let mut search = game.search(self.problem, self.history, self.asking, self.parts)?;
        let found = search.find(Limits { nodes, ..limits.clone() }, observer);
        if !is_defenders(self.problem.definition().goal, found.verdict) {
            return Some(found);
        }
        let left =
            Limits { nodes: limits.nodes.saturating_sub(found.stats.nodes), ..limits.clone() };
        let mut asked = search.claim(left, observer);
        asked.stats.add(&found.stats);
        Some(asked)
    }

    /// What is left of what the attempt may cost.
    fn left(&self) -> u64 {
        let budget = FIRST_BUDGET.saturating_mul(MORE.saturating_pow(self.round));
        budget.saturating_sub(self.spent)
    }

    /// The next attempt. `None` where no more time would help any of them.
    fn begin(&mut self) -> Option<()> {
        self.attempts += 1;
        let place = self.attempts as usize % self.seeds.len();
        if place == 0 {
            if !std::mem::take(&mut self.is_open) {
                return None;
            }
            self.round += 1;
        }
        // The round decides which of them is first.
        let measure = (place + self.round as usize) % MEASURES.len();
        self.climb = Climb::new(self.seeds[place], MEASURES[measure], Order::new(self.attempts));
        self.spent = 0;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use threefold_go::problem::parse_points;

    use super::*;

    const PARAMETERS: &str = "5x7 live black \
                              region:A5,B5,C5,D5,E5,F5,A4,B4,C4,D4,E4,F4,\
                              A3,B3,C3,D3,E3,F3,A2,B2,C2,D2,E2,F2 \
                              target:A4 declared:G5,G4,G3,G2,A1,B1,C1,D1,E1,F1";
    const ROOT: &str = "......O/X.....O/......O/......O/OOOOOOO W";

    /// The zone in which the defender wins, if he does where he has all of these points and each of
    /// them makes the attacker's proof three times as long; with the searches until then.
    fn climb(points: &str, measure: Measure, order: Order) -> Option<(Wide, u32)> {
        let problem = Problem::<u64>::parse(PARAMETERS, ROOT).unwrap();
        let points = parse_points(problem.size(), points).unwrap();
        let seed = problem.zone_around(problem.definition().target, 1);
        let mut climb = Climb::new(seed, measure, order);
        for searches in 1..1_000 {
            let (zone, nodes) = climb.next(&problem);
            if (points & !zone).is_empty() {
                return Some((zone, searches));
            }
            let positions = 100 * 3_u64.pow((zone & points).count()) + u64::from(zone.count());
            let verdict = match positions > nodes {
                true => Verdict::Unknown(Reason::Nodes),
                false => Verdict::Disproven,
            };
            if !climb.go_on(&problem, zone, Some((verdict, positions.min(nodes)))) {
                return None;
            }
        }
        panic!("it does not end");
    }

    #[test]
    fn points_that_matter_are_found() {
        // Points that hang together are found one by one, others with all that is between.
        for (points, most) in [
            ("B4,C4,D4,E4,F4", 8),
            ("A3,A2,B2,C2,D2", 8),
            ("B4,C4,D4,D5,C3", 8),
            ("B5,C4,D4,E5", 20),
            ("A3,C2,E2", 20),
        ] {
            for measure in MEASURES {
                for attempt in 0..4 {
                    let (zone, searches) = climb(points, measure, Order::new(attempt)).unwrap();
                    assert!(zone.count() <= most, "{points} {attempt}: {}", zone.count());
                    assert!(searches < 150, "{points} {attempt}: {searches}");
                }
            }
        }
    }

    #[test]
    fn what_cannot_be_won_ends_at_the_region() {
        // G5 is no point of any zone.
        for attempt in 0..4 {
            assert!(climb("B4,G5", MEASURES[0], Order::new(attempt)).is_none());
        }
    }

    #[test]
    fn no_two_orders_are_the_same() {
        let problem = Problem::<u64>::parse(PARAMETERS, ROOT).unwrap();
        let points = problem.region();
        let stacks: Vec<_> = (0..6).map(|attempt| Order::new(attempt).stack(points)).collect();
        for (i, stack) in stacks.iter().enumerate() {
            assert_eq!(stack.len() as u32, points.count());
            assert!(stacks[..i].iter().all(|other| other != stack));
        }
        assert_eq!(stacks[0].last().copied(), points.iter().next());
    }
}
