//! Text as HTML.

use threefold_terminal::html::escape;

use super::legend;

/// A table with its legend; the first row is its head. A cell that begins with `!` is bad.
pub fn table(rows: &[Vec<String>]) -> String {
    let mut out = String::from("<div class=\"scroll\"><table>\n");
    for (i, row) in rows.iter().enumerate() {
        out.push_str(match i {
            0 => "<thead><tr>",
            1 => "<tbody>\n<tr>",
            _ => "<tr>",
        });
        for (column, cell) in row.iter().enumerate() {
            let cell = match (i, column, cell.strip_prefix('!')) {
                (0, ..) => {
                    format!("<th scope=\"col\"{}>{}</th>", legend::title(cell), escape(cell))
                }
                (_, _, Some(bad)) => format!("<td class=\"bad\">{}</td>", escape(bad)),
                (_, 0, None) => format!("<td{}>{}</td>", legend::title(cell), escape(cell)),
                (_, _, None) => format!("<td>{}</td>", escape(cell)),
            };
            out.push_str(&cell);
        }
        out.push_str(if i == 0 { "</tr></thead>\n" } else { "</tr>\n" });
    }
    out.push_str("</tbody></table></div>\n");
    let heads = rows.first().into_iter().flatten().map(String::as_str);
    let names = rows.iter().skip(1).filter_map(|row| row.first()).map(String::as_str);
    out + &legend::below(heads, names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_gets_through() {
        assert_eq!(escape("<a href='x\">&\n"), "&lt;a href=&#39;x&quot;&gt;&amp; ");
        let rows = [vec!["h".to_owned()], vec!["!<b>".to_owned()]];
        assert!(table(&rows).contains("<td class=\"bad\">&lt;b&gt;</td>"));
    }
}
