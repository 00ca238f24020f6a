//! How far an answer is.

use std::time::Duration;

use serde_json::{Value, json};
use threefold_game::clock::Instant;
use threefold_search::Progress;
use threefold_session::observer::{Distance, Observer};

/// Between two messages.
const PAUSE: Duration = Duration::from_millis(100);

/// Tells somebody, ten times a second at most.
pub struct Teller<'t> {
    tell: &'t mut dyn FnMut(&str),
    last: Instant,
}

impl<'t> Teller<'t> {
    pub fn new(tell: &'t mut dyn FnMut(&str)) -> Self {
        Teller { tell, last: Instant::now() }
    }

    fn say(&mut self, what: impl FnOnce() -> Value) {
        if self.last.elapsed() >= PAUSE {
            self.last = Instant::now();
            (self.tell)(&what().to_string());
        }
    }
}

impl Observer for Teller<'_> {
    fn progress(&mut self, progress: &Progress) {
        let Progress { nodes, pn, dn, table_fill, elapsed, .. } = *progress;
        self.say(|| {
            json!({
                "nodes": nodes, "pn": pn, "dn": dn, "table_fill": table_fill,
                "time_s": elapsed.as_secs_f64(),
            })
        });
    }

    fn distance(&mut self, distance: &Distance<'_>) {
        let Distance { at_least, at_most, pn, dn, nodes, table_fill, .. } = *distance;
        self.say(|| {
            json!({
                "nodes": nodes, "pn": pn, "dn": dn, "table_fill": table_fill,
                "at_least": at_least, "at_most": at_most,
            })
        });
    }

    fn bounds(&mut self, lower: i32, upper: i32) {
        self.say(|| json!({ "lower": lower, "upper": upper }));
    }

    fn begins_move(&mut self, number: usize, of: usize, text: &str) {
        self.say(|| json!({ "move": text, "number": number, "of": of }));
    }
}
