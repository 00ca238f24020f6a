//! `threefold-lab study`, and files that name a setting.

use crate::common::{Scratch, run};
use serde_json::Value;
use std::fs;

const LAB_FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../lab/fixtures");

fn rows(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn draft_rules_are_counted_apart_and_the_raw_counts_depend_on_the_seed_only() {
    let scratch = Scratch::new();
    let raw = |name: &str| {
        let path = scratch.arg(name);
        let args = ["study", "drafts", "--games", "60", "--size", "4..12", "--plies", "5"];
        let more = ["--treatments", "ignore,path-keyed", "--raw", &path];
        let ran = run(&[&args[..], &more[..]].concat()).exits(0);
        ran.prints("occurrences tree:2,game:3, evaluation neutral, table kept")
            .prints("at-least deepened");
        fs::read_to_string(path).unwrap()
    };
    let text = raw("one.jsonl");
    assert_eq!(text, raw("two.jsonl"));
    let rows = rows(&text);
    // Treatments, turns, evaluations, tables, drafts, one search or more.
    assert_eq!(rows.len(), 2 * 2 * 2 * 2 * 2 * 2);
    let sum = |treatment: &str, key: &str| -> u64 {
        let rows = rows.iter().filter(|row| row["treatment"] == treatment);
        rows.filter(|row| row["draft"] == "equal").map(|row| row[key].as_u64().unwrap()).sum()
    };
    assert!(sum("ignore", "different") > 0 && sum("ignore", "provable") > 100);
    assert_eq!(sum("path-keyed", "different") + sum("path-keyed", "false"), 0);
}

#[test]
fn a_study_of_an_ending_judges_what_is_stored() {
    let scratch = Scratch::new();
    let path = scratch.arg("raw.jsonl");
    let args = ["study", "endings", "--game", "KQvK", "--positions", "4", "--plies", "5"];
    let more = ["--treatments", "ignore,no-draws-bounds", "--raw", &path];
    run(&[&args[..], &more[..]].concat()).exits(0).prints("positions solved backwards; 4 roots");
    let rows = rows(&fs::read_to_string(path).unwrap());
    assert_eq!(rows.len(), 8);
    for row in &rows {
        assert_eq!((&row["roots"], &row["unknown"]), (&4.into(), &0.into()), "{row}");
        // Nobody gets further than a draw in most positions, and only one of the two stores draws.
        let few = if row["treatment"] == "ignore" { 100 } else { 0 };
        assert!(row["stored"].as_u64().unwrap() > few, "{row}");
    }
    run(&["study", "endings", "--game", "KvQ"]).exits(2);
}

#[test]
fn a_file_that_names_a_setting_is_compared_in_it() {
    let file = format!("{LAB_FIXTURES}/draw-last-depth-3.game");
    let args = ["compare", "--policies", "alphabeta/ignore,alphabeta/base-twin", "--json", &file];
    let rows = run(&args).exits(0).json();
    let in_setting: Vec<&Value> = rows.iter().filter(|row| row["setting"].is_string()).collect();
    let wrong: Vec<bool> =
        in_setting.iter().map(|row| row["last_is_wrong"].as_bool().unwrap()).collect();
    assert_eq!(wrong, [true, false]);
    assert_eq!(in_setting[0]["plies"], 3);
    assert_eq!(rows.len(), 4, "and the question of the file, as ever");
    let text = ["compare", "--policies", "alphabeta/ignore", &file];
    run(&text).exits(0).prints(
        "in its setting, draw, occurrences tree:2,game:2, 3 plies, table cleared, drafts equal: \
         1 position",
    );
}
