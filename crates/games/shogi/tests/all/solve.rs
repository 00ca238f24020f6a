//! The ordinary search answers tsume problems, and its certificates are verified.

use threefold_certificate::check;
use threefold_game::{Game, History, Player, Question, RepetitionRule};
use threefold_search::{Limits, Options, Solver, Verdict};
use threefold_shogi::Tsume;

/// Solves, and verifies the certificate; `None` where the limit came first.
fn mates(text: &str, nodes: u64) -> Option<bool> {
    let position = text.parse().unwrap();
    let game = Tsume::of(&position);
    game.accept(&position).unwrap();
    let question = Question::new(Player::First, RepetitionRule::AttackerLoses);
    let options = Options { table_bytes: 1 << 20, ..Options::default() };
    let mut solver = Solver::new(&game, question, options);
    solver.limit(Limits::nodes(nodes));
    let history = History::new(position);
    let answer = solver.solve(&history);
    let proven = match answer.verdict {
        Verdict::Unknown(_) => return None,
        verdict => verdict.decided().unwrap(),
    };
    let extracted = solver.certificate(&history, proven, question.rule).unwrap();
    check(&game, &extracted.block).unwrap_or_else(|refuted| panic!("{refuted}: {text}"));
    assert_eq!(extracted.block.header.parameters, game.parameters());
    Some(proven)
}

#[test]
fn short_problems_are_mate() {
    for text in [
        "9/7Sk/1+R7/9/9/9/9/9/9 b r2b4g3s4n4l18p 1",
        "6+R1S/8k/9/9/9/9/9/9/9 b r2b4g3s4n4l18p 1",
        "ln1gkg1nl/6+P2/2sppps1p/2p3p2/p8/P1P1P3P/2NP1PP2/3s1KSR1/L1+b2G1NL w R2Pbgp 42",
        "l3kgsnl/9/p1pS+Bp3/7pp/6PP1/9/PPPPPPn1P/1B1GG2+r1/LNS1K3L w RG3Psnp 54",
        "lns+R4l/1p1p5/p1pkppB1p/6p2/1R7/6P1P/P1PPnPS2/2+b1G1g2/L3K1sNL b 2GS3Pnp 51",
    ] {
        assert_eq!(mates(text, 20_000), Some(true), "{text}");
    }
}
