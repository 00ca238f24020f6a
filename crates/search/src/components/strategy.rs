//! Certificates from components: no hole, and no position is searched again.

use std::collections::HashMap;

use threefold_certificate::{Block, Event, Goal, Header, MoveLines, Terms, Walk};
use threefold_game::{History, Knowledge, Player, Searchable, Shape, Spot};

use super::component::Value;
use super::pool::Pool;
use super::watch::Watch;
use crate::extracted::{ExtractError, Extracted};
use crate::limits::Reason;
use crate::stats::Stats;

/// Lines between two looks at the memory: some take milliseconds.
const LINES: u64 = 16;

/// Lines of a certificate at most: one that gets so long has mostly millions more.
const MOST_LINES: u64 = 1 << 20;

/// How often the defender stood so in a component.
type Habits = HashMap<(Shape, u32), u32>;

/// Walks through the strategy of whoever claims it, from a root that is decided.
pub(super) fn extract<G: Searchable>(
    game: &G,
    pool: &mut Pool<'_>,
    history: &History<G>,
    knowledge: &dyn Knowledge<G>,
    attacker: Player,
    terms: Terms,
    watch: &mut Watch<'_, '_>,
) -> Result<Extracted, ExtractError> {
    let mut walk = Walk::new(game, history, terms).knowledge(knowledge);
    let (mut moves, mut habits) = (MoveLines::new(), Habits::new());
    let (mut text, mut legal) = (String::new(), Vec::new());
    loop {
        match walk.step() {
            Event::NeedMove => {}
            Event::Done => break,
            // What is proven is proven by moves like these.
            _ => return Err(ExtractError::Wrong),
        }
        let bytes = walk.memory() + moves.bytes() as usize;
        if walk.lines() > MOST_LINES {
            return Err(ExtractError::Limit(Reason::Memory));
        }
        if walk.lines().is_multiple_of(LINES) {
            watch.check(bytes).map_err(ExtractError::Limit)?;
        }
        legal.clear();
        legal.extend_from_slice(walk.legal_moves());
        let m = choose(
            game,
            pool,
            &mut walk,
            &legal,
            knowledge,
            attacker,
            terms.goal,
            &mut habits,
            bytes,
            watch,
        );
        let m = m.map_err(ExtractError::Limit)?.ok_or(ExtractError::Wrong)?;
        text.clear();
        game.write_move(walk.position(), m, &mut text);
        walk.play(m).map_err(|_| ExtractError::Wrong)?;
        moves.push(&text);
    }
    let block = Block::new(Header::new(game, history, terms).relying_on(knowledge, terms), moves);
    let stats = Stats { nodes: watch.nodes(), time: watch.elapsed(), ..Stats::default() };
    Ok(Extracted { block, positions: walk.positions(), repairs: 0, stats })
}

/// The move of the strategy in the last position of the walk.
#[expect(clippy::too_many_arguments, reason = "the walk is held by the caller")]
fn choose<G: Searchable>(
    game: &G,
    pool: &mut Pool<'_>,
    walk: &mut Walk<'_, G>,
    legal: &[G::Move],
    knowledge: &dyn Knowledge<G>,
    attacker: Player,
    goal: Goal,
    habits: &mut Habits,
    bytes: usize,
    watch: &mut Watch<'_, '_>,
) -> Result<Option<G::Move>, Reason> {
    let here = game.spot(walk.position(), attacker);
    let wanted = if goal == Goal::Wins { Value::Won } else { Value::NotWon };
    let mut best: Option<(u64, G::Move)> = None;
    let mut position = walk.position().clone();
    for &m in legal {
        let undo = game.make(&mut position, m);
        let next = game.spot(&position, attacker);
        let weight = match next.filter(|next| pool.value(next) == wanted) {
            // What has been walked need not be walked again, nor what a database knows.
            Some(_) if walk.would_skip(&position) || knowledge.probe(&position).is_some() => {
                Some(0)
            }
            Some(next) if goal == Goal::Wins => {
                Some(1 + pool.progress(here.as_ref(), &next, bytes, watch)?)
            }
            // Who holds goes to where there is least to win, and stands as he mostly does, so that
            // few positions arise.
            Some(next) => {
                let stand = pool.game.stand(&next.shape, next.row);
                let times = habits.get(&(next.shape, stand)).copied().unwrap_or(0);
                let means = u64::from(pool.game.means(&next.shape));
                Some(1 + (means << 32) + u64::from(u32::MAX - times))
            }
            None => None,
        };
        game.undo(&mut position, m, undo);
        if let Some(weight) = weight.filter(|&weight| best.is_none_or(|best| weight < best.0)) {
            best = Some((weight, m));
        }
    }
    if let Some((_, m)) = best {
        let undo = game.make(&mut position, m);
        if let Some(next) = game.spot(&position, attacker).filter(|_| goal == Goal::Holds) {
            let stand = pool.game.stand(&next.shape, next.row);
            *habits.entry((next.shape, stand)).or_default() += 1;
        }
        game.undo(&mut position, m, undo);
        return Ok(Some(m));
    }
    // A component may not have heard of what was found out behind its exits.
    for &m in legal {
        let undo = game.make(&mut position, m);
        let next = game.spot(&position, attacker);
        game.undo(&mut position, m, undo);
        let Some(next) = next else { continue };
        if pool.solve(next, watch)? == Some(goal == Goal::Wins) {
            return Ok(Some(m));
        }
    }
    Ok(None)
}

impl Pool<'_> {
    /// How far a won position is from a won exit of its component; 0 in another component than the
    /// position at hand.
    fn progress(
        &mut self,
        here: Option<&Spot>,
        next: &Spot,
        outside: usize,
        watch: &mut Watch<'_, '_>,
    ) -> Result<u64, Reason> {
        let number =
            self.find(&next.shape).filter(|_| here.is_some_and(|it| it.shape == next.shape));
        let Some(number) = number else { return Ok(0) };
        self.measure(number, watch.room().saturating_sub(outside), watch)?;
        let built = self.component(number).built.as_ref();
        Ok(built.map_or(0, |built| u64::from(built.progress(next))))
    }
}
