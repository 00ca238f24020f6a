//! What a file of metrics says.

use serde::Deserialize;

/// The first line says what the file is, and its version.
pub const FORMAT: &str = "threefold metrics 1";

/// Searches, in the order in which they began.
pub struct Course {
    pub version: String,
    pub threads: u16,
    pub table_bytes: u64,
    pub searches: Vec<Search>,
}

/// One position.
pub struct Search {
    pub input: String,
    pub points: Vec<Point>,
    pub end: Option<End>,
}

/// How it stood.
#[derive(Clone, Copy, Deserialize)]
pub struct Point {
    pub at_s: f64,
    pub nodes: u64,
    pub rate: f64,
    pub pn: u32,
    pub dn: u32,
    pub depth: u32,
    pub table_fill: f64,
    pub memory_bytes: Option<u64>,
}

/// How it has come out.
#[derive(Deserialize)]
pub struct End {
    pub time_s: f64,
    pub claim: String,
    pub verdict: String,
    pub reason: Option<String>,
    pub nodes: u64,
    pub certificate_positions: Option<u64>,
}

#[derive(Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
enum Line {
    Begin {
        format: String,
        version: String,
        threads: u16,
        table_bytes: u64,
    },
    Progress {
        input: String,
        #[serde(flatten)]
        point: Point,
    },
    End {
        input: String,
        #[serde(flatten)]
        end: End,
    },
}

impl Course {
    /// Reads it. The last line may be cut off: it may just be written.
    ///
    /// # Errors
    /// What is wrong, and in which line.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut course: Option<Course> = None;
        let last = text.lines().count();
        for (number, line) in (1..).zip(text.lines()) {
            let parsed: Line = match serde_json::from_str(line) {
                Ok(parsed) => parsed,
                Err(_) if number == last && number > 1 && !text.ends_with('\n') => break,
                Err(error) => return Err(format!("line {number}: {error}")),
            };
            match (parsed, &mut course) {
                (Line::Begin { format, version, threads, table_bytes }, None) => {
                    if format != FORMAT {
                        return Err(format!("line 1: '{format}', expected '{FORMAT}'"));
                    }
                    let searches = Vec::new();
                    course = Some(Course { version, threads, table_bytes, searches });
                }
                (Line::Progress { input, point }, Some(course)) => {
                    if ![point.at_s, point.rate, point.table_fill].iter().all(|n| n.is_finite()) {
                        return Err(format!("line {number}: expected numbers"));
                    }
                    course.search(input).points.push(point);
                }
                (Line::End { input, end }, Some(course)) => {
                    course.search(input).end = Some(end);
                }
                _ => return Err(format!("line {number}: expected '{FORMAT}' first, and once")),
            }
        }
        course.ok_or_else(|| format!("no metrics: expected '{FORMAT}' first"))
    }

    /// The search of a position that goes on, or a new one: a position may be there twice.
    fn search(&mut self, input: String) -> &mut Search {
        let open = |search: &Search| search.input == input && search.end.is_none();
        let number = self.searches.iter().position(open).unwrap_or_else(|| {
            self.searches.push(Search { input, points: Vec::new(), end: None });
            self.searches.len() - 1
        });
        &mut self.searches[number]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEGIN: &str = "{\"event\":\"begin\",\"format\":\"threefold metrics 1\",\
        \"version\":\"0.1.0\",\"threads\":1,\"table_bytes\":1,\"positions\":1}\n";
    const POINT: &str = "{\"event\":\"progress\",\"input\":\"a\",\"at_s\":1.0,\"time_s\":1.0,\
        \"nodes\":5,\"rate\":5.0,\"pn\":1,\"dn\":2,\"depth\":3,\"table_fill\":0.5,\
        \"memory_bytes\":null,\"checkpoint_age_s\":null}\n";

    #[test]
    fn a_last_line_may_be_cut_off() {
        let whole = format!("{BEGIN}{POINT}{POINT}");
        assert_eq!(Course::read(&whole).unwrap().searches[0].points.len(), 2);
        let cut = &whole[..whole.len() - 9];
        assert_eq!(Course::read(cut).unwrap().searches[0].points.len(), 1);
        for wrong in [POINT, "", "{}\n", "x", &format!("{BEGIN}x\n"), &format!("{BEGIN}{BEGIN}")] {
            assert!(Course::read(wrong).is_err(), "{wrong}");
        }
    }
}
