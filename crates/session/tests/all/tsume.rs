//! Mate problems of shogi: texts and files become questions, and questions have checked answers.

use threefold_certificate::RefutationKind;
use threefold_search::Verdict;
use threefold_session::check::Checker;
use threefold_session::check::finding::Outcome;
use threefold_session::check::questions::Questions;
use threefold_session::convention::Drawing;
use threefold_session::mate::{Goal as Distance, Length, Request as MateRequest, Whose, mate};
use threefold_session::place::Place;
use threefold_session::problem::question::ProblemQuestion;
use threefold_session::record::Finding;
use threefold_session::registry::{GameName, Subject, Tasks, read_file, read_position};
use threefold_session::solve::{Answer, Goal, Request, solve};
use threefold_session::task::Document;
use threefold_session::{Attacker, Databases, Error};

const GOLD: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
/// 3c2d+ 1d1e 2d2e.
const THREE: &str = "9/9/6S2/8k/9/7R1/9/9/9 b r2b4g3s3n4l18p 1";
const NO_MATE: &str = "8S/8S/7s1/8k/7R1/9/9/9/9 b r2b4g4n4l18p 1";

const KIF: &str = "\
作品名：頭金
手合割：詰将棋
後手の持駒：残り
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・v玉 ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金
手数----指手---------消費時間--
   1 ５二金打
   2 詰み
";

fn file(name: &str, bytes: &[u8], place: Option<Place>) -> Tasks {
    read_file(&Document { name, bytes, place }, None, &ProblemQuestion::default())
}

fn root(tasks: &Tasks) -> String {
    assert_eq!(tasks.errors, []);
    let Subject::Tsume(subject) = &tasks.tasks[0].subject else { panic!("{tasks:?}") };
    subject.position().to_string()
}

fn subject(text: &str) -> Subject {
    let mut tasks = read_position(1, text, None);
    assert_eq!(tasks.errors, []);
    tasks.tasks.remove(0).subject
}

fn ask(text: &str, attacker: Option<Attacker>) -> Result<Answer, Error> {
    let request = Request { goal: Goal::Win(attacker), ..Request::default() };
    solve(&subject(text), &Databases::default(), &request, &mut ())
}

#[test]
fn a_mate_and_a_failure_are_both_certified() {
    let mate = ask(THREE, None).unwrap();
    assert_eq!((mate.verdict, mate.checked), (Verdict::Proven, Some(true)));
    assert_eq!((mate.words.as_str(), mate.within), ("attacker mates", Some(3)));
    assert_eq!(mate.line.unwrap(), ["3c2d+", "1d1e", "2d2e"]);
    assert_eq!(mate.written.unwrap(), ["▲２四銀成", "△１五玉", "▲２五成銀"]);
    assert_eq!(mate.proofs[0].block.header.parameters, "black");
    let none = ask(NO_MATE, None).unwrap();
    assert_eq!((none.verdict, none.checked), (Verdict::Disproven, Some(true)));
    assert_eq!(none.words, "attacker cannot force mate");
}

#[test]
fn the_game_is_made_for_the_attacker_who_is_named() {
    // Black is to move and is to be mated by White: after the only kind of move there is no check.
    let two_kings = "4k4/9/4P4/9/9/9/9/9/8K b G2r2b3g4s4n4l17p 1";
    for (attacker, colour) in [
        (None, "black"),
        (Some(Attacker::Black), "black"),
        (Some(Attacker::First), "black"),
        (Some(Attacker::Mover), "black"),
        (Some(Attacker::White), "white"),
        (Some(Attacker::Second), "white"),
    ] {
        let answer = ask(two_kings, attacker).unwrap();
        assert_eq!(answer.proofs[0].block.header.parameters, colour, "{attacker:?}");
        let mates = colour == "black";
        assert_eq!(answer.verdict.decided(), Some(mates), "{attacker:?}");
    }
    let error = ask(GOLD, Some(Attacker::White)).unwrap_err();
    assert_eq!(error.to_string(), "black, who is to be mated, has no king");
    let value = Request { goal: Goal::Value, ..Request::default() };
    let error = solve(&subject(GOLD), &Databases::default(), &value, &mut ()).unwrap_err();
    assert!(error.with_flags().starts_with("--value needs the rule of a game"), "{error}");
}

#[test]
fn a_length_counts_the_moves_of_both_sides() {
    for (plies, verdict, words) in [
        (1, Verdict::Disproven, "no mate in 1 ply"),
        (3, Verdict::Proven, "mate in at most 3 plies"),
    ] {
        let goal = Distance::Within(Length::Plies(plies));
        let answer = mate(&subject(THREE), &MateRequest::new(goal), &mut ()).unwrap();
        let side = &answer.sides[0];
        assert_eq!((side.verdict, side.words.as_str()), (verdict, words));
        assert_eq!(side.checked, Some(true));
    }
    // There is but one side whose mate can be asked about.
    let request = MateRequest { whose: Whose::Either, ..MateRequest::new(Distance::Shortest) };
    let answer = mate(&subject(THREE), &request, &mut ()).unwrap();
    assert_eq!((answer.sides.len(), answer.sides[0].exact()), (1, Some(3)));
    let answer = mate(&subject(NO_MATE), &request, &mut ()).unwrap();
    assert_eq!(answer.sides[0].words, "no mate");
}

/// For how many plies the defender holds is about the question and leaves it open: a checker that
/// takes answers alone refutes it, one that takes parts notes it, and neither has an answer.
#[test]
fn a_part_of_an_answer_is_refused_where_answers_are_wanted() {
    let answer = mate(&subject(THREE), &MateRequest::new(Distance::Shortest), &mut ()).unwrap();
    let texts: Vec<_> = answer.sides[0].proofs.iter().map(|proof| proof.text()).collect();
    let [wins, holds] = &texts[..] else { panic!("{texts:?}") };
    assert!(wins.contains("within: 3") && holds.contains("\nplies: 1\n"), "{texts:?}");
    let checker = |accepts_parts| {
        let asked =
            Questions::new(read_position(1, THREE, None), THREE, None, false, None).unwrap();
        Checker::new().questions(Some(asked)).parts(accepts_parts)
    };
    let mut strict = checker(false);
    let findings = strict.file("holds.cert", holds.as_bytes()).unwrap();
    let Outcome::Refuted(refuted) = &findings[0].outcome else { panic!("{findings:?}") };
    assert_eq!(refuted.kind, RefutationKind::OtherQuestion);
    assert_eq!(refuted.detail, "'defender holds plies 1' is no answer");
    let question = &strict.asked().unwrap().all()[0];
    assert!(question.answers.is_empty() && question.bounds.is_empty());
    // Behind what was refused the answer is taken all the same.
    let findings = strict.file("wins.cert", wins.as_bytes()).unwrap();
    assert!(matches!(findings[0].outcome, Outcome::Verified(_)), "{findings:?}");
    assert!(strict.asked().unwrap().are_answered());
    let mut lenient = checker(true);
    let findings = lenient.file("holds.cert", holds.as_bytes()).unwrap();
    assert!(matches!(findings[0].outcome, Outcome::Verified(_)), "{findings:?}");
    let question = &lenient.asked().unwrap().all()[0];
    assert_eq!((question.answers.len(), question.bounds.len()), (0, 1));
    assert!(!lenient.asked().unwrap().are_answered());
}

#[test]
fn the_words_of_usi_are_read_and_moves_lead_to_the_position() {
    for text in [GOLD.to_owned(), format!("sfen {GOLD}"), format!("position sfen {GOLD}")] {
        assert_eq!(root(&read_position(1, &text, None)), GOLD);
    }
    let after = root(&read_position(1, &format!("sfen {THREE} moves 3c2d+ 1d1e"), None));
    assert_eq!(after, "9/9/9/7+S1/8k/7R1/9/9/9 b r2b4g3s3n4l18p 1");
    let start = read_position(1, "startpos moves 7g7f", Some(GameName::Tsume));
    assert!(root(&start).contains(" w - 1"));
    for (text, message) in [
        ("sfen 9/9 b - 1", "position 1:1:6: the board has 2 ranks, not 9"),
        (&format!("{GOLD} moves 9a9b"), "position 1:1:50: '9a9b' is not a legal move here"),
    ] {
        assert_eq!(read_position(1, text, None).errors[0].to_string(), message);
    }
}

#[test]
fn lists_have_names_and_lengths_and_their_errors_have_places() {
    let text =
        format!("# a comment\none\t{GOLD}\t1\n\nlong\t{THREE}\t5\n{NO_MATE}\nbad\t9/9 b -\n");
    let read = file("a.tsv", text.as_bytes(), None);
    let named: Vec<_> = read.tasks.iter().map(|t| (t.input.as_str(), t.id.as_deref())).collect();
    assert_eq!(named, [("a.tsv:2", Some("one")), ("a.tsv:4", Some("long")), ("a.tsv:5", None)]);
    let errors: Vec<_> = read.errors.iter().map(Error::to_string).collect();
    assert_eq!(errors.len(), 1);
    assert!(errors[0].starts_with("a.tsv:6:5: "), "{errors:?}");
    let said = [Some(Finding::Agrees), Some(Finding::Shorter)];
    for (task, finding) in read.tasks.iter().zip(said) {
        let answer = solve(&task.subject, &Databases::default(), &Request::default(), &mut ());
        assert_eq!(answer.unwrap().recorded.unwrap().mate, Some(finding), "{:?}", task.id);
    }
    let place = Some(Place { game: 1, ply: None });
    assert!(file("a.tsv", b"", place).errors[0].to_string().contains("has no number"));
    assert_eq!(file("a.sfen", b"\n", None).errors[0].to_string(), "a.sfen: no position in it");
}

#[test]
fn records_are_read_in_both_character_sets_and_begin_with_the_problem() {
    let (shift_jis, _, _) = encoding_rs::SHIFT_JIS.encode(KIF);
    assert!(std::str::from_utf8(&shift_jis).is_err());
    for bytes in [KIF.as_bytes(), &shift_jis] {
        let read = file("a/gold.kif", bytes, None);
        assert_eq!(root(&read), GOLD);
        assert_eq!(read.tasks[0].id.as_deref(), Some("頭金"));
        assert_eq!(
            (read.tasks[0].input.as_str(), read.tasks[0].stem.as_str()),
            ("a/gold.kif", "gold")
        );
    }
    // By its first line, where no name says so.
    assert_eq!(root(&file("-", KIF.as_bytes(), None)), GOLD);
    let later = file("gold.kif", KIF.as_bytes(), Some(Place { game: 1, ply: Some(1) }));
    assert_eq!(
        (later.tasks[0].input.as_str(), later.tasks[0].stem.as_str()),
        ("gold.kif#1:1", "gold-1")
    );
    assert!(root(&later).contains(" w "));
    for (place, message) in [
        (Place { game: 1, ply: Some(2) }, "gold.kif#1:2: the game has 1 ply"),
        (Place { game: 2, ply: None }, "gold.kif#2: the file has 1 game"),
    ] {
        assert_eq!(file("gold.kif", KIF.as_bytes(), Some(place)).errors[0].to_string(), message);
    }
    let bad = file("gold.kif", KIF.replace("５二金打", "５二銀打").as_bytes(), None);
    assert!(bad.errors[0].to_string().starts_with("gold.kif:18: "), "{:?}", bad.errors);
}

#[test]
fn a_game_from_its_beginning_needs_a_position_in_it() {
    let csa = "V2.2\nPI\n+\n+7776FU\n-3334FU\n";
    let whole = file("game.csa", csa.as_bytes(), None).errors[0].to_string();
    assert!(whole.ends_with("expected a position in it: game.csa#1:2 is the last one"), "{whole}");
    let second = file("game.csa", csa.as_bytes(), Some(Place { game: 1, ply: Some(2) }));
    assert!(root(&second).ends_with(" b - 1"));
}

#[test]
fn a_position_is_drawn_in_letters_or_in_signs() {
    let drawn = |figurines| subject(GOLD).diagram(Drawing { figurines, colours: false }).unwrap();
    assert!(drawn(false).contains("Black in hand: G\nblack to move\n"));
    assert!(drawn(true).contains("先手の持駒：金\nblack to move\n"));
}
