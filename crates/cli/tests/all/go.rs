//! Small boards of Go.

use crate::common::{Scratch, run};

/// On this board the two superko rules give different values.
const APART: &str = "OO./... B";

#[test]
fn a_board_has_a_value_and_certificates_of_both_bounds() {
    let scratch = Scratch::new();
    let certificate = scratch.arg("1x5.cert");
    let solved = run(&["go", "board", "1x5", "--certificate", &certificate]).exits(0);
    assert!(solved.out.starts_with("value:    0\n"), "{}", solved.out);
    // Two questions, so two files.
    assert_eq!(scratch.names(""), ["1x5.2.cert", "1x5.cert"]);
    let other = std::fs::read_to_string(scratch.path("1x5.2.cert")).unwrap();
    assert!(other.contains("\ngame: go 1x5 at-least 1\nclaim: white holds\n"), "{other}");
    let text = std::fs::read_to_string(&certificate).unwrap();
    assert!(text.contains("\ngame: go 1x5 at-least 0\nclaim: black wins\n"), "{text}");
    assert!(text.contains("\nfootprints: interval\nroot: ..... B\n"), "{text}");
    let question = |at_least: u8| {
        format!(
            "  game: go 1x5 at-least {at_least}\n  root: ..... B\n  repetition: \
             situational-superko\n"
        )
    };
    let checked = run(&["check", &certificate]).exits(0);
    assert_eq!(checked.out, format!("VERIFIED black wins\n{}", question(0)));
    let checked = run(&["check", &scratch.arg("1x5.2.cert")]).exits(0);
    assert_eq!(checked.out, format!("VERIFIED white holds\n{}", question(1)));
    // The strategy for one threshold is none for a higher one.
    let more = scratch.write("more.cert", text.replace("at-least 0", "at-least 3"));
    run(&["check", &more]).exits(1).prints("REFUTED");
    // Standard output takes one, which is known before anything is solved.
    let refused = run(&["go", "board", "1x5", "-c", "-"]).exits(2).complains("it takes one file");
    assert_eq!(refused.out, "");
    // The second file is not to take the place of something that nobody named.
    let first = scratch.write("other.cert", &text);
    std::fs::rename(&first, scratch.path("z.2.cert")).unwrap();
    let named = scratch.arg("z.cert");
    run(&["go", "board", "1x5", "-c", &named])
        .exits(2)
        .complains("z.2.cert: a certificate is there");
    assert_eq!(std::fs::read_to_string(scratch.path("z.2.cert")).unwrap(), text);
    run(&["go", "board", "1x5", "-c", &named, "--force"]).exits(0);
    run(&["go", "board", "1x5", "-c", &named]).exits(0);
}

#[test]
fn the_rules_of_repetition_differ() {
    for (rule, value) in [("psk", 0), ("ssk", 1)] {
        let solved =
            run(&["go", "board", "2x3", "--rule", rule, "--position", APART, "--json"]).exits(0);
        let report = &solved.json()[0];
        assert_eq!(report["value"], value);
        assert_eq!(report["best"], serde_json::json!(["B1"]));
        assert_eq!(report["checked"], true);
        let questions = report["questions"].as_array().unwrap();
        let asked: Vec<_> = questions.iter().map(|q| (&q["at_least"], &q["verdict"])).collect();
        assert_eq!(asked.len(), 2);
        assert_eq!(asked[0], (&value.into(), &"proven".into()));
        assert_eq!(asked[1], (&(value + 1).into(), &"disproven".into()));
    }
}

/// On a board that belongs to Black there is nothing to prove above.
#[test]
fn the_whole_board_has_one_bound() {
    let report = &run(&["go", "board", "1x3", "--json", "--moves"]).exits(0).json()[0];
    assert_eq!((&report["value"], &report["upper"]), (&3.into(), &3.into()));
    assert_eq!(report["questions"].as_array().unwrap().len(), 1);
    assert_eq!(report["best"], serde_json::json!(["B1"]));
    let moves: Vec<(&str, i64)> = report["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|m| (m["move"].as_str().unwrap(), m["value"].as_i64().unwrap()))
        .collect();
    assert_eq!(moves, [("A1", -3), ("B1", 3), ("C1", -3), ("pass", -3)]);
}

#[test]
fn a_history_is_part_of_the_question() {
    let scratch = Scratch::new();
    let file = scratch.write("start.txt", "# two rows\n. .\n. .\nB\n");
    let args = ["go", "board", "2x2", "--position", &file, "--history", "A1 B2 A2", "--json"];
    let report = &run(&args).exits(0).json()[0];
    assert_eq!(report["root"], "XO/X. W");
    assert_eq!(report["history"], "A1 B2 A2");
    assert_eq!(report["value"], 1);
    let again = ["go", "board", "1x2", "--rule", "psk", "--history", "A1 B1 A1"];
    run(&again).exits(2).complains("move 3 of the history, 'A1', repeats an earlier position");
}

#[test]
fn single_questions() {
    let asked = run(&["go", "board", "2x2", "--at-least", "1..2"]).exits(0);
    let lines: Vec<&str> = asked.out.lines().collect();
    assert!(lines[2].starts_with("question: at least 1: yes, "), "{}", asked.out);
    assert!(lines[3].starts_with("question: at least 2: no, "), "{}", asked.out);
    let far = run(&["go", "board", "2x2", "--at-least", "-20", "--json"]).exits(0).json();
    assert_eq!(far[0]["questions"][0]["verdict"], "proven");
}

#[test]
fn a_limit_is_not_known() {
    let report = &run(&["go", "board", "3x3", "--nodes", "20", "--json"]).exits(3).json()[0];
    assert_eq!((&report["value"], &report["reason"]), (&serde_json::Value::Null, &"nodes".into()));
    run(&["go", "board", "3x3", "--nodes", "20"]).exits(3).prints("value:    unknown, -9 to 9");
}

#[test]
fn a_plain_table_is_caught() {
    let root = "X... B";
    let right = run(&["go", "board", "1x4", "--position", root, "--json"]).exits(0).json();
    assert_eq!(right[0]["value"], -4);
    let text = run(&["go", "board", "2x3", "--rule", "psk", "--policy", "ignore"]);
    assert_ne!(text.code, 0, "{}", text.out);
}

#[test]
fn what_is_wrong_is_told_in_a_line() {
    run(&["go", "board", "0x3"]).exits(2).complains("boards have 1 to 19 rows and columns");
    run(&["go", "board", "3"]).exits(2).complains("expected rows and columns, as in 3x4");
    run(&["go", "board", "2x2", "--position", "X#/.. B"])
        .exits(2)
        .complains("--position: column 2: expected '.', 'X', 'O' or '/', found '#'");
    run(&["go", "board", "2x2", "--position", "XX/XX B"])
        .exits(2)
        .complains("the black chain at A2 has no liberty");
    run(&["go", "board", "2x2", "--history", "A1 A1"])
        .exits(2)
        .complains("--history: move 2 of the history, 'A1': there is already a stone on 'A1'");
}

/// Where a game can go round in circles, and where it cannot.
#[test]
fn under_basic_ko_a_cycle_counts_for_what_is_said() {
    let scratch = Scratch::new();
    let file = scratch.arg("2x2.cert");
    let value = |board: &str, cycle: &str| {
        let args = [
            "go",
            "board",
            board,
            "--rule",
            "basic-ko",
            "--cycle",
            cycle,
            "--json",
            "--certificate",
            &file,
        ];
        let report = run(&args).exits(0).json().remove(0);
        assert_eq!((&report["checked"], &report["cycle"]), (&true.into(), &cycle.into()));
        report
    };
    for (cycle, expected) in [("black-loses", -4), ("white-loses", 4), ("tie", 0)] {
        assert_eq!(value("2x2", cycle)["value"], expected);
        assert_eq!(value("2x4", cycle)["value"], 8);
    }
    let open = value("2x2", "no-result");
    assert_eq!((&open["value"], &open["no_result"]), (&serde_json::Value::Null, &true.into()));
    assert_eq!((&open["lower"], &open["upper"]), (&(-4).into(), &4.into()));
    let files: Vec<String> = scratch
        .names("")
        .iter()
        .filter(|name| name.ends_with("cert"))
        .map(|n| scratch.arg(n))
        .collect();
    assert_eq!(files.len(), 2);
    for (file, claim) in files.iter().rev().zip([
        "go 2x2 at-least -3 basic-ko\nclaim: white holds\nrepetition: draw",
        "claim: black holds",
    ]) {
        let text = std::fs::read_to_string(file).unwrap();
        assert!(text.contains(claim), "{text}");
        run(&["check", file]).exits(0);
    }
    let closed = value("2x4", "no-result");
    assert_eq!((&closed["value"], &closed["no_result"]), (&8.into(), &false.into()));
    run(&["go", "board", "2x2", "--cycle", "tie"]).exits(2).complains("expected --rule basic-ko");
}

/// Every first move has the bounds of the position it leads to.
#[test]
fn under_basic_ko_moves_have_bounds_of_their_own() {
    let args = ["go", "board", "2x3", "--rule", "basic-ko", "--moves", "--json"];
    let report = run(&args).exits(0).json().remove(0);
    assert_eq!(report["best"], serde_json::json!(["B2", "B1"]));
    let moves = report["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 7);
    for m in moves {
        let (text, lower, upper) = (
            m["move"].as_str().unwrap(),
            m["lower"].as_i64().unwrap(),
            m["upper"].as_i64().unwrap(),
        );
        let expected = match text {
            "B1" | "B2" => (-6, 6),
            "pass" => (-6, 0),
            _ => (-6, -6),
        };
        assert_eq!((lower, upper), expected, "{m}");
        assert_eq!(m["no_result"], (lower < upper), "{m}");
        let args = [
            "go",
            "board",
            "2x3",
            "--rule",
            "basic-ko",
            "--value-only",
            "--json",
            "--history",
            text,
        ];
        let after = run(&args).exits(0).json().remove(0);
        assert_eq!((&after["lower"], &after["upper"]), (&lower.into(), &upper.into()), "{text}");
    }
    run(&["go", "board", "1x5", "--rule", "basic-ko", "--history", "B1 C1 E1 A1 B1"])
        .exits(2)
        .complains("'B1' retakes the ko, which is forbidden");
    run(&["go", "board", "1x5", "--position", "O.O.X B ko:B1"])
        .exits(2)
        .complains("column 9: a ko is part of the position under basic ko only");
}

/// What a question cost does not depend on what else was asked.
#[test]
fn each_question_has_its_own_nodes() {
    for board in ["2x2", "2x3", "1x5", "1x6"] {
        let report = run(&["go", "board", board, "--json"]).exits(0).json().remove(0);
        let mut sum = 0;
        for question in report["questions"].as_array().unwrap() {
            let at_least = question["at_least"].to_string();
            let alone = run(&["go", "board", board, "--at-least", &at_least, "--json"])
                .exits(0)
                .json()
                .remove(0);
            assert_eq!(alone["questions"][0]["nodes"], question["nodes"], "{board} {at_least}");
            sum += question["nodes"].as_u64().unwrap();
        }
        assert!(0 < sum && sum < report["nodes"].as_u64().unwrap());
    }
}

/// The line of a question is what certificates have, and goes into every subcommand.
#[test]
fn questions_can_be_solved_as_lines() {
    let scratch = Scratch::new();
    let lines = scratch.write(
        "boards.txt",
        "# the two rules differ\ngo 2x3 at-least 1 rule psk root OO./... B\n2x3 at-least 1 root \
         OO./... B\n",
    );
    run(&["solve", &lines, "--json"]).exits(0);
    let rows = run(&["solve", "--game", "go", &lines, "--json"]).exits(0).json();
    let verdicts: Vec<_> = rows.iter().map(|row| row["verdict"].as_str().unwrap()).collect();
    assert_eq!(verdicts, ["disproven", "proven"]);
    let certificate = scratch.arg("one.cert");
    run(&["solve", "go 1x5 at-least 1 basic-ko moves B1", "--certificate", &certificate]).exits(0);
    run(&["check", &certificate]).exits(0).prints("go 1x5 at-least 1 basic-ko");
    run(&["solve", "go 2x3 at-least 1 rule draw"]).exits(2).complains(
        "position 1:24: expected situational-superko or positional-superko, found 'draw'",
    );
    let wrong = scratch.write("wrong.txt", "go 2x2 at-least 1\ngo 2x2 at-least 1 moves A1 A1\n");
    run(&["solve", &wrong]).exits(2).complains("wrong.txt:2:25: move 2 of the history, 'A1'");
}
