//! Mate problems of shogi.

use serde_json::json;

use crate::common::{Scratch, run, run_with_input};

const GOLD: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
const THREE: &str = "9/9/6S2/8k/9/7R1/9/9/9 b r2b4g3s3n4l18p 1";
const NO_MATE: &str = "8S/8S/7s1/8k/7R1/9/9/9/9 b r2b4g4n4l18p 1";

#[test]
fn a_problem_is_solved_and_its_certificate_answers_it() {
    let scratch = Scratch::new();
    let list = scratch.write("two.sfen", format!("{THREE}\n{NO_MATE}\n"));
    let proofs = scratch.arg("proofs/");
    let ran = run(&["solve", &list, "--certificate", &proofs]).exits(0);
    let ran = ran.prints("line         3c2d+ 1d1e 2d2e\n").prints("mate in at most 3 plies");
    let ran = ran.prints("attacker cannot force mate").prints("VERIFIED defender holds");
    ran.prints("a repetition is his failure");
    let ran = run(&["check", "--quiet", "--question", &list, &proofs]).exits(0);
    ran.prints("two.sfen:1: ANSWERED attacker wins").prints("two.sfen:2: ANSWERED defender holds");
    run(&["check", "--question", GOLD, &format!("{proofs}two-1.cert")]).exits(1);
}

#[test]
fn both_ends_of_a_length_belong_to_the_question() {
    let scratch = Scratch::new();
    let (wins, holds) = (scratch.arg("three.cert"), scratch.arg("three.2.cert"));
    run(&["solve", "--shortest", "--certificate", &wins, THREE]).exits(0);
    let list = scratch.write("list.tsv", format!("three\t{THREE}\t3\nfive\t{NO_MATE}\t5\n"));
    let check = |more: &[&str], code| {
        let arguments = [&["check", "--quiet"], more].concat();
        run(&arguments).exits(code)
    };
    // The lower end is about the question, and leaves it open.
    let alone = check(&["--question", THREE, &holds], 3);
    alone
        .prints("VERIFIED defender holds plies 1\n")
        .prints(": IN PART defender holds plies 1 by ");
    let both = check(&["--question", THREE, &wins, &holds], 0);
    both.prints(": ANSWERED attacker wins within 3 by ")
        .prints(": ALSO defender holds plies 1 by ");
    let json = check(&["--json", "--question", THREE, &holds], 3).json();
    assert_eq!((&json[1]["answered"], &json[1]["answers"]), (&json!(false), &json!([])));
    assert_eq!(json[1]["bounds"][0]["plies"], json!(1));
    // With a number, which counts plies, either can be the answer.
    check(&["--mate", "3", "--question", THREE, &wins], 0).prints(": ANSWERED attacker wins");
    check(&["--mate", "3", "--question", THREE, &holds], 3).prints(": IN PART defender holds");
    check(&["--mate", "2", "--question", THREE, &holds], 0).prints(": ANSWERED defender holds");
    check(&["--mate", "2", "--question", THREE, &wins], 1).complains("is no answer");
    // The number of the list, and another question.
    let listed = check(&["--mate", "record", "--question", &list, &wins, &holds], 3);
    listed.prints("list.tsv:1 (three): ANSWERED attacker wins").prints(":2 (five): MISSING\n");
    check(&["--question", NO_MATE, &holds], 1).prints("REFUTED").prints(": MISSING");
    check(&["--mate", "record", "--question", THREE, &wins], 2).complains("in how many moves?");
}

#[test]
fn the_length_of_a_list_is_in_plies() {
    let scratch = Scratch::new();
    let list = scratch.write("list.tsv", format!("three\t{THREE}\t3\n"));
    let ran = run(&["solve", "--mate", "record", "--json", &list]).exits(0);
    assert_eq!(ran.json()[0]["asked"], json!(3));
    let ran = run(&["solve", "--shortest", "--json", &list]).exits(0);
    assert_eq!(ran.json()[0]["recorded"]["mate"], json!("agrees"), "{}", ran.out);
}

#[test]
fn notation_and_diagram_are_those_of_engines_or_of_players() {
    let plain = run(&["solve", "--diagram", THREE]).exits(0);
    plain.prints("3c2d+ 1d1e 2d2e").prints("White in hand: r b2 g4 s3 n3 l4 p18");
    let kif = run(&["solve", "--diagram", "--notation", "kif", "--moves", THREE]).exits(0);
    let kif = kif
        .prints("手順         ▲２四銀成 △１五玉 ▲２五成銀\n")
        .prints("攻方が詰ます")
        .prints("後手の持駒：飛");
    kif.prints("wins (1):            ▲２四銀成");
    run(&["solve", "--notation", "usi", THREE]).exits(0).prints("3c2d+ 1d1e 2d2e");
}

#[test]
fn the_length_is_in_plies_and_every_key_is_proved() {
    let ran = run(&["solve", "--mate", "3", "--keys", "--json", THREE]).exits(0);
    let answer = &ran.json()[0];
    assert_eq!((&answer["verdict"], &answer["asked"]), (&json!("proven"), &json!(3)));
    assert_eq!((&answer["attacker"], &answer["checked"]), (&json!("attacker"), &json!(true)));
    let claims = answer["claims"].as_array().unwrap();
    let certified = |claim: &str| json!({ "claim": claim, "standing": "certified" });
    assert!(claims.contains(&certified("3c2d+: attacker wins within 3")), "{claims:?}");
    assert!(claims.iter().all(|claim| claim["standing"] == "certified"), "{claims:?}");
    let keys = answer["keys"].as_array().unwrap();
    let right: Vec<_> = keys.iter().filter(|key| key["verdict"] == "proven").collect();
    assert_eq!((right.len(), &right[0]["move"]), (1, &json!("3c2d+")));
    run(&["solve", "--mate", "1", THREE]).exits(0).prints("attacker: no mate in 1 ply");
    run(&["solve", "--shortest", THREE]).exits(0).prints("attacker: mate in 3 plies");
    run(&["solve", "--shortest", NO_MATE]).exits(0).prints("attacker: no mate");
}

#[test]
fn records_come_from_files_and_from_standard_input() {
    let kif = "\
後手の持駒：残り
| ・ ・ ・ ・v玉 ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
先手の持駒：金
";
    let scratch = Scratch::new();
    let file = scratch.write("gold.kif", kif);
    run(&["solve", &file]).exits(0).prints(&format!("position     {GOLD}\n")).prints("G*5b");
    run_with_input(&["solve", "-"], kif).exits(0).prints("G*5b");
    let bad = scratch.write("bad.kif", kif.replace("金", "馬"));
    let ran = run(&["solve", &bad]).exits(2).complains("bad.kif:11: ");
    assert_eq!((ran.out.as_str(), ran.err.lines().count()), ("", 1), "{}", ran.err);
}

#[test]
fn what_cannot_be_asked_is_a_line() {
    run(&["solve", "--value", GOLD]).exits(2).complains("--value needs the rule of a game");
    let ran = run(&["solve", "--attacker", "white", GOLD]).exits(2);
    ran.complains("black, who is to be mated, has no king");
    let ran = run(&["solve", "9/9/6S2/8k/9/7R1/9/9/9 b r2b4g3s3n4l19p 1"]).exits(2);
    ran.complains("19 pieces of the kind P, a set has 18");
}

/// A rook from afar: whatever is put between is taken.
const AFAR: &str = "8k/7pp/6N2/9/9/9/9/9/R8 b p 1";

#[test]
fn futile_interpositions_do_not_count_where_that_is_asked() {
    let literal = run(&["solve", "--shortest", AFAR]).exits(0).prints("attacker: mate in 3 plies");
    literal.prints("left in hand P\n");
    let conventional = ["solve", "--mate", "1", "--length", "conventional"];
    let ran = run(&[&conventional[..], &[AFAR]].concat()).exits(0);
    let ran =
        ran.prints("attacker: mate in 1 ply by convention\n").prints("literal      mate in 3");
    ran.prints("line         9i9a+\n")
        .prints("futile       ply 2, P*8a: 9a8a, and mate in 0 without");
    let json = run(&[&conventional[..], &["--json", AFAR]].concat()).exits(0).json();
    let found = &json[0]["conventional"];
    assert_eq!((&found["plies"], &found["line"]), (&json!(1), &json!(["9i9a+"])));
    assert_eq!(json[0]["plies"], json!({ "at_least": 3, "at_most": 3 }));
    // Both ends have certificates, which answer a part of the literal question.
    let scratch = Scratch::new();
    let middle = "9/5g1s1/8k/6+R2/9/6R1S/5B3/9/9 b b3g2s4n4l18p 1";
    let place = ["-c", &scratch.arg("middle.cert"), "--length", "conventional"];
    let mut ran = run(&[&["solve"], &place[..], &[middle]].concat()).exits(0);
    let claims = ["attacker wins within 3 by convention", "defender holds plies 1 by convention"];
    for (claim, number) in claims.into_iter().zip([3, 4]) {
        ran = ran.prints(&format!("VERIFIED {claim}, in "));
        let file = scratch.arg(&format!("middle.{number}.cert"));
        run(&["check", &file]).exits(0).prints(&format!("VERIFIED {claim}\n"));
        run(&["check", "--question", middle, &file]).exits(3).prints("IN PART");
        let other =
            std::fs::read_to_string(&file).unwrap().replace("conventional:3", "conventional:1");
        std::fs::write(&file, other.replace("defender holds", "attacker wins")).unwrap();
        run(&["check", &file]).exits(1).prints("REFUTED line");
    }
    run(&["solve", "--length", "conventional", "8/8/8/8/8/1k6/7r/K7 w - -"])
        .exits(2)
        .complains("--kenshou and --length are for problems of shogi");
}

#[test]
fn a_problem_is_judged_in_both_languages_and_as_a_record() {
    let slow = "9/6R2/7kS/9/9/9/5R3/9/9 b 2b4g3s4n4l18p 1";
    let scratch = Scratch::new();
    let file = scratch.arg("judged.kif");
    let ran = run(&["solve", "--kenshou", "--tree", &file, slow]).exits(0);
    ran.prints("kenshou      unsound: ").prints(": mates, too (").prints("VERIFIED");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("*検証：余詰") && text.contains("変化：1手"), "{text}");
    let ran = run(&["solve", "--sound", "--notation", "kif", slow]).exits(0);
    let ran = ran.prints("  検証         余詰1箇所").prints("  結論         攻方: 3手詰\n");
    ran.prints("1手目▲２二飛成の所、▲４三飛成").prints("  持駒         なし\n");
    // The record's line is judged where there is one.
    let json = run(&["solve", "--kenshou", "--json", &file]).exits(0).json();
    let found = &json[0]["kenshou"];
    assert_eq!((&found["sound"], &found["intended"]), (&json!(false), &json!(true)));
    let one = &found["found"][0];
    assert_eq!((&one["ply"], &one["finding"]), (&json!(1), &json!("yozume")), "{found}");
    let sound = run(&["solve", "--kenshou", "--json", THREE]).exits(0).json();
    assert_eq!(sound[0]["kenshou"]["sound"], json!(true));
}

#[test]
fn a_composer_is_told_what_else_mates() {
    let ran = run(&["solve", "--mate", "3", "--keys", THREE]).exits(0);
    let ran = ran.prints("in time      no other way").prints("left in hand nothing\n");
    ran.prints("about single moves, each with a certificate, VERIFIED\n");
    let two = "4k4/9/3GP4/9/9/9/9/9/9 b G2r2b2g4s4n4l17p 1";
    let ran = run(&["solve", "--mate", "1", "--keys", "--json", two]).exits(0);
    assert!(ran.json()[0]["yozume_certified"].as_u64().unwrap() > 1);
    assert_eq!(ran.json()[0]["yozume_uncertified"], json!([]));
    let yozume = &ran.json()[0]["yozume"][0];
    assert_eq!((&yozume["ply"], &yozume["open"]), (&json!(1), &json!([])));
    assert!(!yozume["others"].as_array().unwrap().is_empty());
}

#[test]
fn a_solution_is_a_record_with_variations_written_whole_or_not_at_all() {
    let scratch = Scratch::new();
    let file = scratch.arg("three.kif");
    let ran = run(&["solve", "--tree", &file, THREE]).exits(0);
    ran.prints(&format!("tree         {file}: "));
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.starts_with("#KIF version=2.0 encoding=UTF-8\n"), "{text}");
    assert!(text.contains("   1 ２四銀成(33)\n"), "{text}");
    // It is a record that can be asked about, and is replaced by another one of its kind alone.
    run(&["solve", &file]).exits(0).prints("3c2d+ 1d1e 2d2e");
    run(&["solve", "--mate", "3", "--tree", &file, THREE]).exits(0).prints("tree  ");
    let notes = scratch.write("notes.kif", "mine\n");
    run(&["solve", "--tree", &notes, THREE]).exits(2).complains("--force overwrites it");
    assert_eq!(std::fs::read_to_string(&notes).unwrap(), "mine\n");
    run(&["solve", "--tree", &file, NO_MATE]).exits(0).prints("none: no certificate of a mate");
    let chess = ["solve", "--tree", &file, "8/8/8/8/8/1k6/7r/K7 w - -"];
    run(&chess).exits(2).complains("--tree is for problems of Go and of shogi");
}
