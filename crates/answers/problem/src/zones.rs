//! Questions about large regions asked in zones, where the defender has to win by himself: parts of
//! the region, small ones first, in which everything elsewhere is the attacker's
//! ([`Problem::within`]). What he wins there he wins in the whole region, against any number of ko
//! threats; that he does not win there says nothing, and the whole region is searched as well.
//!
//! Which zone is large enough nobody knows. A small one is soon decided, and one that is needlessly
//! large takes many times as long as one that is just large enough; but one that is nearly so
//! large can take long to fail. So a few are searched by turns, and the whole region with them, the
//! smallest for more of the time than the others; and for most of it, zones that are improved point
//! by point (`climbing.rs`).

use threefold_certificate::Block;
use threefold_game::History;
use threefold_go::problem::{CellSet, Problem, ProblemGoal};
use threefold_go::{Points, Wide};
use threefold_search::{Limits, Reason, Stats, Verdict};

use crate::climbing::Climbing;
pub(super) use crate::searched::Asking;
use crate::searched::{Game, Search, SearchOfZone, Searched, is_defenders};
use threefold_answer::asked::Asked;
use threefold_answer::observer::Observer;

/// Nodes of the first turn of a zone; a later one is half as long as all before it. With fewer a
/// search would often begin anew, with more the time of the others would be cut into few parts.
const FIRST_NODES: u64 = 5_000;

/// Nodes of the first turn of the whole region, each of which takes so much longer.
const FIRST_NODES_OF_WHOLE: u64 = 500;

/// Zones that are searched side by side.
const TOGETHER: usize = PRICES.len();

/// What a position of each of them costs, by place: the first has the largest share of the time. If
/// all cost the same, what is needlessly large takes too much of it; if each costs twice as much as
/// the one before, one that is nearly large enough does (a problem of study-LD-RZ took 39 s with
/// 4, 6 and 9, and more than 45 with 1, 2 and 4).
const PRICES: [u64; 3] = [12, 18, 27];

/// The same for zones that are improved, on which four fifths of the time are spent.
const PRICE_OF_CLIMBING: u64 = 1;

/// The same for the whole region, on which a twentieth is spent.
const PRICE_OF_WHOLE: u64 = 16;

/// Of so many parts of the memory each search has one.
const PARTS: usize = TOGETHER + 2;

/// A region with fewer points is asked about as it is.
const LARGE: usize = 65;

/// The points of the zone that a certificate is about, as it has them; `None` if it is about a
/// whole region.
pub fn zone_of(block: &Block) -> Option<&str> {
    block.header.parameters.rsplit(' ').next()?.strip_prefix("zone:")
}

/// Whether the region is a large one, which may be asked about in zones.
pub(super) fn is_large<S: CellSet>(problem: &Problem<S>) -> bool {
    problem.region().count() as usize >= LARGE
}

/// Answers a question about a large region. `None` where it has no zones: it is to be asked as it
/// is.
pub(super) fn ask_with_zones<S: CellSet>(
    problem: &Problem<S>,
    history: &History<Problem<S>>,
    asking: Asking<'_>,
    observer: &mut dyn Observer,
) -> Option<Asked> {
    if !is_large(problem) {
        return None;
    }
    let shapes = problem.zones();
    let games = shapes.iter().filter_map(|&zone| Some((zone, Game::of_zone(problem, zone)?)));
    let games: Vec<(Wide, Game)> = games.collect();
    let searches =
        games.iter().map(|(zone, game)| (*zone, game.search(problem, history, asking, PARTS)));
    let mut zones = Zones { begun: Vec::new(), waiting: Box::new(searches), failed: Vec::new() };
    zones.begin(0);
    if zones.begun.is_empty() {
        return None;
    }
    let limits = asking.effort.limits.clone().together();
    let mut spending = Spending { limits, stats: Stats::default() };
    let contest = Contest {
        goal: problem.definition().goal,
        climbing: Some(Climbing::new(problem, history, asking, PARTS, &shapes)),
        zones,
        whole: Some(Begun::new(asking.search(problem, history.clone(), PARTS))),
    };
    let asked = contest.take_turns(&mut spending, observer).unwrap_or_else(|| {
        let mut whole = asking.search(problem, history.clone(), 1);
        let asked = spending.step(&mut whole, None, observer);
        whole.keep();
        asked
    });
    Some(Asked { stats: spending.stats, ..asked })
}

/// A search that goes on where it was whenever it is its turn.
struct Begun<T> {
    search: T,
    nodes: u64,
    /// What its turns have cost. Whoever has the least is next.
    cost: u64,
}

impl<T: Search> Begun<T> {
    fn new(search: T) -> Self {
        Begun { search, nodes: 0, cost: 0 }
    }

    /// Its turn: half as many nodes as all before it, and `first` at least; no limit of its own
    /// with `None`. A position costs `price` for each point, since about as long is spent on it.
    fn turn(
        &mut self,
        first: Option<u64>,
        price: u64,
        spending: &mut Spending,
        observer: &mut dyn Observer,
    ) -> Asked {
        let nodes = first.map(|first| first.max(self.nodes / 2));
        let points = u64::from(self.search.points());
        let asked = spending.step(&mut self.search, nodes, observer);
        self.nodes += asked.stats.nodes;
        self.cost += asked.stats.positions() * points * price;
        asked
    }
}

/// Zones and their searches, which begin when they are asked for; `None` where there is none.
type Waiting<'a> = dyn Iterator<Item = (Wide, Option<SearchOfZone<'a>>)> + 'a;

/// Zones of shapes that are known before, small ones first.
struct Zones<'a> {
    /// Those that are searched, [`TOGETHER`] at most, with their points.
    begun: Vec<(Wide, Begun<SearchOfZone<'a>>)>,
    waiting: Box<Waiting<'a>>,
    /// Where the attacker wins, and so in every part of it.
    failed: Vec<Wide>,
}

impl Zones<'_> {
    /// The place of the one whose turn it is, and what it has cost.
    fn next(&self) -> Option<(usize, u64)> {
        let costs = self.begun.iter().map(|(_, zone)| zone.cost);
        costs.enumerate().min_by_key(|&(_, cost)| cost)
    }

    /// Takes up those that wait, as if they had cost so much, until enough are searched.
    fn begin(&mut self, cost: u64) {
        while self.begun.len() < TOGETHER
            && let Some((points, search)) = self.waiting.next()
        {
            let is_lost = self.failed.iter().any(|failed| (points & !*failed).is_empty());
            if let (false, Some(search)) = (is_lost, search) {
                self.begun.push((points, Begun { cost, ..Begun::new(search) }));
            }
        }
    }

    /// One is not searched any more.
    fn end(&mut self, place: usize, is_lost: bool) {
        let (points, Begun { cost, .. }) = self.begun.remove(place);
        if is_lost {
            self.begun.retain(|(part, _)| !(*part & !points).is_empty());
            self.failed.push(points);
        }
        self.begin(cost);
    }
}

/// The searches that take turns until one of them has the answer.
struct Contest<'a, S: CellSet> {
    goal: ProblemGoal,
    /// Zones that are improved, until that leads nowhere.
    climbing: Option<Climbing<'a, S>>,
    zones: Zones<'a>,
    /// The whole region, until it needs more memory than its part.
    whole: Option<Begun<Searched<'a, S>>>,
}

/// Whose turn it is.
enum Turn {
    Climbing,
    Zone(usize),
    Whole,
}

impl<S: CellSet> Contest<'_, S> {
    /// Who has cost the least. `None` where nobody is left.
    fn next(&self) -> Option<Turn> {
        let climbing = self.climbing.iter();
        let climbing = climbing.map(|all| (all.cost() * PRICE_OF_CLIMBING, Turn::Climbing));
        let zone = self.zones.next().map(|(place, cost)| (cost, Turn::Zone(place)));
        let whole = self.whole.iter().map(|whole| (whole.cost, Turn::Whole));
        let all = climbing.chain(zone).chain(whole);
        all.min_by_key(|&(cost, _)| cost).map(|(_, turn)| turn)
    }

    /// `None` where no zone is left, and the whole region needs all of the memory.
    fn take_turns(mut self, spending: &mut Spending, observer: &mut dyn Observer) -> Option<Asked> {
        let asked = loop {
            let turn = self.next()?;
            let first = Some(FIRST_NODES);
            let asked = match turn {
                Turn::Climbing => {
                    let climbing = self.climbing.as_mut()?;
                    let Some(asked) = climbing.go_on(&spending.left(None), observer) else {
                        self.climbing = None;
                        continue;
                    };
                    spending.stats.add(&asked.stats);
                    asked
                }
                Turn::Zone(place) => {
                    let (_, zone) = &mut self.zones.begun[place];
                    zone.turn(first, PRICES[place], spending, observer)
                }
                Turn::Whole => {
                    let is_alone = self.climbing.is_none() && self.zones.begun.is_empty();
                    let first = (!is_alone).then_some(FIRST_NODES_OF_WHOLE);
                    self.whole.as_mut()?.turn(first, PRICE_OF_WHOLE, spending, observer)
                }
            };
            let is_over = spending.is_over();
            match (asked.verdict, turn) {
                (Verdict::Unknown(_), _) if is_over => break asked,
                (Verdict::Unknown(Reason::Interrupted | Reason::Time), _) => break asked,
                (Verdict::Unknown(Reason::Nodes), _) => {}
                (Verdict::Unknown(Reason::Memory), Turn::Whole) => self.whole = None,
                (_, Turn::Whole) => break asked,
                (verdict, _) if is_defenders(self.goal, verdict) => break asked,
                // What the attacker wins says nothing; what hits a limit of its own neither.
                (_, Turn::Climbing) => {}
                (verdict, Turn::Zone(place)) => {
                    self.zones.end(place, verdict.decided().is_some());
                }
            }
        };
        self.zones.begun.iter().for_each(|(_, zone)| zone.search.keep());
        self.whole.iter().for_each(|whole| whole.search.keep());
        Some(asked)
    }
}

/// What may be spent on all of them together, and what was.
struct Spending {
    limits: Limits,
    stats: Stats,
}

impl Spending {
    /// One search goes on, with so many nodes at most.
    fn step(
        &mut self,
        search: &mut dyn Search,
        nodes: Option<u64>,
        observer: &mut dyn Observer,
    ) -> Asked {
        let asked = search.go_on(self.left(nodes), observer);
        self.stats.add(&asked.stats);
        asked
    }

    /// What is left, and so many nodes at most.
    fn left(&self, nodes: Option<u64>) -> Limits {
        let left = self.limits.nodes.saturating_sub(self.stats.nodes);
        Limits { nodes: nodes.map_or(left, |nodes| nodes.min(left)), ..self.limits.clone() }
    }

    /// Whether the limits of the whole question are hit.
    fn is_over(&self) -> bool {
        self.stats.nodes >= self.limits.nodes || self.limits.is_late()
    }
}
