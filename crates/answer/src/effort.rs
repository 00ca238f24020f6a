//! How an answer is looked for, and the defaults of every kind of request.

use threefold_search::{Interrupt, Limits, Options, PathCodeKind};

use crate::error::Error;

/// What a request may spend, and how.
#[derive(Clone, Debug)]
pub struct Effort {
    /// How the search works.
    pub options: Options,
    /// Where it gives a question up.
    pub limits: Limits,
    /// Ends it from another thread.
    pub interrupt: Interrupt,
    /// Whether the answers' own certificates are made and checked.
    pub check: bool,
    /// Whether certificates are made even where they are not checked.
    pub keep: bool,
    /// Chess: whether it is asked under the fifty-move rule, with the clock of the position, 0 if
    /// its source does not say it.
    pub fifty_moves: bool,
}

impl Effort {
    fn new(options: Options) -> Self {
        let (limits, interrupt) = (Limits::default(), Interrupt::default());
        Effort { options, limits, interrupt, check: true, keep: false, fifty_moves: false }
    }

    /// The same with a table of so many bytes.
    ///
    /// # Errors
    /// There is no memory for it: a search with it would end the process without a word.
    pub fn with_table(self, bytes: usize) -> Result<Self, Error> {
        let mut trial: Vec<u8> = Vec::new();
        if trial.try_reserve_exact(bytes).is_err() {
            return Err(Error::Other(format!("not enough memory for a table of {bytes} bytes")));
        }
        Ok(Effort { options: Options { table_bytes: bytes, ..self.options }, ..self })
    }

    /// The default for positions of games in which two questions have one answer each
    /// ([`solve`](crate::solve)).
    pub fn for_positions() -> Self {
        // Paths that differ before the last irreversible move share their results.
        let path_code = PathCodeKind::Chain;
        Effort::new(Options { path_code, components: true, ..Options::default() })
    }

    /// The default for problems of Go: as for positions, refutations are tried on other moves, and
    /// moves that look unlikely count for more than their numbers.
    pub fn for_problems() -> Self {
        /// On the one-eye problems 10 to 50 positions saved more than a third of the nodes.
        const SIBLING_BUDGET: u32 = 50;
        let Effort { options, .. } = Effort::for_positions();
        Effort::new(Options { sibling_budget: SIBLING_BUDGET, move_factors: true, ..options })
    }

    /// The default for values of boards of Go: what holds does so for the set of situations before,
    /// in whatever order they came, and each question has a larger table.
    pub fn for_boards() -> Self {
        Effort::new(Options { table_bytes: 256 << 20, ..Options::default() })
    }
}
