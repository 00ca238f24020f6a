//! Small problems whose answer depends on the superko rule: found at random, confirmed by
//! exhaustive search. Nearly all of them need moves that have been played before (`--plies`).

use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;
use threefold_game::{Game, History, Player, Question, RepetitionRule, SplitMix};
use threefold_go::problem::{Definition, Knowledge, Problem, ProblemGoal, ProblemMove, sgf_point};
use threefold_go::{Board, Colour, Geometry, GoPosition, Point, Points, Size, Wide};
use threefold_oracle::exhaustive;
use threefold_search::{Limits, Options, Solver};

use super::failure::Failure;
use super::random::random;

#[derive(Debug, Args)]
pub struct RuleDependent {
    /// How many to find
    #[arg(long, default_value_t = 5)]
    count: usize,
    /// Problems to try
    #[arg(long, default_value_t = 1_000_000)]
    tries: u64,
    /// Which problems
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Moves played before the position, at most; 0 for positions without a history
    #[arg(long, default_value_t = 8)]
    plies: usize,
    /// Where they go, if anywhere: one SGF file, the position in question at the end of each game
    #[arg(long)]
    out: Option<PathBuf>,
}

/// Rows and columns of regions.
const REGIONS: [(usize, usize); 8] =
    [(1, 6), (2, 3), (2, 4), (2, 4), (3, 3), (3, 3), (2, 5), (3, 4)];
/// Positions of the exhaustive search.
const EXHAUSTIVE: u64 = 50_000_000;
const NODES: u64 = 20_000;
const RULES: [RepetitionRule; 2] =
    [RepetitionRule::SituationalSuperko, RepetitionRule::PositionalSuperko];

struct Candidate {
    geometry: Geometry<Wide>,
    board: Board<Wide>,
    definition: Definition,
    turn: Colour,
}

pub fn run(args: &RuleDependent) -> Result<(), Failure> {
    let (mut text, mut found, mut asked, mut open) = (String::new(), 0, 0u64, 0u64);
    for number in 0..args.tries {
        if found == args.count {
            break;
        }
        let random = &mut random(args.seed, number);
        let candidate = if random.below(2) == 0 { group(random) } else { eye(random) };
        let Some(candidate) = candidate else { continue };
        let Candidate { geometry, board, definition, turn } = &candidate;
        let Ok(problem) = Problem::<u64>::new(geometry.clone(), board, definition.clone()) else {
            continue;
        };
        let Some(history) = played(random, &problem, *turn, args.plies) else { continue };
        asked += 1;
        let asker: Player = match definition.goal {
            ProblemGoal::Live => definition.defender.into(),
            ProblemGoal::Survive => definition.defender.opponent().into(),
        };
        let questions = RULES.map(|rule| Question::new(asker, rule));
        let answers = questions.map(|question| {
            let options = Options { table_bytes: 1 << 18, ..Options::default() };
            let mut solver = Solver::new(&problem, question, options);
            solver.limit(Limits::nodes(NODES));
            solver.solve(&history).verdict.decided()
        });
        let [Some(situational), Some(positional)] = answers else {
            open += 1;
            continue;
        };
        if situational == positional {
            continue;
        }
        let truths = questions.map(|question| exhaustive(&problem, &history, question, EXHAUSTIVE));
        let word =
            |answer: Option<bool>| answer.map_or("too large", |yes| if yes { "yes" } else { "no" });
        let [by_ssk, by_psk] = truths.map(word);
        println!(
            "number {number}: {:?} after '{}': situational {}, positional {}; exhaustive \
             {by_ssk}, {by_psk}\n{}",
            definition.goal,
            history.notation(&problem),
            word(Some(situational)),
            word(Some(positional)),
            problem.diagram(history.root())
        );
        if truths.iter().zip(answers).any(|(truth, answer)| truth.is_some() && *truth != answer) {
            return Err(Failure::check(format!("problem {number} has a wrong answer")));
        }
        found += 1;
        text.push_str(&sgf(&candidate, number, &problem, history.moves()));
    }
    println!("{found} of {asked} problems depend on the rule; {open} unknown");
    match &args.out {
        Some(path) => std::fs::write(path, text)
            .map_err(|error| Failure::usage(format!("{}: {error}", path.display()))),
        None => Ok(()),
    }
}

/// A game at random from the candidate's position up to where a move would repeat a board, which is
/// where the rules begin to differ; nothing if it does not come to that within `most` moves.
fn played(
    random: &mut SplitMix,
    problem: &Problem,
    turn: Colour,
    most: usize,
) -> Option<History<Problem>> {
    let mut history = History::new(problem.root(turn, [0, 0]));
    if most == 0 {
        return Some(history);
    }
    let rule = RepetitionRule::PositionalSuperko;
    for _ in 0..=most {
        let root = *history.root();
        let mut moves: Vec<ProblemMove> = Vec::new();
        problem.moves(&root, &mut moves);
        moves.retain(|&m| problem.point(m).is_some());
        if moves.is_empty() || problem.terminal(&root).is_some() {
            return None;
        }
        if moves.iter().any(|&m| history.is_banned(problem, m, rule)) {
            return Some(history);
        }
        history.push(problem, random.choose(&moves));
    }
    None
}

/// A group with an eye, and random stones in two rows below it, where it wants another one.
fn eye(random: &mut SplitMix) -> Option<Candidate> {
    let width = 3 + random.below(2) as usize;
    let mut rows = "OOO.OO/XXOOOO/.XO.OO/XXOOOO/".to_owned();
    for end in ["/", " B"] {
        rows.extend((0..width).map(|_| random.choose(&['.', '.', 'X', 'O'])));
        rows += &"O".repeat(6 - width);
        rows += end;
    }
    let size = Size::new(6, 6).expect("a small board");
    let geometry = Geometry::<Wide>::new(size).expect("every board fits");
    let board = *GoPosition::parse(&rows, &geometry).ok()?.board();
    let at = |row: usize, column: usize| Wide::single(size.at(row, column));
    let definition = Definition {
        goal: ProblemGoal::Live,
        defender: Colour::Black,
        target: at(2, 1),
        region: None,
        eyes: at(2, 0),
        declared: Wide::EMPTY,
        basic_ko: false,
        knowledge: Knowledge::default(),
    };
    Some(Candidate { geometry, board, definition, turn: random.choose(&Colour::ALL) })
}

/// A region in the top left corner with random stones, inside a wall with two eyes.
fn group(random: &mut SplitMix) -> Option<Candidate> {
    let (height, width) = random.choose(&REGIONS);
    let size = Size::new(height + 3, width.max(4) + 1).expect("a small board");
    let geometry = Geometry::<Wide>::new(size).expect("every board fits");
    let at = |row: usize, column: usize| Wide::single(size.at(row, column));
    let defender = Colour::Black;
    let attacker = defender.opponent();
    let eyes = at(height + 1, 0) | at(height + 1, 2);
    let mut stones = [Wide::EMPTY; 2];
    let mut region = Wide::EMPTY;
    let shares = [(); 2].map(|()| 3 + random.below(4));
    for row in 0..height {
        for column in 0..width {
            region |= at(row, column);
            match random.below(16) {
                n if n < shares[0] => stones[defender.index()] |= at(row, column),
                n if n < shares[0] + shares[1] => stones[attacker.index()] |= at(row, column),
                _ => {}
            }
        }
    }
    stones[attacker.index()] |= geometry.board() & !region & !eyes;
    let board = Board::new(&geometry, stones[0], stones[1]).ok()?;
    let seeds: Vec<Point> = stones[defender.index()].iter().collect();
    if seeds.is_empty() {
        return None;
    }
    let seed = Wide::single(random.choose(&seeds));
    let definition = Definition {
        goal: random.choose(&ProblemGoal::ALL),
        defender,
        target: geometry.connected(seed, board.stones(defender)),
        region: None,
        eyes: Wide::EMPTY,
        declared: Wide::EMPTY,
        basic_ko: false,
        knowledge: Knowledge::default(),
    };
    Some(Candidate { geometry, board, definition, turn: random.choose(&Colour::ALL) })
}

fn sgf(candidate: &Candidate, number: u64, problem: &Problem, moves: &[ProblemMove]) -> String {
    let Candidate { geometry, board, definition, turn } = candidate;
    let size = geometry.size();
    let list = |name: &str, set: Wide| {
        if set.is_empty() {
            return String::new();
        }
        set.iter().fold(name.to_owned(), |mut out, point: Point| {
            let _ = write!(out, "[{}]", sgf_point(size, point));
            out
        })
    };
    let mut colour = *turn;
    let played: String = moves
        .iter()
        .map(|&m| {
            let point = problem.point(m).expect("only stones are played");
            let text = format!(";{}[{}]", colour.letter(), sgf_point(size, point));
            colour = colour.opponent();
            text
        })
        .collect();
    format!(
        "(;GM[1]FF[4]CA[UTF-8]SZ[{}:{}]GN[{number} {:?}]\n{}\n{}\nPL[{}]{}{}{played})\n",
        size.columns(),
        size.rows(),
        definition.goal,
        list("AB", board.stones(Colour::Black)),
        list("AW", board.stones(Colour::White)),
        turn.letter(),
        list("MA", definition.target),
        list("CR", definition.eyes),
    )
}
