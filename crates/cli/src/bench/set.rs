//! What the benchmark solves. Changing anything here changes the signature.

use threefold::game::RepetitionRule;
use threefold::graph::{GraphGame, RandomGraph};

/// Positions that are about one thing.
pub struct ChessGroup {
    pub name: &'static str,
    /// EPD without operations; the attacker is the side to move.
    pub positions: &'static [&'static str],
}

/// Nodes that a position may take.
pub const NODES: u64 = 200_000;

pub const CHESS: [ChessGroup; 4] = [
    ChessGroup {
        name: "mates with a queen or rook",
        positions: &[
            // Eppstein: all moves but one keep the win.
            "4k3/Q7/3K4/8/8/8/8/8 w - -",
            "8/8/8/3k4/8/8/1Q6/K7 w - -",
            "8/8/8/4k3/8/8/1R6/1K6 w - -",
            "8/8/3k4/8/4K3/8/7R/8 w - -",
            "8/8/8/8/5k2/2R5/3K4/8 b - -",
        ],
    },
    ChessGroup {
        name: "kings and pawns",
        positions: &[
            // A plain table calls it a draw if it searches the moves in the wrong order.
            "8/8/3K3k/8/8/8/5P2/8 w - -",
            "8/8/8/8/8/4k3/4p3/4K3 b - -",
            "8/8/8/8/4k3/8/4P3/4K3 w - -",
            // Reti 1921: a draw.
            "7K/8/k1P5/7p/8/8/8/8 w - -",
            // Lasker and Reichhelm 1901.
            "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -",
        ],
    },
    ChessGroup {
        name: "problems",
        positions: &[
            // Morphy: mate in 2.
            "kbK5/pp6/1P6/8/8/8/8/R7 w - -",
            // Loyd 1859, the organ pipes.
            "2brrb2/8/p7/Q7/1p1kpPp1/1P1pN1K1/3P4/8 w - -",
            // Loyd 1861, Excelsior: mate in 5.
            "n1rb4/1p3p1p/1p6/1R5K/8/p3p1PN/1PP1R3/N6k w - -",
        ],
    },
    ChessGroup {
        name: "combinations",
        positions: &[
            // Philidor's legacy, Legal's mate, and the end of Morphy's game at the opera.
            "r4r1k/6pp/7N/3Q4/8/8/8/6K1 w - -",
            "r2qkbnr/ppp2ppp/2np4/4N3/2B1P3/2N5/PPPP1PPP/R1BbK2R w KQkq -",
            "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k -",
        ],
    },
];

/// Random graph games under each rule.
pub const GRAPHS: u64 = 200;

pub const RULES: [RepetitionRule; 4] = [
    RepetitionRule::AttackerLoses,
    RepetitionRule::AttackerWins,
    RepetitionRule::SituationalSuperko,
    RepetitionRule::PositionalSuperko,
];

/// The game with this seed.
pub fn graph(seed: u64, rule: RepetitionRule) -> GraphGame {
    let kind = RandomGraph {
        draws: 20,
        shared_boards: if rule == RepetitionRule::PositionalSuperko { 40 } else { 0 },
        passes: if rule.is_superko() { 10 } else { 0 },
        ..RandomGraph::new(12 + (seed % 5) as u32)
    };
    kind.generate(seed)
}

/// Empty boards of Go and their values, the same under both superko rules: rows, columns, Black's
/// area minus White's. Each is asked whether Black scores that much, and whether one point more.
pub const GO: [(usize, usize, i32); 14] = [
    (1, 2, 0),
    (1, 3, 3),
    (1, 4, 4),
    (1, 5, 0),
    (1, 6, 1),
    (1, 7, 2),
    (1, 8, 3),
    (1, 9, 0),
    (2, 2, 1),
    (2, 3, 0),
    (2, 4, 8),
    (2, 5, 10),
    (3, 3, 9),
    (3, 4, 4),
];

/// Pieces of the endgame database with which checkers is searched. It is built in memory, in
/// milliseconds.
pub const CHECKERS_PIECES: u8 = 3;

/// Positions of checkers: can the side to move win?
pub const CHECKERS: [&str; 11] = [
    // First Position: a win, and a draw with the other side to move.
    "W:WK19,K23:B12,K28",
    "B:WK19,K23:B12,K28",
    // Payne's single corner, both ways.
    "W:WK26,K27:B21,K25",
    "B:WK26,K27:B21,K25",
    // Three kings against two, and two against two: a draw by going round, too much for this many
    // nodes.
    "W:WK10,K15,K19:BK9,K27",
    "W:WK18,K19,K20:BK27,K28",
    "B:WK1,K14:BK28,K19",
    // Shardlow 1938, and Second Position.
    "W:WK15,K20:B8,10,16",
    "B:W12,13,K28:BK6,K11,15",
    // Old books are wrong about these.
    "W:W11,K13,27:B6,K14",
    "W:WK27,32:BK18,K19,28",
];

/// Problems of the Zuko (5, 11, 13: 1755) and of the Muso (9: 1734).
pub const TSUME: [&str; 4] = [
    "n+B1sS4/1R1g5/1Ls6/2k6/2n6/3L5/R8/9/9 b B2P3gs2n2l16p 1",
    "r+b2n4/1Pk1p4/pp1sG4/N1+s1+p4/2P1+R4/+pB1LN4/9/9/9 b SN3gs3l11p 1",
    "2lS5/1kgp5/pB3+r3/3+b+P4/PlpgS4/9/9/9/9 b R2SP2g4n2l12p 1",
    "2k1s1B2/S3+P4/2p1R2p1/2gprpp2/Lb1S5/2N3P2/2PPP4/9/L8 b L3gs3nl8p 1",
];

#[cfg(test)]
mod tests {
    use threefold::checkers::CheckersPosition;
    use threefold::chess::ChessPosition;

    use super::*;

    #[test]
    fn every_position_can_be_read() {
        for fen in CHESS.iter().flat_map(|group| group.positions) {
            let position: Result<ChessPosition, _> = fen.parse();
            assert!(position.is_ok(), "{fen}: {position:?}");
        }
        for fen in CHECKERS {
            let position: Result<CheckersPosition, _> = fen.parse();
            assert!(position.is_ok(), "{fen}: {position:?}");
        }
    }
}
