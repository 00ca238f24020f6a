//! Lengths by convention: the argument about them against the length as it is defined.
//!
//! The convention gives each position a length L, the plies to mate. With the attacking colour to
//! move it is one more than the smallest L behind a check, and infinite if there is none. With the
//! defending colour to move let A be the largest L + 1 behind replies that are no candidates, 0 if
//! there are none. Go through the squares of candidates, the one next to the king first. Let T be
//! the smallest L of the positions behind taking the piece for nothing there. If T is at most A the
//! drops on this square are *futile*: they change nothing. If not, A becomes the largest of A and
//! of L + 1 behind them. L is the last A.
//!
//! *Who attacks wins an argument in the stage play exactly if L is at most n; where there is a
//! distance, if A is, before the squares at that distance or farther.* By induction on *n*, the
//! distance of the checking piece and that of the argument, in this order; all three fall as play
//! goes on, so that it ends. A reply that is no candidate is right as long as L behind it is more
//! than *n* - 1. If A is at most *n* before a square with T at most A, `futile` with *k* = T wins:
//! against `resists`, since L is at most *k* there, and against `sooner`, since A is not at most
//! *k* - 2. If T is more than A, `futile` loses for every *k*: against `resists` if *k* is less
//! than T, or else against `sooner`, since A is at most *k* - 2 (L of the defending colour is
//! even). Then `counts` wins exactly if L behind the drop is at most *n* - 1, which is that A stays
//! at most *n*.

use std::collections::HashMap;

use threefold_game::{Game, Outcome, Player};
use threefold_shogi::{
    Argument, Color, Conventional, Kind, Piece, Position, Setup, Square, interpositions,
};

use crate::common::{Random, legal};

fn after(position: &Position, m: threefold_shogi::Move) -> Position {
    let mut after = position.clone();
    after.make(m);
    after
}

/// Whether Black, to move, mates within so many plies.
fn mates(position: &Position, plies: u32) -> bool {
    let mut checks = Vec::new();
    position.checking_moves(&mut checks);
    plies > 0 && checks.iter().any(|&m| length(&after(position, m), plies - 1) < plies)
}

/// The plies to mate with White to move, if they are at most `most`, and else some larger number.
fn length(position: &Position, most: u32) -> u32 {
    let candidates = interpositions(position);
    let behind = |m| {
        let next = after(position, m);
        (0..most).step_by(2).find(|&plies| mates(&next, plies + 1)).map_or(most + 2, |n| n + 2)
    };
    let others = legal(position);
    let others = others.into_iter().filter(|m| candidates.iter().all(|one| one.drop != *m));
    let mut longest = others.map(behind).max().unwrap_or(0);
    for square in candidates.chunk_by(|a, b| a.drop.to() == b.drop.to()) {
        let mut taken = square[0].taken_for_nothing.iter();
        if longest > most || taken.any(|(_, taken)| length(taken, longest) <= longest) {
            continue;
        }
        longest = square.iter().map(|one| behind(one.drop)).max().unwrap().max(longest);
    }
    longest
}

/// Whether the attacker is right by nothing but the moves of the game.
fn wins(game: &Conventional, argument: &Argument, known: &mut HashMap<Argument, bool>) -> bool {
    if let Some(&known) = known.get(argument) {
        return known;
    }
    let mover = game.player_to_move(argument);
    let right = match game.terminal(argument) {
        Some(outcome) => outcome == Outcome::Win(Player::First),
        None => {
            let mut words = Vec::new();
            game.moves(argument, &mut words);
            let mut ways = words.into_iter().map(|word| game.after(argument, word));
            match mover {
                Player::First => ways.any(|next| wins(game, &next, known)),
                Player::Second => ways.all(|next| wins(game, &next, known)),
            }
        }
    };
    known.insert(argument.clone(), right);
    right
}

/// A king that has not much room, pieces of Black far off and near, and something to put between.
fn position(random: &mut Random) -> Position {
    loop {
        let mut setup = Setup::new(Color::Black);
        let king = Square::at(1 + random.below(2) as u8, 1 + random.below(2) as u8).unwrap();
        setup.put(king, Piece { color: Color::White, kind: Kind::King });
        let mut throw = |random: &mut Random, color, kinds: &[Kind], files: u8, ranks: u8| {
            let file = 1 + random.below(files as usize) as u8;
            let square = Square::at(file, 1 + random.below(ranks as usize) as u8).unwrap();
            if setup.piece_at(square).is_none() {
                setup.put(square, Piece { color, kind: kinds[random.below(kinds.len())] });
            }
        };
        let far = [Kind::Rook, Kind::Bishop, Kind::Dragon, Kind::Horse, Kind::Lance];
        for _ in 0..2 + random.below(2) {
            throw(random, Color::Black, &far, 9, 9);
        }
        throw(random, Color::Black, &[Kind::Knight, Kind::Silver, Kind::Pawn], 3, 4);
        for _ in 0..2 + random.below(3) {
            throw(random, Color::White, &[Kind::Pawn, Kind::Silver, Kind::Knight], 3, 3);
        }
        setup.add_to_hand(Color::White, [Kind::Pawn, Kind::Silver][random.below(2)], 1);
        if random.chance(30) {
            setup.add_to_hand(Color::Black, Kind::Pawn, 1);
        }
        if let Ok(position) = setup.position() {
            return position;
        }
    }
}

#[test]
fn who_is_right_about_a_length_is_right_by_the_definition() {
    let (mut random, mut lengths) = (Random(7), [0; 2]);
    for _ in 0..400 {
        let position = position(&mut random);
        for (plies, count) in [1, 3].into_iter().zip(&mut lengths) {
            let game = Conventional::new(Color::Black, plies);
            let argued = wins(&game, &game.argument(position.clone()), &mut HashMap::new());
            assert_eq!(argued, mates(&position, plies), "{position:?} within {plies}");
            *count += u32::from(argued);
        }
    }
    // Some of them are no mates without the convention.
    assert!(lengths[0] > 20 && lengths[1] > lengths[0] + 10, "{lengths:?}");
}
