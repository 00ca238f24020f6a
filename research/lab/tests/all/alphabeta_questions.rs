//! Yes-or-no questions by alpha-beta against exhaustive search, under every rule.

use threefold_chess::{Chess, ChessPosition};
use threefold_game::{History, Player, Question, RepetitionRule};
use threefold_graph::{RandomGraph, random_history};
use threefold_lab::alphabeta::Treatment;
use threefold_oracle::exhaustive;
use threefold_search::{Limits, Reason, Verdict};

const TABLE: usize = 1 << 16;

/// Wrong answers of a treatment, of proofs and of disproofs. Nothing may be left unknown: the games
/// are finite.
fn wrong(treatment: Treatment, rule: RepetitionRule, positions: u32, games: u64) -> (u32, u32) {
    let (mut proofs, mut disproofs) = (0, 0);
    for seed in 0..games {
        let kind = RandomGraph {
            alternating: seed % 2 == 0,
            shared_boards: if rule == RepetitionRule::PositionalSuperko { 30 } else { 0 },
            passes: if rule.is_superko() { 10 } else { 0 },
            ..RandomGraph::new(positions)
        };
        let game = kind.generate(seed);
        let moves = (seed % 4) as u32;
        let history = random_history(&game, RandomGraph::ROOT, rule, moves, seed);
        let question = Question::new(Player::ALL[seed as usize / 2 % 2], rule);
        let Some(truth) = exhaustive(&game, &history, question, 20_000) else { continue };
        let limits = Limits::nodes(300_000);
        let claim = treatment.claim(&game, &history, question, &limits, TABLE).unwrap();
        match claim.verdict {
            Verdict::Unknown(reason) => panic!("{treatment} {rule} {seed}: {reason}"),
            verdict if verdict.decided() == Some(truth) => {}
            Verdict::Proven => proofs += 1,
            Verdict::Disproven => disproofs += 1,
        }
    }
    (proofs, disproofs)
}

#[test]
fn sound_treatments_give_no_wrong_answer() {
    for rule in RepetitionRule::ALL {
        for treatment in [Treatment::NoTable, Treatment::PathKeyed, Treatment::BaseTwin] {
            assert_eq!(wrong(treatment, rule, 9, 1500), (0, 0), "{treatment} {rule}");
        }
    }
}

#[test]
fn ignoring_history_gives_wrong_disproofs_and_no_wrong_proofs_where_a_repetition_fails() {
    let (proofs, disproofs) = wrong(Treatment::Ignore, RepetitionRule::AttackerLoses, 12, 8000);
    assert_eq!(proofs, 0);
    assert!(disproofs > 0);
    let (proofs, disproofs) = wrong(Treatment::Ignore, RepetitionRule::SituationalSuperko, 9, 1500);
    assert!(proofs > 0 && disproofs > 0, "{proofs} {disproofs}");
}

/// The win takes eight plies, so that three nodes, or three plies of path, cannot show it.
#[test]
fn a_limit_is_no_verdict() {
    let text = include_str!("../../../../crates/games/graph/fixtures/campbell-draw-first.game");
    let file = threefold_graph::parse(text).unwrap();
    for &treatment in Treatment::ALL {
        for (limits, reason) in [
            (Limits::nodes(3), Reason::Nodes),
            (Limits { depth: 3, ..Limits::default() }, Reason::Depth),
        ] {
            let ask =
                |limits| treatment.claim(&file.game, &file.history, file.question(), limits, TABLE);
            let verdict = ask(&limits).unwrap().verdict;
            assert_eq!(verdict, Verdict::Unknown(reason), "{treatment}");
        }
    }
}

#[test]
fn treatments_that_mean_nothing_under_a_rule_say_so() {
    let game = RandomGraph::new(6).generate(3);
    let history = History::new(RandomGraph::ROOT);
    for rule in RepetitionRule::ALL {
        let question = Question::new(Player::First, rule);
        for &treatment in Treatment::ALL {
            let claim = treatment.claim(&game, &history, question, &Limits::nodes(1000), TABLE);
            assert_eq!(claim.is_some(), treatment.supports(question.rule), "{treatment} {rule}");
        }
    }
}

/// Mates and draws of chess, by every treatment.
#[test]
fn chess_questions() {
    for (fen, wins) in [
        ("4k3/Q7/3K4/8/8/8/8/8 w - -", true),
        ("8/8/8/8/8/1K6/4Q3/k7 w - -", true),
        ("7k/8/5K2/8/8/8/6Q1/8 w - -", true),
        ("k7/8/1K6/8/8/8/8/1B6 w - -", false),
    ] {
        let history = History::new(fen.parse::<ChessPosition>().unwrap());
        let question = Question::new(Player::First, RepetitionRule::Draw);
        for &treatment in Treatment::ALL {
            let limits = Limits::nodes(200_000);
            let claim = treatment.claim(&Chess, &history, question, &limits, 1 << 20).unwrap();
            assert_eq!(claim.verdict.decided(), Some(wins), "{treatment} {fen}: {claim:?}");
        }
    }
}
