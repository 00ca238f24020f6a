//! Chess with three men against retrograde analysis. More positions of each ending:
//! `ENDING_POSITIONS=100000 cargo test --release -p threefold-search --test all chess_endings`

use crate::common::Random;
use threefold_certificate::check;
use threefold_chess::cozy_chess::{BoardBuilder, Color, Piece, Square};
use threefold_chess::{Chess, ChessPosition};
use threefold_game::{History, Player, Question, RepetitionRule};
use threefold_oracle::Retrograde;
use threefold_search::{Limits, Options, Reason, Solver, Verdict};

/// Every legal position of king and `piece` against king, both sides to move.
fn positions(piece: Piece) -> Vec<ChessPosition> {
    let mut positions = Vec::new();
    for king in Square::ALL {
        for other in Square::ALL {
            for man in Square::ALL {
                if king == other || king == man || other == man {
                    continue;
                }
                for side_to_move in [Color::White, Color::Black] {
                    let mut builder = BoardBuilder::empty();
                    *builder.square_mut(king) = Some((Piece::King, Color::White));
                    *builder.square_mut(other) = Some((Piece::King, Color::Black));
                    *builder.square_mut(man) = Some((piece, Color::White));
                    builder.side_to_move = side_to_move;
                    positions.extend(ChessPosition::new(&builder));
                }
            }
        }
    }
    positions
}

/// How much is asked of an ending.
struct Sample {
    piece: Piece,
    /// Positions of a random sample, and the longest mate among them, in plies.
    count: usize,
    plies: u32,
    /// Nodes for each. The hardest may stay unknown, but no more than one in `unknown`.
    nodes: u64,
    unknown: usize,
    /// How many positions are asked with one table.
    keep: usize,
    /// Nodes between attempts to find a closed set.
    interval: u32,
}

/// What the solver does unless told otherwise.
const USUAL: u32 = 1024;

#[derive(Default, Debug)]
struct Tally {
    won: usize,
    drawn: usize,
    unknown: usize,
    /// Of the unknown ones.
    saturated: usize,
    closed_sets: u64,
    certified: usize,
}

fn ask(sample: &Sample) -> Tally {
    let all = positions(sample.piece);
    let oracle = Retrograde::solve(&Chess, all.iter().cloned(), 2_000_000).expect("small enough");
    let question = Question::new(Player::First, RepetitionRule::Draw);
    let mut random = Random(1);
    let options = Options {
        table_bytes: 16 << 20,
        closed_set_interval: sample.interval,
        ..Options::default()
    };
    let mut solver = Solver::new(&Chess, question, options);
    let mut tally = Tally::default();
    let wanted = std::env::var("ENDING_POSITIONS").ok().and_then(|text| text.parse().ok());
    let count = wanted.unwrap_or(sample.count);
    let mut asked = 0;
    while asked < count {
        let position = &all[random.below(all.len() as u64) as usize];
        if oracle.plies(position).is_some_and(|plies| plies > sample.plies) {
            continue;
        }
        if asked % sample.keep == 0 {
            solver.clear();
        }
        asked += 1;
        let truth = oracle.answer(position, question).expect("a root of the oracle");
        let history = History::new(position.clone());
        let answer = solver.limit(Limits::nodes(sample.nodes)).solve(&history);
        tally.closed_sets += answer.stats.closed_sets;
        let proven = match answer.verdict {
            Verdict::Unknown(reason) => {
                tally.unknown += 1;
                tally.saturated += usize::from(reason == Reason::Saturated);
                continue;
            }
            verdict => verdict == Verdict::Proven,
        };
        assert_eq!(proven, truth, "{position}");
        if truth {
            tally.won += 1;
        } else {
            tally.drawn += 1;
        }
        if asked % 20 == 0 {
            solver.limit(Limits::nodes(20 * sample.nodes));
            let extracted = solver
                .certificate(&history, proven, RepetitionRule::Draw)
                .unwrap_or_else(|error| panic!("{position}: {error}"));
            check(&Chess, &extracted.block).unwrap_or_else(|r| panic!("{position}: {r}"));
            tally.certified += 1;
        }
    }
    assert!(tally.unknown * sample.unknown <= asked, "{tally:?}");
    assert!(tally.won > 0 && tally.drawn > 0, "{tally:?}");
    assert!(tally.certified > count / 40, "{tally:?}");
    println!("{:?}: {tally:?}", sample.piece);
    tally
}

#[test]
fn king_and_queen_against_king() {
    ask(&Sample {
        piece: Piece::Queen,
        count: 2000,
        plies: 99,
        nodes: 200_000,
        unknown: 2000,
        keep: 500,
        interval: USUAL,
    });
}

#[test]
fn king_and_rook_against_king() {
    ask(&Sample {
        piece: Piece::Rook,
        count: 1000,
        plies: 13,
        nodes: 50_000,
        unknown: 20,
        keep: 250,
        interval: USUAL,
    });
}

#[test]
fn king_and_pawn_against_king() {
    ask(&Sample {
        piece: Piece::Pawn,
        count: 1000,
        plies: 15,
        nodes: 20_000,
        unknown: 3,
        keep: 250,
        interval: USUAL,
    });
}

/// With sets so often that nearly every drawn ending is solved by one.
#[test]
fn king_and_pawn_against_king_by_closed_sets() {
    let tally = ask(&Sample {
        piece: Piece::Pawn,
        count: 500,
        plies: 15,
        nodes: 20_000,
        unknown: 3,
        keep: 20,
        interval: 16,
    });
    assert!(tally.closed_sets > 20, "{tally:?}");
}
