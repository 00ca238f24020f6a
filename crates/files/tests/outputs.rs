//! What becomes of what was there before.

#![cfg(unix)]

use std::fs::{self, File, Permissions};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use threefold_files::{Files, Kind, Output, Refusal, remove_stale};

const OLD: &str = "threefold certificate 1\ngame: old\n";
const NEW: &str = "threefold certificate 1\ngame: new\n";

struct Scratch(tempfile::TempDir);

impl Scratch {
    fn new() -> Self {
        Scratch(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        fs::write(self.path(name), text).unwrap();
        self.path(name)
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

fn plan(path: &Path) -> Result<Output, Refusal> {
    Files::new().output(path, Kind::Certificate)
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

#[test]
fn a_file_is_there_when_it_is_complete() {
    let scratch = Scratch::new();
    let path = scratch.path("a.cert");
    let mut draft = plan(&path).unwrap().begin().unwrap();
    draft.write_all(NEW.as_bytes()).unwrap();
    draft.flush().unwrap();
    assert!(!path.exists());
    draft.commit().unwrap();
    assert_eq!((read(&path).as_str(), scratch.names()), (NEW, vec!["a.cert".to_owned()]));
    let mut draft = plan(&path).unwrap().begin().unwrap();
    draft.write_all(b"more").unwrap();
    drop(draft);
    assert_eq!((read(&path).as_str(), scratch.names().len()), (NEW, 1));
}

#[test]
fn a_new_file_has_the_permissions_of_the_old_one() {
    let scratch = Scratch::new();
    let path = scratch.file("a.cert", OLD);
    fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
    plan(&path).unwrap().write(NEW).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn links_are_followed_and_stay() {
    let scratch = Scratch::new();
    fs::create_dir(scratch.path("there")).unwrap();
    let target = scratch.path("there/a.cert");
    // To a link to nothing, and then to a link to a file.
    symlink("there/a.cert", scratch.path("one.cert")).unwrap();
    symlink(scratch.path("one.cert"), scratch.path("two.cert")).unwrap();
    for text in [OLD, NEW] {
        plan(&scratch.path("two.cert")).unwrap().write(text).unwrap();
        assert_eq!(read(&target), text);
        assert!(!target.is_symlink());
        assert!(scratch.path("one.cert").is_symlink() && scratch.path("two.cert").is_symlink());
    }
    symlink("round.cert", scratch.path("round.cert")).unwrap();
    assert!(matches!(plan(&scratch.path("round.cert")), Err(Refusal::Io(_))));
    symlink("no/such/directory/a", scratch.path("lost.cert")).unwrap();
    assert!(matches!(plan(&scratch.path("lost.cert")), Err(Refusal::NoDirectory(_))));
}

#[test]
fn inputs_are_no_outputs_whatever_they_are_called() {
    let scratch = Scratch::new();
    // It would be of the right kind.
    let input = scratch.file("input", OLD);
    symlink(&input, scratch.path("link")).unwrap();
    fs::hard_link(&input, scratch.path("hard")).unwrap();
    for name in ["input", "link", "hard", "./input", "../x/input"] {
        let name = name
            .replace("../x", &format!("../{}", scratch.0.path().file_name().unwrap().display()));
        let path = scratch.path(&name);
        let mut files = Files::new();
        files.reads(&input);
        files.reads(Path::new("not a file"));
        let refused = files.output(&path, Kind::Certificate).unwrap_err();
        assert!(matches!(refused, Refusal::Input { .. }) && refused.yields_to_force(), "{name}");
        let mut files = Files::new().force(true);
        files.reads(&input);
        files.output(&path, Kind::Certificate).unwrap();
    }
    assert_eq!(read(&input), OLD);
}

/// What other runs do to the files, between one output and the next.
#[test]
fn the_file_that_was_planned_may_be_another_one_by_now() {
    let scratch = Scratch::new();
    let (one, two, new) = (scratch.file("one", OLD), scratch.file("two", OLD), scratch.path("new"));
    let mut files = Files::new();
    let mut output = |path: &Path| files.output(path, Kind::Certificate);
    output(&one).unwrap();
    // The file is the same one, and no longer that of the first output: so it is when the first
    // is replaced and removed, and the second made in its inode.
    fs::rename(&one, &two).unwrap();
    scratch.file("one", OLD);
    output(&two).unwrap();
    assert!(matches!(output(&one), Err(Refusal::Twice)));
    // It is made in between.
    output(&new).unwrap();
    scratch.file("new", OLD);
    assert!(matches!(output(&new), Err(Refusal::Twice)));
    // It is removed in between.
    fs::remove_file(&two).unwrap();
    assert!(matches!(output(&two), Err(Refusal::Twice)));
}

#[test]
fn files_of_another_kind_are_not_replaced() {
    let scratch = Scratch::new();
    let precious = scratch.file("precious.txt", "Dear diary,\n");
    let refused = plan(&precious).unwrap_err();
    assert!(matches!(refused, Refusal::OtherKind(Kind::Certificate)) && refused.yields_to_force());
    assert_eq!(read(&precious), "Dear diary,\n");
    let mut files = Files::new().force(true);
    files.output(&precious, Kind::Certificate).unwrap().write(NEW).unwrap();
    assert_eq!(read(&precious), NEW);
    plan(&scratch.file("empty", "")).unwrap();
}

#[test]
fn what_comes_in_between_is_not_replaced_and_nothing_is_lost() {
    let scratch = Scratch::new();
    let path = scratch.path("a.cert");
    let output = plan(&path).unwrap();
    scratch.file("a.cert", "Dear diary,\n");
    let error = output.write(NEW).unwrap_err().to_string();
    assert!(error.contains("not a certificate") && error.contains("a.cert.new"), "{error}");
    assert_eq!(read(&path), "Dear diary,\n");
    assert_eq!(read(&scratch.path("a.cert.new")), NEW);

    let output = plan(&scratch.path("b.cert")).unwrap();
    symlink(&path, scratch.path("b.cert")).unwrap();
    output.write(NEW).unwrap_err();
    assert_eq!(read(&path), "Dear diary,\n");
    assert_eq!(scratch.names(), ["a.cert", "a.cert.new", "b.cert", "b.cert.new"]);
}

#[test]
fn directories_are_no_files() {
    let scratch = Scratch::new();
    assert!(matches!(plan(&scratch.path("")), Err(Refusal::Directory)));
    assert!(matches!(plan(&scratch.path("new/")), Err(Refusal::NoName)));
    assert!(matches!(plan(Path::new("")), Err(Refusal::NoName)));
    let missing = scratch.path("no/such/file");
    assert!(
        matches!(plan(&missing), Err(Refusal::NoDirectory(path)) if path == scratch.path("no/such"))
    );
    assert_eq!(scratch.names(), [""; 0]);
}

#[test]
fn two_outputs_have_two_places() {
    let scratch = Scratch::new();
    let mut files = Files::new();
    let mut output = |path: &Path| files.output(path, Kind::Certificate);
    output(&scratch.path("a")).unwrap();
    assert!(matches!(output(&scratch.path("./a")), Err(Refusal::Twice)));
    output(&scratch.file("b", OLD)).unwrap();
    symlink("b", scratch.path("c")).unwrap();
    assert!(matches!(output(&scratch.path("c")), Err(Refusal::Twice)));
    fs::hard_link(scratch.path("b"), scratch.path("d")).unwrap();
    assert!(matches!(output(&scratch.path("d")), Err(Refusal::Twice)));
    output(Path::new("-")).unwrap();
    assert!(matches!(output(Path::new("-")), Err(Refusal::Twice)));
    output(Path::new("/dev/null")).unwrap();
    output(Path::new("/dev/null")).unwrap();
}

#[test]
fn pipes_and_devices_are_written_to() {
    let scratch = Scratch::new();
    let pipe = scratch.path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = thread::spawn({
        let pipe = pipe.clone();
        move || read(&pipe)
    });
    plan(&pipe).unwrap().write(NEW).unwrap();
    assert_eq!(reader.join().unwrap(), NEW);
    assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());

    plan(Path::new("/dev/null")).unwrap().write(NEW).unwrap();
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_an_error() {
    let scratch = Scratch::new();
    symlink("/dev/full", scratch.path("full")).unwrap();
    let error = plan(&scratch.path("full")).unwrap().write(NEW).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::StorageFull);
    assert!(fs::metadata("/dev/full").unwrap().file_type().is_char_device());
    assert!(scratch.path("full").is_symlink());
}

#[test]
fn writers_of_the_same_file_do_not_mix() {
    let scratch = Scratch::new();
    let path = scratch.path("a.cert");
    let texts: Vec<String> =
        (0..8).map(|i| format!("{OLD}{}", i.to_string().repeat(50_000))).collect();
    thread::scope(|scope| {
        for text in &texts {
            scope.spawn(|| (0..20).for_each(|_| plan(&path).unwrap().write(text).unwrap()));
        }
        for _ in 0..200 {
            if let Ok(text) = fs::read_to_string(&path) {
                assert!(texts.contains(&text), "{} bytes", text.len());
            }
        }
    });
    assert_eq!(scratch.names(), ["a.cert"]);
}

/// Where the next test runs a second process: there it waits with a file half written.
const CHILD: &str = "THREEFOLD_FILES_CHILD";

#[test]
fn what_a_killed_process_leaves_is_removed_and_what_a_living_one_writes_is_not() {
    if let Some(path) = std::env::var_os(CHILD) {
        let mut draft = plan(Path::new(&path)).unwrap().begin().unwrap();
        draft.write_all(NEW.as_bytes()).unwrap();
        draft.flush().unwrap();
        println!("\nwritten");
        // Until it is killed, or the other process is gone.
        let _ = std::io::stdin().read(&mut [0]);
        return;
    }
    let scratch = Scratch::new();
    let path = scratch.path("a.cert");
    let name = "what_a_killed_process_leaves_is_removed_and_what_a_living_one_writes_is_not";
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", name, "--nocapture"])
        .env(CHILD, &path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap() == "written"));
    let left = scratch.names();
    assert_eq!(left.len(), 1, "{left:?}");
    remove_stale(scratch.0.path());
    plan(&scratch.path("b.cert")).unwrap();
    assert_eq!(scratch.names(), left);
    // SIGKILL: nothing is tidied up.
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(scratch.names(), left);
    assert_eq!(read(&scratch.path(&left[0])), NEW);
    plan(&scratch.path("b.cert")).unwrap();
    assert_eq!(scratch.names(), [""; 0]);
}

#[test]
fn removing_never_takes_a_file_from_its_maker() {
    let scratch = Scratch::new();
    thread::scope(|scope| {
        let sweeper = scope.spawn(|| (0..2000).for_each(|_| remove_stale(scratch.0.path())));
        let mut number = 0;
        while !sweeper.is_finished() {
            number += 1;
            let path = scratch.path(&format!("{}.cert", number % 10));
            Output::anything(&path).unwrap().write(NEW).unwrap();
            assert_eq!(File::open(&path).unwrap().metadata().unwrap().len(), NEW.len() as u64);
        }
    });
    assert!(scratch.names().iter().all(|name| name.ends_with(".cert")), "{:?}", scratch.names());
}
