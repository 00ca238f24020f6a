//! The lines of the Go Text Protocol, version 2.

use std::fmt::Write;

/// A command: its id, its name and what follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// What its response begins with.
    pub id: Option<u32>,
    /// What is to be done.
    pub name: String,
    /// With what.
    pub arguments: Vec<String>,
}

/// Reads a line. `None` for empty lines and comments.
pub fn parse(line: &str) -> Option<Command> {
    // Control characters are not there, a tab is a blank, and `#` begins a comment.
    let clean: String =
        line.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect();
    let text = clean.split('#').next().unwrap_or_default();
    let mut words = text.split_ascii_whitespace().peekable();
    let id = words.peek().and_then(|word| word.parse().ok());
    if id.is_some() {
        words.next();
    }
    let name = match (words.next(), id) {
        (Some(name), _) => name.to_owned(),
        (None, Some(_)) => String::new(),
        (None, None) => return None,
    };
    Some(Command { id, name, arguments: words.map(str::to_owned).collect() })
}

/// The first line of a response, without its end.
pub fn head(command: &Command, is_fine: bool) -> String {
    let id = command.id.map(|id| id.to_string()).unwrap_or_default();
    format!("{}{id}", if is_fine { '=' } else { '?' })
}

/// A whole response. Empty lines inside, which would end it, are left out.
pub fn response(command: &Command, result: &Result<String, String>) -> String {
    let (Ok(text) | Err(text)) = result;
    let mut out = head(command, result.is_ok());
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    if let Some(first) = lines.next() {
        let _ = write!(out, " {first}");
    }
    for line in lines {
        let _ = write!(out, "\n{line}");
    }
    out.push_str("\n\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_as_the_protocol_has_them() {
        let command = |id, name: &str, arguments: &[&str]| {
            let arguments = arguments.iter().map(|&text| text.to_owned()).collect();
            Some(Command { id, name: name.to_owned(), arguments })
        };
        assert_eq!(parse("play B D4"), command(None, "play", &["B", "D4"]));
        assert_eq!(parse(" 12\tname # who?\r"), command(Some(12), "name", &[]));
        assert_eq!(parse("# nothing"), None);
        assert_eq!(parse("   "), None);
        assert_eq!(parse("7"), command(Some(7), "", &[]));
    }

    #[test]
    fn responses_end_with_an_empty_line_and_have_no_other() {
        let command = parse("3 showboard").unwrap();
        assert_eq!(response(&command, &Ok("a\n\nb\n".to_owned())), "=3 a\nb\n\n");
        assert_eq!(response(&command, &Ok(String::new())), "=3\n\n");
        let command = parse("nonsense").unwrap();
        assert_eq!(response(&command, &Err("unknown command".to_owned())), "? unknown command\n\n");
    }
}
