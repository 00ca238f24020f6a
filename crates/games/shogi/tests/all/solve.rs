//! The ordinary search answers tsume problems, and its certificates are verified.

use threefold_certificate::check;
use threefold_game::{Game, History, Player, Question, RepetitionRule};
use threefold_search::{Limits, Options, Solver, Verdict};
use threefold_shogi::{Color, Position, Tsume, list};

/// Solves, verifies the certificate, and says who succeeds; `None` where the limit came first.
fn mates_by(attacker: Color, text: &str, nodes: u64) -> Option<bool> {
    mates_in(1 << 20, attacker, text, nodes)
}

/// The same with a table of so many bytes.
fn mates_in(table_bytes: usize, attacker: Color, text: &str, nodes: u64) -> Option<bool> {
    answer_with(Options { table_bytes, ..Options::default() }, attacker, text, nodes)
}

/// The same with other options.
fn answer_with(options: Options, attacker: Color, text: &str, nodes: u64) -> Option<bool> {
    let game = Tsume::new(attacker);
    let position = game.parse_position(text).unwrap();
    let question = Question::new(Player::First, RepetitionRule::AttackerLoses);
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

fn mates(text: &str, nodes: u64) -> Option<bool> {
    let position: Position = text.parse().unwrap();
    mates_by(position.side_to_move(), text, nodes)
}

/// Problems of 1 to 11 plies (tanuki-tsume-shogi, MIT), and mates in games with two kings, White
/// attacking or his opponent in check (sugyan/tsumeshogi-solver, MIT).
const SHORT: [&str; 12] = [
    "9/7Sk/1+R7/9/9/9/9/9/9 b r2b4g3s4n4l18p 1",
    "8S/6SSk/7p1/9/9/9/9/9/9 b 2r2b4gs4n4l17p 1",
    "6+R1S/8k/9/9/9/9/9/9/9 b r2b4g3s4n4l18p 1",
    "7G1/8k/9/9/9/9/9/9/+B8 b 2rb3g4s4n4l18p 1",
    "6p2/6RPS/8k/7P1/9/9/9/9/9 b Gr2b3g2s4n4l15p 1",
    "6G2/8L/8P/6GRP/6G1k/9/9/5S3/9 b r2bg3s4n3l16p 1",
    "6SR1/6P1B/5PGG1/8k/9/8N/9/6P2/9 b rb2g3s3n4l15p 1",
    "ln1gkg1nl/6+P2/2sppps1p/2p3p2/p8/P1P1P3P/2NP1PP2/3s1KSR1/L1+b2G1NL w R2Pbgp 42",
    "l3kgsnl/9/p1pS+Bp3/7pp/6PP1/9/PPPPPPn1P/1B1GG2+r1/LNS1K3L w RG3Psnp 54",
    "l3k2nl/4g1gb1/1+S1pspp+P1/p1p6/3n4p/2PPR1P2/P2bPP2P/5GS2/LN1K4L w R2Pgsn2p 50",
    "lns+R4l/1p1p5/p1pkppB1p/6p2/1R7/6P1P/P1PPnPS2/2+b1G1g2/L3K1sNL b 2GS3Pnp 51",
    "ln3kgRl/2s1g2p1/2ppppn1p/p5p2/6b2/P3P4/1+rPP1PP1P/1P4S2/LNSK1G1NL w GPbsp 50",
];

/// With certificates, as everywhere.
#[test]
fn several_threads_find_mates() {
    // Number 5 of the Zuko.
    let zuko = "n+B1sS4/1R1g5/1Ls6/2k6/2n6/3L5/R8/9/9 b B2P3gs2n2l16p 1";
    for text in SHORT.into_iter().chain([zuko]) {
        let position: Position = text.parse().unwrap();
        for threads in [2, 4] {
            let options = Options { threads, alone: 0, table_bytes: 1 << 20, ..Options::default() };
            let found = answer_with(options, position.side_to_move(), text, 200_000);
            assert_eq!(found, Some(true), "{text}, {threads} threads");
        }
    }
}

#[test]
fn short_problems_are_mate() {
    for text in SHORT {
        assert_eq!(mates(text, 20_000), Some(true), "{text}");
    }
}

/// What has a length is mate, the rest is not: problems up to 49 plies, some of them classical.
#[test]
fn the_problems_of_the_examples_are_what_they_say() {
    let text = include_str!("../../../../../examples/tsume.tsv");
    let mut found = [0, 0];
    for item in list::read(text) {
        let item = item.unwrap();
        let length: Option<u32> = item.remarks.first().map(|length| length.parse().unwrap());
        let mate = mates(&item.position.to_string(), 50_000);
        assert_eq!(mate, Some(length.is_some()), "{:?}", item.name);
        found[usize::from(length.is_some())] += 1;
    }
    assert_eq!(found, [4, 12]);
}

/// From a table that holds a few hundred entries to one of a gibibyte: the work differs, verdicts
/// do not, and every certificate is verified. (Large tables begin small, and cost nothing here.)
#[test]
fn every_size_of_the_table_gives_the_same_verdicts() {
    let problems = [
        (SHORT[6], true),
        (SHORT[11], true),
        ("8S/8S/7s1/8k/7R1/9/9/9/9 b r2b4g4n4l18p 1", false),
        // With repetitions (TadaoYamaoka/cshogi#54).
        ("2+P5+N/5P1B1/p2sg2p+P/2p2s1P1/8R/5KP1s/P3+BNN1g/1S4+p1g/+p1R1Lk2+l b NL4Pgl3p 1", false),
    ];
    for (text, mate) in problems {
        let position: Position = text.parse().unwrap();
        for kibibytes in [16, 256, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20] {
            let found = mates_in(kibibytes << 10, position.side_to_move(), text, 200_000);
            assert_eq!(found, Some(mate), "{kibibytes} KiB: {text}");
        }
    }
}

/// A piece that is put between is a move like any other, however futile: these are mate in 3 for
/// who leaves out such moves, and the search has to answer all of them (yaneurao/YaneuraOu#162).
#[test]
fn futile_interpositions_are_answered() {
    for text in [
        "5pk2/7P1/4+R1+P1+b/8b/6R2/9/9/9/9 b 4g4s4n4l15p 1",
        "9/5g1s1/8k/6+R2/9/6R1S/5B3/9/9 b b3g2s4n4l18p 1",
    ] {
        assert_eq!(mates(text, 20_000), Some(true), "{text}");
    }
}

/// Mate only because a piece does not promote, so that a dropped pawn later does not mate
/// (yaneurao/YaneuraOu#257).
#[test]
fn declined_promotions_are_found() {
    for text in [
        "5B1n1/8k/6Rpp/9/9/9/1+p7/9/K8 b rb4g4s3n4l15p 1",
        "7nk/9/7Gp/6+RP1/9/9/1+p7/9/K8 b Pr2b3g4s3n4l14p 1",
    ] {
        assert_eq!(mates(text, 100_000), Some(true), "{text}");
    }
}

/// Going round for ever is no success: disproofs with their certificates. The first was reported as
/// mate by another program (TadaoYamaoka/cshogi#54).
#[test]
fn what_is_no_mate_is_disproved() {
    for text in [
        "2+P5+N/5P1B1/p2sg2p+P/2p2s1P1/8R/5KP1s/P3+BNN1g/1S4+p1g/+p1R1Lk2+l b NL4Pgl3p 1",
        "8S/8S/7s1/8k/7R1/9/9/9/9 b r2b4g4n4l18p 1",
        "7S1/9/7BL/7RN/8k/9/9/9/6N2 b rb4g3s2n3l18p 1",
        "9/2Sl5/4k4/5L3/5G3/9/9/9/9 b 2r2b3g3s4n2l18p 1",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    ] {
        assert_eq!(mates(text, 50_000), Some(false), "{text}");
    }
}

#[test]
fn roots_with_the_defender_to_move_are_answered_in_check_or_not() {
    let in_check = "4k4/4G4/4P4/9/9/9/9/9/9 w 2r2b3g4s4n4l17p 1";
    assert_eq!(mates_by(Color::Black, in_check, 100), Some(true));
    let free = "4k4/9/4P4/9/9/9/9/9/9 w G2r2b3g4s4n4l17p 1";
    assert_eq!(mates_by(Color::Black, free, 10_000), Some(false));
    // Nothing can move, and nothing gives check: whoever cannot move has lost, as in a game.
    let stuck = "8k/6G2/8P/9/9/9/9/9/9 w - 1";
    let position: Position = stuck.parse().unwrap();
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    assert_eq!(moves.len(), 0);
    assert_eq!(mates_by(Color::Black, stuck, 100), Some(true));
}
