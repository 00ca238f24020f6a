//! Chess: scores of wins (Eppstein), repetitions across the root, and Campbell's pawn ending.

use threefold_chess::{Chess, ChessPosition};
use threefold_game::{Game, History, RepetitionRule};
use threefold_lab::alphabeta::{
    AlphaBeta, ChessScores, Depth, GraphScores, Options, Rules, Score, Treatment, WIN, WinScores,
    policies,
};
use threefold_search::Limits;

const EPPSTEIN: &str = "4k3/Q7/3K4/8/8/8/8/8 w - -";

fn limits() -> Limits {
    Limits::nodes(5_000_000)
}

/// White searches five plies and plays the best move, Black answers with his first one. How
/// many moves White takes to mate, if he does so within 60.
fn play(win_scores: WinScores) -> (Option<u32>, usize) {
    let options = Options { win_scores, table_bytes: 1 << 20, ..Options::default() };
    let mut position: ChessPosition = EPPSTEIN.parse().unwrap();
    let mut met = Vec::new();
    for played in 1..=60 {
        if !met.contains(&position) {
            met.push(position.clone());
        }
        let mut search =
            AlphaBeta::<_, _, policies::Ignore>::new(&Chess, &ChessScores, Rules::draw(), &options);
        let report = search.search(&History::new(position.clone()), Depth::Fixed(5), &limits());
        assert!(report.score.unwrap() > WIN - 10, "White sees his win all the time");
        Chess.make(&mut position, report.best.unwrap());
        let mut replies = Vec::new();
        Chess.moves(&position, &mut replies);
        let Some(&reply) = replies.first() else { return (Some(played), met.len()) };
        Chess.make(&mut position, reply);
    }
    (None, met.len())
}

#[test]
fn with_plain_win_scores_white_shuffles_for_ever() {
    let (mated, positions) = play(WinScores::Plain);
    assert_eq!(mated, None);
    assert!(positions < 20, "60 moves, and he goes round in {positions} positions");
}

#[test]
fn with_ply_scores_white_mates_at_once() {
    assert_eq!(play(WinScores::NodeRelative).0, Some(1));
}

/// The trap: distances that are stored as they are counted, from the root.
#[test]
fn unconverted_distances_are_wrong_at_another_ply() {
    let distance = |treatment: Treatment, win_scores, fen: &str| {
        let position: ChessPosition = fen.parse().unwrap();
        let options = Options { win_scores, ..Options::default() };
        let root = (&Chess, &ChessScores, Rules::draw());
        let depth = Depth::Fixed(7);
        treatment.search(root, &History::new(position), depth, &limits(), &options).unwrap().score
    };
    let (mut wrong, mut wins) = (0, 0);
    for fen in [
        "8/8/8/8/8/1K6/4Q3/k7 w - -",
        "8/8/8/8/3K4/8/5Q2/1k6 w - -",
        "7k/8/4K3/8/8/8/Q7/8 w - -",
        "8/8/8/8/8/2K5/7R/k7 w - -",
        "k7/8/8/2K5/8/8/8/6R1 w - -",
        "4k3/8/4K3/8/8/8/8/R7 w - -",
    ] {
        let truth = distance(Treatment::PathKeyed, WinScores::NodeRelative, fen);
        let right = distance(Treatment::Ignore, WinScores::NodeRelative, fen);
        let trap = distance(Treatment::Ignore, WinScores::RootRelative, fen);
        assert_eq!(truth, right, "{fen}");
        wins += u32::from(truth.is_some_and(|score| score > WIN - 100));
        wrong += u32::from(truth != trap);
    }
    assert!(wins >= 3 && wrong >= 1, "{wins} {wrong}");
}

/// The scores of the moves after a game, without a table.
fn move_scores(fen: &str, moves: &str, plies: u32) -> Vec<(String, Score)> {
    let start: ChessPosition = fen.parse().unwrap();
    let history =
        History::from_notation(&Chess, start, moves.split_whitespace(), RepetitionRule::Draw)
            .unwrap();
    let options = Options::default();
    let mut search =
        AlphaBeta::<_, _, policies::NoTable>::new(&Chess, &ChessScores, Rules::draw(), &options);
    let scores = search.move_scores(&history, plies, &limits()).unwrap();
    scores.into_iter().map(|(m, score)| (Chess.move_text(history.root(), m), score)).collect()
}

fn best(treatment: Treatment, fen: &str, moves: &str, plies: u32) -> (String, Score) {
    let start: ChessPosition = fen.parse().unwrap();
    let history =
        History::from_notation(&Chess, start, moves.split_whitespace(), RepetitionRule::Draw)
            .unwrap();
    let root = (&Chess, &ChessScores, Rules::draw());
    let options = Options::default();
    let report =
        treatment.search(root, &history, Depth::Plies(plies), &limits(), &options).unwrap();
    assert_eq!(report.stopped_by, None);
    (Chess.move_text(history.root(), report.best.unwrap()), report.score.unwrap())
}

/// official-stockfish/Stockfish#2097: the king's way back is the third occurrence.
#[test]
fn a_third_occurrence_counted_with_the_game_is_a_draw() {
    let fen = "8/8/8/8/8/8/p7/2k4K b - -";
    let moves = "c1b1 h1g1 b1c1 g1h1 c1b1 h1g1 b1a1 g1h1";
    let scores = move_scores(fen, moves, 5);
    let score = |wanted: &str| scores.iter().find(|(m, _)| m == wanted).unwrap().1;
    assert_eq!(score("a1b1"), 0);
    assert!(score("a1b2") < -500, "Black queens: {scores:?}");
    for &treatment in Treatment::ALL {
        assert_eq!(best(treatment, fen, moves, 5).0, "a1b2", "{treatment}");
    }
}

/// LeelaChessZero/lc0#1196: the second occurrence of a position before the root is no draw.
#[test]
fn a_second_occurrence_of_a_position_of_the_game_is_no_draw() {
    let fen = "k1r5/8/K1R5/8/8/8/8/8 w - -";
    let scores = move_scores(fen, "c6b6 c8b8 b6c6", 3);
    let back = scores.iter().find(|(m, _)| m == "b8c8").unwrap().1;
    assert_eq!(back, WIN - 2, "Rxc8 mates");
    for &treatment in Treatment::ALL {
        let (m, score) = best(treatment, fen, "c6b6 c8b8 b6c6", 3);
        assert!(m != "b8c8" && score < WIN - 100, "{treatment}");
    }
}

/// Campbell's Figure 2-1 as reconstructed: Ka5 wins, and everybody finds it at some depth.
#[test]
fn campbell_ka5_is_found() {
    for &treatment in Treatment::ALL {
        // The two that share next to nothing between paths are slow.
        let plies = match treatment {
            Treatment::NoTable | Treatment::PathKeyed => 8,
            _ => 10,
        };
        let (m, score) = best(treatment, "8/8/8/2p1k3/K7/1P1P4/8/8 w - -", "", plies);
        assert_eq!(m, "a4a5", "{treatment}");
        assert!(score > 100, "{treatment}: {score}");
    }
}

/// The lines of that ending that matter, as a graph in which Kb5 is searched first: only the
/// treatment that ignores history takes the draw.
#[test]
fn campbell_only_ignoring_history_returns_the_draw_when_kb5_comes_first() {
    let text = include_str!("../../../../crates/games/graph/fixtures/campbell-draw-first.game");
    let file = threefold_graph::parse(text).unwrap();
    let scores = GraphScores::outcomes(&file.game);
    for &treatment in Treatment::ALL {
        assert!(treatment.supports(RepetitionRule::Draw));
        let root = (&file.game, &scores, Rules::draw());
        let options = Options::default();
        let report = treatment.search(root, &file.history, Depth::Complete, &limits(), &options);
        let score = report.unwrap().score.unwrap();
        if treatment == Treatment::Ignore {
            assert_eq!(score, 0);
        } else {
            assert!(score > WIN - 100, "{treatment}: {score}");
        }
    }
}
