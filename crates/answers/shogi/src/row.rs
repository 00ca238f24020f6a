//! Mate problems of shogi: SFEN, lists, KIF, KI2, CSA, JKF.

use threefold_certificate::Header;
use threefold_game::{History, NotationError, Player, RepetitionRule};
use threefold_shogi::record::{self, Record, RecordError};
use threefold_shogi::{Color, Conventional, Move, Position, Tsume, diagram, japanese, list};

use threefold_answer::attacker::Attacker;
use threefold_answer::convention::{Convention, Drawing};
use threefold_answer::error::Error;
use threefold_answer::made::Made;
use threefold_answer::place::Place;
use threefold_answer::posed::Posed;
use threefold_answer::record::{Expected, Operation};
use threefold_answer::row::{Distant, Known, Making, Posing, PosingDistances, Row};
use threefold_answer::task::{Document, Tasks, first_line};
use threefold_answer::under::Under;
use threefold_answer::words::{Idiom, count};

/// The row of tsume.
#[derive(Debug)]
pub enum TsumeRow {}

/// A position of shogi, and what its source says about it.
#[derive(Clone, Debug)]
pub struct TsumeSubject {
    history: History<Tsume>,
    said: Option<String>,
    expected: Option<Expected>,
    solution: Vec<String>,
}

impl TsumeSubject {
    /// A position in which the side to move gives the checks, unless a request says otherwise.
    ///
    /// What was played before it does not count: a problem begins where it begins.
    pub fn new(position: Position) -> Self {
        let history = History::new(position);
        TsumeSubject { history, said: None, expected: None, solution: Vec::new() }
    }

    /// What a record plays from here on, in USI.
    pub fn solution(&self) -> &[String] {
        &self.solution
    }

    /// The position.
    pub fn position(&self) -> &Position {
        self.history.root()
    }

    /// The rules for whom a request names, else for the side to move, or for its opponent where
    /// that is who can mate: a problem has one king. `first` is Black, who moves first in a game.
    ///
    /// # Errors
    /// The other side has no king.
    pub fn game(&self, attacker: Option<Attacker>) -> Result<Tsume, Error> {
        let game = Tsume::new(match attacker {
            Some(Attacker::Black | Attacker::First) => Color::Black,
            Some(Attacker::White | Attacker::Second) => Color::White,
            None | Some(Attacker::Mover) => {
                let mover = self.position().side_to_move();
                let king = |color| self.position().king(color);
                match (king(mover), king(mover.opponent())) {
                    (Some(_), None) => mover.opponent(),
                    _ => mover,
                }
            }
        });
        game.accept(self.position()).map_err(Error::other)?;
        Ok(game)
    }

    /// The same with the length that its source says, in plies.
    fn of_length(position: Position, plies: Option<u32>) -> Self {
        let mate = plies.and_then(|plies| i32::try_from(plies).ok());
        TsumeSubject {
            said: plies.map(|plies| format!("mate in {}", count(plies.into(), "ply"))),
            expected: mate.map(|mate| Expected { mate: Some(mate), ..Expected::default() }),
            ..TsumeSubject::new(position)
        }
    }
}

impl Row for TsumeRow {
    type Subject = TsumeSubject;

    const NAME: &'static str = "tsume";
    const HELP: Option<&'static str> = Some("mate problems of shogi");
    const ENDINGS: &'static [&'static str] =
        &["sfen", "tsv", "kif", "kifu", "ki2", "ki2u", "csa", "jkf"];
    const HAS_PLACES: bool = true;
    const IDIOM: Idiom = Idiom {
        mates: true,
        in_plies: true,
        win: "mate",
        ends_with_reply: false,
        note: Some(
            "tsume: every move of the attacker gives check, a repetition is his failure, and \
             futile interpositions count",
        ),
    };

    /// Nine ranks, or the words of USI.
    fn is_position(text: &str, is_named: bool) -> bool {
        let mut words = text.split_whitespace().peekable();
        words.next_if_eq(&"position");
        if words.next_if_eq(&"sfen").is_some() {
            return words.next().is_some();
        }
        match words.next() {
            Some("startpos") => is_named,
            // A board of chess with a rank too many is none of shogi.
            Some(board) => {
                let is_eight = |rank: &str| {
                    let width = |c: char| c.to_digit(10).unwrap_or(u32::from(c != '+'));
                    rank.chars().map(width).sum::<u32>() == 8
                };
                board.split('/').count() == 9
                    && !board.split('/').all(is_eight)
                    && words.next().is_some()
            }
            None => false,
        }
    }

    fn begins(line: &str) -> bool {
        /// What records begin with: CSA, and headers of KIF and KI2.
        const WORDS: [&str; 8] = ["V2", "V3", "PI", "P1", "N+", "N-", "手数-", "盤面"];
        let is_header = line.split_once([':', '：']).is_some_and(|(key, _)| {
            let mut chars = key.chars();
            !key.is_empty() && chars.all(|c| !c.is_ascii())
        });
        is_list_line(line) || is_header || WORDS.iter().any(|word| line.starts_with(word))
    }

    fn read_position(number: usize, text: &str, tasks: &mut Tasks<TsumeSubject>) {
        match list::position_with_moves(text) {
            Ok((position, _)) => {
                let subject = TsumeSubject::new(position);
                tasks.push(text.to_owned(), None, format!("position-{number}"), subject);
            }
            Err(error) => {
                let column = column(text, &error);
                tasks.error(format!("position {number}:1:{column}"), error);
            }
        }
    }

    /// A list of positions, or a record.
    fn read_file(document: &Document<'_>, tasks: &mut Tasks<TsumeSubject>) {
        let text = match record::decode(document.bytes) {
            Ok(text) => text,
            Err(error) => return at_line(document.name, &error, tasks),
        };
        let ending = document.ending().to_ascii_lowercase();
        let is_list = match ending.as_str() {
            "sfen" | "tsv" => true,
            "kif" | "kifu" | "ki2" | "ki2u" | "csa" | "jkf" => false,
            _ => first_line(&text).is_some_and(is_list_line),
        };
        match (is_list, document.place) {
            (true, None) => read_list(document, &text, tasks),
            (true, Some(_)) => {
                let what = "no games in it: a position on every line has no number";
                tasks.error(document.input(), what);
            }
            (false, place) => match record::read(document.bytes) {
                Ok(record) => read_record(document, &record, place, tasks),
                Err(error) => at_line(document.name, &error, tasks),
            },
        }
    }

    fn pose(subject: &TsumeSubject, under: &Under<'_>, then: &mut Posing<'_>) -> Result<(), Error> {
        let game = subject.game(under.attacker)?;
        let convention = OfPlayers(game);
        then(&posed(subject, &game, &convention, under))
    }

    fn pose_distances(
        subject: &TsumeSubject,
        under: &Under<'_>,
        _: &Distant,
        then: &mut PosingDistances<'_>,
    ) -> Result<(), Error> {
        let game = subject.game(under.attacker)?;
        let convention = OfPlayers(game);
        then(&posed(subject, &game, &convention, under))
    }

    fn diagram(subject: &TsumeSubject, drawing: Drawing) -> Option<String> {
        let position = subject.position();
        let mut out = match drawing.figurines {
            true => diagram::japanese(position),
            false => diagram::letters(position),
        };
        out.push_str(position.side_to_move().name());
        out.push_str(" to move\n");
        Some(out)
    }

    fn operations(_subject: &TsumeSubject) -> Option<&[Operation]> {
        None
    }

    fn made(header: &Header, _known: &mut Known<'_>, then: &mut Making<'_>) -> Result<(), Error> {
        if let Some(game) = Conventional::from_parameters(&header.parameters) {
            let game = game.map_err(Error::other)?;
            if header.plies.is_some() {
                return Err(Error::other("by convention the plies are those of the game"));
            }
            return then(&mut Made::new(&game));
        }
        let game = Tsume::from_parameters(&header.parameters).map_err(Error::other)?;
        then(&mut Made::new(&game))
    }
}

fn posed<'a>(
    subject: &'a TsumeSubject,
    game: &'a Tsume,
    convention: &'a OfPlayers,
    under: &Under<'_>,
) -> Posed<'a, Tsume> {
    let rule = under.rule.unwrap_or(RepetitionRule::AttackerLoses);
    // What the source says is about the mate by the side to move.
    let is_usual = game.attacker() == subject.position().side_to_move();
    Posed {
        is_one_sided: true,
        idiom: TsumeRow::IDIOM,
        said: subject.said.clone().filter(|_| is_usual),
        expected: subject.expected.as_ref().filter(|_| is_usual),
        convention: Some(convention),
        ..Posed::new(game, &subject.history, rule, Player::First)
    }
}

/// How Japanese books write.
struct OfPlayers(Tsume);

impl Convention<Tsume> for OfPlayers {
    fn move_text(&self, position: &Position, m: Move) -> String {
        japanese::move_text(position, m, None)
    }

    fn line(&self, start: &Position, moves: &[Move]) -> Vec<String> {
        japanese::line(start, moves, None)
    }

    fn ending(&self, position: &Position) -> Option<&'static str> {
        let is_mated = position.side_to_move() != self.0.attacker() && position.is_mate();
        is_mated.then_some("checkmate")
    }
}

/// Whether a line is one of a list: a position, alone or behind a name.
fn is_list_line(line: &str) -> bool {
    line.split('\t').take(2).any(|field| TsumeRow::is_position(field, false))
}

/// The column of an error in a line of text, from 1.
fn column(text: &str, error: &NotationError) -> usize {
    let end = error.offset().min(text.len());
    let before = (0..=end).rev().find_map(|end| text.get(..end)).unwrap_or_default();
    before.chars().count() + 1
}

fn at_line(input: &str, error: &RecordError, tasks: &mut Tasks<TsumeSubject>) {
    tasks.error(format!("{input}:{}", error.line), &error.error);
}

fn read_list(document: &Document<'_>, text: &str, tasks: &mut Tasks<TsumeSubject>) {
    let (input, stem) = (document.input(), document.stem());
    let mut is_empty = true;
    for item in list::read(text) {
        is_empty = false;
        match item {
            Ok(list::Item { line, name, position, remarks, .. }) => {
                // Tables have the length behind the position.
                let plies = remarks.first().and_then(|remark| remark.trim().parse().ok());
                let subject = TsumeSubject::of_length(position, plies);
                tasks.push(format!("{input}:{line}"), name, format!("{stem}-{line}"), subject);
            }
            Err(list::ListError { line, error }) => {
                let content = text.lines().nth(line - 1).unwrap_or_default();
                tasks.error(format!("{input}:{line}:{}", column(content, &error)), error);
            }
        }
    }
    if is_empty {
        tasks.error(input, "no position in it");
    }
}

/// The position with which a record begins, or the one of its main line that the document names.
fn read_record(
    document: &Document<'_>,
    record: &Record,
    place: Option<Place>,
    tasks: &mut Tasks<TsumeSubject>,
) {
    let input = document.input();
    let moves = record.lines.first().map(|line| line.moves.as_slice()).unwrap_or_default();
    let (game, ply) = place.map_or((1, None), |place| (place.game, place.ply));
    if game != 1 {
        return tasks.error(input, "the file has 1 game");
    }
    if ply.is_none() && record.start == Position::startpos() {
        let last = moves.len();
        let what = format!(
            "a game from its beginning, and no problem; expected a position in it: \
             {}#1:{last} is the last one",
            document.name
        );
        return tasks.error(input, what);
    }
    let ply = ply.unwrap_or(0);
    let Some((moves, further)) = moves.split_at_checked(ply) else {
        return tasks.error(input, format!("the game has {}", count(moves.len() as u64, "ply")));
    };
    let mut position = record.start.clone();
    for &m in moves {
        position.make(m);
    }
    let stem = match ply {
        0 => document.stem(),
        ply => format!("{}-{ply}", document.stem()),
    };
    let solution = further.iter().map(ToString::to_string).collect();
    tasks.push(
        input,
        title(record),
        stem,
        TsumeSubject { solution, ..TsumeSubject::new(position) },
    );
}

/// What a record calls its problem, or else who plays.
fn title(record: &Record) -> Option<String> {
    let header = |names: &[&str]| {
        let mut pairs = record.headers.iter();
        let pair = pairs.find(|(key, value)| names.contains(&key.as_str()) && !value.is_empty());
        pair.map(|(_, value)| value.clone())
    };
    let players = || {
        let black = header(&["先手", "下手", "N+"])?;
        Some(format!("{black} - {}", header(&["後手", "上手", "N-"])?))
    };
    header(&["作品名", "表題", "棋戦", "EVENT"]).or_else(players)
}
