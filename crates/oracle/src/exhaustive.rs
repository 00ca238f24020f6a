//! Every move on every path.

use threefold_game::{Game, History, Outcome, Player, Question, RepetitionRule};

use crate::depth_first::{DepthFirst, Worth};

/// Whether the attacker succeeds, found by trying every move on every path, without a table.
///
/// `None` if more than `node_limit` positions would have to be expanded: the number of paths is
/// exponential, so that this is for games of some 15 positions.
///
/// The rules are those of the game with its history:
/// - Under [`AttackerLoses`](RepetitionRule::AttackerLoses) and
///   [`AttackerWins`](RepetitionRule::AttackerWins) a position that is on the path already decides.
///   So does one that occurred [`Game::occurrences`]` - 1` times or more before the root, the
///   root itself included.
/// - Under superko a move that recreates a situation of the path or of the history is
///   illegal, unless it is a pass; without a legal move [`Game::stuck`] decides.
///
/// Endgame databases ([`threefold_game::Knowledge`]) are not asked.
///
/// ```
/// use threefold_game::{Game, Question};
/// use threefold_oracle::exhaustive;
///
/// // Figure 2 of Kishimoto and Mueller (2004): a loop that can be entered on either side.
/// let file = threefold_graph::parse("\
/// threefold game 1
/// rule: situational-superko
/// root: A
/// A first: B C
/// B second: D
/// C second: D
/// D first: C
/// ").unwrap();
/// assert_eq!(exhaustive(&file.game, &file.history, file.question(), 1000), Some(true));
/// ```
pub fn exhaustive<G: Game>(
    game: &G,
    history: &History<G>,
    question: Question,
    node_limit: u64,
) -> Option<bool> {
    let of = |outcome| i8::from(question.is_success(outcome));
    boolean(game, question, &of, node_limit).run(history).map(|value| value == 1)
}

/// The search for a boolean question: success is 1, failure 0.
pub(crate) fn boolean<'a, G: Game>(
    game: &'a G,
    question: Question,
    of: &'a dyn Fn(Outcome) -> i8,
    node_limit: u64,
) -> DepthFirst<'a, G> {
    let worth = Worth {
        maximizer: question.attacker,
        of,
        of_repetition: question.repetition_succeeds().map(i8::from),
        bounds: (0, 1),
    };
    DepthFirst::new(game, question.rule, worth, node_limit)
}

/// The value under [`RepetitionRule::Draw`], with a repetition counted as a draw directly
/// instead of by two boolean questions. `None` and the history as for [`exhaustive`].
///
/// ```
/// use threefold_game::Outcome;
/// use threefold_oracle::exhaustive_value;
///
/// let file = threefold_graph::parse("\
/// threefold game 1
/// rule: draw
/// root: A
/// A first: B lost
/// B second: A lost
/// lost win-second
/// ").unwrap();
/// let value = exhaustive_value(&file.game, &file.history, 1000);
/// assert!(value.is_some_and(|value| value != Outcome::Draw)); // Second does not go back
/// ```
pub fn exhaustive_value<G: Game>(
    game: &G,
    history: &History<G>,
    node_limit: u64,
) -> Option<Outcome> {
    let of = |outcome| match outcome {
        Outcome::Win(Player::First) => 1,
        Outcome::Draw => 0,
        Outcome::Win(Player::Second) => -1,
    };
    let worth =
        Worth { maximizer: Player::First, of: &of, of_repetition: Some(0), bounds: (-1, 1) };
    let value = DepthFirst::new(game, RepetitionRule::Draw, worth, node_limit).run(history)?;
    Some(match value {
        1 => Outcome::Win(Player::First),
        0 => Outcome::Draw,
        _ => Outcome::Win(Player::Second),
    })
}
