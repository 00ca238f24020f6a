//! What is built into the program about databases.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::database::Database;
use super::file::{self, Header};

/// The hash of each file that is known, a line each: values up to 7 pieces, depths up to 5.
const TABLE: &str = include_str!("known.txt");

static HASHES: LazyLock<HashMap<&str, &str>> =
    LazyLock::new(|| TABLE.lines().filter_map(|line| line.split_once(' ')).collect());

/// What is said of a file that is not what it says.
pub(super) const FALSE: &str =
    "false: its hash is not the one that is built into this program for these positions";

fn hash_of(header: &Header) -> Option<&'static str> {
    HASHES.get(&*file::name(header.material, header.kind)).copied()
}

/// Whether the right hash of a file is known, and it has another.
pub(super) fn is_false(header: &Header) -> bool {
    hash_of(header).is_some_and(|hash| hash != header.hash().to_hex().as_str())
}

/// Whether the right hash of a file is known, and it has that.
pub(super) fn is_true(header: &Header) -> bool {
    hash_of(header) == Some(header.hash().to_hex().as_str())
}

impl Database {
    /// The [declarations](Database::declaration) of the databases up to 7 pieces, by number of
    /// pieces. They follow from the rules: everybody who builds them gets the same values, and
    /// [`Database::verify`] compares every one with the rules.
    pub const KNOWN: [&str; 5] = [
        "checkers-wld 2 blake3:4e6396ed5614747927185dfda7e5a009c667218ba28b5d2476d37bb2a439ffc0",
        "checkers-wld 3 blake3:0c911c1e8ff48cbe4b28828508943ba2b1d8e12a104e573eaabe70821cc1784e",
        "checkers-wld 4 blake3:2ed25c5e6d0ef6dbb275a0a9726fd4f27928924a9759be3e451de0880735cc6a",
        "checkers-wld 5 blake3:6281d486b41995300d5518ad30dc27bf68144a42c645020d03ab26a3d544360d",
        "checkers-wld 6 blake3:1d94824ffaac1f47d262ec895227e2fe3e7688ce7ef5a8912a71f97d7bc505d1",
    ];

    /// What the same databases were called up to version 3 of the files, by a hash of the values as
    /// they are, which a search cannot compare with the blocks that it reads.
    const EARLIER: [&str; 6] = [
        "checkers-wld 2 blake3:aa0d6244e1321f15a300f9a6750ec1888632c767f34d3445d502d0f315e1c6c6",
        "checkers-wld 3 blake3:4885f35dab62b683ba7644ed7da87c805c80122296844d45c02c6951098e4366",
        "checkers-wld 4 blake3:646288522d52b9b7f678e63edaad3f1e7eccf738ac2c985af791b750aa2b4265",
        "checkers-wld 5 blake3:70448ed58cb77b62730a43dd0e13cac996b149a0ce0545be9ff1386f1df3b105",
        "checkers-wld 6 blake3:e25276c55e6fdbd6b94d4ce904bf677c33cf7871c1e183447e467495b44e508b",
        "checkers-wld 7 blake3:200f275a30bbb40c3121bce6d05abcc894f26b1d4e36989627dfd1b2e648e3d4",
    ];

    /// Whether a declaration is one of [`Database::KNOWN`], or one by which an earlier version of
    /// the program called the same values.
    ///
    /// ```
    /// use threefold_checkers::egdb::Database;
    /// assert!(Database::is_known(&Database::in_memory(3).declaration()));
    /// assert!(!Database::is_known("checkers-wld 3 blake3:00"));
    /// ```
    pub fn is_known(declaration: &str) -> bool {
        Database::names().any(|names| names.contains(&declaration))
    }

    /// Whether certificates declare it by this name: its [declaration](Database::declaration), or
    /// the one by which an earlier version of the program called the same values.
    pub fn is_called(&self, name: &str) -> bool {
        let own = self.declaration();
        name == own || Database::names().any(|names| names == [&*own, name])
    }

    /// What each known database is called, and was called.
    fn names() -> impl Iterator<Item = [&'static str; 2]> {
        Database::KNOWN.into_iter().zip(Database::EARLIER).map(|(now, before)| [now, before])
    }

    /// Whether the hashes of all depths are built into the program.
    pub fn has_known_depths(&self) -> bool {
        self.slices().filter_map(|slice| slice.depths.as_ref()).all(|(header, _)| is_true(header))
    }
}

#[cfg(test)]
mod tests {
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
                assert!(is_true(&slice.header) && is_true(depths), "{}", slice.header.material);
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
