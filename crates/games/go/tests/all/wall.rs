//! What `--safe wall` believes: problems whose wall is believed have the answers that they have
//! with the enclosing stones named, and with a wall that really lives.

use std::collections::HashMap;

use threefold_game::{Game, History, Player, Question, RepetitionRule};
use threefold_go::problem::{
    Aim, Knowledge, Place, Posed, Problem, ProblemGoal, Request, Safe, pose, pose_on,
};
use threefold_go::sgf::Mark;
use threefold_go::{Board, Colour, Geometry, GoPosition, Points, Size, Wide};
use threefold_search::{Limits, Options, Solver};

/// splitmix64.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

/// A position twice: inside the same stones, outside a thin wall or one that lives.
struct Made {
    geometry: Geometry<Wide>,
    target: Wide,
    /// The thin wall: the points next to the inside.
    wall: Wide,
    thin: Board<Wide>,
    alive: Board<Wide>,
}

/// A rectangle at the top, in the corner or not, with stones at random and perhaps one point cut
/// off; around it white, black defends. The wall that lives fills all that is outside but for two
/// eyes.
fn made(random: &mut Random) -> Option<Made> {
    let (rows, columns) = [(2, 4), (3, 3), (2, 5), (3, 4), (3, 5)][random.below(5)];
    let left = [0, 0, 2][random.below(3)];
    let size = Size::new(rows + 3, left + columns + 2 + random.below(2)).unwrap();
    let geometry = Geometry::<Wide>::new(size).unwrap();
    let mut inside = Wide::EMPTY;
    for row in 0..rows {
        for column in left..left + columns {
            inside |= Wide::single(size.at(row, column));
        }
    }
    let (mut black, mut white) = (Wide::EMPTY, Wide::EMPTY);
    for point in inside.iter() {
        match random.below(10) {
            0..4 => black |= Wide::single(point),
            4..7 => white |= Wide::single(point),
            _ => {}
        }
    }
    let wall = geometry.neighbours(inside) & !inside;
    let outside = geometry.board() & !inside;
    // Eyes at the lower corners, which are not next to the inside.
    let eyes = Wide::single(size.at(size.rows() - 1, 0))
        | Wide::single(size.at(size.rows() - 1, size.columns() - 1));
    let thin = Board::new(&geometry, black, white | wall).ok()?;
    let alive = Board::new(&geometry, black, white | outside & !eyes).ok()?;
    let chains: Vec<Wide> = thin.chains(&geometry, Colour::Black).collect();
    let target = *chains.get(random.below(chains.len().max(1)))?;
    // There are stones of the attacker inside that are not connected to the wall.
    let connected = geometry.connected(wall, thin.stones(Colour::White));
    let loose = thin.stones(Colour::White) & !connected;
    (!loose.is_empty()).then_some(Made { geometry, target, wall, thin, alive })
}

fn posed(made: &Made, board: &Board<Wide>, aim: Aim, safe: Option<Safe>) -> Result<Posed, String> {
    let request = Request {
        aim: Some(aim),
        target: Some(Place::Points(made.target)),
        safe,
        ..Request::default()
    };
    pose_on(&made.geometry, board, Colour::Black, |_: Mark| Wide::EMPTY, &request)
        .map_err(|error| error.to_string())
}

/// Whether the asker succeeds after a history: the defender lives, the attacker captures.
fn succeeds(problem: &Problem, history: &History<Problem>) -> bool {
    let asker: Player = match problem.definition().goal {
        ProblemGoal::Live => Colour::Black,
        ProblemGoal::Survive => Colour::White,
    }
    .into();
    let question = Question::new(asker, RepetitionRule::SituationalSuperko);
    let options = Options { table_bytes: 1 << 20, ..Options::default() };
    let mut solver = Solver::new(problem, question, options);
    solver.limit(Limits::nodes(1_000_000));
    solver.solve(history).verdict.decided().expect("small problems are solved")
}

/// The answer for each player to move first, and after each of his first moves.
fn answers(problem: &Problem) -> HashMap<String, bool> {
    let mut all = HashMap::new();
    for turn in Colour::ALL {
        let root = problem.root(turn, [0, 0]);
        let history = History::new(root);
        all.insert(turn.name().to_owned(), succeeds(problem, &history));
        let mut moves = Vec::new();
        // What is just known to be lost is not the same in different regions.
        let knowledge = Knowledge { death: false, miai: false, ..Knowledge::default() };
        if problem.with_knowledge(knowledge).terminal(&root).is_none() {
            problem.moves(&root, &mut moves);
        }
        for m in moves {
            let mut after = history.clone();
            after.push(problem, m);
            let name = format!("{turn} {}", problem.move_text(&root, m));
            all.insert(name, succeeds(problem, &after));
        }
    }
    all
}

/// The test: on 200 positions with stones of the attacker inside.
#[test]
fn a_believed_wall_gives_the_answers_of_one_that_lives() {
    let mut random = Random(12);
    let (mut tried, mut refused, mut wins, mut compared) = (0, 0, 0, 0);
    let mut differ = Vec::new();
    while tried < 200 {
        let Some(made) = made(&mut random) else { continue };
        let aim = [Aim::Live, Aim::Capture][random.below(2)];
        let Ok(real) = posed(&made, &made.alive, aim, None) else { continue };
        if real.problem.terminal(&real.problem.root(Colour::Black, [0, 0])).is_some() {
            continue;
        }
        tried += 1;
        assert!(real.problem.trusted().is_empty());
        let truth = answers(&real.problem);
        wins += truth.values().filter(|&&answer| answer).count();
        compared += truth.len();
        let named = Safe::Place(Place::Points(made.wall));
        for (what, board, safe) in [
            ("believed", &made.thin, Safe::Wall),
            ("named", &made.thin, named),
            ("believed where it lives", &made.alive, Safe::Wall),
        ] {
            let text = GoPosition::new(*board, Colour::Black).text(&made.geometry);
            // Loose stones around a part of the inside may be refused: never believed.
            let posed = match posed(&made, board, aim, Some(safe)) {
                Ok(posed) => posed,
                Err(error) if error.contains("cannot be believed safe") => {
                    refused += 1;
                    continue;
                }
                Err(error) => panic!("{what}: {error}: {text}"),
            };
            let found = answers(&posed.problem);
            // What lives for certain beside a believed wall may be in its region: moves in there
            // are moves elsewhere to the real problem.
            let differs = |name: &String| found.get(name) != truth.get(name);
            if truth.keys().any(differs) {
                differ.push(format!("{what}: {text}: {:?}", posed.problem));
            }
        }
    }
    assert!(differ.is_empty(), "{} of 600 differ: {}", differ.len(), differ.join("\n"));
    assert!(refused < 10, "{refused} of 600 refused");
    let share = 100 * wins / compared;
    assert!(compared > 2_000 && (10..90).contains(&share), "{compared} answers, {share} %");
}

/// The one-eye problems of the project have walls that live, and stones inside. They are found as
/// they are, and with everything outside taken away but the stones next to the region.
#[test]
fn walls_of_the_one_eye_problems_are_found_where_they_are() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../examples/one-eye.sgf");
    let games = threefold_go::sgf::read(&std::fs::read(file).unwrap()).unwrap();
    let (mut found, mut refused) = (0, 0);
    for game in &games {
        let real = pose(game, &Request::default()).unwrap().problem;
        let safe = Request { safe: Some(Safe::Wall), ..Request::default() };
        let believed = pose(game, &safe).unwrap().problem;
        assert_eq!(believed.parameters(), real.parameters());
        let geometry = Geometry::<Wide>::new(game.size()).unwrap();
        let near = real.region() | geometry.neighbours(real.region());
        let [black, white] = Colour::ALL.map(|colour| game.root().stones(colour) & near);
        let Ok(thin) = Board::new(&geometry, black, white) else { continue };
        let marks = |mark: Mark| game.root().marked(mark);
        match pose_on(&geometry, &thin, Colour::Black, marks, &safe) {
            Ok(posed) => {
                assert_eq!(posed.problem.region(), real.region(), "{:?}", game.title());
                let attacker = posed.problem.definition().defender.opponent();
                let wall = thin.stones(attacker) & !real.region();
                assert_eq!(posed.problem.trusted(), wall, "{:?}", game.title());
                found += 1;
            }
            Err(error) => {
                assert!(error.to_string().contains("cannot be believed safe"), "{error}");
                refused += 1;
            }
        }
    }
    assert!(found > 100, "{found} found, {refused} refused");
}
