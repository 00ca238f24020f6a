//! From the values of a slice to the blocks of its file, and back.
//!
//! Positions in which a capture is due get the value of the one before: their own follows from
//! positions with fewer pieces, and what repeats itself compresses well. With 6 pieces that is more
//! than a third of all, and makes the files half as large.

use std::io;

use rayon::prelude::*;
use threefold_tables::output;
pub(super) use threefold_tables::output::Packed;
use zstd::bulk::Decompressor;

use super::blocks;
use super::error::EgdbError;
use super::file::{BLOCK, Finished, Header, Kind, Stored};
use super::hashes::{Hashes, zeros};
use super::order::Order;
use super::slice::{Layout, Relative};
use super::value::{Depth, bits_of};

/// The positions whose numbers are in a block.
fn numbers(kind: Kind, layout: &Layout, block: usize) -> std::ops::Range<u64> {
    let positions = BLOCK as u64 * kind.positions_a_byte();
    let start = block as u64 * positions;
    start..(start + positions).min(layout.size)
}

/// The blocks of a slice's numbers, compressed.
///
/// # Errors
/// The compressor has no memory.
pub(super) fn pack(header: &Header, exact: &[u8]) -> io::Result<Vec<Packed>> {
    let reduced = Reduced::new(header);
    output::pack(header, exact, |number, block| reduced.block(number, block))
}

/// What a slice's header says in a file of the database, of which there is none.
pub(super) fn header_of(header: &Header, exact: &[u8]) -> Header {
    let reduced = Reduced::new(header);
    let blocks = exact.par_chunks(BLOCK).enumerate();
    let hashes: Vec<_> = blocks
        .map(|(number, block)| blocks::hash(header, number, &reduced.block(number, block)))
        .collect();
    Header { payload_hash: blocks::root(&hashes), ..*header }
}

/// Leaves out the values of positions in which a capture is due.
struct Reduced {
    kind: Kind,
    layout: Layout,
    order: Order,
}

impl Reduced {
    fn new(header: &Header) -> Self {
        let layout = Layout::new(header.about.material);
        Reduced { kind: header.about.kind, layout, order: Order::new(layout) }
    }

    fn block(&self, number: usize, exact: &[u8]) -> Vec<u8> {
        let mut block = exact.to_vec();
        let (mut at, mut last) = (0, 0);
        self.order.each(numbers(self.kind, &self.layout, number), |_, position| {
            let is_free = position.has_captures();
            match self.kind {
                Kind::Depths if is_free => block[at] = last,
                Kind::Depths => last = block[at],
                Kind::Values => {
                    let (byte, shift) = (&mut block[at / 4], at % 4 * 2);
                    if is_free {
                        *byte = *byte & !(3 << shift) | last << shift;
                    } else {
                        last = *byte >> shift & 3;
                    }
                }
            }
            at += 1;
        });
        block
    }
}

/// A slice's numbers as they were before they were packed. `find` looks up where captures lead
/// to, with depths or without.
///
/// # Errors
/// The file cannot be read, or is damaged; there is no memory; something that captures lead to is
/// not known.
pub(super) fn exact(
    find: impl Fn(&Relative, bool) -> Option<Depth> + Sync,
    stored: &Stored,
) -> Result<Finished, EgdbError> {
    let header = &stored.header;
    let (layout, depths) = (Layout::new(header.about.material), header.about.kind == Kind::Depths);
    let order = Order::new(layout);
    let mut bytes = zeros(header.payload() as usize).ok_or_else(|| stored.no_memory())?;
    bytes.par_chunks_mut(BLOCK).enumerate().try_for_each_init(
        Decompressor::new,
        |decompressor, (number, block)| {
            let read = match decompressor {
                Ok(decompressor) => stored.block(number, decompressor)?,
                Err(_) => return Err(stored.no_memory().into()),
            };
            block.copy_from_slice(&read);
            let (mut at, mut is_known) = (0, true);
            let mut resolve = |position: &Relative| {
                let found = position.after_captures(depths, |after| find(after, depths));
                is_known &= found.is_some();
                found.unwrap_or_default()
            };
            order.each(numbers(header.about.kind, &layout, number), |_, position| {
                if position.has_captures() {
                    let value = resolve(position);
                    if depths {
                        block[at] = value;
                    } else {
                        let (byte, shift) = (&mut block[at / 4], at % 4 * 2);
                        *byte = *byte & !(3 << shift) | bits_of(value) << shift;
                    }
                }
                at += 1;
            });
            if is_known {
                Ok::<(), EgdbError>(())
            } else {
                Err(stored.damaged("captures lead to what is not known").into())
            }
        },
    )?;
    let (hashes, payload_hash, _) = Hashes::of(&bytes, |_| ());
    Ok(Finished { header: Header { payload_hash, ..*header }, payload: bytes, hashes })
}
