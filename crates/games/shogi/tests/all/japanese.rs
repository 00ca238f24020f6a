//! Japanese notation against `shogi_official_kifu`, and what is ambiguous in nobody's eyes.

use std::collections::HashSet;

use shogi_core::PartialPosition;
use shogi_official_kifu::display_single_move_kansuji;
use shogi_usi_parser::FromUsi;
use threefold_shogi::{Color, Kind, Move, Piece, Position, Setup, Square, japanese};

use crate::common::{Random, legal};

fn text(sfen: &str, usi: &str, last: Option<Square>) -> String {
    let position: Position = sfen.parse().unwrap();
    let m = legal(&position).into_iter().find(|m| m.to_string() == usi).unwrap();
    japanese::move_text(&position, m, last)
}

/// The examples of the Japan Shogi Association.
#[test]
fn the_examples_of_the_association_are_written_as_they_are_there() {
    for (sfen, moves) in [
        ("4k4/2G6/G8/9/9/9/9/9/4K4 b - 1", "7b8b ▲８二金寄 9c8b ▲８二金上"),
        ("4k1G2/9/5G3/9/9/9/9/9/4K4 b - 1", "4c3b ▲３二金上 3a3b ▲３二金引"),
        ("4k4/9/9/9/5G3/4G4/2S4S1/9/1S2KS3 b - 1", "5f5e ▲５五金上 4e5e ▲５五金寄"),
        ("4k4/9/9/9/9/9/9/9/K1G1G4 b - 1", "7i6h ▲６八金左 5i6h ▲６八金右"),
        ("4k4/9/9/9/9/9/9/9/K2GG4 b - 1", "6i5h ▲５八金左 5i5h ▲５八金直"),
        ("4k4/9/9/9/9/3+P5/3+P+P4/9/4K4 b - 1", "6f5f ▲５六と寄 5g5f ▲５六と直 6g5f ▲５六と左上"),
        ("+R8/9/9/1+R7/9/4k4/9/9/4K4 b - 1", "9a8b ▲８二竜引 8d8b ▲８二竜上"),
        ("k8/9/9/9/4+R3+R/9/9/9/4K4 b - 1", "5e3e ▲３五竜左 1e3e ▲３五竜右"),
        ("+B+B7/9/4k4/9/9/9/9/9/4K4 b - 1", "9a8b ▲８二馬左 8a8b ▲８二馬右"),
    ] {
        let words: Vec<&str> = moves.split(' ').collect();
        for pair in words.chunks(2) {
            assert_eq!(text(sfen, pair[0], None), pair[1], "{sfen}");
        }
    }
}

#[test]
fn promotion_its_refusal_drops_and_the_same_square() {
    let gold = "4k4/9/4P4/9/9/9/9/9/9 b Gr2b3g4s4n4l17p 1";
    assert_eq!(text(gold, "5c5b+", None), "▲５二歩成");
    assert_eq!(text(gold, "5c5b", Square::at(5, 2)), "▲同歩不成");
    assert_eq!(text(gold, "G*5b", None), "▲５二金");
    let two = "4k4/4G4/9/9/9/9/9/9/4K4 w g 1";
    assert_eq!(text(two, "5a5b", None), "△５二玉");
    let drop = "9/9/4k4/9/4G4/9/9/9/4K4 b G 1";
    assert_eq!(text(drop, "G*5d", None), "▲５四金打");
    assert_eq!(text(drop, "5e5d", None), "▲５四金");
}

fn theirs(position: &PartialPosition, m: Move) -> Option<String> {
    let usi = m.to_string();
    let m = shogi_core::Move::from_usi(&usi).unwrap();
    let m = match m {
        shogi_core::Move::Drop { piece, to } => {
            let kind = piece.piece_kind();
            let piece = shogi_core::Piece::new(kind, position.side_to_move());
            shogi_core::Move::Drop { piece, to }
        }
        other => other,
    };
    display_single_move_kansuji(position, m)
}

/// A position in which several pieces of one kind and side crowd around one square.
fn crowded(random: &mut Random) -> (Position, Kind) {
    let crowding =
        [Kind::Gold, Kind::Silver, Kind::ProPawn, Kind::ProSilver, Kind::Knight, Kind::Bishop];
    let crowding = [&crowding[..], &[Kind::Rook, Kind::Horse, Kind::Dragon]].concat();
    let kind = crowding[random.below(crowding.len())];
    loop {
        let color = Color::ALL[random.below(2)];
        let mut setup = Setup::new(color);
        setup.put(Square::at(1, 1).unwrap(), Piece { color: Color::White, kind: Kind::King });
        setup.put(Square::at(9, 9).unwrap(), Piece { color: Color::Black, kind: Kind::King });
        for _ in 0..2 + random.below(5) {
            let near = |random: &mut Random| 3 + random.below(5) as u8;
            let square = Square::at(near(random), near(random)).unwrap();
            setup.put(square, Piece { color, kind });
        }
        setup.add_to_hand(color, kind, 1);
        if let Ok(position) = setup.position() {
            return (position, kind);
        }
    }
}

#[test]
fn moves_of_several_pieces_of_a_kind_are_written_as_by_another_program_and_are_all_different() {
    let mut random = Random(11);
    let (mut compared, mut relative) = (0, 0);
    for _ in 0..300 {
        let (position, kind) = crowded(&mut random);
        let other = PartialPosition::from_usi(&format!("sfen {position}")).unwrap();
        let mut texts = HashSet::new();
        for m in legal(&position) {
            let text = japanese::move_text(&position, m, None);
            assert!(texts.insert(text.clone()), "{text} is two moves of {position}");
            if m.from().and_then(|from| position.piece_at(from)).is_none_or(|p| p.kind != kind) {
                continue;
            }
            if let Some(expected) = theirs(&other, m) {
                assert_eq!(text, expected, "{m} in {position}");
                compared += 1;
                relative += u32::from(text.contains(['右', '左', '直', '上', '寄', '引']));
            }
        }
    }
    assert!(compared > 3000 && relative > 300, "{compared} {relative}");
}
