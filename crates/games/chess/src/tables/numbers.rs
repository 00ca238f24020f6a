//! Slices while others are built on them: a byte a position, illegal ones marked.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::Path;

use rayon::prelude::*;
use threefold_game::{Components, Look, Shape, Turn};
use threefold_tables::output::{self, Packed};
use threefold_tables::{About, FileError, Header, Stored};

use super::build::{self, Behind, ILLEGAL, NO_WIN, Row, TooLong};
use super::material::Material;
use crate::components::STORED;

/// Slices by their men.
#[derive(Default)]
pub(super) struct Numbers(pub HashMap<Material, Vec<u8>>);

impl Numbers {
    /// Reads what captures and promotions lead to, if that is not here already; everything else is
    /// forgotten.
    ///
    /// # Errors
    /// A file cannot be read, or is damaged.
    pub fn need(&mut self, material: Material, directory: &Path) -> Result<(), FileError> {
        let behind = material.behind();
        self.0.retain(|one, _| behind.contains(one));
        for one in behind {
            if let Entry::Vacant(place) = self.0.entry(one) {
                place.insert(read(&Stored::open(directory, one)?)?);
            }
        }
        Ok(())
    }

    /// The numbers of a slice; what it is built on is here.
    ///
    /// # Errors
    /// A win takes more plies than fit.
    pub fn solve(&self, material: Material) -> Result<Vec<u8>, TooLong> {
        let placements = material.placements();
        let progress = |&number: &usize| {
            let [own, other] = placements[number];
            let ranks =
                |word: u64| (0..8).map(move |rank| rank * (word >> (8 * rank) & 255).count_ones());
            let other = 7 * other.count_ones() - ranks(other).sum::<u32>();
            std::cmp::Reverse(ranks(own).sum::<u32>() + other)
        };
        let mut order: Vec<usize> = (0..placements.len()).collect();
        order.sort_by_key(progress);
        let mut bytes = vec![ILLEGAL; material.positions() as usize];
        let each = bytes.len() / placements.len();
        // Positions after a double step, which are not stored.
        let mut passed = HashMap::new();
        // Pawns that are equally far are not behind each other's moves.
        for level in order.chunk_by(|one, other| progress(one) == progress(other)) {
            let shape = |&number: &usize| material.shape(number);
            let mut after: Vec<Shape> =
                level.par_iter().flat_map_iter(|one| after_double_steps(&shape(one))).collect();
            after.sort_unstable();
            after.dedup();
            after.retain(|shape| !passed.contains_key(shape));
            let known = Known { all: &self.0, material, bytes: &bytes, passed: &passed };
            let solve = |shape| build::solve(&shape, &known).map(|found| (shape, found));
            let found: Vec<_> = after.into_par_iter().map(solve).collect::<Result<_, _>>()?;
            passed.extend(found);
            // Not all at once: each takes as much memory again.
            for some in level.chunks(rayon::current_num_threads()) {
                let known = Known { all: &self.0, material, bytes: &bytes, passed: &passed };
                let solve = |one| build::solve(&shape(one), &known);
                let found: Vec<_> = some.par_iter().map(solve).collect::<Result<_, _>>()?;
                for (&number, found) in some.iter().zip(found) {
                    bytes[number * each..][..each].copy_from_slice(&found);
                }
            }
        }
        Ok(bytes)
    }
}

/// The components of one position each to which a double step leads beside an enemy pawn.
fn after_double_steps(shape: &Shape) -> Vec<Shape> {
    let (mut exits, mut all) = (Vec::new(), Vec::new());
    if shape[0] == 0 || shape[1] == 0 {
        return all;
    }
    for turn in Turn::BOTH {
        for row in 0..STORED.rows(shape) {
            exits.clear();
            STORED.exits(shape, turn, row, &mut exits);
            let shapes = exits.iter().filter_map(|exit| exit.shape);
            all.extend(shapes.filter(|shape| shape[2] >> 16 != 0));
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// What is known while a component is solved.
struct Known<'a> {
    all: &'a HashMap<Material, Vec<u8>>,
    material: Material,
    bytes: &'a [u8],
    passed: &'a HashMap<Shape, Vec<u8>>,
}

impl Behind for Known<'_> {
    fn row(&self, shape: &Shape, turn: Turn, row: u32) -> Row<'_> {
        if let Some(bytes) = self.passed.get(shape) {
            let rows = if turn == Turn::Attacker { 0 } else { bytes.len() / 128 };
            let at = (rows + row as usize) * 64;
            return Row::Plies(&bytes[at..at + 64], false);
        }
        let at = Material::place(shape);
        let bytes = match &at {
            Some(at) if at.material == self.material => Some(self.bytes),
            Some(at) => self.all.get(&at.material).map(Vec::as_slice),
            None => None,
        };
        match (at, bytes) {
            (Some(at), Some(bytes)) => {
                let first = at.row(turn, row);
                Row::Plies(&bytes[first..first + 64], at.mirrored)
            }
            // Whether it is legal matters all the same.
            _ => {
                let nobody_wins = STORED.look(shape) == Look::Hopeless;
                assert!(nobody_wins, "what a slice is built on is there");
                Row::NoWin(STORED.legal(shape, turn, row))
            }
        }
    }
}

/// The header and the blocks of a slice. Illegal positions have the number of the one before, which
/// compresses well.
pub(super) fn packed(
    material: Material,
    bytes: &[u8],
) -> std::io::Result<(Header<Material>, Vec<Packed>)> {
    let sides = bytes.len() / material.placements().len() / 2;
    let (mut wins, mut losses, mut draws, mut longest) = (0, 0, 0, 0);
    for (number, side) in bytes.chunks(sides).enumerate() {
        for &plies in side {
            match plies {
                NO_WIN => draws += 1,
                ILLEGAL => {}
                plies => {
                    longest = longest.max(plies);
                    *(if number % 2 == 0 { &mut wins } else { &mut losses }) += 1;
                }
            }
        }
    }
    let payload_hash = [0; 32];
    let header = Header { about: material, longest, wins, draws, losses, payload_hash };
    let blocks = output::pack(&header, bytes, |_, block| {
        let mut last = NO_WIN;
        let each = block.iter().map(|&plies| {
            last = if plies == ILLEGAL { last } else { plies };
            last
        });
        each.collect()
    })?;
    Ok((output::with_hash(header, &blocks), blocks))
}

/// A slice from its file, with the illegal positions marked.
fn read(stored: &Stored<Material>) -> Result<Vec<u8>, FileError> {
    let mut bytes = stored.all()?;
    let material = stored.header.about;
    let each = bytes.len() / material.placements().len();
    for (number, bytes) in bytes.chunks_mut(each).enumerate() {
        let shape = material.shape(number);
        let rows = STORED.rows(&shape);
        let slots = Turn::BOTH.into_iter().flat_map(|turn| (0..rows).map(move |row| (turn, row)));
        for ((turn, row), bytes) in slots.zip(bytes.chunks_mut(64)) {
            let legal = STORED.legal(&shape, turn, row);
            let illegal = bytes.iter_mut().enumerate().filter(|(at, _)| legal >> at & 1 == 0);
            illegal.for_each(|(_, byte)| *byte = ILLEGAL);
        }
    }
    Ok(bytes)
}
