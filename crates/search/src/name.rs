//! What a position is called in the table.

use crate::mix::mix;

/// What keeps the key of a board's twins apart from that of its entries.
const OF_BOARD: u64 = 0x1F83_D9AB_FB41_BD6B;

/// What a position is called in the table, whatever the path to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Name {
    pub key: u64,
    pub hand: u32,
}

impl Name {
    /// The key under which twins are stored: they are valid for one hand only.
    #[inline]
    pub fn twin_key(self) -> u64 {
        if self.hand == 0 { self.key } else { self.key ^ mix(u64::from(self.hand)) }
    }

    /// The key under which twins are stored that answer for several hands.
    #[inline]
    pub fn board_twin_key(self) -> u64 {
        self.key ^ OF_BOARD
    }
}
