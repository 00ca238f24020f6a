//! The search itself: fail-soft alpha-beta with a treatment of repetitions.
//!
//! ```text
//! the move repeats, under superko      -> illegal; the treatment is told
//! the game is over, database           -> its score
//! the position has occurred before     -> what the treatment says: a score, or a search after all
//! horizon                              -> quiescence search, which never meets a repetition
//! table                                -> what the treatment knows
//! otherwise                            -> its moves
//! ```

use threefold_search::Reason;

use super::evaluate::Evaluate;
use super::options::COMPLETE;
use super::path::Path;
use super::policy::{Ask, Policy, Probe, Repetition, Searched};
use super::score::{INFINITE, Score};
use super::search::{Arrival, Core};
use super::table::Kind;
use crate::Informed;

/// What a visit came to.
pub(crate) enum Visit<N> {
    Value(Score, N),
    /// The move is illegal here.
    Illegal(Option<N>),
}

/// Searches the position at hand, which the path (to its parent) reaches by `arrival`.
pub(crate) fn visit<G: Informed, E: Evaluate<G>, P: Policy>(
    core: &mut Core<'_, G, E>,
    policy: &mut P,
    arrival: Arrival,
    mut draft: u32,
    alpha: Score,
    beta: Score,
) -> Result<Visit<P::Note>, Reason> {
    debug_assert!(alpha < beta);
    let ply = core.path.level() as usize;
    while core.line.len() < ply + 2 {
        core.line.push(Vec::new());
    }
    core.line[ply].clear();
    let repetition_key = core.game.repetition_key(&core.position, core.rules.rule);
    let met = core.path.met(repetition_key, arrival.irreversible);
    let superko = core.rules.repetition().is_none();
    if superko
        && !arrival.pass
        && let Some(met) = met
    {
        return Ok(Visit::Illegal(policy.banned(met, core.path.level())));
    }
    if let Some(score) = core.by_rules() {
        return Ok(Visit::Value(score, policy.leaf(score, Kind::Exact, false)));
    }
    let mut repeated = false;
    if let (Some(met), Some(score)) = (met, core.rules.repetition()) {
        match policy.repetition(met, &core.path) {
            Repetition::Scored => {
                let note = policy.repeated(met, core.path.level(), score);
                return Ok(Visit::Value(score, note));
            }
            Repetition::Again(again) => (draft, repeated) = (again, true),
            // What occurred before the root only is new to the tree.
            Repetition::NotYet => repeated = met.in_tree > 0,
        }
    }
    core.check_limits()?;
    if draft == 0 {
        let (score, kind) = core.horizon(alpha, beta)?;
        return Ok(Visit::Value(score, policy.leaf(score, kind, true)));
    }
    let ask = ask(core, repetition_key, arrival, draft, repeated, (alpha, beta));
    // The root is always searched, because a move is wanted.
    let from_table = match policy.probe(core, &ask)? {
        Probe::Hit(score, _, note) if ply > 0 => return Ok(Visit::Value(score, note)),
        Probe::Hit(..) => None,
        Probe::Move(code) => code,
    };
    core.path.push((repetition_key, ask.moves_code), arrival.irreversible, draft);
    policy.enter(&ask);
    let result = expand(core, policy, &ask, from_table);
    core.path.pop();
    let (score, note) = result?;
    Ok(Visit::Value(score, note))
}

/// The exact value of the position that is asked about, at hand but not on the path yet, by a
/// search of its own on a path of the caller's choice.
///
/// # Errors
/// A limit was hit: the search has the limits of `core` to itself.
pub(crate) fn position_value<G: Informed, E: Evaluate<G>, P: Policy>(
    core: &Core<'_, G, E>,
    policy: &mut P,
    path: Path,
    asked: &Ask,
) -> Result<Score, Reason> {
    let mut core = core.fork(path);
    let key = asked.repetition_key;
    let window = (-INFINITE, INFINITE);
    let arrival = Arrival { irreversible: asked.irreversible, ..Arrival::ROOT };
    let ask = ask(&core, key, arrival, asked.draft, asked.repeated, window);
    core.path.push((key, asked.moves_code), asked.irreversible, asked.draft);
    while core.line.len() <= ask.level as usize {
        core.line.push(Vec::new());
    }
    policy.enter(&ask);
    expand(&mut core, policy, &ask, None).map(|(score, _)| score)
}

/// What is asked about the position at hand, which is not on the path yet.
fn ask<G: Informed, E: Evaluate<G>>(
    core: &Core<'_, G, E>,
    repetition_key: u64,
    arrival: Arrival,
    draft: u32,
    repeated: bool,
    (alpha, beta): (Score, Score),
) -> Ask {
    Ask {
        key: core.game.key(&core.position),
        repetition_key,
        irreversible: arrival.irreversible,
        code: core.path.code_after(repetition_key, arrival.irreversible),
        moves_code: core.path.moves_code_after(arrival.number),
        level: core.path.level() + 1,
        draft,
        alpha,
        beta,
        repeated,
        maximizing: core.is_maximizing(),
        aging: core.aging,
    }
}

/// Puts the position at hand, a root, on the path, so that its moves can be visited one by one.
pub(crate) fn enter_root<G: Informed, E: Evaluate<G>, P: Policy>(
    core: &mut Core<'_, G, E>,
    policy: &mut P,
    draft: u32,
) {
    let key = core.game.repetition_key(&core.position, core.rules.rule);
    let ask = ask(core, key, Arrival::ROOT, draft, false, (-INFINITE, INFINITE));
    core.path.push((key, 0), false, draft);
    policy.enter(&ask);
}

/// Searches the moves of the position at hand, which is on the path.
fn expand<G: Informed, E: Evaluate<G>, P: Policy>(
    core: &mut Core<'_, G, E>,
    policy: &mut P,
    ask: &Ask,
    from_table: Option<u32>,
) -> Result<(Score, P::Note), Reason> {
    let ply = ask.ply() as usize;
    let mut generated = Vec::new();
    core.game.moves(&core.position, &mut generated);
    let mut moves: Vec<(i64, u32, G::Move)> =
        generated.into_iter().map(|m| (0, core.game.encode_move(&core.position, m), m)).collect();
    let order = (ask.ply(), ask.maximizing, from_table);
    core.ordering.sort(core.game, core.evaluate, &core.position, &mut moves, order);
    if P::REPETITIONS_LAST {
        moves.sort_by_cached_key(|&(.., m)| core.brings_or_offers_repetition(m));
    }

    let (mut alpha, mut beta) = (ask.alpha, ask.beta);
    let mut best: Option<(Score, u32)> = None;
    let mut note: Option<P::Note> = None;
    let (mut banned, mut all, mut moves_left) = (false, true, false);
    let next = match ask.draft {
        COMPLETE => COMPLETE,
        draft if core.game.extends_forced_moves() && core.is_forced(&moves) => draft,
        draft => draft - 1,
    };
    for (i, &(_, code, m)) in moves.iter().enumerate() {
        let arrival = core.arrival(m);
        let aging = core.aging;
        let window = (aging.alpha(alpha, ask.maximizing), aging.beta(beta, ask.maximizing));
        let undo = core.game.make(&mut core.position, m);
        let visited = visit(core, policy, arrival, next, window.0, window.1);
        core.game.undo(&mut core.position, m, undo);
        let (score, child) = match visited? {
            Visit::Value(score, child) => (score, child),
            Visit::Illegal(child) => {
                banned = true;
                note = child.map(|child| policy.fold(note, child, ask, false)).or(note);
                continue;
            }
        };
        let score = aging.aged(score, ask.maximizing);
        if best.is_none_or(|(best, _)| if ask.maximizing { score > best } else { score < best }) {
            best = Some((score, code));
            core.extend_line(ply, m);
        }
        if ask.maximizing {
            alpha = alpha.max(score)
        } else {
            beta = beta.min(score)
        }
        let cut = alpha >= beta;
        note = Some(policy.fold(note, child, ask, cut));
        if cut {
            (all, moves_left) = (false, i + 1 < moves.len());
            core.ordering.cutoff(ask.ply(), ask.maximizing, code, ask.draft);
            break;
        }
    }
    let searched = match best {
        Some((score, code)) => Searched {
            score,
            kind: Kind::of(score, ask.alpha, ask.beta),
            best: Some(code),
            banned,
            all,
            moves_left,
        },
        None => {
            let outcome = core.game.stuck(&core.position);
            let score = core.ended(outcome, ask.ply());
            let leaf = policy.leaf(score, Kind::Exact, false);
            note = Some(policy.fold(note, leaf, ask, false));
            Searched { score, kind: Kind::Exact, best: None, banned, all: true, moves_left: false }
        }
    };
    let note = policy.leave(core, ask, &searched, note);
    Ok((searched.score, note))
}
