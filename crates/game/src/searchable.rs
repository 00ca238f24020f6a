//! What the search asks of a game besides its rules.

use crate::{Components, Game, Outcome, Player, RepetitionRule, Spot};

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
    /// and won by him, under every repetition rule: it must not lead to a position that can
    /// have occurred before, which a won position never has, except before the root, where
    /// [`PLAYS_ON`](Searchable::PLAYS_ON) says so.
    WinsBy(M),
    /// Whatever the player to move plays, the other one has won then, or wins at once as for
    /// [`Leaf::WinsBy`].
    LosesAtOnce,
}

/// A game that can be searched: what names its positions in a table, and what it knows of them.
///
/// Nothing here can make a wrong claim pass: a checker calls [`Game`] alone. What is wrong here
/// costs answers, or makes them wrong; what is slow here makes the search slow.
///
/// # What the search relies on
/// - Two positions with the same [`key`](Searchable::key) and the same
///   [`hand`](Game::hand) of one of the players, whoever he is, are the same, or are turned
///   and mirrored images of each other ([`symmetry`](Searchable::symmetry) tells them apart).
/// - What [`Game::make`] does to keys, [`Game::undo`] takes back.
/// - What repeats for [`repetition_key`](Searchable::repetition_key) repeats for
///   [`Game::situation`], and the other way round.
///
/// See [`Game`] for an example.
pub trait Searchable: Game {
    /// The transposition key, 64 well-mixed bits, maintained incrementally where that is faster.
    ///
    /// It covers everything that the rules of the *future* depend on, except the history and except
    /// what the players hold in hand: whatever the [`hand`](Game::hand) of one player does
    /// not say, the key does.
    fn key(&self, position: &Self::Position) -> u64;

    /// The key of the position behind a legal move, where it can be said for less than playing the
    /// move costs: many positions are only looked up. Only called where [`Game::terminal`] is
    /// `None`. To say nothing is always right.
    ///
    /// Where there is a key, the game is not over there as far as [`Game::terminal`] sees, the game
    /// has no [`symmetries`](Searchable::symmetries), the players hold what
    /// [`hands_after`](Searchable::hands_after) says, and the
    /// [`repetition_key`](Searchable::repetition_key) is, under every rule, what it is of key and
    /// hands if the game says nothing else.
    fn key_after(&self, position: &Self::Position, m: Self::Move) -> Option<u64> {
        let _ = (position, m);
        None
    }

    /// What the first and the second player hold ([`Game::hand`]) behind a legal move of which
    /// [`key_after`](Searchable::key_after) gives the key.
    fn hands_after(&self, position: &Self::Position, m: Self::Move) -> [u32; 2] {
        let _ = (position, m);
        [0, 0]
    }

    /// The [`key`](Searchable::key) and the [`repetition_key`](Searchable::repetition_key) of the
    /// position behind a legal move, where they can be said for less than playing the move and
    /// looking at what it leads to. To say nothing is always right.
    ///
    /// Unlike with [`key_after`](Searchable::key_after), the game may be over there: that is asked
    /// where the table has nothing of the position. Where there are keys, nobody holds anything
    /// ([`Game::hand`] is 0), and the game has no [`symmetries`](Searchable::symmetries).
    fn keys_after(
        &self,
        position: &Self::Position,
        m: Self::Move,
        rule: RepetitionRule,
    ) -> Option<[u64; 2]> {
        let _ = (position, m, rule);
        None
    }

    /// Results are stored for more hands than the one with which they were found: a proof for the
    /// least that `player` needs in hand, a disproof for the most that does not help him. This is
    /// that bound for a position, if behind the move `m` it is `bound`: with it, whoever's move it
    /// is, `m` is legal, leads to a position with the same [`key`](Searchable::key), and to a hand
    /// for which the bound behind `m` answers.
    ///
    /// What is at hand is always such a bound, and is what is said unless the game knows better.
    /// Then it says [`Searchable::bound_of_moves`] and [`Searchable::tighter`], too.
    fn bound_before(
        &self,
        position: &Self::Position,
        player: Player,
        m: Self::Move,
        bound: u32,
        proven: bool,
    ) -> u32 {
        let _ = (m, bound, proven);
        self.hand(position, player)
    }

    /// Within which hands of `player` whoever is to move has no moves but those that he has here:
    /// the least or the most, as in [`Searchable::bound_before`].
    fn bound_of_moves(&self, position: &Self::Position, player: Player, proven: bool) -> u32 {
        let _ = proven;
        self.hand(position, player)
    }

    /// The bound of what lies within both: if `proven` the least hand that dominates both, else
    /// the most that both dominate.
    fn tighter(&self, one: u32, other: u32, proven: bool) -> u32 {
        let _ = (other, proven);
        one
    }

    /// Whether a position in which the game is over can have occurred before the root, since
    /// nothing keeps anybody from playing on there. Under superko a move that
    /// [wins at once](Leaf::WinsBy) may be banned then, and is not believed.
    const PLAYS_ON: bool = false;

    /// Whether there are chains of moves: whether [`chain`](Searchable::chain) is ever anything but
    /// 0.
    const CHAINS: bool = false;

    /// Moves with the same number, unless it is 0, are tried one after another, in the order of
    /// [`Game::moves`]: as long as the first of them that is not refuted is open, the numbers of
    /// the position leave the later ones out. For moves of which one refutation mostly answers all,
    /// as it does for pieces put on one square between a check and the king. This is about the
    /// order of the search alone: a position is solved when all its moves are answered. From 1 to
    /// 128.
    fn chain(&self, position: &Self::Position, m: Self::Move) -> u8 {
        let _ = (position, m);
        0
    }

    /// Whether the game knows more about its moves than about the positions behind them: whether
    /// [`factors`](Searchable::factors) ever says anything.
    const FACTORS: bool = false;

    /// How much harder each of the moves, all that there are, counts than the numbers behind it
    /// say, wherever the player to move has to choose one: in eighths, from 8 for a move that is as
    /// likely as any to get him what he wants. `factors` is empty, and gets as many numbers as
    /// there are moves. This is about the order of the search alone.
    fn factors(&self, position: &Self::Position, moves: &[Self::Move], factors: &mut Vec<u8>) {
        let _ = position;
        factors.resize(moves.len(), 8);
    }

    /// Whether it pays to look for positions that two replies of the defender lead to, so that
    /// their numbers are not added up: where replies mostly lead into each other's play, as pieces
    /// that are put between a check and the king do. This is about the order of the search alone.
    const SOURCES: bool = false;

    /// How many ways of looking at a position the game has that come to the same: turned and
    /// mirrored boards. With more than one, [`Searchable::key`] is the same for all of them,
    /// [`Searchable::symmetry`] says which of them is at hand, and [`Searchable::encode_move`]
    /// numbers moves so that those that correspond have the same number. Everything else, what
    /// repeats included, is about the position as it is. At most 255.
    fn symmetries(&self) -> u32 {
        1
    }

    /// Which of the [`Searchable::symmetries`] leads from the position to the one that stands for
    /// all of those that share its key: two positions with the same key and the same symmetry are
    /// the same. Below [`Searchable::symmetries`].
    fn symmetry(&self, position: &Self::Position) -> u8 {
        let _ = position;
        0
    }

    /// What the repetition rule compares ([`Game::situation`]), as a key. Unless the game says
    /// otherwise: the whole position, the hands of both players included. Games override it where
    /// the rule compares less than the state (positional superko, a pass counter).
    fn repetition_key(&self, position: &Self::Position, rule: RepetitionRule) -> u64 {
        let _ = rule;
        let key = of_both_hands(self, position);
        if self.symmetries() == 1 {
            return key;
        }
        mix(key ^ (1 + u64::from(self.symmetry(position))) << 56)
    }

    /// [`Searchable::repetition_key`] of whichever of the turned and mirrored situations stands for
    /// all of them, in games with [`Searchable::symmetries`]: the same key for those that come to
    /// the same. Such a game that says what its repetition key is says this, too.
    fn repetition_image(&self, position: &Self::Position, rule: RepetitionRule) -> u64 {
        match self.symmetries() {
            1 => self.repetition_key(position, rule),
            _ => of_both_hands(self, position),
        }
    }

    /// Whether positions that the rule takes for the same always are the same position.
    /// Where they need not be, every result from the table is verified on the path at hand,
    /// because the no-repetition shortcut of Kishimoto and Mueller is unsound there.
    fn repetition_is_exact(&self, rule: RepetitionRule) -> bool {
        rule != RepetitionRule::PositionalSuperko
    }

    /// Words that [`Searchable::situation_bits`] fills; 0 where there are no such bits.
    const SITUATION_WORDS: usize = 0;

    /// What the repetition rule compares, as a string of bits, the same for the same situation. The
    /// search keeps large sets of situations as an interval, all between the AND and the OR of
    /// their bits, and must find the situations of a path outside: good bits make intervals narrow.
    /// The stones of each colour are a good beginning, and the number `n` of something as the
    /// lowest `n` bits (its interval is that from the smallest number to the largest).
    ///
    /// `bits` has [`Searchable::SITUATION_WORDS`] words, all 0.
    fn situation_bits(&self, position: &Self::Position, rule: RepetitionRule, bits: &mut [u64]) {
        let _ = (position, rule, bits);
    }

    /// Widens an interval of [`Searchable::situation_bits`], `all` being their AND and `any` their
    /// OR, so that with a situation it contains the turned and mirrored ones
    /// ([`Searchable::symmetries`]), too. If nothing is said it becomes the set of all situations.
    fn widen_to_images(&self, all: &mut [u64], any: &mut [u64]) {
        all.fill(0);
        any.fill(u64::MAX);
    }

    /// Initial proof and disproof numbers, or the result if it is seen at once. Only called where
    /// [`Game::terminal`] is `None`. The position is changed and restored by games that need to.
    fn leaf(&self, position: &mut Self::Position, attacker: Player) -> Leaf<Self::Move> {
        let _ = (position, attacker);
        Leaf::Estimate { pn: 1, dn: 1 }
    }

    /// The endings that are solved a component at a time, where a repetition is a failure of the
    /// attacker; `None` in games without any.
    fn components(&self) -> Option<&dyn Components> {
        None
    }

    /// The place of a position in its component, as `attacker` sees it; `None` if it is in none.
    fn spot(&self, position: &Self::Position, attacker: Player) -> Option<Spot> {
        let _ = (position, attacker);
        None
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
}

/// The key of a position with the hands of both players.
#[inline]
fn of_both_hands<G: Searchable + ?Sized>(game: &G, position: &G::Position) -> u64 {
    let hands = [Player::First, Player::Second].map(|player| game.hand(position, player));
    key_with_hands(game.key(position), hands)
}

/// What a repetition compares unless a game says otherwise, of the key of a position and the hands
/// of both players: the key itself where they are empty.
#[inline]
pub fn key_with_hands(key: u64, hands: [u32; 2]) -> u64 {
    match hands {
        [0, 0] => key,
        [first, second] => mix(key ^ mix(u64::from(first) << 32 | u64::from(second))),
    }
}

/// Mixes the bits of a number (the end of splitmix64).
#[inline]
fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ bits >> 31
}
