//! `threefold library`, and `solve --library`.

use serde_json::json;

use crate::common::{EPPSTEIN, ROOK, STALEMATE, Scratch, fixture, run};

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
    // Under the fifty-move rule the question is another one.
    let (clock, cert) = (scratch.arg("clock"), scratch.arg("clock.cert"));
    run(&["solve", "--fifty-moves", "--certificate", &cert, EPPSTEIN]).exits(0);
    let added = run(&["library", "add", "--json", &clock, &cert]).exits(0).json();
    let hash = added[0]["hash"].as_str().unwrap();
    let file = format!("certificates/{}/{}.cert.zst", &hash[..2], &hash[2..]);
    std::fs::remove_file(scratch.path("clock").join(file)).unwrap();
    run(&["library", "repair", &clock]).exits(0).prints("replaced").prints(hash);
}

/// A pipe would wait for somebody who writes to it, and a directory cannot be replaced by a file.
#[cfg(unix)]
#[test]
fn what_is_no_file_is_damaged_as_well() {
    let scratch = Scratch::new();
    let library = scratch.arg("lib");
    run(&["solve", "--library", &library, EPPSTEIN]).exits(0);
    let found = run(&["library", "find", "--json", &library, EPPSTEIN]).exits(0).json();
    let file = std::path::Path::new(found[0]["known"][0]["certificate"].as_str().unwrap());
    let hash = found[0]["known"][0]["hash"].as_str().unwrap();
    let kinds = [
        ("mkfifo \"$1\"", "expected a regular file"),
        ("mkdir \"$1\"", "expected a regular file"),
        ("mkdir \"$1\"; touch \"$1/mine\"", "expected a regular file"),
        ("ln -s /dev/zero \"$1\"", "expected a regular file"),
        ("ln -s nowhere \"$1\"", "No such file"),
    ];
    let out = scratch.arg("out.cert");
    let mend: [(&[&str], &str); 2] = [
        (&["library", "repair", &library], "replaced"),
        (&["solve", "--library", &library, EPPSTEIN], "VERIFIED"),
    ];
    for ((kind, what), (mend, says)) in
        kinds.iter().flat_map(|kind| mend.iter().map(move |mend| (kind, mend)))
    {
        std::fs::remove_file(file).unwrap();
        let shell = std::process::Command::new("sh").args(["-c", kind, "sh"]).arg(file).status();
        assert!(shell.unwrap().success());
        for (arguments, code) in [
            (vec!["library", "check", &library], 1),
            (vec!["library", "find", &library, EPPSTEIN], 3),
            (vec!["library", "export", &library, EPPSTEIN, "-c", &out], 3),
            (vec!["library", "export", &library, "--hash", hash, "-c", &out], 2),
        ] {
            run(&arguments).exits(code).complains(what);
        }
        run(mend).exits(0).prints(says);
        run(&["library", "check", "--certificates", &library]).exits(0);
    }
    // What was in the directory is somebody's.
    assert!(file.with_extension("zst.aside-1").join("mine").exists());
    // Nor is anything written where a link leads.
    let mine = scratch.write("mine.txt", "mine");
    let unfinished = scratch.path("lib/certificates/unfinished.tmp");
    std::os::unix::fs::symlink(&mine, unfinished).unwrap();
    run(&["solve", "--library", &library, ROOK]).exits(0);
    assert_eq!(std::fs::read_to_string(mine).unwrap(), "mine");
}

/// The index is a file that anybody can write to.
#[test]
fn what_the_index_says_is_known_only_if_the_certificate_says_it() {
    let scratch = Scratch::new();
    let library = scratch.arg("lib");
    let forge = |what: &str| {
        let db = rusqlite::Connection::open(scratch.path("lib/library.sqlite")).unwrap();
        db.execute(what, []).unwrap()
    };
    let elsewhere = format!("UPDATE proof SET position = '{STALEMATE}'");
    let copied = &format!(
        "INSERT INTO proof SELECT id + 1, game, parameters, '{STALEMATE}', player, goal, plies, \
         relies, hash, bytes, lines, positions, nodes, version, added FROM proof"
    );
    let turned = "UPDATE proof SET player = 'black'";
    for (forged, about) in [(&elsewhere[..], STALEMATE), (copied, STALEMATE), (turned, EPPSTEIN)] {
        let _ = std::fs::remove_dir_all(scratch.path("lib"));
        run(&["solve", "--library", &library, EPPSTEIN]).exits(0);
        assert_eq!(forge(forged), 1);
        let out = scratch.arg("out.cert");
        let find = run(&["library", "find", &library, about]).exits(3).prints("not known");
        find.complains("the index says something else of it");
        run(&["library", "export", &library, about, "-c", &out]).exits(3);
        // It makes room for what is proved.
        let solved = run(&["solve", "--value", "--library", &library, about]).exits(0);
        assert!(solved.out.contains("VERIFIED") && !solved.err.contains("CONFLICT"), "{solved:?}");
        run(&["library", "find", &library, about]).exits(0);
        // And nothing that holds is lost.
        run(&["library", "find", &library, EPPSTEIN]).exits(0).prints("white wins");
        run(&["library", "check", "--certificates", &library]).exits(0);
    }
    assert_eq!(forge(copied), 1);
    run(&["library", "repair", &library]).exits(3).prints("what holds is: black holds");
    run(&["library", "find", &library, EPPSTEIN]).exits(0).prints("white wins");
    // Nor is a leaf of a search one that a row alone has made: White has this move only.
    forge("DELETE FROM proof WHERE player = 'black'");
    forge("UPDATE proof SET position = '8/8/8/8/8/2k5/Kp6/8 b - -'");
    let before = "8/8/8/8/8/2k5/1p6/1K6 w - -";
    let asked = ["solve", "--attacker", "white", "--library-positions", "1", "--library", &library];
    let said = run(&[&asked[..], &[before]].concat()).exits(0);
    said.complains("it is about something else").prints("VERIFIED black holds");
    run(&["library", "check", "--certificates", &library]).exits(0).prints("2 certificates: whole");
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
