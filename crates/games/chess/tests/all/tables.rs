//! Tables of endings against the rules, and against what books say.

use cozy_chess::{Color, Piece};
use threefold_chess::tables::{Material, SliceInfo, Tables, TablesError};
use threefold_chess::{Chess, ChessPosition};
use threefold_game::{Game, Knowledge, Outcome, Player, SplitMix};

use crate::components::random;

fn position(fen: &str) -> ChessPosition {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Every value is what those of the positions behind its moves make it, by another generator.
#[test]
fn three_men_follow_from_the_rules() {
    let tables = Tables::in_memory(3);
    tables.verify(&mut |_, _| {}).unwrap();
    let info = tables.info();
    let of = |name: &str| -> SliceInfo {
        *info.iter().find(|slice| slice.material.to_string() == name).expect("a slice")
    };
    // Mate in 10, 16 and 28 moves, the defender to move.
    assert_eq!(["KQvK", "KRvK", "KPvK"].map(|name| of(name).longest), [20, 32, 56]);
    assert_eq!(info.len(), 3, "with a minor piece nobody wins");
    // Half of the counts of every book: the pawn on one of four files.
    let pawn = of("KPvK");
    assert_eq!([pawn.wins, pawn.losses], [124_960 / 2, 97_604 / 2]);
    assert_eq!(pawn.wins + pawn.losses + pawn.others, (163_328 + 168_024) / 2);
    assert_eq!(Some(tables.declaration().as_str()), Tables::KNOWN.first().copied());
}

#[test]
fn looked_up_from_either_side() {
    let tables = Tables::in_memory(3);
    for (fen, outcome, plies) in [
        ("8/8/8/8/8/1k6/1p6/1K6 w - -", Some(Outcome::Draw), None),
        ("8/8/8/8/8/1k6/1p6/1K6 b - -", Some(Outcome::Win(Player::Second)), None),
        ("8/8/8/8/8/kp6/8/1K6 w - -", Some(Outcome::Draw), None),
        ("7k/8/6K1/8/8/8/8/R7 w - -", Some(Outcome::Win(Player::First)), Some(1)),
        ("r6K/8/6k1/8/8/8/8/8 w - -", Some(Outcome::Win(Player::Second)), Some(0)),
        ("7k/8/8/8/8/8/8/KN6 w - -", Some(Outcome::Draw), None),
        ("4k3/8/8/8/8/8/8/4K2R w K -", None, None),
        ("7k/8/8/8/8/8/8/KNB5 w - -", None, None),
    ] {
        let position = position(fen);
        assert_eq!(tables.probe(&position), outcome, "{fen}");
        let line = tables.line(&position);
        if let Some(Outcome::Win(winner)) = outcome {
            let found = tables.plies(&position, winner).flatten();
            assert_eq!(found.map(usize::from), Some(line.len()), "{fen}");
            assert!(plies.is_none() || plies == found, "{fen}: {found:?}");
            let end = line.iter().fold(position, |position, &m| position.after(m));
            assert_eq!(Chess.stuck(&end), Outcome::Win(winner), "{fen}");
        } else {
            assert!(line.is_empty(), "{fen}");
        }
    }
}

#[test]
fn files_are_what_was_built_and_damage_is_no_value() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    assert!(matches!(Tables::open(path, None), Err(TablesError::Nothing(_))));
    let mut told = 0;
    let built = Tables::build(path, &Material::up_to(3), 0, &mut |_, _| {
        told += 1;
        true
    })
    .unwrap();
    assert_eq!(built.declaration(), Tables::in_memory(3).declaration());
    // What is there is not built again.
    Tables::build(path, &Material::up_to(3), 0, &mut |_, _| {
        told += 1;
        true
    })
    .unwrap();
    assert_eq!(told, 3);
    let missing = Tables::open(path, Some(4)).unwrap_err().to_string();
    assert!(missing.contains("KQQvK.dtm: is missing") && missing.contains("--men 4"), "{missing}");
    let rook = path.join("KRvK.dtm");
    let bytes = std::fs::read(&rook).unwrap();
    let mut damaged = bytes.clone();
    *damaged.last_mut().unwrap() ^= 1;
    std::fs::write(&rook, damaged).unwrap();
    let tables = Tables::open(path, None).unwrap();
    let lost = position("7R/8/8/8/3k4/8/8/K7 b - -");
    assert_eq!(tables.probe(&lost), None);
    let damage = tables.damage().expect("it was read").to_string();
    assert!(damage.contains("KRvK.dtm") && damage.contains("egdb build"), "{damage}");
    std::fs::write(&rook, &bytes[..bytes.len() - 1]).unwrap();
    let error = Tables::open(path, None).unwrap_err().to_string();
    assert!(error.contains("length"), "{error}");
    // A file of another name.
    std::fs::copy(path.join("KQvK.dtm"), &rook).unwrap();
    assert!(Tables::open(path, None).is_err());
    Tables::build(path, &Material::up_to(3), 0, &mut |_, _| {
        told += 1;
        true
    })
    .unwrap();
    assert_eq!((told, std::fs::read(&rook).unwrap()), (4, bytes));
}

/// `TABLES=DIR cargo test`: four men are made there, in two minutes.
#[test]
fn four_men_are_what_is_known() {
    let Ok(directory) = std::env::var("TABLES") else { return };
    let tables = Tables::build(directory.as_ref(), &Material::up_to(4), 0, &mut |material, _| {
        println!("{material}");
        true
    });
    let tables = tables.unwrap();
    tables.info().iter().for_each(|slice| println!("{slice:?}"));
    assert_eq!(Some(tables.declaration().as_str()), Tables::KNOWN.last().copied());
}

/// `TABLES=DIR cargo test`: random positions of the endings of five men that are there follow from
/// the positions to which their moves lead.
#[test]
fn five_men_follow_from_the_rules() {
    let Ok(directory) = std::env::var("TABLES") else { return };
    let tables = Tables::open(directory.as_ref(), None).unwrap();
    let mut chance = SplitMix::new(5);
    for slice in tables.info().iter().filter(|slice| slice.material.count() == 5) {
        let name = slice.material.to_string();
        let (own, other) = name.split_once('v').unwrap();
        let men = |side: &str, color| -> Vec<(Color, Piece)> {
            let names = side[1..].chars().map(|one| one.to_lowercase().to_string());
            names.map(|name| (color, name.parse().unwrap())).collect()
        };
        let men = [men(own, Color::White), men(other, Color::Black)].concat();
        let (mut wins, mut all) = (0, 0);
        while all < 20_000 {
            let Some(position) = random(&men, &mut chance) else { continue };
            let found = tables.plies(&position, Player::First).expect("a slice that is there");
            let mut moves = Vec::new();
            Chess.moves(&position, &mut moves);
            let after = moves.iter().map(|&m| tables.plies(&position.after(m), Player::First));
            let after: Vec<Option<u8>> =
                after.map(|found| found.expect("what is behind")).collect();
            let expected = match Chess.player_to_move(&position) {
                _ if moves.is_empty() => {
                    Chess.stuck(&position).is_win_of(Player::First).then_some(0)
                }
                Player::First => after.iter().flatten().min().map(|plies| plies + 1),
                Player::Second if after.contains(&None) => None,
                Player::Second => after.iter().flatten().max().map(|plies| plies + 1),
            };
            assert_eq!(found, expected, "{position}");
            (wins, all) = (wins + u32::from(found.is_some()), all + 1);
        }
        println!("{name}: {wins} of {all} won");
    }
}

#[test]
fn endings_of_five_men_and_what_they_lead_to() {
    let all = Material::all(5);
    assert_eq!((all.len(), Material::up_to(4).len()), (185, 43));
    let ending = |name: &str| -> Material { name.parse().unwrap() };
    let names =
        |all: &[Material]| all.iter().map(Material::to_string).collect::<Vec<_>>().join(" ");
    assert_eq!(
        names(&Material::with_behind(&[ending("KRvKRP")])[43..]),
        "KQRvKR KRRvKR KRBvKR KRNvKR KRvKQR KRvKRR KRvKRB KRvKRN KRPvKR KRvKRP"
    );
    assert_eq!(ending("KPRvKQ").to_string(), "KRPvKQ");
    for wrong in ["KRPKR", "KvK", "KRPPvKR", "RvK", "KXvK"] {
        assert!(wrong.parse::<Material>().is_err(), "{wrong}");
    }
    // What is built on is built before.
    let order = Material::with_behind(&[ending("KPPvKP"), ending("KBNvKP")]);
    for (at, one) in order.iter().enumerate() {
        for behind in Material::with_behind(&[*one]).iter().filter(|behind| behind.count() == 5) {
            assert!(order.contains(behind), "{one}: {behind}");
        }
        assert!(!order[..at].contains(one), "{one}");
    }
}
