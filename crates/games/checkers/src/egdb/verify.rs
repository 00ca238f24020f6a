//! The full consistency pass: nothing but the rules, and no part of the generator.
//!
//! A value is right if it follows from the values of the successors, and if there is no circle of
//! wins that only refer to each other. Draws need no more: a set of positions in which each side
//! can always avoid the other's wins is drawn. Where there are depths, they rule circles out,
//! because the successor that justifies a win is nearer to the end. Where there are none, wins and
//! losses are *justified* in sweeps over the slice, from those that captures, crownings and lost
//! positions justify, until nothing changes.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::build::{BuildMonitor, pool};
use super::database::{Database, Slice};
use super::error::EgdbError;
use super::slice::{Material, Relative};
use super::value::{DRAW, Depth, Value, value_of};
use crate::movegen;
use crate::moves::CheckersMove;
use crate::position::CheckersPosition;

/// Positions that a thread takes at a time; a multiple of 64, so that a word of bits has one
/// writer.
const CHUNK: u64 = 1 << 13;

impl Database {
    /// Verifies everything: checksums, counts, that every value follows from those of the
    /// successors, and that every win is well-founded. Zero `threads` means one per processor.
    ///
    /// Takes about as long as building where there are depths, several times as long where there
    /// are none; needs a bit of memory per position of two slices.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn verify(&self, threads: usize, monitor: &dyn BuildMonitor) -> Result<(), EgdbError> {
        monitor.begin(self.slices().map(|slice| slice.layout.size).sum());
        self.verify_checksums()?;
        pool(threads)?.install(|| {
            for slice in self.slices() {
                let material = slice.layout.material;
                if material >= material.mirrored() {
                    self.verify_slices(&self.pair(material)?, monitor)?;
                }
            }
            Ok(())
        })
    }

    /// The same for one slice and its mirror image, in which the other side is to move: a large
    /// database can be verified in parts. All slices together are what [`Database::verify`] does.
    ///
    /// # Errors
    /// The first thing that is wrong; there is no such slice.
    pub fn verify_slice(
        &self,
        material: Material,
        threads: usize,
        monitor: &dyn BuildMonitor,
    ) -> Result<(), EgdbError> {
        let slices = self.pair(material)?;
        monitor.begin(slices.iter().map(|slice| slice.layout.size).sum());
        for slice in &slices {
            slice.verify_checksums()?;
        }
        pool(threads)?.install(|| self.verify_slices(&slices, monitor))
    }

    /// A slice and, if that is another one, its mirror image.
    fn pair(&self, material: Material) -> Result<Vec<&Slice>, EgdbError> {
        let mut materials = vec![material, material.mirrored()];
        materials.dedup();
        let slice = |material: Material| {
            let known = self.slice(material).filter(|_| material.pieces() <= self.pieces());
            known.ok_or(EgdbError::NoSlice(material))
        };
        materials.into_iter().map(slice).collect()
    }

    fn verify_slices(
        &self,
        slices: &[&Slice],
        monitor: &dyn BuildMonitor,
    ) -> Result<(), EgdbError> {
        monitor.slice(slices[0].layout.material);
        let mut founded: Vec<Vec<AtomicU64>> = Vec::new();
        for slice in slices {
            let has_depths = slice.depths.is_some();
            let words = if has_depths { 0 } else { slice.layout.size.div_ceil(64) };
            founded.push((0..words).map(|_| AtomicU64::new(0)).collect());
        }
        for slice in slices {
            let chunks = slice.layout.size.div_ceil(CHUNK);
            let counts = (0..chunks)
                .into_par_iter()
                .map_init(Vec::new, |moves, chunk| {
                    let mut counts = [0; 3];
                    let range = chunk * CHUNK..((chunk + 1) * CHUNK).min(slice.layout.size);
                    let size = range.end - range.start;
                    for index in range {
                        let relative = slice.layout.position(index);
                        let value = self.verify_position(slice, index, relative, moves)?;
                        counts[value as usize] += 1;
                    }
                    monitor.done(size);
                    Ok(counts)
                })
                .try_reduce(|| [0; 3], |a, b| Ok([a[0] + b[0], a[1] + b[1], a[2] + b[2]]))?;
            let header = &slice.header;
            let expected = [header.wins, header.draws, header.losses];
            if counts != expected {
                return Err(EgdbError::Wrong {
                    slice: slice.layout.material.to_string(),
                    what: format!("{counts:?} wins, draws and losses instead of {expected:?}"),
                    position: "all positions".to_owned(),
                });
            }
        }
        if slices.iter().all(|slice| slice.depths.is_some()) {
            Ok(())
        } else {
            self.verify_founded(slices, &founded)
        }
    }

    /// One position against its successors; its value.
    fn verify_position(
        &self,
        slice: &Slice,
        index: u64,
        relative: Relative,
        moves: &mut Vec<CheckersMove>,
    ) -> Result<Value, EgdbError> {
        let position = relative.position();
        let wrong = |what: String| EgdbError::Wrong {
            slice: slice.layout.material.to_string(),
            what,
            position: position.to_string(),
        };
        let Some(value) = self.lookup(&position) else {
            return Err(wrong("a value that is none".to_owned()));
        };
        let mut best = Value::Loss;
        // The depth that follows: of the quickest win, or of the slowest loss.
        let (mut win, mut loss): (Option<Depth>, Depth) = (None, 0);
        let depths = slice.depths.as_ref();
        moves.clear();
        movegen::generate(&position, moves);
        for &m in moves.iter() {
            let mut after = position;
            movegen::make(&mut after, m);
            match self.lookup(&after) {
                None => return Err(wrong(format!("no value after a move to {after}"))),
                Some(Value::Loss) => best = Value::Win,
                Some(Value::Draw) if best == Value::Loss => best = Value::Draw,
                Some(_) => {}
            }
            if depths.is_some() {
                let depth = self.depth_byte(&after).unwrap_or(DRAW);
                match value_of(depth) {
                    Some(Value::Loss) => win = Some(win.unwrap_or(DRAW).min(depth + 1)),
                    Some(Value::Win) => loss = loss.max(depth + 1),
                    _ => {}
                }
            }
        }
        if best != value {
            return Err(wrong(format!("{} instead of {}", value.name(), best.name())));
        }
        if let Some((_, data)) = depths {
            let expected = match best {
                Value::Win => win.unwrap_or(DRAW),
                Value::Draw => DRAW,
                Value::Loss => loss,
            };
            let found = data.payload()[index as usize];
            if found != expected || value_of(found) != Some(value) {
                return Err(wrong(format!("depth {found} instead of {expected}")));
            }
        }
        Ok(value)
    }

    /// Sweeps until every win and loss is justified.
    fn verify_founded(
        &self,
        slices: &[&Slice],
        founded: &[Vec<AtomicU64>],
    ) -> Result<(), EgdbError> {
        loop {
            let changed = AtomicBool::new(false);
            for (slice, bits) in slices.iter().zip(founded) {
                bits.par_iter().enumerate().for_each_init(Vec::new, |moves, (word, bits)| {
                    let known = bits.load(Ordering::Relaxed);
                    let mut now = known;
                    for bit in (0..64).filter(|bit| known >> bit & 1 == 0) {
                        let index = word as u64 * 64 + bit;
                        if index >= slice.layout.size
                            || self.is_founded(slices, founded, slice, index, moves)
                        {
                            now |= 1 << bit;
                            bits.store(now, Ordering::Relaxed);
                        }
                    }
                    if now != known {
                        changed.store(true, Ordering::Relaxed);
                    }
                });
            }
            if !changed.into_inner() {
                break;
            }
        }
        for (slice, bits) in slices.iter().zip(founded) {
            let open = bits.iter().position(|bits| bits.load(Ordering::Relaxed) != u64::MAX);
            if let Some(word) = open {
                let bit = bits[word].load(Ordering::Relaxed).trailing_ones();
                let index = word as u64 * 64 + u64::from(bit);
                return Err(EgdbError::Wrong {
                    slice: slice.layout.material.to_string(),
                    what: "a win or loss without foundation".to_owned(),
                    position: slice.layout.position(index).position().to_string(),
                });
            }
        }
        Ok(())
    }

    fn is_founded(
        &self,
        slices: &[&Slice],
        founded: &[Vec<AtomicU64>],
        slice: &Slice,
        index: u64,
        moves: &mut Vec<CheckersMove>,
    ) -> bool {
        let position = slice.layout.position(index).position();
        let is_justified = |m: CheckersMove| {
            let mut after = position;
            movegen::make(&mut after, m);
            is_justified(slices, founded, &after)
        };
        moves.clear();
        movegen::generate(&position, moves);
        match self.lookup(&position) {
            Some(Value::Win) => moves.iter().any(|&m| {
                let mut after = position;
                movegen::make(&mut after, m);
                self.lookup(&after) == Some(Value::Loss) && is_justified(m)
            }),
            Some(Value::Loss) => moves.iter().all(|&m| is_justified(m)),
            _ => true,
        }
    }
}

/// Whether a successor is justified: it belongs to another slice, or has its bit.
fn is_justified(
    slices: &[&Slice],
    founded: &[Vec<AtomicU64>],
    position: &CheckersPosition,
) -> bool {
    let relative = Relative::of(position);
    if relative.own_men | relative.own_kings == 0 {
        return true;
    }
    let material: Material = relative.material();
    let Some(i) = slices.iter().position(|slice| slice.layout.material == material) else {
        return true;
    };
    let index = slices[i].layout.index(&relative);
    founded[i][(index / 64) as usize].load(Ordering::Relaxed) >> (index % 64) & 1 == 1
}
