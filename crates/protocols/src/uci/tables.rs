//! What Syzygy tables say: who does not mate, and which moves keep a result.
//!
//! Tables know no clock and no moves before a position. Both can only spoil a mate: who does not win
//! by the tables mates under no rules, while a win is no more than a reason to look for the mate.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use threefold_chess::cozy_chess::Move;
use threefold_chess::tables::{Tables, TablesError};
use threefold_chess::{Chess, ChessPosition};
use threefold_game::{Game, History, Knowledge, Occurrences, Outcome, RepetitionRule};

/// Open tables, which are the same as none that were opened another time.
#[derive(Clone, Debug)]
pub struct Syzygy(Arc<Tables>);

impl PartialEq for Syzygy {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Syzygy {}

impl Syzygy {
    /// Opens the files in directories, and says what was found.
    ///
    /// # Errors
    /// There are none, or what there is is none.
    pub fn open(directories: &str) -> Result<(Self, String), TablesError> {
        let directories = std::env::split_paths(directories);
        let directories = directories.filter(|path| !path.as_os_str().is_empty());
        let tables = Tables::syzygy(&directories.collect::<Vec<PathBuf>>(), None)?;
        let found = format!("found {} Syzygy tables, up to {} men", tables.files(), tables.men());
        Ok((Syzygy(Arc::new(tables)), found))
    }

    /// What was wrong when something was looked up. Nothing that they said is believed then.
    pub fn damage(&self) -> Option<&TablesError> {
        self.0.damage()
    }
}

/// What a search believes of tables, if there are any.
#[derive(Debug)]
pub struct Believed {
    tables: Option<Syzygy>,
    /// Whether a win that the fifty-move rule spoils is none.
    fifty_moves: bool,
    /// Positions of which something was known.
    hits: AtomicU64,
}

impl Believed {
    /// Nothing has been asked for yet.
    pub fn new(tables: Option<Syzygy>, fifty_moves: bool) -> Self {
        Believed { tables, fifty_moves, hits: AtomicU64::new(0) }
    }

    /// What is wrong with the tables.
    pub fn damage(&self) -> Option<&TablesError> {
        self.tables.as_ref().and_then(Syzygy::damage)
    }

    /// How many positions were known.
    pub fn hits(&self) -> u64 {
        self.hits.load(Ordering::Relaxed)
    }

    /// Who wins, clock and moves before aside; `None` where that is not known.
    pub fn outcome(&self, position: &ChessPosition) -> Option<Outcome> {
        let value = self.tables.as_ref()?.0.value(position)?;
        let value = if self.fifty_moves { value / 2 } else { value };
        let mover = Chess.player_to_move(position);
        Some(match value {
            0 => Outcome::Draw,
            value => Outcome::Win(if value > 0 { mover } else { mover.opponent() }),
        })
    }

    /// What a move is worth for who plays it, clock and repetition included: a draw is 0. Among
    /// wins those are worth more that set the clock back, or lead to what has not been there.
    pub fn worth(&self, history: &History<Chess>, clock: u32) -> impl Fn(Move) -> Option<Worth> {
        let root = history.root();
        let met = history.recurring().iter().chain([root]);
        let met = Occurrences::count(&Chess, RepetitionRule::Draw, met);
        move |m| {
            let (after, resets) = (root.after(m), Chess.resets_clock(root, m));
            let value = match self.outcome(&after)? {
                Outcome::Draw => 0,
                outcome if outcome.is_win_of(Chess.player_to_move(root)) => 1,
                Outcome::Win(_) => -1,
            };
            let is_late = self.fifty_moves && !resets && clock >= 99;
            let is_drawn = is_late || met.decides(&&after);
            let is_new = met.times(&&after) == 0;
            Some(if is_drawn { Worth::default() } else { (value, value > 0 && resets, is_new) })
        }
    }
}

/// A win is above 0, a loss below; then what else speaks for a move.
pub type Worth = (i8, bool, bool);

impl<G: Game<Position: AsRef<ChessPosition>>> Knowledge<G> for Believed {
    fn probe(&self, position: &G::Position) -> Option<Outcome> {
        let outcome = self.outcome(position.as_ref())?;
        self.hits.fetch_add(1, Ordering::Relaxed);
        Some(outcome)
    }

    fn is_empty(&self) -> bool {
        self.tables.is_none()
    }

    fn declaration(&self) -> Option<String> {
        let used = self.tables.as_ref().filter(|_| self.hits() > 0)?;
        Some(Tables::declaration(&used.0))
    }
}
