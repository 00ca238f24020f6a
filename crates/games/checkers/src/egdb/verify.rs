//! The full consistency pass: nothing but the rules, and no part of the generator.
//!
//! A value is right if it follows from the values of the successors, and if there is no circle of
//! wins that only refer to each other. Draws need no more: a set of positions in which each side
//! can always avoid the other's wins is drawn. Where there are depths, they rule circles out,
//! because the successor that justifies a win is nearer to the end. Where there are none, wins and
//! losses are *founded*: on captures and moves of men, which no move takes back, and then on each
//! other. So one placement of the men can be verified after the other, in any order.
//!
//! Positions are made up from sets of squares and looked up, so that how they are numbered is
//! verified as well.

use rayon::prelude::*;

use super::build::pool;
use super::consistency::{Consistency, Counts, Memory, sets};
use super::database::Database;
use super::error::EgdbError;
use super::monitor::BuildMonitor;
use super::opened::Slice;
use super::slice::Material;
use crate::board::{BOTTOM, TOP};

impl Database {
    /// Verifies everything: checksums, counts, that every value follows from those of the
    /// successors, and that every win is well-founded. Zero `threads` means one per processor.
    ///
    /// Takes a few times as long as building; needs up to 6 bytes per placement of the kings and
    /// thread.
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
                    self.verify_values(material, monitor)?;
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
        pool(threads)?.install(|| self.verify_values(material, monitor))
    }

    /// A pair of slices, with no more in memory than they lead to.
    fn verify_values(
        &self,
        material: Material,
        monitor: &dyn BuildMonitor,
    ) -> Result<(), EgdbError> {
        let unread = self.unread();
        let database = unread.as_ref().unwrap_or(self);
        let slices = database.pair(material)?;
        let result = database.verify_slices(&slices, monitor);
        // A value that cannot be read is not a wrong one.
        match unread.and_then(Database::into_damage) {
            Some(damage) => Err(damage),
            None => result,
        }
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
        let material = slices[0].layout.material;
        monitor.slice(material);
        let is_symmetric = slices.len() == 1;
        let has_depths = slices.iter().all(|slice| slice.depths.is_some());
        let consistency = Consistency::new(self, material, has_depths);
        let whites = sets(material.their_men.into(), !TOP);
        let add = |a: [Counts; 2], b: [Counts; 2]| {
            let sum = |x: usize, i: usize| a[x][i] + b[x][i];
            Ok::<_, EgdbError>([0, 1].map(|x| [0, 1, 2].map(|i| sum(x, i))))
        };
        let zero = || [[0; 3]; 2];
        let blacks = sets(material.own_men.into(), !BOTTOM);
        let placements = blacks.into_par_iter().map(|black| {
            let of = whites.par_iter().filter(|&white| white & black == 0);
            of.map_init(Memory::default, |memory, &white| {
                // In a symmetric slice it comes turned as well, with the other side to move.
                let turned = [white.reverse_bits(), black.reverse_bits()];
                if is_symmetric && turned < [black, white] {
                    return Ok(zero());
                }
                let mut counts = consistency.verify([black, white], memory)?;
                if is_symmetric && turned == [black, white] {
                    counts[1] = [0; 3];
                }
                monitor.done(counts.as_flattened().iter().sum());
                Ok(counts)
            })
            .try_reduce(zero, add)
        });
        let mut counts = placements.try_reduce(zero, add)?;
        if is_symmetric {
            counts[0] = [0, 1, 2].map(|i| counts[0][i] + counts[1][i]);
        }
        for (slice, counts) in slices.iter().zip(counts) {
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
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::build::built_in_memory;
    use super::super::file::Header;
    use super::super::opened::Data;
    use super::super::packing;
    use super::super::slice::Layout;
    use super::super::value::Value;
    use super::*;
    use crate::movegen;
    use crate::position::CheckersPosition;

    /// Positions with Black to move, and what is said of them instead of the truth.
    type Lies = HashMap<CheckersPosition, Value>;

    fn bits(value: Value) -> u8 {
        match value {
            Value::Draw => 0,
            Value::Win => 1,
            Value::Loss => 2,
        }
    }

    /// A slice that can be changed.
    struct Open {
        header: Header,
        values: Vec<u8>,
        depths: Option<(Header, Vec<u8>)>,
    }

    impl Open {
        fn of(slice: &Slice) -> Self {
            let depths = slice.depths.as_ref();
            let depths = depths.map(|(header, data)| (*header, data.in_memory().to_vec()));
            Open { header: slice.header, values: slice.values.in_memory().to_vec(), depths }
        }

        /// With checksums that fit.
        fn closed(self) -> Slice {
            let data = |header: Header, bytes: Vec<u8>| {
                (packing::header_of(&header, &bytes), Data::Memory(bytes))
            };
            let (header, values) = data(self.header, self.values);
            let depths = self.depths.map(|(header, depths)| data(header, depths));
            Slice { layout: Layout::new(header.about.material), header, values, depths }
        }
    }

    /// Up to three pieces, with `lies` among the values; counts and checksums fit them.
    fn database(depths: bool, lies: &Lies, spoil: impl Fn(&mut Open)) -> Database {
        let mut database = built_in_memory(3, depths);
        // What follows from them was built from the truth.
        let slices: Vec<Open> = database.slices().map(Open::of).collect();
        for mut slice in slices {
            let layout = Layout::new(slice.header.about.material);
            for (position, &value) in lies {
                let relative = super::super::slice::Relative::of(position);
                if relative.material() == layout.material {
                    let index = layout.index(&relative);
                    let (byte, shift) = ((index / 4) as usize, index % 4 * 2);
                    slice.values[byte] &= !(3 << shift);
                    slice.values[byte] |= bits(value) << shift;
                }
            }
            let count = |wanted: Value| {
                let is = |&index: &u64| {
                    slice.values[(index / 4) as usize] >> (index % 4 * 2) & 3 == bits(wanted)
                };
                (0..layout.size).filter(is).count() as u64
            };
            let counts = [Value::Win, Value::Draw, Value::Loss].map(count);
            [slice.header.wins, slice.header.draws, slice.header.losses] = counts;
            spoil(&mut slice);
            database.insert(slice.closed());
        }
        database
    }

    fn verify(database: &Database) -> Result<(), String> {
        database.verify(1, &()).map_err(|error| error.to_string())
    }

    #[test]
    fn the_truth_passes() {
        for depths in [false, true] {
            assert_eq!(verify(&database(depths, &Lies::new(), |_| {})), Ok(()));
        }
    }

    #[test]
    fn one_wrong_value_is_found() {
        for (position, is, lie) in [
            ("B:WK24:BK23,K27", Value::Win, Value::Draw),
            ("B:WK24:BK23,K27", Value::Win, Value::Loss),
            ("B:WK3,K4:BK15", Value::Draw, Value::Win),
        ] {
            let position: CheckersPosition = position.parse().unwrap();
            let truth = database(false, &Lies::new(), |_| {}).lookup(&position).unwrap();
            if truth != is {
                panic!("{position} is a {}", truth.name());
            }
            let error = verify(&database(false, &Lies::from([(position, lie)]), |_| {}));
            let error = error.unwrap_err();
            assert!(error.contains(" instead of "), "{error}");
        }
    }

    #[test]
    fn wrong_counts_and_depths_are_found() {
        let error = verify(&database(false, &Lies::new(), |slice| {
            slice.header.wins += 1;
            slice.header.draws -= slice.header.draws.min(1);
        }));
        assert!(error.unwrap_err().contains("wins, draws and losses instead of"));
        // One win takes two plies longer.
        let error = verify(&database(true, &Lies::new(), |slice| {
            let depths = slice.depths.iter_mut().flat_map(|(_, depths)| depths);
            if let Some(depth) = depths.into_iter().find(|depth| **depth == 5) {
                *depth = 7;
            }
        }));
        let error = error.unwrap_err();
        assert!(error.contains("depth "), "{error}");
    }

    /// Draws of two kings against one, said to be won by the two: every such win has a lost
    /// successor and every loss nothing but won ones, but they go round for ever.
    #[test]
    fn wins_that_rest_on_each_other_are_found() {
        let truth = database(false, &Lies::new(), |_| {});
        let material = Material { own_men: 0, own_kings: 2, their_men: 0, their_kings: 1 };
        let mut lies = Lies::new();
        for (material, lie) in [(material, Value::Win), (material.mirrored(), Value::Loss)] {
            let layout = Layout::new(material);
            for position in (0..layout.size).map(|index| layout.position(index).position()) {
                if truth.lookup(&position) == Some(Value::Draw) {
                    lies.insert(position, lie);
                }
            }
        }
        // Those that do not follow from the others are taken back, until all do.
        loop {
            let said = |position: &CheckersPosition| {
                lies.get(position).copied().or_else(|| truth.lookup(position)).unwrap()
            };
            let follows = |position: &CheckersPosition, lie: Value| {
                let mut moves = Vec::new();
                movegen::generate(position, &mut moves);
                let mut after = moves.into_iter().map(|m| {
                    let mut after = *position;
                    movegen::make(&mut after, m);
                    said(&after.turned())
                });
                match lie {
                    Value::Win => after.any(|value| value == Value::Loss),
                    _ => after.all(|value| value == Value::Win),
                }
            };
            let kept: Lies =
                lies.iter().filter(|&(p, &lie)| follows(p, lie)).map(|(p, v)| (*p, *v)).collect();
            let is_stable = kept.len() == lies.len();
            lies = kept;
            if is_stable {
                break;
            }
        }
        assert!(!lies.is_empty());
        let error = verify(&database(false, &lies, |_| {})).unwrap_err();
        assert!(error.contains("a win or loss without foundation"), "{error}");
    }
}
