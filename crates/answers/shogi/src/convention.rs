//! Lengths as players count them: futile interpositions do not count.
//!
//! The rules, which are those that solvers have in common:
//!
//! - A drop is *futile* if it stands between the king and the one piece that gives check from a
//!   distance, it can be taken at once by a piece that gives check from there, and what was taken,
//!   put back into the defender's hand, is not missed: from there the attacker mates within as many
//!   plies as the defender could have held out without the drop, by any move that is no such drop,
//!   or by a drop nearer to the king that is not futile itself. (Only those are left to him if the
//!   checking piece takes.)
//! - Where the defender has nothing but futile drops it is mate. Otherwise the length is that of
//!   his longest defence without them, and the attacker's shortest mate.
//!
//! What mates by convention mates literally, for the attacker can take whatever is dropped and has
//! it in addition (`Tsume`: more in hand is never worse); and a length by convention is never more
//! than the literal one. So positions that mate literally within the plies that are left need no
//! further search, and neither do those without any mate.

use std::collections::HashMap;

use threefold_game::{Game, History, Player, Question, RepetitionRule};
use threefold_search::distance::{DistanceOptions, DistanceSolver};
use threefold_search::{Limits, Reason, Solver, Verdict};
use threefold_shogi::{Color, Interposition, Move, Position, Tsume, interpositions};

use super::strategy::after;
use threefold_answer::effort::Effort;

/// The longest mate by convention that is looked for: the search goes as deep.
pub const LONGEST: u32 = 200;
/// Nodes for the question whether there is any mate at all, with so many plies left: the answer
/// only saves work, and is not worth more than that.
const fn nodes_of_any(plies: u32) -> u64 {
    match plies {
        0..=2 => 0,
        3 | 4 => 100,
        5 | 6 => 1_000,
        _ => 5_000,
    }
}

/// What is asked about a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Sense {
    /// Within so many plies.
    Plain,
    /// Within so many plies, and whatever the defender does something is left in the attacker's
    /// hand.
    Rest,
    /// Within so many plies, or within two more with something left in hand.
    Lenient,
    /// The same, and something is left in any case.
    LenientRest,
}

impl Sense {
    const fn is_lenient(self) -> bool {
        matches!(self, Sense::Lenient | Sense::LenientRest)
    }

    const fn wants_rest(self) -> bool {
        matches!(self, Sense::Rest | Sense::LenientRest)
    }
}

/// Answers such questions about positions of one problem.
pub(super) struct Convention<'g> {
    game: &'g Tsume,
    literal: DistanceSolver<'g, Tsume>,
    any: Solver<'g, Tsume>,
    limits: Limits,
    stop_at: u64,
    /// Positions of which something is kept, at most.
    most_known: usize,
    /// No mate within the first number, and one within the second.
    known: HashMap<(Position, Sense), (Option<u32>, Option<u32>)>,
    /// `None`: no mate at all; else with how many nodes that was not found out.
    hopeless: HashMap<Position, Option<u64>>,
    /// Nodes of all searches so far.
    pub nodes: u64,
}

impl<'g> Convention<'g> {
    /// With what an effort leaves. Its limits are those of all questions together.
    pub fn new(game: &'g Tsume, effort: &Effort) -> Self {
        // The searches have a third each, and so has what is known of positions.
        let third = effort.options.part(3);
        let options = DistanceOptions {
            table_bytes: third.table_bytes,
            memory_bytes: third.budget(),
            ..DistanceOptions::default()
        };
        let mut literal = DistanceSolver::new(game, Player::First, options);
        literal.interrupt_by(effort.interrupt.clone());
        let question = Question { attacker: Player::First, rule: RepetitionRule::AttackerLoses };
        let most_known = third.budget() / (4 * size_of::<Position>());
        let mut any = Solver::new(game, question, third);
        any.interrupt_by(effort.interrupt.clone());
        let limits = effort.limits.clone().together();
        let stop_at = limits.nodes;
        let (known, hopeless) = (HashMap::new(), HashMap::new());
        Convention { game, literal, any, limits, stop_at, most_known, known, hopeless, nodes: 0 }
    }

    /// The limit of nodes counts for what is asked from here on.
    pub fn begin(&mut self) {
        self.stop_at = self.nodes.saturating_add(self.limits.nodes);
    }

    fn left(&self) -> Result<Limits, Reason> {
        if self.limits.is_late() {
            return Err(Reason::Time);
        }
        if self.known.len() + self.hopeless.len() > self.most_known {
            return Err(Reason::Memory);
        }
        match self.stop_at.saturating_sub(self.nodes) {
            0 => Err(Reason::Nodes),
            nodes => Ok(Limits { nodes, ..self.limits.clone() }),
        }
    }

    /// Whether the attacker, who is to move, mates within so many plies when every move counts.
    fn literally(&mut self, position: &Position, plies: u32) -> Result<bool, Reason> {
        let limits = self.left()?;
        let answer = self.literal.limit(limits).within(&History::new(position.clone()), plies);
        self.nodes += answer.stats.nodes.max(1);
        match answer.verdict {
            Verdict::Unknown(reason) => Err(reason),
            verdict => Ok(verdict == Verdict::Proven),
        }
    }

    /// Whether it is found out soon that the attacker, who is to move, has no mate at all.
    fn is_hopeless(&mut self, position: &Position, plies: u32) -> Result<bool, Reason> {
        let worth = nodes_of_any(plies);
        match self.hopeless.get(position) {
            Some(&None) => return Ok(true),
            Some(&Some(tried)) if tried >= worth => return Ok(false),
            _ if worth == 0 => return Ok(false),
            _ => {}
        }
        let limits = self.left()?;
        let limits = Limits { nodes: limits.nodes.min(worth), ..limits };
        let answer = self.any.limit(limits).solve(&History::new(position.clone()));
        self.nodes += answer.stats.nodes.max(1);
        let is_hopeless = answer.verdict == Verdict::Disproven;
        if answer.verdict == Verdict::Unknown(Reason::Interrupted) {
            return Err(Reason::Interrupted);
        }
        self.hopeless.insert(position.clone(), (!is_hopeless).then_some(worth));
        Ok(is_hopeless)
    }

    /// Whether the attacker, who is to move, has no mate at all.
    pub fn never_mates(&mut self, position: &Position) -> Result<bool, Reason> {
        let limits = self.left()?;
        let answer = self.any.limit(limits).solve(&History::new(position.clone()));
        self.nodes += answer.stats.nodes.max(1);
        match answer.verdict {
            Verdict::Unknown(reason) => Err(reason),
            verdict => Ok(verdict == Verdict::Disproven),
        }
    }

    /// The fewest plies within which the attacker, who is to move, mates; `None` if he does not
    /// within `most`.
    pub fn shortest(
        &mut self,
        sense: Sense,
        position: &Position,
        most: u32,
    ) -> Result<Option<u32>, Reason> {
        for plies in (1..=most.min(LONGEST)).step_by(2) {
            if self.mates(sense, position, plies)? {
                return Ok(Some(plies));
            }
        }
        Ok(None)
    }

    /// Whether the attacker, who is to move, mates within so many plies.
    pub fn mates(&mut self, sense: Sense, position: &Position, plies: u32) -> Result<bool, Reason> {
        if plies == 0 {
            return Ok(false);
        }
        let key = (position.clone(), sense);
        if let Some(decided) = self.decided(&key, plies) {
            return Ok(decided);
        }
        let mates = self.looks_for_mate(sense, position, plies)?;
        Ok(self.learn(key, plies, mates))
    }

    fn looks_for_mate(
        &mut self,
        sense: Sense,
        position: &Position,
        plies: u32,
    ) -> Result<bool, Reason> {
        match sense {
            Sense::Rest if !self.mates(Sense::Plain, position, plies)? => return Ok(false),
            Sense::Plain if self.literally(position, plies)? => return Ok(true),
            Sense::Lenient if self.mates(Sense::Plain, position, plies)? => return Ok(true),
            Sense::LenientRest if !self.mates(Sense::Lenient, position, plies)? => {
                return Ok(false);
            }
            _ => {}
        }
        if self.is_hopeless(position, plies)? {
            return Ok(false);
        }
        let mut checks = Vec::new();
        self.game.moves(position, &mut checks);
        for check in checks {
            if self.is_mated(sense, &after(position, check), plies - 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the defender, who is to move and in check, is mated within so many plies.
    pub fn is_mated(
        &mut self,
        sense: Sense,
        position: &Position,
        plies: u32,
    ) -> Result<bool, Reason> {
        let key = (position.clone(), sense);
        if let Some(decided) = self.decided(&key, plies) {
            return Ok(decided);
        }
        let mated = self.looks_for_defence(sense, position, plies)?;
        Ok(self.learn(key, plies, mated))
    }

    fn looks_for_defence(
        &mut self,
        sense: Sense,
        position: &Position,
        plies: u32,
    ) -> Result<bool, Reason> {
        let Replies { others, drops } = Replies::of(position);
        for &reply in &others {
            if !self.is_answered(sense, &after(position, reply), plies)? {
                return Ok(false);
            }
        }
        let mut real = !others.is_empty();
        for number in 0..drops.len() {
            if self.is_answered(sense, &after(position, drops[number].drop), plies)? {
                // Whether it counts matters only where it may be the one defence.
                real = real
                    || sense.wants_rest()
                        && !self.is_futile(position, &others, &drops, number, plies + 2)?;
            } else if !self.is_futile(position, &others, &drops, number, plies + 2)? {
                return Ok(false);
            }
        }
        // Here it is mate, but for futile drops.
        let hand = position.hand(self.game.attacker());
        Ok(!sense.wants_rest() || real || !hand.is_empty())
    }

    /// Whether a reply of the defender, with which so many plies were left, is answered in time.
    fn is_answered(&mut self, sense: Sense, behind: &Position, plies: u32) -> Result<bool, Reason> {
        Ok(plies > 0 && self.mates(sense, behind, plies - 1)?
            || sense.is_lenient() && self.mates(Sense::Rest, behind, plies + 1)?)
    }

    /// Whether a drop changes nothing, if the defender is mated within `most` without it.
    fn is_futile(
        &mut self,
        position: &Position,
        others: &[Move],
        drops: &[Interposition],
        number: usize,
        most: u32,
    ) -> Result<bool, Reason> {
        let one = &drops[number];
        for plies in (0..=most).step_by(2) {
            for (_, taken) in &one.taken_for_nothing {
                if self.is_mated(Sense::Plain, taken, plies)? {
                    return self.holds_out(position, others, drops, one.distance, plies);
                }
            }
        }
        Ok(false)
    }

    /// Who gives the checks.
    pub fn attacker(&self) -> Color {
        self.game.attacker()
    }

    /// Whether the defender can hold out for so many plies without futile drops, and without drops
    /// that may be futile this far from the king.
    pub fn lasts(&mut self, position: &Position, distance: u8, plies: u32) -> Result<bool, Reason> {
        let Replies { others, drops } = Replies::of(position);
        self.holds_out(position, &others, &drops, distance, plies)
    }

    /// Whether the defender can hold out for so many plies without drops this far from the king.
    fn holds_out(
        &mut self,
        position: &Position,
        others: &[Move],
        drops: &[Interposition],
        distance: u8,
        plies: u32,
    ) -> Result<bool, Reason> {
        if plies == 0 {
            return Ok(true);
        }
        for &reply in others {
            if !self.mates(Sense::Plain, &after(position, reply), plies - 2)? {
                return Ok(true);
            }
        }
        for (number, drop) in drops.iter().enumerate() {
            if drop.distance < distance
                && !self.mates(Sense::Plain, &after(position, drop.drop), plies - 2)?
                && !self.is_futile(position, others, drops, number, plies)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The futile drops of a position in which the defender is mated within `most`, as the `ply`th
    /// move of a line.
    pub fn futile(
        &mut self,
        position: &Position,
        ply: usize,
        most: u32,
    ) -> Result<Vec<Futile>, Reason> {
        let Replies { others, drops } = Replies::of(position);
        let mut all = Vec::new();
        for (number, one) in drops.iter().enumerate() {
            if !self.is_futile(position, &others, &drops, number, most)? {
                continue;
            }
            'shown: for plies in (0..=most).step_by(2) {
                for (taking, taken) in &one.taken_for_nothing {
                    if self.is_mated(Sense::Plain, taken, plies)? {
                        all.push(Futile {
                            ply,
                            drop: one.drop.to_string(),
                            taken_by: taking.to_string(),
                            position: taken.to_string(),
                            plies,
                        });
                        break 'shown;
                    }
                }
            }
        }
        Ok(all)
    }

    /// The defender's replies that count, each with the plies that it takes from there on, the
    /// reply included, if it is answered within `most`; the futile ones apart.
    pub fn defences(&mut self, position: &Position, most: u32) -> Result<Defences, Reason> {
        let Replies { others, drops } = Replies::of(position);
        let mut all = Defences::default();
        for &reply in &others {
            let plies = self.shortest(Sense::Plain, &after(position, reply), most)?;
            all.real.push((reply, plies.map(|plies| plies + 1)));
        }
        for number in 0..drops.len() {
            let reply = drops[number].drop;
            if self.is_futile(position, &others, &drops, number, most + 1)? {
                all.futile.push(reply);
            } else {
                let plies = self.shortest(Sense::Plain, &after(position, reply), most)?;
                all.real.push((reply, plies.map(|plies| plies + 1)));
            }
        }
        Ok(all)
    }

    /// The fewest plies within which the attacker mates, whoever is to move.
    pub fn length(&mut self, position: &Position, most: u32) -> Result<Option<u32>, Reason> {
        if self.game.player_to_move(position) == Player::First {
            return self.shortest(Sense::Plain, position, most);
        }
        for plies in (0..=most.min(LONGEST)).step_by(2) {
            if self.is_mated(Sense::Plain, position, plies)? {
                return Ok(Some(plies));
            }
        }
        Ok(None)
    }

    /// A line of best play on both sides: the attacker mates within `plies`, the defender holds out
    /// as long as he can, and of equally long ways plays one that leaves nothing in hand if there
    /// is one. It ends where it is mate but for futile drops.
    pub fn line(&mut self, start: &Position, plies: u32) -> Result<Vec<Move>, Reason> {
        let (mut position, mut left, mut line) = (start.clone(), plies, Vec::new());
        loop {
            let next = match self.game.player_to_move(&position) {
                Player::First => self.best_check(&position, left)?,
                Player::Second => {
                    let defences = self.defences(&position, left)?;
                    let longest = defences.real.iter().filter_map(|&(_, plies)| plies).max();
                    let mut best = None;
                    for &(reply, plies) in &defences.real {
                        if plies == longest {
                            let behind = after(&position, reply);
                            let rest = longest.unwrap_or(1) - 1;
                            if !self.mates(Sense::Rest, &behind, rest)? {
                                best = Some(reply);
                                break;
                            }
                            best = best.or(Some(reply));
                        }
                    }
                    left = longest.unwrap_or(0);
                    best
                }
            };
            let Some(m) = next else { return Ok(line) };
            position.make(m);
            line.push(m);
            left = left.saturating_sub(1);
        }
    }

    fn best_check(&mut self, position: &Position, left: u32) -> Result<Option<Move>, Reason> {
        let mut checks = Vec::new();
        self.game.moves(position, &mut checks);
        self.game.sort_by_notation(position, &mut checks);
        let mut best: Option<Move> = None;
        for check in checks {
            // Of one move with and without promotion people play the first, which comes second.
            let is_another = |best: Move| (best.from(), best.to()) != (check.from(), check.to());
            let behind = after(position, check);
            if !best.is_some_and(is_another)
                && left > 0
                && self.is_mated(Sense::Plain, &behind, left - 1)?
            {
                best = Some(check);
            }
        }
        Ok(best)
    }

    fn decided(&self, key: &(Position, Sense), plies: u32) -> Option<bool> {
        let &(none, some) = self.known.get(key)?;
        if some.is_some_and(|some| some <= plies) {
            return Some(true);
        }
        none.is_some_and(|none| plies <= none).then_some(false)
    }

    fn learn(&mut self, key: (Position, Sense), plies: u32, mates: bool) -> bool {
        let (none, some) = self.known.entry(key).or_default();
        match mates {
            true => *some = Some(some.map_or(plies, |some| some.min(plies))),
            false => *none = Some(none.map_or(plies, |none| none.max(plies))),
        }
        mates
    }
}

/// A drop that changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Futile {
    /// The number of the move in the line in whose place it could be played.
    pub ply: usize,
    /// The drop.
    pub drop: String,
    /// The move that takes it.
    pub taken_by: String,
    /// What there is then, with the piece put back: the attacker mates from here within `plies`.
    pub position: String,
    /// As many as the defender has without the drop, at most.
    pub plies: u32,
}

/// What the defender can do.
#[derive(Clone, Debug, Default)]
pub(super) struct Defences {
    /// What counts, and how many plies it lasts, itself included; `None` for more than was asked.
    pub real: Vec<(Move, Option<u32>)>,
    /// Drops that change nothing.
    pub futile: Vec<Move>,
}

/// The replies to a check: drops that can be taken with check, and all others.
struct Replies {
    others: Vec<Move>,
    drops: Vec<Interposition>,
}

impl Replies {
    fn of(position: &Position) -> Self {
        let drops = interpositions(position);
        let mut others = Vec::new();
        position.legal_moves(&mut others);
        others.retain(|&reply| drops.iter().all(|one| one.drop != reply));
        Replies { others, drops }
    }
}
