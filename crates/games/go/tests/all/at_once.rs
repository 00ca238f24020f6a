//! What is said to be decided by the next move, or the one after it, is: against playing all of
//! them.

use crate::death::{Kind, any_move, random};
use crate::problems::Random;

use threefold_game::{Game, Leaf, Outcome, Player, Searchable};
use threefold_go::problem::{Knowledge, Problem, ProblemGoal, ProblemMove, ProblemPosition};
use threefold_go::{Colour, Points, Wide};

const REGIONS: [(usize, usize); 10] =
    [(1, 4), (1, 6), (2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (2, 5), (3, 4), (4, 4)];

#[derive(Debug, Default)]
struct Found {
    positions: u32,
    /// Won by the next move, and neither by a capture of the target nor because the other player
    /// has no move left.
    wins: u32,
    /// Of those the ones that are not seen.
    unseen: u32,
    /// Lost whatever is played, and seen to be.
    losses: u32,
    /// Of those the attacker's, those with ko threats, and those in zones.
    attacker: u32,
    threats: u32,
    zones: u32,
}

fn moves(problem: &Problem, position: &ProblemPosition) -> Vec<ProblemMove> {
    let mut moves = Vec::new();
    problem.moves(position, &mut moves);
    moves
}

fn after(problem: &Problem, position: &ProblemPosition, m: ProblemMove) -> ProblemPosition {
    let mut next = *position;
    problem.make(&mut next, m);
    next
}

fn outcome(problem: &Problem, position: &ProblemPosition) -> Option<Outcome> {
    let is_stuck = || moves(problem, position).is_empty().then(|| problem.stuck(position));
    problem.terminal(position).or_else(is_stuck)
}

/// A move behind which the player has won, if there is one.
fn winning(problem: &Problem, position: &ProblemPosition) -> Option<ProblemMove> {
    let won = Some(Outcome::Win(problem.player_to_move(position)));
    let wins = |&m: &ProblemMove| outcome(problem, &after(problem, position, m)) == won;
    moves(problem, position).into_iter().find(wins)
}

/// Whether the player has lost behind all of his moves, or the other one has a winning move. Behind
/// a ko threat the player is to move again.
fn loses(problem: &Problem, position: &ProblemPosition) -> bool {
    let player = problem.player_to_move(position);
    let lost = Outcome::Win(player.opponent());
    moves(problem, position).into_iter().all(|m| {
        let next = after(problem, position, m);
        match outcome(problem, &next) {
            Some(outcome) => outcome == lost,
            None if problem.player_to_move(&next) == player => loses(problem, &next),
            None => winning(problem, &next).is_some(),
        }
    })
}

impl Found {
    fn compare(&mut self, problem: &Problem, position: &ProblemPosition, is_zone: bool) {
        if outcome(problem, position).is_some() {
            return;
        }
        self.positions += 1;
        let text = || format!("{} {}", problem.parameters(), problem.position_text(position));
        let player = problem.player_to_move(position);
        let best = winning(problem, position);
        match problem.leaf(&mut position.clone(), player) {
            Leaf::WinsBy(m) => {
                assert!(moves(problem, position).contains(&m), "{}", text());
                let next = after(problem, position, m);
                assert_eq!(outcome(problem, &next), Some(Outcome::Win(player)), "{}", text());
                self.wins += u32::from(!problem.is_captured(&next));
            }
            leaf => {
                if let Some(m) = best {
                    let next = after(problem, position, m);
                    let is_over = problem.terminal(&next).is_some();
                    let is_unseen = is_over && !problem.is_captured(&next);
                    self.wins += u32::from(is_unseen);
                    self.unseen += u32::from(is_unseen);
                }
                if leaf == Leaf::LosesAtOnce {
                    assert!(best.is_none() && loses(problem, position), "{}", text());
                    self.losses += 1;
                    self.attacker += u32::from(player == Player::from(Colour::White));
                    self.threats += u32::from(position.threats() != [0, 0]);
                    self.zones += u32::from(is_zone);
                }
            }
        }
    }
}

fn found(games: u32) -> Found {
    let all = Knowledge::default();
    let parts = [
        all,
        Knowledge { miai: false, ..all },
        Knowledge { miai: false, death: false, ..all },
        Knowledge { eye_space: false, ..all },
        Knowledge { life: false, ..all },
        Knowledge { at_once: true, ..Knowledge::NONE },
    ];
    let mut numbers = Random(71);
    let mut found = Found::default();
    for game in 0..games {
        let goal = ProblemGoal::ALL[numbers.below(2) as usize];
        let kind = Kind { goal, regions: &REGIONS, black: 3, with: all, without: None };
        let Some(problem) = random(&mut numbers, kind) else { continue };
        let knowledge = parts[numbers.below(2 * parts.len() as u64) as usize % parts.len()];
        let mut problem = problem.with_knowledge(knowledge).with_basic_ko(numbers.below(4) == 0);
        let mut is_zone = false;
        if game % 4 == 0 {
            let points = problem.region().iter().filter(|_| numbers.below(6) != 0);
            let target = problem.definition().target;
            let zone = points.fold(target, |zone, point| zone | Wide::single(point));
            if let Ok(zone) = problem.within::<u64>(zone) {
                (problem, is_zone) = (zone, true);
            }
        }
        let threats = [0, 1].map(|_| u8::from(numbers.below(4) == 0));
        let mut position = problem.root(Colour::ALL[numbers.below(2) as usize], threats);
        for _ in 0..8 {
            found.compare(&problem, &position, is_zone);
            if problem.terminal(&position).is_some() {
                break;
            }
            let Some(m) = any_move(&mut numbers, &problem, &position, |_| false) else { break };
            position = after(&problem, &position, m);
        }
    }
    found
}

/// `AT_ONCE_NET=1000000` tries more games.
#[test]
fn what_the_next_two_moves_decide_is_decided() {
    let games = std::env::var("AT_ONCE_NET").ok().and_then(|text| text.parse().ok());
    let found = found(games.unwrap_or(20_000));
    println!("{found:?}");
    assert!(found.wins > 1_000 && found.unseen * 100 < found.wins, "{found:?}");
    assert!(found.losses > 300 && found.attacker > 100, "{found:?}");
    assert!(found.threats > 100 && found.zones > 20, "{found:?}");
}
