//! A game of its own, from the rules to the checked certificate.
//!
//! ```text
//! cargo run -p threefold --example knights
//! ```
//!
//! **Knights' duel.** Two knights stand on a board of 4 by 4 fields. The players take turns and
//! must move their knight. Who captures the other one wins, and First also wins by reaching the
//! field in the top right corner (`d4`). Knights can go round for ever: a repeated position is
//! a draw.
//!
//! What a checker needs to know is in `impl Game for Duel` below, what the solver wants on top in
//! `impl Searchable for Duel`.

use threefold::certificate::{Certificate, check, write_file};
use threefold::game::{
    ExactFootprint, Game, History, NotationError, Outcome, Player, Question, RepetitionRule,
    Searchable,
};
use threefold::search::{Options, Solver, Verdict, longest_resistance};

const SIDE: i8 = 4;
const GOAL: u8 = 15;
const JUMPS: [(i8, i8); 8] =
    [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];

/// The rules. They have no parameters.
struct Duel;

/// Fields are numbered from a1 = 0 to d4 = 15, rank by rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Position {
    /// The knights of First and Second.
    knights: [u8; 2],
    turn: Player,
}

impl Position {
    fn ours(&self) -> u8 {
        self.knights[self.turn.index()]
    }

    fn theirs(&self) -> u8 {
        self.knights[self.turn.opponent().index()]
    }
}

impl Game for Duel {
    type Position = Position;
    /// The field a knight jumps to.
    type Move = u8;
    /// Positions are small: to take a move back is to copy the old one.
    type Undo = Position;
    type Situation = Position;
    type Footprint = ExactFootprint;

    fn name(&self) -> &str {
        "duel"
    }

    fn player_name(&self, player: Player) -> &str {
        ["first", "second"][player.index()]
    }

    /// Who goes round in circles has not won.
    fn repetition_rules(&self) -> &[RepetitionRule] {
        &[RepetitionRule::Draw]
    }

    fn player_to_move(&self, position: &Position) -> Player {
        position.turn
    }

    fn terminal(&self, position: &Position) -> Option<Outcome> {
        if position.ours() == position.theirs() {
            Some(Outcome::Win(position.turn.opponent()))
        } else if position.knights[0] == GOAL {
            Some(Outcome::Win(Player::First))
        } else {
            None
        }
    }

    fn moves(&self, position: &Position, moves: &mut Vec<u8>) {
        let (file, rank) = (position.ours() as i8 % SIDE, position.ours() as i8 / SIDE);
        for (right, up) in JUMPS {
            let (file, rank) = (file + right, rank + up);
            if (0..SIDE).contains(&file) && (0..SIDE).contains(&rank) {
                moves.push((rank * SIDE + file) as u8);
            }
        }
    }

    /// A knight can always move.
    fn stuck(&self, _position: &Position) -> Outcome {
        Outcome::Draw
    }

    fn make(&self, position: &mut Position, to: u8) -> Position {
        let before = *position;
        position.knights[position.turn.index()] = to;
        position.turn = position.turn.opponent();
        before
    }

    fn undo(&self, position: &mut Position, _to: u8, before: Position) {
        *position = before;
    }

    fn situation(&self, position: &Position, _rule: RepetitionRule) -> Position {
        *position
    }

    fn write_move(&self, _position: &Position, to: u8, out: &mut String) {
        write_field(to, out);
    }

    /// `a1 c3 first`: the knights and whose turn it is.
    fn write_position(&self, position: &Position, out: &mut String) {
        for knight in position.knights {
            write_field(knight, out);
            out.push(' ');
        }
        out.push_str(self.player_name(position.turn));
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let expected =
            || NotationError::new("expected two fields and first or second: a1 c3 first");
        let words: Vec<&str> = text.split_whitespace().collect();
        let &[first, second, turn] = &words[..] else { return Err(expected()) };
        let knights =
            [parse_field(first).ok_or_else(expected)?, parse_field(second).ok_or_else(expected)?];
        let turn = Player::ALL.into_iter().find(|&player| self.player_name(player) == turn);
        Ok(Position { knights, turn: turn.ok_or_else(expected)? })
    }
}

impl Searchable for Duel {
    /// Any 64 well-mixed bits: the finaliser of SplitMix64.
    fn key(&self, position: &Position) -> u64 {
        let [first, second] = position.knights.map(u64::from);
        let mut key = 1 + first + 16 * second + 256 * position.turn.index() as u64;
        key = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        key = (key ^ (key >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        key = (key ^ (key >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        key ^ (key >> 31)
    }

    fn encode_move(&self, _position: &Position, to: u8) -> u32 {
        to.into()
    }
}

fn write_field(field: u8, out: &mut String) {
    out.push(char::from(b'a' + field % SIDE as u8));
    out.push(char::from(b'1' + field / SIDE as u8));
}

fn parse_field(text: &str) -> Option<u8> {
    let &[file, rank] = text.as_bytes() else { return None };
    let (file, rank) = (file.checked_sub(b'a')?, rank.checked_sub(b'1')?);
    (file < SIDE as u8 && rank < SIDE as u8).then_some(rank * SIDE as u8 + file)
}

/// What is known of a position after both questions: can First win, and can Second?
fn value(position: Position) -> Result<&'static str, Box<dyn std::error::Error>> {
    let history = History::new(position);
    let mut blocks = Vec::new();
    let mut value = "draw";
    for attacker in Player::ALL {
        let question = Question::new(attacker, RepetitionRule::Draw);
        let options = Options { table_bytes: 1 << 16, ..Options::default() };
        let mut solver = Solver::new(&Duel, question, options);
        let proven = match solver.solve(&history).verdict {
            Verdict::Proven => true,
            Verdict::Disproven => false,
            Verdict::Unknown(reason) => return Err(reason.to_string().into()),
        };
        let certificate = solver.certificate(&history, proven, RepetitionRule::Draw)?;
        // The proof has to convince a checker that knows the rules and nothing else.
        let verified = check(&Duel, &certificate.block)?;
        println!("  {verified} ({} positions)", verified.positions);
        if proven {
            if let Some(line) = longest_resistance(&Duel, &(), &history, &certificate.block) {
                let mut moves = String::new();
                for to in line {
                    moves.push(' ');
                    write_field(to, &mut moves);
                }
                println!("  longest resistance within the proof:{moves}");
            }
            value = ["first wins", "second wins"][attacker.index()];
            blocks = vec![certificate.block];
            break;
        }
        blocks.push(certificate.block);
    }
    // One block for a win, two for a draw: neither player loses.
    let path = std::env::temp_dir().join(format!("duel-{}.cert", std::process::id()));
    write_file(&path, &Certificate::new(blocks))?;
    std::fs::remove_file(&path)?;
    Ok(value)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for (text, expected) in
        [("a4 c4 second", "first wins"), ("a1 d4 first", "second wins"), ("b1 d3 first", "draw")]
    {
        println!("{text}");
        let value = value(Duel.parse_position(text)?)?;
        println!("  {value}");
        assert_eq!(value, expected);
    }
    Ok(())
}
