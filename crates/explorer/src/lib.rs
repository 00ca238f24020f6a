//! A certificate as a web page: one file, without a network, that checks the proof when it is
//! opened and then lets a reader play against it.
//!
//! The page is assembled from the files in `assets/`, which need no build: modules of JavaScript
//! that also run under node (`tests/`), put one behind the other. The checker among them is written
//! after `docs/certificate.md` and shares no code with the program, so that the page says what it
//! has seen and not what it was told.

mod assets;
mod base64;

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::GzEncoder;

/// The page for certificates, uncompressed, and for graph games the text of their `.game` file.
///
/// Several certificates are answers to several questions about one position: a mate within 9 plies,
/// and that there is none within 8. The page has a button for the strategy of each.
///
/// Nothing is checked here: the page does that, and says what is wrong with a certificate that is
/// none. No text of the certificates becomes markup.
#[must_use]
pub fn page(certificates: &[impl AsRef<str>], graph_game: Option<&str>) -> String {
    let script = assets::script();
    let certificates: Vec<String> =
        certificates.iter().map(|text| element(text.as_ref())).collect();
    let certificates = certificates.join("\n");
    let graph_game = graph_game.map(packed).unwrap_or_default();
    let nonce = nonce(&[assets::STYLE, &script, &certificates, &graph_game]);
    filled(assets::PAGE, |name| match name {
        "NONCE" => &nonce,
        "VERSION" => env!("CARGO_PKG_VERSION"),
        "STYLE" => assets::STYLE.trim_end(),
        "SCRIPT" => script.trim_end(),
        "CERTIFICATES" => &certificates,
        "GRAPH" => &graph_game,
        _ => unreachable!("the template has no such place: {name}"),
    })
}

/// A template with every `{{NAME}}` replaced; what is put in is not looked at again.
fn filled<'a>(template: &'a str, value: impl Fn(&str) -> &'a str) -> String {
    let mut page = String::new();
    let mut rest = template;
    while let Some((before, behind)) = rest.split_once("{{") {
        let (name, after) = behind.split_once("}}").expect("places of the template are closed");
        page.push_str(before);
        page.push_str(value(name));
        rest = after;
    }
    page + rest
}

fn element(certificate: &str) -> String {
    let packed = packed(certificate);
    format!("<script type=\"text/plain\" class=\"certificate\">{packed}</script>")
}

/// The text, compressed, in letters that mean nothing in HTML.
fn packed(text: &str) -> String {
    let compress = || -> io::Result<Vec<u8>> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(text.as_bytes())?;
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
