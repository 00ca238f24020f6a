//! Where unconditional life ends a game, it ends it as the game would end: against exhaustive
//! search that plays to the two passes, on every tiny board, under every rule, with suicide and
//! without.

use std::collections::HashSet;

use crate::common::{geometry, legal_boards};

use threefold_game::{Game, Outcome, Player, RepetitionRule};
use threefold_go::exhaustive::Exhaustive;
use threefold_go::{Board, Colour, Geometry, Go, GoPosition, Life, Points, Suicide, Terms};
use threefold_oracle::Retrograde;

const BOARDS: [(usize, usize); 7] = [(1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (2, 2), (2, 3)];
const SUPERKO: [RepetitionRule; 2] =
    [RepetitionRule::SituationalSuperko, RepetitionRule::PositionalSuperko];
const SUICIDE: [Suicide; 2] = [Suicide::Forbidden, Suicide::Allowed];

/// Every position of a board, one pass before it included.
fn positions(geometry: &Geometry<u64>) -> Vec<GoPosition<u64>> {
    let mut all = Vec::new();
    for board in legal_boards(geometry) {
        for turn in Colour::ALL {
            for passes in [0, 1] {
                all.push(GoPosition::new(board, turn).with_passes(passes));
            }
        }
    }
    all
}

/// The score for a colour that its unconditional life is enough for.
fn sure(board: &Board<u64>, geometry: &Geometry<u64>, colour: Colour, suicide: Suicide) -> i32 {
    let life = Life::of(board, geometry, colour, suicide).points() as i32;
    2 * life - geometry.size().points() as i32
}

/// Under superko the threshold that life just decides is where a mistake would show: those below
/// follow from it. Played out, whoever lives wins there too.
#[test]
fn life_decides_as_playing_out_does_under_superko() {
    let (mut compared, mut open) = (0, 0);
    for (rows, columns) in BOARDS {
        let geometry = geometry(rows, columns);
        let points = (rows * columns) as i32;
        for (suicide, rule) in SUICIDE.into_iter().flat_map(|s| SUPERKO.map(|r| (s, r))) {
            for position in positions(&geometry) {
                for colour in Colour::ALL {
                    let sure = sure(position.board(), &geometry, colour, suicide);
                    if sure <= -points {
                        continue;
                    }
                    let at_least = if colour == Colour::Black { sure } else { 1 - sure };
                    let terms = Terms { suicide, ..Terms::new(geometry.size(), at_least) };
                    let early = Go::<u64>::new(terms).unwrap();
                    let late = Go::<u64>::new(Terms { played_out: true, ..terms }).unwrap();
                    let root = early.position(position);
                    let winner = Player::from(colour);
                    assert_eq!(early.terminal(&root), Some(Outcome::Win(winner)));
                    assert_eq!(late.terminal(&root), None);
                    let mut oracle =
                        Exhaustive::new(&geometry, rule, suicide).with_limit(3_000_000);
                    match oracle.is_at_least(&position, &[], at_least) {
                        Some(reaches) => {
                            let wins = reaches == (colour == Colour::Black);
                            compared += 1;
                            assert!(wins, "{terms} {rule} {}", root.text(&geometry));
                        }
                        None => open += 1,
                    }
                }
            }
        }
    }
    assert!(compared == 1_424 && open == 0, "{compared} compared, {open} open");
}

/// The argument itself: whatever the opponent plays alone, banned or not, at no board of his is the
/// score less than what life is said to be worth. Histories and bans only take moves away from him.
#[test]
fn an_opponent_who_plays_alone_never_gets_more() {
    let (mut compared, mut removed) = (0, 0);
    for (rows, columns) in BOARDS.into_iter().chain([(1, 6), (1, 7), (2, 4), (3, 3)]) {
        let geometry = geometry(rows, columns);
        let points = (rows * columns) as i32;
        for suicide in SUICIDE {
            for start in legal_boards(&geometry) {
                let colour = Colour::Black; // the other one is the same with colours exchanged
                let sure = sure(&start, &geometry, colour, suicide);
                if sure <= -points {
                    continue;
                }
                let mut queue = vec![start];
                let mut met = HashSet::from([start]);
                while let Some(board) = queue.pop() {
                    assert!(board.score(&geometry) >= sure, "{suicide:?} {start:?} {board:?}");
                    compared += 1;
                    let other = colour.opponent();
                    for point in board.legal(&geometry, other, suicide).iter() {
                        let mut after = board;
                        after.play(&geometry, other, point);
                        removed += u32::from(!after.occupied().contains(point));
                        if met.insert(after) {
                            queue.push(after);
                        }
                    }
                }
            }
        }
    }
    assert!(compared > 10_000 && removed > 1_000, "{compared} {removed}");
}

/// Under basic ko, where games need not end: retrograde analysis of the game with life and of the
/// game without. With suicide life decides nothing, and nothing but passes ends a game.
#[test]
fn life_decides_as_playing_out_does_under_basic_ko() {
    let (mut decided, mut compared) = (0, 0);
    for (rows, columns) in BOARDS {
        let geometry = geometry(rows, columns);
        let points = (rows * columns) as i32;
        for suicide in SUICIDE {
            let step = if rows * columns < 6 { 1 } else { 4 };
            for at_least in (-points - 1..=points + 1).step_by(step) {
                let terms =
                    Terms { suicide, basic_ko: true, ..Terms::new(geometry.size(), at_least) };
                let early = Go::<u64>::new(terms).unwrap().with_symmetry(false);
                let late = Go::<u64>::new(Terms { played_out: true, ..terms }).unwrap();
                let late = late.with_symmetry(false);
                let all = positions(&geometry);
                let truth = Retrograde::solve(&late, all.iter().copied(), 1_000_000).unwrap();
                let found = Retrograde::solve(&early, all.iter().copied(), 1_000_000).unwrap();
                for position in all {
                    let expected = truth.value(&position).unwrap();
                    let text = position.text(&geometry);
                    assert_eq!(found.value(&position), Some(expected), "{terms} {text}");
                    compared += 1;
                    if let Some(outcome) = early.terminal(&position) {
                        assert_eq!(outcome, expected, "{terms} {text}");
                        assert_eq!(suicide, Suicide::Forbidden, "{terms} {text}");
                        decided += 1;
                    }
                }
            }
        }
    }
    assert!(decided > 1_000 && compared > 10_000, "{decided} {compared}");
}

/// The case of the issue: on 1x5 with suicide Black lives, and White keeps the game from ending.
#[test]
fn with_suicide_under_basic_ko_life_decides_nothing() {
    let geometry = geometry(1, 5);
    let points = geometry.size().points() as i32;
    let at_least = points;
    let terms =
        |suicide, basic_ko| Terms { suicide, basic_ko, ..Terms::new(geometry.size(), at_least) };
    assert!(terms(Suicide::Allowed, false).life_decides());
    assert!(terms(Suicide::Forbidden, true).life_decides());
    assert!(!terms(Suicide::Allowed, true).life_decides());
    assert!(!Terms { played_out: true, ..terms(Suicide::Forbidden, false) }.life_decides());
    let position = GoPosition::parse(".X.X. W", &geometry).unwrap();
    for (suicide, expected) in
        [(Suicide::Forbidden, Outcome::Win(Player::First)), (Suicide::Allowed, Outcome::Draw)]
    {
        let game = Go::<u64>::new(terms(suicide, true)).unwrap().with_symmetry(false);
        let truth = Retrograde::solve(&game, [position], 100_000).unwrap();
        assert_eq!(truth.value(&position), Some(expected));
    }
    assert!(position.board().stones(Colour::Black).count() == 2);
}
