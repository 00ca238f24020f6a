//! Chess as problems have it: other aims than checkmate, and an attacker with fewer moves.
//!
//! An aim is a matter of who has won when the game is over, and nothing else: a selfmate is a mate
//! that counts for who is mated. So the question stays the same, and so does the search for it. An
//! aim is part of the game that a certificate names, and with it part of the question; with how
//! many moves the attacker was content is not: what he can do with some of his moves he can do.

use std::fmt;
use std::str::FromStr;

use cozy_chess::Move;
use threefold_game::{
    Distances, ExactFootprint, Game, Leaf, NotationError, Outcome, Player, RepetitionRule,
    Searchable,
};

use crate::position::{color, player};
use crate::{Board, Chess, ChessPosition, mate_in_one, movegen};

/// What the attacker wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Aim {
    /// To mate: `#`.
    #[default]
    Mate,
    /// To be mated by a defender who does not want to: `s#`.
    Selfmate,
    /// To stalemate: `=`.
    Stalemate,
    /// A selfmate in which whoever can mate has to: `r#`.
    Reflexmate,
    /// A selfmate in which the defender has to mate if he can, the attacker need not: `semi-r#`.
    SemiReflexmate,
}

impl Aim {
    /// All of them.
    pub const ALL: [Aim; 5] =
        [Aim::Mate, Aim::Selfmate, Aim::Stalemate, Aim::Reflexmate, Aim::SemiReflexmate];

    /// The word for it, as in certificates.
    pub const fn name(self) -> &'static str {
        match self {
            Aim::Mate => "mate",
            Aim::Selfmate => "selfmate",
            Aim::Stalemate => "stalemate",
            Aim::Reflexmate => "reflexmate",
            Aim::SemiReflexmate => "semi-reflexmate",
        }
    }

    /// What stands before the number of moves in a stipulation: `s#3`.
    pub const fn sign(self) -> &'static str {
        match self {
            Aim::Mate => "#",
            Aim::Selfmate => "s#",
            Aim::Stalemate => "=",
            Aim::Reflexmate => "r#",
            Aim::SemiReflexmate => "semi-r#",
        }
    }

    /// Whether who can mate has to.
    const fn obliges(self) -> bool {
        matches!(self, Aim::Reflexmate | Aim::SemiReflexmate)
    }

    /// Whether the defender makes the last move.
    pub const fn ends_with_reply(self) -> bool {
        matches!(self, Aim::Selfmate | Aim::Reflexmate | Aim::SemiReflexmate)
    }
}

/// What a problem asks for: an aim, and the number of moves if it is there.
///
/// ```
/// use threefold_chess::{Aim, Stipulation};
/// let stipulation: Stipulation = "s#3".parse()?;
/// assert_eq!((stipulation.aim, stipulation.moves), (Aim::Selfmate, Some(3)));
/// assert_eq!("=".parse::<Stipulation>()?.moves, None);
/// assert!("h#2".parse::<Stipulation>().is_err());
/// # Ok::<(), threefold_game::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stipulation {
    /// What the attacker wants.
    pub aim: Aim,
    /// In how many moves.
    pub moves: Option<u32>,
}

impl fmt::Display for Stipulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.aim.sign())?;
        match self.moves {
            Some(moves) => write!(f, "{moves}"),
            None => Ok(()),
        }
    }
}

impl FromStr for Stipulation {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let error = || {
            NotationError::new("expected #N, s#N, r#N, semi-r#N or =N, with or without the number")
        };
        let is_sign = |aim: &Aim| text.trim_end_matches(|c: char| c.is_ascii_digit()) == aim.sign();
        let aim = Aim::ALL.into_iter().find(is_sign).ok_or_else(error)?;
        let moves = match &text[aim.sign().len()..] {
            "" => None,
            number => match number.parse() {
                Ok(moves @ 1..=10_000) if !number.starts_with('0') => Some(moves),
                _ => return Err(error()),
            },
        };
        Ok(Stipulation { aim, moves })
    }
}

/// With which of his moves the attacker is content. Whatever he can force with them he can force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttackerMoves {
    /// Moves that check.
    Checks,
    /// Moves after which the defender has at most so many moves.
    Replies(u32),
    /// Moves after which the defender's king has at most so many moves.
    KingMoves(u32),
}

impl fmt::Display for AttackerMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AttackerMoves::Checks => f.write_str("checks"),
            AttackerMoves::Replies(most) => write!(f, "replies<={most}"),
            AttackerMoves::KingMoves(most) => write!(f, "king-moves<={most}"),
        }
    }
}

impl FromStr for AttackerMoves {
    type Err = NotationError;

    /// ```
    /// use threefold_chess::AttackerMoves;
    /// assert_eq!("replies<=4".parse(), Ok(AttackerMoves::Replies(4)));
    /// assert!("replies<5".parse::<AttackerMoves>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Self, NotationError> {
        let number = |number: &str| number.parse().ok().filter(|&most: &u32| most <= 1000);
        let read = match text.split_once("<=") {
            None => (text == "checks").then_some(AttackerMoves::Checks),
            Some(("replies", most)) => number(most).map(AttackerMoves::Replies),
            Some(("king-moves", most)) => number(most).map(AttackerMoves::KingMoves),
            Some(_) => None,
        };
        read.ok_or_else(|| NotationError::new("expected checks, replies<=K or king-moves<=K"))
    }
}

impl AttackerMoves {
    /// Whether the move is one of them.
    pub fn has(self, position: &ChessPosition, m: Move) -> bool {
        let after = position.after(m);
        let board = after.board();
        let count = |by_king: bool| {
            let king = board.king(board.side_to_move());
            let mut count = 0;
            movegen::generate(board, |moves| {
                if !by_king || Some(moves.from) == king {
                    count += moves.len() as u32;
                }
            });
            count
        };
        match self {
            AttackerMoves::Checks => !board.checkers().is_empty(),
            AttackerMoves::Replies(most) => count(false) <= most,
            AttackerMoves::KingMoves(most) => count(true) <= most,
        }
    }
}

/// The rules of chess with an aim. White is [`Player::First`], and everything but the end of the
/// game is as in [`Chess`].
///
/// | aim | parameter | wins | insufficient material |
/// |---|---|---|---|
/// | mate | none: it is chess | who mates | ends the game |
/// | selfmate | `selfmate` | who is mated | ends the game |
/// | stalemate | `stalemate` | who stalemates | does not end it |
/// | reflexmate | `reflexmate` | who is mated; who can mate has no other moves | ends the game |
/// | semi-reflexmate | `semi-reflexmate white` | the same, White need not mate | ends the game |
///
/// ```
/// use threefold_chess::{Aim, ChessProblem};
/// use threefold_game::{Game, Outcome, Player};
/// let game = ChessProblem::new(Aim::Selfmate, Player::First);
/// assert_eq!((game.name(), game.parameters().as_str()), ("chess", "selfmate"));
/// let mated = game.parse_position("R5k1/5ppp/8/8/8/8/8/4K3 b - -")?;
/// assert_eq!(game.stuck(&mated), Outcome::Win(Player::Second));
/// # Ok::<(), threefold_game::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChessProblem {
    aim: Aim,
    /// Of a semi-reflexmate: who need not mate.
    free: Option<Player>,
    narrowed: Option<(Player, AttackerMoves)>,
}

impl ChessProblem {
    /// Chess with that aim of a player. Most aims are the same of either.
    pub fn new(aim: Aim, attacker: Player) -> Self {
        let free = (aim == Aim::SemiReflexmate).then_some(attacker);
        ChessProblem { aim, free, narrowed: None }
    }

    /// The game with these parameters, if there is one.
    pub fn with_parameters(parameters: &str) -> Option<Self> {
        let mut all =
            Aim::ALL.into_iter().flat_map(|aim| Player::ALL.map(|one| Self::new(aim, one)));
        all.find(|game| game.parameters() == parameters)
    }

    /// Whether the side to move has to mate, and can.
    fn must_mate(&self, position: &ChessPosition) -> bool {
        self.aim.obliges()
            && self.free != Some(Chess.player_to_move(position))
            && mate_in_one(position.board()).is_some()
    }

    /// The same in which a player has only some of his moves, and does not win where he has none.
    /// For a search: what he wins so is won by the rules, and nothing else follows.
    pub fn narrowed(self, attacker: Player, moves: AttackerMoves) -> Self {
        ChessProblem { narrowed: Some((attacker, moves)), ..self }
    }

    /// What the attacker wants.
    pub fn aim(&self) -> Aim {
        self.aim
    }

    fn over(&self, board: &Board) -> Outcome {
        let mover = player(board.side_to_move());
        match (self.aim, board.checkers().is_empty()) {
            (Aim::Mate, false) => Outcome::Win(mover.opponent()),
            (Aim::Selfmate | Aim::Reflexmate | Aim::SemiReflexmate, false) => Outcome::Win(mover),
            (Aim::Stalemate, true) => Outcome::Win(mover.opponent()),
            _ => Outcome::Draw,
        }
    }
}

impl Game for ChessProblem {
    type Position = ChessPosition;
    type Move = Move;
    type Undo = ChessPosition;
    type Situation = ChessPosition;
    type Footprint = ExactFootprint;

    fn name(&self) -> &str {
        Chess.name()
    }

    fn parameters(&self) -> String {
        match (self.aim, self.free) {
            (Aim::Mate, _) => String::new(),
            (aim, None) => aim.name().to_owned(),
            (aim, Some(free)) => format!("{} {}", aim.name(), self.player_name(free)),
        }
    }

    fn player_name(&self, player: Player) -> &str {
        match player {
            Player::First => "white",
            Player::Second => "black",
        }
    }

    fn repetition_rules(&self) -> &[RepetitionRule] {
        &RepetitionRule::WITHOUT_SUPERKO
    }

    fn player_to_move(&self, position: &ChessPosition) -> Player {
        Chess.player_to_move(position)
    }

    fn terminal(&self, position: &ChessPosition) -> Option<Outcome> {
        match self.aim {
            // Kings and a minor piece can stalemate.
            Aim::Stalemate => None,
            _ => Chess.terminal(position),
        }
    }

    fn moves(&self, position: &ChessPosition, moves: &mut Vec<Move>) {
        let first = moves.len();
        Chess.moves(position, moves);
        if self.must_mate(position) {
            let all = moves.split_off(first);
            moves.extend(all.into_iter().filter(|&m| mates(position, m)));
        }
        if let Some((attacker, some)) = self.narrowed
            && Chess.player_to_move(position) == attacker
        {
            let mut kept = first;
            for i in first..moves.len() {
                if some.has(position, moves[i]) {
                    moves[kept] = moves[i];
                    kept += 1;
                }
            }
            moves.truncate(kept);
        }
    }

    fn stuck(&self, position: &ChessPosition) -> Outcome {
        match self.narrowed {
            Some((attacker, _))
                if Chess.player_to_move(position) == attacker && position.board().can_move() =>
            {
                Outcome::Draw
            }
            _ => self.over(position.board()),
        }
    }

    fn make(&self, position: &mut ChessPosition, m: Move) -> ChessPosition {
        Chess.make(position, m)
    }

    fn undo(&self, position: &mut ChessPosition, m: Move, before: ChessPosition) {
        Chess.undo(position, m, before);
    }

    fn situation(&self, position: &ChessPosition, rule: RepetitionRule) -> ChessPosition {
        Chess.situation(position, rule)
    }

    fn is_irreversible(&self, position: &ChessPosition, m: Move) -> bool {
        Chess.is_irreversible(position, m)
    }

    fn wins_at_once(&self, position: &mut ChessPosition) -> Option<bool> {
        let is_chess = self.aim == Aim::Mate && self.narrowed.is_none();
        if is_chess { Chess.wins_at_once(position) } else { None }
    }

    fn occurrences(&self) -> u32 {
        Chess.occurrences()
    }

    fn write_move(&self, position: &ChessPosition, m: Move, out: &mut String) {
        Chess.write_move(position, m, out);
    }

    fn parse_move(&self, position: &ChessPosition, text: &str) -> Result<Move, NotationError> {
        let m = Chess.parse_move(position, text)?;
        match self.must_mate(position) && !mates(position, m) {
            true => Err(NotationError::new("who can mate has to")),
            false => Ok(m),
        }
    }

    fn sort_by_notation(&self, position: &ChessPosition, moves: &mut [Move]) {
        Chess.sort_by_notation(position, moves);
    }

    fn write_position(&self, position: &ChessPosition, out: &mut String) {
        Chess.write_position(position, out);
    }

    fn parse_position(&self, text: &str) -> Result<ChessPosition, NotationError> {
        Chess.parse_position(text)
    }
}

impl Searchable for ChessProblem {
    fn key(&self, position: &ChessPosition) -> u64 {
        Chess.key(position)
    }

    fn repetition_is_exact(&self, rule: RepetitionRule) -> bool {
        Chess.repetition_is_exact(rule)
    }

    /// For other aims than mate: as many replies as the defender has, of one who is in check half.
    fn leaf(&self, position: &mut ChessPosition, attacker: Player) -> Leaf<Move> {
        let board = position.board();
        match self.aim {
            // A mate at once is a check, and leaves no replies.
            Aim::Mate => Chess.leaf(position, attacker),
            _ if !board.can_move() => Leaf::Over(self.over(board)),
            _ if board.side_to_move() == color(attacker) => Leaf::Estimate { pn: 1, dn: 1 },
            _ if self.must_mate(position) => Leaf::Estimate { pn: 1, dn: 2 },
            _ => {
                let mut replies = 0;
                movegen::generate(board, |moves| replies += moves.len() as u32);
                let is_checked = !board.checkers().is_empty();
                Leaf::Estimate { pn: if is_checked { replies.div_ceil(2) } else { replies }, dn: 2 }
            }
        }
    }

    fn encode_move(&self, position: &ChessPosition, m: Move) -> u32 {
        Chess.encode_move(position, m)
    }

    /// Nothing for a move that the attacker does without.
    fn decode_move(&self, position: &ChessPosition, code: u32) -> Option<Move> {
        let m = Chess.decode_move(position, code)?;
        let is_his = |attacker| Chess.player_to_move(position) == attacker;
        match self.narrowed {
            Some((attacker, some)) if is_his(attacker) && !some.has(position, m) => None,
            _ if self.must_mate(position) && !mates(position, m) => None,
            _ => Some(m),
        }
    }
}

impl Distances for ChessProblem {
    fn winner_moves_last(&self) -> bool {
        !self.aim.ends_with_reply()
    }

    fn win_in_one(&self, position: &mut ChessPosition) -> Option<Move> {
        match self.aim {
            Aim::Mate => Chess.win_in_one(position),
            // Who moves is not mated.
            Aim::Selfmate | Aim::Reflexmate | Aim::SemiReflexmate => None,
            Aim::Stalemate => {
                let mut moves = Vec::new();
                self.moves(position, &mut moves);
                let is_stalemate = |m: &Move| {
                    let after = position.after(*m);
                    after.board().checkers().is_empty() && !after.board().can_move()
                };
                moves.into_iter().find(is_stalemate)
            }
        }
    }

    fn passed(&self, position: &ChessPosition) -> Option<ChessPosition> {
        Chess.passed(position)
    }
}

fn mates(position: &ChessPosition, m: Move) -> bool {
    position.board().mates(m)
}
