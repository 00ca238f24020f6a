//! What `--notation kif` says in Japanese: the labels of the rows, and verdicts.

use threefold::search::Verdict;
use threefold::session::mate::Side;
use threefold_terminal::units::count;

/// Labels of rows, and what stands for them.
const LABELS: [(&str, &str); 18] = [
    ("position", "局面"),
    ("verdict", "結論"),
    ("literal", "実手数"),
    ("line", "手順"),
    ("move", "初手"),
    ("moves", "全着手"),
    ("key", "作意初手"),
    ("refuted", "不詰"),
    ("open", "未解明"),
    ("in time", "別詰"),
    ("left in hand", "持駒"),
    ("kenshou", "検証"),
    ("futile", "無駄合"),
    ("search", "探索"),
    ("certificate", "証明"),
    ("uncertified", "証明なし"),
    ("record", "記載"),
    ("tree", "棋譜"),
];
/// Words of a verdict and of a diagram.
const WORDS: [(&str, &str); 5] = [
    (" attacker: ", " 攻方: "),
    (" attacker mates", " 攻方が詰ます"),
    (" attacker cannot force mate", " 不詰"),
    (" black to move", " 先手番"),
    (" white to move", " 後手番"),
];
/// The columns of a label.
const WIDTH: usize = 12;

/// The text of an answer with other labels.
pub fn labelled(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let label = line.get(2..2 + WIDTH).filter(|_| line.starts_with("  ")).map(str::trim_end);
        let found = LABELS.iter().find(|(english, _)| label == Some(english));
        // A kanji takes two columns.
        let (label, rest) = match found {
            Some((_, japanese)) => {
                let margin = WIDTH.saturating_sub(2 * japanese.chars().count());
                (format!("  {japanese}{:margin$}", ""), &line[2 + WIDTH..])
            }
            None => (String::new(), line),
        };
        let word = WORDS.iter().find(|(english, _)| rest.contains(english));
        out += &label;
        out += &word.map_or(rest.to_owned(), |(english, word)| rest.replace(english, word));
        out.push('\n');
    }
    out
}

/// What is known of a length.
pub fn verdict(side: &Side) -> String {
    match (side.verdict, side.at_least, side.at_most) {
        (_, Some(least), Some(most)) if least == most => format!("{most}手詰"),
        (Verdict::Proven, _, Some(most)) => format!("{most}手以内で詰む"),
        (Verdict::Disproven, None, _) => "不詰".to_owned(),
        (Verdict::Disproven, ..) => {
            side.asked.map_or("不詰".to_owned(), |plies| format!("{plies}手以内では詰まない"))
        }
        _ => "未解明".to_owned(),
    }
}

/// A length by convention, in Japanese or in English.
pub fn length(plies: u32, lenient: Option<u32>, in_japanese: bool) -> String {
    let sense = match in_japanese {
        true => format!("{plies}手詰（無駄合を除く）"),
        false => format!("mate in {} by convention", count(plies.into(), "ply")),
    };
    match (lenient, in_japanese) {
        (None, _) => sense,
        (Some(fewer), true) => format!("{sense}、変長駒余りを許せば{fewer}手"),
        (Some(fewer), false) => format!(
            "{sense}; {fewer} if variations two plies longer may leave pieces in hand (hencho)"
        ),
    }
}
