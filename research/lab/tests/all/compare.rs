//! The comparison: who is wrong, by whose authority, and on which line.

use std::path::Path;

use threefold_chess::Chess;
use threefold_game::{Game, History, Player, Question, RepetitionRule};
use threefold_graph::{GraphFile, RandomGraph};
use threefold_lab::Treatment;
use threefold_lab::compare::{
    Arbiter, Budget, Contradiction, End, Explanation, Finding, Position, Source, Trial, explain,
    try_position,
};
use threefold_search::{Interrupt, Limits, Reason};

const BOTH: [Treatment; 2] = [Treatment::DfpnIgnore, Treatment::DfpnBaseTwin];

fn budget() -> Budget {
    Budget { limits: Limits::nodes(100_000), memory_bytes: 64 << 10 }
}

/// Without oracles: certificates have to say what is true.
fn certificates_only() -> Arbiter {
    Arbiter { retrograde_positions: 0, exhaustive_nodes: 0, ..Arbiter::default() }
}

fn fixture(name: &str) -> GraphFile {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/games/graph/fixtures").join(name);
    threefold_graph::parse(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn trial(file: &GraphFile, arbiter: &Arbiter) -> Trial {
    try_position(&Position::of_file(file), &BOTH, 0, &budget(), arbiter, &Interrupt::default())
}

fn explain_first(file: &GraphFile) -> Option<Explanation> {
    let trial = trial(file, &Arbiter::default());
    explain(
        &Position::of_file(file),
        BOTH[0],
        &trial.claims[0],
        &trial.truth,
        &budget(),
        &Arbiter::default(),
        &Interrupt::default(),
    )
}

/// The line can be played, and its end is what the claim denies.
fn assert_line(file: &GraphFile, explanation: &Explanation) {
    let (game, question) = (&file.game, file.question());
    let mut here = *file.root();
    for step in &explanation.steps {
        assert_eq!(game.position_text(&here), step.position);
        assert_eq!(game.player_to_move(&here), step.player);
        let m = game.parse_move(&here, &step.text).unwrap();
        game.make(&mut here, m);
        assert_eq!(game.position_text(&here), step.after);
    }
    let succeeds = match explanation.end {
        End::Over(outcome) | End::Stuck(outcome) => Some(question.is_success(outcome)),
        End::Repetition => question.repetition_succeeds(),
        End::CutOff | End::NoStrategy => None,
    };
    assert_eq!(succeeds, Some(!explanation.claimed), "{explanation:#?}");
}

#[test]
fn a_plain_table_is_seen_to_be_wrong() {
    for name in [
        "figure1-reading1-delayed.game",
        "figure1-reading2-delayed.game",
        "figure2.game",
        "campbell-draw-first.game",
        "superko-draw-last.game",
    ] {
        let file = fixture(name);
        for arbiter in [Arbiter::default(), certificates_only()] {
            let trial = trial(&file, &arbiter);
            assert_eq!(trial.finding(0), Finding::Wrong, "{name}");
            assert_eq!(trial.finding(1), Finding::Right, "{name}");
        }
        let explanation = explain_first(&file).unwrap();
        assert_line(&file, &explanation);
        assert!(explanation.contradiction.is_some(), "{name}: {explanation:#?}");
    }
}

/// In Figure 2 the table has C from the path A-C, and the search comes to it by A-B-D-C. Asked
/// about the position after A-B alone, it finds the win that it had denied.
#[test]
fn figure_2_is_explained() {
    let explanation = explain_first(&fixture("figure2.game")).unwrap();
    assert_eq!((explanation.claimed, explanation.owner), (false, Player::First));
    let line: Vec<&str> = explanation.steps.iter().map(|step| step.text.as_str()).collect();
    assert_eq!(line, ["B", "D", "C"]);
    assert_eq!(explanation.contradiction, Some(Contradiction::Reply(0)));
    assert!(matches!(explanation.end, End::Stuck(outcome) if outcome.is_win_of(Player::First)));
}

#[test]
fn what_is_right_has_no_explanation() {
    let file = fixture("figure1-reading1.game");
    assert_eq!(trial(&file, &Arbiter::default()).finding(0), Finding::Right);
    assert_eq!(explain_first(&file), None);
}

#[test]
fn oracles_and_certificates_agree() {
    let mut answers = [0; 2];
    for rule in RepetitionRule::ALL {
        for seed in 0..60 {
            let game = RandomGraph { draws: 20, ..RandomGraph::new(9) }.generate(seed);
            let history = History::new(RandomGraph::ROOT);
            let question = Question::new(Player::ALL[seed as usize % 2], rule);
            let position = Position { game: &game, history: &history, question, rule };
            let interrupt = Interrupt::default();
            let oracle = Arbiter::default().decide(&position, &history, &interrupt);
            let certificate = certificates_only().decide(&position, &history, &interrupt);
            let source = if rule.is_superko() { Source::Exhaustive } else { Source::Retrograde };
            assert_eq!(oracle.source, Some(source));
            assert_eq!(certificate.source, Some(Source::Certificate));
            assert_eq!(oracle.answer, certificate.answer, "{rule} {seed}");
            answers[usize::from(oracle.answer == Some(true))] += 1;
        }
    }
    assert!(answers.iter().all(|&n| n > 50), "{answers:?}");
}

/// Every wrong answer of the plain table in some random games has a line that shows it.
#[test]
fn every_wrong_answer_is_explained() {
    let mut wrong = 0;
    for rule in RepetitionRule::ALL {
        for seed in 0..400 {
            let shared_boards = if rule == RepetitionRule::PositionalSuperko { 40 } else { 0 };
            let kind = RandomGraph { draws: 20, shared_boards, ..RandomGraph::new(11) };
            let history = History::new(RandomGraph::ROOT);
            let (game, notes) = (kind.generate(seed), Vec::new());
            let file = GraphFile { game, rule, attacker: Player::First, history, notes };
            if let Some(explanation) = explain_first(&file) {
                assert_line(&file, &explanation);
                wrong += 1;
            }
        }
    }
    assert!(wrong >= 10, "only {wrong} wrong answers");
}

/// A claim is not right because nothing speaks against it.
#[test]
fn without_a_truth_nothing_is_right() {
    let history = History::new(Chess.parse_position("8/8/8/2k5/8/1RK5/8/8 w - -").unwrap());
    let rule = RepetitionRule::Draw;
    let question = Question::new(Player::First, rule);
    let position = Position { game: &Chess, history: &history, question, rule };
    let arbiter = Arbiter { limits: Limits::nodes(1), ..certificates_only() };
    let budget = Budget { limits: Limits::nodes(1_000_000), memory_bytes: 1 << 20 };
    let interrupt = Interrupt::default();
    let trial = try_position(&position, &BOTH, 1, &budget, &arbiter, &interrupt);
    assert_eq!(trial.truth.reason, Some(Reason::Nodes));
    assert_eq!([trial.finding(0), trial.finding(1)], [Finding::Unverified; 2]);
    // With a budget that suffices, the certificate says that White mates.
    let trial = try_position(&position, &BOTH, 1, &budget, &certificates_only(), &interrupt);
    assert_eq!((trial.truth.answer, trial.truth.source), (Some(true), Some(Source::Certificate)));
    assert_eq!(trial.finding(1), Finding::Right);
}

#[test]
fn an_interrupted_trial_is_not_complete() {
    let file = fixture("figure2.game");
    let interrupt = Interrupt::default();
    let position = Position::of_file(&file);
    let ask = || try_position(&position, &BOTH, 0, &budget(), &Arbiter::default(), &interrupt);
    assert!(ask().is_complete());
    interrupt.raise();
    assert!(!ask().is_complete());
}
