//! Tables for people.

/// Rows of text in aligned columns: the first to the left, the others to the right.
pub struct Columns {
    rows: Vec<Vec<String>>,
}

impl Columns {
    /// A table with a row of headings.
    pub fn new<S: Into<String>>(head: impl IntoIterator<Item = S>) -> Self {
        Columns { rows: vec![head.into_iter().map(Into::into).collect()] }
    }

    /// Adds a row of cells.
    pub fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// The lines, each indented by two blanks.
    pub fn to_text(&self) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |i: usize| {
            self.rows.iter().filter_map(|row| row.get(i)).map(|cell| cell.chars().count()).max()
        };
        let widths: Vec<usize> = (0..columns).map(|i| width(i).unwrap_or(0)).collect();
        let mut out = String::new();
        for row in &self.rows {
            let mut line = String::new();
            for (i, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                line.push_str("  ");
                line.push_str(&match i {
                    0 => format!("{cell:<width$}"),
                    _ => format!("{cell:>width$}"),
                });
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let mut columns = Columns::new(["", "nodes"]);
        columns.row(["dfpn/ignore", "7"]);
        columns.row(["a", "1,234,567"]);
        let expected =
            "                   nodes\n  dfpn/ignore          7\n  a            1,234,567\n";
        assert_eq!(columns.to_text(), expected);
    }
}
