//! What ignoring the history does.

use threefold_game::{Game, History, Question};

use crate::exhaustive::boolean;

/// The answer of a depth-first search with one table entry per position, which ignores that a
/// result may depend on the path: **wrong** in some games, on purpose.
///
/// It is [`exhaustive`](crate::exhaustive) with such a table and nothing else, so that where the
/// two differ the table is to blame.
///
/// ```
/// use threefold_oracle::{exhaustive, plain_table};
///
/// // Figure 2 of Kishimoto and Mueller (2004), with C before B: C is disproven on the path
/// // A-C, and its entry is then used on the path A-B-D-C, where it is proven.
/// let file = threefold_graph::parse("\
/// threefold game 1
/// rule: situational-superko
/// root: A
/// A first: C B
/// B second: D
/// C second: D
/// D first: C
/// ").unwrap();
/// assert_eq!(plain_table(&file.game, &file.history, file.question(), 1000), Some(false));
/// assert_eq!(exhaustive(&file.game, &file.history, file.question(), 1000), Some(true));
/// ```
pub fn plain_table<G: Game>(
    game: &G,
    history: &History<G>,
    question: Question,
    node_limit: u64,
) -> Option<bool> {
    let of = |outcome| i8::from(question.is_success(outcome));
    let search = boolean(game, question, &of, node_limit).with_plain_table();
    search.run(history).map(|value| value == 1)
}
