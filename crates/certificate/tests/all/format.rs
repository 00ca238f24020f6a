//! The format: what is read, what is refused and where, and that what is written is read back.

use std::fs;

use crate::common::{read, text};
use proptest::prelude::*;
use threefold_certificate::{
    Block, Certificate, CertificateFile, CertificateReader, CheckLimit, CheckLimits, Claim, Goal,
    Header, MoveLines, Omitted, ReadError, ReadErrorKind, WriteError, decompressed,
    decompressed_within, read_file, write_block, write_file,
};
use threefold_game::RepetitionRule;

const GOOD: &str = "\
threefold certificate 1
game: net 3   # a game
claim: first wins
repetition: draw
root: A
moves: 2
---
B
C
";

fn error(text: &str) -> ReadError {
    Certificate::read(text.as_bytes()).expect_err(text)
}

fn message(text: &str) -> String {
    error(text).to_string()
}

#[test]
fn a_header() {
    let block = read(GOOD);
    let header = &block.header;
    assert_eq!((header.game.as_str(), header.parameters.as_str()), ("net", "3"));
    assert_eq!(header.claim, Claim { player: "first".into(), goal: Goal::Wins });
    assert_eq!(header.repetition, RepetitionRule::Draw);
    assert_eq!((header.root.as_str(), header.moves), ("A", 2));
    assert_eq!((&header.footprints, &header.history, &header.database), (&None, &None, &None));
    assert_eq!(block.moves.iter().collect::<Vec<_>>(), ["B", "C"]);
}

#[test]
fn every_error_has_its_line() {
    assert_eq!(message(""), "line 0: the file is empty");
    assert_eq!(message("\n"), "line 1: expected 'threefold certificate 1'");
    assert_eq!(
        message("\u{feff}threefold certificate 1\n"),
        "line 1: expected 'threefold certificate 1'"
    );
    let version = GOOD.replace("certificate 1", "certificate 2");
    assert_eq!(
        message(&version),
        "line 1: unknown version '2' of the certificate format, expected 1"
    );
    let malformed = GOOD.replace("root: A", "root A");
    assert_eq!(message(&malformed), "line 5: expected 'key: value' or '---'");
    assert_eq!(message(&GOOD.replace("root: A", "")), "line 5: expected 'key: value' or '---'");
    assert_eq!(message(&GOOD.replace("root:", "Root:")), "line 5: unknown key 'Root'");
    let twice = GOOD.replace("root: A", "root: A\nroot: A");
    assert_eq!(message(&twice), "line 6: the key 'root' occurs twice");
    for (key, line) in [("game", 6), ("claim", 6), ("repetition", 6), ("root", 6), ("moves", 6)] {
        let lines: Vec<&str> = GOOD.lines().filter(|l| !l.starts_with(key)).collect();
        let expected = format!("line {line}: the header has no '{key}'");
        assert_eq!(message(&(lines.join("\n") + "\n")), expected);
    }
    let empty = GOOD.replace("root: A", "root:   # nothing");
    assert_eq!(message(&empty), "line 5: root: expected some text without control characters");
    let claim = GOOD.replace("first wins", "first draws");
    assert_eq!(message(&claim), "line 3: claim: expected '<player> wins' or '<player> holds'");
    for rule in ["Draw", "superko"] {
        let text = GOOD.replace("repetition: draw", &format!("repetition: {rule}"));
        assert!(message(&text).starts_with("line 4: repetition: unknown repetition rule "));
    }
    for number in ["two", "+2", "-2", "02", "99999999999999999999"] {
        let text = GOOD.replace("moves: 2", &format!("moves: {number}"));
        assert_eq!(message(&text), "line 6: moves: expected a number in decimal digits");
    }
    let footprints = GOOD.replace("root: A", "footprints: exact\nroot: A");
    assert_eq!(message(&footprints), "line 5: footprints: only superko has footprints");
    let superko = GOOD.replace("draw", "positional-superko");
    assert_eq!(message(&superko), "line 7: the header has no 'footprints'");
    let wide = footprints.replace("draw", "positional-superko").replace("exact", "wide");
    assert_eq!(message(&wide), "line 5: footprints: expected exact or interval");
    assert_eq!(
        message("threefold certificate 1\ngame: net\n"),
        "line 2: the file ends within a header"
    );
    let bytes = [GOOD.as_bytes(), b"\xff\n"].concat();
    assert_eq!(Certificate::read(&bytes[..]).unwrap_err().to_string(), "line 10: not UTF-8");
    let long = GOOD.to_owned() + &"x".repeat(70_000);
    assert_eq!(message(&long), "line 10: more than 65536 bytes in a line");
    let long = GOOD.replace("root: A", &format!("root: {}", "x".repeat(2_000_000)));
    assert_eq!(message(&long), "line 5: more than 1048576 bytes in a line");
    assert_eq!(error(&long).line(), 5);
    assert!(matches!(error(&long).kind(), ReadErrorKind::LineTooLong(_)));
}

#[test]
fn lines_may_end_the_windows_way_and_the_last_one_not_at_all() {
    let block = read(GOOD);
    assert_eq!(read(&GOOD.replace('\n', "\r\n")), block);
    assert_eq!(read(GOOD.trim_end()), block);
}

#[test]
fn a_declared_number_of_moves_reserves_no_memory() {
    let block = read(&GOOD.replace("moves: 2", "moves: 18446744073709551615"));
    assert_eq!(block.moves.len(), 2);
}

#[test]
fn several_blocks() {
    let first = GOOD.replace("first wins", "first holds");
    let both = first.clone() + &GOOD.replace("first wins", "second holds");
    let certificate = Certificate::read(both.as_bytes()).unwrap();
    let claims: Vec<String> =
        certificate.blocks.iter().map(|b| b.header.claim.to_string()).collect();
    assert_eq!(claims, ["first holds", "second holds"]);
    // The reader may leave a body before its end.
    let mut reader = CertificateReader::new(both.as_bytes());
    assert_eq!(reader.next_move().unwrap(), None);
    reader.next_block().unwrap().unwrap();
    assert_eq!(reader.next_move().unwrap(), Some("B"));
    assert_eq!(reader.next_block().unwrap().unwrap().claim.to_string(), "second holds");
    assert_eq!(reader.next_move().unwrap(), Some("B"));
    assert_eq!(reader.next_move().unwrap(), Some("C"));
    assert_eq!(reader.next_move().unwrap(), None);
    assert_eq!(reader.next_move().unwrap(), None);
    assert!(reader.next_block().unwrap().is_none());
    assert!(reader.next_block().unwrap().is_none());
}

#[test]
fn a_second_block_is_the_other_half_of_a_draw() {
    let first = GOOD.replace("first wins", "first holds");
    let second = GOOD.replace("first wins", "second holds");
    let superko = |text: &str| text.replace("draw", "situational-superko\nfootprints: exact");
    let history = |text: &str| text.replace("root: A", "root: A\nhistory: B moves A");
    let database = second.replace("root: A", "root: A\ndatabase: wld 5");
    for good in [
        first.clone() + &second,
        second.clone() + &first,
        first.clone() + &database,
        superko(&first) + &superko(&second),
        history(&first) + &history(&second),
    ] {
        assert_eq!(Certificate::read(good.as_bytes()).unwrap().blocks.len(), 2);
    }
    let loses =
        |text: &str, who: &str| text.replace("draw", &format!("attacker-loses\nattacker: {who}"));
    for bad in [
        GOOD.to_owned() + &second,
        first.clone() + GOOD,
        first.clone() + &first,
        first.clone() + &second.replace("root: A", "root: B"),
        first.clone() + &second.replace("net 3", "net 4"),
        first.clone() + &superko(&second),
        superko(&first) + &superko(&second).replace("exact", "interval"),
        first.clone() + &history(&second),
        loses(&first, "second") + &loses(&second, "first"),
        first.clone() + &second + &first,
    ] {
        let message = message(&bad);
        assert!(message.contains(": a second block about another question"), "{message}\n{bad}");
    }
}

#[test]
fn whom_a_rule_is_about_is_said_and_fits_the_claim() {
    let with = |rule: &str, attacker: &str, claim: &str| {
        GOOD.replace("draw", &format!("{rule}\n{attacker}")).replace("first wins", claim)
    };
    for (rule, claims) in [
        ("attacker-loses", ["first wins", "second holds"]),
        ("attacker-wins", ["first holds", "second wins"]),
    ] {
        for claim in ["first wins", "first holds", "second wins", "second holds"] {
            let text = with(rule, "attacker: first", claim);
            if claims.contains(&claim) {
                assert_eq!(read(&text).header.attacker.as_deref(), Some("first"));
            } else {
                let expected = format!("line 3: claim: no claim about attacker first under {rule}");
                assert_eq!(message(&text), expected);
            }
        }
        let without = with(rule, "", "first wins").replace("\n\n", "\n");
        assert_eq!(message(&without), "line 7: the header has no 'attacker'");
    }
    let named = with("draw", "attacker: first", "first wins");
    assert_eq!(message(&named), "line 5: attacker: 'draw' is about no attacker");
}

#[test]
fn there_is_no_database_under_superko() {
    let text = GOOD.replace("draw", "positional-superko\nfootprints: exact\ndatabase: wld 5");
    assert_eq!(message(&text), "line 6: database: there is none under superko");
}

#[test]
fn what_would_not_be_read_back_is_not_written() {
    let good = read(GOOD).header;
    let key = |change: fn(&mut Header)| {
        let mut header = good.clone();
        change(&mut header);
        match write_block(&mut Vec::new(), &header, ["B", "C"]) {
            Err(WriteError::Header { key, .. }) => key,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(key(|h| h.root = "A\nmoves: 3".into()), "root");
    assert_eq!(key(|h| h.root = "A # B".into()), "root");
    assert_eq!(key(|h| h.root = " A".into()), "root");
    assert_eq!(key(|h| h.root = String::new()), "root");
    assert_eq!(key(|h| h.root = "x".repeat(2_000_000)), "root");
    assert_eq!(key(|h| h.game = "two words".into()), "game");
    assert_eq!(key(|h| h.claim.player = "the first".into()), "claim");
    assert_eq!(key(|h| h.repetition = RepetitionRule::AttackerWins), "attacker");
    assert_eq!(key(|h| h.attacker = Some("first".into())), "attacker");
    assert_eq!(key(|h| h.parameters = "3 ".into()), "game");
    assert_eq!(key(|h| h.repetition = RepetitionRule::PositionalSuperko), "footprints");
    assert_eq!(key(|h| h.footprints = Some("exact".into())), "footprints");
    assert_eq!(key(|h| h.database = Some("a\tb\u{0}".into())), "database");
    for m in ["", " B", "B\n", "threefold certificate 1"] {
        let written = write_block(&mut Vec::new(), &good, [m, "C"]);
        assert!(matches!(written, Err(WriteError::Move(_))), "{m:?}");
    }
    let written = write_block(&mut Vec::new(), &good, ["B"]);
    assert!(matches!(written, Err(WriteError::Count { declared: 2, written: 1 })));
}

#[test]
fn files_are_there_completely_or_not_at_all() {
    let directory = tempfile::tempdir().unwrap();
    let certificate = Certificate::read(GOOD.as_bytes()).unwrap();
    let files = || fs::read_dir(directory.path()).unwrap().count();
    for (n, name) in (1..).zip(["a.cert", "a.cert.zst"]) {
        let path = directory.path().join(name);
        write_file(&path, &certificate).unwrap();
        write_file(&path, &certificate).unwrap();
        assert_eq!(read_file(&path).unwrap(), certificate);
        assert_eq!(files(), n);
    }
    let mut bad = certificate.clone();
    bad.blocks[0].header.moves = 3;
    let path = directory.path().join("b.cert");
    assert!(write_file(&path, &bad).is_err());
    drop(CertificateFile::create(&path).unwrap());
    assert_eq!(files(), 2);
    assert!(write_file(directory.path().join("no/such/directory"), &certificate).is_err());
    let missing = read_file(directory.path().join("none")).unwrap_err();
    assert_eq!(missing.line(), 0);
    assert!(matches!(missing.kind(), ReadErrorKind::Io(_)));
}

#[test]
fn compression_is_seen_from_the_content() {
    let directory = tempfile::tempdir().unwrap();
    let zst = directory.path().join("a.zst");
    write_file(&zst, &Certificate::read(GOOD.as_bytes()).unwrap()).unwrap();
    let bytes = fs::read(&zst).unwrap();
    assert_eq!(bytes[..4], [0x28, 0xB5, 0x2F, 0xFD]);
    let plain = directory.path().join("a.cert");
    fs::write(&plain, &bytes).unwrap();
    assert_eq!(read_file(&plain).unwrap().blocks.len(), 1);
    // Cut off: neither a certificate nor a panic.
    fs::write(&plain, &bytes[..bytes.len() - 5]).unwrap();
    assert!(matches!(read_file(&plain).unwrap_err().kind(), ReadErrorKind::Io(_)));
    for short in [&b""[..], b"\x28", b"\x28\xB5\x2F\xFD"] {
        fs::write(&plain, short).unwrap();
        assert!(read_file(&plain).is_err());
    }
}

#[test]
fn a_bomb_is_defused_while_it_is_read() {
    // 64 MiB of one line in a few kilobytes.
    let bomb = zstd::encode_all(&vec![b'x'; 64 << 20][..], 3).unwrap();
    let error = Certificate::read(decompressed(&bomb[..]).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "line 1: more than 1048576 bytes in a line");
}

#[test]
fn a_reader_has_the_limits_of_a_check() {
    let limit = |error: &ReadError| error.limit().map(CheckLimit::name);
    // A gigabyte of lines: none of them is kept beyond what the limit allows.
    let mut bomb = zstd::Encoder::new(Vec::new(), 3).unwrap();
    let lines = b"f7g7\n".repeat(200_000);
    std::io::Write::write_all(&mut bomb, GOOD.as_bytes()).unwrap();
    (0..1000).for_each(|_| std::io::Write::write_all(&mut bomb, &lines).unwrap());
    let bomb = bomb.finish().unwrap();
    let limits = CheckLimits { memory: Some(1 << 20), time: None };
    let input = decompressed_within(&bomb[..], &limits).unwrap();
    let error = Certificate::read_within(input, &limits).unwrap_err();
    assert_eq!(limit(&error), Some("memory"));
    assert!(error.to_string().ends_with("not checked: memory"), "{error}");
    assert!(error.line() > 50_000 && error.line() < 300_000, "{error}");
    // Time: of the file, however little of it is a line.
    let limits = CheckLimits { memory: None, time: Some(std::time::Duration::ZERO) };
    let error = match decompressed_within(&bomb[..], &limits) {
        Ok(input) => Certificate::read_within(input, &limits).unwrap_err().to_string(),
        Err(error) => error.to_string(),
    };
    assert!(error.ends_with("not checked: time"), "{error}");
    // A window of 64 MiB is asked for before there is any text.
    let mut wide = zstd::Encoder::new(Vec::new(), 3).unwrap();
    wide.set_parameter(zstd::zstd_safe::CParameter::WindowLog(26)).unwrap();
    std::io::Write::write_all(&mut wide, GOOD.as_bytes()).unwrap();
    std::io::Write::flush(&mut wide).unwrap();
    std::io::Write::write_all(&mut wide, GOOD.as_bytes()).unwrap();
    let wide = wide.finish().unwrap();
    assert!(
        Certificate::read(decompressed(&wide[..]).unwrap()).is_err_and(|e| e.limit().is_none())
    );
    let limits = CheckLimits { memory: Some(64 << 20), time: None };
    let input = decompressed_within(&wide[..], &limits).unwrap();
    let error = Certificate::read_within(input, &limits).unwrap_err();
    assert_eq!(limit(&error), Some("memory"), "{error}");
}

fn headers() -> impl Strategy<Value = Header> {
    let word = "[a-z0-9\u{e4}_-]{1,8}";
    let value = "[!-\"$-~\u{e4}][!-~]{0,4}( [!-\"$-~]{1,5}){0,3}";
    (
        (word, proptest::option::of(value), word, any::<bool>()),
        0..3usize,
        any::<bool>(),
        (value, proptest::option::of(value), proptest::option::of(value)),
    )
        .prop_map(
            |((game, parameters, player, wins), rule, exact, (root, history, database))| {
                let repetition = [
                    RepetitionRule::Draw,
                    RepetitionRule::SituationalSuperko,
                    RepetitionRule::PositionalSuperko,
                ][rule];
                let kind = if exact { "exact" } else { "interval" };
                Header {
                    game,
                    parameters: parameters.unwrap_or_default(),
                    claim: Claim { player, goal: if wins { Goal::Wins } else { Goal::Holds } },
                    plies: None,
                    omitted: Omitted::NOTHING,
                    repetition,
                    attacker: None,
                    footprints: repetition.is_superko().then(|| kind.to_owned()),
                    root,
                    history,
                    database: database.filter(|_| !repetition.is_superko()),
                    moves: 0,
                }
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_bytes_are_read_without_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = Certificate::read(&bytes[..]);
        if let Ok(input) = decompressed(&bytes[..]) {
            let _ = Certificate::read(input);
        }
        let magic = [&[0x28, 0xB5, 0x2F, 0xFD], &bytes[..]].concat();
        if let Ok(input) = decompressed(&magic[..]) {
            let _ = Certificate::read(input);
        }
    }

    #[test]
    fn any_damage_is_read_without_a_panic(
        cut in 0..GOOD.len(),
        len in 0..10usize,
        filling in proptest::collection::vec(any::<u8>(), 0..10),
    ) {
        let mut bytes = GOOD.repeat(2).into_bytes();
        bytes.splice(cut..cut + len, filling);
        let _ = Certificate::read(&bytes[..]);
    }

    #[test]
    fn what_is_written_is_read_back(
        header in headers(),
        other in proptest::option::of("[a-z]{9}"),
        bodies in proptest::collection::vec(
            proptest::collection::vec("[!-~\u{e4}]{1,6}", 0..20), 2),
    ) {
        let mut headers = vec![header];
        if let Some(player) = other {
            headers[0].claim.goal = Goal::Holds;
            let claim = Claim { player, goal: Goal::Holds };
            headers.push(Header { claim, ..headers[0].clone() });
        }
        let blocks = headers.into_iter().zip(bodies)
            .map(|(header, moves)| Block::new(header, moves.iter().collect::<MoveLines>()));
        let certificate = Certificate::new(blocks.collect());
        let mut out = Vec::new();
        for block in &certificate.blocks {
            write_block(&mut out, &block.header, block.moves.iter()).unwrap();
        }
        prop_assert_eq!(&Certificate::read(&out[..]).unwrap(), &certificate);
        let packed = zstd::encode_all(&out[..], 3).unwrap();
        let unpacked = Certificate::read(decompressed(&packed[..]).unwrap()).unwrap();
        prop_assert_eq!(&unpacked, &certificate);
    }
}

#[test]
fn the_common_text_is_a_certificate() {
    assert_eq!(read(&text("claim: first wins; repetition: draw; root: A", &["B"])).moves.len(), 1);
}
