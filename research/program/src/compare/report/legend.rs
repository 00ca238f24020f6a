//! What the columns of the tables mean, and what the policies do: below every table.

use std::fmt::Write;

use threefold_lab::Treatment;
use threefold_terminal::html::escape;

/// What is said of a column, by its head.
const COLUMNS: &[(&str, &str)] = &[
    ("solved", "right answers, and + wrong ones"),
    ("unknown", "no answer within the limits"),
    ("unverified", "answers of which nobody found out whether they are true"),
    ("nodes", "positions expanded or visited, all positions together"),
    ("time", "time, all positions together"),
    ("memory", "the most that the table or tree of one answer occupied"),
    ("nodes in simulation", "those of the nodes that were visited to verify a reuse"),
    ("simulations", "reuses that were verified"),
    ("failed", "verifications that failed: the entry was not used"),
    ("both solved", "positions about which both are right: the others are left out of the factors"),
    ("wrong", "wrong answers"),
    ("wrong answers", "the share of the answers that are wrong"),
    ("error rate", "wrong answers as a share of all answers that were given"),
    ("proofs", "wrong answers that say: the attacker succeeds"),
    ("disproofs", "wrong answers that say: he does not"),
    (
        "draw-first",
        "wrong because an entry counted a repetition that there is not where it was used",
    ),
    ("draw-last", "wrong because an entry missed a repetition that there is where it was used"),
    ("mixed", "wrong because of both, or of either"),
    ("unclassified", "wrong, and nobody found out why"),
    ("nodes/game", "nodes for one answer, on average"),
    ("nodes/position", "nodes for one value, on average"),
    ("first wrong", "the number of the first game with a wrong answer"),
    ("wrong values", "positions whose value is wrong"),
    ("wrong moves", "positions whose move leads to less than the position is worth"),
];

fn meaning(head: &str) -> Option<&'static str> {
    COLUMNS.iter().find(|(name, _)| *name == head).map(|(_, meaning)| *meaning)
}

fn policy(name: &str) -> Option<Treatment> {
    name.parse().ok()
}

/// What to show of a head or of a first cell that is pointed at, as an attribute.
pub fn title(text: &str) -> String {
    let meaning = meaning(text).or_else(|| policy(text).map(Treatment::summary));
    meaning.map_or_else(String::new, |meaning| format!(" title=\"{}\"", escape(meaning)))
}

/// The legend of a table with these heads and these first cells.
pub fn below<'a>(
    heads: impl IntoIterator<Item = &'a str>,
    names: impl IntoIterator<Item = &'a str>,
) -> String {
    let columns = heads.into_iter().filter_map(|head| Some((head, meaning(head)?)));
    let columns: Vec<_> = columns.collect();
    let policies = names.into_iter().filter_map(|name| Some((name, policy(name)?.summary())));
    let policies: Vec<_> = policies.collect();
    let mut out = String::new();
    for (summary, items) in [("Columns", columns), ("Policies", policies)] {
        if items.is_empty() {
            continue;
        }
        let _ = write!(out, "<details class=\"keys\"><summary>{summary}</summary><dl>");
        for (name, meaning) in items {
            let _ = write!(out, "<dt>{}</dt><dd>{}</dd>", escape(name), escape(meaning));
        }
        out += "</dl></details>\n";
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_says_what_its_columns_and_policies_are() {
        let legend = below(["policy", "solved"], ["dfpn/ignore", "alphabeta/shadow"]);
        assert!(legend.contains("<dt>solved</dt><dd>right answers, and + wrong ones</dd>"));
        assert!(legend.contains("<dt>dfpn/ignore</dt><dd>the plain table"));
        assert!(legend.contains("<dt>alphabeta/shadow</dt>") && !legend.contains("<dt>policy"));
        assert_eq!(below(["policy"], ["x"]), "");
        assert_eq!(title("x"), "");
    }
}
