//! What holds in every position: random games, random placements, random texts.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::common::{any_position, game, moves, replay};
use proptest::prelude::*;
use threefold_chess::cozy_chess::Piece;
use threefold_chess::{Chess, ChessPosition, Move, mate_in_one};
use threefold_game::{Game, Leaf, Outcome, RepetitionRule, Searchable};

fn hash(position: &ChessPosition) -> u64 {
    let mut hasher = DefaultHasher::new();
    position.hash(&mut hasher);
    hasher.finish()
}

/// Everything about a position that undo has to restore.
fn snapshot(position: &ChessPosition) -> (ChessPosition, String, u64) {
    (position.clone(), position.to_string(), Chess.key(position))
}

/// Whether a legal move captures en passant, by generating all moves.
fn has_en_passant(position: &ChessPosition) -> bool {
    let board = position.board();
    let to_empty = |m: &Move| !board.occupied().has(m.to) && m.from.file() != m.to.file();
    moves(position).iter().any(|m| board.piece_on(m.from) == Some(Piece::Pawn) && to_empty(m))
}

/// All moves that mate, by playing every one.
fn mates(position: &ChessPosition) -> Vec<Move> {
    let is_mate = |&m: &Move| {
        let mut after = position.clone();
        Chess.make(&mut after, m);
        moves(&after).is_empty() && Chess.stuck(&after) != Outcome::Draw
    };
    moves(position).into_iter().filter(is_mate).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn keys_are_those_from_scratch(game in game()) {
        replay(game, |position, _| {
            let text = Chess.position_text(position);
            let again = Chess.parse_position(&text).unwrap();
            prop_assert_eq!(position, &again);
            prop_assert_eq!(Chess.key(position), Chess.key(&again));
            prop_assert_eq!(hash(position), hash(&again));
            prop_assert_eq!(Chess.position_text(&again), text);
            Ok(())
        })?;
    }

    /// What is said of a move without playing it is what is found when it is played; and of a move
    /// that touches neither rights to castle, nor pawns, nor the material, something is said.
    #[test]
    fn keys_ahead_are_those_behind_the_moves(game in game()) {
        replay(game, |position, _| {
            if Chess.terminal(position).is_some() {
                return Ok(());
            }
            for m in moves(position) {
                let after = position.after(m);
                let board = position.board();
                let quiet = !board.occupied().has(m.to)
                    && board.piece_on(m.from) != Some(Piece::Pawn)
                    && board.castling().is_empty();
                match Chess.key_after(position, m) {
                    Some(key) => {
                        prop_assert_eq!(key, Chess.key(&after));
                        prop_assert_eq!(Chess.terminal(&after), None);
                    }
                    None => prop_assert!(!quiet),
                }
            }
            Ok(())
        })?;
    }

    #[test]
    fn undo_restores_everything(game in game()) {
        replay(game, |position, _| {
            let mut position = position.clone();
            let before = snapshot(&position);
            for m in moves(&position) {
                let undo = Chess.make(&mut position, m);
                prop_assert_ne!(Chess.key(&position), before.2);
                Chess.undo(&mut position, m, undo);
                prop_assert_eq!(&snapshot(&position), &before);
            }
            Ok(())
        })?;
    }

    /// A position never recurs across a move that is called irreversible, and castling rights,
    /// pawns and captures are all that makes a move so.
    #[test]
    fn irreversible_moves(game in game()) {
        let mut seen: HashSet<ChessPosition> = HashSet::new();
        let mut gone: HashSet<ChessPosition> = HashSet::new();
        replay(game, |position, m| {
            prop_assert!(!gone.contains(position));
            seen.insert(position.clone());
            let Some(m) = m else { return Ok(()) };
            let mut after = position.clone();
            Chess.make(&mut after, m);
            let (a, b) = (position.board(), after.board());
            let expected = a.occupied().len() != b.occupied().len()
                || a.pieces(Piece::Pawn) != b.pieces(Piece::Pawn)
                || a.castling() != b.castling();
            prop_assert_eq!(Chess.is_irreversible(position, m), expected);
            if expected {
                gone.extend(seen.drain());
            }
            Ok(())
        })?;
    }

    #[test]
    fn en_passant_counts_if_it_is_legal(position in any_position()) {
        let field = Chess.position_text(&position).split(' ').nth(3).map(str::to_owned);
        prop_assert_eq!(field.as_deref() != Some("-"), has_en_passant(&position));
        let without = Chess.position_text(&position);
        let without = format!("{} -", without.rsplit_once(' ').unwrap().0);
        let without = Chess.parse_position(&without).unwrap();
        prop_assert_eq!(position == without, !has_en_passant(&position));
        prop_assert_eq!(Chess.key(&position) == Chess.key(&without), position == without);
        for rule in RepetitionRule::ALL {
            prop_assert_eq!(&Chess.situation(&position, rule), &position);
            prop_assert_eq!(Chess.repetition_key(&position, rule), Chess.key(&position));
        }
    }

    #[test]
    fn codes(position in any_position()) {
        let moves = moves(&position);
        let codes: HashSet<u32> = moves.iter().map(|&m| Chess.encode_move(&position, m)).collect();
        prop_assert_eq!(codes.len(), moves.len());
        for &m in &moves {
            let code = Chess.encode_move(&position, m);
            prop_assert!(code <= u32::from(u16::MAX));
            prop_assert_eq!(Chess.decode_move(&position, code), Some(m));
        }
        // Every number of 16 bits, and some above.
        for code in (0..=u32::from(u16::MAX)).chain([1 << 16, u32::MAX]) {
            let m = Chess.decode_move(&position, code);
            prop_assert_eq!(m.is_some(), codes.contains(&code), "{} {:?}", code, m);
        }
    }

    #[test]
    fn any_code_is_a_legal_move_or_nothing(position in any_position(), code in any::<u32>()) {
        if let Some(m) = Chess.decode_move(&position, code) {
            prop_assert!(moves(&position).contains(&m));
        }
    }

    #[test]
    fn notation(position in any_position()) {
        let mut moves = moves(&position);
        for &m in &moves {
            let text = Chess.move_text(&position, m);
            prop_assert_eq!(Chess.parse_move(&position, &text), Ok(m), "{}", text);
        }
        let mut expected = moves.clone();
        expected.sort_by_cached_key(|&m| Chess.move_text(&position, m)); // the trait's default
        Chess.sort_by_notation(&position, &mut moves);
        prop_assert_eq!(moves, expected);
    }

    #[test]
    fn texts_that_are_no_moves(
        position in any_position(),
        text in any::<String>(),
        near in "[a-i][0-9][a-h][1-8][nbrqk]?",
    ) {
        for text in [text, near] {
            if let Ok(m) = Chess.parse_move(&position, &text) {
                prop_assert!(moves(&position).contains(&m));
                prop_assert_eq!(Chess.move_text(&position, m), text);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn leaves(position in any_position()) {
        let moves = moves(&position);
        let mates = mates(&position);
        let to_move = Chess.player_to_move(&position);
        let mut searched = position.clone();
        let (attacking, defending) =
            (Chess.leaf(&mut searched, to_move), Chess.leaf(&mut searched, to_move.opponent()));
        prop_assert_eq!(&searched, &position);
        match attacking {
            Leaf::WinsBy(m) => prop_assert!(mates.contains(&m)),
            Leaf::LosesAtOnce => prop_assert!(false, "never said"),
            Leaf::Over(outcome) => {
                prop_assert!(moves.is_empty());
                prop_assert_eq!(outcome, Chess.stuck(&position));
            }
            Leaf::Estimate { pn, dn } => {
                prop_assert!(!moves.is_empty() && pn >= 1 && dn >= 1);
                prop_assert!(mates.is_empty(), "{:?} not found", mates);
            }
        }
        match defending {
            Leaf::WinsBy(m) => prop_assert!(false, "{:?} wins for the defender", m),
            Leaf::LosesAtOnce => prop_assert!(false, "never said"),
            Leaf::Over(outcome) => {
                prop_assert!(moves.is_empty());
                prop_assert_eq!(outcome, Chess.stuck(&position));
            }
            // Every reply counts, one to a check at least half.
            Leaf::Estimate { pn, dn } => {
                prop_assert!(pn as usize * 2 > moves.len() && dn >= 1, "{pn}, {dn}");
            }
        }
        prop_assert_eq!(mate_in_one(position.board()).is_some(), !mates.is_empty());
        // Nobody is mated where the material is insufficient.
        if Chess.terminal(&position).is_some() {
            prop_assert!(mates.is_empty());
            prop_assert!(!moves.is_empty() || Chess.stuck(&position) == Outcome::Draw);
        }
    }
}

/// The random positions hold what they are for.
#[test]
fn random_positions_are_varied() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let (mut mate, mut castling, mut promotion, mut en_passant, mut check) = (0, 0, 0, 0, 0);
    for _ in 0..5_000 {
        let position = any_position().new_tree(&mut runner).unwrap().current();
        let board = position.board();
        let moves = moves(&position);
        let ours = board.colors(board.side_to_move());
        mate += u32::from(!mates(&position).is_empty());
        castling += u32::from(moves.iter().any(|m| ours.has(m.to)));
        promotion += u32::from(moves.iter().any(|m| m.promotion.is_some()));
        en_passant += u32::from(has_en_passant(&position));
        check += u32::from(!board.checkers().is_empty());
    }
    for (name, count) in [
        ("mate", mate),
        ("castling", castling),
        ("promotion", promotion),
        ("en passant", en_passant),
        ("check", check),
    ] {
        println!("{name}: {count}");
        assert!(count >= 20, "{name}: {count}");
    }
}
