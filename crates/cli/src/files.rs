//! The files of `solve` and `go board`: what the command line names, and where certificates go.

use std::ffi::OsString;
use std::path::Path;

use threefold::certificate::{Block, Certificate, write_output};
use threefold_files::{Kind, Output, Refusal};
pub use threefold_terminal::files::{Desk, Names, Wanted, write};
use threefold_terminal::inputs;

/// The desk for the inputs of a command line: positions, `-`, and files with or without a place in
/// them.
pub fn desk<'a>(inputs: impl IntoIterator<Item = &'a String>, force: bool) -> Desk {
    Desk::new(inputs.into_iter().map(|input| Path::new(inputs::split(input).0)), force)
}

/// Where the certificate of each position goes.
pub fn certificates<'n>(
    path: Option<&Path>,
    compress: bool,
    desk: &mut Desk,
    names: impl ExactSizeIterator<Item = Names<'n>>,
) -> Result<Vec<Option<CertificateOutput>>, String> {
    let kind = Kind::Certificate;
    let wanted = path.map(|path| Wanted { flag: "--certificate", path, kind });
    let outputs = desk.file_or_directory(wanted, compress, names)?;
    let compressed = |output| CertificateOutput::new(output, compress);
    Ok(outputs.into_iter().map(|output| output.map(compressed)).collect())
}

/// As many questions as an answer rests on at most: two games under two rules of superko.
const MOST_QUESTIONS: usize = 4;

/// Where a certificate goes.
pub struct CertificateOutput {
    output: Output,
    compress: bool,
}

impl CertificateOutput {
    /// Compressed as well if the name of the file says so.
    pub fn new(output: Output, compress: bool) -> Self {
        CertificateOutput { output, compress }
    }

    /// Makes sure that there is room for claims about more than one question, as they are found
    /// about boards and problems of Go: `NAME.2.cert` and so on. Such files are only replaced with
    /// `--force`, or together with `NAME.cert`, as when the same is asked again: nobody has named
    /// them.
    pub fn can_be_several(&self) -> Result<(), String> {
        let output = &self.output;
        if !output.is_file() {
            return Err(format!("--certificate {output}: {}", Refusal::OneOnly));
        }
        for number in 2..=MOST_QUESTIONS {
            let name = numbered(output.path(), number);
            let place = output.path().with_file_name(&name);
            let other = output.beside(&name).map_err(|refusal| {
                let hint = if refusal.yields_to_force() { "; --force overwrites it" } else { "" };
                format!("--certificate {}: {refusal}{hint}", place.display())
            })?;
            if other.is_there() && !output.is_there() && !output.is_forced() {
                return Err(format!(
                    "--certificate {}: a certificate is there, and may belong to something else; \
                     --force overwrites it",
                    place.display()
                ));
            }
        }
        Ok(())
    }

    /// Writes them and says where they are: claims about more than one question in as many files,
    /// `NAME.cert`, `NAME.2.cert` and so on, since a file is about one. The error says where they
    /// are not, and why.
    pub fn write(&self, blocks: Vec<Block>) -> Result<Vec<String>, String> {
        let certificates = Certificate::of_each_question(blocks);
        let mut others = Vec::new();
        // Before anything is written.
        for number in 2..=certificates.len() {
            let name = numbered(self.output.path(), number);
            let other = self.output.beside(&name).map_err(|refusal| match refusal {
                Refusal::OneOnly => format!("{}: {refusal}", self.output),
                _ => format!("{}: {refusal}", self.output.path().with_file_name(&name).display()),
            })?;
            others.push(other);
        }
        let outputs = std::iter::once(&self.output).chain(&others);
        let written = outputs.zip(&certificates).map(|(output, certificate)| {
            match write_output(output, self.compress, certificate) {
                Ok(()) => Ok(output.to_string()),
                Err(error) => Err(format!("{output}: {error}")),
            }
        });
        written.collect()
    }
}

/// The name of a file with a number before its ending: `NAME.2.cert`, `NAME.2.cert.zst`.
fn numbered(path: &Path, number: usize) -> OsString {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let endings = [".cert.zst", ".cert", ".zst"];
    let ending = endings.into_iter().find(|ending| name.ends_with(ending)).unwrap_or_default();
    format!("{}.{number}{ending}", &name[..name.len() - ending.len()]).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_further_certificates_have_a_number_before_the_ending() {
        for (name, second) in [
            ("a/1x9.cert", "1x9.2.cert"),
            ("1x9.cert.zst", "1x9.2.cert.zst"),
            ("1x9.zst", "1x9.2.zst"),
            ("1x9", "1x9.2"),
        ] {
            assert_eq!(numbered(Path::new(name), 2), second);
        }
    }
}
