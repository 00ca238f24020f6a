//! `threefold explore`: a certificate as a web page.

mod open;
mod serve;

use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, Parser};
use threefold::certificate::{CertificateReader, Header};
use threefold::session::registry::is_position;
use threefold_files::Kind;
use threefold_terminal::inputs;

use crate::check::{limits, opened};
use crate::files::{Desk, Wanted, write};
use crate::page::{LARGEST, too_large};
use crate::solve;
use crate::solve::args::SolveArgs;
use threefold_terminal::exit::Exit;
use threefold_terminal::output::{Stop, complain, print};

/// Make a web page of certificates: it checks the proofs, and you play against them.
///
/// One file without a network, to open in a browser, to send by e-mail, to keep. It checks the
/// certificate when it is opened, with a checker of its own, and says what it has seen; then every
/// move of the opponent can be played, and the proof answers. Several certificates are about one
/// position: a mate within 9 plies, and that there is none within 8. A position, or a file that
/// holds one, is solved first.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ExploreArgs {
    /// Certificates about one position, compressed or not; - for standard input; or a position
    #[arg(value_name = "FILE|POSITION", required = true)]
    pub certificates: Vec<PathBuf>,

    /// Where the page goes; by default to the name of the first certificate with .html, beside it
    ///
    /// - is standard output. The page of a position goes to proof.html.
    #[arg(long, short, value_name = "FILE.html")]
    pub output: Option<PathBuf>,

    /// Open the page in the browser: with the program that $BROWSER names, or the system's
    #[arg(long, conflicts_with = "serve")]
    pub open: bool,

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
  threefold explore excelsior.cert --open              Writes excelsior.html, and opens it
  threefold explore --open \"4k3/Q7/3K4/8/8/8/8/8 w - -\"  Solves it first
  threefold explore mate.cert mate.2.cert              The mate, and that there is no shorter one
  threefold explore figure2.cert --graph figure2.game -o -
  threefold explore large.cert.zst --serve             Prints an address for the browser";

pub fn run(args: &ExploreArgs) -> Result<Exit, Stop> {
    if args.serve {
        return serve::run(args);
    }
    let first = &args.certificates[0];
    if args.certificates.len() == 1 && is_question(first) {
        return solved(args, first);
    }
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
        if args.open {
            open::open(&path)?;
        }
    }
    Ok(Exit::Fine)
}

/// Whether a word is a position, or the name of a file with one: no certificate, however damaged.
fn is_question(word: &Path) -> bool {
    let text = word.to_string_lossy();
    let file = Path::new(inputs::split(&text).0);
    let may_be_certificate = file.extension().is_none_or(|end| end == "cert" || end == "zst") || {
        let mut head = [0; 21];
        File::open(file).and_then(|mut file| file.read_exact(&mut head)).is_ok()
            && head == *b"threefold certificate"
    };
    !file.exists() && is_position(&text, None) || file.is_file() && !may_be_certificate
}

/// A command line of `solve`.
#[derive(Parser)]
struct Asked {
    #[command(flatten)]
    solve: SolveArgs,
}

/// Solves a position, and makes the page of the answer.
fn solved(args: &ExploreArgs, question: &Path) -> Result<Exit, Stop> {
    if args.graph.is_some() {
        return Err(Stop::Message("--graph is for a certificate of a graph game".to_owned()));
    }
    let page = args.output.clone().unwrap_or_else(|| PathBuf::from("proof.html"));
    let mut words: Vec<OsString> = vec!["solve".into()];
    words.extend(args.force.then(|| "--force".into()));
    words.extend(["--explore".into(), page.clone().into(), "--".into(), question.into()]);
    let Asked { solve } = Asked::try_parse_from(words).expect("these are flags of solve");
    let exit = solve::run(solve)?;
    if args.open && exit == Exit::Fine {
        open::open(&page)?;
    }
    Ok(exit)
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
