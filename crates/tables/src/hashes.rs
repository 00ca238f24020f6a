//! The checksum of a payload, reckoned by all processors.
//!
//! BLAKE3 is a tree. The hashes of its subtrees, one for each block, put together give the hash of
//! the payload:
//! ```text
//!         hash of the payload
//!          /              \
//!        ...              ...        the inner nodes of BLAKE3's tree
//!       /    \            /
//!   block 0  block 1   block 2
//! ```

use blake3::hazmat::{
    ChainingValue, HasherExt, Mode, merge_subtrees_non_root, merge_subtrees_root,
};
use rayon::prelude::*;

/// Bytes of a block: a power of two, at least 1024.
const BLOCK: usize = 1 << 14;

/// The hashes of all blocks; nothing if there is only one, which has that of the payload.
pub struct Hashes(
    /// One a block.
    pub Vec<ChainingValue>,
);

impl Hashes {
    /// How many there are for so many bytes.
    pub fn count(payload: u64) -> u64 {
        match payload.div_ceil(BLOCK as u64) {
            1 => 0,
            blocks => blocks,
        }
    }

    /// Hashes the blocks of a payload, and the whole of it; `each` sees every block.
    pub fn of<T: Send>(
        payload: &[u8],
        each: impl Fn(&[u8]) -> T + Sync,
    ) -> (Self, [u8; 32], Vec<T>) {
        if payload.len() <= BLOCK {
            return (Hashes(Vec::new()), blake3::hash(payload).into(), vec![each(payload)]);
        }
        let blocks = payload.par_chunks(BLOCK).enumerate();
        let (hashes, all): (Vec<ChainingValue>, Vec<T>) =
            blocks.map(|(number, block)| (subtree_at(number * BLOCK, block), each(block))).unzip();
        let whole = root(&hashes);
        (Hashes(hashes), whole, all)
    }
}

/// The hash of one of several blocks, which begins `at` this byte of the payload. All but the last
/// have the same length, a power of two and at least 1024.
pub fn subtree_at(at: usize, block: &[u8]) -> ChainingValue {
    let mut hasher = blake3::Hasher::new();
    hasher.set_input_offset(at as u64).update(block);
    hasher.finalize_non_root()
}

/// The hash of the payload, from those of two or more blocks.
pub fn root(hashes: &[ChainingValue]) -> [u8; 32] {
    let (left, right) = children(hashes);
    merge_subtrees_root(&left, &right, Mode::Hash).into()
}

fn children(hashes: &[ChainingValue]) -> (ChainingValue, ChainingValue) {
    // On the left is the largest full tree that leaves something for the right.
    let left = hashes.len().next_power_of_two() / 2;
    (subtree(&hashes[..left]), subtree(&hashes[left..]))
}

fn subtree(hashes: &[ChainingValue]) -> ChainingValue {
    match hashes {
        [hash] => *hash,
        _ => {
            let (left, right) = children(hashes);
            merge_subtrees_non_root(&left, &right, Mode::Hash)
        }
    }
}

/// So many zeros; `None` if there is no memory for them.
pub fn zeros<T: Default>(length: usize) -> Option<Vec<T>> {
    let mut zeros = Vec::new();
    zeros.try_reserve_exact(length).ok()?;
    zeros.resize_with(length, T::default);
    Some(zeros)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever the number of blocks, the hash is the one that everybody computes.
    #[test]
    fn hashes_of_blocks_make_the_hash_of_the_whole() {
        for blocks in 1..=9 {
            for length in [blocks * BLOCK - BLOCK + 1, blocks * BLOCK - 1, blocks * BLOCK] {
                let payload: Vec<u8> = (0..length).map(|i| ((i * i) >> 7) as u8).collect();
                let (hashes, whole, sums) = Hashes::of(&payload, |block| block.len());
                assert_eq!(blake3::hash(&payload), whole, "{length}");
                assert_eq!(hashes.0.len() as u64, Hashes::count(length as u64));
                assert_eq!(sums.iter().sum::<usize>(), length);
            }
        }
    }

    #[test]
    fn memory_that_cannot_be_had_is_no_panic() {
        assert!(zeros::<u8>(isize::MAX as usize).is_none());
    }
}
