//! Problems of Go: fates, first moves, trees, collections.

use threefold_go::problem::{Aim, Framing, parse_points};
use threefold_go::{Colour, Points, Wide};
use threefold_search::Limits;
use threefold_session::effort::Effort;
use threefold_session::games::problem::games;
use threefold_session::go::ko::Ko;
use threefold_session::problem::collection::{Finding, Findings, Kind, TreeRequest, check};
use threefold_session::problem::first_moves::FirstMove;
use threefold_session::problem::grade::Grader;
use threefold_session::problem::kept::Kept;
use threefold_session::problem::question::ProblemQuestion;
use threefold_session::problem::solution::{ProblemRequest, grader, solve, solve_with};
use threefold_session::problem::subject::{ProblemSubject, SizedProblem};
use threefold_session::problem::zones::zone_of;
use threefold_session::registry::{Subject, read_file};
use threefold_session::task::Document;

use crate::watching::{Notes, Told};

/// Three in a row for black, white outside with no liberty inside: B4 lives.
const THREE: &str = "(;GM[1]FF[4]SZ[6:4]PL[B]MA[ab]AB[da][ab][bb][cb][db]\
                     AW[ea][eb][ac][bc][cc][dc][ec]";

fn question() -> ProblemQuestion {
    ProblemQuestion { safe: Some("wall".to_owned()), ..ProblemQuestion::default() }
}

fn problem(text: &str, question: &ProblemQuestion) -> ProblemSubject {
    let mut read = read_file(&Document::new("three.sgf", text.as_bytes()), None, question);
    assert_eq!(read.errors, []);
    small(read.tasks.remove(0).subject)
}

fn small(subject: Subject) -> ProblemSubject {
    let Subject::Problem(problem) = subject else { panic!("no problem") };
    let SizedProblem::Small(subject) = *problem else { panic!("more than 64 points") };
    subject
}

#[test]
fn moves_before_a_position_count_inside_a_frame_as_well() {
    // White's corner of three points, without a safe wall around black's stones.
    let game = "(;GM[1]FF[4]SZ[9]PL[B]AB[ea][eb][ac][bc][cc][dc][ec]AW[da][ab][bb][cb][db]\
                ;B[ba];W[aa])";
    let place = threefold_session::place::Place { game: 1, ply: Some(2) };
    let document = Document { place: Some(place), ..Document::new("corner.sgf", game.as_bytes()) };
    let framed = ProblemQuestion { framing: Framing::Auto, ..ProblemQuestion::default() };
    for (question, has_frame) in [(framed, true), (question(), false)] {
        let mut read = read_file(&document, None, &question);
        assert_eq!(read.errors, []);
        let subject = small(read.tasks.remove(0).subject);
        assert_eq!(subject.at_hand.posed.frame.is_some(), has_frame);
        assert_eq!(subject.at_hand.before.len(), 2);
    }
}

#[test]
fn a_target_that_has_just_taken_a_ko_is_not_taken_back() {
    let game = "(;GM[1]FF[4]SZ[9]AB[bb][ca][cc]AW[cb][da][dc][eb];B[db])";
    let place = threefold_session::place::Place { game: 1, ply: Some(1) };
    let document = Document { place: Some(place), ..Document::new("ko.sgf", game.as_bytes()) };
    let asked = |ko, threats| ProblemQuestion {
        aim: Some(Aim::Capture),
        target: Some("D8".to_owned()),
        region: Some("C8,D8".to_owned()),
        safe: Some("B8,C9,C7,D9,D7,E8".to_owned()),
        ko: Some(ko),
        threats,
        ..ProblemQuestion::default()
    };
    let request = ProblemRequest { more_threats: 1, ..ProblemRequest::default() };
    for ko in [Ko::Situational, Ko::Positional, Ko::Basic] {
        let verdict = |threats, place| {
            let document = Document { place, ..document };
            let subject = read_file(&document, None, &asked(ko, threats)).tasks.remove(0).subject;
            let subject = small(subject);
            let solution = solve(&subject, &request, &mut ());
            assert_eq!(solution.fault(), None, "{ko:?}");
            solution.verdict()
        };
        assert_eq!(verdict([0, 0], Some(place)), "not captured unless white has 1 ko threat");
        assert_eq!(verdict([0, 1], Some(place)), "captured");
    }
}

#[test]
fn a_group_lives_and_one_move_does_it() {
    let subject = problem(&format!("{THREE})"), &question());
    let request = ProblemRequest::default();
    let mut notes = Notes::default();
    let solution = solve(&subject, &request, &mut notes);
    assert_eq!(solution.verdict(), "alive");
    assert!(solution.fault().is_none());
    let moves = solution.first_moves.as_ref().unwrap();
    let posed = &subject.at_hand.posed;
    let right = moves.iter().filter(|first| first.is_right == Some(true));
    let root = solution.grader.root(None);
    let names: Vec<String> = right
        .map(|first| threefold_game::Game::move_text(&posed.problem, &root, first.m))
        .collect();
    assert_eq!(names, ["B4"]);
    assert_eq!(notes.count(|told| matches!(told, Told::Certificate { .. })), 1);
    let tree = solution.tree(Some("Three"), "three.sgf", 100);
    assert!(tree.starts_with("(;GM[1]FF[4]") && tree.contains("GN[Three]"), "{tree}");
    assert!(tree.contains("TE[1]") && tree.contains("Right: B4."), "{tree}");
}

#[test]
fn a_tree_asks_the_same_question() {
    // Diagrams without a wall: their frames are not put around another time.
    let open = "(;GM[1]FF[4]SZ[19]PL[B]\
                AB[dd][ec][cc][da][cb][ed][fc][bb]\
                AW[be][gb][gd][gc][ga][bc][ee][de][ab][fd][cd])";
    let corner = "(;GM[1]FF[4]SZ[13]PL[B]MA[ab]AB[aa][ba][ca][da]\
                  AW[fa][ab][bb][cb][db][eb][fb])";
    for (diagram, liberties) in [(open, None), (corner, Some(1))] {
        let framed = ProblemQuestion {
            framing: Framing::Auto,
            outside_liberties: liberties,
            ..ProblemQuestion::default()
        };
        let subject = problem(diagram, &framed);
        assert!(subject.at_hand.posed.frame.is_some());
        let mut request = ProblemRequest { verdict_only: true, ..ProblemRequest::default() };
        request.effort.limits = Limits::nodes(1_000);
        let tree = solve(&subject, &request, &mut ()).tree(None, "a.sgf", 100);
        let again = problem(
            &tree,
            &ProblemQuestion { framing: Framing::Auto, ..ProblemQuestion::default() },
        );
        assert!(again.at_hand.posed.frame.is_none(), "{tree}");
        let asked = |subject: &ProblemSubject| {
            let posed = &subject.at_hand.posed;
            let root = posed.problem.root(posed.to_play, [0, 0]);
            let definition = posed.problem.definition().clone();
            let stones = Colour::ALL.map(|colour| posed.problem.stones(&root, colour));
            (posed.problem.region(), definition.target, definition.declared, stones)
        };
        assert_eq!(asked(&again), asked(&subject), "{tree}");
    }
}

/// Seven stones of black on the second line of a board on which nothing is safe.
fn open_board(turn: char) -> ProblemSubject<Wide> {
    open_board_with(turn, "")
}

/// The same with more stones of black.
fn open_board_with(turn: char, more: &str) -> ProblemSubject<Wide> {
    let text = format!(
        "(;GM[1]FF[4]SZ[11]PL[{turn}]AB[cj][dj][ej][fj][gj][hj][ij]{more}\
         AW[ci][di][ei][fi][gi][hi][ii][bj][jj])"
    );
    large(&text, "C2")
}

/// A target on a board of which all points may be played on.
fn large(text: &str, target: &str) -> ProblemSubject<Wide> {
    let question = ProblemQuestion {
        target: Some(target.to_owned()),
        region: Some("auto".to_owned()),
        ko: Some(Ko::Situational),
        ..ProblemQuestion::default()
    };
    let mut read = read_file(&Document::new("open.sgf", text.as_bytes()), None, &question);
    assert_eq!(read.errors, []);
    let Subject::Problem(problem) = read.tasks.remove(0).subject else { panic!("no problem") };
    let SizedProblem::Large(subject) = *problem else { panic!("at most 64 points") };
    subject
}

#[test]
fn who_lives_in_a_zone_lives_in_a_large_region_whatever_threats_there_are() {
    let subject = open_board('B');
    let request = ProblemRequest { verdict_only: true, ..ProblemRequest::default() };
    let solution = solve(&subject, &request, &mut ());
    assert_eq!(solution.verdict(), "alive");
    assert_eq!(solution.fault(), None);
    let zone = solution.zone().expect("a zone is enough").split(',').count();
    assert!(zone < 30, "{zone} points");
    let (_, proof) = solution.proofs().next().unwrap();
    assert!(proof.checked && proof.positions > 10);
    assert_eq!(zone_of(&proof.block), solution.zone());
    // No searches with threats: one answer under the one rule that was asked about.
    assert_eq!(solution.graded.len(), 1);
    assert_eq!(solution.graded[0].stats.nodes, 0);
}

#[test]
fn zones_that_are_improved_point_by_point_are_found_first() {
    let text = "(;GM[1]FF[4]SZ[13]PL[B]AB[bi][bm][cl][dl][el][fl][gl][hl]AW[aj][ak][gj][jj])";
    let subject = large(text, "F2");
    let mut request = ProblemRequest { verdict_only: true, ..ProblemRequest::default() };
    // It takes 17,787, and 48,834 with zones of other shapes alone.
    request.effort.limits = Limits::nodes(25_000);
    let solution = solve(&subject, &request, &mut ());
    assert_eq!((solution.verdict(), solution.fault()), ("alive".to_owned(), None));
}

#[test]
fn first_moves_in_a_large_region_are_those_near_the_zone() {
    let subject = open_board('B');
    let mut request = ProblemRequest { more_threats: 0, ..ProblemRequest::default() };
    request.effort.limits = Limits::nodes(2_000);
    let solution = solve(&subject, &request, &mut ());
    assert_eq!((solution.verdict(), solution.fault()), ("alive".to_owned(), None));
    let moves = solution.first_moves.as_ref().unwrap();
    // What the strategy plays is right without a search of its own, and its variation is there.
    let own: Vec<_> = moves.iter().filter(|first| first.asked.is_none()).collect();
    assert!(matches!(&own[..], [first] if first.is_right == Some(true)), "{own:?}");
    assert!(solution.tree(None, "open.sgf", 1_000).matches("TE[1]").count() >= 1);
    // Every move is either near the zone and asked about, or elsewhere and left out.
    let problem = &subject.at_hand.posed.problem;
    let zone = parse_points(problem.size(), solution.zone().unwrap()).unwrap();
    let near = problem.zone_around(zone, 1);
    let is_near = |m| problem.point(m).is_some_and(|point| near.contains(point));
    assert!(moves.iter().all(|first| is_near(first.m)));
    assert!(!solution.left_out.is_empty() && !solution.left_out.iter().any(|&m| is_near(m)));
}

#[test]
fn in_a_large_region_the_strategy_against_the_first_moves_is_that_of_the_verdict() {
    let subject = open_board_with('W', "[fk]");
    let request = ProblemRequest { more_threats: 0, ..ProblemRequest::default() };
    let solution = solve(&subject, &request, &mut ());
    assert_eq!((solution.verdict(), solution.fault()), ("alive".to_owned(), None));
    let moves = solution.first_moves.as_ref().unwrap();
    let fails = |first: &FirstMove| first.asked.is_none() && first.is_right == Some(false);
    assert!(moves.len() > 90 && moves.iter().all(fails), "{moves:?}");
    assert!(solution.left_out.is_empty());
    // Replies are shown to moves in the zone, and none to those elsewhere, which need none.
    let tree = solution.tree(None, "open.sgf", 10_000);
    assert_eq!(tree.matches("BM[1]").count(), moves.len());
    assert!(tree.contains("BM[1]C[Wrong: B1.];B["), "{tree}");
    assert!(tree.contains("BM[1]C[Wrong: L11.])"), "{tree}");
}

#[test]
fn zones_and_the_whole_region_share_one_limit() {
    let subject = open_board('W');
    let mut request = ProblemRequest { verdict_only: true, ..ProblemRequest::default() };
    request.effort.limits = Limits::nodes(3_000);
    let solution = solve(&subject, &request, &mut ());
    assert_eq!(solution.verdict(), "unknown: node limit reached");
    // Two questions, of life and of death.
    assert_eq!(solution.stats().nodes, 6_000);
    request.effort.interrupt.raise();
    let solution = solve(&subject, &request, &mut ());
    assert!(solution.verdict().starts_with("unknown"), "{}", solution.verdict());
}

#[test]
fn who_moves_first_and_what_is_asked_can_be_said() {
    let asked = ProblemQuestion { to_play: Some(Colour::White), ..question() };
    let subject = problem(&format!("{THREE})"), &asked);
    let request = ProblemRequest { verdict_only: true, ..ProblemRequest::default() };
    let solution = solve(&subject, &request, &mut ());
    assert_eq!(solution.verdict(), "dead");
    assert!(solution.first_moves.is_none());
    // Each rule was asked, and they agree.
    assert_eq!(solution.graded.len(), 2);
}

/// A search that a limit has ended goes on where it was, and one that has ended is not made again.
#[test]
fn what_is_kept_is_not_searched_again() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/one-eye.sgf");
    let text = std::fs::read(path).unwrap();
    let read = read_file(&Document::new(path, &text), None, &ProblemQuestion::default());
    let request = |nodes| {
        let mut request = ProblemRequest { verdict_only: true, ..ProblemRequest::default() };
        request.more_threats = 0;
        request.effort.limits.nodes = nodes;
        request
    };
    let ask_about = |subject: &ProblemSubject, kept: &Kept, request: &ProblemRequest| {
        let grader = Grader { kept: Some(kept), ..grader(subject, &request.effort) };
        let solution = solve_with(grader, subject, request, &mut (), &mut |_| {});
        (solution.verdict(), solution.stats().nodes, solution.certificate_positions())
    };
    // The first one that is not easy.
    let mut subjects = read.tasks.into_iter().map(|task| small(task.subject));
    let (subject, whole) = subjects
        .find_map(|subject| {
            let whole = ask_about(&subject, &Kept::new(0), &request(u64::MAX));
            (whole.1 > 4000).then_some((subject, whole))
        })
        .unwrap();
    let ask = |kept: &Kept, request: &ProblemRequest| ask_about(&subject, kept, request);
    // The search has most of the nodes, and the certificate the rest.
    let cut = whole.1 / 3;
    for (most, is_kept) in [(1 << 24, true), (cut as usize, false)] {
        let kept = Kept::new(most);
        assert!(ask(&kept, &request(cut)).0.starts_with("unknown"));
        assert_eq!(kept.bytes() > 0, is_kept);
        assert!(kept.bytes() <= most);
        let rest = ask(&kept, &request(u64::MAX));
        assert_eq!((&rest.0, rest.2.is_some()), (&whole.0, true));
        if is_kept {
            assert!(rest.1 < whole.1 * 9 / 10, "{rest:?} after {cut} of {whole:?}");
            let again = ask(&kept, &request(u64::MAX));
            assert_eq!(again.0, whole.0);
            assert!(again.1 < rest.1, "{again:?} after {rest:?}");
            kept.forget();
            assert_eq!(kept.bytes(), 0);
        }
        let anew = ask(&kept, &request(u64::MAX));
        assert_eq!((anew.0, anew.1), (whole.0.clone(), whole.1));
    }
}

#[test]
fn an_interrupted_problem_is_unknown() {
    let subject = problem(&format!("{BY_KO})"), &question());
    let request = ProblemRequest::default();
    request.effort.interrupt.raise();
    let solution = solve(&subject, &request, &mut ());
    assert_eq!(solution.verdict(), "unknown: interrupted");
}

#[test]
fn a_place_that_is_none_is_an_error_with_its_field() {
    let asked = ProblemQuestion { region: Some("Z9".to_owned()), ..question() };
    let text = format!("{THREE})");
    let read = read_file(&Document::new("three.sgf", text.as_bytes()), None, &asked);
    assert!(read.tasks.is_empty());
    let line = read.errors[0].with_flags();
    assert!(line.starts_with("three.sgf: --region: ") && line.contains("expected auto"), "{line}");
}

#[test]
fn a_solution_tree_that_names_the_wrong_move_is_found_out() {
    let effort = Effort::for_problems();
    let request = TreeRequest { ko: Ko::Situational, alternatives: 1, more_threats: 0 };
    for (tree, wrong) in [
        (";B[ba])", vec![]),
        (";B[aa])", vec![Kind::Fails, Kind::AlsoSolves]),
        // It is no solution, since it is not said to be one.
        (";B[aa]BM[1];W[ba])", vec![Kind::AlsoSolves]),
    ] {
        let text = format!("{THREE}{tree}");
        let subject = problem(&text, &question());
        let games = games(&Document::new("three.sgf", text.as_bytes())).unwrap();
        let answer =
            check(&games[0].1, &SizedProblem::Small(subject.clone()), &effort, request, &mut ());
        assert_eq!(answer.verdict, "alive");
        let Ok(Findings::Checked(moves, findings)) = answer.findings else { panic!("unknown") };
        assert!(moves > 0);
        assert_eq!(findings.iter().map(|finding| finding.kind).collect::<Vec<_>>(), wrong);
    }
}

#[test]
fn a_tree_that_says_that_everything_fails_is_right_about_it() {
    let effort = Effort::for_problems();
    let text = THREE.replace("AW[ea]", "AW[ba][ea]") + ")";
    let subject = problem(&text, &question());
    let request = ProblemRequest::default();
    let solution = solve(&subject, &request, &mut ());
    assert_eq!(solution.verdict(), "dead");
    let tree = solution.tree(None, "three.sgf", 1_000);
    assert!(tree.contains("BM[1]") && !tree.contains("TE[1]"), "{tree}");
    let again = problem(&tree, &ProblemQuestion::default());
    let games = games(&Document::new("tree.sgf", tree.as_bytes())).unwrap();
    let request = TreeRequest { ko: Ko::Situational, alternatives: 1, more_threats: 0 };
    let answer = check(&games[0].1, &SizedProblem::Small(again.clone()), &effort, request, &mut ());
    let Ok(Findings::Checked(moves, findings)) = answer.findings else { panic!("unknown") };
    assert!(moves > 0 && findings.is_empty(), "{findings:?}\n{tree}");
}

/// What lives by ko.
const BY_KO: &str = "(;GM[1]FF[4]SZ[19]PL[B]AB[aa][ea][bb][db][eb][bc][cc][bd]\
                     AW[ba][ca][fa][fb][hb][dc][fc][ad][cd][dd][fd][ae][be][ce][ee])";

/// A tree as `go check-sgf` reads it, with the question of `asked`: the verdict, and what is wrong.
fn checked(tree: &str, asked: &ProblemQuestion, more_threats: u8) -> (String, Vec<String>) {
    let effort = Effort::for_problems();
    let subject = problem(tree, asked);
    let games = games(&Document::new("tree.sgf", tree.as_bytes())).unwrap();
    let request = TreeRequest { ko: Ko::Situational, alternatives: 1, more_threats };
    let answer =
        check(&games[0].1, &SizedProblem::Small(subject.clone()), &effort, request, &mut ());
    let Ok(Findings::Checked(moves, findings)) = answer.findings else { panic!("unknown") };
    assert!(moves > 0);
    let words = |finding: &Finding| format!("{}: {}", finding.kind.words(), finding.text);
    (answer.verdict, findings.iter().map(words).collect())
}

#[test]
fn what_is_right_by_ko_is_right_in_a_tree() {
    let framed = ProblemQuestion { framing: Framing::Auto, ..ProblemQuestion::default() };
    let subject = problem(BY_KO, &framed);
    let request = ProblemRequest::default();
    let solution = solve(&subject, &request, &mut ());
    assert!(solution.verdict().starts_with("dead unless black has 1 ko threat"));
    let tree = solution.tree(None, "ko.sgf", 1_000);
    assert_eq!(tree.matches("TE[1]").count(), 1, "{tree}");
    let (verdict, wrong) = checked(&tree, &ProblemQuestion::default(), 2);
    assert_eq!((verdict.as_str(), wrong), ("dead unless black has 1 ko threat", vec![]));
    // Nothing else is.
    let other = format!("{})", tree[..tree.find("\n(").unwrap()].to_owned() + ";B[ab]TE[1]");
    let (_, wrong) = checked(&other, &ProblemQuestion::default(), 2);
    assert!(wrong.iter().any(|text| text.starts_with("FAILS: A18")), "{wrong:?}");
    // Without threats all of them fail, and no ko is looked for.
    let (verdict, wrong) = checked(&tree, &ProblemQuestion::default(), 0);
    assert_eq!(verdict, "dead");
    assert!(wrong.iter().any(|text| text.starts_with("FAILS: A17")), "{wrong:?}");
}

#[test]
fn ko_threats_of_a_tree_are_read_again() {
    let mut asked = ProblemQuestion { framing: Framing::Auto, threats: [2, 1], ..question() };
    asked.safe = None;
    let subject = problem(BY_KO, &asked);
    let request = ProblemRequest { more_threats: 0, ..ProblemRequest::default() };
    let tree = solve(&subject, &request, &mut ()).tree(None, "ko.sgf", 10_000);
    assert!(tree.contains("plays a ko threat elsewhere, which is answered.]"), "{tree}");
    for line in tree.split(';').collect::<Vec<_>>().windows(2) {
        let threatens = line[0].contains("plays a ko threat elsewhere");
        let answers = line[1].starts_with("W[]") || line[1].starts_with("B[]");
        assert!(!threatens || answers && line[0][..1] != line[1][..1], "{line:?}");
    }
    let threats = ProblemQuestion { threats: [2, 1], ..ProblemQuestion::default() };
    let (_, wrong) = checked(&tree, &threats, 0);
    assert_eq!(wrong, Vec::<String>::new());
    // Who has none plays none: what white does there is a pass.
    let threats = ProblemQuestion { threats: [2, 0], ..ProblemQuestion::default() };
    let (_, wrong) = checked(&tree, &threats, 0);
    assert!(wrong.iter().any(|text| text.starts_with("ILLEGAL")), "{wrong:?}");
}

#[test]
fn the_tree_of_a_verdict_is_what_its_certificate_plays() {
    let request = ProblemRequest { verdict_only: true, ..ProblemRequest::default() };
    let solve = |text: &str, asked: &ProblemQuestion| {
        solve(&problem(text, asked), &request, &mut ()).tree(None, "a.sgf", 1_000)
    };
    let alive = solve(&format!("{THREE})"), &question());
    assert!(alive.contains(";B[ba]TE[1]C[Right: B4."), "{alive}");
    assert_eq!(checked(&alive, &ProblemQuestion::default(), 0).1, Vec::<String>::new());
    let dead = THREE.replace("AW[ea]", "AW[ba][ea]") + ")";
    let dead = solve(&dead, &question());
    assert!(dead.contains("BM[1]") && !dead.contains("TE[1]"), "{dead}");
    assert_eq!(checked(&dead, &ProblemQuestion::default(), 0).1, Vec::<String>::new());
    // Of a move that helps by ko nobody says that it is wrong.
    let framed = ProblemQuestion { framing: Framing::Auto, ..ProblemQuestion::default() };
    let by_ko = solve(BY_KO, &framed);
    assert!(by_ko.contains("DO[]") && !by_ko.contains("BM[1]"), "{by_ko}");
    let (_, wrong) = checked(&by_ko, &ProblemQuestion::default(), 2);
    assert_eq!(wrong, ["ALSO SOLVES: A17 is not marked right"]);
}
