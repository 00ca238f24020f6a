//! Minimax over all paths, with or without the plain table.

use hashbrown::{HashMap, HashSet};
use threefold_game::{Game, History, Occurrences, Outcome, Player, RepetitionRule};

/// Values are numbers of which one player wants the largest and the other the smallest.
pub(crate) type Value = i8;

/// What the results of a game are worth.
pub(crate) struct Worth<'a> {
    /// Who wants the largest value.
    pub(crate) maximizer: Player,
    /// The value of a finished game.
    pub(crate) of: &'a dyn Fn(Outcome) -> Value,
    /// The value of a repetition; `None` where the repeating move is illegal.
    pub(crate) of_repetition: Option<Value>,
    /// The smallest and the largest value: who has reached his looks no further.
    pub(crate) bounds: (Value, Value),
}

/// One depth-first search. The path is kept on a stack of its own, because paths of real games
/// are longer than the machine's stack allows.
pub(crate) struct DepthFirst<'a, G: Game> {
    game: &'a G,
    rule: RepetitionRule,
    worth: Worth<'a>,
    /// How many more positions may be expanded.
    nodes_left: u64,
    /// Under superko: what must not be recreated, with the number of times it is on the path.
    situations: HashMap<G::Situation, u32>,
    /// Otherwise: the positions of the path from the root on, and those of the history that have
    /// occurred so often that meeting them again is a repetition.
    met: HashSet<G::Position>,
    /// One value per position, whatever the path: wrong, see [`crate::plain_table`].
    table: Option<HashMap<G::Position, Value>>,
}

/// A position of the path that is being expanded.
struct Frame<G: Game> {
    /// The move that led here, with what takes it back; `None` at the root.
    entered_by: Option<(G::Move, G::Undo)>,
    moves: Vec<G::Move>,
    next: usize,
    maximizing: bool,
    /// The best value so far; `None` as long as no move was legal.
    best: Option<Value>,
}

enum Entered<G: Game> {
    Known(Value),
    Open(Frame<G>),
}

impl<'a, G: Game> DepthFirst<'a, G> {
    pub(crate) fn new(
        game: &'a G,
        rule: RepetitionRule,
        worth: Worth<'a>,
        node_limit: u64,
    ) -> Self {
        DepthFirst {
            game,
            rule,
            worth,
            nodes_left: node_limit,
            situations: HashMap::new(),
            met: HashSet::new(),
            table: None,
        }
    }

    pub(crate) fn with_plain_table(mut self) -> Self {
        self.table = Some(HashMap::new());
        self
    }

    /// The value of the root, or `None` if the limit was reached.
    pub(crate) fn run(mut self, history: &History<G>) -> Option<Value> {
        self.read_history(history);
        let game = self.game;
        let mut position = history.root().clone();
        let mut stack = match self.enter(&position)? {
            Entered::Known(value) => return Some(value),
            Entered::Open(frame) => vec![frame],
        };
        while let Some(frame) = stack.last_mut() {
            let cut = if frame.maximizing { self.worth.bounds.1 } else { self.worth.bounds.0 };
            let done = frame.best == Some(cut);
            if let Some(&m) = frame.moves.get(frame.next).filter(|_| !done) {
                frame.next += 1;
                let exempt = game.is_pass(&position, m);
                let undo = game.make(&mut position, m);
                if !exempt && self.is_banned(&position) {
                    game.undo(&mut position, m, undo);
                    continue;
                }
                match self.enter(&position)? {
                    Entered::Known(value) => {
                        frame.improve(value);
                        game.undo(&mut position, m, undo);
                    }
                    Entered::Open(mut child) => {
                        child.entered_by = Some((m, undo));
                        stack.push(child);
                    }
                }
            } else {
                let value = frame.best.unwrap_or_else(|| (self.worth.of)(game.stuck(&position)));
                self.leave(&position, value);
                let entered_by = stack.pop().and_then(|frame| frame.entered_by);
                match (entered_by, stack.last_mut()) {
                    (Some((m, undo)), Some(parent)) => {
                        game.undo(&mut position, m, undo);
                        parent.improve(value);
                    }
                    _ => return Some(value),
                }
            }
        }
        None
    }

    fn read_history(&mut self, history: &History<G>) {
        if self.worth.of_repetition.is_none() {
            for position in history.positions() {
                *self.situations.entry(self.situation(position)).or_insert(0) += 1;
            }
            return;
        }
        let before = Occurrences::count(self.game, self.rule, history.positions());
        self.met.extend(before.deciding().map(|&position| position.clone()));
    }

    /// The value of the position where it is known at once; otherwise puts it on the path.
    /// `None` if the limit was reached.
    fn enter(&mut self, position: &G::Position) -> Option<Entered<G>> {
        if let Some(outcome) = self.game.terminal(position) {
            return Some(Entered::Known((self.worth.of)(outcome)));
        }
        if let Some(value) = self.worth.of_repetition
            && self.met.contains(position)
        {
            return Some(Entered::Known(value));
        }
        if let Some(&value) = self.table.as_ref().and_then(|table| table.get(position)) {
            return Some(Entered::Known(value));
        }
        self.nodes_left = self.nodes_left.checked_sub(1)?;
        if self.worth.of_repetition.is_some() {
            self.met.insert(position.clone());
        } else {
            *self.situations.entry(self.situation(position)).or_insert(0) += 1;
        }
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let maximizing = self.game.player_to_move(position) == self.worth.maximizer;
        Some(Entered::Open(Frame { entered_by: None, moves, next: 0, maximizing, best: None }))
    }

    /// Takes the position off the path.
    fn leave(&mut self, position: &G::Position, value: Value) {
        if self.worth.of_repetition.is_some() {
            self.met.remove(position);
        } else {
            let situation = self.situation(position);
            if let Some(times) = self.situations.get_mut(&situation) {
                *times -= 1;
                if *times == 0 {
                    self.situations.remove(&situation);
                }
            }
        }
        if let Some(table) = &mut self.table {
            table.insert(position.clone(), value);
        }
    }

    fn is_banned(&self, position: &G::Position) -> bool {
        self.worth.of_repetition.is_none()
            && self.situations.contains_key(&self.situation(position))
    }

    fn situation(&self, position: &G::Position) -> G::Situation {
        self.game.situation(position, self.rule)
    }
}

impl<G: Game> Frame<G> {
    fn improve(&mut self, value: Value) {
        self.best = Some(match self.best {
            None => value,
            Some(best) if self.maximizing => best.max(value),
            Some(best) => best.min(value),
        });
    }
}
