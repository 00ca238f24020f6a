//! Random loopy games: what is right stays right, what is wrong is seen to be wrong.
//!
//! Small samples of what `threefold-lab compare --random GAMES --setting SETTING` runs at any size.

use threefold_game::{Game, Outcome, Player, RepetitionRule};
use threefold_graph::{NodeId, OccurrenceRule, Status};
use threefold_lab::alphabeta::{AlphaBeta, Depth, DraftRule, Driver, Options, Treatment, policies};
use threefold_lab::study::{Plan, ScoredCase, Setting, TableUse, Tally};
use threefold_oracle::exhaustive_value;
use threefold_search::Limits;

const SETTINGS: [Setting; 3] = [
    Setting::Complete { levels: 3 },
    Setting::Complete { levels: 5 },
    Setting::DepthLimited { plies: 6 },
];

fn run(
    rule: RepetitionRule,
    setting: Setting,
    table: TableUse,
    treatments: &[Treatment],
    games: u64,
) -> Vec<Tally> {
    let treatments = treatments.to_vec();
    let occurrences = OccurrenceRule::default();
    let plan = Plan { seed: 11, positions: 8, rule, occurrences, setting, table, treatments };
    let mut total = plan.tallies();
    for index in 0..games {
        total.iter_mut().zip(plan.run(index)).for_each(|(total, tally)| total.add(&tally));
    }
    total
}

#[test]
fn sound_treatments_are_never_wrong() {
    let sound = [Treatment::NoTable, Treatment::PathKeyed, Treatment::BaseTwin];
    for rule in RepetitionRule::ALL {
        for setting in SETTINGS {
            for table in [TableUse::Cleared, TableUse::Kept] {
                for tally in run(rule, setting, table, &sound, 400) {
                    assert!(tally.roots > 700, "{tally:?}");
                    assert_eq!((tally.wrong_value, tally.wrong_move), (0, 0), "{rule} {tally:?}");
                    assert_eq!(tally.unknown, 0, "{rule} {tally:?}");
                }
            }
        }
    }
}

/// Without a horizon, with a fresh table, under the rules with a score for repetitions: nothing is
/// stored that rests on an ancestor, and that is enough.
#[test]
fn curing_draw_first_is_enough_for_a_fresh_table_without_horizon() {
    let enough = [
        Treatment::NoDrawsBounds,
        Treatment::CycleSkip,
        Treatment::CycleSkipInner,
        Treatment::CycleSkipAll,
        Treatment::CycleSkipStrict,
        Treatment::CycleBounds,
        Treatment::CycleBoundsInner,
        Treatment::CycleBoundsAll,
        Treatment::CycleBoundsStrict,
        Treatment::ShadowReset,
    ];
    let rules = [RepetitionRule::Draw, RepetitionRule::AttackerLoses, RepetitionRule::AttackerWins];
    for rule in rules {
        for setting in [Setting::Complete { levels: 3 }, Setting::Complete { levels: 5 }] {
            for tally in run(rule, setting, TableUse::Cleared, &enough, 1500) {
                assert_eq!((tally.wrong_value, tally.wrong_move), (0, 0), "{rule} {tally:?}");
            }
        }
    }
}

#[test]
fn with_a_horizon_it_is_not_enough() {
    let treatments: Vec<Treatment> = Treatment::ALL
        .iter()
        .copied()
        .filter(|t| !matches!(t, Treatment::NoTable | Treatment::PathKeyed | Treatment::BaseTwin))
        .collect();
    let setting = Setting::DepthLimited { plies: 6 };
    for tally in run(RepetitionRule::Draw, setting, TableUse::Cleared, &treatments, 1000) {
        assert!(tally.wrong_value > 0, "{tally:?}");
        let wrong = tally.draw_first + tally.draw_last + tally.mixed;
        assert!(wrong >= tally.wrong_value.max(tally.wrong_move), "{tally:?}");
    }
}

#[test]
fn score_aging_keeps_the_second_occurrence_from_going_round() {
    let treatments = vec![Treatment::SecondOccurrence, Treatment::SecondOccurrenceUnaged];
    let (seed, positions, table) = (1, 8, TableUse::Cleared);
    let (rule, setting) = (RepetitionRule::Draw, Setting::Complete { levels: 3 });
    let occurrences = OccurrenceRule::default();
    let plan = Plan { seed, positions, rule, occurrences, setting, table, treatments };
    // Wrong moves, in games in which players take turns and in others.
    let mut wrong = [[0; 2]; 2];
    for index in 0..1500 {
        let game = &plan.case(index).game;
        let takes_turns = |id: NodeId| {
            let mut moves = game.node(id).edges().iter();
            moves.all(|edge| match game.node(edge.to()).status() {
                Status::Over(_) => true,
                Status::Turn(player) => player != game.player_to_move(&id),
            })
        };
        let turns = usize::from(game.ids().all(takes_turns));
        for (sum, tally) in wrong[turns].iter_mut().zip(plan.run(index)) {
            *sum += tally.wrong_move;
        }
    }
    let [free, turns] = wrong;
    assert!(turns[1] > 20 && turns[0] == 0, "{wrong:?}");
    // Where only the loser's own moves count, a loser who is not to move does not age.
    assert!(free[0] > 5 && free[0] < free[1], "{wrong:?}");
}

/// The code of the shadow scores as printed is wrong where its repair of one line is not, before
/// and after its author's edit: a complete search, a fresh table.
#[test]
fn shadow_scores_as_printed_are_wrong_as_a_solver_with_a_fresh_table() {
    let setting = Setting::Complete { levels: 3 };
    let treatments = [Treatment::Shadow, Treatment::ShadowUnedited, Treatment::ShadowReset];
    let tallies = run(RepetitionRule::Draw, setting, TableUse::Cleared, &treatments, 6000);
    let wrong: Vec<bool> = tallies.iter().map(|tally| tally.wrong_value > 0).collect();
    assert_eq!(wrong, [true, true, false], "{tallies:?}");
}

/// The origin of a cycle is what a kept table goes wrong by.
#[test]
fn flagging_the_origin_leaves_fewer_errors_in_a_kept_table() {
    let setting = Setting::Complete { levels: 3 };
    for (printed, inner) in [
        (Treatment::CycleSkip, Treatment::CycleSkipInner),
        (Treatment::CycleBounds, Treatment::CycleBoundsInner),
    ] {
        let both = run(RepetitionRule::Draw, setting, TableUse::Kept, &[printed, inner], 3000);
        let wrong = |i: usize| both[i].wrong_value + both[i].wrong_move;
        assert!(wrong(1) > 10 && wrong(0) * 2 < wrong(1), "{both:?}");
    }
}

/// Campbell's section 6: with nothing known at the horizon, what a plain table hides from one
/// search of eight plies it does not hide from deepening to eight plies.
/// `threefold-lab study drafts` counts more.
#[test]
fn iterative_deepening_finds_the_results_that_a_plain_table_hides_from_a_single_search() {
    let (mut fixed, mut deepened) = (0, 0);
    for index in 0..2500 {
        let setting = Setting::Complete { levels: 3 };
        let case =
            ScoredCase::random(1, index, 10, RepetitionRule::Draw, setting, TableUse::Cleared);
        let options = Options { draft: DraftRule::AtLeast, ..case.options() };
        let root = (&case.game, &case.scores, case.rules());
        let limits = Limits::nodes(200_000);
        for history in case.roots() {
            let ask = |treatment: Treatment, depth| {
                let report = treatment.search(root, &history, depth, &limits, &options);
                report.unwrap().score.map(|score| score != 0)
            };
            if ask(Treatment::NoTable, Depth::Fixed(8)) == Some(true) {
                fixed += u32::from(ask(Treatment::Ignore, Depth::Fixed(8)) == Some(false));
                deepened += u32::from(ask(Treatment::Ignore, Depth::Plies(8)) == Some(false));
            }
        }
    }
    assert!(fixed >= 4 && deepened == 0, "{fixed} {deepened}");
}

/// The truth itself, by a program that shares nothing with this one.
#[test]
fn the_search_without_a_table_agrees_with_the_oracle() {
    let setting = Setting::Complete { levels: 3 };
    let (mut roots, mut wins) = (0, 0);
    for index in 0..1500 {
        let case =
            ScoredCase::random(5, index, 9, RepetitionRule::Draw, setting, TableUse::Cleared);
        let options = case.options();
        let mut search = AlphaBeta::<_, _, policies::NoTable>::new(
            &case.game,
            &case.scores,
            case.rules(),
            &options,
        );
        for root in case.roots() {
            let report = search.search(&root, Depth::Complete, &Limits::nodes(100_000));
            let Some(value) = exhaustive_value(&case.game, &root, 100_000) else { continue };
            let expected = match value {
                Outcome::Win(Player::First) => 1000,
                Outcome::Draw => 0,
                Outcome::Win(Player::Second) => -1000,
            };
            assert_eq!(report.score, Some(expected), "case {index}");
            roots += 1;
            wins += u32::from(expected != 0);
        }
    }
    assert!(roots > 3000 && wins > 500, "{roots} {wins}");
}

/// MTD(f) and the open window find the same scores with a treatment that is right.
#[test]
fn both_drivers_agree() {
    for index in 0..500 {
        let setting = Setting::DepthLimited { plies: 6 };
        let case = ScoredCase::random(6, index, 8, RepetitionRule::Draw, setting, TableUse::Kept);
        let options = case.options();
        let make = || {
            AlphaBeta::<_, _, policies::PathKeyed>::new(
                &case.game,
                &case.scores,
                case.rules(),
                &options,
            )
        };
        let (mut open, mut mtdf) = (make(), make());
        mtdf.driver = Driver::Mtdf;
        for root in case.roots() {
            let limits = Limits::nodes(1_000_000);
            let scores =
                [&mut open, &mut mtdf].map(|s| s.search(&root, case.depth(), &limits).score);
            assert_eq!(scores[0], scores[1], "case {index}");
        }
    }
}
