//! The hashes of files that are built into the program.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::file::{self, Header};

/// The hash of each file that is known, a line each: values up to 7 pieces, depths up to 5.
const TABLE: &str = include_str!("known.txt");

static HASHES: LazyLock<HashMap<&str, &str>> =
    LazyLock::new(|| TABLE.lines().filter_map(|line| line.split_once(' ')).collect());

/// What is said of a file that is not what it says.
pub(super) const FALSE: &str =
    "false: its hash is not the one that is built into this program for these positions";

fn hash_of(header: &Header) -> Option<&'static str> {
    HASHES.get(&*file::name(header.about.material, header.about.kind)).copied()
}

/// Whether the right hash of a file is known, and it has another.
pub(super) fn is_false(header: &Header) -> bool {
    hash_of(header).is_some_and(|hash| hash != header.hash().to_hex().as_str())
}

/// Whether the right hash of a file is known, and it has that.
pub(super) fn is_true(header: &Header) -> bool {
    hash_of(header) == Some(header.hash().to_hex().as_str())
}

#[cfg(test)]
mod tests {
    use super::super::database::Database;
    use super::super::file::Kind;
    use super::super::slice::Material;
    use super::*;

    #[test]
    fn what_is_built_is_what_is_known() {
        for pieces in 2..=4 {
            let database = Database::in_memory(pieces);
            assert_eq!(database.declaration(), Database::KNOWN[usize::from(pieces) - 2]);
            for slice in database.slices() {
                let (depths, _) = slice.depths.as_ref().unwrap();
                assert!(
                    is_true(&slice.header) && is_true(depths),
                    "{}",
                    slice.header.about.material
                );
            }
            assert!(database.has_known_depths());
        }
    }

    /// All files of the databases that are known, and nothing else; together they have the hash by
    /// which the database is known.
    #[test]
    fn the_table_is_of_the_databases_that_are_known() {
        let mut files = 0;
        let mut hasher = blake3::Hasher::new();
        for (declaration, pieces) in Database::KNOWN.into_iter().zip(2..) {
            for material in Material::all(pieces) {
                let kinds = [Kind::Values, Kind::Depths];
                for kind in &kinds[..if pieces <= 5 { 2 } else { 1 }] {
                    let name = file::name(material, *kind);
                    let hash = HASHES.get(&*name).unwrap_or_else(|| panic!("no {name}"));
                    let hash = blake3::Hash::from_hex(hash).unwrap();
                    if *kind == Kind::Values {
                        hasher.update(hash.as_bytes());
                    }
                    files += 1;
                }
            }
            let hash = hasher.finalize().to_hex();
            assert_eq!(declaration, format!("checkers-wld {pieces} blake3:{hash}"));
            assert_eq!(Database::declared_pieces(declaration), Some(pieces));
            let earlier = Database::EARLIER[usize::from(pieces) - 2];
            assert_eq!(Database::declared_pieces(earlier), Some(pieces));
        }
        assert_eq!(files, TABLE.lines().count());
        assert_eq!(files, HASHES.len());
    }

    /// A certificate that an earlier version has written declares the same values.
    #[test]
    fn a_database_has_the_name_of_an_earlier_version_as_well() {
        let database = Database::in_memory(3);
        for name in [Database::KNOWN[1], Database::EARLIER[1]] {
            assert!(database.is_called(name) && Database::is_known(name), "{name}");
        }
        for other in [Database::KNOWN[0], Database::EARLIER[0], Database::EARLIER[2], ""] {
            assert!(!database.is_called(other), "{other}");
        }
    }
}
