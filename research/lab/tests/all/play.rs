//! Games played move by move: Eppstein's position with three kinds of scores, and a fixture.

use threefold_chess::{Chess, ChessPosition, Move};
use threefold_game::{Game, History, Outcome, Player};
use threefold_lab::alphabeta::policies::{CycleSkip, Ignore, PathKeyed};
use threefold_lab::alphabeta::policy::Policy;
use threefold_lab::alphabeta::{ChessScores, Depth, Options, Rules, WinScores};
use threefold_lab::play::{Because, Conduct, End, Opponent, Played, Told, play_by};
use threefold_lab::study::{ScoredCase, TableUse};
use threefold_oracle::Retrograde;
use threefold_search::Limits;

const EPPSTEIN: &str = "4k3/Q7/3K4/8/8/8/8/8 w - -";

fn conduct(plies: u32, table: TableUse) -> Conduct {
    Conduct {
        depth: Depth::Fixed(plies),
        limits: Limits::nodes(5_000_000),
        table,
        told: Told::Position,
        opponent: Opponent::FirstMove,
        plies: 60,
    }
}

fn chess<P: Policy>(
    fen: &str,
    win_scores: WinScores,
    conduct: &Conduct,
    oracle: Option<&Retrograde<Chess>>,
) -> (History<Chess>, Played<Move>) {
    let options = Options { win_scores, table_bytes: 16 << 20, ..Options::default() };
    let root: ChessPosition = fen.parse().unwrap();
    let history = History::new(root);
    let asked = (&Chess, &ChessScores, Rules::draw());
    let played = play_by::<_, _, P>(asked, &history, conduct, &options, oracle).unwrap();
    (history, played)
}

#[test]
fn with_plain_scores_white_makes_winning_moves_for_ever() {
    let fen: ChessPosition = EPPSTEIN.parse().unwrap();
    let solved = Retrograde::solve(&Chess, [fen], 1_000_000).unwrap();
    // As he says: one move is no win.
    let root: ChessPosition = EPPSTEIN.parse().unwrap();
    let mut moves = Vec::new();
    Chess.moves(&root, &mut moves);
    let wins = |m: &Move| {
        let mut after = root.clone();
        Chess.make(&mut after, *m);
        solved.value(&after) == Some(Outcome::Win(Player::First))
    };
    assert_eq!(moves.iter().filter(|m| !wins(m)).count(), 1);
    let conduct = conduct(5, TableUse::Cleared);
    let (_, played) = chess::<Ignore>(EPPSTEIN, WinScores::Plain, &conduct, Some(&solved));
    assert!(matches!(played.end, End::ForEver(_)), "{:?}", played.end);
    let white = || played.turns.iter().filter(|turn| turn.player == Player::First);
    assert!(white().all(|turn| turn.before.unwrap().outcome == Outcome::Win(Player::First)));
    assert!(white().all(|turn| !turn.throws_win() && !turn.claims_wrongly()));
    // Black's moves were not searched.
    assert!(played.turns.iter().all(|t| (t.player == Player::First) == t.thought.is_some()));
}

#[test]
fn with_ply_scores_white_mates_at_once_and_the_reason_is_the_end_of_the_game() {
    for table in [TableUse::Kept, TableUse::Cleared] {
        let conduct = conduct(5, table);
        let (_, played) = chess::<Ignore>(EPPSTEIN, WinScores::NodeRelative, &conduct, None);
        assert_eq!(played.end, End::Stuck(Outcome::Win(Player::First)));
        assert_eq!(played.turns.len(), 1);
        assert_eq!(played.turns[0].thought.as_ref().unwrap().because, Because::Over);
    }
}

/// Mate in one, and for ever "wins in 5": the table says it of positions that it knows from another
/// ply.
#[test]
fn unconverted_distances_keep_white_from_mating_and_the_table_says_so() {
    let conduct = Conduct { plies: 13, ..conduct(7, TableUse::Kept) };
    let fen = "4k3/8/4K3/8/8/8/8/R7 w - -";
    let (start, played) = chess::<Ignore>(fen, WinScores::RootRelative, &conduct, None);
    assert_eq!((played.end, played.most_often), (End::BrokenOff, 3));
    let last = played.turns.last().unwrap().thought.as_ref().unwrap();
    let Because::Table(said) = &last.because else { panic!("{:?}", last.because) };
    let stored = said.stored.as_ref().unwrap();
    assert!(stored.search < last.search && stored.played < 12, "{stored:?}");
    // The line of who stored it leads to the position that was read.
    let behind = |from: usize, line: &[Move]| {
        let mut history = start.clone();
        played.turns[..from].iter().for_each(|turn| history.push(&Chess, turn.m));
        line.iter().for_each(|&m| history.push(&Chess, m));
        Chess.position_text(history.root())
    };
    assert_eq!(behind(stored.played, &stored.line), behind(12, &last.line));
    let (_, played) = chess::<Ignore>(fen, WinScores::NodeRelative, &conduct, None);
    assert_eq!(played.end, End::Stuck(Outcome::Win(Player::First)));
}

/// The search knows that the third occurrence is a draw; plain scores alone do not bring it.
#[test]
fn a_search_that_is_told_the_game_does_not_let_a_won_position_come_a_third_time() {
    let conduct = Conduct { told: Told::Game, ..conduct(5, TableUse::Cleared) };
    let (_, played) = chess::<PathKeyed>(EPPSTEIN, WinScores::Plain, &conduct, None);
    assert!(played.most_often < 3 && played.end != End::Repetition, "{:?}", played.end);
}

/// The header of a fixture says how it is searched.
#[test]
fn a_fixture_is_played_in_its_setting() {
    let text = include_str!("../../fixtures/cycle-skip-kept.game");
    let file = threefold_graph::parse(text).unwrap();
    let case = ScoredCase::from_file(&file).unwrap();
    let options = case.options();
    let conduct = Conduct {
        depth: case.depth(),
        limits: Limits::default(),
        table: case.table,
        told: Told::Game,
        opponent: Opponent::Searches,
        plies: 10,
    };
    let start = History::new(*case.played.start());
    let asked = (&case.game, &case.scores, case.rules());
    let played = play_by::<_, _, CycleSkip>(asked, &start, &conduct, &options, None).unwrap();
    // Every move was searched, and the game was won by its rules.
    assert!(played.turns.iter().all(|turn| turn.thought.is_some()));
    assert_eq!(played.end, End::Over(Outcome::Win(Player::Second)));
}
