//! A game solver that is right about repetition.
//!
//! *Who wins from here, and can you prove it?* In games whose positions can repeat, a
//! transposition table gives wrong answers, because what is true of a position can depend on the
//! path that led to it (the Graph-History Interaction). threefold searches with a table,
//! is right all the same, and hands over a **certificate**: a strategy that a small program, which
//! shares no code with the search, can check.
//!
//! | module | |
//! |---|---|
//! | [`game`] | what a game is: who implements it has everything here |
//! | [`search`] | [`search::Solver`] answers a [`game::Question`] about a [`game::History`] |
//! | [`certificate`] | reading, writing and checking strategies |
//! | [`chess`] | chess with the repetition key of its laws, FEN, EPD, SAN, PGN |
//! | [`checkers`] | American checkers, PDN, endgame databases |
//! | [`go`] | Go: values of small boards, superko, problems of life and death, SGF |
//! | [`graph`] | games written down position by position |
//! | [`shogi`] | shogi, tsume (mate by checks), SFEN, USI, KIF, KI2, CSA, JKF |
//! | [`session`] | what a user can ask: requests and answers, the registry of games |
//!
//! The games and [`session`] are features of the same names, and `zstd` is one for compressed
//! certificates; all are on unless `default-features = false` is said. Without them nothing is
//! compiled but [`game`], [`search`] and [`certificate`].
//!
//! A game that implements [`game::Game`], its rules and notation, can have its certificates
//! checked; with [`game::Searchable`] on top it can be solved.
//!
//! # Example
//! King and rook mate, with a proof:
//!
//! ```
//! use threefold::certificate::check;
//! use threefold::chess::Chess;
//! use threefold::game::{Game, History, Player, Question, RepetitionRule};
//! use threefold::search::{Options, Solver, Verdict, longest_resistance};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // White is to move. Can Black force mate? A repetition is a draw, and so no mate.
//! let history = History::new(Chess.parse_position("8/8/8/8/8/1k6/7r/K7 w - -")?);
//! let question = Question::new(Player::Second, RepetitionRule::Draw);
//! let mut solver = Solver::new(&Chess, question, Options::default());
//! let answer = solver.solve(&history);
//! assert_eq!(answer.verdict, Verdict::Proven);
//!
//! // The proof, and the checker's opinion of it.
//! let certificate = solver.certificate(&history, true, RepetitionRule::Draw)?;
//! assert_eq!(check(&Chess, &certificate.block)?.to_string(), "VERIFIED black wins");
//!
//! // 1. Kb1 is forced, 1... Rh1 mates.
//! let line = longest_resistance(&Chess, &(), &history, &certificate.block);
//! let line = line.expect("a win has a line");
//! assert_eq!(line.len(), 2);
//! # Ok(())
//! # }
//! ```
//!
//! `examples/knights.rs` in this crate is a game of its own, from the rules to the checked
//! certificate.
#![deny(missing_docs)]

#[doc(inline)]
pub use threefold_certificate as certificate;
#[cfg(feature = "checkers")]
#[doc(inline)]
pub use threefold_checkers as checkers;
#[cfg(feature = "chess")]
#[doc(inline)]
pub use threefold_chess as chess;
#[doc(inline)]
pub use threefold_game as game;
#[cfg(feature = "go")]
#[doc(inline)]
pub use threefold_go as go;
#[cfg(feature = "graph")]
#[doc(inline)]
pub use threefold_graph as graph;
#[cfg(feature = "session")]
#[doc(inline)]
pub use threefold_jobs as jobs;
#[doc(inline)]
pub use threefold_search as search;
#[cfg(feature = "session")]
#[doc(inline)]
pub use threefold_session as session;
#[cfg(feature = "shogi")]
#[doc(inline)]
pub use threefold_shogi as shogi;

/// The examples of the guide.
#[cfg(all(doctest, feature = "session"))]
#[doc = include_str!("../../../docs/guide/library.md")]
mod guide {}
