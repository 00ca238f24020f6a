//! The figures of the literature, from the fixtures of the graph games, with every option set.

use std::path::Path;

use crate::common::{certified, small, solver};
use threefold_game::{History, RepetitionRule};
use threefold_graph::{GraphFile, parse};
use threefold_search::{ExtractError, Options, PathCodeKind, Policy, TwinKind};

fn fixtures() -> Vec<(String, GraphFile)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/graph/fixtures");
    let mut fixtures: Vec<(String, GraphFile)> = std::fs::read_dir(folder)
        .expect("the fixtures of the graph games")
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&path).expect("a text");
            let file = parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
            (name, file)
        })
        .collect();
    fixtures.sort_by(|a, b| a.0.cmp(&b.0));
    fixtures
}

fn fixture(name: &str) -> GraphFile {
    let found = fixtures().into_iter().find(|(stem, _)| stem == name);
    found.unwrap_or_else(|| panic!("no fixture {name}")).1
}

fn noted(file: &GraphFile, key: &str) -> Option<bool> {
    let text = file.notes.iter().find_map(|note| note.strip_prefix(key)?.strip_prefix(": "))?;
    Some(text == "proven")
}

fn answer(file: &GraphFile, options: &Options) -> bool {
    let mut solver = solver(&file.game, file.attacker, file.rule, options);
    let what = || format!("{file}");
    certified(&file.game, &mut solver, &file.history, file.rule, &what).0
}

fn plain(file: &GraphFile) -> Option<bool> {
    let options = Options { policy: Policy::Ignore, ..small() };
    let mut solver = solver(&file.game, file.attacker, file.rule, &options);
    let verdict = solver.solve(&file.history).verdict.decided();
    if let (Some(proven), Some(truth)) = (verdict, noted(file, "truth")) {
        let certificate = solver.certificate(&file.history, proven, file.rule);
        if proven != truth {
            assert_eq!(certificate.unwrap_err(), ExtractError::Wrong);
        }
    }
    verdict
}

#[test]
fn every_fixture_is_answered_as_its_notes_say() {
    for (name, file) in fixtures() {
        let truth = noted(&file, "truth").unwrap_or_else(|| panic!("{name} says no truth"));
        for simulation_budget in [0, 1, 30] {
            for loop_closing in [false, true] {
                for twins in [TwinKind::ExactPath, TwinKind::Ancestors] {
                    for path_code in [PathCodeKind::MoveDepth, PathCodeKind::Chain] {
                        for drop_256ths in [0, 128] {
                            let options = Options {
                                simulation_budget,
                                loop_closing,
                                twins,
                                path_code,
                                drop_256ths,
                                ..small()
                            };
                            assert_eq!(answer(&file, &options), truth, "{name}, {options:?}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn the_history_changes_the_answers_that_the_notes_name() {
    let mut changed = 0;
    for (name, file) in fixtures() {
        let Some(fresh) = noted(&file, "without history") else { continue };
        let root = History::new(*file.root());
        let without = GraphFile { history: root, ..file.clone() };
        assert_eq!(answer(&without, &small()), fresh, "{name}");
        changed += u32::from(noted(&file, "truth") != Some(fresh));
    }
    assert!(changed >= 2);
}

/// Draw-first: a result that leans on a repetition, used on a path without it.
#[test]
fn figure_1_misleads_a_plain_table_in_both_readings() {
    for (name, truth) in [("figure1-reading1-delayed", true), ("figure1-reading2-delayed", false)] {
        let file = fixture(name);
        assert_eq!(answer(&file, &small()), truth, "{name}");
        assert_eq!(plain(&file), Some(!truth), "{name}: the plain table is right by luck");
    }
}

#[test]
fn figure_2_is_a_win_although_c_is_lost_on_one_path() {
    let file = fixture("figure2");
    assert!(answer(&file, &small()));
    // C is disproven where A leads to it and proven where D does.
    let c = |history: &str| {
        let moves: Vec<&str> = history.split(' ').collect();
        let start = file.game.find("A").expect("A");
        let history = History::from_notation(&file.game, start, moves, file.rule).expect("legal");
        let mut solver = solver(&file.game, file.attacker, file.rule, &small());
        let what = || "figure 2".to_owned();
        certified(&file.game, &mut solver, &history, file.rule, &what).0
    };
    assert!(!c("C"));
    assert!(c("B D C"));
}

/// Draw-last: a result without repetition, used on a path where it would repeat.
#[test]
fn draw_last_does_harm_under_superko() {
    let file = fixture("superko-draw-last");
    let truth = noted(&file, "truth").expect("noted");
    assert_eq!(answer(&file, &small()), truth);
}

#[test]
fn campbells_position_is_won_by_the_detour_only() {
    let file = fixture("campbell-draw-first");
    assert_eq!(file.rule, RepetitionRule::Draw);
    assert!(answer(&file, &small()));
    // After 1.Ka5 it is won, after 1.Kb5 drawn.
    for (first, won) in [("a5-e5.b", true), ("b5-e5.b", false)] {
        let history = History::from_notation(&file.game, *file.root(), [first], file.rule)
            .expect("a legal move");
        let after = GraphFile { history, ..file.clone() };
        assert_eq!(answer(&after, &small()), won, "{first}");
    }
}
