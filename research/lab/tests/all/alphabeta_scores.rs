//! Score aging, drivers, and how deepening ends.

use threefold_game::{Game, History, Outcome, Player, RepetitionRule};
use threefold_graph::{Edge, GraphBuilder, GraphGame, NodeId, RandomGraph, reduce};
use threefold_lab::alphabeta::policy::Policy;
use threefold_lab::alphabeta::{
    Aging, AlphaBeta, Boolean, Depth, DraftRule, GraphScores, Options, Rules, Score, Treatment,
    WIN, WinScores, policies,
};
use threefold_lab::study::{ScoredCase, Setting, TableUse};
use threefold_search::{Limits, Reason, Verdict};

/// `long` leads to the same result as `short`, two moves later, and is tried first. `mover` is to
/// move at A, and `waits`, if it is the other player, in every second position from there on.
fn detour(mover: &str, waits: &str) -> GraphGame {
    let text = format!(
        "threefold game 1\nrule: draw\nroot: A\n\
         A {mover}: long short\nlong {waits}: L1\nL1 {mover}: L2\nL2 {waits}: end\n\
         short {waits}: end\nend win-first\n"
    );
    threefold_graph::parse(&text).unwrap().game
}

fn first_move(treatment: Treatment, game: &GraphGame, result: Score, aging: Aging) -> String {
    let root = game.parse_position("A").unwrap();
    let mut scores = GraphScores::default();
    scores.set_result(game.find("end").unwrap(), result);
    let options = Options { aging, win_scores: WinScores::Plain, ..Options::default() };
    let report = treatment
        .search(
            (game, &scores, Rules::draw()),
            &History::new(root),
            Depth::Complete,
            &Limits::default(),
            &options,
        )
        .unwrap();
    game.move_text(&root, report.best.unwrap())
}

#[test]
fn aging_chooses_the_shorter_of_two_equal_wins_and_the_longer_of_two_equal_losses() {
    for &treatment in Treatment::ALL {
        // Of a win, and of a heuristic score.
        for result in [1_000_000, 300] {
            let (winner, loser) = (detour("first", "second"), detour("second", "first"));
            for aging in [Aging::Loser, Aging::EveryMove] {
                assert_eq!(first_move(treatment, &winner, result, aging), "short", "{treatment}");
                assert_eq!(first_move(treatment, &loser, result, aging), "long", "{treatment}");
            }
        }
    }
    let game = detour("first", "second");
    assert_eq!(first_move(Treatment::Ignore, &game, 300, Aging::Off), "long", "first of equals");
}

/// Muller's bonus is for the loser's own moves: where he has none the winner may take his time.
#[test]
fn a_bonus_for_the_loser_alone_does_not_hurry_a_winner_whose_opponent_never_moves() {
    let game = detour("first", "first");
    assert_eq!(first_move(Treatment::NoTable, &game, 300, Aging::Loser), "long");
    assert_eq!(first_move(Treatment::NoTable, &game, 300, Aging::EveryMove), "short");
}

fn aged_scores<P: Policy>(case: &ScoredCase, aging: Aging) -> Vec<Option<Score>> {
    let options = Options { aging, ..case.options() };
    let mut search = AlphaBeta::<_, _, P>::new(&case.game, &case.scores, case.rules(), &options);
    let limits = Limits::nodes(1_000_000);
    case.roots().iter().map(|root| search.search(root, case.depth(), &limits).score).collect()
}

/// The window is compensated: with aging, too, a table changes nothing where the treatment is
/// right.
#[test]
fn aged_scores_with_and_without_a_table_agree() {
    for setting in [Setting::Complete { levels: 3 }, Setting::DepthLimited { plies: 6 }] {
        for index in 0..400 {
            let case =
                ScoredCase::random(9, index, 8, RepetitionRule::Draw, setting, TableUse::Kept);
            for aging in [Aging::Loser, Aging::EveryMove] {
                let truth = aged_scores::<policies::NoTable>(&case, aging);
                let scores = aged_scores::<policies::PathKeyed>(&case, aging);
                assert_eq!(scores, truth, "case {index}");
                let scores = aged_scores::<policies::BaseTwin>(&case, aging);
                assert_eq!(scores, truth, "case {index}");
            }
        }
    }
}

/// Bounds of an earlier iteration, however deep, keep two positions that lead to each other unknown
/// for ever; those of the same iteration do not.
#[test]
fn bounds_of_earlier_iterations_can_keep_a_game_unknown_for_ever() {
    let text = include_str!("../../../../crates/games/graph/fixtures/superko-pass-repeats.game");
    let file = threefold_graph::parse(text).unwrap();
    let boolean = Boolean(file.question());
    let at_depth = |draft, plies| {
        let options = Options { draft, win_scores: WinScores::Plain, ..Options::default() };
        let rules = Rules::of(file.question());
        let mut search = AlphaBeta::<_, _, policies::BaseTwinAsPrinted>::new(
            &file.game, &boolean, rules, &options,
        );
        search.search(&file.history, Depth::Plies(plies), &Limits::nodes(1_000_000)).score.unwrap()
    };
    assert_eq!(at_depth(DraftRule::AtLeast, 200), 0);
    assert!(at_depth(DraftRule::Iteration, 20) < 0);
    let limits = Limits::nodes(100_000);
    let claim = Treatment::BaseTwin
        .claim(&file.game, &file.history, file.question(), &limits, 1 << 16)
        .unwrap();
    assert_eq!(claim.verdict, Verdict::Disproven);
}

/// A game that is over, or a root without a move, has a score and no move.
#[test]
fn roots_without_a_move() {
    let file = threefold_graph::parse(
        "threefold game 1\nrule: draw\nroot: A\nA first:\nB win-second\nC draw\n",
    )
    .unwrap();
    let scores = GraphScores::outcomes(&file.game);
    for &treatment in Treatment::ALL {
        for (name, sign) in [("A", -1), ("B", -1), ("C", 0)] {
            let root = History::new(file.game.find(name).unwrap());
            for depth in [Depth::Complete, Depth::Plies(3)] {
                let report = treatment
                    .search(
                        (&file.game, &scores, Rules { player: Player::First, ..Rules::draw() }),
                        &root,
                        depth,
                        &Limits::default(),
                        &Options::default(),
                    )
                    .unwrap();
                assert_eq!(report.score.map(Score::signum), Some(sign), "{treatment} {name}");
                assert_eq!(report.best, None);
            }
        }
    }
}

/// A line of 3000 positions is longer than the search may recurse: no verdict, and no overflow of
/// the stack of a thread.
#[test]
fn lines_that_are_too_long_end_the_search() {
    let mut builder = GraphBuilder::new();
    let nodes: Vec<_> =
        (0..3000).map(|i| builder.turn(&format!("N{i}"), Player::ALL[i % 2]).unwrap()).collect();
    for pair in nodes.windows(2) {
        builder.edge(pair[0], Edge::new(pair[1])).unwrap();
    }
    let game = builder.build().unwrap();
    let scores = GraphScores::outcomes(&game);
    for &treatment in Treatment::ALL {
        let report = treatment
            .search(
                (&game, &scores, Rules::draw()),
                &History::new(nodes[0]),
                Depth::Complete,
                &Limits::default(),
                &Options::default(),
            )
            .unwrap();
        assert_eq!(report.stopped_by, Some(Reason::Depth), "{treatment}");
        assert_eq!(report.score, None);
    }
}

/// Eppstein on games such as Othello: where no position can come again, plain win scores arrive.
/// Here in random games without a way back, each won position of them, with no more depth than it
/// takes to see the win.
#[test]
fn plain_win_scores_arrive_where_the_length_of_a_game_has_a_limit() {
    let mut won = 0;
    for seed in 0..400 {
        let game = RandomGraph { results: 30, ..RandomGraph::new(16) }.generate(seed);
        let onwards = |from: NodeId, _: usize, edge: Edge| (edge.to() > from).then_some(edge);
        let (game, _) = reduce(&game, None, onwards).unwrap();
        let scores = GraphScores::outcomes(&game);
        let options = Options { win_scores: WinScores::Plain, ..Options::default() };
        let root = (&game, &scores, Rules::draw());
        for start in game.ids().filter(|&id| game.terminal(&id).is_none()) {
            let think = |history: &History<GraphGame>, plies| {
                let (depth, limits) = (Depth::Plies(plies), Limits::default());
                Treatment::Ignore.search(root, history, depth, &limits, &options).unwrap()
            };
            let mut history = History::new(start);
            let Some(plies) = (1..16).find(|&plies| think(&history, plies).score == Some(WIN))
            else {
                continue;
            };
            won += 1;
            while let Some(m) = think(&history, plies).best {
                history.push(&game, m);
            }
            let end = *history.root();
            let outcome = game.terminal(&end).unwrap_or_else(|| game.stuck(&end));
            assert_eq!(outcome, Outcome::Win(Player::First), "game {seed}");
        }
    }
    assert!(won > 300, "{won}");
}
