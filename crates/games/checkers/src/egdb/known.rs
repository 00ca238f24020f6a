//! What is built into the program about databases.

use super::database::Database;

impl Database {
    /// The [declarations](Database::declaration) of the databases up to 7 pieces, by number of
    /// pieces. They follow from the rules: everybody who builds them gets the same bytes, and
    /// [`Database::verify`] compares every value with the rules.
    pub const KNOWN: [&str; 6] = [
        "checkers-wld 2 blake3:aa0d6244e1321f15a300f9a6750ec1888632c767f34d3445d502d0f315e1c6c6",
        "checkers-wld 3 blake3:4885f35dab62b683ba7644ed7da87c805c80122296844d45c02c6951098e4366",
        "checkers-wld 4 blake3:646288522d52b9b7f678e63edaad3f1e7eccf738ac2c985af791b750aa2b4265",
        "checkers-wld 5 blake3:70448ed58cb77b62730a43dd0e13cac996b149a0ce0545be9ff1386f1df3b105",
        "checkers-wld 6 blake3:e25276c55e6fdbd6b94d4ce904bf677c33cf7871c1e183447e467495b44e508b",
        "checkers-wld 7 blake3:200f275a30bbb40c3121bce6d05abcc894f26b1d4e36989627dfd1b2e648e3d4",
    ];

    /// Whether a declaration is one of [`Database::KNOWN`].
    ///
    /// ```
    /// use threefold_checkers::egdb::Database;
    /// assert!(Database::is_known(&Database::in_memory(3).declaration()));
    /// assert!(!Database::is_known("checkers-wld 3 blake3:00"));
    /// ```
    pub fn is_known(declaration: &str) -> bool {
        Database::KNOWN.contains(&declaration)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_built_is_what_is_known() {
        for pieces in 2..=4 {
            let declaration = Database::in_memory(pieces).declaration();
            assert_eq!(declaration, Database::KNOWN[usize::from(pieces) - 2]);
        }
    }

    #[test]
    fn numbers_of_pieces_are_in_order() {
        for (declaration, pieces) in Database::KNOWN.into_iter().zip(2..) {
            assert_eq!(Database::declared_pieces(declaration), Some(pieces));
            let (_, hash) = declaration.split_once(" blake3:").unwrap();
            assert!(blake3::Hash::from_hex(hash).is_ok());
        }
    }
}
