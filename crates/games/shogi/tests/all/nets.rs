//! Nets: random positions with few pieces, in large numbers where `TSUME_NET` says how many.
//!
//! ```sh
//! TSUME_NET=1000 cargo test --release -p threefold-shogi --test all nets -- --nocapture
//! ```

use threefold_certificate::check;
use threefold_game::{Game, History};
use threefold_search::{Limits, Options, Policy, Solver};
use threefold_shogi::{Color, Kind, Piece, Position, Setup, Square, Tsume};

use crate::common::Random;
use crate::properties::QUESTION;

const GAME: Tsume = Tsume::new(Color::Black);

/// How many positions: so many, unless the environment says otherwise.
fn positions(usual: usize) -> usize {
    std::env::var("TSUME_NET").map_or(usual, |text| text.parse().expect("a number of positions"))
}

/// White's king with room to run, two or three pieces of Black's that can chase him for ever,
/// little else, and little in hand: many checks, and ways back to where the king has been.
fn chase(random: &mut Random) -> Position {
    use Kind::{Bishop, Dragon, Gold, Horse, Knight, Lance, Pawn, ProPawn, Rook, Silver};
    let chasers = [Dragon, Horse, Rook, Bishop, Gold, Silver, ProPawn];
    loop {
        let mut setup = Setup::new(Color::Black);
        let within = 4 + random.below(3);
        let mut put = |random: &mut Random, color, kind| {
            let (file, rank) = (1 + random.below(within) as u8, 1 + random.below(within) as u8);
            let square = Square::at(file, rank).unwrap();
            if setup.piece_at(square).is_none() {
                setup.put(square, Piece { color, kind });
            }
        };
        put(random, Color::White, Kind::King);
        for _ in 0..2 + random.below(2) {
            let kind = chasers[random.below(chasers.len())];
            put(random, Color::Black, kind);
        }
        for _ in 0..random.below(4) {
            let kind = [Pawn, Silver, Knight, Lance, Gold][random.below(5)];
            put(random, Color::White, kind);
        }
        for kind in [Pawn, Gold, Silver, Knight] {
            if random.chance(25) {
                setup.add_to_hand(Color::ALL[random.below(2)], kind, 1);
            }
        }
        match setup.position() {
            Ok(position) if position.king(Color::White).is_some() => return position,
            _ => {}
        }
    }
}

/// Whether it is mate, by a certificate that was checked; `None` where the limit came first.
fn certified(position: &Position, table_bytes: usize, nodes: u64) -> Option<bool> {
    let options = Options { table_bytes, ..Options::default() };
    let mut solver = Solver::new(&GAME, QUESTION, options);
    solver.limit(Limits::nodes(nodes));
    let history = History::new(position.clone());
    let mates = solver.solve(&history).verdict.decided()?;
    let extracted = solver.certificate(&history, mates, QUESTION.rule).unwrap();
    check(&GAME, &extracted.block).unwrap_or_else(|refuted| panic!("{refuted}: {position}"));
    Some(mates)
}

#[test]
fn every_size_of_the_table_gives_the_same_verdicts() {
    let (mut random, mut found) = (Random(61), [0, 0]);
    let (mut open, count) = (0, positions(60));
    for _ in 0..count {
        let position = chase(&mut random);
        let sizes = [256 << 10, 1 << 20, 16 << 20, 1 << 30];
        let verdicts = sizes.map(|bytes| certified(&position, bytes, 2000));
        let Some(mates) = verdicts[3] else {
            open += 1;
            continue;
        };
        // A smaller table may take more nodes than there are, and says so.
        assert!(verdicts.iter().flatten().all(|&verdict| verdict == mates), "{position}");
        found[usize::from(mates)] += 1;
    }
    println!("{count} positions: {} mates, {} no mates, {open} open", found[1], found[0]);
    assert!(count < 60 || found[0] > 5 && found[1] > 5, "{found:?}");
}

/// A position that differs in one or two pieces, or in what Black has in hand.
fn varied(random: &mut Random, position: &Position) -> Option<Position> {
    let mut setup = Setup::new(Color::Black);
    for square in Square::all() {
        if let Some(piece) = position.piece_at(square) {
            setup.put(square, piece);
        }
    }
    for color in Color::ALL {
        for kind in Kind::IN_HAND {
            setup.add_to_hand(color, kind, position.hand(color).count(kind));
        }
    }
    for _ in 0..1 + random.below(2) {
        let square = Square::at(1 + random.below(7) as u8, 1 + random.below(5) as u8)?;
        let is_king = |piece: Piece| piece.kind == Kind::King;
        match random.below(6) {
            0 => setup.add_to_hand(Color::ALL[random.below(2)], Kind::Pawn, 1),
            1 => setup.add_to_hand(Color::Black, [Kind::Silver, Kind::Gold][random.below(2)], 1),
            _ if setup.piece_at(square).is_some_and(is_king) => return None,
            2 => setup.clear(square),
            number => {
                let white = [Kind::Pawn, Kind::Silver, Kind::Gold, Kind::Lance];
                let black = [Kind::Bishop, Kind::Rook, Kind::Silver, Kind::ProPawn];
                let piece = match number {
                    3 | 4 => Piece { color: Color::White, kind: white[random.below(4)] },
                    _ => Piece { color: Color::Black, kind: black[random.below(4)] },
                };
                setup.put(square, piece)
            }
        };
    }
    setup.position().ok().filter(|position| position.king(Color::White).is_some())
}

/// The position, and those behind each check and each reply to it.
fn family(position: &Position) -> Vec<Position> {
    let (mut at, mut all, mut checks) = (position.clone(), vec![position.clone()], Vec::new());
    GAME.moves(&at, &mut checks);
    for m in checks {
        let undo = at.make(m);
        let mut replies = Vec::new();
        GAME.moves(&at, &mut replies);
        for reply in replies {
            let undo = at.make(reply);
            all.push(at.clone());
            at.undo(reply, undo);
        }
        at.undo(m, undo);
    }
    all.truncate(40);
    all
}

/// What one solver says of these positions, asked in this order, with the table that it has by
/// then.
fn asked_in_turn(policy: Policy, roots: &[Position]) -> Vec<Option<bool>> {
    let options = Options { policy, table_bytes: 1 << 20, ..Options::default() };
    let mut solver = Solver::new(&GAME, QUESTION, options);
    let mut says = Vec::new();
    for root in roots {
        solver.limit(Limits::nodes(500));
        says.push(solver.solve(&History::new(root.clone())).verdict.decided());
    }
    says
}

/// Random positions, and, as soon as there are any of which a plain table was wrong, variations of
/// those. What the solver says with base and twin entries has to be right; how often the plain
/// table is wrong is printed.
#[test]
fn what_is_known_of_other_positions_is_right_with_twins() {
    let (mut random, count) = (Random(62), positions(15));
    let (mut mined, mut asked, mut wrong, mut wrong_roots) = (Vec::new(), 0, 0, 0);
    for _ in 0..count {
        let position = match mined.len() {
            0 => chase(&mut random),
            all if random.chance(70) => {
                let chosen = random.below(all);
                match varied(&mut random, &mined[chosen]) {
                    Some(position) => position,
                    None => continue,
                }
            }
            _ => chase(&mut random),
        };
        let roots = family(&position);
        let plain = asked_in_turn(Policy::Ignore, &roots);
        let twins = asked_in_turn(Policy::BaseTwin, &roots);
        let mut is_wrong = false;
        for ((root, plain), twins) in roots.iter().zip(plain).zip(twins) {
            if plain.or(twins).is_none() {
                continue;
            }
            let Some(truth) = certified(root, 1 << 20, 20_000) else { continue };
            assert!(twins.is_none_or(|says| says == truth), "{root}, after {position}");
            asked += usize::from(plain.is_some());
            if plain.is_some_and(|says| says != truth) {
                is_wrong = true;
                wrong += 1;
                wrong_roots += usize::from(*root == position);
                println!("a plain table is wrong about {root}, after {position}");
            }
        }
        if is_wrong {
            mined.push(position);
        }
    }
    println!(
        "{count} positions, {asked} answers of the plain table, {wrong} wrong, {wrong_roots} of \
         them with nothing known before"
    );
}

/// One that the net found: a mate, and no mate for a plain table that was asked about the position
/// from which it comes, and about others behind that.
#[test]
fn a_plain_table_is_wrong_about_a_mate_once_it_knows_other_positions() {
    let roots = family(&"5B2R/7k1/9/9/9/9/9/9/9 b P 1".parse().unwrap());
    let mate: Position = "5B1k1/8R/9/9/9/9/9/9/9 b P 1".parse().unwrap();
    let number = roots.iter().position(|root| *root == mate).unwrap();
    assert_eq!(certified(&mate, 1 << 20, 20_000), Some(true));
    assert_eq!(asked_in_turn(Policy::Ignore, &roots)[number], Some(false));
    assert_eq!(asked_in_turn(Policy::BaseTwin, &roots)[number], Some(true));
    assert_eq!(asked_in_turn(Policy::Ignore, &[mate]), [Some(true)]);
}
