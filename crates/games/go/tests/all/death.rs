//! Where a problem says that the target is dead, it is: against exhaustive search that knows
//! nothing but the rules, whatever was played before.

use crate::problems::Random;

use threefold_game::{Game, History, Outcome, Player, Question, RepetitionRule};
use threefold_go::problem::{
    Definition, Knowledge, Problem, ProblemGoal, ProblemMove, ProblemPosition,
};
use threefold_go::{Board, Colour, Geometry, Points, Size, Wide};
use threefold_oracle::exhaustive;

pub const SUPERKO: [RepetitionRule; 2] =
    [RepetitionRule::SituationalSuperko, RepetitionRule::PositionalSuperko];
pub const SMALL: [(usize, usize); 12] = [
    (1, 2),
    (1, 3),
    (1, 4),
    (1, 5),
    (1, 6),
    (2, 2),
    (2, 3),
    (3, 2),
    (2, 4),
    (4, 2),
    (3, 3),
    (2, 5),
];

/// What random positions are like, and what is asked of them.
#[derive(Clone, Copy)]
pub struct Kind {
    pub goal: ProblemGoal,
    /// Rows and columns of regions.
    pub regions: &'static [(usize, usize)],
    /// How many of six points have a black stone, 3 at most; one of them has a white one.
    pub black: u64,
    /// What is to say that the attacker has won,
    pub with: Knowledge,
    /// and what is not.
    pub without: Option<Knowledge>,
}

/// A rectangle in the corner with stones at random, and safe stones below it, to the right of it or
/// both: mostly white, the attacker's. Black defends one stone.
pub fn random(random: &mut Random, kind: Kind) -> Option<Problem> {
    let (rows, columns) = kind.regions[random.below(kind.regions.len() as u64) as usize];
    let [below, right] = [[true, true], [true, false], [false, true]][random.below(3) as usize];
    // Behind the wall there is room for its liberties.
    let size = Size::new(rows + 2 * usize::from(below), columns + 2 * usize::from(right)).ok()?;
    let geometry = Geometry::<Wide>::new(size).unwrap();
    let mut stones = [Wide::EMPTY; 2];
    let [mut inside, mut wall] = [Wide::EMPTY; 2];
    for row in 0..size.rows().min(rows + 1) {
        for column in 0..size.columns().min(columns + 1) {
            let point = Wide::single(size.at(row, column));
            if row == rows || column == columns {
                wall |= point;
                stones[usize::from(random.below(16) != 0)] |= point;
                continue;
            }
            inside |= point;
            match random.below(6) {
                n if n < kind.black => stones[0] |= point,
                3 => stones[1] |= point,
                _ => {}
            }
        }
    }
    let board = Board::new(&geometry, stones[0], stones[1]).ok()?;
    let target: Vec<_> = (stones[0] & inside).iter().collect();
    let target = *target.get(random.below(4) as usize)?;
    let definition = Definition {
        goal: kind.goal,
        defender: Colour::Black,
        target: Wide::single(target),
        region: None,
        eyes: Wide::EMPTY,
        declared: wall,
        basic_ko: false,
        knowledge: Knowledge::default(),
    };
    Problem::new(geometry, &board, definition).ok()
}

/// What was found.
#[derive(Debug, Default)]
pub struct Found {
    pub hits: u32,
    /// Hits with the defender to move.
    pub defender: u32,
    /// Hits with moves before.
    pub histories: u32,
    /// Hits with threats.
    pub threats: u32,
    /// Hits with stones of the attacker in the region that are not connected to safe ones.
    pub inside: u32,
    /// Too large for the exhaustive search.
    pub open: u32,
    pub wrong: u32,
}

impl Found {
    /// Compares a position with what is true, if the attacker is said to have won.
    fn compare(&mut self, problem: &Problem, kind: Kind, history: &History<Problem>, nodes: u64) {
        let root = history.root();
        let attacker = Player::from(Colour::White);
        let says = |knowledge| {
            problem.with_knowledge(knowledge).terminal(root) == Some(Outcome::Win(attacker))
        };
        if problem.is_captured(root) || !says(kind.with) || kind.without.is_some_and(says) {
            return;
        }
        let plain = problem.with_knowledge(Knowledge::NONE);
        let geometry = Geometry::<Wide>::new(problem.size()).unwrap();
        let white = problem.stones(root, Colour::White);
        let has_inside = geometry.connected(white & !problem.region(), white) != white;
        for rule in SUPERKO {
            match exhaustive(&plain, history, Question::new(attacker, rule), nodes) {
                Some(truth) => {
                    self.hits += 1;
                    self.defender += u32::from(root.turn() == Colour::Black);
                    self.histories += u32::from(!history.moves().is_empty());
                    self.inside += u32::from(has_inside);
                    self.threats += u32::from(root.threats() != [0, 0]);
                    if !truth {
                        self.wrong += 1;
                        let moves: Vec<String> =
                            history.moves().iter().map(|&m| problem.move_text(root, m)).collect();
                        let (text, game) = (problem.position_text(root), problem.parameters());
                        println!("wrong: {rule} {text} after {moves:?}: {game}");
                    }
                }
                None => self.open += 1,
            }
        }
    }
}

/// A move of the player, mostly a stone.
pub fn any_move(
    random: &mut Random,
    problem: &Problem,
    position: &ProblemPosition,
    is_banned: impl Fn(ProblemMove) -> bool,
) -> Option<ProblemMove> {
    let mut moves = Vec::new();
    problem.moves(position, &mut moves);
    moves.retain(|&m| !is_banned(m) && (problem.point(m).is_some() || random.below(4) == 0));
    moves.get(random.below(moves.len().max(1) as u64) as usize).copied()
}

/// Games from random positions, and every position of them that the attacker is said to have won.
pub fn net(games: u32, kind: Kind, nodes: u64) -> Found {
    let mut numbers = Random(61);
    let mut found = Found::default();
    let mut tried = 0;
    while tried < games {
        let Some(problem) = random(&mut numbers, kind) else { continue };
        tried += 1;
        let threats = [0, 1].map(|_| u8::from(numbers.below(8) == 0));
        let turn = Colour::ALL[numbers.below(2) as usize];
        let mut position = problem.root(turn, threats);
        // What is not part of the history: safe stones come inside, and the target may go.
        for _ in 0..numbers.below(6) {
            let Some(m) = any_move(&mut numbers, &problem, &position, |_| false) else { break };
            problem.make(&mut position, m);
        }
        let mut history = History::new(position);
        for _ in 0..8 {
            found.compare(&problem, kind, &history, nodes);
            // What this allows is allowed by the other rule as well.
            let rule = RepetitionRule::PositionalSuperko;
            let banned = |m| history.is_banned(&problem, m, rule);
            let root = *history.root();
            let Some(m) = any_move(&mut numbers, &problem, &root, banned) else { break };
            history.push(&problem, m);
        }
    }
    found
}

/// `DEATH_NET=1000000` tries more games.
#[test]
fn what_is_said_to_be_dead_is_captured() {
    let games = std::env::var("DEATH_NET").ok().and_then(|text| text.parse().ok());
    let kind = Kind {
        goal: ProblemGoal::Survive,
        regions: &SMALL,
        black: 3,
        with: Knowledge { miai: false, ..Knowledge::default() },
        without: None,
    };
    let found = net(games.unwrap_or(30_000), kind, 20_000);
    println!("{found:?}");
    assert_eq!(found.wrong, 0);
    assert!(found.hits > 10_000 && found.histories > 5_000 && found.open < 100, "{found:?}");
    let least = found.defender.min(found.threats).min(found.inside);
    assert!(least > 1_000, "{found:?}");
}

/// White can only play at A1, which takes B1. With a move to spare he would take nothing back that
/// was there before; without one, what was played before decides.
#[test]
fn without_a_move_to_spare_a_target_is_not_said_to_be_dead() {
    let parameters = "1x4 survive black region:A1,B1 target:B1 declared:C1 with:death";
    let problem = Problem::<u64>::parse(parameters, ".XO. W").unwrap();
    let start = problem.parse_position("O.O. B").unwrap();
    let attacker = Player::from(Colour::White);
    for rule in SUPERKO {
        let played = History::from_notation(&problem, start, ["B1"], rule).unwrap();
        for (history, dies) in [(History::new(*played.root()), true), (played, false)] {
            assert_eq!(problem.terminal(history.root()), None);
            let question = Question::new(attacker, rule);
            assert_eq!(exhaustive(&problem, &history, question, 100), Some(dies));
        }
    }
}
