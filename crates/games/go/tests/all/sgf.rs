//! SGF as it is found in files.

use threefold_go::sgf::{Mark, SgfErrorKind, read, read_text};
use threefold_go::{Colour, GoMove, Points, Size, Wide};

fn names(size: Size, set: Wide) -> String {
    set.iter().map(|point| size.coordinates(point).to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn positions_marks_and_variations() {
    let text = "junk before\n(;GM[1]FF[4]SZ[5:3]GN[a problem]KM[6.5]AB[aa:bb][eb]AW[ca]AE[aa]\n\
                MA[ab]TR[ca:da]PL[W](;W[cb]C[RIGHT \\] one]TE[1];B[])(;W[tt]N[wrong]))\n junk \
                after";
    let games = read_text(text).unwrap();
    let game = &games[0];
    let size = game.size();
    assert_eq!((size.rows(), size.columns(), game.komi()), (3, 5, Some(6.5)));
    assert_eq!(game.title(), Some("a problem"));
    assert_eq!(names(size, game.root().stones(Colour::Black)), "A3 B3 A2 B2 E2");
    assert_eq!(names(size, game.root().stones(Colour::White)), "C3");
    assert_eq!(names(size, game.root().erased()), "A3");
    assert_eq!(names(size, game.root().marked(Mark::Triangle)), "C3 D3");
    assert_eq!(names(size, game.root().marked(Mark::Cross)), "A2");
    assert_eq!(game.to_play(), Some(Colour::White));
    assert_eq!(game.root().children(), [1, 3]);
    let right = game.node(1);
    assert_eq!(right.played(), Some((Colour::White, GoMove::Play(size.point("C2").unwrap()))));
    assert_eq!(right.comment(), Some("RIGHT ] one"));
    assert_eq!(right.judgements(), ["TE"]);
    assert_eq!((right.parent(), right.place().0), (Some(0), 3));
    assert_eq!(game.node(2).played(), Some((Colour::Black, GoMove::Pass)));
    assert_eq!(game.node(3).played(), Some((Colour::White, GoMove::Pass)));
    assert_eq!(game.node(3).name(), Some("wrong"));
    assert_eq!(game.main_line(), [0, 1, 2]);
}

#[test]
fn files_as_they_are() {
    // No size, no side to move, an empty PL, several games, old long names, empty lists.
    let games =
        read_text("(;AddBlack[aa]PL[])(;PL[white]SZ[9]AW[])(;SZ[7];;B[aa])(;PL[2])").unwrap();
    assert_eq!(games.len(), 4);
    assert_eq!(games[0].size().to_string(), "19x19");
    assert_eq!(names(games[0].size(), games[0].root().stones(Colour::Black)), "A19");
    let turns: Vec<_> = games.iter().map(|game| game.to_play()).collect();
    assert_eq!(turns, [None, Some(Colour::White), Some(Colour::Black), Some(Colour::White)]);
}

#[test]
fn stones_behind_the_first_node_are_part_of_the_first_position() {
    let games = read_text(
        "(;SZ[9]AB[aa][bb];AB[cc]AE[aa]AW[bb]MA[cc]PL[W]C[here];C[words];B[dd])\
         (;SZ[9](;AB[aa])(;AB[bb]))(;SZ[9]HA[2]AB[cc][gg])(;SZ[9]HA[2]AB[cc][gg];B[aa])",
    )
    .unwrap();
    let game = &games[0];
    let of = |colour| names(game.size(), game.root().stones(colour));
    assert_eq!((of(Colour::Black), of(Colour::White)), ("C7".to_owned(), "B8".to_owned()));
    assert_eq!((game.to_play(), game.root().comment()), (Some(Colour::White), Some("here")));
    assert_eq!(names(game.size(), game.root().marked(Mark::Cross)), "C7");
    assert!(!game.node(1).is_setup() && game.main_line().len() == 4);
    // Which of two diagrams is meant nobody has said.
    assert!(games[1].root().stones(Colour::Black).is_empty());
    // Behind handicap stones White moves, where nothing else is said.
    assert_eq!((games[2].to_play(), games[2].usual_turn()), (None, Colour::White));
    assert_eq!(games[3].to_play(), Some(Colour::Black));
}

#[test]
fn other_character_sets() {
    let comment = |bytes: &[u8]| read(bytes).map(|g| g[0].root().comment().unwrap().to_owned());
    // A trail byte that is a bracket in ASCII must not close the value.
    assert_eq!(comment(b"(;CA[gb2312]C[\xb0\xd7\xc6\xe5])").unwrap(), "白棋");
    assert_eq!(comment(b"(;CA[Shift_JIS]C[\x83\x5d])").unwrap(), "ゾ");
    assert_eq!(comment(b"(;C[caf\xe9])").unwrap(), "café");
    assert_eq!(comment("(;C[白])".as_bytes()).unwrap(), "白");
    assert_eq!(comment("\u{feff}(;CA[UTF-8]C[白])".as_bytes()).unwrap(), "白");
    // As labels are written, or left out.
    assert_eq!(comment(b"(;CA[ISO8859_1]C[caf\xe9])").unwrap(), "café");
    assert_eq!(comment(b"(;CA[Latin-1]C[caf\xe9])").unwrap(), "café");
    assert_eq!(comment(b"(;CA[cp936]C[\xb0\xd7\xc6\xe5])").unwrap(), "白棋");
    assert_eq!(comment(b"(;C[M\xb0\xd7\xcf\xc8\xc9\xb1])").unwrap(), "M白先杀");
    assert_eq!(comment(b"(;C[\xc4\xd6l na\xefve])").unwrap(), "ÄÖl naïve");
    // Says one thing and is another.
    assert_eq!(comment("(;CA[EUC-KR]C[a\u{80}])".as_bytes()).unwrap(), "a\u{80}");
    let error = comment(b"(;\nCA[klingon]C[a])").unwrap_err();
    assert_eq!(error.to_string(), "2:4: unknown character set 'klingon'");
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    for (text, message) in [
        ("", "1:1: no game in it; expected '(;'"),
        ("hello (world)", "1:1: no game in it; expected '(;'"),
        ("(;SZ[9]\nAB[aa]", "2:7: the file ends in the middle of a game"),
        ("(;SZ[9]\nAB[aa", "2:3: the file ends in the middle of a value"),
        ("(;SZ[9]\n AB;)", "2:4: expected '[', the value of the property, found ';'"),
        ("(;SZ[9]\n5)", "2:1: expected ';', '(' or ')', found '5'"),
        ("(;SZ[9](B[aa]))", "1:9: expected ';', the first node, found 'B'"),
        ("(;SZ[0])", "1:6: '0' is no size of a board; expected 1 to 19, or columns:rows"),
        ("(;SZ[9:x])", "1:6: '9:x' is no size of a board; expected 1 to 19, or columns:rows"),
        ("(;SZ[9]AB[aa][jj])", "1:11: AB[jj] is not on the board of 9x9"),
        ("(;SZ[9]\n;B[zz])", "2:4: B[zz] is not on the board of 9x9"),
        (
            "(;B[a])",
            "1:5: 'a' is no value of B; expected one point, as in [aa], or nothing for a pass",
        ),
        ("(;AB[a:b])", "1:6: 'a:b' is no value of AB; expected points, as in [aa] or [aa:bc]"),
        ("(;PL[X])", "1:6: 'X' is no value of PL; expected B or W"),
        ("(;GM[2]SZ[8])", "1:6: GM[2] is not Go"),
    ] {
        assert_eq!(read_text(text).unwrap_err().to_string(), message, "{text}");
    }
    let deep = format!("({})", ";B[aa]".repeat(30_000));
    assert!(matches!(read_text(&deep).unwrap_err().kind, SgfErrorKind::TooDeep(_)));
}

/// A line break in a value is none in the message.
#[test]
fn what_is_wrong_is_told_on_one_line() {
    for (text, message) in [
        ("(;CA[UTF\r8])", r"1:6: unknown character set 'UTF\r8'"),
        ("(;SZ[9\n9])", r"1:6: '9\n9' is no size of a board; expected 1 to 19, or columns:rows"),
    ] {
        assert_eq!(read(text.as_bytes()).unwrap_err().to_string(), message);
    }
}

/// Whatever is done to a file, reading it ends with games or with an error.
#[test]
fn damaged_files_are_no_panic() {
    let text =
        "(;GM[1]FF[4]CA[UTF-8]SZ[9:7]KM[6.5]GN[a \\] \u{767d}]AB[aa:bb][cc]AW[dd]AE[aa]PL[W]\
                MA[ab]LB[aa:A](;W[cb]C[x]TE[1](;B[];W[tt]))(;W[bb]GB[2]))(;SZ[19];B[qd])"
            .as_bytes();
    let mut state = 1u64;
    let mut random = |n: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n
    };
    let (mut fine, mut wrong) = (0, 0);
    for _ in 0..20_000 {
        let mut bytes = text.to_vec();
        for _ in 0..1 + random(4) {
            let at = random(bytes.len().max(1));
            match random(4) {
                _ if bytes.is_empty() => break,
                0 => bytes[at] = b"()[];:\\aZ0\xe7\x00"[random(12)],
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, text[random(text.len())]),
                _ => bytes.truncate(at.max(1)),
            }
        }
        match read(&bytes) {
            Ok(_) => fine += 1,
            Err(error) => {
                wrong += 1;
                assert!(error.line >= 1 && error.column >= 1);
            }
        }
    }
    assert!(fine > 1000 && wrong > 1000, "{fine} {wrong}");
}
