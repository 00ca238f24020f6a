//! `threefold explore --serve`, over real HTTP.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{EPPSTEIN, MORPHY, ROOK, Scratch, fixture, program, run};

/// A program that serves, until it is dropped.
struct Served {
    child: Child,
    /// `127.0.0.1:PORT`, and `/SECRET/`.
    host: String,
    place: String,
}

impl Served {
    fn new(args: &[&str]) -> Self {
        let mut command = program();
        command.arg("explore").arg("--serve").args(args);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim_end().strip_prefix("http://").expect("an address");
        let (host, place) = address.split_at(address.find('/').unwrap());
        Served { host: host.to_owned(), place: place.to_owned(), child }
    }

    /// What is answered to bytes, as a whole: status and body.
    fn raw(&self, request: &[u8]) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        // The program may have hung up before all is written.
        let _ = stream.write_all(request);
        let mut answer = Vec::new();
        let end = stream.read_to_end(&mut answer);
        if let (Err(error), true) = (end, answer.is_empty()) {
            return (0, error.to_string());
        }
        let answer = String::from_utf8(answer).unwrap();
        let status = answer.split(' ').nth(1).map_or(0, |status| status.parse().unwrap());
        (status, answer.split_once("\r\n\r\n").map_or("", |(_, body)| body).to_owned())
    }

    /// With these lines of the head, and `Host` where they do not say it. The connection is given
    /// up by what follows the request.
    fn get(&self, path: &str, lines: &str) -> (u16, String) {
        let host = match lines.contains("Host:") {
            true => String::new(),
            false => format!("Host: {}\r\n", self.host),
        };
        let request = format!("GET {path} HTTP/1.1\r\n{host}{lines}\r\nX");
        let (status, body) = self.raw(format!("{request} / \r\n\r\n").as_bytes());
        // A refusal of what follows comes behind the answer.
        (status, body.split("HTTP/1.1 4").next().unwrap().to_owned())
    }

    fn ask(&self, question: &str) -> Value {
        let (status, body) = self.get(&format!("{}{question}", self.place), "");
        assert_eq!(status, 200, "{question}: {body}");
        serde_json::from_str(&body).unwrap()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn certificate(scratch: &Scratch, position: &str) -> String {
    let file = scratch.arg("proof.cert");
    run(&["solve", "--certificate", &file, position]).exits(0);
    file
}

#[test]
fn a_position_comes_with_its_moves_and_answers() {
    let scratch = Scratch::new();
    let served = Served::new(&[&certificate(&scratch, ROOK)]);
    let (status, page) = served.get(&served.place, "");
    assert_eq!(status, 200);
    assert!(page.starts_with("<!doctype html>") && page.contains("id=\"served\""));
    assert!(page.contains("connect-src 'self'"));
    let about = served.ask("about");
    let whole = &about[0];
    assert!(whole["header"].as_str().unwrap().contains("claim: white wins"));
    let positions = whole["positions"].as_u64().unwrap();
    assert_eq!(served.ask("below?proof=0&node=0").as_u64().unwrap(), positions - 1);
    // Play to the end by the longest resistance.
    let line = served.ask("longest?proof=0&node=0");
    assert_eq!(line.as_array().unwrap().len() as u64, whole["root"]["height"].as_u64().unwrap());
    let mut node = 0;
    for text in line.as_array().unwrap() {
        let look = served.ask(&format!("look?proof=0&node={node}"));
        let moves = look["moves"].as_array().unwrap();
        let next = moves.iter().find(|pair| pair[0] == *text).unwrap();
        node = next[1]["node"].as_u64().unwrap();
    }
    let last = served.ask(&format!("look?proof=0&node={node}"));
    assert_eq!((&last["here"]["state"], &last["here"]["height"]), (&2.into(), &0.into()));
    let way = served.ask(&format!("way?proof=0&node={node}"));
    assert!(way.as_array().unwrap().len() <= line.as_array().unwrap().len());
    // By its text, and one that is not of the proof.
    let root = served.ask("look?proof=0&position=8/8/8/2k5/8/1RK5/8/8+w+-+-");
    assert_eq!(root["here"]["node"], 0);
    let other = served.ask("look?proof=0&position=k7/8/8/8/8/8/8/KR6+w+-+-");
    assert!(other["here"].is_null() && !other["moves"].as_array().unwrap().is_empty());
    assert!(!served.ask("map?proof=0&node=0&width=600").as_array().unwrap().is_empty());
}

#[test]
fn several_questions_and_superko_are_served() {
    let scratch = Scratch::new();
    let file = scratch.arg("mate.cert");
    run(&["solve", "--shortest", "--certificate", &file, MORPHY]).exits(0);
    let served = Served::new(&[&file, &scratch.arg("mate.2.cert")]);
    assert_eq!(served.ask("about").as_array().unwrap().len(), 2);
    let (two, game) = (scratch.arg("two.cert"), fixture("figure2"));
    run(&["solve", "--certificate", &two, &game]).exits(0);
    let served = Served::new(&[&two, "--graph", &game]);
    assert_eq!(served.ask("look?proof=0&node=0")["here"]["node"], 0);
    run(&["explore", "--serve", &two]).exits(2).complains("--graph");
}

#[test]
fn nobody_else_is_answered() {
    let scratch = Scratch::new();
    let served = Served::new(&[&certificate(&scratch, EPPSTEIN)]);
    let place = &served.place;
    let port = served.host.rsplit(':').next().unwrap();
    let about = format!("{place}about");
    // A name that leads here, as in DNS rebinding; no name, or two.
    for host in ["evil.example", &format!("evil.example:{port}"), "127.0.0.1", "127.0.0.1:1"] {
        assert_eq!(served.get(&about, &format!("Host: {host}\r\n")).0, 421, "{host}");
    }
    assert_eq!(served.raw(format!("GET {about} HTTP/1.0\r\n\r\n").as_bytes()).0, 421);
    let twice = format!("Host: {0}\r\nHost: {0}\r\n", served.host);
    assert_eq!(served.get(&about, &twice).0, 421);
    assert_eq!(served.get(&about, &format!("Host: localhost:{port}\r\n")).0, 200);
    // What a browser asks on behalf of another page.
    assert_eq!(served.get(&about, "Origin: http://evil.example\r\n").0, 403);
    assert_eq!(served.get(&about, "Origin: null\r\n").0, 403);
    assert_eq!(served.get(&about, "Sec-Fetch-Site: cross-site\r\n").0, 403);
    assert_eq!(served.get(&about, &format!("Origin: http://{}\r\n", served.host)).0, 200);
    // Only with the secret, and no file of any name.
    for path in ["/", "/about", &place[..place.len() - 1], &place.replacen('/', "/0", 1)] {
        assert_eq!(served.get(path, "").0, 404, "{path}");
    }
    for inside in ["../Cargo.toml", "..%2fCargo.toml", "/etc/passwd", "proof.cert", "%00", "look"] {
        let (status, body) = served.get(&format!("{place}{inside}"), "");
        assert_eq!((status, body.as_str()), (404, "404 Not Found\n"), "{inside}");
    }
}

#[test]
fn what_is_no_request_is_refused_and_harms_nobody() {
    let scratch = Scratch::new();
    let served = Served::new(&[&certificate(&scratch, EPPSTEIN)]);
    let (place, host) = (&served.place, &served.host);
    for about in [
        "proof=0&node=99999999",
        "proof=0&node=-1",
        "proof=1&node=0",
        "proof=0",
        "proof=0&position=x",
        "proof=0&position=8/8/8/8/8/8/8/8+w+-+-",
    ] {
        assert_eq!(served.get(&format!("{place}look?{about}"), "").0, 404, "{about}");
    }
    for width in ["0", "-1", "NaN", "inf", "1e400"] {
        let status = served.get(&format!("{place}map?proof=0&node=0&width={width}"), "").0;
        assert!(matches!(status, 200 | 404), "{width}");
    }
    // Long, but a request; and longer than any.
    let long = format!("{place}look?proof=0&position={}", "8/".repeat(8 << 10));
    assert_eq!(served.get(&long, "").0, 404);
    let huge = format!("GET {place}look?proof=0&position={}", "8/".repeat(4 << 20));
    assert!(matches!(served.raw(huge.as_bytes()).0, 0 | 431));
    let lines = "X: y\r\n".repeat(1000);
    assert_eq!(served.get(place, &lines).0, 431);
    assert_eq!(served.raw(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03").0, 400);
    let post = format!("POST {place}about HTTP/1.1\r\nHost: {host}\r\n");
    assert_eq!(served.raw(format!("{post}\r\n").as_bytes()).0, 405);
    assert_eq!(served.raw(format!("{post}Content-Length: 9\r\n\r\nx").as_bytes()).0, 413);
    // Connections that say nothing keep nobody waiting.
    let silent: Vec<_> = (0..8).map(|_| TcpStream::connect(host).unwrap()).collect();
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| (0..20).for_each(|_| drop(served.ask("look?proof=0&node=0"))));
        }
    });
    drop(silent);
}

#[test]
fn connections_that_ask_nothing_make_room() {
    let scratch = Scratch::new();
    let served = Served::new(&[&certificate(&scratch, EPPSTEIN)]);
    let since = Instant::now();
    let begun = format!("GET {} HTTP/1.1\r\n", served.place);
    let idle: Vec<_> = (0..120)
        .map(|number| {
            let mut stream = TcpStream::connect(&served.host).unwrap();
            // Nothing, or the beginning of a request.
            let _ = stream.write_all(&begun.as_bytes()[..number % 2 * begun.len()]);
            // They wait for each other in the kernel otherwise.
            thread::sleep(Duration::from_millis(2));
            stream
        })
        .collect();
    for _ in 0..10 {
        served.ask("look?proof=0&node=0");
    }
    assert!(since.elapsed() < Duration::from_secs(10), "{:?}", since.elapsed());
    drop(idle);
}

#[test]
fn a_certificate_that_proves_nothing_is_not_served() {
    let scratch = Scratch::new();
    let file = certificate(&scratch, EPPSTEIN);
    let text = std::fs::read_to_string(&file).unwrap();
    let wrong = scratch.write("wrong.cert", text.replace("a7e7", "a7a8"));
    run(&["explore", "--serve", &wrong]).exits(2).complains("wrong.cert: REFUTED line");
    run(&["explore", "--serve", &file, "-o", "x.html"]).exits(2).complains("--output");
    run(&["explore", "--port", "1", &file]).exits(2).complains("--serve");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it() {
    let scratch = Scratch::new();
    let mut served = Served::new(&[&certificate(&scratch, EPPSTEIN)]);
    let _open = TcpStream::connect(&served.host).unwrap();
    let id = served.child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let since = Instant::now();
    while served.child.try_wait().unwrap().is_none() {
        assert!(since.elapsed() < Duration::from_secs(10));
        thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(served.child.wait().unwrap().code(), Some(0));
}
