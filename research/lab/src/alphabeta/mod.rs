//! Alpha-beta with every treatment of the graph-history interaction that the literature describes.
//!
//! One search ([`AlphaBeta`]) over any [`Game`](threefold_game::Game) with an [`Evaluate`]; the
//! treatment is a type parameter, one file each in [`policies`]. Two uses:
//!
//! - exact values of finite loopy games, without a horizon ([`Depth::Complete`]), and yes-or-no
//!   questions by iterative deepening ([`solve()`]);
//! - heuristic scores to a number of plies ([`Depth::Plies`]).
//!
//! ```
//! use threefold_chess::{Chess, ChessPosition};
//! use threefold_game::{Game, History};
//! use threefold_lab::alphabeta::{ChessScores, Depth, Options, Rules, Treatment, WIN};
//! use threefold_search::Limits;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let position: ChessPosition = "4k3/Q7/3K4/8/8/8/8/8 w - -".parse()?;
//! let history = History::new(position.clone());
//! let (limits, options) = (Limits::nodes(100_000), Options::default());
//! let root = (&Chess, &ChessScores, Rules::draw());
//! let report = Treatment::BaseTwin.search(root, &history, Depth::Plies(3), &limits, &options);
//! let report = report.expect("base-twin works under every rule");
//! assert_eq!(report.score, Some(WIN - 1));
//! # Ok(())
//! # }
//! ```

pub mod chess;
mod deepening;
mod evaluate;
mod graph;
pub mod mtdf;
mod options;
mod ordering;
mod path;
pub mod policies;
pub mod policy;
mod rules;
mod score;
mod search;
mod solve;
mod table;
mod traced;
mod treatment;
mod visit;
mod watch;

pub use chess::ChessScores;
pub use deepening::{AlphaBeta, Depth, Driver, Report};
pub use evaluate::{Evaluate, Horizon, Neutral};
pub use graph::GraphScores;
pub use options::{COMPLETE, DraftRule, Options};
pub use path::{Met, Path};
pub use rules::{DRAW, Rules};
pub use score::{Aging, DECIDED, INFINITE, Score, WIN, WinScores};
pub use search::{Core, LONGEST_PATH};
pub(crate) use solve::solve_by;
pub use solve::{Boolean, solve};
pub use table::{Kind, Table, Worth};
pub(crate) use traced::Log;
pub use traced::{Entry, Read, Traced, keys_along, moves_along};
pub use treatment::Treatment;
pub(crate) use treatment::with_policy;
pub(crate) use visit::position_value;
pub use watch::{Stored, Watch};
