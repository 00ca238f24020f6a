//! `threefold egdb info` and `probe` for programs.

use std::path::Path;

use serde_json::{Value as Json, json};
use threefold::checkers::Checkers;
use threefold::checkers::egdb::Database;
use threefold::game::Game;
use threefold::session::database::Probed;

pub fn info(database: &Database, directory: &Path) -> Json {
    let declaration = database.declaration();
    let hex = |hash: [u8; 32]| hash.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let slices: Vec<Json> = database
        .info()
        .iter()
        .map(|slice| {
            json!({
                "slice": slice.material.to_string(),
                "positions": slice.positions,
                "wins": slice.wins,
                "draws": slice.draws,
                "losses": slice.losses,
                "longest_win": slice.longest_win,
                "bytes": slice.bytes,
                "hash": hex(slice.hash),
                "depths_hash": slice.depths_hash.map(hex),
            })
        })
        .collect();
    json!({
        "database": declaration,
        "database_known": Database::is_known(&declaration),
        "directory": directory.display().to_string(),
        "pieces": database.pieces(),
        "depth_pieces": database.depth_pieces(),
        "depths_known": database.has_known_depths(),
        "slices": slices,
    })
}

pub fn probed(probed: &Probed) -> Json {
    let found = probed.found.as_ref();
    let winner = found.and_then(|found| found.winner);
    json!({
        "position": probed.position.to_string(),
        "value": found.map(|found| found.value.name()),
        "winner": winner.map(|player| Checkers::new().player_name(player).to_owned()),
        "plies": found.and_then(|found| found.plies),
        "line": found.map(|found| found.line.clone()),
    })
}
