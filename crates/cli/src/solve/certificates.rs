//! Where certificates go.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::input::Task;

/// The file of each position's certificate.
pub struct Paths(Vec<Option<PathBuf>>);

impl Paths {
    pub fn of(&self, number: usize) -> Option<&Path> {
        self.0[number].as_deref()
    }
}

/// Decides on the names before anything is solved, so that they do not depend on what is answered.
/// The directory is made if it is not there.
pub fn paths(wanted: Option<&Path>, compress: bool, tasks: &[Task]) -> Result<Paths, String> {
    let Some(wanted) = wanted else { return Ok(Paths(vec![None; tasks.len()])) };
    let ends_as_directory = wanted.to_string_lossy().ends_with(std::path::is_separator);
    if let ([_], false, false) = (tasks, wanted.is_dir(), ends_as_directory) {
        return Ok(Paths(vec![Some(wanted.to_owned())]));
    }
    fs::create_dir_all(wanted)
        .map_err(|error| format!("--certificate {}: {error}", wanted.display()))?;
    let ending = if compress { "cert.zst" } else { "cert" };
    let mut taken = HashSet::new();
    let name = |task: &Task| {
        let stem = task.id.as_deref().map(file_name).filter(|name| !name.is_empty());
        let stem = stem.unwrap_or_else(|| file_name(&task.stem));
        let mut name = stem.clone();
        let mut number = 1;
        // Not case-sensitive: some file systems are not either.
        while !taken.insert(name.to_lowercase()) {
            number += 1;
            name = format!("{stem}-{number}");
        }
        Some(wanted.join(format!("{name}.{ending}")))
    };
    Ok(Paths(tasks.iter().map(name).collect()))
}

/// The text without what file names cannot hold everywhere.
fn file_name(text: &str) -> String {
    const LONGEST: usize = 80;
    let keep = |c: char| if c.is_alphanumeric() || "-_.+#".contains(c) { c } else { ' ' };
    let kept: String = text.chars().take(LONGEST).map(keep).collect();
    kept.split_whitespace().collect::<Vec<_>>().join("-").trim_matches(['.', '-']).to_owned()
}

#[cfg(test)]
mod tests {
    use threefold::chess::epd::parse_line;

    use super::*;
    use crate::input::Subject;

    fn task(id: Option<&str>, stem: &str) -> Task {
        let record = parse_line("4k3/Q7/3K4/8/8/8/8/8 w - -").unwrap();
        Task {
            input: String::new(),
            id: id.map(str::to_owned),
            stem: stem.to_owned(),
            subject: Subject::Chess(Box::new(record)),
        }
    }

    #[test]
    fn names_are_safe_and_different() {
        assert_eq!(file_name("Eppstein; the key is Qe7"), "Eppstein-the-key-is-Qe7");
        assert_eq!(file_name("../../etc/passwd"), "etc-passwd");
        assert_eq!(file_name("..."), "");
        let directory = tempfile::tempdir().unwrap();
        let tasks = [
            task(Some("Loyd"), "a-1"),
            task(Some("loyd"), "a-2"),
            task(Some("//"), "a-3"),
            task(None, "a-3"),
        ];
        let paths = paths(Some(directory.path()), false, &tasks).unwrap();
        let names: Vec<_> = paths.0.iter().flatten().map(|p| p.file_name().unwrap()).collect();
        assert_eq!(names, ["Loyd.cert", "loyd-2.cert", "a-3.cert", "a-3-2.cert"]);
    }

    #[test]
    fn one_position_has_a_file() {
        let tasks = [task(None, "a")];
        let file = Path::new("does-not-exist.cert.zst");
        assert_eq!(paths(Some(file), false, &tasks).unwrap().of(0), Some(file));
        assert!(!file.exists());
        assert_eq!(paths(None, false, &tasks).unwrap().of(0), None);
    }
}
