//! `threefold library`, and `solve --library`.

use serde_json::json;

use crate::common::{EPPSTEIN, ROOK, Scratch, fixture, run};

#[test]
fn what_is_proved_is_found_again() {
    let scratch = Scratch::new();
    let (library, cert) = (scratch.arg("lib"), scratch.arg("a.cert"));
    run(&["library", "find", &library, EPPSTEIN]).exits(2).complains("no library there");
    let first = run(&["solve", "--json", "--library", &library, EPPSTEIN]).exits(0).json();
    let added = first[0]["library"]["added"][0].as_str().unwrap().to_owned();
    assert_eq!(first[0]["library"]["answer"], json!(null));
    let again =
        run(&["solve", "--json", "--library", &library, "-c", &cert, EPPSTEIN]).exits(0).json();
    assert_eq!((&again[0]["nodes"], &again[0]["verdict"]), (&json!(0), &first[0]["verdict"]));
    assert_eq!(again[0]["library"]["answer"], json!(added));
    run(&["check", &cert]).exits(0);
    let found = run(&["library", "find", "--json", &library, EPPSTEIN]).exits(0).json();
    assert_eq!(found[0]["known"][0]["hash"], json!(added));
    let other = "8/8/8/1K6/8/7P/6k1/8 w - -";
    run(&["library", "find", &library, EPPSTEIN, other]).exits(3).prints("not known");
    // Out of it, and into another.
    let exported = scratch.arg("out.cert");
    run(&["library", "export", &library, EPPSTEIN, "-c", &exported]).exits(0);
    run(&["library", "export", &library, "--hash", &added, "-c", &exported]).exits(0);
    let second = scratch.arg("second");
    run(&["library", "add", &second, &exported, &cert]).exits(0).prints("added").prints("known");
    run(&["library", "check", &second, "--certificates"]).exits(0).prints("1 certificate: whole");
    let stats = run(&["library", "stats", "--json", &second]).exits(0).json();
    assert_eq!((&stats[0]["proofs"], &stats[0]["games"][0]["game"]), (&json!(1), &json!("chess")));
}

#[test]
fn what_may_not_enter_is_refused_in_a_line() {
    let scratch = Scratch::new();
    let (library, graph) = (scratch.arg("lib"), scratch.arg("graph.cert"));
    run(&["solve", "-c", &graph, &fixture("figure2")]).exits(0);
    run(&["library", "add", &library, &graph]).exits(2).complains("about a graph game");
    let mate = scratch.arg("mate.cert");
    run(&["solve", "-c", &mate, EPPSTEIN]).exits(0);
    let text = std::fs::read_to_string(scratch.path("mate.cert")).unwrap();
    let cut = text.trim_end().rsplit_once('\n').unwrap().0;
    let wrong = scratch.write("wrong.cert", format!("{cut}\n"));
    run(&["library", "add", &library, &wrong]).exits(1).complains("not added: REFUTED");
    let other = scratch.write("other.cert", format!("{cut}\na7a6\n"));
    run(&["library", "add", &library, &other]).exits(1).complains("not added: REFUTED");
    let empty = scratch.arg("nothing");
    std::fs::create_dir(scratch.path("nothing")).unwrap();
    run(&["library", "add", &library, &empty]).exits(2).complains("no certificate in it");
    run(&["library", "stats", &library]).exits(0).prints("0 certificates");
    scratch.write("library.sqlite", "mine\n");
    let foreign = scratch.arg("");
    run(&["solve", "--library", &foreign, EPPSTEIN]).exits(2).complains("not a library");
    // An answer of a game that may not enter is one all the same.
    run(&["solve", "--library", &library, &fixture("figure2")]).exits(0);
}

#[test]
fn a_damaged_library_mends_itself() {
    let scratch = Scratch::new();
    let library = scratch.arg("lib");
    let first = run(&["solve", "--json", "--library", &library, EPPSTEIN]).exits(0).json();
    let hash = first[0]["library"]["added"][0].as_str().unwrap();
    let found = run(&["library", "find", "--json", &library, EPPSTEIN]).exits(0).json();
    let file = found[0]["known"][0]["certificate"].as_str().unwrap();
    let damages = [None, Some("something else"), Some("")];
    let damage = |text: Option<&str>| match text {
        None => std::fs::remove_file(file).unwrap(),
        Some(text) => std::fs::write(file, text).unwrap(),
    };
    let is_whole = || {
        run(&["library", "check", &library, "--certificates"]).exits(0).prints("1 certificate");
        let again = run(&["solve", "--json", "--library", &library, EPPSTEIN]).exits(0).json();
        assert_eq!(again[0]["library"]["answer"], json!(hash));
    };
    for text in damages {
        damage(text);
        run(&["library", "check", &library]).exits(1).complains(hash);
        let again = run(&["solve", "--json", "--library", &library, EPPSTEIN]).exits(0);
        let again = again.complains("going on without it").complains(hash).json();
        assert_eq!(again[0]["verdict"], first[0]["verdict"]);
        assert_eq!(again[0]["library"]["damaged"], json!([hash]));
        assert_eq!(again[0]["library"]["added"], json!([hash]));
        is_whole();
    }
    let sound = scratch.arg("sound.cert");
    run(&["solve", "-c", &sound, EPPSTEIN]).exits(0);
    for text in damages {
        damage(text);
        run(&["library", "add", &library, &sound]).exits(0).prints("replaced").prints(hash);
        is_whole();
    }
    for text in damages {
        damage(text);
        run(&["library", "repair", &library]).exits(0).prints("replaced").prints(hash);
        is_whole();
    }
    run(&["library", "repair", &library]).exits(0).prints("1 certificate: nothing to repair");
    // What is not found again within the limits is not claimed any more.
    let hard = scratch.arg("hard");
    let rook = run(&["solve", "--json", "--library", &hard, ROOK]).exits(0).json();
    let hash = rook[0]["library"]["added"][0].as_str().unwrap();
    let found = run(&["library", "find", "--json", &hard, ROOK]).exits(0).json();
    std::fs::remove_file(found[0]["known"][0]["certificate"].as_str().unwrap()).unwrap();
    let repaired = run(&["library", "repair", "--nodes", "1", &hard]).exits(3);
    repaired.prints("removed").prints(hash).prints("not found again (nodes, 1 nodes)");
    run(&["library", "find", &hard, ROOK]).exits(3).prints("not known");
    run(&["library", "check", &hard]).exits(0);
}

#[test]
fn a_file_that_stands_for_gigabytes_is_held_nowhere() {
    let scratch = Scratch::new();
    let text = "threefold certificate 1\ngame: chess\nclaim: white wins\nrepetition: draw\n\
                root: 8/8/8/4k3/4P3/4K3/8/8 w - -\nmoves: 1\n---\n";
    let mut file = zstd::Encoder::new(Vec::new(), 3).unwrap();
    let block = b"e3f4\n".repeat(200_000);
    std::io::Write::write_all(&mut file, text.as_bytes()).unwrap();
    (0..1000).for_each(|_| std::io::Write::write_all(&mut file, &block).unwrap());
    let bomb = scratch.write("bomb.cert.zst", file.finish().unwrap());
    let library = scratch.arg("lib");
    let program = env!("CARGO_BIN_EXE_threefold");
    for (arguments, code, says) in [
        (format!("check {bomb}"), 1, "REFUTED line 8"),
        (format!("library add {library} {bomb}"), 1, "not added: REFUTED line 8"),
        (format!("explore --serve {bomb}"), 2, "REFUTED line 8"),
        (format!("explore -o {library}.html {bomb}"), 2, "larger than 256 MB"),
    ] {
        // 700 MB of addresses, a thousand of lines.
        let script = format!("ulimit -v 700000; exec {program} {arguments}");
        let ran = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
        let said = [ran.stdout, ran.stderr].concat();
        let said = String::from_utf8(said).unwrap();
        assert_eq!(ran.status.code(), Some(code), "{arguments}: {said}");
        assert!(said.contains(says), "{arguments}: {said}");
    }
}

#[test]
fn the_course_of_a_search_becomes_a_page() {
    let scratch = Scratch::new();
    let metrics = scratch.arg("a.jsonl");
    let hard = "8/8/8/4k3/8/8/3BN3/4K3 w - -";
    let mut args = vec!["solve", "-n", "9k", "--metrics-every", "1ms", "--metrics", &metrics];
    args.push(hard);
    run(&args).exits(3);
    let text = std::fs::read_to_string(scratch.path("a.jsonl")).unwrap();
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["format"], json!("threefold metrics 1"));
    assert!(lines.iter().any(|line| line["event"] == "progress" && line["nodes"].is_u64()));
    assert_eq!(lines.last().unwrap()["reason"], json!("nodes"));
    run(&["report", &metrics]).exits(0).prints("a.html");
    let page = std::fs::read_to_string(scratch.path("a.html")).unwrap();
    assert!(page.contains("<svg") && page.contains(hard) && !page.contains("{{"));
    // What is open is asked, not said.
    assert!(page.contains("unknown</span> (nodes): white wins? 9,") && !page.contains("wins."));
    // Again, and not over something else.
    run(&args).exits(3);
    run(&["report", &metrics]).exits(0);
    let mine = scratch.write("mine.txt", "mine\n");
    run(&["solve", "--metrics", &mine, hard]).exits(2).complains("--force overwrites it");
    run(&["report", &mine]).exits(2).complains("line 1");
}
