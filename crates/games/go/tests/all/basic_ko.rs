//! Basic ko: what may be retaken against boards as arrays, answers against retrograde analysis and
//! against every move on every path, and certificates.

use std::collections::HashSet;

use crate::common::Plain;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use threefold_certificate::check;
use threefold_game::{Game, History, Outcome, Player, Question, RepetitionRule, Searchable};
use threefold_go::{Go, GoMove, GoPosition, Size, Terms};
use threefold_oracle::{Retrograde, exhaustive};
use threefold_search::{Options, Solver};

fn game(rows: usize, columns: usize, at_least: i32) -> Go<u64> {
    let size = Size::new(rows, columns).unwrap();
    Go::new(Terms { basic_ko: true, ..Terms::new(size, at_least) }).unwrap()
}

fn options() -> Options {
    Options { table_bytes: 1 << 20, ..Options::default() }
}

/// A move is forbidden if, and only if, it gives the board that was there before the last move.
#[test]
fn a_ko_is_retaken_by_no_next_move() {
    let mut random = SmallRng::seed_from_u64(1);
    let mut kos = 0;
    for round in 0..1000 {
        let (rows, columns) = [(1, 5), (2, 3), (3, 3), (3, 4), (4, 5)][round % 5];
        let game = game(rows, columns, 1).with_symmetry(round % 2 == 0);
        let geometry = game.geometry().clone();
        let mut position = game.start();
        let mut before: Option<Plain> = None;
        for _ in 0..60 {
            let board = Plain::of(position.board(), &geometry);
            let text = game.position_text(&position);
            assert_eq!(game.parse_position(&text).as_ref(), Ok(&position), "{text}");
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            let legal = position.board().legal(&geometry, position.turn(), Default::default());
            for point in threefold_go::Points::iter(legal) {
                let mut after = board.clone();
                after.play(position.turn(), point.index());
                let retakes = before.as_ref() == Some(&after);
                let m = GoMove::Play(point);
                assert_eq!(moves.contains(&m), !retakes, "{text}");
                assert_eq!(position.ko() == Some(point), retakes, "{text}");
                let code = game.encode_move(&position, m);
                assert_eq!(game.decode_move(&position, code), (!retakes).then_some(m));
                let m_text = game.move_text(&position, m);
                assert_eq!(game.parse_move(&position, &m_text).is_err(), retakes);
                kos += u32::from(retakes);
            }
            if game.is_over(&position) {
                break;
            }
            let m = moves[random.random_range(0..moves.len())];
            before = Some(board);
            let start = position;
            let undo = game.make(&mut position, m);
            let mut back = position;
            game.undo(&mut back, m, undo);
            assert_eq!((back, game.key(&back)), (start, game.key(&start)));
            // A position that is reached is the one that is read, key and all.
            let read = game.parse_position(&game.position_text(&position)).unwrap();
            assert_eq!((read, game.key(&read)), (position, game.key(&position)));
        }
    }
    assert!(kos > 100, "{kos}");
}

/// Every position that can be reached from the empty board.
fn reachable(game: &Go<u64>) -> Vec<GoPosition<u64>> {
    let mut all = vec![game.start()];
    let mut met: HashSet<_> = all.iter().copied().collect();
    let mut next = 0;
    while let Some(&position) = all.get(next) {
        next += 1;
        let mut moves = Vec::new();
        if game.terminal(&position).is_none() {
            game.moves(&position, &mut moves);
        }
        for m in moves {
            let mut after = position;
            game.make(&mut after, m);
            if met.insert(after) {
                all.push(after);
            }
        }
    }
    all
}

/// The answers about every position for every score, or every `step`-th, and both players, with the
/// table kept. Every 37th has its certificate checked.
#[track_caller]
fn every_position_is_right(rows: usize, columns: usize, step: usize) {
    let points = (rows * columns) as i32;
    let (mut asked, mut kos, mut cycles) = (0, 0, 0);
    for at_least in (1 - points..=points).step_by(step) {
        let plain = game(rows, columns, at_least).with_symmetry(false);
        let truth = Retrograde::solve(&plain, [plain.start()], 1_000_000).unwrap();
        let game = plain.clone().with_symmetry(at_least % 2 == 0);
        let roots = reachable(&game);
        for attacker in Player::ALL {
            let question = Question::new(attacker, RepetitionRule::Draw);
            let mut solver = Solver::new(&game, question, options());
            for &root in &roots {
                let history = History::new(game.position(root));
                let text = game.position_text(&root);
                let proven = solver.solve(&history).verdict.decided().unwrap();
                let value = truth.value(&root).unwrap();
                let expected = value == Outcome::Win(attacker);
                assert_eq!(proven, expected, "{}: {attacker:?} in {text}", plain.parameters());
                cycles += u32::from(value == Outcome::Draw);
                kos += u32::from(root.ko().is_some());
                asked += 1;
                if asked % 37 == 0 {
                    let rule = RepetitionRule::Draw;
                    let certificate = solver.certificate(&history, proven, rule).unwrap();
                    check(&plain, &certificate.block).unwrap_or_else(|e| panic!("{e}: {text}"));
                }
            }
        }
    }
    assert!(rows * columns < 5 || kos > 100 && cycles > 1000, "{asked} {kos} {cycles}");
}

#[test]
fn every_position_of_rows_is_right() {
    for columns in 1..=5 {
        every_position_is_right(1, columns, 1);
    }
}

#[test]
fn every_position_of_two_rows_is_right() {
    every_position_is_right(2, 2, 1);
    every_position_is_right(2, 3, 4);
}

/// Retrograde analysis knows no paths. The rules with a path say the same.
#[test]
fn every_path_gives_the_same_values() {
    let mut compared = 0;
    for (rows, columns) in [(1, 3), (1, 4), (2, 2)] {
        let points = (rows * columns) as i32;
        for at_least in 1 - points..=points {
            let game = game(rows, columns, at_least).with_symmetry(false);
            let truth = Retrograde::solve(&game, [game.start()], 100_000).unwrap();
            for root in reachable(&game).into_iter().step_by(11) {
                for attacker in Player::ALL {
                    let question = Question::new(attacker, RepetitionRule::Draw);
                    let answer = exhaustive(&game, &History::new(root), question, 20_000);
                    let value = truth.value(&root) == Some(Outcome::Win(attacker));
                    compared += u32::from(answer.is_some());
                    assert!(answer.is_none_or(|answer| answer == value));
                }
            }
        }
    }
    assert!(compared > 300, "{compared}");
}

/// The moves before the root leave a ko behind and nothing else.
#[test]
fn of_a_history_the_ko_counts() {
    let game = game(1, 5, 1);
    let history = |text: &str| {
        let rule = RepetitionRule::Draw;
        History::from_notation(&game, game.start(), text.split(' '), rule)
            .map_err(|e| e.to_string())
    };
    let after = history("B1 C1 E1 A1").unwrap();
    assert_eq!(game.position_text(after.root()), "O.O.X B ko:B1");
    assert_eq!(
        history("B1 C1 E1 A1 B1").unwrap_err(),
        "move 5 of the history, 'B1': 'B1' retakes the ko, which is forbidden"
    );
    let question = Question::new(Player::First, RepetitionRule::Draw);
    for at_least in [-4, -1, 1, 5] {
        let game = Go::<u64>::new(Terms { at_least, ..*game.terms() }).unwrap();
        let truth = Retrograde::solve(&game, [game.start()], 100_000).unwrap();
        let mut random = SmallRng::seed_from_u64(7);
        for _ in 0..20 {
            let mut past = History::new(game.start());
            for _ in 0..random.random_range(1..25) {
                let mut moves = Vec::new();
                game.moves(past.root(), &mut moves);
                let m = moves[random.random_range(0..moves.len())];
                let mut after = *past.root();
                game.make(&mut after, m);
                if game.terminal(&after).is_none() {
                    past.push(&game, m);
                }
            }
            let mut solver = Solver::new(&game, question, options());
            let proven = solver.solve(&past).verdict.decided().unwrap();
            let Some(value) = truth.value(past.root()) else { continue };
            assert_eq!(proven, value == Outcome::Win(Player::First));
            let block = solver.certificate(&past, proven, RepetitionRule::Draw).unwrap().block;
            check(&game, &block).unwrap();
        }
    }
}

/// What Black can force and what White can: published for these boards (L. and H. of the chart in
/// docs/go.md), with certificates.
#[test]
fn empty_boards_have_their_bounds() {
    let boards = [
        (1, 2, [0, 0]),
        (1, 3, [3, 3]),
        (1, 4, [4, 4]),
        (1, 5, [-5, 5]),
        (1, 7, [-7, 7]),
        (2, 2, [-4, 4]),
        (2, 3, [-6, 6]),
        (2, 4, [8, 8]),
        (3, 3, [9, 9]),
    ];
    for (rows, columns, bounds) in boards {
        let points = (rows * columns) as i32;
        for attacker in Player::ALL {
            // Black forces the lower bound and no more, White the upper one.
            let value = bounds[attacker.index()];
            for at_least in [value, value + 1] {
                if !(1 - points..=points).contains(&at_least) {
                    continue;
                }
                let game = game(rows, columns, at_least);
                let question = Question::new(attacker, RepetitionRule::Draw);
                let history = History::new(game.start());
                let mut solver = Solver::new(&game, question, options());
                let proven = solver.solve(&history).verdict.decided().unwrap();
                let expected = (attacker == Player::First) == (at_least == value);
                assert_eq!(proven, expected, "{}", game.parameters());
                let certificate = solver.certificate(&history, proven, RepetitionRule::Draw);
                check(&game, &certificate.unwrap().block).unwrap();
            }
        }
    }
}
