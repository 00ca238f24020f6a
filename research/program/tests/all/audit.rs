//! The auditor with the laboratory's own engine: the treatment that ignores the path must be
//! caught, the one that is right must not.

use std::path::Path;

use serde_json::Value;

use crate::PROGRAM;
use crate::common::{Ran, run};

fn audit(engine: &str, more: &[&str]) -> Ran {
    let mut arguments = vec!["audit", "--engine", engine];
    arguments.extend(more);
    run(&arguments)
}

/// The report about a treatment, on a few mates in which positions have come twice.
fn control(treatment: &str) -> Value {
    let engine = format!("\"{PROGRAM}\" engine --treatment {treatment} --draft exact");
    let options = ["traps", "--count", "8", "--depth", "6", "--repeats", "2", "--json"];
    let ran = audit(&engine, &options).exits(0);
    ran.json().remove(0)
}

fn confirmed(report: &Value) -> usize {
    let candidates = report["candidates"].as_array().unwrap();
    let shown = |candidate: &&Value| {
        candidate["repeated"]["only_first_wrong"] == candidate["repeated"]["pairs"]
    };
    candidates.iter().filter(shown).count()
}

#[test]
fn the_plain_table_is_caught() {
    let report = control("ignore");
    assert_eq!(report["engine"], "threefold-lab ignore");
    assert!(report["positions"].as_u64().unwrap() > 30, "{report}");
    assert!(confirmed(&report) > 0, "{report}");
    assert_eq!(report["pairs"]["kept"]["only_second_wrong"], 0);
}

#[test]
fn base_and_twin_entries_are_not_caught() {
    let report = control("base-twin");
    assert_eq!(report["candidates"], Value::Array(Vec::new()));
    assert_eq!(report["conditions"]["kept"]["unanswered"], 0);
    assert_eq!(report["pairs"]["kept"]["only_first_wrong"], 0);
}

#[test]
fn stockfish_is_audited_where_it_is_installed() {
    let stockfish = ["/usr/games/stockfish", "/usr/bin/stockfish"];
    let Some(path) = stockfish.into_iter().find(|path| Path::new(path).exists()) else {
        eprintln!("skipped: no stockfish in /usr/games or /usr/bin");
        return;
    };
    let options = ["traps", "--count", "2", "--nodes", "2k", "--option", "Threads=1", "--json"];
    let report = audit(path, &options).exits(0).json().remove(0);
    assert!(report["engine"].as_str().unwrap().starts_with("Stockfish"), "{report}");
    let positions = &report["positions"];
    assert_eq!(&report["conditions"]["cleared"]["answered"], positions);
    assert_eq!(&report["conditions"]["kept"]["answered"], positions);
    assert_eq!(report["failures"], Value::Array(Vec::new()));
}

#[test]
fn an_engine_that_is_not_installed_is_skipped_with_a_message() {
    let ran = audit("threefold-no-such-engine", &["traps", "--count", "1"]).exits(2);
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    ran.complains("threefold-no-such-engine: cannot be started").complains("; skipped");
}

#[test]
fn bad_input_gets_one_line() {
    let ran = audit("cat", &["no-such-suite"]).exits(2);
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    ran.complains("no-such-suite: ").complains("expected an EPD file or a suite (pawns, ");
    audit("cat", &["traps", "--option", "Threads"]).exits(2).complains("expected NAME=VALUE");
    audit("cat", &["traps", "--decided-margin", "3"]).exits(2).complains("--decided-margin");
}

/// Plays nothing but passes, by `reg_genmove`; the boards are so small that some are right.
const PASSES: &str = r#"while read -r line; do
    case "$line" in
        name) answer=Passes ;;
        version) answer=1 ;;
        known_command*) answer=true ;;
        reg_genmove*) answer=PASS ;;
        quit) printf '=\n\n'; exit ;;
        *) answer= ;;
    esac
    printf '= %s\n\n' "$answer"
done"#;

#[test]
fn an_engine_of_go_is_audited_over_gtp() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("passes.sh");
    std::fs::write(&path, PASSES).unwrap();
    let engine = format!("sh {}", path.display());
    let ran = run(&["audit", "--gtp", &engine, "2x2", "--count", "3", "--json"]).exits(0);
    let report = ran.json().remove(0);
    assert_eq!(report["engine"], "Passes 1", "{report}");
    assert!(report["positions"].as_u64().unwrap() > 0, "{report}");
    // Passing throws away the first moves of the empty board.
    let bare = &report["conditions"]["bare"];
    assert!(bare["wrong"].as_u64().unwrap() > 0, "{report}");
    run(&["audit", "--gtp", &engine, "9x9"]).exits(2).complains("a square board of at most 5x5");
    let missing = ["audit", "--gtp", "threefold-no-such-engine"];
    run(&missing).exits(2).complains("; skipped");
}
