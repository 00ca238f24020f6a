//! Questions with a distance against W(position, plies) by induction on the plies, over all
//! positions of small loopy games; every answer certified, and damaged certificates refuted.

use std::collections::HashSet;

use crate::common::{Random, history, random_game};
use threefold_certificate::{Block, CheckError, MoveLines, check};
use threefold_chess::Chess;
use threefold_game::{Distances, Game, History, Knowledge, Outcome, Player, RepetitionRule};
use threefold_graph::{GraphGame, NodeId};
use threefold_oracle::Retrograde;
use threefold_search::distance::{DistanceOptions, DistanceSolver, SolutionOptions};
use threefold_search::{ExtractError, Limits, Reason, Verdict};

const RULE: RepetitionRule = RepetitionRule::Draw;

/// `wins[plies][node]`, by the definition.
fn induction(
    game: &GraphGame,
    history: &History<GraphGame>,
    attacker: Player,
    most: usize,
) -> Vec<Vec<bool>> {
    // Two occurrences make a repetition in graph games: what was there once draws.
    let drawn = history.positions().iter().copied().collect();
    induction_without(game, &drawn, attacker, most)
}

/// The same where these draw.
fn induction_without(
    game: &GraphGame,
    drawn: &HashSet<NodeId>,
    attacker: Player,
    most: usize,
) -> Vec<Vec<bool>> {
    let mut wins: Vec<Vec<bool>> = Vec::new();
    for plies in 0..=most {
        let row = game.ids().map(|node| {
            if drawn.contains(&node) {
                return false;
            }
            if let Some(outcome) = game.terminal(&node) {
                return outcome == Outcome::Win(attacker);
            }
            let mut moves = Vec::new();
            game.moves(&node, &mut moves);
            if moves.is_empty() {
                return game.stuck(&node) == Outcome::Win(attacker);
            }
            let Some(before) = wins.last() else { return false };
            let mut after = moves.iter().map(|m| before[m.index()]);
            match game.player_to_move(&node) == attacker {
                true => after.any(|won| won),
                false => after.all(|won| won),
            }
        });
        let row = row.collect();
        wins.push(row);
        assert!(plies <= most);
    }
    wins
}

fn options(seed: u64) -> DistanceOptions {
    let small = DistanceOptions { table_bytes: 16 << 10, ..DistanceOptions::default() };
    match seed % 4 {
        0 => DistanceOptions { table_bytes: 0, ..small },
        1 => DistanceOptions { drop_256ths: 64, ..small },
        2 => DistanceOptions { drop_256ths: 256, ..small },
        _ => small,
    }
}

/// Games in which players take turns and only who has moved last has won.
fn game_of_turns(seed: u64) -> GraphGame {
    let mut random = Random(seed ^ 0x7175);
    let count = 4 + random.below(9);
    let mut text = String::from("threefold game 1\nrule: draw\nroot: n0\n");
    for i in 0..count {
        let player = ["first", "second"][(i % 2) as usize];
        text += &format!("n{i} {player}:");
        let mut to = HashSet::new();
        for _ in 0..random.below(4) {
            let target = match random.below(12) {
                0 | 1 => format!("won-by-{player}"),
                2 => "drawn".to_owned(),
                _ => format!("n{}", random.below(count / 2) * 2 + 1 - i % 2),
            };
            if to.insert(target.clone()) {
                text += &format!(" {target}");
            }
        }
        text += "\n";
    }
    text += "won-by-first win-first\nwon-by-second win-second\ndrawn draw\n";
    threefold_graph::parse(&text).unwrap().game
}

/// What is known of some positions of a game without a history.
struct Known(Vec<Option<Outcome>>);

impl Known {
    /// Who does not win, and who does, of about half of the positions.
    fn some(game: &GraphGame, attacker: Player, most: usize, seed: u64) -> Self {
        let mut random = Random(seed);
        let wins = induction_without(game, &HashSet::new(), attacker, most).pop().unwrap();
        let known = wins.into_iter().map(|won| match (random.below(2), won) {
            (0, _) => None,
            (_, true) => Some(Outcome::Win(attacker)),
            (_, false) => Some(Outcome::Draw),
        });
        Known(known.collect())
    }
}

impl Knowledge<GraphGame> for Known {
    fn probe(&self, position: &NodeId) -> Option<Outcome> {
        self.0[position.index()]
    }

    fn declaration(&self) -> Option<String> {
        None
    }
}

#[derive(Default, Debug)]
struct Tally {
    proven: u64,
    disproven: u64,
    unknown: u64,
    certificates: u64,
    refuted: u64,
}

fn asked_of_everything(game: &GraphGame, seed: u64, tally: &mut Tally) {
    let history = history(game, RULE, (seed % 3 * 2) as u32, seed);
    let root = history.root().index();
    let most = game.nodes().len() + 3;
    for attacker in Player::ALL {
        let wins = induction(game, &history, attacker, most);
        let known = Known::some(game, attacker, most, seed);
        let mut solver = DistanceSolver::new(game, attacker, options(seed));
        if seed % 8 >= 4 {
            solver = solver.knowledge(&known);
        }
        solver.limit(Limits::nodes(20_000));
        let mut random = Random(seed);
        for _ in 0..4 {
            let plies = random.below(most as u64 + 1) as usize;
            let truth = wins[plies][root];
            let answer = solver.within(&history, plies as u32);
            let what = format!("seed {seed}, {attacker:?}, {plies} plies");
            if answer.verdict == Verdict::Unknown(Reason::Nodes) && seed % 4 != 3 {
                // Hardly a table: the same is searched again and again.
                tally.unknown += 1;
                continue;
            }
            assert_eq!(answer.verdict.decided(), Some(truth), "{what}");
            if let Some(at_most) = answer.at_most {
                assert!(wins[at_most as usize][root], "{what}: at most {at_most}");
            }
            match answer.at_least {
                Some(at_least) => {
                    let below = (at_least as usize).min(most + 1);
                    assert!((0..below).all(|plies| !wins[plies][root]), "{what}");
                }
                None => assert!(!wins[most][root], "{what}: no win at all"),
            }
            if let Some(best) = answer.best
                && plies > 0
            {
                assert_eq!(wins[plies - 1][best.index()], truth, "{what}");
            }
            *if truth { &mut tally.proven } else { &mut tally.disproven } += 1;
            certified(game, &history, &mut solver, plies, truth, &wins, tally, &mut random);
        }
    }
}

#[allow(clippy::too_many_arguments)]
fn certified(
    game: &GraphGame,
    history: &History<GraphGame>,
    solver: &mut DistanceSolver<'_, GraphGame>,
    plies: usize,
    truth: bool,
    wins: &[Vec<bool>],
    tally: &mut Tally,
    random: &mut Random,
) {
    let root = history.root().index();
    let certificate = match solver.certificate(history, plies as u32, truth, RULE) {
        Err(ExtractError::Limit(Reason::Nodes)) => {
            tally.unknown += 1;
            return;
        }
        certificate => certificate.unwrap(),
    };
    let verified = check(game, &certificate.block).unwrap();
    assert_eq!(verified.terms.plies, Some(plies as u32));
    tally.certificates += 1;
    let mut judge = |block: &Block| {
        let bound = (block.header.plies.unwrap() as usize).min(wins.len() - 1);
        match check(game, block) {
            // Still a proof, then of something true.
            Ok(_) => assert_eq!(wins[bound][root], truth, "{block:?}"),
            Err(CheckError::Refuted(_)) => tally.refuted += 1,
            Err(error) => panic!("{error}"),
        }
    };
    // The same lines for a stronger claim.
    for stronger in 1..4 {
        let mut block = certificate.block.clone();
        let plies = plies as u32;
        let other = if truth { plies.saturating_sub(stronger) } else { plies + stronger };
        block.header.plies = Some(other);
        judge(&block);
    }
    let lines: Vec<&str> = certificate.block.moves.iter().collect();
    for _ in 0..3 {
        let mut lines = lines.clone();
        if lines.is_empty() {
            break;
        }
        let at = random.below(lines.len() as u64) as usize;
        let other = random.below(lines.len() as u64) as usize;
        match random.below(4) {
            0 => lines[at] = game.nodes()[random.below(game.nodes().len() as u64) as usize].name(),
            1 => lines.swap(at, other),
            2 => drop(lines.remove(at)),
            _ => lines.insert(at, lines[other]),
        }
        let lines: MoveLines = lines.into_iter().collect();
        judge(&Block::new(certificate.block.header.clone(), lines));
    }
}

#[test]
fn answers_are_those_of_the_definition() {
    let mut tally = Tally::default();
    for seed in 0..4000 {
        asked_of_everything(&random_game(seed, RULE), seed, &mut tally);
    }
    assert!(tally.proven > 1000 && tally.disproven > 1000 && tally.refuted > 1000, "{tally:?}");
    assert!(tally.unknown * 20 < tally.certificates, "{tally:?}");
}

#[test]
fn answers_are_those_of_the_definition_where_the_winner_moves_last() {
    let mut tally = Tally::default();
    for seed in 0..4000 {
        let game = game_of_turns(seed);
        assert!(game.winner_moves_last());
        asked_of_everything(&game, seed, &mut tally);
    }
    assert!(tally.proven > 1000 && tally.disproven > 1000 && tally.refuted > 1000, "{tally:?}");
    assert!(tally.unknown * 20 < tally.certificates, "{tally:?}");
}

fn chess(text: &str) -> History<Chess> {
    History::new(Chess.parse_position(text).unwrap())
}

fn white(nodes: u64) -> DistanceSolver<'static, Chess> {
    let options = DistanceOptions { table_bytes: 1 << 20, ..DistanceOptions::default() };
    let mut solver = DistanceSolver::new(&Chess, Player::First, options);
    solver.limit(Limits::nodes(nodes));
    solver
}

#[test]
fn problems_have_their_keys_and_nothing_else_solves_them() {
    let problems = [
        ("7k/5Q2/6K1/8/8/8/8/8 w - -", 1, &["f7e8", "f7f8", "f7g7", "f7h7"][..]),
        // Morphy: 1. Ra6.
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - -", 2, &["a1a6"]),
        ("8/5R2/2K1P3/4k3/8/b1PPpp1B/5p2/8 w - -", 2, &["c6d7"]),
        ("8/1B6/8/5p2/8/8/5Qrq/1K1R2bk w - -", 3, &["f2a7"]),
        ("8/6p1/6Pp/7P/2N1pk2/1p2N3/1Bp1P2R/2K5 w - -", 4, &["c4b6"]),
    ];
    for (text, moves, wanted) in problems {
        let history = chess(text);
        let mut solver = white(1_000_000);
        let keys = solver.keys(&history, 2 * moves - 1);
        assert_eq!(keys.reason, None);
        let mut found: Vec<_> = keys.keys().map(|m| Chess.move_text(history.root(), m)).collect();
        found.sort();
        assert_eq!(found, wanted, "{text}");
        for first in &keys.moves {
            assert!(first.verdict.decided().is_some());
        }
        for (plies, proven) in [(2 * moves - 1, true), (2 * moves - 2, false)] {
            let certificate = solver.certificate(&history, plies, proven, RULE).unwrap();
            let verified = check(&Chess, &certificate.block).unwrap();
            let words = if proven { "white wins within" } else { "black holds plies" };
            assert_eq!(verified.to_string(), format!("VERIFIED {words} {plies}"));
        }
    }
}

#[test]
fn every_length_of_king_and_rook_against_king_is_that_of_retrograde_analysis() {
    let root = Chess.parse_position("8/8/8/8/8/2k5/8/K6R w - -").unwrap();
    let solved = Retrograde::solve(&Chess, [root.clone()], 1_000_000).unwrap();
    let mut random = Random(5);
    let options = DistanceOptions::default();
    let mut solver = DistanceSolver::new(&Chess, Player::First, options);
    let mut asked = 0;
    let mut position = root;
    while asked < 30 {
        let mut moves = Vec::new();
        if Chess.terminal(&position).is_none() {
            Chess.moves(&position, &mut moves);
        }
        if moves.is_empty() {
            position = Chess.parse_position("8/8/8/3k4/8/8/8/K6R w - -").unwrap();
            continue;
        }
        if let Some(plies) = solved.plies(&position)
            && solved.value(&position) == Some(Outcome::Win(Player::First))
            && (1..=12).contains(&plies)
        {
            asked += 1;
            let history = History::new(position.clone());
            let answer = solver.within(&history, plies);
            assert_eq!(answer.verdict, Verdict::Proven, "{position} {plies}");
            assert_eq!(answer.at_most, Some(plies), "{position}");
            let answer = solver.within(&history, plies - 1);
            assert_eq!(answer.verdict, Verdict::Disproven, "{position} {plies}");
            assert_eq!(answer.at_least, Some(plies), "{position}");
        }
        Chess.make(&mut position, random.choose(&moves));
    }
}

#[test]
fn what_was_played_before_the_root_can_draw() {
    // The only mate in two goes through a position that has been there twice.
    let once = "8/8/8/8/8/k1K5/8/7R w - -";
    let played = ["h1h2", "a3a4", "h2h1", "a4a3", "h1h2", "a3a4", "h2h1", "a4a3"];
    let position = Chess.parse_position(once).unwrap();
    let history = History::from_notation(&Chess, position.clone(), played, RULE).unwrap();
    let mut solver = white(1_000_000);
    let fresh = History::new(position);
    for plies in [1, 3, 5, 7] {
        let before = solver.within(&fresh, plies).verdict;
        // The root itself is a draw now.
        assert_eq!(solver.within(&history, plies).verdict, Verdict::Disproven);
        assert_eq!(solver.within(&history, plies).at_least, None);
        assert_eq!(solver.within(&fresh, plies).verdict, before);
    }
    assert_eq!(solver.within(&fresh, 7).verdict, Verdict::Proven);
}

#[test]
fn a_move_is_no_key_if_its_mate_goes_through_the_root_for_the_third_time() {
    let root = "6kr/b1p1p2p/1pP1P2B/1p6/pPp1p3/P1P1P3/R7/2B1K3 w - -";
    let mut history = chess(root);
    let moves = |solver: &mut DistanceSolver<'_, Chess>, history: &History<Chess>| {
        let keys = solver.keys(history, 5);
        assert_eq!(keys.reason, None);
        let text = |m| Chess.move_text(history.root(), m);
        keys.keys().map(text).collect::<Vec<_>>()
    };
    let mut solver = white(1_000_000);
    let fresh = moves(&mut solver, &history);
    assert!(fresh.contains(&"c1d2".to_owned()) && fresh.len() > 1, "{fresh:?}");
    for text in ["c1d2", "a7b8", "d2c1", "b8a7"] {
        let m = Chess.parse_move(history.root(), text).unwrap();
        history.push(&Chess, m);
    }
    // After 1.Bd2 Bb8 all mates begin with 2.Bc1 Ba7, and the same goes for 1.Ra1.
    let again = moves(&mut solver, &history);
    assert!(!again.contains(&"c1d2".to_owned()) && again.len() + 2 == fresh.len(), "{again:?}");
    // They are what is said of the positions behind the moves.
    for text in &fresh {
        let mut behind = history.clone();
        behind.push(&Chess, Chess.parse_move(history.root(), text).unwrap());
        let is_key = solver.within(&behind, 4).verdict == Verdict::Proven;
        assert_eq!(is_key, again.contains(text), "{text}");
    }
    assert_eq!(moves(&mut white(1_000_000), &history), again);
    assert_eq!(solver.within(&history, 5).verdict, Verdict::Proven);
}

#[test]
fn a_limit_is_no_verdict() {
    let history = chess("3B3R/Kp3kPn/1N1pb2P/3B4/3p3N/R7/3P3n/6r1 w - -");
    let mut solver = white(1000);
    let answer = solver.within(&history, 9);
    assert_eq!(answer.verdict.decided(), None);
    assert!(answer.pn > 0 && answer.dn > 0 && answer.stats.nodes < 4000);
    let keys = solver.keys(&history, 9);
    assert!(keys.reason.is_some() && keys.keys().count() == 0);
}

/// The fewest plies with which the attacker wins from the node.
fn shortest(wins: &[Vec<bool>], node: NodeId) -> Option<usize> {
    wins.iter().position(|row| row[node.index()])
}

#[test]
fn solutions_and_tries_are_those_of_the_definition() {
    let (mut keys, mut tries, mut duals) = (0, 0, 0);
    for seed in 0..3000 {
        let game = game_of_turns(seed);
        let history = History::new(*game.ids().next().as_ref().unwrap());
        let most = game.nodes().len() + 3;
        // Who has moved from the root must not come back to it.
        let drawn = HashSet::from([*history.root()]);
        let wins = induction_without(&game, &drawn, Player::First, most);
        let mut solver = DistanceSolver::new(&game, Player::First, options(3));
        let plies = 3 + seed as usize % 3 * 2;
        let mut moves = Vec::new();
        game.moves(history.root(), &mut moves);
        let in_time = |node: &NodeId, plies: usize| wins[plies][node.index()];

        let solution = solver.solution(&history, plies as u32, &SolutionOptions::default());
        assert!(solution.complete && solution.reason.is_none(), "seed {seed}");
        let wanted: Vec<_> = moves.iter().copied().filter(|m| in_time(m, plies - 1)).collect();
        assert_eq!(solution.keys.iter().map(|key| key.m).collect::<Vec<_>>(), wanted);
        for key in &solution.keys {
            keys += 1;
            assert_eq!(Some(key.plies as usize), shortest(&wins, key.m).map(|plies| plies + 1));
            let left = (key.plies as usize).saturating_sub(2);
            for variation in &key.variations {
                let mut answers = Vec::new();
                if game.terminal(&variation.reply).is_none() {
                    game.moves(&variation.reply, &mut answers);
                }
                answers.retain(|m| left > 0 && in_time(m, left - 1));
                duals += u32::from(answers.len() > 1);
                assert_eq!(variation.attacks.iter().map(|a| a.m).collect::<Vec<_>>(), answers);
            }
        }

        let wanted: Vec<_> = moves
            .iter()
            .filter_map(|&m| {
                let mut replies = Vec::new();
                if game.terminal(&m).is_none() {
                    game.moves(&m, &mut replies);
                }
                replies.retain(|reply| !in_time(reply, plies - 2));
                (replies.len() == 1).then_some((m, replies))
            })
            .collect();
        tries += wanted.len();
        for found in &solution.tries {
            assert!(found.variations.iter().all(|one| in_time(&one.reply, plies - 2)));
            assert!(found.threats.is_none(), "nobody passes in these games");
        }
        let found: Vec<_> = solution.tries.into_iter().map(|t| (t.m, t.refutations)).collect();
        assert_eq!(found, wanted, "seed {seed}");
    }
    assert!(keys > 100 && tries > 100 && duals > 10, "{keys} {tries} {duals}");
}

#[test]
fn the_shortest_win_is_found_or_none_is_there() {
    let mut none = 0;
    for seed in 0..1000 {
        let game = random_game(seed, RULE);
        let history = history(&game, RULE, (seed % 3 * 2) as u32, seed);
        let most = game.nodes().len() + 3;
        for attacker in Player::ALL {
            let wins = induction(&game, &history, attacker, most);
            let mut solver = DistanceSolver::new(&game, attacker, options(3));
            solver.limit(Limits::nodes(1_000_000));
            let found = solver.shortest(&history);
            let truth = shortest(&wins, *history.root());
            assert_eq!(found.exact(), truth.map(|plies| plies as u32), "seed {seed}");
            assert_eq!((found.reason, found.at_least.is_none()), (None, truth.is_none()));
            none += u32::from(truth.is_none());
        }
    }
    assert!(none > 100, "{none}");
}

#[test]
fn a_threat_and_the_set_play_of_a_problem_are_found() {
    // 1. Kb6 threatens Rh8#; set play: 1... Ka7 2. and 1... Kb8 2. no mate.
    let history = chess("k7/8/2K5/8/8/8/8/7R w - -");
    let solution = white(100_000).solution(&history, 3, &SolutionOptions::default());
    assert!(solution.complete);
    let text = |m| Chess.move_text(history.root(), m);
    let key = solution.keys.iter().find(|key| text(key.m) == "c6b6").unwrap();
    let mut after = history.root().clone();
    Chess.make(&mut after, key.m);
    let threats = key.threats.as_ref().unwrap();
    assert_eq!(threats.iter().map(|threat| text(threat.m)).collect::<Vec<_>>(), ["h1h8"]);
    assert_eq!(solution.set_play.unwrap(), []);
}
