//! Verdicts in words.

use threefold_game::{Game, Player, Question, RepetitionRule};

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
    /// The words about one game.
    pub fn new(game: &'g G) -> Self {
        Words { game, is_chess: game.name() == "chess" }
    }

    /// What the game calls a player.
    pub fn player(&self, player: Player) -> &'g str {
        self.game.player_name(player)
    }

    /// Whether the idioms of chess are used: a win is a mate.
    pub fn is_chess(&self) -> bool {
        self.is_chess
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
