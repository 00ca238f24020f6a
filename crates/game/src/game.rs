//! The trait that a game implements.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Footprint, NotationError, Outcome, Player, RepetitionRule};

/// What a game knows about a position that the search has not expanded yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf<M> {
    /// Nothing but an estimate of the work: initial proof and disproof numbers, seen from the
    /// attacker. Both at least 1; a number far above 10,000 drowns what the search finds out.
    Estimate {
        /// How hard it looks to prove that the attacker succeeds.
        pn: u32,
        /// How hard it looks to prove that he does not.
        dn: u32,
    },
    /// The game is over here.
    Over(Outcome),
    /// The player to move wins at once: the move leads to a position in which the game is over
    /// and won by him, under every repetition rule (it must not lead to a position that can
    /// have occurred before, which a won position never has).
    WinsBy(M),
}

/// A two-player game of perfect information without chance, whose positions may repeat.
///
/// The value that implements the trait holds the rules (board size, goal, tables); positions are
/// values of [`Game::Position`]. Everything is dispatched statically. A game chooses between
/// copy-make ([`Game::Undo`] is the old position) and make/undo in place.
///
/// # What the search relies on
/// - [`Game::moves`] is deterministic: the same position gives the same moves in the same order.
/// - `undo` restores the position exactly, keys included.
/// - [`Game::key`] covers everything that the rules of the *future* depend on, except the history
///   and except what [`Game::hand`] reports.
/// - Under superko, having fewer moves never helps a player ([`Game::stuck`] is no success of the
///   player who cannot move).
///
/// # Example: a complete game
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
///     fn key(&self, position: &Token) -> u64 {
///         // Any good 64-bit hash; multiplication by an odd constant mixes enough here.
///         (u64::from(position.field) * 2 + position.turn.index() as u64 + 1)
///             .wrapping_mul(0x9E37_79B9_7F4A_7C15)
///     }
///     fn situation(&self, position: &Token, _rule: RepetitionRule) -> Token {
///         position.clone()
///     }
///     fn encode_move(&self, _position: &Token, steps: i8) -> u32 {
///         steps as u8 as u32
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

    /// The transposition key, 64 well-mixed bits, maintained incrementally where that is faster.
    fn key(&self, position: &Self::Position) -> u64;

    /// How many ways of looking at a position the game has that come to the same: turned and
    /// mirrored boards. With more than one, [`Game::key`] is the same for all of them,
    /// [`Game::frame`] says which of them is at hand, and [`Game::encode_move`] numbers moves so
    /// that those that correspond have the same number. Everything else, what repeats included, is
    /// about the position as it is.
    fn frames(&self) -> u32 {
        1
    }

    /// In which of the [`Game::frames`] the position stands to those that share its key: two
    /// positions with the same key and the same frame are the same. Below [`Game::frames`], which
    /// is at most 255.
    fn frame(&self, position: &Self::Position) -> u8 {
        let _ = position;
        0
    }

    /// What the repetition rule compares, as a key. Another notion than [`Game::key`] where the
    /// rule compares less than the state (positional superko, a pass counter).
    fn repetition_key(&self, position: &Self::Position, rule: RepetitionRule) -> u64 {
        let _ = rule;
        self.key(position)
    }

    /// [`Game::repetition_key`] of whichever of the turned and mirrored situations stands for all
    /// of them, in games with [`Game::frames`]: the same key for those that come to the same.
    fn repetition_image(&self, position: &Self::Position, rule: RepetitionRule) -> u64 {
        self.repetition_key(position, rule)
    }

    /// Words that [`Game::situation_bits`] fills; 0 where there are no such bits.
    const SITUATION_WORDS: usize = 0;

    /// What the repetition rule compares, as a string of bits, the same for the same situation. The
    /// search keeps large sets of situations as an interval, all between the AND and the OR of
    /// their bits, and must find the situations of a path outside: good bits make intervals narrow.
    /// The stones of each colour are a good beginning, and the number `n` of something as the
    /// lowest `n` bits (its interval is that from the smallest number to the largest).
    ///
    /// `bits` has [`Game::SITUATION_WORDS`] words, all 0.
    fn situation_bits(&self, position: &Self::Position, rule: RepetitionRule, bits: &mut [u64]) {
        let _ = (position, rule, bits);
    }

    /// Widens an interval of [`Game::situation_bits`], `all` being their AND and `any` their OR, so
    /// that with a situation it contains the turned and mirrored ones ([`Game::frames`]), too. If
    /// nothing is said it becomes the set of all situations.
    fn widen_to_images(&self, all: &mut [u64], any: &mut [u64]) {
        all.fill(0);
        any.fill(u64::MAX);
    }

    /// What the repetition rule compares, as a value: for the checker, which trusts no key.
    fn situation(&self, position: &Self::Position, rule: RepetitionRule) -> Self::Situation;

    /// Whether positions that the rule takes for the same always are the same position.
    /// Where they need not be, every result from the table is verified on the path at hand,
    /// because the no-repetition shortcut of Kishimoto and Mueller is unsound there.
    fn repetition_is_exact(&self, rule: RepetitionRule) -> bool {
        rule != RepetitionRule::PositionalSuperko
    }

    /// Whether no earlier position can occur after this move (captures, pawn moves, lost
    /// castling rights). Saying `false` is always right, only slower.
    fn is_irreversible(&self, position: &Self::Position, m: Self::Move) -> bool {
        let _ = (position, m);
        false
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

    /// Initial proof and disproof numbers, or the result if it is seen at once. Only called where
    /// [`Game::terminal`] is `None`. The position is changed and restored by games that need to.
    fn leaf(&self, position: &mut Self::Position, attacker: Player) -> Leaf<Self::Move> {
        let _ = (position, attacker);
        Leaf::Estimate { pn: 1, dn: 1 }
    }

    /// The exact, path-independent result from an endgame database.
    fn probe(&self, position: &Self::Position) -> Option<Outcome> {
        let _ = position;
        None
    }

    /// The declaration of the database that [`Game::probe`] uses, for certificates:
    /// `checkers-wld 5 blake3:<hash>`.
    fn database(&self) -> Option<String> {
        None
    }

    /// What the attacker holds besides the board, for games in which more is never worse
    /// (pieces in hand in shogi). Positions with equal keys may differ in it.
    fn hand(&self, position: &Self::Position, attacker: Player) -> u32 {
        let _ = (position, attacker);
        0
    }

    /// Whether the attacker holding `more` can do all that he can do holding `less`.
    fn dominates(&self, more: u32, less: u32) -> bool {
        more == less
    }

    /// The move as a number for the table; the same move of the same position always gives
    /// the same number, and no two moves of a position share one.
    fn encode_move(&self, position: &Self::Position, m: Self::Move) -> u32;

    /// The legal move with this number, or `None` if there is none here (the entry then belongs
    /// to another position with the same key).
    fn decode_move(&self, position: &Self::Position, code: u32) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        moves.into_iter().find(|&m| self.encode_move(position, m) == code)
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
