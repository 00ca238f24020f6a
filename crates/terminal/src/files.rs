//! The files that a run reads and writes. Where something goes is decided before anything is
//! solved: nobody wants to know after hours that it cannot be written, or what it has replaced.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use threefold_files::{Files, Kind, Output, Refusal};

use crate::output::{Channel, Stop, complain};

/// What is to be written, and where.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    /// The flag that says so.
    pub flag: &'static str,
    /// Where.
    pub path: &'a Path,
    /// What is written there.
    pub kind: Kind,
}

impl Wanted<'_> {
    /// How the names of such files end.
    const fn ending(self) -> &'static str {
        match self.kind {
            Kind::Certificate => "cert",
            Kind::Report | Kind::Page | Kind::Course => "html",
            Kind::Tree => "sgf",
            Kind::Record => "kif",
            Kind::Game => "game",
            Kind::Checkpoint => "checkpoint",
            Kind::Metrics => "jsonl",
        }
    }

    fn error(self, what: impl std::fmt::Display) -> String {
        format!("{} {}: {what}", self.flag, self.path.display())
    }

    /// Whether the name is that of a file, if it is not there yet.
    fn is_called_like_a_file(self) -> bool {
        let name = self.path.to_string_lossy().to_lowercase();
        let name = name.strip_suffix(".zst").unwrap_or(&name);
        name.ends_with(&format!(".{}", self.ending()))
    }
}

/// What the files of one of several positions are called: its name, if there is one, and else where
/// it comes from.
pub type Names<'a> = (Option<&'a str>, &'a str);

/// All that a run reads and writes.
pub struct Desk {
    files: Files,
    /// The flag that claims standard output.
    standard: Option<&'static str>,
}

impl Desk {
    /// The inputs are those of the command line without a place in them: files, `-`, and positions.
    pub fn new<'a>(inputs: impl IntoIterator<Item = &'a Path>, force: bool) -> Self {
        let mut files = Files::new().force(force);
        for input in inputs {
            files.reads(input);
        }
        Desk { files, standard: None }
    }

    /// A file.
    pub fn file(&mut self, wanted: Wanted<'_>) -> Result<Output, String> {
        self.plan(wanted, wanted.path)
    }

    fn plan(&mut self, wanted: Wanted<'_>, path: &Path) -> Result<Output, String> {
        let output = self.files.output(path, wanted.kind).map_err(|refusal| {
            let hint = match refusal.yields_to_force() {
                true => "; --force overwrites it",
                false => "",
            };
            refused(wanted, path, &refusal) + hint
        })?;
        if output.is_standard_output() {
            self.standard = Some(wanted.flag);
        }
        Ok(output)
    }

    /// A file for one position, names in a directory for several: they do not depend on what is
    /// answered. The directory is made if it is not there.
    pub fn file_or_directory<'n>(
        &mut self,
        wanted: Option<Wanted<'_>>,
        compress: bool,
        positions: impl ExactSizeIterator<Item = Names<'n>>,
    ) -> Result<Vec<Option<Output>>, String> {
        let count = positions.len();
        let Some(wanted) = wanted.filter(|_| count > 0) else {
            return Ok((0..count).map(|_| None).collect());
        };
        let path = wanted.path;
        let ends_as_directory = path.to_string_lossy().ends_with(std::path::is_separator);
        if !path.is_dir() && !ends_as_directory {
            if count == 1 {
                return Ok(vec![Some(self.file(wanted)?)]);
            }
            let what = match path.to_str() {
                Some("-") => "standard output",
                _ if path.symlink_metadata().is_ok() => "no directory",
                _ if wanted.is_called_like_a_file() => "the name of a file",
                _ => "",
            };
            if !what.is_empty() {
                let many = format!("{what}, and there are {count} positions; expected a directory");
                return Err(wanted.error(many));
            }
        }
        fs::create_dir_all(path).map_err(|error| wanted.error(error))?;
        let ending = format!("{}{}", wanted.ending(), if compress { ".zst" } else { "" });
        let mut taken = HashSet::new();
        let mut outputs = Vec::with_capacity(count);
        for (id, stem) in positions {
            let id = id.map(file_name).filter(|name| !name.is_empty());
            let stem = id.unwrap_or_else(|| file_name(stem));
            let mut name = stem.clone();
            let mut number = 1;
            // Not case-sensitive: some file systems are not either.
            while !taken.insert(name.to_lowercase()) {
                number += 1;
                name = format!("{stem}-{number}");
            }
            outputs.push(Some(self.plan(wanted, &path.join(format!("{name}.{ending}")))?));
        }
        Ok(outputs)
    }

    /// A file in a directory, which is made if it is not there.
    pub fn file_in(&mut self, wanted: Wanted<'_>, name: &str) -> Result<Output, String> {
        fs::create_dir_all(wanted.path).map_err(|error| wanted.error(error))?;
        self.plan(wanted, &wanted.path.join(name))
    }

    /// Where everything else that is said goes, when all outputs are planned.
    pub fn channel(&self, json: bool) -> Result<Channel, Stop> {
        match self.standard {
            None => Ok(Channel::Out),
            Some(_) if !json => Ok(Channel::Err),
            Some(flag) => Err(Stop::Message(format!(
                "{flag} and --json both go to standard output; name a file for one of them"
            ))),
        }
    }
}

fn refused(wanted: Wanted<'_>, path: &Path, refusal: &Refusal) -> String {
    format!("{} {}: {refusal}", wanted.flag, path.display())
}

/// Writes a text and says where it is. The error says where it is not, and why.
pub fn write(output: &Output, text: &str) -> Result<String, String> {
    match output.write(text) {
        Ok(()) => Ok(output.to_string()),
        Err(error) => Err(format!("{output}: {error}")),
    }
}

/// The text without what file names cannot hold everywhere.
fn file_name(text: &str) -> String {
    // Bytes; names of 255 are allowed nearly everywhere.
    const LONGEST: usize = 160;
    let keep = |c: char| if c.is_alphanumeric() || "-_.+#".contains(c) { c } else { ' ' };
    let mut kept = String::new();
    for c in text.chars().map(keep) {
        if kept.len() + c.len_utf8() > LONGEST {
            break;
        }
        kept.push(c);
    }
    let name = kept.split_whitespace().collect::<Vec<_>>().join("-");
    let name = name.trim_matches(['.', '-']);
    // `NAME.2` would be the second certificate of another position.
    match name.rsplit_once('.') {
        Some((name, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
            format!("{name}-{number}")
        }
        _ => name.to_owned(),
    }
}

/// What is missing afterwards is said where errors are looked for, whatever else says it.
pub fn complain_not_written(error: &String) {
    complain(format_args!("not written: {error}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(path: &Path) -> Option<Wanted<'_>> {
        Some(Wanted { flag: "--certificate", path, kind: Kind::Certificate })
    }

    #[test]
    fn names_are_safe_and_different() {
        assert_eq!(file_name("Eppstein; the key is Qe7"), "Eppstein-the-key-is-Qe7");
        assert_eq!(file_name("../../etc/passwd"), "etc-passwd");
        assert_eq!(file_name("..."), "");
        assert!(file_name(&"\u{10400}".repeat(80)).len() <= 160);
        assert_eq!(file_name("study no.2"), "study-no-2");
        let directory = tempfile::tempdir().unwrap();
        let names =
            [(Some("Loyd"), "a-1"), (Some("loyd"), "a-2"), (Some("//"), "a-3"), (None, "a-3")];
        let mut desk = Desk::new([], false);
        let outputs =
            desk.file_or_directory(wanted(directory.path()), false, names.into_iter()).unwrap();
        let names: Vec<_> =
            outputs.iter().flatten().map(|o| o.path().file_name().unwrap()).collect();
        assert_eq!(names, ["Loyd.cert", "loyd-2.cert", "a-3.cert", "a-3-2.cert"]);
    }

    #[test]
    fn one_position_has_a_file_and_several_have_a_directory() {
        let directory = tempfile::tempdir().unwrap();
        let plan = |name: &str, count: usize| {
            let path = directory.path().join(name);
            let names = vec![(None, "a"); count];
            let mut desk = Desk::new([], false);
            let outputs = desk.file_or_directory(wanted(&path), false, names.into_iter())?;
            let is_one =
                outputs.first().is_some_and(|output| output.as_ref().unwrap().path() == path);
            Ok::<_, String>((outputs.len(), is_one, path.is_dir()))
        };
        assert_eq!(plan("one.cert.zst", 1), Ok((1, true, false)));
        assert_eq!(plan("none", 0), Ok((0, false, false)));
        assert_eq!(plan("some", 2), Ok((2, false, true)));
        assert_eq!(plan("some", 1), Ok((1, false, true)));
        assert_eq!(plan("new/", 1), Ok((1, false, true)));
        assert_eq!(plan("named.cert/", 2), Ok((2, false, true)));
        fs::write(directory.path().join("file"), "").unwrap();
        for name in ["two.cert", "two.CERT", "two.cert.zst", "file"] {
            let error = plan(name, 2).unwrap_err();
            assert!(error.ends_with("there are 2 positions; expected a directory"), "{error}");
        }
    }
}
