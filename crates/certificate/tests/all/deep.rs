//! Long lines need no stack.

use crate::common::{IntervalFootprint, Net, Node, Situation};
use threefold_certificate::{Block, Event, Goal, Header, MoveLines, Omitted, Terms, Walk, check};
use threefold_game::{ExactFootprint, Footprint, Game, History, Outcome, Player, RepetitionRule};

const PLIES: u32 = 100_000;

/// One line of play, the players in turn, at whose end First has won.
fn line<F>() -> Net<F> {
    let node = |i: u32| Node {
        name: format!("n{i}"),
        turn: Player::ALL[(i % 2) as usize],
        over: (i == PLIES).then_some(Outcome::Win(Player::First)),
        known: None,
        stones: [i, 0],
        edges: if i < PLIES { vec![(i + 1, false)] } else { vec![] },
    };
    Net::from_nodes((0..=PLIES).map(node).collect())
}

fn certify<F: Footprint<Situation>>(net: &Net<F>, goal: Goal, rule: RepetitionRule) {
    let terms = Terms {
        claimant: Player::First,
        goal,
        rule,
        database: false,
        plies: None,
        omitted: Omitted::NOTHING,
    };
    let history = History::new(0);
    let mut walk = Walk::new(net, &history, terms);
    let mut moves = MoveLines::new();
    let mut depth = 0;
    while walk.step() != Event::Done {
        depth = depth.max(walk.depth());
        let m = walk.legal_moves()[0];
        moves.push(&net.move_text(walk.position(), m));
        walk.play(m).unwrap();
    }
    assert_eq!(depth as u32, PLIES - 2);
    let block = Block::new(Header::new(net, &history, terms), moves);
    let verified = check(net, &block).unwrap();
    assert_eq!(verified.positions, u64::from(PLIES) + 1);
}

#[test]
fn a_hundred_thousand_plies() {
    let net: Net<ExactFootprint> = line();
    certify(&net, Goal::Wins, RepetitionRule::Draw);
    certify(&net, Goal::Holds, RepetitionRule::AttackerLoses);
}

#[test]
fn a_hundred_thousand_plies_under_superko() {
    let net: Net<IntervalFootprint> = line();
    certify(&net, Goal::Wins, RepetitionRule::SituationalSuperko);
}
