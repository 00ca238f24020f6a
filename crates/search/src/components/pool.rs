//! All components that have been met, and what is known of each.

use hashbrown::HashTable;
use threefold_game::{Components, Exit, Look, Shape, SolvedComponents, Spot, Turn};

use super::component::{Built, Component, Level, Value};
use super::flood::Flood;
use super::frame::Paused;
use super::watch::Watch;
use crate::limits::Reason;
use crate::mix::mix;

/// The cost of what lies outside of all components.
const OUTSIDE: u8 = Look::MOST + 1;

/// Components up to this size keep the ranks of their positions, in rows.
const SMALL: usize = 64;

#[inline]
fn hash(shape: &Shape) -> u64 {
    shape.iter().fold(0, |hash, &word| mix(hash ^ word))
}

/// The components of one question.
pub(crate) struct Pool<'g> {
    pub(super) game: &'g dyn Components,
    /// What need not be solved any more.
    solved: Option<&'g dyn SolvedComponents>,
    /// Numbers by shape.
    numbers: HashTable<u32>,
    all: Vec<Component>,
    /// Counts changes.
    pub(super) now: u64,
    bytes: usize,
    exits: Vec<Exit>,
    /// The walk that goes on if the same is asked again.
    pub(super) paused: Option<Paused>,
}

impl<'g> Pool<'g> {
    pub fn new(game: &'g dyn Components, solved: Option<&'g dyn SolvedComponents>) -> Self {
        let (numbers, all) = (HashTable::new(), Vec::new());
        Pool { game, solved, numbers, all, now: 0, bytes: 0, exits: Vec::new(), paused: None }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        // A number in the index takes 4 bytes, a byte of tags, and the room that is kept free.
        self.bytes + self.all.capacity() * size_of::<Component>() + self.numbers.capacity() * 8
    }

    pub(super) fn component(&self, number: u32) -> &Component {
        &self.all[number as usize]
    }

    pub(super) fn find(&self, shape: &Shape) -> Option<u32> {
        let is_it = |&number: &u32| self.component(number).shape == *shape;
        self.numbers.find(hash(shape), is_it).copied()
    }

    pub(super) fn number(&mut self, shape: Shape) -> u32 {
        if let Some(number) = self.find(&shape) {
            return number;
        }
        let Pool { game, all, numbers, .. } = self;
        let number = all.len() as u32;
        all.push(Component { shape, look: game.look(&shape), built: None });
        numbers.insert_unique(hash(&shape), number, |&number| hash(&all[number as usize].shape));
        number
    }

    /// What is known of a position.
    pub(super) fn value(&self, spot: &Spot) -> Value {
        match self.find(&spot.shape) {
            Some(number) => self.component(number).value(spot),
            None => match self.game.look(&spot.shape) {
                Look::Hopeless => Value::NotWon,
                Look::Open { cost, .. } => Value::Open(cost),
            },
        }
    }

    /// Whether a component has to be looked at again before its costs say where to go on.
    pub(super) fn is_stale(&self, number: u32) -> bool {
        match &self.component(number).built {
            None => true,
            Some(built) if built.is_decided() => false,
            Some(built) => {
                let has_changed = |&child: &u32| {
                    let child = self.component(child).built.as_ref();
                    child.is_some_and(|child| child.changed > built.seen)
                };
                built.ranks.is_empty() || built.children.iter().any(has_changed)
            }
        }
    }

    /// Changes what is known of a component.
    fn put(&mut self, number: u32, built: Option<Box<Built>>) {
        self.bytes += built.as_ref().map_or(0, |built| built.bytes());
        self.all[number as usize].built = built;
    }

    fn take(&mut self, number: u32) -> Option<Box<Built>> {
        let built = self.all[number as usize].built.take();
        self.bytes -= built.as_ref().map_or(0, |built| built.bytes());
        built
    }

    /// Forgets the ranks of a component, if they take much room.
    pub(super) fn drop_ranks(&mut self, number: u32) {
        if let Some(mut built) = self.take(number) {
            if built.rows > SMALL {
                built.ranks = Vec::new();
            }
            self.put(number, Some(built));
        }
    }

    /// Looks at a component, with what is known of its exits.
    pub(super) fn refresh(&mut self, number: u32, watch: &mut Watch<'_, '_>) -> Result<(), Reason> {
        let (mut built, is_new) = match self.take(number) {
            Some(built) => (built, false),
            None => match self.read(number, watch)? {
                Some(built) => {
                    self.put(number, Some(built));
                    return Ok(());
                }
                None => (self.begin(number, watch)?, true),
            },
        };
        let before = built.bytes();
        self.bytes += before;
        let result = self.settle(number, &mut built, is_new, watch);
        self.bytes -= before;
        if result.is_ok() || !is_new {
            self.put(number, Some(built));
        }
        result
    }

    /// A component that is solved already. What cannot be read is solved again; whoever asks about
    /// a damaged database hears of it.
    fn read(
        &mut self,
        number: u32,
        watch: &mut Watch<'_, '_>,
    ) -> Result<Option<Box<Built>>, Reason> {
        let shape = self.component(number).shape;
        let Some(solved) = self.solved.filter(|solved| solved.has(&shape)) else { return Ok(None) };
        let rows = self.game.rows(&shape);
        let (bytes, size) = (self.bytes(), 2 * rows as usize);
        let (mut alive, mut won) = (Vec::with_capacity(size), Vec::with_capacity(size));
        for turn in Turn::BOTH {
            for row in 0..rows {
                watch.count();
                watch.check(bytes + 16 * size)?;
                alive.push(self.game.legal(&shape, turn, row));
                let Some(word) = solved.won(&shape, turn, row) else { return Ok(None) };
                won.push(word);
            }
        }
        self.now += 1;
        let (seen, changed) = (self.now, self.now);
        let levels = vec![Level { cost: 0, words: won }];
        let (ranks, progress, children) = (Vec::new(), Vec::new(), Vec::new());
        let (rows, asked) = (rows as usize, 0);
        Ok(Some(Box::new(Built {
            rows,
            alive,
            levels,
            children,
            seen,
            changed,
            ranks,
            progress,
            asked,
        })))
    }

    /// The positions of a component, of which nothing is known.
    fn begin(&mut self, number: u32, watch: &mut Watch<'_, '_>) -> Result<Box<Built>, Reason> {
        let (game, Component { shape, look, .. }) = (self.game, self.component(number));
        let (shape, look) = (*shape, *look);
        let rows = game.rows(&shape);
        let mut alive = Vec::with_capacity(2 * rows as usize);
        alive.extend((0..rows).map(|row| game.legal(&shape, Turn::Attacker, row)));
        let (mut children, mut steps) = (Vec::new(), Vec::new());
        let bytes = self.bytes();
        let mut exits = std::mem::take(&mut self.exits);
        for turn in Turn::BOTH {
            for row in 0..rows {
                watch.count();
                watch.check(bytes)?;
                let legal = match turn {
                    Turn::Attacker => alive[row as usize],
                    Turn::Defender => game.legal(&shape, turn, row),
                };
                let mut stuck = legal;
                if legal != 0 {
                    exits.clear();
                    game.exits(&shape, turn, row, &mut exits);
                    for exit in &exits {
                        let child = exit.shape.map(|shape| self.number(shape));
                        children.extend(child);
                        if turn == Turn::Defender {
                            stuck &= !exit.step.before(game, self.legal_behind(child, exit));
                        }
                    }
                    // The last ones are mostly the same.
                    if children.len() > 1024 {
                        children.sort_unstable();
                        children.dedup();
                    }
                }
                if turn == Turn::Defender {
                    steps.clear();
                    if stuck != 0 {
                        game.steps(&shape, turn, row, &mut steps);
                    }
                    for step in &steps {
                        stuck &= !step.before(game, alive[step.row as usize]);
                    }
                    let lost = if stuck == 0 { 0 } else { game.lost_if_stuck(&shape, row) };
                    alive.push(legal & !(stuck & !lost));
                }
            }
        }
        self.exits = exits;
        children.sort_unstable();
        children.dedup();
        if matches!(look, Look::Open { bottom_up: true, .. }) {
            for &child in &children {
                let Component { look, built, .. } = self.component(child);
                if built.is_none() && *look != Look::Hopeless {
                    self.refresh(child, watch)?;
                }
            }
        }
        let rows = rows as usize;
        let (levels, ranks, progress) = (Vec::new(), Vec::new(), Vec::new());
        let (seen, changed, asked) = (0, 0, 0);
        Ok(Box::new(Built { rows, alive, levels, children, seen, changed, ranks, progress, asked }))
    }

    /// The legal positions to which an exit of the defender leads.
    fn legal_behind(&self, child: Option<u32>, exit: &Exit) -> u64 {
        let Some(child) = child else { return !0 };
        let Component { shape, built, .. } = self.component(child);
        match built {
            Some(built) => built.alive[exit.step.row as usize],
            None => self.game.legal(shape, Turn::Attacker, exit.step.row),
        }
    }

    /// Which costs of exits make a difference, ascending; the first one is 0.
    fn costs(&self, children: &[u32]) -> Vec<u8> {
        let mut has = 1u64;
        for &child in children {
            match self.component(child) {
                Component { built: Some(built), .. } => {
                    has |= built.levels.iter().fold(0, |has, level| has | 1 << level.cost);
                }
                Component { look: Look::Open { cost, .. }, .. } => has |= 1 << cost,
                _ => {}
            }
        }
        (0..=Look::MOST).filter(|cost| has >> cost & 1 == 1).chain([OUTSIDE]).collect()
    }

    /// Works out the levels of a component.
    fn settle(
        &mut self,
        number: u32,
        built: &mut Built,
        is_new: bool,
        watch: &mut Watch<'_, '_>,
    ) -> Result<(), Reason> {
        let game = self.game;
        let shape = self.component(number).shape;
        let costs = self.costs(&built.children);
        let (within, won) = match (&built.levels.first(), built.levels.last()) {
            (Some(first), Some(last)) => (last.words.clone(), first.words.clone()),
            _ => (built.alive.clone(), vec![0; built.alive.len()]),
        };
        let exits = self.open_exits(&shape, built.rows, &within, &won, &costs, watch)?;
        // Ranks are of use as long as something is open.
        let ranks = vec![0; built.alive.len() * 64];
        let mut flood = Flood::new(game, shape, &built.alive, (within, won), ranks);
        let mut levels: Vec<Level> = Vec::new();
        let bytes = self.bytes() + (costs.len() + 3) * built.alive.len() * 8 + flood.ranks.len();
        for (&cost, exits) in costs.iter().zip(exits.chunks_exact(built.alive.len())) {
            flood.rise(exits, watch, bytes)?;
            if levels.last().is_none_or(|below| below.words != flood.won) {
                levels.push(Level { cost, words: flood.won.clone() });
            }
        }
        let ranks = std::mem::take(&mut flood.ranks);
        drop(flood);
        built.ranks = if levels.len() > 1 { ranks } else { Vec::new() };
        built.progress = Vec::new();
        let is_same =
            |(one, other): (&Level, &Level)| one.cost == other.cost && one.words == other.words;
        let has_changed = is_new
            || levels.len() != built.levels.len()
            || !levels.iter().zip(&built.levels).all(is_same);
        self.now += u64::from(has_changed);
        built.seen = self.now;
        if has_changed {
            built.changed = self.now;
        }
        built.levels = levels;
        if built.is_decided() {
            built.children = Vec::new();
        }
        Ok(())
    }

    /// For each cost the attacker's open positions from which an exit leads that is won if those of
    /// at most that cost are, and the defender's from which one leads that is not.
    fn open_exits(
        &mut self,
        shape: &Shape,
        rows: usize,
        within: &[u64],
        won: &[u64],
        costs: &[u8],
        watch: &mut Watch<'_, '_>,
    ) -> Result<Vec<u64>, Reason> {
        let mut found = vec![0u64; costs.len() * 2 * rows];
        let mut exits = std::mem::take(&mut self.exits);
        let mut last: Option<(Shape, u32)> = None;
        let bytes = self.bytes() + found.len() * 8;
        for turn in Turn::BOTH {
            for row in 0..rows {
                let slot = row + if turn == Turn::Attacker { 0 } else { rows };
                if within[slot] & !won[slot] == 0 {
                    continue;
                }
                watch.count();
                watch.check(bytes)?;
                exits.clear();
                self.game.exits(shape, turn, row as u32, &mut exits);
                for exit in &exits {
                    let child = exit.shape.map(|shape| match last {
                        Some((same, number)) if same == shape => number,
                        _ => self.number(shape),
                    });
                    last = exit.shape.zip(child);
                    let found = found[slot..].iter_mut().step_by(2 * rows);
                    self.add_exit(turn, child, exit, costs, found);
                }
            }
        }
        self.exits = exits;
        Ok(found)
    }

    /// Adds one exit of a row to what is found of that row for each cost.
    fn add_exit<'f>(
        &self,
        turn: Turn,
        child: Option<u32>,
        exit: &Exit,
        costs: &[u8],
        found: impl Iterator<Item = &'f mut u64>,
    ) {
        let (game, row) = (self.game, exit.step.row);
        let component = child.map(|child| self.component(child));
        let built = component.and_then(|component| component.built.as_ref());
        // What is not looked at yet is all won at its cost.
        let cost = match component {
            None => OUTSIDE,
            Some(Component { look: Look::Open { cost, .. }, .. }) => *cost,
            Some(_) => u8::MAX,
        };
        let legal = match (component, built, turn) {
            (None, ..) => !0,
            (Some(_), Some(built), _) => built.alive[row as usize],
            (Some(_), None, Turn::Attacker) if cost == u8::MAX => 0,
            (Some(component), None, _) => game.legal(&component.shape, turn.other(), row),
        };
        let slot = built.map(|built| built.slot(turn.other(), row));
        let mut level = 0;
        let mut last = None;
        for (&at, found) in costs.iter().zip(found) {
            let won = match (built, slot) {
                (Some(built), Some(slot)) => {
                    while built.levels.get(level + 1).is_some_and(|next| next.cost <= at) {
                        level += 1;
                    }
                    built.levels[level].words[slot]
                }
                _ if cost <= at => legal,
                _ => 0,
            };
            let behind = if turn == Turn::Attacker { won } else { legal & !won };
            let from = match last {
                Some((same, from)) if same == behind => from,
                _ if behind == 0 => 0,
                _ => exit.step.before(game, behind),
            };
            last = Some((behind, from));
            *found |= from;
        }
    }

    /// Makes sure that it is known how far the proven positions of a component are from its exits.
    /// `room`: bytes for everything.
    pub(super) fn measure(
        &mut self,
        number: u32,
        room: usize,
        watch: &mut Watch<'_, '_>,
    ) -> Result<(), Reason> {
        self.now += 1;
        let Some(mut built) = self.take(number) else { return Ok(()) };
        built.asked = self.now;
        let result = match built.progress.is_empty() {
            true => self.measured(number, &built, room, watch).map(|found| built.progress = found),
            false => Ok(()),
        };
        self.put(number, Some(built));
        result
    }

    fn measured(
        &mut self,
        number: u32,
        built: &Built,
        room: usize,
        watch: &mut Watch<'_, '_>,
    ) -> Result<Vec<u8>, Reason> {
        let (shape, slots) = (self.component(number).shape, built.alive.len());
        // Ranks, and words of exits, of what is won, may be, and is new.
        let needed = slots * 64 + 4 * slots * 8;
        while self.bytes() + built.bytes() + needed > room && self.forget_oldest() {}
        let (within, nothing) = (built.levels[0].words.clone(), vec![0; slots]);
        let exits = self.open_exits(&shape, built.rows, &within, &nothing, &[0], watch)?;
        let ranks = vec![0; slots * 64];
        let mut flood = Flood::new(self.game, shape, &built.alive, (within, nothing), ranks);
        flood.rise(&exits, watch, self.bytes() + built.bytes() + needed)?;
        debug_assert!(flood.won == flood.within, "what is won is won again");
        Ok(flood.ranks.split_off(built.rows * 64))
    }

    /// Forgets how far positions are from exits where that has not been asked for longest.
    fn forget_oldest(&mut self) -> bool {
        let asked = |one: &Component| {
            one.built.as_ref().filter(|built| !built.progress.is_empty()).map(|built| built.asked)
        };
        let numbers = 0..self.all.len() as u32;
        let oldest = numbers.filter_map(|number| Some((asked(self.component(number))?, number)));
        let Some((_, number)) = oldest.min() else { return false };
        if let Some(mut built) = self.take(number) {
            built.progress = Vec::new();
            self.put(number, Some(built));
        }
        true
    }
}
