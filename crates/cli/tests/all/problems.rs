//! Problems of Go: verdicts, solution trees, solution trees that are checked, GTP.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::time::Duration;

use crate::common::{Scratch, program, run, run_with_input};
use threefold::go::sgf;

/// A board of rows from the top as SGF; what `more` says is added to the first node.
fn board(rows: &str, more: &str) -> String {
    let rows: Vec<&str> = rows.split('/').collect();
    let mut out = format!("(;GM[1]FF[4]SZ[{}:{}]{more}", rows[0].len(), rows.len());
    for (name, stone) in [("AB", b'X'), ("AW", b'O')] {
        out += name;
        for (y, row) in rows.iter().enumerate() {
            for (x, _) in row.bytes().enumerate().filter(|&(_, c)| c == stone) {
                let letter = |i: usize| char::from(b'a' + i as u8);
                out.extend(['[', letter(x), letter(y), ']']);
            }
        }
    }
    out
}

/// Three in a row, white outside with no liberty inside.
const THREE: &str = "...XO./XXXXO./OOOOO./......";
/// Black is safe in seki: neither side can play at A4 or E4.
const SEKI: &str = ".OOO.XO/XXXXXXO/OOOOOOO/.......";
/// A ko for black's second eye.
const KO: &str = ".X.XXOO./XXX.O.O./OOOOOOO./........";

fn verdict(rows: &str, more: &str, flags: &[&str]) -> serde_json::Value {
    let scratch = Scratch::new();
    let file = scratch.write("a.sgf", board(rows, more) + ")");
    let mut args = vec!["solve", "--json", &file];
    args.extend(flags);
    run(&args).json().remove(0)
}

#[test]
fn verdicts_are_graded() {
    let wall = ["--safe", "wall"];
    let report = verdict(THREE, "PL[B]MA[ab]", &wall);
    assert_eq!(report["verdict"], "alive");
    assert_eq!(report["right"], serde_json::json!(["B4"]));
    assert_eq!(report["checked"], true);
    assert_eq!(report["trusted"].as_array().unwrap().len(), 6);
    assert_eq!(report["assuming"], "assuming that white E4 E3 A2 B2 C2 D2 never die");
    assert_eq!(report["by_ko"], serde_json::json!([]));
    let report = verdict(THREE, "PL[W]MA[ab]", &wall);
    assert_eq!((&report["verdict"], &report["fate"]), (&"dead".into(), &"dead".into()));
    assert_eq!(report["goal"], "kill");
    let report = verdict(SEKI, "PL[B]MA[ab]", &wall);
    assert_eq!((&report["verdict"], &report["may_play_elsewhere"]), (&"seki".into(), &true.into()));
    let report = verdict(KO, "PL[W]MA[ba]", &wall);
    assert_eq!(report["verdict"], "dead unless black has 1 ko threat");
    assert_eq!(report["threats_needed"], 1);
    let report = verdict(KO, "PL[W]MA[ba]", &["--safe", "wall", "--threats", "B=1"]);
    assert_eq!(report["verdict"], "seki unless white has 1 ko threat");
    let kills = report["by_ko"].as_array().unwrap().iter().filter(|m| m["kills"] == 1).count();
    assert!(kills > 0, "{report}");
    for ko in ["ssk", "psk", "basic"] {
        let report = verdict(KO, "PL[W]MA[ba]", &["--safe", "wall", "--ko", ko, "--verdict-only"]);
        assert_eq!(report["fate"], "dead", "{ko}");
        assert!(report["right"].is_null());
    }
    let report = verdict(SEKI, "PL[W]MA[ab]", &["--safe", "wall", "--goal", "capture"]);
    assert_eq!(report["verdict"], "not captured");
}

/// What they change is the order of the search.
#[test]
fn factors_of_moves_can_be_switched_off() {
    let of = |flags: &[&str]| {
        let wall = ["--safe", "wall", "--verdict-only"];
        let report = verdict(KO, "PL[W]MA[ba]", &[&wall[..], flags].concat());
        (report["verdict"].clone(), report["nodes"].clone())
    };
    let (with, without) = (of(&["--move-factors", "on"]), of(&["--move-factors", "off"]));
    assert_eq!(with, of(&[]));
    assert_eq!(with.0, without.0);
    assert_ne!(with.1, without.1);
}

#[test]
fn an_open_wall_is_refused_with_the_reason() {
    let scratch = Scratch::new();
    let file =
        scratch.write("a.sgf", board("...X../XXXXO./OOOOO./......", "PL[B]MA[ab]TR[aa:da]") + ")");
    run(&["solve", &file])
        .exits(2)
        .complains("a.sgf: the region is open: E4, next to D4, is empty and not in it");
    let file = scratch.write("b.sgf", "(;SZ[9]\nAB[zz])");
    run(&["solve", &file]).exits(2).complains("b.sgf:2:4: AB[zz] is not on the board of 9x9");
    run(&["solve", &file, "4k3/Q7/3K4/8/8/8/8/8 w - -"])
        .exits(2)
        .complains("problems of Go (.sgf) are solved apart from other games");
    let file = scratch.write("c.sgf", board(THREE, "PL[B]MA[ab]") + ")");
    run(&["solve", &file, "--safe", "Z9"]).exits(2).complains("--safe: 'Z9' is no point");
    run(&["solve", &file, "--value"]).exits(2).complains("--value is not for problems of Go");
    run(&["solve", &format!("{file}#2")]).exits(2).complains("there are 1 games in the file");
    let file = scratch.write("d.sgf", board(KO, "PL[W]MA[ba]") + ")");
    run(&["solve", &file, "--safe", "wall", "--nodes", "1"]).exits(3).prints("unknown: node limit");
}

#[test]
fn a_diagram_without_a_wall_gets_a_frame_and_says_so() {
    let rows =
        "...OX..../OOOOX..../XXXXX..../........./........./........./........./........./.........";
    let report = verdict(rows, "PL[B]", &[]);
    assert_eq!(
        (&report["verdict"], &report["right"]),
        (&"dead".into(), &serde_json::json!(["B9"]))
    );
    let frame = "black is safe farther than 2 steps from white (no stone is added)";
    assert_eq!((&report["frame"], &report["checked"]), (&frame.into(), &true.into()));
    assert_eq!(report["wider_frame"], "dead");
    // Black's stones are between white's and the frame.
    assert_eq!(report["with_outside_liberties"], serde_json::json!([]));
    let scratch = Scratch::new();
    let file = scratch.write("a.sgf", board(rows, "PL[W]") + ")");
    run(&["solve", &file]).exits(0).prints(&format!("Assuming that {frame},")).prints("alive");
    run(&["solve", &file, "--frame", "none"]).exits(2).complains("--safe wall believes them");
    // A frame that is asked for is the question, and no other one is compared with it.
    for (asked, words) in [
        ("1", "black is safe outside A6-F9 (a frame of 11 stones is added)"),
        ("steps:3", "black is safe farther than 3 steps from white (no stone is added)"),
    ] {
        let report = verdict(rows, "PL[B]", &["--frame", asked]);
        assert_eq!((&report["frame"], &report["verdict"]), (&words.into(), &"dead".into()));
        assert_eq!(report["wider_frame"], serde_json::Value::Null);
    }
    // A tree is checked inside the same frame, and an engine that is asked for one has it too.
    run(&["go", "check-sgf", "--alternatives", "0", &file])
        .exits(0)
        .prints(&format!("assuming that {frame}"));
    let mut client = Client::start(&["--frame", "auto"]);
    client.ask(&format!("loadsgf {file}"));
    assert!(client.ask("threefold-region").starts_with(&format!("= assuming that {frame}\n")));
    // Unasked it has none, and says what would help where it would.
    let mut client = Client::start(&["--verdict-only"]);
    client.ask(&format!("loadsgf {file}"));
    for command in ["threefold-region", "threefold-solve", "reg_genmove W", "lz-analyze W"] {
        let refused = client.ask(command);
        assert!(refused.starts_with("? the region has 81 points, and at most 64"), "{refused}");
        let ends = "; --frame auto would put a frame of safe stones around it";
        assert!(refused.ends_with(ends) && refused.lines().count() == 1, "{refused}");
    }
    assert!(client.ask("threefold-solve --frame auto").contains("\nverdict alive"));
    let closed = client.ask("threefold-region --region A9,B9");
    assert!(closed.starts_with("? ") && !closed.contains("--frame"), "{closed}");
    client.ask("clear_board");
    assert!(!client.ask("threefold-region").contains("--frame"));
    run(&["solve", &file, "--frame", "10"]).exits(2).complains("lines up to 9");
    let marked = scratch.write("b.sgf", board(rows, "PL[W]TR[aa:ca]") + ")");
    run(&["solve", &marked, "--frame", "1"]).exits(2).complains("a frame is for diagrams");
}

/// With E13 black captures white's stones, if that is their last liberty; otherwise white takes
/// four stones there and lives.
#[test]
fn outside_liberties_are_part_of_the_question_and_of_its_certificate() {
    let rows = format!("XXXX.O......./OOOOOO.......{}", "/.............".repeat(11));
    let properties = "PL[B]MA[ab]";
    let of = |flags: &[&str]| verdict(&rows, properties, flags);
    let report = of(&[]);
    let verdict = "depends on the surroundings: alive, dead without outside liberties";
    assert_eq!(report["verdict"], verdict);
    let with = serde_json::json!([
        {"liberties": 0, "verdict": "dead"}, {"liberties": 2, "verdict": "alive"}
    ]);
    assert_eq!(report["with_outside_liberties"], with);
    assert_eq!(report["outside_liberties"], serde_json::Value::Null);
    for (number, points, fate) in [
        ("0", serde_json::json!([]), "dead"),
        ("1", serde_json::json!(["G13"]), "alive"),
        ("2", serde_json::json!(["G13", "G12"]), "alive"),
    ] {
        let asked = of(&["--outside-liberties", number]);
        assert_eq!((&asked["fate"], &asked["outside_liberties"]), (&fate.into(), &points));
        // What is asked for is the question, and no other one is compared with it.
        assert_eq!(asked["with_outside_liberties"], serde_json::json!([]));
        assert_eq!(asked["checked"], true);
    }
    let scratch = Scratch::new();
    let file = scratch.write("a.sgf", board(&rows, properties) + ")");
    let (proof, tree) = (scratch.arg("a.cert"), scratch.arg("tree.sgf"));
    let frame = "black is safe outside A12-F13, with 2 outside liberties at G13 G12";
    let flags = ["--outside-liberties", "2", "--ko", "ssk", "-c", &proof, "--tree", &tree];
    run(&[&["solve", &file][..], &flags].concat()).exits(0).prints(&format!("that {frame} (a"));
    run(&["check", &proof]).exits(0).prints("VERIFIED");
    assert!(std::fs::read_to_string(&tree).unwrap().contains(frame));
    let refused = |flags: &[&str], words: &str| {
        run(&[&["solve", &file][..], flags].concat()).exits(2).complains(words);
    };
    refused(&["--outside-liberties", "9"], "borders on the target at 8 points");
    refused(&["--outside-liberties", "10"], "--outside-liberties");
    refused(&["--outside-liberties", "1", "--frame", "1"], "it leaves no lines");
    refused(&["--outside-liberties", "1", "--frame", "none"], "this diagram gets none");
    refused(&["--outside-liberties", "1", "--safe", "G13"], "there is no stone on it");
}

/// A ladder on a board of more than 64 points, all of which somebody has asked about.
#[test]
fn a_region_that_is_named_can_be_a_whole_board() {
    let rows = format!("{0}/{0}/..XX...../.XO....../{0}/{0}/{0}/{0}/{0}", ".........");
    let scratch = Scratch::new();
    let file = scratch.write("ladder.sgf", board(&rows, "PL[B]MA[cd]") + ")");
    let proof = scratch.arg("ladder.cert");
    let flags = ["--goal", "capture", "--ko", "ssk", "--verdict-only", "--more-threats", "0"];
    let asked = [&["solve", "--json", "--frame", "none", &file][..], &flags].concat();
    run(&asked).exits(2).complains("the region has 81 points, and at most 64 are taken unasked");
    let named = [&asked[..], &["--region", "auto", "--nodes", "50k", "-c", &proof]].concat();
    let report = run(&named).exits(0).json().remove(0);
    assert_eq!((&report["verdict"], &report["region"]), (&"captured".into(), &81.into()));
    assert_eq!(report["checked"], true);
    run(&["check", &proof]).exits(0).prints("VERIFIED black wins");

    let flags = [&flags[..4], &["--more-threats", "0", "--nodes", "50k"]].concat();
    let check = [&["go", "check-sgf", "--frame", "none", &file][..], &flags].concat();
    run(&check).exits(2).complains("the region has 81 points");
    run(&[&check[..], &["--region", "auto", "--alternatives", "0"]].concat())
        .exits(0)
        .prints("black moves first, situational superko: captured");

    let mut client = Client::start(&[&flags[..], &["--verdict-only"]].concat());
    client.ask(&format!("loadsgf {file}"));
    assert!(client.ask("threefold-solve").starts_with("? the region has 81 points"));
    assert!(client.ask("threefold-region --region auto").contains("\nregion A9 B9 C9"));
    assert!(client.ask("threefold-solve --region auto").contains("verdict captured"));

    // One of more points than three words have bits.
    let empty = [".............."; 13].join("/");
    let atari = board(&format!("OX............/{empty}"), "PL[B]MA[aa]") + ")";
    let file = scratch.write("atari.sgf", atari);
    let flags = ["--goal", "capture", "--frame", "none", "--region", "auto", "--verdict-only"];
    let asked = [&["solve", "--json", &file, "-c", &proof][..], &flags].concat();
    let report = run(&asked).exits(0).json().remove(0);
    assert_eq!((&report["verdict"], &report["region"]), (&"captured".into(), &196.into()));
    run(&["check", &proof]).exits(0).prints("VERIFIED black wins");
}

#[test]
fn certificates_and_trees_of_several_problems() {
    let scratch = Scratch::new();
    let both = board(THREE, "PL[B]MA[ab]GN[a \\] b]") + ")" + &board(SEKI, "PL[B]MA[ab]") + ")";
    let file = scratch.write("two.sgf", both);
    let (proofs, trees) = (scratch.arg("proofs"), scratch.arg("trees"));
    run(&["solve", &file, "--safe", "wall", "-c", &proofs, "--tree", &trees, "--jobs", "2"])
        .exits(0)
        .prints("two.sgf#1  a ] b")
        .prints("right moves  B4 (2 fail)");
    assert_eq!(scratch.names("proofs"), ["two-1.cert", "two-2.2.cert", "two-2.cert"]);
    run(&["check", &scratch.arg("proofs/two-1.cert")]).exits(0).prints("VERIFIED black wins");
    // Two games decide, so there are two questions.
    for (name, claim, game) in [("two-2", "white", "live"), ("two-2.2", "black", "survive")] {
        run(&["check", &scratch.arg(&format!("proofs/{name}.cert"))])
            .exits(0)
            .prints(&format!("VERIFIED {claim} holds\n  assuming: white "))
            .prints(&format!(" never die\n  game: go-problem 4x7 {game} black region:"));
    }
    run(&["check", "-q", &file, "--safe", "wall", &proofs])
        .exits(0)
        .prints("two.sgf#2: ANSWERED white holds (live, situational-superko) by ");
    // One of two games is half an answer.
    for name in ["two-2", "two-2.2"] {
        let half = scratch.arg(&format!("proofs/{name}.cert"));
        run(&["check", "-q", &format!("{file}#2"), "--safe", "wall", &half])
            .exits(3)
            .prints("two.sgf#2: IN PART ");
    }
    // A file from before `with:miai`, or `with:death` too, answers the same question.
    for (name, newer, answer) in [
        ("two-2", " with:miai\n", "white holds (live"),
        ("two-2.2", " with:miai\n", "black holds (survive"),
        ("two-2.2", " with:death with:miai\n", "black holds (survive"),
    ] {
        let text = std::fs::read_to_string(scratch.path(&format!("proofs/{name}.cert"))).unwrap();
        let older = scratch.write("older.cert", text.replacen(newer, "\n", 1));
        assert_ne!(std::fs::read_to_string(&older).unwrap(), text);
        run(&["check", "-q", &format!("{file}#2"), "--safe", "wall", &older])
            .exits(3)
            .prints(&format!("two.sgf#2: IN PART {answer}, situational-superko) by "));
    }
    // Flags about a question that nobody asks.
    run(&["check", "--goal", "kill", &scratch.arg("proofs/two-1.cert")])
        .exits(2)
        .complains("--question");
    // Another move is none, and a region with a hole is no problem.
    let text = std::fs::read_to_string(scratch.path("proofs/two-1.cert")).unwrap();
    let bad = scratch.write("bad.cert", text.replace("\nB4\n", "\nA4\n"));
    run(&["check", &bad]).exits(1).prints("REFUTED");
    let bad = scratch.write("bad.cert", text.replace("region:A4,B4", "region:A4"));
    run(&["check", &bad]).exits(2).complains("about go-problem: the region is open");

    // The tree is SGF, and says of itself what `go check-sgf` finds too.
    let tree = std::fs::read(scratch.path("trees/two-1.sgf")).unwrap();
    let games = sgf::read(&tree).unwrap();
    assert_eq!(games[0].root().children().len(), 3);
    assert_eq!(games[0].title(), Some("a ] b"));
    let tree = scratch.arg("trees/two-1.sgf");
    run(&["go", "check-sgf", "--safe", "wall", &tree]).exits(0).prints("nothing wrong found");
}

#[test]
fn solution_trees_are_checked() {
    let scratch = Scratch::new();
    let check = |name: &str, variations: &str| {
        let text = board(THREE, "PL[B]MA[ab]") + variations + ")";
        let file = scratch.write(name, text);
        run(&["go", "check-sgf", "--safe", "wall", &file])
    };
    check("right.sgf", "(;B[ba]C[RIGHT])(;B[aa];W[ba]C[wrong])(;B[ca]C[wrong])")
        .exits(0)
        .prints("black moves first, situational superko: alive; 4 moves checked")
        .prints("nothing wrong found");
    check("main.sgf", ";B[ba]").exits(0).prints("nothing wrong found");
    check("fails.sgf", "\n(;B[aa]C[Correct!]TE[1])").exits(1).prints("fails.sgf:2:");
    check("fails.sgf", "\n(;B[aa]TE[1])").exits(1).prints("FAILS: A4 is marked right");
    check("also.sgf", "(;B[aa]TE[1])").exits(1).prints("ALSO SOLVES: B4 is not in the tree");
    check("also.sgf", "(;B[ca]TE[1])(;B[ba]BM[1])")
        .exits(1)
        .prints("ALSO SOLVES: B4 is not marked");
    check("bare.sgf", "(;B[ba]TE[1])(;B[aa])").exits(1).prints("NO REFUTATION: A4 is not answered");
    check("occupied.sgf", "(;B[ab])").exits(1).prints("ILLEGAL: A3: it cannot be played");
    check("turn.sgf", "(;B[ba]TE[1];B[aa])").exits(1).prints("it is white's turn");

    let file = scratch.write("json.sgf", board(THREE, "PL[B]MA[ab]") + "\n(;B[aa]TE[1]))");
    let ran = run(&["go", "check-sgf", "--json", "--all-rules", "--safe", "wall", &file]).exits(1);
    assert_eq!(ran.out.lines().count(), 3);
    let report: serde_json::Value = serde_json::from_str(ran.out.lines().next().unwrap()).unwrap();
    assert_eq!(report["verdict"], "alive");
    assert_eq!(report["ko"], "situational-superko");
    let kinds: Vec<&str> = report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| finding["kind"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["fails", "also-solves"]);
    assert_eq!(report["findings"][0]["line"], 2);
    // Flags that would do nothing are none of its own.
    run(&["go", "check-sgf", "--certificate", "x.cert", &file]).exits(2);
}

#[test]
fn a_problem_is_known_by_what_it_begins_with() {
    let scratch = Scratch::new();
    let text = board(THREE, "PL[B]MA[ab]") + ")";
    let proofs = scratch.arg("proofs/");
    run_with_input(&["solve", "-", "--safe", "wall", "--ko", "ssk", "-c", &proofs], &text)
        .exits(0)
        .prints("right moves  B4 (2 fail)");
    assert_eq!(scratch.names("proofs"), ["stdin.cert"]);
    let file = scratch.write("three.txt", format!("\n{text}"));
    run(&["solve", &file, "--safe", "wall"]).exits(0).prints("right moves  B4 (2 fail)");
    // Apart from other games, and not as one of them.
    run_with_input(&["solve", "-", "4k3/Q7/3K4/8/8/8/8/8 w - -"], &text)
        .exits(2)
        .complains("problems of Go (.sgf) are solved apart from other games");
    let file = scratch.write("three.sgf", &text);
    run(&["solve", &file, "--game", "chess"])
        .exits(2)
        .complains("three.sgf is a problem of Go; --game chess is for other inputs");
    run(&["solve", &file, "--threats", "B=1,b=2"])
        .exits(2)
        .complains("the threats of black are given twice");
}

/// The solver's own tree has one move at each position of the side that succeeds.
#[test]
fn further_solutions_are_found_as_deep_as_is_wanted() {
    let scratch = Scratch::new();
    let file = scratch.write("ko.sgf", board(KO, "PL[W]MA[ba]") + ")");
    let tree = scratch.arg("tree.sgf");
    run(&["solve", &file, "--safe", "wall", "--ko", "ssk", "--tree", &tree]).exits(0);
    let check = |flags: &[&str]| {
        run(&[&["go", "check-sgf", "--safe", "wall", tree.as_str()], flags].concat())
    };
    let first = check(&[]).exits(0).prints("nothing wrong found");
    let all = check(&["--alternatives", "all"]);
    assert!(all.out.contains("is not in the tree") == (all.code == 1), "{all:?}");
    let moves = |ran: &crate::common::Ran| {
        let (_, rest) = ran.out.split_once("; ").unwrap();
        rest.split(' ').next().unwrap().parse::<u64>().unwrap()
    };
    assert!(moves(&all) > moves(&first), "{all:?} {first:?}");
    check(&["--alternatives", "many"]).exits(2).complains("expected a number or 'all'");
    let ran = check(&["--all-rules"]);
    for rule in ["situational superko", "positional superko", "basic ko"] {
        assert!(ran.out.contains(&format!("white moves first, {rule}: dead")), "{}", ran.out);
    }
    check(&["--all-rules", "--ko", "ssk"]).exits(2);
}

/// Drives the engine as a client does: one command, one response.
struct Client {
    child: std::process::Child,
    lines: std::sync::mpsc::Receiver<String>,
}

impl Client {
    fn start(flags: &[&str]) -> Self {
        let mut child = program()
            .arg("gtp")
            .args(flags)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            for line in out.lines().map_while(Result::ok) {
                let _ = sender.send(line);
            }
        });
        Client { child, lines }
    }

    fn send(&mut self, text: &str) {
        let input = self.child.stdin.as_mut().unwrap();
        writeln!(input, "{text}").unwrap();
        input.flush().unwrap();
    }

    fn line(&self) -> String {
        self.lines.recv_timeout(Duration::from_secs(60)).expect("a line within a minute")
    }

    /// The response, up to its empty line.
    fn ask(&mut self, command: &str) -> String {
        self.send(command);
        let mut out = Vec::new();
        loop {
            match self.line() {
                line if line.is_empty() => return out.join("\n"),
                line => out.push(line),
            }
        }
    }
}

#[test]
fn the_engine_answers_as_the_protocol_wants() {
    let scratch = Scratch::new();
    let file = scratch.write("three.sgf", board(THREE, "PL[B]MA[ab]") + ")");
    let mut client = Client::start(&["--safe", "wall"]);
    assert_eq!(client.ask("1 protocol_version"), "=1 2");
    assert_eq!(client.ask("name"), "= threefold");
    assert_eq!(client.ask("# a comment\n\n  2 known_command threefold-solve # one"), "=2 true");
    assert_eq!(client.ask("known_command loadsgf_"), "= false");
    assert_eq!(client.ask("3 nonsense"), "?3 unknown command");
    assert_eq!(client.ask("boardsize 20"), "? unacceptable size");
    assert_eq!(client.ask("boardsize big"), "? boardsize not an integer");
    assert_eq!(client.ask("komi six"), "? komi not a float");
    assert_eq!(client.ask("komi 6.5"), "=");
    let commands = client.ask("list_commands");
    for command in ["rectangular_board", "loadsgf", "lz-analyze", "kata-analyze", "undo", "quit"] {
        assert!(commands.lines().any(|line| line.trim_start_matches("= ") == command), "{command}");
    }

    // A rectangular board, set up by moves.
    assert_eq!(client.ask("rectangular_board 6 4"), "=");
    assert_eq!(
        client.ask("play B Z9"),
        "? 'Z9' is no point of a board of 4x6, which has A1 to F4, and not 'pass'"
    );
    for (x, colour) in [("A3", "B"), ("B3", "b"), ("C3", "black"), ("D3", "B"), ("D4", "B")] {
        assert_eq!(client.ask(&format!("play {colour} {x}")), "=");
    }
    for point in ["A2", "B2", "C2", "D2", "E2", "E3", "E4"] {
        assert_eq!(client.ask(&format!("play W {point}")), "=");
    }
    assert_eq!(client.ask("play W E4"), "? illegal move");
    assert_eq!(client.ask("play red A1"), "? 'red' is no colour; expected B or W");
    assert!(client.ask("showboard").contains("\n  4 . . . X O .\n"));
    let region = client.ask("5 threefold-region --target A3 --to-play black");
    let assumed = "assuming that white E4 E3 A2 B2 C2 D2 never die\n";
    let begins = |text: &str, id: &str, rest: &str| {
        assert!(text.starts_with(&format!("={id} {assumed}{rest}")), "{text}");
    };
    begins(&region, "5", "goal live\ndefender black\n");
    assert!(region.contains("\nregion A4 B4 C4 D4 A3 B3 C3 D3\n"), "{region}");
    let solved = client.ask("threefold-solve --target A3 --to-play black");
    begins(&solved, "", "verdict alive\nright B4\nwrong A4 C4\nnodes ");
    assert!(client.ask("threefold-solve --goal fame").starts_with("? invalid value 'fame'"));
    assert!(client.ask("threefold-region --safe A1").starts_with("? "));

    // What is played counts, and can be taken back.
    assert_eq!(client.ask("play B A4"), "=");
    begins(&client.ask("threefold-solve --target A3"), "", "verdict dead\nright ");
    assert!(client.ask("threefold-region --target A3").ends_with("\nhistory 1"));
    assert_eq!(client.ask("undo"), "=");
    assert_eq!(client.ask("clear_board"), "=");
    assert_eq!(client.ask("undo"), "? cannot undo");
    assert!(client.ask("threefold-solve").starts_with("? no target"));

    assert!(client.ask("loadsgf no-such-file.sgf").starts_with("? cannot load file: no-such-file"));
    assert_eq!(client.ask(&format!("loadsgf {file}")), "=");
    begins(&client.ask("threefold-solve"), "", "verdict alive\nright B4\n");

    // A move for each player; the second one is played, after which white has nothing to get.
    assert_eq!(client.ask("reg_genmove w"), "= B4");
    assert_eq!(client.ask("genmove b"), "= B4");
    assert!(client.ask("showboard").contains("\n  4 . X . X O .\n"));
    assert_eq!(client.ask("genmove w"), "= resign");
    assert_eq!(client.ask("undo"), "=");
    assert!(client.ask("genmove").starts_with("? expected a colour"));

    // Analysis: lines until the next command, then an empty one and its response.
    for (name, rate) in [("lz-analyze", "10000"), ("kata-analyze", "1")] {
        client.send(&format!("7 {name} B 50"));
        assert_eq!(client.line(), "=7");
        let last = std::iter::repeat_with(|| client.line())
            .find(|line| line.matches("info move").count() == 3)
            .unwrap();
        assert!(last.starts_with("info move B4 visits "), "{last}");
        assert!(last.contains(&format!(" winrate {rate} ")), "{last}");
        client.send("8 name");
        assert_eq!((client.line(), client.line()), (String::new(), "=8 threefold".to_owned()));
        assert_eq!(client.line(), "");
    }
    assert_eq!(client.ask("clear_board"), "=");
    assert!(client.ask("9 lz-analyze B").starts_with("?9 no target"));
    assert_eq!(client.ask("99 quit"), "=99");
    assert_eq!(client.child.wait().unwrap().code(), Some(0));
}

/// Small boards are solved as a whole, with the moves so far as history.
#[test]
fn the_engine_plays_small_boards() {
    let mut client = Client::start(&[]);
    assert!(client.ask("genmove b").starts_with("? no target"), "19x19 is no small board");
    assert_eq!(client.ask("boardsize 3"), "=");
    assert_eq!(client.ask("genmove b"), "= B2");
    assert_eq!(client.ask("rectangular_board 4 1"), "=");
    assert_eq!(client.ask("genmove b"), "= B1");
    assert!(client.ask("reg_genmove w --ko basic").starts_with("= "));
    // With a goal it is a problem, whose history begins before its target stands.
    assert!(client.ask("reg_genmove w --goal kill").starts_with("= "));
    assert_eq!(client.ask("play w pass"), "=");
    // Black has everything already: to answer the pass ends the game.
    assert_eq!(client.ask("genmove b"), "= pass");
    assert_eq!(client.ask("genmove w"), "= pass");
}

/// What clients send around a game: clocks, handicap, the score.
#[test]
fn the_engine_plays_by_the_clock_and_counts() {
    let mut client = Client::start(&[]);
    assert_eq!(client.ask("fixed_handicap 4"), "= D4 Q16 D16 Q4");
    assert_eq!(client.ask("fixed_handicap 4"), "? board not empty");
    assert!(client.ask("showboard").ends_with("white to move"));
    assert_eq!(client.ask("clear_board"), "=");
    assert_eq!(client.ask("fixed_handicap 10"), "? invalid handicap");
    assert_eq!(client.ask("place_free_handicap 12"), "= D4 Q16 D16 Q4 D10 Q10 K4 K16 K10");
    assert_eq!(client.ask("boardsize 9"), "=");
    assert_eq!(client.ask("set_free_handicap A1"), "? bad vertex list");
    assert_eq!(client.ask("set_free_handicap A1 A1"), "? bad vertex list");
    assert_eq!(client.ask("set_free_handicap A1 B1"), "=");
    assert_eq!(
        client.ask("time_settings 0 5"),
        "? expected main time, byo-yomi time and byo-yomi stones"
    );
    assert_eq!(client.ask("gogui-analyze_commands").lines().count(), 4);
    assert!(client.ask("final_score").starts_with("? cannot score"));

    // An ordinary position, as it is asked for.
    assert!(client.ask("genmove w").starts_with("? "));
    assert_eq!(client.ask("genmove w --unsolved pass"), "= pass");
    assert!(client.ask("genmove w --unsolved perhaps").starts_with("? invalid value 'perhaps'"));
    assert_eq!(client.ask("play b pass"), "=");
    assert_eq!(client.ask("komi 80.5"), "=");
    assert_eq!(client.ask("final_score"), "= B+0.5");

    // No time at all: an error within it, and no move is played.
    assert_eq!(client.ask("rectangular_board 5 4"), "=");
    assert_eq!(client.ask("boardsize 4"), "=");
    assert_eq!(client.ask("time_settings 0 1 1"), "=");
    assert_eq!(client.ask("time_left b 0.05 1"), "=");
    let answer = client.ask("genmove b");
    assert_eq!(answer, "? no move is proved to be best within 0.05 s");
    assert!(client.ask("undo").starts_with("? cannot undo"));
    assert_eq!(client.ask("time_settings 0 60 1"), "=");
    assert_eq!(client.ask("boardsize 3"), "=");
    client.send("lz-genmove_analyze b 10");
    assert_eq!((client.line(), client.line()), ("=".to_owned(), "play B2".to_owned()));
    assert_eq!(client.line(), "");
    assert!(client.ask("genmove b --nodes 3").starts_with("? the value of the board is unknown"));
}

/// A group in a game is asked about by one of its stones; analysis and moves are about it then.
#[test]
fn the_engine_says_whether_a_group_lives() {
    let rows = "...OX......../OOOOX......../XXXXX...O..../............./....O...X...O/\
                ............./............./............./O...X...O...X/............./\
                ............./............./X...O...X...O";
    let scratch = Scratch::new();
    let file = scratch.write("game.sgf", board(rows, "PL[B]") + ")");
    let mut client = Client::start(&[]);
    client.ask(&format!("loadsgf {file}"));
    assert!(client.ask("genmove w").starts_with("? "));
    let answer = client.ask("threefold-alive A12");
    let frame = "= assuming that black is safe farther than 2 steps from white (no stone is added)";
    assert!(answer.starts_with(frame), "{answer}");
    let verdicts = "\nstatus critical\nblack_first dead\nwhite_first alive";
    assert!(answer.ends_with(verdicts), "{answer}");
    assert_eq!(client.ask("genmove w"), "= B13");
    assert!(client.ask("threefold-alive A12").contains("status alive"));
    assert!(client.ask("threefold-alive C5").starts_with("? "));
}

/// The file `-` is standard input elsewhere; here it would wait for its own commands.
#[test]
fn the_engine_loads_no_file_from_its_commands() {
    let mut client = Client::start(&[]);
    let answer = client.ask("loadsgf -");
    assert_eq!(answer, "? cannot load file: expected the name of a file, found '-'");
    assert_eq!(client.ask("name"), "= threefold");
}

#[test]
fn the_engine_ends_with_its_input() {
    let ran = run_with_input(&["gtp"], "version\n\n10 showboard\nlz-analyze\n").exits(0);
    assert!(ran.out.starts_with(&format!("= {}\n\n=10", env!("CARGO_PKG_VERSION"))), "{}", ran.out);
    run(&["gtp", "--no-such-flag"]).exits(2).complains("gtp: unexpected argument");
    // Flags that would do nothing, and inputs that nobody would read.
    for (flag, wrong) in [
        (&["--json"][..], "--json is not for gtp"),
        (&["--tree", "a.sgf"], "--tree is not for gtp"),
        (&["--goal", "kill", "--attacker", "first"], "--attacker is not for gtp"),
        (&["other.sgf"], "'other.sgf': expected flags, and no input"),
    ] {
        run(&[&["gtp"], flag].concat()).exits(2).complains(&format!("gtp: {wrong}"));
    }
}

/// Where the rules disagree both answers are given, each with its certificate, and moves before the
/// position count.
#[test]
fn sending_two_and_returning_one_depends_on_the_rule() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/send-two-return-one.sgf");
    let scratch = Scratch::new();
    let certificate = scratch.arg("both.cert");
    let after = format!("{file}#1:2");
    let tree = scratch.arg("tree.sgf");
    let args = ["solve", "--json", &after, "-c", &certificate, "--tree", &tree];
    let report = run(&args).exits(0).json().remove(0);
    let games = sgf::read(&std::fs::read(&tree).unwrap()).unwrap();
    let comment = games[0].root().comment().unwrap();
    assert!(
        comment.contains("\nPlayed before: A1 C1. Their positions may not recur."),
        "{comment}"
    );
    assert_eq!(
        report["verdict"],
        "depends on the rule: no eye under situational superko, an eye under positional superko"
    );
    assert_eq!((&report["fate"], &report["history"]), (&serde_json::Value::Null, &2.into()));
    assert_eq!(
        report["by_rule"],
        serde_json::json!([["situational superko", "no eye"], ["positional superko", "an eye"]])
    );
    assert_eq!((&report["right"], &report["checked"]), (&serde_json::json!(["B1"]), &true.into()));
    let other = scratch.arg("both.2.cert");
    assert_eq!(report["certificates"], serde_json::json!([certificate, other]));
    for (file, claim, rule) in
        [(&certificate, "white holds", "situational"), (&other, "black wins", "positional")]
    {
        run(&["check", file])
            .exits(0)
            .prints(&format!(
                "VERIFIED {claim}\n  assuming: black never fills A3\n  game: go-problem"
            ))
            .prints(&format!("\n  repetition: {rule}-superko\n"));
    }
    run(&["solve", &after])
        .exits(0)
        .prints("2 moves before it")
        .prints("B1 (1 fail) under situational superko");
    // Under one rule there is one answer; and without the moves the rules agree.
    let psk = run(&["solve", "--json", &after, "--ko", "psk"]).exits(0).json().remove(0);
    assert_eq!(psk["verdict"], "an eye unless white has 1 ko threat");
    assert_eq!(psk["by_rule"], serde_json::json!([]));
    for first in [file.to_owned(), format!("{file}#1"), format!("{file}#1:0")] {
        let report = run(&["solve", "--json", &first]).exits(0).json().remove(0);
        assert_eq!((&report["verdict"], &report["history"]), (&"no eye".into(), &0.into()));
    }
    let wrong = [("#1:3", "the game has 2 plies"), ("#2:1", "there are 1 games in the file")];
    for (place, message) in wrong {
        run(&["solve", &format!("{file}{place}")]).exits(2).complains(message);
    }
    run(&["go", "check-sgf", &after]).exits(2).complains("expected FILE or FILE#3");
    let setup = scratch.write("setup.sgf", board(THREE, "PL[B]MA[ab]") + ";B[aa];AW[ba];W[ca])");
    run(&["solve", "--safe", "wall", &format!("{setup}#1:2")])
        .exits(2)
        .complains("stones are put on the board after move 1");
    let illegal = scratch.write("illegal.sgf", board(THREE, "PL[B]MA[ab]") + ";B[ab])");
    run(&["solve", "--safe", "wall", &format!("{illegal}#1:1")])
        .exits(2)
        .complains("move 1: illegal move");
}

#[test]
fn what_is_assumed_is_said_first() {
    let scratch = Scratch::new();
    let file = scratch.write("a.sgf", board(THREE, "PL[B]MA[ab]") + "(;B[ba]))");
    let (assumed, tree) = ("ssuming that white E4 E3 A2 B2 C2 D2 never die", scratch.arg("t.sgf"));
    let ran = run(&["solve", &file, "--safe", "wall", "--tree", &tree]).exits(0);
    assert!(ran.out.starts_with(&format!("A{assumed}:\n")), "{}", ran.out);
    let games = sgf::read(&std::fs::read(&tree).unwrap()).unwrap();
    let comment = games[0].root().comment().unwrap();
    assert!(comment.starts_with(&format!("A{assumed}.\n")), "{comment}");
    let ran = run(&["go", "check-sgf", "--safe", "wall", &file]).exits(0);
    assert!(ran.out.starts_with(&format!("{file}: a{assumed}\n")), "{}", ran.out);
    let report = run(&["solve", "--json", &file, "--safe", "wall"]).exits(0);
    assert!(report.out.starts_with(&format!("{{\"assuming\":\"a{assumed}\",")), "{}", report.out);
}

/// D19 comes first on the board, and gives black a ko. Where nothing works without one, the ko is
/// right.
#[test]
fn right_moves_are_the_best_ones() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/one-eye.sgf");
    let games = std::fs::read_to_string(file).unwrap();
    let games: Vec<&str> = games.split("(;").collect();
    let scratch = Scratch::new();
    let clean = scratch.write("clean.sgf", format!("(;{}", games[8]));
    let ko = scratch.write("ko.sgf", format!("(;{}", games[59]));
    let solve = |file: &str, flags: &[&str]| {
        let args = [&["solve", file, "--ko", "ssk"], flags].concat();
        run(&args).exits(0)
    };
    let tree = scratch.arg("tree.sgf");
    let ran = solve(&clean, &["--tree", &tree]).prints("right moves  E19 C17 D17 D16 (0 fail)");
    ran.prints(
        "by ko: D19 (unless black has 2 ko threats), E16 (unless black has 2 ko threats), F18",
    );
    let report = solve(&clean, &["--json"]).json().remove(0);
    assert_eq!(report["right"], serde_json::json!(["E19", "C17", "D17", "D16"]));
    assert_eq!(report["by_ko"][0], serde_json::json!({"move": "D19", "needs": null, "unless": 2}),);
    assert_eq!(report["by_ko"][4]["needs"], 1);
    assert_eq!(
        (report["wrong"].as_array().unwrap().len(), &report["open"]),
        (0, &serde_json::json!([]))
    );
    // Without looking at threats they are all the same.
    let all = solve(&clean, &["--more-threats", "0"]).prints("right moves  D19 E19");
    assert!(!all.out.contains("by ko"), "{}", all.out);
    let text = std::fs::read_to_string(&tree).unwrap();
    assert_eq!(text.matches("TE[1]").count(), 4);
    assert!(text.contains("DO[]C[Not best: D19. By ko: unless black has 2 ko threats.]"), "{text}");
    assert!(text.contains("DO[]C[Not best: C18. By ko: needs 1 ko threat.]"), "{text}");
    assert_eq!(text.matches("BM[1]").count(), 0, "{text}");
    run(&["go", "check-sgf", "--ko", "ssk", &tree]).exits(0).prints("nothing wrong found");
    solve(&ko, &[])
        .prints("verdict      no eye unless black has 1 ko threat")
        .prints("right moves  E19 (")
        .prints("by ko: E19 (needs 1 ko threat)");
    let mut client = Client::start(&["--ko", "ssk"]);
    assert_eq!(client.ask(&format!("loadsgf {clean}")), "=");
    assert_eq!(client.ask("reg_genmove w"), "= E19");
    assert_eq!(client.ask("reg_genmove w --more-threats 0"), "= D19");
    let solved = client.ask("threefold-solve");
    assert!(solved.contains("\nright E19 C17 D17 D16\nby_ko D19 (unless black has 2"), "{solved}");
    client.send("lz-analyze w 50");
    assert_eq!(client.line(), "=");
    let line = std::iter::repeat_with(|| client.line())
        .find(|line| line.matches("info move").count() == 9)
        .unwrap();
    assert!(line.starts_with("info move E19 ") && line.matches(" winrate 10000 ").count() == 4);
    assert!(line.matches(" winrate 7500 ").count() == 4, "{line}");
    assert_eq!(client.ask(&format!("name\nloadsgf {ko}")), "");
    assert_eq!((client.line(), client.line()), ("= threefold".to_owned(), String::new()));
    assert_eq!((client.line(), client.line()), ("=".to_owned(), String::new()));
    assert_eq!(client.ask("reg_genmove b"), "= E19");
    assert_eq!(client.ask("reg_genmove b --more-threats 0"), "= resign");
}

/// A history is a game that the rule allows.
#[test]
fn a_game_that_breaks_the_rule_is_refused_for_that_rule() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/send-two-return-one.sgf");
    let text = std::fs::read_to_string(file).unwrap();
    let scratch = Scratch::new();
    // White takes back at B1: the board of the beginning, with the other player to move.
    let file = scratch.write("three.sgf", text.replace(";B[ce])", ";B[ce];W[be])"));
    let after = format!("{file}#1:3");
    let report = run(&["solve", "--json", &after]).exits(0).json().remove(0);
    assert_eq!((&report["verdict"], &report["history"]), (&"no eye".into(), &3.into()));
    let by_rule = report["by_rule"].to_string();
    assert!(by_rule.contains("not asked: move 3 in the region, 'B1', repeats an"), "{by_rule}");
    run(&["solve", &after, "--ko", "psk"])
        .exits(2)
        .complains("three.sgf#1:3: move 3: illegal move: superko (positional superko)");
    run(&["solve", &after, "--ko", "basic", "--verdict-only"]).exits(0);
    let over = text.replace(";B[ce])", ";B[];W[];B[ce])");
    let file = scratch.write("over.sgf", over);
    run(&["solve", &format!("{file}#1:4")])
        .exits(2)
        .complains("move 4: illegal move: two passes have ended the game");

    let mut client = Client::start(&["--ko", "psk"]);
    assert_eq!(client.ask(&format!("loadsgf {file} 3")), "=");
    let send = "illegal move: superko (positional superko)";
    assert_eq!(client.ask("play B C1"), "=");
    assert_eq!(client.ask("play W B1"), format!("? {send}"));
    for m in ["play W pass", "play B pass"] {
        assert_eq!(client.ask(m), "=");
    }
    assert_eq!(client.ask("play W D1"), "? illegal move: two passes have ended the game");
    // A move that is not played would be on the client's board alone.
    assert_eq!(client.ask("genmove W"), "= pass");
    let mut client = Client::start(&["--ko", "basic"]);
    assert_eq!(client.ask("rectangular_board 5 1"), "=");
    for m in ["B B1", "W C1", "B E1", "W A1"] {
        assert_eq!(client.ask(&format!("play {m}")), "=");
    }
    assert_eq!(client.ask("play B B1"), "? illegal move: it retakes a ko (basic ko)");
}

/// A stone inside the eye space is no wall, whatever is beside it; one in atari is refused.
#[test]
fn a_wall_that_is_none_is_refused_by_name() {
    let scratch = Scratch::new();
    let rows = "...XO./XXXXOX/OOOOOX/XXXXX./......";
    let file = scratch.write("a.sgf", board(rows, "PL[B]MA[ab]") + ")");
    run(&["solve", &file, "--safe", "wall"])
        .exits(2)
        .complains("a.sgf: white E5 cannot be believed safe: it is in atari at F5; name the safe");
    run(&["solve", &file, "--safe", "A5"]).exits(2).complains("A5 cannot be declared safe: there");
    run(&["solve", &file, "--safe", "E5"]).exits(0).prints("Assuming that white E5 E4 A3");
}

/// The first of the project's one-eye problems: what the comments say is what is found.
#[test]
fn one_eye_problems_have_the_fates_that_their_file_says() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/one-eye.sgf");
    let games = sgf::read(&std::fs::read(file).unwrap()).unwrap();
    assert_eq!(games.len(), 140);
    for number in [1, 2, 3, 4] {
        let name = format!("{file}#{number}");
        let ran = run(&["solve", "--json", "--verdict-only", "--ko", "ssk", &name]).exits(0);
        let report = &ran.json()[0];
        assert_eq!((&report["goal"], &report["checked"]), (&"eye".into(), &true.into()));
        assert!(report["trusted"].as_array().unwrap().is_empty());
        let said = games[number - 1].root().comment().unwrap().replace('\n', " ");
        let (_, said) = said.split_once("Situational superko: ").unwrap();
        assert_eq!(said.trim_end_matches('.'), report["verdict"].as_str().unwrap());
    }
}

#[test]
fn a_race_is_two_questions_each_with_its_certificate() {
    const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/race.sgf");
    let scratch = Scratch::new();
    let text = fs::read_to_string(EXAMPLE).unwrap().replace("PL[B]", "PL[W]");
    let file = scratch.write("race.sgf", text);
    let (proof, tree) = (scratch.arg("race.cert"), scratch.arg("tree.sgf"));
    let ran = run(&["solve", &file, "--json", "-c", &proof, "--tree", &tree]);
    let report = ran.json().remove(0);
    assert_eq!(report["verdict"], "white wins the race: black captured, white not captured");
    assert_eq!((&report["goal"], &report["fate"]), (&"race".into(), &"dead".into()));
    assert_eq!(report["right"], serde_json::json!(["F1", "G1"]));
    assert_eq!(
        report["assuming"],
        "assuming that black A3 B3 C3 D3 and white E3 F3 G3 H2 H1 never die"
    );
    run(&["check", "-q", &file, &proof, &scratch.arg("race.2.cert")])
        .exits(0)
        .prints("ANSWERED white wins (survive")
        .prints("ANSWERED white holds (survive");
    run(&["solve", &tree]).exits(0).prints("race of black and white").prints("white wins the race");
    // One of two games is half an answer.
    run(&["check", "-q", &file, &proof]).exits(3).prints("IN PART white wins (survive");
    run(&["solve", &file, "--goal", "live"]).exits(2).complains("stones of both players");
}
