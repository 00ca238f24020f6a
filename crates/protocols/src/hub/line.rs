//! A line of the protocol: `<command> <name>=<value> <name>="<value>" <flag>`.

/// What was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The first word.
    pub command: String,
    arguments: Vec<(String, String)>,
}

impl Line {
    /// A command without arguments.
    pub fn new(command: &str) -> Self {
        Line { command: command.to_owned(), arguments: Vec::new() }
    }

    /// Reads a line; `None` if there is nothing in it.
    ///
    /// # Errors
    /// A quotation mark without another one.
    pub fn parse(text: &str) -> Result<Option<Self>, &'static str> {
        let mut words = Vec::new();
        let mut rest = text.trim();
        while !rest.is_empty() {
            let mut word = (String::new(), String::new());
            let end = rest.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(rest.len());
            word.0 = rest[..end].to_owned();
            rest = &rest[end..];
            if let Some(value) = rest.strip_prefix('=') {
                let (value, after) = match value.strip_prefix('"') {
                    Some(quoted) => quoted.split_once('"').ok_or("a quotation mark is missing")?,
                    None => {
                        let end = value.find(char::is_whitespace).unwrap_or(value.len());
                        value.split_at(end)
                    }
                };
                word.1 = value.to_owned();
                rest = after;
            }
            words.push(word);
            rest = rest.trim_start();
        }
        if words.is_empty() {
            return Ok(None);
        }
        let (command, _) = words.remove(0);
        Ok(Some(Line { command, arguments: words }))
    }

    /// The value of an argument; empty for a flag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.arguments.iter().find(|(own, _)| own == name).map(|(_, value)| &value[..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_with_and_without_values() {
        let line = |text| Line::parse(text).unwrap().unwrap();
        let level = line("level moves=9 time=291.587");
        assert_eq!((&level.command[..], level.get("time")), ("level", Some("291.587")));
        let go = line(" go   analyze ");
        assert_eq!((go.get("analyze"), go.get("think")), (Some(""), None));
        let pos = line("pos pos=W moves=\"9-14 23-18\" x=\"\"");
        assert_eq!((pos.get("moves"), pos.get("x")), (Some("9-14 23-18"), Some("")));
        assert_eq!(Line::parse("  "), Ok(None));
        assert!(Line::parse("pos moves=\"9-14").is_err());
    }
}
