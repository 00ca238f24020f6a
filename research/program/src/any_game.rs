//! All games as one.
//!
//! A comparison has dozens of searches, each of which is compiled for every game it is used with.
//! One game that stands for all of them keeps the program, and the time to build it, small.
//! Choosing the game at each call costs every treatment the same.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use threefold::checkers::egdb::Database;
use threefold::checkers::{Checkers, CheckersMove, CheckersPosition};
use threefold::chess::cozy_chess::Move as ChessMove;
use threefold::chess::{Chess, ChessPosition};
use threefold::game::{
    ExactFootprint, Game, History, Knowledge, Leaf, NotationError, Outcome, Player, RepetitionRule,
    Searchable,
};
use threefold::go::problem::{Problem, ProblemMove, ProblemPosition, ProblemSituation};
use threefold::go::{Go, GoMove, GoPosition, Situation, Wide};
use threefold::graph::{GraphGame, NodeId};
use threefold::shogi::{Move as ShogiMove, Position as ShogiPosition, Tsume};
use threefold_lab::{Informed, PawnGame};

/// One of the games. Positions and moves of one are never mixed with those of another.
pub enum AnyGame {
    Chess(Chess),
    /// Kings and pawns, where a promotion wins.
    Pawns(PawnGame),
    /// With the database, if there is one.
    Checkers(Checkers, Option<Arc<Database>>),
    Problem(Box<Problem>),
    /// With a region of more than 64 points.
    LargeProblem(Box<Problem<Wide>>),
    /// Mirrored positions share nothing: most treatments know nothing of them.
    Board(Box<Go<u64>>),
    Graph(GraphGame),
    Tsume(Tsume),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AnyPosition {
    Chess(ChessPosition),
    Pawns(ChessPosition),
    Checkers(CheckersPosition),
    Problem(ProblemPosition),
    LargeProblem(Box<ProblemPosition<Wide>>),
    Board(GoPosition<u64>),
    Graph(NodeId),
    Tsume(ShogiPosition),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyMove {
    Chess(ChessMove),
    Pawns(ChessMove),
    Checkers(CheckersMove),
    Problem(ProblemMove),
    LargeProblem(ProblemMove),
    Board(GoMove),
    Graph(NodeId),
    Tsume(ShogiMove),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AnySituation {
    Chess(ChessPosition),
    Pawns(ChessPosition),
    Checkers(CheckersPosition),
    Problem(ProblemSituation),
    LargeProblem(ProblemSituation<Wide>),
    Board(Situation<u64>),
    Graph(u32),
    Tsume(ShogiPosition),
}

const MIXED: &str = "a position or move of another game";

/// Calls a method of the game at hand with its position.
macro_rules! with_position {
    ($self:expr, $position:expr, |$game:ident, $p:ident| $body:expr) => {
        with_position!(@ [Chess Pawns Checkers Problem LargeProblem Board Graph Tsume]
            $self, $position, $game, $p, $body)
    };
    (@ [$($kind:ident)*] $self:expr, $position:expr, $game:ident, $p:ident, $body:expr) => {
        match ($self, $position) {
            $((AnyGame::$kind($game, ..), AnyPosition::$kind($p)) => $body,)*
            _ => unreachable!("{MIXED}"),
        }
    };
}

/// The same with a move.
macro_rules! with_move {
    ($self:expr, $position:expr, $m:expr, |$game:ident, $p:ident, $own:ident| $body:expr) => {
        with_move!(@ [Chess Pawns Checkers Problem LargeProblem Board Graph Tsume]
            $self, $position, $m, $game, $p, $own, $body)
    };
    (@ [$($kind:ident)*] $self:expr, $position:expr, $m:expr, $game:ident, $p:ident, $own:ident,
        $body:expr) => {
        match ($self, $position, $m) {
            $((AnyGame::$kind($game, ..), AnyPosition::$kind($p), AnyMove::$kind($own)) => $body,)*
            _ => unreachable!("{MIXED}"),
        }
    };
}

/// The same where the result is made of what belongs to the game: `$wrap` is its variant.
macro_rules! wrapped {
    ($self:expr, $position:expr, |$game:ident, $p:ident, $wrap:ident: $any:ident| $body:expr) => {
        wrapped!(@ [Chess Pawns Checkers Problem LargeProblem Board Graph Tsume]
            $self, $position, $game, $p, $wrap, $any, $body)
    };
    (@ [$($kind:ident)*] $self:expr, $position:expr, $game:ident, $p:ident, $wrap:ident, $any:ident,
        $body:expr) => {
        match ($self, $position) {
            $((AnyGame::$kind($game, ..), AnyPosition::$kind($p)) => {
                let $wrap = $any::$kind;
                $body
            })*
            _ => unreachable!("{MIXED}"),
        }
    };
}

/// Calls a method that needs no position.
macro_rules! with_game {
    ($self:expr, |$game:ident| $body:expr) => {
        with_game!(@ [Chess Pawns Checkers Problem LargeProblem Board Graph Tsume]
            $self, $game, $body)
    };
    (@ [$($kind:ident)*] $self:expr, $game:ident, $body:expr) => {
        match $self {
            $(AnyGame::$kind($game, ..) => $body,)*
        }
    };
}

/// A history of one game as one of all games.
pub fn history<G: Game>(
    game: &AnyGame,
    history: &History<G>,
    position: fn(G::Position) -> AnyPosition,
    m: fn(G::Move) -> AnyMove,
) -> History<AnyGame> {
    let mut all = History::new(position(history.start().clone()));
    history.moves().iter().for_each(|&own| all.push(game, m(own)));
    all
}

/// A game of chess as one of kings and pawns, where a promotion wins.
///
/// # Errors
/// There are other pieces, or the game was over before its last move.
pub fn pawns(history: &History<Chess>) -> Result<History<PawnGame>, String> {
    let start = PawnGame.parse_position(&Chess.position_text(history.start()));
    let mut pawns = History::new(start.map_err(|error| error.to_string())?);
    for &m in history.moves() {
        if PawnGame.is_over(pawns.root()) {
            return Err("the game goes on after a promotion has won it".to_owned());
        }
        pawns.push(&PawnGame, m);
    }
    Ok(pawns)
}

impl Game for AnyGame {
    type Position = AnyPosition;
    type Move = AnyMove;
    type Undo = AnyPosition;
    type Situation = AnySituation;
    type Footprint = ExactFootprint;

    fn name(&self) -> &str {
        with_game!(self, |game| game.name())
    }

    fn parameters(&self) -> String {
        with_game!(self, |game| game.parameters())
    }

    fn player_name(&self, player: Player) -> &str {
        with_game!(self, |game| game.player_name(player))
    }

    fn repetition_rules(&self) -> &[RepetitionRule] {
        with_game!(self, |game| game.repetition_rules())
    }

    fn has_databases(&self) -> bool {
        with_game!(self, |game| game.has_databases())
    }

    fn player_to_move(&self, position: &AnyPosition) -> Player {
        with_position!(self, position, |game, p| game.player_to_move(p))
    }

    fn terminal(&self, position: &AnyPosition) -> Option<Outcome> {
        with_position!(self, position, |game, p| game.terminal(p))
    }

    fn moves(&self, position: &AnyPosition, moves: &mut Vec<AnyMove>) {
        wrapped!(self, position, |game, p, wrap: AnyMove| {
            let mut own = Vec::new();
            game.moves(p, &mut own);
            moves.extend(own.into_iter().map(wrap));
        });
    }

    fn stuck(&self, position: &AnyPosition) -> Outcome {
        with_position!(self, position, |game, p| game.stuck(p))
    }

    fn make(&self, position: &mut AnyPosition, m: AnyMove) -> AnyPosition {
        let before = position.clone();
        with_move!(self, position, m, |game, p, own| {
            game.make(p, own);
        });
        before
    }

    fn undo(&self, position: &mut AnyPosition, _m: AnyMove, before: AnyPosition) {
        *position = before;
    }

    fn hand(&self, position: &AnyPosition, player: Player) -> u32 {
        with_position!(self, position, |game, p| game.hand(p, player))
    }

    fn dominates(&self, more: u32, less: u32) -> bool {
        with_game!(self, |game| game.dominates(more, less))
    }

    fn situation(&self, position: &AnyPosition, rule: RepetitionRule) -> AnySituation {
        wrapped!(self, position, |game, p, wrap: AnySituation| wrap(game.situation(p, rule)))
    }

    fn is_over(&self, position: &AnyPosition) -> bool {
        with_position!(self, position, |game, p| game.is_over(p))
    }

    fn is_irreversible(&self, position: &AnyPosition, m: AnyMove) -> bool {
        with_move!(self, position, m, |game, p, own| game.is_irreversible(p, own))
    }

    fn is_pass(&self, position: &AnyPosition, m: AnyMove) -> bool {
        with_move!(self, position, m, |game, p, own| game.is_pass(p, own))
    }

    fn occurrences(&self) -> u32 {
        with_game!(self, |game| game.occurrences())
    }

    fn write_move(&self, position: &AnyPosition, m: AnyMove, out: &mut String) {
        with_move!(self, position, m, |game, p, own| game.write_move(p, own, out));
    }

    fn parse_move(&self, position: &AnyPosition, text: &str) -> Result<AnyMove, NotationError> {
        wrapped!(self, position, |game, p, wrap: AnyMove| game.parse_move(p, text).map(wrap))
    }

    fn write_position(&self, position: &AnyPosition, out: &mut String) {
        with_position!(self, position, |game, p| game.write_position(p, out));
    }

    fn parse_position(&self, text: &str) -> Result<AnyPosition, NotationError> {
        match self {
            AnyGame::Chess(game) => game.parse_position(text).map(AnyPosition::Chess),
            AnyGame::Pawns(game) => game.parse_position(text).map(AnyPosition::Pawns),
            AnyGame::Checkers(game, _) => game.parse_position(text).map(AnyPosition::Checkers),
            AnyGame::Problem(game) => game.parse_position(text).map(AnyPosition::Problem),
            AnyGame::LargeProblem(game) => {
                let position = game.parse_position(text)?;
                Ok(AnyPosition::LargeProblem(Box::new(position)))
            }
            AnyGame::Board(game) => game.parse_position(text).map(AnyPosition::Board),
            AnyGame::Graph(game) => game.parse_position(text).map(AnyPosition::Graph),
            AnyGame::Tsume(game) => game.parse_position(text).map(AnyPosition::Tsume),
        }
    }
}

impl Searchable for AnyGame {
    fn key(&self, position: &AnyPosition) -> u64 {
        with_position!(self, position, |game, p| game.key(p))
    }

    fn repetition_key(&self, position: &AnyPosition, rule: RepetitionRule) -> u64 {
        with_position!(self, position, |game, p| game.repetition_key(p, rule))
    }

    const SITUATION_WORDS: usize = Problem::<u64>::SITUATION_WORDS;

    /// Only Go has bits, on boards and in problems of up to 64 points; games under superko that
    /// have none keep their situations one by one, as far as there is room.
    fn situation_bits(&self, position: &AnyPosition, rule: RepetitionRule, bits: &mut [u64]) {
        if let (AnyGame::Problem(game), AnyPosition::Problem(p)) = (self, position) {
            game.situation_bits(p, rule, bits);
        }
        if let (AnyGame::Board(game), AnyPosition::Board(p)) = (self, position) {
            game.situation_bits(p, rule, &mut bits[..Go::<u64>::SITUATION_WORDS]);
        }
    }

    fn repetition_is_exact(&self, rule: RepetitionRule) -> bool {
        with_game!(self, |game| game.repetition_is_exact(rule))
    }

    fn leaf(&self, position: &mut AnyPosition, attacker: Player) -> Leaf<AnyMove> {
        wrapped!(self, position, |game, p, wrap: AnyMove| match game.leaf(p, attacker) {
            Leaf::Estimate { pn, dn } => Leaf::Estimate { pn, dn },
            Leaf::Over(outcome) => Leaf::Over(outcome),
            Leaf::WinsBy(m) => Leaf::WinsBy(wrap(m)),
            Leaf::LosesAtOnce => Leaf::LosesAtOnce,
        })
    }

    fn encode_move(&self, position: &AnyPosition, m: AnyMove) -> u32 {
        with_move!(self, position, m, |game, p, own| game.encode_move(p, own))
    }

    fn decode_move(&self, position: &AnyPosition, code: u32) -> Option<AnyMove> {
        wrapped!(self, position, |game, p, wrap: AnyMove| game.decode_move(p, code).map(wrap))
    }
}

/// Whether alpha-beta follows forced moves for free in problems of Go. Set once, before a search.
pub static FORCED_MOVES: AtomicBool = AtomicBool::new(true);

/// What the database says, if the game has one.
impl Knowledge<AnyGame> for AnyGame {
    fn probe(&self, position: &AnyPosition) -> Option<Outcome> {
        match (self, position) {
            (AnyGame::Checkers(_, database), AnyPosition::Checkers(p)) => {
                Knowledge::<Checkers>::probe(database, p)
            }
            _ => None,
        }
    }

    fn declaration(&self) -> Option<String> {
        match self {
            AnyGame::Checkers(_, database) => Knowledge::<Checkers>::declaration(database),
            _ => None,
        }
    }
}

impl Informed for AnyGame {
    fn extends_forced_moves(&self) -> bool {
        FORCED_MOVES.load(Ordering::Relaxed)
            && matches!(self, AnyGame::Problem(_) | AnyGame::LargeProblem(_))
    }

    fn tree_occurrences(&self) -> u32 {
        match self {
            AnyGame::Graph(game) => game.tree_occurrences(),
            _ => 2,
        }
    }

    fn knowledge(&self) -> &dyn Knowledge<AnyGame> {
        match self {
            AnyGame::Checkers(..) => self,
            _ => &(),
        }
    }
}
