//! Endings in components: each position's moves, word by word, are those of the move generator.

use std::collections::BTreeSet;

use threefold_chess::cozy_chess::{BoardBuilder, Color, Piece, Square};
use threefold_chess::{Chess, ChessPosition};
use threefold_game::{
    Components, Game, Look, Outcome, Player, Searchable, SplitMix, Spot, Step, Through, Turn,
};

type Place = ([u64; 3], bool, u32, u8);

/// A position, which without pawns is there twice if the defender's king stands on the diagonal,
/// and twice if both pieces are the same.
fn key(spot: &Spot) -> Place {
    let [own, other, rest] = spot.shape;
    let pieces = (rest & 3) as u32;
    let transposed = |square: u32| square >> 3 | (square & 7) << 3;
    let king = spot.row >> (6 * pieces);
    let is_there_twice = own | other == 0 && [0, 2, 5, 9].contains(&king);
    let mirrored = (0..pieces)
        .rev()
        .fold(king, |row, number| row << 6 | transposed(spot.row >> (6 * number) & 63));
    let is_pair = pieces == 2 && rest >> 4 & 15 == rest >> 8 & 15;
    let sorted = |row: u32| match (row >> 6 & 63, row & 63) {
        (first, second) if is_pair && second < first => row >> 12 << 12 | second << 6 | first,
        _ => row,
    };
    let here = (sorted(spot.row), spot.place);
    let there = (sorted(mirrored), transposed(spot.place.into()) as u8);
    let (row, place) = if is_there_twice { here.min(there) } else { here };
    (spot.shape, spot.turn == Turn::Attacker, row, place)
}

/// Where a step leads from a place.
fn behind(endings: &dyn Components, step: &Step, place: u8) -> Vec<u8> {
    let to = match step.through {
        Through::Within(from) => from & 1 << place,
        Through::Near => endings.near(1 << place),
        Through::Onto { place: to, from } => (from >> place & 1) << to,
    };
    let places = (0..64).filter(|place| to >> place & 1 == 1);
    places.map(|place| endings.place(place, step.view)).collect()
}

/// A position with the two kings and these men of either side, if chance makes it one.
pub fn random(men: &[(Color, Piece)], random: &mut SplitMix) -> Option<ChessPosition> {
    let mut board = BoardBuilder::empty();
    let kings = [(Color::White, Piece::King), (Color::Black, Piece::King)];
    for &(color, piece) in kings.iter().chain(men) {
        let square = match piece {
            Piece::Pawn => 8 + random.index(48),
            _ => random.index(64),
        };
        let square = board.square_mut(Square::index(square));
        if square.replace((piece, color)).is_some() {
            return None;
        }
    }
    board.side_to_move = if random.below(2) == 0 { Color::White } else { Color::Black };
    ChessPosition::new(&board).ok()
}

/// Compares what follows a position. Whether there was something to compare.
fn compare(position: &ChessPosition, attacker: Player) -> bool {
    let endings = Chess.components().expect("chess has endings");
    let Some(spot) = Chess.spot(position, attacker) else { return false };
    let Spot { shape, turn, row, place } = spot;
    assert!(row < endings.rows(&shape), "{position}");
    assert_eq!(endings.legal(&shape, turn, row) >> place & 1, 1, "{position}");
    let mut moves = Vec::new();
    Chess.moves(position, &mut moves);
    if moves.is_empty() && turn == Turn::Defender {
        let is_lost = endings.lost_if_stuck(&shape, row) >> place & 1 == 1;
        assert_eq!(is_lost, Chess.stuck(position) == Outcome::Win(attacker), "{position}");
    }
    let after = moves.iter().map(|&m| position.after(m));
    let (mut there, mut outside) = (BTreeSet::new(), 0);
    for next in after {
        match Chess.spot(&next, attacker) {
            Some(next) => drop(there.insert(key(&next))),
            None => outside += 1,
        }
    }
    let (mut steps, mut exits) = (Vec::new(), Vec::new());
    endings.steps(&shape, turn, row, &mut steps);
    endings.exits(&shape, turn, row, &mut exits);
    let inside = steps.iter().map(|step| (shape, step));
    let leaving = exits.iter().filter_map(|exit| Some((exit.shape?, &exit.step)));
    let mut found = BTreeSet::new();
    for (shape, step) in inside.chain(leaving) {
        for place in behind(endings, step, place) {
            let next = Spot { shape, turn: turn.other(), row: step.row, place };
            if endings.legal(&shape, next.turn, next.row) >> place & 1 == 1 {
                found.insert(key(&next));
            }
        }
    }
    let outer = exits.iter().filter(|exit| exit.shape.is_none());
    let outer = outer.flat_map(|exit| behind(endings, &exit.step, place)).count();
    assert_eq!(outer, outside, "{position}");
    // A pawn that may not capture en passant, since it is pinned, is still a pawn beside it.
    let apart = |set: &BTreeSet<Place>| -> BTreeSet<Place> {
        let one = |&([own, other, rest], turn, row, place): &Place| {
            ([own, other, rest & 0xFFFF], turn, row, place)
        };
        set.iter().map(one).collect()
    };
    assert_eq!(apart(&found), apart(&there), "{position}");
    let mut captures = there.iter().filter(|next| next.0[2] >> 16 > 0);
    assert!(captures.all(|next| found.contains(next)), "{position}");
    true
}

#[test]
fn words_hold_the_moves_of_the_generator() {
    use Piece::{Bishop, Knight, Pawn, Queen, Rook};
    let (white, black) = (Color::White, Color::Black);
    let mut chance = SplitMix::new(7);
    let pieces = [Queen, Rook, Bishop, Knight];
    let mut compared = 0;
    for _ in 0..3_000 {
        let count = 1 + chance.index(5);
        let mut men: Vec<_> =
            (0..count).map(|_| (if chance.below(2) == 0 { white } else { black }, Pawn)).collect();
        match chance.below(3) {
            0 => {}
            1 => men.push((white, pieces[chance.index(4)])),
            // Of two like pieces either may be the first.
            _ => {
                let one = chance.index(4);
                men = vec![(white, pieces[one]), (black, pieces[chance.index(4)])];
                if chance.below(3) == 0 {
                    men[1] = (white, pieces[(one + 1) % 4]);
                }
            }
        }
        let Some(mut position) = random(&men, &mut chance) else { continue };
        // Games go on from there, so that pawns make double steps, capture and promote.
        for _ in 0..12 {
            for attacker in [Player::First, Player::Second] {
                compared += u32::from(compare(&position, attacker));
            }
            let mut moves = Vec::new();
            Chess.moves(&position, &mut moves);
            if moves.is_empty() {
                break;
            }
            position = position.after(moves[chance.index(moves.len())]);
        }
    }
    assert!(compared > 10_000, "{compared}");
}

/// The capture en passant is there for one move, and may be the only one.
#[test]
fn a_double_step_beside_a_pawn_is_a_component_of_its_own() {
    let after = |fen: &str, m: &str| {
        let position: ChessPosition = fen.parse().expect("a position");
        position.after(Chess.parse_move(&position, m).expect("a move"))
    };
    let beside = after("8/8/8/8/1p6/8/P7/K6k w - -", "a2a4");
    let apart = after("8/8/8/8/2p5/8/P7/K6k w - -", "a2a4");
    for attacker in [Player::First, Player::Second] {
        assert!(compare(&beside, attacker) && compare(&apart, attacker));
        let passed = |position| Chess.spot(position, attacker).expect("a component").shape[2] >> 16;
        assert!(passed(&beside) > 0 && passed(&apart) == 0);
    }
    // The only move that there is.
    let only = after("7k/7P/6K1/8/1p6/1P6/P7/8 w - -", "a2a4");
    assert!(compare(&only, Player::First) && compare(&only, Player::Second));
}

#[test]
fn who_has_nothing_to_mate_with_cannot_win() {
    let endings = Chess.components().expect("chess has endings");
    for (fen, white, black) in [
        ("8/8/8/8/8/k7/p7/K7 w - -", true, false),
        ("8/8/8/8/8/k7/8/K6N w - -", true, true),
        ("8/8/8/8/8/k6p/8/K6N w - -", false, false),
        ("8/8/8/8/k7/7Q/8/K6n w - -", false, false),
    ] {
        let position: ChessPosition = fen.parse().expect("a position");
        for (attacker, hopeless) in [(Player::First, white), (Player::Second, black)] {
            let spot = Chess.spot(&position, attacker).expect("a component");
            assert_eq!(endings.look(&spot.shape) == Look::Hopeless, hopeless, "{fen}");
        }
    }
    let castling: ChessPosition = "4k3/8/8/8/8/8/8/4K2R w K -".parse().expect("a position");
    assert!(Chess.spot(&castling, Player::First).is_none());
}
