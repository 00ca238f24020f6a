//! Which moves are likely to get their player what he wants: a guess, for the order of the search.
//!
//! A move is described by *features* that a player sees at a glance. From those a small network
//! makes a score, one for each side in each of the two games (`weights.rs`).
//!
//! A score says nothing of what a position is worth, and a wrong one costs work only: it becomes a
//! factor by which the number of a move is multiplied where moves are compared
//! ([`Searchable::factors`](threefold_game::Searchable::factors)).

use super::definition::ProblemGoal;
use super::estimate;
use super::local::{CellSet, Cells, Local};
use super::model::Problem;
use super::position::{ProblemMove, ProblemPosition};
use super::weights::{FEATURES, WEIGHTS, Weights};
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

const _: () = assert!(Pass as usize + 1 == FEATURES);

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

    /// Which of the four networks is meant.
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

    fn score(&self, weights: &Weights, m: ProblemMove) -> i32 {
        let mut seen = 0u64;
        self.features(m, |feature| seen |= 1 << feature as u32);
        weights.score(Cells(seen))
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
    let weights = &WEIGHTS[outlook.column()];
    let mut scores = [0; 386];
    let scores = &mut scores[..moves.len()];
    for (score, &m) in scores.iter_mut().zip(moves) {
        *score = outlook.score(weights, m);
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
    use crate::problem::{Definition, Knowledge, weights};
    use crate::{Geometry, GoPosition, Points, Size, Wide};

    #[test]
    fn no_sum_of_weights_overflows() {
        for Weights { inner, bias, outer, .. } in &WEIGHTS {
            for cell in 0..weights::INNER {
                let of = |feature: &[i16; weights::INNER]| i64::from(feature[cell]).abs();
                let most = i64::from(bias[cell]).abs() + inner.iter().map(of).sum::<i64>();
                assert!(most <= i16::MAX.into(), "{most}");
                assert!(most * i64::from(outer[cell]).abs() * 100 < i64::from(i32::MAX) / 16);
            }
        }
    }

    #[test]
    fn a_score_is_what_the_network_says() {
        let mut network = Weights {
            direct: [0; FEATURES],
            inner: [[0; weights::INNER]; FEATURES],
            bias: [0; weights::INNER],
            outer: [0; weights::INNER],
        };
        network.direct[2] = 50;
        network.direct[5] = 7;
        network.inner[2][3] = 64;
        network.inner[5][3] = -32;
        network.bias[3] = 64;
        network.outer[3] = 128;
        assert_eq!(network.score([2].into_iter()), 50 + 400);
        assert_eq!(network.score([2, 5].into_iter()), 57 + 300);
        network.bias[3] = -64;
        assert_eq!(network.score([2, 5].into_iter()), 57);
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
