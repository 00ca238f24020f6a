//! `threefold web`: the page that solves, with this program behind it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use clap::Args;
use serde_json::{Value, json};
use threefold::search::{Interrupt, MOST_THREADS};
use threefold::session::Databases;
use threefold_explorer::serve::{Server, Source};
use threefold_explorer::serving_page;
use threefold_terminal::exit::Exit;
use threefold_terminal::output::{Stop, complain, print};
use threefold_terminal::{database, interrupt};
use threefold_web::{Means, answer};

/// Solve in a browser: paste a position, watch it solved, play against the proof.
///
/// The page is served to this machine alone, until Ctrl-C, to whoever knows its address. It takes
/// everything that `solve` reads, checks every certificate itself, and lets it be downloaded. One
/// question at a time: a new one ends the one before.
#[derive(Debug, Args)]
pub struct WebArgs {
    /// The port; by default any that is free
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub port: u16,

    /// Threads of a search
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS as i64),
    )]
    pub threads: u16,

    /// Directory of the endgame database of checkers
    #[arg(long, value_name = "DIR|none")]
    pub egdb: Option<PathBuf>,
}

/// So many answers are kept for a page that asks for them.
const KEPT: usize = 8;

pub fn run(args: &WebArgs) -> Result<Exit, Stop> {
    let checkers = match database::for_play(args.egdb.as_deref()) {
        Ok(database) => database,
        Err(error) if args.egdb.is_some() => return Err(Stop::Message(error)),
        // The default one has not been built: positions are searched without.
        Err(_) => None,
    };
    let interrupt = interrupt::install();
    let port = args.port;
    let server =
        Server::bind(port).map_err(|error| Stop::Message(format!("--port {port}: {error}")))?;
    complain("the page is served to this machine alone, until Ctrl-C");
    print(&format!("{}\n", server.address()))?;
    let on_need = database::on_need(args.egdb.as_deref());
    let databases = Databases { checkers, on_need, ..Databases::default() };
    let searches =
        Searches { databases, threads: usize::from(args.threads), asked: Mutex::default() };
    let served = server.run(&serving_page(), &searches, &|| interrupt.is_raised());
    served.map_err(|error| Stop::Message(format!("not served any more: {error}")))?;
    Ok(Exit::Fine)
}

/// What the page has asked, and what has come of it.
struct Searches {
    databases: Databases,
    threads: usize,
    asked: Mutex<BTreeMap<u64, Search>>,
}

struct Search {
    interrupt: Interrupt,
    heard: Arc<Mutex<Heard>>,
}

/// As texts of JSON.
#[derive(Default)]
struct Heard {
    progress: Option<String>,
    answer: Option<String>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What a thread has left behind is whole.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Searches {
    /// Begins a search, and ends those before it; the number by which it is asked about.
    fn begin(&self, request: String) -> Option<u64> {
        let interrupt = Interrupt::default();
        let heard: Arc<Mutex<Heard>> = Arc::default();
        let mut asked = locked(&self.asked);
        asked.values().for_each(|one| one.interrupt.raise());
        let number = asked.keys().next_back().map_or(0, |last| last + 1);
        let means = Means {
            databases: self.databases.clone(),
            threads: self.threads,
            interrupt: interrupt.clone(),
        };
        let teller = heard.clone();
        let search = move || {
            let mut tell = |text: &str| locked(&teller).progress = Some(text.to_owned());
            let answer = answer(&request, &means, &mut tell);
            locked(&teller).answer = Some(answer);
        };
        thread::Builder::new().spawn(search).ok()?;
        asked.insert(number, Search { interrupt, heard });
        while asked.len() > KEPT {
            asked.pop_first();
        }
        Some(number)
    }

    /// How far the search of that number is.
    fn state(&self, number: u64) -> Option<Value> {
        let asked = locked(&self.asked);
        let search = asked.get(&number)?;
        let heard = locked(&search.heard);
        let read = |text: &String| serde_json::from_str::<Value>(text).ok();
        Some(json!({
            "progress": heard.progress.as_ref().and_then(read),
            "answer": heard.answer.as_ref().and_then(read),
            "stopped": search.interrupt.is_raised(),
        }))
    }
}

impl Source for Searches {
    fn answer(&self, question: &str, about: &[(String, String)]) -> Option<String> {
        let value = |name: &str| about.iter().find(|(key, _)| key == name).map(|(_, value)| value);
        let number = || value("number")?.parse().ok();
        let said = match question {
            "ask" => json!({ "number": self.begin(value("request")?.clone())? }),
            "state" => self.state(number()?)?,
            "stop" => {
                locked(&self.asked).get(&number()?)?.interrupt.raise();
                json!({})
            }
            _ => return None,
        };
        Some(said.to_string())
    }
}
