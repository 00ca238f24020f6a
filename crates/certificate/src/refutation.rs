//! What a checker can say.

use std::fmt;

use thiserror::Error;

use crate::error::ReadError;
use crate::header::{Claim, Terms, claim_text};
use crate::limits::CheckLimit;

/// Why a certificate proves nothing. The names are part of the program's output and do not
/// change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RefutationKind {
    /// `wrong-game`: the certificate is about another game, or other parameters.
    WrongGame,
    /// `unsupported-claim`: the claim, or what the rule is about, names no player of the game, or
    /// one for whom it says nothing ([`Game::may_claim`](threefold_game::Game::may_claim)).
    UnsupportedClaim,
    /// `footprint-mismatch`: the game keeps footprints in another way, so that writer and checker
    /// would skip different positions.
    FootprintMismatch,
    /// `database-mismatch`: the database that leaves rely on is not the one at hand.
    DatabaseMismatch,
    /// `bad-root`: the root is no position of the game.
    BadRoot,
    /// `bad-history`: the history cannot be played.
    BadHistory,
    /// `history-mismatch`: the history does not lead to the root.
    HistoryMismatch,
    /// `other-question`: the certificate is about another question than the one that was asked
    /// ([`Checker::about`](crate::Checker::about)).
    OtherQuestion,
    /// `missing-line`: the walk needs another move, but the block has ended (the line is the one
    /// after its last).
    MissingLine,
    /// `surplus-line`: the walk is complete, but another line follows.
    SurplusLine,
    /// `moves-count`: the walk is complete, but the header declares another number of lines.
    MovesCount,
    /// `unreadable-move`: the line is empty, or begins or ends with a blank, or contains a control
    /// character: no game writes a move like that.
    UnreadableMove,
    /// `illegal-move`: the line is not a legal move of the position.
    IllegalMove,
    /// `repeating-move`: the claimant's move recreates a situation, which superko forbids.
    RepeatingMove,
    /// `wrong-terminal`: the game ends, or the database knows its end, in a way that does not
    /// support the claim.
    WrongTerminal,
    /// `claimant-stuck`: the claimant has no legal move, and that does not support the claim.
    ClaimantStuck,
    /// `lost`: the opponent wins from a leaf within the plies that are left
    /// ([`Omitted::leaf_plies`](crate::Omitted::leaf_plies)).
    Lost,
    /// `cycle`: who claims to win goes round in circles.
    Cycle,
    /// `history-repetition`: a win leads through a position that has occurred so often before
    /// the root that it is a draw, or relies on a database that does not know about it.
    HistoryRepetition,
    /// `too-long`: the win takes more plies than the header says.
    TooLong,
}

impl RefutationKind {
    /// Every kind.
    pub const ALL: [RefutationKind; 20] = [
        RefutationKind::WrongGame,
        RefutationKind::UnsupportedClaim,
        RefutationKind::FootprintMismatch,
        RefutationKind::DatabaseMismatch,
        RefutationKind::BadRoot,
        RefutationKind::BadHistory,
        RefutationKind::HistoryMismatch,
        RefutationKind::OtherQuestion,
        RefutationKind::MissingLine,
        RefutationKind::SurplusLine,
        RefutationKind::MovesCount,
        RefutationKind::UnreadableMove,
        RefutationKind::IllegalMove,
        RefutationKind::RepeatingMove,
        RefutationKind::WrongTerminal,
        RefutationKind::ClaimantStuck,
        RefutationKind::Lost,
        RefutationKind::Cycle,
        RefutationKind::HistoryRepetition,
        RefutationKind::TooLong,
    ];

    /// The name in the output.
    ///
    /// ```
    /// use threefold_certificate::RefutationKind;
    /// assert_eq!(RefutationKind::WrongTerminal.name(), "wrong-terminal");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            RefutationKind::WrongGame => "wrong-game",
            RefutationKind::UnsupportedClaim => "unsupported-claim",
            RefutationKind::FootprintMismatch => "footprint-mismatch",
            RefutationKind::DatabaseMismatch => "database-mismatch",
            RefutationKind::BadRoot => "bad-root",
            RefutationKind::BadHistory => "bad-history",
            RefutationKind::HistoryMismatch => "history-mismatch",
            RefutationKind::OtherQuestion => "other-question",
            RefutationKind::MissingLine => "missing-line",
            RefutationKind::SurplusLine => "surplus-line",
            RefutationKind::MovesCount => "moves-count",
            RefutationKind::UnreadableMove => "unreadable-move",
            RefutationKind::IllegalMove => "illegal-move",
            RefutationKind::RepeatingMove => "repeating-move",
            RefutationKind::WrongTerminal => "wrong-terminal",
            RefutationKind::ClaimantStuck => "claimant-stuck",
            RefutationKind::Lost => "lost",
            RefutationKind::Cycle => "cycle",
            RefutationKind::HistoryRepetition => "history-repetition",
            RefutationKind::TooLong => "too-long",
        }
    }
}

impl fmt::Display for RefutationKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A certificate that proves nothing. It is displayed as `REFUTED line N: <kind>`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("REFUTED line {line}: {kind}")]
pub struct Refuted {
    /// The line of the file, from 1: of the header where the header is wrong; of the line at
    /// fault where a line is; otherwise of the claimant's last move before the fault (of the root,
    /// if he has not moved).
    pub line: u64,
    /// Why.
    pub kind: RefutationKind,
    /// More about it, for people, in one line; may be empty.
    pub detail: String,
}

/// A certificate that holds. It is displayed as `VERIFIED <claim>`, with
/// the number of plies where the claim has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// What is proven.
    pub claim: Claim,
    /// The same in terms of the game.
    pub terms: Terms,
    /// What the game is about ([`Header::parameters`](crate::Header::parameters)).
    pub parameters: String,
    /// The line of the file that says so.
    pub claim_line: u64,
    /// How many different positions were visited.
    pub positions: u64,
    /// How many lines there were.
    pub lines: u64,
    /// How often a finished position was skipped under superko.
    pub lemmas_reused: u64,
    /// How often a finished position was walked again under superko.
    pub lemmas_rewalked: u64,
}

impl fmt::Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "VERIFIED {}", claim_text(&self.claim, self.terms.plies, &self.parameters))
    }
}

/// Why a certificate is not verified.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckError {
    /// It cannot be read, or it is about something that its game does not define.
    #[error(transparent)]
    Read(ReadError),
    /// It is refuted.
    #[error(transparent)]
    Refuted(#[from] Refuted),
    /// A limit was hit: nothing is known about it.
    #[error(transparent)]
    Limit(#[from] CheckLimit),
}

impl From<ReadError> for CheckError {
    fn from(error: ReadError) -> Self {
        match error.limit() {
            Some(limit) => CheckError::Limit(limit),
            None => CheckError::Read(error),
        }
    }
}

impl CheckError {
    /// The refutation, if it is one.
    pub fn refuted(self) -> Option<Refuted> {
        match self {
            CheckError::Refuted(refuted) => Some(refuted),
            _ => None,
        }
    }
}
