//! How long a move may take: what clients say of their clocks.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use threefold_go::Colour;
use threefold_search::Interrupt;

/// For a move where nobody says anything of time. An empty board of 4x4 takes half of it.
const USUAL: Duration = Duration::from_secs(30);
/// Moves that the main time is shared among.
const MOVES: u32 = 20;

/// Time, and for how many moves it is; for the rest of the game if that is 0.
#[derive(Clone, Copy, Debug)]
struct Period {
    time: Duration,
    stones: u32,
}

impl Period {
    fn share(self) -> Duration {
        self.time / if self.stones == 0 { MOVES } else { self.stones }
    }
}

/// The clocks of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Clock {
    /// Of every move, as `time_settings` has it; the inner nothing is no limit.
    settings: Option<Option<Duration>>,
    left: [Option<Period>; 2],
}

impl Clock {
    /// `time_settings MAIN BYO_YOMI STONES`, in seconds.
    pub fn set(&mut self, arguments: &[String]) -> Result<(), String> {
        let [main, byo_yomi, stones] = arguments else {
            return Err("expected main time, byo-yomi time and byo-yomi stones".to_owned());
        };
        let (main, byo_yomi) = (seconds(main)?, seconds(byo_yomi)?);
        let stones = number(stones)?;
        let of_main = Period { time: main, stones: 0 }.share();
        self.settings = Some(match stones {
            // The protocol's way to say that there is no limit.
            0 if !byo_yomi.is_zero() => None,
            0 => Some(of_main),
            _ => Some(of_main.max(Period { time: byo_yomi, stones }.share())),
        });
        self.left = [None; 2];
        Ok(())
    }

    /// `time_left COLOUR TIME STONES`, in seconds.
    pub fn set_left(&mut self, colour: Colour, arguments: &[String]) -> Result<(), String> {
        let [time, stones] = arguments else {
            return Err("expected a colour, a time and a number of stones".to_owned());
        };
        let (time, stones) = (seconds(time)?, number(stones)?);
        self.left[colour.index()] = Some(Period { time, stones });
        Ok(())
    }

    /// For the next move of a colour; nothing if there is no limit.
    pub fn budget(&self, colour: Colour) -> Option<Duration> {
        match (self.left[colour.index()], self.settings) {
            (_, Some(None)) => None,
            (Some(left), _) => Some(left.share()),
            (None, Some(settings)) => settings,
            (None, None) => Some(USUAL),
        }
    }
}

/// Seconds, with a fraction from clients that have one.
fn seconds(text: &str) -> Result<Duration, String> {
    let wrong = || format!("'{text}' is no time; expected seconds");
    let number = text.parse().ok().filter(|number: &f64| number.is_finite()).ok_or_else(wrong)?;
    // A clock that has run out is at 0, and some clients go below.
    Duration::try_from_secs_f64(number.max(0.0)).map_err(|_| wrong())
}

fn number(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("'{text}' is no number of stones"))
}

/// Raises an interrupt after a time, if it has not been dropped before.
#[derive(Debug)]
pub(super) struct Alarm {
    /// Its end tells the thread that nobody waits any more.
    _dropped: Option<Sender<()>>,
}

impl Alarm {
    pub fn set(after: Option<Duration>, interrupt: &Interrupt) -> Self {
        let Some(after) = after else { return Alarm { _dropped: None } };
        let (sender, receiver) = channel::<()>();
        let interrupt = interrupt.clone();
        thread::spawn(move || {
            if receiver.recv_timeout(after) == Err(RecvTimeoutError::Timeout) {
                interrupt.raise();
            }
        });
        Alarm { _dropped: Some(sender) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(clock: &mut Clock, text: &str) -> Result<(), String> {
        let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        clock.set(&words)
    }

    #[test]
    fn time_is_shared_among_moves() {
        let mut clock = Clock::default();
        let black = |clock: &Clock| clock.budget(Colour::Black).map(|time| time.as_millis());
        assert_eq!(black(&clock), Some(30_000));
        set(&mut clock, "600 0 0").unwrap();
        assert_eq!(black(&clock), Some(30_000));
        set(&mut clock, "0 50 5").unwrap();
        assert_eq!(black(&clock), Some(10_000));
        clock.set_left(Colour::Black, &["6.5".to_owned(), "0".to_owned()]).unwrap();
        assert_eq!(black(&clock), Some(325));
        assert_eq!(clock.budget(Colour::White).map(|time| time.as_secs()), Some(10));
        clock.set_left(Colour::Black, &["-1".to_owned(), "3".to_owned()]).unwrap();
        assert_eq!(black(&clock), Some(0));
        set(&mut clock, "0 1 0").unwrap();
        assert_eq!(black(&clock), None);
    }

    #[test]
    fn what_is_no_time_is_refused_and_changes_nothing() {
        let mut clock = Clock::default();
        for text in ["", "1 2", "1 2 3 4", "ten 0 0", "nan 0 0", "inf 0 0", "1 1 -1", "1e30 0 0"] {
            assert!(set(&mut clock, text).is_err(), "{text}");
            assert_eq!(clock.budget(Colour::White), Some(USUAL), "{text}");
        }
    }

    #[test]
    fn an_alarm_rings_unless_it_is_dropped() {
        let interrupt = Interrupt::default();
        drop(Alarm::set(Some(Duration::from_millis(5)), &interrupt));
        let rung = Interrupt::default();
        let _alarm = Alarm::set(Some(Duration::from_millis(20)), &rung);
        while !rung.is_raised() {
            thread::sleep(Duration::from_millis(10));
        }
        assert!(!interrupt.is_raised());
    }
}
