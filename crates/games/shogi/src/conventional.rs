//! The length of a mate by convention, as a game of two players who argue about it.

use std::collections::HashMap;

use threefold_game::{
    ExactFootprint, Game, NotationError, Outcome, Player, RepetitionRule, Searchable, mix, quote,
};

use crate::{Color, Interposition, Move, Position, Tsume, interpositions};

/// Mate within so many plies when futile interpositions do not count.
///
/// The attacker ([`Player::First`]) says that he mates in time, and the defender that he does not.
/// They play the problem, and argue where a piece is dropped that could be futile: whether the
/// attacker mates as soon after taking it for nothing as the defender is mated without the drop. In
/// the second of these questions they change sides: who acts as the defender says that he holds
/// out. `docs/certificate.md` has the rules.
///
/// Every play is finite, so that an ordinary certificate proves who is right.
///
/// ```
/// use threefold_game::{Game, Player};
/// use threefold_shogi::{Color, Conventional};
/// // Whatever is put between is taken, and it is mate.
/// let text = "8k/7pp/6N2/9/9/9/9/9/R8 b p 1";
/// let game = Conventional::new(Color::Black, 1);
/// assert_eq!(game.parameters(), "black conventional:1");
/// let root = game.parse_position(text)?;
/// assert!(game.terminal(&root).is_some_and(|outcome| outcome.is_win_of(Player::First)));
/// # Ok::<(), threefold_game::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conventional {
    tsume: Tsume,
    plies: u32,
}

/// What the players of [`Conventional`] are at.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Argument {
    /// The position of shogi.
    pub position: Position,
    /// The plies within which it is to be mate.
    pub plies: u32,
    /// Drops that may be futile count only if they are nearer to the king than this.
    pub nearer_than: u8,
    /// What is to be done.
    pub stage: Stage,
    /// Whether the defender acts as the attacker.
    pub is_swapped: bool,
}

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// A move of shogi.
    Play,
    /// This drop has to be called futile, or to count.
    Drop(Move),
    /// The drop that this takes was called futile, and something has to be said against it.
    Taken(Move),
}

/// A move of [`Conventional`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// A move of shogi.
    Move(Move),
    /// The drop is a move as any other.
    Counts,
    /// It is futile: taken by this move for nothing, it is mate within so many plies, and no sooner
    /// without the drop.
    Futile(Move, u32),
    /// It is not mate within so many.
    Resists,
    /// Without the drop it is mate sooner.
    Sooner,
}

type Known = HashMap<Argument, bool>;

fn is_drop(m: Move) -> bool {
    m.dropped().is_some()
}

const EVERYWHERE: u8 = u8::MAX;

impl Conventional {
    /// More plies are not asked about.
    pub const MOST_PLIES: u32 = 999;

    /// Whether this colour mates within so many plies.
    pub const fn new(attacker: Color, plies: u32) -> Conventional {
        Conventional { tsume: Tsume::new(attacker), plies }
    }

    /// The game that the parameters in a certificate name: `black conventional:5`. `None` if they
    /// are those of another game.
    pub fn from_parameters(text: &str) -> Option<Result<Conventional, NotationError>> {
        let (attacker, plies) = text.split_once(" conventional:")?;
        let number = plies.parse().ok().filter(|&number: &u32| number <= Self::MOST_PLIES);
        let number = number.filter(|number| number.to_string() == plies).ok_or_else(|| {
            NotationError::new(format!("{} is no number of plies below 1000", quote(plies)))
        });
        let tsume = Tsume::from_parameters(attacker);
        Some(tsume.and_then(|tsume| Ok(Conventional { tsume, plies: number? })))
    }

    /// What the argument about a position is at the beginning.
    pub fn argument(&self, position: Position) -> Argument {
        let (plies, nearer_than, stage) = (self.plies, EVERYWHERE, Stage::Play);
        Argument { position, plies, nearer_than, stage, is_swapped: false }
    }

    /// Whether who acts as the attacker is to move.
    pub fn attacks(&self, argument: &Argument) -> bool {
        match argument.stage {
            Stage::Play => argument.position.side_to_move() == self.tsume.attacker(),
            Stage::Drop(_) => true,
            Stage::Taken(_) => false,
        }
    }

    /// The drops that may be futile, where the defender is to move.
    pub fn candidates(&self, argument: &Argument) -> Vec<Interposition> {
        match argument.position.side_to_move() == self.tsume.attacker() {
            true => Vec::new(),
            false => interpositions(&argument.position),
        }
    }

    /// The one on the square where a move ends.
    pub fn candidate(&self, argument: &Argument, m: Move) -> Option<Interposition> {
        self.candidates(argument).into_iter().find(|one| one.drop.to() == m.to())
    }

    /// The argument after a move.
    pub fn after(&self, argument: &Argument, word: Word) -> Argument {
        let Argument { ref position, plies, stage, is_swapped, .. } = *argument;
        let play = |m| {
            let mut position = position.clone();
            position.make(m);
            let (plies, nearer_than) = (plies.saturating_sub(1), EVERYWHERE);
            Argument { position, plies, nearer_than, stage: Stage::Play, is_swapped }
        };
        let same = argument.clone();
        match (word, stage) {
            (Word::Move(m), _) => match self.candidate(argument, m).filter(|_| is_drop(m)) {
                Some(_) => Argument { stage: Stage::Drop(m), ..same },
                None => play(m),
            },
            (Word::Counts, Stage::Drop(m)) => play(m),
            (Word::Futile(by, plies), Stage::Drop(m)) => {
                let nearer_than = self.candidate(argument, m).map_or(0, |one| one.distance);
                Argument { plies, nearer_than, stage: Stage::Taken(by), ..same }
            }
            (Word::Resists, Stage::Taken(by)) => {
                let taken = self.candidate(argument, by).and_then(|one| one.without(by));
                let (position, nearer_than) = (taken.unwrap_or(same.position), EVERYWHERE);
                Argument { position, nearer_than, stage: Stage::Play, plies, is_swapped }
            }
            (Word::Sooner, _) => {
                let (plies, is_swapped) = (plies.saturating_sub(2), !is_swapped);
                Argument { plies, stage: Stage::Play, is_swapped, ..same }
            }
            _ => same,
        }
    }

    /// Whether a player is right, with at most one ply left: nothing but what the rules say. Pieces
    /// of all kinds on a square lead to the same arguments, so that what is known is kept.
    fn is_right(&self, argument: Argument, player: Player, known: &mut Known) -> bool {
        if let Some(&is_right) = known.get(&argument) {
            return is_right;
        }
        let is_own = self.player_to_move(&argument) == player;
        let mut words = Vec::new();
        self.moves(&argument, &mut words);
        let mut ways = words.into_iter().map(|word| self.after(&argument, word));
        let is_right = match is_own {
            true => ways.any(|next| self.is_right(next, player, known)),
            false => ways.all(|next| self.is_right(next, player, known)),
        };
        known.insert(argument, is_right);
        is_right
    }
}

impl Game for Conventional {
    type Position = Argument;
    type Move = Word;
    type Undo = Argument;
    type Situation = Argument;
    type Footprint = ExactFootprint;

    fn name(&self) -> &str {
        self.tsume.name()
    }

    fn parameters(&self) -> String {
        format!("{} conventional:{}", self.tsume.parameters(), self.plies)
    }

    fn player_name(&self, player: Player) -> &str {
        self.tsume.player_name(player)
    }

    fn repetition_rules(&self) -> &[RepetitionRule] {
        self.tsume.repetition_rules()
    }

    fn player_to_move(&self, argument: &Argument) -> Player {
        match self.attacks(argument) != argument.is_swapped {
            true => Player::First,
            false => Player::Second,
        }
    }

    /// With one ply left who attacks is right if it is mate in one.
    fn terminal(&self, argument: &Argument) -> Option<Outcome> {
        if argument.stage != Stage::Play || argument.plies > 1 || !self.attacks(argument) {
            return None;
        }
        let attacker = self.player_to_move(argument);
        let mates = self.is_right(argument.clone(), attacker, &mut Known::new());
        Some(Outcome::Win(if mates { attacker } else { attacker.opponent() }))
    }

    fn moves(&self, argument: &Argument, words: &mut Vec<Word>) {
        match argument.stage {
            Stage::Play if self.attacks(argument) => {
                if argument.plies > 0 {
                    let mut checks = Vec::new();
                    argument.position.checking_moves(&mut checks);
                    words.extend(checks.into_iter().map(Word::Move));
                }
            }
            Stage::Play => {
                let candidates = self.candidates(argument);
                let mut replies = Vec::new();
                argument.position.legal_moves(&mut replies);
                let is_out = |one: &Interposition| one.distance >= argument.nearer_than;
                replies.retain(|&m| !candidates.iter().any(|one| one.drop == m && is_out(one)));
                words.extend(replies.into_iter().map(Word::Move));
            }
            Stage::Drop(m) => {
                let taken = self.candidate(argument, m).map(|one| one.taken_for_nothing);
                for plies in (0..=argument.plies).step_by(2) {
                    let takes = taken.iter().flatten();
                    words.extend(takes.map(|&(by, _)| Word::Futile(by, plies)));
                }
                words.push(Word::Counts);
            }
            Stage::Taken(_) => {
                words.push(Word::Resists);
                if argument.plies > 0 {
                    words.push(Word::Sooner);
                }
            }
        }
    }

    /// Who has nothing to say is wrong.
    fn stuck(&self, argument: &Argument) -> Outcome {
        Outcome::Win(self.player_to_move(argument).opponent())
    }

    fn make(&self, argument: &mut Argument, word: Word) -> Argument {
        let next = self.after(argument, word);
        std::mem::replace(argument, next)
    }

    fn undo(&self, argument: &mut Argument, _word: Word, before: Argument) {
        *argument = before;
    }

    fn situation(&self, argument: &Argument, _rule: RepetitionRule) -> Argument {
        argument.clone()
    }

    fn write_move(&self, argument: &Argument, word: Word, out: &mut String) {
        let words = match word {
            Word::Move(m) => return self.tsume.write_move(&argument.position, m, out),
            Word::Futile(by, plies) => &format!("futile {by} {plies}"),
            Word::Counts => "counts",
            Word::Resists => "resists",
            Word::Sooner => "sooner",
        };
        out.push_str(words);
    }

    /// The position of shogi alone at the beginning; behind it, what else makes the argument.
    fn write_position(&self, argument: &Argument, out: &mut String) {
        self.tsume.write_position(&argument.position, out);
        if *argument != self.argument(argument.position.clone()) {
            let Argument { plies, nearer_than, stage, is_swapped, .. } = argument;
            out.push_str(&format!(" {plies} {nearer_than} {stage:?} {is_swapped}"));
        }
    }

    fn parse_position(&self, text: &str) -> Result<Argument, NotationError> {
        Ok(self.argument(self.tsume.parse_position(text)?))
    }
}

impl Searchable for Conventional {
    fn key(&self, argument: &Argument) -> u64 {
        let Argument { position, plies, nearer_than, stage, is_swapped } = argument;
        let stage = match stage {
            Stage::Play => 0,
            Stage::Drop(m) => 1 << 16 | u64::from(m.code()),
            Stage::Taken(m) => 2 << 16 | u64::from(m.code()),
        };
        let rest = u64::from(*plies) << 32 | u64::from(*nearer_than) << 24 | stage;
        position.key() ^ mix(rest << 1 | u64::from(*is_swapped))
    }

    fn encode_move(&self, _argument: &Argument, word: Word) -> u32 {
        match word {
            Word::Move(m) => u32::from(m.code()),
            Word::Futile(by, plies) => plies << 17 | 1 << 16 | u32::from(by.code()),
            Word::Counts => u32::MAX,
            Word::Resists => u32::MAX - 1,
            Word::Sooner => u32::MAX - 2,
        }
    }
}
