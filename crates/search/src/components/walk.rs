//! The search: from the root along the costs to an open exit, and the same there.

use threefold_game::{Exit, Look, SplitMix, Spot, Step, Turn};

use super::component::Value;
use super::frame::{Frame, Paused};
use super::pool::Pool;
use super::watch::Watch;
use crate::limits::Reason;

/// How often a large component is left on the way to an exit before it is looked at again, which
/// takes some milliseconds there. With one way each Fine's position takes three times as long.
const WAYS: u32 = 24;
/// The rows of a component that is looked at again after each way.
const SMALL: usize = 64;
/// Plies of one way, at most: ranks that do not fit a byte may lead round in circles.
const LONGEST: u32 = 10_000;

impl Pool<'_> {
    /// Whether the attacker wins: `None` if that depends on what lies outside of all components.
    /// What a limit or [`Watch::pause_at`] has ended goes on where it was.
    pub(crate) fn solve(
        &mut self,
        spot: Spot,
        watch: &mut Watch<'_, '_>,
    ) -> Result<Option<bool>, Reason> {
        let number = self.number(spot.shape);
        let first = Paused { from: spot, stack: Vec::new(), random: SplitMix::new(0) };
        let mut walk = self.paused.take().filter(|walk| walk.from == spot).unwrap_or(first);
        if walk.stack.is_empty() {
            walk.stack.push(Frame::new(number, spot, Look::MOST));
        }
        if let Err(reason) = self.go_on(&mut walk, watch) {
            self.paused = Some(walk);
            return Err(reason);
        }
        Ok(match self.component(number).value(&spot) {
            Value::Won => Some(true),
            Value::NotWon => Some(false),
            Value::Open(_) => None,
        })
    }

    fn go_on(&mut self, walk: &mut Paused, watch: &mut Watch<'_, '_>) -> Result<(), Reason> {
        let Paused { stack, random, .. } = walk;
        while let Some(top) = stack.last_mut() {
            watch.check(self.bytes())?;
            // Between two looks at components: what one has cost is not lost.
            if watch.nodes() >= watch.pause_at {
                return Err(Reason::Nodes);
            }
            if top.ways == 0 {
                let mut value = self.component(top.number).value(&top.spot);
                if matches!(value, Value::Open(_)) && self.is_stale(top.number) {
                    self.refresh(top.number, watch)?;
                    value = self.component(top.number).value(&top.spot);
                }
                let open = match value {
                    Value::Open(cost) if cost <= top.threshold => Some(cost),
                    _ => None,
                };
                // Where nothing has changed nothing will.
                let is_over = !top.is_first && top.at == self.now;
                let Some(cost) = open.filter(|_| !is_over) else {
                    let number = top.number;
                    stack.pop();
                    self.drop_ranks(number);
                    continue;
                };
                let rows = self.component(top.number).built.as_ref().map_or(0, |one| one.rows);
                top.ways = if rows > SMALL { WAYS } else { 1 };
                (top.cost, top.at, top.is_first) = (cost, self.now, true);
                if stack.len() == 1 {
                    watch.cost = cost;
                }
            }
            let depth = stack.len() as u32;
            let top = stack.last_mut().expect("it is there");
            top.ways -= 1;
            let (number, spot, is_first) = (top.number, top.spot, top.is_first);
            let threshold = top.threshold.min(top.cost);
            top.is_first = false;
            watch.depth = depth;
            watch.count();
            match self.way_out(number, spot, is_first, random) {
                Some((number, spot)) => stack.push(Frame::new(number, spot, threshold)),
                None => stack.last_mut().expect("it is there").ways = 0,
            }
        }
        Ok(())
    }

    /// The exit to which a cheapest way leads from a position. The first way after a look at the
    /// component is that of the longest defence, the others vary it.
    fn way_out(
        &mut self,
        number: u32,
        mut spot: Spot,
        is_first: bool,
        random: &mut SplitMix,
    ) -> Option<(u32, Spot)> {
        let (mut steps, mut exits) = (Vec::<Step>::new(), Vec::<Exit>::new());
        for _ in 0..LONGEST {
            let built = self.component(number).built.as_ref()?;
            let Value::Open(cost) = built.value(&spot) else { return None };
            let rank = built.rank(&spot);
            let is_attackers = spot.turn == Turn::Attacker;
            // Cost, whether it is an exit, rank; and where it leads.
            let mut best: Option<(u8, bool, u8, Option<u32>, Spot)> = None;
            let mut ties = 0;
            let mut offer = |next: (u8, bool, u8, Option<u32>, Spot)| {
                let is_better = match best {
                    None => true,
                    Some(best) if is_attackers => (next.0, next.2) < (best.0, best.2),
                    Some(best) if next.0 != best.0 => next.0 > best.0,
                    Some(best) if is_first => (next.1, next.2) > (best.1, best.2),
                    Some(_) => {
                        ties += 1;
                        random.below(ties + 1) == 0
                    }
                };
                if is_better {
                    best = Some(next);
                }
            };
            let (shape, turn) = (spot.shape, spot.turn.other());
            steps.clear();
            self.game.steps(&shape, spot.turn, spot.row, &mut steps);
            for step in &steps {
                for place in step.behind(self.game, spot.place) {
                    let next = Spot { shape, turn, row: step.row, place };
                    let Value::Open(next_cost) = built.value(&next) else { continue };
                    let next_rank = built.rank(&next);
                    // He gets nearer to the exit with each move.
                    if !is_attackers || next_cost <= cost && next_rank <= rank {
                        offer((next_cost, false, next_rank, None, next));
                    }
                }
            }
            exits.clear();
            self.game.exits(&shape, spot.turn, spot.row, &mut exits);
            for exit in &exits {
                let Some(shape) = exit.shape else { continue };
                let child = self.find(&shape)?;
                for place in exit.step.behind(self.game, spot.place) {
                    let next = Spot { shape, turn, row: exit.step.row, place };
                    let component = self.component(child);
                    let Value::Open(next_cost) = component.value(&next) else { continue };
                    let is_legal = component.built.is_some()
                        || self.game.legal(&shape, turn, next.row) >> place & 1 == 1;
                    if is_legal {
                        offer((next_cost, true, 0, Some(child), next));
                    }
                }
            }
            match best? {
                (_, _, _, Some(child), next) => return Some((child, next)),
                (.., next) => spot = next,
            }
        }
        None
    }
}
