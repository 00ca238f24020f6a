//! Mixing keys, of positions, paths and cases.

pub(crate) use threefold_game::splitmix as mix;

/// A key made of a key and something else. Not an exclusive or of two mixed numbers: keys of
/// games may be mixed in the same way, and two of them would cancel out.
#[inline]
pub(crate) const fn keyed(key: u64, with: u64) -> u64 {
    mix(key.rotate_left(17).wrapping_mul(0xD129_0D31_9E8F_3F85) ^ mix(with ^ 0x510E_527F_ADE6_82D1))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn small_numbers_do_not_cancel_out() {
        let keys: HashSet<u64> =
            (0..300).flat_map(|a| (0..300).map(move |b| keyed(mix(a), b))).collect();
        assert_eq!(keys.len(), 300 * 300);
    }
}
