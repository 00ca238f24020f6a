//! `threefold-lab compare`: what is counted, what is written, how it ends.

use std::collections::BTreeSet;
use std::fs;

use crate::common::{EPPSTEIN, MATED_SOON, ROOK, STALEMATE, Scratch, fixture, run, run_with_input};
use serde_json::Value;
use threefold::checkers::egdb::{BuildOptions, Database};

/// A won pawn ending that the plain table calls "cannot force mate".
const RUNAWAY: &str = "8/8/8/1K6/8/7P/6k1/8 w - -";

const WRONG_FIXTURES: [&str; 5] = [
    "figure1-reading1-delayed",
    "figure1-reading2-delayed",
    "figure2",
    "campbell-draw-first",
    "superko-draw-last",
];

fn find<'v>(rows: &'v [Value], policy: &str) -> &'v Value {
    rows.iter().find(|row| row["policy"] == policy).unwrap()
}

/// Wrong answers are what a comparison is for: it ends with 0.
#[test]
fn a_plain_table_is_seen_to_be_wrong() {
    for name in WRONG_FIXTURES {
        let file = fixture(name);
        let args = ["compare", "--policies", "dfpn/ignore,dfpn/base-twin", "--json", &file];
        let rows = run(&args).exits(0).json();
        assert_eq!(rows.len(), 2);
        let (ignore, base_twin) = (find(&rows, "dfpn/ignore"), find(&rows, "dfpn/base-twin"));
        assert_eq!((&ignore["wrong"], &ignore["solved"]), (&1.into(), &0.into()), "{name}");
        assert_eq!((&base_twin["wrong"], &base_twin["solved"]), (&0.into(), &1.into()), "{name}");
        assert_eq!(ignore["wrong_inputs"], serde_json::json!([file]));
        assert_eq!(base_twin["ratios"]["dfpn/ignore"], Value::Null);
    }
}

#[test]
fn the_tables_say_who_is_wrong_and_on_which_line() {
    let files: Vec<String> = ["figure2", "superko-ko", "superko-ko-threat"].map(fixture).to_vec();
    let mut args = vec!["compare".to_owned(), "--policies=dfpn/base-twin,dfpn/ignore".to_owned()];
    args.extend(files);
    let ran = run(&args).exits(0).prints("situational-superko: 3 positions");
    let ran = ran.prints("truth: 3 by exhaustive search").prints("2 + 1");
    let ran = ran.prints("On the 2 positions that every policy solved:");
    let ran = ran.prints("Divided by dfpn/ignore, on the positions that both solved:");
    let ran = ran.prints("says   first cannot force a win").prints("truth  first wins");
    let ran = ran.prints("line   B D C").prints("there is no legal move: first has won.");
    // The order is that of the flag.
    assert!(ran.out.find("dfpn/base-twin").unwrap() < ran.out.find("dfpn/ignore").unwrap());
}

#[test]
fn chess_is_judged_by_certificates() {
    let ran = run(&["compare", "-p", "dfpn/ignore,dfpn/base-twin", "--nodes", "100k", RUNAWAY]);
    let ran = ran.exits(0).prints("truth: 1 by verified certificate").prints("0 + 1");
    ran.prints("says   white cannot force mate").prints("line   h3h4");
    // Nobody knows: not right, and not wrong.
    let args = ["compare", "-p", "dfpn/base-twin", "--arbiter-nodes", "1", "--json", ROOK];
    let row = run(&args).exits(0).json().remove(0);
    assert_eq!((&row["unverified"], &row["solved"]), (&1.into(), &0.into()));
    // No answer.
    let args = ["compare", "-p", "dfpn/base-twin", "--nodes", "1", "--json", ROOK];
    let row = run(&args).exits(0).json().remove(0);
    assert_eq!((&row["unknown"], &row["solved"], &row["nodes"]), (&1.into(), &0.into(), &1.into()));
}

#[test]
fn the_attacker_and_the_rule_can_be_chosen() {
    let solved = |args: &[&str]| {
        let mut all = vec!["compare", "-p", "dfpn/base-twin", "--json"];
        all.extend(args);
        let row = run(&all).exits(0).json().remove(0);
        assert_eq!(row["solved"], 1, "{row}");
        row["rule"].as_str().unwrap().to_owned()
    };
    assert_eq!(solved(&["--attacker", "black", MATED_SOON]), "draw");
    assert_eq!(solved(&["--rule", "attacker-wins", STALEMATE]), "attacker-wins");
    assert_eq!(
        solved(&["--rule", "positional-superko", &fixture("figure2")]),
        "positional-superko"
    );
    // Several rules: one object each.
    let args = ["compare", "-p", "dfpn", "--json", EPPSTEIN, &fixture("figure2")];
    let rows = run(&args).exits(0).json();
    let rules: BTreeSet<&str> = rows.iter().map(|row| row["rule"].as_str().unwrap()).collect();
    assert_eq!(rules, BTreeSet::from(["draw", "situational-superko"]));
    assert!(rows.iter().all(|row| row["policy"].as_str().unwrap().starts_with("dfpn/")));
}

#[test]
fn keys_of_compare() {
    let counts = [
        "positions",
        "solved",
        "wrong",
        "wrong_proofs",
        "unverified",
        "unknown",
        "nodes",
        "time_s",
        "lookups",
        "simulations",
        "simulations_failed",
        "simulation_nodes",
        "memory_bytes",
    ];
    let keys = |value: &Value| -> BTreeSet<String> {
        value.as_object().unwrap().keys().cloned().collect()
    };
    let with = |more: &[&str]| -> BTreeSet<String> {
        counts.iter().chain(more).map(|&key| key.to_owned()).collect()
    };
    let given = run(&["compare", "--json", EPPSTEIN]).exits(0).json().remove(0);
    assert_eq!(
        keys(&given),
        with(&["policy", "rule", "common", "ratios", "wrong_inputs", "assuming"])
    );
    assert_eq!(keys(&given["common"]), with(&[]));
    let ratio = &given["ratios"]["dfpn/base-twin"];
    assert_eq!(keys(ratio), ["nodes", "positions", "time"].map(str::to_owned).into());
    let random = run(&["compare", "--random", "10", "--json"]).exits(0).json().remove(0);
    let more = [
        "policy",
        "rule",
        "occurrences",
        "error_rate",
        "wrong_draw_first",
        "wrong_draw_last",
        "wrong_mixed",
        "wrong_unclassified",
        "skipped",
        "size",
        "seed",
        "first_wrong",
        "saved",
        "saved_positions",
    ];
    assert_eq!(keys(&random), with(&more));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/json.md");
    let document = fs::read_to_string(path).unwrap();
    for key in keys(&given).into_iter().chain(keys(&random)) {
        assert!(document.contains(&format!("`{key}`")), "{key} is not in docs/json.md");
    }
}

#[test]
fn bad_input_is_one_line_each() {
    let scratch = Scratch::new();
    let figure = fixture("figure2");
    let nowhere = scratch.arg("no/such/directory.html");
    let history = scratch.write(
        "history.game",
        "threefold game 1\nrule: draw\nroot: A\nhistory: A B A\nA first: B\nB second: A\n",
    );
    let cases: [(&[&str], &str); 12] = [
        (&[], "INPUT"),
        (&["nowhere.epd"], "nowhere.epd: no such file"),
        (&["--policies", "dfpn/magic", &figure], "unknown treatment 'dfpn/magic'"),
        (&["--rule", "ko", &figure], "unknown repetition rule 'ko'"),
        (&["--rule", "all", &figure], "--rule all"),
        (
            &["--rule", "positional-superko", EPPSTEIN],
            "for graph games and Go only; 1 position left out",
        ),
        (&["--rule", "situational-superko", &history], "repeats an earlier position"),
        (&["--attacker", "white", &figure], "graph has no player 'white'"),
        (&["--report", &nowhere, &figure], "no/such/directory.html"),
        (&["--random", "10", "--size", "0"], "expected N or A..B"),
        (&["--random", "10", &figure], "cannot be used with"),
        (&["--seed", "3", &figure], "cannot be used with"),
    ];
    for (args, message) in cases {
        let args: Vec<&str> = ["compare"].iter().chain(args).copied().collect();
        let ran = run(&args).exits(2).complains(message);
        assert_eq!(ran.out, "", "{args:?}");
        assert!(!ran.err.contains("panicked"), "{}", ran.err);
    }
    // What can be compared is compared all the same.
    let args = ["compare", "-p", "dfpn", "nowhere.epd", EPPSTEIN];
    run(&args).exits(2).prints("draw: 1 position\n").complains("nowhere.epd");
    run_with_input(&["compare", "-p", "dfpn", "-"], EPPSTEIN).exits(0).prints("draw: 1 position\n");
}

#[test]
fn the_report_has_everything_in_it() {
    let scratch = Scratch::new();
    let file = scratch.write("two.epd", format!("{RUNAWAY} id \"<run>\";\n{MATED_SOON}\n"));
    let figure = fixture("figure2");
    let report = scratch.arg("report.html");
    let args = [
        "compare",
        "-p",
        "dfpn/ignore,dfpn/base-twin",
        "--nodes",
        "100k",
        "--report",
        &report,
        &file,
        &figure,
    ];
    run(&args).exits(0);
    let page = fs::read_to_string(&report).unwrap();
    for part in [
        "<!doctype html>",
        "Rule <em>draw</em>: 2 positions",
        "Rule <em>situational-superko</em>: 1 position",
        "<td class=\"bad\">1 + 1</td>",
        "<td class=\"bad\">0 + 1</td>",
        "Solved within a budget",
        "Position by position, against dfpn/base-twin",
        "two.epd:1  &lt;run&gt;: wrong</title>",
        "<span class=\"says\">white cannot force mate</span>",
        "<span class=\"truth\">first wins</span> (exhaustive search)",
        // The drawing of Figure 2, with its line.
        "class=\"node turn-first\"",
        "class=\"ply-number\"",
        "prefers-color-scheme: dark",
        // What the drawn game owes its wrong answer to, the legend, the boards and the command.
        "<h5>The entry that this comes from</h5>",
        "<dt>stored by</dt><dd>the search, on the path ",
        "<dt>read by</dt><dd>the search, on the path ",
        "<dt>unverified</dt>",
        "<dt>dfpn/ignore</dt><dd>the plain table",
        "class=\"man white-man\"",
        "<figcaption>the root</figcaption>",
        "Made by <code>threefold-lab compare -p dfpn/ignore,dfpn/base-twin --nodes 100k --report ",
        "</html>",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("{{") && !page.contains("<run>"));
    for outside in ["http:", "https:", "<script", "<link", " src="] {
        assert!(!page.contains(outside), "{outside}");
    }
    // One drawing of a graph. Every element that is opened is closed.
    assert_eq!(page.matches("class=\"drawing").count(), 1);
    for element in ["svg", "table", "tr", "td", "article", "div", "g", "figure", "section", "p"] {
        let opened = page.matches(&format!("<{element}>")).count()
            + page.matches(&format!("<{element} ")).count();
        assert_eq!(opened, page.matches(&format!("</{element}>")).count(), "{element}");
    }
    assert_eq!(scratch.names(".").len(), 2, "a temporary file is left");
}

#[test]
fn random_games_have_error_rates_that_do_not_depend_on_the_threads() {
    let ask = |jobs: &str| {
        let args = [
            "compare",
            "--random",
            "1500",
            "--size",
            "4..11",
            "--rule",
            "situational-superko",
            "--policies",
            "dfpn",
            "--json",
            "--jobs",
            jobs,
        ];
        let mut rows = run(&args).exits(0).json();
        rows.iter_mut().for_each(|row| row["time_s"] = Value::Null);
        rows
    };
    let rows = ask("1");
    assert_eq!(rows, ask("3"));
    let (ignore, base_twin) = (find(&rows, "dfpn/ignore"), find(&rows, "dfpn/base-twin"));
    assert!(ignore["wrong"].as_u64().unwrap() > 10);
    assert!(ignore["error_rate"].as_f64().unwrap() > 0.005);
    assert_eq!((&base_twin["wrong"], &base_twin["unknown"]), (&0.into(), &0.into()));
    assert_eq!(base_twin["positions"], 1500);
    // Another seed, other games.
    let args = ["compare", "--random", "100", "--seed", "9", "-p", "dfpn/ignore", "--json"];
    assert_eq!(run(&args).exits(0).json().len(), 5);
}

/// The saved game is wrong again, and right for base-twin, and every position in it matters.
#[test]
fn the_smallest_failing_game_is_saved_and_fails_again() {
    let scratch = Scratch::new();
    let directory = scratch.arg("minimal");
    let args = [
        "compare",
        "--random",
        "500",
        "--rule",
        "situational-superko",
        "--policies",
        "dfpn/ignore,dfpn/base-twin",
        "--save-failures",
        &directory,
    ];
    run(&args).exits(0).prints("dfpn/ignore: wrong about ");
    assert_eq!(scratch.names("minimal"), ["situational-superko-dfpn-ignore.game"]);
    let file = scratch.arg("minimal/situational-superko-dfpn-ignore.game");
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("note: truth: ") && text.contains("note: dfpn/ignore: "), "{text}");
    let positions = text.split_once("\n\n").unwrap().1.lines().count();
    assert!(positions <= 6, "{text}");
    let args = ["compare", "-p", "dfpn/ignore,dfpn/base-twin", "--json", &file];
    let rows = run(&args).exits(0).json();
    assert_eq!(find(&rows, "dfpn/ignore")["wrong"], 1);
    assert_eq!(find(&rows, "dfpn/base-twin")["solved"], 1);
}

/// Without a horizon a plain table is wrong about some values and base-twin about none, and the
/// smallest game is wrong again.
#[test]
fn values_of_alpha_beta_have_error_rates_of_their_own() {
    let scratch = Scratch::new();
    let directory = scratch.arg("minimal");
    let ask = |table: &str, jobs: &str| {
        let args = [
            "compare",
            "--random",
            "150",
            "--size",
            "7..8",
            "--rule",
            "situational-superko",
            "--setting",
            "complete",
            "--table",
            table,
            "--policies",
            "dfpn/ignore,alphabeta/ignore,alphabeta/path-keyed",
            "--save-failures",
            &directory,
            "--json",
            "--jobs",
            jobs,
        ];
        run(&args).exits(0).json()
    };
    let rows = ask("cleared", "1");
    assert_eq!(rows, ask("cleared", "3"));
    let policies: Vec<_> = rows.iter().map(|row| row["policy"].as_str().unwrap()).collect();
    assert_eq!(policies, ["alphabeta/ignore", "alphabeta/path-keyed"]);
    assert!(rows[0]["wrong_values"].as_u64().unwrap() > 0);
    let errors = |key: &str| rows[0][key].as_u64().unwrap();
    assert!(errors("draw_first") + errors("draw_last") + errors("mixed") >= errors("wrong_values"));
    assert_eq!((&rows[1]["wrong_values"], &rows[1]["saved"]), (&0.into(), &Value::Null));
    let saved = fs::read_to_string(rows[0]["saved"].as_str().unwrap()).unwrap();
    assert!(saved.contains("note: setting: complete 3\nnote: table: cleared\n"), "{saved}");
    let document = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/json.md");
    let document = fs::read_to_string(document).unwrap();
    for key in rows[0].as_object().unwrap().keys() {
        assert!(document.contains(&format!("`{key}`")), "{key} is not in docs/json.md");
    }
    assert_eq!(ask("kept", "2")[0]["table"], "kept");
    run(&["compare", "--random", "9", "--table", "kept"]).exits(2).complains("--setting");
    let none =
        ["compare", "--random", "9", "--setting", "complete", "-p", "dfpn", "--rule", "draw"];
    run(&none).exits(0).complains("none of the policies");
}

#[cfg(unix)]
#[test]
fn random_games_have_a_report_too() {
    let scratch = Scratch::new();
    let page = |name: &str, more: &[&str]| {
        let path = scratch.arg(name);
        let rule = ["--rule", "situational-superko", "--seed", "3", "--jobs", "1"];
        let args: Vec<&str> = ["compare", "--random", "300", "--report", &path]
            .into_iter()
            .chain(rule)
            .chain(more.iter().copied())
            .collect();
        run(&args).exits(0);
        fs::read_to_string(path).unwrap()
    };
    let answers = page("answers.html", &["-p", "dfpn/ignore,dfpn/base-twin"]);
    assert_eq!(answers.matches("class=\"bar\"").count(), 1, "base-twin is never wrong");
    assert_eq!(answers.matches("class=\"story\"").count(), 1);
    assert!(answers.contains("truth: ") && answers.contains("threefold game 1"));
    let values = page("values.html", &["--setting", "complete"]);
    assert!(values.contains("wrong values") && values.contains("class=\"drawing"));
    for outside in ["http:", "https:", "src=", "<script"] {
        assert!(!answers.contains(outside) && !values.contains(outside), "{outside}");
    }
}

/// Under superko the answer does not tell what went wrong, and an experiment does.
#[test]
fn wrong_answers_under_superko_are_classified() {
    let args = ["compare", "--random", "400", "--rule", "situational-superko", "--seed", "3"];
    let policies = ["-p", "dfpn/ignore,dfpn/loop-depth,alphabeta/ignore,pns/dcg", "--json"];
    let rows = run(&[&args[..], &policies[..]].concat()).exits(0).json();
    for row in &rows {
        let number = |key: &str| row[key].as_u64().unwrap();
        let causes = ["draw_first", "draw_last", "mixed", "unclassified"];
        let sum: u64 = causes.iter().map(|cause| number(&format!("wrong_{cause}"))).sum();
        assert_eq!(sum, number("wrong"), "{row}");
        assert!(sum > 0, "{row}");
    }
    // What a plain df-pn stores without a repetition holds anywhere; what loop-depth stores for
    // every path is what it takes for free of repetitions.
    let of = |i: usize, cause: &str| rows[i][format!("wrong_{cause}")].as_u64().unwrap();
    assert_eq!((of(0, "draw_last"), of(0, "mixed")), (0, 0));
    assert_eq!((of(1, "draw_first"), of(1, "unclassified")), (0, 0));
    assert_eq!(of(2, "unclassified"), 0);
    assert_eq!(of(3, "unclassified"), rows[3]["wrong"].as_u64().unwrap());
}

#[test]
fn an_interrupt_reports_what_is_done() {
    use std::process::{Command, Stdio};
    use std::time::Duration;

    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let args =
        ["compare", "-p", "dfpn/base-twin", "--nodes", "unlimited", EPPSTEIN, start, MATED_SOON];
    let child = crate::common::program()
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(700));
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{out}{err}");
    assert!(out.contains("draw: 1 position\n"), "{out}");
    assert!(err.contains("interrupted: 1 position of 3 compared"), "{err}");
}

/// On 2x3 a plain table is wrong about whether Black scores a point, and is caught by a
/// certificate.
#[test]
fn boards_of_go_are_judged_by_certificates() {
    let question = "go 2x3 at-least 1 rule psk";
    let policies = "dfpn/ignore,dfpn/base-twin,dfpn/conditional,dfpn/exact-path";
    let rows = run(&["compare", question, "-p", policies, "--json"]).exits(0).json();
    assert_eq!(rows.len(), 4);
    for row in &rows {
        let is_plain = row["policy"] == "dfpn/ignore";
        assert_eq!(row["rule"], "positional-superko");
        assert_eq!(
            (&row["wrong"], &row["solved"]),
            (&u32::from(is_plain).into(), &u32::from(!is_plain).into())
        );
    }
    // The rule of the flag goes before that of the line; without superko there is basic ko.
    let rows = run(&["compare", question, "--rule", "draw", "-p", "dfpn/base-twin", "--json"]);
    let row = rows.exits(0).json().remove(0);
    assert_eq!((&row["rule"], &row["solved"]), (&"draw".into(), &1.into()));
    run(&["compare", question, "-p", policies]).exits(0).prints("truth: 1 by verified certificate");
}

/// A problem in which a ko decides: white moves first.
const KO: &str = "(;GM[1]FF[4]SZ[8:4]PL[W]MA[ba]\
                  AB[ba][da][ea][ab][bb][cb]AW[fa][ga][eb][gb][ac][bc][cc][dc][ec][fc][gc])";

/// Goal, rule and threats are asked about as by solve.
#[test]
fn problems_are_compared_as_they_are_asked() {
    let scratch = Scratch::new();
    let file = scratch.write("ko.sgf", KO);
    let compare = |flags: &[&str]| {
        let policies =
            ["compare", &file, "--json", "--policies", "dfpn/base-twin", "--safe", "wall"];
        run(&[&policies, flags].concat())
    };
    let rules = |flags: &[&str]| compare(flags).exits(0).json()[0]["rule"].clone();
    assert_eq!(rules(&[]), "situational-superko");
    assert_eq!(rules(&["--ko", "psk"]), "positional-superko");
    assert_eq!(rules(&["--ko", "basic", "--goal", "capture", "--threats", "B=1"]), "draw");
    compare(&["--ko", "psk", "--rule", "draw"]).exits(2).complains("expected one");
    compare(&["--region", "Z9"]).exits(2).complains("--region: 'Z9' is no point");
    run(&["compare", "--random", "10", "--goal", "eye"])
        .exits(2)
        .complains("--goal: for problems of Go only");
    // With the moves that were played before the position.
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/send-two-return-one.sgf#1:2");
    run(&["compare", file, "--policies", "dfpn/base-twin", "--ko", "psk"]).exits(0);
    // A whole board of 81 points, in which white is in atari.
    let ladder = "(;SZ[9]PL[B]MA[cd]AB[cc][bd][ce]AW[cd])";
    let file = scratch.write("ladder.sgf", ladder);
    let compare = ["compare", &file, "--goal", "capture", "--policies", "dfpn/base-twin"];
    let named = ["--json", "--frame", "none", "--region", "auto"];
    let ran = run(&[&compare[..], &named].concat()).exits(0);
    assert_eq!(ran.json()[0]["solved"], 1);
    run(&[&compare[..], &["--frame", "none"]].concat())
        .exits(2)
        .complains("the region has 81 points");
    run(&[&compare[..], &["--json"]].concat()).exits(0);
}

/// A frame, and stones that are declared safe, belong to the answers in every form.
#[test]
fn what_is_assumed_is_said_before_the_tables() {
    let scratch = Scratch::new();
    // White is around three black stones, and nothing is around white.
    let open = "(;SZ[9]PL[B]AB[da][ab][bb][cb][db]AW[ea][eb][ac][bc][cc][dc][ec])";
    let (open, ko) = (scratch.write("open.sgf", open), scratch.write("ko.sgf", KO));
    let frame = "white is safe farther than 2 steps from black (no stone is added)";
    let compare = ["compare", &open, "--policies", "dfpn/base-twin,dfpn/ignore"];
    let ran = run(&compare).exits(0);
    let (before, _) = ran.out.split_once("policy").unwrap();
    let sentence = format!("\n\n  Assuming that {frame}, assuming that white ");
    assert!(before.contains(&sentence), "{before}");
    assert!(before.ends_with(&format!(" never die: {open}\n\n  ")), "{before}");
    let rows = run(&[&compare[..], &["--json"]].concat()).exits(0).json();
    assert_eq!(rows.len(), 2);
    for row in &rows {
        let assuming = &row["assuming"][0];
        assert_eq!((&assuming["input"], &assuming["frame"]), (&open[..].into(), &frame.into()));
        assert!(assuming["assuming"].as_str().unwrap().starts_with("assuming that white "));
    }
    let page = scratch.arg("page.html");
    run(&[&compare[..], &["--report", &page]].concat()).exits(0);
    assert!(fs::read_to_string(&page).unwrap().contains(&format!("Assuming that {frame}, ")));

    // Declared stones without a frame, and a position of which nothing is assumed.
    let wall = ["compare", &ko, "--policies", "dfpn/base-twin", "--safe", "wall", "--json"];
    let row = run(&wall).exits(0).json().remove(0);
    assert_eq!(row["assuming"][0]["frame"], Value::Null);
    assert!(row["assuming"][0]["assuming"].as_str().unwrap().ends_with(" never die"));
    let row = run(&["compare", ROOK, "-p", "dfpn/base-twin", "--json"]).exits(0).json().remove(0);
    assert_eq!(row["assuming"], Value::Array(Vec::new()));
}

/// Nothing is compared with the help of a database that is not as it should be.
#[test]
fn a_damaged_database_is_named() {
    let scratch = Scratch::new();
    let directory = scratch.path("egdb");
    let options = BuildOptions { pieces: 3, depths: 3, threads: 2 };
    Database::build(&directory, &options, &()).unwrap();
    let egdb = scratch.arg("egdb");
    let arguments = ["compare", "--egdb", &egdb, "-p", "dfpn/base-twin", "W:WK6,K9:BK15"];
    run(&arguments).exits(0);
    let path = directory.join("0m2k-0m1k.wld");
    let mut bytes = fs::read(&path).unwrap();
    bytes[200] ^= 0xFF;
    fs::write(&path, bytes).unwrap();
    let ran = run(&arguments).exits(2).complains(&format!(
        "0m2k-0m1k.wld: the contents do not match the checksum; \
         `threefold egdb build --pieces 3 --dir {egdb}` builds it"
    ));
    assert_eq!(ran.out, "");
}

#[test]
fn every_subcommand_has_help() {
    let help = run(&["--help"]).exits(0).prints("compare").prints("fuzz-graphs");
    run(&["compare", "--help"]).exits(0).prints("Examples:");
    let names = help.out.lines().filter_map(|line| line.strip_prefix("  "));
    let names: Vec<&str> = names.filter_map(|line| line.split(' ').next()).collect();
    let is_command = |name: &&str| !name.is_empty() && !name.starts_with('-') && *name != "help";
    for name in names.into_iter().filter(is_command) {
        run(&[name, "--help"]).exits(0).prints("Usage: threefold-lab");
    }
    run(&["--version"]).exits(0).prints(env!("CARGO_PKG_VERSION"));
    run(&["frobnicate"]).exits(2);
}

#[test]
fn a_position_inside_a_game_of_go_is_compared_under_its_rule() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/send-two-return-one.sgf#1:2");
    run(&["compare", file, "--policies", "dfpn/base-twin", "--ko", "psk"]).exits(0);
}
