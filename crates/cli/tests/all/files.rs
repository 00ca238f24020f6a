//! What `solve` and `go board` write, and what becomes of what was there before.

use std::fs;

use crate::common::{EPPSTEIN, STALEMATE, Scratch, fixture, program, run, run_with_input};

const VERIFIED: &str = "VERIFIED white wins\n";

/// Three points in a row, and Black to move.
const CORNER: &str = "(;SZ[6:4]AB[da][ab][bb][cb][db]AW[ea][eb][ac][bc][cc][dc][ec])";

/// Positions of which each is answered at once.
fn some(scratch: &Scratch) -> String {
    scratch.write("some.epd", format!("{EPPSTEIN}\n{STALEMATE}\n"))
}

#[test]
fn the_hyphen_is_standard_output() {
    let scratch = Scratch::new();
    let mut command = program();
    command.args(["solve", "-c", "-", EPPSTEIN]).current_dir(scratch.path(""));
    let ran = crate::common::finish(&mut command, "").exits(0);
    ran.complains("white mates");
    assert_eq!(scratch.names(""), [""; 0]);

    let ran = run(&["solve", "-c", "-", EPPSTEIN]).exits(0);
    assert!(ran.out.starts_with("threefold certificate 1\n"), "{}", ran.out);
    assert!(ran.err.contains("in standard output"), "{}", ran.err);
    assert_eq!(run_with_input(&["check", "--quiet", "-"], &ran.out).exits(0).out, VERIFIED);
    // Without an answer there is no certificate either.
    let ran = run(&["solve", "-c", "-", "-n", "1", "8/8/8/3k4/8/8/1R6/1K6 w - -"]).exits(3);
    assert_eq!(ran.out, "");

    let ran = run(&["go", "board", "1x5", "--at-least", "0", "-c", "-"]).exits(0);
    assert!(ran.err.contains("question:"), "{}", ran.err);
    run_with_input(&["check", "--quiet", "-"], &ran.out).exits(0);
    let problem = scratch.write("corner.sgf", CORNER);
    let ran = run(&["solve", "--tree", "-", &problem]);
    assert!(ran.out.starts_with("(;GM[1]") && ran.err.contains("verdict"), "{ran:?}");
}

#[test]
fn standard_output_has_one_use() {
    let scratch = Scratch::new();
    let problem = scratch.write("corner.sgf", CORNER);
    for arguments in [
        vec!["solve", "--json", "-c", "-", EPPSTEIN],
        vec!["go", "board", "1x3", "--json", "-c", "-"],
        vec!["solve", "--json", "--tree", "-", &problem],
        vec!["solve", "-c", "-", &some(&scratch)],
    ] {
        let ran = run(&arguments).exits(2).complains("standard output");
        assert_eq!(ran.out, "", "{arguments:?}");
    }
    let both = ["solve", "-c", "-", "--tree", "-", &problem];
    assert_eq!(run(&both).exits(2).complains("standard output").out, "");
}

#[cfg(unix)]
#[test]
fn a_name_of_standard_output_is_standard_output() {
    let ran = run(&["solve", "-c", "/dev/stdout", EPPSTEIN]).exits(0).complains("white mates");
    assert_eq!(run_with_input(&["check", "--quiet", "-"], &ran.out).exits(0).out, VERIFIED);
    run(&["solve", "--json", "-c", "/dev/stdout", EPPSTEIN]).exits(2).complains("standard output");
    // Sent to a file.
    let scratch = Scratch::new();
    let file = fs::File::create(scratch.path("mate.cert")).unwrap();
    let mut command = program();
    command.args(["solve", "-c", &scratch.arg("mate.cert"), EPPSTEIN]).stdout(file);
    assert!(command.status().unwrap().success());
    assert_eq!(run(&["check", "--quiet", &scratch.arg("mate.cert")]).exits(0).out, VERIFIED);
}

#[test]
fn inputs_are_not_overwritten() {
    let scratch = Scratch::new();
    let position = scratch.write("same.epd", format!("{EPPSTEIN}\n"));
    let problem = scratch.write("same.sgf", CORNER);
    let board = scratch.write("board.txt", "...\n...\n");
    let game = fs::read_to_string(fixture("figure2")).unwrap();
    let game = scratch.write("same.game", game);
    fs::hard_link(&position, scratch.path("hard.cert")).unwrap();
    let hard = scratch.arg("hard.cert");
    let first = format!("{problem}#1");
    for arguments in [
        ["solve", &position, "-c", &position],
        ["solve", &position, "-c", &hard],
        ["solve", &hard, "-c", &position],
        ["solve", &problem, "-c", &problem],
        ["solve", &problem, "--tree", &problem],
        ["solve", &first, "--tree", &problem],
        ["solve", &game, "-c", &game],
        ["go board 2x3 --position", &board, "-c", &board],
    ] {
        let before = fs::read(scratch.path("same.epd")).unwrap();
        let [head, rest @ ..] = arguments;
        let arguments: Vec<&str> = head.split(' ').chain(rest).collect();
        let ran = run(&arguments).exits(2).complains("an input as well").complains("--force");
        assert_eq!(ran.out, "", "{arguments:?}");
        assert_eq!(fs::read(scratch.path("same.epd")).unwrap(), before);
    }
    assert_eq!(fs::read_to_string(&problem).unwrap(), CORNER);

    run(&["solve", &position, "-c", &position, "--force"]).exits(0);
    assert_eq!(run(&["check", "--quiet", &position]).exits(0).out, VERIFIED);
    // The other name still has what it had.
    run(&["solve", &hard]).exits(0);
}

#[cfg(unix)]
#[test]
fn what_standard_input_comes_from_is_an_input() {
    let scratch = Scratch::new();
    let position = scratch.write("same.epd", format!("{EPPSTEIN}\n"));
    let mut command = program();
    command.args(["solve", "-", "-c", &position]).stdin(fs::File::open(&position).unwrap());
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert!(complaint.contains("an input as well (standard input)"), "{complaint}");
    assert_eq!(fs::read_to_string(&position).unwrap(), format!("{EPPSTEIN}\n"));
}

#[test]
fn other_files_are_not_overwritten() {
    let scratch = Scratch::new();
    let precious = scratch.write("precious", "Dear diary,\n");
    let problem = scratch.write("corner.sgf", CORNER);
    for arguments in [
        vec!["solve", EPPSTEIN, "-c", &precious],
        vec!["solve", &problem, "-c", &precious],
        vec!["solve", &problem, "--tree", &precious],
        vec!["go", "board", "1x3", "-c", &precious],
    ] {
        let ran = run(&arguments).exits(2).complains("precious").complains("--force");
        assert_eq!(ran.out, "", "{arguments:?}");
    }
    let directory = scratch.path("proofs");
    fs::create_dir(&directory).unwrap();
    fs::write(directory.join("some-2.cert"), "Dear diary,\n").unwrap();
    let ran = run(&["solve", &some(&scratch), "-c", &scratch.arg("proofs")]).exits(2);
    assert_eq!(ran.complains("some-2.cert: a file is there").out, "");
    assert_eq!(scratch.names("proofs"), ["some-2.cert"]);
    assert_eq!(fs::read_to_string(&precious).unwrap(), "Dear diary,\n");
    run(&["solve", EPPSTEIN, "-c", &precious, "--force"]).exits(0);
    assert_eq!(run(&["check", "--quiet", &precious]).exits(0).out, VERIFIED);
}

#[test]
fn what_the_program_wrote_itself_is_overwritten() {
    let scratch = Scratch::new();
    let problem = scratch.write("corner.sgf", CORNER);
    let [one, zst, tree] = ["one.cert", "one.cert.zst", "tree.sgf"].map(|n| scratch.arg(n));
    for _ in 0..2 {
        run(&["solve", EPPSTEIN, "-c", &one]).exits(0);
        run(&["solve", EPPSTEIN, "-c", &zst]).exits(0);
        // Compressed or not, it is a certificate.
        run(&["solve", EPPSTEIN, "--compress", "-c", &one]).exits(0);
        run(&["solve", &problem, "--tree", &tree]);
    }
    for path in [&one, &zst] {
        assert_eq!(run(&["check", "--quiet", path]).exits(0).out, VERIFIED);
    }
    assert!(fs::read_to_string(&tree).unwrap().starts_with("(;GM[1]"));
    assert_eq!(scratch.names(""), ["corner.sgf", "one.cert", "one.cert.zst", "tree.sgf"]);
}

#[test]
fn several_positions_do_not_fit_into_a_file() {
    let scratch = Scratch::new();
    let some = some(&scratch);
    let file = scratch.write("file", "");
    for name in ["one.cert", "one.cert.zst"].map(|name| scratch.arg(name)).iter().chain([&file]) {
        let ran = run(&["solve", &some, "-c", name]).exits(2);
        assert_eq!(ran.complains("2 positions; expected a directory").out, "");
    }
    let problems = scratch.write("two.sgf", format!("{CORNER}{CORNER}"));
    run(&["solve", &problems, "--tree", &scratch.arg("tree.sgf")])
        .exits(2)
        .complains("a directory");
    // Nothing to solve, nothing to write.
    run(&["solve", "no such file", "-c", &scratch.arg("none")]).exits(2);
    assert_eq!(scratch.names(""), ["file", "some.epd", "two.sgf"]);
    run(&["solve", &some, "-c", &scratch.arg("one.cert/")]).exits(0);
    assert_eq!(scratch.names("one.cert"), ["some-1.cert", "some-2.cert"]);
    // It is there now, and so the name needs no slash.
    run(&["solve", &some, "-c", &scratch.arg("one.cert")]).exits(0);
}

#[test]
fn what_cannot_be_written_is_known_before_anything_is_solved() {
    let scratch = Scratch::new();
    let [missing, directory] = ["no/such/file", ""].map(|name| scratch.arg(name));
    for arguments in [
        vec!["solve", EPPSTEIN, "-c", &missing],
        vec!["go", "board", "3x3", "-c", &missing],
        vec!["go", "board", "3x3", "-c", &directory],
    ] {
        let ran = run(&arguments).exits(2).complains("directory");
        assert_eq!(ran.out, "", "{arguments:?}");
    }
}

#[cfg(unix)]
mod unix {
    use std::io::Read;
    use std::os::unix::fs::{FileTypeExt, symlink};
    use std::path::Path;
    use std::process::{Command, Stdio};
    use std::{fs, thread};

    use super::{VERIFIED, some};
    use crate::common::{EPPSTEIN, ROOK, Ran, Scratch, finish, program, run, run_with_input};

    #[test]
    fn pipes_are_written_through() {
        let scratch = Scratch::new();
        let pipe = scratch.path("pipe.cert");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for arguments in [vec!["solve", EPPSTEIN], vec!["go", "board", "1x5", "--at-least", "0"]] {
            let reader = thread::spawn({
                let pipe = pipe.clone();
                move || fs::read_to_string(pipe).unwrap()
            });
            let name = scratch.arg("pipe.cert");
            run(&[&arguments[..], &["--json", "-c", &name]].concat()).exits(0);
            run_with_input(&["check", "--quiet", "-"], &reader.join().unwrap())
                .exits(0)
                .prints("VERIFIED");
            assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
        }
        assert_eq!(scratch.names(""), ["pipe.cert"]);
    }

    #[test]
    fn a_pipe_that_nobody_reads_any_more_is_an_error() {
        let mut child = program()
            .args(["solve", "-c", "-", ROOK])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut complaint = String::new();
        child.stderr.take().unwrap().read_to_string(&mut complaint).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(2), "{complaint}");
        assert!(complaint.contains("not written: standard output: Broken pipe"), "{complaint}");
    }

    #[test]
    fn devices_are_written_to_and_stay() {
        let ran = run(&["solve", "-c", "/dev/null", EPPSTEIN]).exits(0).prints("in /dev/null");
        assert_eq!(ran.err, "");
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
        // Both at the same place are two outputs all the same.
        let mut command = program();
        command.args(["solve", "--json", "-c", "/dev/null", EPPSTEIN]).stdout(Stdio::null());
        assert!(command.status().unwrap().success());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_an_error() {
        let scratch = Scratch::new();
        symlink("/dev/full", scratch.path("full")).unwrap();
        let full = scratch.arg("full");
        let problem = scratch.write("corner.sgf", super::CORNER);
        let space = "No space left on device";
        for arguments in [
            vec!["solve", EPPSTEIN, "-c", &full],
            vec!["solve", EPPSTEIN, "--json", "-c", "/dev/full"],
            vec!["go", "board", "1x3", "--at-least", "0", "-c", "/dev/full"],
            vec!["go", "board", "1x3", "--at-least", "0", "--json", "-c", &full],
            vec!["solve", &problem, "--json", "--tree", &full],
        ] {
            let ran = run(&arguments).exits(2).complains(space);
            // What was found is shown all the same.
            assert!(!ran.out.is_empty(), "{arguments:?}");
        }
        let mut command = program();
        command.args(["solve", EPPSTEIN, "-c", "-"]);
        command.stdout(fs::File::options().write(true).open("/dev/full").unwrap());
        let output = command.stderr(Stdio::piped()).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8(output.stderr).unwrap().contains(space));
        assert!(fs::metadata("/dev/full").unwrap().file_type().is_char_device());
        assert!(scratch.path("full").is_symlink());
    }

    #[test]
    fn links_are_followed_and_stay() {
        let scratch = Scratch::new();
        fs::create_dir(scratch.path("there")).unwrap();
        let link = scratch.path("link.cert");
        symlink("there/mate.cert", &link).unwrap();
        // To nothing, and then to a certificate.
        for _ in 0..2 {
            run(&["solve", "-c", &scratch.arg("link.cert"), EPPSTEIN]).exits(0);
            assert!(link.is_symlink() && !scratch.path("there/mate.cert").is_symlink());
            assert_eq!(
                run(&["check", "--quiet", &scratch.arg("there/mate.cert")]).exits(0).out,
                VERIFIED
            );
        }
        assert_eq!(scratch.names("there"), ["mate.cert"]);
        // To an input, or to something else.
        let position = scratch.write("same.epd", format!("{EPPSTEIN}\n"));
        symlink("same.epd", scratch.path("input.cert")).unwrap();
        let link = scratch.arg("input.cert");
        run(&["solve", &position, "-c", &link]).exits(2).complains("an input as well");
        run(&["solve", EPPSTEIN, "-c", &link]).exits(2).complains("not a certificate");
        assert_eq!(fs::read_to_string(&position).unwrap(), format!("{EPPSTEIN}\n"));
    }

    /// Runs the program in a shell that lets it write no more than a block (512 or 1024 bytes) to a
    /// file.
    fn with_small_files(before: &str, arguments: &[&str]) -> Ran {
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(format!("{before} ulimit -c 0; ulimit -f 1; exec \"$0\" \"$@\""));
        let program = program();
        shell
            .arg(program.get_program())
            .args(arguments)
            .envs(program.get_envs().filter_map(|(name, value)| Some((name, value?))));
        finish(&mut shell, "")
    }

    #[test]
    fn what_a_killed_run_leaves_is_removed_by_the_next_one() {
        let scratch = Scratch::new();
        let file = scratch.arg("rook.cert");
        let old = "threefold certificate 1\n";
        scratch.write("rook.cert", old);
        // The system ends it in the middle of the certificate.
        with_small_files("", &["solve", "-c", &file, ROOK]).exits(-1);
        let left = scratch.names("");
        assert_eq!(left.len(), 2, "{left:?}");
        assert!(left[0].starts_with(".threefold-") && left[0].ends_with(".tmp"), "{left:?}");
        assert_eq!(fs::read_to_string(&file).unwrap(), old);
        run(&["solve", "-c", &scratch.arg("mate.cert"), EPPSTEIN]).exits(0);
        assert_eq!(scratch.names(""), ["mate.cert", "rook.cert"]);
    }

    #[test]
    fn what_cannot_be_written_to_its_end_replaces_nothing() {
        let scratch = Scratch::new();
        let file = scratch.arg("rook.cert");
        let old = "threefold certificate 1\n";
        scratch.write("rook.cert", old);
        for json in [&["--json"][..], &[]] {
            let arguments = [&["solve", "-c", &file, ROOK], json].concat();
            let ran = with_small_files("trap '' XFSZ;", &arguments).exits(2);
            ran.complains("not written").complains("rook.cert: File too large");
        }
        assert_eq!(fs::read_to_string(&file).unwrap(), old);
        assert_eq!(scratch.names(""), ["rook.cert"]);
    }

    #[test]
    fn runs_with_the_same_output_do_not_mix() {
        let scratch = Scratch::new();
        let file = scratch.arg("proofs");
        let some = some(&scratch);
        let children: Vec<_> = (0..6)
            .map(|_| {
                let mut command = program();
                command.args(["solve", "-c", &file, &some]).stdout(Stdio::null());
                command.spawn().unwrap()
            })
            .collect();
        for mut child in children {
            assert!(child.wait().unwrap().success());
        }
        assert_eq!(scratch.names("proofs"), ["some-1.cert", "some-2.cert"]);
        let paths = scratch.names("proofs").into_iter().map(|name| Path::new(&file).join(name));
        let arguments = std::iter::once("check".into()).chain(paths);
        run(&arguments.collect::<Vec<_>>()).exits(0);
    }
}

/// What has no end, what nobody writes to, what is larger than any: a line, and little memory.
#[cfg(unix)]
#[test]
fn an_input_is_a_file_of_some_size() {
    let scratch = Scratch::new();
    let (pipe, sparse) = (scratch.arg("pipe.epd"), scratch.arg("sparse.epd"));
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    fs::File::create(&sparse).unwrap().set_len(3 << 29).unwrap();
    let certificate = scratch.arg("a.cert");
    run(&["solve", "-c", &certificate, EPPSTEIN]).exits(0);
    let graph = scratch.arg("graph.cert");
    run(&["solve", "-c", &graph, &fixture("figure2")]).exits(0);
    let (library, out) = (scratch.arg("lib"), scratch.arg("out"));
    run(&["solve", "--library", &library, EPPSTEIN]).exits(0);
    let irregular = ["/dev/zero", &pipe, "/dev/stdin", &sparse];
    let commands = "solve -m 64M INPUT|solve --mate 2 INPUT|solve INPUT#1:2|solve --resume INPUT\
        |check INPUT|check --question INPUT CERT|check --graph INPUT CERT|dot INPUT\
        |explore --graph INPUT GRAPH|explore --serve --graph INPUT GRAPH|library find LIB INPUT\
        |jobs list INPUT|jobs work INPUT|go board 3x4 --position INPUT|go check-sgf INPUT\
        |report INPUT -o OUT";
    for input in irregular {
        for command in commands.split('|') {
            let arguments: Vec<String> = command
                .split(' ')
                .map(|word| {
                    let word = word.replace("INPUT", input).replace("CERT", &certificate);
                    let word = word.replace("LIB", &library).replace("OUT", &out);
                    word.replace("GRAPH", &graph)
                })
                .collect();
            let limited = "ulimit -v 1000000; exec \"$@\" </dev/zero";
            let mut shell = std::process::Command::new("sh");
            shell.args(["-c", limited, "sh", crate::PROGRAM]).args(&arguments);
            let ran = crate::common::finish(&mut shell, "");
            // Those that are read as a stream say what they have found instead.
            let is_stream = [&sparse, "/dev/stdin"].contains(&input);
            let what = if is_stream { "" } else { "expected a regular file" };
            assert!(ran.code == 2 && ran.err.contains(what), "{arguments:?}: {ran:?}");
            assert_eq!(ran.err.lines().count(), 1, "{arguments:?}: {ran:?}");
        }
    }
}
