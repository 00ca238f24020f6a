//! A search that was ended goes on: in the same solver, and from a file in another one.

use std::io::{self, Write};

use threefold_certificate::check;
use threefold_chess::Chess;
use threefold_game::{Game, History, Player, Question, RepetitionRule, Searchable};
use threefold_search::{CheckpointError, Limits, Options, PathCodeKind, Reason, Solver, Verdict};

use crate::common::{NODES, Random, certified, history, random_game, small, solver, truth};

/// Games per rule.
const GAMES: u64 = 300;
const RULES: [RepetitionRule; 5] = [
    RepetitionRule::Draw,
    RepetitionRule::AttackerLoses,
    RepetitionRule::AttackerWins,
    RepetitionRule::SituationalSuperko,
    RepetitionRule::PositionalSuperko,
];

fn saved<G: Searchable>(solver: &Solver<'_, G>, history: &History<G>, nodes: u64) -> Vec<u8> {
    let mut file = Vec::new();
    solver.save(history, nodes, &mut file).expect("memory takes everything");
    file
}

/// Again and again a few nodes, each time in a new solver with a table of another size.
#[test]
fn searches_of_a_few_nodes_each_come_to_the_right_answer() {
    for rule in RULES {
        let mut taken_up = 0;
        for seed in 0..GAMES {
            let game = random_game(seed, rule);
            let history = history(&game, rule, (seed % 2 * 5) as u32, seed);
            let truth = truth(&game, &history, Player::First, rule);
            let mut file: Option<Vec<u8>> = None;
            for round in 0.. {
                let table_bytes = [4096, 64 << 10, 20 << 10][round % 3];
                let (threads, alone) = ([1, 2][seed as usize % 2], seed % 3);
                let options = Options { table_bytes, threads, alone, ..small() };
                let mut solver = solver(&game, Player::First, rule, &options);
                if let Some(file) = &file {
                    let resumed = solver.resume(&history, &mut file.as_slice()).unwrap();
                    assert_eq!(resumed.nodes, round as u64);
                    taken_up += resumed.entries;
                }
                // More and more: without an end, a table that is too small might forget it all.
                let nodes = 2 + seed % 5 + round as u64 / 4;
                let answer = solver.limit(Limits::nodes(nodes)).solve(&history);
                match answer.verdict {
                    Verdict::Unknown(Reason::Nodes) => {
                        file = Some(saved(&solver, &history, round as u64 + 1));
                    }
                    verdict => {
                        solver.limit(Limits::nodes(NODES));
                        let what = || format!("{rule}, seed {seed}, round {round}, {verdict:?}");
                        let (proven, ..) = certified(&game, &mut solver, &history, rule, &what);
                        assert_eq!(proven, truth, "{}", what());
                        break;
                    }
                }
            }
        }
        assert!(taken_up > 100, "{rule}: {taken_up}");
    }
}

const ENDING: &str = "8/8/3K3k/8/8/8/5P2/8 w - -";

fn ending() -> (History<Chess>, Question, Options) {
    let root = Chess.parse_position(ENDING).expect("a position");
    let question = Question::new(Player::First, RepetitionRule::Draw);
    let options =
        Options { table_bytes: 8 << 20, path_code: PathCodeKind::Chain, ..Options::default() };
    (History::new(root), question, options)
}

/// How many nodes it takes in all if the search is ended once, after so many, and whether it goes
/// on in a new solver then.
fn nodes_with_an_interruption(fen: &str, after: u64, table_bytes: usize, from_a_file: bool) -> u64 {
    let (_, question, options) = ending();
    let options = Options { table_bytes, ..options };
    let history = History::new(Chess.parse_position(fen).expect("a position"));
    let mut solver = Solver::new(&Chess, question, options.clone());
    let first = solver.limit(Limits::nodes(after)).solve(&history);
    if first.verdict.decided().is_some() {
        return first.stats.nodes;
    }
    assert_eq!(first.verdict, Verdict::Unknown(Reason::Nodes));
    if from_a_file {
        let file = saved(&solver, &history, after);
        solver = Solver::new(&Chess, question, options);
        assert_eq!(solver.resume(&history, &mut file.as_slice()).unwrap().nodes, after);
    }
    let second = solver.limit(Limits::default()).solve(&history);
    assert!(second.verdict.decided().is_some());
    after + second.stats.nodes
}

/// Where a search turns round makes it longer or shorter by chance, so that single ones take
/// between 0.62 and 1.33 times the nodes.
#[test]
fn little_is_searched_twice() {
    let endings = [
        ENDING,
        "8/8/8/8/8/Q7/5kp1/K7 w - -",
        "8/K5k1/8/7p/8/6P1/8/8 w - -",
        "8/2k5/p7/P7/8/2K5/8/8 w - -",
        "8/8/1p1k4/1P1p4/1K1P4/8/8/8 w - -",
        "8/8/4k3/8/3PK3/8/3p4/8 w - -",
    ];
    for (from_a_file, table_bytes) in [(false, 8 << 20), (true, 8 << 20), (true, 64 << 20)] {
        let nodes = |fen, after, from_a_file| {
            nodes_with_an_interruption(fen, after, table_bytes, from_a_file)
        };
        let mut ratios = Vec::new();
        for fen in endings {
            let whole = nodes(fen, u64::MAX, false);
            assert!(whole > 5000, "{fen}: {whole}");
            for percent in [20, 50, 80] {
                let nodes = nodes(fen, whole * percent / 100, from_a_file);
                ratios.push(nodes as f64 / whole as f64);
            }
        }
        let mean = ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64;
        println!("{} MiB, from a file {from_a_file}: {:.3}", table_bytes >> 20, mean.exp());
        assert!(mean.exp() < 1.05, "{:.3} of {ratios:.2?}", mean.exp());
    }
}

/// Takes so many bytes, and then there is no room.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0.min(bytes.len()) {
            0 if !bytes.is_empty() => Err(io::ErrorKind::StorageFull.into()),
            some => {
                self.0 -= some;
                Ok(some)
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_search_that_cannot_be_written_down_says_so_and_goes_on() {
    let nodes = |room: Option<usize>| {
        let (history, question, options) = ending();
        let mut solver = Solver::new(&Chess, question, options);
        solver.limit(Limits::nodes(2000)).solve(&history);
        if let Some(room) = room {
            let written = solver.save(&history, 2000, &mut Full(room));
            assert_eq!(written.unwrap_err().kind(), io::ErrorKind::StorageFull, "{room}");
        }
        let answer = solver.limit(Limits::default()).solve(&history);
        assert!(answer.verdict.decided().is_some());
        answer.stats.nodes
    };
    let undisturbed = nodes(None);
    for room in [0, 10, 300, 20_000] {
        assert_eq!(nodes(Some(room)), undisturbed, "{room}");
    }
}

#[test]
fn a_checkpoint_of_another_search_is_refused() {
    let (history, question, options) = ending();
    let mut solver = Solver::new(&Chess, question, options.clone());
    solver.limit(Limits::nodes(100)).solve(&history);
    let file = saved(&solver, &history, 100);
    let refused = |question, options: Options, history: &History<Chess>| {
        let mut other = Solver::new(&Chess, question, options);
        match other.resume(history, &mut file.as_slice()) {
            Err(CheckpointError::Other { field, .. }) => field,
            result => panic!("{result:?}"),
        }
    };
    let black = Question::new(Player::Second, RepetitionRule::Draw);
    assert_eq!(refused(black, options.clone(), &history), "attacker");
    let moved = Options { path_code: PathCodeKind::MoveDepth, ..options.clone() };
    assert_eq!(refused(question, moved, &history), "paths");
    let elsewhere = History::new(Chess.parse_position("8/8/3K2k1/8/8/8/5P2/8 w - -").unwrap());
    assert_eq!(refused(question, options.clone(), &elsewhere), "root");
    let mut played = history.clone();
    for text in ["d6e6", "h6g6", "e6d6", "g6h6"] {
        let m = Chess.parse_move(played.root(), text).unwrap();
        played.push(&Chess, m);
    }
    assert_eq!(refused(question, options.clone(), &played), "history");
    let mut other = Solver::new(&Chess, question, options);
    for text in ["", "threefold certificate 1\n", "\u{fffd}"] {
        let result = other.resume(&history, &mut text.as_bytes());
        assert!(matches!(result, Err(CheckpointError::Kind)), "{text:?}: {result:?}");
    }
}

#[test]
fn damage_is_found() {
    let (history, question, options) = ending();
    let mut solver = Solver::new(&Chess, question, options.clone());
    solver.limit(Limits::nodes(30)).solve(&history);
    let file = saved(&solver, &history, 30);
    let mut other = Solver::new(&Chess, question, options);
    for end in 0..file.len() {
        assert!(other.resume(&history, &mut &file[..end]).is_err(), "cut after {end} bytes");
    }
    let longer: Vec<u8> = file.iter().copied().chain([0]).collect();
    assert!(other.resume(&history, &mut longer.as_slice()).is_err());
    // The number of nodes is for people, and not part of what is checked.
    let text = file.windows(8).position(|window| window == b"nodes: 3").unwrap();
    for place in (0..file.len()).filter(|place| !(text..text + 9).contains(place)) {
        let mut damaged = file.clone();
        damaged[place] ^= 1 << (place % 8);
        assert!(other.resume(&history, &mut damaged.as_slice()).is_err(), "byte {place}");
    }
    assert!(other.resume(&history, &mut file.as_slice()).is_ok());
}

/// What somebody has made up is taken up like anything else; its answers are not certified.
#[test]
fn lies_in_a_checkpoint_are_never_certified() {
    let (mut wrong, mut right) = (0, 0);
    for seed in 0..2000 {
        let rule = RULES[seed as usize % 5];
        let game = random_game(seed, rule);
        let history = history(&game, rule, 0, seed);
        let truth = truth(&game, &history, Player::First, rule);
        let mut solver = solver(&game, Player::First, rule, &small());
        solver.limit(Limits::nodes(1 + seed % 9)).solve(&history);
        let mut file = saved(&solver, &history, 1);
        let start = file.windows(2).position(|window| window == b"\n\n").unwrap() + 2;
        let mut words: Vec<u64> = file[start..]
            .chunks_exact(8)
            .map(|bytes| u64::from_le_bytes(bytes.try_into().unwrap()))
            .collect();
        words.pop();
        // Kinds, signs and moves of entries are exchanged.
        let mut random = Random(seed);
        let end = words.chunks_exact(4).position(|entry| entry == [0; 4]).unwrap();
        for entry in words[..4 * end].chunks_exact_mut(4) {
            if random.below(2) == 0 {
                entry[3] ^= random.below(16) | random.below(4) << 32;
            }
            if random.below(4) == 0 {
                entry[1] = random.below(3) << 32 | random.below(3);
            }
        }
        file.truncate(start);
        let mut all = 0;
        for word in words {
            all = mix(all ^ word);
            file.extend(word.to_le_bytes());
        }
        file.extend(all.to_le_bytes());
        if solver.resume(&history, &mut file.as_slice()).is_err() {
            continue;
        }
        let Some(proven) = solver.limit(Limits::nodes(10_000)).solve(&history).verdict.decided()
        else {
            continue;
        };
        if let Ok(extracted) = solver.certificate(&history, proven, rule)
            && check(&game, &extracted.block).is_ok()
        {
            assert_eq!(proven, truth, "{rule}, seed {seed}");
            right += 1;
        } else {
            wrong += 1;
        }
    }
    assert!(wrong > 50 && right > 50, "{wrong} and {right}");
}

/// The check of a checkpoint, so that what is made up has the right one.
fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}
