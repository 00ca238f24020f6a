//! Random numbers behind the keys of positions.

use crate::Square;

const fn mix(seed: u64) -> u64 {
    let x = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// For each piece (by its code) on each square.
pub(crate) static PIECES: [[u64; Square::COUNT]; 32] = {
    let mut table = [[0; Square::COUNT]; 32];
    let mut code = 0;
    while code < 32 {
        let mut square = 0;
        while square < Square::COUNT {
            table[code][square] = mix((code * Square::COUNT + square + 1) as u64);
            square += 1;
        }
        code += 1;
    }
    table
};

/// For White to move.
pub(crate) const SIDE: u64 = mix(1 << 32);

/// For the pieces that there are, on the board and in both hands, `packed` as in a hand.
pub(crate) fn material(packed: u32) -> u64 {
    mix(1 << 33 | packed as u64)
}

/// For a hand, in keys that cover one.
pub(crate) fn hand(packed: u32) -> u64 {
    if packed == 0 { 0 } else { mix(1 << 34 | packed as u64) }
}
