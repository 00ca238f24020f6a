//! Certificates of every game: read at once and line by line, compressed and not, checked, and
//! written again.

use std::io::{BufRead, Read};
use std::sync::OnceLock;
use std::time::Duration;

use threefold::certificate::{
    Block, Certificate, CertificateReader, CheckError, CheckLimits, Checker, Event, Header,
    Verified, Walk, decompressed, write_block,
};
use threefold::checkers::Checkers;
use threefold::checkers::egdb::Database;
use threefold::chess::Chess;
use threefold::game::{Game, History, Knowledge};
use threefold::go::problem::Problem;
use threefold::go::{Go, Points, Terms, Wide};
use threefold::graph::{GraphGame, parse};
use threefold::shogi::Tsume;

use crate::positions::one_line;

/// How a compressed file begins.
const ZSTD: &[u8] = &[0x28, 0xB5, 0x2F, 0xFD];
/// What is read of a compressed input: a few bytes can stand for gigabytes.
const MOST_TEXT: u64 = 1 << 16;
/// What a check may cost: a few hundred bytes can ask for a walk without end.
const LIMITS: CheckLimits =
    CheckLimits { memory: Some(64 << 20), time: Some(Duration::from_millis(500)) };

/// Any bytes as a certificate, compressed or not. One about a graph game stands behind the game's
/// file.
pub fn read(bytes: &[u8]) {
    let begin = "\nthreefold certificate ";
    let from = bytes.windows(begin.len()).position(|window| window == begin.as_bytes());
    let (game, bytes) = match from.filter(|_| bytes.starts_with(b"threefold game ")) {
        Some(from) => (&bytes[..from], &bytes[from + 1..]),
        None => (&[][..], bytes),
    };
    let game = std::str::from_utf8(game).ok().and_then(|text| parse(text).ok());
    let game = game.map(|file| file.game);
    let game = game.as_ref();
    if bytes.starts_with(ZSTD) {
        let Ok(input) = decompressed(bytes) else { return };
        let mut text = Vec::new();
        // Damage is met somewhere on the way; what comes before it is checked all the same.
        streamed(decompressed(bytes).expect("as before").take(MOST_TEXT), game);
        if input.take(MOST_TEXT).read_to_end(&mut text).is_err() {
            return;
        }
        return plain(&text, game);
    }
    plain(bytes, game);
}

fn plain(text: &[u8], graph: Option<&GraphGame>) {
    let line_by_line = streamed(text, graph);
    let certificate = match Certificate::read(text) {
        Ok(certificate) => certificate,
        Err(error) => return one_line(error),
    };
    let compressed = zstd::encode_all(text, 1).expect("memory can be written");
    let input = decompressed(&compressed[..]).expect("what was compressed");
    same(&streamed(input, graph), &line_by_line);
    let blocks = certificate.blocks.iter();
    let games = |block: &Block| with_game(&block.header, graph, Checked(block));
    let at_once: Vec<_> = blocks.clone().map_while(games).collect();
    same(&at_once, &line_by_line);
    for (block, verdict) in blocks.zip(at_once) {
        match verdict {
            Ok(verified) => accepted(block, &verified, graph),
            Err(message) => one_line(message),
        }
    }
}

/// The verdict, or why there is none.
type Verdict = Result<Verified, String>;

/// A limit was hit: that may happen at one time and not at another.
const UNKNOWN: &str = "not checked";

fn verdict(result: Result<Verified, CheckError>) -> Verdict {
    result.map_err(|error| match error {
        CheckError::Refuted(refuted) => format!("{refuted}: {}", refuted.detail),
        CheckError::Limit(_) => UNKNOWN.to_owned(),
        error => error.to_string(),
    })
}

/// The verdicts agree as far as both go, limits apart.
fn same(some: &[Verdict], others: &[Verdict]) {
    let is_unknown = |verdict: &Verdict| verdict.as_ref().is_err_and(|text| text == UNKNOWN);
    for (one, other) in some.iter().zip(others) {
        if !is_unknown(one) && !is_unknown(other) {
            assert_eq!(one, other);
        }
    }
}

/// What is accepted is written as the program would write it, and is accepted as it was written.
fn accepted(block: &Block, verified: &Verified, graph: Option<&GraphGame>) {
    let mut written = Vec::new();
    write_block(&mut written, &block.header, block.moves.iter())
        .unwrap_or_else(|error| panic!("{error}"));
    let again = Certificate::read(&written[..]).unwrap_or_else(|error| panic!("{error}"));
    let [again] = &again.blocks[..] else { panic!("one block is written") };
    assert_eq!((&again.header, &again.moves), (&block.header, &block.moves));
    let verdict = with_game(&again.header, graph, Checked(again)).expect("the same game");
    if verdict != Err(UNKNOWN.to_owned()) {
        assert_eq!(verdict.as_ref().map(|verified| &verified.claim), Ok(&verified.claim));
    }
    with_game(&block.header, graph, Canonical(block, verified));
}

/// The verdicts on the blocks, up to the first that cannot be read.
fn streamed(input: impl BufRead, graph: Option<&GraphGame>) -> Vec<Verdict> {
    let mut reader = CertificateReader::new(input);
    let mut verdicts = Vec::new();
    while let Ok(Some(header)) = reader.next_block() {
        match with_game(&header, graph, Streamed(&mut reader)) {
            Some(verdict) => verdicts.push(verdict),
            None => break,
        }
    }
    verdicts
}

/// What is done with a game, whichever it is.
trait WithGame {
    type Result;

    fn run<G: Game>(self, game: &G, knowledge: &dyn Knowledge<G>) -> Self::Result;
}

struct Checked<'a>(&'a Block);

impl WithGame for Checked<'_> {
    type Result = Verdict;

    fn run<G: Game>(self, game: &G, knowledge: &dyn Knowledge<G>) -> Self::Result {
        verdict(Checker::new(game).knowledge(knowledge).limits(LIMITS).block(self.0))
    }
}

struct Streamed<'a, R>(&'a mut CertificateReader<R>);

impl<R: BufRead> WithGame for Streamed<'_, R> {
    type Result = Verdict;

    fn run<G: Game>(self, game: &G, knowledge: &dyn Knowledge<G>) -> Self::Result {
        verdict(Checker::new(game).knowledge(knowledge).limits(LIMITS).stream(self.0))
    }
}

/// Makes sure that everything in an accepted block is as the program writes it.
struct Canonical<'a>(&'a Block, &'a Verified);

impl WithGame for Canonical<'_> {
    type Result = ();

    fn run<G: Game>(self, game: &G, knowledge: &dyn Knowledge<G>) {
        let Canonical(block, verified) = self;
        let header = &block.header;
        let text = header.history.as_deref().unwrap_or(&header.root);
        let (start, moves) = text.split_once(" moves ").unwrap_or((text, ""));
        let start = game.parse_position(start).expect("it was read");
        let words = moves.split(' ').filter(|word| !word.is_empty());
        let history = History::from_notation(game, start, words, header.repetition);
        let history = history.expect("it was read");
        let written = Header::new(game, &history, verified.terms);
        let written = written.relying_on(knowledge, verified.terms);
        let written = Header { moves: header.moves, ..written };
        assert_eq!(header, &written);
        let mut walk = Walk::new(game, &history, verified.terms).knowledge(knowledge);
        let mut lines = block.moves.iter();
        while walk.step() == Event::NeedMove {
            let line = lines.next().expect("the walk needs no more");
            let m = game.parse_move(walk.position(), line).expect("it was read");
            assert_eq!(game.move_text(walk.position(), m), line);
            walk.play(m).expect("it was played");
        }
        assert_eq!((walk.step(), lines.next()), (Event::Done, None));
    }
}

/// The game that a header is about; `None` if there is no such game.
fn with_game<W: WithGame>(
    header: &Header,
    graph: Option<&GraphGame>,
    what: W,
) -> Option<W::Result> {
    fn go<P: Points, W: WithGame>(terms: Terms, what: W) -> Option<W::Result> {
        Some(what.run(&Go::<P>::new(terms).ok()?, &()))
    }
    match header.game.as_str() {
        "chess" => Some(what.run(&Chess, &())),
        "checkers" if header.database.is_some() => {
            static DATABASE: OnceLock<Database> = OnceLock::new();
            let database = DATABASE.get_or_init(|| Database::in_memory(2));
            Some(what.run(&Checkers::new(), database))
        }
        "checkers" => Some(what.run(&Checkers::new(), &())),
        "go" => {
            let terms: Terms = header.parameters.parse().ok()?;
            match terms.size.points() {
                0..=64 => go::<u64, W>(terms, what),
                65..=128 => go::<u128, W>(terms, what),
                _ => go::<Wide, W>(terms, what),
            }
        }
        "go-problem" => {
            let start = header.history.as_deref().unwrap_or(&header.root);
            Some(what.run(&Problem::<u64>::parse(&header.parameters, start).ok()?, &()))
        }
        "tsume" => Some(what.run(&Tsume::from_parameters(&header.parameters).ok()?, &())),
        "graph" => graph.map(|game| what.run(game, &())),
        _ => None,
    }
}
