//! Values of positions and how they are stored.

/// Win, draw or loss for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The side to move wins.
    Win,
    /// Neither side can force a win.
    Draw,
    /// The side to move loses.
    Loss,
}

impl Value {
    /// `win`, `draw` or `loss`.
    pub const fn name(self) -> &'static str {
        match self {
            Value::Win => "win",
            Value::Draw => "draw",
            Value::Loss => "loss",
        }
    }
}

/// Stored in two bits; 3 never occurs.
pub(crate) const DRAW_BITS: u8 = 0;
pub(crate) const WIN_BITS: u8 = 1;
pub(crate) const LOSS_BITS: u8 = 2;

/// A value with its depth in one byte: the plies to the end of the game, odd for a win and even for
/// a loss, or [`DRAW`]. Where depths are not known, 1 stands for a win and 0 for a loss.
pub(crate) type Depth = u8;
/// A draw.
pub(crate) const DRAW: Depth = 255;
/// Not known yet.
pub(crate) const UNKNOWN: Depth = 254;
/// The longest win or loss that fits.
pub(crate) const LONGEST: Depth = 253;

/// What a depth byte says without its depth.
#[inline]
pub(crate) fn value_of(depth: Depth) -> Option<Value> {
    match depth {
        DRAW => Some(Value::Draw),
        UNKNOWN => None,
        depth if depth % 2 == 1 => Some(Value::Win),
        _ => Some(Value::Loss),
    }
}

/// The bits of a depth byte.
#[inline]
pub(crate) fn bits_of(depth: Depth) -> u8 {
    match depth {
        DRAW | UNKNOWN => DRAW_BITS,
        depth if depth % 2 == 1 => WIN_BITS,
        _ => LOSS_BITS,
    }
}

/// The value at `index` of a slice, in this byte of it, as a depth that says no more. `None` where
/// the bits are no value.
#[inline]
pub(crate) fn depth_of(byte: u8, index: u64) -> Option<Depth> {
    match byte >> (index % 4 * 2) & 3 {
        DRAW_BITS => Some(DRAW),
        WIN_BITS => Some(1),
        LOSS_BITS => Some(0),
        _ => None,
    }
}
