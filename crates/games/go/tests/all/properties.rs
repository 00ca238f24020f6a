//! Random games on boards of every width, against rules on arrays.

use std::collections::HashSet;

use crate::common::{Plain, geometry, legal_boards};
use proptest::prelude::*;
use threefold_go::{
    Board, Colour, Geometry, GoMove, GoPosition, Life, Point, Points, Size, Suicide, Wide,
};

fn suicide() -> impl Strategy<Value = Suicide> {
    prop_oneof![Just(Suicide::Forbidden), Just(Suicide::Allowed)]
}

/// Plays by the numbers in `choices`, and compares everything with the arrays after each move.
fn compare<P: Points>(size: Size, suicide: Suicide, choices: &[u16]) -> Result<(), TestCaseError> {
    let geometry = Geometry::<P>::new(size).unwrap();
    let mut position = GoPosition::new(Board::<P>::EMPTY, Colour::Black);
    let mut plain = Plain::empty(size);
    for &choice in choices {
        let board = *position.board();
        prop_assert_eq!(&Plain::of(&board, &geometry), &plain);
        prop_assert_eq!(board.key(), board.key_from_scratch());
        prop_assert_eq!(board.score(&geometry), plain.score());
        prop_assert_eq!(board.exchanged().score(&geometry), -plain.score());
        let text = position.text(&geometry);
        let read = GoPosition::parse(&text, &geometry).unwrap();
        prop_assert_eq!(read, position);
        prop_assert_eq!(read.key(), position.key());

        let turn = position.turn();
        let legal = board.legal(&geometry, turn, suicide);
        for i in 0..size.points() {
            let point = Point::from_index(i);
            let mut after = plain.clone();
            let allowed = plain.points[i].is_none() && {
                let (captured, own) = after.play(turn, i);
                prop_assert_eq!(board.captures(&geometry, turn, point).count() as usize, captured);
                own == 0 || suicide == Suicide::Allowed
            };
            prop_assert_eq!(legal.contains(point), allowed);
            prop_assert_eq!(board.is_legal(&geometry, turn, point, suicide), allowed);
            if plain.points[i].is_some() {
                let (group, border) = plain.group(i);
                let chain = board.chain(&geometry, point);
                prop_assert_eq!(chain.count() as usize, group.len());
                let free = border.iter().filter(|&&b| plain.points[b].is_none()).count();
                prop_assert_eq!(board.liberties(&geometry, chain).count() as usize, free);
                let chains = board.chains(&geometry, plain.points[i].unwrap());
                prop_assert_eq!(chains.filter(|&other| other == chain).count(), 1);
            }
        }
        // One in sixteen moves is a pass.
        let legal: Vec<Point> = legal.iter().collect();
        let m = match legal.get(choice as usize / 16 % legal.len().max(1)) {
            Some(&point) if choice % 16 != 0 => GoMove::Play(point),
            _ => GoMove::Pass,
        };
        let m_text = m.text(size).to_string();
        prop_assert_eq!(GoMove::parse(&m_text, size), Ok(m));
        let removed = position.play(&geometry, m);
        prop_assert_eq!(position.turn(), turn.opponent());
        match m {
            GoMove::Pass => prop_assert!(position.passes() > 0 && removed.is_empty()),
            GoMove::Play(point) => {
                let (captured, own) = plain.play(turn, point.index());
                prop_assert_eq!(removed.count() as usize, captured + own);
                prop_assert_eq!(position.passes(), 0);
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn small_boards(
        rows in 1..=8usize,
        columns in 1..=8usize,
        suicide in suicide(),
        choices in prop::collection::vec(any::<u16>(), 0..80),
    ) {
        compare::<u64>(Size::new(rows, columns).unwrap(), suicide, &choices)?;
    }

    #[test]
    fn middling_boards(
        rows in 1..=11usize,
        columns in 1..=11usize,
        suicide in suicide(),
        choices in prop::collection::vec(any::<u16>(), 0..60),
    ) {
        compare::<u128>(Size::new(rows, columns).unwrap(), suicide, &choices)?;
    }

    #[test]
    fn any_text_as_a_position(
        text in any::<String>(),
        near in "[.XO]{1,3}(/[.XO#]{1,3}){0,2} ?[BWxÄ]{0,2} ?(pass|over|[0-3])?",
    ) {
        let geometry = geometry(2, 3);
        for text in [text, near] {
            if let Ok(position) = GoPosition::parse(&text, &geometry) {
                let written = position.text(&geometry);
                prop_assert_eq!(GoPosition::parse(&written, &geometry), Ok(position));
            }
            let _ = text.parse::<Size>();
            let _ = GoMove::parse(&text, geometry.size());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn large_boards(
        rows in 12..=19usize,
        columns in 12..=19usize,
        suicide in suicide(),
        choices in prop::collection::vec(any::<u16>(), 0..60),
    ) {
        compare::<Wide>(Size::new(rows, columns).unwrap(), suicide, &choices)?;
    }
}

/// The stones of a colour that stay on the board, and the points that stay empty, while its
/// opponent moves alone, until he cannot go on.
fn untouchable(
    board: Board<u64>,
    geometry: &Geometry<u64>,
    colour: Colour,
    suicide: Suicide,
) -> (u64, u64) {
    let mut stones = board.stones(colour);
    let mut empty = board.empty(geometry);
    let mut seen = HashSet::from([board]);
    let mut open = vec![board];
    while let Some(board) = open.pop() {
        stones &= board.stones(colour);
        empty &= board.empty(geometry);
        let them = colour.opponent();
        for point in Points::iter(board.legal(geometry, them, suicide)) {
            let mut after = board;
            after.play(geometry, them, point);
            if seen.insert(after) {
                open.push(after);
            }
        }
    }
    (stones, empty)
}

/// What Benson's algorithm calls alive is what an opponent who moves alone cannot capture: not
/// less, and not more. No stone is ever left in an eye.
#[test]
fn unconditional_life_is_what_an_opponent_who_moves_alone_cannot_capture() {
    let mut living = 0;
    for (rows, columns) in [(1, 5), (1, 6), (2, 3), (2, 4), (3, 3)] {
        let geometry = geometry(rows, columns);
        for (i, board) in legal_boards(&geometry).into_iter().enumerate() {
            // A sample of the large board.
            if rows * columns == 9 && i % 16 != 0 {
                continue;
            }
            for (colour, suicide) in [
                (Colour::Black, Suicide::Forbidden),
                (Colour::Black, Suicide::Allowed),
                (Colour::White, Suicide::Forbidden),
            ] {
                let life = Life::of(&board, &geometry, colour, suicide);
                let (stones, empty) = untouchable(board, &geometry, colour, suicide);
                assert_eq!(life.stones, stones, "{board:?} {colour} {suicide:?}");
                assert!(life.eyes.is_within(empty), "{board:?} {colour} {suicide:?}");
                living += u32::from(life != Life::NONE);
            }
        }
    }
    assert!(living > 500, "{living}");
}
