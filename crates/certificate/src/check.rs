//! The checker: a walk whose moves are the lines of a certificate.

use std::io::BufRead;
use std::str::SplitTerminator;

use threefold_game::{Footprint, Game, History, NotationError, Player, RepetitionRule};

use crate::block::Block;
use crate::error::ReadError;
use crate::header::{Header, HeaderLines, Key, Terms};
use crate::read::CertificateReader;
use crate::refutation::{CheckError, RefutationKind, Refuted, Verified};
use crate::text::{is_move, shorten};
use crate::walk::{Event, LeafKind, PlayError, Walk};

/// Checks one block against the rules of the game alone.
///
/// # Errors
/// The first thing that the walk finds wrong.
pub fn check<G: Game>(game: &G, block: &Block) -> Result<Verified, Refuted> {
    match verify(game, &block.header, &block.lines, &mut block.moves.split(), None) {
        Ok(verified) => Ok(verified),
        Err(CheckError::Refuted(refuted)) => Err(refuted),
        Err(CheckError::Read(_)) => unreachable!("memory can be read"),
    }
}

/// Checks the block whose header `reader` has read last, without keeping its lines in memory.
///
/// ```no_run
/// # use threefold_certificate::*;
/// # fn check_file<G: threefold_game::Game>(game: G) -> Result<(), Box<dyn std::error::Error>> {
/// let file = std::fs::File::open("mate.cert.zst")?;
/// let mut reader = CertificateReader::new(decompressed(file)?);
/// while let Some(header) = reader.next_block()? {
///     // choose the game by header.game and header.parameters
///     match check_stream(&game, &mut reader) {
///         Ok(verified) => println!("{verified}"),
///         Err(CheckError::Refuted(refuted)) => println!("{refuted}"),
///         Err(CheckError::Read(error)) => return Err(error.into()),
///     }
/// }
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// The first thing that the walk finds wrong, or the first line that cannot be read.
///
/// # Panics
/// If no header was read ([`CertificateReader::next_block`]).
pub fn check_stream<G: Game, R: BufRead>(
    game: &G,
    reader: &mut CertificateReader<R>,
) -> Result<Verified, CheckError> {
    let header = reader.header().expect("a header was read").clone();
    let lines = *reader.lines().expect("a header was read");
    verify(game, &header, &lines, reader, None)
}

/// What the claimant plays where the database goes on: a move that keeps its value, or `None` if it
/// knows of none.
pub type Continuation<'a, G> =
    &'a mut dyn FnMut(&<G as Game>::Position) -> Option<<G as Game>::Move>;

/// The same as [`check_stream`], but the declared database is not believed: its leaves are played
/// through like everything else, the claimant's moves taken from `continuation`. For a win the
/// continuation has to make progress; a database of values alone may go round in circles, which
/// refutes.
///
/// # Errors
/// The first thing that the walk finds wrong, or the first line that cannot be read. Where the
/// database has taken over, the line is the last one of the certificate before that.
///
/// # Panics
/// If no header was read ([`CertificateReader::next_block`]).
pub fn check_stream_expanding<G: Game, R: BufRead>(
    game: &G,
    reader: &mut CertificateReader<R>,
    continuation: Continuation<'_, G>,
) -> Result<Verified, CheckError> {
    let header = reader.header().expect("a header was read").clone();
    let lines = *reader.lines().expect("a header was read");
    verify(game, &header, &lines, reader, Some(continuation))
}

/// Where the lines come from.
trait Source {
    fn next_line(&mut self) -> Result<Option<&str>, ReadError>;
}

impl Source for SplitTerminator<'_, char> {
    fn next_line(&mut self) -> Result<Option<&str>, ReadError> {
        Ok(self.next())
    }
}

impl<R: BufRead> Source for CertificateReader<R> {
    fn next_line(&mut self) -> Result<Option<&str>, ReadError> {
        self.next_move()
    }
}

fn verify<G: Game>(
    game: &G,
    header: &Header,
    lines: &HeaderLines,
    source: &mut impl Source,
    mut continuation: Option<Continuation<'_, G>>,
) -> Result<Verified, CheckError> {
    let mut terms = terms(game, header, lines)?;
    let declared = terms.database;
    terms.database &= continuation.is_none();
    let history = history(game, header, lines)?;
    let mut walk = Walk::new(game, &history, terms);
    // Moves that the continuation has chosen are no lines.
    let mut continued = 0;
    loop {
        let (kind, detail) = match walk.step() {
            Event::Done => break,
            Event::NeedMove => {
                let line = lines.body + walk.lines() - continued;
                if let Some(continuation) = &mut continuation
                    && declared
                    && game.probe(walk.position()).is_some()
                {
                    let m = continuation(walk.position());
                    if m.is_none_or(|m| walk.play(m).is_err()) {
                        let position = game.position_text(walk.position());
                        let detail = format!("the database has no move for {position}");
                        let kind = RefutationKind::MissingLine;
                        return Err(
                            Refuted { line: line.max(lines.body + 1) - 1, kind, detail }.into()
                        );
                    }
                    continued += 1;
                    continue;
                }
                match source.next_line()? {
                    Some(text) => play(game, &mut walk, text)
                        .map_err(|(kind, detail)| Refuted { line, kind, detail })?,
                    None => {
                        let detail = format!("no move for {}", game.position_text(walk.position()));
                        let kind = RefutationKind::MissingLine;
                        return Err(Refuted { line, kind, detail }.into());
                    }
                }
                continue;
            }
            Event::Cycle { depth } => {
                (RefutationKind::Cycle, format!("back to the position at depth {depth}: "))
            }
            Event::HistoryRepetition => (
                RefutationKind::HistoryRepetition,
                "a draw by repetition of positions before the root: ".to_owned(),
            ),
            Event::BadLeaf { outcome, kind } => {
                let claimant = game.player_to_move(walk.position()) == terms.claimant;
                let kind = match kind {
                    LeafKind::Stuck if claimant => RefutationKind::ClaimantStuck,
                    _ => RefutationKind::WrongTerminal,
                };
                (kind, format!("{outcome:?} in "))
            }
        };
        let detail = detail + &game.position_text(walk.position());
        let line = match walk.last_choice() {
            Some(choice) if continued == 0 => lines.body + choice - 1,
            Some(_) => (lines.body + walk.lines() - continued).max(lines.body + 1) - 1,
            None => lines.of(Key::Root),
        };
        return Err(Refuted { line, kind, detail }.into());
    }
    let used = walk.lines() - continued;
    if let Some(text) = source.next_line()? {
        let detail = format!("'{}' after the end of the walk", shorten(text));
        let kind = RefutationKind::SurplusLine;
        return Err(Refuted { line: lines.body + used, kind, detail }.into());
    }
    if header.moves != used {
        let detail = format!("{} moves declared, {used} there", header.moves);
        return Err(refuted(lines, Key::Moves, RefutationKind::MovesCount, detail).into());
    }
    Ok(Verified {
        claim: header.claim.clone(),
        positions: walk.positions(),
        lines: used,
        lemmas_reused: walk.lemmas_reused(),
        lemmas_rewalked: walk.lemmas_rewalked(),
    })
}

/// Plays a line of the certificate.
fn play<G: Game>(
    game: &G,
    walk: &mut Walk<'_, G>,
    text: &str,
) -> Result<(), (RefutationKind, String)> {
    let detail = |what: &str| format!("'{}' {what}", shorten(text));
    if !is_move(text) {
        return Err((RefutationKind::UnreadableMove, detail("is no move")));
    }
    let m = game
        .parse_move(walk.position(), text)
        .map_err(|error| (RefutationKind::IllegalMove, error.to_string()))?;
    walk.play(m).map_err(|error| match error {
        PlayError::Repeating => (RefutationKind::RepeatingMove, detail("repeats a situation")),
        _ => (RefutationKind::IllegalMove, detail("is not legal")),
    })
}

fn refuted(lines: &HeaderLines, key: Key, kind: RefutationKind, detail: String) -> Refuted {
    Refuted { line: lines.of(key), kind, detail }
}

/// What the header asks, in terms of the game.
fn terms<G: Game>(game: &G, header: &Header, lines: &HeaderLines) -> Result<Terms, Refuted> {
    let refuse = |key, kind, detail| Err(refuted(lines, key, kind, detail));
    if header.game != game.name() || header.parameters != game.parameters() {
        let detail = format!("the game at hand is {} {}", game.name(), game.parameters());
        return refuse(Key::Game, RefutationKind::WrongGame, detail.trim_end().to_owned());
    }
    let player = &header.claim.player;
    let claimant = Player::ALL.into_iter().find(|&p| game.player_name(p) == player);
    let Some(claimant) = claimant else {
        let detail = format!("{} has no player '{}'", game.name(), shorten(player));
        return refuse(Key::Claim, RefutationKind::UnsupportedClaim, detail);
    };
    let rule = header.repetition;
    if rule == RepetitionRule::AttackerWins {
        let detail = format!("{rule} stands in no certificate");
        return refuse(Key::Repetition, RefutationKind::UnsupportedClaim, detail);
    }
    let footprints = rule.is_superko().then_some(G::Footprint::KIND);
    if header.footprints.as_deref() != footprints {
        let detail = format!("expected {}", footprints.unwrap_or("none"));
        return refuse(Key::Footprints, RefutationKind::FootprintMismatch, detail);
    }
    if header.database.is_some() && header.database != game.database() {
        let detail = match game.database() {
            Some(database) => format!("the database at hand is {database}"),
            None => "no database at hand".to_owned(),
        };
        return refuse(Key::Database, RefutationKind::DatabaseMismatch, detail);
    }
    Ok(Terms { claimant, goal: header.claim.goal, rule, database: header.database.is_some() })
}

/// The root and how the game came there.
fn history<G: Game>(game: &G, header: &Header, lines: &HeaderLines) -> Result<History<G>, Refuted> {
    let refuse = |key, kind, detail| refuted(lines, key, kind, detail);
    let bad_root = |e: NotationError| refuse(Key::Root, RefutationKind::BadRoot, e.to_string());
    let root = game.parse_position(&header.root).map_err(bad_root)?;
    let Some(text) = &header.history else { return Ok(History::new(root)) };
    let bad = |detail: String| refuse(Key::History, RefutationKind::BadHistory, detail);
    let (start, moves) = Header::split_history(text)
        .ok_or_else(|| bad("expected '<start position> moves <move> ...'".to_owned()))?;
    let start = game.parse_position(start).map_err(|error| bad(error.to_string()))?;
    let history = History::from_notation(game, start, moves.split_whitespace())
        .map_err(|error| bad(error.to_string()))?;
    if *history.root() != root {
        let detail = format!("the history leads to {}", game.position_text(history.root()));
        return Err(refuse(Key::History, RefutationKind::HistoryMismatch, detail));
    }
    Ok(history)
}
