//! What becomes of one question about one position.

use threefold_certificate::{Block, CheckError, write_block};
use threefold_game::Question;
use threefold_search::{ExtractError, Reason, Stats, Verdict};

use crate::error::Error;
use crate::library::Owed;

/// What became of a question.
#[derive(Debug)]
pub struct Asked {
    /// Whose win, under which rule.
    pub question: Question,
    /// Unknown also if the answer's certificate hit a limit: what is not certified is not claimed.
    pub verdict: Verdict,
    /// The proof number of the root.
    pub pn: u32,
    /// Its disproof number.
    pub dn: u32,
    /// The work, that on the certificate included.
    pub stats: Stats,
    /// The certificate, if one was made.
    pub proof: Option<Proof>,
    /// What is wrong with the answer.
    pub fault: Option<Fault>,
    /// The answer that has no certificate because of a limit.
    pub uncertified: Option<bool>,
    /// What it owes to a library, if there is one.
    pub owed: Option<Owed>,
}

/// A certificate, and how many positions it is about.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The certificate: one claim and the strategy that proves it.
    pub block: Block,
    /// Different positions in it.
    pub positions: u64,
    /// Whether it was checked, and holds.
    pub checked: bool,
}

impl Proof {
    /// The text of the certificate, as a file of its own would have it.
    ///
    /// # Panics
    /// Never: what was extracted can be written.
    pub fn text(&self) -> String {
        let Block { header, moves, .. } = &self.block;
        let mut text = Vec::new();
        write_block(&mut text, header, moves.iter()).expect("it goes to memory");
        String::from_utf8(text).expect("certificates are text")
    }
}

/// An answer that its own certificate does not bear out.
#[derive(Debug)]
pub enum Fault {
    /// Solved anew, the position has the other answer.
    Wrong,
    /// There is no certificate, for a reason that is no limit.
    NoCertificate(ExtractError),
    /// The checker refused the certificate.
    Refuted(CheckError),
    /// What comes from a library is not what it should be.
    Library(Error),
}

impl Fault {
    /// The name in the output for programs.
    pub const fn name(&self) -> &'static str {
        match self {
            Fault::Wrong => "wrong",
            Fault::NoCertificate(_) => "no-certificate",
            Fault::Refuted(_) => "refuted",
            Fault::Library(_) => "library",
        }
    }

    /// What is wrong, in words.
    pub fn words(&self) -> String {
        match self {
            Fault::Wrong => {
                "this answer has no certificate; solved anew, the position has the other answer"
                    .to_owned()
            }
            Fault::NoCertificate(error) => error.to_string(),
            Fault::Refuted(error) => format!("its own certificate is not verified: {error}"),
            Fault::Library(error) => error.to_string(),
        }
    }
}

/// Whether the certificate of an answer is made, and whether it is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// It is made and checked.
    pub check: bool,
    /// It is made, checked or not.
    pub keep: bool,
}

impl Wanted {
    /// Neither.
    pub const NOTHING: Wanted = Wanted { check: false, keep: false };
}

impl Asked {
    /// Why there is no answer.
    pub fn open(&self) -> Option<Reason> {
        match self.verdict {
            Verdict::Unknown(reason) => Some(reason),
            _ => None,
        }
    }
}
