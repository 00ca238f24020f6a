//! Saved leaders: what is refused.

use threefold_game::{History, Player, RepetitionRule};
use threefold_graph::{GraphGame, RandomGraph};
use threefold_jobs::{JobResult, Leader, LeaderError, Settings};

const RULE: RepetitionRule = RepetitionRule::Draw;

fn load(game: &GraphGame, attacker: Player, text: &str) -> Result<String, LeaderError> {
    let history = History::new(RandomGraph::ROOT);
    Leader::load(game, &history, RULE, attacker, Settings::default(), text).map(|one| one.save())
}

#[test]
fn another_version_or_question_is_refused_with_a_sentence() {
    let game = RandomGraph::new(12).generate(3);
    let history = History::new(RandomGraph::ROOT);
    let mut leader =
        Leader::new(&game, &history, RULE, Player::First, Settings::default()).unwrap();
    let jobs = leader.next(3);
    leader.report(jobs[0].id, JobResult::open(3, 4, 9));
    let text = leader.save();
    assert_eq!(load(&game, Player::First, &text).unwrap(), text);
    let said = |attacker, text: &str| load(&game, attacker, text).unwrap_err().to_string();
    let later = text.replace("threefold leader 2", "threefold leader 3");
    assert!(said(Player::First, &later).contains("it is version 3"));
    assert!(said(Player::First, "nothing").contains("does not begin"));
    assert!(said(Player::First, &text[..text.len() / 2]).contains("no leader in this"));
    assert!(said(Player::Second, &text).contains("the attacker is 'first', not 'second'"));
    let damaged = text.replace("[\"G\",", "[\"A\",");
    assert!(damaged != text);
    assert!(said(Player::First, &damaged).contains("not in its place"));
}

#[test]
fn a_false_certificate_in_a_file_is_not_believed() {
    let file = "threefold game 1\nrule: draw\nattacker: first\nroot: A\n\
                A first: B W\nB second: A\nW win-first\n";
    let game = threefold_graph::parse(file).unwrap().game;
    let saved = |moves: &str| {
        format!(
            "threefold leader 2\n{{\"question\":{{\"game\":\"graph\",\"repetition\":\"draw\",\
             \"attacker\":\"first\",\"root\":\"A\"}},\"next_job\":2,\"account\":{{}},\
             \"positions\":[[\"A\",false,1,1,100,0]],\
             \"lemmas\":[{{\"position\":0,\"wins\":true,\"moves\":\"{moves}\\n\"}}]}}\n"
        )
    };
    assert!(load(&game, Player::First, &saved("W")).is_ok());
    let said = load(&game, Player::First, &saved("B")).unwrap_err().to_string();
    assert!(said.contains("certificate 0"), "{said}");
}
