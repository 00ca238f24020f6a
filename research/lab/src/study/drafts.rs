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
//! rest on it. `draw` is the only rule here: from one player's side it is `attacker-loses`. What
//! makes a repetition is a parameter: where the third occurrence of the *game* does, as in chess,
//! positions occur twice in some of the histories.
//!
//! With at least as many plies as positions a search without a table follows every line to its end
//! ([`Drafts::is_settled`]). Then *different* is an error with any draft rule.

use std::collections::HashSet;

use threefold_game::{Game, History, Outcome, Player, RepetitionRule};
use threefold_graph::{GraphGame, NodeId, OccurrenceRule, Status};
use threefold_search::Limits;

use super::case::{ScoredCase, Setting, TableUse};
use super::exact::{drawn, exact_value, value_beyond};
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
    /// From which occurrence on a position repeats.
    pub occurrences: OccurrenceRule,
    /// The treatments.
    pub treatments: Vec<Treatment>,
}

/// What became of a treatment in one way to search. Rates are counted by game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DraftTally {
    /// The treatment.
    pub treatment: Treatment,
    /// How it searched.
    pub way: Way,
    /// Games.
    pub games: u64,
    /// Decided scores that are not the value of the game, of the roots that were answered.
    pub wrong: Rate,
    /// The same of the roots in whose history a position occurs twice.
    pub wrong_twice: Rate,
    /// Results not seen, of those that the search without a table proves at this depth.
    pub missed: Rate,
    /// Other scores than the search without a table has, of the roots that were answered.
    pub different: Rate,
    /// Moves that give the win away, of the roots that the player to move wins, provably at this
    /// depth.
    pub thrown: Rate,
    /// Roots without an answer within the limit.
    pub unknown: u64,
    /// Positions visited.
    pub nodes: u64,
}

impl DraftTally {
    fn new(treatment: Treatment, way: Way) -> Self {
        let none = Rate::default();
        DraftTally {
            treatment,
            way,
            games: 0,
            wrong: none,
            wrong_twice: none,
            missed: none,
            different: none,
            thrown: none,
            unknown: 0,
            nodes: 0,
        }
    }

    /// Adds the figures of other games.
    pub fn add(&mut self, other: &DraftTally) {
        self.games += other.games;
        self.wrong.add(&other.wrong);
        self.wrong_twice.add(&other.wrong_twice);
        self.missed.add(&other.missed);
        self.different.add(&other.different);
        self.thrown.add(&other.thrown);
        self.unknown += other.unknown;
        self.nodes += other.nodes;
    }
}

/// What is true of a root.
#[derive(Clone, Copy)]
struct Truth {
    value: Outcome,
    /// A position occurs twice in the history.
    twice: bool,
}

/// What happened in one game: how often, of how many.
#[derive(Clone, Copy, Default)]
struct Counts {
    wrong: [u64; 2],
    wrong_twice: [u64; 2],
    missed: [u64; 2],
    different: [u64; 2],
    thrown: [u64; 2],
}

/// Counts a case.
fn count(counts: &mut [u64; 2], happened: bool) {
    counts[0] += 1;
    counts[1] += u64::from(happened);
}

impl Drafts {
    /// Whether every line of a search without a table comes to its end, so that its score is that
    /// of the game and another one is wrong, however deep entries are.
    pub fn is_settled(&self, treatment: Treatment) -> bool {
        let own = with_policy!(treatment, P => P::OWN_REPETITIONS);
        let times = if own { 2 } else { self.occurrences.tree - 1 };
        self.plies >= times * self.sizes.1
    }

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
        let kind = (RepetitionRule::Draw, self.occurrences);
        let case = ScoredCase::random_by(self.seed, index, size, kind, setting, TableUse::Cleared);
        // All searches have the same depth.
        ScoredCase { setting, ..case }
    }

    /// What the treatments make of game number `index`, in the order of
    /// [`tallies`](Drafts::tallies). The same arguments give the same figures for ever.
    pub fn run(&self, index: u64) -> Vec<DraftTally> {
        let case = self.case(index);
        let alternating = takes_turns(&case.game);
        let neutral = GraphScores::outcomes(&case.game);
        let roots = case.roots();
        let truth = |root| Truth { value: exact_value(&case.game, root), twice: has_twice(root) };
        let truths: Vec<Truth> = roots.iter().map(truth).collect();
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
                    with_policy!(tally.treatment, P => game.tally::<P>(&truths, &plain, tally));
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

    fn tally<P: Policy>(&self, truths: &[Truth], plain: &[Option<Score>], tally: &mut DraftTally) {
        // Treatments that count otherwise are compared with themselves.
        let own = P::OWN_REPETITIONS.then(|| self.scores_without_table::<P>());
        let scores = own.as_deref().unwrap_or(plain);
        let mut counts = Counts::default();
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
            match (scores[i], report.score, report.stopped_by) {
                (Some(score), Some(found), None) => {
                    self.judge(root, truths[i], (score, found), report.best, &mut counts);
                }
                _ => tally.unknown += 1,
            }
        }
        let game = |[of, happened]: [u64; 2]| Rate::game(of, happened);
        tally.wrong.add(&game(counts.wrong));
        tally.wrong_twice.add(&game(counts.wrong_twice));
        tally.missed.add(&game(counts.missed));
        tally.different.add(&game(counts.different));
        tally.thrown.add(&game(counts.thrown));
    }

    /// `score` is that of the search without a table.
    fn judge(
        &self,
        root: &History<GraphGame>,
        truth: Truth,
        (score, found): (Score, Score),
        best: Option<NodeId>,
        counts: &mut Counts,
    ) {
        let game = &self.case.game;
        let claimed = result(found);
        let is_false = claimed.is_some_and(|won| truth.value != Outcome::Win(won));
        count(&mut counts.wrong, is_false);
        if truth.twice {
            count(&mut counts.wrong_twice, is_false);
        }
        count(&mut counts.different, found != score);
        // A win that the search without a table sees and that is there.
        let provable = result(score).filter(|&winner| truth.value == Outcome::Win(winner));
        if provable.is_some() {
            count(&mut counts.missed, claimed.is_none());
        }
        if let Some(best) = best
            && provable == Some(game.player_to_move(root.root()))
        {
            let mut before = drawn(game, root);
            before.push(*root.root());
            count(&mut counts.thrown, value_beyond(game, &before, best) != truth.value);
        }
    }
}

/// Whether a position has been there before the one that is asked about is reached, twice.
fn has_twice(history: &History<GraphGame>) -> bool {
    let mut met = HashSet::new();
    !history.positions().iter().chain([history.root()]).all(|position| met.insert(position))
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
