//! The values in a Syzygy file: blocks of Huffman codes for symbols, each a value or two symbols.
//!
//! ```text
//! header   flags | bits of a block's size, of a span | more sizes | blocks (4) | longest, shortest
//!          code | of each length the first symbol (2) | symbols (2) | each of 12 + 12 bits
//! index    of each span of positions the block of its middle (4), and the place there (2)
//! sizes    of each block how many values it has, less one (2)
//! ```

/// A file from a place on.
pub(super) struct Source<'a> {
    pub bytes: &'a [u8],
    pub at: usize,
}

impl<'a> Source<'a> {
    pub fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let taken = self.bytes.get(self.at..self.at.checked_add(length)?)?;
        self.at += length;
        Some(taken)
    }

    /// The same, of which the place is said.
    fn skip(&mut self, count: u64, size: u64) -> Option<usize> {
        let at = self.at;
        self.take(usize::try_from(count.checked_mul(size)?).ok()?)?;
        Some(at)
    }

    pub fn align(&mut self, to: usize) {
        self.at = self.at.next_multiple_of(to);
    }

    fn number(&mut self, bytes: usize) -> Option<u64> {
        Some(number(self.take(bytes)?))
    }
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
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
    block_bits: u64,
    span_bits: u64,
    spans: u64,
    /// Blocks that have a size, and those that are there.
    sizes: u64,
    blocks: u64,
    /// The shortest code; of each length the first symbol, and the first code from the left.
    shortest: u64,
    first: Vec<u64>,
    codes: Vec<u64>,
    /// Two others, or a value and `LEAF`.
    symbols: Vec<[usize; 2]>,
    /// How many values each is, less one.
    lengths: Vec<u8>,
    /// Where index, sizes and blocks are.
    at: [usize; 3],
}

const LEAF: usize = 0xfff;

impl Packed {
    /// What the header says of so many positions.
    pub fn read(from: &mut Source<'_>, positions: u64) -> Option<Self> {
        if from.number(1)? & 128 != 0 {
            return Some(Packed::One(from.number(1)? as u8));
        }
        let (block_bits, span_bits, more) = (from.number(1)?, from.number(1)?, from.number(1)?);
        let (blocks, longest, shortest) = (from.number(4)?, from.number(1)?, from.number(1)?);
        if block_bits > 20 || !(1..63).contains(&span_bits) || longest > 32 || shortest == 0 {
            return None;
        }
        let first = (shortest..=longest).map(|_| from.number(2));
        let first = first.collect::<Option<Vec<u64>>>()?;
        let mut codes = vec![0_u64; first.len()];
        for at in (0..first.len().checked_sub(1)?).rev() {
            codes[at] = codes[at + 1].wrapping_add(first[at]).wrapping_sub(first[at + 1]) / 2;
        }
        codes.iter_mut().zip(shortest..).for_each(|(code, length)| *code <<= 64 - length);
        let count = from.number(2)? as usize;
        let symbols = from.take(3 * count)?.chunks(3).map(|bytes| {
            let symbol = number(bytes) as usize;
            [symbol & 0xfff, symbol >> 12]
        });
        let symbols: Vec<[usize; 2]> = symbols.collect();
        from.take(count & 1)?;
        let mut lengths = vec![None; count];
        (0..count).try_for_each(|at| length(&symbols, &mut lengths, at, 0).map(drop))?;
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
            at: [0; 3],
        })))
    }

    /// Finds the index, the sizes or the blocks, which are next in the file.
    pub fn put(&mut self, what: usize, from: &mut Source<'_>) -> Option<()> {
        from.align(if what == 2 { 64 } else { 1 });
        let Packed::Many(all) = self else { return Some(()) };
        let sizes = [(all.spans, 6), (all.sizes, 2), (all.blocks, 1 << all.block_bits)];
        all.at[what] = from.skip(sizes[what].0, sizes[what].1)?;
        Some(())
    }

    /// The value of a position; `None` if the file is damaged.
    pub fn value(&self, position: u64, file: &[u8]) -> Option<u8> {
        match self {
            Packed::One(value) => Some(*value),
            Packed::Many(blocks) => blocks.value(position, file),
        }
    }
}

/// Of a symbol, with those that it consists of. None is deeper than it is long.
fn length(symbols: &[[usize; 2]], known: &mut [Option<u8>], at: usize, depth: u8) -> Option<u8> {
    if known.get(at)?.is_none() {
        let [one, other] = symbols[at];
        known[at] = Some(if other == LEAF {
            0
        } else {
            let depth = depth.checked_add(1)?;
            let one = length(symbols, known, one, depth)?;
            one.checked_add(length(symbols, known, other, depth)?)?.checked_add(1)?
        });
    }
    known[at]
}

impl Blocks {
    fn value(&self, position: u64, file: &[u8]) -> Option<u8> {
        let (span, middle) = (position >> self.span_bits, 1 << (self.span_bits - 1));
        let entry = file.get(self.at[0] + 6 * span as usize..)?.get(..6)?;
        let mut block = number(&entry[..4]);
        let mut left = (position & ((1 << self.span_bits) - 1)) as i64 - middle;
        left += number(&entry[4..]) as i64;
        let values = |block: u64| {
            let at = self.at[1] + 2 * (block < self.sizes).then_some(block as usize)?;
            Some(number(file.get(at..at + 2)?) as i64 + 1)
        };
        while left < 0 {
            block = block.checked_sub(1)?;
            left += values(block)?;
        }
        while left >= values(block)? {
            left -= values(block)?;
            block += 1;
        }
        let at = self.at[2] + ((block < self.blocks).then_some(block as usize)? << self.block_bits);
        self.unpacked(file.get(at..at + (1 << self.block_bits))?, left as u64)
    }

    /// The value at a place of a block.
    fn unpacked(&self, block: &[u8], mut left: u64) -> Option<u8> {
        let mut bytes = block.iter().copied().chain([0; 8]);
        let (mut code, mut have) = (0_u64, 0);
        let mut symbol = loop {
            while have <= 32 {
                code |= u64::from(bytes.next()?) << (56 - have);
                have += 8;
            }
            let at = self.codes.iter().position(|&first| code >= first)?;
            let length = self.shortest + at as u64;
            let symbol = (self.first[at] + ((code - self.codes[at]) >> (64 - length))) as usize;
            let values = u64::from(*self.lengths.get(symbol)?) + 1;
            if left < values {
                break symbol;
            }
            left -= values;
            code <<= length;
            have -= length;
        };
        while self.lengths[symbol] > 0 {
            let [one, other] = self.symbols[symbol];
            let values = u64::from(self.lengths[one]) + 1;
            symbol = if left < values { one } else { other };
            left = left.checked_sub(values).unwrap_or(left);
        }
        Some(self.symbols[symbol][0] as u8)
    }
}
