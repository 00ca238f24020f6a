//! Certificates in a directory that an interface names.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use threefold_session::asked::Proof;

/// Writes certificates, and says of each where it is or why not, a line each.
pub fn write_all(directory: &Path, proofs: &[Proof]) -> Vec<String> {
    let one = |proof: &Proof| match write(directory, &proof.text()) {
        Ok(path) => {
            let (path, positions) = (path.display(), proof.positions);
            let word = if proof.checked { ", verified" } else { "" };
            format!("certificate {path}: {positions} positions{word}")
        }
        Err(error) => format!("no certificate in {}: {error}", directory.display()),
    };
    proofs.iter().map(one).collect()
}

/// Writes a file that is not there yet: `0001.cert`, and so on.
fn write(directory: &Path, text: &str) -> io::Result<PathBuf> {
    fs::create_dir_all(directory)?;
    let mut number = 1;
    loop {
        let path = directory.join(format!("{number:04}.cert"));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(mut file) => return file.write_all(text.as_bytes()).map(|()| path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(error),
        }
    }
}
