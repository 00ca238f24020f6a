//! Games to ask about, made from seeds, and some from the literature and from reports of bugs.

use std::collections::HashMap;

use serde::Serialize;
use threefold_chess::cozy_chess::{BoardBuilder, Color, File, Move, Piece, Rank, Square};
use threefold_chess::{Chess, ChessPosition};
use threefold_game::{Game, History, Outcome, RepetitionRule, SplitMix};
use threefold_lab::PawnGame;
use threefold_oracle::Retrograde;

use crate::line::{Line, played};
use crate::truth::{Truths, Value};

/// A bundled suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Suite {
    /// King and pawn against king, as often won as drawn.
    Pawns,
    /// A pawn on the edge, with or without a bishop of the wrong colour: drawn.
    Fortresses,
    /// A far advanced pawn against the king, after a game in which positions have come twice: the
    /// only move that wins without the game allows a third time with it.
    Traps,
    /// Two reconstructions of the ending in Campbell (1985).
    Campbell,
    /// Positions from reports of bugs in engines.
    Public,
}

impl Suite {
    /// All of them.
    pub const ALL: [Suite; 5] =
        [Suite::Pawns, Suite::Fortresses, Suite::Traps, Suite::Campbell, Suite::Public];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Suite::Pawns => "pawns",
            Suite::Fortresses => "fortresses",
            Suite::Traps => "traps",
            Suite::Campbell => "campbell",
            Suite::Public => "public",
        }
    }

    /// The suite of a name.
    pub fn named(name: &str) -> Option<Suite> {
        Suite::ALL.into_iter().find(|suite| suite.name() == name)
    }

    /// Its games: `count` of them for a suite that is made, all for one that is given. The same
    /// seed gives the same games, as long as the certificates are found within the limits of
    /// `truths`.
    pub fn lines(self, count: usize, seed: u64, truths: &mut Truths) -> Vec<Line> {
        match self {
            Suite::Campbell => given(self, &CAMPBELL),
            Suite::Public => given(self, &PUBLIC),
            made => made.made(count, seed, truths),
        }
    }

    fn made(self, count: usize, seed: u64, truths: &mut Truths) -> Vec<Line> {
        let mut random = SplitMix::new(seed ^ ((self as u64 + 1) << 56));
        let (mut lines, mut solved): (Vec<Line>, _) = (Vec::new(), HashMap::new());
        // Most tries fail because two men stand on one square, or have the wrong value.
        for _ in 0..1000 * count {
            if lines.len() == count {
                break;
            }
            let Some(start) = self.candidate(&mut random) else { continue };
            if self == Suite::Traps {
                if let Some(moves) = trap(&start, &mut random, &mut solved, truths)
                    && lines.iter().all(|line| line.start != start)
                {
                    let id = format!("{}.{}", self.name(), lines.len() + 1);
                    lines.push(Line { suite: self.name().to_owned(), id, start, moves });
                }
                continue;
            }
            let Some(value) = truths.value(&History::new(start.clone())) else { continue };
            let wanted = match self {
                Suite::Pawns => (value == Value::Draw) == lines.len().is_multiple_of(2),
                _ => value == Value::Draw,
            };
            if !wanted || lines.iter().any(|line| line.start == start) {
                continue;
            }
            // Half of the games go round twice, the others nowhere in particular.
            let moves = match self {
                _ if lines.len() % 4 < 2 => circle(&start, &mut random, truths),
                _ => Some(walk(&start, 4, &mut random, truths)),
            };
            let Some(moves) = moves else { continue };
            let id = format!("{}.{}", self.name(), lines.len() + 1);
            lines.push(Line { suite: self.name().to_owned(), id, start, moves });
        }
        lines
    }

    /// A random legal position of the kind, if the men fell so.
    fn candidate(self, random: &mut SplitMix) -> Option<ChessPosition> {
        use Color::{Black, White};
        let mut men = vec![(Piece::King, White), (Piece::King, Black)];
        let turn = match self {
            Suite::Traps => {
                men.push((Piece::Pawn, White));
                White
            }
            Suite::Fortresses => {
                men.push((Piece::Pawn, White));
                if random.percent(50) {
                    men.push((Piece::Bishop, White));
                }
                random.choose(&[White, Black])
            }
            _ => {
                men.push((Piece::Pawn, White));
                random.choose(&[White, Black])
            }
        };
        let mut builder = BoardBuilder::empty();
        builder.side_to_move = turn;
        for (piece, color) in men {
            let mut square = random.choose(&Square::ALL);
            if piece == Piece::Pawn {
                let file = match self {
                    Suite::Fortresses => random.choose(&[File::A, File::H]),
                    _ => square.file(),
                };
                let ranks = if self == Suite::Traps { 4..7 } else { 1..6 };
                square = Square::new(file, random.choose(&Rank::ALL[ranks]));
            }
            let place = builder.square_mut(square);
            if place.replace((piece, color)).is_some() {
                return None;
            }
        }
        let position = ChessPosition::new(&builder).ok()?;
        // Mates in one and captures at once ask for nothing.
        let mut moves = Vec::new();
        Chess.moves(&position, &mut moves);
        (moves.len() > 1).then_some(position)
    }
}

/// Each side moves to and fro, twice, and the value stays: after seven plies every position of the
/// circle but one has been there twice, and the next move brings the first for the third time.
fn circle(start: &ChessPosition, random: &mut SplitMix, truths: &mut Truths) -> Option<Vec<Move>> {
    (0..12).find_map(|_| {
        let first = random_move(start, random)?;
        let second = random_move(&start.after(first), random)?;
        round(start, first, second, truths)
    })
}

/// A circle of which the third move is the only one that wins, as long as the fourth does not bring
/// the first position for the third time. Looked for where a promotion wins, which is solved
/// backwards at once; what is found is certified in chess.
fn trap(
    start: &ChessPosition,
    random: &mut SplitMix,
    solved: &mut HashMap<File, Option<Retrograde<PawnGame>>>,
    truths: &mut Truths,
) -> Option<Vec<Move>> {
    let pawn = start.board().pieces(Piece::Pawn).into_iter().next()?;
    let oracle = solved.entry(pawn.file()).or_insert_with(|| {
        // From a pawn on its fifth rank everything else on the file is reached.
        let far = if pawn.file() < File::E { File::G } else { File::B };
        let mut men = BoardBuilder::empty();
        *men.square_mut(Square::new(pawn.file(), Rank::Fifth)) = Some((Piece::Pawn, Color::White));
        *men.square_mut(Square::new(far, Rank::First)) = Some((Piece::King, Color::White));
        *men.square_mut(Square::new(far, Rank::Seventh)) = Some((Piece::King, Color::Black));
        let root = ChessPosition::new(&men).ok()?;
        Retrograde::solve(&PawnGame, [root], 200_000).ok()
    });
    let oracle = oracle.as_ref()?;
    let wins = |position: &ChessPosition| {
        oracle.value(position) == Some(Outcome::Win(threefold_game::Player::First))
    };
    if !wins(start) {
        return None;
    }
    let mut firsts = legal(start);
    random.shuffle(&mut firsts);
    for first in firsts.into_iter().filter(|&m| wins(&start.after(m))) {
        let mut seconds = legal(&start.after(first));
        random.shuffle(&mut seconds);
        for second in seconds {
            let at = start.after(first).after(second);
            let mut winning = legal(&at).into_iter().filter(|&m| wins(&at.after(m)));
            if (winning.next(), winning.next()) == (Some(back(first)), None)
                && let Some(moves) = round(start, first, second, truths)
            {
                return Some(moves);
            }
        }
    }
    None
}

/// The moves of a circle, if they are legal and keep the value.
fn round(
    start: &ChessPosition,
    first: Move,
    second: Move,
    truths: &mut Truths,
) -> Option<Vec<Move>> {
    let round = [first, second, back(first), back(second)];
    let game = played(start, &round)?;
    if game.root() != start {
        return None;
    }
    let value = truths.value(&History::new(start.clone()))?;
    for (plies, wanted) in [(1, value.reversed()), (2, value), (3, value.reversed())] {
        if truths.value(&History::new(game.position(plies).clone())) != Some(wanted) {
            return None;
        }
    }
    Some(round.into_iter().cycle().take(7).collect())
}

fn back(m: Move) -> Move {
    Move { from: m.to, to: m.from, promotion: None }
}

/// So many random moves that keep the value; fewer where that cannot be certified.
fn walk(
    start: &ChessPosition,
    plies: usize,
    random: &mut SplitMix,
    truths: &mut Truths,
) -> Vec<Move> {
    let mut history = History::new(start.clone());
    for _ in 0..plies {
        let Some(value) = truths.value(&history) else { break };
        let next = (0..6).find_map(|_| {
            let m = random_move(history.root(), random)?;
            let mut after = history.clone();
            after.push(&Chess, m);
            let is_over = Chess.is_over(after.root());
            (!is_over && truths.value(&after).map(Value::reversed) == Some(value)).then_some(after)
        });
        let Some(next) = next else { break };
        history = next;
    }
    history.moves().to_vec()
}

fn random_move(position: &ChessPosition, random: &mut SplitMix) -> Option<Move> {
    let moves = legal(position);
    (!moves.is_empty()).then(|| random.choose(&moves))
}

fn legal(position: &ChessPosition) -> Vec<Move> {
    let mut moves = Vec::new();
    if Chess.terminal(position).is_none() {
        Chess.moves(position, &mut moves);
    }
    moves
}

/// A name, a position, and moves.
type Given = (&'static str, &'static str, &'static str);

/// Reconstructions, because the figure itself leaves the pawns open: Ka5 is White's only winning
/// move in the first, and Kb5 the one that a shared draw would prefer.
const CAMPBELL: [Given; 4] = [
    ("b3-d3-c5.round", "8/8/8/2p1k3/K7/1P1P4/8/8 w - -", "a4b5 e5d5 b5a4 d5e5 a4b5 e5d5 b5a4"),
    ("b3-d3-c5.wins", "8/8/8/2p1k3/K7/1P1P4/8/8 w - -", "a4a5 e5e6 a5a6 e6d5"),
    ("h4-g3-g4.round", "8/8/8/4k3/K5pP/6P1/8/8 w - -", "a4b5 e5d5 b5a4 d5e5 a4b5 e5d5 b5a4"),
    ("h4-g3-g4.wins", "8/8/8/4k3/K5pP/6P1/8/8 w - -", "a4a5 e5e6 a5a6 e6d5"),
];

/// Reports of bugs: where a repetition or the history before the root is what they are about.
const PUBLIC: [Given; 7] = [
    (
        "official-stockfish/Stockfish#2097",
        "8/8/8/8/8/8/p7/2k4K b - -",
        "c1b1 h1g1 b1c1 g1h1 c1b1 h1g1 b1a1 g1h1",
    ),
    ("official-stockfish/Stockfish#925", "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -", "a1a2 a7a8 a2a1"),
    ("Matthies/RubiChess#155.1", "k7/8/K7/8/8/7b/Q7/n7 w - -", ""),
    ("Matthies/RubiChess#155.2", "7k/8/7K/N7/3N4/8/B7/n7 w - -", ""),
    ("deanmchris/blunder#14", "8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - -", ""),
    ("LeelaChessZero/lc0#1196", "k1r5/8/K1R5/8/8/8/8/8 w - -", "c6b6 c8b8 b6c6"),
    (
        "cutechess/cutechess#817",
        "6k1/1p2p1rp/rP1pR3/2pP1pP1/p1P2P1P/R5K1/8/8 b - -",
        "h7h5 e6h6 g7h7 h6e6 h7g7 e6h6 g7h7 h6e6 h7g7",
    ),
];

fn given(suite: Suite, rows: &[Given]) -> Vec<Line> {
    rows.iter()
        .map(|&(id, fen, moves)| {
            let start: ChessPosition = fen.parse().expect("the suite has positions");
            let moves = moves.split_whitespace();
            let game = History::from_notation(&Chess, start, moves, RepetitionRule::Draw);
            let game = game.expect("the suite has legal moves");
            let (start, moves) = (game.start().clone(), game.moves().to_vec());
            Line { suite: suite.name().to_owned(), id: id.to_owned(), start, moves }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn given_suites_are_positions_and_legal_moves() {
        let mut truths = Truths::new(1);
        assert_eq!(Suite::Campbell.lines(0, 1, &mut truths).len(), CAMPBELL.len());
        assert_eq!(Suite::Public.lines(0, 1, &mut truths).len(), PUBLIC.len());
    }

    #[test]
    fn made_suites_are_what_they_say_and_the_same_for_the_same_seed() {
        for suite in [Suite::Pawns, Suite::Fortresses, Suite::Traps] {
            let mut truths = Truths::new(20_000);
            let lines = suite.lines(2, 7, &mut truths);
            assert_eq!(lines.len(), 2, "{suite:?}");
            for line in &lines {
                let value = truths.value(&line.history(0));
                match suite {
                    Suite::Fortresses => assert_eq!(value, Some(Value::Draw)),
                    Suite::Traps => assert_eq!(value, Some(Value::Win)),
                    _ => assert!(value.is_some()),
                }
            }
            let again = suite.lines(2, 7, &mut Truths::new(20_000));
            let same = lines.iter().zip(&again).all(|(a, b)| a.start == b.start);
            assert!(same && again.iter().zip(&lines).all(|(a, b)| a.moves == b.moves));
        }
    }

    #[test]
    fn in_a_trap_the_game_changes_what_a_position_is_worth() {
        let mut truths = Truths::new(100_000);
        for line in Suite::Traps.lines(3, 1, &mut truths) {
            // Before the only move that wins, and before the one that repeats for the third time.
            for (plies, with, without) in
                [(6, Value::Draw, Value::Win), (7, Value::Draw, Value::Loss)]
            {
                let history = line.history(plies);
                let alone = History::new(history.root().clone());
                assert_eq!(truths.value(&history), Some(with), "{}", line.id);
                assert_eq!(truths.value(&alone), Some(without), "{}", line.id);
            }
        }
    }
}
