//! Mate, selfmate, stalemate and their like, and attackers with fewer moves, against exhaustive
//! search by rules of its own on random small positions, some of them without a king; every answer
//! certified, and the certificates checked under all rules of the game.

use threefold_certificate::{CheckError, check};
use threefold_chess::{Aim, AttackerMoves, Chess, ChessPosition, ChessProblem};
use threefold_game::{Game, History, Player, RepetitionRule};
use threefold_search::Limits;
use threefold_search::distance::{DistanceOptions, DistanceSolver};

use crate::common::Random;

/// A few men on random squares, some of them on the edge, where things happen.
fn random_position(random: &mut Random) -> Option<ChessPosition> {
    let men = ["K", "k", "Q", "R", "B", "N", "P", "q", "r", "b", "n", "p", "p", "P"];
    let mut squares = [""; 64];
    let count = 2 + random.below(4) as usize;
    // One king in four is missing.
    let missing = random.below(8);
    for i in 0..count {
        if missing == i as u64 {
            continue;
        }
        let man = if i < 2 { men[i] } else { men[2 + random.below(12) as usize] };
        // A corner of the board, so that there is something to see within a few plies.
        let (file, rank) = (random.below(4) as usize, random.below(4) as usize);
        if !squares[rank * 8 + file].is_empty() || "Pp".contains(man) && rank == 0 {
            return None;
        }
        squares[rank * 8 + file] = man;
    }
    let row = |row: &[&str]| {
        let (mut text, mut gap) = (String::new(), 0);
        for man in row.iter().chain(&["."]) {
            if man.is_empty() {
                gap += 1;
                continue;
            }
            if gap > 0 {
                text += &gap.to_string();
            }
            gap = 0;
            text += man;
        }
        text.trim_end_matches('.').to_owned()
    };
    let rows: Vec<String> = squares.chunks(8).map(row).collect();
    let mover = if random.below(2) == 0 { "w" } else { "b" };
    let position: ChessPosition = format!("{} {mover} - -", rows.join("/")).parse().ok()?;
    Some(position)
}

/// Chess without castling, square by square; a blank is an empty one.
#[derive(Clone)]
struct Men {
    at: [char; 64],
    is_white: bool,
    passed: Option<usize>,
}

const KNIGHT: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING: [(i32, i32); 8] =
    [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];

fn step(from: usize, (file, rank): (i32, i32)) -> Option<usize> {
    let (file, rank) = (from as i32 % 8 + file, from as i32 / 8 + rank);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((rank * 8 + file) as usize)
}

impl Men {
    fn of(position: &ChessPosition) -> Men {
        let text = position.to_string();
        let fields: Vec<&str> = text.split(' ').collect();
        let mut at = [' '; 64];
        for (row, men) in fields[0].split('/').enumerate() {
            let mut square = (7 - row) * 8;
            for man in men.chars() {
                match man.to_digit(10) {
                    Some(gap) => square += gap as usize,
                    None => {
                        at[square] = man;
                        square += 1;
                    }
                }
            }
        }
        let passed = fields[3].as_bytes();
        let passed = (passed.len() == 2)
            .then(|| usize::from(passed[1] - b'1') * 8 + usize::from(passed[0] - b'a'));
        Men { at, is_white: fields[1] == "w", passed }
    }

    fn is_own(&self, square: usize) -> bool {
        self.at[square] != ' ' && self.at[square].is_uppercase() == self.is_white
    }

    /// The squares that a man attacks.
    fn attacks(&self, from: usize) -> Vec<usize> {
        let (man, up) = (self.at[from], if self.at[from].is_uppercase() { 1 } else { -1 });
        let (directions, is_far): (&[(i32, i32)], bool) = match man.to_ascii_lowercase() {
            'p' => return [(1, up), (-1, up)].iter().filter_map(|&by| step(from, by)).collect(),
            'n' => (&KNIGHT, false),
            'k' => (&KING, false),
            'r' => (&KING[..4], true),
            'b' => (&KING[4..], true),
            _ => (&KING, true),
        };
        let mut found = Vec::new();
        for &direction in directions {
            let mut next = step(from, direction);
            while let Some(to) = next {
                found.push(to);
                next = if is_far && self.at[to] == ' ' { step(to, direction) } else { None };
            }
        }
        found
    }

    /// Whether a side has a king who is attacked.
    fn is_checked(&self, is_white: bool) -> bool {
        let king = self.at.iter().position(|&man| man == if is_white { 'K' } else { 'k' });
        let others =
            |&from: &usize| self.at[from] != ' ' && self.at[from].is_uppercase() != is_white;
        let mut others = (0..64).filter(others);
        king.is_some_and(|king| others.any(|from| self.attacks(from).contains(&king)))
    }

    /// Where each legal move comes from, and what is behind it.
    fn moves(&self) -> Vec<(usize, Men)> {
        let mut all = Vec::new();
        let mut play = |from: usize, to: usize, taken: usize, passed: Option<usize>| {
            let is_last = "Pp".contains(self.at[from]) && (to < 8 || to >= 56);
            for becomes in if is_last { "nbrq" } else { " " }.chars() {
                let mut after = Men { is_white: !self.is_white, passed, ..self.clone() };
                after.at[taken] = ' ';
                after.at[to] = match becomes {
                    ' ' => self.at[from],
                    one if self.is_white => one.to_ascii_uppercase(),
                    one => one,
                };
                after.at[from] = ' ';
                if !after.is_checked(self.is_white) {
                    all.push((from, after));
                }
            }
        };
        for from in (0..64).filter(|&from| self.is_own(from)) {
            let is_pawn = "Pp".contains(self.at[from]);
            for to in self.attacks(from).into_iter().filter(|&to| !self.is_own(to)) {
                let ahead = (from / 8) * 8 + to % 8;
                if !is_pawn || self.at[to] != ' ' {
                    play(from, to, to, None);
                } else if self.passed == Some(to) {
                    play(from, to, ahead, None);
                }
            }
            let up = if self.is_white { 1 } else { -1 };
            let free = |square: usize| step(square, (0, up)).filter(|&to| self.at[to] == ' ');
            if let Some(one) = free(from).filter(|_| is_pawn) {
                play(from, one, one, None);
                let home = if self.is_white { 1 } else { 6 };
                if let Some(two) = free(one).filter(|_| from / 8 == home) {
                    play(from, two, two, Some(one));
                }
            }
        }
        all
    }

    fn is_insufficient(&self) -> bool {
        let men = |kinds: &str| {
            let is_one = |&square: &usize| kinds.contains(self.at[square].to_ascii_lowercase());
            (0..64).filter(is_one).collect::<Vec<_>>()
        };
        let bishops = men("b");
        let one_colour = |colour| bishops.iter().all(|at| (at / 8 + at % 8) % 2 == colour);
        men("prq").is_empty()
            && (men("bn").len() <= 1 || men("n").is_empty() && (one_colour(0) || one_colour(1)))
    }

    fn is_mate(&self) -> bool {
        self.is_checked(self.is_white) && self.moves().is_empty()
    }
}

/// The definition.
fn wins(men: &Men, aim: Aim, attacker: Player, some: Option<AttackerMoves>, plies: u32) -> bool {
    let mover = if men.is_white { Player::First } else { Player::Second };
    if aim != Aim::Stalemate && men.is_insufficient() {
        return false;
    }
    let mut moves = men.moves();
    let is_obliged = aim == Aim::Reflexmate || aim == Aim::SemiReflexmate && mover != attacker;
    if is_obliged && moves.iter().any(|(_, after)| after.is_mate()) {
        moves.retain(|(_, after)| after.is_mate());
    }
    if moves.is_empty() {
        let is_mate = men.is_mate();
        return match aim {
            Aim::Mate => is_mate && mover != attacker,
            Aim::Selfmate | Aim::Reflexmate | Aim::SemiReflexmate => is_mate && mover == attacker,
            Aim::Stalemate => !is_mate && mover != attacker,
        };
    }
    if plies == 0 {
        return false;
    }
    let mut after = moves.into_iter().map(|(_, after)| after);
    if mover != attacker {
        return after.all(|men| wins(&men, aim, attacker, some, plies - 1));
    }
    let is_allowed = |men: &Men| match some {
        None => true,
        Some(AttackerMoves::Checks) => men.is_checked(men.is_white),
        Some(AttackerMoves::Replies(most)) => men.moves().len() as u32 <= most,
        Some(AttackerMoves::KingMoves(most)) => {
            let of_king = |(from, _): &&(usize, Men)| "Kk".contains(men.at[*from]);
            men.moves().iter().filter(of_king).count() as u32 <= most
        }
    };
    after.filter(is_allowed).any(|men| wins(&men, aim, attacker, some, plies - 1))
}

#[test]
fn aims_and_fewer_moves_are_those_of_the_definition() {
    let mut random = Random(16);
    let (mut proven, mut without) = ([0; 5], [0; 5]);
    let (mut narrowed, mut asked) = (0, 0);
    while asked < 10_000 {
        let Some(position) = random_position(&mut random) else { continue };
        asked += 1;
        let aim = Aim::ALL[asked % 5];
        let some = match random.below(6) {
            0 => Some(AttackerMoves::Checks),
            1 => Some(AttackerMoves::Replies(1 + random.below(4) as u32)),
            2 => Some(AttackerMoves::KingMoves(random.below(3) as u32)),
            _ => None,
        };
        let attacker = Player::ALL[random.below(2) as usize];
        let full = ChessProblem::new(aim, attacker);
        let game = some.map_or(full, |some| full.narrowed(attacker, some));
        let history = History::new(position.clone());
        let mut solver = DistanceSolver::new(&game, attacker, DistanceOptions::default());
        for plies in 0..=3 {
            let truth = wins(&Men::of(&position), aim, attacker, some, plies);
            let answer = solver.within(&history, plies);
            let what = format!("{position} {aim:?} {some:?} {attacker:?} {plies}");
            assert_eq!(answer.verdict.decided(), Some(truth), "{what}");
            if !truth && some.is_some() {
                continue;
            }
            let rule = RepetitionRule::Draw;
            let certificate = solver.certificate(&history, plies, truth, rule);
            let certificate = certificate.unwrap_or_else(|error| panic!("{what}: {error}"));
            let verified = check(&full, &certificate.block).unwrap_or_else(|error| {
                panic!("{what}: {error}");
            });
            let words = if truth { "wins within" } else { "holds plies" };
            assert!(verified.to_string().contains(words), "{what}: {verified}");
            if truth {
                proven[aim as usize] += 1;
                let kings = position.to_string().to_lowercase().matches('k').count();
                without[aim as usize] += u32::from(kings == 1 && plies > 0);
                narrowed += u32::from(some.is_some());
                // Under another aim it proves nothing: the game is another one.
                let other = ChessProblem::new(Aim::ALL[(aim as usize + 1) % 5], attacker);
                let refused = check(&other, &certificate.block);
                assert!(matches!(refused, Err(CheckError::Refuted(_))), "{what}");
            }
        }
    }
    let all_at_least = |counts: &[u32; 5], least| counts.iter().all(|&count| count >= least);
    let enough = all_at_least(&proven, 10) && all_at_least(&without, 3) && narrowed >= 30;
    assert!(enough, "{proven:?}, {without:?} without a king, {narrowed} with fewer moves");
}

/// How long the shortest one is by the definition, up to `most` plies.
fn shortest(men: &Men, aim: Aim, attacker: Player, most: u32) -> Option<u32> {
    (0..=most).find(|&plies| wins(men, aim, attacker, None, plies))
}

#[test]
fn the_shortest_selfmate_and_stalemate_are_exact() {
    let mut random = Random(3);
    let mut found = [0; 3];
    while found[1] < 20 || found[2] < 20 {
        let Some(position) = random_position(&mut random) else { continue };
        let attacker = Chess.player_to_move(&position);
        for aim in [Aim::Selfmate, Aim::Stalemate] {
            let Some(length) = shortest(&Men::of(&position), aim, attacker, 3) else { continue };
            found[aim as usize] += 1;
            let game = ChessProblem::new(aim, attacker);
            let mut solver = DistanceSolver::new(&game, attacker, DistanceOptions::default());
            solver.limit(Limits::nodes(100_000));
            let answer = solver.shortest(&History::new(position.clone()));
            assert_eq!(answer.exact(), Some(length), "{position} {aim:?}");
        }
    }
}
