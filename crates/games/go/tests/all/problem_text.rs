//! Problems as certificates write them: one spelling each, and no position that cannot have been.

use threefold_game::Game;
use threefold_go::problem::{
    Definition, Knowledge, Place, Problem, ProblemGoal, Request, Safe, parse_points, pose_on,
};
use threefold_go::{Board, Colour, Geometry, Go, GoPosition, Points, Size, Terms, Wide};

/// Black has an eye at A3; white's wall at the top right lives for certain, the other one is
/// declared.
const START: &str = "OOO.O/XXOOO/.XO.O/XXOOO/.O.OO W";
const PARAMETERS: &str = "5x5 live black region:A4,B4,A3,B3,A2,B2,A1,B1,C1 target:B3 eyes:A3";
/// Black's second eye is a ko; white's wall is declared.
const KO: &str = ".X.XXOO./XXX.O.O./OOOOOOO./........";

fn error<T>(result: Result<T, threefold_game::NotationError>) -> String {
    result.err().map(|error| error.to_string()).unwrap_or_else(|| "read".to_owned())
}

#[test]
fn a_problem_is_read_as_it_is_written_and_in_no_other_way() {
    let problem = Problem::<u64>::parse(PARAMETERS, START).unwrap();
    assert_eq!(problem.parameters(), PARAMETERS);
    for (from, to, message) in [
        ("5x5", "05x5", "this problem is written '5x5 live"),
        ("5x5", "6x5", "expected 6x5 points"),
        ("live ", "live  ", "expected 'black' or 'white', found ''"),
        ("region:A4,B4", "region:B4,A4", "this problem is written"),
        ("region:A4,B4", "region:A4,A4,B4", "A4 is named twice"),
        ("region:A4", "region:a4", "this problem is written"),
        ("region:A4", "region: A4", "''"),
        ("B1,C1 ", "B1 ", "the region is open"),
        ("B1,C1 ", "B1,C1,", "is no point"),
        ("target:B3", "target:B3,B3", "B3 is named twice"),
        ("target:B3", "target:B3 target:B2", "each once and in this order"),
        ("target:B3", "target:C4", "C4 has no stone of black"),
        ("target:B3", "target:Z3", "'Z3' is no point"),
        ("target:B3 ", "", "expected 'target:'"),
        ("eyes:A3", "eyes:A1", "A1 is no one-point eye"),
        ("eyes:A3", "eyes:A3 eyes:A3", "each once and in this order"),
        ("eyes:A3", "eyes:A3 declared:A1", "there is no stone on it"),
        ("eyes:A3", "eyes:A3 declared:B2", "it belongs to the target"),
        ("eyes:A3", "eyes:A3 declared:B1", "it is in the region"),
        ("eyes:A3", "eyes:A3 declared:E5", "this problem is written"),
        ("eyes:A3", "eyes:A3 without:life basic-ko", "each once and in this order"),
        ("eyes:A3", "eyes:A3 basic-ko basic-ko", "each once and in this order"),
        ("eyes:A3", "eyes:A3 without:eyes", "each once and in this order"),
        ("eyes:A3", "eyes:A3 ", "found ''"),
        ("eyes:A3", "declared:D2 eyes:A3", "each once and in this order"),
        ("black", "white", "has no stone of white"),
        ("live", "die", "expected 'live' or 'survive'"),
    ] {
        let changed = PARAMETERS.replacen(from, to, 1);
        assert_ne!(changed, PARAMETERS);
        let error = error(Problem::<u64>::parse(&changed, START));
        assert!(error.contains(message), "{changed}: {error}");
    }
    for more in [" basic-ko", " without:eye-space", " basic-ko without:eye-space without:life"] {
        let text = format!("{PARAMETERS}{more}");
        assert_eq!(Problem::<u64>::parse(&text, START).unwrap().parameters(), text);
    }
    // What is newer than certificates that are there is named where it is used, and only there.
    let survive = PARAMETERS.replace("live", "survive").replace(" eyes:A3", "");
    for (more, death, miai) in [
        ("", false, false),
        (" with:death", true, false),
        (" with:miai", false, true),
        (" with:death with:miai", true, true),
        (" without:life with:death with:miai", true, true),
    ] {
        let text = format!("{survive}{more}");
        let problem = Problem::<u64>::parse(&text, START).unwrap();
        assert_eq!(problem.parameters(), text);
        let knowledge = problem.definition().knowledge;
        assert_eq!((knowledge.death, knowledge.miai), (death, miai));
    }
    let without_eyes = PARAMETERS.replace(" eyes:A3", "");
    for (more, miai) in [("", false), (" with:miai", true), (" without:eye-space with:miai", true)]
    {
        let text = format!("{without_eyes}{more}");
        let problem = Problem::<u64>::parse(&text, START).unwrap();
        assert_eq!(problem.parameters(), text);
        assert_eq!(problem.definition().knowledge.miai, miai);
    }
    let posed = survive.clone() + " with:death with:miai";
    let basic_ko = Problem::<u64>::parse(&posed, START).unwrap().with_basic_ko(true);
    assert_eq!(basic_ko.parameters(), format!("{survive} basic-ko"));
    let live = Problem::<u64>::parse(PARAMETERS, START).unwrap();
    assert!(live.definition().knowledge.death && live.parameters() == PARAMETERS);
    assert!(live.definition().knowledge.miai);
    for text in [
        format!("{PARAMETERS} with:death"),
        format!("{survive} basic-ko with:death"),
        format!("{survive} eyes:A3 with:death"),
        format!("{PARAMETERS} with:miai"),
        format!("{survive} basic-ko with:miai"),
        format!("{survive} eyes:A3 with:miai"),
    ] {
        let error = error(Problem::<u64>::parse(&text, START));
        assert!(error.contains("without marked eyes"), "{text}: {error}");
    }
    for more in [
        " with:death with:death",
        " with:death without:life",
        " with:miai with:death",
        " with:life",
    ] {
        let error = error(Problem::<u64>::parse(&format!("{survive}{more}"), START));
        assert!(error.contains("each once and in this order"), "{more}: {error}");
    }
}

#[test]
fn a_position_is_read_as_it_is_written_and_in_no_other_way() {
    let problem = Problem::<u64>::parse(PARAMETERS, START).unwrap();
    for text in [START.to_owned(), format!("{START} threats:0/16"), START.replace('W', "B")] {
        let position = problem.parse_position(&text).unwrap();
        assert_eq!(problem.position_text(&position), text);
    }
    for (text, message) in [
        (format!(" {START}"), "expected 5x5 points"),
        (format!("{START} "), "or the end, found ''"),
        (START.replace(" W", "  W"), "the side to move"),
        (START.replace(" W", " w"), "the side to move"),
        (START.replace(" W", ""), "the side to move"),
        (START.replace('X', "x"), "expected '.', 'X' or 'O'"),
        (format!("{START} threats:0/0"), "not both 0"),
        (format!("{START} threats:01/0"), "not both 0"),
        (format!("{START} threats:+1/0"), "not both 0"),
        (format!("{START} threats:17/0"), "two numbers up to 16"),
        (format!("{START} threats:300/0"), "two numbers up to 16"),
        (format!("{START} threats:1/0 threats:1/0"), "or the end"),
        (format!("{START} pass"), "or the end, found 'pass'"),
        (format!("{START} over"), "or the end, found 'over'"),
        (format!("{START} ko:C1"), "ko: under basic ko, or the end"),
        (START.replace("OOO.O/XX", "OOOOO/XX"), "outside the region and not as the problem has it"),
        (START.replace(".O.OO W", "XOXOO W"), "has no liberty"),
    ] {
        let error = error(problem.parse_position(&text));
        assert!(error.contains(message), "{text}: {error}");
    }
}

/// Every point of a board on which a game may have left a ko is found by playing; what is read is
/// that, no more and no less.
#[test]
fn a_ko_is_read_where_a_move_can_have_left_it() {
    let game = Go::<u64>::new(Terms { basic_ko: true, ..Terms::new("3x4".parse().unwrap(), 1) });
    let game = game.unwrap();
    let mut numbers = 12345u64;
    let mut random = |n: usize| {
        numbers = numbers.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (numbers >> 33) as usize % n
    };
    let (mut kos, mut invented) = (0, 0);
    for _ in 0..2_000 {
        let mut position = game.start();
        for _ in 0..40 {
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            game.make(&mut position, moves[random(moves.len())]);
            if position.passes() > 0 {
                position = game.position(position.with_passes(0));
            }
            let bare = GoPosition::new(*position.board(), position.turn()).text(game.geometry());
            for point in position.board().empty(game.geometry()).iter() {
                let text = format!("{bare} ko:{}", game.terms().size.coordinates(point));
                let read = game.parse_position(&text).is_ok();
                if position.ko() == Some(point) {
                    assert!(read, "{text}");
                    kos += 1;
                } else {
                    // Another game may have left another ko on the same board.
                    invented += usize::from(!read);
                }
            }
        }
    }
    assert!(kos > 100 && invented > 100_000, "{kos} {invented}");
    // A stone at A1 would take B1 and could be taken back, but the chain at A2 had no liberty when
    // A1 was not empty.
    for text in ["XX../XXO./.OX. B ko:A1", "..../..../.... B ko:A1", ".X../X.X./.X.. W ko:B2"] {
        assert!(game.parse_position(text).is_err(), "{text}");
    }
}

#[test]
fn an_invented_ko_is_no_part_of_a_problem() {
    let size = Size::new(4, 8).unwrap();
    let geometry = Geometry::<Wide>::new(size).unwrap();
    let board = *GoPosition::parse(KO, &geometry).unwrap().board();
    let definition = Definition {
        goal: ProblemGoal::Survive,
        defender: Colour::Black,
        target: parse_points(size, "B4").unwrap(),
        region: None,
        eyes: Wide::EMPTY,
        declared: parse_points(size, "A2").unwrap(),
        basic_ko: true,
        knowledge: Knowledge::default(),
    };
    let problem: Problem = Problem::new(geometry.clone(), &board, definition).unwrap();
    let read = Problem::<u64>::parse(&problem.parameters(), KO).unwrap();
    assert_eq!(read.parameters(), problem.parameters());
    // From each ko that is played: the position is read. Every other point is no ko.
    let (mut kos, mut refused) = (0, 0);
    let mut queue = vec![problem.root(Colour::Black, [0, 0]), problem.root(Colour::White, [0, 0])];
    for _ in 0..3_000 {
        let Some(position) = queue.pop() else { break };
        let mut moves = Vec::new();
        if problem.terminal(&position).is_none() {
            problem.moves(&position, &mut moves);
        }
        for m in moves {
            let mut next = position;
            problem.make(&mut next, m);
            let text = problem.position_text(&next);
            assert_eq!(problem.parse_position(&text).as_ref(), Ok(&next), "{text}");
            let (bare, ko) = text.split_once(" ko:").unwrap_or((&text, ""));
            kos += usize::from(!ko.is_empty());
            for index in 0..32 {
                let name = size.coordinates(size.at(index / 8, index % 8)).to_string();
                if name != ko {
                    let other = problem.parse_position(&format!("{bare} ko:{name}"));
                    refused += usize::from(other.is_err());
                }
            }
            queue.push(next);
        }
    }
    assert!(kos > 0 && refused > 1_000, "{kos} {refused}");
}

fn refusal(rows: &str, target: &str, safe: Safe) -> String {
    let size = Size::new(rows.split('/').count(), rows.find('/').unwrap()).unwrap();
    let geometry = Geometry::<Wide>::new(size).unwrap();
    let board: Board<Wide> = *GoPosition::parse(&format!("{rows} B"), &geometry).unwrap().board();
    let request = Request {
        target: Some(Place::Points(parse_points(size, target).unwrap())),
        safe: Some(safe),
        ..Request::default()
    };
    let posed = pose_on(&geometry, &board, Colour::Black, |_| Wide::EMPTY, &request);
    match posed {
        Ok(posed) => posed.problem.assumptions().unwrap_or_default(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn what_is_believed_is_said_and_what_cannot_be_is_refused_by_name() {
    let wall = |rows, target| refusal(rows, target, Safe::Wall);
    assert_eq!(
        wall("...XO./XXXXO./OOOOO./......", "A3"),
        "assuming that white E4 E3 A2 B2 C2 D2 never die"
    );
    // The stones in the corner have a liberty of their own, and are no wall.
    let inside = wall(".O.XO.../OXXXO.../XX.XO.../OOOOO.../......../........", "D4");
    assert_eq!(inside, "assuming that white E6 E5 E4 A3 B3 C3 D3 never die");
    assert_eq!(
        wall("...XO./XXXXOX/OOOOOX/XXXXX./......", "A4"),
        "white E5 cannot be believed safe: it is in atari at F5; name the safe stones with --safe"
    );
    assert_eq!(
        wall("..XOX/.XXO./XX.OX/OOOOX/XXXX./.....", "A4"),
        "white D6 cannot be believed safe: it shares its liberties outside with black (it has E5 \
         C4); name the safe stones with --safe"
    );
    assert_eq!(
        wall("......./..X..../......./......./......./......./.......", "C6"),
        "no stones of white enclose the target with room outside; name the safe stones with --safe"
    );
    assert_eq!(
        wall("......./OOOOOOO/XXX.XXX/X.....X/XXX.XXX/OOOOOOO/.......", "C3"),
        "the region keeps white A6 and white A2 apart, and which of them is outside is not clear; \
         name the safe stones with --safe"
    );
    // Where the region is marked, what is outside it has to be wall, or is refused.
    let marked = |rows: &str, region: &str| {
        let size = Size::new(rows.split('/').count(), rows.find('/').unwrap()).unwrap();
        let geometry = Geometry::<Wide>::new(size).unwrap();
        let board = *GoPosition::parse(&format!("{rows} B"), &geometry).unwrap().board();
        let points = |text| Some(Place::Points(parse_points(size, text).unwrap()));
        let request = Request {
            target: points("D4"),
            region: points(region),
            safe: Some(Safe::Wall),
            ..Request::default()
        };
        let posed = pose_on(&geometry, &board, Colour::Black, |_| Wide::EMPTY, &request);
        posed.map(|posed| posed.problem.assumptions()).map_err(|error| error.to_string())
    };
    let corner = ".O.XO.../OXXXO.../XX.XO.../OOOOO.../......../........";
    let assumed = "assuming that white E6 E5 E4 A3 B3 C3 D3 never die".to_owned();
    assert_eq!(marked(corner, "A6,B6,C6,D6,A5,B5,C5,D5,A4,B4,C4,D4"), Ok(Some(assumed)));
    let error = marked(corner, "C6,D6,B5,C5,D5,A4,B4,C4,D4").unwrap_err();
    assert!(
        error.starts_with("white B6 cannot be believed safe: its liberties (A6 C6)"),
        "{error}"
    );
    let named = |safe: &str| {
        let rows = "...XO./XXXXO./OOOOO./......";
        let size = Size::new(4, 6).unwrap();
        let points = parse_points(size, safe).unwrap();
        refusal(rows, "A3", Safe::Place(Place::Points(points)))
    };
    assert_eq!(named("E4"), "assuming that white E4 E3 A2 B2 C2 D2 never die");
    assert_eq!(named("A4"), "A4 cannot be declared safe: there is no stone on it");
    assert_eq!(named("D4,E4"), "D4 cannot be declared safe: it belongs to the target");
    let size = Size::new(4, 6).unwrap();
    let points = parse_points(size, "E4,B4").unwrap();
    assert_eq!(
        refusal(".O.XO./XXXXO./OOOOO./......", "A3", Safe::Place(Place::Points(points))),
        "B4 cannot be declared safe: it is inside the region, which is all around it"
    );
}
