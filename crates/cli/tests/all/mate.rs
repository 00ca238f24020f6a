//! `solve --mate`, `--shortest` and `--keys`.

use crate::common::{EPPSTEIN, MATED_SOON, ROOK, Scratch, run};

/// Morphy: 1. Ra6! mates in two, and nothing else does.
const MORPHY: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - -";

#[test]
fn a_stipulation_holds_or_does_not_and_both_are_proved() {
    let two = run(&["solve", "--mate", "2", "--keys", "--json", MORPHY]).exits(0);
    let two = &two.json()[0];
    assert_eq!((&two["verdict"], &two["attacker"]), (&"proven".into(), &"white".into()));
    assert_eq!((&two["asked"], &two["checked"]), (&3.into(), &true.into()));
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
}

#[test]
fn the_shortest_mate_is_a_bracket_with_a_certificate_at_each_end() {
    let scratch = Scratch::new();
    let file = scratch.arg("rook.cert");
    let ran = run(&["solve", "--shortest", "--json", "--certificate", &file, ROOK]).exits(0);
    let answer = &ran.json()[0];
    assert_eq!(answer["plies"]["at_least"], answer["plies"]["at_most"]);
    let places: Vec<_> = answer["certificates"].as_array().unwrap().iter().collect();
    assert_eq!(places, [&file.as_str(), &scratch.arg("rook.2.cert").as_str()]);
    let plies = answer["plies"]["at_most"].as_u64().unwrap();
    let ran = run(&["check", "--quiet", &file, &scratch.arg("rook.2.cert")]).exits(0);
    ran.prints(&format!("VERIFIED white wins within {plies}"))
        .prints(&format!("VERIFIED black holds plies {}", plies - 1));
}

#[test]
fn the_text_says_what_is_proved() {
    let ran = run(&["solve", "--mate", "2", "--keys", MORPHY]).exits(0);
    ran.prints("white: mate in at most 2 moves").prints("key          a1a6\n").prints("refuted");
    run(&["solve", "--shortest", EPPSTEIN]).exits(0).prints("mate in 1 move");
    // Nobody is to mate here but Black, whose move it is not.
    let ran = run(&["solve", "--shortest", "--attacker", "black", MATED_SOON]).exits(0);
    ran.prints("black: mate in 1 move");
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
