//! A certificate as a web page: one file, without a network, that checks the proof when it is
//! opened and then lets a reader play against it.
//!
//! The page is assembled from the files in `assets/`, which need no build: modules of JavaScript
//! that also run under node (`tests/`), put one behind the other. The checker among them is written
//! after `docs/certificate.md` and shares no code with the program, so that the page says what it
//! has seen and not what it was told.

mod assets;
mod base64;
#[cfg(feature = "serve")]
pub mod serve;

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;

/// The page for certificates, uncompressed, and for graph games the text of their `.game` file.
///
/// Several certificates are answers to several questions about one position: a mate within 9 plies,
/// and that there is none within 8. The page has a button for the strategy of each.
///
/// Nothing is checked here: the page does that, and says what is wrong with a certificate that is
/// none. No text of the certificates becomes markup.
#[must_use]
pub fn page(certificates: &[impl AsRef<str>], graph_game: Option<&str>) -> String {
    let certificates: Vec<String> =
        certificates.iter().map(|text| element(text.as_ref())).collect();
    assembled(&Parts { contents: &certificates.join("\n"), graph_game, ..Parts::default() })
}

/// What somebody says who contradicts a proof, and the line on which he errs.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Beside {
    /// Who: the name of a policy.
    pub policy: String,
    /// What he says of the position, and what is true.
    pub says: String,
    /// What is true.
    pub truth: String,
    /// The moves from the root.
    pub steps: Vec<BesideStep>,
    /// How many of them are played when the page is opened.
    pub at: usize,
}

/// A move of that line.
#[derive(Clone, Debug, Serialize)]
pub struct BesideStep {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// What he says of the position after it, if he was asked.
    pub says: Option<String>,
}

/// The page of one certificate, opened where somebody errs who contradicts it.
#[must_use]
pub fn page_beside(certificate: &str, graph_game: Option<&str>, beside: &Beside) -> String {
    let certificate = element(certificate);
    let said = serde_json::to_string(beside).expect("texts and numbers can be written");
    let said =
        format!("<script type=\"text/plain\" id=\"beside\">{}</script>", packed(said.as_bytes()));
    assembled(&Parts {
        contents: &format!("{certificate}\n{said}"),
        graph_game,
        ..Parts::default()
    })
}

/// The page that solves, from any host or from a file: with the solver as a module of WebAssembly,
/// which `web/build` makes of the crate `threefold-web`.
#[must_use]
pub fn solving_page(solver: &[u8]) -> String {
    assembled(&Parts {
        asks: true,
        contents: &solver_and_worker(solver),
        allowed: "; worker-src blob:",
        scripts: " 'wasm-unsafe-eval'",
        ..Parts::default()
    })
}

/// The same page, whose solver is the program that serves it ([`serve::Server`]).
#[cfg(feature = "serve")]
#[must_use]
pub fn serving_page() -> String {
    assembled(&Parts {
        asks: true,
        contents: &solver_and_worker(&[]),
        allowed: "; connect-src 'self'",
        ..Parts::default()
    })
}

/// Without a solver there is no worker either.
fn solver_and_worker(solver: &[u8]) -> String {
    let part = |id: &str, bytes: &[u8]| {
        let packed = if solver.is_empty() { String::new() } else { packed(bytes) };
        format!("<script type=\"text/plain\" id=\"{id}\">{packed}</script>")
    };
    part("solver", solver) + "\n" + &part("worker", assets::worker().as_bytes())
}

/// The page that asks a [`serve::Server`] for what it shows, and for graph games has the text of
/// their `.game` file. It has nothing in it to check: who serves it has done that.
#[cfg(feature = "serve")]
#[must_use]
pub fn asking_page(graph_game: Option<&str>) -> String {
    assembled(&Parts {
        contents: "<meta id=\"served\">",
        graph_game,
        allowed: "; connect-src 'self'",
        ..Parts::default()
    })
}

/// What pages differ in.
#[derive(Default)]
struct Parts<'p> {
    /// Whether it solves.
    asks: bool,
    /// Elements that are not shown: what is in the page.
    contents: &'p str,
    graph_game: Option<&'p str>,
    /// What it may do, as its Content-Security-Policy says it, and its scripts.
    allowed: &'p str,
    scripts: &'p str,
}

fn assembled(parts: &Parts<'_>) -> String {
    let Parts { asks, contents, graph_game, allowed, scripts } = *parts;
    let script = assets::script(asks);
    let graph_game = graph_game.map(|text| packed(text.as_bytes())).unwrap_or_default();
    let nonce = nonce(&[assets::STYLE, &script, contents, &graph_game]);
    filled(assets::PAGE, |name| match name {
        "NONCE" => &nonce,
        "VERSION" => env!("CARGO_PKG_VERSION"),
        "STYLE" => assets::STYLE.trim_end(),
        "SCRIPT" => script.trim_end(),
        "ALLOWED" => allowed,
        "SCRIPTS" => scripts,
        "ASK" => {
            if asks {
                assets::ASK.trim_end()
            } else {
                ""
            }
        }
        "CONTENTS" => contents,
        "GRAPH" => &graph_game,
        _ => unreachable!("the template has no such place: {name}"),
    })
}

/// A template with every `{{NAME}}` replaced; what is put in is not looked at again.
#[must_use]
pub fn filled<'a>(template: &str, value: impl Fn(&str) -> &'a str) -> String {
    let mut page = String::new();
    let mut rest = template;
    while let Some((before, behind)) = rest.split_once("{{")
        && let Some((name, after)) = behind.split_once("}}")
    {
        page.push_str(before);
        page.push_str(value(name));
        rest = after;
    }
    page + rest
}

fn element(certificate: &str) -> String {
    let packed = packed(certificate.as_bytes());
    format!("<script type=\"text/plain\" class=\"certificate\">{packed}</script>")
}

/// Bytes, compressed, in letters that mean nothing in HTML.
fn packed(bytes: &[u8]) -> String {
    let compress = || -> io::Result<Vec<u8>> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(bytes)?;
        encoder.finish()
    };
    base64::encoded(&compress().expect("writing to memory does not fail"))
}

/// What the page's own script and style are told by. It depends on everything in the page, so that
/// nothing that is in the certificate can have been written to match it.
fn nonce(parts: &[&str]) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&part.len().to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize().to_hex()[..32].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_certificate_gives_the_same_page() {
        assert_eq!(page(&["a"], Some("b")), page(&["a"], Some("b")));
        assert_ne!(page(&["a"], None), page(&["b"], None));
    }

    #[test]
    fn places_are_filled_and_values_left_alone() {
        let filled_in = filled("a {{x}} b {{y}} c", |name| if name == "x" { "{{y}}" } else { "2" });
        assert_eq!(filled_in, "a {{y}} b 2 c");
        assert_eq!(filled("{{", |_| ""), "{{");
    }

    #[test]
    fn every_place_of_the_template_is_filled_once() {
        let made = page(&["threefold certificate 1\n"], None);
        assert!(!made.contains("{{"));
        assert_eq!(made.matches("</script>").count(), 3);
        assert_eq!(made.matches("</style>").count(), 1);
    }

    #[test]
    fn text_of_a_certificate_is_nowhere_in_the_page_as_it_is() {
        let made =
            page(&["game: <script>alert(1)</script>\nroot: {{SCRIPT}}\n"], Some("<b>bold</b>"));
        assert!(!made.contains("alert(1)"));
        assert!(!made.contains("<b>"));
        assert_eq!(made.matches("</script>").count(), 3);
    }

    #[test]
    fn the_page_asks_for_nothing_from_elsewhere() {
        let made = page(&["a", "b"], None);
        // Links to specifications in comments are the only addresses.
        for (at, _) in made.match_indices("http") {
            let address = &made[at..made.len().min(at + 26)];
            assert!(
                address.starts_with("http://www.w3.org/2000/svg")
                    || address.starts_with("http-equiv"),
                "{address}"
            );
        }
        assert!(made.contains("default-src 'none'"));
    }
}
