//! The walk as the writer of certificates uses it.

use crate::common::{Net, read, text};
use threefold_certificate::{
    CertificateReader, CheckError, Checker, Event, Goal, LeafKind, Omitted, PlayError,
    RollbackError, Terms, Walk,
};
use threefold_game::{History, Outcome, Player, RepetitionRule};

const NET: &str = "
    A first: B C
    B second: D E
    C second: A
    D first: W A B
    E first: W L D
    W first-wins
    L second-wins
";

fn terms(rule: RepetitionRule) -> Terms {
    let (claimant, goal, omitted) = (Player::First, Goal::Wins, Omitted::NOTHING);
    Terms { claimant, goal, rule, database: false, plies: None, omitted }
}

#[test]
fn a_fault_stays_until_the_walk_goes_back() {
    let net: Net = Net::parse(NET);
    let [a, b, c, d, e, w] = ["A", "B", "C", "D", "E", "W"].map(|name| net.id(name));
    let mut walk = Walk::new(&net, &History::new(a), terms(RepetitionRule::Draw));
    assert_eq!(walk.play(b), Err(PlayError::NotAsked));
    assert_eq!(walk.step(), Event::NeedMove);
    assert_eq!(walk.legal_moves(), [b, c]);
    assert_eq!(walk.play(w), Err(PlayError::Illegal));
    walk.play(c).unwrap();
    // C leads back to A, which is the root.
    assert_eq!(walk.step(), Event::Cycle { depth: 0 });
    assert_eq!(walk.step(), Event::Cycle { depth: 0 });
    assert_eq!(walk.play(b), Err(PlayError::NotAsked));
    assert_eq!((walk.depth(), *walk.position()), (2, a));
    let path: Vec<_> =
        walk.path().map(|step| (*step.position, step.entered_by, step.is_choice)).collect();
    assert_eq!(path, [(a, None, true), (c, Some(c), false), (a, Some(a), false)]);
    assert_eq!(walk.rollback_to(1), Err(RollbackError::NoChoice(1)));
    assert_eq!(walk.rollback_to(9), Err(RollbackError::NoChoice(9)));

    walk.rollback_to(0).unwrap();
    assert_eq!((walk.step(), walk.lines(), walk.positions()), (Event::NeedMove, 0, 1));
    walk.play(b).unwrap();
    assert_eq!((walk.step(), *walk.position()), (Event::NeedMove, d));
    walk.play(w).unwrap();
    assert_eq!((walk.step(), *walk.position()), (Event::NeedMove, e));
    assert!(walk.would_skip(&d) && walk.would_skip(&w));
    assert!(!walk.would_skip(&b) && !walk.would_skip(&c));
    walk.play(net.id("L")).unwrap();
    let lost = Event::BadLeaf { outcome: Outcome::Win(Player::Second), kind: LeafKind::Terminal };
    assert_eq!((walk.step(), walk.lines(), walk.last_choice()), (lost, 3, Some(3)));
    // Back at E, what was finished before it was opened still is.
    walk.rollback_to(2).unwrap();
    assert!(walk.would_skip(&d));
    walk.play(d).unwrap();
    assert_eq!((walk.step(), walk.lines()), (Event::Done, 3));
    assert_eq!((walk.path().len(), *walk.position()), (0, a));
    assert_eq!(walk.rollback_to(0), Err(RollbackError::NoChoice(0)));
}

#[test]
fn going_back_before_a_finished_position_opens_it_again() {
    let net: Net = Net::parse(NET);
    let [a, b, d, w] = ["A", "B", "D", "W"].map(|name| net.id(name));
    for rule in [RepetitionRule::AttackerLoses, RepetitionRule::SituationalSuperko] {
        let mut walk = Walk::new(&net, &History::new(a), terms(rule)).with_rollback();
        walk.step();
        walk.play(b).unwrap();
        walk.step();
        walk.play(w).unwrap();
        assert_eq!(walk.step(), Event::NeedMove);
        assert!(walk.would_skip(&d));
        walk.rollback_to(0).unwrap();
        assert!(!walk.would_skip(&d) && !walk.would_skip(&w));
        assert_eq!((walk.lines(), walk.positions()), (0, 1));
    }
}

#[test]
fn superko_needs_a_trail() {
    let net: Net = Net::parse(NET);
    let [a, b] = ["A", "B"].map(|name| net.id(name));
    let superko = terms(RepetitionRule::PositionalSuperko);
    let mut walk = Walk::new(&net, &History::new(a), superko);
    walk.step();
    walk.play(b).unwrap();
    assert_eq!(walk.step(), Event::NeedMove);
    // At D, A and B are banned.
    assert_eq!(walk.legal_moves(), [net.id("W")]);
    assert_eq!(walk.play(a), Err(PlayError::Repeating));
    assert_eq!(walk.play(net.id("L")), Err(PlayError::Illegal));
    assert_eq!(walk.rollback_to(0), Err(RollbackError::NotRecorded));
}

#[test]
fn a_stream_is_checked_block_by_block() {
    let net: Net = Net::parse(NET);
    let header = "claim: first holds; repetition: draw; root: A";
    let other = "claim: second holds; repetition: draw; root: A";
    for (first, second, expected) in [
        (&["C"][..], &["D", "A"][..], ["VERIFIED first holds", "REFUTED line 16: wrong-terminal"]),
        (
            &["C", "A", "A"],
            &["D"],
            ["REFUTED line 9: surplus-line", "REFUTED line 18: wrong-terminal"],
        ),
    ] {
        let file = [text(header, first), text(other, second)].concat();
        let mut reader = CertificateReader::new(file.as_bytes());
        let mut verdicts = Vec::new();
        while reader.next_block().unwrap().is_some() {
            verdicts.push(match Checker::new(&net).stream(&mut reader) {
                Ok(verified) => verified.to_string(),
                Err(error) => error.to_string(),
            });
        }
        assert_eq!(verdicts, expected);
    }
    let broken = [text(header, &["B"]).as_bytes(), b"\xff\n"].concat();
    let mut reader = CertificateReader::new(&broken[..]);
    reader.next_block().unwrap();
    let error = Checker::new(&net).stream(&mut reader).unwrap_err();
    assert!(matches!(&error, CheckError::Read(error) if error.line() == 9), "{error}");
    assert_eq!(read(&text(header, &[])).moves.len(), 0);
}
