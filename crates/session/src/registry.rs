//! The registry of games. A game is one line of the macro `registry!` below, and a file in
//! `games/` with its [`Row`].

use threefold_answer::any::{AnyDistant, AnyMade, AnyPosed};
use threefold_answer::attacker::Attacker;
use threefold_answer::convention::Drawing;
use threefold_answer::error::Error;
use threefold_answer::record::Operation;
use threefold_answer::row::{Distant, Known, Making, Posing, PosingDistances, Row};
use threefold_answer::task::{self, Document, first_line};
use threefold_answer::under::{Databases, Under};
use threefold_answer::words::Idiom;
use threefold_answer_checkers::row::CheckersRow;
use threefold_answer_chess::ChessRow;
use threefold_answer_go::row::BoardRow;
use threefold_answer_graph::GraphRow;
use threefold_answer_problem::question::ProblemQuestion;
use threefold_answer_problem::row::{ProblemRow, read_problems};
use threefold_answer_shogi::row::TsumeRow;
use threefold_certificate::Header;
use threefold_chess::Aim;
use threefold_game::Question;
use threefold_search::{OneThread, Options};

use crate::pasted::mended;

/// A position with the question that its source asks.
pub type Task = task::Task<Subject>;

/// All that was read.
pub type Tasks = task::Tasks<Subject>;

macro_rules! registry {
    ($($(#[$doc:meta])* $name:ident: $row:ty,)*) => {
        /// The games.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum GameName {
            $($(#[$doc])* $name,)*
        }

        /// A position as it was read, of whatever game.
        #[derive(Clone, Debug)]
        pub enum Subject {
            $($(#[$doc])* $name(Box<<$row as Row>::Subject>),)*
        }

        impl GameName {
            /// All of them, in the order in which people are told of them.
            pub const ALL: &'static [GameName] = &[$(GameName::$name),*];

            /// The name in certificates and in requests.
            pub const fn name(self) -> &'static str {
                match self { $(GameName::$name => <$row as Row>::NAME,)* }
            }

            /// Whether a request may name it for texts that do not show their game.
            pub const fn is_named(self) -> bool {
                match self { $(GameName::$name => <$row as Row>::IS_NAMED,)* }
            }

            /// What of the game is read where its name alone does not say so.
            pub const fn help(self) -> Option<&'static str> {
                match self { $(GameName::$name => <$row as Row>::HELP,)* }
            }

            /// How people speak of it.
            pub const fn idiom(self) -> Idiom {
                match self { $(GameName::$name => <$row as Row>::IDIOM,)* }
            }

            /// Whether a certificate of it may rely on a database.
            pub const fn has_databases(self) -> bool {
                match self { $(GameName::$name => <$row as Row>::HAS_DATABASES,)* }
            }

            const fn endings(self) -> &'static [&'static str] {
                match self { $(GameName::$name => <$row as Row>::ENDINGS,)* }
            }

            const fn has_places(self) -> bool {
                match self { $(GameName::$name => <$row as Row>::HAS_PLACES,)* }
            }

            fn is_position(self, text: &str, is_named: bool) -> bool {
                match self { $(GameName::$name => <$row>::is_position(text, is_named),)* }
            }

            fn begins(self, line: &str) -> bool {
                match self { $(GameName::$name => <$row>::begins(line),)* }
            }

            fn read_position(self, number: usize, text: &str) -> Tasks {
                match self {
                    $(GameName::$name => {
                        let mut tasks = task::Tasks::default();
                        <$row>::read_position(number, text, &mut tasks);
                        tasks.map(|subject| Subject::$name(Box::new(subject)))
                    })*
                }
            }

            fn read_file(self, document: &Document<'_>) -> Tasks {
                match self {
                    $(GameName::$name => {
                        let mut tasks = task::Tasks::default();
                        <$row>::read_file(document, &mut tasks);
                        tasks.map(|subject| Subject::$name(Box::new(subject)))
                    })*
                }
            }

            fn made_for(
                self,
                header: &Header,
                known: &mut Known<'_>,
                then: &mut Making<'_>,
            ) -> Result<(), Error> {
                match self { $(GameName::$name => <$row>::made(header, known, then),)* }
            }

            /// What a certificate about the game takes for granted.
            ///
            /// # Errors
            /// The certificate says something that is no such game.
            pub fn assumptions(self, header: &Header) -> Result<Option<String>, Error> {
                match self { $(GameName::$name => <$row>::assumptions(header),)* }
            }
        }

        impl Subject {
            /// The game.
            pub const fn game(&self) -> GameName {
                match self { $(Subject::$name(_) => GameName::$name,)* }
            }

            fn pose_for(&self, under: &Under<'_>, then: &mut Posing<'_>) -> Result<(), Error> {
                match self { $(Subject::$name(subject) => <$row>::pose(subject, under, then),)* }
            }

            fn pose_distances_for(
                &self,
                under: &Under<'_>,
                distant: &Distant,
                then: &mut PosingDistances<'_>,
            ) -> Result<(), Error> {
                match self {
                    $(Subject::$name(subject) => {
                        <$row>::pose_distances(subject, under, distant, then)
                    })*
                }
            }

            /// What the position looks like; `None` if the game has no picture.
            pub fn diagram(&self, drawing: Drawing) -> Option<String> {
                match self { $(Subject::$name(subject) => <$row>::diagram(subject, drawing),)* }
            }

            /// What a record says about the position, in order; `None` if its source has no
            /// records.
            pub fn operations(&self) -> Option<&[Operation]> {
                match self { $(Subject::$name(subject) => <$row>::operations(subject),)* }
            }

            /// Every game that decides the question about the position, with the header that a
            /// certificate about it has.
            ///
            /// # Errors
            /// As for [`pose`](Subject::pose), or the game has no such player.
            pub fn headers(
                &self,
                attacker: Option<Attacker>,
                fifty_moves: bool,
            ) -> Result<Vec<(Header, Question)>, Error> {
                let databases = Databases::default();
                let under = Under { attacker, fifty_moves, ..Under::new(&databases) };
                self.has_clock(&under)?;
                match self { $(Subject::$name(subject) => <$row>::headers(subject, &under),)* }
            }
        }
    };
}

registry! {
    /// Chess.
    Chess: ChessRow,
    /// American checkers.
    Checkers: CheckersRow,
    /// Whether Black scores enough on a board of Go.
    Board: BoardRow,
    /// A problem of Go.
    Problem: ProblemRow,
    /// A game written down position by position.
    Graph: GraphRow,
    /// A mate problem of shogi.
    Tsume: TsumeRow,
}

impl Subject {
    /// What `ask` finds out about the position, under the rule and with the databases that are
    /// wanted.
    ///
    /// # Errors
    /// The position cannot have come up under that rule, or what `ask` says.
    pub fn pose<R>(
        &self,
        under: &Under<'_>,
        ask: impl FnOnce(&dyn AnyPosed) -> Result<R, Error>,
    ) -> Result<R, Error> {
        self.has_clock(under)?;
        let (mut ask, mut found) = (Some(ask), None);
        self.pose_for(under, &mut |it| {
            found = ask.take().map(|ask| ask(it)).transpose()?;
            Ok(())
        })?;
        answered(found)
    }

    /// Why one thread would search with these options, if that is so whatever they say.
    pub fn one_thread(&self, options: &Options) -> Option<OneThread> {
        let databases = Databases::default();
        let under = Under::new(&databases);
        // What cannot be asked about is not searched.
        self.pose(&under, |posed| Ok(posed.one_thread(options))).ok().flatten()
    }

    /// As [`pose`](Subject::pose), where can be asked how far a win is.
    ///
    /// # Errors
    /// As there, or it cannot be asked in this game.
    pub fn pose_distances<R>(
        &self,
        under: &Under<'_>,
        distant: &Distant,
        ask: impl FnOnce(&dyn AnyDistant) -> Result<R, Error>,
    ) -> Result<R, Error> {
        self.has_aim(distant)?;
        self.has_clock(under)?;
        let (mut ask, mut found) = (Some(ask), None);
        self.pose_distances_for(under, distant, &mut |it| {
            found = ask.take().map(|ask| ask(it)).transpose()?;
            Ok(())
        })?;
        answered(found)
    }

    /// Whether the fifty-move rule is asked of chess, if it is.
    fn has_clock(&self, under: &Under<'_>) -> Result<(), Error> {
        match self.game() {
            game if under.fifty_moves && game != GameName::Chess => {
                let what = format!("of chess only, not of {}", game.name());
                Err(Error::field("fifty-moves", what))
            }
            _ => Ok(()),
        }
    }

    /// Whether what is asked of chess is asked of chess.
    fn has_aim(&self, distant: &Distant) -> Result<(), Error> {
        let is_plain = distant.aim == Aim::Mate && distant.attacker_moves.is_none();
        let field = if distant.aim == Aim::Mate { "attacker-moves" } else { "stipulation" };
        match self.game() {
            GameName::Chess => Ok(()),
            _ if is_plain => Ok(()),
            game => Err(Error::field(field, format!("of chess only, not of {}", game.name()))),
        }
    }
}

/// What was found out: rows hand over what they make, once.
fn answered<R>(found: Option<R>) -> Result<R, Error> {
    found.ok_or_else(|| Error::other("the game was not asked anything"))
}

impl GameName {
    /// What `ask` finds out about the game that a certificate is about.
    ///
    /// # Errors
    /// The certificate says something that is no such game, or relies on what is not at hand, or
    /// what `ask` says.
    pub fn made<R>(
        self,
        header: &Header,
        known: &mut Known<'_>,
        ask: impl FnOnce(&mut dyn AnyMade) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let (mut ask, mut found) = (Some(ask), None);
        self.made_for(header, known, &mut |it| {
            found = ask.take().map(|ask| ask(it)).transpose()?;
            Ok(())
        })?;
        answered(found)
    }

    /// The game of that name.
    pub fn of(name: &str) -> Option<Self> {
        GameName::ALL.iter().copied().find(|game| game.name() == name)
    }

    /// Whether names of its files end so.
    fn ends(self, ending: &str) -> bool {
        self.endings().iter().any(|one| one.eq_ignore_ascii_case(ending))
    }

    /// The game whose files alone end like this one, whatever else is said.
    pub fn of_file_alone(path: &str) -> Option<Self> {
        let is_its = |game: &GameName| {
            let ends = |ending: &&str| path.to_ascii_lowercase().ends_with(&format!(".{ending}"));
            !game.is_named() && game.endings().iter().any(ends)
        };
        GameName::ALL.iter().copied().find(is_its)
    }
}

/// Whether a text is a position of one of the games, and not the name of a file; `game` is what the
/// request calls it.
pub fn is_position(text: &str, game: Option<GameName>) -> bool {
    let text = mended(text);
    GameName::ALL.iter().any(|&one| one.is_position(&text, game == Some(one)))
}

/// Reads position `number` of a request, [mended] before.
pub fn read_position(number: usize, text: &str, game: Option<GameName>) -> Tasks {
    let text = mended(text);
    game.unwrap_or_else(|| recognised(&text)).read_position(number, &text)
}

/// The game of a position: the first that knows it for its own, else the first of the registry.
fn recognised(text: &str) -> GameName {
    let mut others = GameName::ALL.iter().copied().skip(1);
    others.find(|one| one.is_position(text, false)).unwrap_or(GameName::ALL[0])
}

/// Reads a file; `game` is what the request calls it, and `question` is about problems of Go.
pub fn read_file(
    document: &Document<'_>,
    game: Option<GameName>,
    question: &ProblemQuestion,
) -> Tasks {
    let game = game_of_file(document, game);
    if document.place.is_some() && !game.has_places() {
        let mut tasks = Tasks::default();
        tasks.error(document.input(), format!("a file of {} has no games in it", game.name()));
        return tasks;
    }
    if game == GameName::Problem {
        let mut tasks = task::Tasks::default();
        read_problems(document, question, &mut tasks);
        return tasks.map(|subject| Subject::Problem(Box::new(subject)));
    }
    game.read_file(document)
}

/// Reads a position in one line, or the contents of a file, which have more lines or say what they
/// are; `name` is that of the file, if it is known to be one.
pub fn read_text(
    text: &str,
    name: Option<&str>,
    game: Option<GameName>,
    question: &ProblemQuestion,
) -> Tasks {
    match name.or_else(|| name_of_file(text, game)) {
        Some(name) => read_file(&Document::new(name, text.as_bytes()), game, question),
        None => read_position(1, text.trim(), game),
    }
}

/// Whether a text is the contents of a file, and not a position in one line.
pub fn is_file(text: &str, game: Option<GameName>) -> bool {
    name_of_file(text, game).is_some()
}

/// What a file with this text could be called; `None` if it is a position in one line.
fn name_of_file(text: &str, game: Option<GameName>) -> Option<&'static str> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if mended(text) != text {
        return None;
    }
    if text.starts_with("(;") {
        return Some("-.sgf");
    }
    if text.starts_with("threefold game") || game == Some(GameName::Graph) {
        return Some("-.game");
    }
    let is_game = text.starts_with('[') || text.starts_with("1.");
    (is_game || text.contains('\n')).then_some("-")
}

/// The game as which a file is read, of which the beginning is enough; `game` is what the request
/// calls it.
pub fn game_of_file(document: &Document<'_>, game: Option<GameName>) -> GameName {
    GameName::of_file_alone(document.name).or(game).unwrap_or_else(|| recognise(document))
}

/// The game of a file: by its ending, else by its first line, else the first of the registry.
/// Behind tags, which several games have, the position of a tag and the first moves tell more.
fn recognise(document: &Document<'_>) -> GameName {
    let all = || GameName::ALL.iter().copied();
    let text = document.text();
    let line = first_line(&text).unwrap_or_default();
    let tags = text.lines().map(str::trim).filter(|line| line.starts_with('['));
    let start = tags.filter_map(|tag| tag.strip_prefix("[FEN \"")?.split('"').next()).next();
    all()
        .find(|game| game.ends(document.ending()))
        .or_else(|| start.and_then(|text| all().find(|game| game.is_position(text, false))))
        .or_else(|| all().find(|game| line.starts_with('[') && game.begins(behind_tags(&text))))
        .or_else(|| all().find(|game| game.begins(line)))
        .unwrap_or(GameName::ALL[0])
}

/// The rest of a text behind tags and comments at its beginning.
fn behind_tags(text: &str) -> &str {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    loop {
        let end = match rest.chars().next() {
            Some('[' | ';' | '%' | '#') => rest.find('\n'),
            Some('{') => rest.find('}').map(|end| end + 1),
            _ => return rest,
        };
        rest = rest[end.unwrap_or(rest.len())..].trim_start();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_told_from_file_names() {
        for text in
            ["4k3/Q7/3K4/8/8/8/8/8 w - -", "W:WK1:BK32", "B: W31, 32: B1", "go 2x3 at-least 1"]
        {
            assert!(is_position(text, None), "{text}");
        }
        for text in ["startpos", "position startpos moves e2e4", "fen 4k3/Q7/3K4/8/8/8/8/8 w"] {
            assert!(is_position(text, None), "{text}");
        }
        for text in [
            "position",
            "position 4k3",
            "fen",
            "startposition",
            "mates/two.epd",
            "4k3",
            "",
            "B:games.pdn",
            "go.pdn",
            "3x3 at-least 4",
        ] {
            assert!(!is_position(text, None), "{text}");
        }
        assert!(is_position("3x3 at-least 4", Some(GameName::Board)));
        let gold = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
        for text in [gold, &format!("sfen {gold}"), &format!("position sfen {gold} moves G*5b")] {
            assert_eq!(recognised(text), GameName::Tsume, "{text}");
        }
        assert_eq!(recognised("position startpos moves e2e4"), GameName::Chess);
    }

    #[test]
    fn games_are_recognised_by_name_and_content() {
        let game = |name, text: &str| recognise(&Document::new(name, text.as_bytes()));
        let chess = "4k3/Q7/3K4/8/8/8/8/8 w - -\n";
        assert_eq!(game("a.game", chess), GameName::Graph);
        assert_eq!(game("-", "\n# a comment\nthreefold game 1\n"), GameName::Graph);
        assert_eq!(game("-", chess), GameName::Chess);
        assert_eq!(game("a.txt", "# b\ngo 1x5 at-least 1\n"), GameName::Board);
        assert_eq!(game("-", "[Event \"a\"]\n1. 9-13 *\n"), GameName::Checkers);
        assert_eq!(game("a.pdn", ""), GameName::Checkers);
        assert_eq!(game("a.PGN", "[Event \"a\"]\n1. e4 *\n"), GameName::Chess);
        assert_eq!(game("-", "1. e4 *\n"), GameName::Chess);
        assert_eq!(game("a.fen", "# a\nW:WK1:BK32\n"), GameName::Checkers);
        assert_eq!(game("a.kif", ""), GameName::Tsume);
        let table = "# b\nmate\t4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\t1\n";
        assert_eq!(game("-", table), GameName::Tsume);
        assert_eq!(game("-", "# KIF\n手合割：平手\n"), GameName::Tsume);
        assert_eq!(game("-", "V2.2\nPI\n+\n"), GameName::Tsume);
        assert_eq!(game("-", "\n( ;GM[1]SZ[9])"), GameName::Problem);
        assert_eq!(game("a.txt", "(;FF[4]"), GameName::Problem);
        assert_eq!(GameName::of_file_alone("a/b.SGF"), Some(GameName::Problem));
        assert_eq!(GameName::of_file_alone("a/b.pdn"), None);
    }

    #[test]
    fn every_game_has_a_name_of_its_own() {
        for &game in GameName::ALL {
            assert_eq!(GameName::of(game.name()), Some(game));
        }
        assert_eq!(GameName::of("shogi"), None);
        assert_eq!(GameName::Tsume.name(), "tsume");
    }
}
