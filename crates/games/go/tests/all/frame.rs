//! Frames around diagrams that show no wall.

use threefold_game::{Game, History, Player, Question, RepetitionRule};
use threefold_go::problem::{
    Aim, Framing, Place, Posed, Request, Safe, parse_points, pose, pose_on,
};
use threefold_go::sgf;
use threefold_go::{Board, Colour, Geometry, GoPosition, Points, Size, Wide};
use threefold_search::{Limits, Options, Solver};

use crate::wall::Random;

fn board(rows: &[&str]) -> (Geometry<Wide>, Board<Wide>) {
    let size = Size::new(rows.len(), rows[0].len()).unwrap();
    let geometry = Geometry::new(size).unwrap();
    let text = format!("{} B", rows.join("/"));
    let board = *GoPosition::parse(&text, &geometry).unwrap().board();
    (geometry, board)
}

fn posed(rows: &[&str], to_play: Colour, request: &Request) -> Result<Posed, String> {
    let (geometry, board) = board(rows);
    pose_on(&geometry, &board, to_play, |_| Wide::EMPTY, request).map_err(|error| error.to_string())
}

fn auto() -> Request {
    Request { framing: Framing::Auto, ..Request::default() }
}

/// Three points in the corner: who plays B9 decides.
const CORNER: [&str; 9] = [
    "...OX....",
    "OOOOX....",
    "XXXXX....",
    ".........",
    ".........",
    ".........",
    ".........",
    ".........",
    ".........",
];

/// Whether the defender lives.
fn lives(posed: &Posed) -> bool {
    let problem = &posed.problem;
    let defender: Player = problem.definition().defender.into();
    let question = Question::new(defender, RepetitionRule::SituationalSuperko);
    let mut solver = Solver::new(problem, question, Options::default());
    solver.limit(Limits::nodes(1_000_000));
    let history = History::new(problem.root(posed.to_play, [0, 0]));
    solver.solve(&history).verdict.decided().expect("a small problem")
}

#[test]
fn a_diagram_without_a_wall_gets_one_and_says_where() {
    let refused = posed(&CORNER, Colour::Black, &Request { framing: Framing::Never, ..auto() });
    assert!(refused.unwrap_err().contains("no safe wall"));
    for (to_play, alive) in [(Colour::Black, false), (Colour::White, true)] {
        let request = Request { aim: None, ..auto() };
        let posed = posed(&CORNER, to_play, &request).unwrap();
        let frame = posed.frame.as_ref().unwrap();
        // Black's stones are all that the frame needs.
        let words = "black is safe farther than 2 steps from white (no stone is added)";
        assert_eq!(frame.words(), words);
        assert_eq!(posed.problem.definition().defender, Colour::White);
        assert_eq!(posed.aim, if alive { Aim::Live } else { Aim::Kill });
        let asked = Request { aim: Some(Aim::Live), ..auto() };
        let as_life = Request { target: Some(target("A8")), ..asked };
        assert_eq!(lives(&self::posed(&CORNER, to_play, &as_life).unwrap()), alive);
    }
}

fn target(points: &str) -> Place {
    Place::Points(parse_points(Size::new(9, 9).unwrap(), points).unwrap())
}

#[test]
fn what_encloses_its_target_needs_no_frame() {
    let mut rows = CORNER;
    rows[3] = ".XXXXX...";
    rows[4] = "X.X.X.X..";
    rows[5] = "XXXXXXX..";
    let posed = posed(&rows, Colour::Black, &auto()).unwrap();
    assert_eq!(posed.frame, None);
}

#[test]
fn lines_between_the_stones_and_the_frame_are_as_many_as_asked_for() {
    for (lines, words) in [
        (0, "black is safe outside A7-E9 (a frame of 9 stones is added)"),
        (1, "black is safe outside A6-F9 (a frame of 11 stones is added)"),
        (2, "black is safe outside A5-G9 (a frame of 13 stones is added)"),
    ] {
        let request = Request { framing: Framing::Lines(lines), ..auto() };
        let posed = posed(&CORNER, Colour::Black, &request).unwrap();
        assert_eq!(posed.frame.unwrap().words(), words);
    }
    // There is no room left, and the edge is no frame.
    let request = Request { framing: Framing::Lines(9), ..auto() };
    assert!(posed(&CORNER, Colour::Black, &request).unwrap_err().contains("no room"));
}

#[test]
fn stones_of_the_defender_on_the_outside_have_a_line_more() {
    let mut rows = CORNER;
    rows[1] = "OOOOO....";
    let posed = posed(&rows, Colour::Black, &auto()).unwrap();
    let words = posed.frame.as_ref().unwrap().words();
    assert_eq!(
        words,
        "black is safe farther than 2 steps from white (a frame of 4 stones is added)"
    );
    // A rectangle has a line more there as well.
    let (geometry, board) = board(&rows);
    let target = Some(target("A8"));
    let request = Request { framing: Framing::Steps(3), target, ..auto() };
    let further = pose_on(&geometry, &board, Colour::Black, |_| Wide::EMPTY, &request).unwrap();
    assert!(posed.problem.region().is_within(further.problem.region()));
    assert_ne!(posed.problem.region(), further.problem.region());
}

#[test]
fn a_frame_that_follows_the_stones_leaves_chains_of_the_attacker_their_last_liberties() {
    // The black stone at C8 has one liberty, D8; with another one at C7 it is a part of the wall.
    let rows = |third: &'static str| {
        vec![
            "..O..........",
            "OOX..........",
            third,
            ".............",
            ".............",
            ".............",
            ".............",
            ".............",
            ".............",
        ]
    };
    let request = Request { aim: Some(Aim::Kill), framing: Framing::Steps(1), ..auto() };
    let weak = posed(&rows("XXO.........."), Colour::Black, &request).unwrap();
    let names = |posed: &Posed, text: &str| {
        let size = Size::new(9, 13).unwrap();
        parse_points(size, text).unwrap().is_within(posed.problem.region())
    };
    assert!(names(&weak, "C8,D8"));
    let strong = posed(&rows("XXX.........."), Colour::Black, &request).unwrap();
    assert!(!names(&strong, "C8"));
    assert!(strong.problem.assumptions().unwrap().contains(" C8"));
}

/// What is far from the defender's stones, but enclosed by them, is no place for a frame.
#[test]
fn a_frame_that_follows_the_stones_is_never_inside() {
    let rows = [
        ".......OX....",
        ".......OX....",
        ".......OX....",
        ".......OX....",
        ".......OX....",
        ".......OX....",
        "OOOOOOOOX....",
        "XXXXXXXXX....",
        ".............",
    ];
    let request = Request { aim: Some(Aim::Live), framing: Framing::Steps(1), ..auto() };
    let posed = posed(&rows, Colour::White, &request).unwrap();
    assert_eq!(posed.problem.region().count(), 42 + 14);
}

/// Two stones close the wall: what is inside of it is white's to use.
#[test]
fn a_wall_with_gaps_is_completed() {
    let mut rows = vec!["...............", ".....X...OOOO..", ".....XXXXXXXXX.", ".............X."];
    rows.resize(13, "...............");
    let posed = posed(&rows, Colour::White, &auto()).unwrap();
    let words = "black is safe behind the wall around white (a frame of 2 stones is added)";
    assert_eq!(posed.frame.unwrap().words(), words);
    let size = Size::new(13, 15).unwrap();
    let region = "G13,H13,J13,K13,L13,M13,N13,O13,P13,G12,H12,J12,K12,L12,M12,N12,O12,P12,P11";
    assert_eq!(posed.problem.region(), parse_points(size, region).unwrap());
    // Where too much is missing the frame follows the stones.
    rows[1] = ".........OOOO..";
    rows[2] = ".........XXXXX.";
    let posed = self::posed(&rows, Colour::White, &auto()).unwrap();
    assert!(posed.frame.unwrap().words().contains("farther than 2 steps"));
}

/// A group in the middle of a game: what is around it is safe for whoever owns it.
#[test]
fn a_group_that_is_named_in_a_game_has_a_frame_of_its_own() {
    let mut rows = vec!["............."; 13];
    rows[0] = "...OX........";
    rows[1] = "OOOOX........";
    rows[2] = "XXXXX...O....";
    rows[4] = "....O...X...O";
    rows[8] = "O...X...O...X";
    rows[12] = "X...O...X...O";
    let named = |name: &str| {
        let target = parse_points(Size::new(13, 13).unwrap(), name).unwrap();
        Request { target: Some(Place::Points(target)), ..auto() }
    };
    let refused = posed(&rows, Colour::Black, &auto()).unwrap_err();
    assert!(refused.contains("no safe wall"), "{refused}");
    let alone = posed(&rows, Colour::Black, &named("A12")).unwrap();
    assert_eq!((alone.aim, alone.problem.region().count()), (Aim::Kill, 8));
    assert_eq!(alone.frame.unwrap().added, Wide::EMPTY);
    // A friend with room behind can be reached, and is not in question.
    rows[1] = "OOOO.OOO.....";
    let helped = posed(&rows, Colour::Black, &named("A12")).unwrap();
    let words = helped.frame.as_ref().unwrap().words();
    assert!(words.ends_with("of white around it (F12)"), "{words}");
    let trusted = helped.problem.trusted();
    let stones = Colour::ALL.map(|colour| board(&rows).1.stones(colour) & trusted);
    assert!(stones.iter().all(|stones| !stones.is_empty()));
}

#[test]
fn outside_liberties_are_empty_points_of_the_frame_with_a_stone_behind() {
    let mut rows = CORNER;
    rows[1] = "OOOOO....";
    rows[0] = "...OO....";
    let asked = |number| Request { outside_liberties: Some(number), ..auto() };
    for (number, words, region) in [
        (
            0,
            "black is safe outside A7-E9, without outside liberties (a frame of 9 stones is added)",
            3,
        ),
        (
            1,
            "black is safe outside A7-E9, with 1 outside liberty at F9 (a frame of 9 stones is \
             added)",
            4,
        ),
        (
            2,
            "black is safe outside A7-E9, with 2 outside liberties at F9 F8 (a frame of 9 stones \
             is added)",
            5,
        ),
    ] {
        let posed = posed(&rows, Colour::Black, &asked(number)).unwrap();
        let frame = posed.frame.as_ref().unwrap();
        assert_eq!(frame.words(), words);
        let stones = posed.problem.definition().target.count();
        assert_eq!((frame.liberties.unwrap().count(), stones), (number.into(), 7));
        // Empty points of the region: the eye space and the liberties.
        let empty = posed.problem.region().count() - stones - black_inside(&posed);
        assert_eq!(empty, region);
    }
    let refused = |request: &Request| posed(&rows, Colour::Black, request).unwrap_err();
    assert!(
        refused(&asked(3)).contains("borders on the target at 2 points, so that there cannot be 3")
    );
    let lines = Request { framing: Framing::Lines(1), ..asked(1) };
    assert!(refused(&lines).contains("it leaves no lines"));
    let never = Request { framing: Framing::Never, ..asked(1) };
    assert!(refused(&never).contains("this diagram gets none"));
    // A wall that lives is no frame.
    rows[3] = ".XXXXX...";
    rows[4] = "X.X.X.X..";
    rows[5] = "XXXXXXX..";
    rows[0] = "...OX....";
    rows[1] = "OOOOX....";
    let refused = posed(&rows, Colour::Black, &asked(1)).unwrap_err();
    assert!(refused.contains("this diagram gets none"), "{refused}");
}

/// Stones of black in the region.
fn black_inside(posed: &Posed) -> u32 {
    let root = posed.problem.root(posed.to_play, [0, 0]);
    (posed.problem.stones(&root, Colour::Black) & posed.problem.region()).count()
}

/// Black to move: with E13 he captures the ring, if that is its last liberty. Otherwise white takes
/// four stones there, and lives in their place.
#[test]
fn an_outside_liberty_is_a_move_that_the_attacker_needs() {
    let mut rows = vec!["XXXX.O.......", "OOOOOO......."];
    rows.resize(13, ".............");
    for (number, alive) in [(0, false), (1, true), (2, true), (8, true)] {
        let request = Request { aim: Some(Aim::Kill), outside_liberties: Some(number), ..auto() };
        let posed = posed(&rows, Colour::Black, &request).unwrap();
        assert_eq!(posed.frame.as_ref().unwrap().liberties.unwrap().count(), number.into());
        assert_eq!(lives(&posed), alive, "{number}");
    }
    let request = Request { aim: Some(Aim::Kill), outside_liberties: Some(9), ..auto() };
    assert!(posed(&rows, Colour::Black, &request).unwrap_err().contains("at 8 points"));
}

#[test]
fn groups_far_away_play_no_part() {
    let mut rows = CORNER;
    rows[8] = "........O";
    let posed = posed(&rows, Colour::Black, &auto()).unwrap();
    let words = posed.frame.unwrap().words();
    assert_eq!(words, "black is safe farther than 2 steps from white (no stone is added)");
    assert_eq!(posed.problem.region().count(), 8);
}

/// The problem of a file, with a frame where it needs one.
fn read(text: &str) -> Posed {
    pose(&sgf::read(text.as_bytes()).unwrap()[0], &auto()).unwrap()
}

#[test]
fn the_solution_says_which_of_two_groups_is_meant() {
    // Black's corner, and at the other end of the board a smaller one of white's.
    let both = "(;SZ[19]PL[B]AB[ab][bb][cb][db][da]AW[ac][bc][cc][dc][ec][eb][ea]\
                AW[sq][rq][qq][qr]AB[sp][rp][qp][pp][pq][pr]";
    let target = |posed: &Posed| posed.problem.definition().target;
    let black = read(&format!("{both})"));
    assert_eq!((black.aim, target(&black).count()), (Aim::Live, 5));
    let same = read(&format!("{both};B[ba];W[aa])"));
    assert_eq!(target(&same), target(&black));
    let white = read(&format!("{both};B[rs];W[sr])"));
    assert_eq!((white.aim, target(&white).count()), (Aim::Kill, 4));
    // A target has its own frame, whichever group is larger.
    let named = |point: &str| {
        let target = parse_points(Size::new(19, 19).unwrap(), point).unwrap();
        let request = Request { target: Some(Place::Points(target)), ..auto() };
        pose(&sgf::read(format!("{both})").as_bytes()).unwrap()[0], &request).unwrap()
    };
    for (point, other) in [("B18", "R3"), ("R3", "B18")] {
        let region = named(point).problem.region();
        let has = |name| parse_points(Size::new(19, 19).unwrap(), name).unwrap().meets(region);
        assert!(has(point) && !has(other));
    }
    // A move that is near neither says nothing.
    let other = read(&format!("{both};B[jj])"));
    assert_eq!(target(&other), target(&black));
}

/// A triangle on a stone, or on one point, is there for a comment.
#[test]
fn triangles_that_mark_no_room_are_no_region() {
    let stones = "SZ[19]PL[B]AB[ab][bb][cb][db][da]AW[ac][bc][cc][dc][ec][eb][ea]";
    let region = |marks: &str| read(&format!("(;{stones}{marks})")).problem.region();
    assert_eq!(region("TR[ab][db][aa]"), region(""));
    // A region is one that is asked about, with a wall that has to be safe.
    let marked = sgf::read(format!("(;{stones}TR[aa][ba])").as_bytes()).unwrap();
    assert!(pose(&marked[0], &auto()).unwrap_err().to_string().contains("the wall is not safe"));
}

#[test]
fn words_say_whose_stones_are_meant_where_nothing_else_does() {
    // As far as the diagram goes either may be surrounded.
    let stones = "SZ[19]AB[cd][dd][ed][cb][db]AW[dc][ec][cc][bd][be][fd][fc]";
    let asked = |words: &str| {
        let posed = read(&format!("(;{words}{stones})"));
        (posed.to_play, posed.problem.definition().defender, posed.aim)
    };
    let (black, white) = (Colour::Black, Colour::White);
    let (_, defender, _) = asked("");
    assert_eq!(asked("C[Black to live.]"), (black, black, Aim::Live));
    assert_eq!(asked("GN[White to kill]"), (white, black, Aim::Kill));
    assert_eq!(asked("C[White to play]N[x]"), (white, defender, Aim::Kill));
    assert_eq!(asked("C[白先活]"), (white, white, Aim::Live));
    assert_eq!(asked("C[黑先杀]"), (black, white, Aim::Kill));
    // What the file says otherwise comes first.
    assert_eq!(asked("PL[W]C[Black to kill]").0, white);
    assert_eq!(asked("PL[W]C[Black to kill]").1, defender);
    assert_eq!(asked("MA[cd]C[Black to kill]"), (black, black, Aim::Live));
}

#[test]
fn a_frame_does_not_go_with_marks_and_declarations() {
    let framing = Framing::Lines(1);
    let safe = Some(Safe::Wall);
    let refused = posed(&CORNER, Colour::Black, &Request { framing, safe, ..auto() });
    assert!(refused.unwrap_err().contains("a frame is for diagrams without"));
    let region = Some(target("A9,B9,C9"));
    let refused = posed(&CORNER, Colour::Black, &Request { framing, region, ..auto() });
    assert!(refused.unwrap_err().contains("a frame is for diagrams without"));
}

#[test]
fn on_random_diagrams_the_frame_is_outside_and_its_problem_is_read_as_written() {
    let mut random = Random(7);
    let (mut framed, mut refused) = (0, 0);
    for _ in 0..3000 {
        let size = Size::new(random.below(11) + 5, random.below(11) + 5).unwrap();
        let geometry = Geometry::<Wide>::new(size).unwrap();
        let corner = [random.below(size.rows()), random.below(size.columns())];
        let mut stones = [Wide::EMPTY; 2];
        for _ in 0..random.below(14) + 2 {
            let near = |first: usize, all: usize, random: &mut Random| {
                (first + random.below(6)).min(all - 1)
            };
            let row = near(corner[0], size.rows(), &mut random);
            let column = near(corner[1], size.columns(), &mut random);
            let point = Wide::single(size.at(row, column));
            if !(stones[0] | stones[1]).meets(point) {
                stones[random.below(2)] |= point;
            }
        }
        let Ok(board) = Board::new(&geometry, stones[0], stones[1]) else { continue };
        let Ok(posed) = pose_on(&geometry, &board, Colour::Black, |_| Wide::EMPTY, &auto()) else {
            refused += 1;
            continue;
        };
        let Some(frame) = &posed.frame else { continue };
        framed += 1;
        let problem = &posed.problem;
        let kept = (stones[0] | stones[1]) & !frame.removed;
        assert!(!frame.added.meets(problem.region()) && !frame.added.meets(kept));
        assert!(frame.removed.is_within(stones[frame.attacker.opponent().index()]));
        assert_eq!(problem.definition().defender, frame.attacker.opponent());
        let root = problem.root(posed.to_play, [0, 0]);
        let text = problem.position_text(&root);
        assert_eq!(problem.parse_position(&text).as_ref(), Ok(&root));
    }
    assert!(framed > 500 && refused > 100, "{framed} {refused}");
}
