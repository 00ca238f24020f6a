//! Positions in which a capture is due: what stands for them in a file is of no account, since
//! their value follows from positions with fewer pieces.

use super::slice::Relative;
use super::value::{DRAW, Depth};
use crate::board::BOTTOM;
use crate::movegen::View;

impl Relative {
    #[inline]
    fn view(&self) -> View {
        let them = self.their_men | self.their_kings;
        View { men: self.own_men, kings: self.own_kings, them, white: false }
    }

    /// Whether the side to move has to capture.
    #[inline]
    pub fn has_captures(&self) -> bool {
        self.view().jumpers() != 0
    }

    /// The value of a position in which a capture is due, from those of the positions after each;
    /// `None` if one that matters is not known. Where `value` tells no depths but parities, so does
    /// this.
    pub fn after_captures(
        &self,
        depths: bool,
        mut value: impl FnMut(&Relative) -> Option<Depth>,
    ) -> Option<Depth> {
        let (mut win, mut draw, mut loss) = (None::<Depth>, false, 0);
        let mut is_known = true;
        self.view().each_jump(|jump| {
            if !depths && win.is_some() {
                return;
            }
            let (mut own_men, mut own_kings) = (self.own_men, self.own_kings);
            if own_kings & jump.from != 0 {
                own_kings = own_kings & !jump.from | jump.to;
            } else {
                own_men &= !jump.from;
                own_men |= jump.to & !BOTTOM;
                own_kings |= jump.to & BOTTOM;
            }
            let after = Relative {
                own_men: (self.their_men & !jump.captured).reverse_bits(),
                own_kings: (self.their_kings & !jump.captured).reverse_bits(),
                their_men: own_men.reverse_bits(),
                their_kings: own_kings.reverse_bits(),
            };
            match value(&after) {
                None => is_known = false,
                Some(DRAW) => draw = true,
                // The longest depth that is stored is below that of a draw by two.
                Some(depth) if depth.is_multiple_of(2) => {
                    win = Some(win.unwrap_or(DRAW).min(depth + 1));
                }
                Some(depth) => loss = loss.max(depth + 1),
            }
        });
        match win {
            // Without depths a win is a win, whatever else there is.
            Some(win) if is_known || !depths => Some(win),
            _ if !is_known => None,
            _ if draw => Some(DRAW),
            _ => Some(loss),
        }
    }
}
