//! The Hub protocol, line by line.

use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use threefold_protocols::hub::{self, Opener};

use crate::common::{Engine, has};

const START: &str = "pos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

fn start() -> Engine {
    Engine::start("done", |input, print| hub::run(input, print, Box::new(|| Ok(None))))
}

/// One whose database takes a minute to build.
fn start_building() -> Engine {
    Engine::start("done", |input, print| {
        let open: Opener = Box::new(|| {
            thread::sleep(Duration::from_secs(60));
            Ok(None)
        });
        hub::run(input, print, open)
    })
}

#[test]
fn quit_behind_go_has_a_move_before_it_ends() {
    for level in ["level infinite", "level move-time=60", "level nodes=1000000000"] {
        let mut engine = start();
        let started = Instant::now();
        engine.tell(&format!("init\n{START}\n{level}\ngo think\nquit"));
        let lines = engine.until("done move=");
        has(&lines, "proved=unknown");
        engine.end();
        assert!(started.elapsed() < Duration::from_secs(5), "{level}: {:?}", started.elapsed());
    }
}

#[test]
fn an_engine_that_builds_its_database_listens() {
    // Ended at once, also while a move is wanted.
    for script in ["init\nquit", "init\nping\nquit", &format!("{START}\ngo think\nquit")] {
        let mut engine = start_building();
        let started = Instant::now();
        engine.tell(script);
        let lines = engine.end();
        assert!(started.elapsed() < Duration::from_secs(5), "{script}: {:?}", started.elapsed());
        let moves = lines.iter().filter(|line| line.starts_with("done move=")).count();
        assert_eq!(moves, script.matches("go think").count(), "{lines:#?}");
        assert_eq!(lines.iter().any(|line| line == "pong"), script.contains("ping"));
    }
    // A move in its time, or when it is told to stop; and the next one as well.
    let mut engine = start_building();
    let started = Instant::now();
    let lines = engine.answer(&format!("{START}\nlevel move-time=0.2\ngo think"));
    has(&lines, "proved=unknown");
    let lines = engine.answer(&format!("{START} moves=\"9-14\"\nlevel infinite\ngo think\nstop"));
    has(&lines, "proved=unknown");
    let lines = engine.answer(&format!("{START}\nlevel time=0.2 moves=1\ngo ponder\nponder-hit"));
    has(&lines, "proved=unknown");
    engine.tell("ping");
    engine.until("pong");
    engine.tell("quit");
    engine.end();
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
}

/// What came while it was opened is obeyed in its order.
#[test]
fn lines_wait_for_the_database() {
    let (sender, receiver) = channel::<()>();
    let receiver = std::sync::Mutex::new(Some(receiver));
    let script = format!("init\n{START}\nlevel nodes=100\ngo think\n");
    let said = std::cell::RefCell::new(String::new());
    let print = |text: &str| {
        said.borrow_mut().push_str(text);
        Ok(())
    };
    thread::spawn(move || {
        thread::sleep(Duration::from_millis(300));
        drop(sender);
    });
    let open: Opener = Box::new(move || {
        let receiver = receiver.lock().unwrap().take().unwrap();
        assert!(receiver.recv().is_err());
        Err("no database".to_owned())
    });
    hub::run(std::io::Cursor::new(script), &print, open).unwrap();
    let said = said.into_inner();
    assert!(said.starts_with("error message=\"no database\"\nready\ninfo "), "{said}");
    assert_eq!(said.matches("done move=").count(), 1, "{said}");
}
