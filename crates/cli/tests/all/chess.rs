//! What chess players type and read: games, notation, diagrams, records.

use serde_json::{Value, json};

use crate::common::{EPPSTEIN, MATED_SOON, MORPHY, STALEMATE, Scratch, run, run_with_input};

const GAMES: &str = "\
[White \"Fool\"]
[Black \"Wise\"]

1. f3 e5 2. g4 {not so good} (2. e4) Qh4# 0-1

[SetUp \"1\"]
[FEN \"k1r5/8/K1R5/8/8/8/8/8 w - - 0 1\"]

1. Kb6+ Kb8 2. Ka6 Ka8 *
";

#[test]
fn a_position_of_a_game_is_asked_about_with_the_moves_before_it() {
    let scratch = Scratch::new();
    let file = scratch.write("games.pgn", GAMES);
    let ran = run(&["solve", &format!("{file}#1:3")]).exits(0);
    let ran = ran.prints("games.pgn#1:3  Fool - Wise  [result 0-1]").prints("black mates");
    ran.prints("line         d8h4\n").prints("mate in at most 1 move");
    run(&["solve", &format!("{file}#1")]).exits(0).prints("verdict      checkmate\n");

    let ran = run(&["solve", "--json", &file]).exits(0);
    let objects = ran.json();
    let inputs: Vec<_> = objects.iter().map(|object| object["input"].as_str().unwrap()).collect();
    assert_eq!(inputs, [format!("{file}#1"), format!("{file}#2")]);
    assert_eq!(objects[0]["ending"], "checkmate");
    // The same question as with the moves behind the FEN.
    let moves = "k1r5/8/K1R5/8/8/8/8/8 w - - 0 1 moves a6b6 a8b8 b6a6 b8a8";
    let ran = run(&["solve", "--json", moves]).exits(0);
    for key in ["root", "claim", "verdict", "line", "nodes", "certificate_positions"] {
        assert_eq!(objects[1][key], ran.json()[0][key], "{key}");
    }
}

/// White's ways to the win lead through positions that have occurred twice.
#[test]
fn what_the_moves_before_decide_is_told_from_what_the_position_is_worth() {
    let position = "8/8/1K6/P7/1k6/8/8/8 w - - 0 1 moves b6a6 b4a4 a6b6 a4b4 b6a6";
    let ran = run(&["solve", "--value", position]).exits(0);
    let ran = ran.prints("verdict      draw: neither side can force a win\n");
    ran.prints("because of the moves before; by itself: loss: white mates\n");
    let object = &run(&["solve", "--value", "--json", position]).exits(0).json()[0];
    assert_eq!((&object["verdict"], &object["value"]), (&json!("disproven"), &json!("draw")));
    assert_eq!(object["without_history"], json!({ "verdict": "disproven", "value": "loss" }));
    let ran = run(&["solve", "--attacker", "white", position]).exits(0);
    let ran = ran.prints("verdict      white cannot force mate\n");
    ran.prints("because of the moves before; by itself: white mates\n");
    // Without the moves there is nothing to tell apart.
    let object = &run(&["solve", "--value", "--json", "8/8/K7/P7/1k6/8/8/8 b - -"]).json()[0];
    assert_eq!((&object["value"], object.get("without_history")), (&json!("loss"), None));
}

#[test]
fn a_certificate_of_a_position_in_a_game_has_its_moves() {
    let scratch = Scratch::new();
    let file = scratch.write("games.pgn", GAMES);
    let certificate = scratch.arg("fool.cert");
    let place = format!("{file}#1:3");
    run(&["solve", "-c", &certificate, &place]).exits(0);
    let text = std::fs::read_to_string(&certificate).unwrap();
    assert!(text.contains("history: ") && text.contains("f2f3 e7e5 g2g4"), "{text}");
    run(&["check", "--question", &place, &certificate]).exits(0).prints("VERIFIED black wins");
    run(&["check", "--question", &format!("{file}#1:1"), &certificate]).exits(1);
}

#[test]
fn what_is_wrong_with_a_game_is_a_line() {
    let scratch = Scratch::new();
    let file = scratch.write("games.pgn", GAMES);
    let bad = scratch.write("bad.pgn", "1. e4 e5 2. Ke3 *\n");
    let empty = scratch.write("empty.pgn", "\n");
    let positions = scratch.write("two.epd", format!("{EPPSTEIN}\n"));
    for (input, message) in [
        (format!("{file}#3"), "games.pgn#3: the file has 2 games"),
        (format!("{file}#1:5"), "games.pgn#1:5: the game has 4 plies"),
        (bad, "bad.pgn:1:13: ply 3: 'Ke3' is not a legal move here"),
        (empty, "empty.pgn: no game in it"),
        (format!("{positions}#1"), "two.epd#1: no games in it"),
        (format!("{file}#0"), "no such file"),
    ] {
        let ran = run(&["solve", &input]).exits(2).complains(message);
        assert_eq!((ran.out.as_str(), ran.err.lines().count()), ("", 1), "{}", ran.err);
    }
}

#[test]
fn games_on_standard_input_are_named() {
    let ran = run_with_input(&["solve", "--game", "chess", "-"], GAMES).exits(0);
    ran.prints("-#1  Fool - Wise").prints("-#2");
    run_with_input(&["solve", "-"], "1. f3 e5 2. g4 *\n").exits(0).prints("black mates");
}

#[test]
fn positions_are_typed_as_elsewhere() {
    for text in [
        "startpos moves f2f3 e7e5 g2g4",
        "position startpos moves f2f3 e7e5 g2g4",
        "startpos 1. f3 e5 2. g4",
        "position fen rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2 moves g2g4",
        "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2 2. g4",
    ] {
        run(&["solve", text]).exits(0).prints("black mates").prints("d8h4");
    }
    run(&["solve", "startpos moves e2e5"]).exits(2).complains("position 1:1:16: move 1");
    run(&["solve", "startpos 1. Ke2"]).exits(2).complains("'Ke2' is not a legal move here");
}

#[test]
fn a_game_that_is_over_is_called_so() {
    let ran = run(&["solve", STALEMATE]).exits(0);
    ran.prints("verdict      stalemate\n").prints("VERIFIED black holds");
    let bare = "4k3/8/8/8/8/8/8/4KN2 w - -";
    run(&["solve", bare]).exits(0).prints("verdict      insufficient material\n");
    run(&["solve", "--value", bare]).exits(0).prints("verdict      draw: insufficient material\n");
    let mate = "R5k1/5ppp/8/8/8/8/8/4K3 b - -";
    run(&["solve", "--value", mate]).exits(0).prints("verdict      loss: checkmate\n");
    let ran = run(&["solve", "--attacker", "white", mate]).exits(0);
    ran.prints("checkmate: white wins\n").prints("VERIFIED white wins");
    let ran = run(&["solve", "--json", mate, EPPSTEIN]).exits(0);
    let endings: Vec<Value> = ran.json().iter().map(|object| object["ending"].clone()).collect();
    assert_eq!(endings, [json!("checkmate"), Value::Null]);
    assert_eq!(ran.json()[0]["verdict"], "disproven");
}

#[test]
fn notation_is_a_matter_of_taste() {
    let san = run(&["solve", "--notation", "san", MORPHY]).exits(0);
    let san = san.prints("line         1. Ra6 bxa6 2. b7#\n");
    run(&["solve", "--notation", "san", "--moves", EPPSTEIN]).exits(0).prints(" Qe7#\n");
    assert!(!san.out.contains("a1a6"), "{}", san.out);
    // The output is no terminal.
    let plain = run(&["solve", MORPHY]).exits(0).prints("line         a1a6 b7a6 b6b7\n");
    let uci = run(&["solve", "--notation", "uci", MORPHY]).exits(0);
    let line = |out: &str| out.lines().find(|line| line.contains("line ")).map(str::to_owned);
    assert_eq!(line(&uci.out), line(&plain.out));
    // For programs there is one.
    let json = run(&["solve", "--json", "--notation", "san", MORPHY]).exits(0);
    assert_eq!(json.json()[0]["line"], json!(["a1a6", "b7a6", "b6b7"]));
    // A strategy that holds has a first move.
    let draw = ["solve", "--value", "--notation", "san", "8/8/8/3k4/8/8/3PK3/8 b - -"];
    run(&draw).exits(0).prints("move         1... K");
}

#[test]
fn a_position_can_be_looked_at() {
    let ran = run(&["solve", "--diagram", EPPSTEIN]).exits(0);
    let rank = " ".repeat(15) + "7  Q . . . . . . .\n";
    let ran = ran.prints(&rank).prints("a b c d e f g h   white to move\n");
    assert!(!ran.out.contains('\u{1b}'), "{}", ran.out);
    run(&["solve", "--diagram", "--json", EPPSTEIN]).exits(2).complains("--diagram");
    let plain = run(&["solve", EPPSTEIN]).exits(0);
    assert!(!plain.out.contains("white to move"), "{}", plain.out);
}

#[test]
fn records_are_echoed_and_compared() {
    let scratch = Scratch::new();
    let text = format!(
        "{EPPSTEIN} bm Qe7# #1; id \"key; Qe7\"; acd 3;\n{EPPSTEIN} dm 4;\n\
         {EPPSTEIN} bm #-2;\n{MATED_SOON} c0 \"nothing\";\n"
    );
    let file = scratch.write("some.epd", text);
    let ran = run(&["solve", "--json", &file]).exits(0);
    let objects = ran.json();
    assert_eq!(objects[0]["id"], "key; Qe7");
    let expected = json!([
        {"opcode": "bm", "operands": ["Qe7#", "#1"]},
        {"opcode": "id", "operands": ["key; Qe7"]},
        {"opcode": "acd", "operands": ["3"]},
    ]);
    assert_eq!(objects[0]["operations"], expected);
    let recorded: Vec<_> = objects.iter().map(|object| object["recorded"].clone()).collect();
    let shorter = json!({"mate": "shorter"});
    let agrees = json!({"mate": "agrees", "bm": null});
    assert_eq!(recorded, [agrees, shorter, json!({"mate": "differs"}), Value::Null]);

    let ran = run(&["solve", &file]).exits(0);
    let ran = ran.prints("record       mate: as the record says\n");
    ran.prints("record       mate: shorter than the record says\n")
        .prints("record       mate: not what the record says\n");
    // No move of the position: there is nothing to compare.
    let ran = run(&["solve", "--json", &format!("{EPPSTEIN} am Qe8")]).exits(0);
    assert_eq!(ran.json()[0]["recorded"], Value::Null);
    run(&["solve", "--moves", &format!("{EPPSTEIN} am Qf7+")])
        .exits(0)
        .prints("record       am: as the record says\n");
}

/// What rests on tables says so, and can be played out without them.
#[test]
fn tables_of_three_men_from_the_build_to_the_checker() {
    let scratch = Scratch::new();
    let (tables, certificate) = (scratch.arg("tables"), scratch.arg("pawns.cert"));
    let build = ["egdb", "build", "--game", "chess", "--men", "3", "--dir", &tables];
    run(&build).exits(0).prints("chess-dtm 3 blake3:").prints("positions built");
    run(&build).exits(0).prints("0 positions built");
    run(&["egdb", "info", "--game", "chess", "--dir", &tables])
        .exits(0)
        .prints("the hash built into this program")
        .prints("KPvK");
    run(&["egdb", "verify", "--game", "chess", "--dir", &tables]).exits(0).prints("VERIFIED");
    // Known at once; and two pawns, which are not in them.
    run(&["solve", "--egdb", &tables, "8/8/8/4k3/8/8/8/K6R w - -"]).exits(0).prints("white mates");
    let fen = "8/2k5/p1P5/P1K5/8/8/8/8 w - -";
    run(&["solve", "--egdb", &tables, "-c", &certificate, fen])
        .exits(0)
        .prints("VERIFIED white wins");
    let text = std::fs::read_to_string(&certificate).unwrap();
    assert!(text.contains("\ndatabase: chess-dtm 3 blake3:"), "{text}");
    run(&["check", "--egdb", &tables, &certificate])
        .exits(0)
        .prints("VERIFIED white wins")
        .prints("the hash built into this program");
    run(&["check", "--egdb", &tables, "--expand-database", &certificate])
        .exits(0)
        .prints("played out, not relied on");
    run(&["check", "--egdb", "none", &certificate]).exits(2).complains("relies on chess-dtm 3");
    // A name that no tables have.
    let name = text.split("blake3:").nth(1).unwrap().lines().next().unwrap();
    std::fs::write(&certificate, text.replace(name, &"0".repeat(64))).unwrap();
    run(&["check", "--egdb", &tables, &certificate]).exits(1).prints("database-mismatch");
    // Damage is told, and what mends it.
    let queen = scratch.path("tables").join("KQvK.dtm");
    let mut bytes = std::fs::read(&queen).unwrap();
    bytes.truncate(1000);
    std::fs::write(&queen, bytes).unwrap();
    run(&["solve", "--egdb", &tables, fen])
        .exits(2)
        .complains("KQvK.dtm")
        .complains("threefold egdb build --game chess");
    run(&build).exits(0);
    run(&["solve", "--egdb", &tables, fen]).exits(0);
}

/// A Syzygy file of three men with a value for each side to move.
fn syzygy_file(kind: u8, values: [u8; 2]) -> Vec<u8> {
    let men = kind | kind << 4;
    let mut bytes = vec![0x71, 0xe8, 0x23, 0x5d, 0x31, 0, 0xee, 0x66, men, 0];
    bytes.extend([0x80, values[0], 0x80, values[1]]);
    bytes.resize(80, 0);
    bytes
}

/// What rests on files of others names them, and our own tables play it out.
#[test]
fn syzygy_tables_from_the_search_to_the_checker() {
    let scratch = Scratch::new();
    let (syzygy, own) = (scratch.arg("syzygy"), scratch.arg("own"));
    let certificate = scratch.arg("rook.cert");
    std::fs::create_dir(&syzygy).unwrap();
    let rook = scratch.path("syzygy").join("KRvK.rtbw");
    // The file says that it wins: but for captures so it does.
    std::fs::write(&rook, syzygy_file(4, [4, 0])).unwrap();
    let fen = "8/8/8/4k3/8/8/8/K6R w - -";
    let solve = ["solve", "--syzygy", &syzygy, "-c", &certificate, fen];
    run(&solve).exits(0).prints("VERIFIED white wins");
    let text = std::fs::read_to_string(&certificate).unwrap();
    assert!(text.contains("\ndatabase: syzygy KRvK blake3:"), "{text}");
    let check = ["check", "--syzygy", &syzygy, "--egdb", &own, &certificate];
    run(&check).exits(0).prints("VERIFIED white wins").prints("not known to this program");
    run(&["check", &certificate]).exits(2).complains("--syzygy");
    let expand = [&check[..], &["--expand-database"]].concat();
    run(&expand).exits(2).complains("no tables with the moves");
    run(&["egdb", "build", "--game", "chess", "--men", "3", "--dir", &own]).exits(0);
    run(&expand).exits(0).prints("played out, not relied on");
    // A file that says the same, but is another one; and what is none.
    let mut other = syzygy_file(4, [4, 0]);
    other[79] = 1;
    std::fs::write(&rook, other).unwrap();
    run(&check).exits(1).prints("database-mismatch");
    std::fs::write(&rook, syzygy_file(5, [4, 0])).unwrap();
    run(&solve).exits(2).complains("KRvK.rtbw").complains("other men than its name");
    std::fs::remove_file(&rook).unwrap();
    run(&solve).exits(2).complains("no Syzygy tables");
    run(&check).exits(2).complains("KRvK.rtbw");
    run(&["solve", "--fifty-moves", "--syzygy", &syzygy, fen]).exits(2).complains("--syzygy");
}

#[test]
fn tables_that_are_not_there_are_one_line() {
    let scratch = Scratch::new();
    let empty = scratch.arg("");
    run(&["solve", "--egdb", &empty, "8/8/8/4k3/8/8/8/K6R w - -"])
        .exits(2)
        .complains("no tables of chess")
        .complains("threefold egdb build --game chess");
    run(&["egdb", "build", "--game", "chess", "--dir", &empty]).exits(2).complains("--men");
    run(&["egdb", "build", "--men", "3", "--dir", &empty]).exits(2).complains("--game chess");
    run(&["egdb", "build", "--dir", &empty]).exits(2).complains("--pieces");
    run(&["egdb", "build", "--game", "chess", "--ending", "KRPKR", "--dir", &empty])
        .exits(2)
        .complains("expected an ending of 3 to 5 men like KQvKR");
    run(&["egdb", "build", "--game", "chess", "--men", "6", "--dir", &empty])
        .exits(2)
        .complains("5");
}
