//! How long a mate is by convention.

use threefold_game::{Game, Player};
use threefold_search::Reason;
use threefold_shogi::{Position, Tsume, japanese};

use super::convention::{Convention, Futile, LONGEST, Sense};
use super::{left_in_hand, played};
use crate::row::TsumeSubject;
use threefold_answer::asked::Proof;
use threefold_answer::attacker::Attacker;
use threefold_answer::effort::Effort;
use threefold_answer::error::Error;

/// A length in which futile interpositions do not count.
#[derive(Clone, Debug)]
pub struct Conventional {
    /// The plies; `None` if the attacker does not mate within what was asked, or if it is not
    /// known.
    pub plies: Option<u32>,
    /// Why it is not known.
    pub reason: Option<Reason>,
    /// Fewer plies, if variations that take two more and leave something in hand are let pass
    /// (変長).
    pub lenient: Option<u32>,
    /// A line of that length, in USI. It ends where only futile drops are left.
    pub line: Vec<String>,
    /// The same as players write it.
    pub written: Vec<String>,
    /// What the attacker has left in hand at its end, in the letters of SFEN.
    pub left_in_hand: String,
    /// Whether something is left whatever the defender does, if that is known.
    pub always_left: Option<bool>,
    /// The drops along the line that are futile, and what shows it.
    pub futile: Vec<Futile>,
    /// The certificates of the length: that the attacker mates within so many plies, and that he
    /// does not within fewer; or one that he does not within what was asked.
    pub proofs: Vec<Proof>,
    /// What has none within the limits: `attacker wins within 5 by convention`.
    pub uncertified: Vec<String>,
    /// Nodes of all searches.
    pub nodes: u64,
}

/// The length by convention, if it is at most `most` plies: the rules are those of
/// `convention.rs`. With `certify` there is a certificate of it, or it is said that there is none.
///
/// # Errors
/// The position has no such attacker.
pub fn conventional(
    subject: &TsumeSubject,
    attacker: Option<Attacker>,
    most: u32,
    effort: &Effort,
    certify: bool,
) -> Result<Conventional, Error> {
    let game = subject.game(attacker)?;
    let root = subject.position();
    let mut convention = Convention::new(&game, effort);
    let mut found = Conventional {
        plies: None,
        reason: (most > LONGEST).then_some(Reason::Depth),
        lenient: None,
        line: Vec::new(),
        written: Vec::new(),
        left_in_hand: String::new(),
        always_left: None,
        futile: Vec::new(),
        proofs: Vec::new(),
        uncertified: Vec::new(),
        nodes: 0,
    };
    if let Err(reason) = look(&mut convention, &game, root, most, &mut found) {
        found.reason = Some(reason);
    }
    if certify {
        let none = found.plies.map_or(Some(most), |plies| plies.checked_sub(2));
        let none = none.filter(|_| found.plies.is_some() || found.reason.is_none());
        let claims = [(found.plies, true), (none, false)];
        for (plies, mates) in claims {
            let Some(plies) = plies else { continue };
            // What was found out is at hand, so that another such effort is enough.
            convention.begin();
            match convention.proof(root, plies, mates, effort) {
                Ok(Some(proof)) => found.proofs.push(proof),
                Ok(None) | Err(_) => {
                    let words = if mates { "attacker wins within" } else { "defender holds plies" };
                    found.uncertified.push(format!("{words} {plies} by convention"));
                }
            }
        }
    }
    found.nodes = convention.nodes;
    Ok(found)
}

fn look(
    convention: &mut Convention<'_>,
    game: &Tsume,
    root: &Position,
    most: u32,
    found: &mut Conventional,
) -> Result<(), Reason> {
    let Some(plies) = convention.length(root, most)? else { return Ok(()) };
    found.reason = None;
    found.plies = Some(plies);
    let line = convention.line(root, plies)?;
    found.line = line.iter().map(ToString::to_string).collect();
    found.written = japanese::line(root, &line, None);
    let Some((_, last)) = played(root, &found.line) else { return Ok(()) };
    found.left_in_hand = left_in_hand(game, &last);
    let mut position = root.clone();
    for (number, &m) in (1..).zip(line.iter()) {
        if game.player_to_move(&position) == Player::Second {
            let left = plies + 1 - number as u32;
            found.futile.extend(convention.futile(&position, number, left)?);
        }
        position.make(m);
    }
    found.futile.extend(convention.futile(&position, line.len() + 1, 0)?);
    if game.player_to_move(root) == Player::First {
        found.always_left = Some(convention.mates(Sense::Rest, root, plies)?);
        // That is about a line that leaves nothing: where all leave something the longest counts.
        let lenient = convention.shortest(Sense::Lenient, root, plies - 1)?;
        found.lenient = match lenient {
            Some(fewer) if !convention.mates(Sense::LenientRest, root, fewer)? => Some(fewer),
            _ => None,
        };
    }
    Ok(())
}
