//! A set of one-eye problems for the experiment of Kishimoto and Mueller (2004, 2005), who had 70
//! positions, each with either player to move first.
//!
//! Each position has a plan: where it is, who makes an eye when, and how hard it has to be. Stones
//! are put into a random region at random, then changed one by one as long as that brings them
//! nearer to the plan, as the solver sees it. Of many such positions those are chosen that make the
//! set varied: the certificates say what they are about.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Args;
use threefold_certificate::Terms;
use threefold_game::{History, Player, Question, RepetitionRule, SplitMix};
use threefold_go::problem::{Knowledge, Posed, Problem, Request, pose_on, sgf_point};
use threefold_go::sgf::{self, Mark};
use threefold_go::{Board, Colour, Geometry, Point, Points, Size, Wide};
use threefold_search::{Limits, Options, Solver};
use threefold_terminal::inputs;

use super::failure::Failure;
use super::features::Features;
use super::one_eye_shape::{Content, PLACES, Shape};
use super::random::random;

#[derive(Debug, Args)]
pub struct OneEye {
    /// How many positions; each gives two problems
    #[arg(long, default_value_t = 70)]
    count: usize,
    /// How many are made for each that is chosen
    #[arg(long, default_value_t = 4)]
    choice: usize,
    /// Which positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where they go: one file with all of them
    #[arg(long)]
    out: PathBuf,
    /// Threads; the result does not depend on them
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// What has been made so far: a run that was stopped goes on from there
    #[arg(long)]
    checkpoint: Option<PathBuf>,
    /// Only what the checkpoint has is chosen from, nothing new is made
    #[arg(long, requires = "checkpoint")]
    known: bool,
    /// SGF files with more positions to choose from; the place is how their titles begin
    #[arg(long)]
    add: Vec<PathBuf>,
    /// SGF files with positions that are taken in any case
    #[arg(long)]
    keep: Vec<PathBuf>,
}

/// Nodes that both problems of a position take at least, by how hard it is to be.
const LEAST: [u64; 6] = [1_500, 3_000, 6_000, 12_000, 30_000, 100_000];
/// Changes before what has been reached has to do, by how hard it is to be.
const CHANGES: [u32; 6] = [200, 200, 200, 200, 300, 400];
/// Plies in which what a position is about has to show: a proof of thousands of positions has
/// everything in it somewhere.
const PLIES: usize = 8;

/// What a position is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Theme {
    /// A ko threat would change a result.
    Ko,
    /// Two kos are taken on one line.
    DoubleKo,
    Snapback,
    ThrowIn,
    Approach,
    Reading,
}

impl Theme {
    const ALL: [Theme; 6] = [
        Theme::Ko,
        Theme::DoubleKo,
        Theme::Snapback,
        Theme::ThrowIn,
        Theme::Approach,
        Theme::Reading,
    ];

    const fn name(self) -> &'static str {
        match self {
            Theme::Ko => "ko",
            Theme::DoubleKo => "double ko",
            Theme::Snapback => "snapback",
            Theme::ThrowIn => "throw-in",
            Theme::Approach => "approach move",
            Theme::Reading => "reading",
        }
    }
}

/// Whether there is an eye if the defender moves first, and if the attacker does.
pub(super) type Results = [bool; 2];
const MOVER_DECIDES: Results = [true, false];
const ALWAYS: Results = [true, true];
const NEVER: Results = [false, false];

/// What a position is to be like.
#[derive(Clone, Copy, Debug)]
struct Plan {
    place: usize,
    results: Results,
    /// A number of [`LEAST`].
    hard: usize,
    /// What it is to be about, if possible.
    theme: Option<Theme>,
}

/// A position with what is known of it.
pub(super) struct Candidate {
    geometry: Geometry<Wide>,
    board: Board<Wide>,
    pub(super) defender: Colour,
    target: Wide,
    eye: Wide,
}

/// What a position turned out to be; everything by the side to move first, the defender's first.
#[derive(Clone, Copy, Debug)]
struct Judged {
    nodes: [u64; 2],
    eye: Results,
    features: [Features; 2],
    /// Ko threats that the loser needs, up to 2.
    ko: [Option<u8>; 2],
}

/// A position that came out as planned.
struct Made {
    number: usize,
    plan: Plan,
    candidate: Candidate,
    judged: Judged,
}

pub fn run(args: &OneEye) -> Result<(), Failure> {
    let all = args.count * args.choice.max(1);
    let known = match &args.checkpoint {
        Some(path) if path.exists() => {
            std::fs::read_to_string(path).map_err(|error| failure(path, &error))?
        }
        _ => String::new(),
    };
    // A line has the number of a position and its stones, or nothing if it came to nothing.
    let known: HashMap<usize, Option<Content>> = known
        .lines()
        .filter_map(|line| {
            let (number, content) = line.split_once(' ')?;
            Some((number.parse().ok()?, Content::read(content)))
        })
        .collect();
    let checkpoint = match &args.checkpoint {
        None => None,
        Some(path) => {
            let file = OpenOptions::new().create(true).append(true).open(path);
            Some(Mutex::new(file.map_err(|error| failure(path, &error))?))
        }
    };
    let next = AtomicUsize::new(0);
    let made = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..args.threads.max(1) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= all {
                        return;
                    }
                    let mut random = random(args.seed, number as u64);
                    let plan = Plan::number(number, args.count);
                    let shape = shape(&plan, &mut random);
                    let content = match known.get(&number) {
                        Some(content) => content.clone(),
                        None if args.known => None,
                        None => {
                            let content = position(&plan, &shape, &mut random);
                            let text = content.as_ref().map(Content::to_string).unwrap_or_default();
                            if let Some(file) = &checkpoint {
                                let mut file = file.lock().expect("no thread panics");
                                // Without it only time is lost.
                                let _ = writeln!(file, "{number} {text}");
                            }
                            content
                        }
                    };
                    let Some(candidate) = content.and_then(|content| candidate(&shape, &content))
                    else {
                        continue;
                    };
                    let Some(position) = Made::new(number, plan, candidate) else { continue };
                    made.lock().expect("no thread panics").push(position);
                }
            });
        }
    });
    let mut made = made.into_inner().expect("no thread panics");
    made.sort_by_key(|made| made.number);
    println!("{} of {all} positions came out as planned", made.len());
    let mut kept = Vec::new();
    for (paths, list) in [(&args.keep, &mut kept), (&args.add, &mut made)] {
        for path in paths {
            list.extend(read(path)?);
        }
    }
    let chosen = choose(kept, made, args.count);
    let mut text = String::new();
    let mut numbers = [0; PLACES.len()];
    for Made { plan, candidate, judged, .. } in &chosen {
        numbers[plan.place] += 1;
        let title = format!("{}-{}", PLACES[plan.place], numbers[plan.place]);
        for (i, turn) in candidate.turns().into_iter().enumerate() {
            let result = if judged.eye[i] { "an eye" } else { "no eye" };
            let defender = candidate.defender;
            let who = if judged.eye[i] { defender.opponent() } else { defender };
            let ko = match judged.ko[i] {
                None => String::new(),
                Some(1) => format!(" unless {who} has 1 ko threat"),
                Some(k) => format!(" unless {who} has {k} ko threats"),
            };
            let words: Vec<&str> = themes(judged).into_iter().map(Theme::name).collect();
            let (words, result) = (words.join(", "), format!("{result}{ko}"));
            text.push_str(&as_sgf(candidate, &title, turn, &words, &result));
        }
    }
    std::fs::write(&args.out, text).map_err(|error| failure(&args.out, &error))?;
    let nodes: u64 = chosen.iter().map(|made| total(&made.judged)).sum();
    println!("{} chosen, {nodes} nodes", chosen.len());
    let count = |is: &dyn Fn(&Made) -> bool| chosen.iter().filter(|made| is(made)).count();
    for (results, words) in [
        (MOVER_DECIDES, "the player to move first decides"),
        (ALWAYS, "an eye in any case"),
        (NEVER, "no eye in any case"),
    ] {
        println!("{words}: {}", count(&|made| made.judged.eye == results));
    }
    for theme in Theme::ALL {
        println!("{}: {}", theme.name(), count(&|made| themes(&made.judged).contains(&theme)));
    }
    Ok(())
}

impl Made {
    /// `None` if the position is no problem, or a trivial one.
    fn new(number: usize, plan: Plan, candidate: Candidate) -> Option<Self> {
        let mut judged = judge(&candidate, u64::MAX, None)?;
        find_features(&candidate, &mut judged)?;
        find_threats(&candidate, &plan, &mut judged);
        let words: Vec<&str> = themes(&judged).into_iter().map(Theme::name).collect();
        let Judged { nodes, eye, ko, .. } = judged;
        eprintln!("{number}: {plan:?}: {nodes:?} {eye:?} {ko:?} {}", words.join(", "));
        Some(Made { number, plan, candidate, judged })
    }
}

/// The positions of a file, each once: games with the same stones are one.
fn read(path: &Path) -> Result<Vec<Made>, Failure> {
    let name = path.display().to_string();
    let bytes = inputs::contents(&name).map_err(|error| Failure::usage(error.to_string()))?;
    let games =
        sgf::read(&bytes).map_err(|error| Failure::usage(format!("{}:{error}", path.display())))?;
    let mut seen = Vec::new();
    let mut made = Vec::new();
    for (number, game) in games.iter().enumerate() {
        let root = game.root();
        let stones = Colour::ALL.map(|colour| root.stones(colour));
        if seen.contains(&stones) {
            continue;
        }
        seen.push(stones);
        let what =
            |what: &str| Failure::usage(format!("{}#{}: {what}", path.display(), number + 1));
        let title = game.title().unwrap_or_default();
        let place = PLACES.iter().position(|place| title.starts_with(place));
        let place = place.ok_or_else(|| what("its title does not begin with a place"))?;
        let geometry = Geometry::<Wide>::new(game.size()).expect("every board fits");
        let board =
            Board::new(&geometry, stones[0], stones[1]).map_err(|e| what(&e.to_string()))?;
        let (mark, eye) = (root.marked(Mark::Cross), root.marked(Mark::Circle));
        let defender = Colour::ALL.into_iter().find(|&c| board.stones(c).meets(mark));
        let defender = defender.ok_or_else(|| what("no stone is marked"))?;
        let target = geometry.connected(mark, board.stones(defender));
        let candidate = Candidate { geometry, board, defender, target, eye };
        let plan = Plan { place, results: NEVER, hard: 0, theme: None };
        let mut position = Made::new(number, plan, candidate)
            .ok_or_else(|| what("it is no problem, or a trivial one"))?;
        let is_harder = |&hard: &usize| LEAST[hard] <= total(&position.judged);
        position.plan.hard = (0..LEAST.len()).rev().find(is_harder).unwrap_or(0);
        made.push(position);
    }
    Ok(made)
}

fn failure(path: &Path, error: &std::io::Error) -> Failure {
    Failure::usage(format!("{}: {error}", path.display()))
}

impl Plan {
    /// The plan of the position with a number, of which `count` are to be chosen: everything is
    /// combined with everything.
    fn number(number: usize, count: usize) -> Self {
        let place = number % PLACES.len();
        let i = number / PLACES.len();
        // In three of five the first move decides.
        let results = [MOVER_DECIDES, ALWAYS, MOVER_DECIDES, NEVER, MOVER_DECIDES][i % 5];
        // There is more to choose from where it costs little.
        let hard = match i % 12 {
            11 if number < count => 5,
            5 | 10 if number < count => 4,
            n => n % 4,
        };
        // The rest comes by itself.
        let theme = [Some(Theme::Ko), Some(Theme::DoubleKo), None, Some(Theme::Snapback)][i % 4];
        Plan { place, results, hard, theme }
    }

    const fn least(&self) -> u64 {
        LEAST[self.hard]
    }

    /// The most nodes that one problem may take.
    const fn most(&self) -> u64 {
        5_000 + 2 * self.least()
    }
}

/// Chooses positions one by one, each time one of the kinds of which there are fewest so far.
fn choose(mut chosen: Vec<Made>, mut made: Vec<Made>, count: usize) -> Vec<Made> {
    while chosen.len() < count && !made.is_empty() {
        let have = |is: &dyn Fn(&Made) -> bool| chosen.iter().filter(|m| is(m)).count();
        let have_theme = |theme: Theme| have(&|m| themes(&m.judged).contains(&theme));
        let surplus = |m: &Made| {
            let rarest = themes(&m.judged).into_iter().map(have_theme).min().unwrap_or(0);
            let results = have(&|other| other.judged.eye == m.judged.eye);
            let results = if m.judged.eye == MOVER_DECIDES { results / 3 } else { results };
            let place = have(&|other| other.plan.place == m.plan.place);
            let hard = have(&|other| other.plan.hard == m.plan.hard);
            // The places are kept even, the rest as far as possible.
            6 * place + 3 * rarest + 3 * results + 3 * hard
        };
        let best = (0..made.len()).min_by_key(|&i| surplus(&made[i])).expect("there are some");
        chosen.push(made.remove(best));
    }
    chosen.sort_by_key(|made| (total(&made.judged), made.number));
    chosen
}

/// What a result as planned is worth, in doublings of the nodes: more than all of them.
const AS_PLANNED: f64 = 30.0;

fn shape(plan: &Plan, random: &mut SplitMix) -> Shape {
    loop {
        if let Some(shape) = Shape::random(plan.place, if plan.hard < 4 { 0 } else { 3 }, random) {
            return shape;
        }
    }
}

/// Stones to a plan, if it comes to that.
fn position(plan: &Plan, shape: &Shape, random: &mut SplitMix) -> Option<Content> {
    let kos = match plan.theme {
        Some(Theme::Ko) => 1,
        Some(Theme::DoubleKo) => 2,
        _ => 0,
    };
    let mut content: Option<(Content, Results)> = None;
    let (mut best, mut hardest) = (f64::MIN, 0);
    let mut reached = None;
    let mut changes = 0;
    while changes < CHANGES[plan.hard] {
        let changed = match &content {
            Some((content, results)) => content.changed(favour(plan, *results), random),
            None => shape.fill(kos, random),
        };
        let Some(candidate) = candidate(shape, &changed) else { continue };
        changes += 1;
        // What is much harder than anything so far is not worth the time.
        let most = plan.most().min(500 + 2 * hardest);
        let wanted = (best >= 2.0 * AS_PLANNED).then_some(plan.results);
        let Some(mut judged) = judge(&candidate, most, wanted) else { continue };
        let as_planned = (0..2).filter(|&i| judged.eye[i] == plan.results[i]).count();
        let nodes = total(&judged).min(plan.least()) as f64;
        let worth = AS_PLANNED * as_planned as f64 + nodes.log2();
        if worth >= best {
            (best, content) = (worth, Some((changed.clone(), judged.eye)));
            hardest = total(&judged);
        }
        let enough = total(&judged) >= plan.least()
            && judged.nodes.iter().all(|&nodes| nodes >= plan.least() / 50);
        if as_planned == 2 && enough {
            find_features(&candidate, &mut judged)?;
            find_threats(&candidate, plan, &mut judged);
            if plan.theme.is_none_or(|theme| themes(&judged).contains(&theme)) {
                return Some(changed);
            }
            reached = Some(changed);
            // Twenty such are enough to say that the theme does not come.
            changes += CHANGES[plan.hard] / 20;
        }
    }
    reached
}

/// Who has to get more for the results to be as planned: the stone in the content, if any.
fn favour(plan: &Plan, results: Results) -> Option<u8> {
    let eyes = |results: Results| results.into_iter().filter(|&eye| eye).count();
    match eyes(results).cmp(&eyes(plan.results)) {
        std::cmp::Ordering::Less => Some(1),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(2),
    }
}

pub(super) fn candidate(shape: &Shape, content: &Content) -> Option<Candidate> {
    let geometry = Geometry::<Wide>::new(Size::new(19, 19).ok()?).ok()?;
    let stones = shape.stones(content);
    let board = Board::new(&geometry, stones[0], stones[1]).ok()?;
    let (defender, eye) = (shape.defender, shape.eye());
    let target = geometry.connected(geometry.neighbours(eye), board.stones(defender));
    Some(Candidate { geometry, board, defender, target, eye })
}

/// The problem with a side to move first.
pub(super) fn posed(candidate: &Candidate, turn: Colour) -> Option<Posed> {
    let marked = |mark| match mark {
        Mark::Cross => candidate.target,
        Mark::Circle => candidate.eye,
        _ => Wide::EMPTY,
    };
    pose_on(&candidate.geometry, &candidate.board, turn, marked, &request()).ok()
}

/// What is asked about one-eye problems. What the next moves decide is found by the search, so that
/// the shipped sets stay as hard as they were made.
pub fn request() -> Request {
    let knowledge = Knowledge { at_once: false, ..Knowledge::default() };
    Request { knowledge, ..Request::default() }
}

/// Solves a candidate both ways; `None` if that is trivial or too hard, or if it does not have the
/// results that are wanted.
fn judge(candidate: &Candidate, most: u64, wanted: Option<Results>) -> Option<Judged> {
    let features = [Features::default(); 2];
    let mut judged = Judged { nodes: [0; 2], eye: [false; 2], features, ko: [None; 2] };
    for (i, turn) in candidate.turns().into_iter().enumerate() {
        let problem = posed(candidate, turn)?.problem;
        let mut solver = solver(&problem, most);
        let answer = solver.solve(&History::new(problem.root(turn, [0, 0])));
        (judged.eye[i], judged.nodes[i]) = (answer.verdict.decided()?, answer.stats.nodes);
        if judged.nodes[i] < 20 || wanted.is_some_and(|wanted| judged.eye[i] != wanted[i]) {
            return None;
        }
    }
    Some(judged)
}

/// Finds out what the strategies have in their first plies, and how many nodes the usual table
/// takes.
fn find_features(candidate: &Candidate, judged: &mut Judged) -> Option<()> {
    for (i, turn) in candidate.turns().into_iter().enumerate() {
        let problem = posed(candidate, turn)?.problem;
        let mut solver = solver(&problem, u64::MAX);
        let history = History::new(problem.root(turn, [0, 0]));
        let answer = solver.solve(&history);
        let proven = answer.verdict.decided()?;
        judged.nodes[i] = answer.stats.nodes;
        let extracted = solver.certificate(&history, proven, RULE).ok()?;
        let terms = Terms::of(solver.question(), proven);
        judged.features[i] = Features::of(&problem, &history, terms, &extracted.block, PLIES);
    }
    Some(())
}

/// Finds out how many ko threats would change the results.
fn find_threats(candidate: &Candidate, plan: &Plan, judged: &mut Judged) {
    for (i, turn) in candidate.turns().into_iter().enumerate() {
        let Some(posed) = posed(candidate, turn) else { continue };
        let defender = candidate.defender;
        let loser = if judged.eye[i] { defender.opponent() } else { defender };
        for k in 1..=2 {
            let mut threats = [0, 0];
            threats[loser.index()] = k;
            let mut solver = solver(&posed.problem, 8 * plan.most());
            let answer = solver.solve(&History::new(posed.problem.root(turn, threats)));
            match answer.verdict.decided() {
                Some(eye) if eye != judged.eye[i] => {
                    judged.ko[i] = Some(k);
                    break;
                }
                Some(_) => {}
                None => break,
            }
        }
    }
}

const RULE: RepetitionRule = RepetitionRule::SituationalSuperko;

/// Asks whether the defender makes an eye.
fn solver(problem: &Problem, nodes: u64) -> Solver<'_, Problem> {
    let attacker: Player = problem.definition().defender.into();
    // To clear a large table takes longer than a small search.
    let table_bytes = if nodes < 50_000 { 1 << 20 } else { 64 << 20 };
    let options = Options { table_bytes, ..Options::default() };
    let mut solver = Solver::new(problem, Question::new(attacker, RULE), options);
    solver.limit(Limits::nodes(nodes));
    solver
}

impl Candidate {
    /// The players, the one who moves first in the first problem before the other.
    pub(super) fn turns(&self) -> [Colour; 2] {
        [self.defender, self.defender.opponent()]
    }
}

/// What a position is about.
fn themes(judged: &Judged) -> Vec<Theme> {
    let any = |has: &dyn Fn(&Features) -> bool| judged.features.iter().any(has);
    let mut themes = Vec::new();
    for (theme, has) in [
        (Theme::Ko, judged.ko.iter().any(Option::is_some)),
        (Theme::DoubleKo, any(&|f| f.double_ko)),
        (Theme::Snapback, any(&|f| f.snapback)),
        (Theme::ThrowIn, any(&|f| f.throw_in)),
        (Theme::Approach, any(&|f| f.approach)),
    ] {
        if has {
            themes.push(theme);
        }
    }
    if themes.is_empty() {
        themes.push(Theme::Reading);
    }
    themes
}

fn total(judged: &Judged) -> u64 {
    judged.nodes.iter().sum()
}

/// One problem as a game of a file, with words on what it is about and on its result.
pub(super) fn as_sgf(
    candidate: &Candidate,
    title: &str,
    turn: Colour,
    themes: &str,
    result: &str,
) -> String {
    let size = candidate.geometry.size();
    let list = |name: &str, set: Wide| {
        set.iter().fold(name.to_owned(), |mut out, point: Point| {
            let _ = write!(out, "[{}]", sgf_point(size, point));
            out
        })
    };
    let target = candidate.target.first().expect("the target is not empty");
    format!(
        "(;GM[1]FF[4]CA[UTF-8]SZ[19]GN[{title} {turn} first]\n{}\n{}\nPL[{}]{}{}\nC[{} has an eye \
         and wants another one; {turn} moves first.\nTheme: {themes}.\n\
         Situational superko: {result}.])\n",
        list("AB", candidate.board.stones(Colour::Black)),
        list("AW", candidate.board.stones(Colour::White)),
        turn.letter(),
        list("MA", Wide::single(target)),
        list("CR", candidate.eye),
        candidate.defender,
    )
}
