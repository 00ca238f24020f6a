//! What engines do, on random loopy games: entries that are *at least as deep*, and deepening.
//!
//! The other figures of the laboratory want entries of *equal* draft, because then a table cannot
//! know more than the search of the same depth without one, and every difference is an error of
//! history. With *at least as deep* a table may rightly see further than its search; what is wrong
//! then has to be said in another way, and three things are counted apart:
//!
//! - *false*: a decided score (a win or a loss) that is not the value of the game;
//! - *missed*: the search without a table to the same depth proves the win or loss, and this one
//!   does not see it;
//! - *different*: the score is not that of the search without a table to the same depth. An error
//!   of history where drafts have to be equal, and no error in itself otherwise.
//!
//! Moves are judged by the game as well: *thrown* are wins of the player to move that the search
//! without a table proves and that the chosen move gives away.
//!
//! Games in which the players take turns are counted apart from the others, because some treatments
//! rest on it. `draw` is the only rule here: from one player's side it is `attacker-loses`.

use threefold_game::{Game, History, Outcome, Player, RepetitionRule};
use threefold_graph::{GraphGame, NodeId, Status};
use threefold_search::Limits;

use super::case::{ScoredCase, Setting, TableUse};
use super::exact::{exact_value, value_beyond};
use super::random::random;
use super::rate::Rate;
use crate::alphabeta::policies::NoTable;
use crate::alphabeta::policy::Policy;
use crate::alphabeta::{
    AlphaBeta, DECIDED, Depth, DraftRule, GraphScores, Options, Score, Treatment, with_policy,
};

/// Positions that one search may visit; beyond it a root counts as unknown.
const NODES: u64 = 300_000;

/// One way to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Way {
    /// In all moves of the game the players take turns.
    pub alternating: bool,
    /// Positions at the horizon have random scores, not 0.
    pub evaluated: bool,
    /// Whether the table is kept from root to root.
    pub table: TableUse,
    /// One search after the other, deeper and deeper.
    pub deepened: bool,
    /// Which drafts are good enough.
    pub draft: DraftRule,
}

impl Way {
    /// All of them, in the order of the tables.
    pub fn all() -> Vec<Way> {
        let mut all = Vec::new();
        for alternating in [true, false] {
            for evaluated in [false, true] {
                for table in [TableUse::Cleared, TableUse::Kept] {
                    for draft in [DraftRule::AtLeast, DraftRule::Exact] {
                        for deepened in [false, true] {
                            all.push(Way { alternating, evaluated, table, deepened, draft });
                        }
                    }
                }
            }
        }
        all
    }
}

/// What is run.
#[derive(Clone, Debug)]
pub struct Drafts {
    /// Chooses the games.
    pub seed: u64,
    /// Fewest and most positions of a game.
    pub sizes: (u32, u32),
    /// The depth of the search, in plies.
    pub plies: u32,
    /// The treatments.
    pub treatments: Vec<Treatment>,
}

/// What became of a treatment in one way to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DraftTally {
    /// The treatment.
    pub treatment: Treatment,
    /// How it searched.
    pub way: Way,
    /// Games.
    pub games: u64,
    /// Roots in them that were answered.
    pub roots: u64,
    /// Decided scores that are not the value of the game.
    pub wrong: u64,
    /// Roots whose result the search without a table proves at this depth.
    pub provable: u64,
    /// Those of them that this search does not see.
    pub missed: u64,
    /// Roots with another score than the search without a table.
    pub different: u64,
    /// Roots that the player to move wins, provably at this depth.
    pub winning: u64,
    /// Those of them whose move gives the win away.
    pub thrown: u64,
    /// Roots without an answer within the limit.
    pub unknown: u64,
    /// Positions visited.
    pub nodes: u64,
}

impl DraftTally {
    fn new(treatment: Treatment, way: Way) -> Self {
        DraftTally {
            treatment,
            way,
            games: 0,
            roots: 0,
            wrong: 0,
            provable: 0,
            missed: 0,
            different: 0,
            winning: 0,
            thrown: 0,
            unknown: 0,
            nodes: 0,
        }
    }

    /// Adds the figures of other games.
    pub fn add(&mut self, other: &DraftTally) {
        self.games += other.games;
        self.roots += other.roots;
        self.wrong += other.wrong;
        self.provable += other.provable;
        self.missed += other.missed;
        self.different += other.different;
        self.winning += other.winning;
        self.thrown += other.thrown;
        self.unknown += other.unknown;
        self.nodes += other.nodes;
    }

    /// False results of all roots.
    pub fn wrong_rate(&self) -> Rate {
        Rate { of: self.roots, happened: self.wrong }
    }

    /// Missed results of those that can be proved.
    pub fn missed_rate(&self) -> Rate {
        Rate { of: self.provable, happened: self.missed }
    }

    /// Other scores of all roots.
    pub fn different_rate(&self) -> Rate {
        Rate { of: self.roots, happened: self.different }
    }

    /// Wins thrown away of those that can be proved.
    pub fn thrown_rate(&self) -> Rate {
        Rate { of: self.winning, happened: self.thrown }
    }
}

/// What is true of a root.
struct Truth {
    value: Outcome,
    /// What the search without a table says; its own for treatments that count otherwise.
    score: Score,
}

impl Drafts {
    /// Nothing counted yet.
    pub fn tallies(&self) -> Vec<DraftTally> {
        let ways = Way::all();
        let treatments = self.treatments.iter();
        treatments.flat_map(|&t| ways.iter().map(move |&way| DraftTally::new(t, way))).collect()
    }

    /// Game number `index`; every position of a short game played in it is a root.
    fn case(&self, index: u64) -> ScoredCase {
        let (least, most) = self.sizes;
        let size =
            least + random(self.seed ^ 0x5A, index).below(u64::from(most - least) + 1) as u32;
        let setting = Setting::DepthLimited { plies: self.plies };
        let rule = RepetitionRule::Draw;
        ScoredCase::random(self.seed, index, size, rule, setting, TableUse::Cleared)
    }

    /// What the treatments make of game number `index`, in the order of
    /// [`tallies`](Drafts::tallies). The same arguments give the same figures for ever.
    pub fn run(&self, index: u64) -> Vec<DraftTally> {
        let case = self.case(index);
        let alternating = takes_turns(&case.game);
        let neutral = GraphScores::outcomes(&case.game);
        let roots = case.roots();
        let values: Vec<Outcome> = roots.iter().map(|root| exact_value(&case.game, root)).collect();
        let mut tallies = self.tallies();
        for evaluated in [false, true] {
            let game = Searched {
                case: &case,
                scores: if evaluated { &case.scores } else { &neutral },
                roots: &roots,
                plies: self.plies,
            };
            let plain = game.scores_without_table::<NoTable>();
            for tally in tallies.iter_mut() {
                let way = tally.way;
                if way.alternating == alternating && way.evaluated == evaluated {
                    with_policy!(tally.treatment, P => game.tally::<P>(&values, &plain, tally));
                }
            }
        }
        tallies
    }
}

/// A game with an evaluation and its roots.
struct Searched<'a> {
    case: &'a ScoredCase,
    scores: &'a GraphScores,
    roots: &'a [History<GraphGame>],
    plies: u32,
}

impl Searched<'_> {
    /// The scores of one search each of a treatment without its table; `None` beyond the limit.
    fn scores_without_table<P: Policy>(&self) -> Vec<Option<Score>> {
        let options = self.case.options();
        let game = &self.case.game;
        let mut search = AlphaBeta::<_, _, P>::new(game, self.scores, self.case.rules(), &options);
        search.policy = search.policy.without_table();
        let limits = Limits::nodes(NODES);
        let depth = Depth::Fixed(self.plies);
        self.roots.iter().map(|root| search.search(root, depth, &limits).score).collect()
    }

    fn tally<P: Policy>(
        &self,
        values: &[Outcome],
        plain: &[Option<Score>],
        tally: &mut DraftTally,
    ) {
        let own = P::OWN_REPETITIONS.then(|| self.scores_without_table::<P>());
        let truths = own.as_deref().unwrap_or(plain);
        let way = tally.way;
        let options = Options { draft: way.draft, ..self.case.options() };
        let game = &self.case.game;
        let mut search = AlphaBeta::<_, _, P>::new(game, self.scores, self.case.rules(), &options);
        let depth = match way.deepened {
            true => Depth::Plies(self.plies),
            false => Depth::Fixed(self.plies),
        };
        tally.games += 1;
        for (i, root) in self.roots.iter().enumerate() {
            if way.table == TableUse::Cleared {
                search.clear();
            }
            let report = search.search(root, depth, &Limits::nodes(NODES));
            tally.nodes += report.cost.nodes;
            match (truths[i], report.score, report.stopped_by) {
                (Some(score), Some(found), None) => {
                    let truth = Truth { value: values[i], score };
                    self.judge(root, &truth, found, report.best, tally);
                }
                _ => tally.unknown += 1,
            }
        }
    }

    fn judge(
        &self,
        root: &History<GraphGame>,
        truth: &Truth,
        found: Score,
        best: Option<NodeId>,
        tally: &mut DraftTally,
    ) {
        let game = &self.case.game;
        let claimed = result(found);
        // A win that the search without a table sees and that is there.
        let provable = result(truth.score).filter(|&winner| truth.value == Outcome::Win(winner));
        tally.roots += 1;
        tally.wrong += u64::from(claimed.is_some_and(|won| truth.value != Outcome::Win(won)));
        tally.provable += u64::from(provable.is_some());
        tally.missed += u64::from(provable.is_some() && claimed.is_none());
        tally.different += u64::from(found != truth.score);
        if let Some(best) = best
            && provable == Some(game.player_to_move(root.root()))
        {
            let mut before = root.positions().to_vec();
            before.push(*root.root());
            tally.winning += 1;
            tally.thrown += u64::from(value_beyond(game, &before, best) != truth.value);
        }
    }
}

/// The player for whom a score is a win.
fn result(score: Score) -> Option<Player> {
    match score {
        s if s >= DECIDED => Some(Player::First),
        s if s <= -DECIDED => Some(Player::Second),
        _ => None,
    }
}

/// Whether every move gives the turn to the other player.
fn takes_turns(game: &GraphGame) -> bool {
    game.ids().all(|id| {
        game.node(id).edges().iter().all(|edge| match game.node(edge.to()).status() {
            Status::Over(_) => true,
            Status::Turn(player) => player != game.player_to_move(&id),
        })
    })
}
