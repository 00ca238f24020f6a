//! Closed sets: many results that lean on each other's repetitions, solved at once.
//!
//! That they are right: `random_graphs.rs` and `chess_endings.rs`, which look for them as often as
//! they can.

use threefold_certificate::check;
use threefold_chess::{Chess, ChessPosition};
use threefold_game::{History, Player, Question, RepetitionRule};
use threefold_search::{Limits, Options, Policy, Solver, Stats, Verdict};

/// What the search for "White mates" did, which has to fail, and to be certified.
fn drawn(fen: &str, options: Options) -> Stats {
    let question = Question::new(Player::First, RepetitionRule::Draw);
    let history = History::new(fen.parse::<ChessPosition>().expect("a legal position"));
    let mut solver = Solver::new(&Chess, question, options);
    let answer = solver.limit(Limits::nodes(1_000_000)).solve(&history);
    assert_eq!(answer.verdict, Verdict::Disproven, "{fen}");
    let extracted = solver
        .certificate(&history, false, RepetitionRule::Draw)
        .unwrap_or_else(|error| panic!("{fen}: {error}"));
    check(&Chess, &extracted.block).unwrap_or_else(|refutation| panic!("{fen}: {refutation}"));
    answer.stats
}

#[test]
fn drawn_pawn_endings_take_fewer_nodes() {
    let (mut with, mut without) = (Stats::default(), Stats::default());
    for fen in
        ["8/7k/5K2/8/8/8/7P/8 w - -", "8/8/1k6/5K2/8/2P5/8/8 w - -", "8/8/8/1k6/1P6/2K5/8/8 w - -"]
    {
        with.add(&drawn(fen, Options::default()));
        let options = Options { closed_set_interval: 0, ..Options::default() };
        without.add(&drawn(fen, options));
    }
    println!("{} nodes, {} without closed sets", with.nodes, without.nodes);
    assert!(with.closed_sets > 0 && with.closed_set_stores > with.closed_sets);
    assert!(with.nodes < without.nodes);
    // The price of looking for them is bounded by the nodes.
    assert!(with.closed_set_positions < with.nodes);
    assert_eq!((without.closed_sets, without.closed_set_positions), (0, 0));
}

#[test]
fn schemes_that_are_there_for_comparison_do_without() {
    let fen = "8/8/3k2K1/8/8/3P4/8/8 w - -";
    for options in [
        Options { policy: Policy::NoStore, closed_set_interval: 1, ..Options::default() },
        Options { loop_closing: false, closed_set_interval: 1, ..Options::default() },
    ] {
        assert_eq!(drawn(fen, options).closed_set_positions, 0);
    }
}

#[test]
fn a_small_table_bounds_what_a_set_may_take() {
    // 4 KiB hold a dozen positions of a set: attempts are given up, and the answer is the same.
    let options = Options { table_bytes: 4 << 10, closed_set_interval: 16, ..Options::default() };
    let stats = drawn("8/8/3k2K1/8/8/3P4/8/8 w - -", options);
    assert!(stats.closed_set_positions > 0);
}
