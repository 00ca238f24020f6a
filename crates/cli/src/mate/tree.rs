//! The solution of a problem in the layout that Popeye has made usual.
//!
//! ```text
//!       1...b7*a6            set play
//!           2.b6-b7 #
//!
//!    1.Ra1-a5 ? zugzwang.    a try
//!       1...Bb8-h2
//!           2.Ra5*a7 #
//!     but
//!       1...a7-a6 !
//!
//!    1.Ra1-h1 ! threat:      a key
//!           2.Rh1-h8 #
//! ```

use std::fmt::Write;

use threefold::session::mate::{Attack, Solution, Variation, Written};

/// Where first moves, replies to them, `but`, and further moves of the attacker begin.
const FIRST: usize = 3;
const REPLY: usize = 6;
const BUT: usize = 4;
const STEP: usize = 4;

/// The whole solution, with an empty line behind each part.
pub fn text(solution: &Solution) -> String {
    let mut tree = Tree { out: String::new() };
    if let Some(set_play) = &solution.set_play {
        tree.variations(set_play.iter(), REPLY, 1);
        tree.end();
    }
    for one in &solution.tries {
        tree.attack(FIRST, 1, &one.m, " ?", one.threats.as_deref(), &one.variations);
        let _ = writeln!(tree.out, "{:BUT$}but", "");
        for refutation in &one.refutations {
            let _ = writeln!(tree.out, "{:REPLY$}1...{} !", "", word(refutation));
        }
        tree.end();
    }
    for key in &solution.keys {
        tree.attack(FIRST, 1, &key.m, " !", key.threats.as_deref(), &key.variations);
        tree.end();
    }
    tree.out
}

/// Replies that leave the attacker a choice where one move should do: they meet the threat, and no
/// other reply lasts longer. Where a reply allows a shorter mate, how many mate does not count.
pub fn duals(solution: &Solution) -> Vec<String> {
    let mut duals = Vec::new();
    for key in &solution.keys {
        let mut line = format!("1.{}", word(&key.m));
        find_duals(key, 1, &mut line, &mut duals);
    }
    duals
}

fn find_duals(attack: &Attack, number: u32, line: &mut String, duals: &mut Vec<String>) {
    let threats = attack.threats.as_deref().unwrap_or_default();
    let is_short = |one: &Attack| one.plies + 2 < attack.plies;
    let counts = |one: &&Variation| one.meets(threats) && !one.attacks.iter().any(is_short);
    for variation in attack.variations.iter().filter(counts) {
        let length = line.len();
        let _ = write!(line, " {}", word(&variation.reply));
        if variation.attacks.len() > 1 {
            let moves: Vec<_> = variation.attacks.iter().map(|one| word(&one.m)).collect();
            duals.push(format!("{line} {}.{}", number + 1, moves.join(", ")));
        }
        for next in &variation.attacks {
            let before = line.len();
            let _ = write!(line, " {}.{}", number + 1, word(&next.m));
            find_duals(next, number + 1, line, duals);
            line.truncate(before);
        }
        line.truncate(length);
    }
}

fn word(m: &Written) -> &str {
    m.long.as_deref().unwrap_or(&m.text)
}

struct Tree {
    out: String,
}

impl Tree {
    fn end(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
    }

    /// A move of the attacker with what he threatens, and what follows.
    fn attack(
        &mut self,
        indent: usize,
        number: u32,
        m: &Written,
        mark: &str,
        threats: Option<&[Attack]>,
        variations: &[Variation],
    ) {
        let _ = write!(self.out, "{:indent$}{number}.{}{mark}", "", word(m));
        // The first moves stand a little apart.
        let reply = if number == 1 { REPLY } else { indent + STEP };
        match threats {
            Some([]) if !variations.is_empty() => self.out.push_str(" zugzwang.\n"),
            Some(threats @ [_, ..]) => {
                self.out.push_str(" threat:\n");
                self.attacks(threats, reply + STEP, number + 1);
            }
            _ => self.out.push('\n'),
        }
        let threats = threats.unwrap_or_default();
        self.variations(variations.iter().filter(|one| one.meets(threats)), reply, number);
    }

    fn attacks(&mut self, attacks: &[Attack], indent: usize, number: u32) {
        for attack in attacks {
            let threats = attack.threats.as_deref();
            self.attack(indent, number, &attack.m, "", threats, &attack.variations);
        }
    }

    fn variations<'v>(
        &mut self,
        variations: impl Iterator<Item = &'v Variation>,
        indent: usize,
        number: u32,
    ) {
        for variation in variations {
            let _ = writeln!(self.out, "{:indent$}{number}...{}", "", word(&variation.reply));
            self.attacks(&variation.attacks, indent + STEP, number + 1);
        }
    }
}
