//! Foreign text in error messages: one line, of bounded length.

/// The text in single quotes, control characters escaped, cut after 32 characters: what readers of
/// positions and moves put into their [errors](crate::NotationError).
///
/// ```
/// assert_eq!(threefold_game::quote("e9"), "'e9'");
/// assert_eq!(threefold_game::quote("a\tb"), r"'a\tb'");
/// ```
pub fn quote(text: &str) -> String {
    const LIMIT: usize = 32;
    let mut out = String::from("'");
    for (i, c) in text.chars().enumerate() {
        if i == LIMIT {
            out.push_str("...");
            break;
        }
        if c.is_control() {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    out.push('\'');
    out
}
