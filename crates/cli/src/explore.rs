//! `threefold explore`: a certificate as a web page.

use std::io::Read;
use std::path::{Path, PathBuf};

use clap::Args;
use threefold::certificate::decompressed;
use threefold_files::Kind;
use threefold_terminal::inputs;

use crate::exit::Exit;
use crate::files::{Desk, Wanted, write};
use crate::output::{Stop, complain, print};
use crate::page::{LARGEST, too_large};

/// Make a web page of certificates: it checks the proofs, and one can play against them.
///
/// One file without a network, to open in a browser, to send by e-mail, to keep. It checks the
/// certificate when it is opened, with a checker of its own, and says what it has seen; then every
/// move of the opponent can be played, and the proof answers. Several certificates are about one
/// position: a mate within 9 plies, and that there is none within 8.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ExploreArgs {
    /// Certificates about one position, compressed or not; - for standard input
    #[arg(value_name = "FILE", required = true)]
    pub certificates: Vec<PathBuf>,

    /// Where the page goes; by default to the name of the first certificate with .html, beside it
    ///
    /// - is standard output.
    #[arg(long, short, value_name = "FILE.html")]
    pub output: Option<PathBuf>,

    /// The game that the certificate of a graph game is about
    #[arg(long, value_name = "FILE.game")]
    pub graph: Option<PathBuf>,

    /// Overwrite files that are inputs as well, or are no such page
    #[arg(long)]
    pub force: bool,
}

const EXAMPLES: &str = "\
Examples:
  threefold explore excelsior.cert                     Writes excelsior.html
  threefold explore mate.cert mate.2.cert              The mate, and that there is no shorter one
  threefold explore figure2.cert --graph figure2.game -o -";

pub fn run(args: &ExploreArgs) -> Result<Exit, Stop> {
    let first = &args.certificates[0];
    let certificates: Vec<String> =
        args.certificates.iter().map(|path| text(path)).collect::<Result<_, _>>()?;
    for (path, certificate) in args.certificates.iter().zip(&certificates).skip(1) {
        for key in ["game", "root"] {
            let (one, other) = (header(&certificates[0], key), header(certificate, key));
            // Scores that boards are asked about belong to the game.
            let same = one.split(' ').next() == other.split(' ').next();
            if if key == "game" { !same } else { one != other } {
                return Err(Stop::Message(format!(
                    "{}: about another position than {}: '{key}: {other}', not '{one}'",
                    path.display(),
                    first.display()
                )));
            }
        }
    }
    let is_graph = header(&certificates[0], "game") == "graph";
    let name = first.display();
    match &args.graph {
        None if is_graph => {
            let what = format!("{name}: about a graph game: give it with --graph FILE.game");
            return Err(Stop::Message(what));
        }
        Some(_) if !is_graph => {
            return Err(Stop::Message(format!(
                "{name}: not about a graph game, but --graph is given"
            )));
        }
        _ => {}
    }
    let graph = args.graph.as_deref().map(graph_game).transpose()?;
    let page = threefold_explorer::page(&certificates, graph.as_deref());
    let path = match &args.output {
        Some(path) => path.clone(),
        None if first == Path::new("-") => PathBuf::from("-"),
        None => beside(first),
    };
    let read = args.certificates.iter().map(PathBuf::as_path).chain(args.graph.as_deref());
    let mut desk = Desk::new(read, args.force);
    let wanted = Wanted { flag: "--output", path: &path, kind: Kind::Page };
    let output = desk.file(wanted).map_err(Stop::Message)?;
    if let Err(error) = write(&output, &page) {
        complain(error);
        return Ok(Exit::BadInput);
    }
    if !output.is_standard_output() {
        print(&format!("{output}\n"))?;
    }
    Ok(Exit::Fine)
}

/// The text of a certificate, which the page will check: here it only has to look like one.
fn text(path: &Path) -> Result<String, Stop> {
    let name = path.display().to_string();
    let stop = |what: String| Stop::Message(format!("{name}: {what}"));
    let bytes = inputs::contents(&name).map_err(|error| Stop::Message(error.to_string()))?;
    let mut unpacked = Vec::new();
    decompressed(bytes.as_slice())
        .and_then(|reader| reader.take(LARGEST as u64 + 1).read_to_end(&mut unpacked))
        .map_err(|error| stop(error.to_string()))?;
    if unpacked.len() > LARGEST {
        return Err(stop(too_large("--serve")));
    }
    let text = String::from_utf8(unpacked).map_err(|_| stop("not UTF-8".to_owned()))?;
    if !text.starts_with("threefold certificate ") {
        return Err(stop("not a certificate: expected 'threefold certificate 1' first".to_owned()));
    }
    Ok(text)
}

/// What a certificate's header says under a key; empty if it says nothing.
fn header<'t>(certificate: &'t str, key: &str) -> &'t str {
    let header = certificate.lines().take_while(|&line| line != "---");
    let mut values = header.filter_map(|line| line.strip_prefix(key)?.strip_prefix(": "));
    values.next().unwrap_or_default()
}

fn graph_game(path: &Path) -> Result<String, Stop> {
    inputs::read_graph(path).map_err(|error| Stop::Message(error.to_string()))?;
    let name = path.display().to_string();
    let bytes = inputs::contents(&name).map_err(|error| Stop::Message(error.to_string()))?;
    String::from_utf8(bytes).map_err(|_| Stop::Message(format!("{name}: not UTF-8")))
}

/// `a/NAME.html` for `a/NAME.cert` and `a/NAME.cert.zst`.
fn beside(certificate: &Path) -> PathBuf {
    let name = certificate.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let name = name.strip_suffix(".zst").unwrap_or(&name);
    let name = name.strip_suffix(".cert").unwrap_or(name);
    certificate.with_file_name(format!("{name}.html"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_beside_the_certificate() {
        for (certificate, page) in [
            ("a/1x9.cert", "a/1x9.html"),
            ("1x9.2.cert.zst", "1x9.2.html"),
            ("proof", "proof.html"),
        ] {
            assert_eq!(beside(Path::new(certificate)), Path::new(page));
        }
    }
}
