//! The Go Text Protocol: what a client may hand over.

use std::fs;
use std::time::{Duration, Instant};

use threefold_protocols::gtp::engine::{Engine, Flags};

fn run(engine: &mut Engine, line: &str) -> Result<String, String> {
    let mut words = line.split(' ').map(str::to_owned);
    let name = words.next().unwrap();
    engine.run(&name, &words.collect::<Vec<_>>())
}

fn engine() -> Engine {
    Engine::new(Box::new(|_| Ok(Flags::default())))
}

#[test]
fn only_regular_files_of_some_size_are_loaded() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).display().to_string();
    let mut engine = engine();
    fs::write(path("game.sgf"), "(;SZ[5];B[aa];W[bb])").unwrap();
    assert_eq!(run(&mut engine, &format!("loadsgf {}", path("game.sgf"))), Ok(String::new()));
    let shown = run(&mut engine, "showboard").unwrap();
    // A file of holes takes no room.
    fs::File::create(path("huge.sgf")).unwrap().set_len(1 << 40).unwrap();
    let mut refused = vec![
        (path("huge.sgf"), "expected at most 16 MiB"),
        (path(""), "expected a regular file"),
        (path("missing.sgf"), "No such file"),
        ("-".to_owned(), "expected the name of a file"),
    ];
    if cfg!(unix) {
        for device in ["/dev/zero", "/dev/stdin", "/dev/tty"] {
            refused.push((device.to_owned(), "file"));
        }
    }
    for (file, what) in refused {
        let started = Instant::now();
        let error = run(&mut engine, &format!("loadsgf {file}")).unwrap_err();
        assert!(started.elapsed() < Duration::from_secs(5), "{file}");
        let is_line = error.starts_with("cannot load file: ") && !error.contains('\n');
        assert!(is_line && (error.contains(what) || cfg!(windows)), "{file}: {error}");
    }
    // What is refused changes nothing.
    assert_eq!(run(&mut engine, "showboard").unwrap(), shown);
}

#[test]
fn what_programs_send_is_answered() {
    let mut engine = engine();
    let mut ask = |line: &str| run(&mut engine, line);
    let fine = || Ok(String::new());
    for (line, size) in [("boardsize 4 3", "4 3"), ("rectangular_boardsize 5 2", "5 2")] {
        assert_eq!((ask(line), ask("query_boardsize")), (fine(), Ok(size.to_owned())));
    }
    assert!(ask("boardsize 4 3 2").is_err() && ask("boardsize").is_err());
    assert_eq!(ask("boardsize 5"), fine());
    // Stones of the second node, in a folder whose name has blanks and ends like a move number.
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path().join("my games 2");
    fs::create_dir(&folder).unwrap();
    let path = folder.join("a game 3").display().to_string();
    fs::write(&path, "(;SZ[5];AB[aa][ab]AW[ee];B[bb];W[cc])").unwrap();
    assert_eq!(ask(&format!("loadsgf {path}")), fine());
    assert_eq!(ask("list_stones B"), Ok("A5 A4".to_owned()));
    assert_eq!((ask("list_stones w"), ask("query_boardsize")), (Ok("E1".into()), Ok("5".into())));
    assert_eq!(ask(&format!("loadsgf \"{path}\" 2")), fine());
    assert_eq!(ask("list_stones B"), Ok("A5 A4 B4".to_owned()));
    // The status is that of the score.
    assert!(ask("final_status_list dead").is_err());
    for pass in ["play W pass", "play B pass"] {
        assert_eq!(ask(pass), fine());
    }
    assert_eq!(ask("final_status_list alive"), Ok("A5 A4 B4\nE1".to_owned()));
    assert_eq!((ask("final_status_list seki"), ask("final_status_list dead")), (fine(), fine()));
    assert!(ask("final_status_list well").is_err());
}

/// The analysis before a move is a part of its time.
#[test]
fn a_move_takes_its_time_whatever_is_shown_before_it() {
    let mut engine = engine();
    // A value that takes hours.
    run(&mut engine, "boardsize 4").unwrap();
    for stone in ["B B2", "W C3", "B C2"] {
        run(&mut engine, &format!("play {stone}")).unwrap();
    }
    run(&mut engine, "time_settings 0 2 1").unwrap();
    let started = Instant::now();
    let _ = run(&mut engine, "reg_genmove W");
    let arguments = ["W".to_owned()];
    let _ = engine.generate_with_analysis(false, &arguments, &mut |_| {});
    assert!(started.elapsed() < Duration::from_secs(6), "{:?}", started.elapsed());
}
