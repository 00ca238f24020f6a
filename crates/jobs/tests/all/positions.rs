//! Positions of real games: the same answers as one search.

use threefold_chess::Chess;
use threefold_game::{Game, History, Player, RepetitionRule};
use threefold_jobs::Settings;
use threefold_search::{Limits, Options, Solver};

use crate::chaos::{Chaos, Driven};

#[test]
fn chess() {
    let positions = [
        // Mates in two and three, and pawn endings won and drawn.
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - -", Player::First),
        ("8/8/8/8/8/2k5/1r6/K7 w - -", Player::First),
        ("8/8/3K3k/8/8/8/8/5Q2 w - -", Player::First),
        ("4k3/8/4K3/4P3/8/8/8/8 b - -", Player::First),
    ];
    for (text, attacker) in positions {
        let rule = RepetitionRule::Draw;
        let history = History::new(Chess.parse_position(text).unwrap());
        let question = threefold_game::Question::new(attacker, rule);
        let mut solver = Solver::new(&Chess, question, Options::default());
        solver.limit(Limits::nodes(1_000_000));
        let truth = solver.solve(&history).verdict.decided().expect("an easy position");
        for seed in 0..2 {
            let chaos = Chaos { lost: 5, twice: 5, false_results: 0, reloads: 2 };
            let settings = Settings { nodes: 3000, memory: 1 << 20, ..Settings::default() };
            let driven = Driven {
                game: &Chess,
                history: &history,
                rule,
                attacker,
                settings,
                slots: 3,
                chaos: if seed == 0 { Chaos::NONE } else { chaos },
                seed,
            };
            let outcome = driven.run();
            assert_eq!(outcome.proven, truth, "{text}");
            println!("{text}: {outcome:?}");
        }
    }
}
