//! Random numbers for keys.

use threefold_game::{SplitMix, mix};

use crate::{Colour, Point};

const POINTS: usize = 361;

const fn numbers(seed: u64) -> [[u64; POINTS]; 2] {
    let mut table = [[0; POINTS]; 2];
    let mut random = SplitMix::new(seed);
    let mut i = 0;
    while i < 2 * POINTS {
        table[i / POINTS][i % POINTS] = random.bits();
        i += 1;
    }
    table
}

static STONES: [[u64; POINTS]; 2] = numbers(0x7468_7265_6566_6F6C);

/// Added to the key of a board where White is to move.
pub(crate) const WHITE_TO_MOVE: u64 = mix(1);
/// Added where the last move was a pass.
pub(crate) const PASSED: u64 = mix(2);
/// Added where the game is over by two passes.
pub(crate) const OVER: u64 = mix(3);

/// Added where the point may not be played on because of a ko: a number of its own for each point.
#[inline(always)]
pub(crate) const fn ko(point: Point) -> u64 {
    mix(0x6b6f_0000 + point.index() as u64)
}

/// The number of a stone on a point.
#[inline(always)]
pub(crate) fn stone(colour: Colour, point: Point) -> u64 {
    STONES[colour.index()][point.index()]
}
