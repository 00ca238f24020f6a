//! Tables of chess that are made when a search takes long without.

use std::sync::{Arc, Mutex};

use threefold_chess::tables::Tables;
use threefold_search::{Interrupt, Limits, Policy};
use threefold_session::games::row::{Databases, OnNeed};
use threefold_session::solve::{Goal, Request, solve};

use crate::positions::subject;
use crate::watching::Notes;

/// Five men, and millions of nodes by the rules alone.
const HARD: &str = "8/1q4k1/8/8/8/8/3R1R2/4K3 w - -";

/// Has tables of three men, and notes what it is asked for.
#[derive(Debug, Default)]
struct Three(Mutex<Vec<(u8, bool)>>);

impl OnNeed for Three {
    fn chess(&self, men: u8, has_time: bool, _: &Interrupt) -> Option<Arc<Tables>> {
        self.0.lock().unwrap().push((men, has_time));
        Some(Arc::new(Tables::in_memory(3)))
    }
}

/// What is asked for, and the names of the databases in the certificates, which a checker has
/// verified with them.
fn asked(text: &str, request: &Request) -> (Vec<(u8, bool)>, Vec<Option<String>>) {
    let three = Arc::new(Three::default());
    let databases = Databases { on_need: Some(three.clone()), ..Databases::default() };
    let mut notes = Notes::default();
    let answer = solve(&subject(text), &databases, request, &mut notes).unwrap();
    assert_eq!(answer.fault, None);
    assert!(answer.proofs.iter().all(|proof| proof.checked));
    let names = answer.proofs.iter().map(|proof| proof.block.header.database.clone());
    (std::mem::take(&mut three.0.lock().unwrap()), names.collect())
}

fn within(nodes: u64) -> Request {
    let mut request = Request { goal: Goal::Value, ..Request::default() };
    request.effort.limits = Limits::nodes(nodes);
    request
}

#[test]
fn they_are_asked_for_by_searches_that_take_long() {
    assert_eq!(asked(HARD, &within(210_000)).0, [(4, true)]);
    // Without the time to make those of four men.
    let mut request = within(210_000);
    request.effort.limits.time = Some(std::time::Duration::from_secs(29));
    assert_eq!(asked(HARD, &request).0, [(4, false)]);
}

#[test]
fn what_is_found_without_rests_on_the_rules_alone() {
    let (wanted, names) = asked("8/8/8/3k4/8/8/3PK3/8 b - -", &within(u64::MAX));
    assert_eq!((wanted.len(), names), (0, vec![None, None]));
}

#[test]
fn an_ordinary_table_a_clock_and_small_limits_do_without() {
    let mut plain = within(210_000);
    plain.effort.options.policy = Policy::Ignore;
    let mut clock = within(210_000);
    clock.effort.fifty_moves = true;
    for request in [plain, clock, within(200_000)] {
        assert_eq!(asked(HARD, &request).0, []);
    }
}
