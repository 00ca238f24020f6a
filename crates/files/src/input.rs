//! Input files. A name may lead to a device or a pipe, which need not end, and a file may be of any
//! size, so that what is read is opened here, and what is read whole is read here.

use std::fs::{self, File};
use std::io::{self, BufRead, Read};
use std::path::Path;

/// Bytes of an input that is read whole.
pub const LARGEST: u64 = 64 << 20;

/// Opens a regular file.
///
/// # Errors
/// It is not there, or something else: a pipe would wait for somebody who writes to it.
pub fn open(path: &Path) -> io::Result<File> {
    match fs::metadata(path)?.is_file() {
        true => File::open(path),
        false => Err(io::Error::new(io::ErrorKind::InvalidInput, "expected a regular file")),
    }
}

/// The same, or a stream that the user has given the process, as `<(COMMAND)` does.
///
/// # Errors
/// As for [`open`].
pub fn given(path: &Path) -> io::Result<File> {
    let is_given = path == Path::new("/dev/stdin") || path.starts_with("/dev/fd");
    if is_given { File::open(path) } else { open(path) }
}

/// All of an input of at most so many bytes.
///
/// # Errors
/// It cannot be read, or there is more.
pub fn whole(input: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    match input.take(most + 1).read_to_end(&mut bytes)? as u64 {
        length if length > most => Err(too_large(most)),
        _ => Ok(bytes),
    }
}

/// The next line of an input that goes on, without its end; `None` at the end of all.
///
/// # Errors
/// It cannot be read, is no UTF-8, or is longer than what is read whole.
pub fn line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = String::new();
    match input.take(LARGEST + 1).read_line(&mut line)? as u64 {
        0 => return Ok(None),
        length if length > LARGEST => return Err(too_large(LARGEST)),
        _ => {}
    }
    line.truncate(line.trim_end_matches(['\r', '\n']).len());
    Ok(Some(line))
}

fn too_large(most: u64) -> io::Error {
    let what = format!("too large to be read whole: expected at most {} MiB", most >> 20);
    io::Error::new(io::ErrorKind::FileTooLarge, what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_end_is_not_read_to_it() {
        for whole in [whole(io::repeat(b'x'), LARGEST), whole(&[0; 10][..], 9)] {
            assert_eq!(whole.unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        }
        let error = line(&mut io::BufReader::new(io::repeat(b'x'))).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(whole(&[7; 10][..], 10).unwrap(), [7; 10]);
        let mut lines = &b"one\r\n\ntwo"[..];
        let all: Vec<_> = std::iter::from_fn(|| line(&mut lines).unwrap()).collect();
        assert_eq!(all, ["one", "", "two"]);
    }

    #[test]
    fn only_regular_files_are_opened() {
        let directory = tempfile::tempdir().unwrap();
        let kind =
            |path: &Path| given(path).and_then(|file| whole(file, LARGEST)).unwrap_err().kind();
        assert_eq!(kind(directory.path()), io::ErrorKind::InvalidInput);
        assert_eq!(kind(&directory.path().join("none")), io::ErrorKind::NotFound);
        let sparse = directory.path().join("sparse");
        File::create(&sparse).unwrap().set_len(LARGEST + 1).unwrap();
        assert_eq!(kind(&sparse), io::ErrorKind::FileTooLarge);
        if cfg!(unix) {
            assert_eq!(kind(Path::new("/dev/zero")), io::ErrorKind::InvalidInput);
        }
    }
}
