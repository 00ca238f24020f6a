//! Games played move by move, with the reason for every move.
//!
//! A search that answers rightly may still not get on: a player for whom all wins are alike makes
//! winning moves for ever (Eppstein). What a table does to a game is seen here, one move after the
//! other: what the search says, and whether it comes from the end of the game, a repetition, the
//! horizon, or an entry; and who stored that on which path.

use threefold_game::{History, Outcome, Player, RepetitionRule};
use threefold_oracle::Retrograde;
use threefold_search::{Limits, Reason};

use crate::Informed;
use crate::alphabeta::policy::Policy;
use crate::alphabeta::{
    AlphaBeta, DECIDED, Depth, Evaluate, Kind, Met, Options, Path, Read, Report, Rules, Score,
    Stored, Traced, Treatment, WIN, keys_along, moves_along, with_policy,
};
use crate::study::TableUse;

/// What the search is told of the game so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// All of it.
    Game,
    /// The position alone.
    Position,
}

/// How the player who does not begin chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// By the same search, with the same table.
    Searches,
    /// The first legal move.
    FirstMove,
}

/// How a game is played.
#[derive(Clone, Debug)]
pub struct Conduct {
    /// How deep each move is searched.
    pub depth: Depth,
    /// What each search may take.
    pub limits: Limits,
    /// Whether the table is kept from move to move.
    pub table: TableUse,
    /// What the search is told of the game.
    pub told: Told,
    /// How the other player chooses.
    pub opponent: Opponent,
    /// Plies after which the game is broken off.
    pub plies: usize,
}

/// A game that was played.
#[derive(Debug)]
pub struct Played<M> {
    /// The moves.
    pub turns: Vec<Turn<M>>,
    /// How it ended.
    pub end: End,
    /// How often the position that came most often has come.
    pub most_often: usize,
}

/// A move.
#[derive(Debug)]
pub struct Turn<M> {
    /// Who moves.
    pub player: Player,
    /// The move.
    pub m: M,
    /// The search that chose it; `None` if none did.
    pub thought: Option<Thought<M>>,
    /// What is true of the position before the move.
    pub before: Option<Value>,
    /// What is true of the position after it.
    pub after: Option<Value>,
}

/// The value of a position without what was played before it, and the plies to the end if somebody
/// wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// Who wins.
    pub outcome: Outcome,
    /// In how many plies, if the winner hurries and the loser holds out.
    pub plies: Option<u32>,
}

/// What a search has found.
#[derive(Debug)]
pub struct Thought<M> {
    /// The number of the search, from 1.
    pub search: u32,
    /// The score for the player who moves.
    pub score: Score,
    /// Plies of the deepest iteration.
    pub depth: u32,
    /// The line that the score stands for.
    pub line: Vec<M>,
    /// Where the score comes from: what is at the end of that line.
    pub because: Because<M>,
    /// Positions visited.
    pub nodes: u64,
    /// The limit that ended the search before its depth.
    pub stopped_by: Option<Reason>,
}

/// What is at the end of a line.
#[derive(Debug, PartialEq, Eq)]
pub enum Because<M> {
    /// The end of the game.
    Over,
    /// A position that has occurred before.
    Repetition,
    /// The horizon, and what the position looks like there.
    Horizon,
    /// An entry of the table.
    Table(FromTable<M>),
    /// Nothing that was logged: the treatment answers in another way.
    Unseen,
}

/// What the table said.
#[derive(Debug, PartialEq, Eq)]
pub struct FromTable<M> {
    /// The score, for the player who moves in the root, counted from the root.
    pub score: Score,
    /// Whether it is the value, or a bound for the player who moves in the root.
    pub kind: Kind,
    /// Who stored it; `None` for an entry that holds on this path only.
    pub stored: Option<StoredBy<M>>,
}

/// Who stored an entry.
#[derive(Debug, PartialEq, Eq)]
pub struct StoredBy<M> {
    /// The number of the search.
    pub search: u32,
    /// How many plies of the game had been played then.
    pub played: usize,
    /// The line from the root of that search to the position.
    pub line: Vec<M>,
    /// What it says, for the first player.
    pub entry: Stored,
}

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By the rules.
    Over(Outcome),
    /// The player to move has no legal move.
    Stuck(Outcome),
    /// The position has occurred as often as the rule allows.
    Repetition,
    /// The position after this many plies has come again, and everything is as it was then: with an
    /// empty table and without what was played, the search plays the same moves again.
    ForEver(usize),
    /// As many plies as were wanted.
    BrokenOff,
    /// No move was found within the limits.
    NoMove(Option<Reason>),
}

impl Value {
    fn of<G: Informed>(oracle: Option<&Retrograde<G>>, position: &G::Position) -> Option<Self> {
        let oracle = oracle?;
        Some(Value { outcome: oracle.value(position)?, plies: oracle.plies(position) })
    }
}

impl<M> Turn<M> {
    /// Whether the move leads from a position that is won to one that is not.
    pub fn throws_win(&self) -> bool {
        let wins = |value: Option<Value>| value.map(|value| value.outcome.is_win_of(self.player));
        (wins(self.before), wins(self.after)) == (Some(true), Some(false))
    }

    /// Whether the score claims a win or a loss that is not there.
    pub fn claims_wrongly(&self) -> bool {
        let (Some(thought), Some(value)) = (&self.thought, self.before) else { return false };
        let winner = match thought.score {
            score if score >= DECIDED => self.player,
            score if score <= -DECIDED => self.player.opponent(),
            _ => return false,
        };
        !value.outcome.is_win_of(winner)
    }

    /// Whether the score says that the player wins sooner than he can.
    pub fn promises_too_much(&self) -> bool {
        let (Some(thought), Some(value)) = (&self.thought, self.before) else { return false };
        let plies = WIN - thought.score;
        // With plain scores a win has no distance.
        thought.score >= DECIDED && plies > 0 && value.plies.is_some_and(|n| (plies as u32) < n)
    }
}

/// Plays a game from the root of `history` on. `oracle` says what is true of positions, if
/// anything does.
///
/// `None` if the treatment means nothing under the rule.
pub fn play<G: Informed, E: Evaluate<G>>(
    treatment: Treatment,
    (game, evaluate, rules): (&G, &E, Rules),
    history: &History<G>,
    conduct: &Conduct,
    options: &Options,
    oracle: Option<&Retrograde<G>>,
) -> Option<Played<G::Move>> {
    with_policy!(treatment, P => {
        play_by::<G, E, P>((game, evaluate, rules), history, conduct, options, oracle)
    })
}

/// The same with a treatment that is known when the program is made.
pub fn play_by<G: Informed, E: Evaluate<G>, P: Policy>(
    (game, evaluate, rules): (&G, &E, Rules),
    history: &History<G>,
    conduct: &Conduct,
    options: &Options,
    oracle: Option<&Retrograde<G>>,
) -> Option<Played<G::Move>> {
    if !P::supports(rules.rule) {
        return None;
    }
    let search = AlphaBeta::<G, E, Traced<P>>::new(game, evaluate, rules, options);
    Some(Table { game, rules, conduct, oracle, search, roots: Vec::new() }.play(history))
}

/// The table at which the game is played.
struct Table<'a, G: Informed, E, P> {
    game: &'a G,
    rules: Rules,
    conduct: &'a Conduct,
    oracle: Option<&'a Retrograde<G>>,
    search: AlphaBeta<'a, G, E, Traced<P>>,
    /// What each search was told, and how many plies had been played.
    roots: Vec<(History<G>, usize)>,
}

impl<G: Informed, E: Evaluate<G>, P: Policy> Table<'_, G, E, P> {
    fn play(mut self, start: &History<G>) -> Played<G::Move> {
        let mut history = start.clone();
        let beginner = self.game.player_to_move(history.root());
        let mut turns: Vec<Turn<G::Move>> = Vec::new();
        let end = loop {
            if let Some(end) = self.end(&history, turns.len()) {
                break end;
            }
            let player = self.game.player_to_move(history.root());
            let searches = player == beginner || self.conduct.opponent == Opponent::Searches;
            let (m, thought) = if searches {
                let (report, thought) = self.think(&history, turns.len());
                let (Some(m), Some(thought)) = (report.best, thought) else {
                    break End::NoMove(report.stopped_by);
                };
                (m, Some(thought))
            } else {
                (self.moves(&history)[0], None)
            };
            let before = Value::of(self.oracle, history.root());
            history.push(self.game, m);
            let after = Value::of(self.oracle, history.root());
            turns.push(Turn { player, m, thought, before, after });
        };
        let times = |number: usize| self.times(&history, history.position(number));
        let most_often = (0..=history.moves().len()).map(times).max().unwrap_or(1);
        Played { turns, end, most_often }
    }

    fn moves(&self, history: &History<G>) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(history.root(), &mut moves);
        moves.retain(|&m| !history.is_banned(self.game, m, self.rules.rule));
        moves
    }

    /// How often a position has occurred in a game, root included.
    fn times(&self, history: &History<G>, position: &G::Position) -> usize {
        let key = |position| self.game.repetition_key(position, self.rules.rule);
        let all = history.positions().iter().chain([history.root()]);
        all.filter(|other| key(other) == key(position)).count()
    }

    fn end(&self, history: &History<G>, plies: usize) -> Option<End> {
        let here = history.root();
        if let Some(outcome) = self.game.terminal(here) {
            return Some(End::Over(outcome));
        }
        let times = self.times(history, here);
        let superko = self.rules.repetition().is_none();
        if !superko && self.conduct.told == Told::Game && times >= self.game.occurrences() as usize
        {
            return Some(End::Repetition);
        }
        if self.moves(history).is_empty() {
            return Some(End::Stuck(self.game.stuck(here)));
        }
        let forgets =
            self.conduct.told == Told::Position && self.conduct.table == TableUse::Cleared;
        if forgets && times > 1 && !superko {
            let first = history.positions().iter().position(|position| position == here)?;
            let before = history.moves().len() - plies;
            // What was played before the root was not played by this search.
            if first >= before {
                return Some(End::ForEver(first - before));
            }
        }
        (plies >= self.conduct.plies).then_some(End::BrokenOff)
    }

    fn think(
        &mut self,
        history: &History<G>,
        played: usize,
    ) -> (Report<G::Move>, Option<Thought<G::Move>>) {
        if self.conduct.table == TableUse::Cleared {
            self.search.clear();
        }
        let told = match self.conduct.told {
            Told::Game => history.clone(),
            Told::Position => History::new(history.root().clone()),
        };
        let report = self.search.search(&told, self.conduct.depth, &self.conduct.limits);
        self.roots.push((told, played));
        let thought = report.score.map(|score| Thought {
            search: self.search.policy.searches(),
            score: self.for_mover(history, score),
            depth: report.depth,
            because: self.because(&report),
            line: report.line.clone(),
            nodes: report.cost.nodes,
            stopped_by: report.stopped_by,
        });
        (report, thought)
    }

    fn for_mover(&self, history: &History<G>, score: Score) -> Score {
        let mover = self.game.player_to_move(history.root());
        if mover == self.rules.player { score } else { -score }
    }

    /// What is at the end of the line of the search that was just made.
    fn because(&self, report: &Report<G::Move>) -> Because<G::Move> {
        let (root, _) = self.roots.last().expect("a search has a root");
        let rule = self.rules.rule;
        let keys = keys_along(self.game, root, rule, &report.line);
        let mut end = root.root().clone();
        let mut path = Path::new(self.game, root, rule, self.rules.tree);
        path.push((keys[0], 0), false, 0);
        let mut met: Option<Met> = None;
        for (&m, &key) in report.line.iter().zip(&keys[1..]) {
            let irreversible = self.game.is_irreversible(&end, m);
            self.game.make(&mut end, m);
            met = path.met(key, irreversible);
            path.push((key, 0), irreversible, 0);
        }
        let mut moves = Vec::new();
        if self.game.terminal(&end).is_none() {
            self.game.moves(&end, &mut moves);
        }
        if moves.is_empty() {
            return Because::Over;
        }
        let repeats = met.is_some_and(|met| met.repeats);
        if repeats && report.score == self.rules.repetition() {
            return Because::Repetition;
        }
        if let Some(read) = self.search.policy.read(&keys) {
            return Because::Table(self.said(root, read));
        }
        if report.line.len() as u32 >= report.depth {
            return Because::Horizon;
        }
        Because::Unseen
    }

    fn said(&self, root: &History<G>, read: &Read) -> FromTable<G::Move> {
        let rule: RepetitionRule = self.rules.rule;
        let stored = read.entry.as_ref().and_then(|entry| {
            let (root, played) = self.roots.get(entry.search as usize - 1)?;
            Some(StoredBy {
                search: entry.search,
                played: *played,
                line: moves_along(self.game, root, rule, &entry.path),
                entry: entry.stored,
            })
        });
        let high = self.game.player_to_move(root.root()) == self.rules.player;
        let kind = match read.kind {
            Kind::Lower if !high => Kind::Upper,
            Kind::Upper if !high => Kind::Lower,
            kind => kind,
        };
        FromTable { score: if high { read.score } else { -read.score }, kind, stored }
    }
}
