//! The files of the page, and how modules of JavaScript become one script.

pub const PAGE: &str = include_str!("../assets/page.html");
/// What is above the proof on a page that solves.
pub const ASK: &str = include_str!("../assets/ask/ask.html");
pub const STYLE: &str = include_str!("../assets/page.css");

/// Each behind those that it imports. Names at their top level are unique over all of them.
const MODULES: [&str; 31] = [
    include_str!("../assets/checker/lines.js"),
    include_str!("../assets/checker/header.js"),
    include_str!("../assets/checker/game.js"),
    include_str!("../assets/checker/proof.js"),
    include_str!("../assets/checker/walk.js"),
    include_str!("../assets/checker/superko.js"),
    include_str!("../assets/checker/chess.js"),
    include_str!("../assets/checker/fifty-moves.js"),
    include_str!("../assets/checker/checkers.js"),
    include_str!("../assets/checker/go-board.js"),
    include_str!("../assets/checker/go.js"),
    include_str!("../assets/checker/go-problem.js"),
    include_str!("../assets/checker/graph.js"),
    include_str!("../assets/checker/shogi-board.js"),
    include_str!("../assets/checker/tsume.js"),
    include_str!("../assets/checker/verdict.js"),
    include_str!("../assets/view/kif.js"),
    include_str!("../assets/view/san.js"),
    include_str!("../assets/view/words.js"),
    include_str!("../assets/view/explorer.js"),
    include_str!("../assets/view/remote.js"),
    include_str!("../assets/view/pieces.js"),
    include_str!("../assets/view/board.js"),
    include_str!("../assets/view/squares.js"),
    include_str!("../assets/view/shogi-look.js"),
    include_str!("../assets/view/points.js"),
    include_str!("../assets/view/graph-look.js"),
    include_str!("../assets/view/shape.js"),
    include_str!("../assets/view/map.js"),
    include_str!("../assets/view/load.js"),
    include_str!("../assets/view/page.js"),
];

/// Behind those, on a page that solves.
const ASKING: [&str; 5] = [
    include_str!("../assets/ask/engine.js"),
    include_str!("../assets/ask/errs.js"),
    include_str!("../assets/ask/questions.js"),
    include_str!("../assets/ask/set-up.js"),
    include_str!("../assets/ask/ask.js"),
];

/// What runs in the worker of such a page.
const WORKER: [&str; 2] =
    [include_str!("../assets/ask/index.js"), include_str!("../assets/ask/worker.js")];

/// All modules as one script.
pub fn script(asks: bool) -> String {
    joined(MODULES.iter().chain(ASKING.iter().filter(|_| asks)))
}

/// The script of the worker.
pub fn worker() -> String {
    joined(&WORKER)
}

/// Modules as one script. An import is a line of its own, and an export begins its line.
fn joined<'m>(modules: impl IntoIterator<Item = &'m &'m str>) -> String {
    let mut script = String::new();
    for line in modules.into_iter().flat_map(|module| module.lines()) {
        if !line.starts_with("import ") {
            script.push_str(line.strip_prefix("export ").unwrap_or(line));
            script.push('\n');
        }
    }
    script
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_single_lines_from_earlier_modules() {
        let mut exported: Vec<&str> = Vec::new();
        for module in MODULES.iter().chain(&ASKING) {
            for line in module.lines().filter(|line| line.starts_with("import ")) {
                let (names, from) = line.split_once("} from \"").expect(line);
                assert!(from.ends_with("\";"), "{line}");
                for name in names.trim_start_matches("import {").split(',') {
                    assert!(exported.contains(&name.trim()), "{name} in {line}");
                }
            }
            exported.extend(module.lines().filter_map(|line| {
                let declared = line.strip_prefix("export ")?;
                let name = declared
                    .trim_start_matches("const ")
                    .trim_start_matches("class ")
                    .trim_start_matches("async ")
                    .trim_start_matches("function* ")
                    .trim_start_matches("function ");
                name.split([' ', '(', ';']).next()
            }));
        }
    }

    #[test]
    fn names_at_the_top_level_are_declared_once() {
        let script = script(true);
        let mut declared = std::collections::HashSet::new();
        for line in script.lines() {
            let words = ["const ", "let ", "class ", "function* ", "function ", "async function "];
            let Some(rest) = words.iter().find_map(|word| line.strip_prefix(word)) else {
                continue;
            };
            let name = rest.split([' ', '(', ';', '=']).next().unwrap_or_default();
            // A pattern declares several; there are few of them, and the browser's test sees them.
            if !name.starts_with(['{', '[']) {
                assert!(declared.insert(name), "{name} is declared twice");
            }
        }
    }

    #[test]
    fn the_script_ends_where_its_element_does() {
        let script = script(true);
        assert!(!script.contains("</script"));
        assert!(!script.contains("<!--"));
        assert!(
            !script.lines().any(|line| line.starts_with("export ") || line.starts_with("import "))
        );
        assert!(!STYLE.contains("</style"));
    }
}
