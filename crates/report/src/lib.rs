//! What is reported of answers, for programs: the JSON that `threefold` prints with `--json`, which
//! Python gets as dictionaries. `docs/json.md` describes the keys, which do not change; each is
//! written here and nowhere else. Those of problems of Go are in
//! [`problem::report`](threefold_session::problem::report).
//!
//! ```
//! use threefold_report::{Object, Source, solve};
//! use threefold_session::registry::read_position;
//! use threefold_session::solve::{Request, solve};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let read = read_position(1, "8/8/8/8/8/1k6/7r/K7 w - -", None);
//! let task = &read.tasks[0];
//! let answer = solve(&task.subject, &Default::default(), &Request::default(), &mut ())?;
//! let report = solve::Report::new(Source::of(task), answer);
//! let json = serde_json::to_value(Object(&report))?;
//! assert_eq!(json["claim"], "white wins");
//! assert_eq!(json["verdict"], "disproven");
//! # Ok(())
//! # }
//! ```

mod json;

pub mod board;
pub mod check;
pub mod mate;
pub mod solve;
pub mod source;
pub mod tsume;

pub use json::{Keys, Object};
pub use source::Source;
