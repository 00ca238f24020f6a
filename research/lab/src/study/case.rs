//! One random game with the roots that are searched in it.

use thiserror::Error;
use threefold_game::{Game, History, NotationError, Player, RepetitionRule};
use threefold_graph::{
    GraphFile, GraphGame, NodeId, OccurrenceRule, RandomGraph, Status, random_history,
};
use threefold_search::{Limits, Reason};

use super::random::random;
use crate::alphabeta::policies::NoTable;
use crate::alphabeta::policy::Policy;
use crate::alphabeta::{
    AlphaBeta, COMPLETE, Depth, DraftRule, GraphScores, Options, Rules, Score, WinScores,
};

/// What happens to the table between the roots of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TableUse {
    /// It is cleared before each root.
    Cleared,
    /// It is kept.
    Kept,
}

impl TableUse {
    /// The name in files and output.
    pub const fn name(self) -> &'static str {
        match self {
            TableUse::Cleared => "cleared",
            TableUse::Kept => "kept",
        }
    }
}

/// What one level of a finished game is worth.
const LEVEL: Score = 1000;

/// The largest evaluation at a horizon. Small, so that equal ones are frequent.
const EVALUATION: u64 = 20;

/// The most moves of a game played.
const MOVES: u64 = 5;

/// So many times more in games in which positions are to occur twice.
const LONGER: u32 = 3;

/// What is searched, and what the truth is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Setting {
    /// No line is cut. Finished games have so many values, 3 or 5.
    Complete {
        /// The number of values.
        levels: u32,
    },
    /// Iterative deepening up to this many plies.
    DepthLimited {
        /// The most plies; a random case has 2 or more.
        plies: u32,
    },
}

/// A game, what its positions are worth, and the moves of a game played; every position of that
/// game is a root.
#[derive(Clone, Debug)]
pub struct ScoredCase {
    /// The positions and moves.
    pub game: GraphGame,
    /// Results and evaluations.
    pub scores: GraphScores,
    /// What a repetition is worth.
    pub rule: RepetitionRule,
    /// How far is searched.
    pub setting: Setting,
    /// Whether the table is kept from root to root.
    pub table: TableUse,
    /// Which entries are deep enough.
    pub drafts: DraftRule,
    /// The game played, from its start to the last root.
    pub played: History<GraphGame>,
}

/// A file that is not a case.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CaseError {
    /// A score in the notes that cannot be read.
    #[error("scores: {0}")]
    Scores(#[from] NotationError),
    /// The note `setting:` is missing or not one of the settings.
    #[error("expected a note 'setting: complete 3', 'setting: complete 5' or 'setting: depth N'")]
    Setting,
    /// The note `table:` is missing or neither of the two.
    #[error("expected a note 'table: cleared' or 'table: kept'")]
    Table,
    /// The note `drafts:` is neither of the two.
    #[error("expected a note 'drafts: equal' or 'drafts: at-least'")]
    Drafts,
}

/// What is true of a root.
#[derive(Clone, Debug)]
pub(super) struct Truth {
    pub value: Score,
    pub moves: Vec<(NodeId, Score)>,
}

impl ScoredCase {
    /// A random case. The same arguments give the same case for ever.
    pub fn random(
        seed: u64,
        index: u64,
        positions: u32,
        rule: RepetitionRule,
        setting: Setting,
        table: TableUse,
    ) -> Self {
        let kind = (rule, OccurrenceRule::default());
        Self::random_by(seed, index, positions, kind, setting, table)
    }

    /// The same with the occurrences that make a repetition. Where the third one of the game does,
    /// every other game played is longer, so that positions occur twice in it.
    pub fn random_by(
        seed: u64,
        index: u64,
        positions: u32,
        (rule, occurrences): (RepetitionRule, OccurrenceRule),
        setting: Setting,
        table: TableUse,
    ) -> Self {
        let mut random = random(seed, index);
        let kind = RandomGraph {
            min_moves: random.choose(&[1, 1, 1, 2]),
            max_moves: random.choose(&[2, 3, 3, 4]),
            results: random.choose(&[12, 20, 20, 30]),
            draws: random.choose(&[0, 20, 50]),
            alternating: random.choose(&[false, true]),
            shared_boards: match rule {
                RepetitionRule::PositionalSuperko => random.choose(&[20, 40]),
                _ => 0,
            },
            // In every other game, all moves from which no way leads back.
            irreversible: if index % 2 == 1 { 100 } else { 0 },
            ..RandomGraph::new(positions)
        };
        let game = kind.generate(random.bits()).with_occurrences(occurrences);
        let mut scores = GraphScores::default();
        let setting = match setting {
            Setting::Complete { levels } => {
                let levels = levels.max(3);
                let most = Score::try_from(levels / 2).unwrap_or(2);
                for id in game.ids() {
                    if let Status::Over(outcome) = game.node(id).status() {
                        let amount = 1 + random.below(most as u64) as Score;
                        let sign = match outcome {
                            threefold_game::Outcome::Win(Player::First) => 1,
                            threefold_game::Outcome::Draw => 0,
                            threefold_game::Outcome::Win(Player::Second) => -1,
                        };
                        scores.set_result(id, LEVEL * amount * sign);
                    }
                }
                scores = scores.with_stuck(LEVEL * most);
                Setting::Complete { levels }
            }
            Setting::DepthLimited { plies } => {
                for id in game.ids() {
                    let score = random.below(2 * EVALUATION + 1) as Score - EVALUATION as Score;
                    scores.set_horizon(id, score);
                }
                let plies = 2 + random.below(u64::from(plies.max(2) - 1)) as u32;
                Setting::DepthLimited { plies }
            }
        };
        let moves = 1 + random.below(MOVES) as u32;
        let longer = occurrences.game > 2 && index / 2 % 2 == 1;
        let moves = if longer { LONGER * moves } else { moves };
        let played = random_history(&game, RandomGraph::ROOT, rule, moves, random.bits());
        ScoredCase { game, scores, rule, setting, table, drafts: DraftRule::Exact, played }
    }

    /// The roots, in the order in which they are searched.
    pub fn roots(&self) -> Vec<History<GraphGame>> {
        let mut history = History::new(*self.played.start());
        let mut roots = vec![history.clone()];
        for &m in self.played.moves() {
            history.push(&self.game, m);
            roots.push(history.clone());
        }
        roots
    }

    /// The options that the setting asks for.
    pub fn options(&self) -> Options {
        Options {
            table_bytes: 1 << 20,
            draft: self.drafts,
            win_scores: WinScores::NodeRelative,
            ..Options::default()
        }
    }

    /// The rules, seen from the first player.
    pub fn rules(&self) -> Rules {
        let tree = self.game.occurrence_rule().tree;
        Rules { rule: self.rule, player: Player::First, tree }
    }

    /// How deep the setting asks to search.
    pub fn depth(&self) -> Depth {
        match self.setting {
            Setting::Complete { .. } => Depth::Complete,
            Setting::DepthLimited { plies } => Depth::Plies(plies),
        }
    }

    /// A score without what aging has taken off it. Where a horizon makes a difference the
    /// truth has aged as well.
    pub(super) fn rejuvenated(&self, score: Score) -> Score {
        match self.setting {
            Setting::Complete { .. } => (score + score.signum() * LEVEL / 2) / LEVEL * LEVEL,
            Setting::DepthLimited { .. } => score,
        }
    }

    /// The true value of a root and of its moves: by a search without a table to the same depth. A
    /// treatment with repetitions of its own is asked itself where a horizon makes a difference.
    /// `Ok(None)`: the game is over there.
    pub(super) fn truth<P: Policy>(
        &self,
        root: &History<GraphGame>,
        limits: &Limits,
    ) -> Result<Option<Truth>, Reason> {
        let moves = match self.setting {
            Setting::DepthLimited { plies } if P::OWN_REPETITIONS => {
                self.move_scores::<P>(root, plies, limits)?
            }
            Setting::DepthLimited { plies } => self.move_scores::<NoTable>(root, plies, limits)?,
            Setting::Complete { .. } => self.move_scores::<NoTable>(root, COMPLETE, limits)?,
        };
        let values = moves.iter().map(|&(_, score)| score);
        let value = match self.game.player_to_move(root.root()) {
            Player::First => values.max(),
            Player::Second => values.min(),
        };
        Ok(value.map(|value| Truth { value, moves }))
    }

    fn move_scores<P: Policy>(
        &self,
        root: &History<GraphGame>,
        draft: u32,
        limits: &Limits,
    ) -> Result<Vec<(NodeId, Score)>, Reason> {
        let options = self.options();
        let mut search =
            AlphaBeta::<_, _, P>::new(&self.game, &self.scores, self.rules(), &options);
        search.policy = search.policy.without_table();
        search.move_scores(root, draft, limits)
    }

    /// The case as a `.game` file; what the format has no place for goes into notes.
    pub fn to_file(&self, comments: &[String]) -> GraphFile {
        let setting = match self.setting {
            Setting::Complete { levels } => format!("setting: complete {levels}"),
            Setting::DepthLimited { plies } => format!("setting: depth {plies}"),
        };
        let table = format!("table: {}", self.table.name());
        let mut notes = comments.to_vec();
        notes.extend([setting, table]);
        if self.drafts != DraftRule::Exact {
            notes.push(format!("drafts: {}", self.drafts.name()));
        }
        notes.extend(self.scores.notes(&self.game));
        GraphFile {
            game: self.game.clone(),
            rule: self.rule,
            attacker: Player::First,
            history: self.played.clone(),
            notes,
        }
    }

    /// Reads what [`ScoredCase::to_file`] makes.
    ///
    /// # Errors
    /// [`CaseError`] says which note is missing or wrong.
    pub fn from_file(file: &GraphFile) -> Result<Self, CaseError> {
        let note =
            |word: &str| file.notes.iter().find_map(|note| Some(note.strip_prefix(word)?.trim()));
        let setting = match note("setting:").ok_or(CaseError::Setting)?.split_once(' ') {
            Some(("complete", "3")) => Setting::Complete { levels: 3 },
            Some(("complete", "5")) => Setting::Complete { levels: 5 },
            Some(("depth", plies)) => {
                let plies = plies.parse().map_err(|_| CaseError::Setting)?;
                Setting::DepthLimited { plies }
            }
            _ => return Err(CaseError::Setting),
        };
        let table = match note("table:") {
            Some("cleared") => TableUse::Cleared,
            Some("kept") => TableUse::Kept,
            _ => return Err(CaseError::Table),
        };
        let drafts = match note("drafts:") {
            None | Some("equal") => DraftRule::Exact,
            Some("at-least") => DraftRule::AtLeast,
            Some(_) => return Err(CaseError::Drafts),
        };
        Ok(ScoredCase {
            game: file.game.clone(),
            scores: GraphScores::from_notes(&file.game, &file.notes)?,
            rule: file.rule,
            setting,
            table,
            drafts,
            played: file.history.clone(),
        })
    }
}
