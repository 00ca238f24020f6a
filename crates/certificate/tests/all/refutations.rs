//! A certificate for every kind of refutation, at the line where it belongs.

use crate::common::{Net, checked, read, refuted, text, verdict};
use std::time::Duration;

use threefold_certificate::{
    Certificate, CertificateReader, CheckError, CheckLimit, CheckLimits, Checker, Course, Header,
    RefutationKind, Terms, check,
};
use threefold_game::{Game, History, Outcome, Player, Question, RepetitionRule};

/// First wins by A-B-D-W, whatever Second replies at B; A-C is a circle.
const WIN: &str = "
    A first: B C
    B second: D E
    C second: A
    D first: W A B
    E first: W L
    W first-wins
    L second-wins
    S first:
";

// Lines: 1 magic, 2 game, 3 claim, 4 repetition, 5 root, 6 moves, 7 ---, 8 first move.
const FIRST_WINS: &str = "claim: first wins; repetition: draw; root: A";

#[test]
fn a_win() {
    let net: Net = Net::parse(WIN);
    let verified = checked(&net, FIRST_WINS, &["B", "W", "W"]).unwrap();
    assert_eq!(verified.to_string(), "VERIFIED first wins");
    assert_eq!((verified.positions, verified.lines), (5, 3));
    let mate = "claim: first wins; repetition: attacker-loses; attacker: first; root: A";
    assert_eq!(verdict(&net, mate, &["B", "W", "W"]), "VERIFIED first wins");
}

#[test]
fn a_non_loss_may_go_round_for_ever() {
    let net: Net = Net::parse(
        "A first: B L
         B second: A C W
         C first: B
         W first-wins
         L second-wins",
    );
    let holds = "claim: first holds; repetition: draw; root: A";
    assert_eq!(verdict(&net, holds, &["B", "B"]), "VERIFIED first holds");
    let wins = "claim: first wins; repetition: draw; root: A";
    assert_eq!(verdict(&net, wins, &["B", "B"]), "REFUTED line 8: cycle");
    // Second's claim: his moves are lines, First's are visited.
    let holds = "claim: second holds; repetition: draw; root: A";
    assert_eq!(verdict(&net, holds, &["A"]), "VERIFIED second holds");
}

#[test]
fn wrong_game() {
    let mut net: Net = Net::parse(WIN);
    net.parameters = "3x3".to_owned();
    assert_eq!(verdict(&net, FIRST_WINS, &["B", "W", "W"]), "REFUTED line 2: wrong-game");
    let good = text(FIRST_WINS, &["B", "W", "W"]).replace("net", "net 3x3 # a comment");
    assert!(check(&net, &read(&good)).is_ok());
    let other = good.replace("net", "web");
    assert_eq!(refuted(check(&net, &read(&other))).unwrap_err().kind, RefutationKind::WrongGame);
}

#[test]
fn unsupported_claim() {
    let net: Net = Net::parse(WIN);
    let header = "claim: white wins; repetition: draw; root: A";
    assert_eq!(verdict(&net, header, &["B"]), "REFUTED line 3: unsupported-claim");
    // Whom the rule is about has to be a player, too.
    let header = "claim: first holds; repetition: attacker-loses; attacker: black; root: A";
    assert_eq!(verdict(&net, header, &["C"]), "REFUTED line 5: unsupported-claim");
}

#[test]
fn a_rule_that_the_game_does_not_have_is_not_interpreted() {
    let mut net: Net = Net::parse(WIN);
    net.rules = &[RepetitionRule::Draw];
    assert_eq!(verdict(&net, FIRST_WINS, &["B", "W", "W"]), "VERIFIED first wins");
    for rule in [
        "attacker-loses; attacker: first",
        "situational-superko; footprints: exact",
        "positional-superko; footprints: exact",
    ] {
        let header = FIRST_WINS.replace("draw", rule);
        let error = check(&net, &read(&text(&header, &["B", "W", "W"]))).unwrap_err();
        assert!(matches!(error, CheckError::Read(_)), "{error}");
        assert!(error.to_string().starts_with("line 4: repetition: net is never played under "));
    }
}

#[test]
fn footprint_mismatch() {
    let net: Net = Net::parse(WIN);
    let header =
        "claim: first wins; repetition: situational-superko; footprints: interval; root: A";
    assert_eq!(verdict(&net, header, &["B"]), "REFUTED line 5: footprint-mismatch");
    let exact = header.replace("interval", "exact");
    assert_eq!(verdict(&net, &exact, &["B", "W", "W"]), "VERIFIED first wins");
}

#[test]
fn databases() {
    let mut net: Net = Net::parse(
        "A first: B C
         B =first second: A C
         C =draw second: B
         W first-wins",
    );
    let with = "claim: first wins; repetition: draw; root: A; database: wld 5";
    let without = "claim: first wins; repetition: draw; root: A";
    assert_eq!(verdict(&net, with, &["B"]), "REFUTED line 6: database-mismatch");
    net.database = Some("wld 6".to_owned());
    assert_eq!(verdict(&net, with, &["B"]), "REFUTED line 6: database-mismatch");
    net.database = Some("wld 5".to_owned());
    assert_eq!(verdict(&net, with, &["B"]), "VERIFIED first wins");
    assert_eq!(verdict(&net, with, &["C"]), "REFUTED line 9: wrong-terminal");
    // A game without databases has no certificates that rely on one, but where who checks has
    // given one by that name.
    net.has_databases = false;
    let error = Checker::new(&net).block(&read(&text(with, &["B"]))).unwrap_err();
    assert_eq!(error.to_string(), "line 6: database: net has no databases");
    assert_eq!(verdict(&net, with, &["B"]), "VERIFIED first wins");
    net.database = Some("wld 6".to_owned());
    assert_eq!(verdict(&net, with, &["B"]), "REFUTED line 6: database-mismatch");
    net.database = Some("wld 5".to_owned());
    net.has_databases = true;
    // A database that is not declared is not used.
    assert_eq!(verdict(&net, without, &["B"]), "REFUTED line 8: cycle");
}

#[test]
fn a_database_does_not_know_the_history() {
    // The database wins at B by going through H, which has occurred.
    let mut net: Net = Net::parse(
        "H =first first: A
         A first: B
         B =first second: H",
    );
    net.database = Some("wld 5".to_owned());
    let header =
        "claim: first wins; repetition: draw; root: A; history: H moves A; database: wld 5";
    assert_eq!(verdict(&net, header, &["B"]), "REFUTED line 10: history-repetition");
    net.occurrences = 3;
    assert_eq!(verdict(&net, header, &["B"]), "VERIFIED first wins");
}

#[test]
fn bad_root() {
    let net: Net = Net::parse(WIN);
    let header = "claim: first wins; repetition: draw; root: Z";
    assert_eq!(verdict(&net, header, &["B"]), "REFUTED line 5: bad-root");
}

#[test]
fn bad_history() {
    let net: Net = Net::parse(WIN);
    for history in ["C", "Z moves A", "C moves W", "C moves A B E W A", "C moves  A", "C moves"] {
        let header = format!("claim: first wins; repetition: draw; root: A; history: {history}");
        assert_eq!(verdict(&net, &header, &["B"]), "REFUTED line 6: bad-history", "{history}");
    }
}

#[test]
fn a_history_obeys_the_rule_of_the_question() {
    let net: Net = Net::parse(WIN);
    let round = "claim: first wins; repetition: draw; root: A; history: A moves C A";
    assert_eq!(verdict(&net, round, &["B", "W", "W"]), "REFUTED line 5: history-repetition");
    for rule in ["situational-superko", "positional-superko"] {
        let round = round.replace("draw", &format!("{rule}; footprints: exact"));
        assert_eq!(verdict(&net, &round, &["B", "W", "W"]), "REFUTED line 7: bad-history");
        let fresh = round.replace("A moves C A", "C moves A");
        assert_eq!(verdict(&net, &fresh, &["B", "W", "W"]), "VERIFIED first wins");
    }
}

#[test]
fn history_mismatch() {
    let net: Net = Net::parse(WIN);
    let header = "claim: first wins; repetition: draw; root: A; history: C moves A B";
    assert_eq!(verdict(&net, header, &["B"]), "REFUTED line 6: history-mismatch");
}

#[test]
fn history_repetition() {
    let mut net: Net = Net::parse(WIN);
    // B has occurred once.
    let once = "claim: first wins; repetition: draw; root: A; history: B moves D A";
    assert_eq!(verdict(&net, once, &["B", "W", "W"]), "REFUTED line 9: history-repetition");
    let holds = "claim: first holds; repetition: draw; root: A; history: B moves D A";
    assert_eq!(verdict(&net, holds, &["B"]), "VERIFIED first holds");
    // Where the third occurrence draws, B may be met once more.
    net.occurrences = 3;
    assert_eq!(verdict(&net, once, &["B", "W", "W"]), "VERIFIED first wins");
    let twice = "claim: first wins; repetition: draw; root: A; history: B moves D B D A";
    assert_eq!(verdict(&net, twice, &["B", "W", "W"]), "REFUTED line 9: history-repetition");
    // The root itself has occurred often enough.
    let root = "claim: first wins; repetition: draw; root: A; history: A moves C A C A";
    assert_eq!(verdict(&net, root, &["B", "W", "W"]), "REFUTED line 5: history-repetition");
}

/// What `check` says of a certificate that has to answer a question.
fn answer(net: &Net, header: &str, history: &str, rule: RepetitionRule, who: Player) -> String {
    let mut words = history.split(' ');
    let start = net.parse_position(words.next().unwrap()).unwrap();
    let history = History::from_notation(net, start, words, rule).unwrap();
    let terms = Terms::of(Question { attacker: who, rule }, true);
    let asked = Header::new(net, &history, terms);
    let block = read(&text(header, &["B", "W", "W"]));
    match Checker::new(net).about(&asked).block(&block) {
        Ok(verified) => verified.to_string(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn other_question() {
    let net: Net = Net::parse(WIN);
    let (first, draw) = (Player::First, RepetitionRule::Draw);
    let after = "claim: first wins; repetition: draw; root: A; history: C moves A";
    assert_eq!(answer(&net, FIRST_WINS, "A", draw, first), "VERIFIED first wins");
    assert_eq!(answer(&net, after, "C A", draw, first), "VERIFIED first wins");
    assert_eq!(answer(&net, after, "A", draw, first), "REFUTED line 6: other-question");
    assert_eq!(answer(&net, FIRST_WINS, "C A", draw, first), "REFUTED line 5: other-question");
    assert_eq!(answer(&net, FIRST_WINS, "B", draw, first), "REFUTED line 5: other-question");
    let mate = RepetitionRule::AttackerLoses;
    assert_eq!(answer(&net, FIRST_WINS, "A", mate, first), "REFUTED line 4: other-question");
    let loses = "claim: first wins; repetition: attacker-loses; attacker: first; root: A";
    assert_eq!(answer(&net, loses, "A", mate, first), "VERIFIED first wins");
    assert_eq!(answer(&net, loses, "A", mate, Player::Second), "REFUTED line 5: other-question");
}

#[test]
fn a_limit_is_no_verdict() {
    // A path of n positions, each of which can be left in two ways that meet again.
    let mut graph = String::new();
    for i in 0..2000 {
        let next = i + 1;
        graph += &format!("n{i} second: a{i} b{i}\na{i} second: n{next}\nb{i} second: n{next}\n");
    }
    graph += "n2000 first-wins\n";
    let net: Net = Net::parse(&graph);
    let block = read(&text("claim: first wins; repetition: draw; root: n0", &[]));
    assert!(check(&net, &block).is_ok());
    let limited = |limits| match Checker::new(&net).limits(limits).block(&block) {
        Err(CheckError::Limit(limit)) => limit,
        other => panic!("{other:?}"),
    };
    let memory = CheckLimits { memory: Some(10_000), time: None };
    assert_eq!(limited(memory), CheckLimit::Memory);
    let time = CheckLimits { memory: None, time: Some(Duration::ZERO) };
    assert_eq!(limited(time), CheckLimit::Time);
    assert_eq!(CheckLimit::Time.to_string(), "not checked: time");
}

#[test]
fn a_walk_that_would_last_for_ever_ends_in_time() {
    // Of each of 40 pairs one position is on the path; at the end the others can be gone back to,
    // so that what is proven there depends on which: a walk of 2^40 paths.
    let mut graph = String::new();
    let mut replies = String::new();
    for i in 0..40 {
        let next = i + 1;
        graph += &format!("n{i} second: a{i} b{i}\n");
        graph += &format!("a{i} second: n{next}\nb{i} second: n{next}\n");
        replies += &format!(" a{i} b{i}");
    }
    graph += &format!("n40 second:{replies} W\nW first-wins\n");
    let net: Net = Net::parse(&graph);
    let header = "claim: first wins; repetition: situational-superko; footprints: exact; root: n0";
    let block = read(&text(header, &[]));
    let limits = CheckLimits { memory: None, time: Some(Duration::from_millis(50)) };
    let started = std::time::Instant::now();
    let result = Checker::new(&net).limits(limits).block(&block);
    assert!(matches!(result, Err(CheckError::Limit(CheckLimit::Time))), "{result:?}");
    assert!(started.elapsed() < Duration::from_secs(5));
    // Who waits is told that it grows beyond its file, and how far it is.
    let (mut last, mut grew) = (None, 0);
    let mut course = |course: &Course| {
        grew += u32::from(course.grows());
        last = Some(*course);
    };
    let checker = Checker::new(&net).limits(limits).telling(&mut course);
    assert!(matches!(checker.block(&block), Err(CheckError::Limit(CheckLimit::Time))));
    let last: Course = last.unwrap();
    assert!(grew > 10 && last.positions <= 122 && last.rewalked > 1000, "{last:?}");
    assert!(last.steps > last.rewalked && last.line == last.last_line, "{last:?}");
}

#[test]
fn no_more_of_a_file_is_kept_than_there_is_proof_in_it() {
    let net: Net = Net::parse(WIN);
    let file = text(FIRST_WINS, &["B", "W", "W"]);
    let mut reader = CertificateReader::new(file.as_bytes());
    reader.next_block().unwrap();
    let (block, verified) = Checker::new(&net).keep(&mut reader).unwrap();
    assert_eq!((verified.lines, block), (3, read(&file)));
    // What nobody has asked for is counted before it is kept: a million lines, and room for two.
    let long = text(FIRST_WINS, &["B"]) + &"W\n".repeat(1_000_000);
    let mut reader = CertificateReader::new(long.as_bytes());
    reader.next_block().unwrap();
    let limits = CheckLimits { memory: Some(100_000), time: None };
    let refuted = Checker::new(&net).limits(limits).keep(&mut reader).unwrap_err();
    assert_eq!(refuted.to_string(), "REFUTED line 11: surplus-line");
}

#[test]
fn missing_line() {
    let net: Net = Net::parse(WIN);
    assert_eq!(verdict(&net, FIRST_WINS, &[]), "REFUTED line 8: missing-line");
    assert_eq!(verdict(&net, FIRST_WINS, &["B", "W"]), "REFUTED line 10: missing-line");
}

#[test]
fn surplus_line() {
    let net: Net = Net::parse(WIN);
    let moves = ["B", "W", "W", "W"];
    assert_eq!(verdict(&net, FIRST_WINS, &moves), "REFUTED line 11: surplus-line");
    // An empty line is a line.
    let block = read(&(text(FIRST_WINS, &["B", "W", "W"]) + "\n"));
    assert_eq!(check(&net, &block).unwrap_err().to_string(), "REFUTED line 11: surplus-line");
}

#[test]
fn moves_count() {
    let net: Net = Net::parse(WIN);
    let block = read(&text(FIRST_WINS, &["B", "W", "W"]).replace("moves: 3", "moves: 4"));
    assert_eq!(check(&net, &block).unwrap_err().to_string(), "REFUTED line 6: moves-count");
}

#[test]
fn unreadable_move() {
    let net: Net = Net::parse(WIN);
    for line in ["", " W", "W ", "W\t", "W\u{7}"] {
        let moves = ["B", line, "W"];
        assert_eq!(verdict(&net, FIRST_WINS, &moves), "REFUTED line 9: unreadable-move");
    }
}

#[test]
fn illegal_move() {
    let net: Net = Net::parse(WIN);
    assert_eq!(verdict(&net, FIRST_WINS, &["W"]), "REFUTED line 8: illegal-move");
    assert_eq!(verdict(&net, FIRST_WINS, &["B", "nonsense"]), "REFUTED line 9: illegal-move");
}

#[test]
fn repeating_move() {
    let net: Net = Net::parse(WIN);
    let header = "claim: first wins; repetition: situational-superko; footprints: exact; root: A";
    // Line 6 is the root here.
    assert_eq!(verdict(&net, header, &["B", "A"]), "REFUTED line 10: repeating-move");
    assert_eq!(verdict(&net, header, &["B", "L"]), "REFUTED line 10: illegal-move");
}

#[test]
fn wrong_terminal() {
    let net: Net = Net::parse(WIN);
    assert_eq!(verdict(&net, FIRST_WINS, &["B", "W", "L"]), "REFUTED line 10: wrong-terminal");
    // The line is that of the move which allowed it, not the last one read.
    let net: Net = Net::parse(
        "A first: B
         B second: C L
         C first: W
         W first-wins
         L draw",
    );
    assert_eq!(verdict(&net, FIRST_WINS, &["B", "W"]), "REFUTED line 8: wrong-terminal");
    let lost = "claim: first wins; repetition: draw; root: L";
    assert_eq!(verdict(&net, lost, &[]), "REFUTED line 5: wrong-terminal");
    let drawn = "claim: first holds; repetition: draw; root: L";
    assert_eq!(verdict(&net, drawn, &[]), "VERIFIED first holds");
}

#[test]
fn stuck() {
    let mut net: Net = Net::parse(WIN);
    let header = "claim: first wins; repetition: draw; root: S";
    assert_eq!(verdict(&net, header, &[]), "REFUTED line 5: claimant-stuck");
    let header = "claim: second wins; repetition: draw; root: S";
    assert_eq!(verdict(&net, header, &[]), "VERIFIED second wins");
    // Stalemate: the opponent is stuck, and that is no win.
    net.stuck = Some(Outcome::Draw);
    assert_eq!(verdict(&net, header, &[]), "REFUTED line 5: wrong-terminal");
}

#[test]
fn cycle() {
    let net: Net = Net::parse(WIN);
    assert_eq!(verdict(&net, FIRST_WINS, &["C"]), "REFUTED line 8: cycle");
    assert_eq!(verdict(&net, FIRST_WINS, &["B", "B"]), "REFUTED line 9: cycle");
}

#[test]
fn lines_are_those_of_the_file() {
    let net: Net = Net::parse(WIN);
    let good = text("claim: first holds; repetition: draw; root: A", &["C"]);
    let bad = text("claim: second holds # hopeless; repetition: draw; root: A", &["E"]);
    let certificate = Certificate::read((good + &bad).as_bytes()).unwrap();
    assert!(check(&net, &certificate.blocks[0]).is_ok());
    let refuted = check(&net, &certificate.blocks[1]).unwrap_err();
    assert_eq!(refuted.to_string(), "REFUTED line 16: wrong-terminal");
}

#[test]
fn every_kind_is_tested_here() {
    let here = include_str!("refutations.rs");
    for kind in RefutationKind::ALL {
        assert!(here.contains(&format!(": {kind}\"")), "{kind}");
    }
}

// Lines: 1 magic, 2 game, 3 claim, 4 within or plies, 5 repetition, 6 root, 7 moves, 8 ---.
#[test]
fn too_long() {
    let net: Net = Net::parse(WIN);
    let within = |plies| format!("claim: first wins; within: {plies}; repetition: draw; root: A");
    let win = &["B", "W", "W"];
    assert_eq!(verdict(&net, &within(3), win), "VERIFIED first wins within 3");
    assert_eq!(verdict(&net, &within(2), win), "REFUTED line 4: too-long");
    // Round by A first: but then it is a circle, whatever the length.
    assert_eq!(verdict(&net, &within(9), &["C"]), "REFUTED line 9: cycle");
    assert_eq!(verdict(&net, &within(2), &["B", "W", "W", "W"]), "REFUTED line 12: surplus-line");
}

#[test]
fn who_holds_for_some_plies_may_lose_later() {
    let net: Net = Net::parse(
        "A second: B D
         B first: C
         C second: A D
         D first: E
         E second: W
         W first-wins",
    );
    let plies = |plies| format!("claim: second holds; plies: {plies}; repetition: draw; root: A");
    assert_eq!(verdict(&net, &plies(2), &["D"]), "VERIFIED second holds plies 2");
    assert_eq!(verdict(&net, &plies(3), &["D"]), "REFUTED line 10: missing-line");
    assert_eq!(verdict(&net, &plies(3), &["D", "W"]), "REFUTED line 10: wrong-terminal");
    // A is met again with fewer plies left, while it is open.
    assert_eq!(verdict(&net, &plies(40), &["B", "A"]), "VERIFIED second holds plies 40");
    let draw = "claim: second holds; repetition: draw; root: A";
    assert_eq!(verdict(&net, draw, &["B", "A"]), "VERIFIED second holds");
}

#[test]
fn a_number_of_plies_has_its_claim_and_its_rule() {
    let unreadable = |header: &str| {
        let text = text(header, &[]);
        assert!(Certificate::read(text.as_bytes()).is_err(), "{header}");
    };
    unreadable("claim: first wins; plies: 3; repetition: draw; root: A");
    unreadable("claim: first holds; within: 3; repetition: draw; root: A");
    unreadable("claim: first wins; within: 03; repetition: draw; root: A");
    unreadable("claim: first wins; within: 4294967296; repetition: draw; root: A");
    unreadable("claim: first wins; within: 3; repetition: draw; root: A; database: some 1");
    unreadable(
        "claim: first wins; within: 3; repetition: situational-superko; footprints: exact; root: A",
    );
    // Two blocks of a draw hold for ever.
    let block =
        |player| text(&format!("claim: {player} holds; plies: 3; repetition: draw; root: A"), &[]);
    assert!(Certificate::read((block("first") + &block("second")).as_bytes()).is_err());
}

// Lines: 1 magic, 2 game, 3 claim, 4 plies, 5 leaf-plies, 6 repetition, 7 root, 8 moves, 9 ---.
#[test]
fn the_last_plies_have_no_lines() {
    let net: Net = Net::parse(
        "A first: B C
         B second: A D
         C second: W A
         D first: E W
         E second: A
         W first-wins",
    );
    let leaf = |plies, leaf| {
        format!(
            "claim: second holds; plies: {plies}; leaf-plies: {leaf}; repetition: draw; root: A"
        )
    };
    assert_eq!(verdict(&net, &leaf(3, 3), &[]), "VERIFIED second holds plies 3");
    assert_eq!(verdict(&net, &leaf(3, 3), &["A"]), "REFUTED line 10: surplus-line");
    assert_eq!(verdict(&net, &leaf(3, 2), &[]), "REFUTED line 10: missing-line");
    // D is a leaf that is lost; A has been met with more plies left.
    assert_eq!(verdict(&net, &leaf(4, 2), &["D"]), "REFUTED line 10: lost");
    assert_eq!(verdict(&net, &leaf(4, 2), &["A", "A"]), "VERIFIED second holds plies 4");
    let lost = "claim: second holds; plies: 2; leaf-plies: 3; repetition: draw; root: D";
    assert_eq!(verdict(&net, lost, &[]), "REFUTED line 7: lost");
    for wrong in [
        "claim: second holds; leaf-plies: 3; repetition: draw; root: A",
        "claim: first wins; within: 3; leaf-plies: 3; repetition: draw; root: A",
        "claim: second holds; plies: 3; leaf-plies: 0; repetition: draw; root: A",
        "claim: second holds; plies: 3; leaf-plies: 4; repetition: draw; root: A",
        "claim: second holds; plies: 3; leaf-plies: 03; repetition: draw; root: A",
    ] {
        assert!(Certificate::read(text(wrong, &[]).as_bytes()).is_err(), "{wrong}");
    }
}
