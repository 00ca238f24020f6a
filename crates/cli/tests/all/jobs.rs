//! `threefold jobs`: searches as lines.

use crate::common::{EPPSTEIN, Scratch, fixture, run, run_with_input};

#[test]
fn a_job_for_every_position_and_a_report_for_every_job() {
    let scratch = Scratch::new();
    let inputs = [EPPSTEIN, "8/8/8/8/8/1k6/7r/K7 w - -", "go 2x2 at-least 1"];
    let ran = run(&[&["jobs", "list", "--nodes", "100k"][..], &inputs].concat()).exits(0);
    assert_eq!(ran.json().len(), 3);
    let jobs = scratch.write("jobs", &ran.out);
    let reports = run(&["jobs", "work", &jobs]).exits(0).json();
    for (report, number) in reports.iter().zip(1..) {
        assert_eq!(report["job"], number);
        let certificate = scratch.write("x.cert", report["certificate"].as_str().unwrap());
        run(&["check", &certificate]).exits(0).prints("VERIFIED");
    }
    // One of them, and from standard input.
    assert_eq!(run(&["jobs", "work", &jobs, "--line", "2"]).exits(0).json(), reports[1..2]);
    assert_eq!(run_with_input(&["jobs", "work"], &ran.out).exits(0).json(), reports);
    run(&["jobs", "work", &jobs, "--line", "4"]).exits(2).complains("there is no job on line 4");
}

#[test]
fn graph_games_bring_their_text_and_limits_are_no_answers() {
    let ran = run(&["jobs", "list", "--seeds", "2", &fixture("figure2")]).exits(0);
    assert_eq!(ran.json().len(), 2);
    let reports = run_with_input(&["jobs", "work"], &ran.out).exits(0).json();
    assert!(reports.iter().all(|report| report["certificate"].is_string()));
    let pawn = "4k3/8/4K3/4P3/8/8/8/8 b - -";
    let few = run(&["jobs", "list", "--nodes", "1", "--attacker", "white", pawn]).exits(0);
    let open = run_with_input(&["jobs", "work"], &few.out).exits(3).json();
    assert_eq!(open[0]["result"], "open");
}

#[test]
fn what_is_no_job_is_refused_with_its_line() {
    let ran = run_with_input(&["jobs", "work"], "{}\n").exits(2);
    ran.complains("-:1: no job: missing field `job`");
    let job = run(&["jobs", "list", EPPSTEIN]).exits(0).out;
    let other = job.replace("\"white\"", "\"red\"");
    run_with_input(&["jobs", "work"], &other).exits(2).complains("no player 'red'");
    run(&["jobs", "work", "no-such-file"]).exits(2).complains("no-such-file: ");
    run(&["jobs", "list", "nonsense"]).exits(2);
}
