//! Syzygy files: what is refused, what a declaration says, and values against tables of our own.

use std::path::{Path, PathBuf};

use threefold_chess::tables::{Tables, TablesError};
use threefold_chess::{Chess, ChessPosition};
use threefold_game::{Game, Knowledge, Outcome, Player};

fn position(fen: &str) -> ChessPosition {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// A file of three men with one value for each side to move.
fn file(kind: u8, values: [u8; 2]) -> Vec<u8> {
    let men = kind | kind << 4;
    let mut bytes = vec![0x71, 0xe8, 0x23, 0x5d, 0x31, 0, 0xee, 0x66, men, 0];
    bytes.extend([0x80, values[0], 0x80, values[1]]);
    bytes.resize(80, 0);
    bytes
}

fn opened(directory: &Path) -> Result<Tables, TablesError> {
    Tables::syzygy(&[directory.to_owned()], None)
}

const ROOK: &str = "8/8/8/3k4/8/8/8/K6R w - -";

#[test]
fn what_is_no_syzygy_file_is_refused_by_name() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let said = |tables: Result<Tables, TablesError>| tables.map(|_| ()).unwrap_err().to_string();
    assert!(said(opened(path)).contains("no Syzygy tables"));
    let rook = path.join("KRvK.rtbw");
    for (bytes, refused) in [
        (vec![0; 81], "size"),
        (vec![0; 80], "begins otherwise"),
        (file(5, [4, 0]), "other men than its name"),
        ([file(4, [4, 0]), vec![0; 64]].concat(), "not the size that it says"),
        (file(4, [9, 9]), "is damaged"),
    ] {
        std::fs::write(&rook, bytes).unwrap();
        let message = match opened(path) {
            Err(error) => error.to_string(),
            Ok(tables) => {
                assert_eq!(tables.outcome(&position(ROOK)), None);
                tables.damage().expect("a fault").to_string()
            }
        };
        assert!(message.contains(refused) && message.contains("KRvK.rtbw"), "{message}");
    }
    std::fs::write(path.join("KKvK.rtbw"), file(4, [4, 0])).unwrap();
    assert!(said(opened(path)).contains("KKvK.rtbw: no name"));
}

#[test]
fn a_declaration_names_the_files_that_were_used() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    for (name, kind) in [("KQvK", 5), ("KRvK", 4)] {
        std::fs::write(path.join(format!("{name}.rtbw")), file(kind, [4, 0])).unwrap();
    }
    let tables = opened(path).unwrap();
    assert_eq!(tables.men(), 3);
    assert!(tables.declaration().starts_with("syzygy none blake3:"));
    for (fen, outcome) in [
        (ROOK, Some(Outcome::Win(Player::First))),
        ("8/8/8/3k4/8/8/7r/K7 b - -", Some(Outcome::Win(Player::Second))),
        // The rook can be taken.
        ("8/8/8/8/8/8/6k1/K6R b - -", Some(Outcome::Draw)),
        ("4k3/8/8/8/8/8/8/4K2R w K -", None),
        ("8/8/8/3k4/8/8/8/KB5r w - -", None),
    ] {
        assert_eq!(tables.probe(&position(fen)), outcome, "{fen}");
        assert!(tables.best_move(&position(fen)).is_none(), "plies are not known");
    }
    let declaration = tables.declaration();
    assert!(declaration.starts_with("syzygy KRvK blake3:"), "{declaration}");
    assert!(Tables::is_syzygy(&declaration) && Tables::declared_men(&declaration).is_none());
    let only = |declared: &str| Tables::syzygy(&[path.to_owned()], Some(declared));
    let same = only(&declaration).unwrap();
    assert_eq!(same.declaration(), declaration);
    assert!(tables.is_called(&declaration) && same.is_called(&declaration));
    assert_eq!(same.probe(&position("8/8/8/3k4/8/8/8/K5Q1 w - -")), None);
    // What was named is what is believed, or nothing is.
    let other = declaration.replace("KRvK", "KQvK");
    assert!(!tables.is_called(&other) && !only(&other).unwrap().is_called(&other));
    let missing = only(&declaration.replace("KRvK", "KNvK")).unwrap_err().to_string();
    assert!(missing.contains("KNvK.rtbw"), "{missing}");
    let mut bytes = file(4, [4, 0]);
    bytes[79] = 1;
    std::fs::write(path.join("KRvK.rtbw"), bytes).unwrap();
    assert!(!only(&declaration).unwrap().is_called(&declaration));
}

#[test]
fn captures_need_their_files() {
    let directory = tempfile::tempdir().unwrap();
    let mut bytes = vec![0x71, 0xe8, 0x23, 0x5d, 0x41, 0, 0xee, 0x66, 0x55, 0xcc];
    bytes.extend([0x80, 4, 0x80, 0]);
    bytes.resize(80, 0);
    std::fs::write(directory.path().join("KQvKR.rtbw"), bytes).unwrap();
    let tables = opened(directory.path()).unwrap();
    let win = Some(Outcome::Win(Player::First));
    assert_eq!(tables.outcome(&position("7k/8/8/r7/8/8/1Q6/7K b - -")), win);
    assert_eq!(tables.outcome(&position("7k/8/8/8/8/8/rQ6/7K b - -")), None);
    assert!(tables.damage().unwrap().to_string().contains("behind its captures"));
}

/// `SYZYGY=DIR cargo test`: files of three and four men there say what our own tables say.
#[test]
fn real_files_say_what_the_rules_say() {
    let Ok(directory) = std::env::var("SYZYGY") else { return };
    let tables = Tables::syzygy(&[PathBuf::from(directory)], None).unwrap();
    let own = Tables::in_memory(4);
    let text = |men: &[(char, usize)], turn: char| {
        let mut board = [' '; 64];
        men.iter().for_each(|&(man, square)| board[square] = man);
        let rows: Vec<String> =
            board.chunks(8).rev().map(|row| row.iter().collect::<String>()).collect();
        format!("{} {turn} - -", rows.join("/").replace(' ', "1"))
    };
    let mut compared = [0; 3];
    let mut compare = |fen: &str, number: usize| {
        let Ok(position) = fen.parse::<ChessPosition>() else { return };
        let mut same = |position: &ChessPosition| {
            assert_eq!(tables.outcome(position), own.outcome(position), "{position}");
            compared[number] += 1;
        };
        same(&position);
        let mut moves = Vec::new();
        Chess.moves(&position, &mut moves);
        if number > 0 && !moves.is_empty() {
            same(&position.after(moves[compared_at(fen, moves.len())]));
        }
    };
    for man in "QRBNPqrbnp".chars() {
        for at in 0..64_usize.pow(3) {
            let (one, two, three) = (at / 4096, at / 64 % 64, at % 64);
            if one != two && two != three && one != three {
                compare(&text(&[('K', one), ('k', two), (man, three)], 'w'), 0);
                compare(&text(&[('K', one), ('k', two), (man, three)], 'b'), 0);
            }
        }
    }
    let mut state = 1_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % below
    };
    for round in 0..120_000 {
        // A quarter have pawns on both sides, of which a half may be taken en passant.
        let mut men = vec![('K', random(64)), ('k', random(64))];
        if round % 4 == 0 {
            let file = random(7);
            men.extend([('P', 8 + file), ('p', 24 + file + 1)]);
        } else {
            let man = |n| "QRBNPqrbnp".chars().nth(n).expect("one of ten");
            men.extend([(man(random(10)), random(64)), (man(random(10)), random(64))]);
        }
        let number = if round % 4 == 0 { 2 } else { 1 };
        compare(&text(&men, ['w', 'b'][random(2)]), number);
    }
    assert_eq!(tables.damage().map(ToString::to_string), None);
    println!("{compared:?} positions of 3 men, 4 men and two pawns: 0 differ");
    println!("{}", tables.declaration());
}

/// Some number below another one, by a text.
fn compared_at(text: &str, below: usize) -> usize {
    text.bytes().map(usize::from).sum::<usize>() % below
}
