//! Which moves are likely to get their player what he wants: a guess, for the order of the search.
//!
//! A move is described by *features* that a player sees at a glance, each of which has a weight;
//! the sum of its weights is the move's score. The weights are those of a softmax over the moves of
//! a position (the model of Coulom 2007 with one move against all others), one set for each side in
//! each of the two games, in hundredths. They were fitted to positions that the search itself had
//! solved, in problems from public collections of life and death: where one move succeeded and
//! another had been tried first, the one that did was to be told from the rest.
//!
//! A score says nothing of what a position is worth, and a wrong one costs work only: it becomes a
//! factor by which the number of a move is multiplied where moves are compared
//! ([`Searchable::factors`](threefold_game::Searchable::factors)).

use super::definition::ProblemGoal;
use super::estimate;
use super::game::Problem;
use super::local::{CellSet, Local};
use super::position::{ProblemMove, ProblemPosition};
use crate::Colour;

/// What is seen of a move. Numbers in names are counts, the last of each row means that many or
/// more; `Own` and `Other` are stones of the player who moves and of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
enum Feature {
    CapturesOne,
    CapturesMore,
    PutsInAtari,
    LeavesAtari,
    // Its own chain has one liberty afterwards, and so many stones.
    OneInAtari,
    TwoInAtari,
    MoreInAtari,
    TwoLiberties,
    ThreeLiberties,
    // Connected to safe stones outside.
    Safe,
    Connects,
    // All its neighbours are its own stones.
    FillsOwn,
    // Neighbours.
    Empty0,
    Empty1,
    Empty2,
    Empty3,
    Empty4,
    Own0,
    Own1,
    Own2,
    Own3,
    Other0,
    Other1,
    Other2,
    Other3,
    BesideOwnWall,
    BesideOtherWall,
    FirstLine,
    SecondLine,
    Corner,
    BesideCorner,
    LibertyOfTarget,
    // In a part that the defender has closed, of up to 3 points, up to 6, or more.
    InSmallEye,
    InMiddleEye,
    InLargeEye,
    // Where the attacker gets without coming near the defender.
    Far,
    // The cells that are nearest to being eyes of the defender.
    FirstEye,
    BesideFirstEye,
    SecondEye,
    BesideSecondEye,
    OwnDiagonals0,
    OwnDiagonals1,
    OwnDiagonals2,
    OtherDiagonals0,
    OtherDiagonals1,
    OtherDiagonals2,
    // A chain that it belongs to had two liberties before.
    OwnHadTwo,
    // A chain of the other player has two left.
    OtherHasTwoLeft,
    // It is next to the other's stones and does not put them in atari.
    Touches,
    Threat,
    Pass,
}

use Feature::*;

/// The weights of a feature, in hundredths: of the attacker's moves in `survive` and in `live`, and
/// of the defender's.
type Weights = [i16; 4];

/// In the order of the features.
const WEIGHTS: [(Feature, Weights); 51] = [
    (CapturesOne, [191, 168, 220, 307]),
    (CapturesMore, [-230, -268, 244, 417]),
    (PutsInAtari, [88, 154, 125, 135]),
    (LeavesAtari, [396, 422, 355, 322]),
    (OneInAtari, [-10, -274, -169, -187]),
    (TwoInAtari, [-140, -373, -425, -392]),
    (MoreInAtari, [-354, -560, -702, -555]),
    (TwoLiberties, [271, 5, -21, -29]),
    (ThreeLiberties, [239, 105, -5, -20]),
    (Safe, [364, 130, 0, 0]),
    (Connects, [170, 172, 185, 167]),
    (FillsOwn, [126, -45, 4, 25]),
    (Empty0, [-254, -223, -32, -93]),
    (Empty1, [-63, -70, -22, -60]),
    (Empty2, [54, 36, 28, -27]),
    (Empty3, [294, 195, 154, 114]),
    (Empty4, [-1, 328, 263, 124]),
    (Own0, [15, 45, 165, 111]),
    (Own1, [52, 58, 160, 117]),
    (Own2, [-33, -39, -21, -28]),
    (Own3, [-78, 4, -136, -144]),
    (Other0, [-13, 11, -84, -82]),
    (Other1, [-23, 6, 61, 38]),
    (Other2, [-5, 32, 126, 92]),
    (Other3, [46, 46, 131, 99]),
    (BesideOwnWall, [23, -4, 0, 0]),
    (BesideOtherWall, [0, 0, -6, 17]),
    (FirstLine, [81, 72, -13, 29]),
    (SecondLine, [-19, -1, 29, 52]),
    (Corner, [75, 89, -229, -138]),
    (BesideCorner, [1, 16, 19, 24]),
    (LibertyOfTarget, [278, 200, -33, -9]),
    (InSmallEye, [88, 115, -127, -78]),
    (InMiddleEye, [-5, -70, -22, 127]),
    (InLargeEye, [-91, -117, 79, 190]),
    (Far, [-96, -139, -141, -142]),
    (FirstEye, [-95, -22, -102, -102]),
    (BesideFirstEye, [4, 20, 189, 216]),
    (SecondEye, [-37, -31, -78, -122]),
    (BesideSecondEye, [30, 7, 101, 144]),
    (OwnDiagonals0, [-84, -60, 3, -35]),
    (OwnDiagonals1, [-41, -3, 38, -6]),
    (OwnDiagonals2, [96, 143, 82, 33]),
    (OtherDiagonals0, [2, 71, 99, 10]),
    (OtherDiagonals1, [-3, 39, 84, -11]),
    (OtherDiagonals2, [-41, 21, 75, 1]),
    (OwnHadTwo, [63, 82, 37, 34]),
    (OtherHasTwoLeft, [93, 99, 67, 56]),
    (Touches, [-1, 22, -83, -65]),
    (Threat, [0, 0, 0, 0]),
    (Pass, [0, -64, -139, 0]),
];

/// So much less in the score doubles the number of a move. Of 200 problems to which nothing was
/// fitted 88 are solved within 30,000 nodes a search, 83 with 120 here, 77 without factors.
const DOUBLES: i32 = 250;

/// The largest factor, in eighths: beyond it an unlikely move that is right takes too long.
const MOST: u8 = 64;

/// A chain next to which a move may be.
struct Chain<S> {
    stones: S,
    /// Connected to safe stones outside: liberties do not matter.
    is_safe: bool,
    liberties: S,
}

impl<S: CellSet> Chain<S> {
    /// All of a colour that have a liberty.
    fn all(local: &Local<S>, stones: S, empty: S, safe: S) -> Vec<Self> {
        let chain = |stones: S| Chain {
            stones,
            is_safe: stones.meets(safe),
            liberties: local.around(stones) & empty,
        };
        local.parts(stones).map(chain).collect()
    }

    /// Those that have the cell as a liberty.
    fn beside(chains: &[Self], cell: usize) -> impl Iterator<Item = &Self> {
        chains.iter().filter(move |chain| chain.liberties.has(cell))
    }
}

/// What the moves of a position have in common.
struct Outlook<'p, S: CellSet> {
    problem: &'p Problem<S>,
    turn: Colour,
    /// Stones of the player to move, and of the other.
    own: S,
    theirs: S,
    empty: S,
    own_chains: Vec<Chain<S>>,
    their_chains: Vec<Chain<S>>,
    target_liberties: S,
    /// The parts that the defender's stones cut off from the attacker's safe ones, each with its
    /// size.
    eyes: Vec<(S, u32)>,
    /// What the attacker reaches from his safe stones without coming near the defender.
    far: S,
    first_eye: S,
    beside_first_eye: S,
    second_eye: S,
    beside_second_eye: S,
}

impl<'p, S: CellSet> Outlook<'p, S> {
    fn new(problem: &'p Problem<S>, position: &ProblemPosition<S>) -> Self {
        let local = &problem.region.local;
        let (turn, other) = (position.turn, position.turn.opponent());
        let [own, theirs] = [turn, other].map(|colour| position.stones[colour.index()]);
        let [own_safe, their_safe] = [turn, other].map(|colour| position.safe[colour.index()]);
        let empty = position.empty(local);
        let defender = problem.definition().defender;
        let attacker = defender.opponent();
        let defenders = position.stones[defender.index()];
        let from = local.beside_safe(attacker) | local.around(position.safe[attacker.index()]);
        let free = local.all() & !defenders;
        let closed = free & !local.connected(from, free);
        let near = defenders | problem.target;
        let away = local.all() & !(near | local.around(near));
        let [first_eye, second_eye] = estimate::nearest_eyes(local, position, defender);
        Outlook {
            problem,
            turn,
            own,
            theirs,
            empty,
            own_chains: Chain::all(local, own, empty, own_safe),
            their_chains: Chain::all(local, theirs, empty, their_safe),
            target_liberties: local.around(local.connected(problem.target, defenders)) & empty,
            eyes: local.parts(closed).map(|part| (part, part.count())).collect(),
            far: local.connected(local.beside_safe(attacker), away),
            first_eye,
            beside_first_eye: local.around(first_eye),
            second_eye,
            beside_second_eye: local.around(second_eye),
        }
    }

    /// Which of the four sets of weights is meant.
    fn column(&self) -> usize {
        let Problem { definition, .. } = self.problem;
        let is_live = definition.goal == ProblemGoal::Live;
        2 * usize::from(self.turn == definition.defender) + usize::from(is_live)
    }

    /// What is seen of a move.
    fn features(&self, m: ProblemMove, mut see: impl FnMut(Feature)) {
        let Some(cell) = m.cell() else {
            return see(if m == ProblemMove::PASS { Pass } else { Threat });
        };
        let local = &self.problem.region.local;
        let beside = local.beside(cell);
        let walls = [self.turn, self.turn.opponent()].map(|c| local.beside_safe(c).has(cell));
        let mut see_if = |feature: Feature, is_seen: bool| {
            if is_seen {
                see(feature);
            }
        };

        // What it does to the other's chains.
        let mut captured = S::EMPTY;
        let (mut puts_in_atari, mut leaves_two) = (false, false);
        for chain in Chain::beside(&self.their_chains, cell).filter(|chain| !chain.is_safe) {
            match chain.liberties.count() {
                1 => captured |= chain.stones,
                2 => puts_in_atari = true,
                3 => leaves_two = true,
                _ => {}
            }
        }
        see_if(CapturesOne, captured.count() == 1);
        see_if(CapturesMore, captured.count() > 1);
        see_if(PutsInAtari, puts_in_atari);
        see_if(OtherHasTwoLeft, leaves_two);

        // What becomes of the chain that it belongs to.
        let (mut joined, mut stones, mut is_safe) = (0, 1, walls[0]);
        let (mut was_in_atari, mut had_two) = (false, false);
        let mut liberties = beside & (self.empty | captured);
        for chain in Chain::beside(&self.own_chains, cell) {
            joined += 1;
            stones += chain.stones.count();
            is_safe |= chain.is_safe;
            let before = chain.liberties.count();
            was_in_atari |= before == 1 && !chain.is_safe;
            had_two |= before == 2 && !chain.is_safe;
            liberties |= chain.liberties | local.around(chain.stones) & captured;
        }
        let after = if is_safe { u32::MAX } else { (liberties & !S::cell(cell)).count() };
        see_if(LeavesAtari, was_in_atari && after > 1);
        see_if(OneInAtari, after == 1 && stones == 1);
        see_if(TwoInAtari, after == 1 && stones == 2);
        see_if(MoreInAtari, after == 1 && stones > 2);
        see_if(TwoLiberties, after == 2);
        see_if(ThreeLiberties, after == 3);
        see_if(Safe, is_safe);
        see_if(Connects, joined > 1);
        see_if(OwnHadTwo, had_two);

        // What is around it.
        let [empty, own, theirs] =
            [self.empty, self.own, self.theirs].map(|set| (beside & set).count() as usize);
        see_if([Empty0, Empty1, Empty2, Empty3, Empty4][empty], true);
        see_if([Own0, Own1, Own2, Own3][own.min(3)], true);
        see_if([Other0, Other1, Other2, Other3][theirs.min(3)], true);
        let [own_diagonals, their_diagonals] = [self.own, self.theirs]
            .map(|set| (self.problem.lines.diagonal(cell) & set).count().min(2) as usize);
        see_if([OwnDiagonals0, OwnDiagonals1, OwnDiagonals2][own_diagonals], true);
        see_if([OtherDiagonals0, OtherDiagonals1, OtherDiagonals2][their_diagonals], true);
        see_if(FillsOwn, own == beside.count() as usize && !walls[0]);
        see_if(BesideOwnWall, walls[0]);
        see_if(BesideOtherWall, walls[1]);
        see_if(Touches, theirs > 0 && !puts_in_atari && captured.is_empty());

        // Where it is.
        let lines = &self.problem.lines;
        see_if(FirstLine, lines.first.has(cell));
        see_if(SecondLine, lines.second.has(cell));
        see_if(Corner, lines.corner.has(cell));
        see_if(BesideCorner, lines.beside_corner.has(cell));
        see_if(LibertyOfTarget, self.target_liberties.has(cell));
        see_if(Far, self.far.has(cell));
        let size = self.eyes.iter().find(|(eye, _)| eye.has(cell)).map_or(0, |&(_, size)| size);
        see_if(InSmallEye, (1..=3).contains(&size));
        see_if(InMiddleEye, (4..=6).contains(&size));
        see_if(InLargeEye, size > 6);
        see_if(FirstEye, self.first_eye.has(cell));
        see_if(BesideFirstEye, self.beside_first_eye.has(cell));
        see_if(SecondEye, self.second_eye.has(cell));
        see_if(BesideSecondEye, self.beside_second_eye.has(cell));
    }

    fn score(&self, m: ProblemMove) -> i32 {
        let column = self.column();
        let mut score = 0;
        self.features(m, |feature| score += i32::from(WEIGHTS[feature as usize].1[column]));
        score
    }
}

/// The factors of the moves, in eighths.
pub(super) fn factors<S: CellSet>(
    problem: &Problem<S>,
    position: &ProblemPosition<S>,
    moves: &[ProblemMove],
    factors: &mut Vec<u8>,
) {
    let outlook = Outlook::new(problem, position);
    let mut scores = [0; 386];
    let scores = &mut scores[..moves.len()];
    for (score, &m) in scores.iter_mut().zip(moves) {
        *score = outlook.score(m);
    }
    let best = scores.iter().copied().max().unwrap_or(0);
    factors.extend(scores.iter().map(|score| factor(best - score)));
}

/// The factor of a move with so much less than the best.
fn factor(less: i32) -> u8 {
    // Between two powers of two in a straight line, so that it is the same on every machine.
    let (doublings, rest) = (less / DOUBLES, less % DOUBLES);
    match doublings {
        0..4 => ((8 + 8 * rest / DOUBLES) << doublings).min(MOST.into()) as u8,
        _ => MOST,
    }
}

#[cfg(test)]
mod tests {
    use threefold_game::Searchable;

    use super::*;
    use crate::problem::{Definition, Knowledge};
    use crate::{Geometry, GoPosition, Points, Size, Wide};

    #[test]
    fn each_weight_stands_at_the_place_of_its_feature() {
        for (place, (feature, _)) in WEIGHTS.iter().enumerate() {
            assert_eq!(place, *feature as usize, "{feature:?}");
        }
    }

    #[test]
    fn less_likely_moves_count_for_more_up_to_a_limit() {
        assert_eq!([0, DOUBLES, 2 * DOUBLES].map(factor), [8, 16, 32]);
        assert_eq!([3 * DOUBLES, 10 * DOUBLES, i32::MAX].map(factor), [MOST; 3]);
        assert!((0..1000).all(|less| factor(less) <= factor(less + 1)));
    }

    /// The problem of a row at the top of the board, and a move in it.
    fn seen(rows: &str, goal: ProblemGoal, name: &str) -> Vec<Feature> {
        let size = Size::new(4, 6).unwrap();
        let geometry = Geometry::<Wide>::new(size).unwrap();
        let board = *GoPosition::parse(rows, &geometry).unwrap().board();
        let point = |text: &str| size.point(text).unwrap();
        let definition = Definition {
            goal,
            defender: Colour::Black,
            target: Wide::single(point("B3")),
            region: None,
            eyes: Wide::EMPTY,
            declared: Wide::single(point("A1")),
            basic_ko: false,
            knowledge: Knowledge::default(),
        };
        let problem: Problem = Problem::new(geometry, &board, definition).unwrap();
        let turn = if rows.ends_with('B') { Colour::Black } else { Colour::White };
        let position = problem.root(turn, [0, 0]);
        let mut seen = Vec::new();
        let m = problem.move_at(point(name)).unwrap();
        Outlook::new(&problem, &position).features(m, |feature| seen.push(feature));

        let (mut moves, mut factors) = (Vec::new(), Vec::new());
        threefold_game::Game::moves(&problem, &position, &mut moves);
        problem.factors(&position, &moves, &mut factors);
        assert_eq!(moves.len(), factors.len());
        assert_eq!(factors.iter().min(), Some(&8));
        seen
    }

    #[test]
    fn features_are_what_is_on_the_board() {
        let live = ProblemGoal::Live;
        let capture = seen(".OXX.O/XXXX.O/OOOOOO/O.O.O. B", live, "A4");
        for feature in [CapturesOne, Corner, Empty0, Own1, Other1, LibertyOfTarget] {
            assert!(capture.contains(&feature), "{feature:?} {capture:?}");
        }
        assert!(!capture.contains(&PutsInAtari) && !capture.contains(&FirstLine));
        let throw_in = seen("..XX.O/XXXX.O/OOOOOO/O.O.O. W", live, "B4");
        for feature in [OneInAtari, FirstLine, BesideCorner, InSmallEye, Touches] {
            assert!(throw_in.contains(&feature), "{feature:?} {throw_in:?}");
        }
        let wall = seen("..XX.O/XXXX.O/OOOOOO/O.O.O. W", live, "E3");
        assert!(wall.contains(&Safe) && wall.contains(&BesideOwnWall), "{wall:?}");
        let fills = seen(".XXX.O/XXXX.O/OOOOOO/O.O.O. B", live, "A4");
        assert!(fills.contains(&FillsOwn) && !fills.contains(&Connects), "{fills:?}");
    }
}
