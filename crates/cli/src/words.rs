//! Verdicts in words.

use threefold::game::{Game, Player, Question, RepetitionRule};
use threefold::search::Verdict;

use crate::solve::{Asked, Value};
use crate::units::count;

/// A sentence with a capital letter.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// Names and idioms of a game.
pub struct Words<'g, G> {
    game: &'g G,
    is_chess: bool,
}

impl<'g, G: Game> Words<'g, G> {
    pub fn new(game: &'g G) -> Self {
        Words { game, is_chess: game.name() == "chess" }
    }

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
        match (question.rule == RepetitionRule::AttackerWins, proven, self.is_chess) {
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

    /// The value for `mover`.
    pub fn value(&self, mover: Player, value: Value) -> String {
        let (us, them) = (self.player(mover), self.player(mover.opponent()));
        match (value, self.is_chess) {
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
            return (if self.is_chess { "already mate" } else { "already decided" }).to_owned();
        }
        let moves = if claimant_moves_first { plies.div_ceil(2) } else { plies / 2 };
        let line = count(plies as u64, "ply");
        let within = "within the proof, not the shortest";
        if self.is_chess {
            let moves = count(moves as u64, "move");
            format!("mate in at most {moves}: a line of {line} {within} mate")
        } else {
            format!("win in at most {line}: a line {within} win")
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
