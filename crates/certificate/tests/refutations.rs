//! A certificate for every kind of refutation, at the line where it belongs.

mod common;

use common::{Net, checked, read, text, verdict};
use threefold_certificate::{Certificate, RefutationKind, check};
use threefold_game::{Outcome, RepetitionRule};

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
    let mate = "claim: first wins; repetition: attacker-loses; root: A";
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
    assert_eq!(check(&net, &read(&other)).unwrap_err().kind, RefutationKind::WrongGame);
}

#[test]
fn unsupported_claim() {
    let net: Net = Net::parse(WIN);
    let header = "claim: white wins; repetition: draw; root: A";
    assert_eq!(verdict(&net, header, &["B"]), "REFUTED line 3: unsupported-claim");
    let mut block = read(&text(FIRST_WINS, &["B", "W", "W"]));
    block.header.repetition = RepetitionRule::AttackerWins;
    let refuted = check(&net, &block).unwrap_err();
    assert_eq!(refuted.to_string(), "REFUTED line 4: unsupported-claim");
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
    for history in ["C", "Z moves A", "C moves W", "C moves A B E W A"] {
        let header = format!("claim: first wins; repetition: draw; root: A; history: {history}");
        assert_eq!(verdict(&net, &header, &["B"]), "REFUTED line 6: bad-history", "{history}");
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
    let good = text(FIRST_WINS, &["B", "W", "W"]);
    let bad = text("claim: first wins # hopeless; repetition: draw; root: A", &["B", "W", "L"]);
    let certificate = Certificate::read((good + &bad).as_bytes()).unwrap();
    assert!(check(&net, &certificate.blocks[0]).is_ok());
    let refuted = check(&net, &certificate.blocks[1]).unwrap_err();
    assert_eq!(refuted.to_string(), "REFUTED line 20: wrong-terminal");
}

#[test]
fn every_kind_is_tested_here() {
    let here = include_str!("refutations.rs");
    for kind in RefutationKind::ALL {
        assert!(here.contains(&format!(": {kind}\"")), "{kind}");
    }
}
