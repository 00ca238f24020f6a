//! What a file holds, as far as its beginning tells.

use std::fmt;
use std::fs::File;
#[cfg(feature = "zstd")]
use std::io::Cursor;
use std::io::{self, Read};

/// How much of a file is looked at.
const BEGINNING: u64 = 4096;
/// The first bytes of a zstd stream.
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];
/// The largest window, as a power of two, that is allocated to look into a compressed file.
#[cfg(feature = "zstd")]
const ZSTD_WINDOW: u32 = 27;

/// What is written to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A certificate, compressed by zstd or not.
    Certificate,
    /// A page that compares treatments of repetition, in HTML.
    Report,
    /// A page that checks a certificate and plays it, in HTML.
    Page,
    /// Solutions of a problem of Go as variations, in SGF.
    Tree,
    /// A mate problem of shogi with its solution, in KIF.
    Record,
    /// A graph game.
    Game,
    /// What a search knows, to go on from, compressed by zstd.
    Checkpoint,
    /// How searches go, in lines of JSON.
    Metrics,
    /// A page that shows that, in HTML.
    Course,
}

impl Kind {
    /// Whether a file is of this kind. An empty one is of every kind: there is nothing to lose.
    pub(crate) fn is_of(self, file: &File) -> io::Result<bool> {
        let mut bytes = Vec::new();
        file.take(BEGINNING).read_to_end(&mut bytes)?;
        if bytes.is_empty() {
            return Ok(true);
        }
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_start_matches('\u{feff}');
        let has = |part: &str| text.contains(part);
        Ok(match self {
            Kind::Certificate if bytes.starts_with(&ZSTD_MAGIC) => {
                // What cannot be decompressed is something else, or no longer a certificate.
                let text = decompressed(&bytes, CERTIFICATE).unwrap_or_default();
                text == CERTIFICATE.as_bytes()
            }
            Kind::Checkpoint => {
                let text = decompressed(&bytes, CHECKPOINT).unwrap_or_default();
                text == CHECKPOINT.as_bytes()
            }
            Kind::Certificate => text.starts_with(CERTIFICATE),
            // Other people's pages and games are no less precious than other files.
            Kind::Report => {
                text.starts_with("<!doctype html>") && has("<title>Treatments of repetition")
            }
            Kind::Page => {
                text.starts_with("<!doctype html>")
                    && has("<meta name=\"generator\" content=\"threefold ")
                    && has("<title>A proof</title>")
            }
            Kind::Metrics => {
                text.starts_with("{\"event\":\"begin\",\"format\":\"threefold metrics")
            }
            Kind::Course => {
                text.starts_with("<!doctype html>")
                    && has("<meta name=\"generator\" content=\"threefold ")
                    && has("<title>The course of a search")
            }
            Kind::Tree => text.starts_with("(;") && has("AP[threefold"),
            Kind::Record => text.starts_with("#KIF") && has("\n# threefold "),
            Kind::Game => {
                let lines = text.lines().map(str::trim);
                let mut lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
                lines.next().is_some_and(|line| line.starts_with("threefold game "))
            }
        })
    }
}

const CERTIFICATE: &str = "threefold certificate ";
const CHECKPOINT: &str = "threefold checkpoint ";

/// As much of the text as says whether it is what is expected.
#[cfg(feature = "zstd")]
fn decompressed(bytes: &[u8], expected: &str) -> io::Result<Vec<u8>> {
    let mut decoder = zstd::Decoder::new(Cursor::new(bytes))?;
    decoder.window_log_max(ZSTD_WINDOW)?;
    let mut text = vec![0; expected.len()];
    decoder.read_exact(&mut text)?;
    Ok(text)
}

/// What cannot be looked into might be anything.
#[cfg(not(feature = "zstd"))]
fn decompressed(_bytes: &[u8], _expected: &str) -> io::Result<Vec<u8>> {
    Err(io::ErrorKind::Unsupported.into())
}

impl fmt::Display for Kind {
    /// With an article: `a certificate`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Certificate => "a certificate",
            Kind::Report => "a report of this program",
            Kind::Page => "a page of this program",
            Kind::Tree => "a solution tree of this program",
            Kind::Record => "a record of this program",
            Kind::Game => "a graph game",
            Kind::Checkpoint => "a checkpoint of this program",
            Kind::Metrics => "metrics of this program",
            Kind::Course => "a page about metrics of this program",
        })
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Seek, Write};

    use super::*;

    fn is(kind: Kind, bytes: &[u8]) -> bool {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        file.rewind().unwrap();
        kind.is_of(&file).unwrap()
    }

    #[test]
    fn kinds_are_told_from_how_they_begin() {
        const ALL: [Kind; 9] = [
            Kind::Certificate,
            Kind::Report,
            Kind::Page,
            Kind::Tree,
            Kind::Record,
            Kind::Game,
            Kind::Checkpoint,
            Kind::Metrics,
            Kind::Course,
        ];
        let certificate = "threefold certificate 1\ngame: chess\n".to_owned();
        let long = certificate.clone() + &"e2e4\n".repeat(100_000);
        let compressed = |text: &str| zstd::encode_all(text.as_bytes(), 6).unwrap();
        // Its beginning is a frame's first block; what follows is longer than what is looked at.
        let checkpoint = {
            let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
            encoder.write_all(b"threefold checkpoint 1\ngame: chess\n\n").unwrap();
            encoder.flush().unwrap();
            let noise: Vec<u8> = (0..100_000_u32)
                .map(|i| (i.wrapping_mul(0x9E37_79B9).rotate_left(i % 31) >> 11) as u8)
                .collect();
            encoder.write_all(&noise).unwrap();
            encoder.finish().unwrap()
        };
        assert!(checkpoint.len() > 50_000);
        let page = b"<!doctype html>\n<title>Treatments of repetition, compared</title>";
        let proof = b"<!doctype html>\n<meta name=\"generator\" content=\"threefold 0.1.0\">\n\
                      <title>A proof</title>";
        for (bytes, kind) in [
            (proof.as_slice(), Some(Kind::Page)),
            (certificate.as_bytes(), Some(Kind::Certificate)),
            (&compressed(&certificate), Some(Kind::Certificate)),
            (&compressed(&long), Some(Kind::Certificate)),
            (page, Some(Kind::Report)),
            (b"(;GM[1]FF[4]CA[UTF-8]AP[threefold:0.1.0]SZ[9])", Some(Kind::Tree)),
            (b"#KIF version=2.0 encoding=UTF-8\n# threefold 0.1.0\n", Some(Kind::Record)),
            (b"threefold game 1\nrule draw\n", Some(Kind::Game)),
            (b"# a comment\n\nthreefold game 1\n", Some(Kind::Game)),
            (&compressed("4k3/Q7/3K4/8/8/8/8/8 w - -\n and much more"), None),
            (&compressed("threefold"), None),
            (&compressed(&certificate)[..9], None),
            (&compressed("threefold checkpoint 1\ngame: chess\n"), Some(Kind::Checkpoint)),
            (&checkpoint, Some(Kind::Checkpoint)),
            (b"threefold checkpoint 1\ngame: chess\n", None),
            (b"4k3/Q7/3K4/8/8/8/8/8 w - -\n", None),
            (b"{\"event\":\"begin\",\"format\":\"threefold metrics 1\"}\n", Some(Kind::Metrics)),
            (b"{\"event\":\"begin\"}\n", None),
            (b"(;GM[1]FF[4]SZ[9])", None),
            (b"<!doctype html>\n<title>My page</title>", None),
            (b"\n", None),
            (&[0xff; 5000], None),
        ] {
            for other in ALL {
                assert_eq!(is(other, bytes), kind == Some(other), "{other}: {bytes:?}");
            }
        }
        assert!(ALL.iter().all(|kind| is(*kind, b"")));
    }
}
