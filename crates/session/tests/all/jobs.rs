//! Questions divided into jobs: the same answers as one search, in every game.

use std::sync::Arc;

use threefold_checkers::egdb::Database;
use threefold_game::RepetitionRule;
use threefold_jobs::{Answer, Job, JobResult, Settings};
use threefold_search::Interrupt;
use threefold_session::Databases;
use threefold_session::games::row::AnyDatabase;
use threefold_session::jobs::{Campaign, Lead, lead, whole, work, work_through};
use threefold_session::problem::question::ProblemQuestion;
use threefold_session::registry::{Subject, read_file, read_position};
use threefold_session::solve::{Request, solve};
use threefold_session::task::Document;

fn position(text: &str) -> Subject {
    let mut read = read_position(1, text, None);
    assert_eq!(read.errors, []);
    read.tasks.remove(0).subject
}

fn file(name: &str, text: &str) -> Subject {
    let mut read = read_file(&Document::new(name, text.as_bytes()), None, &question());
    assert_eq!(read.errors, []);
    read.tasks.remove(0).subject
}

fn question() -> ProblemQuestion {
    ProblemQuestion { safe: Some("wall".to_owned()), ..ProblemQuestion::default() }
}

/// Until there is an answer: how many jobs it took, and the certificate.
fn drive(leader: &mut dyn Lead) -> (Answer, String) {
    let none = Interrupt::default();
    loop {
        let jobs = leader.next(2);
        let answer = leader.answer();
        if !matches!(answer, Answer::Unknown { .. }) {
            return (answer, leader.certificate().unwrap());
        }
        assert!(!jobs.is_empty());
        for job in jobs {
            let result = work(&job, &none).unwrap();
            leader.report(job.id, result);
            assert_eq!(leader.refusal(), None, "{job:?}");
        }
    }
}

#[test]
fn every_game_has_the_answer_of_one_search() {
    let subjects = [
        position("kbK5/pp6/1P6/8/8/8/8/R7 w - -"),
        position("8/8/8/8/8/1k6/7r/K7 b - -"),
        // Two kings against one in the double corner, and a win.
        position("W:WK10,K14:BK1"),
        position("W:W18,K22:BK5"),
        position("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"),
        position("9/9/6S2/8k/9/7R1/9/9/9 b r2b4g3s3n4l18p 1"),
        file(
            "a.game",
            "threefold game 1\nrule: attacker-wins\nattacker: first\nroot: A\n\
              A first: B\nB second: A C\nC first: A L\nL win-second\n",
        ),
    ];
    for subject in subjects {
        let request = Request::default();
        let answer = solve(&subject, &Databases::default(), &request, &mut ()).unwrap();
        let wanted = answer.verdict.decided();
        for nodes in [40, 100_000] {
            let settings = Settings { nodes, memory: 1 << 20, ..Settings::default() };
            let campaign = Campaign { settings, ..Campaign::default() };
            let (found, certificate) = lead(&subject, &campaign, None, drive).unwrap();
            let found = match found {
                Answer::Proven => Some(true),
                Answer::Disproven => Some(false),
                Answer::Unknown { .. } => None,
            };
            assert_eq!(found, wanted, "{}", answer.root);
            assert!(certificate.contains(&format!("root: {}", answer.root)));
            assert!(!certificate.contains("database:"));
        }
    }
}

#[test]
fn boards_of_go_under_both_superko_rules() {
    for rule in RepetitionRule::SUPERKO {
        for text in ["go 2x2 at-least 1", "go 2x2 at-least 2", "go 2x3 at-least 1"] {
            let subject = position(text);
            let settings = Settings { nodes: 100_000, ..Settings::default() };
            let campaign = Campaign { rule: Some(rule), settings, ..Campaign::default() };
            let alone = work(&whole(&subject, &campaign, 0).unwrap(), &Interrupt::default());
            let (JobResult::Wins { certificate: alone, .. }
            | JobResult::Holds { certificate: alone, .. }) = alone.unwrap()
            else {
                panic!("{text}, {rule}")
            };
            for nodes in [20, 200] {
                let settings = Settings { nodes, memory: 1 << 20, ..Settings::default() };
                let campaign = Campaign { settings, ..campaign.clone() };
                let (found, certificate) = lead(&subject, &campaign, None, drive).unwrap();
                let claim = alone.lines().find(|line| line.starts_with("claim: ")).unwrap();
                assert!(certificate.contains(claim), "{text}, {rule}: {claim}");
                assert_eq!(found == Answer::Proven, claim == "claim: black wins");
                assert!(certificate.contains(rule.name()));
            }
        }
    }
}

#[test]
fn checkers_with_a_database_that_leader_and_workers_have() {
    let database = Arc::new(Database::in_memory(3));
    let settings = Settings { nodes: 20, memory: 16 << 20, ..Settings::default() };
    let database = Some(database);
    let of_all = database.clone().map(AnyDatabase::Checkers);
    let campaign = Campaign { settings, database: of_all, ..Campaign::default() };
    let mut won = 0;
    for text in ["W:WK1,K2,K3:BK32", "B:WK30,21:B9,12"] {
        let subject = position(text);
        let databases = Databases { checkers: database.clone(), ..Databases::default() };
        let answer = solve(&subject, &databases, &Request::default(), &mut ()).unwrap();
        let (found, certificate) = lead(&subject, &campaign, None, |leader| {
            let (mut jobs, mut last) = (Vec::<Job>::new(), None);
            let mut find = |wanted: &str| {
                assert!(wanted.starts_with("checkers-wld 3 "), "{wanted}");
                Ok(database.clone().map(AnyDatabase::Checkers))
            };
            work_through(&mut find, &mut |said| {
                if let (Some(said), Some(id)) = (said, last) {
                    leader.report(id, said.unwrap());
                    assert_eq!(leader.refusal(), None, "{text}");
                }
                jobs.extend(leader.next(2 - jobs.len()));
                let job = jobs.pop()?;
                last = Some(job.id);
                Some((job, Interrupt::default()))
            });
            (leader.answer(), leader.certificate().unwrap())
        })
        .unwrap();
        let expected =
            if answer.verdict.decided().unwrap() { Answer::Proven } else { Answer::Disproven };
        assert_eq!(found, expected, "{text}");
        won += u32::from(found == Answer::Proven);
        assert!(certificate.contains("database: checkers-wld 3 blake3:"), "{certificate}");
        assert!(!certificate.contains("assumed-to-hold"));
    }
    assert_eq!(won, 1);
    // Another worker has none, or another one.
    let job = whole(&position("W:WK1,K2,K3:BK32"), &campaign, 0).unwrap();
    let error = work(&job, &Interrupt::default()).unwrap_err().to_string();
    assert!(error.contains("database: there is no checkers-wld 3"), "{error}");
    let mut asked = Some((job.clone(), Interrupt::default()));
    let other = AnyDatabase::Checkers(Arc::new(Database::in_memory(2)));
    work_through(&mut |_| Ok(Some(other.clone())), &mut |said| {
        if let Some(said) = said {
            assert!(said.unwrap_err().to_string().contains("the one at hand is checkers-wld 2"));
        }
        asked.take()
    });
    // What was saved rests on it, too.
    let saved =
        lead(&position("W:WK1,K2,K3:BK32"), &campaign, None, |leader| leader.save()).unwrap();
    // Under the name that an earlier version gave it as well.
    let earlier = "checkers-wld 3 \
                   blake3:4885f35dab62b683ba7644ed7da87c805c80122296844d45c02c6951098e4366";
    let old = saved.replace(Database::KNOWN[1], earlier);
    assert!(old.contains(earlier));
    lead(&position("W:WK1,K2,K3:BK32"), &campaign, Some(&old), |_| ()).unwrap();
    let without = Campaign { database: None, ..campaign };
    let again = lead(&position("W:WK1,K2,K3:BK32"), &without, Some(&saved), |_| ());
    assert!(again.unwrap_err().to_string().contains("the database is 'checkers-wld 3"));
}

#[test]
fn a_way_that_cannot_be_is_refused() {
    let subject = position("go 2x2 at-least 1");
    let job = whole(&subject, &Campaign::default(), 0).unwrap();
    let said = |history: &str| {
        let history = Some(history.to_owned());
        let job = threefold_jobs::Job { history, ..job.clone() };
        work(&job, &Interrupt::default()).unwrap_err().to_string()
    };
    assert!(said("nothing").contains("history: expected"));
    let start = &job.start;
    assert!(said(&format!("{start} moves A1")).contains("does not lead"));
    assert!(said(&format!("{start} moves C9")).contains("history: "));
    let told = threefold_jobs::Job { proven: vec![job.root.clone()], ..job.clone() };
    assert!(work(&told, &Interrupt::default()).unwrap_err().to_string().contains("proven: "));
}

#[test]
fn problems_of_go_under_basic_ko() {
    let three = "(;GM[1]FF[4]SZ[6:4]PL[B]MA[ab]AB[da][ab][bb][cb][db]\
                 AW[ea][eb][ac][bc][cc][dc][ec])";
    let subject = file("three.sgf", three);
    let settings = Settings { nodes: 20, memory: 1 << 20, ..Settings::default() };
    let campaign = Campaign { rule: Some(RepetitionRule::Draw), settings, ..Campaign::default() };
    let (answer, certificate) = lead(&subject, &campaign, None, drive).unwrap();
    assert_eq!(answer, Answer::Proven);
    assert!(certificate.contains("basic-ko"), "{certificate}");
    // And under superko.
    let (answer, certificate) =
        lead(&subject, &Campaign { rule: None, ..campaign }, None, drive).unwrap();
    assert_eq!(answer, Answer::Proven);
    assert!(certificate.contains("footprints: interval"), "{certificate}");
}

#[test]
fn jobs_that_mean_nothing_are_refused_by_name() {
    let subject = position("4k3/Q7/3K4/8/8/8/8/8 w - -");
    let job = lead(&subject, &Campaign::default(), None, |leader| leader.next(1).remove(0));
    let job = job.unwrap();
    let none = Interrupt::default();
    let said = |job| work(&job, &none).unwrap_err().to_string();
    let job = || job.clone();
    assert!(said(threefold_jobs::Job { game: "draughts".into(), ..job() }).contains("draughts"));
    assert!(said(threefold_jobs::Job { root: "x".into(), ..job() }).contains("root: "));
    assert!(said(threefold_jobs::Job { attacker: "red".into(), ..job() }).contains("'red'"));
    let superko = threefold_jobs::Job { repetition: "situational-superko".into(), ..job() };
    assert!(said(superko).contains("never played"));
    let raised = Interrupt::default();
    raised.raise();
    let long = threefold_jobs::Job { root: "8/8/4k3/8/4K3/4P3/8/8 b - -".into(), ..job() };
    assert!(matches!(work(&long, &raised).unwrap(), JobResult::Open { .. }));
}
