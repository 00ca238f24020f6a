//! The trait that a game implements.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Footprint, NotationError, Outcome, Player, RepetitionRule};

/// A position in few words ([`Game::pack`]).
pub type Packed = [u64; 8];

/// A two-player game of perfect information without chance, whose positions may repeat: its rules
/// and its notation.
///
/// This is what a checker trusts, and all that it calls: a game whose certificates are only to be
/// checked implements nothing else. What the search wants on top is
/// [`Searchable`](crate::Searchable); facts from elsewhere, as from an endgame database, are
/// [`Knowledge`](crate::Knowledge).
///
/// The value that implements the trait holds the rules (board size, goal, tables); positions are
/// values of [`Game::Position`]. Everything is dispatched statically. A game chooses between
/// copy-make ([`Game::Undo`] is the old position) and make/undo in place.
///
/// # What checker and search rely on
/// - [`Game::moves`] is deterministic: the same position gives the same moves in the same order.
/// - `undo` restores the position exactly, whatever is kept in it included.
/// - Under superko, having fewer moves never helps a player ([`Game::stuck`] is no success of the
///   player who cannot move).
///
/// # Example: a complete game, which can be searched
/// A token walks on a ring of `n` fields; First starts the game one step before the goal but only
/// moves by 2 or back by 1, Second by 1 or back by 2. Who stands on field 0 after his move wins.
/// Nothing stops the token from going round for ever, so repetition matters.
///
/// ```
/// use threefold_game::*;
///
/// struct Ring {
///     fields: u8,
/// }
///
/// #[derive(Clone, PartialEq, Eq, Hash, Debug)]
/// struct Token {
///     field: u8,
///     turn: Player,
/// }
///
/// impl Game for Ring {
///     type Position = Token;
///     type Move = i8; // steps
///     type Undo = Token; // copy-make
///     type Situation = Token;
///     type Footprint = ExactFootprint;
///
///     fn name(&self) -> &str {
///         "ring"
///     }
///     fn parameters(&self) -> String {
///         self.fields.to_string()
///     }
///     fn player_name(&self, player: Player) -> &str {
///         ["first", "second"][player.index()]
///     }
///     fn repetition_rules(&self) -> &[RepetitionRule] {
///         &[RepetitionRule::Draw]
///     }
///     fn player_to_move(&self, position: &Token) -> Player {
///         position.turn
///     }
///     fn terminal(&self, position: &Token) -> Option<Outcome> {
///         (position.field == 0).then(|| Outcome::Win(position.turn.opponent()))
///     }
///     fn moves(&self, position: &Token, moves: &mut Vec<i8>) {
///         moves.extend(match position.turn {
///             Player::First => [2, -1],
///             Player::Second => [1, -2],
///         });
///     }
///     fn stuck(&self, position: &Token) -> Outcome {
///         Outcome::Win(position.turn.opponent())
///     }
///     fn make(&self, position: &mut Token, steps: i8) -> Token {
///         let before = position.clone();
///         position.field = (position.field as i8 + steps).rem_euclid(self.fields as i8) as u8;
///         position.turn = position.turn.opponent();
///         before
///     }
///     fn undo(&self, position: &mut Token, _steps: i8, before: Token) {
///         *position = before;
///     }
///     fn situation(&self, position: &Token, _rule: RepetitionRule) -> Token {
///         position.clone()
///     }
///     fn write_move(&self, _position: &Token, steps: i8, out: &mut String) {
///         out.push_str(&format!("{steps:+}"));
///     }
///     fn write_position(&self, position: &Token, out: &mut String) {
///         out.push_str(&format!("{} {}", position.field, self.player_name(position.turn)));
///     }
///     fn parse_position(&self, text: &str) -> Result<Token, NotationError> {
///         let (field, turn) = text
///             .split_once(' ')
///             .ok_or_else(|| NotationError::new("expected '<field> first|second'"))?;
///         let field = field.parse().map_err(|_| NotationError::new("expected a field number"))?;
///         let turn = match turn {
///             "first" => Player::First,
///             "second" => Player::Second,
///             _ => return Err(NotationError::new("expected 'first' or 'second'")),
///         };
///         Ok(Token { field, turn })
///     }
/// }
///
/// // Only what is to be searched needs this.
/// impl Searchable for Ring {
///     fn key(&self, position: &Token) -> u64 {
///         // Any good 64-bit hash; multiplication by an odd constant mixes enough here.
///         (u64::from(position.field) * 2 + position.turn.index() as u64 + 1)
///             .wrapping_mul(0x9E37_79B9_7F4A_7C15)
///     }
///     fn encode_move(&self, _position: &Token, steps: i8) -> u32 {
///         steps as u8 as u32
///     }
/// }
///
/// let ring = Ring { fields: 5 };
/// let mut token = ring.parse_position("3 first").unwrap();
/// assert_eq!(ring.parse_move(&token, "+2"), Ok(2));
/// ring.make(&mut token, 2);
/// assert_eq!(ring.terminal(&token), Some(Outcome::Win(Player::First)));
/// ```
pub trait Game: Sync {
    /// A position: all that the rules of the future depend on, except the history.
    /// Equality and hash must ignore whatever they do not (move counters).
    type Position: Clone + Eq + Hash + Debug + Send + Sync;
    /// A move, as small as possible.
    type Move: Copy + Eq + Debug + Send + Sync;
    /// What [`Game::make`] leaves behind for [`Game::undo`].
    type Undo;
    /// What a superko rule compares: position with side to move, or the board alone.
    type Situation: Clone + Eq + Hash + Debug;
    /// How sets of situations are kept in certificates.
    type Footprint: Footprint<Self::Situation>;

    /// The game's name on the command line and in certificates: one lower-case word.
    fn name(&self) -> &str;

    /// Parameters that follow the name in a certificate (board size, goal); empty if none.
    fn parameters(&self) -> String {
        String::new()
    }

    /// The player's name in claims and options: one lower-case word.
    fn player_name(&self, player: Player) -> &str;

    /// The rules of repetition that the game, with its parameters, may be played under. Readers,
    /// solvers and checkers refuse any other: what a game does not define means nothing.
    /// [`RepetitionRule::AttackerLoses`] and [`RepetitionRule::AttackerWins`] belong to games whose
    /// *question* decides what a repetition is (mate problems, graph games).
    fn repetition_rules(&self) -> &[RepetitionRule];

    /// Whether the rule is one of [`Game::repetition_rules`].
    fn has_rule(&self, rule: RepetitionRule) -> bool {
        self.repetition_rules().contains(&rule)
    }

    /// Whether there is [`Knowledge`](crate::Knowledge) of the game that certificates may rely on,
    /// as an endgame database. In a game without, one that declares a database is unreadable.
    fn has_databases(&self) -> bool {
        false
    }

    /// Whose turn it is.
    fn player_to_move(&self, position: &Self::Position) -> Player;

    /// The result, if the game is over here for a reason that needs no move generation.
    fn terminal(&self, position: &Self::Position) -> Option<Outcome>;

    /// Whether no move can have been played from here, so that the position is none that a history
    /// goes through. That is where the game has an end, unless [`Game::terminal`] also ends it
    /// early where its result cannot change any more: players may have gone on.
    fn is_over(&self, position: &Self::Position) -> bool {
        self.terminal(position).is_some()
    }

    /// Appends all legal moves, history apart, in a fixed order.
    /// Only called where [`Game::terminal`] is `None`.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// The result if the player to move has no legal move: none at all, or under superko none
    /// that does not repeat.
    fn stuck(&self, position: &Self::Position) -> Outcome;

    /// Plays a legal move.
    fn make(&self, position: &mut Self::Position, m: Self::Move) -> Self::Undo;

    /// Takes back the last move.
    fn undo(&self, position: &mut Self::Position, m: Self::Move, undo: Self::Undo);

    /// Whether the player to move has won after one ply at most, be it by a move or by having none,
    /// if the game sees it faster than by looking through the moves; else `None`. Only called where
    /// [`Game::terminal`] is `None`; the position is changed and restored.
    ///
    /// Checkers believe it, unlike what [`Distances`](crate::Distances) says.
    fn wins_at_once(&self, position: &mut Self::Position) -> Option<bool> {
        let _ = position;
        None
    }

    /// The position in few words, if the game has a form in which equal words are equal positions
    /// and the other way round; for all its positions, or none. Walks have millions of positions,
    /// and keep this in place of them. `None` unless the game says otherwise.
    fn pack(&self, position: &Self::Position) -> Option<Packed> {
        let _ = position;
        None
    }

    /// Whether the players hold anything besides the board: whether [`Game::hand`] is ever anything
    /// but 0.
    const HANDS: bool = false;

    /// Whether what is [held](Game::hand) is a clock: the plies that are left until the game is a
    /// draw unless a move sets it back, the same for both players. Whoever wants to win wants more
    /// of them. The clock is then all of a history that counts, and certificates have none.
    const CLOCK: bool = false;

    /// What `player` holds besides the board (pieces in hand in shogi), as a number; 0 if nothing.
    /// For games in which more is never worse: results carry the attacker's hand, and one that was
    /// found with less in it also answers for more ([`Game::dominates`]).
    ///
    /// Together with the [`board`](Game::board) it says what *both* hold, and so does it with the
    /// [`key`](crate::Searchable::key). In shogi it does: what is neither on the board nor in one
    /// hand is in the other. Where pieces leave the game, the number has to say what the opponent
    /// holds as well.
    fn hand(&self, position: &Self::Position, player: Player) -> u32 {
        let _ = (position, player);
        0
    }

    /// Whether a player to whom [`Game::hand`] says `more` does at least as well as with `less`, in
    /// every position with the same [`board`](Game::board): he can play every move that he can play
    /// with `less`, of the same text and number ([`encode_move`](crate::Searchable::encode_move)),
    /// his opponent has none that he would not have, and so it goes on after any moves of both.
    ///
    /// The search makes use of it where repetitions leave it true: not under superko, where the
    /// position with more may be one that has occurred, nor where positions of the history count as
    /// repetitions. Checkers believe it where a certificate says so.
    fn dominates(&self, more: u32, less: u32) -> bool {
        more == less
    }

    /// In a game with hands: the position without them, in few words. Positions of one game with
    /// equal words differ in the hands alone.
    fn board(&self, position: &Self::Position) -> Option<Packed> {
        let _ = position;
        None
    }

    /// What the repetition rule compares, as a value: for the checker, which trusts no key.
    fn situation(&self, position: &Self::Position, rule: RepetitionRule) -> Self::Situation;

    /// Whether no earlier position can occur after this move (captures, pawn moves, lost
    /// castling rights). Saying `false` is always right, only slower.
    fn is_irreversible(&self, position: &Self::Position, m: Self::Move) -> bool {
        let _ = (position, m);
        false
    }

    /// Whether a result for the player is one of the question that the game was made for. Where the
    /// game is a bound for one player (a part of a board, say), the other's wins say nothing, and
    /// no certificate may claim them.
    fn may_claim(&self, player: Player) -> bool {
        let _ = player;
        true
    }

    /// Whether the move is a pass: legal under superko whatever it repeats.
    fn is_pass(&self, position: &Self::Position, m: Self::Move) -> bool {
        let _ = (position, m);
        false
    }

    /// How often a position must have occurred, counting moves before the root, for the rules of
    /// the game to call it a repetition: 3 in chess. Inside the search the second occurrence
    /// decides, which gives the same value of the root.
    fn occurrences(&self) -> u32 {
        2
    }

    /// Appends the move in the game's notation (UCI, USI, PDN, GTP, names of nodes).
    fn write_move(&self, position: &Self::Position, m: Self::Move, out: &mut String);

    /// Reads a legal move of the position.
    ///
    /// # Errors
    /// The text is no move, or no legal one.
    fn parse_move(
        &self,
        position: &Self::Position,
        text: &str,
    ) -> Result<Self::Move, NotationError> {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        moves
            .into_iter()
            .find(|&m| self.move_text(position, m) == text)
            .ok_or_else(|| NotationError::new(format!("'{text}' is not a legal move here")))
    }

    /// Sorts moves by the bytes of their notation, ascending: the order in which a certificate's
    /// walk visits the opponent's moves. Games override it with something faster.
    fn sort_by_notation(&self, position: &Self::Position, moves: &mut [Self::Move]) {
        moves.sort_by_cached_key(|&m| self.move_text(position, m));
    }

    /// Appends the position in the game's own notation (FEN, SFEN, a node's name).
    fn write_position(&self, position: &Self::Position, out: &mut String);

    /// Reads what [`Game::write_position`] writes.
    ///
    /// # Errors
    /// What is wrong with the text and where.
    fn parse_position(&self, text: &str) -> Result<Self::Position, NotationError>;

    /// The move in the game's notation, as a string of its own.
    fn move_text(&self, position: &Self::Position, m: Self::Move) -> String {
        let mut out = String::new();
        self.write_move(position, m, &mut out);
        out
    }

    /// The position in the game's notation, as a string of its own.
    fn position_text(&self, position: &Self::Position) -> String {
        let mut out = String::new();
        self.write_position(position, &mut out);
        out
    }
}
