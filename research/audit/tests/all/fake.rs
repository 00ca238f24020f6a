//! Small engines, written as shell scripts.

use std::fs;

use tempfile::TempDir;

/// A script that is run as an engine as long as this lives.
pub struct Fake {
    _directory: TempDir,
    pub command: String,
}

/// An engine of which `go` is given; to `uci`, `isready` and `ucinewgame` it says what is right.
/// The variables `before` (positions since `ucinewgame`) and `position` can be used.
pub fn engine(go: &str) -> Fake {
    script(&format!(
        "before=0\n\
         while read -r word position; do\n\
         case $word in\n\
         uci) echo 'id name Fake 1.0'; echo 'option name Hash type spin default 16 min 1 max 64'\n\
         echo uciok ;;\n\
         isready) echo readyok ;;\n\
         ucinewgame) before=0 ;;\n\
         position) last=$position ;;\n\
         go) {go}\n\
         before=$((before + 1)) ;;\n\
         quit) exit ;;\n\
         esac\n\
         done\n"
    ))
}

/// Any script.
pub fn script(text: &str) -> Fake {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("engine.sh");
    fs::write(&path, text).expect("a file");
    let command = format!("sh \"{}\"", path.display());
    Fake { _directory: directory, command }
}
