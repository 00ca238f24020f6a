//! Positions for the tests: games of random moves and random placements.

use proptest::prelude::*;
use threefold_chess::{Chess, ChessPosition, Move};
use threefold_game::Game;

/// Starts of random games: the perft positions, some in which castling, promotion and en passant
/// under a pin are near, and some of Chess960.
pub const STARTS: [&str; 19] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/8/8/8/k2p3Q/8/2P1P3/3K4 w - - 0 1",
    "6k1/1p2p1rp/rP1pR3/2pP1pP1/p1P2P1P/R5K1/8/8 b - - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "4k3/8/8/2p1p1p1/1P1P1P1P/8/8/2B1K1B1 b - - 0 1",
    "8/6b1/8/1k1pP3/8/2K5/3P4/8 w - - 0 1",
    "k7/8/K7/8/8/7b/Q7/n7 w - - 98 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "1rkr3b/1ppn3p/3pB1n1/6q1/R2P4/4N1P1/1P5P/2KRQ1B1 b Dbd - 0 14",
    "1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1",
    "r1k4r/8/8/8/8/8/8/4K2R w Hha - 0 1",
    "5rkr/8/8/8/8/8/8/RKR5 b CAhf - 0 1",
];

/// The position, which must be one.
pub fn position(fen: &str) -> ChessPosition {
    Chess.parse_position(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The legal moves.
pub fn moves(position: &ChessPosition) -> Vec<Move> {
    let mut moves = Vec::new();
    Chess.moves(position, &mut moves);
    moves
}

/// Plays moves given in UCI notation.
pub fn play(position: &mut ChessPosition, texts: &str) {
    for text in texts.split_whitespace() {
        let m = Chess.parse_move(position, text).unwrap_or_else(|error| panic!("{error}"));
        Chess.make(position, m);
    }
}

/// The start and the choices of a random game.
pub fn game() -> impl Strategy<Value = (ChessPosition, Vec<u16>)> {
    (prop::sample::select(&STARTS[..]), prop::collection::vec(any::<u16>(), 0..120))
        .prop_map(|(start, choices)| (position(start), choices))
}

/// Calls `visit` in each position of the game, with the move played next where there is one.
pub fn replay(
    (mut position, choices): (ChessPosition, Vec<u16>),
    mut visit: impl FnMut(&ChessPosition, Option<Move>) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    for choice in choices {
        let moves = moves(&position);
        if moves.is_empty() {
            break;
        }
        let m = moves[usize::from(choice) % moves.len()];
        visit(&position, Some(m))?;
        Chess.make(&mut position, m);
    }
    visit(&position, None)
}

/// Men to place: of both sides alike, or mostly of one.
const LETTERS: [&[u8]; 3] = [b"QRBNPPqrbnpp", b"QQRRBNNPPPpp", b"qqrrbnnpppPP"];

/// A few men anywhere on the board, often more of one side. Kings and rooks are often at home with
/// their castling rights, pawns have often just made a double step beside an enemy pawn.
pub fn placement() -> impl Strategy<Value = ChessPosition> {
    let men = prop::sample::select(&LETTERS[..]).prop_flat_map(|letters| {
        prop::collection::vec((0..64usize, prop::sample::select(letters)), 0..14)
    });
    let kings = [0..64usize, 0..64];
    let double_step = prop::option::of((0..8usize, any::<bool>()));
    (men, kings, any::<[bool; 2]>(), any::<bool>(), double_step).prop_map(
        |(men, kings, at_home, white_to_move, double_step)| {
            // Without the men that make the position impossible, from the last on.
            (0..=men.len())
                .rev()
                .find_map(|n| place(&men[..n], kings, at_home, white_to_move, double_step))
                .unwrap_or_default()
        },
    )
}

fn place(
    men: &[(usize, u8)],
    kings: [usize; 2],
    at_home: [bool; 2],
    white_to_move: bool,
    double_step: Option<(usize, bool)>,
) -> Option<ChessPosition> {
    let mut board = [b'.'; 64]; // a1, b1, ...
    for &(square, man) in men {
        let is_pawn = man.eq_ignore_ascii_case(&b'p');
        if !is_pawn || (8..56).contains(&square) {
            board[square] = man;
        }
    }
    for ((king, at_home), (letter, rook, rank)) in
        kings.into_iter().zip(at_home).zip([(b'K', b'R', 0), (b'k', b'r', 56)])
    {
        if at_home {
            board[rank + 4] = letter;
            board[if king % 2 == 0 { rank } else { rank + 7 }] = rook;
        } else {
            board[king] = letter;
        }
    }
    let ep = double_step.map(|(file, to_h)| put_double_step(&mut board, white_to_move, file, to_h));
    ep.and_then(|ep| read(&board, white_to_move, &ep)).or_else(|| read(&board, white_to_move, "-"))
}

/// Clears the way of a double step and puts a pawn beside it; the square that was passed.
fn put_double_step(board: &mut [u8; 64], white_to_move: bool, file: usize, to_h: bool) -> String {
    let (ranks, pawns) = if white_to_move { ([6, 5, 4], *b"pP") } else { ([1, 2, 3], *b"Pp") };
    board[ranks[0] * 8 + file] = b'.';
    board[ranks[1] * 8 + file] = b'.';
    board[ranks[2] * 8 + file] = pawns[0];
    let beside = if to_h && file < 7 || file == 0 { file + 1 } else { file - 1 };
    board[ranks[2] * 8 + beside] = pawns[1];
    format!("{}{}", char::from(b'a' + file as u8), ranks[1] + 1)
}

/// The position on the board, if it is one, with all castling rights that there can be.
fn read(board: &[u8; 64], white_to_move: bool, ep: &str) -> Option<ChessPosition> {
    let mut rights: String = [(0, *b"KR", ["K", "Q"]), (56, *b"kr", ["k", "q"])]
        .into_iter()
        .flat_map(|(rank, [king, rook], letters)| {
            let right = |corner: usize, letter| {
                if board[rank + 4] == king && board[corner] == rook { letter } else { "" }
            };
            [right(rank + 7, letters[0]), right(rank, letters[1])]
        })
        .collect();
    if rights.is_empty() {
        rights.push('-');
    }
    let rows: Vec<String> =
        board.chunks(8).rev().map(|row| String::from_utf8_lossy(row).replace('.', "1")).collect();
    let turn = if white_to_move { 'w' } else { 'b' };
    Chess.parse_position(&format!("{} {turn} {rights} {ep}", rows.join("/"))).ok()
}

/// Positions of random games and random placements.
pub fn any_position() -> impl Strategy<Value = ChessPosition> {
    let from_game = game().prop_map(|(mut position, choices)| {
        for choice in choices {
            let moves = moves(&position);
            if moves.is_empty() {
                break;
            }
            Chess.make(&mut position, moves[usize::from(choice) % moves.len()]);
        }
        position
    });
    prop_oneof![from_game, placement()]
}
