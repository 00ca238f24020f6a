//! Selfmate, stalemate and their like, and attackers with fewer moves, against exhaustive search
//! on random small positions; every answer certified, and the certificates checked
//! under all rules of the game.

use threefold_certificate::{CheckError, check};
use threefold_chess::cozy_chess::{Board, GameStatus, Move};
use threefold_chess::{
    Aim, AttackerMoves, Chess, ChessPosition, ChessProblem, is_insufficient_material,
};
use threefold_game::{Game, History, Player, RepetitionRule};
use threefold_search::Limits;
use threefold_search::distance::{DistanceOptions, DistanceSolver};

use crate::common::Random;

/// A few men on random squares, some of them on the edge, where things happen.
fn random_position(random: &mut Random) -> Option<ChessPosition> {
    let men = ["K", "k", "Q", "R", "B", "N", "P", "q", "r", "b", "n", "p", "p", "P"];
    let mut squares = [""; 64];
    let count = 2 + random.below(4) as usize;
    for i in 0..count {
        let man = if i < 2 { men[i] } else { men[2 + random.below(12) as usize] };
        // A corner of the board, so that there is something to see within a few plies.
        let (file, rank) = (random.below(4) as usize, random.below(4) as usize);
        if !squares[rank * 8 + file].is_empty() || "Pp".contains(man) && rank == 0 {
            return None;
        }
        squares[rank * 8 + file] = man;
    }
    let row = |row: &[&str]| {
        let (mut text, mut gap) = (String::new(), 0);
        for man in row.iter().chain(&["."]) {
            if man.is_empty() {
                gap += 1;
                continue;
            }
            if gap > 0 {
                text += &gap.to_string();
            }
            gap = 0;
            text += man;
        }
        text.trim_end_matches('.').to_owned()
    };
    let rows: Vec<String> = squares.chunks(8).map(row).collect();
    let mover = if random.below(2) == 0 { "w" } else { "b" };
    let position: ChessPosition = format!("{} {mover} - -", rows.join("/")).parse().ok()?;
    Some(position)
}

fn legal(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.generate_moves(|some| {
        moves.extend(some);
        false
    });
    moves
}

/// The definition, on a board of the move generator alone.
fn wins(
    board: &Board,
    aim: Aim,
    attacker: Player,
    some: Option<AttackerMoves>,
    plies: u32,
) -> bool {
    let mover = if board.side_to_move() as usize == 0 { Player::First } else { Player::Second };
    if aim != Aim::Stalemate && is_insufficient_material(board) {
        return false;
    }
    let mut moves = legal(board);
    let mates = |m: &Move| {
        let mut after = board.clone();
        after.play(*m);
        after.status() == GameStatus::Won
    };
    let is_obliged = aim == Aim::Reflexmate || aim == Aim::SemiReflexmate && mover != attacker;
    if is_obliged && moves.iter().any(mates) {
        moves.retain(mates);
    }
    if moves.is_empty() {
        let is_mate = board.status() == GameStatus::Won;
        return match aim {
            Aim::Mate => is_mate && mover != attacker,
            Aim::Selfmate | Aim::Reflexmate | Aim::SemiReflexmate => is_mate && mover == attacker,
            Aim::Stalemate => !is_mate && mover != attacker,
        };
    }
    if plies == 0 {
        return false;
    }
    let after = |m: Move| {
        let mut after = board.clone();
        after.play(m);
        after
    };
    if mover != attacker {
        return moves.into_iter().all(|m| wins(&after(m), aim, attacker, some, plies - 1));
    }
    let is_allowed = |board: &Board| match some {
        None => true,
        Some(AttackerMoves::Checks) => !board.checkers().is_empty(),
        Some(AttackerMoves::Replies(most)) => legal(board).len() as u32 <= most,
        Some(AttackerMoves::KingMoves(most)) => {
            let king = board.king(board.side_to_move());
            legal(board).iter().filter(|m| m.from == king).count() as u32 <= most
        }
    };
    let mut boards = moves.into_iter().map(after).filter(is_allowed);
    boards.any(|board| wins(&board, aim, attacker, some, plies - 1))
}

#[test]
fn aims_and_fewer_moves_are_those_of_the_definition() {
    let mut random = Random(16);
    let mut proven = [0; 5];
    let (mut narrowed, mut asked) = (0, 0);
    while asked < 10_000 {
        let Some(position) = random_position(&mut random) else { continue };
        asked += 1;
        let aim = Aim::ALL[asked % 5];
        let some = match random.below(6) {
            0 => Some(AttackerMoves::Checks),
            1 => Some(AttackerMoves::Replies(1 + random.below(4) as u32)),
            2 => Some(AttackerMoves::KingMoves(random.below(3) as u32)),
            _ => None,
        };
        let attacker = Player::ALL[random.below(2) as usize];
        let full = ChessProblem::new(aim, attacker);
        let game = some.map_or(full, |some| full.narrowed(attacker, some));
        let history = History::new(position.clone());
        let mut solver = DistanceSolver::new(&game, attacker, DistanceOptions::default());
        for plies in 0..=3 {
            let truth = wins(position.board(), aim, attacker, some, plies);
            let answer = solver.within(&history, plies);
            let what = format!("{position} {aim:?} {some:?} {attacker:?} {plies}");
            assert_eq!(answer.verdict.decided(), Some(truth), "{what}");
            if !truth && some.is_some() {
                continue;
            }
            let rule = RepetitionRule::Draw;
            let certificate = solver.certificate(&history, plies, truth, rule);
            let certificate = certificate.unwrap_or_else(|error| panic!("{what}: {error}"));
            let verified = check(&full, &certificate.block).unwrap_or_else(|error| {
                panic!("{what}: {error}");
            });
            let words = if truth { "wins within" } else { "holds plies" };
            assert!(verified.to_string().contains(words), "{what}: {verified}");
            if truth {
                proven[aim as usize] += 1;
                narrowed += u32::from(some.is_some());
                // Under another aim it proves nothing: the game is another one.
                let other = ChessProblem::new(Aim::ALL[(aim as usize + 1) % 5], attacker);
                let refused = check(&other, &certificate.block);
                assert!(matches!(refused, Err(CheckError::Refuted(_))), "{what}");
            }
        }
    }
    let enough = proven.iter().all(|&count| count >= 10) && narrowed >= 30;
    assert!(enough, "{proven:?}, {narrowed} with fewer moves");
}

/// How long the shortest one is by the definition, up to `most` plies.
fn shortest(board: &Board, aim: Aim, attacker: Player, most: u32) -> Option<u32> {
    (0..=most).find(|&plies| wins(board, aim, attacker, None, plies))
}

#[test]
fn the_shortest_selfmate_and_stalemate_are_exact() {
    let mut random = Random(3);
    let mut found = [0; 3];
    while found[1] < 20 || found[2] < 20 {
        let Some(position) = random_position(&mut random) else { continue };
        let attacker = Chess.player_to_move(&position);
        for aim in [Aim::Selfmate, Aim::Stalemate] {
            let Some(length) = shortest(position.board(), aim, attacker, 3) else { continue };
            found[aim as usize] += 1;
            let game = ChessProblem::new(aim, attacker);
            let mut solver = DistanceSolver::new(&game, attacker, DistanceOptions::default());
            solver.limit(Limits::nodes(100_000));
            let answer = solver.shortest(&History::new(position.clone()));
            assert_eq!(answer.exact(), Some(length), "{position} {aim:?}");
        }
    }
}
