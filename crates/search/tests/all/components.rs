//! Endings of chess by components. Each answer is certified, and the checker plays through it with
//! moves of another generator.

use threefold_certificate::check;
use threefold_chess::cozy_chess::{BitBoard, BoardBuilder, Color, Piece, Square};
use threefold_chess::{Chess, ChessPosition};
use threefold_game::{Game, History, Player, Question, RepetitionRule, SplitMix};
use threefold_search::{ExtractError, Limits, Options, Reason, Solver, Verdict};

fn options() -> Options {
    Options { components: true, table_bytes: 32 << 20, ..Options::default() }
}

fn solver(attacker: Player, options: Options) -> Solver<'static, Chess> {
    Solver::new(&Chess, Question::new(attacker, RepetitionRule::Draw), options)
}

fn history(fen: &str) -> History<Chess> {
    History::new(fen.parse::<ChessPosition>().unwrap_or_else(|error| panic!("{fen}: {error}")))
}

/// Whether the attacker mates, and whether there is room for a certificate, which holds then.
fn answered(solver: &mut Solver<'_, Chess>, history: &History<Chess>) -> (bool, bool) {
    let root = history.root();
    let answer = solver.solve(history);
    let proven = answer.verdict.decided().unwrap_or_else(|| panic!("{root}: {:?}", answer.verdict));
    let block = match solver.certificate(history, proven, RepetitionRule::Draw) {
        Ok(extracted) => extracted.block,
        // Against queens there may be much to hold.
        Err(ExtractError::Limit(Reason::Memory)) if !proven => return (proven, false),
        Err(error) => panic!("{root}: {error}"),
    };
    check(&Chess, &block).unwrap_or_else(|refuted| panic!("{root}: {refuted}"));
    (proven, true)
}

fn has_kings(position: &ChessPosition) -> bool {
    position.board().pieces(Piece::King).len() == 2
}

/// Half the count of every book on the subject: the pawn on one of the first four files.
#[test]
fn king_and_pawn_against_king() {
    let mut solver = solver(Player::First, options());
    let (mut legal, mut won) = ([0; 2], [0; 2]);
    for index in 0..48 * 64 * 64 {
        let (pawn, kings) = (8 + index / 4096, index % 4096);
        if pawn % 8 >= 4 {
            continue;
        }
        for (number, color) in Color::ALL.into_iter().enumerate() {
            let mut board = BoardBuilder::empty();
            board.side_to_move = color;
            let squares = [pawn, kings / 64, kings % 64].map(Square::index);
            let men = [
                (Piece::Pawn, Color::White),
                (Piece::King, Color::White),
                (Piece::King, Color::Black),
            ];
            for (square, man) in squares.into_iter().zip(men) {
                *board.square_mut(square) = Some(man);
            }
            if squares.into_iter().collect::<BitBoard>().len() < 3 {
                continue;
            }
            let Some(position) = ChessPosition::new(&board).ok().filter(has_kings) else {
                continue;
            };
            legal[number] += 1;
            let answer = solver.solve(&History::new(position));
            won[number] += u32::from(answer.verdict == Verdict::Proven);
        }
    }
    assert_eq!(legal, [163_328 / 2, 168_024 / 2]);
    assert_eq!(won, [124_960 / 2, 97_604 / 2]);
}

#[test]
fn famous_endings() {
    for (fen, attacker, expected) in [
        // Fahrni and Alapin; a triangle that no reserve move spoils.
        ("2k5/8/p1P5/P2K4/8/8/8/8 w - -", Player::First, true),
        ("8/2k5/p1P5/P1K5/8/8/8/8 w - -", Player::First, true),
        ("8/1p1k4/1P6/2PK4/8/8/8/8 w - -", Player::First, true),
        // Whoever is to move loses.
        ("8/8/8/4pK2/3kP3/8/8/8 w - -", Player::First, false),
        ("8/8/8/4pK2/3kP3/8/8/8 w - -", Player::Second, true),
        ("8/8/8/4pK2/3kP3/8/8/8 b - -", Player::First, true),
        // Reti 1921: a draw.
        ("7K/8/k1P5/7p/8/8/8/8 w - -", Player::First, false),
        ("2k5/8/8/8/7p/8/6P1/5K2 w - -", Player::First, true),
        // Saavedra: the rook, since the queen stalemates.
        ("8/8/1KP5/3r4/8/8/8/k7 w - -", Player::First, true),
    ] {
        let found = answered(&mut solver(attacker, options()), &history(fen));
        assert_eq!(found, (expected, true), "{fen}");
    }
}

/// Wins are so by the checker's walk, and df-pn says the same where it says anything.
#[test]
fn random_endings() {
    let mut chance = SplitMix::new(56);
    let (mut asked, mut agreed, mut won) = (0, 0, 0);
    // What is known of components serves all of them.
    let mut solver = solver(Player::First, Options { table_bytes: 1 << 30, ..options() });
    while asked < 100 {
        let mut board = BoardBuilder::empty();
        board.side_to_move = if chance.below(2) == 0 { Color::White } else { Color::Black };
        let pawns = 1 + chance.index(3);
        let men = [(Piece::King, Color::White), (Piece::King, Color::Black)].into_iter();
        let pawns = (0..pawns).map(|number| match number {
            0 => (Piece::Pawn, Color::White),
            _ => (Piece::Pawn, if chance.below(2) == 0 { Color::White } else { Color::Black }),
        });
        let men: Vec<_> = men.chain(pawns.collect::<Vec<_>>()).collect();
        for man in men {
            let square = match man.0 {
                Piece::Pawn => 8 + chance.index(48),
                _ => chance.index(64),
            };
            *board.square_mut(Square::index(square)) = Some(man);
        }
        let Some(position) = ChessPosition::new(&board).ok().filter(has_kings) else {
            continue;
        };
        if Chess.terminal(&position).is_some() {
            continue;
        }
        asked += 1;
        let history = History::new(position);
        let limits = Limits::nodes(100_000);
        let proven = match solver.limit(limits).solve(&history).verdict.decided() {
            Some(false) => false,
            Some(true) => answered(&mut solver, &history).0,
            None => continue,
        };
        won += u32::from(proven);
        let question = Question::new(Player::First, RepetitionRule::Draw);
        let mut other = Solver::new(&Chess, question, Options::default());
        let answer = other.limit(Limits::nodes(5_000)).solve(&history).verdict.decided();
        if let Some(answer) = answer {
            assert_eq!(answer, proven, "{}", history.root());
            agreed += 1;
        }
    }
    println!("{won} won, {agreed} of {asked} answered by df-pn");
    assert!(won > 25 && agreed > 25, "{won} {agreed}");
}

/// Neither of the two searches takes much from the other.
#[test]
fn df_pn_and_components_go_by_turns() {
    for (fen, nodes) in [
        ("8/6K1/8/7k/8/5pPP/5P2/5B2 w - -", 10_000),
        ("2k5/2N5/1PKP4/2P5/8/8/8/8 w - -", 1_000),
        ("8/8/3k4/8/6p1/4K1P1/8/8 w - -", 50_000),
    ] {
        let mut solver = solver(Player::First, options());
        let answer = solver.limit(Limits::nodes(nodes)).solve(&history(fen));
        assert_eq!(answer.verdict, Verdict::Proven, "{fen}");
    }
}

#[test]
fn limits_end_it_and_it_goes_on() {
    let ending = history("8/1p1k4/1P6/2PK4/8/8/8/8 w - -");
    let mut solver = solver(Player::First, options());
    let answer = solver.limit(Limits::nodes(5_000)).solve(&ending);
    assert_eq!(answer.verdict, Verdict::Unknown(Reason::Nodes));
    // Limits are looked at between the rounds of a component.
    assert!(answer.stats.nodes < 5_500, "{}", answer.stats.nodes);
    let mut searches = 0;
    let proven = loop {
        searches += 1;
        match solver.limit(Limits::nodes(15_000)).solve(&ending).verdict {
            Verdict::Unknown(Reason::Nodes) => {}
            verdict => break verdict,
        }
        assert!(searches < 100);
    };
    assert!(searches > 1 && proven == Verdict::Proven, "{searches} {proven:?}");
}

/// What the history makes a repetition is none of their business.
#[test]
fn a_history_that_counts_is_left_to_the_other_search() {
    let mut history = history("8/8/3K3k/8/8/8/5P2/8 w - -");
    for m in ["d6e6", "h6g6", "e6d6", "g6h6", "d6e6"] {
        let m = Chess.parse_move(history.root(), m).expect("a move");
        history.push(&Chess, m);
    }
    let mut solver = solver(Player::First, options());
    let answer = solver.limit(Limits::nodes(200_000)).solve(&history);
    assert!(answer.stats.lookups > 0, "df-pn looks up what follows");
}
