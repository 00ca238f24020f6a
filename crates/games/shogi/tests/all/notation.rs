//! SFEN and USI: what is read, what is refused, and that what is written is read as the same.

use proptest::prelude::*;
use threefold_game::{Game, Searchable};
use threefold_shogi::{Color, Position, Tsume};

use crate::common::{Random, legal, random_position};

fn error(text: &str) -> (usize, String) {
    let error = text.parse::<Position>().unwrap_err();
    (error.offset(), error.to_string())
}

#[test]
fn sfen_is_read_in_many_ways_and_written_in_one() {
    let one = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
    for text in [
        one,
        "sfen 4k4/9/4P4/9/9/9/9/9/9 b G17p4l4n4s3g2b2r 33",
        "position sfen 4k4/9/4P4/9/9/9/9/9/9 b 2r2bG3g4s4n4l17p",
        "  4k4/333/22P22/9/9/9/9/9/9   b  G2r2b1g2g4s4n4l17p 1 ",
    ] {
        assert_eq!(text.parse::<Position>().unwrap().to_string(), one, "{text}");
    }
    let start = Position::startpos();
    assert_eq!("position startpos".parse(), Ok(start.clone()));
    assert_eq!(
        start.to_string(),
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
    );
}

#[test]
fn what_is_no_position_is_refused_with_its_place() {
    let message = |at: usize, text: &str| (at, text.to_owned());
    assert_eq!(error("9/9 b -"), message(0, "the board has 2 ranks, not 9"));
    let board = "4k4/9/9/9/9/9/9/9/9";
    assert_eq!(error(board), message(19, "the side to move is missing: b or w"));
    assert_eq!(error(&format!("{board} x -")).1, "'x' is no side to move: b or w");
    assert_eq!(error(&format!("{board} b")).1, "the hands are missing: '-' if they are empty");
    assert_eq!(error(&format!("{board} b K")), message(22, "'K' is no piece in hand"));
    assert_eq!(error(&format!("{board} b 3")).1, "a count in hand without a piece");
    assert_eq!(error(&format!("{board} b 19P")).1, "19 pieces of the kind P, a set has 18");
    assert_eq!(error(&format!("{board} b - x")).1, "'x' is no number of the move");
    assert_eq!(error(&format!("{board} b - 1 2")).1, "'2' behind the position");
    assert_eq!(error("4k5/9/9/9/9/9/9/9/9 b -").1, "rank 1 has 10 squares, not 9");
    assert_eq!(error("4+k4/9/9/9/9/9/9/9/9 b -").1, "rank 1: '+k' is no piece");
    assert_eq!(error("4x4/9/9/9/9/9/9/9/9 b -"), message(1, "rank 1: 'x' is no piece"));
    assert_eq!(error("4k3+/9/9/9/9/9/9/9/9 b -").1, "rank 1 ends with '+'");
    assert_eq!(error("3kk4/9/9/9/9/9/9/9/9 b -").1, "white has two kings");
    assert_eq!(error("4k3P/9/9/9/9/9/9/9/9 b -").1, "black's P on 1a can never move");
    assert_eq!(
        error("4k4/4P4/9/9/9/9/9/9/9 b -").1,
        "white's king could be taken: black is to move"
    );
    assert_eq!(error("").1.split(',').next(), Some("expected '<board> b|w <hands>'"));
}

#[test]
fn tsume_needs_a_king_to_mate() {
    let black = Tsume::new(Color::Black);
    let error = black.parse_position("9/9/9/9/9/9/9/9/4K4 b G 1").unwrap_err();
    assert_eq!(error.to_string(), "white, who is to be mated, has no king");
    assert!(Tsume::new(Color::White).parse_position("9/9/9/9/9/9/9/9/4K4 b G 1").is_ok());
    assert_eq!(Tsume::from_parameters("white"), Ok(Tsume::new(Color::White)));
    assert!(Tsume::from_parameters("White").is_err());
}

#[test]
fn moves_are_read_only_where_they_are_legal_and_give_check() {
    let game = Tsume::new(Color::Black);
    let position = game.parse_position("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1").unwrap();
    let error = |text: &str| game.parse_move(&position, text).unwrap_err().to_string();
    assert!(game.parse_move(&position, "G*5b").is_ok());
    assert_eq!(error("G*1i"), "'G*1i' gives no check, which the attacker has to");
    assert_eq!(error("5c5a"), "'5c5a' is not a legal move here");
    assert_eq!(error("Gx5b"), "'Gx5b' is no move in USI, as 7g7f, 8h2b+ or P*5e");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn what_is_written_is_read_as_the_same(seed in any::<u64>()) {
        let position = random_position(&mut Random(seed));
        let again: Position = position.to_string().parse().unwrap();
        prop_assert_eq!(&again, &position);
        prop_assert_eq!(again.key(), position.key());
        prop_assert_eq!(again.board_key(), position.board_key());
        prop_assert_eq!(again.to_string(), position.to_string());
        let game = Tsume::new(Color::Black);
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        for &m in &moves {
            prop_assert_eq!(game.parse_move(&position, &m.to_string()), Ok(m));
            let code = game.encode_move(&position, m);
            prop_assert_eq!(game.decode_move(&position, code), Some(m));
        }
        let mut sorted = moves.clone();
        game.sort_by_notation(&position, &mut sorted);
        moves.sort_by_cached_key(|m| m.to_string().into_bytes());
        prop_assert_eq!(sorted, moves);
        for code in (0..70_000).step_by(37) {
            let decoded = game.decode_move(&position, code);
            prop_assert!(decoded.is_none_or(|m| game.encode_move(&position, m) == code));
        }
    }

    #[test]
    fn no_text_panics(text in "[ 1-9a-zA-Z+/*-]{0,60}") {
        let _ = text.parse::<Position>();
    }

    #[test]
    fn undo_restores_everything_and_keys_are_those_from_scratch(seed in any::<u64>()) {
        let mut position = random_position(&mut Random(seed));
        let before = position.clone();
        for m in legal(&position) {
            let undo = position.make(m);
            let scratch: Position = position.to_string().parse().unwrap();
            prop_assert_eq!(&scratch, &position);
            prop_assert_eq!(scratch.key(), position.key());
            prop_assert_eq!(scratch.board_key(), position.board_key());
            prop_assert_eq!(legal(&scratch), legal(&position));
            position.undo(m, undo);
            prop_assert_eq!(&position, &before);
            prop_assert_eq!(position.key(), before.key());
            prop_assert_eq!(position.board_key(), before.board_key());
            prop_assert_eq!(position.to_string(), before.to_string());
        }
        prop_assert_eq!(legal(&position), legal(&before));
    }
}
