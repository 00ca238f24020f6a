//! The Hub protocol of draughts, version 2, for the English kind: proved moves.
//!
//! threefold does not play: it proves. `done` has a move that wins or holds where `info` says
//! `proved=win`, `draw` or `loss`, with a certificate that was checked; where it says
//! `proved=unknown` there is no score, and the move is any that the database does not call lost.
//!
//! The protocol was made for boards of 10x10. A position has 32 squares here, and is written as PDN
//! counts them, or turned ([`Colours`]). What is not known is passed over, as the
//! protocol wants it.

mod board;
mod line;
mod search;

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::str::FromStr;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use threefold_checkers::egdb::Database;
use threefold_checkers::{Checkers, CheckersPosition};
use threefold_game::History;
use threefold_search::{Interrupt, Limits, MOST_THREADS};

pub use self::board::Colours;
use self::line::Line;
use self::search::{Job, Said, Settings, any_move, done, error};
use crate::events::{Event, Events, Running};

/// How long a search that was told to end may take for it.
const GRACE: Duration = Duration::from_millis(200);
/// The share of the time for a move that its proof has, the check included; the rest is for the
/// way to the interface.
const PROVED: f64 = 0.9;
/// Moves that the rest of the time is thought to be for, where nobody says it.
const MOVES_LEFT: f64 = 20.0;

/// Opens the database, when the engine is told to get ready. It may have to be built, so that the
/// engine goes on listening meanwhile.
pub type Opener = Box<dyn FnOnce() -> Result<Option<Arc<Database>>, String> + Send>;

/// A search that is going on.
struct Going {
    search: Running,
    /// Its time, where it does not run yet.
    pondering: Option<Duration>,
    position: CheckersPosition,
}

/// What `level` said.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    time: Option<Duration>,
    nodes: Option<u64>,
}

struct Engine<'p> {
    print: &'p dyn Fn(&str) -> io::Result<()>,
    events: Events<Said>,
    /// Lines that wait for the end of a search.
    waiting: VecDeque<Option<String>>,
    open: Option<Opener>,
    is_opening: bool,
    /// What waits for the database, and until when: a move is said without it then.
    held: Option<(Line, Option<Instant>)>,
    /// Whether the end was asked for: moves are said at once.
    is_hurried: bool,
    database: Option<Arc<Database>>,
    settings: Settings,
    colours: Colours,
    history: Result<History<Checkers>, String>,
    level: Level,
    going: Option<Going>,
    searches: u64,
}

/// Answers commands until `quit` or the end of the input. `print` writes what is said, and shows it
/// at once; `open` opens the database.
///
/// # Errors
/// Nobody listens any more.
pub fn run(
    input: impl BufRead + Send + 'static,
    print: &dyn Fn(&str) -> io::Result<()>,
    open: Opener,
) -> io::Result<()> {
    let mut engine = Engine {
        print,
        events: Events::of(input),
        waiting: VecDeque::new(),
        open: Some(open),
        is_opening: false,
        held: None,
        is_hurried: false,
        database: None,
        settings: Settings { hash: 64 << 20, threads: 1, certificates: None },
        colours: Colours::default(),
        history: Ok(History::new(CheckersPosition::startpos())),
        level: Level::default(),
        going: None,
        searches: 0,
    };
    let result = engine.run();
    if let Some(going) = &mut engine.going {
        going.search.stop();
    }
    result
}

impl Engine<'_> {
    fn run(&mut self) -> io::Result<()> {
        let mut is_at_end = false;
        while !(is_at_end && self.is_idle()) {
            match self.next()? {
                Some(line) if self.has_to_wait(line.as_deref()) => self.waiting.push_back(line),
                Some(None) => is_at_end = true,
                Some(Some(text)) => match Line::parse(&text) {
                    Ok(None) => {}
                    Ok(Some(line)) if line.command == "quit" => return self.end(),
                    Ok(Some(line)) => self.obey(&line)?,
                    Err(what) => self.complain(what)?,
                },
                None => {}
            }
        }
        Ok(())
    }

    fn is_idle(&self) -> bool {
        self.going.is_none() && self.held.is_none()
    }

    /// Whoever waits for a move has one before the end.
    fn end(&mut self) -> io::Result<()> {
        self.stop()?;
        while self.going.is_some() {
            self.next()?;
        }
        self.is_hurried = true;
        while let Some(line) = self.waiting.pop_front() {
            if let Some(text) = line
                && let Ok(Some(line)) = Line::parse(&text)
                && line.command != "init"
            {
                self.obey(&line)?;
            }
        }
        Ok(())
    }

    fn has_to_wait(&mut self, line: Option<&str>) -> bool {
        const URGENT: [&str; 4] = ["ping", "ponder-hit", "stop", "quit"];
        if self.held.is_some() {
            let first = line.and_then(|line| line.split_whitespace().next());
            return first.is_none_or(|first| !URGENT.contains(&first));
        }
        let others = !self.waiting.is_empty();
        self.going.as_mut().is_some_and(|going| going.search.keeps_waiting(line, &URGENT, others))
    }

    /// The lines that have waited for the database wait for the search now, or end it.
    fn wait_again(&mut self) {
        let Some(going) = &mut self.going else { return };
        for line in &self.waiting {
            going.search.keeps_waiting(line.as_deref(), &[], true);
        }
    }

    /// The next line, or nothing after something else has happened.
    fn next(&mut self) -> io::Result<Option<Option<String>>> {
        if self.is_idle()
            && let Some(line) = self.waiting.pop_front()
        {
            return Ok(Some(line));
        }
        let until = self.going.as_ref().and_then(|going| going.search.until(GRACE));
        let until = until.or(self.held.as_ref().and_then(|(_, until)| *until));
        match self.events.next(until) {
            Event::Line(line) => return Ok(Some(line)),
            Event::Search(id, said) => self.hear(id, said)?,
            Event::Late => self.ring()?,
        }
        Ok(None)
    }

    /// A search says something.
    fn hear(&mut self, id: u64, said: Said) -> io::Result<()> {
        if let Said::Opened(opened) = said {
            self.is_opening = false;
            match opened {
                Ok(database) => self.database = database,
                Err(what) => self.complain(&what)?,
            }
            if let Some((line, _)) = self.held.take() {
                self.obey(&line)?;
                self.wait_again();
            }
            return Ok(());
        }
        if self.going.as_ref().is_none_or(|going| going.search.id != id) {
            return Ok(());
        }
        match said {
            Said::Opened(_) => Ok(()),
            Said::Info(text) => (self.print)(&text),
            Said::Finished(text) => {
                self.going = None;
                (self.print)(&text)
            }
        }
    }

    /// The time of the search is over, or that for its end: then there is a move without it.
    fn ring(&mut self) -> io::Result<()> {
        let late = self.going.as_ref().filter(|going| going.search.is_stopped());
        let position = late.map(|going| going.position);
        self.stop()?;
        if let Some(position) = position {
            self.going = None;
            return self.play_any(&position);
        }
        Ok(())
    }

    fn play_any(&self, position: &CheckersPosition) -> io::Result<()> {
        let m = any_move(position, self.database.as_deref());
        (self.print)(&format!("info proved=unknown\n{}", done(m)))
    }

    /// Tells the search to end. One that waits for the database ends at once.
    fn stop(&mut self) -> io::Result<()> {
        if let Some(going) = &mut self.going {
            going.search.stop();
        }
        let Some((go, _)) = self.held.take_if(|(line, _)| line.command == "go") else {
            return Ok(());
        };
        self.is_hurried = true;
        let said = self.obey(&go);
        self.is_hurried = false;
        said
    }

    fn complain(&self, what: &str) -> io::Result<()> {
        (self.print)(&error(what))
    }

    fn obey(&mut self, line: &Line) -> io::Result<()> {
        match &line.command[..] {
            "hub" => (self.print)(&self.introduction()),
            "set-param" => match self.set(line) {
                Ok(()) => Ok(()),
                Err(what) => self.complain(&what),
            },
            "init" => match self.is_ready() {
                true => (self.print)("ready\n"),
                false => {
                    self.get_ready(line, None);
                    Ok(())
                }
            },
            "pos" => {
                self.history = self.read(line);
                match &self.history {
                    Ok(_) => Ok(()),
                    Err(what) => self.complain(what),
                }
            }
            "level" => match level(line) {
                Ok(level) => {
                    self.level = level;
                    Ok(())
                }
                Err(what) => self.complain(&what),
            },
            "go" => self.go(line),
            "ponder-hit" => {
                if let Some((held, until)) = &mut self.held
                    && held.get("ponder").is_some()
                {
                    let deadline = |time| Instant::now().checked_add(time);
                    *until = self.level.time.and_then(deadline);
                    *held = Line::new("go");
                }
                if let Some(going) = &mut self.going
                    && let Some(time) = going.pondering.take()
                {
                    going.search.deadline = Instant::now().checked_add(time);
                    going.search.is_limited = true;
                }
                Ok(())
            }
            "stop" => self.stop(),
            "ping" => (self.print)("pong\n"),
            // A new game needs nothing: no search leaves anything to the next. What is not known
            // is passed over.
            _ => Ok(()),
        }
    }

    fn introduction(&self) -> String {
        let megabytes = self.settings.hash >> 20;
        format!(
            "id name=threefold version={} author=\"the threefold authors\"\n\
             param name=variant value=english type=enum values=\"english\"\n\
             param name=colours value=pdn type=enum values=\"pdn swapped\"\n\
             param name=hash value={megabytes} type=int min=1 max=1048576\n\
             param name=threads value={} type=int min=1 max={MOST_THREADS}\n\
             param name=certificates value=\"\" type=string\n\
             wait\n",
            env!("CARGO_PKG_VERSION"),
            self.settings.threads
        )
    }

    fn set(&mut self, line: &Line) -> Result<(), String> {
        let (name, value) = (line.get("name").unwrap_or(""), line.get("value").unwrap_or(""));
        let wrong = |what: &str| format!("{name}: expected {what}, found '{value}'");
        match name {
            "variant" if value == "english" => {}
            "variant" => return Err(wrong("english")),
            "colours" => {
                self.colours = match value {
                    "pdn" => Colours::Pdn,
                    "swapped" => Colours::Swapped,
                    _ => return Err(wrong("pdn or swapped")),
                }
            }
            "hash" => {
                let megabytes = number(value, 1..=1 << 20);
                self.settings.hash = megabytes.ok_or_else(|| wrong("1 to 1048576"))? << 20;
            }
            "threads" => {
                let threads = number(value, 1..=MOST_THREADS);
                self.settings.threads =
                    threads.ok_or_else(|| wrong(&format!("1 to {MOST_THREADS}")))?;
            }
            "certificates" => {
                self.settings.certificates = (!value.is_empty()).then(|| value.into());
            }
            _ => {}
        }
        Ok(())
    }

    /// Whether the database has been opened, or is not waited for.
    fn is_ready(&self) -> bool {
        self.is_hurried || self.open.is_none() && !self.is_opening
    }

    /// Opens the database beside the engine. The line is obeyed afterwards; at that time, a move is
    /// said without it.
    fn get_ready(&mut self, line: &Line, until: Option<Instant>) {
        self.held = Some((line.clone(), until));
        let Some(open) = self.open.take() else { return };
        self.is_opening = true;
        let sender = self.events.sender();
        thread::spawn(move || {
            let failed = |_| Err("the database: this is a fault of threefold".to_owned());
            let opened = catch_unwind(AssertUnwindSafe(open)).unwrap_or_else(failed);
            // Nobody may listen any more.
            let _ = sender.send(Event::Search(0, Said::Opened(opened)));
        });
    }

    fn read(&self, line: &Line) -> Result<History<Checkers>, String> {
        let text = line.get("pos").ok_or("pos: expected pos=...")?;
        let start = board::position(text, self.colours).map_err(|what| format!("pos: {what}"))?;
        let mut history = History::new(start);
        for text in line.get("moves").unwrap_or_default().split_whitespace() {
            let m = board::find_move(history.root(), text);
            history.push(&Checkers::new(), m.map_err(|what| format!("pos: {what}"))?);
        }
        Ok(history)
    }

    fn go(&mut self, line: &Line) -> io::Result<()> {
        let is_pondering = line.get("ponder").is_some();
        let Level { time, nodes } = self.level;
        let time = time.filter(|_| line.get("analyze").is_none());
        let running = time.filter(|_| !is_pondering);
        let deadline = running.and_then(|time| Instant::now().checked_add(time));
        if !self.is_ready() {
            self.get_ready(line, deadline);
            return Ok(());
        }
        let history = match &self.history {
            Ok(history) => history.clone(),
            Err(what) => {
                return (self.print)(&(error(&format!("go: no position: {what}")) + &done(None)));
            }
        };
        if board::legal(history.root()).is_empty() {
            return (self.print)(&(error("go: the game is over") + &done(None)));
        }
        if self.is_hurried {
            return self.play_any(history.root());
        }
        let interrupt = Interrupt::default();
        self.searches += 1;
        let id = self.searches;
        let is_limited = nodes.is_some() || running.is_some();
        self.going = Some(Going {
            search: Running::new(id, is_limited, deadline, interrupt.clone()),
            pondering: time.filter(|_| is_pondering),
            position: *history.root(),
        });
        let time = running.map(|time| time.mul_f64(PROVED));
        let limits = Limits { time, nodes: nodes.unwrap_or(u64::MAX), ..Limits::default() };
        let database = self.database.clone();
        let job = Job { history, settings: self.settings.clone(), limits, database, interrupt };
        job.start(id, self.events.sender());
        Ok(())
    }
}

/// What a move may take.
fn level(line: &Line) -> Result<Level, String> {
    let seconds = |name: &str| -> Result<Option<f64>, String> {
        let Some(text) = line.get(name) else { return Ok(None) };
        let number: Option<f64> = text.parse().ok().filter(|&number: &f64| number.is_finite());
        number.map(Some).ok_or_else(|| format!("level: {name}={text} is no number"))
    };
    let time = match (seconds("move-time")?, seconds("time")?) {
        (Some(time), _) => Some(time),
        (None, Some(rest)) => {
            let moves = seconds("moves")?.unwrap_or(MOVES_LEFT).max(1.0);
            let increment = seconds("inc")?.unwrap_or(0.0);
            // Something is left for the next move, whatever the increment.
            Some((rest / moves + increment).min(rest * 0.8 + increment * 0.8))
        }
        (None, None) => None,
    };
    let time = time.map(|time| Duration::from_secs_f64(time.clamp(0.01, 1e7)));
    let nodes = match line.get("nodes") {
        None => None,
        Some(text) => {
            Some(number(text, 1..=u64::MAX).ok_or(format!("level: nodes={text} is no number"))?)
        }
    };
    Ok(Level { time, nodes })
}

fn number<T: FromStr + PartialOrd>(text: &str, range: std::ops::RangeInclusive<T>) -> Option<T> {
    text.parse().ok().filter(|number| range.contains(number))
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::io::Cursor;

    use super::*;

    /// What a script is answered.
    fn said(script: &str) -> String {
        said_with(3, script)
    }

    /// The same with a database of so many pieces.
    fn said_with(pieces: u8, script: &str) -> String {
        let out = RefCell::new(String::new());
        let print = |text: &str| {
            out.borrow_mut().push_str(text);
            Ok(())
        };
        let open: Opener = Box::new(move || Ok(Some(Arc::new(Database::in_memory(pieces)))));
        run(Cursor::new(script.to_owned()), &print, open).unwrap();
        out.into_inner()
    }

    /// Two kings against one.
    const KINGS: &str = "WeeeeeWeeWeeeeeBeeeeeeeeeeeeeeeee";

    #[test]
    fn a_win_is_proved_and_played() {
        let script = format!(
            "hub\nset-param name=variant value=english\ninit\nping\n\
             pos pos={KINGS}\nlevel nodes=200000\ngo think\n"
        );
        let said = said_with(2, &script);
        assert!(said.starts_with("id name=threefold version="), "{said}");
        // A ping is answered while the database is opened, too.
        let (_, begun) = said.split_once("wait\n").unwrap();
        assert!(["ready\npong\ninfo ", "pong\nready\ninfo "].iter().any(|s| begun.starts_with(s)));
        assert!(said.contains(" proved=win\ndone move="), "{said}");
        let score = said.split("score=").nth(1).unwrap().split(' ').next().unwrap();
        assert!((91.0..100.0).contains(&score.parse::<f64>().unwrap()), "{said}");
    }

    /// One king holds the double corner; and the side with one king to move, in the database.
    #[test]
    fn a_draw_and_a_loss_have_moves_too() {
        let draw = "WeeeeeeeeeeeeeeeeeWeeeeeeeeeeBBee";
        let script = format!("pos pos={draw}\nlevel nodes=300000\ngo think\n");
        let answer = said_with(2, &script);
        assert!(answer.contains("score=0.00 "), "{answer}");
        assert!(answer.contains("proved=draw\ndone move="), "{answer}");
        let lost = format!("B{}", &KINGS[1..]);
        let answer = said(&format!("pos pos={lost}\nlevel move-time=5\ngo think\n"));
        assert!(answer.contains("nodes=0 ") && answer.contains("proved=loss\ndone"), "{answer}");
        assert!(answer.contains("score=-9"), "{answer}");
    }

    /// Whatever ends a search, there is one answer with a legal move and nothing invented.
    #[test]
    fn searches_end() {
        let start = "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
        for script in [
            format!("pos pos={start}\nlevel infinite\ngo analyze\nstop\n"),
            format!("pos pos={start}\nlevel nodes=500\ngo think\n"),
            format!("pos pos={start}\nlevel move-time=0.1\ngo think\n"),
            format!("pos pos={start}\nlevel time=0.2 moves=2 inc=0\ngo ponder\nponder-hit\n"),
            format!("pos pos={start} moves=\"9-14\"\nlevel infinite\ngo ponder\n"),
        ] {
            let answer = said(&script);
            assert_eq!(answer.matches("done move=").count(), 1, "{script}{answer}");
            assert!(answer.contains("proved=unknown\ndone move="), "{script}{answer}");
            assert!(!answer.contains("score="), "{script}{answer}");
            assert!(!answer.contains("0-0"), "{script}{answer}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        for (script, message) in [
            ("pos pos=W", "32 squares, found 0"),
            ("pos", "expected pos="),
            ("pos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww moves=\"1-5\"", "not a legal move"),
            ("set-param name=variant value=frisian", "variant: expected english"),
            ("set-param name=hash value=0", "expected 1 to 1048576"),
            ("level move-time=soon", "is no number"),
            ("pos pos=\"W", "quotation mark"),
            ("pos pos=WBeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee\ngo think", "the game is over"),
        ] {
            let answer = said(&format!("{script}\n"));
            assert!(answer.contains("error message=\"") && answer.contains(message), "{answer}");
        }
        assert_eq!(said("whatever x=1\nnew-game\n\nset-param name=book value=true\n"), "");
    }

    #[test]
    fn repetitions_before_the_root_count() {
        // The position stood there twice before: its wins do not count any more.
        let round = "6-1 15-18 1-6 18-15";
        let once = said(&format!("pos pos={KINGS}\nlevel nodes=20000\ngo think\n"));
        assert!(once.contains("proved=win"), "{once}");
        let moves = format!("{round} {round}");
        let again =
            said(&format!("pos pos={KINGS} moves=\"{moves}\"\nlevel nodes=20000\ngo think\n"));
        assert!(!again.contains("proved=win"), "{again}");
    }
}
