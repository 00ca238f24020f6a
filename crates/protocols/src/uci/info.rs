//! Lines that begin with `info`.

use std::fmt::Write;
use std::time::Duration;

use threefold_search::Verdict;
use threefold_session::mate::{Answer, Length, Side};
use threefold_session::observer::Distance;

/// A mate that is proved, as `score mate` has it: in so many moves of the side that mates, negative
/// if the side to move is mated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mate(i64);

impl Mate {
    /// A mate within so many plies, if there is one.
    pub fn new(moves_first: bool, at_most: Option<u32>) -> Option<Self> {
        let moves = i64::from(Length::moves(at_most?, moves_first));
        Some(Mate(if moves_first { moves } else { -moves }))
    }
}

/// What is counted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counters {
    /// Nodes of all searches.
    pub nodes: u64,
    /// Since the search began.
    pub time: Duration,
    /// The plies that are asked about.
    pub depth: u32,
    /// The share of the table that is in use.
    pub table_fill: f64,
    /// Positions that Syzygy tables have known.
    pub table_hits: u64,
}

impl Counters {
    /// Takes over what has become known.
    pub fn take(&mut self, distance: &Distance<'_>, time: Duration) {
        (self.nodes, self.time) = (distance.nodes, time);
        self.depth = distance.plies.unwrap_or(self.depth);
        self.table_fill = distance.table_fill;
    }

    fn words(&self) -> String {
        let Counters { nodes, time, table_fill, table_hits, .. } = self;
        let millis = time.as_millis();
        let per_second = u128::from(*nodes) * 1000 / millis.max(1);
        let fill = (table_fill * 1000.0) as u32;
        let fixed = format!("nodes {nodes} nps {per_second} hashfull {fill} time {millis}");
        if *table_hits > 0 { format!("{fixed} tbhits {table_hits}") } else { fixed }
    }
}

/// A score and its line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pv {
    /// The mate that is proved, if one is.
    pub mate: Option<Mate>,
    /// Whether the line ends with it, after as many moves. If not, the score is a bound.
    pub is_whole: bool,
    /// The moves, in the notation of the interface.
    pub line: Vec<String>,
}

/// One line with the score: a mate only if it is proved, and else nothing that anybody could take
/// for a judgement.
pub fn line(number: usize, pv: &Pv, counters: &Counters) -> String {
    let score = match (pv.mate, pv.is_whole) {
        (None, _) => "cp 0".to_owned(),
        (Some(Mate(moves)), true) => format!("mate {moves}"),
        // The mate may be nearer: better for who mates, worse for who is mated.
        (Some(Mate(moves)), false) if moves > 0 => format!("mate {moves} lowerbound"),
        (Some(Mate(moves)), false) => format!("mate {moves} upperbound"),
    };
    let mut out = format!(
        "info depth {} multipv {number} score {score} {}",
        counters.depth.max(1),
        counters.words()
    );
    if !pv.line.is_empty() {
        let _ = write!(out, " pv {}", pv.line.join(" "));
    }
    out + "\n"
}

/// One line without a score.
pub fn counters(counters: &Counters) -> String {
    format!("info depth {} {}\n", counters.depth.max(1), counters.words())
}

/// A line of words.
pub fn text(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("info string {text}\n")
}

/// How near an answer is: proof and disproof number. Nothing of a question that is answered.
pub fn numbers(attacker: &str, plies: Option<u32>, pn: u32, dn: u32) -> String {
    if pn == 0 || dn == 0 {
        return String::new();
    }
    let asked = plies.map_or("a mate".to_owned(), |plies| format!("mate within {plies} plies"));
    text(&format!("{attacker}: {asked}: pn {pn} dn {dn}"))
}

/// What is proved at the end.
pub fn conclusion(answer: &Answer) -> String {
    if let Some(won) = answer.sides.iter().find(|side| side.at_most.is_some()) {
        let is_in_time = won.asked.is_none_or(|asked| won.at_most <= Some(asked));
        let too_long = if is_in_time { "" } else { ", not within what was asked for" };
        return format!("proved: {} ({} mates){too_long}", won.words, won.attacker);
    }
    if answer.sides.iter().all(|side| side.verdict == Verdict::Disproven) {
        let all_at_all = answer.sides.iter().all(|side| side.at_least.is_none());
        if let (true, [_, _]) = (all_at_all, &answer.sides[..]) {
            return "proved: no mate".to_owned();
        }
        return format!("proved: {}", sides(answer));
    }
    format!("not proved: {}", sides(answer))
}

fn sides(answer: &Answer) -> String {
    let one = |side: &Side| format!("{} by {}", side.words, side.attacker);
    answer.sides.iter().map(one).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_side_that_is_mated_has_negative_numbers() {
        assert_eq!(Mate::new(true, Some(5)), Some(Mate(3)));
        assert_eq!(Mate::new(false, Some(6)), Some(Mate(-3)));
        assert_eq!(Mate::new(false, Some(0)), Some(Mate(0)));
        assert_eq!(Mate::new(true, None), None);
    }

    #[test]
    fn a_score_is_a_mate_or_says_nothing() {
        let time = Duration::from_millis(250);
        let counters = Counters { nodes: 500, time, depth: 5, table_fill: 0.25, table_hits: 7 };
        let pv = |mate, is_whole| {
            let moves = vec!["a1a2".to_owned()];
            line(1, &Pv { mate: Some(Mate(mate)), is_whole, line: moves }, &counters)
        };
        assert_eq!(
            pv(-3, true),
            "info depth 5 multipv 1 score mate -3 nodes 500 nps 2000 hashfull 250 time 250 \
             tbhits 7 pv a1a2\n"
        );
        assert!(pv(-3, false).contains(" score mate -3 upperbound "));
        assert!(pv(3, false).contains(" score mate 3 lowerbound "));
        assert!(line(1, &Pv::default(), &Counters::default()).contains(" score cp 0 "));
    }
}
