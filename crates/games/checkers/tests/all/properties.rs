//! What holds in every position: random games, random placements, random texts.

use std::collections::HashSet;

use crate::common::{RULES, any_position, game, moves, replay};
use proptest::prelude::*;
use threefold_checkers::{CheckersMove, CheckersPosition, pdn};
use threefold_game::{Game, Leaf, Outcome, Player, Searchable};

fn after(position: &CheckersPosition, m: CheckersMove) -> CheckersPosition {
    let mut after = *position;
    RULES.make(&mut after, m);
    after
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn positions_are_read_as_they_are_written(position in any_position()) {
        let text = RULES.position_text(&position);
        let again = RULES.parse_position(&text).unwrap();
        prop_assert_eq!(position, again);
        prop_assert_eq!(RULES.key(&position), RULES.key(&again));
        prop_assert_eq!(RULES.position_text(&again), text);
    }

    #[test]
    fn undo_restores_everything(game in game()) {
        replay(game, |position, _| {
            let mut played = *position;
            for m in moves(position) {
                let undo = RULES.make(&mut played, m);
                prop_assert_ne!(RULES.key(&played), RULES.key(position));
                prop_assert_eq!(played.turn(), position.turn().opponent());
                RULES.undo(&mut played, m, undo);
                prop_assert_eq!(&played, position);
            }
            Ok(())
        })?;
    }

    /// What a move does, told without the move generator.
    #[test]
    fn effects(position in any_position()) {
        let (us, them) = (position.turn(), position.turn().opponent());
        let moves = moves(&position);
        let captures = moves.iter().filter(|m| m.is_capture()).count();
        prop_assert!(captures == 0 || captures == moves.len());
        for m in moves {
            let next = after(&position, m);
            prop_assert_eq!(next.pieces(us).count_ones(), position.pieces(us).count_ones());
            let lost = position.pieces(them).count_ones() - next.pieces(them).count_ones();
            prop_assert_eq!(lost, m.captures());
            prop_assert_eq!(next.pieces(us) & next.pieces(them), 0);
            let path: Vec<u32> = m.path().collect();
            prop_assert_eq!(path.len() as u32, 1 + m.captures().max(1));
            let crown_row = if us == Player::First { 0xF000_0000 } else { 0x0000_000F };
            prop_assert_eq!(next.men(Player::First) & 0xF000_0000, 0);
            prop_assert_eq!(next.men(Player::Second) & 0x0000_000F, 0);
            let crowned = next.kings(us).count_ones() - position.kings(us).count_ones();
            let arrives = position.men(us) & m.from() != 0 && m.to() & crown_row != 0;
            prop_assert_eq!(crowned, u32::from(arrives));
        }
    }

    #[test]
    fn turning_the_board_changes_nothing(position in any_position()) {
        let turned = position.turned();
        prop_assert_eq!(turned.turned(), position);
        let ours = moves(&position).into_iter().map(|m| after(&position, m).turned().to_string());
        let mut ours: Vec<_> = ours.collect();
        let theirs = moves(&turned).into_iter().map(|m| after(&turned, m).to_string());
        let mut theirs: Vec<_> = theirs.collect();
        ours.sort();
        theirs.sort();
        prop_assert_eq!(ours, theirs);
    }

    /// A position never recurs across a move that is called irreversible, and one across which
    /// it can is not.
    #[test]
    fn irreversible_moves(game in game()) {
        let mut seen: HashSet<CheckersPosition> = HashSet::new();
        let mut gone: HashSet<CheckersPosition> = HashSet::new();
        replay(game, |position, m| {
            prop_assert!(!gone.contains(position));
            seen.insert(*position);
            let Some(m) = m else { return Ok(()) };
            let next = after(position, m);
            let men = |p: &CheckersPosition| Player::ALL.map(|player| p.men(player));
            let expected = next.count() != position.count() || men(&next) != men(position);
            prop_assert_eq!(RULES.is_irreversible(position, m), expected);
            if expected {
                gone.extend(seen.drain());
            }
            Ok(())
        })?;
    }

    #[test]
    fn codes(position in any_position(), code in any::<u32>()) {
        let moves = moves(&position);
        let codes: HashSet<u32> = moves.iter().map(|&m| RULES.encode_move(&position, m)).collect();
        prop_assert_eq!(codes.len(), moves.len());
        for &m in &moves {
            let code = RULES.encode_move(&position, m);
            prop_assert_eq!(RULES.decode_move(&position, code), Some(m));
        }
        prop_assert_eq!(RULES.decode_move(&position, code).is_some(), codes.contains(&code));
    }

    #[test]
    fn notation(position in any_position()) {
        let mut moves = moves(&position);
        let texts: HashSet<String> = moves.iter().map(|&m| RULES.move_text(&position, m)).collect();
        prop_assert_eq!(texts.len(), moves.len());
        for &m in &moves {
            let text = RULES.move_text(&position, m);
            prop_assert_eq!(RULES.parse_move(&position, &text), Ok(m), "{}", text);
            let path: Vec<String> = m.path().map(|square| square.to_string()).collect();
            let path = path.join(if m.is_capture() { "x" } else { "-" });
            prop_assert_eq!(RULES.parse_move(&position, &path), Ok(m), "{}", path);
        }
        let mut expected = moves.clone();
        expected.sort_by_cached_key(|&m| RULES.move_text(&position, m)); // the trait's default
        RULES.sort_by_notation(&position, &mut moves);
        prop_assert_eq!(moves, expected);
    }

    #[test]
    fn any_text_is_a_legal_move_or_nothing(
        position in any_position(),
        text in any::<String>(),
        near in "[0-9]{1,2}[-x][0-9]{1,2}",
    ) {
        for text in [text, near] {
            if let Ok(m) = RULES.parse_move(&position, &text) {
                prop_assert!(moves(&position).contains(&m));
            }
        }
    }

    #[test]
    fn any_text_as_a_file(
        text in any::<String>(),
        near in "(\\[FEN \"[WB]:W[K0-9,-]{0,6}:B[K0-9,]{0,6}\"\\]|[0-9]{1,2}[-x][0-9]{1,2}|\
                 [0-9]\\.|\\{|\\}|\\(|\\)|[*; \n!$]){0,20}",
    ) {
        for text in [text, near] {
            let _ = RULES.parse_position(&text);
            let _ = pdn::parse_line(&text);
            // Every game takes something from the text, so that this ends.
            let games = pdn::read(&text).count();
            prop_assert!(games <= text.len() + 1);
        }
    }

    /// Games are written down and read again.
    #[test]
    fn games_are_read(game in game()) {
        let start = game.0;
        let mut text = format!("[FEN \"{start}\"]\n");
        let mut last = start;
        let mut plies = 0;
        replay(game, |position, m| {
            last = *position;
            if let Some(m) = m {
                plies += 1;
                text.push_str(&RULES.move_text(position, m));
                text.push_str(if plies % 7 == 0 { "!? {so} \n" } else { " " });
            }
            Ok(())
        })?;
        text.push('*');
        let games: Vec<_> = pdn::read(&text).collect();
        prop_assert_eq!(games.len(), 1);
        let history = games[0].as_ref().unwrap().history();
        prop_assert_eq!(history.root(), &last);
        prop_assert_eq!(history.moves().len(), plies);
        prop_assert_eq!(history.start(), &start);
    }

    #[test]
    fn leaves(position in any_position()) {
        let moves = moves(&position);
        let winners: Vec<_> = moves
            .iter()
            .filter(|&&m| crate::common::moves(&after(&position, m)).is_empty())
            .collect();
        let mut searched = position;
        for attacker in Player::ALL {
            let leaf = RULES.leaf(&mut searched, attacker);
            prop_assert_eq!(searched, position);
            match leaf {
                Leaf::WinsBy(m) => prop_assert!(m.is_capture() && winners.contains(&&m)),
                Leaf::LosesAtOnce => prop_assert!(false, "never said"),
                Leaf::Over(outcome) => {
                    prop_assert!(moves.is_empty());
                    prop_assert_eq!(outcome, Outcome::Win(position.turn().opponent()));
                }
                Leaf::Estimate { pn, dn } => {
                    prop_assert!(!moves.is_empty());
                    prop_assert!((1..=10_000).contains(&pn) && (1..=10_000).contains(&dn));
                }
            }
        }
    }
}
