//! What the test files share: seeded random positions.

use threefold_shogi::{Color, Kind, Move, Piece, Position, Setup, Square};

/// splitmix64, the same for ever.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub fn chance(&mut self, of_100: usize) -> bool {
        self.below(100) < of_100
    }
}

pub fn legal(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

/// Positions of a game of random legal moves from the start.
pub fn random_game(random: &mut Random, plies: usize) -> Vec<Position> {
    let mut position = Position::startpos();
    let mut positions = vec![position.clone()];
    for _ in 0..plies {
        let moves = legal(&position);
        let Some(&m) = moves.get(random.below(moves.len().max(1))) else { break };
        position.make(m);
        positions.push(position.clone());
    }
    positions
}

/// A position with pieces thrown at the board, crowded around White's king, and hands; Black with
/// or without a king.
pub fn random_position(random: &mut Random) -> Position {
    loop {
        let mut setup = Setup::new(Color::ALL[random.below(2)]);
        let king = Square::all().nth(random.below(81)).unwrap();
        setup.put(king, Piece { color: Color::White, kind: Kind::King });
        if random.chance(60) {
            let square = Square::all().nth(random.below(81)).unwrap();
            if square != king {
                setup.put(square, Piece { color: Color::Black, kind: Kind::King });
            }
        }
        let near = |random: &mut Random, around: u8| {
            (around as i32 + random.below(7) as i32 - 3).clamp(1, 9) as u8
        };
        for _ in 0..random.below(22) {
            let square = if random.chance(70) {
                Square::at(near(random, king.file()), near(random, king.rank())).unwrap()
            } else {
                Square::all().nth(random.below(81)).unwrap()
            };
            let kind = Kind::ALL[random.below(14)];
            let color = Color::ALL[random.below(2)];
            if kind != Kind::King && setup.piece_at(square).is_none() {
                setup.put(square, Piece { color, kind });
            }
        }
        for kind in Kind::IN_HAND {
            for color in Color::ALL {
                if random.chance(30) {
                    setup.add_to_hand(color, kind, 1 + random.below(2) as u32);
                }
            }
        }
        if let Ok(position) = setup.position() {
            return position;
        }
    }
}
