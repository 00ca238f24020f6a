//! Backwards through one component: in how many plies the attacker mates.
//!
//! What exits lead to is known before. Then ply by ply: positions of the defender whose moves all
//! lead to wins of fewer plies; of the attacker, one of whose moves leads to such a position.

use threefold_game::{Components, Exit, Shape, Step, Turn};

use crate::components::STORED;

/// There is no win.
pub(super) const NO_WIN: u8 = 255;
/// No legal position, while a component is worked on.
pub(super) const ILLEGAL: u8 = 254;
/// Plies of the longest win that fits.
pub(super) const LONGEST: u8 = 253;

/// What is known of the components behind exits.
pub(super) trait Behind {
    /// A row.
    fn row(&self, shape: &Shape, turn: Turn, row: u32) -> Row<'_>;
}

/// What is known of a row.
pub(super) enum Row<'a> {
    /// A byte a place; whether files are exchanged.
    Plies(&'a [u8], bool),
    /// Nobody can win from these.
    NoWin(u64),
}

impl Row<'_> {
    #[inline]
    fn plies(&self, place: u8) -> u8 {
        match self {
            Row::Plies(bytes, mirrored) => {
                bytes[usize::from(if *mirrored { place ^ 7 } else { place })]
            }
            Row::NoWin(legal) if legal >> place & 1 == 1 => NO_WIN,
            Row::NoWin(_) => ILLEGAL,
        }
    }
}

/// For each ply the rows with these places.
type Buckets = Vec<Vec<(u32, u64)>>;

/// A win takes more plies than fit.
#[derive(Debug)]
pub(super) struct TooLong;

/// The positions of a component, first those with the attacker to move, 64 a row.
///
/// # Errors
/// A win takes more than [`LONGEST`] plies.
pub(super) fn solve(shape: &Shape, behind: &impl Behind) -> Result<Vec<u8>, TooLong> {
    let game = &STORED;
    let rows = game.rows(shape);
    let mut plies = vec![ILLEGAL; 2 * 64 * rows as usize];
    let legal = Turn::BOTH
        .map(|turn| -> Vec<u64> { (0..rows).map(|row| game.legal(shape, turn, row)).collect() });
    for (slot, &word) in legal.iter().flatten().enumerate() {
        squares(word).for_each(|place| plies[slot * 64 + place] = NO_WIN);
    }
    // The attacker's positions by the ply in which an exit wins; the defender's by the ply from
    // which on his exits do not help him.
    let none = || -> Buckets { vec![Vec::new(); usize::from(LONGEST) + 2] };
    let (mut wins, mut due) = (none(), none());
    let mut free = vec![0u64; rows as usize];
    let mut mated = Vec::new();
    let (mut exits, mut steps): (Vec<Exit>, Vec<Step>) = (Vec::new(), Vec::new());
    for row in 0..rows {
        let here = legal[0][row as usize];
        if here != 0 {
            exits.clear();
            game.exits(shape, Turn::Attacker, row, &mut exits);
            let best = best_of(&exits, Turn::Defender, here, behind, NO_WIN, u8::min);
            sort(&best, here, row, &mut wins);
        }
        let here = legal[1][row as usize];
        if here == 0 {
            continue;
        }
        exits.clear();
        game.exits(shape, Turn::Defender, row, &mut exits);
        let worst = best_of(&exits, Turn::Attacker, here, behind, 0, u8::max);
        let none = word(squares(here).filter(|&place| worst[place] == 0));
        let mut stuck = none;
        if stuck != 0 {
            steps.clear();
            game.steps(shape, Turn::Defender, row, &mut steps);
            for step in &steps {
                stuck &= !step.before(game, legal[0][step.row as usize]);
            }
        }
        if stuck != 0 {
            mated.push((row, stuck & game.lost_if_stuck(shape, row)));
        }
        free[row as usize] = none & !stuck;
        sort(&worst, here & !none, row, &mut due);
    }
    let mut won = [vec![0u64; rows as usize], vec![0u64; rows as usize]];
    let mut is_marked = vec![false; rows as usize];
    let mut marked: Vec<u32> = Vec::new();
    let mut words = vec![0u64; rows as usize];
    let last = (0..due.len()).rev().find(|&ply| !wins[ply].is_empty() || !due[ply].is_empty());
    let last = last.unwrap_or(0);
    // The last turn is to see that nothing is left.
    for ply in (0..=ILLEGAL).step_by(2) {
        // The defender's.
        for &(row, word) in &due[usize::from(ply)] {
            free[row as usize] |= word;
            if !std::mem::replace(&mut is_marked[row as usize], true) {
                marked.push(row);
            }
        }
        let mut fresh: Vec<(u32, u64)> =
            if ply == 0 { std::mem::take(&mut mated) } else { Vec::new() };
        for row in marked.drain(..) {
            is_marked[row as usize] = false;
            let mut lost = free[row as usize] & !won[1][row as usize];
            if lost == 0 {
                continue;
            }
            steps.clear();
            game.steps(shape, Turn::Defender, row, &mut steps);
            for step in &steps {
                let held = legal[0][step.row as usize] & !won[0][step.row as usize];
                lost &= !step.before(game, held);
                if lost == 0 {
                    break;
                }
            }
            if lost != 0 {
                fresh.push((row, lost));
            }
        }
        if ply > LONGEST {
            return if fresh.is_empty() { Ok(plies) } else { Err(TooLong) };
        }
        // The attacker's, a ply earlier in the game.
        let mut risen: Vec<u32> = Vec::new();
        let mut add = |words: &mut [u64], row: u32, word: u64| {
            if word != 0 && words[row as usize] == 0 {
                risen.push(row);
            }
            words[row as usize] |= word;
        };
        for (row, lost) in fresh {
            won[1][row as usize] |= lost;
            let first = (rows + row) as usize * 64;
            squares(lost).for_each(|place| plies[first + place] = ply);
            steps.clear();
            game.steps(shape, Turn::Attacker, row, &mut steps);
            for step in &steps {
                // Steps lead back as they lead there.
                add(&mut words, step.row, step.before(game, lost));
            }
        }
        for &(row, word) in &wins[usize::from(ply) + 1] {
            add(&mut words, row, word);
        }
        for row in risen.drain(..) {
            let word = std::mem::take(&mut words[row as usize]);
            let new = word & legal[0][row as usize] & !won[0][row as usize];
            if new == 0 {
                continue;
            }
            won[0][row as usize] |= new;
            squares(new).for_each(|place| plies[row as usize * 64 + place] = ply + 1);
            steps.clear();
            game.steps(shape, Turn::Defender, row, &mut steps);
            for step in &steps {
                if !std::mem::replace(&mut is_marked[step.row as usize], true) {
                    marked.push(step.row);
                }
            }
        }
        if marked.is_empty() && usize::from(ply) >= last {
            break;
        }
    }
    Ok(plies)
}

/// For each place the best of what the exits lead to, a ply later; `none` where there is no exit.
fn best_of(
    exits: &[Exit],
    turn: Turn,
    legal: u64,
    behind: &impl Behind,
    none: u8,
    better: impl Fn(u8, u8) -> u8,
) -> [u8; 64] {
    let mut best = [none; 64];
    for exit in exits {
        let shape = exit.shape.expect("few men are a component");
        let row = behind.row(&shape, turn, exit.step.row);
        for place in squares(legal) {
            for to in exit.step.behind(&STORED, place as u8) {
                let found = match row.plies(to) {
                    ILLEGAL => continue,
                    plies => plies.saturating_add(1),
                };
                best[place] = better(best[place], found);
            }
        }
    }
    best
}

fn sort(best: &[u8; 64], places: u64, row: u32, buckets: &mut Buckets) {
    let mut left = places;
    while left != 0 {
        let ply = best[left.trailing_zeros() as usize];
        let same = word(squares(left).filter(|&place| best[place] == ply));
        left &= !same;
        if let Some(bucket) = buckets.get_mut(usize::from(ply)) {
            bucket.push((row, same));
        }
    }
}

fn word(places: impl Iterator<Item = usize>) -> u64 {
    places.fold(0, |word, place| word | 1 << place)
}

fn squares(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (place < 64).then_some(place as usize)
    })
}
