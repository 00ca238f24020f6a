//! The games, a crate each: how its texts are read, and what is asked about them.

/// What the session has to know of a game, and what it is asked about under.
pub mod row {
    pub use threefold_answer::made::*;
    pub use threefold_answer::row::*;
    pub use threefold_answer::under::*;
}

pub use threefold_answer_checkers::row as checkers;
pub use threefold_answer_chess as chess;
pub use threefold_answer_go::row as board;
pub use threefold_answer_graph as graph;
pub use threefold_answer_problem::row as problem;
pub use threefold_answer_shogi::row as tsume;
