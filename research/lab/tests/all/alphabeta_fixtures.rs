//! The smallest games found on which a treatment for alpha-beta is wrong. Each file names all of
//! those treatments in its note `fails:`; the ground truth and base-twin are right everywhere.
//!
//! Found and shrunk by `examples/alphabeta_minimal.rs`.

use std::path::Path;

use threefold_game::RepetitionRule;
use threefold_lab::alphabeta::{DraftRule, Treatment};
use threefold_lab::study::{ScoredCase, Setting};

fn fixtures() -> Vec<(String, ScoredCase, Vec<Treatment>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut all = Vec::new();
    for entry in folder.read_dir().expect("the fixtures are part of the crate") {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let file = threefold_graph::parse(&text).unwrap_or_else(|e| panic!("{path:?}: {e}"));
        let fails = file.notes.iter().find_map(|note| note.strip_prefix("fails:"));
        // Other parts of the laboratory keep fixtures here as well.
        let Some(fails) = fails else { continue };
        let Ok(case) = ScoredCase::from_file(&file) else { continue };
        let fails = fails.split_whitespace().map(|name| name.parse().unwrap()).collect();
        all.push((path.file_name().unwrap().to_string_lossy().into_owned(), case, fails));
    }
    all
}

#[test]
fn every_fixture_fails_where_it_says_so_and_nowhere_that_must_be_right() {
    // All lists at once: what a new treatment does to them is one message.
    let mut differences = Vec::new();
    for (name, case, said) in fixtures() {
        let fails: Vec<Treatment> = Treatment::ALL
            .iter()
            .copied()
            .filter(|treatment| treatment.supports(case.rule) && case.is_wrong(*treatment))
            .collect();
        if Treatment::ALL
            .iter()
            .any(|treatment| fails.contains(treatment) != said.contains(treatment))
        {
            let names: Vec<&str> = fails.iter().map(|treatment| treatment.name()).collect();
            differences.push(format!("{name}: fails: {}", names.join(" ")));
        }
        for treatment in [Treatment::NoTable, Treatment::PathKeyed, Treatment::BaseTwin] {
            assert!(!case.is_wrong(treatment), "{name}: {treatment} is wrong");
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// A repair does what it is for.
#[test]
fn flagging_cycles_from_the_root_repairs_what_it_is_for() {
    let fixtures = fixtures();
    let (_, case, _) =
        fixtures.iter().find(|(name, ..)| name == "cycle-skip-root-exemption.game").unwrap();
    assert!(case.is_wrong(Treatment::CycleSkipInner));
    assert!(!case.is_wrong(Treatment::CycleSkip));
    assert!(!case.is_wrong(Treatment::CycleSkipStrict));
    let (_, case, _) =
        fixtures.iter().find(|(name, ..)| name == "no-draws-five-values.game").unwrap();
    assert!(case.is_wrong(Treatment::NoDraws));
    assert!(!case.is_wrong(Treatment::NoDrawsBounds));
}

#[test]
fn every_unsound_treatment_has_a_fixture() {
    let fixtures = fixtures();
    for &treatment in Treatment::ALL {
        let failing = fixtures.iter().filter(|(_, _, fails)| fails.contains(&treatment)).count();
        match treatment {
            Treatment::NoTable | Treatment::PathKeyed | Treatment::BaseTwin => {
                assert_eq!(failing, 0, "{treatment}")
            }
            _ => assert!(failing > 0, "{treatment}"),
        }
    }
}

#[test]
fn three_positions_are_enough_with_a_horizon() {
    let fixtures = fixtures();
    let find = |name: &str| &fixtures.iter().find(|(file, ..)| file == name).unwrap().1;
    let case = find("draw-last-depth-3.game");
    assert_eq!(case.game.nodes().len(), 3);
    let wrong: Vec<&str> = Treatment::ALL
        .iter()
        .filter(|t| t.supports(RepetitionRule::Draw) && case.is_wrong(**t))
        .map(|t| t.name())
        .collect();
    assert_eq!(
        wrong,
        [
            "ignore",
            "no-draws",
            "cycle-skip",
            "cycle-skip-inner",
            "cycle-skip-all",
            "cycle-skip-strict",
            "cycle-bounds",
            "cycle-bounds-inner",
            "cycle-bounds-all",
            "cycle-bounds-strict",
            "cycle-bounds-moves",
            "second-occurrence-unaged",
            "shadow",
            "shadow-unedited",
            "shadow-one-bound",
            "shadow-reset",
            "low-links",
            "base-twin-as-printed",
        ]
    );
}

/// With more plies than positions, and entries at least as deep, a wrong score is an error as well.
#[test]
fn three_positions_are_enough_where_an_error_can_be_proved() {
    let fixtures = fixtures();
    let found = fixtures.iter().find(|(file, ..)| file == "no-draws-at-least-deepened.game");
    let (_, case, _) = found.unwrap();
    assert_eq!((case.game.nodes().len(), case.drafts), (3, DraftRule::AtLeast));
    let plies = Setting::DepthLimited { plies: 60 };
    assert_eq!(case.setting, plies);
    for right in [Treatment::Ignore, Treatment::NoDrawsBounds, Treatment::LowLinks] {
        assert!(!case.is_wrong(right), "{right}");
    }
    assert_eq!(ScoredCase::from_file(&case.to_file(&[])).unwrap().drafts, DraftRule::AtLeast);
}

/// What is wrong with the shadow scores as printed has nothing to do with repetition.
#[test]
fn shadow_scores_as_printed_need_no_cycle_to_be_wrong() {
    let fixtures = fixtures();
    let find = |name: &str| fixtures.iter().find(|(file, ..)| file == name).unwrap();
    let (_, case, fails) = find("shadow-without-a-cycle.game");
    let printed = [Treatment::Shadow, Treatment::ShadowUnedited, Treatment::ShadowOneBound];
    assert_eq!(fails[..], printed);
    let edges = |id: threefold_graph::NodeId| case.game.node(id).edges();
    // Positions that are behind a position are all met before it comes again.
    for start in case.game.ids() {
        let mut behind: Vec<_> = edges(start).iter().map(|edge| edge.to()).collect();
        let mut i = 0;
        while i < behind.len() {
            assert_ne!(behind[i], start, "a way leads back");
            for edge in edges(behind[i]) {
                if !behind.contains(&edge.to()) {
                    behind.push(edge.to());
                }
            }
            i += 1;
        }
    }
    assert_eq!(find("shadow-five-positions.game").1.game.nodes().len(), 5);
}
