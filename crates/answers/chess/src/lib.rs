//! Chess: FEN, EPD, PGN, mates.

pub mod probe;
pub mod puzzle;

use threefold_answer::mate;
use threefold_answer::observer::Observer;
use threefold_certificate::Header;
use threefold_chess::pgn::{self, PgnGame};
use threefold_chess::tables::Tables;
use threefold_chess::{
    Aim, Chess, ChessPosition, ChessProblem, ClockedPosition, Diagram, EpdRecord, FiftyMoves, Move,
    epd, san,
};
use threefold_game::{Game, History, Knowledge, Outcome, Player, RepetitionRule};

use threefold_answer::convention::{Convention, Drawing};
use threefold_answer::error::{Damage, Error};
use threefold_answer::made::Made;
use threefold_answer::place::Place;
use threefold_answer::posed::{Endings, Posed};
use threefold_answer::record::{Expected, Operation};
use threefold_answer::row::{Distant, Known, Making, Posing, PosingDistances, Row};
use threefold_answer::task::{Document, Tasks, first_line};
use threefold_answer::under::{AnyDatabase, Under};
use threefold_answer::words::{Idiom, count};

/// The row of chess. It is also what a text is taken for that nothing else recognises.
#[derive(Debug)]
pub enum ChessRow {}

/// A position of chess, and what its source says about it.
#[derive(Clone, Debug)]
pub struct ChessSubject {
    history: History<Chess>,
    attacker: Player,
    /// Plies since the last capture or move of a pawn.
    clock: Option<u32>,
    /// How it is written, with the number of the next move.
    written: OfPlayers,
    said: Option<String>,
    operations: Option<Vec<Operation>>,
    expected: Option<Expected>,
}

impl ChessSubject {
    /// The position, and the game so far.
    pub fn history(&self) -> &History<Chess> {
        &self.history
    }

    /// The position with its clock, for the fifty-move rule.
    fn clocked(&self) -> Result<History<FiftyMoves>, Error> {
        let clocked = ClockedPosition::after(&self.history, self.clock.unwrap_or(0));
        clocked.map(History::new).map_err(|error| Error::field("fifty-moves", error))
    }

    /// Whose mate the source asks about: the side to move's, unless a record says that that side is
    /// mated.
    pub fn attacker(&self) -> Player {
        self.attacker
    }

    /// Whose win is in question: whom a request names, or else the source, or the opponent where a
    /// problem has no king of the one who would be mated.
    fn asked(&self, under: &Under<'_>, aim: Aim) -> Result<Player, Error> {
        let root = self.history.root();
        let mated = |attacker: Player| match aim.ends_with_reply() {
            true => attacker,
            false => attacker.opponent(),
        };
        let fits = |&attacker: &Player| aim == Aim::Stalemate || root.has_king(mated(attacker));
        let Some(named) = under.attacker else {
            return Ok(Some(self.attacker).filter(fits).unwrap_or(self.attacker.opponent()));
        };
        let attacker = named.player(&Chess, root)?;
        if !fits(&attacker) {
            let name = Chess.player_name(mated(attacker));
            return Err(Error::other(format!("{name}, who is to be mated, has no king")));
        }
        Ok(attacker)
    }

    fn of_record(record: EpdRecord) -> Self {
        let said = ["bm", "dm"].iter().find_map(|name| record.operation(name));
        let operations = record.operations().iter().map(|operation| Operation {
            opcode: operation.opcode().to_owned(),
            operands: operation.operands().iter().map(|one| one.as_str().to_owned()).collect(),
        });
        ChessSubject {
            history: record.history().clone(),
            attacker: default_attacker(&record),
            clock: record.halfmove_clock(),
            written: OfPlayers { number: record.move_number() },
            said: said.map(|said| said.to_string().trim_end_matches(';').to_owned()),
            operations: Some(operations.collect()),
            expected: expected(&record),
        }
    }

    /// The position of a game after so many plies, to which `history` leads.
    fn of_game(game: &PgnGame, plies: usize, history: History<Chess>) -> Self {
        ChessSubject {
            written: OfPlayers { number: game.move_number(plies) },
            attacker: Chess.player_to_move(history.root()),
            clock: clock_of(&history),
            history,
            said: game.result().map(|result| format!("result {result}")),
            operations: None,
            expected: None,
        }
    }
}

impl Row for ChessRow {
    type Subject = ChessSubject;

    const NAME: &'static str = "chess";
    const ENDINGS: &'static [&'static str] = &["pgn"];
    const HAS_PLACES: bool = true;
    const HAS_DATABASES: bool = true;
    const IDIOM: Idiom = Idiom {
        mates: true,
        in_plies: false,
        win: "mate",
        ends_with_reply: false,
        note: Some(
            "chess: a repeated position counts as a draw; the fifty-move rule is not applied",
        ),
    };

    /// Ranks and more than one field, or the start of the game, with the words of UCI before it.
    fn is_position(text: &str, _is_named: bool) -> bool {
        let mut fields = text.split_whitespace().peekable();
        fields.next_if_eq(&"position");
        if fields.next_if_eq(&"startpos").is_some() {
            return true;
        }
        fields.next_if_eq(&"fen");
        let ranks = fields.next().map_or(0, |board| board.split('/').count());
        // A board alone is refused with what is missing.
        ranks == 8 && !text.contains('.') && !text.starts_with('/')
            || ranks >= 2 && fields.next().is_some()
    }

    /// A game without tags; with tags, files of checkers begin alike.
    fn begins(line: &str) -> bool {
        let after = line.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_numbered = after.len() < line.len() && after.starts_with('.');
        is_numbered && after.trim_start_matches(['.', ' ']).starts_with(|c: char| c.is_alphabetic())
    }

    fn read_position(number: usize, text: &str, tasks: &mut Tasks<ChessSubject>) {
        match epd::parse_line(text) {
            Ok(record) => {
                let id = record.id().map(str::to_owned);
                let subject = ChessSubject::of_record(record);
                tasks.push(text.to_owned(), id, format!("position-{number}"), subject);
            }
            Err(error) => {
                let (line, column) = (error.line(), error.column());
                tasks.error(format!("position {number}:{line}:{column}"), error.kind());
            }
        }
    }

    /// Games of PGN, or a position on every line.
    fn read_file(document: &Document<'_>, tasks: &mut Tasks<ChessSubject>) {
        let (input, stem, text) = (document.input(), document.stem(), document.text());
        if text.starts_with("threefold certificate") {
            return tasks.error(input, "a certificate; `threefold check` reads it");
        }
        let has_games = |line: &str| line.starts_with('[') || Self::begins(line);
        if document.ending().eq_ignore_ascii_case("pgn") || first_line(&text).is_some_and(has_games)
        {
            return read_games(document, tasks);
        }
        if document.place.is_some() {
            return tasks.error(input, "no games in it: a position on every line has no number");
        }
        let mut is_empty = true;
        for (line, record) in epd::read(&text) {
            is_empty = false;
            match record {
                Ok(record) => {
                    let id = record.id().map(str::to_owned);
                    let subject = ChessSubject::of_record(record);
                    tasks.push(format!("{input}:{line}"), id, format!("{stem}-{line}"), subject);
                }
                Err(error) => {
                    tasks.error(format!("{input}:{line}:{}", error.column()), error.kind());
                }
            }
        }
        if is_empty {
            tasks.error(input, "no position in it");
        }
    }

    fn pose(subject: &ChessSubject, under: &Under<'_>, then: &mut Posing<'_>) -> Result<(), Error> {
        let attacker = subject.asked(under, Aim::Mate)?;
        if under.fifty_moves {
            let history = subject.clocked()?;
            return then(&posed(subject, &FiftyMoves, &history, under.rule, attacker));
        }
        let tables = under.databases.chess.as_deref();
        let knowledge = tables.filter(|tables| tables.holds_after(&Chess, &subject.history));
        let endings = tables.map(Opened);
        then(&Posed {
            knowledge: &knowledge,
            endings: endings.as_ref().map(|endings| endings as &dyn Endings<Chess>),
            ..posed(subject, &Chess, &subject.history, under.rule, attacker)
        })
    }

    fn pose_distances(
        subject: &ChessSubject,
        under: &Under<'_>,
        distant: &Distant,
        then: &mut PosingDistances<'_>,
    ) -> Result<(), Error> {
        let Under { rule, fifty_moves, .. } = *under;
        let Distant { aim, attacker_moves } = *distant;
        let attacker = subject.asked(under, aim)?;
        let is_plain = aim == Aim::Mate && attacker_moves.is_none();
        match (is_plain, fifty_moves) {
            (true, false) => {
                return then(&posed(subject, &Chess, &subject.history, rule, attacker));
            }
            (true, true) => {
                return then(&posed(subject, &FiftyMoves, &subject.clocked()?, rule, attacker));
            }
            (false, true) => {
                let what = "of mates with all moves only";
                return Err(Error::field("fifty-moves", what));
            }
            (false, false) => {}
        }
        let full = ChessProblem::new(aim, attacker);
        let mut history = History::new(subject.history.start().clone());
        let mut legal = Vec::new();
        for &m in subject.history.moves() {
            legal.clear();
            full.moves(history.root(), &mut legal);
            if !legal.contains(&m) {
                let what = "in a move before the position a player does not mate who has to";
                return Err(Error::field("stipulation", what));
            }
            history.push(&full, m);
        }
        let game = attacker_moves.map_or(full, |moves| full.narrowed(attacker, moves));
        let is_mate = aim == Aim::Mate;
        then(&Posed {
            unrestricted: attacker_moves.map(|_| &full),
            idiom: Idiom {
                win: aim.name(),
                ends_with_reply: aim.ends_with_reply(),
                ..ChessRow::IDIOM
            },
            // Records are about mates.
            said: subject.said.clone().filter(|_| is_mate),
            expected: subject.expected.as_ref().filter(|_| is_mate),
            convention: Some(&subject.written),
            ..Posed::new(&game, &history, rule.unwrap_or(RepetitionRule::Draw), attacker)
        })
    }

    fn diagram(subject: &ChessSubject, drawing: Drawing) -> Option<String> {
        let Drawing { figurines, colours } = drawing;
        let how = Diagram { unicode: figurines, colour: colours, ..Diagram::default() };
        Some(subject.history.root().diagram(how))
    }

    fn operations(subject: &ChessSubject) -> Option<&[Operation]> {
        subject.operations.as_deref()
    }

    fn made(header: &Header, known: &mut Known<'_>, then: &mut Making<'_>) -> Result<(), Error> {
        if header.parameters == FiftyMoves::PARAMETERS {
            return then(&mut Made::new(&FiftyMoves));
        }
        match ChessProblem::with_parameters(&header.parameters) {
            Some(game) if game.aim() != Aim::Mate => return then(&mut Made::new(&game)),
            // Other parameters are none of this game, and are refused as such.
            _ => {}
        }
        let Some(declaration) = &header.database else { return then(&mut Made::new(&Chess)) };
        let Some(AnyDatabase::Chess(tables)) = (known.databases)(declaration)? else {
            return then(&mut Made::new(&Chess));
        };
        // Syzygy files say nothing of moves: our own tables do, where they have as many men.
        let playing = match Tables::is_syzygy(declaration) {
            false => Some(tables.clone()),
            true => match Tables::known(tables.men()).map(|own| (known.databases)(own)) {
                Some(Ok(Some(AnyDatabase::Chess(own)))) => Some(own),
                _ => None,
            },
        };
        let mut best_move = |position: &_| playing.as_ref().and_then(|one| one.best_move(position));
        let played = playing.as_deref().map(|own| Played { named: &tables, own });
        let mut made = Made {
            knowledge: &tables,
            played: played.as_ref().map(|played| played as &dyn Knowledge<Chess>),
            best_move: playing.as_ref().map(|_| &mut best_move as _),
            ..Made::new(&Chess)
        };
        let done = then(&mut made);
        // Neither verified nor refuted: the tables did not say what they know.
        let all = [Some(&*tables), playing.as_deref()];
        match all.into_iter().flatten().find_map(Tables::damage) {
            Some(damage) => Err(Error::Damage(damage.into())),
            None => done,
        }
    }
}

/// Tables that a certificate names, and those with which they are played out: to the end, also
/// where the former need not know what comes behind.
struct Played<'a> {
    named: &'a Tables,
    own: &'a Tables,
}

impl Knowledge<Chess> for Played<'_> {
    fn probe(&self, position: &ChessPosition) -> Option<Outcome> {
        self.own.outcome(position)
    }

    fn declaration(&self) -> Option<String> {
        Knowledge::declaration(self.named)
    }

    fn is_called(&self, name: &str) -> bool {
        Knowledge::is_called(self.named, name)
    }
}

/// Tables that are there, whether a game can be left to them or not.
struct Opened<'a>(&'a Tables);

impl Endings<Chess> for Opened<'_> {
    fn line(&self, position: &ChessPosition) -> Vec<Move> {
        self.0.line(position)
    }

    fn plies(&self, position: &ChessPosition) -> Option<u32> {
        let mut all = [Player::First, Player::Second].into_iter();
        all.find_map(|player| self.0.plies(position, player)?).map(u32::from)
    }

    fn damage(&self) -> Option<Damage> {
        self.0.damage().map(Damage::from)
    }
}

/// The clock after a game, if it has been set back in it.
fn clock_of(history: &History<Chess>) -> Option<u32> {
    let moves = history.positions().iter().zip(history.moves());
    let since = moves.rev().position(|(before, &m)| Chess.resets_clock(before, m));
    match since {
        Some(since) => u32::try_from(since).ok(),
        None if *history.start() == ChessPosition::startpos() => {
            u32::try_from(history.moves().len()).ok()
        }
        None => None,
    }
}

const UNDER_THE_RULE: &str =
    "chess: a repeated position counts as a draw; the fifty-move rule is applied";

/// The position and its history in a game of chess with or without a clock.
fn posed<'p, G>(
    subject: &'p ChessSubject,
    game: &'p G,
    history: &'p History<G>,
    rule: Option<RepetitionRule>,
    attacker: Player,
) -> Posed<'p, G>
where
    G: Game<Move = Move>,
    G::Position: AsRef<ChessPosition>,
{
    let ChessSubject { said, expected, .. } = subject;
    let rule = rule.unwrap_or(RepetitionRule::Draw);
    Posed {
        idiom: match G::CLOCK {
            true => Idiom { note: Some(UNDER_THE_RULE), ..ChessRow::IDIOM },
            false => ChessRow::IDIOM,
        },
        said: said.clone(),
        convention: Some(&subject.written),
        expected: expected.as_ref(),
        ..Posed::new(game, history, rule, attacker)
    }
}

/// Whose mate a record asks about: the side to move's, unless it says that that side is mated.
fn default_attacker(record: &EpdRecord) -> Player {
    let mover = Chess.player_to_move(record.position());
    let is_mated = record.mate().is_some_and(|moves| moves < 0);
    if is_mated { mover.opponent() } else { mover }
}

/// How chess players write: SAN.
#[derive(Clone, Copy, Debug)]
struct OfPlayers {
    /// Of the move of the root.
    number: u32,
}

impl<G: Game<Move = Move>> Convention<G> for OfPlayers
where
    G::Position: AsRef<ChessPosition>,
{
    fn move_text(&self, position: &G::Position, m: Move) -> String {
        san::text(position.as_ref(), m)
    }

    fn long_text(&self, position: &G::Position, m: Move) -> String {
        san::long_text(position.as_ref(), m)
    }

    fn line(&self, start: &G::Position, moves: &[Move]) -> Vec<String> {
        let mut position = start.as_ref().clone();
        let mut number = self.number;
        let mut texts = Vec::with_capacity(moves.len());
        for (i, &m) in moves.iter().enumerate() {
            let is_white = Chess.player_to_move(&position) == Player::First;
            let text = san::text(&position, m);
            texts.push(match (is_white, i) {
                (true, _) => format!("{number}. {text}"),
                (false, 0) => format!("{number}... {text}"),
                (false, _) => text,
            });
            position = position.after(m);
            number += u32::from(!is_white);
        }
        texts
    }

    fn ending(&self, position: &G::Position) -> Option<&'static str> {
        position.as_ref().ending().map(|ending| ending.name())
    }
}

/// What a record says that the answer is; what cannot be read of it is shown, and not compared.
fn expected(record: &EpdRecord) -> Option<Expected> {
    let expected = record.expected().ok().filter(|expected| !expected.is_empty())?;
    let texts = |moves: &[Move]| {
        moves.iter().map(|&m| Chess.move_text(record.position(), m)).collect::<Vec<_>>()
    };
    Some(Expected {
        mate: expected.mate(),
        best: texts(expected.best()),
        avoid: texts(expected.avoid()),
    })
}

/// Games, or the one game and position that the document names.
fn read_games(document: &Document<'_>, tasks: &mut Tasks<ChessSubject>) {
    let (input, stem, place) = (document.name, document.stem(), document.place);
    let text = pgn::decode(document.bytes);
    let mut games = pgn::read(&text);
    let mut number = 0;
    if let Some(before) = place.and_then(|place| place.game.checked_sub(2)) {
        // Games before the one that is meant are not played.
        if games.nth(before).is_none() {
            return no_such_game(input, &text, before + 2, tasks);
        }
        number = before + 1;
    }
    for game in games {
        number += 1;
        let name = format!("{input}#{number}");
        let game = match game {
            Ok(game) => game,
            Err(error) => {
                let (line, column) = (error.line(), error.column());
                tasks.error(format!("{input}:{line}:{column}"), error.kind());
                if place.is_some() {
                    return;
                }
                continue;
            }
        };
        let id = title(&game);
        let stem = format!("{stem}-{number}");
        match place.and_then(|place| place.ply) {
            None => {
                let subject = ChessSubject::of_game(&game, game.plies(), game.history().clone());
                tasks.push(name, id, stem, subject);
            }
            Some(ply) => match game.after(ply) {
                Some(history) => {
                    let subject = ChessSubject::of_game(&game, ply, history);
                    tasks.push(format!("{name}:{ply}"), id, format!("{stem}-{ply}"), subject);
                }
                None => {
                    let plies = count(game.plies() as u64, "ply");
                    tasks.error(format!("{name}:{ply}"), format!("the game has {plies}"));
                }
            },
        }
        if place.is_some() {
            return;
        }
    }
    match place {
        Some(Place { game, .. }) => no_such_game(input, &text, game, tasks),
        None if number == 0 => tasks.error(input, "no game in it"),
        None => {}
    }
}

fn no_such_game(input: &str, text: &str, game: usize, tasks: &mut Tasks<ChessSubject>) {
    let what = format!("the file has {}", count(pgn::read(text).count() as u64, "game"));
    tasks.error(format!("{input}#{game}"), what);
}

/// Who plays, or else what the game is called.
fn title(game: &PgnGame) -> Option<String> {
    let tag = |name| game.tag(name).filter(|value| !matches!(*value, "" | "?"));
    match (tag("White"), tag("Black")) {
        (Some(white), Some(black)) => Some(format!("{white} - {black}")),
        _ => tag("Event").map(str::to_owned),
    }
}

/// Answers a question about the length of a mate in a position at hand.
///
/// # Errors
/// As for [`mate::position`].
pub fn mate(
    posed: &Posed<'_, Chess>,
    request: &mate::Request,
    observer: &mut dyn Observer,
) -> Result<mate::Answer, Error> {
    mate::position(posed, request, observer)
}

/// The same under the fifty-move rule.
///
/// # Errors
/// As for [`mate::position`].
pub fn mate_by_clock(
    posed: &Posed<'_, FiftyMoves>,
    request: &mate::Request,
    observer: &mut dyn Observer,
) -> Result<mate::Answer, Error> {
    mate::position(posed, request, observer)
}
