//! `threefold explore`: a certificate as a web page.

mod serve;

use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use threefold::certificate::{CertificateReader, Header};
use threefold_files::Kind;
use threefold_terminal::inputs;

use crate::check::{limits, opened};
use crate::files::{Desk, Wanted, write};
use crate::page::{LARGEST, too_large};
use threefold_terminal::exit::Exit;
use threefold_terminal::output::{Stop, complain, print};

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

    /// Show certificates of millions of positions: verify them here, and serve the page to a
    /// browser on this machine, until Ctrl-C
    ///
    /// The address of the page is printed; nobody is answered who does not know it, and nobody on
    /// another machine. The page asks for one position after the other, so that the browser needs
    /// no more memory than for a small proof.
    #[arg(long, conflicts_with_all = ["output", "force"])]
    pub serve: bool,

    /// With --serve: the port; by default any that is free
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        hide_default_value = true,
        requires = "serve"
    )]
    pub port: u16,

    /// With --serve: directory of the endgame database of checkers on which a certificate relies
    #[arg(long, value_name = "DIR|none", requires = "serve")]
    pub egdb: Option<PathBuf>,

    /// Overwrite files that are inputs as well, or are no such page
    #[arg(long)]
    pub force: bool,
}

/// As of a check.
const TIME: Duration = Duration::from_secs(600);

const EXAMPLES: &str = "\
Examples:
  threefold explore excelsior.cert                     Writes excelsior.html
  threefold explore mate.cert mate.2.cert              The mate, and that there is no shorter one
  threefold explore figure2.cert --graph figure2.game -o -
  threefold explore large.cert.zst --serve             Prints an address for the browser";

pub fn run(args: &ExploreArgs) -> Result<Exit, Stop> {
    if args.serve {
        return serve::run(args);
    }
    let first = &args.certificates[0];
    let certificates: Vec<String> =
        args.certificates.iter().map(|path| text(path)).collect::<Result<_, _>>()?;
    let headers: Vec<Header> = (args.certificates.iter().zip(&certificates))
        .map(|(path, text)| header(path, text))
        .collect::<Result<_, _>>()?;
    about_the_same(&args.certificates, &headers)?;
    given_graph(args, first, &headers[0])?;
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

/// Whether certificates are about one position.
fn about_the_same(paths: &[PathBuf], headers: &[Header]) -> Result<(), Stop> {
    let first = &headers[0];
    for (path, header) in paths.iter().zip(headers).skip(1) {
        // Scores that boards are asked about are parameters of the game, and may differ.
        let parts = [("game", &first.game, &header.game), ("root", &first.root, &header.root)];
        for (key, one, other) in parts {
            if one != other {
                return Err(Stop::Message(format!(
                    "{}: about another position than {}: '{key}: {other}', not '{one}'",
                    path.display(),
                    paths[0].display()
                )));
            }
        }
    }
    Ok(())
}

/// Whether the game of a certificate is given where it has to be, and only there.
fn given_graph(args: &ExploreArgs, path: &Path, header: &Header) -> Result<(), Stop> {
    let is_graph = header.game == "graph";
    let name = path.display();
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
    Ok(())
}

/// The text of a certificate, which the page will check.
fn text(path: &Path) -> Result<String, Stop> {
    let name = path.display().to_string();
    let stop = |what: String| Stop::Message(format!("{name}: {what}"));
    let mut unpacked = Vec::new();
    let input = opened(path, &limits(None, TIME)).map_err(|error| stop(error.to_string()))?;
    input
        .take(LARGEST as u64 + 1)
        .read_to_end(&mut unpacked)
        .map_err(|error| stop(error.to_string()))?;
    if unpacked.len() > LARGEST {
        return Err(stop(too_large("--serve")));
    }
    String::from_utf8(unpacked).map_err(|_| stop("not UTF-8".to_owned()))
}

/// The first header of a certificate, read as `check` reads it.
fn header(path: &Path, text: &str) -> Result<Header, Stop> {
    let stop = |what: String| Stop::Message(format!("{}: {what}", path.display()));
    let header = CertificateReader::new(text.as_bytes()).next_block();
    let header = header.map_err(|error| stop(format!("not a certificate: {error}")))?;
    header.ok_or_else(|| stop("not a certificate: it has no header".to_owned()))
}

/// The game, in the one spelling that the page reads, whatever that of the file is.
fn graph_game(path: &Path) -> Result<String, Stop> {
    let graph = inputs::read_graph(path).map_err(|error| Stop::Message(error.to_string()))?;
    Ok(graph.to_string())
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
