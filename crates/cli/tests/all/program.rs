//! The rest of the program, and the keys of its output for programs.

use std::collections::BTreeSet;

use crate::common::{EPPSTEIN, fixture, run, run_with_input};
use serde_json::Value;

fn keys(object: &Value) -> BTreeSet<&str> {
    object.as_object().unwrap().keys().map(String::as_str).collect()
}

/// docs/json.md promises these.
#[test]
fn keys_of_solve() {
    let always = BTreeSet::from([
        "input",
        "id",
        "operations",
        "game",
        "root",
        "ending",
        "claim",
        "verdict",
        "reason",
        "pn",
        "dn",
        "line",
        "recorded",
        "nodes",
        "lookups",
        "time_s",
        "certificate",
        "certificate_positions",
        "claims",
        "checked",
        "stats",
    ]);
    let ran = run(&["solve", "--json", EPPSTEIN]).exits(0);
    let object = &ran.json()[0];
    assert_eq!(keys(object), always);
    assert_eq!(object["input"], EPPSTEIN);
    assert_eq!(object["root"], EPPSTEIN);
    assert_eq!(object["game"], "chess");
    assert_eq!(object["claim"], "white wins");
    assert_eq!(object["verdict"], "proven");
    assert_eq!(object["checked"], true);
    assert_eq!((&object["pn"], &object["dn"]), (&0.into(), &(1 << 30).into()));
    for key in ["reason", "certificate"] {
        assert_eq!(object[key], Value::Null, "{key}");
    }
    for key in ["nodes", "re_expansions", "twin_hits", "repetitions", "evictions", "time_s"] {
        assert!(object["stats"][key].is_number(), "{key}");
    }

    let ran = run(&["solve", "--json", "--moves", "--value", &fixture("superko-ko")]).exits(0);
    let object = &ran.json()[0];
    let mut more = always.clone();
    more.extend(["value", "moves"]);
    assert_eq!(keys(object), more);
    let expected = BTreeSet::from([
        "move",
        "verdict",
        "value",
        "reason",
        "pn",
        "dn",
        "nodes",
        "time_s",
        "certificate_positions",
        "claims",
        "checked",
    ]);
    assert_eq!(keys(&object["moves"][0]), expected);
    // Neither player has a line to show under superko, but first has a move.
    assert_eq!((&object["value"], &object["line"]), (&"win".into(), &serde_json::json!(["taken"])));

    let ran = run(&["solve", "--json", "--nodes", "1", "8/8/8/3k4/8/8/1R6/1K6 w - -"]).exits(3);
    let object = &ran.json()[0];
    assert_eq!(keys(object), always);
    assert_eq!((&object["verdict"], &object["reason"]), (&"unknown".into(), &"nodes".into()));
    assert_eq!((&object["checked"], &object["line"]), (&Value::Null, &Value::Null));
}

#[test]
fn the_document_names_every_key() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/json.md");
    let text = std::fs::read_to_string(path).unwrap();
    let ran = run(&["solve", "--json", "--moves", "--value", EPPSTEIN]).exits(0);
    let object = &ran.json()[0];
    let parts = [object, &object["stats"], &object["moves"][0]];
    for key in parts.into_iter().flat_map(keys) {
        assert!(text.contains(&format!("`{key}`")), "{key} is not in docs/json.md");
    }
}

#[test]
fn dot() {
    let ran = run(&["dot", &fixture("figure2")]).exits(0);
    assert!(ran.out.starts_with("digraph game {"));
    let text = std::fs::read_to_string(fixture("figure2")).unwrap();
    assert_eq!(run_with_input(&["dot", "-"], &text).exits(0).out, ran.out);
    run(&["dot", "nowhere.game"]).exits(2).complains("nowhere.game");
}

#[test]
fn help_and_version_and_completions() {
    for args in [&["--help"][..], &["solve", "--help"], &["check", "--help"]] {
        run(args).exits(0).prints("Examples:");
    }
    run(&["--version"]).exits(0).prints(env!("CARGO_PKG_VERSION"));
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        run(&["completions", shell]).exits(0).prints("threefold");
    }
    run(&["frobnicate"]).exits(2);
    for (args, title) in [
        (&["man"][..], ".TH threefold 1"),
        (&["man", "solve"], ".TH threefold-solve 1"),
        (&["man", "go", "board"], ".TH threefold-go-board 1"),
    ] {
        run(args).exits(0).prints(title);
    }
    run(&["man", "compare"]).exits(2).complains("expected one of solve, check");
    run(&["man", "solve", "more"]).exits(2).complains("expected nothing more");
}

/// Slow without optimisation; the figures themselves are for people.
#[test]
fn the_benchmark_is_repeatable() {
    let first = run(&["bench", "--json"]).exits(0).json().remove(0);
    let second = run(&["bench"]).exits(0).prints(&format!("signature: {}\n", first["signature"]));
    assert!(second.out.contains("share"));
    assert_eq!(first["groups"].as_array().unwrap().len(), 12);
    let games = first["games"].as_array().unwrap();
    let nodes = games.iter().map(|game| game["nodes"].as_u64().unwrap());
    assert_eq!(nodes.take(4).sum::<u64>(), first["signature"]);
    assert!(first.get("perft").is_none());
    assert!(first["share"].as_f64().unwrap() > 0.0);
}
