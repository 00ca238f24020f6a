//! Running a program: the one that the test program around this module names.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// A mate in two.
pub const MORPHY: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - -";
pub const EPPSTEIN: &str = "4k3/Q7/3K4/8/8/8/8/8 w - -";
/// White is stalemated: a draw at once.
pub const STALEMATE: &str = "8/8/8/8/8/1k6/1p6/1K6 w - -";
/// White is to move and mated by the next move.
pub const MATED_SOON: &str = "8/8/8/8/8/1k6/7r/K7 w - -";
/// King and rook mate in a few moves.
pub const ROOK: &str = "8/8/8/2k5/8/1RK5/8/8 w - -";

/// What the program did.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Ran {
    pub fn json(&self) -> Vec<Value> {
        let line = |line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
        self.out.lines().map(line).collect()
    }

    #[track_caller]
    pub fn exits(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{self:#?}");
        self
    }

    #[track_caller]
    pub fn prints(self, text: &str) -> Self {
        assert!(self.out.contains(text), "{text}\nis not in\n{}", self.out);
        self
    }

    #[track_caller]
    pub fn complains(self, text: &str) -> Self {
        assert!(self.err.contains(text), "{text}\nis not in\n{}", self.err);
        self
    }
}

/// The program, without a place for what it keeps for the user: a test must not find anything
/// there, nor leave anything behind.
pub fn program() -> Command {
    let mut command = Command::new(crate::PROGRAM);
    command.env("XDG_CACHE_HOME", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"));
    command
}

/// The same with a place of its own.
pub fn program_with_cache(directory: &Path) -> Command {
    let mut command = program();
    command.env("XDG_CACHE_HOME", directory);
    command
}

pub fn run<S: AsRef<std::ffi::OsStr>>(args: &[S]) -> Ran {
    run_with_input(args, "")
}

pub fn run_with_input<S: AsRef<std::ffi::OsStr>>(args: &[S], input: &str) -> Ran {
    finish(program().args(args), input)
}

/// Runs what has been put together.
pub fn finish(command: &mut Command, input: &str) -> Ran {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not read its input may be gone already.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    Ran {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// A directory for one test.
pub struct Scratch(tempfile::TempDir);

impl Scratch {
    pub fn new() -> Self {
        Scratch(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The path as an argument.
    pub fn arg(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        fs::write(self.path(name), text).unwrap();
        self.arg(name)
    }

    pub fn names(&self, directory: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(directory)).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

/// A fixture of the graph crate.
pub fn fixture(name: &str) -> String {
    let path = Path::new(crate::FIXTURES).join(format!("{name}.game"));
    path.display().to_string()
}
