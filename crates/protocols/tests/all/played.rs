//! What is played where something is proved: it keeps the value, on positions whose values are
//! known from elsewhere. A few dozen of each protocol; `PLAYED=500` asks about as many.

use std::sync::Arc;

use threefold_checkers::egdb::{Database, Value};
use threefold_checkers::{Checkers, CheckersPosition};
use threefold_chess::{Chess, ChessPosition};
use threefold_game::{Game, Player, splitmix};
use threefold_protocols::gtp::engine::{Engine as Gtp, Flags};
use threefold_protocols::{hub, uci, usi};
use threefold_session::go::board::{BoardGoal, BoardRequest, Moves};
use threefold_session::go::value::value;
use threefold_shogi::{Move, Position};

use crate::common::Engine;

fn positions() -> u64 {
    std::env::var("PLAYED").map_or(36, |number| number.parse().expect("a number"))
}

/// Numbers at random, and always the same.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 += 1;
        (splitmix(self.0) % end as u64) as usize
    }
}

/// A row of a board as FEN has it, of squares that are `1` where they are empty.
fn row_text(row: &[char]) -> String {
    let groups = row.chunk_by(|a, b| a == b && *a == '1');
    let text = groups.map(|group| match group[0] {
        '1' => group.len().to_string(),
        _ => group.iter().collect(),
    });
    text.collect()
}

/// King and pawn against king: who wins is known backwards from the promotions.
struct Pawn {
    /// By [`Pawn::place`]: whether White wins.
    wins: Vec<bool>,
}

type Squares = (usize, usize, usize, bool);

impl Pawn {
    fn place((white, black, pawn, white_moves): Squares) -> usize {
        ((white * 64 + black) * 64 + pawn) * 2 + usize::from(white_moves)
    }

    fn steps(square: usize) -> impl Iterator<Item = usize> {
        let (file, rank) = (square as i32 % 8, square as i32 / 8);
        let all = (-1..=1).flat_map(move |f| (-1..=1).map(move |r| (file + f, rank + r)));
        let all = all.filter(move |&to| to != (file, rank));
        let on_board = all.filter(|&(f, r)| (0..8).contains(&f) && (0..8).contains(&r));
        on_board.map(|(f, r)| (f + 8 * r) as usize)
    }

    fn is_near(a: usize, b: usize) -> bool {
        a == b || Pawn::steps(a).any(|step| step == b)
    }

    fn attacks(pawn: usize, square: usize) -> bool {
        let (file, rank) = (pawn % 8, pawn / 8);
        square / 8 == rank + 1 && (square % 8).abs_diff(file) == 1
    }

    fn is_legal((white, black, pawn, white_moves): Squares) -> bool {
        (8..56).contains(&pawn)
            && white != pawn
            && black != pawn
            && !Pawn::is_near(white, black)
            && !(white_moves && Pawn::attacks(pawn, black))
    }

    /// A pawn that has just become a queen or a rook wins unless it is taken or mates by stalemate,
    /// and one of the two does not stalemate.
    fn promotes(white: usize, black: usize, to: usize) -> bool {
        !Pawn::is_near(black, to) || Pawn::is_near(white, to)
    }

    /// What White has after each of his moves: the position, or a pawn that promotes.
    fn white_moves(at: Squares) -> Vec<Result<Squares, bool>> {
        let (white, black, pawn, _) = at;
        let kings = Pawn::steps(white).filter(|&to| to != pawn && !Pawn::is_near(to, black));
        let mut all: Vec<_> = kings.map(|to| Ok((to, black, pawn, false))).collect();
        let ahead = pawn + 8;
        if ahead != white && ahead != black {
            all.push(match ahead / 8 {
                7 => Err(Pawn::promotes(white, black, ahead)),
                _ => Ok((white, black, ahead, false)),
            });
            let twice = ahead + 8;
            if pawn / 8 == 1 && twice != white && twice != black {
                all.push(Ok((white, black, twice, false)));
            }
        }
        all
    }

    fn new() -> Self {
        let squares = (0..64).flat_map(|white| (0..64).map(move |black| (white, black)));
        let all = squares.flat_map(|(white, black)| {
            (8..56).flat_map(move |pawn| {
                [true, false].map(|white_moves| (white, black, pawn, white_moves))
            })
        });
        let all: Vec<Squares> = all.filter(|&at| Pawn::is_legal(at)).collect();
        let mut known = Pawn { wins: vec![false; 64 * 64 * 64 * 2] };
        loop {
            let mut is_more = false;
            for &at in &all {
                if known.wins[Pawn::place(at)] || !known.is_won(at) {
                    continue;
                }
                known.wins[Pawn::place(at)] = true;
                is_more = true;
            }
            if !is_more {
                return known;
            }
        }
    }

    fn is_won(&self, at: Squares) -> bool {
        let (white, black, pawn, white_moves) = at;
        if white_moves {
            let wins = |after: &Result<Squares, bool>| match after {
                Ok(after) => self.wins[Pawn::place(*after)],
                Err(promotes) => *promotes,
            };
            return Pawn::white_moves(at).iter().any(wins);
        }
        let steps =
            Pawn::steps(black).filter(|&to| !Pawn::is_near(to, white) && !Pawn::attacks(pawn, to));
        // Where he cannot move he is stalemated; a pawn alone does not mate.
        let mut steps = steps.peekable();
        steps.peek().is_some()
            && steps.all(|to| to != pawn && self.wins[Pawn::place((white, to, pawn, true))])
    }

    fn fen((white, black, pawn, white_moves): Squares) -> String {
        let at = |square: usize| match square {
            _ if square == white => 'K',
            _ if square == black => 'k',
            _ if square == pawn => 'P',
            _ => '1',
        };
        let rank = |rank: usize| (0..8).map(|file| at(8 * rank + file)).collect::<Vec<_>>();
        let ranks: Vec<String> = (0..8).rev().map(|number| row_text(&rank(number))).collect();
        format!("{} {} - - 0 1", ranks.join("/"), if white_moves { 'w' } else { 'b' })
    }

    /// Whether White wins after a move.
    fn is_won_after(&self, at: Squares, text: &str) -> bool {
        let position: ChessPosition = Pawn::fen(at).parse().unwrap();
        let m = Chess.parse_move(&position, text).unwrap();
        let (from, to) = (m.from as usize, m.to as usize);
        let (white, black, pawn, white_moves) = at;
        if let Some(piece) = m.promotion {
            let after = position.after(m);
            let mut replies = Vec::new();
            Chess.moves(&after, &mut replies);
            let is_strong = matches!(format!("{piece}").as_str(), "q" | "r");
            let is_mate = Chess.terminal(&after).is_some_and(|end| end.is_win_of(Player::First));
            return is_strong
                && Pawn::promotes(white, black, to)
                && (is_mate || !replies.is_empty());
        }
        match (white_moves, from) {
            (false, _) if to == pawn => false,
            (false, _) => self.wins[Pawn::place((white, to, pawn, true))],
            (true, from) if from == white => self.wins[Pawn::place((to, black, pawn, false))],
            (true, _) => self.wins[Pawn::place((white, black, to, false))],
        }
    }
}

fn uci_engine() -> Engine {
    Engine::start("bestmove", |input, print| uci::run(input, print))
}

/// The only move that holds, and the same in a game of which some has been played.
#[test]
fn the_move_that_holds_a_draw_is_played() {
    let mut engine = uci_engine();
    for (position, best) in [
        ("fen 4k3/8/8/4K3/4P3/8/8/8 b - - 0 1", "e8e7"),
        ("fen 4k3/8/8/4K3/8/4P3/8/8 w - - 0 1 moves e3e4", "e8e7"),
        ("fen 8/8/8/4p3/4k3/8/8/4K3 w - - 0 1", "e1e2"),
    ] {
        let lines = engine.answer(&format!("position {position}\ngo nodes 400000"));
        assert!(lines.iter().any(|line| line.contains("string proved: no mate")), "{lines:#?}");
        let played = lines.last().unwrap().split(' ').nth(1).unwrap();
        assert_eq!(played, best, "{lines:#?}");
    }
    // Of the moves that are named, too; e8d7 loses.
    let go = "position fen 4k3/8/8/4K3/4P3/8/8/8 b - - 0 1\ngo searchmoves e8d7 e8e7 nodes 400000";
    assert!(engine.answer(go).last().unwrap().starts_with("bestmove e8e7"));
}

#[test]
fn uci_plays_what_keeps_the_value() {
    let known = Pawn::new();
    let (mut numbers, mut engine) = (Numbers(1), uci_engine());
    let (mut asked, mut proved, mut drawn) = (0, 0, 0);
    while asked < positions() {
        let at = (numbers.below(64), numbers.below(64), 8 + numbers.below(48), asked % 3 == 0);
        let fen = Pawn::fen(at);
        // Half of them are drawn; where Black moves that is what he holds.
        if !Pawn::is_legal(at) || known.wins[Pawn::place(at)] != (asked % 2 == 0) {
            continue;
        }
        asked += 1;
        let lines = engine.answer(&format!("position fen {fen}\ngo nodes 100000"));
        let is_won = known.wins[Pawn::place(at)];
        let mates = lines.iter().any(|line| line.contains("string proved: mate"));
        let holds = lines.iter().any(|line| line.contains("string proved: no mate"));
        assert!(!(mates && !is_won || holds && is_won), "{fen}: {lines:#?}");
        let best = lines.last().unwrap().split(' ').nth(1).unwrap();
        if (mates || holds) && best != "0000" {
            assert_eq!(known.is_won_after(at, best), is_won, "{fen}: {lines:#?}");
            (proved, drawn) = (proved + 1, drawn + u64::from(holds));
        }
    }
    println!("{asked} positions, {proved} proved, {drawn} of these drawn");
    assert!(2 * proved > asked && 4 * drawn > asked, "{proved} and {drawn} of {asked}");
}

/// A position as the Hub protocol has it.
fn hub_text(position: &CheckersPosition) -> String {
    let fen = Checkers::new().position_text(position);
    let mut squares = ['e'; 32];
    let (turn, sides) = fen.split_once(':').unwrap();
    for side in sides.split(':') {
        let (colour, pieces) = side.split_at(1);
        for piece in pieces.split(',').filter(|piece| !piece.is_empty()) {
            let (is_king, number) = match piece.strip_prefix('K') {
                Some(number) => (true, number),
                None => (false, piece),
            };
            let man = if colour == "W" { 'w' } else { 'b' };
            let number: usize = number.parse().unwrap();
            squares[number - 1] = if is_king { man.to_ascii_uppercase() } else { man };
        }
    }
    format!("{turn}{}", squares.iter().collect::<String>())
}

/// What each position is answered, of a script with all of them.
fn hub_answers(script: &str, pieces: u8) -> Vec<String> {
    let said = std::cell::RefCell::new(String::new());
    let print = |text: &str| {
        said.borrow_mut().push_str(text);
        Ok(())
    };
    let open: hub::Opener =
        Box::new(move || Ok((pieces > 0).then(|| Arc::new(Database::in_memory(pieces)))));
    hub::run(std::io::Cursor::new(script.to_owned()), &print, open).unwrap();
    let said = said.into_inner();
    said.split("proved=").skip(1).map(str::to_owned).collect()
}

#[test]
fn hub_plays_what_keeps_the_value() {
    const PIECES: u8 = 3;
    let known = Database::in_memory(PIECES);
    let mut numbers = Numbers(2);
    // Without a database, and with one that does not know the position.
    for own in [0, 2] {
        let mut asked = Vec::new();
        while (asked.len() as u64) < positions() / 2 {
            let count = usize::try_from(known.count_of(PIECES)).unwrap();
            let position = known.position(PIECES, numbers.below(count) as u64);
            let mut moves = Vec::new();
            Checkers::new().moves(&position, &mut moves);
            let value = known.probe(&position);
            let wanted = [Value::Win, Value::Draw, Value::Loss][asked.len() % 3];
            if moves.len() > 1 && value == Some(wanted) {
                asked.push((position, wanted));
            }
        }
        let one = |(position, _): &(CheckersPosition, Value)| {
            format!("pos pos={}\nlevel nodes=100000\ngo think\n", hub_text(position))
        };
        let script: String = asked.iter().map(one).collect();
        let answers = hub_answers(&script, own);
        assert_eq!(answers.len(), asked.len());
        let mut proved = 0;
        for ((position, value), answer) in asked.iter().zip(&answers) {
            let fen = Checkers::new().position_text(position);
            let word = answer.split_whitespace().next().unwrap();
            let right = match value {
                Value::Win => "win",
                Value::Draw => "draw",
                Value::Loss => "loss",
            };
            assert!(word == "unknown" || word == right, "{fen}: {answer}");
            if word == "unknown" {
                continue;
            }
            proved += 1;
            let text = answer.split("done move=").nth(1).unwrap();
            let text = text.split_whitespace().next().unwrap();
            let mut after = *position;
            let m = Checkers::new().parse_move(position, &short(text)).unwrap();
            Checkers::new().make(&mut after, m);
            let kept = match value {
                Value::Win => Value::Loss,
                Value::Draw => Value::Draw,
                Value::Loss => Value::Win,
            };
            let mut replies = Vec::new();
            Checkers::new().moves(&after, &mut replies);
            let is = if replies.is_empty() { Some(Value::Loss) } else { known.probe(&after) };
            assert_eq!(is, Some(kept), "{fen}: {answer}");
        }
        println!("{} positions, {proved} proved with {own} pieces", asked.len());
        assert!(2 * proved > asked.len(), "{proved} of {}", asked.len());
    }
}

/// Without the squares of what is captured.
fn short(text: &str) -> String {
    let sign = if text.contains('x') { 'x' } else { '-' };
    text.split(sign).take(2).collect::<Vec<_>>().join(&sign.to_string())
}

/// What a board is worth with that player to move, with certificates that were checked.
fn worth(board: &str, position: &str, moves: &str) -> i32 {
    let request = BoardRequest {
        position: Some(position.to_owned()),
        moves_before: Some(moves.to_owned()),
        goal: BoardGoal::Value(Moves::Nothing),
        ..BoardRequest::new(board.parse().unwrap())
    };
    let answer = value(&request, &mut ()).unwrap();
    assert_eq!(answer.checked, Some(true));
    answer.value.unwrap()
}

#[test]
fn gtp_plays_what_keeps_the_value_of_a_board() {
    let mut numbers = Numbers(3);
    for number in 0..positions() {
        // Columns and rows, as the command has them; sizes are written the other way round.
        let (columns, rows) = [(2, 2), (5, 1), (3, 2), (2, 3)][number as usize % 4];
        let mut engine = Gtp::new(Box::new(|_| Ok(Flags::default())));
        let mut run = |line: &str| {
            let mut words = line.split(' ').map(str::to_owned);
            let name = words.next().unwrap();
            engine.run(&name, &words.collect::<Vec<_>>())
        };
        run(&format!("rectangular_board {columns} {rows}")).unwrap();
        let (board, mut played) = (format!("{rows}x{columns}"), Vec::new());
        let empty = vec![".".repeat(columns); rows].join("/") + " B";
        let colour = |moves: usize| if moves.is_multiple_of(2) { "B" } else { "W" };
        for _ in 0..numbers.below(6) {
            let (x, y) = (numbers.below(columns), 1 + numbers.below(rows));
            let point = format!("{}{y}", (b'A' + x as u8) as char);
            if run(&format!("play {} {point}", colour(played.len()))).is_ok() {
                played.push(point);
            }
        }
        let before = worth(&board, &empty, &played.join(" "));
        let best = run(&format!("genmove {}", colour(played.len()))).unwrap();
        played.push(best.clone());
        let after = worth(&board, &empty, &played.join(" "));
        assert_eq!(before, after, "{board} {played:?}");
    }
}

/// Whether the player who gives every check mates within so many plies.
fn mates(position: &mut Position, plies: u32) -> bool {
    let (mut moves, attacks) = (Vec::new(), plies % 2 == 1);
    position.legal_moves(&mut moves);
    if !attacks {
        return moves.into_iter().all(|m: Move| {
            plies > 1 && {
                let mut after = position.clone();
                after.make(m);
                mates(&mut after, plies - 1)
            }
        });
    }
    moves.into_iter().any(|m| {
        let mut after = position.clone();
        after.make(m);
        after.is_in_check(after.side_to_move()) && mates(&mut after, plies - 1)
    })
}

#[test]
fn usi_plays_what_mates() {
    const PLIES: u32 = 5;
    let mut numbers = Numbers(4);
    let mut engine = Engine::start("checkmate", |input, print| usi::run(input, print));
    let (mut mated, mut without) = (0, 0);
    while mated + without < positions() {
        // A king in a corner, a few pieces of the attacker, some in his hand.
        let mut squares = vec!['1'; 81];
        squares[numbers.below(3) + 9 * numbers.below(3)] = 'k';
        for _ in 0..3 {
            let place = numbers.below(5) + 9 * numbers.below(5);
            if squares[place] == '1' {
                squares[place] = ['G', 'S', 'R', 'B', 'N', 'g', 's'][numbers.below(7)];
            }
        }
        let hand = ["G", "S", "GS", "R", "P", "N"][numbers.below(6)];
        let rows: Vec<String> = squares.chunks(9).map(row_text).collect();
        let sfen = format!("{} b {hand} 1", rows.join("/"));
        let Ok(mut position) = sfen.parse::<Position>() else { continue };
        let is_short = mates(&mut position, 1) || mates(&mut position, 3);
        let lines = engine.answer(&format!("position sfen {sfen}\ngo mate 2000"));
        let answer = lines.last().unwrap();
        match answer.strip_prefix("checkmate ").unwrap() {
            "nomate" => {
                assert!(!is_short, "{sfen}: {lines:#?}");
                without += u64::from(without < positions() / 2);
            }
            "timeout" | "notimplemented" => assert!(!is_short, "{sfen}: {lines:#?}"),
            line => {
                // Any mate is asked for: after its first move there is one as short as it is.
                let line: Vec<&str> = line.split(' ').collect();
                let plies = u32::try_from(line.len()).unwrap();
                if plies > PLIES {
                    continue;
                }
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                let m = moves.into_iter().find(|m| m.to_string() == line[0]).unwrap();
                position.make(m);
                assert!(position.is_in_check(position.side_to_move()), "{sfen}: {lines:#?}");
                assert!(mates(&mut position, plies - 1), "{sfen}: {lines:#?}");
                mated += 1;
            }
        }
    }
    println!("{mated} mated, {without} not");
}
