//! Mixing keys, of positions, paths and cases.

pub(crate) use threefold_game::splitmix as mix;

/// A key made of a key and something else. Not an exclusive or of two mixed numbers: keys of
/// games may be mixed in the same way, and two of them would cancel out.
#[inline]
pub(crate) const fn keyed(key: u64, with: u64) -> u64 {
    mix(key.rotate_left(17).wrapping_mul(0xD129_0D31_9E8F_3F85) ^ mix(with ^ 0x510E_527F_ADE6_82D1))
}

/// Code of a path with one more move, `m`, at this depth, as Kishimoto and Mueller (2004) print it:
/// the exclusive or of R[m][depth] over the moves of the path. Their R is a table of random
/// numbers, of MaxMove times MaxDepth; to keep it small, moves are split into parts in games with
/// many. Here a mixing function gives the numbers when they are wanted: it has no bounds, and
/// nothing is split.
#[inline]
pub(crate) fn path_code(code: u64, m: u32, depth: u32) -> u64 {
    code ^ mix(u64::from(m) << 32 | u64::from(depth))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// What the paper says of its codes: another order of the same moves has another one.
    #[test]
    fn codes_of_paths_are_those_of_a_table_of_random_numbers() {
        let table: Vec<Vec<u64>> =
            (0..40).map(|m| (0..60).map(|depth| path_code(0, m, depth)).collect()).collect();
        let numbers: HashSet<u64> = table.iter().flatten().copied().collect();
        assert_eq!(numbers.len(), 40 * 60);
        let code =
            |moves: &[u32]| (1..).zip(moves).fold(0, |code, (depth, &m)| path_code(code, m, depth));
        assert_eq!(code(&[7, 8, 9]), table[7][1] ^ table[8][2] ^ table[9][3]);
        assert_ne!(code(&[7, 8, 9]), code(&[9, 8, 7]));
        assert_ne!(code(&[7, 8]), code(&[7, 8, 8, 8]));
    }

    #[test]
    fn small_numbers_do_not_cancel_out() {
        let keys: HashSet<u64> =
            (0..300).flat_map(|a| (0..300).map(move |b| keyed(mix(a), b))).collect();
        assert_eq!(keys.len(), 300 * 300);
    }
}
