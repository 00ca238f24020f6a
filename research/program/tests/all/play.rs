//! Games played move by move.

use crate::common::{Ran, run};

const LAB: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../lab/fixtures");

fn play(arguments: &[&str]) -> Ran {
    run(&[&["play"], arguments].concat())
}

#[test]
fn eppsteins_position_is_won_for_ever_with_plain_scores_and_mated_at_once_with_ply_scores() {
    let plain = play(&["eppstein", "--scores", "plain", "--table", "cleared"]).exits(0);
    let plain = plain.prints("372,064 positions solved backwards").prints("wins in 1");
    plain.prints("For ever: the position after 3 plies is back, the table is empty again");
    let ply = play(&["eppstein", "--oracle", "0"]).exits(0);
    ply.prints("1. a7e7: the game is over after a7e7.").prints("after 1 ply: white has won.");
}

#[test]
fn unconverted_scores_come_from_a_table_of_another_ply() {
    let fen = "4k3/8/4K3/8/8/8/8/R7 w - -";
    let how = ["--scores", "unconverted", "--plies", "7", "--told", "position"];
    let more = ["--opponent", "first", "--length", "3"];
    let ran = play(&[&[fen][..], &how, &more].concat()).exits(0);
    let entry = "stored by the search for move 1 after a1b1 e8d8 b1c1, 4 plies deep";
    ran.prints(&format!("the table says \"wins in 5\" of the position after b1c1, {entry}"));
}

#[test]
fn a_fixture_is_played_in_its_setting_and_with_what_is_asked_for_instead() {
    let file = format!("{LAB}/draw-last-depth-3.game");
    let ran = play(&[&file, "--treatment", "cycle-skip", "--length", "2"]).exits(0);
    ran.prints("searches to 1 ... ").prints("entries of equal draft, table cleared");
    let ran = play(&[&file, "--plies", "2", "--table", "kept", "--length", "1"]).exits(0);
    ran.prints("searches of 2 plies").prints("table kept");
}

#[test]
fn bad_input_gets_one_line() {
    for (arguments, message) in [
        (vec!["nowhere.game"], "nowhere.game: no such file"),
        (vec!["4k3/Q7/3K4/8/8/8/8/8 w - -", "--promotion-wins"], "expected kings and pawns only"),
        (vec!["eppstein", "--first", "a1a2"], "--first: "),
        (vec!["eppstein", "--promotion-wins"], "is for kings and pawns only"),
        (vec!["8/8/8/8/8/8/Q7/K1k5 w - -", "--treatment", "none"], "unknown treatment 'none'"),
    ] {
        let ran = play(&arguments).exits(2);
        ran.complains(message);
    }
    let file = format!("{LAB}/superko-three-positions.game");
    play(&[&file, "--treatment", "shadow"]).exits(2).complains("means nothing under");
}

#[test]
fn a_pawn_ending_is_compared_as_a_game_that_is_solved_backwards() {
    let fen = "8/8/8/7k/P7/8/8/K7 w - -";
    let both = ["-p", "dfpn/base-twin", "--promotion-wins", fen];
    let ran = run(&[&["compare"][..], &both].concat()).exits(0);
    ran.prints("truth: 1 by retrograde analysis");
    let other = ["compare", "--promotion-wins", "4k3/Q7/3K4/8/8/8/8/8 w - -"];
    run(&other).exits(2).complains("expected kings and pawns only");
}
