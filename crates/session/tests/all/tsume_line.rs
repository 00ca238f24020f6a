//! What is said of the line of a mate problem, and the record of its solution.

use threefold_session::Databases;
use threefold_session::effort::Effort;
use threefold_session::games::tsume::TsumeSubject;
use threefold_session::mate::{Goal, Request as MateRequest, mate};
use threefold_session::registry::{Subject, read_position};
use threefold_session::solve::{Request, solve};
use threefold_session::tsume::{Finding, conventional, kenshou, notes, tree, yozume};
use threefold_shogi::record;

/// 3c2d+ 1d1e 2d2e.
const THREE: &str = "9/9/6S2/8k/9/7R1/9/9/9 b r2b4g3s3n4l18p 1";
/// A rook from afar, and nothing for the king to do but to put something between.
const AFAR: &str = "8k/7pp/6N2/9/9/9/9/9/R8 b p 1";

fn subject(text: &str) -> TsumeSubject {
    let Subject::Tsume(subject) = read_position(1, text, None).tasks.remove(0).subject else {
        panic!("{text}")
    };
    *subject
}

fn shortest(subject: &TsumeSubject) -> threefold_session::mate::Side {
    let subject = Subject::Tsume(Box::new(subject.clone()));
    let mut answer = mate(&subject, &MateRequest::new(Goal::Shortest), &mut ()).unwrap();
    answer.sides.remove(0)
}

#[test]
fn what_is_left_in_hand_is_said_of_lines_that_mate() {
    let three = subject(THREE);
    let line = ["3c2d+", "1d1e", "2d2e"].map(str::to_owned);
    let said = notes(&three, None, &line).unwrap().unwrap();
    assert_eq!((said.left_in_hand.as_str(), said.written.as_str()), ("", "なし"));
    assert_eq!(notes(&three, None, &line[..1]).unwrap(), None);
    assert_eq!(notes(&three, None, &["9a9b".to_owned()]).unwrap(), None);
}

#[test]
fn another_way_to_mate_in_time_is_found_and_the_only_one_is_called_so() {
    let effort = Effort::for_positions();
    let three = subject(THREE);
    let line = ["3c2d+", "1d1e", "2d2e"].map(str::to_owned);
    let only = yozume(&three, None, &line, 3, &effort).unwrap().unwrap();
    assert_eq!((only.found.len(), only.uncertified.len()), (0, 0));
    assert!(only.certified > 5, "every check at the root, and those after it: {only:?}");
    let unchecked = Effort { check: false, ..effort.clone() };
    assert_eq!(yozume(&three, None, &line, 3, &unchecked).unwrap(), Some(Default::default()));
    assert_eq!(yozume(&three, None, &line, 1, &effort).unwrap(), None);
    // Two golds where one is enough: the mate in one is not the only one.
    let two = subject("4k4/9/3GP4/9/9/9/9/9/9 b G2r2b2g4s4n4l17p 1");
    let found = yozume(&two, None, &["G*5b".to_owned()], 1, &effort).unwrap().unwrap();
    assert!(found.certified > 1 && found.uncertified.is_empty(), "{found:?}");
    let found = found.found;
    assert_eq!((found.len(), found[0].ply, found[0].played.as_str()), (1, 1, "G*5b"));
    assert!(found[0].others.contains(&"6c5b".to_owned()), "{found:?}");
    assert!(found[0].open.is_empty());
}

#[test]
fn a_solution_is_a_record_with_every_reply() {
    for text in [THREE, "9/7Rl/8B/5R1GB/8k/9/9/6N2/9 b 3g4s3n3l18p 1"] {
        let subject = subject(text);
        let posed = Subject::Tsume(Box::new(subject.clone()));
        let answer = solve(&posed, &Databases::default(), &Request::default(), &mut ()).unwrap();
        let made = tree(&subject, None, Some("題"), &answer.proofs, 10_000).unwrap().unwrap();
        assert!(made.is_complete);
        let read = record::read(made.kif.as_bytes()).unwrap();
        assert_eq!((read.start.to_string(), read.lines.len()), (text.to_owned(), made.lines));
        let main: Vec<_> = read.lines[0].moves.iter().map(ToString::to_string).collect();
        assert_eq!(main.len(), answer.line.as_ref().unwrap().len());
        // Every reply to the attacker's moves along the main line has a line.
        let mut position = read.start.clone();
        for (ply, &m) in read.lines[0].moves.iter().enumerate() {
            if ply % 2 == 1 {
                let mut replies = Vec::new();
                position.legal_moves(&mut replies);
                for reply in replies {
                    let begins = |line: &record::Line| {
                        line.moves[..ply] == read.lines[0].moves[..ply]
                            && line.moves.get(ply) == Some(&reply)
                    };
                    assert!(read.lines.iter().any(begins), "{text}: ply {ply}: {reply}");
                }
            }
            position.make(m);
        }
        let short = tree(&subject, None, None, &answer.proofs, 1).unwrap().unwrap();
        assert_eq!((short.lines, short.is_complete), (1, made.lines == 1));
    }
    let none = subject("8S/8S/7s1/8k/7R1/9/9/9/9 b r2b4g4n4l18p 1");
    let posed = Subject::Tsume(Box::new(none.clone()));
    let answer = solve(&posed, &Databases::default(), &Request::default(), &mut ()).unwrap();
    assert_eq!(tree(&none, None, None, &answer.proofs, 10).unwrap(), None);
}

#[test]
fn futile_interpositions_do_not_count_by_convention() {
    let effort = Effort::for_positions();
    // Whatever is put between is taken.
    let afar = subject(AFAR);
    let side = shortest(&afar);
    assert_eq!(side.exact(), Some(3), "{:?}", side.line);
    let length =
        |text: &str, most| conventional(&subject(text), None, most, &effort, true).unwrap();
    let found = length(AFAR, 3);
    assert_eq!((found.plies, found.line.len(), found.reason), (Some(1), 1, None));
    assert_eq!(found.futile.len(), 6, "{:?}", found.futile);
    assert!(found.futile.iter().all(|one| one.plies == 0 && one.ply == 2));
    // One of many squares, with more behind it: a chain of them is nothing either.
    assert_eq!(length("8k/7pp/6N2/9/9/9/9/9/R8 b pgs 1", 13).plies, Some(1));
    // In the middle of a line, where other moves are left (YaneuraOu#162): literally 5 and 7.
    let middle = length("5pk2/7P1/4+R1+P1+b/8b/6R2/9/9/9/9 b 4g4s4n4l15p 1", 5);
    assert_eq!((middle.plies, middle.always_left), (Some(3), Some(false)), "{middle:?}");
    let text = "9/5g1s1/8k/6+R2/9/6R1S/5B3/9/9 b b3g2s4n4l18p 1";
    assert_eq!(length(text, 7).plies, Some(3));
    // Nothing guards the square beside the king: a silver there is no futile drop.
    assert_eq!(length("8k/7pp/9/9/9/9/9/9/R8 b ps 1", 1).plies, None);
    // Without a drop to leave out the length is the literal one, and so is a limit.
    assert_eq!(length(THREE, 3).plies, Some(3));
    assert_eq!(length(THREE, 1).plies, None);
}

#[test]
fn a_problem_is_judged_along_its_line() {
    let effort = Effort::for_positions();
    let line = |text: &str| shortest(&subject(text)).line;
    let judged = |text: &str| kenshou(&subject(text), None, &line(text), &effort).unwrap().unwrap();
    let three = judged(THREE);
    assert_eq!(three.is_sound(), Some(true), "{three:?}");
    assert!(three.certified > 3 && three.refuted > 3 && !three.is_intended, "{three:?}");
    // Another first move mates, but more slowly.
    let slow = judged("9/6R2/7kS/9/9/9/5R3/9/9 b 2b4g3s4n4l18p 1");
    assert_eq!(slow.is_sound(), Some(false));
    let second = slow.found.iter().find(|one| one.finding == Finding::Yozume).unwrap();
    assert_eq!((second.ply, second.line[0].as_str()), (1, "4g4c+"), "{slow:?}");
    assert!(slow.words_japanese().starts_with("余詰"), "{}", slow.words_japanese());
    // As KIF it is read, every finding a variation.
    let kif = slow.kif(Some("題"));
    let record = record::read(kif.as_bytes()).unwrap();
    assert_eq!(record.lines.len(), 1 + slow.found.len());
    assert!(kif.contains("*余詰：▲４三飛成"), "{kif}");
    // Nothing is claimed of what a limit leaves open.
    let mut limited = effort;
    limited.limits.nodes = 1;
    let open = kenshou(&subject(THREE), None, &line(THREE), &limited).unwrap();
    assert!(open.is_none_or(|open| open.is_sound() != Some(true)));
}
