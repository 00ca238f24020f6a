//! What the search relies on: mate and failure seen at once, keys and hands, dominance.

use std::collections::HashMap;

use threefold_game::{
    Game, History, Leaf, Outcome, Player, Question, RepetitionRule, Searchable, key_with_hands,
};
use threefold_oracle::exhaustive;
use threefold_search::{Limits, Options, Solver, Verdict};
use threefold_shogi::{Color, Kind, Move, Position, Setup, Square, Tsume};

use crate::common::{Random, legal, random_position};

fn moves(game: &Tsume, position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
}

/// The moves that mate, by playing every check.
fn mates(game: &Tsume, position: &Position) -> Vec<Move> {
    let is_mate = |m: &Move| {
        let mut after = position.clone();
        after.make(*m);
        legal(&after).is_empty()
    };
    moves(game, position).into_iter().filter(is_mate).collect()
}

/// Walks keep words in place of positions: the words have to tell apart what positions do.
#[test]
fn packed_positions_are_equal_exactly_where_positions_are() {
    let mut random = Random(41);
    let mut by_words: HashMap<_, Position> = HashMap::new();
    let game = Tsume::new(Color::Black);
    let mut met = 0;
    for _ in 0..300 {
        let mut position = random_position(&mut random);
        for _ in 0..20 {
            let words = game.pack(&position).expect("tsume packs");
            let first = by_words.entry(words).or_insert_with(|| position.clone());
            assert_eq!(*first, position);
            met += 1;
            // Each neighbour: one move, one piece or one hand away.
            let all = legal(&position);
            let Some(&m) = all.get(random.below(all.len().max(1))) else { break };
            for &m in &all {
                // A key of the search is known before the move is played.
                let ahead = (game.key_after(&position, m), game.hands_after(&position, m));
                let undo = position.make(m);
                let hands = Player::ALL.map(|player| game.hand(&position, player));
                assert_eq!(ahead, (Some(game.key(&position)), hands), "{m} leads to {position}");
                let [rule] = game.repetition_rules() else { panic!("there is one") };
                let repeats = game.repetition_key(&position, *rule);
                assert_eq!(key_with_hands(game.key(&position), hands), repeats);
                let near = game.pack(&position).expect("tsume packs");
                assert_ne!(near, words, "{m} leads to {position}");
                position.undo(m, undo);
            }
            assert_eq!(game.pack(&position), Some(words));
            position.make(m);
        }
    }
    assert!(met > 2000 && by_words.len() > 2000, "{met} {}", by_words.len());
    // The hands and the side to move alone.
    let words = [
        "8k/9/9/9/9/9/9/9/9 b 2P 1",
        "8k/9/9/9/9/9/9/9/9 b P 1",
        "8k/9/9/9/9/9/9/9/9 b Pp 1",
        "8k/9/9/9/9/9/9/9/9 w Pp 1",
    ];
    let words = words.map(|text| game.pack(&text.parse::<Position>().unwrap()));
    for (i, one) in words.iter().enumerate() {
        assert!(words[..i].iter().all(|other| other != one));
    }
}

#[test]
fn leaves_see_mate_in_one_mate_and_no_check_and_nothing_else() {
    let mut random = Random(31);
    let mut seen = [0; 4];
    for _ in 0..6000 {
        let mut position = random_position(&mut random);
        let game = Tsume::new(Color::Black);
        let before = position.clone();
        let all = moves(&game, &position);
        let attacks = position.side_to_move() == Color::Black;
        let mates = if attacks { mates(&game, &position) } else { Vec::new() };
        let place = match game.leaf(&mut position, Player::First) {
            Leaf::Over(outcome) => {
                assert!(all.is_empty(), "{position}");
                assert_eq!(outcome, game.stuck(&position));
                assert_eq!(
                    outcome,
                    Outcome::Win(if attacks { Player::Second } else { Player::First })
                );
                usize::from(attacks)
            }
            Leaf::WinsBy(m) => {
                assert!(mates.contains(&m), "{m} in {position}");
                2
            }
            Leaf::LosesAtOnce => panic!("never said: {position}"),
            Leaf::Estimate { pn, dn } => {
                assert!(pn > 0 && dn > 0 && !all.is_empty() && mates.is_empty(), "{position}");
                3
            }
        };
        seen[place] += 1;
        assert_eq!(position, before);
        assert_eq!(position.key(), before.key());
        assert_eq!(
            position.is_mate(),
            legal(&position).is_empty() && position.is_in_check(position.side_to_move())
        );
        assert_eq!(
            position.mate_in_one().is_some(),
            !attacks && !self::mates(&Tsume::new(Color::White), &position).is_empty()
                || !mates.is_empty()
        );
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}

#[test]
fn positions_with_one_key_and_one_hand_are_the_same() {
    let mut random = Random(32);
    let mut known: HashMap<(u64, Player, u32), Position> = HashMap::new();
    for _ in 0..300 {
        let start = random_position(&mut random);
        let game = Tsume::new(Color::White);
        let mut position = start.clone();
        for _ in 0..60 {
            let all = legal(&position);
            let Some(&m) = all.get(random.below(all.len().max(1))) else { break };
            position.make(m);
            for player in Player::ALL {
                let name = (game.key(&position), player, game.hand(&position, player));
                let first = known.entry(name).or_insert_with(|| position.clone());
                assert_eq!(first, &position);
            }
        }
    }
    assert!(known.len() > 10_000, "{}", known.len());
}

#[test]
fn a_piece_that_leaves_the_box_is_in_the_key() {
    let with = |text: &str| text.parse::<Position>().unwrap().board_key();
    let all = with("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
    assert_ne!(all, with("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l16p 1"));
    assert_eq!(all, with("4k4/9/4P4/9/9/9/9/9/9 b GP2r2b3g4s4n4l16p 1"));
}

/// Few pieces, so that everything can be searched: White's king in a corner, no more than a
/// handful of other pieces near him, few in hand.
fn small(random: &mut Random) -> Position {
    loop {
        let mut setup = Setup::new(Color::ALL[random.below(8) / 7]);
        let near = |random: &mut Random| 1 + random.below(4) as u8;
        let mut at = |setup: &mut Setup, color, kind| {
            let square = Square::at(near(random), near(random)).unwrap();
            if setup.piece_at(square).is_none() {
                setup.put(square, threefold_shogi::Piece { color, kind });
            }
        };
        at(&mut setup, Color::White, Kind::King);
        for kind in [Kind::Pawn, Kind::Silver, Kind::Gold, Kind::Lance, Kind::ProPawn, Kind::Bishop]
        {
            at(&mut setup, Color::Black, kind);
        }
        at(&mut setup, Color::White, Kind::Pawn);
        at(&mut setup, Color::White, Kind::Lance);
        for kind in [Kind::Pawn, Kind::Gold, Kind::Knight] {
            for color in Color::ALL {
                setup.add_to_hand(color, kind, random.below(2) as u32);
            }
        }
        if random.chance(50) {
            setup.clear(Square::at(near(random), near(random)).unwrap());
        }
        match setup.position() {
            Ok(position) if position.king(Color::White).is_some() => return position,
            _ => {}
        }
    }
}

pub const QUESTION: Question =
    Question { attacker: Player::First, rule: RepetitionRule::AttackerLoses };

fn solved(game: &Tsume, position: &Position) -> Option<bool> {
    let options = Options { table_bytes: 1 << 20, ..Options::default() };
    let mut solver = Solver::new(game, QUESTION, options);
    solver.limit(Limits::nodes(20_000));
    match solver.solve(&History::new(position.clone())).verdict {
        Verdict::Unknown(_) => None,
        verdict => verdict.decided(),
    }
}

#[test]
fn the_search_says_what_exhaustive_search_says() {
    let game = Tsume::new(Color::Black);
    let mut random = Random(33);
    let mut found = [0, 0];
    for _ in 0..2000 {
        let position = small(&mut random);
        let Some(truth) = exhaustive(&game, &History::new(position.clone()), QUESTION, 3000) else {
            continue;
        };
        assert_eq!(solved(&game, &position), Some(truth), "{position}");
        found[usize::from(truth)] += 1;
    }
    assert!(found[0] > 80 && found[1] > 80, "{found:?}");
}

/// A piece goes from the defender's hand to the attacker's: he does no worse. It is not seldom
/// that he does better.
#[test]
fn more_in_the_attackers_hand_is_never_worse() {
    let game = Tsume::new(Color::Black);
    let mut random = Random(34);
    let (mut compared, mut better) = (0, 0);
    for _ in 0..400 {
        let less = small(&mut random);
        let kind = [Kind::Pawn, Kind::Gold, Kind::Knight][random.below(3)];
        let text = less.to_string();
        let mut words = text.split(' ');
        let (board, side) = (words.next().unwrap(), words.next().unwrap());
        if !less.hand(Color::White).has(kind) {
            continue;
        }
        let mut hands = String::new();
        for color in Color::ALL {
            for held in Kind::IN_HAND {
                let mut count = less.hand(color).count(held);
                if held == kind {
                    count = if color == Color::Black { count + 1 } else { count - 1 };
                }
                let letter = "PLNSGBR".as_bytes()[held.index()] as char;
                let letter =
                    if color == Color::Black { letter } else { letter.to_ascii_lowercase() };
                (0..count).for_each(|_| hands.push(letter));
            }
        }
        let more: Position = format!("{board} {side} {hands} 1").parse().unwrap();
        assert_eq!(game.key(&less), game.key(&more));
        let hand = |position: &Position| game.hand(position, Player::First);
        assert!(game.dominates(hand(&more), hand(&less)));
        assert!(!game.dominates(hand(&less), hand(&more)));
        let hand = |position: &Position| game.hand(position, Player::Second);
        assert!(game.dominates(hand(&less), hand(&more)));
        let (Some(with_less), Some(with_more)) = (solved(&game, &less), solved(&game, &more))
        else {
            continue;
        };
        assert!(with_more >= with_less, "{less} and {more}");
        compared += 1;
        better += u32::from(with_more != with_less);
    }
    assert!(compared > 100 && better > 5, "{compared} {better}");
}
