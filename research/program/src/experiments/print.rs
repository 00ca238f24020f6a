//! Tables on standard output, and files.

use std::path::Path;

use super::failure::Failure;

/// Writes a file that is there completely or not at all: beside it first, then in its place.
pub fn write_whole(path: &Path, text: &str) -> Result<(), Failure> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".unfinished");
    std::fs::write(&beside, text)
        .and_then(|()| std::fs::rename(&beside, path))
        .map_err(|error| Failure::usage(format!("{}: {error}", path.display())))
}

/// Rows of text in aligned columns: the first to the left, the others to the right.
pub struct Columns {
    rows: Vec<Vec<String>>,
}

impl Columns {
    pub fn new<const N: usize>(head: [&str; N]) -> Self {
        Columns { rows: vec![head.map(str::to_owned).to_vec()] }
    }

    pub fn row<const N: usize>(&mut self, cells: [String; N]) {
        self.rows.push(cells.to_vec());
    }

    pub fn print(&self) {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |i: usize| {
            self.rows.iter().filter_map(|row| row.get(i)).map(|cell| cell.chars().count()).max()
        };
        let widths: Vec<usize> = (0..columns).map(|i| width(i).unwrap_or(0)).collect();
        for row in &self.rows {
            let mut line = String::new();
            for (i, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                let cell =
                    if i == 0 { format!("{cell:<width$}") } else { format!("  {cell:>width$}") };
                line.push_str(&cell);
            }
            println!("{}", line.trim_end());
        }
    }
}
