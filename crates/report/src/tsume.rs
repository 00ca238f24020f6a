//! What is reported of mate problems of shogi besides the answer, and files beside the certificate.

use threefold_session::standing::{Claimed, Standing};
use threefold_session::tsume::{Conventional, Futile, Judged, Kenshou, Notes, Yozume, Yozumes};

use crate::json::{Object, keys};

/// What only some games have, and further files.
#[derive(Debug, Default)]
pub struct Further {
    /// How the line ends.
    pub notes: Option<Notes>,
    /// What else mates along the line.
    pub yozume: Option<Yozumes>,
    /// The length by convention.
    pub conventional: Option<Conventional>,
    /// Whether the problem is sound.
    pub kenshou: Option<Kenshou>,
    /// The file with the solution as a record.
    pub tree: Option<String>,
    /// The file with the page of the answer.
    pub page: Option<String>,
}

impl Further {
    /// The claims of an answer, with what was found out about single moves.
    pub fn certify(&self, mut claims: Vec<Claimed>) -> Vec<Claimed> {
        if let Some(found) = &self.conventional {
            claims.extend(found.proofs.iter().map(Claimed::of));
            let searched = |text| Claimed::new(text, Standing::Searched);
            claims.extend(found.uncertified.iter().map(searched));
        }
        let Some(Yozumes { found, uncertified, first_moves, .. }) = &self.yozume else {
            return claims;
        };
        for claim in &mut claims {
            if first_moves.contains(&claim.claim) {
                claim.standing = Standing::Certified;
            }
        }
        // Those about first moves are there already.
        let later = uncertified.iter().filter(|text| !text.starts_with("ply 1,"));
        claims.extend(later.map(|text| Claimed::new(text, Standing::Searched)));
        for Yozume { ply, open, .. } in found.iter().filter(|one| one.ply > 1) {
            let claim = |text| Claimed::new(format!("ply {ply}, {text}"), Standing::Unknown);
            claims.extend(open.iter().map(claim));
        }
        claims
    }
}

/// Whether anything was asked about single moves.
fn answers(all: &Yozumes) -> Option<&Yozumes> {
    Some(all).filter(|all| all.certified > 0 || !all.uncertified.is_empty())
}

keys!(Further, one, {
    "left_in_hand" if one.notes.as_ref().map(|notes| &notes.left_in_hand),
    "conventional" if one.conventional.as_ref().map(Object),
    "kenshou" if one.kenshou.as_ref().map(Object),
    "yozume" if one.yozume.as_ref().map(|all| Object(&*all.found)),
    "yozume_certified" if one.yozume.as_ref().and_then(answers).map(|all| all.certified),
    "yozume_uncertified" if one.yozume.as_ref().and_then(answers).map(|all| &all.uncertified),
    "tree" if one.tree,
    "page" if one.page,
});

keys!(Yozume, one, {
    "ply": one.ply,
    "move": one.played,
    "others": one.others,
    "open": one.open,
});

keys!(Conventional, one, {
    "plies": one.plies,
    "reason": one.reason.map(|reason| reason.name()),
    "lenient": one.lenient,
    "line": one.line,
    "left_in_hand": one.left_in_hand,
    "always_left": one.always_left,
    "futile": Object(&*one.futile),
    "nodes": one.nodes,
});

keys!(Futile, one, {
    "ply": one.ply,
    "drop": one.drop,
    "taken_by": one.taken_by,
    "position": one.position,
    "plies": one.plies,
});

keys!(Kenshou, one, {
    "sound": one.is_sound(),
    "words": one.words(),
    "words_ja": one.words_japanese(),
    "intended": one.is_intended,
    "line": one.line,
    "left_in_hand": one.left_in_hand,
    "found": Object(&*one.found),
    "refuted": one.refuted,
    "certified": one.certified,
    "nodes": one.nodes,
});

keys!(Judged, one, {
    "ply": one.ply,
    "finding": one.finding.names().0,
    "line": one.line,
    "plies": one.plies,
    "joins": one.joins,
});
