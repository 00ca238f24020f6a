//! Verdicts in words.

use std::time::Duration;

use threefold_certificate::Course;
use threefold_game::{Game, Player, Question, RepetitionRule};
use threefold_search::Verdict;

use crate::asked::Asked;

/// The value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// The side to move wins.
    Win,
    /// Neither side can force a win.
    Draw,
    /// The other side wins.
    Loss,
}

impl Value {
    /// The name in output.
    pub const fn name(self) -> &'static str {
        match self {
            Value::Win => "win",
            Value::Draw => "draw",
            Value::Loss => "loss",
        }
    }
}

/// How people speak of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Idiom {
    /// Whether a win is a mate.
    pub mates: bool,
    /// What a win is called where its length is said.
    pub win: &'static str,
    /// Whether the attacker wins by a move of the defender, as in a selfmate.
    pub ends_with_reply: bool,
    /// Whether its length is said in plies, moves of either player; otherwise in moves of who
    /// mates.
    pub in_plies: bool,
    /// What of the game's laws is left out, to be said once with the answers.
    pub note: Option<&'static str>,
}

impl Idiom {
    /// Wins, counted in plies; nothing to add.
    pub const PLAIN: Idiom =
        Idiom { mates: false, in_plies: true, win: "win", ends_with_reply: false, note: None };
}

/// How many moves of the winner a line has.
pub(crate) fn moves_of(plies: usize, winner_moves_first: bool) -> usize {
    if winner_moves_first { plies.div_ceil(2) } else { plies / 2 }
}

/// A sentence with a capital letter.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// Names and idioms of a game.
#[derive(Debug)]
pub struct Words<'g, G> {
    game: &'g G,
    idiom: Idiom,
}

impl<'g, G: Game> Words<'g, G> {
    /// The words of a game.
    pub fn new(game: &'g G, idiom: Idiom) -> Self {
        Words { game, idiom }
    }

    /// What a player is called.
    pub fn player(&self, player: Player) -> &'g str {
        self.game.player_name(player)
    }

    /// What a question asks, as a claim: `white wins`.
    pub fn claim(&self, question: Question) -> String {
        let goal = if question.rule == RepetitionRule::AttackerWins { "holds" } else { "wins" };
        format!("{} {goal}", self.player(question.attacker))
    }

    /// The answer to a question: `white mates`.
    pub fn answer(&self, question: Question, proven: bool) -> String {
        let (attacker, defender) =
            (self.player(question.attacker), self.player(question.attacker.opponent()));
        match (question.rule == RepetitionRule::AttackerWins, proven, self.idiom.mates) {
            (false, true, true) => format!("{attacker} mates"),
            (false, true, false) => format!("{attacker} wins"),
            (false, false, true) => format!("{attacker} cannot force mate"),
            (false, false, false) => format!("{attacker} cannot force a win"),
            (true, true, _) => format!("{attacker} does not lose"),
            (true, false, _) => format!("{defender} wins"),
        }
    }

    /// The verdict of a question, or why there is none.
    pub fn verdict(&self, asked: &Asked) -> String {
        match asked.verdict {
            Verdict::Proven => self.answer(asked.question, true),
            Verdict::Disproven => self.answer(asked.question, false),
            Verdict::Unknown(reason) => match asked.uncertified {
                None => format!("unknown: {reason}"),
                Some(proven) => {
                    let answer = self.answer(asked.question, proven);
                    format!("unknown: {reason} while its certificate was made (it says: {answer})")
                }
            },
        }
    }

    /// The answer to a question about a position in which the game is over.
    pub(crate) fn over(&self, asked: &Asked, ending: &str) -> String {
        let Question { attacker, .. } = asked.question;
        match asked.verdict {
            Verdict::Proven => format!("{ending}: {} wins", self.player(attacker)),
            _ => ending.to_owned(),
        }
    }

    /// The value for `mover`.
    pub fn value(&self, mover: Player, value: Value) -> String {
        let (us, them) = (self.player(mover), self.player(mover.opponent()));
        match (value, self.idiom.mates) {
            (Value::Win, true) => format!("win: {us} mates"),
            (Value::Loss, true) => format!("loss: {them} mates"),
            (Value::Win, false) => format!("win: {us} wins"),
            (Value::Loss, false) => format!("loss: {them} wins"),
            (Value::Draw, _) => "draw: neither side can force a win".to_owned(),
        }
    }

    /// What a line is made of that ends in the endgame database.
    pub fn with_ending(proof: usize, ending: usize) -> String {
        let [proof_plies, ending_plies] = [proof, ending].map(|plies| count(plies as u64, "ply"));
        match (proof, ending) {
            (0, 0) => "known from the endgame database".to_owned(),
            (0, _) => format!(
                "win in {ending_plies}, the shortest against the best defence (endgame database)"
            ),
            (_, 0) => format!("{proof_plies} within the proof, then the endgame database knows"),
            _ => format!(
                "{proof_plies} within the proof, then {ending_plies} from the endgame database"
            ),
        }
    }

    /// What the length of the line says: not how long the shortest win is.
    pub fn bound(&self, plies: usize, claimant_moves_first: bool) -> String {
        if plies == 0 {
            return (if self.idiom.mates { "already mate" } else { "already decided" }).to_owned();
        }
        let moves = moves_of(plies, claimant_moves_first);
        let line = count(plies as u64, "ply");
        let within = "within the proof, not the shortest";
        let win = if self.idiom.mates { "mate" } else { "win" };
        if self.idiom.in_plies {
            format!("{win} in at most {line}: a line {within} {win}")
        } else {
            let moves = count(moves as u64, "move");
            format!("{win} in at most {moves}: a line of {line} {within} {win}")
        }
    }
}

/// Ids come from files: nothing in them may move the cursor.
pub fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// `1 position`, `20 positions`.
pub fn positions(number: usize) -> String {
    count(number as u64, "position")
}

/// 1234567 as `1,234,567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// `1 node`, `1,234 nodes`.
pub fn count(number: u64, one: &str) -> String {
    let plural = match one.strip_suffix('y') {
        _ if number == 1 => one.to_owned(),
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
        _ => format!("{one}s"),
    };
    format!("{} {plural}", grouped(number))
}

/// Says once of each claim, when somebody has waited for a second, that its walk grows beyond its
/// file.
pub fn tell_growth(mut tell: impl FnMut(String)) -> impl FnMut(&str, &Course) {
    const PATIENCE: Duration = Duration::from_secs(1);
    let mut is_told = false;
    move |name, course| {
        is_told &= course.time >= PATIENCE;
        if !is_told && course.time >= PATIENCE && course.grows() {
            is_told = true;
            tell(format!(
                "{name}: the walk grows beyond its file: {} so far through {}, read up to line \
                 {} of {}; under superko that may not end before the limit of time",
                count(course.steps, "step"),
                count(course.positions, "position"),
                grouped(course.line),
                grouped(course.last_line),
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_for_people() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(count(1, "ply"), "1 ply");
        assert_eq!(count(2, "ply"), "2 plies");
        assert_eq!(count(1000, "node"), "1,000 nodes");
    }
}
