//! The positions of a slice in the order of their numbers.

use std::ops::Range;

use super::slice::{BINOMIAL, Layout, Relative, unrank};

/// Goes through a slice without reckoning each position from its number: sets of free squares in
/// ascending order as binary numbers are those of all squares in that order, the others left out.
pub(super) struct Order {
    layout: Layout,
    own_kings: Vec<u32>,
    their_kings: Vec<u32>,
}

impl Order {
    pub fn new(layout: Layout) -> Self {
        let sets = |kings: u8| {
            let kings = usize::from(kings);
            (0..BINOMIAL[32][kings]).map(|number| unrank(number, kings)).collect()
        };
        let own_kings = sets(layout.material.own_kings);
        let their_kings = sets(layout.material.their_kings);
        Order { layout, own_kings, their_kings }
    }

    /// Visits the positions with these numbers.
    pub fn each(&self, numbers: Range<u64>, mut visit: impl FnMut(u64, &Relative)) {
        let Layout { kings, subs, .. } = self.layout;
        let mut number = numbers.start;
        while number < numbers.end {
            let (own_men, their_men) = self.layout.men(number / kings);
            let men = own_men | their_men;
            let within = number % kings;
            let mut skipped = (within % subs) as usize;
            let own = self.own_kings.iter().filter(|&own| own & men == 0);
            for &own_kings in own.skip((within / subs) as usize) {
                let taken = men | own_kings;
                let their = self.their_kings.iter().filter(|&their| their & taken == 0);
                for &their_kings in their.skip(skipped) {
                    if number == numbers.end {
                        return;
                    }
                    visit(number, &Relative { own_men, own_kings, their_men, their_kings });
                    number += 1;
                }
                skipped = 0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::slice::Material;
    use super::*;

    #[test]
    fn positions_come_in_the_order_of_their_numbers() {
        for pieces in 2..=7 {
            for material in Material::all(pieces) {
                let layout = Layout::new(material);
                let order = Order::new(layout);
                let step = (layout.size / 3).max(1) as usize;
                for start in (0..layout.size).step_by(step) {
                    let end = (start + 500).min(layout.size);
                    let mut expected = start;
                    order.each(start..end, |number, position| {
                        assert_eq!((number, *position), (expected, layout.position(number)));
                        expected += 1;
                    });
                    assert_eq!(expected, end, "{material}");
                }
            }
        }
    }
}
