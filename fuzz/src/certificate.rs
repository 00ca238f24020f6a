//! Certificates of every game: read at once and line by line, compressed and not, checked, and
//! written again.

use std::io::{BufRead, Read};
use std::sync::{Arc, OnceLock};

use threefold::certificate::{
    Block, Certificate, CertificateReader, CheckError, Header, Refuted, Verified, check,
    check_stream, decompressed, write_block,
};
use threefold::checkers::Checkers;
use threefold::checkers::egdb::Database;
use threefold::chess::Chess;
use threefold::game::Game;
use threefold::go::problem::Problem;
use threefold::go::{Go, Points, Terms, Wide};
use threefold::graph::{GraphGame, parse};

use crate::positions::one_line;

/// How a compressed file begins.
const ZSTD: &[u8] = &[0x28, 0xB5, 0x2F, 0xFD];
/// What is read of a compressed input: a few bytes can stand for gigabytes.
const MOST_TEXT: u64 = 1 << 16;
/// Positions of a graph game. One player may move many times in a row in it, so that a walk over all
/// paths of it, without a line in between, takes time exponential in them.
const MOST_NODES: usize = 9;

/// Any bytes as a certificate, compressed or not. One about a graph game stands behind the game's file.
pub fn read(bytes: &[u8]) {
    let begin = "\nthreefold certificate ";
    let from = bytes.windows(begin.len()).position(|window| window == begin.as_bytes());
    let (game, bytes) = match from.filter(|_| bytes.starts_with(b"threefold game ")) {
        Some(from) => (&bytes[..from], &bytes[from + 1..]),
        None => (&[][..], bytes),
    };
    let game = std::str::from_utf8(game).ok().and_then(|text| parse(text).ok());
    let game = game.map(|file| file.game).filter(|game| game.nodes().len() <= MOST_NODES);
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
    assert_eq!(streamed(input, graph), line_by_line, "compressed");
    for (block, line_by_line) in certificate.blocks.iter().zip(&line_by_line) {
        let Some(verdict) = with_game(&block.header, graph, Checked(block)) else { continue };
        assert_eq!(
            verdict.as_ref().map_err(ToString::to_string),
            line_by_line.as_ref().map_err(Clone::clone)
        );
        match verdict {
            Ok(verified) => accepted(block, &verified, graph),
            Err(refuted) => one_line(format!("{refuted}: {}", refuted.detail)),
        }
    }
}

/// What is accepted can be written, and is accepted again as it was written.
fn accepted(block: &Block, verified: &Verified, graph: Option<&GraphGame>) {
    let mut written = Vec::new();
    write_block(&mut written, &block.header, block.moves.iter())
        .unwrap_or_else(|error| panic!("{error}"));
    let again = Certificate::read(&written[..]).unwrap_or_else(|error| panic!("{error}"));
    let [again] = &again.blocks[..] else { panic!("one block is written") };
    assert_eq!((&again.header, &again.moves), (&block.header, &block.moves));
    let verdict = with_game(&again.header, graph, Checked(again));
    assert!(verdict.is_some_and(|verdict| verdict.as_ref() == Ok(verified)));
}

/// The verdicts on the blocks, up to the first that cannot be read.
fn streamed(input: impl BufRead, graph: Option<&GraphGame>) -> Vec<Result<Verified, String>> {
    let mut reader = CertificateReader::new(input);
    let mut verdicts = Vec::new();
    while let Ok(Some(header)) = reader.next_block() {
        match with_game(&header, graph, Streamed(&mut reader)) {
            Some(Ok(verified)) => verdicts.push(Ok(verified)),
            Some(Err(CheckError::Refuted(refuted))) => verdicts.push(Err(refuted.to_string())),
            Some(Err(CheckError::Read(_))) | None => break,
        }
    }
    verdicts
}

/// What is done with a game, whichever it is.
trait WithGame {
    type Result;

    fn run<G: Game>(self, game: &G) -> Self::Result;
}

struct Checked<'a>(&'a Block);

impl WithGame for Checked<'_> {
    type Result = Result<Verified, Refuted>;

    fn run<G: Game>(self, game: &G) -> Self::Result {
        check(game, self.0)
    }
}

struct Streamed<'a, R>(&'a mut CertificateReader<R>);

impl<R: BufRead> WithGame for Streamed<'_, R> {
    type Result = Result<Verified, CheckError>;

    fn run<G: Game>(self, game: &G) -> Self::Result {
        check_stream(game, self.0)
    }
}

/// The game that a header is about; `None` if there is no such game.
fn with_game<W: WithGame>(
    header: &Header,
    graph: Option<&GraphGame>,
    what: W,
) -> Option<W::Result> {
    fn go<P: Points, W: WithGame>(terms: Terms, what: W) -> Option<W::Result> {
        Some(what.run(&Go::<P>::new(terms).ok()?))
    }
    match header.game.as_str() {
        "chess" => Some(what.run(&Chess)),
        "checkers" if header.database.is_some() => {
            static GAME: OnceLock<Checkers> = OnceLock::new();
            let made = || Checkers::with_database(Arc::new(Database::in_memory(2)));
            Some(what.run(GAME.get_or_init(made)))
        }
        "checkers" => Some(what.run(&Checkers::new())),
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
            Some(what.run(&Problem::parse(&header.parameters, start).ok()?))
        }
        "graph" => graph.map(|game| what.run(game)),
        _ => None,
    }
}
