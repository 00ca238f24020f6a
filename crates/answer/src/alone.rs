//! Whether the moves before a position decide what it is worth.

use threefold_game::{Game, History, Occurrences, RepetitionRule};
use threefold_search::{Limits, Verdict};

use crate::posed::Posed;
use crate::words::Value;

/// Nodes for the position by itself that are never too many.
const LEAST_NODES: u64 = 200_000;

/// What a position would be worth without the moves before it, where that is proved and is not what
/// it is worth with them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alone {
    /// The verdict about the same claim.
    pub verdict: Verdict,
    /// The value for the side to move, if that was asked for.
    pub value: Option<Value>,
    /// The same in words: `black mates`.
    pub words: String,
}

impl Alone {
    /// As it is said behind the answer.
    pub fn text(&self) -> String {
        format!("because of the moves before; by itself: {}", self.words)
    }
}

/// The position without the moves before it, if they could matter: one of them has led to a
/// position that draws when it occurs again, or forbids a move.
pub(crate) fn history<G: Game>(posed: &Posed<'_, G>) -> Option<History<G>> {
    let Posed { game, history, rule, .. } = *posed;
    let matter = match rule.is_superko() {
        true => !history.moves().is_empty(),
        false => {
            let recurring = history.recurring().iter();
            let before = Occurrences::count(game, RepetitionRule::Draw, recurring);
            before.deciding().next().is_some()
        }
    };
    matter.then(|| History::new(history.root().clone()))
}

/// What may be spent on it: a few times what the answer has taken, of what is left.
pub(crate) fn limits(limits: &Limits, spent: u64) -> Limits {
    let nodes = limits.nodes.min(spent.saturating_mul(4).max(LEAST_NODES));
    Limits { nodes, ..limits.part(0.5) }
}

impl<G: Game> Posed<'_, G> {
    /// The same question about a position that came to be in another way.
    pub(crate) fn with_history<'b>(&'b self, history: &'b History<G>) -> Posed<'b, G> {
        Posed {
            unrestricted: self.unrestricted,
            is_one_sided: self.is_one_sided,
            idiom: self.idiom,
            convention: self.convention,
            knowledge: self.knowledge,
            endings: self.endings,
            ..Posed::new(self.game, history, self.rule, self.attacker)
        }
    }
}
