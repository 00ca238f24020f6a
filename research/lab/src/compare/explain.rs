//! Where a wrong claim fails.
//!
//! The player who really succeeds follows a strategy that is known to be right; the other one
//! plays what the treatment believes in. At each position of the line the treatment is asked
//! again, with an empty table and the moves so far as history:
//!
//! ```text
//!   root      it says: disproven                           wrong
//!   a  b      the owner of the truth plays b               it says: disproven
//!   a  b  c   the other plays c, which is said to refute b it says: disproven
//!   ...
//!   contradiction: of the position here, alone, it says the right thing (what it said of the
//!   position before came from the table), or none of the moves here keeps what it claims
//! ```
//!
//! From there the line goes on to the end of the game, or to the repetition that decides.

use std::collections::HashMap;

use threefold_certificate::{Block, Event, Terms, Walk};
use threefold_game::{History, Outcome, Player};
use threefold_search::{Interrupt, Verdict};

use super::arbiter::{Arbiter, Truth};
use super::position::Position;
use super::trial::{Budget, ask};
use crate::Informed;
use crate::{Claim, Treatment};

/// The longest line, in plies.
const LONGEST: usize = 100;
/// Nodes that the treatment may spend on being asked again: this many, or
/// [`SHARE`] times what its wrong answer took.
const NODES: u64 = 100_000;
const SHARE: u64 = 4;

/// A line on which a wrong claim fails.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// What is claimed of the root, wrongly: that the attacker succeeds, or that he does not.
    pub claimed: bool,
    /// The player who has it his way in truth.
    pub owner: Player,
    /// The line.
    pub steps: Vec<Step>,
    /// The first step at which the treatment contradicts itself; `None` if it was not found (the
    /// treatment keeps to its claim, or asking again took too much).
    pub contradiction: Option<Contradiction>,
    /// How the line ends.
    pub end: End,
    /// A checked certificate of what is true, if one was found.
    pub proof: Option<Block>,
}

/// A move of the line.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The position before it, in the game's notation.
    pub position: String,
    /// Who moves.
    pub player: Player,
    /// The move, in the game's notation.
    pub text: String,
    /// The position after it.
    pub after: String,
    /// What the treatment says of the position after it, asked about that alone. `None` if it was
    /// not asked.
    pub says: Option<Verdict>,
}

/// How a treatment contradicts itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contradiction {
    /// It claims that no move succeeds. Of the position after the move of this step, alone, it
    /// does not claim that any more.
    Reply(usize),
    /// It claims that a move succeeds in the position before this step. Of none of the positions
    /// that the moves lead to, each alone, does it claim that.
    NoMove(usize),
}

/// How a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The game is over.
    Over(Outcome),
    /// The player to move has no legal move.
    Stuck(Outcome),
    /// The last position has occurred before, which decides.
    Repetition,
    /// The line is longer than what is shown.
    CutOff,
    /// The arbiter does not know what to play.
    NoStrategy,
}

/// The line on which the wrong `claim` of a treatment fails. `truth` is that of the root.
///
/// `None` if the claim is not wrong.
pub fn explain<G: Informed>(
    position: &Position<'_, G>,
    treatment: Treatment,
    claim: &Claim,
    truth: &Truth,
    budget: &Budget,
    arbiter: &Arbiter,
    interrupt: &Interrupt,
) -> Option<Explanation> {
    let claimed = claim.verdict.decided()?;
    let success = truth.answer.filter(|&answer| answer != claimed)?;
    let attacker = position.question.attacker;
    let mut line = Line {
        position,
        treatment,
        budget,
        arbiter,
        interrupt,
        claimed,
        owner: if success { attacker } else { attacker.opponent() },
        strategy: HashMap::new(),
        nodes_left: NODES.max(SHARE.saturating_mul(claim.cost.nodes)),
        history: position.history.clone(),
        steps: Vec::new(),
        contradiction: None,
    };
    let certified = arbiter.certify(position, position.history, interrupt);
    let proof = certified.ok().and_then(|(proven, block)| (proven == success).then_some(block));
    if let Some(block) = proof.as_ref().filter(|_| !position.question.rule.is_superko()) {
        line.strategy = strategy(position, success, block);
    }
    let end = line.follow();
    let Line { owner, steps, contradiction, .. } = line;
    Some(Explanation { claimed, owner, steps, contradiction, end, proof })
}

/// The claimant's move in each position of a certificate. Not under superko, where one position
/// can have several.
fn strategy<G: Informed>(
    position: &Position<'_, G>,
    success: bool,
    block: &Block,
) -> HashMap<G::Position, G::Move> {
    let game = position.game;
    let mut terms = Terms::of(position.question, success);
    terms.database = game.knowledge().declaration().is_some();
    let mut walk = Walk::new(game, position.history, terms).knowledge(game.knowledge());
    let mut moves = HashMap::new();
    for text in block.moves.iter() {
        if walk.step() != Event::NeedMove {
            break;
        }
        let here = walk.position().clone();
        let Ok(m) = game.parse_move(&here, text) else { break };
        if walk.play(m).is_err() {
            break;
        }
        moves.insert(here, m);
    }
    moves
}

struct Line<'a, G: Informed> {
    position: &'a Position<'a, G>,
    treatment: Treatment,
    budget: &'a Budget,
    arbiter: &'a Arbiter,
    interrupt: &'a Interrupt,
    claimed: bool,
    owner: Player,
    /// Empty if it is not known, and always under superko.
    strategy: HashMap<G::Position, G::Move>,
    nodes_left: u64,
    /// The history of the root and the line.
    history: History<G>,
    steps: Vec<Step>,
    contradiction: Option<Contradiction>,
}

impl<G: Informed> Line<'_, G> {
    fn follow(&mut self) -> End {
        let game = self.position.game;
        loop {
            let here = self.history.root().clone();
            if let Some(outcome) = game.terminal(&here) {
                return End::Over(outcome);
            }
            if self.repeats() {
                return End::Repetition;
            }
            let moves = self.legal_moves();
            if moves.is_empty() {
                return End::Stuck(game.stuck(&here));
            }
            if self.steps.len() == LONGEST || self.interrupt.is_raised() {
                return End::CutOff;
            }
            let played = if game.player_to_move(&here) == self.owner {
                self.reply(&here, &moves)
            } else {
                Some(self.believe(&moves))
            };
            let Some((m, says)) = played else { return End::NoStrategy };
            let text = game.move_text(&here, m);
            self.history.push(game, m);
            self.steps.push(Step {
                position: game.position_text(&here),
                player: game.player_to_move(&here),
                text,
                after: game.position_text(self.history.root()),
                says,
            });
        }
    }

    /// The owner's move, and what the treatment says of the position after it.
    fn reply(
        &mut self,
        here: &G::Position,
        moves: &[G::Move],
    ) -> Option<(G::Move, Option<Verdict>)> {
        let m = match self.strategy.get(here) {
            Some(&m) => m,
            None => moves.iter().copied().find(|&m| self.is_right(m))?,
        };
        let says = self.ask(m);
        if says.is_some_and(|verdict| verdict.decided() != Some(self.claimed)) {
            self.contradiction = Some(Contradiction::Reply(self.steps.len()));
        }
        Some((m, says))
    }

    /// A move of the other player: the first after which the treatment keeps to its claim.
    fn believe(&mut self, moves: &[G::Move]) -> (G::Move, Option<Verdict>) {
        if self.contradiction.is_some() {
            return (moves[0], None);
        }
        let mut first = None;
        for &m in moves {
            let Some(verdict) = self.ask(m) else { return (moves[0], first) };
            if verdict.decided() == Some(self.claimed) {
                return (m, Some(verdict));
            }
            first = first.or(Some(verdict));
        }
        self.contradiction = Some(Contradiction::NoMove(self.steps.len()));
        (moves[0], first)
    }

    /// Whether the owner has it his way after the move, says the arbiter.
    fn is_right(&self, m: G::Move) -> bool {
        let history = self.after(m);
        // A repetition is no history that the arbiter could be asked about.
        if !self.position.question.rule.is_superko() && self.has_occurred(history.root()) {
            let succeeds = self.position.question.repetition_succeeds();
            return succeeds == Some(!self.claimed);
        }
        let truth = self.arbiter.decide(self.position, &history, self.interrupt);
        truth.answer == Some(!self.claimed)
    }

    /// What the treatment says of the position after the move, with an empty table. `None` once
    /// it has contradicted itself, or has been asked enough.
    fn ask(&mut self, m: G::Move) -> Option<Verdict> {
        if self.contradiction.is_some() || self.nodes_left == 0 || self.interrupt.is_raised() {
            return None;
        }
        let mut budget = self.budget.clone();
        let is_last = budget.limits.nodes > self.nodes_left;
        budget.limits.nodes = budget.limits.nodes.min(self.nodes_left);
        let history = self.after(m);
        let claim = ask(self.position, &history, self.treatment, &budget, self.interrupt);
        self.nodes_left = self.nodes_left.saturating_sub(claim.cost.nodes.max(1));
        if is_last && claim.verdict.decided().is_none() {
            // Cut short by this budget, not by its own.
            self.nodes_left = 0;
            return None;
        }
        Some(claim.verdict)
    }

    fn after(&self, m: G::Move) -> History<G> {
        let mut history = self.history.clone();
        history.push(self.position.game, m);
        history
    }

    /// Whether the position is on the line, or has occurred often enough before it.
    fn has_occurred(&self, position: &G::Position) -> bool {
        let before = self.position.history.moves().len();
        let positions = self.history.positions();
        let in_history = positions[..before].iter().filter(|other| *other == position).count();
        positions[before..].contains(position)
            || in_history as u32 + 1 >= self.position.game.occurrences()
    }

    /// Whether the last position of the line repeats.
    fn repeats(&self) -> bool {
        !self.position.question.rule.is_superko()
            && !self.steps.is_empty()
            && self.has_occurred(self.history.root())
    }

    fn legal_moves(&self) -> Vec<G::Move> {
        let (game, rule) = (self.position.game, self.position.question.rule);
        let here = self.history.root();
        let mut moves = Vec::new();
        game.moves(here, &mut moves);
        moves.retain(|&m| !self.history.is_banned(game, m, rule));
        moves
    }
}
