//! `solve --mate`, `--shortest` and `--keys`.

use crate::common::{EPPSTEIN, MATED_SOON, MORPHY, ROOK, Scratch, run};

/// Morphy: 1. Ra6! mates in two, and nothing else does.
/// Loyd: mate in five.
const EXCELSIOR: &str = "n1rb4/1p3p1p/1p6/1R5K/8/p3p1PN/1PP1R3/N6k w - -";

#[test]
fn a_stipulation_holds_or_does_not_and_both_are_proved() {
    let two = run(&["solve", "--mate", "2", "--keys", "--json", MORPHY]).exits(0);
    let two = &two.json()[0];
    assert_eq!((&two["verdict"], &two["attacker"]), (&"proven".into(), &"white".into()));
    assert_eq!(two["asked"], 3);
    // What refutes the other moves has no certificate.
    assert_eq!(two["checked"], serde_json::Value::Null);
    let standings = two["claims"].as_array().unwrap();
    let standing = |claim: &str| {
        let found = standings.iter().find(|one| one["claim"] == claim);
        found.unwrap_or_else(|| panic!("{claim}: {two}"))["standing"].as_str().unwrap()
    };
    assert_eq!(standing("white wins within 3"), "certified");
    assert_eq!(standing("black holds plies 1"), "certified");
    assert_eq!(standing("a1a6: white wins within 3"), "certified");
    assert_eq!(standing("a1a2: black holds plies 3"), "searched");
    assert_eq!(two["mate"]["at_most"], 2);
    let keys = two["keys"].as_array().unwrap();
    let of = |verdict: &str| keys.iter().filter(|key| key["verdict"] == verdict).count();
    assert_eq!((of("proven"), of("disproven")), (1, keys.len() - 1));
    let key = keys.iter().find(|key| key["verdict"] == "proven").unwrap();
    assert_eq!(key["move"], "a1a6");
    assert!(keys.iter().any(|key| key["refutation"].is_string()));

    let one = run(&["solve", "--mate", "1", "--json", MORPHY]).exits(0);
    let one = &one.json()[0];
    assert_eq!((&one["verdict"], &one["checked"]), (&"disproven".into(), &true.into()));
    assert_eq!(one["mate"]["at_least"], 2);

    // The text says the same.
    let text = run(&["solve", "--mate", "2", "--keys", MORPHY]).exits(0);
    text.prints("certificate  VERIFIED white wins within 3\n")
        .prints("uncertified  single moves and variations: by the search alone\n");
}

#[test]
fn an_answer_is_checked_where_every_claim_of_a_length_has_a_certificate() {
    let claims = |answer: &serde_json::Value| {
        let claims = answer["claims"].as_array().unwrap().iter();
        let one = |claim: &serde_json::Value| {
            format!("{}: {}", claim["claim"].as_str().unwrap(), claim["standing"].as_str().unwrap())
        };
        claims.map(one).collect::<Vec<_>>()
    };
    let ask = |more: &[&str], code| {
        let arguments: Vec<_> = ["solve", "--json"].iter().chain(more).copied().collect();
        run(&arguments).exits(code).json()[0].clone()
    };
    let all = ask(&["--shortest", MORPHY], 0);
    assert_eq!(all["checked"], true);
    let both = ["white wins within 3: certified", "black holds plies 1: certified"];
    assert_eq!(claims(&all), both);
    // What is said of other first moves has no certificate.
    let some = ask(&["--mate", "2", "--keys", MORPHY], 0);
    assert_eq!((&some["verdict"], &some["checked"]), (&"proven".into(), &serde_json::Value::Null));
    assert_eq!(claims(&some)[..2], both);
    assert_eq!(claims(&some)[2], "b6a7: black holds plies 3: searched");
    let none = ask(&["--shortest", "--no-check", MORPHY], 0);
    assert_eq!(none["checked"], serde_json::Value::Null);
    let both = ["white wins within 3: searched", "black holds plies 1: searched"];
    assert_eq!(claims(&none), both);
    let open = ask(&["--mate", "5", "--nodes", "1", EXCELSIOR], 3);
    assert_eq!(open["checked"], serde_json::Value::Null);
    assert_eq!(claims(&open).last().unwrap(), "white wins within 9: unknown");
    // With fewer moves than the rules allow nothing is said of what does not win.
    let fewer = ask(&["--attacker-moves", "checks", "--mate", "2", MORPHY], 3);
    assert_eq!(claims(&fewer), ["white wins within 3: unknown"]);
    let value = ask(&["--value", "8/8/8/4k3/8/8/4P3/4K3 b - -"], 0);
    assert_eq!(value["checked"], true);
    assert_eq!(claims(&value), ["white holds: certified", "black holds: certified"]);
}

#[test]
fn the_shortest_mate_is_a_bracket_with_a_certificate_at_each_end() {
    let scratch = Scratch::new();
    let file = scratch.arg("rook.cert");
    let rook = "8/5k2/3K4/8/8/8/R7/8 w - -";
    let ran = run(&["solve", "--shortest", "--json", "--certificate", &file, rook]).exits(0);
    let answer = &ran.json()[0];
    assert_eq!(answer["plies"]["at_least"], answer["plies"]["at_most"]);
    assert_eq!((&answer["pn"], &answer["dn"]), (&0.into(), &1_073_741_824.into()));
    let places: Vec<_> = answer["certificates"].as_array().unwrap().iter().collect();
    assert_eq!(places, [&file.as_str(), &scratch.arg("rook.2.cert").as_str()]);
    let plies = answer["plies"]["at_most"].as_u64().unwrap();
    let ran = run(&["check", "--quiet", &file, &scratch.arg("rook.2.cert")]).exits(0);
    ran.prints(&format!("VERIFIED white wins within {plies}"))
        .prints(&format!("VERIFIED black holds plies {}", plies - 2));
}

#[test]
fn certificates_of_a_length_answer_questions_with_a_number() {
    let scratch = Scratch::new();
    let (wins, holds) = (scratch.arg("two.cert"), scratch.arg("two.2.cert"));
    run(&["solve", "--mate", "2", "-c", &wins, MORPHY]).exits(0);
    let answers = |asked: &str, file: &str, code| {
        run(&["check", "--question", MORPHY, "--stipulation", asked, file]).exits(code)
    };
    answers("#2", &wins, 0).prints(": ANSWERED white wins within 3 by ");
    answers("#3", &wins, 0).prints(": ANSWERED");
    answers("#1", &wins, 1).complains("'white wins within 3' is no answer");
    answers("#1", &holds, 0).prints(": ANSWERED black holds plies 1 by ");
    answers("#2", &holds, 3).prints(": IN PART black holds plies 1 by ");
}

#[test]
fn that_there_is_no_mate_at_any_distance_has_an_ordinary_certificate() {
    let scratch = Scratch::new();
    let file = scratch.arg("none.cert");
    let pawn = "8/8/8/4k3/8/8/4P3/4K3 b - -";
    for question in [&["--shortest"][..], &["--mate", "3"]] {
        let base = ["solve", "--attacker", "white", "--json", "-c", &file, pawn];
        let arguments: Vec<_> = base.iter().chain(question).copied().collect();
        let ran = run(&arguments).exits(0);
        let answer = &ran.json()[0];
        assert_eq!((&answer["verdict"], &answer["checked"]), (&"disproven".into(), &true.into()));
        assert_eq!((&answer["pn"], &answer["dn"]), (&1_073_741_824.into(), &0.into()));
        assert_eq!(answer["uncertified"], serde_json::json!([]));
        let is_of_all = answer["mate"]["at_least"].is_null();
        assert!(is_of_all || question[0] == "--mate", "{answer}");
        let said = if is_of_all { "VERIFIED black holds\n" } else { "VERIFIED black holds plies " };
        run(&["check", &file]).exits(0).prints(said);
    }
}

#[test]
fn a_limit_of_nodes_is_one_of_the_whole_question() {
    for question in [&["--mate", "8"][..], &["--shortest"]] {
        // A rook, and far from mate.
        let rook = "8/8/8/8/4k3/8/8/R6K w - -";
        let base = ["solve", "--keys", "--nodes", "20k", "--no-check", "--json", rook];
        let arguments: Vec<_> = base.iter().chain(question).copied().collect();
        let ran = run(&arguments).exits(3);
        let answer = &ran.json()[0];
        let nodes = answer["nodes"].as_u64().unwrap();
        assert!((15_000..21_000).contains(&nodes), "{answer}");
        assert_eq!(answer["verdict"], "unknown");
        assert!(answer["pn"].as_u64() > Some(0) && answer["dn"].as_u64() > Some(0), "{answer}");
    }
}

#[test]
fn the_text_says_what_is_proved() {
    let ran = run(&["solve", "--mate", "2", "--keys", MORPHY]).exits(0);
    ran.prints("white: mate in 2 moves").prints("key          a1a6\n").prints("refuted");
    run(&["solve", "--shortest", EPPSTEIN]).exits(0).prints("mate in 1 move");
    // Nobody is to mate here but Black, whose move it is not.
    let ran = run(&["solve", "--shortest", "--attacker", "black", MATED_SOON]).exits(0);
    ran.prints("black: mate in 1 move");
}

/// The same as Popeye 4.104 prints, but for the order of the tries.
const SOLUTION: &str = "
      1...Bb8-h2
          2.Ra1*a7 #
      1...Bb8-g3
          2.Ra1*a7 #
      1...Bb8-f4
          2.Ra1*a7 #
      1...Bb8-e5
          2.Ra1*a7 #
      1...Bb8-d6
          2.Ra1*a7 #
      1...Bb8-c7
          2.Ra1*a7 #

   1.Ra1-a5 ? zugzwang.
      1...Bb8-h2
          2.Ra5*a7 #
      1...Bb8-g3
          2.Ra5*a7 #
      1...Bb8-f4
          2.Ra5*a7 #
      1...Bb8-e5
          2.Ra5*a7 #
      1...Bb8-d6
          2.Ra5*a7 #
      1...Bb8-c7
          2.Ra5*a7 #
    but
      1...a7-a6 !

   1.Ra1*a7 + ?
    but
      1...Bb8*a7 !

   1.Ra1-a6 ! zugzwang.
      1...b7*a6
          2.b6-b7 #
      1...Bb8-h2
          2.Ra6*a7 #
";

#[test]
fn the_solution_is_written_as_popeye_writes_it() {
    let ran = run(&["solve", "--mate", "2", "--tries", "--set-play", MORPHY]).exits(0);
    ran.prints("problem      sound: one key, and no shorter mate").prints(SOLUTION);
    // A threat, and replies that meet it.
    let ran = run(&["solve", "--mate", "2", "--solution", "k7/8/2K5/8/8/8/8/7R w - -"]).exits(0);
    ran.prints("cooked: there is more than one key")
        .prints("   1.Kc6-b6 ! threat:\n          2.Rh1-h8 #\n");
    let json = run(&["solve", "--mate", "2", "--tries=2", "--duals", "--json", MORPHY]).exits(0);
    let answer = &json.json()[0];
    assert_eq!(answer["soundness"], "sound");
    let solution = &answer["solution"];
    assert_eq!((&solution["complete"], &solution["set_play"]), (&true.into(), &().into()));
    assert_eq!(solution["keys"][0]["move"], "a1a6");
    assert_eq!(solution["keys"][0]["mate"], 2);
    assert_eq!(solution["keys"][0]["variations"][0]["attacks"][0]["move"], "b6b7");
    let tries = solution["tries"].as_array().unwrap();
    assert!(
        tries.iter().all(|one| (1..=2).contains(&one["refutations"].as_array().unwrap().len()))
    );
    assert_eq!(answer["refutations"].as_array().unwrap().len(), 15);
}

#[test]
fn duals_are_counted_in_full_length_variations_that_meet_the_threat() {
    let rooks = "8/2R5/8/8/8/7R/K4k2/8 w - -";
    let ran = run(&["solve", "--mate", "3", "--duals", rooks]).exits(0);
    let ran = ran.prints("  duals        1.Rc7-c2 + Kf2-g1 2.Rc2-b2, ");
    // After this reply one of six moves mates at once: a short variation.
    let ran = ran.prints("      1...Kf2-e1\n          2.Rc2-b2 threat:\n");
    assert!(!ran.out.contains("1.Rc7-c2 + Kf2-e1"), "{}", ran.out);
    // Two mates after each reply, but both are threatened.
    let threats = "7k/8/5K2/6Q1/8/8/8/8 w - -";
    let ran = run(&["solve", "--mate", "2", "--duals", threats]).exits(0);
    let ran = ran.prints("   1.Kf6-f7 ! threat:\n          2.Qg5-h4 #\n          2.Qg5-h5 #\n");
    assert!(!ran.out.contains("  duals  "), "{}", ran.out);
}

#[test]
fn the_number_of_moves_is_that_of_the_record_which_is_right_or_wrong() {
    let record = |operations: &str| format!("{MORPHY} {operations}");
    let recorded = |operations: &str| {
        let text = record(operations);
        let ran = run(&["solve", "--mate", "record", "--keys", "--json", &text]).exits(0);
        ran.json()[0]["recorded"].clone()
    };
    let right = recorded("bm #2 Ra6;");
    assert_eq!((&right["mate"], &right["bm"]), (&"agrees".into(), &"agrees".into()));
    assert_eq!(recorded("bm #3;")["mate"], "shorter");
    assert_eq!(recorded("bm #1;")["mate"], "differs");
    assert_eq!(recorded("bm #2 bxa7;")["bm"], "differs");
    let text = record("dm 1;");
    run(&["solve", "--keys", &text]).exits(0).prints("no solution").prints("not what the record");
}

#[test]
fn a_selfmate_and_a_stalemate_are_questions_of_their_own() {
    let scratch = Scratch::new();
    let file = scratch.arg("stalemate.cert");
    let stalemate = "k7/8/1K6/8/8/8/8/2Q5 w - -";
    let ran = run(&["solve", "--stipulation", "=1", "-c", &file, stalemate]).exits(0);
    ran.prints("white: stalemate in 1 move").prints("VERIFIED white wins within 1");
    run(&["check", &file]).exits(0).prints("game: chess stalemate");
    let check = |stipulation: &str, position: &str, code| {
        let question = ["check", "--stipulation", stipulation, "--question", position, &file];
        run(&question).exits(code)
    };
    for stipulation in ["=", "=1", "=2"] {
        check(stipulation, stalemate, 0).prints("ANSWERED white wins within 1 by ");
    }
    for other in ["#", "s#", "#1"] {
        check(other, stalemate, 1).prints("other-question").prints("MISSING");
    }
    check("=1", "8/8/8/8/8/8/8/K1k5 w - -", 1).prints("other-question");
    check("=1", "W:WK15:B10", 2).complains("of chess only");
    run(&["check", "--stipulation", "=1", &file]).exits(2).complains("--question");
    // It proves no mate.
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("chess stalemate", "chess")).unwrap();
    run(&["check", &file]).exits(1).prints("REFUTED");
    std::fs::write(&file, text.replace("chess stalemate", "chess helpmate")).unwrap();
    run(&["check", &file]).exits(2).complains("no parameter 'helpmate'");
    // 1. Qb7+, and the only reply mates White.
    let selfmate = "kqQ5/8/1K6/B1B5/8/8/8/8 w - -";
    let ran = run(&["solve", "--stipulation", "s#1", "--solution", "--json", selfmate]).exits(0);
    let answer = &ran.json()[0];
    assert_eq!((&answer["verdict"], &answer["asked"]), (&"proven".into(), &2.into()));
    assert_eq!(answer["solution"]["keys"][0]["variations"][0]["reply"], "b8b7");
    // No certificate is about the variations.
    let last = answer["claims"].as_array().unwrap().last().unwrap();
    let searched = serde_json::json!({ "claim": "the solution", "standing": "searched" });
    assert_eq!((last, &answer["checked"]), (&searched, &serde_json::Value::Null));
    run(&["solve", "--stipulation", "h#2", MORPHY])
        .exits(2)
        .complains("expected #N, s#N, r#N, semi-r#N or =N");
    run(&["solve", "--stipulation", "s#", MORPHY]).exits(2).complains("in how many moves?");
    run(&["solve", "--stipulation", "s#2", "W:WK15:B10"]).exits(2).complains("of chess only");
    run(&["solve", "--stipulation", "s#2", "--shortest", MORPHY]).exits(2).complains("a number");
}

#[test]
fn a_side_may_be_without_a_king_but_not_the_one_to_be_mated() {
    let white = "7k/8/8/8/8/8/Q7/R7 w - -";
    run(&["solve", "--mate", "2", white]).exits(0).prints("VERIFIED white wins within 3");
    run(&["solve", white]).exits(0).prints("VERIFIED white wins");
    // Who moves mates nobody: it is the other's mate that is asked about.
    let black = "7k/8/8/8/8/8/Q7/R7 b - -";
    run(&["solve", "--shortest", black]).exits(0).prints("white: mate in 3 moves");
    let selfmate = ["solve", "--stipulation", "s#2", "--attacker", "white", white];
    for question in [&["solve", "--attacker", "black", white][..], &selfmate] {
        run(question).exits(2).complains("white, who is to be mated, has no king");
    }
    run(&["solve", "8/8/8/8/8/8/8/8 w - -"]).complains("there is no king on the board");
    run(&["solve", "8/8/8/8/8/8/8/8"]).complains("write for example w - -");
}

#[test]
fn with_fewer_moves_a_mate_is_a_mate_and_nothing_else_is_known() {
    let checks = ["solve", "--attacker-moves", "checks", "--json"];
    let ask = |more: &[&str], code| {
        let arguments: Vec<_> = checks.iter().chain(more).copied().collect();
        run(&arguments).exits(code).json()[0].clone()
    };
    let mate = ask(&["--mate", "1", EPPSTEIN], 0);
    assert_eq!((&mate["verdict"], &mate["checked"]), (&"proven".into(), &true.into()));
    // Morphy's key is quiet.
    let unknown = ask(&["--mate", "2", MORPHY], 3);
    assert_eq!(
        (&unknown["verdict"], &unknown["reason"]),
        (&"unknown".into(), &"restricted".into())
    );
    assert_eq!(unknown["mate"]["at_least"], 0);
    let quiet = run(&["solve", "--attacker-moves", "replies<=7", "--mate", "2", MORPHY]).exits(0);
    quiet.prints("VERIFIED white wins within 3");
    run(&["solve", "--attacker-moves", "checks", "--mate", "2", "--keys", MORPHY])
        .exits(2)
        .complains("nothing is refuted");
    run(&["solve", "--attacker-moves", "some", "--mate", "2", MORPHY])
        .exits(2)
        .complains("replies");
}

#[test]
fn the_fifty_move_rule_counts_to_the_ply() {
    let scratch = Scratch::new();
    let file = scratch.arg("fifty.cert");
    // Mate in one, and in two.
    let one = |clock: u32| format!("8/8/8/8/8/k1K5/8/7R w - - {clock} 80");
    let two = |clock: u32| format!("k7/8/2K5/8/8/8/8/7R w - - {clock} 80");
    let asked = |length: &[&str], position: &str| {
        let flags = ["solve", "--fifty-moves", "--json", "-c", &file];
        run(&[&flags, length, &[position]].concat()).exits(0).json()[0].clone()
    };
    for length in [&[][..], &["--shortest"]] {
        for (position, verdict) in [
            (one(99), "proven"),
            (one(100), "disproven"),
            (two(96), "proven"),
            (two(97), "proven"),
            (two(98), "disproven"),
            (two(99), "disproven"),
        ] {
            let answer = asked(length, &position);
            assert_eq!((&answer["verdict"], &answer["checked"]), (&verdict.into(), &true.into()));
            run(&["check", "--fifty-moves", "--question", &position, &file])
                .exits(0)
                .prints("game: chess fifty-moves");
            run(&["check", "--question", &position, &file]).exits(1);
        }
    }
    assert_eq!(asked(&["--mate", "2"], &two(97))["mate"]["at_most"], 2);
    // Each move with the clock that it leads to: two mate in time.
    let moves = run(&["solve", "--fifty-moves", "--moves", "--json", &two(97)]).exits(0);
    let moves = moves.json()[0]["moves"].clone();
    let won = moves.as_array().unwrap().iter().filter(|one| one["verdict"] == "proven");
    let won: Vec<_> = won.map(|one| one["move"].as_str().unwrap()).collect();
    assert_eq!(won, ["c6b6", "c6c7"]);
}

#[test]
fn a_move_of_a_pawn_sets_the_clock_back() {
    let first = |clock: u32| {
        let position = format!("k7/8/1K6/8/8/8/7P/8 w - - {clock} 80");
        let ran = run(&["solve", "--fifty-moves", "--json", &position]).exits(0);
        ran.json()[0]["line"][0].as_str().map(str::to_owned)
    };
    assert!(first(0).is_some());
    assert!(first(99).is_some_and(|m| m.starts_with("h2")));
    assert_eq!(first(100), None);
}

#[test]
fn where_the_fifty_move_rule_cannot_be_asked_for_one_line_says_why() {
    let refused = |arguments: &[&str], why: &str| {
        let ran = run(&[&["solve", "--fifty-moves"][..], arguments].concat()).exits(2);
        assert_eq!(ran.complains(why).err.lines().count(), 1);
    };
    refused(&["8/8/8/8/8/k1K5/8/7R w - - 101 80"], "at most 100");
    refused(&["--stipulation", "s#2", "8/8/8/8/8/k1K5/8/7R w - -"], "of mates with all moves only");
    refused(&["--game", "go", "2x2 at-least 1"], "of chess only, not of go");
    let twice = "8/8/8/8/8/k1K5/8/7R w - - moves h1h2 a3a4 h2h1 a4a3";
    refused(&[twice], "has occurred twice");
}

#[test]
fn a_limit_is_no_answer() {
    let ran = run(&["solve", "--shortest", "--nodes", "5", "--json", ROOK]).exits(3);
    assert!(ran.json()[0]["reason"].is_string());
}

#[test]
fn flags_that_mean_nothing_together_are_refused() {
    run(&["solve", "--keys", MORPHY]).exits(2).complains("--mate N or --shortest");
    run(&["solve", "--mate", "0", MORPHY]).exits(2);
    run(&["solve", "--mate", "2", "--value", MORPHY]).exits(2);
    run(&["solve", "--mate", "2", "--game", "go", "2x2 at-least 1"]).exits(2);
}
