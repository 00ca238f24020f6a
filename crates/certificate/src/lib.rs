//! Certificates: a strategy as text, and a checker that needs nothing but the rules of the game.
//!
//! An answer of a solver is worth as much as its proof. A certificate is a **strategy**: one
//! move for the claimant at every position that can arise, in the order of a depth-first walk
//! from the root. The checker plays through it. It shares no code with any search, only the
//! rules ([`threefold_game::Game`]) and the walk ([`Walk`]), which the writer of
//! certificates runs too, so that both agree on what is visited and what is skipped.
//!
//! ```text
//! threefold certificate 1
//! game: chess                      # the name, and parameters where there are any
//! claim: white wins                # "<player> wins" or "<player> holds" (does not lose)
//! repetition: draw                 # or attacker-loses, attacker-wins, a superko rule
//! footprints: interval             # superko only: exact | interval
//! root: 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1
//! history: <start position> moves <move> ...   # only if there were moves before the root
//! database: checkers-wld 5 blake3:<hash>       # only if leaves rely on one
//! moves: 1
//! ---
//! f7g7
//! ```
//!
//! A file is one such block, or two of them for a draw. In the header a `#` after a blank begins a
//! comment; the order of the keys is free. Lines end in `\n` (`\r\n` is read as well). A block
//! ends where the file does or the next `threefold certificate` begins. The whole file may be
//! compressed with zstd.
//!
//! What is wrong with a file falls into two kinds: a [`ReadError`] says that it is no certificate,
//! [`Refuted`] that it is one and proves nothing.
//!
//! # Example
//! The token of [`threefold_game::Game`]'s example walks on a ring of five fields. First wins
//! from field 3 at once. Here it has `impl Game` alone: to check its certificates nothing is needed
//! that a search wants.
//!
//! ```
//! # use threefold_game::*;
//! # struct Ring;
//! # #[derive(Clone, PartialEq, Eq, Hash, Debug)]
//! # struct Token { field: i8, turn: Player }
//! # impl Game for Ring {
//! #     type Position = Token;
//! #     type Move = i8;
//! #     type Undo = Token;
//! #     type Situation = Token;
//! #     type Footprint = ExactFootprint;
//! #     fn name(&self) -> &str { "ring" }
//! #     fn parameters(&self) -> String { "5".into() }
//! #     fn player_name(&self, player: Player) -> &str { ["first", "second"][player.index()] }
//! #     fn repetition_rules(&self) -> &[RepetitionRule] { &[RepetitionRule::Draw] }
//! #     fn player_to_move(&self, position: &Token) -> Player { position.turn }
//! #     fn terminal(&self, position: &Token) -> Option<Outcome> {
//! #         (position.field == 0).then(|| Outcome::Win(position.turn.opponent()))
//! #     }
//! #     fn moves(&self, position: &Token, moves: &mut Vec<i8>) {
//! #         let first = position.turn == Player::First;
//! #         moves.extend(if first { [2, -1] } else { [1, -2] });
//! #     }
//! #     fn stuck(&self, position: &Token) -> Outcome { Outcome::Win(position.turn.opponent()) }
//! #     fn make(&self, position: &mut Token, steps: i8) -> Token {
//! #         let before = position.clone();
//! #         position.field = (position.field + steps).rem_euclid(5);
//! #         position.turn = position.turn.opponent();
//! #         before
//! #     }
//! #     fn undo(&self, position: &mut Token, _: i8, before: Token) { *position = before; }
//! #     fn situation(&self, position: &Token, _: RepetitionRule) -> Token { position.clone() }
//! #     fn write_move(&self, _: &Token, steps: i8, out: &mut String) {
//! #         out.push_str(&format!("{steps:+}"));
//! #     }
//! #     fn write_position(&self, position: &Token, out: &mut String) {
//! #         out.push_str(&format!("{} {}", position.field, self.player_name(position.turn)));
//! #     }
//! #     fn parse_position(&self, text: &str) -> Result<Token, NotationError> {
//! #         let (field, turn) = text.split_once(' ').ok_or_else(|| NotationError::new("?"))?;
//! #         let field = field.parse().map_err(|_| NotationError::new("?"))?;
//! #         let turn = if turn == "first" { Player::First } else { Player::Second };
//! #         Ok(Token { field, turn })
//! #     }
//! # }
//! use threefold_certificate::{Certificate, check};
//!
//! let text = "threefold certificate 1
//! game: ring 5
//! claim: first wins
//! repetition: draw
//! root: 3 first
//! moves: 1
//! ---
//! +2
//! ";
//! let certificate = Certificate::read(text.as_bytes())?;
//! let verified = check(&Ring, &certificate.blocks[0]).unwrap();
//! assert_eq!(verified.to_string(), "VERIFIED first wins");
//!
//! // Back by one, and Second steps forward again: that is the root.
//! let certificate = Certificate::read(text.replace("+2", "-1").as_bytes())?;
//! let refuted = check(&Ring, &certificate.blocks[0]).unwrap_err();
//! assert_eq!(refuted.to_string(), "REFUTED line 8: cycle");
//! # Ok::<(), threefold_certificate::ReadError>(())
//! ```
//!
//! To write one, run the [`Walk`] with moves of your own:
//!
//! ```
//! use threefold_certificate::{Block, Event, Header, MoveLines, Terms, Walk};
//! use threefold_game::{Game, History};
//!
//! /// A certificate of the strategy "the first legal move", if that is one.
//! fn first_move_wins<G: Game>(game: &G, history: &History<G>, terms: Terms) -> Option<Block> {
//!     let mut walk = Walk::new(game, history, terms);
//!     let mut moves = MoveLines::new();
//!     loop {
//!         match walk.step() {
//!             Event::NeedMove => {
//!                 let m = walk.legal_moves()[0];
//!                 moves.push(&game.move_text(walk.position(), m));
//!                 walk.play(m).ok()?;
//!             }
//!             Event::Done => return Some(Block::new(Header::new(game, history, terms), moves)),
//!             _fault => return None, // or walk.rollback_to(..) and moves.truncate(walk.lines())
//!         }
//!     }
//! }
//! ```

mod block;
mod check;
mod error;
mod hands;
mod header;
mod leaf;
mod lemmas;
mod limits;
mod positions;
mod read;
mod refutation;
mod sets;
mod store;
mod superko;
mod text;
mod trace;
mod unfold;
mod walk;
mod write;

pub use block::{Block, Certificate, MoveLines};
pub use check::{Checker, Continuation, Course, check};
pub use error::{ReadError, ReadErrorKind};
pub use header::{Claim, Goal, Header, Omitted, Terms};
pub use leaf::leaf_reply;
pub use lemmas::{Lemma, Lemmas};
pub use limits::{CheckLimit, CheckLimits};
pub use read::{CertificateReader, MAX_BODY_BYTES, decompressed, decompressed_within, read_file};
pub use refutation::{CheckError, RefutationKind, Refuted, Verified};
pub use trace::{Met, Trace, Traced};
pub use unfold::unfolded;
pub use walk::{Event, LeafKind, PathStep, PlayError, RollbackError, Walk};
pub use write::{CertificateFile, WriteError, write_block, write_file, write_output};
