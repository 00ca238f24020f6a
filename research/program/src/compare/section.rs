//! What the random games of one rule have shown: for the terminal and for the page.

use threefold::game::RepetitionRule;
use threefold::graph::GraphFile;
use threefold_lab::Treatment;

use crate::columns::Columns;
use crate::units::count;

/// The random games of one rule.
pub struct Section {
    pub rule: RepetitionRule,
    /// What was compared, in a line.
    pub summary: String,
    /// The table, its head first.
    pub table: Vec<Vec<String>>,
    pub rates: Vec<Rate>,
    pub smallest: Vec<Smallest>,
}

/// How often a policy was wrong.
pub struct Rate {
    pub policy: Treatment,
    pub wrong: u64,
    pub answers: u64,
    /// Nodes for one answer, on average.
    pub nodes: f64,
}

/// The smallest game found that a policy gets wrong.
pub struct Smallest {
    pub policy: Treatment,
    pub file: GraphFile,
    /// The random game that it comes from.
    pub index: u64,
    /// Where it was saved, if it was.
    pub path: Option<String>,
}

impl Section {
    /// As text.
    pub fn text(&self) -> String {
        let mut columns = Columns::new(self.table[0].iter().map(String::as_str));
        self.table[1..].iter().for_each(|row| columns.row(row.iter().map(String::as_str)));
        let mut out = format!("{}\n\n{}", self.summary, columns.to_text());
        for Smallest { policy, file, index, path } in &self.smallest {
            if let Some(path) = path {
                let size = count(file.game.nodes().len() as u64, "position");
                out += &format!("  {policy}: wrong about {path}, {size}, from game #{index}\n");
            }
        }
        out.push('\n');
        out
    }

    /// The smallest game that a policy gets wrong.
    pub fn smallest(&self, policy: Treatment) -> Option<&Smallest> {
        self.smallest.iter().find(|smallest| smallest.policy == policy)
    }
}

impl Rate {
    /// The share of the answers that are wrong; `None` without answers.
    pub fn share(&self) -> Option<f64> {
        (self.answers > 0).then(|| self.wrong as f64 / self.answers as f64)
    }

    /// The same in words.
    pub fn text(&self) -> String {
        self.share().map_or("-".to_owned(), |rate| format!("{:.4} %", 100.0 * rate))
    }
}
