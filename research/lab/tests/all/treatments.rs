//! Treatments against exhaustive search, on the games where they fail, and at their limits.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use threefold_chess::Chess;
use threefold_game::{Game, History, Outcome, Player, Question, RepetitionRule};
use threefold_graph::{Edge, GraphBuilder, GraphFile, GraphGame, parse};
use threefold_lab::dfpn::plain::cause;
use threefold_lab::{Case, Cause, Claim, GhiError, RandomStudy, Row, Treatment, shrink};
use threefold_oracle::exhaustive;
use threefold_search::{Interrupt, Limits, Reason, Verdict};

const RULES: [RepetitionRule; 4] = [
    RepetitionRule::AttackerLoses,
    RepetitionRule::AttackerWins,
    RepetitionRule::SituationalSuperko,
    RepetitionRule::PositionalSuperko,
];
const MEMORY: usize = 8 << 20;

/// The proof-number searches; alpha-beta has tests of its own.
fn all() -> Vec<Treatment> {
    let ours = |name: &str| name.starts_with("dfpn/") || name.starts_with("pns/");
    Treatment::ALL.iter().copied().filter(|treatment| ours(treatment.name())).collect()
}

fn supporting(rule: RepetitionRule) -> Vec<Treatment> {
    all().into_iter().filter(|treatment| treatment.supports(rule)).collect()
}

fn ask(treatment: Treatment, file: &GraphFile, limits: &Limits, memory: usize) -> Claim {
    let interrupt = Interrupt::default();
    treatment.answer(&file.game, file.question(), &file.history, limits, memory, &interrupt)
}

/// Rows of the treatments that support the rule.
fn rows(study: &RandomStudy, games: u64) -> Vec<(Treatment, Row)> {
    let treatments = supporting(study.rule);
    let mut rows = vec![Row::default(); treatments.len()];
    for index in 0..games {
        for (row, more) in rows.iter_mut().zip(study.game(&treatments, index)) {
            row.add(&more);
        }
    }
    treatments.into_iter().zip(rows).collect()
}

#[test]
fn what_claims_to_be_sound_is_never_wrong() {
    for rule in RULES {
        let study = RandomStudy::new(rule, (4, 12), 17);
        for (treatment, row) in rows(&study, 4000) {
            assert!(row.games > 3900, "{rule}: {} games skipped", row.skipped);
            assert!(row.won * 10 > row.games && row.won * 10 < row.games * 9);
            if treatment.is_sound(rule) {
                assert_eq!(row.wrong(), 0, "{treatment}, {rule}, game {:?}", row.first_wrong);
            }
            assert!(row.unknown <= row.games / 500, "{treatment}, {rule}: {} unknown", row.unknown);
        }
    }
}

#[test]
fn under_superko_what_is_unsound_is_wrong_now_and_then() {
    for rule in [RepetitionRule::SituationalSuperko, RepetitionRule::PositionalSuperko] {
        let study = RandomStudy::new(rule, (6, 14), 5);
        for (treatment, row) in rows(&study, 3000) {
            if !treatment.is_sound(rule) {
                assert!(row.wrong() > 0, "{treatment}, {rule}");
            }
        }
    }
}

#[test]
fn a_plain_table_leans_on_repetitions_that_are_not_there() {
    for rule in [RepetitionRule::SituationalSuperko, RepetitionRule::PositionalSuperko] {
        let study = RandomStudy::new(rule, (4, 12), 9);
        let mut first = 0;
        for index in 0..1500 {
            let case = study.case(index);
            let Some(truth) = study.truth(&case) else { continue };
            let (question, limits) = (case.file(Vec::new()).question(), Limits::nodes(20_000));
            let cause = cause(&case.game, question, &case.history, truth, &limits, 200_000);
            first += u32::from(cause == Some(Cause::Only(GhiError::DrawFirst)));
            // Where the position is what repeats, a result that met no repetition holds anywhere.
            if rule == RepetitionRule::SituationalSuperko {
                assert!(
                    matches!(cause, None | Some(Cause::Only(GhiError::DrawFirst))),
                    "game {index}: {cause:?}"
                );
            }
        }
        assert!(first > 10, "{rule}: {first}");
    }
}

/// A fixture: its name, the file, what is true and who is wrong.
struct Fixture {
    name: String,
    file: GraphFile,
    truth: bool,
    wrong: Vec<Treatment>,
}

fn fixtures() -> Vec<Fixture> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut fixtures: Vec<Fixture> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), path))
        .filter(|(name, _)| name.starts_with("dfpn-") || name.starts_with("pns-"))
        .map(|(name, path)| {
            let file = parse(&fs::read_to_string(&path).unwrap())
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            let said = |key: &str| {
                let mut notes = file.notes.iter();
                notes.find_map(|note| note.strip_prefix(key)?.strip_prefix(": ")).map(|verdict| {
                    assert!(["proven", "disproven"].contains(&verdict), "{name}: {verdict}");
                    verdict == "proven"
                })
            };
            let truth = said("truth").unwrap_or_else(|| panic!("{name}: no truth"));
            let wrong: Vec<_> =
                all().into_iter().filter(|t| said(t.name()) == Some(!truth)).collect();
            assert!(!wrong.is_empty(), "{name}: nobody is wrong");
            Fixture { truth, wrong, name, file }
        })
        .collect();
    fixtures.sort_by(|a, b| a.name.cmp(&b.name));
    fixtures
}

#[test]
fn on_the_fixtures_the_named_treatment_fails_and_sound_ones_do_not() {
    for Fixture { name, file, truth, wrong } in fixtures() {
        let question = file.question();
        let oracle = exhaustive(&file.game, &file.history, question, 1_000_000);
        assert_eq!(oracle, Some(truth), "{name}");
        let answer = |treatment| ask(treatment, &file, &Limits::nodes(20_000), 1 << 20).verdict;
        for wrong in wrong {
            assert_eq!(answer(wrong).decided(), Some(!truth), "{name}, {wrong}");
        }
        for treatment in supporting(file.rule) {
            if treatment.is_sound(file.rule) {
                assert_eq!(answer(treatment).decided(), Some(truth), "{name}, {treatment}");
            }
        }
    }
}

#[test]
fn every_unsound_treatment_has_a_fixture_that_cannot_be_made_smaller() {
    let fixtures = fixtures();
    for rule in RULES {
        for treatment in supporting(rule) {
            if treatment.is_sound(rule) {
                continue;
            }
            let fixture =
                fixtures.iter().find(|f| f.file.rule == rule && f.wrong.contains(&treatment));
            let fixture = fixture.unwrap_or_else(|| panic!("{treatment}, {rule}: no fixture"));
            let study = RandomStudy::new(rule, (1, 1), 0);
            let file = &fixture.file;
            let case = Case {
                game: file.game.clone(),
                rule,
                attacker: file.attacker,
                history: file.history.clone(),
            };
            let positions = case.game.nodes().len();
            let small = shrink(case, |case| study.fails(treatment, case));
            assert_eq!(small.game.nodes().len(), positions, "{}", fixture.name);
        }
    }
}

/// Who is wrong about the figures of the papers (the fixtures of the graph crate).
#[test]
fn figures_of_the_papers() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/games/graph/fixtures");
    let mut wrong: BTreeMap<String, String> = BTreeMap::new();
    let mut asked = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let file = parse(&fs::read_to_string(&path).unwrap()).unwrap();
        let truth = exhaustive(&file.game, &file.history, file.question(), 1_000_000);
        assert!(truth.is_some(), "{name}");
        for treatment in supporting(file.rule) {
            asked += 1;
            let answer = ask(treatment, &file, &Limits::nodes(20_000), 1 << 20).verdict.decided();
            assert!(answer.is_some(), "{treatment}, {name}");
            if answer != truth {
                assert!(!treatment.is_sound(file.rule), "{treatment}, {name}");
                wrong.entry(name.clone()).or_insert(format!("{name}:")).push(' ');
                wrong.entry(name.clone()).or_default().push_str(treatment.name());
            }
        }
    }
    assert!(asked > 150);
    let wrong: Vec<String> = wrong.into_values().collect();
    let expected = [
        "campbell-draw-first: dfpn/ignore dfpn/plain pns/dag-shared",
        "figure1-reading1-delayed: dfpn/ignore dfpn/plain pns/dag-shared pns/dcg",
        "figure1-reading2-delayed: dfpn/ignore dfpn/plain dfpn/nagai dfpn/loop-depth \
         pns/dag-shared pns/dcg pns/bta",
        "figure2: dfpn/ignore dfpn/plain dfpn/nagai dfpn/nagai-as-printed dfpn/loop-depth \
         pns/dag-shared pns/dcg pns/bta",
        "superko-draw-last: dfpn/ignore dfpn/plain dfpn/no-store dfpn/nagai \
         dfpn/nagai-as-printed dfpn/nagai-no-store dfpn/loop-depth dfpn/kishimoto-mueller \
         pns/dag-shared pns/dcg pns/bta pns/thompson",
    ];
    assert_eq!(wrong, expected);
}

/// A chain of diamonds: `n` positions with two moves each that meet again.
///
/// ```text
///        A0 < B0 > A1 < B1 > A2 ... win-second
///             C0        C1
/// ```
fn diamonds(n: usize) -> (GraphGame, History<GraphGame>) {
    let mut builder = GraphBuilder::new();
    let mut top = builder.turn("A0", Player::First).unwrap();
    let root = top;
    for i in 0..n {
        let b = builder.turn(&format!("B{i}"), Player::Second).unwrap();
        let c = builder.turn(&format!("C{i}"), Player::Second).unwrap();
        let name = format!("A{}", i + 1);
        let next = if i + 1 == n {
            builder.over(&name, Outcome::Win(Player::Second)).unwrap()
        } else {
            builder.turn(&name, Player::First).unwrap()
        };
        for (from, to) in [(top, b), (top, c), (b, next), (c, next)] {
            builder.edge(from, Edge::new(to)).unwrap();
        }
        top = next;
    }
    (builder.build().unwrap(), History::new(root))
}

#[test]
fn without_sharing_diamonds_double_the_work() {
    let (game, history) = diamonds(8);
    let question = Question::new(Player::First, RepetitionRule::AttackerLoses);
    for treatment in all() {
        let (limits, interrupt) = (Limits::nodes(100_000), Interrupt::default());
        let claim = treatment.answer(&game, question, &history, &limits, MEMORY, &interrupt);
        assert_eq!(claim.verdict, Verdict::Disproven, "{treatment}");
        let nodes = claim.cost.nodes;
        match treatment {
            // 3 (2^8 - 1) positions have moves; a position shared has been expanded once.
            Treatment::PnsTree | Treatment::PnsDag => assert_eq!(nodes, 765, "{treatment}"),
            _ if treatment.name().starts_with("pns/") => assert_eq!(nodes, 24, "{treatment}"),
            _ => assert!(nodes < 100, "{treatment}: {nodes}"),
        }
    }
}

#[test]
fn long_paths_do_not_overflow_the_stack() {
    const LENGTH: usize = 1500;
    let mut builder = GraphBuilder::new();
    let ids: Vec<_> =
        (0..LENGTH).map(|i| builder.turn(&format!("n{i}"), Player::ALL[i % 2]).unwrap()).collect();
    let won = builder.over("won", Outcome::Win(Player::First)).unwrap();
    for pair in ids.windows(2) {
        builder.edge(pair[0], Edge::new(pair[1])).unwrap();
    }
    builder.edge(ids[LENGTH - 1], Edge::new(won)).unwrap();
    // And a way back to the root for the first player, from everywhere.
    for &id in ids[2..].iter().step_by(2) {
        builder.edge(id, Edge::new(ids[0])).unwrap();
    }
    let game = builder.build().unwrap();
    let question = Question::new(Player::First, RepetitionRule::AttackerLoses);
    let history = History::new(ids[0]);
    for treatment in all() {
        let (limits, interrupt) = (Limits::nodes(100_000), Interrupt::default());
        let claim = treatment.answer(&game, question, &history, &limits, MEMORY, &interrupt);
        assert_eq!(claim.verdict, Verdict::Proven, "{treatment}");
    }
}

#[test]
fn a_limit_is_never_a_verdict() {
    let (game, history) = diamonds(10);
    let question = Question::new(Player::First, RepetitionRule::SituationalSuperko);
    for treatment in supporting(question.rule) {
        let ask = |limits: &Limits, memory, interrupt: &Interrupt| {
            treatment.answer(&game, question, &history, limits, memory, interrupt).verdict
        };
        let free = Interrupt::default();
        let few = ask(&Limits::nodes(5), MEMORY, &free);
        assert_eq!(few, Verdict::Unknown(Reason::Nodes), "{treatment}");
        let now = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        assert_eq!(ask(&now, MEMORY, &free), Verdict::Unknown(Reason::Time), "{treatment}");
        let flat = Limits { depth: 3, ..Limits::default() };
        assert_eq!(ask(&flat, MEMORY, &free), Verdict::Unknown(Reason::Depth), "{treatment}");
        let raised = Interrupt::default();
        raised.raise();
        let stopped = ask(&Limits::default(), MEMORY, &raised);
        assert_eq!(stopped, Verdict::Unknown(Reason::Interrupted), "{treatment}");
        if treatment.name().starts_with("pns/") {
            let small = ask(&Limits::default(), 1 << 10, &free);
            assert_eq!(small, Verdict::Unknown(Reason::Memory), "{treatment}");
        }
    }
}

#[test]
fn a_table_of_any_size_gives_the_same_answers() {
    for rule in RULES {
        let large = RandomStudy::new(rule, (8, 14), 23);
        let small = RandomStudy { memory_bytes: 4 << 10, ..large.clone() };
        for index in 0..300 {
            let case = large.case(index);
            for treatment in supporting(rule) {
                if treatment.is_sound(rule) && treatment.name().starts_with("dfpn/") {
                    let (answer, _) = large.ask(treatment, &case);
                    let (again, _) = small.ask(treatment, &case);
                    if let (Some(answer), Some(again)) = (answer, again) {
                        assert_eq!(answer, again, "{treatment}, {rule}, game {index}");
                    }
                }
            }
        }
    }
}

#[test]
fn mates_are_found_by_all() {
    for fen in ["8/8/8/8/8/1K6/7R/k7 w - - 0 1", "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1"] {
        let history = History::new(Chess.parse_position(fen).unwrap());
        let question = Question::new(Player::First, RepetitionRule::Draw);
        for treatment in all() {
            let (limits, interrupt) = (Limits::nodes(30_000), Interrupt::default());
            let claim = treatment.answer(&Chess, question, &history, &limits, MEMORY, &interrupt);
            assert_eq!(claim.verdict, Verdict::Proven, "{treatment}: {fen}");
            assert!(claim.cost.memory_bytes <= (MEMORY + MEMORY / 4) as u64, "{treatment}");
        }
    }
}

/// White wins by running with the pawn; whether the king's detours lose time depends on the path.
#[test]
fn a_pawn_ending_that_shared_positions_get_wrong() {
    let history = History::new(Chess.parse_position("8/8/8/1K6/8/7P/6k1/8 w - - 0 1").unwrap());
    let question = Question::new(Player::First, RepetitionRule::Draw);
    let ask = |treatment: Treatment| {
        let (limits, interrupt) = (Limits::nodes(100_000), Interrupt::default());
        treatment.answer(&Chess, question, &history, &limits, 64 << 20, &interrupt).verdict
    };
    for wrong in [Treatment::DfpnIgnore, Treatment::PnsDagShared] {
        assert_eq!(ask(wrong), Verdict::Disproven, "{wrong}");
    }
    for right in [Treatment::DfpnNagai, Treatment::DfpnLoopDepth, Treatment::DfpnBaseTwin] {
        assert_eq!(ask(right), Verdict::Proven, "{right}");
    }
}

/// Figure 2 of Kishimoto and Mueller (2004): where the circle closes, C is lost for the first
/// player on the path A-C and won on the path A-B-D-C.
#[test]
fn breuker_fails_on_figure_2_under_superko_and_not_where_a_repetition_has_a_value() {
    let text = include_str!("../../../../crates/games/graph/fixtures/figure2.game");
    let mut file = parse(text).unwrap();
    for (rule, right) in [
        (RepetitionRule::SituationalSuperko, false),
        (RepetitionRule::AttackerLoses, true),
        (RepetitionRule::AttackerWins, true),
    ] {
        file.rule = rule;
        let truth = exhaustive(&file.game, &file.history, file.question(), 1_000_000);
        let claim = ask(Treatment::PnsBta, &file, &Limits::nodes(1000), 1 << 20);
        assert_eq!(claim.verdict.decided() == truth, right, "{rule}");
    }
}

/// As printed, every twin is tried, failed simulations are tried again, and circles stay open: more
/// work in simulations than the extended scheme has, and the same answers.
#[test]
fn the_scheme_as_printed_simulates_more_than_the_extended_one() {
    for rule in RULES {
        let study = RandomStudy::new(rule, (8, 14), 3);
        let treatments = [Treatment::DfpnKishimotoMueller, Treatment::DfpnBaseTwin];
        let mut simulations = [0, 0];
        for index in 0..400 {
            for (sum, row) in simulations.iter_mut().zip(study.game(&treatments, index)) {
                *sum += row.cost.simulations;
            }
        }
        assert!(simulations[0] > simulations[1], "{rule}: {simulations:?}");
    }
}
