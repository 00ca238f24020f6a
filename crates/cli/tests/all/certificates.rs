//! Certificates that `solve` writes and `check` reads.

use crate::common::{EPPSTEIN, MATED_SOON, STALEMATE, Scratch, fixture, run, run_with_input};

#[test]
fn one_position_one_file() {
    let scratch = Scratch::new();
    for name in ["mate.cert", "mate.cert.zst"] {
        let file = scratch.arg(name);
        let ran = run(&["solve", "--json", "--certificate", &file, EPPSTEIN]).exits(0);
        assert_eq!(ran.json()[0]["certificate"], file.as_str());
        let ran = run(&["check", &file]).exits(0);
        // A claim alone says nothing: the whole question stands below it.
        let expected = "VERIFIED white wins\n  game: chess\n  root: 4k3/Q7/3K4/8/8/8/8/8 w - -\n  \
                        repetition: draw\n";
        assert_eq!((ran.out.as_str(), ran.err.as_str()), (expected, ""));
    }
    let compressed = std::fs::read(scratch.path("mate.cert.zst")).unwrap();
    assert_eq!(compressed[..4], [0x28, 0xB5, 0x2F, 0xFD]);
    let plain = std::fs::read_to_string(scratch.path("mate.cert")).unwrap();
    assert!(plain.ends_with("---\na7e7\n"), "{plain}");
    let ran = run_with_input(&["check", "--quiet", "-"], &plain).exits(0);
    assert_eq!(ran.out, "VERIFIED white wins\n");
}

#[test]
fn several_positions_a_directory() {
    let scratch = Scratch::new();
    let text =
        format!("{EPPSTEIN} id \"Eppstein: 1\";\n\n{MATED_SOON}\n{STALEMATE} id \"eppstein 1\";\n");
    let file = scratch.write("some.epd", text);
    let directory = scratch.arg("proofs");
    run(&["solve", "--certificate", &directory, &file, &fixture("superko-ko")]).exits(0);
    let names = scratch.names("proofs");
    assert_eq!(names, ["Eppstein-1.cert", "eppstein-1-2.cert", "some-3.cert", "superko-ko.cert"]);
    let paths: Vec<String> =
        names.iter().map(|name| scratch.arg(&format!("proofs/{name}"))).collect();
    let ran = run(&["check", "--quiet", &paths[0], &paths[1], &paths[2]]).exits(0);
    let expected: String = ["white wins", "black holds", "black holds"]
        .iter()
        .zip(&paths)
        .map(|(claim, path)| format!("{path}: VERIFIED {claim}\n"))
        .collect();
    assert_eq!(ran.out, expected);

    let compressed = scratch.arg("compressed/");
    run(&["solve", "--compress", "--certificate", &compressed, EPPSTEIN]).exits(0);
    assert_eq!(scratch.names("compressed"), ["position-1.cert.zst"]);
}

#[test]
fn a_draw_has_two_blocks() {
    let scratch = Scratch::new();
    let file = scratch.arg("draw.cert");
    run(&["solve", "--value", "--certificate", &file, STALEMATE])
        .exits(0)
        .prints("VERIFIED black holds and white holds");
    let ran = run(&["check", "--quiet", &file]).exits(0);
    assert_eq!(ran.out, "VERIFIED black holds\nVERIFIED white holds\n");
    let objects = run(&["check", "--json", &file]).exits(0).json();
    assert_eq!(objects.len(), 2);
    assert_eq!(objects[1]["verified"], true);
}

#[test]
fn graph_certificates_need_their_game() {
    let scratch = Scratch::new();
    for name in ["figure2", "superko-pass-repeats", "superko-positional", "superko-history"] {
        let file = scratch.arg(&format!("{name}.cert"));
        run(&["solve", "--certificate", &file, &fixture(name)]).exits(0);
        run(&["check", "--graph", &fixture(name), &file]).exits(0).prints("VERIFIED ");
        run(&["check", &file]).exits(2).complains("--graph");
    }
    // About another game.
    run(&["check", "--graph", &fixture("superko-ko"), &scratch.arg("figure2.cert")])
        .exits(1)
        .prints("REFUTED line ");
}

#[test]
fn changed_certificates_are_refuted() {
    let scratch = Scratch::new();
    let file = scratch.arg("mate.cert");
    run(&["solve", "--certificate", &file, EPPSTEIN]).exits(0);
    let text = std::fs::read_to_string(&file).unwrap();
    let line = text.lines().count();
    for (from, to, kind) in [
        ("a7e7", "a7f7", "missing-line"),
        ("a7e7", "a7a9", "illegal-move"),
        ("a7e7\n", "a7e7\na7e7\n", "surplus-line"),
        ("white wins", "black wins", "missing-line"),
    ] {
        let changed = scratch.write("changed.cert", text.replacen(from, to, 1));
        let ran = run(&["check", &changed]).exits(1);
        if kind != "missing-line" {
            let at = if kind == "surplus-line" { line + 1 } else { line };
            assert_eq!(ran.out, format!("REFUTED line {at}: {kind}\n"));
        }
        assert!(ran.out.starts_with("REFUTED line "), "{}", ran.out);
        let object = &run(&["check", "--json", &changed]).exits(1).json()[0];
        assert_eq!(object["verified"], false);
        assert!(object["kind"].is_string() && object["line"].is_u64(), "{object}");
    }
}

#[test]
fn what_cannot_be_read_is_not_refuted() {
    let scratch = Scratch::new();
    let empty = scratch.write("empty.cert", "");
    let other = scratch.write("other.cert", format!("{EPPSTEIN}\n"));
    let cut = scratch.write("cut.cert", [0x28, 0xB5, 0x2F, 0xFD, 0]);
    let go = scratch.write(
        "go.cert",
        "threefold certificate 1\ngame: go 3\nclaim: black \
         wins\nrepetition: draw\nroot: x\nmoves: 0\n---\n",
    );
    for file in [&empty, &other, &cut, &go, &scratch.arg("nowhere.cert")] {
        let ran = run(&["check", file]).exits(2).complains(file);
        assert_eq!(ran.out, "", "{file}");
    }
    // Refuted is worse than unreadable, and the rest is checked all the same.
    let good = scratch.arg("good.cert");
    run(&["solve", "--certificate", &good, EPPSTEIN]).exits(0);
    let text = std::fs::read_to_string(&good).unwrap();
    let bad = scratch.write("bad.cert", text.replace("a7e7\n", ""));
    run(&["check", &empty, &good]).exits(2).prints("good.cert: VERIFIED white wins");
    run(&["check", &empty, &bad]).exits(1).prints("bad.cert: REFUTED");
}

#[test]
fn no_certificate_of_what_is_wrong_or_unknown() {
    let scratch = Scratch::new();
    let file = scratch.arg("none.cert");
    let wrong = ["solve", "--policy", "ignore", "--certificate", &file, &fixture("figure2")];
    run(&wrong).exits(1);
    run(&["solve", "--nodes", "1", "--certificate", &file, "8/8/8/3k4/8/8/1R6/1K6 w - -"]).exits(3);
    assert!(!scratch.path("none.cert").exists());
    let ran = run(&["solve", "--certificate", &scratch.arg("no/such/file.cert"), EPPSTEIN]);
    assert_eq!(ran.exits(2).complains("there is no directory").out, "");
}

#[test]
fn certificates_may_be_left_unchecked() {
    let scratch = Scratch::new();
    let file = scratch.arg("mate.cert");
    let ran = run(&["solve", "--json", "--no-check", "--certificate", &file, EPPSTEIN]).exits(0);
    assert_eq!(ran.json()[0]["checked"], serde_json::Value::Null);
    run(&["check", &file]).exits(0);
    let ran = run(&["solve", "--json", "--no-check", EPPSTEIN]).exits(0);
    assert_eq!(ran.json()[0]["line"], serde_json::Value::Null);
}
