//! What a block says about itself before its moves.

use std::fmt;
use std::str::FromStr;

use threefold_game::{
    Footprint, Game, History, Knowledge, NotationError, Outcome, Player, Question, RepetitionRule,
};

/// What the claimant claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// He wins.
    Wins,
    /// He does not lose: the other player does not win.
    Holds,
}

impl Goal {
    /// The word in a claim.
    pub const fn name(self) -> &'static str {
        match self {
            Goal::Wins => "wins",
            Goal::Holds => "holds",
        }
    }

    /// Whether a game that ended with `outcome` supports the claim.
    ///
    /// ```
    /// use threefold_certificate::Goal;
    /// use threefold_game::{Outcome, Player};
    /// assert!(Goal::Holds.is_supported_by(Outcome::Draw, Player::First));
    /// assert!(!Goal::Wins.is_supported_by(Outcome::Draw, Player::First));
    /// ```
    #[inline]
    pub fn is_supported_by(self, outcome: Outcome, claimant: Player) -> bool {
        match self {
            Goal::Wins => outcome.is_win_of(claimant),
            Goal::Holds => outcome.is_held_by(claimant),
        }
    }
}

/// A claim as it is written: `white wins`, `black holds`.
///
/// ```
/// use threefold_certificate::{Claim, Goal};
/// let claim: Claim = "white wins".parse().unwrap();
/// assert_eq!(claim, Claim { player: "white".into(), goal: Goal::Wins });
/// assert_eq!(claim.to_string(), "white wins");
/// assert!("white draws".parse::<Claim>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Claim {
    /// The name of the player ([`Game::player_name`]).
    pub player: String,
    /// What is claimed.
    pub goal: Goal,
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.player, self.goal.name())
    }
}

impl FromStr for Claim {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let error = || NotationError::new("expected '<player> wins' or '<player> holds'");
        let (player, goal) = text.split_once(' ').ok_or_else(error)?;
        let goal = [Goal::Wins, Goal::Holds].into_iter().find(|g| g.name() == goal);
        let goal = goal.ok_or_else(error)?;
        if player.is_empty() {
            return Err(error());
        }
        Ok(Claim { player: player.to_owned(), goal })
    }
}

/// On which terms a [`Walk`](crate::Walk) is made: all that a header says about the question,
/// in the types of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Terms {
    /// The player whose strategy the certificate is.
    pub claimant: Player,
    /// What he claims.
    pub goal: Goal,
    /// What a repetition counts as. [`RepetitionRule::Draw`], [`RepetitionRule::AttackerLoses`] and
    /// [`RepetitionRule::AttackerWins`] mean the same walk.
    pub rule: RepetitionRule,
    /// Whether leaves may rely on [`Knowledge`] from beside the game.
    pub database: bool,
    /// Within how many plies of the root he wins; or for how many he holds, and nothing is said of
    /// what comes then. `None`: for ever. Always `None` under superko and with a database.
    pub plies: Option<u32>,
    /// What the lines leave out.
    pub omitted: Omitted,
}

/// What the lines of a body leave out, since a checker finds it by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Omitted {
    /// With so few plies left and the opponent to move a position is a leaf, which is looked
    /// through; 0 where there are no such leaves. Only of who holds for a number of plies.
    pub leaf_plies: u32,
    /// A position with the same board as a finished one and no less in the claimant's hand
    /// ([`Game::dominates`]) is skipped; where somebody holds, one with the same board as one that
    /// was met and no more in the opponent's. Without a history.
    pub hands: bool,
}

impl Omitted {
    /// Nothing.
    pub const NOTHING: Omitted = Omitted { leaf_plies: 0, hands: false };
}

impl Terms {
    /// The terms on which an answered question is certified. No database is used; set the field
    /// where one is.
    ///
    /// | rule | success | failure |
    /// |---|---|---|
    /// | `AttackerLoses`, superko | attacker wins | defender holds |
    /// | `AttackerWins` | attacker holds | defender wins |
    ///
    /// ```
    /// use threefold_certificate::{Goal, Terms};
    /// use threefold_game::{Player, Question, RepetitionRule};
    /// let question = Question { attacker: Player::First, rule: RepetitionRule::AttackerWins };
    /// let terms = Terms::of(question, false);
    /// assert_eq!((terms.claimant, terms.goal), (Player::Second, Goal::Wins));
    /// assert_eq!(terms.attacker(), Some(Player::First));
    /// ```
    pub fn of(question: Question, success: bool) -> Self {
        let rule = question.rule;
        let goal = match (rule, success) {
            (RepetitionRule::AttackerWins, true) => Goal::Holds,
            (RepetitionRule::AttackerWins, false) => Goal::Wins,
            (_, true) => Goal::Wins,
            (_, false) => Goal::Holds,
        };
        let claimant = if success { question.attacker } else { question.attacker.opponent() };
        let omitted = Omitted::NOTHING;
        Terms { claimant, goal, rule, database: false, plies: None, omitted }
    }

    /// The attacker, if what a repetition counts as depends on who he is
    /// ([`RepetitionRule::names_attacker`]). The claim says it: he wins or his opponent holds where
    /// a repetition is his failure, he holds or his opponent wins where it is his success.
    pub fn attacker(&self) -> Option<Player> {
        let is_claimant = match self.rule {
            RepetitionRule::AttackerLoses => self.goal == Goal::Wins,
            RepetitionRule::AttackerWins => self.goal == Goal::Holds,
            _ => return None,
        };
        Some(if is_claimant { self.claimant } else { self.claimant.opponent() })
    }

    /// What the claim says about a question on the same root, history and rule: that the attacker
    /// succeeds, that he does not, or nothing (he may hold a position without winning it).
    ///
    /// ```
    /// use threefold_certificate::{Goal, Omitted, Terms};
    /// use threefold_game::{Player, Question, RepetitionRule};
    /// let black_wins = Terms {
    ///     claimant: Player::Second,
    ///     goal: Goal::Wins,
    ///     rule: RepetitionRule::Draw,
    ///     database: false,
    ///     plies: None,
    ///     omitted: Omitted::NOTHING,
    /// };
    /// let white = Question::new(Player::First, RepetitionRule::Draw);
    /// assert_eq!(black_wins.answer(white), Some(false));
    /// assert_eq!(Terms { goal: Goal::Holds, ..black_wins }.answer(white), Some(false));
    /// let white_holds = Terms { claimant: Player::First, goal: Goal::Holds, ..black_wins };
    /// assert_eq!(white_holds.answer(white), None);
    /// let for_a_while = Terms { goal: Goal::Holds, plies: Some(9), ..black_wins };
    /// assert_eq!(for_a_while.answer(white), None);
    /// ```
    pub fn answer(&self, question: Question) -> Option<bool> {
        if self.goal == Goal::Holds && self.plies.is_some() {
            return None;
        }
        let by_attacker = self.claimant == question.attacker;
        let is_to_hold = question.rule == RepetitionRule::AttackerWins;
        match (by_attacker, self.goal) {
            (true, Goal::Wins) => Some(true),
            (true, Goal::Holds) => is_to_hold.then_some(true),
            (false, Goal::Wins) => Some(false),
            (false, Goal::Holds) => (!is_to_hold).then_some(false),
        }
    }

    /// Whether `outcome` supports the claim.
    #[inline]
    pub fn is_supported_by(&self, outcome: Outcome) -> bool {
        self.goal.is_supported_by(outcome, self.claimant)
    }
}

/// The header of a block: what is claimed, and about what.
///
/// The values are text in the game's own notation: a header can be read without the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// [`Game::name`].
    pub game: String,
    /// [`Game::parameters`]; empty if there are none.
    pub parameters: String,
    /// Who wins or holds.
    pub claim: Claim,
    /// Within how many plies he wins, or for how many he holds ([`Terms::plies`]).
    pub plies: Option<u32>,
    /// What the lines leave out.
    pub omitted: Omitted,
    /// What a repetition counts as.
    pub repetition: RepetitionRule,
    /// The player whom the rule is about, where it is about one
    /// ([`RepetitionRule::names_attacker`]).
    pub attacker: Option<String>,
    /// How footprints are kept ([`Footprint::KIND`]): `exact` or `interval`, under superko
    /// only.
    pub footprints: Option<String>,
    /// The position of which the claim is made.
    pub root: String,
    /// The game before the root, if there is any: `<start position> moves <move> <move> ...`.
    pub history: Option<String>,
    /// The database that leaves rely on, if there is one ([`Knowledge::declaration`]).
    pub database: Option<String>,
    /// How many lines follow the header.
    pub moves: u64,
}

impl Header {
    /// The header of a claim about the root of `history`. The number of moves is 0 until
    /// they are known; [`Block::new`](crate::Block::new) sets it.
    pub fn new<G: Game>(game: &G, history: &History<G>, terms: Terms) -> Self {
        Header {
            game: game.name().to_owned(),
            parameters: game.parameters(),
            claim: Claim { player: game.player_name(terms.claimant).to_owned(), goal: terms.goal },
            plies: terms.plies,
            omitted: terms.omitted,
            repetition: terms.rule,
            attacker: terms.attacker().map(|player| game.player_name(player).to_owned()),
            footprints: terms.rule.is_superko().then(|| G::Footprint::KIND.to_owned()),
            root: game.position_text(history.root()),
            history: (!G::CLOCK && !history.moves().is_empty()).then(|| {
                format!("{} moves {}", game.position_text(history.start()), history.notation(game))
            }),
            database: None,
            moves: 0,
        }
    }

    /// The same header of a certificate whose leaves rely on `knowledge`, if they do
    /// ([`Terms::database`]).
    pub fn relying_on<G: Game>(mut self, knowledge: &dyn Knowledge<G>, terms: Terms) -> Self {
        self.database = if terms.database { knowledge.declaration() } else { None };
        self
    }

    /// The start position and the moves that [`Header::history`] consists of.
    pub fn split_history(history: &str) -> Option<(&str, &str)> {
        // The first " moves ", not the last: a node of a graph may be called "moves", while no
        // position contains the word between blanks.
        history.split_once(" moves ")
    }

    /// Whether both are about the same question, whatever they claim: the same game, parameters,
    /// rule, attacker, root and history.
    ///
    /// ```
    /// # use threefold_certificate::Certificate;
    /// # let text = "threefold certificate 1\ngame: chess\nclaim: white wins\nrepetition: draw\n\
    /// #     root: 7k/5Q2/6K1/8/8/8/8/8 w - -\nmoves: 1\n---\nf7g7\n";
    /// # let header = Certificate::read(text.as_bytes()).unwrap().blocks.remove(0).header;
    /// let mut other = header.clone();
    /// other.claim = "black holds".parse().unwrap();
    /// assert!(header.asks_the_same_as(&other));
    /// other.root = "7k/5Q2/6K1/8/8/8/8/8 b - -".into();
    /// assert!(!header.asks_the_same_as(&other));
    /// ```
    pub fn asks_the_same_as(&self, other: &Header) -> bool {
        Key::QUESTION.into_iter().all(|key| self.value(key) == other.value(key))
    }

    /// Whether the header and the one of the block before it can stand in one file: a draw, of
    /// which each player claims that he holds it. All but the claims and the databases is the same.
    pub(crate) fn completes(&self, first: &Header) -> bool {
        let both_hold = [self, first].iter().all(|header| header.claim.goal == Goal::Holds);
        both_hold
            && self.plies.is_none()
            && self.claim.player != first.claim.player
            && !self.repetition.names_attacker()
            && Key::ALL.into_iter().all(|key| match key {
                Key::Claim | Key::Database | Key::Moves => true,
                _ => self.value(key) == first.value(key),
            })
    }

    /// The claim with the number of plies, where it has one: `white wins within 11`,
    /// `black holds plies 9`.
    pub fn claim_text(&self) -> String {
        claim_text(&self.claim, self.plies, &self.parameters)
    }

    /// The value of a key as it is written, `None` for an optional key that is not there.
    pub(crate) fn value(&self, key: Key) -> Option<String> {
        match key {
            Key::Game if self.parameters.is_empty() => Some(self.game.clone()),
            Key::Game => Some(format!("{} {}", self.game, self.parameters)),
            Key::Claim => Some(self.claim.to_string()),
            Key::Within => self.plies.filter(|_| self.claim.goal == Goal::Wins).map(decimal),
            Key::Plies => self.plies.filter(|_| self.claim.goal == Goal::Holds).map(decimal),
            Key::LeafPlies => Some(self.omitted.leaf_plies).filter(|&plies| plies > 0).map(decimal),
            Key::Hands => self.omitted.hands.then(|| HANDS_DOMINATE.to_owned()),
            Key::Repetition => Some(self.repetition.to_string()),
            Key::Attacker => self.attacker.clone(),
            Key::Footprints => self.footprints.clone(),
            Key::Root => Some(self.root.clone()),
            Key::History => self.history.clone(),
            Key::Database => self.database.clone(),
            Key::Moves => Some(self.moves.to_string()),
        }
    }
}

/// The one value of `hands`.
pub(crate) const HANDS_DOMINATE: &str = "dominate";

fn decimal(number: u32) -> String {
    number.to_string()
}

/// A claim and its number of plies in words. Where the game is about a number of plies, as by the
/// convention of shogi, its parameters have it.
pub(crate) fn claim_text(claim: &Claim, plies: Option<u32>, parameters: &str) -> String {
    if let Some((_, plies)) = parameters.split_once(" conventional:") {
        let words = if claim.goal == Goal::Wins { "within" } else { "plies" };
        return format!("{claim} {words} {plies} by convention");
    }
    match (plies, claim.goal) {
        (None, _) => claim.to_string(),
        (Some(plies), Goal::Wins) => format!("{claim} within {plies}"),
        (Some(plies), Goal::Holds) => format!("{claim} plies {plies}"),
    }
}

/// A key of the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    Game,
    Claim,
    Within,
    Plies,
    LeafPlies,
    Hands,
    Repetition,
    Attacker,
    Footprints,
    Root,
    History,
    Database,
    Moves,
}

impl Key {
    pub(crate) const COUNT: usize = 13;

    /// In the order in which they are written.
    pub(crate) const ALL: [Key; Key::COUNT] = [
        Key::Game,
        Key::Claim,
        Key::Within,
        Key::Plies,
        Key::LeafPlies,
        Key::Hands,
        Key::Repetition,
        Key::Attacker,
        Key::Footprints,
        Key::Root,
        Key::History,
        Key::Database,
        Key::Moves,
    ];

    /// Those that say what the question is.
    pub(crate) const QUESTION: [Key; 5] =
        [Key::Game, Key::Repetition, Key::Attacker, Key::Root, Key::History];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Key::Game => "game",
            Key::Claim => "claim",
            Key::Within => "within",
            Key::Plies => "plies",
            Key::LeafPlies => "leaf-plies",
            Key::Hands => "hands",
            Key::Repetition => "repetition",
            Key::Attacker => "attacker",
            Key::Footprints => "footprints",
            Key::Root => "root",
            Key::History => "history",
            Key::Database => "database",
            Key::Moves => "moves",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Key> {
        Key::ALL.into_iter().find(|key| key.name() == name)
    }
}

/// Where in the file the parts of a block stand, from 1: a refutation names a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HeaderLines {
    /// By key; the first line of the block where the key is missing.
    pub(crate) keys: [u64; Key::COUNT],
    /// The first line of the body.
    pub(crate) body: u64,
}

impl HeaderLines {
    /// The lines of a header that begins at line `first` and is written by this crate.
    pub(crate) fn as_written(header: &Header, first: u64) -> Self {
        let mut keys = [first; Key::COUNT];
        let mut line = first;
        for key in Key::ALL {
            if header.value(key).is_some() {
                line += 1;
                keys[key as usize] = line;
            }
        }
        HeaderLines { keys, body: line + 2 }
    }

    pub(crate) fn of(&self, key: Key) -> u64 {
        self.keys[key as usize]
    }
}
