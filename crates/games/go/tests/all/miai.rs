//! Where a problem says that the attacker has won because stones of his cannot be cut off, he has:
//! against exhaustive search that knows nothing but the rules, whatever was played before.

use crate::death::{Found, Kind, net};

use threefold_go::problem::{Knowledge, ProblemGoal};

const REGIONS: [(usize, usize); 12] = [
    (2, 3),
    (3, 2),
    (2, 4),
    (4, 2),
    (3, 3),
    (2, 5),
    (5, 2),
    (1, 6),
    (2, 6),
    (6, 2),
    (3, 4),
    (4, 3),
];

/// Positions that nothing else decides. `MIAI_NET=1000000` tries more games.
fn only_with_miai(goal: ProblemGoal) -> Found {
    let games = std::env::var("MIAI_NET").ok().and_then(|text| text.parse().ok());
    let with = Knowledge::default();
    let without = Some(Knowledge { miai: false, ..with });
    let kind = Kind { goal, regions: &REGIONS, black: 2, with, without };
    let found = net(games.unwrap_or(60_000), kind, 20_000);
    println!("{goal:?}: {found:?}");
    assert_eq!(found.wrong, 0);
    found
}

#[test]
fn no_target_lives_where_it_is_said_not_to() {
    let found = only_with_miai(ProblemGoal::Live);
    let least = found.defender.min(found.histories).min(found.threats).min(found.inside);
    assert!(found.hits > 5_000 && least > 500, "{found:?}");
}

#[test]
fn every_target_is_captured_where_it_is_said_to_be() {
    let found = only_with_miai(ProblemGoal::Survive);
    let least = found.defender.min(found.histories).min(found.threats).min(found.inside);
    assert!(found.hits > 5_000 && least > 500, "{found:?}");
}
