//! Problems of life and death on boards of any size, and the one-eye problem.
//!
//! A [`Problem`] is a game of its own: the moves are stones in a *region* that nothing leads out
//! of, and it is over when the fate of the *target* is decided. [`Definition`] says what is asked,
//! [`ProblemError`] why it cannot be.
//!
//! One question decides between two results. Life and death has three, and asks two questions:
//!
//! | [`Live`](ProblemGoal::Live) | [`Survive`](ProblemGoal::Survive) | |
//! |---|---|---|
//! | the defender wins | the defender wins | alive |
//! | the attacker wins | the defender wins | seki |
//! | the attacker wins | the attacker wins | dead |

mod at_once;
mod completed;
mod death;
mod definition;
mod estimate;
mod footprint;
mod frame;
mod game;
mod hint;
mod in_game;
mod life;
mod likely;
mod lines;
mod local;
mod miai;
mod model;
mod nearby;
mod notation;
mod pose;
mod position;
mod rectangle;
mod region;
mod wall;
mod weights;
mod zone;

pub use definition::{Definition, Knowledge, Leak, ProblemError, ProblemGoal};
pub use footprint::ProblemFootprint;
pub use frame::{Frame, Framing};
pub use local::CellSet;
pub use model::{MOST_THREATS, Problem};
pub use notation::{parse_points, sgf_point};
pub use pose::{Aim, Place, Posed, Request, Safe, pose, pose_as, pose_on, pose_on_as};
pub use position::{ProblemMove, ProblemPosition, ProblemSituation};
