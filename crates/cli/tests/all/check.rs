//! `check`: what a verified certificate is bound to, and what a check may cost.

use crate::common::{EPPSTEIN, MATED_SOON, STALEMATE, Scratch, fixture, run};

const TWO_ROOKS: &str = "8/8/8/8/8/k1K5/8/7R w - -";

/// A certificate of a position, as text.
fn certificate(scratch: &Scratch, name: &str, input: &str) -> String {
    let file = scratch.arg(name);
    run(&["solve", "--certificate", &file, input]).exits(0);
    file
}

fn changed(scratch: &Scratch, file: &str, from: &str, to: &str) -> String {
    let text = std::fs::read_to_string(file).unwrap();
    assert!(text.contains(from), "{text}");
    scratch.write("changed.cert", text.replace(from, to))
}

#[test]
fn what_a_game_does_not_define_is_not_interpreted() {
    let scratch = Scratch::new();
    let mate = certificate(&scratch, "mate.cert", EPPSTEIN);
    for (from, to, message) in [
        (
            "draw",
            "situational-superko\nfootprints: exact",
            "line 4: repetition: chess is never played",
        ),
        ("draw", "draw\nattacker: white", "line 5: attacker: 'draw' is about no attacker"),
        ("chess", "chess 960", "about chess, which has no parameter '960'"),
        ("moves: 1", "moves: 01", "line 6: moves: expected a number in decimal digits"),
    ] {
        run(&["check", &changed(&scratch, &mate, from, to)]).exits(2).complains(message);
    }
    let database = changed(&scratch, &mate, "draw", "draw\ndatabase: wld 5");
    run(&["check", &database]).exits(1).complains("line 5: no database at hand");
    let board = |parameters: &str, rule: &str| {
        let text = format!(
            "threefold certificate 1\ngame: go {parameters}\nclaim: black wins\n\
             repetition: {rule}\nroot: ..... B\nmoves: 0\n---\n"
        );
        run(&["check", &scratch.write("board.cert", text)]).exits(2)
    };
    let superko = "positional-superko\nfootprints: interval";
    board("1x5 at-least 5 suicide", "draw").complains("repetition: go is never played under draw");
    board("1x5 at-least 5 basic-ko", superko)
        .complains("go is never played under positional-superko");
    board("1x5 at-least 05", superko).complains("'1x5 at-least 05' is written '1x5 at-least 5'");
    let text = format!(
        "threefold certificate 1\ngame: checkers\nclaim: white holds\nrepetition: {}\nroot: \
         W:WK1:BK32\ndatabase: checkers-wld 2 blake3:00\nmoves: 0\n---\n",
        superko.replace("interval", "exact")
    );
    run(&["check", &scratch.write("a.cert", text)])
        .exits(2)
        .complains("line 7: database: there is none under superko");
}

#[test]
fn one_spelling_of_everything() {
    let scratch = Scratch::new();
    let mate = certificate(&scratch, "mate.cert", TWO_ROOKS);
    let root = changed(&scratch, &mate, "w - -", "w - - 0 1");
    run(&["check", &root]).exits(1).prints("REFUTED line 5: bad-root").complains("is written 8/8/");
    let text = "threefold certificate 1\ngame: checkers\nclaim: white wins\nrepetition: draw\n\
                root: W:WK14:B9\nmoves: 1\n---\n14x5\n";
    run(&["check", &scratch.write("jump.cert", text)]).exits(0);
    for spelling in ["14-5", "014x5", "14x9x5", "14x05"] {
        let other = scratch.write("other.cert", text.replace("14x5", spelling));
        run(&["check", &other]).exits(1).prints("REFUTED line 8: illegal-move");
    }
    let history = "threefold certificate 1\ngame: checkers\nclaim: white wins\nrepetition: draw\n\
                   root: B:W5:B\nhistory: W:W14:B9 moves 14x5\nmoves: 0\n---\n";
    run(&["check", &scratch.write("h.cert", history)]).exits(0);
    let other = scratch.write("h.cert", history.replace("14x5", "14-5"));
    run(&["check", &other]).exits(1).prints("REFUTED line 6: bad-history");
}

#[test]
fn a_certificate_answers_one_question() {
    let scratch = Scratch::new();
    let mate = certificate(&scratch, "mate.cert", EPPSTEIN);
    run(&["check", "--question", EPPSTEIN, &mate])
        .exits(0)
        .prints("VERIFIED white wins\n  game: chess\n  root: ")
        .prints(&format!("{EPPSTEIN}: ANSWERED white wins by {mate}\n"));
    run(&["check", "--question", TWO_ROOKS, &mate])
        .exits(1)
        .prints("REFUTED line 5: other-question")
        .prints(": MISSING\n");
    let after = format!("{EPPSTEIN} moves a7b7 e8f8 b7a7 f8e8");
    run(&["check", "--question", &after, &mate]).exits(1).prints("REFUTED line 5: other-question");
    run(&["check", "--question", "go 1x3 at-least 3", &mate])
        .exits(1)
        .prints("REFUTED line 2: other-question");
    // That White does not lose is no answer to whether he wins.
    let holds = changed(&scratch, &mate, "white wins", "white holds");
    run(&["check", &holds]).exits(0);
    run(&["check", "--question", EPPSTEIN, &holds])
        .exits(1)
        .prints("REFUTED line 3: other-question")
        .complains("'white holds' is no answer");
    run(&["check", "--question", EPPSTEIN, "--attacker", "black", &mate]).exits(0);
    // Of a draw one claim answers.
    let draw = scratch.arg("draw.cert");
    run(&["solve", "--value", "-c", &draw, STALEMATE]).exits(0);
    run(&["check", "--question", STALEMATE, &draw])
        .exits(0)
        .prints("VERIFIED white holds")
        .prints(": ANSWERED black holds by ");
}

#[test]
fn a_folder_is_matched_with_the_positions_of_a_file() {
    let scratch = Scratch::new();
    let file = scratch.write("two.epd", format!("{EPPSTEIN} id \"E\";\n{TWO_ROOKS}\n"));
    let proofs = scratch.arg("proofs/");
    run(&["solve", "-c", &proofs, EPPSTEIN, MATED_SOON]).exits(0);
    let ran = run(&["check", "-q", &file, &proofs]).exits(1);
    let ran = ran.prints("two.epd:1 (E): ANSWERED white wins by ").prints("two.epd:2: MISSING");
    ran.prints("REFUTED line 5: other-question");
    std::fs::remove_file(scratch.path("proofs/position-2.cert")).unwrap();
    run(&["check", "-q", &file, &proofs]).exits(3).prints("two.epd:2: MISSING");
    let objects = run(&["check", "--json", "-q", &file, &proofs]).exits(3).json();
    assert_eq!(objects[0]["root"], EPPSTEIN);
    assert_eq!(objects[1]["answers"][0]["proven"], true);
    assert_eq!(objects[2]["answers"].as_array().unwrap().len(), 0);
    run(&["check", &scratch.arg("")]).exits(2).complains("no certificate in it");
}

#[test]
fn a_file_without_a_question_asks_none() {
    let scratch = Scratch::new();
    let mate = certificate(&scratch, "mate.cert", EPPSTEIN);
    let empty = scratch.write("empty.txt", "# nothing\n");
    for game in ["go", "checkers", "chess"] {
        run(&["check", "--game", game, "-q", &empty, &mate]).exits(2).complains("empty.txt");
    }
    run(&["solve", "--game", "go", &empty]).exits(2).complains("no position in it");
}

#[test]
fn a_graph_certificate_agrees_with_the_file() {
    let scratch = Scratch::new();
    let file = scratch.arg("figure2.cert");
    run(&["solve", "-c", &file, &fixture("figure2")]).exits(0);
    let rule = std::fs::read_to_string(&file).unwrap();
    let rule = rule.lines().nth(3).unwrap().trim_start_matches("repetition: ").to_owned();
    let fixed = std::fs::read_to_string(fixture("figure2")).unwrap();
    let check = |game: &str| run(&["check", "--graph", game, &file]);
    check(&fixture("figure2")).exits(0);
    let other = scratch.write("other.game", fixed.replace(&rule, "positional-superko"));
    check(&other).exits(1).prints("REFUTED line 4: other-question");
    let other = scratch.write("other.game", fixed.replace("root: A", "root: C"));
    check(&other).exits(1).prints("REFUTED line 6: other-question");
}

/// Sent by nobody who means well: 2 KB, and a walk of 2^40 paths.
fn exponential() -> (String, String) {
    let (mut graph, mut replies) = (String::new(), String::new());
    for i in 0..40 {
        let next = i + 1;
        graph += &format!("n{i} second: a{i} b{i}\na{i} second: n{next}\nb{i} second: n{next}\n");
        replies += &format!(" a{i} b{i}");
    }
    let game = format!(
        "threefold game 1\nrule: situational-superko\nroot: n0\n{graph}n40 second:{replies} \
         W\nW win-first\n"
    );
    let certificate = "threefold certificate 1\ngame: graph\nclaim: first wins\nrepetition: \
                       situational-superko\nfootprints: exact\nroot: n0\nmoves: 0\n---\n";
    (game, certificate.to_owned())
}

#[test]
fn a_limit_is_not_an_answer() {
    let scratch = Scratch::new();
    let (game, text) = exponential();
    let game = scratch.write("many.game", game);
    let file = scratch.write("many.cert", text);
    run(&["check", "--graph", &game, "--time", "100ms", &file])
        .exits(3)
        .prints("not checked: time");
    run(&["check", "--graph", &game, "--memory", "64K", &file])
        .exits(3)
        .prints("not checked: memory");
    let object =
        &run(&["check", "--json", "-t", "50ms", "--graph", &game, &file]).exits(3).json()[0];
    assert_eq!((&object["verified"], &object["limit"]), (&false.into(), &"time".into()));
    // Who waits is told once what he waits for.
    let said = run(&["check", "--graph", &game, "--time", "1500ms", &file, &file])
        .exits(3)
        .complains("the walk grows beyond its file: ");
    assert_eq!(said.err.matches("grows beyond").count(), 2, "{}", said.err);
}

#[test]
fn nothing_is_read_behind_a_refutation() {
    let scratch = Scratch::new();
    let mate = certificate(&scratch, "mate.cert", EPPSTEIN);
    let mut bytes = std::fs::read(&mate).unwrap();
    bytes.extend(b"a7a8\n");
    // Four gigabytes of lines that nobody has to read.
    let mut file = zstd::Encoder::new(Vec::new(), 3).unwrap();
    std::io::Write::write_all(&mut file, &bytes).unwrap();
    let block = b"a7a8\n".repeat(200_000);
    for _ in 0..4_000 {
        std::io::Write::write_all(&mut file, &block).unwrap();
    }
    let bomb = scratch.write("bomb.cert", file.finish().unwrap());
    let started = std::time::Instant::now();
    run(&["check", &bomb]).exits(1).prints("REFUTED line 9: surplus-line");
    assert!(started.elapsed() < std::time::Duration::from_secs(10));
}

#[test]
fn memory_that_cannot_be_had_is_a_sentence() {
    let scratch = Scratch::new();
    let mate = certificate(&scratch, "mate.cert", EPPSTEIN);
    let program = env!("CARGO_BIN_EXE_threefold");
    let limited = |kilobytes: u32, arguments: &str| {
        let script = format!("ulimit -v {kilobytes}; exec {program} {arguments}");
        let ran = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
        (ran.status.code(), String::from_utf8(ran.stderr).unwrap())
    };
    assert_eq!(limited(300_000, &format!("check {mate}")).0, Some(0));
    for (kilobytes, arguments) in [
        (60_000, format!("solve -m 1G '{EPPSTEIN}'")),
        (60_000, "solve -m 20M --policy ignore '8/8/8/2p1k3/K7/1P1P4/8/8 w - -' -n 3M".to_owned()),
    ] {
        let (code, message) = limited(kilobytes, &arguments);
        assert!(matches!(code, Some(2 | 3)), "{code:?} {message}");
        assert!(message.contains("memory"), "{message}");
        assert!(!message.contains("panicked") && !message.contains("backtrace"), "{message}");
    }
}

#[test]
fn the_verified_checker_is_a_program_of_its_own() {
    let scratch = Scratch::new();
    let mate = certificate(&scratch, "mate.cert", EPPSTEIN);
    run(&["check", "--verified", "-"]).exits(2).complains("--verified reads files");
    run(&["check", "--verified", "--json", &mate]).exits(2);
    // Where it has not been built one line says how; where it has, it says the same as `check`.
    let built = std::process::Command::new("threefold-verified").arg(&mate).output();
    let said = run(&["check", "--verified", &mate]);
    match built {
        Ok(_) => said.exits(0).prints("VERIFIED white wins"),
        Err(_) => said.exits(2).complains("make -C proof install"),
    };
}
