//! Races between two targets, inside walls of both players: two questions about one region.

use threefold_game::{Game, History, Player, Question, RepetitionRule};
use threefold_go::problem::{Aim, Framing, Knowledge, Place, Posed, Request, Safe, pose_on};
use threefold_go::{Board, Colour, Geometry, GoPosition, Points, Size, Wide};
use threefold_oracle::exhaustive;

use crate::problems::{Random, solve};

struct Made {
    geometry: Geometry<Wide>,
    board: Board<Wide>,
    target: Wide,
    walls: Wide,
}

/// Two rows or one at the top edge with stones at random, a target of each colour among them; left
/// and below on the left black, else white.
fn made(random: &mut Random) -> Option<Made> {
    let (rows, columns) = [(1, 6), (2, 4), (2, 5), (1, 7)][random.below(4) as usize];
    let size = Size::new(rows + 1, columns + 2).unwrap();
    let geometry = Geometry::<Wide>::new(size).unwrap();
    let (mut stones, mut walls) = ([Wide::EMPTY; 2], Wide::EMPTY);
    let split = 1 + random.below(columns as u64) as usize;
    for row in 0..=rows {
        for column in 0..columns + 2 {
            let point = Wide::single(size.at(row, column));
            if row == rows || column == 0 || column > columns {
                stones[usize::from(column > split)] |= point;
                walls |= point;
            } else if random.below(5) < 3 {
                stones[random.below(2) as usize] |= point;
            }
        }
    }
    let board = Board::new(&geometry, stones[0], stones[1]).ok()?;
    let mut target = Wide::EMPTY;
    for colour in Colour::ALL {
        let mut chains = board.chains(&geometry, colour).filter(|chain| !chain.meets(walls));
        target |= Wide::single(chains.next()?.first()?);
    }
    Some(Made { geometry, board, target, walls })
}

fn posed(made: &Made, to_play: Colour, request: &Request) -> Result<Posed, String> {
    let request = Request { target: Some(Place::Points(made.target)), ..request.clone() };
    pose_on(&made.geometry, &made.board, to_play, |_| Wide::EMPTY, &request)
        .map_err(|error| error.to_string())
}

/// Both answers are those of exhaustive search that knows nothing but the rules, and certified.
#[test]
fn who_captures_whom_is_what_exhaustive_search_says() {
    let mut random = Random(3);
    let (mut compared, mut counts) = (0, [0; 4]);
    while compared < 400 {
        let Some(made) = made(&mut random) else { continue };
        let to_play = Colour::ALL[random.below(2) as usize];
        let safe = Some(Safe::Place(Place::Points(made.walls)));
        let Ok(race) = posed(&made, to_play, &Request { safe, ..Request::default() }) else {
            continue;
        };
        let own = race.rival.as_ref().unwrap();
        assert_eq!(race.problem.region(), own.problem.region());
        assert_eq!(own.problem.definition().defender, to_play);
        for rule in RepetitionRule::SUPERKO {
            let captured = [&race.problem, &own.problem].map(|problem| {
                let root = problem.root(to_play, [0, 0]);
                let attacker: Player = problem.definition().defender.opponent().into();
                let answer = solve(problem, root, attacker, rule);
                let plain = problem.with_knowledge(Knowledge::NONE);
                let question = Question::new(attacker, rule);
                let truth = exhaustive(&plain, &History::new(root), question, 50_000)?;
                let text = problem.position_text(&root);
                assert_eq!(answer, truth, "{rule} {} {text}", problem.parameters());
                Some(answer)
            });
            if let [Some(theirs), Some(ours)] = captured {
                compared += 1;
                counts[usize::from(theirs) + 2 * usize::from(ours)] += 1;
            }
        }
    }
    // Seki, won, lost; and where what captures is captured in its turn.
    assert!(counts[..3].iter().all(|&count| count > 20), "{counts:?}");
}

/// White has three points in the corner, black two beside them; the walls show room behind.
fn corner() -> Made {
    let rows = "........./........./........./........./........./........./\
                XXXXOOOO./OOOOXXXO./...OX..O. B";
    let size = Size::new(9, 9).unwrap();
    let geometry = Geometry::<Wide>::new(size).unwrap();
    let board = *GoPosition::parse(rows, &geometry).unwrap().board();
    let at = |name| Wide::single(size.point(name).unwrap());
    let walls = "A3 B3 C3 D3 E3 F3 G3 H3 H2 H1".split(' ').map(at);
    let walls = walls.fold(Wide::EMPTY, |all, point| all | point);
    Made { geometry, board, target: at("A2") | at("E1"), walls }
}

#[test]
fn walls_of_both_players_are_found() {
    let made = corner();
    let by = |request: &Request| posed(&made, Colour::Black, request);
    let named = Some(Safe::Place(Place::Points(made.walls)));
    let named = by(&Request { safe: named, ..Request::default() }).unwrap();
    let auto = Request { framing: Framing::Auto, ..Request::default() };
    for request in [Request { safe: Some(Safe::Wall), ..Request::default() }, auto.clone()] {
        let found = by(&request).unwrap();
        assert_eq!(found.problem.parameters(), named.problem.parameters());
        let words = "assuming that black A3 B3 C3 D3 and white E3 F3 G3 H2 H1 never die";
        assert_eq!(found.problem.assumptions().as_deref(), Some(words));
    }
    // Unasked, nothing is assumed; and a race has no other goal, and no frame.
    assert!(by(&Request::default()).unwrap_err().contains("at most 64 are taken"));
    for other in [
        Request { aim: Some(Aim::Live), ..auto.clone() },
        Request { framing: Framing::Steps(2), ..auto.clone() },
        Request { outside_liberties: Some(1), ..auto },
    ] {
        assert!(by(&other).unwrap_err().starts_with("the target has stones of both players"));
    }
}
