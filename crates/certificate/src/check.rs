//! The checker: a walk whose moves are the lines of a certificate.

use std::io::BufRead;
use std::str::SplitTerminator;
use std::time::Duration;

use threefold_game::clock::Instant;

use threefold_game::{Footprint, Game, History, HistoryReader, Knowledge, NotationError, Player};

use crate::block::{Block, MoveLines};
use crate::error::{ReadError, ReadErrorKind};
use crate::header::{Goal, Header, HeaderLines, Key, Terms};
use crate::limits::{CheckLimit, CheckLimits, STEPS, Watch};
use crate::read::CertificateReader;
use crate::refutation::{CheckError, RefutationKind, Refuted, Verified};
use crate::text::{is_move, shorten};
use crate::walk::{Event, LeafKind, PlayError, Walk};

/// Checks one block against the rules of the game alone, without limits: for what the program has
/// made itself. See [`Checker`] for what comes from elsewhere.
///
/// # Errors
/// [`CheckError::Refuted`] is the first thing that the walk finds wrong, [`CheckError::Read`] that
/// the game does not define what the header says.
pub fn check<G: Game>(game: &G, block: &Block) -> Result<Verified, CheckError> {
    Checker::new(game).block(block)
}

/// What the claimant plays where the database goes on: a move that keeps its value, or `None` if it
/// knows of none.
pub type Continuation<'a, G> =
    &'a mut dyn FnMut(&<G as Game>::Position) -> Option<<G as Game>::Move>;

/// Checks blocks against the rules of the game alone.
///
/// ```no_run
/// # use std::time::Duration;
/// # use threefold_certificate::*;
/// # fn check_file<G: threefold_game::Game>(game: G) -> Result<(), Box<dyn std::error::Error>> {
/// let file = std::fs::File::open("mate.cert.zst")?;
/// let mut reader = CertificateReader::new(decompressed(file)?);
/// let limits =
///     CheckLimits { memory: Some(1 << 30), time: Some(Duration::from_secs(60)) };
/// while let Some(header) = reader.next_block()? {
///     // choose the game by header.game and header.parameters
///     match Checker::new(&game).limits(limits).stream(&mut reader) {
///         Ok(verified) => println!("{verified}"),
///         // What follows a refutation in the file does not matter any more.
///         Err(CheckError::Refuted(refuted)) => return Ok(println!("{refuted}")),
///         Err(error) => return Err(error.into()),
///     }
/// }
/// # Ok(())
/// # }
/// ```
pub struct Checker<'a, G: Game> {
    game: &'a G,
    knowledge: Option<&'a dyn Knowledge<G>>,
    limits: CheckLimits,
    asked: Option<&'a Header>,
    continuation: Option<Continuation<'a, G>>,
    told: Option<&'a mut dyn FnMut(&Course)>,
}

/// How far a check has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Course {
    /// Since when it has been going on.
    pub time: Duration,
    /// How often a position was entered or left.
    pub steps: u64,
    /// Different positions that were met.
    pub positions: u64,
    /// Under superko, how often a finished position had to be walked again.
    pub rewalked: u64,
    /// The line of the file that was read last.
    pub line: u64,
    /// The last line of the block, as its header says.
    pub last_line: u64,
}

impl Course {
    /// Whether the walk grows beyond its file: most of it is what was walked before. Under superko
    /// that can go on for longer than anybody waits.
    pub fn grows(&self) -> bool {
        self.rewalked > 4 * self.positions
    }
}

impl<'a, G: Game> Checker<'a, G> {
    /// A checker without limits.
    pub fn new(game: &'a G) -> Self {
        let limits = CheckLimits::default();
        Checker { game, knowledge: None, limits, asked: None, continuation: None, told: None }
    }

    /// Tells `course` how far the check has come, every few hundred steps.
    pub fn telling(mut self, course: &'a mut dyn FnMut(&Course)) -> Self {
        self.told = Some(course);
        self
    }

    /// What the leaves of a certificate may rely on, if it declares exactly this
    /// ([`Knowledge::declaration`]). A certificate that declares something else is refuted
    /// as [`RefutationKind::DatabaseMismatch`]; one that declares nothing does without.
    pub fn knowledge(mut self, knowledge: &'a dyn Knowledge<G>) -> Self {
        self.knowledge = Some(knowledge);
        self
    }

    /// What a check may cost: [`CheckError::Limit`] otherwise.
    pub fn limits(mut self, limits: CheckLimits) -> Self {
        self.limits = limits;
        self
    }

    /// Only a certificate about this question is verified: game, parameters, rule, attacker, root
    /// and history have to be those of the header `asked` (`Header::new` makes one); another one is
    /// refuted as [`RefutationKind::OtherQuestion`]. What its claim says about the question is for
    /// [`Terms::answer`].
    pub fn about(mut self, asked: &'a Header) -> Self {
        self.asked = Some(asked);
        self
    }

    /// The declared database is not believed: its leaves are played through like everything else,
    /// the claimant's moves taken from `continuation`. For a win the continuation has to make
    /// progress; a database of values alone may go round in circles, which refutes. Where the
    /// database has taken over, the line of a refutation is the last one of the certificate before
    /// that.
    pub fn expanding(mut self, continuation: Continuation<'a, G>) -> Self {
        self.continuation = Some(continuation);
        self
    }

    /// Checks a block that is in memory.
    ///
    /// # Errors
    /// The first thing that the walk finds wrong, a header that means nothing in the game, or a
    /// limit.
    pub fn block(self, block: &Block) -> Result<Verified, CheckError> {
        self.verify(&block.header, &block.lines, &mut block.moves.split())
    }

    /// Checks the block whose header `reader` has read last, without keeping its lines in memory.
    ///
    /// # Errors
    /// As for [`Checker::block`], or the first line that cannot be read.
    ///
    /// # Panics
    /// If no header was read ([`CertificateReader::next_block`]).
    pub fn stream<R: BufRead>(
        self,
        reader: &mut CertificateReader<R>,
    ) -> Result<Verified, CheckError> {
        let header = reader.header().expect("a header was read").clone();
        let lines = *reader.lines().expect("a header was read");
        self.verify(&header, &lines, reader)
    }

    /// The same, and the block. No line is kept before the walk has asked for it, so that no more
    /// of a file is held than there is proof in it; they count as the memory of the check.
    ///
    /// # Errors
    /// As for [`Checker::stream`].
    ///
    /// # Panics
    /// As [`Checker::stream`] does.
    pub fn keep<R: BufRead>(
        self,
        reader: &mut CertificateReader<R>,
    ) -> Result<(Block, Verified), CheckError> {
        let header = reader.header().expect("a header was read").clone();
        let lines = *reader.lines().expect("a header was read");
        let mut source = Keeping { reader, moves: MoveLines::new() };
        let verified = self.verify(&header, &lines, &mut source)?;
        Ok((Block { header, moves: source.moves, lines }, verified))
    }

    fn verify(
        mut self,
        header: &Header,
        lines: &HeaderLines,
        source: &mut impl Source,
    ) -> Result<Verified, CheckError> {
        let game = self.game;
        let mut watch = Watch::new(&self.limits);
        watch.look()?;
        let (begun, mut looks) = (Instant::now(), 0);
        let knowledge = self.knowledge.filter(|_| header.database.is_some());
        let mut terms = terms(game, knowledge, header, lines)?;
        let declared = terms.database;
        terms.database &= self.continuation.is_none();
        let history = history(game, header, lines, &self.limits, &watch)?;
        if let Some(asked) = self.asked {
            is_about(asked, header, lines)?;
        }
        let mut walk = Walk::new(game, &history, terms).checking();
        if let Some(knowledge) = self.knowledge {
            walk = walk.knowledge(knowledge);
        }
        // Moves that the continuation has chosen are no lines.
        let mut continued = 0;
        loop {
            let event = loop {
                if let Some(event) = walk.advance_once() {
                    break event;
                }
                if watch.step(|| walk.memory() + source.kept())? {
                    looks += 1;
                    if let Some(told) = &mut self.told {
                        told(&Course {
                            time: begun.elapsed(),
                            steps: looks * u64::from(STEPS),
                            positions: walk.positions(),
                            rewalked: walk.lemmas_rewalked(),
                            line: (lines.body + walk.lines() - continued).max(1) - 1,
                            last_line: lines.body.saturating_add(header.moves).max(1) - 1,
                        });
                    }
                }
            };
            let (kind, detail) = match event {
                Event::Done => break,
                Event::NeedMove => {
                    let line = lines.body + walk.lines() - continued;
                    if let Some(continuation) = &mut self.continuation
                        && declared
                        && let Some(knowledge) = self.knowledge
                        && knowledge.probe(walk.position()).is_some()
                    {
                        let m = continuation(walk.position());
                        if m.is_none_or(|m| walk.play(m).is_err()) {
                            let position = game.position_text(walk.position());
                            let detail = format!("the database has no move for {position}");
                            let kind = RefutationKind::MissingLine;
                            let line = line.max(lines.body + 1) - 1;
                            return Err(Refuted { line, kind, detail }.into());
                        }
                        continued += 1;
                        continue;
                    }
                    match source.next_line()? {
                        Some(text) => {
                            play(game, &mut walk, text).map_err(|(kind, detail)| Refuted {
                                line,
                                kind,
                                detail,
                            })?;
                        }
                        None => {
                            let position = game.position_text(walk.position());
                            let detail = format!("no move for {position}");
                            let kind = RefutationKind::MissingLine;
                            return Err(Refuted { line, kind, detail }.into());
                        }
                    }
                    continue;
                }
                Event::Cycle { depth } => {
                    (RefutationKind::Cycle, format!("back to the position at depth {depth}: "))
                }
                Event::Lost => {
                    let left = walk.plies_left().unwrap_or(0);
                    (RefutationKind::Lost, format!("lost within {left} plies: "))
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
        if terms.goal == Goal::Wins
            && let (Some(within), Some(plies)) = (terms.plies, walk.plies())
            && plies > within
        {
            let detail = format!("the longest way takes {plies} plies");
            return Err(refuted(lines, Key::Within, RefutationKind::TooLong, detail).into());
        }
        Ok(Verified {
            claim: header.claim.clone(),
            terms: Terms { database: declared, ..terms },
            parameters: header.parameters.clone(),
            claim_line: lines.of(Key::Claim),
            positions: walk.positions(),
            lines: used,
            lemmas_reused: walk.lemmas_reused(),
            lemmas_rewalked: walk.lemmas_rewalked(),
        })
    }
}

/// Where the lines come from.
trait Source {
    fn next_line(&mut self) -> Result<Option<&str>, ReadError>;

    /// Bytes of the lines that are kept.
    fn kept(&self) -> usize {
        0
    }
}

/// Lines that are kept as they are asked for.
struct Keeping<'r, R> {
    reader: &'r mut CertificateReader<R>,
    moves: MoveLines,
}

impl<R: BufRead> Source for Keeping<'_, R> {
    fn next_line(&mut self) -> Result<Option<&str>, ReadError> {
        let line = self.reader.next_move()?;
        if let Some(line) = line {
            self.moves.push(line);
        }
        Ok(line)
    }

    fn kept(&self) -> usize {
        self.moves.memory()
    }
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

/// Plays a line of the certificate: exactly the text that the game writes for the move, so that
/// every reader accepts the same files.
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
    let written = game.move_text(walk.position(), m);
    if written != text {
        return Err((RefutationKind::IllegalMove, detail(&format!("is written {written}"))));
    }
    walk.play(m).map_err(|error| match error {
        PlayError::Repeating => (RefutationKind::RepeatingMove, detail("repeats a situation")),
        _ => (RefutationKind::IllegalMove, detail("is not legal")),
    })
}

fn refuted(lines: &HeaderLines, key: Key, kind: RefutationKind, detail: String) -> Refuted {
    Refuted { line: lines.of(key), kind, detail }
}

/// What the header asks, in terms of the game and the knowledge at hand.
fn terms<G: Game>(
    game: &G,
    knowledge: Option<&dyn Knowledge<G>>,
    header: &Header,
    lines: &HeaderLines,
) -> Result<Terms, CheckError> {
    let refuse = |key, kind, detail| Err(refuted(lines, key, kind, detail).into());
    if header.game != game.name() || header.parameters != game.parameters() {
        let detail = format!("the game at hand is {} {}", game.name(), game.parameters());
        return refuse(Key::Game, RefutationKind::WrongGame, detail.trim_end().to_owned());
    }
    let is_of_a_holder = header.claim.goal == Goal::Holds && !G::CLOCK;
    if header.omitted.hands && (!G::HANDS || is_of_a_holder) {
        let message = match G::HANDS {
            true => "only who wins".to_owned(),
            false => format!("in {} nobody holds anything", header.game),
        };
        let kind = ReadErrorKind::BadValue { key: Key::Hands.name(), message };
        return Err(ReadError::new(lines.of(Key::Hands), kind).into());
    }
    let player = |key: Key, name: &str| {
        Player::ALL.into_iter().find(|&p| game.player_name(p) == name).ok_or_else(|| {
            let detail = format!("{} has no player '{}'", game.name(), shorten(name));
            refuted(lines, key, RefutationKind::UnsupportedClaim, detail)
        })
    };
    let claimant = player(Key::Claim, &header.claim.player)?;
    if !game.may_claim(claimant) {
        let detail = format!("here nothing is claimed for {}", header.claim.player);
        return refuse(Key::Claim, RefutationKind::UnsupportedClaim, detail);
    }
    let rule = header.repetition;
    if !game.has_rule(rule) {
        let message = format!("{} is never played under {rule}", header.game);
        let kind = ReadErrorKind::BadValue { key: Key::Repetition.name(), message };
        return Err(ReadError::new(lines.of(Key::Repetition), kind).into());
    }
    if let Some(attacker) = &header.attacker {
        player(Key::Attacker, attacker)?;
    }
    let footprints = rule.is_superko().then_some(G::Footprint::KIND);
    if header.footprints.as_deref() != footprints {
        let detail = format!("expected {}", footprints.unwrap_or("none"));
        return refuse(Key::Footprints, RefutationKind::FootprintMismatch, detail);
    }
    // One that is at hand all the same was given by who knows what it is. Results that depend on
    // what was before are in none.
    let at_hand = knowledge.and_then(|knowledge| knowledge.declaration());
    let has_databases = !rule.is_superko() && (game.has_databases() || at_hand.is_some());
    if header.database.is_some() && !has_databases {
        let message = format!("{} has no databases", header.game);
        let kind = ReadErrorKind::BadValue { key: Key::Database.name(), message };
        return Err(ReadError::new(lines.of(Key::Database), kind).into());
    }
    let is_called = |name: &String| knowledge.is_some_and(|knowledge| knowledge.is_called(name));
    if header.database.as_ref().is_some_and(|name| !is_called(name)) {
        let detail = match at_hand {
            Some(database) => format!("the database at hand is {database}"),
            None => "no database at hand".to_owned(),
        };
        return refuse(Key::Database, RefutationKind::DatabaseMismatch, detail);
    }
    let (goal, database) = (header.claim.goal, header.database.is_some());
    let (plies, omitted) = (header.plies, header.omitted);
    Ok(Terms { claimant, goal, rule, database, plies, omitted })
}

/// The root and how the game came there.
fn history<G: Game>(
    game: &G,
    header: &Header,
    lines: &HeaderLines,
    limits: &CheckLimits,
    watch: &Watch,
) -> Result<History<G>, CheckError> {
    let refuse = |key, kind, detail| refuted(lines, key, kind, detail);
    let position = |key, kind, text: &str| {
        let read = game.parse_position(text);
        let position = read.map_err(|e: NotationError| refuse(key, kind, e.to_string()))?;
        // Exactly as it is written, so that every reader accepts the same files.
        match game.position_text(&position) {
            written if written == text => Ok(position),
            written => Err(refuse(key, kind, format!("the position is written {written}"))),
        }
    };
    let root = position(Key::Root, RefutationKind::BadRoot, &header.root)?;
    let Some(text) = &header.history else { return Ok(History::new(root)) };
    let bad = |detail: String| refuse(Key::History, RefutationKind::BadHistory, detail);
    if G::CLOCK {
        return Err(bad("the clock says what counts of it".to_owned()).into());
    }
    let (start, moves) = Header::split_history(text)
        .ok_or_else(|| bad("expected '<start position> moves <move> ...'".to_owned()))?;
    let start = position(Key::History, RefutationKind::BadHistory, start)?;
    // The positions, and under superko their situations in a table.
    let bytes = 2 * size_of::<G::Position>() + 4 * size_of::<G::Situation>();
    let plies = moves.bytes().filter(|&byte| byte == b' ').count() + 1;
    if limits.memory.is_some_and(|memory| plies.saturating_mul(bytes) > memory) {
        return Err(CheckLimit::Memory.into());
    }
    let mut reader = HistoryReader::new(game, start, header.repetition);
    for (ply, text) in moves.split(' ').enumerate() {
        if ply % 256 == 0 {
            watch.look()?;
        }
        reader.play(text).map_err(|error| bad(error.to_string()))?;
    }
    let history = reader.finish();
    if history.notation(game) != moves {
        let written = shorten(&history.notation(game));
        return Err(bad(format!("the moves are written {written}")).into());
    }
    if *history.root() != root {
        let detail = format!("the history leads to {}", game.position_text(history.root()));
        return Err(refuse(Key::History, RefutationKind::HistoryMismatch, detail).into());
    }
    Ok(history)
}

/// Whether the header is about the question that was asked, its claim apart. What both say is
/// written in the one canonical way, so that other text is another question.
fn is_about(asked: &Header, header: &Header, lines: &HeaderLines) -> Result<(), Refuted> {
    for key in Key::QUESTION {
        let (wanted, said) = (asked.value(key), header.value(key));
        if wanted != said {
            // A history that is missing has no line of its own.
            let place = if said.is_some() { key } else { Key::Root };
            let detail = match wanted {
                Some(wanted) => format!("asked about {}: {}", key.name(), shorten(&wanted)),
                None => format!("asked without {}", key.name()),
            };
            return Err(refuted(lines, place, RefutationKind::OtherQuestion, detail));
        }
    }
    Ok(())
}
