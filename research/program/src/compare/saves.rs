//! The smallest games that policies get wrong, and where they are saved.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use threefold::game::RepetitionRule;
use threefold::graph::{GraphFile, GraphGame};
use threefold_files::{Kind, Output};

use crate::args::CompareArgs;
use crate::files::{self, Desk, Wanted, complain_not_written};
use crate::output::complain;

/// How many of the smallest games that a policy gets wrong are made smaller, to find the
/// smallest: the smallest before is often not the smallest after.
pub const CANDIDATES: usize = 16;

/// Says that none of the policies makes sense under a rule.
pub fn nobody(rule: RepetitionRule) {
    complain(format_args!("{rule}: none of the policies is made for it"));
}

/// Whether the smallest games are looked for.
pub fn wants_smallest(args: &CompareArgs) -> bool {
    args.random.save_failures.is_some() || args.report.is_some()
}

/// Where games are saved.
pub struct Saves {
    /// By their names.
    outputs: HashMap<String, Output>,
    /// Whether one was not written.
    failed: AtomicBool,
}

impl Saves {
    /// A file for every game that there may be to save, by the names under each rule.
    pub fn plan(
        args: &CompareArgs,
        rules: &[RepetitionRule],
        names: impl Fn(RepetitionRule) -> Vec<String>,
        desk: &mut Desk,
    ) -> Result<Self, String> {
        let mut outputs = HashMap::new();
        if let Some(path) = args.random.save_failures.as_deref() {
            let wanted = Wanted { flag: "--save-failures", path, kind: Kind::Game };
            for &rule in rules {
                for name in names(rule) {
                    let output = desk.file_in(wanted, &name)?;
                    outputs.insert(name, output);
                }
            }
        }
        Ok(Saves { outputs, failed: AtomicBool::new(false) })
    }

    /// Writes a game if that is wanted, and says where it is.
    pub fn save(&self, name: &str, file: &GraphFile) -> Option<String> {
        match files::write(self.outputs.get(name)?, &file.to_string()) {
            Ok(place) => Some(place),
            Err(error) => {
                // The rest of the comparison is not to be lost with it.
                complain_not_written(&error);
                self.failed.store(true, Ordering::Relaxed);
                None
            }
        }
    }

    pub fn failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }
}

/// What a game is measured by: positions, moves; of two that are equal the first one is smaller.
pub fn measure(game: &GraphGame, index: u64) -> (usize, usize, u64) {
    let moves = game.nodes().iter().map(|node| node.edges().len()).sum();
    (game.nodes().len(), moves, index)
}
