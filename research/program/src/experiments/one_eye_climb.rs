//! How a hard one-eye problem is made: a small one is changed stone by stone and cell by cell, as
//! long as the plain table takes it no fewer nodes, up to the size that is planned.
//!
//! A position is its number: the plan and all that is drawn follow from it and from the seed, and
//! limits are in nodes, so that it is the same whatever else is made, in any order.

use threefold_certificate::{Terms, check};
use threefold_game::{History, Player, Question, RepetitionRule, SplitMix};
use threefold_go::problem::Problem;
use threefold_search::{Limits, Options, Policy, Solver};

use super::features::Features;
use super::one_eye::{Candidate, Results, candidate, posed};
use super::one_eye_shape::{Content, PLACES, Shape};

/// By number, whether there is an eye if the defender moves first, and if the attacker does. Later
/// numbers have fewer eyes: where the first move decides, many tries come to nothing.
const RESULTS: [Results; 25] = [
    FIRST, NEVER, FIRST, NEVER, ALWAYS, FIRST, NEVER, FIRST, NEVER, ALWAYS, FIRST, NEVER, FIRST,
    NEVER, NEVER, FIRST, NEVER, NEVER, FIRST, NEVER, NEVER, NEVER, FIRST, NEVER, NEVER,
];
const FIRST: Results = [true, false];
const NEVER: Results = [false, false];
const ALWAYS: Results = [true, true];
/// Nodes that the harder problem takes at least, by number.
const SIZES: [u64; 13] = [
    20_000, 250_000, 50_000, 1_000_000, 100_000, 30_000, 20_000, 60_000, 500_000, 20_000, 40_000,
    150_000, 25_000,
];
/// Nodes that may be spent on a position, in nodes that it has to take.
const EFFORT: u64 = 60;
/// Positions of the size planned that are looked at for what they are about.
const LOOKS: u32 = 6;
/// Changes without any gain before another region is taken.
const PATIENCE: u32 = 60;
/// Until the results are as planned no more nodes than these count.
const SMALL: u64 = 3_000;
/// What a result as planned is worth, in doublings of the nodes: more than all of them.
const AS_PLANNED: f64 = 50.0;
/// Plies in which what a position is about has to show.
const PLIES: usize = 8;
const TABLE_BYTES: usize = 64 << 20;
const RULE: RepetitionRule = RepetitionRule::SituationalSuperko;

/// What a strategy has to have, if that comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Theme {
    DoubleKo,
    Snapback,
    FalseEye,
}

/// What the position with a number is to be like.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// A number of [`PLACES`].
    pub place: usize,
    results: Results,
    /// Nodes that either problem takes at least, and the harder one.
    least: u64,
    size: u64,
    /// The most that a problem takes.
    most: u64,
    theme: Option<Theme>,
}

impl Plan {
    /// The numbers of lists have no common factor, so that everything meets everything.
    pub fn number(number: usize, least: u64, most: u64) -> Self {
        let i = number / PLACES.len();
        let size = SIZES[i % SIZES.len()].max(2 * least).min(most / 2);
        let themes = [Some(Theme::DoubleKo), Some(Theme::Snapback), Some(Theme::FalseEye), None];
        // Of the largest there is no choice.
        let theme = themes[i % themes.len()].filter(|_| size < 400_000);
        Plan {
            place: number % PLACES.len(),
            results: RESULTS[i % RESULTS.len()],
            least,
            size,
            most: most.min(4 * size),
            theme,
        }
    }

    /// Whether a theme shows that was planned.
    fn shows(&self, about: &[Features; 2]) -> bool {
        about.iter().any(|features| match self.theme {
            None => true,
            Some(Theme::DoubleKo) => features.double_ko,
            Some(Theme::Snapback) => features.snapback,
            Some(Theme::FalseEye) => features.false_eye,
        })
    }
}

/// A position that is as hard as planned.
pub struct Hard {
    pub candidate: Candidate,
    /// Nodes of the plain table, of the problem in which the defender moves first before the other.
    pub nodes: [u64; 2],
    /// What the table says that is right about repetition, and what its strategies are about.
    pub eyes: Results,
    pub about: [Features; 2],
    /// All nodes that were spent on it.
    pub spent: u64,
}

/// What has been reached.
#[derive(Clone)]
struct State {
    shape: Shape,
    content: Content,
    judged: Judged,
    worth: f64,
}

/// Nodes of the plain table and what it says, the problem of the defender's first move before the
/// other.
#[derive(Clone, Copy)]
struct Judged {
    nodes: [u64; 2],
    eyes: Results,
}

impl Judged {
    fn harder(&self) -> u64 {
        self.nodes[0].max(self.nodes[1])
    }

    fn easier(&self) -> u64 {
        self.nodes[0].min(self.nodes[1])
    }
}

/// Makes a position to a plan, if it comes to that.
pub fn climb(plan: &Plan, random: &mut SplitMix) -> Option<Hard> {
    let budget = EFFORT * plan.size + 2_000_000;
    let mut spent = 0;
    let mut best: Option<State> = None;
    let mut reached = None;
    let (mut looks, mut idle, mut tries) = (0, 0, 0);
    while spent < budget && tries < 20_000 {
        tries += 1;
        if idle >= PATIENCE {
            (best, idle) = (None, 0);
        }
        let Some((shape, content)) = changed(plan, best.as_ref(), random) else { continue };
        let Some(candidate) = candidate(&shape, &content) else { continue };
        let Some(judged) = judge(plan, &candidate, best.as_ref(), &mut spent) else {
            idle += 1;
            continue;
        };
        let worth = worth(plan, &judged);
        match &best {
            Some(state) if worth < state.worth => {
                idle += 1;
                continue;
            }
            Some(state) if worth > state.worth => idle = 0,
            Some(_) => idle += 1,
            None => {}
        }
        best = Some(State { shape, content, judged, worth });
        if judged.eyes != plan.results
            || judged.harder() < plan.size
            || judged.easier() < plan.least
        {
            continue;
        }
        // What counts is the count with the table of the usual size, and what the right table says.
        let Some(hard) = measured(plan, candidate, &mut spent) else { continue };
        looks += 1;
        let shows = plan.shows(&hard.about);
        reached = Some(hard);
        if shows || looks >= LOOKS {
            break;
        }
    }
    reached.map(|hard| Hard { spent, ..hard })
}

/// A first position, or one that differs from the best in a little.
fn changed(plan: &Plan, best: Option<&State>, random: &mut SplitMix) -> Option<(Shape, Content)> {
    let Some(State { shape, content, judged, .. }) = best else {
        let shape = Shape::random(plan.place, 0, random)?;
        let kos = if plan.theme == Some(Theme::DoubleKo) { 2 } else { random.below(2) as u32 };
        let mut content = shape.fill(kos, random);
        if plan.theme == Some(Theme::Snapback) {
            shape.put_snapback(&mut content, random);
        }
        return Some((shape, content));
    };
    let is_right = judged.eyes == plan.results;
    if is_right && judged.harder() < plan.size && random.below(3) == 0 {
        return shape.grown(content, random);
    }
    if random.below(12) == 0 {
        let mut content = content.clone();
        match plan.theme {
            Some(Theme::Snapback) => shape.put_snapback(&mut content, random),
            _ => shape.put_ko(&mut content, random),
        }
        return Some((shape.clone(), content));
    }
    let eyes = |results: Results| results.into_iter().filter(|&eye| eye).count();
    let favour = match eyes(judged.eyes).cmp(&eyes(plan.results)) {
        std::cmp::Ordering::Less => Some(1),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(2),
    };
    Some((shape.clone(), content.changed(favour, random)))
}

fn worth(plan: &Plan, judged: &Judged) -> f64 {
    let as_planned = (0..2).filter(|&i| judged.eyes[i] == plan.results[i]).count();
    let most = if as_planned == 2 { plan.size } else { SMALL };
    let doublings = |nodes: u64, most: u64| (nodes.clamp(1, most) as f64).log2();
    AS_PLANNED * as_planned as f64
        + doublings(judged.harder(), most)
        + doublings(judged.easier(), plan.least.min(most))
}

/// What the plain table says of both problems; `None` if that is nothing, or worth less than what
/// there is.
fn judge(
    plan: &Plan,
    candidate: &Candidate,
    best: Option<&State>,
    spent: &mut u64,
) -> Option<Judged> {
    let turns = candidate.turns();
    let (limit, order, is_right) = match best {
        None => (2 * SMALL, [0, 1], false),
        Some(State { judged, .. }) => {
            let is_right = judged.eyes == plan.results;
            let top = if is_right { plan.most } else { 2 * SMALL };
            // What is much harder than all so far is not worth the time; what is the easier one
            // says at less cost whether results are lost.
            let order = if judged.nodes[0] <= judged.nodes[1] { [0, 1] } else { [1, 0] };
            (top.min(2_000 + 3 * judged.harder()), order, is_right)
        }
    };
    let mut found = Judged { nodes: [0; 2], eyes: [false; 2] };
    for i in order {
        let problem = posed(candidate, turns[i])?.problem;
        let table_bytes = match limit {
            0..20_000 => 1 << 20,
            20_000..200_000 => 8 << 20,
            _ => TABLE_BYTES,
        };
        let (eye, nodes) = plain(&problem, candidate, turns[i].into(), limit, table_bytes);
        *spent += nodes;
        found.nodes[i] = nodes;
        found.eyes[i] = eye?;
        if is_right && found.eyes[i] != plan.results[i] {
            return None;
        }
    }
    Some(found)
}

/// Whether there is an eye, as the plain table says, and its nodes.
fn plain(
    problem: &Problem,
    candidate: &Candidate,
    turn: Player,
    limit: u64,
    table_bytes: usize,
) -> (Option<bool>, u64) {
    let options = Options { table_bytes, policy: Policy::Ignore, ..Options::default() };
    let mut solver = Solver::new(problem, Question::new(candidate.defender.into(), RULE), options);
    solver.limit(Limits::nodes(limit));
    let answer = solver.solve(&History::new(problem.root(turn.into(), [0, 0])));
    (answer.verdict.decided(), answer.stats.nodes)
}

/// The position with the count of the usual table and the answers of the right one; `None` if it
/// is not as hard as planned, or has no certificate.
fn measured(plan: &Plan, candidate: Candidate, spent: &mut u64) -> Option<Hard> {
    let mut nodes = [0; 2];
    let mut eyes = [false; 2];
    let mut about = [Features::default(); 2];
    for (i, turn) in candidate.turns().into_iter().enumerate() {
        let problem = posed(&candidate, turn)?.problem;
        let (answer, count) = plain(&problem, &candidate, turn.into(), plan.most, TABLE_BYTES);
        *spent += count;
        answer?;
        nodes[i] = count;
    }
    let judged = Judged { nodes, eyes };
    if judged.easier() < plan.least || judged.harder() < plan.size {
        return None;
    }
    for (i, turn) in candidate.turns().into_iter().enumerate() {
        let problem = posed(&candidate, turn)?.problem;
        let options =
            Options { table_bytes: 4 * TABLE_BYTES, sibling_budget: 50, ..Options::default() };
        let question = Question::new(candidate.defender.into(), RULE);
        let mut solver = Solver::new(&problem, question, options);
        solver.limit(Limits::nodes(20_000_000));
        let history = History::new(problem.root(turn, [0, 0]));
        let answer = solver.solve(&history);
        *spent += answer.stats.nodes;
        eyes[i] = answer.verdict.decided()?;
        let extracted = solver.certificate(&history, eyes[i], RULE).ok()?;
        check(&problem, &extracted.block).ok()?;
        let terms = Terms::of(solver.question(), eyes[i]);
        about[i] = Features::of(&problem, &history, terms, &extracted.block, PLIES);
    }
    Some(Hard { candidate, nodes, eyes, about, spent: 0 })
}
