//! Engines of Go that pass, break superko, refuse or hang.

use std::time::Duration;

use threefold_audit::go::{GoAudit, GoReport, GoSettings, Scores};
use threefold_game::RepetitionRule;

use crate::fake::{Fake, script};

/// An engine whose answer to `reg_genmove` is given; `$asked` counts the questions since
/// `clear_board`, `$last` is the point that was played last.
fn engine(genmove: &str) -> Fake {
    script(&format!(
        "asked=0\n\
         while read -r word rest; do\n\
         case $word in\n\
         name) echo '= Fake' ;;\n\
         version) echo '= 2' ;;\n\
         clear_board) asked=0; echo '=' ;;\n\
         clear_cache) asked=0; echo '=' ;;\n\
         reg_genmove) {genmove}; asked=$((asked + 1)) ;;\n\
         *) echo '=' ;;\n\
         esac\n\
         echo\n\
         done\n"
    ))
}

fn report(genmove: &str) -> GoReport {
    let fake = engine(genmove);
    let settings = GoSettings {
        engine: fake.command.clone(),
        patience: Duration::from_secs(20),
        games: 4,
        plies: 4,
        seed: 1,
        repeats: 2,
    };
    let size = "2x2".parse().unwrap();
    let mut scores = Scores::new(size, RepetitionRule::SituationalSuperko, 1_000_000);
    let audit = GoAudit { settings: &settings, scores: &mut scores };
    let report = audit.run().unwrap();
    assert_eq!(scores.faulty(), 0);
    report
}

#[test]
fn passing_is_wrong_where_points_are_to_be_had_and_illegal_moves_are_wrong_everywhere() {
    let passes = report("echo '= PASS'");
    assert_eq!((passes.engine.as_str(), passes.left_out), ("Fake 2", 0));
    assert!(passes.positions > 10, "{passes:?}");
    let kept = &passes.conditions["kept"];
    assert_eq!(kept.answered, passes.positions as u64);
    assert!(kept.wrong > 0 && kept.wrong < kept.answered, "{kept:?}");
    assert!(passes.candidates.is_empty(), "it has no memory");
    let nowhere = report("echo '= C7'");
    assert_eq!(nowhere.conditions["kept"].illegal, nowhere.positions as u64);
    assert_eq!(nowhere.conditions["kept"].wrong, nowhere.positions as u64);
}

#[test]
fn who_is_wrong_only_after_a_question_before_is_caught() {
    let report = report("if [ $asked = 0 ]; then echo '= PASS'; else echo '= C7'; fi");
    assert!(!report.candidates.is_empty());
    assert_eq!(report.caused_by_history(), report.candidates.len());
    assert_eq!(report.paired.only_second_wrong, 0);
    assert!(report.candidates.iter().all(|candidate| candidate.with_memory == "C7"));
}

#[test]
fn what_is_refused_is_no_answer() {
    let report = report("echo '? not today'");
    let kept = &report.conditions["kept"];
    assert_eq!((kept.answered, kept.unanswered), (0, report.positions as u64));
    assert!(report.failures[0].ends_with("not today"), "{:?}", report.failures[0]);
}
