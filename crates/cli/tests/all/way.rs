//! One way in: inputs without a subcommand, checkpoints without an input, help by topic.

use std::collections::BTreeSet;
use std::fs;

use crate::common::{EPPSTEIN, Scratch, fixture, run, run_with_input};

#[test]
fn an_input_without_a_subcommand_is_solved() {
    let scratch = Scratch::new();
    let file = scratch.write("two.epd", format!("{EPPSTEIN} bm #3;\n"));
    let sgf = scratch.write("empty.sgf", "(;GM[1]FF[4]SZ[5])");
    let untimed = |text: &str| {
        let lines = text.lines().filter(|line| !line.trim_start().starts_with("search"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    for words in [
        &[EPPSTEIN][..],
        &[EPPSTEIN, "--value"],
        &["--nodes", "1k", EPPSTEIN],
        &[&file, "--attacker", "black"],
        &[&sgf],
        &["go 1x2 at-least 1"],
        &[&fixture("figure2")],
    ] {
        let (short, long) = (run(words), run(&[&["solve"][..], words].concat()));
        assert_eq!((short.code, untimed(&short.out)), (long.code, untimed(&long.out)), "{words:?}");
        assert_eq!(short.err, long.err);
    }
    run_with_input(&["-"], EPPSTEIN).exits(0).prints("VERIFIED white wins");
    run(&["nowhere.epd"]).exits(2).complains("nowhere.epd: no such file, and not a position");
}

#[test]
fn what_is_pasted_is_read_or_refused_with_what_to_change() {
    const FEN: &str = "7k/5Q2/6K1/8/8/8/8/8 w - -";
    for words in [
        &["7k/5Q2/6K1/8/8/8/8/8", "w", "-", "-"][..],
        &["7k/5Q2/6K1/8/8/8/8/8", "w", "-", "-", "0", "1"],
        &["7k/5Q2/6K1/8/8/8/8/8 W - -"],
        &["7k/5Q2/6K1/8/8/8/8/8 w \u{2013} \u{2013}"],
        &["\"7k/5Q2/6K1/8/8/8/8/8 w - -\""],
        &["[FEN \"7k/5Q2/6K1/8/8/8/8/8 w - -\"]"],
        &["https://lichess.org/analysis/7k/5Q2/6K1/8/8/8/8/8_w_-_-_0_1"],
    ] {
        run(words).exits(0).prints(FEN).prints("VERIFIED white wins");
    }
    run(&["1. f3 e5 2. g4", "-n", "10k"]).exits(0).prints("black mates");
    for (text, wanted) in [
        ("startpos e4 e5", "'e4' is a move; moves follow 'moves' or a move number"),
        (
            "7k/5Q2/6K1/8/8/8/8/8 w - - mate in 2",
            "found 'mate in 2'; flags ask for a mate: --mate 2",
        ),
        ("8/7k/5Q2/6K1/8/8/8/8/8 w - -", "the board has 8 ranks, found 9"),
        ("7k/5Q2/6K1/8/8/8/8/8", "behind the board the side to move, castling rights"),
    ] {
        run(&[text]).exits(2).complains(wanted);
    }
    run(&["W:W:WK1:BK32:H0:F1", "-n", "1k", "--egdb", "none"]).prints("W:WK1:BK32");
    run(&["go", "1x2"]).exits(0).prints("value:");
    run(&["mate", FEN]).exits(2).complains("threefold solve --mate N POSITION");
}

#[test]
fn a_misspelt_subcommand_is_none() {
    run(&["slove", EPPSTEIN]).exits(2).complains("'solve'");
    run(&["chekc"]).exits(2).complains("'check'");
    for words in [&["compare"][..], &["compare", "--random", "10k", "a"]] {
        run(words).exits(2).complains("unrecognized subcommand").complains("threefold-lab");
    }
    run(&["--frobnicate"]).exits(2).complains("unexpected argument");
}

#[test]
fn a_checkpoint_says_what_it_is_about() {
    let scratch = Scratch::new();
    let checkpoint = scratch.arg("a.checkpoint");
    for (input, flags) in [
        ("8/8/8/2k5/8/1RK5/8/8 w - - 0 1 moves b3b4 c5c6 b4b3 c6c5", &[][..]),
        ("8/8/8/2k5/8/1RK5/8/8 b - -", &["--attacker", "white"]),
        ("W:WK1:BK32,K28 moves 1-6 32-27", &["--egdb", "none"]),
        ("9/9/6S2/8k/9/7R1/9/9/9 b r2b4g3s3n4l18p 1", &["--attacker", "black"]),
        ("go 2x3 at-least 1 rule psk moves B1 C2", &["--attacker", "white"]),
        ("go 3x3 at-least 9", &[]),
    ] {
        let start =
            [&["solve", input, "--nodes", "1", "--checkpoint", &checkpoint], flags].concat();
        run(&start).exits(3);
        assert!(fs::metadata(&checkpoint).is_ok(), "{input}");
        let egdb: &[&str] = if flags.contains(&"--egdb") { flags } else { &[] };
        let alone = run(&[&["--json", "-n", "40", "--resume", &checkpoint], egdb].concat());
        let named = ["solve", "--json", "-n", "40", "--resume", &checkpoint, input];
        let named = run(&[&named, flags].concat());
        let (alone_said, named_said) = (&alone.json()[0], &named.json()[0]);
        for key in
            ["game", "root", "claim", "verdict", "nodes", "pn", "dn", "certificate_positions"]
        {
            assert_eq!(alone_said[key], named_said[key], "{input}: {key}");
        }
        assert_eq!(alone.code, named.code);
        assert!(alone.err.contains("goes on after"), "{input}: {}", alone.err);
        fs::remove_file(&checkpoint).unwrap();
    }
}

#[test]
fn a_file_that_is_no_such_checkpoint_is_refused_in_a_line() {
    let scratch = Scratch::new();
    let file = scratch.arg("a.checkpoint");
    let write = |input: &str| {
        run(&["solve", input, "--nodes", "1", "--force", "--checkpoint", &file]).exits(3);
    };
    let refused = |path: &str, words: &[&str], what: &str| {
        let ran = run(&[&["solve", "--resume", path], words].concat()).exits(2).complains(what);
        assert_eq!((ran.out.as_str(), ran.err.lines().count()), ("", 1), "{}", ran.err);
        assert!(ran.err.contains(&format!("--resume {path}: ")) || words.contains(&EPPSTEIN));
    };
    refused(&scratch.arg("none"), &[], "No such file");
    refused(&scratch.write("text", "threefold checkpoint 1\n"), &[], "not a checkpoint");
    refused(&scratch.write("empty", ""), &[], "not a checkpoint");
    let packed = |text: &str| zstd::encode_all(text.as_bytes(), 1).unwrap();
    let other = scratch.write("other", packed("threefold certificate 1\n"));
    refused(&other, &[], "not a checkpoint");
    for (text, what) in [
        ("threefold checkpoint 1\n", "damaged"),
        ("threefold checkpoint 1\ngame: chess\nroot: 8/8/8/8/8/8/8/8 w - -\n", "damaged"),
        (
            "threefold checkpoint 1\ngame: hex\nattacker: first\nrule: draw\nroot: a\n\
             history: none\n",
            "hex",
        ),
    ] {
        refused(&scratch.write("made", packed(text)), &[], what);
    }
    write(&fixture("figure2"));
    refused(&file, &[], "its .game file is needed as INPUT");
    write("8/8/8/2k5/8/1RK5/8/8 w - -");
    refused(&file, &["--game", "checkers"], "about chess");
    refused(&file, &[EPPSTEIN], "a checkpoint of another search: root");
    let bytes = fs::read(&file).unwrap();
    refused(&scratch.write("cut", &bytes[..20]), &[], "not a checkpoint");
    run(&["solve"]).exits(2).complains("INPUT");
    for flag in ["--value", "--moves", "--shortest", "--keys", "--set-play", "--no-check"] {
        run(&["solve", "--resume", &file, flag]).exits(2).complains("cannot be used with");
    }
}

/// The long names of the flags in a help text.
fn flags(help: &str) -> BTreeSet<&str> {
    let words = help.lines().filter(|line| line.trim_start().starts_with('-'));
    let words = words.flat_map(|line| line.split_whitespace().take(2));
    words
        .filter_map(|word| word.strip_prefix("--"))
        .map(|word| word.split(['=', '[']).next().unwrap())
        .collect()
}

#[test]
fn the_short_help_fits_a_screen_and_the_rest_is_there_by_topic() {
    let short = run(&["solve", "-h"]).exits(0).out;
    assert!(short.lines().count() <= 42, "{} lines:\n{short}", short.lines().count());
    assert!(short.lines().all(|line| line.chars().count() <= 100), "{short}");
    let all = run(&["solve", "--help"]).exits(0).out;
    let topics = ["mate", "go", "shogi", "limits", "search", "output"];
    let texts = topics.map(|topic| run(&["help", topic]).exits(0).out);
    let mut shown = flags(&short);
    for (topic, text) in topics.iter().zip(&texts) {
        assert!(short.contains(topic), "{topic}");
        shown.extend(flags(text));
    }
    assert_eq!(shown, flags(&all));
    for (topic, flag) in
        [("mate", "set-play"), ("go", "safe"), ("shogi", "kenshou"), ("limits", "time")]
    {
        let text = &texts[topics.iter().position(|one| *one == topic).unwrap()];
        assert!(flags(text).contains(flag), "{text}");
        // With the long help of the flag.
        assert!(!flags(text).contains("moves") && text.lines().count() > 2 * flags(text).len());
    }
    for flag in ["path-code", "twins", "detect-collisions", "closed-set-interval"] {
        assert!(!flags(&all).contains(flag), "{flag}");
    }
    let go = run(&["help", "go"]).exits(0).prints("threefold go --help");
    assert!(go.out.contains("--frame"));
}

#[test]
fn help_of_subcommands_is_where_it_was() {
    for words in [&["help"][..], &["help", "solve"], &["help", "go", "board"], &["help", "man"]] {
        let flag = [&words[1..], &["--help"]].concat();
        // Where no flag has a long help, one of them is set wider.
        let words_of = |args: &[&str]| -> Vec<String> {
            run(args).exits(0).out.split_whitespace().map(str::to_owned).collect()
        };
        assert_eq!(words_of(words), words_of(&flag), "{words:?}");
    }
    run(&["help", "frobnicate"]).exits(2).complains("help: no subcommand 'frobnicate'");
}

/// The program says so wherever the search has one thread.
#[test]
fn that_one_thread_searches_is_said_of_every_game() {
    let scratch = Scratch::new();
    let tsume = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
    let sgf = scratch.write("eye.sgf", "(;GM[1]FF[4]SZ[3]AB[ab][bb][cb]AW[aa])");
    let (hands, superko) = ("with pieces in hand one thread", "under superko one thread");
    let rounds = ["-T", "2", "--deterministic", "-n", "50"];
    for (input, flags, said) in [
        (EPPSTEIN, &[][..], None),
        (tsume, &[], Some(hands)),
        ("go 1x3 at-least 1", &[], Some(superko)),
        ("go 1x3 at-least 1", &["--policy", "ignore", "--no-check"], None),
        ("go 1x3 at-least 1 basic-ko", &[], None),
        (&sgf, &[], Some(superko)),
        (&sgf, &["--ko", "basic"], None),
        (EPPSTEIN, &["--mate", "3"], Some("wins within a length are searched by one thread")),
        (EPPSTEIN, &["--detect-collisions"], Some("one thread searches")),
    ] {
        let ran = run(&[&["solve", input][..], &rounds, flags].concat());
        assert_eq!(
            ran.err.contains("one thread"),
            said.is_some(),
            "{input} {flags:?}: {}",
            ran.err
        );
        assert!(ran.err.contains(said.unwrap_or_default()), "{input}: {}", ran.err);
    }
    run(&["solve", EPPSTEIN, "-T", "257"]).exits(2).complains("256");
}
