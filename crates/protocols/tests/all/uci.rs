//! The Universal Chess Interface, line by line.

use std::thread;
use std::time::{Duration, Instant};

use threefold_protocols::uci;

use crate::common::{Engine, has};

fn start() -> Engine {
    Engine::start("bestmove", |input, print| uci::run(input, print))
}

const MORPHY: &str = "position fen kbK5/pp6/1P6/8/8/8/8/R7 w - -";
/// The start of a game: nothing is proved here for a long time.
const START: &str = "position startpos";

#[test]
fn an_interface_is_told_who_is_there() {
    let mut engine = start();
    engine.tell("uci");
    let lines = engine.until("uciok");
    for name in ["Hash", "Threads", "MultiPV", "Attacker", "CertificateDir", "UCI_Chess960"] {
        has(&lines, &format!("option name {name} type"));
    }
    engine.tell("isready");
    engine.until("readyok");
}

#[test]
fn a_mate_in_n_is_found_with_its_length() {
    let mut engine = start();
    let lines = engine.answer(&format!("{MORPHY}\ngo mate 2"));
    has(&lines, " score mate 2 ");
    has(&lines, "info string proved: mate in");
    assert!(lines.last().unwrap().starts_with("bestmove a1a6"), "{lines:#?}");
}

#[test]
fn that_there_is_no_mate_in_n_is_said_and_no_mate_is_claimed() {
    let mut engine = start();
    let lines = engine.answer(&format!("{MORPHY}\ngo mate 1"));
    has(&lines, "proved: no mate in 1 move by white");
    assert!(!lines.iter().any(|line| line.contains("score mate")), "{lines:#?}");
}

#[test]
fn the_shortest_mate_is_a_proved_bracket() {
    let mut engine = start();
    let lines = engine.answer(&format!("{MORPHY}\ngo nodes 100000"));
    has(&lines, "info string proved: mate in 2 moves (white mates)");
}

#[test]
fn who_is_mated_has_a_negative_number() {
    let mut engine = start();
    let lines = engine.answer("position fen 8/8/8/8/8/1k6/7r/K7 w - -\ngo nodes 10000");
    has(&lines, " score mate -1 ");
    has(&lines, "proved: mate in 1 move (black mates)");
    assert_eq!(lines.last().unwrap(), "bestmove a1b1 ponder h2h1");
}

#[test]
fn a_draw_is_no_mate() {
    let mut engine = start();
    let lines = engine.answer("position fen 8/8/8/8/8/k7/p7/K7 b - -\ngo nodes 100000");
    has(&lines, "info string proved: no mate");
    has(&lines, " score cp 0 ");
}

#[test]
fn a_position_without_moves_has_no_best_move() {
    let mut engine = start();
    let lines = engine.answer("position fen R5k1/5ppp/8/8/8/8/8/4K3 b - -\ngo infinite\nstop");
    has(&lines, " score mate 0 ");
    assert_eq!(lines.last().unwrap(), "bestmove 0000");
    let lines = engine.answer("position fen 8/8/8/8/8/1k6/1p6/1K6 w - -\ngo nodes 10");
    assert_eq!(lines.last().unwrap(), "bestmove 0000");
}

#[test]
fn keys_are_lines_of_their_own() {
    let mut engine = start();
    engine.tell("setoption name MultiPV value 5");
    let lines = engine.answer("position fen k7/8/2K5/8/8/8/8/7R w - -\ngo mate 2");
    for text in [" multipv 1 score mate 2 ", " multipv 2 score mate 2 "] {
        has(&lines, text);
    }
    assert!(!lines.iter().any(|line| line.contains("multipv 3")), "{lines:#?}");
}

#[test]
fn the_search_keeps_to_the_moves_that_are_named() {
    let mut engine = start();
    let lines = engine.answer(&format!("{MORPHY}\ngo searchmoves b6a7 a1a2 nodes 20000"));
    assert!(!lines.iter().any(|line| line.contains("score mate 2 ")), "{lines:#?}");
    let best = lines.last().unwrap();
    assert!(best.starts_with("bestmove b6a7") || best.starts_with("bestmove a1a2"), "{best}");
    let lines = engine.answer(&format!("{MORPHY}\ngo searchmoves a1a6 mate 2"));
    has(&lines, " score mate 2 ");
    let lines = engine.answer(&format!("{MORPHY}\ngo searchmoves a1b5 mate 2"));
    has(&lines, "info string error: go searchmoves:");
}

#[test]
fn stop_and_quit_are_obeyed_at_any_time() {
    let mut engine = start();
    for go in ["go infinite", "go", "go nodes 1000000000", "go mate 40", "go ponder wtime 1000"] {
        engine.tell(&format!("{START}\n{go}\nisready"));
        engine.until("readyok");
        let started = Instant::now();
        let lines = engine.answer("stop");
        // Other tests run beside this one.
        assert!(started.elapsed() < Duration::from_secs(5), "{go}: {:?}", started.elapsed());
        assert_ne!(lines.last().unwrap(), "bestmove 0000");
    }
    engine.tell(&format!("{START}\ngo infinite\nquit"));
    let lines = engine.end();
    // Whoever waits for a move has one.
    assert!(lines.last().unwrap().starts_with("bestmove "), "{lines:#?}");
    assert!(!lines.iter().any(|line| line.contains("score mate")), "{lines:#?}");
}

#[test]
fn an_infinite_search_waits_for_stop_even_if_all_is_known() {
    let mut engine = start();
    engine.tell(&format!("{MORPHY}\ngo infinite"));
    engine.until("info depth");
    thread::sleep(Duration::from_millis(300));
    engine.tell("isready");
    let before = engine.until("readyok");
    assert!(!before.iter().any(|line| line.starts_with("bestmove")), "{before:#?}");
    let lines = engine.answer("stop");
    has(&lines, "proved: mate in 2 moves");
}

#[test]
fn a_search_ends_with_its_time_and_begins_to_count_with_ponderhit() {
    let mut engine = start();
    engine.answer(&format!("{START}\ngo movetime 50"));
    engine.answer("go wtime 1000 btime 1000");
    engine.tell("go ponder movetime 30");
    thread::sleep(Duration::from_millis(200));
    engine.tell("isready");
    let before = engine.until("readyok");
    assert!(!before.iter().any(|line| line.starts_with("bestmove")), "{before:#?}");
    engine.answer("ponderhit");
}

#[test]
fn searches_that_are_handed_over_at_once_are_done_one_after_the_other() {
    let mut engine = start();
    engine.tell(&format!("{MORPHY}\ngo mate 2\n{START}\ngo nodes 100\n{MORPHY}\ngo mate 1"));
    has(&engine.until("bestmove"), " score mate 2 ");
    has(&engine.until("bestmove"), "not proved");
    has(&engine.until("bestmove"), "proved: no mate in 1 move by white");
    // At the end of the input a search with a limit is finished.
    engine.tell(&format!("{MORPHY}\ngo nodes 100000"));
    has(&engine.end(), "proved: mate in 2 moves");
}

#[test]
fn a_search_without_a_limit_ends_with_the_input() {
    let mut engine = start();
    engine.tell(&format!("{START}\ngo infinite"));
    assert!(engine.end().last().unwrap().starts_with("bestmove"));
}

#[test]
fn bad_input_is_named_in_one_line_and_does_no_harm() {
    let mut engine = start();
    for (line, what) in [
        ("hello", "unknown command 'hello'"),
        ("position fen 8/8/8 w - -", "position fen:"),
        ("position startpos moves e2e4 e2e4", "position: move 2:"),
        ("position fen 8/8/8/8/8/1k6/7r/K7 w - - moves", ""),
        ("go depth x", "go: expected a number after depth"),
        ("setoption name Hash value many", "expected a number from 1 to 65536"),
        ("setoption name Nothing", "no option 'Nothing'"),
        ("setoption", "setoption: expected"),
        ("stop", ""),
        ("ponderhit", ""),
        ("\u{0}\u{1b}[2J", "unknown command"),
    ] {
        engine.tell(&format!("{line}\nisready"));
        let lines = engine.until("readyok");
        if what.is_empty() {
            assert_eq!(lines.len(), 1, "{lines:#?}");
        } else {
            assert_eq!(lines.len(), 2, "{lines:#?}");
            assert!(lines[0].starts_with("info string error: "), "{lines:#?}");
            has(&lines, what);
        }
    }
    engine.tell("position fen nonsense");
    assert_eq!(engine.answer("go nodes 1").last().unwrap(), "bestmove 0000");
    assert!(engine.answer(&format!("{START}\ngo nodes 1")).last().unwrap().len() > 9);
}

#[test]
fn castling_is_written_as_the_interface_wants_it() {
    let mut engine = start();
    let moves = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - moves";
    for (option, moves_text, wanted) in [
        ("true", "e1h1", "bestmove e8a8"),
        ("false", "e1g1", "bestmove e8c8"),
        ("true", "e1g1", "bestmove e8a8"),
        ("false", "e1h1", "bestmove e8c8"),
    ] {
        let lines = engine.answer(&format!(
            "setoption name UCI_Chess960 value {option}\n{moves} {moves_text}\n\
             go searchmoves e8c8 nodes 1"
        ));
        assert_eq!(lines.last().unwrap(), wanted);
    }
    // With the rook on b1 there is but one spelling.
    engine.tell("position fen 4k3/8/8/8/8/8/8/1R2K3 w B -");
    let lines = engine.answer("go searchmoves e1b1 nodes 1");
    assert_eq!(lines.last().unwrap(), "bestmove e1b1");
}

#[test]
fn certificates_are_written_where_they_are_wanted() {
    let directory = tempfile::tempdir().unwrap();
    let mut engine = start();
    let path = directory.path().display();
    engine.tell(&format!("setoption name CertificateDir value {path}"));
    let lines = engine.answer(&format!("{MORPHY}\ngo nodes 100000"));
    has(&lines, "0001.cert");
    has(&lines, "verified");
    let text = std::fs::read_to_string(directory.path().join("0001.cert")).unwrap();
    assert!(text.contains("white wins") && text.contains("within: 3"), "{text}");
    // That there is no mate in one.
    let text = std::fs::read_to_string(directory.path().join("0002.cert")).unwrap();
    assert!(text.contains("plies: 1"), "{text}");
}

#[test]
fn a_position_that_has_come_up_twice_before_is_no_way_to_a_mate() {
    let mut engine = start();
    let mate = "position fen 7k/8/6K1/8/8/8/8/R7 w - -";
    has(&engine.answer(&format!("{mate}\ngo mate 1")), " score mate 1 ");
    // The third time that the position is on the board: a draw, for who claims it.
    let twice = " moves a1b1 h8g8 b1a1 g8h8".repeat(2).replacen(
        " moves a1b1 h8g8 b1a1 g8h8 moves",
        " moves a1b1 h8g8 b1a1 g8h8",
        1,
    );
    let lines = engine.answer(&format!("{mate}{twice}\ngo mate 1"));
    assert!(!lines.iter().any(|line| line.contains("score mate")), "{lines:#?}");
    assert_eq!(lines.last().unwrap().len(), "bestmove a1a2".len());
}

/// The nodes in the last line that tells any.
fn nodes(lines: &[String]) -> u64 {
    let mut told = lines.iter().rev().filter_map(|line| line.split_once(" nodes "));
    let number = told.next().and_then(|(_, rest)| rest.split(' ').next());
    number.and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("no nodes in {lines:#?}"))
}

/// A mate in 6, mostly the proof that there is no shorter one.
const LONGER: &str = "position fen 8/8/3k4/8/3K4/8/8/Q7 w - -";

#[test]
fn a_search_that_a_limit_has_ended_goes_on() {
    const PROVED: &str = "info string proved: mate in 6 moves (white mates)";
    let mut engine = start();
    engine.tell("setoption name Attacker value white");
    let whole = engine.answer(&format!("{LONGER}\ngo nodes 10000000"));
    has(&whole, PROVED);
    let all = nodes(&whole);
    assert!(all > 5000, "{all}");
    // The same once more is known, in whatever words the position is given.
    let again = engine.answer(&format!("{LONGER} 0 1\ngo nodes 10000000"));
    has(&again, PROVED);
    assert!(nodes(&again) < 100, "{again:#?}");
    let mut half = |then: &str| {
        let first = engine.answer(&format!("ucinewgame\n{LONGER}\ngo nodes {}", all / 2));
        assert!(!first.iter().any(|line| line == PROVED), "{first:#?}");
        let rest = engine.answer(then);
        has(&rest, PROVED);
        nodes(&rest)
    };
    let rest = half("go nodes 10000000");
    println!("{all} nodes; after half of them {rest}");
    assert!(rest > 0 && rest < all * 2 / 3, "{rest} of {all}");
    // What was learnt is forgotten.
    let anew = half(&format!("ucinewgame\n{LONGER}\ngo nodes 10000000"));
    assert_eq!(anew, all);
}

/// `depth`, `mate` and the number of moves of its `pv`, of every line with a mate that is no bound.
fn mates(lines: &[String]) -> Vec<(i64, usize)> {
    let whole = lines.iter().filter(|line| !line.contains("bound "));
    let mate = whole.filter_map(|line| {
        let (_, rest) = line.split_once(" score mate ")?;
        let moves = rest.split(' ').next()?.parse().ok()?;
        Some((moves, rest.split_once(" pv ").map_or(0, |(_, pv)| pv.split(' ').count())))
    });
    mate.collect()
}

#[test]
fn a_mate_comes_with_a_line_of_its_length() {
    let mut engine = start();
    for (position, go) in [
        ("8/8/1K2B1p1/7b/1N1k1B2/2p3N1/1p3P2/8 w - -", "go nodes 50000"),
        ("8/8/1B3R2/8/2K1k3/4p3/4P3/8 w - -", "go nodes 7500"),
        ("8/8/8/8/8/k1K5/8/7R b - -", "go nodes 20000"),
    ] {
        for multi_pv in [1, 3] {
            engine.tell(&format!("setoption name MultiPV value {multi_pv}"));
            let lines = engine.answer(&format!("position fen {position}\n{go}"));
            let mates = mates(&lines);
            assert!(!mates.is_empty(), "{lines:#?}");
            for (moves, pv) in mates {
                let plies = 2 * moves.unsigned_abs() - u64::from(moves > 0);
                assert_eq!(pv as u64, plies, "{lines:#?}");
            }
        }
    }
}

#[test]
fn a_line_is_said_once() {
    let mut engine = start();
    let lines = engine.answer(&format!("{MORPHY}\ngo mate 2"));
    assert_eq!(mates(&lines).len(), 1, "{lines:#?}");
}

#[test]
fn the_fifty_move_rule_is_heeded() {
    let mut engine = start();
    // Mate in two by quiet moves: the fiftieth move is the first of them.
    let mate = "k7/8/2K5/8/8/8/8/7R w - -";
    for (clock, is_mate) in [(97, true), (98, false)] {
        let lines = engine.answer(&format!("position fen {mate} {clock} 80\ngo mate 2"));
        assert_eq!(!mates(&lines).is_empty(), is_mate, "{lines:#?}");
    }
    let lines = engine.answer(&format!("position fen {mate} 96 80 moves h1h2 a8b8\ngo mate 2"));
    assert!(mates(&lines).is_empty(), "{lines:#?}");
    // A capture on the way stands.
    let lines = engine.answer(&format!("position fen {mate} 98 80\ngo mate 1"));
    has(&lines, "no mate in 1 move by white");
    // With a position that has occurred twice only what the clock cannot prevent is told.
    let shuffle = "moves h1h2 a8b8 h2h1 b8a8";
    for (clock, is_mate) in [(93, true), (94, false)] {
        let position = format!("position fen {mate} {clock} 80 {shuffle}\ngo mate 2");
        let lines = engine.answer(&position);
        assert_eq!(!mates(&lines).is_empty(), is_mate, "{lines:#?}");
    }
    engine.tell("setoption name UCI_FiftyMoves value false");
    let lines = engine.answer(&format!("position fen {mate} 98 80\ngo mate 2"));
    has(&lines, " score mate 2 ");
}

/// A Syzygy file of king and rook with a value for each side to move, in a directory that the
/// option names.
fn with_rook(directory: &std::path::Path, values: [u8; 2]) -> String {
    let mut bytes = vec![0x71, 0xe8, 0x23, 0x5d, 0x31, 0, 0xee, 0x66, 0x44, 0];
    bytes.extend([0x80, values[0], 0x80, values[1]]);
    bytes.resize(80, 0);
    std::fs::write(directory.join("KRvK.rtbw"), bytes).unwrap();
    format!("setoption name SyzygyPath value {}", directory.display())
}

/// Mate in one.
const ROOK: &str = "position fen 7k/8/6K1/8/8/8/8/R7 w - -";

#[test]
fn who_does_not_win_by_the_tables_does_not_mate() {
    let directory = tempfile::tempdir().unwrap();
    let mut engine = start();
    let go = |fen: &str| format!("{fen}\ngo mate 30");
    // A draw, or a win that only the clock spoils.
    for values in [[2, 2], [3, 1]] {
        let lines =
            engine.answer(&format!("{}\n{}", with_rook(directory.path(), values), go(ROOK)));
        has(&lines, "info string found Syzygy tables of up to 3 men");
        has(&lines, "info string proved: no mate (with Syzygy tables)");
        assert_eq!(nodes(&lines), 0);
    }
    engine.tell("setoption name UCI_FiftyMoves value false");
    has(&engine.answer(&go(ROOK)), " score mate 1 ");
    // Four men are not known.
    engine.tell(&with_rook(directory.path(), [2, 2]));
    has(&engine.answer(&go("position fen 7k/1p6/6K1/8/8/8/8/R7 w - -")), " score mate 1 ");
    // What cannot be opened leaves the tables that were there; none are none.
    engine.tell("setoption name SyzygyPath value /nowhere");
    engine.until("info string error: setoption SyzygyPath: /nowhere: ");
    has(&engine.answer(&go(ROOK)), "proved: no mate (with Syzygy tables)");
    engine.tell("setoption name SyzygyPath value <empty>");
    let lines = engine.answer(&go(ROOK));
    has(&lines, " score mate 1 ");
    assert!(!lines.iter().any(|line| line.contains("tables")), "{lines:#?}");
}

#[test]
fn damaged_tables_are_named_and_believed_no_more() {
    let directory = tempfile::tempdir().unwrap();
    let mut engine = start();
    engine.tell(&with_rook(directory.path(), [9, 9]));
    let lines = engine.answer("position fen 8/8/8/3k4/8/8/8/K6R w - -\ngo nodes 10");
    has(&lines, "KRvK.rtbw: is damaged; no Syzygy tables from now on");
    let lines = engine.answer(&format!("{ROOK}\ngo mate 1"));
    has(&lines, "info string proved: mate in 1 move (white mates)");
}

#[test]
fn the_move_keeps_what_the_tables_say() {
    let directory = tempfile::tempdir().unwrap();
    let mut engine = start();
    let rook = "position fen 8/8/8/8/6k1/8/8/K6R w - -";
    let best = |engine: &mut Engine, position: &str, go: &str| {
        engine.answer(&format!("{position}\ngo {go} nodes 1")).pop().unwrap()
    };
    let go = "searchmoves h1h3 h1h8";
    assert_eq!(best(&mut engine, rook, go), "bestmove h1h3");
    // There the rook can be taken.
    engine.tell(&with_rook(directory.path(), [4, 0]));
    assert_eq!(best(&mut engine, rook, go), "bestmove h1h8");
    // The same position for the third time is a draw.
    let shuffle = " h1h7 g4g5 h7h1 g5g4".repeat(2);
    let go = "searchmoves h1h7 h1h8";
    assert_eq!(best(&mut engine, rook, go), "bestmove h1h7");
    assert_eq!(best(&mut engine, &format!("{rook} moves{shuffle}"), go), "bestmove h1h8");
    // What captures lead to is known, if the root is not.
    let pawn = "position fen 8/1p6/8/8/6k1/8/8/1R5K w - - 99 80";
    assert_eq!(best(&mut engine, pawn, "searchmoves b1b2 b1b7"), "bestmove b1b7");
}

#[test]
fn a_mate_has_its_certificate_beside_tables_and_what_they_say_has_none() {
    let directory = tempfile::tempdir().unwrap();
    let mut engine = start();
    engine.tell(&with_rook(directory.path(), [4, 0]));
    engine.tell(&format!("setoption name CertificateDir value {}", directory.path().display()));
    let lines = engine.answer("position fen k7/8/2K5/8/8/8/8/7R w - -\ngo nodes 1000");
    has(&lines, "proved: mate in 2 moves (white mates); none shorter, with Syzygy tables");
    let text = std::fs::read_to_string(directory.path().join("0001.cert")).unwrap();
    assert!(text.contains("within: 3") && !text.contains("database"), "{text}");
    assert!(!directory.path().join("0002.cert").exists(), "{lines:#?}");
}

#[test]
fn moves_that_are_searched_alone_have_certificates() {
    let directory = tempfile::tempdir().unwrap();
    let mut engine = start();
    engine.tell(&format!("setoption name CertificateDir value {}", directory.path().display()));
    engine.tell("setoption name Attacker value white");
    let lines = engine.answer(&format!("{MORPHY}\ngo searchmoves a1a6 mate 2"));
    has(&lines, "0001.cert");
    let read = |name| std::fs::read_to_string(directory.path().join(name)).unwrap();
    let text = read("0001.cert");
    assert!(text.contains("within: 2") && text.contains("b - - 1\n"), "{text}");
    // Neither of these mates in two: a certificate each.
    let lines = engine.answer(&format!("{MORPHY}\ngo searchmoves b6a7 a1a2 mate 2"));
    has(&lines, "proved: no mate in 2 moves by white");
    assert!(!lines.iter().any(|line| line.contains("0004.cert")), "{lines:#?}");
    let texts = ["0002.cert", "0003.cert"].map(read);
    assert!(texts.iter().all(|text| text.contains("black holds")), "{texts:#?}");
}
