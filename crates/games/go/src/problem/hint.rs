//! What the words of a file say of its problem, where its marks say nothing: `Black to play and
//! live`, `White to kill`, 黑先活.
//!
//! A hint is about who moves first and whose stones are in question. It is taken where nothing else
//! says so, and left out where it contradicts what does.

use crate::Colour;
use crate::sgf::SgfGame;

/// What the words say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Hint {
    /// Who moves first.
    pub to_play: Option<Colour>,
    /// Whose stones live or die.
    pub defender: Option<Colour>,
}

impl Hint {
    /// What the comment, the name of the first node and the title of a game say: the first of them
    /// that says anything.
    pub fn of(game: &SgfGame) -> Self {
        let texts = [game.root().comment(), game.root().name(), game.title()];
        let hints = texts.into_iter().flatten().map(Hint::read);
        hints.into_iter().find(|hint| *hint != Hint::default()).unwrap_or_default()
    }

    /// What a text says: its first sentence that says whose stones are in question, else the first
    /// that says who moves.
    fn read(text: &str) -> Self {
        let sentences = || text.split(['.', '!', '?', ':', ';', '\n', '。', '？', '！']);
        let hints = || sentences().map(|text| Hint::sentence(text).unwrap_or_else(|| signs(text)));
        let full = hints().find(|hint| hint.defender.is_some());
        full.or_else(|| hints().find(|hint| hint.to_play.is_some())).unwrap_or_default()
    }

    fn new(player: Colour, lives: Option<bool>) -> Self {
        let defender = lives.map(|lives| if lives { player } else { player.opponent() });
        Hint { to_play: Some(player), defender }
    }

    /// An English sentence in which a player is to do something: what is between the colour and
    /// the deed are small words.
    fn sentence(text: &str) -> Option<Self> {
        let lower = text.to_lowercase();
        let words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let words: Vec<&str> = words.collect();
        let hints = words.iter().enumerate().filter_map(|(i, &word)| match word {
            "black" => Hint::deed(Colour::Black, &words[i + 1..]),
            "white" => Hint::deed(Colour::White, &words[i + 1..]),
            _ => None,
        });
        let hints: Vec<Hint> = hints.collect();
        let full = hints.iter().find(|hint| hint.defender.is_some());
        full.or(hints.first()).copied()
    }

    /// What the player is to do, by the words behind his colour.
    fn deed(player: Colour, words: &[&str]) -> Option<Self> {
        let mut moves = false;
        for &word in words {
            match word {
                "play" | "plays" | "move" | "moves" | "first" | "start" | "starts" => moves = true,
                "live" | "lives" | "life" | "survive" | "survives" | "eyes" => {
                    return Some(Hint::new(player, Some(true)));
                }
                "kill" | "kills" | "capture" | "captures" => {
                    return Some(Hint::new(player, Some(false)));
                }
                "to" | "and" | "can" | "must" | "should" | "will" | "how" | "does" | "make"
                | "makes" | "two" | "s" | "turn" => {}
                _ => break,
            }
        }
        moves.then(|| Hint::new(player, None))
    }
}

/// The same in Chinese and Japanese: 黑先活, 白先杀, 黒先白死.
fn signs(text: &str) -> Hint {
    let player = |sign| match sign {
        '黑' | '黒' => Some(Colour::Black),
        '白' => Some(Colour::White),
        _ => None,
    };
    let signs: Vec<char> = text.chars().filter(|sign| !sign.is_whitespace()).collect();
    for (i, two) in signs.windows(2).enumerate() {
        let Some(first) = player(two[0]).filter(|_| two[1] == '先') else { continue };
        let lives = match signs[i + 2..] {
            ['活' | '生', ..] => Some(true),
            ['杀' | '殺', ..] => Some(false),
            [whose, '死', ..] if player(whose) == Some(first.opponent()) => Some(false),
            _ => None,
        };
        return Hint::new(first, lives);
    }
    Hint::default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Colour::{Black, White};

    #[test]
    fn words_say_who_moves_and_who_is_to_live() {
        for (text, to_play, defender) in [
            ("Black to live", Some(Black), Some(Black)),
            ("Problem 3. White to play and kill!", Some(White), Some(Black)),
            ("BLACK TO PLAY AND LIVE", Some(Black), Some(Black)),
            ("Can White make two eyes?", Some(White), Some(White)),
            ("Black to play: Elementary", Some(Black), None),
            ("White first", Some(White), None),
            ("It is Black's turn to move", Some(Black), None),
            ("Black to play. White to live", Some(White), Some(White)),
            ("White is strong, black to live", Some(Black), Some(Black)),
            ("黑先活", Some(Black), Some(Black)),
            ("第三题 白先杀", Some(White), Some(Black)),
            ("黒先白死", Some(Black), Some(White)),
            ("黒先", Some(Black), None),
            // These say nothing of the kind.
            ("White is dead", None, None),
            ("The black group was killed in the game", None, None),
            ("Fujisawa Kuranosuke (black) against Go Seigen", None, None),
            ("黑死白活", None, None),
            ("", None, None),
        ] {
            assert_eq!(Hint::read(text), Hint { to_play, defender }, "{text}");
        }
    }
}
