//! `threefold solve`: verdicts, inputs, exit statuses.

use crate::common::{
    EPPSTEIN, MATED_SOON, MORPHY, ROOK, STALEMATE, Scratch, fixture, run, run_with_input,
};

#[test]
fn a_position_in_quotes() {
    let ran = run(&["solve", EPPSTEIN]).exits(0);
    let ran = ran.prints("white mates").prints("a7e7").prints("VERIFIED white wins");
    ran.prints("mate in at most 1 move").prints("fifty-move rule is not applied");
}

#[test]
fn a_quoted_position_may_have_moves_before_it() {
    // lc0#1196: the root has occurred before, and that is not yet a draw.
    run(&["solve", "k1r5/8/K1R5/8/8/8/8/8 w - - 0 1 moves c6b6 c8b8 b6c6 b8c8"])
        .exits(0)
        .prints("white mates")
        .prints("c6c8");
}

#[test]
fn the_attacker_can_be_chosen() {
    run(&["solve", MATED_SOON]).exits(0).prints("white cannot force mate");
    for attacker in ["black", "second"] {
        run(&["solve", "--attacker", attacker, MATED_SOON])
            .exits(0)
            .prints("black mates")
            .prints("VERIFIED black wins")
            .prints("a1b1 h2h1");
    }
    run(&["solve", "--attacker", "mover", MATED_SOON]).exits(0).prints("white cannot force mate");
    run(&["solve", "--attacker", "white", &fixture("figure2")])
        .exits(2)
        .complains("graph has no player 'white'");
}

#[test]
fn a_record_may_say_that_the_side_to_move_is_mated() {
    let scratch = Scratch::new();
    let file = scratch.write("mated.epd", format!("{MATED_SOON} bm #-1; id \"soon\";\n"));
    run(&["solve", &file]).exits(0).prints("black mates").prints("soon").prints("[bm #-1]");
    run(&["solve", "--attacker", "white", &file]).exits(0).prints("white cannot force mate");
}

#[test]
fn standard_input() {
    let text = format!("{EPPSTEIN}\n# comment\n\n{MATED_SOON}\n");
    let ran = run_with_input(&["solve", "--json", "-"], &text).exits(0);
    let inputs: Vec<_> =
        ran.json().iter().map(|o| o["input"].as_str().unwrap().to_owned()).collect();
    assert_eq!(inputs, ["-:1", "-:4"]);

    let game = std::fs::read_to_string(fixture("figure2")).unwrap();
    run_with_input(&["solve", "-"], &game).exits(0).prints("first wins");
    // Named as what it is not.
    run_with_input(&["solve", "--game", "chess", "-"], &game).exits(2);
}

#[test]
fn a_bad_line_does_not_stop_the_others() {
    let scratch = Scratch::new();
    let text =
        format!("{EPPSTEIN}\n4k3/Q7/3K4/8/8/8/8/9 w - -\n\n{STALEMATE} bm #x;\n{MATED_SOON}\n");
    let file = scratch.write("some.epd", text);
    let ran = run(&["solve", &file]).exits(2).prints("white mates");
    let ran = ran.prints("2 positions: 1 proven, 1 disproven, 0 unknown");
    ran.complains(&format!("{file}:2:20: ")).complains(&format!("{file}:4:32: "));
}

#[test]
fn bad_input_is_one_line_each() {
    let scratch = Scratch::new();
    let game = scratch.write("bad.game", "threefold game 1\nrule: draw\nroot: A\nA first: B\n");
    let empty = scratch.write("empty.epd", "# nothing\n");
    let certificate = scratch.write("a.cert", "threefold certificate 1\n");
    let cases = [
        (vec!["nowhere.epd".to_owned()], "nowhere.epd: no such file"),
        (vec!["8/8/8/8 w - -".to_owned()], "position 1:1:1: the board has 8 ranks"),
        (vec![format!("{EPPSTEIN} moves a7a9")], "position 1:1:34: move 1"),
        (vec![game.clone()], "bad.game:4:10: unknown position 'B'"),
        (vec![empty], "empty.epd: no position"),
        (vec![certificate], "threefold check"),
        (vec!["--value".to_owned(), fixture("figure1-reading1")], "--value needs"),
        (vec!["--nodes".to_owned(), "ten".to_owned(), game], "--nodes"),
        (vec![], "INPUT"),
    ];
    for (args, message) in cases {
        let args: Vec<String> = ["solve".to_owned()].into_iter().chain(args).collect();
        let ran = run(&args).exits(2).complains(message);
        assert_eq!(ran.out, "", "{args:?}");
        assert!(!ran.err.contains("panicked"), "{}", ran.err);
    }
}

#[test]
fn bytes_that_are_no_text_are_no_panic() {
    let scratch = Scratch::new();
    let mut bytes = b"4k3/Q7/3K4/8/8/8/8/8 w - - id \"L\xf6sung\";\n".to_vec();
    bytes.extend(b"\xff\xfe\n");
    let file = scratch.write("latin.epd", bytes);
    run(&["solve", &file]).exits(2).prints("white mates").complains("latin.epd:2:");
}

#[test]
fn limits_make_an_answer_unknown() {
    for limit in [["--nodes", "1"], ["--depth", "1"]] {
        let ran = run(&["solve", limit[0], limit[1], MORPHY]).exits(3);
        ran.prints("unknown: ").prints("pn ").prints("at the root");
    }
}

#[test]
fn values() {
    run(&["solve", "--value", EPPSTEIN]).exits(0).prints("win: white mates");
    run(&["solve", "--value", MATED_SOON]).exits(0).prints("loss: black mates");
    run(&["solve", "--value", STALEMATE]).exits(0).prints("verdict      draw: stalemate\n");
    run(&["solve", "--value", "8/8/8/3k4/8/8/3PK3/8 b - -"])
        .exits(0)
        .prints("draw: neither side can force a win");
    run(&["solve", "--value", "--nodes", "1", "8/8/8/3k4/8/8/1R6/1K6 w - -"])
        .exits(3)
        .prints("the value is open");
    let scratch = Scratch::new();
    let file = scratch.write("all.epd", format!("{EPPSTEIN}\n{MATED_SOON}\n{STALEMATE}\n"));
    let ran = run(&["solve", "--value", "--jobs", "2", &file]).exits(0);
    ran.prints("3 positions: 1 win, 1 draw, 1 loss, 0 unknown");
}

#[test]
fn a_draw_of_a_graph_game() {
    let scratch = Scratch::new();
    let text = "threefold game 1\nrule: draw\nroot: A\nA first: B lost\nB second: A won\n\
                lost win-second\nwon win-first\n";
    let file = scratch.write("round.game", text);
    run(&["solve", "--value", &file]).exits(0).prints("draw").prints("move         B");
    run(&["solve", "--value", "--moves", &file]).exits(0).prints("draw (1):").prints("loss (1):");
}

#[test]
fn all_but_one_of_eppsteins_moves_win() {
    let ran = run(&["solve", "--moves", "--json", EPPSTEIN]).exits(0);
    let object = &ran.json()[0];
    assert_eq!(object["line"], serde_json::json!(["a7e7"]));
    let moves = object["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 27);
    for m in moves {
        let expected = if m["move"] == "a7f7" { "disproven" } else { "proven" };
        assert_eq!(m["verdict"], expected, "{m}");
        assert_eq!(m["checked"], true, "{m}");
    }
    run(&["solve", "--moves", EPPSTEIN]).prints("27 legal").prints("wins (26):").prints("a7f7");
}

#[test]
fn moves_are_told_when_they_are_finished_the_promising_ones_first() {
    // The mate is known from the search of the position.
    let ran = run(&["solve", "--moves", "-n", "20k", MORPHY]).exits(3);
    let verdict = ran.out.find("verdict      white mates");
    assert!(verdict.is_some() && verdict < ran.out.find("1 of 16      a1a6    wins ("), "{ran:?}");
    let ran = run(&["solve", "--moves", EPPSTEIN]).exits(0);
    let place = |text: &str| ran.out.find(text).unwrap_or_else(|| panic!("{text}: {ran:?}"));
    assert!(place("verdict      white mates") < place("1 of 27 "));
    assert!(place("1 of 27 ") < place("27 of 27     ") && place("27 of 27 ") < place("27 legal"));
    let ran = run(&["solve", "--moves", "--events", "--json", EPPSTEIN]).exits(0);
    let lines = ran.json();
    assert_eq!(lines.len(), 1 + 27 + 1);
    assert_eq!((&lines[0]["event"], &lines[0]["verdict"]), (&"position".into(), &"proven".into()));
    assert_eq!(lines[1]["event"], "move");
    assert_eq!((&lines[7]["finished"], &lines[7]["of"]), (&7.into(), &27.into()));
    assert_eq!(lines[28]["moves"].as_array().unwrap().len(), 27);
    assert!(lines[28]["event"].is_null());
    run(&["solve", "--moves", "--events", EPPSTEIN]).exits(2).complains("--json");
    // A limit that ends the searches of the moves ends them all, and is the limit of each.
    let hard = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let ran = run(&["solve", "--moves", "--nodes", "500", "--json", hard]).exits(3);
    for m in ran.json()[0]["moves"].as_array().unwrap() {
        assert_eq!((&m["verdict"], &m["nodes"]), (&"unknown".into(), &500.into()), "{m}");
    }
}

/// Stockfish#2097: positions before the root have occurred twice, not three times.
#[test]
fn moves_before_the_root_count_by_the_rules() {
    let position = "8/8/8/8/8/8/p7/2k4K b - - 0 1 \
                    moves c1b1 h1g1 b1c1 g1h1 c1b1 h1g1 b1a1 g1h1";
    let ran = run(&["solve", "--moves", "--json", "--nodes", "1M", position]).exits(0);
    let object = &ran.json()[0];
    assert_eq!(object["verdict"], "proven");
    let verdict = |name: &str| {
        let moves = object["moves"].as_array().unwrap();
        moves.iter().find(|m| m["move"] == name).unwrap()["verdict"].clone()
    };
    assert_eq!((verdict("a1b2"), verdict("a1b1")), ("proven".into(), "disproven".into()));
}

/// What the papers describe: a plain table is wrong, and here its answer is caught.
#[test]
fn a_plain_table_is_wrong_and_caught() {
    for (name, right, wrong) in [
        ("figure1-reading1-delayed", "first wins", "first cannot force a win"),
        ("figure1-reading2-delayed", "first cannot force a win", "first wins"),
        ("figure2", "first wins", "first cannot force a win"),
        ("campbell-draw-first", "first wins", "first cannot force a win"),
        ("superko-draw-last", "first cannot force a win", "first wins"),
    ] {
        let file = fixture(name);
        let verdict = |words: &str| format!("  verdict      {words}\n");
        run(&["solve", &file]).exits(0).prints(&verdict(right)).prints("VERIFIED");
        let ran = run(&["solve", "--policy", "ignore", &file]).exits(1);
        ran.prints(&verdict(wrong)).prints("WRONG: ");
        // Unchecked, the wrong answer passes.
        run(&["solve", "--policy", "ignore", "--no-check", &file]).exits(0).prints(&verdict(wrong));
        let ran = run(&["solve", "--policy", "ignore", "--json", &file]).exits(1);
        let object = &ran.json()[0];
        assert_eq!((&object["checked"], &object["reason"]), (&false.into(), &"wrong".into()));
    }
}

#[test]
fn every_fixture_is_answered_with_every_choice() {
    let directory = std::path::Path::new(&fixture("figure2")).parent().unwrap().to_owned();
    let files: Vec<String> = std::fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().path().display().to_string())
        .filter(|name| name.ends_with(".game"))
        .collect();
    for choice in [
        &[][..],
        &["--jobs", "0"],
        &["--path-code", "move-depth", "--twins", "exact-path"],
        &["--simulation-budget", "0", "--detect-collisions"],
        &["--memory", "4K"],
        &["--moves"],
    ] {
        let args: Vec<&str> = ["solve"]
            .iter()
            .chain(choice)
            .copied()
            .chain(files.iter().map(String::as_str))
            .collect();
        let ran = run(&args).exits(0).prints(" 0 unknown");
        assert!(!ran.out.contains("WRONG"), "{choice:?}: {}", ran.out);
        for name in &files {
            let truth = std::fs::read_to_string(name).unwrap().contains("note: truth: proven");
            let block = ran.out.split(name.as_str()).nth(1).unwrap();
            let says = !block.split('\n').nth(2).unwrap().contains("cannot");
            assert_eq!(says, truth, "{name} {choice:?}");
        }
    }
}

#[test]
fn the_output_keeps_the_order_of_the_input() {
    let scratch = Scratch::new();
    let positions = [EPPSTEIN, MATED_SOON, STALEMATE, EPPSTEIN, MATED_SOON];
    let file = scratch.write("many.epd", positions.join("\n"));
    let one = run(&["solve", "--json", &file]).exits(0).json();
    let three = run(&["solve", "--json", "--jobs", "3", &file]).exits(0).json();
    for (i, (one, three)) in one.iter().zip(&three).enumerate() {
        assert_eq!(one["input"], format!("{file}:{}", i + 1));
        for key in ["input", "verdict", "line", "nodes"] {
            assert_eq!(one[key], three[key]);
        }
    }
}

#[test]
fn the_line_of_a_mate_is_legal_and_bounded() {
    let ran = run(&["solve", "--json", "--nodes", "1M", ROOK]).exits(0);
    let object = &ran.json()[0];
    let line = object["line"].as_array().unwrap();
    assert_eq!(line.len() % 2, 1);
    let moves: Vec<&str> = line.iter().map(|m| m.as_str().unwrap()).collect();
    // The program can read its own line, and the game is over behind it.
    let after = format!("{ROOK} 0 1 moves {}", moves.join(" "));
    run(&["solve", "--attacker", "white", &after]).exits(0).prints("already mate");
}

#[cfg(unix)]
#[test]
fn an_interrupt_finishes_the_output() {
    use std::process::{Command, Stdio};
    use std::time::Duration;

    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let child = crate::common::program()
        .args(["solve", start, EPPSTEIN])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(700));
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(3), "{out}");
    assert!(out.contains("unknown: interrupted"), "{out}");
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(err.contains("1 position not tried"), "{err}");
}

#[test]
fn nobody_reading_the_output_ends_it_without_a_word_and_not_as_if_all_were_well() {
    use std::process::Stdio;
    let scratch = Scratch::new();
    let file = scratch.write("many.epd", format!("{EPPSTEIN}\n").repeat(3000));
    let mut child = crate::common::program()
        .args(["solve", "--memory", "4K", &file])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(141));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

#[test]
fn threads_that_do_not_search_are_not_passed_over_in_silence() {
    let two = |more: &[&str]| {
        let mut words = vec!["solve", "--threads", "2", "--memory", "4M"];
        words.extend(more);
        run(&words).exits(0)
    };
    let silent = two(&[EPPSTEIN]);
    assert_eq!(silent.err, "");
    two(&["--mate", "1", EPPSTEIN]).complains("within a length are searched by one thread");
    two(&["--shortest", EPPSTEIN]).complains("lengths are searched by one thread");
    let tsume = "9/9/6S2/8k/9/7R1/9/9/9 b r2b4g3s3n4l18p 1";
    let silent = two(&[tsume]);
    assert_eq!(silent.err, "");
    two(&["--deterministic", tsume]).complains("with pieces in hand one thread searches");
}

#[test]
fn threads_in_rounds_take_the_same_nodes_each_time() {
    let nodes = || {
        let words = ["solve", "--json", "--threads", "3", "--deterministic", "--alone", "50"];
        let ran = run(&[&words[..], &["--memory", "4M", "8/8/3K3k/8/8/8/5P2/8 w - -"]].concat());
        let answer = ran.exits(0).json().remove(0);
        assert_eq!(answer["checked"], true);
        (answer["nodes"].as_u64(), answer["certificate_positions"].as_u64())
    };
    assert_eq!(nodes(), nodes());
}
