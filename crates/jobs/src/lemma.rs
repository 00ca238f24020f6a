//! Certificates of jobs: verified when they come, and walked again when they are put together.

use threefold_certificate::{
    Block, Certificate, CheckLimits, Checker, Event, Goal, Header, Lemmas, MoveLines, Terms, Walk,
};
use threefold_game::{Game, History};

use crate::assumed::Assumed;

/// What a certificate of a job proves.
pub(crate) struct Verified {
    pub goal: Goal,
    /// Places of the assumptions that it rests on.
    pub used: Vec<usize>,
    /// Places of the solved positions that it does.
    pub solved: Vec<usize>,
    /// Its lines, each with its `\n`.
    pub moves: String,
}

/// The one block of a job's certificate.
pub(crate) fn read(text: &str) -> Result<Block, String> {
    let certificate = Certificate::read(text.as_bytes()).map_err(|error| error.to_string())?;
    let mut blocks = certificate.blocks.into_iter();
    match (blocks.next(), blocks.next()) {
        (Some(block), None) => Ok(block),
        _ => Err("a job's certificate has one block".to_owned()),
    }
}

/// Verifies a certificate about the root of `history` that claims one of `terms`. The error is a
/// line that says why it is not believed.
pub(crate) fn verify<G: Game>(
    game: &G,
    history: &History<G>,
    terms: [Terms; 2],
    assumed: &Assumed<'_, G>,
    limits: CheckLimits,
    block: &Block,
) -> Result<Verified, String> {
    let asked = Header::new(game, history, terms[0]);
    assumed.forget();
    let verified = Checker::new(game)
        .knowledge(assumed)
        .limits(limits)
        .about(&asked)
        .block(block)
        .map_err(|error| error.to_string())?;
    let found = verified.terms;
    let is_one = |one: &Terms| (one.claimant, one.goal) == (found.claimant, found.goal);
    if found.plies.is_some() || !terms.iter().any(is_one) {
        return Err(format!("{} is no answer to the question", block.header.claim_text()));
    }
    let mut moves = String::new();
    for line in block.moves.iter() {
        moves.push_str(line);
        moves.push('\n');
    }
    // A win ends at draws nowhere.
    let used = if found.goal == Goal::Holds { assumed.met() } else { Vec::new() };
    Ok(Verified { goal: found.goal, used, solved: assumed.met_solved(), moves })
}

/// Verifies what has been verified before and was saved.
pub(crate) fn verify_again<G: Game>(
    game: &G,
    history: &History<G>,
    terms: Terms,
    assumed: &Assumed<'_, G>,
    moves: &str,
) -> Result<(), String> {
    use threefold_game::Knowledge;
    let header = Header::new(game, history, terms);
    let header = Header { database: assumed.declaration(), ..header };
    let lines: MoveLines = moves.lines().collect();
    let block = Block::new(header, lines);
    let limits = CheckLimits::default();
    let found = verify(game, history, [terms, terms], assumed, limits, &block)?;
    match found.used.len() == assumed.met().len() {
        true => Ok(()),
        false => Err("an assumption that is not met".to_owned()),
    }
}

/// Hands on the claimant's choices in a certificate that was verified: position, its depth in the
/// walk, and move.
pub(crate) fn replay<G: Game>(
    game: &G,
    history: &History<G>,
    terms: Terms,
    assumed: &Assumed<'_, G>,
    moves: &str,
    choice: impl FnMut(&G::Position, usize, G::Move),
) -> Result<(), String> {
    let terms = Terms { database: true, ..terms };
    let walk = Walk::new(game, history, terms).knowledge(assumed);
    walked(game, walk, moves, choice).map(drop)
}

/// Under superko: what a certificate that was verified says of its positions, on which ways.
pub(crate) fn lemmas<G: Game>(
    game: &G,
    history: &History<G>,
    terms: Terms,
    moves: &str,
) -> Result<Lemmas<G>, String> {
    let walk = Walk::new(game, history, terms).keeping_lemmas();
    let walk = walked(game, walk, moves, |_, _, _| {})?;
    walk.into_lemmas().ok_or_else(|| "not under superko".to_owned())
}

/// The walk to its end.
fn walked<'g, G: Game>(
    game: &'g G,
    mut walk: Walk<'g, G>,
    moves: &str,
    mut choice: impl FnMut(&G::Position, usize, G::Move),
) -> Result<Walk<'g, G>, String> {
    let mut lines = moves.lines();
    loop {
        match walk.step() {
            Event::Done => return Ok(walk),
            Event::NeedMove => {
                let text = lines.next().ok_or("a line is missing")?;
                let m = game.parse_move(walk.position(), text).map_err(|e| e.to_string())?;
                choice(walk.position(), walk.depth(), m);
                walk.play(m).map_err(|error| error.to_string())?;
            }
            fault => return Err(format!("{fault:?}")),
        }
    }
}
