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
fn notation_and_diagram_are_those_of_engines_or_of_players() {
    let plain = run(&["solve", "--diagram", THREE]).exits(0);
    plain.prints("3c2d+ 1d1e 2d2e").prints("White in hand: r b2 g4 s3 n3 l4 p18");
    let kif = run(&["solve", "--diagram", "--notation", "kif", "--moves", THREE]).exits(0);
    let kif = kif.prints("line         ▲２四銀成 △１五玉 ▲２五成銀\n").prints("後手の持駒：飛");
    kif.prints("wins (1):            ▲２四銀成");
    run(&["solve", "--notation", "usi", THREE]).exits(0).prints("3c2d+ 1d1e 2d2e");
}

#[test]
fn the_length_is_in_plies_and_every_key_is_proved() {
    let ran = run(&["solve", "--mate", "3", "--keys", "--json", THREE]).exits(0);
    let answer = &ran.json()[0];
    assert_eq!((&answer["verdict"], &answer["asked"]), (&json!("proven"), &json!(3)));
    assert_eq!((&answer["attacker"], &answer["checked"]), (&json!("attacker"), &json!(true)));
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
