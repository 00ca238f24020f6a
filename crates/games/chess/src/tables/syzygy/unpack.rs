//! The values in a Syzygy file: blocks of Huffman codes for symbols, each a value or two symbols.
//!
//! ```text
//! header   flags | bits of a block's size, of a span | more blocks | blocks (4) | longest, shortest
//!          code | of each length the first symbol (2) | symbols (2) | each of 12 + 12 bits
//! index    of each span of positions the block of its middle (4), and the place there (2)
//! sizes    of each block how many values it has, less one (2)
//! ```

/// Reads from a file.
pub(super) trait Bytes {
    /// Fills the bytes from a place on.
    fn read(&mut self, at: u64, bytes: &mut [u8]) -> Option<()>;
}

/// The first bytes of a file.
pub(super) struct Source<'a> {
    bytes: &'a [u8],
    pub at: usize,
}

impl<'a> Source<'a> {
    pub fn new(bytes: &'a [u8], at: usize) -> Self {
        Source { bytes, at }
    }

    pub fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let taken = self.bytes.get(self.at..self.at.checked_add(length)?)?;
        self.at += length;
        Some(taken)
    }

    pub fn align(&mut self, to: usize) {
        self.at = self.at.next_multiple_of(to);
    }

    fn number<const N: usize>(&mut self) -> Option<u64> {
        let bytes: [u8; N] = self.take(N)?.try_into().ok()?;
        Some(bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }
}

/// The values of a part of a file.
#[derive(Clone, Debug)]
pub(super) enum Packed {
    /// One for all positions.
    One(u8),
    Many(Box<Blocks>),
}

#[derive(Clone, Debug)]
pub(super) struct Blocks {
    block_bits: u8,
    span_bits: u8,
    spans: u64,
    /// Blocks that have a size, and those that are there.
    sizes: u64,
    blocks: u64,
    /// The shortest code; of each length the first symbol, and the first code from the left.
    shortest: u8,
    first: Vec<u16>,
    codes: Vec<u64>,
    /// Two others, or a value and `LEAF`.
    symbols: Vec<[u16; 2]>,
    /// How many values each is, less one.
    lengths: Vec<u8>,
    /// Where they are.
    index_at: u64,
    sizes_at: u64,
    blocks_at: u64,
}

const LEAF: u16 = 0xfff;

impl Packed {
    /// What the header says of so many positions.
    pub fn read(from: &mut Source<'_>, positions: u64) -> Option<Self> {
        let flags = from.number::<1>()?;
        if flags & 128 != 0 {
            return Some(Packed::One(from.number::<1>()? as u8));
        }
        let (block_bits, span_bits) = (from.number::<1>()? as u8, from.number::<1>()? as u8);
        let more = from.number::<1>()?;
        let blocks = from.number::<4>()?;
        let (longest, shortest) = (from.number::<1>()? as u8, from.number::<1>()? as u8);
        let fits = block_bits < 20 && (1..64).contains(&span_bits) && longest <= 32;
        if !fits || shortest == 0 || shortest > longest {
            return None;
        }
        let first = (shortest..=longest).map(|_| from.number::<2>().map(|first| first as u16));
        let first = first.collect::<Option<Vec<u16>>>()?;
        let mut codes = vec![0_u64; first.len()];
        for at in (0..first.len() - 1).rev() {
            let sum =
                codes[at + 1].wrapping_add(first[at].into()).wrapping_sub(first[at + 1].into());
            codes[at] = sum / 2;
        }
        for (code, length) in codes.iter_mut().zip(shortest..) {
            *code = code.checked_shl(64 - u32::from(length))?;
        }
        let count = from.number::<2>()? as usize;
        let symbols: Vec<[u16; 2]> = from
            .take(3 * count)?
            .chunks(3)
            .map(|bytes| {
                let [one, two, three] = [0, 1, 2].map(|at| u16::from(bytes[at]));
                [one | (two & 15) << 8, two >> 4 | three << 4]
            })
            .collect();
        from.take(count & 1)?;
        let mut lengths = vec![None; count];
        for symbol in 0..count {
            length(&symbols, &mut lengths, symbol, 0)?;
        }
        Some(Packed::Many(Box::new(Blocks {
            block_bits,
            span_bits,
            spans: positions.div_ceil(1 << span_bits),
            sizes: blocks + more,
            blocks,
            shortest,
            first,
            codes,
            symbols,
            lengths: lengths.into_iter().collect::<Option<_>>()?,
            index_at: 0,
            sizes_at: 0,
            blocks_at: 0,
        })))
    }

    pub fn put_index(&mut self, at: &mut u64) {
        let Packed::Many(blocks) = self else { return };
        blocks.index_at = *at;
        *at += 6 * blocks.spans;
    }

    pub fn put_sizes(&mut self, at: &mut u64) {
        let Packed::Many(blocks) = self else { return };
        blocks.sizes_at = *at;
        *at += 2 * blocks.sizes;
    }

    pub fn put_blocks(&mut self, at: &mut u64) {
        *at = at.next_multiple_of(64);
        let Packed::Many(blocks) = self else { return };
        blocks.blocks_at = *at;
        *at += blocks.blocks << blocks.block_bits;
    }

    /// The value of a position; `None` if the file is damaged.
    pub fn value(&self, position: u64, file: &mut impl Bytes) -> Option<u8> {
        match self {
            Packed::One(value) => Some(*value),
            Packed::Many(blocks) => blocks.value(position, file),
        }
    }
}

/// Of a symbol, with those that it consists of. No symbol is deeper than it is long.
fn length(symbols: &[[u16; 2]], known: &mut [Option<u8>], at: usize, depth: u8) -> Option<u8> {
    if known.get(at)?.is_none() {
        let [one, other] = symbols[at];
        known[at] = Some(match other {
            LEAF => 0,
            _ => {
                let depth = depth.checked_add(1)?;
                let one = length(symbols, known, one.into(), depth)?;
                let other = length(symbols, known, other.into(), depth)?;
                one.checked_add(other)?.checked_add(1)?
            }
        });
    }
    known[at]
}

impl Blocks {
    fn value(&self, position: u64, file: &mut impl Bytes) -> Option<u8> {
        let span = position >> self.span_bits;
        let middle = 1_i64 << (self.span_bits - 1);
        let mut entry = [0; 6];
        file.read(self.index_at + 6 * span, &mut entry)?;
        let mut block = u64::from(u32::from_le_bytes([entry[0], entry[1], entry[2], entry[3]]));
        let mut left = (position & ((1 << self.span_bits) - 1)) as i64 - middle
            + i64::from(u16::from_le_bytes([entry[4], entry[5]]));
        let mut values = |block: u64| {
            let mut size = [0; 2];
            file.read(self.sizes_at + 2 * block, &mut size).filter(|()| block < self.sizes)?;
            Some(i64::from(u16::from_le_bytes(size)) + 1)
        };
        while left < 0 {
            block = block.checked_sub(1)?;
            left += values(block)?;
        }
        loop {
            let here = values(block)?;
            if left < here {
                break;
            }
            left -= here;
            block += 1;
        }
        if block >= self.blocks {
            return None;
        }
        let mut bytes = vec![0; 1 << self.block_bits];
        file.read(self.blocks_at + (block << self.block_bits), &mut bytes)?;
        self.unpacked(&bytes, left as u64)
    }

    /// The value at a place of a block.
    fn unpacked(&self, bytes: &[u8], mut left: u64) -> Option<u8> {
        let mut bits = bytes.iter().copied().chain(std::iter::repeat(0));
        let (mut code, mut have) = (0_u64, 0_u32);
        let (mut read, all) = (0, 8 * bytes.len() as u64);
        let mut symbol = loop {
            while have <= 56 {
                code |= u64::from(bits.next()?) << (56 - have);
                have += 8;
            }
            let at = self.codes.iter().position(|&first| code >= first)?;
            let length = u32::from(self.shortest) + at as u32;
            let number = (code - self.codes[at]) >> (64 - length);
            let symbol = usize::from(self.first[at]) + number as usize;
            let values = u64::from(*self.lengths.get(symbol)?) + 1;
            if left < values {
                break symbol;
            }
            left -= values;
            code <<= length;
            have -= length;
            read += u64::from(length);
            if read > all {
                return None;
            }
        };
        while self.lengths[symbol] > 0 {
            let [one, other] = self.symbols[symbol].map(usize::from);
            let values = u64::from(self.lengths[one]) + 1;
            symbol = if left < values {
                one
            } else {
                left -= values;
                other
            };
        }
        Some(self.symbols[symbol][0] as u8)
    }
}
