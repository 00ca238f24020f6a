//! JKF: records as JSON, `{"header": {}, "initial": {"preset": "HIRATE"}, "moves": [...]}`.
//!
//! <https://github.com/na2hiro/Kifu-for-JS/tree/master/packages/json-kifu-format>

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Lines, Record, RecordError, csa, header};
use crate::{Color, Kind, Move, Piece, Position, Setup, Square, sfen};

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    header: BTreeMap<String, String>,
    initial: Option<Initial>,
    moves: Vec<Step>,
}

#[derive(Deserialize)]
struct Initial {
    preset: String,
    data: Option<Data>,
}

#[derive(Deserialize)]
struct Data {
    color: u8,
    /// By file and rank, from 1.
    board: Vec<Vec<Cell>>,
    hands: [BTreeMap<String, u32>; 2],
}

#[derive(Deserialize)]
struct Cell {
    color: Option<u8>,
    kind: Option<String>,
}

/// A move with what could be played in its place; comments alone before the first move.
#[derive(Deserialize)]
struct Step {
    #[serde(rename = "move")]
    played: Option<Played>,
    forks: Option<Vec<Vec<Step>>>,
}

#[derive(Deserialize)]
struct Played {
    from: Option<Place>,
    to: Option<Place>,
    piece: String,
    promote: Option<bool>,
}

#[derive(Deserialize)]
struct Place {
    x: u8,
    y: u8,
}

/// Names of the presets that KIF has names for, too.
const PRESETS: [(&str, &str); 16] = [
    ("HIRATE", "平手"),
    ("KY", "香落ち"),
    ("KY_R", "右香落ち"),
    ("KA", "角落ち"),
    ("HI", "飛車落ち"),
    ("HIKY", "飛香落ち"),
    ("2", "二枚落ち"),
    ("3", "三枚落ち"),
    ("4", "四枚落ち"),
    ("5", "五枚落ち"),
    ("5_L", "左五枚落ち"),
    ("6", "六枚落ち"),
    ("7_L", "左七枚落ち"),
    ("7_R", "右七枚落ち"),
    ("8", "八枚落ち"),
    ("10", "十枚落ち"),
];

/// JSON has no lines: what is wrong with a position or a move is said of the first.
fn wrong(message: impl Into<String>) -> RecordError {
    RecordError::new(1, message)
}

pub(super) fn read(text: &str) -> Result<Record, RecordError> {
    let file: File = serde_json::from_str(text).map_err(|error| {
        let line = error.line().clamp(1, text.lines().count().max(1));
        RecordError::new(line, format!("no JKF: {error}"))
    })?;
    let mut lines = Lines::new(start(file.initial.as_ref())?);
    play(&mut lines, &file.moves, 0)?;
    Ok(lines.finish(file.header.into_iter().collect()))
}

fn start(initial: Option<&Initial>) -> Result<Position, RecordError> {
    let preset = initial.map_or("HIRATE", |initial| &initial.preset);
    let Some(data) = initial.and_then(|initial| initial.data.as_ref()) else {
        let known = PRESETS.iter().find(|(name, _)| *name == preset);
        let text = known.and_then(|(_, name)| header::handicap(name, None));
        let text = text.ok_or_else(|| wrong(format!("no data, and preset '{preset}'")))?;
        return sfen::parse(&text).map_err(|error| RecordError { line: 1, error });
    };
    let mut setup = Setup::new(color(data.color)?);
    for (file, ranks) in (1..).zip(&data.board) {
        for (rank, cell) in (1..).zip(ranks) {
            let (Some(whose), Some(kind)) = (cell.color, &cell.kind) else { continue };
            let square = square(file, rank)?;
            setup.put(square, Piece { color: color(whose)?, kind: kind_of(kind)? });
        }
    }
    for (color, hand) in Color::ALL.into_iter().zip(&data.hands) {
        for (name, &count) in hand.iter().filter(|(_, count)| **count > 0) {
            let kind = kind_of(name)?;
            if !Kind::IN_HAND.contains(&kind) {
                return Err(wrong(format!("'{name}' is no piece in hand")));
            }
            setup.add_to_hand(color, kind, count);
        }
    }
    setup.position().map_err(|error| RecordError { line: 1, error })
}

fn color(number: u8) -> Result<Color, RecordError> {
    Color::ALL.get(usize::from(number)).copied().ok_or_else(|| wrong("a colour is 0 or 1"))
}

fn square(file: u8, rank: u8) -> Result<Square, RecordError> {
    Square::at(file, rank).ok_or_else(|| wrong(format!("{file}, {rank} is no square")))
}

fn kind_of(name: &str) -> Result<Kind, RecordError> {
    csa::kind(name).ok_or_else(|| wrong(format!("'{name}' is no piece")))
}

/// Plays a line behind `before` moves. What could be played in place of its moves comes behind it,
/// the last one first, as in KIF.
fn play(lines: &mut Lines, steps: &[Step], before: usize) -> Result<(), RecordError> {
    let mut forks = Vec::new();
    let mut number = before;
    for step in steps {
        let Some(played) = &step.played else { continue };
        number += 1;
        forks.extend(step.forks.iter().flatten().map(|fork| (number, fork)));
        let m = read_move(&lines.position, played)?;
        lines.push(m, 1, &m.to_string())?;
    }
    // JSON is at most 128 deep, and so is this.
    for (number, fork) in forks.into_iter().rev() {
        lines.branch(number, 1)?;
        play(lines, fork, number - 1)?;
    }
    Ok(())
}

fn read_move(position: &Position, played: &Played) -> Result<Move, RecordError> {
    let kind = kind_of(&played.piece)?;
    let place = |place: &Place| square(place.x, place.y);

    let to = place(played.to.as_ref().ok_or_else(|| wrong("a move without `to`"))?)?;
    let Some(from) = &played.from else {
        let drops = Kind::IN_HAND.contains(&kind);
        return drops.then(|| Move::drop(kind, to)).ok_or_else(|| wrong("a drop of no such piece"));
    };
    let from = place(from)?;
    let moves = position.piece_at(from).map(|piece| piece.kind);
    let promotes = played.promote.unwrap_or(false);
    // Some write the piece as it is after the move.
    match moves {
        Some(before) if before == kind => Ok(Move::board(from, to, promotes)),
        Some(before) if before.promoted() == Some(kind) => Ok(Move::board(from, to, true)),
        _ => Err(wrong(format!("there is no {} on {from}", played.piece))),
    }
}
