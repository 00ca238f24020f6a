//! Problems: the rules against exhaustive search, with and without what is known statically, under
//! every ko rule, and every answer with a certificate.
//!
//! Two of the ends that a checker trusts, as docs/certificate.md (section 8) states them:
//!
//! *Life.* The target lives unconditionally. The defender always passes, which nothing bans. Then
//! the attacker's stones are never captured, so each of his stones fills another point, his threats
//! come to an end, and he has no move. No chain that lives is captured: one that is connected with
//! stones outside is not; of the others, take the first that is. A vital region of it has no stone
//! of the defender, and gets none; its empty points are liberties of the chain, and the attacker
//! has to fill every one, in both regions. One region is full before the other, and before the
//! capture. The stone that filled it was suicide: the attacker's stones in it were enclosed by
//! chains that live, none of which had been captured. So the target stays, under every rule.
//!
//! *Eye space* (`live`). The way out is closed, and the points of the region that have no *living*
//! stone of the attacker and none next to them, in the region or outside, do not fit. Living are
//! the safe stones, or also those with two vital regions. The attacker always passes. So the
//! defender's stones are never captured, each of his moves adds one, and in the end he has no move,
//! under every rule, unless he lives before. A region V that is vital to a chain *c* of his has no
//! living stone on it or next to it: otherwise the stone is in V, being no stone of his, and so are
//! its chain and what is next to that and not his. If the chain is safe, a stone outside is next to
//! V, which is vital to no chain. If it has two vital regions of its own, each keeps an empty point
//! (as under *Life*, with the colours exchanged). This is a liberty of the stone's chain, and so in
//! V, and has to be a liberty of *c*. Then *c* has stones in both regions. But these are different
//! parts of the points without the attacker's stones, kept apart by chains that stay, and *c* is
//! connected. So all of V is among the points that are left. `with:miai` leaves out the points that
//! have a stone of the defender as well: he keeps it, and no region of his has his stones.

use threefold_certificate::check;
use threefold_game::{Game, History, Player, Question, RepetitionRule, Searchable};
use threefold_go::problem::{
    Aim, CellSet, Definition, Knowledge, Leak, Place, Problem, ProblemError, ProblemGoal,
    ProblemMove, ProblemPosition, Request, parse_points, pose_on, pose_on_as,
};
use threefold_go::{Board, Colour, Geometry, GoPosition, Points, Size, Wide, Words};
use threefold_oracle::exhaustive;
use threefold_search::{Answer, Limits, Options, Solver, Stats, Verdict};

/// splitmix64.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % n
    }
}

/// A rectangle of `rows` by `columns` in the corner, at random, inside a white wall that is
/// declared safe; black defends.
pub fn random(random: &mut Random, rows: usize, columns: usize) -> Option<Problem> {
    let size = Size::new(rows + 1, columns + 2).unwrap();
    let geometry = Geometry::<Wide>::new(size).unwrap();
    let mut stones = [Wide::EMPTY; 2];
    let mut inside = Wide::EMPTY;
    for row in 0..=rows {
        for column in 0..=columns {
            let point = Wide::single(size.at(row, column));
            if row == rows || column == columns {
                stones[1] |= point;
                continue;
            }
            inside |= point;
            match random.below(5) {
                0 | 1 => stones[0] |= point,
                2 => stones[1] |= point,
                _ => {}
            }
        }
    }
    let board = Board::new(&geometry, stones[0], stones[1]).ok()?;
    let black: Vec<Wide> = board.chains(&geometry, Colour::Black).collect();
    let target = Wide::single(black.get(random.below(4) as usize)?.first()?);
    let definition = Definition {
        goal: ProblemGoal::ALL[random.below(2) as usize],
        defender: Colour::Black,
        target,
        region: None,
        eyes: Wide::EMPTY,
        declared: stones[1] & !inside,
        basic_ko: false,
        knowledge: Knowledge::default(),
    };
    Problem::new(geometry, &board, definition).ok()
}

fn with(problem: &Problem, basic_ko: bool, knowledge: Knowledge) -> Problem {
    problem.with_basic_ko(basic_ko).with_knowledge(knowledge)
}

/// The answer with its certificate, which is checked.
pub fn solve(
    problem: &Problem,
    root: ProblemPosition,
    attacker: Player,
    rule: RepetitionRule,
) -> bool {
    solve_with(problem, root, attacker, rule, Options::default()).0
}

/// The same with options, and what it took.
fn solve_with(
    problem: &Problem,
    root: ProblemPosition,
    attacker: Player,
    rule: RepetitionRule,
    options: Options,
) -> (bool, Stats) {
    solve_after(problem, &History::new(root), attacker, rule, options)
}

/// The same after the moves of a game.
fn solve_after(
    problem: &Problem,
    history: &History<Problem>,
    attacker: Player,
    rule: RepetitionRule,
    options: Options,
) -> (bool, Stats) {
    let options = Options { table_bytes: 1 << 20, ..options };
    let mut solver = Solver::new(problem, Question::new(attacker, rule), options);
    solver.limit(Limits::nodes(1_000_000));
    let Answer { verdict, stats, .. } = solver.solve(history);
    let proven = verdict.decided().unwrap_or_else(|| panic!("{verdict:?}: {problem:?}"));
    let certificate = solver.certificate(history, proven, rule).unwrap();
    let header = &certificate.block.header;
    let start = header.history.as_deref().unwrap_or(&header.root);
    let read = Problem::<u64>::parse(&header.parameters, &header.root)
        .or_else(|_| Problem::<u64>::parse(&header.parameters, start))
        .unwrap();
    assert_eq!(read.parameters(), problem.parameters());
    check(&read, &certificate.block)
        .unwrap_or_else(|refuted| panic!("{refuted}: {} {}", header.parameters, header.root));
    (proven, stats)
}

const RULES: [RepetitionRule; 3] =
    [RepetitionRule::SituationalSuperko, RepetitionRule::PositionalSuperko, RepetitionRule::Draw];

/// All of it, none of it, and each part of it left out.
fn knowledge() -> Vec<Knowledge> {
    let all = Knowledge::default();
    vec![
        Knowledge::NONE,
        Knowledge { eye_space: false, ..all },
        Knowledge { life: false, ..all },
        Knowledge { death: false, ..all },
        Knowledge { life: false, death: false, ..all },
        Knowledge { miai: false, ..all },
        Knowledge { eye_space: false, death: false, ..all },
        Knowledge { death: false, miai: false, ..all },
        Knowledge { estimates: false, ..all },
        Knowledge { captures: false, ..all },
        Knowledge { at_once: false, ..all },
        Knowledge { irreversible: false, ..all },
    ]
}

/// With and without knowledge, with and without threats, against exhaustive search.
#[test]
fn answers_do_not_depend_on_static_knowledge() {
    let mut numbers = Random(5);
    let (mut tried, mut compared, mut wins) = (0, 0, 0);
    while tried < 250 {
        let (rows, columns) = [(1, 5), (2, 3), (2, 4), (1, 6)][numbers.below(4) as usize];
        let Some(problem) = random(&mut numbers, rows, columns) else { continue };
        tried += 1;
        let turn = Colour::ALL[numbers.below(2) as usize];
        let threats = [(numbers.below(6) == 0) as u8, (numbers.below(6) == 0) as u8];
        let attacker = Player::ALL[numbers.below(2) as usize];
        for rule in RULES {
            let basic = rule == RepetitionRule::Draw;
            let informed = with(&problem, basic, Knowledge::default());
            let plain = with(&problem, basic, Knowledge::NONE);
            let root = informed.root(turn, threats);
            let answer = solve(&informed, root, attacker, rule);
            wins += i32::from(answer);
            let text = informed.position_text(&root);
            for part in knowledge() {
                let other = with(&problem, basic, part);
                assert_eq!(solve(&other, root, attacker, rule), answer, "{rule} {text} {part:?}");
            }
            let question = Question::new(attacker, rule);
            for game in [&informed, &plain] {
                if let Some(truth) = exhaustive(game, &History::new(root), question, 20_000) {
                    compared += 1;
                    assert_eq!(answer, truth, "{rule} {} {text}", game.parameters());
                }
            }
        }
    }
    assert!(compared > 700 && (200..600).contains(&wins), "{compared} {wins}");
}

/// The stones that may be put at the root, and whether that repeats a board of the game.
fn stones_at_root(problem: &Problem, history: &History<Problem>) -> Vec<(ProblemMove, bool)> {
    let rule = RepetitionRule::PositionalSuperko;
    let mut moves = Vec::new();
    problem.moves(history.root(), &mut moves);
    let stones = moves.into_iter().filter(|&m| problem.point(m).is_some());
    stones.map(|m| (m, history.is_banned(problem, m, rule))).collect()
}

/// A game at random, up to where a move would repeat a board, if it comes to that within `most`
/// moves. It could have been played under each rule.
fn played(random: &mut Random, problem: &Problem, most: usize) -> Option<History<Problem>> {
    let turn = Colour::ALL[random.below(2) as usize];
    let mut history = History::new(problem.root(turn, [0, 0]));
    for _ in 0..most {
        let stones = stones_at_root(problem, &history);
        if problem.terminal(history.root()).is_some() || stones.is_empty() {
            return None;
        }
        if stones.iter().any(|&(_, repeats)| repeats) {
            return Some(history);
        }
        history.push(problem, stones[random.below(stones.len() as u64) as usize].0);
    }
    None
}

/// Black has an eye at A4, and two rows of three points below it for another one, with random
/// stones.
fn eye_at_random(random: &mut Random) -> Option<Problem> {
    let mut rows = "OOO.O/XXOOO/.XO.O/XXOOO/".to_owned();
    for end in ["OO/", "OO W"] {
        rows.extend((0..3).map(|_| ['.', '.', 'X', 'O'][random.below(4) as usize]));
        rows += end;
    }
    let size = Size::new(6, 5).unwrap();
    let geometry = Geometry::<Wide>::new(size).unwrap();
    let board = *GoPosition::parse(&rows, &geometry).ok()?.board();
    let definition = Definition {
        goal: ProblemGoal::Live,
        defender: Colour::Black,
        target: Wide::single(size.point("B4").unwrap()),
        region: None,
        eyes: Wide::single(size.point("A4").unwrap()),
        declared: Wide::EMPTY,
        basic_ko: false,
        knowledge: Knowledge::default(),
    };
    Problem::new(geometry, &board, definition).ok()
}

/// Moves before the position count: against exhaustive search, which knows nothing but the rules.
/// Situational and positional superko are seen to disagree.
#[test]
fn answers_respect_the_game_so_far() {
    let mut numbers = Random(41);
    let (mut compared, mut disagree, mut matters) = (0, 0, 0);
    for _ in 0..4_000 {
        let Some(problem) = eye_at_random(&mut numbers) else { continue };
        let attacker = Player::ALL[numbers.below(2) as usize];
        let Some(history) = played(&mut numbers, &problem, 8) else { continue };
        let mut answers = Vec::new();
        for rule in [RepetitionRule::SituationalSuperko, RepetitionRule::PositionalSuperko] {
            let question = Question::new(attacker, rule);
            let Some(truth) = exhaustive(&problem, &history, question, 20_000) else { continue };
            for knowledge in [Knowledge::default(), Knowledge::NONE] {
                let game = problem.with_knowledge(knowledge);
                let (answer, _) = solve_after(&game, &history, attacker, rule, Options::default());
                assert_eq!(answer, truth, "{rule} {} {history:?}", game.parameters());
                compared += 1;
            }
            let root = History::new(*history.root());
            matters += usize::from(exhaustive(&problem, &root, question, 20_000) == Some(!truth));
            answers.push(truth);
        }
        disagree += usize::from(answers.windows(2).any(|two| two[0] != two[1]));
    }
    assert!(compared > 1_200 && matters > 100 && disagree > 10, "{compared} {matters} {disagree}");
}

/// The eye of `examples/send-two-return-one.sgf`: White gives two stones, and takes one back.
///
/// ```text
///   OOO.O                                                OOO.O
///   XXOOO   Black's other eye is at A3.                  XXOOO
///   .XO.O   After W A1, B C1 (which takes A1 and B1):    .XO.O
///   XXOOO   may White take back at B1?                   XXOOO
///   .O.OO   The board would be this one again.           ..XOO
/// ```
#[test]
fn sending_two_and_returning_one_depends_on_the_rule() {
    let eye = |change: &dyn Fn(&mut Definition)| {
        problem("OOO.O/XXOOO/.XO.O/XXOOO/.O.OO W", |definition, size| {
            definition.eyes = Wide::single(size.point("A3").unwrap());
            definition.target = Wide::single(size.point("B3").unwrap());
            change(definition);
        })
        .unwrap()
    };
    let problem = eye(&|_| {});
    let start = problem.root(Colour::White, [0, 0]);
    let history = {
        let rule = RepetitionRule::SituationalSuperko;
        History::from_notation(&problem, start, ["A1", "C1"], rule).unwrap()
    };
    assert_eq!(problem.position_text(history.root()), "OOO.O/XXOOO/.XO.O/XXOOO/..XOO W");
    let wins = |history: &History<Problem>, rule| {
        let black = Player::from(Colour::Black);
        let question = Question::new(black, rule);
        let truth = exhaustive(&problem, history, question, 1_000_000).unwrap();
        let (answer, _) = solve_after(&problem, history, black, rule, Options::default());
        assert_eq!(answer, truth);
        answer
    };
    assert!(!wins(&history, RepetitionRule::SituationalSuperko));
    assert!(wins(&history, RepetitionRule::PositionalSuperko));
    // It is the moves before that matter, not the position.
    let position = History::new(*history.root());
    assert!(!wins(&position, RepetitionRule::SituationalSuperko));
    assert!(!wins(&position, RepetitionRule::PositionalSuperko));
}

/// Refutations replayed against sibling moves, factors, and turns with and without those, against
/// the plain search.
#[test]
fn refutations_among_siblings_factors_and_turns_change_no_answer() {
    let mut numbers = Random(23);
    let (mut held, mut failed, mut turns, mut tried) = (0, 0, 0, 0);
    while tried < 150 {
        let (rows, columns) = [(2, 4), (3, 3), (2, 5)][numbers.below(3) as usize];
        let Some(problem) = random(&mut numbers, rows, columns) else { continue };
        tried += 1;
        let turn = Colour::ALL[numbers.below(2) as usize];
        let attacker = Player::ALL[numbers.below(2) as usize];
        for rule in RULES {
            let problem = with(&problem, rule == RepetitionRule::Draw, Knowledge::default());
            let root = problem.root(turn, [0, 0]);
            let answer = solve(&problem, root, attacker, rule);
            for conditional in [true, false] {
                let options = Options {
                    sibling_budget: 50,
                    conditional,
                    move_factors: tried % 2 == 0,
                    first_turn: if tried % 4 == 0 { 8 } else { 1 << 18 },
                    ..Options::default()
                };
                let (with, stats) = solve_with(&problem, root, attacker, rule, options);
                assert_eq!(with, answer, "{rule} {}", problem.position_text(&root));
                held += stats.sibling_simulations_succeeded;
                failed += stats.sibling_simulations_failed;
                turns += stats.turns;
            }
        }
    }
    assert!(held > 100 && failed > 100 && turns > 100, "{held} {failed} {turns}");
}

/// Positions, keys and moves in random games, against the rules of the whole board.
#[test]
fn the_region_follows_the_rules_of_the_board() {
    let mut numbers = Random(11);
    let mut captures = 0;
    for _ in 0..300 {
        let Some(problem) = random(&mut numbers, 3, 4) else { continue };
        let problem = problem.with_goal(ProblemGoal::Live);
        let geometry = Geometry::<Wide>::new(problem.size()).unwrap();
        let mut position = problem.root(Colour::ALL[numbers.below(2) as usize], [1, 1]);
        for _ in 0..40 {
            let text = problem.position_text(&position);
            assert_eq!(problem.parse_position(&text).as_ref(), Ok(&position), "{text}");
            if problem.terminal(&position).is_some() {
                break;
            }
            let mut moves = Vec::new();
            problem.moves(&position, &mut moves);
            let mut sorted = moves.clone();
            problem.sort_by_notation(&position, &mut sorted);
            // The keys behind a move can be said without playing it.
            for &m in &moves {
                let mut next = position;
                problem.make(&mut next, m);
                for rule in RepetitionRule::SUPERKO {
                    let keys = [problem.key(&next), problem.repetition_key(&next, rule)];
                    assert_eq!(problem.keys_after(&position, m, rule), Some(keys), "{text}");
                }
            }
            let texts: Vec<String> =
                sorted.iter().map(|&m| problem.move_text(&position, m)).collect();
            assert!(texts.is_sorted());
            // Where no wall has lost its last liberty, the rules of the board say the same.
            let [black, white] = Colour::ALL.map(|colour| problem.stones(&position, colour));
            if let Ok(board) = Board::new(&geometry, black, white) {
                for point in (problem.region() & board.empty(&geometry)).iter() {
                    let m = problem.move_at(point).unwrap();
                    let suicide = threefold_go::Suicide::Forbidden;
                    let legal = board.is_legal(&geometry, position.turn(), point, suicide);
                    assert_eq!(moves.contains(&m), legal, "{text}");
                    if legal {
                        let mut after = board;
                        let captured = after.play(&geometry, position.turn(), point);
                        captures += captured.count();
                        let mut next = position;
                        problem.make(&mut next, m);
                        for colour in Colour::ALL {
                            assert_eq!(problem.stones(&next, colour), after.stones(colour));
                        }
                    }
                }
            }
            let Some(&m) = moves.get(numbers.below(moves.len().max(1) as u64) as usize) else {
                break;
            };
            let code = problem.encode_move(&position, m);
            assert_eq!(problem.decode_move(&position, code), Some(m));
            let before = position;
            let undo = problem.make(&mut position, m);
            let mut back = position;
            problem.undo(&mut back, m, undo);
            assert_eq!(back, before);
        }
    }
    assert!(captures > 100, "{captures}");
}

fn problem(text: &str, change: impl Fn(&mut Definition, Size)) -> Result<Problem, ProblemError> {
    let rows = text.split(['/', ' ']).take_while(|row| row.len() > 1).count();
    let size = Size::new(rows, text.find('/').unwrap()).unwrap();
    let geometry = Geometry::<Wide>::new(size).unwrap();
    let board = *GoPosition::parse(text, &geometry).unwrap().board();
    let mut definition = Definition {
        goal: ProblemGoal::Live,
        defender: Colour::Black,
        target: board.stones(Colour::Black),
        region: None,
        eyes: Wide::EMPTY,
        declared: Wide::EMPTY,
        basic_ko: false,
        knowledge: Knowledge::default(),
    };
    change(&mut definition, size);
    Problem::new(geometry, &board, definition)
}

#[test]
fn what_is_no_problem_is_refused_with_the_reason() {
    let set = |size, text| parse_points(size, text).unwrap();
    // White's wall has one eye.
    let one_eye = "..XO./XXXOO/OOOOO B";
    let message = |result: Result<Problem, ProblemError>| result.unwrap_err().to_string();
    let error = problem("..XO.../XXXO.../OOOO... B", |d, size| {
        d.region = Some(set(size, "A2,A3,B2,B3,C2,C3"));
    });
    assert!(message(error).starts_with("the wall is not safe: the white chain at"));
    let error = problem(one_eye, |d, size| d.region = Some(set(size, "A3,B3,A2,B2,C2")));
    assert!(message(error).starts_with("the wall is not safe: the white chain at D3"));
    assert!(problem(one_eye, |d, size| d.declared = set(size, "D3")).is_ok());
    let error = problem("..X../..O.. B", |d, size| d.region = Some(set(size, "A2,B2,C2")));
    assert_eq!(message(error), "the region is open: A1, next to A2, is empty and not in it");
    let error = problem("..X../..O.. B", |d, _| d.target = Wide::EMPTY);
    assert_eq!(message(error), "no target: expected a point with a stone of black, the defender");
    let error = problem("..X../..O.. B", |d, size| d.target = set(size, "C1"));
    assert_eq!(message(error), "the target C1 has no stone of black, the defender");
    let error = problem("..X../..O.. B", |d, size| d.eyes = set(size, "A1"));
    assert_eq!(message(error), "A1 is no one-point eye of the target");
    let alive = format!(
        ".X.X{}/XXXX{}/{}",
        ".".repeat(15),
        ".".repeat(15),
        [".".repeat(19).as_str(); 17].join("/")
    );
    let error = problem(&format!("{alive} B"), |_, _| ());
    assert!(message(error).starts_with("the target at B19 is already unconditionally alive"));
    let row = ".".repeat(19);
    let board = format!("{}X/{}", ".".repeat(18), [row.as_str(); 18].join("/"));
    assert!(matches!(
        problem(&format!("{board} B"), |_, _| ()),
        Err(ProblemError::TooLarge { points: 361, leak: Leak::Open, .. })
    ));
}

/// What a large region lacks is said first: the point of the gap, or that the wall is not safe.
#[test]
fn a_gap_in_a_wall_is_named() {
    let rest = [".".repeat(19).as_str(); 16].join("/");
    let board = |rows: &str| format!("{rows}/{rest} B");
    let pad = ".".repeat(13);
    let text = |rows: [&str; 3]| {
        let rows = rows.map(|row| format!("{row}{pad}")).join("/");
        problem(&board(&rows), |_, _| ()).unwrap_err().to_string()
    };
    let gap = text(["...X..", ".XXXO.", "OOOOO."]);
    assert!(gap.starts_with("the wall has a gap at E19: the region has "), "{gap}");
    let closed = text(["...XO.", ".XXXO.", "OOOOO."]);
    assert!(closed.contains("could be captured; --safe wall believes them"), "{closed}");
    let open = text(["...X..", ".XXX..", "OOO..."]);
    assert!(open.contains("no safe wall around it"), "{open}");
}

/// Three in a row: who moves first decides. Four in a row lives, a square of four is dead.
#[test]
fn eye_spaces_have_their_known_fates() {
    // (region of black, black first lives, white first kills)
    let cases = [
        ("...XO/XXXXO/OOOOO/.....", Verdict::Proven, Verdict::Proven),
        ("....XO/XXXXXO/OOOOOO/......", Verdict::Proven, Verdict::Disproven),
        ("..XO/..XO/XXXO/OOOO/....", Verdict::Disproven, Verdict::Proven),
    ];
    for (rows, black, white) in cases {
        let problem = problem(&format!("{rows} B"), |d, size| {
            let geometry = Geometry::<Wide>::new(size).unwrap();
            let board = *GoPosition::parse(&format!("{rows} B"), &geometry).unwrap().board();
            d.declared = board.stones(Colour::White);
        })
        .unwrap_or_else(|error| panic!("{rows}: {error}"));
        let rule = RepetitionRule::SituationalSuperko;
        let lives = solve(&problem, problem.root(Colour::Black, [0, 0]), Player::First, rule);
        assert_eq!(lives, black == Verdict::Proven, "{rows}");
        let survive = problem.with_goal(ProblemGoal::Survive);
        let dies = solve(&survive, survive.root(Colour::White, [0, 0]), Player::Second, rule);
        assert_eq!(dies, white == Verdict::Proven, "{rows}");
    }
}

/// Sets of many words are another representation of the same games: the search goes the same way,
/// node by node, and the certificate is the same text.
#[test]
fn sets_of_many_words_make_the_same_search() {
    let mut numbers = Random(29);
    let (mut tried, mut nodes) = (0, 0);
    while tried < 100 {
        let (rows, columns) = [(2, 4), (3, 3), (2, 5)][numbers.below(3) as usize];
        let Some(problem) = random(&mut numbers, rows, columns) else { continue };
        tried += 1;
        let turn = Colour::ALL[numbers.below(2) as usize];
        let attacker = Player::ALL[numbers.below(2) as usize];
        for rule in RULES {
            let problem = with(&problem, rule == RepetitionRule::Draw, Knowledge::default());
            nodes += searched_alike(&problem, turn, attacker, rule);
        }
    }
    assert!(nodes > 3_000, "{nodes}");
}

/// The same with a region of 40 points, which fill more than half of a word.
#[test]
fn sets_of_many_words_make_the_same_search_of_forty_points() {
    let rows = ".X.OX.X.O/XXXOX..XO/XOOO.X.XO/X.XXO.XXO/XX..X.XXO/OOOOOOOOO/.........";
    let problem = problem(&format!("{rows} B"), |definition, size| {
        definition.target = parse_points(size, "E7").unwrap();
        let inside = (2..7).flat_map(|row| (0..8).map(move |column| size.at(6 - row, column)));
        let inside = inside.fold(Wide::EMPTY, |all, point| all | Wide::single(point));
        let geometry = Geometry::<Wide>::new(size).unwrap();
        let board = *GoPosition::parse(&format!("{rows} B"), &geometry).unwrap().board();
        definition.declared = board.stones(Colour::White) & !inside;
    })
    .unwrap();
    assert_eq!(problem.region().count(), 40);
    let mut nodes = 0;
    for turn in Colour::ALL {
        for rule in RULES {
            // Where the next moves are seen at once, little is left to search.
            for at_once in [false, true] {
                let knowledge = Knowledge { at_once, ..Knowledge::default() };
                let problem = with(&problem, rule == RepetitionRule::Draw, knowledge);
                nodes += searched_alike(&problem, turn, Player::First, rule);
            }
        }
    }
    assert!(nodes > 300, "{nodes}");
}

/// Searches with sets of each kind, and returns how many nodes each took.
fn searched_alike(problem: &Problem, turn: Colour, attacker: Player, rule: RepetitionRule) -> u64 {
    let one = searched(problem, problem.root(turn, [1, 1]), attacker, rule);
    for (words, other) in [
        (2, searched_with::<Words<2>>(problem, turn, attacker, rule)),
        (3, searched_with::<Words<3>>(problem, turn, attacker, rule)),
        (6, searched_with::<Wide>(problem, turn, attacker, rule)),
    ] {
        assert_eq!(one, other, "{words} words, {rule} {problem:?}");
    }
    one.0
}

fn searched_with<S: CellSet>(
    problem: &Problem,
    turn: Colour,
    attacker: Player,
    rule: RepetitionRule,
) -> (u64, Verdict, Vec<String>) {
    let text = problem.position_text(&problem.root(turn, [1, 1]));
    let read = Problem::<S>::parse(&problem.parameters(), &text).unwrap();
    let converted: Problem<S> = problem.with_sets().unwrap();
    assert_eq!(converted.parameters(), read.parameters());
    let root = converted.parse_position(&text).unwrap();
    assert_eq!(root, read.root(turn, [1, 1]));
    searched(&converted, root, attacker, rule)
}

/// Nodes, the answer, and the certificate, which is checked.
fn searched<S: CellSet>(
    problem: &Problem<S>,
    root: ProblemPosition<S>,
    attacker: Player,
    rule: RepetitionRule,
) -> (u64, Verdict, Vec<String>) {
    let options = Options { table_bytes: 1 << 22, sibling_budget: 50, ..Options::default() };
    let mut solver = Solver::new(problem, Question::new(attacker, rule), options);
    let history = History::new(root);
    let Answer { verdict, stats, .. } = solver.solve(&history);
    let proven = verdict.decided().expect("there is no limit");
    let block = solver.certificate(&history, proven, rule).unwrap().block;
    check(problem, &block).unwrap();
    (stats.nodes, verdict, block.moves.iter().map(str::to_owned).collect())
}

/// A ladder runs across a board of more points than a word has bits.
#[test]
fn a_ladder_crosses_a_region_of_a_whole_board() {
    let mut rows = vec![".".repeat(11); 11];
    rows[2] = "..XX.......".to_owned();
    rows[3] = ".XO........".to_owned();
    let size = Size::new(11, 11).unwrap();
    let geometry = Geometry::<Wide>::new(size).unwrap();
    let text = format!("{} B", rows.join("/"));
    let board = *GoPosition::parse(&text, &geometry).unwrap().board();
    let request = Request {
        aim: Some(Aim::Capture),
        target: Some(Place::Points(parse_points(size, "C8").unwrap())),
        region: Some(Place::Auto),
        ..Request::default()
    };
    let nothing = |_| Wide::EMPTY;
    let is_too_large = |error: ProblemError| {
        assert!(matches!(error, ProblemError::TooLarge { points: 121, most: 64, .. }), "{error}");
    };
    let small = pose_on(&geometry, &board, Colour::Black, nothing, &request);
    is_too_large(small.unwrap_err());
    // All that is open around a target is not what somebody asks about who says nothing.
    let unsaid = Request { region: None, ..request.clone() };
    let posed = pose_on_as::<Wide>(&geometry, &board, Colour::Black, nothing, &unsaid);
    is_too_large(posed.unwrap_err());
    let posed = pose_on_as::<Wide>(&geometry, &board, Colour::Black, nothing, &request);
    let problem = posed.unwrap().problem;
    assert_eq!(problem.region().count(), 121);
    let root = problem.root(Colour::Black, [0, 0]);
    let rule = RepetitionRule::SituationalSuperko;
    let options = Options { sibling_budget: 50, ..Options::default() };
    let mut solver = Solver::new(&problem, Question::new(Player::First, rule), options);
    solver.limit(Limits::nodes(20_000));
    let history = History::new(root);
    let answer = solver.solve(&history);
    assert_eq!(answer.verdict, Verdict::Proven, "{} nodes", answer.stats.nodes);
    let block = solver.certificate(&history, true, rule).unwrap().block;
    let again = Problem::<Wide>::parse(&block.header.parameters, &block.header.root).unwrap();
    check(&again, &block).unwrap();
    assert!(block.moves.iter().count() > 100);
}
