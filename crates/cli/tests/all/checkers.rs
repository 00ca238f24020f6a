//! Checkers: positions, games, endgame databases.

use crate::common::{Scratch, finish, program, program_with_cache, run, run_with_input};

/// First Position, with White to move.
const FIRST: &str = "W:WK19,K23:B12,K28";
const THREE_KINGS: &str = "W:WK6,K9:BK15";

/// A database of three pieces; four where it says so.
fn database(scratch: &Scratch, pieces: &str) -> String {
    let directory = scratch.arg("egdb");
    run(&["egdb", "build", "--pieces", pieces, "--threads", "2", "--dir", &directory])
        .exits(0)
        .prints(&format!("checkers-wld {pieces} blake3:"));
    directory
}

#[test]
fn a_build_is_cut_into_tasks() {
    let plan = |format: &str, more: &[&str]| {
        let args = ["egdb", "plan", "--pieces", "3", "--format", format];
        run(&[&args, more].concat())
    };
    let tasks: serde_json::Value = serde_json::from_str(&plan("json", &[]).exits(0).out).unwrap();
    let tasks = tasks.as_array().unwrap();
    let made = plan("make", &["--dir", "here"]).exits(0);
    for task in tasks {
        let slice = task["task"].as_str().unwrap();
        assert!(made.out.contains(&format!("\n$(DIR)/{slice}.wld:")), "{slice}");
        assert!(task["memory_bytes"].as_u64().unwrap() > 0);
    }
    plan("make", &["--dir", "two words"]).exits(2).complains("make cannot have such names");
    let slurm = plan("slurm", &["--dir", "it's"]).exits(0);
    assert_eq!(slurm.out.matches("sbatch --parsable").count(), tasks.len());
    assert_eq!(plan("hyperqueue", &[]).exits(0).out.matches("[[task]]").count(), tasks.len());
    // One of them, without those before it.
    let scratch = Scratch::new();
    let directory = scratch.arg("egdb");
    let slice = tasks.last().unwrap()["task"].as_str().unwrap();
    let build = |slice: &str| run(&["egdb", "build", "--slice", slice, "--dir", &directory]);
    build(slice).exits(2).complains("is missing from the endgame database");
    build("0m1k-0m1k").exits(0).prints("built in");
    build("0m1k-0m1k").exits(0).prints("there already");
    run(&["egdb", "build", "--dir", &directory]).exits(2).complains("--pieces");
}

#[test]
fn a_win_without_a_database() {
    let scratch = Scratch::new();
    let certificate = scratch.arg("win.cert");
    run(&["solve", "--egdb", "none", THREE_KINGS, "--certificate", &certificate])
        .exits(0)
        .prints("white wins")
        .prints("VERIFIED white wins");
    run(&["check", &certificate]).exits(0).prints("VERIFIED white wins");
    run(&["solve", "--egdb", "none", THREE_KINGS, "--attacker", "black"])
        .exits(0)
        .prints("black cannot force a win");
}

#[test]
fn a_draw_has_two_blocks() {
    let scratch = Scratch::new();
    let certificate = scratch.arg("draw.cert");
    let egdb = database(&scratch, "2");
    // One king in the double corner holds against two.
    run(&["solve", "--value", "--egdb", &egdb, "-c", &certificate, "W:WK18:BK29,K30"])
        .exits(0)
        .prints("draw: neither side can force a win")
        .prints("black holds and white holds");
    run(&["check", "--egdb", "none", &certificate])
        .exits(2)
        .complains("draw.cert: relies on checkers-wld 2 blake3:")
        .complains(", and --egdb none leaves it out");
    let verified = run(&["check", "--quiet", "--egdb", &egdb, &certificate]).exits(0);
    assert_eq!(verified.out, "VERIFIED black holds\nVERIFIED white holds\n");
    let expanded = run(&["check", "--egdb", &egdb, "--expand-database", &certificate]).exits(0);
    assert!(expanded.out.contains("VERIFIED white holds\n"));
    assert!(expanded.out.contains(" (played out, not relied on)\n"), "{}", expanded.out);
}

#[test]
fn a_win_ends_in_the_database_and_can_be_played_out() {
    let scratch = Scratch::new();
    let egdb = database(&scratch, "3");
    let certificate = scratch.arg("first.cert");
    let solved = run(&["solve", "--json", "--egdb", &egdb, "-c", &certificate, FIRST]).exits(0);
    let report = &solved.json()[0];
    assert_eq!(report["verdict"], "proven");
    assert_eq!(report["game"], "checkers");
    assert_eq!(report["checked"], true);
    let text = std::fs::read_to_string(&certificate).unwrap();
    assert!(text.contains("\ndatabase: checkers-wld 3 blake3:"), "{text}");
    // The line is a game to its end: black cannot move.
    let line: Vec<&str> =
        report["line"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
    assert_eq!(line.len() % 2, 1);
    let played = format!("{FIRST} moves {}", line.join(" "));
    run(&["solve", "--egdb", "none", &played, "--attacker", "white"])
        .exits(0)
        .prints("already decided");
    for flags in [&["check"][..], &["check", "--expand-database"]] {
        let args = [flags, &["--egdb", &egdb, &certificate]].concat();
        run(&args).exits(0).prints("VERIFIED white wins");
    }
    // Another number of pieces is another database.
    let other = text.replace("checkers-wld 3", "checkers-wld 2");
    let other = scratch.write("other.cert", other);
    run(&["check", "--egdb", &egdb, &other]).exits(1).prints("database-mismatch");
    // Without its last move the strategy is no longer one.
    let cut = scratch.write("cut.cert", text.trim_end().rsplit_once('\n').unwrap().0);
    for flags in [&["check"][..], &["check", "--expand-database"]] {
        run(&[flags, &["--egdb", &egdb, &cut]].concat()).exits(1).prints("REFUTED");
    }
}

#[test]
fn positions_of_the_database_are_known_at_once() {
    let scratch = Scratch::new();
    let egdb = database(&scratch, "3");
    run(&["solve", "--egdb", &egdb, THREE_KINGS])
        .exits(0)
        .prints("white wins")
        .prints("the shortest against the best defence (endgame database)")
        .prints("0 nodes");
    run(&["egdb", "probe", "--dir", &egdb, THREE_KINGS, "W:WK18:BK29,K30"])
        .exits(0)
        .prints("win: white wins in ")
        .prints("W:WK18:BK29,K30  draw");
    run(&["egdb", "probe", "--dir", &egdb, FIRST])
        .exits(3)
        .prints("unknown: not among the positions of 2 to 3 pieces");
    let json = run(&["egdb", "probe", "--json", "--dir", &egdb, THREE_KINGS, FIRST]).exits(3);
    assert_eq!(json.json()[0]["value"], "win");
    assert_eq!(json.json()[0]["winner"], "white");
    assert_eq!(json.json()[0]["line"].as_array().unwrap().len() as u64, {
        json.json()[0]["plies"].as_u64().unwrap()
    });
    assert!(json.json()[1]["value"].is_null());
    let info = run(&["egdb", "info", "--json", "--dir", &egdb]).exits(0);
    assert_eq!(info.json()[0]["pieces"], 3);
    assert_eq!(info.json()[0]["database_known"], true);
    assert_eq!(info.json()[0]["depths_known"], true);
    assert_eq!(info.json()[0]["slices"][0]["positions"], 992);
    // As in `known.txt`, which is made of this.
    let hash = "a19b5d2815d3d2619fb57e285422d01672600db5664b47d297a78be13c35b524";
    assert_eq!(info.json()[0]["slices"][0]["hash"], hash);
    run(&["egdb", "probe", "--dir", &egdb, "W:W99"])
        .exits(2)
        .complains("W:W99: column 4: the squares are 1 to 32, found '99'");
}

#[test]
fn databases_are_verified() {
    let scratch = Scratch::new();
    let egdb = database(&scratch, "3");
    run(&["egdb", "verify", "--dir", &egdb]).exits(0).prints("VERIFIED checkers-wld 3 blake3:");
    run(&["egdb", "info", "--dir", &egdb])
        .exits(0)
        .prints("with depths up to 3 pieces")
        .prints("the hash built into this program\n")
        .prints("100,250");
    run(&["egdb", "verify", "--dir", &egdb, "--slice", "1m1k-0m1k"])
        .exits(0)
        .prints("VERIFIED the slice 1m1k-0m1k of checkers-wld 3 blake3:");
    run(&["egdb", "verify", "--dir", &egdb, "--slice", "2m1k-0m1k"])
        .exits(2)
        .complains("the database has no slice 2m1k-0m1k");
    run(&["egdb", "verify", "--slice", "2m1k"])
        .exits(2)
        .complains("expected a slice like 2m1k-1m0k, of up to 8 pieces, found '2m1k'");
    // Nothing is left to build.
    run(&["egdb", "build", "--pieces", "3", "--dir", &egdb]).exits(0).prints("0 positions built");
    let path = scratch.path("egdb").join("0m2k-0m1k.wld");
    let mut bytes = std::fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::remove_file(&path).unwrap();
    std::fs::write(&path, bytes).unwrap();
    run(&["egdb", "verify", "--dir", &egdb])
        .exits(1)
        .prints("REFUTED ")
        .prints("0m2k-0m1k.wld: the contents do not match the checksum; `threefold egdb build");
    run(&["egdb", "info", "--dir", &scratch.arg("nowhere")]).exits(2).complains("nowhere");
    run(&["egdb", "build", "--pieces", "9"]).exits(2);
    run(&["solve", "--egdb", &scratch.arg("nowhere"), FIRST]).exits(2).complains("nowhere");
}

/// Killed at any moment, a build goes on where it was, and ends with the same files.
#[test]
fn a_killed_build_goes_on() {
    let scratch = Scratch::new();
    let egdb = scratch.arg("egdb");
    let build = ["egdb", "build", "--pieces", "4", "--threads", "1", "--dir", &egdb];
    for millis in [20, 60, 150, 400] {
        let mut child = program().args(build).stdout(std::process::Stdio::null()).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(millis));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let first = run(&build).exits(0);
    let other = scratch.arg("other");
    let second = run(&["egdb", "build", "--pieces", "4", "--dir", &other]).exits(0);
    assert_eq!(first.out.lines().next(), second.out.lines().next());
    run(&["egdb", "info", "--dir", &egdb]).exits(0).prints("109 plies");
}

const GAMES: &str = r#"[Event "First Position"]
[Result "1-0"]
[FEN "W:WK19,K23:B12,K28."]
1-0

[Event "Broken"]
1. 11-15 15-18 *

[Event "An ending"]
[FEN "W:WK6,K9:BK15"]
1. 6-1 15-18 2. 1-6 18-15 *
"#;

#[test]
fn games_and_positions_in_them() {
    let scratch = Scratch::new();
    let file = scratch.write("games.pdn", GAMES);
    run(&["solve", "--egdb", "none", &file])
        .exits(2)
        .complains("games.pdn:7:10: ply 2: '15-18' is not a legal move here")
        .prints("games.pdn#1  First Position  [result 1-0]")
        .prints("games.pdn#3  An ending")
        .prints("2 positions: 2 proven");
    let third =
        run(&["solve", "--egdb", "none", &format!("{file}#3:1"), "--json", "--attacker", "white"])
            .exits(0);
    assert_eq!(third.json()[0]["root"], "B:WK1,K9:BK15");
    assert_eq!(third.json().len(), 1);
    run(&["solve", &format!("{file}#3:5")])
        .exits(2)
        .complains("games.pdn#3:5: the game has 4 plies");
    run(&["solve", &format!("{file}#4")]).exits(2).complains("there are 3 games in the file");
    run(&["solve", &format!("{file}#2")]).exits(2).complains("games.pdn:7:10");
    let input =
        run_with_input(&["solve", "--egdb", "none", "-", "--json"], "[FEN \"W:WK6,K9:BK15\"]\n*\n")
            .exits(0);
    assert_eq!(input.json()[0]["input"], "-#1");
    let lines = scratch.write("lines.fen", "# two\nW:WK6,K9:BK15\n\nW:WK1:BK40\n");
    run(&["solve", "--egdb", "none", &lines])
        .exits(2)
        .prints("lines.fen:2")
        .complains("lines.fen:4:9: the squares are 1 to 32, found '40'");
    run(&["solve", "--egdb", "none", "W:WK6,K9"]).exits(0).prints("white wins");
    run(&["solve", "W:WK6,K6:BK1"])
        .exits(2)
        .complains("position 1:8: there is already a piece on square 6");
}

/// A position that stood twice before is a draw when it comes again: its wins do not count.
#[test]
fn moves_before_the_root_count() {
    let scratch = Scratch::new();
    let egdb = database(&scratch, "3");
    let once = format!("{THREE_KINGS} moves 6-1 15-18 1-6 18-15");
    run(&["solve", "--egdb", &egdb, &once]).exits(0).prints("white wins").prints("0 nodes");
    // Now it is there for the third time.
    let twice = format!("{once} 6-1 15-18 1-6 18-15");
    run(&["solve", "--egdb", &egdb, &twice, "--no-check"]).prints("white cannot force a win");
}

/// Without an option the database is in the cache directory of the user.
#[test]
fn the_database_has_a_place() {
    let scratch = Scratch::new();
    let run = |args: &[&str]| finish(program_with_cache(&scratch.path("cache")).args(args), "");
    let place = scratch.path("cache").join("threefold").join("egdb-4");
    run(&["egdb", "info"]).exits(2).complains(&place.display().to_string());
    run(&["egdb", "build", "--pieces", "3"]).exits(0).prints(&place.display().to_string());
    run(&["egdb", "info"]).exits(0).prints(&format!("in {}\n", place.display()));
    run(&["egdb", "probe", THREE_KINGS]).exits(0).prints("win: white wins in ");
    // Made with a copy that is somewhere else, checked with the one that is here.
    let other = database(&scratch, "3");
    let certificate = scratch.arg("first.cert");
    run(&["solve", "--egdb", &other, "-c", &certificate, FIRST]).exits(0);
    for flags in [&["check"][..], &["check", "--expand-database"]] {
        run(&[flags, &[&certificate]].concat()).exits(0).prints("VERIFIED white wins");
    }
    // What somebody else has written makes nobody build anything.
    let text = std::fs::read_to_string(&certificate).unwrap();
    for pieces in ["4", "5", "6"] {
        let name = format!("{pieces}.cert");
        let more =
            scratch.write(&name, text.replace("checkers-wld 3", &format!("checkers-wld {pieces}")));
        let command = format!("build it (`threefold egdb build --pieces {pieces}`), or");
        run(&["check", &more]).exits(2).complains(&command);
    }
    let names = scratch.names("cache/threefold/egdb-4");
    assert!(names.iter().all(|name| !name.starts_with("0m2k-0m2k")), "{names:?}");
}

/// Where nothing can be written a smaller database in memory does.
#[test]
fn without_a_place_the_database_is_in_memory() {
    let scratch = Scratch::new();
    let certificate = scratch.arg("third.cert");
    let shardlow = "W:WK15,K20:B8,10,16";
    run(&["solve", "-c", &certificate, shardlow])
        .exits(0)
        .complains("going on with an endgame database of 4 pieces in memory")
        .prints("VERIFIED white wins");
    let text = std::fs::read_to_string(&certificate).unwrap();
    assert!(text.contains("\ndatabase: checkers-wld 4 blake3:"), "{text}");
    // Checking builds nothing, in memory neither.
    run(&["check", &certificate])
        .exits(2)
        .complains("relies on checkers-wld 4 blake3:")
        .complains("build it (`threefold egdb build --pieces 4`), or give its directory");
    let egdb = database(&scratch, "4");
    run(&["check", "--expand-database", "--egdb", &egdb, &certificate])
        .exits(0)
        .prints("VERIFIED white wins");
    // Chess has no use for it, and certificates of another database are not what they seem.
    assert_eq!(run(&["solve", crate::common::EPPSTEIN]).exits(0).err, "");
    let other = scratch.write("other.cert", text.replace("checkers-wld 4", "checkers-dtw 4"));
    run(&["check", &other]).exits(1).prints("database-mismatch");
}

/// Flips the bits of one byte of a file.
fn damage(path: &std::path::Path, at: usize) -> Vec<u8> {
    let good = std::fs::read(path).unwrap();
    let mut bad = good.clone();
    bad[at] ^= 0xFF;
    std::fs::write(path, bad).unwrap();
    good
}

/// Was once "white wins, VERIFIED" of a draw, with a certificate that named the right database.
#[test]
fn a_damaged_payload_is_no_answer() {
    let scratch = Scratch::new();
    let egdb = database(&scratch, "3");
    let good = scratch.arg("good.cert");
    run(&["solve", "--egdb", &egdb, "-c", &good, THREE_KINGS])
        .exits(0)
        .prints("VERIFIED white wins");
    let path = scratch.path("egdb").join("0m2k-0m1k.wld");
    let repair = format!(
        "0m2k-0m1k.wld: the contents do not match the checksum; \
         `threefold egdb build --pieces 3 --dir {egdb}` builds it"
    );
    let certificate = scratch.arg("bad.cert");
    let length = std::fs::metadata(&path).unwrap().len() as usize;
    let mut whole = Vec::new();
    for at in [128, 200, length - 1] {
        whole = damage(&path, at);
        for flags in [&["solve"][..], &["solve", "--value"], &["solve", "--moves"]] {
            let ran = run(&[flags, &["--egdb", &egdb, THREE_KINGS, FIRST]].concat())
                .exits(2)
                .complains(&repair)
                .complains("no answer");
            assert_eq!(ran.out, "", "{ran:?}");
        }
        let ran =
            run(&["solve", "--egdb", &egdb, "-c", &certificate, FIRST]).exits(2).complains(&repair);
        assert_eq!(ran.out, "");
        assert!(!scratch.path("bad.cert").exists());
        for flags in [&["check"][..], &["check", "--expand-database"]] {
            let ran = run(&[flags, &["--egdb", &egdb, &good]].concat()).exits(2).complains(&repair);
            assert_eq!(ran.out, "");
        }
        let ran = run(&["egdb", "probe", "--dir", &egdb, THREE_KINGS]).exits(2).complains(&repair);
        assert_eq!(ran.out, "");
        std::fs::write(&path, &whole).unwrap();
    }
    // The command that was named helps.
    damage(&path, 200);
    run(&["egdb", "build", "--pieces", "3", "--dir", &egdb])
        .exits(0)
        .complains("0m2k-0m1k.wld: the contents do not match the checksum; building it again");
    assert!(std::fs::read(&path).unwrap() == whole);
    run(&["check", "--egdb", &egdb, &good]).exits(0).prints("VERIFIED white wins");
}

/// The file of a slice of one block, in which all positions are lost for the side to move: with all
/// checksums that fit, and under another hash if the header has to say that of the block.
fn forged(good: &[u8], has_hash_of_block: bool) -> Vec<u8> {
    let positions = u64::from_le_bytes(good[24..32].try_into().unwrap());
    let payload = vec![0xAA; positions.div_ceil(4) as usize];
    let block = zstd::bulk::compress(&payload, 3).unwrap();
    let mut bytes = good[..128].to_vec();
    bytes[56..64].copy_from_slice(&(block.len() as u64).to_le_bytes());
    if has_hash_of_block {
        bytes[64..96].copy_from_slice(blake3::hash(&payload).as_bytes());
    }
    let hash = blake3::hash(&bytes[..96]);
    bytes[96..].copy_from_slice(hash.as_bytes());
    bytes.extend((block.len() as u32).to_le_bytes());
    bytes.extend(blake3::hash(&payload).as_bytes());
    bytes.extend(block);
    bytes
}

/// Was once `VERIFIED black wins` of what White wins, under the hash built into the program.
#[test]
fn a_forged_database_is_not_believed() {
    let scratch = Scratch::new();
    let egdb = database(&scratch, "3");
    let solved = run(&["solve", "--egdb", &egdb, "-c", &scratch.arg("good.cert"), FIRST]).exits(0);
    assert!(solved.out.contains("VERIFIED white wins"), "{solved:?}");
    let good = std::fs::read_to_string(scratch.path("good.cert")).unwrap();
    let declared = good.lines().find(|line| line.starts_with("database: ")).unwrap();
    let lie = |database: &str| {
        format!(
            "threefold certificate 1\ngame: checkers\nclaim: black wins\nrepetition: draw\n\
             root: W:WK14,K15:BK1\n{database}\nmoves: 0\n---\n"
        )
    };
    let certificate = scratch.write("lie.cert", lie(declared));
    run(&["check", "--egdb", &egdb, &certificate]).exits(1).prints("REFUTED");
    // The name that an earlier version gave the same values is as good, and no better.
    let earlier = "database: checkers-wld 3 \
                   blake3:4885f35dab62b683ba7644ed7da87c805c80122296844d45c02c6951098e4366";
    let old = scratch.write("old.cert", good.replace(declared, earlier));
    let ran = run(&["check", "--egdb", &egdb, &old]).exits(0).prints("VERIFIED white wins");
    assert!(ran.out.contains("(the hash built into this program)\n"), "{ran:?}");
    let old_lie = scratch.write("old-lie.cert", lie(earlier));
    run(&["check", "--egdb", &egdb, &old_lie]).exits(1).prints("REFUTED");
    // Another hash is that of no database at hand, and JSON says so.
    let other = format!("database: checkers-wld 3 blake3:{}", "0".repeat(64));
    let other = scratch.write("other.cert", lie(&other));
    let ran = run(&["check", "--json", "--egdb", &egdb, &other]).exits(1);
    let json = &ran.json()[0];
    assert_eq!((&json["database_known"], &json["verified"]), (&false.into(), &false.into()));
    assert_eq!(json["kind"], "database-mismatch");

    let path = scratch.path("egdb").join("0m2k-0m1k.wld");
    let bytes = std::fs::read(&path).unwrap();
    let repair = format!("; `threefold egdb build --pieces 3 --dir {egdb}` builds it");
    for (has_hash_of_block, what) in [
        (false, "the contents do not match the checksum"),
        (true, "false: its hash is not the one that is built into this program"),
    ] {
        std::fs::write(&path, forged(&bytes, has_hash_of_block)).unwrap();
        for args in [
            &["check", &certificate][..],
            &["check", &old_lie],
            &["solve", "W:WK14,K15:BK1"],
            &["solve", "--value", FIRST],
            &["solve", "--moves", FIRST],
        ] {
            let ran = run(&[args, &["--egdb", &egdb]].concat())
                .exits(2)
                .complains(&format!("0m2k-0m1k.wld: {what}"))
                .complains(&repair);
            assert_eq!(ran.out, "", "{args:?}");
            assert!(args[0] == "solve" || ran.err.lines().count() == 1, "{ran:?}");
        }
        // By the depths, which are right, the lie leads nowhere.
        let ran = run(&["check", "--expand-database", "--egdb", &egdb, &certificate]);
        assert!(ran.code != 0 && !ran.out.contains("VERIFIED"), "{ran:?}");
        let verified = run(&["egdb", "verify", "--dir", &egdb]);
        assert!(!verified.out.contains("VERIFIED"), "{verified:?}");
    }
    run(&["egdb", "build", "--pieces", "3", "--dir", &egdb])
        .exits(0)
        .complains("0m2k-0m1k.wld: false: its hash is not the one");
    assert!(std::fs::read(&path).unwrap() == bytes);
    run(&["check", "--egdb", &egdb, &certificate]).exits(1).prints("REFUTED");
}

/// Was once the smaller database without a word.
#[test]
fn a_missing_slice_is_named() {
    let scratch = Scratch::new();
    let egdb = database(&scratch, "3");
    let certificate = scratch.arg("first.cert");
    run(&["solve", "--egdb", &egdb, "-c", &certificate, FIRST]).exits(0);
    let path = scratch.path("egdb").join("1m0k-0m2k.wld");
    std::fs::remove_file(&path).unwrap();
    let missing = format!(
        "3 pieces incomplete: {} is missing (`threefold egdb build --pieces 3 --dir {egdb}` \
         completes them); using 2 pieces",
        path.display()
    );
    run(&["solve", "--egdb", &egdb, "W:WK18:BK29"]).exits(0).complains(&missing);
    run(&["egdb", "info", "--dir", &egdb]).exits(0).complains(&missing);
    run(&["check", "--egdb", &egdb, &certificate])
        .exits(2)
        .complains(&format!("build it (`threefold egdb build --pieces 3 --dir {egdb}`), or"))
        .complains("1m0k-0m2k.wld: is missing");
}

/// The one that `solve` builds is no exception: what is damaged there is not passed over.
#[test]
fn damage_in_the_users_database_is_an_error() {
    let scratch = Scratch::new();
    let run = |args: &[&str]| finish(program_with_cache(&scratch.path("cache")).args(args), "");
    run(&["egdb", "build", "--pieces", "2"]).exits(0);
    let place = scratch.path("cache").join("threefold").join("egdb-4");
    let path = place.join("0m1k-0m1k.wld");
    damage(&path, 40);
    let ran = run(&["solve", "W:WK18:BK29"]).exits(2).complains(
        "0m1k-0m1k.wld: the header is damaged, or belongs to another slice; `threefold egdb build \
         --pieces 2` builds it",
    );
    assert_eq!(ran.out, "");
}

/// One waits for the other, and both are content.
#[test]
fn two_programs_build_at_once() {
    let scratch = Scratch::new();
    let egdb = scratch.arg("egdb");
    let mut build = program();
    build.args(["egdb", "build", "--pieces", "4", "--threads", "1", "--dir", &egdb]);
    let mut other = build.stdout(std::process::Stdio::null()).spawn().unwrap();
    run(&["egdb", "build", "--pieces", "4", "--dir", &egdb])
        .exits(0)
        .prints("checkers-wld 4 blake3:2ed25c5e6d0ef6dbb275a0a9726fd4f27928924a9759be3e451d");
    assert!(other.wait().unwrap().success());
    run(&["egdb", "info", "--dir", &egdb]).exits(0);
    assert!(scratch.names("egdb").iter().all(|name| !name.contains("unfinished")));
}

/// A block that cannot be read hides moves: play goes on with those that are left, in circles.
#[test]
fn a_line_through_a_damaged_database_ends() {
    let scratch = Scratch::new();
    let egdb = database(&scratch, "3");
    let slice = scratch.path("egdb/0m1k-0m2k.wld");
    assert!(slice.exists(), "{slice:?}");
    let mut bytes = std::fs::read(&slice).unwrap();
    // In the last block.
    *bytes.last_mut().unwrap() ^= 4;
    std::fs::write(&slice, bytes).unwrap();
    let position = "B:W30,K31:BK1";
    for arguments in [
        vec!["solve", "--egdb", &egdb, "--value", "--time", "10s", position],
        vec!["egdb", "probe", "--dir", &egdb, position],
    ] {
        run(&arguments).exits(2).complains("0m1k-0m2k.wld").complains("threefold egdb build");
    }
    // What is missing is no reason to say that the rest is in order.
    std::fs::remove_file(&slice).unwrap();
    run(&["egdb", "verify", "--dir", &egdb]).exits(2).complains("0m1k-0m2k.wld");
}

/// A pipe has no end until somebody writes to it.
#[cfg(unix)]
#[test]
fn a_pipe_is_no_database() {
    let scratch = Scratch::new();
    let egdb = database(&scratch, "2");
    let slice = scratch.path("egdb/0m1k-0m1k.wld");
    std::fs::remove_file(&slice).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&slice).status().unwrap().success());
    for arguments in [
        vec!["egdb", "info", "--dir", &egdb],
        vec!["egdb", "verify", "--dir", &egdb],
        vec!["egdb", "probe", "--dir", &egdb, "B:WK1:BK32"],
        vec!["solve", "--egdb", &egdb, "B:WK1:BK32"],
    ] {
        run(&arguments).exits(2).complains("no regular file");
    }
}

/// Who wins hurries and who loses delays: the plies are those of the database, each move the first.
#[test]
fn moves_say_how_long_they_take() {
    let scratch = Scratch::new();
    let egdb = database(&scratch, "3");
    let solve = |more: &[&str], position: &str| {
        run(&[&["solve", "--value", "--moves", "--egdb", &egdb][..], more, &[position]].concat())
            .exits(0)
    };
    let report = solve(&["--json"], THREE_KINGS).json()[0].clone();
    let whole = report["line"].as_array().unwrap().len() as u64;
    let moves = report["moves"].as_array().unwrap();
    let mut shortest = u64::MAX;
    for one in moves {
        let text = one["move"].as_str().unwrap();
        let Some(plies) = one.get("plies").and_then(serde_json::Value::as_u64) else {
            assert_eq!(one["value"], "draw", "{text}");
            continue;
        };
        // The line from there on is a ply shorter.
        let after = solve(&["--json"], &format!("{THREE_KINGS} moves {text}")).json()[0].clone();
        assert_eq!(after["line"].as_array().unwrap().len() as u64 + 1, plies, "{text}");
        // Who makes the last move wins.
        assert_eq!(one["value"], if plies % 2 == 1 { "win" } else { "loss" }, "{text}");
        if one["value"] == "win" {
            shortest = shortest.min(plies);
        }
    }
    assert_eq!(shortest, whole);
    let lines = solve(&[], THREE_KINGS);
    lines
        .prints("legal, with plies to the end of the game by the database")
        .prints(&format!("({shortest})"));
    // Nothing is said of a draw, or where there is no database.
    let drawn = solve(&["--json"], "W:WK18:BK29,K30").json()[0].clone();
    let drawn = drawn["moves"].as_array().unwrap().iter().filter(|one| one["value"] == "draw");
    assert_eq!(drawn.clone().count(), 1);
    assert!(drawn.into_iter().all(|one| one.get("plies").is_none()));
    let without = ["solve", "--value", "--moves", "--egdb", "none", THREE_KINGS];
    assert!(!run(&without).exits(0).out.contains("by the database"));
}

#[test]
fn positions_are_drawn() {
    run(&["solve", "--diagram", "--egdb", "none", THREE_KINGS])
        .exits(0)
        .prints(
            "\n                5  .   W   .   .     8\n                9    W   .   .   .  12\n",
        )
        .prints("                   white to move\n");
}
