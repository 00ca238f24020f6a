//! An answer, compared with what is certified.

use serde::Serialize;
use threefold_chess::Chess;
use threefold_game::{Game, History};

use crate::client::{Answer, Bound, Info, Score};
use crate::line::played;
use crate::truth::{Truths, Value, occurred_before};

/// Which scores are taken for claims, in hundredths of a pawn. An engine does not say that it
/// means them so; a mate it does mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Margins {
    /// Scores from minus this to this claim a draw.
    pub draw: i64,
    /// Scores beyond this, on either side, claim a win or a loss.
    pub decided: i64,
}

impl Default for Margins {
    fn default() -> Self {
        Margins { draw: 5, decided: 500 }
    }
}

/// What is wrong with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// It claims a mate that nobody can force, or that the other side can.
    FalseMate,
    /// Its score is that of a draw, and the position is won or lost.
    FalseDraw,
    /// Its score is that of a won or lost position, which it is not.
    FalseScore,
    /// Its move gives away the win or the draw.
    BadMove,
    /// Its move is not legal, or it has none where there are some.
    IllegalMove,
    /// Its line has a move that is not legal.
    IllegalLine,
    /// Its line ends in a draw by repetition, and its score is not that of a draw.
    RepeatingLine,
}

impl Fault {
    /// All of them.
    pub const ALL: [Fault; 7] = [
        Fault::FalseMate,
        Fault::FalseDraw,
        Fault::FalseScore,
        Fault::BadMove,
        Fault::IllegalMove,
        Fault::IllegalLine,
        Fault::RepeatingLine,
    ];

    /// The name used in output.
    pub const fn name(self) -> &'static str {
        match self {
            Fault::FalseMate => "false-mate",
            Fault::FalseDraw => "false-draw",
            Fault::FalseScore => "false-score",
            Fault::BadMove => "bad-move",
            Fault::IllegalMove => "illegal-move",
            Fault::IllegalLine => "illegal-line",
            Fault::RepeatingLine => "repeating-line",
        }
    }
}

/// What a score claims, and whether it is a mate.
fn claim(info: &Info, margins: Margins) -> Option<(Value, bool)> {
    let (least, most) = match info.bound {
        Bound::Exact => (true, true),
        Bound::Lower => (true, false),
        Bound::Upper => (false, true),
    };
    // A bound claims a win from below or a loss from above, and nothing else.
    match info.score {
        Score::Mate(moves) if moves > 0 && least => Some((Value::Win, true)),
        Score::Mate(moves) if moves <= 0 && most => Some((Value::Loss, true)),
        Score::Centipawns(score) if score > margins.decided && least => Some((Value::Win, false)),
        Score::Centipawns(score) if score < -margins.decided && most => Some((Value::Loss, false)),
        Score::Centipawns(score) if score.abs() <= margins.draw && least && most => {
            Some((Value::Draw, false))
        }
        _ => None,
    }
}

/// What is wrong with an answer about the root of a game, whose value is `truth`. The second is
/// false if the value after the move could not be certified: nothing is said about the move then.
pub fn judge(
    answer: &Answer,
    history: &History<Chess>,
    truth: Value,
    margins: Margins,
    truths: &mut Truths,
) -> (Vec<Fault>, bool) {
    let mut faults = Vec::new();
    let claimed = answer.info.as_ref().and_then(|info| claim(info, margins));
    match claimed {
        Some((value, _)) if value == truth => {}
        Some((_, true)) => faults.push(Fault::FalseMate),
        Some((Value::Draw, _)) => faults.push(Fault::FalseDraw),
        Some(_) => faults.push(Fault::FalseScore),
        None => {}
    }
    let mut is_complete = true;
    let best = answer.best.as_deref().and_then(|m| Chess.parse_move(history.root(), m).ok());
    match best.and_then(|m| after(history, &[m])) {
        None => faults.push(Fault::IllegalMove),
        Some(after) => match truths.value(&after).map(Value::reversed) {
            Some(value) if value < truth => faults.push(Fault::BadMove),
            Some(_) => {}
            None => is_complete = false,
        },
    }
    if let Some(info) = &answer.info {
        let decided = claimed.filter(|(value, _)| *value != Value::Draw);
        faults.extend(fault_of_line(&info.line, history, decided.map(|(_, mates)| mates)));
    }
    (faults, is_complete)
}

fn after(
    history: &History<Chess>,
    moves: &[threefold_chess::cozy_chess::Move],
) -> Option<History<Chess>> {
    let moves: Vec<_> = history.moves().iter().chain(moves).copied().collect();
    played(history.start(), &moves)
}

/// Plays the line. `decided`: the score is that of a won or lost position; whether by mate.
fn fault_of_line(
    line: &[String],
    history: &History<Chess>,
    decided: Option<bool>,
) -> Option<Fault> {
    let mut game = history.clone();
    for (ply, text) in line.iter().enumerate() {
        // Engines go on where neither side can mate any more: there is nothing left to judge.
        if Chess.terminal(game.root()).is_some() {
            return None;
        }
        let Ok(m) = Chess.parse_move(game.root(), text) else { return Some(Fault::IllegalLine) };
        game.push(&Chess, m);
        let times = occurred_before(&game, game.root());
        let in_line =
            game.positions()[history.positions().len()..].iter().any(|met| met == game.root());
        match decided {
            // After a repetition anything may follow, but no player who wins has allowed it.
            Some(mates) if times >= 2 || mates && in_line => return Some(Fault::RepeatingLine),
            _ if ply > 200 => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use threefold_game::RepetitionRule;

    use super::*;

    const WON: &str = "8/8/8/7k/P7/8/8/K7 w - -";
    const DRAWN: &str = "8/8/8/4k3/P7/8/8/K7 w - -";

    fn faults(fen: &str, moves: &str, info: &str, best: &str) -> Vec<Fault> {
        let moves = moves.split_whitespace();
        let history =
            History::from_notation(&Chess, fen.parse().unwrap(), moves, RepetitionRule::Draw)
                .unwrap();
        let mut truths = Truths::new(1_000_000);
        let truth = truths.value(&history).expect("it is small");
        let best = Some(best.to_owned());
        let answer = Answer { best, info: Info::parse(info).unwrap() };
        judge(&answer, &history, truth, Margins::default(), &mut truths).0
    }

    #[test]
    fn right_answers_have_no_fault() {
        assert_eq!(faults(WON, "", "score mate 9 pv a4a5 h5g5", "a4a5"), []);
        assert_eq!(faults(WON, "", "score cp 200", "a4a5"), [], "no claim");
        assert_eq!(faults(DRAWN, "", "score cp 0", "a4a5"), []);
    }

    #[test]
    fn claims_that_contradict_the_certificate() {
        assert_eq!(faults(WON, "", "score cp 0", "a4a5"), [Fault::FalseDraw]);
        assert_eq!(faults(WON, "", "score cp -800", "a4a5"), [Fault::FalseScore]);
        assert_eq!(faults(DRAWN, "", "score mate 7", "a4a5"), [Fault::FalseMate]);
        assert_eq!(faults(DRAWN, "", "score mate -3", "a4a5"), [Fault::FalseMate]);
    }

    #[test]
    fn a_bound_claims_only_what_it_says() {
        assert_eq!(faults(DRAWN, "", "score cp 900 lowerbound", "a4a5"), [Fault::FalseScore]);
        assert_eq!(faults(DRAWN, "", "score cp 900 upperbound", "a4a5"), []);
        assert_eq!(faults(WON, "", "score cp 0 lowerbound", "a4a5"), []);
        assert_eq!(faults(WON, "", "score mate -2 upperbound", "a4a5"), [Fault::FalseMate]);
    }

    #[test]
    fn moves_are_judged_by_the_position_after_them() {
        let close = "8/8/8/5k2/P7/8/8/K7 w - -";
        assert_eq!(faults(close, "", "", "a4a5"), []);
        assert_eq!(faults(close, "", "", "a1b1"), [Fault::BadMove], "the king is in the square");
        assert_eq!(faults(WON, "", "", "a4a6"), [Fault::IllegalMove]);
        assert_eq!(faults(WON, "", "", "castles"), [Fault::IllegalMove]);
    }

    #[test]
    fn a_move_that_repeats_for_the_third_time_gives_the_win_away() {
        let fen = "8/8/8/8/8/8/p7/2k4K b - -";
        let game = "c1b1 h1g1 b1c1 g1h1 c1b1 h1g1 b1a1 g1h1";
        assert_eq!(faults(fen, game, "score mate 9", "a1b2"), []);
        assert_eq!(faults(fen, game, "score mate 9", "a1b1"), [Fault::BadMove]);
        let line = "score mate 9 pv a1b1 h1g1";
        assert_eq!(faults(fen, game, line, "a1b2"), [Fault::RepeatingLine]);
    }

    #[test]
    fn lines_are_played() {
        assert_eq!(faults(WON, "", "score mate 9 pv a4a5 h5h7", "a4a5"), [Fault::IllegalLine]);
        let bare_kings = "score cp 0 pv b2a2 h1h2 a2b2";
        assert_eq!(faults("8/8/8/8/8/8/Pk6/7K b - -", "", bare_kings, "b2a2"), []);
        let circle = "score mate 9 pv a1b1 h5g5 b1a1 g5h5";
        assert_eq!(faults(WON, "", circle, "a4a5"), [Fault::RepeatingLine]);
        assert_eq!(faults(DRAWN, "", "score cp 0 pv a1b1 e5e4 b1a1 e4e5", "a4a5"), []);
    }
}
