//! Moves as players write and read them: SAN, `Nbd7`, `exd6`, `e8=Q+`, `O-O`.
//!
//! Writing is exact: the shortest form that no other legal move has, with `+` or `#`, as PGN
//! wants it. Reading takes what people write.
//!
//! ```
//! use threefold_chess::{ChessPosition, san};
//!
//! let position: ChessPosition = "r3k2r/P6P/8/8/8/8/8/4K3 w kq -".parse()?;
//! let m = san::parse(&position, "axb8N")
//!     .expect_err("there is nothing on b8");
//! assert_eq!(m.to_string(), "'axb8N' is not a legal move here");
//! let position: ChessPosition = "1n2k3/P7/8/8/8/8/8/4K3 w - -".parse()?;
//! let m = san::parse(&position, "axb8Q!")?;
//! assert_eq!(san::text(&position, m), "axb8=Q+");
//! # Ok::<(), threefold_game::NotationError>(())
//! ```
//!
//! # What is read
//! - The piece by its letter (`KQRBN`, `P` for a pawn, or a figurine), then of the square where it
//!   comes from as much as is needed or more, then the square where it goes: `Nf3`, `Nbd2`,
//!   `R1xa3`, `Ng1-f3`.
//! - Pawns: `e4`, `exd5`, `ed5`, and `exd` or `ed` if there is one such capture.
//! - Promotion: `e8=Q`, `e8Q`, `e8q`, `e8(Q)`, `e8/Q`. The piece must be there.
//! - Castling: `O-O`, `O-O-O`, with zeros or small letters too.
//! - UCI: `e2e4`, `e7e8q`; castling as `e1g1`, and as the king taking his rook, `e1h1`.
//! - `x` and `:` for a capture may be missing, but must not be there without one. `+`, `++`, `#`,
//!   `!`, `?` and `e.p.` behind a move may be there or not, and mean nothing.

mod read;
mod write;

pub use read::{parse, play};
pub use write::{line, long_text, text, write};
