//! A page that asks a program on the same machine, for proofs that are too large for one file.
//!
//! HTTP/1.1 over loopback, and as little of it as a browser needs: GET, no bodies, heads of a
//! limited size (read by `httparse`), a limited number of connections, each with a time limit:
//! those that ask nothing make room for others.
//! No file is read on request: there are the page, and what a [`Source`] answers.
//!
//! Who may ask is whoever knows the address, which has a secret part. `Host` has to be the
//! address itself, or else a page from elsewhere could give itself a name that leads here (DNS
//! rebinding); what a browser asks on behalf of other pages is refused as well.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use form_urlencoded::parse;

/// Bytes of a request: a position of any game takes some hundred, and a collection of problems that
/// is pasted into the page that solves takes more.
const LONGEST_HEAD: usize = 256 << 10;
const MOST_HEADERS: usize = 64;
/// So many are open at once; a browser opens six.
const MOST_CONNECTIONS: usize = 32;
/// How long a connection may say nothing, or take to read an answer.
const PATIENCE: Duration = Duration::from_secs(15);
/// How often it is looked whether the end has come.
const TICK: Duration = Duration::from_millis(50);

/// What the page asks.
pub trait Source: Sync {
    /// The answer to a question, as JSON: its name, and what it is about, as pairs. `None` if there
    /// is no such question, or nothing that it could be about.
    fn answer(&self, question: &str, about: &[(String, String)]) -> Option<String>;
}

/// A place on this machine where the page is to be had.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    port: u16,
    secret: String,
}

impl Server {
    /// A server at a port of the loopback interface; 0 for any that is free.
    ///
    /// # Errors
    /// The port is taken.
    pub fn bind(port: u16) -> io::Result<Self> {
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)))?;
        listener.set_nonblocking(true)?;
        let port = listener.local_addr()?.port();
        // Keys of the standard library's hash tables are random.
        let word = || format!("{:016x}", RandomState::new().build_hasher().finish());
        Ok(Server { listener, port, secret: word() + &word() })
    }

    /// Where the page is.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.secret)
    }

    /// Serves until `is_over`.
    ///
    /// # Errors
    /// Connections are not accepted any more.
    pub fn run(
        &self,
        page: &str,
        source: &dyn Source,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> io::Result<()> {
        let connections = Connections::default();
        thread::scope(|scope| {
            while !is_over() {
                let stream = match self.listener.accept() {
                    Ok((stream, _)) => stream,
                    Err(error) if error.kind() == ErrorKind::WouldBlock => {
                        thread::sleep(TICK);
                        continue;
                    }
                    // Of one that was given up before it was accepted.
                    Err(error) if error.kind() == ErrorKind::ConnectionAborted => continue,
                    Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                    Err(error) => return Err(error),
                };
                let Some(number) = connections.open(&stream) else { continue };
                let connections = &connections;
                let serve = move || {
                    let touch = |is_busy| connections.touch(number, is_busy);
                    // A connection that fails is nobody's business but its own.
                    let _ = self.talk(stream, page, source, is_over, &touch);
                    connections.close(number);
                };
                // Without another thread there is no room for it.
                if thread::Builder::new().spawn_scoped(scope, serve).is_err() {
                    connections.close(number);
                }
            }
            Ok(())
        })
    }

    /// Answers the requests of one connection, one after the other.
    fn talk(
        &self,
        mut stream: TcpStream,
        page: &str,
        source: &dyn Source,
        is_over: &(dyn Fn() -> bool + Sync),
        touch: &dyn Fn(bool),
    ) -> io::Result<()> {
        stream.set_nonblocking(false)?;
        stream.set_read_timeout(Some(TICK))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        stream.set_nodelay(true)?;
        let mut head: Vec<u8> = Vec::new();
        let mut since = Instant::now();
        let mut buffer = [0; 4096];
        loop {
            let (response, length, stays) = match self.read(&head, page, source, touch) {
                Asked::More if head.len() >= LONGEST_HEAD => {
                    (Response::error("431 Request Header Fields Too Large"), 0, false)
                }
                Asked::More => {
                    match stream.read(&mut buffer) {
                        Ok(0) => return Ok(()),
                        Ok(count) => head.extend_from_slice(&buffer[..count]),
                        Err(error) if is_timeout(&error) => {}
                        Err(error) => return Err(error),
                    }
                    // A request has to be there in time as a whole.
                    if is_over() || since.elapsed() > PATIENCE {
                        return Ok(());
                    }
                    continue;
                }
                Asked::Answer(response, length) => (response, length, true),
                Asked::Refused(status) => (Response::error(status), 0, false),
            };
            stream.write_all(&response.bytes(stays))?;
            if !stays {
                return Ok(());
            }
            head.drain(..length);
            since = Instant::now();
            touch(false);
        }
    }

    /// The answer to the request at the beginning of what was read.
    fn read(&self, head: &[u8], page: &str, source: &dyn Source, touch: &dyn Fn(bool)) -> Asked {
        let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
        let mut request = httparse::Request::new(&mut headers);
        let length = match request.parse(head) {
            Ok(httparse::Status::Complete(length)) => length,
            Ok(httparse::Status::Partial) => return Asked::More,
            Err(httparse::Error::TooManyHeaders) => {
                return Asked::Refused("431 Request Header Fields Too Large");
            }
            Err(_) => return Asked::Refused("400 Bad Request"),
        };
        let values = |name: &str| -> Vec<&[u8]> {
            let named = request.headers.iter().filter(|one| one.name.eq_ignore_ascii_case(name));
            named.map(|header| header.value).collect()
        };
        let is_own = |host: &[u8]| {
            let own = |name: &str| format!("{name}:{}", self.port).into_bytes();
            host == own("127.0.0.1") || host == own("localhost")
        };
        if !matches!(values("host")[..], [host] if is_own(host)) {
            return Asked::Refused("421 Misdirected Request");
        }
        let origins = values("origin");
        let from_here = |origin: &[u8]| origin.strip_prefix(b"http://").is_some_and(is_own);
        let sites = values("sec-fetch-site");
        let is_elsewhere = |site: &[u8]| site != b"same-origin" && site != b"none";
        if !origins.into_iter().all(from_here) || sites.into_iter().any(is_elsewhere) {
            return Asked::Refused("403 Forbidden");
        }
        let has_body = |value: &[u8]| value != b"0";
        if values("content-length").into_iter().any(has_body)
            || !values("transfer-encoding").is_empty()
        {
            return Asked::Refused("413 Content Too Large");
        }
        if request.method != Some("GET") {
            return Asked::Refused("405 Method Not Allowed");
        }
        touch(true);
        let path = request.path.unwrap_or_default();
        let inside = path.strip_prefix('/').and_then(|path| path.strip_prefix(&self.secret));
        let response = match inside.and_then(|path| path.strip_prefix('/')) {
            None => Response::error("404 Not Found"),
            Some("") => Response { status: "200 OK", kind: "text/html", body: page.to_owned() },
            Some(asked) => {
                let (question, about) = asked.split_once('?').unwrap_or((asked, ""));
                let about: Vec<_> = parse(about.as_bytes()).into_owned().collect();
                match source.answer(question, &about) {
                    Some(body) => Response { status: "200 OK", kind: "application/json", body },
                    None => Response::error("404 Not Found"),
                }
            }
        };
        Asked::Answer(response, length)
    }
}

/// The connections that are open.
#[derive(Default)]
struct Connections {
    open: Mutex<Vec<Connection>>,
    /// How many there have been.
    count: AtomicU64,
}

struct Connection {
    number: u64,
    /// To hang up.
    stream: TcpStream,
    /// Whether a request is being answered; else a request is waited for.
    is_busy: bool,
    since: Instant,
}

impl Connections {
    fn all(&self) -> MutexGuard<'_, Vec<Connection>> {
        // What a thread has left behind is whole.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes one more. If there are too many, the one that has asked nothing for the longest time
    /// makes room, or else one that does not read its answer. Without such the new one is refused.
    fn open(&self, stream: &TcpStream) -> Option<u64> {
        let mut all = self.all();
        if all.len() >= MOST_CONNECTIONS {
            let is_stuck = |one: &Connection| !one.is_busy || one.since.elapsed() > PATIENCE;
            let stuck = all.iter().enumerate().filter(|(_, one)| is_stuck(one));
            let (place, _) = stuck.min_by_key(|(_, one)| (one.is_busy, one.since))?;
            // It may have been given up already.
            let _ = all.remove(place).stream.shutdown(Shutdown::Both);
        }
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        let stream = stream.try_clone().ok()?;
        all.push(Connection { number, stream, is_busy: false, since: Instant::now() });
        Some(number)
    }

    fn touch(&self, number: u64, is_busy: bool) {
        if let Some(one) = self.all().iter_mut().find(|one| one.number == number) {
            (one.is_busy, one.since) = (is_busy, Instant::now());
        }
    }

    fn close(&self, number: u64) {
        self.all().retain(|one| one.number != number);
    }
}

/// What is read of a connection.
enum Asked {
    /// The beginning of a request.
    More,
    /// A request of so many bytes.
    Answer(Response, usize),
    /// None that is answered; the connection ends.
    Refused(&'static str),
}

struct Response {
    status: &'static str,
    kind: &'static str,
    body: String,
}

impl Response {
    fn error(status: &'static str) -> Self {
        Response { status, kind: "text/plain", body: format!("{status}\n") }
    }

    fn bytes(&self, stays: bool) -> Vec<u8> {
        let Response { status, kind, body } = self;
        let (length, connection) = (body.len(), if stays { "keep-alive" } else { "close" });
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {kind}; charset=utf-8\r\nContent-Length: \
             {length}\r\nConnection: {connection}\r\nCache-Control: no-store\r\n\
             X-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\nReferrer-Policy: \
             no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n\r\n"
        );
        (head + body).into_bytes()
    }
}

fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}
