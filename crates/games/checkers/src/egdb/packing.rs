//! From the values of a slice to the blocks of its file, and back.
//!
//! Positions in which a capture is due get the value of the one before: their own follows from
//! positions with fewer pieces, and what repeats itself compresses well. With 6 pieces that is more
//! than a third of all, and makes the files half as large.

use std::io;

use rayon::prelude::*;
use zstd::bulk::{Compressor, Decompressor};

use super::blocks::{BLOCK, Stored};
use super::database::Database;
use super::error::EgdbError;
use super::file::{Header, Kind};
use super::hashes::{Hashes, zeros};
use super::order::Order;
use super::slice::{Layout, Relative};
use super::value::bits_of;

/// What a higher level saves is a few per cent, for several times the time.
const LEVEL: i32 = 9;

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
pub(super) fn pack(header: &Header, exact: &[u8]) -> io::Result<Vec<Vec<u8>>> {
    let layout = Layout::new(header.material);
    let order = Order::new(layout);
    let blocks = exact.par_chunks(BLOCK).enumerate();
    let packed = blocks.map_init(
        || Compressor::new(LEVEL),
        |compressor, (number, block)| {
            let compressor = compressor.as_mut().map_err(|error| io::Error::from(error.kind()))?;
            let mut block = block.to_vec();
            let numbers = numbers(header.kind, &layout, number);
            let (mut at, mut last) = (0, 0);
            order.each(numbers, |_, position| {
                let is_free = position.has_captures();
                match header.kind {
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
            compressor.compress(&block)
        },
    );
    packed.collect()
}

/// A slice's numbers as they were before they were packed, compared with the checksum that they had
/// then: what makes the hash in a file's header more than a claim.
///
/// # Errors
/// The file cannot be read, or is damaged; there is no memory; something that captures lead to is
/// not known.
pub(super) fn exact(database: &Database, stored: &Stored) -> Result<(Hashes, Vec<u8>), EgdbError> {
    let header = &stored.header;
    let (layout, depths) = (Layout::new(header.material), header.kind == Kind::Depths);
    let order = Order::new(layout);
    let mut bytes = zeros(header.payload() as usize).ok_or_else(|| stored.no_memory())?;
    bytes.par_chunks_mut(BLOCK).enumerate().try_for_each_init(
        Decompressor::new,
        |decompressor, (number, block)| {
            let read = match decompressor {
                Ok(decompressor) => stored.block(number, decompressor)?,
                Err(_) => return Err(stored.no_memory()),
            };
            block.copy_from_slice(&read);
            let (mut at, mut is_known) = (0, true);
            let mut resolve = |position: &Relative| {
                let found = position.after_captures(depths, |after| database.find(after, depths));
                is_known &= found.is_some();
                found.unwrap_or_default()
            };
            order.each(numbers(header.kind, &layout, number), |_, position| {
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
                Ok(())
            } else {
                Err(stored.damaged("captures lead to what is not known"))
            }
        },
    )?;
    let (hashes, whole, _) = Hashes::of(&bytes, |_| ());
    if whole == header.payload_hash { Ok((hashes, bytes)) } else { Err(stored.changed()) }
}
