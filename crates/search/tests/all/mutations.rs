//! Certificates made by the search, mutated: refuted, or still a proof.

use std::collections::HashMap;

use crate::common::{Random, certified, history, random_game, small, solver, truth};
use threefold_certificate::{Block, Event, Goal, MoveLines, Terms, Walk, check};
use threefold_game::{Game, History, Player, Question, RepetitionRule};
use threefold_graph::{GraphGame, NodeId};

/// The strategy of a verified certificate where it needs no path: a move per position.
fn strategy(
    game: &GraphGame,
    history: &History<GraphGame>,
    terms: Terms,
    block: &Block,
) -> HashMap<NodeId, NodeId> {
    let mut walk = Walk::new(game, history, terms);
    let mut lines = block.moves.iter();
    let mut strategy = HashMap::new();
    loop {
        match walk.step() {
            Event::NeedMove => {
                let line = lines.next().expect("a verified certificate has enough lines");
                let m = game.parse_move(walk.position(), line).expect("and they are moves");
                strategy.insert(*walk.position(), m);
                walk.play(m).expect("and legal");
            }
            Event::Done => return strategy,
            fault => panic!("{fault:?} in a verified certificate"),
        }
    }
}

/// Whether every play under the strategy supports the claim, by playing them all.
fn every_play_is_good(
    game: &GraphGame,
    terms: Terms,
    strategy: &HashMap<NodeId, NodeId>,
    path: &mut Vec<NodeId>,
    position: NodeId,
) -> bool {
    if path.contains(&position) {
        return terms.goal == Goal::Holds;
    }
    if let Some(outcome) = game.terminal(&position) {
        return terms.is_supported_by(outcome);
    }
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    if moves.is_empty() {
        return terms.is_supported_by(game.stuck(&position));
    }
    if game.player_to_move(&position) == terms.claimant {
        let Some(&m) = strategy.get(&position) else { return false };
        moves = vec![m];
    }
    path.push(position);
    let good = moves.into_iter().all(|m| every_play_is_good(game, terms, strategy, path, m));
    path.pop();
    good
}

/// A move changed, a line dropped, duplicated, or two swapped.
fn mutate(game: &GraphGame, block: &Block, random: &mut Random) -> Block {
    let mut lines: Vec<&str> = block.moves.iter().collect();
    let count = lines.len() as u64;
    let (i, j) = (random.below(count) as usize, random.below(count) as usize);
    match random.below(4) {
        0 => lines[i] = game.nodes()[random.below(game.nodes().len() as u64) as usize].name(),
        1 => drop(lines.remove(i)),
        2 => lines.insert(j, lines[i]),
        _ => lines.swap(i, j),
    }
    Block::new(block.header.clone(), lines.into_iter().collect::<MoveLines>())
}

#[test]
fn a_mutated_certificate_is_refuted_or_a_genuine_proof() {
    let (mut mutants, mut refuted, mut genuine) = (0, 0, 0);
    for rule in RepetitionRule::ALL {
        for seed in 0..2500 {
            let game = random_game(seed, rule);
            let before = if rule.is_superko() { seed as u32 % 4 } else { 0 };
            let history = history(&game, rule, before, seed);
            let attacker = Player::ALL[seed as usize / 2 % 2];
            let what = || format!("{rule}, seed {seed}");
            let mut solver = solver(&game, attacker, rule, &small());
            let (proven, _, block) = certified(&game, &mut solver, &history, rule, &what);
            assert_eq!(proven, truth(&game, &history, attacker, rule), "{}", what());
            if block.moves.is_empty() {
                continue;
            }
            let mut random = Random(seed);
            for _ in 0..4 {
                let mutant = mutate(&game, &block, &mut random);
                if mutant.moves == block.moves {
                    continue;
                }
                mutants += 1;
                if check(&game, &mutant).is_err() {
                    refuted += 1;
                    continue;
                }
                // The claim is the same and true (see above). Where the strategy is one move per
                // position, every play under it is tried as well.
                genuine += 1;
                if !rule.is_superko() {
                    let mut terms = Terms::of(Question::new(attacker, rule), proven);
                    terms.rule = mutant.header.repetition;
                    let strategy = strategy(&game, &history, terms, &mutant);
                    let root = *history.root();
                    let good = every_play_is_good(&game, terms, &strategy, &mut Vec::new(), root);
                    assert!(good, "{}: a mutant passes and is no proof", what());
                }
            }
        }
    }
    assert!(refuted > mutants / 2 && genuine > 100, "{mutants}: {refuted} {genuine}");
}

/// The claim turned round is false, whatever lines are given for it.
#[test]
fn a_false_claim_is_refuted_with_the_lines_of_the_true_one() {
    for rule in RepetitionRule::ALL {
        for seed in 0..500 {
            let game = random_game(seed, rule);
            let history = history(&game, rule, 0, seed);
            let mut solver = solver(&game, Player::First, rule, &small());
            let what = || format!("{rule}, seed {seed}");
            let (proven, _, block) = certified(&game, &mut solver, &history, rule, &what);
            let terms = Terms::of(Question::new(Player::First, rule), !proven);
            let mut header = block.header.clone();
            header.claim.player = game.player_name(terms.claimant).to_owned();
            header.claim.goal = terms.goal;
            let false_claim = Block::new(header, block.moves.clone());
            assert!(check(&game, &false_claim).is_err(), "{}", what());
        }
    }
}
