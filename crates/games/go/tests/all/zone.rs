//! Where the defender wins in a zone he wins in the region: whatever is played elsewhere, whatever
//! was played before.

use crate::death::{Kind, SUPERKO, any_move, random};
use crate::problems::Random;

use threefold_certificate::{CheckError, Claim, RefutationKind, check};
use threefold_game::{Game, History, Player, Question, RepetitionRule};
use threefold_go::problem::{Knowledge, Problem, ProblemError, ProblemGoal, parse_points};
use threefold_go::{Colour, Points, Wide};
use threefold_oracle::exhaustive;
use threefold_search::{Limits, Options, Solver};

const REGIONS: [(usize, usize); 9] =
    [(2, 4), (4, 2), (3, 3), (2, 5), (5, 2), (1, 6), (3, 4), (4, 3), (2, 6)];

const DEFENDER: Colour = Colour::Black;

#[derive(Debug, Default)]
struct Found {
    /// Questions about a zone that is smaller than the region.
    asked: u32,
    /// In which the defender wins.
    hits: u32,
    /// Hits that are not over at the root.
    played: u32,
    /// Hits with moves before.
    histories: u32,
    /// Hits that were compared with exhaustive search.
    exhaustive: u32,
    /// Neither search ended.
    unknown: u32,
    /// Certificates that were read again.
    certificates: u32,
    wrong: u32,
}

/// Whether the defender wins, by search; exhaustively where that ends soon.
fn wins(game: &Problem, history: &History<Problem>, rule: RepetitionRule) -> Option<(bool, bool)> {
    let question = Question::new(Player::from(DEFENDER), rule);
    let plain = game.with_knowledge(Knowledge { life: true, ..Knowledge::NONE });
    if let Some(truth) = exhaustive(&plain, history, question, 5_000) {
        return Some((truth, true));
    }
    let options = Options { table_bytes: 1 << 20, ..Options::default() };
    let mut solver = Solver::new(game, question, options);
    solver.limit(Limits::nodes(20_000));
    solver.solve(history).verdict.decided().map(|truth| (truth, false))
}

impl Found {
    /// A certificate of the zone is read and checked wherever one of the region is.
    fn read(
        &mut self,
        problem: &Problem,
        zone: &Problem,
        within: &History<Problem>,
        rule: RepetitionRule,
    ) {
        let options = Options { table_bytes: 1 << 20, ..Options::default() };
        let mut solver = Solver::new(zone, Question::new(DEFENDER.into(), rule), options);
        solver.limit(Limits::nodes(1_000));
        if within.moves().is_empty() || solver.solve(within).verdict.decided() != Some(true) {
            return;
        }
        let block = solver.certificate(within, true, rule).unwrap().block;
        check(zone, &block).unwrap();
        let root = &block.header.root;
        if Problem::<u64>::parse(&problem.parameters(), root).is_ok() {
            let read = Problem::<u64>::parse(&block.header.parameters, root).unwrap();
            check(&read, &block).unwrap();
            self.certificates += 1;
        }
    }

    fn compare(
        &mut self,
        problem: &Problem,
        zone: &Problem,
        history: &History<Problem>,
        rule: RepetitionRule,
    ) {
        let Some(within) = problem.history_within(history, zone) else { return };
        self.asked += 1;
        let Some((true, is_exact)) = wins(zone, &within, rule) else { return };
        let Some((truth, whole_is_exact)) = wins(problem, history, rule) else {
            self.unknown += 1;
            return;
        };
        self.hits += 1;
        self.played += u32::from(zone.terminal(within.root()).is_none());
        self.histories += u32::from(!history.moves().is_empty());
        self.exhaustive += u32::from(is_exact && whole_is_exact);
        self.read(problem, zone, &within, rule);
        if !truth {
            self.wrong += 1;
            let moves: Vec<String> =
                history.moves().iter().map(|&m| problem.move_text(history.root(), m)).collect();
            let text = problem.position_text(history.root());
            println!("wrong: {rule} {text} after {moves:?}: {}", zone.parameters());
        }
    }
}

fn net(games: u32, goal: ProblemGoal) -> Found {
    let with = Knowledge::default();
    let kind = Kind { goal, regions: &REGIONS, black: 3, with, without: None };
    let mut numbers = Random(67);
    let mut found = Found::default();
    let mut tried = 0;
    while tried < games {
        let Some(problem) = random(&mut numbers, kind) else { continue };
        tried += 1;
        let threats = [0, 1].map(|_| u8::from(numbers.below(8) == 0));
        let turn = Colour::ALL[numbers.below(2) as usize];
        // Most points are in the zone.
        let zone = problem
            .region()
            .iter()
            .filter(|_| numbers.below(6) != 0)
            .fold(problem.definition().target, |zone, point| zone | Wide::single(point));
        let Ok(zone) = problem.within::<u64>(zone) else { continue };
        if zone.region() == problem.region() {
            continue;
        }
        let mut history = History::new(problem.root(turn, threats));
        for _ in 0..5 {
            for rule in SUPERKO {
                found.compare(&problem, &zone, &history, rule);
            }
            let rule = RepetitionRule::PositionalSuperko;
            let banned = |m| history.is_banned(&problem, m, rule);
            let root = *history.root();
            let Some(m) = any_move(&mut numbers, &problem, &root, banned) else { break };
            history.push(&problem, m);
        }
    }
    found
}

/// `ZONE_NET=1000000` tries more games.
fn net_of(goal: ProblemGoal) -> Found {
    let games = std::env::var("ZONE_NET").ok().and_then(|text| text.parse().ok());
    let found = net(games.unwrap_or(20_000), goal);
    println!("{goal:?}: {found:?}");
    assert_eq!(found.wrong, 0);
    found
}

#[test]
fn who_lives_in_a_zone_lives() {
    let found = net_of(ProblemGoal::Live);
    assert!(found.played > 400 && found.histories > 800, "{found:?}");
    assert!(found.certificates > 200, "{found:?}");
}

#[test]
fn who_survives_in_a_zone_survives() {
    let found = net_of(ProblemGoal::Survive);
    assert!(found.played > 400 && found.histories > 400, "{found:?}");
}

/// Black, in the corner of an open board whose edge White has, lives on the first line.
const PARAMETERS: &str = "5x7 live black \
                          region:A5,B5,C5,D5,E5,F5,A4,B4,C4,D4,E4,F4,\
                          A3,B3,C3,D3,E3,F3,A2,B2,C2,D2,E2,F2 \
                          target:A4 declared:G5,G4,G3,G2,A1,B1,C1,D1,E1,F1 with:miai";
const ZONE: &str = "A5,B5,C5,D5,A4,B4,C4,D4,A3,B3,C3,D3";
const ROOT: &str = "..X...O/XXX...O/......O/......O/OOOOOOO W";

fn in_zone(zone: &str, root: &str) -> Result<Problem, String> {
    Problem::parse(&format!("{PARAMETERS} zone:{zone}"), root).map_err(|error| error.to_string())
}

#[test]
fn a_zone_is_written_and_read() {
    let zone = in_zone(ZONE, ROOT).unwrap();
    let whole = Problem::<Wide>::parse(PARAMETERS, ROOT).unwrap();
    let points = parse_points(whole.size(), ZONE).unwrap();
    assert_eq!(zone.zone(), Some(points));
    assert_eq!(whole.within::<u64>(points).unwrap().parameters(), zone.parameters());
    let root = zone.parse_position(ROOT).unwrap();
    assert_eq!(zone.position_text(&root), ROOT);
    assert_eq!(zone.with_sets::<Wide>().unwrap().parameters(), zone.parameters());
    // White has no threats there, and Black only moves in the zone.
    let mut moves = Vec::new();
    zone.moves(&root.with_threats([1, 1]), &mut moves);
    let names: Vec<String> = moves.iter().map(|&m| zone.move_text(&root, m)).collect();
    assert!(names.contains(&"pass".to_owned()) && !names.contains(&"threat".to_owned()));
    assert!(!names.contains(&"E5".to_owned()), "{names:?}");
}

#[test]
fn what_is_no_zone_is_refused_by_name() {
    for (zone, says) in [
        ("A5,B5,D5,A4,B4,C4", "C5, next to the zone, is a stone of black"),
        ("B5,C5,A4", "B4, next to the zone, is a stone of black"),
        ("C5,D5,C4,D4", "A4, a stone of the target, is not in the zone"),
        ("A5,B5,C5,A4,B4,C4,G2", "G2 of the zone is not in the region"),
        ("C5,A4,B4,C4", "the black chain at C5 has no liberty in the zone"),
        ("B5,A5,C5,A4,B4,C4", "this problem is written"),
        ("A5,A5,B5,C5,A4,B4,C4", "A5 is named twice"),
    ] {
        let error = in_zone(zone, ROOT).unwrap_err();
        assert!(error.contains(says), "{zone}: {error}");
    }
    let eyes = PARAMETERS.replace(" declared", " eyes:B5 declared").replace(" with:miai", "");
    for parameters in [eyes, PARAMETERS.replace("with:miai", "basic-ko")] {
        let root = ".XX...O/XXX...O/......O/......O/OOOOOOO W".replacen(".X", "X.", 1);
        let error = Problem::<u64>::parse(&format!("{parameters} zone:{ZONE}"), &root).unwrap_err();
        assert_eq!(error.to_string(), ProblemError::NoZone.to_string());
    }
}

/// Of what White could take at the edge of the zone nobody knows whether he takes it.
#[test]
fn a_chain_with_one_liberty_at_the_edge_is_given_up() {
    let zone = in_zone("A5,B5,C5,A4,B4,C4", ROOT).unwrap();
    let attacker = Player::from(Colour::White);
    for (root, is_over) in [
        (ROOT, false),
        (".OX...O/XXX...O/......O/......O/OOOOOOO W", true),
        (".OX...O/XXX...O/......O/......O/OOOOOOO B", false),
    ] {
        let root = zone.parse_position(root).unwrap();
        assert_eq!(zone.is_over(&root), is_over);
        let is_lost = zone.terminal(&root).is_some_and(|end| end.is_win_of(attacker));
        assert!(is_lost || !is_over);
    }
    // In the region it has others.
    let whole = Problem::<u64>::parse(PARAMETERS, ROOT).unwrap();
    let root = whole.parse_position(".OX...O/XXX...O/......O/......O/OOOOOOO W").unwrap();
    assert!(!whole.is_over(&root));
}

/// An open board, on which Black has the zone and nothing is safe.
const OPEN: &str = "4x7 live black \
                    region:A4,B4,C4,D4,E4,F4,G4,A3,B3,C3,D3,E3,F3,G3,\
                    A2,B2,C2,D2,E2,F2,G2,A1,B1,C1,D1,E1,F1,G1 target:A2 with:miai";

/// Black takes no last liberty in the zone of a chain that may have others, or may not. Points left
/// out belong to it.
#[test]
fn what_might_capture_more_on_the_board_is_barred() {
    let plays = |parameters: &str, zone: &str, root: &str, m: &str| {
        let zone = Problem::<u64>::parse(&format!("{parameters} zone:{zone}"), root).unwrap();
        zone.parse_move(&zone.parse_position(root).unwrap(), m).is_ok()
    };
    // E1 has D1 alone, and what is left out nothing else.
    let zone = "A2,B2,C2,D2,E2,A1,B1,C1,D1,E1";
    assert!(!plays(OPEN, zone, "......./OOOOO../XXXXXO./....O.. B", "D1"));
    // With F1 in the zone it has that too, and what is left out has it.
    let larger = "A2,B2,C2,D2,E2,A1,B1,C1,D1,E1,F1";
    assert!(plays(OPEN, larger, "......./OOOOO../XXXXXO./....O.. B", "D1"));
    // Without a stone in the zone nothing there can be captured.
    assert!(plays(OPEN, zone, "......./OOOOO../XXXXXO./....... B", "E1"));
    // The stone on D5 has what is left out, which is next to White's safe stones: it is never
    // taken.
    let points = "A5,B5,C5,D5,A4,B4,C4,D4,A3,B3,C3,D3";
    assert!(plays(PARAMETERS, points, "..XO..O/XX.O..O/...X..O/......O/OOOOOOO B", "C4"));
    // A2 is left out alone, and A1 is connected with it: on the board A3 captures both.
    let parameters = "4x5 live black region:A4,B4,C4,D4,A3,B3,C3,D3,A2,B2,C2,D2,A1,B1,C1,D1 \
                      target:B4 declared:E4,E3,E2,E1 with:miai";
    let zone = "A4,B4,C4,D4,A3,B3,C3,D3,B2,C2,D2,A1,B1,C1,D1";
    let root = ".XXXO/.X.XO/OXX.O/OX..O B";
    assert!(!plays(parameters, zone, root, "A3"));
    assert!(plays(parameters, zone, root, "A4"));
    // A4 and A1 are left out, and elsewhere they could be connected: B4 is next to A4, and A1 has
    // A2 in the zone.
    let zone = "B4,C4,D4,A3,B3,C3,D3,A2,B2,C2,D2,B1,C1,D1";
    let parameters = parameters.replace("target:B4", "target:A3");
    assert!(!plays(&parameters, zone, "....O/XX..O/OX..O/.X..O B", "B4"));
    assert!(plays(&parameters, zone, "....O/XX..O/XX..O/.X..O B", "B4"));
}

/// Nothing is claimed for the attacker, and what is claimed for the defender is not about the
/// whole region.
#[test]
fn only_the_defender_claims_something_in_a_zone() {
    // Four points in a row are two eyes, whoever is to move.
    let root = "....X.O/XXXXX.O/......O/......O/OOOOOOO W";
    let points = "A5,B5,C5,D5,E5,F5,A4,B4,C4,D4,E4,F4";
    let zone = in_zone(points, root).unwrap();
    let history = History::new(zone.parse_position(root).unwrap());
    let question = Question::new(DEFENDER.into(), RepetitionRule::SituationalSuperko);
    let mut solver = Solver::new(&zone, question, Options::default());
    assert_eq!(solver.solve(&history).verdict.decided(), Some(true));
    let block = solver.certificate(&history, true, question.rule).unwrap().block;
    assert!(check(&zone, &block).unwrap().positions > 1);
    let refused = |block, problem: &Problem| match check(problem, block).unwrap_err() {
        CheckError::Refuted(refuted) => refuted.kind,
        error => panic!("{error}"),
    };
    let mut lie = block.clone();
    lie.header.claim = Claim { player: "white".to_owned(), ..lie.header.claim };
    assert_eq!(refused(&lie, &zone), RefutationKind::UnsupportedClaim);
    let whole = Problem::<u64>::parse(PARAMETERS, root).unwrap();
    assert_eq!(refused(&block, &whole), RefutationKind::WrongGame);
    let mut lie = block.clone();
    lie.header.parameters = whole.parameters();
    assert_ne!(refused(&lie, &whole), RefutationKind::WrongGame);
}

/// A zone has whole chains of the defender, each with a liberty.
#[test]
fn zones_around_points_are_zones() {
    let root = "..X...O/XXX...O/......O/......O/OOOOOOO W";
    let whole = Problem::<u64>::parse(PARAMETERS, root).unwrap();
    let around = |points: &str, steps| {
        let points = parse_points(whole.size(), points).unwrap();
        let zone = whole.zone_around(points, steps);
        assert!(whole.within::<u64>(zone).is_ok());
        zone.count()
    };
    // Its chain, with all liberties, since none was there; then the two next to A4.
    assert_eq!(around("A4", 0), 11);
    assert_eq!(around("A4", 1), 6);
    assert_eq!(around("F2", 9), whole.region().count());
}

/// The attacker's moves elsewhere are passes in a zone, or nothing with a pass behind.
#[test]
fn a_game_so_far_is_that_of_the_zone() {
    let rule = RepetitionRule::SituationalSuperko;
    let within = |goal: &str, moves: &[&str]| {
        let parameters = PARAMETERS.replace("live", goal);
        let whole = Problem::<u64>::parse(&parameters, ROOT).unwrap();
        let zone = Problem::<u64>::parse(&format!("{parameters} zone:{ZONE}"), ROOT).unwrap();
        let start = whole.parse_position(ROOT).unwrap();
        let history = History::from_notation(&whole, start, moves.to_vec(), rule).unwrap();
        let within = whole.history_within(&history, &zone)?;
        Some(format!("{} {}", within.notation(&zone), within.root().turn()))
    };
    for (live, survive, moves) in [
        (" white", " white", &[][..]),
        ("B5 D4 D3 black", "B5 D4 D3 black", &["B5", "D4", "D3"]),
        ("B5 D4 pass black", "B5 D4 white", &["B5", "D4", "F3"]),
        ("pass D4 D3 black", "", &["F3", "D4", "D3"]),
        ("pass D4 pass black", "", &["F3", "D4", "F4"]),
        ("D5 D4 white", "D5 D4 white", &["D5", "D4"]),
        // Black has played elsewhere.
        ("", "", &["B5", "F4"]),
        ("", "", &["B5", "F4", "D3"]),
    ] {
        assert_eq!(within("live", moves).unwrap_or_default(), live, "{moves:?}");
        assert_eq!(within("survive", moves).unwrap_or_default(), survive, "{moves:?}");
    }
    assert_eq!(within("live", &["pass", "D4", "pass"]).unwrap(), "pass D4 pass black");
    assert_eq!(within("survive", &["F3", "pass", "D4"]).unwrap(), "D4 black");
}
