//! What `compare` writes, and what becomes of what was there before.

use std::fs;

use crate::common::{EPPSTEIN, Scratch, fixture, run};

#[test]
fn the_hyphen_is_standard_output() {
    let ran =
        run(&["compare", "-n", "1k", "--report", "-", "-p", "dfpn/ignore", EPPSTEIN]).exits(0);
    assert!(ran.out.starts_with("<!doctype html>") && ran.out.ends_with("</html>\n"));
    assert!(ran.err.contains("dfpn/ignore"), "{}", ran.err);
    let ran = run(&["compare", "--json", "--report", "-", EPPSTEIN]).exits(2);
    assert_eq!(ran.complains("standard output").out, "");
}

#[test]
fn inputs_are_not_overwritten() {
    let scratch = Scratch::new();
    let position = scratch.write("same.epd", format!("{EPPSTEIN}\n"));
    let game = scratch.write("same.game", fs::read(fixture("figure2")).unwrap());
    let problem = scratch.write("same.sgf", "(;SZ[3])");
    let first = format!("{problem}#1");
    for [input, output] in [[&position, &position], [&game, &game], [&first, &problem]] {
        let before = fs::read(output).unwrap();
        let ran = run(&["compare", input, "--report", output]).exits(2);
        let ran = ran.complains("an input as well").complains("--force");
        assert_eq!(ran.out, "", "{input}");
        assert_eq!(fs::read(output).unwrap(), before);
    }
}

#[test]
fn other_files_are_not_overwritten() {
    let scratch = Scratch::new();
    let precious = scratch.write("precious", "Dear diary,\n");
    let figure2 = fixture("figure2");
    for arguments in [["compare", &figure2].as_slice(), &["compare", "--random", "5"]] {
        let ran = run(&[arguments, &["--report", &precious]].concat()).exits(2);
        assert_eq!(ran.complains("precious").complains("--force").out, "", "{arguments:?}");
    }
    let directory = scratch.path("minimal");
    fs::create_dir(&directory).unwrap();
    let name = "draw-dfpn-ignore.game";
    fs::write(directory.join(name), "Dear diary,\n").unwrap();
    let ran = run(&["compare", "--random", "5", "--save-failures", &scratch.arg("minimal")]);
    assert_eq!(ran.exits(2).complains(name).out, "");
    for path in [scratch.path("precious"), directory.join(name)] {
        assert_eq!(fs::read_to_string(path).unwrap(), "Dear diary,\n");
    }
}

#[test]
fn what_the_program_wrote_itself_is_overwritten() {
    let scratch = Scratch::new();
    let [page, random, minimal] =
        ["page.html", "random.html", "minimal"].map(|name| scratch.arg(name));
    for _ in 0..2 {
        run(&["compare", EPPSTEIN, "-n", "1k", "-p", "dfpn/ignore", "--report", &page]).exits(0);
        let arguments = ["compare", "--random", "500", "--rule", "situational-superko"];
        let more = ["-p", "dfpn/ignore", "--report", &random, "--save-failures", &minimal];
        run(&[&arguments[..], &more].concat()).exits(0);
    }
    assert_eq!(scratch.names("minimal"), ["situational-superko-dfpn-ignore.game"]);
    assert_eq!(scratch.names(""), ["minimal", "page.html", "random.html"]);
}

#[test]
fn what_cannot_be_written_is_known_before_anything_is_compared() {
    let scratch = Scratch::new();
    for path in ["no/such/file", ""].map(|name| scratch.arg(name)) {
        let ran = run(&["compare", EPPSTEIN, "--report", &path]).exits(2).complains("directory");
        assert_eq!(ran.out, "", "{path}");
    }
}

#[cfg(unix)]
#[test]
fn devices_are_written_to_and_stay() {
    use std::os::unix::fs::FileTypeExt;

    run(&["compare", EPPSTEIN, "-n", "1k", "-p", "dfpn", "--report", "/dev/null"]).exits(0);
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let scratch = Scratch::new();
    std::os::unix::fs::symlink("/dev/full", scratch.path("full")).unwrap();
    let full = scratch.arg("full");
    let arguments = ["compare", EPPSTEIN, "-n", "1k", "-p", "dfpn", "--report", &full];
    let ran = run(&arguments).exits(2).complains("No space left on device");
    // What was found is shown all the same.
    assert!(!ran.out.is_empty());
}
