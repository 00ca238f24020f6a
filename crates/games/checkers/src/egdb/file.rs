//! What the files of a database are about: one per slice for the values, and one for the depths
//! where there are any.
//!
//! ```text
//! header   12   1  kind: 0 values, 1 depths
//!          13   4  own men, own kings, their men, their kings
//! ```
//! What is in a block is explained in `packing.rs`. Files are opened in `opened.rs`; those of
//! earlier versions are in `exact.rs` and `earlier.rs`.

use std::path::{Path, PathBuf};

pub(crate) use threefold_tables::file::{
    BLOCK, FACTS, HEADER, VERSION, count, number, open_regular,
};
use threefold_tables::{About, file};

use super::hashes::Hashes;
use super::slice::Material;

pub(crate) type Header = file::Header<Table>;
pub(crate) type Stored = threefold_tables::Stored<Table>;

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// Win, draw, loss.
    Values,
    /// Plies to the end.
    Depths,
}

impl Kind {
    fn ending(self) -> &'static str {
        match self {
            Kind::Values => "wld",
            Kind::Depths => "dtw",
        }
    }

    /// Positions in a byte.
    pub(crate) fn positions_a_byte(self) -> u64 {
        match self {
            Kind::Values => 4,
            Kind::Depths => 1,
        }
    }

    /// Bytes for so many positions, before they are compressed.
    pub(crate) fn payload(self, positions: u64) -> u64 {
        positions.div_ceil(self.positions_a_byte())
    }
}

/// A file, and of which positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Table {
    pub kind: Kind,
    pub material: Material,
}

impl About for Table {
    fn name(&self) -> String {
        name(self.material, self.kind)
    }

    fn bytes(&self) -> [u8; 5] {
        let m = self.material;
        [self.kind as u8, m.own_men, m.own_kings, m.their_men, m.their_kings]
    }

    fn positions(&self) -> u64 {
        self.material.positions()
    }

    fn payload(&self) -> u64 {
        self.kind.payload(self.material.positions())
    }

    fn pieces(&self) -> u8 {
        self.material.pieces()
    }

    fn code(&self) -> u64 {
        (self.material.code() as u64) << 1 | self.kind as u64
    }
}

/// What a file holds.
pub(crate) struct Finished {
    pub header: Header,
    pub payload: Vec<u8>,
    pub hashes: Hashes,
}

/// The name of a file.
pub(crate) fn name(material: Material, kind: Kind) -> String {
    format!("{material}.{}", kind.ending())
}

/// Where a file is.
pub(crate) fn path(directory: &Path, material: Material, kind: Kind) -> PathBuf {
    directory.join(name(material, kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The largest slices, of which a file is longer than 32 bits can say.
    #[test]
    fn headers_hold_eight_pieces() {
        for kind in [Kind::Values, Kind::Depths] {
            let material = Material { own_men: 2, own_kings: 2, their_men: 2, their_kings: 2 };
            let positions = 15_437_822_400;
            assert_eq!(material.positions(), positions);
            let header = Header {
                about: Table { kind, material },
                longest: 253,
                wins: positions - 2_000,
                draws: 1_500,
                losses: 500,
                payload_hash: [7; 32],
            };
            let stored = 5_000_000_000;
            let bytes = header.to_bytes(VERSION, stored);
            assert_eq!(Header::from_bytes(&bytes, header.about), Ok((header, stored)));
        }
    }
}
