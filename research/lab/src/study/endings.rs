//! Real games with known truth: every alpha-beta treatment on endings solved backwards.
//!
//! The game has been solved by retrograde analysis, so that for every position the value and the
//! length of the quickest win are known. Roots are drawn at random from the positions that are won
//! within the plies that are searched, and not at once, and from those that are drawn; each is
//! searched with an empty table and no history. What a search without a table would say is known
//! without running it: it sees a win *within* its depth, that is, one that is shorter (that there
//! is no move in a mate takes one ply more to see), and claims nothing that is none.
//!
//! - a wrong root, *false*: a decided score, and not the value of the game;
//! - a wrong root, *missed*: there is a win within the depth, and no win is claimed;
//! - a *wrong move*: from a win within the depth to a position that is no win, or from a draw to a
//!   loss within it;
//! - a false entry, *false*: the entry says that a player wins who does not;
//! - a false entry, *hidden*: it says of `d` plies that there is no win, and there is one within
//!   `d`.
//!
//! Entries are counted when they are stored ([`Watch`]), also those overwritten later. An
//! entry for one path is a claim about that path and is not counted; so `path-keyed` stores none.

use std::cell::Cell;

use threefold_game::{History, Outcome, Player, SplitMix};
use threefold_oracle::Retrograde;
use threefold_search::{Interrupt, Limits};

use super::random::random;
use super::rate::Rate;
use crate::Informed;
use crate::alphabeta::policy::Policy;
use crate::alphabeta::{
    AlphaBeta, DECIDED, Depth, DraftRule, Evaluate, Options, Rules, Score, Stored, Treatment,
    Watch, with_policy,
};

/// How an ending is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EndingWay {
    /// Which drafts are good enough.
    pub draft: DraftRule,
    /// One search after the other, deeper and deeper.
    pub deepened: bool,
}

impl EndingWay {
    /// All four.
    pub const ALL: [EndingWay; 4] = [
        EndingWay { draft: DraftRule::AtLeast, deepened: false },
        EndingWay { draft: DraftRule::AtLeast, deepened: true },
        EndingWay { draft: DraftRule::Exact, deepened: false },
        EndingWay { draft: DraftRule::Exact, deepened: true },
    ];
}

/// A solved game and how to search it.
pub struct EndingStudy<'a, G: Informed, E> {
    /// The rules.
    pub game: &'a G,
    /// What positions look like at the horizon.
    pub evaluate: &'a E,
    /// The truth.
    pub oracle: &'a Retrograde<G>,
    /// The depth of the search, in plies.
    pub plies: u32,
    /// Positions that one search may visit.
    pub nodes: u64,
    /// Bytes for the table.
    pub table_bytes: usize,
    /// From which occurrence on, counted from the root, a position repeats.
    pub tree: u32,
}

/// What became of a treatment in one way to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndingTally {
    /// The treatment.
    pub treatment: Treatment,
    /// How it searched.
    pub way: EndingWay,
    /// Roots that were answered.
    pub roots: u64,
    /// Of them, won within the plies that were searched.
    pub won: u64,
    /// Decided scores that are not the value.
    pub wrong: u64,
    /// Wins not seen.
    pub missed: u64,
    /// Roots with a move that can be judged.
    pub judged: u64,
    /// Moves that give a result away which the search should have seen.
    pub wrong_moves: u64,
    /// Entries stored.
    pub stored: u64,
    /// Entries that say that somebody wins who does not.
    pub stored_false: u64,
    /// Entries that hide a win within their draft.
    pub stored_hiding: u64,
    /// False entries of either kind, of all, root by root.
    pub entries: Rate,
    /// Searches that reached the limit of nodes.
    pub unknown: u64,
    /// Positions visited.
    pub nodes: u64,
    /// Time, in microseconds: the only figure that differs from run to run.
    pub microseconds: u64,
}

impl EndingTally {
    /// Nothing counted yet.
    pub fn new(treatment: Treatment, way: EndingWay) -> Self {
        EndingTally {
            treatment,
            way,
            roots: 0,
            won: 0,
            wrong: 0,
            missed: 0,
            judged: 0,
            wrong_moves: 0,
            stored: 0,
            stored_false: 0,
            stored_hiding: 0,
            entries: Rate::default(),
            unknown: 0,
            nodes: 0,
            microseconds: 0,
        }
    }

    /// Adds the figures of other roots.
    pub fn add(&mut self, other: &EndingTally) {
        self.roots += other.roots;
        self.won += other.won;
        self.wrong += other.wrong;
        self.missed += other.missed;
        self.judged += other.judged;
        self.wrong_moves += other.wrong_moves;
        self.stored += other.stored;
        self.stored_false += other.stored_false;
        self.stored_hiding += other.stored_hiding;
        self.entries.add(&other.entries);
        self.unknown += other.unknown;
        self.nodes += other.nodes;
        self.microseconds += other.microseconds;
    }

    /// False results of all roots.
    pub fn wrong_rate(&self) -> Rate {
        Rate::independent(self.roots, self.wrong)
    }

    /// Wins not seen, of those that are there to be seen.
    pub fn missed_rate(&self) -> Rate {
        Rate::independent(self.won, self.missed)
    }

    /// Wrong moves.
    pub fn move_rate(&self) -> Rate {
        Rate::independent(self.judged, self.wrong_moves)
    }
}

impl<G: Informed, E: Evaluate<G>> EndingStudy<'_, G, E> {
    /// `count` roots, half of them won within the plies of the search, and in more than half of
    /// them, the others drawn; fewer if there are not so many. The same seed gives the same roots.
    pub fn roots(&self, count: usize, seed: u64) -> Vec<G::Position> {
        let (mut won, mut drawn) = (Vec::new(), Vec::new());
        for (position, value, plies) in self.oracle.iter() {
            if self.game.terminal(position).is_some() {
                continue;
            }
            match (value, plies) {
                (Outcome::Draw, _) => drawn.push(position),
                (_, Some(plies)) if plies < self.plies && plies > self.plies / 2 => {
                    won.push(position);
                }
                _ => {}
            }
        }
        let mut random: SplitMix = random(seed, 0);
        let mut roots = Vec::new();
        for (mut positions, share) in [(won, count - count / 2), (drawn, count / 2)] {
            random.shuffle(&mut positions);
            roots.extend(positions.into_iter().take(share).cloned());
        }
        roots
    }

    /// What a treatment makes of a root.
    pub fn run(
        &self,
        treatment: Treatment,
        way: EndingWay,
        root: &G::Position,
        interrupt: &Interrupt,
    ) -> EndingTally {
        with_policy!(treatment, P => self.run_with::<P>(treatment, way, root, interrupt))
    }

    fn run_with<P: Policy>(
        &self,
        treatment: Treatment,
        way: EndingWay,
        root: &G::Position,
        interrupt: &Interrupt,
    ) -> EndingTally {
        let mut tally = EndingTally::new(treatment, way);
        let options = Options {
            table_bytes: self.table_bytes,
            draft: way.draft,
            interrupt: interrupt.clone(),
            ..Options::default()
        };
        let audit = Audit { oracle: self.oracle, stored: Cell::new([0; 3]) };
        let rules = Rules { tree: self.tree, ..Rules::draw() };
        let mut search = AlphaBeta::<_, _, P>::new(self.game, self.evaluate, rules, &options);
        search.watch = Some(&audit);
        let depth = match way.deepened {
            true => Depth::Plies(self.plies),
            false => Depth::Fixed(self.plies),
        };
        let history = History::new(root.clone());
        let report = search.search(&history, depth, &Limits::nodes(self.nodes));
        tally.nodes = report.cost.nodes;
        tally.microseconds = report.cost.time.as_micros() as u64;
        [tally.stored, tally.stored_false, tally.stored_hiding] = audit.stored.get();
        tally.entries = Rate::game(tally.stored, tally.stored_false + tally.stored_hiding);
        match (report.score, report.stopped_by) {
            (Some(score), None) => self.judge(root, score, report.best, &mut tally),
            _ => tally.unknown = 1,
        }
        tally
    }

    fn judge(
        &self,
        root: &G::Position,
        score: Score,
        best: Option<G::Move>,
        tally: &mut EndingTally,
    ) {
        let truth = Truth::of(self.oracle, root);
        let is_won = truth.winner.is_some() && truth.plies < self.plies;
        let claimed = [Player::First, Player::Second]
            .into_iter()
            .find(|&player| score * sign(player) >= DECIDED);
        tally.roots = 1;
        tally.won = u64::from(is_won);
        tally.wrong = u64::from(claimed.is_some() && claimed != truth.winner);
        tally.missed = u64::from(is_won && claimed.is_none());
        let Some(best) = best else { return };
        let mover = self.game.player_to_move(root);
        let mut after = root.clone();
        self.game.make(&mut after, best);
        let after = Truth::of(self.oracle, &after);
        let opponent = Some(mover.opponent());
        if is_won && truth.winner == Some(mover) {
            tally.judged = 1;
            tally.wrong_moves = u64::from(after.winner != truth.winner);
        } else if truth.winner.is_none() {
            tally.judged = 1;
            let seen = after.plies.saturating_add(1) < self.plies;
            tally.wrong_moves = u64::from(after.winner == opponent && seen);
        }
    }
}

/// The exact truth about a position.
#[derive(Clone, Copy)]
struct Truth {
    winner: Option<Player>,
    /// The length of the quickest win; without meaning in a draw.
    plies: u32,
}

impl Truth {
    fn of<G: Informed>(oracle: &Retrograde<G>, position: &G::Position) -> Self {
        let winner = match oracle.value(position) {
            Some(Outcome::Win(player)) => Some(player),
            _ => None,
        };
        Truth { winner, plies: oracle.plies(position).unwrap_or(u32::MAX) }
    }
}

/// How scores count for a player.
const fn sign(player: Player) -> Score {
    match player {
        Player::First => 1,
        Player::Second => -1,
    }
}

/// Compares what is stored with the truth.
struct Audit<'a, G: Informed> {
    oracle: &'a Retrograde<G>,
    /// All, those with a false result, those that hide one.
    stored: Cell<[u64; 3]>,
}

impl<G: Informed> Watch<G> for Audit<'_, G> {
    fn stored(&self, position: &G::Position, entry: Stored) {
        let truth = Truth::of(self.oracle, position);
        let [mut all, mut wrong, mut hiding] = self.stored.get();
        // Each player's own claims: what he has for certain, and what he cannot get.
        let (mut is_false, mut hides) = (false, false);
        for player in [Player::First, Player::Second] {
            let (sure, most) = match player {
                Player::First => (entry.at_least, entry.at_most),
                Player::Second => (entry.at_most.map(|s| -s), entry.at_least.map(|s| -s)),
            };
            let wins = truth.winner == Some(player);
            is_false |= sure.is_some_and(|score| score >= DECIDED) && !wins;
            let denied = most.is_some_and(|score| score < DECIDED);
            hides |= denied && wins && truth.plies < entry.draft;
        }
        all += 1;
        wrong += u64::from(is_false);
        hiding += u64::from(hides && !is_false);
        self.stored.set([all, wrong, hiding]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PawnGame;
    use crate::alphabeta::Neutral;
    use threefold_game::Game;

    /// A pawn each, blocked, and the kings beside them: one side wins a pawn and promotes, or not.
    #[test]
    fn entries_for_one_path_are_right_about_a_pawn_ending() {
        let root = PawnGame.parse_position("8/8/3k4/2p5/2P5/3K4/8/8 w - -").unwrap();
        let oracle = Retrograde::solve(&PawnGame, [root], 2_000_000).unwrap();
        let study = EndingStudy {
            game: &PawnGame,
            evaluate: &Neutral,
            oracle: &oracle,
            plies: 9,
            nodes: 1_000_000,
            table_bytes: 1 << 20,
            tree: 2,
        };
        let roots = study.roots(24, 1);
        let run = |treatment, way| {
            let mut all = EndingTally::new(treatment, way);
            for root in &roots {
                all.add(&study.run(treatment, way, root, &Interrupt::default()));
            }
            all
        };
        for way in EndingWay::ALL {
            let right = run(Treatment::PathKeyed, way);
            assert_eq!((right.wrong, right.wrong_moves), (0, 0), "{right:?}");
            assert!(right.won >= 8, "{right:?}");
            if way.draft == DraftRule::Exact {
                assert_eq!(right.missed, 0, "{right:?}");
            }
        }
        let plain = run(Treatment::Ignore, EndingWay::ALL[0]);
        assert!(plain.stored > 1000, "{plain:?}");
    }

    /// The pawn runs, and the king is too far away.
    #[test]
    fn an_entry_hides_a_win_only_if_its_draft_is_longer_and_is_false_if_the_other_player_wins() {
        let root = PawnGame.parse_position("8/8/8/7k/P7/8/8/K7 w - -").unwrap();
        let oracle = Retrograde::solve(&PawnGame, [root.clone()], 100_000).unwrap();
        let plies = oracle.plies(&root).expect("White wins");
        let judge = |at_least, at_most, draft| {
            let audit = Audit { oracle: &oracle, stored: Cell::new([0; 3]) };
            audit.stored(&root, Stored { at_least, at_most, draft });
            audit.stored.get()
        };
        assert_eq!(judge(None, Some(0), plies + 1), [1, 0, 1], "the win is hidden");
        assert_eq!(judge(None, Some(0), plies), [1, 0, 0], "it need not be seen yet");
        assert_eq!(judge(Some(0), None, plies + 1), [1, 0, 0], "a lower bound hides nothing");
        assert_eq!(judge(Some(DECIDED), None, 1), [1, 0, 0], "White does win");
        assert_eq!(judge(None, Some(-DECIDED), 1), [1, 1, 0], "Black does not");
    }
}
