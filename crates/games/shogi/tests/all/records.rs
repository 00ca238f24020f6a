//! Records in KIF, KI2, CSA and JKF, and lists.

use threefold_shogi::record::{self, Line, Record};
use threefold_shogi::{Position, japanese, list};

use crate::common::{Random, legal, random_position};

fn usi(line: &Line) -> String {
    line.moves.iter().map(|m| m.to_string()).collect::<Vec<_>>().join(" ")
}

fn error(text: &str) -> String {
    record::read(text.as_bytes()).unwrap_err().to_string()
}

const PROBLEM: &str = "\
# ---- a problem ----
作品名：例題
後手の持駒：残り
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・v桂v香|一
| ・ ・ ・ ・ ・ ・ ・v玉 ・|二
| ・ ・ ・ ・ ・ ・v歩 ・v歩|三
| ・ ・ ・ ・ ・ ・ ・ 歩 ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金二　銀
";

#[test]
fn the_rest_belongs_to_whom_the_record_gives_it() {
    let white_mates = PROBLEM
        .replace("後手の持駒：残り", "後手の持駒：金二　銀")
        .replace("先手の持駒：金二　銀", "先手の持駒：残り\n後手番");
    // Black has no king here; what matters is whose hand is whose.
    let record = record::read(white_mates.as_bytes()).unwrap();
    let sfen = "7nl/7k1/6p1p/7P1/9/9/9/9/9 w 2R2B2G3S3N3L15P2gs 1";
    assert_eq!(record.start.to_string(), sfen);
    // So it is where White's hand is not spoken of.
    let silent = white_mates.replace("後手の持駒：金二　銀\n", "");
    let record = record::read(silent.as_bytes()).unwrap();
    assert_eq!(record.start.to_string(), "7nl/7k1/6p1p/7P1/9/9/9/9/9 w 2R2B4G4S3N3L15P 1");
    let both = PROBLEM.replace("先手の持駒：金二　銀", "先手の持駒：残り");
    assert_eq!(error(&both), "line 3: the rest cannot be in both hands");
}

#[test]
fn kif_has_a_board_hands_moves_and_variations() {
    let text = PROBLEM.to_owned()
        + "手数----指手---------消費時間--
   1 ２三銀打   ( 0:01/00:00:01)
*a comment
   2 ３一玉(22)
   3 ３二金打+
   4 詰み
まで3手で詰み

変化：3手
   3 ２二金打
   4 中断
";
    let record = record::read(text.as_bytes()).unwrap();
    let sfen = "7nl/7k1/6p1p/7P1/9/9/9/9/9 b 2GS2r2b2g3s3n3l15p 1";
    assert_eq!(record.start.to_string(), sfen);
    assert_eq!(record.headers, [("作品名".to_owned(), "例題".to_owned())]);
    let lines: Vec<String> = record.lines.iter().map(usi).collect();
    assert_eq!(lines, ["S*2c 2b3a G*3b", "S*2c 2b3a G*2b"]);
    assert_eq!(record.lines[1].shared, 2);

    let (shift_jis, _, _) = encoding_rs::SHIFT_JIS.encode(&text);
    assert_eq!(record::read(&shift_jis), Ok(record));
}

#[test]
fn ki2_finds_the_one_move_that_fits() {
    let text = PROBLEM.to_owned() + "\n▲２三銀 △３一玉 ▲３二金\nまで3手で詰み\n";
    let record = record::read(text.as_bytes()).unwrap();
    assert_eq!(usi(&record.lines[0]), "S*2c 2b3a G*3b");
    let text = PROBLEM.to_owned() + "▲２三銀打 △３一玉 ▲３二金 変化";
    assert!(record::read(text.as_bytes()).is_err());
}

#[test]
fn csa_has_whole_boards_single_pieces_and_games() {
    let text = "V2.2\nN+a\nN-b\nPI82HI22KA\n-\n-3334FU\nT10\n+2726FU,T5\n%TORYO\n";
    let record = record::read(text.as_bytes()).unwrap();
    assert_eq!(
        record.start.to_string(),
        "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
    );
    assert_eq!(usi(&record.lines[0]), "3c3d 2g2f");

    let text = "P-51OU\nP+53FU00KI\nP-00AL\n+\n+0052KI\n";
    let record = record::read(text.as_bytes()).unwrap();
    assert_eq!(record.start.to_string(), "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
    assert_eq!(usi(&record.lines[0]), "G*5b");

    let text = "\
P1-KY-KE-GI-KI-OU-KI-GI-KE-KY
P2 * -HI *  *  *  *  * -KA *
P3-FU-FU-FU-FU-FU-FU-FU-FU-FU
P4 *  *  *  *  *  *  *  *  *
P5 *  *  *  *  *  *  *  *  *
P6 *  *  *  *  *  *  *  *  *
P7+FU+FU+FU+FU+FU+FU+FU+FU+FU
P8 * +KA *  *  *  *  * +HI *
P9+KY+KE+GI+KI+OU+KI+GI+KE+KY
+
+7776FU
-3334FU
+8822UM
-3122GI
";
    let record = record::read(text.as_bytes()).unwrap();
    assert_eq!(record.start, Position::startpos());
    assert_eq!(usi(&record.lines[0]), "7g7f 3c3d 8h2b+ 3a2b");
}

#[test]
fn games_begin_where_their_handicap_says() {
    let text = "手合割：二枚落ち　\n手数----指手\n1 ６二銀(71)\n2 ７六歩(77)\n3 投了\n";
    let record = record::read(text.as_bytes()).unwrap();
    assert_eq!(record.start.side_to_move(), threefold_shogi::Color::White);
    assert_eq!(usi(&record.lines[0]), "7a6b 7g7f");
    let record = record::read("手合割：平手\n".as_bytes()).unwrap();
    assert_eq!(record.start, Position::startpos());
    // The silver that is left is White's right one, on file 7.
    let record = record::read("手合割：左七枚落ち\n△８二銀 ▲７六歩\n".as_bytes()).unwrap();
    assert_eq!(usi(&record.lines[0]), "7a8b 7g7f");
    let record = record::read("手合割：右七枚落ち\n△２二銀\n".as_bytes()).unwrap();
    assert_eq!(usi(&record.lines[0]), "3a2b");
}

#[test]
fn boards_as_other_programs_write_them() {
    let expected = record::read(PROBLEM.as_bytes()).unwrap();
    let same = |text: &str| assert_eq!(record::read(text.as_bytes()).as_ref(), Ok(&expected));
    let with = |from: &str, to: &str| same(&PROBLEM.replace(from, to));
    with("・", "．");
    with("：", ":");
    // BOD, with whose turn it is and the number of the move; a board that was shown turned.
    same(&format!("{PROBLEM}先手番\n手数＝0    まで\n"));
    same(&format!("{PROBLEM}手数＝25 ▲３七銀 まで\n"));
    same(&format!("盤面回転\n{PROBLEM}"));
    same(&format!("盤面反転\n{PROBLEM}"));
    let moves = "手数----\n 1 ２三銀打\n 2 ３一玉(22)\n変化:1手\n 1 ２三金打\n";
    let text = PROBLEM.replace('：', ":") + moves;
    let record = record::read(text.as_bytes()).unwrap();
    assert_eq!(record.lines.iter().map(usi).collect::<Vec<_>>(), ["S*2c 2b3a", "G*2c"]);
}

#[test]
fn comments_in_euc_jp_are_no_obstacle() {
    for words in ["'コメント：詰将棋", "'ひらがな"] {
        let text = format!("{words}\nV2.2\nP-51OU\nP+53FU00KI\nP-00AL\n+\n+0052KI\n");
        let (euc_jp, _, _) = encoding_rs::EUC_JP.encode(&text);
        assert_eq!(usi(&record::read(&euc_jp).unwrap().lines[0]), "G*5b");
        assert_eq!(record::decode(&euc_jp).unwrap(), text);
    }
    // What is Shift_JIS alone stays that, halfwidth kana included.
    let (shift_jis, _, _) = encoding_rs::SHIFT_JIS.encode("手合割：平手 ｶﾅ\n");
    assert_eq!(record::decode(&shift_jis).unwrap(), "手合割：平手 ｶﾅ\n");
}

#[test]
fn jkf_has_boards_handicaps_moves_and_forks() {
    let text = r#"{"header": {"先手": "a"}, "initial": {"preset": "2"}, "moves": [
        {"comments": ["x"]},
        {"move": {"color": 1, "from": {"x": 7, "y": 1}, "to": {"x": 6, "y": 2}, "piece": "GI"}},
        {"move": {"color": 0, "from": {"x": 7, "y": 7}, "to": {"x": 7, "y": 6}, "piece": "FU"},
         "forks": [[{"move": {"from": {"x": 2, "y": 7}, "to": {"x": 2, "y": 6}, "piece": "FU"}},
                    {"move": {"from": {"x": 3, "y": 1}, "to": {"x": 4, "y": 2}, "piece": "GI"}}]]},
        {"move": {"from": {"x": 3, "y": 1}, "to": {"x": 4, "y": 2}, "piece": "GI"}},
        {"special": "TORYO"}]}"#;
    let record = record::read(text.as_bytes()).unwrap();
    let lines: Vec<String> = record.lines.iter().map(usi).collect();
    assert_eq!(lines, ["7a6b 7g7f 3a4b", "7a6b 2g2f 3a4b"]);
    assert_eq!(record.lines[1].shared, 1);
    let board = |at_51: &str| {
        let mut files = vec![vec!["{}"; 9]; 9];
        files[4][0] = at_51;
        files[4][2] = r#"{"color": 0, "kind": "FU"}"#;
        let files: Vec<String> = files.iter().map(|file| format!("[{}]", file.join(","))).collect();
        format!(
            r#"{{"header": {{}}, "initial": {{"preset": "OTHER", "data": {{"color": 0,
            "board": [{}], "hands": [{{"KI": 1}}, {{"FU": 17, "KI": 0}}]}}}}, "moves": [{{}},
            {{"move": {{"to": {{"x": 5, "y": 2}}, "piece": "KI"}}}}]}}"#,
            files.join(",")
        )
    };
    let record = record::read(board(r#"{"color": 1, "kind": "OU"}"#).as_bytes()).unwrap();
    assert_eq!(record.start.to_string(), "4k4/9/4P4/9/9/9/9/9/9 b G17p 1");
    assert_eq!(usi(&record.lines[0]), "G*5b");
    // The mate by the gold is legal; a king of a third colour is not.
    assert!(error(&board(r#"{"color": 2, "kind": "OU"}"#)).ends_with("a colour is 0 or 1"));
    assert!(error(&board(r#"{"color": 1, "kind": "XX"}"#)).ends_with("'XX' is no piece"));
    assert!(error("{\n\"moves\": 1}").starts_with("line 2: no JKF: "));
    let preset = r#"{"initial": {"preset": "9"}, "moves": []}"#;
    assert_eq!(error(preset), "line 1: no data, and preset '9'");
}

#[test]
fn errors_say_what_is_wrong_and_where() {
    assert_eq!(error("手合割：平手\n1 ７六歩(78)\n"), "line 2: '７六歩(78)' is no move");
    assert_eq!(
        error("手合割：平手\n1 ７五歩(77)\n"),
        "line 2: '７五歩(77)' is not a legal move here"
    );
    assert_eq!(error("手合割：平手\n2 ７六歩(77)\n"), "line 2: move 2 where move 1 comes next");
    assert_eq!(error("手合割：平手\n▲７六銀\n"), "line 2: '▲７六銀': not a legal move here");
    assert_eq!(error("手合割：平手\n△７六歩\n"), "line 2: '△７六歩': it is black's turn");
    assert_eq!(error("PI\n+\n+7775FU\n"), "line 3: '+7775FU' is not a legal move here");
    assert_eq!(error("PI\n+\n-3334FU\n"), "line 3: '-3334FU': it is the other side's turn");
    assert_eq!(error("| ・ ・|一\n"), "line 1: the board has 1 ranks, not 9");
    assert_eq!(error("手合割：将棋\n"), "line 1: no board is drawn, and '将棋' is no handicap");
    let eight = PROBLEM.replace("| ・ ・ ・ ・ ・ ・ ・ ・ ・|五", "| ・ ・ ・ ・ ・ ・ ・ ・|五");
    assert_eq!(error(&eight), "line 10: a rank of the board has not nine squares");
    assert_eq!(
        error(&PROBLEM.replace("金二", "金五")),
        "line 6: 5 pieces of the kind G, a set has 4"
    );
    assert_eq!(
        record::read(b"a\n\xff\xff\n").unwrap_err().to_string(),
        "line 2: neither UTF-8 nor Shift_JIS nor EUC-JP"
    );
}

/// Records with some of their characters and lines exchanged: an answer or an error, no panic.
#[test]
fn damaged_records_are_refused_or_read_and_nothing_else() {
    let mut random = Random(23);
    let kif = PROBLEM.to_owned() + "手数--\n 1 ２三銀打\n 2 ３一玉(22)\n変化：2手\n 2 １一玉(22)\n";
    let ki2 = PROBLEM.to_owned() + "▲２三銀 △３一玉\n▲３二金\n";
    let csa = "V2.2\nPI82HI\nP+00FU\nP-00AL\n-\n-3334FU\n+2726FU,T5\n%TORYO\n".to_owned();
    let signs: Vec<char> =
        "０９十一残り同不成打上右・|v+-*'%P1AL：　 \n王杏(2手変化".chars().collect();
    let (mut read, mut refused) = (0, 0);
    for round in 0..6000 {
        let text = [&kif, &ki2, &csa][round % 3];
        let mut chars: Vec<char> = text.chars().collect();
        for _ in 0..1 + random.below(4) {
            let at = random.below(chars.len());
            match random.below(3) {
                0 => chars[at] = signs[random.below(signs.len())],
                1 => chars.insert(at, signs[random.below(signs.len())]),
                _ => {
                    chars.remove(at);
                }
            }
        }
        let text: String = chars.into_iter().collect();
        match record::read(text.as_bytes()) {
            Ok(_) => read += 1,
            Err(error) => {
                assert!(error.line <= text.lines().count().max(1), "{error}\n{text}");
                refused += 1;
            }
        }
    }
    assert!(read > 200 && refused > 500, "{read} {refused}");
}

/// Random lines of play with a variation.
fn random_record(random: &mut Random) -> Record {
    let start = random_position(random);
    let mut lines: Vec<Line> = Vec::new();
    for _ in 0..3 {
        let shared = lines.last().map_or(0, |line: &Line| random.below(line.moves.len() + 1));
        let mut moves = lines.last().map_or(Vec::new(), |line| line.moves[..shared].to_vec());
        let mut position = start.clone();
        for &m in &moves {
            position.make(m);
        }
        for _ in 0..random.below(8) {
            let legal = legal(&position);
            let Some(&m) = legal.get(random.below(legal.len().max(1))) else { break };
            position.make(m);
            moves.push(m);
        }
        lines.push(Line { moves, shared, ..Line::default() });
    }
    Record { start, lines, headers: vec![("作品名".to_owned(), "x".to_owned())] }
}

#[test]
fn written_kif_is_read_as_the_same_record() {
    let mut random = Random(21);
    for _ in 0..500 {
        let record = random_record(&mut random);
        let text = record::write_kif(&record);
        assert_eq!(record::read(text.as_bytes()), Ok(record), "{text}");
    }
}

#[test]
fn japanese_notation_is_read_as_the_move_that_it_was_written_for() {
    let mut random = Random(22);
    for _ in 0..500 {
        let record = random_record(&mut random);
        let board = record::write_kif(&Record { lines: vec![Line::default()], ..record.clone() });
        let board = board.split("手数").next().unwrap();
        let text = board.to_owned()
            + &japanese::line(&record.start, &record.lines[0].moves, None).join(" ");
        let read = record::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(usi(&read.lines[0]), usi(&record.lines[0]), "{text}");
    }
}

#[test]
fn lists_have_names_positions_moves_and_remarks() {
    let text = "\u{feff}# comment\n\na b\tposition startpos moves 7g7f 3c3d\tx\ty\n\
                4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\nbad\t9/9 b -\n";
    let items: Vec<_> = list::read(text).collect();
    let first = items[0].as_ref().unwrap();
    assert_eq!((first.line, first.name.as_deref()), (3, Some("a b")));
    assert_eq!(first.moves.len(), 2);
    assert_eq!(first.remarks, ["x", "y"]);
    assert_eq!(items[1].as_ref().unwrap().name, None);
    assert_eq!(items[2].as_ref().unwrap_err().to_string(), "line 5: the board has 2 ranks, not 9");
    let error = list::position_with_moves("startpos moves 7g7f 7g7f").unwrap_err();
    assert_eq!(
        (error.offset(), error.to_string().as_str()),
        (20, "'7g7f' is not a legal move here")
    );
}
