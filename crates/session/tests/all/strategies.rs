//! The strategy of a certificate as a graph.

use threefold_certificate::Certificate;
use threefold_game::{Player, Question};
use threefold_search::{Interrupt, Options, Solver};
use threefold_session::games::row::Known;
use threefold_session::registry::read_position;
use threefold_session::solve::{Goal, Request, solve};
use threefold_session::strategy::{Ending, Strategy, strategy};
use threefold_session::{Databases, Error};

const ROOK: &str = "8/8/8/8/8/1k6/7r/K7 w - -";
const STALEMATE: &str = "8/8/8/8/8/1k6/1p6/1K6 w - -";

fn drawn(block: &threefold_certificate::Block, most: usize) -> Result<Strategy, Error> {
    let mut databases = |_: &str| Ok(None);
    let mut known = Known { graph: None, databases: &mut databases };
    strategy(block, &mut known, most, &Interrupt::default())
}

fn strategies(text: &str) -> Vec<Strategy> {
    let tasks = read_position(1, text, None);
    let request = Request { goal: Goal::Value, ..Request::default() };
    let subject = &tasks.tasks[0].subject;
    let answer = solve(subject, &Databases::default(), &request, &mut ()).unwrap();
    answer.proofs.iter().map(|proof| drawn(&proof.block, 100_000).unwrap()).collect()
}

#[test]
fn a_win_is_a_graph_without_circles_whose_lengths_add_up() {
    let strategy = strategies("8/8/8/8/8/2k5/7r/K7 b - -").remove(0);
    for node in strategy.nodes() {
        let after: Vec<_> =
            node.moves.iter().map(|&(_, child)| strategy.nodes()[child].plies.unwrap()).collect();
        let longest = after.iter().max().map_or(0, |plies| plies + 1);
        assert_eq!(node.plies, Some(longest));
        // The claimant has one move, or nothing more has to be shown.
        assert!(!node.by_claimant || node.moves.len() + usize::from(node.ending.is_some()) == 1);
        assert_eq!(node.moves.is_empty(), node.ending.is_some());
    }
    let ends = strategy.nodes().iter().filter_map(|node| node.ending);
    assert!(ends.into_iter().all(|ending| ending.name() == "win"));
    assert_eq!(strategies(ROOK)[0].nodes()[0].plies, Some(2));
}

#[test]
fn a_draw_is_two_strategies_that_never_end_in_a_loss() {
    let both = strategies(STALEMATE);
    assert_eq!(both.len(), 2);
    for strategy in both {
        assert!(strategy.nodes().iter().all(|node| node.plies.is_none()));
        let ends: Vec<_> = strategy.nodes().iter().filter_map(|node| node.ending).collect();
        assert!(ends.iter().all(|ending| !matches!(ending, Ending::Database | Ending::Plies)));
    }
}

#[test]
fn a_strategy_that_holds_for_some_plies_ends_with_them() {
    // Two moves are needed for the mate: there is none in one.
    let text = "threefold certificate 1\ngame: chess\nclaim: black holds\nplies: 1\n\
                repetition: draw\nroot: kbK5/pp6/1P6/8/8/8/8/R7 w - -\nmoves: 0\n---\n";
    let block = Certificate::read(text.as_bytes()).unwrap().blocks.remove(0);
    let strategy = drawn(&block, 100).unwrap();
    assert!(strategy.nodes().iter().skip(1).all(|node| node.ending == Some(Ending::Plies)));
}

#[test]
fn lies_large_strategies_and_superko_are_refused() {
    let tasks = read_position(1, ROOK, None);
    let request = Request { goal: Goal::Value, ..Request::default() };
    let subject = &tasks.tasks[0].subject;
    let answer = solve(subject, &Databases::default(), &request, &mut ()).unwrap();
    let block = &answer.proofs[0].block;
    assert!(drawn(block, 1).unwrap_err().to_string().contains("more than 1"));
    let lie =
        threefold_certificate::Block::new(block.header.clone(), ["h2g2"].into_iter().collect());
    assert!(drawn(&lie, 1000).is_err());
    let interrupt = Interrupt::default();
    interrupt.raise();
    let mut databases = |_: &str| Ok(None);
    let mut known = Known { graph: None, databases: &mut databases };
    assert!(strategy(block, &mut known, 1000, &interrupt).is_err());

    let tasks = read_position(1, "go 2x2 at-least 1", None);
    let answer =
        solve(&tasks.tasks[0].subject, &Databases::default(), &Request::default(), &mut ());
    let error = drawn(&answer.unwrap().proofs[0].block, 1000).unwrap_err();
    assert!(error.to_string().contains("superko"));
}

#[test]
fn what_occurred_before_the_root_ends_a_strategy_that_holds() {
    let text = "threefold game 1\nrule: draw\nroot: C\nhistory: A B C\nA first: B\nB second: C\n\
                C first: D\nD second: A W\nW win-first\n";
    let file = threefold_graph::parse(text).unwrap();
    let question = Question::new(Player::First, file.rule);
    let mut solver = Solver::new(&file.game, question, Options::default());
    assert_eq!(solver.solve(&file.history).verdict.decided(), Some(false));
    let block = solver.certificate(&file.history, false, file.rule).unwrap().block;
    let strategy = Strategy::of(&file.game, &(), &block, 10, &Interrupt::default()).unwrap();
    let nodes: Vec<_> =
        strategy.nodes().iter().map(|node| (node.position.as_str(), node.ending)).collect();
    assert_eq!(nodes, [("C", None), ("D", None), ("A", Some(Ending::Repetition))]);
}
