//! The reader: what it refuses, and that it never panics.

use proptest::prelude::*;
use threefold_game::{Game, Player, RepetitionRule};
use threefold_graph::{GraphFile, OccurrenceRule, RandomGraph, parse, random_history};

/// The message for a file with these lines after `threefold game 1`.
fn message(lines: &str) -> String {
    parse(&format!("threefold game 1\n{lines}")).unwrap_err().to_string()
}

#[test]
fn errors_name_line_and_column() {
    let ok = "rule: draw\nroot: A\nA first: B\nB win-first\n";
    assert!(parse(&format!("threefold game 1\n{ok}")).is_ok());
    let expected = [
        ("rule: draw\nroot: A\nA first: B\n", "line 4, column 10: unknown position 'B'"),
        (
            "rule: draw\nroot: A\nA first:  A  Ü\n",
            "line 4, column 14: 'Ü' is not a name, expected ASCII letters, digits \
             and any of _ - . '",
        ),
        ("rule: draw\nroot: ÄÖ\nA first:\n", "line 3, column 7: unknown position 'ÄÖ'"),
        ("A first:\nA draw\n", "line 3, column 1: position 'A' is defined twice"),
        ("A first: B B\nB draw\n", "line 2, column 12: 'B' is a successor of 'A' twice"),
        ("A first:\nrule: draw\n", "line 4, column 1: the 'root:' line is missing"),
        ("A first:\nroot: A\n", "line 4, column 1: the 'rule:' line is missing"),
        (
            "  rule: ko",
            "line 2, column 9: unknown repetition rule 'ko', expected one of \
             draw, attacker-loses, attacker-wins, situational-superko, positional-superko",
        ),
        ("rule:draw\nrule: draw", "line 3, column 1: a second 'rule:' line"),
        (
            "occurrences: tree:3,game:2",
            "line 2, column 14: 'tree:3,game:2' counts no occurrences, expected \
             tree:2,game:2 or tree:2,game:3 or tree:3,game:3",
        ),
        ("occurrences:", "line 2, column 1: 'occurrences:' without a value"),
        ("rule: # none", "line 2, column 1: 'rule:' without a value"),
        ("rule: draw draw", "line 2, column 12: unexpected 'draw'"),
        ("attacker: white", "line 2, column 11: unknown player 'white', expected first or second"),
        (
            "A third: B",
            "line 2, column 3: expected first, second, win-first, win-second or draw, \
             found 'third'",
        ),
        (
            "A",
            "line 2, column 1: 'A' needs a player (first or second) or a result \
             (win-first, win-second or draw)",
        ),
        (
            "A :",
            "line 2, column 3: 'A' needs a player (first or second) or a result \
             (win-first, win-second or draw)",
        ),
        (
            "A: B",
            "line 2, column 1: unknown header 'A:', expected rule, attacker, root, history, \
             occurrences or note (a position reads 'A first: ...')",
        ),
        ("A first B", "line 2, column 9: expected ':' or 'board=<label>', found 'B'"),
        ("A first", "line 2, column 1: expected ':' and the successors of 'A'"),
        ("A first board=x board=y:", "line 2, column 17: a second 'board='"),
        (
            "A first board=:",
            "line 2, column 15: '' is not a name, expected ASCII letters, digits \
             and any of _ - . '",
        ),
        ("A draw: B", "line 2, column 9: position 'A' has a result and cannot have successors"),
        (
            "A! first:",
            "line 2, column 1: 'A!' is not a name, expected ASCII letters, digits \
             and any of _ - . '",
        ),
        (
            "A first: A!!",
            "line 2, column 10: 'A!' is not a name, expected ASCII letters, digits \
             and any of _ - . '",
        ),
        (
            "rule: draw\nroot: A\nA first: B!\nB first: A",
            "line 4, column 10: 'A' to 'B' is marked irreversible, but a way leads back, from \
             board to board",
        ),
        (
            "rule: draw\nroot: A\nA first: B~\nB first: C A~\nC draw",
            "line 4, column 10: the pass from 'A' to 'B' is part of a cycle of passes",
        ),
        (
            "rule: draw\nroot: A\nhistory: A B\nA first:\nB draw",
            "line 4, column 12: the history has no move from 'A' to 'B'",
        ),
        (
            "rule: draw\nroot: A\nhistory: A B\nA first: B\nB draw",
            "line 4, column 12: the history ends in 'B', not in the root 'A'",
        ),
        (
            "rule: draw\nroot: A\nhistory: A C\nA first: B\nB draw",
            "line 4, column 12: unknown position 'C'",
        ),
        (
            "rule: situational-superko\nroot: A\nhistory: A B A\nA first: B\nB second: A",
            "line 4, column 14: the history's move to 'A' is illegal: it recreates 'A'",
        ),
        (
            "rule: positional-superko\nroot: B\nhistory: A B\nA first: B\nB second board=A: A",
            "line 4, column 12: the history's move to 'B' is illegal: it recreates 'A'",
        ),
    ];
    for (lines, expected) in expected {
        assert_eq!(message(lines), expected, "{lines}");
    }
}

#[test]
fn the_first_line_names_the_format() {
    let message = |text| parse(text).unwrap_err().to_string();
    assert_eq!(message(""), "line 1, column 1: expected 'threefold game 1'");
    assert_eq!(message("# a\n\nA first:"), "line 3, column 1: expected 'threefold game 1'");
    assert_eq!(message("note: x"), "line 1, column 1: expected 'threefold game 1'");
    assert_eq!(message("threefold game"), "line 1, column 1: expected 'threefold game 1'");
    assert_eq!(
        message("threefold game 2"),
        "line 1, column 16: unknown version '2' of the format, expected 1"
    );
    assert_eq!(message("threefold game 1 x"), "line 1, column 18: unexpected 'x'");
    // What is shown of the text does nothing to a terminal.
    let escaped = r"line 1, column 18: unexpected '\u{1b}[2J'";
    assert_eq!(message("threefold game 1 \u{1b}[2J"), escaped);
}

#[test]
fn every_way_of_writing_is_read() {
    let text = "\u{feff}# a comment\r\nthreefold  game 1 # another\r\n\
        note:  a # belongs to the note \r\nA   first board=x:B!~ C # the moves\r\n\
        C draw :\r\nB second board=y :\r\nattacker:second\r\nroot:A\r\nrule: attacker-wins\r\n";
    let file: GraphFile = text.parse().unwrap();
    assert_eq!(file.notes, ["a # belongs to the note"]);
    assert_eq!((file.attacker, file.rule), (Player::Second, RepetitionRule::AttackerWins));
    let a = file.game.node(*file.root());
    assert_eq!(a.name(), "A");
    assert_eq!(file.game.board(*file.root()), "x");
    let marks: Vec<_> = a.edges().iter().map(|e| (e.is_irreversible(), e.is_pass())).collect();
    assert_eq!(marks, [(true, true), (false, false)]);
    assert!(file.history.moves().is_empty());
}

#[test]
fn passes_are_legal_in_a_history() {
    let text = "threefold game 1\nrule: positional-superko\nroot: B\nhistory: A B\n\
        A first: B~\nB second board=A:\n";
    assert_eq!(parse(text).unwrap().history.moves().len(), 1);
}

/// Lines that are nearly right, so that the reader gets far.
fn nearly() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        Just("A"),
        Just("B"),
        Just("C!"),
        Just("D~"),
        Just("first"),
        Just("first:"),
        Just("second:"),
        Just("win-first"),
        Just("draw"),
        Just("board=x"),
        Just("board=A:"),
        Just(":"),
        Just("#"),
        Just("root:"),
        Just("rule:"),
        Just("history:"),
        Just("attacker:"),
        Just("note:"),
        Just("ß~!"),
        Just("situational-superko"),
        Just("attacker-loses"),
        Just("\u{a0}"),
        Just(""),
    ];
    prop::collection::vec(prop::collection::vec(word, 0..6), 0..12).prop_map(|lines| {
        let lines: Vec<String> = lines.iter().map(|words| words.join(" ")).collect();
        format!("threefold game 1\n{}", lines.join("\n"))
    })
}

proptest! {
    #[test]
    fn no_text_panics(text in any::<String>()) {
        let _ = parse(&text);
        let _ = parse(&format!("threefold game 1\n{text}"));
    }

    #[test]
    fn no_nearly_right_text_panics(text in nearly()) {
        match parse(&text) {
            Ok(file) => {
                let written = file.to_string();
                prop_assert_eq!(parse(&written).map(|file| file.to_string()), Ok(written));
            }
            Err(error) => {
                let message = error.to_string();
                prop_assert!(!message.contains('\n'));
                let lines = text.lines().count();
                prop_assert!(error.line >= 1 && error.line <= lines + 1);
                let line = text.lines().nth(error.line - 1).unwrap_or("");
                prop_assert!(error.column >= 1 && error.column <= line.chars().count() + 1);
            }
        }
    }

    #[test]
    fn random_games_survive_writing_and_reading(
        seed in any::<u64>(), positions in 1..40u32, shared_boards in 0..100u32,
        passes in 0..100u32, irreversible in 0..100u32, moves in 0..6u32,
    ) {
        let kind = RandomGraph {
            shared_boards, passes, irreversible, draws: 30, ..RandomGraph::new(positions)
        };
        let game = kind.generate(seed);
        let rule = RepetitionRule::ALL[(seed % 5) as usize];
        let history = random_history(&game, RandomGraph::ROOT, rule, moves, seed);
        let notes = vec![format!("seed {seed}")];
        let file = GraphFile { game, rule, attacker: Player::Second, history, notes };
        let again = parse(&file.to_string()).unwrap();
        prop_assert_eq!(again.to_string(), file.to_string());
        // Boards are numbered in the order of the positions, whatever their labels.
        for (id, node) in file.game.ids().zip(file.game.nodes()) {
            prop_assert_eq!(again.game.node(id), node);
            prop_assert_eq!(again.game.board(id), file.game.board(id));
        }
        prop_assert_eq!(again.history.positions(), file.history.positions());
    }
}

#[test]
fn occurrences_are_read_and_written() {
    let text = "threefold game 1\nrule: draw\noccurrences: tree:2, game:3\nroot: A\nA first:\n";
    let file = parse(text).unwrap();
    assert_eq!(file.game.occurrence_rule(), OccurrenceRule::CHESS);
    assert_eq!(file.game.occurrences(), 3);
    assert_eq!(parse(&file.to_string()).unwrap().game, file.game);
    let usual = parse(&text.replace("occurrences: tree:2, game:3\n", "")).unwrap();
    assert!(!usual.to_string().contains("occurrences"));
    assert_ne!(usual.game, file.game);
}
