//! Games whose positions fit into a list: solved backwards from their ends.
//!
//! Under the rules by which a repetition is a result, what a position is worth does not depend on
//! what came before it. Who has to *win* wins in the least fixpoint: where the game ends so, where
//! he moves to such a position, where every move of his opponent leads to one. The longest way of
//! each such position to the end is a number that falls along his strategy, so nothing goes round,
//! and the certificate is his. All other positions are *held*: his opponent has a move from each to
//! another of them, or every move leads to one, and going round is as good as an end.
//!
//! A [`Listed`] game is a [`Library`] to the session: it answers before anything is searched, and
//! what it answers is a certificate, which is checked like any other.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::OnceLock;

use threefold_certificate::{
    Block, CheckLimits, Claim, Event, Goal, Header, MoveLines, Omitted, Terms, Walk,
};
use threefold_game::{Game, History, Outcome, Player, RepetitionRule};

use crate::error::Error;
use crate::library::{About, Kept, Library};

/// A position that is not won.
const NEVER: u32 = u32::MAX;

/// All positions that can be reached from one.
pub struct Listed<'g, G: Game> {
    game: &'g G,
    rule: RepetitionRule,
    positions: Vec<G::Position>,
    places: HashMap<G::Position, u32>,
    /// Who is to move, or how the game has ended.
    states: Vec<Result<Player, Outcome>>,
    /// Where the moves of each position lead, in the game's order, one after the other.
    targets: Vec<u32>,
    /// Where those of each begin, and one more.
    begins: Vec<usize>,
    /// When each is won by the first, and by the second player.
    wins: [OnceLock<Vec<u32>>; 2],
}

impl<'g, G: Game> Listed<'g, G> {
    /// Lists what can be reached from a position, unless that is more than `most` positions, or
    /// it is to stop, or the rule is superko.
    pub fn new(
        game: &'g G,
        root: &G::Position,
        rule: RepetitionRule,
        most: usize,
        mut stop: impl FnMut() -> bool,
    ) -> Option<Self> {
        if rule.is_superko() {
            return None;
        }
        let mut listed = Listed {
            game,
            rule,
            positions: vec![root.clone()],
            places: HashMap::from([(root.clone(), 0)]),
            states: Vec::new(),
            targets: Vec::new(),
            begins: vec![0],
            wins: [OnceLock::new(), OnceLock::new()],
        };
        let mut moves = Vec::new();
        while let Some(position) = listed.positions.get(listed.states.len()) {
            if listed.positions.len() > most || stop() {
                return None;
            }
            let mut position = position.clone();
            moves.clear();
            let mut end = game.terminal(&position);
            if end.is_none() {
                game.moves(&position, &mut moves);
                if moves.is_empty() {
                    end = Some(game.stuck(&position));
                }
            }
            listed.states.push(end.map_or_else(|| Ok(game.player_to_move(&position)), Err));
            for &m in &moves {
                let undo = game.make(&mut position, m);
                let next = u32::try_from(listed.positions.len()).ok()?;
                let place = place_of(&mut listed.places, &position, next);
                if place == next {
                    listed.positions.push(position.clone());
                }
                listed.targets.push(place);
                game.undo(&mut position, m, undo);
            }
            listed.begins.push(listed.targets.len());
        }
        // What was asked last may have been answered by nobody.
        (!stop()).then_some(listed)
    }

    /// The positions, the nearest first.
    pub fn positions(&self) -> &[G::Position] {
        &self.positions
    }

    /// Whether a player can force a win from a position, if it is one of them.
    pub fn wins(&self, position: &G::Position, player: Player) -> Option<bool> {
        let place = *self.places.get(position)?;
        Some(self.won(player)[place as usize] != NEVER)
    }

    fn children(&self, place: u32) -> &[u32] {
        let place = place as usize;
        &self.targets[self.begins[place]..self.begins[place + 1]]
    }

    /// When each position is won by a player, as numbers that fall along his strategy.
    fn won(&self, player: Player) -> &[u32] {
        self.wins[player.index()].get_or_init(|| self.solve(player))
    }

    fn solve(&self, player: Player) -> Vec<u32> {
        let count = self.positions.len();
        let parents = Parents::new(self);
        let mut won = vec![NEVER; count];
        // Moves of the opponent that do not lead to won positions yet.
        let mut left: Vec<u32> = (0..count as u32).map(|p| self.children(p).len() as u32).collect();
        let is_his_end = |place: &u32| {
            let state = self.states[*place as usize];
            state.is_err_and(|outcome| outcome.is_win_of(player))
        };
        let mut queue: Vec<u32> = (0..count as u32).filter(is_his_end).collect();
        for &end in &queue {
            won[end as usize] = 0;
        }
        let mut next = 0;
        while let Some(&place) = queue.get(next) {
            next += 1;
            let plies = won[place as usize] + 1;
            for &parent in parents.of(place) {
                let at = parent as usize;
                if won[at] != NEVER {
                    continue;
                }
                let is_won = match self.states[at] {
                    Ok(mover) if mover == player => true,
                    Ok(_) => {
                        left[at] -= 1;
                        left[at] == 0
                    }
                    Err(_) => false,
                };
                if is_won {
                    // In the order of the queue, plies never fall: the last child is the farthest.
                    won[at] = plies;
                    queue.push(parent);
                }
            }
        }
        won
    }

    /// The certificate that a player wins, or that he does not.
    fn strategy(&self, root: u32, winner: Player, wins: bool) -> Result<Block, Error> {
        let game = self.game;
        let won = self.won(winner);
        let (claimant, goal) = match wins {
            true => (winner, Goal::Wins),
            false => (winner.opponent(), Goal::Holds),
        };
        let rule = self.rule;
        let omitted = Omitted::NOTHING;
        let terms = Terms { claimant, goal, rule, database: false, plies: None, omitted };
        let history = History::new(self.positions[root as usize].clone());
        let mut walk = Walk::new(game, &history, terms);
        let (mut lines, mut text, mut moves) = (MoveLines::new(), String::new(), Vec::new());
        let wrong = || Error::Other("a game gives different answers to the same question".into());
        loop {
            match walk.step() {
                Event::Done => break,
                Event::NeedMove => {
                    let position = walk.position();
                    let place = *self.places.get(position).ok_or_else(wrong)?;
                    let numbers = self.children(place).iter().map(|&child| won[child as usize]);
                    // The least number: of a win the next, of what is held any that is none.
                    let chosen = match wins {
                        true => numbers.enumerate().min_by_key(|&(_, number)| number),
                        false => numbers.enumerate().find(|&(_, number)| number == NEVER),
                    };
                    moves.clear();
                    game.moves(position, &mut moves);
                    let (at, _) = chosen.ok_or_else(wrong)?;
                    let &m = moves.get(at).ok_or_else(wrong)?;
                    text.clear();
                    game.write_move(position, m, &mut text);
                    walk.play(m).map_err(|_| wrong())?;
                    lines.push(&text);
                }
                _ => return Err(wrong()),
            }
        }
        Ok(Block::new(Header::new(game, &history, terms), lines))
    }
}

impl<G: Game> std::fmt::Debug for Listed<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} positions of {}", self.positions.len(), self.game.name())
    }
}

/// The place of a position, `next` if it has none yet.
fn place_of<P: Clone + Eq + Hash>(places: &mut HashMap<P, u32>, position: &P, next: u32) -> u32 {
    match places.get(position) {
        Some(&place) => place,
        None => {
            places.insert(position.clone(), next);
            next
        }
    }
}

/// From which positions a move leads to each.
struct Parents {
    begins: Vec<usize>,
    list: Vec<u32>,
}

impl Parents {
    fn new<G: Game>(listed: &Listed<'_, G>) -> Self {
        let count = listed.positions.len();
        let mut begins = vec![0; count + 1];
        for &target in &listed.targets {
            begins[target as usize + 1] += 1;
        }
        for place in 0..count {
            begins[place + 1] += begins[place];
        }
        let (mut ends, mut list) = (begins.clone(), vec![0; listed.targets.len()]);
        for place in 0..count as u32 {
            for &target in listed.children(place) {
                list[ends[target as usize]] = place;
                ends[target as usize] += 1;
            }
        }
        Parents { begins, list }
    }

    fn of(&self, place: u32) -> &[u32] {
        let place = place as usize;
        &self.list[self.begins[place]..self.begins[place + 1]]
    }
}

/// The names of its certificates: the place, and what is said of whom.
fn name(place: u32, winner: Player, wins: bool) -> String {
    format!("{place} {} {wins}", winner.index())
}

impl<G: Game> Library for Listed<'_, G> {
    fn find(&self, _about: &About<'_>, position: &str) -> Result<Vec<Kept>, Error> {
        let Ok(found) = self.game.parse_position(position) else { return Ok(Vec::new()) };
        let Some(&place) = self.places.get(&found) else { return Ok(Vec::new()) };
        let kept = Player::ALL.map(|winner| {
            let wins = self.won(winner)[place as usize] != NEVER;
            let (player, goal) = match wins {
                true => (winner, Goal::Wins),
                false => (winner.opponent(), Goal::Holds),
            };
            Kept {
                name: name(place, winner, wins),
                position: position.to_owned(),
                claim: Claim { player: self.game.player_name(player).to_owned(), goal },
                plies: None,
                positions: self.positions.len() as u64,
            }
        });
        Ok(kept.into())
    }

    /// Nothing: it is asked about positions, and has an answer about each.
    fn each(&self, _about: &About<'_>, _: &mut dyn FnMut(Kept) -> bool) -> Result<(), Error> {
        Ok(())
    }

    fn block(&self, name: &str, _: &CheckLimits) -> Result<Block, Error> {
        let missing = || Error::Other(format!("there is no certificate '{name}'"));
        let mut parts = name.split(' ');
        let mut part = || parts.next().ok_or_else(missing);
        let place: u32 = part()?.parse().map_err(|_| missing())?;
        let index: usize = part()?.parse().map_err(|_| missing())?;
        let wins: bool = part()?.parse().map_err(|_| missing())?;
        let winner = *Player::ALL.get(index).ok_or_else(missing)?;
        if place as usize >= self.positions.len() {
            return Err(missing());
        }
        self.strategy(place, winner, wins)
    }
}
