//! Lemmas: what is skipped under superko, and what must not be.

use crate::common::{IntervalFootprint, Net, checked, verdict};

fn header(rule: &str, footprints: &str, root: &str) -> String {
    format!("claim: first wins; repetition: {rule}; footprints: {footprints}; root: {root}")
}

fn situational(root: &str) -> String {
    header("situational-superko", "exact", root)
}

// Lines: 1 magic, 2 game, 3 claim, 4 repetition, 5 footprints, 6 root, 7 moves, 8 ---, 9 first
// move.

#[test]
fn a_lemma_is_reused() {
    let net: Net = Net::parse(
        "R second: A B
         A second: C
         B second: C
         C first: W
         W first-wins",
    );
    let verified = checked(&net, &situational("R"), &["W"]).unwrap();
    assert_eq!((verified.lines, verified.lemmas_reused, verified.lemmas_rewalked), (1, 1, 0));
    assert_eq!(verdict(&net, &situational("R"), &["W", "W"]), "REFUTED line 10: surplus-line");
}

#[test]
fn a_lemma_needs_what_banned_the_replies() {
    // By A-C, Second may not go back to A. By B-C he may, and First is out of moves there.
    let net: Net = Net::parse(
        "R second: A B
         A first: C
         B first: C Y
         C second: A X
         X first: W
         Y first-wins
         W first-wins",
    );
    let verdict = |moves: &[&str]| verdict(&net, &situational("R"), moves);
    assert_eq!(verdict(&["C", "W", "C"]), "REFUTED line 11: claimant-stuck");
    assert_eq!(verdict(&["C", "W", "Y"]), "VERIFIED first wins");
}

#[test]
fn a_lemma_without_its_bans_is_walked_again() {
    // As before, but now it is Second who has no move left at A.
    let net: Net = Net::parse(
        "R second: A B
         A second: C
         B second: C
         C second: A X
         X first: W
         W first-wins",
    );
    let verified = checked(&net, &situational("R"), &["W"]).unwrap();
    // C again; A and X below it are lemmas.
    assert_eq!((verified.lemmas_rewalked, verified.lemmas_reused), (1, 2));
}

/// D is created by First's move at C, and by Second's move at R.
const CREATES: &str = "
    R second: A D
    A second: C
    C first: D E
    D second: C
    E second: W
    W first-wins
";

#[test]
fn a_lemma_avoids_what_the_claimant_creates() {
    let net: Net = Net::parse(CREATES);
    let verified = checked(&net, &situational("R"), &["D", "E"]).unwrap();
    assert_eq!((verified.lines, verified.lemmas_rewalked), (2, 2));
    let verdict = |moves: &[&str]| verdict(&net, &situational("R"), moves);
    assert_eq!(verdict(&["D", "D"]), "REFUTED line 10: repeating-move");
    assert_eq!(verdict(&["D"]), "REFUTED line 10: missing-line");
}

#[test]
fn a_new_lemma_replaces_the_old() {
    // After D, C is walked again with E; then Z comes to C: the lemma is the one of E, which
    // avoids E and so cannot be used after E. With the old one (which avoids D) it could.
    let net: Net = Net::parse(
        "R second: A D E
         A second: C
         C first: D E
         D second: C
         E second: C W
         W first-wins",
    );
    // A-C: D. D-C: E (C banned at E, so W). E-C: the lemma meets E, so a third line, D.
    let verified = checked(&net, &situational("R"), &["D", "E", "D"]).unwrap();
    assert_eq!(verified.lines, 3);
    let short = verdict(&net, &situational("R"), &["D", "E"]);
    assert_eq!(short, "REFUTED line 11: missing-line");
}

#[test]
fn the_history_is_on_the_path() {
    let net: Net = Net::parse(
        "H second: A
         A first: B C
         B second: W H
         C second: W
         W first-wins
         L second-wins",
    );
    let history = format!("{}; history: H moves A", situational("A"));
    // Line 7 is the history here. H is banned at B, so that H is no reply.
    assert_eq!(verdict(&net, &history, &["B"]), "VERIFIED first wins");
    // Without the history it is one; from H Second goes to A, which is banned: he is stuck.
    assert_eq!(verdict(&net, &situational("A"), &["B"]), "VERIFIED first wins");
    // B in the history: First may not go there.
    let banned = format!("{}; history: B moves H A", situational("A"));
    assert_eq!(verdict(&net, &banned, &["B"]), "REFUTED line 10: repeating-move");
    assert_eq!(verdict(&net, &banned, &["C"]), "VERIFIED first wins");
}

#[test]
fn positional_superko_compares_boards() {
    // X has the board of R with the other player to move.
    let net: Net = Net::parse(
        "R @1.0 first: A
         A @1.1 second: X
         X @1.0 second: L
         L second-wins",
    );
    assert_eq!(verdict(&net, &situational("R"), &["A"]), "REFUTED line 9: wrong-terminal");
    let positional = header("positional-superko", "exact", "R");
    assert_eq!(verdict(&net, &positional, &["A"]), "VERIFIED first wins");
}

#[test]
fn a_lemma_belongs_to_the_position_not_to_its_board() {
    // P and Q have one board, but only P wins.
    let net: Net = Net::parse(
        "R second: P Q
         P @1.0 first: W
         Q @1.0 first: L
         W first-wins
         L second-wins",
    );
    let positional = header("positional-superko", "exact", "R");
    assert_eq!(verdict(&net, &positional, &["W", "L"]), "REFUTED line 10: wrong-terminal");
}

#[test]
fn passes_are_exempt() {
    // B is A with the move passed on; passing twice ends the game.
    let net: Net = Net::parse(
        "A @1.0 first: !B
         B @1.0 second: !W C
         C @1.1 first: D W
         D @1.0 second: !E
         E @1.0 first: !W
         W first-wins",
    );
    // The pass A-B repeats the board, which is allowed; the move C-D is none.
    let positional = header("positional-superko", "exact", "A");
    assert_eq!(verdict(&net, &positional, &["B", "D"]), "REFUTED line 10: repeating-move");
    // Under situational superko it repeats B, where Second was to move.
    assert_eq!(verdict(&net, &situational("A"), &["B", "D"]), "REFUTED line 10: repeating-move");
}

#[test]
fn an_open_position_is_walked_again_after_a_pass() {
    // A is left by First's move to B; Second's pass from C leads back to it, and First may not
    // repeat B.
    let net: Net = Net::parse(
        "A @1.0 first: B W
         B @2.0 second: C
         C @1.0 second: !A
         W first-wins",
    );
    assert_eq!(verdict(&net, &situational("A"), &["B", "W"]), "VERIFIED first wins");
    assert_eq!(verdict(&net, &situational("A"), &["B", "B"]), "REFUTED line 10: repeating-move");
    assert_eq!(verdict(&net, &situational("A"), &["B"]), "REFUTED line 10: missing-line");
}

#[test]
fn passes_that_go_round_prove_nothing() {
    let net: Net = Net::parse(
        "A first: !B
         B second: !A
         C second: !D
         D second: !C",
    );
    assert_eq!(verdict(&net, &situational("A"), &["B"]), "REFUTED line 9: cycle");
    // Without any move of the claimant's, which no number of lines would stop.
    assert_eq!(verdict(&net, &situational("C"), &[]), "REFUTED line 6: cycle");
    let holds = situational("C").replace("wins", "holds");
    assert_eq!(verdict(&net, &holds, &[]), "REFUTED line 6: cycle");
}

#[test]
fn an_interval_is_wider_than_a_set() {
    // First's moves below C create the boards 3 and 0 of V and W. The board 2 of Q lies between
    // them for an interval only.
    let text = "
        R @0.8 second: A Q
        A @0.9 second: C
        Q @2.0 second: C
        C @0.a first: V
        V @3.0 second: X
        X @0.c first: W
        W @0.0 first-wins
    ";
    let exact: Net = Net::parse(text);
    let verified = checked(&exact, &situational("R"), &["V", "W"]).unwrap();
    assert_eq!((verified.lemmas_reused, verified.lemmas_rewalked), (1, 0));
    let interval: Net<IntervalFootprint> = Net::parse(text);
    let header = header("situational-superko", "interval", "R");
    let verified = checked(&interval, &header, &["V", "W", "V"]).unwrap();
    // C again; V below it is a lemma, which creates the board 0 only.
    assert_eq!((verified.lemmas_reused, verified.lemmas_rewalked), (1, 1));
    assert_eq!(verdict(&interval, &header, &["V", "W"]), "REFUTED line 11: missing-line");
}

#[test]
fn games_in_which_being_stuck_is_no_loss_stay_sound() {
    use threefold_game::Outcome;
    // Who cannot move draws. By A-C Second has the reply E only, and First wins; after E he has
    // none, and it is a draw: the lemma of C must not be used there.
    let mut net: Net = Net::parse(
        "R second: A E
         A second: C
         C second: E
         E second: C W
         W first-wins",
    );
    net.stuck = Some(Outcome::Draw);
    assert_eq!(verdict(&net, &situational("R"), &[]), "REFUTED line 6: wrong-terminal");
    // First holds by being stuck at C after A; after B he is not stuck and has to lose.
    let mut net: Net = Net::parse(
        "R second: A B
         A second: C
         B second: C
         C first: A
         L second-wins",
    );
    net.nodes[1].edges.push((4, false));
    net.stuck = Some(Outcome::Draw);
    let holds = situational("B").replace("wins", "holds");
    assert_eq!(verdict(&net, &holds, &["A"]), "REFUTED line 9: wrong-terminal");
}
