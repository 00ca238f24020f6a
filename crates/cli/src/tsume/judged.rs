//! A judgement of a problem, as a magazine's judge would write it.

use threefold::session::tsume::{Finding, Judged, Kenshou};
use threefold_terminal::units::count;

/// Moves of one kind at one place that are written out.
const SHOWN: usize = 12;
/// Moves of a line that are shown.
const LINE: usize = 9;

/// The rows of a judgement.
pub fn rows(found: &Kenshou, of_players: bool, in_japanese: bool) -> Vec<(&'static str, String)> {
    let words = if in_japanese { found.words_japanese() } else { found.words() };
    let mut rows = vec![("kenshou", words)];
    let whose = match (found.is_intended, in_japanese) {
        (true, true) => "作意（棋譜の手順）",
        (true, false) => "of the record's line",
        (false, true) => "解答手順",
        (false, false) => "of the line that was found",
    };
    let line = if of_players { &found.written } else { &found.line };
    rows.push(("", format!("{whose}: {}", line.join(" "))));
    for one in found.found.iter().filter(|one| is_told(one.finding)).take(SHOWN * SHOWN) {
        rows.push(("", told(found, one, of_players, in_japanese)));
    }
    let quiet = [Finding::Shorter, Finding::EqualWithRest, Finding::Futile, Finding::LastMove];
    let counts = quiet.into_iter().filter(|&finding| found.count(finding) > 0).map(|finding| {
        let (_, english, japanese) = finding.names();
        let name = if in_japanese { japanese } else { english };
        format!("{name} {}", found.count(finding))
    });
    let mut counts: Vec<String> = counts.collect();
    counts.push(match in_japanese {
        true => format!("不詰の手 {}", found.refuted),
        false => format!("checks that do not mate {}", found.refuted),
    });
    rows.push(("", counts.join(if in_japanese { "、" } else { ", " })));
    let (answers, nodes) = (u64::from(found.certified), found.nodes);
    rows.push((
        "",
        match in_japanese {
            true => format!("攻方の手の証明 {answers}（検証済み）、{nodes} 局面"),
            false => format!(
                "{} about moves of the attacker, each with a certificate, VERIFIED; {}",
                count(answers, "answer"),
                count(nodes, "node")
            ),
        },
    ));
    rows
}

/// What speaks against a problem, or is usually named.
fn is_told(finding: Finding) -> bool {
    finding.weight() > 0 || finding == Finding::Promotion
}

fn told(found: &Kenshou, one: &Judged, of_players: bool, in_japanese: bool) -> String {
    let (_, english, japanese) = one.finding.names();
    let name = if in_japanese { japanese } else { english };
    let (line, main) = match of_players {
        true => (&one.written, &found.written),
        false => (&one.line, &found.line),
    };
    let ply = one.ply;
    let rest = if line.len() > LINE { " ..." } else { "" };
    let line = line[..line.len().min(LINE)].join(" ");
    let plies = one.plies.map_or(String::new(), |plies| match in_japanese {
        true => format!("、{plies}手"),
        false => format!(" ({})", count(plies as u64, "ply")),
    });
    let joins = one.joins.map_or(String::new(), |joins| match in_japanese {
        true => format!("、{joins}手目の局面に合流"),
        false => format!(", joins the line behind its ply {joins}"),
    });
    let played = &main[ply - 1];
    match in_japanese {
        true => format!("{ply}手目{played}の所、{line}{rest}で{name}{plies}{joins}"),
        false => format!("ply {ply}, {played}: {line}{rest}: {name}{plies}{joins}"),
    }
}
